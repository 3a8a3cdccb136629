/* SPDX-License-Identifier: MIT */
/* compilation.c - see compilation.h. */
#include "hlsl/compilation.h"

#include "base/count.h"
#include "base/options.h"
#include "dxil/dxil.h"
#include "hlsl/pp.h"

/* Levels of nesting unless the context has a limit. */
#define DEPTH 256u

static bool is_version(uint32_t version)
{
    return (version >= 2016 && version <= 2018) || version == 2021 || version == 2029;
}

/* The shader models before 6.0, whose shaders are taken as those of 6.0: "4_0" to "5_1". Only 5.1 gives
 * registers out as 6.0 does. */
static bool read_old_model(dxki_hlsl *c, const char *model, dxki_hlsl_purpose purpose)
{
    const dxki_hlsl_loc nowhere = {0, 0};

    if ((*model != '4' && *model != '5') || model[1] != '_' ||
        (model[2] != '0' && model[2] != '1') || model[3])
        return false;
    if (purpose == DXKI_HLSL_TO_PREPROCESS) {
        c->model_major = (uint32_t)(*model - '0');
        c->model_minor = (uint32_t)(model[2] - '0');
        return true;
    }
    if (strcmp(model, "5_1") != 0)
        c->options.reserve_registers = true;
    DXKI_HLSL_SAY(c, OLD_PROFILE, nowhere);
    return true;
}

/* "6_5", and "6_x" of libraries, where the shader models are all. */
static bool read_model(dxki_hlsl *c, const char *model, dxki_hlsl_purpose purpose)
{
    const char *digits = model + 2;
    bool was_there = c->kind <= DXK_SHADER_KIND_COMPUTE;

    c->model_major = 6;
    if (strncmp(model, "6_", 2) != 0)
        return was_there && read_old_model(c, model, purpose);
    if (strcmp(digits, "x") == 0 && c->kind == DXK_SHADER_KIND_LIBRARY)
        c->model_minor = DXKI_OFFLINE_MINOR;
    else if (strcmp(digits, "10") == 0)
        c->model_minor = 10;
    else if (*digits >= '0' && *digits <= '9' && !digits[1])
        c->model_minor = (uint32_t)(*digits - '0');
    else
        return false;
    return true;
}

bool dxki_hlsl_is_root_target(const char *target, uint32_t *version)
{
    static const char head[] = "rootsig_1_";
    size_t n = sizeof head - 1;

    if (!target || strncmp(target, head, n) != 0 || target[n] < '0' || target[n] > '2' ||
        target[n + 1])
        return false;
    *version = DXK_RS_VERSION_1_0 + (uint32_t)(target[n] - '0');
    return true;
}

/* "ps_6_0": the stage and the shader model. */
static bool read_target(dxki_hlsl *c, const char *text, dxki_hlsl_purpose purpose)
{
    static const struct {
        char name[4];
        dxk_shader_kind kind;
    } stages[] = {
        {"ps", DXK_SHADER_KIND_PIXEL},         {"vs", DXK_SHADER_KIND_VERTEX},
        {"gs", DXK_SHADER_KIND_GEOMETRY},      {"hs", DXK_SHADER_KIND_HULL},
        {"ds", DXK_SHADER_KIND_DOMAIN},        {"cs", DXK_SHADER_KIND_COMPUTE},
        {"lib", DXK_SHADER_KIND_LIBRARY},      {"ms", DXK_SHADER_KIND_MESH},
        {"as", DXK_SHADER_KIND_AMPLIFICATION},
    };

    for (size_t i = 0; i < DXKI_COUNT(stages); i++) {
        size_t n = strlen(stages[i].name);
        if (strncmp(text, stages[i].name, n) != 0 || text[n] != '_')
            continue;
        c->kind = stages[i].kind;
        c->has_target = true;
        return read_model(c, text + n + 1, purpose);
    }
    return false;
}

/* False: the target has no meaning, or is missing where it is needed. Root signatures have no shader model. */
static bool take_target(dxki_hlsl *c, dxki_hlsl_purpose purpose)
{
    const char *target = c->options.target;
    uint32_t version;

    if (purpose != DXKI_HLSL_TO_COMPILE && (!target || dxki_hlsl_is_root_target(target, &version)))
        return true;
    return target && read_target(c, target, purpose);
}

/* What becomes of denormal floats; NULL: nothing is said of it. */
static bool is_mode(const char *text)
{
    return !text || strcmp(text, "any") == 0 || strcmp(text, "preserve") == 0 ||
           strcmp(text, "ftz") == 0;
}

/* What the target does not allow. Libraries that are only linked are for no validator. */
static void check_target(dxki_hlsl *c)
{
    const dxki_hlsl_loc nowhere = {0, 0};
    const dxk_hlsl_options *o = &c->options;
    const bool is_linked = c->kind == DXK_SHADER_KIND_LIBRARY &&
                           (c->model_minor < 3 || c->model_minor == DXKI_OFFLINE_MINOR);

    if (o->denormals && c->model_minor < 2)
        DXKI_HLSL_SAY(c, DENORMALS, nowhere);
    if (o->avoid_flow_control && !o->all_resources_bound)
        DXKI_HLSL_SAY(c, FLATTENED_UNBOUND, nowhere);
    if (o->validator_major == 1 && !o->any_validator && !is_linked &&
        o->validator_minor < c->model_minor)
        DXKI_HLSL_REPORT(c, VALIDATOR_MODEL, nowhere, dxki_dec(o->validator_major),
                         dxki_dec(o->validator_minor));
}

dxk_status dxki_hlsl_begin(dxki_hlsl *c, dxk_ctx *ctx, const dxk_hlsl_options *options,
                           dxki_hlsl_purpose purpose)
{
    memset(c, 0, sizeof *c);
    c->ctx = ctx;
    dxki_arena_init(&c->arena, ctx);
    if (!dxki_options_take(&c->options, sizeof c->options, options))
        return c->status = DXK_E_ARGUMENT;
    if (!c->options.name.size)
        c->options.name = dxki_str("hlsl.hlsl");
    c->version = c->options.version ? c->options.version : c->options.direct3d_9 ? 2016 : 2021;
    if (!is_version(c->version) || (c->options.direct3d_9 && c->version > 2016))
        return c->status = DXK_E_ARGUMENT;
    if (!is_mode(c->options.denormals))
        return c->status = DXK_E_ARGUMENT;
    c->max_depth = ctx->limits.depth ? ctx->limits.depth : DEPTH;
    dxki_hlsl_index_puncts(c);
    dxki_hlsl_intern_keywords(c);
    if (!take_target(c, purpose)) {
        const dxki_hlsl_loc nowhere = {0, 0};
        const char *target = c->options.target ? c->options.target : "";
        DXKI_HLSL_REPORT(c, TARGET, nowhere, dxki_text(dxki_str(target)));
        dxki_hlsl_stop(c, DXK_E_INVALID);
    } else if (c->has_target && purpose == DXKI_HLSL_TO_COMPILE)
        check_target(c);
    if (purpose != DXKI_HLSL_TO_PREPROCESS)
        dxki_hlsl_check_groups(c);
    return c->status;
}

dxk_status dxki_hlsl_result(const dxki_hlsl *c)
{
    if (c->status != DXK_OK)
        return c->status;
    return c->errors ? DXK_E_INVALID : DXK_OK;
}

void dxki_hlsl_end(dxki_hlsl *c)
{
    dxki_hlsl_pp_free(c);
    dxki_hlsl_free_files(c);
    dxki_vec_free(c->ctx, &c->expansions);
    dxki_vec_free(c->ctx, &c->said);
    dxki_vec_free(c->ctx, &c->mappings);
    dxki_vec_free(c->ctx, &c->placed);
    dxki_arena_free(&c->arena);
}
