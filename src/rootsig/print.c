/* SPDX-License-Identifier: MIT */
/*
 * print.c - root signatures as text: a loop over the rows of language.def that leaves out what is
 * the default.
 *
 *     // root signature 1.1, 3 of 64 DWORDs
 *     RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT),
 *     CBV(b0),
 *     DescriptorTable(SRV(t0, numDescriptors = 4), visibility = SHADER_VISIBILITY_PIXEL)
 */
#include "rootsig/language.h"
#include "base/options.h"
#include "rootsig/layout.h"
#include "rootsig/number.h"

#include "base/diag.h"
#include "base/out.h"
#include "spec/reader_rules.h"

#include <string.h>

typedef struct printer {
    dxk_ctx *ctx;
    dxki_out out;
    const dxk_root_signature *signature;
    const dxk_rootsig_print_options *options;
    dxk_status status; /* of reports */
    bool some;         /* a clause was printed */
    const char *owner; /* clause that is being looked at, for messages */
    uint32_t index;
    uint32_t range; /* or UINT32_MAX */
} printer;

/* ---------------------------------------------------------------------------------------- */
/* What cannot be said                                                                        */

static void put_owner(char *text, const char *owner, uint32_t index, uint32_t range)
{
    char digits[20];
    char *first = dxki_format_u64(digits + sizeof digits, index);
    size_t n = strlen(owner), k = (size_t)(digits + sizeof digits - first);
    memcpy(text, owner, n);
    text[n++] = ' ';
    memcpy(text + n, first, k);
    n += k;
    if (range != UINT32_MAX) {
        memcpy(text + n, ", range ", 8);
        n += 8;
        first = dxki_format_u64(digits + sizeof digits, range);
        k = (size_t)(digits + sizeof digits - first);
        memcpy(text + n, first, k);
        n += k;
    }
    text[n] = 0;
}

/* Reports it, and says it in a comment on a line of its own, which comes before the clause. */
static void inexpressible(printer *p, const char *what, dxki_arg value)
{
    char path[80] = "root signature";
    if (p->owner)
        put_owner(path, p->owner, p->index, p->range);
    if (p->status == DXK_OK)
        p->status = DXKI_REPORT(p->ctx, DXKI_RULE_ROOTSIG_INEXPRESSIBLE, dxki_nowhere(), path,
                                dxki_text(dxki_str(what)), value);
    if (p->options->one_line || p->options->define)
        return; /* no room for comments */
    char line[200];
    size_t size =
        dxki_format(line, sizeof line, "// not said: %0: %1 is %2\n",
                    DXKI_ARGS(dxki_text(dxki_str(path)), dxki_text(dxki_str(what)), value));
    dxki_out_write(&p->out, line, size < sizeof line ? size : sizeof line);
}

/* The bits of flags that have words. */
static uint32_t known_flags(dxki_rootsig_set set, uint32_t flags)
{
    const char *prefix, *name;
    uint32_t known = 0;
    for (uint32_t left = flags; left; left &= left - 1) {
        uint32_t bit = left & (0u - left);
        if (dxki_rootsig_value_word(set, bit, &prefix, &name))
            known |= bit;
    }
    return known;
}

/* True when the language has a way to write the value. */
static bool can_say(const dxki_rootsig_field *field, uint32_t value)
{
    const char *prefix, *name;
    char text[DXKI_RS_REAL_MAX];
    switch (field->kind) {
    case DXKI_RS_IS_WORD:
        return dxki_rootsig_value_word(field->set, value, &prefix, &name);
    case DXKI_RS_IS_FLAGS:
        return known_flags(field->set, value) == value;
    case DXKI_RS_IS_REAL:
        return dxki_rootsig_real_text(value, text) > 0;
    default:
        return true;
    }
}

/* Says what of a clause cannot be said. */
static void check_item(printer *p, const dxki_rootsig_clause *clause, const dxki_rootsig_item *item)
{
    size_t count;
    const dxki_rootsig_field *fields = dxki_rootsig_fields(clause->group, &count);
    for (size_t i = 0; i < count; i++) {
        uint32_t value = dxki_rootsig_get(item, &fields[i]);
        char text[DXKI_RS_REAL_MAX];
        if (can_say(&fields[i], value))
            continue;
        if (fields[i].kind == DXKI_RS_IS_REAL)
            inexpressible(p, fields[i].keyword,
                          dxki_text((dxk_str){text, dxki_rootsig_real_scientific(value, text)}));
        else
            inexpressible(p, fields[i].keyword, dxki_hex(value));
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Fields                                                                                     */

static void put_flags(printer *p, dxki_rootsig_set set, uint32_t flags)
{
    const char *prefix, *name;
    bool some = false;
    for (uint32_t left = known_flags(set, flags); left; left &= left - 1) {
        dxki_rootsig_value_word(set, left & (0u - left), &prefix, &name);
        dxki_out_text(&p->out, some ? " | " : "");
        dxki_out_text(&p->out, name);
        some = true;
    }
    if (!some)
        dxki_out_char(&p->out, '0');
}

static void put_value(printer *p, const dxki_rootsig_clause *clause,
                      const dxki_rootsig_field *field, uint32_t value)
{
    const char *prefix, *name;
    char text[DXKI_RS_REAL_MAX];
    switch (field->kind) {
    case DXKI_RS_IS_REGISTER:
        dxki_out_char(&p->out, clause->letter);
        dxki_out_u64(&p->out, value);
        return;
    case DXKI_RS_IS_REAL:
        dxki_out_write(&p->out, text, dxki_rootsig_real_text(value, text));
        return;
    case DXKI_RS_IS_FLAGS:
        put_flags(p, field->set, value);
        return;
    case DXKI_RS_IS_WORD:
        if (dxki_rootsig_value_word(field->set, value, &prefix, &name)) {
            dxki_out_text(&p->out, prefix);
            dxki_out_text(&p->out, name);
        }
        return;
    default:
        break;
    }
    if (value == UINT32_MAX && field->kind == DXKI_RS_IS_UNBOUNDED)
        dxki_out_text(&p->out, DXKI_RS_UNBOUNDED);
    else if (value == UINT32_MAX && field->kind == DXKI_RS_IS_APPEND)
        dxki_out_text(&p->out, DXKI_RS_APPEND_WORD);
    else
        dxki_out_u64(&p->out, value);
}

/* Does the field get printed? */
static bool is_due(const printer *p, const dxki_rootsig_field *field, uint32_t value)
{
    if (field->since > p->signature->header.version)
        return false;
    if (field->kind == DXKI_RS_IS_FLAGS && !p->options->all)
        return known_flags(field->set, value) != 0;
    return field->needed || ((p->options->all || value != field->initial) && can_say(field, value));
}

static void put_fields(printer *p, const dxki_rootsig_clause *clause, const dxki_rootsig_item *item,
                       bool some)
{
    size_t count;
    const dxki_rootsig_field *fields = dxki_rootsig_fields(clause->group, &count);
    for (size_t i = 0; i < count; i++) {
        uint32_t value = dxki_rootsig_get(item, &fields[i]);
        if (!is_due(p, &fields[i], value))
            continue;
        dxki_out_text(&p->out, some ? ", " : "");
        some = true;
        if (fields[i].kind != DXKI_RS_IS_REGISTER) {
            dxki_out_text(&p->out, fields[i].keyword);
            dxki_out_text(&p->out, " = ");
        }
        put_value(p, clause, &fields[i], value);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Clauses                                                                                    */

/* Ends the clause before, and begins the line of the next. */
static void begin_line(printer *p)
{
    if (p->options->define)
        dxki_out_text(&p->out, p->some ? ", \" \\\n    \"" : "\\\n    \"");
    else if (p->options->one_line)
        dxki_out_text(&p->out, p->some ? ", " : "");
    p->some = true;
}

static void end_line(printer *p, bool last)
{
    if (!p->options->define && !p->options->one_line)
        dxki_out_text(&p->out, last ? "\n" : ",\n");
}

static dxki_rootsig_item item_of(const dxk_root_parameter *parameter)
{
    dxki_rootsig_item item = {.type = parameter->header.type,
                              .visibility = parameter->header.visibility};
    if (item.type == DXK_RS_PARAMETER_TYPE_CONSTANTS)
        item.as.constants = parameter->as.constants;
    else if (item.type != DXK_RS_PARAMETER_TYPE_DESCRIPTOR_TABLE)
        item.as.descriptor = parameter->as.descriptor;
    return item;
}

static dxki_rootsig_item item_of_range(const dxk_rs_range *range)
{
    dxki_rootsig_item item = {.type = range->type};
    item.as.range = *range;
    return item;
}

static const dxki_rootsig_clause *clause_of_range(const dxk_rs_range *range)
{
    return dxki_rootsig_clause_typed(DXKI_RS_IN_TABLE, range->type);
}

/* Comments in front of a table: they may not stand among its ranges. */
static void check_ranges(printer *p, const dxk_root_parameter *parameter)
{
    for (uint32_t i = 0; i < parameter->as.table.header.range_count; i++) {
        const dxk_rs_range *range = &parameter->as.table.ranges[i];
        dxki_rootsig_item item = item_of_range(range);
        p->range = i;
        if (clause_of_range(range))
            check_item(p, clause_of_range(range), &item);
        else
            inexpressible(p, "the type", dxki_dec(range->type));
    }
    p->range = UINT32_MAX;
}

static void put_ranges(printer *p, const dxk_root_parameter *parameter, bool *some)
{
    for (uint32_t i = 0; i < parameter->as.table.header.range_count; i++) {
        const dxk_rs_range *range = &parameter->as.table.ranges[i];
        const dxki_rootsig_clause *clause = clause_of_range(range);
        dxki_rootsig_item item = item_of_range(range);
        if (!clause)
            continue;
        dxki_out_text(&p->out, *some ? ", " : "");
        dxki_out_text(&p->out, clause->keyword);
        dxki_out_char(&p->out, '(');
        put_fields(p, clause, &item, false);
        dxki_out_char(&p->out, ')');
        *some = true;
    }
}

static void put_parameter(printer *p, const dxk_root_parameter *parameter, bool last)
{
    const dxki_rootsig_clause *clause =
        dxki_rootsig_clause_typed(DXKI_RS_IN_TOP, parameter->header.type);
    bool some = false;
    if (!clause) {
        inexpressible(p, "the type", dxki_dec(parameter->header.type));
        return;
    }
    dxki_rootsig_item item = item_of(parameter);
    bool table = clause->group == DXKI_RS_OF_TABLE;
    if (table)
        check_ranges(p, parameter);
    check_item(p, clause, &item);
    begin_line(p);
    dxki_out_text(&p->out, clause->keyword);
    dxki_out_char(&p->out, '(');
    if (table)
        put_ranges(p, parameter, &some);
    put_fields(p, clause, &item, some);
    if (table && !some && item.visibility == DXK_RS_VISIBILITY_ALL && !p->options->all)
        dxki_out_text(&p->out, "visibility = SHADER_VISIBILITY_ALL"); /* it may not be empty */
    dxki_out_char(&p->out, ')');
    end_line(p, last);
}

static void put_sampler(printer *p, const dxk_rs_sampler *sampler, bool last)
{
    const dxki_rootsig_clause *clause = dxki_rootsig_clause_sampler();
    dxki_rootsig_item item = {.type = 0};
    item.as.sampler = *sampler;
    check_item(p, clause, &item);
    begin_line(p);
    dxki_out_text(&p->out, clause->keyword);
    dxki_out_char(&p->out, '(');
    put_fields(p, clause, &item, false);
    dxki_out_char(&p->out, ')');
    end_line(p, last);
}

static void put_head(printer *p)
{
    const dxk_rs_header *header = &p->signature->header;
    if (!p->options->one_line) {
        dxki_out_text(&p->out, "// root signature 1.");
        dxki_out_u64(&p->out, header->version - 1);
        dxki_out_text(&p->out, ", ");
        dxki_out_u64(&p->out, dxk_rootsig_cost(p->signature));
        dxki_out_text(&p->out, " of 64 DWORDs\n");
    }
    if (!dxki_rootsig_is_laid_out(p->signature))
        inexpressible(p, "the layout", dxki_text(dxki_str("not that of the usual tools")));
    uint32_t known = known_flags(DXKI_RS_SET_ROOT_FLAG, header->flags);
    if (known != header->flags)
        inexpressible(p, DXKI_RS_ROOT_FLAGS, dxki_hex(header->flags));
    if (p->options->define) {
        dxki_out_text(&p->out, "#define ");
        dxki_out_text(&p->out, p->options->define);
        dxki_out_char(&p->out, ' ');
    }
    if (!known && !p->options->all)
        return;
    begin_line(p);
    dxki_out_text(&p->out, DXKI_RS_ROOT_FLAGS "(");
    put_flags(p, DXKI_RS_SET_ROOT_FLAG, header->flags);
    dxki_out_char(&p->out, ')');
    end_line(p, header->parameter_count + header->sampler_count == 0);
}

dxk_status dxk_rootsig_print(dxk_ctx *ctx, const dxk_root_signature *signature,
                             const dxk_rootsig_print_options *given, dxk_sink sink)
{
    dxk_rootsig_print_options options;
    if (!dxki_options_take(&options, sizeof options, given))
        return DXK_E_ARGUMENT;
    printer p = {.ctx = ctx, .signature = signature, .options = &options};
    uint32_t parameters = signature->header.parameter_count;
    uint32_t samplers = signature->header.sampler_count;
    dxki_out_init(&p.out, sink);
    p.range = UINT32_MAX;
    put_head(&p);
    for (p.index = 0; p.index < parameters && p.out.status == DXK_OK; p.index++) {
        p.owner = "parameter";
        put_parameter(&p, &signature->parameters[p.index],
                      p.index + 1 == parameters && samplers == 0);
    }
    for (p.index = 0; p.index < samplers && p.out.status == DXK_OK; p.index++) {
        p.owner = "static sampler";
        put_sampler(&p, &signature->samplers[p.index], p.index + 1 == samplers);
    }
    if (p.options->define)
        dxki_out_text(&p.out, p.some ? "\"\n" : "\"\"\n");
    else if (p.options->one_line)
        dxki_out_char(&p.out, '\n');
    dxk_status status = dxki_out_flush(&p.out);
    return status != DXK_OK ? status : p.status;
}
