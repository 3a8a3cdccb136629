/* SPDX-License-Identifier: MIT */
/* opened.h - a file beside the input that stays open while it is looked at. */
#ifndef OPENED_H
#define OPENED_H

#include "job.h"

/* Zero-initialise; close in any case. */
typedef struct opened {
    io_file file;
    dxk_buffer assembled; /* the container, if the file is text: see CLI_TEXT */
    dxk_container *container;
} opened;

int opened_read(job *j, opened *f, const char *path);
void opened_close(opened *f);

/* The content of the part RTS0; `option` is named if there is none. */
int opened_root_signature(job *j, const opened *f, const char *option, dxk_bytes *content);

#endif
