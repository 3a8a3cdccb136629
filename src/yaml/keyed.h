/* SPDX-License-Identifier: MIT */
/*
 * keyed.h - one walk over a mapping that shows a structure in it, or fills the structure from it.
 *
 * A part of LLVM's schema has one function that names its keys in order; records are named by a
 * list of keys.def. All functions return false after a failure; the status is sticky.
 */
#ifndef DXKI_YAML_KEYED_H
#define DXKI_YAML_KEYED_H

#include "dxk/yaml.h"
#include "parts/parts.h"
#include "spec/spec.h"
#include "yaml/fields.h"

/* Lists of keys.def. */
typedef enum dxki_yaml_keys_id {
#define DXKI_KEYS(list) DXKI_KEYS_ID_##list,
#define DXKI_KEY(list, record, field, key, form, need, value)
#define DXKI_KEYS_END(list)
#include "yaml/keys.def"
#undef DXKI_KEYS
#undef DXKI_KEY
#undef DXKI_KEYS_END
    DXKI_KEYS_ID_COUNT
} dxki_yaml_keys_id;

/* The default of a value that is computed when it is not given. */
#define DXKI_COMPUTED 0xFFFFFFFFu

/* How a program's module is shown. */
typedef enum dxki_yaml_module_form {
    DXKI_MODULE_BYTES,
    DXKI_MODULE_TEXT, /* as text; sizes that follow from it are left out */
    DXKI_MODULE_KINDS /* kinds of metadata too */
} dxki_yaml_module_form;

/* LOAD: a number that is written at last, though the rest goes by another one. */
typedef struct dxki_yaml_forced {
    struct dxki_yaml_forced *next;
    size_t pos; /* in the part */
    unsigned size;
    uint32_t value;
} dxki_yaml_forced;

typedef struct dxki_yaml_keyed {
    dxk_ctx *ctx;
    dxki_arena *arena;
    dxk_status status;
    bool load;  /* the mapping fills the structure */
    int extras; /* SHOW: keys that LLVM does not have, by how far they go: 0 none, 1 versions,
                   2 and 3 the table of strings too, 4 that of indices too */
    dxki_yaml_module_form module; /* SHOW */
    bool brief;                   /* SHOW: without what loading computes to the same */
    dxk_yaml_schema schema;
    uint32_t stage;          /* of the program part, for versions of PSV0 that do not tell it */
    uint64_t claimed;        /* LOAD: bytes of parts so far that sizes alone ask for */
    dxki_yaml_node *map;     /* open mapping */
    dxki_yaml_node *found;   /* LOAD: member of it that was found last */
    dxki_yaml_node *element; /* LOAD: mapping that was left last */
    dxk_str text;            /* of a TEXT key */
    const dxki_yaml_node *text_node; /* LOAD: where it was */
    dxki_yaml_forced *forced;        /* LOAD */
} dxki_yaml_keyed;

/* Reports what LLVM's newest obj2yaml refuses, in its words: `what` and after it `of`. */
dxk_status dxki_yaml_llvm_refuses(dxk_ctx *ctx, const char *what, const char *of);

/* The same for the parts of a container, as far as their sequence is concerned. */
dxk_status dxki_yaml_llvm_check(dxk_ctx *ctx, const dxk_container *container);

/* Makes a status sticky; true when all is well. */
bool dxki_yaml_keyed_check(dxki_yaml_keyed *k, dxk_status status);

/* LOAD: reports a rule at a node. False when it is an error. */
bool dxki_yaml_keyed_report(dxki_yaml_keyed *k, const dxki_yaml_node *node, const dxki_rule *rule,
                            const dxki_arg *args, size_t count);

/* LOAD: member of the open mapping; NULL when it is not there, reported when `must`. */
dxki_yaml_node *dxki_yaml_keyed_find(dxki_yaml_keyed *k, const char *key, bool must);

/* The first list with keys of a record, which must have one. */
dxki_yaml_keys_id dxki_yaml_keyed_list_of(dxk_record_id record);

/* The keys of a list for a record. */
bool dxki_yaml_keyed_record(dxki_yaml_keyed *k, dxki_yaml_keys_id list, void *record);

/* A number of `bits` bits; hexadecimal or decimal. LOAD leaves it as it is when the key is not
 * there, which is an error when `must`. */
bool dxki_yaml_keyed_number(dxki_yaml_keyed *k, const char *key, uint32_t *value, unsigned bits,
                            bool must);

/* Opens a member that is a mapping; LOAD: an empty one when it is not there and not `must`.
 * `back` keeps the mapping around it for leave. */
bool dxki_yaml_keyed_enter(dxki_yaml_keyed *k, const char *key, bool must, dxki_yaml_node **back);
bool dxki_yaml_keyed_leave(dxki_yaml_keyed *k, dxki_yaml_node *back);

/* A member that is a list of mappings. SHOW: makes it and walks `count` elements; LOAD: finds it
 * and sets *count. Elements are then opened one after the other with dxki_yaml_keyed_next(). */
bool dxki_yaml_keyed_list(dxki_yaml_keyed *k, const char *key, size_t *count, bool must,
                          dxki_yaml_node **list);
bool dxki_yaml_keyed_next(dxki_yaml_keyed *k, dxki_yaml_node *list, size_t index,
                          dxki_yaml_node **back);

/* A text; LOAD leaves it as it is when the key is not there. */
bool dxki_yaml_keyed_text(dxki_yaml_keyed *k, const char *key, dxk_str *text, bool must);

/* A flow list of bytes, or of 32-bit numbers. LOAD allocates. */
bool dxki_yaml_keyed_bytes(dxki_yaml_keyed *k, const char *key, dxk_bytes *bytes, bool must);
bool dxki_yaml_keyed_words(dxki_yaml_keyed *k, const char *key, uint32_t **words, size_t *count,
                           bool hex, bool must);

/* The same for an element of a list of lists. */
bool dxki_yaml_keyed_words_element(dxki_yaml_keyed *k, dxki_yaml_node *list, size_t index,
                                   uint32_t **words, size_t *count);

/* A key for each value of a set of flags in order, all of them true or false (SFI0). */
bool dxki_yaml_keyed_features(dxki_yaml_keyed *k, uint64_t *flags);

/* A table of strings that a document has. */
typedef struct dxki_yaml_given_table {
    bool given;
    dxk_bytes bytes;
    uint32_t empty; /* where it says the empty string is; DXKI_COMPUTED: it does not */
} dxki_yaml_given_table;

/* The key StringTable: the strings of a table and where they are; without empty ones but for the
 * one at `empty`, unless that is DXKI_COMPUTED. LOAD: zeros follow, up to a multiple of 4. */
bool dxki_yaml_keyed_show_table(dxki_yaml_keyed *k, dxk_bytes table, uint32_t empty);
bool dxki_yaml_keyed_load_table(dxki_yaml_keyed *k, dxki_yaml_given_table *out);

/* LOAD: where the names are in the table that the document gives. False when it must be built
 * anew: there is none, or one that lacks a name, which is reported. */
bool dxki_yaml_keyed_find_names(dxki_yaml_keyed *k, const dxki_yaml_given_table *table,
                                const dxk_str *texts, size_t count, uint32_t *offsets);

/* LOAD: an explicit value that differs from the computed one is obeyed with a warning. Returns
 * the value to write. */
uint32_t dxki_yaml_keyed_obey(dxki_yaml_keyed *k, const char *key, uint32_t given,
                              uint64_t computed);

/* LOAD: the same for a list's length, which the walk of the part goes by: another one is put at
 * `pos` of the part at last. */
bool dxki_yaml_keyed_count(dxki_yaml_keyed *k, const char *key, uint32_t *count, size_t computed,
                           size_t pos);

/* LOAD: refuses DXKI_COMPUTED where nobody could tell it from a key that is not there. */
bool dxki_yaml_keyed_late(dxki_yaml_keyed *k, const char *key, uint32_t value);

/* LOAD: puts a number of `size` bytes at `pos` of the part at last. */
bool dxki_yaml_keyed_force(dxki_yaml_keyed *k, uint32_t value, size_t pos, unsigned size);

/* LOAD: says that a key which is there is not written, and why. */
bool dxki_yaml_keyed_unwritten(dxki_yaml_keyed *k, const char *key, const char *why);

/* Reports members that nobody asked for. */
bool dxki_yaml_keyed_unused(dxki_yaml_keyed *k, const dxki_yaml_node *map);

#define DXKI_OURS 255u

/* Keys and words of the parts: the walks of parts that LLVM's schema has. */
typedef struct dxki_yaml_keyed_part {
    uint32_t fourcc;
    const char *key;
    uint8_t since;  /* of LLVM: 19, 20, 23 for what comes after 22; DXKI_OURS: LLVM has no words */
    uint8_t extras; /* how far dxki_yaml_keyed.extras goes */
    bool (*walk)(dxki_yaml_keyed *k, void *part);
} dxki_yaml_keyed_part;

/* The row of a part; NULL when the schema does not have it. */
const dxki_yaml_keyed_part *dxki_yaml_keyed_part_of(uint32_t fourcc, dxk_yaml_schema schema);

/* The structure that a row's walk is for: STAT is a program too, or counters, which have no row. */
const dxki_part_kind *dxki_yaml_keyed_kind(const dxki_yaml_keyed_part *part);

/* The row with a key, whatever the part. */
bool dxki_yaml_keyed_is_payload(dxk_str key);

bool dxki_yaml_keyed_program(dxki_yaml_keyed *k, void *part);

/* The module of a program as text. LOAD leaves the bytes as they are when it is not there. */
bool dxki_yaml_keyed_module(dxki_yaml_keyed *k, dxk_bytes *bitcode);
bool dxki_yaml_keyed_feature_part(dxki_yaml_keyed *k, void *part);
bool dxki_yaml_keyed_hash(dxki_yaml_keyed *k, void *part);
bool dxki_yaml_keyed_signature(dxki_yaml_keyed *k, void *part);
bool dxki_yaml_keyed_signature4(dxki_yaml_keyed *k, void *part);
bool dxki_yaml_keyed_signature5(dxki_yaml_keyed *k, void *part);
bool dxki_yaml_keyed_psv0(dxki_yaml_keyed *k, void *part);
bool dxki_yaml_keyed_root_signature(dxki_yaml_keyed *k, void *part);
bool dxki_yaml_keyed_debug_name(dxki_yaml_keyed *k, void *part);
bool dxki_yaml_keyed_version(dxki_yaml_keyed *k, void *part);
bool dxki_yaml_keyed_source(dxki_yaml_keyed *k, void *part);

#endif
