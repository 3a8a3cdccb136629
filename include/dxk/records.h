/* SPDX-License-Identifier: MIT */
/*
 * dxk/records.h - C structures of the fixed layouts of the formats.
 * 
 * Members have the fields' values in host byte order; bit-fields have a byte of their
 * own. A member that an older version of a record lacks is zero.
 *
 * Made by tools/gen_headers.py from src/spec/records.def; edit that instead.
 */
#ifndef DXK_RECORDS_H
#define DXK_RECORDS_H

#include "dxk/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Header of a container, before the table of part offsets. */
typedef struct dxk_file_header {
    uint32_t magic; /* DXBC */
    uint8_t digest[16]; /* digest of the rest of the file */
    uint16_t major; /* version, 1 */
    uint16_t minor; /* version, 0 */
    uint32_t size; /* bytes of the container */
    uint32_t part_count; /* number of parts */
} dxk_file_header;
#define DXK_WIRE_SIZE_file_header 32u /* bytes in a file */

/* Header of a program part, before its bitcode. */
typedef struct dxk_program_header {
    uint8_t minor_version; /* shader model, minor; 15 for an offline library */
    uint8_t major_version; /* shader model, major */
    uint8_t unused; /* zero */
    uint16_t shader_kind; /* stage */
    uint32_t size_in_dwords; /* size of the whole part content in 32-bit words */
    uint32_t magic; /* DXIL */
    uint8_t dxil_minor; /* DXIL version, minor */
    uint8_t dxil_major; /* DXIL version, major */
    uint16_t dxil_unused; /* zero */
    uint32_t bitcode_offset; /* start of the bitcode, from the magic on; 16 */
    uint32_t bitcode_size; /* bytes of bitcode */
} dxk_program_header;
#define DXK_WIRE_SIZE_program_header 24u /* bytes in a file */

/* Header of a signature part. */
typedef struct dxk_signature_header {
    uint32_t count; /* number of elements */
    uint32_t offset; /* start of the elements in the part; 8 */
} dxk_signature_header;
#define DXK_WIRE_SIZE_signature_header 8u /* bytes in a file */

/* One register of a signature element. */
typedef struct dxk_signature_element {
    uint32_t stream; /* stream of a geometry shader */
    uint32_t name; /* semantic name, offset in the part */
    uint32_t semantic_index; /* semantic index */
    uint32_t system_value; /* system value */
    uint32_t component_type; /* component type */
    uint32_t register_index; /* register; 0xFFFFFFFF when it has none */
    uint8_t mask; /* components of the register */
    uint8_t rw_mask; /* output: never written; input: always read */
    uint16_t unused; /* zero */
    uint32_t min_precision; /* least precision */
} dxk_signature_element;
#define DXK_WIRE_SIZE_signature_element 32u /* bytes in a file */

/* SFI0: what the shader needs of the device. */
typedef struct dxk_feature_info {
    uint64_t flags; /* required features */
} dxk_feature_info;
#define DXK_WIRE_SIZE_feature_info 8u /* bytes in a file */

/* HASH: MD5 of the bitcode. */
typedef struct dxk_shader_hash {
    uint32_t flags; /* what was hashed */
    uint8_t digest[16]; /* MD5 */
} dxk_shader_hash;
#define DXK_WIRE_SIZE_shader_hash 20u /* bytes in a file */

/* Names of the records, for the functions below. */
typedef enum dxk_record_id {
    DXK_RECORD_ID_none = 0, /* no record */
    DXK_RECORD_ID_file_header, /* header of a container, before the table of part offsets */
    DXK_RECORD_ID_program_header, /* header of a program part, before its bitcode */
    DXK_RECORD_ID_signature_header, /* header of a signature part */
    DXK_RECORD_ID_signature_element, /* one register of a signature element */
    DXK_RECORD_ID_feature_info, /* SFI0: what the shader needs of the device */
    DXK_RECORD_ID_shader_hash, /* HASH: MD5 of the bitcode */
    DXK_RECORD_ID_COUNT /* number of records, the empty one included */
} dxk_record_id;

/* How a field is shown. */
typedef enum dxk_show {
    DXK_SHOW_DEC = 0, /* decimal number */
    DXK_SHOW_HEX = 1, /* hexadecimal number */
    DXK_SHOW_BOOL = 2, /* false or true */
    DXK_SHOW_ENUM = 3, /* name of an enumeration */
    DXK_SHOW_FLAGS = 4, /* names of flags */
    DXK_SHOW_FLOAT = 5, /* floating point */
    DXK_SHOW_FOURCC = 6, /* four characters */
    DXK_SHOW_MASK = 7, /* components, xyzw */
    DXK_SHOW_BYTES = 8, /* bytes */
    DXK_SHOW_PAD = 9, /* filler, zero */
    DXK_SHOW_STR = 10, /* offset of a string */
    DXK_SHOW_STRS = 11, /* list of strings */
    DXK_SHOW_INTS = 12, /* list of numbers */
    DXK_SHOW_REF = 13, /* index of a record */
    DXK_SHOW_REFS = 14, /* list of records */
    DXK_SHOW_BLOB = 15, /* bytes elsewhere in the part */
    DXK_SHOW_TEXT = 16, /* text */
    DXK_SHOW_SIZE = 17, /* number that follows from the rest: a size, count or offset */
    DXK_SHOW_TABLE = 18 /* bytes that are shown where other fields refer to them: a string table */
} dxk_show;

/* Name of a record, e.g. "signature_element". Never NULL. */
DXK_API const char *dxk_record_name(dxk_record_id id);

/* Bytes of the newest version of a record in a file. */
DXK_API size_t dxk_record_wire_size(dxk_record_id id);

/*
 * Reads a record from `bytes` into its structure. Fields that do not fit in `bytes` become
 * zero. Returns the number of bytes read.
 */
DXK_API size_t dxk_record_load(dxk_record_id id, dxk_bytes bytes, void *record);

/* Writes the first `size` bytes of a record's file form; fields that would pass `size` are left
 * out. Returns the number of bytes written. */
DXK_API size_t dxk_record_store(dxk_record_id id, const void *record, uint8_t *out, size_t size);

#ifdef __cplusplus
}
#endif
#endif
