/* SPDX-License-Identifier: MIT */
/* subject.h - what is judged: the facts about a module that the rules of many families ask for. */
#ifndef DXKI_VALIDATE_SUBJECT_H
#define DXKI_VALIDATE_SUBJECT_H

#include "bitcode/uses.h"
#include "dxil/layout.h"
#include "validate/types.h"

/* A function that is an entry point, and what was seen of it so far. */
typedef struct dxki_val_entry {
    const dxki_dxil_entry *e;
    uint32_t function; /* index in globals */
    uint32_t kind;     /* dxk_shader_kind */
    uint32_t threads[3];
    uint32_t wave[3];
    bool is_node;
    uint32_t launch;
    uint32_t payload_size;                    /* mesh, amplification */
    int32_t shared_limit;                     /* -1: not set; other negative ones: no limit */
    uint32_t *output_columns, *patch_columns; /* written, by place in the signature */
    bool has_position[4];
    uint32_t position_mask[4];
    bool coverage, inner_coverage, view_id;
    uint32_t domain_size; /* components of SV_DomainLocation */
} dxki_val_entry;

typedef struct dxki_val_subject {
    bool is_lib, min_precision;
    uint32_t kind;      /* of the shader model */
    uint32_t model;     /* its minor number */
    uint32_t val_minor; /* validator that the module was made for, 1.n; before its metadata is
                           loaded the newest */

    dxki_val_entry *entries;
    uint32_t entry_count;
    dxki_val_entry **entry_of; /* by index in globals */
    uint8_t *is_patch;         /* by index in globals: patch constant function of a hull shader */
    uint8_t *in_entry_calls;   /* by index in globals: called from the entry point */
    dxki_md *target_type;      /* by type: its node in dx.targetTypes */
    uint8_t *uav_counter;      /* by range id: 1 increments, 2 decrements */

    dxki_bc_uses uses;
    bool has_uses;
    dxki_dxil_layout layout;
    bool has_layout;
} dxki_val_subject;

/* The stage of the model, whatever the entry point says (resources.c). */
uint32_t dxki_val_stage_model_kind(const dxki_val *v);

#endif
