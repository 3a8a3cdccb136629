/* SPDX-License-Identifier: MIT */
/*
 * walk.h - statements followed in the order in which they run, as they nest: what has happened at a place
 * on all ways to it, and on some. A check says what reading an expression does; see flow.c and
 * payload_flow.c. A loop is taken to run any number of times, unless it has no condition.
 */
#ifndef DXKI_SEMA_WALK_H
#define DXKI_SEMA_WALK_H

#include "sema/sema.h"

/* What is known at a place. */
typedef struct dxki_sema_state {
    bool reached;
    uint64_t always;    /* bits that were set on all ways to it */
    uint64_t sometimes; /* bits that were set on some */
} dxki_sema_state;

/* Ways out of a statement that has others. */
typedef enum dxki_sema_way {
    DXKI_SEMA_TAKEN,  /* the body of an `if` */
    DXKI_SEMA_PASSED, /* past that body, or out of a loop by its condition */
    DXKI_SEMA_LABEL   /* to a label of a switch */
} dxki_sema_way;

typedef struct dxki_sema_walk dxki_sema_walk;
/* The first member of what a check keeps. */
struct dxki_sema_walk {
    dxki_hlsl *c;
    bool sees_conditions; /* a constant condition decides which statements are reached */
    bool repeats;         /* a loop is followed twice: what its end sets is known at its head */
    dxki_sema_state *breaks, *continues; /* of the statements around; NULL: none */
    const dxki_sema_state *head;         /* of the switch around: at its labels */
    bool has_default;                    /* one of those is `default` */
    /* Evaluates an expression; `n` may be NULL. */
    void (*read)(dxki_sema_walk *w, const dxki_hlsl_node *n, dxki_sema_state *at);
    /* A variable is declared, whose value, if it has one, has been read. NULL: nothing happens. */
    void (*declare)(dxki_sema_walk *w, const dxki_hlsl_code *s, dxki_sema_state *at);
    uint32_t events; /* jumps, loops and switches so far, and what a check counts besides */
    /* A way begins that not all take. NULL: nothing happens. */
    void (*enter)(dxki_sema_walk *w, dxki_sema_state *at);
    /* The state at the end of a way that a statement branches into: `at`, which was `head`. A way without
     * events is straight. NULL: nothing happens. */
    void (*branch)(dxki_sema_walk *w, const dxki_hlsl_code *s, dxki_sema_way way, bool is_straight,
                   const dxki_sema_state *head, dxki_sema_state *at);
    /* A statement returns, whose value has been read; `at` is not reached any more afterwards. */
    void (*leave)(dxki_sema_walk *w, const dxki_hlsl_code *s, const dxki_sema_state *at);
};

/* Adds another way to the place of `a`. */
void dxki_sema_meet(dxki_sema_state *a, const dxki_sema_state *b);
/* Evaluates one of two expressions, either of which may be NULL. */
void dxki_sema_read_either(dxki_sema_walk *w, const dxki_hlsl_node *one,
                           const dxki_hlsl_node *other, dxki_sema_state *at);
/* Evaluates the operands of a chain of operators; right operands of && and || on some ways only. */
void dxki_sema_read_operations(dxki_sema_walk *w, const dxki_hlsl_node *n, dxki_sema_state *at);
/* Follows a statement; `s` may be NULL. */
void dxki_sema_follow(dxki_sema_walk *w, const dxki_hlsl_code *s, dxki_sema_state *at);

#endif
