/* SPDX-License-Identifier: MIT */
/*
 * test_validate_parts.c - containers whose parts do not belong to their module: what is found, in
 * which order, also when memory runs out. tests/data/negative has the reference's words for more.
 */
#include "dxk/container.h"
#include "dxk/parts.h"
#include "dxk/validate.h"
#include "hlsl_support.h"
#include "wire/load.h"

/* A change of one byte of a part. */
typedef struct change {
    uint32_t fourcc;
    uint32_t offset;
    uint8_t flip;
} change;

typedef struct job {
    dxk_bytes input;
    const change *changes;
    size_t count;
    uint32_t max_findings;
    dxk_validation *result; /* kept only when asked for */
    bool keep;
    bool directly; /* what was edited is judged without writing it first */
} job;

static dxk_status change_part(dxk_container *container, const change *c)
{
    size_t index = dxk_container_find(container, c->fourcc, 0);
    dxk_bytes content = dxk_container_part(container, index)->content;
    uint8_t *copy = malloc(content.size);
    assert_non_null(copy);
    assert_in_range(c->offset, 0, content.size - 1);
    memcpy(copy, content.data, content.size);
    copy[c->offset] ^= c->flip;
    dxk_status status = dxk_container_replace(container, index, (dxk_bytes){copy, content.size});
    free(copy);
    return status;
}

/* Validates what is written of the container. */
static dxk_status validate(dxk_ctx *ctx, const dxk_container *container,
                           const dxk_validate_options *options, dxk_validation **result)
{
    dxk_container *written = NULL;
    dxk_buffer bytes;
    dxk_buffer_init(&bytes, ctx);
    dxk_status status = dxk_container_write(container, NULL, dxk_buffer_sink(&bytes));
    if (status == DXK_OK)
        status = dxk_container_read(ctx, (dxk_bytes){bytes.data, bytes.size}, 0, &written);
    if (status == DXK_OK)
        status = dxk_validate(written, options, result);
    dxk_container_free(written);
    dxk_buffer_free(&bytes);
    return status;
}

static dxk_status judge(dxk_ctx *ctx, void *user)
{
    job *j = user;
    dxk_container *container = NULL;
    dxk_validate_options options = {.max_findings = j->max_findings};
    j->result = NULL;
    dxk_status status = dxk_container_read(ctx, j->input, 0, &container);
    for (size_t i = 0; i < j->count && status == DXK_OK; i++)
        status = change_part(container, &j->changes[i]);
    if (status == DXK_OK)
        status = j->directly ? dxk_validate(container, &options, &j->result)
                             : validate(ctx, container, &options, &j->result);
    if (!j->keep) {
        dxk_validation_free(j->result);
        j->result = NULL;
    }
    dxk_container_free(container);
    return status;
}

/* The rules that are broken, one after the other, "-" for findings without one. */
static void expect(const char *sample, const change *changes, size_t count, const char *rules)
{
    dxk_ctx *ctx = support_ctx();
    char found[512] = "";
    job j = {.changes = changes, .count = count, .keep = true};
    uint8_t *data = support_sample(sample, &j.input.size);
    j.input.data = data;
    assert_int_equal(judge(ctx, &j), DXK_OK);
    for (size_t i = 0; i < dxk_validation_count(j.result, NULL); i++) {
        const char *rule = dxk_validation_finding(j.result, i)->rule;
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s", i ? " " : "",
                 rule ? strchr(rule, '.') + 1 : "-");
    }
    assert_string_equal(found, rules);
    assert_int_equal(dxk_validation_verdict(j.result),
                     *rules ? DXK_VERDICT_INVALID : DXK_VERDICT_VALID);
    dxk_validation_free(j.result);
    support_ctx_done(ctx);
    free(data);
}

#define EXPECT(sample, rules, ...)                                                                 \
    expect((sample), (const change[]){__VA_ARGS__},                                                \
           sizeof((const change[]){__VA_ARGS__}) / sizeof(change), (rules))

static void untouched(void **state)
{
    static const char *const samples[] = {
        "vs.dxil",    "ps.dxil",    "gs-viewid.dxil", "hs.dxil",     "ds.dxil",       "ms.dxil",
        "as.dxil",    "cs.dxil",    "lib.dxil",       "lib-rt.dxil", "lib-node.dxil", "rts0.dxil",
        "psv-0.dxil", "psv-1.dxil", "psv-3.dxil",     "debug.dxil"};
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        expect(samples[i], NULL, 0, "");
}

static void order_of_findings(void **state)
{
    (void)state;
    /* the entry point's name, after the resources' and the runtime information's mismatch */
    EXPECT("ps.dxil", "CONTENTMATCHES CONTENTMATCHES CONTENTINVALID UNUSEDITEMINTABLE PARTMATCHES",
           {DXK_PART_PSV0, 4 + 1, 1}, {DXK_PART_PSV0, 4 + 51, 0x80}, {DXK_PART_PSV0, 68, 1});
    EXPECT("rts0.dxil", "ROOTSIGNATUREINCOMPATIBLE -", {DXK_PART_RTS0, 3, 1});
    EXPECT("vs.dxil", "PARTMATCHES PARTMATCHES", {DXK_PART_ISG1, 40, 1}, {DXK_PART_SFI0, 7, 1});
    EXPECT("lib-rt.dxil", "PARTMATCHES", {DXK_PART_RDAT, 0, 1});
}

static void allocation_failures(void **state)
{
    static const change all[] = {
        {DXK_PART_PSV0, 4 + 1, 1}, {DXK_PART_PSV0, 68, 1}, {DXK_PART_RTS0, 28, 1}};
    static const change rdat[] = {{DXK_PART_RDAT, 200, 1}};
    job j = {.changes = all, .count = 3};
    uint8_t *data = support_sample("rts0.dxil", &j.input.size);
    (void)state;
    j.input.data = data;
    support_fail_allocations(judge, &j);
    free(data);
    j = (job){.changes = rdat, .count = 1};
    data = support_sample("lib-rt.dxil", &j.input.size);
    j.input.data = data;
    support_fail_allocations(judge, &j);
    free(data);
}

/* A string table of NULs has an unused string a byte: they are counted, few are kept. */
static void many_findings(void **state)
{
    enum { EXTRA = 300000 };
    dxk_ctx *ctx = support_ctx();
    size_t size, at;
    uint8_t *data = support_sample("vs.dxil", &size);
    dxk_container *container;
    dxk_validation *result;
    dxk_validate_options options = {.max_findings = 10};
    uint64_t total;
    (void)state;
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){data, size}, 0, &container), DXK_OK);
    size_t index = dxk_container_find(container, DXK_PART_PSV0, 0);
    dxk_bytes old = dxk_container_part(container, index)->content;
    uint8_t *part = calloc(1, old.size + EXTRA);
    assert_non_null(part);
    at = 4 + dxki_load32(old.data); /* after the runtime info: resources */
    at += dxki_load32(old.data + at) ? 8 + dxki_load32(old.data + at) * 24 : 4;
    memcpy(part, old.data, at + 4);
    dxki_store32(part + at, dxki_load32(old.data + at) + EXTRA);
    memcpy(part + at + 4 + EXTRA, old.data + at + 4, old.size - at - 4);
    assert_int_equal(dxk_container_replace(container, index, (dxk_bytes){part, old.size + EXTRA}),
                     DXK_OK);
    assert_int_equal(validate(ctx, container, &options, &result), DXK_OK);
    assert_int_equal(dxk_validation_count(result, &total), 10);
    assert_true(total > EXTRA / 2);
    dxk_validation_free(result);
    dxk_container_free(container);
    free(part);
    support_ctx_done(ctx);
    free(data);
}

/* A container that was edited, with other sizes and places of parts than were read, is judged as
 * it would be written: findings are the same, and so is where they are. */
static void judges_what_would_be_written(void **state)
{
    const uint32_t strange = DXK_FOURCC('X', 'Y', 'Z', '0');
    dxk_ctx *ctx = support_ctx();
    dxk_container *container;
    dxk_validation *direct, *written;
    dxk_bytes input;
    uint8_t *data = support_sample("vs.dxil", &input.size);
    (void)state;
    input.data = data;
    assert_int_equal(dxk_container_read(ctx, input, 0, &container), DXK_OK);
    assert_int_equal(dxk_container_insert(container, 0, DXK_PART_PRIV, (dxk_bytes){input.data, 24}),
                     DXK_OK);
    assert_int_equal(dxk_validate(container, NULL, &direct), DXK_OK);
    assert_int_equal(dxk_validation_verdict(direct), DXK_VERDICT_VALID);
    dxk_validation_free(direct);
    assert_int_equal(dxk_container_insert(container, 1, strange, (dxk_bytes){input.data, 4}),
                     DXK_OK);
    assert_int_equal(
        dxk_container_remove(container, dxk_container_find(container, DXK_PART_PSV0, 0)), DXK_OK);
    assert_int_equal(dxk_validate(container, NULL, &direct), DXK_OK);
    assert_int_equal(validate(ctx, container, NULL, &written), DXK_OK);
    assert_int_equal(dxk_validation_count(direct, NULL), 2);
    assert_int_equal(dxk_validation_count(written, NULL), 2);
    for (size_t i = 0; i < 2; i++) {
        const dxk_finding *a = dxk_validation_finding(direct, i);
        const dxk_finding *b = dxk_validation_finding(written, i);
        assert_string_equal(a->rule, b->rule);
        assert_int_equal(a->offset, b->offset);
    }
    assert_string_equal(dxk_validation_finding(direct, 0)->rule, "CONTAINER.PARTINVALID");
    assert_string_equal(dxk_validation_finding(direct, 1)->rule, "CONTAINER.PARTMISSING");
    dxk_validation_free(written);
    dxk_validation_free(direct);
    dxk_container_free(container);
    support_ctx_done(ctx);
    free(data);
}

static void survives_failing_allocations_of_edited(void **state)
{
    const change changes[] = {{DXK_PART_PSV0, 4, 1}};
    job j = {.changes = changes, .count = 1, .directly = true};
    uint8_t *data = support_sample("vs.dxil", &j.input.size);
    (void)state;
    j.input.data = data;
    support_fail_allocations(judge, &j);
    free(data);
}

/* Makes a container and signs it. */
static dxk_status sign_one(dxk_ctx *ctx, void *user)
{
    const char *source = user;
    const dxk_hlsl_options options = {.target = "lib_6_3"};
    dxk_container *made = NULL;
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    dxk_status status =
        dxk_hlsl_build(ctx, (dxk_bytes){(const uint8_t *)source, strlen(source)}, &options, &made);
    if (status == DXK_OK)
        status = dxk_container_sign(made, NULL, dxk_buffer_sink(&out), NULL);
    dxk_container_free(made);
    dxk_buffer_free(&out);
    return status;
}

/* The module that is there is judged, not read again, with the same result. */
static void what_was_built_is_judged_as_its_bytes_are(void **state)
{
    static const struct {
        const char *target, *source;
        size_t findings;
    } cases[] = {
        {"ps_6_0", "float4 main(float4 c : C) : SV_Target { return c.x > 1 ? sin(c) : c; }", 0},
        {"cs_6_0",
         "groupshared int g; RWBuffer<int> o; [numthreads(8, 1, 1)]\n"
         "void main(int t : SV_GroupIndex) { g = t; GroupMemoryBarrierWithGroupSync(); o[t] = g; }",
         1},
        {"lib_6_3",
         "[noinline] float f(float v) { if (v > 8) discard; return v; }\n"
         "export float g(float v) { return f(v); }",
         1},
    };
    dxk_ctx *ctx = support_ctx();
    dxk_container *made[3];
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const hlsl_shader shader = {cases[i].target, cases[i].source, false};
        made[i] = hlsl_build(ctx, &shader, true);
        assert_int_equal(hlsl_judge(made[i]), cases[i].findings);
    }
    /* What is put in place of the program is what counts. */
    size_t at = dxk_container_find_program(made[0], DXK_PROGRAM_RUN);
    size_t other = dxk_container_find_program(made[1], DXK_PROGRAM_RUN);
    dxk_container_replace(made[0], at, dxk_container_part(made[1], other)->content);
    assert_true(hlsl_judge(made[0]) > 1);
    for (size_t i = 0; i < 3; i++)
        dxk_container_free(made[i]);
    support_ctx_done(ctx);
    support_fail_allocations(sign_one, "export float g(float v) { return v * 2; }");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(untouched),
    cmocka_unit_test(order_of_findings),
    cmocka_unit_test(allocation_failures),
    cmocka_unit_test(many_findings),
    cmocka_unit_test(judges_what_would_be_written),
    cmocka_unit_test(survives_failing_allocations_of_edited),
    cmocka_unit_test(what_was_built_is_judged_as_its_bytes_are),
};
SUPPORT_SUITE(test_validate_parts, tests);
