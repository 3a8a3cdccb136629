/* SPDX-License-Identifier: MIT */
/* program.c - the differences of two programs: making them, rows, summary; see dxk/diff.h. */
#include "base/sort.h"
#include "base/str.h"
#include "diff/diff.h"
#include "container/container.h"
#include "dxk/dxbc.h"
#include "dxk/parts.h"

#include <string.h>

/* ---------------------------------------------------------------------------------------- */
/* Rows                                                                                       */

static dxk_status add(dxk_program_diff *diff, const dxki_diff_entry *row)
{
    if (!dxki_vec_push(diff->ctx, &diff->rows, *row))
        return dxki_nomem(diff->ctx);
    if (row->kind == DXK_DIFFERENCE_NONE)
        return DXK_OK;
    diff->sum.differences++;
    if (row->area == DXK_DIFF_INST) {
        diff->sum.changed += row->kind == DXK_DIFFERENCE_CHANGED;
        diff->sum.removed += row->kind == DXK_DIFFERENCE_REMOVED;
        diff->sum.added += row->kind == DXK_DIFFERENCE_ADDED;
        diff->sum.moved += row->kind == DXK_DIFFERENCE_MOVED;
    }
    return DXK_OK;
}

dxk_status dxki_diff_add(dxk_program_diff *diff, dxk_diff_area area, dxk_difference_kind kind,
                         uint32_t left, uint32_t right)
{
    dxki_diff_entry row = {(uint8_t)area, (uint8_t)kind, {left, right}, {{"", 0}, {"", 0}}};
    return add(diff, &row);
}

dxk_status dxki_diff_add_text(dxk_program_diff *diff, dxk_diff_area area, dxk_difference_kind kind,
                              uint32_t left, uint32_t right, dxk_str left_text, dxk_str right_text)
{
    dxki_diff_entry row = {(uint8_t)area, (uint8_t)kind, {left, right}, {left_text, right_text}};
    return add(diff, &row);
}

dxk_str dxki_diff_keep(dxk_program_diff *diff, dxk_str text)
{
    char *copy = dxki_arena_strdup(&diff->arena, text.data ? text.data : "", text.size);
    diff->sides[0].no_memory |= !copy;
    return (dxk_str){copy ? copy : "", copy ? text.size : 0};
}

/* ---------------------------------------------------------------------------------------- */
/* Counts                                                                                     */

bool dxki_diff_tally_open(dxk_program_diff *diff, uint32_t slots)
{
    for (int side = 0; side < 2; side++)
        diff->tally[side] = DXKI_NEW_ARRAY(&diff->arena, uint64_t, slots);
    return diff->tally[0] && diff->tally[1];
}

static bool is_after(const void *user, const void *a, const void *b)
{
    (void)user;
    return strcmp(((const dxk_diff_count *)a)->name.data, ((const dxk_diff_count *)b)->name.data) >
           0;
}

dxk_status dxki_diff_tally_close(dxk_program_diff *diff, uint32_t slots,
                                 const char *(*name)(uint32_t slot))
{
    for (uint32_t slot = 0; slot < slots; slot++) {
        uint64_t a = diff->tally[0][slot], b = diff->tally[1][slot];
        const char *text = a == b ? NULL : name(slot);
        dxk_diff_count one = {dxki_str(text ? text : "?"), {a, b}};
        if (a != b && !dxki_vec_push(diff->ctx, &diff->counts, one))
            return dxki_nomem(diff->ctx);
    }
    return dxki_sort(diff->ctx, diff->counts.items, diff->counts.count, sizeof(dxk_diff_count),
                     is_after, NULL)
               ? DXK_OK
               : dxki_nomem(diff->ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Making                                                                                     */

static dxk_program_diff *create(dxk_ctx *ctx)
{
    dxk_program_diff *diff = dxki_realloc(ctx, NULL, 0, sizeof *diff);
    if (!diff)
        return NULL;
    memset(diff, 0, sizeof *diff);
    diff->ctx = ctx;
    dxki_arena_init(&diff->arena, ctx);
    dxk_buffer_init(&diff->made, ctx);
    return diff;
}

void dxk_program_diff_free(dxk_program_diff *diff)
{
    if (!diff)
        return;
    for (int side = 0; side < 2; side++) {
        dxki_diff_side_close(&diff->sides[side]);
        dxk_module_free(diff->owned[side]);
        dxki_vec_free(diff->ctx, &diff->facts[side]);
        dxki_vec_free(diff->ctx, &diff->sides[side].names);
    }
    dxki_vec_free(diff->ctx, &diff->rows);
    dxki_vec_free(diff->ctx, &diff->counts);
    dxk_buffer_free(&diff->made);
    dxki_arena_free(&diff->arena);
    dxki_realloc(diff->ctx, diff, sizeof *diff, 0);
}

static dxk_status compare(dxk_program_diff *diff, const dxk_module *left, const dxk_module *right)
{
    const dxk_module *modules[2] = {left, right};
    for (int side = 0; side < 2; side++) {
        diff->sides[side].other = &diff->sides[1 - side];
        dxk_status status = dxk_dxil_load(modules[side], &diff->sides[side].d);
        if (status != DXK_OK && status != DXK_E_INVALID) /* the rest of the metadata is there */
            return status;
        if (!dxki_diff_side_open(&diff->sides[side], diff, modules[side]))
            return dxki_nomem(diff->ctx);
    }
    dxk_status status = dxki_diff_module(diff);
    for (int side = 0; side < 2 && status == DXK_OK; side++) {
        if (diff->sides[side].no_memory || dxki_text_snippets_failed(diff->sides[side].text))
            status = dxki_nomem(diff->ctx);
    }
    return status;
}

/* Hands the differences over, or frees them. */
static dxk_status hand_over(dxk_program_diff *diff, dxk_status status, dxk_program_diff **out)
{
    if (status == DXK_OK)
        *out = diff;
    else
        dxk_program_diff_free(diff);
    return status;
}

dxk_status dxk_diff_modules(const dxk_module *left, const dxk_module *right, dxk_program_diff **out)
{
    dxk_program_diff *diff = create(left->ctx);
    *out = NULL;
    return diff ? hand_over(diff, compare(diff, left, right), out) : dxki_nomem(left->ctx);
}

static dxk_status read_program(dxk_program_diff *diff, int side, const dxk_container *container)
{
    dxk_program_place place;
    dxk_status status = dxk_container_program(container, DXK_PROGRAM_RUN, &place);
    if (status == DXK_E_NOT_FOUND)
        status = dxk_container_program(container, DXK_PROGRAM_LIST, &place);
    const dxk_module_read_options how = {.file_offset = place.offset};
    return status == DXK_OK
               ? dxk_module_read(diff->ctx, place.program.bitcode, &how, &diff->owned[side])
               : status;
}

dxk_status dxk_diff_programs(const dxk_container *left, const dxk_container *right,
                             dxk_program_diff **out)
{
    dxk_ctx *ctx = left->ctx;
    dxk_program_diff *diff = create(ctx);
    dxk_status status;
    *out = NULL;
    if (!diff)
        return dxki_nomem(ctx);
    if (dxk_dxbc_present(left) || dxk_dxbc_present(right)) {
        status = dxk_dxbc_present(left) && dxk_dxbc_present(right)
                     ? dxki_diff_tokens(diff, left, right)
                     : DXK_E_NOT_FOUND;
        return hand_over(diff, status, out);
    }
    status = read_program(diff, 0, left);
    if (status == DXK_OK)
        status = read_program(diff, 1, right);
    if (status == DXK_OK)
        status = compare(diff, diff->owned[0], diff->owned[1]);
    return hand_over(diff, status, out);
}

/* ---------------------------------------------------------------------------------------- */
/* Asking                                                                                     */

size_t dxk_program_diff_row_count(const dxk_program_diff *diff)
{
    return diff->rows.count;
}

dxk_diff_summary dxk_program_diff_summary(const dxk_program_diff *diff)
{
    return diff->sum;
}

size_t dxk_program_diff_count_count(const dxk_program_diff *diff)
{
    return diff->counts.count;
}

bool dxk_program_diff_count(const dxk_program_diff *diff, size_t index, dxk_diff_count *out)
{
    memset(out, 0, sizeof *out);
    if (index >= diff->counts.count)
        return false;
    *out = diff->counts.items[index];
    return true;
}

static const dxki_value_tag tags[] = {[DXK_DIFF_VARIABLE] = DXKI_V_GLOBAL,
                                      [DXK_DIFF_FUNCTION] = DXKI_V_GLOBAL,
                                      [DXK_DIFF_BLOCK] = DXKI_V_BLOCK,
                                      [DXK_DIFF_INST] = DXKI_V_INST};

/* The text without its place in the source, "!dbg !7". */
static bool put_inst(dxk_program_diff *diff, dxk_str text)
{
    static const char note[] = ", !dbg !";
    size_t size = sizeof note - 1, at = 0, end;
    while (at + size <= text.size && memcmp(text.data + at, note, size) != 0)
        at++;
    if (at + size > text.size)
        return dxk_buffer_append(&diff->made, text.data, text.size) == DXK_OK;
    for (end = at + size; end < text.size && text.data[end] >= '0' && text.data[end] <= '9'; end++)
        ;
    return dxk_buffer_append(&diff->made, text.data, at) == DXK_OK &&
           dxk_buffer_append(&diff->made, text.data + end, text.size - end) == DXK_OK;
}

/* Appends the text of one side; false: out of memory. */
static bool put_side(dxk_program_diff *diff, const dxki_diff_entry *row, int side)
{
    dxki_diff_side *s = &diff->sides[side];
    dxk_str text = row->texts[side];
    uint32_t id = row->ids[side];
    if (!diff->tokens && id && row->area >= DXK_DIFF_FUNCTION) {
        if (row->area == DXK_DIFF_INST) {
            text = dxki_text_snippet_inst(s->text, id);
            if (dxki_inst_dbg(s->m, id))
                return put_inst(diff, text) && !dxki_text_snippets_failed(s->text);
        } else {
            text = dxki_text_snippet_value(s->text, DXKI_VALUE(tags[row->area], id));
        }
        if (dxki_text_snippets_failed(s->text))
            return false;
    }
    return dxk_buffer_append(&diff->made, text.data, text.size) == DXK_OK;
}

bool dxk_program_diff_row(dxk_program_diff *diff, size_t index, dxk_diff_row *out)
{
    memset(out, 0, sizeof *out);
    out->left = out->right = (dxk_str){"", 0};
    diff->made.size = 0;
    if (index >= diff->rows.count)
        return false;
    const dxki_diff_entry *row = &diff->rows.items[index];
    out->area = (dxk_diff_area)row->area;
    out->kind = (dxk_difference_kind)row->kind;
    if (!diff->tokens && row->ids[0])
        out->left_value = DXKI_VALUE(tags[row->area], row->ids[0]);
    if (!diff->tokens && row->ids[1])
        out->right_value = DXKI_VALUE(tags[row->area], row->ids[1]);
    bool good = put_side(diff, row, 0);
    size_t middle = diff->made.size;
    if (!good || !put_side(diff, row, 1)) { /* a row without texts */
        diff->no_memory = true;
        return true;
    }
    const char *text = diff->made.data ? (const char *)diff->made.data : "";
    out->left = (dxk_str){text, middle};
    out->right = (dxk_str){text + middle, diff->made.size - middle};
    return true;
}
