/* SPDX-License-Identifier: MIT */
/*
 * md_state.c - what goes along with a load: the status, reports with paths, and the nodes that
 * were read before. See md.h.
 */
#include "dxil/md.h"

#include "base/count.h"
#include "base/out.h"
#include "spec/reader_rules.h"

#include <string.h>

/* ---------------------------------------------------------------------------------------- */
/* State and reports                                                                          */

bool dxki_dxil_md_init(dxki_dxil_md_reader *r, dxk_dxil *d)
{
    dxki_dxil_md_memo none = {0, 0, NULL};

    memset(r, 0, sizeof *r);
    r->d = d;
    r->m = d->m;
    return dxki_vec_push(d->ctx, &r->memos, none);
}

void dxki_dxil_md_free(dxki_dxil_md_reader *r)
{
    dxki_idset_free(r->d->ctx, &r->memo_set);
    dxki_vec_free(r->d->ctx, &r->memos);
}

bool dxki_dxil_md_stopped(const dxki_dxil_md_reader *r)
{
    return r->status == DXK_E_NOMEM || r->status == DXK_E_LIMIT;
}

void dxki_dxil_md_nomem(dxki_dxil_md_reader *r)
{
    if (!dxki_dxil_md_stopped(r))
        r->status = dxki_nomem(r->d->ctx);
}

void *dxki_dxil_md_alloc(dxki_dxil_md_reader *r, size_t count, size_t size)
{
    void *object = dxki_arena_zalloc(&r->d->arena, count, size);

    if (!object)
        dxki_dxil_md_nomem(r);
    return object;
}

static void note(dxki_dxil_md_reader *r, dxk_status status)
{
    if (!dxki_dxil_md_stopped(r) && status != DXK_OK)
        r->status = status;
}

#define PATH_DEPTH 16
#define PATH_SIZE  256

static size_t put(char *text, size_t used, const char *piece, size_t size)
{
    size_t room = PATH_SIZE - 1 - used;

    size = size < room ? size : room;
    memcpy(text + used, piece, size);
    text[used + size] = '\0';
    return used + size;
}

static void render_path(char *text, const dxki_dxil_md_path *path)
{
    const dxki_dxil_md_path *frames[PATH_DEPTH];
    size_t depth = 0, used = put(text, 0, "!", 1);

    for (; path && depth < PATH_DEPTH; path = path->up)
        frames[depth++] = path;
    for (size_t i = depth; i > 0; i--) {
        const dxki_dxil_md_path *frame = frames[i - 1];
        char digits[24];

        if (i != depth)
            used = put(text, used, "/", 1);
        used = put(text, used, frame->name, strlen(frame->name));
        if (frame->index != DXKI_NO_MD_INDEX) {
            char *end = digits + sizeof digits;
            char *first = dxki_format_u64(end - 1, frame->index);
            *--first = '[';
            end[-1] = ']';
            used = put(text, used, first, (size_t)(end - first));
        }
    }
}

static const char *describe(const dxk_module *m, dxki_md md)
{
    static const char *const constants[] = {
        [DXKI_C_NONE] = "a value",      [DXKI_C_NULL] = "a zero constant",
        [DXKI_C_UNDEF] = "undef",       [DXKI_C_INT] = "an integer",
        [DXKI_C_FLOAT] = "a float",     [DXKI_C_WIDE] = "a wide constant",
        [DXKI_C_DATA] = "an array",     [DXKI_C_AGGREGATE] = "an aggregate",
        [DXKI_C_EXPR] = "an expression"};

    if (md == 0)
        return "null";
    switch (dxki_md_get(m, md)->kind) {
    case DXKI_M_STRING:
        return "a string";
    case DXKI_M_TUPLE:
        return "a tuple";
    case DXKI_M_VALUE: {
        dxki_value value = dxki_md_value(m, md);
        const dxki_const *c = dxki_const_get(m, value);
        if (DXKI_TAG(value) == DXKI_V_GLOBAL)
            return "a global";
        if (c && c->kind < DXKI_COUNT(constants))
            return constants[c->kind];
        return "a value";
    }
    default:
        return "a debug node";
    }
}

/* A program is refused for it, or does without the annotations that it is in. */
void dxki_dxil_md_refuse(dxki_dxil_md_reader *r, const char *words)
{
    if (r->is_optional) {
        r->d->bad_annotations = true;
        if (!r->is_unread && !r->d->annotation_refusal)
            r->d->annotation_refusal = words;
    } else if (!r->d->refusal) {
        r->d->refusal = words;
    }
}

/* `what` of the node is `found`. */
static void report(dxki_dxil_md_reader *r, const dxki_rule *rule, const dxki_dxil_md_path *path,
                   const char *what, dxki_arg found, const char *wanted, const char *words)
{
    char text[PATH_SIZE];

    render_path(text, path);
    dxki_dxil_md_refuse(r, words);
    if (r->is_optional)
        rule = DXKI_RULE_DXIL_METADATA_ANNOTATION;
    note(r, DXKI_REPORT(r->d->ctx, rule, dxki_nowhere(), text, dxki_text(dxki_str(what)), found,
                        dxki_text(dxki_str(wanted))));
}

void dxki_dxil_md_report_kind(dxki_dxil_md_reader *r, const dxki_dxil_md_path *path,
                              const char *what, dxki_md found, const char *wanted)
{
    report(r, DXKI_RULE_DXIL_METADATA_KIND, path, what, dxki_text(dxki_str(describe(r->m, found))),
           wanted, "");
}

void dxki_dxil_md_fault(dxki_dxil_md_reader *r)
{
    if (!r->is_unread && !r->d->bad_annotations)
        r->is_optional = false;
}

void dxki_dxil_md_report_cast(dxki_dxil_md_reader *r, const dxki_dxil_md_path *path,
                              const char *what, dxki_md found, const char *wanted)
{
    if (!found)
        dxki_dxil_md_fault(r);
    report(r, DXKI_RULE_DXIL_METADATA_KIND, path, what, dxki_text(dxki_str(describe(r->m, found))),
           wanted, found ? DXKI_CAST_REFUSAL : "");
}

void dxki_dxil_md_report_count(dxki_dxil_md_reader *r, const dxki_dxil_md_path *path,
                               uint32_t found, const char *wanted)
{
    report(r, DXKI_RULE_DXIL_METADATA_COUNT, path, "the number of operands", dxki_dec(found),
           wanted, "");
}

void dxki_dxil_md_report_value(dxki_dxil_md_reader *r, const dxki_dxil_md_path *path,
                               const char *what, uint64_t found, const char *wanted)
{
    report(r, DXKI_RULE_DXIL_METADATA_VALUE, path, what, dxki_dec(found), wanted, "");
}

void dxki_dxil_md_report_missing(dxki_dxil_md_reader *r, dxki_dxil_md_name_id name)
{
    dxki_dxil_md_refuse(r, "");
    note(r, DXKI_REPORT(r->d->ctx, DXKI_RULE_DXIL_METADATA_MISSING, dxki_nowhere(), NULL,
                        dxki_text(dxki_str(dxki_dxil_md_name_text(name)))));
}

bool dxki_dxil_md_report_view_id(dxki_dxil_md_reader *r, const dxki_dxil_md_path *path,
                                 uint64_t words)
{
    char text[PATH_SIZE];

    render_path(text, path);
    note(r, DXKI_REPORT(r->d->ctx, DXKI_RULE_DXIL_METADATA_VIEWID, dxki_nowhere(), text,
                        dxki_dec(words)));
    return !dxki_dxil_md_stopped(r);
}

/* ---------------------------------------------------------------------------------------- */
/* Shared nodes                                                                               */

static uint32_t memo_hash(dxki_md md, uint32_t kind)
{
    return dxki_hash_end(dxki_hash_mix((uint64_t)kind + 1, md));
}

const void *dxki_dxil_md_recall(const dxki_dxil_md_reader *r, dxki_md md, uint32_t kind)
{
    uint32_t hash = memo_hash(md, kind), pos = hash, id;

    while ((id = dxki_idset_next(&r->memo_set, hash, &pos)) != 0) {
        const dxki_dxil_md_memo *memo = &r->memos.items[id];
        if (memo->md == md && memo->kind == kind)
            return memo->object;
    }
    return NULL;
}

void dxki_dxil_md_remember(dxki_dxil_md_reader *r, dxki_md md, uint32_t kind, const void *object)
{
    dxki_dxil_md_memo memo = {md, kind, object};

    if (!dxki_vec_push(r->d->ctx, &r->memos, memo) ||
        !dxki_idset_add(r->d->ctx, &r->memo_set, memo_hash(md, kind),
                        (uint32_t)(r->memos.count - 1)))
        dxki_dxil_md_nomem(r);
}

const void *dxki_dxil_md_object(dxki_dxil_md_reader *r, dxki_dxil_md_record_id record,
                                uint32_t flags, dxki_md md, const dxki_dxil_md_path *path,
                                dxki_dxil_md_finish finish)
{
    const void *known = dxki_dxil_md_recall(r, md, (uint32_t)record | flags);
    if (known)
        return known;
    void *object = dxki_dxil_md_alloc(r, 1, dxki_dxil_md_record_size(record));
    if (!object)
        return NULL;
    dxki_dxil_md_record(r, record, md, path, object);
    if (finish && !dxki_dxil_md_stopped(r))
        finish(r, record, md, path, object);
    dxki_dxil_md_remember(r, md, (uint32_t)record | flags, object);
    return dxki_dxil_md_stopped(r) ? NULL : object;
}

void dxki_dxil_md_objects(dxki_dxil_md_reader *r, dxki_dxil_md_record_id record, uint32_t flags,
                          const dxki_md *ops, uint32_t count, const dxki_dxil_md_path *path,
                          dxki_dxil_md_finish finish, dxki_dxil_list *list)
{
    *list = (dxki_dxil_list){0, 0, NULL};
    if (count == 0 || dxki_dxil_md_stopped(r))
        return;
    const void **items = DXKI_MDR_NEW(r, const void *, count);
    if (!items)
        return;
    for (uint32_t i = 0; i < count; i++) {
        dxki_dxil_md_path here = {path->up, path->name, i};
        items[i] = dxki_dxil_md_object(r, record, flags, ops[i], &here, finish);
        if (!items[i])
            return;
    }
    *list = (dxki_dxil_list){0, count, items};
}

void dxki_dxil_md_tuple(dxki_dxil_md_reader *r, dxki_dxil_md_record_id record, uint32_t flags,
                        dxki_md md, const dxki_dxil_md_path *path, dxki_dxil_md_finish finish,
                        dxki_dxil_list *list)
{
    uint32_t kind = (uint32_t)record | flags | DXKI_MEMO_LIST, count;
    const dxki_dxil_list *known = dxki_dxil_md_recall(r, md, kind);
    const dxki_md *ops;

    if (known) {
        *list = *known;
        return;
    }
    *list = (dxki_dxil_list){0, 0, NULL};
    if (!dxki_dxil_md_list(r, md, path, &ops, &count) || md == 0)
        return;
    dxki_dxil_md_objects(r, record, flags, ops, count, path, finish, list);
    dxki_dxil_list *kept = DXKI_MDR_NEW(r, dxki_dxil_list, 1);
    if (!kept)
        return;
    list->md = md;
    *kept = *list;
    dxki_dxil_md_remember(r, md, kind, kept);
}
