/* SPDX-License-Identifier: MIT */
/*
 * response.h - @FILE on a command line stands for the words in the file.
 *
 * Blanks and line feeds separate words; quotes of either kind keep them in one, and a backslash in front of
 * a quote takes it as it is. Words that begin with @ stand for files again.
 */
#ifndef RESPONSE_H
#define RESPONSE_H

#include <stdbool.h>

#include "opt.h"

/* A command line that words were put into. Zero-initialise. */
typedef struct response {
    int argc;
    char **argv;
    char **texts; /* the files, which words point into */
    int text_count;
} response;

/* Puts the words of files in. False, with one sentence in `message`, if a file cannot be read, or files stand
 * for each other without end. response_free() afterwards in both cases. */
bool response_expand(response *r, int argc, char **argv, char message[OPT_MESSAGE]);
void response_free(response *r);

/* Takes a word from *rest and ends it with NUL, where its quotes were or where it ended; NULL: there
 * is none left. */
char *response_word(char **rest);

#endif
