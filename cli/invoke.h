/* SPDX-License-Identifier: MIT */
/*
 * invoke.h - invocations of a shader of one stage, with inputs from the command line, and tables of
 * what they give. run_invoke.c runs stages, invoke_call.c functions, invoke_given.c reads options,
 * invoke_show.c prints records.
 */
#ifndef INVOKE_H
#define INVOKE_H

#include "run.h"

#include <dxk/stage.h>

#define INVOKE_MOST 4096u /* invocations, primitives */

typedef struct invoker {
    run_state *s;
    const opt_list *given;
    const dxk_run_program *program;
    dxk_run_worker *worker;
    dxk_run_program_info info;
    dxk_run_stage stage;
    uint32_t count;  /* vertices, pixels, patches, points, primitives */
    uint32_t *words; /* memory for all that is read and written */
    size_t next, room;
    bool json;
    run_trace *trace; /* values as they are made, up to the first record; NULL: nobody asks */
    bool lists;       /* records have begun */
} invoker;

/* --- invoke_given.c --- */

/* Its semantic, with its index if that is asked for. */
void invoke_element_name(const dxk_run_element *e, bool with_index, char name[80]);
/* The numbers that are given under a name; NULL: none are. */
const char *invoke_find_named(const invoker *v, const char *wanted);
/* Group `index`, or the last one. */
const char *invoke_group_at(const char *values, uint32_t index);
/* A number as a word; false: it is none. */
bool invoke_read_word(const char **at, bool is_real, uint32_t *word);
bool invoke_is_real(dxk_component_type type);
/* Reports that what is given under a name is no numbers; the exit status. */
int invoke_bad_values(const invoker *v, dxk_str name);
/* Records of a signature. */
int invoke_read_records(const invoker *v, dxk_run_signature signature, uint32_t count,
                        uint32_t words, uint32_t *to);
/* Numbers that are no elements: `columns` in each group. */
int invoke_read_numbers(const invoker *v, const char *name, bool real, uint32_t columns,
                        uint32_t count, uint32_t *to);
/* The first number that is given under a name; 0: none is. */
uint32_t invoke_one_number(const invoker *v, const char *name);
/* Checks names, and finds how many invocations are given. */
int invoke_look_at_given(invoker *v);
/* Zeros; `room` says in advance how many there are in all. */
uint32_t *invoke_take(invoker *v, size_t count);
/* Room for records of words, to be taken. */
int invoke_make_room(invoker *v, size_t records, size_t words);

/* --- invoke_show.c --- */

void invoke_print_word(text_out *out, dxk_component_type type, uint32_t word);
void invoke_json_word(dxk_json *json, dxk_component_type type, uint32_t word);
/* Records follow: what was traced ends before. */
void invoke_begin_list(invoker *v);
/* A record begins and ends: a head, or an object. */
void invoke_begin_record(invoker *v, const char *what);
void invoke_end_record(invoker *v);
void invoke_print_record(invoker *v, dxk_run_signature signature, uint32_t stream,
                         const uint32_t *words);

/* --- invoke_call.c --- */

/* Calls the function of the program for all arguments that are given. */
int invoke_function(invoker *v);
#endif
