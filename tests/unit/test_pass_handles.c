/* SPDX-License-Identifier: MIT */
/* test_pass_handles.c - handles and constant arrays; cases as in pass_support.h. */
#include "pass_support.h"

#define HANDLE "%dx.types.Handle"
#define DECLARE                                                                                    \
    "%dx.types.Handle = type { i8* }\n"                                                            \
    "%dx.types.ResourceProperties = type { i32, i32 }\n"                                           \
    "declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1) #0\n"                     \
    "declare %dx.types.Handle @dx.op.annotateHandle(i32, %dx.types.Handle, "                       \
    "%dx.types.ResourceProperties) #1\n"                                                           \
    "declare i32 @dx.op.threadId.i32(i32, i32) #1\n"                                               \
    "declare void @use(%dx.types.Handle)\n"
#define ATTRS "attributes #0 = { nounwind readonly }\nattributes #1 = { nounwind readnone }\n"

#define CREATE(name, range, index, flag)                                                           \
    "  %" name " = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 " range             \
    ", i32 " index ", i1 " flag ")\n"
#define ANNOTATE(name, handle, word)                                                               \
    "  %" name " = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %" handle \
    ", %dx.types.ResourceProperties { i32 " word ", i32 0 })\n"
#define USE(name) "  call void @use(%dx.types.Handle %" name ")\n"
#define TID       "  %t = call i32 @dx.op.threadId.i32(i32 93, i32 0)\n"

/* An `if` with two arms. */
#define ARMS(entry, yes, no, end)                                                                  \
    DECLARE "define void @main() {\nentry:\n" entry                                                \
            "  br i1 undef, label %yes, label %no\n\nyes:\n" yes "  br label %end\n\nno:\n" no     \
            "  br label %end\n\nend:\n" end "  ret void\n}\n" ATTRS

static const pass_case handles[] = {
    /* Constant indices go to the entry, and there is one of each. */
    {NULL, "handles",
     ARMS("", CREATE("a", "0", "1", "false") USE("a"), CREATE("b", "0", "1", "false") USE("b"),
          CREATE("c", "0", "2", "false") USE("c")),
     ARMS(CREATE("a", "0", "1", "false") CREATE("c", "0", "2", "false"), USE("a"), USE("a"),
          USE("c"))},
    /* A constant index does not differ between lanes, whatever the handle says. */
    {NULL, "handles", ARMS(CREATE("a", "0", "1", "true") USE("a"), "", "", ""),
     ARMS(CREATE("a", "0", "1", "false") USE("a"), "", "", "")},
    /* A variable index stays in its arm; equal ones below are merged, but not with others. */
    {NULL, "handles",
     ARMS(TID, CREATE("a", "0", "%t", "false") USE("a") CREATE("b", "0", "%t", "false") USE("b"),
          CREATE("c", "0", "%t", "true") USE("c") CREATE("d", "0", "%t", "false") USE("d"), ""),
     ARMS(TID, CREATE("a", "0", "%t", "false") USE("a") USE("a"),
          CREATE("c", "0", "%t", "true") USE("c") CREATE("d", "0", "%t", "false") USE("d"), "")},
    {NULL, "handles",
     ARMS(TID CREATE("a", "0", "%t", "true") USE("a"), CREATE("b", "0", "%t", "true") USE("b"), "",
          CREATE("c", "0", "%t", "true") USE("c")),
     ARMS(TID CREATE("a", "0", "%t", "true") USE("a"), USE("a"), "", USE("a"))},
    /* An annotation needs its handle only, so one serves both arms. */
    {NULL, "handles",
     ARMS(TID CREATE("a", "0", "%t", "false"), ANNOTATE("b", "a", "1") USE("b"),
          ANNOTATE("c", "a", "1") USE("c"), ANNOTATE("d", "a", "2") USE("d")),
     ARMS(TID CREATE("a", "0", "%t", "false") ANNOTATE("b", "a", "1"), USE("b"), USE("b"),
          ANNOTATE("d", "a", "2") USE("d"))},
    {NULL, "handles",
     ARMS("", CREATE("a", "0", "1", "false") ANNOTATE("b", "a", "1") USE("b"),
          CREATE("c", "0", "1", "false") ANNOTATE("d", "c", "1") USE("d"), ""),
     ARMS(CREATE("a", "0", "1", "false") ANNOTATE("b", "a", "1"), USE("b"), USE("b"), "")},
};

#define LIBRARY                                                                                    \
    "%dx.types.Handle = type { i8* }\n%struct.Tex = type { i32 }\n"                                \
    "@tex = external constant %struct.Tex, align 4\n@other = external global %struct.Tex\n"        \
    "declare %dx.types.Handle @dx.op.createHandleForLib.struct.Tex(i32, %struct.Tex) #0\n"         \
    "declare void @use(%dx.types.Handle)\n"
#define LOAD(name, variable) "  %" name " = load %struct.Tex, %struct.Tex* @" variable "\n"
#define FOR_LIB(name, value)                                                                       \
    "  %" name " = call %dx.types.Handle @dx.op.createHandleForLib.struct.Tex(i32 160, "           \
    "%struct.Tex %" value ")\n"

static const pass_case library[] = {
    {NULL, "handles",
     LIBRARY "define void @main() {\n  br i1 undef, label %1, label %2\n\n; <label>:1\n" LOAD(
         "a", "tex") FOR_LIB("b", "a") USE("b") "  br label %2\n\n; <label>:2\n" LOAD("c", "tex")
         FOR_LIB("d", "c") USE("d") LOAD("e", "other") FOR_LIB("f", "e")
             USE("f") "  ret void\n}\nattributes #0 = { nounwind readonly }\n",
     LIBRARY "define void @main() {\n" LOAD("a", "tex")
         FOR_LIB("b", "a") "  br i1 undef, label %1, label %2\n\n; <label>:1\n" USE(
             "b") "  br label %2\n\n; <label>:2\n" USE("b") LOAD("e", "other") FOR_LIB("f", "e")
             USE("f") "  ret void\n}\nattributes #0 = { nounwind readonly }\n"},
};

/* --- constant arrays --- */

#define ARRAY "  %a = alloca [2 x float]\n"
#define AT(name, index)                                                                            \
    "  %" name " = getelementptr [2 x float], [2 x float]* %a, i32 0, i32 " index "\n"
#define STORE(value, pointer) "  store float " value ", float* %" pointer "\n"
#define READ(name, pointer)   "  %" name " = load float, float* %" pointer "\n"
#define BODY(text)            "declare void @see(float)\ndefine void @main() {\n" text "  ret void\n}\n"
#define SEE(name)             "  call void @see(float " name ")\n"
#define FILL                  AT("p", "0") STORE("1.0", "p") AT("q", "1") STORE("2.0", "q")
#define VARIABLE_READ         AT("r", "%i") READ("v", "r") SEE("%v")
#define INDEX                 "  %i = add i32 0, 1\n"

static const pass_case arrays[] = {
    {NULL, "hlsl-hca", BODY(ARRAY INDEX FILL VARIABLE_READ AT("s", "0") READ("w", "s") SEE("%w")),
     "@a = internal unnamed_addr constant [2 x float] [float 1.0, float 2.0]\n" BODY(
         INDEX "  %r = getelementptr [2 x float], [2 x float]* @a, i32 0, i32 %i\n" READ("v", "r")
             SEE("%v") SEE("1.0"))},
    /* The last of several values counts; what has none is zero. */
    {NULL, "hlsl-hca",
     BODY(ARRAY INDEX AT("p", "0") STORE("1.0", "p") STORE("3.0", "p") VARIABLE_READ),
     "@a = internal unnamed_addr constant [2 x float] [float 3.0, float 0.0]\n" BODY(
         INDEX "  %r = getelementptr [2 x float], [2 x float]* @a, i32 0, i32 %i\n" READ("v", "r")
             SEE("%v"))},
    /* Read before it is filled; filled with a variable; filled at a variable place. */
    {NULL, "hlsl-hca", BODY(ARRAY INDEX VARIABLE_READ FILL), BODY(ARRAY INDEX VARIABLE_READ FILL)},
    {NULL, "hlsl-hca", BODY(ARRAY INDEX VARIABLE_READ AT("p", "0") STORE("%v", "p")),
     BODY(ARRAY INDEX VARIABLE_READ AT("p", "0") STORE("%v", "p"))},
    {NULL, "hlsl-hca", BODY(ARRAY INDEX AT("p", "%i") STORE("1.0", "p") VARIABLE_READ),
     BODY(ARRAY INDEX AT("p", "%i") STORE("1.0", "p") VARIABLE_READ)},
    /* Filled on one way only, and differently on two. */
    {NULL, "hlsl-hca",
     BODY(ARRAY INDEX "  br i1 undef, label %y, label %n\n\ny:\n" FILL
                      "  br label %n\n\nn:\n" VARIABLE_READ),
     BODY(ARRAY INDEX "  br i1 undef, label %y, label %n\n\ny:\n" FILL
                      "  br label %n\n\nn:\n" VARIABLE_READ)},
};

static void all_cases(void **state)
{
    (void)state;
    pass_check_all(handles, sizeof handles / sizeof *handles);
    pass_check_all(library, sizeof library / sizeof *library);
    pass_check_all(arrays, sizeof arrays / sizeof *arrays);
}

static void all_failures(void **state)
{
    (void)state;
    pass_fail_all(handles, sizeof handles / sizeof *handles);
    pass_fail_all(library, sizeof library / sizeof *library);
    pass_fail_all(arrays, sizeof arrays / sizeof *arrays);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(all_cases),
    cmocka_unit_test(all_failures),
};
SUPPORT_SUITE(test_pass_handles, tests);
