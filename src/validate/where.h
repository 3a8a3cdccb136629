/* SPDX-License-Identifier: MIT */
/* where.h - places of findings: lines of source, paths, offsets in the file. */
#ifndef DXKI_VALIDATE_WHERE_H
#define DXKI_VALIDATE_WHERE_H

#include "validate/report.h"
#include "validate/types.h"

/* Lines of source come from the module with debug information, which has the same instructions. */
typedef struct dxki_val_lines {
    const dxk_module *dbg; /* that module, or NULL */
    dxk_dxil *dbg_d;       /* view of it, when it was needed */
    bool has_dbg_d;
    uint32_t *dbg_fn;       /* by index in globals: function of that name there */
    uint32_t *block_number; /* by block: its place in the function */
    uint32_t *inst_number;  /* by instruction, likewise; made with it */
    uint32_t dbg_cached;    /* function that dbg_insts is for */
    DXKI_VEC(uint32_t) dbg_insts;
    uint32_t looked; /* for lines that are near */
} dxki_val_lines;

/* Where the instructions of the module that is judged lie in the file. Reading does not keep these
 * places, as most programs are valid: for the first finding that needs one, they are read again. */
typedef struct dxki_val_places {
    dxk_bytes bitcode;       /* that the module was read from; empty: it was given as a module */
    uint64_t offset;         /* of the bitcode in the file */
    bool read;               /* again */
    DXKI_VEC(uint32_t) bits; /* by instruction */
} dxki_val_places;

/* Gives a finding without a path that of what is being judged. */
void dxki_val_locate(dxki_val *v, dxk_finding *f);
void dxki_val_locate_inst(dxki_val *v, uint32_t inst, dxk_finding *f);
void dxki_val_locate_global(dxki_val *v, uint32_t global, dxk_finding *f);
/* Its line of source, if there is one. *location: the instruction's own, 0 when it has none. */
bool dxki_val_inst_line(dxki_val *v, uint32_t inst, dxk_finding *f, dxki_md *location);
bool dxki_val_function_line(dxki_val *v, uint32_t global, dxk_finding *f);
/* The thing that a finding with a place is about; `inst`: the instruction, 0: the one of its place. */
dxki_val_about dxki_val_about_finding(dxki_val *v, const dxk_finding *f, uint32_t inst);
/* What the readers have said of the part at hand from diagnostic `first` on gets places in the
 * file. */
void dxki_val_move_diags(dxki_val *v, size_t first);
/* The module that has the lines. */
const dxk_module *dxki_val_line_module(const dxki_val *v);

#endif
