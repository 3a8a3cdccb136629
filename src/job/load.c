/* SPDX-License-Identifier: MIT */
/* load.c - text into the structures of model.h, by the rows of schema.c. */
#include "job/schema.h"

#include "base/decimal.h"
#include "job/number.h"
#include "spec/reader_rules.h"

typedef struct loader {
    dxk_job *job;
    dxk_status status;
} loader;

static bool load_map(loader *l, const dxki_job_map *map, dxki_job_node *node, void *to);

static bool complain(loader *l, const dxki_job_node *node, const dxki_rule *rule,
                     const dxki_arg *args, size_t count)
{
    l->status = dxki_report(l->job->ctx, rule, dxki_job_node_where(node), NULL, args, count);
    return false;
}

#define COMPLAIN(l, node, rule, ...) complain(l, node, rule, DXKI_ARGS(__VA_ARGS__))

static bool no_memory(loader *l)
{
    l->status = dxki_nomem(l->job->ctx);
    return false;
}

static bool expect(loader *l, const dxki_job_node *node, dxki_job_node_kind kind, const char *what)
{
    if (node->kind == kind)
        return true;
    /* "Samplers:" without anything after it is a list or map without members. */
    if (kind != DXKI_JOB_SCALAR && node->kind == DXKI_JOB_SCALAR && node->text.size == 0)
        return true;
    return COMPLAIN(l, node, DXKI_RULE_JOB_TYPE, dxki_text(dxki_str(what)));
}

/* --- values --- */

static bool load_name(loader *l, const char *const *words, const dxki_job_node *node, uint32_t *to)
{
    char all[512];
    size_t size = 0;
    for (uint32_t i = 0; words[i]; i++) {
        if (dxki_str_is(node->text, words[i])) {
            *to = i;
            return true;
        }
        size_t length = strlen(words[i]);
        if (size + length + 3 > sizeof all)
            continue;
        memcpy(all + size, ", ", 2);
        size += size ? 2 : 0;
        memcpy(all + size, words[i], length);
        size += length;
    }
    return COMPLAIN(l, node, DXKI_RULE_JOB_NAME, dxki_text(node->text),
                    dxki_text((dxk_str){all, size}));
}

static bool load_u32(loader *l, const dxki_job_node *node, uint32_t *to)
{
    uint64_t bits;
    if (!expect(l, node, DXKI_JOB_SCALAR, "a number"))
        return false;
    if (!dxki_job_number_parse(&dxki_job_formats[DXKI_JOB_UINT32], node->text, &bits))
        return COMPLAIN(l, node, DXKI_RULE_JOB_TYPE,
                        dxki_text(dxki_str("a number from 0 to 4294967295")));
    *to = (uint32_t)bits;
    return true;
}

static bool load_real(loader *l, const dxki_job_node *node, double *to)
{
    uint64_t bits;
    if (!expect(l, node, DXKI_JOB_SCALAR, "a number"))
        return false;
    if (!dxki_job_number_parse(&dxki_job_formats[DXKI_JOB_FLOAT64], node->text, &bits))
        return COMPLAIN(l, node, DXKI_RULE_JOB_TYPE, dxki_text(dxki_str("a number")));
    memcpy(to, &bits, sizeof *to);
    return true;
}

static bool load_bool(loader *l, const dxki_job_node *node, uint32_t *to)
{
    bool yes = dxki_str_same_fold(node->text, dxki_str("true")) || dxki_str_is(node->text, "1");
    bool no = dxki_str_same_fold(node->text, dxki_str("false")) || dxki_str_is(node->text, "0");
    *to = yes;
    if (node->kind == DXKI_JOB_SCALAR && (yes || no))
        return true;
    return COMPLAIN(l, node, DXKI_RULE_JOB_TYPE, dxki_text(dxki_str("true or false")));
}

static bool load_numbers(loader *l, const dxki_job_row *row, const dxki_job_node *node, void *to)
{
    size_t i = 0;
    if (!expect(l, node, DXKI_JOB_LIST, "a list of numbers"))
        return false;
    if (node->count != row->count)
        return COMPLAIN(l, node, DXKI_RULE_JOB_COUNT, dxki_text(dxki_str(row->key)),
                        dxki_dec(row->count), dxki_dec(node->count));
    for (const dxki_job_node *n = node->first; n; n = n->next, i++) {
        bool good = row->type == DXKI_JOB_T_U32S ? load_u32(l, n, (uint32_t *)to + i)
                                                 : load_real(l, n, (double *)to + i);
        if (!good)
            return false;
    }
    return true;
}

static bool load_list(loader *l, const dxki_job_map *map, const dxki_job_node *node,
                      dxki_job_list *to)
{
    if (!expect(l, node, DXKI_JOB_LIST, "a list"))
        return false;
    uint8_t *items = dxki_arena_zalloc(&l->job->arena, node->count, map->size);
    if (!items)
        return no_memory(l);
    to->items = items;
    for (dxki_job_node *n = node->first; n; n = n->next, items += map->size) {
        to->count++;
        if (!load_map(l, map, n, items))
            return false;
    }
    return true;
}

/* --- rows --- */

static void set_default(const dxki_job_row *row, void *to)
{
    bool fits = row->otherwise >= 0 && row->otherwise <= UINT32_MAX;
    uint32_t number = fits ? (uint32_t)row->otherwise : 0;
    switch (row->type) {
    case DXKI_JOB_T_NAME:
    case DXKI_JOB_T_U32:
    case DXKI_JOB_T_BOOL:
        *(uint32_t *)to = number;
        break;
    case DXKI_JOB_T_REAL:
        *(double *)to = row->otherwise;
        break;
    case DXKI_JOB_T_U32S:
        for (size_t i = 0; i < row->count; i++)
            ((uint32_t *)to)[i] = number;
        break;
    default:
        break;
    }
}

/* A map that is absent still has its defaults, but for those that must be there. */
static void set_defaults(const dxki_job_map *map, void *to)
{
    for (size_t i = 0; i < map->count; i++) {
        const dxki_job_row *row = &map->rows[i];
        set_default(row, (char *)to + row->offset);
        if (row->type == DXKI_JOB_T_MAP)
            set_defaults(row->of, (char *)to + row->offset);
    }
}

static bool load_value(loader *l, const dxki_job_row *row, dxki_job_node *node, void *to)
{
    switch (row->type) {
    case DXKI_JOB_T_TEXT:
        *(dxk_str *)to = node->text;
        return expect(l, node, DXKI_JOB_SCALAR, "a name");
    case DXKI_JOB_T_NAME:
        return expect(l, node, DXKI_JOB_SCALAR, "a name") && load_name(l, row->of, node, to);
    case DXKI_JOB_T_U32:
        return load_u32(l, node, to);
    case DXKI_JOB_T_BOOL:
        return load_bool(l, node, to);
    case DXKI_JOB_T_REAL:
        return load_real(l, node, to);
    case DXKI_JOB_T_MAP:
        return load_map(l, row->of, node, to);
    case DXKI_JOB_T_LIST:
        return load_list(l, row->of, node, to);
    case DXKI_JOB_T_TREE:
        *(const dxki_job_node **)to = node;
        return true;
    default:
        return load_numbers(l, row, node, to);
    }
}

static bool load_row(loader *l, const dxki_job_map *map, size_t i, dxki_job_node *node, void *to)
{
    const dxki_job_row *row = &map->rows[i];
    char *place = (char *)to + row->offset;
    if (row->type == DXKI_JOB_T_CONTENT) {
        l->status = dxki_job_load_content(l->job, to, node);
        return l->status == DXK_OK;
    }
    dxki_job_node *found = dxki_job_node_find(node, row->key);
    if (found) {
        found->used = true;
        ((dxki_job_head *)to)->have |= 1u << i;
        return load_value(l, row, found, place);
    }
    if (row->when == DXKI_JOB_REQUIRED)
        return COMPLAIN(l, node, DXKI_RULE_JOB_MISSING, dxki_text(dxki_str(row->key)));
    return true;
}

/* A key that no row has looked at is unknown, or there twice: rows take the first. */
static bool check_used(loader *l, const dxki_job_node *map)
{
    const dxki_job_node *n = map->first;
    while (n && n->used)
        n = n->next;
    if (!n)
        return true;
    const dxki_job_node *first = map->first;
    while (first != n && !dxki_str_same(first->key, n->key))
        first = first->next;
    return COMPLAIN(l, n, first == n ? DXKI_RULE_JOB_KEY : DXKI_RULE_JOB_REPEATED,
                    dxki_text(n->key));
}

static bool load_map(loader *l, const dxki_job_map *map, dxki_job_node *node, void *to)
{
    dxki_job_head *head = to;
    if (!expect(l, node, DXKI_JOB_MAP, "a map"))
        return false;
    set_defaults(map, to);
    head->line = node->line;
    head->column = node->column;
    for (size_t i = 0; i < map->count; i++) {
        if (!load_row(l, map, i, node, to))
            return false;
    }
    return check_used(l, node);
}

dxk_status dxki_job_load(dxk_job *job, dxki_job_node *root)
{
    loader l = {job, DXK_OK};
    load_map(&l, &dxki_job_schema, root, job);
    return l.status;
}
