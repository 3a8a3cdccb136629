/* SPDX-License-Identifier: MIT */
/*
 * dependencies.c - the dependencies in PSV0 from the ViewID state of a module. The state is
 * a sequence of masks and tables of scalars whose sizes are told on the way; PSV0 has them for
 * whole registers, one after the other, and their sizes follow from the signatures.
 *
 * The state is trusted, as the reference trusts it: a table that is larger than its place in PSV0
 * goes on into the next one, and what the state lacks is zero. Only what would go beyond the memory
 * that the reference has for the part is refused. Source: DXContainer.rst, "PSV0 part"; dxil.h has
 * a picture of the state.
 */
#include "build/build.h"

#include "base/arena.h"
#include "base/diag.h"
#include "spec/reader_rules.h"

/* Words that a mask or a table of PSV0 starts at. */
#define NO_PLACE UINT32_MAX

typedef struct copier {
    const dxki_dxil_view_id *state;
    uint32_t at; /* the next word of the state */
    uint32_t *words;
    uint32_t count;
    uint64_t room; /* words that may be written to, those after `count` to no effect */
    bool good;     /* all of it fitted */
    bool blind;    /* the state ended before it had said how large a set is */
    bool lacks;    /* it ended before, which shows */
} copier;

static uint32_t mask_words(uint32_t registers)
{
    return (registers + 7) / 8;
}

static uint32_t next(copier *c)
{
    c->blind = c->blind || c->at >= c->state->words.size / 4;
    return dxki_dxil_view_id_word(c->state, c->at++);
}

static void copy(copier *c, uint32_t place, uint32_t count)
{
    if (place == NO_PLACE)
        return;
    c->good = c->good && (uint64_t)place + count <= c->room;
    for (uint32_t i = 0; i < count && i < c->count - place && c->good && c->words; i++)
        c->words[place + i] = dxki_dxil_view_id_word(c->state, c->at + i);
    size_t size = c->state->words.size / 4, left = size > c->at ? size - c->at : 0;
    c->lacks = c->lacks || c->blind || (left < count && left < c->count - place);
    c->at += count;
}

/* The mask and the table of one set of outputs; sizes as the reference computes them. */
static void copy_set(copier *c, uint32_t inputs, uint32_t outputs, uint32_t mask, uint32_t table)
{
    uint32_t row = mask_words(((outputs + 3) & ~3u) / 4);

    copy(c, mask, row);
    copy(c, table, row * inputs);
}

/* ---------------------------------------------------------------------------------------- */

/* Where the pieces of PSV0 are. */
typedef struct places {
    uint32_t masks[DXK_PSV_STREAMS], tables[DXK_PSV_STREAMS];
    uint32_t patch_mask, patch_table;
    uint32_t count; /* of words in all */
} places;

static uint32_t place(places *p, bool is_there, uint32_t count)
{
    uint32_t at = p->count;

    p->count += is_there ? count : 0;
    return is_there ? at : NO_PLACE;
}

static uint32_t stream_count(const dxk_psv0 *psv)
{
    return psv->info.shader_stage == DXK_SHADER_KIND_GEOMETRY ? DXK_PSV_STREAMS : 1;
}

static places find_places(const dxk_psv0 *psv)
{
    uint32_t stage = psv->info.shader_stage, streams = stream_count(psv);
    uint32_t inputs = dxk_psv0_input_vectors(psv), patch = dxk_psv0_patch_or_prim_vectors(psv);
    bool view = psv->info.uses_view_id != 0, mesh = stage == DXK_SHADER_KIND_MESH;
    bool hull = stage == DXK_SHADER_KIND_HULL, domain = stage == DXK_SHADER_KIND_DOMAIN;
    uint32_t first = dxk_psv0_output_vectors(psv, 0);
    places p = {.patch_mask = NO_PLACE, .patch_table = NO_PLACE};

    for (uint32_t i = 0; i < streams; i++) {
        uint32_t outputs = dxk_psv0_output_vectors(psv, i);
        p.masks[i] = place(&p, view && outputs, mask_words(outputs));
    }
    p.patch_mask = place(&p, view && (hull || mesh) && patch, mask_words(patch));
    for (uint32_t i = 0; i < streams; i++) {
        uint32_t outputs = dxk_psv0_output_vectors(psv, i);
        p.tables[i] = place(&p, !mesh && inputs && outputs, mask_words(outputs) * inputs * 4);
    }
    if (hull)
        p.patch_table = place(&p, inputs && patch, mask_words(patch) * inputs * 4);
    else if (domain)
        p.patch_table = place(&p, patch && first, mask_words(first) * patch * 4);
    return p;
}

static void copy_state(copier *c, const dxk_psv0 *psv, const places *p)
{
    uint32_t stage = psv->info.shader_stage;
    uint32_t inputs = next(c), first = 0;

    for (uint32_t i = 0; i < stream_count(psv); i++) {
        uint32_t outputs = next(c);
        copy_set(c, inputs, outputs, p->masks[i], p->tables[i]);
        first = i ? first : outputs;
    }
    if (stage == DXK_SHADER_KIND_HULL || stage == DXK_SHADER_KIND_MESH)
        copy_set(c, inputs, next(c), p->patch_mask, p->patch_table);
    else if (stage == DXK_SHADER_KIND_DOMAIN)
        copy_set(c, next(c), first, NO_PLACE, p->patch_table);
}

static uint32_t *at(uint32_t *words, uint32_t place)
{
    return place == NO_PLACE ? NULL : words + place;
}

#define SMALL_PART  512u
#define MEDIUM_PART 1025u

/* Bytes that the reference has for a part of that size. */
static uint64_t memory_for(uint64_t size)
{
    return size <= SMALL_PART ? SMALL_PART : size <= MEDIUM_PART ? MEDIUM_PART : size;
}

/* Bytes of the part but for the dependencies. */
static uint64_t fixed_size(const dxk_psv0 *psv)
{
    uint64_t elements = (uint64_t)psv->info.sig_input_elements + psv->info.sig_output_elements +
                        psv->info.sig_patch_or_prim_elements;
    uint64_t resources = (uint64_t)psv->resource_count * psv->resource_stride;

    return 4 + (uint64_t)psv->info_size + 4 + (resources ? 4 + resources : 0) + 4 +
           psv->strings_size + 4 + 4 * (uint64_t)psv->index_count +
           (elements ? 4 + elements * psv->element_stride : 0);
}

dxk_status dxki_build_dependencies(const dxk_dxil *d, dxki_arena *arena, dxk_psv0 *psv)
{
    places p = find_places(psv);
    copier c = {.state = &d->view_id, .count = p.count, .good = true};
    uint64_t fixed = fixed_size(psv);

    c.words = DXKI_NEW_ARRAY(arena, uint32_t, p.count);
    if (!c.words)
        return dxki_nomem(d->ctx);
    c.room = (memory_for(fixed + 4 * (uint64_t)p.count) - fixed) / 4;
    if (d->view_id.words.size)
        copy_state(&c, psv, &p);
    for (uint32_t i = 0; i < stream_count(psv); i++) {
        psv->view_id_to_output[i] = at(c.words, p.masks[i]);
        psv->input_to_output[i] = at(c.words, p.tables[i]);
    }
    psv->view_id_to_patch_or_prim = at(c.words, p.patch_mask);
    if (psv->info.shader_stage == DXK_SHADER_KIND_HULL)
        psv->input_to_patch = at(c.words, p.patch_table);
    else
        psv->patch_to_output = at(c.words, p.patch_table);
    return c.good ? DXK_OK
                  : DXKI_REPORT(d->ctx, DXKI_RULE_BUILD_DEPENDENCIES, dxki_nowhere(), NULL,
                                dxki_dec(p.count));
}

bool dxki_build_lacks_dependencies(const dxk_dxil *d, const dxk_psv0 *psv)
{
    places p = find_places(psv);
    copier c = {.state = &d->view_id, .count = p.count, .good = true};

    c.room = UINT64_MAX;
    if (d->view_id.words.size)
        copy_state(&c, psv, &p);
    return c.lacks;
}
