/* SPDX-License-Identifier: MIT */
/*
 * emit.c - findings: the rule's text with its arguments, and the place: a line of source when the
 * module has debug information, else the function. Instructions are described in the stripped
 * module, their lines come from the one with debug information, which has the same instructions
 * and some calls of llvm.dbg in between.
 */
#include "validate/validate.h"

#include <string.h>

#include "base/out.h"

dxki_varg dxki_vn(uint64_t number)
{
    return (dxki_varg){.is_number = true, .number = number, .text = {NULL, 0}};
}

dxki_varg dxki_vs(const char *text)
{
    return (dxki_varg){.is_number = false, .number = 0, .text = dxki_str(text)};
}

dxki_varg dxki_vt(dxk_str text)
{
    return (dxki_varg){.is_number = false, .number = 0, .text = text};
}

/* ---------------------------------------------------------------------------------------- */
/* Text                                                                                       */

static dxk_str copy(dxki_val *v, dxki_arena *arena, dxk_str text)
{
    char *to = dxki_arena_alloc(arena, text.size + 1);
    if (!to) {
        v->failed = true;
        return (dxk_str){"", 0};
    }
    if (text.size)
        memcpy(to, text.data, text.size);
    to[text.size] = 0;
    return (dxk_str){to, text.size};
}

static dxk_str escape(dxki_val *v, dxk_str text)
{
    static const char digits[] = "0123456789ABCDEF";
    char *to = dxki_arena_alloc(&v->arena, text.size * 3 + 1);
    size_t used = 0;
    if (!to) {
        v->failed = true;
        return text;
    }
    for (size_t i = 0; i < text.size; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if (c >= 0x20 && c < 0x7f && c != '\\' && c != '"') {
            to[used++] = (char)c;
        } else {
            to[used++] = '\\';
            to[used++] = digits[c >> 4];
            to[used++] = digits[c & 15];
        }
    }
    return (dxk_str){to, used};
}

/* What an argument looks like in a message. */
static dxk_str argument_text(dxki_val *v, const dxki_varg *arg, char digits[24])
{
    if (arg->is_number) {
        char *first = dxki_format_u64(digits + 24, arg->number);
        return (dxk_str){first, (size_t)(digits + 24 - first)};
    }
    if (arg->text.size == 0)
        return dxki_str("<null>");
    return arg->text.data[0] == 1 ? escape(v, arg->text) : arg->text;
}

static size_t find(dxk_str text, char number)
{
    for (size_t i = 0; i + 1 < text.size; i++) {
        if (text.data[i] == '%' && text.data[i + 1] == number)
            return i;
    }
    return text.size;
}

/* One argument after the other takes the first place that names it, also inside of those before. */
dxk_str dxki_vformat(dxki_val *v, const char *pattern, const dxki_varg *args, size_t count)
{
    dxk_str text = dxki_str(pattern);
    for (size_t i = 0; i < count && i < 10; i++) {
        char digits[24];
        size_t at = find(text, (char)('0' + i));
        if (at == text.size)
            continue;
        dxk_str arg = argument_text(v, &args[i], digits);
        char *to = dxki_arena_alloc(&v->arena, text.size + arg.size);
        if (!to) {
            v->failed = true;
            return text;
        }
        memcpy(to, text.data, at);
        memcpy(to + at, arg.data, arg.size);
        memcpy(to + at + arg.size, text.data + at + 2, text.size - at - 2);
        text = (dxk_str){to, text.size - 2 + arg.size};
    }
    return text;
}

dxk_str dxki_vsigned(dxki_val *v, int64_t number)
{
    uint64_t size = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    return dxki_vformat(v, number < 0 ? "-%0" : "%0", DXKI_VARGS(dxki_vn(size)));
}

/* ---------------------------------------------------------------------------------------- */
/* Findings                                                                                   */

/* Is it of a rule that the validator that is played does not know, or a note to such a finding? */
static bool is_later(dxki_val *v, const dxk_finding *finding)
{
    if (v->max_minor == DXKI_VALIDATOR_MINOR || (!finding->rule && finding->severity == DXK_NOTE))
        return v->dropped;
    dxki_vrule rule = finding->rule ? dxki_vrule_find(finding->rule) : DXKI_VR_COUNT;
    v->dropped = rule != DXKI_VR_COUNT && dxki_vrule_get(rule)->since > v->max_minor;
    return v->dropped;
}

static void add(dxki_val *v, dxk_finding finding)
{
    dxk_validation *out = v->out;
    if (is_later(v, &finding))
        return;
    if (v->part && finding.offset == UINT64_MAX)
        finding.offset = v->part->offset;
    if (finding.severity == DXK_ERROR)
        out->failed = true;
    else if (finding.severity == DXK_WARNING)
        finding.place = DXK_FINDING_OWN;
    out->total++;
    if (out->findings.count >= out->max_findings || v->failed)
        return;
    finding.message = copy(v, &out->arena, finding.message);
    finding.function = copy(v, &out->arena, finding.function);
    finding.file = copy(v, &out->arena, finding.file);
    finding.instruction = copy(v, &out->arena, finding.instruction);
    finding.block = copy(v, &out->arena, finding.block);
    if (!dxki_vec_push(v->ctx, &out->findings, finding))
        v->failed = true;
}

static dxk_severity severity_of(dxki_vrule rule)
{
    return rule != DXKI_VR_COUNT && dxki_vrule_is_own(rule) ? DXK_WARNING : DXK_ERROR;
}

static dxk_finding make(dxki_vrule rule, dxk_str message)
{
    return (dxk_finding){
        .rule = rule == DXKI_VR_COUNT ? NULL : dxki_vrule_get(rule)->id,
        .severity = severity_of(rule),
        .message = message,
        .bit_offset = UINT32_MAX,
        .offset = UINT64_MAX,
    };
}

void dxki_verr(dxki_val *v, dxki_vrule rule, const dxki_varg *args, size_t count)
{
    add(v, make(rule, dxki_vformat(v, dxki_vrule_get(rule)->text, args, count)));
}

void dxki_vnote(dxki_val *v, const char *text)
{
    dxk_finding f = make(DXKI_VR_COUNT, dxki_str(text));
    f.severity = DXK_NOTE;
    add(v, f);
}

void dxki_vraw(dxki_val *v, dxk_str text)
{
    dxk_finding f = make(DXKI_VR_COUNT, text);
    f.place = DXK_FINDING_RAW;
    add(v, f);
}

void dxki_vown(dxki_val *v, const char *text, uint64_t offset)
{
    dxk_finding f = make(DXKI_VR_COUNT, dxki_str(text));
    f.place = DXK_FINDING_OWN;
    f.offset = offset;
    add(v, f);
}

void dxki_vhint(dxki_val *v, dxk_str text)
{
    dxk_validation *out = v->out;
    if (!v->dropped && out->findings.count && out->total == out->findings.count)
        out->findings.items[out->findings.count - 1].note = copy(v, &out->arena, text);
}

void dxki_vsummary(dxki_val *v, dxk_str text)
{
    dxk_validation *out = v->out;
    if (out->findings.count && out->total == out->findings.count)
        out->findings.items[out->findings.count - 1].summary = copy(v, &out->arena, text);
}

void dxki_vplain(dxki_val *v, dxk_str text)
{
    add(v, make(DXKI_VR_COUNT, text));
}

/* ---------------------------------------------------------------------------------------- */
/* Lines of source                                                                            */

static const dxk_module *line_module(const dxki_val *v)
{
    return v->dbg ? v->dbg : v->m;
}

/* The function of the same name there. */
static uint32_t line_function(dxki_val *v, uint32_t global)
{
    if (!v->dbg)
        return global;
    if (!v->dbg_fn) {
        v->dbg_fn = DXKI_VNEW(v, uint32_t, v->m->globals.count);
        dxki_idset names = {NULL, 0, 0};
        for (size_t i = 0; i < v->dbg->functions.count && v->dbg_fn; i++) {
            uint32_t g = v->dbg->functions.items[i];
            dxk_str name = dxki_string_get(v->dbg, v->dbg->globals.items[g].name);
            if (!dxki_idset_add(v->ctx, &names, dxki_hash_end(dxki_hash_bytes(0, name)), g))
                v->failed = true;
        }
        for (size_t i = 0; i < v->m->functions.count && v->dbg_fn; i++) {
            uint32_t g = v->m->functions.items[i], id;
            dxk_str name = dxki_vname(v, g);
            uint32_t hash = dxki_hash_end(dxki_hash_bytes(0, name)), pos = hash;
            while ((id = dxki_idset_next(&names, hash, &pos)) != 0) {
                dxk_str other = dxki_string_get(v->dbg, v->dbg->globals.items[id].name);
                if (other.size == name.size && memcmp(other.data, name.data, name.size) == 0)
                    v->dbg_fn[g] = id;
            }
        }
        dxki_idset_free(v->ctx, &names);
    }
    return v->dbg_fn ? v->dbg_fn[global] : 0;
}

static bool is_debug_call(const dxk_module *m, uint32_t inst)
{
    const dxki_inst *in = &m->insts.items[inst];
    if (in->op != DXKI_OP_CALL)
        return false;
    dxki_value callee = dxki_call_callee(m, in);
    if (DXKI_TAG(callee) != DXKI_V_GLOBAL)
        return false;
    return dxki_vstarts(dxki_string_get(m, m->globals.items[DXKI_INDEX(callee)].name), "llvm.dbg.");
}

static void pair_insts(dxki_val *v, uint32_t own, uint32_t other)
{
    v->own_insts.count = v->dbg_insts.count = 0;
    for (uint32_t b = v->m->globals.items[own].first_block; b; b = v->m->blocks.items[b].next) {
        for (uint32_t i = v->m->blocks.items[b].first_inst; i; i = v->m->insts.items[i].next) {
            if (!dxki_vec_push(v->ctx, &v->own_insts, i))
                v->failed = true;
        }
    }
    const dxk_module *d = v->dbg;
    for (uint32_t b = d->globals.items[other].first_block; b; b = d->blocks.items[b].next) {
        for (uint32_t i = d->blocks.items[b].first_inst; i; i = d->insts.items[i].next) {
            if (!is_debug_call(d, i) && !dxki_vec_push(v->ctx, &v->dbg_insts, i))
                v->failed = true;
        }
    }
    v->dbg_cached = own;
}

/* The same instruction in the module with debug information; 0: not found. Instructions of a
 * function have ascending numbers when read, so the place is searched by halves. */
static uint32_t line_inst(dxki_val *v, uint32_t inst)
{
    if (!v->dbg)
        return inst;
    uint32_t own = dxki_vinst_fn(v, inst), other = line_function(v, own);
    if (!other)
        return 0;
    if (v->dbg_cached != own)
        pair_insts(v, own, other);
    size_t low = 0, high = v->own_insts.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (v->own_insts.items[middle] < inst)
            low = middle + 1;
        else
            high = middle;
    }
    return low < v->dbg_insts.count ? v->dbg_insts.items[low] : 0;
}

static dxki_md scope_file(const dxk_module *m, dxki_md scope)
{
    switch (dxki_md_get(m, scope)->kind) {
    case DXKI_M_SUBPROGRAM:
        return dxki_md_op(m, scope, DXKI_DI_SUBPROGRAM_FILE);
    case DXKI_M_LEXICAL_BLOCK:
        return dxki_md_op(m, scope, DXKI_DI_LEXICAL_BLOCK_FILE);
    case DXKI_M_LEXICAL_BLOCK_FILE:
        return dxki_md_op(m, scope, DXKI_DI_LEXICAL_BLOCK_FILE_FILE);
    default:
        return 0;
    }
}

static dxk_str file_name(const dxk_module *m, dxki_md scope)
{
    dxki_md file = scope ? scope_file(m, scope) : 0;
    return file ? dxki_md_str(m, dxki_md_op(m, file, DXKI_DI_FILE_FILENAME)) : (dxk_str){"", 0};
}

static void set_location(dxk_finding *f, const dxk_module *m, dxki_md location)
{
    f->place = DXK_FINDING_SOURCE;
    f->file = file_name(m, dxki_md_op(m, location, DXKI_DI_LOCATION_SCOPE));
    f->line = (uint32_t)dxki_md_num(m, location, DXKI_DI_LOCATION_LINE);
    f->column = (uint32_t)dxki_md_num(m, location, DXKI_DI_LOCATION_COLUMN);
}

static dxki_md subprogram_of(const dxk_module *m, dxki_md scope)
{
    for (size_t steps = 0; scope && steps < m->mds.count; steps++) {
        dxki_md_kind kind = (dxki_md_kind)dxki_md_get(m, scope)->kind;
        if (kind == DXKI_M_SUBPROGRAM)
            return scope;
        if (kind == DXKI_M_LEXICAL_BLOCK)
            scope = dxki_md_op(m, scope, DXKI_DI_LEXICAL_BLOCK_SCOPE);
        else if (kind == DXKI_M_LEXICAL_BLOCK_FILE)
            scope = dxki_md_op(m, scope, DXKI_DI_LEXICAL_BLOCK_FILE_SCOPE);
        else
            return 0;
    }
    return 0;
}

static dxki_md first_location(const dxk_module *m, uint32_t global)
{
    for (uint32_t b = m->globals.items[global].first_block; b; b = m->blocks.items[b].next) {
        for (uint32_t i = m->blocks.items[b].first_inst; i; i = m->insts.items[i].next) {
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
    for (size_t steps = 0; location && steps < m->mds.count; steps++) {
        dxki_md outer = dxki_md_op(m, location, DXKI_DI_LOCATION_INLINED_AT);
        if (!outer || dxki_md_get(m, outer)->kind != DXKI_M_LOCATION)
            break;
        location = outer;
    }
    dxki_md sp = location ? subprogram_of(m, dxki_md_op(m, location, DXKI_DI_LOCATION_SCOPE)) : 0;
    if (!sp)
        return 0;
    dxki_md described = dxki_md_op(m, sp, DXKI_DI_SUBPROGRAM_FUNCTION);
    if (described && dxki_md_value(m, described) == DXKI_VALUE(DXKI_V_GLOBAL, global))
        return sp;
    dxk_str name = dxki_md_str(m, dxki_md_op(m, sp, DXKI_DI_SUBPROGRAM_LINKAGE_NAME));
    if (name.size == 0)
        name = dxki_md_str(m, dxki_md_op(m, sp, DXKI_DI_SUBPROGRAM_NAME));
    dxk_str own = dxki_string_get(m, m->globals.items[global].name);
    return name.size == own.size && memcmp(name.data, own.data, own.size) == 0 ? sp : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* With a place                                                                               */

void dxki_vfn(dxki_val *v, uint32_t global, dxki_vrule rule, const dxki_varg *args, size_t count)
{
    dxk_finding f = make(rule, dxki_vformat(v, dxki_vrule_get(rule)->text, args, count));
    const dxk_module *m = line_module(v);
    uint32_t there = line_function(v, global);
    dxki_md sp = there ? function_subprogram(m, there) : 0;
    f.function = dxki_vname(v, global);
    f.place = DXK_FINDING_FUNCTION;
    if (sp) {
        f.place = DXK_FINDING_SOURCE;
        f.file = file_name(m, sp);
        f.line = (uint32_t)dxki_md_num(m, sp, DXKI_DI_SUBPROGRAM_LINE);
    }
    add(v, f);
}

/* The place of a block in its function; all are counted at once. */
static uint32_t block_number(dxki_val *v, uint32_t block)
{
    if (!v->block_number) {
        v->block_number = DXKI_VNEW(v, uint32_t, v->m->blocks.count);
        for (size_t i = 0; i < v->m->functions.count && v->block_number; i++) {
            uint32_t number = 0;
            for (uint32_t b = v->m->globals.items[v->m->functions.items[i]].first_block; b;
                 b = v->m->blocks.items[b].next)
                v->block_number[b] = number++;
        }
    }
    return v->block_number ? v->block_number[block] : 0;
}

static void describe_inst(dxki_val *v, uint32_t inst, dxk_finding *f)
{
    uint32_t block = dxki_vin(v, inst)->block, fn = dxki_vinst_fn(v, inst);
    dxki_snippets *snippets = dxki_vsnippets(v);
    f->function = dxki_vname(v, fn);
    f->block = dxki_string_get(v->m, v->m->blocks.items[block].name);
    f->bit_offset = dxki_inst_bit(v->m, inst);
    f->block_index = block_number(v, block);
    if (snippets)
        f->instruction = dxki_snippet_inst(snippets, inst);
}

enum { FOLLOW_DEPTH = 4 };

static dxki_md location_of(dxki_val *v, uint32_t inst)
{
    uint32_t there = line_inst(v, inst);
    return there ? dxki_inst_dbg(line_module(v), there) : 0;
}

/* A phi or select without a line of its own is where the first of its users is that has one. */
static dxki_md followed_location(dxki_val *v, uint32_t inst, uint32_t depth)
{
    dxki_md location = location_of(v, inst);
    uint8_t op = dxki_vin(v, inst)->op;
    if (location || depth > FOLLOW_DEPTH || (op != DXKI_OP_PHI && op != DXKI_OP_SELECT))
        return depth > FOLLOW_DEPTH ? 0 : location;
    DXKI_EACH_USE(v, DXKI_VALUE(DXKI_V_INST, inst), u)
    {
        uint32_t user = dxki_vas_inst(dxki_vuser(v, u));
        location = user ? followed_location(v, user, depth + 1) : 0;
        if (location)
            break;
    }
    return location;
}

void dxki_vinst(dxki_val *v, uint32_t inst, dxki_vrule rule, const dxki_varg *args, size_t count)
{
    const dxk_module *m = line_module(v);
    v->dropped = dxki_vrule_get(rule)->since > v->max_minor;
    if (v->dropped)
        return;
    dxki_md location = location_of(v, inst), shown = location;
    bool is_own = severity_of(rule) == DXK_WARNING;
    v->out->failed = v->out->failed || !is_own;
    if (location && rule == v->last_rule && location == v->last_location)
        return;
    dxk_finding f = make(rule, dxki_vformat(v, dxki_vrule_get(rule)->text, args, count));
    f.place = DXK_FINDING_FUNCTION;
    if (location && !is_own) {
        v->last_rule = rule;
        v->last_location = location;
    } else if (!location) {
        shown = followed_location(v, inst, 0);
    }
    if (shown)
        set_location(&f, m, shown);
    describe_inst(v, inst, &f);
    add(v, f);
}

void dxki_vinst_note(dxki_val *v, uint32_t inst, const char *text)
{
    dxk_finding f = make(DXKI_VR_COUNT, dxki_str(text));
    f.severity = DXK_NOTE;
    describe_inst(v, inst, &f);
    add(v, f);
}

static void add_with_tail(dxki_val *v, dxki_vrule rule, dxk_str message, dxk_str tail)
{
    const dxki_varg parts[] = {dxki_vt(message), dxki_vt(tail)};
    add(v, make(rule, dxki_vformat(v, "%0%1", parts, 2)));
}

void dxki_vmd(dxki_val *v, dxki_md md, dxki_vrule rule)
{
    dxki_snippets *snippets = dxki_vsnippets(v);
    if (snippets)
        add_with_tail(v, rule, dxki_str(dxki_vrule_get(rule)->text), dxki_snippet_md(snippets, md));
}

void dxki_vres(dxki_val *v, const dxki_resource *res, dxki_vrule rule, const dxki_varg *args,
               size_t count)
{
    dxk_str message = dxki_vformat(v, dxki_vrule_get(rule)->text, args, count);
    dxk_str tail = dxki_vformat(v, " '%0'", DXKI_VARGS(dxki_vt(dxki_vres_name(v, res))));
    add_with_tail(v, rule, message, tail);
}

void dxki_vtype(dxki_val *v, dxki_type type, dxki_vrule rule)
{
    dxki_snippets *snippets = dxki_vsnippets(v);
    if (snippets)
        dxki_verr(v, rule, DXKI_VARGS(dxki_vt(dxki_snippet_type_body(snippets, type))));
}

static bool same_text(dxk_str a, dxk_str b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* The node of debug information about a variable; 0: there is none. */
static dxki_md variable_node(const dxki_val *v, uint32_t global)
{
    const dxk_module *m = line_module(v);
    dxk_str name = dxki_vname(v, global);
    for (size_t i = 1; i < m->mds.count; i++) {
        if (m->mds.items[i].kind != DXKI_M_GLOBAL_VAR)
            continue;
        dxki_md variable = dxki_md_op(m, (dxki_md)i, DXKI_DI_GLOBAL_VAR_VARIABLE);
        dxki_value value = variable ? dxki_md_value(m, variable) : 0;
        if (DXKI_TAG(value) == DXKI_V_GLOBAL &&
            same_text(name, dxki_string_get(m, m->globals.items[DXKI_INDEX(value)].name)))
            return (dxki_md)i;
    }
    return 0;
}

void dxki_vvar(dxki_val *v, uint32_t global, dxki_vrule rule)
{
    const dxk_module *m = line_module(v);
    dxki_md node = variable_node(v, global);
    dxk_finding f = make(rule, dxki_vformat(v, dxki_vrule_get(rule)->text,
                                            DXKI_VARGS(dxki_vt(dxki_vname(v, global)))));
    if (node) {
        dxki_md file = dxki_md_op(m, node, DXKI_DI_GLOBAL_VAR_FILE);
        f.place = DXK_FINDING_SOURCE;
        f.file = file ? dxki_md_str(m, dxki_md_op(m, file, DXKI_DI_FILE_FILENAME)) : dxki_str("");
        f.line = (uint32_t)dxki_md_num(m, node, DXKI_DI_GLOBAL_VAR_LINE);
    }
    add(v, f);
}

#define CODE_BAD_CAST 0x80aa001du

void dxki_vgive_up(dxki_val *v)
{
    if (!v->out)
        return;
    v->out->failed = true;
    if (!v->out->error_code)
        v->out->error_code = CODE_BAD_CAST;
}

dxki_snippets *dxki_vsnippets(dxki_val *v)
{
    if (!v->snippets)
        v->snippets = dxki_snippets_create(v->m);
    if (!v->snippets)
        v->failed = true;
    else if (v->has_new_names)
        dxki_snippets_rename(v->snippets, v->new_names);
    return v->snippets;
}
