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

/* Version of the compiler whose language this is. */
#define COMPILER                                                                                   \
    "#define __hlsl_dx_compiler 1\n"                                                               \
    "#define __DXC_VERSION_MAJOR 1\n"                                                              \
    "#define __DXC_VERSION_MINOR 10\n"                                                             \
    "#define __DXC_VERSION_RELEASE 0\n"                                                            \
    "#define __DXC_VERSION_COMMITS 0\n"                                                            \
    "#define __SHADER_STAGE_VERTEX 1\n"                                                            \
    "#define __SHADER_STAGE_PIXEL 0\n"                                                             \
    "#define __SHADER_STAGE_GEOMETRY 2\n"                                                          \
    "#define __SHADER_STAGE_HULL 3\n"                                                              \
    "#define __SHADER_STAGE_DOMAIN 4\n"                                                            \
    "#define __SHADER_STAGE_COMPUTE 5\n"                                                           \
    "#define __SHADER_STAGE_LIBRARY 6\n"                                                           \
    "#define __SHADER_STAGE_MESH 13\n"                                                             \
    "#define __SHADER_STAGE_AMPLIFICATION 14\n"

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

/* Appends "#define NAME VALUE". */
static void add_number(dxki_hlsl *c, dxk_str *text, const char *name, uint64_t value)
{
    add(c, text, "#define ");
    add(c, text, name);
    add(c, text, " ");
    *text = dxki_hlsl_join(c, *text, number_text(c, value));
    add(c, text, "\n");
}

/* NAME or NAME=VALUE. */
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

dxk_str dxki_hlsl_pp_predefine(dxki_hlsl *c)
{
    dxk_str text = {"", 0};

    for (size_t i = 0; i < DXKI_COUNT(builtins); i++) {
        dxki_hlsl_macro *m = DXKI_HLSL_NEW(c, dxki_hlsl_macro);
        dxki_hlsl_name *name = dxki_hlsl_intern_kept(c, dxki_str(builtins[i].name));
        *m = (dxki_hlsl_macro){.name = name, .builtin = builtins[i].which};
        if (dxki_hlsl_ready(c))
            name->macro = m;
    }
    add(c, &text, COMPILER);
    add_number(c, &text, "__HLSL_VERSION", c->version);
    if (c->has_target) {
        add_number(c, &text, "__SHADER_TARGET_STAGE", (uint64_t)c->kind);
        add_number(c, &text, "__SHADER_TARGET_MAJOR", 6);
        add_number(c, &text, "__SHADER_TARGET_MINOR", c->model_minor);
    }
    if (c->options.native_16bit)
        add_number(c, &text, "__HLSL_ENABLE_16_BIT", 1);
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
