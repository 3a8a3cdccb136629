/* SPDX-License-Identifier: MIT */
/*
 * print_tables.c - the small tables of a listing: required features (SFI0), classes and interface
 * slots (IFCE), and what the tessellator is told (STAT).
 */
#include "fxc/listing.h"
#include "fxc/tables.h"
#include "spec/features.h"

#include <string.h>

#define NONE16 0xffffu
#define RULE   "// +----------+---------+---------------------------------------\n"

#define EARLY_DEPTH_STENCIL 2u
#define FEATURES            14 /* flags that listings of these models name */

/* The words for a bit of SFI0. Bit 1 is listed for programs that force early depth and stencil
 * tests; that SFI0 has it for raw buffers in shader model 4 is not listed. */
static const char *words_of(uint64_t flag)
{
    return flag == EARLY_DEPTH_STENCIL ? "Early depth-stencil" : dxki_spec_feature_words(flag);
}

uint64_t dxki_fxc_feature_of(dxk_str words)
{
    for (unsigned i = 0; i < FEATURES; i++)
        if (dxki_str_is(words, words_of(1ull << i)))
            return 1ull << i;
    return 0;
}

/* True when the program declares the flag that forces early tests. */
static bool forces_early_tests(const dxk_dxbc_program *p)
{
    for (size_t i = 0; i < p->instruction_count; i++) {
        uint32_t opcode = dxk_dxbc_opcode(&p->instructions[i]);
        if (opcode == DXKI_SM4_DCL_GLOBALFLAGS)
            return p->instructions[i].token & DXK_DXBC_GLOBAL_FLAG_FORCE_EARLY_DEPTH_STENCIL;
        if (dxki_dxbc_opcode_get(opcode)->form < DXKI_FORM_DECLARATION)
            return false;
    }
    return false;
}

bool dxki_fxc_print_features(dxki_fxc_printer *pr, uint64_t flags, bool first_line)
{
    dxki_out *out = pr->out;
    flags &= ~(uint64_t)EARLY_DEPTH_STENCIL;
    if (forces_early_tests(pr->p))
        flags |= EARLY_DEPTH_STENCIL;
    if (flags == 0)
        return false;
    if (first_line)
        dxki_out_text(out, "//\n");
    dxki_out_text(out, "// Note: shader requires additional functionality:\n");
    for (unsigned i = 0; i < FEATURES; i++) {
        if (!(flags >> i & 1))
            continue;
        dxki_out_text(out, "//       ");
        dxki_out_text(out, words_of(1ull << i));
        dxki_out_char(out, '\n');
    }
    dxki_out_text(out, "//\n");
    return true;
}

/* ---------------------------------------------------------------------------------------- */

static dxk_str number_text(char buffer[24], uint64_t number)
{
    char *end = buffer + 24, *first = dxki_format_u64(end, number);
    return (dxk_str){first, (size_t)(end - first)};
}

static void put_numbers(dxki_out *out, const uint64_t *numbers, const int *widths, int count)
{
    char buffer[24];
    for (int i = 0; i < count; i++) {
        dxki_out_char(out, ' ');
        bool none = numbers[i] == NONE16 && i >= count - 2;
        dxki_out_field(out, none ? dxki_str("-") : number_text(buffer, numbers[i]), widths[i]);
    }
    dxki_out_char(out, '\n');
}

static void print_types(dxki_out *out, const dxk_ifce *ifce)
{
    static const int widths[] = {4, 9, 7, 7};
    dxki_out_text(out, "//\n// Available Class Types:\n//\n"
                       "// Name                             ID CB Stride Texture Sampler\n"
                       "// ------------------------------ ---- --------- ------- -------\n");
    for (uint32_t i = 0; i < ifce->header.type_count; i++) {
        const dxk_ifce_type *type = &ifce->types[i];
        uint64_t numbers[] = {i, type->buffer_stride, type->textures, type->samplers};
        dxki_out_text(out, "// ");
        dxki_out_field(out, dxki_fxc_listed(dxk_strings_at(&ifce->strings, type->name)), -30);
        put_numbers(out, numbers, widths, 4);
    }
    dxki_out_text(out, "//\n");
}

static void print_instances(dxki_out *out, const dxk_ifce *ifce)
{
    static const int widths[] = {4, 2, 9, 7, 7};
    if (ifce->header.instance_count == 0)
        return;
    dxki_out_text(out, "// Available Class Instances:\n//\n"
                       "// Name                        Type CB CB Offset Texture Sampler\n"
                       "// --------------------------- ---- -- --------- ------- -------\n");
    for (uint32_t i = 0; i < ifce->header.instance_count; i++) {
        const dxk_ifce_instance *instance = &ifce->instances[i];
        uint64_t numbers[] = {instance->type, instance->buffer, instance->buffer_offset,
                              instance->texture, instance->sampler};
        dxki_out_text(out, "// ");
        dxki_out_field(out, dxki_fxc_listed(dxk_strings_at(&ifce->strings, instance->name)), -27);
        put_numbers(out, numbers, widths, 5);
    }
    dxki_out_text(out, "//\n");
}

/* "0", or "0-3" for several slots, in five columns. */
static void put_slots(dxki_out *out, uint64_t first, uint32_t count)
{
    uint64_t start = dxki_out_column(out);
    dxki_out_u64(out, first);
    if (count > 1) {
        dxki_out_char(out, '-');
        dxki_out_u64(out, first + count - 1);
    }
    dxki_out_spaces(out, 5 - (int)(dxki_out_column(out) - start));
}

static void print_slot(dxki_out *out, const dxk_ifce_slot_part *slot, uint64_t first)
{
    char buffer[24];
    dxki_out_text(out, "// | Type ID  |   ");
    put_slots(out, first, slot->head.slots);
    dxki_out_text(out, " |");
    for (uint32_t i = 0; i < slot->head.type_count; i++) {
        dxki_out_field(out, number_text(buffer, slot->types[i]), -4);
        dxki_out_char(out, ' ');
    }
    dxki_out_text(out, "\n// | Table ID |         |");
    for (uint32_t i = 0; i < slot->head.type_count; i++) {
        dxki_out_field(out, number_text(buffer, slot->tables[i]), -4);
        dxki_out_char(out, ' ');
    }
    dxki_out_text(out, "\n" RULE);
}

void dxki_fxc_print_interfaces(dxki_fxc_printer *pr, const dxk_ifce *ifce)
{
    dxki_out *out = pr->out;
    uint64_t first = 0;
    print_types(out, ifce);
    print_instances(out, ifce);
    dxki_out_text(out, "// Interface slots, ");
    dxki_out_u64(out, ifce->header.slot_count);
    dxki_out_text(out, " total:\n//\n//             Slots\n" RULE);
    for (uint32_t i = 0; i < ifce->header.slot_records; i++) {
        print_slot(out, &ifce->slots[i], first);
        first += ifce->slots[i].head.slots;
    }
}

/* ---------------------------------------------------------------------------------------- */

static dxk_str pick(const char *const *words, size_t count, uint32_t value)
{
    return dxki_str(value < count ? words[value] : "?");
}

void dxki_fxc_print_tessellation(dxki_fxc_printer *pr, const dxk_counters *counters, uint32_t stage)
{
    static const char *const domains[] = {"undefined", "Isoline", "Triangle", "Quadrilateral"};
    static const char *const outputs[] = {"undefined", "Point", "Line", "Clockwise Triangles",
                                          "Counter-Clockwise Triangles"};
    static const char *const partitionings[] = {"undefined", "Integer", "Integer Power of 2",
                                                "Odd Fractional", "Even Fractional"};
    dxki_out *out = pr->out;
    if (stage != DXK_DXBC_STAGE_HULL && stage != DXK_DXBC_STAGE_DOMAIN)
        return;
    dxki_out_text(out, "// Tessellation Domain   # of control points\n"
                       "// -------------------- --------------------\n// ");
    dxki_out_field(out, pick(domains, 4, counters->tessellator_domain), -20);
    dxki_out_char(out, ' ');
    dxki_out_u64_field(out, counters->control_points, 20);
    dxki_out_text(out, "\n//\n");
    if (stage != DXK_DXBC_STAGE_HULL)
        return;
    dxki_out_text(out, "// Tessellation Output Primitive  Partitioning Type \n"
                       "// ------------------------------ ------------------\n// ");
    dxki_out_field(out, pick(outputs, 5, counters->hs_output_primitive), -30);
    dxki_out_char(out, ' ');
    dxki_out_field(out, pick(partitionings, 5, counters->hs_partitioning), -18);
    dxki_out_text(out, "\n//\n");
}
