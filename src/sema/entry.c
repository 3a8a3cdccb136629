/* SPDX-License-Identifier: MIT */
/* entry.c - what an entry point must have for its stage, and what it must not have; see check.h. */
#include "base/count.h"
#include "sema/check.h"

#define STAGE(name) (1u << DXK_SHADER_KIND_##name)

/* ---------------------------------------------------------------------------------------- */
/* Attributes                                                                                 */

/* Attributes that a stage must have, and those that no other stage may have. */
static const struct {
    const char *name;
    uint32_t stages; /* that may have it */
    uint32_t needed; /* stages that must */
    const char *where;
} attributes[] = {
    {"maxvertexcount", STAGE(GEOMETRY), STAGE(GEOMETRY), "GS"},
    {"instance", STAGE(GEOMETRY), 0, "GS"},
    {"numthreads", STAGE(COMPUTE) | STAGE(MESH) | STAGE(AMPLIFICATION) | STAGE(NODE),
     STAGE(COMPUTE) | STAGE(MESH) | STAGE(AMPLIFICATION), "CS/MS/AS"},
    {"patchconstantfunc", STAGE(HULL), STAGE(HULL), "HS"},
    {"outputtopology", STAGE(HULL) | STAGE(MESH), STAGE(HULL) | STAGE(MESH), NULL},
    {"outputcontrolpoints", STAGE(HULL), STAGE(HULL), "HS"},
    {"maxtessfactor", STAGE(HULL), 0, "HS"},
    {"domain", STAGE(HULL) | STAGE(DOMAIN), 0, "HS or DS"},
    {"clipplanes", STAGE(VERTEX), 0, "VS"},
    {"earlydepthstencil", STAGE(PIXEL), 0, "PS"},
};

/* The last one of that name counts. */
static const dxki_ast_attr *last_of(const dxki_ast_attrs *attrs, const char *name)
{
    for (size_t i = attrs->count; i-- > 0;) {
        const dxki_ast_attr *a = &attrs->items[i];
        if (!a->scope && dxki_str_same_fold(a->name->text, dxki_str(name)))
            return a;
    }
    return NULL;
}

/* Is it what the program is made of? */
static bool is_entry(const dxki_hlsl *c, const dxki_hlsl_function *f)
{
    const char *name = c->options.entry ? c->options.entry : "main";

    return c->kind != DXK_SHADER_KIND_LIBRARY && !f->record && f->scope->kind == DXKI_HLSL_UNIT &&
           dxki_str_is(f->name->text, name);
}

/* Is the function one that stays beside the entry point that is compiled? */
static bool is_left(const dxki_hlsl *c, const dxki_hlsl_function *f)
{
    return c->kind != DXK_SHADER_KIND_LIBRARY && !is_entry(c, f);
}

/* In libraries functions may have attributes of other stages, and so may functions beside the entry point
 * that is compiled, of which compute shaders may lack theirs. */
static void check_presence(dxki_hlsl *c, const dxki_hlsl_function *f, uint32_t stage)
{
    const bool is_alone = is_entry(c, f);

    for (size_t i = 0; i < DXKI_COUNT(attributes); i++) {
        const dxki_ast_attr *a = last_of(&f->decl->attrs, attributes[i].name);
        const dxki_arg name = dxki_text(dxki_str(attributes[i].name));
        if ((!a || dxki_sema_is_ignored(c, a)) && attributes[i].needed >> stage & 1 &&
            !(is_left(c, f) && stage == DXK_SHADER_KIND_COMPUTE))
            DXKI_HLSL_REPORT(c, NO_ATTRIBUTE, f->loc, dxki_text(dxki_hlsl_stage_words(stage)),
                             name);
        if (is_alone && a && attributes[i].where && !(attributes[i].stages >> stage & 1))
            DXKI_HLSL_REPORT(c, ATTRIBUTE_STAGE, a->loc, name,
                             dxki_text(dxki_str(attributes[i].where)));
    }
}

bool dxki_sema_attribute_numbers(dxki_hlsl *c, const dxki_ast_attr *a, uint32_t *out, size_t count)
{
    bool good = true;

    for (size_t i = 0; i < a->args.count && i < count; i++) {
        int64_t value;
        if (dxki_sema_attribute_number(c, a, i, false, &value))
            out[i] = (uint32_t)value;
        else
            good = false;
    }
    return good;
}

/* ---------------------------------------------------------------------------------------- */
/* Waves                                                                                      */

/* Can a wave have so many lanes? */
static bool is_wave(uint32_t lanes)
{
    return lanes >= 4 && lanes <= 128 && (lanes & (lanes - 1)) == 0;
}

/* The attribute may stand twice, if it says the same. */
static void check_again(dxki_hlsl *c, const dxki_ast_attrs *attrs, const dxki_ast_attr *a,
                        const uint32_t lanes[3])
{
    for (size_t i = 0; i < attrs->count; i++) {
        const dxki_ast_attr *other = &attrs->items[i];
        uint32_t found[3] = {0, 0, 0};
        if (other == a || other->scope ||
            !dxki_str_same_fold(other->name->text, dxki_str("WaveSize")))
            continue;
        dxki_sema_attribute_numbers(c, other, found, 3);
        if (memcmp(found, lanes, sizeof found) != 0 &&
            DXKI_HLSL_REPORT(c, ATTRIBUTE_CONFLICT, other->loc, dxki_text(dxki_str("wavesize"))))
            DXKI_HLSL_SAY(c, CONFLICTING_ATTRIBUTE, a->loc);
    }
}

static void check_lanes(dxki_hlsl *c, const dxki_ast_attr *a, const uint32_t lanes[3])
{
    const size_t count = a->args.count;

    if (!is_wave(lanes[0]) || (count > 1 && !is_wave(lanes[1])) ||
        (count > 2 && !is_wave(lanes[2])))
        DXKI_HLSL_SAY(c, WAVE_SIZE, a->loc);
    else if (count > 1 && lanes[0] == lanes[1])
        DXKI_HLSL_SAY(c, WAVE_EQUAL, a->loc);
    else if (count > 1 && lanes[0] > lanes[1])
        DXKI_HLSL_REPORT(c, WAVE_RANGE, a->loc, dxki_dec(lanes[0]), dxki_dec(lanes[1]));
    else if (count > 2 && (lanes[2] < lanes[0] || lanes[2] > lanes[1]))
        DXKI_HLSL_REPORT(c, WAVE_PREFERRED, a->loc, dxki_dec(lanes[2]), dxki_dec(lanes[0]),
                         dxki_dec(lanes[1]));
}

void dxki_sema_check_lanes(dxki_hlsl *c, const dxki_ast_attrs *attrs, const dxki_ast_attr *a)
{
    uint32_t lanes[3] = {0, 0, 0};

    dxki_sema_attribute_numbers(c, a, lanes, DXKI_COUNT(lanes));
    check_lanes(c, a, lanes);
    if (a == last_of(attrs, "WaveSize"))
        check_again(c, attrs, a, lanes);
}

static void check_wave(dxki_hlsl *c, const dxki_hlsl_function *f, uint32_t stage)
{
    const dxki_ast_attr *a = last_of(&f->decl->attrs, "WaveSize");

    if (!a || !a->args.count || a->args.count > 3)
        return;
    if (!(stage == DXK_SHADER_KIND_COMPUTE || stage == DXK_SHADER_KIND_NODE)) {
        DXKI_HLSL_REPORT(c, ATTRIBUTE_ONLY, a->loc, dxki_text(dxki_str("WaveSize")),
                         dxki_text(dxki_str("compute or node")));
        return;
    }
    if (is_left(c, f))
        return;
    if (c->model_minor < 6)
        DXKI_HLSL_REPORT(c, ATTRIBUTE_MODEL, a->loc, dxki_text(dxki_str("wavesize")),
                         dxki_text(dxki_str("6.6")));
    if (c->model_minor < 8 && a->args.count > 1)
        DXKI_HLSL_SAY(c, WAVE_MODEL, a->loc);
}

void dxki_sema_check_stage(dxki_hlsl *c, const dxki_hlsl_function *f, uint32_t stage)
{
    check_presence(c, f, stage);
    check_wave(c, f, stage);
}

/* ---------------------------------------------------------------------------------------- */
/* Shaders of rays                                                                            */

/* How many parameters a stage takes, in words too. */
static const struct {
    uint32_t stage, params;
    const char *words;
} counts[] = {
    {DXK_SHADER_KIND_RAY_GENERATION, 0, "no parameters"},
    {DXK_SHADER_KIND_INTERSECTION, 0, "no parameters"},
    {DXK_SHADER_KIND_ANY_HIT, 2, "two parameters for payload and attributes"},
    {DXK_SHADER_KIND_CLOSEST_HIT, 2, "two parameters for payload and attributes"},
    {DXK_SHADER_KIND_MISS, 1, "one payload parameter"},
    {DXK_SHADER_KIND_CALLABLE, 1, "one argument parameter"},
};

static bool is_plain_record(const dxki_hlsl_type *t)
{
    return t->kind == DXKI_HLSL_TY_RECORD && !t->has_objects;
}

static void check_record(dxki_hlsl *c, const char *what, const dxki_hlsl_var *v)
{
    if (is_plain_record(v->type) || dxki_hlsl_is_error(v->type))
        return;
    DXKI_HLSL_REPORT(c, RAY_PAYLOAD_TYPE, v->loc, dxki_text(dxki_str(what)),
                     dxki_text(v->name ? v->name->text : dxki_str("")));
}

/* The payload, or the argument of a callable shader. */
static void check_payload(dxki_hlsl *c, uint32_t stage, const dxki_hlsl_var *v)
{
    const char *what = stage == DXK_SHADER_KIND_CALLABLE ? "callable" : "payload";

    if (v->direction != (DXKI_HLSL_IN | DXKI_HLSL_OUT))
        DXKI_HLSL_REPORT(c, PAYLOAD_INOUT, v->loc, dxki_text(dxki_str(what)),
                         dxki_text(v->name ? v->name->text : dxki_str("")));
    else
        check_record(c, what, v);
}

static void check_ray(dxki_hlsl *c, const dxki_hlsl_function *f, uint32_t stage, dxk_str word)
{
    if (f->result->kind != DXKI_HLSL_TY_VOID && !dxki_hlsl_is_error(f->result))
        DXKI_HLSL_REPORT(c, RETURN_VOID, f->loc, dxki_text(word));
    for (size_t i = 0; i < DXKI_COUNT(counts); i++) {
        if (counts[i].stage == stage && counts[i].params != f->param_count) {
            DXKI_HLSL_REPORT(c, RAY_PARAMS, f->loc, dxki_text(word), dxki_dec(f->param_count),
                             dxki_text(dxki_str(counts[i].words)));
            return;
        }
    }
    if (f->param_count > 0)
        check_payload(c, stage, f->params[0]);
    if (f->param_count < 2)
        return;
    const dxki_hlsl_var *hit = f->params[1];
    if (hit->direction != DXKI_HLSL_IN)
        DXKI_HLSL_REPORT(c, ATTRIBUTES_IN, hit->loc,
                         dxki_text(hit->name ? hit->name->text : dxki_str("")));
    else
        check_record(c, "attributes", hit);
}

/* Is it said to be of another stage, too? That was reported. */
static bool has_other_stage(const dxki_hlsl_function *f, dxk_str word)
{
    for (size_t i = 0; i < f->decl->attrs.count; i++) {
        const dxk_str other = dxki_sema_stage_named(&f->decl->attrs.items[i]);
        if (other.size && !dxki_str_same(other, word))
            return true;
    }
    return false;
}

/* The result of a vertex shader by the name that it had in Direct3D 9. */
static void warn_position(dxki_hlsl *c, const dxki_hlsl_function *f)
{
    for (size_t i = 0; i < f->decl->notes.count; i++) {
        const dxki_ast_note *n = &f->decl->notes.items[i];
        if (n->kind == DXKI_AST_SEMANTIC && n->name &&
            (dxki_str_same_fold(n->name->text, dxki_str("POSITION")) ||
             dxki_str_same_fold(n->name->text, dxki_str("POSITION0"))))
            DXKI_HLSL_REPORT(c, POSITION_MEANT, f->loc, dxki_text(n->name->text));
    }
}

void dxki_sema_check_entry(dxki_hlsl *c, dxki_hlsl_function *f)
{
    const dxki_ast_attr *shader = last_of(&f->decl->attrs, "shader");
    const dxk_str word = shader ? dxki_sema_stage_named(shader) : dxki_str("");
    const uint32_t errors = c->errors;
    uint32_t stage;

    if (word.size || is_entry(c, f))
        dxki_sema_refuse_signature(c, f, false);
    if (is_entry(c, f) && c->kind == DXK_SHADER_KIND_VERTEX)
        warn_position(c, f);
    if (is_entry(c, f) || f->record || !word.size || !dxki_hlsl_stage_of(word, &stage) ||
        has_other_stage(f, word))
        return;
    if (stage == DXK_SHADER_KIND_VERTEX)
        warn_position(c, f);
    dxki_sema_check_stage(c, f, stage);
    if (dxki_hlsl_is_ray_stage(stage))
        check_ray(c, f, stage, word);
    f->is_wrong = errors != c->errors;
}
