/* SPDX-License-Identifier: MIT */
/*
 * flags.c - the shader flags that the module declares against those that it needs
 * (META.FLAGSUSAGE; DXIL.rst, "Shader flags").
 */
#include "base/out.h"
#include "validate/families.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/text.h"

/* "not declared: WaveOps (1 << 19); declared for nothing: 64UAVs (1 << 15)" */
static void hint_flags(dxki_val *v, uint64_t declared, uint64_t actual)
{
    dxk_str text = {"", 0};
    for (int pass = 0; pass < 2; pass++) {
        uint64_t bits = pass ? declared & ~actual : actual & ~declared;
        const char *word = pass ? "declared, but not used: " : "used, but not declared: ";
        if (pass && bits && text.size)
            text = dxki_val_join(v, text, dxki_str("; "));
        for (uint32_t i = 0; i < 64; i++) {
            const char *name = dxk_dxil_shader_flag_name(i);
            if (!(bits >> i & 1) || !name)
                continue;
            text =
                dxki_val_join(v, text,
                              dxki_val_format(v, "%0%1 (1 << %2)",
                                              DXKI_ARGS(dxki_val_arg_text_z(word),
                                                        dxki_val_arg_text_z(name), dxki_dec(i))));
            word = ", ";
        }
    }
    dxki_val_hint(v, text);
}

void dxki_val_check_flags(dxki_val *v)
{
    const dxki_dxil_entry *first = v->d->entries.count ? v->d->entries.items[0] : NULL;
    uint64_t declared = first ? first->props.shader_flags & DXKI_SHADER_FLAGS_FOUND : 0;
    if (!dxki_dxil_find_requirements(v->d, &v->arena, &v->needs)) {
        v->failed = true;
        return;
    }
    v->d->atomic64 = v->needs.atomic64;
    if (v->needs.ends)
        dxki_val_give_up(v);
    uint64_t actual = v->needs.flags & DXKI_SHADER_FLAGS_FOUND;
    if (v->subject.val_minor >= 5 && v->subject.val_minor < 8)
        actual |= declared & DXKI_SHADER_BIT(RAYTRACING_1_1);
    if (declared == actual)
        return;
    if (first && first->function)
        dxki_val_at_global(v, first->function);
    else
        dxki_val_at_name(v, dxki_str("!dx.entryPoints"));
    dxki_val_error(v, DXKI_VR_META_FLAGSUSAGE, NULL, 0);
    hint_flags(v, declared, actual);
    dxk_str text = dxki_val_format(v, "Flags declared=%0, actual=%1",
                                   DXKI_ARGS(dxki_dec(declared), dxki_dec(actual)));
    char *note = dxki_arena_strdup(&v->arena, text.data, text.size);
    if (note) {
        dxki_val_note(v, note);
        dxki_val_mark_compat_only(v);
    }
    dxki_val_at_end(v);
}
