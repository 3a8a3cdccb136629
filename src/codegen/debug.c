/* SPDX-License-Identifier: MIT */
/* debug.c - locations, scopes, variables; see debug.h. */
#include "codegen/debug.h"

#include "builder/builder.h"
#include "dxil/emit.h"
#include "ir/debug.h"
#include "pass/variable.h"
#include "sema/mangle.h"

enum { LANGUAGE_CPP = 4, TAG_AUTO_VARIABLE = 0x100, TAG_ARG_VARIABLE = 0x101, OP_BIT_PIECE = 0x9d };
#define FLAG_PROTOTYPED 256u

/* ---------------------------------------------------------------------------------------- */
/* Locations                                                                                  */

/* Keeps a place under the line that debug information has for it. Its file is that of the scope. */
static void keep_line(dxki_emit *e, const dxki_hlsl_position *at, dxki_hlsl_loc loc)
{
    const dxk_module *m = e->b->m;
    dxki_md file = dxki_di_scope_file(m, e->debug->spot.scope);
    dxk_str name = file ? dxki_md_str(m, dxki_md_op(m, file, DXKI_DI_FILE_FILENAME)) : at->name;

    dxki_hlsl_keep_place(e->c, (dxki_hlsl_placed){.thing = DXKI_HLSL_LINE,
                                                  .name = dxki_hlsl_text(e->c, name),
                                                  .line = at->line,
                                                  .column = at->column,
                                                  .loc = loc});
}

dxki_md dxki_emit_debug_at(dxki_emit *e, dxki_hlsl_loc loc)
{
    struct dxki_emit_debug *d = e->debug;
    dxki_hlsl_position at;

    if (!dxki_emit_ready(e))
        return 0;
    if (loc.at)
        e->c->at = loc;
    if (!d)
        return 0;
    dxki_md before = d->spot.location;
    if (!loc.at || !d->spot.scope)
        return before;
    dxki_emit_debug_file(e, loc, &at);
    if (e->c->keeps_places)
        keep_line(e, &at, loc);
    d->spot.location =
        dxki_md_location(e->b->m, at.line, at.column, d->spot.scope, d->spot.inlined_at);
    if (!d->spot.location)
        dxki_hlsl_nomem(e->c);
    e->b->location = d->spot.location;
    return before;
}

void dxki_emit_debug_at_end(dxki_emit *e, const dxki_hlsl_function *f)
{
    const dxki_hlsl_code *body = f->body;
    const dxki_hlsl_code *last = body->count ? body->items[body->count - 1] : NULL;

    dxki_emit_debug_at(e, last && last->kind == DXKI_HLSL_C_RETURN ? last->loc : body->end);
}

dxki_md dxki_emit_debug_statement(dxki_emit *e, const dxki_hlsl_code *s)
{
    if (!e->debug)
        return 0;
    if (s->kind == DXKI_HLSL_C_DISCARD && e->debug->passed)
        dxki_emit_debug_back(e, e->debug->passed);
    else
        dxki_emit_debug_at(e, s->loc);
    e->debug->passed = e->debug->spot.location;
    return e->debug->passed;
}

void dxki_emit_debug_passed(dxki_emit *e, dxki_md statement)
{
    if (e->debug)
        e->debug->passed = statement;
}

void dxki_emit_debug_back(dxki_emit *e, dxki_md location)
{
    if (!e->debug)
        return;
    e->debug->spot.location = location;
    e->b->location = location;
}

void dxki_emit_debug_leave(dxki_emit *e, const dxki_emit_spot *spot)
{
    if (!e->debug)
        return;
    e->debug->spot = *spot;
    e->b->location = spot->location;
}

void dxki_emit_keep_global(dxki_emit *e, dxki_hlsl_thing thing, dxk_value global, dxki_hlsl_loc loc)
{
    const dxk_module *m = e->b->m;

    if (!e->c->keeps_places || !dxki_emit_ready(e))
        return;
    dxk_str name = dxki_string_get(m, m->globals.items[DXKI_INDEX(global)].name);
    dxki_hlsl_keep_place(e->c, (dxki_hlsl_placed){.thing = (uint8_t)thing,
                                                  .name = dxki_hlsl_text(e->c, name),
                                                  .loc = loc});
}

/* ---------------------------------------------------------------------------------------- */
/* Scopes                                                                                     */

/* Result and parameters. */
static dxki_md signature(dxki_emit *e, const dxki_hlsl_function *f)
{
    dxki_md *types = DXKI_NEW_ARRAY(&e->c->arena, dxki_md, f->param_count + 1);

    if (!types) {
        dxki_hlsl_nomem(e->c);
        return 0;
    }
    types[0] = dxki_emit_debug_type(e, f->result);
    for (size_t i = 0; i < f->param_count; i++)
        types[i + 1] = dxki_emit_debug_type(e, f->params[i]->type);
    const dxki_md ops[] = {dxki_emit_debug_tuple(e, types, f->param_count + 1)};
    const uint64_t nums[] = {0};
    return dxki_emit_debug_node(e, DXKI_M_SUBROUTINE_TYPE, ops, nums, false);
}

static dxki_md subprogram(dxki_emit *e, dxki_hlsl_function *f, dxk_value function)
{
    struct dxki_emit_debug *d = e->debug;
    dxki_hlsl_position at;

    if (f->debug_node && !function)
        return f->debug_node;
    dxki_md file = dxki_emit_debug_file(e, f->loc, &at), type = signature(e, f);
    const dxki_md ops[10] = {
        [DXKI_DI_SUBPROGRAM_SCOPE] = file,
        [DXKI_DI_SUBPROGRAM_FILE] = file,
        [DXKI_DI_SUBPROGRAM_NAME] = dxki_emit_debug_text(e, f->name->text),
        [DXKI_DI_SUBPROGRAM_LINKAGE_NAME] =
            function ? 0 : dxki_emit_debug_text(e, dxki_hlsl_mangle_function(e->c, f)),
        [DXKI_DI_SUBPROGRAM_TYPE] = type,
        [DXKI_DI_SUBPROGRAM_FUNCTION] = dxki_emit_debug_value(e, function)};
    const uint64_t nums[8] = {[DXKI_DI_SUBPROGRAM_LINE] = at.line,
                              [DXKI_DI_SUBPROGRAM_SCOPE_LINE] = at.line,
                              [DXKI_DI_SUBPROGRAM_IS_DEFINITION] = 1,
                              [DXKI_DI_SUBPROGRAM_FLAGS] = FLAG_PROTOTYPED};
    dxki_md made = dxki_emit_debug_node(e, DXKI_M_SUBPROGRAM, ops, nums, false);
    if (dxki_emit_ready(e) && !dxki_vec_push(e->c->ctx, &d->subprograms, made))
        dxki_hlsl_nomem(e->c);
    f->debug_node = made;
    return made;
}

/* Code is made of a function from here on, whose name in the module may be another one. */
static void keep_function(dxki_emit *e, const dxki_hlsl_function *f, dxk_value function)
{
    if (!dxki_emit_ready(e))
        return;
    e->c->at = f->loc;
    if (DXKI_TAG(function) == DXKI_V_GLOBAL)
        dxki_emit_keep_global(e, DXKI_HLSL_FUNCTION, function, f->loc);
}

dxki_emit_spot dxki_emit_debug_enter(dxki_emit *e, dxki_hlsl_function *f, dxk_value function)
{
    dxki_emit_spot before = {0};

    keep_function(e, f, function);
    if (!e->debug || !dxki_emit_ready(e))
        return before;
    before = e->debug->spot;
    e->debug->spot = (dxki_emit_spot){.scope = subprogram(e, f, function), .function = f};
    e->b->location = 0;
    return before;
}

dxki_emit_spot dxki_emit_debug_call(dxki_emit *e, dxki_hlsl_function *f, dxki_hlsl_loc from)
{
    dxki_emit_spot before = {0};
    dxki_hlsl_position at;

    if (!e->debug || !dxki_emit_ready(e))
        return before;
    before = e->debug->spot;
    dxki_emit_debug_file(e, from, &at);
    const dxki_md ops[] = {
        [DXKI_DI_LOCATION_SCOPE] = before.scope, [DXKI_DI_LOCATION_INLINED_AT] = before.inlined_at};
    const uint64_t nums[] = {
        [DXKI_DI_LOCATION_LINE] = at.line, [DXKI_DI_LOCATION_COLUMN] = at.column};
    dxki_md inlined = dxki_emit_debug_node(e, DXKI_M_LOCATION, ops, nums, true);
    e->debug->spot =
        (dxki_emit_spot){.scope = subprogram(e, f, DXK_NONE), .inlined_at = inlined, .function = f};
    dxki_emit_debug_at(e, f->loc);
    return before;
}

dxki_emit_spot dxki_emit_debug_block(dxki_emit *e, dxki_hlsl_loc loc)
{
    dxki_emit_spot before = {0};
    dxki_hlsl_position at;

    if (!e->debug || !dxki_emit_ready(e))
        return before;
    before = e->debug->spot;
    if (!before.scope || !loc.at)
        return before;
    const dxki_md ops[] = {[DXKI_DI_LEXICAL_BLOCK_SCOPE] = before.scope,
                           [DXKI_DI_LEXICAL_BLOCK_FILE] = dxki_emit_debug_file(e, loc, &at)};
    const uint64_t nums[] = {
        [DXKI_DI_LEXICAL_BLOCK_LINE] = at.line, [DXKI_DI_LEXICAL_BLOCK_COLUMN] = at.column};
    e->debug->spot.scope = dxki_emit_debug_node(e, DXKI_M_LEXICAL_BLOCK, ops, nums, true);
    return before;
}

/* ---------------------------------------------------------------------------------------- */
/* Variables                                                                                  */

/* A variable that is being described: slot by slot. */
typedef struct description {
    dxki_emit *e;
    dxki_md variable, location;
    const dxki_emit_slot *slots;
    uint64_t bits; /* of the whole variable */
} description;

static void declare(description *d, const dxki_emit_slot *s, uint64_t offset, uint64_t bits)
{
    dxki_emit *e = d->e;
    dxk_module *m = e->b->m;
    const uint64_t piece[] = {OP_BIT_PIECE, offset, bits};
    bool whole = bits == d->bits;
    dxki_md expression =
        dxki_md_node(m, DXKI_M_EXPRESSION, NULL, whole ? 0 : 3, piece, whole ? 0 : 3, false);
    dxki_md address = dxki_md_of_value(m, s->pointer);

    if (!e->debug->declare)
        e->debug->declare = dxki_pass_variable_declare_function(m);
    if (!expression || !address || !e->debug->declare) {
        dxki_hlsl_nomem(e->c);
        return;
    }
    const dxki_value args[] = {DXKI_VALUE(DXKI_V_METADATA, address),
                               DXKI_VALUE(DXKI_V_METADATA, d->variable),
                               DXKI_VALUE(DXKI_V_METADATA, expression)};
    dxki_builder_add_call(dxki_emit_b(e), "variable", e->debug->declare, args, 3);
}

/* Members of structures in arrays are in pieces all over the variable: they are not described. */
static void describe(description *d, const dxki_hlsl_type *t, uint64_t offset)
{
    const dxki_hlsl_type *one = t;

    if (!dxki_emit_ready(d->e) || !dxki_hlsl_slots(t))
        return;
    while (one->kind == DXKI_HLSL_TY_ARRAY)
        one = one->element;
    if (t->kind == DXKI_HLSL_TY_RECORD) {
        for (size_t i = 0; i < t->record->field_count; i++)
            describe(d, t->record->fields[i].type,
                     offset + (uint64_t)t->record->fields[i].packed_offset * 8);
    } else if (one->kind == DXKI_HLSL_TY_RECORD) {
        d->slots += dxki_hlsl_slots(t);
    } else {
        declare(d, d->slots++, offset, (uint64_t)dxki_hlsl_packed_size(d->e->c, t) * 8);
    }
}

/* Number of a parameter, from 1; 0: the variable is none. */
static uint64_t number_of(const dxki_hlsl_function *f, const dxki_hlsl_var *v)
{
    for (size_t i = 0; f && i < f->param_count; i++)
        if (f->params[i] == v)
            return i + 1;
    return 0;
}

void dxki_emit_debug_variable(dxki_emit *e, const dxki_hlsl_var *v, const dxki_emit_place *p)
{
    dxki_hlsl_position at;

    if (!e->debug || !v || !v->name || !e->debug->spot.scope || p->kind != DXKI_EMIT_LOCAL ||
        !dxki_emit_ready(e))
        return;
    const struct dxki_emit_debug *d = e->debug;
    uint64_t number = number_of(d->spot.function, v);
    bool is_static = v->storage == DXKI_HLSL_STATIC;
    dxk_str name =
        is_static ? dxki_hlsl_join(e->c, dxki_str("global."), v->name->text) : v->name->text;
    dxki_md file = dxki_emit_debug_file(e, v->loc, &at);
    const dxki_md ops[] = {[DXKI_DI_LOCAL_VAR_SCOPE] = d->spot.scope,
                           [DXKI_DI_LOCAL_VAR_NAME] = dxki_emit_debug_text(e, name),
                           [DXKI_DI_LOCAL_VAR_FILE] = file,
                           [DXKI_DI_LOCAL_VAR_TYPE] = dxki_emit_debug_type_of(e, v)};
    const uint64_t nums[] = {[DXKI_DI_LOCAL_VAR_TAG] =
                                 number || is_static ? TAG_ARG_VARIABLE : TAG_AUTO_VARIABLE,
                             [DXKI_DI_LOCAL_VAR_LINE] = at.line,
                             [DXKI_DI_LOCAL_VAR_ARG] = number,
                             [DXKI_DI_LOCAL_VAR_FLAGS] = 0};
    description own = {.e = e,
                       .variable = dxki_emit_debug_node(e, DXKI_M_LOCAL_VAR, ops, nums, false),
                       .slots = p->slots,
                       .bits = (uint64_t)dxki_hlsl_packed_size(e->c, v->type) * 8};
    dxki_md before = dxki_emit_debug_at(e, v->loc);
    describe(&own, v->type, 0);
    dxki_emit_debug_back(e, before);
}

/* ---------------------------------------------------------------------------------------- */
/* All of it                                                                                  */

void dxki_emit_debug_begin(dxki_emit *e)
{
    const dxki_hlsl_loc nowhere = {0, 0};
    dxki_hlsl_position at;

    if (!e->c->options.debug)
        return;
    e->debug = DXKI_HLSL_NEW(e->c, struct dxki_emit_debug);
    if (!dxki_emit_ready(e))
        return;
    char producer[64] = "dxk ";
    strncat(producer, dxk_version(), sizeof producer - 5);
    e->debug->none = dxki_emit_debug_tuple(e, NULL, 0);
    const dxki_md ops[9] = {[DXKI_DI_COMPILE_UNIT_FILE] = dxki_emit_debug_file(e, nowhere, &at),
                            [DXKI_DI_COMPILE_UNIT_PRODUCER] =
                                dxki_emit_debug_text(e, dxki_str(producer)),
                            [DXKI_DI_COMPILE_UNIT_ENUMS] = e->debug->none};
    const uint64_t nums[5] = {
        [DXKI_DI_COMPILE_UNIT_LANGUAGE] = LANGUAGE_CPP, [DXKI_DI_COMPILE_UNIT_EMISSION_KIND] = 1};
    e->debug->unit = dxki_emit_debug_node(e, DXKI_M_COMPILE_UNIT, ops, nums, true);
}

static dxki_md linkage_name(dxki_emit *e, const dxki_hlsl_var *v)
{
    return dxki_emit_debug_text(e, dxki_hlsl_mangle_variable(e->c, v));
}

typedef DXKI_VEC(dxki_md) nodes;

static void add_global(dxki_emit *e, const dxki_hlsl_var *v, nodes *all)
{
    dxki_hlsl_position at;

    if (!v->name || !v->type || !dxki_emit_ready(e))
        return;
    dxki_md file = dxki_emit_debug_file(e, v->loc, &at);
    bool is_linked = v->storage != DXKI_HLSL_STATIC && !v->buffer;
    const dxki_md ops[7] = {[DXKI_DI_GLOBAL_VAR_SCOPE] = e->debug->unit,
                            [DXKI_DI_GLOBAL_VAR_NAME] = dxki_emit_debug_text(e, v->name->text),
                            [DXKI_DI_GLOBAL_VAR_FILE] = file,
                            [DXKI_DI_GLOBAL_VAR_LINKAGE_NAME] = is_linked ? linkage_name(e, v) : 0,
                            [DXKI_DI_GLOBAL_VAR_TYPE] = dxki_emit_debug_type_of(e, v)};
    const uint64_t nums[3] = {[DXKI_DI_GLOBAL_VAR_LINE] = at.line,
                              [DXKI_DI_GLOBAL_VAR_IS_LOCAL] = v->storage == DXKI_HLSL_STATIC,
                              [DXKI_DI_GLOBAL_VAR_IS_DEFINITION] = 1};
    dxki_md made = dxki_emit_debug_node(e, DXKI_M_GLOBAL_VAR, ops, nums, false);
    if (dxki_emit_ready(e) && !dxki_vec_push(e->c->ctx, all, made))
        dxki_hlsl_nomem(e->c);
}

/* Members of constant buffers, and globals, that the program uses. */
static dxki_md globals(dxki_emit *e)
{
    nodes all = {0};
    const dxki_hlsl_sema *s = e->c->sema;

    for (size_t i = 0; i < s->buffers.count; i++) {
        const dxki_hlsl_buffer *b = s->buffers.items[i];
        for (size_t k = 0; b->var && b->var->used && k < b->count; k++)
            add_global(e, b->members[k], &all);
    }
    for (size_t i = 0; i < s->globals.count; i++)
        if (s->globals.items[i]->used)
            add_global(e, s->globals.items[i], &all);
    dxki_md made = dxki_emit_debug_tuple(e, all.items, all.count);
    dxki_vec_free(e->c->ctx, &all);
    return made;
}

static void set_unit(dxki_emit *e, uint32_t slot, dxki_md value)
{
    if (dxki_emit_ready(e))
        e->b->m->words.items[e->b->m->mds.items[e->debug->unit].ops + slot] = value;
}

/* !{i32 2, !"Dwarf Version", i32 4} */
static void add_flag(dxki_dxil_emitter *m, const char *name, uint32_t value)
{
    dxki_dxil_emit_push(m, dxki_dxil_emit_u32(m, 2));
    dxki_dxil_emit_push(m, dxki_dxil_emit_string(m, dxki_str(name)));
    dxki_dxil_emit_push(m, dxki_dxil_emit_u32(m, value));
    dxki_dxil_emit_named(m, "llvm.module.flags", dxki_dxil_emit_tuple(m, 0));
}

/* The sources, what they were compiled with, and from where. */
static void add_sources(dxki_dxil_emitter *m, const dxki_hlsl *c)
{
    for (size_t i = 0; i < c->files.count; i++) {
        const dxki_hlsl_file *f = c->files.items[i];
        if (f->builtin)
            continue;
        dxki_dxil_emit_push(m, dxki_dxil_emit_string(m, f->name));
        dxki_dxil_emit_push(m, dxki_dxil_emit_string(m, (dxk_str){f->text, f->size}));
        dxki_dxil_emit_named(m, "dx.source.contents", dxki_dxil_emit_tuple(m, 0));
    }
    for (size_t i = 0; i < c->options.define_count; i++)
        dxki_dxil_emit_push(m, dxki_dxil_emit_string(m, dxki_str(c->options.defines[i])));
    dxki_dxil_emit_named(m, "dx.source.defines", dxki_dxil_emit_tuple(m, 0));
    dxki_dxil_emit_push(m, dxki_dxil_emit_string(m, c->options.name));
    dxki_dxil_emit_named(m, "dx.source.mainFileName", dxki_dxil_emit_tuple(m, 0));
    for (size_t i = 0; i < c->options.argument_count; i++)
        dxki_dxil_emit_push(m, dxki_dxil_emit_string(m, dxki_str(c->options.arguments[i])));
    dxki_dxil_emit_named(m, "dx.source.args", dxki_dxil_emit_tuple(m, 0));
}

void dxki_emit_debug_finish(dxki_emit *e)
{
    dxki_dxil_emitter m = {.m = e->b->m};

    if (!e->debug || !dxki_emit_ready(e))
        return;
    set_unit(e, DXKI_DI_COMPILE_UNIT_GLOBALS, globals(e));
    set_unit(e, DXKI_DI_COMPILE_UNIT_SUBPROGRAMS,
             dxki_emit_debug_tuple(e, e->debug->subprograms.items, e->debug->subprograms.count));
    dxki_dxil_emit_named(&m, "llvm.dbg.cu", e->debug->unit);
    add_flag(&m, "Dwarf Version", 4);
    add_flag(&m, "Debug Info Version", 3);
    add_sources(&m, e->c);
    dxki_vec_free(e->c->ctx, &m.stack);
    if (m.failed)
        dxki_hlsl_nomem(e->c);
}

void dxki_emit_debug_free(dxki_emit *e)
{
    if (e->debug)
        dxki_vec_free(e->c->ctx, &e->debug->subprograms);
}
