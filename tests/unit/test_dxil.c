/* SPDX-License-Identifier: MIT */
/*
 * test_dxil.c - views of metadata: what is read, every kind of malformed metadata, and the comment
 * header of listings.
 *
 * Modules are made by hand. Metadata is written in a short notation of this file:
 *      {a, b}  tuple      "x" string      null      i32 5, i8 -1, i1 1, i64 7  integers
 *      f 2  float         @  the function "main"    #S  undef of structure S
 *      [1 2 3]  i32 array      <1 2 3>  i8 array      {} is the empty tuple
 */
#include "dxk/listing.h"
#include "support.h"

#include "dxil/dxil.h"

#include <ctype.h>

/* ---------------------------------------------------------------------------------------- */
/* Making modules                                                                             */

typedef struct maker {
    dxk_ctx *ctx;
    dxk_module *m;
    const char *at;      /* of the notation */
    dxki_value function; /* @main */
} maker;

static dxki_md parse(maker *k);

static void blanks(maker *k)
{
    while (isspace((unsigned char)*k->at) || *k->at == ',')
        k->at++;
}

static dxki_md parse_tuple(maker *k)
{
    dxki_md ops[64];
    uint32_t count = 0;
    k->at++;
    for (blanks(k); *k->at != '}'; blanks(k)) {
        assert_true(*k->at && count < 64);
        ops[count++] = parse(k);
    }
    k->at++;
    return dxki_md_tuple(k->m, ops, count, false);
}

static dxki_md parse_array(maker *k, char close, uint32_t width)
{
    char bytes[1024];
    uint32_t count = 0, size = width / 8;
    k->at++;
    for (blanks(k); *k->at != close; blanks(k)) {
        char *end;
        unsigned long value = strtoul(k->at, &end, 0);
        assert_true(end != k->at && (count + 1) * size <= sizeof bytes);
        for (uint32_t i = 0; i < size; i++)
            bytes[count * size + i] = (char)(value >> (8 * i));
        count++;
        k->at = end;
    }
    k->at++;
    dxki_type type = dxki_type_array(k->m, dxki_type_int(k->m, width), count);
    return dxki_md_of_value(k->m, dxki_const_data(k->m, type, (dxk_str){bytes, count * size}));
}

static dxki_type find_struct(const dxk_module *m, const char *name, size_t size)
{
    for (uint32_t t = 1; t < m->types.count; t++) {
        const dxki_type_entry *entry = dxki_type_get(m, t);
        if (entry->kind == DXKI_T_STRUCT && entry->flags & DXKI_TF_IDENTIFIED) {
            dxk_str known = dxki_string_get(m, entry->c);
            if (known.size == size && memcmp(known.data, name, size) == 0)
                return t;
        }
    }
    fail_msg("no structure %.*s", (int)size, name);
    return 0;
}

static dxki_md parse_undef(maker *k)
{
    const char *name = ++k->at;
    while (isalnum((unsigned char)*k->at) || *k->at == '.' || *k->at == '_')
        k->at++;
    dxki_type type = find_struct(k->m, name, (size_t)(k->at - name));
    if (*k->at == '*') {
        k->at++;
        type = dxki_type_pointer(k->m, type, 0);
    }
    return dxki_md_of_value(k->m, dxki_const_undef(k->m, type));
}

static dxki_md parse_string(maker *k)
{
    const char *text = ++k->at;
    k->at = strchr(text, '"');
    assert_non_null(k->at);
    return dxki_md_string(k->m, (dxk_str){text, (size_t)(k->at++ - text)});
}

static dxki_md parse_number(maker *k)
{
    char *end;
    if (*k->at == 'f') {
        float value = strtof(k->at + 1, &end);
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        k->at = end;
        return dxki_md_of_value(k->m, dxki_const_float(k->m, DXKI_TY_FLOAT, bits));
    }
    assert_int_equal(*k->at, 'i');
    uint32_t width = (uint32_t)strtoul(k->at + 1, &end, 10);
    k->at = end;
    long long value = strtoll(k->at, &end, 0);
    k->at = end;
    return dxki_md_of_value(k->m,
                            dxki_const_int(k->m, dxki_type_int(k->m, width), (uint64_t)value));
}

static dxki_md parse(maker *k)
{
    blanks(k);
    switch (*k->at) {
    case '{':
        return parse_tuple(k);
    case '[':
        return parse_array(k, ']', 32);
    case '<':
        return parse_array(k, '>', 8);
    case '"':
        return parse_string(k);
    case '#':
        return parse_undef(k);
    case '@':
        k->at++;
        return dxki_md_of_value(k->m, k->function);
    case 'n':
        k->at += 4;
        return 0;
    default:
        return parse_number(k);
    }
}

/* Adds a named node; `text` has its operands. */
static void add_named(maker *k, const char *name, const char *text)
{
    dxki_named_md named = {0, 0, 0};
    dxki_md ops[8];
    k->at = text;
    for (blanks(k); *k->at; blanks(k)) {
        assert_true(named.op_count < 8);
        ops[named.op_count++] = parse(k);
    }
    named.name = dxki_string_add(k->m, (dxk_str){name, strlen(name)});
    named.ops = (uint32_t)k->m->words.count;
    for (uint32_t i = 0; i < named.op_count; i++)
        assert_true(dxki_vec_push(k->ctx, &k->m->words, ops[i]));
    assert_true(dxki_vec_push(k->ctx, &k->m->named_mds, named));
}

static dxki_type add_struct(maker *k, const char *name, const dxki_type *elements, uint32_t count)
{
    dxki_string id = dxki_string_add(k->m, (dxk_str){name, strlen(name)});
    dxki_type type = dxki_type_identified(k->m, id);
    assert_true(dxki_type_set_body(k->m, type, elements, count, false));
    return type;
}

/* A module with @main and the structures of the tests. */
static maker make(dxk_ctx *ctx)
{
    maker k = {ctx, dxki_module_create(ctx), NULL, 0};
    assert_non_null(k.m);
    dxki_type type = dxki_type_function(k.m, DXKI_TY_VOID, NULL, 0, false);
    dxki_global main_function;
    memset(&main_function, 0, sizeof main_function);
    main_function.type = dxki_type_pointer(k.m, type, 0);
    main_function.value_type = type;
    main_function.name = dxki_string_add(k.m, (dxk_str){"main", 4});
    k.function = DXKI_VALUE(DXKI_V_GLOBAL, dxki_global_add(k.m, DXKI_G_FUNCTION, &main_function));

    dxki_type float4 = dxki_type_vector(k.m, DXKI_TY_FLOAT, 4);
    dxki_type rows = dxki_type_array(k.m, float4, 4);
    dxki_type inner = add_struct(&k, "Inner", (dxki_type[]){DXKI_TY_FLOAT, DXKI_TY_I32}, 2);
    dxki_type outer[] = {dxki_type_array(k.m, rows, 3), dxki_type_array(k.m, inner, 2), inner,
                         DXKI_TY_HALF};
    add_struct(&k, "Outer", outer, 4);
    add_struct(&k, "class.StructuredBuffer_Inner", (dxki_type[]){inner}, 1);
    add_struct(&k, "class.StructuredBuffer_float", (dxki_type[]){DXKI_TY_FLOAT}, 1);
    add_struct(&k, "NoNotes", (dxki_type[]){float4}, 1);
    return k;
}

/* ---------------------------------------------------------------------------------------- */
/* A module in which everything is right                                                      */

#define EXTRA "{i32 0, i32 1, i32 2, i32 3, i32 3, i32 15}"
#define ELEMENT                                                                                    \
    "{i32 0, \"A\", i8 9, i8 0, {i32 4, i32 5}, i8 2, i32 2, i8 4, i32 1, i8 -1, " EXTRA "}"
#define POSITION   "{i32 1, \"sv_position\", i8 9, i8 3, {}, i8 4, i32 1, i8 4, i32 0, i8 0, null}"
#define SIGNATURES "{{" ELEMENT "}, {" ELEMENT ", " POSITION "}, null}"
#define SRV                                                                                        \
    "{i32 0, #class.StructuredBuffer_Inner*, \"Buf\", i32 1, i32 2, i32 -1, i32 12, i32 0, "       \
    "{i32 1, i32 8}}"
#define UAV                                                                                        \
    "{i32 0, #Inner*, \"Tex\", i32 0, i32 3, i32 1, i32 2, i1 1, i1 0, i1 1, "                     \
    "{i32 0, i32 9, i32 3, i32 1, i32 4, i1 1}}"
#define CBUFFER   "{i32 0, #Outer*, \"C\", i32 0, i32 0, i32 1, i32 240, null}"
#define SAMPLER   "{i32 0, #Inner*, \"S\", i32 0, i32 7, i32 1, i32 1, null}"
#define RESOURCES "{{" SRV "}, {" UAV "}, {" CBUFFER "}, {" SAMPLER "}}"
#define PROPS     "{i32 0, i64 0x200000, i32 4, {i32 8, i32 4, i32 2}, i32 77, i32 1}"
#define ENTRY     "{@, \"main\", " SIGNATURES ", " RESOURCES ", " PROPS "}"
#define INNER_NOTES                                                                                \
    "{i32 16, {i32 6, \"x\", i32 3, i32 0, i32 7, i32 9}, {i32 6, \"y\", i32 3, i32 4, i32 7, "    \
    "i32 5, i32 11, {{i32 6, \"lo\", i32 12, i32 3}, {i32 6, \"hi\", i32 12, i32 5}}}, "           \
    "{i32 0, {{i32 0, #Inner}, {i32 1, i64 7}}}}"
#define OUTER_NOTES                                                                                \
    "{i32 240, {i32 6, \"m\", i32 2, {i32 4, i32 4, i32 2}, i32 3, i32 0, i32 7, i32 9}, "         \
    "{i32 6, \"a\", i32 3, i32 192}, {i32 6, \"s\", i32 3, i32 224}, "                             \
    "{i32 6, \"h\", i32 3, i32 232, i32 7, i32 8}}"
#define STRUCTS   "{i32 0, #Inner, " INNER_NOTES ", #Outer, " OUTER_NOTES "}"
#define FUNCTIONS "{i32 1, @, {{i32 0, {i32 8, i1 1}, {i32 1}}}}"

static const struct {
    const char *name, *text;
} good[] = {
    {"dx.version", "{i32 1, i32 6}"},
    {"dx.valver", "{i32 1, i32 8}"},
    {"dx.shaderModel", "{\"vs\", i32 6, i32 6}"},
    {"dx.intermediateOptions", "{i32 0, i32 3}"},
    {"dx.resources", RESOURCES},
    {"dx.typeAnnotations", STRUCTS " " FUNCTIONS},
    {"dx.dxrPayloadAnnotations", "{i32 0, #Inner, {{i32 0, i32 3}, {i32 0, i32 48}}}"},
    {"dx.viewIdState", "{[3 2 1 3 0 2]}"},
    {"dx.rootSignature", "{<1 0 0 0>}"},
    {"dx.counters", "{\"insts\", i32 5, \"floats\", i32 2}"},
    {"dx.subobjects", "{\"Cfg\", i32 9, i32 16, i32 8} "
                      "{\"Map\", i32 8, \"Cfg\", {\"f\", \"g\"}}"},
    {"dx.entryPoints", ENTRY},
};

/* The good module, but node `name` (when not NULL) has other operands. */
static maker make_with(dxk_ctx *ctx, const char *name, const char *text)
{
    maker k = make(ctx);
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        const bool replaced = name && strcmp(name, good[i].name) == 0;
        if (!replaced || text)
            add_named(&k, good[i].name, replaced ? text : good[i].text);
    }
    return k;
}

static void everything_is_read(void **state)
{
    dxk_ctx *ctx = support_ctx();
    maker k = make_with(ctx, NULL, NULL);
    dxk_dxil *d;
    (void)state;
    assert_int_equal(dxk_dxil_load(k.m, &d), DXK_OK);
    assert_int_equal(dxk_ctx_diag_count(ctx), 0);

    dxk_dxil_info info = dxk_dxil_info_get(d);
    assert_true(info.is_dxil);
    assert_int_equal(info.dxil_minor, 6);
    assert_int_equal(info.validator_minor, 8);
    assert_int_equal(info.shader_kind, DXK_SHADER_KIND_VERTEX);
    assert_int_equal(info.shader_flags, 0x200000);
    assert_int_equal(info.unknown_tags, 1);
    assert_int_equal(d->intermediate.flags, 3);

    const dxki_dxil_entry *entry = d->entries.items[0];
    assert_int_equal(entry->function, DXKI_INDEX(k.function));
    assert_int_equal(entry->signatures[0].count, 1);
    assert_int_equal(entry->signatures[1].count, 2);
    assert_ptr_equal(entry->signatures[0].items[0], entry->signatures[1].items[0]);
    const dxki_dxil_sig_element *element = entry->signatures[0].items[0];
    assert_int_equal(element->indices.count, 2);
    assert_int_equal(element->indices.items[1], 5);
    assert_int_equal(element->start_column, -1);
    assert_int_equal(element->extra.stream, 1);
    assert_int_equal(element->extra.dynamic_mask, 3);
    assert_int_equal(entry->props.num_threads[1], 4);
    assert_true(DXKI_MD_HAS(&entry->props, PROPS_NUM_THREADS));
    assert_false(DXKI_MD_HAS(&entry->props, PROPS_GS_STATE));

    const dxki_dxil_resource *uav = d->resources[DXK_RESOURCE_CLASS_UAV].items[0];
    assert_true(uav->globally_coherent && uav->is_rov && !uav->has_counter);
    assert_true(uav->extra.atomic64 && uav->extra.reorder_coherent);
    assert_int_equal(uav->hlsl_type, find_struct(k.m, "Inner", 5));
    dxk_dxil_resource res;
    assert_true(dxk_dxil_resource_get(d, DXK_RESOURCE_CLASS_SRV, 0, &res));
    assert_int_equal(res.count, UINT32_MAX);
    assert_int_equal(res.stride, 8);
    assert_false(dxk_dxil_resource_get(d, DXK_RESOURCE_CLASS_SRV, 1, &res));

    const dxki_dxil_struct_annotation *inner = dxki_dxil_struct(d, find_struct(k.m, "Inner", 5));
    assert_non_null(inner);
    assert_int_equal(inner->template_args.count, 2);
    const dxki_dxil_field_annotation *y = inner->fields.items[1];
    assert_int_equal(y->bit_fields.count, 2);
    assert_int_equal(((const dxki_dxil_field_annotation *)y->bit_fields.items[1])->bit_width, 5);
    const dxki_dxil_param_annotation *result = d->functions[0].params.items[0];
    assert_true(result->field->is_precise);
    assert_int_equal(result->indices.items[0], 1);
    assert_int_equal(((const dxki_dxil_payload_field *)d->payloads[0].fields.items[1])->access, 48);

    assert_true(d->view_id.is_valid);
    assert_true(dxki_dxil_view_id_in_mask(&d->view_id, &d->view_id.streams[0], 0));
    assert_false(dxki_dxil_view_id_in_mask(&d->view_id, &d->view_id.streams[0], 1));
    assert_true(dxki_dxil_view_id_in_table(&d->view_id, &d->view_id.streams[0], 2, 1));
    assert_int_equal(d->root_signature.size, 4);
    assert_int_equal(d->counter_count, 2);
    assert_int_equal(d->counters[0].value, 5);
    const dxki_dxil_subobject *map = d->subobjects.items[1];
    assert_int_equal(map->exports.count, 2);
    dxk_dxil_free(d);
    dxk_module_free(k.m);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Malformed metadata                                                                         */

#define KIND  "DXIL.METADATA.KIND"
#define COUNT "DXIL.METADATA.COUNT"
#define VALUE "DXIL.METADATA.VALUE"
#define SHORT "DXIL.METADATA.VIEWID"
#define LEFT  "DXIL.METADATA.ANNOTATION"

#define ENTRY_OF(signatures, resources, props)                                                     \
    "{@, \"main\", " signatures ", " resources ", " props "}"
#define ENTRY_SIG(element)   ENTRY_OF("{{" element "}, null, null}", "null", "null")
#define ENTRY_RES(resources) ENTRY_OF("null", resources, "null")
#define ENTRY_PROPS(props)   ENTRY_OF("null", "null", props)

static const struct {
    const char *name, *text, *rule, *path;
} bad[] = {
    {"dx.version", "{i32 1}", COUNT, "!dx.version"},
    {"dx.version", "{i32 1, \"x\"}", KIND, "!dx.version"},
    {"dx.version", "null", NULL, NULL},
    {"dx.valver", "{i32 1, i32 0} {i32 1, i32 0}", COUNT, "!dx.valver"},
    {"dx.shaderModel", "{\"xs\", i32 6, i32 0}", KIND, "!dx.shaderModel"},
    {"dx.shaderModel", "{i32 6, i32 0, i32 1}", KIND, "!dx.shaderModel"},
    {"dx.shaderModel", NULL, "DXIL.METADATA.MISSING", ""},
    {"dx.entryPoints", NULL, "DXIL.METADATA.MISSING", ""},
    {"dx.intermediateOptions", "{i32 0}", COUNT, "!dx.intermediateOptions[0]"},
    {"dx.entryPoints", "i32 5", KIND, "!dx.entryPoints[0]"},
    {"dx.entryPoints", "{@, \"main\", null, null}", COUNT, "!dx.entryPoints[0]"},
    {"dx.entryPoints", "{i32 1, \"main\", null, null, null}", KIND, "!dx.entryPoints[0]"},
    {"dx.entryPoints", "{@, null, null, null, null}", KIND, "!dx.entryPoints[0]"},
    {"dx.entryPoints", ENTRY_OF("i32 1", "null", "null"), KIND, "!dx.entryPoints[0]/signatures"},
    {"dx.entryPoints", ENTRY_OF("{null, null}", "null", "null"), COUNT,
     "!dx.entryPoints[0]/signatures"},
    {"dx.entryPoints", ENTRY_OF("{\"x\", null, null}", "null", "null"), KIND,
     "!dx.entryPoints[0]/signatures/input"},
    {"dx.entryPoints", ENTRY_SIG("{i32 0}"), COUNT, "!dx.entryPoints[0]/signatures/input[0]"},
    {"dx.entryPoints",
     ENTRY_SIG("{i32 0, \"A\", i8 9, i8 0, i32 7, i8 2, i32 1, i8 4, i32 1, i8 0, null}"), KIND,
     "!dx.entryPoints[0]/signatures/input[0]"},
    {"dx.entryPoints",
     ENTRY_SIG("{i32 0, \"A\", i8 9, i8 0, {null}, i8 2, i32 1, i8 4, i32 1, i8 0, null}"), KIND,
     "!dx.entryPoints[0]/signatures/input[0]/indices[0]"},
    {"dx.entryPoints",
     ENTRY_SIG("{i32 0, \"A\", i8 9, i8 0, {}, i8 2, i32 1, i8 4, i32 1, i8 0, {i32 0}}"), COUNT,
     "!dx.entryPoints[0]/signatures/input[0]/extra"},
    {"dx.entryPoints", ENTRY_PROPS("{i32 0}"), COUNT, "!dx.entryPoints[0]/properties"},
    {"dx.entryPoints", ENTRY_PROPS("{\"x\", i32 1}"), KIND, "!dx.entryPoints[0]/properties"},
    {"dx.entryPoints", ENTRY_PROPS("{i32 0, {}}"), KIND, "!dx.entryPoints[0]/properties"},
    {"dx.entryPoints", ENTRY_PROPS("{i32 1, {i32 1}}"), COUNT, "!dx.entryPoints[0]/properties/gs"},
    {"dx.entryPoints", ENTRY_PROPS("{i32 3, {@, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1}}"), KIND,
     "!dx.entryPoints[0]/properties/hs"},
    {"dx.entryPoints", ENTRY_PROPS("{i32 4, {i32 1, i32 1}}"), COUNT,
     "!dx.entryPoints[0]/properties/num_threads"},
    {"dx.entryPoints", ENTRY_PROPS("{i32 12, {i32 1}}"), KIND, "!dx.entryPoints[0]/properties"},
    {"dx.entryPoints", ENTRY_PROPS("{i32 20, {{i32 2, {i32 1, {i32 1}}}}}"), COUNT,
     "!dx.entryPoints[0]/properties/inputs[0]/record/grid"},
    {"dx.entryPoints", ENTRY_PROPS("{i32 21, i32 3}"), KIND,
     "!dx.entryPoints[0]/properties/outputs"},
    {"dx.entryPoints", ENTRY_RES("{null, null, null}"), COUNT, "!dx.entryPoints[0]/resources"},
    {"dx.entryPoints", ENTRY_RES("{i32 1, null, null, null}"), KIND,
     "!dx.entryPoints[0]/resources/SRV"},
    {"dx.entryPoints", ENTRY_RES("{{" SRV ", {i32 1}}, null, null, null}"), COUNT,
     "!dx.entryPoints[0]/resources/SRV[1]"},
    {"dx.entryPoints",
     ENTRY_RES("{null, {{i32 0, null, \"T\", i32 0, i32 3, i32 1, i32 2, i1 1, i1 0, i1 1, null}}, "
               "null, null}"),
     KIND, "!dx.entryPoints[0]/resources/UAV[0]"},
    {"dx.entryPoints",
     ENTRY_RES("{null, null, {{i32 0, #Outer*, \"C\", i32 0, i32 0, i32 1, i32 240, "
               "{i32 0, i32 1, i32 2}}}, null}"),
     COUNT, "!dx.entryPoints[0]/resources/CBuffer[0]/cbuffer_extra"},
    {"dx.entryPoints", ENTRY_RES("{null, null, null, {\"s\"}}"), KIND,
     "!dx.entryPoints[0]/resources/Sampler[0]"},
    {"dx.typeAnnotations", "{}", LEFT, "!dx.typeAnnotations[0]"},
    {"dx.typeAnnotations", "{i32 2, #Inner, {}}", KIND, "!dx.typeAnnotations[0]/function[0]"},
    {"dx.typeAnnotations", STRUCTS " " STRUCTS " " STRUCTS, LEFT, "!dx.typeAnnotations"},
    {"dx.typeAnnotations", "{i32 0, #Inner}", LEFT, "!dx.typeAnnotations[0]"},
    {"dx.typeAnnotations", "{i32 0, i32 1, {i32 0}}", LEFT, "!dx.typeAnnotations[0]/struct[0]"},
    {"dx.typeAnnotations", "{i32 0, #Inner, {i32 0, {}}}", LEFT,
     "!dx.typeAnnotations[0]/struct[0]"},
    {"dx.typeAnnotations", "{i32 0, #Inner, {i32 0, {}, {i32 6}}}", LEFT,
     "!dx.typeAnnotations[0]/struct[0]/fields[1]"},
    {"dx.typeAnnotations", "{i32 0, #Inner, {i32 0, {}, {i32 2, {i32 4}}}}", LEFT,
     "!dx.typeAnnotations[0]/struct[0]/fields[1]/matrix"},
    {"dx.typeAnnotations", "{i32 0, #Inner, {i32 0, {}, {i32 11, i32 4}}}", KIND,
     "!dx.typeAnnotations[0]/struct[0]/fields[1]/bit_fields"},
    {"dx.typeAnnotations", "{i32 0, #Inner, {i32 0, {}, {}, {i32 0, {{i32 0, null}}}}}", LEFT,
     "!dx.typeAnnotations[0]/struct[0]/extra/template_args[0]"},
    {"dx.typeAnnotations", "{i32 1, #Inner, {}}", KIND, "!dx.typeAnnotations[0]/function[0]"},
    {"dx.typeAnnotations", "{i32 1, @, i32 1}", KIND, "!dx.typeAnnotations[0]/function[0]"},
    {"dx.typeAnnotations", "{i32 0, #Inner, {null, {}, {}}}", KIND,
     "!dx.typeAnnotations[0]/struct[0]"},
    {"dx.typeAnnotations", "{i32 1, @, {{i32 0, {}}}}", LEFT,
     "!dx.typeAnnotations[0]/function[0]/params[0]"},
    {"dx.typeAnnotations", "{i32 1, @, {{i32 0, {i32 0}, {}}}}", LEFT,
     "!dx.typeAnnotations[0]/function[0]/params[0]/field"},
    {"dx.dxrPayloadAnnotations", "{i32 0, @, {}}", LEFT, "!dx.dxrPayloadAnnotations[0]/struct[0]"},
    {"dx.dxrPayloadAnnotations", "{i32 0, #Inner, {{i32 0}}}", LEFT,
     "!dx.dxrPayloadAnnotations[0]/struct[0]/fields[0]"},
    {"dx.viewIdState", "{<1 2 3 4>}", KIND, "!dx.viewIdState"},
    {"dx.viewIdState", "{[1]}", SHORT, "!dx.viewIdState"},
    {"dx.viewIdState", "{[4294967295 4294967295 0]}", SHORT, "!dx.viewIdState"},
    {"dx.viewIdState", "{[]}", NULL, NULL},
    {"dx.rootSignature", "{[1 2]}", KIND, "!dx.rootSignature"},
    {"dx.rootSignature", "i32 1", KIND, "!dx.rootSignature"},
    {"dx.counters", "{\"insts\"}", LEFT, "!dx.counters"},
    {"dx.counters", "{i32 1, i32 1, \"insts\", \"x\"}", LEFT, "!dx.counters[0]"},
    {"dx.subobjects", "{\"Cfg\"}", LEFT, "!dx.subobjects[0]"}, /* of a shader */
};

/* What the sub-objects of a library are refused for. */
static const struct {
    const char *text, *rule, *path, *words;
} bad_subobjects[] = {
    {"{\"Cfg\"}", COUNT, "!dx.subobjects[0]", ""},
    {"{\"Cfg\", i32 3}", VALUE, "!dx.subobjects[0]", ""},
    {"{\"Cfg\", i32 9, i32 16}", COUNT, "!dx.subobjects[0]", ""},
    {"{\"Map\", i32 8, \"Cfg\", {null}}", KIND, "!dx.subobjects[0]/exports[0]", ""},
    {"{\"Rs\", i32 1, {}, \"\"}", KIND, "!dx.subobjects[0]", ""},
    {"{\"Rs\", i32 1, {<1 2 3>}, \"\"}", COUNT, "!dx.subobjects[0]", ""},
    {"{\"Cfg\", i32 0, i32 8}", VALUE, "!dx.subobjects[0]", ""},
    {"{\"Cfg\", i32 12, i32 1, i32 1}", VALUE, "!dx.subobjects[0]", ""},
    {"{\"A\", i32 0, i32 1} {\"A\", i32 0, i32 2}", VALUE, "!dx.subobjects[1]",
     "Subobject name collision"},
    {"{\"\", i32 0, i32 1}", COUNT, "!dx.subobjects[0]", "Empty Subobject name"},
};

static bool reported_at(const dxk_ctx *ctx, const char *rule, const char *path)
{
    for (size_t i = 0; i < dxk_ctx_diag_count(ctx); i++) {
        const dxk_diag *diag = dxk_ctx_diag(ctx, i);
        if (strcmp(diag->rule, rule) == 0 && strcmp(diag->path, path) == 0)
            return true;
    }
    return false;
}

static dxk_status nowhere(void *user, const void *data, size_t size)
{
    (void)data;
    *(size_t *)user += size;
    return DXK_OK;
}

static void malformed_metadata_is_reported(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        dxk_ctx *ctx = support_ctx();
        maker k = make_with(ctx, bad[i].name, bad[i].text);
        dxk_dxil *d;
        size_t written = 0;
        dxk_status status = dxk_dxil_load(k.m, &d);
        if (!d)
            fail_msg("%s = %s: status %d", bad[i].name, bad[i].text, (int)status);
        if (bad[i].rule) {
            bool is_left = !strcmp(bad[i].rule, LEFT) || !strcmp(bad[i].rule, SHORT);
            if (status != (is_left ? DXK_OK : DXK_E_INVALID) || (d->refusal != NULL) == is_left)
                fail_msg("%s = %s: refused or not", bad[i].name, bad[i].text);
            if (!reported_at(ctx, bad[i].rule, bad[i].path))
                fail_msg("%s = %s: no %s at %s, but %s at %s", bad[i].name, bad[i].text,
                         bad[i].rule, bad[i].path, dxk_ctx_diag(ctx, 0)->rule,
                         dxk_ctx_diag(ctx, 0)->path);
        }
        dxk_dxil_free(d);
        dxk_listing_print_header(NULL, k.m, NULL, (dxk_sink){nowhere, &written});
        dxk_module_free(k.m);
        support_ctx_done(ctx);
    }
}

static void malformed_subobjects_are_reported(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_subobjects / sizeof bad_subobjects[0]; i++) {
        dxk_ctx *ctx = support_ctx();
        maker k = make(ctx);
        dxk_dxil *d;
        add_named(&k, "dx.version", "{i32 1, i32 6}");
        add_named(&k, "dx.shaderModel", "{\"lib\", i32 6, i32 6}");
        add_named(&k, "dx.entryPoints", "{null, \"\", null, null, null}");
        add_named(&k, "dx.subobjects", bad_subobjects[i].text);
        assert_int_equal(dxk_dxil_load(k.m, &d), DXK_E_INVALID);
        assert_non_null(d->refusal);
        assert_string_equal(d->refusal, bad_subobjects[i].words);
        assert_true(reported_at(ctx, bad_subobjects[i].rule, bad_subobjects[i].path));
        dxk_dxil_free(d);
        dxk_module_free(k.m);
        support_ctx_done(ctx);
    }
}

static void the_rest_is_still_read(void **state)
{
    dxk_ctx *ctx = support_ctx();
    maker k = make_with(ctx, "dx.entryPoints",
                        ENTRY_OF("{{{i32 0}, " ELEMENT "}, null, null}",
                                 "{{i32 1, " SRV "}, null, null, null}",
                                 "{i32 4, i32 1, i32 0, "
                                 "i64 5}"));
    dxk_dxil *d;
    (void)state;
    assert_int_equal(dxk_dxil_load(k.m, &d), DXK_E_INVALID);
    const dxki_dxil_entry *entry = d->entries.items[0];
    assert_int_equal(entry->props.shader_flags, 5);
    assert_false(DXKI_MD_HAS(&entry->props, PROPS_NUM_THREADS));
    assert_int_equal(entry->signatures[0].count, 2);
    assert_int_equal(((const dxki_dxil_sig_element *)entry->signatures[0].items[1])->rows, 2);
    dxk_dxil_resource res;
    assert_true(dxk_dxil_resource_get(d, DXK_RESOURCE_CLASS_SRV, 1, &res));
    assert_int_equal(res.lower_bound, 2);
    dxk_dxil_free(d);
    dxk_module_free(k.m);
    support_ctx_done(ctx);
}

static void other_modules_are_empty_views(void **state)
{
    dxk_ctx *ctx = support_ctx();
    maker k = make(ctx);
    dxk_dxil *d;
    dxk_dxil_entry entry;
    dxk_dxil_export export;
    size_t written = 0, count;
    (void)state;
    assert_int_equal(dxk_dxil_load(k.m, &d), DXK_OK);
    assert_false(dxk_dxil_info_get(d).is_dxil);
    assert_int_equal(dxk_dxil_entry_count(d), 0);
    assert_false(dxk_dxil_entry_get(d, 0, &entry));
    assert_false(dxk_dxil_export_get(d, 0, &export));
    assert_null(dxk_dxil_op_counts(d, &count));
    assert_int_equal(dxk_dxil_count(d), DXK_OK);
    assert_int_equal(dxk_listing_print_header(NULL, k.m, NULL, (dxk_sink){nowhere, &written}),
                     DXK_OK);
    assert_int_equal(written, 0);
    dxk_dxil_free(d);
    dxk_module_free(k.m);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Listing                                                                                    */

static const char listing[] =
    ";\n; Input signature:\n;\n"
    "; Name                 Index             InterpMode DynIdx\n"
    "; -------------------- ----- ---------------------- ------\n"
    "; A                        4                 linear     xy\n"
    ";\n; Output signature:\n;\n"
    "; Name                 Index             InterpMode DynIdx\n"
    "; -------------------- ----- ---------------------- ------\n"
    "; A                        4                 linear     xy\n"
    "; SV_Position              0          noperspective       \n"
    ";\n; Buffer Definitions:\n;\n"
    "; cbuffer C\n; {\n;\n"
    ";   struct Outer\n;   {\n;\n"
    ";       column_major float4x4 m[3];                   ; Offset:    0\n"
    ";       struct Inner\n;       {\n;\n"
    ";           float x;                                  ; Offset:  192\n"
    ";           uint y;                                   ; Offset:  196\n"
    ";       \n"
    ";       } a[2];;                                      ; Offset:  192\n"
    ";\n"
    ";       struct Inner\n;       {\n;\n"
    ";           float x;                                  ; Offset:  224\n"
    ";           uint y;                                   ; Offset:  228\n"
    ";       \n"
    ";       } s;                                          ; Offset:  224\n"
    ";\n"
    ";       min16float h;                                 ; Offset:  232\n"
    ";   \n"
    ";   } C;                                              ; Offset:    0 Size:   240\n"
    ";\n; }\n;\n"
    "; Resource bind info for Buf\n; {\n;\n"
    ";   struct Inner\n;   {\n;\n"
    ";       float x;                                      ; Offset:    0\n"
    ";       uint y;                                       ; Offset:    4\n"
    ";   \n"
    ";   } $Element;                                       ; Offset:    0 Size:     8\n"
    ";\n; }\n;\n"
    ";\n; Resource Bindings:\n;\n"
    "; Name                                 Type  Format         Dim      ID      HLSL Bind  "
    "Count\n"
    "; ------------------------------ ---------- ------- ----------- ------- -------------- "
    "------\n"
    "; C                                 cbuffer      NA          NA     CB0            cb0     1\n"
    "; S                                 sampler      NA          NA      S0             s7     1\n"
    "; Buf                               texture  struct         r/o      T0      "
    "t2,space1unbounded\n"
    "; Tex                                   UAV     f32          2d      U0             u3     1\n"
    ";\n"
    ";\n; ViewId state:\n;\n"
    "; Number of inputs: 3, outputs: 2\n"
    "; Outputs dependent on ViewId: { 0 }\n"
    "; Inputs contributing to computation of Outputs:\n"
    ";   output 0 depends on inputs: { 0 }\n"
    ";   output 1 depends on inputs: { 0, 2 }\n"
    ";\n"
    ";\n; Subobjects:\n;\n"
    ";  RaytracingShaderConfig Cfg = { MaxPayloadSizeInBytes = 16, MaxAttributeSizeInBytes = 8 };\n"
    ";  SubobjectToExportsAssociation Map = { \"Cfg\", { \"f\", \"g\" }  };\n"
    ";\n";

static void assert_listing(const maker *k, const char *expected)
{
    dxk_buffer out;
    dxk_buffer_init(&out, k->ctx);
    assert_int_equal(dxk_listing_print_header(NULL, k->m, NULL, dxk_buffer_sink(&out)), DXK_OK);
    assert_int_equal(dxk_buffer_append(&out, "", 1), DXK_OK);
    assert_string_equal((const char *)out.data, expected);
    dxk_buffer_free(&out);
}

static void modules_are_listed(void **state)
{
    dxk_ctx *ctx = support_ctx();
    maker k = make_with(ctx, NULL, NULL);
    (void)state;
    assert_listing(&k, listing);
    dxk_module_free(k.m);
    support_ctx_done(ctx);
}

/* The header of a module whose resources are `resources`, from "Buffer Definitions" on. */
static void assert_buffers(const char *resources, const char *expected)
{
    dxk_ctx *ctx = support_ctx();
    char entry[2048];
    snprintf(entry, sizeof entry, "{@, \"main\", null, %s, null}", resources);
    maker k = make(ctx);
    add_named(&k, "dx.version", "{i32 1, i32 0}");
    add_named(&k, "dx.shaderModel", "{\"cs\", i32 6, i32 0}");
    add_named(&k, "dx.typeAnnotations",
              "{i32 0, #class.StructuredBuffer_float, {i32 4, {i32 6, \"h\", i32 3, i32 0, i32 7, "
              "i32 9}}, #Inner, " INNER_NOTES "}");
    add_named(&k, "dx.entryPoints", entry);
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    dxk_listing_print_header(NULL, k.m, NULL, dxk_buffer_sink(&out));
    assert_int_equal(dxk_buffer_append(&out, "", 1), DXK_OK);
    char *end = strstr((char *)out.data, ";\n; Resource Bindings");
    assert_non_null(end);
    *end = '\0';
    assert_string_equal((const char *)out.data + strlen(";\n; Buffer Definitions:\n;\n"), expected);
    dxk_buffer_free(&out);
    dxk_module_free(k.m);
    support_ctx_done(ctx);
}

static void buffers_without_notes_are_listed(void **state)
{
    (void)state;
    assert_buffers("{null, null, {{i32 0, #NoNotes*, \"C\", i32 0, i32 0, i32 1, i32 16, null}}, "
                   "null}",
                   "; cbuffer C\n; {\n;\n;   [16 x i8] (type annotation not present)\n;\n; }\n;\n");
    assert_buffers(
        "{{{i32 0, #NoNotes*, \"T\", i32 0, i32 0, i32 1, i32 15, i32 0, null}}, null, null, null}",
        "; tbuffer T\n; {\n;\n;   (type annotation not present)\n;\n; }\n;\n");
    assert_buffers(
        "{{{i32 0, #Inner*, \"T\", i32 0, i32 0, i32 1, i32 15, i32 0, null}}, null, "
        "null, null}",
        "; tbuffer T\n; {\n;\n;   struct Inner\n;   {\n;\n"
        ";       float x;                                      ; Offset:    0\n"
        ";       uint y;                                       ; Offset:    4\n"
        ";   \n"
        ";   } T;                                              ; Offset:    0 Size:    16"
        "\n;\n; }\n;\n");
    assert_buffers("{{{i32 0, #NoNotes*, \"B\", i32 0, i32 0, i32 1, i32 12, i32 0, null}}, null, "
                   "null, null}",
                   "; Resource bind info for B\n; {\n;\n"
                   ";   [16 x i8] (type annotation not present)\n;\n; }\n;\n");
    assert_buffers(
        "{null, {{i32 0, #class.StructuredBuffer_float*, \"B\", i32 0, i32 0, i32 1, "
        "i32 12, i1 0, i1 1, i1 0, null}}, null, null}",
        "; Resource bind info for B\n; {\n;\n"
        ";   float $Element;                                   ; Offset:    0 Size:     4"
        "\n;\n; }\n;\n");
}

/* Structures that double at each level would make an endless listing. */
static void absurd_structures_are_cut_off(void **state)
{
    dxk_ctx *ctx = support_ctx();
    maker k = make(ctx);
    char notes[8192] = "{i32 0", name[16];
    size_t written = 0;
    (void)state;
    dxki_type inner = find_struct(k.m, "Inner", 5);
    for (int i = 0; i < 28; i++) {
        snprintf(name, sizeof name, "D%d", i);
        inner = add_struct(&k, name, (dxki_type[]){inner, inner}, 2);
        snprintf(notes + strlen(notes), sizeof notes - strlen(notes),
                 ", #%s, {i32 1, {i32 6, \"a\"}, {i32 6, \"b\"}}", name);
    }
    strcat(notes, "}");
    add_named(&k, "dx.version", "{i32 1, i32 0}");
    add_named(&k, "dx.shaderModel", "{\"cs\", i32 6, i32 0}");
    add_named(&k, "dx.typeAnnotations", notes);
    add_named(&k, "dx.entryPoints",
              "{@, \"main\", null, {null, null, {{i32 0, #D27*, \"C\", i32 0, i32 0, i32 1, i32 9, "
              "null}}, null}, null}");
    assert_int_equal(dxk_listing_print_header(NULL, k.m, NULL, (dxk_sink){nowhere, &written}),
                     DXK_E_LIMIT);
    assert_true(support_reported(ctx, "LIMIT.LISTING"));
    dxk_module_free(k.m);
    support_ctx_done(ctx);
}

static void sinks_may_refuse(void **state)
{
    dxk_ctx *ctx = support_ctx();
    maker k = make_with(ctx, NULL, NULL);
    dxk_ctx_options options = {.limits = {.memory = 64}};
    dxk_ctx *small = NULL;
    dxk_buffer out;
    (void)state;
    assert_int_equal(dxk_ctx_create(&options, &small), DXK_OK);
    dxk_buffer_init(&out, small);
    assert_int_not_equal(dxk_listing_print_header(NULL, k.m, NULL, dxk_buffer_sink(&out)), DXK_OK);
    dxk_buffer_free(&out);
    dxk_ctx_free(small);
    dxk_module_free(k.m);
    support_ctx_done(ctx);
}

static void shader_flags_have_names(void **state)
{
    (void)state;
    assert_string_equal(dxk_dxil_shader_flag_name(21), "ViewID");
    assert_string_equal(dxk_dxil_shader_flag_name(40), "RequiresGroup");
    assert_null(dxk_dxil_shader_flag_name(41));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(everything_is_read),
    cmocka_unit_test(malformed_metadata_is_reported),
    cmocka_unit_test(malformed_subobjects_are_reported),
    cmocka_unit_test(the_rest_is_still_read),
    cmocka_unit_test(other_modules_are_empty_views),
    cmocka_unit_test(modules_are_listed),
    cmocka_unit_test(buffers_without_notes_are_listed),
    cmocka_unit_test(absurd_structures_are_cut_off),
    cmocka_unit_test(sinks_may_refuse),
    cmocka_unit_test(shader_flags_have_names),
};
SUPPORT_SUITE(test_dxil, tests);
