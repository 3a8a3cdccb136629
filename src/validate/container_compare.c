/* SPDX-License-Identifier: MIT */
/*
 * container_compare.c - parts that must be, byte for byte, what is made of the module: SFI0, the
 * signatures, RDAT (CONTAINER.PARTMATCHES).
 *
 * A module without sub-objects leaves them to RDAT: those there are taken over first, and must come
 * out again as they stand there.
 */
#include "dxk/enums.h"
#include "validate/container.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/where.h"

#include "build/build.h"
#include "dxk/parts.h"

#include <string.h>

static void mismatch(dxki_val *v, uint32_t fourcc)
{
    dxki_val_part_error(v, DXKI_VR_CONTAINER_PARTMATCHES, fourcc);
}

/* Compares with what was made, and frees that. */
static void compare(dxki_val *v, dxk_status status, dxk_buffer *made, dxk_bytes content,
                    uint32_t fourcc)
{
    bool same = status == DXK_OK && made->size == content.size &&
                (made->size == 0 || memcmp(made->data, content.data, made->size) == 0);
    if (status == DXK_E_NOMEM)
        v->failed = true;
    else if (!same)
        mismatch(v, fourcc);
    if (status == DXK_OK && !same)
        dxki_val_hint_difference(v, content, (dxk_bytes){made->data, made->size});
    dxk_buffer_free(made);
}

void dxki_val_check_signature(dxki_val *v, uint32_t which, dxk_bytes content)
{
    static const uint32_t fourccs[] = {DXK_PART_ISG1, DXK_PART_OSG1, DXK_PART_PSG1};
    dxk_buffer made;
    dxk_buffer_init(&made, v->ctx);
    dxk_status status = dxki_build_signature_part(v->d, which, &made);
    compare(v, status, &made, content, fourccs[which]);
}

void dxki_val_check_features(dxki_val *v, dxk_bytes content)
{
    dxk_buffer made;
    dxk_buffer_init(&made, v->ctx);
    dxk_status status = dxki_build_features(v->d, &made);
    compare(v, status, &made, content, DXK_PART_SFI0);
}

/* ---------------------------------------------------------------------------------------- */
/* RDAT                                                                                       */

/* What functions need: as it was found, or anew for sub-objects that the module itself has not.
 * NULL: out of memory. */
static const dxki_dxil_requirements *needs_of(dxki_val *v, dxk_dxil *view)
{
    dxki_dxil_module_requirements needs = v->needs;
    bool anew = view->subobjects.count != v->d->subobjects.count || !needs.functions;
    if (anew && !dxki_dxil_find_requirements(view, &v->arena, &needs)) {
        v->failed = true;
        return NULL;
    }
    view->atomic64 = needs.atomic64;
    return needs.functions;
}

static void check_rdat(dxki_val *v, dxk_bytes content, const dxk_rdat *rdat)
{
    dxk_dxil view = *v->d;
    dxk_buffer made;
    if (dxki_named_md_find(v->m, "dx.subobjects") == UINT32_MAX) {
        dxk_status taken =
            dxki_build_take_subobjects(rdat, content.size, &v->arena, &view.subobjects);
        v->failed |= taken == DXK_E_NOMEM || taken == DXK_E_LIMIT;
        if (taken == DXK_E_INVALID)
            mismatch(v, DXK_PART_RDAT);
        if (taken != DXK_OK)
            return;
    }
    const dxki_dxil_requirements *needs = needs_of(v, &view);
    if (!needs)
        return;
    dxk_buffer_init(&made, v->ctx);
    dxk_status status = dxki_build_rdat(&view, needs, &made);
    compare(v, status, &made, content, DXK_PART_RDAT);
}

void dxki_val_check_rdat(dxki_val *v, dxk_bytes content)
{
    dxk_decoded *decoded;
    size_t first = dxk_ctx_diag_count(v->ctx);
    dxk_status status = dxk_part_decode(v->ctx, DXK_PART_RDAT, content, &decoded);
    dxki_val_move_diags(v, first);
    if (status == DXK_OK)
        check_rdat(v, content, decoded->as.rdat);
    else if (status == DXK_E_NOMEM)
        v->failed = true;
    else
        mismatch(v, DXK_PART_RDAT);
    dxk_decoded_free(decoded);
}
