/* SPDX-License-Identifier: MIT */
/*
 * dxk/job.h - jobs: descriptions, as text, of what to run a shader on and which results to expect.
 * A job is the pipeline.yaml of LLVM's offload test suite, with a few additional keys
 * (docs/jobs.md).
 *
 *     dxk_job_parse(ctx, text, &job);
 *     dxk_run_program_create(ctx, container, &options, &program);   (dxk/run.h)
 *     dxk_job_bind(job, program, NULL, &run);
 *     ... workers run the groups of `run` ...
 *     dxk_job_compare(job, 0, sink, &passed);
 *
 * The run works on the buffers of the job, so these hold the results afterwards. To run a job
 * again, parse it again.
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

/* Parses a job. `text` must outlive it. The caller frees *out with dxk_job_free(). Errors:
 * DXK_E_INVALID, with diagnostics that give line and column; DXK_E_NOMEM, DXK_E_LIMIT. */
DXK_API dxk_status dxk_job_parse(dxk_ctx *ctx, dxk_str text, dxk_job **out);

/* Frees a job with its buffers. NULL is allowed. */
DXK_API void dxk_job_free(dxk_job *job);

/* Properties of a job. */
typedef struct dxk_job_info {
    size_t shader_count;       /* number of shaders for dxk_job_shader_get() */
    size_t buffer_count;       /* number of buffers for dxk_job_buffer_get() */
    size_t result_count;       /* number of results for dxk_job_compare() */
    uint32_t groups[3];        /* number of thread groups to run */
    uint32_t wave_size;        /* number of lanes in a wave; 0: not specified */
    uint32_t undef;            /* bits of undefined values */
    dxk_run_schedule schedule; /* order of execution */
    uint32_t seed;             /* seed of a random order */
    dxk_str shader;            /* file of the compiled shader; empty: not specified */
} dxk_job_info;

/* Returns the properties of a job. Strings live as long as the job. */
DXK_API dxk_job_info dxk_job_info_get(const dxk_job *job);

/* A shader of a job. */
typedef struct dxk_job_shader {
    dxk_shader_kind kind; /* stage */
    dxk_str entry;        /* name of the entry point */
    dxk_str file;         /* file of the compiled shader; empty: not specified */
} dxk_job_shader;

/* Describes shader `index` in *out, in the order of the job. False past the end. */
DXK_API bool dxk_job_shader_get(const dxk_job *job, size_t index, dxk_job_shader *out);

/* A buffer of a job, or an array of `array_size` buffers of the same size. */
typedef struct dxk_job_buffer {
    dxk_str name;        /* name */
    dxk_str format;      /* format of an element: "Float32" */
    uint32_t array_size; /* number of buffers in the array */
    uint64_t size;       /* size of a buffer in bytes */
    uint64_t pitch;      /* distance between two buffers in bytes */
    uint8_t *data;       /* memory of the first buffer */
    uint32_t *counters;  /* a counter for each buffer; NULL: none */
    uint32_t width;      /* textures: width in texels; 0: not specified */
    uint32_t height;     /* textures: height in texels; 0: not specified */
    uint32_t channels;   /* number of components of an element */
} dxk_job_buffer;

/* Describes buffer `index` in *out, in the order of the job. False past the end. The memory lives
 * as long as the job, and may be written before the run. */
DXK_API bool dxk_job_buffer_get(const dxk_job *job, size_t index, dxk_job_buffer *out);

/*
 * Makes a run of a shader with the grid of the job and with its buffers bound. The job and
 * `program` must outlive the run, which the caller frees with dxk_run_free(). `options` may be
 * NULL.
 *
 * Errors: DXK_E_INVALID (reported) if something in the job does not fit the shader, or if the job
 * has rays; those of dxk_run_create().
 */
DXK_API dxk_status dxk_job_bind(dxk_job *job, const dxk_run_program *program,
                                const dxk_run_options *options, dxk_run **out);

/*
 * Draws what a job with graphics shaders describes. The workers of `pipeline` belong to runs made
 * by dxk_job_bind(), of programs made with dxk_run_program_options.for_invoke. Render targets are
 * cleared to zero first, a depth buffer to 1. Unless the job says otherwise, all triangles are
 * drawn and front faces are counter-clockwise; with a mesh shader, front faces are clockwise and
 * back faces are not drawn.
 *
 * Errors: DXK_E_INVALID (reported) if something in the job does not fit; those of dxk_run_draw().
 */
DXK_API dxk_status dxk_job_draw(dxk_job *job, const dxk_draw_pipeline *pipeline);

/*
 * Writes buffer `index` as a PNG image, with 8 bits per component if the buffer has 8, and 16
 * otherwise. Floating-point numbers are mapped from 0 to 1, integers from 0 to their largest
 * value. Elements with one component are gray, with two red and green. Slices are placed below
 * each other; only the largest mip is shown.
 *
 * Errors: DXK_E_ARGUMENT if there is no such buffer, if it has no width and height, or if its
 * elements have more than four components; DXK_E_NOMEM, DXK_E_SINK.
 */
DXK_API dxk_status dxk_job_write_png(const dxk_job *job, size_t index, dxk_sink sink);

/*
 * Reads a PNG image: sets *width and *height, and appends its texels to `rgba`, row by row, with
 * one byte each for red, green, blue and alpha. Images with 16 bits per component are reduced to
 * the upper 8 bits.
 *
 * Errors: DXK_E_INVALID if it is not a PNG image, is interlaced, or has fewer than 8 bits per
 * component; DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_png_read(dxk_ctx *ctx, dxk_bytes png, uint32_t *width, uint32_t *height,
                                dxk_buffer *rgba);

/* Prints a job with the current contents of its buffers, as the test suite does after a run.
 * Errors: DXK_E_SINK. */
DXK_API dxk_status dxk_job_print(const dxk_job *job, dxk_sink sink);

/* Compares result `index` with what the job expects, and sets *passed. If it differs, the
 * difference is printed as the test suite prints it. Errors: DXK_E_ARGUMENT if there is no such
 * result; DXK_E_SINK. */
DXK_API dxk_status dxk_job_compare(const dxk_job *job, size_t index, dxk_sink sink, bool *passed);

/* Returns the name of result `index`; empty past the end. */
DXK_API dxk_str dxk_job_result_name(const dxk_job *job, size_t index);

#ifdef __cplusplus
}
#endif
#endif
