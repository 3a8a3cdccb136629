/* SPDX-License-Identifier: MIT */
/* parse_func.c - function headers, bodies, blocks, attachments. See parse.h. */
#include "text/parse.h"

#include <string.h>

#define BYTES_OF_INST 32u /* "  %123 = fadd float %121, %122\n"; most have more */

/* What a header says. */
typedef struct header {
    bool define;
    dxk_str name; /* empty: numbered */
    dxki_text_loc linkage_loc, result_loc, name_loc, builtin_loc;
    dxki_type result;
    uint32_t param_count;
    bool vararg;
    dxki_text_attr_builder result_attrs, fn_attrs;
    size_t floor; /* of the parameters in p->stack */
    uint32_t first_group;
    dxki_global g;
} header;

bool dxki_text_parse_cc(dxki_text_parser *p, uint32_t *cc)
{
    *cc = 0;
    if (dxki_text_take(p, DXKI_KW_CC))
        return dxki_text_parse_uint32(p, cc);
    if (dxki_text_take(p, DXKI_KW_CCC))
        return true;
    if (dxki_text_token_in(&p->tok, DXKI_W_CC, cc))
        dxki_text_next(p);
    return true;
}

/* --- headers --- */

static bool check_linkage(dxki_text_parser *p, const header *h)
{
    switch (h->g.linkage) {
    case DXKI_LINK_EXTERNAL:
        break;
    case DXKI_LINK_EXTERN_WEAK:
        if (h->define)
            return dxki_text_error(p, h->linkage_loc, "invalid linkage for function definition");
        break;
    case DXKI_LINK_APPENDING:
    case DXKI_LINK_COMMON:
        return dxki_text_error(p, h->linkage_loc, "invalid function linkage type");
    default:
        if (!h->define)
            return dxki_text_error(p, h->linkage_loc, "invalid linkage for function declaration");
        break;
    }
    if (dxki_text_is_local_linkage(h->g.linkage) && h->g.visibility != DXKI_VIS_DEFAULT)
        return dxki_text_error(p, h->linkage_loc,
                               "symbol with local linkage must have default visibility");
    return true;
}

static bool parse_front(dxki_text_parser *p, header *h)
{
    h->linkage_loc = h->result_loc = p->tok.start;
    dxki_text_parse_linkage(p, &h->g.linkage);
    h->g.visibility = dxki_text_parse_visibility(p);
    h->g.dll = dxki_text_parse_dll(p);
    if (!dxki_text_parse_cc(p, &h->g.cc) ||
        !dxki_text_parse_param_attrs(p, DXKI_ATTR_RETURN, &h->result_attrs))
        return false;
    h->result_loc = p->tok.start;
    if (!dxki_text_parse_type(p, &h->result, true, "expected type") || !check_linkage(p, h))
        return false;
    return dxki_type_may_be_result(p->m, h->result) ||
           dxki_text_error(p, h->result_loc, "invalid function return type");
}

static bool parse_name(dxki_text_parser *p, header *h)
{
    h->name_loc = p->tok.start;
    if (dxki_text_at(p, DXKI_TK_GLOBAL_NAME)) {
        h->name = p->tok.text;
    } else if (!dxki_text_at(p, DXKI_TK_GLOBAL_ID)) {
        return dxki_text_error_here(p, "expected function name");
    } else if (p->tok.number != p->numbered.count) {
        return DXKI_ERROR(p, p->tok.start, "function expected to be numbered '%%0'",
                          dxki_dec(p->numbered.count));
    }
    dxki_text_next(p);
    if (!dxki_text_at(p, DXKI_TK_LPAREN))
        return dxki_text_error_here(p, "expected '(' in function argument list");
    return true;
}

static bool parse_text(dxki_text_parser *p, uint32_t word, dxki_string *id)
{
    dxk_str text;
    if (!dxki_text_take(p, word))
        return true;
    return dxki_text_parse_string(p, &text) && dxki_text_keep(p, text, id);
}

static bool parse_data(dxki_text_parser *p, uint32_t word, dxki_value *value)
{
    return !dxki_text_take(p, word) || dxki_text_parse_typed_const(p, value);
}

/* What may follow the parameters. */
static bool parse_back(dxki_text_parser *p, header *h)
{
    uint32_t align;
    h->first_group = (uint32_t)p->attr_group_refs.count;
    if (dxki_text_take(p, DXKI_KW_UNNAMED_ADDR))
        h->g.flags |= DXKI_GF_UNNAMED_ADDR;
    if (!dxki_text_parse_fn_attrs(p, &h->fn_attrs, false, &h->builtin_loc) ||
        !parse_text(p, DXKI_KW_SECTION, &h->g.section) ||
        !dxki_text_parse_optional_comdat(p, h->name, &h->g.comdat) ||
        !dxki_text_parse_align(p, &align) || !parse_text(p, DXKI_KW_GC, &h->g.gc) ||
        !parse_data(p, DXKI_KW_PREFIX, &h->g.prefix) ||
        !parse_data(p, DXKI_KW_PROLOGUE, &h->g.prologue) ||
        !parse_data(p, DXKI_KW_PERSONALITY, &h->g.personality))
        return false;
    if (h->fn_attrs.kinds >> DXKI_AT_BUILTIN & 1)
        return dxki_text_error(p, h->builtin_loc, "'builtin' attribute not valid on function");
    if (h->fn_attrs.kinds >> DXKI_AT_ALIGN & 1) {
        align = (uint32_t)h->fn_attrs.values[0];
        h->fn_attrs.kinds &= ~((uint64_t)1 << DXKI_AT_ALIGN);
    }
    h->g.align = dxki_text_encode_align(align);
    return true;
}

static const uint32_t *param_of(const dxki_text_parser *p, const header *h, uint32_t i)
{
    return p->stack.items + h->floor + (size_t)i * DXKI_PARAM_WORDS;
}

static bool push_slot(dxki_text_parser *p, uint32_t slot, uint32_t set)
{
    dxki_attr_slot entry = {slot, set};
    return set == 0 || dxki_vec_push(p->ctx, &p->slots, entry) || dxki_text_no_memory(p);
}

static bool set_has(const dxki_text_parser *p, uint32_t set, uint32_t kind)
{
    uint32_t count;
    const dxki_attr *attrs = dxki_attr_set(p->m, set, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (attrs[i].kind == kind)
            return true;
    }
    return false;
}

static bool make_attrs(dxki_text_parser *p, header *h, uint32_t *use)
{
    uint32_t set;
    p->slots.count = 0;
    if (!dxki_text_attr_builder_set(p, &h->result_attrs, &set) ||
        !push_slot(p, DXKI_ATTR_SLOT_RETURN, set))
        return false;
    for (uint32_t i = 0; i < h->param_count; i++) {
        set = param_of(p, h, i)[DXKI_PARAM_SET];
        if (i == 0 && set_has(p, set, DXKI_AT_SRET) && h->result != DXKI_TY_VOID)
            return dxki_text_error(p, h->result_loc,
                                   "functions with 'sret' argument must return void");
        if (!push_slot(p, i + 1, set))
            return false;
    }
    return dxki_text_attr_builder_set(p, &h->fn_attrs, &set) &&
           push_slot(p, DXKI_ATTR_SLOT_FUNCTION, set) &&
           dxki_text_attr_use_make(p, h->first_group, use);
}

static bool make_type(dxki_text_parser *p, header *h)
{
    size_t from = p->stack.count;
    for (uint32_t i = 0; i < h->param_count; i++) {
        if (!dxki_vec_push(p->ctx, &p->stack, param_of(p, h, i)[DXKI_PARAM_TYPE]))
            return dxki_text_no_memory(p);
    }
    const uint32_t *params = h->param_count ? p->stack.items + from : NULL;
    h->g.value_type = dxki_type_function(p->m, h->result, params, h->param_count, h->vararg);
    p->stack.count = from;
    h->g.type = h->g.value_type ? dxki_type_pointer(p->m, h->g.value_type, 0) : 0;
    if (!h->g.type)
        return dxki_text_no_memory(p);
    return dxki_text_check_depth(p, dxki_type_get(p->m, h->g.type)->depth);
}

/* The entry that earlier uses made, 0 when there is none. */
static bool earlier_named(dxki_text_parser *p, const header *h, uint32_t *index)
{
    dxki_text_loc use;
    *index = dxki_text_find_global(p, h->name);
    if (!*index)
        return true;
    const dxki_global *old = &p->m->globals.items[*index];
    if (!dxki_text_global_is_forward(p, *index, &use))
        return old->kind == DXKI_G_FUNCTION
                   ? DXKI_ERROR(p, h->name_loc, "invalid redefinition of function '%0'",
                                dxki_raw(h->name))
                   : DXKI_ERROR(p, h->name_loc, "redefinition of function '@%0'",
                                dxki_raw(h->name));
    if (old->kind != DXKI_G_FUNCTION)
        return dxki_text_error(p, use, "invalid forward reference to function as global value!");
    if (old->type != h->g.type)
        return DXKI_ERROR(p, use, "invalid forward reference to function '%0' with wrong type!",
                          dxki_raw(h->name));
    return true;
}

static bool earlier_numbered(dxki_text_parser *p, const header *h, uint32_t *index)
{
    *index = dxki_text_next_numbered(p);
    if (*index && p->m->globals.items[*index].type != h->g.type)
        return DXKI_ERROR(p, h->name_loc,
                          "type of definition and forward reference of '@%0' disagree",
                          dxki_dec(p->numbered.count));
    return true;
}

static bool place_function(dxki_text_parser *p, header *h, uint32_t *index)
{
    if (h->name.size ? !earlier_named(p, h, index) : !earlier_numbered(p, h, index))
        return false;
    if (!*index)
        *index = dxki_text_new_global(p, h->name, h->g.type, h->g.value_type);
    if (!*index)
        return false;
    dxki_global *slot = &p->m->globals.items[*index];
    h->g.kind = DXKI_G_FUNCTION;
    h->g.name = slot->name;
    h->g.bit_offset = UINT32_MAX;
    if (!h->define)
        h->g.flags |= DXKI_GF_DECLARATION;
    *slot = h->g;
    dxki_text_global_defined(p, *index);
    if (!dxki_vec_push(p->ctx, &p->m->functions, *index) ||
        (h->name.size == 0 && !dxki_vec_push(p->ctx, &p->numbered, *index)))
        return dxki_text_no_memory(p);
    return !h->define || dxki_function_add_args(p->m, *index) || dxki_text_no_memory(p);
}

/* Names and numbers of the arguments; those of declarations are only checked. */
static bool name_arguments(dxki_text_parser *p, const header *h, uint32_t index)
{
    if (!dxki_text_begin_locals(p))
        return false;
    for (uint32_t i = 0; i < h->param_count; i++) {
        const uint32_t *param = param_of(p, h, i);
        dxki_value value = DXKI_VALUE(DXKI_V_ARG, p->m->globals.items[index].first_arg + i);
        dxk_str name = dxki_string_get(p->m, param[DXKI_PARAM_NAME]);
        bool fresh = true;
        if (!param[DXKI_PARAM_NAME]) {
            if (h->define && !dxki_vec_push(p->ctx, &p->values, value))
                return dxki_text_no_memory(p);
            continue;
        }
        if (!dxki_text_name_argument(p, name, h->define ? value : DXKI_VALUE(DXKI_V_METADATA, 0),
                                     &fresh))
            return false;
        if (!fresh)
            return DXKI_ERROR(p, p->lex.begin + param[DXKI_PARAM_LOC],
                              "redefinition of argument '%%0'", dxki_raw(name));
        if (h->define)
            p->m->args.items[DXKI_INDEX(value)].name = param[DXKI_PARAM_NAME];
    }
    return true;
}

static bool finish_header(dxki_text_parser *p, header *h, uint32_t *index)
{
    uint32_t use;
    uint32_t number = (uint32_t)p->numbered.count;
    if (!make_attrs(p, h, &use) || !make_type(p, h) || !place_function(p, h, index))
        return false;
    dxki_text_attr_wait wait = {*index, use, true};
    if (use && !dxki_vec_push(p->ctx, &p->attr_waits, wait))
        return dxki_text_no_memory(p);
    return name_arguments(p, h, *index) &&
           (h->define || dxki_text_check_no_address(p, h->name, number));
}

static bool parse_header(dxki_text_parser *p, bool define, uint32_t *index)
{
    header h;
    memset(&h, 0, sizeof h);
    h.define = define;
    h.floor = p->stack.count;
    dxki_text_next(p); /* define, declare */
    bool ok = parse_front(p, &h) && parse_name(p, &h) &&
              dxki_text_parse_params(p, &h.param_count, &h.vararg) && parse_back(p, &h) &&
              finish_header(p, &h, index);
    p->function_is_vararg = h.vararg;
    p->stack.count = h.floor;
    return ok;
}

bool dxki_text_parse_declare(dxki_text_parser *p)
{
    dxki_text_loc loc = p->tok.start;
    uint32_t index;
    return parse_header(p, false, &index) && dxki_text_note_function(p, loc, index);
}

/* --- attachments --- */

bool dxki_text_parse_attachment(dxki_text_parser *p, uint32_t *kind, dxki_md *node)
{
    *kind = dxki_md_kind_index(p->m, p->tok.text);
    if (*kind == UINT32_MAX)
        return dxki_text_no_memory(p);
    dxki_text_next(p);
    return dxki_text_parse_md_node(p, node);
}

static bool attach(dxki_text_parser *p, uint32_t inst, uint32_t kind, dxki_md node)
{
    dxki_attachment attachment = {inst, kind, node};
    if (kind == DXKI_MD_KIND_DBG)
        return dxki_inst_set_dbg(p->m, inst, node) || dxki_text_no_memory(p);
    return dxki_vec_push(p->ctx, &p->m->attachments, attachment) || dxki_text_no_memory(p);
}

static bool parse_attachments(dxki_text_parser *p, uint32_t inst)
{
    do {
        uint32_t kind;
        dxki_md node;
        if (!dxki_text_at(p, DXKI_TK_MD_NAME))
            return dxki_text_error_here(p, "expected metadata after comma");
        if (!dxki_text_parse_attachment(p, &kind, &node) || !attach(p, inst, kind, node))
            return false;
    } while (dxki_text_take(p, DXKI_TK_COMMA));
    return true;
}

/* --- bodies --- */

/* The instruction of a statement whose first token is `name`, and adds it; 0: an error. */
static uint32_t parse_inst(dxki_text_parser *p, const dxki_text_token *name, dxki_inst *inst)
{
    if (name->kind == DXKI_TK_LOCAL_ID || name->kind == DXKI_TK_LOCAL_NAME) {
        dxki_text_next(p);
        if (!dxki_text_expect_tok(p, DXKI_TK_EQUAL,
                                  name->kind == DXKI_TK_LOCAL_ID
                                      ? "expected '=' after instruction id"
                                      : "expected '=' after instruction name"))
            return 0;
    }
    p->ops.count = 0;
    p->extra.count = 0;
    return dxki_text_parse_instruction(p, inst) ? dxki_text_emit_inst(p, inst) : 0;
}

/* One instruction with its name and attachments; *end: it ends the block. */
static bool parse_statement(dxki_text_parser *p, bool *end)
{
    dxki_text_token name = p->tok;
    dxki_text_loc loc = name.start;
    dxki_inst inst = {.type = DXKI_TY_VOID};
    uint32_t index;
    p->ate_comma = false;
    if (name.kind != DXKI_TK_LOCAL_ID || !dxki_text_parse_operator(p, &inst, &index))
        index = parse_inst(p, &name, &inst);
    if (!index || !dxki_text_note_inst(p, loc, &p->m->insts.items[index]))
        return false;
    *end = dxki_op_class_of((dxki_op)inst.op) == DXKI_OC_TERM;
    if ((p->ate_comma || dxki_text_take(p, DXKI_TK_COMMA)) && !parse_attachments(p, index))
        return false;
    return dxki_text_define_local(p, DXKI_VALUE(DXKI_V_INST, index), inst.type, &name, loc);
}

static bool parse_block(dxki_text_parser *p)
{
    dxk_str name = {NULL, 0};
    dxki_text_loc loc = p->tok.start;
    bool end = false;
    if (dxki_text_at(p, DXKI_TK_LABEL)) {
        name = p->tok.text;
        dxki_text_next(p);
    }
    if (!dxki_text_define_block(p, name, loc))
        return false;
    while (!end) {
        if (!dxki_text_parse_lines(p) || !parse_statement(p, &end))
            return false;
    }
    return true;
}

/* Room for what the rest of the text may have of instructions, at once. */
static bool make_room(dxki_text_parser *p)
{
    size_t insts = (size_t)(p->lex.end - p->lex.next) / BYTES_OF_INST;
    return (dxki_vec_reserve(p->ctx, &p->m->insts, insts) &&
            dxki_vec_reserve(p->ctx, &p->m->words, insts * 2) &&
            dxki_vec_reserve(p->ctx, &p->values, insts)) ||
           dxki_text_no_memory(p);
}

static bool parse_body(dxki_text_parser *p)
{
    if (!dxki_text_expect_tok(p, DXKI_TK_LBRACE, "expected '{' in function body") ||
        !dxki_text_resolve_addresses(p) || !make_room(p))
        return false;
    if (dxki_text_at(p, DXKI_TK_RBRACE) || dxki_text_at(p, DXKI_KW_USELISTORDER))
        return dxki_text_error_here(p, "function body requires at least one basic block");
    while (!dxki_text_at(p, DXKI_TK_RBRACE) && !dxki_text_at(p, DXKI_KW_USELISTORDER)) {
        if (!parse_block(p))
            return false;
    }
    while (!dxki_text_at(p, DXKI_TK_RBRACE)) {
        if (!dxki_text_parse_uselistorder(p))
            return false;
    }
    dxki_text_next(p);
    return dxki_text_finish_addresses(p) && dxki_text_finish_locals(p);
}

bool dxki_text_parse_define(dxki_text_parser *p)
{
    dxki_text_loc loc = p->tok.start;
    if (!parse_header(p, true, &p->function) || !dxki_text_note_function(p, loc, p->function))
        return false;
    p->first_md_use = p->md_uses.count;
    while (dxki_text_at(p, DXKI_TK_MD_NAME)) {
        dxki_attachment attachment = {.owner = p->function};
        if (!dxki_text_parse_attachment(p, &attachment.kind, &attachment.node))
            return false;
        if (!dxki_vec_push(p->ctx, &p->m->fn_attachments, attachment))
            return dxki_text_no_memory(p);
    }
    bool ok = parse_body(p);
    p->function = 0;
    return ok;
}
