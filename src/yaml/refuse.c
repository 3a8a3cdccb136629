/* SPDX-License-Identifier: MIT */
/*
 * refuse.c - what LLVM's newest obj2yaml does not take, though it could be shown: asked for its
 * schema alone, dxk refuses it too instead of leaving something out. Source: LLVM's DXContainer.
 */
#include "yaml/keyed.h"

#include "base/count.h"
#include "base/diag.h"
#include "base/out.h"
#include "spec/reader_rules.h"
#include "container/container.h"

dxk_status dxki_yaml_llvm_refuses(dxk_ctx *ctx, const char *what, const char *of)
{
    return DXKI_REPORT(ctx, DXKI_RULE_YAML_REFUSED, dxki_nowhere(), NULL, dxki_text(dxki_str(what)),
                       dxki_text(dxki_str(of)));
}

/* Parts that stand once, and how LLVM begins its sentence about the second one. */
static const struct {
    uint32_t fourcc;
    const char *more;
} once[] = {
    {DXK_PART_DXIL, "more than one DXIL"}, {DXK_PART_ILDB, "more than one ILDB"},
    {DXK_PART_ILDN, "more than one ILDN"}, {DXK_PART_PRIV, "more than one PRIV"},
    {DXK_PART_SRCI, "more than one SRCI"}, {DXK_PART_VERS, "more than one VERS"},
    {DXK_PART_SFI0, "More than one SFI0"}, {DXK_PART_HASH, "More than one HASH"},
    {DXK_PART_RTS0, "More than one RTS0"}, {DXK_PART_PSV0, "More than one PSV0"},
};

static bool same_kind(dxk_bytes a, dxk_bytes b)
{
    uint32_t of_a, of_b;
    return !dxki_part_program_stage(a, &of_a) || !dxki_part_program_stage(b, &of_b) || of_a == of_b;
}

dxk_status dxki_yaml_llvm_check(dxk_ctx *ctx, const dxk_container *container)
{
    for (size_t i = 0; i < DXKI_COUNT(once); i++) {
        size_t first = dxk_container_find(container, once[i].fourcc, 0);
        if (first != DXK_NO_PART &&
            dxk_container_find(container, once[i].fourcc, first + 1) != DXK_NO_PART)
            return dxki_yaml_llvm_refuses(ctx, once[i].more, " part is present in the file");
    }
    const dxk_part *dxil = dxki_container_first(container, DXK_PART_DXIL);
    const dxk_part *ildb = dxki_container_first(container, DXK_PART_ILDB);
    if (dxki_container_first(container, DXK_PART_PSV0) && !dxil && !ildb)
        return dxki_yaml_llvm_refuses(ctx,
                                      "cannot fully parse pipeline state validation information ",
                                      "without DXIL or ILDB part");
    if (dxil && ildb && !same_kind(dxil->content, ildb->content))
        return dxki_yaml_llvm_refuses(ctx, "ILDB part shader kind ",
                                      "does not match DXIL part shader kind");
    return DXK_OK;
}
