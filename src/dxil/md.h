/* SPDX-License-Identifier: MIT */
/*
 * md.h - reading tuples and tag lists of metadata into structures, by the rows of
 * spec/dxil_metadata.def; used while a dxk_dxil is loaded.
 *
 * Problems are reported with a path, a chain of frames on the stack that is only put into words
 * when there is something to report. After a problem the members concerned keep their defaults.
 */
#ifndef DXKI_DXIL_MD_H
#define DXKI_DXIL_MD_H

#include "base/diag.h"
#include "dxil/dxil.h"
#include "ir/idset.h"

typedef enum dxki_md_record_id {
#define DXKI_MD_RECORD(ident, type, form, operands, text) DXKI_MDREC_##ident,
#include "spec/dxil_metadata.def"
    DXKI_MDREC_NONE /* column `detail` of rows that have none */
} dxki_md_record_id;

typedef enum dxki_md_name_id {
#define DXKI_MD_NAME(ident, text) DXKI_NAMED_##ident,
#include "spec/dxil_metadata.def"
    DXKI_NAMED_COUNT
} dxki_md_name_id;

/* Bytes of the structure that a record is read into. */
size_t dxki_mdr_record_size(dxki_md_record_id record);

/* "dx.version" */
const char *dxki_md_name_text(dxki_md_name_id name);

/* Where one is: `name`, and an index in it or UINT32_MAX. The root's name is a named node's. */
typedef struct dxki_md_path {
    const struct dxki_md_path *up;
    const char *name;
    uint32_t index;
} dxki_md_path;

#define DXKI_NO_MD_INDEX UINT32_MAX

/* What a node was read as, so that a shared node is read once: a record, a list of a record, or
 * one of these. */
enum {
    DXKI_MEMO_LIST = 0x100,  /* added to the id of a record: a list of them */
    DXKI_MEMO_INNER = 0x200, /* added: a record that does not go into its own lists */
    DXKI_MEMO_U32S = 0x400,
    DXKI_MEMO_STRS
};

typedef struct dxki_md_memo {
    dxki_md md;
    uint32_t kind;
    const void *object;
} dxki_md_memo;

/* One load. */
typedef struct dxki_mdr {
    dxk_dxil *d;
    const dxk_module *m;
    dxk_status status; /* the first that was not DXK_OK; NOMEM and LIMIT win */
    bool is_optional;  /* a program can do without what is being read */
    bool is_unread;    /* and the reference does not look at it */
    dxki_entry *first; /* the first entry point, when it was met */
    dxki_idset memo_set;
    DXKI_VEC(dxki_md_memo) memos; /* [0] dummy */
} dxki_mdr;

bool dxki_mdr_init(dxki_mdr *r, dxk_dxil *d);
void dxki_mdr_free(dxki_mdr *r);

/* True after out of memory or over a limit: nothing more is to be read. */
bool dxki_mdr_stopped(const dxki_mdr *r);
void dxki_mdr_nomem(dxki_mdr *r);

/* "%0 is %1, it must be %2": `what` of the node at `path`; `found` is put into words. */
void dxki_mdr_report_kind(dxki_mdr *r, const dxki_md_path *path, const char *what, dxki_md found,
                          const char *wanted);
/* The node has `found` operands where `wanted` are due ("11", "at least 3", "an even number"). */
void dxki_mdr_report_count(dxki_mdr *r, const dxki_md_path *path, uint32_t found,
                           const char *wanted);
/* What the reference says when a value is not of the kind that it takes for granted. */
#define DXKI_CAST_REFUSAL "cast<X>() argument of incompatible type!\n"

/* What is reported next is something that the reference does not come through alive, if it comes
 * to it: it is no annotation that one could do without. */
void dxki_mdr_fault(dxki_mdr *r);

/* The same for what the reference takes for granted and fails on with words of its own. */
void dxki_mdr_report_cast(dxki_mdr *r, const dxki_md_path *path, const char *what, dxki_md found,
                          const char *wanted);
/* A number that steers reading is out of range. */
void dxki_mdr_report_value(dxki_mdr *r, const dxki_md_path *path, const char *what, uint64_t found,
                           const char *wanted);

/* The program is refused with the reference's words, when it is not yet. Says nothing else. */
void dxki_mdr_refuse(dxki_mdr *r, const char *words);

/* There is no named node of that name. */
void dxki_mdr_report_missing(dxki_mdr *r, dxki_md_name_id name);

/* dx.viewIdState needs more than its `words` words: a warning; false: it could not be made. */
bool dxki_mdr_report_view_id(dxki_mdr *r, const dxki_md_path *path, uint64_t words);

/* Reads `md` as a record into the structure of its row; false when something was reported. */
bool dxki_mdr_record(dxki_mdr *r, dxki_md_record_id record, dxki_md md, const dxki_md_path *path,
                     void *object);

/* Operands of a tuple; false when it is something else (reported). Null is an empty list. */
bool dxki_mdr_list(dxki_mdr *r, dxki_md md, const dxki_md_path *path, const dxki_md **ops,
                   uint32_t *count);

/* Operands of a named node; NULL and 0 when there is none. */
const dxki_md *dxki_mdr_named(const dxki_mdr *r, dxki_md_name_id name, uint32_t *count);

/* What the node was read as before; NULL: nothing. `kind`: see above. */
const void *dxki_mdr_recall(const dxki_mdr *r, dxki_md md, uint32_t kind);
void dxki_mdr_remember(dxki_mdr *r, dxki_md md, uint32_t kind, const void *object);

/* What a record needs besides its rows; called once for each object. */
typedef void (*dxki_md_finish)(dxki_mdr *r, dxki_md_record_id record, dxki_md md,
                               const dxki_md_path *path, void *object);

/* The object of `md`, read now or before; NULL: out of memory. `flags`: 0 or DXKI_MEMO_INNER.
 * `finish` may be NULL. */
const void *dxki_mdr_object(dxki_mdr *r, dxki_md_record_id record, uint32_t flags, dxki_md md,
                            const dxki_md_path *path, dxki_md_finish finish);

/* The objects of `count` operands. Their paths are `path` with the index. */
void dxki_mdr_objects(dxki_mdr *r, dxki_md_record_id record, uint32_t flags, const dxki_md *ops,
                      uint32_t count, const dxki_md_path *path, dxki_md_finish finish,
                      dxki_list *list);

/* The same for the operands of a tuple, which may be null. */
void dxki_mdr_tuple(dxki_mdr *r, dxki_md_record_id record, uint32_t flags, dxki_md md,
                    const dxki_md_path *path, dxki_md_finish finish, dxki_list *list);

/* Zeroed array in the view's arena; NULL: out of memory (noted). */
void *dxki_mdr_alloc(dxki_mdr *r, size_t count, size_t size);
#define DXKI_MDR_NEW(r, type, count) ((type *)dxki_mdr_alloc((r), (count), sizeof(type)))

/* Integer constant of at most 64 bits behind `md`. */
bool dxki_mdr_int(const dxki_mdr *r, dxki_md md, uint64_t *bits);

/* A view of the i8 array in a tuple; reports `what` when it is something else. */
bool dxki_mdr_bytes(dxki_mdr *r, dxki_md md, const dxki_md_path *path, const char *what,
                    dxk_bytes *out);

/* Does the module say that it is one of DXIL? */
bool dxki_mdr_is_dxil(const dxki_mdr *r);

/* The parts of dxk_dxil_load(), one per file. Each fills its members of r->d. */
void dxki_load_first_entry(dxki_mdr *r);
void dxki_load_props(dxki_mdr *r, dxki_entry *entry, const dxki_md_path *path);
void dxki_load_entries(dxki_mdr *r);
void dxki_load_resources(dxki_mdr *r);
void dxki_load_types(dxki_mdr *r);
void dxki_load_view_id(dxki_mdr *r);
void dxki_load_subobjects(dxki_mdr *r);
void dxki_load_root_signature(dxki_mdr *r);

#endif
