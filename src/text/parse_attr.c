/* SPDX-License-Identifier: MIT */
/*
 * parse_attr.c - attributes where they are written, attribute groups, and putting both together
 * at the end of the module. See parse.h.
 */
#include "text/parse.h"

#include <string.h>

/* --- where an attribute may stand --- */

enum { YES, ENDS /* is not taken as an attribute */, FN_ONLY, PARAM_ONLY, BAD_FN, BAD_RETURN };

/*                                     function     parameter  return value */
#define FN_ATTR                                                                                    \
    {                                                                                              \
        YES, FN_ONLY, FN_ONLY                                                                      \
    }
#define PARAM_ATTR                                                                                 \
    {                                                                                              \
        PARAM_ONLY, YES, PARAM_ONLY                                                                \
    }
#define VALUE_ATTR                                                                                 \
    {                                                                                              \
        PARAM_ONLY, YES, YES                                                                       \
    }
#define EXTENSION_ATTR                                                                             \
    {                                                                                              \
        BAD_FN, YES, YES                                                                           \
    }
#define MEMORY_ATTR                                                                                \
    {                                                                                              \
        YES, YES, BAD_RETURN                                                                       \
    }

static const uint8_t places[DXKI_AT_COUNT][3] = {
    [DXKI_AT_ALWAYSINLINE] = FN_ATTR,
    [DXKI_AT_BUILTIN] = FN_ATTR,
    [DXKI_AT_BYVAL] = PARAM_ATTR,
    [DXKI_AT_INALLOCA] = PARAM_ATTR,
    [DXKI_AT_COLD] = {YES, ENDS, FN_ONLY},
    [DXKI_AT_CONVERGENT] = {YES, ENDS, ENDS},
    [DXKI_AT_INLINEHINT] = FN_ATTR,
    [DXKI_AT_INREG] = EXTENSION_ATTR,
    [DXKI_AT_JUMPTABLE] = FN_ATTR,
    [DXKI_AT_MINSIZE] = FN_ATTR,
    [DXKI_AT_NAKED] = FN_ATTR,
    [DXKI_AT_NEST] = PARAM_ATTR,
    [DXKI_AT_NOALIAS] = VALUE_ATTR,
    [DXKI_AT_NOBUILTIN] = FN_ATTR,
    [DXKI_AT_NOCAPTURE] = PARAM_ATTR,
    [DXKI_AT_NODUPLICATE] = FN_ATTR,
    [DXKI_AT_NOIMPLICITFLOAT] = FN_ATTR,
    [DXKI_AT_NOINLINE] = FN_ATTR,
    [DXKI_AT_NONLAZYBIND] = FN_ATTR,
    [DXKI_AT_NONNULL] = VALUE_ATTR,
    [DXKI_AT_NOREDZONE] = FN_ATTR,
    [DXKI_AT_NORETURN] = FN_ATTR,
    [DXKI_AT_NOUNWIND] = FN_ATTR,
    [DXKI_AT_OPTSIZE] = FN_ATTR,
    [DXKI_AT_OPTNONE] = FN_ATTR,
    [DXKI_AT_READNONE] = MEMORY_ATTR,
    [DXKI_AT_READONLY] = MEMORY_ATTR,
    [DXKI_AT_ARGMEMONLY] = FN_ATTR,
    [DXKI_AT_RETURNED] = PARAM_ATTR,
    [DXKI_AT_RETURNS_TWICE] = FN_ATTR,
    [DXKI_AT_SIGNEXT] = EXTENSION_ATTR,
    [DXKI_AT_SSP] = FN_ATTR,
    [DXKI_AT_SSPREQ] = FN_ATTR,
    [DXKI_AT_SSPSTRONG] = FN_ATTR,
    [DXKI_AT_SAFESTACK] = FN_ATTR,
    [DXKI_AT_SRET] = PARAM_ATTR,
    [DXKI_AT_SANITIZE_ADDRESS] = FN_ATTR,
    [DXKI_AT_SANITIZE_THREAD] = FN_ATTR,
    [DXKI_AT_SANITIZE_MEMORY] = FN_ATTR,
    [DXKI_AT_UWTABLE] = FN_ATTR,
    [DXKI_AT_ZEROEXT] = EXTENSION_ATTR,
    [DXKI_AT_ALIGN] = {YES, YES, PARAM_ONLY},
    [DXKI_AT_ALIGNSTACK] = FN_ATTR,
    [DXKI_AT_DEREFERENCEABLE] = VALUE_ATTR,
    [DXKI_AT_DEREFERENCEABLE_OR_NULL] = VALUE_ATTR,
};

static const char *complaint(uint8_t verdict, dxki_text_attr_place place)
{
    switch (verdict) {
    case FN_ONLY:
        return "invalid use of function-only attribute";
    case PARAM_ONLY:
        return place == DXKI_ATTR_FN ? "invalid use of parameter-only attribute on a function"
                                     : "invalid use of parameter-only attribute";
    case BAD_FN:
        return "invalid use of attribute on a function";
    default:
        return "invalid use of attribute on return type";
    }
}

/* --- builders --- */

static void add_kind(dxki_text_attr_builder *b, uint32_t kind)
{
    b->kinds |= (uint64_t)1 << kind;
}

static bool has_kind(const dxki_text_attr_builder *b, uint32_t kind)
{
    return b->kinds >> kind & 1;
}

static void add_value(dxki_text_attr_builder *b, uint32_t kind, uint64_t value)
{
    if (value == 0)
        return;
    add_kind(b, kind);
    b->values[kind - DXKI_AT_ALIGN] = value;
}

static bool add_string(dxki_text_parser *p, dxki_text_attr_builder *b, dxk_str key, dxk_str value)
{
    dxki_attr attr = {.kind = DXKI_AT_STRING};
    if (!dxki_text_keep(p, key, &attr.key) || !dxki_text_keep(p, value, &attr.string))
        return false;
    if (!dxki_vec_push(p->ctx, &p->attr_texts, attr))
        return dxki_text_no_memory(p);
    b->text_count++;
    return true;
}

static void begin_builder(dxki_text_parser *p, dxki_text_attr_builder *b)
{
    memset(b, 0, sizeof *b);
    b->first_text = (uint32_t)p->attr_texts.count;
}

/* Pushes what a builder holds to p->attr_scratch, in reverse order of weight. */
static bool unpack(dxki_text_parser *p, const dxki_text_attr_builder *b)
{
    for (uint32_t kind = 1; kind < DXKI_AT_STRING; kind++) {
        dxki_attr attr = {.kind = kind};
        if (!has_kind(b, kind))
            continue;
        if (kind >= DXKI_AT_ALIGN)
            attr.value = b->values[kind - DXKI_AT_ALIGN];
        if (!dxki_vec_push(p->ctx, &p->attr_scratch, attr))
            return dxki_text_no_memory(p);
    }
    for (uint32_t i = 0; i < b->text_count; i++) {
        if (!dxki_vec_push(p->ctx, &p->attr_scratch, p->attr_texts.items[b->first_text + i]))
            return dxki_text_no_memory(p);
    }
    return true;
}

static bool make_set(dxki_text_parser *p, uint32_t *set)
{
    *set = dxki_attr_make_set(p->m, p->attr_scratch.items, (uint32_t)p->attr_scratch.count);
    return *set != UINT32_MAX || dxki_text_no_memory(p);
}

bool dxki_text_attr_builder_set(dxki_text_parser *p, const dxki_text_attr_builder *b, uint32_t *set)
{
    *set = 0;
    if (b->kinds == 0 && b->text_count == 0)
        return true;
    p->attr_scratch.count = 0;
    return unpack(p, b) && make_set(p, set);
}

/* --- alignments and sizes --- */

static bool is_power(uint32_t value)
{
    return value && (value & (value - 1)) == 0;
}

uint8_t dxki_text_encode_align(uint32_t align)
{
    uint8_t encoded = 0;
    for (; align; align >>= 1)
        encoded++;
    return encoded;
}

#define LARGEST_ALIGN ((uint32_t)1 << 29)

bool dxki_text_parse_align(dxki_text_parser *p, uint32_t *align)
{
    *align = 0;
    if (!dxki_text_take(p, DXKI_KW_ALIGN))
        return true;
    dxki_text_loc loc = p->tok.start;
    if (!dxki_text_parse_uint32(p, align))
        return false;
    if (!is_power(*align))
        return dxki_text_error(p, loc, "alignment is not a power of two");
    if (*align > LARGEST_ALIGN)
        return dxki_text_error(p, loc, "huge alignments are not supported yet");
    return true;
}

/* (N) after alignstack and dereferenceable. */
static bool parse_in_parens(dxki_text_parser *p, uint64_t *value, bool wide, dxki_text_loc *loc)
{
    uint32_t narrow = 0;
    if (!dxki_text_expect_tok(p, DXKI_TK_LPAREN, "expected '('"))
        return false;
    *loc = p->tok.start;
    if (wide ? !dxki_text_parse_uint64(p, value) : !dxki_text_parse_uint32(p, &narrow))
        return false;
    if (!wide)
        *value = narrow;
    return dxki_text_expect_tok(p, DXKI_TK_RPAREN, "expected ')'");
}

/* = N, the form inside of a group. */
static bool parse_equal(dxki_text_parser *p, uint64_t *value)
{
    uint32_t narrow;
    dxki_text_next(p);
    if (!dxki_text_expect_tok(p, DXKI_TK_EQUAL, "expected '=' here") ||
        !dxki_text_parse_uint32(p, &narrow))
        return false;
    *value = narrow;
    return true;
}

static bool parse_valued(dxki_text_parser *p, uint32_t kind, bool in_group,
                         dxki_text_attr_builder *b)
{
    uint64_t value = 0;
    dxki_text_loc loc;
    if (kind == DXKI_AT_ALIGN) {
        uint32_t align = 0;
        if (in_group ? !parse_equal(p, &value) : !dxki_text_parse_align(p, &align))
            return false;
        value = in_group ? value : align;
    } else if (kind == DXKI_AT_ALIGNSTACK && in_group) {
        if (!parse_equal(p, &value))
            return false;
    } else {
        bool wide = kind != DXKI_AT_ALIGNSTACK;
        dxki_text_next(p);
        if (!parse_in_parens(p, &value, wide, &loc))
            return false;
        if (wide && value == 0)
            return dxki_text_error(p, loc, "dereferenceable bytes must be non-zero");
        if (!wide && !is_power((uint32_t)value))
            return dxki_text_error(p, loc, "stack alignment is not a power of two");
    }
    add_value(b, kind, value);
    return true;
}

/* --- lists of attributes --- */

bool dxki_text_parse_param_attrs(dxki_text_parser *p, dxki_text_attr_place place,
                                 dxki_text_attr_builder *b)
{
    bool ok = true;
    begin_builder(p, b);
    while (p->tok.word && p->tok.word->attr) {
        uint32_t kind = p->tok.word->attr;
        uint8_t verdict = places[kind][place];
        if (verdict == ENDS)
            break;
        if (verdict == YES && kind >= DXKI_AT_ALIGN) {
            if (!parse_valued(p, kind, false, b))
                return false;
            continue;
        }
        if (verdict == YES)
            add_kind(b, kind);
        else /* noted, and the list goes on */
            ok = dxki_text_error_here(p, complaint(verdict, place));
        dxki_text_next(p);
    }
    return ok;
}

static bool parse_string_attr(dxki_text_parser *p, dxki_text_attr_builder *b)
{
    dxk_str key = p->tok.text, value = {NULL, 0};
    dxki_text_next(p);
    if (dxki_text_take(p, DXKI_TK_EQUAL) && !dxki_text_parse_string(p, &value))
        return false;
    return add_string(p, b, key, value);
}

static bool parse_group_ref(dxki_text_parser *p, bool in_group, bool *ok)
{
    if (in_group)
        *ok = dxki_text_error_here(
            p, "cannot have an attribute group reference in an attribute group");
    else if (!dxki_vec_push(p->ctx, &p->attr_group_refs, (uint32_t)p->tok.number))
        return dxki_text_no_memory(p);
    dxki_text_next(p);
    return true;
}

static bool parse_fn_attr(dxki_text_parser *p, dxki_text_attr_builder *b, bool in_group, bool *ok)
{
    uint32_t kind = p->tok.word->attr;
    uint8_t verdict = places[kind][DXKI_ATTR_FN];
    if (verdict == YES && kind >= DXKI_AT_ALIGN)
        return parse_valued(p, kind, in_group, b);
    if (verdict == YES)
        add_kind(b, kind);
    else
        *ok = dxki_text_error_here(p, complaint(verdict, DXKI_ATTR_FN));
    dxki_text_next(p);
    return true;
}

bool dxki_text_parse_fn_attrs(dxki_text_parser *p, dxki_text_attr_builder *b, bool in_group,
                              dxki_text_loc *builtin)
{
    bool ok = true;
    begin_builder(p, b);
    for (;;) {
        if (dxki_text_at(p, DXKI_TK_RBRACE))
            return true; /* errors on the way are forgiven, as in LLVM */
        if (dxki_text_at(p, DXKI_TK_ATTR_ID)) {
            if (!parse_group_ref(p, in_group, &ok))
                return false;
        } else if (dxki_text_at(p, DXKI_TK_STRING)) {
            if (!parse_string_attr(p, b))
                return false;
        } else if (p->tok.word && p->tok.word->attr) {
            if (builtin && p->tok.word->attr == DXKI_AT_BUILTIN)
                *builtin = p->tok.start;
            if (!parse_fn_attr(p, b, in_group, &ok))
                return false;
        } else {
            return in_group ? dxki_text_error_here(p, "unterminated attribute group") : ok;
        }
    }
}

/* --- groups --- */

static dxki_text_attr_group *find_group(dxki_text_parser *p, uint32_t number)
{
    uint32_t hash = dxki_hash_end(dxki_hash_mix(3, number)), pos = hash, id;
    while ((id = dxki_idset_next(&p->attr_group_set, hash, &pos)) != 0) {
        if (p->attr_groups.items[id - 1].number == number)
            return &p->attr_groups.items[id - 1];
    }
    return NULL;
}

bool dxki_text_parse_attr_group(dxki_text_parser *p)
{
    dxki_text_loc loc = p->tok.start;
    dxki_text_next(p);
    if (!dxki_text_at(p, DXKI_TK_ATTR_ID))
        return dxki_text_error_here(p, "expected attribute group id");
    dxki_text_attr_group group = {.number = (uint32_t)p->tok.number};
    dxki_text_next(p);
    if (!dxki_text_expect_tok(p, DXKI_TK_EQUAL, "expected '=' here") ||
        !dxki_text_expect_tok(p, DXKI_TK_LBRACE, "expected '{' here") ||
        !dxki_text_parse_fn_attrs(p, &group.attrs, true, NULL) ||
        !dxki_text_expect_tok(p, DXKI_TK_RBRACE, "expected end of attribute group"))
        return false;
    if (group.attrs.kinds == 0 && group.attrs.text_count == 0)
        return dxki_text_error(p, loc, "attribute group has no attributes");
    dxki_text_attr_group *old = find_group(p, group.number);
    if (old) { /* the last one counts */
        *old = group;
        return true;
    }
    uint32_t hash = dxki_hash_end(dxki_hash_mix(3, group.number));
    return (dxki_vec_push(p->ctx, &p->attr_groups, group) &&
            dxki_idset_add(p->ctx, &p->attr_group_set, hash, (uint32_t)p->attr_groups.count)) ||
           dxki_text_no_memory(p);
}

/* --- uses of lists and groups --- */

static bool same_use(const dxki_text_parser *p, const dxki_text_attr_use *use, uint32_t list,
                     uint32_t first, uint32_t count)
{
    const uint32_t *refs = p->attr_group_refs.items;
    return use->list == list && use->group_count == count &&
           (count == 0 || memcmp(refs + use->first_group, refs + first, count * sizeof *refs) == 0);
}

bool dxki_text_attr_use_make(dxki_text_parser *p, uint32_t first, uint32_t *use)
{
    uint32_t list = dxki_attr_make_list(p->m, p->slots.items, (uint32_t)p->slots.count);
    uint32_t count = (uint32_t)p->attr_group_refs.count - first;
    *use = 0;
    if (list == UINT32_MAX)
        return dxki_text_no_memory(p);
    if (list == 0 && count == 0)
        return true;
    uint64_t state = dxki_hash_mix(4, list);
    const uint32_t *refs = count ? p->attr_group_refs.items + first : NULL;
    uint32_t hash = dxki_hash_end(dxki_hash_words(state, refs, count));
    uint32_t pos = hash, id;
    while ((id = dxki_idset_next(&p->attr_use_set, hash, &pos)) != 0) {
        if (same_use(p, &p->attr_uses.items[id], list, first, count)) {
            p->attr_group_refs.count = first;
            *use = id;
            return true;
        }
    }
    dxki_text_attr_use made = {.list = list, .first_group = first, .group_count = count};
    *use = (uint32_t)p->attr_uses.count;
    return (dxki_vec_push(p->ctx, &p->attr_uses, made) &&
            dxki_idset_add(p->ctx, &p->attr_use_set, hash, *use)) ||
           dxki_text_no_memory(p);
}

/* --- the end of the module --- */

/* The function attributes that were written in place, as a builder again. */
static void load_set(dxki_text_parser *p, uint32_t set, dxki_text_attr_builder *b)
{
    uint32_t count;
    const dxki_attr *attrs = dxki_attr_set(p->m, set, &count);
    memset(b, 0, sizeof *b);
    for (uint32_t i = 0; i < count; i++) {
        if (attrs[i].kind >= DXKI_AT_STRING)
            continue;
        add_kind(b, attrs[i].kind);
        if (attrs[i].kind >= DXKI_AT_ALIGN)
            b->values[attrs[i].kind - DXKI_AT_ALIGN] = attrs[i].value;
    }
}

/* Numbers that are there already win, strings that come later do. */
static void merge(dxki_text_attr_builder *b, const dxki_text_attr_builder *more)
{
    for (uint32_t i = 0; i < 4; i++) {
        if (b->values[i] == 0)
            b->values[i] = more->values[i];
    }
    b->kinds |= more->kinds;
}

/* The same group can be merged into any number of lists: bounded by the size of the text. */
static bool add_texts(dxki_text_parser *p, const dxki_text_attr_builder *b)
{
    p->attr_work += b->text_count;
    if (p->attr_work > 65536 + 8 * (size_t)(p->lex.end - p->lex.begin))
        return dxki_text_too_much(p, "attribute groups add up to too many attributes");
    for (uint32_t i = 0; i < b->text_count; i++) {
        if (!dxki_vec_push(p->ctx, &p->attr_scratch, p->attr_texts.items[b->first_text + i]))
            return dxki_text_no_memory(p);
    }
    return true;
}

static bool add_old_texts(dxki_text_parser *p, uint32_t set)
{
    uint32_t count;
    const dxki_attr *attrs = dxki_attr_set(p->m, set, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (attrs[i].kind == DXKI_AT_STRING && !dxki_vec_push(p->ctx, &p->attr_scratch, attrs[i]))
            return dxki_text_no_memory(p);
    }
    return true;
}

/* The set of the function slot: the one written in place and all groups. */
static bool merged_set(dxki_text_parser *p, dxki_text_attr_use *use, bool global, uint32_t *set)
{
    uint32_t old = dxki_attr_list_set(p->m, use->list, DXKI_ATTR_SLOT_FUNCTION);
    dxki_text_attr_builder all;
    load_set(p, old, &all);
    p->attr_scratch.count = 0;
    if (!add_old_texts(p, old))
        return false;
    for (uint32_t i = 0; i < use->group_count; i++) {
        const dxki_text_attr_group *group =
            find_group(p, p->attr_group_refs.items[use->first_group + i]);
        if (!group) /* an unknown number says nothing */
            continue;
        merge(&all, &group->attrs);
        if (!add_texts(p, &group->attrs))
            return false;
    }
    if (global && has_kind(&all, DXKI_AT_ALIGN)) {
        use->align = (uint32_t)all.values[0];
        all.kinds &= ~((uint64_t)1 << DXKI_AT_ALIGN);
    }
    all.text_count = 0;
    return unpack(p, &all) && make_set(p, set);
}

/* The list with another function set. */
static bool replace_set(dxki_text_parser *p, uint32_t list, uint32_t set, uint32_t *result)
{
    uint32_t count;
    const dxki_attr_slot *slots = dxki_attr_list(p->m, list, &count);
    p->slots.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (slots[i].slot != DXKI_ATTR_SLOT_FUNCTION && !dxki_vec_push(p->ctx, &p->slots, slots[i]))
            return dxki_text_no_memory(p);
    }
    dxki_attr_slot last = {DXKI_ATTR_SLOT_FUNCTION, set};
    if (set && !dxki_vec_push(p->ctx, &p->slots, last))
        return dxki_text_no_memory(p);
    *result = dxki_attr_make_list(p->m, p->slots.items, (uint32_t)p->slots.count);
    return *result != UINT32_MAX || dxki_text_no_memory(p);
}

/* Functions take an alignment out of the groups, calls keep it. */
static bool finish_use(dxki_text_parser *p, uint32_t id, bool global)
{
    dxki_text_attr_use *use = &p->attr_uses.items[id];
    uint32_t set;
    if (use->done[global])
        return true;
    use->done[global] = true;
    return merged_set(p, use, global, &set) && replace_set(p, use->list, set, &use->result[global]);
}

bool dxki_text_attr_finish(dxki_text_parser *p)
{
    for (size_t i = 0; i < p->attr_waits.count; i++) {
        dxki_text_attr_wait wait = p->attr_waits.items[i];
        const dxki_text_attr_use *use = &p->attr_uses.items[wait.use];
        if (!finish_use(p, wait.use, wait.global))
            return false;
        if (!wait.global) {
            p->m->words.items[wait.place] = use->result[0];
            continue;
        }
        p->m->globals.items[wait.place].attrs = use->result[1];
        if (use->align)
            p->m->globals.items[wait.place].align = dxki_text_encode_align(use->align);
    }
    return true;
}
