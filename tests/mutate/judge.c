/* SPDX-License-Identifier: MIT */
/* judge.c - see judge.h. */
#define _POSIX_C_SOURCE 200809L
#include "judge.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST   64  /* questions that wait; their answers must fit into a pipe */
#define LINE   256 /* with its end */
#define SILENT 16  /* starts without an answer before it is given up */

typedef struct question {
    uint8_t *bytes; /* the size in front */
    size_t size;
    void *about;
} question;

struct judge {
    const char *command;
    judge_answer *answer;
    void *user;
    pid_t process;
    int to, from; /* pipes */
    FILE *lines;  /* of `from` */
    int silent;   /* starts since the last answer */
    question waiting[MOST];
    size_t first, count; /* a ring */
};

static void give_up(const char *why)
{
    fprintf(stderr, "the judge %s\n", why);
    exit(2);
}

/* ---------------------------------------------------------------------------------------- */
/* The process                                                                                */

static void become_judge(const char *command, int in, int out)
{
    if (dup2(in, 0) < 0 || dup2(out, 1) < 0)
        _exit(127);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

static void keep_to_itself(int file)
{
    if (fcntl(file, F_SETFD, FD_CLOEXEC) < 0)
        give_up("cannot be started");
}

static void start(judge *j)
{
    int to[2], from[2];
    if (pipe(to) || pipe(from))
        give_up("cannot be started");
    for (int i = 0; i < 2; i++) {
        keep_to_itself(to[i]);
        keep_to_itself(from[i]);
    }
    fflush(NULL);
    j->process = fork();
    if (j->process == 0)
        become_judge(j->command, to[0], from[1]);
    close(to[0]);
    close(from[1]);
    j->to = to[1];
    j->from = from[0];
    j->lines = fdopen(j->from, "r");
    if (j->process < 0 || !j->lines)
        give_up("cannot be started");
}

static void stop(judge *j)
{
    int status;
    close(j->to);
    fclose(j->lines);
    waitpid(j->process, &status, 0);
}

/* Writes the question; a judge that has ended is found out when its answer is read. */
static void put(const judge *j, const question *q)
{
    for (size_t at = 0; at < q->size;) {
        ssize_t done = write(j->to, q->bytes + at, q->size - at);
        if (done <= 0)
            return;
        at += (size_t)done;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Questions and answers                                                                      */

static question *at(judge *j, size_t number)
{
    return &j->waiting[(j->first + number) % MOST];
}

static void take(judge *j, int verdict, const char *why)
{
    question q = *at(j, 0);
    j->first = (j->first + 1) % MOST;
    j->count--;
    j->answer(j->user, q.about, (dxk_bytes){q.bytes + 4, q.size - 4}, verdict, why);
    free(q.bytes);
}

/* The first question is the one it ended at. */
static void start_again(judge *j)
{
    stop(j);
    if (++j->silent > SILENT)
        give_up("ends without an answer");
    take(j, -1, "");
    start(j);
    for (size_t i = 0; i < j->count; i++)
        put(j, at(j, i));
}

/* One line, without its end; what is too long is cut. False: the judge has ended. */
static bool get_line(judge *j, char *line, size_t size)
{
    size_t length = 0;
    int c;
    while ((c = getc(j->lines)) != EOF && c != '\n')
        if (length + 1 < size)
            line[length++] = (char)c;
    line[length] = 0;
    return c != EOF;
}

static void wait_for_one(judge *j)
{
    char line[LINE];
    if (!get_line(j, line, sizeof line)) {
        start_again(j);
        return;
    }
    j->silent = 0;
    if (strcmp(line, "valid") == 0)
        take(j, 1, "");
    else if (strncmp(line, "invalid", 7) == 0)
        take(j, 0, line[7] ? line + 8 : "");
    else
        take(j, -1, line);
}

void judge_ask(judge *j, dxk_bytes module, void *about)
{
    if (j->count == MOST)
        wait_for_one(j);
    question *q = at(j, j->count);
    *q = (question){malloc(module.size + 4), module.size + 4, about};
    if (!q->bytes || module.size > INT32_MAX)
        abort();
    for (int i = 0; i < 4; i++)
        q->bytes[i] = (uint8_t)(module.size >> 8 * i);
    memcpy(q->bytes + 4, module.data, module.size);
    j->count++;
    put(j, q);
}

judge *judge_start(const char *command, judge_answer *answer, void *user)
{
    judge *j = calloc(1, sizeof *j);
    if (!j)
        abort();
    j->command = command;
    j->answer = answer;
    j->user = user;
    signal(SIGPIPE, SIG_IGN);
    start(j);
    return j;
}

void judge_end(judge *j)
{
    while (j->count > 0)
        wait_for_one(j);
    stop(j);
    free(j);
}
