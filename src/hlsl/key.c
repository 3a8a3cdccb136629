/* SPDX-License-Identifier: MIT */
/*
 * key.c - dxk_hlsl_key(): a hash of what a compilation depends on. Each item is hashed with its size or a
 * number in front, so that no two lists of items are one row of bytes.
 */
#include "base/blake2b.h"
#include "hlsl/compilation.h"
#include "hlsl/pp.h"
#include "hlsl/source.h"

_Static_assert(offsetof(dxk_hlsl_options, pdb_name) + sizeof(char *) == sizeof(dxk_hlsl_options),
               "members at the end of dxk_hlsl_options must become part of the key");

static void add_number(dxki_blake2b *h, uint64_t value)
{
    uint8_t bytes[8];

    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
    dxki_blake2b_add(h, bytes, sizeof bytes);
}

static void add_bytes(dxki_blake2b *h, const void *data, size_t size)
{
    add_number(h, size);
    dxki_blake2b_add(h, data, size);
}

/* NULL differs from the empty text. */
static void add_text(dxki_blake2b *h, const char *text)
{
    add_number(h, text != NULL);
    if (text)
        add_bytes(h, text, strlen(text));
}

static void add_list(dxki_blake2b *h, const char *const *list, size_t count)
{
    add_number(h, count);
    for (size_t i = 0; i < count; i++)
        add_text(h, list[i]);
}

/* Truth values, a bit each. */
static uint64_t flags_of(const dxk_hlsl_options *o)
{
    const bool flags[] = {
        o->debug,
        o->no_optimize,
        o->native_16bit,
        o->row_major,
        o->strict_ieee,
        o->warnings_are_errors,
        o->no_warnings,
        o->ignore_line_directives,
        o->legacy_macros,
        o->all_resources_bound,
        o->export_all,
        o->export_shaders_only,
        o->payload_qualifiers,
        o->has_binding_space,
        o->keep_names,
        o->export_marked,
        o->any_validator,
        o->resources_may_alias,
        o->pack_optimized,
        o->hash_source,
        o->direct3d_9,
        o->no_payload_qualifiers,
        o->reserve_registers,
        o->registers_may_overlap,
        o->prefer_flow_control,
        o->avoid_flow_control,
    };
    uint64_t bits = 0;

    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        bits |= (uint64_t)flags[i] << i;
    return bits;
}

/* All options but the name of the source, its macros and the directories, which show in the tokens. */
static void add_options(dxki_blake2b *h, const dxk_hlsl_options *o)
{
    const uint32_t numbers[] = {
        o->version,         o->optimize,        o->binding_space,
        o->validator_major, o->validator_minor, o->root_signature_version,
    };

    add_text(h, dxk_version());
    add_number(h, flags_of(o));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        add_number(h, numbers[i]);
    add_text(h, o->target);
    add_text(h, o->entry);
    add_text(h, o->denormals);
    add_text(h, o->root_signature_define);
    add_list(h, o->silent, o->silent_count);
    add_list(h, o->loud, o->loud_count);
    add_list(h, o->fatal, o->fatal_count);
    add_list(h, o->harmless, o->harmless_count);
    add_list(h, o->exports, o->export_count);
    add_list(h, o->precise_outputs, o->precise_output_count);
}

/* Where lines begin matters only after mistakes. */
static void add_tokens(dxki_blake2b *h, dxki_hlsl *c)
{
    dxki_hlsl_token t;

    for (dxki_hlsl_pp_next(c, &t); t.kind != DXKI_HLSL_T_END; dxki_hlsl_pp_next(c, &t)) {
        uint32_t size = (uint32_t)t.text.size;
        const uint8_t head[] = {
            t.kind,
            t.flags & DXKI_HLSL_ROW,
            (uint8_t)size,
            (uint8_t)(size >> 8),
            (uint8_t)(size >> 16),
            (uint8_t)(size >> 24),
        };
        dxki_blake2b_add(h, head, sizeof head);
        dxki_blake2b_add(h, t.text.data, size);
    }
}

/* The files, for debug information, and macros that only an option names. */
static void add_files(dxki_blake2b *h, const dxki_hlsl *c)
{
    const dxk_hlsl_options *o = &c->options;

    for (size_t i = 0; i < c->files.count; i++) {
        const dxki_hlsl_file *f = c->files.items[i];
        add_bytes(h, f->name.data, f->name.size);
        add_bytes(h, f->text, f->size);
    }
    add_list(h, o->arguments, o->argument_count);
    add_text(h, o->pdb_name);
}

/* Places of macros become indices of the defines they are from. */
static void list_asked(const dxki_hlsl *c, size_t *asked, size_t *asked_count)
{
    size_t count = 0;

    for (size_t i = 0; i < c->pp->asked.count && count < c->options.define_count; i++) {
        size_t left = c->pp->asked.items[i] - c->pp->options, define = 0;
        while (define < c->options.define_count) {
            size_t size = dxki_hlsl_pp_define_size(c->options.defines[define]);
            if (left < size)
                break;
            left -= size;
            define++;
        }
        if (define < c->options.define_count)
            asked[count++] = define;
    }
    *asked_count = count;
}

static void compute(dxki_hlsl *c, dxk_bytes source, uint8_t key[DXK_HLSL_KEY_SIZE])
{
    dxki_blake2b h;

    dxki_blake2b_begin(&h);
    add_options(&h, &c->options);
    dxki_hlsl_pp_start(c, source);
    c->pp->prints = true;
    if (dxki_hlsl_ready(c))
        add_tokens(&h, c);
    if (c->options.debug || c->options.root_signature_define)
        add_files(&h, c);
    dxki_blake2b_end(&h, key);
}

dxk_status dxk_hlsl_key(dxk_ctx *ctx, dxk_bytes source, const dxk_hlsl_options *options,
                        uint8_t key[DXK_HLSL_KEY_SIZE], size_t *asked, size_t *asked_count)
{
    dxki_hlsl c;

    if (asked_count)
        *asked_count = 0;
    memset(key, 0, DXK_HLSL_KEY_SIZE);
    dxk_status status = dxki_hlsl_begin(&c, ctx, options, DXKI_HLSL_TO_CHECK);
    if (status == DXK_OK) {
        compute(&c, source, key);
        if (asked && asked_count)
            list_asked(&c, asked, asked_count);
        status = dxki_hlsl_result(&c);
    }
    dxki_hlsl_end(&c);
    return status;
}
