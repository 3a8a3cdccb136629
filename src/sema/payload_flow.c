/* SPDX-License-Identifier: MIT */
/*
 * payload_flow.c - what a shader does with members of its payload that it may not read or write: what it
 * reads is undefined, what it writes is lost, and what it need not write loses what another stage wrote.
 * Functions that the payload is handed to are followed, each once. See check.h, and payload_use.h; the
 * DirectX Raytracing specification, "Payload access qualifiers".
 */
#include "sema/check.h"
#include "sema/payload_use.h"

/* Functions, and places where a field is written or read wrongly, that are looked at. */
#define MOST_FUNCTIONS 32u
#define MOST_PLACES    64u

/* Bits that are always set are fields that were written, and those that were read; those set sometimes,
 * the writes that hold. */
typedef dxki_sema_state state;
#define WAS_READ 32u
#define READ     (UINT64_MAX << WAS_READ)

/* Where a field is written or read. */
typedef struct place {
    uint32_t field;
    uint32_t function; /* in which of them */
    dxki_hlsl_loc loc;
} place;

typedef struct flow {
    dxki_sema_payload_use use;
    const dxki_hlsl_var *payload; /* of the shader */
    uint8_t stage;                /* a bit */
    bool is_copy;                 /* of the payload: nothing that is written is kept */
    const dxki_hlsl_function *functions[MOST_FUNCTIONS];
    uint32_t callers[MOST_FUNCTIONS];
    uint32_t function_count, function; /* that is followed */
    place writes[MOST_PLACES], reads[MOST_PLACES];
    size_t write_count, read_count;
    state left;
} flow;

/* ---------------------------------------------------------------------------------------- */
/* Fields                                                                                     */

static void read_field(dxki_sema_payload_use *u, uint32_t field, dxki_hlsl_loc loc, state *at)
{
    flow *w = (flow *)u;
    const uint64_t written = UINT64_C(1) << field, read = written << WAS_READ;

    if (!at->reached || at->always & (written | read) || w->read_count == MOST_PLACES ||
        dxki_sema_payload_may(u, field, w->stage, true))
        return;
    at->always |= read;
    w->reads[w->read_count++] = (place){field, w->function, loc};
}

static void write_field(dxki_sema_payload_use *u, uint32_t field, dxki_hlsl_loc loc, state *at)
{
    flow *w = (flow *)u;

    at->always |= UINT64_C(1) << field;
    if (w->is_copy)
        return;
    for (size_t i = 0; i < w->write_count; i++) {
        if (w->writes[i].field == field)
            at->sometimes &= ~(UINT64_C(1) << i);
    }
    if (w->write_count == MOST_PLACES || dxki_sema_payload_may(u, field, w->stage, false))
        return;
    at->sometimes |= UINT64_C(1) << w->write_count;
    w->writes[w->write_count++] = (place){field, w->function, loc};
}

static void fill(dxki_sema_payload_use *u, state *at)
{
    (void)u;
    at->always |= ~READ;
}

/* ---------------------------------------------------------------------------------------- */
/* Functions                                                                                  */

/* Another function is followed from now on; false: it was, or there are too many. */
static bool add_function(flow *w, const dxki_hlsl_function *f)
{
    for (uint32_t i = 0; i < w->function_count; i++) {
        if (w->functions[i] == f)
            return false;
    }
    if (w->function_count == MOST_FUNCTIONS)
        return false;
    w->functions[w->function_count] = f;
    w->callers[w->function_count] = w->function;
    w->function = w->function_count++;
    return true;
}

/* What `p`, which stands for the payload, has gone through at the end of the function. */
static void follow_body(flow *w, const dxki_hlsl_function *f, const dxki_hlsl_var *p, state *at)
{
    const dxki_sema_walk walk = w->use.walk;
    const dxki_hlsl_var *payload = w->use.payload;
    const state left = w->left, before = *at;

    w->use.payload = p;
    w->use.walk.breaks = w->use.walk.continues = NULL;
    w->left.reached = false;
    at->always &= ~READ;
    if (!(p->direction & DXKI_HLSL_IN))
        fill(&w->use, at); /* nothing of the payload can be read */
    dxki_sema_follow(&w->use.walk, f->body, at);
    dxki_sema_meet(&w->left, at);
    *at = w->left;
    at->reached = before.reached; /* one that does not come back says nothing of others */
    at->always = (at->always & ~READ) | (before.always & READ);
    w->left = left;
    w->use.payload = payload;
    w->use.walk = walk;
}

/* The payload is handed to a function. */
static void hand(dxki_sema_payload_use *u, const dxki_hlsl_node *n, size_t arg, state *at)
{
    flow *w = (flow *)u;
    const dxki_hlsl_function *f = n->function;
    const uint32_t caller = w->function;
    const bool was_copy = w->is_copy;
    const state before = *at;

    if (!f || arg >= f->param_count)
        return;
    if (!f->body) {
        if (!f->decl->body)
            DXKI_HLSL_SAY(u->walk.c, PAYLOAD_EXTERN, n->loc);
        return;
    }
    if (!add_function(w, f))
        return;
    const dxki_hlsl_var *p = f->params[arg];
    w->is_copy = was_copy || !(p->direction & DXKI_HLSL_OUT);
    follow_body(w, f, p, at);
    if (!(p->direction & DXKI_HLSL_OUT))
        *at = before;
    w->is_copy = was_copy;
    w->function = caller;
}

static void leave(dxki_sema_walk *walk, const dxki_hlsl_code *s, const state *at)
{
    (void)s;
    dxki_sema_meet(&((flow *)walk)->left, at);
}

/* ---------------------------------------------------------------------------------------- */
/* Shaders                                                                                    */

/* What the writes of a function that hold at the end of the shader come to. */
static void tell_writes(flow *w, uint32_t function)
{
    const dxki_arg stage = dxki_text(dxki_hlsl_payload_stage_name(w->stage));

    for (uint32_t field = 0; field < w->use.count && w->left.reached; field++) {
        for (size_t i = 0; i < w->write_count; i++) {
            const place *p = &w->writes[i];
            if (p->field == field && p->function == function && w->left.sometimes >> i & 1)
                DXKI_HLSL_REPORT(w->use.walk.c, PAYLOAD_LOST, p->loc,
                                 dxki_sema_payload_name(&w->use, field), stage);
        }
    }
}

static void tell_reads(flow *w, uint32_t function)
{
    const dxki_arg stage = dxki_text(dxki_hlsl_payload_stage_name(w->stage));

    for (uint32_t field = 0; field < w->use.count; field++) {
        for (size_t i = 0; i < w->read_count; i++) {
            const place *p = &w->reads[i];
            if (p->field == field && p->function == function)
                DXKI_HLSL_REPORT(w->use.walk.c, PAYLOAD_UNDEFINED, p->loc,
                                 dxki_sema_payload_name(&w->use, field), stage);
        }
    }
}

/* Writes that are missing. */
static void tell_losses(flow *w)
{
    const dxki_arg stage = dxki_text(dxki_hlsl_payload_stage_name(w->stage));
    const uint8_t earlier = DXKI_HLSL_BY_CALLER | DXKI_HLSL_BY_ANY_HIT;

    for (uint32_t i = 0; i < w->use.count; i++) {
        const bool pure = dxki_sema_payload_may(&w->use, i, w->stage, false) &&
                          !dxki_sema_payload_may(&w->use, i, w->stage, true);
        if (pure && dxki_sema_payload_may(&w->use, i, earlier, false) &&
            !(w->left.always >> i & 1) && w->left.reached)
            DXKI_HLSL_REPORT(w->use.walk.c, PAYLOAD_LOSES, w->payload->loc,
                             dxki_sema_payload_name(&w->use, i), stage);
    }
}

/* All of a function and of those that it hands the payload to. */
static void tell(flow *w, uint32_t function)
{
    if (w->payload) {
        tell_writes(w, function);
        if (function == 0)
            tell_losses(w);
        for (uint32_t i = function + 1; i < w->function_count; i++) {
            if (w->callers[i] == function)
                tell(w, i);
        }
        tell_reads(w, function);
    }
    dxki_sema_check_traces(w->use.walk.c, w->functions[function]);
}

static uint8_t stage_bit(uint32_t kind)
{
    return kind == DXK_SHADER_KIND_MISS          ? DXKI_HLSL_BY_MISS
           : kind == DXK_SHADER_KIND_CLOSEST_HIT ? DXKI_HLSL_BY_CLOSEST_HIT
           : kind == DXK_SHADER_KIND_ANY_HIT     ? DXKI_HLSL_BY_ANY_HIT
                                                 : 0;
}

void dxki_sema_check_payload_flow(dxki_hlsl *c, const dxki_hlsl_function *f, uint32_t kind)
{
    const dxki_hlsl_var *v = f->param_count ? f->params[0] : NULL;
    flow w = {.use = {.walk = {.c = c, .leave = leave},
                      .read = read_field,
                      .write = write_field,
                      .fill = fill,
                      .hand = hand},
              .stage = stage_bit(kind)};
    state at = {.reached = true};

    if (!dxki_sema_has_qualifiers(c) || (!w.stage && kind != DXK_SHADER_KIND_RAY_GENERATION))
        return;
    add_function(&w, f);
    if (w.stage && v && v->direction == (DXKI_HLSL_IN | DXKI_HLSL_OUT) &&
        dxki_sema_is_payload(v->type)) {
        w.payload = v;
        dxki_sema_payload_begin(&w.use, v);
        dxki_sema_follow(&w.use.walk, f->body, &at);
        dxki_sema_meet(&w.left, &at);
    }
    if (dxki_hlsl_ready(c))
        tell(&w, 0);
}
