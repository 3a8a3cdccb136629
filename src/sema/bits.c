/* SPDX-License-Identifier: MIT */
/*
 * bits.c - bit fields: those that follow one another and whose types have one size share a
 * field without a name, from its lowest bit on; see sema.h.
 */
#include "sema/sema.h"

uint8_t dxki_sema_bits_scalar(const dxki_hlsl_type *t)
{
    const bool is_unsigned =
        t->scalar == DXKI_HLSL_S_BOOL || (t->natural && t->scalar == DXKI_HLSL_S_INT);

    return is_unsigned ? (uint8_t)DXKI_HLSL_S_UINT : t->scalar;
}

/* The type that holds bits of another one: a whole number of its size. */
static dxki_hlsl_scalar holder_of(const dxki_hlsl_type *t)
{
    return t->scalar == DXKI_HLSL_S_BOOL ? DXKI_HLSL_S_UINT : (dxki_hlsl_scalar)t->scalar;
}

static bool check(dxki_hlsl *c, const dxki_ast_decl *d, const dxki_hlsl_type *t, int64_t width)
{
    dxki_arg name = dxki_text(d->name ? d->name->text : dxki_str(""));
    uint32_t size;

    if (dxki_hlsl_is_error(t))
        return false;
    if (c->version < 2021) {
        DXKI_HLSL_SAY(c, BITS_VERSION, d->loc);
        return false;
    }
    if (d->notes.count) {
        DXKI_HLSL_SAY(c, BITS_NOTES, d->bits->loc);
        return false;
    }
    if (!dxki_sema_is_integral(t)) {
        const dxki_arg type = dxki_text(dxki_hlsl_type_text(c, t, true));
        if (d->name)
            DXKI_HLSL_REPORT(c, BITS_TYPE, d->loc, name, type);
        else
            dxki_hlsl_report(c, DXKI_HLSL_D_BITS_NAMELESS_TYPE, d->loc, &type, 1);
        return false;
    }
    size = 8 * dxki_hlsl_scalar_size(c, (uint8_t)holder_of(t));
    if (width < 0 || (width == 0 && d->name)) {
        DXKI_HLSL_REPORT(c, BITS_ZERO, d->loc, name);
        return false;
    }
    if (width > size) {
        DXKI_HLSL_REPORT(c, BITS_WIDTH, d->loc, name, dxki_dec((uint64_t)width), dxki_dec(size));
        return false;
    }
    return true;
}

/* Lists have a value for those without a name, too. */
static void keep(dxki_hlsl *c, dxki_hlsl_bit_reader *r, const dxki_ast_decl *d,
                 const dxki_hlsl_type *t, uint8_t width, uint32_t field)
{
    const dxki_hlsl_bits b = {.name = d->name,
                              .type = t,
                              .loc = d->loc,
                              .field = field,
                              .shift = (uint8_t)r->used,
                              .width = width};

    DXKI_HLSL_PUSH(c, &r->all, b);
    r->open->bit_fields++;
}

dxki_hlsl_field *dxki_sema_add_bits(dxki_hlsl *c, dxki_hlsl_bit_reader *r, const dxki_ast_decl *d)
{
    const dxki_hlsl_type *t = dxki_sema_type(c, d->type);
    dxki_hlsl_field *made = NULL;
    int64_t width;

    if (!dxki_sema_integer(c, d->bits, &width) || !check(c, d, t, width))
        return NULL;
    dxki_hlsl_scalar holder = holder_of(t);
    uint32_t size = 8 * dxki_hlsl_scalar_size(c, (uint8_t)holder);
    if (width == 0) { /* what follows begins anew */
        if (r->open)
            keep(c, r, d, t, 0, r->fields - 1);
        r->open = NULL;
        return NULL;
    }
    if (!r->open || r->used + width > size ||
        8 * dxki_hlsl_scalar_size(c, r->open->type->scalar) != size) {
        made = DXKI_HLSL_NEW(c, dxki_hlsl_field);
        *made = (dxki_hlsl_field){.name = dxki_hlsl_intern(c, dxki_str("")),
                                  .type = dxki_hlsl_type_scalar(c, holder),
                                  .loc = d->loc,
                                  .decl = d,
                                  .first_bits = (uint32_t)r->all.count,
                                  .is_bits = true};
        r->open = made;
        r->used = 0;
    }
    keep(c, r, d, t, (uint8_t)width, made ? r->fields : r->fields - 1);
    r->used += (uint32_t)width;
    return made;
}

void dxki_sema_take_bits(dxki_hlsl *c, dxki_hlsl_bit_reader *reader, dxki_hlsl_record *r)
{
    r->bit_count = reader->all.count;
    r->bits = dxki_hlsl_copy(c, reader->all.items, sizeof *r->bits, &r->bit_count);
    dxki_vec_free(c->ctx, &reader->all);
}

dxki_hlsl_node *dxki_sema_bits(dxki_hlsl *c, dxki_hlsl_node *base, const dxki_hlsl_bits *b,
                               dxki_hlsl_loc loc)
{
    dxki_hlsl_node *n = dxki_sema_node(c, DXKI_HLSL_N_BITS, loc, b->type);

    if (!b->width)
        return dxki_sema_constant(c, b->type, 0, loc);
    n->a = base;
    n->index = b->shift;
    n->count = b->width;
    n->is_lvalue = base->is_lvalue;
    n->is_const = base->is_const;
    return dxki_sema_fold(c, n);
}

/* (value & mask) << shift */
static dxki_hlsl_node *placed(dxki_hlsl *c, dxki_hlsl_node *value, const dxki_hlsl_bits *b,
                              const dxki_hlsl_type *type)
{
    uint64_t mask = b->width == 64 ? UINT64_MAX : ((uint64_t)1 << b->width) - 1;
    dxki_hlsl_node *n = dxki_sema_as(c, dxki_sema_as(c, value, b->type), type);
    const uint8_t ops[] = {DXKI_HLSL_T_AND, DXKI_HLSL_T_SHL};
    const uint64_t numbers[] = {mask, b->shift};

    for (size_t i = 0; i < 2; i++) {
        dxki_hlsl_node *op = dxki_sema_node(c, DXKI_HLSL_N_BINARY, value->loc, type);
        op->op = ops[i];
        op->a = n;
        op->b = dxki_sema_constant(
            c, type, dxki_sema_convert_bits(c, numbers[i], DXKI_HLSL_S_LITERAL_INT, type->scalar),
            value->loc);
        n = dxki_sema_fold(c, op);
    }
    return n;
}

dxki_hlsl_node *dxki_sema_join_bits(dxki_hlsl *c, const dxki_hlsl_record *r, uint32_t field,
                                    dxki_hlsl_node **values)
{
    const dxki_hlsl_field *f = &r->fields[field];
    dxki_hlsl_node *all = dxki_sema_constant(c, f->type, 0, f->loc);

    for (uint32_t i = 0; i < f->bit_fields && dxki_hlsl_ready(c); i++) {
        if (!r->bits[f->first_bits + i].name)
            continue;
        dxki_hlsl_node *n = dxki_sema_node(c, DXKI_HLSL_N_BINARY, values[i]->loc, f->type);
        n->op = DXKI_HLSL_T_OR;
        n->a = all;
        n->b = placed(c, values[i], &r->bits[f->first_bits + i], f->type);
        all = dxki_sema_fold(c, n);
    }
    return all;
}
