/* SPDX-License-Identifier: MIT */
/*
 * run_members.c - the value of --bind that sets members of a constant buffer by their names, as reflection has
 * them: "Count=8,Light.color=(1,0.5,0),Table[2]=3". See run.h.
 */
#include "run.h"

#include <dxk/reflect.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROW          16u  /* bytes of a row of a constant buffer */
#define MOST_NUMBERS 4096 /* in the value of a member */
#define SHOWN        400  /* bytes of a list of members in a message */

/* A constant buffer whose members are set. */
typedef struct members {
    run_state *s;
    const char *option; /* "b0,space1=..." */
    const dxk_reflect_buffer *buffer;
    uint8_t *bytes;
    size_t size;
} members;

/* A member, or an element of it. */
typedef struct place {
    dxk_str name; /* the path as it is written */
    const dxk_reflect_type *type;
    uint64_t offset;
    uint32_t elements; /* 0: no array */
    bool is_component; /* of a vector */
} place;

typedef enum number_kind { NO_NUMBER, REAL, INTEGER, TRUTH } number_kind;

static bool is_in_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool run_are_members(const char *value)
{
    const char *at = value;
    while (is_in_name(*at) || (at > value && strchr(".[]", *at) && *at))
        at++;
    return at > value && !(*value >= '0' && *value <= '9') && *at == '=';
}

/* "--bind b0: ", and what is wrong. */
static int refuse(const members *m, dxk_str name, const char *what)
{
    return job_error(m->s->j, CLI_USAGE, "--bind %.*s: %.*s%s%s", (int)strcspn(m->option, "="),
                     m->option, (int)(name.size < 100 ? name.size : 100), name.data,
                     name.size ? " " : "", what);
}

/* ---------------------------------------------------------------------------------------- */
/* Paths                                                                                      */

static bool same(dxk_str a, dxk_str b)
{
    return a.size == b.size && (!a.size || memcmp(a.data, b.data, a.size) == 0);
}

/* Names in a list, and the one that is nearest to what was asked for. */
typedef struct names {
    char list[SHOWN], nearest[64];
    unsigned distance;
} names;

static void add_name(names *n, dxk_str wanted, dxk_str name)
{
    char a[64], b[64];
    size_t size = strlen(n->list);
    snprintf(a, sizeof a, "%.*s", (int)wanted.size, wanted.data);
    snprintf(b, sizeof b, "%.*s", (int)name.size, name.data);
    unsigned distance = opt_distance(a, b);
    if (size + strlen(b) + 8 < sizeof n->list)
        sprintf(n->list + size, "%s%s", size ? ", " : "", b);
    if (distance < n->distance && 2 * distance < strlen(a)) {
        n->distance = distance;
        snprintf(n->nearest, sizeof n->nearest, "%s", b);
    }
}

static int unknown(const members *m, const dxk_reflect_type *type, dxk_str path, dxk_str name)
{
    char text[SHOWN + 200];
    names n = {.distance = 4};
    for (uint32_t i = 0; type && i < type->members; i++)
        add_name(&n, name, type->member_list[i].name);
    for (uint32_t i = 0; !type && i < m->buffer->variable_count; i++)
        add_name(&n, name, m->buffer->variables[i].name);
    snprintf(text, sizeof text, "is none of the members %s%s%s%s", n.list,
             *n.nearest ? "; did you mean '" : "", n.nearest, *n.nearest ? "'?" : "");
    return refuse(m, path, *n.list ? text : "has no members");
}

static bool enter_member(place *p, const dxk_reflect_type *type, uint64_t base, dxk_str name)
{
    for (uint32_t i = 0; i < type->members; i++) {
        const dxk_reflect_member *member = &type->member_list[i];
        if (!same(member->name, name))
            continue;
        p->type = &member->type;
        p->offset = base + member->type.offset;
        p->elements = member->type.elements;
        return true;
    }
    return false;
}

/* A variable of the buffer, or a member of the only one, which ConstantBuffer<T> has. */
static bool enter_variable(const members *m, place *p, dxk_str name)
{
    for (uint32_t i = 0; i < m->buffer->variable_count; i++) {
        const dxk_reflect_variable *v = &m->buffer->variables[i];
        if (!same(v->name, name))
            continue;
        p->type = &v->type;
        p->offset = v->start_offset;
        p->elements = v->type.elements;
        return true;
    }
    const dxk_reflect_variable *only = m->buffer->variables;
    return m->buffer->variable_count == 1 && !only->type.elements &&
           enter_member(p, &only->type, only->start_offset, name);
}

static number_kind kind_of(const dxk_reflect_type *type, unsigned *size);

/* "x" of a vector. */
static bool enter_component(place *p, dxk_str name)
{
    static const char letters[] = "xyzwrgba";
    unsigned size;
    const char *letter = name.size == 1 ? strchr(letters, name.data[0]) : NULL;
    uint32_t index = letter ? (uint32_t)(letter - letters) % 4 : 4;
    if (kind_of(p->type, &size) == NO_NUMBER || p->is_component || p->type->rows != 1 ||
        p->type->columns < 2 || index >= p->type->columns)
        return false;
    p->offset += index * (uint64_t)size;
    p->is_component = true;
    return true;
}

static uint64_t whole_rows(uint64_t size)
{
    return (size + ROW - 1) / ROW * ROW;
}

/* Bytes from one element of an array to the next: all but the last have whole rows. */
static uint64_t stride_of(const dxk_reflect_type *type)
{
    return type->elements ? whole_rows((type->size + type->elements - 1) / type->elements)
                          : type->size;
}

/* "[3]" at *at. */
static int enter_element(const members *m, place *p, const char **at)
{
    char *end;
    unsigned long index = strtoul(*at + 1, &end, 10);
    if (end == *at + 1 || *end != ']')
        return refuse(m, p->name, "has no number in brackets");
    *at = end + 1;
    if (!p->elements)
        return refuse(m, p->name, "is no array");
    if (index >= p->elements)
        return refuse(m, p->name, "is an array with fewer elements");
    p->offset += index * stride_of(p->type);
    p->elements = 0;
    return CLI_OK;
}

/* Reads "Light[2].color" up to '='. */
static int read_path(const members *m, const char **at, place *p)
{
    const char *start = *at;
    *p = (place){.type = NULL};
    for (;;) {
        size_t size = 0;
        while (is_in_name((*at)[size]))
            size++;
        const dxk_str name = {*at, size};
        const dxk_reflect_type *outer = p->type;
        *at += size;
        p->name = (dxk_str){start, (size_t)(*at - start)};
        if (outer && p->elements)
            return refuse(m, p->name, "is a member of an array; name an element, as in a[0].b");
        if (!(outer ? enter_member(p, outer, p->offset, name) || enter_component(p, name)
                    : enter_variable(m, p, name)))
            return unknown(m, outer, p->name, name);
        while (**at == '[') {
            int status = enter_element(m, p, at);
            if (status != CLI_OK)
                return status;
            p->name.size = (size_t)(*at - start);
        }
        if (**at != '.')
            break;
        ++*at;
    }
    return **at == '=' ? CLI_OK : refuse(m, p->name, "has no value after '='");
}

/* ---------------------------------------------------------------------------------------- */
/* Numbers                                                                                    */

/* The numbers of a type, and their size in bytes. */
static number_kind kind_of(const dxk_reflect_type *type, unsigned *size)
{
    const char *name = dxk_reflect_name(DXK_REFLECT_VARIABLE_TYPE, type->type);
    *size = 4;
    if (!name || type->members || !type->rows || !type->columns || type->rows > 4 ||
        type->columns > 4)
        return NO_NUMBER;
    if (strstr(name, "DOUBLE") || strstr(name, "64"))
        *size = 8;
    else if (strstr(name, "16") && !strstr(name, "MIN"))
        *size = 2;
    if (strstr(name, "FLOAT") || strstr(name, "DOUBLE"))
        return REAL;
    return strstr(name, "BOOL") ? TRUTH : strstr(name, "INT") ? INTEGER : NO_NUMBER;
}

/* The nearest number with 16 bits, ties to even. */
static uint64_t half_bits(double value)
{
    uint64_t sign = value < 0 || (value == 0 && 1 / value < 0) ? 0x8000 : 0;
    double size = sign ? -value : value, unit = 1;
    int exponent = 0;
    if (value != value)
        return 0x7e00;
    if (size >= 65520)
        return sign | 0x7c00;
    for (; size >= 2 * unit && exponent < 15; exponent++)
        unit *= 2;
    for (; size < unit && exponent > -14; exponent--)
        unit /= 2;
    double steps = size / unit * 1024; /* exact: a power of two */
    uint64_t whole = (uint64_t)steps;
    double rest = steps - (double)whole;
    whole += rest > 0.5 || (rest == 0.5 && (whole & 1));
    return sign | (size < unit ? whole : whole + ((uint64_t)(exponent + 14) << 10));
}

static uint64_t real_bits(double value, unsigned size)
{
    float single = (float)value;
    uint32_t low;
    uint64_t bits;
    if (size == 2)
        return half_bits(value);
    memcpy(&low, &single, sizeof low);
    memcpy(&bits, &value, sizeof bits);
    return size == 8 ? bits : low;
}

/* Reads a number that takes up all of `text`. */
static bool read_number(const char *text, number_kind kind, unsigned size, uint64_t *bits)
{
    char *end;
    if (kind == TRUTH && (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)) {
        *bits = text[0] == 't';
        return true;
    }
    errno = 0;
    if (kind == REAL) {
        *bits = real_bits(strtod(text, &end), size);
        return end != text && !*end;
    }
    bool negative = text[0] == '-';
    *bits = strtoull(text + negative, &end, 0);
    if (end == text + negative || *end || errno || text[negative] == '-' || text[negative] == '+')
        return false;
    if (kind == TRUTH)
        *bits = *bits != 0;
    uint64_t most = size == 8 ? UINT64_MAX : ((uint64_t)1 << (8 * size)) - 1;
    if (*bits > (negative ? most / 2 + 1 : most))
        return false;
    *bits = negative ? 0 - *bits : *bits;
    return true;
}

/* Where number `i` of a member is: elements one after the other, matrices by rows as they are written. */
static uint64_t offset_of(const place *p, unsigned size, uint32_t i)
{
    const dxk_reflect_type *t = p->type;
    const char *name = dxk_reflect_name(DXK_REFLECT_VARIABLE_CLASS, t->var_class);
    uint32_t each = t->rows * t->columns, k = i % each;
    uint64_t at = p->offset + i / each * stride_of(t);
    if (p->is_component)
        return p->offset;
    uint32_t row = k / t->columns, column = k % t->columns;
    if (name && strstr(name, "MATRIX_COLUMNS"))
        return at + column * whole_rows((uint64_t)t->rows * size) + row * size;
    return at + row * whole_rows((uint64_t)t->columns * size) + column * size;
}

static bool store(const members *m, uint64_t offset, unsigned size, uint64_t bits)
{
    if (offset > m->size || size > m->size - offset)
        return false;
    for (unsigned i = 0; i < size; i++)
        m->bytes[offset + i] = (uint8_t)(bits >> (8 * i));
    return true;
}

/* Stores a value: a number, or numbers in parentheses; one number stands for all. */
static int store_value(const members *m, const place *p, const char *text, size_t length)
{
    uint64_t bits[MOST_NUMBERS];
    unsigned size;
    number_kind kind = kind_of(p->type, &size);
    uint32_t count = 0, wanted = p->type->rows * p->type->columns;
    char word[64], message[96];
    wanted = p->is_component ? 1 : wanted * (p->elements ? p->elements : 1);
    if (kind == NO_NUMBER || wanted > MOST_NUMBERS)
        return refuse(m, p->name, "is not of numbers; name its members");
    for (size_t i = 0; i < length; count++) {
        size_t n = 0;
        while (i + n < length && text[i + n] != ',')
            n++;
        snprintf(word, sizeof word, "%.*s", (int)n, text + i);
        snprintf(message, sizeof message, "takes numbers, not '%s'", word);
        if (count == wanted || !read_number(word, kind, size, &bits[count]))
            return refuse(m, p->name, count == wanted ? "has fewer numbers" : message);
        i += n + 1;
    }
    snprintf(message, sizeof message, "takes %u number%s, not %u", wanted, wanted == 1 ? "" : "s",
             count);
    if (count != wanted && count != 1)
        return refuse(m, p->name, message);
    for (uint32_t i = 0; i < wanted; i++)
        if (!store(m, offset_of(p, size, i), size, bits[count == 1 ? 0 : i]))
            return refuse(m, p->name, "is not within the buffer");
    return CLI_OK;
}

/* "Count=8,Light.color=(1,0.5,0)" */
static int read_all(const members *m, const char *at)
{
    int status = CLI_OK;
    while (*at && status == CLI_OK) {
        place p;
        status = read_path(m, &at, &p);
        if (status != CLI_OK)
            break;
        bool open = *++at == '(';
        size_t length = strcspn(at + open, open ? ")" : ",");
        const char *end = at + open + length;
        if (open && *end++ != ')')
            return refuse(m, p.name, "has no ')' after its numbers");
        status = store_value(m, &p, at + open, length);
        if (status == CLI_OK && *end && *end != ',')
            return refuse(m, p.name, "is followed by something else than ','");
        at = end + (*end == ',');
    }
    return status;
}

/* ---------------------------------------------------------------------------------------- */

static const dxk_reflect_buffer *buffer_of(const dxk_reflect *reflect, const dxk_run_resource *r)
{
    for (uint32_t i = 0; reflect && i < reflect->binding_count; i++) {
        const dxk_reflect_binding *b = &reflect->bindings[i];
        const char *kind = dxk_reflect_name(DXK_REFLECT_INPUT_TYPE, b->type);
        if (b->bind_point == r->first && b->space == r->space && kind && strstr(kind, "CBUFFER"))
            return dxk_reflect_find_buffer(reflect, b->name);
    }
    return NULL;
}

static dxk_status put_words(const members *m, dxk_buffer *words)
{
    dxk_status status = DXK_OK;
    char word[16];
    for (size_t i = 0; i < m->size && status == DXK_OK; i += 4) {
        const uint8_t *b = m->bytes + i;
        int size = snprintf(word, sizeof word, "%s0x%02x%02x%02x%02x", i ? ", " : "", b[3], b[2],
                            b[1], b[0]);
        status = dxk_buffer_append(words, word, (size_t)size);
    }
    return status == DXK_OK ? dxk_buffer_append(words, "", 1) : status;
}

static int read_into(members *m, const dxk_run_resource *r, const char *value, dxk_buffer *words)
{
    if (r->cls != DXK_RESOURCE_CLASS_CBUFFER)
        return refuse(m, (dxk_str){"", 0}, "only constant buffers have members with names");
    if (!m->buffer || !m->buffer->variable_count || !m->buffer->variables[0].name.size)
        return refuse(m, (dxk_str){"", 0}, "the shader does not have the names of the members");
    m->size = ((size_t)m->buffer->size + 3) / 4 * 4;
    m->bytes = calloc(m->size + 1, 1);
    if (!m->bytes)
        return job_status(m->s->j, DXK_E_NOMEM);
    int status = read_all(m, value);
    if (status == CLI_OK)
        status = job_status(m->s->j, put_words(m, words));
    free(m->bytes);
    return status;
}

int run_read_members(run_state *s, const dxk_run_resource *r, const char *option, const char *value,
                     dxk_buffer *words)
{
    dxk_ctx *ctx = NULL; /* what is wrong with reflection does not matter here */
    dxk_container *again = NULL;
    dxk_reflect *reflect = NULL;
    dxk_status loaded = dxk_ctx_create(NULL, &ctx);
    if (loaded == DXK_OK)
        loaded = dxk_container_read(ctx, s->shader_bytes, NULL, &again);
    if (loaded == DXK_OK)
        loaded = dxk_reflect_load(again, NULL, &reflect);
    members m = {.s = s, .option = option, .buffer = buffer_of(reflect, r)};
    int status = loaded == DXK_E_NOMEM ? job_status(s->j, loaded) : read_into(&m, r, value, words);
    dxk_reflect_free(reflect);
    dxk_container_free(again);
    dxk_ctx_free(ctx);
    return status;
}
