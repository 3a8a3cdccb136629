/* SPDX-License-Identifier: MIT */
/*
 * requirements.h - what the functions of a module need of a device, of the stage they run in and
 * of the shader model, as far as the module's validator version knows it (DXIL.rst, "Shader
 * flags"). A function needs what those need that it calls.
 *
 *   requirements.c    stages, models; from callees to callers; the module as a whole
 *   shader_flags.c    the shader flags of one function, as its code and its signature raise them
 *
 * The validator compares them with what is declared, RDAT tells them of each function of a
 * library, the builder declares them.
 */
#ifndef DXKI_DXIL_REQUIREMENTS_H
#define DXKI_DXIL_REQUIREMENTS_H

#include "dxil/dxil.h"
#include "dxil/handles.h"

typedef struct dxki_dxil_requirements {
    uint64_t flags;  /* bits DXKI_SHADER_FLAG_ */
    uint32_t stages; /* mask of dxk_shader_kind that it can run in */
    uint32_t wider;  /* the same, with derivatives where shader model 6.6 allows them: RDAT of
                      * validators before 1.8 leaves these stages out */
    uint32_t model;  /* minor of the first shader model 6 that has it */
} dxki_dxil_requirements;

typedef struct dxki_dxil_module_requirements {
    dxki_dxil_requirements *functions; /* by index in globals */
    uint64_t flags;                    /* of DXKI_SHADER_FLAGS_MADE, those of the whole module */
    uint8_t *atomic64; /* by index of a UAV: 1 where code has 64-bit atomics on it, found by its
                        * variable or its binding */
    bool ends;         /* the reference breaks off: it takes a value for another kind */
} dxki_dxil_module_requirements;

/* Shader flags that follow from code, signatures and resources; the others are only declared. */
#define DXKI_SHADER_FLAGS_FOUND                                                                    \
    (DXKI_SHADER_BIT(DOUBLE_PRECISION) | DXKI_SHADER_BIT(INT64_OPS) |                              \
     DXKI_SHADER_BIT(LOW_PRECISION) | DXKI_SHADER_BIT(DOUBLE_EXTENSIONS) |                         \
     DXKI_SHADER_BIT(WAVE_OPS) | DXKI_SHADER_BIT(TILED_RESOURCES) | DXKI_SHADER_BIT(MSAD) |        \
     DXKI_SHADER_BIT(UAV_LOAD_FORMATS) | DXKI_SHADER_BIT(STENCIL_REF) |                            \
     DXKI_SHADER_BIT(INNER_COVERAGE) | DXKI_SHADER_BIT(VIEWPORT_AND_RT_INDEX) |                    \
     DXKI_SHADER_BIT(UAVS_64) | DXKI_SHADER_BIT(UAVS_EVERY_STAGE) |                                \
     DXKI_SHADER_BIT(RAW_AND_STRUCTURED) | DXKI_SHADER_BIT(CS_RAW_4X) | DXKI_SHADER_BIT(VIEW_ID) | \
     DXKI_SHADER_BIT(BARYCENTRICS) | DXKI_SHADER_BIT(SHADING_RATE) |                               \
     DXKI_SHADER_BIT(RAYTRACING_1_1) | DXKI_SHADER_BIT(SAMPLER_FEEDBACK) |                         \
     DXKI_SHADER_BIT(ATOMIC64_TYPED) | DXKI_SHADER_BIT(ATOMIC64_GROUP_SHARED) |                    \
     DXKI_SHADER_BIT(DERIVATIVES_MESH) | DXKI_SHADER_BIT(RESOURCE_HEAP_INDEXING) |                 \
     DXKI_SHADER_BIT(SAMPLER_HEAP_INDEXING) | DXKI_SHADER_BIT(ATOMIC64_HEAP) |                     \
     DXKI_SHADER_BIT(RES_MAY_NOT_ALIAS) | DXKI_SHADER_BIT(ADVANCED_TEXTURE_OPS) |                  \
     DXKI_SHADER_BIT(WRITEABLE_MSAA) | DXKI_SHADER_BIT(SAMPLE_CMP_GRADIENT) |                      \
     DXKI_SHADER_BIT(EXTENDED_COMMAND_INFO) | DXKI_SHADER_BIT(USES_DERIVATIVES) |                  \
     DXKI_SHADER_BIT(REQUIRES_GROUP))

/* Those that a compiler sets; the validator does not look at all of them. */
#define DXKI_SHADER_FLAGS_MADE (DXKI_SHADER_FLAGS_FOUND | DXKI_SHADER_BIT(ROVS))

/* Finds all of it for the module that `d` is of; the results live in the arena. False: out of
 * memory. Time is linear in the code; what goes from callees to callers takes a bounded number of
 * rounds over the calls. */
bool dxki_dxil_find_requirements(const dxk_dxil *d, dxki_arena *arena,
                                 dxki_dxil_module_requirements *out);

/* True if an operation, by its row, compares with other lanes of its quad, as derivatives and levels of detail do. */
bool dxki_dxil_takes_derivatives(uint32_t row);

/* --- between the two files --- */

/* What is known of a global while functions are collected. */
enum {
    DXKI_FN_DXOP = 1,    /* makes operations */
    DXKI_FN_CALLED = 2,  /* has a body: its needs go to those that call it */
    DXKI_FN_COUNTED = 4, /* makes operations, is only declared, external: its calls count */
};

typedef struct dxki_dxil_collector {
    const dxk_dxil *d;
    const dxk_module *m;
    dxki_arena *arena;
    uint32_t validator; /* minor version that the module was made for */
    uint32_t kind;      /* of the shader model */
    bool is_library;
    const uint8_t *types;                   /* by type: what values of it raise */
    const uint8_t *globals;                 /* by index in globals: DXKI_FN_ */
    const dxki_dxil_entry *const *entry_of; /* by index in globals; NULL: no entry point */
    dxki_dxil_module_requirements *out;
    DXKI_VEC(uint32_t) calls; /* of the function that was collected last; the caller frees it */
    bool failed;              /* out of memory */
} dxki_dxil_collector;

/* By type, what values of it raise; NULL: out of memory. */
const uint8_t *dxki_dxil_mark_types(const dxk_module *m, dxki_arena *arena);
/* The shader flags of one function with a body; lists its calls. */
uint64_t dxki_dxil_collect_flags(dxki_dxil_collector *c, uint32_t global);

#endif
