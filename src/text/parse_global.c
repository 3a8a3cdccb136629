/* SPDX-License-Identifier: MIT */
/* parse_global.c - variables, aliases, comdats, and the words in front of globals. See parse.h. */
#include "text/parse.h"

#include <string.h>

#include "base/str.h"

/* --- words in front --- */

bool dxki_text_parse_linkage(dxki_text_parser *p, uint8_t *linkage)
{
    uint32_t number;
    *linkage = DXKI_LINK_EXTERNAL;
    if (dxki_text_take(p, DXKI_KW_EXTERNAL))
        return true;
    if (!dxki_text_token_in(&p->tok, DXKI_W_LINKAGE, &number))
        return false;
    *linkage = (uint8_t)number;
    dxki_text_next(p);
    return true;
}

static uint8_t take_word(dxki_text_parser *p, dxki_text_word_set set)
{
    uint32_t number = 0;
    if (dxki_text_token_in(&p->tok, set, &number))
        dxki_text_next(p);
    return (uint8_t)number;
}

uint8_t dxki_text_parse_visibility(dxki_text_parser *p)
{
    if (dxki_text_take(p, DXKI_KW_DEFAULT))
        return DXKI_VIS_DEFAULT;
    return take_word(p, DXKI_W_VISIBILITY);
}

uint8_t dxki_text_parse_dll(dxki_text_parser *p)
{
    return take_word(p, DXKI_W_DLL);
}

static bool parse_tls(dxki_text_parser *p, uint8_t *tls)
{
    *tls = DXKI_TLS_NONE;
    if (!dxki_text_take(p, DXKI_KW_THREAD_LOCAL))
        return true;
    *tls = DXKI_TLS_GENERAL;
    if (!dxki_text_take(p, DXKI_TK_LPAREN))
        return true;
    *tls = take_word(p, DXKI_W_TLS);
    if (*tls == DXKI_TLS_NONE)
        return dxki_text_error_here(p, "expected localdynamic, initialexec or localexec");
    return dxki_text_expect_tok(p, DXKI_TK_RPAREN, "expected ')' after thread local model");
}

bool dxki_text_is_local_linkage(uint8_t linkage)
{
    return linkage == DXKI_LINK_INTERNAL || linkage == DXKI_LINK_PRIVATE;
}

/* --- comdats --- */

static uint32_t hash_comdat(dxk_str name)
{
    return dxki_hash_end(dxki_hash_bytes(7, name));
}

/* Index + 1; 0: there is none. */
static uint32_t find_comdat(dxki_text_parser *p, dxk_str name)
{
    uint32_t hash = hash_comdat(name), pos = hash, id;
    while ((id = dxki_idset_next(&p->comdat_set, hash, &pos)) != 0) {
        dxk_str old = dxki_string_get(p->m, p->m->comdats.items[id - 1].name);
        if (dxki_str_same(old, name))
            return id;
    }
    return 0;
}

/* `use` NULL: it is being defined. */
static uint32_t add_comdat(dxki_text_parser *p, dxk_str name, dxki_text_loc use)
{
    dxki_comdat comdat = {.kind = 1};
    if (!dxki_text_keep(p, name, &comdat.name))
        return 0;
    if (!dxki_vec_push(p->ctx, &p->m->comdats, comdat) ||
        !dxki_vec_push(p->ctx, &p->comdat_uses, use) ||
        !dxki_idset_add(p->ctx, &p->comdat_set, hash_comdat(name), (uint32_t)p->m->comdats.count)) {
        dxki_text_no_memory(p);
        return 0;
    }
    return (uint32_t)p->m->comdats.count;
}

bool dxki_text_parse_comdat(dxki_text_parser *p)
{
    dxk_str name = p->tok.text;
    dxki_text_loc loc = p->tok.start;
    uint32_t kind;
    dxki_text_next(p);
    if (!dxki_text_expect_tok(p, DXKI_TK_EQUAL, "expected '=' here"))
        return false;
    if (!dxki_text_take(p, DXKI_KW_COMDAT))
        return dxki_text_error_here(p, "expected comdat type");
    if (!dxki_text_token_in(&p->tok, DXKI_W_COMDAT, &kind))
        return dxki_text_error_here(p, "unknown selection kind");
    dxki_text_next(p);
    uint32_t id = find_comdat(p, name);
    if (id && !p->comdat_uses.items[id - 1])
        return DXKI_ERROR(p, loc, "redefinition of comdat '$%0'", dxki_raw(name));
    if (!id)
        id = add_comdat(p, name, NULL);
    if (!id)
        return false;
    p->comdat_uses.items[id - 1] = NULL;
    p->m->comdats.items[id - 1].kind = kind;
    return true;
}

bool dxki_text_parse_optional_comdat(dxki_text_parser *p, dxk_str owner, uint32_t *comdat)
{
    dxki_text_loc loc = p->tok.start;
    dxk_str name = owner;
    *comdat = 0;
    if (!dxki_text_take(p, DXKI_KW_COMDAT))
        return true;
    bool named = dxki_text_take(p, DXKI_TK_LPAREN);
    if (named) {
        loc = p->tok.start;
        name = p->tok.text;
        if (!dxki_text_at(p, DXKI_TK_COMDAT))
            return dxki_text_error_here(p, "expected comdat variable");
    } else if (owner.size == 0) {
        return dxki_text_error_here(p, "comdat cannot be unnamed");
    }
    *comdat = find_comdat(p, name);
    if (!*comdat)
        *comdat = add_comdat(p, name, loc);
    if (!*comdat)
        return false;
    if (named)
        dxki_text_next(p);
    return !named || dxki_text_expect_tok(p, DXKI_TK_RPAREN, "expected ')' after comdat var");
}

bool dxki_text_check_comdats(dxki_text_parser *p)
{
    dxk_str first = {NULL, 0};
    dxki_text_loc use = NULL;
    for (size_t i = 0; i < p->comdat_uses.count; i++) {
        dxk_str name = dxki_string_get(p->m, p->m->comdats.items[i].name);
        if (!p->comdat_uses.items[i])
            continue;
        size_t common = name.size < first.size ? name.size : first.size;
        int order = common ? memcmp(name.data, first.data, common) : 0;
        if (!use || order < 0 || (order == 0 && name.size < first.size)) {
            use = p->comdat_uses.items[i];
            first = name;
        }
    }
    return !use || DXKI_ERROR(p, use, "use of undefined comdat '$%0'", dxki_raw(first));
}

/* --- variables and aliases --- */

/* What stands in front of a definition. */
typedef struct front {
    dxk_str name;
    dxki_text_loc loc;
    bool has_linkage;
    dxki_global g;
} front;

static void set_flag(dxki_global *g, bool on, uint32_t flag)
{
    if (on)
        g->flags |= (uint8_t)flag;
}

static bool parse_front(dxki_text_parser *p, front *f)
{
    f->has_linkage = dxki_text_parse_linkage(p, &f->g.linkage);
    f->g.visibility = dxki_text_parse_visibility(p);
    f->g.dll = dxki_text_parse_dll(p);
    if (!parse_tls(p, &f->g.tls))
        return false;
    set_flag(&f->g, dxki_text_take(p, DXKI_KW_UNNAMED_ADDR), DXKI_GF_UNNAMED_ADDR);
    return true;
}

static bool check_visibility(dxki_text_parser *p, const front *f)
{
    if (dxki_text_is_local_linkage(f->g.linkage) && f->g.visibility != DXKI_VIS_DEFAULT)
        return dxki_text_error(p, f->loc, "symbol with local linkage must have default visibility");
    return true;
}

/* Puts the finished entry in its place: that of earlier uses, or a new one. */
static bool place_global(dxki_text_parser *p, front *f, uint32_t index)
{
    if (!index)
        index = dxki_text_new_global(p, f->name, f->g.type, f->g.value_type);
    if (!index)
        return false;
    dxki_global *slot = &p->m->globals.items[index];
    f->g.name = slot->name;
    f->g.bit_offset = UINT32_MAX;
    *slot = f->g;
    dxki_text_global_defined(p, index);
    bool listed = f->g.kind == DXKI_G_ALIAS ? dxki_vec_push(p->ctx, &p->m->aliases, index)
                                            : dxki_vec_push(p->ctx, &p->m->variables, index);
    if (!listed || (f->name.size == 0 && !dxki_vec_push(p->ctx, &p->numbered, index)))
        return dxki_text_no_memory(p);
    return true;
}

static bool parse_properties(dxki_text_parser *p, front *f, uint32_t index)
{
    while (dxki_text_take(p, DXKI_TK_COMMA)) {
        dxki_global *g = &p->m->globals.items[index];
        if (dxki_text_take(p, DXKI_KW_SECTION)) {
            dxk_str text = p->tok.text;
            if (!dxki_text_expect_tok(p, DXKI_TK_STRING, "expected global section string") ||
                !dxki_text_keep(p, text, &g->section))
                return false;
        } else if (dxki_text_at(p, DXKI_KW_ALIGN)) {
            uint32_t align;
            if (!dxki_text_parse_align(p, &align))
                return false;
            g->align = dxki_text_encode_align(align);
        } else {
            uint32_t comdat;
            if (!dxki_text_parse_optional_comdat(p, f->name, &comdat))
                return false;
            if (!comdat)
                return dxki_text_error_here(p, "unknown global variable property!");
            g->comdat = comdat;
        }
    }
    return true;
}

static bool parse_variable_type(dxki_text_parser *p, front *f, uint32_t *space, dxki_text_loc *loc)
{
    if (!dxki_text_parse_addrspace(p, space))
        return false;
    set_flag(&f->g, dxki_text_take(p, DXKI_KW_EXTERNALLY_INITIALIZED),
             DXKI_GF_EXTERNALLY_INITIALIZED);
    if (dxki_text_take(p, DXKI_KW_CONSTANT))
        set_flag(&f->g, true, DXKI_GF_CONSTANT);
    else if (!dxki_text_take(p, DXKI_KW_GLOBAL))
        return dxki_text_error_here(p, "expected 'global' or 'constant'");
    return dxki_text_parse_type_at(p, &f->g.value_type, loc);
}

/* The entry that earlier uses made, if they did: 0 when there is none. */
static bool earlier_variable(dxki_text_parser *p, const front *f, dxki_text_loc type_loc,
                             uint32_t *index)
{
    if (f->name.size) {
        *index = dxki_text_find_global(p, f->name);
        if (*index && !dxki_text_global_is_forward(p, *index, NULL))
            return DXKI_ERROR(p, f->loc, "redefinition of global '@%0'", dxki_raw(f->name));
    } else {
        *index = dxki_text_next_numbered(p);
    }
    if (*index && p->m->globals.items[*index].value_type != f->g.value_type)
        return dxki_text_error(p, type_loc,
                               "forward reference and definition of global have different types");
    return true;
}

static bool parse_variable(dxki_text_parser *p, front *f)
{
    uint32_t space, index;
    dxki_text_loc type_loc;
    if (!check_visibility(p, f) || !parse_variable_type(p, f, &space, &type_loc))
        return false;
    bool declared = f->has_linkage &&
                    (f->g.linkage == DXKI_LINK_EXTERNAL || f->g.linkage == DXKI_LINK_EXTERN_WEAK);
    if (!declared && !dxki_text_parse_const(p, f->g.value_type, &f->g.init))
        return false;
    if (dxki_type_kind_of(p->m, f->g.value_type) == DXKI_T_FUNCTION ||
        !dxki_type_may_be_pointee(p->m, f->g.value_type))
        return dxki_text_error(p, type_loc, "invalid type for global variable");
    if (!earlier_variable(p, f, type_loc, &index))
        return false;
    /* A use decides on the address space, as in LLVM. */
    f->g.type =
        index ? p->m->globals.items[index].type : dxki_type_pointer(p->m, f->g.value_type, space);
    if (!f->g.type)
        return dxki_text_no_memory(p);
    f->g.kind = DXKI_G_VARIABLE;
    if (!place_global(p, f, index))
        return false;
    return parse_properties(p, f, p->m->variables.items[p->m->variables.count - 1]);
}

static bool is_alias_linkage(uint8_t linkage)
{
    switch (linkage) {
    case DXKI_LINK_EXTERNAL:
    case DXKI_LINK_INTERNAL:
    case DXKI_LINK_PRIVATE:
    case DXKI_LINK_WEAK_ANY:
    case DXKI_LINK_WEAK_ODR:
    case DXKI_LINK_LINKONCE_ANY:
    case DXKI_LINK_LINKONCE_ODR:
        return true;
    default:
        return false;
    }
}

/* The aliasee: with its type, unless it is an expression that says it itself. */
static bool parse_aliasee(dxki_text_parser *p, dxki_value *value)
{
    uint32_t op = p->tok.word ? p->tok.word->op : 0;
    dxki_text_loc loc = p->tok.start;
    dxki_text_id id;
    if (op != DXKI_OP_BITCAST && op != DXKI_OP_GEP && op != DXKI_OP_ADDRSPACECAST &&
        op != DXKI_OP_INTTOPTR)
        return dxki_text_parse_typed_const(p, value);
    if (!dxki_text_parse_id(p, &id))
        return false;
    if (id.kind != DXKI_ID_CONSTANT)
        return dxki_text_error(p, loc, "invalid aliasee");
    *value = id.value;
    return true;
}

static bool parse_alias(dxki_text_parser *p, front *f)
{
    dxki_text_next(p);
    if (!is_alias_linkage(f->g.linkage))
        return dxki_text_error(p, f->loc, "invalid linkage type for alias");
    dxki_text_loc loc = p->tok.start;
    uint32_t index = 0;
    if (!check_visibility(p, f) || !parse_aliasee(p, &f->g.init))
        return false;
    f->g.type = dxki_value_type(p->m, f->g.init);
    f->g.value_type = dxki_type_pointee(p->m, f->g.type);
    if (!f->g.value_type)
        return dxki_text_error(p, loc, "An alias must have pointer type");
    if (f->name.size)
        index = dxki_text_find_global(p, f->name);
    if (index && !dxki_text_global_is_forward(p, index, NULL))
        return DXKI_ERROR(p, f->loc, "redefinition of global named '@%0'", dxki_raw(f->name));
    if (index && p->m->globals.items[index].type != f->g.type)
        return dxki_text_error(p, f->loc,
                               "forward reference and definition of alias have different types");
    f->g.kind = DXKI_G_ALIAS;
    return place_global(p, f, index);
}

/* [@name =], or the words of a global without any name. */
bool dxki_text_parse_global(dxki_text_parser *p)
{
    front f;
    memset(&f, 0, sizeof f);
    f.loc = p->tok.start;
    bool bare = false;
    if (dxki_text_at(p, DXKI_TK_GLOBAL_NAME)) {
        f.name = p->tok.text;
        dxki_text_next(p);
        if (!dxki_text_expect_tok(p, DXKI_TK_EQUAL, "expected '=' in global variable"))
            return false;
    } else if (dxki_text_at(p, DXKI_TK_GLOBAL_ID)) {
        if (p->tok.number != p->numbered.count)
            return DXKI_ERROR(p, f.loc, "variable expected to be numbered '%%0'",
                              dxki_dec(p->numbered.count));
        dxki_text_next(p);
        if (!dxki_text_expect_tok(p, DXKI_TK_EQUAL, "expected '=' after name"))
            return false;
    } else {
        bare = true;
    }
    if (!parse_front(p, &f))
        return false;
    return dxki_text_at(p, DXKI_KW_ALIAS) && !bare ? parse_alias(p, &f) : parse_variable(p, &f);
}
