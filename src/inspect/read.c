/* SPDX-License-Identifier: MIT */
/* read.c - values of instructions and the content of variables. Part of <dxk/inspect.h>. */
#include "inspect/inspect.h"

#include "base/sort.h"
#include "exec/math.h"
#include "ir/access.h"

/* ---------------------------------------------------------------------------------------- */
/* Values                                                                                     */

static const uint8_t contents[DXKI_EXEC_ELEMS] = {
    [DXKI_EXEC_I1] = DXK_INSPECT_I1,         [DXKI_EXEC_I8] = DXK_INSPECT_I8,
    [DXKI_EXEC_I16] = DXK_INSPECT_I16,       [DXKI_EXEC_I32] = DXK_INSPECT_I32,
    [DXKI_EXEC_I64] = DXK_INSPECT_I64,       [DXKI_EXEC_F16] = DXK_INSPECT_F16,
    [DXKI_EXEC_F32] = DXK_INSPECT_F32,       [DXKI_EXEC_F64] = DXK_INSPECT_F64,
    [DXKI_EXEC_HANDLE] = DXK_INSPECT_HANDLE, [DXKI_EXEC_POINTER] = DXK_INSPECT_POINTER};

static bool is_wide(uint32_t elem)
{
    return elem == DXKI_EXEC_I64 || elem == DXKI_EXEC_F64;
}

/* Part `part` of a value: what it is, and its row after the first one. */
static bool find_part(const dxk_inspect *i, dxki_type type, uint32_t part, dxki_exec_elem *elem,
                      uint32_t *row, uint32_t *parts)
{
    /* Shapes are found with lists that the decoder keeps; they are no part of what is known. */
    dxki_exec_decoder *shapes = (dxki_exec_decoder *)&i->shapes;
    bool found;

    i->ctx->muted++;
    dxki_exec_shape shape = dxki_exec_shape_of(shapes, type);
    i->ctx->muted--;
    *parts = shape.count;
    found = part < shape.count && shape.elem != DXKI_EXEC_NONE;
    if (found && shape.elem == DXKI_EXEC_MIXED) {
        *elem = shapes->parts.items[part].elem;
        *row = shapes->parts.items[part].row;
    } else if (found) {
        *elem = shape.elem;
        *row = part * dxki_exec_elem_rows(shape.elem);
    }
    return found;
}

bool dxk_inspect_value_get(const dxk_inspect_state *state, uint32_t thread, uint32_t place,
                           uint32_t part, dxk_inspect_value *out)
{
    const dxk_run_program *p = state->i->p;
    dxki_exec_elem elem = DXKI_EXEC_NONE;
    uint32_t lane, row = 0;
    const dxki_exec_runner *r = dxki_inspect_runner_of(state, thread, &lane);

    memset(out, 0, sizeof *out);
    if (!r || place >= p->places.count)
        return false;
    uint32_t inst = p->places.items[place].inst;
    const dxki_inspect_wave *w = &state->waves[r - state->worker->waves];
    dxki_inspect_place at = dxki_inspect_locate(state->i, DXKI_VALUE(DXKI_V_INST, inst));
    if (!w->known || !dxki_exec_mask_has(&w->made[place], lane) ||
        at.from == DXKI_INSPECT_NOWHERE || p->m->insts.items[inst].type == DXKI_TY_VOID ||
        !find_part(state->i, p->m->insts.items[inst].type, part, &elem, &row, &out->parts))
        return false;
    out->content = (dxk_inspect_content)contents[elem];
    if (at.from == DXKI_INSPECT_ADDRESS)
        out->bits = at.offset;
    else
        out->bits = is_wide(elem) ? dxki_exec_row64(&r->wave, at.row + row)[lane]
                                  : dxki_exec_row(&r->wave, at.row + row)[lane];
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Memory                                                                                     */

/* Where a lane's memory begins. */
typedef struct memory {
    const uint32_t *words; /* NULL: it cannot be read */
    size_t stride;
    uint32_t base, size; /* bytes */
} memory;

static memory memory_of(const dxki_exec_runner *r, uint32_t object, uint32_t lane)
{
    const dxk_run_program *p = r->wave.program;
    const dxki_exec_object *o = &p->objects.items[object < p->objects.count ? object : 0];
    memory m = {NULL, 1, o->base, o->size};

    switch (o->space) {
    case DXKI_EXEC_PRIVATE:
        m.words = r->wave.memory + lane;
        m.stride = r->wave.lanes;
        break;
    case DXKI_EXEC_SHARED:
        m.words = r->wave.group->shared;
        break;
    case DXKI_EXEC_TABLE:
        m.words = p->tables.words;
        break;
    default:
        break;
    }
    return m;
}

/* Up to 64 bits from bit `at` on; false: they are not all there. */
static bool read_bits(const memory *m, uint64_t at, uint32_t size, uint64_t *bits)
{
    uint64_t all = 8 * (uint64_t)m->size, from = at + 8 * (uint64_t)m->base;

    *bits = 0;
    if (!m->words || at > all || all - at < size)
        return false;
    for (uint32_t done = 0; done < size;) {
        uint32_t shift = (uint32_t)(from % 32), room = 32 - shift;
        uint32_t part = size - done < room ? size - done : room;
        uint64_t word = m->words[(size_t)(from / 32) * m->stride] >> shift;
        *bits |= (part == 32 ? word : word & ((1u << part) - 1)) << done;
        done += part;
        from += part;
    }
    return true;
}

/* A request for bits of a variable, and what is known so far. */
typedef struct request {
    uint64_t offset;
    uint32_t size;
    uint64_t bits, known;
} request;

static uint64_t low_bits(uint32_t count)
{
    return count >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << count) - 1;
}

/* `count` bits of the variable from `offset` on are these. */
static void answer(request *q, uint64_t offset, uint32_t count, uint64_t bits)
{
    uint64_t mask = low_bits(count);

    if (offset < q->offset) {
        uint64_t skipped = q->offset - offset;
        if (skipped >= count)
            return;
        bits >>= skipped;
        mask >>= skipped;
        offset = q->offset;
    }
    if (offset - q->offset >= q->size)
        return;
    uint32_t shift = (uint32_t)(offset - q->offset);
    mask = mask << shift & low_bits(q->size);
    q->bits = (q->bits & ~mask) | (bits << shift & mask);
    q->known |= mask;
}

/* Memory that is bit by bit the same as a part of the variable. */
static void read_same(const memory *m, uint64_t offset, uint64_t size, uint64_t at, request *q)
{
    uint64_t from = q->offset > offset ? q->offset : offset, bits;
    uint64_t end = q->offset + q->size < offset + size ? q->offset + q->size : offset + size;

    if (from < end && read_bits(m, at + (from - offset), (uint32_t)(end - from), &bits))
        answer(q, from, (uint32_t)(end - from), bits);
}

static uint64_t as_number(const dxki_inspect_cell *c, uint64_t bits)
{
    if (c->is_real && c->at_bits == 16 && c->bits == 32)
        return dxki_exec_f16_to_f32((uint16_t)bits);
    if (c->is_real && c->at_bits == 32 && c->bits == 16)
        return dxki_exec_f32_to_f16((uint32_t)bits);
    if (!c->is_real && c->at_bits > 1 && c->at_bits < 64 && bits >> (c->at_bits - 1) & 1)
        bits |= ~(uint64_t)0 << c->at_bits;
    return bits & low_bits(c->bits);
}

/* Cells are sorted by their offsets. */
static void read_cells(const dxk_inspect *i, const dxki_inspect_layout *layout, const memory *m,
                       uint64_t at, request *q)
{
    const dxki_inspect_cell *cells = i->cells.items + layout->first;
    uint32_t low = 0, high = layout->count;
    uint64_t bits;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (cells[middle].offset + cells[middle].bits <= q->offset)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < layout->count && cells[low].offset < q->offset + q->size; low++)
        if (read_bits(m, at + 8 * (uint64_t)cells[low].at, cells[low].at_bits, &bits))
            answer(q, cells[low].offset, cells[low].bits, as_number(&cells[low], bits));
}

static void read_declared(const dxk_inspect_state *s, const dxki_exec_runner *r, uint32_t lane,
                          const dxki_inspect_declare *d, request *q)
{
    uint32_t object = d->where.object, offset = d->where.offset;

    if (d->where.from == DXKI_INSPECT_REGISTER) {
        offset = dxki_exec_row(&r->wave, d->where.row)[lane];
        if (!object)
            object = dxki_exec_row(&r->wave, d->where.row + 1)[lane];
    }
    memory m = memory_of(r, object, lane);
    if (d->layout.is_same)
        read_same(&m, d->offset, d->bits, 8 * (uint64_t)offset, q);
    else
        read_cells(s->i, &d->layout, &m, 8 * (uint64_t)offset, q);
}

/* ---------------------------------------------------------------------------------------- */
/* Variables                                                                                  */

static void read_words(const dxki_inspect_var *v, const dxki_inspect_wave *w, uint32_t lanes,
                       uint32_t lane, request *q)
{
    for (uint32_t n = 0; n < q->size; n++) {
        uint64_t at = q->offset + n;
        if (at / 32 >= v->words)
            return;
        size_t word = (v->first + (size_t)(at / 32)) * lanes + lane;
        if (w->known[word] >> at % 32 & 1)
            answer(q, at, 1, w->bits[word] >> at % 32 & 1);
    }
}

void dxk_inspect_read(const dxk_inspect_state *state, uint32_t thread, uint32_t variable,
                      uint64_t offset, uint32_t size, uint64_t *bits, uint64_t *known)
{
    const dxk_inspect *i = state->i;
    uint32_t lane;
    const dxki_exec_runner *r = dxki_inspect_runner_of(state, thread, &lane);
    request q = {offset, size < 64 ? size : 64, 0, 0};

    if (r && variable < i->vars.count && offset <= UINT64_MAX / 2) {
        const dxki_inspect_var *v = &i->vars.items[variable];
        const dxki_inspect_wave *w = &state->waves[r - state->worker->waves];
        memory m = memory_of(r, v->object, lane);
        if (variable >= i->local_vars && v->layout.is_same)
            read_same(&m, 0, v->bits, 0, &q);
        else if (variable >= i->local_vars)
            read_cells(i, &v->layout, &m, 0, &q);
        else if (w->known)
            read_words(v, w, r->wave.lanes, lane, &q);
        uint32_t next = w->known && variable < i->local_vars ? v->declare : 0;
        for (; next; next = i->declares.items[next - 1].next)
            if (dxki_exec_mask_has(&w->declared[next - 1], lane))
                read_declared(state, r, lane, &i->declares.items[next - 1], &q);
    }
    *bits = q.bits;
    *known = q.known;
}

/* A variable with how far out it is. */
typedef struct ranked {
    uint32_t variable, rank;
} ranked;

static bool is_farther(const void *user, const void *a, const void *b)
{
    (void)user;
    return ((const ranked *)a)->rank > ((const ranked *)b)->rank;
}

size_t dxk_inspect_visible(const dxk_inspect_state *state, uint32_t thread, uint32_t frame,
                           uint32_t *list, size_t room)
{
    const dxk_inspect *i = state->i;
    uint32_t function;
    dxki_md location = dxki_inspect_location(state, thread, frame, &function);
    DXKI_VEC(ranked) seen = {NULL, 0, 0};
    size_t count;

    if (function != DXKI_INSPECT_NONE) {
        const dxki_inspect_function *f = &i->functions[function];
        for (uint32_t n = 0; n < f->var_count; n++) {
            uint32_t rank = dxki_inspect_sees(i, &i->vars.items[f->first_var + n], location);
            ranked r = {f->first_var + n, rank};
            if (rank != DXKI_INSPECT_NONE && !dxki_vec_push(state->worker->ctx, &seen, r))
                break;
        }
    }
    if (!dxki_sort(state->worker->ctx, seen.items, seen.count, sizeof *seen.items, is_farther,
                   NULL))
        seen.count = 0;
    for (count = 0; count < seen.count; count++)
        if (count < room)
            list[count] = seen.items[count].variable;
    dxki_vec_free(state->worker->ctx, &seen);
    for (uint32_t n = i->local_vars; n < i->vars.count; n++, count++)
        if (count < room)
            list[count] = n;
    return count;
}
