/* SPDX-License-Identifier: MIT */
/* test_view.c - looking into modules (dxk/ir.h). */
#include "support.h"

#include "dxk/builder.h"
#include "dxk/dxk.h"

static const char text[] =
    "%pair = type { float, [4 x i32] }\n"
    "@shared = internal addrspace(3) global [4 x float] undef, align 4\n"
    "@table = internal constant [3 x i32] [i32 7, i32 8, i32 -9]\n"
    "@zeros = internal constant [2 x double] zeroinitializer\n"
    "@mixed = internal constant %pair { float 1.5, [4 x i32] undef }\n"
    "define float @f(i32 %n, float %x) {\n"
    "entry:\n"
    "  %small = icmp ult i32 %n, 4\n"
    "  br i1 %small, label %yes, label %no\n"
    "yes:\n"
    "  %p = getelementptr inbounds [4 x float], [4 x float] addrspace(3)* @shared, i32 0, i32 %n\n"
    "  %l = load float, float addrspace(3)* %p, align 4\n"
    "  br label %out\n"
    "no:\n"
    "  %m = call float @dx.op.unary.f32(i32 12, float %x), !note !0\n"
    "  switch i32 %n, label %out [ i32 9, label %yes\n    i32 8, label %out ]\n"
    "out:\n"
    "  %r = phi float [ %l, %yes ], [ %m, %no ], [ %m, %no ]\n"
    "  %s = fadd fast float %r, %r\n"
    "  ret float %s\n"
    "}\n"
    "declare float @dx.op.unary.f32(i32, float)\n"
    "!named = !{!0, !1}\n"
    "!0 = !{!\"text\", i32 5, null}\n"
    "!1 = distinct !{!0}\n"
    "!2 = !DIFile(filename: \"a.hlsl\", directory: \"d\")\n"
    "!3 = !{!2}\n"
    "!more = !{!3}\n";

static bool is(dxk_str s, const char *want)
{
    return s.size == strlen(want) && memcmp(s.data, want, s.size) == 0;
}

static dxk_module *parse(dxk_ctx *ctx, const char *source)
{
    dxk_module *m;
    const dxk_bytes bytes = {(const uint8_t *)source, strlen(source)};
    assert_int_equal(dxk_module_parse(ctx, bytes, NULL, &m), DXK_OK);
    return m;
}

/* The value of that name in a function. */
static dxk_value named(const dxk_module *m, dxk_value function, const char *name)
{
    dxk_value_info info;
    for (dxk_value b = dxk_block_first(m, function); b; b = dxk_block_next(m, b)) {
        if (dxk_value_get(m, b, &info) && is(info.name, name))
            return b;
        for (dxk_value i = dxk_inst_first(m, b); i; i = dxk_inst_next(m, i)) {
            if (dxk_value_get(m, i, &info) && is(info.name, name))
                return i;
        }
    }
    fail_msg("no %s", name);
    return 0;
}

static void types_tell_what_they_are(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = parse(ctx, text);
    dxk_type_info t;
    dxk_variable_info v;
    assert_true(dxk_variable_get(m, dxk_module_variable(m, 0), &v));
    assert_true(is(v.name, "shared") && v.space == 3 && v.align == 4 && !v.is_constant);
    assert_true(dxk_type_get(m, v.type, &t) && t.kind == DXK_TYPE_KIND_ARRAY && t.count == 4);
    assert_true(t.element == DXK_TYPE_FLOAT && dxk_type_member(m, v.type, 3) == DXK_TYPE_FLOAT);
    assert_true(dxk_type_member(m, v.type, 4) == 0);
    assert_true(dxk_variable_get(m, dxk_module_variable(m, 3), &v));
    assert_true(dxk_type_get(m, v.type, &t) && t.kind == DXK_TYPE_KIND_STRUCTURE && t.count == 2);
    assert_true(is(t.name, "pair") && t.is_named && !t.is_packed && !t.is_opaque);
    assert_true(dxk_type_get(m, dxk_type_member(m, v.type, 1), &t) && t.count == 4);
    assert_true(dxk_type_get(m, DXK_TYPE_I16, &t) && t.bits == 16);
    assert_false(dxk_type_get(m, 0, &t));
    assert_false(dxk_type_get(m, (dxk_type)dxk_type_count(m) + 1, &t));
    assert_true(t.kind == DXK_TYPE_KIND_NONE);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static void functions_have_blocks_and_parameters(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = parse(ctx, text);
    dxk_function_info f;
    dxk_value_info v;
    dxk_value fn = dxk_module_function_find(m, (dxk_str){"f", 1});
    assert_true(fn != 0 && fn == dxk_module_function(m, 0));
    assert_true(dxk_function_get(m, fn, &f) && f.parameter_count == 2 && f.block_count == 4);
    assert_false(f.is_declaration || f.is_operation);
    assert_true(dxk_value_get(m, dxk_function_param(m, fn, 1), &v) && is(v.name, "x"));
    assert_true(v.kind == DXK_VALUE_PARAMETER && v.type == DXK_TYPE_FLOAT && v.function == fn);
    assert_true(dxk_function_param(m, fn, 2) == 0);
    assert_true(dxk_function_get(m, dxk_module_function(m, 1), &f));
    assert_true(f.is_declaration && f.is_operation && !f.is_intrinsic && f.parameter_count == 2);
    assert_true(dxk_function_param(m, dxk_module_function(m, 1), 0) == 0);
    assert_true(dxk_block_first(m, dxk_module_function(m, 1)) == 0);
    assert_true(dxk_module_function(m, 2) == 0);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static void successors_are_in_the_order_of_the_text(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = parse(ctx, text);
    dxk_value fn = dxk_module_function(m, 0), yes = named(m, fn, "yes"), no = named(m, fn, "no"),
              out = named(m, fn, "out"), entry = dxk_block_first(m, fn);
    assert_int_equal(dxk_block_successor_count(m, entry), 2);
    assert_true(dxk_block_successor(m, entry, 0) == yes);
    assert_true(dxk_block_successor(m, entry, 1) == no);
    assert_int_equal(dxk_block_successor_count(m, yes), 1);
    assert_true(dxk_block_successor(m, yes, 0) == out);
    assert_int_equal(dxk_block_successor_count(m, no), 3);
    assert_true(dxk_block_successor(m, no, 0) == out);
    assert_true(dxk_block_successor(m, no, 1) == yes);
    assert_true(dxk_block_successor(m, no, 2) == out);
    assert_true(dxk_block_successor(m, no, 3) == 0);
    assert_int_equal(dxk_block_successor_count(m, out), 0);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static void instructions_have_operands(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = parse(ctx, text);
    dxk_value fn = dxk_module_function(m, 0);
    dxk_inst_info i;
    assert_true(dxk_inst_get(m, named(m, fn, "small"), &i));
    assert_true(i.opcode == DXK_INST_ICMP && i.predicate == DXK_COMPARE_ULT);
    assert_true(i.type == DXK_TYPE_I1 && i.operand_count == 2 && !i.is_terminator);
    assert_true(dxk_inst_get(m, named(m, fn, "p"), &i) && i.opcode == DXK_INST_GEP && i.element);
    assert_true(dxk_inst_operand(m, named(m, fn, "p"), 0) == dxk_module_variable(m, 0));
    assert_true(dxk_inst_get(m, named(m, fn, "l"), &i) && i.align == 4);
    assert_true(dxk_inst_get(m, named(m, fn, "s"), &i) && strcmp(i.name, "fadd") == 0);
    assert_int_equal(i.flags, DXK_FLAG_FAST);
    dxk_value r = named(m, fn, "r");
    assert_true(dxk_inst_get(m, r, &i) && i.opcode == DXK_INST_PHI && i.operand_count == 3);
    assert_true(dxk_inst_incoming(m, r, 0) == named(m, fn, "yes"));
    assert_true(dxk_inst_operand(m, r, 2) == named(m, fn, "m"));
    assert_true(dxk_inst_operand(m, r, 3) == 0 && dxk_inst_incoming(m, r, 3) == 0);
    assert_true(dxk_inst_get(m, dxk_inst_last(m, named(m, fn, "out")), &i) && i.is_terminator);
    assert_string_equal(dxk_opcode_name(DXK_INST_LANDINGPAD), "landingpad");
    assert_null(dxk_opcode_name((dxk_opcode)200));
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static void operations_are_known(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = parse(ctx, text);
    dxk_value call = named(m, dxk_module_function(m, 0), "m");
    dxk_value x = dxk_function_param(m, dxk_module_function(m, 0), 1);
    dxk_op op;
    dxk_op_info info;
    dxk_attachment note;
    assert_true(dxk_inst_op(m, call, &op) && op == DXK_OP_Cos);
    assert_true(dxk_inst_op_operand(m, call, 0) == x && dxk_inst_op_operand(m, call, 1) == 0);
    assert_true(dxk_op_get(op, &info) && info.writes == 0 && info.is_removable);
    assert_string_equal(info.name, "Cos");
    assert_string_equal(info.cls, "unary");
    assert_true(dxk_attachment_get(m, call, 0, &note) && is(note.kind, "note"));
    assert_false(dxk_attachment_get(m, call, 1, &note));
    assert_false(dxk_inst_op(m, dxk_inst_next(m, call), &op));
    for (size_t k = 0; k < dxk_op_count(); k++) {
        dxk_op_info other;
        assert_true(dxk_op_at(k, &info) && dxk_op_get(info.op, &other));
        assert_true(other.name == info.name && dxk_op_operand_name(info.op, 99).size == 0);
        assert_true((info.operand_count == 0) == (dxk_op_operand_name(info.op, 0).size == 0));
    }
    assert_false(dxk_op_at(dxk_op_count(), &info));
    assert_true(dxk_op_get(DXK_OP_Barrier, &info) && info.is_barrier && !info.is_removable);
    assert_true(dxk_op_get(DXK_OP_Sample, &info) && info.is_derivative && info.is_convergent);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static void constants_are_numbers_and_lists(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = parse(ctx, text);
    dxk_variable_info v;
    dxk_constant_info c;
    uint64_t bits;
    double real;
    assert_true(dxk_variable_get(m, dxk_module_variable(m, 1), &v) && v.is_constant);
    assert_true(dxk_constant_get(m, v.initial, &c) && c.kind == DXK_CONSTANT_DATA);
    assert_int_equal(c.element_count, 3);
    assert_true(dxk_constant_bits(m, v.initial, 2, &bits) && bits == (uint32_t)-9);
    assert_false(dxk_constant_bits(m, v.initial, 3, &bits));
    assert_true(dxk_variable_get(m, dxk_module_variable(m, 2), &v));
    assert_true(dxk_constant_bits(m, v.initial, 1, &bits) && bits == 0);
    assert_false(dxk_constant_bits(m, v.initial, 2, &bits));
    assert_true(dxk_variable_get(m, dxk_module_variable(m, 3), &v));
    assert_true(dxk_constant_get(m, v.initial, &c) && c.kind == DXK_CONSTANT_AGGREGATE);
    assert_int_equal(c.operand_count, 2);
    assert_true(dxk_value_real(m, dxk_constant_operand(m, v.initial, 0), &real) && real == 1.5);
    assert_true(dxk_constant_get(m, dxk_constant_operand(m, v.initial, 1), &c));
    assert_true(c.kind == DXK_CONSTANT_UNDEF && dxk_constant_operand(m, v.initial, 2) == 0);
    assert_false(dxk_value_int(m, v.initial, &bits));
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static void metadata_has_operands_and_fields(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = parse(ctx, text);
    dxk_metadata_info info;
    dxk_metadata_field field;
    uint32_t count;
    uint64_t number;
    assert_int_equal(dxk_module_named_metadata_count(m), 2);
    assert_true(is(dxk_module_named_metadata_name(m, 0, &count), "named") && count == 2);
    dxk_metadata tuple = dxk_module_named_metadata_operand(m, 0, 0);
    assert_true(dxk_metadata_get(m, tuple, &info) && info.kind == DXK_METADATA_TUPLE);
    assert_true(info.operand_count == 3 && dxk_metadata_operand(m, tuple, 2) == 0);
    assert_true(dxk_metadata_get(m, dxk_metadata_operand(m, tuple, 0), &info));
    assert_true(info.kind == DXK_METADATA_STRING && is(info.text, "text"));
    assert_true(dxk_metadata_get(m, dxk_metadata_operand(m, tuple, 1), &info));
    assert_true(dxk_value_int(m, info.value, &number) && number == 5);
    assert_true(dxk_metadata_get(m, dxk_module_named_metadata_operand(m, 0, 1), &info));
    assert_true(info.is_distinct);
    tuple = dxk_module_named_metadata_operand(m, 1, 0);
    dxk_metadata file = dxk_metadata_operand(m, tuple, 0);
    assert_true(dxk_metadata_get(m, file, &info) && info.field_count == 2);
    assert_string_equal(info.name, "DIFile");
    assert_true(dxk_metadata_field_get(m, file, 1, &field) && field.is_metadata);
    assert_string_equal(field.name, "directory");
    assert_true(dxk_metadata_field_find(m, file, "filename", &field));
    assert_true(dxk_metadata_get(m, field.metadata, &info) && is(info.text, "a.hlsl"));
    assert_false(dxk_metadata_field_find(m, file, "line", &field));
    assert_false(dxk_metadata_field_get(m, file, 2, &field));
    assert_true(dxk_module_named_metadata_operand(m, 2, 0) == 0);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static void uses_are_found(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = parse(ctx, text);
    dxk_uses *uses;
    dxk_use use;
    dxk_value fn = dxk_module_function(m, 0), r = named(m, fn, "r");
    uint32_t seen = 0;
    assert_int_equal(dxk_uses_load(m, &uses), DXK_OK);
    assert_int_equal(dxk_uses_count(uses, r), 2);
    for (uint32_t at = dxk_uses_first(uses, r); dxk_uses_get(uses, at, &use);
         at = dxk_uses_next(uses, at)) {
        assert_true(use.user == named(m, fn, "s"));
        assert_true(dxk_inst_operand(m, use.user, use.operand) == r);
        seen |= 1u << use.operand;
    }
    assert_int_equal(seen, 3);
    assert_int_equal(dxk_uses_count(uses, 0), 0);
    assert_false(dxk_uses_get(uses, dxk_uses_first(uses, UINT32_MAX), &use));
    dxk_uses_free(uses);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

/* Any number may come from a caller: each gives nothing, or what the module has. */
static void numbers_of_nothing_give_nothing(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = parse(ctx, text);
    union {
        dxk_value_info value;
        dxk_function_info function;
        dxk_variable_info variable;
        dxk_inst_info inst;
        dxk_constant_info constant;
        dxk_metadata_info md;
        dxk_metadata_field field;
        dxk_attachment note;
        dxk_line_frame frame;
        dxk_op op;
        uint64_t bits;
        double real;
    } out;
    for (uint32_t tag = 0; tag < 8; tag++) {
        for (uint32_t k = 0; k < 200; k++) {
            dxk_value v = tag << 29 | (k < 150 ? k : 0x1fffffff - k);
            bool there = dxk_value_get(m, v, &out.value);
            assert_true(there == (out.value.kind != DXK_VALUE_NONE));
            (void)dxk_function_get(m, v, &out.function);
            (void)dxk_variable_get(m, v, &out.variable);
            (void)dxk_inst_get(m, v, &out.inst);
            (void)dxk_constant_get(m, v, &out.constant);
            (void)dxk_metadata_get(m, v, &out.md);
            (void)dxk_metadata_field_get(m, v, k, &out.field);
            (void)dxk_metadata_operand(m, v, k);
            (void)dxk_attachment_get(m, v, k, &out.note);
            (void)dxk_inst_frame(m, v, k, &out.frame);
            (void)dxk_inst_op(m, v, &out.op);
            (void)dxk_constant_bits(m, v, k, &out.bits);
            (void)dxk_value_int(m, v, &out.bits);
            (void)dxk_value_real(m, v, &out.real);
            assert_true(there || (!dxk_inst_next(m, v) && !dxk_block_next(m, v) &&
                                  !dxk_inst_operand(m, v, 0) && !dxk_block_successor(m, v, 0) &&
                                  !dxk_inst_index(m, v, 0) && !dxk_constant_operand(m, v, 0)));
        }
    }
    dxk_module_free(m);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Handles and places in the source                                                           */

static dxk_module *read_sample(dxk_ctx *ctx, const uint8_t *data, size_t size)
{
    dxk_container *c;
    dxk_module *m;
    dxk_program_place place;
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){data, size}, NULL, &c), DXK_OK);
    assert_int_equal(dxk_container_program(c, DXK_PROGRAM_LIST, &place), DXK_OK);
    assert_int_equal(dxk_module_read(ctx, place.program.bitcode, NULL, &m), DXK_OK);
    dxk_container_free(c);
    return m;
}

/* The first call of an operation. */
static dxk_value call_of(const dxk_module *m, dxk_op wanted)
{
    dxk_op op;
    for (size_t n = 0; n < dxk_module_function_count(m); n++) {
        dxk_value f = dxk_module_function(m, n);
        for (dxk_value b = dxk_block_first(m, f); b; b = dxk_block_next(m, b)) {
            for (dxk_value i = dxk_inst_first(m, b); i; i = dxk_inst_next(m, i)) {
                if (dxk_inst_op(m, i, &op) && op == wanted)
                    return i;
            }
        }
    }
    return 0;
}

static void handles_lead_to_resources(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    size_t size;
    uint8_t *data = support_sample("debug/samples.dxil", &size);
    dxk_module *m = read_sample(ctx, data, size);
    dxk_dxil *d;
    dxk_handle_info h;
    dxk_line_frame frame;
    assert_int_equal(dxk_dxil_load(m, &d), DXK_OK);
    dxk_value sample = call_of(m, DXK_OP_SampleCmpLevelZero);
    assert_true(dxk_handle_get(d, dxk_inst_op_operand(m, sample, 0), &h));
    assert_true(is(h.name, "Shadow") && h.space == 1 && h.lower_bound == 4 && h.count == 4);
    assert_true(h.source == DXK_HANDLE_RANGE && h.cls == DXK_RESOURCE_CLASS_SRV && h.is_nonuniform);
    assert_true(h.kind == DXK_RESOURCE_KIND_TEXTURE2D && h.index && h.call);
    assert_true(dxk_handle_get(d, dxk_inst_op_operand(m, sample, 1), &h) && is(h.name, "Compare"));
    assert_false(dxk_handle_get(d, sample, &h));
    assert_true(dxk_inst_frame(m, sample, 0, &frame) && frame.line == 9);
    assert_true(is(frame.function, "shade"));
    assert_true(dxk_inst_frame(m, sample, 1, &frame) && frame.line == 16);
    assert_false(dxk_inst_frame(m, sample, 2, &frame));
    dxk_dxil_free(d);
    dxk_module_free(m);
    free(data);
    support_ctx_done(ctx);
}

/* Handles of newer shader models and of libraries. */
#define TYPES                                                                                      \
    "%dx.types.Handle = type { i8* }\n"                                                            \
    "%dx.types.ResBind = type { i32, i32, i32, i8 }\n"                                             \
    "%dx.types.ResourceProperties = type { i32, i32 }\n"                                           \
    "%T = type { <4 x float>, %mips }\n"                                                           \
    "%mips = type { i32 }\n"

static const char others[] = TYPES
    "@tex = external constant [4 x %T]\n"
    "define void @f(i32 %n, i1 %c) {\n"
    "  %a = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind "
    "{ i32 5, i32 5, i32 2, i8 0 }, i32 5, i1 true)\n"
    "  %b = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %a, "
    "%dx.types.ResourceProperties { i32 2, i32 1033 })\n"
    "  %d = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 %n, i1 false, i1 true)\n"
    "  %e = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %d, "
    "%dx.types.ResourceProperties { i32 4108, i32 16 })\n"
    "  %p = getelementptr [4 x %T], [4 x %T]* @tex, i32 0, i32 %n\n"
    "  %v = load %T, %T* %p\n"
    "  %g = call %dx.types.Handle @dx.op.createHandleForLib.T(i32 160, %T %v)\n"
    "  %h = select i1 %c, %dx.types.Handle %b, %dx.types.Handle %e\n"
    "  ret void\n"
    "}\n"
    "declare %dx.types.Handle @dx.op.createHandleFromBinding(i32, %dx.types.ResBind, i32, i1)\n"
    "declare %dx.types.Handle @dx.op.annotateHandle(i32, %dx.types.Handle, "
    "%dx.types.ResourceProperties)\n"
    "declare %dx.types.Handle @dx.op.createHandleFromHeap(i32, i32, i1, i1)\n"
    "declare %dx.types.Handle @dx.op.createHandleForLib.T(i32, %T)\n"
    "!dx.version = !{!0}\n!dx.shaderModel = !{!1}\n!dx.resources = !{!2}\n!dx.entryPoints = !{!6}\n"
    "!0 = !{i32 1, i32 6}\n!1 = !{!\"lib\", i32 6, i32 6}\n"
    "!2 = !{!3, null, null, null}\n!3 = !{!4}\n"
    "!4 = !{i32 0, [4 x %T]* @tex, !\"tex\", i32 2, i32 3, i32 4, i32 2, i32 0, !5}\n"
    "!5 = !{i32 0, i32 9}\n!6 = !{null, !\"\", null, !2, null}\n";

static void handles_of_any_kind_are_told(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = parse(ctx, others);
    dxk_value f = dxk_module_function(m, 0);
    dxk_dxil *d;
    dxk_handle_info h;
    assert_int_equal(dxk_dxil_load(m, &d), DXK_OK);
    assert_true(dxk_handle_get(d, named(m, f, "b"), &h) && h.source == DXK_HANDLE_BINDING);
    assert_true(is(h.name, "tex") && h.lower_bound == 5 && h.space == 2 && h.count == 1);
    assert_true(h.is_nonuniform && h.call == named(m, f, "a") && h.resource == 0);
    assert_true(dxk_handle_get(d, named(m, f, "e"), &h) && h.source == DXK_HANDLE_HEAP);
    assert_true(h.cls == DXK_RESOURCE_CLASS_UAV && h.kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER);
    assert_true(h.resource == DXK_NO_RESOURCE && h.is_nonuniform && !h.is_sampler_heap);
    assert_true(h.index == dxk_function_param(m, f, 0));
    assert_true(dxk_handle_get(d, named(m, f, "g"), &h) && h.source == DXK_HANDLE_LIBRARY);
    assert_true(is(h.name, "tex") && h.lower_bound == 3 && h.count == 4);
    assert_true(h.index == dxk_function_param(m, f, 0));
    assert_false(dxk_handle_get(d, named(m, f, "h"), &h));
    dxk_dxil_free(d);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static dxk_status list(dxk_ctx *ctx, void *user)
{
    const dxk_bytes bytes = {(const uint8_t *)user, strlen(user)};
    dxk_module *m = NULL;
    dxk_uses *uses = NULL;
    dxk_status status = dxk_module_parse(ctx, bytes, NULL, &m);
    if (status == DXK_OK)
        status = dxk_uses_load(m, &uses);
    dxk_uses_free(uses);
    dxk_module_free(m);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    char source[sizeof text];
    memcpy(source, text, sizeof text);
    support_fail_allocations(list, source);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(types_tell_what_they_are),
    cmocka_unit_test(functions_have_blocks_and_parameters),
    cmocka_unit_test(successors_are_in_the_order_of_the_text),
    cmocka_unit_test(instructions_have_operands),
    cmocka_unit_test(operations_are_known),
    cmocka_unit_test(constants_are_numbers_and_lists),
    cmocka_unit_test(metadata_has_operands_and_fields),
    cmocka_unit_test(uses_are_found),
    cmocka_unit_test(numbers_of_nothing_give_nothing),
    cmocka_unit_test(handles_lead_to_resources),
    cmocka_unit_test(handles_of_any_kind_are_told),
    cmocka_unit_test(memory_may_run_out),
};

SUPPORT_SUITE(test_view, tests);
