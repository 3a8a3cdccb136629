/* SPDX-License-Identifier: MIT */
/*
 * md.h - reading tuples and tag lists of metadata into structures, by the rows of
 * spec/dxil_records.def; used while a dxk_dxil is loaded.
 *
 * Problems are reported with a path, a chain of frames on the stack that is only put into words
 * when there is something to report. After a problem the members concerned keep their defaults.
 */
#ifndef DXKI_DXIL_MD_H
#define DXKI_DXIL_MD_H

#include "base/diag.h"
#include "dxil/dxil.h"
#include "ir/idset.h"

typedef enum dxki_dxil_md_name_id {
#define DXKI_MD_NAME(ident, text) DXKI_NAMED_##ident,
#include "spec/dxil_names.def"
#undef DXKI_MD_NAME
    DXKI_NAMED_COUNT
} dxki_dxil_md_name_id;

/* Bytes of the structure that a record is read into. */
size_t dxki_dxil_md_record_size(dxki_dxil_md_record_id record);

/* "dx.version" */
const char *dxki_dxil_md_name_text(dxki_dxil_md_name_id name);

/* Where one is: `name`, and an index in it or UINT32_MAX. The root's name is a named node's. */
typedef struct dxki_dxil_md_path {
    const struct dxki_dxil_md_path *up;
    const char *name;
    uint32_t index;
} dxki_dxil_md_path;

#define DXKI_NO_MD_INDEX UINT32_MAX

/* What a node was read as, so that a shared node is read once: a record, a list of a record, or
 * one of these. */
enum {
    DXKI_MEMO_LIST = 0x100,  /* added to the id of a record: a list of them */
    DXKI_MEMO_INNER = 0x200, /* added: a record that does not go into its own lists */
    DXKI_MEMO_U32S = 0x400,
    DXKI_MEMO_STRS
};

typedef struct dxki_dxil_md_memo {
    dxki_md md;
    uint32_t kind;
    const void *object;
} dxki_dxil_md_memo;

/* One load. */
typedef struct dxki_dxil_md_reader {
    dxk_dxil *d;
    const dxk_module *m;
    dxk_status status;      /* the first that was not DXK_OK; NOMEM and LIMIT win */
    bool is_optional;       /* a program can do without what is being read */
    bool is_unread;         /* and the reference does not look at it */
    dxki_dxil_entry *first; /* the first entry point, when it was met */
    dxki_idset memo_set;
    DXKI_VEC(dxki_dxil_md_memo) memos; /* [0] dummy */
} dxki_dxil_md_reader;

bool dxki_dxil_md_init(dxki_dxil_md_reader *r, dxk_dxil *d);
void dxki_dxil_md_free(dxki_dxil_md_reader *r);

/* True after out of memory or over a limit: nothing more is to be read. */
bool dxki_dxil_md_stopped(const dxki_dxil_md_reader *r);
void dxki_dxil_md_nomem(dxki_dxil_md_reader *r);

/* "%0 is %1, it must be %2": `what` of the node at `path`; `found` is put into words. */
void dxki_dxil_md_report_kind(dxki_dxil_md_reader *r, const dxki_dxil_md_path *path,
                              const char *what, dxki_md found, const char *wanted);
/* The node has `found` operands where `wanted` are due ("11", "at least 3", "an even number"). */
void dxki_dxil_md_report_count(dxki_dxil_md_reader *r, const dxki_dxil_md_path *path,
                               uint32_t found, const char *wanted);
/* What the reference says when a value is not of the kind that it takes for granted. */
#define DXKI_CAST_REFUSAL "cast<X>() argument of incompatible type!\n"

/* What is reported next is something that the reference does not come through alive, if it comes
 * to it: it is no annotation that one could do without. */
void dxki_dxil_md_fault(dxki_dxil_md_reader *r);

/* The same for what the reference takes for granted and fails on with words of its own. */
void dxki_dxil_md_report_cast(dxki_dxil_md_reader *r, const dxki_dxil_md_path *path,
                              const char *what, dxki_md found, const char *wanted);
/* A number that steers reading is out of range. */
void dxki_dxil_md_report_value(dxki_dxil_md_reader *r, const dxki_dxil_md_path *path,
                               const char *what, uint64_t found, const char *wanted);

/* The program is refused with the reference's words, when it is not yet. Says nothing else. */
void dxki_dxil_md_refuse(dxki_dxil_md_reader *r, const char *words);

/* There is no named node of that name. */
void dxki_dxil_md_report_missing(dxki_dxil_md_reader *r, dxki_dxil_md_name_id name);

/* dx.viewIdState needs more than its `words` words: a warning; false: it could not be made. */
bool dxki_dxil_md_report_view_id(dxki_dxil_md_reader *r, const dxki_dxil_md_path *path,
                                 uint64_t words);

/* Reads `md` as a record into the structure of its row; false when something was reported. */
bool dxki_dxil_md_record(dxki_dxil_md_reader *r, dxki_dxil_md_record_id record, dxki_md md,
                         const dxki_dxil_md_path *path, void *object);

/* Operands of a tuple; false when it is something else (reported). Null is an empty list. */
bool dxki_dxil_md_list(dxki_dxil_md_reader *r, dxki_md md, const dxki_dxil_md_path *path,
                       const dxki_md **ops, uint32_t *count);

/* Operands of a named node; NULL and 0 when there is none. */
const dxki_md *dxki_dxil_md_named(const dxki_dxil_md_reader *r, dxki_dxil_md_name_id name,
                                  uint32_t *count);

/* What the node was read as before; NULL: nothing. `kind`: see above. */
const void *dxki_dxil_md_recall(const dxki_dxil_md_reader *r, dxki_md md, uint32_t kind);
void dxki_dxil_md_remember(dxki_dxil_md_reader *r, dxki_md md, uint32_t kind, const void *object);

/* What a record needs besides its rows; called once for each object. */
typedef void (*dxki_dxil_md_finish)(dxki_dxil_md_reader *r, dxki_dxil_md_record_id record,
                                    dxki_md md, const dxki_dxil_md_path *path, void *object);

/* The object of `md`, read now or before; NULL: out of memory. `flags`: 0 or DXKI_MEMO_INNER.
 * `finish` may be NULL. */
const void *dxki_dxil_md_object(dxki_dxil_md_reader *r, dxki_dxil_md_record_id record,
                                uint32_t flags, dxki_md md, const dxki_dxil_md_path *path,
                                dxki_dxil_md_finish finish);

/* The objects of `count` operands. Their paths are `path` with the index. */
void dxki_dxil_md_objects(dxki_dxil_md_reader *r, dxki_dxil_md_record_id record, uint32_t flags,
                          const dxki_md *ops, uint32_t count, const dxki_dxil_md_path *path,
                          dxki_dxil_md_finish finish, dxki_dxil_list *list);

/* The same for the operands of a tuple, which may be null. */
void dxki_dxil_md_tuple(dxki_dxil_md_reader *r, dxki_dxil_md_record_id record, uint32_t flags,
                        dxki_md md, const dxki_dxil_md_path *path, dxki_dxil_md_finish finish,
                        dxki_dxil_list *list);

/* Zeroed array in the view's arena; NULL: out of memory (noted). */
void *dxki_dxil_md_alloc(dxki_dxil_md_reader *r, size_t count, size_t size);
#define DXKI_MDR_NEW(r, type, count) ((type *)dxki_dxil_md_alloc((r), (count), sizeof(type)))

/* Integer constant of at most 64 bits after `md`. */
bool dxki_dxil_md_int(const dxki_dxil_md_reader *r, dxki_md md, uint64_t *bits);

/* A view of the i8 array in a tuple; reports `what` when it is something else. */
bool dxki_dxil_md_bytes(dxki_dxil_md_reader *r, dxki_md md, const dxki_dxil_md_path *path,
                        const char *what, dxk_bytes *out);

/* Does the module say that it is one of DXIL? */
bool dxki_dxil_md_is_dxil(const dxki_dxil_md_reader *r);

/* The parts of dxk_dxil_load(), one per file. Each fills its members of r->d. */
void dxki_dxil_load_first_entry(dxki_dxil_md_reader *r);
void dxki_dxil_load_props(dxki_dxil_md_reader *r, dxki_dxil_entry *entry,
                          const dxki_dxil_md_path *path);
void dxki_dxil_load_entries(dxki_dxil_md_reader *r);
void dxki_dxil_load_resources(dxki_dxil_md_reader *r);
void dxki_dxil_load_types(dxki_dxil_md_reader *r);
void dxki_dxil_load_view_id(dxki_dxil_md_reader *r);
void dxki_dxil_load_subobjects(dxki_dxil_md_reader *r);
void dxki_dxil_load_root_signature(dxki_dxil_md_reader *r);

#endif
