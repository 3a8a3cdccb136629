/* SPDX-License-Identifier: MIT */
/* suggest.c - which name may have been meant by one that is not known; see sema.h. */
#include "base/count.h"
#include "sema/check.h"

#define LONGEST 64u /* names that are longer are not compared */

/* How many letters must be changed, put in or taken out; more than `most` counts as most + 1. */
static uint32_t distance(dxk_str a, dxk_str b, uint32_t most)
{
    uint32_t row[LONGEST + 1];

    if (a.size > LONGEST || b.size > LONGEST ||
        (a.size > b.size ? a.size - b.size : b.size - a.size) > most)
        return most + 1;
    for (uint32_t k = 0; k <= b.size; k++)
        row[k] = k;
    for (uint32_t i = 0; i < a.size; i++) {
        uint32_t corner = row[0], lowest = row[0] = i + 1;
        for (uint32_t k = 0; k < b.size; k++) {
            uint32_t changed = corner + (a.data[i] != b.data[k]);
            uint32_t other = 1 + (row[k] < row[k + 1] ? row[k] : row[k + 1]);
            corner = row[k + 1];
            row[k + 1] = changed < other ? changed : other;
            lowest = row[k + 1] < lowest ? row[k + 1] : lowest;
        }
        if (lowest > most)
            return most + 1;
    }
    return row[b.size];
}

/* The best name so far. */
typedef struct search {
    dxk_str wanted;
    dxki_sema_guess found;
    uint32_t best;  /* its distance, one more than allowed at first */
    uint32_t order; /* of its declaration: of equally good ones the last is found */
} search;

/* A third of the letters may differ, rounded up; names of one or two letters are like too many. */
static search begin(dxk_str wanted)
{
    uint32_t most = wanted.size < 3 ? 0 : (uint32_t)(wanted.size + 2) / 3;

    return (search){.wanted = wanted, .best = most + 1};
}

static void look_at(search *s, dxk_str name, uint32_t order, dxki_hlsl_loc loc,
                    const dxki_hlsl_symbol *symbol)
{
    size_t longer =
        name.size > s->wanted.size ? name.size - s->wanted.size : s->wanted.size - name.size;
    uint32_t d = distance(s->wanted, name, s->found.text.size ? s->best : s->best - 1);

    if (longer && s->wanted.size / longer < 3)
        return;
    if (d < s->best || (d == s->best && s->found.text.size && order > s->order)) {
        s->best = d;
        s->found = (dxki_sema_guess){name, loc, symbol};
        s->order = order;
    }
}

/* Is it declared in one of the scopes around? */
static bool is_visible(const dxki_hlsl *c, const dxki_hlsl_symbol *symbol)
{
    const dxki_hlsl_scope *scope = c->sema->scope;

    while (scope && scope != symbol->scope)
        scope = scope->outer;
    return scope != NULL;
}

dxki_sema_guess dxki_sema_suggest(const dxki_hlsl *c, dxk_str name, bool types)
{
    static const char *const words[] = {"true", "false"};
    search s = begin(name);

    for (size_t i = 0; i < c->sema->symbol_buckets; i++) {
        for (const dxki_hlsl_symbol *symbol = c->sema->symbols[i]; symbol; symbol = symbol->next)
            if ((symbol->kind == DXKI_HLSL_SYM_TYPE) == types && is_visible(c, symbol))
                look_at(&s, symbol->name->text, symbol->order, symbol->loc, symbol);
    }
    for (size_t i = 0; !types && i < DXKI_COUNT(words); i++)
        look_at(&s, dxki_str(words[i]), 0, (dxki_hlsl_loc){0, 0}, NULL);
    return s.found;
}

dxki_sema_guess dxki_sema_suggest_member(const dxki_hlsl_type *t, dxk_str name)
{
    search s = begin(name);

    while (t->kind == DXKI_HLSL_TY_RECORD) {
        const dxki_hlsl_record *r = t->record;
        for (size_t i = r->has_base; i < r->field_count; i++)
            if (r->fields[i].name)
                look_at(&s, r->fields[i].name->text, 0, r->fields[i].loc, NULL);
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
