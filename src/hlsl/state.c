/* SPDX-License-Identifier: MIT */
/* state.c - what hlsl.h promises to everyone: memory, identifiers, depth, diagnostics. */
#include "hlsl/hlsl.h"

#include "base/count.h"
#include "base/diag.h"
#include "base/out.h"
#include "hlsl/source.h"

/* ---------------------------------------------------------------------------------------- */
/* Memory                                                                                     */

void dxki_hlsl_stop(dxki_hlsl *c, dxk_status status)
{
    if (c->status == DXK_OK)
        c->status = status;
}

void dxki_hlsl_nomem(dxki_hlsl *c)
{
    dxki_hlsl_stop(c, dxki_nomem(c->ctx));
}

void *dxki_hlsl_alloc(dxki_hlsl *c, size_t size)
{
    void *made = dxki_arena_zalloc(&c->arena, 1, size);

    if (made)
        return made;
    dxki_hlsl_nomem(c);
    memset(c->spare, 0, sizeof c->spare);
    return c->spare;
}

void *dxki_hlsl_copy(dxki_hlsl *c, const void *items, size_t size, size_t *count)
{
    if (*count == 0)
        return NULL;
    void *made = *count > SIZE_MAX / size ? NULL : dxki_arena_alloc(&c->arena, *count * size);
    if (!made) {
        *count = 0;
        dxki_hlsl_nomem(c);
        return NULL;
    }
    memcpy(made, items, *count * size);
    return made;
}

dxk_str dxki_hlsl_text(dxki_hlsl *c, dxk_str text)
{
    dxk_str made = {dxki_arena_strdup(&c->arena, text.data, text.size), text.size};

    if (made.data)
        return made;
    dxki_hlsl_nomem(c);
    return (dxk_str){"", 0};
}

dxk_str dxki_hlsl_join(dxki_hlsl *c, dxk_str first, dxk_str second)
{
    size_t size = first.size + second.size;
    char *made = dxki_arena_alloc(&c->arena, size + 1);

    if (!made) {
        dxki_hlsl_nomem(c);
        return (dxk_str){"", 0};
    }
    if (first.size)
        memcpy(made, first.data, first.size);
    if (second.size)
        memcpy(made + first.size, second.data, second.size);
    made[size] = 0;
    return (dxk_str){made, size};
}

dxk_str dxki_hlsl_decimal(dxki_hlsl *c, uint64_t value)
{
    char digits[24], *end = digits + sizeof digits;
    const char *text = dxki_format_u64(end, value);

    return dxki_hlsl_text(c, (dxk_str){text, (size_t)(end - text)});
}

/* ---------------------------------------------------------------------------------------- */
/* Identifiers                                                                                */

static uint32_t hash_of(dxk_str text)
{
    uint32_t hash = 2166136261u;

    for (size_t i = 0; i < text.size; i++)
        hash = (hash ^ (uint8_t)text.data[i]) * 16777619u;
    return hash;
}

/* Doubles the table; the old one stays in use without memory for it. */
static void grow(dxki_hlsl *c)
{
    size_t buckets = c->name_buckets ? 2 * c->name_buckets : 1024;
    dxki_hlsl_name **table = DXKI_NEW_ARRAY(&c->arena, dxki_hlsl_name *, buckets);

    if (!table) {
        dxki_hlsl_nomem(c);
        return;
    }
    for (size_t i = 0; i < c->name_buckets; i++) {
        for (dxki_hlsl_name *n = c->names[i], *next; n; n = next) {
            next = n->next;
            n->next = table[n->hash & (buckets - 1)];
            table[n->hash & (buckets - 1)] = n;
        }
    }
    c->names = table;
    c->name_buckets = buckets;
}

/* Finds or makes a name, of a copy of the text or of the text itself. */
static dxki_hlsl_name *intern(dxki_hlsl *c, dxk_str text, bool is_kept)
{
    uint32_t hash = hash_of(text);

    if (c->name_count >= c->name_buckets)
        grow(c);
    if (c->name_buckets == 0)
        return DXKI_HLSL_NEW(c, dxki_hlsl_name);
    dxki_hlsl_name **bucket = &c->names[hash & (c->name_buckets - 1)];
    for (dxki_hlsl_name *n = *bucket; n; n = n->next) {
        if (n->hash == hash && dxki_str_same(n->text, text))
            return n;
    }
    dxki_hlsl_name *made = DXKI_HLSL_NEW(c, dxki_hlsl_name);
    if (!dxki_hlsl_ready(c))
        return made;
    made->text = is_kept ? text : dxki_hlsl_text(c, text);
    made->hash = hash;
    made->next = *bucket;
    *bucket = made;
    c->name_count++;
    return made;
}

dxki_hlsl_name *dxki_hlsl_intern(dxki_hlsl *c, dxk_str text)
{
    return intern(c, text, false);
}

dxki_hlsl_name *dxki_hlsl_intern_kept(dxki_hlsl *c, dxk_str text)
{
    return intern(c, text, true);
}

/* ---------------------------------------------------------------------------------------- */
/* Depth                                                                                      */

bool dxki_hlsl_enter(dxki_hlsl *c, dxki_hlsl_loc loc)
{
    if (!dxki_hlsl_ready(c))
        return false;
    if (c->depth >= c->max_depth) {
        c->quiet = 0; /* it ends all attempts */
        DXKI_HLSL_REPORT(c, TOO_DEEP, loc, dxki_dec(c->max_depth));
        dxki_hlsl_stop(c, DXK_E_LIMIT);
        return false;
    }
    c->depth++;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Diagnostics                                                                                */

typedef struct row {
    dxki_rule rule;
    const char *group; /* of warnings: the name behind -W; else "" */
} row;

#define NOTE    DXK_NOTE
#define WARNING DXK_WARNING
#define ERROR   DXK_ERROR
static const row rows[] = {
#define DXKI_HLSL_DIAG(ident, severity, group, message)                                            \
    {{"HLSL." #ident, severity, message, ""}, group},
#include "spec/hlsl_diags.def"
#undef DXKI_HLSL_DIAG
};
#undef NOTE
#undef WARNING
#undef ERROR

static bool is_listed(const char *const *groups, size_t count, const char *group)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(groups[i], group) == 0)
            return true;
    }
    return false;
}

/* Messages that may follow from syntax that was left out. */
static bool is_consequence(dxki_hlsl_diag which)
{
    static const dxki_hlsl_diag all[] = {
        DXKI_HLSL_D_UNDECLARED,
        DXKI_HLSL_D_UNDECLARED_MEANT,
        DXKI_HLSL_D_UNKNOWN_TYPE,
        DXKI_HLSL_D_NO_MEMBER,
        DXKI_HLSL_D_UNKNOWN_TYPE_MEANT,
        DXKI_HLSL_D_NO_MEMBER_MEANT,
        DXKI_HLSL_D_NO_MEMBER_SPACE,
        DXKI_HLSL_D_NO_GLOBAL,
        DXKI_HLSL_D_NOT_A_SCOPE,
        DXKI_HLSL_D_NO_MATCH,
        DXKI_HLSL_D_NO_METHOD_MATCH,
        DXKI_HLSL_D_OUT_OF_LINE,
        DXKI_HLSL_D_NO_TEMPLATE,
        DXKI_HLSL_D_NOT_A_TEMPLATE,
        DXKI_HLSL_D_ENDS,
        DXKI_HLSL_D_MAY_END,
        DXKI_HLSL_D_UNSET,
        DXKI_HLSL_D_UNSET_PARAM,
    };

    for (size_t i = 0; i < DXKI_COUNT(all); i++) {
        if (all[i] == which)
            return true;
    }
    return false;
}

/* Is a message switched off, or not switched on? Errors of a group can be switched off, too. */
static bool is_silent(const dxki_hlsl *c, const row *r)
{
    static const char *const quiet[] = {"uninitialized", "double-promotion"}; /* unless asked for */

    if (*r->group && is_listed(c->options.silent, c->options.silent_count, r->group))
        return true;
    if (is_listed(quiet, DXKI_COUNT(quiet), r->group) &&
        !is_listed(c->options.loud, c->options.loud_count, r->group))
        return true;
    return r->rule.severity == DXK_WARNING && c->options.no_warnings;
}

/* "inc/light.hlsli:12:5", for places outside of the main file. */
static const char *place_text(dxki_hlsl *c, const dxki_hlsl_position *at)
{
    char digits[2][24], *ends[2] = {digits[0] + 24, digits[1] + 24};
    const char *line = dxki_format_u64(ends[0], at->line);
    const char *column = dxki_format_u64(ends[1], at->column);
    dxk_str text = dxki_hlsl_join(c, at->name, dxki_str(":"));

    text = dxki_hlsl_join(c, text, (dxk_str){line, (size_t)(ends[0] - line)});
    text = dxki_hlsl_join(c, text, dxki_str(":"));
    return dxki_hlsl_join(c, text, (dxk_str){column, (size_t)(ends[1] - column)}).data;
}

static void report_at(dxki_hlsl *c, const dxki_rule *rule, dxki_hlsl_loc loc, const dxki_arg *args,
                      size_t count)
{
    dxki_hlsl_position at = dxki_hlsl_position_of(c, loc);
    dxk_status status;

    if (at.line == 0)
        status = dxki_report(c->ctx, rule, dxki_nowhere(), "", args, count);
    else if (dxki_str_same(at.name, c->options.name))
        status = dxki_report(c->ctx, rule, dxki_at_line(at.line, at.column), "", args, count);
    else
        status = dxki_report(c->ctx, rule, dxki_nowhere(), place_text(c, &at), args, count);
    if (status == DXK_E_NOMEM) /* else it is what the severity says */
        dxki_hlsl_stop(c, status);
}

/* Tells of the macros that a place comes from, the innermost first. */
static void tell_expansions(dxki_hlsl *c, dxki_hlsl_loc loc)
{
    static const unsigned most = 6;

    for (unsigned i = 0; loc.expansion && i < most; i++) {
        const dxki_hlsl_expansion *e = &c->expansions.items[loc.expansion - 1];
        dxki_arg name = dxki_text(e->macro->text);
        report_at(c, &rows[DXKI_HLSL_D_EXPANDED].rule, (dxki_hlsl_loc){loc.at, 0}, &name, 1);
        loc = e->from;
    }
}

/* Is a warning to count as an error? */
static bool is_fatal(const dxki_hlsl *c, const row *r)
{
    const dxk_hlsl_options *o = &c->options;

    if (r->rule.severity != DXK_WARNING)
        return false;
    return is_listed(o->fatal, o->fatal_count, r->group) ||
           (o->warnings_are_errors && !is_listed(o->harmless, o->harmless_count, r->group));
}

bool dxki_hlsl_report(dxki_hlsl *c, dxki_hlsl_diag which, dxki_hlsl_loc loc, const dxki_arg *args,
                      size_t count)
{
    const row *r = &rows[which];
    dxki_rule rule = r->rule;

    if (!dxki_hlsl_ready(c) || is_silent(c, r) || (c->derailed && is_consequence(which)))
        return false;
    if (c->quiet) {
        c->failures += rule.severity == DXK_ERROR;
        return false;
    }
    if (is_fatal(c, r))
        rule.severity = DXK_ERROR;
    if (rule.severity == DXK_ERROR && c->errors++ >= DXKI_HLSL_MAX_ERRORS) {
        dxki_hlsl_stop(c, DXK_E_INVALID);
        return false;
    }
    report_at(c, &rule, dxki_hlsl_outermost(c, loc), args, count);
    if (rule.severity != DXK_NOTE)
        tell_expansions(c, loc);
    return true;
}
