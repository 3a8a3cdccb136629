/* SPDX-License-Identifier: MIT */
/*
 * ops_buffer.c - loads and stores of constant, typed, raw and structured buffers.
 *
 * All but typed buffers are accessed number by number: what dxki_exec_view_reach() gives at an
 * address says how many of them are there. Loads of what is not there give 0.
 */
#include "exec/math.h"
#include "exec/ops_access.h"
#include "exec/race.h"

/* --- constant buffers --- */

/* A member of a row: min-precision numbers have 32 bits in memory. */
static uint64_t load_member(const uint8_t *at, uint32_t bytes, uint32_t letter)
{
    uint64_t number = dxki_exec_load_number(at, bytes);

    if (bytes == 4 && letter == 'h')
        return dxki_exec_f32_to_f16((uint32_t)number);
    return bytes == 4 && letter == 'w' ? number & 0xFFFFu : number;
}

/* Loads a row as `count` numbers. */
static void load_row(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane,
                     const dxki_exec_view *view, uint32_t row, uint32_t count, uint64_t *numbers)
{
    uint64_t at, byte = 16 * (uint64_t)row;
    uint64_t reach = dxki_exec_view_reach(view, 0, byte, &at);
    uint32_t bytes = 16 / count;

    for (uint32_t k = 0; k < count; k++)
        numbers[k] = reach >= (uint64_t)(k + 1) * bytes
                         ? load_member(view->base + at + (uint64_t)k * bytes, bytes, i->aux)
                         : 0;
    if (!reach)
        dxki_exec_blame(w, i, lane, view, dxki_exec_view_blame(view, 0), byte);
}

/* (handle, row): 16 bytes as `n` numbers. Nearly always all lanes load the same row. */
void dxki_exec_run_cbuffer_load_row(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const uint32_t *handles = dxki_exec_given(w, i, 0), *rows = dxki_exec_given(w, i, 1);
    uint32_t count = i->n && i->n <= 8 ? i->n : 1;
    uint32_t held = dxki_exec_letter_bytes(i->aux) == 8 ? 8 : 4, row;
    const dxki_exec_view *view = dxki_exec_common_view(w, i);
    uint64_t numbers[8];

    if (view && held == 4 && dxki_exec_common(w, i, 1, &row)) {
        load_row(w, i, dxki_exec_mask_first(&w->mask), view, row, count, numbers);
        for (uint32_t k = 0; k < count; k++)
            if (dxki_exec_is_read(i, k))
                dxki_exec_spread(w, dxki_exec_row(w, i->dst + k), (uint32_t)numbers[k]);
        return;
    }
    DXKI_EXEC_EACH_LANE(w, each)
    {
        uint32_t lane = (uint32_t)each;
        view = dxki_exec_view_of(w->views, dxki_exec_or_zero(handles, lane));
        load_row(w, i, lane, view, dxki_exec_or_zero(rows, lane), count, numbers);
        for (uint32_t k = 0; k < count; k++)
            dxki_exec_set_part(w, i->dst, k, held, lane, numbers[k]);
    }
}

/* (handle, byte, alignment): one number. */
void dxki_exec_run_cbuffer_load(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const uint32_t *handles = dxki_exec_given(w, i, 0), *offsets = dxki_exec_given(w, i, 1);
    uint32_t bytes = i->aux == '8' ? 1 : dxki_exec_letter_bytes(i->aux);

    DXKI_EXEC_EACH_LANE(w, each)
    {
        uint32_t lane = (uint32_t)each, offset = dxki_exec_or_zero(offsets, lane);
        const dxki_exec_view *view = dxki_exec_view_of(w->views, dxki_exec_or_zero(handles, lane));
        uint64_t at, number = 0;
        if (dxki_exec_view_reach(view, 0, offset, &at) >= bytes)
            number = bytes == 1 ? view->base[at] : dxki_exec_load_number(view->base + at, bytes);
        else
            dxki_exec_blame(w, i, lane, view, dxki_exec_view_blame(view, 0), offset);
        dxki_exec_set_part(w, i->dst, 0, bytes, lane, number);
    }
}

/* --- numbers at an address --- */

typedef dxki_exec_access access;

/* What one lane reaches. */
typedef struct target {
    const dxki_exec_view *view;
    uint64_t at, reach;
} target;

static uint64_t blamed_index(const dxki_exec_view *view, uint32_t index, uint64_t offset)
{
    if (view->kind != DXK_RESOURCE_KIND_STRUCTURED_BUFFER)
        return index + offset;
    return index < view->count ? offset : index;
}

/* Finds out what a lane reaches; tells if that is less than it wants, and of odd addresses. */
static target aim(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane, const access *a,
                  uint32_t wanted)
{
    uint32_t index = dxki_exec_or_zero(a->indices, lane);
    uint64_t offset = dxki_exec_or_zero(a->offsets, lane);
    target t = {.view = dxki_exec_view_of(w->views, dxki_exec_or_zero(a->handles, lane))};

    t.reach = dxki_exec_view_reach(t.view, index, offset, &t.at);
    if (t.reach < (uint64_t)wanted * a->bytes)
        dxki_exec_blame(w, i, lane, t.view, dxki_exec_view_blame(t.view, index),
                        blamed_index(t.view, index, offset));
    dxki_exec_check_align(w, i, lane, t.view, t.at, a->align);
    return t;
}

/* Loads of any numbers by any lanes. The status follows the numbers. */
static void load_numbers(dxki_exec_wave *w, const dxki_exec_inst *i, const access *a,
                         uint32_t wanted)
{
    uint32_t held = dxki_exec_letter_bytes(i->aux);
    uint32_t *status = dxki_exec_row(w, i->dst + a->count * (held == 8 ? 2 : 1));

    DXKI_EXEC_EACH_LANE(w, each)
    {
        uint32_t lane = (uint32_t)each;
        target t = aim(w, i, lane, a, wanted);
        status[lane] = 1;
        for (uint32_t k = 0; k < a->count; k++) {
            uint64_t number = 0, at = t.at + (uint64_t)k * a->bytes;
            if (dxki_exec_is_wanted(a, k) && t.reach >= (uint64_t)(k + 1) * a->bytes) {
                if (dxki_exec_view_is_mapped(t.view, at))
                    number = load_member(t.view->base + at, a->bytes, i->aux);
                else
                    status[lane] = 0;
                if (dxki_exec_is_read(i, k))
                    dxki_exec_race_use(w, i, lane, t.view, t.view->base + at, a->bytes,
                                       DXKI_EXEC_READS);
            }
            dxki_exec_set_part(w, i->dst, k, held, lane, number);
        }
    }
}

static void load(dxki_exec_wave *w, const dxki_exec_inst *i, const access *a, uint32_t wanted)
{
    if (!dxki_exec_load_words(w, i, a, wanted))
        load_numbers(w, i, a, wanted);
}

/* A number that goes to memory. */
static uint64_t stored(const dxki_exec_wave *w, const dxki_exec_inst *i, const access *a,
                       uint32_t k, uint32_t lane)
{
    uint32_t held = dxki_exec_letter_bytes(i->aux);
    uint32_t operand = dxki_exec_listed(w, i->a, a->values + (a->is_vector ? 0 : k));

    if (operand == DXKI_EXEC_UNDEF)
        return dxki_exec_undef(w);
    uint64_t number = dxki_exec_part(w, operand, a->is_vector ? k : 0, held, lane);
    return a->bytes == 4 && i->aux == 'h' ? dxki_exec_f16_to_f32((uint16_t)number) : number;
}

static void store(dxki_exec_wave *w, const dxki_exec_inst *i, const access *a)
{
    const dxki_exec_mask writers = dxki_exec_writers(w);
    uint32_t wanted = dxki_exec_wanted_count(a);

    if (dxki_exec_store_words(w, i, a, wanted))
        return;
    DXKI_EXEC_EACH_OF(&writers, each)
    {
        uint32_t lane = (uint32_t)each;
        target t = aim(w, i, lane, a, wanted);
        for (uint32_t k = 0; k < a->count; k++) {
            uint64_t at = t.at + (uint64_t)k * a->bytes;
            if (!dxki_exec_is_wanted(a, k) || t.reach < (uint64_t)(k + 1) * a->bytes ||
                !dxki_exec_view_is_mapped(t.view, at))
                continue;
            dxki_exec_store_number(t.view->base + at, a->bytes, stored(w, i, a, k, lane));
            dxki_exec_race_use(w, i, lane, t.view, t.view->base + at, a->bytes, DXKI_EXEC_WRITES);
        }
    }
}

/* The alignment that an operation promises, as far as it matters for its numbers. */
static uint32_t promised(uint32_t align, uint32_t bytes)
{
    return align && align < bytes ? align : bytes;
}

/* (handle, index, offset, mask, alignment) */
void dxki_exec_run_raw_load(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t bytes = dxki_exec_letter_bytes(i->aux);
    access a = {
        .handles = dxki_exec_given(w, i, 0),
        .indices = dxki_exec_given(w, i, 1),
        .offsets = dxki_exec_given(w, i, 2),
        .count = 4,
        .mask = dxki_exec_given_const(w, i, 3),
        .bytes = bytes,
        .align = promised(dxki_exec_given_const(w, i, 4), bytes),
    };
    load(w, i, &a, dxki_exec_wanted_count(&a));
}

/* (handle, index, offset, four values, mask, alignment) */
void dxki_exec_run_raw_store(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t bytes = dxki_exec_letter_bytes(i->aux);
    access a = {
        .handles = dxki_exec_given(w, i, 0),
        .indices = dxki_exec_given(w, i, 1),
        .offsets = dxki_exec_given(w, i, 2),
        .count = 4,
        .mask = dxki_exec_given_const(w, i, 7),
        .bytes = bytes,
        .align = promised(dxki_exec_given_const(w, i, 8), bytes),
        .values = 3,
    };
    store(w, i, &a);
}

/* (handle, index, offset, alignment) */
void dxki_exec_run_vector_load(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t bytes = dxki_exec_letter_bytes(i->aux);
    access a = {
        .handles = dxki_exec_given(w, i, 0),
        .indices = dxki_exec_given(w, i, 1),
        .offsets = dxki_exec_given(w, i, 2),
        .count = i->n,
        .bytes = bytes,
        .align = promised(dxki_exec_given_const(w, i, 3), bytes),
        .is_vector = true,
    };
    load(w, i, &a, a.count);
}

/* (handle, index, offset, vector, alignment) */
void dxki_exec_run_vector_store(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t bytes = dxki_exec_letter_bytes(i->aux);
    access a = {
        .handles = dxki_exec_given(w, i, 0),
        .indices = dxki_exec_given(w, i, 1),
        .offsets = dxki_exec_given(w, i, 2),
        .count = i->n,
        .bytes = bytes,
        .align = promised(dxki_exec_given_const(w, i, 4), bytes),
        .values = 3,
        .is_vector = true,
    };
    store(w, i, &a);
}

/* --- bufferLoad and bufferStore: what they do is up to the view --- */

static bool is_typed(const dxki_exec_view *view)
{
    return view->kind == DXK_RESOURCE_KIND_TYPED_BUFFER;
}

/* True if a lane has a typed view; those of others are words. */
static bool any_typed(const dxki_exec_wave *w, const dxki_exec_inst *i, const uint32_t *handles)
{
    const dxki_exec_view *common = dxki_exec_common_view(w, i);

    if (common)
        return is_typed(common);
    DXKI_EXEC_EACH_LANE(w, lane)
    {
        if (is_typed(dxki_exec_view_of(w->views, dxki_exec_or_zero(handles, (uint32_t)lane))))
            return true;
    }
    return false;
}

static void load_element(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane,
                         const dxki_exec_view *view, uint32_t index)
{
    dxki_exec_place place = {.x = index};
    dxki_exec_texel texel;
    dxki_exec_fault fault = dxki_exec_texel_load(view, &place, &texel);
    bool is_int = dxki_exec_format_is_int(&view->layout);

    for (uint32_t k = 0; k < 4; k++)
        dxki_exec_row(w, i->dst + k)[lane] = dxki_exec_narrow(texel.c[k], is_int, i->aux);
    dxki_exec_row(w, i->dst + 4)[lane] = fault != DXKI_FAULT_UNMAPPED;
    dxki_exec_race_texel(w, i, lane, view, &place, DXKI_EXEC_READS);
    dxki_exec_blame(w, i, lane, view, fault, index);
}

/* (handle, index, offset). There is no mask: numbers after the first one may be unwanted. */
void dxki_exec_run_buffer_load(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    access a = {
        .handles = dxki_exec_given(w, i, 0),
        .indices = dxki_exec_given(w, i, 1),
        .offsets = dxki_exec_given(w, i, 2),
        .count = 4,
        .mask = 15,
        .bytes = 4,
        .align = 4,
    };
    if (!any_typed(w, i, a.handles)) {
        load(w, i, &a, 1);
        return;
    }
    DXKI_EXEC_EACH_LANE(w, lane)
    load_element(w, i, (uint32_t)lane,
                 dxki_exec_view_of(w->views, dxki_exec_or_zero(a.handles, (uint32_t)lane)),
                 dxki_exec_or_zero(a.indices, (uint32_t)lane));
}

static void store_element(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane,
                          const dxki_exec_view *view, uint32_t index)
{
    dxki_exec_place place = {.x = index};
    dxki_exec_texel texel;

    for (uint32_t k = 0; k < 4; k++)
        texel.c[k] = dxki_exec_widen(dxki_exec_or_undef(w, dxki_exec_given(w, i, 3 + k), lane),
                                     view->layout.coding, i->aux);
    dxki_exec_blame(w, i, lane, view, dxki_exec_texel_store(view, &place, &texel), index);
    dxki_exec_race_texel(w, i, lane, view, &place, DXKI_EXEC_WRITES);
}

/* (handle, index, offset, four values, mask) */
void dxki_exec_run_buffer_store(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    access a = {
        .handles = dxki_exec_given(w, i, 0),
        .indices = dxki_exec_given(w, i, 1),
        .offsets = dxki_exec_given(w, i, 2),
        .count = 4,
        .mask = dxki_exec_given_const(w, i, 7),
        .bytes = 4,
        .align = 4,
        .values = 3,
    };
    const dxki_exec_mask writers = dxki_exec_writers(w);
    if (!any_typed(w, i, a.handles)) {
        store(w, i, &a);
        return;
    }
    DXKI_EXEC_EACH_OF(&writers, lane)
    store_element(w, i, (uint32_t)lane,
                  dxki_exec_view_of(w->views, dxki_exec_or_zero(a.handles, (uint32_t)lane)),
                  dxki_exec_or_zero(a.indices, (uint32_t)lane));
}
