/* SPDX-License-Identifier: MIT */
/*
 * parse_operators.c - operators on i32 and float as printers write them: lines of them, one after
 * the other, and single ones. See parse.h.
 */
#include "text/counter.h"
#include "text/lex_operator.h"
#include "text/parse.h"

/* --- operands --- */

static inline bool find_locals(const dxki_text_parser *p, const dxki_text_operator *o,
                               dxki_value ops[2])
{
    for (uint32_t i = 0; i < 2; i++) {
        if (o->operands[i].local &&
            !dxki_text_find_local(p, o->type, o->operands[i].number, &ops[i]))
            return false;
    }
    return true;
}

/* --- a single one --- */

/* Adds the instruction; 0: no memory. */
static uint32_t add_operator(dxki_text_parser *p, const dxki_text_operator *o, dxki_value ops[2])
{
    dxk_module *m = p->m;
    dxki_inst inst = {.op = (uint8_t)o->op,
                      .flags = o->flags,
                      .type = o->type,
                      .ops = (uint32_t)m->words.count,
                      .op_count = 2};
    for (uint32_t i = 0; i < 2; i++) {
        if (!o->operands[i].local)
            ops[i] = dxki_text_integer(p, o->type, (int32_t)o->operands[i].number);
    }
    if (!ops[0] || !ops[1] || inst.ops > UINT32_MAX - 2 || !dxki_vec_reserve(p->ctx, &m->words, 2))
        return 0;
    m->words.items[inst.ops] = ops[0];
    m->words.items[inst.ops + 1] = ops[1];
    m->words.count += 2;
    return dxki_inst_append(m, p->block, &inst);
}

/* Is it not a part of a longer word or number that stands there? */
static bool ends(const dxki_text_operator *o)
{
    return *o->end == '\n' || *o->end == '\r' || *o->end == ',' || *o->end == ' ';
}

bool dxki_text_parse_operator(dxki_text_parser *p, dxki_inst *inst, uint32_t *index)
{
    dxki_text_operator o;
    dxki_value ops[2] = {0}; /* of numbers: made by add_operator() */
    if (!dxki_text_lex_operator(&p->lex, p->lex.next, &o) || !ends(&o) || !find_locals(p, &o, ops))
        return false;
    inst->op = (uint8_t)o.op;
    inst->type = o.type;
    *index = add_operator(p, &o, ops);
    p->lex.next = o.end;
    dxki_text_next(p);
    if (!*index)
        dxki_text_no_memory(p);
    return true;
}

/* --- lines --- */

/* Where a run of lines puts what it makes. */
typedef struct run {
    dxki_inst *next;
    uint32_t *next_word;
    uint32_t inst, word; /* their indices */
    size_t room;         /* for so many more; 0: no memory */
} run;

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static run begin(dxki_text_parser *p)
{
    dxk_module *m = p->m;
    run r = {0};
    if (!dxki_vec_reserve(p->ctx, &m->insts, 1) || !dxki_vec_reserve(p->ctx, &m->words, 2) ||
        !dxki_vec_reserve(p->ctx, &p->values, 1))
        return r;
    r.inst = (uint32_t)m->insts.count;
    r.word = (uint32_t)m->words.count;
    r.next = m->insts.items + r.inst;
    r.next_word = m->words.items + r.word;
    size_t most = least(m->insts.capacity, DXKI_VALUE_INDEX_MAX);
    size_t words = least(m->words.capacity, UINT32_MAX);
    r.room = most > r.inst ? most - r.inst : 0;
    r.room = least(r.room, (words - r.word) / 2);
    r.room = least(r.room, p->values.capacity - p->values.count);
    return r;
}

/* Takes in what was made; the next instruction and word would be these. */
static void end(dxki_text_parser *p, uint32_t inst, uint32_t word)
{
    dxk_module *m = p->m;
    uint32_t first = (uint32_t)m->insts.count;
    dxki_block *home = &m->blocks.items[p->block];
    if (inst == first)
        return;
    if (home->last_inst)
        m->insts.items[home->last_inst].next = first;
    else
        home->first_inst = first;
    home->last_inst = inst - 1;
    m->insts.items[home->last_inst].next = 0;
    m->insts.count = inst;
    m->words.count = word;
}

/* Where the line after an operator begins; NULL: it does not end as usual. */
static inline const char *end_line(const dxki_text_parser *p, const char *at)
{
    const char *next = at;
    if (p->lex.end - at >= DXKI_LEX_AHEAD && DXKI_TAKE(&next, "\n  %"))
        return next - 1;
    return dxki_text_lex_line(&p->lex, at);
}

/* A value that is there, or a number that was seen before. */
static inline bool take_value(const dxki_text_parser *p, const char **at, dxki_type type,
                              dxki_value *value)
{
    uint32_t local;
    int32_t number;
    if (**at == '%')
        return ++*at, dxki_text_count(at, &local) && dxki_text_find_local(p, type, local, value);
    return type == DXKI_TY_I32 && dxki_text_signed(at, &number) &&
           dxki_text_is_known(p, number, value);
}

/* "%1, 2" */
static inline bool take_values(const dxki_text_parser *p, const char **at, dxki_type type,
                               dxki_value values[2])
{
    for (uint32_t i = 0; i < 2; i++) {
        if ((i && !DXKI_TAKE(at, ", ")) || !take_value(p, at, type, &values[i]))
            return false;
    }
    return true;
}

/* The number that the next result has. */
static dxki_text_counter next_number(const dxki_text_parser *p)
{
    dxki_text_counter c = p->next_number;
    if (c.number + 1 == p->values.count)
        dxki_text_count_on(&c);
    return c.number == p->values.count ? c : dxki_text_count_from((uint32_t)p->values.count);
}

/* The lines up to the first that is no operator, or has a number that was not seen before. */
static const char *parse_known(dxki_text_parser *p, run r, const char *at)
{
    const uint32_t block = p->block;
    dxki_text_counter number = next_number(p);
    dxki_text_front front;
    dxki_value ops[2];
    for (; r.room && *at == '%'; r.room--, r.inst++, r.word += 2, r.next++, r.next_word += 2) {
        uint32_t digits = dxki_text_counter_matches(&number, dxki_text_eight(at + 1));
        const char *to = at + 1 + digits;
        if (!digits || !dxki_text_take_front(&p->lex, &to, &front) ||
            !take_values(p, &to, front.type, ops) || !(to = end_line(p, to)))
            break;
        r.next->op = front.op;
        r.next->flags = front.flags;
        r.next->sub = 0;
        r.next->type = front.type;
        r.next->ops = r.word;
        r.next->op_count = 2;
        r.next->next = r.inst + 1; /* the last one has none: end() */
        r.next->block = block;
        r.next_word[0] = ops[0];
        r.next_word[1] = ops[1];
        p->values.items[p->values.count++] = DXKI_VALUE(DXKI_V_INST, r.inst);
        dxki_text_count_on(&number);
        at = to;
    }
    p->next_number = number;
    end(p, r.inst, r.word);
    return at;
}

/* The line if it is an operator on any numbers; else `at`, or NULL: no memory. */
static const char *parse_any(dxki_text_parser *p, const char *at)
{
    dxki_text_operator o;
    uint32_t digits;
    dxki_value ops[2] = {0}; /* of numbers: made by add_operator() */
    if (*at != '%' || dxki_text_digits(at + 1, &digits) != p->values.count || !digits ||
        !dxki_text_lex_operator(&p->lex, at + 1 + digits, &o) || !find_locals(p, &o, ops))
        return at;
    const char *next = end_line(p, o.end);
    if (!next)
        return at;
    uint32_t index = add_operator(p, &o, ops);
    return index && dxki_vec_push(p->ctx, &p->values, DXKI_VALUE(DXKI_V_INST, index)) ? next : NULL;
}

const char *dxki_text_parse_operators(dxki_text_parser *p, const char *at)
{
    for (;;) {
        run r = begin(p);
        const char *known = r.room ? parse_known(p, r, at) : NULL;
        const char *next = known ? parse_any(p, known) : NULL;
        if (!next)
            return dxki_text_no_memory(p), NULL;
        if (next == known)
            return next;
        at = next;
    }
}
