/* SPDX-License-Identifier: MIT */
/*
 * refresh.c - functions of operations by the names that they have today. Modules of older compilers
 * call operations by the names of classes that have since been merged, dx.op.bfi.i32; the reference
 * declares the function of today's class when it loads such a module, and calls the old one.
 */
#include "base/ctx.h"
#include "dxil/dxil.h"
#include "dxil/op.h"

#include <string.h>

typedef struct refresher {
    dxk_module *m;
    const dxki_dxil_calls *calls;
    dxki_dxil_ops ops;
    bool begun;
    bool skip; /* facts cannot be read: nothing is added */
} refresher;

bool dxki_dxil_find_calls(const dxk_module *m, dxki_dxil_calls *calls)
{
    size_t size = m->globals.count * sizeof(uint32_t);
    *calls = (dxki_dxil_calls){m->ctx, dxki_realloc(m->ctx, NULL, 0, size), m->globals.count};
    if (!calls->last)
        return false;
    memset(calls->last, 0, size);
    DXKI_EACH_FUNCTION(m, f)
        DXKI_EACH_BLOCK(m, f, b)
            DXKI_EACH_INST(m, b, i)
                calls->last[dxki_call_dxop_function(m, &m->insts.items[i])] = i;
    calls->last[0] = 0; /* what is no such call */
    return true;
}

void dxki_dxil_free_calls(dxki_dxil_calls *calls)
{
    dxki_realloc(calls->ctx, calls->last, calls->count * sizeof *calls->last, 0);
}

/* Functions overloaded by structures and objects are named by the linker. */
static bool is_named_freely(const dxki_dxop_info *op)
{
    for (unsigned k = 0; k < dxki_dxop_overload_count(op) && k < DXKI_OVERLOADS; k++) {
        uint32_t scalars, elements;
        dxki_dxop_overload(op, k, &scalars, &elements);
        if (scalars & (DXKI_OV_UDT | DXKI_OV_OBJECT))
            return true;
    }
    return false;
}

/* True if a function's name is that of the operation's class. */
static bool is_of_class(const dxk_module *m, uint32_t global, const dxki_dxop_info *op)
{
    dxk_str name = dxki_string_get(m, m->globals.items[global].name);
    size_t prefix = sizeof DXKI_DXOP_PREFIX - 1, size = strlen(op->cls);
    return name.size >= prefix + size && memcmp(name.data + prefix, op->cls, size) == 0 &&
           (name.size == prefix + size || name.data[prefix + size] == '.');
}

static bool begin(refresher *r)
{
    dxk_dxil *d = NULL;
    r->m->ctx->muted++; /* who reads the module for good tells what is wrong with it */
    dxk_status status = dxk_dxil_load(r->m, &d);
    r->m->ctx->muted--;
    r->skip = status != DXK_OK;
    r->begun = !r->skip && dxki_dxil_ops_init(&r->ops, r->m, !dxki_dxil_min_precision(d));
    dxk_dxil_free(d);
    return status != DXK_E_NOMEM && (r->skip || r->begun);
}

static bool refresh(refresher *r, uint32_t global)
{
    const dxk_module *m = r->m;
    const dxki_dxop_info *op =
        r->calls->last[global] ? dxki_call_dxop(m, &m->insts.items[r->calls->last[global]]) : NULL;
    dxki_dxil_overloads o;
    if (!op || is_of_class(m, global, op) || is_named_freely(op))
        return true;
    dxki_type type = m->globals.items[global].value_type;
    uint32_t count;
    const dxki_type *list = dxki_type_list(m, type, &count);
    if (!count || !dxki_dxil_result_fits(m, op, list[0]) ||
        !dxki_dxil_overloads_of(m, op, type, &o) || !dxki_dxil_overloads_allowed(m, op, &o))
        return true;
    if (!r->begun && !begin(r))
        return false;
    return r->skip || dxki_dxil_ops_function(&r->ops, op, &o) || r->ops.bad_name;
}

dxk_status dxki_dxil_refresh_ops(dxk_module *m, const dxki_dxil_calls *calls)
{
    size_t count = m->functions.count;
    refresher r = {.m = m, .calls = calls};
    bool good = true;
    for (size_t i = 0; i < count && good && !r.skip; i++)
        good = refresh(&r, m->functions.items[i]);
    if (r.begun)
        dxki_dxil_ops_free(&r.ops);
    return good ? DXK_OK : dxki_nomem(m->ctx);
}
