/* SPDX-License-Identifier: MIT */
/* builtin.c - structures that every source knows, and the namespace of the language; see sema.h. */
#include "sema/sema.h"

#include "base/count.h"

/* ---------------------------------------------------------------------------------------- */
/* Structures                                                                                 */

typedef struct member {
    const char *name;
    uint8_t scalar, columns;
} member;

#define FLOATS(name, columns)                                                                      \
    {                                                                                              \
        name, DXKI_HLSL_S_FLOAT, columns                                                           \
    }

static const struct {
    dxki_hlsl_object object;
    uint8_t count;
    member members[4];
} records[] = {
    {DXKI_HLSL_O_RAY_DESC,
     4,
     {FLOATS("Origin", 3), FLOATS("TMin", 1), FLOATS("Direction", 3), FLOATS("TMax", 1)}},
    {DXKI_HLSL_O_TRIANGLE_ATTRIBUTES, 1, {FLOATS("barycentrics", 2)}},
    {DXKI_HLSL_O_TRIANGLE_POSITIONS, 3, {FLOATS("p0", 3), FLOATS("p1", 3), FLOATS("p2", 3)}},
};

static const dxki_hlsl_type *make_record(dxki_hlsl *c, size_t which)
{
    const dxki_hlsl_loc nowhere = {0, 0};
    dxk_str name = dxki_str(dxki_hlsl_object_at(records[which].object)->name);
    dxki_hlsl_record *r = dxki_hlsl_type_record(c, dxki_hlsl_intern(c, name), nowhere);

    r->fields = DXKI_NEW_ARRAY(&c->arena, dxki_hlsl_field, records[which].count);
    if (!r->fields || !dxki_hlsl_ready(c)) {
        dxki_hlsl_nomem(c);
        return dxki_hlsl_type_error(c);
    }
    r->field_count = records[which].count;
    for (size_t i = 0; i < r->field_count; i++) {
        const member *m = &records[which].members[i];
        r->fields[i] = (dxki_hlsl_field){
            .name = dxki_hlsl_intern(c, dxki_str(m->name)),
            .type = m->columns == 1 ? dxki_hlsl_type_scalar(c, m->scalar)
                                    : dxki_hlsl_type_vector(c, m->scalar, m->columns)};
    }
    dxki_hlsl_record_done(c, r);
    return r->type;
}

const dxki_hlsl_type *dxki_sema_builtin_record(dxki_hlsl *c, uint8_t object)
{
    for (size_t i = 0; i < DXKI_COUNT(records); i++) {
        if (records[i].object != object)
            continue;
        if (!c->sema->builtin[i])
            c->sema->builtin[i] = make_record(c, i);
        return c->sema->builtin[i];
    }
    return NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* The namespace dx                                                                           */

static const dxki_hlsl_loc nowhere = {0, 0};

/* dx::HitObject, whose functions have a scope like those of a structure. */
static dxki_hlsl_scope *declare_hit_object(dxki_hlsl *c, dxki_hlsl_scope *dx)
{
    dxki_hlsl_name *name = dxki_hlsl_intern(c, dxki_str("HitObject"));
    dxki_hlsl_scope *members = dxki_sema_make_scope(c, DXKI_HLSL_MEMBERS, dx);

    if (!dxki_hlsl_ready(c))
        return NULL;
    members->type = dxki_hlsl_type_object(c, DXKI_HLSL_O_HIT_OBJECT, NULL, 0);
    dxki_sema_declare_in(c, dx, name, DXKI_HLSL_SYM_TYPE, nowhere)->type = members->type;
    return members;
}

void dxki_sema_declare_language(dxki_hlsl *c)
{
    dxki_hlsl_scope *unit = c->sema->unit;
    dxki_hlsl_scope *dx = dxki_sema_make_scope(c, DXKI_HLSL_NAMESPACE, unit);
    bool said = dxki_hlsl_find_name(c, dxki_str("dx")); /* else nothing in there is asked for */
    dxki_hlsl_name *name = dxki_hlsl_intern_kept(c, dxki_str("dx"));

    if (!dxki_hlsl_ready(c))
        return;
    dx->name = name;
    dxki_sema_declare_in(c, unit, name, DXKI_HLSL_SYM_NAMESPACE, nowhere)->space = dx;
    c->sema->language = dx;
    c->sema->hit_object = declare_hit_object(c, dx);
    if (said && dxki_hlsl_ready(c))
        dxki_sema_declare_intrinsics(c);
}
