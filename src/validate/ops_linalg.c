/* SPDX-License-Identifier: MIT */
/*
 * ops_linalg.c - linear algebra operations of shader model 6.10. Each operation is a list of
 * steps; a matrix is told by the number of its operand, 0 for the result. What a matrix is stands
 * in !dx.targetTypes: !{undef of its type, component, M, N, use, scope}.
 */
#include "base/count.h"
#include "base/out.h"
#include "validate/access.h"
#include "validate/body.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/text.h"
#include "validate/values.h"

enum { USE_A, USE_B, USE_ACCUMULATOR };
enum { SCOPE_THREAD, SCOPE_WAVE, SCOPE_GROUP };
enum { LAYOUT_ROWS, LAYOUT_COLUMNS, LAYOUT_OUTER = 4, LAYOUT_OUTER_TRANSPOSED };

typedef struct matrix {
    dxki_type type;
    uint32_t component, rows, columns, use, scope;
} matrix;

typedef enum step_kind {
    STEP_END,
    STEP_RESULT,     /* the result's matrix must be described */
    STEP_PARAMS,     /* all arguments: defined, described */
    STEP_NEED,       /* goes on only if matrix `which` is described */
    STEP_SHARED,     /* its scope must be Wave or ThreadGroup */
    STEP_THREAD,     /* its scope must be Thread */
    STEP_USE,        /* its use must be `value` */
    STEP_USE_AB,     /* A or B */
    STEP_LAYOUT,     /* argument `which` must be a constant; ends otherwise */
    STEP_ROWS_ONLY,  /* layout `which`: rows or columns */
    STEP_BY_SCOPE,   /* layout `which` by the scope of matrix `value` */
    STEP_STRIDE,     /* argument `value` 0 unless layout `which` is by rows or columns */
    STEP_BUFFER,     /* argument `which` must be a RWByteAddressBuffer */
    STEP_LOAD,       /* with scope Thread, argument `which` must be a ByteAddressBuffer */
    STEP_ALIGN,      /* argument `which` a constant multiple of 128 */
    STEP_PRODUCT,    /* scopes and dimensions of A (1), B (2), maybe C (3), and the result */
    STEP_VECTOR,     /* matrix 1, sign 2, vector 3, interpretation 4 */
    STEP_BIAS,       /* vector 5 */
    STEP_SAME_TYPE,  /* the result is of the type of argument 1 */
    STEP_SAME_SCOPE, /* of result and argument 2, and so on */
    STEP_SAME_SIZE,
    STEP_CONVERT
} step_kind;

typedef struct step {
    uint8_t kind, which, value;
    const char *name;
} step;

typedef struct run {
    dxki_val *v;
    uint32_t inst;
    const char *op;
    bool stop;
} run;

#define P                                                                                          \
    {                                                                                              \
        STEP_PARAMS, 0, 0, ""                                                                      \
    }
#define R                                                                                          \
    {                                                                                              \
        STEP_RESULT, 0, 0, ""                                                                      \
    }
static const step one_input[] = {
    P, {STEP_NEED, 1, 0, ""}, {STEP_SHARED, 1, 0, "Input"}, {0, 0, 0, ""}};
static const step params_only[] = {P, {0, 0, 0, ""}};
static const step result_only[] = {R, P, {0, 0, 0, ""}};
static const step store[] = {P,
                             {STEP_NEED, 1, 0, ""},
                             {STEP_LAYOUT, 5, 0, ""},
                             {STEP_ROWS_ONLY, 5, 0, ""},
                             {STEP_SHARED, 1, 0, "Input"},
                             {STEP_BUFFER, 2, 0, ""},
                             {STEP_ALIGN, 6, 0, ""},
                             {0, 0, 0, ""}};
static const step accumulate_to[] = {P,
                                     {STEP_NEED, 1, 0, ""},
                                     {STEP_LAYOUT, 5, 0, ""},
                                     {STEP_BY_SCOPE, 5, 1, "Input"},
                                     {STEP_STRIDE, 5, 4, ""},
                                     {STEP_USE, 1, USE_ACCUMULATOR, "Input"},
                                     {STEP_BUFFER, 2, 0, ""},
                                     {STEP_ALIGN, 6, 0, ""},
                                     {0, 0, 0, ""}};
static const step fill[] = {
    R, P, {STEP_NEED, 0, 0, ""}, {STEP_SHARED, 0, 0, "Return"}, {0, 0, 0, ""}};
static const step set_element[] = {R,
                                   P,
                                   {STEP_NEED, 0, 0, ""},
                                   {STEP_NEED, 1, 0, ""},
                                   {STEP_SHARED, 1, 0, "Input"},
                                   {STEP_SHARED, 0, 0, "Return"},
                                   {0, 0, 0, ""}};
static const step multiply[] = {R,
                                P,
                                {STEP_NEED, 0, 0, ""},
                                {STEP_NEED, 1, 0, ""},
                                {STEP_NEED, 2, 0, ""},
                                {STEP_USE, 1, USE_A, "A"},
                                {STEP_USE, 2, USE_B, "B"},
                                {STEP_USE, 0, USE_ACCUMULATOR, "Return"},
                                {STEP_SHARED, 1, 0, "A"},
                                {STEP_SHARED, 2, 0, "B"},
                                {STEP_SHARED, 0, 0, "Return"},
                                {STEP_PRODUCT, 0, 0, ""},
                                {0, 0, 0, ""}};
static const step multiply_add[] = {R,
                                    P,
                                    {STEP_NEED, 0, 0, ""},
                                    {STEP_NEED, 1, 0, ""},
                                    {STEP_NEED, 2, 0, ""},
                                    {STEP_NEED, 3, 0, ""},
                                    {STEP_USE, 1, USE_A, "A"},
                                    {STEP_USE, 2, USE_B, "B"},
                                    {STEP_USE, 3, USE_ACCUMULATOR, "C"},
                                    {STEP_USE, 0, USE_ACCUMULATOR, "Return"},
                                    {STEP_SHARED, 1, 0, "A"},
                                    {STEP_SHARED, 2, 0, "B"},
                                    {STEP_SHARED, 3, 0, "C"},
                                    {STEP_SHARED, 0, 0, "Return"},
                                    {STEP_PRODUCT, 0, 1, ""},
                                    {0, 0, 0, ""}};
static const step load[] = {R,
                            P,
                            {STEP_NEED, 0, 0, ""},
                            {STEP_LAYOUT, 4, 0, ""},
                            {STEP_BY_SCOPE, 4, 0, "Return"},
                            {STEP_STRIDE, 4, 3, ""},
                            {STEP_ALIGN, 5, 0, ""},
                            {STEP_LOAD, 1, 0, ""},
                            {0, 0, 0, ""}};
static const step accumulate[] = {R,
                                  P,
                                  {STEP_SAME_TYPE, 1, 0, ""},
                                  {STEP_NEED, 0, 0, ""},
                                  {STEP_NEED, 1, 0, ""},
                                  {STEP_NEED, 2, 0, ""},
                                  {STEP_USE, 0, USE_ACCUMULATOR, "Return"},
                                  {STEP_USE_AB, 2, 0, "Arg 2"},
                                  {STEP_SAME_SCOPE, 2, 0, ""},
                                  {STEP_SHARED, 2, 0, "Arg 2"},
                                  {STEP_SHARED, 0, 0, "Return"},
                                  {STEP_SAME_SIZE, 2, 0, ""},
                                  {0, 0, 0, ""}};
static const step vector_multiply[] = {P,
                                       {STEP_NEED, 1, 0, ""},
                                       {STEP_THREAD, 1, 0, "Input"},
                                       {STEP_USE, 1, USE_A, "Input"},
                                       {STEP_VECTOR, 0, 0, ""},
                                       {0, 0, 0, ""}};
static const step vector_add[] = {P,
                                  {STEP_NEED, 1, 0, ""},
                                  {STEP_THREAD, 1, 0, "Input"},
                                  {STEP_USE, 1, USE_A, "Input"},
                                  {STEP_VECTOR, 0, 0, ""},
                                  {STEP_BIAS, 0, 0, ""},
                                  {0, 0, 0, ""}};
static const step convert[] = {
    R, P, {STEP_NEED, 0, 0, ""}, {STEP_NEED, 1, 0, ""}, {STEP_CONVERT, 0, 0, ""}, {0, 0, 0, ""}};
#undef P
#undef R

static const struct {
    uint16_t row;
    const step *steps;
} programs[] = {
    {DXKI_DXOP_LinAlgMatrixLength, one_input},
    {DXKI_DXOP_LinAlgMatrixGetCoordinate, one_input},
    {DXKI_DXOP_LinAlgMatrixGetElement, one_input},
    {DXKI_DXOP_LinAlgMatrixStoreToDescriptor, store},
    {DXKI_DXOP_LinAlgMatrixStoreToMemory, params_only},
    {DXKI_DXOP_LinAlgMatVecMul, vector_multiply},
    {DXKI_DXOP_LinAlgMatVecMulAdd, vector_add},
    {DXKI_DXOP_LinAlgMatrixAccumulateToDescriptor, accumulate_to},
    {DXKI_DXOP_LinAlgMatrixAccumulateToMemory, params_only},
    {DXKI_DXOP_LinAlgConvert, params_only},
    {DXKI_DXOP_LinAlgVectorAccumulateToDescriptor, params_only},
    {DXKI_DXOP_LinAlgFillMatrix, fill},
    {DXKI_DXOP_LinAlgMatrixLoadFromMemory, result_only},
    {DXKI_DXOP_LinAlgMatrixSetElement, set_element},
    {DXKI_DXOP_LinAlgMatrixMultiply, multiply},
    {DXKI_DXOP_LinAlgMatrixMultiplyAccumulate, multiply_add},
    {DXKI_DXOP_LinAlgMatrixOuterProduct, result_only},
    {DXKI_DXOP_LinAlgMatrixLoadFromDescriptor, load},
    {DXKI_DXOP_LinAlgMatrixAccumulate, accumulate},
    {DXKI_DXOP_LinAlgCopyConvertMatrix, convert},
};

/* ---------------------------------------------------------------------------------------- */
/* Names                                                                                      */

static const char *scope_name(uint32_t scope)
{
    static const char *const names[] = {"Thread", "Wave", "ThreadGroup"};
    return scope < 3 ? names[scope] : "Unknown MatrixScope";
}

static const char *use_name(uint32_t use)
{
    static const char *const names[] = {"A", "B", "Accumulator"};
    return use < 3 ? names[use] : "Unknown MatrixUse";
}

static const char *layout_name(uint64_t layout)
{
    static const char *const names[] = {"RowMajor",
                                        "ColumnMajor",
                                        "MulOptimal",
                                        "MulOptimalTranspose",
                                        "OuterProductOptimal",
                                        "OuterProductOptimalTranspose"};
    return layout < 6 ? names[layout] : "Unknown MatrixUse";
}

static const char *component_name(uint64_t component)
{
    static const char *const names[] = {
        "Invalid",     "I1",       "I16",      "U16",       "I32",      "U32",
        "I64",         "U64",      "F16",      "F32",       "F64",      "SNormF16",
        "UNormF16",    "SNormF32", "UNormF32", "SNormF64",  "UNormF64", "PackedS8x32",
        "PackedU8x32", "I8",       "U8",       "F8_E4M3FN", "F8_E5M2",  "BFloat16",
    };
    return component < 24 ? names[component] : "Unknown ComponentType";
}

static dxk_str size_text(dxki_val *v, uint32_t rows, uint32_t columns)
{
    return dxki_val_format(v, "%0x%1", DXKI_ARGS(dxki_dec(rows), dxki_dec(columns)));
}

/* ---------------------------------------------------------------------------------------- */
/* Matrices                                                                                   */

static dxki_value arg(const run *r, uint32_t which)
{
    return dxki_val_ops(r->v, r->inst)[which];
}

static dxki_type type_of(const run *r, uint32_t which)
{
    return which ? dxki_value_type(r->v->m, arg(r, which)) : dxki_val_inst(r->v, r->inst)->type;
}

static bool describe(const dxki_val *v, dxki_type type, matrix *out)
{
    uint32_t count,
        *members[] = {&out->component, &out->rows, &out->columns, &out->use, &out->scope};
    dxki_md md =
        v->subject.target_type && type < v->m->types.count ? v->subject.target_type[type] : 0;
    const dxki_md *ops = md ? dxki_md_ops(v->m, md, &count) : NULL;
    out->type = type;
    for (uint32_t i = 0; ops && i < 5; i++) {
        uint64_t bits = 0;
        dxki_val_is_const(v, dxki_md_value(v->m, ops[i + 1]), &bits);
        *members[i] = bits > UINT32_MAX ? UINT32_MAX : (uint32_t)bits;
    }
    return ops != NULL;
}

static matrix get(const run *r, uint32_t which)
{
    matrix m = {0};
    describe(r->v, type_of(r, which), &m);
    return m;
}

static void check_component(run *r, uint64_t component, dxk_str from)
{
    static const uint32_t allowed =
        1u << DXK_COMPONENT_TYPE_I8 | 1u << DXK_COMPONENT_TYPE_I16 | 1u << DXK_COMPONENT_TYPE_I32 |
        1u << DXK_COMPONENT_TYPE_I64 | 1u << DXK_COMPONENT_TYPE_U8 | 1u << DXK_COMPONENT_TYPE_U16 |
        1u << DXK_COMPONENT_TYPE_U32 | 1u << DXK_COMPONENT_TYPE_U64 |
        1u << DXK_COMPONENT_TYPE_F8_E4M3FN | 1u << DXK_COMPONENT_TYPE_F8_E5M2 |
        1u << DXK_COMPONENT_TYPE_F16 | 1u << DXK_COMPONENT_TYPE_F32 | 1u << DXK_COMPONENT_TYPE_F64 |
        1u << DXK_COMPONENT_TYPE_BFLOAT16;
    if (component >= 32 || !(allowed >> component & 1))
        dxki_val_inst_error(
            r->v, r->inst, DXKI_VR_INSTR_LINALGILLEGALCOMPONENTTYPE,
            DXKI_ARGS(dxki_val_arg_text_z(component_name(component)), dxki_val_arg_text(from)));
}

static void check_matrix(run *r, dxki_type type, dxk_str name, dxk_str source)
{
    matrix m;
    if (!describe(r->v, type, &m)) {
        dxki_val_inst_error(r->v, r->inst, DXKI_VR_INSTR_LINALGMETADATAMISSING,
                            DXKI_ARGS(dxki_val_arg_text(name)));
        return;
    }
    uint32_t k = m.use == USE_A ? m.columns : m.rows;
    uint32_t low = m.scope == SCOPE_GROUP ? 1 : 4, high = m.scope == SCOPE_GROUP ? 1024 : 128;
    if (m.use != USE_ACCUMULATOR && (k < low || k > high))
        dxki_val_inst_error(
            r->v, r->inst, DXKI_VR_INSTR_LINALGILLEGALKDIM,
            DXKI_ARGS(dxki_val_arg_text(name), dxki_dec(k), dxki_dec(low), dxki_dec(high)));
    check_component(r, m.component, source);
}

static void check_params(run *r)
{
    for (uint32_t i = 0; i < dxki_call_arg_count(dxki_val_inst(r->v, r->inst)); i++) {
        dxki_type type = dxki_value_type(r->v->m, arg(r, i));
        if (dxki_val_is_undef(r->v, arg(r, i)))
            dxki_val_inst_error(r->v, r->inst, DXKI_VR_INSTR_NOREADINGUNINITIALIZED, NULL, 0);
        if (dxki_val_is_linalg(r->v, type))
            check_matrix(r, type, dxki_val_format(r->v, "Arg %0", DXKI_ARGS(dxki_dec(i))),
                         dxki_val_format(r->v, "arg %0 matrix", DXKI_ARGS(dxki_dec(i))));
    }
}

static void check_shared(run *r, const step *s)
{
    matrix m = get(r, s->which);
    if (m.scope != SCOPE_WAVE && m.scope != SCOPE_GROUP)
        dxki_val_inst_error(
            r->v, r->inst, DXKI_VR_INSTR_LINALGMATRIXSCOPEMISMATCH2,
            DXKI_ARGS(dxki_val_arg_text_z(s->name), dxki_val_arg_text_z(scope_name(m.scope)),
                      dxki_val_arg_text_z("Wave"), dxki_val_arg_text_z("ThreadGroup")));
}

static void check_thread(run *r, const step *s)
{
    matrix m = get(r, s->which);
    if (m.scope != SCOPE_THREAD)
        dxki_val_inst_error(r->v, r->inst, DXKI_VR_INSTR_LINALGMATRIXSCOPEMISMATCH,
                            DXKI_ARGS(dxki_val_arg_text_z(s->name),
                                      dxki_val_arg_text_z(scope_name(m.scope)),
                                      dxki_val_arg_text_z("Thread")));
}

static void check_use(run *r, const step *s)
{
    matrix m = get(r, s->which);
    if (s->kind == STEP_USE_AB) {
        if (m.use != USE_A && m.use != USE_B)
            dxki_val_inst_error(r->v, r->inst, DXKI_VR_INSTR_LINALGMATRIXUSEMISMATCH2,
                                DXKI_ARGS(dxki_val_arg_text_z(s->name),
                                          dxki_val_arg_text_z(use_name(m.use)),
                                          dxki_val_arg_text_z("A"), dxki_val_arg_text_z("B")));
    } else if (m.use != s->value) {
        dxki_val_inst_error(r->v, r->inst, DXKI_VR_INSTR_LINALGMATRIXUSEMISMATCH,
                            DXKI_ARGS(dxki_val_arg_text_z(s->name),
                                      dxki_val_arg_text_z(use_name(m.use)),
                                      dxki_val_arg_text_z(use_name(s->value))));
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Memory                                                                                     */

static bool constant(run *r, uint32_t which, const char *what, uint64_t *bits)
{
    if (dxki_val_is_const(r->v, arg(r, which), bits))
        return true;
    dxki_val_inst_error(r->v, r->inst, DXKI_VR_INSTR_OPCONST,
                        DXKI_ARGS(dxki_val_arg_text_z(what), dxki_val_arg_text_z(r->op)));
    return false;
}

static uint64_t layout(run *r, uint32_t which)
{
    uint64_t bits = 0;
    dxki_val_is_const(r->v, arg(r, which), &bits);
    return bits;
}

static void check_rows_only(run *r, const step *s)
{
    if (layout(r, s->which) > LAYOUT_COLUMNS)
        dxki_val_inst_error(r->v, r->inst, DXKI_VR_INSTR_LINALGMATRIXREQUIRESLAYOUT2,
                            DXKI_ARGS(dxki_val_arg_text_z(r->op), dxki_val_arg_text_z("RowMajor"),
                                      dxki_val_arg_text_z("ColumnMajor")));
}

static void wrong_layout(run *r, const step *s, uint32_t scope, const char *one, const char *other)
{
    dxki_val_inst_error(r->v, r->inst, DXKI_VR_INSTR_LINALGMATRIXSCOPEREQLAYOUT2,
                        DXKI_ARGS(dxki_val_arg_text_z(s->name),
                                  dxki_val_arg_text_z(scope_name(scope)), dxki_val_arg_text_z(one),
                                  dxki_val_arg_text_z(other), dxki_val_arg_text_z(r->op)));
}

/* A matrix of a thread is accumulated in the layouts for outer products; loads may have any. */
static void check_layout_by_scope(run *r, const step *s)
{
    matrix m = get(r, s->value);
    uint64_t l = layout(r, s->which);
    bool is_load = s->value == 0;
    if (!is_load && m.scope == SCOPE_THREAD && l != LAYOUT_OUTER && l != LAYOUT_OUTER_TRANSPOSED)
        wrong_layout(r, s, m.scope, "OuterProductOptimal", "OuterProductOptimalTranspose");
    if ((m.scope == SCOPE_WAVE || m.scope == SCOPE_GROUP) && l > LAYOUT_COLUMNS)
        wrong_layout(r, s, m.scope, "RowMajor", "ColumnMajor");
}

static void check_stride(run *r, const step *s)
{
    uint64_t stride, l = layout(r, s->which);
    if (l > LAYOUT_COLUMNS && constant(r, s->value, "Stride", &stride) && stride != 0)
        dxki_val_inst_error(
            r->v, r->inst, DXKI_VR_INSTR_LINALGMATRIXLAYOUTREQSTRIDE,
            DXKI_ARGS(dxki_val_arg_text_z(r->op), dxki_val_arg_text_z(layout_name(l))));
}

static void check_buffer(run *r, const step *s)
{
    dxki_dxil_handle_props p = dxki_val_handle(r->v, arg(r, s->which));
    if (dxki_dxil_props_class(p) != DXK_RESOURCE_CLASS_UAV ||
        dxki_dxil_props_kind(p) != DXK_RESOURCE_KIND_RAW_BUFFER)
        dxki_val_inst_error(r->v, r->inst, DXKI_VR_INSTR_LINALGMATRIXREQUIRESRWBAB,
                            DXKI_ARGS(dxki_val_arg_text_z(r->op)));
}

static void check_load_buffer(run *r, const step *s)
{
    if (get(r, 0).scope != SCOPE_THREAD)
        return;
    dxki_dxil_handle_props p = dxki_val_handle(r->v, arg(r, s->which));
    if (dxki_dxil_props_class(p) != DXK_RESOURCE_CLASS_SRV ||
        dxki_dxil_props_kind(p) != DXK_RESOURCE_KIND_RAW_BUFFER)
        dxki_val_inst_error(r->v, r->inst, DXKI_VR_INSTR_LINALGMATRIXLOADTHREADREQUIRESBAB, NULL,
                            0);
}

static void check_align(run *r, const step *s)
{
    uint64_t align;
    if (!constant(r, s->which, "Align", &align))
        return;
    if (align == 0)
        dxki_val_inst_error(
            r->v, r->inst, DXKI_VR_INSTR_PARAMMINIMUMVALUE,
            DXKI_ARGS(dxki_val_arg_text_z("Align"), dxki_val_arg_text_z("0"), dxki_dec(align)));
    if (align % 128 != 0)
        dxki_val_inst_error(
            r->v, r->inst, DXKI_VR_INSTR_PARAMMULTIPLE,
            DXKI_ARGS(dxki_val_arg_text_z("Align"), dxki_val_arg_text_z("128"), dxki_dec(align)));
}

/* ---------------------------------------------------------------------------------------- */
/* Products                                                                                   */

static void check_scopes(run *r, const matrix *a, const matrix *b, const matrix *c,
                         const matrix *result)
{
    if (a->scope == b->scope && b->scope == result->scope && (!c || c->scope == b->scope))
        return;
    if (c)
        dxki_val_inst_error(
            r->v, r->inst, DXKI_VR_INSTR_LINALGMATRIXSCOPEMUSTMATCH4,
            DXKI_ARGS(dxki_val_arg_text_z("A"), dxki_val_arg_text_z(scope_name(a->scope)),
                      dxki_val_arg_text_z("B"), dxki_val_arg_text_z(scope_name(b->scope)),
                      dxki_val_arg_text_z("C"), dxki_val_arg_text_z(scope_name(c->scope)),
                      dxki_val_arg_text_z("Return"),
                      dxki_val_arg_text_z(scope_name(result->scope))));
    else
        dxki_val_inst_error(
            r->v, r->inst, DXKI_VR_INSTR_LINALGMATRIXSCOPEMUSTMATCH3,
            DXKI_ARGS(dxki_val_arg_text_z("A"), dxki_val_arg_text_z(scope_name(a->scope)),
                      dxki_val_arg_text_z("B"), dxki_val_arg_text_z(scope_name(b->scope)),
                      dxki_val_arg_text_z("Return"),
                      dxki_val_arg_text_z(scope_name(result->scope))));
}

static void check_result_size(run *r, const matrix *m, const char *name, uint32_t rows,
                              uint32_t columns)
{
    if (m->rows != rows || m->columns != columns)
        dxki_val_inst_error(r->v, r->inst, DXKI_VR_INSTR_LINALGMATRIXMATRIXRESDIMMUSTMATCH,
                            DXKI_ARGS(dxki_val_arg_text_z(name),
                                      dxki_val_arg_text(size_text(r->v, m->rows, m->columns)),
                                      dxki_val_arg_text(size_text(r->v, rows, columns))));
}

static void check_product(run *r, const step *s)
{
    matrix a = get(r, 1), b = get(r, 2), result = get(r, 0), c = {0};
    if (s->value)
        c = get(r, 3);
    check_scopes(r, &a, &b, s->value ? &c : NULL, &result);
    if (a.columns != b.rows)
        dxki_val_inst_error(r->v, r->inst, DXKI_VR_INSTR_LINALGMATRIXMATRIXKDIMMUSTMATCH,
                            DXKI_ARGS(dxki_val_arg_text(size_text(r->v, a.rows, a.columns)),
                                      dxki_val_arg_text(size_text(r->v, b.rows, b.columns)),
                                      dxki_dec(a.columns), dxki_dec(b.rows)));
    if (s->value)
        check_result_size(r, &c, "C", a.rows, b.columns);
    check_result_size(r, &result, "Return", a.rows, b.columns);
}

static uint32_t elements_per_scalar(uint64_t component)
{
    if (component == DXK_COMPONENT_TYPE_BFLOAT16)
        return 2;
    return component >= DXK_COMPONENT_TYPE_I16 && component <= DXK_COMPONENT_TYPE_F64 ? 1 : 4;
}

static void check_vector(run *r)
{
    const dxk_module *m = r->v->m;
    matrix a = get(r, 1);
    uint64_t interpretation = DXK_COMPONENT_TYPE_INVALID, is_signed, constant_bits;
    uint64_t input = dxki_type_count(m, type_of(r, 3)), output = dxki_type_count(m, type_of(r, 0));
    dxki_type element = dxki_type_element(m, type_of(r, 0), 0);
    if (constant(r, 4, "InputInterp", &constant_bits)) {
        interpretation = constant_bits;
        check_component(r, interpretation, dxki_str("InputInterp"));
    }
    uint32_t pack = elements_per_scalar(interpretation);
    uint64_t expected = ((uint64_t)a.columns + pack - 1) / pack;
    if (expected != input)
        dxki_val_inst_error(r->v, r->inst, DXKI_VR_INSTR_LINALGMATRIXDIMKVECKMISMATCH,
                            DXKI_ARGS(dxki_val_arg_text_z("Input"), dxki_dec(input),
                                      dxki_dec(expected), dxki_dec(a.columns),
                                      dxki_val_arg_text_z(component_name(interpretation))));
    if (a.rows != output)
        dxki_val_inst_error(
            r->v, r->inst, DXKI_VR_INSTR_LINALGMATRIXDIMVECTORMISMATCH,
            DXKI_ARGS(dxki_val_arg_text_z("Output"), dxki_dec(output), dxki_dec(a.rows)));
    if (constant(r, 2, "IsSigned", &is_signed) && dxki_type_is_fp(m, element) && is_signed != 1) {
        dxki_text_snippets *snippets = dxki_val_snippets(r->v);
        if (snippets)
            dxki_val_inst_error(
                r->v, r->inst, DXKI_VR_INSTR_LINALGMATRIXUNSIGNEDFLOATTYPENOTALLOWED,
                DXKI_ARGS(dxki_val_arg_text(dxki_text_snippet_type(snippets, element))));
    }
}

static void check_bias(run *r)
{
    const dxk_module *m = r->v->m;
    matrix a = get(r, 1);
    uint64_t count = dxki_type_count(m, type_of(r, 5));
    dxki_type out = dxki_type_element(m, type_of(r, 0), 0);
    dxki_type bias = dxki_type_element(m, type_of(r, 5), 0);
    dxki_text_snippets *snippets = dxki_val_snippets(r->v);
    if (a.rows != count)
        dxki_val_inst_error(
            r->v, r->inst, DXKI_VR_INSTR_LINALGMATRIXDIMVECTORMISMATCH,
            DXKI_ARGS(dxki_val_arg_text_z("Bias"), dxki_dec(count), dxki_dec(a.rows)));
    if (bias == out || !snippets)
        return;
    dxk_str first = dxki_val_format(
        r->v, "%0", DXKI_ARGS(dxki_val_arg_text(dxki_text_snippet_type(snippets, out))));
    dxki_val_inst_error(r->v, r->inst, DXKI_VR_INSTR_LINALGMATRIXOUTPUTBIASVECMISMATCH,
                        DXKI_ARGS(dxki_val_arg_text(first),
                                  dxki_val_arg_text(dxki_text_snippet_type(snippets, bias))));
}

/* ---------------------------------------------------------------------------------------- */
/* Pairs of matrices                                                                          */

static void check_same_type(run *r)
{
    if (type_of(r, 0) != type_of(r, 1))
        dxki_val_inst_error(r->v, r->inst, DXKI_VR_INSTR_LINALGMATRIXNOTEXACTMATCH,
                            DXKI_ARGS(dxki_val_arg_text_z("Return"),
                                      dxki_val_arg_text(dxki_val_type_name(r->v, type_of(r, 0))),
                                      dxki_val_arg_text_z("arg 1"),
                                      dxki_val_arg_text(dxki_val_type_name(r->v, type_of(r, 1)))));
}

static void differ(run *r, const char *one, dxk_str one_is, const char *other, dxk_str other_is,
                   const char *what)
{
    dxki_val_inst_error(r->v, r->inst, DXKI_VR_INSTR_LINALGMATRIX2PARTSMUSTMATCH,
                        DXKI_ARGS(dxki_val_arg_text_z(one), dxki_val_arg_text_z(what),
                                  dxki_val_arg_text(one_is), dxki_val_arg_text_z(other),
                                  dxki_val_arg_text_z(what), dxki_val_arg_text(other_is)));
}

static void check_same_scope(run *r)
{
    matrix result = get(r, 0), right = get(r, 2);
    if (result.scope != right.scope)
        differ(r, "Return", dxki_str(scope_name(result.scope)), "Arg 2",
               dxki_str(scope_name(right.scope)), "scope");
}

static void check_same_size(run *r)
{
    matrix result = get(r, 0), right = get(r, 2);
    if (result.rows != right.rows || result.columns != right.columns)
        differ(r, "Arg 2", size_text(r->v, right.rows, right.columns), "return",
               size_text(r->v, result.rows, result.columns), "dimension");
}

static void check_convert(run *r)
{
    static const step to = {STEP_SHARED, 0, 0, "Destination"}, from = {STEP_SHARED, 1, 0, "Source"};
    matrix out = get(r, 0), in = get(r, 1);
    uint64_t transpose = 0;
    uint32_t rows = in.rows, columns = in.columns;
    if (constant(r, 2, "Transpose", &transpose) && transpose == 1) {
        rows = in.columns;
        columns = in.rows;
    }
    check_shared(r, &to);
    check_shared(r, &from);
    if (out.scope != in.scope)
        differ(r, "Destination", dxki_str(scope_name(out.scope)), "source",
               dxki_str(scope_name(in.scope)), "scope");
    if (out.rows != rows || out.columns != columns)
        differ(r, "Destination", size_text(r->v, out.rows, out.columns), "source",
               size_text(r->v, rows, columns), "dimension");
}

/* ---------------------------------------------------------------------------------------- */

static void do_step(run *r, const step *s)
{
    matrix m;
    uint64_t bits;
    switch (s->kind) {
    case STEP_RESULT:
        check_matrix(r, type_of(r, 0), dxki_str("Return"), dxki_str("return matrix"));
        break;
    case STEP_PARAMS:
        check_params(r);
        break;
    case STEP_NEED:
        r->stop = !describe(r->v, type_of(r, s->which), &m);
        break;
    case STEP_SHARED:
        check_shared(r, s);
        break;
    case STEP_THREAD:
        check_thread(r, s);
        break;
    case STEP_USE:
    case STEP_USE_AB:
        check_use(r, s);
        break;
    case STEP_LAYOUT:
        r->stop = !constant(r, s->which, "Layout", &bits);
        break;
    case STEP_ROWS_ONLY:
        check_rows_only(r, s);
        break;
    case STEP_BY_SCOPE:
        check_layout_by_scope(r, s);
        break;
    case STEP_STRIDE:
        check_stride(r, s);
        break;
    case STEP_BUFFER:
        check_buffer(r, s);
        break;
    case STEP_LOAD:
        check_load_buffer(r, s);
        break;
    case STEP_ALIGN:
        check_align(r, s);
        break;
    case STEP_PRODUCT:
        check_product(r, s);
        break;
    case STEP_VECTOR:
        check_vector(r);
        break;
    case STEP_BIAS:
        check_bias(r);
        break;
    case STEP_SAME_TYPE:
        check_same_type(r);
        break;
    case STEP_SAME_SCOPE:
        check_same_scope(r);
        break;
    case STEP_SAME_SIZE:
        check_same_size(r);
        break;
    default:
        check_convert(r);
        break;
    }
}

bool dxki_val_check_linalg_op(dxki_val *v, uint32_t inst, uint32_t row)
{
    if (row < DXKI_DXOP_LinAlgMatrixMultiplyAccumulate)
        return false;
    for (size_t i = 0; i < DXKI_COUNT(programs); i++) {
        if (programs[i].row != row)
            continue;
        run r = {v, inst, dxki_dxop_get((dxki_dxop)row)->name, false};
        for (const step *s = programs[i].steps; s->kind != STEP_END && !r.stop; s++)
            do_step(&r, s);
        return true;
    }
    return false;
}
