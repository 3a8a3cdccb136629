/* SPDX-License-Identifier: MIT */
/* response.c - files with arguments. See response.h. */
#include "response.h"

#include "io.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILES = 256 };
#define MAX_BYTES ((uint64_t)64 << 20)

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

char *response_word(char **rest)
{
    char *from = *rest, *word, *to, quote = 0;
    while (is_blank(*from))
        from++;
    if (!*from)
        return NULL;
    word = to = from;
    for (; *from && (quote || !is_blank(*from)); from++) {
        bool taken = *from == '\\' && (from[1] == '"' || from[1] == '\'');
        if (taken)
            *to++ = *++from;
        else if (quote ? *from == quote : *from == '"' || *from == '\'')
            quote = quote ? 0 : *from;
        else
            *to++ = *from;
    }
    *rest = *from ? from + 1 : from;
    *to = 0;
    return word;
}

static bool no_memory(char message[OPT_MESSAGE])
{
    snprintf(message, OPT_MESSAGE, "out of memory");
    return false;
}

/* The text of a file, kept until the end. */
static char *read_text(response *r, const char *path, char message[OPT_MESSAGE])
{
    io_file file;
    char why[IO_MESSAGE];
    if (r->text_count == MAX_FILES) {
        snprintf(message, OPT_MESSAGE, "@%.80s: more than %d argument files", path, MAX_FILES);
        return NULL;
    }
    int error = io_read(path, MAX_BYTES, NULL, &file);
    if (error) {
        snprintf(message, OPT_MESSAGE, "cannot read @%.80s: %s", path, io_message(error, why));
        return NULL;
    }
    char *text = malloc(file.bytes.size + 1);
    if (text) {
        if (file.bytes.size)
            memcpy(text, file.bytes.data, file.bytes.size);
        text[file.bytes.size] = 0;
        r->texts[r->text_count++] = text;
    } else {
        no_memory(message);
    }
    io_close(&file);
    return text;
}

/* Puts the words of a file in the place of argument `at`. */
static bool put_words(response *r, int at, char message[OPT_MESSAGE])
{
    char *text = read_text(r, r->argv[at] + 1, message), *rest = text, *word;
    if (!text)
        return false;
    int count = 0;
    size_t room = strlen(text) / 2 + 1; /* words have a blank between them */
    char **words = malloc(room * sizeof *words);
    while (words && (word = response_word(&rest)) != NULL)
        words[count++] = word;
    char **made = malloc(((size_t)r->argc + (size_t)count) * sizeof *made);
    bool good = words && made;
    if (good) {
        memcpy(made, r->argv, (size_t)at * sizeof *made);
        memcpy(made + at, words, (size_t)count * sizeof *made);
        memcpy(made + at + count, r->argv + at + 1, (size_t)(r->argc - at - 1) * sizeof *made);
        free(r->argv);
        r->argv = made;
        r->argc += count - 1;
        made = NULL;
    }
    free(made);
    free(words);
    return good || no_memory(message);
}

bool response_expand(response *r, int argc, char **argv, char message[OPT_MESSAGE])
{
    r->argv = malloc(((size_t)argc + 1) * sizeof *r->argv);
    r->texts = calloc(MAX_FILES, sizeof *r->texts);
    if (!r->argv || !r->texts)
        return no_memory(message);
    memcpy(r->argv, argv, (size_t)argc * sizeof *argv);
    r->argc = argc;
    for (int at = 0; at < r->argc;) {
        if (r->argv[at][0] != '@' || !r->argv[at][1])
            at++;
        else if (!put_words(r, at, message))
            return false;
    }
    return true;
}

void response_free(response *r)
{
    for (int i = 0; i < r->text_count; i++)
        free(r->texts[i]);
    free(r->texts);
    free(r->argv);
}
