/* SPDX-License-Identifier: MIT */
/*
 * attrs.c - attributes of functions and calls: which go where, which exclude each other,
 * which ask for a pointer or an integer (LLVM's language reference, "Parameter Attributes",
 * "Function Attributes").
 */
#include "verify/run.h"

#include <string.h>

#include "base/count.h"
#include "base/out.h"

#define BIT(kind) ((uint64_t)1 << DXKI_AT_##kind)

static const uint64_t function_only =
    BIT(NORETURN) | BIT(NOUNWIND) | BIT(NOINLINE) | BIT(ALWAYSINLINE) | BIT(OPTSIZE) | BIT(SSP) |
    BIT(SSPREQ) | BIT(SSPSTRONG) | BIT(SAFESTACK) | BIT(NOREDZONE) | BIT(NOIMPLICITFLOAT) |
    BIT(NAKED) | BIT(INLINEHINT) | BIT(ALIGNSTACK) | BIT(UWTABLE) | BIT(NONLAZYBIND) |
    BIT(RETURNS_TWICE) | BIT(SANITIZE_ADDRESS) | BIT(SANITIZE_THREAD) | BIT(SANITIZE_MEMORY) |
    BIT(MINSIZE) | BIT(NODUPLICATE) | BIT(BUILTIN) | BIT(NOBUILTIN) | BIT(COLD) | BIT(OPTNONE) |
    BIT(JUMPTABLE) | BIT(CONVERGENT) | BIT(ARGMEMONLY);
static const uint64_t needs_integer = BIT(SIGNEXT) | BIT(ZEROEXT);
static const uint64_t needs_pointer =
    BIT(BYVAL) | BIT(NEST) | BIT(NOALIAS) | BIT(NOCAPTURE) | BIT(NONNULL) | BIT(READNONE) |
    BIT(READONLY) | BIT(SRET) | BIT(INALLOCA) | BIT(DEREFERENCEABLE) | BIT(DEREFERENCEABLE_OR_NULL);

static uint64_t set_bits(const dxki_verify_run *w, uint32_t set)
{
    uint32_t count;
    uint64_t bits = 0;
    const dxki_attr *attrs = dxki_attr_set(w->m, set, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (attrs[i].kind < DXKI_AT_STRING)
            bits |= (uint64_t)1 << attrs[i].kind;
    }
    return bits;
}

static bool about(dxki_verify_run *w, const char *message, dxki_value value)
{
    return dxki_verify_at_value(w, message, value);
}

/* "align 4", "dereferenceable(8)", "nounwind" in `buffer` */
enum { LONGEST_NAME = 64 };

static dxk_str attr_name(const dxki_attr *attr, char buffer[LONGEST_NAME])
{
    dxk_str text = dxki_str(dxki_attr_text((dxki_attr_kind)attr->kind));
    bool is_align = attr->kind == DXKI_AT_ALIGN;
    char digits[24], *end = digits + sizeof digits;
    if (!dxki_attr_is_valued((dxki_attr_kind)attr->kind))
        return text;
    char *first = dxki_format_u64(end, attr->value), *to = buffer;
    memcpy(to, text.data, text.size);
    to += text.size;
    *to++ = is_align ? ' ' : '(';
    memcpy(to, first, (size_t)(end - first));
    to += end - first;
    if (!is_align)
        *to++ = ')';
    return (dxk_str){buffer, (size_t)(to - buffer)};
}

/* `rest`: the words after the name. */
static void misplaced(dxki_verify_run *w, const dxki_attr *attr, const char *rest, dxki_value value)
{
    char buffer[LONGEST_NAME];
    dxki_verify_say_about(w, "Attribute '", attr_name(attr, buffer), rest);
    dxki_verify_value(w, value);
}

/* Is each attribute at such a place at all? */
static void check_places(dxki_verify_run *w, uint32_t set, uint32_t slot, dxki_value value)
{
    uint32_t count;
    const dxki_attr *attrs = dxki_attr_set(w->m, set, &count);
    bool is_function = slot == DXKI_ATTR_SLOT_FUNCTION;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t bit = attrs[i].kind < DXKI_AT_STRING ? (uint64_t)1 << attrs[i].kind : 0;
        if (!bit)
            continue;
        if (bit & function_only) {
            if (is_function)
                continue;
            misplaced(w, &attrs[i], "' only applies to functions!", value);
            return;
        }
        if (bit & (BIT(READONLY) | BIT(READNONE))) {
            if (slot != DXKI_ATTR_SLOT_RETURN)
                continue;
            misplaced(w, &attrs[i], "' does not apply to function returns", 0);
            return;
        }
        if (is_function) {
            misplaced(w, &attrs[i], "' does not apply to functions!", value);
            return;
        }
    }
}

static bool has_both(uint64_t bits, uint64_t pair)
{
    return (bits & pair) == pair;
}

/* Attributes that exclude each other, the first such pair. */
static bool check_conflicts(dxki_verify_run *w, uint64_t bits, dxki_value value)
{
    uint32_t kinds = 0;
    static const uint64_t kind_bits[] = {BIT(BYVAL), BIT(INALLOCA), BIT(SRET) | BIT(INREG),
                                         BIT(NEST)};
    for (size_t i = 0; i < DXKI_COUNT(kind_bits); i++)
        kinds += (bits & kind_bits[i]) != 0;
    if (kinds > 1)
        return about(w,
                     "Attributes 'byval', 'inalloca', 'inreg', 'nest', and 'sret' are "
                     "incompatible!",
                     value);
    static const struct {
        uint64_t pair;
        const char *text;
    } pairs[] = {
        {BIT(INALLOCA) | BIT(READONLY), "Attributes 'inalloca and readonly' are incompatible!"},
        {BIT(SRET) | BIT(RETURNED), "Attributes 'sret and returned' are incompatible!"},
        {BIT(ZEROEXT) | BIT(SIGNEXT), "Attributes 'zeroext and signext' are incompatible!"},
        {BIT(READNONE) | BIT(READONLY), "Attributes 'readnone and readonly' are incompatible!"},
        {BIT(NOINLINE) | BIT(ALWAYSINLINE),
         "Attributes 'noinline and alwaysinline' are incompatible!"},
    };
    for (size_t i = 0; i < DXKI_COUNT(pairs); i++) {
        if (has_both(bits, pairs[i].pair))
            return about(w, pairs[i].text, value);
    }
    return true;
}

#define POINTER_WORDS "byval inalloca nest noalias nocapture nonnull readnone readonly "
#define DEREF_WORDS   "dereferenceable(1) dereferenceable_or_null(1)"

static bool check_type(dxki_verify_run *w, uint64_t bits, dxki_type type, dxki_value value)
{
    const dxk_module *m = w->m;
    bool is_int = dxki_type_is_int(m, type);
    bool is_pointer = dxki_type_kind_of(m, type) == DXKI_T_POINTER;
    uint64_t wrong = (is_int ? 0 : needs_integer) | (is_pointer ? 0 : needs_pointer);
    if (bits & wrong)
        return about(w,
                     is_pointer ? "Wrong types for attribute: signext zeroext"
                     : is_int   ? "Wrong types for attribute: " POINTER_WORDS "sret " DEREF_WORDS
                                : "Wrong types for attribute: " POINTER_WORDS
                                "signext sret zeroext " DEREF_WORDS,
                     value);
    if (is_pointer && (bits & (BIT(BYVAL) | BIT(INALLOCA))) &&
        !dxki_verify_is_sized(w, dxki_type_pointee(m, type)))
        return about(w, "Attributes 'byval' and 'inalloca' do not support unsized types!", value);
    return true;
}

/* Of one parameter, or of the result. */
static void check_parameter(dxki_verify_run *w, const dxki_attr_slot *slot, dxki_type type,
                            dxki_value value)
{
    uint64_t bits = set_bits(w, slot->set);
    bool is_result = slot->slot == DXKI_ATTR_SLOT_RETURN;
    check_places(w, slot->set, slot->slot, value);
    if (is_result && (bits & (BIT(BYVAL) | BIT(NEST) | BIT(SRET) | BIT(NOCAPTURE) | BIT(RETURNED) |
                              BIT(INALLOCA)))) {
        about(w,
              "Attributes 'byval', 'inalloca', 'nest', 'sret', 'nocapture', and 'returned' do not "
              "apply to return values!",
              value);
        return;
    }
    if (check_conflicts(w, bits, value))
        check_type(w, bits, type, value);
}

/* A value of the one type can be taken for one of the other, bit by bit. */
static bool is_lossless(const dxk_module *m, dxki_type a, dxki_type b)
{
    const dxki_type_entry *x = dxki_type_get(m, a), *y = dxki_type_get(m, b);
    if (a == b)
        return true;
    if (x->kind == DXKI_T_POINTER && y->kind == DXKI_T_POINTER)
        return x->b == y->b;
    return x->kind == DXKI_T_VECTOR && y->kind == DXKI_T_VECTOR &&
           (uint64_t)dxki_type_bits(m, x->a) * x->b == (uint64_t)dxki_type_bits(m, y->a) * y->b;
}

/* What only one parameter may have; `seen` collects. `result`: what the function returns. */
static bool check_single(dxki_verify_run *w, uint64_t bits, uint64_t *seen, dxki_type type,
                         dxki_type result, dxki_value value)
{
    uint64_t again = bits & *seen;
    if (again & BIT(NEST))
        return about(w, "More than one parameter has attribute nest!", value);
    if (again & BIT(RETURNED))
        return about(w, "More than one parameter has attribute returned!", value);
    if ((bits & BIT(RETURNED)) && !is_lossless(w->m, type, result))
        return about(w, "Incompatible argument and return types for 'returned' attribute", value);
    *seen |= bits & (BIT(NEST) | BIT(RETURNED));
    return true;
}

/* The place of results in memory, and of arguments that the caller has set aside. */
static bool check_in_memory(dxki_verify_run *w, uint32_t slot, uint64_t bits, uint64_t *seen,
                            uint32_t params, dxki_value value)
{
    if (bits & *seen & BIT(SRET))
        return about(w, "Cannot have multiple 'sret' parameters!", value);
    if ((bits & BIT(SRET)) && slot > 2)
        return about(w, "Attribute 'sret' is not on first or second parameter!", value);
    *seen |= bits & BIT(SRET);
    return !(bits & BIT(INALLOCA)) || slot == params ||
           about(w, "inalloca isn't on the last parameter!", value);
}

static void check_function_set(dxki_verify_run *w, uint32_t set, dxki_value value)
{
    uint64_t bits = set_bits(w, set);
    check_places(w, set, DXKI_ATTR_SLOT_FUNCTION, value);
    if (has_both(bits, BIT(READNONE) | BIT(READONLY)))
        about(w, "Attributes 'readnone and readonly' are incompatible!", value);
    else if (has_both(bits, BIT(NOINLINE) | BIT(ALWAYSINLINE)))
        about(w, "Attributes 'noinline and alwaysinline' are incompatible!", value);
    else if ((bits & BIT(OPTNONE)) && !(bits & BIT(NOINLINE)))
        about(w, "Attribute 'optnone' requires 'noinline'!", value);
    else if (has_both(bits, BIT(OPTNONE) | BIT(OPTSIZE)))
        about(w, "Attributes 'optsize and optnone' are incompatible!", value);
    else if (has_both(bits, BIT(OPTNONE) | BIT(MINSIZE)))
        about(w, "Attributes 'minsize and optnone' are incompatible!", value);
    else if ((bits & BIT(JUMPTABLE)) && DXKI_TAG(value) == DXKI_V_GLOBAL &&
             !(w->m->globals.items[DXKI_INDEX(value)].flags & DXKI_GF_UNNAMED_ADDR))
        about(w, "Attribute 'jumptable' requires 'unnamed_addr'", value);
}

void dxki_verify_attrs(dxki_verify_run *w, dxki_type function_type, uint32_t list, dxki_value value)
{
    const dxk_module *m = w->m;
    uint32_t slots, count;
    uint64_t seen = 0;
    const dxki_attr_slot *slot = dxki_attr_list(m, list, &slots);
    const dxki_type *types = dxki_type_list(m, function_type, &count);
    for (uint32_t i = 0; i < slots && slot[i].slot < count; i++) {
        dxki_attr_slot said = slot[i];
        if (i > 0 && slot[i - 1].slot == said.slot) /* what comes first counts */
            said.set = dxki_attr_list_set(m, list, said.slot);
        uint64_t bits = set_bits(w, said.set);
        dxki_type type = types[said.slot];
        check_parameter(w, &said, type, value);
        if (said.slot == DXKI_ATTR_SLOT_RETURN)
            continue;
        if (!check_single(w, bits, &seen, type, types[0], value) ||
            !check_in_memory(w, slot[i].slot, bits, &seen, count - 1, value))
            return;
    }
    uint32_t set = dxki_attr_list_set(m, list, DXKI_ATTR_SLOT_FUNCTION);
    if (set)
        check_function_set(w, set, value);
}

/* Of one argument that the function type does not tell of. */
static bool check_argument(dxki_verify_run *w, uint32_t inst, const dxki_attr_slot *slot,
                           uint64_t *seen)
{
    const dxk_module *m = w->m;
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    dxki_value self = DXKI_VALUE(DXKI_V_INST, inst);
    dxki_type type = dxki_value_type(m, dxki_inst_ops(w->m, inst)[slot->slot - 1]);
    uint32_t count;
    const dxki_type *types = dxki_type_list(m, dxki_call_type(m, in), &count);
    uint64_t bits = set_bits(w, slot->set);
    check_parameter(w, slot, type, self);
    if (!check_single(w, bits, seen, type, types[0], self))
        return false;
    if (bits & BIT(SRET))
        return about(w, "Attribute 'sret' cannot be used for vararg call arguments!", self);
    return !(bits & BIT(INALLOCA)) || slot->slot == dxki_call_arg_count(in) ||
           about(w, "inalloca isn't on the last argument!", self);
}

bool dxki_verify_more_attrs(dxki_verify_run *w, uint32_t inst, uint32_t first)
{
    const dxk_module *m = w->m;
    uint32_t slots;
    uint64_t seen = 0;
    const dxki_attr_slot *slot =
        dxki_attr_list(m, dxki_call_attrs(m, dxki_inst_get(w->m, inst)), &slots);
    for (uint32_t i = 0; i < slots && slot[i].slot != DXKI_ATTR_SLOT_FUNCTION; i++) {
        if (slot[i].slot != DXKI_ATTR_SLOT_RETURN && slot[i].slot <= first)
            seen |= set_bits(w, slot[i].set);
        else if (slot[i].slot > first && !check_argument(w, inst, &slot[i], &seen))
            return false;
    }
    return true;
}

bool dxki_verify_attr_count(dxki_verify_run *w, uint32_t list, uint32_t params)
{
    uint32_t slots;
    const dxki_attr_slot *slot = dxki_attr_list(w->m, list, &slots);
    if (slots && slot[slots - 1].slot == DXKI_ATTR_SLOT_FUNCTION)
        slots--;
    return slots == 0 || slot[slots - 1].slot <= params;
}
