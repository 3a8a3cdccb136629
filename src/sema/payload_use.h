/* SPDX-License-Identifier: MIT */
/*
 * payload_use.h - what expressions do with a payload: which of its members they read and write, and what
 * they hand all of it to. payload_flow.c and payload_trace.c ask for it; walk.h follows statements.
 */
#ifndef DXKI_SEMA_PAYLOAD_USE_H
#define DXKI_SEMA_PAYLOAD_USE_H

#include "sema/walk.h"

/* Members of a payload that are looked at: bits of a state. Those of payloads in it are its own. */
#define DXKI_SEMA_PAYLOAD_FIELDS 31u

typedef struct dxki_sema_payload_use dxki_sema_payload_use;
/* The first member of what a check keeps. */
struct dxki_sema_payload_use {
    dxki_sema_walk walk;
    const dxki_hlsl_var *payload;
    const dxki_hlsl_field *fields[DXKI_SEMA_PAYLOAD_FIELDS];
    uint32_t count;
    void (*read)(dxki_sema_payload_use *u, uint32_t field, dxki_hlsl_loc loc, dxki_sema_state *at);
    void (*write)(dxki_sema_payload_use *u, uint32_t field, dxki_hlsl_loc loc, dxki_sema_state *at);
    /* A function of the language is called, before its arguments are read. NULL: nothing happens. */
    void (*called)(dxki_sema_payload_use *u, const dxki_hlsl_node *call, dxki_sema_state *at);
    /* All of it is written. */
    void (*fill)(dxki_sema_payload_use *u, dxki_sema_state *at);
    /* Argument `arg` of a call is the payload; the other arguments were read. */
    void (*hand)(dxki_sema_payload_use *u, const dxki_hlsl_node *call, size_t arg,
                 dxki_sema_state *at);
};

/* Looks at uses of that variable; what is to be called is set already. */
void dxki_sema_payload_begin(dxki_sema_payload_use *u, const dxki_hlsl_var *payload);
/* May a stage, of DXKI_HLSL_BY_..., read or write a field? */
bool dxki_sema_payload_may(const dxki_sema_payload_use *u, uint32_t field, uint8_t stage,
                           bool read);
dxki_arg dxki_sema_payload_name(const dxki_sema_payload_use *u, uint32_t field);
/* Does a call trace a ray, or go on with one? Its last argument is the payload. */
bool dxki_sema_is_trace(const dxki_hlsl_node *n);

#endif
