/* SPDX-License-Identifier: MIT */
/*
 * source.h - HLSL where a command takes a shader: it is compiled, and the command sees the container. For
 * commands with CLI_SOURCE.
 */
#ifndef SOURCE_H
#define SOURCE_H

#include "job.h"

/* The options about how sources are compiled: those of `dxk compile`. */
extern const opt_spec source_specs[];

/* Bytes for what they set. */
size_t source_options_size(void);

/* Checks what app->source says, and makes what all compilations share. Returns an exit status; source_finish()
 * follows in any case. */
int source_prepare(cli_app *app);
void source_finish(cli_app *app);

/* Takes these arguments in the place of the options so far; they must live as long. False: `message` says what
 * is wrong. */
bool source_take_words(cli_app *app, const opt_list *words, char message[OPT_MESSAGE]);

/* True if a text that begins like this can be HLSL. */
bool source_may_be(dxk_bytes start);

/* If the command takes sources, and the input or another file is one, `bytes` become those of the container,
 * which are in *made then. Files of other tools are refused. Returns an exit status. */
int source_take(job *j, const char *name, dxk_bytes *bytes, dxk_buffer *made);

/* For commands that read other texts: refuses HLSL and files of other tools. */
int source_refuse(job *j);

/* job_read() of a shader, which may be a source. */
int source_read(job *j, const char *path, io_file *file);

/* Reports of the compilations of a job. */
void source_print(const job *j, text_out *err);
void source_json(const job *j);
void source_forget(job *j);

#endif
