/* SPDX-License-Identifier: MIT */
/* metadata.c - see metadata.h. */
#include "pass/metadata.h"

#include "base/diag.h"
#include "dxil/emit.h"
#include "spec/reader_rules.h"

dxk_status dxki_pass_refuse(dxki_pass *p, const char *why, dxk_str what)
{
    return DXKI_REPORT(p->ctx, DXKI_RULE_OPT_REFUSED, dxki_nowhere(), NULL,
                       dxki_text(dxki_str(p->info->name)), dxki_text(dxki_str(why)),
                       dxki_text(dxki_str(what.size ? " " : "")), dxki_text(what));
}

dxk_status dxki_pass_write_metadata(dxki_pass *p)
{
    dxk_dxil *d = dxki_pass_dxil(p);
    if (!d)
        return dxki_nomem(p->ctx);
    dxki_pass_changed(p);
    if (!dxki_module_touch(p->m))
        return dxki_nomem(p->ctx);
    return dxki_dxil_renew_metadata(p->m, d);
}
