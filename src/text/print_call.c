/* SPDX-License-Identifier: MIT */
/*
 * print_call.c - call and invoke, and the comments after instructions: source lines, variables,
 * DXIL operations, resources (docs/text-format.md, sections 6 and 7.4).
 */
#include "dxk/text.h"
#include "ir/debug.h"
#include "ir/dxop.h"
#include "text/print_quick.h"

/* --- call, invoke --- */

static uint32_t set_of(const dxki_text_printer *p, uint32_t list, uint32_t slot)
{
    return list ? dxki_attr_list_set(p->m, list, slot) : 0;
}

/* Has the list anything for the result or a parameter? Few have. */
static bool has_value_attrs(const dxki_text_printer *p, uint32_t list)
{
    uint32_t count;
    const dxki_attr_slot *slots = dxki_attr_list(p->m, list, &count);
    return count > 0 && slots[0].slot != DXKI_ATTR_SLOT_FUNCTION;
}

static void print_arguments(dxki_text_printer *p, const dxki_value *args, uint32_t count,
                            uint32_t attrs)
{
    for (uint32_t i = 0; i < count && !dxki_text_print_stopped(p); i++) {
        char *to = NULL;
        if (i > 0)
            DXKI_EMIT(&p->out, ", ");
        if (!attrs && dxki_text_quick_has_room(p))
            to = dxki_text_quick_typed(p, p->out.next, args[i]);
        if (to) {
            p->out.next = to;
            continue;
        }
        dxki_text_print_type(p, dxki_text_print_type_of(p, args[i]));
        uint32_t set = set_of(p, attrs, i + 1);
        if (set) {
            dxki_text_emit_char(&p->out, ' ');
            dxki_text_print_attr_set(p, set, false);
        }
        dxki_text_emit_char(&p->out, ' ');
        dxki_text_print_operand(p, args[i]);
    }
}

/* " [cc][attributes] type callee(": the whole function type only when it takes any number. */
static void print_callee(dxki_text_printer *p, const dxki_inst *in, dxki_value callee,
                         dxki_type type, uint32_t attrs)
{
    const dxki_type_entry *t = &p->m->types.items[type];
    uint32_t set = set_of(p, attrs, DXKI_ATTR_SLOT_RETURN);
    dxki_text_emit_char(&p->out, ' ');
    if (in->sub) {
        dxki_text_print_cc(p, in->sub);
        dxki_text_emit_char(&p->out, ' ');
    }
    if (set) {
        dxki_text_print_attr_set(p, set, false);
        dxki_text_emit_char(&p->out, ' ');
    }
    bool whole = t->kind != DXKI_T_FUNCTION || (t->flags & DXKI_TF_VARARG);
    dxki_text_print_type(p, whole ? type : p->m->type_ops.items[t->a]);
    dxki_text_emit_char(&p->out, ' ');
    dxki_text_print_operand(p, callee);
    dxki_text_emit_char(&p->out, '(');
}

static bool in_vararg_function(const dxki_text_printer *p)
{
    const dxki_global *f = &p->m->globals.items[p->function];
    return p->m->types.items[f->value_type].flags & DXKI_TF_VARARG;
}

void dxki_text_print_call(dxki_text_printer *p, uint32_t inst)
{
    const dxki_inst *in = &p->m->insts.items[inst];
    const dxki_value *ops = p->m->words.items + in->ops;
    uint32_t count = dxki_call_arg_count(in);
    uint32_t attrs = dxki_call_attrs(p->m, in);
    uint32_t value_attrs = attrs && has_value_attrs(p, attrs) ? attrs : 0;
    print_callee(p, in, dxki_call_callee(p->m, in), dxki_call_type(p->m, in), value_attrs);
    print_arguments(p, ops, count, value_attrs);
    if (in->op == DXKI_OP_CALL && (in->flags & DXKI_IF_MUSTTAIL) && in_vararg_function(p))
        DXKI_EMIT(&p->out, ", ...");
    dxki_text_emit_char(&p->out, ')');
    dxki_text_print_attr_ref(p, set_of(p, attrs, DXKI_ATTR_SLOT_FUNCTION));
    if (in->op != DXKI_OP_INVOKE)
        return;
    DXKI_EMIT(&p->out, "\n          to ");
    dxki_text_print_typed(p, ops[count]);
    DXKI_EMIT(&p->out, " unwind ");
    dxki_text_print_typed(p, ops[count + 1]);
}

/* --- comments --- */

/* The metadata of argument `index` when it is a node of that kind; 0: it is not. */
static dxki_md node_argument(const dxki_text_printer *p, const dxki_inst *in, uint32_t index,
                             dxki_md_kind kind)
{
    const dxki_value *ops = p->m->words.items + in->ops;
    if (index >= dxki_call_arg_count(in) || DXKI_TAG(ops[index]) != DXKI_V_METADATA)
        return 0;
    dxki_md id = DXKI_INDEX(ops[index]);
    return p->m->mds.items[id].kind == kind ? id : 0;
}

/* llvm.dbg.declare(address, variable, expression), llvm.dbg.value(value, 0, the same). */
static void print_variable(dxki_text_printer *p, const dxki_inst *in, uint32_t first)
{
    dxki_md variable = node_argument(p, in, first, DXKI_M_LOCAL_VAR);
    dxki_md expression = node_argument(p, in, first + 1, DXKI_M_EXPRESSION);
    if (!variable || !expression)
        return;
    dxki_text_style_on(p, DXKI_ST_COMMENT);
    DXKI_EMIT(&p->out, " ; var:\"");
    dxki_text_emit_str(&p->out,
                       dxki_md_str(p->m, dxki_md_op(p->m, variable, DXKI_DI_LOCAL_VAR_NAME)));
    DXKI_EMIT(&p->out, "\" ");
    dxki_text_print_md_body(p, expression);
    dxki_md function =
        dxki_di_subprogram(p->m, dxki_md_op(p->m, variable, DXKI_DI_LOCAL_VAR_SCOPE));
    if (function) {
        DXKI_EMIT(&p->out, " func:\"");
        dxki_text_emit_str(&p->out,
                           dxki_md_str(p->m, dxki_md_op(p->m, function, DXKI_DI_SUBPROGRAM_NAME)));
        dxki_text_emit_char(&p->out, '"');
    }
    dxki_text_style_off(p);
}

static void print_line(dxki_text_printer *p, uint32_t inst)
{
    dxki_md location = dxki_inst_dbg(p->m, inst);
    uint64_t line = location ? dxki_md_num(p->m, location, DXKI_DI_LOCATION_LINE) : 0;
    if (line == 0)
        return;
    dxki_text_style_on(p, DXKI_ST_COMMENT);
    DXKI_EMIT(&p->out, " ; line:");
    dxki_text_emit_u64(&p->out, line);
    DXKI_EMIT(&p->out, " col:");
    dxki_text_emit_u64(&p->out, dxki_md_num(p->m, location, DXKI_DI_LOCATION_COLUMN));
    dxki_text_style_off(p);
}

/* The two words of a constant %dx.types.ResourceProperties. */
static bool constant_words(const dxki_text_printer *p, dxki_value value, uint64_t words[2])
{
    const dxki_const *c = dxki_const_get(p->m, value);
    words[0] = words[1] = 0;
    if (!c || c->kind == DXKI_C_NULL)
        return c != NULL;
    const dxki_value *elements = p->m->words.items + c->a;
    return c->kind == DXKI_C_AGGREGATE && c->b == 2 &&
           dxki_value_as_int(p->m, elements[0], &words[0]) &&
           dxki_value_as_int(p->m, elements[1], &words[1]);
}

static void print_resource(dxki_text_printer *p, const dxki_inst *in)
{
    const dxki_value *ops = p->m->words.items + in->ops;
    char text[DXK_RESOURCE_TEXT_SIZE];
    uint64_t words[2];
    if (dxki_call_arg_count(in) < 3 || !constant_words(p, ops[2], words))
        return;
    dxk_resource_properties props =
        dxk_resource_properties_decode((uint32_t)words[0], (uint32_t)words[1]);
    DXKI_EMIT(&p->out, "  resource: ");
    dxki_text_emit_str(&p->out, dxk_resource_properties_text(&props, text));
}

static void print_operation(dxki_text_printer *p, const dxki_inst *in)
{
    uint64_t opcode;
    if (!dxki_call_opcode_arg(p->m, in, &opcode))
        return;
    const dxki_dxop_info *op = dxki_dxop_find((uint32_t)opcode);
    dxki_text_style_on(p, DXKI_ST_COMMENT);
    if (!op) {
        DXKI_EMIT(&p->out, "  ; invalid DXIL opcode #");
        dxki_text_emit_u64(&p->out, (uint32_t)opcode);
    } else {
        dxk_str names = dxki_dxop_operand_names(op);
        DXKI_EMIT(&p->out, "  ; ");
        dxki_text_emit_text(&p->out, op->name);
        dxki_text_emit_char(&p->out, '(');
        if (names.size)
            dxki_text_emit_mem(&p->out, names.data + 1, names.size - 1);
        dxki_text_emit_char(&p->out, ')');
        if (op == dxki_dxop_get(DXKI_DXOP_AnnotateHandle))
            print_resource(p, in);
    }
    dxki_text_style_off(p);
}

/* What a call of gc.relocate takes from its statepoint: base and derived pointer. The token of one
 * in a landing pad does not say which that is; it is passed over. */
void dxki_text_print_relocation(dxki_text_printer *p, const dxki_inst *in)
{
    const dxki_value *ops = p->m->words.items + in->ops;
    dxki_value callee = dxki_call_callee(p->m, in);
    uint64_t base, derived;
    if (DXKI_TAG(callee) != DXKI_V_GLOBAL ||
        !(p->global_flags[DXKI_INDEX(callee)] & DXKI_PG_RELOCATE) || dxki_call_arg_count(in) < 3)
        return;
    if (DXKI_TAG(ops[0]) != DXKI_V_INST)
        return;
    const dxki_inst *from = &p->m->insts.items[DXKI_INDEX(ops[0])];
    if ((from->op != DXKI_OP_CALL && from->op != DXKI_OP_INVOKE) ||
        !dxki_value_as_int(p->m, ops[1], &base) || !dxki_value_as_int(p->m, ops[2], &derived) ||
        base >= dxki_call_arg_count(from) || derived >= dxki_call_arg_count(from))
        return;
    DXKI_EMIT(&p->out, " ; (");
    dxki_text_print_operand(p, p->m->words.items[from->ops + (uint32_t)base]);
    DXKI_EMIT(&p->out, ", ");
    dxki_text_print_operand(p, p->m->words.items[from->ops + (uint32_t)derived]);
    dxki_text_emit_char(&p->out, ')');
}

void dxki_text_print_comments(dxki_text_printer *p, uint32_t inst)
{
    const dxki_inst *in = &p->m->insts.items[inst];
    dxki_value callee = in->op == DXKI_OP_CALL ? dxki_call_callee(p->m, in) : 0;
    uint8_t flags = DXKI_TAG(callee) == DXKI_V_GLOBAL ? p->global_flags[DXKI_INDEX(callee)] : 0;
    if (flags & DXKI_PG_DBG_DECLARE)
        print_variable(p, in, 1);
    else if (flags & DXKI_PG_DBG_VALUE)
        print_variable(p, in, 2);
    else
        print_line(p, inst);
    if (flags & DXKI_PG_DXOP)
        print_operation(p, in);
}
