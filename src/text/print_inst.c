/* SPDX-License-Identifier: MIT */
/* print_inst.c - instructions (docs/text-format.md, section 6). Calls are in print_call.c. */
#include "ir/debug.h"
#include "text/print_quick.h"
#include "text/words.h"

static void print_one(dxki_text_printer *p, dxki_value value, bool typed)
{
    char *to = NULL;
    if (dxki_text_quick_has_room(p))
        to = typed ? dxki_text_quick_typed(p, p->out.next, value)
                   : dxki_text_quick_operand(p, p->out.next, value);
    if (to)
        p->out.next = to;
    else if (typed)
        dxki_text_print_typed(p, value);
    else
        dxki_text_print_operand(p, value);
}

static void print_list(dxki_text_printer *p, const dxki_value *values, uint32_t count, bool typed)
{
    for (uint32_t i = 0; i < count && !dxki_text_print_stopped(p); i++) {
        if (i > 0)
            DXKI_EMIT(&p->out, ", ");
        print_one(p, values[i], typed);
    }
}

/* --- memory operations --- */

static void print_order(dxki_text_printer *p, uint32_t order)
{
    const char *word = dxki_text_word(DXKI_W_ORDERING, order);
    dxki_text_emit_char(&p->out, ' ');
    dxki_text_emit_text(&p->out, word ? word : "not_atomic");
}

static void print_scope(dxki_text_printer *p, uint16_t sub)
{
    if (!DXKI_SUB_CROSS_THREAD(sub))
        DXKI_EMIT(&p->out, " singlethread");
}

static void print_align(dxki_text_printer *p, uint16_t sub)
{
    uint32_t align = DXKI_SUB_ALIGN(sub);
    if (align) {
        DXKI_EMIT(&p->out, ", align ");
        dxki_text_emit_u64(&p->out, (uint64_t)1 << ((align - 1) & 63));
    }
}

/* Ordering and alignment after the operands. */
static void print_memory_tail(dxki_text_printer *p, const dxki_inst *in)
{
    uint32_t order = DXKI_SUB_ORDER(in->sub);
    switch (in->op) {
    case DXKI_OP_LOAD:
    case DXKI_OP_STORE:
        if (order) {
            print_scope(p, in->sub);
            print_order(p, order);
        }
        print_align(p, in->sub);
        break;
    case DXKI_OP_FENCE:
    case DXKI_OP_ATOMICRMW:
    case DXKI_OP_CMPXCHG:
        if (order)
            print_scope(p, in->sub);
        if (order)
            print_order(p, order);
        if (in->op == DXKI_OP_CMPXCHG)
            print_order(p, DXKI_SUB_FAILURE(in->sub));
        break;
    default:
        break;
    }
}

static void print_alloca(dxki_text_printer *p, const dxki_inst *in, const dxki_value *ops)
{
    uint64_t size = 0;
    dxki_text_emit_char(&p->out, ' ');
    if (in->flags & DXKI_IF_INALLOCA)
        DXKI_EMIT(&p->out, "inalloca ");
    dxki_text_print_type(p, ops[in->op_count]);
    if (dxki_text_print_type_of(p, ops[0]) != DXKI_TY_I32 ||
        !dxki_value_as_int(p->m, ops[0], &size) || size != 1) {
        DXKI_EMIT(&p->out, ", ");
        dxki_text_print_typed(p, ops[0]);
    }
    print_align(p, in->sub);
}

/* --- control flow --- */

static void print_br(dxki_text_printer *p, const dxki_inst *in, const dxki_value *ops)
{
    dxki_text_emit_char(&p->out, ' ');
    dxki_text_print_typed(p, ops[0]);
    if (in->op_count < 3)
        return;
    DXKI_EMIT(&p->out, ", ");
    dxki_text_print_typed(p, ops[2]);
    DXKI_EMIT(&p->out, ", ");
    dxki_text_print_typed(p, ops[1]);
}

static void print_switch(dxki_text_printer *p, const dxki_inst *in, const dxki_value *ops)
{
    dxki_text_emit_char(&p->out, ' ');
    print_list(p, ops, 2, true);
    DXKI_EMIT(&p->out, " [");
    for (uint32_t i = 2; i + 1 < in->op_count && !dxki_text_print_stopped(p); i += 2) {
        DXKI_EMIT(&p->out, "\n    ");
        print_list(p, ops + i, 2, true);
    }
    DXKI_EMIT(&p->out, "\n  ]");
}

static void print_indirectbr(dxki_text_printer *p, const dxki_inst *in, const dxki_value *ops)
{
    dxki_text_emit_char(&p->out, ' ');
    dxki_text_print_typed(p, ops[0]);
    DXKI_EMIT(&p->out, ", [");
    print_list(p, ops + 1, in->op_count - 1, true);
    dxki_text_emit_char(&p->out, ']');
}

static void print_phi(dxki_text_printer *p, const dxki_inst *in, const dxki_value *ops)
{
    dxki_text_emit_char(&p->out, ' ');
    dxki_text_print_type(p, in->type);
    dxki_text_emit_char(&p->out, ' ');
    for (uint32_t i = 0; i < in->op_count && !dxki_text_print_stopped(p); i++) {
        dxki_text_emit_text(&p->out, i ? ", [ " : "[ ");
        dxki_text_print_operand(p, ops[i]);
        DXKI_EMIT(&p->out, ", ");
        dxki_text_print_operand(p, ops[in->op_count + i]);
        DXKI_EMIT(&p->out, " ]");
    }
}

static void print_landingpad(dxki_text_printer *p, const dxki_inst *in, const dxki_value *ops)
{
    dxki_text_emit_char(&p->out, ' ');
    dxki_text_print_type(p, in->type);
    if (in->flags & DXKI_IF_CLEANUP)
        DXKI_EMIT(&p->out, "\n          cleanup");
    for (uint32_t i = 0; i < in->op_count && !dxki_text_print_stopped(p); i++) {
        dxki_type_kind kind = dxki_type_kind_of(p->m, dxki_text_print_type_of(p, ops[i]));
        dxki_text_emit_text(&p->out,
                            kind == DXKI_T_ARRAY ? "\n          filter " : "\n          catch ");
        dxki_text_print_typed(p, ops[i]);
    }
}

/* --- the rest --- */

static void print_cast(dxki_text_printer *p, const dxki_inst *in, const dxki_value *ops)
{
    dxki_text_emit_char(&p->out, ' ');
    dxki_text_print_typed(p, ops[0]);
    DXKI_EMIT(&p->out, " to ");
    dxki_text_print_type(p, in->type);
}

static void print_vaarg(dxki_text_printer *p, const dxki_inst *in, const dxki_value *ops)
{
    dxki_text_emit_char(&p->out, ' ');
    dxki_text_print_typed(p, ops[0]);
    DXKI_EMIT(&p->out, ", ");
    dxki_text_print_type(p, in->type);
}

static void print_aggregate_op(dxki_text_printer *p, const dxki_inst *in, const dxki_value *ops)
{
    dxki_text_emit_char(&p->out, ' ');
    print_list(p, ops, in->op_count, true);
    dxki_text_print_indices(p, ops + in->op_count);
}

static bool same_types(const dxki_text_printer *p, const dxki_inst *in, const dxki_value *ops)
{
    dxki_type first = dxki_text_print_type_of(p, ops[0]);
    for (uint32_t i = 1; i < in->op_count; i++)
        if (dxki_text_print_type_of(p, ops[i]) != first)
            return false;
    return true;
}

/* One type in front when all operands have the same, else a type at each. */
static void print_normal(dxki_text_printer *p, const dxki_inst *in, const dxki_value *ops)
{
    bool typed = in->op == DXKI_OP_SELECT || in->op == DXKI_OP_STORE ||
                 in->op == DXKI_OP_SHUFFLEVECTOR || in->op == DXKI_OP_RET;
    dxki_text_emit_char(&p->out, ' ');
    if (in->op == DXKI_OP_GEP || in->op == DXKI_OP_LOAD) {
        dxki_text_print_type(p, in->op == DXKI_OP_GEP ? ops[in->op_count] : in->type);
        DXKI_EMIT(&p->out, ", ");
    }
    if (!typed && same_types(p, in, ops)) {
        dxki_text_print_type(p, dxki_text_print_type_of(p, ops[0]));
        dxki_text_emit_char(&p->out, ' ');
        print_list(p, ops, in->op_count, false);
    } else {
        print_list(p, ops, in->op_count, true);
    }
}

/* What an instruction without operands shows. */
static void print_nothing(dxki_text_printer *p, const dxki_inst *in)
{
    if (in->op == DXKI_OP_RET)
        DXKI_EMIT(&p->out, " void");
}

/* Of a comparison of any kind: a stream may mix them up. */
static const char *predicate_word(uint32_t predicate)
{
    const char *word = dxki_text_word(DXKI_W_ICMP, predicate);
    word = word ? word : dxki_text_word(DXKI_W_FCMP, predicate);
    return word ? word : "unknown";
}

/* The words between the opcode and the operands. */
static void print_words(dxki_text_printer *p, const dxki_inst *in)
{
    const char *word = NULL;
    switch (in->op) {
    case DXKI_OP_LOAD:
    case DXKI_OP_STORE:
        if (DXKI_SUB_ORDER(in->sub))
            DXKI_EMIT(&p->out, " atomic");
        if (in->flags & DXKI_IF_VOLATILE)
            DXKI_EMIT(&p->out, " volatile");
        break;
    case DXKI_OP_CMPXCHG:
        if (in->flags & DXKI_IF_WEAK)
            DXKI_EMIT(&p->out, " weak");
        if (in->flags & DXKI_IF_VOLATILE)
            DXKI_EMIT(&p->out, " volatile");
        break;
    case DXKI_OP_ATOMICRMW:
        if (in->flags & DXKI_IF_VOLATILE)
            DXKI_EMIT(&p->out, " volatile");
        word = dxki_text_word(DXKI_W_RMW, DXKI_SUB_RMW(in->sub));
        break;
    case DXKI_OP_ICMP:
        word = predicate_word(in->sub);
        break;
    case DXKI_OP_FCMP:
        dxki_text_print_flags(p, DXKI_OP_FCMP, in->flags);
        word = predicate_word(in->sub);
        break;
    default:
        dxki_text_print_flags(p, (dxki_op)in->op, in->flags);
        return;
    }
    if (word) {
        dxki_text_emit_char(&p->out, ' ');
        dxki_text_emit_text(&p->out, word);
    }
}

/* What most instructions are: two operands of one type. */
static void print_binary(dxki_text_printer *p, const dxki_inst *in, const dxki_value *ops)
{
    if (in->flags)
        dxki_text_print_flags(p, (dxki_op)in->op, in->flags);
    dxki_text_emit_char(&p->out, ' ');
    print_one(p, ops[0], true);
    DXKI_EMIT(&p->out, ", ");
    print_one(p, ops[1],
              p->m->unchecked &&
                  dxki_text_print_type_of(p, ops[0]) != dxki_text_print_type_of(p, ops[1]));
}

/* Makes what stands between the result and the operands of such instructions; NULL: too long. */
static const dxki_text_head *make_head(dxki_text_printer *p, dxki_text_head *head,
                                       const dxki_inst *in, dxki_type type, uint64_t key)
{
    const dxki_op_info *op = dxki_op_get(in->op);
    char *start = p->out.next;
    if (!dxki_type_is_int(p->m, type) && !dxki_type_is_fp(p->m, type)) /* these are short */
        return NULL;
    DXKI_EMIT(&p->out, " = ");
    dxki_text_emit_mem(&p->out, op->text, op->size);
    print_words(p, in);
    dxki_text_emit_char(&p->out, ' ');
    dxki_text_print_type(p, type);
    dxki_text_emit_char(&p->out, ' ');
    size_t size = (size_t)(p->out.next - start);
    p->out.next = start;
    if (size > sizeof head->text)
        return NULL;
    memcpy(head->text, start, size);
    head->size = (uint32_t)size;
    head->key = key;
    return head;
}

static inline const dxki_text_head *head_of(dxki_text_printer *p, const dxki_inst *in,
                                            dxki_type type)
{
    uint64_t key =
        (uint64_t)type << 32 | (uint32_t)in->sub << 16 | (uint32_t)in->flags << 8 | in->op;
    dxki_text_head *head =
        &p->heads[(in->op ^ in->sub * 5u ^ in->flags * 3u ^ type * 7u) % DXKI_TEXT_HEADS];
    return head->key == key ? head : make_head(p, head, in, type, key);
}

/* "  %3 = add nsw i32 %1, 2" and the end of the line, through a pointer; NULL: it is not that
 * simple. There is room for it. */
static inline char *quick_operator(dxki_text_printer *p, uint32_t inst, const dxki_inst *in)
{
    const dxki_value *ops = p->m->words.items + in->ops;
    const dxki_text_head *head = head_of(p, in, dxki_text_print_type_of(p, ops[0]));
    char *to = p->out.next;
    memcpy(to, "  ", 2);
    to = head ? dxki_text_quick_result(p, to + 2, inst) : NULL;
    if (!to)
        return NULL;
    memcpy(to, head->text, 24);
    if (head->size > 24)
        memcpy(to + 24, head->text + 24, sizeof head->text - 24);
    to = dxki_text_quick_operand(p, to + head->size, ops[0]);
    if (!to)
        return NULL;
    memcpy(to, ", ", 2);
    to = dxki_text_quick_operand(p, to + 2, ops[1]);
    if (to)
        *to++ = '\n';
    return to;
}

/* A line that is an operator or a comparison and nothing else. False: nothing was printed. */
static inline bool print_operator(dxki_text_printer *p, uint32_t inst, const dxki_inst *in)
{
    if (p->out.end - p->out.next < DXKI_QUICK_LINE)
        return false;
    char *end = quick_operator(p, inst, in);
    if (end)
        p->out.next = end;
    return end != NULL;
}

static inline bool is_operator(const dxki_inst *in)
{
    dxki_op_class cls = dxki_op_class_of((dxki_op)in->op);
    return cls == DXKI_OC_BIN || cls == DXKI_OC_CMP;
}

static void print_operands(dxki_text_printer *p, uint32_t inst, const dxki_inst *in)
{
    const dxki_value *ops = p->m->words.items + in->ops;
    if (dxki_op_class_of((dxki_op)in->op) == DXKI_OC_BIN) {
        print_binary(p, in, ops);
        return;
    }
    if (in->op == DXKI_OP_CALL || in->op == DXKI_OP_INVOKE) {
        dxki_text_print_call(p, inst);
        return;
    }
    print_words(p, in);
    if (in->op == DXKI_OP_PHI)
        print_phi(p, in, ops);
    else if (in->op == DXKI_OP_LANDINGPAD)
        print_landingpad(p, in, ops);
    else if (in->op_count == 0)
        print_nothing(p, in);
    else if (in->op == DXKI_OP_BR)
        print_br(p, in, ops);
    else if (in->op == DXKI_OP_SWITCH)
        print_switch(p, in, ops);
    else if (in->op == DXKI_OP_INDIRECTBR)
        print_indirectbr(p, in, ops);
    else if (in->op == DXKI_OP_EXTRACTVALUE || in->op == DXKI_OP_INSERTVALUE)
        print_aggregate_op(p, in, ops);
    else if (in->op == DXKI_OP_ALLOCA)
        print_alloca(p, in, ops);
    else if (in->op == DXKI_OP_VAARG)
        print_vaarg(p, in, ops);
    else if (dxki_op_class_of((dxki_op)in->op) == DXKI_OC_CAST)
        print_cast(p, in, ops);
    else
        print_normal(p, in, ops);
    print_memory_tail(p, in);
}

/* Text up to the end of its line: what follows would be no comment. */
static void emit_line(dxki_text_emit *out, dxk_str text)
{
    for (size_t i = 0; i < text.size && text.data[i] != '\n' && text.data[i] != '\r'; i++)
        dxki_text_emit_char(out, text.data[i] ? text.data[i] : ' ');
}

static void print_all_attachments(dxki_text_printer *p, uint32_t inst)
{
    dxki_md location = dxki_inst_dbg(p->m, inst);
    if (location) {
        DXKI_EMIT(&p->out, ", !dbg ");
        dxki_text_print_md_ref(p, location);
    }
    if (p->m->attachments.count == 0)
        return;
    uint32_t count;
    const dxki_attachment *list = dxki_inst_attachments(p->m, inst, &count);
    dxki_text_print_attachments(p, ", ", dxki_text_sorted_attachments(p, list, count), count);
}

/* As the raw view of the stream shows positions. */
static void print_bit(dxki_text_printer *p, uint32_t bit)
{
    dxki_text_style_on(p, DXKI_ST_COMMENT);
    DXKI_EMIT(&p->out, "  ; bit ");
    for (int shift = 28; shift >= 0; shift -= 4)
        dxki_text_emit_char(&p->out, "0123456789abcdef"[bit >> shift & 15]);
    dxki_text_style_off(p);
}

static void print_numbers(dxki_text_printer *p, uint32_t inst)
{
    uint32_t bit = dxki_inst_bit(p->m, inst);
    if (p->options.offsets && bit != UINT32_MAX)
        print_bit(p, bit);
    dxki_text_print_raw_id(p, "inst", inst);
}

/* "  %5 = add" */
static void print_start(dxki_text_printer *p, uint32_t inst, const dxki_inst *in)
{
    const dxki_op_info *op = dxki_op_get(in->op);
    char *to = NULL;
    if (dxki_text_quick_has_room(p) && in->op != DXKI_OP_CALL && in->type != DXKI_TY_VOID) {
        memcpy(p->out.next, "  ", 2);
        to = dxki_text_quick_operand(p, p->out.next + 2, DXKI_VALUE(DXKI_V_INST, inst));
    }
    if (to) {
        memcpy(to, " = ", 3);
        dxki_text_copy_short(to + 3, op->text, op->size);
        p->out.next = to + 3 + op->size;
        return;
    }
    DXKI_EMIT(&p->out, "  ");
    if (in->type != DXKI_TY_VOID) {
        dxki_text_print_local(p, DXKI_VALUE(DXKI_V_INST, inst));
        DXKI_EMIT(&p->out, " = ");
    }
    dxki_text_style_on(p, DXKI_ST_OP);
    if (in->op == DXKI_OP_CALL && (in->flags & DXKI_IF_MUSTTAIL))
        DXKI_EMIT(&p->out, "musttail ");
    else if (in->op == DXKI_OP_CALL && (in->flags & DXKI_IF_TAIL))
        DXKI_EMIT(&p->out, "tail ");
    dxki_text_emit_mem(&p->out, op->text, op->size);
    dxki_text_style_off(p);
}

static bool is_same_line(const dxk_module *m, dxki_md a, dxki_md b)
{
    dxk_str files[2];
    uint32_t lines[2];
    if (a == b || !a || !b)
        return a == b;
    dxki_di_line(m, a, &files[0], &lines[0]);
    dxki_di_line(m, b, &files[1], &lines[1]);
    return lines[0] == lines[1] && dxki_str_same(files[0], files[1]);
}

/* "  ; ps.hlsl:12: float4 colour = 0;", where the line is another one than before. */
static void print_source(dxki_text_printer *p, uint32_t inst)
{
    dxki_md location = dxki_inst_dbg(p->m, inst);
    dxk_str file, text;
    uint32_t line;
    bool known = location && !dxki_inst_is_debug_call(p->m, dxki_inst_get(p->m, inst)) &&
                 dxki_md_get(p->m, location)->kind == DXKI_M_LOCATION;
    if (!known || is_same_line(p->m, location, p->location))
        return;
    p->location = location;
    dxki_di_line(p->m, location, &file, &line);
    if (!line)
        return;
    dxki_text_style_on(p, DXKI_ST_COMMENT);
    DXKI_EMIT(&p->out, "  ; ");
    emit_line(&p->out, file);
    dxki_text_emit_char(&p->out, ':');
    dxki_text_emit_u64(&p->out, line);
    if (p->options.source->line(p->options.source->user, file, line, &text)) {
        DXKI_EMIT(&p->out, ": ");
        emit_line(&p->out, text);
    }
    dxki_text_style_off(p);
    dxki_text_emit_char(&p->out, '\n');
}

void dxki_text_print_inst(dxki_text_printer *p, uint32_t inst)
{
    const dxki_inst *in = &p->m->insts.items[inst];
    if (p->bare_lines && is_operator(in) && print_operator(p, inst, in))
        return;
    if (p->options.source)
        print_source(p, inst);
    print_start(p, inst, in);
    print_operands(p, inst, in);
    if (p->m->inst_dbg.count + p->m->attachments.count > 0)
        print_all_attachments(p, inst);
    if (in->op == DXKI_OP_CALL && p->relocates)
        dxki_text_print_relocation(p, in);
    if (!p->options.no_comments && (in->op == DXKI_OP_CALL || p->m->inst_dbg.count > 0))
        dxki_text_print_comments(p, inst);
    if (p->options.offsets || p->options.raw_ids)
        print_numbers(p, inst);
    dxki_text_emit_char(&p->out, '\n');
}
