/* SPDX-License-Identifier: MIT */
/* pp_builtin.c - macros that are always there, and those of the options; see pp.h. */
#include "base/count.h"
#include "base/out.h"
#include "hlsl/pp.h"

enum { FILE_NAME = 1, LINE, DATE, TIME, TIMESTAMP, COUNTER, LEVEL, BASE_FILE };

static const struct {
    const char *name;
    uint32_t which;
} builtins[] = {
    {"__FILE__", FILE_NAME},      {"__LINE__", LINE},           {"__DATE__", DATE},
    {"__TIME__", TIME},           {"__TIMESTAMP__", TIMESTAMP}, {"__COUNTER__", COUNTER},
    {"__INCLUDE_LEVEL__", LEVEL}, {"__BASE_FILE__", BASE_FILE},
};

typedef struct constant {
    const char *name;
    uint64_t value;
} constant;

/* Of the compiler whose language this is. */
static const constant compiler[] = {
    {"__hlsl_dx_compiler", 1},     {"__DXC_VERSION_MAJOR", 1},
    {"__DXC_VERSION_MINOR", 10},   {"__DXC_VERSION_RELEASE", 0},
    {"__DXC_VERSION_COMMITS", 0},  {"__SHADER_STAGE_VERTEX", 1},
    {"__SHADER_STAGE_PIXEL", 0},   {"__SHADER_STAGE_GEOMETRY", 2},
    {"__SHADER_STAGE_HULL", 3},    {"__SHADER_STAGE_DOMAIN", 4},
    {"__SHADER_STAGE_COMPUTE", 5}, {"__SHADER_STAGE_LIBRARY", 6},
    {"__SHADER_STAGE_MESH", 13},   {"__SHADER_STAGE_AMPLIFICATION", 14},
};

enum { CONSTANTS = DXKI_COUNT(compiler) + 5, LONGEST_LINE = 64 };

static const char before_name[] = "#define ";

static dxk_str number_text(dxki_hlsl *c, uint64_t value)
{
    char digits[24], *end = digits + sizeof digits;
    const char *text = dxki_format_u64(end, value);

    return dxki_hlsl_text(c, (dxk_str){text, (size_t)(end - text)});
}

static void add(dxki_hlsl *c, dxk_str *text, const char *more)
{
    *text = dxki_hlsl_join(c, *text, dxki_str(more));
}

/* The numbers of this compilation; returns how many there are. */
static size_t list_constants(const dxki_hlsl *c, constant out[CONSTANTS])
{
    size_t count = DXKI_COUNT(compiler);

    memcpy(out, compiler, sizeof compiler);
    out[count++] = (constant){"__HLSL_VERSION", c->version};
    dxk_shader_kind kind = c->has_target ? c->kind : DXK_SHADER_KIND_INVALID;
    out[count++] = (constant){"__SHADER_TARGET_STAGE", (uint64_t)kind};
    out[count++] = (constant){"__SHADER_TARGET_MAJOR", c->model_major};
    out[count++] = (constant){"__SHADER_TARGET_MINOR", c->model_minor};
    if (c->options.native_16bit)
        out[count++] = (constant){"__HLSL_ENABLE_16_BIT", 1};
    return count;
}

static char *copy(char *at, const char *text, size_t size)
{
    memcpy(at, text, size);
    return at + size;
}

/* A line "#define NAME VALUE" for each. */
static dxk_str constants_text(dxki_hlsl *c, const constant *list, size_t count)
{
    char text[CONSTANTS * LONGEST_LINE], *at = text, digits[24], *end = digits + sizeof digits;

    for (size_t i = 0; i < count; i++) {
        const char *value = dxki_format_u64(end, list[i].value);
        at = copy(at, before_name, sizeof before_name - 1);
        at = copy(at, list[i].name, strlen(list[i].name));
        *at++ = ' ';
        at = copy(at, value, (size_t)(end - value));
        *at++ = '\n';
    }
    return dxki_hlsl_text(c, (dxk_str){text, (size_t)(at - text)});
}

size_t dxki_hlsl_pp_define_constants(dxki_hlsl *c, const dxki_hlsl_file *file, size_t count)
{
    dxki_hlsl_macro *macros = DXKI_NEW_ARRAY(&c->arena, dxki_hlsl_macro, count);
    dxki_hlsl_token *bodies = DXKI_NEW_ARRAY(&c->arena, dxki_hlsl_token, count);
    const char *at = file->text;

    if (!macros || !bodies) {
        dxki_hlsl_nomem(c);
        return 0;
    }
    for (size_t i = 0; i < count && dxki_hlsl_ready(c); i++) {
        const char *name = at + sizeof before_name - 1, *value = strchr(name, ' ') + 1;
        const char *end = strchr(value, '\n');
        dxk_str word = {name, (size_t)(value - 1 - name)};
        bodies[i] = (dxki_hlsl_token){.kind = DXKI_HLSL_T_NUMBER,
                                      .flags = DXKI_HLSL_SPACE,
                                      .loc = {file->base + (uint32_t)(value - file->text), 0},
                                      .text = {value, (size_t)(end - value)}};
        macros[i] = (dxki_hlsl_macro){.name = dxki_hlsl_intern_kept(c, word),
                                      .loc = {file->base + (uint32_t)(name - file->text), 0},
                                      .body = &bodies[i],
                                      .body_count = 1};
        macros[i].name->macro = &macros[i];
        at = end + 1;
    }
    return (size_t)(at - file->text);
}

size_t dxki_hlsl_pp_define_size(const char *define)
{
    /* The text has a blank for '=', or " 1". */
    return sizeof before_name - 1 + strlen(define) + (strchr(define, '=') ? 0 : 2) + 1;
}

/* NAME or NAME=VALUE; dxki_hlsl_pp_define_size() tells the size. */
static void add_define(dxki_hlsl *c, dxk_str *text, const char *define)
{
    const char *equal = strchr(define, '=');
    dxk_str name = {define, equal ? (size_t)(equal - define) : strlen(define)};

    add(c, text, "#define ");
    *text = dxki_hlsl_join(c, *text, name);
    add(c, text, " ");
    add(c, text, equal ? equal + 1 : "1");
    add(c, text, "\n");
}

static void define_builtins(dxki_hlsl *c)
{
    dxki_hlsl_macro *macros = DXKI_NEW_ARRAY(&c->arena, dxki_hlsl_macro, DXKI_COUNT(builtins));

    if (!macros) {
        dxki_hlsl_nomem(c);
        return;
    }
    for (size_t i = 0; i < DXKI_COUNT(builtins); i++) {
        dxki_hlsl_name *name = dxki_hlsl_intern_kept(c, dxki_str(builtins[i].name));
        macros[i] = (dxki_hlsl_macro){.name = name, .builtin = builtins[i].which};
        if (dxki_hlsl_ready(c))
            name->macro = &macros[i];
    }
}

dxk_str dxki_hlsl_pp_predefine(dxki_hlsl *c, size_t *constants)
{
    constant list[CONSTANTS];

    define_builtins(c);
    *constants = list_constants(c, list);
    dxk_str text = constants_text(c, list, *constants);
    for (size_t i = 0; i < c->options.define_count; i++)
        add_define(c, &text, c->options.defines[i]);
    return text;
}

void dxki_hlsl_pp_builtin(dxki_hlsl *c, const dxki_hlsl_macro *m, dxki_hlsl_token *t)
{
    dxki_hlsl_position at = dxki_hlsl_position_of(c, dxki_hlsl_outermost(c, t->loc));
    const dxki_hlsl_stream *file = dxki_hlsl_pp_file(c);
    dxk_str text = {"\"\"", 2};

    switch (m->builtin) {
    case FILE_NAME:
        text = dxki_hlsl_pp_quote(c, at.name);
        break;
    case BASE_FILE:
        text = dxki_hlsl_pp_quote(c, c->options.name);
        break;
    case DATE: /* a compilation has no time of its own: equal sources give equal shaders */
        text = dxki_str("\"Jan  1 1970\"");
        break;
    case TIME:
        text = dxki_str("\"00:00:00\"");
        break;
    case TIMESTAMP:
        text = dxki_str("\"Thu Jan  1 00:00:00 1970\"");
        break;
    case LINE:
        text = number_text(c, at.line);
        break;
    case COUNTER:
        text = number_text(c, c->pp->counter++);
        break;
    default:
        text = number_text(c, file ? file->lexer.file->level : 0);
        break;
    }
    t->kind = text.data[0] == '"' ? DXKI_HLSL_T_STRING : DXKI_HLSL_T_NUMBER;
    t->text = text;
    t->name = NULL;
}
