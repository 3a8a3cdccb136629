/* SPDX-License-Identifier: MIT */
/* modifier.c - which modifiers may stand at which declarations, and with which others; see sema.h. */
#include "sema/check.h"

#include "base/count.h"

#define MOD(m)   DXKI_AST_MOD(m)
#define PLACE(p) (1u << DXKI_HLSL_AT_##p)

static const char *const place_texts[] = {
    [DXKI_HLSL_AT_LOCAL] = "local variable", [DXKI_HLSL_AT_GLOBAL] = "global variable",
    [DXKI_HLSL_AT_FIELD] = "field",          [DXKI_HLSL_AT_PARAM] = "parameter",
    [DXKI_HLSL_AT_FUNCTION] = "function",    [DXKI_HLSL_AT_METHOD] = "method",
    [DXKI_HLSL_AT_TYPEDEF] = "typedef",
};

#define CARRIED (PLACE(PARAM) | PLACE(FIELD) | PLACE(FUNCTION)) /* from stage to stage */
#define ALWAYS  0xffu

/* Modifiers of which one may stand there once. */
enum { GROUP_NONE, GROUP_SAMPLED, GROUP_TOPOLOGY, GROUP_MESH, GROUP_COUNT };

/* Where a modifier may stand; those that are not listed may stand everywhere. `subject` is what a field
 * is told that has it: in the reference it is an attribute, which says so by itself. */
static const struct {
    uint32_t keyword;
    unsigned places;
    uint8_t group;
    bool not_static; /* it excludes `static` */
    const char *subject;
} allowed[] = {
    {DXKI_HLSL_K_SHARED, PLACE(GLOBAL), GROUP_NONE, true, "variables"},
    {DXKI_HLSL_K_GROUPSHARED, PLACE(GLOBAL) | PLACE(PARAM), GROUP_NONE, false, "variables"},
    {DXKI_HLSL_K_UNIFORM, PLACE(GLOBAL) | PLACE(PARAM), GROUP_NONE, true,
     "variables and parameters"},
    {DXKI_HLSL_K_IN, ALWAYS, GROUP_NONE, false, "parameters"},
    {DXKI_HLSL_K_OUT, ALWAYS, GROUP_NONE, false, "parameters"},
    {DXKI_HLSL_K_INOUT, ALWAYS, GROUP_NONE, false, "parameters"},
    {DXKI_HLSL_K_NOINTERPOLATION, CARRIED, GROUP_SAMPLED, false, NULL},
    {DXKI_HLSL_K_LINEAR, CARRIED, GROUP_SAMPLED, false, NULL},
    {DXKI_HLSL_K_CENTER, CARRIED, GROUP_SAMPLED, false, NULL},
    {DXKI_HLSL_K_NOPERSPECTIVE, CARRIED, GROUP_SAMPLED, false, NULL},
    {DXKI_HLSL_K_SAMPLE, CARRIED, GROUP_SAMPLED, false, NULL},
    {DXKI_HLSL_K_CENTROID, CARRIED, GROUP_SAMPLED, false, NULL},
    {DXKI_HLSL_K_POINT, PLACE(PARAM), GROUP_TOPOLOGY, false, "parameters"},
    {DXKI_HLSL_K_LINE, PLACE(PARAM), GROUP_TOPOLOGY, false, "parameters"},
    {DXKI_HLSL_K_LINEADJ, PLACE(PARAM), GROUP_TOPOLOGY, false, "parameters"},
    {DXKI_HLSL_K_TRIANGLE, PLACE(PARAM), GROUP_TOPOLOGY, false, "parameters"},
    {DXKI_HLSL_K_TRIANGLEADJ, PLACE(PARAM), GROUP_TOPOLOGY, false, "parameters"},
    {DXKI_HLSL_K_EXPORT, PLACE(FUNCTION), GROUP_NONE, true, NULL},
    {DXKI_HLSL_K_INDICES, PLACE(PARAM), GROUP_MESH, false, "parameters"},
    {DXKI_HLSL_K_VERTICES, PLACE(PARAM), GROUP_MESH, false, "parameters"},
    {DXKI_HLSL_K_PRIMITIVES, PLACE(PARAM), GROUP_MESH, false, "parameters"},
    {DXKI_HLSL_K_PAYLOAD, PLACE(PARAM), GROUP_MESH, false, "parameters"},
};

#define LINEAR   (MOD(LINEAR) | MOD(CENTER) | MOD(NOPERSPECTIVE) | MOD(SAMPLE) | MOD(CENTROID))
#define TOPOLOGY (MOD(POINT) | MOD(LINE) | MOD(LINEADJ) | MOD(TRIANGLE) | MOD(TRIANGLEADJ))
#define USAGE    (MOD(IN) | MOD(OUT) | MOD(INOUT))

/* Sets of which two exclude each other; both are named in this order, `at` says where. The last of a
 * set counts. */
static const struct {
    uint64_t first, second;
    bool at_first;
} exclusive[] = {
    {MOD(NOINTERPOLATION), LINEAR, true},    {TOPOLOGY, LINEAR, false},
    {TOPOLOGY, MOD(NOINTERPOLATION), false}, {MOD(OUT) | MOD(INOUT), MOD(UNIFORM), false},
    {USAGE, MOD(GROUPSHARED), false},
};

/* Of two that say where a value is sampled, the first one does not count. */
static const struct {
    uint64_t lost, kept;
} overridden[] = {
    {MOD(CENTROID), MOD(SAMPLE)},
    {MOD(CENTER), MOD(CENTROID)},
    {MOD(CENTER), MOD(SAMPLE)},
};

static uint64_t mod_of(const dxki_ast_word *word)
{
    return (uint64_t)1 << (word->keyword - DXKI_HLSL_K_CENTROID);
}

static dxki_arg text_of(const dxki_ast_word *word)
{
    return dxki_text(dxki_str(dxki_hlsl_keyword_text(word->keyword)));
}

/* The last word of a set; NULL: there is none. */
static const dxki_ast_word *word_in(const dxki_ast_words *words, uint64_t set)
{
    for (size_t i = words->count; i-- > 0;) {
        if (mod_of(&words->items[i]) & set)
            return &words->items[i];
    }
    return NULL;
}

/* A declaration that is checked. */
typedef struct checked {
    dxki_hlsl *c;
    const dxki_ast_words *words;
    uint64_t mods; /* without what is wrong at that place already */
    dxki_hlsl_decl_place place;
    dxki_hlsl_loc begin;
    dxki_arg what;                          /* its place as a text */
    const dxki_ast_word *last[GROUP_COUNT]; /* after the word that is looked at */
    uint64_t sampled;
} checked;

/* Where the first of some modifiers stands. */
static dxki_hlsl_loc first_of(const checked *k, uint64_t mods)
{
    for (size_t i = 0; i < k->words->count; i++) {
        if (mods & (uint64_t)1 << (k->words->items[i].keyword - DXKI_HLSL_K_CENTROID))
            return k->words->items[i].loc;
    }
    return k->begin;
}

/* `static`, `extern` and `const`, which are no attributes in the reference. */
static void check_storage(checked *k)
{
    const uint64_t storage = k->mods & (MOD(STATIC) | MOD(EXTERN));
    const bool is_member = k->place == DXKI_HLSL_AT_FIELD || k->place == DXKI_HLSL_AT_METHOD;

    if (storage && k->place == DXKI_HLSL_AT_PARAM) {
        DXKI_HLSL_SAY(k->c, PARAM_STORAGE, first_of(k, storage));
        k->mods &= ~storage;
    } else if (storage == MOD(EXTERN) && is_member) {
        DXKI_HLSL_SAY(k->c, MEMBER_STORAGE, k->begin);
        k->mods &= ~storage;
    } else if (storage == MOD(EXTERN) && k->place == DXKI_HLSL_AT_LOCAL) {
        DXKI_HLSL_REPORT(k->c, MODIFIER, k->begin, dxki_text(dxki_str("extern")), k->what);
    } else if (k->mods & MOD(EXTERN) && !(k->mods & (MOD(UNIFORM) | MOD(GROUPSHARED))) &&
               k->place == DXKI_HLSL_AT_FUNCTION) {
        DXKI_HLSL_REPORT(k->c, MODIFIER, k->begin, dxki_text(dxki_str("extern")), k->what);
    } else if (storage && k->place == DXKI_HLSL_AT_TYPEDEF) {
        DXKI_HLSL_REPORT(k->c, STORAGE, k->begin, dxki_text(dxki_str("typedef")));
    }
    if (k->mods & MOD(CONST) && k->place == DXKI_HLSL_AT_FIELD && !(k->mods & MOD(STATIC)))
        DXKI_HLSL_REPORT(k->c, MODIFIER, k->begin, dxki_text(dxki_str("const")), k->what);
}

/* A word that repeats one after it, or contradicts one of its group. */
static void check_group(checked *k, const dxki_ast_word *word, uint8_t group)
{
    const dxki_ast_word *other = k->last[group];

    if (group == GROUP_SAMPLED)
        other = k->sampled & mod_of(word) ? word : NULL;
    k->sampled |= mod_of(word);
    k->last[group] = word;
    if (!other)
        return;
    if (other->keyword == word->keyword)
        DXKI_HLSL_REPORT(k->c, SPECIFIER_TWICE, word->loc, text_of(word));
    else
        DXKI_HLSL_REPORT(k->c, MODIFIERS, word->loc, text_of(word), text_of(other), k->what);
}

static void check_word(checked *k, const dxki_ast_word *word)
{
    size_t row = 0;

    while (row < DXKI_COUNT(allowed) && allowed[row].keyword != word->keyword)
        row++;
    if (row == DXKI_COUNT(allowed))
        return;
    if (!(allowed[row].places & 1u << k->place))
        dxki_hlsl_mark_span(k->c, (dxki_hlsl_span){word->loc, word->loc});
    if (!(allowed[row].places & 1u << k->place))
        DXKI_HLSL_REPORT(k->c, MODIFIER, word->loc, text_of(word), k->what);
    if (word->keyword == DXKI_HLSL_K_GROUPSHARED && k->place == DXKI_HLSL_AT_PARAM &&
        k->c->version <= 2021)
        DXKI_HLSL_SAY(k->c, SHARED_EARLY, word->loc);
    if (mod_of(word) & USAGE && k->place != DXKI_HLSL_AT_PARAM)
        DXKI_HLSL_REPORT(k->c, USAGE, word->loc, text_of(word));
    if (allowed[row].group)
        check_group(k, word, allowed[row].group);
    if (allowed[row].not_static && k->mods & MOD(STATIC))
        DXKI_HLSL_REPORT(k->c, MODIFIERS, word->loc, dxki_text(dxki_str("static")), text_of(word),
                         k->what);
    if (word->keyword == DXKI_HLSL_K_GROUPSHARED && k->mods & MOD(EXTERN))
        DXKI_HLSL_REPORT(k->c, MODIFIERS, word->loc, dxki_text(dxki_str("extern")), text_of(word),
                         k->what);
    if (allowed[row].subject && k->place == DXKI_HLSL_AT_FIELD && !(k->mods & MOD(STATIC)))
        DXKI_HLSL_REPORT(k->c, SUBJECT, word->loc, text_of(word),
                         dxki_text(dxki_str(allowed[row].subject)));
}

/* `in` in front of `out` hides from others that a parameter is one of those that are written. */
static bool is_hidden(const dxki_ast_words *words, uint64_t set)
{
    size_t i = 0;

    while (i < words->count && !(mod_of(&words->items[i]) & USAGE))
        i++;
    return i < words->count && !(mod_of(&words->items[i]) & set) && set == (MOD(OUT) | MOD(INOUT));
}

/* Words that do not go together. */
static void check_pairs(const checked *k)
{
    for (size_t i = 0; i < DXKI_COUNT(exclusive); i++) {
        const dxki_ast_word *first = word_in(k->words, exclusive[i].first);
        const dxki_ast_word *second = word_in(k->words, exclusive[i].second);
        if (first && second && !is_hidden(k->words, exclusive[i].first))
            DXKI_HLSL_REPORT(k->c, MODIFIERS, exclusive[i].at_first ? first->loc : second->loc,
                             text_of(first), text_of(second), k->what);
    }
    const dxki_ast_word *uniform = word_in(k->words, MOD(UNIFORM));
    const dxki_ast_word *other = word_in(k->words, LINEAR);
    if (!other)
        other = word_in(k->words, MOD(NOINTERPOLATION));
    if (!other)
        other = word_in(k->words, TOPOLOGY);
    if (uniform && other)
        DXKI_HLSL_REPORT(k->c, MODIFIERS, uniform->loc, text_of(other), text_of(uniform), k->what);
    for (size_t i = 0; i < DXKI_COUNT(overridden); i++) {
        const dxki_ast_word *lost = word_in(k->words, overridden[i].lost);
        const dxki_ast_word *kept = word_in(k->words, overridden[i].kept);
        if (lost && kept)
            DXKI_HLSL_REPORT(k->c, OVERRIDDEN, lost->loc, text_of(lost), text_of(kept));
    }
}

/* Reports offsets outside of constant buffers, semantics of variables that no stage is given, and
 * indices that no target has. */
static void check_notes(dxki_hlsl *c, const dxki_ast_decl *d, dxki_hlsl_decl_place place)
{
    static const uint32_t targets = 8;

    for (size_t i = 0; i < d->notes.count; i++) {
        const dxki_ast_note *n = &d->notes.items[i];
        if (n->kind == DXKI_AST_PACKOFFSET && place != DXKI_HLSL_AT_GLOBAL)
            DXKI_HLSL_SAY(c, PACKOFFSET_PLACE, n->loc);
        if (n->kind == DXKI_AST_REGISTER || n->kind == DXKI_AST_PACKOFFSET || !n->name)
            continue;
        if (place == DXKI_HLSL_AT_LOCAL)
            DXKI_HLSL_SAY(c, SEMANTIC_PLACE, n->loc);
        dxk_str text = n->name->text;
        uint32_t index = dxki_str_cut_number(&text);
        if (dxki_str_is(text, "SV_Target") && index >= targets)
            DXKI_HLSL_REPORT(c, SEMANTIC_INDEX, n->loc, dxki_text(n->name->text), dxki_dec(index),
                             dxki_dec(targets - 1));
    }
}

void dxki_sema_check_modifiers(dxki_hlsl *c, const dxki_ast_decl *d, dxki_hlsl_decl_place place)
{
    if (place != DXKI_HLSL_AT_FUNCTION && place != DXKI_HLSL_AT_METHOD)
        dxki_sema_check_strange(
            c, &d->attrs, place == DXKI_HLSL_AT_PARAM ? DXKI_SEMA_OF_PARAM : DXKI_SEMA_OF_OTHER);
    if (d->notes.count)
        dxki_sema_check_access(c, d, place == DXKI_HLSL_AT_FIELD);
    check_notes(c, d, place);
    if (!d->mods || !d->type)
        return;
    if (d->mods & DXKI_AST_INLINE && place != DXKI_HLSL_AT_FUNCTION && place != DXKI_HLSL_AT_METHOD)
        DXKI_HLSL_SAY(c, INLINE_PLACE, d->type->loc);
    checked k = {.c = c,
                 .words = &d->type->words,
                 .mods = d->mods,
                 .place = place,
                 .begin = d->type->words.count ? d->type->words.items[0].loc : d->type->loc,
                 .what = dxki_text(dxki_str(place_texts[place]))};

    check_storage(&k);
    for (size_t i = k.words->count; i-- > 0 && dxki_hlsl_ready(c);)
        check_word(&k, &k.words->items[i]);
    check_pairs(&k);
}

/* Where a type begins, with what stands in front of it. */
static dxki_hlsl_loc begin_of(const dxki_ast_type *t)
{
    return t->words.count ? t->words.items[0].loc : t->loc;
}

void dxki_sema_warn_precision(dxki_hlsl *c, const dxki_hlsl_type *t, const dxki_ast_decl *d)
{
    const dxki_hlsl_loc loc = d->type ? begin_of(d->type) : d->loc;

    static const struct {
        uint8_t scalar;
        const char *minimum, *native; /* what it is instead */
    } rows[] = {
        {DXKI_HLSL_S_MIN12INT, "min16int", "int16_t"},
        {DXKI_HLSL_S_MIN10FLOAT, "min16float", "half"},
        {DXKI_HLSL_S_MIN16FLOAT, NULL, "half"},
        {DXKI_HLSL_S_MIN16INT, NULL, "int16_t"},
        {DXKI_HLSL_S_MIN16UINT, NULL, "uint16_t"},
    };

    for (size_t i = 0; dxki_hlsl_is_numeric(t) && i < DXKI_COUNT(rows); i++) {
        const char *to = c->options.native_16bit ? rows[i].native : rows[i].minimum;
        if (t->scalar == rows[i].scalar && to)
            DXKI_HLSL_REPORT(c, PROMOTED, loc, dxki_text(dxki_str(dxki_hlsl_info(t)->name)),
                             dxki_text(dxki_str(to)));
    }
}
