/* SPDX-License-Identifier: MIT */
/*
 * excuse.c - what the newest validator calls an error and dxk a warning. A container that an older
 * validator signed is accepted by the runtimes for all time: a rule that did not exist then cannot
 * make it invalid. Checks excuse more by v->report.excuse, where the reference contradicts itself.
 *
 * The words of dxv, and dxk_compat_validate(), know no excuse.
 */
#include "validate/report.h"
#include "validate/run.h"

/* Was the container signed by the digest that it has? Edited ones are judged as they are written.
 * Computing the digest takes a while, so it waits until it is needed. */
static bool is_signed(dxki_val *v)
{
    if (!v->report.container || dxk_container_kind(v->report.container) != DXK_INPUT_CONTAINER)
        return false;
    if (!v->report.has_digest)
        v->report.digest = dxk_container_digest_state(v->report.container);
    v->report.has_digest = true;
    return v->report.digest == DXK_DIGEST_RETAIL;
}

const char *dxki_val_excuse(dxki_val *v, dxki_vrule rule)
{
    if (v->is_exact)
        return NULL;
    if (v->report.excuse)
        return v->report.excuse;
    if (v->is_asked || rule == DXKI_VR_COUNT ||
        dxki_vrule_get(rule)->since <= v->subject.val_minor || !is_signed(v))
        return NULL;
    return "the shader was signed before this rule existed";
}

const char *dxki_val_count_error(dxki_val *v, dxki_vrule rule)
{
    const char *excuse = dxki_val_excuse(v, rule);
    if (excuse)
        v->report.out->excused = true;
    else
        v->report.out->failed = true;
    return excuse;
}
