/* SPDX-License-Identifier: MIT */
/*
 * test_dependence.c - usage masks and the ViewID state, found out again from the programs of the
 * samples and of the large corpus, against what the reference's compiler wrote into them.
 */
#include "support.h"

#include "build/build.h"
#include "dxil/usage.h"
#include "dxk/dxk.h"

typedef struct tally {
    size_t states, same_states;
    size_t elements, same_elements;
} tally;

static void compare_elements(tally *t, const dxk_dxil *d, const char *path)
{
    const dxki_dxil_entry *entry = d->entries.items[0];
    dxki_dxil_sig_element copies[3][64], *lists[3][64];
    uint32_t counts[3];
    dxki_dxil_access fault;
    for (uint32_t which = 0; which < 3; which++) {
        counts[which] = entry->signatures[which].count;
        assert_true(counts[which] <= 64);
        for (uint32_t i = 0; i < counts[which]; i++) {
            copies[which][i] = *(const dxki_dxil_sig_element *)entry->signatures[which].items[i];
            copies[which][i].extra.usage_mask = copies[which][i].extra.dynamic_mask = 0;
            lists[which][i] = &copies[which][i];
        }
    }
    dxki_dxil_sig_element *const *const all[3] = {lists[0], lists[1], lists[2]};
    if (!dxki_dxil_find_usage(d->m, 0, all, counts, &fault))
        return;
    for (uint32_t which = 0; which < 3; which++)
        for (uint32_t i = 0; i < counts[which]; i++) {
            const dxki_dxil_sig_extra *was =
                &((const dxki_dxil_sig_element *)entry->signatures[which].items[i])->extra;
            bool same = was->usage_mask == copies[which][i].extra.usage_mask &&
                        was->dynamic_mask == copies[which][i].extra.dynamic_mask;
            t->elements++;
            t->same_elements += same;
            if (!same)
                printf("%s: signature %u element %u: usage %x, dynamic %x, expected %x, %x\n", path,
                       which, i, copies[which][i].extra.usage_mask,
                       copies[which][i].extra.dynamic_mask, was->usage_mask, was->dynamic_mask);
        }
}

static void compare_state(tally *t, dxk_ctx *ctx, const dxk_dxil *d, const char *path)
{
    dxk_buffer words;
    bool any = false;
    dxk_buffer_init(&words, ctx);
    assert_int_equal(dxki_dxil_find_dependence(d, &words), DXK_OK);
    for (size_t i = 0; i < words.size; i++)
        any |= words.data[i] != 0;
    dxk_bytes was = d->view_id.words;
    bool same =
        any ? words.size == was.size && memcmp(words.data, was.data, was.size) == 0 : was.size == 0;
    t->states++;
    t->same_states += same;
    if (!same)
        printf("%s: the ViewID state differs, %zu bytes, expected %zu\n", path, words.size,
               was.size);
    dxk_buffer_free(&words);
}

static void check_module(tally *t, dxk_ctx *ctx, dxk_bytes bitcode, const char *path)
{
    dxk_module *m = NULL;
    dxk_dxil *d = NULL;
    if (dxk_module_read(ctx, bitcode, NULL, &m) == DXK_OK && dxk_dxil_load(m, &d) == DXK_OK &&
        d->entries.count && d->model.kind != DXK_SHADER_KIND_LIBRARY &&
        dxki_dxil_validator_at_least(d, 5)) {
        compare_elements(t, d, path);
        compare_state(t, ctx, d, path);
    }
    dxk_dxil_free(d);
    dxk_module_free(m);
}

static void check_file(void *user, const char *path)
{
    tally *t = user;
    size_t size;
    dxk_container *container;
    dxk_program program;
    if (strstr(path, "_asm_")) /* written by hand, the state too */
        return;
    uint8_t *data = support_read(path, &size);
    dxk_ctx *ctx = support_ctx();
    if (dxk_container_read(ctx, (dxk_bytes){data, size}, NULL, &container) == DXK_OK) {
        size_t index = dxk_container_find(container, DXK_PART_DXIL, 0);
        if (index != DXK_NO_PART &&
            dxk_program_read(ctx, dxk_container_part(container, index)->content, &program) ==
                DXK_OK)
            check_module(t, ctx, program.bitcode, path);
    }
    dxk_container_free(container);
    support_ctx_done(ctx);
    free(data);
}

static void check_folder(const char *folder)
{
    tally t = {0};
    support_each(folder, ".dxil", check_file, &t);
    printf("%s: ViewID states identical %zu of %zu, masks identical %zu of %zu\n", folder,
           t.same_states, t.states, t.same_elements, t.elements);
    assert_true(t.states > 0);
    assert_int_equal(t.same_states, t.states);
    assert_int_equal(t.same_elements, t.elements);
}

static void finds_what_the_compiler_found(void **state)
{
    (void)state;
    check_folder(getenv("DXK_TEST_DATA"));
}

static void finds_it_in_the_corpus(void **state)
{
    const char *folder = support_corpus("own");
    (void)state;
    if (!folder)
        skip();
    check_folder(folder);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(finds_what_the_compiler_found),
    cmocka_unit_test(finds_it_in_the_corpus),
};
SUPPORT_SUITE(test_dependence, tests);
