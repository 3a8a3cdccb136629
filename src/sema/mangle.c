/* SPDX-License-Identifier: MIT */
/*
 * mangle.c - names of functions and resources in libraries, which tell their types:
 *
 *     float4 f(float3, inout S)     \1?f@@YA?AV?$vector@M$03@@V?$vector@M$02@@US@@@Z
 *     Texture2D t[4]                \1?t@@3PAV?$Texture2D@V?$vector@M$03@@@@A
 *
 * Names and parameters that came before are digits; what stands between the brackets of a template
 * counts its own. Source: DirectXShaderCompiler, MicrosoftMangle.cpp, for the letters.
 */
#include "sema/linalg.h"
#include "sema/mangle.h"

#include "base/out.h"

#define BACK 10u /* names, and parameters, that a digit can stand for */

typedef struct mangler {
    dxki_hlsl *c;
    DXKI_VEC(char) out;
    dxk_str names[BACK], types[BACK];
    bool references[BACK]; /* of `types` */
    uint32_t name_count, type_count;
} mangler;

static void put(mangler *m, dxk_str text)
{
    for (size_t i = 0; i < text.size && dxki_hlsl_ready(m->c); i++)
        DXKI_HLSL_PUSH(m->c, &m->out, text.data[i]);
}

static void put_text(mangler *m, const char *text)
{
    put(m, dxki_str(text));
}

static void put_char(mangler *m, char ch)
{
    put(m, (dxk_str){&ch, 1});
}

/* What was put from `start` on, as a text of its own. */
static dxk_str text_from(mangler *m, size_t start)
{
    size_t size = m->out.count - start;

    return size ? dxki_hlsl_text(m->c, (dxk_str){m->out.items + start, size}) : dxki_str("");
}

static dxk_str finish(mangler *m)
{
    dxk_str text = text_from(m, 0);

    dxki_vec_free(m->c->ctx, &m->out);
    return text;
}

/* 1 to 10 are digits from 0 on; others have letters for hexadecimal digits, and '@' at the end. */
static void put_number(mangler *m, uint64_t value)
{
    char letters[18], *at = letters + sizeof letters;

    if (value >= 1 && value <= 10) {
        put_char(m, (char)('0' + value - 1));
        return;
    }
    *--at = '@';
    do {
        *--at = (char)('A' + (value & 15));
        value >>= 4;
    } while (value);
    put(m, (dxk_str){at, (size_t)(letters + sizeof letters - at)});
}

static void put_name(mangler *m, dxk_str name)
{
    for (uint32_t i = 0; i < m->name_count; i++) {
        if (dxki_str_same(m->names[i], name)) {
            put_char(m, (char)('0' + i));
            return;
        }
    }
    put(m, name);
    put_char(m, '@');
    if (m->name_count < BACK)
        m->names[m->name_count++] = name;
}

static void put_type(mangler *m, const dxki_hlsl_type *t);
static const dxki_hlsl_type *put_dims(mangler *m, const dxki_hlsl_type *t);
static void put_scoped(mangler *m, dxk_str name, const dxki_hlsl_scope *scope);

static void put_template(mangler *m, const dxki_hlsl_argument *a)
{
    const dxki_ast_decl *d = a->tmpl ? a->tmpl->decl : NULL;

    put_text(m, d && d->kind == DXKI_AST_TYPEDEF   ? "$$Y"
                : d && d->op == DXKI_HLSL_K_STRUCT ? "U"
                                                   : "V");
    put_scoped(m, a->tmpl ? a->tmpl->name->text : dxki_hlsl_known_name(a->known),
               a->tmpl ? a->tmpl->scope : NULL);
}

static void put_argument(mangler *m, const dxki_hlsl_argument *a)
{
    bool negative =
        a->is_value && dxki_hlsl_info(a->type)->number == DXKI_HLSL_SINT && (int64_t)a->bits < 0;

    if (a->tmpl || a->known) {
        put_template(m, a);
        return;
    }
    if (a->is_value) {
        put_text(m, negative ? "$0?" : "$0");
        put_number(m, negative ? 0 - a->bits : a->bits);
        return;
    }
    const dxki_hlsl_type *t = a->type;
    if (t->kind == DXKI_HLSL_TY_ARRAY)
        put_text(m, "$$B");
    if (a->is_const) { /* what an array consists of is constant */
        t = put_dims(m, t);
        put_text(m, "$$CB");
    }
    put_type(m, t);
}

/* The name of an instance of a template has its arguments: "?$W@M". */
static dxk_str instance_name(dxki_hlsl *c, const dxki_hlsl_instance *made)
{
    mangler m = {.c = c};

    put_text(&m, "?$");
    put_name(&m, made->of->name->text);
    for (size_t i = 0; i < made->count && dxki_hlsl_ready(c); i++)
        put_argument(&m, &made->args[i]);
    return finish(&m);
}

static dxk_str record_name(dxki_hlsl *c, const dxki_hlsl_record *r)
{
    if (r->instance)
        return instance_name(c, r->instance);
    return r->name ? r->name->text : r->alias ? r->alias->text : dxki_str("<unnamed-tag>");
}

/* A name, and those of what is around it; `scope`: where it is declared, or NULL. */
static void put_scoped(mangler *m, dxk_str name, const dxki_hlsl_scope *scope)
{
    put_name(m, name);
    for (; scope; scope = scope->outer) {
        if (scope->kind == DXKI_HLSL_NAMESPACE && scope->name)
            put_name(m, scope->name->text);
        else if (scope->kind == DXKI_HLSL_MEMBERS && scope->type && scope->type->record &&
                 scope->type->record->name)
            put_name(m, record_name(m->c, scope->type->record));
    }
    put_char(m, '@');
}

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

static const char *scalar_code(const dxki_hlsl *c, uint8_t scalar)
{
    static const struct {
        uint8_t scalar;
        const char *code;
    } rows[] = {
        {DXKI_HLSL_S_BOOL, "_N"},
        {DXKI_HLSL_S_INT, "H"},
        {DXKI_HLSL_S_UINT, "I"},
        {DXKI_HLSL_S_FLOAT, "M"},
        {DXKI_HLSL_S_DOUBLE, "N"},
        {DXKI_HLSL_S_LITERAL_FLOAT, "N"},
        {DXKI_HLSL_S_INT16, "F"},
        {DXKI_HLSL_S_UINT16, "G"},
        {DXKI_HLSL_S_INT64, "_J"},
        {DXKI_HLSL_S_LITERAL_INT, "_J"},
        {DXKI_HLSL_S_UINT64, "_K"},
        {DXKI_HLSL_S_MIN16FLOAT, "$min16f@"},
        {DXKI_HLSL_S_MIN10FLOAT, "$min10f@"},
        {DXKI_HLSL_S_MIN16INT, "$min16i@"},
        {DXKI_HLSL_S_MIN12INT, "$min12i@"},
        {DXKI_HLSL_S_MIN16UINT, "$min16ui@"},
        {DXKI_HLSL_S_PACKED_S8, "$i8_4pk@"},
        {DXKI_HLSL_S_PACKED_U8, "$ui8_4pk@"},
    };

    if (scalar == DXKI_HLSL_S_HALF)
        return c->options.native_16bit ? "$f16@" : "$halff@";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].scalar == scalar)
            return rows[i].code;
    return "H";
}

/* The parts of a template's name. */
typedef struct instance {
    dxk_str name;
    const dxki_hlsl_type *element; /* or NULL */
    int64_t numbers[2];
    uint32_t count;
    bool is_struct; /* the template is one, not a class */
} instance;

/* "V?$vector@M$03@@": the whole is one name. */
static void put_instance(mangler *m, const instance *t)
{
    mangler inner = {.c = m->c};

    put_text(&inner, "?$");
    put_name(&inner, t->name);
    if (t->element)
        put_type(&inner, t->element);
    for (uint32_t i = 0; i < t->count; i++) {
        put_text(&inner, t->numbers[i] < 0 ? "$0?" : "$0");
        put_number(&inner, (uint32_t)(t->numbers[i] < 0 ? -t->numbers[i] : t->numbers[i]));
    }
    put_char(m, t->is_struct ? 'U' : 'V');
    put_name(m, finish(&inner));
    put_char(m, '@');
}

/* Old names of a type mean the same type. */
static uint8_t object_of(const dxki_hlsl_type *t)
{
    return t->object == DXKI_HLSL_O_SAMPLER_OLD ? (uint8_t)DXKI_HLSL_O_SAMPLER : t->object;
}

static void put_object(mangler *m, const dxki_hlsl_type *t)
{
    const dxki_hlsl_object_info *info = dxki_hlsl_object_at((dxki_hlsl_object)object_of(t));
    bool is_view = t->object == DXKI_HLSL_O_CONSTANTS || t->object == DXKI_HLSL_O_TBUFFER;
    instance made = {.name = dxki_str(info->name),
                     .element = t->element,
                     .is_struct = is_view || (info->flags & DXKI_HLSL_NODE) != 0};

    if (t->object == DXKI_HLSL_O_LINALG_MATRIX) {
        put_text(m, "$linalg_matrix");
        put_text(m, dxki_hlsl_linalg_code(m->c, t).data);
        put_char(m, '@');
        return;
    }
    if (t->object == DXKI_HLSL_O_HIT_OBJECT) {
        put_char(m, 'V');
        put_scoped(m, dxki_str("HitObject"), m->c->sema->language);
        return;
    }
    if (info->args == DXKI_HLSL_ARGS_NO || (!t->element && info->args != DXKI_HLSL_ARGS_OTHER)) {
        put_char(m, 'U');
        put_scoped(m, made.name, NULL);
        return;
    }
    if (info->args == DXKI_HLSL_ARGS_SAMPLES)
        made.numbers[made.count++] = (int32_t)t->count;
    else if (info->args == DXKI_HLSL_ARGS_PATCH || !t->element)
        made.numbers[made.count++] = t->count;
    put_instance(m, &made);
}

static void put_numeric(mangler *m, const dxki_hlsl_type *t)
{
    bool matrix = t->kind == DXKI_HLSL_TY_MATRIX;
    const dxki_hlsl_type *scalar = dxki_hlsl_type_scalar(m->c, (dxki_hlsl_scalar)t->scalar);
    instance made = {.name = dxki_str(matrix ? "matrix" : "vector"), .element = scalar};

    if (matrix)
        made.numbers[made.count++] = t->rows;
    made.numbers[made.count++] = t->columns;
    put_instance(m, &made);
}

static const dxki_hlsl_type *put_dims(mangler *m, const dxki_hlsl_type *t)
{
    uint32_t dims = 0;

    for (const dxki_hlsl_type *part = t; part->kind == DXKI_HLSL_TY_ARRAY; part = part->element)
        dims++;
    if (!dims)
        return t;
    put_char(m, 'Y');
    put_number(m, dims);
    for (; t->kind == DXKI_HLSL_TY_ARRAY; t = t->element)
        put_number(m, t->count);
    return t;
}

static void put_record(mangler *m, const dxki_hlsl_record *r)
{
    put_char(m, r->is_class ? 'V' : 'U');
    put_scoped(m, record_name(m->c, r), r->scope ? r->scope->outer : NULL);
}

static void put_type(mangler *m, const dxki_hlsl_type *t)
{
    if (!dxki_hlsl_ready(m->c) || !dxki_hlsl_enter(m->c, (dxki_hlsl_loc){0, 0}))
        return;
    t = put_dims(m, t);
    switch (t->kind) {
    case DXKI_HLSL_TY_SCALAR:
        put_text(m, scalar_code(m->c, t->scalar));
        break;
    case DXKI_HLSL_TY_VECTOR:
    case DXKI_HLSL_TY_MATRIX:
        put_numeric(m, t);
        break;
    case DXKI_HLSL_TY_RECORD:
        put_record(m, t->record);
        break;
    case DXKI_HLSL_TY_ENUM:
        if (dxki_hlsl_is_character(t)) {
            put_char(m, 'D');
            break;
        }
        put_text(m, "W4");
        put_scoped(m, t->name ? t->name->text : dxki_str(""), t->scope ? t->scope->outer : NULL);
        break;
    case DXKI_HLSL_TY_OBJECT:
        put_object(m, t);
        break;
    default:
        put_char(m, 'X');
        break;
    }
    dxki_hlsl_leave(m->c);
}

/* ---------------------------------------------------------------------------------------- */
/* Functions                                                                                  */

/* What a parameter is written as; `out` parameters are references, but for structures. */
static void put_passed(mangler *m, const dxki_hlsl_var *v)
{
    bool reference = (v->direction & DXKI_HLSL_OUT) != 0;

    if (v->type->kind == DXKI_HLSL_TY_ARRAY) {
        const dxki_hlsl_type *element = put_dims(m, v->type);
        if (reference)
            put_text(m, "$$CA");
        put_type(m, element);
        return;
    }
    if (reference && v->type->kind != DXKI_HLSL_TY_RECORD && v->type->kind != DXKI_HLSL_TY_OBJECT)
        put_text(m, "AIA");
    put_type(m, v->type);
}

/* A parameter, or the digit of the equal one before it. */
static void put_param(mangler *m, dxki_hlsl_function *f, size_t index, uint8_t *digits)
{
    const dxki_hlsl_var *v = f->params[index];
    bool reference = (v->direction & DXKI_HLSL_OUT) != 0;
    const dxki_hlsl_type *plain = dxki_hlsl_type_plain(m->c, v->type);

    digits[index] = BACK;
    for (size_t i = 0; i < index; i++) {
        const dxki_hlsl_var *o = f->params[i];
        if (digits[i] < BACK && reference == ((o->direction & DXKI_HLSL_OUT) != 0) &&
            plain == dxki_hlsl_type_plain(m->c, o->type)) {
            put_char(m, (char)('0' + digits[i]));
            digits[index] = digits[i];
            return;
        }
        if (i >= 64)
            break; /* ten digits are used up long before */
    }
    size_t start = m->out.count;
    put_passed(m, v);
    if (m->out.count - start > 1 && m->type_count < BACK)
        digits[index] = (uint8_t)m->type_count++;
}

static void put_result(mangler *m, const dxki_hlsl_type *t)
{
    if (t->kind == DXKI_HLSL_TY_ARRAY)
        put_text(m, "$$B");
    else if (t->kind != DXKI_HLSL_TY_VOID && t->kind != DXKI_HLSL_TY_SCALAR)
        put_text(m, "?A");
    put_type(m, t);
}

dxk_str dxki_hlsl_mangle_function(dxki_hlsl *c, dxki_hlsl_function *f)
{
    mangler m = {.c = c};
    uint8_t *digits = DXKI_NEW_ARRAY(&c->arena, uint8_t, f->param_count + 1);

    if (!digits) {
        dxki_hlsl_nomem(c);
        return dxki_str("");
    }
    put_text(&m, "\x01?");
    put_scoped(&m, f->name->text, f->scope);
    put_text(&m, "YA");
    put_result(&m, f->result);
    for (size_t i = 0; i < f->param_count && dxki_hlsl_ready(c); i++)
        put_param(&m, f, i, digits);
    put_text(&m, f->param_count ? "@Z" : "XZ");
    return finish(&m);
}

dxk_str dxki_hlsl_mangle_variable(dxki_hlsl *c, const dxki_hlsl_var *v)
{
    mangler m = {.c = c};
    const dxki_hlsl_type *type = v->type, *element = type;

    put_text(&m, "\x01?");
    put_scoped(&m, v->instance ? instance_name(c, v->instance) : v->name->text, NULL);
    put_char(&m, '3');
    if (type->kind == DXKI_HLSL_TY_ARRAY) {
        put_text(&m, "PA");
        element = type->element;
    }
    put_type(&m, element);
    put_char(&m, 'A');
    return finish(&m);
}

dxk_str dxki_hlsl_link_name(dxki_hlsl *c, dxki_hlsl_function *f)
{
    dxk_str name = dxki_hlsl_mangle_function(c, f);

    return name.size > 1 ? (dxk_str){name.data + 1, name.size - 1} : name;
}
