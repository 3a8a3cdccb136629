/* SPDX-License-Identifier: MIT */
/* report.c - diagnostics: what is said, where, and what is marked in the source. See hlsl.h. */
#include "base/count.h"
#include "base/diag.h"
#include "hlsl/ast.h"
#include "hlsl/lex.h"

typedef struct row {
    dxki_rule rule;
    const char *group; /* of warnings: the name after -W; else "" */
    uint32_t marks;    /* DXKI_HLSL_MARK_... */
} row;

#define NOTE    DXK_NOTE
#define WARNING DXK_WARNING
#define ERROR   DXK_ERROR
#define TOKEN   DXKI_HLSL_MARK_TOKEN
#define WHOLE   DXKI_HLSL_MARK_WHOLE
#define CALLEE  DXKI_HLSL_MARK_CALLEE
#define BASE    DXKI_HLSL_MARK_BASE
#define PARTS   DXKI_HLSL_MARK_PARTS
#define FROM    DXKI_HLSL_MARK_FROM
#define NUMBER  DXKI_HLSL_MARK_NUMBER
#define MEANT   DXKI_HLSL_MARK_MEANT
static const row rows[] = {
#define DXKI_HLSL_DIAG(ident, severity, group, message)                                            \
    {{"HLSL." #ident, severity, message, ""}, group, 0},
#define DXKI_HLSL_DIAG_ON(ident, severity, group, marks, message)                                  \
    {{"HLSL." #ident, severity, message, ""}, group, marks},
#include "spec/hlsl_diags.def"
};
#undef NOTE
#undef WARNING
#undef ERROR
#undef TOKEN
#undef WHOLE
#undef CALLEE
#undef BASE
#undef PARTS
#undef FROM
#undef NUMBER
#undef MEANT

static bool is_listed(const char *const *groups, size_t count, const char *group)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(groups[i], group) == 0)
            return true;
    }
    return false;
}

/* Is a group the one of that name, or part of it? */
static bool is_part(dxk_str name, const char *group)
{
    static const struct {
        const char *group, *whole;
    } parts[] = {
#define DXKI_HLSL_GROUP(group, whole) {group, whole},
#include "spec/hlsl_groups.def"
    };

    if (dxki_str_is(name, group) || dxki_str_is(name, "everything"))
        return true;
    for (size_t i = 0; i < DXKI_COUNT(parts); i++) {
        if (strcmp(parts[i].group, group) == 0 && is_part(name, parts[i].whole))
            return true;
    }
    return false;
}

bool dxk_hlsl_group_within(const char *group, const char *whole)
{
    return is_part(dxki_str(whole), group);
}

bool dxki_hlsl_message_at(size_t index, const dxki_rule **rule, const char **group)
{
    if (index >= DXKI_COUNT(rows))
        return false;
    *rule = &rows[index].rule;
    *group = *rows[index].group ? rows[index].group : NULL;
    return true;
}

/* Is it one of those, or part of one? */
static bool covers(const char *const *groups, size_t count, const char *group)
{
    for (size_t i = 0; *group && i < count; i++) {
        if (is_part(dxki_str(groups[i]), group))
            return true;
    }
    return false;
}

/* Does a message say that a name is not known which stands in syntax that was left out? */
static bool is_consequence(dxki_hlsl *c, dxki_hlsl_diag which, dxki_hlsl_loc loc,
                           const dxki_arg *args, size_t count)
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
        DXKI_HLSL_D_UNSET,
        DXKI_HLSL_D_UNSET_PARAM,
        DXKI_HLSL_D_UNSET_AGGREGATE,
        DXKI_HLSL_D_NOT_A_TEMPLATE_MEANT,
        DXKI_HLSL_D_CLASS_NAME_MEANT,
    };

    if (!c->misread.at || !count || dxki_hlsl_is_before(c, loc, c->misread))
        return false;
    const bool is_value = which == DXKI_HLSL_D_UNDECLARED || which == DXKI_HLSL_D_UNDECLARED_MEANT;
    for (size_t i = 0; i < DXKI_COUNT(all); i++) {
        if (all[i] == which)
            return is_value ? dxki_hlsl_intern(c, args[0].text)->may_be_declared
                            : dxki_hlsl_intern(c, args[0].text)->is_lost;
    }
    return false;
}

/* What pragmas say of a group at a place: the last one before it that does, but for those that a pop has
 * made void. */
static uint8_t mapping_of(const dxki_hlsl *c, const row *r, dxki_hlsl_loc loc)
{
    size_t i = *r->group ? c->mappings.count : 0;
    uint8_t found = DXKI_HLSL_UNMAPPED;

    while (i && dxki_hlsl_is_before(c, loc, c->mappings.items[i - 1].loc))
        i--;
    while (i && (found == DXKI_HLSL_UNMAPPED || found == DXKI_HLSL_WARNED)) {
        const dxki_hlsl_mapping *m = &c->mappings.items[--i];
        if (m->is_pop)
            i = m->back_to;
        else if (!is_part(m->group, r->group))
            continue;
        else if (found == DXKI_HLSL_UNMAPPED)
            found = m->how;
        else if (m->how != DXKI_HLSL_WARNED) /* an error stays one */
            return m->how == DXKI_HLSL_IGNORED ? found : m->how;
    }
    return found;
}

bool dxki_hlsl_is_quiet(const char *group)
{
    static const char *const quiet[] = {
        "uninitialized",       "sometimes-uninitialized",   "double-promotion",
        "hlsl-legacy-literal", "parameter-usage-aggregate", "unused-variable"};

    return is_listed(quiet, DXKI_COUNT(quiet), group);
}

/* Is a message switched off, or not switched on? Errors of a group can be switched off, too. */
static bool is_silent(const dxki_hlsl *c, const row *r, uint8_t mapping)
{
    if (mapping == DXKI_HLSL_IGNORED)
        return true;
    if (mapping != DXKI_HLSL_UNMAPPED)
        return mapping == DXKI_HLSL_WARNED && r->rule.severity == DXK_WARNING &&
               c->options.no_warnings;
    const dxk_hlsl_options *o = &c->options;
    if (is_listed(o->silent, o->silent_count, r->group))
        return *r->group != 0;
    if (covers(o->silent, o->silent_count, r->group) &&
        !is_listed(o->loud, o->loud_count, r->group) &&
        !is_listed(o->fatal, o->fatal_count, r->group))
        return true;
    if (dxki_hlsl_is_quiet(r->group) && !covers(o->loud, o->loud_count, r->group))
        return true;
    return r->rule.severity == DXK_WARNING && c->options.no_warnings;
}

/* Bytes of a line of another file that are kept to be shown. */
#define MAX_EXCERPT 1000u

/* The line that a place is in; nothing if it is long. */
static dxk_str line_at(const dxki_hlsl_file *f, dxki_hlsl_loc loc)
{
    uint32_t from = loc.at - f->base, to = from;

    while (from && f->text[from - 1] != '\n' && to - from < MAX_EXCERPT)
        from--;
    while (to < f->size && f->text[to] != '\n' && f->text[to] != '\r' && to - from < MAX_EXCERPT)
        to++;
    if (to - from >= MAX_EXCERPT || memchr(f->text + from, 0, to - from))
        return (dxk_str){NULL, 0};
    return (dxk_str){f->text + from, to - from};
}

static bool same_file(const dxki_hlsl_position *a, const dxki_hlsl_position *b)
{
    return a->line && b->line && dxki_str_same(a->name, b->name);
}

/* From the first token to after the last one, as the source has them; false: not in that file, or by
 * lines that #line numbers the other way round. */
static bool place_range(dxki_hlsl *c, const dxki_hlsl_position *at, dxki_hlsl_span span,
                        dxk_diag_range *range)
{
    dxki_hlsl_loc first = dxki_hlsl_shown(c, span.from);
    dxki_hlsl_loc last = dxki_hlsl_shown(c, span.to);
    dxki_hlsl_position from = dxki_hlsl_position_of(c, first);

    last.at += dxki_hlsl_token_size(c, last);
    dxki_hlsl_position to = dxki_hlsl_position_of(c, last);
    if (!same_file(at, &from) || !same_file(at, &to) || last.at < first.at)
        return false;
    if (to.line < from.line || (to.line == from.line && to.column < from.column))
        return false;
    *range = (dxk_diag_range){from.line, from.column, to.line, to.column};
    return true;
}

/* Can it be changed where it is shown? What the text of a macro says cannot. */
static bool is_spelled(const dxki_hlsl *c, dxki_hlsl_span span)
{
    return dxki_hlsl_shown(c, span.from).at == span.from.at &&
           dxki_hlsl_shown(c, span.to).at == span.to.at;
}

/* The same of a mend; false: it cannot be done there. */
static bool place_fix(dxki_hlsl *c, const dxki_hlsl_position *at, const dxki_hlsl_fix *f,
                      dxk_diag_fix *fix)
{
    fix->text = f->text;
    if (!is_spelled(c, f->span) || !place_range(c, at, f->span, &fix->range))
        return false;
    if (f->how == DXKI_HLSL_FOLLOWS) {
        fix->range.line = fix->range.end_line;
        fix->range.column = fix->range.end_column;
    } else if (f->how == DXKI_HLSL_PRECEDES) {
        fix->range.end_line = fix->range.line;
        fix->range.end_column = fix->range.column;
    }
    return true;
}

/* What is to be reported: a row, where, and what it is about. */
typedef struct report {
    const dxki_rule *rule;
    dxki_hlsl_loc loc;
    const dxki_arg *args;
    size_t count;
    dxki_hlsl_marks marks;
    const char *path;  /* the thing that it is about; NULL: the place says it */
    const char *group; /* of warnings; NULL: none */
    bool is_raised;
} report;

/* Adds to a diagnostic what its text is, if it is not the main one, and its marks. */
static dxk_status add_marks(dxki_hlsl *c, const report *r, const dxki_hlsl_position *at,
                            size_t index)
{
    const dxki_hlsl_file *f = dxki_hlsl_file_of(c, r->loc);
    dxk_diag_range ranges[DXKI_HLSL_MAX_MARKS];
    dxk_diag_fix fixes[DXKI_HLSL_MAX_FIXES];
    dxki_marks marks = {
        .ranges = ranges, .fixes = fixes, .group = r->group, .is_raised = r->is_raised};
    if (!at->line)
        return dxki_report_marks(c->ctx, index, &marks);
    bool is_main = dxki_str_same(at->name, c->options.name);

    if (!is_main)
        marks.file = dxki_hlsl_text(c, at->name).data;
    if (!is_main || f->marks.count)
        marks.excerpt = line_at(f, r->loc);
    for (size_t i = 0; i < r->marks.count; i++)
        marks.range_count += place_range(c, at, r->marks.spans[i], &ranges[marks.range_count]);
    for (size_t i = 0; i < r->marks.fix_count; i++)
        marks.fix_count += place_fix(c, at, &r->marks.fixes[i], &fixes[marks.fix_count]);
    return dxki_report_marks(c->ctx, index, &marks);
}

static void report_at(dxki_hlsl *c, const report *r)
{
    dxki_hlsl_position at = dxki_hlsl_position_of(c, r->loc);
    size_t index = c->ctx->diag_count;
    dxki_where where = at.line ? dxki_at_line(at.line, at.column) : dxki_nowhere();
    dxk_status status = dxki_report(c->ctx, r->rule, where, r->path, r->args, r->count);

    if (status != DXK_E_NOMEM && c->ctx->diag_count > index &&
        add_marks(c, r, &at, index) != DXK_OK)
        status = DXK_E_NOMEM;
    const dxki_hlsl_said said = {index, r->loc, false};
    if (r->rule->severity != DXK_NOTE && c->ctx->diag_count > index)
        DXKI_HLSL_PUSH(c, &c->said, said);
    if (status == DXK_E_NOMEM) /* else it is what the severity says */
        dxki_hlsl_stop(c, status);
}

/* Tells of the macros that a place comes from, the innermost first; nothing of what stands in arguments
 * of the outermost one, which is shown already. */
static void tell_expansions(dxki_hlsl *c, dxki_hlsl_loc loc)
{
    static const unsigned most = 6;

    if (dxki_hlsl_shown(c, loc).at == loc.at)
        return;
    for (unsigned i = 0; loc.expansion && i < most; i++) {
        const dxki_hlsl_expansion *e = &c->expansions.items[loc.expansion - 1];
        dxki_arg name = dxki_text(e->macro->text);
        const report r = {.rule = &rows[DXKI_HLSL_D_EXPANDED].rule,
                          .loc = {loc.at, 0},
                          .args = &name,
                          .count = 1};
        report_at(c, &r);
        loc = e->from;
    }
}

/* Says what was being made of which templates, unless that was said with the last diagnostic. */
static void tell_context(dxki_hlsl *c)
{
    static const size_t most = 10;
    const dxki_hlsl_context *i = c->context;
    size_t count = 0, first = most / 2, number = 0;

    if (!i || i == c->told)
        return;
    c->told = i;
    for (; i; i = i->outer)
        count++;
    for (i = c->context; i && dxki_hlsl_ready(c); i = i->outer, number++) {
        const bool is_skipped = count > most && number >= first && number < count - most / 2;
        const dxki_hlsl_diag which = is_skipped ? DXKI_HLSL_D_IN_OTHERS : i->which;
        const dxki_arg args[] = {is_skipped ? dxki_dec(count - most) : dxki_text(i->name(c, i->of)),
                                 dxki_text(dxki_str(count == most + 1 ? "" : "s"))};
        const report r = {.rule = &rows[which].rule,
                          .loc = dxki_hlsl_shown(c, i->loc),
                          .args = args,
                          .count = is_skipped ? 2 : 1};
        if (!is_skipped || number == first)
            report_at(c, &r);
    }
}

/* Is a warning to count as an error? That of an old profile is not about the source. */
static bool is_fatal(const dxki_hlsl *c, const row *r, uint8_t mapping)
{
    const dxk_hlsl_options *o = &c->options;

    if (mapping == DXKI_HLSL_REFUSED || mapping == DXKI_HLSL_FATAL)
        return true;
    if (r->rule.severity != DXK_WARNING || r == &rows[DXKI_HLSL_D_OLD_PROFILE])
        return false;
    if (is_listed(o->fatal, o->fatal_count, r->group))
        return true;
    return (o->warnings_are_errors || covers(o->fatal, o->fatal_count, r->group)) &&
           !covers(o->harmless, o->harmless_count, r->group);
}

/* What a row says that its messages are about: tokens and expressions at the place. */
static void mark_row(dxki_hlsl *c, uint32_t marks, report *r)
{
    const dxki_hlsl_span token = {r->loc, r->loc};

    if (marks & DXKI_HLSL_MARK_TOKEN)
        dxki_hlsl_mark_span(c, token);
    if (marks & DXKI_HLSL_MARK_MEANT && r->count && r->args[r->count - 1].text.size)
        dxki_hlsl_mark_fix(c, token, dxki_hlsl_text(c, r->args[r->count - 1].text).data,
                           DXKI_HLSL_REPLACES);
    if (marks & ~(uint32_t)(DXKI_HLSL_MARK_TOKEN | DXKI_HLSL_MARK_MEANT))
        r->loc = dxki_hlsl_mark_expr(c, marks, r->loc);
}

void dxki_hlsl_mark_span(dxki_hlsl *c, dxki_hlsl_span span)
{
    if (span.from.at && c->marks.count < DXKI_HLSL_MAX_MARKS)
        c->marks.spans[c->marks.count++] = span;
}

void dxki_hlsl_mark_fix(dxki_hlsl *c, dxki_hlsl_span span, const char *text, dxki_hlsl_mending how)
{
    if (span.from.at && c->marks.fix_count < DXKI_HLSL_MAX_FIXES)
        c->marks.fixes[c->marks.fix_count++] = (dxki_hlsl_fix){span, text, (uint8_t)how};
}

void dxki_hlsl_mark_parens(dxki_hlsl *c, dxki_hlsl_span span)
{
    dxki_hlsl_mark_fix(c, (dxki_hlsl_span){span.from, span.from}, "(", DXKI_HLSL_PRECEDES);
    dxki_hlsl_mark_fix(c, (dxki_hlsl_span){span.to, span.to}, ")", DXKI_HLSL_FOLLOWS);
}

/* Reports what is not switched off; the marks are there. */
static void report_row(dxki_hlsl *c, const row *kind, report *r, uint8_t mapping)
{
    dxki_rule rule = kind->rule;
    dxki_hlsl_loc loc;

    if (is_fatal(c, kind, mapping))
        rule.severity = DXK_ERROR;
    else if (rule.severity == DXK_ERROR &&
             covers(c->options.harmless, c->options.harmless_count, kind->group))
        rule.severity = DXK_WARNING;
    if (rule.severity == DXK_ERROR && c->errors++ >= DXKI_HLSL_MAX_ERRORS) {
        dxki_hlsl_stop(c, DXK_E_INVALID);
        return;
    }
    mark_row(c, kind->marks, r);
    r->rule = &rule;
    r->group = *kind->group ? kind->group : NULL;
    r->is_raised = rule.severity == DXK_ERROR && kind->rule.severity == DXK_WARNING;
    r->marks = c->marks;
    loc = r->loc;
    r->loc = dxki_hlsl_shown(c, loc);
    report_at(c, r);
    if (rule.severity == DXK_NOTE)
        return;
    c->refusals += rule.severity == DXK_ERROR && kind->rule.severity == DXK_ERROR;
    tell_expansions(c, loc);
    tell_context(c);
}

/* True if a diagnostic comes from a room that knows no source. */
static bool is_foreign(const dxk_diag *d)
{
    return d->place == DXK_PLACE_NONE && !dxki_str_starts(dxki_str(d->rule), "HLSL.");
}

void dxki_hlsl_adopt(dxki_hlsl *c, size_t first, dxki_hlsl_loc loc, const char *path)
{
    for (size_t i = first; i < c->ctx->diag_count; i++)
        dxki_hlsl_adopt_one(c, i, loc, path);
}

void dxki_hlsl_adopt_one(dxki_hlsl *c, size_t index, dxki_hlsl_loc loc, const char *path)
{
    const dxki_hlsl_loc shown = dxki_hlsl_shown(c, loc);
    const report r = {.loc = shown, .marks = {.spans = {{shown, shown}}, .count = 1}};
    dxk_diag *d = &c->ctx->diags[index];

    if (!loc.at || !is_foreign(d))
        return;
    const dxki_hlsl_position at = dxki_hlsl_position_of(c, shown);
    if (!at.line)
        return;
    if (path)
        d->path = dxki_arena_strdup(&c->ctx->diag_arena, path, strlen(path));
    if (!d->path)
        d->path = "";
    d->place = DXK_PLACE_LINE;
    d->line = at.line;
    d->column = at.column;
    if (add_marks(c, &r, &at, index) != DXK_OK)
        dxki_hlsl_nomem(c);
}

void dxki_hlsl_report_rule(dxki_hlsl *c, const dxki_rule *rule, dxki_hlsl_loc loc, const char *path,
                           const dxki_arg *args, size_t count)
{
    const dxki_hlsl_loc shown = dxki_hlsl_shown(c, loc);
    report r = {.rule = rule, .loc = shown, .args = args, .count = count, .path = path};

    if (!dxki_hlsl_ready(c))
        return;
    dxki_hlsl_mark_span(c, (dxki_hlsl_span){shown, shown});
    r.marks = c->marks;
    c->marks = (dxki_hlsl_marks){0};
    report_at(c, &r);
    tell_expansions(c, loc);
}

bool dxki_hlsl_report(dxki_hlsl *c, dxki_hlsl_diag which, dxki_hlsl_loc loc, const dxki_arg *args,
                      size_t count)
{
    const row *kind = &rows[which];
    report r = {.loc = loc, .args = args, .count = count};
    bool said = false;

    uint8_t mapping = dxki_hlsl_ready(c) ? mapping_of(c, kind, loc) : DXKI_HLSL_UNMAPPED;

    if (!dxki_hlsl_ready(c) || is_silent(c, kind, mapping) ||
        is_consequence(c, which, loc, args, count)) {
        said = false;
    } else if (c->quiet) {
        c->failures += kind->rule.severity == DXK_ERROR;
    } else {
        report_row(c, kind, &r, mapping);
        said = dxki_hlsl_ready(c);
        if (said && mapping == DXKI_HLSL_FATAL)
            dxki_hlsl_stop(c, DXK_E_INVALID);
    }
    c->marks = (dxki_hlsl_marks){0};
    return said;
}
