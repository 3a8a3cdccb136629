/* SPDX-License-Identifier: MIT */
/*
 * payload_trace.c - what a function does with the payload of a ray that it traces: what it must write
 * before, what comes back, and what it need not ask for. Each call is looked at alone. See check.h, and
 * payload_use.h; the DirectX Raytracing specification, "Payload access qualifiers".
 */
#include "sema/check.h"
#include "sema/payload_use.h"

/* Calls of a function, and reads of what none of them gives back, that are looked at. */
#define MOST_TRACES 16u
#define MOST_READS  64u

/* Bits that are set sometimes: fields that were written, those that have been undefined since the call, and
 * the call itself. */
typedef dxki_sema_state state;
#define FIRST_STALE DXKI_SEMA_PAYLOAD_FIELDS
#define ALL         ((UINT64_C(1) << DXKI_SEMA_PAYLOAD_FIELDS) - 1)
#define TRACED      (UINT64_C(1) << 63)

typedef struct search {
    dxki_sema_payload_use use;
    const dxki_hlsl_node *found[MOST_TRACES];
    size_t count;
} search;

typedef struct trace {
    dxki_sema_payload_use use;
    const dxki_hlsl_node *call;
    uint64_t written; /* fields, before the call */
    uint64_t read;    /* and after it */
    struct {
        uint32_t field;
        dxki_hlsl_loc loc;
    } reads[MOST_READS];
    size_t read_count;
} trace;

static void leave(dxki_sema_walk *walk, const dxki_hlsl_code *s, const state *at)
{
    (void)walk;
    (void)s;
    (void)at;
}

/* ---------------------------------------------------------------------------------------- */
/* Calls                                                                                      */

static void find(dxki_sema_payload_use *u, const dxki_hlsl_node *n, state *at)
{
    search *s = (search *)u;

    (void)at;
    if (dxki_sema_is_trace(n) && s->count < MOST_TRACES)
        s->found[s->count++] = n;
}

static const dxki_hlsl_node *payload_of(const dxki_hlsl_node *call)
{
    return call->list[call->list_count - 1];
}

/* ---------------------------------------------------------------------------------------- */
/* One of them                                                                                */

static bool is_told(const trace *t, dxki_hlsl_loc loc)
{
    for (size_t i = 0; i < t->read_count; i++) {
        if (t->reads[i].loc.at == loc.at && t->reads[i].loc.expansion == loc.expansion)
            return true;
    }
    return false;
}

static void read_field(dxki_sema_payload_use *u, uint32_t field, dxki_hlsl_loc loc, state *at)
{
    trace *t = (trace *)u;

    if (!at->reached || !(at->sometimes & TRACED))
        return;
    t->read |= UINT64_C(1) << field;
    if (!(at->sometimes >> (FIRST_STALE + field) & 1) || t->read_count == MOST_READS ||
        dxki_sema_payload_may(u, field, DXKI_HLSL_BY_CALLER, true) || is_told(t, loc))
        return;
    t->reads[t->read_count].field = field;
    t->reads[t->read_count++].loc = loc;
}

static void write_field(dxki_sema_payload_use *u, uint32_t field, dxki_hlsl_loc loc, state *at)
{
    (void)u;
    (void)loc;
    at->sometimes |= UINT64_C(1) << field;
    at->sometimes &= ~(UINT64_C(1) << (FIRST_STALE + field));
}

static void fill(dxki_sema_payload_use *u, state *at)
{
    (void)u;
    at->sometimes |= ALL;
    at->sometimes &= ~(ALL << FIRST_STALE);
}

static void hand(dxki_sema_payload_use *u, const dxki_hlsl_node *n, size_t arg, state *at)
{
    trace *t = (trace *)u;
    const dxki_hlsl_function *f = n->function;

    if (n == t->call) {
        t->written |= at->sometimes & ALL;
        at->sometimes |= TRACED | ALL << FIRST_STALE;
    } else if (f && arg < f->param_count) {
        if (f->params[arg]->direction & DXKI_HLSL_IN && at->sometimes & TRACED)
            t->read = ALL;
        if (f->params[arg]->direction & DXKI_HLSL_OUT)
            fill(u, at);
    }
}

static void declare(dxki_sema_walk *walk, const dxki_hlsl_code *s, state *at)
{
    dxki_sema_payload_use *u = (dxki_sema_payload_use *)walk;

    if (s->var == u->payload && s->value)
        fill(u, at);
}

static void tell(trace *t)
{
    dxki_hlsl *c = t->use.walk.c;
    const dxki_sema_payload_use *u = &t->use;
    const dxki_hlsl_loc loc = payload_of(t->call)->loc;

    for (uint32_t i = 0; i < u->count; i++) {
        if (dxki_sema_payload_may(u, i, DXKI_HLSL_BY_CALLER, false) && !(t->written >> i & 1))
            DXKI_HLSL_REPORT(c, PAYLOAD_UNSET, loc, dxki_sema_payload_name(u, i));
    }
    for (uint32_t i = 0; i < u->count; i++) {
        if (!dxki_sema_payload_may(u, i, DXKI_HLSL_BY_CALLER, false) && t->written >> i & 1)
            DXKI_HLSL_REPORT(c, PAYLOAD_DROPPED, loc, dxki_sema_payload_name(u, i));
    }
    for (uint32_t i = 0; i < u->count; i++) {
        if (dxki_sema_payload_may(u, i, DXKI_HLSL_BY_CALLER, true) && !(t->read >> i & 1))
            DXKI_HLSL_REPORT(c, PAYLOAD_UNREAD, loc, dxki_sema_payload_name(u, i));
    }
    for (uint32_t i = 0; i < u->count; i++) {
        for (size_t k = 0; k < t->read_count; k++) {
            if (t->reads[k].field == i)
                DXKI_HLSL_REPORT(c, PAYLOAD_RETURNED, t->reads[k].loc,
                                 dxki_sema_payload_name(u, i));
        }
    }
}

static void check_trace(dxki_hlsl *c, const dxki_hlsl_function *f, const dxki_hlsl_node *call)
{
    const dxki_hlsl_node *payload = payload_of(call);
    state at = {.reached = true};

    if (payload->kind != DXKI_HLSL_N_VAR || !dxki_sema_is_payload(payload->type))
        return;
    trace t = {.use = {.walk = {.c = c, .repeats = true, .declare = declare, .leave = leave},
                       .read = read_field,
                       .write = write_field,
                       .fill = fill,
                       .hand = hand},
               .call = call};
    dxki_sema_payload_begin(&t.use, payload->var);
    dxki_sema_follow(&t.use.walk, f->body, &at);
    if (dxki_hlsl_ready(c))
        tell(&t);
}

void dxki_sema_check_traces(dxki_hlsl *c, const dxki_hlsl_function *f)
{
    search s = {.use = {.walk = {.c = c, .leave = leave}, .called = find}};
    state at = {.reached = true};

    dxki_sema_payload_begin(&s.use, NULL);
    dxki_sema_follow(&s.use.walk, f->body, &at);
    for (size_t i = 0; i < s.count && dxki_hlsl_ready(c); i++)
        check_trace(c, f, s.found[i]);
}
