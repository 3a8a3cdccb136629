/* SPDX-License-Identifier: MIT */
/*
 * opt.h - options: a table of rows that parses the command line, prints help and makes the shell
 * completions.
 *
 * The way of GNU tools: `-v`, `-ofile`, `-o file`, `-rj4`, `--name=value`, `--name value`, options
 * and operands in any order, `--` ends the options, `-` is an operand. A name that itself begins
 * with a dash is written with one, as in `-api dx`: options of other tools that are called alike.
 * Such a name may end with '*': it stands for all that begin like it.
 */
#ifndef OPT_H
#define OPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What an option takes and which field it sets. */
typedef enum opt_kind {
    OPT_FLAG,    /* nothing; bool */
    OPT_TEXT,    /* a string; const char * */
    OPT_NUMBER,  /* decimal or 0x number; uint64_t */
    OPT_COUNT,   /* the same, greater than zero; uint64_t */
    OPT_SIZE,    /* the same, greater than zero, with K, M or G after it; uint64_t */
    OPT_MAYBE,   /* nothing, or a string after '='; const char *, "" for nothing */
    OPT_CHOICE,  /* one of the words in `value`, "auto|keep|fix"; int, the word's index */
    OPT_SYNTAX,  /* the same; after any word but the first, arguments with one dash are operands */
    OPT_LIST,    /* a string, repeatable; opt_list, which several options may share */
    OPT_JOINED,  /* a string, also without a blank after a name with its own dash; const char * */
    OPT_IGNORED, /* of another tool: nothing, or as many arguments as `value` has words, or a string
                    after '='; it sets nothing */
    OPT_WARNED,  /* the same, but it is kept, as it was given: opt_list */
    OPT_REFUSED, /* as OPT_IGNORED, but `help` says why it cannot be had */
    OPT_TOPIC    /* no option: `help` is the title of the rows that follow */
} opt_kind;

/* One option. A row without help ends a table. */
typedef struct opt_spec {
    char letter;       /* short form, 0 for none */
    const char *name;  /* long form, NULL for none */
    opt_kind kind;     /* what it takes */
    size_t offset;     /* offsetof() the field in the command's struct */
    const char *value; /* name of what it takes, or the words of a choice; NULL for a flag */
    const char *help;  /* a few words */
    const char *more;  /* further lines for --help, or NULL */
} opt_spec;

/* One use of an OPT_LIST option. */
typedef struct opt_item {
    const opt_spec *option; /* which one */
    const char *value;      /* its value */
} opt_item;

/* All uses, in the order of the command line. */
typedef struct opt_list {
    opt_item *items;
    size_t count;
} opt_list;

/* A table and the struct it fills. */
typedef struct opt_set {
    const opt_spec *specs;
    void *values;
} opt_set;

#define OPT_MESSAGE   256             /* bytes for an error message */
#define OPT_NO_MEMORY "out of memory" /* the message that is no wrong use */

/*
 * Parses argv[0..*argc), taking the options out: what is left are the operands. On failure false,
 * with one sentence in `message`. opt_free() afterwards in both cases.
 */
bool opt_parse(const opt_set *sets, size_t set_count, int *argc, char **argv,
               char message[OPT_MESSAGE]);
void opt_free(const opt_set *sets, size_t set_count);

/* Index of `text` in the words "a|b|c"; -1 when it is none of them. */
int opt_choice(const char *words, const char *text);

/* Reads a decimal or 0x number that takes up all of `text`. */
bool opt_number(const char *text, uint64_t *value);

/* Reads "N.M". */
bool opt_version(const char *text, uint32_t *major, uint32_t *minor);

/* The same, of a validator: 1.0 to 1.10, or 0.0, which stands for none. */
bool opt_validator(const char *text, uint32_t *major, uint32_t *minor);

/* Is the profile lib_6_1 or lib_6_2? No validator takes such libraries. */
bool opt_is_old_library(const char *profile);

/* What is wrong with the options of a library: old ones and those for linking only are not made for a
 * validator. `versioned`: one other than 0.0 is asked for. NULL: nothing. */
const char *opt_library_conflict(const char *profile, bool validates, bool versioned);

/* Reads a number with K, M or G after it, powers of 1024. */
bool opt_size(const char *text, uint64_t *value);

/* A size as opt_size() reads it, "4G", in `text`, which has room for 32. Returns `text`. */
const char *opt_size_text(uint64_t size, char text[32]);

/* What stands before the long name of an option: "--", or nothing if it has its own dash. */
const char *opt_dashes(const opt_spec *option);

/* Is the option there for users of another tool only, and does nothing? */
bool opt_is_foreign(const opt_spec *option);

/* Must a value follow the option? */
bool opt_has_value(const opt_spec *option);

/* How far two words are from each other: changed, added, missing and swapped letters. */
unsigned opt_distance(const char *a, const char *b);

#endif
