/* SPDX-License-Identifier: MIT */
/* builder.c - a builder's life, its failures, and the checks of what it is given. See builder.h,
 * dxk/builder.h. */
#include "builder/builder.h"
#include "base/count.h"
#include "base/options.h"

#include "base/out.h"
#include "dxil/validator.h"

#include <string.h>

#define TYPE_TEXT       96  /* characters of a type in a message; the rest is cut */
#define LONGEST_OP_NAME 256 /* of the function of an operation */

/* ---------------------------------------------------------------------------------------- */
/* Life                                                                                       */

/* The first shader model 6 that has the stage; past the newest: there is no such program. */
static uint32_t first_model(dxk_shader_kind kind)
{
    switch (kind) {
    case DXK_SHADER_KIND_LIBRARY:
        return 1;
    case DXK_SHADER_KIND_MESH:
    case DXK_SHADER_KIND_AMPLIFICATION:
        return 5;
    default:
        return dxki_sigpoint_of(kind, DXK_SIGNATURE_INPUT) != DXKI_SIGPOINT_COUNT
                   ? 0
                   : DXKI_NEWEST_MINOR + 1;
    }
}

/* The version is ignored where libraries are for linking only. */
static bool is_validator(const dxk_builder_options *o)
{
    return !o->has_validator || o->model_minor == DXKI_OFFLINE_MINOR ||
           dxki_dxil_is_validator(o->validator_major, o->validator_minor);
}

/* Libraries may be for linking only: 6.x. */
static bool is_model(const dxk_builder_options *o)
{
    return o->model_minor <= DXKI_NEWEST_MINOR ||
           (o->kind == DXK_SHADER_KIND_LIBRARY && o->model_minor == DXKI_OFFLINE_MINOR);
}

static bool copy_options(dxk_builder *b, const dxk_builder_options *options)
{
    dxk_bytes root = options->root_signature;

    b->options = *options;
    if (options->model_minor == DXKI_OFFLINE_MINOR) {
        b->options.validator_major = b->options.validator_minor = 0;
    } else if (!options->has_validator) {
        b->options.validator_major = 1;
        b->options.validator_minor = DXKI_NEWEST_MINOR;
    }
    if (root.size == 0)
        return true;
    uint8_t *copy = dxki_arena_alloc(&b->arena, root.size);
    if (!copy)
        return false;
    memcpy(copy, root.data, root.size);
    b->options.root_signature.data = copy;
    return true;
}

static void set_target(dxk_builder *b)
{
    static const char triple[] = "dxil-ms-dx";

    b->m->triple = dxki_str(triple);
    b->m->datalayout = dxki_dxil_data_layout(b->options.native_16bit);
}

dxk_status dxk_builder_create(dxk_ctx *ctx, const dxk_builder_options *given, dxk_builder **out)
{
    dxk_builder_options options;
    if (!dxki_options_take(&options, sizeof options, given)) {
        *out = NULL;
        return DXK_E_ARGUMENT;
    }
    dxk_builder *b;

    *out = NULL;
    if (options.model_minor < first_model(options.kind) || !is_model(&options) ||
        !is_validator(&options) || (unsigned)options.packing > DXK_PACKING_OPTIMIZED ||
        (options.native_16bit && options.model_minor < 2))
        return DXK_E_ARGUMENT;
    b = dxki_realloc(ctx, NULL, 0, sizeof *b);
    if (!b)
        return dxki_nomem(ctx);
    memset(b, 0, sizeof *b);
    b->ctx = ctx;
    dxki_arena_init(&b->arena, ctx);
    b->m = dxki_module_create(ctx);
    if (!b->m || !copy_options(b, &options) ||
        !dxki_dxil_ops_init(&b->ops, b->m, options.native_16bit)) {
        dxk_builder_free(b);
        return dxki_nomem(ctx);
    }
    b->ops.longest_name = LONGEST_OP_NAME;
    b->stage = (uint32_t)options.kind;
    set_target(b);
    *out = b;
    return DXK_OK;
}

void dxk_builder_free(dxk_builder *b)
{
    if (!b)
        return;
    dxk_ctx *ctx = b->ctx;
    dxk_module_free(b->m);
    if (b->ops.ctx)
        dxki_dxil_ops_free(&b->ops);
    dxki_vec_free(ctx, &b->inputs);
    dxki_vec_free(ctx, &b->elements);
    dxki_vec_free(ctx, &b->resources);
    dxki_vec_free(ctx, &b->entries);
    dxki_vec_free(ctx, &b->layouts);
    dxki_vec_free(ctx, &b->copies);
    for (size_t i = 0; i < DXKI_BUILDER_RANKS; i++)
        dxki_vec_free(ctx, &b->functions[i]);
    dxki_vec_free(ctx, &b->payloads);
    dxki_idset_free(ctx, &b->global_names);
    dxki_arena_free(&b->arena);
    dxki_realloc(ctx, b, sizeof *b, 0);
}

dxk_status dxk_builder_status(const dxk_builder *b)
{
    return b->status;
}

/* ---------------------------------------------------------------------------------------- */
/* Failures                                                                                   */

uint32_t dxki_builder_function(const dxk_builder *b)
{
    return b->block ? b->m->blocks.items[b->block].function : 0;
}

/* "@main/bb2" in `buffer`; empty when no block is being filled. */
static const char *path_of(const dxk_builder *b, char *buffer, size_t size)
{
    char number[24], *end = number + sizeof number - 1;
    uint32_t function = dxki_builder_function(b);

    *end = 0;
    buffer[0] = 0;
    if (!function)
        return buffer;
    dxk_str name = dxki_string_get(b->m, b->m->globals.items[function].name);
    const char *digits = dxki_format_u64(end, dxki_block_number(b->m, b->block));
    size_t tail = strlen("/bb") + strlen(digits), room = size - tail - 2;
    size_t shown = name.size < room ? name.size : room;
    buffer[0] = '@';
    memcpy(buffer + 1, name.data, shown);
    memcpy(buffer + 1 + shown, "/bb", 3);
    strcpy(buffer + 4 + shown, digits);
    return buffer;
}

uint32_t dxki_builder_fail(dxk_builder *b, const dxki_rule *rule, const dxki_arg *args,
                           size_t count)
{
    char path[128];

    if (b->status == DXK_OK)
        b->status = dxki_report(b->ctx, rule, dxki_nowhere(),
                                b->m ? path_of(b, path, sizeof path) : NULL, args, count);
    return DXK_NONE;
}

uint32_t dxki_builder_nomem(dxk_builder *b)
{
    if (b->status == DXK_OK)
        b->status = dxki_nomem(b->ctx);
    return DXK_NONE;
}

uint32_t dxki_builder_made(dxk_builder *b, uint32_t made)
{
    return made ? made : dxki_builder_nomem(b);
}

dxki_arg dxki_builder_text(const char *text)
{
    return dxki_text(dxki_str(text));
}

typedef struct writer {
    char text[TYPE_TEXT];
    size_t size;
} writer;

static void put(writer *w, dxk_str text)
{
    for (size_t i = 0; i < text.size && w->size < sizeof w->text; i++)
        w->text[w->size++] = text.data[i];
}

static void put_number(writer *w, uint64_t number)
{
    char digits[24], *end = digits + sizeof digits - 1;

    *end = 0;
    put(w, dxki_str(dxki_format_u64(end, number)));
}

static void put_type(writer *w, const dxk_module *m, dxki_type type, unsigned depth);

static void put_elements(writer *w, const dxk_module *m, dxki_type type, unsigned depth)
{
    bool array = dxki_type_kind_of(m, type) == DXKI_T_ARRAY;

    put(w, dxki_str(array ? "[" : "<"));
    put_number(w, dxki_type_count(m, type));
    put(w, dxki_str(" x "));
    put_type(w, m, dxki_type_element(m, type, 0), depth);
    put(w, dxki_str(array ? "]" : ">"));
}

/* A structure without name, or a function: their members. */
static void put_list(writer *w, const dxk_module *m, dxki_type type, unsigned depth)
{
    bool function = dxki_type_kind_of(m, type) == DXKI_T_FUNCTION;
    uint32_t count, first = 0;
    const dxki_type *list = dxki_type_list(m, type, &count);

    if (function)
        put_type(w, m, list[first++], depth);
    put(w, dxki_str(function ? " (" : "{ "));
    for (uint32_t i = first; i < count && w->size < sizeof w->text; i++) {
        put(w, dxki_str(i > first ? ", " : ""));
        put_type(w, m, list[i], depth);
    }
    put(w, dxki_str(function ? ")" : " }"));
}

static void put_type(writer *w, const dxk_module *m, dxki_type type, unsigned depth)
{
    static const char *const names[] = {
        [DXKI_T_VOID] = "void",     [DXKI_T_HALF] = "half",   [DXKI_T_FLOAT] = "float",
        [DXKI_T_DOUBLE] = "double", [DXKI_T_LABEL] = "label", [DXKI_T_METADATA] = "metadata"};
    const dxki_type_entry *t = dxki_type_get(m, type);

    if (depth > 8) {
        put(w, dxki_str("..."));
    } else if (t->kind < DXKI_COUNT(names)) {
        put(w, dxki_str(names[t->kind] ? names[t->kind] : "?"));
    } else if (t->kind == DXKI_T_INT) {
        put(w, dxki_str("i"));
        put_number(w, t->a);
    } else if (t->kind == DXKI_T_POINTER) {
        put_type(w, m, t->a, depth + 1);
        put(w, dxki_str("*"));
    } else if (t->kind == DXKI_T_ARRAY || t->kind == DXKI_T_VECTOR) {
        put_elements(w, m, type, depth + 1);
    } else if (t->kind == DXKI_T_STRUCT && (t->flags & DXKI_TF_IDENTIFIED)) {
        put(w, dxki_str("%"));
        put(w, dxki_string_get(m, t->c));
    } else if (t->kind == DXKI_T_STRUCT || t->kind == DXKI_T_FUNCTION) {
        put_list(w, m, type, depth + 1);
    } else {
        put(w, dxki_str("?"));
    }
}

dxki_arg dxki_builder_type_text(dxk_builder *b, dxki_type type)
{
    writer w = {.size = 0};

    if (type)
        put_type(&w, b->m, type, 0);
    char *text = dxki_arena_strdup(&b->arena, w.text, w.size);
    return dxki_builder_text(text && type ? text : "none");
}

/* ---------------------------------------------------------------------------------------- */
/* Checks                                                                                     */

static bool is_no(dxk_builder *b, const char *call, uint32_t number, const char *kind)
{
    DXKI_BFAIL(b, ID, dxki_builder_text(call), dxki_hex(number), dxki_builder_text(kind));
    return false;
}

bool dxki_builder_is_type(dxk_builder *b, const char *call, dxk_type type)
{
    return (type > 0 && type < b->m->types.count) || is_no(b, call, type, "type");
}

/* Function that a local value belongs to; 0: it is not local. */
static uint32_t home_of(const dxk_module *m, dxki_value value)
{
    uint32_t index = DXKI_INDEX(value);

    if (DXKI_TAG(value) == DXKI_V_ARG)
        return m->args.items[index].function;
    if (DXKI_TAG(value) == DXKI_V_INST)
        return m->blocks.items[m->insts.items[index].block].function;
    return DXKI_TAG(value) == DXKI_V_BLOCK ? m->blocks.items[index].function : 0;
}

static bool is_there(const dxk_module *m, dxki_value value)
{
    uint32_t index = DXKI_INDEX(value);

    if (index == 0)
        return false;
    switch (DXKI_TAG(value)) {
    case DXKI_V_GLOBAL:
        return index < m->globals.count;
    case DXKI_V_CONST:
        return index < m->consts.count;
    case DXKI_V_ARG:
        return index < m->args.count;
    case DXKI_V_INST:
        return index < m->insts.count;
    case DXKI_V_BLOCK:
        return index < m->blocks.count;
    default:
        return false;
    }
}

static bool is_at_home(dxk_builder *b, const char *call, dxki_value value, const char *what)
{
    uint32_t home = home_of(b->m, value);

    if (home == 0 || home == dxki_builder_function(b))
        return true;
    DXKI_BFAIL(b, FUNCTION, dxki_builder_text(call), dxki_builder_text(what));
    return false;
}

bool dxki_builder_is_value(dxk_builder *b, const char *call, dxk_value value)
{
    if (!is_there(b->m, value) || DXKI_TAG(value) == DXKI_V_BLOCK)
        return is_no(b, call, value, "value");
    return is_at_home(b, call, value, "an operand");
}

bool dxki_builder_is_const(dxk_builder *b, const char *call, dxk_value value)
{
    return (is_there(b->m, value) && dxki_value_is_const(value)) ||
           is_no(b, call, value, "constant");
}

bool dxki_builder_is_block(dxk_builder *b, const char *call, dxk_block block)
{
    if (!is_there(b->m, block) || DXKI_TAG(block) != DXKI_V_BLOCK)
        return is_no(b, call, block, "block");
    return is_at_home(b, call, block, "a block");
}

bool dxki_builder_is_function(dxk_builder *b, const char *call, dxk_value function)
{
    return (is_there(b->m, function) && DXKI_TAG(function) == DXKI_V_GLOBAL &&
            b->m->globals.items[DXKI_INDEX(function)].kind == DXKI_G_FUNCTION &&
            !dxki_global_is_dxop(b->m, DXKI_INDEX(function))) ||
           is_no(b, call, function, "function");
}

bool dxki_builder_has_type(dxk_builder *b, const char *call, const char *what, dxki_type type,
                           dxki_type wanted)
{
    if (type == wanted)
        return true;
    DXKI_BFAIL(b, TYPE, dxki_builder_text(call), dxki_builder_text(what),
               dxki_builder_type_text(b, type), dxki_builder_type_text(b, wanted));
    return false;
}

dxk_type dxk_builder_type_of(const dxk_builder *b, dxk_value value)
{
    return b->m && is_there(b->m, value) ? dxki_value_type(b->m, value) : DXK_NONE;
}
