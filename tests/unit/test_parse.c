/* SPDX-License-Identifier: MIT */
/*
 * test_parse.c - text to module: what is written comes out again, what is refused is refused in
 * the reference's words and at its place; failing allocations, nesting without end.
 */
#include <stdio.h>

#include "support.h"

#include "ir/ir.h"

#include "dxk/module.h"
#include "dxk/compat.h"

static dxk_status parse(dxk_ctx *ctx, const char *text, dxk_text_error *error, dxk_module **m)
{
    dxk_text_error unused;
    return dxk_compat_parse(ctx, (dxk_bytes){(const uint8_t *)text, strlen(text)}, NULL, m,
                            error ? error : &unused);
}

/* What text must come out as, by way of bitcode. */
static void check_text(const char *text, const char *wanted)
{
    dxk_ctx *ctx = support_ctx();
    dxk_module *m, *again;
    dxk_buffer printed, bitcode;
    dxk_print_options plain = {.no_comments = true};
    dxk_status status = parse(ctx, text, NULL, &m);
    if (status != DXK_OK && dxk_ctx_diag_count(ctx))
        print_error("%u: %s\n", dxk_ctx_diag(ctx, 0)->line, dxk_ctx_diag(ctx, 0)->message);
    assert_int_equal(status, DXK_OK);
    dxk_buffer_init(&bitcode, ctx);
    assert_int_equal(dxk_module_write(m, NULL, dxk_buffer_sink(&bitcode)), DXK_OK);
    dxk_module_free(m);
    assert_int_equal(dxk_module_read(ctx, (dxk_bytes){bitcode.data, bitcode.size}, NULL, &again),
                     DXK_OK);
    dxk_buffer_init(&printed, ctx);
    assert_int_equal(dxk_module_print(again, &plain, dxk_buffer_sink(&printed)), DXK_OK);
    assert_int_equal(dxk_buffer_append(&printed, "", 1), DXK_OK);
    assert_string_equal((const char *)printed.data + 1, wanted); /* after an empty line */
    dxk_module_free(again);
    dxk_buffer_free(&printed);
    dxk_buffer_free(&bitcode);
    support_ctx_done(ctx);
}

static void check_same(const char *text)
{
    check_text(text, text);
}

static void test_instructions(void **state)
{
    (void)state;
    check_same("define i32 @f(i32 %a, i32* %p, float %x, <4 x i32> %v, i1 %c) {\n"
               "  %b = add nuw nsw i32 %a, 7\n"
               "  %1 = fmul fast float %x, 2.500000e+00\n"
               "  %2 = fadd nnan ninf float %1, 0x7FF0000000000000\n"
               "  %3 = load volatile i32, i32* %p, align 4\n"
               "  store i32 %3, i32* %p\n"
               "  %4 = load atomic i32, i32* %p acquire, align 4\n"
               "  %5 = getelementptr inbounds i32, i32* %p, i32 %a\n"
               "  %6 = alloca [4 x i32], i32 2, align 8\n"
               "  %7 = cmpxchg weak i32* %p, i32 1, i32 2 seq_cst monotonic\n"
               "  %8 = extractvalue { i32, i1 } %7, 0\n"
               "  %9 = atomicrmw volatile umax i32* %p, i32 %8 singlethread release\n"
               "  fence acq_rel\n"
               "  %10 = extractelement <4 x i32> %v, i32 1\n"
               "  %11 = insertelement <4 x i32> %v, i32 %10, i32 2\n"
               "  %12 = shufflevector <4 x i32> %11, <4 x i32> undef, <2 x i32> <i32 0, i32 3>\n"
               "  %13 = select i1 %c, i32 %a, i32 %b\n"
               "  %14 = icmp ult i32 %13, %a\n"
               "  %15 = fcmp ogt float %2, %x\n"
               "  %16 = zext i1 %14 to i32\n"
               "  br i1 %15, label %left, label %right\n"
               "\n"
               "left:\n"
               "  br label %right\n"
               "\n"
               "right:\n"
               "  %17 = phi i32 [ %16, %0 ], [ 0, %left ]\n"
               "  switch i32 %17, label %end [\n"
               "    i32 1, label %end\n"
               "    i32 2, label %left2\n"
               "  ]\n"
               "\n"
               "left2:\n"
               "  unreachable\n"
               "\n"
               "end:\n"
               "  %18 = tail call i32 @g(i32 %17) #0\n"
               "  ret i32 %18\n"
               "}\n"
               "\n"
               "declare i32 @g(i32)\n"
               "\n"
               "attributes #0 = { nounwind readnone \"key\"=\"value\" }\n");
}

/* Operators as they are printed are taken as a whole, others token by token: the same comes out. */
static void test_operators(void **state)
{
    static const char head[] = "define void @f(i32, i32, float) {\n";
    static const char *const lines[][2] = {
        {"%4 = add i32 %0, %1", "%4=add i32 %0 ,%1 ; a comment"},
        {"%5 = sub nuw nsw i32 %4, -7", "%5 = sub nsw nuw i32 %4, 4294967289"},
        {"%6 = lshr exact i32 %5, 31", "%6 = lshr  exact i32 %5, u0x1F"},
        {"%7 = fmul fast float %2, %2", "%7 = fmul fast float %2,\n%2"},
        {"%8 = fadd nnan nsz float %7, 1.000000e+00", "%8 = fadd nsz nnan float %7, 1.0"},
        {"%9 = xor i32 12, %6, !note !0", "%9 = xor i32 12, %6\n, !note !0"},
        {"%10 = and i32 999999999, -999999999", "%10 = and i32 0999999999, -0999999999"},
        {"%11 = mul i32 %10, 1234567890", "%11 = mul i32 %10, 01234567890"},
        {"ret void", "ret void"},
    };
    static const char tail[] = "}\n\n!0 = !{}\n";
    char printed[1024], spelled[1024];
    size_t a = (size_t)sprintf(printed, "%s", head), b = (size_t)sprintf(spelled, "%s", head);
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        a += (size_t)sprintf(printed + a, "  %s\n", lines[i][0]);
        b += (size_t)sprintf(spelled + b, "  %s\n", lines[i][1]);
    }
    sprintf(printed + a, "%s", tail);
    sprintf(spelled + b, "%s", tail);
    check_same(printed);
    check_text(spelled, printed);
}

/* Lines of operators are taken one after the other. What stands between them in `spelled` ends
 * that, and the same comes out. */
static void test_lines(void **state)
{
    static const char *const ends[] = {
        "\n  ",   "\r\n  ",      "\n\n  ",         "\n",
        "\n    ", " ; fine\n  ", "\n  ; fine\n  ", "\n  , !note !0\n  "};
    (void)state;
    for (size_t end = 0; end < sizeof ends / sizeof *ends; end++) {
        char printed[2048], spelled[2048];
        size_t a = (size_t)sprintf(printed, "define i32 @f(i32, i32) {\n");
        size_t b = (size_t)sprintf(spelled, "define i32 @f(i32, i32) {\n  ");
        bool note = strchr(ends[end], '!') != NULL;
        for (uint32_t i = 3; i < 24; i++) {
            const char *quirk = i % 5 == 0 ? ends[end] : ends[0];
            a += (size_t)sprintf(printed + a, "  %%%u = mul i32 %%%u, %%%u%s\n", i,
                                 i == 3 ? 1 : i - 1, i % 2, note && i % 5 == 0 ? ", !note !0" : "");
            b += (size_t)sprintf(spelled + b, "%%%u = mul i32 %%%u, %%%u%s", i, i == 3 ? 1 : i - 1,
                                 i % 2, quirk);
        }
        sprintf(printed + a, "  ret i32 %%23\n}\n%s", note ? "\n!0 = !{}\n" : "");
        sprintf(spelled + b, "ret i32 %%23\n}\n%s", note ? "\n!0 = !{}\n" : "");
        check_text(spelled, printed);
    }
}

/* Calls and members of results are taken as lines, too, once a call of the kind was read. What is
 * spelled in another way is read token by token, with the same result. */
static void test_call_lines(void **state)
{
    static const char head[] = "%t = type { i32, float }\n\n"
                               "define i32 @f(i32, %t) {\n";
    static const char *const lines[][2] = {
        {"%3 = call %t @g(i32 %0, i8 -3, i1 true, float 1.500000e+00, %t %1)  ; a comment",
         "%3 = call %t @g(i32 %0,i8 253, i1 1, float 1.5, %t %1)"},
        {"%4 = call %t @g(i32 undef, i8 7, i1 false, float undef, %t %3)",
         "%4 = call %t @g(i32 undef, i8 7, i1 false, float undef, %t %3) ; a\r; comment"},
        {"%5 = extractvalue %t %4, 0", "%5 = extractvalue %t %4 , 0"},
        {"call void @h(i32 %5)", "call void @h( i32 %5 )"},
        {"%6 = extractvalue %t %4, 1", "%6=extractvalue %t %4, 1"},
        {"%7 = call %t @g(i32 1234567890, i8 0, i1 true, float %6, %t %3)",
         "%7 = call %t @g(i32 01234567890, i8 0, i1 true, float\n %6, %t %3)"},
        {"call void @h(i32 %0), !note !0", "call void @h(i32 %0)\n , !note !0"},
        {"%8 = call %t @g(i32 -5, i8 0, i1 true, float %6, %t undef)",
         "%8 = call %t (i32, i8, i1, float, %t) @g(i32 -5, i8 0, i1 true, float %6, %t undef)"},
        {"%9 = extractvalue %t %8, 0, !note !0", "%9 = extractvalue %t %8, 0 , !note !0"},
        {"call void @h(i32 %9) #0", "call void @h(i32 %9)\n #0"},
        {"call void @h(i32 0)", "call void\n@h(i32 0)"},
        {"ret i32 %9", "ret i32 %9"},
    };
    static const char tail[] = "}\n\ndeclare %t @g(i32, i8, i1, float, %t)\n\n"
                               "declare void @h(i32)\n\n"
                               "attributes #0 = { nounwind }\n\n!0 = !{}\n";
    char printed[2048], spelled[2048];
    size_t a = (size_t)sprintf(printed, "%s", head), b = (size_t)sprintf(spelled, "%s", head);
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const char *note = strstr(lines[i][0], "  ; ");
        int size = (int)(note ? (size_t)(note - lines[i][0]) : strlen(lines[i][0]));
        a += (size_t)sprintf(printed + a, "  %.*s\n", size, lines[i][0]);
        b += (size_t)sprintf(spelled + b, "  %s\n", lines[i][1]);
    }
    sprintf(printed + a, "%s", tail);
    sprintf(spelled + b, "%s", tail);
    check_same(printed);
    check_text(spelled, printed);
}

static void test_constants(void **state)
{
    (void)state;
    check_same("%t = type { i32, [2 x float] }\n"
               "\n"
               "@a = internal constant %t { i32 -1, [2 x float] [float 1.000000e+00, float "
               "0.000000e+00] }, align 4\n"
               "@b = external addrspace(3) global [4 x i32], align 4\n"
               "@c = global i64 18446744073709551\n"
               "@d = constant [3 x i8] c\"a\\00b\"\n"
               "@e = constant i32* getelementptr inbounds (%t, %t* @a, i32 0, i32 0)\n");
}

#define TYPE_A  "%a = type { i32, i32 }\n\n"
#define FIELD_0 "i32* getelementptr inbounds (%a, %a* @a, i32 0, i32 0)"
#define FIELD_1 "i32* getelementptr inbounds (%a, %a* @a, i32 0, i32 1)"

static void test_folding(void **state)
{
    (void)state;
    /* The address of another pointee, in another space. */
    check_text(
        "@a = global [4 x float] zeroinitializer\n"
        "@b = global i16 addrspace(1)* addrspacecast ([4 x float]* @a to i16 addrspace(1)*)\n",
        "@a = global [4 x float] zeroinitializer\n"
        "@b = global i16 addrspace(1)* addrspacecast (i16* bitcast ([4 x float]* @a to i16*) "
        "to i16 addrspace(1)*)\n");
    /* Places in one global. */
    check_text(TYPE_A "@a = global %a zeroinitializer\n"
                      "@b = global i1 icmp slt (" FIELD_0 ", " FIELD_1 ")\n"
                      "@c = global i1 icmp ugt (" FIELD_0 ", " FIELD_1 ")\n",
               TYPE_A "@a = global %a zeroinitializer\n"
                      "@b = global i1 true\n"
                      "@c = global i1 false\n");
    /* What was extended, against a number. */
    check_text("@a = global i8 0\n"
               "@b = global i8 0\n"
               "@c = global i1 icmp eq (i32 zext (i1 icmp ult (i8* @a, i8* @b) to i32), i32 0)\n",
               "@a = global i8 0\n"
               "@b = global i8 0\n"
               "@c = global i1 icmp uge (i8* @a, i8* @b)\n");
    /* Nothing is known about what is not there yet. */
    check_text("@b = global i1 icmp eq (i8* @a, i8* null)\n"
               "@c = global i8* getelementptr (i8, i8* @a, i32 1)\n"
               "@a = global i8 0\n"
               "@d = global i1 icmp eq (i8* @a, i8* null)\n",
               "@b = global i1 icmp eq (i8* @a, i8* null)\n"
               "@c = global i8* getelementptr (i8, i8* @a, i32 1)\n"
               "@a = global i8 0\n"
               "@d = global i1 false\n");
}

#define BLOCK_OF_F                                                                                 \
    "define void @f() {\n"                                                                         \
    "  br label %x\n"                                                                              \
    "\n"                                                                                           \
    "x:\n"                                                                                         \
    "  ret void\n"                                                                                 \
    "}\n"
#define ADDRESS "i8* blockaddress(@f, %x)"

/* A block has one address, however often it is written and whenever its function comes. */
static void test_addresses(void **state)
{
    (void)state;
    check_text("@a = global i1 icmp eq (" ADDRESS ", " ADDRESS ")\n"
               "@b = global " ADDRESS "\n" BLOCK_OF_F "@c = global i1 icmp eq (" ADDRESS
               ", " ADDRESS ")\n",
               "@a = global i1 true\n"
               "@b = global " ADDRESS "\n"
               "@c = global i1 true\n\n" BLOCK_OF_F);
}

/* Intrinsic functions of older versions: what is called instead is declared after all else. */
static void test_old_intrinsics(void **state)
{
    (void)state;
    check_text("declare i32 @llvm.ctlz.i32(i32)\n"
               "\n"
               "define i32 @f(i32 %a) {\n"
               "  %x = tail call i32 @llvm.ctlz.i32(i32 %a)\n"
               "  ret i32 %x\n"
               "}\n",
               "define i32 @f(i32 %a) {\n"
               "  %x = call i32 @llvm.ctlz.i32(i32 %a, i1 false)\n"
               "  ret i32 %x\n"
               "}\n"
               "\n"
               "declare i32 @llvm.ctlz.i32(i32, i1) #0\n"
               "\n"
               "attributes #0 = { nounwind readnone }\n");
}

/* Structures that contain themselves by way of functions. */
static void test_recursive_types(void **state)
{
    (void)state;
    check_same("%a = type { i8*, void (i8*, i16**, %a*)*, i16, void (i8*, i16**, %a*)* }\n"
               "\n"
               "@x = external global void (i8*, i16**, %a*)*\n");
}

static void test_debug_nodes(void **state)
{
    (void)state;
    check_same("define void @f() {\n"
               "  ret void, !dbg !8\n"
               "}\n"
               "\n"
               "!llvm.dbg.cu = !{!0}\n"
               "!llvm.module.flags = !{!7}\n"
               "\n"
               "!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, "
               "runtimeVersion: 0, emissionKind: 1, subprograms: !2)\n"
               "!1 = !DIFile(filename: \"a.hlsl\", directory: \"\")\n"
               "!2 = !{!3}\n"
               "!3 = !DISubprogram(name: \"f\", scope: !1, file: !1, line: 1, type: !4, isLocal: "
               "false, isDefinition: true, scopeLine: 1, flags: DIFlagPrototyped, isOptimized: "
               "false, function: void ()* @f)\n"
               "!4 = !DISubroutineType(types: !5)\n"
               "!5 = !{null, !6}\n"
               "!6 = !DIBasicType(name: \"int\", size: 32, align: 32, encoding: DW_ATE_signed)\n"
               "!7 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
               "!8 = !DILocation(line: 2, column: 3, scope: !3)\n");
}

/* --- refused --- */

typedef struct refusal {
    const char *text;
    uint32_t line, column;
    const char *message;
} refusal;

/* A line that begins like an earlier one, with more after it than a line takes. */
#define AFTER_CALL(line)                                                                           \
    "declare float @g(float, i32)\n"                                                               \
    "define void @f(float, i32) {\n"                                                               \
    "  %3 = call float @g(float %0, i32 %1)\n"                                                     \
    "  " line "\n"                                                                                 \
    "  %5 = add i32 %1, 1\n"                                                                       \
    "  %6 = add i32 %1, 1 ; and so much more that the line before is read as a whole\n"

static const refusal refusals[] = {
    {AFTER_CALL("%4 = call float @g(float %0, i32 %1, i32 1)"), 4, 19,
     "'@g' defined with type 'float (float, i32)*'"},
    {AFTER_CALL("%4 = call float @g(float %0)"), 4, 19,
     "'@g' defined with type 'float (float, i32)*'"},
    {AFTER_CALL("%4 = call float @g(float %1, i32 %1)"), 4, 28, "'%1' defined with type 'i32'"},
    {AFTER_CALL("%4 = call float @g(float %0, i32 1.0)"), 4, 36,
     "floating point constant invalid for type"},
    {AFTER_CALL("%5 = call float @g(float %0, i32 %1)"), 4, 3,
     "instruction expected to be numbered '%4'"},
    {AFTER_CALL("call float @g(float %0, i32 %1) %4"), 5, 3, "expected '=' after instruction id"},
    {AFTER_CALL("%4 = call (float %0)"), 4, 13, "expected type"},
    {AFTER_CALL("%4 = extractvalue i32 %1, 0"), 4, 21,
     "extractvalue operand must be aggregate type"},
#include "parse_errors.def"
    {"define i32 @f() {\n  ret i32 %x\n}\n", 2, 11, "use of undefined value '%x'"},
    {"foo", 1, 1, "expected top-level entity"},
    {"@g = global i32 1.0", 1, 17, "floating point constant invalid for type"},
    {"@g = global float 1.1", 1, 19, "floating point constant invalid for type"},
    {"!0 = !{!1}", 1, 10, "use of undefined metadata '!1'"},
    {"!0 = !DILocation(line: 1)", 1, 25, "missing required field 'scope'"},
    {"!0 = !DILocation(line: 4294967296, scope: !0)", 1, 24,
     "value for 'line' too large, limit is 4294967295"},
    {"!0 = !DIFile(foo: 1)", 1, 14, "invalid field 'foo'"},
    {"attributes #0 = { }", 1, 1, "attribute group has no attributes"},
    {"define void @f() {\n  ret void\n}\ndefine void @f() {\n  ret void\n}\n", 4, 13,
     "invalid redefinition of function 'f'"},
    {"define void @f() {\n  %1 = add i32 1, 2\n  %3 = add i32 1, 2\n  ret void\n}\n", 3, 3,
     "instruction expected to be numbered '%2'"},
    {"@a = global %t zeroinitializer", 1, 13, "use of undefined type named 't'"},
    {"define void @f(float) {\n  %2 = add i32 %0, 1 ; long enough to be taken as a whole, and "
     "more\n}\n",
     2, 16, "'%0' defined with type 'float'"},
    {"define void @f(float) {\n  %2 = add i32 1, %9 ; long enough to be taken as a whole, and "
     "more\n"
     "  ret void\n}\n",
     2, 19, "use of undefined value '%9'"},
    {"define void @f(i32) {\n  %2 = add i32 %0, 1x ; long enough to be taken as a whole, and "
     "more\n}\n",
     2, 21, "expected instruction opcode"},
};

static void test_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const refusal *r = &refusals[i];
        dxk_ctx *ctx = support_ctx();
        dxk_text_error error;
        dxk_module *m;
        assert_int_equal(parse(ctx, r->text, &error, &m), DXK_E_INVALID);
        assert_null(m);
        assert_true(support_reported(ctx, "TEXT.SYNTAX"));
        assert_int_equal(dxk_ctx_diag_count(ctx), 1);
        assert_int_equal(error.message.size, strlen(r->message));
        assert_memory_equal(error.message.data, r->message, error.message.size);
        assert_int_equal(error.line, r->line);
        assert_int_equal(error.column, r->column);
        support_ctx_done(ctx);
    }
}

/* A data layout that is none ends LLVM at once. */
static void test_layouts(void **state)
{
    static const struct {
        const char *layout, *fault;
    } rows[] = {
        {"e-m:e-p:32:32-i1:32-i64:64-f80:32-n8:16:32-a:0:32-S32", NULL},
        {"e-", "Trailing separator in datalayout string"},
        {":32", "Expected token before separator in datalayout string"},
        {"p:x", "not a number, or does not fit in an unsigned int"},
        {"p:4294967296:64", "not a number, or does not fit in an unsigned int"},
        {"p:33:32", "number of bits must be a byte width multiple"},
        {"p16777216:32:32", "Invalid address space, must be a 24bit integer"},
        {"p", "Missing size specification for pointer in datalayout string"},
        {"p:0:32", "Invalid pointer size of 0 bytes"},
        {"p:32", "Missing alignment specification for pointer in datalayout string"},
        {"p:32:24", "Pointer ABI alignment must be a power of 2"},
        {"p:32:32:24", "Pointer preferred alignment must be a power of 2"},
        {"p:32:64:32", "Preferred alignment cannot be less than the ABI alignment"},
        {"a1:0", "Sized aggregate specification in datalayout string"},
        {"i32", "Missing alignment specification in datalayout string"},
        {"i32:0", "ABI alignment specification must be >0 for non-aggregate types"},
        {"i16777216:32", "Invalid bit width, must be a 24bit integer"},
        {"i32:524288", "Invalid ABI alignment, must be a 16bit integer"},
        {"i32:32:524288", "Invalid preferred alignment, must be a 16bit integer"},
        {"i32:24:32", "Invalid ABI alignment, must be a power of 2"},
        {"i32:32:48", "Invalid preferred alignment, must be a power of 2"},
        {"v64:64:32", "Preferred alignment cannot be less than the ABI alignment"},
        {"n8:0", "Zero width native integer type in datalayout string"},
        {"mx:e", "Unexpected trailing characters after mangling specifier in datalayout string"},
        {"m", "Expected mangling specifier in datalayout string"},
        {"m:ee", "Unknown mangling specifier in datalayout string"},
        {"m:z", "Unknown mangling in datalayout string"},
        {"z", "Unknown specifier in datalayout string"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[160];
        dxk_ctx *ctx = support_ctx();
        dxk_text_error error;
        dxk_module *m;
        snprintf(text, sizeof text, "target datalayout = \"%s\"\n", rows[i].layout);
        dxk_status status = parse(ctx, text, &error, &m);
        assert_int_equal(status, rows[i].fault ? DXK_E_INVALID : DXK_OK);
        assert_int_equal(error.is_fatal, rows[i].fault != NULL);
        if (rows[i].fault) {
            assert_int_equal(error.message.size, strlen(rows[i].fault));
            assert_memory_equal(error.message.data, rows[i].fault, error.message.size);
        }
        dxk_module_free(m);
        support_ctx_done(ctx);
    }
}

/* A label that is there twice is one block, at the end. */
static void test_labels(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_module *m;
    (void)state;
    assert_int_equal(parse(ctx,
                           "define void @f() {\na:\n  br label %b\nb:\n  br label %a\n"
                           "a:\n  ret void\n}\n",
                           NULL, &m),
                     DXK_OK);
    const dxki_global *f = &m->globals.items[m->functions.items[0]];
    assert_int_equal(f->block_count, 2);
    assert_int_equal(m->blocks.items[f->first_block].next, f->last_block);
    assert_int_equal(m->blocks.items[f->last_block].next, 0);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static void test_caret(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_text_error error;
    dxk_module *m;
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    assert_int_equal(parse(ctx, "\n\tfoo", &error, &m), DXK_E_INVALID);
    assert_int_equal(dxk_text_error_print(&error, NULL, dxk_buffer_sink(&out)), DXK_OK);
    assert_int_equal(dxk_buffer_append(&out, "", 1), DXK_OK);
    assert_string_equal((const char *)out.data,
                        "shader: expected top-level entity\n        foo\n        ^\n");
    dxk_buffer_free(&out);
    support_ctx_done(ctx);
}

/* --- limits --- */

static void check_depth(const char *unit, const char *head, size_t count)
{
    dxk_ctx *ctx = support_ctx();
    dxk_module *m;
    size_t size = strlen(unit), at = strlen(head);
    char *text = malloc(at + size * count + 1);
    assert_non_null(text);
    memcpy(text, head, at);
    for (size_t i = 0; i < count; i++, at += size)
        memcpy(text + at, unit, size);
    text[at] = 0;
    assert_int_not_equal(parse(ctx, text, NULL, &m), DXK_OK);
    free(text);
    support_ctx_done(ctx);
}

static void test_depth(void **state)
{
    (void)state;
    check_depth("{", "%t = type ", 100000);
    check_depth("[2 x ", "%t = type ", 100000);
    check_depth("!{", "!0 = ", 100000);
    check_depth("i32 add (", "@g = global ", 100000);
    check_depth("{ i32 } { ", "@g = global ", 100000);
    check_depth("*", "%t = type i8", 100000);
}

static void test_long_number(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_module *m;
    static char text[100032];
    memset(text, '7', sizeof text - 1);
    memcpy(text, "@g = global i128 ", 17);
    assert_int_equal(parse(ctx, text, NULL, &m), DXK_E_LIMIT);
    assert_true(support_reported(ctx, "LIMIT.TEXT"));
    support_ctx_done(ctx);
}

/* --- what happens after parsing --- */

static void test_debug_version(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_module *m;
    assert_int_equal(parse(ctx,
                           "define void @f() {\n  ret void, !dbg !0\n}\n"
                           "!0 = !DILocation(line: 1, scope: !1)\n!1 = !{}\n",
                           NULL, &m),
                     DXK_OK);
    assert_true(support_reported(ctx, "MODULE.DEBUG_VERSION"));
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static void test_utf16(void **state)
{
    (void)state;
    static const uint8_t good[] = {0xff, 0xfe, '!', 0, 'a', 0, '=', 0, '!', 0, '{', 0, '}', 0};
    static const uint8_t bad[] = {0xff, 0xfe, '!', 0, 0, 0xd8};
    static const uint8_t wrong[] = {0xfe, 0xff, 0, '!', 0, 'a', 0, ' ', 0, '1'};
    dxk_text_error error;
    dxk_ctx *ctx = support_ctx();
    dxk_module *m;
    assert_int_equal(dxk_module_parse(ctx, (dxk_bytes){good, sizeof good}, NULL, &m), DXK_OK);
    dxk_module_free(m);
    assert_int_equal(dxk_module_parse(ctx, (dxk_bytes){bad, sizeof bad}, NULL, &m), DXK_E_INVALID);
    assert_int_equal(dxk_compat_parse(ctx, (dxk_bytes){wrong, sizeof wrong}, NULL, &m, &error),
                     DXK_E_INVALID);
    assert_int_equal(error.source_line.size, 4); /* it outlives the text in UTF-8 */
    assert_memory_equal(error.source_line.data, "!a 1", 4);
    support_ctx_done(ctx);
}

static dxk_status parse_and_write(dxk_ctx *ctx, void *user)
{
    dxk_module *m;
    dxk_buffer out;
    dxk_status status = parse(ctx, user, NULL, &m);
    if (status != DXK_OK)
        return status;
    dxk_buffer_init(&out, ctx);
    status = dxk_module_write(m, NULL, dxk_buffer_sink(&out));
    dxk_buffer_free(&out);
    dxk_module_free(m);
    return status;
}

/* Codes that the reference ends with; what stands behind a zero byte is not read. */
static void test_encoding(void **state)
{
    static const struct {
        const char *text;
        size_t size;
        dxk_status status;
        uint32_t code;
        const char *rule;
    } rows[] = {
        {"; caf\xc3\xa9 \xf0\x9f\x98\x80", 12, DXK_OK, 0, NULL},
        {"; 12345678 \xff", 12, DXK_E_INVALID, 0x80070016, "TEXT.ENCODING"},
        {"; \xc0\x80", 4, DXK_E_INVALID, 0x80070016, "TEXT.ENCODING"},
        {"; \xed\xa0\x80", 5, DXK_E_INVALID, 0x80070016, "TEXT.ENCODING"},
        {"; \xe2\x82", 4, DXK_E_INVALID, 0x80070016, "TEXT.ENCODING"},
        {"\0!a", 3, DXK_E_INVALID, 0x80070002, "TEXT.ENCODING"},
        {"!a = !{}\0nothing", 16, DXK_OK, 0, "TEXT.ZERO"},
        {"\xef\xbb\xbf;\xff\0\n!a = !{}", 15, DXK_OK, 0, NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        dxk_ctx *ctx = support_ctx();
        dxk_text_error error;
        dxk_module *m;
        dxk_bytes text = {(const uint8_t *)rows[i].text, rows[i].size};
        assert_int_equal(dxk_compat_parse(ctx, text, NULL, &m, &error), rows[i].status);
        assert_int_equal(error.code, rows[i].code);
        assert_int_equal(dxk_ctx_diag_count(ctx), rows[i].rule ? 1 : 0);
        if (rows[i].rule)
            assert_true(support_reported(ctx, rows[i].rule));
        dxk_module_free(m);
        support_ctx_done(ctx);
    }
}

static void test_allocations(void **state)
{
    (void)state;
    support_fail_allocations(parse_and_write,
                             "%t = type { i32, %t* }\n@g = global [2 x i32] [i32 1, i32 2]\n"
                             "define i32 @f(i32 %a) #0 {\n  %b = add i32 %a, %a\n"
                             "  ret i32 %b, !dbg !0\n}\n"
                             "attributes #0 = { nounwind \"k\" }\n"
                             "!llvm.module.flags = !{!2}\n"
                             "!0 = !DILocation(line: 1, scope: !1)\n!1 = !{!0}\n"
                             "!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_instructions),    cmocka_unit_test(test_constants),
    cmocka_unit_test(test_folding),         cmocka_unit_test(test_addresses),
    cmocka_unit_test(test_recursive_types), cmocka_unit_test(test_old_intrinsics),
    cmocka_unit_test(test_debug_nodes),     cmocka_unit_test(test_refused),
    cmocka_unit_test(test_caret),           cmocka_unit_test(test_depth),
    cmocka_unit_test(test_long_number),     cmocka_unit_test(test_debug_version),
    cmocka_unit_test(test_layouts),         cmocka_unit_test(test_labels),
    cmocka_unit_test(test_utf16),           cmocka_unit_test(test_encoding),
    cmocka_unit_test(test_allocations),     cmocka_unit_test(test_operators),
    cmocka_unit_test(test_lines),           cmocka_unit_test(test_call_lines),
};
SUPPORT_SUITE(test_parse, tests);
