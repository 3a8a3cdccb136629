/* SPDX-License-Identifier: MIT */
/* codec.c - numbers, bytes, groups, seeking and reporting. See codec.h; records are in record.c. */
#include "wire/codec.h"
#include "base/sort.h"
#include "wire/codec_internal.h"

#include "base/out.h"
#include "spec/reader_rules.h"
#include "wire/load.h"

#include <string.h>

void dxki_codec_init_read(dxki_codec *c, dxk_ctx *ctx, dxki_arena *arena, dxk_bytes in,
                          uint64_t base)
{
    memset(c, 0, offsetof(dxki_codec, scratch));
    c->depth = 0;
    c->ctx = ctx;
    c->arena = arena;
    c->mode = DXKI_READ;
    c->in = in;
    c->base = base;
}

void dxki_codec_init_write(dxki_codec *c, dxk_ctx *ctx, dxk_buffer *out)
{
    memset(c, 0, offsetof(dxki_codec, scratch));
    c->depth = 0;
    c->ctx = ctx;
    c->mode = DXKI_WRITE;
    c->out = out;
}

void dxki_codec_finish(dxki_codec *c)
{
    dxki_vec_free(c->ctx, &c->claims);
}

/* ---------------------------------------------------------------------------------------- */
/* Reporting                                                                                  */

/* "PSV0/resources[3].flags" of the current path and `name`. */
static void put_path(dxki_codec *c, dxki_out *out, const char *name)
{
    for (int i = 0; i < c->depth; i++) {
        bool element = c->path[i].index != DXK_NO_INDEX;
        if (element) {
            dxki_out_char(out, '[');
            dxki_out_u64(out, c->path[i].index);
            dxki_out_char(out, ']');
        } else {
            if (i > 0)
                dxki_out_char(out, i == 1 ? '/' : '.');
            dxki_out_text(out, c->path[i].name);
        }
    }
    if (name) {
        if (c->depth > 0)
            dxki_out_char(out, c->depth == 1 ? '/' : '.');
        dxki_out_text(out, name);
    }
    dxki_out_char(out, 0);
}

/* Reports under the current path; the status that the rule or a failing report asks for. */
static dxk_status report(dxki_codec *c, const dxki_rule *rule, size_t pos, const char *name,
                         const dxki_arg *args, size_t count)
{
    uint64_t at = c->inflated ? c->base : c->base + pos;
    dxk_status status;
    dxk_buffer path;
    dxk_buffer_init(&path, c->ctx);
    dxki_out out;
    dxki_out_init(&out, dxk_buffer_sink(&path));
    put_path(c, &out, name);
    if (dxki_out_flush(&out) == DXK_OK)
        status = dxki_report(c->ctx, rule, dxki_at_byte(at), (char *)path.data, args, count);
    else
        status = dxki_nomem(c->ctx);
    dxk_buffer_free(&path);
    return status;
}

bool dxki_codec_fail(dxki_codec *c, const dxki_rule *rule, size_t pos, const char *name,
                     const dxki_arg *args, size_t count)
{
    if (c->status == DXK_OK)
        c->status = report(c, rule, pos, name, args, count);
    return false;
}

bool dxki_codec_warn(dxki_codec *c, const dxki_rule *rule, size_t pos, const char *name,
                     const dxki_arg *args, size_t count)
{
    if (c->status != DXK_OK)
        return false;
    dxk_status status = report(c, rule, pos, name, args, count);
    return dxki_codec_check(c, status == DXK_E_INVALID ? DXK_OK : status);
}

bool dxki_codec_bad(dxki_codec *c, const char *name, uint64_t value, const char *what)
{
    dxki_arg args[] = {dxki_text(dxki_str(name)), dxki_dec(value), dxki_text(dxki_str(what))};
    return dxki_codec_fail(c, DXKI_RULE_PART_RANGE, c->pos, name, args, 3);
}

bool dxki_codec_need(dxki_codec *c, const char *name, uint64_t size)
{
    if (c->status != DXK_OK)
        return false;
    if (c->mode != DXKI_READ || (c->pos <= c->in.size && size <= c->in.size - c->pos))
        return true;
    size_t left = c->pos <= c->in.size ? c->in.size - c->pos : 0;
    dxki_arg args[] = {dxki_text(dxki_str(name)), dxki_dec(size), dxki_dec(left)};
    return dxki_codec_fail(c, DXKI_RULE_PART_SHORT, c->pos, name, args, 3);
}

bool dxki_codec_end(dxki_codec *c)
{
    if (c->status != DXK_OK || c->mode != DXKI_READ || c->pos == c->in.size)
        return c->status == DXK_OK;
    dxki_arg args[] = {dxki_dec(c->in.size - c->pos)};
    return dxki_codec_fail(c, DXKI_RULE_PART_REST, c->pos, NULL, args, 1);
}

bool dxki_codec_check(dxki_codec *c, dxk_status status)
{
    if (c->status == DXK_OK)
        c->status = status;
    return c->status == DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Claims and raw access                                                                      */

bool dxki_codec_claim(dxki_codec *c, size_t size)
{
    size_t start = c->pos;
    c->pos += size;
    if (c->mode != DXKI_READ || size == 0)
        return true;
    if (c->claims.count && c->claims.items[c->claims.count - 1].end == start) {
        c->claims.items[c->claims.count - 1].end = c->pos;
        return true;
    }
    struct dxki_claim claim = {start, c->pos};
    if (!dxki_vec_push(c->ctx, &c->claims, claim))
        return dxki_codec_check(c, dxki_nomem(c->ctx));
    return true;
}

bool dxki_codec_put(dxki_codec *c, const void *data, size_t size)
{
    if (c->status != DXK_OK)
        return false;
    if (!c->out) {
        c->pos += size;
        return true;
    }
    static const uint8_t zeros[64];
    while (c->out->size < c->pos) {
        size_t gap = c->pos - c->out->size;
        if (!dxki_codec_check(c, dxk_buffer_append(c->out, zeros, gap < 64 ? gap : 64)))
            return false;
    }
    size_t inside = c->out->size - c->pos < size ? c->out->size - c->pos : size;
    if (inside)
        memcpy(c->out->data + c->pos, data, inside);
    if (size > inside &&
        !dxki_codec_check(c,
                          dxk_buffer_append(c->out, (const uint8_t *)data + inside, size - inside)))
        return false;
    c->pos += size;
    return true;
}

bool dxki_codec_seek(dxki_codec *c, const char *name, size_t pos)
{
    if (c->status != DXK_OK)
        return false;
    if (c->mode == DXKI_READ && pos > c->in.size)
        return dxki_codec_bad(c, name, pos, "an offset inside the part");
    c->pos = pos;
    c->scattered = true;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Groups                                                                                     */

static bool enter(dxki_codec *c, dxk_visit_node *node)
{
    if (c->status != DXK_OK)
        return false;
    if (c->depth == DXKI_PATH_DEPTH)
        return dxki_codec_check(c, DXK_E_LIMIT);
    c->path[c->depth].name = node->name;
    c->path[c->depth].index = node->index;
    c->path[c->depth].list = node->list;
    c->depth++;
    if (!c->visitor || !c->visitor->enter)
        return true;
    node->offset = dxki_codec_place(c, c->pos);
    node->inflated = c->inflated;
    return dxki_codec_check(c, c->visitor->enter(c->visitor->user, node));
}

bool dxki_codec_enter(dxki_codec *c, const char *name, size_t index, const char *record)
{
    dxk_visit_node node = {.name = name, .index = index, .record = record};
    return enter(c, &node);
}

bool dxki_codec_enter_list(dxki_codec *c, const char *name, uint64_t count)
{
    dxk_visit_node node = {
        .name = name, .index = DXK_NO_INDEX, .record = "", .list = true, .count = count};
    return enter(c, &node);
}

bool dxki_codec_leave(dxki_codec *c)
{
    if (c->status != DXK_OK)
        return false;
    c->depth--;
    if (!c->visitor || !c->visitor->leave)
        return true;
    dxk_visit_node node = {.name = c->path[c->depth].name, .index = c->path[c->depth].index};
    node.list = c->path[c->depth].list;
    node.record = "";
    node.offset = dxki_codec_place(c, c->pos);
    node.inflated = c->inflated;
    return dxki_codec_check(c, c->visitor->leave(c->visitor->user, &node));
}

/* ---------------------------------------------------------------------------------------- */
/* Showing                                                                                    */

static void explain_mask(dxki_codec *c, dxk_visit_field *f)
{
    size_t n = 0;
    for (int i = 0; i < 4; i++)
        if (f->number >> i & 1)
            c->scratch[n++] = "xyzw"[i];
    f->text = (dxk_str){c->scratch, n};
}

static void explain(dxki_codec *c, dxk_visit_field *f)
{
    const char *text;
    switch (f->show) {
    case DXK_SHOW_ENUM:
        text = dxk_enum_text(f->names, f->number);
        f->text = text ? dxki_str(text) : (dxk_str){"", 0};
        return;
    case DXK_SHOW_FLAGS:
        f->text = dxki_enum_flags_text(f->names, f->number, c->scratch, sizeof c->scratch);
        return;
    case DXK_SHOW_MASK:
        explain_mask(c, f);
        return;
    case DXK_SHOW_BOOL:
        f->text = f->number ? dxki_str("true") : dxki_str("false");
        return;
    case DXK_SHOW_FOURCC:
        for (int i = 0; i < 4; i++)
            c->scratch[i] = (char)(f->number >> (8 * i));
        f->text = (dxk_str){c->scratch, 4};
        return;
    case DXK_SHOW_SET:
        if (f->text.size == 0) {
            uint32_t words[] = {(uint32_t)f->number, (uint32_t)(f->number >> 32)};
            f->text = dxki_codec_set_text(words, 2, c->scratch, sizeof c->scratch);
        }
        return;
    case DXK_SHOW_STR:
    case DXK_SHOW_STRS:
    case DXK_SHOW_INTS:
    case DXK_SHOW_REF:
    case DXK_SHOW_REFS:
    case DXK_SHOW_BLOB:
        if (c->resolve)
            c->resolve(c, f);
        return;
    default:
        return;
    }
}

bool dxki_codec_show(dxki_codec *c, dxk_visit_field *field)
{
    if (!c->visitor || !c->visitor->field)
        return c->status == DXK_OK;
    field->inflated = c->inflated;
    explain(c, field);
    return dxki_codec_check(c, c->visitor->field(c->visitor->user, field));
}

bool dxki_codec_fact(dxki_codec *c, const char *name, dxk_str text)
{
    if (c->mode != DXKI_READ || !c->visitor)
        return c->status == DXK_OK;
    dxk_visit_field field = {.name = name, .index = DXK_NO_INDEX, .show = DXK_SHOW_TEXT};
    field.offset = dxki_codec_place(c, c->pos);
    field.text = text;
    return dxki_codec_show(c, &field);
}

/* ---------------------------------------------------------------------------------------- */
/* Numbers and bytes                                                                          */

static bool number(dxki_codec *c, const char *name, size_t index, uint64_t *value, uint32_t size,
                   dxk_show show, dxk_enum_id names)
{
    if (c->status != DXK_OK || !dxki_codec_need(c, name, size))
        return false;
    uint8_t bytes[8];
    if (c->mode == DXKI_WRITE) {
        dxki_store64(bytes, *value);
        return dxki_codec_put(c, bytes, size);
    }
    if (c->supply && !dxki_codec_supply(c, name, index, size, show, names, true))
        return false;
    *value = 0;
    for (uint32_t i = 0; i < size; i++)
        *value |= (uint64_t)c->in.data[c->pos + i] << (8 * i);
    dxk_visit_field field = {.name = name, .index = index, .size = size};
    field.offset = dxki_codec_place(c, c->pos);
    field.show = show;
    field.names = names;
    field.number = *value;
    return dxki_codec_claim(c, size) && dxki_codec_show(c, &field);
}

bool dxki_codec_u8(dxki_codec *c, const char *name, uint8_t *value, dxk_show show,
                   dxk_enum_id names)
{
    uint64_t wide = *value;
    bool ok = number(c, name, DXK_NO_INDEX, &wide, 1, show, names);
    *value = (uint8_t)wide;
    return ok;
}

bool dxki_codec_u16(dxki_codec *c, const char *name, uint16_t *value, dxk_show show,
                    dxk_enum_id names)
{
    uint64_t wide = *value;
    bool ok = number(c, name, DXK_NO_INDEX, &wide, 2, show, names);
    *value = (uint16_t)wide;
    return ok;
}

bool dxki_codec_u16_element(dxki_codec *c, const char *name, size_t index, uint16_t *value,
                            dxk_show show)
{
    uint64_t wide = *value;
    bool ok = number(c, name, index, &wide, 2, show, DXK_ENUM_ID_none);
    *value = (uint16_t)wide;
    return ok;
}

bool dxki_codec_u32(dxki_codec *c, const char *name, uint32_t *value, dxk_show show,
                    dxk_enum_id names)
{
    uint64_t wide = *value;
    bool ok = number(c, name, DXK_NO_INDEX, &wide, 4, show, names);
    *value = (uint32_t)wide;
    return ok;
}

bool dxki_codec_u32s(dxki_codec *c, const char *name, uint32_t **values, size_t count,
                     dxk_show show)
{
    if (!dxki_codec_need(c, name, 4 * (uint64_t)count))
        return false;
    if (c->mode == DXKI_READ) {
        *values = DXKI_NEW_ARRAY(c->arena, uint32_t, count);
        if (!*values)
            return dxki_codec_check(c, dxki_nomem(c->ctx));
    }
    if (!dxki_codec_enter_list(c, name, count))
        return false;
    for (size_t i = 0; i < count; i++) {
        uint64_t wide = (*values)[i];
        if (!number(c, name, i, &wide, 4, show, DXK_ENUM_ID_none))
            return false;
        (*values)[i] = (uint32_t)wide;
    }
    return dxki_codec_leave(c);
}

static bool bytes(dxki_codec *c, const char *name, size_t index, dxk_bytes *view, size_t size,
                  dxk_show show)
{
    if (!dxki_codec_need(c, name, size))
        return false;
    if (c->mode == DXKI_WRITE) {
        static const uint8_t zeros[64];
        size_t given = view->size < size ? view->size : size;
        if (!dxki_codec_put(c, view->data, given))
            return false;
        for (size_t left = size - given, n; left; left -= n)
            if (!dxki_codec_put(c, zeros, n = left < 64 ? left : 64))
                return false;
        return true;
    }
    if (c->supply && !dxki_codec_supply(c, name, index, size, show, DXK_ENUM_ID_none, false))
        return false;
    *view = (dxk_bytes){c->in.data + c->pos, size};
    dxk_visit_field field = {.name = name, .index = index, .show = show};
    field.offset = dxki_codec_place(c, c->pos);
    field.size = (uint32_t)size;
    field.bytes = *view;
    if (show == DXK_SHOW_TEXT) {
        const void *end = size ? memchr(view->data, 0, size) : NULL;
        field.text.data = (const char *)view->data;
        field.text.size = end ? (size_t)((const uint8_t *)end - view->data) : size;
    }
    return dxki_codec_claim(c, size) && dxki_codec_show(c, &field);
}

bool dxki_codec_bytes(dxki_codec *c, const char *name, dxk_bytes *view, size_t size)
{
    return bytes(c, name, DXK_NO_INDEX, view, size, DXK_SHOW_BYTES);
}

bool dxki_codec_bytes_element(dxki_codec *c, const char *name, size_t index, dxk_bytes *view,
                              size_t size)
{
    return bytes(c, name, index, view, size, DXK_SHOW_BYTES);
}

bool dxki_codec_table_element(dxki_codec *c, const char *name, size_t index, dxk_bytes *table,
                              size_t size)
{
    return bytes(c, name, index, table, size, DXK_SHOW_TABLE);
}

bool dxki_codec_text(dxki_codec *c, const char *name, dxk_bytes *view, size_t size)
{
    return bytes(c, name, DXK_NO_INDEX, view, size, DXK_SHOW_TEXT);
}

static bool rest(dxki_codec *c, const char *name, dxk_bytes *view, dxk_show show)
{
    size_t size = c->mode == DXKI_WRITE ? view->size : c->in.size - c->pos;
    if (c->status != DXK_OK || size == 0)
        return c->status == DXK_OK;
    return bytes(c, name, DXK_NO_INDEX, view, size, show);
}

bool dxki_codec_rest(dxki_codec *c, const char *name, dxk_bytes *view)
{
    return rest(c, name, view, DXK_SHOW_BYTES);
}

bool dxki_codec_table(dxki_codec *c, const char *name, dxk_bytes *table, size_t size)
{
    if (size == DXKI_REST)
        return rest(c, name, table, DXK_SHOW_TABLE);
    return bytes(c, name, DXK_NO_INDEX, table, size, DXK_SHOW_TABLE);
}

/* ---------------------------------------------------------------------------------------- */
/* Slack                                                                                      */

static bool starts_later(const void *user, const void *a, const void *b)
{
    (void)user;
    return ((const struct dxki_claim *)a)->start > ((const struct dxki_claim *)b)->start;
}

static bool add_slack(dxki_codec *c, dxki_slack *list, size_t *count, size_t start, size_t end)
{
    dxki_slack *slack = &list[*count];
    if (*count == 0 && !dxki_codec_enter_list(c, "slack", 0))
        return false;
    slack->offset = start;
    c->pos = start;
    return bytes(c, "slack", (*count)++, &slack->bytes, end - start, DXK_SHOW_BYTES);
}

static bool find_slack(dxki_codec *c, dxki_slack **list, size_t *count)
{
    size_t claims = c->claims.count;
    size_t done = 0;
    *count = 0;
    *list = DXKI_NEW_ARRAY(c->arena, dxki_slack, claims + 1);
    if (!*list ||
        !dxki_sort(c->ctx, c->claims.items, claims, sizeof *c->claims.items, starts_later, NULL))
        return dxki_codec_check(c, dxki_nomem(c->ctx));
    for (size_t i = 0; i < claims; i++) {
        size_t start = c->claims.items[i].start, end = c->claims.items[i].end;
        if (start > done && !add_slack(c, *list, count, done, start))
            return false;
        if (end > done)
            done = end;
        /* add_slack claims too, at the end of the vector: `claims` was fixed before. */
    }
    if (c->in.size > done && !add_slack(c, *list, count, done, c->in.size))
        return false;
    c->pos = c->in.size;
    return *count == 0 || dxki_codec_leave(c);
}

bool dxki_codec_slack(dxki_codec *c, dxki_slack **slack, size_t *count, size_t size)
{
    if (c->status != DXK_OK)
        return false;
    if (c->mode == DXKI_READ)
        return find_slack(c, slack, count);
    for (size_t i = 0; i < *count; i++) {
        c->pos = (*slack)[i].offset;
        if (!dxki_codec_put(c, (*slack)[i].bytes.data, (*slack)[i].bytes.size))
            return false;
    }
    size_t end = c->out ? c->out->size : c->pos;
    c->pos = end > size ? end : size;
    return dxki_codec_put(c, "", 0);
}

bool dxki_codec_string_at(dxk_bytes table, uint64_t offset, dxk_str *text)
{
    if (offset >= table.size)
        return false;
    const uint8_t *start = table.data + (size_t)offset;
    const uint8_t *end = memchr(start, 0, table.size - (size_t)offset);
    if (!end)
        return false;
    *text = (dxk_str){(const char *)start, (size_t)(end - start)};
    return true;
}
