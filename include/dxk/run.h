/* SPDX-License-Identifier: MIT */
/*
 * dxk/run.h - running shaders on the CPU.
 *
 *   container --> dxk_run_program --> dxk_run ------> dxk_run_worker
 *                 decoded once        memory, grid    one per thread: runs groups
 *
 * A program is made once, from a container or a module. A run binds the caller's memory to it,
 * without copying, and says how many groups there are. Workers do the work: each runs the groups it
 * is asked for, so the caller divides them among as many threads as it likes. Results are in the
 * caller's memory.
 *
 *     dxk_run_program_create(ctx, container, NULL, &program);
 *     dxk_run_create(program, NULL, &run);
 *     dxk_run_bind(run, DXK_RESOURCE_CLASS_UAV, 0, 0, &view);
 *     dxk_run_set_grid(run, 4, 1, 1);
 *     dxk_run_worker_create(run, ctx, &worker);
 *     dxk_run_groups(worker, 0, dxk_run_group_count(run));
 *
 * A program is only read once it is made, a run once workers use it. A worker has a context of its
 * own, which only its thread uses: that of the run may serve when there is one worker.
 *
 * Compute shaders, and functions with the same operations in libraries; dxk/stage.h runs the stages
 * of the graphics pipeline. Results are the same, bit by bit, on every machine.
 *
 * Source: DXIL.rst; D3D11.3 functional specification.
 */
#ifndef DXK_RUN_H
#define DXK_RUN_H

#include "dxk/container.h"
#include "dxk/enums.h"
#include "dxk/module.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------- */
/* Programs                                                                                   */

/* A shader, decoded. Opaque. */
typedef struct dxk_run_program dxk_run_program;

/* What to do with binary32 denormals. */
typedef enum dxk_run_denormals {
    DXK_RUN_DENORMALS_AS_WRITTEN = 0, /* as the function's attribute says; without one: flushed */
    DXK_RUN_DENORMALS_FLUSH = 1,      /* operands and results are flushed to zero */
    DXK_RUN_DENORMALS_PRESERVE = 2    /* kept */
} dxk_run_denormals;

/* How to make a program. Zero-initialise, then set what differs. */
typedef struct dxk_run_program_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    dxk_str entry;      /* entry point, or a function of a library; empty: the only one */
    uint32_t wave_size; /* lanes of a wave: 4, 8 ... 128; 0: 32, or more if the shader has no
                                    operation that can tell. A size that the shader asks for comes
                                    first */
    uint32_t undef;     /* bits that undefined values get, in each 32 bits */
    dxk_run_denormals denormals; /* of binary32 */
    bool no_validate;            /* do not validate first; what cannot be run is still refused */
    bool no_sharing;             /* give each value a register of its own, so that lanes that do not
                                    run can be read, at the price of speed */
    bool for_invoke;             /* take stages of the graphics pipeline, for dxk/stage.h, too */
    const dxk_container *debug;  /* has the module with debug information, as one read from a PDB
                                    does; need not live on. NULL: the program's own container */
    bool for_debug;              /* keep what <dxk/inspect.h> shows; as with no_sharing */
} dxk_run_program_options;

/*
 * Makes a program of the container's shader. `container` need not live on. `options` may be NULL.
 *
 * DXK_E_INVALID: it breaks a rule of validation, or holds what cannot be run; the diagnostics say
 * what and where. DXK_E_NOT_FOUND: no such entry point. DXK_E_UNSUPPORTED: a stage that does not
 * run yet. DXK_E_ARGUMENT, DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_run_program_create(dxk_ctx *ctx, const dxk_container *container,
                                          const dxk_run_program_options *options,
                                          dxk_run_program **out);

/* The same from a module, which must outlive the program. Always as with `no_validate`, but the
 * module is verified. */
DXK_API dxk_status dxk_run_program_create_module(const dxk_module *module,
                                                 const dxk_run_program_options *options,
                                                 dxk_run_program **out);

/* Frees the program. NULL is allowed. */
DXK_API void dxk_run_program_free(dxk_run_program *program);

/* Facts of a program. */
typedef struct dxk_run_program_info {
    dxk_str entry;           /* name of the entry point */
    dxk_shader_kind kind;    /* stage; library: a plain function */
    uint32_t num_threads[3]; /* threads of a group */
    uint32_t wave_size;      /* lanes of a wave */
    uint32_t shared_bytes;   /* group-shared memory */
    uint32_t private_bytes;  /* memory of a lane: arrays, variables of its own */
    uint32_t register_count; /* registers of 32 bits that a lane needs */
    uint32_t instructions;   /* decoded instructions */
    size_t resource_count;   /* resources for dxk_run_program_resource() */
    uint32_t input_words;    /* dxk/stage.h: words of the inputs of a vertex or pixel */
    uint32_t output_words;   /* likewise of the outputs */
    uint32_t place_count;    /* instructions of the module, for dxk_run_program_place() */
    bool has_lines;          /* debug information of the same instructions was found */
} dxk_run_program_info;

/* The facts. */
DXK_API dxk_run_program_info dxk_run_program_info_get(const dxk_run_program *program);

/* A resource that the shader declares: a range of registers. */
typedef struct dxk_run_resource {
    dxk_resource_class cls;     /* class */
    dxk_resource_kind kind;     /* shape */
    dxk_str name;               /* empty if stripped */
    uint32_t space;             /* register space */
    uint32_t first;             /* first register */
    uint32_t count;             /* registers; 0xFFFFFFFF: unbounded */
    dxk_component_type element; /* typed resources: type of a component */
    uint32_t components;        /* typed resources: components, 0 if unknown */
    uint32_t stride;            /* structured buffers: bytes of an element */
    uint32_t size;              /* constant buffers: bytes */
    bool has_counter;           /* structured buffers */
    bool is_comparison;         /* samplers */
} dxk_run_resource;

/* Resource `index`, in the order of the module's metadata; false past the end. */
DXK_API bool dxk_run_program_resource(const dxk_run_program *program, size_t index,
                                      dxk_run_resource *out);

/* An instruction of the module, in one of the functions that run. Without calls of llvm.dbg.*. */
typedef struct dxk_run_place {
    dxk_str function;     /* function of the module */
    uint32_t instruction; /* number in the function, from 0 */
    uint32_t block;       /* number of its block in the function, from 0 */
    uint32_t levels;      /* frames of source, for dxk_run_program_frame(): 1, and 1 for each level
                             of inlining; 0: its line is not known */
} dxk_run_place;

/* Place `index`: functions one after the other, that which the program begins with first; false past
 * the end. */
DXK_API bool dxk_run_program_place(const dxk_run_program *program, uint32_t index,
                                   dxk_run_place *out);

/* A function of the source and a line in it, from debug information. */
typedef struct dxk_run_frame {
    dxk_str function; /* name in the source; empty if unknown */
    dxk_str file;     /* source file; empty if unknown */
    uint32_t line;    /* line in it, from 1; 0: code that belongs to no line */
    uint32_t column;  /* column, from 1; 0: unknown */
} dxk_run_frame;

/* Where place `index` comes from: level 0 is the line itself, level 1 where its function was inlined,
 * and so on. False past the end. */
DXK_API bool dxk_run_program_frame(const dxk_run_program *program, uint32_t index, uint32_t level,
                                   dxk_run_frame *out);

/* ---------------------------------------------------------------------------------------- */
/* Runs                                                                                       */

/* Memory bound to a program, and what to do with it. Opaque. */
typedef struct dxk_run dxk_run;

/* In which order lanes, waves and groups act. */
typedef enum dxk_run_schedule {
    DXK_RUN_LOCKSTEP = 0,    /* lanes of a wave together, lowest position first; waves and groups
                                ascending */
    DXK_RUN_INDEPENDENT = 1, /* lanes part at random between operations that need them together */
    DXK_RUN_SHUFFLE = 2      /* as independent; atomics, waves and groups in a random order too */
} dxk_run_schedule;

/* A thing worth telling that happened while a shader ran. */
typedef struct dxk_run_finding {
    const char *id;        /* what: "oob.resource"; see dxk_run_finding_id() */
    dxk_severity severity; /* how bad */
    dxk_str function;      /* function of the instruction */
    uint32_t instruction;  /* its number in the function, from 0, without calls of llvm.dbg.*;
                             0xFFFFFFFF: not about one */
    dxk_str file;          /* source file, from debug information; empty if unknown */
    uint32_t line;         /* line in it, from 1; 0: unknown */
    uint32_t column;       /* column, from 1; 0: unknown */
    uint32_t group[3];     /* group of the first time */
    uint32_t thread[3];    /* thread in it */
    uint32_t lane;         /* lane in its wave */
    uint64_t values[2];    /* what the message of the id speaks of */
    uint64_t count;        /* how many times: once per instruction and lane */
    uint32_t place;        /* the instruction for dxk_run_program_frame(), which says where it was
                             inlined; 0xFFFFFFFF: not about one */
    uint32_t other_place; /* likewise where an undefined number comes from, or the other access of a
                             race; 0xFFFFFFFF: there is no such place, or it is not known */
} dxk_run_finding;

/* Called at the first time of a finding at an instruction, by the thread of the worker. */
typedef void (*dxk_run_finding_fn)(void *user, const dxk_run_finding *finding);

/* How to run. Zero-initialise, then set what differs. */
typedef struct dxk_run_options {
    size_t struct_size;          /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    dxk_run_schedule schedule;   /* order */
    uint64_t seed;               /* of a random order */
    uint64_t max_steps;          /* blocks that a wave may run, times its lanes; 0: 10^9 */
    uint64_t sanitize;           /* findings to look for: bit n is dxk_run_finding_id(n) */
    dxk_run_finding_fn finding;  /* is given findings as they come; may be NULL */
    void *finding_user;          /* passed on to it */
    bool profile;                /* count for dxk_run_worker_counts() */
    bool (*goes_on)(void *user); /* asked every thousand blocks by the thread of each worker: false
                                    ends the run with DXK_E_LIMIT. For limits of time; NULL: it goes
                                    on */
    void *goes_on_user;          /* passed on to it */
} dxk_run_options;

/* Number of kinds of findings. */
DXK_API size_t dxk_run_finding_id_count(void);

/* Id of kind `index` ("oob.resource") and, in *text if not NULL, what it means; NULL past the end.
 * Static storage. */
DXK_API const char *dxk_run_finding_id(size_t index, const char **text);

/* True if kind `index` belongs to what is worth looking for without asking for it by name. */
DXK_API bool dxk_run_finding_is_default(size_t index);

/* Makes a run without bindings, with a grid of one group. `program` must outlive it. `options` may
 * be NULL. The run uses the program's context. */
DXK_API dxk_status dxk_run_create(const dxk_run_program *program, const dxk_run_options *options,
                                  dxk_run **out);

/* Frees the run. NULL is allowed. */
DXK_API void dxk_run_free(dxk_run *run);

/* How many groups there are in x, y and z. DXK_E_ARGUMENT: more than 2^32 - 1 in one direction or
 * 2^63 in all. */
DXK_API dxk_status dxk_run_set_grid(dxk_run *run, uint32_t x, uint32_t y, uint32_t z);

/* The same from three little-endian 32-bit numbers in memory, as ExecuteIndirect reads them. */
DXK_API dxk_status dxk_run_set_grid_indirect(dxk_run *run, dxk_bytes arguments, uint64_t offset);

/* x * y * z of the grid. */
DXK_API uint64_t dxk_run_group_count(const dxk_run *run);

/* --- binding: before workers are made --- */

/* Number that means "up to the end". */
#define DXK_RUN_ALL UINT32_MAX

/*
 * A view of memory. Zero-initialise, then set what differs; members that the kind does not use are
 * ignored. The memory must outlive the run; that of UAVs is written.
 *
 * Buffers are rows of elements. Textures hold slices one after the other, each of which holds its
 * mips from the largest on; in a mip of a 3D texture depth slices follow each other. Rows are tight.
 */
typedef struct dxk_run_view {
    dxk_resource_kind kind; /* shape; DXK_RESOURCE_KIND_INVALID: a null descriptor */
    uint32_t format;        /* DXGI_FORMAT: typed buffers, textures */
    void *data;             /* memory of the resource */
    uint64_t size;          /* bytes of it */
    uint64_t first;         /* buffers: first element; raw: of 4 bytes; constant: of 256 bytes */
    uint32_t count;         /* buffers: elements of the same size; DXK_RUN_ALL or 0: all */
    uint32_t stride;        /* structured buffers: bytes of an element */
    uint32_t *counter;      /* structured buffers: hidden counter, or NULL */
    uint32_t width;         /* textures: texels of mip 0 of the resource */
    uint32_t height;        /* likewise; 0 counts as 1 */
    uint32_t depth;         /* 3D textures; 0 counts as 1 */
    uint32_t slices;        /* elements of an array, faces of cubes counted; 0: 1, cubes 6 */
    uint32_t mips;          /* mips of the resource; 0 counts as 1 */
    uint32_t samples;       /* multisampled textures: samples of a texel; 0 counts as 1 */
    uint32_t first_mip;     /* first mip of the view */
    uint32_t view_mips;     /* mips of the view; DXK_RUN_ALL or 0: all that follow */
    uint32_t first_slice;   /* first slice of the view */
    uint32_t view_slices;   /* slices of the view; DXK_RUN_ALL or 0: all that follow */
    bool is_tiled;          /* only the first `mapped_tiles` tiles of 64 KiB have memory */
    uint32_t mapped_tiles;  /* tiled resources */
} dxk_run_view;

/* How the coordinates of a texture are used outside of [0, 1]: D3D12_TEXTURE_ADDRESS_MODE. */
typedef enum dxk_run_address {
    DXK_RUN_ADDRESS_WRAP = 1,       /* repeat */
    DXK_RUN_ADDRESS_MIRROR = 2,     /* repeat, every other one mirrored */
    DXK_RUN_ADDRESS_CLAMP = 3,      /* the texel at the edge */
    DXK_RUN_ADDRESS_BORDER = 4,     /* the border colour */
    DXK_RUN_ADDRESS_MIRROR_ONCE = 5 /* mirrored once, then the texel at the edge */
} dxk_run_address;

/* A sampler, with the numbers of D3D12_SAMPLER_DESC. Zero-initialise, then set what differs. */
typedef struct dxk_run_sampler {
    uint32_t filter;            /* D3D12_FILTER; 0: nearest texel, nearest mip */
    dxk_run_address address[3]; /* for u, v, w; 0: clamp */
    float mip_bias;             /* added to the level of detail */
    uint32_t max_anisotropy;    /* 1 to 16; 0 counts as 1 */
    uint32_t comparison;        /* D3D12_COMPARISON_FUNC: 1 never ... 8 always; 0: never */
    uint32_t border[4];         /* bits of the border colour: reals, or integers */
    float min_lod;              /* least level of detail */
    float max_lod;              /* greatest */
} dxk_run_sampler;

/* Binds a register of a class other than samplers directly, without a root signature. What was bound
 * there is replaced. DXK_E_INVALID: the view does not fit its memory; a diagnostic says how. */
DXK_API dxk_status dxk_run_bind(dxk_run *run, dxk_resource_class cls, uint32_t space,
                                uint32_t index, const dxk_run_view *view);

/* Binds a sampler to a register. */
DXK_API dxk_status dxk_run_bind_sampler(dxk_run *run, uint32_t space, uint32_t index,
                                        const dxk_run_sampler *sampler);

/* Puts a view of a class other than samplers into slot `slot` of the resource descriptor heap. */
DXK_API dxk_status dxk_run_heap_set(dxk_run *run, uint32_t slot, dxk_resource_class cls,
                                    const dxk_run_view *view);

/* Puts a sampler into a slot of the sampler heap. */
DXK_API dxk_status dxk_run_heap_set_sampler(dxk_run *run, uint32_t slot,
                                            const dxk_run_sampler *sampler);

/* Uses a root signature (the content of a part RTS0) from now on: its static samplers are bound, and
 * the parameters below may be set. A program made from a container that has one uses it from the
 * start. DXK_E_INVALID: it is malformed. */
DXK_API dxk_status dxk_run_root_signature(dxk_run *run, dxk_bytes rts0);

/* Number of parameters of the root signature; 0 if there is none. */
DXK_API size_t dxk_run_root_parameter_count(const dxk_run *run);

/* Sets a parameter of root constants. The bytes are copied. DXK_E_ARGUMENT, here and below: there
 * is no such parameter, or it is of another type. */
DXK_API dxk_status dxk_run_root_constants(dxk_run *run, uint32_t parameter, dxk_bytes values);

/* Sets a root descriptor. Such a descriptor is an address alone: a kind and a stride that the program
 * declares at its register replace those of the view. */
DXK_API dxk_status dxk_run_root_descriptor(dxk_run *run, uint32_t parameter,
                                           const dxk_run_view *view);

/* Sets a descriptor table: it begins at slot `slot` of the heap that its ranges are for. The heap's
 * slots must have been set. */
DXK_API dxk_status dxk_run_root_table(dxk_run *run, uint32_t parameter, uint32_t slot);

/* ---------------------------------------------------------------------------------------- */
/* Workers                                                                                    */

/* What one thread needs to run groups. Opaque. */
typedef struct dxk_run_worker dxk_run_worker;

/* Makes a worker. `run` must outlive it, and is not changed from now on. */
DXK_API dxk_status dxk_run_worker_create(const dxk_run *run, dxk_ctx *ctx, dxk_run_worker **out);

/* Frees the worker. NULL is allowed. */
DXK_API void dxk_run_worker_free(dxk_run_worker *worker);

/*
 * Runs `count` groups from group `first` on, one after the other; x runs fastest. DXK_E_LIMIT: a
 * wave ran out of steps (see dxk_run_worker_finding()); groups that were done stay done.
 * DXK_E_ARGUMENT: there are fewer groups. DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_run_groups(dxk_run_worker *worker, uint64_t first, uint64_t count);

/* Findings of a worker, one for each id and instruction, in the order of their first time. */
DXK_API size_t dxk_run_worker_finding_count(const dxk_run_worker *worker);

/* Finding `index`; false past the end. Its strings live as long as the program. */
DXK_API bool dxk_run_worker_finding(const dxk_run_worker *worker, size_t index,
                                    dxk_run_finding *out);

/* Instructions that the worker's waves have run, times the lanes that were active. */
DXK_API uint64_t dxk_run_worker_steps(const dxk_run_worker *worker);

/* What a worker's waves did at a place. Bytes are those that lanes ask for, each for itself; the same
 * bytes may be asked for often. Of textures they are those of results. */
typedef struct dxk_run_counts {
    uint64_t runs;           /* times that a wave ran the instruction */
    uint64_t lanes;          /* lanes that were active, of all times */
    uint64_t read;           /* bytes read of resources */
    uint64_t written;        /* bytes written to resources */
    uint64_t shared_read;    /* the same of group-shared memory */
    uint64_t shared_written; /* likewise */
} dxk_run_counts;

/* Counters of place `place`; false past the end, or if the run does not count. */
DXK_API bool dxk_run_worker_counts(const dxk_run_worker *worker, uint32_t place,
                                   dxk_run_counts *out);

#ifdef __cplusplus
}
#endif
#endif
