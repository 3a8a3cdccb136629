/* SPDX-License-Identifier: MIT */
/* hash_canonical.h - `dxk hash --canonical`: keys that equal shaders share, and who shares them. */
#ifndef HASH_CANONICAL_H
#define HASH_CANONICAL_H

#include "job.h"

#define KEY_SIZE 16

/* Inputs with their keys, in order of the inputs. */
typedef struct key_list {
    struct key_row {
        char *name;
        uint8_t key[KEY_SIZE];
    } * rows;
    size_t count, capacity;
    bool failed; /* out of memory */
} key_list;

/* The key of the shader in the input: that of its canonical form and its root signature. Returns an
 * exit status; the key is set if it is CLI_OK. */
int hash_canonical_key(job *j, uint8_t key[KEY_SIZE]);

/* Adds what a job has printed, a key in hexadecimal, and takes it from there. */
void hash_add_key(key_list *list, const char *name, dxk_buffer *printed);

/* Prints those that share a key, and frees the list. */
void hash_print_duplicates(key_list *list, text_out *out);

#endif
