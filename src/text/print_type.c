/* SPDX-License-Identifier: MIT */
/*
 * print_type.c - types (docs/text-format.md, section 4). Short texts are kept: a shader names the
 * same dozen types in every instruction.
 */
#include "text/print.h"

/* Longer ones are built anew each time, so that memory stays small. */
#define KEPT_MAX 64u

static void build(dxki_text_printer *p, dxki_type type);

static void print_list(dxki_text_printer *p, const dxki_type *types, uint32_t count)
{
    for (uint32_t i = 0; i < count && !dxki_text_print_stopped(p); i++) {
        if (i > 0)
            DXKI_EMIT(&p->out, ", ");
        build(p, types[i]);
    }
}

static void print_function_type(dxki_text_printer *p, const dxki_type_entry *t)
{
    const dxki_type *types = p->m->type_ops.items + t->a;
    build(p, types[0]);
    DXKI_EMIT(&p->out, " (");
    print_list(p, types + 1, t->b - 1);
    if (t->flags & DXKI_TF_VARARG)
        dxki_text_emit_text(&p->out, t->b > 1 ? ", ..." : "...");
    dxki_text_emit_char(&p->out, ')');
}

static void print_body(dxki_text_printer *p, const dxki_type_entry *t)
{
    if (t->flags & DXKI_TF_OPAQUE) {
        DXKI_EMIT(&p->out, "opaque");
        return;
    }
    if (t->flags & DXKI_TF_PACKED)
        dxki_text_emit_char(&p->out, '<');
    if (t->b == 0) {
        DXKI_EMIT(&p->out, "{}");
    } else {
        DXKI_EMIT(&p->out, "{ ");
        print_list(p, p->m->type_ops.items + t->a, t->b);
        DXKI_EMIT(&p->out, " }");
    }
    if (t->flags & DXKI_TF_PACKED)
        dxki_text_emit_char(&p->out, '>');
}

static void print_struct(dxki_text_printer *p, dxki_type type, const dxki_type_entry *t)
{
    if (!(t->flags & DXKI_TF_IDENTIFIED)) {
        print_body(p, t);
        return;
    }
    dxki_text_emit_char(&p->out, '%');
    if (t->c) {
        dxki_text_print_name(p, p->m->strings.items[t->c]);
    } else if (p->type_slots && p->type_slots[type] != DXKI_NO_SLOT) {
        dxki_text_emit_u64(&p->out, p->type_slots[type]);
    } else { /* nothing leads to it that the reference looks at, so it has no number */
        DXKI_EMIT(&p->out, "\"type ");
        dxki_text_emit_u64(&p->out, type);
        dxki_text_emit_char(&p->out, '"');
    }
}

static void print_sequence(dxki_text_printer *p, const dxki_type_entry *t)
{
    dxki_text_emit_char(&p->out, t->kind == DXKI_T_ARRAY ? '[' : '<');
    dxki_text_emit_u64(&p->out, (uint64_t)t->c << 32 | t->b);
    DXKI_EMIT(&p->out, " x ");
    build(p, t->a);
    dxki_text_emit_char(&p->out, t->kind == DXKI_T_ARRAY ? ']' : '>');
}

static void print_pointer(dxki_text_printer *p, const dxki_type_entry *t)
{
    uint32_t space = t->b & DXKI_SPACE_MASK;
    build(p, t->a);
    if (space) {
        DXKI_EMIT(&p->out, " addrspace(");
        dxki_text_emit_u64(&p->out, space);
        dxki_text_emit_char(&p->out, ')');
    }
    dxki_text_emit_char(&p->out, '*');
}

static void build(dxki_text_printer *p, dxki_type type)
{
    static const char *const words[] = {
        [DXKI_T_NONE] = "<null type>", [DXKI_T_VOID] = "void",
        [DXKI_T_HALF] = "half",        [DXKI_T_FLOAT] = "float",
        [DXKI_T_DOUBLE] = "double",    [DXKI_T_X86_FP80] = "x86_fp80",
        [DXKI_T_FP128] = "fp128",      [DXKI_T_PPC_FP128] = "ppc_fp128",
        [DXKI_T_LABEL] = "label",      [DXKI_T_METADATA] = "metadata",
        [DXKI_T_X86_MMX] = "x86_mmx"};
    const dxki_type_entry *t = &p->m->types.items[type];
    switch (t->kind) {
    case DXKI_T_INT:
        dxki_text_emit_char(&p->out, 'i');
        dxki_text_emit_u64(&p->out, t->a);
        break;
    case DXKI_T_POINTER:
        print_pointer(p, t);
        break;
    case DXKI_T_ARRAY:
    case DXKI_T_VECTOR:
        print_sequence(p, t);
        break;
    case DXKI_T_FUNCTION:
        print_function_type(p, t);
        break;
    case DXKI_T_STRUCT:
        print_struct(p, type, t);
        break;
    default:
        dxki_text_emit_text(&p->out, words[t->kind]);
    }
}

/* Keeps what was just printed from `start` on, when it is still in the buffer. */
static void keep(dxki_text_printer *p, dxki_type type, const char *start, uint64_t flushed)
{
    if (p->out.flushed != flushed)
        return;
    size_t size = (size_t)(p->out.next - start);
    if (size > KEPT_MAX || p->type_chars.count > UINT32_MAX - KEPT_MAX)
        return;
    if (!dxki_vec_reserve(p->ctx, &p->type_chars, size)) {
        p->no_memory = true;
        return;
    }
    p->type_texts[type] = (struct dxki_text_span){(uint32_t)p->type_chars.count, (uint32_t)size};
    memcpy(p->type_chars.items + p->type_chars.count, start, size);
    p->type_chars.count += size;
}

void dxki_text_print_type_anew(dxki_text_printer *p, dxki_type type)
{
    struct dxki_text_span kept = p->type_texts[type];
    dxki_text_style_on(p, DXKI_ST_TYPE);
    if (kept.size) {
        dxki_text_emit_mem(&p->out, p->type_chars.items + kept.offset, kept.size);
    } else {
        const char *start = p->out.next;
        uint64_t flushed = p->out.flushed;
        build(p, type);
        keep(p, type, start, flushed);
    }
    dxki_text_style_off(p);
}

static void print_definition(dxki_text_printer *p, dxki_type type)
{
    const dxki_type_entry *t = &p->m->types.items[type];
    dxki_text_style_on(p, DXKI_ST_TYPE);
    print_struct(p, type, t);
    dxki_text_style_off(p);
    DXKI_EMIT(&p->out, " = type ");
    print_body(p, t);
    dxki_text_print_raw_id(p, "type", type);
    dxki_text_emit_char(&p->out, '\n');
}

void dxki_text_print_type_body(dxki_text_printer *p, dxki_type type)
{
    const dxki_type_entry *t = &p->m->types.items[type];
    dxki_text_print_type(p, type);
    if (!(t->flags & DXKI_TF_IDENTIFIED))
        return;
    DXKI_EMIT(&p->out, " = type ");
    print_body(p, t);
}

dxk_status dxki_text_print_type_alone(const dxk_module *m, dxki_type type, dxk_sink sink)
{
    char buffer[256];
    dxki_text_printer p = {
        .m = m,
        .out = {.buffer = buffer, .next = buffer, .end = buffer + sizeof buffer, .sink = sink}};
    const dxki_type_entry *t = &m->types.items[type];
    build(&p, type);
    if (t->flags & DXKI_TF_IDENTIFIED) {
        DXKI_EMIT(&p.out, " = type ");
        print_body(&p, t);
    }
    return dxki_text_emit_flush(&p.out);
}

void dxki_text_print_type_definitions(dxki_text_printer *p)
{
    if (p->unnamed_types.count + p->named_types.count == 0)
        return;
    dxki_text_emit_char(&p->out, '\n');
    for (size_t i = 0; i < p->unnamed_types.count && !dxki_text_print_stopped(p); i++)
        print_definition(p, p->unnamed_types.items[i]);
    for (size_t i = 0; i < p->named_types.count && !dxki_text_print_stopped(p); i++)
        print_definition(p, p->named_types.items[i]);
}
