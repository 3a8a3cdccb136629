/* SPDX-License-Identifier: MIT */
/*
 * subject.h - what val and sign judge: a container or, for text, bare bitcode and PDBs, the
 * container that is assembled of it; and what is read of text by commands that take it.
 */
#ifndef SUBJECT_H
#define SUBJECT_H

#include <dxk/module.h>
#include <dxk/text.h>

#include "dxk/compat.h"
#include "job.h"

/* How far it came. */
typedef enum subject_state {
    SUBJECT_READY,        /* `container` is set */
    SUBJECT_DAMAGED,      /* the frame of a container, of a PDB ... is broken */
    SUBJECT_NO_TEXT,      /* neither a known kind of file nor text */
    SUBJECT_BAD_TEXT,     /* text with a mistake: `error` */
    SUBJECT_BAD_BITCODE,  /* bitcode that cannot be read */
    SUBJECT_BAD_METADATA, /* no container can be made of it: `refusal` */
    SUBJECT_FAILED        /* out of memory, a limit: `status` */
} subject_state;

typedef struct subject {
    subject_state state;
    dxk_status status;        /* DXK_OK when ready */
    dxk_container *container; /* to be judged */
    dxk_buffer bytes;         /* its bytes, when it was assembled */
    bool assembled;           /* places in it mean nothing to the user */
    dxk_module *module;       /* of which it was assembled */
    bool as_dxv;              /* nothing is said but what dxv says */
    dxk_container *source;    /* where the module is from, if from a PDB */
    dxk_text_error error;     /* of a bad text */
    dxk_str refusal;          /* of bad metadata: what the reference says, which may be nothing */
    uint32_t code;            /* of bad metadata: the code that it ends with instead; 0: none */
} subject;

/*
 * Loads the job's input. With `as_dxv` it is what dxv does: all that is neither a container with a
 * good header nor bitcode is text, up to its first NUL. What is wrong is in the context's
 * diagnostics as well. subject_free() afterwards in all cases.
 */
void subject_load(job *j, bool as_dxv, subject *s);
void subject_free(subject *s);

/*
 * For commands with CLI_TEXT: text becomes the container that is assembled of it, whose bytes are in `made`
 * then; dxk_buffer_free() gives them back. Everything else stays. Returns an exit status.
 */
int subject_assemble(job *j, dxk_bytes *text, dxk_buffer *made);

/* True if a text begins like one of which a container is made. */
bool subject_is_text(dxk_bytes text);

/* Can a text that begins like this be one of which a container is made? */
bool subject_may_be_text(dxk_bytes start);

/* Loads it as text, whatever it is; of a subject that was freed. */
void subject_load_text(job *j, subject *s);

#endif
