/* SPDX-License-Identifier: MIT */
/*
 * container_tables.c - the tables of PSV0 that elements share: references into them, and what
 * nothing refers to (CONTAINER.UNUSEDITEMINTABLE).
 */
#include "validate/container.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/text.h"

#include <string.h>

enum { BEGINS = 1, USED = 2 };

#define PADDING 3u /* NULs at the end that need not be used */

bool dxki_val_tables_init(dxki_val *v, dxki_val_tables *t, const dxk_psv0 *psv)
{
    const uint8_t *text = psv->strings.data;
    size_t size = psv->strings.size;
    *t = (dxki_val_tables){.psv = psv,
                           .strings = DXKI_VNEW(v, uint8_t, size),
                           .indices = DXKI_VNEW(v, uint8_t, psv->index_count)};
    if (!t->strings || !t->indices)
        return false;
    for (size_t i = 0; i < size; i++)
        t->strings[i] = i == 0 || text[i - 1] == 0 ? BEGINS : 0;
    return true;
}

bool dxki_val_tables_use_string(dxki_val_tables *t, uint32_t offset)
{
    if (offset >= t->psv->strings.size)
        return false;
    t->strings[offset] |= USED;
    return true;
}

bool dxki_val_tables_use_indices(dxki_val_tables *t, uint32_t first, uint32_t count)
{
    uint32_t all = t->psv->index_count;
    if (all == 0 || first > all || count > all - first)
        return false;
    if (count)
        memset(t->indices + first, USED, count);
    return true;
}

/* A table can have a byte an item: past the limit of findings they are counted only. */
static void report(dxki_val *v, const char *table, dxki_arg what)
{
    if (v->report.out->findings.count < v->report.out->max_findings) {
        dxki_val_error(v, DXKI_VR_CONTAINER_UNUSEDITEMINTABLE,
                       DXKI_ARGS(dxki_val_arg_text_z(table), what));
        if (v->report.excuse) /* the element that has them is named */
            dxki_val_mark_compat_only(v);
    } else {
        dxki_val_count_error(v, DXKI_VR_CONTAINER_UNUSEDITEMINTABLE);
        v->report.out->total++;
    }
}

static void check_strings(dxki_val *v, const dxki_val_tables *t)
{
    const char *text = (const char *)t->psv->strings.data;
    uint32_t size = (uint32_t)t->psv->strings.size, count = 0, unused = 0;
    uint32_t padding = size; /* from here on */
    while (size > PADDING && padding > size - PADDING && text[padding - 1] == 0)
        padding--;
    for (uint32_t i = 0; i < size; i++) {
        count += t->strings[i] & BEGINS;
        unused += t->strings[i] == BEGINS && i < padding && !(i == 0 && text[0] == 0);
    }
    uint32_t *order = unused ? DXKI_VNEW(v, uint32_t, count) : NULL;
    if (!order)
        return;
    count = 0;
    for (uint32_t i = 0; i < size; i++) {
        if (t->strings[i] & BEGINS)
            order[count++] = i;
    }
    if (!dxki_val_hash_order(v, order, count))
        return;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = order[i];
        if (t->strings[at] == BEGINS && at < padding && !(at == 0 && text[0] == 0))
            report(v, "StringTable", dxki_val_arg_text_z(text + at));
    }
}

void dxki_val_tables_check(dxki_val *v, const dxki_val_tables *t)
{
    check_strings(v, t);
    for (uint32_t i = 0; i < t->psv->index_count; i++) {
        if (!t->indices[i])
            report(v, "SemanticIndexTable", dxki_dec(i));
    }
}
