/* SPDX-License-Identifier: MIT */
/*
 * legacy.c - the small data parts of shader models 4 and 5: STAT (counters), IFCE (dynamic
 * linkage), Aon9 and its kin (feature levels 9), LIBH and LFS0 (libraries of functions).
 */
#include "parts/parts.h"
#include "parts/placed.h"

#include <string.h>

/* ---------------------------------------------------------------------------------------- */
/* STAT                                                                                       */

bool dxki_part_walk_counters(dxki_codec *c, void *part)
{
    dxk_counter_part *p = part;
    if (c->mode == DXKI_READ)
        p->size = c->in.size;
    if (p->size == 0)
        return c->status == DXK_OK;
    return dxki_codec_record(c, "counters", DXK_RECORD_ID_counters, &p->counters, p->size,
                             &p->tail);
}

/* ---------------------------------------------------------------------------------------- */
/* IFCE                                                                                       */

/* 16-bit numbers, as a list. */
static bool walk_u16s(dxki_codec *c, const char *name, uint16_t **values, size_t count)
{
    if (!dxki_codec_need(c, name, 2 * (uint64_t)count))
        return false;
    if (c->mode == DXKI_READ) {
        *values = DXKI_NEW_ARRAY(c->arena, uint16_t, count);
        if (!*values)
            return dxki_codec_check(c, dxki_nomem(c->ctx));
    }
    if (!dxki_codec_enter_list(c, name, count))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!dxki_codec_u16_element(c, name, i, &(*values)[i], DXK_SHOW_DEC))
            return false;
    return dxki_codec_leave(c);
}

/* READ: `count` classes of a slot fit in the part, and all slots together are not much larger. */
static bool check_slot(dxki_codec *c, uint32_t count, uint64_t *total)
{
    *total += count;
    if (c->mode == DXKI_WRITE || *total <= c->in.size)
        return true;
    return dxki_codec_bad(c, "type_count", count, "a count that fits in the part");
}

static bool walk_slots(dxki_codec *c, dxk_ifce *p)
{
    const uint32_t stride = DXK_WIRE_SIZE_ifce_slot;
    uint64_t total = 0;
    if (c->mode == DXKI_READ) {
        if (p->header.slot_records > c->in.size / stride)
            return dxki_codec_bad(c, "slot_records", p->header.slot_records,
                                  "a count that fits in the part");
        p->slots = DXKI_NEW_ARRAY(c->arena, dxk_ifce_slot_part, p->header.slot_records);
        if (!p->slots)
            return dxki_codec_check(c, dxki_nomem(c->ctx));
    }
    if (!dxki_codec_enter_list(c, "slots", p->header.slot_records))
        return false;
    for (uint32_t i = 0; i < p->header.slot_records; i++) {
        dxk_ifce_slot_part *slot = &p->slots[i];
        if (!dxki_codec_seek(c, "slots", p->header.slots + (size_t)i * stride) ||
            !dxki_codec_enter(c, "slots", i, "") ||
            !dxki_codec_record(c, "head", DXK_RECORD_ID_ifce_slot, &slot->head, 0, NULL) ||
            !check_slot(c, slot->head.type_count, &total) ||
            !dxki_codec_seek(c, "types", slot->head.types) ||
            !walk_u16s(c, "types", &slot->types, slot->head.type_count) ||
            !dxki_codec_seek(c, "tables", slot->head.tables) ||
            !dxki_codec_u32s(c, "tables", &slot->tables, slot->head.type_count, DXK_SHOW_DEC) ||
            !dxki_codec_leave(c))
            return false;
    }
    return dxki_codec_leave(c);
}

bool dxki_part_walk_ifce(dxki_codec *c, void *part)
{
    dxk_ifce *p = part;
    dxki_part_offsets strings = {NULL, 0, 0};
    c->resolve = dxki_part_resolve_placed;
    bool ok = dxki_codec_record(c, "header", DXK_RECORD_ID_ifce_header, &p->header, 0, NULL) &&
              walk_slots(c, p) &&
              dxki_part_walk_placed_table(c, "types", DXK_RECORD_ID_ifce_type, p->header.types,
                                          (void **)&p->types, p->header.type_count,
                                          DXK_WIRE_SIZE_ifce_type, &p->type_bytes, &strings) &&
              dxki_part_walk_placed_table(c, "instances", DXK_RECORD_ID_ifce_instance,
                                          p->header.instances, (void **)&p->instances,
                                          p->header.instance_count, DXK_WIRE_SIZE_ifce_instance,
                                          &p->instance_bytes, &strings) &&
              dxki_part_walk_strings(c, &p->strings, &strings) &&
              dxki_codec_slack(c, &p->slack, &p->slack_count, 0);
    dxki_vec_free(c->ctx, &strings);
    return ok;
}

/* ---------------------------------------------------------------------------------------- */
/* Aon9, XNAS, XNAP                                                                           */

bool dxki_part_walk_level9(dxki_codec *c, void *part)
{
    dxk_level9 *p = part;
    dxk_level9_header *h = &p->header;
    const dxk_record_id constants = DXK_RECORD_ID_level9_constant;
    const size_t size = DXK_WIRE_SIZE_level9_constant;
    if (!dxki_codec_record(c, "header", DXK_RECORD_ID_level9_header, h, 0, NULL) ||
        !dxki_part_walk_placed_table(c, "constants", constants, h->constants,
                                     (void **)&p->constants, h->constant_count, size, &p->bytes[0],
                                     NULL) ||
        !dxki_part_walk_placed_table(c, "integers", constants, h->integers, (void **)&p->integers,
                                     h->integer_count, size, &p->bytes[1], NULL) ||
        !dxki_part_walk_placed_table(c, "booleans", constants, h->booleans, (void **)&p->booleans,
                                     h->boolean_count, size, &p->bytes[2], NULL) ||
        !dxki_part_walk_placed_table(c, "samplers", DXK_RECORD_ID_level9_sampler, h->samplers,
                                     (void **)&p->samplers, h->sampler_count,
                                     DXK_WIRE_SIZE_level9_sampler, &p->bytes[3], NULL) ||
        !dxki_part_walk_placed_table(c, "runtimes", DXK_RECORD_ID_level9_runtime, h->runtimes,
                                     (void **)&p->runtimes, h->runtime_count,
                                     DXK_WIRE_SIZE_level9_runtime, &p->bytes[4], NULL))
        return false;
    return dxki_codec_seek(c, "code", h->code) &&
           dxki_codec_bytes(c, "code", &p->code, h->code_size) &&
           dxki_codec_slack(c, &p->slack, &p->slack_count, 0);
}

/* ---------------------------------------------------------------------------------------- */
/* Libraries                                                                                  */

bool dxki_part_walk_library(dxki_codec *c, void *part)
{
    dxk_library *p = part;
    dxki_part_offsets strings = {NULL, 0, 0};
    c->resolve = dxki_part_resolve_placed;
    bool ok = dxki_codec_record(c, "header", DXK_RECORD_ID_library_header, &p->header, 0, NULL) &&
              dxki_part_note_strings(c, &strings, DXK_RECORD_ID_library_header, &p->header) &&
              dxki_part_walk_placed_table(c, "functions", DXK_RECORD_ID_library_function,
                                          p->header.functions, (void **)&p->functions,
                                          p->header.function_count, DXK_WIRE_SIZE_library_function,
                                          &p->function_bytes, &strings) &&
              dxki_part_walk_strings(c, &p->strings, &strings) &&
              dxki_codec_slack(c, &p->slack, &p->slack_count, 0);
    dxki_vec_free(c->ctx, &strings);
    return ok;
}

bool dxki_part_walk_function_signature(dxki_codec *c, void *part)
{
    dxk_function_signature *p = part;
    dxki_part_offsets strings = {NULL, 0, 0};
    c->resolve = dxki_part_resolve_placed;
    bool ok = dxki_codec_record(c, "header", DXK_RECORD_ID_function_header, &p->header, 0, NULL) &&
              dxki_part_walk_placed_table(
                  c, "parameters", DXK_RECORD_ID_function_parameter, p->header.parameters,
                  (void **)&p->parameters, p->header.parameter_count,
                  DXK_WIRE_SIZE_function_parameter, &p->parameter_bytes, &strings) &&
              dxki_part_walk_strings(c, &p->strings, &strings) &&
              dxki_codec_slack(c, &p->slack, &p->slack_count, 0);
    dxki_vec_free(c->ctx, &strings);
    return ok;
}
