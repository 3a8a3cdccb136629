/* SPDX-License-Identifier: MIT */
/* bitcode.c - see bitcode.h. */
#include "spec/bitcode.h"

const dxki_bc_record_spec dxki_bc_record_specs[DXKI_BLK_COUNT][DXKI_REC_LIMIT] = {
#define DXKI_BLOCK(ident, id, name)
#define DXKI_RECORD(block, code, ident, shown, operands)                                           \
    [DXKI_BLK_##block][code] = {#ident, shown, operands},
#include "spec/bitcode_records.def"
#undef DXKI_BLOCK
#undef DXKI_RECORD
};

static const char *const blocks[DXKI_BLK_COUNT] = {
#define DXKI_BLOCK(ident, id, name) [id] = name,
#define DXKI_RECORD(block, code, ident, shown, operands)
#include "spec/bitcode_records.def"
#undef DXKI_BLOCK
#undef DXKI_RECORD
};

const char *dxki_bc_block_name(uint32_t block)
{
    return block < DXKI_BLK_COUNT ? blocks[block] : NULL;
}
