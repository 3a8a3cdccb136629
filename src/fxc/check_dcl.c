/* SPDX-License-Identifier: MIT */
/*
 * check_dcl.c - declarations: their values are known, their numbers within what the shader model
 * has, nothing is declared twice, and what a stage needs is there. They are collected so that
 * check_code.c finds the declaration of a register.
 */
#include "base/count.h"
#include "base/sort.h"
#include "fxc/check.h"
#include "spec/reader_rules.h"

#include <string.h>

#define ANY            UINT64_MAX
#define MOST_TEMPS     4096u
#define MOST_ROWS      4096u
#define MOST_POINTS    32u
#define MOST_SHARED    32768u
#define MOST_SHARED_4  16384u /* of shader model 4 */
#define MOST_THREADS   1024u
#define MOST_THREADS_4 768u
#define MOST_INSTANCES 32u

/* Slots of a kind of register up to shader model 5.0. */
static const struct {
    uint32_t kind, slots;
} slot_limits[] = {{DXK_DXBC_REGISTER_CONSTANT_BUFFER, 15}, {DXK_DXBC_REGISTER_RESOURCE, 128},
                   {DXK_DXBC_REGISTER_SAMPLER, 16},         {DXK_DXBC_REGISTER_UAV, 64},
                   {DXK_DXBC_REGISTER_INPUT, 32},           {DXK_DXBC_REGISTER_OUTPUT, 32}};

typedef struct collector {
    dxki_fxc_checker *c;
    uint32_t at;      /* instruction */
    uint32_t phase;   /* number of the phase; 0: declarations of all */
    bool patch;       /* the phase writes patch constants */
    uint32_t temps;   /* of this phase, with arrays */
    uint32_t shared;  /* bytes */
    uint64_t seen[4]; /* opcodes */
    uint32_t traits;  /* of all instructions */
} collector;

static void bad_value(collector *k, uint32_t opcode, const char *what, uint32_t value)
{
    DXKI_FAULT(k->c, DXKI_RULE_DXBC_VALUE, k->at, dxki_fxc_check_opcode(opcode),
               dxki_text(dxki_str(what)), dxki_dec(value));
}

static void check_most(collector *k, const char *what, uint64_t value, uint64_t most)
{
    if (value > most)
        DXKI_FAULT(k->c, DXKI_RULE_DXBC_MOST, k->at, dxki_text(dxki_str(what)), dxki_dec(value),
                   dxki_dec(most));
}

/* ---------------------------------------------------------------------------------------- */
/* Values                                                                                     */

/* What is in the opcode token of a declaration: an enumeration. */
static const struct {
    uint8_t form;
    uint8_t low, count; /* bits */
    bool zero;          /* 0, undefined, is allowed */
    dxk_enum_id set;
    const char *what;
} enumerated[] = {
    {DXKI_FORM_RESOURCE, 11, 5, false, DXK_ENUM_ID_dxbc_dimension, "dimension"},
    {DXKI_FORM_UAV_TYPED, 11, 5, false, DXK_ENUM_ID_dxbc_dimension, "dimension"},
    {DXKI_FORM_SAMPLER, 11, 4, true, DXK_ENUM_ID_dxbc_sampler_mode, "mode"},
    {DXKI_FORM_OUTPUTTOPOLOGY, 11, 7, false, DXK_ENUM_ID_dxbc_topology, "topology"},
    {DXKI_FORM_INPUT_PS, 11, 4, true, DXK_ENUM_ID_dxbc_interpolation, "interpolation"},
    {DXKI_FORM_INPUT_PS_SIV, 11, 4, true, DXK_ENUM_ID_dxbc_interpolation, "interpolation"},
    {DXKI_FORM_TESSELLATOR_DOMAIN, 11, 2, false, DXK_ENUM_ID_dxbc_domain, "domain"},
    {DXKI_FORM_TESSELLATOR_PARTITIONING, 11, 3, false, DXK_ENUM_ID_dxbc_partitioning,
     "partitioning"},
    {DXKI_FORM_TESSELLATOR_OUTPUT_PRIMITIVE, 11, 3, false, DXK_ENUM_ID_dxbc_output_primitive,
     "output primitive"},
};

static bool is_system_form(uint32_t form)
{
    return form == DXKI_FORM_INPUT_SGV || form == DXKI_FORM_INPUT_SIV ||
           form == DXKI_FORM_INPUT_PS_SGV || form == DXKI_FORM_INPUT_PS_SIV ||
           form == DXKI_FORM_OUTPUT_SGV || form == DXKI_FORM_OUTPUT_SIV;
}

static void check_return_types(collector *k, uint32_t opcode, uint32_t types)
{
    for (unsigned i = 0; i < 4; i++) {
        uint32_t type = dxki_dxbc_bits(types, 4 * i, 4);
        if (!dxk_enum_text(DXK_ENUM_ID_dxbc_return_type, type))
            bad_value(k, opcode, "return type", type);
    }
}

static void check_values(collector *k, const dxk_dxbc_instruction *in, uint32_t form)
{
    uint32_t opcode = dxk_dxbc_opcode(in);
    for (size_t i = 0; i < DXKI_COUNT(enumerated); i++) {
        uint32_t value = dxki_dxbc_bits(in->token, enumerated[i].low, enumerated[i].count);
        if (enumerated[i].form == form &&
            (!dxk_enum_text(enumerated[i].set, value) || (value == 0 && !enumerated[i].zero)))
            bad_value(k, opcode, enumerated[i].what, value);
    }
    if (is_system_form(form)) {
        uint32_t name = dxki_fxc_check_tail(k->c, in, 0);
        if (name == 0 || !dxk_enum_text(DXK_ENUM_ID_dxbc_name, name))
            bad_value(k, opcode, "system value", name);
    }
    if (form == DXKI_FORM_RESOURCE || form == DXKI_FORM_UAV_TYPED)
        check_return_types(k, opcode, dxki_fxc_check_tail(k->c, in, 0));
    if (form == DXKI_FORM_INPUTPRIMITIVE) {
        uint32_t primitive = dxki_dxbc_bits(in->token, 11, 6);
        bool patch = primitive >= 8 && primitive < 8 + MOST_POINTS && dxk_dxbc_major(k->c->p) >= 5;
        if (!patch && (primitive == 0 || !dxk_enum_text(DXK_ENUM_ID_dxbc_primitive, primitive)))
            bad_value(k, opcode, "primitive", primitive);
    }
    if (form == DXKI_FORM_RESOURCE_STRUCTURED || form == DXKI_FORM_UAV_STRUCTURED) {
        uint32_t stride = dxki_fxc_check_tail(k->c, in, 0);
        if (stride == 0 || stride % 4 || stride > 2048)
            bad_value(k, opcode, "stride", stride);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Numbers                                                                                    */

static void count_temps(collector *k, uint64_t more)
{
    uint64_t temps = k->temps + more;
    check_most(k, "temporary registers", temps, MOST_TEMPS);
    k->temps = temps < UINT32_MAX ? (uint32_t)temps : UINT32_MAX;
}

static void count_shared(collector *k, uint64_t bytes)
{
    uint32_t most = dxk_dxbc_major(k->c->p) >= 5 ? MOST_SHARED : MOST_SHARED_4;
    uint64_t shared = k->shared + bytes;
    check_most(k, "bytes of shared memory", shared, most);
    k->shared = shared < UINT32_MAX ? (uint32_t)shared : UINT32_MAX;
}

static void check_threads(collector *k, const dxk_dxbc_instruction *in)
{
    bool model5 = dxk_dxbc_major(k->c->p) >= 5;
    uint32_t most[3] = {model5 ? MOST_THREADS : MOST_THREADS_4,
                        model5 ? MOST_THREADS : MOST_THREADS_4, model5 ? 64u : 1u};
    uint64_t all = 1;
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t threads = dxki_fxc_check_tail(k->c, in, i);
        if (threads == 0)
            bad_value(k, DXKI_SM4_DCL_THREAD_GROUP, "number of threads", 0);
        check_most(k, "threads of a dimension", threads, most[i]);
        all *= threads < 4096 ? threads : 4096;
    }
    check_most(k, "threads of a group", all, most[0]);
}

static void check_points(collector *k, const dxk_dxbc_instruction *in, bool some)
{
    uint32_t points = dxki_dxbc_bits(in->token, 11, 6);
    if (points == 0 && some)
        bad_value(k, dxk_dxbc_opcode(in), "number of control points", 0);
    check_most(k, "control points", points, MOST_POINTS);
}

static void check_numbers(collector *k, const dxk_dxbc_instruction *in, uint32_t form)
{
    uint32_t word = dxki_fxc_check_tail(k->c, in, 0);
    switch (form) {
    case DXKI_FORM_TEMPS:
        count_temps(k, word);
        return;
    case DXKI_FORM_INDEXABLETEMP:
        count_temps(k, dxki_fxc_check_tail(k->c, in, 1));
        word = dxki_fxc_check_tail(k->c, in, 2);
        if (word == 0 || word > 4)
            bad_value(k, DXKI_SM4_DCL_INDEXABLETEMP, "number of components", word);
        return;
    case DXKI_FORM_TGSM_RAW:
        count_shared(k, word);
        return;
    case DXKI_FORM_TGSM_STRUCTURED:
        count_shared(k, (uint64_t)word * dxki_fxc_check_tail(k->c, in, 1));
        return;
    case DXKI_FORM_THREAD_GROUP:
        check_threads(k, in);
        return;
    case DXKI_FORM_GSINSTANCES:
        check_most(k, "instances", word, MOST_INSTANCES);
        return;
    case DXKI_FORM_MAXOUT:
        check_most(k, "vertices", word, 1024);
        return;
    case DXKI_FORM_INPUT_CONTROL_POINT_COUNT:
        check_points(k, in, true);
        return;
    case DXKI_FORM_OUTPUT_CONTROL_POINT_COUNT:
        check_points(k, in, false);
        return;
    default:
        return;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Collecting                                                                                 */

static bool add(collector *k, dxki_fxc_declared d)
{
    d.at = k->at;
    if (dxki_vec_push(k->c->ctx, &k->c->declared, d))
        return true;
    k->c->status = dxki_nomem(k->c->ctx);
    return false;
}

static bool is_input_form(uint32_t form)
{
    return form >= DXKI_FORM_INPUT && form <= DXKI_FORM_INPUT_PS_SIV;
}

static bool is_output_form(uint32_t form)
{
    return form >= DXKI_FORM_OUTPUT && form <= DXKI_FORM_OUTPUT_SIV;
}

static uint32_t number_of(const collector *k, const dxk_dxbc_operand *operand, uint32_t which)
{
    uint64_t number = dxk_dxbc_index_get(k->c->p, operand, which).number;
    return number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
}

/* Components that the operand of a declaration names. */
static uint32_t mask_of(const dxk_dxbc_operand *operand)
{
    uint32_t components = dxki_dxbc_bits(operand->token, 0, 2);
    if (components != 2)
        return components ? 1 : 15;
    return dxki_dxbc_bits(operand->token, 2, 2) == 0 ? dxki_dxbc_bits(operand->token, 4, 4) : 15;
}

/* v1.xy; v[3][1].xy, of which the first number counts vertices. */
static void add_element(collector *k, const dxk_dxbc_operand *operand)
{
    uint32_t count = dxk_dxbc_index_count(operand);
    uint32_t kind = dxk_dxbc_register_kind(operand);
    dxki_fxc_declared d = {.kind = kind,
                           .index = count ? number_of(k, operand, count - 1) : 0,
                           .phase = k->phase,
                           .mask = mask_of(operand),
                           .size = count >= 2 ? number_of(k, operand, 0) : ANY,
                           .patch = k->patch};
    add(k, d);
}

/* t0; cb0[4]; in shader model 5.1 T0[2:5], CB0[0:0]. */
static void add_slot(collector *k, const dxk_dxbc_instruction *in, const dxk_dxbc_operand *operand)
{
    dxki_fxc_declared d = {.kind = dxk_dxbc_register_kind(operand),
                           .index = number_of(k, operand, 0),
                           .mask = 15,
                           .size = ANY};
    bool buffer = d.kind == DXK_DXBC_REGISTER_CONSTANT_BUFFER;
    d.first = d.last = d.index;
    if (k->c->sm51 && dxk_dxbc_index_count(operand) == 3) {
        d.first = number_of(k, operand, 1);
        d.last = number_of(k, operand, 2);
        if (buffer)
            d.size = dxki_fxc_check_tail(k->c, in, 0);
        if (d.last < d.first)
            bad_value(k, dxk_dxbc_opcode(in), "last register", d.last);
    } else if (buffer) {
        d.size = number_of(k, operand, 1);
    }
    if (buffer && d.size == 0)
        d.size = ANY;
    add(k, d);
}

static void add_indexed(collector *k, uint32_t kind, uint32_t index, uint64_t size)
{
    dxki_fxc_declared d = {
        .kind = kind, .index = index, .mask = 15, .size = size, .phase = k->phase};
    add(k, d);
}

static void collect_other(collector *k, const dxk_dxbc_instruction *in, uint32_t form)
{
    uint32_t word = dxki_fxc_check_tail(k->c, in, 0);
    switch (form) {
    case DXKI_FORM_TEMPS:
        add_indexed(k, DXK_DXBC_REGISTER_TEMP, 0, word);
        return;
    case DXKI_FORM_INDEXABLETEMP:
        add_indexed(k, DXK_DXBC_REGISTER_INDEXABLE_TEMP, word, dxki_fxc_check_tail(k->c, in, 1));
        return;
    case DXKI_FORM_FUNCTION_BODY:
        add_indexed(k, DXK_DXBC_REGISTER_FUNCTION_BODY, word, ANY);
        return;
    case DXKI_FORM_FUNCTION_TABLE:
        add_indexed(k, DXK_DXBC_REGISTER_FUNCTION_TABLE, word, ANY);
        return;
    case DXKI_FORM_INTERFACE:
        add_indexed(k, DXK_DXBC_REGISTER_INTERFACE, word, ANY);
        return;
    default:
        return;
    }
}

static void collect(collector *k, const dxk_dxbc_instruction *in, uint32_t form)
{
    const dxk_dxbc_operand *operand = &k->c->p->operands[in->operands];
    if (in->operand_count == 0) {
        collect_other(k, in, form);
    } else if (is_input_form(form) || is_output_form(form)) {
        add_element(k, operand);
    } else if (form == DXKI_FORM_STREAM || form == DXKI_FORM_TGSM_RAW ||
               form == DXKI_FORM_TGSM_STRUCTURED) {
        add_indexed(k, dxk_dxbc_register_kind(operand), number_of(k, operand, 0), ANY);
    } else if (form != DXKI_FORM_INDEXRANGE) {
        add_slot(k, in, operand);
    }
}

static void collect_custom(collector *k, const dxk_dxbc_instruction *in)
{
    if (in->token >> 11 != DXK_DXBC_CUSTOM_IMMEDIATE_CONSTANT_BUFFER)
        return;
    if (in->tail_count % 4)
        bad_value(k, DXKI_SM4_CUSTOMDATA, "number of values", in->tail_count);
    check_most(k, "rows of constants", in->tail_count / 4, MOST_ROWS);
    dxki_fxc_declared d = {.kind = DXK_DXBC_REGISTER_IMMEDIATE_CONSTANT_BUFFER,
                           .mask = 15,
                           .size = in->tail_count / 4};
    add(k, d);
}

/* ---------------------------------------------------------------------------------------- */
/* Looking up                                                                                 */

static int compare(const dxki_fxc_declared *d, uint32_t kind, uint32_t index, uint32_t phase)
{
    if (d->kind != kind)
        return d->kind < kind ? -1 : 1;
    if (d->index != index)
        return d->index < index ? -1 : 1;
    return d->phase == phase ? 0 : d->phase < phase ? -1 : 1;
}

static bool after(const void *user, const void *a, const void *b)
{
    const dxki_fxc_declared *x = b;
    (void)user;
    return compare(a, x->kind, x->index, x->phase) > 0;
}

const dxki_fxc_declared *dxki_fxc_check_find(const dxki_fxc_checker *c, uint32_t kind,
                                             uint32_t index, uint32_t phase, uint32_t *mask)
{
    size_t low = 0, high = c->declared.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare(&c->declared.items[middle], kind, index, phase) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    const dxki_fxc_declared *found = NULL;
    for (size_t i = low; i < c->declared.count; i++) {
        const dxki_fxc_declared *d = &c->declared.items[i];
        if (compare(d, kind, index, phase) != 0 || i - low >= 64)
            break;
        if (mask)
            *mask |= d->mask;
        found = found ? found : d;
    }
    if (!found && phase)
        return dxki_fxc_check_find(c, kind, index, 0, mask);
    return found;
}

static bool has_components(uint32_t kind)
{
    switch (kind) {
    case DXK_DXBC_REGISTER_INPUT:
    case DXK_DXBC_REGISTER_OUTPUT:
    case DXK_DXBC_REGISTER_INPUT_CONTROL_POINT:
    case DXK_DXBC_REGISTER_OUTPUT_CONTROL_POINT:
    case DXK_DXBC_REGISTER_PATCH_CONSTANT:
        return true;
    default:
        return false;
    }
}

/* Equal neighbours were declared twice. Inputs and outputs may be declared in pieces, and those of
 * streams share their registers. */
static void check_twice(collector *k)
{
    const dxki_fxc_checker *c = k->c;
    for (size_t i = 1; i < c->declared.count; i++) {
        const dxki_fxc_declared *d = &c->declared.items[i], *before = d - 1;
        if (has_components(d->kind) || compare(before, d->kind, d->index, d->phase) != 0)
            continue;
        DXKI_FAULT(k->c, DXKI_RULE_DXBC_TWICE, d->at, dxki_fxc_check_register(d->kind),
                   dxki_dec(d->index));
    }
}

static void check_slots(collector *k)
{
    dxki_fxc_checker *c = k->c;
    for (size_t i = 0; i < c->declared.count && !c->sm51; i++) {
        const dxki_fxc_declared *d = &c->declared.items[i];
        for (size_t n = 0; n < DXKI_COUNT(slot_limits); n++)
            if (slot_limits[n].kind == d->kind && d->index >= slot_limits[n].slots)
                DXKI_FAULT(c, DXKI_RULE_DXBC_SLOT, d->at, dxki_fxc_check_register(d->kind),
                           dxki_dec(d->index), dxki_dec(slot_limits[n].slots));
    }
}

/* ---------------------------------------------------------------------------------------- */
/* What a stage needs                                                                         */

static const struct {
    uint8_t stages;
    uint16_t opcode;
    uint32_t traits; /* what an instruction must be for it to be needed; 0: always */
} needed[] = {
    {DXKI_STAGE_CS, DXKI_SM4_DCL_THREAD_GROUP, 0},
    {DXKI_STAGE_GS, DXKI_SM4_DCL_INPUTPRIMITIVE, 0},
    {DXKI_STAGE_GS, DXKI_SM4_DCL_OUTPUTTOPOLOGY, DXKI_SM4_IS_EMIT},
    {DXKI_STAGE_GS, DXKI_SM4_DCL_MAXOUT, 0},
    {DXKI_STAGE_HS | DXKI_STAGE_DS, DXKI_SM4_DCL_INPUT_CONTROL_POINT_COUNT, 0},
    {DXKI_STAGE_HS | DXKI_STAGE_DS, DXKI_SM4_DCL_TESSELLATOR_DOMAIN, 0},
    {DXKI_STAGE_HS, DXKI_SM4_DCL_OUTPUT_CONTROL_POINT_COUNT, 0},
    {DXKI_STAGE_HS, DXKI_SM4_DCL_TESSELLATOR_PARTITIONING, 0},
    {DXKI_STAGE_HS, DXKI_SM4_DCL_TESSELLATOR_OUTPUT_PRIMITIVE, 0},
};

static void check_needed(collector *k)
{
    for (size_t i = 0; i < DXKI_COUNT(needed); i++) {
        uint32_t opcode = needed[i].opcode;
        if (needed[i].traits && !(needed[i].traits & k->traits))
            continue;
        if (k->c->stage < 6 && needed[i].stages >> k->c->stage & 1 &&
            !(k->seen[opcode / 64] >> opcode % 64 & 1))
            DXKI_FAULT(k->c, DXKI_RULE_DXBC_MISSING, UINT32_MAX, dxki_fxc_check_opcode(opcode));
    }
}

/* ---------------------------------------------------------------------------------------- */

static void see(collector *k, const dxk_dxbc_instruction *in)
{
    uint32_t opcode = dxk_dxbc_opcode(in);
    const dxki_dxbc_opcode *op = dxki_dxbc_opcode_get(opcode);
    if (opcode < DXKI_SM4_COUNT)
        k->seen[opcode / 64] |= (uint64_t)1 << opcode % 64;
    k->traits |= op->traits;
    if (op->form == DXKI_FORM_PHASE && opcode != DXKI_SM4_HS_DECLS) {
        k->phase++;
        k->patch = opcode != DXKI_SM4_HS_CONTROL_POINT_PHASE;
        k->temps = 0;
    }
    if (op->form == DXKI_FORM_CUSTOM)
        collect_custom(k, in);
    if (op->form == DXKI_FORM_GLOBALFLAGS)
        k->c->flags = in->token;
    if (op->form < DXKI_FORM_DECLARATION || !op->text)
        return;
    check_values(k, in, op->form);
    check_numbers(k, in, op->form);
    collect(k, in, op->form);
}

void dxki_fxc_check_declarations(dxki_fxc_checker *c)
{
    collector k = {.c = c};
    for (uint32_t i = 0; i < c->p->instruction_count && c->status == DXK_OK; i++) {
        k.at = i;
        see(&k, &c->p->instructions[i]);
    }
    if (c->status == DXK_OK && c->declared.count &&
        !dxki_sort(c->ctx, c->declared.items, c->declared.count, sizeof *c->declared.items, after,
                   NULL))
        c->status = dxki_nomem(c->ctx);
    if (c->status != DXK_OK)
        return;
    check_twice(&k);
    check_slots(&k);
    check_needed(&k);
}
