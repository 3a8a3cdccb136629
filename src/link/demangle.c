/* SPDX-License-Identifier: MIT */
/*
 * demangle.c - names of HLSL functions as declarations.
 *
 *     \1?shade@lib@@YA?AV?$vector@M$03@@V?$vector@M$02@@AIAULight@@@Z
 *        name @scopes@@YA result        parameters                 @Z
 *     float4 lib::shade(float3, inout Light)
 *
 *     \1?at@Light@@QAAMH@Z    float Light::at(int): Q stands for a method, S for a static one
 *     \1??HLight@@QAA...      Light::operator+: a letter after a second ? stands for an operator
 *
 * A type is a letter or two, a name after U or V, an array after Y, a reference after AI. Digits
 * stand for names and parameters that came before. Source: DirectXShaderCompiler,
 * MicrosoftMangle.cpp, for which letter stands for what.
 */
#include "dxk/symbols.h"

#include "base/out.h"
#include "base/str.h"

#include <string.h>

enum { BACK = 10, DEPTH = 8, ROOM = 512 };

typedef struct reader {
    const char *at, *end;
    dxk_str names[BACK]; /* identifiers, as they came */
    uint32_t name_count;
    char templates[BACK][ROOM / 4]; /* texts of those that are templates */
    char kept[BACK][ROOM / 4];      /* parameters, as they came */
    uint32_t type_count;
} reader;

/* A text under construction; `failed`: it did not fit, or the name was understood no further. */
typedef struct writer {
    char text[ROOM];
    size_t size;
    bool failed;
} writer;

static void put(writer *w, const char *text, size_t size)
{
    if (size >= ROOM - w->size) {
        w->failed = true;
        return;
    }
    memcpy(w->text + w->size, text, size);
    w->size += size;
}

static void puts_to(writer *w, const char *text)
{
    put(w, text, strlen(text));
}

static void put_number(writer *w, uint64_t value)
{
    char digits[24], *end = digits + sizeof digits - 1;
    *end = 0;
    puts_to(w, dxki_format_u64(end, value));
}

static bool take(reader *r, const char *text)
{
    size_t size = strlen(text);
    if ((size_t)(r->end - r->at) < size || memcmp(r->at, text, size) != 0)
        return false;
    r->at += size;
    return true;
}

static bool is_digit(const reader *r)
{
    return r->at < r->end && *r->at >= '0' && *r->at <= '9';
}

/* '0' to '9' are 1 to 10; else letters from A on are hexadecimal digits, up to '@'. */
static bool read_number(reader *r, uint64_t *value)
{
    *value = 0;
    if (is_digit(r)) {
        *value = (uint64_t)(*r->at++ - '0') + 1;
        return true;
    }
    for (int i = 0; i < 16 && r->at < r->end && *r->at >= 'A' && *r->at <= 'P'; i++)
        *value = *value * 16 + (uint64_t)(*r->at++ - 'A');
    return take(r, "@");
}

static bool read_identifier(reader *r, dxk_str *name)
{
    if (is_digit(r)) {
        uint32_t index = (uint32_t)(*r->at++ - '0');
        if (index >= r->name_count)
            return false;
        *name = r->names[index];
        return true;
    }
    const char *start = r->at, *end = memchr(start, '@', (size_t)(r->end - start));
    if (!end || end == start)
        return false;
    *name = (dxk_str){start, (size_t)(end - start)};
    r->at = end + 1;
    for (uint32_t i = 0; i < r->name_count; i++)
        if (dxki_str_same(r->names[i], *name))
            return true;
    if (r->name_count < BACK)
        r->names[r->name_count++] = *name;
    return true;
}

/* A template counts as a name when digits are told. */
static void keep_template(reader *r, const writer *w)
{
    uint32_t index = r->name_count;
    if (index >= BACK || w->failed || w->size > sizeof r->templates[0])
        return;
    memcpy(r->templates[index], w->text, w->size);
    r->names[r->name_count++] = (dxk_str){r->templates[index], w->size};
}

static void read_type(reader *r, writer *w, unsigned depth);

/* vector<float, 4> is float4, matrix<float, 3, 4> float3x4. */
static void read_template(reader *r, writer *w, unsigned depth)
{
    reader inner = {.at = r->at, .end = r->end}; /* has numbers of its own for what came before */
    writer element = {.size = 0}, rest = {.size = 0};
    dxk_str name;
    if (!read_identifier(&inner, &name)) {
        w->failed = true;
        return;
    }
    bool vector = dxki_str_is(name, "vector"), matrix = dxki_str_is(name, "matrix");
    for (unsigned i = 0; !take(&inner, "@") && !w->failed; i++) {
        uint64_t number;
        writer *to = vector || matrix ? (i ? &rest : &element) : &element;
        if (i > 1 || (i && to == &element))
            puts_to(to, vector || matrix ? "x" : ", ");
        if (take(&inner, "$0")) {
            w->failed |= !read_number(&inner, &number);
            put_number(to, number);
        } else {
            read_type(&inner, to, depth + 1);
        }
        w->failed |= to->failed || i > BACK;
    }
    r->at = inner.at;
    if (!vector && !matrix) {
        put(w, name.data, name.size);
        puts_to(w, "<");
    }
    put(w, element.text, element.size);
    put(w, rest.text, rest.size);
    if (!vector && !matrix)
        puts_to(w, ">");
}

/* "H" is operator+. */
static bool read_operator(reader *r, writer *w)
{
    static const char *const operators[][2] = {
        {"A", "[]"}, {"D", "*"},  {"G", "-"},  {"H", "+"},  {"I", "&"},  {"K", "/"},  {"L", "%"},
        {"M", "<"},  {"N", "<="}, {"O", ">"},  {"P", ">="}, {"Q", ","},  {"R", "()"}, {"T", "^"},
        {"U", "|"},  {"V", "&&"}, {"W", "||"}, {"8", "=="}, {"9", "!="},
    };
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (take(r, operators[i][0])) {
            puts_to(w, "operator");
            puts_to(w, operators[i][1]);
            return true;
        }
    return false;
}

/* A name with its scopes, which stand after it, the nearest first. */
static void read_name(reader *r, writer *w, unsigned depth)
{
    dxk_str scopes[DEPTH];
    writer last = {.size = 0};
    uint32_t count = 0;
    dxk_str name;
    if (take(r, "?$")) {
        read_template(r, &last, depth);
        keep_template(r, &last);
    } else if (take(r, "?")) {
        last.failed |= depth > 0 || !read_operator(r, &last);
    } else if (read_identifier(r, &name)) {
        put(&last, name.data, name.size);
    } else {
        last.failed = true;
    }
    while (!last.failed && !take(r, "@")) {
        last.failed |= count == DEPTH || !read_identifier(r, &scopes[count]);
        count++;
    }
    w->failed |= last.failed;
    while (!w->failed && count-- > 0) {
        put(w, scopes[count].data, scopes[count].size);
        puts_to(w, "::");
    }
    put(w, last.text, last.size);
}

/* "Y02M": one dimension of three floats. */
static void read_array(reader *r, writer *w, unsigned depth)
{
    uint64_t count, size[DEPTH] = {0};
    if (!read_number(r, &count) || count == 0 || count > DEPTH) {
        w->failed = true;
        return;
    }
    for (uint64_t i = 0; i < count && !w->failed; i++)
        w->failed |= !read_number(r, &size[i]);
    if (!w->failed)
        read_type(r, w, depth + 1);
    for (uint64_t i = 0; i < count; i++) {
        puts_to(w, "[");
        put_number(w, size[i]);
        puts_to(w, "]");
    }
}

static void read_reference(reader *r, writer *w, unsigned depth)
{
    puts_to(w, "inout ");
    read_type(r, w, depth);
}

static void read_type(reader *r, writer *w, unsigned depth)
{
    static const char *const types[][2] = {
        {"X", "void"},
        {"M", "float"},
        {"N", "double"},
        {"H", "int"},
        {"I", "uint"},
        {"F", "int16_t"},
        {"G", "uint16_t"},
        {"_J", "int64_t"},
        {"_K", "uint64_t"},
        {"_N", "bool"},
        {"$f16@", "half"},
        {"$halff@", "half"},
        {"$min16f@", "min16float"},
        {"$min16i@", "min16int"},
        {"$min16ui@", "min16uint"},
        {"$min10f@", "min10float"},
        {"$min12i@", "min12int"},
    };
    if (depth > DEPTH || w->failed) {
        w->failed = true;
        return;
    }
    if (take(r, "?A") || take(r, "$$CA") || take(r, "$$CB") || take(r, "?B"))
        read_type(r, w, depth + 1);
    else if (take(r, "AIA"))
        read_reference(r, w, depth + 1);
    else if (take(r, "U") || take(r, "V") || take(r, "T") || take(r, "W4"))
        read_name(r, w, depth + 1);
    else if (take(r, "Y"))
        read_array(r, w, depth);
    else {
        for (size_t i = 0; i < sizeof types / sizeof *types; i++)
            if (take(r, types[i][0])) {
                puts_to(w, types[i][1]);
                return;
            }
        w->failed = true;
    }
}

static void read_parameter(reader *r, writer *w)
{
    writer one = {.size = 0};
    if (is_digit(r)) {
        uint32_t index = (uint32_t)(*r->at++ - '0');
        if (index < r->type_count)
            puts_to(w, r->kept[index]);
        w->failed |= index >= r->type_count;
        return;
    }
    const char *start = r->at;
    read_type(r, &one, 0);
    w->failed |= one.failed || one.size >= sizeof r->kept[0];
    put(w, one.text, one.size);
    if (w->failed || r->at - start <= 1 || r->type_count == BACK)
        return;
    memcpy(r->kept[r->type_count], one.text, one.size);
    r->kept[r->type_count++][one.size] = 0;
}

static void read_function(reader *r, writer *w)
{
    writer name = {.size = 0};
    read_name(r, &name, 0);
    bool is_static = take(r, "SA");
    if (name.failed || !(is_static || take(r, "YA") || take(r, "QAA") || take(r, "QBA"))) {
        w->failed = true;
        return;
    }
    puts_to(w, is_static ? "static " : "");
    read_type(r, w, 0);
    puts_to(w, " ");
    put(w, name.text, name.size);
    puts_to(w, "(");
    if (!take(r, "XZ"))
        for (unsigned i = 0; !w->failed && !take(r, "@Z"); i++) {
            puts_to(w, i ? ", " : "");
            read_parameter(r, w);
        }
    puts_to(w, ")");
    w->failed |= r->at != r->end;
}

dxk_status dxk_demangle(dxk_str name, dxk_buffer *out)
{
    if (!name.size)
        return DXK_OK;
    reader r = {.at = name.data, .end = name.data + name.size};
    writer w = {.size = 0};
    if (take(&r, "\1?"))
        read_function(&r, &w);
    else
        w.failed = true;
    return w.failed ? dxk_buffer_append(out, name.data, name.size)
                    : dxk_buffer_append(out, w.text, w.size);
}
