/* SPDX-License-Identifier: MIT */
/* test_pass_edits.c - the edits that have a name; cases as in pass_support.h. */
#include "pass_support.h"

/* --- refusals --- */

static const char *const refused[] = {
    "force-early-z",
    "rename-resources",
    "rebind",
    "rebind<map=t0>",
    "rebind<map=t0=u1>",
    "rebind<map=t0=t1:spacex>",
    "rebind<map=q0=q1>",
    "rebind<map=t0=t9,strict>",
    "rename-entry",
    "rename-entry<name=0>",
    "rename-entry<name=a,from=b>",
    "dead-outputs",
    "rename-resources<map=a>",
    "rename-resources<map=a=b,strict>",
    "rename-semantics",
    "rename-semantics<map=A=SV_X>",
    "rename-semantics<map=A=B1>",
    "rename-semantics<map=A=B,strict>",
    "rename-functions",
    "rename-functions<map=main=dx.op.x>",
    "rename-functions<map=a=b>",
};

static void what_cannot_be_done_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const pass_case c = {NULL, refused[i], "define void @main() {\n  ret void\n}\n", NULL};
        dxk_ctx *ctx = support_ctx();
        dxk_module *m;
        char *text = pass_text(&c, c.before);
        assert_int_equal(pass_parse(ctx, text, &m), DXK_OK);
        assert_int_equal(pass_run(m, c.passes), DXK_E_INVALID);
        assert_true(support_reported(ctx, "OPT.REFUSED"));
        dxk_module_free(m);
        support_ctx_done(ctx);
        free(text);
    }
}

/* --- code --- */

#define DISCARD                                                                                    \
    "declare void @dx.op.discard(i32, i1)\ndefine void @main() {\n"                                \
    "  call void @dx.op.discard(i32 82, i1 true)\n"
#define HANDLE                                                                                     \
    "%dx.types.Handle = type { i8* }\n"                                                            \
    "declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1) #0\n"
#define HANDLE_END "  ret void\n}\nattributes #0 = { nounwind readonly }\n"
#define CREATE(index)                                                                              \
    "  %h = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 0, i32 " index             \
    ", i1 false)\n"

/* A pixel shader with a texture and two outputs; `what` of them differs from case to case. */
#define PIXEL(props, lower, space, name, entry)                                                    \
    "\n!dx.version = !{!900}\n!dx.valver = !{!901}\n!dx.shaderModel = !{!902}\n"                   \
    "!dx.resources = !{!905}\n!dx.entryPoints = !{!903}\n"                                         \
    "!900 = !{i32 1, i32 0}\n!901 = !{i32 1, i32 8}\n!902 = !{!\"ps\", i32 6, i32 0}\n"            \
    "!903 = !{void ()* @" entry ", !\"" entry "\", !910, !905, " props "}\n"                       \
    "!905 = !{!906, null, null, null}\n!906 = !{!907}\n"                                           \
    "!907 = !{i32 0, float* undef, !\"" name "\", i32 " space ", i32 " lower                       \
    ", i32 4, i32 2, i32 0, !908}\n!908 = !{i32 0, i32 9}\n"                                       \
    "!910 = !{null, !911, null}\n!911 = !{!912}\n"                                                 \
    "!912 = !{i32 0, !\"SV_Target\", i8 9, i8 16, !913, i8 0, i32 1, i8 4, i32 0, i8 0, null}\n"   \
    "!913 = !{i32 0}\n"
#define PLAIN PIXEL("null", "3", "0", "t", "main")
#define STORE(column, value)                                                                       \
    "  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 " column ", float " value ")\n"
#define OUT "declare void @dx.op.storeOutput.f32(i32, i32, i32, i8, float)\n"

static const pass_case cases[] = {
    {PLAIN, "hlsl-dxil-remove-discards", DISCARD "  ret void\n}\n",
     "declare void @dx.op.discard(i32, i1)\ndefine void @main() {\n  ret void\n}\n"},
    {PLAIN, "constant-color<red=0.5,green=-1>",
     OUT "define void @main() {\n" STORE("0", "3.0") STORE("1", "3.0") STORE("2", "3.0")
         STORE("3", "3.0") "  ret void\n}\n",
     OUT "define void @main() {\n" STORE("0", "0.5") STORE("1", "-1.0") STORE("2", "0.0")
         STORE("3", "1.0") "  ret void\n}\n"},
    {PLAIN, "constant-color<red=2,target=1>",
     OUT "define void @main() {\n" STORE("0", "3.0") "  ret void\n}\n",
     OUT "define void @main() {\n" STORE("0", "3.0") "  ret void\n}\n"},
    /* Constants as they are taken, conversions that convert nothing left out. */
    {PLAIN, "min-precision-to-32,rename-entry<name=main>",
     "@g = internal global [2 x half] zeroinitializer, align 2\n"
     "declare half @dx.op.unary.f16(i32, half) #0\ndefine void @main() {\n"
     "  %p = getelementptr [2 x half], [2 x half]* @g, i32 0, i32 1\n"
     "  %a = load half, half* %p, align 2\n"
     "  %b = call half @dx.op.unary.f16(i32 6, half %a)\n  %c = fadd fast half %b, 0xH3E00\n"
     "  %d = fpext half %c to float\n  %e = fptosi float %d to i16\n  %f = udiv i16 %e, -1\n"
     "  %g = sdiv i16 %f, -1\n  %h = sext i16 %g to i32\n  %i = icmp ult i32 %h, 5\n"
     "  %j = select i1 %i, half undef, half %c\n  store half %j, half* %p, align 2\n"
     "  ret void\n}\nattributes #0 = { nounwind readnone }\n",
     "@g = internal global [2 x float] zeroinitializer, align 4\n"
     "declare half @dx.op.unary.f16(i32, half) #0\ndefine void @main() {\n"
     "  %p = getelementptr [2 x float], [2 x float]* @g, i32 0, i32 1\n"
     "  %a = load float, float* %p, align 4\n"
     "  %b = call float @dx.op.unary.f32(i32 6, float %a)\n  %c = fadd fast float %b, 1.5\n"
     "  %e = fptosi float %c to i32\n  %f = udiv i32 %e, 65535\n  %g = sdiv i32 %f, -1\n"
     "  %i = icmp ult i32 %g, 5\n  %j = select i1 %i, float undef, float %c\n"
     "  store float %j, float* %p, align 4\n  ret void\n}\n"
     "declare float @dx.op.unary.f32(i32, float) #0\n"
     "attributes #0 = { nounwind readnone }\n"},
    {PLAIN, "strip-names",
     "%struct.A = type { i32 }\n@v = internal global %struct.A zeroinitializer\n"
     "define internal i32 @add(i32 %a) {\nentry:\n  %x = add i32 %a, 1\n  ret i32 %x\n}\n"
     "define void @main() {\n  %y = call i32 @add(i32 1)\n  ret void\n}\n",
     "%0 = type { i32 }\n@g0 = internal global %0 zeroinitializer\n"
     "define internal i32 @f0(i32) {\n  %2 = add i32 %0, 1\n  ret i32 %2\n}\n"
     "define void @main() {\n  %1 = call i32 @f0(i32 1)\n  ret void\n}\n"},
};

/* A vertex shader whose outputs are listed, and the nodes of them. */
#define VERTEX(inputs, outputs, nodes)                                                             \
    "\n!dx.version = !{!900}\n!dx.valver = !{!901}\n!dx.shaderModel = !{!902}\n"                   \
    "!dx.entryPoints = !{!903}\n"                                                                  \
    "!900 = !{i32 1, i32 0}\n!901 = !{i32 1, i32 8}\n!902 = !{!\"vs\", i32 6, i32 0}\n"            \
    "!903 = !{void ()* @main, !\"main\", !910, null, null}\n"                                      \
    "!910 = !{" inputs ", " outputs ", null}\n!913 = !{i32 0}\n" nodes
#define ELEMENT(node, id, name, semantic, row)                                                     \
    node " = !{i32 " id ", !\"" name "\", i8 9, i8 " semantic                                      \
         ", !913, i8 2, i32 1, i8 1, i32 " row ", i8 0, null}\n"
#define THREE                                                                                      \
    VERTEX("!914", "!911",                                                                         \
           "!911 = !{!912, !915, !916}\n" ELEMENT("!912", "0", "SV_Position", "3", "0")            \
               ELEMENT("!915", "1", "COLOR", "0", "1")                                             \
                   ELEMENT("!916", "2", "TEXCOORD", "0", "2") "!914 = !{!917, !918}\n" ELEMENT(    \
                       "!917", "0", "A", "0", "0") ELEMENT("!918", "1", "B", "0", "1"))
#define TWO                                                                                        \
    VERTEX("!914", "!911",                                                                         \
           "!911 = !{!912, !916}\n" ELEMENT("!912", "0", "SV_Position", "3", "0")                  \
               ELEMENT("!916", "1", "TEXCOORD", "0", "2") "!914 = !{!917, !918}\n" ELEMENT(        \
                   "!917", "0", "A", "0", "0") ELEMENT("!918", "1", "B", "0", "1"))
#define ONE_INPUT                                                                                  \
    VERTEX("!914", "!911",                                                                         \
           "!911 = !{!912, !915, !916}\n" ELEMENT("!912", "0", "SV_Position", "3", "0")            \
               ELEMENT("!915", "1", "COLOR", "0", "1")                                             \
                   ELEMENT("!916", "2", "TEXCOORD", "0",                                           \
                           "2") "!914 = !{!918}\n" ELEMENT("!918", "0", "B", "0", "1"))
#define LOADS     "declare float @dx.op.loadInput.f32(i32, i32, i32, i8, i32) #0\n"
#define WRITE(id) "  call void @dx.op.storeOutput.f32(i32 5, i32 " id ", i32 0, i8 0, float 1.0)\n"
#define READ(id)                                                                                   \
    "  %x = call float @dx.op.loadInput.f32(i32 4, i32 " id ", i32 0, i8 0, i32 undef)\n"
#define LOADS_END "  ret void\n}\nattributes #0 = { nounwind readnone }\n"

/* Edits of metadata: the shaders before and after. */
typedef struct whole_case {
    const char *passes, *before, *after;
} whole_case;

static const whole_case wholes[] = {
    {"force-early-z", "define void @main() {\n  ret void\n}\n" PLAIN,
     "define void @main() {\n  ret void\n}\n" PIXEL("!920", "3", "0", "t",
                                                    "main") "!920 = !{i32 0, i64 8}\n"},
    {"rename-resources<prefix=a_>", "define void @main() {\n  ret void\n}\n" PLAIN,
     "define void @main() {\n  ret void\n}\n" PIXEL("null", "3", "0", "a_t", "main")},
    {"rename-resources<from-binding,keep-name>", "define void @main() {\n  ret void\n}\n" PLAIN,
     "define void @main() {\n  ret void\n}\n" PIXEL("null", "3", "0", "t_t3_space0", "main")},
    {"rename-entry<name=other>", "define void @main() {\n  ret void\n}\n" PLAIN,
     "define void @other() {\n  ret void\n}\n" PIXEL("null", "3", "0", "t", "other")},
    {"rebind<map=t3=t7:space2>", HANDLE "define void @main() {\n" CREATE("4") HANDLE_END PLAIN,
     HANDLE "define void @main() {\n" CREATE("8") HANDLE_END PIXEL("null", "7", "2", "t", "main")},
    {"rebind<map=t3=t7:space2>",
     HANDLE "define void @main() {\n  %i = mul i32 1, 2\n" CREATE("%i") HANDLE_END PLAIN,
     HANDLE "define void @main() {\n  %i = mul i32 1, 2\n  %1 = add i32 %i, 4\n" CREATE("%1")
         HANDLE_END PIXEL("null", "7", "2", "t", "main")},
    /* What stays keeps its register and gets another number; system values stay. */
    {"dead-outputs<drop=color0>",
     OUT "define void @main() {\n" WRITE("0") WRITE("1") WRITE("2") "  ret void\n}\n" THREE,
     OUT "define void @main() {\n" WRITE("0") WRITE("1") "  ret void\n}\n" TWO},
    {"dead-outputs<read=TEXCOORD>",
     OUT "define void @main() {\n" WRITE("0") WRITE("1") WRITE("2") "  ret void\n}\n" THREE,
     OUT "define void @main() {\n" WRITE("0") WRITE("1") "  ret void\n}\n" TWO},
    {"dead-outputs<drop=COLOR1;TEXCOORD1>",
     OUT "define void @main() {\n" WRITE("0") WRITE("1") WRITE("2") "  ret void\n}\n" THREE,
     OUT "define void @main() {\n" WRITE("0") WRITE("1") WRITE("2") "  ret void\n}\n" THREE},
    {"dead-inputs", LOADS "define void @main() {\n" READ("1") LOADS_END THREE,
     LOADS "define void @main() {\n" READ("0") LOADS_END ONE_INPUT},
};

/* What the run makes is the text of the wanted shader, as the same emitter writes it. */
static void check_whole(const whole_case *w)
{
    dxk_ctx *ctx = support_ctx();
    dxk_module *m, *wanted;
    dxk_buffer got, text;
    assert_int_equal(pass_parse(ctx, w->before, &m), DXK_OK);
    assert_int_equal(pass_parse(ctx, w->after, &wanted), DXK_OK);
    assert_int_equal(pass_run(m, w->passes), DXK_OK);
    assert_int_equal(pass_run(wanted, "rename-entry<name=zz>"), DXK_OK);
    assert_int_equal(pass_run(m, "rename-entry<name=zz>"), DXK_OK);
    assert_null(module_fault(m));
    assert_true(dxki_module_compact(m) && dxki_module_compact(wanted));
    dxk_buffer_init(&got, ctx);
    dxk_buffer_init(&text, ctx);
    pass_print(m, &got);
    pass_print(wanted, &text);
    assert_string_equal((const char *)got.data, (const char *)text.data);
    dxk_buffer_free(&got);
    dxk_buffer_free(&text);
    dxk_module_free(wanted);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static void all_cases(void **state)
{
    (void)state;
    pass_check_all(cases, sizeof cases / sizeof *cases);
    for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++)
        check_whole(&wholes[i]);
}

static void all_failures(void **state)
{
    (void)state;
    pass_fail_all(cases, sizeof cases / sizeof *cases);
    for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++) {
        const pass_case c = {"", wholes[i].passes, wholes[i].before, NULL};
        pass_fail_all(&c, 1);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_cannot_be_done_is_refused),
    cmocka_unit_test(all_cases),
    cmocka_unit_test(all_failures),
};
SUPPORT_SUITE(test_pass_edits, tests);
