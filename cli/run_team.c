/* SPDX-License-Identifier: MIT */
/* run_team.c - threads for a draw: workers of its vertex and pixel shader, each with a context of its own; see
 * run_team.h. */
#include "run_team.h"

#include "host.h"

#include <stdlib.h>

#define MAX_TEAM 32u /* threads beside the caller's */

/* A stage that several workers run. */
typedef struct crew {
    run_state *state; /* NULL: there is none */
    dxk_run_worker *workers[MAX_TEAM];
} crew;

struct run_team {
    dxk_draw_threads threads;
    dxk_ctx *contexts[MAX_TEAM];
    crew vertex, pixel;
};

typedef struct piece_of {
    void (*piece)(void *work, uint32_t n);
    void *work;
    uint32_t n;
} piece_of;

static void run_piece(void *user)
{
    piece_of *p = user;
    p->piece(p->work, p->n);
}

/* As dxk_draw_threads says. Where the system gives no more threads, the caller's does the work. */
static void run_pieces(void *user, void (*piece)(void *work, uint32_t n), void *work,
                       uint32_t pieces)
{
    host_thread threads[MAX_TEAM];
    piece_of all[MAX_TEAM];
    bool started[MAX_TEAM];
    (void)user;
    for (uint32_t n = 1; n < pieces; n++) {
        all[n - 1] = (piece_of){piece, work, n};
        started[n - 1] = host_thread_start(&threads[n - 1], run_piece, &all[n - 1]);
    }
    piece(work, 0);
    for (uint32_t n = 1; n < pieces; n++) {
        if (started[n - 1])
            host_thread_join(&threads[n - 1]);
        else
            piece(work, n);
    }
}

static bool make_crew(run_team *team, crew *c, run_state *state)
{
    c->state = state;
    for (uint32_t n = 0; state && n < team->threads.count; n++)
        if (dxk_run_worker_create(state->run, team->contexts[n], &c->workers[n]) != DXK_OK)
            return false;
    return true;
}

run_team *run_team_make(run_state *vertex, run_state *pixel, uint64_t threads)
{
    run_team *team = calloc(1, sizeof *team);
    if (!team)
        return NULL;
    team->threads.count = threads > MAX_TEAM ? MAX_TEAM : threads ? (uint32_t)(threads - 1) : 0;
    team->threads.run = run_pieces;
    bool good = true;
    for (uint32_t n = 0; n < team->threads.count && good; n++)
        good = dxk_ctx_create(NULL, &team->contexts[n]) == DXK_OK;
    if (!good || !make_crew(team, &team->vertex, vertex) || !make_crew(team, &team->pixel, pixel)) {
        run_team_free(team);
        return NULL;
    }
    team->threads.vertex = vertex ? team->vertex.workers : NULL;
    team->threads.pixel = pixel ? team->pixel.workers : NULL;
    return team;
}

const dxk_draw_threads *run_team_threads(const run_team *team)
{
    return &team->threads;
}

static bool collect_crew(const run_team *team, const crew *c)
{
    bool good = true;
    for (uint32_t n = 0; c->state && n < team->threads.count; n++)
        good &= run_collect(c->state, c->workers[n]);
    return good;
}

bool run_team_collect(const run_team *team)
{
    bool good = collect_crew(team, &team->vertex);
    return collect_crew(team, &team->pixel) && good;
}

void run_team_free(run_team *team)
{
    for (uint32_t n = 0; team && n < MAX_TEAM; n++) {
        dxk_run_worker_free(team->vertex.workers[n]);
        dxk_run_worker_free(team->pixel.workers[n]);
        if (team->contexts[n])
            dxk_ctx_free(team->contexts[n]);
    }
    free(team);
}
