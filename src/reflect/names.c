/* SPDX-License-Identifier: MIT */
/* names.c - see names.h. */
#include "reflect/names.h"

#include "base/out.h"
#include "base/str.h"

#include <string.h>

#define FIRST_SLOTS   64u
#define NAME_MAX      200u /* characters kept of a name */
#define SMALL_NUMBERS 10u
#define NUMBER_MAX    24u /* "_" and a number */

void dxki_reflect_names_init(dxki_reflect_names *names, dxki_arena *arena)
{
    memset(names, 0, sizeof *names);
    names->arena = arena;
}

static void free_slots(dxki_reflect_names *names)
{
    dxki_realloc(names->arena->ctx, names->slots, names->slot_count * sizeof *names->slots, 0);
    names->slots = NULL;
    names->slot_count = 0;
}

void dxki_reflect_names_free(dxki_reflect_names *names)
{
    free_slots(names);
    dxki_vec_free(names->arena->ctx, &names->list);
}

static uint32_t hash(dxk_str text)
{
    uint32_t h = 2166136261u;

    for (size_t i = 0; i < text.size; i++)
        h = (h ^ (uint8_t)text.data[i]) * 16777619u;
    return h;
}

/* The slot that has the name, or the free one where it belongs. */
static uint32_t *find(const dxki_reflect_names *names, dxk_str name)
{
    size_t at = hash(name) & (names->slot_count - 1);

    for (;; at = (at + 1) & (names->slot_count - 1)) {
        uint32_t index = names->slots[at];
        if (index == 0)
            return &names->slots[at];
        dxk_str own = names->list.items[index - 1];
        if (dxki_str_same(own, name))
            return &names->slots[at];
    }
}

void dxki_reflect_names_clear(dxki_reflect_names *names)
{
    for (size_t i = names->list.count; i-- > 0;)
        *find(names, names->list.items[i]) = 0;
    names->list.count = 0;
}

/* Room for one more name, at most half of the slots full. */
static bool make_room(dxki_reflect_names *names)
{
    dxk_ctx *ctx = names->arena->ctx;
    size_t count = names->slot_count ? names->slot_count * 2 : FIRST_SLOTS;

    if ((names->list.count + 1) * 2 <= names->slot_count)
        return true;
    uint32_t *slots = dxki_realloc(ctx, NULL, 0, count * sizeof *slots);
    if (!slots)
        return false;
    memset(slots, 0, count * sizeof *slots);
    free_slots(names);
    names->slots = slots;
    names->slot_count = count;
    for (size_t i = 0; i < names->list.count; i++)
        *find(names, names->list.items[i]) = (uint32_t)i + 1;
    return true;
}

/* Words that C11 or C++11 (and later C++) keep for themselves. */
static bool is_reserved(dxk_str name)
{
    static const char words[] =
        " alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t "
        "char32_t char8_t class co_await co_return co_yield compl concept const const_cast "
        "consteval constexpr constinit continue decltype default delete do double dynamic_cast "
        "else enum explicit export extern false float for friend goto if inline int int16_t "
        "int32_t int64_t int8_t long mutable namespace new noexcept not not_eq nullptr offsetof "
        "operator or or_eq private protected ptrdiff_t public register reinterpret_cast requires "
        "restrict return short signed size_t sizeof static static_assert static_cast struct switch "
        "template this thread_local throw true try typedef typeid typename typeof uint16_t "
        "uint32_t uint64_t uint8_t union unsigned using virtual void volatile wchar_t while xor "
        "xor_eq NULL unix linux ";
    const char *at = words;

    for (; (at = strchr(at, ' ')) != NULL && at[1]; at++)
        if (strncmp(at + 1, name.data, name.size) == 0 && at[1 + name.size] == ' ')
            return true;
    return false;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* `name` with underscores for what no identifier may have; two in a row are C++'s own. */
static size_t put_identifier(char *out, dxk_str name)
{
    size_t size = 0;

    for (size_t i = 0; i < name.size && size < NAME_MAX; i++) {
        char c = is_letter(name.data[i]) ? name.data[i] : '_';
        if (c != '_' || (size && out[size - 1] != '_'))
            out[size++] = c;
    }
    while (size && out[size - 1] == '_')
        size--;
    return size;
}

static bool is_taken(const dxki_reflect_names *names, dxk_str name)
{
    for (; names; names = names->others)
        if (names->slot_count && *find(names, name) != 0)
            return true;
    return false;
}

dxk_str dxki_reflect_names_add(dxki_reflect_names *names, dxk_str name, const char *suffix,
                               const char *fallback)
{
    char text[1 + NAME_MAX + 64 + NUMBER_MAX], digits[20];
    const dxk_str none = {NULL, 0};
    size_t size = 0;

    text[0] = 'n'; /* in front of a digit */
    size = put_identifier(text + 1, name);
    if (size == 0) {
        size = strlen(fallback);
        memcpy(text, fallback, size);
    } else if (text[1] >= '0' && text[1] <= '9') {
        size++;
    } else {
        memmove(text, text + 1, size);
    }
    memcpy(text + size, suffix, strlen(suffix));
    size += strlen(suffix);
    if (is_reserved((dxk_str){text, size}))
        text[size++] = '_';
    if (!make_room(names))
        return none;
    const size_t plain = size;
    for (size_t number = 2; is_taken(names, (dxk_str){text, size}); number++) {
        /* A few small numbers are tried, then one that is new for sure, or nearly so. */
        if (number == SMALL_NUMBERS)
            number += names->list.count;
        const char *digit = dxki_format_u64(digits + sizeof digits, number);
        size_t count = (size_t)(digits + sizeof digits - digit);
        text[plain] = '_';
        memcpy(text + plain + 1, digit, count);
        size = plain + 1 + count;
    }
    char *copy = dxki_arena_strdup(names->arena, text, size);
    dxk_str own = {copy, size};
    if (!copy || !dxki_vec_push(names->arena->ctx, &names->list, own))
        return none;
    *find(names, own) = (uint32_t)names->list.count;
    return own;
}
