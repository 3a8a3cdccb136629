/* SPDX-License-Identifier: MIT */
/* metadata.c - versions, target, named nodes, wave sizes, type annotations (META, SM). */
#include "validate/access.h"
#include "validate/families.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/text.h"

#include "base/count.h"
#include "base/out.h"

static const dxki_md *named(const dxki_val *v, const char *name, uint32_t *count)
{
    uint32_t index = dxki_named_md_find(v->m, name);
    *count = 0;
    if (index == UINT32_MAX)
        return NULL;
    *count = v->m->named_mds.items[index].op_count;
    return v->m->words.items + v->m->named_mds.items[index].ops;
}

static void at_named(dxki_val *v, const char *name)
{
    dxki_val_at_name(v, dxki_val_format(v, "!%0", DXKI_ARGS(dxki_val_arg_text_z(name))));
}

static bool is_tuple(const dxki_val *v, dxki_md md)
{
    return md && dxki_md_get(v->m, md)->kind == DXKI_M_TUPLE;
}

/* Two numbers in the one tuple of a named node. */
static bool read_version(dxki_val *v, const char *name, bool *present, uint64_t version[2])
{
    uint32_t nodes, count = 0;
    const dxki_md *list = named(v, name, &nodes);
    *present = list != NULL;
    at_named(v, name);
    const dxki_md *ops =
        nodes == 1 && is_tuple(v, list[0]) ? dxki_md_ops(v->m, list[0], &count) : NULL;
    if (!ops || count != 2)
        return false;
    for (uint32_t i = 0; i < 2; i++) {
        if (!dxki_md_as_int(v->m, ops[i], &version[i])) {
            dxki_val_md_error(v, list[0], DXKI_VR_META_WELLFORMED);
            return false;
        }
    }
    return true;
}

static void check_versions(dxki_val *v)
{
    uint64_t n[2];
    bool present;
    if (read_version(v, "dx.valver", &present, n)) {
        if (n[0] != 1 || n[1] > v->max_minor)
            dxki_val_error(v, DXKI_VR_META_VERSIONSUPPORTED,
                           DXKI_ARGS(dxki_val_arg_text_z("Validator"), dxki_dec(n[0]),
                                     dxki_dec(n[1]), dxki_dec(1), dxki_dec(v->max_minor)));
    } else if (present) {
        dxki_val_error(v, DXKI_VR_META_WELLFORMED, NULL, 0);
    }
    if (read_version(v, "dx.version", &present, n)) {
        if (n[0] != 1 || n[1] > DXKI_NEWEST_MINOR)
            dxki_val_error(v, DXKI_VR_META_VERSIONSUPPORTED,
                           DXKI_ARGS(dxki_val_arg_text_z("Dxil"), dxki_dec(n[0]), dxki_dec(n[1]),
                                     dxki_dec(1), dxki_dec(DXKI_NEWEST_MINOR)));
    } else if (present) {
        dxki_val_error(v, DXKI_VR_META_WELLFORMED, NULL, 0);
    }
}

static void check_names(dxki_val *v)
{
    static const char *const known[] = {
        "dx.version",         "dx.shaderModel", "dx.entryPoints",    "dx.resources",
        "dx.typeAnnotations", "dx.valver",      "dx.viewIdState",    "dx.dxrPayloadAnnotations",
        "dx.targetTypes",     "llvm.ident",     "llvm.module.flags",
    };
    for (size_t i = 0; i < v->m->named_mds.count; i++) {
        dxk_str name = dxki_string_get(v->m, v->m->named_mds.items[i].name);
        bool found = false;
        for (size_t k = 0; k < DXKI_COUNT(known); k++)
            found = found || dxki_str_is(name, known[k]);
        if (!found)
            dxki_val_at_name(v, dxki_val_format(v, "!%0", DXKI_ARGS(dxki_val_arg_text(name))));
        if (!found)
            dxki_val_error(v, DXKI_VR_META_KNOWN, DXKI_ARGS(dxki_val_arg_text(name)));
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Wave sizes                                                                                 */

/* The entry point that a node of !dx.entryPoints is about. */
static void at_entry(dxki_val *v, dxki_md node)
{
    uint32_t count;
    const dxki_md *ops = is_tuple(v, node) ? dxki_md_ops(v->m, node, &count) : NULL;
    bool known = ops && count && ops[0] && dxki_md_get(v->m, ops[0])->kind == DXKI_M_VALUE;
    dxki_value value = known ? dxki_md_value(v->m, ops[0]) : 0;
    if (DXKI_TAG(value) == DXKI_V_GLOBAL && DXKI_INDEX(value))
        dxki_val_at_global(v, DXKI_INDEX(value));
    else
        at_named(v, "dx.entryPoints");
}

static bool all_values(const dxki_val *v, const dxki_md *ops, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!ops[i] || dxki_md_get(v->m, ops[i])->kind != DXKI_M_VALUE)
            return false;
    }
    return true;
}

/* The rule that a wave size breaks; DXKI_VR_COUNT: none. `range`: with least, most, preferred. */
static dxki_vrule wave_rule(const dxki_val *v, dxki_md md, bool range)
{
    uint32_t count = 0;
    const dxki_md *ops = is_tuple(v, md) ? dxki_md_ops(v->m, md, &count) : NULL;
    if (range && dxki_val_sm(v, 6) && !dxki_val_sm(v, 8))
        return DXKI_VR_SM_WAVESIZERANGENEEDSSM68PLUS;
    if (count != (range ? 3u : 1u))
        return range ? DXKI_VR_SM_WAVESIZERANGEEXPECTSTHREEPARAMS
                     : DXKI_VR_SM_WAVESIZEEXPECTSONEPARAM;
    if (!all_values(v, ops, count))
        return DXKI_VR_SM_WAVESIZENEEDSCONSTANTOPERANDS;
    if (!range && (!dxki_val_sm(v, 6) || dxki_val_sm(v, 8)))
        return DXKI_VR_SM_WAVESIZENEEDSSM66OR67;
    return DXKI_VR_COUNT;
}

/* False: something was reported, which ends the check. */
static bool check_wave_tags(dxki_val *v, dxki_md props)
{
    uint32_t count;
    const dxki_md *ops = dxki_md_ops(v->m, props, &count);
    bool found = false;
    for (uint32_t i = 0; i + 1 < count; i += 2) {
        uint64_t tag;
        if (!dxki_md_as_int(v->m, ops[i], &tag) ||
            (tag != DXKI_MD_PROPS_WAVE_SIZE && tag != DXKI_MD_PROPS_WAVE_RANGE))
            continue;
        dxki_vrule rule = found ? DXKI_VR_SM_WAVESIZETAGDUPLICATE
                                : wave_rule(v, ops[i + 1], tag == DXKI_MD_PROPS_WAVE_RANGE);
        found = true;
        if (rule != DXKI_VR_COUNT) {
            dxki_val_error(v, rule, NULL, 0);
            return false;
        }
    }
    return true;
}

/* Wave sizes that the reference does not come to judge: it refuses to load the module first. */
void dxki_val_check_unloaded(dxki_val *v)
{
    uint32_t nodes, count, tags;
    const dxki_md *list = named(v, "dx.entryPoints", &nodes);
    for (uint32_t i = 0; i < nodes; i++) {
        const dxki_md *ops = is_tuple(v, list[i]) ? dxki_md_ops(v->m, list[i], &count) : NULL;
        at_entry(v, list[i]);
        const dxki_md *props = ops && count >= 5 && is_tuple(v, ops[count - 1])
                                   ? dxki_md_ops(v->m, ops[count - 1], &tags)
                                   : NULL;
        for (uint32_t k = 0; props && k + 1 < tags; k += 2) {
            uint64_t tag;
            if (!dxki_md_as_int(v->m, props[k], &tag) ||
                (tag != DXKI_MD_PROPS_WAVE_SIZE && tag != DXKI_MD_PROPS_WAVE_RANGE))
                continue;
            dxki_vrule rule = wave_rule(v, props[k + 1], tag == DXKI_MD_PROPS_WAVE_RANGE);
            if (rule != DXKI_VR_COUNT && dxki_vrule_is_own(rule))
                dxki_val_error(v, rule, NULL, 0);
        }
    }
    dxki_val_at_end(v);
}

static void check_wave_sizes(dxki_val *v)
{
    uint32_t nodes, count;
    const dxki_md *list = named(v, "dx.entryPoints", &nodes);
    if (v->subject.kind != DXK_SHADER_KIND_COMPUTE && !v->subject.is_lib)
        return;
    for (uint32_t i = 0; i < nodes; i++) {
        const dxki_md *ops = is_tuple(v, list[i]) ? dxki_md_ops(v->m, list[i], &count) : NULL;
        at_entry(v, list[i]);
        if (!ops || count < 5) {
            dxki_val_md_error(v, list[i], DXKI_VR_META_WELLFORMED);
            return;
        }
        if (is_tuple(v, ops[count - 1]) && !check_wave_tags(v, ops[count - 1]))
            return;
    }
}

/* ---------------------------------------------------------------------------------------- */

static void check_type_annotations(dxki_val *v)
{
    uint32_t nodes, count;
    const dxki_md *list = named(v, "dx.typeAnnotations", &nodes);
    at_named(v, "dx.typeAnnotations");
    if (v->d->version.major != 1 || v->d->version.minor < 2)
        return;
    for (uint32_t i = 0; i < nodes; i++) {
        const dxki_md *ops = is_tuple(v, list[i]) ? dxki_md_ops(v->m, list[i], &count) : NULL;
        uint64_t tag = UINT64_MAX;
        if (ops && count >= 3)
            dxki_md_as_int(v->m, ops[0], &tag);
        if (tag > 1) {
            dxki_val_md_error(v, list[i], DXKI_VR_META_WELLFORMED);
            return;
        }
    }
}

/* Of a node that is as long as it should be, all operands must be there, up to the first that is
 * of another kind. */
static void check_target_types(dxki_val *v)
{
    uint32_t nodes, count;
    const dxki_md *list = named(v, "dx.targetTypes", &nodes);
    at_named(v, "dx.targetTypes");
    for (uint32_t i = 0; i < nodes; i++) {
        const dxki_md *ops = is_tuple(v, list[i]) ? dxki_md_ops(v->m, list[i], &count) : NULL;
        uint64_t bits;
        for (uint32_t k = 0; ops && count == 6 && k < count; k++) {
            if (!ops[k]) {
                dxki_val_md_error(v, list[i], DXKI_VR_META_WELLFORMED);
                return;
            }
            if (k ? !dxki_md_as_int(v->m, ops[k], &bits)
                  : !dxki_value_is_const(dxki_md_value(v->m, ops[k])))
                break;
        }
    }
}

void dxki_val_check_metadata(dxki_val *v)
{
    const dxki_dxil_shader_model *model = &v->d->model;
    uint32_t minor = model->minor == 15 ? DXKI_NEWEST_MINOR : model->minor;
    check_versions(v);
    dxki_val_at_name(v, dxki_str("target triple"));
    if (!dxki_str_is(v->m->triple, "dxil-ms-dx"))
        dxki_val_error(v, DXKI_VR_META_TARGET, DXKI_ARGS(dxki_val_arg_text(v->m->triple)));
    check_names(v);
    check_wave_sizes(v);
    at_named(v, "dx.version");
    if (model->major == 6 && (v->d->version.major != 1 || v->d->version.minor != minor))
        dxki_val_error(v, DXKI_VR_SM_DXILVERSION, DXKI_ARGS(dxki_dec(1), dxki_dec(minor)));
    check_type_annotations(v);
    check_target_types(v);
    dxki_val_at_end(v);
}
