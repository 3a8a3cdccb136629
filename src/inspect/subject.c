/* SPDX-License-Identifier: MIT */
/*
 * subject.c - findings in words: the resource or variable that one is about, "Out (u0)",
 * "tmp[31] (group-shared)", and its message. Part of <dxk/inspect.h>.
 *
 * A byte of a variable is an element and its members by the type in the source, or, without debug
 * information, by that in the module.
 */
#include "inspect/inspect.h"

#include "base/out.h"
#include "ir/access.h"

#define MOST_NESTING 16u

/* ---------------------------------------------------------------------------------------- */
/* Parts of variables                                                                         */

/* The member that a bit belongs to; `rows`: matrices are row by row, as their members are numbered. */
static bool find_part(dxk_inspect *i, dxk_inspect_type type, const dxk_inspect_type_info *info,
                      bool rows, int64_t bit, dxk_inspect_member *out)
{
    uint64_t size = info->count ? info->bits / info->count : 0;
    dxk_inspect_member member;

    if (rows && info->kind == DXK_INSPECT_MATRIX) {
        if (!size || !dxk_inspect_type_member(i, type, (uint64_t)bit / size, out))
            return false;
        out->offset = (uint64_t)bit / size * size;
        return true;
    }
    out->type = 0;
    if (info->count > DXKI_INSPECT_MOST_NUMBERS)
        return false;
    for (uint64_t n = 0; dxk_inspect_type_member(i, type, n, &member); n++) {
        if (bit >= (int64_t)member.offset && (!out->type || member.offset >= out->offset))
            *out = member;
    }
    return out->type != 0;
}

/* Writes "[2].color.x" for a bit of a type; an array of the outermost type may be left at either end. */
static void put_source_path(dxki_out *out, dxk_inspect *i, dxk_inspect_type type, bool rows,
                            int64_t bit)
{
    dxk_inspect_type_info info;
    dxk_inspect_member member;

    for (uint32_t n = 0; n < MOST_NESTING && dxk_inspect_type_get(i, type, &info); n++) {
        int64_t size = info.count ? (int64_t)(info.bits / info.count) : 0;
        if (info.kind == DXK_INSPECT_ARRAY && size) {
            int64_t index = bit / size - (bit % size < 0);
            dxki_out_char(out, '[');
            dxki_out_i64(out, index);
            dxki_out_char(out, ']');
            if (!dxk_inspect_type_member(i, type, 0, &member))
                return;
            bit -= index * size;
            type = member.type;
            continue;
        }
        dxk_inspect_member found = {.type = 0};
        if (bit < 0 || (uint64_t)bit >= info.bits || !find_part(i, type, &info, rows, bit, &found))
            return;
        if (found.name.size) {
            dxki_out_char(out, '.');
            dxki_out_str(out, found.name);
        }
        bit -= (int64_t)found.offset;
        type = found.type;
    }
}

/* The same by a type of the module, whose members have no names. */
static void put_module_path(dxki_out *out, dxk_inspect *i, dxki_type type, int64_t byte)
{
    const dxk_module *m = i->p->m;

    for (uint32_t n = 0; n < MOST_NESTING; n++) {
        dxki_type_kind kind = dxki_type_kind_of(m, type);
        if (kind != DXKI_T_ARRAY && kind != DXKI_T_VECTOR)
            return;
        type = dxki_type_element(m, type, 0);
        int64_t size = (int64_t)dxki_dxil_layout_alloc_size(&i->shapes.layout, type);
        if (size <= 0)
            return;
        int64_t index = byte / size - (byte % size < 0);
        dxki_out_char(out, '[');
        dxki_out_i64(out, index);
        dxki_out_char(out, ']');
        byte -= index * size;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Variables                                                                                  */

/* How the bytes of a variable in memory are told. */
typedef enum told {
    TOLD_NOT,    /* by their number */
    TOLD_SOURCE, /* by a type of the source, bit by bit the same */
    TOLD_CELLS,  /* by a type of the source, number by number */
    TOLD_MEMBER, /* by one member of the structures in an array: each member has memory of its own */
    TOLD_MODULE  /* by a type of the module */
} told;

typedef struct place_of {
    told how;
    dxk_str name;
    bool is_shared;
    dxk_inspect_type type; /* SOURCE, CELLS; MEMBER: of the member */
    uint64_t offset;       /* bits of the type before the first byte */
    const dxki_inspect_layout *layout;
    uint32_t size;     /* bytes in memory */
    dxk_str member;    /* MEMBER */
    dxki_type memory;  /* MODULE */
    uint64_t elements; /* of the outermost array; 0: there is none */
} place_of;

/* "?tmp@@3PAIA" is tmp. */
static dxk_str plain_name(dxk_str name)
{
    size_t at = 0, end;

    if (at < name.size && name.data[at] == '\1')
        at++;
    if (at < name.size && name.data[at] == '?')
        at++;
    for (end = at; end < name.size && name.data[end] != '@' && name.data[end] != '.';)
        end++;
    return (dxk_str){name.data + at, end - at};
}

/* True of names that tell an array of classes, or of arrays: its elements may have become several of
 * the module. */
static bool is_flattened(dxk_str name)
{
    static const char mark[] = "@@3PA";
    size_t size = sizeof mark - 1;

    for (size_t n = 0; n + size < name.size; n++) {
        if (memcmp(name.data + n, mark, size) == 0)
            return strchr("UVY", name.data[n + size]) != NULL;
    }
    return false;
}

static uint64_t count_of(dxk_inspect *i, dxk_inspect_type type)
{
    dxk_inspect_type_info info;

    return dxk_inspect_type_get(i, type, &info) && info.kind == DXK_INSPECT_ARRAY ? info.count : 0;
}

static void tell_by_source(dxk_inspect *i, const dxki_inspect_var *v,
                           const dxki_inspect_layout *layout, uint64_t offset, place_of *out)
{
    bool local = v < i->vars.items + i->local_vars;

    out->name = dxki_md_str(
        i->d, dxki_md_op(i->d, v->node, local ? DXKI_DI_LOCAL_VAR_NAME : DXKI_DI_GLOBAL_VAR_NAME));
    if (dxki_str_starts(out->name, "global."))
        out->name = (dxk_str){out->name.data + 7, out->name.size - 7};
    out->how = layout->is_same ? TOLD_SOURCE : layout->count ? TOLD_CELLS : TOLD_NOT;
    out->type = v->type;
    out->offset = offset;
    out->layout = layout;
    if (out->how != TOLD_NOT)
        out->elements = count_of(i, v->type);
}

/* A search among the members of a structure, those of structures in it among them. */
typedef struct member_search {
    uint32_t number; /* members that come first */
    uint32_t steps;  /* so many more are looked at */
} member_search;

static bool find_member(dxk_inspect *i, dxk_inspect_type type, member_search *s, uint32_t depth,
                        dxk_inspect_member *out)
{
    dxk_inspect_type_info info;

    for (uint64_t n = 0; depth < MOST_NESTING && dxk_inspect_type_member(i, type, n, out); n++) {
        if (s->steps-- == 0 || !dxk_inspect_type_get(i, out->type, &info)) {
            s->steps = 0;
            return false;
        }
        if (info.kind == DXK_INSPECT_STRUCT) {
            if (find_member(i, out->type, s, depth + 1, out))
                return true;
            if (!s->steps)
                return false;
        } else if (s->number-- == 0) {
            return true;
        }
    }
    return false;
}

/* "NAME.1": what the structures of an array have as member 1. */
static void tell_by_member(dxk_inspect *i, const dxki_exec_object *o, dxk_str rest,
                           dxk_inspect_type type, place_of *out)
{
    dxk_inspect_member member;
    dxk_inspect_type_info info;
    member_search search = {0, DXKI_INSPECT_MOST_NUMBERS};
    uint64_t count = count_of(i, type);

    if (rest.size && rest.data[0] == '.')
        for (size_t n = 1; n < rest.size && rest.data[n] >= '0' && rest.data[n] <= '9'; n++)
            search.number = search.number < 10000
                                ? search.number * 10 + (uint32_t)(rest.data[n] - '0')
                                : search.number;
    if (!count || !dxk_inspect_type_member(i, type, 0, &member) ||
        !dxk_inspect_type_get(i, member.type, &info) || info.kind != DXK_INSPECT_STRUCT ||
        !find_member(i, member.type, &search, 0, &member) ||
        !dxk_inspect_type_get(i, member.type, &info) || info.bits * count != 8 * (uint64_t)o->size)
        return;
    out->how = TOLD_MEMBER;
    out->type = member.type;
    out->member = member.name;
    out->elements = count;
}

static dxki_type memory_type(dxk_inspect *i, const dxki_exec_object *o)
{
    const dxk_module *m = i->p->m;

    if (o->space == DXKI_EXEC_PAYLOAD)
        return 0;
    if (!o->inst)
        return m->globals.items[o->global].value_type;
    const dxki_inst *inst = dxki_inst_get(m, o->inst);
    return dxki_inst_ops(m, o->inst)[inst->op_count];
}

/* Without debug information of the object itself. */
static void tell_by_module(dxk_inspect *i, const dxki_exec_object *o, place_of *out)
{
    if (o->inst || o->space == DXKI_EXEC_PAYLOAD || o->space == DXKI_EXEC_NOWHERE)
        return;
    dxk_str name = dxki_string_get(i->p->m, i->p->m->globals.items[o->global].name);
    out->name = plain_name(name);
    for (uint32_t n = i->local_vars; n < i->vars.count; n++) {
        const dxki_inspect_var *v = &i->vars.items[n];
        dxk_str known =
            dxki_md_str(i->d, dxki_md_op(i->d, v->node, DXKI_DI_GLOBAL_VAR_LINKAGE_NAME));
        if (known.size && known.size <= name.size &&
            memcmp(known.data, name.data, known.size) == 0 &&
            (known.size == name.size || name.data[known.size] == '.')) {
            tell_by_member(i, o, (dxk_str){name.data + known.size, name.size - known.size}, v->type,
                           out);
            return;
        }
    }
    out->memory = memory_type(i, o);
    if (is_flattened(name))
        return;
    out->how = TOLD_MODULE;
    if (dxki_type_kind_of(i->p->m, out->memory) == DXKI_T_ARRAY)
        out->elements = dxki_type_count(i->p->m, out->memory);
}

static place_of find_place(dxk_inspect *i, uint32_t object)
{
    place_of out = {.name = {"", 0}};
    const dxki_exec_object *o = &i->p->objects.items[object < i->p->objects.count ? object : 0];

    out.is_shared = o->space == DXKI_EXEC_SHARED;
    out.size = o->size;
    for (uint32_t n = i->local_vars; n < i->vars.count && !out.name.size; n++) {
        const dxki_inspect_var *v = &i->vars.items[n];
        if (v->object == object && (v->layout.is_same || v->layout.count))
            tell_by_source(i, v, &v->layout, 0, &out);
    }
    for (size_t n = 0; n < i->declares.count && !out.name.size; n++) {
        const dxki_inspect_declare *d = &i->declares.items[n];
        if (d->where.from == DXKI_INSPECT_ADDRESS && d->where.object == object &&
            d->where.offset == 0)
            tell_by_source(i, &i->vars.items[d->variable], &d->layout, d->offset, &out);
    }
    if (!out.name.size)
        tell_by_module(i, o, &out);
    return out;
}

static void put_member_path(dxki_out *out, dxk_inspect *i, const place_of *p, int64_t bit)
{
    dxk_inspect_type_info info;

    if (!dxk_inspect_type_get(i, p->type, &info) || !info.bits)
        return;
    int64_t size = (int64_t)info.bits, index = bit / size - (bit % size < 0);
    dxki_out_char(out, '[');
    dxki_out_i64(out, index);
    dxki_out_text(out, "].");
    dxki_out_str(out, p->member);
    put_source_path(out, i, p->type, true, bit - index * size);
}

static void put_cell_path(dxki_out *out, dxk_inspect *i, const place_of *p, int64_t byte)
{
    for (uint32_t n = 0; n < p->layout->count; n++) {
        const dxki_inspect_cell *c = &i->cells.items[p->layout->first + n];
        if (byte >= c->at && byte < (int64_t)c->at + (c->at_bits + 7) / 8) {
            put_source_path(out, i, p->type, false, (int64_t)c->offset);
            return;
        }
    }
    int64_t step = p->elements ? (int64_t)(p->size / p->elements) : 0;
    if (!step) /* it is beyond the variable */
        return;
    dxki_out_char(out, '[');
    dxki_out_i64(out, byte / step - (byte % step < 0));
    dxki_out_char(out, ']');
}

/* "tmp[31] (group-shared)"; false: nothing is known about it. */
static bool put_variable(dxki_out *out, dxk_inspect *i, const dxk_run_finding *f)
{
    place_of p = find_place(i, f->variable);
    bool has_byte = f->unit == DXK_RUN_UNIT_VARIABLE || strcmp(f->id, "race.groupshared") == 0;
    int64_t byte = (int32_t)f->values[0];

    if (!p.name.size)
        return false;
    dxki_out_str(out, p.name);
    if (has_byte && p.how == TOLD_SOURCE)
        put_source_path(out, i, p.type, false, (int64_t)p.offset + 8 * byte);
    else if (has_byte && p.how == TOLD_CELLS)
        put_cell_path(out, i, &p, byte);
    else if (has_byte && p.how == TOLD_MEMBER)
        put_member_path(out, i, &p, 8 * byte);
    else if (has_byte && p.how == TOLD_MODULE)
        put_module_path(out, i, p.memory, byte);
    if (p.is_shared)
        dxki_out_text(out, " (group-shared)");
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Resources                                                                                  */

static void put_register(dxki_out *out, const dxk_run_resource *r, uint32_t number)
{
    dxki_out_char(out, "tubs"[r->cls]);
    dxki_out_u64(out, number);
    if (r->space) {
        dxki_out_text(out, ", space");
        dxki_out_u64(out, r->space);
    }
}

static void put_index(dxki_out *out, uint64_t index)
{
    dxki_out_char(out, '[');
    dxki_out_u64(out, index);
    dxki_out_char(out, ']');
}

/* "Out (u0)", "Tex[2] (t5, space1)"; without a name the register alone. */
static void put_resource(dxki_out *out, const dxk_run_resource *r, const dxk_run_finding *f)
{
    bool known = f->register_number != UINT32_MAX;

    dxki_out_str(out, r->name);
    if (r->name.size && r->count != 1 && known)
        put_index(out, f->register_number - r->first);
    if (r->name.size && f->element != UINT64_MAX)
        put_index(out, f->element);
    if (r->name.size)
        dxki_out_text(out, " (");
    put_register(out, r, known ? f->register_number : r->first);
    if (r->name.size)
        dxki_out_char(out, ')');
}

static bool put_subject(dxki_out *out, dxk_inspect *i, const dxk_run_finding *f)
{
    dxk_run_resource r;

    if (f->variable)
        return put_variable(out, i, f);
    if (f->heap_slot != UINT32_MAX && f->resource == UINT32_MAX) {
        dxki_out_text(out, "slot ");
        dxki_out_u64(out, f->heap_slot);
        dxki_out_text(out, " of the descriptor heap");
        return true;
    }
    if (!dxk_run_program_resource(i->p, f->resource, &r))
        return false;
    put_resource(out, &r, f);
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Messages                                                                                   */

/* Things that the values of a finding count, as text with %a, %b, and a plural by it (%p). */
static const char *const units[] = {
    [DXK_RUN_UNIT_NONE] = "index %a, it has %b",
    [DXK_RUN_UNIT_ELEMENTS] = "index %a, it has %b element%p",
    [DXK_RUN_UNIT_BYTES] = "byte %a, it has %b byte%p",
    [DXK_RUN_UNIT_MEMBER] = "byte %a of an element, which has %b byte%p",
    [DXK_RUN_UNIT_MIPS] = "mip %a, it has %b",
    [DXK_RUN_UNIT_SAMPLES] = "sample %a, it has %b",
    [DXK_RUN_UNIT_SLICES] = "slice %a, it has %b",
    [DXK_RUN_UNIT_X] = "x %a, its width is %b",
    [DXK_RUN_UNIT_Y] = "y %a, its height is %b",
    [DXK_RUN_UNIT_Z] = "z %a, its depth is %b",
    [DXK_RUN_UNIT_VARIABLE] = "byte %a, it has %b byte%p",
};

/* A word for a thing without a name. */
static const char *noun_of(const char *id)
{
    if (strstr(id, "groupshared"))
        return "a group-shared variable";
    return strstr(id, "alloca") ? "a local variable" : "a resource";
}

static void put_kind(dxki_out *out, uint64_t kind)
{
    static const char *const names[] = {
        [DXK_RESOURCE_KIND_TEXTURE1D] = "Texture1D",
        [DXK_RESOURCE_KIND_TEXTURE2D] = "Texture2D",
        [DXK_RESOURCE_KIND_TEXTURE2DMS] = "Texture2DMS",
        [DXK_RESOURCE_KIND_TEXTURE3D] = "Texture3D",
        [DXK_RESOURCE_KIND_TEXTURE_CUBE] = "TextureCube",
        [DXK_RESOURCE_KIND_TEXTURE1D_ARRAY] = "Texture1DArray",
        [DXK_RESOURCE_KIND_TEXTURE2D_ARRAY] = "Texture2DArray",
        [DXK_RESOURCE_KIND_TEXTURE2DMS_ARRAY] = "Texture2DMSArray",
        [DXK_RESOURCE_KIND_TEXTURE_CUBE_ARRAY] = "TextureCubeArray",
        [DXK_RESOURCE_KIND_TYPED_BUFFER] = "Buffer",
        [DXK_RESOURCE_KIND_RAW_BUFFER] = "ByteAddressBuffer",
        [DXK_RESOURCE_KIND_STRUCTURED_BUFFER] = "StructuredBuffer",
        [DXK_RESOURCE_KIND_CBUFFER] = "ConstantBuffer",
        [DXK_RESOURCE_KIND_SAMPLER] = "SamplerState",
        [DXK_RESOURCE_KIND_TBUFFER] = "TextureBuffer",
    };
    const char *name = kind < sizeof names / sizeof *names ? names[kind] : NULL;

    dxki_out_text(out, name ? name : "view of another kind");
}

static void put_component(dxki_out *out, uint64_t type)
{
    static const char *const names[] = {
        [DXK_COMPONENT_TYPE_I1] = "bool",
        [DXK_COMPONENT_TYPE_I16] = "int16_t",
        [DXK_COMPONENT_TYPE_U16] = "uint16_t",
        [DXK_COMPONENT_TYPE_I32] = "int",
        [DXK_COMPONENT_TYPE_U32] = "uint",
        [DXK_COMPONENT_TYPE_I64] = "int64_t",
        [DXK_COMPONENT_TYPE_U64] = "uint64_t",
        [DXK_COMPONENT_TYPE_F16] = "half",
        [DXK_COMPONENT_TYPE_F32] = "float",
        [DXK_COMPONENT_TYPE_F64] = "double",
        [DXK_COMPONENT_TYPE_SNORM_F32] = "snorm float",
        [DXK_COMPONENT_TYPE_UNORM_F32] = "unorm float",
    };
    const char *name = type < sizeof names / sizeof *names ? names[type] : NULL;

    dxki_out_text(out, name ? name : "another kind");
}

static void put_format(dxki_out *out, uint64_t number)
{
    dxki_exec_format format;

    if (number <= UINT32_MAX && dxki_exec_format_get((uint32_t)number, &format))
        dxki_out_text(out, format.name);
    else
        dxki_out_u64(out, number);
}

/* False: the letter stands for no value. */
static bool put_value(dxki_out *out, dxk_inspect *i, const dxk_run_finding *f, char letter)
{
    dxk_run_resource r = {.first = 0};

    switch (letter) {
    case 'D':
    case 'E':
        (void)dxk_run_program_resource(i->p, f->resource, &r);
        dxki_out_u64(out, (f->values[letter - 'D'] - r.first) & UINT32_MAX);
        return true;
    case 'a':
        if (f->unit == DXK_RUN_UNIT_VARIABLE) /* addresses have 32 bits, and may be negative */
            dxki_out_i64(out, (int32_t)f->values[0]);
        else
            dxki_out_u64(out, f->values[0]);
        return true;
    case 'b':
        dxki_out_u64(out, f->values[1]);
        return true;
    case 'K':
    case 'L':
        put_kind(out, f->values[letter - 'K']);
        return true;
    case 'F':
        put_format(out, f->values[0]);
        return true;
    case 'p':
        dxki_out_text(out, f->values[1] == 1 ? "" : "s");
        return true;
    case 'C':
        put_component(out, f->values[1]);
        return true;
    default:
        return false;
    }
}

static void put_text(dxki_out *out, dxk_inspect *i, const dxk_run_finding *f, const char *text)
{
    for (; *text; text++) {
        if (text[0] == '%' && put_value(out, i, f, text[1]))
            text++;
        else
            dxki_out_char(out, *text);
    }
}

static void put_unit(dxki_out *out, dxk_inspect *i, const dxk_run_finding *f)
{
    uint64_t count = f->unit == DXK_RUN_UNIT_VARIABLE ? find_place(i, f->variable).elements : 0;

    if (count) {
        dxki_out_text(out, "it has ");
        dxki_out_u64(out, count);
        dxki_out_text(out, count == 1 ? " element" : " elements");
        return;
    }
    put_text(out, i, f, units[(size_t)f->unit < sizeof units / sizeof *units ? f->unit : 0]);
}

dxk_status dxk_inspect_finding_subject(dxk_inspect *inspect, const dxk_run_finding *finding,
                                       dxk_sink sink)
{
    dxki_out out;

    dxki_out_init(&out, sink);
    put_subject(&out, inspect, finding);
    return dxki_out_flush(&out);
}

dxk_status dxk_inspect_finding_message(dxk_inspect *inspect, const dxk_run_finding *finding,
                                       dxk_sink sink)
{
    const char *text = dxki_exec_finding_message(finding->id);
    dxki_out out;

    dxki_out_init(&out, sink);
    for (; *text; text++) {
        if (text[0] != '%') {
            dxki_out_char(&out, *text);
            continue;
        }
        text++;
        if (*text == 'u')
            put_unit(&out, inspect, finding);
        else if (*text == 's' && !put_subject(&out, inspect, finding))
            dxki_out_text(&out, noun_of(finding->id));
        else if (*text != 's')
            put_value(&out, inspect, finding, *text);
    }
    return dxki_out_flush(&out);
}
