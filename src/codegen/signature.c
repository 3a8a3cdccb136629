/* SPDX-License-Identifier: MIT */
/*
 * signature.c - what enters and leaves a function of a stage: types become elements of
 * signatures, or operations that give a system value. A type has one part for each of its slots
 * (see sema/layout.c), so places in signatures are taken apart as local variables are. See emit.h.
 */
#include "codegen/part.h"

#include "base/count.h"

/* Slots of a type in a signature, more than registers can have, and arrays around one of them. */
#define MOST_PARTS 1024u
#define MOST_DIMS  32u

/* What system values that are no elements are entered as. */
#define NO_SIGNATURE 8

/* ---------------------------------------------------------------------------------------- */
/* Names                                                                                      */

/* Where an element's name comes from: its own semantic, or that of what it is part of. */
typedef struct naming {
    dxk_str name;  /* without digits; empty: none yet */
    uint32_t next; /* index of the next row */
    bool fixed;    /* of something around: names inside are ignored */
    bool inner;    /* a member of the parameter has it */
    uint64_t mods; /* modifiers that say how it is interpolated */
    dxki_hlsl_loc loc;
} naming;

static void take_name(dxk_str text, naming *n)
{
    n->next = dxki_str_cut_number(&text);
    n->name = text;
}

/* Modifiers that say how something is interpolated: one of a member replaces those around it. */
#define INTERPOLATION                                                                              \
    (DXKI_AST_MOD(NOINTERPOLATION) | DXKI_AST_MOD(LINEAR) | DXKI_AST_MOD(CENTER) |                 \
     DXKI_AST_MOD(NOPERSPECTIVE) | DXKI_AST_MOD(SAMPLE) | DXKI_AST_MOD(CENTROID))

/* The name that a declaration gives what it declares: the first of its semantics. */
static naming name_of(const naming *outer, const dxki_ast_notes *notes, uint64_t mods,
                      dxki_hlsl_loc loc)
{
    naming n = *outer;

    n.mods = mods | (mods & INTERPOLATION ? outer->mods & ~INTERPOLATION : outer->mods);
    n.loc = loc;
    for (size_t i = 0; !n.fixed && i < notes->count; i++) {
        if (notes->items[i].kind != DXKI_AST_SEMANTIC)
            continue;
        take_name(notes->items[i].name->text, &n);
        n.loc = notes->items[i].loc;
        n.fixed = true;
    }
    return n;
}

/* Semantics of shaders of Direct3D 9, and what they became. */
static const struct {
    uint8_t point;
    const char *old, *name;
} renamed[] = {
    {DXKI_SIGPOINT_PS_OUT, "COLOR", "SV_Target"},
    {DXKI_SIGPOINT_PS_OUT, "DEPTH", "SV_Depth"},
    {DXKI_SIGPOINT_VS_OUT, "POSITION", "SV_Position"},
    {DXKI_SIGPOINT_PS_IN, "VPOS", "SV_Position"},
};

static void rename(dxki_hlsl *c, uint8_t point, naming *n)
{
    for (size_t i = 0; c->options.direct3d_9 && i < DXKI_COUNT(renamed); i++) {
        if (renamed[i].point != point || !dxki_str_same_fold(n->name, dxki_str(renamed[i].old)))
            continue;
        dxk_str name = dxki_str(renamed[i].name);
        DXKI_HLSL_REPORT(c, SEMANTIC_OF_DX9, n->loc, dxki_text(n->name), dxki_text(name));
        n->name = name;
    }
}

/* The system value of that name; ARBITRARY: none, INVALID: it begins as one, but is none. */
static uint32_t semantic_of(dxk_str name)
{
    for (uint32_t kind = 1; kind < DXK_SEMANTIC_KIND_INVALID; kind++) {
        if (dxki_str_same_fold(name, dxki_str(dxki_semantic_name(kind))))
            return kind;
    }
    return name.size >= 3 && dxki_str_same_fold((dxk_str){name.data, 3}, dxki_str("SV_"))
               ? DXK_SEMANTIC_KIND_INVALID
               : DXK_SEMANTIC_KIND_ARBITRARY;
}

dxk_interpolation_mode dxki_emit_interpolation(uint64_t mods)
{
    bool centroid = mods & DXKI_AST_MOD(CENTROID), sample = mods & DXKI_AST_MOD(SAMPLE);

    if (mods & DXKI_AST_MOD(NOINTERPOLATION))
        return DXK_INTERPOLATION_MODE_CONSTANT;
    if (mods & DXKI_AST_MOD(NOPERSPECTIVE))
        return sample     ? DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE_SAMPLE
               : centroid ? DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE_CENTROID
                          : DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE;
    return sample                        ? DXK_INTERPOLATION_MODE_LINEAR_SAMPLE
           : centroid                    ? DXK_INTERPOLATION_MODE_LINEAR_CENTROID
           : mods & DXKI_AST_MOD(LINEAR) ? DXK_INTERPOLATION_MODE_LINEAR
                                         : DXK_INTERPOLATION_MODE_UNDEFINED;
}

/* ---------------------------------------------------------------------------------------- */
/* Shapes                                                                                     */

static dxk_component_type component_of(const dxki_emit *e, const dxki_hlsl_type *t)
{
    static const dxk_component_type halves[] = {
        DXK_COMPONENT_TYPE_F16, DXK_COMPONENT_TYPE_SNORM_F16, DXK_COMPONENT_TYPE_UNORM_F16};
    static const dxk_component_type floats[] = {
        DXK_COMPONENT_TYPE_F32, DXK_COMPONENT_TYPE_SNORM_F32, DXK_COMPONENT_TYPE_UNORM_F32};
    const dxki_hlsl_scalar_info *info = dxki_hlsl_info(t);
    bool sign = info->number == DXKI_HLSL_SINT;

    switch (dxki_emit_type(e, t->scalar)) {
    case DXK_TYPE_I1:
        return DXK_COMPONENT_TYPE_I1;
    case DXK_TYPE_HALF:
        return halves[t->norm % 3];
    case DXK_TYPE_FLOAT:
        return floats[t->norm % 3];
    case DXK_TYPE_I16:
        return sign ? DXK_COMPONENT_TYPE_I16 : DXK_COMPONENT_TYPE_U16;
    default:
        return sign ? DXK_COMPONENT_TYPE_I32 : DXK_COMPONENT_TYPE_U32;
    }
}

/* Registers of a type, up to one more than there are; what is too deep has none. */
static uint32_t rows_of(const dxki_emit *e, const dxki_hlsl_type *t)
{
    uint64_t rows = 0;

    if (!dxki_hlsl_enter(e->c, (dxki_hlsl_loc){0, 0}))
        return 0;
    if (t->kind == DXKI_HLSL_TY_ARRAY) {
        rows = (uint64_t)t->count * rows_of(e, t->element);
    } else if (t->kind == DXKI_HLSL_TY_RECORD) {
        for (size_t i = 0; i < t->record->field_count; i++)
            rows += rows_of(e, t->record->fields[i].type);
    } else if (t->kind == DXKI_HLSL_TY_MATRIX) {
        rows = dxki_hlsl_by_rows(e->c, t) ? t->rows : t->columns;
    } else {
        rows = 1;
    }
    dxki_hlsl_leave(e->c);
    return rows > DXK_SIGNATURE_REGISTERS ? DXK_SIGNATURE_REGISTERS + 1 : (uint32_t)rows;
}

/* ---------------------------------------------------------------------------------------- */
/* Elements                                                                                   */

/* A type that is being taken apart. */
typedef struct flattening {
    dxki_emit *e;
    uint8_t point; /* dxki_sigpoint */
    uint32_t stream;
    bool by_name; /* the elements are there already */
    bool is_output;
    uint8_t which; /* dxk_signature_kind, or NO_SIGNATURE and the point */
    dxki_emit_part *parts;
    uint32_t count;
    struct {
        uint32_t count;
        uint32_t stride; /* of semantic indices; 0: it follows from what has the name */
    } dims[MOST_DIMS];
    uint32_t dim_count;
} flattening;

static bool has_index(const dxki_emit_sig_element *old, const uint32_t *indices, uint32_t count,
                      uint32_t *found)
{
    for (uint32_t i = 0; i < old->rows; i++) {
        for (uint32_t k = 0; k < count; k++) {
            *found = indices[k];
            if (old->indices[i] == indices[k])
                return true;
        }
    }
    return false;
}

/* The element of that name that has one of the indices; NULL: none. */
static const dxki_emit_sig_element *find_element(const flattening *g, dxk_str name,
                                                 const uint32_t *indices, uint32_t count,
                                                 uint32_t *found)
{
    for (const dxki_emit_sig_element *old = g->e->elements; old; old = old->next) {
        if (old->which == g->which && old->stream == g->stream &&
            dxki_str_same_fold(old->name, name) && has_index(old, indices, count, found))
            return old;
    }
    return NULL;
}

static void remember(const flattening *g, const naming *n, const uint32_t *indices, uint32_t rows,
                     uint32_t id)
{
    dxki_emit_sig_element *made = DXKI_HLSL_NEW(g->e->c, dxki_emit_sig_element);

    *made = (dxki_emit_sig_element){.which = g->which,
                                    .stream = g->stream,
                                    .name = n->name,
                                    .indices = indices,
                                    .rows = rows,
                                    .id = id,
                                    .loc = n->loc,
                                    .next = g->e->elements};
    if (dxki_hlsl_ready(g->e->c))
        g->e->elements = made;
}

/* Is a name free at these indices? Plain names that are not are the validator's to refuse. */
static bool check_overlap(const flattening *g, const naming *n, const uint32_t *indices,
                          uint32_t rows)
{
    uint32_t found = 0;

    if (!find_element(g, n->name, indices, rows, &found))
        return true;
    if (semantic_of(n->name) == DXK_SEMANTIC_KIND_ARBITRARY)
        DXKI_HLSL_REPORT(g->e->c, SEMANTIC_AGAIN, n->loc, dxki_text(n->name), dxki_dec(found));
    else
        DXKI_HLSL_REPORT(g->e->c, SYSTEM_VALUE_AGAIN, n->loc, dxki_text(n->name), dxki_dec(found));
    return false;
}

/* Is a truth value with that semantic declared as a number? For the first two validators it was not. */
static bool is_number(const dxki_emit *e, uint32_t semantic)
{
    const dxk_hlsl_options *o = &e->c->options;

    return semantic == DXK_SEMANTIC_KIND_IS_FRONT_FACE &&
           (o->any_validator || o->validator_major != 1 || o->validator_minor >= 2);
}

/* Makes an element of `rows` registers, whose number becomes *id. */
static bool make_element(const flattening *g, const naming *n, const dxki_emit_part *p,
                         const uint32_t *indices, uint32_t rows, uint32_t *id)
{
    dxki_emit *e = g->e;
    dxk_element_desc d = {.type = component_of(e, p->number),
                          .columns = p->columns,
                          .rows = rows,
                          .indices = indices,
                          .stream = g->stream,
                          .interpolation = dxki_emit_interpolation(n->mods),
                          .whole_name = true};

    if (g->point == DXKI_SIGPOINT_MSP_OUT && d.interpolation != DXK_INTERPOLATION_MODE_UNDEFINED &&
        d.interpolation != DXK_INTERPOLATION_MODE_CONSTANT) {
        DXKI_HLSL_SAY(e->c, PRIMITIVE_INTERPOLATION, n->loc);
        return false;
    }
    if (!check_overlap(g, n, indices, rows))
        return false;
    d.semantic = dxki_hlsl_text(e->c, n->name).data;
    if (d.type == DXK_COMPONENT_TYPE_I1 && is_number(e, semantic_of(n->name)))
        d.type = DXK_COMPONENT_TYPE_U32;
    const size_t said = e->c->ctx->diag_count;
    dxk_element made = dxk_builder_element(e->b, (dxk_signature_kind)g->which, &d);
    dxki_hlsl_adopt(e->c, said, n->loc, d.semantic);
    if (made == DXK_NONE)
        return false;
    dxki_hlsl_keep_place(
        e->c, (dxki_hlsl_placed){
                  .thing = DXKI_HLSL_ELEMENT, .name = n->name, .line = g->which, .loc = n->loc});
    *id = dxk_builder_element_id(e->b, made);
    remember(g, n, indices, rows, *id);
    return true;
}

/* Semantic indices of all rows: those of instance after instance. */
static uint32_t *indices_of(flattening *g, const naming *n, const dxki_emit_part *p,
                            uint32_t own_rows)
{
    uint32_t *all = DXKI_NEW_ARRAY(&g->e->c->arena, uint32_t, p->all_rows);

    if (!all) {
        dxki_hlsl_nomem(g->e->c);
        return NULL;
    }
    for (uint32_t i = 0; i < p->all_rows; i++) {
        uint32_t rest = i / own_rows, index = n->next + i % own_rows;
        for (uint32_t d = g->dim_count; d-- > 0;) {
            index += rest % g->dims[d].count * g->dims[d].stride;
            rest /= g->dims[d].count;
        }
        all[i] = index;
    }
    return all;
}

/* The element that the hull shader has for what its patch constant function reads. */
static void take_element(flattening *g, const naming *n, dxki_emit_part *p, const uint32_t *indices)
{
    uint32_t found;
    const dxki_emit_sig_element *old = find_element(g, n->name, indices, 1, &found);

    if (old)
        p->element = old->id;
    else
        DXKI_HLSL_REPORT(g->e->c, NO_HULL_ELEMENT, n->loc, dxki_text(n->name),
                         dxki_text(dxki_str(g->which == DXK_SIGNATURE_INPUT ? "input" : "output")));
}

/* Render targets of an array are elements of their own, the last one first; those of a matrix would be one
 * element. */
static void make_targets(flattening *g, const naming *n, dxki_emit_part *p, const uint32_t *indices)
{
    uint32_t id;

    if (p->number->kind == DXKI_HLSL_TY_MATRIX) {
        DXKI_HLSL_SAY(g->e->c, TARGET_ROWS, n->loc);
        return;
    }
    p->split = true;
    for (uint32_t i = p->all_rows; i-- > 0;) {
        if (!make_element(g, n, p, &indices[i], 1, &id))
            return;
        if (i + 1 == p->all_rows)
            p->element = id;
    }
}

static bool is_possible(flattening *g, const naming *n, const dxki_emit_part *p)
{
    dxki_emit *e = g->e;

    if (dxki_hlsl_info(p->number)->bits == 64) {
        const bool is_real = dxki_hlsl_info(p->number)->number == DXKI_HLSL_REAL;
        DXKI_HLSL_REPORT(e->c, DOUBLE_SIGNATURE, n->loc,
                         dxki_text(dxki_str(is_real ? "double" : "i64")), dxki_text(n->name));
        return false;
    }
    if (p->columns > 4) {
        DXKI_HLSL_REPORT(e->c, LONG_VECTOR, n->loc,
                         dxki_text(dxki_str("entry function parameters")));
        return false;
    }
    if (p->all_rows > DXK_SIGNATURE_REGISTERS) {
        DXKI_HLSL_REPORT(e->c, MANY_REGISTERS, n->loc, dxki_text(n->name),
                         dxki_dec(DXK_SIGNATURE_REGISTERS));
        return false;
    }
    return true;
}

/* The stage does not have that system value. */
static void refuse_name(const flattening *g, const naming *n)
{
    dxki_arg stage = dxki_text(dxki_str(dxki_hlsl_stage_name(g->e->c)));

    if (n->inner)
        DXKI_HLSL_REPORT(g->e->c, SEMANTIC_STAGE, n->loc, dxki_text(n->name), stage);
    else
        DXKI_HLSL_REPORT(g->e->c, SEMANTIC, n->loc, dxki_text(n->name), stage,
                         dxki_dec(g->e->c->model_minor));
}

/* What a name means here: 0, or the operation that gives the value; false: reported. */
static bool find_operation(flattening *g, const naming *n, uint32_t semantic, dxki_semantic_use use,
                           dxki_emit_part *p)
{
    if (use != DXKI_SEMANTIC_NOT_IN_SIGNATURE && use != DXKI_SEMANTIC_SHADOW)
        return true;
    p->operation = dxki_emit_operation_of(semantic);
    if (!p->operation)
        refuse_name(g, n);
    return p->operation != 0;
}

static dxki_semantic_use use_of(const flattening *g, uint32_t semantic)
{
    uint32_t since = 0;
    dxki_semantic_use use = dxki_semantic_use_at(semantic, (dxki_sigpoint)g->point, &since);

    return since > 0x60 + g->e->c->model_minor ? DXKI_SEMANTIC_NOT_ALLOWED : use;
}

static dxki_emit_part *new_part(flattening *g, const dxki_hlsl_type *number, uint32_t times)
{
    bool matrix = number->kind == DXKI_HLSL_TY_MATRIX;
    dxki_emit_part *p = &g->parts[g->count++];
    uint64_t rows = times;

    *p = (dxki_emit_part){.number = number};
    p->by_rows = !matrix || dxki_hlsl_by_rows(g->e->c, number);
    p->rows = p->by_rows ? number->rows : number->columns;
    p->columns = p->by_rows ? number->columns : number->rows;
    for (uint32_t i = 0; i < g->dim_count && rows <= DXK_SIGNATURE_REGISTERS; i++)
        rows *= g->dims[i].count;
    rows *= p->rows;
    p->all_rows = rows > DXK_SIGNATURE_REGISTERS ? DXK_SIGNATURE_REGISTERS + 1 : (uint32_t)rows;
    return p;
}

/* A system value that is no element may stand once, too, but where there are no elements; and one
 * kind of coverage. */
static void note_operation(flattening *g, const naming *n, uint32_t semantic)
{
    static const uint32_t zero = 0;
    bool coverage =
        semantic == DXK_SEMANTIC_KIND_COVERAGE || semantic == DXK_SEMANTIC_KIND_INNER_COVERAGE;
    uint32_t found = 0;
    naming other = *n;

    if (g->e->stage == DXK_SHADER_KIND_COMPUTE || g->e->stage == DXK_SHADER_KIND_NODE ||
        !check_overlap(g, n, &zero, 1))
        return;
    other.name = dxki_str(dxki_semantic_name(semantic == DXK_SEMANTIC_KIND_COVERAGE
                                                 ? DXK_SEMANTIC_KIND_INNER_COVERAGE
                                                 : DXK_SEMANTIC_KIND_COVERAGE));
    if (coverage && find_element(g, other.name, &zero, 1, &found))
        DXKI_HLSL_SAY(g->e->c, TWO_COVERAGES, n->loc);
    remember(g, n, &zero, 1, 0);
}

static void add_part(flattening *g, const dxki_hlsl_type *number, uint32_t times, const naming *n)
{
    uint32_t semantic = semantic_of(n->name);
    dxki_emit_part *p = new_part(g, number, times);
    dxki_semantic_use use =
        semantic == DXK_SEMANTIC_KIND_INVALID ? DXKI_SEMANTIC_NOT_ALLOWED : use_of(g, semantic);

    if (use == DXKI_SEMANTIC_NOT_ALLOWED) {
        refuse_name(g, n);
        return;
    }
    p->is_position = semantic == DXK_SEMANTIC_KIND_POSITION && use == DXKI_SEMANTIC_SYSTEM_VALUE;
    g->which = (uint8_t)dxki_emit_signature_of(g->point);
    if (!find_operation(g, n, semantic, use, p))
        return;
    if (use == DXKI_SEMANTIC_NOT_IN_SIGNATURE) {
        g->which = (uint8_t)(NO_SIGNATURE + g->point);
        note_operation(g, n, semantic);
        return;
    }
    uint32_t *indices = is_possible(g, n, p) ? indices_of(g, n, p, p->rows * times) : NULL;
    if (!indices)
        return;
    if (g->by_name)
        take_element(g, n, p, indices);
    else if (use == DXKI_SEMANTIC_TARGET && p->all_rows > 1)
        make_targets(g, n, p, indices);
    else
        make_element(g, n, p, indices, p->all_rows, &p->element);
}

/* The stride of arrays around what has the name: its elements are numbered one after the other. */
static void set_strides(flattening *g, const dxki_hlsl_type *t)
{
    uint32_t stride = rows_of(g->e, t);

    for (uint32_t i = g->dim_count; i-- > 0;) {
        g->dims[i].stride = stride;
        stride *= g->dims[i].count <= DXK_SIGNATURE_REGISTERS ? g->dims[i].count : 1;
    }
}

/* The semantics of a field mean nothing where something around it has one. */
static void tell_overridden(flattening *g, const dxki_ast_notes *notes)
{
    for (size_t i = 0; i < notes->count; i++)
        if (notes->items[i].kind == DXKI_AST_SEMANTIC)
            DXKI_HLSL_REPORT(g->e->c, SEMANTIC_OVERRIDDEN, notes->items[i].loc,
                             dxki_text(notes->items[i].name->text));
}

static void flatten(flattening *g, const dxki_hlsl_type *t, naming n);

static void flatten_record(flattening *g, const dxki_hlsl_type *t, naming n)
{
    static const dxki_ast_notes none = {NULL, 0};

    for (size_t i = 0; i < t->record->field_count && dxki_emit_ready(g->e); i++) {
        const dxki_hlsl_field *f = &t->record->fields[i];
        const dxki_ast_notes *notes = f->decl ? &f->decl->notes : &none;
        naming own = name_of(&n, notes, f->decl ? f->decl->mods : 0, f->loc);
        own.inner = true;
        if (n.fixed)
            tell_overridden(g, notes);
        if (own.fixed && !n.fixed)
            set_strides(g, f->type);
        flatten(g, f->type, own);
        if (n.fixed)
            n.next += rows_of(g->e, f->type);
    }
}

static void flatten(flattening *g, const dxki_hlsl_type *t, naming n)
{
    const dxki_hlsl_type *number = t;
    uint64_t times = 1;

    if (!dxki_emit_ready(g->e) || !dxki_hlsl_enter(g->e->c, n.loc))
        return;
    if (n.fixed)
        rename(g->e->c, g->point, &n);
    for (; number->kind == DXKI_HLSL_TY_ARRAY; number = number->element)
        times = times * number->count > DXK_SIGNATURE_REGISTERS ? DXK_SIGNATURE_REGISTERS + 1
                                                                : times * number->count;
    if (!times) {
        DXKI_HLSL_SAY(g->e->c, ARRAY_SIZE, n.loc);
    } else if (t->kind == DXKI_HLSL_TY_RECORD) {
        flatten_record(g, t, n);
    } else if (number->kind == DXKI_HLSL_TY_RECORD && g->dim_count < MOST_DIMS && t->count) {
        g->dims[g->dim_count].count = t->count;
        g->dims[g->dim_count].stride = n.fixed ? rows_of(g->e, t->element) : 0;
        g->dim_count++;
        flatten(g, t->element, n);
        g->dim_count--;
    } else if (!dxki_hlsl_is_value(number)) {
        DXKI_HLSL_REPORT(g->e->c, SIGNATURE_OBJECT, n.loc,
                         dxki_text(dxki_hlsl_type_text(g->e->c, number, true)));
    } else if (!n.name.size) {
        if (g->is_output)
            DXKI_HLSL_SAY(g->e->c, NO_OUTPUT_SEMANTIC, n.loc);
        else
            DXKI_HLSL_SAY(g->e->c, NO_SEMANTIC, n.loc);
    } else {
        add_part(g, number, (uint32_t)times, &n);
    }
    dxki_hlsl_leave(g->e->c);
}

dxki_emit_place dxki_emit_signature(dxki_emit *e, const dxki_emit_stage_place *at,
                                    const dxki_hlsl_type *t, const dxki_ast_notes *notes,
                                    uint64_t mods, dxki_hlsl_loc loc)
{
    static const naming none = {{NULL, 0}, 0, false, false, 0, {0, 0}};
    uint32_t count = dxki_hlsl_slots(t);
    flattening g = {.e = e,
                    .point = at->point,
                    .stream = at->stream,
                    .by_name = at->by_name,
                    .is_output = at->is_output};
    dxki_emit_place p = {.kind = DXKI_EMIT_SIGNATURE, .type = t, .point = at->point};

    if (count > MOST_PARTS) {
        DXKI_HLSL_REPORT(e->c, MANY_REGISTERS, loc, dxki_text(dxki_str("a parameter")),
                         dxki_dec(DXK_SIGNATURE_REGISTERS));
        return dxki_emit_nowhere();
    }
    g.parts = DXKI_NEW_ARRAY(&e->c->arena, dxki_emit_part, count ? count : 1);
    if (!g.parts) {
        dxki_hlsl_nomem(e->c);
        return dxki_emit_nowhere();
    }
    flatten(&g, t, name_of(&none, notes, mods, loc));
    p.parts = g.parts;
    return p;
}

void dxki_emit_check_result(dxki_emit *e, uint8_t point, const dxki_hlsl_function *f)
{
    static const naming none = {{NULL, 0}, 0, false, false, 0, {0, 0}};
    const flattening g = {.e = e, .point = point};
    const naming n = name_of(&none, &f->decl->notes, f->decl->mods, f->loc);
    const bool is_there = point != DXKI_SIGPOINT_COUNT;

    if (!n.name.size || e->c->kind == DXK_SHADER_KIND_LIBRARY)
        return;
    const uint32_t semantic = semantic_of(n.name);
    if (!is_there || semantic == DXK_SEMANTIC_KIND_INVALID ||
        use_of(&g, semantic) == DXKI_SEMANTIC_NOT_ALLOWED)
        refuse_name(&g, &n);
}

/* ---------------------------------------------------------------------------------------- */
/* Clip planes                                                                                */

void dxki_emit_clip_planes(dxki_emit *e, const dxki_hlsl_function *f)
{
    const dxki_hlsl_type *t = dxki_hlsl_type_scalar(e->c, DXKI_HLSL_S_FLOAT);
    flattening g = {.e = e, .point = DXKI_SIGPOINT_VS_OUT, .is_output = true};

    if (e->plane_count && e->position[3] == DXK_NONE) {
        DXKI_HLSL_SAY(e->c, NO_POSITION, f->loc);
        return;
    }
    g.parts = DXKI_NEW_ARRAY(&e->c->arena, dxki_emit_part, e->plane_count + 1);
    if (!g.parts) {
        dxki_hlsl_nomem(e->c);
        return;
    }
    for (uint32_t i = 0; i < e->plane_count && dxki_emit_ready(e); i++) {
        const naming n = {dxki_str("SV_ClipDistance"), i, true, false, 0, f->loc};
        dxki_emit_value plane = dxki_emit_expr(e, e->planes[i]);
        dxk_value args[8];
        for (uint32_t k = 0; k < 4 && dxki_emit_ready(e); k++) {
            args[k] = e->position[k];
            args[4 + k] = plane.v[k];
        }
        add_part(&g, t, 1, &n);
        const dxki_emit_place to = {
            .kind = DXKI_EMIT_SIGNATURE, .type = t, .point = g.point, .parts = &g.parts[i]};
        if (dxki_emit_ready(e))
            dxki_emit_signature_store(e, &to, dxki_emit_known(0), dxki_emit_known(0),
                                      dxki_emit_op(e, DXK_OP_Dot4, DXK_TYPE_FLOAT, args, 8));
    }
}
