/* SPDX-License-Identifier: MIT */
/*
 * judge.h - a program that judges one module after the other.
 *
 * It reads from standard input, for each module, the size in four bytes, least significant first,
 * and that many bytes; and writes one line of at most 255 bytes: "valid", or "invalid" and, after a
 * blank, why. Another line says that it has no verdict. It may answer late, but in order. If it
 * ends, it has no verdict of the module that it was at; it is started again for those after.
 */
#ifndef MUTATE_JUDGE_H
#define MUTATE_JUDGE_H

#include "dxk/base.h"

typedef struct judge judge;

/* Takes the verdict: 1 valid, 0 invalid, -1 none; `why` is what the line says after it. `about` is
 * what was given with the question. */
typedef void judge_answer(void *user, void *about, dxk_bytes module, int verdict, const char *why);

/* Starts the command, of a shell. Never NULL; the program ends if there is no judge to be had. */
judge *judge_start(const char *command, judge_answer *answer, void *user);

/* Asks about a module, which is copied. Answers to it and to others come then or later. */
void judge_ask(judge *j, dxk_bytes module, void *about);

/* Waits for all answers and ends the judge. */
void judge_end(judge *j);

#endif
