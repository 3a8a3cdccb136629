/* SPDX-License-Identifier: MIT */
/*
 * diff.c - comparing two containers.
 *
 * Each side is visited once and kept as a tree of small nodes; the trees are walked together.
 * Lists are compared by index, other groups by name. Depth is bounded by the codec's.
 */
#include "parts/parts.h"
#include "base/options.h"
#include "base/str.h"

#include "base/out.h"
#include "container/container.h"
#include "dxk/diff.h"

#include <string.h>

#define NONE UINT32_MAX

/* A group or a field. Siblings are linked in file order. */
typedef struct node {
    const char *name; /* static, or the FourCC in `fourcc` */
    char fourcc[5];
    bool group;
    bool matched;
    uint8_t show;
    uint16_t names;
    uint32_t first, next; /* children, sibling */
    size_t index;
    uint64_t number;
    dxk_bytes bytes;
    dxk_str text;
} node;

typedef struct tree {
    dxk_ctx *ctx;
    dxki_arena arena; /* texts */
    DXKI_VEC(node) nodes;
    uint32_t open[DXKI_PATH_DEPTH + 1]; /* groups that are open; [0] is the root */
    uint32_t last[DXKI_PATH_DEPTH + 1]; /* their newest children */
    int depth;
} tree;

static dxk_status add(tree *t, const node *n, uint32_t *id)
{
    *id = (uint32_t)t->nodes.count;
    if (t->nodes.count >= NONE || !dxki_vec_push(t->ctx, &t->nodes, *n))
        return dxki_nomem(t->ctx);
    if (t->last[t->depth] == NONE)
        t->nodes.items[t->open[t->depth]].first = *id;
    else
        t->nodes.items[t->last[t->depth]].next = *id;
    t->last[t->depth] = *id;
    return DXK_OK;
}

static dxk_status on_enter(void *user, const dxk_visit_node *visited)
{
    tree *t = user;
    node n = {.name = visited->name, .group = true, .first = NONE, .next = NONE};
    uint32_t id;
    n.index = visited->index;
    if (t->depth == 0) { /* part names are made on the fly */
        size_t size = strlen(visited->name);
        n.name = dxki_arena_strdup(&t->arena, visited->name, size);
        if (!n.name)
            return dxki_nomem(t->ctx);
    }
    if (t->depth == DXKI_PATH_DEPTH)
        return DXK_E_LIMIT;
    dxk_status status = add(t, &n, &id);
    t->depth++;
    t->open[t->depth] = id;
    t->last[t->depth] = NONE;
    return status;
}

static dxk_status on_leave(void *user, const dxk_visit_node *visited)
{
    tree *t = user;
    (void)visited;
    t->depth--;
    return DXK_OK;
}

static dxk_status on_field(void *user, const dxk_visit_field *field)
{
    tree *t = user;
    node n = {.name = field->name, .first = NONE, .next = NONE};
    uint32_t id;
    n.index = field->index;
    n.number = field->number;
    n.bytes = field->bytes;
    n.show = (uint8_t)field->show;
    n.names = (uint16_t)field->names;
    /* Names of values can be made again; the words of references cannot. */
    bool made = field->show == DXK_SHOW_ENUM || field->show == DXK_SHOW_FLAGS;
    if (field->text.size && !made) {
        n.text.data = dxki_arena_strdup(&t->arena, field->text.data, field->text.size);
        n.text.size = field->text.size;
        if (!n.text.data)
            return dxki_nomem(t->ctx);
    }
    if (field->inflated && field->bytes.size) { /* others are bytes of the container */
        const char *bytes = (const char *)field->bytes.data;
        n.bytes.data = (uint8_t *)dxki_arena_strdup(&t->arena, bytes, field->bytes.size);
        if (!n.bytes.data)
            return dxki_nomem(t->ctx);
    }
    return add(t, &n, &id);
}

static dxk_status grow(tree *t, dxk_ctx *ctx, const dxk_container *container)
{
    node root = {.name = "", .group = true, .first = NONE, .next = NONE};
    dxk_visitor visitor = {t, on_enter, on_field, on_leave};
    memset(t, 0, sizeof *t);
    t->ctx = ctx;
    t->last[0] = NONE;
    dxki_arena_init(&t->arena, ctx);
    if (!dxki_vec_push(ctx, &t->nodes, root))
        return dxki_nomem(ctx);
    dxk_status status = dxk_container_visit(container, &visitor);
    return status == DXK_E_INVALID ? DXK_OK : status; /* damage was reported, bytes are compared */
}

static void fell(tree *t)
{
    dxki_vec_free(t->ctx, &t->nodes);
    dxki_arena_free(&t->arena);
}

/* ---------------------------------------------------------------------------------------- */
/* Reporting                                                                                  */

typedef struct diff {
    dxk_ctx *ctx;
    tree left, right;
    bool layout;        /* also what follows from the rest */
    bool content;       /* not what is compared elsewhere */
    bool other_program; /* the bitcode of DXIL differs */
    dxk_status (*each)(void *user, const dxk_difference *difference);
    void *user;
    size_t count;
    const node *path[DXKI_PATH_DEPTH + 1];
    size_t occurrence; /* of the part that is compared, among its kind */
    int depth;
} diff;

static void put_step(dxki_out *out, const node *n, int depth)
{
    if (n->index != DXK_NO_INDEX) {
        dxki_out_char(out, '[');
        dxki_out_u64(out, n->index);
        dxki_out_char(out, ']');
        return;
    }
    if (depth > 0)
        dxki_out_char(out, depth == 1 ? '/' : '.');
    dxki_out_text(out, n->name);
}

static void put_path(const diff *d, dxki_out *out, const node *leaf)
{
    for (int i = 0; i < d->depth; i++) {
        put_step(out, d->path[i], i);
        if (i == 0 && d->occurrence) {
            dxki_out_char(out, '#');
            dxki_out_u64(out, d->occurrence);
        }
    }
    if (leaf)
        put_step(out, leaf, d->depth);
}

static void put_bytes(dxki_out *out, dxk_bytes bytes)
{
    dxk_bytes shown = {bytes.data, bytes.size < 16 ? bytes.size : 16};
    dxki_out_u64(out, bytes.size);
    dxki_out_text(out, bytes.size == 1 ? " byte" : " bytes");
    if (shown.size)
        dxki_out_char(out, ' ');
    dxki_out_hex_bytes(out, shown);
    if (shown.size < bytes.size)
        dxki_out_text(out, "...");
}

static void put_value(dxki_out *out, const node *n)
{
    char flags[512];
    const char *name = NULL;
    switch (n->show) {
    case DXK_SHOW_ENUM:
        name = dxk_enum_text((dxk_enum_id)n->names, n->number);
        dxki_out_u64(out, n->number);
        if (name) {
            dxki_out_text(out, " (");
            dxki_out_text(out, name);
            dxki_out_char(out, ')');
        }
        return;
    case DXK_SHOW_FLAGS:
        dxki_out_text(out, "0x");
        dxki_out_hex(out, n->number, 1, false);
        if (n->number) {
            dxki_out_text(out, " (");
            dxki_out_str(
                out, dxki_enum_flags_text((dxk_enum_id)n->names, n->number, flags, sizeof flags));
            dxki_out_char(out, ')');
        }
        return;
    case DXK_SHOW_BYTES:
    case DXK_SHOW_TABLE:
    case DXK_SHOW_PAD:
        if (n->bytes.size || n->show != DXK_SHOW_PAD) {
            put_bytes(out, n->bytes);
            return;
        }
        break;
    case DXK_SHOW_HEX:
        dxki_out_text(out, "0x");
        dxki_out_hex(out, n->number, 1, false);
        return;
    default:
        break;
    }
    if (n->show == DXK_SHOW_MASK && !n->number)
        dxki_out_text(out, "none");
    else if (n->text.size)
        dxki_out_str(out, n->text);
    else
        dxki_out_u64(out, n->number);
}

/* Path, left value, right value as one NUL-separated text. */
static dxk_status report(diff *d, dxk_difference_kind kind, const node *leaf, const node *left,
                         const node *right)
{
    dxk_buffer text;
    dxki_out out;
    size_t marks[2];
    dxk_buffer_init(&text, d->ctx);
    dxki_out_init(&out, dxk_buffer_sink(&text));
    put_path(d, &out, leaf);
    dxki_out_char(&out, 0);
    marks[0] = (size_t)(out.flushed + out.used);
    if (left && !left->group)
        put_value(&out, left);
    marks[1] = (size_t)(out.flushed + out.used);
    if (right && !right->group)
        put_value(&out, right);
    dxk_status status = dxki_out_flush(&out);
    if (status == DXK_OK) {
        const char *p = (const char *)text.data;
        dxk_difference difference = {
            kind, p, {p + marks[0], marks[1] - marks[0]}, {p + marks[1], text.size - marks[1]}};
        d->count++;
        status = d->each ? d->each(d->user, &difference) : DXK_OK;
    }
    dxk_buffer_free(&text);
    return status;
}

/* ---------------------------------------------------------------------------------------- */
/* Comparing                                                                                  */

/* Fields that only say where something is or how big it is, and the bytes after references. */
static bool is_layout(const node *n)
{
    return !n->group && (n->show == DXK_SHOW_SIZE || n->show == DXK_SHOW_TABLE);
}

static bool is_field(const node *n, const char *name)
{
    return !n->group && strcmp(n->name, name) == 0;
}

/* What dxk_diff_programs() compares, and what follows from other content: digests. The bitcode of
 * ILDB and STAT follows from that of DXIL. */
static bool is_elsewhere(const diff *d, const node *part, const node *n)
{
    static const char tokens[][5] = {"SHDR", "SHEX"};
    for (size_t i = 0; i < sizeof tokens / sizeof *tokens; i++) {
        if (strcmp(part->name, tokens[i]) == 0)
            return true;
    }
    if (is_field(n, "digest"))
        return true;
    return is_field(n, "bitcode") && (d->other_program || strcmp(part->name, "DXIL") == 0);
}

static bool is_reference(const node *n)
{
    return n->show == DXK_SHOW_STR || n->show == DXK_SHOW_STRS || n->show == DXK_SHOW_INTS ||
           n->show == DXK_SHOW_BLOB;
}

static bool same_value(const diff *d, const node *a, const node *b)
{
    bool words = dxki_str_same(a->text, b->text);
    if (is_reference(a) && !d->layout && (a->text.size || b->text.size))
        return words;
    return a->number == b->number && words && a->bytes.size == b->bytes.size &&
           (a->bytes.size == 0 || memcmp(a->bytes.data, b->bytes.data, a->bytes.size) == 0);
}

static bool same_key(const node *a, const node *b)
{
    return a->group == b->group && a->index == b->index && strcmp(a->name, b->name) == 0;
}

/* The partner of `wanted` among the siblings from `from` on; in order it is the first one. */
static node *find(tree *t, uint32_t from, const node *wanted)
{
    for (uint32_t i = from; i != NONE; i = t->nodes.items[i].next) {
        node *n = &t->nodes.items[i];
        if (!n->matched && same_key(n, wanted))
            return n;
    }
    return NULL;
}

static dxk_status compare_groups(diff *d, node *left, node *right);

static dxk_status compare(diff *d, node *left, node *right)
{
    if (d->content && d->depth > 0 && is_elsewhere(d, d->path[0], left))
        return DXK_OK;
    if (!left->group)
        return same_value(d, left, right) ? DXK_OK
                                          : report(d, DXK_DIFFERENCE_CHANGED, left, left, right);
    d->path[d->depth++] = left;
    dxk_status status = compare_groups(d, left, right);
    d->depth--;
    return status;
}

/* Children of two groups. Partners usually stand at the same place, so the search is short. */
static dxk_status compare_groups(diff *d, node *left, node *right)
{
    bool layout = d->layout;
    uint32_t hint = right->first;
    dxk_status status = DXK_OK;
    for (uint32_t i = left->first; i != NONE && status == DXK_OK;) {
        node *a = &d->left.nodes.items[i];
        i = a->next;
        if (!layout && is_layout(a))
            continue;
        node *b = find(&d->right, hint, a);
        if (!b && hint != right->first && a->index == DXK_NO_INDEX)
            b = find(&d->right, right->first, a);
        if (!b) {
            status = report(d, DXK_DIFFERENCE_REMOVED, a, a, NULL);
            continue;
        }
        b->matched = true;
        hint = b->next;
        status = compare(d, a, b);
    }
    for (uint32_t i = right->first; i != NONE && status == DXK_OK;) {
        node *b = &d->right.nodes.items[i];
        i = b->next;
        if (!b->matched && (layout || !is_layout(b)))
            status = report(d, DXK_DIFFERENCE_ADDED, b, NULL, b);
    }
    return status;
}

/* The n-th top group called like `a`, n counted in the left tree. */
static node *partner_part(diff *d, uint32_t id, size_t *occurrence)
{
    const node *a = &d->left.nodes.items[id];
    *occurrence = 0;
    for (uint32_t i = d->left.nodes.items[0].first; i != id; i = d->left.nodes.items[i].next)
        if (strcmp(d->left.nodes.items[i].name, a->name) == 0)
            ++*occurrence;
    return find(&d->right, d->right.nodes.items[0].first, a);
}

static dxk_status compare_parts(diff *d)
{
    dxk_status status = DXK_OK;
    for (uint32_t i = d->left.nodes.items[0].first; i != NONE && status == DXK_OK;) {
        node *a = &d->left.nodes.items[i];
        uint32_t next = a->next;
        if (d->layout || !is_layout(a)) {
            node *b = partner_part(d, i, &d->occurrence);
            if (b) {
                b->matched = true;
                status = compare(d, a, b);
            } else {
                d->path[0] = a;
                d->depth = 1;
                status = report(d, DXK_DIFFERENCE_REMOVED, NULL, a, NULL);
                d->depth = 0;
            }
        }
        i = next;
    }
    d->occurrence = 0;
    for (uint32_t i = d->right.nodes.items[0].first; i != NONE && status == DXK_OK;) {
        node *b = &d->right.nodes.items[i];
        i = b->next;
        if (!b->matched && (d->layout || !is_layout(b)))
            status = report(d, DXK_DIFFERENCE_ADDED, b, NULL, b);
    }
    return status;
}

/* Order of the parts, once their contents were compared: only when the sets are the same. */
static dxk_status compare_order(diff *d, const dxk_container *left, const dxk_container *right)
{
    size_t count = dxk_container_part_count(left);
    if (count != dxk_container_part_count(right))
        return DXK_OK;
    for (size_t i = 0; i < count; i++) {
        const dxk_part *a = dxk_container_part(left, i);
        size_t other = dxk_container_find(right, a->fourcc, 0);
        if (other == i || other == DXK_NO_PART || dxk_container_find(left, a->fourcc, 0) != i)
            continue;
        node at = {.name = "", .index = DXK_NO_INDEX, .number = i};
        node to = {.name = "", .index = DXK_NO_INDEX, .number = other};
        node part = {.name = part.fourcc, .index = DXK_NO_INDEX, .group = true};
        for (int k = 0; k < 4; k++)
            part.fourcc[k] = (char)(a->fourcc >> (8 * k));
        dxk_status status = report(d, DXK_DIFFERENCE_MOVED, &part, &at, &to);
        if (status != DXK_OK)
            return status;
    }
    return DXK_OK;
}

static bool same_program(const dxk_container *left, const dxk_container *right)
{
    size_t a = dxk_container_find(left, DXK_PART_DXIL, 0);
    size_t b = dxk_container_find(right, DXK_PART_DXIL, 0);
    if (a == DXK_NO_PART || b == DXK_NO_PART)
        return a == b;
    dxk_bytes x = dxk_container_part(left, a)->content, y = dxk_container_part(right, b)->content;
    return x.size == y.size && (x.size == 0 || memcmp(x.data, y.data, x.size) == 0);
}

dxk_status dxk_diff(const dxk_container *left, const dxk_container *right,
                    const dxk_diff_options *given,
                    dxk_status (*each)(void *user, const dxk_difference *difference), void *user,
                    size_t *count)
{
    dxk_diff_options options;
    if (!dxki_options_take(&options, sizeof options, given))
        return DXK_E_ARGUMENT;
    dxk_ctx *ctx = left->ctx;
    diff d;
    memset(&d, 0, sizeof d);
    d.ctx = ctx;
    d.layout = options.layout;
    d.content = options.content;
    d.other_program = !same_program(left, right);
    d.each = each;
    d.user = user;
    dxk_status status = grow(&d.left, ctx, left);
    d.right.ctx = ctx;
    dxki_arena_init(&d.right.arena, ctx);
    if (status == DXK_OK)
        status = grow(&d.right, ctx, right);
    if (status == DXK_OK)
        status = compare_parts(&d);
    if (status == DXK_OK)
        status = compare_order(&d, left, right);
    fell(&d.left);
    fell(&d.right);
    if (count)
        *count = d.count;
    return status;
}
