/* SPDX-License-Identifier: MIT */
/*
 * read_operators.c - runs of operators: records of an abbreviation for two values, an opcode and
 * flags, whose values are there already and have one type. Most instructions of most shaders are
 * this. They go from the bits into the arrays of the module without a record between. A run ends
 * at anything else, errors included, before its first bit: the usual way reads that.
 */
#include "bitcode/read_inst.h"
#include "bitcode/stream_parts.h"
#include "ir/plain.h"

/* Operands of such an abbreviation: the code, two values, the opcode, and flags or nothing. */
enum { OP_CODE, OP_LEFT, OP_RIGHT, OP_OPCODE, OP_FLAGS };

/* What a record says. */
typedef struct fields {
    uint64_t left, right, opcode, flags;
    uint32_t bits;
} fields;

/* What a run reads and writes, and how far it is; the arrays have room for as many as it may read. */
typedef struct run {
    const uint8_t *data; /* the stream */
    uint64_t pos, base;  /* the next bit; what is added to it for positions in the file */
    size_t size;
    const dxki_bc_operator *operators; /* by id */
    const dxki_bc_abbrev_op *ops;
    uint32_t width; /* of ids */
    uint32_t *bits; /* positions; NULL: nobody asks */
    dxki_inst *insts;
    uint32_t *words;
    uint8_t *plain; /* NULL: nobody asks */
    dxki_bc_slot *values;
    uint32_t inst, word, value; /* the next ones */
    uint32_t block, last;       /* its last instruction; 0: it has none */
} run;

static bool is_number(const dxki_bc_abbrev_op *op)
{
    return op->encoding == DXKI_ENC_LITERAL || op->encoding == DXKI_ENC_FIXED;
}

static bool is_operator(const dxki_bc_abbrev *abbrev, const dxki_bc_abbrev_op *ops)
{
    if (!abbrev->usual || abbrev->fields < OP_FLAGS || abbrev->fields > OP_FLAGS + 1)
        return false;
    return ops[OP_CODE].encoding == DXKI_ENC_LITERAL && ops[OP_CODE].literal == DXKI_REC_BINOP &&
           ops[OP_LEFT].encoding == DXKI_ENC_VBR && ops[OP_RIGHT].encoding == DXKI_ENC_VBR &&
           is_number(&ops[OP_OPCODE]) && (abbrev->fields == OP_FLAGS || is_number(&ops[OP_FLAGS]));
}

void dxki_bc_read_find_operators(dxki_bc_reader *r)
{
    for (uint32_t i = 0; i < DXKI_BC_OPERATORS; i++) {
        bool defined = i >= DXKI_ABBREV_FIRST && r->bs.top.width <= 32;
        const dxki_bc_abbrev *abbrev = defined ? dxki_bc_stream_abbrev(&r->bs, i) : NULL;
        r->operators[i] = (dxki_bc_operator){0, false};
        if (abbrev && is_operator(abbrev, r->bs.abbrev_ops.items + abbrev->first_op))
            r->operators[i] = (dxki_bc_operator){abbrev->first_op + 1, abbrev->fields > OP_FLAGS};
    }
}

/* --- one record --- */

/* A number in chunks from the low end of a window, which moves. */
static inline uint64_t take_chunks(uint64_t *window, const dxki_bc_abbrev_op *op, uint32_t *bits)
{
    uint64_t mask = op->mask, rest = *window, value = rest & mask;
    uint32_t width = op->width, shift = 0;
    *bits += width;
    while (rest & (mask + 1)) {
        rest >>= width;
        shift += width - 1;
        value |= (rest & mask) << shift;
        *bits += width;
    }
    *window = rest >> width;
    return value;
}

static inline uint64_t take_number(uint64_t *window, const dxki_bc_abbrev_op *op, uint32_t *bits)
{
    uint64_t value = (*window & op->mask) | op->literal;
    *window >>= op->width;
    *bits += op->width;
    return value;
}

/* The next record; false: the next thing is no operator, or does not lie in one window. */
static inline bool read_fields(const run *at, fields *f)
{
    if ((at->pos >> 3) + 8 > at->size)
        return false;
    uint64_t window = dxki_load64(at->data + (at->pos >> 3)) >> (at->pos & 7);
    uint64_t id = window & (((uint64_t)1 << at->width) - 1);
    if (id >= DXKI_BC_OPERATORS || !at->operators[id].place)
        return false;
    const dxki_bc_abbrev_op *ops = at->ops + at->operators[id].place - 1;
    window >>= at->width;
    f->bits = at->width;
    f->left = take_chunks(&window, &ops[OP_LEFT], &f->bits);
    f->right = take_chunks(&window, &ops[OP_RIGHT], &f->bits);
    f->opcode = take_number(&window, &ops[OP_OPCODE], &f->bits);
    f->flags = at->operators[id].flags ? take_number(&window, &ops[OP_FLAGS], &f->bits) : 0;
    return f->bits <= DXKI_BC_WINDOW;
}

static inline bool is_small_int(dxki_type type)
{
    return type >= DXKI_TY_I1 && type <= DXKI_TY_I64;
}

/* The marks that an operand of a plain type allows; see plain.h. */
static inline uint32_t marks_by(const dxk_module *m, const run *at, dxki_value value)
{
    if (DXKI_TAG(value) == DXKI_V_INST)
        return at->plain[DXKI_INDEX(value)] ? DXKI_PLAIN_ALONE : DXKI_PLAIN;
    return dxki_value_is_number(m, value) ? DXKI_PLAIN_ALONE : 0;
}

/* Puts the instruction in; false: the usual way has to look at it. */
static inline bool put(const dxk_module *m, run *at, const fields *f)
{
    uint32_t left = (uint32_t)(at->value - f->left), right = (uint32_t)(at->value - f->right);
    if (left >= at->value || right >= at->value)
        return false;
    dxki_bc_slot a = at->values[left], b = at->values[right];
    bool real = dxki_type_is_fp(m, a.type);
    if (a.type != b.type || DXKI_TAG(a.value) == DXKI_V_FORWARD ||
        DXKI_TAG(b.value) == DXKI_V_FORWARD || !(real || is_small_int(a.type)))
        return false;
    uint64_t place = at->base + at->pos;
    dxki_op opcode = dxki_op_of_binary(f->opcode, real);
    if (opcode == DXKI_OP_NONE)
        return false;
    at->words[at->word] = a.value;
    at->words[at->word + 1] = b.value;
    at->insts[at->inst] = (dxki_inst){.op = (uint8_t)opcode,
                                      .flags = (uint8_t)f->flags,
                                      .type = a.type,
                                      .ops = at->word,
                                      .op_count = 2,
                                      .block = at->block};
    if (at->last)
        at->insts[at->last].next = at->inst;
    if (at->bits)
        at->bits[at->inst] = place < UINT32_MAX ? (uint32_t)place : UINT32_MAX;
    if (at->plain)
        at->plain[at->inst] =
            opcode == DXKI_OP_SDIV || opcode == DXKI_OP_UDIV || !dxki_type_is_plain(a.type)
                ? 0
                : (uint8_t)(marks_by(m, at, a.value) & marks_by(m, at, b.value));
    at->values[at->value++] = (dxki_bc_slot){DXKI_VALUE(DXKI_V_INST, at->inst), a.type};
    at->last = at->inst++;
    at->word += 2;
    return true;
}

/* --- a run --- */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* How many instructions the arrays have room for. */
static size_t room_of(const dxki_bc_reader *r)
{
    const dxk_module *m = r->m;
    size_t room = least(m->insts.capacity, DXKI_VALUE_INDEX_MAX);
    room = room > m->insts.count ? room - m->insts.count : 0;
    room = least(room, (m->words.capacity - m->words.count) / 2);
    return least(room, r->values.capacity - r->values.count);
}

/* Fills the arrays beside that of the instructions up to the next one, and makes room in them. */
static bool catch_up(dxki_bc_reader *r)
{
    dxk_module *m = r->m;
    size_t count = m->insts.count, capacity = m->insts.capacity;
    if (r->judge) {
        if (!dxki_vec_reserve(r->ctx, &m->inst_plain, capacity - m->inst_plain.count))
            return false;
        while (m->inst_plain.count < count)
            m->inst_plain.items[m->inst_plain.count++] = 0;
    }
    if (r->options->offsets) {
        if (!dxki_vec_reserve(r->ctx, &m->inst_bits, capacity - m->inst_bits.count))
            return false;
        while (m->inst_bits.count < count)
            m->inst_bits.items[m->inst_bits.count++] = UINT32_MAX;
    }
    return true;
}

static inline void begin(const dxki_bc_reader *r, run *at)
{
    const dxk_module *m = r->m;
    *at = (run){.data = r->bs.bits.data,
                .pos = r->bs.bits.pos,
                .base = r->bs.base,
                .size = r->bs.bits.size,
                .operators = r->operators,
                .ops = r->bs.abbrev_ops.items,
                .width = r->bs.top.width & 63};
    at->insts = m->insts.items;
    at->words = m->words.items;
    at->values = r->values.items;
    at->plain = r->judge ? m->inst_plain.items : NULL;
    at->bits = r->options->offsets ? m->inst_bits.items : NULL;
    at->inst = (uint32_t)m->insts.count;
    at->word = (uint32_t)m->words.count;
    at->value = (uint32_t)r->values.count;
    at->block = r->body.block;
    at->last = m->blocks.items[at->block].last_inst;
}

static inline void end(dxki_bc_reader *r, const run *at)
{
    dxk_module *m = r->m;
    dxki_block *home = &m->blocks.items[at->block];
    if (at->inst == m->insts.count)
        return;
    if (!home->first_inst)
        home->first_inst = (uint32_t)m->insts.count;
    home->last_inst = r->body.last_inst = at->last;
    m->insts.count = at->inst;
    m->words.count = at->word;
    r->values.count = at->value;
    r->bs.bits.pos = at->pos;
    if (at->plain)
        m->inst_plain.count = at->inst;
    if (at->bits)
        m->inst_bits.count = at->inst;
}

/* Does an operator come next? */
static inline bool is_next(const dxki_bc_reader *r)
{
    const dxki_bits *bits = &r->bs.bits;
    if (!r->body.block || !r->m->version || (bits->pos >> 3) + 8 > bits->size)
        return false;
    uint64_t window = dxki_load64(bits->data + (bits->pos >> 3)) >> (bits->pos & 7);
    uint64_t id = window & (((uint64_t)1 << (r->bs.top.width & 63)) - 1);
    return id < DXKI_BC_OPERATORS && r->operators[id].place;
}

dxk_status dxki_bc_read_operators(dxki_bc_reader *r)
{
    if (!is_next(r))
        return DXK_OK;
    if (!catch_up(r))
        return dxki_nomem(r->ctx);
    fields f;
    run at;
    begin(r, &at);
    for (size_t room = room_of(r); room && read_fields(&at, &f) && put(r->m, &at, &f); room--)
        at.pos += f.bits;
    end(r, &at);
    return DXK_OK;
}
