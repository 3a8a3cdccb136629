/* SPDX-License-Identifier: MIT */
/*
 * pack.c - signature packing (dxk/packing.h).
 *
 * A register has four components. What may stand in it beside what is there already follows from
 * five classes of elements, in the order in which they may stand from left to right:
 *
 *     arbitrary  <  system value, tessellation factor, clip or cull distance  <  generated value
 *
 * A free component remembers which classes may not come there any more. A register in an array
 * ("indexed": the array goes on above or below) takes no system values, and tessellation factors
 * only with just the same extent. Interpolation mode and width are those of the whole register.
 *
 * Clip and cull distances share at most two registers, so that these are set apart before their
 * elements are placed in them. Source: DXIL.rst, "Packing constraints"; the order in which places
 * are tried is that of DirectXShaderCompiler.
 */
#include "dxk/packing.h"
#include "base/options.h"

#include "base/arena.h"
#include "base/diag.h"
#include "base/sort.h"
#include "dxil/register.h"
#include "spec/reader_rules.h"

#include <string.h>

#define REGISTERS DXK_SIGNATURE_REGISTERS
#define COLUMNS   DXKI_COLUMNS
#define STREAMS   4u
#define CLIP_CULL 2u /* registers for clip and cull distances */
#define NO_PLACE  UINT32_MAX

typedef struct item {
    uint8_t cls;
    uint8_t interpolation, width;
    uint32_t rows, columns;
    uint32_t row, column; /* NO_PLACE: not placed */
    uint32_t half;        /* which of the two registers of clip and cull distances */
} item;

typedef struct packer {
    dxki_dxil_register registers[REGISTERS];
    uint32_t count;
} packer;

/* ---------------------------------------------------------------------------------------- */
/* Registers                                                                                  */

static dxki_dxil_reg_element element_of(const item *e)
{
    return (dxki_dxil_reg_element){e->cls, e->interpolation, e->width, e->rows, e->columns};
}

static bool takes_rows(const packer *p, const item *e, uint32_t row)
{
    const dxki_dxil_reg_element el = element_of(e);
    if (e->rows > p->count || row > p->count - e->rows)
        return false;
    for (uint32_t i = 0; i < e->rows; i++)
        if (dxki_dxil_register_takes(&p->registers[row + i], &el,
                                     dxki_dxil_register_extent(i, e->rows)))
            return false;
    return true;
}

static bool takes_at(const packer *p, const item *e, uint32_t row, uint32_t column)
{
    const dxki_dxil_reg_element el = element_of(e);
    for (uint32_t i = 0; i < e->rows; i++)
        if (dxki_dxil_register_takes_at(&p->registers[row + i], &el, column))
            return false;
    return true;
}

static void place(packer *p, item *e, uint32_t row, uint32_t column)
{
    const dxki_dxil_reg_element el = element_of(e);
    for (uint32_t i = 0; i < e->rows; i++)
        dxki_dxil_register_put(&p->registers[row + i], &el, dxki_dxil_register_extent(i, e->rows),
                               column);
    e->row = row;
    e->column = column;
}

/* The first place from register `first` and component `left` on. */
static bool find(const packer *p, const item *e, uint32_t first, uint32_t left, uint32_t *row,
                 uint32_t *column)
{
    for (*row = first; *row + e->rows <= p->count; ++*row) {
        if (!takes_rows(p, e, *row))
            continue;
        for (*column = left; *column + e->columns <= COLUMNS; ++*column)
            if (takes_at(p, e, *row, *column))
                return true;
    }
    return false;
}

static bool place_next(packer *p, item *e, uint32_t first, uint32_t left)
{
    uint32_t row, column;

    if (!find(p, e, first, left, &row, &column))
        return false;
    place(p, e, row, column);
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* In order                                                                                   */

/* The registers that are set apart for clip and cull distances. */
typedef struct clip_cull {
    packer inside;            /* the two as if alone */
    item reserved[CLIP_CULL]; /* each a whole register of the signature */
    uint32_t used;
    bool indexed; /* there was an array: the two must be neighbours */
} clip_cull;

/*
 * Sets registers apart so that `used` of the two exist. A second one for an array should be the
 * next register; when that is taken one after it is set apart, as the reference does, and what
 * comes of it is left to drop_misplaced().
 */
static bool reserve(packer *p, clip_cull *c, const item *e, uint32_t used)
{
    item *next = &c->reserved[c->used];
    uint32_t first = c->indexed && c->used == 1 ? c->reserved[0].row + 1 : 0;
    packer reach = *p;

    *next = *e;
    next->rows = c->indexed && c->used == 0 ? CLIP_CULL : 1;
    next->columns = COLUMNS;
    if (first && 2 * first < p->count)
        reach.count = 2 * first + 1;
    uint32_t row, column;
    if (!find(&reach, next, first, 0, &row, &column))
        return false;
    place(p, next, row, column);
    if (next->rows > 1) {
        c->reserved[1] = *next;
        c->reserved[1].row++;
    }
    c->used = c->indexed ? CLIP_CULL : used;
    return true;
}

static void place_clip_cull(packer *p, clip_cull *c, item *e)
{
    uint32_t row, column;

    if (!find(&c->inside, e, 0, 0, &row, &column))
        return;
    if (e->rows > 1 && !c->indexed) {
        if (c->used == CLIP_CULL && c->reserved[0].row + 1 != c->reserved[1].row)
            return;
        c->indexed = true;
    }
    if (row + e->rows > c->used && !reserve(p, c, e, row + e->rows))
        return;
    place(&c->inside, e, row, column);
    e->row = c->reserved[row].row;
}

static void pack_in_order(packer *p, item *const *items, size_t count)
{
    clip_cull c = {.inside.count = CLIP_CULL};

    for (size_t i = 0; i < count; i++) {
        item *e = items[i];
        if (e->cls == DXKI_REG_CLIP_OR_CULL)
            place_clip_cull(p, &c, e);
        else
            place_next(p, e, 0, e->cls == DXKI_REG_TESS_FACTOR && e->rows > 1 ? COLUMNS - 1 : 0);
    }
}

static uint32_t count_bits(uint32_t bits)
{
    uint32_t count = 0;

    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

/* An array of distances may have come to lie where it must not: it has no place then. */
static void drop_misplaced(item *const *items, size_t count)
{
    packer p = {.count = REGISTERS};
    uint32_t distances = 0; /* registers with clip or cull distances */

    for (size_t i = 0; i < count; i++) {
        item *e = items[i];
        uint32_t rows = e->row != NO_PLACE && e->cls == DXKI_REG_CLIP_OR_CULL
                            ? (uint32_t)((((uint64_t)1 << e->rows) - 1) << e->row)
                            : 0;
        if (e->row == NO_PLACE)
            continue;
        if (takes_rows(&p, e, e->row) && takes_at(&p, e, e->row, e->column) &&
            count_bits(distances | rows) <= CLIP_CULL) {
            place(&p, e, e->row, e->column);
            distances |= rows;
        } else {
            e->row = NO_PLACE;
        }
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Optimized                                                                                  */

/* The groups, in the order in which they are placed. */
typedef enum group {
    GROUP_WHOLE, /* four components */
    GROUP_TESS_FACTORS,
    GROUP_ARBITRARY,
    GROUP_SYSTEM,
    GROUP_CLIP_CULL,
    GROUP_GENERATED,
    GROUP_COUNT
} group;

static group group_of(const item *e)
{
    switch (e->cls) {
    case DXKI_REG_CLIP_OR_CULL:
        return GROUP_CLIP_CULL;
    case DXKI_REG_GENERATED:
        return GROUP_GENERATED;
    case DXKI_REG_TESS_FACTOR:
        return e->rows > 1 ? GROUP_TESS_FACTORS : GROUP_SYSTEM;
    default:
        return e->columns == COLUMNS          ? GROUP_WHOLE
               : e->cls == DXKI_REG_ARBITRARY ? GROUP_ARBITRARY
                                              : GROUP_SYSTEM;
    }
}

/* By group; in it by interpolation mode, then large ones first, then as they were. */
static bool item_after(const void *user, const void *left, const void *right)
{
    const item *a = *(item *const *)left, *b = *(item *const *)right;

    (void)user;
    if (group_of(a) != group_of(b))
        return group_of(a) > group_of(b);
    if (a->interpolation != b->interpolation)
        return a->interpolation > b->interpolation;
    if (a->rows != b->rows)
        return a->rows < b->rows;
    return a->columns < b->columns;
}

static void place_greedily(packer *p, item *const *items, size_t count, uint32_t first,
                           uint32_t left)
{
    for (size_t i = 0; i < count; i++)
        place_next(p, items[i], first, left);
}

/* One element that is as wide as all of those in register `k` of the two; columns 0: none. */
static item join_row(item *const *items, size_t count, uint32_t k)
{
    item all = {.columns = 0};

    for (size_t i = 0; i < count; i++) {
        uint32_t columns = all.columns + items[i]->columns;
        if (items[i]->half != k)
            continue;
        if (all.columns == 0)
            all = *items[i];
        all.columns = columns;
    }
    return all;
}

/* Clip and cull distances without arrays: what fits in two registers, then each of these as one
 * element. */
static void place_distance_rows(packer *p, item *const *items, size_t count, uint32_t first)
{
    packer two = {.count = CLIP_CULL};

    place_greedily(&two, items, count, 0, 0);
    for (size_t i = 0; i < count; i++) {
        items[i]->half = items[i]->row;
        items[i]->row = NO_PLACE;
    }
    for (uint32_t k = 0; k < CLIP_CULL; k++) {
        item all = join_row(items, count, k);
        uint32_t row, column;
        if (all.columns == 0 || !find(p, &all, first, 0, &row, &column))
            continue;
        for (size_t i = 0; i < count; i++) {
            if (items[i]->half != k)
                continue;
            place(p, items[i], row, column);
            column += items[i]->columns;
        }
    }
}

/* With arrays: all of them in the first pair of neighbours that takes them. */
static void place_distance_arrays(packer *p, item *const *items, size_t count, uint32_t first)
{
    for (uint32_t row = first; row + 1 < p->count; row++) {
        packer two = {.registers = {p->registers[row], p->registers[row + 1]}, .count = CLIP_CULL};
        bool all = true;
        place_greedily(&two, items, count, 0, 0);
        for (size_t i = 0; i < count; i++)
            all &= items[i]->row != NO_PLACE;
        for (size_t i = 0; i < count; i++)
            items[i]->row = NO_PLACE;
        if (!all)
            continue;
        place_greedily(p, items, count, row, 0);
        return;
    }
}

static void place_distances(packer *p, item *const *items, size_t count, uint32_t first)
{
    bool arrays = false;

    for (size_t i = 0; i < count; i++)
        arrays |= items[i]->rows > 1;
    if (arrays)
        place_distance_arrays(p, items, count, first);
    else
        place_distance_rows(p, items, count, first);
}

static void pack_optimized(packer *p, item *const *items, size_t count)
{
    uint32_t first = 0;

    for (size_t start = 0, end; start < count; start = end) {
        group g = group_of(items[start]);
        for (end = start; end < count && group_of(items[end]) == g; end++)
            continue;
        if (g == GROUP_CLIP_CULL)
            place_distances(p, items + start, end - start, first);
        else
            place_greedily(p, items + start, end - start, first,
                           g == GROUP_TESS_FACTORS ? COLUMNS - 1 : 0);
        for (size_t i = start; i < end && g == GROUP_WHOLE; i++)
            if (items[i]->row != NO_PLACE && first < items[i]->row + items[i]->rows)
                first = items[i]->row + items[i]->rows;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Signatures                                                                                 */

static uint8_t width_of(uint32_t component_type, bool native_16bit)
{
    switch (component_type) {
    case DXK_COMPONENT_TYPE_I16:
    case DXK_COMPONENT_TYPE_U16:
    case DXK_COMPONENT_TYPE_F16:
    case DXK_COMPONENT_TYPE_SNORM_F16:
    case DXK_COMPONENT_TYPE_UNORM_F16:
        return native_16bit ? 2 : 4;
    case DXK_COMPONENT_TYPE_I1:
    case DXK_COMPONENT_TYPE_I32:
    case DXK_COMPONENT_TYPE_U32:
    case DXK_COMPONENT_TYPE_F32:
    case DXK_COMPONENT_TYPE_SNORM_F32:
    case DXK_COMPONENT_TYPE_UNORM_F32:
    case DXK_COMPONENT_TYPE_PACKED_S8X32:
    case DXK_COMPONENT_TYPE_PACKED_U8X32:
        return 4;
    default:
        return 0;
    }
}

typedef struct job {
    dxk_ctx *ctx;
    dxki_sigpoint point;
    dxk_pack_options options;
    dxk_pack_element *elements;
    const char *const *names; /* of the elements; NULL: none */
    size_t count;
    item *items;
    item **order; /* those of one stream that are packed */
} job;

static bool are_good(const dxk_pack_element *elements, size_t count, dxki_sigpoint point)
{
    for (size_t i = 0; i < count; i++) {
        const dxk_pack_element *e = &elements[i];
        if (e->rows == 0 || e->columns == 0 || e->columns > COLUMNS || e->interpolation > 255 ||
            e->stream >= (point == DXKI_SIGPOINT_GS_OUT ? STREAMS : 1))
            return false;
    }
    return true;
}

static void fill_items(job *j)
{
    for (size_t i = 0; i < j->count; i++) {
        const dxk_pack_element *e = &j->elements[i];
        dxki_sigpoint point = j->point;
        if (point == DXKI_SIGPOINT_GSV_IN && e->semantic == DXK_SEMANTIC_KIND_PRIMITIVE_ID)
            point = DXKI_SIGPOINT_GS_IN;
        j->items[i] =
            (item){.cls = dxki_dxil_register_class(dxki_semantic_use_at(e->semantic, point, NULL)),
                   .interpolation = (uint8_t)e->interpolation,
                   .width = width_of(e->component_type, j->options.native_16bit),
                   .rows = e->rows,
                   .columns = e->columns,
                   .row = NO_PLACE,
                   .column = NO_PLACE};
    }
}

static bool pack_stream(job *j, uint32_t stream)
{
    packer p = {.count = REGISTERS};
    size_t count = 0;

    for (size_t i = 0; i < j->count; i++)
        if (j->items[i].cls && j->elements[i].stream == stream)
            j->order[count++] = &j->items[i];
    if (j->options.strategy == DXK_PACKING_PREFIX_STABLE) {
        pack_in_order(&p, j->order, count);
        drop_misplaced(j->order, count);
        return true;
    }
    if (!dxki_sort(j->ctx, j->order, count, sizeof *j->order, item_after, NULL))
        return false;
    pack_optimized(&p, j->order, count);
    return true;
}

/* The input assembler: no sharing. */
static void pack_rows(job *j)
{
    uint32_t row = 0;

    for (size_t i = 0; i < j->count; i++) {
        item *e = &j->items[i];
        if (e->cls == 0 || e->rows > REGISTERS - row)
            continue;
        e->row = row;
        e->column = 0;
        row += e->rows;
    }
}

/* Render targets: the index is the register. */
static void pack_targets(job *j)
{
    for (size_t i = 0; i < j->count; i++) {
        item *e = &j->items[i];
        uint32_t index = j->elements[i].semantic_index;
        if (j->elements[i].semantic != DXK_SEMANTIC_KIND_TARGET) {
            e->cls = 0;
        } else if (index < REGISTERS && e->rows <= REGISTERS - index) {
            e->row = index;
            e->column = 0;
        }
    }
}

static bool pack(job *j)
{
    if (j->point == DXKI_SIGPOINT_VS_IN)
        pack_rows(j);
    else if (j->point == DXKI_SIGPOINT_PS_OUT)
        pack_targets(j);
    else
        for (uint32_t i = 0; i < (j->point == DXKI_SIGPOINT_GS_OUT ? STREAMS : 1); i++)
            if (!pack_stream(j, i))
                return false;
    return true;
}

static dxk_status store_places(job *j, uint32_t *registers)
{
    dxk_status status = DXK_OK;

    *registers = 0;
    for (size_t i = 0; i < j->count; i++) {
        const item *e = &j->items[i];
        bool placed = e->row != NO_PLACE;
        j->elements[i].start_row = placed ? (int32_t)e->row : -1;
        j->elements[i].start_column = placed ? (int32_t)e->column : -1;
        if (placed && *registers < e->row + e->rows)
            *registers = e->row + e->rows;
        if (e->cls && !placed) {
            dxk_status reported = DXKI_REPORT(j->ctx, DXKI_RULE_PACK_ROOM, dxki_nowhere(),
                                              j->names ? j->names[i] : NULL, dxki_dec(i),
                                              dxki_dec(e->rows), dxki_dec(e->columns));
            status = status == DXK_OK ? reported : status;
        }
    }
    return status;
}

dxk_status dxk_signature_pack(dxk_ctx *ctx, dxk_shader_kind stage, dxk_signature_kind which,
                              const dxk_pack_options *given, dxk_pack_element *elements,
                              size_t count, uint32_t *registers)
{
    return dxki_dxil_pack(ctx, stage, which, given, elements, NULL, count, registers);
}

dxk_status dxki_dxil_pack(dxk_ctx *ctx, dxk_shader_kind stage, dxk_signature_kind which,
                          const dxk_pack_options *given, dxk_pack_element *elements,
                          const char *const *names, size_t count, uint32_t *registers)
{
    dxk_pack_options options;
    if (!dxki_options_take(&options, sizeof options, given))
        return DXK_E_ARGUMENT;
    job j = {.ctx = ctx, .elements = elements, .names = names, .count = count};
    dxki_arena arena;
    uint32_t used = 0;

    j.point = dxki_sigpoint_of(stage, which);
    if (j.point == DXKI_SIGPOINT_COUNT || !are_good(elements, count, j.point))
        return DXK_E_ARGUMENT;
    j.options = options;
    dxki_arena_init(&arena, ctx);
    j.items = DXKI_NEW_ARRAY(&arena, item, count);
    j.order = DXKI_NEW_ARRAY(&arena, item *, count);
    dxk_status status = j.items && j.order ? DXK_OK : dxki_nomem(ctx);
    if (status == DXK_OK) {
        fill_items(&j);
        status = pack(&j) ? store_places(&j, &used) : dxki_nomem(ctx);
    }
    dxki_arena_free(&arena);
    if (registers)
        *registers = used;
    return status;
}
