/* SPDX-License-Identifier: MIT */
/*
 * where.c - places of findings: a line of source when the module has debug information, and a path
 * to what a finding is about. Instructions are described in the stripped module, their lines come
 * from the one with debug information, which has the same instructions and some calls of llvm.dbg
 * in between.
 */
#include "base/ctx.h"
#include "base/out.h"
#include "bitcode/judge.h"
#include "ir/debug.h"
#include "ir/find.h"
#include "validate/access.h"
#include "validate/names.h"
#include "validate/run.h"
#include "validate/text.h"
#include "validate/where.h"

#include <string.h>

/* ---------------------------------------------------------------------------------------- */
/* Lines of source                                                                            */

const dxk_module *dxki_val_line_module(const dxki_val *v)
{
    return v->lines.dbg ? v->lines.dbg : v->m;
}

/* Finds each function by its name there; the last one of a name counts. */
static void match_functions(dxki_val *v)
{
    const dxk_module *dbg = v->lines.dbg;
    dxki_idset names = {NULL, 0, 0};
    v->lines.dbg_fn = DXKI_VNEW(v, uint32_t, v->m->globals.count);
    if (!v->lines.dbg_fn)
        return;
    for (size_t i = dbg->functions.count; i-- > 0;) {
        if (!dxki_global_enter(dbg, &names, dbg->functions.items[i]))
            v->failed = true;
    }
    for (size_t i = 0; i < v->m->functions.count; i++) {
        uint32_t global = v->m->functions.items[i];
        v->lines.dbg_fn[global] = dxki_global_lookup(dbg, &names, dxki_val_name(v, global));
    }
    dxki_idset_free(dbg->ctx, &names);
}

/* The function of the same name there. */
static uint32_t line_function(dxki_val *v, uint32_t global)
{
    if (!v->lines.dbg)
        return global;
    if (!v->lines.dbg_fn)
        match_functions(v);
    return v->lines.dbg_fn ? v->lines.dbg_fn[global] : 0;
}

/* The places of all blocks and, as text has them, of all instructions in their functions. */
static void number_all(dxki_val *v)
{
    const dxk_module *m = v->m;
    uint32_t *blocks = DXKI_VNEW(v, uint32_t, m->blocks.count);
    uint32_t *insts = DXKI_VNEW(v, uint32_t, m->insts.count);
    DXKI_EACH_FUNCTION(m, fn) {
        uint32_t block = 0, inst = 0;
        if (!blocks || !insts)
            break;
        DXKI_EACH_BLOCK(m, fn, b) {
            blocks[b] = block++;
            DXKI_EACH_INST(m, b, i)
                insts[i] = dxki_inst_is_debug_call(m, dxki_inst_get(m, i)) ? inst : inst++;
        }
    }
    v->lines.block_number = blocks;
    v->lines.inst_number = insts;
}

static uint32_t block_number(dxki_val *v, uint32_t block)
{
    if (!v->lines.block_number)
        number_all(v);
    return v->lines.block_number ? v->lines.block_number[block] : 0;
}

static uint32_t inst_number(dxki_val *v, uint32_t inst)
{
    if (!v->lines.inst_number)
        number_all(v);
    return v->lines.inst_number ? v->lines.inst_number[inst] : 0;
}

static void pair_insts(dxki_val *v, uint32_t own, uint32_t other)
{
    v->lines.dbg_insts.count = 0;
    const dxk_module *d = v->lines.dbg;
    DXKI_EACH_BLOCK(d, other, b) {
        DXKI_EACH_INST(d, b, i) {
            if (!dxki_inst_is_debug_call(d, dxki_inst_get(d, i)) &&
                !dxki_vec_push(v->ctx, &v->lines.dbg_insts, i))
                v->failed = true;
        }
    }
    v->lines.dbg_cached = own;
}

/* The same instruction in the module with debug information; 0: not found. */
static uint32_t line_inst(dxki_val *v, uint32_t inst)
{
    if (!v->lines.dbg)
        return inst;
    uint32_t own = dxki_val_inst_fn(v, inst), other = line_function(v, own);
    if (!other)
        return 0;
    if (v->lines.dbg_cached != own)
        pair_insts(v, own, other);
    uint32_t number = inst_number(v, inst);
    return number < v->lines.dbg_insts.count ? v->lines.dbg_insts.items[number] : 0;
}

static dxk_str file_name(const dxk_module *m, dxki_md scope)
{
    dxki_md file = scope ? dxki_di_scope_file(m, scope) : 0;
    return file ? dxki_md_str(m, dxki_md_op(m, file, DXKI_DI_FILE_FILENAME)) : (dxk_str){"", 0};
}

static void set_line(dxk_finding *f, const dxk_module *m, dxki_md location)
{
    f->file = file_name(m, dxki_md_op(m, location, DXKI_DI_LOCATION_SCOPE));
    f->line = (uint32_t)dxki_md_num(m, location, DXKI_DI_LOCATION_LINE);
    f->column = (uint32_t)dxki_md_num(m, location, DXKI_DI_LOCATION_COLUMN);
}

static dxki_md first_location(const dxk_module *m, uint32_t global)
{
    DXKI_EACH_BLOCK(m, global, b) {
        DXKI_EACH_INST(m, b, i) {
            dxki_md location = dxki_inst_dbg(m, i);
            if (location)
                return location;
        }
    }
    return 0;
}

/* Its own subprogram: that of its first line, past what was inlined, if it names the function. */
static dxki_md function_subprogram(const dxk_module *m, uint32_t global)
{
    dxki_md location = first_location(m, global);
    if (!location)
        return 0;
    dxki_md scope = dxki_md_op(m, dxki_di_outermost(m, location), DXKI_DI_LOCATION_SCOPE);
    dxki_md sp = dxki_di_subprogram(m, scope);
    if (!sp)
        return 0;
    dxk_str own = dxki_string_get(m, m->globals.items[global].name);
    return dxki_di_describes(m, sp, global, own) ? sp : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Instructions and globals                                                                   */

enum { FOLLOW_DEPTH = 4 };

/* Instructions that are looked at, of all findings, for one that has a line. */
enum { MOST_LOOKS = 1 << 20 };

static dxki_md location_of(dxki_val *v, uint32_t inst)
{
    uint32_t there = line_inst(v, inst);
    return there ? dxki_inst_dbg(dxki_val_line_module(v), there) : 0;
}

/* A phi or select without a line of its own is where the first of its users is that has one. */
static dxki_md followed_location(dxki_val *v, uint32_t inst, uint32_t depth)
{
    dxki_md location = location_of(v, inst);
    uint8_t op = dxki_val_inst(v, inst)->op;
    if (location || depth > FOLLOW_DEPTH || (op != DXKI_OP_PHI && op != DXKI_OP_SELECT))
        return depth > FOLLOW_DEPTH ? 0 : location;
    DXKI_EACH_USE(v, DXKI_VALUE(DXKI_V_INST, inst), u)
    {
        uint32_t user = dxki_val_as_inst(dxki_val_user(v, u));
        location = user ? followed_location(v, user, depth + 1) : 0;
        if (location)
            break;
    }
    return location;
}

bool dxki_val_inst_line(dxki_val *v, uint32_t inst, dxk_finding *f, dxki_md *location)
{
    dxki_md shown = *location = location_of(v, inst);
    if (!shown)
        shown = followed_location(v, inst, 0);
    if (shown)
        set_line(f, dxki_val_line_module(v), shown);
    return shown != 0;
}

bool dxki_val_function_line(dxki_val *v, uint32_t global, dxk_finding *f)
{
    const dxk_module *m = dxki_val_line_module(v);
    uint32_t there = line_function(v, global);
    dxki_md sp = there ? function_subprogram(m, there) : 0;
    if (!sp)
        return false;
    f->file = file_name(m, sp);
    f->line = (uint32_t)dxki_md_num(m, sp, DXKI_DI_SUBPROGRAM_LINE);
    return true;
}

/* "@main", or with quotes as in a text. */
static dxk_str global_name(dxki_val *v, uint32_t global)
{
    dxki_text_snippets *snippets = dxki_val_snippets(v);
    dxk_str none = {"", 0};
    if (!snippets)
        return none;
    return dxki_val_join(v, dxki_text_snippet_name(snippets, DXKI_VALUE(DXKI_V_GLOBAL, global)),
                         none);
}

/* "%17", "%x" of "%17 = add ..."; "#3" of the fourth instruction of a block when it has no value.
 */
static dxk_str result_name(dxki_val *v, uint32_t inst, dxk_str text)
{
    for (size_t i = 0; text.size > 2 && text.data[0] == '%' && i + 2 < text.size; i++) {
        if (memcmp(text.data + i, " = ", 3) == 0)
            return (dxk_str){text.data, i};
    }
    uint32_t first = v->m->blocks.items[dxki_val_inst(v, inst)->block].first_inst;
    return dxki_val_format(v, "#%0",
                           DXKI_ARGS(dxki_dec(inst_number(v, inst) - inst_number(v, first))));
}

/* Reads the bitcode again for the places alone: what there is to say of it has been said. */
static void read_places(dxki_val *v)
{
    dxki_val_places *p = &v->places;
    const dxk_module_read_options how = {.offsets = true, .file_offset = p->offset};
    dxki_bc_judge judge;
    dxk_module *again = NULL;
    memset(&judge, 0, sizeof judge);
    v->ctx->muted++;
    dxk_status status = dxki_bc_read_judged(v->ctx, p->bitcode, &how, &judge, &again);
    v->ctx->muted--;
    p->read = true;
    v->failed = v->failed || status != DXK_OK;
    if (again) { /* takes the array out of the module */
        p->bits.items = again->inst_bits.items;
        p->bits.count = again->inst_bits.count;
        p->bits.capacity = again->inst_bits.capacity;
        again->inst_bits.items = NULL;
        again->inst_bits.count = again->inst_bits.capacity = 0;
    }
    dxki_bc_judge_free(v->ctx, &judge);
    dxk_module_free(again);
}

/* Bit offset of the instruction in the file; UINT32_MAX: it has none. */
static uint32_t place_of(dxki_val *v, uint32_t inst)
{
    dxki_val_places *p = &v->places;
    if (p->bitcode.size == 0)
        return dxki_inst_bit(v->m, inst);
    if (!p->read)
        read_places(v);
    return inst < p->bits.count ? p->bits.items[inst] : UINT32_MAX;
}

void dxki_val_locate_inst(dxki_val *v, uint32_t inst, dxk_finding *f)
{
    uint32_t block = dxki_val_inst(v, inst)->block, fn = dxki_val_inst_fn(v, inst);
    dxki_text_snippets *snippets = dxki_val_snippets(v);
    if (!snippets)
        return;
    f->function = dxki_val_name(v, fn);
    f->block = dxki_string_get(v->m, v->m->blocks.items[block].name);
    f->bit_offset = place_of(v, inst);
    f->block_index = block_number(v, block);
    f->instruction_index = inst_number(v, inst);
    f->path = global_name(v, fn);
    f->instruction = dxki_text_snippet_inst(snippets, inst);
    dxk_str rest =
        dxki_val_format(v, "/bb%0/%1",
                        DXKI_ARGS(dxki_dec(f->block_index),
                                  dxki_val_arg_text(result_name(v, inst, f->instruction))));
    f->path = dxki_val_join(v, f->path, rest);
}

void dxki_val_locate_global(dxki_val *v, uint32_t global, dxk_finding *f)
{
    const dxki_global *g = &v->m->globals.items[global];
    if (g->kind == DXKI_G_FUNCTION)
        f->function = dxki_val_name(v, global);
    f->path = global_name(v, global);
    f->bit_offset = v->m->from_stream ? g->bit_offset : UINT32_MAX;
}

/* ---------------------------------------------------------------------------------------- */
/* Everything else                                                                            */

static const char *signature_name(const dxki_val *v, uint32_t which)
{
    if (which == 2)
        return v->subject.kind == DXK_SHADER_KIND_MESH ? "primitive" : "patch_constant";
    return which ? "output" : "input";
}

/* "@main/input[1] TEXCOORD2" */
static void locate_element(dxki_val *v, dxk_finding *f)
{
    const dxki_dxil_sig_element *e = v->report.at.element;
    f->function = dxki_val_name(v, v->report.at.id);
    f->path = global_name(v, v->report.at.id);
    dxk_str rest =
        dxki_val_format(v, "/%0[%1] ",
                        DXKI_ARGS(dxki_val_arg_text_z(signature_name(v, v->report.at.which)),
                                  dxki_dec(v->report.at.index)));
    f->path = dxki_val_join(v, dxki_val_join(v, f->path, rest), e->name);
    if (e->indices.count)
        f->path = dxki_val_join(v, f->path,
                                dxki_val_format(v, "%0", DXKI_ARGS(dxki_dec(e->indices.items[0]))));
}

/* "U0: TypedBuffer (u0)", or "U0 g_texture" when its name is known. */
static void locate_resource(dxki_val *v, dxk_finding *f)
{
    static const char *const letters[] = {"T", "U", "CB", "S"};
    const dxki_dxil_resource *res = v->report.at.resource;
    dxk_str name = dxki_val_res_name(v, res);
    dxk_str id = dxki_val_format(
        v, "%0%1", DXKI_ARGS(dxki_val_arg_text_z(letters[res->cls & 3]), dxki_dec(res->id)));
    bool described = name.size > id.size && memcmp(name.data, id.data, id.size) == 0 &&
                     name.data[id.size] == ':';
    f->path = described ? name : dxki_val_join(v, dxki_val_join(v, id, dxki_str(" ")), name);
}

static void locate_part(dxki_val *v, dxk_finding *f)
{
    char *text = dxki_arena_alloc(&v->arena, 4);
    if (!text) {
        v->failed = true;
        return;
    }
    for (int i = 0; i < 4; i++)
        text[i] = (char)(v->report.part->fourcc >> 8 * i);
    f->path = (dxk_str){text, 4};
    if (v->report.at.kind == DXKI_AT_NAME)
        f->path = dxki_val_join(v, dxki_val_join(v, f->path, dxki_str("/")), v->report.at.name);
}

void dxki_val_locate(dxki_val *v, dxk_finding *f)
{
    dxki_md location;
    if (f->severity == DXK_NOTE)
        return;
    if (f->path.size) {
        /* it knows its place */
    } else if (v->report.part) {
        locate_part(v, f);
    } else if (v->report.at.kind == DXKI_AT_INST) {
        dxki_val_locate_inst(v, v->report.at.id, f);
        dxki_val_inst_line(v, v->report.at.id, f, &location);
    } else if (v->report.at.kind == DXKI_AT_GLOBAL) {
        dxki_val_locate_global(v, v->report.at.id, f);
    } else if (v->report.at.kind == DXKI_AT_ELEMENT) {
        locate_element(v, f);
    } else if (v->report.at.kind == DXKI_AT_RESOURCE) {
        locate_resource(v, f);
    } else if (v->report.at.kind == DXKI_AT_NAME) {
        f->path = v->report.at.name;
    } else if (f->place != DXK_FINDING_RAW) {
        f->path = dxki_str("module");
    }
    if (f->offset == UINT64_MAX && f->bit_offset == UINT32_MAX)
        f->offset = v->report.part      ? v->report.part->offset
                    : v->report.program ? v->report.program
                                        : UINT64_MAX;
}

/* ---------------------------------------------------------------------------------------- */
/* For the source                                                                             */

/* The location of an instruction, or of the nearest one in its block that has one, before it or else
 * behind. */
static dxki_md nearest_location(dxki_val *v, uint32_t inst)
{
    dxki_md location = followed_location(v, inst, 0), later = 0;
    bool passed = false;
    if (location)
        return location;
    DXKI_EACH_INST(v->m, dxki_val_inst(v, inst)->block, i) {
        if (v->lines.looked++ >= MOST_LOOKS)
            break;
        dxki_md own = location_of(v, i);
        passed = passed || i == inst;
        if (own && !passed)
            location = own;
        else if (own && !later)
            later = own;
    }
    return location ? location : later;
}

static dxki_val_about about_global(dxki_val *v, uint32_t global)
{
    bool is_function = v->m->globals.items[global].kind == DXKI_G_FUNCTION;
    return (dxki_val_about){.thing = is_function ? DXKI_OF_FUNCTION : DXKI_OF_VARIABLE,
                            .name = dxki_val_name(v, global)};
}

static dxki_val_about about_code(dxki_val *v, uint32_t inst)
{
    dxki_val_about about = about_global(v, dxki_val_inst_fn(v, inst));
    dxki_md location = nearest_location(v, inst);
    dxk_finding f = {.rule = NULL};
    if (!location)
        return about;
    set_line(&f, dxki_val_line_module(v), location);
    about.file = f.file;
    about.line = f.line;
    about.column = f.column;
    return about;
}

dxki_val_about dxki_val_about_finding(dxki_val *v, const dxk_finding *f, uint32_t inst)
{
    const dxki_val_place *at = &v->report.at;
    inst = inst ? inst : v->report.near;
    inst = !inst && f->instruction.size && at->kind == DXKI_AT_INST ? at->id : inst;
    if (f->severity == DXK_NOTE)
        return (dxki_val_about){.thing = DXKI_OF_PROGRAM};
    if (inst)
        return about_code(v, inst);
    if (f->function.size && at->kind != DXKI_AT_ELEMENT)
        return (dxki_val_about){.thing = DXKI_OF_FUNCTION, .name = f->function};
    if (at->kind == DXKI_AT_GLOBAL)
        return about_global(v, at->id);
    if (at->kind == DXKI_AT_RESOURCE)
        return (dxki_val_about){.thing = DXKI_OF_RESOURCE,
                                .name = dxki_val_res_name(v, at->resource)};
    if (at->kind == DXKI_AT_ELEMENT)
        return (dxki_val_about){
            .thing = DXKI_OF_ELEMENT, .which = at->which, .name = at->element->name};
    return (dxki_val_about){.thing = DXKI_OF_PROGRAM};
}

#define PART_HEADER 8

void dxki_val_move_diags(dxki_val *v, size_t first)
{
    for (size_t i = first; v->report.part && i < v->ctx->diag_count; i++) {
        if (v->ctx->diags[i].place == DXK_PLACE_BYTE)
            v->ctx->diags[i].position += v->report.part->offset + PART_HEADER;
    }
}
