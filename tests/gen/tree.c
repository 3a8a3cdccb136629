/* SPDX-License-Identifier: MIT */
/* tree.c - memory and tables of trees, and what follows from their statements. */
#include "tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dxk/builder.h"

const gen_op_info gen_ops[GEN_OPS] = {
#define GEN_OP(id, text, types, shape, how, code, part, model, flags, ...)                         \
    {text, types, shape, how, code, part, model, flags},
#include "ops.def"
#undef GEN_OP
};

const gen_wave_info gen_waves[GEN_WAVES] = {
#define GEN_WAVE_OP(id, text, types, shape, code, kind, sign, model, flags, meaning)               \
    {text, types, shape, code, kind, sign, model, flags},
#include "waves.def"
#undef GEN_WAVE_OP
};

/* --- memory --- */

#define BLOCK_SIZE 32768u

typedef struct gen_block {
    struct gen_block *next;
    size_t used, size;
    _Alignas(16) unsigned char bytes[];
} gen_block;

void *gen_alloc(gen_arena *arena, size_t size)
{
    size = (size + 15) & ~(size_t)15;
    gen_block *block = arena->blocks;
    if (!block || block->size - block->used < size) {
        size_t room = size > BLOCK_SIZE ? size : BLOCK_SIZE;
        block = malloc(sizeof *block + room);
        if (!block) {
            fprintf(stderr, "out of memory\n");
            exit(4);
        }
        *block = (gen_block){.next = arena->blocks, .size = room};
        arena->blocks = block;
    }
    void *memory = block->bytes + block->used;
    block->used += size;
    return memset(memory, 0, size);
}

void gen_arena_free(gen_arena *arena)
{
    for (gen_block *block = arena->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    arena->blocks = NULL;
}

gen_expr *gen_expr_new(gen_program *p, gen_expr_kind kind, gen_type type)
{
    gen_expr *e = gen_alloc(&p->memory, sizeof *e);
    e->kind = (uint8_t)kind;
    e->type = (uint8_t)type;
    return e;
}

gen_expr *gen_const(gen_program *p, gen_type type, uint64_t bits)
{
    gen_expr *e = gen_expr_new(p, GEN_CONST, type);
    e->bits = bits;
    e->bound = GEN_SMALL_VARIABLE;
    return e;
}

gen_expr *gen_apply(gen_program *p, gen_op op, gen_type type, gen_expr *a, gen_expr *b, gen_expr *c)
{
    gen_expr *e = gen_expr_new(p, GEN_APPLY, type);
    e->index = (uint32_t)op;
    e->args[0] = a;
    e->args[1] = b;
    e->args[2] = c;
    e->bound = GEN_SMALL_VARIABLE;
    return e;
}

gen_stmt *gen_stmt_new(gen_program *p, gen_stmt_kind kind)
{
    gen_stmt *s = gen_alloc(&p->memory, sizeof *s);
    s->kind = (uint8_t)kind;
    s->result = GEN_NONE;
    return s;
}

/* --- types --- */

static const char letters[GEN_TYPES + 1] = "vbwilfdsh";

char gen_letter(gen_type type)
{
    return letters[type];
}

gen_type gen_type_of(char letter)
{
    const char *at = strchr(letters, letter);
    return at && *at ? (gen_type)(at - letters) : GEN_VOID;
}

uint32_t gen_width(gen_type type)
{
    static const uint32_t widths[GEN_TYPES] = {0, 1, 16, 32, 64, 32, 64, 32, 32};
    return widths[type];
}

gen_type gen_shape_type(const char *shape, int k, gen_type t)
{
    char letter = shape[0];
    if (k >= 0) {
        if ((size_t)k + 2 >= strlen(shape) + (shape[1] ? 0 : 1))
            return GEN_VOID;
        letter = shape[k + 2];
    }
    return letter == 't' ? t : gen_type_of(letter);
}

/* Sums and products up to here are exact: 11 bits of half, 24 of float, and room for the sum over
 * the lanes of a wave. */
uint32_t gen_small_limit(gen_type type)
{
    return type == GEN_S16 ? 1024 : type == GEN_S32 ? 1u << 20 : UINT32_MAX;
}

/* --- what follows from the statements --- */

/* What statements hold, as bits. */
enum { HAS_WAVES = 1, HAS_BARRIERS = 2 };

static unsigned mark_list(gen_program *p, gen_stmt *list);

static unsigned mark_expr(gen_program *p, const gen_expr *e)
{
    unsigned holds = 0;
    if (!e)
        return 0;
    if (e->kind == GEN_WAVE) {
        holds = HAS_WAVES;
        p->has_quads |= (gen_waves[e->index].flags & GEN_IN_QUADS) != 0;
    } else if (e->kind == GEN_SHARED) {
        p->shareds[e->index].is_used = true;
    }
    for (int i = 0; i < (int)GEN_OPERANDS; i++)
        holds |= mark_expr(p, e->args[i]);
    return holds;
}

static void mark_place(gen_program *p, const gen_stmt *s)
{
    p->has_totals |= s->place == GEN_AT_TOTALS;
    p->has_totals64 |= s->place == GEN_AT_TOTALS64;
    if (s->place == GEN_AT_SHARED || s->place == GEN_AT_OWN_SHARED)
        p->shareds[s->index].is_used = true;
}

static unsigned mark_stmt(gen_program *p, gen_stmt *s)
{
    unsigned holds = 0;
    for (size_t i = 0; i < GEN_EXPRS; i++)
        holds |= mark_expr(p, s->e[i]);
    if (s->kind == GEN_ATOMIC)
        mark_place(p, s);
    else if (s->kind == GEN_SET_SHARED)
        p->shareds[s->index].is_used = true;
    else if (s->kind == GEN_BARRIER)
        holds |= HAS_BARRIERS;
    else if (s->kind == GEN_CALL_FUNCTION)
        holds |= p->functions[s->index].converges ? HAS_WAVES : 0;
    holds |= mark_list(p, s->body);
    holds |= mark_list(p, s->other);
    for (gen_case *c = s->cases; c; c = c->next)
        holds |= mark_list(p, c->body);
    s->converges = holds != 0;
    p->has_wave_loops |= s->kind == GEN_LOOP && (holds & HAS_WAVES);
    p->has_barriers |= (holds & HAS_BARRIERS) != 0;
    return holds;
}

static unsigned mark_list(gen_program *p, gen_stmt *list)
{
    unsigned holds = 0;
    for (gen_stmt *s = list; s; s = s->next)
        holds |= mark_stmt(p, s);
    return holds;
}

void gen_tree_mark(gen_program *p)
{
    p->has_quads = p->has_totals = p->has_totals64 = p->has_barriers = p->has_wave_loops = false;
    for (uint32_t i = 0; i < GEN_SHAREDS; i++)
        p->shareds[i].is_used = false;
    for (uint32_t i = 0; i < p->function_count; i++)
        p->functions[i].converges = mark_list(p, p->functions[i].body) != 0;
}

static uint32_t count_list(const gen_stmt *list)
{
    uint32_t count = 0;
    for (const gen_stmt *s = list; s; s = s->next) {
        count += 1 + count_list(s->body) + count_list(s->other);
        for (const gen_case *c = s->cases; c; c = c->next)
            count += count_list(c->body);
    }
    return count;
}

uint32_t gen_tree_size(const gen_program *p)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->function_count; i++)
        count += count_list(p->functions[i].body);
    return count;
}

/* --- subscripts --- */

uint32_t gen_shared_span(const gen_shared *shared)
{
    uint32_t span = 1;
    while (span * 2 <= shared->size)
        span *= 2;
    return span;
}

uint32_t gen_input_elements(const gen_buffer *input, gen_type type)
{
    if (input->kind == GEN_TYPED)
        return input->words / input->components;
    if (input->kind == GEN_STRUCTURED)
        return input->words * 4 / input->stride;
    return gen_width(type) == 64 ? input->words / 2 : input->words;
}

/* --- contents --- */

uint64_t gen_table_bits(gen_type type, uint32_t k)
{
    static const uint32_t small[] = {0x3f800000, 0xc0000000, 0, 0x40a00000};
    uint64_t x = (k + 3) * UINT64_C(0x9e3779b97f4a7c15);
    if (type == GEN_F64)
        return UINT64_C(0x4000000000000000) + ((x >> 20) << 12);
    if (type >= GEN_F32)
        return small[k % 4];
    return k % 3 == 0 ? k : x >> (64 - gen_width(type));
}

static uint32_t mix(uint64_t x)
{
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebu;
    return (uint32_t)(x >> 32);
}

/* Small numbers, bit patterns of floating point, special values, and anything. */
uint32_t gen_content(const gen_program *p, uint32_t input, uint32_t word)
{
    static const uint32_t special[] = {0,          0x80000000u, 0x7fffffffu, 0xffffffffu,
                                       0x3f800000, 0xbf800000u, 0x7f800000,  0xff800000u,
                                       0x7fc00000, 0x00000001,  0x00800000,  0x3f000000};
    uint32_t x = mix(p->seed * 0x9e3779b97f4a7c15u + input * 0x10001u + word + 1);
    switch (x & 7) {
    case 0:
    case 1:
    case 2:
        return x >> 28;
    case 3:
        return (x >> 8 & 0x3fff00u) | 0x40000000u;
    case 4:
        return special[(x >> 8) % (sizeof special / sizeof *special)];
    default:
        return x;
    }
}
