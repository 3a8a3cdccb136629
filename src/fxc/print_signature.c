/* SPDX-License-Identifier: MIT */
/*
 * print_signature.c - the table of a signature:
 *
 *     // Name                 Index   Mask Register SysValue  Format   Used
 *     // -------------------- ----- ------ -------- -------- ------- ------
 *     // TEXCOORD                 1    yz         2     NONE   float    y
 *     // SV_Depth                 0    N/A   oDepth    DEPTH   float    YES
 */
#include "fxc/listing.h"
#include "base/count.h"
#include "fxc/tables.h"

#include <string.h>

#define NO_REGISTER UINT32_MAX
#define NAME_WIDTH  20

/* Semantics with a register of their own, or whose system value is not stored. */
static const struct {
    const char *name;
    const char *word;          /* in the column SysValue */
    const char *register_text; /* in the column Register, as it stands there */
} semantics[] = {
    {"sv_target", "TARGET", NULL},
    {"sv_depth", "DEPTH", "   oDepth"},
    {"sv_depthgreaterequal", "DEPTHGE", " oDepthGE"},
    {"sv_depthlessequal", "DEPTHLE", " oDepthLE"},
    {"sv_coverage", "COVERAGE", "    oMask"},
    {"sv_stencilref", "STENCILREF", "    oStencilRef"},
    {"sv_innercoverage", "INNERCOV", " special"},
    {"sv_primitiveid", "PRIMID", "   primID"},
};

/* Words of the system values 0 to 16 and 64 to 70. */
static const char *const words[] = {
    "NONE",  "POS",    "CLIPDST",  "CULLDST", "RTINDEX", "VPINDEX", "VERTID",  "PRIMID", "INSTID",
    "FFACE", "SAMPLE", "QUADEDGE", "QUADINT", "TRIEDGE", "TRIINT",  "LINEDET", "LINEDEN"};
static const char *const output_words[] = {"TARGET",  "DEPTH",      "COVERAGE", "DEPTHGE",
                                           "DEPTHLE", "STENCILREF", "INNERCOV"};
#define FIRST_OUTPUT_WORD 64u

/* Compares a name with one in lower case. */
static bool same_name(dxk_str name, const char *lower)
{
    size_t i = 0;
    for (; i < name.size && lower[i]; i++) {
        char c = name.data[i];
        if ((c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c) != lower[i])
            return false;
    }
    return i == name.size && !lower[i];
}

/* Index of the semantic in `semantics`; its size when it is not there. */
static size_t find_semantic(dxk_str name)
{
    size_t i = 0;
    while (i < DXKI_COUNT(semantics) && !same_name(name, semantics[i].name))
        i++;
    return i;
}

static const char *system_word(const dxk_signature_element *element, size_t semantic)
{
    uint32_t value = element->system_value;
    if (value == 0 && semantic < DXKI_COUNT(semantics) && semantics[semantic].word)
        return semantics[semantic].word;
    if (value < DXKI_COUNT(words))
        return words[value];
    if (value >= FIRST_OUTPUT_WORD && value - FIRST_OUTPUT_WORD < DXKI_COUNT(output_words))
        return output_words[value - FIRST_OUTPUT_WORD];
    return "?";
}

static const char *format_word(const dxk_signature_element *element)
{
    static const char *const types[] = {"unknown", "uint", "int", "float"};
    const char *least = dxk_enum_text(DXK_ENUM_ID_dxbc_precision, element->min_precision);
    if (element->min_precision && least)
        return least;
    return element->component_type < DXKI_COUNT(types) ? types[element->component_type] : "?";
}

/* "xy w", with blanks for components that are not in the mask. */
static void put_mask(dxki_out *out, uint32_t mask)
{
    for (unsigned i = 0; i < 4; i++)
        dxki_out_char(out, mask >> i & 1 ? "xyzw"[i] : ' ');
}

static void put_name(dxki_out *out, const dxk_signature *signature, size_t index, bool streams)
{
    dxk_str name = dxki_fxc_listed(dxk_signature_name(signature, index));
    uint64_t start = dxki_out_column(out);
    if (streams) {
        dxki_out_char(out, 'm');
        dxki_out_u64(out, signature->elements[index].stream);
        dxki_out_char(out, ':');
    }
    dxki_out_str(out, name);
    dxki_out_spaces(out, NAME_WIDTH - (int)(dxki_out_column(out) - start));
}

static void print_element(dxki_fxc_printer *pr, const dxk_signature *signature, size_t index,
                          bool output, bool streams)
{
    dxki_out *out = pr->out;
    const dxk_signature_element *element = &signature->elements[index];
    size_t semantic = find_semantic(dxk_signature_name(signature, index));
    bool none = element->register_index == NO_REGISTER;
    uint32_t used = output ? element->mask & ~(uint32_t)element->rw_mask : element->rw_mask;
    dxki_out_text(out, "// ");
    put_name(out, signature, index, streams);
    dxki_out_char(out, ' ');
    dxki_out_u64_field(out, element->semantic_index, 5);
    dxki_out_text(out, "   ");
    if (none) {
        const char *text =
            semantic < DXKI_COUNT(semantics) ? semantics[semantic].register_text : NULL;
        dxki_out_text(out, " N/A");
        dxki_out_text(out, text ? text : "      N/A");
    } else {
        put_mask(out, element->mask);
        dxki_out_char(out, ' ');
        dxki_out_u64_field(out, element->register_index, 8);
    }
    dxki_out_char(out, ' ');
    dxki_out_field(out, dxki_str(system_word(element, semantic)), 8);
    dxki_out_char(out, ' ');
    dxki_out_field(out, dxki_str(format_word(element)), pr->style.wide_format ? 7 : 6);
    dxki_out_text(out, "   ");
    if (none)
        dxki_out_text(out, used ? " YES" : "  NO");
    else
        put_mask(out, used);
    dxki_out_char(out, '\n');
}

void dxki_fxc_print_signature(dxki_fxc_printer *pr, const dxk_signature *signature,
                              dxki_fxc_signature_kind kind)
{
    static const char *const titles[] = {"Input", "Output", "Patch Constant"};
    static const char *const empty[] = {"Input", "Output", "Patch Constant"};
    dxki_out *out = pr->out;
    uint32_t count = signature ? signature->header.count : 0;
    uint32_t stage = dxk_dxbc_program_stage(pr->p);
    bool output = kind == DXKI_SIGNATURE_OUTPUT ||
                  (kind == DXKI_SIGNATURE_PATCH && stage == DXK_DXBC_STAGE_HULL);
    bool streams = false;
    dxki_out_text(out, "//\n// ");
    dxki_out_text(out, titles[kind]);
    dxki_out_text(out, " signature:\n//\n// Name                 Index   Mask Register SysValue ");
    dxki_out_text(out, pr->style.wide_format ? " Format   Used\n" : "Format   Used\n");
    dxki_out_text(out, "// -------------------- ----- ------ -------- -------- ");
    dxki_out_text(out, pr->style.wide_format ? "------- ------\n" : "------ ------\n");
    for (uint32_t i = 0; i < count; i++)
        streams = streams || signature->elements[i].stream != 0;
    for (uint32_t i = 0; i < count; i++)
        print_element(pr, signature, i, output, streams);
    if (count) {
        dxki_out_text(out, "//\n");
        return;
    }
    dxki_out_text(out, "// no ");
    dxki_out_text(out, empty[kind]);
    dxki_out_text(out, "\n");
}

uint32_t dxki_fxc_system_value(dxk_str word)
{
    for (uint32_t i = 0; i < DXKI_COUNT(words); i++)
        if (word.size == strlen(words[i]) && memcmp(word.data, words[i], word.size) == 0)
            return i;
    for (uint32_t i = 0; i < DXKI_COUNT(output_words); i++)
        if (word.size == strlen(output_words[i]) &&
            memcmp(word.data, output_words[i], word.size) == 0)
            return FIRST_OUTPUT_WORD + i;
    return UINT32_MAX;
}
