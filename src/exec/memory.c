/* SPDX-License-Identifier: MIT */
/*
 * memory.c - handlers of addresses, loads, stores and atomic operations on variables; see memory.h.
 * Every access is compared with the size of its object.
 */
#include "exec/alu.h"
#include "exec/group.h"
#include "exec/memory.h"
#include "exec/program.h"

/* ---------------------------------------------------------------------------------------- */
/* Addresses                                                                                  */

void dxki_exec_add_indices(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const uint32_t *base = dxki_exec_row(w, i->a);
    uint32_t *d = dxki_exec_row(w, i->dst), sums[DXKI_EXEC_MAX_LANES];

    for (uint32_t l = 0; l < w->lanes; l++)
        sums[l] = base[l] + i->imm;
    for (uint32_t n = 0; n < i->aux; n++) {
        uint32_t index = dxki_exec_listed(w, i->b, 3 * n);
        uint32_t stride = dxki_exec_listed(w, i->b, 3 * n + 1);
        uint32_t elem = dxki_exec_listed(w, i->b, 3 * n + 2);
        const uint32_t *narrow = dxki_exec_row(w, index);
        const uint64_t *wide = dxki_exec_row64(w, index);
        uint32_t shift = elem == DXKI_EXEC_I8 ? 24 : elem == DXKI_EXEC_I16 ? 16 : 0;
        if (elem == DXKI_EXEC_I64)
            for (uint32_t l = 0; l < w->lanes; l++)
                sums[l] += (uint32_t)wide[l] * stride;
        else
            for (uint32_t l = 0; l < w->lanes; l++)
                sums[l] += (uint32_t)((int32_t)(narrow[l] << shift) >> shift) * stride;
    }
    for (uint32_t l = 0; l < w->lanes; l++)
        d[l] = w->active[l] ? sums[l] : d[l];
}

void dxki_exec_load_resource(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const uint32_t *a = dxki_exec_row(w, i->a);
    uint32_t *d = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        d[lane] = a[lane] / i->imm + i->b;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* One lane                                                                                   */

/* Where the bytes of an access are: word `at / 4` is words[at / 4 * stride]. */
typedef struct cell {
    uint32_t *words; /* NULL: nowhere */
    size_t stride;
    uint32_t at; /* byte */
} cell;

uint32_t dxki_exec_elem_bytes(uint32_t elem)
{
    static const uint8_t bytes[DXKI_EXEC_ELEMS] = {
        [DXKI_EXEC_I1] = 1,  [DXKI_EXEC_I8] = 1,  [DXKI_EXEC_I16] = 2,
        [DXKI_EXEC_I32] = 4, [DXKI_EXEC_I64] = 8, [DXKI_EXEC_F16] = 2,
        [DXKI_EXEC_F32] = 4, [DXKI_EXEC_F64] = 8, [DXKI_EXEC_HANDLE] = 4};

    return bytes[elem];
}

static void tell_outside(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t number, uint32_t lane,
                         uint32_t at)
{
    const dxki_exec_object *object = &w->program->objects.items[number];
    dxki_exec_about about = {
        .object = number, .unit = DXK_RUN_UNIT_VARIABLE, .element = UINT64_MAX};

    dxki_exec_finding_about(
        w, object->space == DXKI_EXEC_SHARED ? DXKI_FOUND_OOB_GROUPSHARED : DXKI_FOUND_OOB_ALLOCA,
        i, lane, at, object->size, &about);
}

/* `bytes` at the address of a lane, `offset` further on; what is done there, and what is stored. */
static cell cell_at(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane, uint32_t offset,
                    uint32_t bytes, dxki_exec_use use, uint64_t value)
{
    uint32_t number = i->imm ? i->imm : dxki_exec_row(w, i->b)[lane];
    uint32_t at = dxki_exec_row(w, i->a)[lane] + offset;
    number = number < w->program->objects.count ? number : 0;
    const dxki_exec_object *object = &w->program->objects.items[number];

    if (at > object->size || object->size - at < bytes) {
        tell_outside(w, i, number, lane, at);
        return (cell){NULL, 0, 0};
    }
    switch (object->space) {
    case DXKI_EXEC_PRIVATE:
        return (cell){w->memory + lane, w->lanes, object->base + at};
    case DXKI_EXEC_SHARED:
        if (w->group->shadow)
            dxki_exec_shadow_use(w, i, lane, number, at, bytes, use, value);
        return (cell){w->group->shared, 1, object->base + at};
    case DXKI_EXEC_TABLE:
        return (cell){use != DXKI_EXEC_READS ? NULL : w->program->tables.words, 1,
                      object->base + at};
    case DXKI_EXEC_PAYLOAD:
        return (cell){use != DXKI_EXEC_READS ? NULL : w->group->payload, 1, object->base + at};
    default:
        return (cell){NULL, 0, 0};
    }
}

static cell load_from(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane, uint32_t bytes)
{
    return cell_at(w, i, lane, i->c, bytes, DXKI_EXEC_READS, 0);
}

static cell store_to(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane, uint32_t bytes,
                     uint64_t value)
{
    return cell_at(w, i, lane, i->c, bytes, DXKI_EXEC_WRITES, value);
}

static uint64_t load_cell(cell c, uint32_t bytes)
{
    uint64_t value = 0;

    if (!c.words)
        return 0;
    if (bytes == 4 && c.at % 4 == 0)
        return c.words[c.at / 4 * c.stride];
    for (uint32_t n = 0; n < bytes; n++) {
        uint32_t at = c.at + n;
        value |= (uint64_t)(c.words[at / 4 * c.stride] >> at % 4 * 8 & 0xff) << 8 * n;
    }
    return value;
}

static void store_cell(cell c, uint32_t bytes, uint64_t value)
{
    if (!c.words)
        return;
    if (bytes == 4 && c.at % 4 == 0) {
        c.words[c.at / 4 * c.stride] = (uint32_t)value;
        return;
    }
    for (uint32_t n = 0; n < bytes; n++) {
        uint32_t at = c.at + n, shift = at % 4 * 8;
        uint32_t *word = &c.words[at / 4 * c.stride];
        *word = (*word & ~(0xffu << shift)) | (uint32_t)(value >> 8 * n & 0xff) << shift;
    }
}

/* The words of a space, and how far they are apart, as a lane sees them. */
static cell space_at(const dxki_exec_wave *w, uint8_t space, uint32_t lane)
{
    switch (space) {
    case DXKI_EXEC_PRIVATE:
        return (cell){w->memory + lane, w->lanes, 0};
    case DXKI_EXEC_SHARED:
        return (cell){w->group->shared, 1, 0};
    case DXKI_EXEC_TABLE:
        return (cell){w->program->tables.words, 1, 0};
    case DXKI_EXEC_PAYLOAD:
        return (cell){w->group->payload, 1, 0};
    default:
        return (cell){NULL, 0, 0};
    }
}

void dxki_exec_read_bytes(const dxki_exec_wave *w, uint32_t number, uint32_t lane, uint32_t at,
                          uint8_t *to, uint32_t size)
{
    const dxki_exec_object *object =
        &w->program->objects.items[number < w->program->objects.count ? number : 0];
    cell c = space_at(w, object->space, lane);

    for (uint32_t n = 0; n < size; n++) {
        uint64_t from = (uint64_t)at + n;
        c.at = object->base + (uint32_t)from;
        to[n] = from < object->size ? (uint8_t)load_cell(c, 1) : 0;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Any access                                                                                 */

void dxki_exec_load_32(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t *d = dxki_exec_row(w, i->dst), bytes = dxki_exec_elem_bytes(i->aux);
    uint32_t mask = i->aux == DXKI_EXEC_I1 ? 1 : ~0u;

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        d[lane] = (uint32_t)load_cell(load_from(w, i, lane, bytes), bytes) & mask;
    }
}

void dxki_exec_load_64(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint64_t *d = dxki_exec_row64(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        d[lane] = load_cell(load_from(w, i, lane, 8), 8);
    }
}

void dxki_exec_store_32(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const uint32_t *d = dxki_exec_row(w, i->dst);
    uint32_t bytes = dxki_exec_elem_bytes(i->aux);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        store_cell(store_to(w, i, lane, bytes, d[lane]), bytes, d[lane]);
    }
}

void dxki_exec_store_64(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const uint64_t *d = dxki_exec_row64(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        store_cell(store_to(w, i, lane, 8, d[lane]), 8, d[lane]);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Atomic operations: lanes act one after the other                                           */

/* Numbers of LLVM's atomicrmw. */
enum {
    RMW_XCHG,
    RMW_ADD,
    RMW_SUB,
    RMW_AND,
    RMW_NAND,
    RMW_OR,
    RMW_XOR,
    RMW_MAX,
    RMW_MIN,
    RMW_UMAX,
    RMW_UMIN
};

static void store_number(dxki_exec_wave *w, uint32_t dst, uint32_t lane, bool wide, uint64_t value)
{
    if (wide)
        dxki_exec_row64(w, dst)[lane] = value;
    else
        dxki_exec_row(w, dst)[lane] = (uint32_t)value;
}

static uint64_t operand_at(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t n, uint32_t lane,
                           bool wide)
{
    uint32_t operand = dxki_exec_listed(w, i->c, n);

    return wide ? dxki_exec_row64(w, operand)[lane] : dxki_exec_row(w, operand)[lane];
}

/* The n-th lane of a wave to act. */
static uint32_t lane_in_turn(const dxki_exec_wave *w, uint32_t n)
{
    return w->turns ? w->turns[n] : n;
}

#define ATOMIC(name, bytes, U, S, result)                                                          \
    static void name(dxki_exec_wave *w, const dxki_exec_inst *i)                                   \
    {                                                                                              \
        for (uint32_t n = 0; n < w->lanes; n++) {                                                  \
            uint32_t lane = lane_in_turn(w, n);                                                    \
            if (!w->active[lane])                                                                  \
                continue;                                                                          \
            cell at = cell_at(w, i, lane, 0, bytes, DXKI_EXEC_CHANGES, 0);                         \
            U was = (U)load_cell(at, bytes), value = (U)operand_at(w, i, 0, lane, bytes == 8);     \
            store_cell(at, bytes, (U)(result));                                                    \
            store_number(w, i->dst, lane, bytes == 8, was);                                        \
        }                                                                                          \
    }
#define ATOMICS(bits, bytes, U, S)                                                                 \
    ATOMIC(xchg_##bits, bytes, U, S, value)                                                        \
    ATOMIC(add_##bits, bytes, U, S, was + value)                                                   \
    ATOMIC(and_##bits, bytes, U, S, was &value)                                                    \
    ATOMIC(or_##bits, bytes, U, S, was | value)                                                    \
    ATOMIC(xor_##bits, bytes, U, S, was ^ value)                                                   \
    ATOMIC(max_##bits, bytes, U, S, (S)was > (S)value ? was : value)                               \
    ATOMIC(min_##bits, bytes, U, S, (S)was < (S)value ? was : value)                               \
    ATOMIC(umax_##bits, bytes, U, S, was > value ? was : value)                                    \
    ATOMIC(umin_##bits, bytes, U, S, was < value ? was : value)
ATOMICS(32, 4, uint32_t, int32_t)
ATOMICS(64, 8, uint64_t, int64_t)

dxki_exec_fn *dxki_exec_atomic_fn(uint32_t operation, bool wide)
{
    static dxki_exec_fn *const fns[][2] = {
        [RMW_XCHG] = {xchg_32, xchg_64}, [RMW_ADD] = {add_32, add_64},
        [RMW_AND] = {and_32, and_64},    [RMW_OR] = {or_32, or_64},
        [RMW_XOR] = {xor_32, xor_64},    [RMW_MAX] = {max_32, max_64},
        [RMW_MIN] = {min_32, min_64},    [RMW_UMAX] = {umax_32, umax_64},
        [RMW_UMIN] = {umin_32, umin_64},
    };

    return operation < sizeof fns / sizeof fns[0] ? fns[operation][wide] : NULL;
}

bool dxki_exec_atomic_replaces(uint32_t operation)
{
    return operation == RMW_XCHG;
}

/* Results: the old value, and whether it was replaced. */
void dxki_exec_compare_exchange(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    bool wide = i->aux == DXKI_EXEC_I64;
    uint32_t bytes = wide ? 8 : 4;

    for (uint32_t n = 0; n < w->lanes; n++) {
        uint32_t lane = lane_in_turn(w, n);
        if (!w->active[lane])
            continue;
        cell at = cell_at(w, i, lane, 0, bytes, DXKI_EXEC_CHANGES, 0);
        uint64_t was = load_cell(at, bytes);
        bool same = was == operand_at(w, i, 0, lane, wide);
        if (same)
            store_cell(at, bytes, operand_at(w, i, 1, lane, wide));
        store_number(w, i->dst, lane, wide, was);
        dxki_exec_row(w, i->dst + bytes / 4)[lane] = same;
    }
}
