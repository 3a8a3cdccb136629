/* SPDX-License-Identifier: MIT */
/*
 * intrinsics.c - the functions that LLVM 3.7 knows by name. Their types are described by a string
 * each, see llvm_intrinsics.def.
 */
#include "ir/intrinsics.h"

#include <string.h>

#include "base/count.h"
#include "base/out.h"

typedef struct intrinsic {
    const char *name;
    uint8_t size;
    enum { EXACT, PREFIX } form;
    enum { NONE, READNONE, READONLY } memory;
    enum { NOUNWIND, NORETURN, THROWS } flow;
    uint8_t nocapture, readonly;
    const char *signature;
} intrinsic;

static const intrinsic intrinsics[DXKI_INTR_COUNT] = {
#define DXKI_INTRINSIC(ident, name, form, memory, flow, nocapture, readonly, signature)            \
    [DXKI_INTR_##                                                                                  \
        ident] = {name, sizeof name - 1, form, memory, flow, nocapture, readonly, signature},
#include "spec/llvm_intrinsics.def"
#undef DXKI_INTRINSIC
};

dxki_intrinsic dxki_intrinsic_find(dxk_str name)
{
    if (name.size < 6 || memcmp(name.data, "llvm.", 5) != 0)
        return DXKI_INTR_NONE;
    for (int i = DXKI_INTR_NONE + 1; i < DXKI_INTR_COUNT; i++) {
        const intrinsic *it = &intrinsics[i];
        bool fits = it->form == EXACT ? name.size == it->size
                                      : name.size > it->size && name.data[it->size] == '.';
        if (fits && memcmp(name.data, it->name, it->size) == 0)
            return (dxki_intrinsic)i;
    }
    return DXKI_INTR_NONE;
}

/* ---------------------------------------------------------------------------------------- */
/* Attributes                                                                                 */

/* A set of the kinds listed (0: none) as the next slot. */
static bool add_slot(dxk_module *m, uint32_t slot, const uint32_t *kinds, uint32_t count,
                     dxki_attr_slot *slots, uint32_t *slot_count)
{
    dxki_attr attrs[3];
    uint32_t used = 0;
    memset(attrs, 0, sizeof attrs);
    for (uint32_t i = 0; i < count; i++) {
        if (kinds[i])
            attrs[used++].kind = kinds[i];
    }
    if (used == 0)
        return true;
    slots[*slot_count] = (dxki_attr_slot){slot, dxki_attr_make_set(m, attrs, used)};
    return slots[(*slot_count)++].set != UINT32_MAX;
}

bool dxki_intrinsic_set_attrs(dxk_module *m, uint32_t global, dxki_intrinsic id)
{
    const intrinsic *it = &intrinsics[id];
    dxki_attr_slot slots[9];
    uint32_t count = 0;
    for (uint32_t i = 0; i < 8; i++) {
        const uint32_t kinds[] = {it->nocapture >> i & 1 ? DXKI_AT_NOCAPTURE : 0u,
                                  it->readonly >> i & 1 ? DXKI_AT_READONLY : 0u};
        if (!add_slot(m, i + 1, kinds, 2, slots, &count))
            return false;
    }
    const uint32_t kinds[] = {it->flow != THROWS ? DXKI_AT_NOUNWIND : 0u,
                              it->flow == NORETURN ? DXKI_AT_NORETURN : 0u,
                              it->memory == READNONE   ? DXKI_AT_READNONE
                              : it->memory == READONLY ? DXKI_AT_READONLY
                                                       : 0u};
    if (!add_slot(m, DXKI_ATTR_SLOT_FUNCTION, kinds, 3, slots, &count))
        return false;
    uint32_t list = dxki_attr_make_list(m, slots, count);
    if (list != UINT32_MAX)
        m->globals.items[global].attrs = list;
    return list != UINT32_MAX;
}

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

typedef struct matcher {
    const dxk_module *m;
    const char *next; /* what the signature goes on with */
    dxki_intrinsic_types *types;
} matcher;

static bool is_kind(const matcher *w, dxki_type type, dxki_type_kind kind)
{
    return dxki_type_kind_of(w->m, type) == kind;
}

static bool is_vector_like(const matcher *w, dxki_type type, dxki_type other)
{
    return is_kind(w, type, DXKI_T_VECTOR) && is_kind(w, other, DXKI_T_VECTOR) &&
           dxki_type_count(w->m, type) == dxki_type_count(w->m, other);
}

/* A type that the name tells: the first time it is noted. */
static bool match_any(matcher *w, char kind, dxki_type type)
{
    dxki_type scalar = dxki_type_scalar(w->m, type);
    if (w->types->count >= DXKI_COUNT(w->types->items))
        return false;
    w->types->items[w->types->count++] = type;
    switch (kind) {
    case 'I':
        return dxki_type_is_int(w->m, scalar);
    case 'F':
        return dxki_type_is_fp(w->m, scalar);
    case 'V':
        return is_kind(w, type, DXKI_T_VECTOR);
    case 'P':
        return is_kind(w, type, DXKI_T_POINTER);
    default:
        return true;
    }
}

/* A type made of one that was noted; the digit tells which. False also before it was. */
static dxki_type noted(matcher *w)
{
    uint32_t number = (uint32_t)(*w->next++ - '0');
    return number < w->types->count ? w->types->items[number] : 0;
}

static bool match_pointers(const matcher *w, dxki_type type, dxki_type like)
{
    if (!is_vector_like(w, type, like))
        return false;
    dxki_type pointee = dxki_type_pointee(w->m, dxki_type_get(w->m, type)->a);
    return pointee && pointee == dxki_type_get(w->m, like)->a;
}

static bool match_simple(const matcher *w, char what, dxki_type type)
{
    switch (what) {
    case 'v':
        return type == DXKI_TY_VOID;
    case 'm':
        return type == DXKI_TY_METADATA;
    case 'b':
        return type == DXKI_TY_I1;
    case 'c':
        return type == DXKI_TY_I8;
    case 's':
        return type == DXKI_TY_I16;
    case 'i':
        return type == DXKI_TY_I32;
    case 'l':
        return type == DXKI_TY_I64;
    case 'E':
        return is_kind(w, type, DXKI_T_STRUCT) && dxki_type_count(w->m, type) == 0;
    default: /* the end, or an ellipsis */
        return false;
    }
}

static bool match(matcher *w, dxki_type type)
{
    for (;;) { /* once for each level of pointers and vectors */
        const dxki_type_entry *entry = dxki_type_get(w->m, type);
        char what = *w->next;
        if (what)
            w->next++;
        switch (what) {
        case '*':
            if (entry->kind != DXKI_T_POINTER || entry->b != 0)
                return false;
            type = entry->a;
            break;
        case 'S':
            if (entry->kind != DXKI_T_STRUCT || dxki_type_count(w->m, type) != 2)
                return false;
            /* Its members are never structures: this goes no deeper. */
            if (!match_any(w, *w->next++, dxki_type_element(w->m, type, 0)))
                return false;
            type = dxki_type_element(w->m, type, 1);
            break;
        case 'W':
            if (!is_vector_like(w, type, noted(w)))
                return false;
            type = entry->a;
            break;
        case 'G':
            return match_pointers(w, type, noted(w));
        case 'T': {
            dxki_type like = noted(w);
            return like && entry->kind == DXKI_T_POINTER && entry->a == like;
        }
        case '0':
            w->next--;
            return noted(w) == type;
        case 'A':
        case 'I':
        case 'F':
        case 'V':
        case 'P':
            return match_any(w, what, type);
        default:
            return match_simple(w, what, type);
        }
    }
}

dxki_intrinsic_match dxki_intrinsic_check(const dxk_module *m, dxki_intrinsic id,
                                          dxki_type function, dxki_intrinsic_types *types)
{
    matcher w = {m, intrinsics[id].signature, types};
    uint32_t count;
    const dxki_type *list = dxki_type_list(m, function, &count);
    bool vararg = (dxki_type_get(m, function)->flags & DXKI_TF_VARARG) != 0;
    types->count = 0;
    if (!count || !match(&w, list[0]))
        return DXKI_MATCH_RESULT;
    for (uint32_t i = 1; i < count; i++) {
        if (!match(&w, list[i]))
            return DXKI_MATCH_PARAM;
    }
    if (strcmp(w.next, vararg ? "." : "") != 0)
        return vararg ? DXKI_MATCH_VARARG : DXKI_MATCH_NO_VARARG;
    return DXKI_MATCH_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Names                                                                                      */

/* Types may hold others many times over: a name longer than this is cut. */
#define NAME_MAX 65536u

typedef struct mangler {
    const dxk_module *m;
    dxk_buffer *out;
    bool failed;
} mangler;

static void put(mangler *w, dxk_str text)
{
    if (w->out->size < NAME_MAX && dxk_buffer_append(w->out, text.data, text.size) != DXK_OK)
        w->failed = true;
}

static void put_text(mangler *w, const char *text)
{
    put(w, dxki_str(text));
}

static void put_number(mangler *w, const char *before, uint64_t number)
{
    char digits[20], *end = digits + sizeof digits;
    char *start = dxki_format_u64(end, number);
    put_text(w, before);
    put(w, (dxk_str){start, (size_t)(end - start)});
}

static void put_simple(mangler *w, dxki_type type)
{
    static const char *const names[] = {
        [DXKI_TY_VOID] = "isVoid",       [DXKI_TY_HALF] = "f16",       [DXKI_TY_FLOAT] = "f32",
        [DXKI_TY_DOUBLE] = "f64",        [DXKI_TY_X86_FP80] = "f80",   [DXKI_TY_FP128] = "f128",
        [DXKI_TY_PPC_FP128] = "ppcf128", [DXKI_TY_X86_MMX] = "x86mmx",
    };
    if (dxki_type_is_int(w->m, type))
        put_number(w, "i", dxki_type_bits(w->m, type));
    else if (type < DXKI_COUNT(names) && names[type])
        put_text(w, names[type]);
}

static void put_type(mangler *w, dxki_type type, uint32_t depth)
{
    const dxki_type_entry *entry = dxki_type_get(w->m, type);
    uint32_t count;
    if (depth > w->m->ctx->limits.depth || w->out->size >= NAME_MAX)
        return;
    switch (entry->kind) {
    case DXKI_T_POINTER:
        put_number(w, "p", entry->b);
        put_type(w, entry->a, depth + 1);
        break;
    case DXKI_T_ARRAY:
        put_number(w, "a", dxki_type_count(w->m, type));
        put_type(w, entry->a, depth + 1);
        break;
    case DXKI_T_VECTOR:
        put_number(w, "v", dxki_type_count(w->m, type));
        put_type(w, entry->a, depth + 1);
        break;
    case DXKI_T_STRUCT:
        if (entry->flags & DXKI_TF_IDENTIFIED)
            put(w, dxki_string_get(w->m, entry->c));
        break;
    case DXKI_T_FUNCTION: {
        const dxki_type *types = dxki_type_list(w->m, type, &count);
        put_text(w, "f_");
        for (uint32_t i = 0; i < count; i++)
            put_type(w, types[i], depth + 1);
        put_text(w, entry->flags & DXKI_TF_VARARG ? "varargf" : "f");
        break;
    }
    default:
        put_simple(w, type);
    }
}

bool dxki_intrinsic_name(const dxk_module *m, dxki_intrinsic id, const dxki_intrinsic_types *types,
                         dxk_buffer *name)
{
    mangler w = {m, name, false};
    put_text(&w, intrinsics[id].name);
    for (uint32_t i = 0; i < types->count; i++) {
        put_text(&w, ".");
        put_type(&w, types->items[i], 0);
    }
    return !w.failed;
}
