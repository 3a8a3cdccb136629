/* SPDX-License-Identifier: MIT */
/* suggest.c - which name may have been meant by one that is not known; see check.h. */
#include "base/count.h"
#include "sema/check.h"

#define LONGEST 64u /* names that are longer are not compared */

/* How many letters must be changed, put in or taken out; more than `most` counts as most + 1. If `swaps`
 * are counted, two letters that change places are one change. */
static uint32_t distance(dxk_str a, dxk_str b, uint32_t most, bool swaps)
{
    uint32_t rows[3][LONGEST + 1];
    uint32_t *above = rows[0], *last = rows[1], *row = rows[2];

    if (a.size > LONGEST || b.size > LONGEST ||
        (a.size > b.size ? a.size - b.size : b.size - a.size) > most)
        return most + 1;
    for (uint32_t k = 0; k <= b.size; k++)
        last[k] = k;
    for (uint32_t i = 0; i < a.size; i++) {
        uint32_t lowest = row[0] = i + 1;
        for (uint32_t k = 0; k < b.size; k++) {
            uint32_t changed = last[k] + (a.data[i] != b.data[k]);
            uint32_t other = 1 + (last[k + 1] < row[k] ? last[k + 1] : row[k]);
            uint32_t best = changed < other ? changed : other;
            if (swaps && i && k && a.data[i] == b.data[k - 1] && a.data[i - 1] == b.data[k] &&
                above[k - 1] + 1 < best)
                best = above[k - 1] + 1;
            row[k + 1] = best;
            lowest = best < lowest ? best : lowest;
        }
        if (lowest > most)
            return most + 1;
        uint32_t *oldest = above;
        above = last;
        last = row;
        row = oldest;
    }
    return last[b.size];
}

/* The best name so far. */
typedef struct search {
    dxk_str wanted;
    dxki_sema_guess found;
    uint32_t best;  /* its distance, one more than allowed at first */
    uint32_t order; /* of its declaration: of one name the last is found */
    bool is_tied;   /* another name is as good */
    bool swaps;     /* see distance() */
} search;

/* A third of the letters may differ, rounded up; names of one or two letters are like too many. */
static search begin(dxk_str wanted)
{
    uint32_t most = wanted.size < 3 ? 0 : (uint32_t)(wanted.size + 2) / 3;

    return (search){.wanted = wanted, .best = most + 1};
}

/* Words of the language are many, so fewer letters may differ: a quarter, rounded up. */
static search begin_words(dxk_str wanted)
{
    uint32_t most = wanted.size < 3 ? 0 : (uint32_t)(wanted.size + 3) / 4;

    return (search){.wanted = wanted, .best = most + 1, .swaps = true};
}

static void look_at(search *s, dxk_str name, uint32_t order, dxki_hlsl_loc loc,
                    const dxki_hlsl_symbol *symbol)
{
    size_t longer =
        name.size > s->wanted.size ? name.size - s->wanted.size : s->wanted.size - name.size;
    uint32_t d = distance(s->wanted, name, s->found.text.size ? s->best : s->best - 1, s->swaps);

    if (longer && s->wanted.size / longer < 3)
        return;
    const bool is_same = s->found.text.size && dxki_str_same(s->found.text, name);
    if (d == s->best && s->found.text.size && !is_same) {
        s->is_tied = true;
    } else if (d < s->best || (d == s->best && is_same && order > s->order)) {
        s->is_tied = s->is_tied && d == s->best;
        s->best = d;
        s->found = (dxki_sema_guess){name, loc, symbol};
        s->order = order;
    }
}

static void look_at_word(search *s, const char *word)
{
    look_at(s, dxki_str(word), 0, (dxki_hlsl_loc){0, 0}, NULL);
}

/* ---------------------------------------------------------------------------------------- */
/* Words of the language                                                                      */

/* What other languages call something. */
static const struct {
    const char *other, *own;
    bool is_type; /* digits may follow */
} foreign[] = {
    {"mix", "lerp", false},     {"fract", "frac", false},  {"inversesqrt", "rsqrt", false},
    {"dFdx", "ddx", false},     {"dFdy", "ddy", false},    {"vec", "float", true},
    {"ivec", "int", true},      {"uvec", "uint", true},    {"bvec", "bool", true},
    {"dvec", "double", true},   {"boolean", "bool", true}, {"long", "int64_t", true},
    {"short", "int16_t", true},
};

/* The end of a name that is a size of a vector or a matrix: "3", "4x4". */
static size_t shape_size(dxk_str name)
{
    size_t n = name.size, digits = 0;

    while (n && (name.data[n - 1] == 'x' || (name.data[n - 1] >= '1' && name.data[n - 1] <= '4'))) {
        n--;
        digits++;
    }
    return digits == 1 || digits == 3 ? digits : 0;
}

/* The name that another language has for it; empty: none. */
static dxk_str of_other_language(dxki_hlsl *c, dxk_str name, bool types)
{
    const size_t shape = types ? shape_size(name) : 0;
    const dxk_str stem = {name.data, name.size - shape};

    for (size_t i = 0; i < DXKI_COUNT(foreign); i++) {
        if (foreign[i].is_type == types && dxki_str_is(stem, foreign[i].other))
            return dxki_hlsl_join(c, dxki_str(foreign[i].own),
                                  (dxk_str){name.data + stem.size, shape});
    }
    return (dxk_str){"", 0};
}

/* A type of the language, or a word that a statement or a declaration begins with. */
static dxki_sema_guess suggest_type(dxki_hlsl *c, dxk_str name)
{
    static const char *const words[] = {"return",  "struct",   "const",   "static",
                                        "uniform", "continue", "discard", "typedef",
                                        "precise", "void",     "class"};
    const size_t shape = shape_size(name);
    const dxk_str stem = {name.data, name.size - shape};
    search s = begin_words(name), scalars = begin_words(stem);
    bool is_scalar;

    for (size_t i = 0;; i++) {
        const char *word = dxki_hlsl_type_word(c, i, &is_scalar);
        if (!word)
            break;
        if (is_scalar && shape && *word)
            look_at_word(&scalars, word);
        look_at_word(&s, word);
    }
    if (scalars.found.text.size && scalars.best <= s.best) {
        s.found = scalars.found;
        s.found.text = dxki_hlsl_join(c, s.found.text, (dxk_str){name.data + stem.size, shape});
    }
    for (size_t i = 0; i < DXKI_COUNT(words); i++)
        look_at_word(&s, words[i]);
    return s.found;
}

static dxki_sema_guess suggest_function(dxk_str name)
{
    search s = begin_words(name);
    const char *word;
    size_t at = 0;

    while ((word = dxki_sema_intrinsic_word(dxki_str(""), &at)) != NULL)
        look_at_word(&s, word);
    return s.found;
}

static dxki_sema_guess suggest_language(dxki_hlsl *c, dxk_str name, dxki_sema_use use)
{
    dxki_sema_guess found = {.text = of_other_language(c, name, use == DXKI_SEMA_TYPES)};

    if (found.text.size || use == DXKI_SEMA_VALUES)
        return found;
    return use == DXKI_SEMA_TYPES ? suggest_type(c, name) : suggest_function(name);
}

dxk_str dxki_sema_suggest_word(dxk_str name, const char *(*word)(size_t number))
{
    search s = begin_words(name);

    for (size_t i = 0; word(i); i++)
        look_at_word(&s, word(i));
    return s.found.text;
}

/* ---------------------------------------------------------------------------------------- */
/* Declarations                                                                               */

/* Is it declared in one of the scopes around? */
static bool is_visible(const dxki_hlsl *c, const dxki_hlsl_symbol *symbol)
{
    const dxki_hlsl_scope *scope = c->sema->scope;

    while (scope && scope != symbol->scope)
        scope = scope->outer;
    return scope != NULL;
}

/* Can a symbol stand where a name is used so? */
static bool fits(const dxki_hlsl_symbol *symbol, dxki_sema_use use)
{
    return (symbol->kind == DXKI_HLSL_SYM_TYPE) == (use == DXKI_SEMA_TYPES);
}

/* Functions of the language that the source names, and a word that statements begin with. */
static void look_at_used(search *s, const dxki_hlsl *c)
{
    const char *word;
    size_t at = 0;

    while ((word = dxki_sema_intrinsic_word(dxki_str(""), &at)) != NULL) {
        if (!dxki_str_same(s->wanted, dxki_str(word)) && dxki_hlsl_find_name(c, dxki_str(word)))
            look_at_word(s, word);
    }
    look_at_word(s, "return");
}

dxki_sema_guess dxki_sema_suggest(dxki_hlsl *c, dxk_str name, dxki_sema_use use)
{
    static const char *const words[] = {"true", "false"};
    search s = begin(name);

    for (size_t i = 0; i < c->sema->symbol_buckets; i++) {
        for (const dxki_hlsl_symbol *symbol = c->sema->symbols[i]; symbol; symbol = symbol->next)
            if (fits(symbol, use) && is_visible(c, symbol))
                look_at(&s, symbol->name->text, symbol->order, symbol->loc, symbol);
    }
    for (size_t i = 0; use == DXKI_SEMA_VALUES && i < DXKI_COUNT(words); i++)
        look_at_word(&s, words[i]);
    for (size_t i = 0; use == DXKI_SEMA_VALUES && dxki_hlsl_number_word(i); i++)
        look_at_word(&s, dxki_hlsl_number_word(i));
    if (use == DXKI_SEMA_VALUES)
        look_at_used(&s, c);
    if (s.found.text.size && s.is_tied)
        return (dxki_sema_guess){.text = {"", 0}}; /* neither is meant for sure */
    return s.found.text.size || c->quiet ? s.found : suggest_language(c, name, use);
}

/* Methods that a structure declares, and what it has once for all objects. */
static void look_at_scope(search *s, const dxki_hlsl *c, const dxki_hlsl_scope *scope)
{
    for (size_t i = 0; i < c->sema->symbol_buckets; i++) {
        for (const dxki_hlsl_symbol *symbol = c->sema->symbols[i]; symbol; symbol = symbol->next)
            if (symbol->scope == scope && symbol->kind == DXKI_HLSL_SYM_FUNCTION)
                look_at(s, symbol->name->text, 0, symbol->loc, NULL);
    }
}

static dxki_sema_guess suggest_method(const dxki_hlsl_type *t, dxk_str name)
{
    const dxk_str scope = dxki_str(dxki_hlsl_object_at((dxki_hlsl_object)t->object)->name);
    search s = begin_words(name);
    const char *word;
    size_t at = 0;

    while ((word = dxki_sema_intrinsic_word(scope, &at)) != NULL)
        look_at_word(&s, word);
    return s.found;
}

dxki_sema_guess dxki_sema_suggest_member(const dxki_hlsl *c, const dxki_hlsl_type *t, dxk_str name,
                                         bool is_called)
{
    search s = begin(name);

    if (t->kind == DXKI_HLSL_TY_OBJECT && is_called)
        return suggest_method(t, name);
    while (t->kind == DXKI_HLSL_TY_RECORD) {
        const dxki_hlsl_record *r = t->record;
        for (size_t i = r->has_base; !is_called && i < r->field_count; i++)
            if (r->fields[i].name)
                look_at(&s, r->fields[i].name->text, 0, r->fields[i].loc, NULL);
        if (is_called)
            look_at_scope(&s, c, r->scope);
        if (!r->has_base || !r->field_count)
            break;
        t = r->fields[0].type;
    }
    return s.found;
}

void dxki_sema_tell_guess(dxki_hlsl *c, const dxki_sema_guess *guess)
{
    if (guess->loc.at)
        DXKI_HLSL_REPORT(c, DECLARED_HERE, guess->loc, dxki_text(guess->text));
}
