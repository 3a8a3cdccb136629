/* SPDX-License-Identifier: MIT */
/*
 * code.c - the instructions of a program, one after the other. Before them comes a look at all of
 * them, for what must be known from the start: how many registers there are, which arrays are
 * indexed by a value, where subroutines begin.
 */
#include "convert/code.h"

#include "base/count.h"
#include "builder/builder.h"

/* Instructions that are converted in subroutines, which are put in the place of their calls. */
#define STEPS_MOST 200000u

const dxki_convert_row *dxki_convert_row_of(uint32_t opcode)
{
    static const dxki_convert_row rows[DXKI_SM4_COUNT] = {
#define DXKI_CONVERT_OP(opcode, convert, make, more)                                               \
    [DXKI_SM4_##opcode] = {dxki_convert_do_##convert, make, more, false},
#define DXKI_CONVERT_PLACE(opcode, convert, make, more)                                            \
    [DXKI_SM4_##opcode] = {dxki_convert_do_##convert, make, more, true},
#include "convert/ops.def"
#undef DXKI_CONVERT_OP
    };
    static const dxki_convert_row none;

    return opcode < DXKI_SM4_COUNT ? &rows[opcode] : &none;
}

/* ---------------------------------------------------------------------------------------- */
/* A look at the program                                                                      */

/* Words of custom data in front of its content: its length. */
enum { CLASS_CONSTANTS = 3 };

static uint32_t class_of(const dxk_dxbc_instruction *in)
{
    return dxki_dxbc_bits(in->token, 11, 21);
}

static void count_temps(dxki_convert *c)
{
    uint32_t count = dxki_convert_tail(c, 0);

    if (count > DXKI_CONVERT_REGISTERS)
        DXKI_CONVERT_FAULT(c, VALUE, dxki_text(dxki_str("dcl_temps")), dxki_dec(count));
    else if (count > c->code->temps)
        c->code->temps = count;
}

/* The largest declaration of an array with that number, in any phase. */
static void note_array(dxki_convert *c)
{
    uint32_t number = dxki_convert_tail(c, 0), rows = dxki_convert_tail(c, 1);

    if (number >= DXKI_CONVERT_REGISTERS || rows > DXKI_CONVERT_REGISTERS) {
        DXKI_CONVERT_FAULT(c, VALUE, dxki_text(dxki_str("dcl_indexableTemp")),
                           dxki_dec(number > rows ? number : rows));
        return;
    }
    if (!c->code->arrays) {
        c->code->arrays = DXKI_NEW_ARRAY(&c->arena, dxki_convert_array, DXKI_CONVERT_REGISTERS);
        if (!c->code->arrays) {
            dxki_convert_nomem(c);
            return;
        }
    }
    if (number >= c->code->array_count)
        c->code->array_count = number + 1;
    if (rows > c->code->arrays[number].most)
        c->code->arrays[number].most = rows;
}

static void note_constants(dxki_convert *c)
{
    if (class_of(c->at) != CLASS_CONSTANTS)
        return;
    c->code->constant_words = c->at->tail;
    c->code->constant_count = c->at->tail_count;
}

/* Notes which components of arrays an instruction writes; others need no room. */
static void note_results(dxki_convert *c)
{
    const char *operands = dxki_dxbc_opcode_get(dxk_dxbc_opcode(c->at))->operands;

    for (uint32_t i = 0; c->code->arrays && operands && operands[i] == 'd'; i++) {
        const dxk_dxbc_operand *operand = &c->program->operands[c->at->operands + i];
        uint64_t number = dxk_dxbc_index_get(c->program, operand, 0).number;
        if (dxk_dxbc_register_kind(operand) == DXK_DXBC_REGISTER_INDEXABLE_TEMP &&
            number < DXKI_CONVERT_REGISTERS)
            c->code->arrays[number].written |= dxki_convert_mask(operand);
    }
}

/* What must be known of an instruction before all others. */
static void look_at(dxki_convert *c)
{
    switch (dxk_dxbc_opcode(c->at)) {
    case DXKI_SM4_DCL_TEMPS:
        count_temps(c);
        break;
    case DXKI_SM4_DCL_INDEXABLETEMP:
        note_array(c);
        break;
    case DXKI_SM4_CUSTOMDATA:
        note_constants(c);
        break;
    default:
        note_results(c);
        break;
    }
}

/* Arrays that some operand indexes by a value. Operands of operands come after those of the
 * instructions. */
static void find_dynamic(dxki_convert *c)
{
    const dxk_dxbc_program *p = c->program;

    for (size_t i = 0; i < p->operand_count; i++) {
        const dxk_dxbc_operand *operand = &p->operands[i];
        if (dxk_dxbc_register_kind(operand) != DXK_DXBC_REGISTER_INDEXABLE_TEMP)
            continue;
        uint64_t number = dxk_dxbc_index_get(p, operand, 0).number;
        if (number < c->code->array_count && dxk_dxbc_index_get(p, operand, 1).relative)
            c->code->arrays[number].dynamic = true;
    }
    for (uint32_t i = 0; i < c->code->array_count && c->dxilconv; i++)
        c->code->arrays[i].dynamic = true;
}

/* Does a geometry shader have outputs in more than one stream? The one otherwise is code->stream. */
static bool has_streams(dxki_convert *c)
{
    const dxki_convert_elements *all = &c->signatures[DXK_SIGNATURE_OUTPUT];

    if (all->count)
        c->code->stream = all->items[0].stream;
    for (size_t i = 0; i < all->count; i++)
        if (all->items[i].stream != c->code->stream)
            return true;
    return false;
}

/* Cells for registers: r#, arrays that are not variables, outputs of several streams. */
static void make_cells(dxki_convert *c)
{
    dxki_convert_code *code = c->code;
    uint64_t count = 4 * (uint64_t)code->temps;

    for (uint32_t i = 0; i < code->array_count; i++) {
        if (code->arrays[i].dynamic)
            continue;
        code->arrays[i].first = (uint32_t)count;
        count += 4 * (uint64_t)code->arrays[i].most;
        if (count > 16 * DXKI_CONVERT_REGISTERS) {
            c->at = NULL;
            DXKI_CONVERT_FAULT(c, VALUE, dxki_text(dxki_str("dcl_indexableTemp")),
                               dxki_dec(count / 4));
            return;
        }
    }
    code->outputs = has_streams(c) ? (uint32_t)count : UINT32_MAX;
    count += code->outputs == UINT32_MAX ? 0 : 4 * DXKI_CONVERT_INPUTS;
    code->cell_count = (uint32_t)count;
    code->cells = DXKI_NEW_ARRAY(&c->arena, dxki_convert_cell, count + 1);
    code->inputs = DXKI_NEW_ARRAY(&c->arena, dxk_value, 4 * DXKI_CONVERT_INPUTS);
    if (!code->cells || !code->inputs)
        dxki_convert_nomem(c);
}

static void survey(dxki_convert *c)
{
    const dxk_dxbc_program *p = c->program;

    for (size_t i = 0; i < p->instruction_count && dxki_convert_ready(c); i++) {
        c->at = &p->instructions[i];
        look_at(c);
    }
    if (dxki_convert_ready(c))
        find_dynamic(c);
    if (dxki_convert_ready(c))
        make_cells(c);
    if (dxki_convert_ready(c))
        dxki_convert_find_subroutines(c);
}

/* ---------------------------------------------------------------------------------------- */
/* Declarations among instructions                                                            */

void dxki_convert_do_dcl_array(dxki_convert *c, const dxki_convert_inst *inst)
{
    dxki_convert_array *array = &c->code->arrays[dxki_convert_tail(c, 0)];

    (void)inst;
    array->rows = dxki_convert_tail(c, 1);
    array->components = dxki_convert_tail(c, 2);
    if (array->rows < 1 || array->components < 1 || array->components > 4)
        DXKI_CONVERT_FAULT(c, VALUE, dxki_text(dxki_str("dcl_indexableTemp")),
                           dxki_dec(array->rows ? array->components : 0));
}

/* ---------------------------------------------------------------------------------------- */
/* What has no counterpart                                                                    */

void dxki_convert_do_nothing(dxki_convert *c, const dxki_convert_inst *inst)
{
    (void)c;
    (void)inst;
}

static void drop(dxki_convert *c, const char *what)
{
    const dxki_arg args[] = {dxki_text(dxki_str(what))};

    dxki_convert_warn(c, DXKI_RULE_CONVERT_DROPPED, args, 1);
}

void dxki_convert_do_dropped(dxki_convert *c, const dxki_convert_inst *inst)
{
    drop(c, inst->opcode->text);
}

void dxki_convert_do_customdata(dxki_convert *c, const dxki_convert_inst *inst)
{
    enum { CLASS_MESSAGE = 4 };

    if (class_of(inst->in) == CLASS_MESSAGE && c->code->block)
        drop(c, "a message");
}

/* ---------------------------------------------------------------------------------------- */
/* Instructions                                                                               */

/* Ends the conversion if the builder has refused something. */
static void check_builder(dxki_convert *c)
{
    dxk_status status = dxk_builder_status(c->b);

    if (status == DXK_OK || !dxki_convert_ready(c))
        return;
    if (status == DXK_E_INVALID)
        dxki_convert_fault(c, DXKI_RULE_CONVERT_BUILD, NULL, 0);
    else
        c->status = status;
}

/* Converts an instruction that has a row. */
static void convert_inst(dxki_convert *c, const dxki_convert_row *row,
                         const dxki_dxbc_opcode *opcode)
{
    const dxki_convert_inst inst = {
        .in = c->at,
        .opcode = opcode,
        .row = row,
        .operands = &c->program->operands[c->at->operands],
        .saturate = opcode->form == DXKI_FORM_PLAIN && dxki_dxbc_bits(c->at->token, 13, 1),
        .precise = opcode->form == DXKI_FORM_PLAIN ? dxki_dxbc_bits(c->at->token, 19, 4) : 0,
    };

    row->convert(c, &inst);
}

static void refuse_opcode(dxki_convert *c, uint32_t number, const dxki_dxbc_opcode *opcode)
{
    DXKI_CONVERT_FAULT(c, OPCODE,
                       opcode->text ? dxki_text(dxki_str(opcode->text)) : dxki_dec(number));
}

/* The instruction at hand: c->at. */
static void step(dxki_convert *c)
{
    uint32_t number = dxk_dxbc_opcode(c->at);
    const dxki_convert_row *row = dxki_convert_row_of(number);
    const dxki_dxbc_opcode *opcode = dxki_dxbc_opcode_get(number);
    bool declares = opcode->text && opcode->form >= DXKI_FORM_DECLARATION;

    if (c->code->phase_begins && !declares && opcode->form != DXKI_FORM_CUSTOM)
        dxki_convert_begin_instances(c);
    if (number == DXKI_SM4_LABEL)
        dxki_convert_end_body(c);
    else if (row->convert && (row->always || c->code->block))
        convert_inst(c, row, opcode);
    else if (!row->convert && !declares)
        refuse_opcode(c, number, opcode);
    check_builder(c);
}

void dxki_convert_count_steps(dxki_convert *c, uint32_t count)
{
    c->code->steps += count;
    if (count > STEPS_MOST || c->code->steps > STEPS_MOST)
        dxki_convert_fault(c, DXKI_RULE_LIMIT_CONVERT, (const dxki_arg[]){dxki_dec(STEPS_MOST)}, 1);
}

/* Goes on until the code ends, and with it what is open. */
static void convert_all(dxki_convert *c)
{
    const dxk_dxbc_program *p = c->program;

    while (dxki_convert_ready(c) && !c->code->ended) {
        if (c->code->pc < p->instruction_count) {
            c->at = &p->instructions[c->code->pc++];
            if (c->code->depth)
                dxki_convert_count_steps(c, 1);
            if (dxki_convert_ready(c))
                step(c);
        } else {
            c->at = NULL;
            dxki_convert_end_body(c);
        }
    }
}

static void free_code(dxki_convert *c)
{
    dxki_convert_code *code = c->code;

    dxki_vec_free(c->ctx, &code->written);
    dxki_vec_free(c->ctx, &code->scopes);
    dxki_vec_free(c->ctx, &code->jumps);
    dxki_vec_free(c->ctx, &code->cases);
    dxki_vec_free(c->ctx, &code->subroutines);
    dxki_vec_free(c->ctx, &code->tables);
    dxki_vec_free(c->ctx, &code->interfaces);
    dxki_vec_free(c->ctx, &code->shared);
}

void dxki_convert_run(dxki_convert *c)
{
    c->code = DXKI_NEW(&c->arena, dxki_convert_code);
    if (!c->code) {
        dxki_convert_nomem(c);
        return;
    }
    survey(c);
    if (dxki_convert_ready(c))
        dxki_convert_begin_program(c);
    convert_all(c);
    c->at = NULL;
    if (dxki_convert_ready(c))
        dxki_convert_end_program(c);
    check_builder(c);
    free_code(c);
}
