/* SPDX-License-Identifier: MIT */
/*
 * read_function.c - a function block: its blocks, constants, instructions, names; and the patching
 * of what referred forward.
 */
#include "bitcode/read_inst.h"

#include <string.h>

#define BITS_OF_INST 26u                 /* of arithmetic; others have more */
#define MOST_BLOCKS  ((uint64_t)1 << 26) /* for more the reference has no memory */

/* --- begin --- */

static bool push_args(dxki_bc_reader *r, uint32_t global)
{
    if (!dxki_function_add_args(r->m, global))
        return false;
    const dxki_global *f = &r->m->globals.items[global];
    for (uint32_t i = 0; i < f->arg_count; i++) {
        uint32_t index = f->first_arg + i;
        dxki_bc_slot slot = {DXKI_VALUE(DXKI_V_ARG, index), r->m->args.items[index].type};
        if (!dxki_vec_push(r->ctx, &r->values, slot))
            return false;
    }
    return true;
}

static dxk_status check_bodies(dxki_bc_reader *r)
{
    if (r->bodies_read < r->bodies.count)
        return DXK_OK;
    return dxki_bc_stream_report(
        &r->bs, DXKI_RULE_BITCODE_BODIES, r->bs.block_bit, false,
        (const dxki_arg[]){dxki_dec(r->bodies.count), dxki_dec(r->bodies_read + 1)}, 2);
}

static dxk_status begin(dxki_bc_reader *r)
{
    dxk_status status = check_bodies(r);
    if (status != DXK_OK)
        return status;
    memset(&r->body, 0, sizeof r->body);
    r->body.global = r->bodies.items[r->bodies_read];
    r->body.first_inst = (uint32_t)r->m->insts.count;
    r->body.outer_values = r->values.count;
    r->body.outer_mds = r->judge ? r->mds.count : r->mds_defined;
    r->body.first_fixup = r->fixups.count;
    if (r->bodies_read++ == 0 && !r->lazy) {
        r->bodies_start = r->bs.block_bit;
        r->m->outer_consts = (uint32_t)r->m->consts.count;
    }
    return push_args(r, r->body.global) ? DXK_OK : dxki_nomem(r->ctx);
}

/* Judged: blocks whose address was taken before they were there. */
static dxk_status check_addressed(dxki_bc_reader *r, uint64_t count)
{
    uint32_t needed = 0;
    if (!dxki_bc_map_get(&r->addressed, r->body.global, &needed) || !needed)
        return DXK_OK;
    if (needed > count)
        return DXKI_READ_REFUSE(r, ID, BITCODE_BLOCK_ID, dxki_dec(0), dxki_dec(needed - 1),
                                dxki_dec(count));
    return dxki_bc_map_put(r->ctx, &r->addressed, r->body.global, 0) ? DXK_OK : dxki_nomem(r->ctx);
}

static dxk_status declare_blocks(dxki_bc_reader *r)
{
    /* Each block ends with a record of at least four bits. The reference makes them all; those
     * that have no end look alike. */
    uint64_t count = r->args.items[0].n, most = dxki_bits_left(&r->bs.bits) / 4;
    if (r->judge && count > MOST_BLOCKS)
        dxki_bc_stream_words(
            &r->bs, count < UINT64_MAX / 16 ? DXKI_WORDS_SILENT_MEMORY : DXKI_WORDS_SILENT, 0);
    else if (r->judge && count > most)
        count = most + 1;
    if ((r->body.block_count && !dxki_bc_read_lets_pass(r)) || count < 1 || count > most + 1 ||
        (count > most && !r->judge))
        return DXKI_READ_FAIL(r, BITCODE_RANGE, dxki_text(dxki_str("the number of basic blocks")),
                              dxki_dec(count), dxki_text(dxki_str("given once, and at least 1")));
    dxk_status status = check_addressed(r, r->args.items[0].n);
    if (status != DXK_OK)
        return status;
    for (uint64_t i = 0; i < count; i++) {
        uint32_t block = dxki_block_add(r->m, r->body.global);
        if (!block)
            return dxki_nomem(r->ctx);
        if (i == 0)
            r->body.first_block = block;
    }
    r->body.block_count = (uint32_t)count;
    r->body.block = r->body.first_block;
    return DXK_OK;
}

/* --- patching --- */

static dxk_status apply_fixup(dxki_bc_reader *r, const dxki_bc_fixup *fixup)
{
    dxki_bc_stream_words(&r->bs, DXKI_WORDS_UNRESOLVED, 0);
    if (fixup->number >= r->values.count)
        return dxki_bc_stream_report(&r->bs, DXKI_RULE_BITCODE_FORWARD, r->bs.bits.pos, false,
                                     (const dxki_arg[]){dxki_dec(fixup->number)}, 1);
    dxki_bc_slot slot = r->values.items[fixup->number];
    if (r->judge && (!slot.value || DXKI_TAG(slot.value) == DXKI_V_FORWARD)) { /* never comes */
        dxki_arg_entry stray = {.type = fixup->type};
        slot = (dxki_bc_slot){DXKI_VALUE(DXKI_V_ARG, r->m->args.count), fixup->type};
        r->m->unchecked = true;
        if (!dxki_vec_push(r->ctx, &r->m->args, stray))
            return dxki_nomem(r->ctx);
    }
    if (slot.type != fixup->type && !dxki_bc_read_lets_pass(r))
        return dxki_bc_stream_report(&r->bs, DXKI_RULE_BITCODE_VALUE_TYPE, r->bs.bits.pos, false,
                                     (const dxki_arg[]){dxki_dec(fixup->number),
                                                        dxki_bc_read_type_arg(r, slot.type),
                                                        dxki_bc_read_type_arg(r, fixup->type)},
                                     3);
    if (!fixup->metadata)
        r->m->words.items[fixup->place] = slot.value;
    else if (!dxki_md_set_value(r->m, fixup->place, slot.value))
        return dxki_nomem(r->ctx);
    return DXK_OK;
}

dxk_status dxki_bc_read_apply_fixups(dxki_bc_reader *r, size_t first)
{
    dxk_status status = DXK_OK;
    for (size_t i = first; i < r->fixups.count && status == DXK_OK; i++)
        status = apply_fixup(r, &r->fixups.items[i]);
    if (status == DXK_OK)
        r->fixups.count = first;
    return status;
}

/* --- end --- */

/* Judged: the last number must have got its value. */
static dxk_status check_last_value(dxki_bc_reader *r)
{
    size_t count = r->values.count;
    if (!count || DXKI_TAG(r->values.items[count - 1].value) != DXKI_V_FORWARD)
        return DXK_OK;
    dxki_bc_stream_words(&r->bs, DXKI_WORDS_UNRESOLVED, 0);
    return dxki_bc_stream_report(&r->bs, DXKI_RULE_BITCODE_FORWARD, r->bs.bits.pos, false,
                                 (const dxki_arg[]){dxki_dec(count - 1)}, 1);
}

static dxk_status end(dxki_bc_reader *r)
{
    bool open = r->body.block && !dxki_bc_read_lets_pass(r);
    if (open || (!r->body.block_count && !r->judge))
        return dxki_bc_stream_report(
            &r->bs, DXKI_RULE_BITCODE_BLOCKS, r->bs.bits.pos, false,
            (const dxki_arg[]){dxki_dec(r->body.block_count), dxki_dec(r->body.done_blocks)}, 2);
    dxk_status status = dxki_bc_read_check_metadata(r);
    if (status == DXK_OK && r->judge)
        status = check_last_value(r);
    if (status == DXK_OK)
        status = dxki_bc_read_apply_fixups(r, r->body.first_fixup);
    if (status != DXK_OK)
        return status;
    if (r->body.last_inst < r->m->inst_plain.count) /* no run goes on in the next function */
        r->m->inst_plain.items[r->body.last_inst] = 0;
    if (!r->body.block_count) /* judged: a declaration after all */
        r->m->globals.items[r->body.global].flags |= DXKI_GF_DECLARATION;
    r->values.count = r->body.outer_values;
    r->mds.count = r->mds_defined = r->body.outer_mds;
    if (!r->lazy)
        r->m->globals.items[r->body.global].const_end = (uint32_t)r->m->consts.count;
    memset(&r->body, 0, sizeof r->body);
    dxki_bc_map_free(r->ctx, &r->forwards);
    return DXK_OK;
}

static dxk_status function_record(dxki_bc_reader *r)
{
    uint32_t code = r->bs.record.code;
    bool done;
    dxk_status status = dxki_bc_read_quick(r, &done);
    if (status != DXK_OK || done)
        return status;
    const dxki_bc_record_spec *spec = dxki_record_spec_get(DXKI_BLK_FUNCTION, code);
    if (!spec)
        return DXKI_READ_REFUSE(r, VALUE, BITCODE_UNKNOWN_INSTRUCTION, dxki_dec(code));
    status = dxki_bc_read_operands(r, spec);
    if (status != DXK_OK)
        return status;
    if (code == DXKI_REC_DECLAREBLOCKS)
        return declare_blocks(r);
    if (code == DXKI_REC_DEBUG_LOC || code == DXKI_REC_DEBUG_LOC_AGAIN)
        return dxki_bc_read_debug_loc(r);
    return dxki_bc_read_instruction(r);
}

static dxk_status function_block(dxki_bc_reader *r)
{
    switch (r->bs.block_id) {
    case DXKI_BLK_CONSTANTS:
        return dxki_bc_read_constants(r);
    case DXKI_BLK_METADATA:
        return dxki_bc_read_metadata(r);
    case DXKI_BLK_VALUE_SYMTAB:
        return dxki_bc_read_symbols(r);
    case DXKI_BLK_METADATA_ATTACHMENT:
        return dxki_bc_read_attachments(r);
    case DXKI_BLK_USELIST:
        return dxki_bc_read_uselists(r);
    default:
        return dxki_bc_read_unknown_block(r);
    }
}

/* What is left of a function whose body is not wanted. */
static dxk_status pass_over(dxki_bc_reader *r)
{
    dxk_status status = check_bodies(r);
    if (status != DXK_OK)
        return status;
    dxki_global *f = &r->m->globals.items[r->bodies.items[r->bodies_read++]];
    f->flags |= DXKI_GF_DECLARATION;
    f->linkage = DXKI_LINK_EXTERNAL;
    f->prefix = f->prologue = f->personality = 0;
    return dxki_bc_stream_skip(&r->bs);
}

/* Room for the instructions of the body at once, as far as its size tells how many they are. */
static bool make_room(dxki_bc_reader *r)
{
    uint64_t left = dxki_bits_left(&r->bs.bits), bits = (uint64_t)r->bs.top.words * 32;
    size_t insts = (size_t)((bits < left ? bits : left) / BITS_OF_INST);
    dxk_module *m = r->m;
    return dxki_vec_reserve(r->ctx, &m->insts, insts) &&
           dxki_vec_reserve(r->ctx, &m->words, insts * 2) &&
           dxki_vec_reserve(r->ctx, &r->values, insts) &&
           (!r->options->offsets ||
            dxki_vec_reserve(r->ctx, &m->inst_bits, m->insts.capacity - m->inst_bits.count)) &&
           (!r->judge ||
            dxki_vec_reserve(r->ctx, &m->inst_plain, m->insts.capacity - m->inst_plain.count));
}

dxk_status dxki_bc_read_function(dxki_bc_reader *r)
{
    if (r->options->no_bodies)
        return pass_over(r);
    dxk_status status = begin(r);
    if (status == DXK_OK)
        status = dxki_bc_stream_enter(&r->bs);
    if (status == DXK_OK && !make_room(r))
        status = dxki_nomem(r->ctx);
    if (status == DXK_OK)
        dxki_bc_read_find_operators(r);
    while (status == DXK_OK) {
        status = dxki_bc_read_operators(r);
        if (status != DXK_OK)
            break;
        switch (dxki_bc_stream_next(&r->bs)) {
        case DXKI_BS_RECORD:
            status = function_record(r);
            break;
        case DXKI_BS_BLOCK:
            status = function_block(r);
            dxki_bc_read_find_operators(r);
            break;
        case DXKI_BS_ABBREV:
            dxki_bc_read_find_operators(r);
            break;
        case DXKI_BS_END:
            return end(r);
        default:
            return r->bs.status;
        }
    }
    return status;
}
