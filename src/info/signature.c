/* SPDX-License-Identifier: MIT */
/* signature.c - elements of signatures as the signature parts have them, with the interpolation from
 * PSV0. */
#include "base/str.h"
#include "info/info.h"

#define NO_REGISTER UINT32_MAX

/* Components that the shader uses: outputs store the ones never written. */
static unsigned used_mask(size_t which, const dxk_signature_element *e)
{
    return which == 0 ? e->rw_mask : ~(unsigned)e->rw_mask & e->mask;
}

/* Interpolation of the PSV0 element that has this register and these components. */
static int32_t interpolation(const dxk_info *info, size_t which, const dxk_signature_element *e)
{
    if (!info->psv || e->register_index == NO_REGISTER)
        return -1;
    const dxk_psv0 *psv = info->psv->as.psv0;
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
static bool is_repeated(const dxk_signature *s, size_t i)
{
    const dxk_signature_element *e = &s->elements[i];
    const dxk_signature_element *before = i ? e - 1 : NULL;
    return before && e->register_index != NO_REGISTER &&
           e->register_index == before->register_index && e->stream == before->stream &&
           (e->mask & before->mask) &&
           dxki_str_same(dxk_signature_name(s, i), dxk_signature_name(s, i - 1));
}

bool dxk_info_element_get(const dxk_info *info, size_t which, size_t index, dxk_info_element *out)
{
    const dxk_signature *s =
        which < 3 && info->signatures[which] ? info->signatures[which]->as.signature : NULL;
    *out = (dxk_info_element){.interpolation = -1};
    if (!s || index >= s->header.count)
        return false;
    const dxk_signature_element *e = &s->elements[index];
    *out = (dxk_info_element){.semantic = dxk_signature_name(s, index),
                              .index = e->semantic_index,
                              .register_index = e->register_index,
                              .mask = e->mask,
                              .used = used_mask(which, e),
                              .type = e->component_type,
                              .min_precision = e->min_precision,
                              .system_value = e->system_value,
                              .interpolation = interpolation(info, which, e),
                              .stream = e->stream,
                              .is_repeated = is_repeated(s, index)};
    return true;
}
