/* SPDX-License-Identifier: MIT */
/* test_pass_dse.c - the pass dse: stores that nobody sees, and those that somebody does. */
#include "pass_support.h"

#define MAIN(body)    "define void @main() {\n" body "  ret void\n}\n"
#define F(args, body) MAIN("") "define void @f(" args ") {\n" body "  ret void\n}\n"
#define SHARED        "@s = internal addrspace(3) global [4 x i32] undef\n"
#define AT(r, i)      "  " r " = getelementptr [4 x i32], [4 x i32] addrspace(3)* @s, i32 0, i32 " i "\n"
#define PUT(v, p)     "  store i32 " v ", i32 addrspace(3)* " p "\n"
#define GET(r, p)     "  " r " = load i32, i32 addrspace(3)* " p "\n"
#define BARRIER       "  call void @dx.op.barrier(i32 80, i32 9)\n"
#define BARRIERS      "declare void @dx.op.barrier(i32, i32)\n"
#define OUT(id, v)                                                                                 \
    "  call void @dx.op.storeOutput.f32(i32 5, i32 " id ", i32 0, i8 0, float " v ")\n"
#define EMIT "  call void @dx.op.emitStream(i32 97, i8 0)\n"
#define OUTPUTS                                                                                    \
    "declare void @dx.op.storeOutput.f32(i32, i32, i32, i8, float)\n"                              \
    "declare void @dx.op.emitStream(i32, i8)\n"
#define UAV                                                                                        \
    "  %h = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)\n"
#define WRITE(i, x, y, mask)                                                                       \
    "  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %h, i32 " i                   \
    ", i32 0, float " x ", float " y ", float 0.000000e+00, float 0.000000e+00, i8 " mask          \
    ", i32 4)\n"
#define DISCARD "  call void @dx.op.discard(i32 82, i1 %c)\n"
#define UAVS                                                                                       \
    "declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1)\n"                        \
    "declare void @dx.op.rawBufferStore.f32(i32, %dx.types.Handle, i32, i32, float, float, "       \
    "float, "                                                                                      \
    "float, i8, i32)\ndeclare void @dx.op.discard(i32, i1)\n"
#define HANDLE "%dx.types.Handle = type { i8* }\n"

static const pass_case cases[] = {
    /* an alloca is gone after the function */
    {NULL, "dse",
     F("i32 %x, i1 %c", "  %p = alloca i32\n  store i32 %x, i32* %p\n  br i1 %c, label %l, label %r"
                        "\n\nl:\n  %a = load i32, i32* %p\n  store i32 7, i32* %p\n  ret void\n\n"
                        "r:\n  store i32 8, i32* %p\n"),
     F("i32 %x, i1 %c", "  %p = alloca i32\n  store i32 %x, i32* %p\n  br i1 %c, label %l, label %r"
                        "\n\nl:\n  %a = load i32, i32* %p\n  ret void\n\nr:\n")},
    /* around a loop it is read */
    {NULL, "dse",
     F("i1 %c", "  %p = alloca i32\n  br label %l\n\nl:\n  %a = load i32, i32* %p\n"
                "  store i32 7, i32* %p\n  br i1 %c, label %l, label %r\n\nr:\n"),
     F("i1 %c", "  %p = alloca i32\n  br label %l\n\nl:\n  %a = load i32, i32* %p\n"
                "  store i32 7, i32* %p\n  br i1 %c, label %l, label %r\n\nr:\n")},
    /* a variable of the lane is read by who called, but not after the shader */
    {NULL, "dse",
     "@g = internal global i32 0\ndefine void @main() {\n  store i32 1, i32* @g\n  ret void\n}\n"
     "define void @f() {\n  store i32 1, i32* @g\n  ret void\n}\n",
     "@g = internal global i32 0\ndefine void @main() {\n  ret void\n}\n"
     "define void @f() {\n  store i32 1, i32* @g\n  ret void\n}\n"},
    /* group-shared memory: overwritten in one interval between barriers */
    {NULL, "dse", SHARED F("i32 %i", AT("%p", "%i") PUT("1", "%p") PUT("2", "%p")),
     SHARED F("i32 %i", AT("%p", "%i") PUT("2", "%p"))},
    {NULL, "dse", SHARED F("i32 %i", AT("%p", "%i") PUT("1", "%p") BARRIER PUT("2", "%p")) BARRIERS,
     SHARED F("i32 %i", AT("%p", "%i") PUT("1", "%p") BARRIER PUT("2", "%p")) BARRIERS},
    {NULL, "dse",
     SHARED F("i32 %i", AT("%p", "%i") AT("%q", "0") PUT("1", "%p") GET("%a", "%q") PUT("2", "%p")),
     SHARED F("i32 %i",
              AT("%p", "%i") AT("%q", "0") PUT("1", "%p") GET("%a", "%q") PUT("2", "%p"))},
    {NULL, "dse",
     SHARED F("", AT("%p", "1") AT("%q", "0") PUT("1", "%p") GET("%a", "%q") PUT("2", "%p")),
     SHARED F("", AT("%p", "1") AT("%q", "0") GET("%a", "%q") PUT("2", "%p"))},
    {NULL, "dse",
     SHARED F("",
              AT("%p", "1")
                  PUT("1", "%p") "  %a = atomicrmw add i32 addrspace(3)* %p, i32 1 monotonic\n" PUT(
                      "2", "%p")),
     SHARED F("",
              AT("%p", "1")
                  PUT("1", "%p") "  %a = atomicrmw add i32 addrspace(3)* %p, i32 1 monotonic\n" PUT(
                      "2", "%p"))},
    /* outputs, which an emit takes */
    {PASS_SHADER("gs", "0", "0"), "dse",
     F("float %x", OUT("0", "%x") OUT("1", "%x") OUT("0", "1.000000e+00") EMIT OUT("1", "%x"))
         OUTPUTS,
     F("float %x", OUT("1", "%x") OUT("0", "1.000000e+00") EMIT OUT("1", "%x")) OUTPUTS},
    /* UAVs: the same place, no fewer components, no fewer lanes */
    {NULL, "dse",
     HANDLE F("float %x, i32 %i",
              UAV WRITE("%i", "%x", "%x", "1") WRITE("%i", "%x", "%x", "3")
                  WRITE("%i", "%x", "0.000000e+00", "1") WRITE("0", "%x", "%x", "3")) UAVS,
     HANDLE F("float %x, i32 %i",
              UAV WRITE("%i", "%x", "%x", "3") WRITE("%i", "%x", "0.000000e+00", "1")
                  WRITE("0", "%x", "%x", "3")) UAVS},
    {PASS_SHADER("ps", "0", "0"), "dse",
     HANDLE F("float %x, i1 %c",
              UAV WRITE("0", "%x", "%x", "3") DISCARD WRITE("0", "%x", "%x", "3")) UAVS,
     HANDLE F("float %x, i1 %c",
              UAV WRITE("0", "%x", "%x", "3") DISCARD WRITE("0", "%x", "%x", "3")) UAVS},
};

static void stores_that_nobody_sees_go(void **state)
{
    (void)state;
    pass_check_all(cases, sizeof cases / sizeof *cases);
}

static void memory_may_run_out(void **state)
{
    (void)state;
    pass_fail_all(cases, 1);
    pass_fail_all(cases + 8, 1);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(stores_that_nobody_sees_go),
    cmocka_unit_test(memory_may_run_out),
};
SUPPORT_SUITE(test_pass_dse, tests);
