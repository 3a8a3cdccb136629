/* SPDX-License-Identifier: MIT */
/* test_hlsl_nodes.c - nodes of work graphs: their inputs, outputs and records, and what they must
 * not be. */
#include "hlsl_support.h"

#define NODE(launch) "[Shader(\"node\")] [NodeLaunch(\"" launch "\")] "
#define GRID         NODE("broadcasting") "[NodeDispatchGrid(2, 1, 1)] [NumThreads(8, 1, 1)] "
#define GRIDS        NODE("broadcasting") "[NodeMaxDispatchGrid(8, 1, 1)] [NumThreads(8, 1, 1)] "
#define COALESCE     NODE("coalescing") "[NumThreads(4, 2, 1)] "
#define RECORD       "struct R { uint3 grid : SV_DispatchGrid; float4 v[2]; float2x3 m; bool b; };\n"
#define BUFFER       "RWStructuredBuffer<uint> o : register(u0);\n"

static void nodes_are_valid(void **state)
{
    static const hlsl_shader shaders[] = {
        {.target = "lib_6_8",
         .source =
             RECORD GRIDS "void n(DispatchNodeInputRecord<R> r, uint i : SV_GroupIndex,\n"
                          "[MaxRecords(4)] NodeOutput<R> next) {\n"
                          "ThreadNodeOutputRecords<R> w = next.GetThreadNodeOutputRecords(i < 2);\n"
                          "if (i < 2) { w.Get() = r.Get(); w.Get().m[i].y = r.Get().v[i].w; }\n"
                          "w.OutputComplete(); }"},
        {.target = "lib_6_8",
         .source =
             RECORD BUFFER COALESCE "[NodeIsProgramEntry] void n(uint i : SV_GroupIndex,\n"
                                    "[MaxRecords(8)] RWGroupNodeInputRecords<R> r) {\n"
                                    "if (i < r.Count()) { r[i].b = !r[i].b; r.Get(i).m = 2; }\n"
                                    "Barrier(r, GROUP_SCOPE | GROUP_SYNC);\n"
                                    "InterlockedAdd(r[0].grid.y, i); o[i] = r.Get().grid.y; }"},
        {.target = "lib_6_8",
         .source = RECORD BUFFER NODE(
             "thread") "void n(RWThreadNodeInputRecord<R> r,\n"
                       "[UnboundedSparseNodes] [NodeID(\"all\")] [MaxRecords(2)]\n"
                       "NodeOutputArray<R> many, [NodeArraySize(4)]\n"
                       "[MaxRecordsSharedWith(many)] EmptyNodeOutputArray few) {\n"
                       "uint k = r.Get().grid.x; r.Get().grid.x = 0;\n"
                       "few[k & 3].ThreadIncrementOutputCount(1);\n"
                       "if (many[k].IsValid()) { ThreadNodeOutputRecords<R> w =\n"
                       "many[k].GetThreadNodeOutputRecords(2); w[1] = r.Get();\n"
                       "w.OutputComplete(); } }"},
        {.target = "lib_6_8",
         .source = BUFFER COALESCE "void n([MaxRecords(9)] EmptyNodeInput e, uint i : "
                                   "SV_GroupIndex) { o[i] = e.Count(); }"},
        {.target = "lib_6_8",
         .source =
             "struct [NodeTrackRWInputSharing] S { uint a; uint2 g : SV_DispatchGrid; };\n" GRIDS
             "[NodeMaxRecursionDepth(3)] void n(globallycoherent RWDispatchNodeInputRecord<S> s,\n"
             "[MaxRecords(1)] [NodeID(\"n\")] NodeOutput<S> self) {\n"
             "GroupNodeOutputRecords<S> w = self.GetGroupNodeOutputRecords(\n"
             "GetRemainingRecursionLevels() > 0); w.OutputComplete();\n"
             "Barrier(NODE_INPUT_MEMORY, DEVICE_SCOPE);\n"
             "if (s.FinishedCrossGroupSharing()) s.Get().a = 1; }"},
        {.target = "lib_6_8",
         .source = "template<typename T> struct P { T x; };\n" BUFFER
                   "void put(GroupNodeOutputRecords<P<float> > w, uint i) { w[i].x = i; }\n"
                   "GroupNodeOutputRecords<P<float> > get(NodeOutput<P<float> > n, uint c)\n"
                   "{ return n.GetGroupNodeOutputRecords(c); }\n" GRID
                   "void n([MaxRecords(5)] NodeOutput<P<float> > p, uint i : SV_GroupIndex) {\n"
                   "GroupNodeOutputRecords<P<float> > w = get(p, 5); put(w, i % 5);\n"
                   "w.OutputComplete(); }"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof shaders / sizeof *shaders; i++)
        hlsl_expect_valid(&shaders[i]);
}

static void records_are_reached_by_handles(void **state)
{
    static const char source[] =
        RECORD GRIDS "void n(DispatchNodeInputRecord<R> r, [MaxRecords(3)] NodeOutput<R> w) {\n"
                     "w.GetGroupNodeOutputRecords(1).OutputComplete(); }";

    (void)state;
    assert_int_equal(hlsl_count("lib_6_8", source, "%dx.types.NodeInfo { i32 6, i32 72 }"), 1);
    assert_int_equal(hlsl_count("lib_6_8", source, "NodeRecordInfo { i32 70, i32 72 }"), 1);
    /* an input that nothing reads is just metadata: 72 bytes, with a grid of three numbers at 0 */
    assert_int_equal(hlsl_count("lib_6_8", source, "@dx.op.createNodeInputRecordHandle"), 0);
    assert_int_equal(hlsl_count("lib_6_8", source, "!{i32 0, i32 5, i32 3}"), 1);
}

static void barriers_follow_from_calls(void **state)
{
    static const hlsl_shader s = {
        .target = "lib_6_8",
        .source = BUFFER "void wait(uint memory, uint flags) { Barrier(memory, flags); }\n" COALESCE
                         "void n(EmptyNodeInput e, uint i : SV_GroupIndex) { o[i] = i;\n"
                         "wait(UAV_MEMORY, GROUP_SYNC | GROUP_SCOPE); o[i] = o[i ^ 1]; }"};

    (void)state;
    hlsl_expect_valid(&s);
    assert_int_equal(
        hlsl_count(s.target, s.source, "@dx.op.barrierByMemoryType(i32 244, i32 1, i32 3)"), 1);
}

static void wrong_nodes_are_refused(void **state)
{
    static const hlsl_shader old = {.target = "lib_6_7", .source = NODE("thread") "void n() {}"};
    static const struct {
        const char *source, *rule;
    } rows[] = {
        {GRID "void n(DispatchNodeInputRecord<uint> r) {}", "HLSL.NODE_RECORD"},
        {"struct E {};" GRID "void n(DispatchNodeInputRecord<E> r) {}", "HLSL.NODE_EMPTY"},
        {"struct T { Texture2D t; };" GRID "void n(DispatchNodeInputRecord<T> r) {}",
         "HLSL.NODE_OBJECT"},
        {RECORD GRIDS "void n(DispatchNodeInputRecord<R> r) { r.Get().b = true; }",
         "HLSL.NODE_CONST"},
        {RECORD GRIDS "void n(const RWDispatchNodeInputRecord<R> r) { r.Get().b = true; }",
         "HLSL.NODE_CONST"},
        {RECORD GRIDS "void n(DispatchNodeInputRecord<R> r) { r.Get().v[0].y = 1; }",
         "HLSL.READ_ONLY"},
        {RECORD GRIDS "void n(DispatchNodeInputRecord<R> r) { r[0]; }", "HLSL.NO_SUBSCRIPT"},
        {RECORD GRIDS "void n(DispatchNodeInputRecord<R> r) { r.Get(1); }", "HLSL.NO_METHOD_MATCH"},
        {RECORD GRIDS "void n(RWDispatchNodeInputRecord<R> r) { r.FinishedCrossGroupSharing(); }",
         "HLSL.NODE_SHARING"},
        {"struct [NodeTrackRWInputSharing] S { uint g : SV_DispatchGrid; };" GRIDS
         "void n(DispatchNodeInputRecord<S> s) {}",
         "HLSL.NODE_TRACKS"},
        {COALESCE "void n(EmptyNodeInput e) { e.Get(); }", "HLSL.NO_MEMBER"},
        {COALESCE "void n(EmptyNodeInput e) { Barrier(e, 0); }", "HLSL.NO_MATCH"},
        {COALESCE "void n(EmptyNodeInput e, uint i : SV_GroupID) {}", "HLSL.NODE_SEMANTIC"},
        {COALESCE "void n(EmptyNodeInput e, EmptyNodeInput f) {}", "HLSL.NODE_INPUTS"},
        {COALESCE "[NodeDispatchGrid(1, 1, 1)] void n(EmptyNodeInput e) {}",
         "HLSL.NODE_LAUNCH_ONLY"},
        {NODE("coalescing") "void n(EmptyNodeInput e) {}", "HLSL.NODE_NEEDS"},
        {NODE("thread") "[NumThreads(2, 1, 1)] void n() {}", "HLSL.NODE_ONE_THREAD"},
        {NODE("Thread") "[NumThreads(1, 1, 1)] void n() {}", "HLSL.ATTRIBUTE_WORD"},
        {NODE("broadcasting") "[NumThreads(8, 1, 1)] void n() {}", "HLSL.NODE_NO_GRID"},
        {GRID "[NodeMaxDispatchGrid(1, 1, 1)] void n() {}", "HLSL.NODE_TWO_GRIDS"},
        {GRIDS "void n() {}", "HLSL.NODE_GRID_MISSING"},
        {GRID "uint n() { return 1; }", "HLSL.RETURN_VOID"},
        {GRID "[NodeMaxRecursionDepth(33)] void n() {}", "HLSL.NODE_RECURSION"},
        {NODE("broadcasting") "[NodeDispatchGrid(1, 65536, 1)] [NumThreads(8, 1, 1)] void n() {}",
         "HLSL.NODE_GRID"},
        {NODE("broadcasting") "[NodeDispatchGrid(9, 2000, 999)] [NumThreads(8, 1, 1)] void n() {}",
         "HLSL.NODE_GRID_PRODUCT"},
        {"struct G { int3 g : SV_DispatchGrid; };" GRIDS "void n(DispatchNodeInputRecord<G> g) {}",
         "HLSL.NODE_GRID_TYPE"},
        {"struct G { uint g : SV_DispatchGrid; uint h : SV_DispatchGrid; };" GRIDS
         "void n(DispatchNodeInputRecord<G> g) {}",
         "HLSL.NODE_GRID_AGAIN"},
        {GRID "void n(EmptyNodeInput e) {}", "HLSL.NODE_INPUT_LAUNCH"},
        {GRID "void n([NodeArraySize(2)] EmptyNodeOutput e) {}", "HLSL.NODE_ARRAY_ONLY"},
        {COALESCE "void n([AllowSparseNodes] EmptyNodeInput e) {}", "HLSL.NODE_OUTPUT_ONLY"},
        {GRID "void n([MaxRecords(2)] uint i : SV_GroupIndex) {}", "HLSL.NODE_IO_ONLY"},
        {RECORD GRID "void n([MaxRecords(2)] DispatchNodeInputRecord<R> r) {}",
         "HLSL.NODE_LIMIT_LAUNCH"},
        {GRID "void n([MaxRecords(2)] [MaxRecords(3)] EmptyNodeOutput e) {}", "HLSL.NODE_LIMITS"},
        {GRID "void n([NodeArraySize(2)] [UnboundedSparseNodes] EmptyNodeOutputArray e) {}",
         "HLSL.NODE_ARRAY_SIZE"},
        {GRID "void n(EmptyNodeOutput e[3]) {}", "HLSL.NODE_PARAM_ARRAY"},
        {GRID "void n([MaxRecordsSharedWith(e)] EmptyNodeOutput e) {}", "HLSL.NODE_SHARES_ITSELF"},
        {GRID "void n([MaxRecordsSharedWith(f)] EmptyNodeOutput e) {}", "HLSL.NODE_SHARES_NOTHING"},
        {GRID "void n() { Barrier(16, 0); }", "HLSL.BARRIER_MEMORY"},
        {GRID "void n() { Barrier(0, 8); }", "HLSL.BARRIER_SEMANTICS"},
        {NODE("thread") "void n() { Barrier(GROUP_SHARED_MEMORY, 0); }",
         "HLSL.BARRIER_NO_GROUP_MEMORY"},
        {NODE("thread") "void n() { Barrier(ALL_MEMORY, GROUP_SYNC); }", "HLSL.BARRIER_NO_GROUP"},
        {"[Shader(\"compute\")] [NumThreads(1, 1, 1)] void n() { Barrier(NODE_INPUT_MEMORY, 0); }",
         "HLSL.BARRIER_NO_NODE"},
        {RECORD NODE("thread") "void n(ThreadNodeInputRecord<R> r) { Barrier(r, DEVICE_SCOPE); }",
         "HLSL.BARRIER_DEVICE"},
        {GRID "void n() { Barrier(0, GROUP_SCOPE); }", "HLSL.BARRIER_SCOPE"},
        {GRID "void n() {}" GRID "void n(EmptyNodeOutput e) {}", "HLSL.ENTRY_AGAIN"},
        {"[Shader(\"compute\")] [NumThreads(1, 1, 1)] [NodeID(\"a\")] void n() {}",
         "HLSL.ATTRIBUTE_ONLY"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const hlsl_shader s = {"lib_6_8", rows[i].source, false};
        hlsl_expect_refused(&s, rows[i].rule);
    }
    hlsl_expect_refused(&old, "HLSL.NODE_MODEL");
}

#define PIXEL " float4 main() : SV_Target { return 1; }"

/* Attributes of nodes where they would have no effect. */
static void attributes_in_other_places_are_told(void **state)
{
    static const struct {
        const char *target, *source, *rule;
    } rows[] = {
        {"lib_6_8", GRID "[NodeArraySize(4)] void n() {}", "HLSL.NODE_PARAM_ATTRIBUTE"},
        {"lib_6_8", GRID "[MaxRecords(1)] void n() {}", "HLSL.NODE_PARAM_ATTRIBUTE"},
        {"lib_6_8", "[MaxRecords(1)] static int x;", "HLSL.NODE_PARAM_ATTRIBUTE"},
        {"lib_6_8", "struct S { [NodeArraySize(1)] int x; };", "HLSL.NODE_PARAM_ATTRIBUTE"},
        {"lib_6_8", "struct [NodeArraySize(1)] S { int x; };", "HLSL.NODE_PARAM_ATTRIBUTE"},
        {"lib_6_8", "struct [NodeLaunch(\"thread\")] S { int x; };", "HLSL.FUNCTION_ATTRIBUTE"},
        {"ps_6_8", "[NodeDispatchGrid(1, 1, 1)]" PIXEL, "HLSL.ATTRIBUTE_ONLY"},
        {"ps_6_8", "[NodeMaxDispatchGrid(1, 1, 1)]" PIXEL, "HLSL.ATTRIBUTE_ONLY"},
        {"ps_6_8", "[NodeIsProgramEntry]" PIXEL, "HLSL.ATTRIBUTE_ONLY"},
        {"ps_6_8", "[NodeLaunch(\"thread\")]" PIXEL, "HLSL.ATTRIBUTE_ONLY"},
        {"ps_6_8", "[NodeID(\"a\")]" PIXEL, "HLSL.ATTRIBUTE_ONLY"},
        {"ps_6_8", "[NodeLocalRootArgumentsTableIndex(1)]" PIXEL, "HLSL.ATTRIBUTE_ONLY"},
        {"ps_6_8", "[NodeShareInputOf(\"a\")]" PIXEL, "HLSL.ATTRIBUTE_ONLY"},
        {"ps_6_8", "[NodeMaxRecursionDepth(2)]" PIXEL, "HLSL.ATTRIBUTE_ONLY"},
        {"cs_6_8", "[NodeIsProgramEntry] [numthreads(1, 1, 1)] void main() {}",
         "HLSL.ATTRIBUTE_ONLY"},
        {"ps_6_8", "float4 main([MaxRecords(1)] float4 a : A) : SV_Target { return a; }",
         "HLSL.NODE_IO_ONLY"},
        {"ps_6_8", "float4 main([AllowSparseNodes] float4 a : A) : SV_Target { return a; }",
         "HLSL.NODE_OUTPUT_ONLY"},
    };
    static const answer_case warnings[] = {
        {"lib_6_8", GRID "[AllowSparseNodes] void n() {}",
         "'AllowSparseNodes' attribute only applies to parameters"},
        {"lib_6_8", GRID "[UnboundedSparseNodes] void n() {}",
         "'UnboundedSparseNodes' attribute only applies to parameters"},
        {"lib_6_8", GRID "[MaxRecordsSharedWith(n)] void n() {}",
         "'MaxRecordsSharedWith' attribute only applies to parameters"},
        {"lib_6_8", GRID "[NodeTrackRWInputSharing] void n() {}",
         "'NodeTrackRWInputSharing' attribute only applies to classes"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const hlsl_shader s = {rows[i].target, rows[i].source, false};
        hlsl_expect_refused(&s, rows[i].rule);
    }
    hlsl_expect_answers(warnings, sizeof warnings / sizeof *warnings);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(nodes_are_valid),
    cmocka_unit_test(records_are_reached_by_handles),
    cmocka_unit_test(barriers_follow_from_calls),
    cmocka_unit_test(wrong_nodes_are_refused),
    cmocka_unit_test(attributes_in_other_places_are_told),
};
SUPPORT_SUITE(test_hlsl_nodes, tests);
