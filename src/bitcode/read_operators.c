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

/* What a run reads and writes; the arrays have room for as many as it may read. */
typedef struct run {
    const uint8_t *data; /* the stream */
    uint64_t pos, last;  /* the next bit; the byte from which on no window lies within the stream */
    const dxki_bc_operator *operators; /* by id */
    const dxki_bc_abbrev_op *ops;
    uint32_t width;      /* of ids */
    uint32_t block;      /* that the instructions are in */
    uint32_t base;       /* what is added to positions in the file */
    uint32_t *bits;      /* positions by instruction; NULL: nobody asks */
    uint8_t *plain;      /* marks by instruction; NULL: nobody asks */
    dxki_inst *next;     /* instruction */
    uint32_t *next_word; /* operand */
    dxki_bc_slot *next_value;
    uint32_t inst, word;    /* their indices */
    size_t values;          /* how many there are */
    dxki_type type;         /* of the last operands */
    const uint8_t *opcodes; /* on it, by number; NULL: it has none */
    bool marked;            /* operators on it may get marks */
    uint32_t first;         /* instruction of the block */
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

/* As LLVM defines it, flags aside? */
static bool has_usual_widths(const dxki_bc_abbrev_op *ops)
{
    return ops[OP_LEFT].width == DXKI_BINOP_VALUE && ops[OP_RIGHT].width == DXKI_BINOP_VALUE &&
           ops[OP_OPCODE].encoding == DXKI_ENC_FIXED && ops[OP_OPCODE].width == DXKI_BINOP_OPCODE;
}

void dxki_bc_read_find_operators(dxki_bc_reader *r)
{
    for (uint32_t i = 0; i < DXKI_BC_OPERATORS; i++) {
        bool defined = i >= DXKI_ABBREV_FIRST && r->bs.top.width <= 32;
        const dxki_bc_abbrev *abbrev = defined ? dxki_bc_stream_abbrev(&r->bs, i) : NULL;
        r->operators[i] = (dxki_bc_operator){.place = 0};
        if (!abbrev)
            continue;
        const dxki_bc_abbrev_op *ops = r->bs.abbrev_ops.items + abbrev->first_op;
        if (is_operator(abbrev, ops))
            r->operators[i] = (dxki_bc_operator){abbrev->first_op + 1, abbrev->fields > OP_FLAGS,
                                                 has_usual_widths(ops)};
    }
}

/* --- one record --- */

/* A number in chunks from the low end of a window, which moves. */
static inline uint64_t take_chunks(uint64_t *window, uint32_t width, uint32_t *bits)
{
    uint64_t more = (uint64_t)1 << (width - 1), rest = *window, value = rest & (more - 1);
    uint32_t end = *bits + width;
    for (uint32_t shift = width - 1; rest & more; shift += width - 1, end += width) {
        rest >>= width;
        value |= (rest & (more - 1)) << shift;
    }
    *window = rest >> width;
    *bits = end;
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
    if (at->pos >> 3 >= at->last)
        return false;
    uint64_t window = dxki_load64(at->data + (at->pos >> 3)) >> (at->pos & 7);
    uint64_t id = window & (((uint64_t)1 << at->width) - 1);
    if (id >= DXKI_BC_OPERATORS || !at->operators[id].place)
        return false;
    window >>= at->width;
    f->bits = at->width;
    f->flags = 0;
    if (at->operators[id].usual) {
        f->left = take_chunks(&window, DXKI_BINOP_VALUE, &f->bits);
        f->right = take_chunks(&window, DXKI_BINOP_VALUE, &f->bits);
        f->opcode = window & ((1u << DXKI_BINOP_OPCODE) - 1);
        window >>= DXKI_BINOP_OPCODE;
        f->bits += DXKI_BINOP_OPCODE;
    } else {
        const dxki_bc_abbrev_op *ops = at->ops + at->operators[id].place - 1;
        f->left = take_chunks(&window, ops[OP_LEFT].width, &f->bits);
        f->right = take_chunks(&window, ops[OP_RIGHT].width, &f->bits);
        f->opcode = take_number(&window, &ops[OP_OPCODE], &f->bits);
    }
    if (at->operators[id].flags)
        f->flags = take_number(&window, &at->ops[at->operators[id].place - 1 + OP_FLAGS], &f->bits);
    return f->bits <= DXKI_BC_WINDOW;
}

/* --- its instruction --- */

/* What there is to know about operators on a type. */
static void select_type(run *at, dxki_type type)
{
    bool real = type >= DXKI_TY_HALF && type <= DXKI_TY_DOUBLE;
    bool whole = type >= DXKI_TY_I1 && type <= DXKI_TY_I64;
    at->type = type;
    at->marked = dxki_type_is_plain(type);
    at->opcodes = real    ? dxki_op_by_number[DXKI_OP_REALS]
                  : whole ? dxki_op_by_number[DXKI_OP_INTS]
                          : NULL;
}

/* The marks that an operand of a plain type allows; see plain.h. */
static inline uint32_t marks_by(const dxk_module *m, const run *at, dxki_value value)
{
    const uint32_t plain = DXKI_PLAIN | DXKI_PLAIN_QUIET;
    uint32_t made = DXKI_INDEX(value);
    if (DXKI_TAG(value) == DXKI_V_INST) {
        uint32_t quiet = at->plain[made] / DXKI_PLAIN_QUIET & 1u, home = made >= at->first;
        return plain | quiet * DXKI_PLAIN_ALONE | home * DXKI_PLAIN_HOME;
    }
    return dxki_value_is_number(m, value) ? plain | DXKI_PLAIN_ALONE | DXKI_PLAIN_HOME : 0;
}

/* The marks of an operator. */
static inline uint32_t marks_of(const dxk_module *m, const run *at, uint8_t op, dxki_value a,
                                dxki_value b)
{
    if (op == DXKI_OP_SDIV || op == DXKI_OP_UDIV || !at->marked)
        return 0;
    return marks_by(m, at, a) & marks_by(m, at, b);
}

/* Puts the instruction in; false: the usual way has to look at it. */
static inline bool put(const dxk_module *m, run *at, const fields *f)
{
    if (f->left - 1 >= at->values || f->right - 1 >= at->values)
        return false;
    dxki_bc_slot a = at->next_value[-(ptrdiff_t)f->left], b = at->next_value[-(ptrdiff_t)f->right];
    if (a.type != at->type)
        select_type(at, a.type);
    if (a.type != b.type || DXKI_TAG(a.value) == DXKI_V_FORWARD ||
        DXKI_TAG(b.value) == DXKI_V_FORWARD || !at->opcodes || f->opcode >= DXKI_OP_NUMBERS ||
        !at->opcodes[f->opcode])
        return false;
    uint8_t op = at->opcodes[f->opcode];
    if (at->plain)
        at->plain[at->inst] = (uint8_t)marks_of(m, at, op, a.value, b.value);
    if (at->bits)
        at->bits[at->inst] = at->base + (uint32_t)at->pos;
    at->next_word[0] = a.value;
    at->next_word[1] = b.value;
    *at->next_value = (dxki_bc_slot){DXKI_VALUE(DXKI_V_INST, at->inst), a.type};
    at->next->op = op;
    at->next->flags = (uint8_t)f->flags;
    at->next->sub = 0;
    at->next->type = a.type;
    at->next->ops = at->word;
    at->next->op_count = 2;
    at->next->next = at->inst + 1; /* the last one has none: end() */
    at->next->block = at->block;
    at->next++;
    at->inst++;
    at->next_word += 2;
    at->word += 2;
    at->next_value++;
    at->values++;
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

/* The marks of an instruction that no run put in: of a member of a result. The last one of a body has
 * none. A structure before the member has the type that the member was read with; one that comes
 * later may have another one. */
static uint8_t marks_of_other(const dxki_bc_reader *r, uint32_t inst)
{
    const dxk_module *m = r->m;
    const dxki_inst *in = &m->insts.items[inst];
    if (!dxki_inst_is_plain_member(m, in) || (!in->next && inst != r->body.last_inst))
        return 0;
    uint32_t made = DXKI_INDEX(m->words.items[in->ops]);
    bool home = made < inst && m->insts.items[made].block == in->block;
    return home ? DXKI_PLAIN_QUIET | DXKI_PLAIN_HOME : DXKI_PLAIN_QUIET;
}

/* Fills the arrays beside that of the instructions up to the next one, and makes room in them. */
static bool catch_up(dxki_bc_reader *r)
{
    dxk_module *m = r->m;
    size_t count = m->insts.count, capacity = m->insts.capacity;
    if (r->judge) {
        if (!dxki_vec_reserve(r->ctx, &m->inst_plain, capacity - m->inst_plain.count))
            return false;
        for (size_t i = m->inst_plain.count; i < count; i++)
            m->inst_plain.items[i] = marks_of_other(r, (uint32_t)i);
        m->inst_plain.count = count;
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
                .last = r->bs.bits.size < 8 ? 0 : r->bs.bits.size - 7,
                .operators = r->operators,
                .ops = r->bs.abbrev_ops.items,
                .width = r->bs.top.width & 63,
                .block = r->body.block,
                .base = (uint32_t)r->bs.base,
                .bits = r->options->offsets ? m->inst_bits.items : NULL,
                .plain = r->judge ? m->inst_plain.items : NULL,
                .next = m->insts.items + m->insts.count,
                .next_word = m->words.items + m->words.count,
                .next_value = r->values.items + r->values.count,
                .inst = (uint32_t)m->insts.count,
                .word = (uint32_t)m->words.count,
                .values = r->values.count};
    at->first = m->blocks.items[at->block].first_inst;
    at->first = at->first ? at->first : at->inst;
}

static inline void end(dxki_bc_reader *r, const run *at)
{
    dxk_module *m = r->m;
    uint32_t first = (uint32_t)m->insts.count;
    dxki_block *home = &m->blocks.items[at->block];
    if (at->inst == first)
        return;
    if (home->first_inst)
        m->insts.items[home->last_inst].next = first;
    else
        home->first_inst = first;
    home->last_inst = r->body.last_inst = at->inst - 1;
    m->insts.items[at->inst - 1].next = 0;
    m->insts.count = at->inst;
    m->words.count = at->word;
    r->values.count = at->values;
    r->bs.bits.pos = at->pos;
    if (at->plain)
        m->inst_plain.count = at->inst;
    if (at->bits)
        m->inst_bits.count = at->inst;
}

/* Does an operator come next? (Not if positions are asked for that are too large to be kept.) */
static inline bool is_next(const dxki_bc_reader *r)
{
    const dxki_bits *bits = &r->bs.bits;
    if (!r->body.block || !r->m->version || (bits->pos >> 3) + 8 > bits->size ||
        (r->options->offsets && r->bs.base + bits->end >= UINT32_MAX))
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
    const size_t most = at.values + room_of(r);
    while (at.values != most && read_fields(&at, &f) && put(r->m, &at, &f))
        at.pos += f.bits;
    end(r, &at);
    return DXK_OK;
}
