/* SPDX-License-Identifier: MIT */
/*
 * dxk/run.h - runs shaders on the CPU.
 *
 *   container --> dxk_run_program --> dxk_run ------> dxk_run_worker
 *                 decoded once        memory, grid    one per thread: runs groups
 *
 * A program is made once, from a container or a module. A run binds the caller's memory to the
 * program, without copying it, and sets the number of groups. Workers execute groups. Each worker
 * executes the groups that it is asked for, so the caller can divide them among as many threads as
 * it likes. The results are in the caller's memory.
 *
 *     dxk_run_program_create(ctx, container, NULL, &program);
 *     dxk_run_create(program, NULL, &run);
 *     dxk_run_bind(run, DXK_RESOURCE_CLASS_UAV, 0, 0, &view);
 *     dxk_run_set_grid(run, 4, 1, 1);
 *     dxk_run_worker_create(run, ctx, &worker);
 *     dxk_run_groups(worker, 0, dxk_run_group_count(run));
 *
 * Programs do not change once they are made, and runs do not change once they have workers, so
 * that several threads may use them. A worker has a context of its own, which only its thread may
 * use. If there is just one worker, it may share the context of the run.
 *
 * This header runs compute shaders, and functions of libraries that use the same operations.
 * dxk/stage.h runs the stages of the graphics pipeline. Results are the same, bit by bit, on every
 * machine.
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

/* A decoded shader. Opaque. */
typedef struct dxk_run_program dxk_run_program;

/* Treatment of 32-bit floating-point denormals. */
typedef enum dxk_run_denormals {
    DXK_RUN_DENORMALS_AS_WRITTEN = 0, /* as the function's attribute says; without one, flush */
    DXK_RUN_DENORMALS_FLUSH = 1,      /* flush operands and results to zero */
    DXK_RUN_DENORMALS_PRESERVE = 2    /* keep them */
} dxk_run_denormals;

/* Options for making a program. Zero-initialise, then set what differs. */
typedef struct dxk_run_program_options {
    /* sizeof this structure, or 0; see dxk/base.h, "Options". */
    size_t struct_size;
    /* Name of the entry point, or of a function of a library, either mangled or as in the source.
     * Empty: the only entry point. */
    dxk_str entry;
    /* Number of lanes in a wave: 4, 8, ..., 128. 0: 32, or more if no operation of the shader
     * depends on it. A size that the shader requires takes precedence. */
    uint32_t wave_size;
    /* Bits of undefined values, repeated for each 32 bits. */
    uint32_t undef;
    /* Treatment of 32-bit denormals. */
    dxk_run_denormals denormals;
    /* Skip validation. Programs that cannot be run are still refused. */
    bool no_validate;
    /* Give each value a register of its own, so that operations that read the values of inactive
     * lanes find them, at the cost of speed. */
    bool no_sharing;
    /* Accept stages of the graphics pipeline as well, for dxk/stage.h. */
    bool for_invoke;
    /* Container with the same program and debug information, such as one read from a PDB, which
     * need not outlive the call. NULL: the container of the program. */
    const dxk_container *debug;
    /* Keep what dxk/inspect.h shows. Implies `no_sharing`. */
    bool for_debug;
    /* Name resources as debug information or reflection data (part STAT) of the container does where
     * the program lacks names. */
    bool names;
} dxk_run_program_options;

/*
 * Makes a program from a container. `container` need not outlive the call. `options` may be NULL.
 *
 * Errors: DXK_E_INVALID if the container breaks a rule of validation, or the program cannot be run;
 * the diagnostics say what and where. DXK_E_NOT_FOUND if there is no such entry point;
 * DXK_E_UNSUPPORTED for a stage that cannot be run; DXK_E_ARGUMENT if an option is out of range;
 * DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_run_program_create(dxk_ctx *ctx, const dxk_container *container,
                                          const dxk_run_program_options *options,
                                          dxk_run_program **out);

/* Makes a program from a module, which must outlive it. The module is verified, but not validated,
 * whatever options->no_validate says. Otherwise like dxk_run_program_create(). */
DXK_API dxk_status dxk_run_program_create_module(const dxk_module *module,
                                                 const dxk_run_program_options *options,
                                                 dxk_run_program **out);

/* Frees a program. NULL is allowed. */
DXK_API void dxk_run_program_free(dxk_run_program *program);

/* Properties of a program. */
typedef struct dxk_run_program_info {
    dxk_str entry;           /* name of the entry point */
    dxk_shader_kind kind;    /* stage; DXK_SHADER_KIND_LIBRARY for a plain function */
    uint32_t num_threads[3]; /* size of a thread group */
    uint32_t wave_size;      /* number of lanes in a wave */
    uint32_t shared_bytes;   /* size of group-shared memory */
    uint32_t private_bytes;  /* size of a lane's own memory, for arrays and variables */
    uint32_t register_count; /* number of 32-bit registers that a lane needs */
    uint32_t instructions;   /* number of decoded instructions */
    size_t resource_count;   /* number of resources for dxk_run_program_resource() */
    uint32_t input_words;    /* dxk/stage.h: words of the inputs of a vertex or pixel */
    uint32_t output_words;   /* dxk/stage.h: words of the outputs of a vertex or pixel */
    uint32_t place_count;    /* number of instructions for dxk_run_program_place() */
    bool has_lines;          /* debug information for these instructions was found */
} dxk_run_program_info;

/* Returns the properties of a program. Strings live as long as the program. */
DXK_API dxk_run_program_info dxk_run_program_info_get(const dxk_run_program *program);

/* A resource that the shader declares: a range of registers. */
typedef struct dxk_run_resource {
    dxk_resource_class cls;     /* class */
    dxk_resource_kind kind;     /* shape */
    dxk_str name;               /* name; empty if stripped */
    uint32_t space;             /* register space */
    uint32_t first;             /* first register */
    uint32_t count;             /* number of registers; 0xFFFFFFFF: unbounded */
    dxk_component_type element; /* typed resources: type of a component */
    uint32_t components;        /* typed resources: number of components; 0: not known */
    uint32_t stride;            /* structured buffers: size of an element in bytes */
    uint32_t size;              /* constant buffers: size in bytes */
    bool has_counter;           /* structured buffers: has a counter */
    bool is_comparison;         /* samplers: is a comparison sampler */
    uint32_t samples;           /* multisampled textures: samples of a texel; 0: the type does not
                                   say it */
} dxk_run_resource;

/* Describes resource `index` in *out, in the order of the module's metadata. False past the end. */
DXK_API bool dxk_run_program_resource(const dxk_run_program *program, size_t index,
                                      dxk_run_resource *out);

/* A place: an instruction of the module, in one of the functions that are run. Calls of llvm.dbg.*
 * do not count as instructions. */
typedef struct dxk_run_place {
    dxk_str function;     /* name of the function in the module */
    uint32_t instruction; /* number of the instruction in the function, from 0 */
    uint32_t block;       /* number of its block in the function, from 0 */
    uint32_t levels;      /* number of source frames for dxk_run_program_frame(): 1, plus 1 for each
                             level of inlining; 0: the line is not known */
} dxk_run_place;

/* Describes place `index` in *out. Places are numbered function by function, beginning with the
 * entry point. False past the end. */
DXK_API bool dxk_run_program_place(const dxk_run_program *program, uint32_t index,
                                   dxk_run_place *out);

/* A function of the source and a line in it, from debug information. */
typedef struct dxk_run_frame {
    dxk_str function; /* name of the function in the source; empty if not known */
    dxk_str file;     /* name of the source file; empty if not known */
    uint32_t line;    /* line in the file, from 1; 0: the code belongs to no line */
    uint32_t column;  /* column, from 1; 0: not known */
} dxk_run_frame;

/* Describes where place `index` comes from in *out. Level 0 is the line itself, level 1 the call at
 * which its function was inlined, and so on. False past the end. */
DXK_API bool dxk_run_program_frame(const dxk_run_program *program, uint32_t index, uint32_t level,
                                   dxk_run_frame *out);

/* ---------------------------------------------------------------------------------------- */
/* Runs                                                                                       */

/* A program with memory bound to it. Opaque. */
typedef struct dxk_run dxk_run;

/* Order in which lanes, waves and groups are executed. */
typedef enum dxk_run_schedule {
    DXK_RUN_LOCKSTEP = 0,    /* the lanes of a wave together, those that are furthest behind in the
                                code first; waves and groups in ascending order */
    DXK_RUN_INDEPENDENT = 1, /* the lanes of a wave in a random order, between the operations that
                                need them together */
    DXK_RUN_SHUFFLE = 2      /* like INDEPENDENT, with atomics, waves and groups in a random order
                                as well */
} dxk_run_schedule;

/* Things that the first value of a finding counts, of which the second is the limit. */
typedef enum dxk_run_unit {
    DXK_RUN_UNIT_NONE = 0,     /* nothing of these */
    DXK_RUN_UNIT_ELEMENTS = 1, /* elements of a buffer */
    DXK_RUN_UNIT_BYTES = 2,    /* bytes of a buffer */
    DXK_RUN_UNIT_MEMBER = 3,   /* bytes of an element of a structured buffer */
    DXK_RUN_UNIT_MIPS = 4,     /* mips of a texture */
    DXK_RUN_UNIT_SAMPLES = 5,  /* samples of a texel */
    DXK_RUN_UNIT_SLICES = 6,   /* slices of a texture */
    DXK_RUN_UNIT_X = 7,        /* texels from left to right */
    DXK_RUN_UNIT_Y = 8,        /* texels from top to bottom */
    DXK_RUN_UNIT_Z = 9,        /* depth slices of a 3D texture */
    DXK_RUN_UNIT_VARIABLE = 10 /* bytes of a variable */
} dxk_run_unit;

/* A finding: something suspicious that happened while a shader ran. */
typedef struct dxk_run_finding {
    const char *id;        /* id of its kind, "oob.resource"; see dxk_run_finding_id() */
    dxk_severity severity; /* severity */
    dxk_str function;      /* function that contains the instruction */
    uint32_t instruction;  /* number of the instruction in the function, from 0, not counting calls
                              of llvm.dbg.*; 0xFFFFFFFF: not about an instruction */
    dxk_str file;          /* source file, from debug information; empty if not known */
    uint32_t line;         /* line in the source file, from 1; 0: not known */
    uint32_t column;       /* column, from 1; 0: not known */
    uint32_t group[3];     /* group of the first occurrence */
    uint32_t thread[3];    /* thread of the first occurrence in its group */
    uint32_t lane;         /* lane of the first occurrence in its wave */
    uint64_t values[2];    /* numbers that the message of the kind refers to */
    uint64_t count;        /* number of occurrences, each lane and instruction counted */
    uint32_t place;        /* the instruction for dxk_run_program_frame(), which tells where it was
                              inlined; 0xFFFFFFFF: not about an instruction */
    uint32_t other_place;  /* place where an undefined value comes from, or of the other access in a
                              race; 0xFFFFFFFF: none, or not known */
    uint32_t resource;     /* resource that it is about, for dxk_run_program_resource(); 0xFFFFFFFF:
                              none, or not known */
    uint32_t register_number; /* register of that resource; 0xFFFFFFFF: not known */
    uint32_t heap_slot;       /* slot of the descriptor heap that it is about; 0xFFFFFFFF: none */
    uint32_t variable;        /* variable in memory that it is about, which
                              dxk_inspect_finding_subject() names; 0: none */
    dxk_run_unit unit;        /* what `values` count */
    uint64_t element; /* element of the buffer, counted from 0; 2^64 - 1: none, or not known */
} dxk_run_finding;

/* Callback for the first occurrence of a finding at an instruction, called on the worker's
 * thread. */
typedef void (*dxk_run_finding_fn)(void *user, const dxk_run_finding *finding);

/* Options for dxk_run_create(). Zero-initialise, then set what differs. */
typedef struct dxk_run_options {
    /* sizeof this structure, or 0; see dxk/base.h, "Options". */
    size_t struct_size;
    /* Order of execution. */
    dxk_run_schedule schedule;
    /* Seed of the random orders. */
    uint64_t seed;
    /* Number of steps after which a wave is stopped; a block counts one step for each lane of the
     * wave. 0: 10^9. */
    uint64_t max_steps;
    /* Kinds of findings to look for; bit n stands for dxk_run_finding_id(n). */
    uint64_t sanitize;
    /* Callback for findings; may be NULL. */
    dxk_run_finding_fn finding;
    /* First argument of `finding`. */
    void *finding_user;
    /* Count what dxk_run_worker_counts() returns. */
    bool profile;
    /* Called on each worker's thread after every thousand blocks, for limits of time: if it returns
     * false, the run ends with DXK_E_LIMIT. NULL: there is no such limit. */
    bool (*goes_on)(void *user);
    /* First argument of `goes_on`. */
    void *goes_on_user;
} dxk_run_options;

/* Returns the number of kinds of findings. */
DXK_API size_t dxk_run_finding_id_count(void);

/* Returns what to do about findings with an id, in a few words; empty if there is no more to say than
 * their message does, or if there is no such id. Static storage. */
DXK_API const char *dxk_run_finding_advice(const char *id);

/* Returns the id of kind `index`, such as "oob.resource", and sets *text to its meaning; NULL past
 * the end. `text` may be NULL. Static storage. */
DXK_API const char *dxk_run_finding_id(size_t index, const char **text);

/* True if kind `index` is one of those that are worth looking for by default. */
DXK_API bool dxk_run_finding_is_default(size_t index);

/*
 * Makes a run without bindings and with a grid of one group. If the program comes from a container
 * with a root signature, the run uses it, as with dxk_run_root_signature(). `program` must outlive
 * the run, which uses the program's context. `options` may be NULL.
 *
 * Errors: DXK_E_ARGUMENT if an option is out of range; DXK_E_INVALID if the root signature is
 * malformed; DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_run_create(const dxk_run_program *program, const dxk_run_options *options,
                                  dxk_run **out);

/* Frees a run. NULL is allowed. */
DXK_API void dxk_run_free(dxk_run *run);

/* Sets the number of groups in x, y and z. Errors: DXK_E_ARGUMENT if there are 2^63 groups or more
 * in all; the grid is then unchanged. */
DXK_API dxk_status dxk_run_set_grid(dxk_run *run, uint32_t x, uint32_t y, uint32_t z);

/* Sets the number of groups from three little-endian 32-bit numbers at an offset in `arguments`, as
 * ExecuteIndirect reads them. Errors: DXK_E_ARGUMENT also if they lie beyond its end. */
DXK_API dxk_status dxk_run_set_grid_indirect(dxk_run *run, dxk_bytes arguments, uint64_t offset);

/* Returns the number of groups in the grid, x * y * z. */
DXK_API uint64_t dxk_run_group_count(const dxk_run *run);

/* --- binding: before workers are made --- */

/* A format of DXGI. A compressed format, or one whose texels share components, has blocks of
 * several texels. */
typedef struct dxk_run_format {
    const char *name;      /* name without "DXGI_FORMAT_", such as "BC1_UNORM"; static storage */
    uint32_t number;       /* DXGI_FORMAT */
    uint32_t size;         /* size of a texel or a block in bytes */
    uint32_t block_width;  /* width of a block in texels; 1: there are no blocks */
    uint32_t block_height; /* height of a block in texels */
} dxk_run_format;

/* Finds a format by its name without "DXGI_FORMAT_". False if DXGI has no such format. */
DXK_API bool dxk_run_format_find(dxk_str name, dxk_run_format *out);

/* Value of dxk_run_view.count, .view_mips and .view_slices that means "up to the end". */
#define DXK_RUN_ALL UINT32_MAX

/*
 * A view of memory. Zero-initialise, then set what differs; members that do not apply to the kind
 * of resource are ignored. The memory must outlive the run. The shader may write that of UAVs.
 *
 * Buffers are rows of elements. Textures consist of slices, one after the other. A slice consists
 * of its mips, the largest one first; a mip of a 3D texture consists of its depth slices. There is
 * no padding.
 */
typedef struct dxk_run_view {
    dxk_resource_kind kind; /* shape; DXK_RESOURCE_KIND_INVALID: a null descriptor without `data`;
                               with it, what the program declares, see dxk_run_bind() */
    uint32_t format;        /* typed buffers, textures: DXGI_FORMAT */
    void *data;             /* memory of the resource */
    uint64_t size;          /* size of the memory in bytes */
    uint64_t first;         /* buffers: first element of the view; elements of raw buffers have 4
                               bytes, those of constant buffers 256 */
    uint32_t count;         /* buffers: number of such elements; DXK_RUN_ALL or 0: all that
                               follow */
    uint32_t stride;        /* structured buffers: size of an element in bytes */
    uint32_t *counter;      /* structured buffers: hidden counter, or NULL */
    uint32_t width;         /* textures: width of mip 0 of the resource in texels */
    uint32_t height;        /* textures: height of mip 0; 0 means 1 */
    uint32_t depth;         /* 3D textures: depth of mip 0; 0 means 1 */
    uint32_t slices;        /* textures: elements of an array, where a cube counts as six; 0: 1, or
                               6 for cubes */
    uint32_t mips;          /* textures: number of mips of the resource; 0 means 1 */
    uint32_t samples;       /* multisampled textures: samples of a texel; 0 means 1 */
    uint32_t first_mip;     /* textures: first mip of the view */
    uint32_t view_mips;     /* textures: mips of the view; DXK_RUN_ALL or 0: all that follow */
    uint32_t first_slice;   /* textures: first slice of the view */
    uint32_t view_slices;   /* textures: slices of the view; DXK_RUN_ALL or 0: all that follow */
    bool is_tiled;          /* tiled resource, whose first `mapped_tiles` tiles have memory */
    uint32_t mapped_tiles;  /* tiled resources: number of tiles of 64 KiB that have memory */
} dxk_run_view;

/* Treatment of texture coordinates outside of [0, 1]: D3D12_TEXTURE_ADDRESS_MODE. */
typedef enum dxk_run_address {
    DXK_RUN_ADDRESS_WRAP = 1,       /* repeat the texture */
    DXK_RUN_ADDRESS_MIRROR = 2,     /* repeat the texture, mirroring every other repetition */
    DXK_RUN_ADDRESS_CLAMP = 3,      /* use the texel at the edge */
    DXK_RUN_ADDRESS_BORDER = 4,     /* use the border colour */
    DXK_RUN_ADDRESS_MIRROR_ONCE = 5 /* mirror the texture once, then use the texel at the edge */
} dxk_run_address;

/* A sampler, described by the numbers of D3D12_SAMPLER_DESC. Zero-initialise, then set what
 * differs. */
typedef struct dxk_run_sampler {
    uint32_t filter;            /* D3D12_FILTER; 0: nearest texel, nearest mip */
    dxk_run_address address[3]; /* treatment of u, v and w; 0: clamp */
    float mip_bias;             /* number added to the level of detail */
    uint32_t max_anisotropy;    /* largest anisotropy, 1 to 16; 0 means 1 */
    uint32_t comparison;        /* D3D12_COMPARISON_FUNC, 1 (never) to 8 (always); 0: never */
    uint32_t border[4];         /* border colour: bits of floating-point numbers or of integers */
    float min_lod;              /* smallest level of detail */
    float max_lod;              /* largest level of detail */
} dxk_run_sampler;

/*
 * Binds a view to a register, without a root signature. `cls` is any class but samplers, `index`
 * the number of the register. Replaces what was bound there before. A view with memory but without
 * a kind gets the kind, and if it has none also the stride, that the program declares for the
 * register.
 *
 * Errors: DXK_E_INVALID (reported) if the view does not fit its memory, is not possible, or has
 * memory but no kind, and the program declares nothing there that is of the class; here
 * and below, DXK_E_ARGUMENT if `cls` is the class of samplers; DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_run_bind(dxk_run *run, dxk_resource_class cls, uint32_t space,
                                uint32_t index, const dxk_run_view *view);

/* Binds a sampler to a register. Errors: DXK_E_NOMEM. */
DXK_API dxk_status dxk_run_bind_sampler(dxk_run *run, uint32_t space, uint32_t index,
                                        const dxk_run_sampler *sampler);

/* Puts a view into a slot of the resource descriptor heap. Only constant buffers need no kind.
 * Errors: as for dxk_run_bind(). */
DXK_API dxk_status dxk_run_heap_set(dxk_run *run, uint32_t slot, dxk_resource_class cls,
                                    const dxk_run_view *view);

/* Puts a sampler into a slot of the sampler descriptor heap. Errors: DXK_E_NOMEM. */
DXK_API dxk_status dxk_run_heap_set_sampler(dxk_run *run, uint32_t slot,
                                            const dxk_run_sampler *sampler);

/* Uses a root signature (the content of a part RTS0, which is copied) from now on: binds its
 * static samplers, and allows its parameters to be set with the functions below. Errors:
 * DXK_E_INVALID if it is malformed; DXK_E_NOMEM. */
DXK_API dxk_status dxk_run_root_signature(dxk_run *run, dxk_bytes rts0);

/* Returns the number of parameters of the root signature; 0 if there is none. */
DXK_API size_t dxk_run_root_parameter_count(const dxk_run *run);

/* Sets a root parameter of constants. The bytes are copied; constants beyond them are 0. Errors:
 * here and below, DXK_E_ARGUMENT if there is no such parameter, or if it is of another type; also
 * if there are more bytes than the parameter has; DXK_E_NOMEM. */
DXK_API dxk_status dxk_run_root_constants(dxk_run *run, uint32_t parameter, dxk_bytes values);

/* Sets a root descriptor. As such a descriptor is just an address, the kind and the stride of the
 * view are replaced by those that the program declares for the register. Errors: also those of
 * dxk_run_bind(). */
DXK_API dxk_status dxk_run_root_descriptor(dxk_run *run, uint32_t parameter,
                                           const dxk_run_view *view);

/* Sets a descriptor table, which begins at slot `slot` of the descriptor heap that its ranges are
 * for. The descriptors are looked up when the shader uses them. */
DXK_API dxk_status dxk_run_root_table(dxk_run *run, uint32_t parameter, uint32_t slot);

/* ---------------------------------------------------------------------------------------- */
/* Workers                                                                                    */

/* The state that one thread needs to run groups. Opaque. */
typedef struct dxk_run_worker dxk_run_worker;

/* Makes a worker. `run` must outlive the worker, and must not be changed any more. `ctx` is the
 * worker's context, see above. Errors: DXK_E_NOMEM. */
DXK_API dxk_status dxk_run_worker_create(const dxk_run *run, dxk_ctx *ctx, dxk_run_worker **out);

/* Frees a worker. NULL is allowed. */
DXK_API void dxk_run_worker_free(dxk_run_worker *worker);

/*
 * Runs `count` groups, one after the other, beginning with group `first`. Groups are numbered with
 * x varying fastest.
 *
 * Errors: DXK_E_LIMIT if a wave ran out of steps, which dxk_run_worker_finding() tells more about;
 * the results of the groups before it are kept. DXK_E_ARGUMENT if the grid has fewer groups;
 * DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_run_groups(dxk_run_worker *worker, uint64_t first, uint64_t count);

/* Returns the number of findings of a worker. There is one for each kind and instruction, in the
 * order of their first occurrence. */
DXK_API size_t dxk_run_worker_finding_count(const dxk_run_worker *worker);

/* Describes finding `index` in *out. False past the end. Strings live as long as the program. */
DXK_API bool dxk_run_worker_finding(const dxk_run_worker *worker, size_t index,
                                    dxk_run_finding *out);

/* Returns the number of instructions that the worker's waves have run, each counted once for every
 * active lane. */
DXK_API uint64_t dxk_run_worker_steps(const dxk_run_worker *worker);

/* What a worker's waves did at a place. Bytes are counted for each lane that asks for them, even if
 * several ask for the same ones. For textures, the bytes of the results are counted. */
typedef struct dxk_run_counts {
    uint64_t runs;           /* number of times that a wave ran the instruction */
    uint64_t lanes;          /* sum of the active lanes of all these times */
    uint64_t read;           /* bytes read from resources */
    uint64_t written;        /* bytes written to resources */
    uint64_t shared_read;    /* bytes read from group-shared memory */
    uint64_t shared_written; /* bytes written to group-shared memory */
} dxk_run_counts;

/* Describes what was counted at a place in *out. False past the end, and without
 * dxk_run_options.profile. */
DXK_API bool dxk_run_worker_counts(const dxk_run_worker *worker, uint32_t place,
                                   dxk_run_counts *out);

#ifdef __cplusplus
}
#endif
#endif
