/* SPDX-License-Identifier: MIT */
/*
 * info_signature.c - signature tables of `dxk info`: one row per register, as the signature parts
 * have them, with the interpolation from PSV0 where it is there.
 */
#include "info.h"

#include <string.h>

#define NO_REGISTER UINT32_MAX

static const char *title_of(const info *in, int which)
{
    static const char *const titles[] = {"Inputs", "Outputs", "Patch constants"};
    bool mesh = in->program && in->program->as.program->header.shader_kind == DXK_SHADER_KIND_MESH;
    return mesh && which == 2 ? "Primitive outputs" : titles[which];
}

static const char *const keys[] = {"inputs", "outputs", "patch_constants_or_primitives"};

static void put_mask(text_out *out, unsigned mask)
{
    for (unsigned i = 0; i < 4; i++)
        text_char(out, mask >> i & 1 ? "xyzw"[i] : '.');
}

/* Components that the shader uses: outputs store the ones never written. */
static unsigned used_mask(int which, const dxk_signature_element *e)
{
    return which == 0 ? e->rw_mask : ~(unsigned)e->rw_mask & e->mask;
}

/* Interpolation of the PSV0 element that has this register and these components. */
static int interpolation(const info *in, int which, const dxk_signature_element *e)
{
    if (!in->psv || e->register_index == NO_REGISTER)
        return -1;
    const dxk_psv0 *psv = in->psv->as.psv0;
    for (uint32_t i = 0; i < dxk_psv0_element_count(psv, (dxk_psv_signature)which); i++) {
        const dxk_psv_element *p = dxk_psv0_element(psv, (dxk_psv_signature)which, i);
        unsigned mask = ((1u << p->cols) - 1) << p->start_col;
        if (p->allocated && p->stream == e->stream && e->register_index >= p->start_row &&
            e->register_index < (uint32_t)p->start_row + p->rows && (mask & e->mask))
            return p->interpolation;
    }
    return -1;
}

/* Compilers gave some outputs of mesh shaders a record for each semantic index, all in one place:
 * they are one output. */
static bool is_again(const dxk_signature *s, uint32_t i)
{
    const dxk_signature_element *e = &s->elements[i];
    const dxk_signature_element *before = i ? e - 1 : NULL;
    dxk_str name = dxk_signature_name(s, i), other = i ? dxk_signature_name(s, i - 1) : name;
    return before && e->register_index != NO_REGISTER &&
           e->register_index == before->register_index && e->stream == before->stream &&
           (e->mask & before->mask) && name.size == other.size &&
           memcmp(name.data, other.data, name.size) == 0;
}

static void print_row(info *in, text_table *table, int which, const dxk_signature *s, uint32_t i,
                      bool streams)
{
    const dxk_signature_element *e = &s->elements[i];
    text_out *cell = text_cell(table);
    if (e->register_index == NO_REGISTER)
        text_put(cell, "-");
    else
        text_u64(cell, e->register_index);
    put_mask(text_cell(table), e->mask);
    put_mask(text_cell(table), used_mask(which, e));
    cell = text_cell(table);
    text_safe(cell, dxk_signature_name(s, i));
    if (e->semantic_index)
        text_u64(cell, e->semantic_index);
    cell = text_cell(table);
    info_put_name(cell, DXK_ENUM_ID_sig_component_type, e->component_type);
    if (e->min_precision) {
        text_put(cell, " min ");
        info_put_name(cell, DXK_ENUM_ID_sig_min_precision, e->min_precision);
    }
    cell = text_cell(table);
    if (e->system_value)
        info_put_name(cell, DXK_ENUM_ID_sig_system_value, e->system_value);
    if (streams)
        text_u64(text_cell(table), e->stream);
    if (!in->psv)
        return;
    cell = text_cell(table);
    int mode = interpolation(in, which, e);
    if (mode > 0)
        info_put_name(cell, DXK_ENUM_ID_interpolation_mode, (uint64_t)mode);
}

static bool has_streams(const dxk_signature *s)
{
    for (uint32_t i = 0; i < s->header.count; i++)
        if (s->elements[i].stream)
            return true;
    return false;
}

static void print_signature(info *in, int which, const dxk_signature *s)
{
    const char *heads[8] = {"reg", "mask", "used", "semantic", "type", "system value"};
    char align[9] = "rlllll";
    size_t columns = 6;
    bool streams = has_streams(s);
    text_table table;
    if (streams) {
        align[columns] = 'r';
        heads[columns++] = "stream";
    }
    if (in->psv) { /* which has the interpolation modes */
        align[columns] = 'l';
        heads[columns++] = "interpolation";
    }
    info_title(in, title_of(in, which));
    text_table_init(&table, in->j->ctx, &in->j->out, align, 2);
    text_table_head(&table, heads);
    for (uint32_t i = 0; i < s->header.count; i++) {
        if (!is_again(s, i))
            print_row(in, &table, which, s, i, streams);
    }
    text_table_print(&table);
}

static void json_signature(info *in, int which, const dxk_signature *s)
{
    json_writer *json = in->j->json;
    json_array(json, keys[which]);
    for (uint32_t i = 0; i < s->header.count; i++) {
        const dxk_signature_element *e = &s->elements[i];
        int mode = interpolation(in, which, e);
        if (is_again(s, i))
            continue;
        json_object_line(json, NULL);
        json_str(json, "semantic", dxk_signature_name(s, i));
        json_u64(json, "index", e->semantic_index);
        if (e->register_index == NO_REGISTER)
            json_null(json, "register");
        else
            json_u64(json, "register", e->register_index);
        json_u64(json, "mask", e->mask);
        json_u64(json, "used", used_mask(which, e));
        info_json_name(json, "type", DXK_ENUM_ID_sig_component_type, e->component_type);
        info_json_name(json, "min_precision", DXK_ENUM_ID_sig_min_precision, e->min_precision);
        info_json_name(json, "system_value", DXK_ENUM_ID_sig_system_value, e->system_value);
        if (mode >= 0)
            info_json_name(json, "interpolation", DXK_ENUM_ID_interpolation_mode, (uint64_t)mode);
        json_u64(json, "stream", e->stream);
        json_end(json);
    }
    json_end(json);
}

void info_signatures(info *in)
{
    for (int i = 0; i < 3; i++) {
        if (!in->signatures[i])
            continue;
        const dxk_signature *s = in->signatures[i]->as.signature;
        if (in->j->json)
            json_signature(in, i, s);
        else if (s->header.count)
            print_signature(in, i, s);
    }
}
