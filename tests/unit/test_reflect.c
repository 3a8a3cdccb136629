/* SPDX-License-Identifier: MIT */
/*
 * test_reflect.c - reflection of real shaders, the reference's text over the corpus, and modules
 * whose types and lists were bent: cycles, absurd counts, things of the wrong kind.
 */
#include "support.h"

#include "dxil/dxil.h"
#include "dxk/bitcode.h"
#include "dxk/parts.h"
#include "dxk/reflect.h"

static bool is(dxk_str text, const char *expected)
{
    return text.size == strlen(expected) && memcmp(text.data, expected, text.size) == 0;
}

static dxk_str str(const char *text)
{
    return (dxk_str){text, strlen(text)};
}

static void names_of_values(void **state)
{
    (void)state;
    assert_string_equal(dxk_reflect_name(DXK_REFLECT_VARIABLE_CLASS, 3), "D3D_SVC_MATRIX_COLUMNS");
    assert_string_equal(dxk_reflect_name(DXK_REFLECT_VARIABLE_TYPE, 62), "D3D_SVT_UINT64");
    assert_string_equal(dxk_reflect_name(DXK_REFLECT_SYSTEM_VALUE, 64), "D3D_NAME_TARGET");
    assert_string_equal(dxk_reflect_name(DXK_REFLECT_BUFFER_TYPE, 0), "D3D_CT_CBUFFER");
    assert_string_equal(dxk_reflect_name(DXK_REFLECT_TESS_DOMAIN, 3),
                        "D3D_TESSELLATOR_DOMAIN_QUAD");
    assert_null(dxk_reflect_name(DXK_REFLECT_VARIABLE_TYPE, 63));
    assert_null(dxk_reflect_name(DXK_REFLECT_RETURN_TYPE, 0));
    assert_null(dxk_reflect_name(DXK_REFLECT_ENUM_COUNT, 0));
    assert_true(dxk_reflect_is_flags(DXK_REFLECT_INPUT_FLAG));
    assert_false(dxk_reflect_is_flags(DXK_REFLECT_INPUT_TYPE));
    assert_false(dxk_reflect_is_flags(DXK_REFLECT_ENUM_COUNT));
}

/* ---------------------------------------------------------------------------------------- */
/* Samples                                                                                    */

typedef struct loaded {
    uint8_t *data;
    dxk_ctx *ctx;
    dxk_container *container;
    dxk_reflect *r;
} loaded;

static loaded load(const char *name)
{
    loaded l = {NULL, support_ctx(), NULL, NULL};
    size_t size;
    l.data = support_sample(name, &size);
    assert_int_equal(dxk_container_read(l.ctx, (dxk_bytes){l.data, size}, 0, &l.container), DXK_OK);
    assert_int_equal(dxk_reflect_load(l.container, NULL, &l.r), DXK_OK);
    assert_non_null(l.r);
    return l;
}

static void unload(loaded *l)
{
    dxk_reflect_free(l->r);
    dxk_container_free(l->container);
    support_ctx_done(l->ctx);
    free(l->data);
}

static void buffers_and_types(void **state)
{
    (void)state;
    loaded l = load("reflect-types.dxil");
    const dxk_reflect_buffer *b = dxk_reflect_find_buffer(l.r, str("Everything"));
    assert_non_null(b);
    assert_int_equal(b->size, 960);
    const dxk_reflect_variable *v = dxk_reflect_find_variable(b, str("tops"));
    assert_non_null(v);
    assert_int_equal(v->start_offset, 128);
    assert_int_equal(v->size, 508);
    assert_int_equal(v->type.elements, 4);
    assert_true(is(v->type.name, "Top"));
    assert_true(v->type.members > 1);
    assert_true(is(v->type.member_list[0].type.name, "Mid"));
    v = dxk_reflect_find_variable(b, str("rowPose"));
    assert_string_equal(dxk_reflect_name(DXK_REFLECT_VARIABLE_CLASS, v->type.var_class),
                        "D3D_SVC_MATRIX_ROWS");
    v = dxk_reflect_find_variable(b, str("unusedTail"));
    assert_int_equal(v->flags, 0);
    assert_null(dxk_reflect_find_variable(b, str("nothing")));
    assert_null(dxk_reflect_find_buffer(l.r, str("nothing")));
    assert_int_equal(dxk_reflect_find_buffer(l.r, str("Tops"))->size, 80);
    assert_int_equal(dxk_reflect_find_binding(l.r, str("Cubes"))->bind_count, 6);
    assert_null(dxk_reflect_find_binding(l.r, str("nothing")));
    assert_int_equal(l.r->min_feature_level, 0xc000);
    unload(&l);
}

static void stages(void **state)
{
    (void)state;
    loaded l = load("cs.dxil");
    assert_int_equal(l.r->stage.kind, DXK_SHADER_KIND_COMPUTE);
    assert_true(l.r->stage.num_threads[0] > 0);
    assert_true(l.r->counters.instruction_count > 0);
    unload(&l);
    l = load("hs.dxil");
    assert_true(l.r->stage.control_points > 0);
    assert_true(l.r->stage.parameters[DXK_REFLECT_PATCH_CONSTANT].count > 0);
    assert_true(l.r->stage.tessellator_domain > 0);
    unload(&l);
    l = load("gs.dxil");
    assert_true(l.r->stage.gs_max_output_vertices > 0);
    unload(&l);
    l = load("lib-node.dxil");
    assert_true(l.r->is_library);
    assert_true(l.r->function_count > 0);
    assert_non_null(l.r->functions[0].stage.node);
    assert_ptr_equal(dxk_reflect_find_function(l.r, l.r->functions[0].name), &l.r->functions[0]);
    assert_null(dxk_reflect_find_function(l.r, str("nothing")));
    unload(&l);
}

/* ---------------------------------------------------------------------------------------- */
/* The reference's text                                                                       */

typedef struct tally {
    size_t same, count;
} tally;

static void compare_text(void *user, const char *path)
{
    tally *t = user;
    char other[4096];
    size_t want_size, size;
    dxk_buffer text;
    dxk_container *container;
    uint8_t *want = support_read(path, &want_size);
    snprintf(other, sizeof other, "%.*s.dxil", (int)(strlen(path) - strlen(".reflect")), path);
    uint8_t *data = support_read(other, &size);
    dxk_ctx *ctx = support_ctx();
    dxk_buffer_init(&text, ctx);
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){data, size}, 0, &container), DXK_OK);
    assert_int_equal(dxk_reflect_print(container, dxk_buffer_sink(&text)), DXK_OK);
    t->count++;
    if (text.size == want_size && memcmp(text.data, want, want_size) == 0)
        t->same++;
    else
        print_message("%s differs\n", path);
    dxk_buffer_free(&text);
    dxk_container_free(container);
    support_ctx_done(ctx);
    free(data);
    free(want);
}

static void text_of_the_reference(void **state)
{
    tally t = {0, 0};
    const char *folder = support_corpus("own");
    (void)state;
    if (!folder)
        skip();
    support_each(folder, ".reflect", compare_text, &t);
    print_message("reflection text identical %zu of %zu\n", t.same, t.count);
    assert_int_equal(t.same, t.count);
}

/* ---------------------------------------------------------------------------------------- */
/* Failing allocations                                                                        */

static dxk_status nowhere(void *user, const void *data, size_t size)
{
    (void)data;
    *(size_t *)user += size;
    return DXK_OK;
}

static dxk_status reflect_all(dxk_ctx *ctx, void *user)
{
    const dxk_bytes *bytes = user;
    dxk_container *container = NULL;
    dxk_reflect *r = NULL;
    size_t written = 0;
    dxk_status status = dxk_container_read(ctx, *bytes, 0, &container);
    if (status == DXK_OK)
        status = dxk_reflect_load(container, NULL, &r);
    if (status == DXK_OK)
        status = dxk_reflect_print_header(r, NULL, (dxk_sink){nowhere, &written});
    if (status == DXK_OK && dxk_container_find(container, DXK_PART_DXIL, 0) != DXK_NO_PART)
        status = dxk_reflect_print(container, (dxk_sink){nowhere, &written});
    dxk_reflect_free(r);
    dxk_container_free(container);
    return status;
}

static void allocations_can_fail(void **state)
{
    static const char *const samples[] = {"reflect-types.dxil", "lib-node.dxil"};
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        dxk_bytes bytes;
        uint8_t *data = support_sample(samples[i], &bytes.size);
        bytes.data = data;
        support_fail_allocations(reflect_all, &bytes);
        free(data);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Bent modules                                                                               */

/* Reads the STAT module of a sample, lets `bend` change it, writes it and reflects the result.
 * Returns the status of reflecting; *had tells whether there was a reflection. */
static dxk_status reflect_bent(dxk_ctx *ctx, const char *name,
                               void (*bend)(dxk_module *, dxk_dxil *), bool *had)
{
    dxk_container *container, *bent;
    dxk_reflect *r;
    dxk_buffer bitcode;
    dxk_program program;
    dxk_module *m;
    dxk_dxil *d;
    size_t size, written = 0;
    uint8_t *data = support_sample(name, &size);
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){data, size}, 0, &container), DXK_OK);
    const dxk_part *part =
        dxk_container_part(container, dxk_container_find(container, DXK_PART_STAT, 0));
    assert_int_equal(dxk_program_read(ctx, part->content, &program), DXK_OK);
    assert_int_equal(dxk_module_read(ctx, program.bitcode, NULL, &m), DXK_OK);
    assert_int_equal(dxk_dxil_load(m, &d), DXK_OK);
    bend(m, d);
    dxk_buffer_init(&bitcode, ctx);
    assert_int_equal(dxk_module_write(m, NULL, dxk_buffer_sink(&bitcode)), DXK_OK);
    dxk_dxil_free(d);
    dxk_module_free(m);
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){bitcode.data, bitcode.size}, 0, &bent),
                     DXK_OK);
    dxk_status status = dxk_reflect_load(bent, NULL, &r);
    *had = r != NULL;
    if (r)
        dxk_reflect_print_header(r, NULL, (dxk_sink){nowhere, &written});
    dxk_reflect_free(r);
    dxk_container_free(bent);
    dxk_buffer_free(&bitcode);
    dxk_container_free(container);
    free(data);
    return status;
}

static dxki_type struct_named(const dxk_module *m, const char *name)
{
    for (uint32_t i = 1; i < m->types.count; i++)
        if (dxki_type_kind_of(m, i) == DXKI_T_STRUCT &&
            is(dxki_string_get(m, dxki_type_get(m, i)->c), name))
            return i;
    return 0;
}

/* struct Base { float4 a; int flags; } becomes one that begins with itself. */
static void bend_cycle(dxk_module *m, dxk_dxil *d)
{
    dxki_type type = struct_named(m, "struct.Base");
    (void)d;
    assert_int_not_equal(type, 0);
    m->type_ops.items[dxki_type_get(m, type)->a] = type;
}

/* A type that contains itself cannot be written as bitcode that reads; the reader or reflection
 * refuses it, with an error and in bounded time. */
static void cyclic_types(void **state)
{
    dxk_ctx *ctx = support_ctx();
    bool had;
    (void)state;
    assert_int_not_equal(reflect_bent(ctx, "reflect-types.dxil", bend_cycle, &had), DXK_OK);
    assert_true(dxk_ctx_error_count(ctx) > 0);
    support_ctx_done(ctx);
}

/* What a container that has nothing but an RDEF part, of `count` words, tells. The caller frees both,
 * the container last. */
static dxk_status reflect_rdef(dxk_ctx *ctx, const uint32_t *words, size_t count,
                               dxk_container **out, dxk_reflect **r)
{
    uint8_t bytes[256];
    dxk_container *container;
    assert_true(count * 4 <= sizeof bytes);
    for (size_t i = 0; i < count * 4; i++)
        bytes[i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
    assert_int_equal(dxk_container_create(ctx, &container), DXK_OK);
    assert_int_equal(
        dxk_container_insert(container, 0, DXK_PART_RDEF, (dxk_bytes){bytes, count * 4}), DXK_OK);
    dxk_status status = dxk_reflect_load(container, NULL, r);
    assert_non_null(*r);
    *out = container;
    return status;
}

#define WORDS_OF(words) (words), sizeof(words) / sizeof *(words)

/* RDEF of shader model 4: a constant buffer with a variable whose type has itself as a member. */
static void cyclic_rdef(void **state)
{
    static const uint32_t words[] = {
        1,          28,         0,          0,
        0xfffe0400, 0,          104, /* header: one buffer; model, stage; creator */
        104,        1,          52,         16,
        0,          0, /* buffer: name, variables, size, flags, kind */
        104,        0,          16,         2,
        76,         0, /* variable: name, start, size, flags, type, value */
        5,          0x00010001, 0x00010000, 92, /* type: structure, one member */
        104,        76,         0,              /* member: name, type, start */
        0x78,                                   /* "x" */
    };
    dxk_ctx *ctx = support_ctx();
    dxk_container *container;
    dxk_reflect *r;
    size_t written = 0;
    (void)state;
    assert_int_equal(reflect_rdef(ctx, WORDS_OF(words), &container, &r), DXK_E_INVALID);
    assert_true(support_reported(ctx, "REFLECT.CYCLE"));
    assert_true(r->is_legacy);
    assert_int_equal(r->stage.kind, DXK_SHADER_KIND_VERTEX);
    assert_int_equal(r->buffer_count, 1);
    assert_true(is(r->buffers[0].variables[0].name, "x"));
    assert_int_equal(dxk_reflect_print_header(r, NULL, (dxk_sink){nowhere, &written}), DXK_OK);
    dxk_reflect_free(r);
    dxk_container_free(container);
    support_ctx_done(ctx);
}

/* Elements of arrays stand apart by rows of 16 bytes in a constant buffer, not in a structured one,
 * even where both are of one type. */
static void array_sizes(void **state)
{
    static const uint32_t words[] = {
        2,          28,         0,   0,   0xfffe0400, 0, 168, /* header: two buffers */
        168,        1,          76,  128, 0,          0,      /* a constant buffer */
        168,        1,          100, 32,  0,          3,      /* a structured one */
        168,        0,          116, 2,   124,        0,      /* their variables */
        168,        0,          32,  2,   124,        0, 5,
        0x00010001, 0x00010000, 140,    /* type: structure, one member */
        168,        152,        0,      /* member */
        0x00020000, 0x00010001, 8,   0, /* type: int, 8 elements */
        0x78,                           /* "x" */
    };
    dxk_ctx *ctx = support_ctx();
    dxk_container *container;
    dxk_reflect *r;
    (void)state;
    assert_int_equal(reflect_rdef(ctx, WORDS_OF(words), &container, &r), DXK_OK);
    assert_int_equal(r->buffer_count, 2);
    const dxk_reflect_type *in_rows = &r->buffers[0].variables[0].type;
    const dxk_reflect_type *tight = &r->buffers[1].variables[0].type;
    assert_int_equal(in_rows->size, 116);
    assert_int_equal(in_rows->member_list[0].type.size, 116);
    assert_int_equal(tight->size, 32);
    assert_int_equal(tight->member_list[0].type.size, 32);
    dxk_reflect_free(r);
    dxk_container_free(container);
    support_ctx_done(ctx);
}

/* The symbol of the first constant buffer becomes a pointer to a number. */
static void bend_symbol(dxk_module *m, dxk_dxil *d)
{
    const dxki_dxil_resource *res = d->resources[DXK_RESOURCE_CLASS_CBUFFER].items[0];
    dxki_type pointer = dxki_type_pointer(m, DXKI_TY_FLOAT, 0);
    dxki_md symbol = dxki_md_of_value(m, dxki_const_undef(m, pointer));
    assert_int_not_equal(symbol, 0);
    m->words.items[m->mds.items[res->head.md].ops + 1] = symbol;
}

static void buffers_of_numbers(void **state)
{
    dxk_ctx *ctx = support_ctx();
    bool had;
    (void)state;
    assert_int_equal(reflect_bent(ctx, "reflect-types.dxil", bend_symbol, &had), DXK_E_INVALID);
    assert_true(had);
    assert_true(support_reported(ctx, "REFLECT.TYPE"));
    support_ctx_done(ctx);
}

/* A signature of many elements that share one long list of indices. */
static void bend_indices(dxk_module *m, dxk_dxil *d)
{
    enum { COUNT = 600 };
    const dxki_dxil_entry *entry = d->entries.items[0];
    const dxki_dxil_sig_element *element = entry->signatures[0].items[0];
    dxki_md list[COUNT];
    dxki_md zero = dxki_md_of_value(m, dxki_const_int(m, DXKI_TY_I32, 0));
    for (size_t i = 0; i < COUNT; i++)
        list[i] = zero;
    dxki_md indices = dxki_md_tuple(m, list, COUNT, false);
    m->words.items[m->mds.items[element->head.md].ops + 4] = indices;
    for (size_t i = 0; i < COUNT; i++)
        list[i] = element->head.md;
    dxki_md elements = dxki_md_tuple(m, list, COUNT, false);
    assert_int_not_equal(elements, 0);
    m->words.items[m->mds.items[entry->signatures_md].ops] = elements;
}

static void shared_lists(void **state)
{
    dxk_ctx *ctx = support_ctx();
    bool had;
    (void)state;
    assert_int_equal(reflect_bent(ctx, "reflect-types.dxil", bend_indices, &had), DXK_E_LIMIT);
    assert_false(had);
    assert_true(support_reported(ctx, "LIMIT.REFLECT"));
    support_ctx_done(ctx);
}

/* Array sizes and offsets at the end of their range: any answer, but in time and without harm. */
static void bend_sizes(dxk_module *m, dxk_dxil *d)
{
    (void)d;
    for (uint32_t i = 1; i < m->types.count; i++) {
        if (dxki_type_kind_of(m, i) == DXKI_T_ARRAY) {
            m->types.items[i].b = UINT32_MAX;
            m->types.items[i].c = 0x7fffffff;
        }
    }
}

static void absurd_sizes(void **state)
{
    dxk_ctx *ctx = support_ctx();
    bool had;
    (void)state;
    reflect_bent(ctx, "reflect-types.dxil", bend_sizes, &had);
    dxk_ctx_clear_diags(ctx);
    support_ctx_done(ctx);
}

/* A module for a validator that wrote no usage: the code tells the same as the metadata did. */
static void usage_from_code(void **state)
{
    dxk_reflect *from_stat, *from_code;
    dxk_container *container, *debug;
    dxk_ctx *ctx = support_ctx();
    size_t size;
    uint8_t *data = support_sample("debug.dxil", &size);
    (void)state;
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){data, size}, 0, &container), DXK_OK);
    size_t index = dxk_container_find(container, DXK_PART_ILDB, 0);
    dxk_bytes program = dxk_container_part(container, index)->content;
    assert_int_equal(dxk_container_read(ctx, program, 0, &debug), DXK_OK);
    assert_int_equal(dxk_reflect_load(container, NULL, &from_stat), DXK_OK);
    assert_int_equal(dxk_reflect_load(debug, NULL, &from_code), DXK_OK);
    assert_int_equal(from_stat->buffer_count, from_code->buffer_count);
    assert_true(from_stat->buffer_count > 0);
    for (uint32_t i = 0; i < from_stat->buffer_count; i++)
        for (uint32_t k = 0; k < from_stat->buffers[i].variable_count; k++)
            assert_int_equal(from_stat->buffers[i].variables[k].flags,
                             from_code->buffers[i].variables[k].flags);
    dxk_reflect_free(from_stat);
    dxk_reflect_free(from_code);
    dxk_container_free(debug);
    dxk_container_free(container);
    support_ctx_done(ctx);
    free(data);
}

/* ---------------------------------------------------------------------------------------- */
/* Odd containers                                                                             */

static void nothing_to_reflect(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_container *container;
    dxk_reflect *r;
    size_t written = 0;
    (void)state;
    assert_int_equal(dxk_container_create(ctx, &container), DXK_OK);
    assert_int_equal(dxk_reflect_load(container, NULL, &r), DXK_E_NOT_FOUND);
    assert_null(r);
    assert_true(support_reported(ctx, "REFLECT.NOTHING"));
    assert_int_equal(dxk_reflect_print(container, (dxk_sink){nowhere, &written}), DXK_E_INVALID);
    assert_true(support_reported(ctx, "REFLECT.NO_DXIL"));
    assert_int_equal(written, 0);
    dxk_reflect_free(NULL);
    dxk_container_free(container);
    support_ctx_done(ctx);
}

/* RDAT of one library in another. */
static void other_rdat(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_container *library, *other;
    dxk_reflect *r;
    size_t sizes[2];
    uint8_t *data[2] = {support_sample("lib-node.dxil", &sizes[0]),
                        support_sample("lib-rt.dxil", &sizes[1])};
    (void)state;
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){data[0], sizes[0]}, 0, &library), DXK_OK);
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){data[1], sizes[1]}, 0, &other), DXK_OK);
    const dxk_part *part = dxk_container_part(other, dxk_container_find(other, DXK_PART_RDAT, 0));
    assert_int_equal(dxk_container_replace(library, dxk_container_find(library, DXK_PART_RDAT, 0),
                                           part->content),
                     DXK_OK);
    assert_int_equal(dxk_reflect_load(library, NULL, &r), DXK_E_INVALID);
    assert_non_null(r);
    assert_true(support_reported(ctx, "REFLECT.RESOURCES"));
    for (uint32_t i = 0; i < r->function_count; i++)
        for (uint32_t k = 0; k < r->functions[i].binding_count; k++)
            assert_true(r->functions[i].bindings[k] < r->binding_count);
    dxk_reflect_free(r);
    dxk_container_free(library);
    dxk_container_free(other);
    support_ctx_done(ctx);
    free(data[0]);
    free(data[1]);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(names_of_values),
    cmocka_unit_test(buffers_and_types),
    cmocka_unit_test(stages),
    cmocka_unit_test(text_of_the_reference),
    cmocka_unit_test(allocations_can_fail),
    cmocka_unit_test(cyclic_types),
    cmocka_unit_test(cyclic_rdef),
    cmocka_unit_test(array_sizes),
    cmocka_unit_test(buffers_of_numbers),
    cmocka_unit_test(shared_lists),
    cmocka_unit_test(absurd_sizes),
    cmocka_unit_test(usage_from_code),
    cmocka_unit_test(nothing_to_reflect),
    cmocka_unit_test(other_rdat),
};
SUPPORT_SUITE(test_reflect, tests);
