/* SPDX-License-Identifier: MIT */
/*
 * compile.c - root signatures from text: a parser that loops over the rows of language.def, the
 * layout, and the checks.
 *
 *     signature := clause { ',' clause } [ ',' ]
 *     clause    := RootFlags ( 0 | flag { | flag } )  |  keyword ( field { , field } )
 *     field     := register  |  keyword = value  |  clause of a table
 */
#include "parts/rts0.h"
#include "base/options.h"
#include "base/str.h"
#include "rootsig/check.h"
#include "rootsig/language.h"
#include "rootsig/layout.h"
#include "rootsig/lex.h"
#include "rootsig/source.h"

#include "base/out.h"
#include "spec/reader_rules.h"

#include <string.h>

/* A static sampler, parameter or range and where its clause begins. */
typedef struct parsed {
    dxki_rootsig_item item;
    uint32_t ranges; /* of a table: how many of the ranges that follow are its own */
    size_t at;
} parsed;

typedef struct parser {
    dxk_ctx *ctx;
    dxki_rootsig_source source;
    dxki_rootsig_token token; /* the next one */
    uint32_t version;
    uint32_t flags;
    bool seen_flags;
    bool is_global;
    dxk_status status;
    DXKI_VEC(parsed) parameters;
    DXKI_VEC(parsed) ranges; /* of all tables */
    DXKI_VEC(parsed) samplers;
} parser;

/* ---------------------------------------------------------------------------------------- */
/* Errors                                                                                     */

static bool fail(parser *p, const dxki_rule *rule, size_t at, const dxki_arg *args, size_t count)
{
    dxk_status status =
        dxki_report(p->ctx, rule, dxki_rootsig_source_where(&p->source, at), NULL, args, count);
    p->status = p->status != DXK_OK ? p->status : status;
    return p->status == DXK_OK;
}

#define FAIL(p, rule, at, ...)                                                                     \
    fail((p), DXKI_RULE_ROOTSIG_##rule, (at), (const dxki_arg[]){__VA_ARGS__},                     \
         sizeof((const dxki_arg[]){__VA_ARGS__}) / sizeof(dxki_arg))

static dxki_arg text_arg(const char *text)
{
    return dxki_text(dxki_str(text));
}

static bool out_of_memory(parser *p)
{
    p->status = dxki_nomem(p->ctx);
    return false;
}

static bool expected(parser *p, const char *what)
{
    const dxki_rootsig_token *t = &p->token;
    if (t->kind == DXKI_RS_TOO_LARGE)
        return FAIL(p, NUMBER, t->at, dxki_text(t->text));
    dxki_arg found = t->kind == DXKI_RS_END ? text_arg("end of text") : dxki_text(t->text);
    return FAIL(p, SYNTAX, t->at, text_arg(what), found);
}

/* ---------------------------------------------------------------------------------------- */
/* Tokens                                                                                     */

static void advance(parser *p)
{
    p->token = dxki_rootsig_next(p->source.language, p->token.at + p->token.text.size);
}

static bool at_punctuation(const parser *p, char c)
{
    return p->token.kind == DXKI_RS_PUNCTUATION && p->token.letter == c;
}

static bool at_word(const parser *p, const char *word)
{
    return p->token.kind == DXKI_RS_WORD_TOKEN && dxki_str_same_fold(p->token.text, dxki_str(word));
}

static bool take_punctuation(parser *p, char c, const char *what)
{
    if (!at_punctuation(p, c))
        return expected(p, what);
    advance(p);
    return true;
}

static bool take_number(parser *p, uint32_t *value, const char *what)
{
    if (p->token.kind != DXKI_RS_NUMBER)
        return expected(p, what);
    *value = p->token.number;
    advance(p);
    return true;
}

/* A number, or a word that stands for 0xFFFFFFFF. */
static bool take_number_or(parser *p, const char *word, const char *what, uint32_t *value)
{
    if (!at_word(p, word))
        return take_number(p, value, what);
    *value = UINT32_MAX;
    advance(p);
    return true;
}

static bool take_real(parser *p, uint32_t *value)
{
    float real = 0;
    switch (p->token.kind) {
    case DXKI_RS_REAL:
        *value = p->token.number;
        break;
    case DXKI_RS_NUMBER:
    case DXKI_RS_NEGATIVE:
        real = p->token.kind == DXKI_RS_NUMBER ? (float)p->token.number
                                               : (float)(int32_t)p->token.number;
        memcpy(value, &real, sizeof real);
        break;
    default:
        return expected(p, "a number");
    }
    advance(p);
    return true;
}

static bool take_word(parser *p, dxki_rootsig_set set, uint32_t *value)
{
    if (p->token.kind != DXKI_RS_WORD_TOKEN || !dxki_rootsig_word_value(set, p->token.text, value))
        return expected(p, dxki_rootsig_set_title(set));
    advance(p);
    return true;
}

/* 0, or flags with | between them. */
static bool take_flags(parser *p, dxki_rootsig_set set, uint32_t *value)
{
    *value = 0;
    if (p->token.kind == DXKI_RS_NUMBER && p->token.number == 0) {
        advance(p);
        return true;
    }
    for (;;) {
        uint32_t flag = 0;
        if (!take_word(p, set, &flag))
            return false;
        *value |= flag;
        if (!at_punctuation(p, '|'))
            return true;
        advance(p);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Clauses                                                                                    */

static bool take_register(parser *p, const dxki_rootsig_clause *clause, uint32_t *value)
{
    char what[] = "a register x#";
    what[11] = clause->letter;
    if (p->token.kind != DXKI_RS_REGISTER || p->token.letter != clause->letter)
        return expected(p, what);
    *value = p->token.number;
    advance(p);
    return true;
}

static bool take_value(parser *p, const dxki_rootsig_clause *clause,
                       const dxki_rootsig_field *field, uint32_t *value)
{
    switch (field->kind) {
    case DXKI_RS_IS_REGISTER:
        return take_register(p, clause, value);
    case DXKI_RS_IS_NUMBER:
        return take_number(p, value, "a whole number");
    case DXKI_RS_IS_UNBOUNDED:
        return take_number_or(p, DXKI_RS_UNBOUNDED, "a whole number or unbounded", value);
    case DXKI_RS_IS_APPEND:
        return take_number_or(p, DXKI_RS_APPEND_WORD, "a whole number or " DXKI_RS_APPEND_WORD,
                              value);
    case DXKI_RS_IS_REAL:
        return take_real(p, value);
    case DXKI_RS_IS_WORD:
        return take_word(p, field->set, value);
    case DXKI_RS_IS_FLAGS:
        return take_flags(p, field->set, value);
    }
    return false;
}

/* The field that the next token begins; their number when it is none. */
static size_t field_at(const parser *p, const dxki_rootsig_field *fields, size_t count)
{
    size_t i = 0;
    for (; i < count; i++) {
        if (fields[i].kind == DXKI_RS_IS_REGISTER ? p->token.kind == DXKI_RS_REGISTER
                                                  : at_word(p, fields[i].keyword))
            break;
    }
    return i;
}

static bool take_field(parser *p, const dxki_rootsig_clause *clause,
                       const dxki_rootsig_field *field, dxki_rootsig_item *item)
{
    uint32_t value = 0;
    if (field->since > p->version)
        return FAIL(p, VERSION, p->token.at, text_arg(field->keyword), dxki_dec(p->version - 1));
    if (field->kind != DXKI_RS_IS_REGISTER) {
        advance(p);
        if (!take_punctuation(p, '=', "'='"))
            return false;
    }
    if (!take_value(p, clause, field, &value))
        return false;
    dxki_rootsig_put(item, field, value);
    return true;
}

static bool take_range(parser *p, const dxki_rootsig_clause *clause);

/* A field of a clause, or a range in a table. */
static bool take_member(parser *p, const dxki_rootsig_clause *clause, parsed *into, uint32_t *seen)
{
    size_t count;
    const dxki_rootsig_field *fields = dxki_rootsig_fields(clause->group, &count);
    size_t i = field_at(p, fields, count);
    if (clause->group == DXKI_RS_OF_TABLE && p->token.kind == DXKI_RS_WORD_TOKEN) {
        const dxki_rootsig_clause *range =
            dxki_rootsig_clause_named(DXKI_RS_IN_TABLE, p->token.text);
        if (range) {
            into->ranges++;
            return take_range(p, range);
        }
    }
    if (i == count)
        return expected(p, clause->group == DXKI_RS_OF_TABLE ? "a range or visibility"
                                                             : "a field of the clause");
    if (*seen >> i & 1)
        return FAIL(p, REPEATED, p->token.at, text_arg(fields[i].keyword));
    *seen |= 1u << i;
    return take_field(p, clause, &fields[i], &into->item);
}

/* Everything in a clause's parentheses. */
static bool take_members(parser *p, const dxki_rootsig_clause *clause, parsed *into)
{
    size_t count;
    const dxki_rootsig_field *fields = dxki_rootsig_fields(clause->group, &count);
    uint32_t seen = 0;
    memset(into, 0, sizeof *into);
    into->at = p->token.at;
    for (size_t i = 0; i < count; i++)
        dxki_rootsig_put(&into->item, &fields[i], fields[i].initial);
    into->item.type = clause->type;
    advance(p);
    if (!take_punctuation(p, '(', "'('"))
        return false;
    while (take_member(p, clause, into, &seen)) {
        if (at_punctuation(p, ')')) {
            for (size_t i = 0; i < count; i++)
                if (fields[i].needed && !(seen >> i & 1))
                    return FAIL(p, MISSING, into->at, text_arg(clause->keyword),
                                text_arg(fields[i].keyword));
            advance(p);
            return true;
        }
        if (!take_punctuation(p, ',', "',' or ')'"))
            return false;
    }
    return false;
}

static bool take_range(parser *p, const dxki_rootsig_clause *clause)
{
    parsed range;
    if (!take_members(p, clause, &range))
        return false;
    range.item.as.range.type = clause->type;
    return dxki_vec_push(p->ctx, &p->ranges, range) || out_of_memory(p);
}

static bool take_root_flags(parser *p)
{
    if (p->seen_flags)
        return FAIL(p, REPEATED, p->token.at, text_arg(DXKI_RS_ROOT_FLAGS));
    p->seen_flags = true;
    advance(p);
    if (!take_punctuation(p, '(', "'('"))
        return false;
    size_t at = p->token.at;
    if (!take_flags(p, DXKI_RS_SET_ROOT_FLAG, &p->flags))
        return false;
    if (p->is_global && p->flags & DXK_RS_FLAG_LOCAL_ROOT_SIGNATURE)
        return fail(p, DXKI_RULE_ROOTSIG_LOCAL, at, NULL, 0);
    return take_punctuation(p, ')', "'|' or ')'");
}

static bool take_clause(parser *p)
{
    parsed item;
    const dxki_rootsig_clause *clause =
        p->token.kind == DXKI_RS_WORD_TOKEN
            ? dxki_rootsig_clause_named(DXKI_RS_IN_TOP, p->token.text)
            : NULL;
    if (at_word(p, DXKI_RS_ROOT_FLAGS))
        return take_root_flags(p);
    if (!clause)
        return expected(p, "a clause such as CBV, DescriptorTable, StaticSampler");
    if (!take_members(p, clause, &item))
        return false;
    if (clause->group == DXKI_RS_OF_SAMPLER)
        return dxki_vec_push(p->ctx, &p->samplers, item) || out_of_memory(p);
    return dxki_vec_push(p->ctx, &p->parameters, item) || out_of_memory(p);
}

static bool parse(parser *p)
{
    p->token = dxki_rootsig_next(p->source.language, 0);
    while (p->token.kind != DXKI_RS_END) {
        if (!take_clause(p))
            return false;
        if (p->token.kind != DXKI_RS_END && !take_punctuation(p, ',', "','"))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* The structure                                                                              */

static bool fill_parameters(parser *p, dxki_part_rootsig *h)
{
    dxk_root_signature *s = &h->signature;
    dxk_rs_range *ranges = DXKI_NEW_ARRAY(&h->arena, dxk_rs_range, p->ranges.count);
    s->parameters = DXKI_NEW_ARRAY(&h->arena, dxk_root_parameter, p->parameters.count);
    if (!ranges || !s->parameters)
        return out_of_memory(p);
    for (size_t i = 0; i < p->ranges.count; i++)
        ranges[i] = p->ranges.items[i].item.as.range;
    for (size_t i = 0; i < p->parameters.count; i++) {
        const parsed *from = &p->parameters.items[i];
        dxk_root_parameter *to = &s->parameters[i];
        to->header.type = from->item.type;
        to->header.visibility = from->item.visibility;
        if (from->item.type == DXK_RS_PARAMETER_TYPE_DESCRIPTOR_TABLE) {
            to->as.table.header.range_count = from->ranges;
            to->as.table.ranges = ranges;
            ranges += from->ranges;
        } else if (from->item.type == DXK_RS_PARAMETER_TYPE_CONSTANTS) {
            to->as.constants = from->item.as.constants;
        } else {
            to->as.descriptor = from->item.as.descriptor;
        }
    }
    return true;
}

static bool fill(parser *p, dxki_part_rootsig *h)
{
    dxk_root_signature *s = &h->signature;
    s->header = (dxk_rs_header){.version = p->version,
                                .parameter_count = (uint32_t)p->parameters.count,
                                .sampler_count = (uint32_t)p->samplers.count,
                                .flags = p->flags};
    s->samplers = DXKI_NEW_ARRAY(&h->arena, dxk_rs_sampler, p->samplers.count);
    if (!s->samplers)
        return out_of_memory(p);
    for (size_t i = 0; i < p->samplers.count; i++)
        s->samplers[i] = p->samplers.items[i].item.as.sampler;
    if (!fill_parameters(p, h))
        return false;
    if (!dxki_rootsig_lay_out(s))
        p->status = DXK_E_LIMIT;
    return p->status == DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Checks                                                                                     */

/* Where the thing that has the fault begins. */
static size_t place_of(const parser *p, const dxki_rootsig_fault *fault)
{
    size_t range = 0;
    if (fault->sampler != DXKI_RS_NOWHERE)
        return p->samplers.items[fault->sampler].at;
    if (fault->parameter == DXKI_RS_NOWHERE)
        return 0;
    const parsed *parameter = &p->parameters.items[fault->parameter];
    if (fault->range == DXKI_RS_NOWHERE || fault->range >= parameter->ranges)
        return parameter->at;
    for (uint32_t i = 0; i < fault->parameter; i++)
        range += p->parameters.items[i].ranges;
    return p->ranges.items[range + fault->range].at;
}

static bool check(parser *p, const dxk_root_signature *s, bool unchecked)
{
    dxki_rootsig_fault fault;
    bool found = false;
    uint64_t cost = dxk_rootsig_cost(s);
    if (!unchecked) {
        p->status = dxki_rootsig_check(p->ctx, s, NULL, 0, &fault, &found);
        if (p->status != DXK_OK)
            return false;
        if (found)
            return fail(p, fault.rule, place_of(p, &fault),
                        (const dxki_arg[]){dxki_text(dxki_rootsig_fault_message(&fault))}, 1);
    }
    return cost <= 64 || FAIL(p, COST, 0, dxki_dec(cost));
}

/* The version that a text made by dxk_rootsig_print() names in its first comment; 1.1 otherwise. */
static uint32_t version_of(dxk_str text)
{
    static const char head[] = "// root signature 1.";
    size_t n = sizeof head - 1;
    if (text.size <= n || memcmp(text.data, head, n) != 0 || text.data[n] < '0' ||
        text.data[n] > '2')
        return DXK_RS_VERSION_1_1;
    return DXK_RS_VERSION_1_0 + (uint32_t)(text.data[n] - '0');
}

static void parser_free(parser *p)
{
    dxki_rootsig_source_close(&p->source);
    dxki_vec_free(p->ctx, &p->parameters);
    dxki_vec_free(p->ctx, &p->ranges);
    dxki_vec_free(p->ctx, &p->samplers);
}

dxk_status dxk_rootsig_parse(dxk_ctx *ctx, dxk_str text, const dxk_rootsig_parse_options *given,
                             dxk_root_signature **out)
{
    dxk_rootsig_parse_options options;
    if (!dxki_options_take(&options, sizeof options, given)) {
        *out = NULL;
        return DXK_E_ARGUMENT;
    }
    const dxk_rootsig_parse_options *o = &options;
    *out = NULL;
    if (o->version > DXK_RS_VERSION_1_2)
        return DXK_E_ARGUMENT;
    dxki_part_rootsig *h = dxki_rootsig_new(ctx);
    if (!h)
        return dxki_nomem(ctx);
    parser p = {.ctx = ctx,
                .version = o->version ? o->version : version_of(text),
                .is_global = o->is_global};
    p.status = dxki_rootsig_source_open(&p.source, ctx, text, o->define);
    bool good = p.status == DXK_OK && parse(&p) && fill(&p, h) &&
                check(&p, &h->signature, o->unchecked) && p.status == DXK_OK;
    parser_free(&p);
    if (good)
        *out = &h->signature;
    else
        dxk_rootsig_free(&h->signature);
    return p.status;
}
