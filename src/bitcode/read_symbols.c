/* SPDX-License-Identifier: MIT */
/* read_symbols.c - value symbol tables (names) and use-list orders. */
#include "bitcode/reader.h"

/* --- names --- */

static dxk_status name_value(dxki_bc_reader *r, uint64_t number)
{
    uint32_t type;
    if (r->judge && (uint32_t)number >= r->values.count &&
        dxki_bc_map_get(&r->forwards, (uint32_t)number, &type))
        return DXK_OK;
    if (r->judge)
        number = (uint32_t)number;
    if (number >= r->values.count || !r->values.items[number].value)
        return DXKI_READ_FAIL(r, BITCODE_VALUE_ID, dxki_dec(0), dxki_dec(number),
                              dxki_dec(r->values.count));
    if (DXKI_TAG(r->values.items[number].value) == DXKI_V_FORWARD)
        return DXK_OK;
    dxki_string name;
    dxk_status status = dxki_bc_read_text(r, 1, &name);
    if (status != DXK_OK)
        return status;
    return dxki_value_set_name(r->m, r->values.items[number].value, name) ? DXK_OK
                                                                          : dxki_nomem(r->ctx);
}

static dxk_status name_block(dxki_bc_reader *r, uint64_t number)
{
    if (r->judge)
        number = (uint32_t)number;
    if (number >= r->body.block_count)
        return DXKI_READ_FAIL(r, BITCODE_BLOCK_ID, dxki_dec(0), dxki_dec(number),
                              dxki_dec(r->body.block_count));
    return dxki_bc_read_text(r, 1, &r->m->blocks.items[r->body.first_block + number].name);
}

static dxk_status symbol_record(dxki_bc_reader *r)
{
    uint32_t code = r->bs.record.code;
    bool block = code == DXKI_REC_VST_BBENTRY;
    if (code != DXKI_REC_VST_ENTRY && !block)
        return dxki_bc_read_unknown_record(r);
    if (dxki_bc_record_count(&r->bs.record) < 1)
        return DXKI_READ_FAIL(r, BITCODE_RECORD_SHORT, dxki_dec(0), dxki_dec(0));
    uint64_t number = dxki_bc_record_op(&r->bs.record, 0);
    return block ? name_block(r, number) : name_value(r, number);
}

dxk_status dxki_bc_read_symbols(dxki_bc_reader *r)
{
    return dxki_bc_read_records(r, symbol_record);
}

/* --- use-list orders --- */

/* The value or block whose uses are ordered: the last operand. */
static dxk_status ordered_value(dxki_bc_reader *r, dxki_value *value)
{
    size_t last = r->args.count - 1;
    uint64_t number = r->args.items[last].n;
    if (r->bs.record.code == DXKI_REC_USELIST_BB) {
        if (number >= r->body.block_count)
            return DXKI_READ_FAIL(r, BITCODE_BLOCK_ID, dxki_dec(last), dxki_dec(number),
                                  dxki_dec(r->body.block_count));
        *value = DXKI_VALUE(DXKI_V_BLOCK, r->body.first_block + (uint32_t)number);
        return DXK_OK;
    }
    if (number >= r->values.count)
        return DXKI_READ_FAIL(r, BITCODE_VALUE_ID, dxki_dec(last), dxki_dec(number),
                              dxki_dec(r->values.count));
    *value = r->values.items[number].value;
    return DXK_OK;
}

static dxk_status uselist_record(dxki_bc_reader *r)
{
    dxk_module *m = r->m;
    const dxki_bc_record_spec *spec = dxki_record_spec_get(DXKI_BLK_USELIST, r->bs.record.code);
    if (!spec)
        return dxki_bc_read_unknown_record(r);
    dxki_uselist list = {.function = r->body.global};
    dxk_status status = dxki_bc_read_operands(r, spec);
    if (status == DXK_OK)
        status = ordered_value(r, &list.value);
    if (status != DXK_OK)
        return status;
    list.count = (uint32_t)r->args.count - 1;
    list.offset = (uint32_t)m->words.count;
    if (list.count > UINT32_MAX - m->words.count ||
        !dxki_vec_reserve(r->ctx, &m->words, list.count))
        return dxki_nomem(r->ctx);
    for (uint32_t i = 0; i < list.count; i++) {
        uint64_t place = r->args.items[i].n;
        if (place >= list.count && r->judge) { /* an order that says nothing */
            m->words.count = list.offset;
            return DXK_OK;
        }
        if (place >= list.count)
            return DXKI_READ_FAIL(r, BITCODE_RANGE, dxki_text(dxki_str("a place in a use list")),
                                  dxki_dec(place), dxki_text(dxki_str("less than their number")));
        m->words.items[m->words.count++] = (uint32_t)place;
    }
    return dxki_vec_push(r->ctx, &m->uselists, list) ? DXK_OK : dxki_nomem(r->ctx);
}

dxk_status dxki_bc_read_uselists(dxki_bc_reader *r)
{
    r->m->use_lists = true;
    return dxki_bc_read_records(r, uselist_record);
}
