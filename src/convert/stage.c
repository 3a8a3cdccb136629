/* SPDX-License-Identifier: MIT */
/*
 * stage.c - what stages make of a program's code: functions, the phases of hull shaders, streams of
 * geometry shaders, barriers.
 *
 * The control point phase of a hull shader is its entry point. All other phases, in the order of the
 * program, are the function of patch constants; one with several instances is a loop there:
 *
 *     loop:  instance = phi [0, before], [next, end]
 *            ...                        a ret in it leads to the end
 *     end:   next = instance + 1;  br next < count, loop, after
 */
#include "convert/code.h"

#include "base/out.h"
#include "builder/builder.h"

#include <string.h>

/* ---------------------------------------------------------------------------------------- */
/* Functions                                                                                  */

void dxki_convert_begin_function(dxki_convert *c, const char *name)
{
    dxki_convert_code *code = c->code;

    code->function =
        dxk_builder_function(c->b, name, dxk_builder_function_type(c->b, DXK_TYPE_VOID, NULL, 0));
    code->number++;
    code->entry = dxk_builder_block(c->b, code->function);
    code->first = dxk_builder_block(c->b, code->function);
    code->block = code->first;
    code->case_block = DXK_NONE;
    if (dxki_convert_names(c))
        dxk_builder_name(c->b, code->entry, "entry");
    for (uint32_t i = 0; i < 4 * DXKI_CONVERT_INPUTS; i++)
        code->inputs[i] = DXK_NONE;
    dxki_convert_clear_registers(c);
    if (c->dxilconv && dxki_convert_ready(c))
        dxki_convert_make_handles(c);
}

void dxki_convert_end_function(dxki_convert *c)
{
    if (!dxki_convert_ready(c))
        return;
    if (c->code->block)
        dxk_builder_ret(c->b, DXK_NONE);
    dxk_builder_at(c->b, c->code->entry);
    dxk_builder_br(c->b, c->code->first);
    c->code->block = DXK_NONE;
}

bool dxki_convert_has_op(const dxki_convert *c, dxk_op op)
{
    const dxki_dxop_info *info = dxki_dxop_find(op);

    return info && info->stages >> c->stage & 1;
}

/* ---------------------------------------------------------------------------------------- */
/* Phases                                                                                     */

/* Component `component` of output `out`, copied from the input at the same register. */
static void copy_component(dxki_convert *c, const dxki_convert_element *out, uint32_t row,
                           uint32_t column)
{
    const dxki_convert_element *in =
        dxki_convert_element_at(c, DXK_SIGNATURE_INPUT, 0, out->reg + row, out->column + column);

    if (!in) {
        DXKI_CONVERT_FAULT(c, SIGNATURE, dxki_text(dxki_str("v")), dxki_dec(out->reg + row));
        return;
    }
    const dxk_value from[4] = {
        dxk_builder_i32(c->b, in->id), dxk_builder_i32(c->b, out->reg + row - in->reg),
        dxk_builder_i8(c->b, (int)(out->column + column - in->column)),
        dxk_builder_op(c->b, DXK_OP_OutputControlPointID, DXK_TYPE_I32, NULL, 0)};
    dxk_value value =
        dxk_builder_op(c->b, DXK_OP_LoadInput, dxki_convert_type_of(in->type), from, 4);
    const dxk_value to[4] = {dxk_builder_i32(c->b, out->id), dxk_builder_i32(c->b, row),
                             dxk_builder_i8(c->b, (int)column),
                             dxki_convert_cast(c, value, in->type, out->type)};
    if (dxki_convert_ready(c))
        dxk_builder_op(c->b, DXK_OP_StoreOutput, DXK_NONE, to, 4);
}

/* A program without a control point phase hands the control points on. */
static void make_pass_through(dxki_convert *c)
{
    const dxki_convert_elements *outputs = &c->signatures[DXK_SIGNATURE_OUTPUT];

    dxki_convert_begin_function(c, "main");
    c->code->main = c->code->function;
    for (size_t i = 0; i < outputs->count; i++) {
        const dxki_convert_element *e = &outputs->items[i];
        for (uint32_t k = 0; k < e->rows * e->columns && dxki_convert_ready(c); k++)
            if (e->reg != UINT32_MAX)
                copy_component(c, e, k / e->columns, k % e->columns);
    }
    dxki_convert_end_function(c);
}

/* A block that the one at hand goes on to. */
static void go_on_in_block(dxki_convert *c)
{
    dxk_block before = c->code->block;

    dxki_convert_begin_block(c);
    dxk_builder_at(c->b, before);
    dxk_builder_br(c->b, c->code->block);
    dxk_builder_at(c->b, c->code->block);
}

static void begin_patch(dxki_convert *c)
{
    if (!c->code->main)
        make_pass_through(c);
    if (!dxki_convert_ready(c) || c->code->patch)
        return;
    dxki_convert_begin_function(c, c->dxilconv ? "pc_main" : "patch_constants");
    c->code->patch = c->code->function;
}

static void name_phase_end(dxki_convert *c)
{
    static const char text[] = "hullloop";
    char name[40], digits[24], *end = digits + sizeof digits - 1;

    if (!dxki_convert_names(c) || !dxki_convert_ready(c))
        return;
    *end = 0;
    strcpy(name, text);
    strcat(name, dxki_format_u64(end, c->code->phases - 1));
    strcat(name, ".end");
    dxk_builder_name(c->b, c->code->block, name);
}

/* The ret at the end of a phase begins a block in the format of dxilconv. */
static void name_after_ret(dxki_convert *c, bool begun)
{
    char name[40] = "afterret";

    if (!begun)
        go_on_in_block(c);
    if (c->code->phases > 1)
        dxki_convert_name_number(c, c->code->block, "afterret.", c->code->phases - 1);
    else if (dxki_convert_ready(c))
        dxk_builder_name(c->b, c->code->block, name);
}

/* What a phase ends with: that of the control points with the function. */
void dxki_convert_end_phase(dxki_convert *c)
{
    dxki_convert_code *code = c->code;
    dxki_convert_scope *body = dxki_convert_top(c);

    if (!body)
        return;
    if (code->phase_begins)
        dxki_convert_begin_instances(c);
    bool begun = dxki_convert_arrive(c, body->end);
    code->scopes.count--;
    if (code->phase == DXKI_CONVERT_MAIN) {
        dxki_convert_end_function(c);
        return;
    }
    if (code->loop && code->block && dxki_convert_ready(c)) {
        dxki_convert_flush(c);
        if (c->dxilconv)
            name_after_ret(c, begun);
        dxk_value next =
            dxk_builder_binary(c->b, DXK_BINARY_ADD, code->instance, dxk_builder_i32(c->b, 1), 0);
        dxk_value more = dxk_builder_compare(c->b, DXK_COMPARE_ULT, next,
                                             dxk_builder_i32(c->b, code->instances), 0);
        dxk_block end = code->block;
        dxki_convert_begin_block(c);
        dxk_builder_phi_add(c->b, code->instance, next, end);
        dxk_builder_at(c->b, end);
        dxk_builder_cond_br(c->b, more, code->loop, code->block);
        dxk_builder_at(c->b, code->block);
        name_phase_end(c);
    }
    code->phase = DXKI_CONVERT_MAIN;
}

/* The loop of the instances begins, if there are several. */
void dxki_convert_begin_instances(dxki_convert *c)
{
    dxki_convert_code *code = c->code;
    dxk_block before = code->block;

    code->phase_begins = false;
    code->loop = DXK_NONE;
    code->instance = dxki_convert_bits(c, DXKI_CONVERT_I32, 0);
    if ((code->instances < 2 && !c->dxilconv) || !before || !dxki_convert_ready(c))
        return;
    dxki_convert_flush(c);
    go_on_in_block(c);
    code->loop = code->block;
    dxki_convert_name_number(c, code->loop, "hullloop", code->phases++);
    dxk_value first = code->instance;
    code->instance = dxk_builder_phi(c->b, DXK_TYPE_I32);
    dxki_convert_name_number(c, code->instance, "InstanceID.", code->phases - 1);
    dxk_builder_phi_add(c->b, code->instance, first, before);
}

void dxki_convert_do_dcl_instances(dxki_convert *c, const dxki_convert_inst *inst)
{
    uint32_t count = dxki_convert_tail(c, 0);

    if (count == 0)
        DXKI_CONVERT_FAULT(c, VALUE, dxki_text(dxki_str(inst->opcode->text)), dxki_dec(count));
    else if (!c->code->phase_begins)
        dxki_convert_misplaced(c, "it stands after instructions");
    else
        c->code->instances = count;
}

void dxki_convert_do_phase(dxki_convert *c, const dxki_convert_inst *inst)
{
    dxki_convert_code *code = c->code;
    dxki_convert_phase phase = (dxki_convert_phase)inst->row->make;
    bool open = code->scopes.count > 0;

    if (c->stage != DXK_DXBC_STAGE_HULL || code->scopes.count > 1 ||
        (phase == DXKI_CONVERT_MAIN && (code->main || code->patch))) {
        dxki_convert_misplaced(c, "a phase does not begin here");
        return;
    }
    if (open)
        dxki_convert_end_phase(c);
    if (phase == DXKI_CONVERT_MAIN) {
        dxki_convert_begin_function(c, "main");
        code->main = code->function;
    } else {
        bool fresh = !code->patch;
        begin_patch(c);
        dxki_convert_clear_registers(c);
        if (!fresh && code->block && !c->dxilconv)
            go_on_in_block(c); /* where nothing is known of registers */
    }
    code->phase = phase;
    code->phase_begins = phase != DXKI_CONVERT_MAIN;
    code->instances = 1;
    dxki_convert_push(c, DXKI_CONVERT_BODY);
}

/* ---------------------------------------------------------------------------------------- */
/* The program                                                                                */

void dxki_convert_begin_program(dxki_convert *c)
{
    if (c->stage == DXK_DXBC_STAGE_HULL)
        return; /* phases begin functions */
    dxki_convert_begin_function(c, "main");
    c->code->main = c->code->function;
    dxki_convert_push(c, DXKI_CONVERT_BODY);
}

void dxki_convert_end_program(dxki_convert *c)
{
    dxki_convert_code *code = c->code;

    if (c->stage == DXK_DXBC_STAGE_HULL) {
        begin_patch(c);
        dxki_convert_end_function(c);
    }
    if (dxki_convert_ready(c))
        dxki_convert_finish(c, code->main, code->patch);
}

/* ---------------------------------------------------------------------------------------- */
/* Streams                                                                                    */

void dxki_convert_do_stream(dxki_convert *c, const dxki_convert_inst *inst)
{
    uint64_t stream = 0;

    if (inst->opcode->operand_count)
        stream = dxk_dxbc_index_get(c->program, &inst->operands[0], 0).number;
    if (stream > 3) {
        dxki_convert_refuse(c, &inst->operands[0], "there are four streams");
        return;
    }
    if (c->code->outputs != UINT32_MAX && inst->row->make != DXK_OP_CutStream)
        dxki_convert_copy_outputs(c, (uint32_t)stream);
    if (dxki_convert_ready(c))
        dxk_builder_op(c->b, inst->row->make, DXK_NONE,
                       DXK_ARGS(dxk_builder_i8(c->b, (int)stream)));
}

/* ---------------------------------------------------------------------------------------- */
/* Barriers                                                                                   */

/* Bits of the token, and of the operation. */
enum { TOKEN_THREADS = 1, TOKEN_SHARED = 2, TOKEN_GROUP = 4, TOKEN_GLOBAL = 8 };
enum { MODE_THREADS = 1, MODE_GLOBAL = 2, MODE_GROUP = 4, MODE_SHARED = 8 };

/* DXIL knows no barrier without memory, and no fence of group and device at once. */
void dxki_convert_do_sync(dxki_convert *c, const dxki_convert_inst *inst)
{
    uint32_t token = dxki_dxbc_bits(inst->in->token, 11, 4);
    uint32_t mode = token & TOKEN_GLOBAL ? MODE_GLOBAL : token & TOKEN_GROUP ? MODE_GROUP : 0;

    if (c->stage == DXK_DXBC_STAGE_COMPUTE) {
        mode |= token & TOKEN_SHARED ? MODE_SHARED : 0;
        if (token & TOKEN_THREADS)
            mode |= MODE_THREADS | (mode ? 0 : MODE_SHARED);
    } else {
        mode &= MODE_GLOBAL;
    }
    if (mode)
        dxk_builder_op(c->b, DXK_OP_Barrier, DXK_NONE, DXK_ARGS(dxk_builder_i32(c->b, mode)));
}

/* ---------------------------------------------------------------------------------------- */
/* Leaving pixels                                                                             */

void dxki_convert_do_discard(dxki_convert *c, const dxki_convert_inst *inst)
{
    dxk_value condition = dxki_convert_test(c, inst);

    if (dxki_convert_ready(c))
        dxk_builder_op(c->b, DXK_OP_Discard, DXK_NONE, &condition, 1);
}
