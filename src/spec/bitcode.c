/* SPDX-License-Identifier: MIT */
/* bitcode.c - see bitcode.h. */
#include "spec/bitcode.h"

static const dxki_record_spec records[DXKI_BLK_COUNT][DXKI_REC_LIMIT] = {
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

const dxki_record_spec *dxki_record_spec_get(uint32_t block, uint32_t code)
{
    if (block >= DXKI_BLK_COUNT || code >= DXKI_REC_LIMIT || !records[block][code].name)
        return NULL;
    return &records[block][code];
}

const char *dxki_block_name(uint32_t block)
{
    return block < DXKI_BLK_COUNT ? blocks[block] : NULL;
}
