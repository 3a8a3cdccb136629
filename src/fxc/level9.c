/* SPDX-License-Identifier: MIT */
/*
 * level9.c - the tables of Aon9: which constants of which buffer go to which register c#, which
 * texture and sampler stand after a register s#, and what the runtime fills in itself.
 */
#include "fxc/level9.h"

/* A name of a register in a column. */
static void put_register(dxki_out *out, const char *name, uint32_t number, int width)
{
    uint64_t start = dxki_out_column(out);
    dxki_out_text(out, name);
    dxki_out_u64(out, number);
    dxki_out_spaces(out, width - (int)(dxki_out_column(out) - start));
}

static void print_constants(dxki_out *out, const dxk_level9 *part)
{
    static const char *const conversions[] = {" FLT", "BOOL", " INT", "UINT"};
    if (part->header.constant_count == 0)
        return;
    dxki_out_text(out, "//\n// Constant buffer to DX9 shader constant mappings:\n//\n"
                       "// Target Reg Buffer  Start Reg # of Regs        Data Conversion\n"
                       "// ---------- ------- --------- --------- ----------------------\n");
    for (uint32_t i = 0; i < part->header.constant_count; i++) {
        const dxk_level9_constant *c = &part->constants[i];
        dxki_out_text(out, "// ");
        put_register(out, "c", c->target, 10);
        dxki_out_char(out, ' ');
        put_register(out, "cb", c->buffer, 7);
        dxki_out_char(out, ' ');
        dxki_out_u64_field(out, c->start, 9);
        dxki_out_char(out, ' ');
        dxki_out_u64_field(out, c->count, 9);
        for (int k = 0; k < 4; k++) {
            dxki_out_text(out, k ? "," : "  (");
            dxki_out_text(out, c->conversion[k] < 4 ? conversions[c->conversion[k]] : "   ?");
        }
        dxki_out_text(out, ")\n");
    }
    dxki_out_text(out, "//\n");
}

static void print_samplers(dxki_out *out, const dxk_level9 *part)
{
    if (part->header.sampler_count == 0)
        return;
    dxki_out_text(out, "//\n// Sampler/Resource to DX9 shader sampler mappings:\n//\n"
                       "// Target Sampler Source Sampler  Source Resource\n"
                       "// -------------- --------------- ----------------\n");
    for (uint32_t i = 0; i < part->header.sampler_count; i++) {
        const dxk_level9_sampler *s = &part->samplers[i];
        dxki_out_text(out, "// ");
        put_register(out, "s", s->target, 15);
        put_register(out, "s", s->sampler, 16);
        put_register(out, "t", s->texture, 17);
        dxki_out_char(out, '\n');
    }
    dxki_out_text(out, "//\n");
}

static void print_runtimes(dxki_out *out, const dxk_level9 *part)
{
    if (part->header.runtime_count == 0)
        return;
    dxki_out_text(out, "//\n// Runtime generated constant mappings:\n//\n"
                       "// Target Reg                               Constant Description\n"
                       "// ---------- --------------------------------------------------\n");
    for (uint32_t i = 0; i < part->header.runtime_count; i++) {
        const dxk_level9_runtime *r = &part->runtimes[i];
        dxki_out_text(out, "// ");
        put_register(out, "c", r->target, 11);
        dxki_out_field(out, dxki_str(r->kind == 0 ? "Vertex Shader position offset" : "?"), 50);
        dxki_out_char(out, '\n');
    }
    dxki_out_text(out, "//\n");
}

dxk_status dxki_fxc_print_level9(dxki_fxc_printer *pr, dxk_ctx *ctx, const dxk_level9 *part,
                                 const char *title)
{
    print_constants(pr->out, part);
    print_samplers(pr->out, part);
    print_runtimes(pr->out, part);
    dxki_out_text(pr->out, "//\n// ");
    dxki_out_text(pr->out, title);
    dxki_out_text(pr->out, " shader bytecode:\n//\n");
    return dxki_fxc_print_level9_code(pr, ctx, part->code);
}
