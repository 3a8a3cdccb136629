/* SPDX-License-Identifier: MIT */
/* hlsl_support.c - see hlsl_support.h. */
#include "hlsl_support.h"

#include "dxk/build.h"
#include "dxk/run.h"
#include "dxk/text.h"
#include "dxk/validate.h"

#include <string.h>

static dxk_hlsl_options options_of(const hlsl_shader *s, bool optimize)
{
    return (dxk_hlsl_options){.name = {"main.hlsl", 9},
                              .target = s->target,
                              .version = 2021,
                              .optimize = optimize,
                              .native_16bit = s->native_16bit};
}

static dxk_bytes source_of(const hlsl_shader *s)
{
    return (dxk_bytes){(const uint8_t *)s->source, strlen(s->source)};
}

static dxk_status compile(dxk_ctx *ctx, const hlsl_shader *s, bool optimize, dxk_module **m)
{
    const dxk_hlsl_options options = options_of(s, optimize);

    return dxk_hlsl_compile(ctx, source_of(s), &options, m);
}

dxk_status hlsl_compile(dxk_ctx *ctx, const hlsl_shader *s, dxk_module **m)
{
    return compile(ctx, s, true, m);
}

static void compile_well(dxk_ctx *ctx, const hlsl_shader *s, bool optimize, dxk_module **m)
{
    dxk_status status = compile(ctx, s, optimize, m);

    if (status != DXK_OK)
        fail_msg("%s: %s", s->source, dxk_ctx_diag(ctx, 0)->message);
}

dxk_container *hlsl_build(dxk_ctx *ctx, const hlsl_shader *s, bool optimize)
{
    const dxk_hlsl_options options = options_of(s, optimize);
    dxk_container *made = NULL;

    if (dxk_hlsl_build(ctx, source_of(s), &options, &made) != DXK_OK)
        fail_msg("%s: %s", s->source, dxk_ctx_diag(ctx, 0)->message);
    return made;
}

static void expect_same(const dxk_validation *a, const dxk_validation *b)
{
    assert_int_equal(dxk_validation_verdict(a), dxk_validation_verdict(b));
    assert_int_equal(dxk_validation_count(a, NULL), dxk_validation_count(b, NULL));
    for (size_t i = 0; i < dxk_validation_count(a, NULL); i++) {
        const dxk_finding *x = dxk_validation_finding(a, i), *y = dxk_validation_finding(b, i);
        assert_int_equal(x->message.size, y->message.size);
        assert_memory_equal(x->message.data, y->message.data, x->message.size);
        assert_int_equal(x->bit_offset, y->bit_offset);
    }
}

size_t hlsl_judge(const dxk_container *made)
{
    dxk_ctx *ctx = support_ctx();
    dxk_validation *built = NULL, *read = NULL;
    dxk_container *again = NULL;
    dxk_buffer bytes;

    dxk_buffer_init(&bytes, ctx);
    assert_int_equal(dxk_container_write(made, NULL, dxk_buffer_sink(&bytes)), DXK_OK);
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){bytes.data, bytes.size}, NULL, &again),
                     DXK_OK);
    assert_int_equal(dxk_validate(made, NULL, &built), DXK_OK);
    assert_int_equal(dxk_validate(again, NULL, &read), DXK_OK);
    size_t count = dxk_validation_count(read, NULL);
    for (size_t i = 0; i < count; i++)
        print_message("%.*s\n", (int)dxk_validation_finding(read, i)->message.size,
                      dxk_validation_finding(read, i)->message.data);
    expect_same(built, read);
    dxk_validation_free(read);
    dxk_validation_free(built);
    dxk_container_free(again);
    dxk_buffer_free(&bytes);
    support_ctx_done(ctx);
    return count;
}

void hlsl_expect_refused(const hlsl_shader *s, const char *rule)
{
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = NULL;

    assert_int_equal(hlsl_compile(ctx, s, &m), DXK_E_INVALID);
    if (!support_reported(ctx, rule))
        fail_msg("%s: %s", s->source, dxk_ctx_diag(ctx, 0)->rule);
    assert_null(m);
    support_ctx_done(ctx);
}

void hlsl_expect_valid(const hlsl_shader *s)
{
    dxk_ctx *ctx = support_ctx();
    dxk_container *made = hlsl_build(ctx, s, true);

    if (hlsl_judge(made) != 0)
        fail_msg("%s", s->source);
    dxk_container_free(made);
    support_ctx_done(ctx);
}

void hlsl_run_on(dxk_ctx *ctx, const dxk_module *m, uint32_t words[HLSL_WORDS])
{
    const dxk_run_view view = {
        .kind = DXK_RESOURCE_KIND_RAW_BUFFER, .data = words, .size = HLSL_WORDS * sizeof *words};
    const dxk_run_program_options program_options = {0};
    const dxk_run_options options = {0};
    dxk_run_program *program = NULL;
    dxk_run_worker *worker = NULL;
    dxk_run *all = NULL;

    assert_int_equal(dxk_run_program_create_module(m, &program_options, &program), DXK_OK);
    assert_int_equal(dxk_run_create(program, &options, &all), DXK_OK);
    assert_int_equal(dxk_run_bind(all, DXK_RESOURCE_CLASS_UAV, 0, 0, &view), DXK_OK);
    assert_int_equal(dxk_run_set_grid(all, 1, 1, 1), DXK_OK);
    assert_int_equal(dxk_run_worker_create(all, ctx, &worker), DXK_OK);
    assert_int_equal(dxk_run_groups(worker, 0, 1), DXK_OK);
    dxk_run_worker_free(worker);
    dxk_run_free(all);
    dxk_run_program_free(program);
}

void hlsl_run(dxk_ctx *ctx, const dxk_module *m, uint32_t words[HLSL_WORDS])
{
    memset(words, 0, HLSL_WORDS * sizeof *words);
    hlsl_run_on(ctx, m, words);
}

static void expect_true(const char *target, const char *globals, const char *before, bool optimize,
                        const char *const *conditions, size_t count)
{
    char source[8192];
    size_t at = (size_t)snprintf(source, sizeof source,
                                 "RWByteAddressBuffer o : register(u0);\n%s"
                                 "[numthreads(1, 1, 1)] void main() {\n"
                                 "uint zero = o.Load(252), one = zero + 1; %s\n",
                                 globals, before);
    const hlsl_shader s = {target, source, strcmp(target, "cs_6_2") >= 0};
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = NULL;
    uint32_t words[HLSL_WORDS];

    for (size_t i = 0; i < count; i++)
        at += (size_t)snprintf(source + at, sizeof source - at, "o.Store(%zu, uint(%s));\n", 4 * i,
                               conditions[i]);
    snprintf(source + at, sizeof source - at, "}\n");
    assert_true(at + 2 < sizeof source && count < HLSL_WORDS - 1);
    compile_well(ctx, &s, optimize, &m);
    hlsl_run(ctx, m, words);
    for (size_t i = 0; i < count; i++) {
        if (words[i] != 1)
            fail_msg("%s: %u", conditions[i], words[i]);
    }
    dxk_module_free(m);
    support_ctx_done(ctx);
}

void hlsl_expect_true(const char *target, const char *before, const char *const *conditions,
                      size_t count)
{
    expect_true(target, "", before, true, conditions, count);
}

void hlsl_expect_values_in(const char *target, const char *globals, const char *before,
                           const char *const *conditions, size_t count)
{
    expect_true(target, globals, before, false, conditions, count);
    expect_true(target, globals, before, true, conditions, count);
}

void hlsl_expect_values(const char *globals, const char *before, const char *const *conditions,
                        size_t count)
{
    hlsl_expect_values_in("cs_6_6", globals, before, conditions, count);
}

unsigned hlsl_count(const char *target, const char *source, const char *text)
{
    const hlsl_shader s = {target, source, false};
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = NULL;
    dxk_buffer out;
    unsigned found = 0;

    dxk_buffer_init(&out, ctx);
    assert_int_equal(hlsl_compile(ctx, &s, &m), DXK_OK);
    assert_int_equal(dxk_module_print(m, NULL, dxk_buffer_sink(&out)), DXK_OK);
    assert_int_equal(dxk_buffer_append(&out, "", 1), DXK_OK);
    for (const char *at = (const char *)out.data; (at = strstr(at, text)) != NULL; at++)
        found++;
    dxk_buffer_free(&out);
    dxk_module_free(m);
    support_ctx_done(ctx);
    return found;
}

static void expect_said(const said_how *how, const said_case *it)
{
    const dxk_hlsl_options options = {.name = {"main.hlsl", 9},
                                      .target = how->target,
                                      .version = how->version,
                                      .native_16bit = how->native_16bit,
                                      .loud = &how->loud,
                                      .loud_count = how->loud != NULL};
    const dxk_bytes bytes = {(const uint8_t *)it->source, strlen(it->source)};
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = NULL;
    char said[4096];
    size_t at = 0;

    dxk_hlsl_compile(ctx, bytes, &options, &m);
    said[0] = 0;
    for (size_t i = 0; i < dxk_ctx_diag_count(ctx); i++) {
        const dxk_diag *d = dxk_ctx_diag(ctx, i);
        at += (size_t)snprintf(said + at, sizeof said - at, "%u: %s\n", d->line, d->message);
        assert_true(at < sizeof said);
    }
    if (strcmp(said, it->said) != 0)
        fail_msg("%s:\n%sis not\n%s", it->source, said, it->said);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

void hlsl_expect_said(const said_how *how, const said_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++)
        expect_said(how, &cases[i]);
}

static bool has_said(dxk_ctx *ctx, const char *message)
{
    for (size_t i = 0; i < dxk_ctx_diag_count(ctx); i++) {
        if (strstr(dxk_ctx_diag(ctx, i)->message, message))
            return true;
    }
    return false;
}

static void expect_answer(const answer_case *it)
{
    const hlsl_shader s = {it->target, it->source, false};
    dxk_ctx *ctx;
    dxk_module *m = NULL;

    if (!it->message) {
        hlsl_expect_valid(&s);
        return;
    }
    ctx = support_ctx();
    hlsl_compile(ctx, &s, &m);
    if (!has_said(ctx, it->message))
        fail_msg("%s: %s, not %s", it->source,
                 dxk_ctx_diag_count(ctx) ? dxk_ctx_diag(ctx, 0)->message : "nothing", it->message);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

void hlsl_expect_answers(const answer_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++)
        expect_answer(&cases[i]);
}
