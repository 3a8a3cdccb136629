/* SPDX-License-Identifier: MIT */
/*
 * refuse.c - programs that cannot be judged: what the reference says about a program header and
 * about bitcode that its reader gives up on.
 */
#include <string.h>

#include "base/out.h"
#include "dxk/parts.h"
#include "validate/validate.h"
#include "wire/load.h"

/* The part's sizes, its magic, and the place of the bitcode, relative to the magic. The header may
 * state fewer bytes than there are, even none. */
bool dxki_vprogram_header(dxk_bytes part, dxk_bytes *bitcode)
{
    if (part.size <= DXK_WIRE_SIZE_program_header ||
        4 * (uint64_t)dxki_load32(part.data + 4) > part.size ||
        dxki_load32(part.data + 8) != DXK_FOURCC('D', 'X', 'I', 'L'))
        return false;
    uint64_t offset = 8 + (uint64_t)dxki_load32(part.data + 16), size = dxki_load32(part.data + 20);
    if (size == 0 || offset > part.size || size > part.size - offset)
        return false;
    *bitcode = (dxk_bytes){part.data + offset, (size_t)size};
    return true;
}

/* The reader's rule, a piece of the place where it applied (NULL: any), the reference's words. */
static const struct {
    const char *rule, *place, *text;
} refusals[] = {
    {"BITCODE.MAGIC", NULL, "Invalid bitcode signature"},
    {"BITCODE.SIZE", NULL, "Invalid bitcode size"},
    {"BITCODE.WRAPPER", NULL, "Invalid bitcode wrapper header"},
    {"BITCODE.NO_MODULE", NULL, "Malformed IR file"},
    {"BITCODE.TYPE_COUNT", NULL, "Malformed block"},
    {"BITCODE.TOP_LEVEL", NULL, "Malformed block"},
    {"BITCODE.BODIES", "MODULE_BLOCK", "Insufficient function protos"},
    {"BITCODE.BODIES", NULL, "Could not find function in stream"},
    {"BITCODE.BLOCKS", NULL, "Invalid instruction with no BB"},
    {"BITCODE.KIND", NULL, "Conflicting METADATA_KIND records"},
    {"BITCODE.TABLE_ID", NULL, "Invalid ID"},
    {"BITCODE.TYPE_ID", "TYPE_BLOCK_ID", "Invalid type"},
    {"BITCODE.UNKNOWN_INSTRUCTION", NULL, "Invalid value"},
    {"BITCODE.RANGE", "INTEGER", "Bitwidth for integer type out of range"},
    {"BITCODE.RANGE", "MODULE_BLOCK/VERSION", "Invalid value"},
    {"BITCODE.OPERAND", "INST_EXTRACTVAL", "EXTRACTVAL: Invalid struct index"},
    {"BITCODE.OPERAND", "MODULE_BLOCK/ALIAS", "Invalid type for value"},
    {"BITCODE.OPERAND", "MODULE_BLOCK/FUNCTION", "Invalid type for value"},
    {"BITCODE.FORWARD", NULL,
     "load dxil metadata failed -cast<X>() argument of incompatible type!\n"},
};

static bool is_in_place(const char *path, const char *place)
{
    size_t size = place ? strlen(place) : 0, at = 0;
    for (; place && path[at]; at++) {
        bool whole = path[at + 0] == place[0] && strncmp(path + at, place, size) == 0 &&
                     (path[at + size] == 0 || path[at + size] == '/');
        if (whole)
            return true;
    }
    return !place;
}

static bool is_directly(const char *path, const char *place)
{
    return strcmp(path, place) == 0;
}

static const char *refusal(const dxk_diag *d)
{
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        if (strcmp(d->rule, refusals[i].rule) == 0 && is_in_place(d->path, refusals[i].place))
            return refusals[i].text;
    }
    if (strcmp(d->rule, "BITCODE.VALUE_ID") == 0 && is_directly(d->path, "MODULE_BLOCK"))
        return "Malformed global initializer set";
    return "Invalid record";
}

/* The last error that was reported since `first`. */
static const dxk_diag *last_error(const dxk_ctx *ctx, size_t first)
{
    for (size_t i = dxk_ctx_diag_count(ctx); i > first; i--) {
        if (dxk_ctx_diag(ctx, i - 1)->severity == DXK_ERROR)
            return dxk_ctx_diag(ctx, i - 1);
    }
    return NULL;
}

/* Does the reference's reader give up altogether, without a message? At the end of the stream it
 * does, unless it only steps over the block: it does so with functions, and it looks whether a
 * block can end where its header says. */
static bool ends_reading(const dxk_diag *d)
{
    static const char *const rules[] = {"BITCODE.ABBREV", "BITCODE.ABBREV_ID"};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (strcmp(d->rule, rules[i]) == 0)
            return true;
    }
    return strcmp(d->rule, "BITCODE.END") == 0 && !is_in_place(d->path, "FUNCTION_BLOCK") &&
           !strstr(d->message, "the length of a block");
}

/* A body too many is met when the reference reads on behind the first function. It reports that,
 * goes on, and finds what it has not read. */
static bool reads_on(const dxk_diag *d)
{
    return d && strcmp(d->rule, "BITCODE.BODIES") == 0 && is_in_place(d->path, "MODULE_BLOCK") &&
           !strstr(d->message, "announces 0 ");
}

/* What the reader could not make sense of has been reported from `first` on. */
void dxki_vrefuse_unread(dxki_val *v, size_t first)
{
    const dxk_diag *d = last_error(v->ctx, first);
    if (d && ends_reading(d)) {
        v->out->failed = true;
        v->out->error_code = 0x80004005u;
        return;
    }
    dxki_vraw(v, dxki_str(d ? refusal(d) : "Invalid record"));
    if (reads_on(d))
        dxki_vraw(v, dxki_str("Unused bits in buffer."));
}

/* Bits behind the module and unknown blocks are refused; unknown records are skipped. */
bool dxki_vrefuse_extras(dxki_val *v, const dxk_module *module, size_t first)
{
    const char *text = NULL;
    if (module->unread_bits)
        text = "Unused bits in buffer.";
    for (size_t i = 0; i < module->unknowns.count && !text; i++) {
        if (module->unknowns.items[i].code == UINT32_MAX)
            text = "Unrecognized subblock";
    }
    for (size_t i = first; i < dxk_ctx_diag_count(v->ctx) && text; i++) {
        const dxk_diag *d = dxk_ctx_diag(v->ctx, i);
        bool outer = !d->path[0] || is_directly(d->path, "MODULE_BLOCK") ||
                     is_directly(d->path, "MODULE_BLOCK/FUNCTION_BLOCK");
        if (outer && strcmp(d->rule, "BITCODE.UNKNOWN_BLOCK") == 0)
            text = "Unrecognized block found";
    }
    if (text)
        dxki_vraw(v, dxki_str(text));
    return text != NULL;
}
