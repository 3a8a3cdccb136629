/* SPDX-License-Identifier: MIT */
/*
 * codec.h - one walk over a layout that reads, writes and shows it.
 *
 * A part has one function that names its fields in file order:
 *
 *     bool dxki_part_walk_hash(dxki_codec *c, dxk_hash *part) {
 *         return dxki_codec_record(c, "hash", DXK_RECORD_ID_shader_hash, &part->fields, 0, NULL);
 *     }
 *
 * In mode READ it fills the structure from bytes, checking every access, and tells the visitor
 * of each field; in mode WRITE it makes the bytes from the structure. The mode with a buffer of
 * NULL only counts. The name is the key for visitors, the path for diagnostics.
 *
 * All functions return false after a failure, and keep doing so: the status is sticky.
 */
#ifndef DXKI_WIRE_CODEC_H
#define DXKI_WIRE_CODEC_H

#include "base/diag.h"
#include "base/vec.h"
#include "dxk/visit.h"
#include "spec/spec.h"

typedef enum dxki_mode { DXKI_READ, DXKI_WRITE } dxki_mode;

#define DXKI_PATH_DEPTH 16

typedef struct dxki_codec dxki_codec;

/*
 * Where a READ takes its bytes from when they are not there yet: a document with keys (yaml/).
 * Each field is asked for just before it is read, and put where the walk will look for it, so the
 * walk itself goes as usual. Groups are told through the visitor.
 */
typedef struct dxki_supply {
    void *user;
    /* Sets field->number, or for fields of bytes (`out` is not NULL) field->size bytes at `out`,
     * which are zero. False ends the walk; the status is set. */
    bool (*field)(void *user, dxki_codec *c, dxk_visit_field *field, uint8_t *out);
    /* Puts string `index` of a list of placed strings to `out`, where `room` bytes are. */
    bool (*string)(void *user, dxki_codec *c, const char *name, size_t index, uint8_t *out,
                   size_t room);
    /* Whether the open group has a member. */
    bool (*has)(void *user, const char *name);
} dxki_supply;

struct dxki_codec {
    dxk_ctx *ctx;
    dxki_arena *arena; /* READ: where decoded arrays go */
    dxki_mode mode;
    dxk_status status;
    size_t pos; /* next byte, from the start of the part's content */

    /* READ */
    dxk_bytes in;
    uint64_t base;              /* offset of in.data[0] in the container */
    bool inflated;              /* `in` was decompressed: positions in it count for themselves,
                                   and `base` is where the compressed bytes start */
    const dxk_visitor *visitor; /* may be NULL */
    bool keyed;                 /* for a document: bytes are shown once, as what they are stored */
    const dxki_supply *supply;  /* takes the bytes from a document; NULL: they are in `in` */
    uint8_t *form;              /* then the memory of `in`, to be filled */
    bool scattered;             /* seek was used: `claims` is needed to find slack */
    DXKI_VEC(struct dxki_claim) claims;

    /* WRITE */
    dxk_buffer *out;

    /* Finds the words for references (STR, REF ...) while showing. May be NULL. `scratch` is a
     * place for text. */
    void (*resolve)(dxki_codec *c, dxk_visit_field *field);
    void *part; /* the structure being decoded, for `resolve` and `inspect` */

    /* READ: called for each record that was read, in its group, with pos at its first byte and
     * the number of bytes that its known fields take. May report; false ends the walk. May be
     * NULL. */
    bool (*inspect)(dxki_codec *c, const dxki_record_desc *r, size_t known, const void *record);
    char scratch[1024];

    struct {
        const char *name;
        size_t index;
        bool list;
    } path[DXKI_PATH_DEPTH];
    int depth;
};

/* Bytes [start, end) that a field has claimed. */
struct dxki_claim {
    size_t start, end;
};

typedef dxk_slack dxki_slack;

void dxki_codec_init_read(dxki_codec *c, dxk_ctx *ctx, dxki_arena *arena, dxk_bytes in,
                          uint64_t base);
void dxki_codec_init_write(dxki_codec *c, dxk_ctx *ctx, dxk_buffer *out);
void dxki_codec_finish(dxki_codec *c); /* frees what the codec itself holds */

/* Opens and closes a group. `index` is DXK_NO_INDEX unless inside a list. */
bool dxki_codec_enter(dxki_codec *c, const char *name, size_t index, const char *record);
bool dxki_codec_enter_list(dxki_codec *c, const char *name, uint64_t count);
bool dxki_codec_leave(dxki_codec *c);

/* One number. */
bool dxki_codec_u8(dxki_codec *c, const char *name, uint8_t *value, dxk_show show,
                   dxk_enum_id names);
bool dxki_codec_u16(dxki_codec *c, const char *name, uint16_t *value, dxk_show show,
                    dxk_enum_id names);
bool dxki_codec_u32(dxki_codec *c, const char *name, uint32_t *value, dxk_show show,
                    dxk_enum_id names);

/* One number as element `index` of a list that is entered. */
bool dxki_codec_u16_element(dxki_codec *c, const char *name, size_t index, uint16_t *value,
                            dxk_show show);

/* `count` 32-bit numbers, as a list. READ allocates the array. */
bool dxki_codec_u32s(dxki_codec *c, const char *name, uint32_t **values, size_t count,
                     dxk_show show);

/* `size` bytes, kept as a view. */
bool dxki_codec_bytes(dxki_codec *c, const char *name, dxk_bytes *bytes, size_t size);

/* The same for element `index` of a list that is entered, and for a table (below). */
bool dxki_codec_bytes_element(dxki_codec *c, const char *name, size_t index, dxk_bytes *bytes,
                              size_t size);
bool dxki_codec_table_element(dxki_codec *c, const char *name, size_t index, dxk_bytes *table,
                              size_t size);

/* Text of `size` bytes, shown as text; the view holds all of it, terminators included. */
bool dxki_codec_text(dxki_codec *c, const char *name, dxk_bytes *text, size_t size);

/* `size` bytes that other fields refer into (a string table); DXKI_REST: all that is left, if
 * anything. */
bool dxki_codec_table(dxki_codec *c, const char *name, dxk_bytes *table, size_t size);
#define DXKI_REST SIZE_MAX

/* What is left of the part, if anything; shown only when there is something. */
bool dxki_codec_rest(dxki_codec *c, const char *name, dxk_bytes *bytes);

/*
 * A record of which `wire_size` bytes are in the file (0: its full size). Fields that do not fit
 * are zero; bytes beyond the known fields are kept in *tail (NULL: they are an error).
 */
bool dxki_codec_record(dxki_codec *c, const char *name, dxk_record_id id, void *record,
                       size_t wire_size, dxk_bytes *tail);

/* The same for element `index` of a list that is entered; also used for variants. */
bool dxki_codec_element(dxki_codec *c, const char *name, size_t index, dxk_record_id id,
                        void *record, size_t wire_size, dxk_bytes *tail);

/* The fields of a record, in the group that is open instead of one of their own. */
bool dxki_codec_fields(dxki_codec *c, dxk_record_id id, void *record, size_t wire_size,
                       dxk_bytes *tail);

/*
 * Fields that a record of `size` bytes has, and in *end where they end. Later versions add their
 * fields as a whole: a record that ends inside those of a version is of the one before.
 */
uint16_t dxki_codec_record_fields(const dxki_record_desc *r, size_t size, size_t *end);

/* Puts a number into the member of `f`, as wide as the member is. */
void dxki_codec_member_set(const dxki_field *f, void *record, uint64_t value);

/*
 * A list of `count` records of `stride` bytes each. READ allocates *records and keeps a view of
 * the table in *raw, from which WRITE takes what lies beyond the known fields. READ refuses a
 * stride below `least`.
 */
bool dxki_codec_records(dxki_codec *c, const char *name, dxk_record_id id, void **records,
                        size_t count, size_t stride, size_t least, dxk_bytes *raw);

/* Shows bytes that were read as a raw field once more, as the record that another field says they
 * are. `pos` is where they lie in the part. READ with a visitor; nothing otherwise. */
bool dxki_codec_variant(dxki_codec *c, const char *name, dxk_record_id id, dxk_bytes raw,
                        size_t pos);

/* Shows a fact that is not a field of its own (READ with a visitor; nothing otherwise). */
bool dxki_codec_fact(dxki_codec *c, const char *name, dxk_str text);

/* Goes on at `pos`. READ checks it against the part's size. */
bool dxki_codec_seek(dxki_codec *c, const char *name, size_t pos);

/* After a walk that used seek. READ: the bytes that no field claimed, shown as "slack".
 * WRITE: puts them where they were and makes the part at least `size` bytes long. */
bool dxki_codec_slack(dxki_codec *c, dxki_slack **slack, size_t *count, size_t size);

/* READ: the walk is over and has covered the part to its end, else PART.REST. */
bool dxki_codec_end(dxki_codec *c);

/* Makes `status` sticky; true when all is well. */
bool dxki_codec_check(dxki_codec *c, dxk_status status);

/* READ: `size` bytes are left, else PART.SHORT for `name`. WRITE: true. */
bool dxki_codec_need(dxki_codec *c, const char *name, uint64_t size);

/* Reports `rule` at byte `pos` of the part under the current path plus `name`. Returns false. */
bool dxki_codec_fail(dxki_codec *c, const dxki_rule *rule, size_t pos, const char *name,
                     const dxki_arg *args, size_t count);

/* PART.RANGE for a steering field: "NAME is VALUE, it must be WHAT". Returns false. */
bool dxki_codec_bad(dxki_codec *c, const char *name, uint64_t value, const char *what);

/* `size` bytes that are usually zero; shown only when they are not. */
bool dxki_codec_pad(dxki_codec *c, const char *name, dxk_bytes *bytes, size_t size);

/* Reports a rule that is a warning in the same way; the walk goes on. False only when the report
 * itself failed. */
bool dxki_codec_warn(dxki_codec *c, const dxki_rule *rule, size_t pos, const char *name,
                     const dxki_arg *args, size_t count);

/*
 * A set of small numbers as bits of `count` 32-bit words; `words` is the caller's. Shown as the
 * list of the numbers (one word as a number, more as bytes), as element `index` of a list unless
 * that is DXK_NO_INDEX.
 */
bool dxki_codec_set(dxki_codec *c, const char *name, size_t index, uint32_t *words, size_t count);

/* Numbers, or the numbers in a set, separated by blanks, cut to fit `size`. */
dxk_str dxki_codec_list_text(const uint32_t *numbers, size_t count, char *buffer, size_t size);
dxk_str dxki_codec_set_text(const uint32_t *words, size_t count, char *buffer, size_t size);

/*
 * READ: prepares `inner` to go on under the current path and for the same visitor in the bytes
 * `in`, which are those at c->pos or, when `inflated`, what those decompress to. Afterwards
 * dxki_codec_leave_inner() takes its status over.
 */
void dxki_codec_enter_inner(dxki_codec *c, dxki_codec *inner, dxk_bytes in, bool inflated);
bool dxki_codec_leave_inner(dxki_codec *c, dxki_codec *inner);

/* READ from a document: has the field at c->pos put into the bytes. True when there is none. */
bool dxki_codec_supply(dxki_codec *c, const char *name, size_t index, size_t size, dxk_show show,
                       dxk_enum_id names, bool number);

/* The same for a string of a list of placed strings. */
bool dxki_codec_supply_string(dxki_codec *c, const char *name, size_t index, size_t offset);

/* READ from a document: it has a group or field of that name here. False from bytes. */
bool dxki_codec_has(const dxki_codec *c, const char *name);

/* A NUL-terminated string at `offset` of `table`; false when it is not inside. */
bool dxki_codec_string_at(dxk_bytes table, uint64_t offset, dxk_str *text);

#endif
