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

/* Where a modifier may stand; those that are not listed may stand everywhere. */
static const struct {
    uint32_t keyword;
    unsigned places;
} allowed[] = {
    {DXKI_HLSL_K_EXTERN, PLACE(FUNCTION) | PLACE(GLOBAL)},
    {DXKI_HLSL_K_STATIC,
     PLACE(LOCAL) | PLACE(GLOBAL) | PLACE(FUNCTION) | PLACE(METHOD) | PLACE(FIELD)},
    {DXKI_HLSL_K_SHARED, PLACE(GLOBAL)},
    {DXKI_HLSL_K_GROUPSHARED, PLACE(GLOBAL) | PLACE(PARAM)},
    {DXKI_HLSL_K_UNIFORM, PLACE(GLOBAL) | PLACE(PARAM)},
    {DXKI_HLSL_K_NOINTERPOLATION, CARRIED},
    {DXKI_HLSL_K_LINEAR, CARRIED},
    {DXKI_HLSL_K_CENTER, CARRIED},
    {DXKI_HLSL_K_NOPERSPECTIVE, CARRIED},
    {DXKI_HLSL_K_SAMPLE, CARRIED},
    {DXKI_HLSL_K_CENTROID, CARRIED},
    {DXKI_HLSL_K_POINT, PLACE(PARAM)},
    {DXKI_HLSL_K_LINE, PLACE(PARAM)},
    {DXKI_HLSL_K_LINEADJ, PLACE(PARAM)},
    {DXKI_HLSL_K_TRIANGLE, PLACE(PARAM)},
    {DXKI_HLSL_K_TRIANGLEADJ, PLACE(PARAM)},
    {DXKI_HLSL_K_EXPORT, PLACE(FUNCTION)},
    {DXKI_HLSL_K_INDICES, PLACE(PARAM)},
    {DXKI_HLSL_K_VERTICES, PLACE(PARAM)},
    {DXKI_HLSL_K_PRIMITIVES, PLACE(PARAM)},
    {DXKI_HLSL_K_PAYLOAD, PLACE(PARAM)},
};

/* Groups of which two exclude each other, in the order in which a message names them. */
#define LINEAR   (MOD(LINEAR) | MOD(CENTER) | MOD(NOPERSPECTIVE) | MOD(SAMPLE) | MOD(CENTROID))
#define TOPOLOGY (MOD(POINT) | MOD(LINE) | MOD(LINEADJ) | MOD(TRIANGLE) | MOD(TRIANGLEADJ))

static const struct {
    uint64_t first, second;
} exclusive[] = {
    {MOD(STATIC), MOD(SHARED)},
    {MOD(STATIC), MOD(UNIFORM)},
    {MOD(STATIC), MOD(EXPORT)},
    {MOD(EXTERN), MOD(GROUPSHARED)},
    {MOD(NOINTERPOLATION), LINEAR},
    {LINEAR | MOD(NOINTERPOLATION) | TOPOLOGY, MOD(UNIFORM)},
    {TOPOLOGY, LINEAR | MOD(NOINTERPOLATION)},
    {MOD(OUT) | MOD(INOUT), MOD(UNIFORM)},
    {MOD(IN) | MOD(OUT) | MOD(INOUT), MOD(GROUPSHARED)},
};

/* Of two that say where a value is sampled, the first one does not count. */
static const struct {
    uint64_t lost, kept;
} overridden[] = {
    {MOD(CENTROID), MOD(SAMPLE)},
    {MOD(CENTER), MOD(CENTROID)},
    {MOD(CENTER), MOD(SAMPLE)},
};

/* The word of the lowest modifier of a set. */
static dxk_str word_of(uint64_t mods)
{
    uint32_t keyword = DXKI_HLSL_K_CENTROID;

    for (; mods && !(mods & 1); mods >>= 1)
        keyword++;
    return dxki_str(dxki_hlsl_keyword_text(keyword));
}

static void check_places(dxki_hlsl *c, const dxki_ast_decl *d, dxki_hlsl_decl_place place)
{
    const dxki_arg where = dxki_text(dxki_str(place_texts[place]));
    const uint64_t usages = d->mods & (MOD(IN) | MOD(OUT) | MOD(INOUT));

    for (size_t i = 0; i < DXKI_COUNT(allowed); i++) {
        uint64_t mod = (uint64_t)1 << (allowed[i].keyword - DXKI_HLSL_K_CENTROID);
        if (d->mods & mod && !(allowed[i].places & 1u << place))
            DXKI_HLSL_REPORT(c, MODIFIER, d->loc, dxki_text(word_of(mod)), where);
    }
    if (d->mods & MOD(CONST) && place == DXKI_HLSL_AT_FIELD && !(d->mods & MOD(STATIC)))
        DXKI_HLSL_REPORT(c, MODIFIER, d->loc, dxki_text(dxki_str("const")), where);
    if (usages && place != DXKI_HLSL_AT_PARAM)
        DXKI_HLSL_REPORT(c, USAGE, d->loc, dxki_text(word_of(usages)));
}

void dxki_sema_check_modifiers(dxki_hlsl *c, const dxki_ast_decl *d, dxki_hlsl_decl_place place)
{
    if (d->notes.count)
        dxki_sema_check_access(c, d, place == DXKI_HLSL_AT_FIELD);
    if (!d->mods)
        return;
    check_places(c, d, place);
    for (size_t i = 0; i < DXKI_COUNT(exclusive); i++) {
        uint64_t first = d->mods & exclusive[i].first, second = d->mods & exclusive[i].second;
        if (first && second)
            DXKI_HLSL_REPORT(c, MODIFIERS, d->loc, dxki_text(word_of(first)),
                             dxki_text(word_of(second)), dxki_text(dxki_str(place_texts[place])));
    }
    uint64_t topology = d->mods & TOPOLOGY;
    if (topology & (topology - 1))
        DXKI_HLSL_REPORT(c, MODIFIERS, d->loc, dxki_text(word_of(topology & (topology - 1))),
                         dxki_text(word_of(topology)), dxki_text(dxki_str(place_texts[place])));
    for (size_t i = 0; i < DXKI_COUNT(overridden); i++) {
        if (d->mods & overridden[i].lost && d->mods & overridden[i].kept)
            DXKI_HLSL_REPORT(c, OVERRIDDEN, d->loc, dxki_text(word_of(overridden[i].lost)),
                             dxki_text(word_of(overridden[i].kept)));
    }
}

void dxki_sema_warn_precision(dxki_hlsl *c, const dxki_hlsl_type *t, dxki_hlsl_loc loc)
{
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

    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    for (size_t i = 0; dxki_hlsl_is_numeric(t) && i < DXKI_COUNT(rows); i++) {
        const char *to = c->options.native_16bit ? rows[i].native : rows[i].minimum;
        if (t->scalar == rows[i].scalar && to)
            DXKI_HLSL_REPORT(c, PROMOTED, loc, dxki_text(dxki_str(dxki_hlsl_info(t)->name)),
                             dxki_text(dxki_str(to)));
    }
}
