/* SPDX-License-Identifier: MIT */
/* op_table.c - the table of operations as text and as JSON; see dxk/op_table.h. */
#include "dxk/op_table.h"

#include "base/str.h"
#include "dxil/op_words.h"
#include "dxk/dxil.h"

#define STAGES 32u

/* A decimal number. */
static bool read_number(dxk_str text, uint64_t *number)
{
    *number = 0;
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] < '0' || text.data[i] > '9' || *number > UINT32_MAX)
            return false;
        *number = 10 * *number + (uint64_t)(text.data[i] - '0');
    }
    return text.size > 0;
}

bool dxk_op_table_find(dxk_str name, uint32_t *opcode)
{
    uint64_t number;
    const dxki_dxop_info *op = read_number(name, &number) ? dxki_dxop_find(number) : NULL;
    for (size_t i = 0; !op && i < DXKI_DXOP_COUNT; i++) {
        const dxki_dxop_info *row = dxki_dxop_get((dxki_dxop)i);
        if (dxki_str_same_fold(name, dxki_str(row->name)))
            op = row;
    }
    *opcode = op ? op->opcode : 0;
    return op != NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* Text                                                                                       */

static void put_words(dxki_out *out, const dxki_dxil_op_word *words, uint32_t bits)
{
    const char *between = "";
    for (; words->text; words++) {
        if (!(bits & words->bit))
            continue;
        dxki_out_text(out, between);
        dxki_out_text(out, words->text);
        between = ", ";
    }
}

static void put_declaration(dxki_out *out, const dxki_dxop_info *op)
{
    char text[DXKI_DXIL_OP_TYPE];
    dxki_out_str(out, dxki_dxil_op_type(op->result, text));
    dxki_out_char(out, ' ');
    dxki_out_text(out, op->name);
    dxki_out_char(out, '(');
    for (unsigned i = 0; i < op->operand_count; i++) {
        dxki_out_text(out, i ? ", " : "");
        dxki_out_str(out, dxki_dxil_op_type(op->operands[i].type, text));
        dxki_out_char(out, ' ');
        dxki_out_str(out, dxki_dxop_operand_name(op, i));
    }
    dxki_out_char(out, ')');
}

static void put_label(dxki_out *out, const char *label)
{
    dxki_out_text(out, "\n  ");
    dxki_out_field(out, dxki_str(label), -16);
}

static void put_overloads(dxki_out *out, const dxki_dxop_info *op)
{
    uint32_t scalars, elements;
    for (unsigned i = 0; i < dxki_dxop_overload_count(op); i++) {
        dxki_dxop_overload(op, i, &scalars, &elements);
        put_label(out, i ? "" : "overloads");
        put_words(out, dxki_dxil_op_overloads, scalars);
        if (!elements)
            continue;
        dxki_out_text(out, scalars ? "; vectors of " : "vectors of ");
        put_words(out, dxki_dxil_op_overloads, elements);
    }
}

static void put_stages(dxki_out *out, const dxki_dxop_info *op)
{
    const char *between = "";
    put_label(out, "stages");
    for (unsigned i = 0; i < STAGES; i++) {
        const char *name = dxk_enum_text(DXK_ENUM_ID_shader_kind, i);
        if (!(op->stages >> i & 1) || !name)
            continue;
        dxki_out_text(out, between);
        dxki_out_text(out, name);
        between = ", ";
    }
}

static void put_operand_rules(dxki_out *out, const dxki_dxop_info *op)
{
    for (unsigned i = 0; i < op->operand_count; i++) {
        const dxki_dxop_operand *o = &op->operands[i];
        const char *name;
        if (!o->rules && !o->enumeration)
            continue;
        put_label(out, "operand");
        dxki_out_str(out, dxki_dxop_operand_name(op, i));
        dxki_out_text(out, ": ");
        put_words(out, dxki_dxil_op_rules, o->rules);
        if (o->maximum != 255) {
            dxki_out_text(out, ", at most ");
            dxki_out_u64(out, o->maximum);
        }
        for (unsigned k = 0; o->enumeration && k <= o->maximum; k++) {
            name = dxki_dxop_enum_text((dxki_dxop_enum)o->enumeration, k);
            if (!name)
                continue;
            dxki_out_text(out, k ? ", " : "; ");
            dxki_out_u64(out, k);
            dxki_out_char(out, ' ');
            dxki_out_text(out, name);
        }
    }
}

static void put_effects(dxki_out *out, const dxki_dxop_info *op)
{
    const dxki_dxop_effect *e = dxki_dxop_effect_get((dxki_dxop_kind)op->kind);
    put_label(out, "attribute");
    dxki_out_text(out, dxki_dxil_op_attribute(op->attribute));
    if (e->reads) {
        put_label(out, "reads");
        put_words(out, dxki_dxil_op_memory, e->reads);
    }
    if (e->writes) {
        put_label(out, "writes");
        put_words(out, dxki_dxil_op_memory, e->writes);
    }
    put_label(out, "converges");
    dxki_out_text(out, dxki_dxil_op_convergence(e->convergence));
    put_label(out, "moves");
    dxki_out_text(out, dxki_dxil_op_moves(e->moves));
    put_label(out, "merges");
    dxki_out_text(out, dxki_dxil_op_merges(e->merges));
    put_label(out, "unused");
    dxki_out_text(out, dxki_dxil_op_unused(e->unused));
    put_label(out, "same result by");
    dxki_out_text(out, dxki_dxil_op_result(e->result));
}

static void put_details(dxki_out *out, const dxki_dxop_info *op)
{
    put_label(out, "opcode");
    dxki_out_u64(out, op->opcode);
    put_label(out, "function");
    dxki_out_text(out, "dx.op.");
    dxki_out_text(out, op->cls);
    put_label(out, "since");
    dxki_out_text(out, "6.");
    dxki_out_u64(out, op->model);
    put_overloads(out, op);
    put_stages(out, op);
    put_operand_rules(out, op);
    if (op->flags) {
        put_label(out, "flags");
        put_words(out, dxki_dxil_op_flags, op->flags);
    }
    if (op->counters) {
        put_label(out, "counts as");
        put_words(out, dxki_dxil_op_counters, op->counters);
    }
    put_effects(out, op);
    dxki_out_char(out, '\n');
}

dxk_status dxk_op_print(uint32_t opcode, bool details, dxk_sink sink)
{
    const dxki_dxop_info *op = dxki_dxop_find(opcode);
    dxki_out out;
    if (!op)
        return DXK_E_NOT_FOUND;
    dxki_out_init(&out, sink);
    put_declaration(&out, op);
    if (details)
        put_details(&out, op);
    return dxki_out_flush(&out);
}

/* ---------------------------------------------------------------------------------------- */
/* JSON                                                                                       */

static void json_words(dxk_json *json, const char *key, const dxki_dxil_op_word *words,
                       uint32_t bits)
{
    dxk_json_array_line(json, key);
    for (; words->text; words++)
        if (bits & words->bit)
            dxk_json_text(json, NULL, words->text);
    dxk_json_end(json);
}

static void json_model(dxk_json *json, const char *key, unsigned minor)
{
    char digits[20], *end = digits + sizeof digits, *start = dxki_format_u64(end, minor);
    const dxk_str pieces[] = {{"6.", 2}, {start, (size_t)(end - start)}};
    dxk_json_pieces(json, key, pieces, 2);
}

static void json_overloads(dxk_json *json, const dxki_dxop_info *op)
{
    uint32_t scalars, elements;
    dxk_json_array(json, "overloads");
    for (unsigned i = 0; i < dxki_dxop_overload_count(op); i++) {
        dxki_dxop_overload(op, i, &scalars, &elements);
        dxk_json_object_line(json, NULL);
        json_words(json, "scalars", dxki_dxil_op_overloads, scalars);
        json_words(json, "vectors_of", dxki_dxil_op_overloads, elements);
        dxk_json_end(json);
    }
    dxk_json_end(json);
}

static void json_operand(dxk_json *json, const dxki_dxop_info *op, unsigned index)
{
    const dxki_dxop_operand *o = &op->operands[index];
    char text[DXKI_DXIL_OP_TYPE];
    dxk_json_object_line(json, NULL);
    dxk_json_str(json, "name", dxki_dxop_operand_name(op, index));
    dxk_json_str(json, "type", dxki_dxil_op_type(o->type, text));
    json_words(json, "rules", dxki_dxil_op_rules, o->rules);
    if (o->maximum != 255)
        dxk_json_u64(json, "maximum", o->maximum);
    if (o->enumeration) {
        dxk_json_object(json, "values");
        for (unsigned k = 0; k <= o->maximum; k++) {
            const char *name = dxki_dxop_enum_text((dxki_dxop_enum)o->enumeration, k);
            if (name)
                dxk_json_u64(json, name, k);
        }
        dxk_json_end(json);
    }
    dxk_json_end(json);
}

static void json_stages(dxk_json *json, const dxki_dxop_info *op)
{
    dxk_json_array_line(json, "stages");
    for (unsigned i = 0; i < STAGES; i++) {
        const char *name = dxk_enum_text(DXK_ENUM_ID_shader_kind, i);
        if (op->stages >> i & 1 && name)
            dxk_json_text(json, NULL, name);
    }
    dxk_json_end(json);
    dxk_json_array_line(json, "shader_flags");
    for (unsigned bit = 0; bit < 64; bit++)
        if (op->shader_flags >> bit & 1)
            dxk_json_text(json, NULL, dxk_dxil_shader_flag_name(bit));
    dxk_json_end(json);
}

static void json_effects(dxk_json *json, const dxki_dxop_info *op)
{
    const dxki_dxop_effect *e = dxki_dxop_effect_get((dxki_dxop_kind)op->kind);
    dxk_json_object(json, "effects");
    dxk_json_text(json, "kind", dxki_dxil_op_kind(op->kind));
    json_words(json, "reads", dxki_dxil_op_memory, e->reads);
    json_words(json, "writes", dxki_dxil_op_memory, e->writes);
    dxk_json_text(json, "signature", dxki_dxil_op_signature(e->signature));
    dxk_json_text(json, "converges", dxki_dxil_op_convergence(e->convergence));
    dxk_json_text(json, "moves", dxki_dxil_op_moves(e->moves));
    dxk_json_text(json, "merges", dxki_dxil_op_merges(e->merges));
    dxk_json_text(json, "unused", dxki_dxil_op_unused(e->unused));
    dxk_json_text(json, "same_result_by", dxki_dxil_op_result(e->result));
    dxk_json_end(json);
}

void dxk_json_op(dxk_json *json, uint32_t opcode)
{
    const dxki_dxop_info *op = dxki_dxop_find(opcode);
    char text[DXKI_DXIL_OP_TYPE];
    if (!op)
        return;
    dxk_json_text(json, "name", op->name);
    dxk_json_u64(json, "opcode", op->opcode);
    dxk_json_text(json, "class", op->cls);
    json_model(json, "since", op->model);
    json_model(json, "since_translated", op->translated_model);
    dxk_json_text(json, "attribute", dxki_dxil_op_attribute(op->attribute));
    json_stages(json, op);
    json_overloads(json, op);
    dxk_json_str(json, "result", dxki_dxil_op_type(op->result, text));
    dxk_json_array(json, "operands");
    for (unsigned i = 0; i < op->operand_count; i++)
        json_operand(json, op, i);
    dxk_json_end(json);
    json_words(json, "flags", dxki_dxil_op_flags, op->flags);
    json_words(json, "counters", dxki_dxil_op_counters, op->counters);
    json_effects(json, op);
}

dxk_status dxk_op_table_json(dxk_sink sink)
{
    dxk_json json;
    dxk_json_init(&json, sink);
    dxk_json_object(&json, NULL);
    dxk_json_array(&json, "operations");
    for (size_t i = 0; i < DXKI_DXOP_COUNT; i++) {
        dxk_json_object(&json, NULL);
        dxk_json_op(&json, dxki_dxop_get((dxki_dxop)i)->opcode);
        dxk_json_end(&json);
    }
    dxk_json_end_to(&json, 0);
    return json.status;
}
