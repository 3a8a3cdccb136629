/* SPDX-License-Identifier: MIT */
/*
 * print_library.c - libraries: what LIBH says of all functions, and the parameters of one, LFS0.
 *
 *     // Name                 SemanticName         In 1st,Num,Mask Out 1st,Num,Mask Type
 *     // -------------------- -------------------- --------------- ---------------- -----------...
 *     // twice                                                       o0    1   xyz  out float3
 *     // value                COLOR                 v0    1   xyz                   in float3
 *
 * A matrix takes a register for each row, or for each column when it is stored by columns.
 */
#include "fxc/listing.h"

#define NONE UINT32_MAX

/* A text in a column that is as wide as `width` at least. */
static void put_column(dxki_out *out, dxk_str text, int width)
{
    dxki_out_field(out, dxki_fxc_listed(text), -width);
    dxki_out_char(out, ' ');
}

/* "v0    1   xyz ": first register, registers, components of each. */
static void put_registers(dxki_out *out, const char *name, uint32_t first, uint32_t component,
                          const dxk_function_parameter *parameter)
{
    uint64_t start = dxki_out_column(out);
    dxki_out_text(out, name);
    dxki_out_u64(out, first);
    dxki_out_spaces(out, 6 - (int)(dxki_out_column(out) - start));
    dxki_out_u64(out, parameter->rows);
    dxki_out_spaces(out, 10 - (int)(dxki_out_column(out) - start));
    for (uint32_t i = 0; i < 4; i++) {
        bool used = i >= component && i - component < parameter->columns;
        dxki_out_char(out, used ? "xyzw"[i] : ' ');
    }
}

static void put_parameter_type(dxki_out *out, const dxk_function_parameter *parameter)
{
    static const char *const directions[] = {"", "in ", "out ", "inout "};
    bool columns = parameter->type_class == DXK_RDEF_CLASS_MATRIX_COLUMNS;
    dxk_rdef_type type = {.type_class = (uint16_t)parameter->type_class,
                          .base = (uint16_t)parameter->type,
                          .rows = (uint16_t)(columns ? parameter->columns : parameter->rows),
                          .columns = (uint16_t)(columns ? parameter->rows : parameter->columns)};
    dxki_out_text(out, directions[parameter->flags & 3]);
    dxki_fxc_print_type(out, &type);
}

void dxki_fxc_print_function(dxki_fxc_printer *pr, const dxk_function_signature *function)
{
    dxki_out *out = pr->out;
    uint32_t count = function->header.parameter_count;
    bool result = count && function->parameters[0].type != DXK_RDEF_BASE_VOID;
    dxki_out_text(out, "//\n// Function parameter signature (return: ");
    dxki_out_text(out, result ? "yes, parameters: " : "no, parameters: ");
    dxki_out_u64(out, count ? count - 1 : 0);
    dxki_out_text(out, "):\n//\n// Name                 SemanticName         In 1st,Num,Mask "
                       "Out 1st,Num,Mask Type                           \n"
                       "// -------------------- -------------------- --------------- "
                       "---------------- ------------------------------ \n");
    for (uint32_t i = 0; i < count; i++) {
        const dxk_function_parameter *p = &function->parameters[i];
        dxki_out_text(out, "// ");
        put_column(out, dxk_strings_at(&function->strings, p->name), 20);
        put_column(out,
                   p->semantic ? dxk_strings_at(&function->strings, p->semantic) : (dxk_str){"", 0},
                   20);
        if (p->in_register == NONE) {
            dxki_out_spaces(out, 16);
        } else {
            dxki_out_char(out, ' ');
            put_registers(out, "v", p->in_register, p->in_component, p);
            dxki_out_char(out, ' ');
        }
        dxki_out_spaces(out, 2);
        if (p->out_register == NONE)
            dxki_out_spaces(out, 14);
        else
            put_registers(out, "o", p->out_register, p->out_component, p);
        dxki_out_char(out, ' ');
        put_parameter_type(out, p);
        dxki_out_char(out, '\n');
    }
    dxki_out_text(out, "//\n");
}

void dxki_fxc_print_library(dxki_out *out, const dxk_library *library)
{
    dxki_out_text(out, "//\n// Library:  flags ");
    dxki_out_u64(out, library->header.flags);
    dxki_out_text(out, ", ");
    dxki_out_u64(out, library->header.function_count);
    dxki_out_text(out, " functions:\n");
    for (uint32_t i = 0; i < library->header.function_count; i++) {
        dxki_out_text(out, "// ");
        dxki_out_u64_field(out, i, 3);
        dxki_out_text(out, "  ");
        dxki_out_str(
            out, dxki_fxc_listed(dxk_strings_at(&library->strings, library->functions[i].name)));
        dxki_out_char(out, '\n');
    }
    dxki_out_text(out, "//\n// Created by:  ");
    dxki_out_str(out, dxki_fxc_listed(dxk_strings_at(&library->strings, library->header.creator)));
    dxki_out_text(out, "\n//\n");
}
