/* SPDX-License-Identifier: MIT */
/*
 * param.c - parameters and results of entry points and of functions that compute patch
 * constants: what stages hand over. Vertices of a primitive, patches and inputs that are arrays are
 * read where they are used; other inputs are read at the beginning; outputs are variables that are
 * written at the end, but for those of mesh shaders. See emit.h.
 */
#include "codegen/emit.h"

#include "base/count.h"
#include "hlsl/node.h"
#include "spec/semantics.h"

/* A function whose parameters are bound. */
typedef struct binding {
    dxki_emit *e;
    bool patch; /* it computes patch constants */
    dxk_entry_desc *d;
    uint32_t streams;
    bool has_input_patch, has_output_patch, has_payload;
    const dxki_hlsl_var *indices, *vertices, *primitives;
} binding;

/* ---------------------------------------------------------------------------------------- */
/* Points                                                                                     */

static dxki_sigpoint in_point(const binding *b)
{
    static const uint8_t points[] = {
        [DXK_SHADER_KIND_PIXEL] = DXKI_SIGPOINT_PS_IN,
        [DXK_SHADER_KIND_VERTEX] = DXKI_SIGPOINT_VS_IN,
        [DXK_SHADER_KIND_GEOMETRY] = DXKI_SIGPOINT_GS_IN,
        [DXK_SHADER_KIND_HULL] = DXKI_SIGPOINT_HS_IN,
        [DXK_SHADER_KIND_DOMAIN] = DXKI_SIGPOINT_DS_IN,
        [DXK_SHADER_KIND_COMPUTE] = DXKI_SIGPOINT_CS_IN,
        [DXK_SHADER_KIND_MESH] = DXKI_SIGPOINT_MS_IN,
        [DXK_SHADER_KIND_AMPLIFICATION] = DXKI_SIGPOINT_AS_IN,
        [DXK_SHADER_KIND_NODE] = DXKI_SIGPOINT_CS_IN,
    };
    size_t kind = (size_t)b->e->stage;

    return b->patch                    ? DXKI_SIGPOINT_PC_IN
           : kind < DXKI_COUNT(points) ? (dxki_sigpoint)points[kind]
                                       : DXKI_SIGPOINT_CS_IN;
}

/* Where results go; COUNT: the stage has none. */
static dxki_sigpoint out_point(const dxki_emit *e, bool patch)
{
    if (patch)
        return DXKI_SIGPOINT_PC_OUT;
    switch (e->stage) {
    case DXK_SHADER_KIND_PIXEL:
    case DXK_SHADER_KIND_VERTEX:
    case DXK_SHADER_KIND_HULL:
    case DXK_SHADER_KIND_DOMAIN:
        return dxki_sigpoint_of((uint32_t)e->stage, DXK_SIGNATURE_OUTPUT);
    default:
        return DXKI_SIGPOINT_COUNT;
    }
}

static dxki_emit_place signature_of(const binding *b, const dxki_hlsl_var *v,
                                    const dxki_hlsl_type *t, uint8_t point, uint32_t stream)
{
    bool again = b->patch && (point == DXKI_SIGPOINT_HSCP_IN || point == DXKI_SIGPOINT_HSCP_OUT);
    const dxki_emit_stage_place at = {.point = point, .stream = stream, .by_name = again};

    return dxki_emit_signature(b->e, &at, t, &v->decl->notes, v->mods, v->loc);
}

/* ---------------------------------------------------------------------------------------- */
/* Patches and streams                                                                        */

static void check_once(const binding *b, const dxki_hlsl_var *v, bool before, const char *what)
{
    if (before)
        DXKI_HLSL_REPORT(b->e->c, ONE_PATCH, v->loc, dxki_text(dxki_str(what)));
    if (v->direction & DXKI_HLSL_OUT)
        DXKI_HLSL_REPORT(b->e->c, PATCH_OUT, v->loc, dxki_text(dxki_str(what)));
    if (!v->type->count)
        DXKI_HLSL_REPORT(b->e->c, PATCH_EMPTY, v->loc, dxki_text(dxki_str(what)));
}

static void bind_object(binding *b, dxki_hlsl_var *v, const dxki_emit_place *place, uint32_t stream)
{
    dxki_emit_object *o = DXKI_HLSL_NEW(b->e->c, dxki_emit_object);
    dxki_emit_place *own = DXKI_HLSL_NEW(b->e->c, dxki_emit_place);

    if (!dxki_hlsl_ready(b->e->c))
        return;
    *own = *place;
    *o = (dxki_emit_object){.type = v->type, .is_set = true, .place = own, .stream = stream};
    v->place = o;
}

/* What the count of a patch must be, where two functions have one. */
static void check_count(const binding *b, const dxki_hlsl_var *v, uint32_t expected,
                        const char *what)
{
    if (v->type->count != expected)
        DXKI_HLSL_REPORT(b->e->c, PATCH_SIZE, v->loc, dxki_text(dxki_str(what)), dxki_dec(expected),
                         dxki_dec(v->type->count));
}

static void take_input_patch(binding *b, dxki_hlsl_var *v)
{
    dxk_shader_kind kind = b->e->stage;
    uint8_t point = kind == DXK_SHADER_KIND_GEOMETRY ? DXKI_SIGPOINT_GSV_IN : DXKI_SIGPOINT_HSCP_IN;

    check_once(b, v, b->has_input_patch, "InputPatch");
    b->has_input_patch = true;
    if (kind != DXK_SHADER_KIND_GEOMETRY && kind != DXK_SHADER_KIND_HULL) {
        DXKI_HLSL_REPORT(b->e->c, SIGNATURE_OBJECT, v->loc,
                         dxki_text(dxki_hlsl_type_text(b->e->c, v->type, true)));
        return;
    }
    if (b->patch)
        check_count(b, v, b->d->input_points, "input");
    b->d->input_points = v->type->count;
    if (kind == DXK_SHADER_KIND_GEOMETRY && v->type->count <= 32)
        b->d->input_primitive =
            (dxk_input_primitive)(DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH1 + v->type->count - 1);
    dxki_emit_place p = signature_of(b, v, v->type->element, point, 0);
    bind_object(b, v, &p, 0);
}

static void take_output_patch(binding *b, dxki_hlsl_var *v)
{
    bool domain = b->e->stage == DXK_SHADER_KIND_DOMAIN;

    check_once(b, v, b->has_output_patch, "OutputPatch");
    b->has_output_patch = true;
    if (!domain && !b->patch) {
        DXKI_HLSL_REPORT(b->e->c, SIGNATURE_OBJECT, v->loc,
                         dxki_text(dxki_hlsl_type_text(b->e->c, v->type, true)));
        return;
    }
    if (domain)
        b->d->input_points = v->type->count;
    else
        check_count(b, v, b->d->output_points, "output");
    dxki_emit_place p = signature_of(b, v, v->type->element,
                                     domain ? DXKI_SIGPOINT_DSCP_IN : DXKI_SIGPOINT_HSCP_OUT, 0);
    bind_object(b, v, &p, 0);
}

static void take_stream(binding *b, dxki_hlsl_var *v)
{
    dxk_primitive_topology topology =
        v->type->object == DXKI_HLSL_O_POINT_STREAM  ? DXK_PRIMITIVE_TOPOLOGY_POINT_LIST
        : v->type->object == DXKI_HLSL_O_LINE_STREAM ? DXK_PRIMITIVE_TOPOLOGY_LINE_STRIP
                                                     : DXK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
    uint32_t stream = b->streams++;

    if (v->direction != (DXKI_HLSL_IN | DXKI_HLSL_OUT)) {
        DXKI_HLSL_SAY(b->e->c, STREAM_INOUT, v->loc);
        return;
    }
    if (b->e->stage != DXK_SHADER_KIND_GEOMETRY || stream > 3) {
        DXKI_HLSL_REPORT(b->e->c, SIGNATURE_OBJECT, v->loc,
                         dxki_text(dxki_hlsl_type_text(b->e->c, v->type, true)));
        return;
    }
    if (stream > 0 && (topology != DXK_PRIMITIVE_TOPOLOGY_POINT_LIST || b->d->topology != topology))
        DXKI_HLSL_SAY(b->e->c, STREAM_POINTS, v->loc);
    b->d->topology = topology;
    dxki_emit_place p = signature_of(b, v, v->type->element, DXKI_SIGPOINT_GS_OUT, stream);
    bind_object(b, v, &p, stream);
}

/* Only objects of the stage need no semantic, which others cannot have. */
static void no_semantic(dxki_hlsl *c, const dxki_hlsl_var *v)
{
    if (v->direction & DXKI_HLSL_IN)
        DXKI_HLSL_SAY(c, NO_SEMANTIC, v->loc);
    else
        DXKI_HLSL_SAY(c, NO_OUTPUT_SEMANTIC, v->loc);
}

static void take_object(binding *b, dxki_hlsl_var *v)
{
    switch (v->type->object) {
    case DXKI_HLSL_O_INPUT_PATCH:
        take_input_patch(b, v);
        break;
    case DXKI_HLSL_O_OUTPUT_PATCH:
        take_output_patch(b, v);
        break;
    case DXKI_HLSL_O_POINT_STREAM:
    case DXKI_HLSL_O_LINE_STREAM:
    case DXKI_HLSL_O_TRIANGLE_STREAM:
        take_stream(b, v);
        break;
    default:
        if (b->e->stage != DXK_SHADER_KIND_NODE || !dxki_hlsl_node_at(v->type->object))
            no_semantic(b->e->c, v);
        break; /* all those of nodes come later, from the last one on */
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Primitives of geometry shaders                                                             */

static const struct {
    uint64_t mod;
    dxk_input_primitive primitive;
    uint32_t vertices;
    const char *name;
} primitives[] = {
    {DXKI_AST_MOD(POINT), DXK_INPUT_PRIMITIVE_POINT, 1, "point"},
    {DXKI_AST_MOD(LINE), DXK_INPUT_PRIMITIVE_LINE, 2, "line"},
    {DXKI_AST_MOD(TRIANGLE), DXK_INPUT_PRIMITIVE_TRIANGLE, 3, "triangle"},
    {DXKI_AST_MOD(LINEADJ), DXK_INPUT_PRIMITIVE_LINE_WITH_ADJACENCY, 4, "lineadj"},
    {DXKI_AST_MOD(TRIANGLEADJ), DXK_INPUT_PRIMITIVE_TRIANGLE_WITH_ADJACENCY, 6, "triangleadj"},
};

/* The row of a parameter's primitive; COUNT: it is none. */
static size_t primitive_of(const dxki_hlsl_var *v)
{
    size_t i = 0;

    while (i < DXKI_COUNT(primitives) && !(v->mods & primitives[i].mod))
        i++;
    return i;
}

static bool take_primitive(binding *b, const dxki_hlsl_var *v, size_t row, dxki_emit_place *out)
{
    dxki_hlsl *c = b->e->c;

    if (v->type->kind != DXKI_HLSL_TY_ARRAY) {
        DXKI_HLSL_SAY(c, PRIMITIVE_ARRAY, v->loc);
        return false;
    }
    if (v->type->count != primitives[row].vertices) {
        DXKI_HLSL_REPORT(c, PRIMITIVE_SIZE, v->loc, dxki_text(dxki_str(primitives[row].name)),
                         dxki_dec(primitives[row].vertices));
        return false;
    }
    if (b->d->input_primitive && b->d->input_primitive != primitives[row].primitive)
        DXKI_HLSL_SAY(c, PRIMITIVE_CONFLICT, v->loc);
    b->d->input_primitive = primitives[row].primitive;
    *out = signature_of(b, v, v->type->element, DXKI_SIGPOINT_GSV_IN, 0);
    out->type = v->type;
    out->of_vertices = true;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Outputs of mesh shaders                                                                    */

static void check_mesh_array(const binding *b, const dxki_hlsl_var *v, const dxki_hlsl_var *before,
                             const char *what, uint32_t *most)
{
    bool vertices = most == &b->d->max_vertices;
    dxki_hlsl *c = b->e->c;
    dxki_arg word = dxki_text(dxki_str(what));

    if (before)
        DXKI_HLSL_REPORT(c, MESH_ONCE, v->loc, word);
    if (v->type->kind != DXKI_HLSL_TY_ARRAY || !v->type->count)
        DXKI_HLSL_REPORT(c, MESH_ARRAY, v->loc, word);
    else if (v->type->count > 256)
        DXKI_HLSL_REPORT(c, MESH_COUNT, v->loc,
                         dxki_text(dxki_str(vertices ? "vertex" : "primitive")), dxki_dec(256));
    else if (*most && *most != v->type->count)
        DXKI_HLSL_SAY(c, MESH_MISMATCH, v->loc);
    *most = v->type->count;
}

/* Indices are uint2 for lines, uint3 for triangles. */
static void check_indices(const binding *b, const dxki_hlsl_var *v)
{
    const dxki_hlsl_type *t = v->type->kind == DXKI_HLSL_TY_ARRAY ? v->type->element : v->type;
    bool line = b->d->mesh_topology == DXK_MESH_TOPOLOGY_LINE;
    bool known = b->d->mesh_topology != DXK_MESH_TOPOLOGY_UNDEFINED;

    if (t->kind != DXKI_HLSL_TY_VECTOR || t->scalar != DXKI_HLSL_S_UINT ||
        (t->columns != 2 && t->columns != 3))
        DXKI_HLSL_SAY(b->e->c, INDICES_TYPE, v->loc);
    else if (known && t->columns != (line ? 2 : 3))
        DXKI_HLSL_REPORT(b->e->c, INDICES_TOPOLOGY, v->loc,
                         dxki_text(dxki_str(line ? "line" : "triangle")),
                         dxki_text(dxki_str(line ? "uint2" : "uint3")));
}

static void take_mesh_array(binding *b, const dxki_hlsl_var *v, dxki_emit_place *out)
{
    bool is_vertices = v->mods & DXKI_AST_MOD(VERTICES);
    uint8_t point = is_vertices ? DXKI_SIGPOINT_MS_OUT : DXKI_SIGPOINT_MSP_OUT;

    if (!(v->direction & DXKI_HLSL_OUT) || v->direction & DXKI_HLSL_IN) {
        DXKI_HLSL_REPORT(b->e->c, MESH_OUT, v->loc,
                         dxki_text(dxki_str(is_vertices                       ? "vertices"
                                            : v->mods & DXKI_AST_MOD(INDICES) ? "indices"
                                                                              : "primitives")));
        return;
    }
    if (v->mods & DXKI_AST_MOD(INDICES)) {
        check_mesh_array(b, v, b->indices, "indices", &b->d->max_primitives);
        check_indices(b, v);
        b->indices = v;
        *out = (dxki_emit_place){.kind = DXKI_EMIT_INDICES, .type = v->type, .of_vertices = true};
        return;
    }
    if (is_vertices) {
        check_mesh_array(b, v, b->vertices, "vertices", &b->d->max_vertices);
        b->vertices = v;
    } else {
        check_mesh_array(b, v, b->primitives, "primitives", &b->d->max_primitives);
        b->primitives = v;
    }
    if (v->type->kind != DXKI_HLSL_TY_ARRAY)
        return;
    *out = signature_of(b, v, v->type->element, point, 0);
    out->type = v->type;
    out->of_vertices = true;
}

static void take_payload(binding *b, const dxki_hlsl_var *v, dxki_emit_place *out)
{
    dxki_emit *e = b->e;

    if (v->direction != DXKI_HLSL_IN || !(v->mods & DXKI_AST_MOD(IN))) {
        DXKI_HLSL_SAY(e->c, PAYLOAD_IN, v->loc);
        return;
    }
    if (b->has_payload)
        DXKI_HLSL_SAY(e->c, PAYLOAD_ONCE, v->loc);
    b->has_payload = true;
    if (v->type->kind != DXKI_HLSL_TY_RECORD) {
        DXKI_HLSL_SAY(e->c, PAYLOAD_TYPE, v->loc);
        return;
    }
    b->d->payload_size = dxki_hlsl_packed_size(e->c, v->type);
    dxk_type type =
        dxk_builder_pointer(e->b, dxki_emit_payload_type(e, v->type), DXK_SPACE_DEFAULT);
    *out = dxki_emit_record(v->type, dxki_emit_op(e, DXK_OP_GetMeshPayload, type, NULL, 0));
}

/* ---------------------------------------------------------------------------------------- */
/* Inputs                                                                                     */

/* Is there a number in it that has more than one register? */
static bool has_rows(const dxki_hlsl_type *t)
{
    if (t->kind == DXKI_HLSL_TY_RECORD) {
        for (size_t i = 0; i < t->record->field_count; i++) {
            if (has_rows(t->record->fields[i].type))
                return true;
        }
    }
    return t->kind == DXKI_HLSL_TY_ARRAY || t->kind == DXKI_HLSL_TY_MATRIX;
}

/* Gives a parameter a variable with the value that is at a place. */
static void copy_in(dxki_emit *e, const dxki_hlsl_var *v, const dxki_emit_place *from,
                    dxki_emit_place *own)
{
    *own = dxki_emit_allocate(e, v->type, false, v);
    dxki_emit_store(e, own, dxki_emit_load(e, from));
}

static void take_input(binding *b, const dxki_hlsl_var *v, dxki_emit_place *own)
{
    dxki_emit *e = b->e;
    size_t primitive = primitive_of(v);
    dxki_emit_place from = dxki_emit_nowhere();
    bool in_place = v->direction == DXKI_HLSL_IN && !v->written;

    if (e->stage == DXK_SHADER_KIND_GEOMETRY && primitive < DXKI_COUNT(primitives)) {
        if (!take_primitive(b, v, primitive, &from))
            return;
    } else if (v->mods & DXKI_AST_MOD(PAYLOAD) && e->stage == DXK_SHADER_KIND_MESH) {
        take_payload(b, v, &from);
    } else {
        from = signature_of(b, v, v->type, (uint8_t)in_point(b), 0);
        in_place = in_place && (has_rows(v->type) || e->evaluates);
    }
    if (in_place)
        *own = from;
    else
        copy_in(e, v, &from, own);
}

/* Positions and depths must be written, somewhere at least. */
static void check_written(binding *b, const dxki_hlsl_var *v)
{
    static const char *const names[] = {"SV_Position", "SV_Depth", "SV_DepthGreaterEqual",
                                        "SV_DepthLessEqual"};

    for (size_t i = 0; !v->written && i < v->decl->notes.count; i++) {
        const dxki_ast_note *n = &v->decl->notes.items[i];
        for (size_t k = 0; n->kind == DXKI_AST_SEMANTIC && k < DXKI_COUNT(names); k++) {
            if (dxki_str_same_fold(n->name->text, dxki_str(names[k])))
                DXKI_HLSL_REPORT(b->e->c, UNWRITTEN, v->loc, dxki_text(dxki_str(names[k])));
        }
    }
}

static void take_param(binding *b, dxki_hlsl_var *v, dxki_emit_place *own)
{
    dxki_emit *e = b->e;
    const uint64_t mesh = DXKI_AST_MOD(VERTICES) | DXKI_AST_MOD(INDICES) | DXKI_AST_MOD(PRIMITIVES);

    if (v->type->kind == DXKI_HLSL_TY_OBJECT) {
        take_object(b, v);
        return;
    }
    if (v->type->has_objects) {
        no_semantic(e->c, v);
        return;
    }
    v->place = own;
    *own = dxki_emit_nowhere();
    if (e->stage == DXK_SHADER_KIND_MESH && v->mods & mesh)
        take_mesh_array(b, v, own);
    else if (v->direction & DXKI_HLSL_IN)
        take_input(b, v, own);
    else {
        check_written(b, v);
        *own = dxki_emit_allocate(e, v->type, false, v);
    }
}

void dxki_emit_params(dxki_emit *e, dxki_hlsl_function *f, bool patch, dxki_emit_place *places,
                      dxk_entry_desc *d)
{
    binding b = {.e = e, .patch = patch, .d = d};
    const dxki_sigpoint point = out_point(e, patch);

    if (!patch && (f->result->kind == DXKI_HLSL_TY_VOID || point == DXKI_SIGPOINT_COUNT))
        dxki_emit_check_result(e, (uint8_t)point, f);
    for (size_t i = 0; i < f->param_count && dxki_emit_ready(e); i++)
        take_param(&b, f->params[i], &places[i]);
    if (e->stage == DXK_SHADER_KIND_NODE)
        dxki_emit_node_params(e, f, places);
}

/* ---------------------------------------------------------------------------------------- */
/* Outputs                                                                                    */

static void give_once(dxki_emit *e, const dxki_emit_place *p, const dxki_hlsl_type *t,
                      const dxki_emit_place *to)
{
    dxki_emit_value v = dxki_emit_load(e, p);

    if (v.type->leaves == t->leaves && dxki_emit_ready(e))
        dxki_emit_store(e, to, v);
}

/* Each `return` of a structure gives all outputs, as in the reference: which ones depend on inputs that
 * decide where the function returns follows from that. */
static void give_at_returns(dxki_emit *e, const dxki_hlsl_type *t, const dxki_emit_place *to)
{
    dxk_block end = dxki_emit_new_block(e);

    dxki_emit_jump(e, end);
    for (size_t i = 0; i < e->returns.count && dxki_emit_ready(e); i++) {
        dxki_emit_at(e, e->returns.items[i]);
        give_once(e, &e->result, t, to);
        dxki_emit_jump(e, end);
    }
    dxki_emit_at(e, end);
}

static void give(dxki_emit *e, bool patch, const dxki_emit_place *p, const dxki_hlsl_type *t,
                 const dxki_ast_notes *notes, uint64_t mods, dxki_hlsl_loc loc)
{
    const dxki_emit_stage_place at = {.point = (uint8_t)out_point(e, patch), .is_output = true};

    if (at.point == DXKI_SIGPOINT_COUNT) {
        if (e->stage == DXK_SHADER_KIND_COMPUTE)
            DXKI_HLSL_SAY(e->c, CS_SEMANTIC, loc);
        else
            DXKI_HLSL_REPORT(e->c, NO_OUTPUTS, loc,
                             dxki_text(dxki_str(dxki_hlsl_stage_name(e->c))));
        return;
    }
    dxki_emit_place to = dxki_emit_signature(e, &at, t, notes, mods, loc);
    if (e->splits_returns && p == &e->result)
        give_at_returns(e, t, &to);
    else
        give_once(e, p, t, &to);
}

void dxki_emit_outputs(dxki_emit *e, dxki_hlsl_function *f, bool patch,
                       const dxki_emit_place *places)
{
    memset(e->position, 0, sizeof e->position);
    if (f->result->kind != DXKI_HLSL_TY_VOID)
        give(e, patch, &e->result, f->result, &f->decl->notes, f->decl->mods, f->loc);
    for (size_t i = 0; i < f->param_count && dxki_emit_ready(e); i++) {
        const dxki_hlsl_var *v = f->params[i];
        if (v->direction & DXKI_HLSL_OUT && v->type->kind != DXKI_HLSL_TY_OBJECT &&
            places[i].kind == DXKI_EMIT_LOCAL)
            give(e, patch, &places[i], v->type, &v->decl->notes, v->mods, v->loc);
    }
    if (e->plane_count && dxki_emit_ready(e))
        dxki_emit_clip_planes(e, f);
}

/* ---------------------------------------------------------------------------------------- */

bool dxki_emit_is_input(const dxki_hlsl_node *n)
{
    while (n->kind == DXKI_HLSL_N_FIELD || n->kind == DXKI_HLSL_N_ELEMENT ||
           n->kind == DXKI_HLSL_N_SWIZZLE)
        n = n->a;
    if (n->kind == DXKI_HLSL_N_SUBSCRIPT)
        return n->a->type->object == DXKI_HLSL_O_INPUT_PATCH ||
               n->a->type->object == DXKI_HLSL_O_OUTPUT_PATCH;
    if (n->kind != DXKI_HLSL_N_VAR || n->var->storage != DXKI_HLSL_LOCAL || !n->var->place ||
        n->var->type->has_objects)
        return false;
    uint8_t kind = ((const dxki_emit_place *)n->var->place)->kind;
    return kind == DXKI_EMIT_SIGNATURE || kind == DXKI_EMIT_INDICES;
}

static bool has_array(const dxki_hlsl_type *t)
{
    bool found = t->kind == DXKI_HLSL_TY_ARRAY;

    for (size_t i = 0; t->kind == DXKI_HLSL_TY_RECORD && i < t->record->field_count && !found; i++)
        found = has_array(t->record->fields[i].type);
    return found;
}

/* Is it part of a constant buffer, or of what a shader only reads? */
static bool is_only_read(const dxki_hlsl_node *n)
{
    while (n->kind == DXKI_HLSL_N_FIELD || n->kind == DXKI_HLSL_N_ELEMENT)
        n = n->a;
    if (n->kind == DXKI_HLSL_N_CONTENT)
        return true;
    if (n->kind == DXKI_HLSL_N_SUBSCRIPT)
        return n->a->type->object == DXKI_HLSL_O_STRUCTURED;
    if (n->kind != DXKI_HLSL_N_VAR)
        return false;
    const dxki_emit_place *p = n->var->place;
    if (n->var->storage == DXKI_HLSL_CONSTANT)
        return !p;
    return n->var->storage == DXKI_HLSL_LOCAL && p &&
           (p->kind == DXKI_EMIT_CONSTANTS || (p->kind == DXKI_EMIT_PACKED && p->object &&
                                               p->object->object == DXKI_HLSL_O_STRUCTURED));
}

bool dxki_emit_is_fixed(const dxki_emit *e, const dxki_hlsl_node *n)
{
    return dxki_emit_is_input(n) || (!e->c->options.no_optimize && !n->type->has_objects &&
                                     has_array(n->type) && is_only_read(n));
}

/* Does it consist of four numbers of that kind again and again? So it has the same place in a constant
 * buffer however it is made up. */
static bool is_of_rows(const dxki_hlsl_type *t, uint8_t *scalar)
{
    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    for (size_t i = 0; t->kind == DXKI_HLSL_TY_RECORD && i < t->record->field_count; i++)
        if (!is_of_rows(t->record->fields[i].type, scalar))
            return false;
    if (t->kind == DXKI_HLSL_TY_RECORD)
        return true;
    if (t->kind != DXKI_HLSL_TY_VECTOR || t->columns != 4 ||
        (*scalar != UINT8_MAX && *scalar != t->scalar))
        return false;
    *scalar = t->scalar;
    return t->scalar == DXKI_HLSL_S_FLOAT || t->scalar == DXKI_HLSL_S_INT ||
           t->scalar == DXKI_HLSL_S_UINT;
}

bool dxki_emit_other_name(dxki_emit *e, const dxki_hlsl_var *v, const dxki_hlsl_node *value,
                          dxki_emit_place *p)
{
    uint8_t scalar = UINT8_MAX;

    if (!value || v->written)
        return false;
    if (v->type == value->type && dxki_emit_is_fixed(e, value)) {
        *p = dxki_emit_place_of(e, value);
        return true;
    }
    while (value->kind == DXKI_HLSL_N_CONVERT && is_of_rows(value->type, &scalar))
        value = value->a;
    if (value->type->leaves != v->type->leaves || !is_of_rows(value->type, &scalar) ||
        !is_of_rows(v->type, &scalar) || !dxki_emit_is_fixed(e, value))
        return false;
    *p = dxki_emit_place_of(e, value);
    if (p->kind != DXKI_EMIT_CONSTANTS)
        return false;
    p->type = v->type;
    return true;
}
