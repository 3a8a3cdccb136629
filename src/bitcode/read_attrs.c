/* SPDX-License-Identifier: MIT */
/*
 * read_attrs.c - attribute groups and attribute lists, also the lists of the form before LLVM
 * 3.3, which hold bit masks.
 */
#include "bitcode/reader.h"
#include "base/sort.h"

/* Bits of the old masks, in their order; 0: not an attribute of its own. */
static const uint8_t old_bits[] = {DXKI_AT_ZEROEXT,
                                   DXKI_AT_SIGNEXT,
                                   DXKI_AT_NORETURN,
                                   DXKI_AT_INREG,
                                   DXKI_AT_SRET,
                                   DXKI_AT_NOUNWIND,
                                   DXKI_AT_NOALIAS,
                                   DXKI_AT_BYVAL,
                                   DXKI_AT_NEST,
                                   DXKI_AT_READNONE,
                                   DXKI_AT_READONLY,
                                   DXKI_AT_NOINLINE,
                                   DXKI_AT_ALWAYSINLINE,
                                   DXKI_AT_OPTSIZE,
                                   DXKI_AT_SSP,
                                   DXKI_AT_SSPREQ,
                                   0,
                                   0,
                                   0,
                                   0,
                                   0,
                                   DXKI_AT_NOCAPTURE,
                                   DXKI_AT_NOREDZONE,
                                   DXKI_AT_NOIMPLICITFLOAT,
                                   DXKI_AT_NAKED,
                                   DXKI_AT_INLINEHINT,
                                   0,
                                   0,
                                   0,
                                   DXKI_AT_RETURNS_TWICE,
                                   DXKI_AT_UWTABLE,
                                   DXKI_AT_NONLAZYBIND,
                                   DXKI_AT_SANITIZE_ADDRESS,
                                   DXKI_AT_MINSIZE,
                                   DXKI_AT_NODUPLICATE,
                                   DXKI_AT_SSPSTRONG,
                                   DXKI_AT_SANITIZE_THREAD,
                                   DXKI_AT_SANITIZE_MEMORY,
                                   DXKI_AT_NOBUILTIN,
                                   DXKI_AT_RETURNED,
                                   DXKI_AT_COLD,
                                   DXKI_AT_BUILTIN,
                                   DXKI_AT_OPTNONE,
                                   DXKI_AT_INALLOCA,
                                   DXKI_AT_NONNULL,
                                   DXKI_AT_JUMPTABLE,
                                   DXKI_AT_CONVERGENT,
                                   DXKI_AT_SAFESTACK,
                                   DXKI_AT_ARGMEMONLY};

typedef DXKI_VEC(dxki_attr) attr_vec;
typedef DXKI_VEC(dxki_attr_slot) slot_vec;

static dxk_status short_record(dxki_bc_reader *r)
{
    return DXKI_READ_FAIL(r, BITCODE_RECORD_SHORT, dxki_dec(r->next_op),
                          dxki_dec(r->bs.record.op_count));
}

/* --- groups --- */

/* A text of bytes that ends with a 0 operand. */
static dxk_status read_string(dxki_bc_reader *r, dxki_string *string)
{
    const dxki_bc_record *record = &r->bs.record;
    size_t first = r->next_op, end = first;
    while (end < record->op_count && record->ops[end])
        end++;
    if (end == record->op_count)
        return short_record(r);
    r->next_op = end + 1;
    char *text = dxki_string_space(r->m, end - first + 1);
    if (!text)
        return dxki_nomem(r->ctx);
    for (size_t i = first; i < end; i++)
        text[i - first] = (char)record->ops[i];
    *string = dxki_string_add_view(r->m, (dxk_str){text, end - first});
    return *string == UINT32_MAX ? dxki_nomem(r->ctx) : DXK_OK;
}

static dxk_status read_attr(dxki_bc_reader *r, attr_vec *attrs)
{
    const dxki_bc_record *record = &r->bs.record;
    uint64_t form = record->ops[r->next_op++];
    dxki_attr attr = {.kind = DXKI_AT_STRING};
    dxk_status status = DXK_OK;
    if (form <= 1) {
        if (record->op_count - r->next_op < 1 + form)
            return short_record(r);
        uint64_t number = record->ops[r->next_op++];
        attr.kind = dxki_attr_from_number(number);
        if (attr.kind == DXKI_AT_NONE || form != dxki_attr_is_valued(attr.kind))
            return DXKI_READ_FAIL(r, BITCODE_RANGE, dxki_text(dxki_str("an attribute's number")),
                                  dxki_dec(number), dxki_text(dxki_str("a known one of its form")));
        if (form == 1)
            attr.value = record->ops[r->next_op++];
    } else if (form == 3 || form == 4) {
        status = read_string(r, &attr.key);
        if (status == DXK_OK && form == 4)
            status = read_string(r, &attr.string);
    } else {
        return DXKI_READ_FAIL(r, BITCODE_RANGE, dxki_text(dxki_str("an attribute's form")),
                              dxki_dec(form), dxki_text(dxki_str("0, 1, 3 or 4")));
    }
    if (status != DXK_OK)
        return status;
    return dxki_vec_push(r->ctx, attrs, attr) ? DXK_OK : dxki_nomem(r->ctx);
}

/* --- groups as the reference reads them: it does not look whether a record ends --- */

typedef struct group_view {
    dxki_bc_reader *r;
    size_t at;
    bool lost; /* it reads what nobody can know */
} group_view;

/* An operand; after the last one lies what longer records of the block have left. */
static uint64_t group_op(group_view *g)
{
    const dxki_bc_record *record = &g->r->bs.record;
    size_t at = g->at;
    if (at < record->op_count)
        return record->ops[at];
    if (at < g->r->scratch64.count)
        return g->r->scratch64.items[at];
    g->lost = true;
    return 0;
}

static dxki_string group_string(group_view *g)
{
    size_t end = g->r->bs.record.op_count, first = g->at;
    while (g->at != end && group_op(g) != 0)
        g->at++;
    char *text = dxki_string_space(g->r->m, g->at - first + 1);
    size_t size = 0;
    for (size_t i = g->at, last = g->at; text && i > first; i--) {
        g->at = last - i + first;
        text[size++] = (char)group_op(g);
        g->at = last;
    }
    return text ? dxki_string_add_view(g->r->m, (dxk_str){text, size}) : UINT32_MAX;
}

static dxk_status judged_attr(group_view *g, attr_vec *attrs)
{
    dxki_bc_reader *r = g->r;
    uint64_t form = group_op(g);
    dxki_attr attr = {.kind = DXKI_AT_STRING};
    g->at++;
    if (form > 1) {
        attr.key = group_string(g);
        g->at += form == 4;
        attr.string = form == 4 ? group_string(g) : 0;
        if (attr.key == UINT32_MAX || attr.string == UINT32_MAX)
            return dxki_nomem(r->ctx);
    } else {
        uint64_t number = group_op(g);
        attr.kind = dxki_attr_from_number(number);
        if (attr.kind == DXKI_AT_NONE && !g->lost) {
            dxki_bc_stream_words(&r->bs, DXKI_WORDS_ATTRIBUTE, number);
            return DXKI_READ_FAIL(r, BITCODE_RANGE, dxki_text(dxki_str("an attribute's number")),
                                  dxki_dec(number), dxki_text(dxki_str("a known one of its form")));
        }
        bool valued = form == 1 && dxki_attr_is_valued(attr.kind);
        g->at += valued;
        attr.value = valued ? group_op(g) : 0;
        if (form == 0 && dxki_attr_is_valued(attr.kind)) /* kept, with a value that nobody knows */
            attr.value = 1;
        if (attr.kind == DXKI_AT_ALIGN || attr.kind == DXKI_AT_ALIGNSTACK)
            attr.value = (uint32_t)attr.value;
        if (form == 1 && !attr.value) /* nothing */
            attr.kind = DXKI_AT_NONE;
    }
    g->at++;
    if (g->lost)
        return short_record(r);
    bool kept = attr.kind == DXKI_AT_NONE || dxki_vec_push(r->ctx, attrs, attr);
    return kept ? DXK_OK : dxki_nomem(r->ctx);
}

static dxk_status judged_attrs(dxki_bc_reader *r, attr_vec *attrs)
{
    const dxki_bc_record *record = &r->bs.record;
    group_view g = {.r = r, .at = 2};
    dxk_status status = DXK_OK;
    if (record->op_count > r->scratch64.count) {
        size_t more = record->op_count - r->scratch64.count;
        if (!dxki_vec_reserve(r->ctx, &r->scratch64, more))
            return dxki_nomem(r->ctx);
        r->scratch64.count += more;
    }
    for (size_t i = 0; i < record->op_count; i++)
        r->scratch64.items[i] = record->ops[i];
    if (record->op_count < 3)
        return short_record(r);
    while (status == DXK_OK && g.at != record->op_count)
        status = judged_attr(&g, attrs);
    return status;
}

static dxk_status store_group(dxki_bc_reader *r, uint32_t number, uint32_t slot, attr_vec *attrs)
{
    uint32_t set = dxki_attr_make_set(r->m, attrs->items, (uint32_t)attrs->count);
    dxki_attr_slot group = {slot, set};
    if (set == UINT32_MAX || !dxki_vec_push(r->ctx, &r->group_slots, group) ||
        !dxki_bc_map_put(r->ctx, &r->groups, number, (uint32_t)r->group_slots.count - 1))
        return dxki_nomem(r->ctx);
    return DXK_OK;
}

static dxk_status group_record(dxki_bc_reader *r)
{
    if (r->bs.record.code != DXKI_REC_GROUP)
        return dxki_bc_read_unknown_record(r);
    dxk_status status =
        dxki_bc_read_operands(r, dxki_record_spec_get(DXKI_BLK_PARAMATTR_GROUP, DXKI_REC_GROUP));
    attr_vec attrs = {NULL, 0, 0};
    if (status == DXK_OK && r->judge)
        status = judged_attrs(r, &attrs);
    while (status == DXK_OK && !r->judge && r->next_op < r->bs.record.op_count)
        status = read_attr(r, &attrs);
    if (status == DXK_OK)
        status = store_group(r, (uint32_t)r->args.items[0].n, (uint32_t)r->args.items[1].n, &attrs);
    dxki_vec_free(r->ctx, &attrs);
    return status;
}

/* --- lists --- */

static bool is_later_slot(const void *user, const void *left, const void *right)
{
    const dxki_attr_slot *a = left, *b = right;
    const dxki_bc_reader *r = user;
    if (a->slot != b->slot || r->judge) /* judged: what is said of a slot first counts */
        return a->slot > b->slot;
    return a->set > b->set;
}

/* Joins sets of the same slot: LLVM's lists have one per slot. */
static dxk_status join_slot(dxki_bc_reader *r, dxki_attr_slot *into, uint32_t set)
{
    attr_vec attrs = {NULL, 0, 0};
    uint32_t sets[2] = {into->set, set};
    for (size_t i = 0; i < 2; i++) {
        uint32_t count;
        const dxki_attr *items = dxki_attr_set(r->m, sets[i], &count);
        for (uint32_t k = 0; k < count; k++) {
            if (!dxki_vec_push(r->ctx, &attrs, items[k])) {
                dxki_vec_free(r->ctx, &attrs);
                return dxki_nomem(r->ctx);
            }
        }
    }
    into->set = dxki_attr_make_set(r->m, attrs.items, (uint32_t)attrs.count);
    dxki_vec_free(r->ctx, &attrs);
    return into->set == UINT32_MAX ? dxki_nomem(r->ctx) : DXK_OK;
}

static dxk_status store_list(dxki_bc_reader *r, slot_vec *slots)
{
    if (!dxki_sort(r->ctx, slots->items, slots->count, sizeof *slots->items, is_later_slot, r))
        return dxki_nomem(r->ctx);
    uint32_t kept = 0;
    for (size_t i = 0; i < slots->count; i++) {
        dxk_status status = DXK_OK;
        /* Judged: a slot stays as often as it comes, which the verifier complains of. */
        if (!r->judge && kept && slots->items[kept - 1].slot == slots->items[i].slot) {
            if (slots->items[kept - 1].set != slots->items[i].set)
                status = join_slot(r, &slots->items[kept - 1], slots->items[i].set);
        } else {
            slots->items[kept++] = slots->items[i];
        }
        if (status != DXK_OK)
            return status;
    }
    uint32_t list = dxki_attr_make_list(r->m, slots->items, kept);
    return list != UINT32_MAX && dxki_vec_push(r->ctx, &r->attr_lists, list) ? DXK_OK
                                                                             : dxki_nomem(r->ctx);
}

static dxk_status add_group(dxki_bc_reader *r, uint64_t number, slot_vec *slots)
{
    uint32_t index;
    if (r->judge)
        number = (uint32_t)number;
    if (r->judge && !dxki_bc_map_get(&r->groups, (uint32_t)number, &index))
        return store_group(r, (uint32_t)number, 0, &(attr_vec){NULL, 0, 0});
    if (number > UINT32_MAX || !dxki_bc_map_get(&r->groups, (uint32_t)number, &index))
        return DXKI_READ_FAIL(r, BITCODE_TABLE_ID, dxki_text(dxki_str("attribute group")),
                              dxki_dec(number), dxki_dec(r->groups.items.count));
    dxki_attr_slot slot = r->group_slots.items[index];
    if (slot.set == 0)
        return DXK_OK;
    return dxki_vec_push(r->ctx, slots, slot) ? DXK_OK : dxki_nomem(r->ctx);
}

/* The attributes of an old mask: alignment as a number in bits 16-31, the flags above it moved
 * up by 11. */
static bool add_old_mask(dxki_bc_reader *r, uint64_t mask, attr_vec *attrs)
{
    uint64_t align = mask >> 16 & 0xffff;
    uint64_t raw = (mask >> 32 & 0xfffff) << 21 | (mask & 0xffff);
    dxki_attr attr = {.kind = DXKI_AT_ALIGN, .value = align};
    if (align && !dxki_vec_push(r->ctx, attrs, attr))
        return false;
    attr = (dxki_attr){.kind = DXKI_AT_ALIGNSTACK, .value = raw >> 26 & 7};
    if (attr.value) {
        attr.value = 1ull << (attr.value - 1);
        if (!dxki_vec_push(r->ctx, attrs, attr))
            return false;
    }
    for (size_t i = 0; i < sizeof old_bits; i++) {
        attr = (dxki_attr){.kind = old_bits[i]};
        if ((raw >> i & 1) && old_bits[i] && !dxki_vec_push(r->ctx, attrs, attr))
            return false;
    }
    return true;
}

static dxk_status add_old(dxki_bc_reader *r, uint64_t slot, uint64_t mask, slot_vec *slots)
{
    attr_vec attrs = {NULL, 0, 0};
    uint32_t set = UINT32_MAX;
    if (add_old_mask(r, mask, &attrs))
        set = dxki_attr_make_set(r->m, attrs.items, (uint32_t)attrs.count);
    dxki_vec_free(r->ctx, &attrs);
    dxki_attr_slot entry = {(uint32_t)slot, set};
    if (set == UINT32_MAX || (set && !dxki_vec_push(r->ctx, slots, entry)))
        return dxki_nomem(r->ctx);
    return DXK_OK;
}

static dxk_status list_record(dxki_bc_reader *r)
{
    uint32_t code = r->bs.record.code;
    if (code != DXKI_REC_ENTRY && code != DXKI_REC_ENTRY_OLD)
        return dxki_bc_read_unknown_record(r);
    dxk_status status = dxki_bc_read_operands(r, dxki_record_spec_get(DXKI_BLK_PARAMATTR, code));
    slot_vec slots = {NULL, 0, 0};
    size_t step = code == DXKI_REC_ENTRY ? 1 : 2;
    for (size_t i = 0; status == DXK_OK && i + step <= r->args.count; i += step) {
        const dxki_bc_operand *args = r->args.items + i;
        status =
            step == 1 ? add_group(r, args[0].n, &slots) : add_old(r, args[0].n, args[1].n, &slots);
    }
    if (status == DXK_OK)
        status = store_list(r, &slots);
    dxki_vec_free(r->ctx, &slots);
    return status;
}

dxk_status dxki_bc_read_attr_groups(dxki_bc_reader *r)
{
    if (r->judge && r->groups.items.count)
        return dxki_bc_read_again(r);
    r->scratch64.count = 0;
    return dxki_bc_read_records(r, group_record);
}

dxk_status dxki_bc_read_attr_lists(dxki_bc_reader *r)
{
    if (r->judge && r->attr_lists.count)
        return dxki_bc_read_again(r);
    return dxki_bc_read_records(r, list_record);
}
