/* SPDX-License-Identifier: MIT */
/*
 * refuse.c - programs that cannot be judged: what the reference says about a program header and
 * about bitcode that its reader gives up on.
 */
#include <string.h>

#include "base/out.h"
#include "bitcode/judge.h"
#include "container/container.h"
#include "parts/parts.h"
#include "validate/program.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/text.h"

/* The part's sizes, its magic, and the place of the bitcode, relative to the magic. The header may
 * state fewer bytes than there are, even none. */
bool dxki_val_program_header(dxk_bytes part, dxk_bytes *bitcode)
{
    dxk_program_header header;
    return part.size > DXK_WIRE_SIZE_program_header &&
           dxki_container_program_header(part, &header) &&
           4 * (uint64_t)header.size_in_dwords <= part.size &&
           dxki_part_program_view(part, bitcode) && bitcode->size;
}

/* Says it where a reader has warned last, else of all of the bitcode. */
static void tell(dxki_val *v, dxk_str text, uint64_t offset)
{
    size_t count = dxk_ctx_diag_count(v->ctx);
    const dxk_diag *d = count ? dxk_ctx_diag(v->ctx, count - 1) : NULL;
    bool near = d && d->place == DXK_PLACE_BIT;
    dxki_val_own(v, near ? d->rule : dxki_vrule_get(DXKI_VR_BITCODE_VALID)->id, text,
                 near ? d->position / 8 : offset, near && *d->path ? d->path : "bitcode");
}

/* Reads the bitcode at `offset` of the file. NULL: it is refused, and reported in the reference's
 * words, or memory ran out. Places of instructions are not kept; see where.h. */
dxk_module *dxki_val_read_bitcode(dxki_val *v, dxk_bytes bitcode, uint64_t offset)
{
    dxk_module_read_options how = {.file_offset = offset};
    static const uint32_t codes[] = {0x80004005u, 0x80aa001du, 0x8007000eu};
    dxki_bc_judge judge;
    dxk_module *module = NULL;
    memset(&judge, 0, sizeof judge);
    if (dxki_bc_read_judged(v->ctx, bitcode, &how, &judge, &module) == DXK_E_NOMEM)
        v->failed = true;
    size_t count = judge.said.count;
    dxki_bc_words last = count ? judge.said.items[count - 1].words : DXKI_WORDS_RECORD;
    bool silent = dxki_bc_words_are_silent(last);
    v->report.out->failed = count > 0 || !module;
    if (silent)
        v->report.out->error_code = codes[last - DXKI_WORDS_SILENT];
    for (size_t i = 0; i < count; i++) {
        const dxki_bc_said *said = &judge.said.items[i];
        dxk_str text =
            dxki_val_format(v, dxki_bc_words_text(said->words), DXKI_ARGS(dxki_dec(said->number)));
        if (!silent) {
            dxki_val_raw(v, text);
            dxki_val_mark_compat_only(v);
        }
        if (i + 1 == count && !dxki_val_reader_failed(v))
            tell(v, silent ? dxki_str("The bitcode cannot be read to its end.") : text, offset);
    }
    dxki_bc_judge_free(v->ctx, &judge);
    if (!v->report.out->failed)
        return module;
    dxk_module_free(module);
    return NULL;
}
