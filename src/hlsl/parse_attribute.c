/* SPDX-License-Identifier: MIT */
/* parse_attribute.c - what stands in brackets in front of declarations and statements; see parse.h. */
#include "base/count.h"
#include "hlsl/parse.h"

/* Attributes of [[vk::...]], which say something for other targets only. */
static const char *const of_vk[] = {
    "aliased_pointer",
    "binding",
    "builtin",
    "combinedimagesampler",
    "constant_id",
    "counter_binding",
    "depth_unchanged",
    "early_and_late_tests",
    "ext_builtin_input",
    "ext_builtin_output",
    "ext_capability",
    "ext_decorate",
    "ext_decorate_id",
    "ext_decorate_string",
    "ext_extension",
    "ext_instruction",
    "ext_literal",
    "ext_reference",
    "ext_storage_class",
    "ext_type_def",
    "image_format",
    "index",
    "input_attachment_index",
    "location",
    "offset",
    "post_depth_coverage",
    "push_constant",
    "shader_record_ext",
    "shader_record_nv",
    "spvexecutionmode",
    "stencil_ref_greater_equal_back",
    "stencil_ref_greater_equal_front",
    "stencil_ref_less_equal_back",
    "stencil_ref_less_equal_front",
    "stencil_ref_unchanged_back",
    "stencil_ref_unchanged_front",
};

static bool is_of_vk(const dxki_ast_attr *a)
{
    if (!dxki_str_same_fold(a->scope->text, dxki_str("vk")))
        return false;
    for (size_t i = 0; i < sizeof of_vk / sizeof *of_vk; i++) {
        if (dxki_str_same_fold(a->name->text, dxki_str(of_vk[i])))
            return true;
    }
    return false;
}

static void tell_ignored(dxki_parse *p, const dxki_ast_attr *a)
{
    if (dxki_str_is(a->scope->text, "clang") && dxki_str_is(a->name->text, "warn_unused_result"))
        return;
    if (is_of_vk(a))
        DXKI_HLSL_REPORT(p->c, IGNORED_ATTRIBUTE, a->loc, dxki_text(a->name->text));
    else
        DXKI_HLSL_REPORT(p->c, UNKNOWN_ATTRIBUTE, a->loc, dxki_text(a->name->text));
}

/* Of attributes that are not spelled in small letters the case matters. */
static bool has_wrong_case(dxk_str name)
{
    static const char *const exact[] = {"GroupSharedLimit", "MaxRecords", "NodeArraySize",
                                        "RootSignature"};

    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) {
        if (dxki_str_same_fold(name, dxki_str(exact[i])))
            return !dxki_str_is(name, exact[i]);
    }
    return false;
}

/* The name of an attribute: any word in double brackets, an identifier in single ones. */
static dxki_hlsl_name *attribute_name(dxki_parse *p, bool any_word)
{
    const dxki_hlsl_token *t = dxki_parse_peek(p, 0);

    if (t->kind != DXKI_HLSL_T_NAME ||
        (!any_word && (t->name->keyword || dxki_parse_is_taken(p, 0)))) {
        DXKI_PARSE_SAY(p, EXPECTED_IDENTIFIER);
        return NULL;
    }
    dxki_parse_advance(p);
    return t->name;
}

/* Words that are attributes of parameters, spelled otherwise. */
static bool is_usage(uint32_t keyword)
{
    return keyword == DXKI_HLSL_K_IN || keyword == DXKI_HLSL_K_OUT || keyword == DXKI_HLSL_K_INOUT;
}

static void read_attribute(dxki_parse *p, dxki_ast_attr *attr, bool twice)
{
    attr->loc = dxki_parse_loc(p);
    attr->name = attribute_name(p, twice);
    if (twice && dxki_parse_accept(p, DXKI_HLSL_T_COLONCOLON)) {
        attr->scope = attr->name;
        attr->name = attribute_name(p, true);
    }
    if (dxki_parse_accept(p, DXKI_HLSL_T_LPAREN))
        dxki_parse_list(p, DXKI_HLSL_T_RPAREN, &attr->args);
    attr->end = dxki_parse_last(p);
    if (p->panic)
        attr->name = NULL; /* what it says is not known */
    if (twice && attr->name && is_usage(attr->name->keyword)) {
        DXKI_HLSL_REPORT(p->c, USAGE, attr->loc, dxki_text(attr->name->text));
        attr->name = NULL;
    }
    if (attr->scope && attr->name)
        tell_ignored(p, attr);
    if (!attr->scope && attr->name && has_wrong_case(attr->name->text)) {
        DXKI_HLSL_REPORT(p->c, UNKNOWN_ATTRIBUTE, attr->loc, dxki_text(attr->name->text));
        attr->name = NULL;
    }
}

/* The ']' at the end; after an error, which makes it false, what stands in front of it is skipped. */
static bool close_attribute(dxki_parse *p)
{
    static const uint8_t stops[] = {DXKI_HLSL_T_RBRACKET, DXKI_HLSL_T_LBRACE};

    if (dxki_parse_accept(p, DXKI_HLSL_T_RBRACKET))
        return true;
    const dxki_arg text = dxki_text(dxki_str(dxki_hlsl_tok_text(DXKI_HLSL_T_RBRACKET)));
    if (!p->panic)
        dxki_parse_missing(p, DXKI_HLSL_D_EXPECTED, &text, 1, "]");
    if (p->quiet)
        return false;
    dxki_parse_skip_to(p, stops, DXKI_COUNT(stops));
    p->panic = !dxki_parse_accept(p, DXKI_HLSL_T_RBRACKET);
    return false;
}

/* The last attribute in broken brackets may lack its arguments. */
static void drop_broken(dxki_parse *p)
{
    const dxki_ast_attr *last = p->stack.items[p->stack.count - 1];

    if (!last->args.count)
        p->stack.count--;
}

/* Goes to the next attribute in double brackets; commas in front of it may lack. False: there is none. */
static bool at_next(dxki_parse *p)
{
    while (dxki_parse_accept(p, DXKI_HLSL_T_COMMA))
        ;
    return dxki_parse_kind(p) == DXKI_HLSL_T_NAME;
}

/* After the first '[': do two brackets follow the attributes in a second one, or something else altogether? */
static bool is_closed_twice(const dxki_parse *p)
{
    size_t i = 0, depth = 0;

    do {
        const uint8_t kind = dxki_parse_peek(p, i++)->kind;
        if (kind == DXKI_HLSL_T_END || kind == DXKI_HLSL_T_SEMI || kind == DXKI_HLSL_T_LBRACE)
            return true;
        depth += kind == DXKI_HLSL_T_LBRACKET;
        depth -= kind == DXKI_HLSL_T_RBRACKET && depth;
    } while (depth);
    return dxki_parse_peek(p, i)->kind == DXKI_HLSL_T_RBRACKET;
}

/* [a] or [[a, b]]; each may be empty. */
static void read_attribute_list(dxki_parse *p, bool is_first)
{
    const size_t mark = p->stack.count;

    dxki_parse_expect(p, DXKI_HLSL_T_LBRACKET);
    bool twice = (is_first || is_closed_twice(p)) && dxki_parse_accept(p, DXKI_HLSL_T_LBRACKET);
    bool more = twice ? at_next(p) : dxki_parse_kind(p) != DXKI_HLSL_T_RBRACKET;
    while (more && !p->panic && dxki_hlsl_ready(p->c)) {
        dxki_ast_attr *attr = DXKI_HLSL_NEW(p->c, dxki_ast_attr);
        read_attribute(p, attr, twice);
        if (attr->name)
            dxki_parse_push(p, attr);
        more = twice && at_next(p);
    }
    bool good = close_attribute(p);
    if (twice)
        good = close_attribute(p) && good;
    if (!good && p->stack.count > mark)
        drop_broken(p);
}

void dxki_parse_attributes(dxki_parse *p, dxki_ast_attrs *attrs)
{
    size_t mark = p->stack.count, count;

    while (dxki_parse_kind(p) == DXKI_HLSL_T_LBRACKET && dxki_parse_going(p))
        read_attribute_list(p, p->stack.count == mark);
    dxki_ast_attr **items = (dxki_ast_attr **)dxki_parse_take(p, mark, &count);
    attrs->items = count ? DXKI_NEW_ARRAY(&p->c->arena, dxki_ast_attr, count) : NULL;
    if (count && !attrs->items)
        dxki_hlsl_nomem(p->c);
    for (attrs->count = 0; attrs->items && attrs->count < count; attrs->count++)
        attrs->items[attrs->count] = *items[attrs->count];
}
