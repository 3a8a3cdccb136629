/* SPDX-License-Identifier: MIT */
/*
 * hlsl_mutator.c - how libFuzzer changes sources of HLSL: tokens, groups in brackets and statements
 * go, come twice, change places or come from another source; names, numbers and types become others.
 * Most of what comes out can be parsed.
 */
#include <stdlib.h>
#include <string.h>

#include "hlsl_tokens.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size, const uint8_t *other,
                                 size_t other_size, uint8_t *out, size_t max_size,
                                 unsigned int seed);

#define LIMIT    65536u /* bytes of a source */
#define COUNT(a) ((uint32_t)(sizeof(a) / sizeof *(a)))

/* A source that is being changed. */
typedef struct source {
    uint8_t text[LIMIT], copy[LIMIT];
    size_t size, room;
    uint64_t random;
    fuzz_tokens tokens;
} source;

/* ---------------------------------------------------------------------------------------- */
/* Words                                                                                      */

static const char *const numbers[] = {
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "16",
    "31",
    "32",
    "33",
    "64",
    "127",
    "128",
    "255",
    "1023",
    "1024",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "0x7fffffff",
    "18446744073709551615",
    "0.0",
    "1.5",
    "1e38",
    "1e-45",
    "3.4028235e38",
    "1u",
    "1.0h",
    "1L",
    "1ull",
    "0x10000000",
    "268435456",
    "7.f",
};

static const char *const types[] = {
#define DXKI_HLSL_SCALAR(ident, name, ...) name,
#define DXKI_HLSL_ALIAS(name, ...)         name,
#define DXKI_HLSL_OBJECT(ident, name, ...) name,
#include "spec/hlsl_types.def"
#undef DXKI_HLSL_SCALAR
#undef DXKI_HLSL_ALIAS
#undef DXKI_HLSL_OBJECT
    "void",
    "auto",
    "float4",
    "uint3",
    "half2",
    "float4x4",
    "float2x3",
    "int1x1",
    "vector<float, 5>",
    "matrix<int, 2, 2>",
    "Texture2D<float4>",
    "StructuredBuffer<float>",
    "RWBuffer<uint>",
};

static const char *const words[] = {
#define DXKI_HLSL_KEYWORD(ident, text, kind) text,
#include "spec/hlsl_tokens.def"
#undef DXKI_HLSL_KEYWORD
};

static const char *const functions[] = {
#define DXKI_HLSL_INTRINSIC(scope, name, ...) name,
#include "spec/hlsl_intrinsics.def"
#undef DXKI_HLSL_INTRINSIC
};

static const char *const operators[] = {
#define DXKI_HLSL_PUNCT(ident, text) text,
#include "spec/hlsl_tokens.def"
#undef DXKI_HLSL_PUNCT
};

/* A piece of text behind or in front of something. */
static const char *const pieces[] = {
    "[2]",
    "[0]",
    "[]",
    "[3][2]",
    "<float>",
    "<4>",
    "<T>",
    "()",
    "(0)",
    "(1, 2)",
    ".x",
    ".xyzw",
    "._m00_m11",
    ".rgb",
    "= {0, 1}",
    "= {}",
    "= 1",
    ": S",
    ": A, B",
    ": 3",
    ": 31",
    ": SV_Position",
    ": TEXCOORD",
    ": register(t0)",
    "this.",
    "::",
    "S::",
    "(float4)",
    "(int[2])",
    "-",
    "++",
    "!",
    "const",
    "static const",
    "extern",
    "groupshared",
    "inout",
    "out",
    "precise",
    "row_major",
    "unorm",
    "template<typename T>",
    "template<int N>",
    "template<>",
    "typename",
    "[unroll]",
    "[numthreads(8, 1, 1)]",
    "[shader(\"compute\")]",
    "struct S",
    "enum E",
    "enum class E : uint",
    "typedef",
    "using",
    "using namespace",
    "namespace N",
    "sizeof",
    "__decltype",
    "operator+",
    "operator[]",
    "? 1 : 0",
    ", 0",
    "+ 1",
    "% 0",
    "<< 32",
    "&& true",
    "export",
};

/* ---------------------------------------------------------------------------------------- */
/* Pieces of the text                                                                         */

static uint32_t pick(source *s, uint32_t count)
{
    s->random ^= s->random << 13;
    s->random ^= s->random >> 7;
    s->random ^= s->random << 17;
    return count ? (uint32_t)(s->random >> 20) % count : 0;
}

/* Puts `size` bytes in the place of others. False: there is no room. */
static bool replace(source *s, uint32_t at, uint32_t old, const void *bytes, size_t size)
{
    if (s->size - old + size > s->room)
        return false;
    memmove(s->text + at + size, s->text + at + old, s->size - at - old);
    memcpy(s->text + at, bytes, size);
    s->size += size - old;
    return true;
}

static bool is_blank(const source *s, size_t at)
{
    return at >= s->size || s->text[at] <= ' ';
}

/* The same with blanks around it, as far as there are none. */
static bool put(source *s, uint32_t at, uint32_t old, const void *bytes, size_t size)
{
    bool front = size && at && !is_blank(s, at - 1), back = size && !is_blank(s, at + old);
    if (s->size - old + size + 2 > s->room || size + 2 > LIMIT)
        return false;
    memmove(s->copy + front, bytes, size);
    s->copy[0] = front ? ' ' : s->copy[0];
    s->copy[front + size] = ' ';
    return replace(s, at, old, s->copy, front + size + back);
}

static bool put_word(source *s, uint32_t at, uint32_t old, const char *word)
{
    return put(s, at, old, word, strlen(word));
}

static const fuzz_token *any(source *s)
{
    return &s->tokens.items[pick(s, s->tokens.count)];
}

/* A token of a kind; NULL: there seems to be none. */
static const fuzz_token *of_kind(source *s, uint8_t kind)
{
    for (int tries = 0; tries < 16; tries++) {
        const fuzz_token *t = any(s);
        if (t->kind == kind)
            return t;
    }
    return NULL;
}

/* A statement, or one of those around it. */
static fuzz_range any_statement(source *s)
{
    uint32_t i = pick(s, s->tokens.count);
    while (s->tokens.items[i].around != FUZZ_NO_TOKEN && pick(s, 2))
        i = s->tokens.items[i].around;
    return fuzz_statement(&s->tokens, i);
}

/* Takes text in brackets, with them. False: there is none here. */
static bool any_group(source *s, fuzz_range *out)
{
    uint32_t i = pick(s, s->tokens.count), partner = s->tokens.items[i].partner;
    if (partner == FUZZ_NO_TOKEN) {
        i = s->tokens.items[i].around;
        partner = i == FUZZ_NO_TOKEN ? i : s->tokens.items[i].partner;
    }
    if (partner == FUZZ_NO_TOKEN)
        return false;
    *out = i < partner ? (fuzz_range){i, partner - i + 1} : (fuzz_range){partner, i - partner + 1};
    return true;
}

/* A token, a group or a statement. */
static fuzz_range any_range(source *s)
{
    fuzz_range r = {pick(s, s->tokens.count), 1};
    uint32_t form = pick(s, 4);
    if (form == 0)
        any_group(s, &r);
    else if (form > 1)
        r = any_statement(s);
    return r;
}

/* Where a statement can stand. */
static uint32_t any_place(source *s)
{
    fuzz_range r = any_statement(s);
    uint32_t size, at = fuzz_range_bytes(&s->tokens, r, &size);
    return pick(s, 2) ? at : at + size;
}

/* ---------------------------------------------------------------------------------------- */
/* Changes; false: it was none                                                                */

static bool drop(source *s)
{
    uint32_t size, at = fuzz_range_bytes(&s->tokens, any_range(s), &size);
    return replace(s, at, size, "", 0);
}

static bool repeat(source *s)
{
    uint32_t size, at = fuzz_range_bytes(&s->tokens, any_range(s), &size);
    return put(s, any_place(s), 0, s->text + at, size);
}

/* Two parts change places, or one takes the place of the other. */
static bool swap(source *s)
{
    fuzz_range a = any_range(s);
    fuzz_range b = a.count > 1 ? any_range(s) : (fuzz_range){pick(s, s->tokens.count), 1};
    uint32_t a_size, b_size, a_at = fuzz_range_bytes(&s->tokens, a, &a_size);
    uint32_t b_at = fuzz_range_bytes(&s->tokens, b, &b_size);
    if (a_at + a_size > b_at || !pick(s, 4))
        return put(s, a_at, a_size, s->text + b_at, b_size);
    uint8_t *both = malloc((size_t)a_size + b_size + 1);
    if (!both)
        return false;
    memcpy(both, s->text + a_at, a_size);
    memcpy(both + a_size, s->text + b_at, b_size);
    bool good = put(s, b_at, b_size, both, a_size) && put(s, a_at, a_size, both + a_size, b_size);
    free(both);
    return good;
}

/* A name becomes another one of the source. */
static bool rename_(source *s)
{
    const fuzz_token *to = of_kind(s, FUZZ_NAME), *from = of_kind(s, FUZZ_NAME);
    return to && from && put(s, to->at, to->size, s->text + from->at, from->size);
}

/* True if a token is a word that declares a type by the name behind it. */
static bool declares_type(const fuzz_tokens *t, uint32_t i)
{
    static const char *const before[] = {"struct", "class", "interface", "enum", "typename"};
    for (uint32_t k = 0; k < COUNT(before); k++) {
        size_t size = strlen(before[k]);
        if (t->items[i].size == size && memcmp(t->text + t->items[i].at, before[k], size) == 0)
            return true;
    }
    return false;
}

/* A type that the source declares; NULL: there seems to be none. */
static const fuzz_token *own_type(source *s)
{
    uint32_t from = pick(s, s->tokens.count);
    for (uint32_t k = 0; k + 1 < s->tokens.count; k++) {
        uint32_t i = (from + k) % (s->tokens.count - 1);
        if (declares_type(&s->tokens, i) && s->tokens.items[i + 1].kind == FUZZ_NAME)
            return &s->tokens.items[i + 1];
    }
    return NULL;
}

/* A name, most often one in front of another one, becomes a type. */
static bool retype(source *s)
{
    const fuzz_token *to = of_kind(s, FUZZ_NAME), *own = pick(s, 2) ? own_type(s) : NULL;
    for (int tries = 0; to && tries < 8; tries++) {
        uint32_t i = (uint32_t)(to - s->tokens.items) + 1;
        if (i < s->tokens.count && s->tokens.items[i].kind == FUZZ_NAME &&
            !declares_type(&s->tokens, i - 1))
            break;
        to = of_kind(s, FUZZ_NAME);
    }
    if (to && own)
        return put(s, to->at, to->size, s->text + own->at, own->size);
    return to && put_word(s, to->at, to->size, types[pick(s, COUNT(types))]);
}

/* The bracket in front of the members of a structure; FUZZ_NO_TOKEN: there seems to be none. */
static uint32_t any_body(source *s)
{
    uint32_t from = pick(s, s->tokens.count);
    for (uint32_t k = 0; k < s->tokens.count; k++) {
        uint32_t open = (from + k) % s->tokens.count;
        if (!fuzz_token_is(&s->tokens, open, '{') || s->tokens.items[open].partner == FUZZ_NO_TOKEN)
            continue;
        for (uint32_t i = open; i-- > 0 && open - i < 6 && !fuzz_token_is(&s->tokens, i, ';');) {
            if (declares_type(&s->tokens, i))
                return open;
        }
    }
    return FUZZ_NO_TOKEN;
}

/* A member of a structure comes into another one, or its own. */
static bool share(source *s)
{
    uint32_t to = any_body(s), from = any_body(s), size;
    if (to == FUZZ_NO_TOKEN || from == FUZZ_NO_TOKEN)
        return false;
    uint32_t inside = s->tokens.items[from].partner - from;
    if (inside < 2)
        return false;
    fuzz_range r = fuzz_statement(&s->tokens, from + 1 + pick(s, inside - 1));
    uint32_t at = fuzz_range_bytes(&s->tokens, r, &size);
    return put(s, s->tokens.items[to].at + 1, 0, s->text + at, size);
}

static bool reword(source *s)
{
    const fuzz_token *to = of_kind(s, FUZZ_NAME);
    bool calls = to && pick(s, 2);
    return to &&
           put_word(s, to->at, to->size,
                    calls ? functions[pick(s, COUNT(functions))] : words[pick(s, COUNT(words))]);
}

static bool renumber(source *s)
{
    const fuzz_token *to = of_kind(s, FUZZ_NUMBER);
    return to && put_word(s, to->at, to->size, numbers[pick(s, COUNT(numbers))]);
}

static bool reoperate(source *s)
{
    const fuzz_token *to = of_kind(s, FUZZ_PUNCTUATOR);
    return to && put_word(s, to->at, to->size, operators[pick(s, COUNT(operators))]);
}

static bool add(source *s)
{
    const fuzz_token *t = any(s);
    uint32_t at = pick(s, 2) ? t->at : t->at + t->size;
    return put_word(s, at, 0, pieces[pick(s, COUNT(pieces))]);
}

/* A name becomes an expression of the source in brackets. */
static bool nest(source *s)
{
    const fuzz_token *to = of_kind(s, FUZZ_NAME);
    fuzz_range r;
    if (!to || !any_group(s, &r))
        return false;
    uint32_t size, at = fuzz_range_bytes(&s->tokens, r, &size);
    return put(s, pick(s, 2) ? to->at : to->at + to->size, 0, s->text + at, size);
}

static bool bytes(source *s)
{
    if (pick(s, 8))
        return false;
    s->size = LLVMFuzzerMutate(s->text, s->size, s->room);
    return true;
}

typedef bool change(source *s);
static change *const changes[] = {drop,    repeat,   repeat,   swap,      swap,   rename_,
                                  rename_, rename_,  retype,   retype,    retype, reword,
                                  reword,  add,      add,      add,       nest,   share,
                                  share,   renumber, renumber, reoperate, bytes};

/* ---------------------------------------------------------------------------------------- */
/* All together                                                                               */

static source state; /* too large for a stack; the fuzzer has one thread */

static void load(const uint8_t *data, size_t size, size_t room, unsigned int seed)
{
    state.room = room < LIMIT ? room : LIMIT;
    state.size = size < state.room ? size : state.room;
    state.random = seed * 0x9E3779B97F4A7C15u + 1;
    memcpy(state.text, data, state.size);
    fuzz_read_tokens(&state.tokens, state.text, state.size);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
    load(data, size, max_size, seed);
    uint32_t wanted = 1u << pick(&state, 4) >> 1;
    for (uint32_t tries = 0, done = 0; tries < 16 && done <= wanted; tries++) {
        if (!state.tokens.count)
            return LLVMFuzzerMutate(data, size, max_size);
        done += changes[pick(&state, COUNT(changes))](&state);
        fuzz_read_tokens(&state.tokens, state.text, state.size);
    }
    memcpy(data, state.text, state.size);
    return state.size;
}

/* Statements of another source come in. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size, const uint8_t *other,
                                 size_t other_size, uint8_t *out, size_t max_size,
                                 unsigned int seed)
{
    static fuzz_tokens donor;
    load(data, size, max_size, seed);
    fuzz_read_tokens(&donor, other, other_size < LIMIT ? other_size : LIMIT);
    for (uint32_t i = 0, count = 1 + pick(&state, 3); i < count; i++) {
        if (!donor.count || !state.tokens.count)
            break;
        uint32_t from = pick(&state, donor.count), bytes_size;
        while (donor.items[from].around != FUZZ_NO_TOKEN && pick(&state, 2))
            from = donor.items[from].around;
        uint32_t at = fuzz_range_bytes(&donor, fuzz_statement(&donor, from), &bytes_size);
        put(&state, any_place(&state), 0, other + at, bytes_size);
        fuzz_read_tokens(&state.tokens, state.text, state.size);
    }
    memcpy(out, state.text, state.size);
    return state.size;
}
