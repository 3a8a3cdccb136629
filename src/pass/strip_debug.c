/* SPDX-License-Identifier: MIT */
/* strip_debug.c - a module without debug information: locations, variables, sources. */
#include "build/strip.h"
#include "pass/pass.h"

dxk_status dxki_pass_strip_debug(dxki_pass *p)
{
    if (!dxki_build_strip_has_debug(p->m))
        return DXK_OK;
    dxki_pass_changed(p);
    dxki_tracked_end(p->m); /* calls go by themselves, not as users of what they describe */
    return dxki_module_touch(p->m) ? dxki_build_strip_debug(p->m) : dxki_nomem(p->ctx);
}
