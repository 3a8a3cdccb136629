/* SPDX-License-Identifier: MIT */
/*
 * source.c - findings about what was compiled, as messages about its source. Nothing that a compilation
 * makes says where it comes from unless debug information is asked for, and most of what is compiled is
 * valid: so the source is compiled again for its places when there is something to report.
 */
#include <string.h>

#include "base/diag.h"
#include "base/options.h"
#include "base/str.h"
#include "codegen/compile.h"
#include "hlsl/source.h"
#include "validate/report.h"

/* Findings that have no equal in the second validation, after which none are looked for any more. */
enum { MOST_MISSING = 16 };

typedef struct telling {
    dxk_validation *own; /* whose findings are told, */
    const dxk_validation
        *again;           /* and the same about the program with places; NULL: there is none */
    size_t next, missing; /* the first finding there that is not taken */
    dxki_hlsl *c;         /* NULL: the source could not be compiled again */
    bool failed;          /* no memory */
} telling;

/* The finding that says the same there: the next one of its rule. NULL: there is none. */
static const dxk_finding *find_again(telling *t, const dxk_finding *f, size_t *index)
{
    if (!t->again || t->missing >= MOST_MISSING)
        return NULL;
    for (size_t i = t->next; i < t->again->findings.count; i++) {
        const dxk_finding *other = &t->again->findings.items[i];
        if (other->rule != f->rule || other->is_repeated || other->severity != f->severity)
            continue;
        t->next = i + 1;
        *index = i;
        return other;
    }
    t->missing++;
    return NULL;
}

static dxki_hlsl_loc place_of(const dxki_hlsl *c, const dxki_val_about *about)
{
    static const dxki_hlsl_thing things[] = {
        [DXKI_OF_PROGRAM] = DXKI_HLSL_FUNCTION,  [DXKI_OF_FUNCTION] = DXKI_HLSL_FUNCTION,
        [DXKI_OF_VARIABLE] = DXKI_HLSL_VARIABLE, [DXKI_OF_RESOURCE] = DXKI_HLSL_BOUND,
        [DXKI_OF_ELEMENT] = DXKI_HLSL_ELEMENT,
    };
    dxki_hlsl_loc loc = {0, 0};
    if (about->line)
        loc = dxki_hlsl_place_of(c, DXKI_HLSL_LINE, about->file, about->line, about->column);
    if (!loc.at)
        loc = dxki_hlsl_place_of(c, things[about->thing], about->name, about->which, 0);
    return loc;
}

/* That of what a finding is about, or else of the entry point, or of the source. */
static dxki_hlsl_loc some_place(const dxki_hlsl *c, const dxki_val_about *about)
{
    const char *entry = c->options.entry ? c->options.entry : "main";
    dxki_hlsl_loc loc = place_of(c, about);
    if (!loc.at)
        loc = dxki_hlsl_place_of(c, DXKI_HLSL_FUNCTION, dxki_str(entry), 0, 0);
    if (!loc.at)
        loc = dxki_hlsl_first_place(c, DXKI_HLSL_FUNCTION);
    return loc.at ? loc : (dxki_hlsl_loc){1, 0};
}

static dxk_str keep(telling *t, dxk_str text)
{
    const char *kept = dxki_arena_strdup(&t->own->arena, text.data, text.size);
    t->failed = t->failed || !kept;
    return kept ? (dxk_str){kept, text.size} : (dxk_str){"", 0};
}

/* Gives a finding its place as documents show it. */
static void set_place(telling *t, dxk_finding *f, dxki_hlsl_loc loc)
{
    const dxki_hlsl_position at = dxki_hlsl_position_of(t->c, dxki_hlsl_shown(t->c, loc));
    if (!at.line)
        return;
    f->file = keep(t, at.name);
    f->line = at.line;
    f->column = at.column;
}

static bool contains(dxk_str text, dxk_str part)
{
    for (size_t i = 0; i + part.size <= text.size; i++) {
        if (dxki_str_same((dxk_str){text.data + i, part.size}, part))
            return true;
    }
    return false;
}

/* The name of what a finding is about, a declaration, where the message does not say it. */
static const char *path_of(const dxki_val_about *about, dxk_str message)
{
    bool is_named = about->thing >= DXKI_OF_VARIABLE && !about->line;
    return is_named && !contains(message, about->name) ? about->name.data : "";
}

static void tell(telling *t, size_t index)
{
    dxk_finding *f = &t->own->findings.items[index];
    const dxki_rule rule = {
        .name = f->rule ? f->rule : "", .severity = f->severity, .message = "%0"};
    size_t other = index;
    const dxk_finding *again = find_again(t, f, &other);
    const dxki_val_about *about =
        again ? &t->again->abouts.items[other] : &t->own->abouts.items[index];
    const dxk_str message = dxk_finding_message(again ? again : f);
    const dxki_arg text = dxki_text(message);
    dxk_status status = DXK_OK;
    if (t->c) {
        dxki_hlsl_loc loc = some_place(t->c, about);
        set_place(t, f, loc);
        dxki_hlsl_report_rule(t->c, &rule, loc, path_of(about, message), &text, 1);
    } else {
        status = dxki_report(t->own->ctx, &rule, dxki_nowhere(), f->path.data, &text, 1);
    }
    t->failed = t->failed || status == DXK_E_NOMEM;
}

static void tell_all(telling *t)
{
    for (size_t i = 0; i < t->own->findings.count && !t->failed; i++) {
        if (t->own->findings.items[i].severity == DXK_ERROR &&
            !t->own->findings.items[i].is_repeated)
            tell(t, i);
    }
}

static void see(void *user, dxki_hlsl *c, const dxk_container *made)
{
    telling *t = user;
    dxk_validation *again = NULL;
    c->ctx->muted++;
    dxk_status status = dxk_validate(made, NULL, &again);
    c->ctx->muted--;
    t->failed = status == DXK_E_NOMEM;
    t->again = again;
    t->c = c;
    tell_all(t);
    dxk_validation_free(again);
}

dxk_status dxk_validation_report(dxk_validation *validation, dxk_bytes source,
                                 const dxk_hlsl_options *options)
{
    telling t = {.own = validation};
    dxk_hlsl_options own;
    if (!dxki_options_take(&own, sizeof own, options))
        return DXK_E_ARGUMENT;
    dxk_status status = dxki_hlsl_build_placed(validation->ctx, source, &own, see, &t);
    if (!t.c)
        tell_all(&t);
    return t.failed || status == DXK_E_NOMEM ? dxki_nomem(validation->ctx) : DXK_OK;
}
