/* SPDX-License-Identifier: MIT */
/* register.c - registers: what is read and written for each kind of them. Inputs and outputs are in
 * signature.c. */
#include "convert/code.h"

#include "builder/builder.h"

/* ---------------------------------------------------------------------------------------- */
/* Cells                                                                                      */

/* A variable in the entry block; one that is not an array begins with zero. */
static dxk_value make_variable(dxki_convert *c, dxk_type type, bool clear)
{
    dxk_block block = dxki_convert_entry_begin(c);
    dxk_value variable = dxk_builder_alloca(c->b, type);

    if (clear)
        dxk_builder_store(c->b, dxk_builder_null(c->b, type), variable);
    dxki_convert_entry_end(c, block);
    return variable;
}

static dxk_value variable_of(dxki_convert *c, dxki_convert_cell *cell, dxki_convert_type type)
{
    if (!cell->variable || cell->life != c->code->life) {
        cell->variable = make_variable(c, dxki_convert_type_of(type), true);
        dxki_convert_name_number(c, cell->variable, "dx.v32.r", (uint32_t)(cell - c->code->cells));
        cell->life = c->code->life;
        cell->type = type;
    }
    return cell->variable;
}

/* In the format of dxilconv registers are read and written with operations. */
static dxk_value number_of(dxki_convert *c, const dxki_convert_cell *cell)
{
    return dxk_builder_i32(c->b, cell - c->code->cells);
}

static dxk_value read_cell(dxki_convert *c, dxki_convert_cell *cell, dxki_convert_type type)
{
    if (c->dxilconv)
        return dxk_builder_op(c->b, DXK_OP_TempRegLoad, dxki_convert_type_of(type),
                              DXK_ARGS(number_of(c, cell)));
    if (cell->block != c->code->block) {
        dxk_value variable = variable_of(c, cell, type);
        cell->block = c->code->block;
        cell->held = cell->type;
        cell->value[cell->type] = dxk_builder_load(c->b, variable);
        cell->value[!cell->type] = DXK_NONE;
    }
    if (!cell->value[type])
        cell->value[type] =
            dxki_convert_cast(c, cell->value[!type], (dxki_convert_type)!type, type);
    return cell->value[type];
}

static void write_cell(dxki_convert *c, dxki_convert_cell *cell, dxki_convert_type type,
                       dxk_value value)
{
    if (c->dxilconv) {
        dxk_builder_op(c->b, DXK_OP_TempRegStore, dxki_convert_type_of(type),
                       DXK_ARGS(number_of(c, cell), value));
        return;
    }
    cell->block = c->code->block;
    cell->held = type;
    cell->value[type] = value;
    cell->value[!type] = DXK_NONE;
    if (cell->written)
        return;
    cell->written = true;
    if (!dxki_vec_push(c->ctx, &c->code->written, (uint32_t)(cell - c->code->cells)))
        dxki_convert_nomem(c);
}

dxk_value dxki_convert_read_cell(dxki_convert *c, uint32_t cell, dxki_convert_type type)
{
    return read_cell(c, &c->code->cells[cell], type);
}

void dxki_convert_write_cell(dxki_convert *c, uint32_t cell, dxki_convert_type type,
                             dxk_value value)
{
    write_cell(c, &c->code->cells[cell], type, value);
}

void dxki_convert_flush(dxki_convert *c)
{
    for (size_t i = 0; i < c->code->written.count; i++) {
        dxki_convert_cell *cell = &c->code->cells[c->code->written.items[i]];
        dxk_value variable = variable_of(c, cell, cell->held);
        dxk_value value = read_cell(c, cell, cell->type);
        if (dxki_convert_ready(c))
            dxk_builder_store(c->b, value, variable);
        cell->written = false;
    }
    c->code->written.count = 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Temporary registers                                                                        */

static uint32_t undeclared(dxki_convert *c, const char *name, uint64_t number)
{
    return DXKI_CONVERT_FAULT(c, REGISTER, dxki_text(dxki_str(name)), dxki_dec(number));
}

/* An index that is a number; false: reported. */
static bool fixed_index(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t which,
                        uint32_t *number)
{
    dxk_dxbc_index index = dxk_dxbc_index_get(c->program, operand, which);

    if (!index.has_number || index.relative || index.number > UINT32_MAX) {
        dxki_convert_refuse(c, operand, "its indices are not those of the register");
        return false;
    }
    *number = (uint32_t)index.number;
    return true;
}

static dxki_convert_cell *temp_of(dxki_convert *c, const dxk_dxbc_operand *operand,
                                  uint32_t component)
{
    uint32_t number;

    if (!fixed_index(c, operand, 0, &number))
        return NULL;
    if (number < c->code->temps)
        return &c->code->cells[4 * number + component];
    undeclared(c, "r", number);
    return NULL;
}

static dxki_convert_array *array_of(dxki_convert *c, const dxk_dxbc_operand *operand,
                                    uint32_t component)
{
    uint32_t number;

    if (!fixed_index(c, operand, 0, &number))
        return NULL;
    dxki_convert_array *array = number < c->code->array_count ? &c->code->arrays[number] : NULL;
    dxk_dxbc_index row = dxk_dxbc_index_get(c->program, operand, 1);
    if (!array || component >= array->components || (!row.relative && row.number >= array->rows)) {
        undeclared(c, "x", number);
        return NULL;
    }
    return array;
}

/* The cell of a component of a temporary register; NULL: an array has it, or it was refused. */
static dxki_convert_cell *cell_of(dxki_convert *c, const dxk_dxbc_operand *operand,
                                  uint32_t component)
{
    if (dxk_dxbc_register_kind(operand) == DXK_DXBC_REGISTER_TEMP)
        return temp_of(c, operand, component);
    dxki_convert_array *array = array_of(c, operand, component);
    if (!array || array->dynamic)
        return NULL;
    uint32_t row = (uint32_t)dxk_dxbc_index_get(c->program, operand, 1).number;
    return &c->code->cells[array->first + 4 * row + component];
}

/* Components of a mask below component `end`. */
static uint32_t count_below(uint32_t mask, uint32_t end)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < end; i++)
        count += mask >> i & 1;
    return count;
}

/* In the format of dxilconv sums with 0 are made, too. */
static dxk_value add_plainly(dxki_convert *c, dxk_value left, dxk_value right)
{
    if (c->dxilconv && dxki_convert_ready(c) && !dxki_value_is_const(left))
        return dxk_builder_binary(c->b, DXK_BINARY_ADD, left, right, 0);
    return dxki_convert_add(c, left, right);
}

static void make_array(dxki_convert *c, dxki_convert_array *array, dxki_convert_type type,
                       uint32_t count)
{
    array->type = c->dxilconv ? DXKI_CONVERT_F32 : type;
    array->life = c->code->life;
    array->variable =
        make_variable(c, dxk_builder_array(c->b, dxki_convert_type_of(array->type), count), false);
    dxki_convert_name_number(c, array->variable, "dx.v32.x", (uint32_t)(array - c->code->arrays));
}

/* Address of a component of an array that is a variable; `type` is what it is going to be used as
 * when it has no type yet. Components that are never written have no room there. */
static dxk_value address_of(dxki_convert *c, dxki_convert_array *array,
                            const dxk_dxbc_operand *operand, uint32_t component,
                            dxki_convert_type type)
{
    uint32_t written = c->dxilconv ? (1u << array->components) - 1 : array->written;
    uint32_t stride = count_below(written, 4);

    if (!array->variable || array->life != c->code->life)
        make_array(c, array, type, array->rows * stride);
    dxk_value index = dxki_convert_scale(c, dxki_convert_index(c, operand, 1), stride);
    index = add_plainly(c, index,
                        dxki_convert_bits(c, DXKI_CONVERT_I32, count_below(written, component)));
    if (!dxki_convert_ready(c))
        return DXK_NONE;
    return dxk_builder_gep(c->b, array->variable, DXK_ARGS(dxk_builder_i32(c->b, 0), index));
}

static dxk_value load_temp(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t component,
                           dxki_convert_type type)
{
    dxki_convert_cell *cell = cell_of(c, operand, component);

    if (cell)
        return read_cell(c, cell, type);
    dxki_convert_array *array = dxki_convert_ready(c) ? array_of(c, operand, component) : NULL;
    if (array && !c->dxilconv && !(array->written >> component & 1))
        return dxki_convert_bits(c, type, 0);
    dxk_value address = array ? address_of(c, array, operand, component, type) : DXK_NONE;
    return address ? dxki_convert_cast(c, dxk_builder_load(c->b, address), array->type, type)
                   : DXK_NONE;
}

static void store_temp(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t component,
                       dxki_convert_type type, dxk_value value)
{
    dxki_convert_cell *cell = cell_of(c, operand, component);

    if (cell) {
        write_cell(c, cell, type, value);
        return;
    }
    dxki_convert_array *array = dxki_convert_ready(c) ? array_of(c, operand, component) : NULL;
    dxk_value address = array ? address_of(c, array, operand, component, type) : DXK_NONE;
    if (address)
        dxk_builder_store(c->b, dxki_convert_cast(c, value, type, array->type), address);
}

/* The cell or, in *array, the array after a register, if there is one; NULL: there is no cell. */
static const dxki_convert_cell *look_up(const dxki_convert *c, const dxk_dxbc_operand *operand,
                                        uint32_t component, const dxki_convert_array **array)
{
    const dxki_convert_code *code = c->code;
    uint64_t first = dxk_dxbc_index_get(c->program, operand, 0).number;
    uint64_t place = 4 * first + component;

    *array = NULL;
    if (dxk_dxbc_register_kind(operand) == DXK_DXBC_REGISTER_INDEXABLE_TEMP) {
        *array = first < code->array_count ? &code->arrays[first] : NULL;
        if (!*array || (*array)->dynamic)
            return NULL;
        uint64_t row = dxk_dxbc_index_get(c->program, operand, 1).number;
        place = row < (*array)->rows ? (*array)->first + 4 * row + component : UINT64_MAX;
    }
    return place < code->cell_count ? &code->cells[place] : NULL;
}

static bool temp_is_neutral(const dxki_convert *c, const dxk_dxbc_operand *operand,
                            uint32_t component, dxki_convert_type *type)
{
    const dxki_convert_array *array;
    const dxki_convert_cell *cell = look_up(c, operand, component, &array);

    if (cell && cell->block == c->code->block) {
        *type = cell->held;
        return false;
    }
    return !dxki_convert_variable_type(c, operand, component, type);
}

bool dxki_convert_variable_type(const dxki_convert *c, const dxk_dxbc_operand *operand,
                                uint32_t component, dxki_convert_type *type)
{
    const dxki_convert_array *array;
    const dxki_convert_cell *cell = look_up(c, operand, component, &array);

    if (cell && cell->variable && cell->life == c->code->life)
        *type = cell->type;
    else if (!cell && array && array->variable && array->life == c->code->life)
        *type = array->type;
    else
        return false;
    return true;
}

void dxki_convert_clear_registers(dxki_convert *c)
{
    dxki_convert_code *code = c->code;

    for (size_t i = 0; i < code->written.count; i++)
        code->cells[code->written.items[i]].written = false;
    code->written.count = 0;
    code->life++;
}

/* ---------------------------------------------------------------------------------------- */
/* The immediate constant buffer                                                              */

/* The variable, which is made at the first access that needs one. */
static dxk_value constants_of(dxki_convert *c, dxki_convert_type type)
{
    dxki_convert_code *code = c->code;
    dxk_value *elements = DXKI_NEW_ARRAY(&c->arena, dxk_value, code->constant_count);

    if (!elements)
        return dxki_convert_nomem(c);
    for (uint32_t i = 0; i < code->constant_count; i++)
        elements[i] = dxki_convert_bits(c, type, c->program->words[code->constant_words + i]);
    dxk_type array = dxk_builder_array(c->b, dxki_convert_type_of(type), code->constant_count);
    dxk_value all = dxk_builder_aggregate(c->b, array, elements, code->constant_count);
    code->constants = dxk_builder_variable(c->b, "dx.icb", array, DXK_SPACE_DEFAULT, all);
    if (c->dxilconv && code->constants)
        dxki_convert_move_constants(c, code->constants);
    code->constants_type = type;
    return code->constants;
}

static dxk_value load_constant(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t component,
                               dxki_convert_type type)
{
    dxki_convert_code *code = c->code;
    dxk_dxbc_index row = dxk_dxbc_index_get(c->program, operand, 0);
    uint64_t place = 4 * row.number + component;

    if (dxk_dxbc_index_count(operand) != 1 || row.number > UINT32_MAX)
        return dxki_convert_refuse(c, operand, "its indices are not those of the register");
    if (!row.relative && place >= code->constant_count)
        return undeclared(c, "icb", row.number);
    if (!row.relative)
        return dxki_convert_bits(c, type, c->program->words[code->constant_words + place]);
    if (!code->constant_count)
        return undeclared(c, "icb", 0);
    dxk_value index = dxki_convert_scale(c, dxki_convert_index(c, operand, 0), 4);
    index = add_plainly(c, index, dxki_convert_bits(c, DXKI_CONVERT_I32, component));
    dxk_value variable =
        code->constants ? code->constants : constants_of(c, c->dxilconv ? DXKI_CONVERT_F32 : type);
    if (!dxki_convert_ready(c))
        return DXK_NONE;
    dxk_value address = dxk_builder_gep(c->b, variable, DXK_ARGS(dxk_builder_i32(c->b, 0), index));
    return dxki_convert_cast(c, dxk_builder_load(c->b, address), code->constants_type, type);
}

/* ---------------------------------------------------------------------------------------- */
/* Registers that are read with an operation                                                  */

/* What the operand of such an operation is. */
enum { ALONE, COMPONENT, COMPONENT_8, FIELD };

static const struct special {
    uint8_t kind;       /* dxk_dxbc_register */
    uint8_t form;       /* ALONE: the operation has no operand; FIELD: ... and several results */
    uint8_t type;       /* dxki_convert_type */
    uint8_t components; /* others are zero */
    uint16_t op;
} specials[] = {
    {DXK_DXBC_REGISTER_THREAD_ID, COMPONENT, DXKI_CONVERT_I32, 3, DXK_OP_ThreadId},
    {DXK_DXBC_REGISTER_THREAD_GROUP_ID, COMPONENT, DXKI_CONVERT_I32, 3, DXK_OP_GroupId},
    {DXK_DXBC_REGISTER_THREAD_ID_IN_GROUP, COMPONENT, DXKI_CONVERT_I32, 3, DXK_OP_ThreadIdInGroup},
    {DXK_DXBC_REGISTER_THREAD_ID_IN_GROUP_FLATTENED, ALONE, DXKI_CONVERT_I32, 4,
     DXK_OP_FlattenedThreadIdInGroup},
    {DXK_DXBC_REGISTER_PRIMITIVE_ID, ALONE, DXKI_CONVERT_I32, 4, DXK_OP_PrimitiveID},
    {DXK_DXBC_REGISTER_GS_INSTANCE_ID, ALONE, DXKI_CONVERT_I32, 4, DXK_OP_GSInstanceID},
    {DXK_DXBC_REGISTER_OUTPUT_CONTROL_POINT_ID, ALONE, DXKI_CONVERT_I32, 4,
     DXK_OP_OutputControlPointID},
    {DXK_DXBC_REGISTER_DOMAIN_POINT, COMPONENT_8, DXKI_CONVERT_F32, 3, DXK_OP_DomainLocation},
    {DXK_DXBC_REGISTER_COVERAGE_MASK, ALONE, DXKI_CONVERT_I32, 4, DXK_OP_Coverage},
    {DXK_DXBC_REGISTER_INNER_COVERAGE, ALONE, DXKI_CONVERT_I32, 4, DXK_OP_InnerCoverage},
    {DXK_DXBC_REGISTER_CYCLE_COUNTER, FIELD, DXKI_CONVERT_I32, 2, DXK_OP_CycleCounterLegacy},
};

static const struct special *special_of(uint32_t kind)
{
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
        if (specials[i].kind == kind)
            return &specials[i];
    return NULL;
}

static dxk_value load_special(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t component,
                              dxki_convert_type type)
{
    const struct special *special = special_of(dxk_dxbc_register_kind(operand));
    dxk_type overload = dxki_convert_type_of((dxki_convert_type)special->type);
    dxk_value value;

    if (component >= special->components)
        return dxki_convert_bits(c, type, 0);
    if (!dxki_convert_has_op(c, special->op))
        return dxki_convert_refuse(c, operand, "the stage does not have it");
    dxk_value number = special->form == COMPONENT_8 ? dxk_builder_i8(c->b, (int)component)
                                                    : dxk_builder_i32(c->b, component);
    if (special->form == FIELD) {
        value = dxk_builder_extract(c->b, dxk_builder_op(c->b, special->op, DXK_NONE, NULL, 0),
                                    component);
    } else {
        value = dxk_builder_op(c->b, special->op, overload, &number, special->form != ALONE);
    }
    return dxki_convert_cast(c, value, (dxki_convert_type)special->type, type);
}

static dxk_value load_instance(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t component,
                               dxki_convert_type type)
{
    bool join = dxk_dxbc_register_kind(operand) == DXK_DXBC_REGISTER_JOIN_INSTANCE_ID;

    (void)component;
    if (c->code->phase != (join ? DXKI_CONVERT_JOIN : DXKI_CONVERT_FORK))
        return dxki_convert_refuse(c, operand, "the phase does not have it");
    return dxki_convert_cast(c, c->code->instance, DXKI_CONVERT_I32, type);
}

/* ---------------------------------------------------------------------------------------- */
/* All kinds                                                                                  */

typedef dxk_value load_function(dxki_convert *c, const dxk_dxbc_operand *operand,
                                uint32_t component, dxki_convert_type type);
typedef void store_function(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t component,
                            dxki_convert_type type, dxk_value value);
typedef bool neutral_function(const dxki_convert *c, const dxk_dxbc_operand *operand,
                              uint32_t component, dxki_convert_type *type);

static bool is_always(const dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t component,
                      dxki_convert_type *type)
{
    const struct special *special = special_of(dxk_dxbc_register_kind(operand));

    (void)c;
    (void)component;
    *type = special ? (dxki_convert_type)special->type : DXKI_CONVERT_I32;
    return false;
}

static const struct access {
    load_function *load;       /* NULL: it cannot be read */
    store_function *store;     /* NULL: it cannot be written */
    neutral_function *neutral; /* NULL: always */
} accesses[] = {
    [DXK_DXBC_REGISTER_TEMP] = {load_temp, store_temp, temp_is_neutral},
    [DXK_DXBC_REGISTER_INDEXABLE_TEMP] = {load_temp, store_temp, temp_is_neutral},
    [DXK_DXBC_REGISTER_IMMEDIATE_CONSTANT_BUFFER] = {load_constant, NULL, NULL},
    [DXK_DXBC_REGISTER_CONSTANT_BUFFER] = {dxki_convert_constant, NULL, NULL},
    [DXK_DXBC_REGISTER_THIS_POINTER] = {dxki_convert_load_this, NULL, is_always},

    [DXK_DXBC_REGISTER_INPUT] = {dxki_convert_load_input, NULL, dxki_convert_input_is_neutral},
    [DXK_DXBC_REGISTER_INPUT_CONTROL_POINT] = {dxki_convert_load_input, NULL,
                                               dxki_convert_input_is_neutral},
    [DXK_DXBC_REGISTER_OUTPUT_CONTROL_POINT] = {dxki_convert_load_input, NULL,
                                                dxki_convert_input_is_neutral},
    [DXK_DXBC_REGISTER_PATCH_CONSTANT] = {dxki_convert_load_input, NULL,
                                          dxki_convert_input_is_neutral},
    [DXK_DXBC_REGISTER_OUTPUT] = {NULL, dxki_convert_store_output, NULL},
    [DXK_DXBC_REGISTER_OUTPUT_DEPTH] = {NULL, dxki_convert_store_value, NULL},
    [DXK_DXBC_REGISTER_OUTPUT_DEPTH_GREATER_EQUAL] = {NULL, dxki_convert_store_value, NULL},
    [DXK_DXBC_REGISTER_OUTPUT_DEPTH_LESS_EQUAL] = {NULL, dxki_convert_store_value, NULL},
    [DXK_DXBC_REGISTER_OUTPUT_STENCIL_REF] = {NULL, dxki_convert_store_value, NULL},
    [DXK_DXBC_REGISTER_OUTPUT_COVERAGE_MASK] = {NULL, dxki_convert_store_value, NULL},

    [DXK_DXBC_REGISTER_THREAD_ID] = {load_special, NULL, is_always},
    [DXK_DXBC_REGISTER_THREAD_GROUP_ID] = {load_special, NULL, is_always},
    [DXK_DXBC_REGISTER_THREAD_ID_IN_GROUP] = {load_special, NULL, is_always},
    [DXK_DXBC_REGISTER_THREAD_ID_IN_GROUP_FLATTENED] = {load_special, NULL, is_always},
    [DXK_DXBC_REGISTER_PRIMITIVE_ID] = {load_special, NULL, is_always},
    [DXK_DXBC_REGISTER_GS_INSTANCE_ID] = {load_special, NULL, is_always},
    [DXK_DXBC_REGISTER_OUTPUT_CONTROL_POINT_ID] = {load_special, NULL, is_always},
    [DXK_DXBC_REGISTER_DOMAIN_POINT] = {load_special, NULL, is_always},
    [DXK_DXBC_REGISTER_COVERAGE_MASK] = {load_special, NULL, is_always},
    [DXK_DXBC_REGISTER_INNER_COVERAGE] = {load_special, NULL, is_always},
    [DXK_DXBC_REGISTER_CYCLE_COUNTER] = {load_special, NULL, is_always},
    [DXK_DXBC_REGISTER_FORK_INSTANCE_ID] = {load_instance, NULL, is_always},
    [DXK_DXBC_REGISTER_JOIN_INSTANCE_ID] = {load_instance, NULL, is_always},
};

static const struct access *access_of(const dxk_dxbc_operand *operand)
{
    static const struct access none;
    uint32_t kind = dxk_dxbc_register_kind(operand);

    return kind < sizeof accesses / sizeof *accesses ? &accesses[kind] : &none;
}

bool dxki_convert_is_neutral(const dxki_convert *c, const dxk_dxbc_operand *operand,
                             uint32_t component, dxki_convert_type *type)
{
    neutral_function *neutral = access_of(operand)->neutral;

    return !neutral || neutral(c, operand, component, type);
}

dxk_value dxki_convert_load(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t component,
                            dxki_convert_type type)
{
    load_function *load = access_of(operand)->load;

    if (!dxki_convert_ready(c))
        return DXK_NONE;
    return load ? load(c, operand, component, type)
                : dxki_convert_refuse(c, operand, "it cannot be read");
}

void dxki_convert_store(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t component,
                        dxki_convert_type type, dxk_value value)
{
    store_function *store = access_of(operand)->store;

    if (!dxki_convert_ready(c) || !value)
        return;
    if (store)
        store(c, operand, component, type, value);
    else
        dxki_convert_refuse(c, operand, "it cannot be written");
}
