/* SPDX-License-Identifier: MIT */
/* uses.c - who uses a value; see dxk/ir.h. */
#include "analysis/uses.h"
#include "view/view.h"

#include <string.h>

struct dxk_uses {
    dxk_ctx *ctx;
    dxki_uses lists;
};

dxk_status dxk_uses_load(const dxk_module *module, dxk_uses **out)
{
    dxk_ctx *ctx = module->ctx;
    dxk_uses *u = dxki_realloc(ctx, NULL, 0, sizeof *u);
    *out = NULL;
    if (!u)
        return dxki_nomem(ctx);
    memset(u, 0, sizeof *u);
    u->ctx = ctx;
    if (dxki_uses_begin(&u->lists, module) && dxki_uses_build(&u->lists)) {
        *out = u;
        return DXK_OK;
    }
    dxk_uses_free(u);
    return dxki_nomem(ctx);
}

void dxk_uses_free(dxk_uses *uses)
{
    if (!uses)
        return;
    dxki_uses_free(&uses->lists);
    dxki_realloc(uses->ctx, uses, sizeof *uses, 0);
}

uint32_t dxk_uses_count(const dxk_uses *uses, dxk_value value)
{
    return dxki_uses_count(&uses->lists, value);
}

uint32_t dxk_uses_first(const dxk_uses *uses, dxk_value value)
{
    return dxki_uses_first(&uses->lists, value);
}

uint32_t dxk_uses_next(const dxk_uses *uses, uint32_t at)
{
    return at < uses->lists.uses.count ? uses->lists.uses.items[at].next : 0;
}

bool dxk_uses_get(const dxk_uses *uses, uint32_t at, dxk_use *out)
{
    memset(out, 0, sizeof *out);
    if (at == 0 || at >= uses->lists.uses.count)
        return false;
    out->user = uses->lists.uses.items[at].user;
    out->operand = uses->lists.uses.items[at].operand;
    return true;
}
