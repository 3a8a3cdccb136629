/* SPDX-License-Identifier: MIT */
/*
 * check.c - whether a container of shader model 4 or 5 is well formed: its parts decode and fit
 * each other, and its program is one that a runtime could take.
 *
 *   every part      decodes: tables and strings are inside of it
 *   SHDR, SHEX      check_dcl.c, check_code.c, check_flow.c
 *   signatures      have the inputs and outputs that the program declares
 *   RDEF            has the resources that it declares
 *   STAT            counts what it has (a difference is a warning)
 *   Aon9            has a program of shader model 2 or 3 with an end
 *   LIBF            is a container that is well formed
 */
#include "fxc/check.h"
#include "container/container.h"
#include "dxbc/dxbc.h"
#include "fxc/level9.h"

#include "base/count.h"
#include "base/sort.h"
#include "spec/reader_rules.h"
#include "spec/spec.h"

#include <string.h>

#define FXLC DXK_FOURCC('F', 'X', 'L', 'C') /* a part whose layout is not known */

/* A container, maybe inside of another one. */
typedef struct frame {
    dxk_ctx *ctx;
    const dxk_container *container;
    uint64_t base; /* its offset in the file */
    bool faulty;
    dxk_status status;
} frame;

/* ---------------------------------------------------------------------------------------- */
/* Reporting                                                                                  */

/* "SHEX/instructions[12]" */
static void path_of(const dxki_fxc_checker *c, uint32_t at, char path[64])
{
    static const char list[] = "/instructions[";
    char digits[24], *end = digits + sizeof digits, *first;
    uint32_t fourcc = c->part->fourcc;
    for (int i = 0; i < 4; i++)
        *path++ = (char)(fourcc >> 8 * i);
    if (at != UINT32_MAX) {
        memcpy(path, list, sizeof list - 1);
        path += sizeof list - 1;
        first = dxki_format_u64(end, at);
        memcpy(path, first, (size_t)(end - first));
        path += end - first;
        *path++ = ']';
    }
    *path = 0;
}

bool dxki_fxc_check_fault(dxki_fxc_checker *c, const dxki_rule *rule, uint32_t at,
                          const dxki_arg *args, size_t count)
{
    char path[64];
    uint64_t offset = c->base + c->part->offset + DXKI_PART_HEADER_SIZE;
    if (at != UINT32_MAX)
        offset += 4 * (uint64_t)c->p->instructions[at].offset;
    path_of(c, at, path);
    dxk_status status = dxki_report(c->ctx, rule, dxki_at_byte(offset), path, args, count);
    c->faulty = c->faulty || rule->severity == DXK_ERROR;
    if (status != DXK_OK && status != DXK_E_INVALID)
        c->status = status;
    return false;
}

static void fault(frame *f, const dxki_rule *rule, uint64_t offset, const dxki_arg *args,
                  size_t count)
{
    dxk_status status = dxki_report(f->ctx, rule, dxki_at_byte(f->base + offset), "", args, count);
    f->faulty = f->faulty || rule->severity == DXK_ERROR;
    if (status != DXK_OK && status != DXK_E_INVALID)
        f->status = status;
}

dxki_arg dxki_fxc_check_register(uint32_t kind)
{
    const char *name = dxk_enum_text(DXK_ENUM_ID_dxbc_register, kind);
    return dxki_text(dxki_str(name ? name : "?"));
}

dxki_arg dxki_fxc_check_opcode(uint32_t opcode)
{
    const char *name = dxk_dxbc_opcode_name(opcode);
    return dxki_text(dxki_str(name ? name : "?"));
}

/* ---------------------------------------------------------------------------------------- */
/* Signatures                                                                                 */

#define ROWS 64u

/* Components of each register that a signature has. */
static void masks_of(const dxk_signature *signature, uint32_t masks[ROWS])
{
    memset(masks, 0, ROWS * sizeof *masks);
    for (uint32_t i = 0; signature && i < signature->header.count; i++) {
        const dxk_signature_element *e = &signature->elements[i];
        if (e->register_index < ROWS)
            masks[e->register_index] |= e->mask;
    }
}

/* The signature (input, output, patch constants) that a register is of; -1: of none. */
static int signature_of(const dxki_fxc_declared *d)
{
    switch (d->kind) {
    case DXK_DXBC_REGISTER_INPUT:
    case DXK_DXBC_REGISTER_INPUT_CONTROL_POINT:
        return 0;
    case DXK_DXBC_REGISTER_OUTPUT_CONTROL_POINT:
        return 1;
    case DXK_DXBC_REGISTER_PATCH_CONSTANT:
        return 2;
    case DXK_DXBC_REGISTER_OUTPUT:
        return d->patch ? 2 : 1;
    default:
        return -1;
    }
}

static void check_signatures(dxki_fxc_checker *c)
{
    uint32_t masks[3][ROWS];
    for (int i = 0; i < 3; i++)
        masks_of(c->signatures[i], masks[i]);
    for (size_t i = 0; i < c->declared.count && c->status == DXK_OK; i++) {
        const dxki_fxc_declared *d = &c->declared.items[i];
        int which = signature_of(d);
        if (which < 0 || !c->signatures[which] || d->index >= ROWS)
            continue;
        if (d->mask & ~masks[which][d->index])
            DXKI_FAULT(c, DXKI_RULE_DXBC_SIGNATURE, d->at, dxki_fxc_check_register(d->kind),
                       dxki_dec(d->index));
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Resources                                                                                  */

/* Registers that a binding of RDEF stands for. */
typedef struct bound {
    uint32_t kind;
    uint32_t first;    /* number of its first register; of the range in shader model 5.1 */
    uint64_t end;      /* after the last */
    uint64_t farthest; /* of this one and those before it */
} bound;

static uint32_t kind_of_binding(uint32_t kind)
{
    switch (kind) {
    case DXK_RDEF_BINDING_KIND_CBUFFER:
        return DXK_DXBC_REGISTER_CONSTANT_BUFFER;
    case DXK_RDEF_BINDING_KIND_SAMPLER:
        return DXK_DXBC_REGISTER_SAMPLER;
    case DXK_RDEF_BINDING_KIND_TBUFFER:
    case DXK_RDEF_BINDING_KIND_TEXTURE:
    case DXK_RDEF_BINDING_KIND_STRUCTURED:
    case DXK_RDEF_BINDING_KIND_BYTE_ADDRESS:
        return DXK_DXBC_REGISTER_RESOURCE;
    default:
        return DXK_DXBC_REGISTER_UAV;
    }
}

static bool bound_after(const void *user, const void *a, const void *b)
{
    const bound *x = a, *y = b;
    (void)user;
    return x->kind != y->kind ? x->kind > y->kind : x->first > y->first;
}

/* The bindings in order; NULL: out of memory, or there are none. */
static bound *sort_bindings(dxki_fxc_checker *c)
{
    uint32_t count = c->rdef->header.binding_count;
    bound *all = dxki_realloc(c->ctx, NULL, 0, count * sizeof *all);
    for (uint32_t i = 0; all && i < count; i++) {
        const dxk_rdef_binding *b = &c->rdef->bindings[i];
        uint32_t first = c->sm51 ? b->id : b->bind_point;
        uint64_t size = c->sm51 ? 1 : b->bind_count ? b->bind_count : UINT32_MAX;
        all[i] = (bound){kind_of_binding(b->kind), first, first + size, 0};
    }
    if (!all || !dxki_sort(c->ctx, all, count, sizeof *all, bound_after, NULL)) {
        dxki_realloc(c->ctx, all, count * sizeof *all, 0);
        c->status = dxki_nomem(c->ctx);
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++) {
        bool same = i && all[i].kind == all[i - 1].kind;
        all[i].farthest =
            same && all[i - 1].farthest > all[i].end ? all[i - 1].farthest : all[i].end;
    }
    return all;
}

static bool is_bound(const bound *all, size_t count, const dxki_fxc_declared *d)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const bound *b = &all[middle];
        if (b->kind < d->kind || (b->kind == d->kind && b->first <= d->index))
            low = middle + 1;
        else
            high = middle;
    }
    return low && all[low - 1].kind == d->kind && d->index < all[low - 1].farthest;
}

static void check_bindings(dxki_fxc_checker *c)
{
    uint32_t count = c->rdef->header.binding_count;
    bound *all = count ? sort_bindings(c) : NULL;
    for (size_t i = 0; i < c->declared.count && c->status == DXK_OK; i++) {
        const dxki_fxc_declared *d = &c->declared.items[i];
        bool slot = d->kind == DXK_DXBC_REGISTER_CONSTANT_BUFFER ||
                    d->kind == DXK_DXBC_REGISTER_SAMPLER || d->kind == DXK_DXBC_REGISTER_RESOURCE ||
                    d->kind == DXK_DXBC_REGISTER_UAV;
        if (slot && !is_bound(all, count, d))
            DXKI_FAULT(c, DXKI_RULE_DXBC_BINDING, d->at, dxki_fxc_check_register(d->kind),
                       dxki_dec(d->index));
    }
    dxki_realloc(c->ctx, all, count * sizeof *all, 0);
}

/* ---------------------------------------------------------------------------------------- */
/* Counters                                                                                   */

/* Up to 9.30 the moves cannot be counted from the tokens. */
static bool is_countable(dxk_fxc_version fxc, const char *name)
{
    bool old = fxc == DXK_FXC_9_29 || fxc == DXK_FXC_9_30;
    return !old || strcmp(name, "mov_instructions") != 0;
}

static void check_counters(frame *f, const dxki_fxc_checker *c, const dxk_counter_part *stat,
                           uint64_t offset)
{
    dxk_counters counters;
    const dxki_record_desc *record = dxki_record_get(DXK_RECORD_ID_counters);
    dxk_fxc_version fxc = dxk_dxbc_compiler(c->rdef);
    dxk_dxbc_count(c->p, fxc, &counters);
    if (stat->counters.instructions == 0) /* a stripped shader, or one that no compiler made */
        return;
    for (size_t i = 0; i < record->field_count && f->status == DXK_OK; i++) {
        const dxki_field *field = &record->fields[i];
        uint64_t says = dxki_field_get(field, &stat->counters);
        uint64_t is = dxki_field_get(field, &counters);
        if (says == is || 4 * i >= stat->size || !is_countable(fxc, field->name))
            continue;
        const dxki_arg args[] = {dxki_text(dxki_str(field->name)), dxki_dec(says), dxki_dec(is)};
        fault(f, DXKI_RULE_DXBC_STAT, offset + DXKI_PART_HEADER_SIZE + 4 * i, args, 3);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Programs                                                                                   */

/* Stages and models that there are. */
static bool is_known_version(const dxk_dxbc_program *p)
{
    uint32_t major = dxk_dxbc_major(p), minor = dxk_dxbc_minor(p);
    uint32_t stage = dxk_dxbc_program_stage(p);
    bool tessellates = stage == DXK_DXBC_STAGE_HULL || stage == DXK_DXBC_STAGE_DOMAIN;
    return (major == 4 || major == 5) && minor <= 1 && (major == 5 || !tessellates) &&
           (stage <= DXK_DXBC_STAGE_COMPUTE || stage == DXK_DXBC_STAGE_LIBRARY);
}

/* The first part of one of two kinds, decoded; NULL: there is none, or it is damaged. */
static dxk_decoded *load(frame *f, uint32_t fourcc, uint32_t other, size_t *index)
{
    dxk_decoded *decoded = NULL;
    *index = dxk_container_find(f->container, fourcc, 0);
    if (*index == DXK_NO_PART)
        *index = dxk_container_find(f->container, other, 0);
    if (*index == DXK_NO_PART || f->status != DXK_OK)
        return NULL;
    const dxk_part *part = dxk_container_part(f->container, *index);
    dxk_status status = dxk_part_decode(f->ctx, part->fourcc, part->content, &decoded);
    if (status != DXK_OK && status != DXK_E_INVALID)
        f->status = status;
    return decoded;
}

/* The parts that a program is judged with. */
typedef struct loaded {
    dxk_decoded *code, *input, *output, *patch, *rdef, *stat;
} loaded;

static void load_all(frame *f, loaded *l, size_t *code, size_t *stat)
{
    size_t other;
    l->code = load(f, DXK_PART_SHEX, DXK_PART_SHDR, code);
    l->input = load(f, DXK_PART_ISG1, DXK_PART_ISGN, &other);
    l->output = load(f, DXK_PART_OSG1, DXK_PART_OSGN, &other);
    if (!l->output)
        l->output = load(f, DXK_PART_OSG5, DXK_PART_OSG5, &other);
    l->patch = load(f, DXK_PART_PSG1, DXK_PART_PCSG, &other);
    l->rdef = load(f, DXK_PART_RDEF, DXK_PART_RDEF, &other);
    l->stat = load(f, DXK_PART_STAT, DXK_PART_STAT, stat);
}

static void free_all(loaded *l)
{
    dxk_decoded_free(l->code);
    dxk_decoded_free(l->input);
    dxk_decoded_free(l->output);
    dxk_decoded_free(l->patch);
    dxk_decoded_free(l->rdef);
    dxk_decoded_free(l->stat);
}

static void check_frame_of_program(dxki_fxc_checker *c)
{
    const dxk_dxbc_program *p = c->p;
    uint32_t stage = dxk_dxbc_program_stage(p);
    static const struct {
        const char *name;
        uint8_t stages;
    } parts[3] = {{"ISGN", DXKI_STAGE_ANY},
                  {"OSGN", DXKI_STAGE_ANY},
                  {"PCSG", DXKI_STAGE_HS | DXKI_STAGE_DS}};
    if (!is_known_version(p))
        DXKI_FAULT(c, DXKI_RULE_DXBC_VERSION, UINT32_MAX, dxki_hex(p->version));
    if (c->part->fourcc == DXK_PART_SHDR && dxk_dxbc_major(p) >= 5)
        DXKI_FAULT(c, DXKI_RULE_DXBC_PART_NAME, UINT32_MAX, dxki_dec(dxk_dxbc_major(p)));
    if (p->rest.size)
        DXKI_FAULT(c, DXKI_RULE_DXBC_REST, UINT32_MAX, dxki_dec(p->rest.size));
    for (int i = 0; i < 3; i++)
        if (stage < 6 && !c->signatures[i] && parts[i].stages >> stage & 1)
            DXKI_FAULT(c, DXKI_RULE_DXBC_NEEDS_PART, UINT32_MAX,
                       dxki_text(dxki_str(parts[i].name)));
}

static void check_program(frame *f, const loaded *l, size_t code, size_t stat)
{
    const dxk_dxbc_program *p = l->code->as.dxbc;
    uint32_t stage = dxk_dxbc_program_stage(p);
    dxki_fxc_checker c = {.ctx = f->ctx,
                          .p = p,
                          .part = dxk_container_part(f->container, code),
                          .base = f->base,
                          .stage = stage < 6 ? stage : UINT32_MAX,
                          .sm51 = dxk_dxbc_major(p) == 5 && dxk_dxbc_minor(p) == 1,
                          .rdef = l->rdef ? l->rdef->as.rdef : NULL,
                          .signatures = {l->input ? l->input->as.signature : NULL,
                                         l->output ? l->output->as.signature : NULL,
                                         l->patch ? l->patch->as.signature : NULL}};
    check_frame_of_program(&c);
    dxki_fxc_check_declarations(&c);
    if (c.status == DXK_OK)
        dxki_fxc_check_flow(&c);
    if (c.status == DXK_OK)
        dxki_fxc_check_code(&c);
    if (c.status == DXK_OK)
        check_signatures(&c);
    if (c.status == DXK_OK && c.rdef)
        check_bindings(&c);
    f->status = c.status;
    f->faulty = f->faulty || c.faulty;
    if (f->status == DXK_OK && l->stat && l->stat->type == DXK_PART_TYPE_COUNTERS)
        check_counters(f, &c, l->stat->as.counters, dxk_container_part(f->container, stat)->offset);
    dxki_vec_free(f->ctx, &c.declared);
}

/* ---------------------------------------------------------------------------------------- */
/* Other parts                                                                                */

/* The tokens of a program of feature level 9 lead to its end. */
static void check_level9(frame *f, const dxk_part *part)
{
    dxk_decoded *decoded = NULL;
    dxk_status status = dxk_part_decode(f->ctx, part->fourcc, part->content, &decoded);
    if (status != DXK_OK) {
        f->status = status == DXK_E_INVALID ? f->status : status;
        return;
    }
    size_t bad = dxki_fxc_level9_fault(decoded->as.level9->code);
    if (bad != SIZE_MAX) {
        const dxki_arg args[] = {dxki_fourcc_arg(part->fourcc), dxki_dec(bad)};
        fault(f, DXKI_RULE_DXBC_LEVEL9, part->offset + DXKI_PART_HEADER_SIZE, args, 2);
    }
    dxk_decoded_free(decoded);
}

static void check_container(frame *f, uint32_t depth);

/* A function of a library is a container of its own. */
static void check_function(frame *f, const dxk_part *part, uint32_t depth)
{
    frame inner = {.ctx = f->ctx, .base = f->base + part->offset + DXKI_PART_HEADER_SIZE};
    dxk_container *container;
    dxk_status status = dxk_container_read(f->ctx, part->content, NULL, &container);
    if (status == DXK_OK) {
        inner.container = container;
        check_container(&inner, depth + 1);
        status = inner.status;
        dxk_container_free(container);
    } else if (status == DXK_E_INVALID) {
        inner.faulty = true;
        status = DXK_OK;
    }
    f->faulty = f->faulty || inner.faulty;
    f->status = status;
}

/* Parts of which a container has one at most. */
static const uint32_t single[] = {
    DXK_PART_SHDR, DXK_PART_SHEX, DXK_PART_RDEF, DXK_PART_ISGN, DXK_PART_ISG1, DXK_PART_OSGN,
    DXK_PART_OSG5, DXK_PART_OSG1, DXK_PART_PCSG, DXK_PART_PSG1, DXK_PART_STAT, DXK_PART_SFI0,
    DXK_PART_IFCE, DXK_PART_Aon9, DXK_PART_RTS0, DXK_PART_LIBH,
};

static void check_single(frame *f)
{
    for (size_t i = 0; i < DXKI_COUNT(single); i++) {
        size_t first = dxk_container_find(f->container, single[i], 0);
        size_t second = first == DXK_NO_PART
                            ? DXK_NO_PART
                            : dxk_container_find(f->container, single[i], first + 1);
        if (second == DXK_NO_PART)
            continue;
        const dxki_arg args[] = {dxki_fourcc_arg(single[i])};
        fault(f, DXKI_RULE_DXBC_PART_TWICE, dxk_container_part(f->container, second)->offset, args,
              1);
    }
}

static void check_digest(frame *f)
{
    dxk_digest_state state = dxk_container_digest_state(f->container);
    if (state == DXK_DIGEST_RETAIL || state == DXK_DIGEST_DEBUG)
        return;
    const dxki_arg args[] = {dxki_text(dxki_str(dxk_digest_state_name(state)))};
    fault(f, DXKI_RULE_DXBC_DIGEST, 4, args, 1);
}

/* Every part decodes. What is damaged is reported by the readers. */
static bool check_parts(frame *f, uint32_t depth)
{
    bool faulty = f->faulty;
    f->faulty = false;
    for (size_t i = 0; i < dxk_container_part_count(f->container) && f->status == DXK_OK; i++) {
        const dxk_part *part = dxk_container_part(f->container, i);
        dxk_status status = dxk_container_visit_part(f->container, i, NULL);
        f->faulty = f->faulty || status == DXK_E_INVALID;
        if (status != DXK_OK && status != DXK_E_INVALID)
            f->status = status;
        else if (part->fourcc == DXK_PART_LIBF && status == DXK_OK && depth == 0)
            check_function(f, part, depth);
        else if (status == DXK_OK &&
                 (part->fourcc == DXK_PART_Aon9 || part->fourcc == DXK_PART_XNAS ||
                  part->fourcc == DXK_PART_XNAP))
            check_level9(f, part);
    }
    bool good = !f->faulty;
    f->faulty = f->faulty || faulty;
    return good && f->status == DXK_OK;
}

static void check_container(frame *f, uint32_t depth)
{
    loaded l = {.code = NULL};
    size_t code, stat;
    check_digest(f);
    check_single(f);
    if (!check_parts(f, depth))
        return;
    load_all(f, &l, &code, &stat);
    if (f->status == DXK_OK && l.code)
        check_program(f, &l, code, stat);
    free_all(&l);
}

dxk_status dxk_dxbc_check(const dxk_container *container)
{
    dxk_ctx *ctx = container->ctx;
    frame f = {.ctx = ctx, .container = container};
    check_container(&f, 0);
    if (f.status != DXK_OK)
        return f.status;
    return f.faulty ? DXK_E_INVALID : DXK_OK;
}

bool dxk_dxbc_is_legacy(const dxk_container *container)
{
    static const uint32_t kinds[] = {DXK_PART_SHEX, DXK_PART_SHDR, DXK_PART_LIBF,
                                     DXK_PART_Aon9, DXK_PART_FX10, FXLC};
    if (dxk_container_kind(container) != DXK_INPUT_CONTAINER)
        return false;
    if (dxk_container_find_program(container, DXK_PROGRAM_LIST) != DXK_NO_PART)
        return false;
    for (size_t i = 0; i < DXKI_COUNT(kinds); i++)
        if (dxk_container_find(container, kinds[i], 0) != DXK_NO_PART)
            return true;
    return dxk_container_part_count(container) == 1 &&
           dxk_container_find(container, DXK_PART_RTS0, 0) == 0;
}
