/* SPDX-License-Identifier: MIT */
/*
 * dxk/job.h - jobs: what to run a shader on, and what must come out, as text. A job is the
 * pipeline.yaml of LLVM's offload test suite, with a few keys more (docs/jobs.md).
 *
 *     dxk_job_parse(ctx, text, &job);
 *     dxk_run_program_create(ctx, container, &options, &program);   // dxk/run.h
 *     dxk_job_bind(job, program, NULL, &run);
 *     ... workers run the groups of `run` ...
 *     dxk_job_compare(job, 0, sink, &passed);
 *
 * The buffers of the job are the memory of the run, so they hold the results afterwards. A job is
 * run once; parse it again for another run.
 */
#ifndef DXK_JOB_H
#define DXK_JOB_H

#include "dxk/enums.h"
#include "dxk/draw.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A job. Opaque. */
typedef struct dxk_job dxk_job;

/* Parses a job; `text` must outlive it. DXK_E_INVALID: the diagnostics say what is wrong in which
 * line and column. */
DXK_API dxk_status dxk_job_parse(dxk_ctx *ctx, dxk_str text, dxk_job **out);

/* Frees the job. NULL is allowed. */
DXK_API void dxk_job_free(dxk_job *job);

/* Facts of a job. */
typedef struct dxk_job_info {
    size_t shader_count;       /* shaders, for dxk_job_shader() */
    size_t buffer_count;       /* buffers, for dxk_job_buffer_get() */
    size_t result_count;       /* results, for dxk_job_compare() */
    uint32_t groups[3];        /* thread groups to run */
    uint32_t wave_size;        /* lanes that a wave shall have; 0: not said */
    uint32_t undef;            /* bits of undefined values */
    dxk_run_schedule schedule; /* order */
    uint32_t seed;             /* of a random order */
    dxk_str shader;            /* file of the compiled shader; empty: not said */
} dxk_job_info;

/* The facts. */
DXK_API dxk_job_info dxk_job_info_get(const dxk_job *job);

/* A shader of a job. */
typedef struct dxk_job_shader {
    dxk_shader_kind kind; /* stage */
    dxk_str entry;        /* its entry point */
    dxk_str file;         /* file of the compiled shader; empty: not said */
} dxk_job_shader;

/* Shader `index`, in the order of the job; false past the end. */
DXK_API bool dxk_job_shader_get(const dxk_job *job, size_t index, dxk_job_shader *out);

/* A buffer of a job: `array_size` of the same size, `pitch` bytes from one to the next. */
typedef struct dxk_job_buffer {
    dxk_str name;        /* name */
    dxk_str format;      /* format of an element: "Float32" */
    uint32_t array_size; /* buffers */
    uint64_t size;       /* bytes of a buffer */
    uint64_t pitch;      /* bytes from one to the next */
    uint8_t *data;       /* the first */
    uint32_t *counters;  /* a counter for each; NULL: none */
    uint32_t width;      /* of a texture; 0: not said */
    uint32_t height;     /* likewise */
    uint32_t channels;   /* numbers of an element */
} dxk_job_buffer;

/* Buffer `index`, in the order of the job; false past the end. Its memory lives as long as the
 * job, and may be written before the run. */
DXK_API bool dxk_job_buffer_get(const dxk_job *job, size_t index, dxk_job_buffer *out);

/*
 * Makes a run of a shader with the memory of the job bound to it and its grid set. `program` and the
 * job must outlive it; `options` may be NULL. DXK_E_INVALID: the job has rays, or something in it does
 * not fit; a diagnostic says what.
 */
DXK_API dxk_status dxk_job_bind(dxk_job *job, const dxk_run_program *program,
                                const dxk_run_options *options, dxk_run **out);

/*
 * Draws what a job with other shaders than compute shaders says. The workers are those of runs that
 * dxk_job_bind() made, of programs made with `for_invoke`. Render targets are cleared to zero first, a
 * depth buffer to 1. Without other settings all triangles are drawn and those that go round against the
 * clock are front faces; a mesh shader's back faces are not drawn, and go round against the clock.
 *
 * DXK_E_INVALID: something in the job does not fit; a diagnostic says what. Else as dxk_run_draw().
 */
DXK_API dxk_status dxk_job_draw(dxk_job *job, const dxk_draw_pipeline *pipeline);

/* Writes buffer `index` as a picture in the format PNG: of 8 bits if numbers have 8, else of 16. Reals
 * count from 0 to 1, integers from 0 to their greatest. One number of an element is gray, two are red
 * and green. Slices follow each other downwards, mips but the first are left out. DXK_E_ARGUMENT: there
 * is no such buffer, it has no width and height, or elements of more than four numbers. */
DXK_API dxk_status dxk_job_write_png(const dxk_job *job, size_t index, dxk_sink sink);

/* Reads a picture in the format PNG: appends its texels, red, green, blue and alpha of a byte each, row
 * by row. Of 16 bits the upper 8 count. DXK_E_INVALID: it is none, or interlaced, or has fewer than 8
 * bits for a number. */
DXK_API dxk_status dxk_png_read(dxk_ctx *ctx, dxk_bytes png, uint32_t *width, uint32_t *height,
                                dxk_buffer *rgba);

/* Prints the job with the buffers as they are now, as the suite prints it after a run. */
DXK_API dxk_status dxk_job_print(const dxk_job *job, dxk_sink sink);

/* Judges result `index`. When it is not as expected, *passed is false, and what differs is
 * printed as the suite prints it. DXK_E_ARGUMENT: there is no such result. */
DXK_API dxk_status dxk_job_compare(const dxk_job *job, size_t index, dxk_sink sink, bool *passed);

/* Name of result `index`; empty past the end. */
DXK_API dxk_str dxk_job_result_name(const dxk_job *job, size_t index);

#ifdef __cplusplus
}
#endif
#endif
