/* SPDX-License-Identifier: MIT */
/* threads.c - work of a stage for several workers, on threads of the caller; see drawer.h. */
#include "draw/drawer.h"

typedef struct share {
    dxk_run_worker *first;
    dxk_run_worker *const *others;
    dxki_draw_share_fn *work;
    void *user;
    dxk_status status[DXK_DRAW_WORKERS];
} share;

static void run_piece(void *work, uint32_t n)
{
    share *s = work;

    s->status[n] = s->work(s->user, n ? s->others[n - 1] : s->first, n);
}

dxk_status dxki_draw_share(const dxk_draw_threads *threads, dxk_run_worker *first,
                           dxk_run_worker *const *others, dxki_draw_share_fn *work, void *user)
{
    share s = {.first = first, .others = others, .work = work, .user = user};

    threads->run(threads->user, run_piece, &s, threads->count + 1);
    for (uint32_t n = 0; n <= threads->count; n++)
        if (s.status[n] != DXK_OK)
            return s.status[n];
    return DXK_OK;
}
