/* SPDX-License-Identifier: MIT */
/*
 * path.c - names of sources: as they are shown, and as they may be written. Names come from the
 * input and may be anything; what dxk_pdb_safe_path() makes stays below the directory that it is
 * put into, on every system.
 */
#include "pdb/pdb.h"
#include "base/count.h"
#include "base/str.h"

#include "base/out.h"

#include <string.h>

#define COMPONENT_MAX  200u /* bytes; file systems allow 255 */
#define COMPONENTS_MAX 32u

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static char slash(char c)
{
    return c == '\\' ? '/' : c;
}

/* True for absolute names and for those that begin with "./". */
static bool is_rooted(dxk_str name)
{
    const char *p = name.data;
    if (name.size == 0 || p[0] == '/' || (name.size == 1 && p[0] == '.'))
        return true;
    return (name.size >= 2 && p[0] == '.' && p[1] == '/') ||
           (name.size >= 3 && p[1] == ':' && p[2] == '/');
}

dxk_str dxki_pdb_normal_name(dxki_arena *arena, dxk_str name)
{
    char *text = dxki_arena_alloc(arena, name.size + 2);
    size_t n = 2;
    bool inside = false; /* after the slashes that it begins with */
    if (!text)
        return (dxk_str){NULL, 0};
    memcpy(text, "./", 2);
    for (size_t i = 0; i < name.size; i++) {
        char c = slash(name.data[i]);
        if (c == '/' && inside && text[n - 1] == '/')
            continue;
        inside = inside || c != '/';
        text[n++] = c;
    }
    dxk_str plain = {text + 2, n - 2};
    return is_rooted(plain) ? plain : (dxk_str){text, n};
}

/* A name without "./" in front. */
static dxk_str without_dot(dxk_str name)
{
    while (name.size > 2 && name.data[0] == '.' && slash(name.data[1]) == '/') {
        name.data += 2;
        name.size -= 2;
    }
    return name;
}

int dxk_source_name_compare(dxk_str a, dxk_str b)
{
    a = without_dot(a);
    b = without_dot(b);
    size_t shorter = a.size < b.size ? a.size : b.size;
    for (size_t i = 0; i < shorter; i++) {
        uint8_t x = (uint8_t)slash(a.data[i]), y = (uint8_t)slash(b.data[i]);
        if (x != y)
            return x < y ? -1 : 1;
    }
    return (a.size > b.size) - (a.size < b.size);
}

/* ---------------------------------------------------------------------------------------- */
/* Safe paths                                                                                 */

/* Names that some systems take for devices, with any extension. */
static bool is_device(dxk_str component)
{
    static const char *const names[] = {"CON", "PRN", "AUX", "NUL"};
    const char *dot = memchr(component.data, '.', component.size);
    dxk_str stem = {component.data, dot ? (size_t)(dot - component.data) : component.size};
    for (size_t i = 0; i < DXKI_COUNT(names); i++)
        if (dxki_str_same_fold(stem, dxki_str(names[i])))
            return true;
    dxk_str head = {stem.data, 3};
    return stem.size == 4 && stem.data[3] >= '0' && stem.data[3] <= '9' &&
           (dxki_str_same_fold(head, dxki_str("COM")) || dxki_str_same_fold(head, dxki_str("LPT")));
}

static char safe_character(char c)
{
    bool control = (unsigned char)c < 0x20 || c == 0x7F;
    return control || strchr("<>:\"|?*", c) ? '_' : c;
}

/* One component; empty ones and "." give nothing. */
static dxk_status put_component(dxk_buffer *out, size_t base, dxk_str component)
{
    char text[COMPONENT_MAX + 2];
    size_t n = 0;
    if (component.size == 0 || (component.size == 1 && component.data[0] == '.'))
        return DXK_OK;
    if (component.size == 2 && is_letter(component.data[0]) && component.data[1] == ':')
        component.size = 1; /* a drive */
    for (size_t i = 0; i < component.size && n < COMPONENT_MAX; i++)
        text[n++] = safe_character(component.data[i]);
    /* Dots and blanks at the end are dropped by some systems; ".." is among these. */
    for (size_t i = n; i > 0 && (text[i - 1] == '.' || text[i - 1] == ' '); i--)
        text[i - 1] = '_';
    if (is_device((dxk_str){text, n}))
        text[n++] = '_';
    dxk_status status = out->size > base ? dxk_buffer_append(out, "/", 1) : DXK_OK;
    return status == DXK_OK ? dxk_buffer_append(out, text, n) : status;
}

dxk_status dxk_pdb_safe_path(dxk_str name, dxk_buffer *out)
{
    size_t base = out->size, start = 0, components = 0;
    dxk_status status = DXK_OK;
    for (size_t i = 0; i <= name.size && status == DXK_OK && components < COMPONENTS_MAX; i++) {
        if (i < name.size && slash(name.data[i]) != '/')
            continue;
        status = put_component(out, base, (dxk_str){name.data + start, i - start});
        start = i + 1;
        components++;
    }
    if (status == DXK_OK && out->size == base)
        status = dxk_buffer_append(out, "source", 6);
    return status;
}
