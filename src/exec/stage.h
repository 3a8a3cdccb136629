/* SPDX-License-Identifier: MIT */
/*
 * stage.h - stages of the graphics pipeline: where the inputs of a lane come from and its outputs go.
 *
 * A lane is an invocation. What it reads of is a primitive: a vertex or pixel by itself, or the
 * vertices or control points of a patch or primitive, `points` of them. Amplification and mesh shaders
 * are groups of threads as compute shaders are, with outputs for the whole group.
 */
#ifndef DXKI_EXEC_STAGE_H
#define DXKI_EXEC_STAGE_H

#include "exec/group.h"

/* What a wave works on. Members that are of no concern are 0. */
typedef struct dxki_exec_stage {
    uint32_t first; /* invocation of lane 0 */
    uint32_t count; /* invocations in all */

    const uint32_t *inputs; /* of each primitive input_words for each point */
    uint32_t points;        /* of a primitive */
    uint32_t share;         /* so many invocations one after the other have a primitive in common */
    const uint32_t *owners; /* the primitive of each invocation; NULL: its number / share */
    uint32_t *outputs;      /* output_words of each invocation */
    uint8_t *written;       /* by the same index: 1 if it was written; NULL: not recorded */
    uint32_t number;        /* of the first primitive */
    const uint32_t *numbers; /* of each; NULL: they follow each other */
    uint32_t view, start_vertex, start_instance;

    uint32_t *patch;           /* hull: patch_words of each primitive */
    const uint32_t *constants; /* domain: likewise */
    const uint32_t *control;   /* hull: control points that were made, output_points a primitive */
    const float *locations;    /* domain: three for each invocation */
    const dxk_run_invocations *pixels;
    const dxk_run_primitives *streams; /* geometry: outputs are those of the next vertex */
    uint8_t *is_inside;                /* geometry: streams with a strip that has begun, as bits */
    dxk_run_amplified *amplified;
    dxk_run_meshlet *mesh;
    const dxk_run_calls *calls;
} dxki_exec_stage;

/* Makes the tables of the signatures of an entry point. DXK_E_INVALID: they are too large, which has
 * been reported. */
dxk_status dxki_exec_stage_describe(dxk_run_program *p);
/* The facts of the entry point; the signatures are known. DXK_E_INVALID likewise. */
dxk_status dxki_exec_stage_facts(dxk_run_program *p);

/* Arguments of calls to the registers of a wave that begins, and results back. */
void dxki_exec_give_arguments(dxki_exec_runner *r, const dxki_exec_stage *stage);
void dxki_exec_take_results(const dxki_exec_runner *r, const dxki_exec_stage *stage);

/* Notes what outputs are written from now on, if somebody asks for what is not; false: no memory. */
bool dxki_exec_watch_outputs(const dxk_run_worker *worker, dxki_exec_stage *stage,
                             dxki_arena *arena);
/* Tells if an output of a stream of the invocation of a lane was not written, then begins anew. */
void dxki_exec_check_outputs(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane,
                             uint32_t stream);

/* True if programs of this kind have operations of stages. */
bool dxki_exec_is_invoked(dxk_shader_kind kind);
/* True if they run in groups, as compute shaders do. */
bool dxki_exec_is_grouped(dxk_shader_kind kind);

/* Element `id` of a signature (dxk_run_signature) of a program; NULL: there is none. */
const dxki_exec_element *dxki_exec_element_of(const dxk_run_program *p, uint32_t signature,
                                              uint64_t id);

/* The handler of an operation of stages; NULL: it is none. */
dxki_exec_fn *dxki_exec_stage_fn(uint32_t opcode);

/* A word of an element as the register of an instruction that loads it holds it, and back. */
uint32_t dxki_exec_stage_register(const dxki_exec_inst *i, uint32_t word);
uint32_t dxki_exec_stage_word(const dxki_exec_inst *i, uint32_t value);

/* Handlers by file. */
dxki_exec_fn dxki_exec_run_load_input, dxki_exec_run_load_control, dxki_exec_run_load_patch,
    dxki_exec_run_store_output, dxki_exec_run_store_patch, dxki_exec_run_store_vertex,
    dxki_exec_run_store_primitive, dxki_exec_run_start_vertex, dxki_exec_run_start_instance,
    dxki_exec_run_view, dxki_exec_run_primitive, dxki_exec_run_instance, dxki_exec_run_location;
dxki_exec_fn dxki_exec_run_discard, dxki_exec_run_is_helper, dxki_exec_run_coverage,
    dxki_exec_run_inner_coverage, dxki_exec_run_sample_index, dxki_exec_run_at_vertex,
    dxki_exec_run_at_sample, dxki_exec_run_at_centroid, dxki_exec_run_at_offset,
    dxki_exec_run_target_samples, dxki_exec_run_target_position;
dxki_exec_fn dxki_exec_run_emit, dxki_exec_run_cut, dxki_exec_run_emit_cut;
dxki_exec_fn dxki_exec_run_mesh_counts, dxki_exec_run_indices, dxki_exec_run_dispatch_mesh;

#endif
