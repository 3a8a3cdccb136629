/* SPDX-License-Identifier: MIT */
/*
 * build.c - the container of a module: which parts there are, in which order, and the parts that
 * are a module themselves. The steps are those of the reference's assembler:
 *
 *   module -> bitcode                                  -> HASH; ILDN with debug information
 *     |          +-> without root signature, subobjects -> ILDB; DXIL if nothing is stripped
 *     |          +-> and without debug information      -> DXIL, metadata written anew
 *     |          +-> and without code                   -> STAT
 *     +-> SFI0, ISG1, OSG1, PSG1, PSV0, RDAT, RTS0
 *
 * Source: DXIL.rst, "DXIL container format"; dxk/build.h says when there is what.
 */
#include "dxk/compat.h"
#include "base/count.h"
#include "base/options.h"

#include "base/diag.h"
#include "base/out.h"
#include "bitcode/casts.h"
#include "build/build.h"
#include "build/strip.h"
#include "container/container.h"
#include "dxil/emit.h"
#include "dxil/md.h"
#include "dxil/usage.h"
#include "dxil/validator.h"
#include "dxk/digest.h"
#include "ir/flags.h"
#include "ir/fork.h"
#include "ir/strip.h"
#include "parts/parts.h"
#include "spec/reader_rules.h"

#include <string.h>

#define VALIDATOR_MAJOR 1u

/* ---------------------------------------------------------------------------------------- */
/* Parts                                                                                      */

/* The version of DXIL follows from the shader model, whatever the module says; that of offline
 * libraries, whose minor version stands for none, is the newest. */
static uint8_t dxil_minor_of(const dxk_dxil *d)
{
    return (uint8_t)(d->model.minor == DXKI_OFFLINE_MINOR ? DXKI_NEWEST_MINOR : d->model.minor);
}

dxk_status dxki_build_program(const dxk_dxil *d, dxk_bytes bitcode, dxk_buffer *out)
{
    dxk_program part = {
        .header = {.minor_version = d->model.minor & 15u,
                   .major_version = d->model.major & 15u,
                   .shader_kind = (uint16_t)d->model.kind,
                   .magic = DXK_PART_DXIL,
                   .dxil_minor = dxil_minor_of(d),
                   .dxil_major = 1,
                   .bitcode_offset = DXK_WIRE_SIZE_program_header - 8,
                   .bitcode_size = (uint32_t)bitcode.size},
        .bitcode = bitcode,
        .after = {(const uint8_t *)"\0\0", (0 - bitcode.size) % 4},
    };
    dxk_decoded decoded = {DXK_PART_DXIL, DXK_PART_TYPE_PROGRAM, {NULL}};
    size_t size = DXK_WIRE_SIZE_program_header + bitcode.size + part.after.size;

    if (size > UINT32_MAX)
        return DXK_E_LIMIT;
    part.header.size_in_dwords = (uint32_t)(size / 4);
    decoded.as.program = &part;
    return dxk_part_encode(d->ctx, &decoded, dxk_buffer_sink(out));
}

dxk_status dxki_build_hash(const dxk_dxil *d, const uint8_t digest[16], bool with_source,
                           dxk_buffer *out)
{
    dxk_hash_part part = {.hash.flags = with_source ? DXK_HASH_FLAG_INCLUDES_SOURCE : 0};
    dxk_decoded decoded = {DXK_PART_HASH, DXK_PART_TYPE_HASH, {NULL}};

    memcpy(part.hash.digest, digest, sizeof part.hash.digest);
    decoded.as.hash = &part;
    return dxk_part_encode(d->ctx, &decoded, dxk_buffer_sink(out));
}

dxk_status dxki_build_debug_name(const dxk_dxil *d, const uint8_t digest[16], const char *given,
                                 dxk_buffer *out)
{
    static const char digits[] = "0123456789abcdef", suffix[4] = {'.', 'p', 'd', 'b'};
    enum { HEX = 32, NAME = HEX + sizeof suffix };
    uint8_t made[NAME];
    dxk_bytes name = {made, NAME};
    dxk_decoded decoded = {DXK_PART_ILDN, DXK_PART_TYPE_DEBUG_NAME, {NULL}};

    for (size_t i = 0; i < HEX; i++)
        made[i] = (uint8_t)digits[digest[i / 2] >> (i % 2 ? 0 : 4) & 15];
    memcpy(made + HEX, suffix, sizeof suffix);
    if (given)
        name = (dxk_bytes){(const uint8_t *)given, strlen(given)};
    if (name.size > UINT16_MAX)
        return DXK_E_LIMIT;
    dxk_debug_name_part part = {
        .header = {0, (uint16_t)name.size},
        .name = name,
        /* a terminator, and up to the next multiple of four */
        .tail = {(const uint8_t *)"\0\0\0", 4 - (DXK_WIRE_SIZE_debug_name + name.size) % 4}};
    decoded.as.debug_name = &part;
    return dxk_part_encode(d->ctx, &decoded, dxk_buffer_sink(out));
}

/* ---------------------------------------------------------------------------------------- */
/* Modules                                                                                    */

typedef struct job {
    dxk_ctx *ctx;
    dxk_module *m;
    dxk_dxil *d;
    const dxki_build_kept *kept;         /* of an older container; NULL: nothing */
    const dxki_dxil_requirements *needs; /* of a library; by index in globals */
    dxki_dxil_calls calls;
    dxk_container *container;
    dxk_buffer bitcode; /* the module as it is */
    dxk_buffer input;   /* without what other parts hold; empty: there is no such thing */
    dxk_buffer program; /* of the DXIL part; empty: it is the input */
    dxk_buffer stat;
    uint8_t digest[16];   /* of the module that HASH and the name of the PDB are made from */
    bool has_debug_nodes; /* llvm.dbg.* */
    bool is_stripped;     /* the DXIL part is not the module as it is */
} job;

static dxk_bytes bytes_of(const dxk_buffer *buffer)
{
    return (dxk_bytes){buffer->data, buffer->size};
}

static dxk_status write_module(const dxk_module *m, dxk_use_lists use_lists, dxk_buffer *out)
{
    dxk_module_write_options options = {.use_lists = use_lists};

    return dxk_module_write(m, &options, dxk_buffer_sink(out));
}

static dxk_status add_validator(job *j, const dxk_build_options *options)
{
    bool given = options->has_validator;
    const uint32_t version[2] = {given ? options->validator_major : VALIDATOR_MAJOR,
                                 given ? options->validator_minor : DXKI_NEWEST_MINOR};
    const char *name = dxki_dxil_md_name_text(DXKI_NAMED_VALIDATOR_VERSION);
    uint32_t index = dxki_named_md_find(j->m, name);
    dxki_dxil_emitter e = {.m = j->m};

    if (index != UINT32_MAX && !(given && options->override_validator))
        return DXK_OK;
    if (index != UINT32_MAX)
        dxki_named_md_drop(j->m, index);
    dxki_dxil_emit_named(&e, name, dxki_dxil_emit_numbers(&e, version, 2));
    dxki_vec_free(j->ctx, &e.stack);
    return e.failed ? dxki_nomem(j->ctx) : DXK_OK;
}

/* The name of the node that a part of its own replaces. */
static dxki_dxil_md_name_id moved_node(const job *j)
{
    return j->d->model.kind == DXK_SHADER_KIND_LIBRARY ? DXKI_NAMED_SUBOBJECTS
                                                       : DXKI_NAMED_ROOT_SIGNATURE;
}

/* Writes the module without one named node, in a view that shares everything else. */
static dxk_status write_without(const job *j, uint32_t index, dxk_buffer *out)
{
    size_t count = j->m->named_mds.count, size = count * sizeof *j->m->named_mds.items;
    dxk_module view = *j->m;

    view.named_mds.items = dxki_realloc(j->ctx, NULL, 0, size);
    if (!view.named_mds.items)
        return dxki_nomem(j->ctx);
    view.named_mds.count = 0;
    for (size_t i = 0; i < count; i++)
        if (i != index)
            view.named_mds.items[view.named_mds.count++] = j->m->named_mds.items[i];
    dxk_status status = write_module(&view, DXK_USE_LISTS_KEEP, out);
    dxki_realloc(j->ctx, view.named_mds.items, size, 0);
    return status;
}

static dxk_status write_input(job *j)
{
    uint32_t moved = dxki_named_md_find(j->m, dxki_dxil_md_name_text(moved_node(j)));
    dxk_status status = write_module(j->m, DXK_USE_LISTS_DROP, &j->bitcode);

    if (status == DXK_OK && moved != UINT32_MAX)
        status = write_without(j, moved, &j->input);
    return status;
}

static bool is_new(const job *j)
{
    return j->kept && j->kept->is_new;
}

/* Does the DXIL part say nothing of types? */
static bool drops_types(const job *j)
{
    const dxki_build_kept *kept = j->kept;
    bool for_linking = j->d->model.kind == DXK_SHADER_KIND_LIBRARY &&
                       j->d->model.minor == DXKI_OFFLINE_MINOR; /* the result is to tell of types */

    return kept->nameless_types || (kept->is_new && !kept->keeps_types && !for_linking);
}

/* A new program tells of all types that its source has. */
static bool drop_unused(const job *j, dxk_dxil *d)
{
    return !is_new(j) || dxki_dxil_keep_used_layouts(d);
}

/* What reflection tells beyond the module's annotations, and so does a program that describes types. */
static dxk_status find_constants(const job *j, dxk_dxil *d)
{
    if (!drop_unused(j, d))
        return dxki_nomem(j->ctx);
    if (!j->kept || !j->kept->finds_constants)
        return DXK_OK;
    return dxki_dxil_find_constants_used(d) ? DXK_OK : dxki_nomem(j->ctx);
}

/* The names that the DXIL part goes without; a library is found by those of its resources. */
static bool drop_names(const job *j, dxk_module *program, dxk_dxil *d)
{
    if (j->kept->nameless_values || j->kept->is_new)
        dxki_build_drop_value_names(program);
    if (!drops_types(j))
        return find_constants(j, d) == DXK_OK;
    dxki_build_drop_type_names(d);
    return true;
}

/* Reflection of a module that has nothing to strip: the module with other metadata. The counters are
 * those of its code. */
static dxk_status write_reflection(job *j)
{
    dxk_module fork;
    dxk_dxil *d = NULL;
    dxk_status status = dxki_module_fork(&fork, j->m) ? DXK_OK : dxki_nomem(j->ctx);

    if (status == DXK_OK)
        status = dxk_dxil_load(&fork, &d);
    if (status == DXK_OK)
        d->atomic64 = j->d->atomic64;
    if (status == DXK_OK)
        status = find_constants(j, d);
    if (status == DXK_OK)
        status = dxki_dxil_emit_metadata(&fork, d, j->m);
    if (status == DXK_OK)
        dxki_build_strip_bodies(&fork);
    if (status == DXK_OK)
        status = write_module(&fork, DXK_USE_LISTS_DROP, &j->stat);
    dxk_dxil_free(d);
    dxki_module_end_fork(&fork);
    return status;
}

/* What is known of the program besides what a copy of it says: UAVs, whose code the copy may have
 * lost, and how it was made. */
static void share_facts(const job *j, dxk_dxil *d)
{
    d->atomic64 = j->d->atomic64;
    d->is_new = is_new(j);
}

/* A copy of the module without debug information, its metadata written anew. */
static dxk_status write_copy(job *j, bool for_reflection, dxk_buffer *out)
{
    dxk_module *copy;
    dxk_dxil *d = NULL;
    dxk_status status = dxk_module_read(j->ctx, bytes_of(&j->bitcode), NULL, &copy);
    const dxk_module *code = for_reflection ? copy : NULL;

    if (status == DXK_OK && j->is_stripped)
        status = dxki_build_strip_debug(copy);
    if (status == DXK_OK)
        status = dxk_dxil_load(copy, &d);
    if (status == DXK_OK && !for_reflection && j->kept && !drop_names(j, copy, d))
        status = dxki_nomem(j->ctx);
    if (status == DXK_OK)
        share_facts(j, d);
    if (status == DXK_OK && for_reflection)
        status = find_constants(j, d);
    if (status == DXK_OK)
        status = dxki_dxil_emit_metadata(copy, d, code);
    if (status == DXK_OK && for_reflection)
        dxki_build_strip_bodies(copy);
    if (status == DXK_OK)
        status = write_module(copy, DXK_USE_LISTS_DROP, out);
    dxk_dxil_free(d);
    dxk_module_free(copy);
    return status;
}

/* Writes the module as if its functions had no bodies, in a view that shares everything else. */
static dxk_status write_bodiless(const job *j, dxk_buffer *out)
{
    size_t count = j->m->globals.count, size = count * sizeof *j->m->globals.items;
    dxk_module view = *j->m;

    view.globals.items = dxki_realloc(j->ctx, NULL, 0, size);
    if (!view.globals.items)
        return dxki_nomem(j->ctx);
    memcpy(view.globals.items, j->m->globals.items, size);
    dxki_build_strip_bodies(&view);
    dxk_status status = write_module(&view, DXK_USE_LISTS_DROP, out);
    dxki_realloc(j->ctx, view.globals.items, size, 0);
    return status;
}

/* Metadata of a new program's reflection. It tells the masks of elements in any case, the module not
 * for old validators; what else is made of the facts is made without them then. */
static dxk_status emit_reflection(job *j)
{
    const dxki_dxil_entry *entry = dxki_dxil_first_entry(j->d);
    bool finds = !dxki_dxil_validator_at_least(j->d, 5) && entry &&
                 j->d->model.kind != DXK_SHADER_KIND_LIBRARY;
    dxki_dxil_list told[3];

    if (finds)
        memcpy(told, entry->signatures, sizeof told);
    j->d->is_new = is_new(j);
    dxk_status status =
        !finds || dxki_dxil_renew_masks(j->d, entry, &j->d->arena) ? DXK_OK : dxki_nomem(j->ctx);
    if (status == DXK_OK)
        status = dxki_dxil_emit_metadata(j->m, j->d, j->m);
    for (uint32_t i = 0; finds && i < 3; i++)
        *(dxki_dxil_list *)(uintptr_t)&entry->signatures[i] = told[i];
    return status;
}

/* Both modules from the one at hand, which nobody needs any more. Reflection has all names, and its
 * metadata is that of no certain validator: the program's is taken from what was there before. What
 * reflection adds to the facts is about types, and shaders mostly go without these. */
static dxk_status write_own(job *j)
{
    bool shares = drops_types(j) && j->d->model.kind != DXK_SHADER_KIND_LIBRARY;
    dxk_dxil *own = NULL;
    dxk_status status = shares ? DXK_OK : dxk_dxil_load(j->m, &own);
    dxk_dxil *d = shares ? j->d : own;

    if (status == DXK_OK)
        status = find_constants(j, j->d);
    if (status == DXK_OK)
        status = emit_reflection(j);
    if (status == DXK_OK)
        status = write_bodiless(j, &j->stat);
    if (status == DXK_OK && !drop_names(j, j->m, d))
        status = dxki_nomem(j->ctx);
    if (status == DXK_OK) {
        share_facts(j, d);
        status = dxki_dxil_emit_metadata(j->m, d, NULL);
    }
    if (status == DXK_OK)
        status = write_module(j->m, DXK_USE_LISTS_DROP, &j->program);
    dxk_dxil_free(own);
    return status;
}

/* Reflection with the names and types that it had. */
static dxk_status keep_names(job *j)
{
    dxk_buffer out;
    dxk_buffer_init(&out, j->ctx);
    dxk_status status = dxki_build_keep_names(j->m, j->kept->names, bytes_of(&j->stat), &out);
    if (status == DXK_OK && out.size) {
        dxk_buffer_free(&j->stat);
        j->stat = out;
        return DXK_OK;
    }
    dxk_buffer_free(&out);
    return status;
}

/* A new program with debug information once more, with what its model may say of types. */
static dxk_status settle_input(job *j)
{
    dxk_dxil *d = NULL;
    dxk_status status = dxk_dxil_load(j->m, &d);

    if (status == DXK_OK)
        status = find_constants(j, d);
    if (status == DXK_OK) {
        share_facts(j, d);
        status = dxki_dxil_emit_metadata(j->m, d, NULL);
    }
    dxk_dxil_free(d);
    if (status != DXK_OK)
        return status;
    dxk_buffer_free(&j->bitcode);
    dxk_buffer_free(&j->input);
    return write_input(j);
}

static dxk_status write_modules(job *j)
{
    j->has_debug_nodes = dxki_build_strip_has_debug(j->m);
    j->is_stripped = j->has_debug_nodes || dxki_module_debug_version(j->m) != 0;
    if (is_new(j) && !j->is_stripped)
        return write_own(j);
    dxk_status status = write_input(j);

    if (status == DXK_OK)
        status = j->is_stripped ? write_copy(j, true, &j->stat) : write_reflection(j);
    if (status == DXK_OK && j->kept && j->kept->names.size)
        status = keep_names(j);
    if (status == DXK_OK && is_new(j))
        status = settle_input(j);
    if (status == DXK_OK && (j->is_stripped || is_new(j)))
        status = write_copy(j, false, &j->program);
    return status;
}

/* ---------------------------------------------------------------------------------------- */
/* The container                                                                              */

/* What makes each part, as parts.def names it; one that leaves the buffer empty makes none. */

static dxk_bytes whole_module(const job *j)
{
    return bytes_of(&j->bitcode);
}

/* The module without what other parts hold. */
static dxk_bytes input_module(const job *j)
{
    return j->input.size ? bytes_of(&j->input) : whole_module(j);
}

static dxk_bytes program_module(const job *j)
{
    return j->program.size ? bytes_of(&j->program) : input_module(j);
}

static bool hashes_source(const job *j)
{
    return j->has_debug_nodes && !(j->kept && j->kept->hash_of_program);
}

/* The module that HASH and the name of the PDB are made from. */
static dxk_bytes hashed_module(const job *j)
{
    return hashes_source(j) ? whole_module(j) : program_module(j);
}

static dxk_status make_features(const job *j, dxk_buffer *part)
{
    return dxki_build_features(j->d, part);
}

static dxk_status make_rdat(const job *j, dxk_buffer *part)
{
    return dxki_build_rdat(j->d, j->needs, part);
}

static dxk_status make_inputs(const job *j, dxk_buffer *part)
{
    return dxki_build_signature_part(j->d, 0, part);
}

static dxk_status make_outputs(const job *j, dxk_buffer *part)
{
    return dxki_build_signature_part(j->d, 1, part);
}

static dxk_status make_patch_constants(const job *j, dxk_buffer *part)
{
    const dxki_dxil_entry *entry = dxki_dxil_first_entry(j->d);
    bool any = entry && entry->signatures[2].count;

    return any ? dxki_build_signature_part(j->d, 2, part) : DXK_OK;
}

static dxk_status make_psv0(const job *j, dxk_buffer *part)
{
    return dxki_build_psv0(j->d, part);
}

static dxk_status make_root_signature(const job *j, dxk_buffer *part)
{
    return dxk_buffer_append(part, j->d->root_signature.data, j->d->root_signature.size);
}

static dxk_status make_debug_program(const job *j, dxk_buffer *part)
{
    return j->has_debug_nodes ? dxki_build_program(j->d, input_module(j), part) : DXK_OK;
}

static dxk_status make_reflection(const job *j, dxk_buffer *part)
{
    return dxki_build_program(j->d, bytes_of(&j->stat), part);
}

static dxk_status make_debug_name(const job *j, dxk_buffer *part)
{
    bool named = j->has_debug_nodes || (j->kept && j->kept->names_pdb);
    bool due = named && dxki_dxil_validator_at_least(j->d, 1);

    return due ? dxki_build_debug_name(j->d, j->digest, j->kept ? j->kept->pdb_name : NULL, part)
               : DXK_OK;
}

static dxk_status make_hash(const job *j, dxk_buffer *part)
{
    bool due = dxki_dxil_validator_at_least(j->d, 5);

    return due ? dxki_build_hash(j->d, j->digest, hashes_source(j), part) : DXK_OK;
}

static dxk_status make_program(const job *j, dxk_buffer *part)
{
    return dxki_build_program(j->d, program_module(j), part);
}

#define make_nothing NULL

static const struct maker {
    uint32_t fourcc;
    uint8_t where; /* programs that get it */
    dxk_status (*make)(const job *j, dxk_buffer *part);
} makers[] = {
#define DXK_PART_TYPE(type, number, member, structure, doc)
#define DXK_PART_RECORD(type, number, member, structure, record, field, doc)
#define DXK_PART(fourcc, type, member, walk, title, where, need, place, name, strip, make)         \
    {DXK_PART_##fourcc, DXKI_PART_##where, make_##make},
#include "spec/parts.def"
#undef DXK_PART_TYPE
#undef DXK_PART_RECORD
#undef DXK_PART
};

static dxk_status add_parts(job *j)
{
    bool library = j->d->model.kind == DXK_SHADER_KIND_LIBRARY;
    uint8_t program = library ? DXKI_PART_LIBRARY : DXKI_PART_SHADER;
    dxk_status status = DXK_OK;
    dxk_buffer part;

    dxk_buffer_init(&part, j->ctx);
    for (size_t i = 0; i < DXKI_COUNT(makers) && status == DXK_OK; i++) {
        if (!makers[i].make || !(makers[i].where & program))
            continue;
        part.size = 0;
        status = makers[i].make(j, &part);
        if (status == DXK_OK && part.size)
            status = dxk_container_insert(j->container, dxk_container_part_count(j->container),
                                          makers[i].fourcc, bytes_of(&part));
    }
    dxk_buffer_free(&part);
    return status;
}

static dxk_status report_model(const job *j)
{
    dxk_str name = j->d->model.name;
    char *quoted = dxki_arena_alloc(&j->d->arena, name.size + 2);

    if (!quoted)
        return dxki_nomem(j->ctx);
    quoted[0] = quoted[name.size + 1] = '\'';
    memcpy(quoted + 1, name.data, name.size);
    return DXKI_REPORT(j->ctx, DXKI_RULE_DXIL_METADATA_KIND, dxki_nowhere(), "!dx.shaderModel",
                       dxki_text(dxki_str("the shader model")),
                       dxki_text((dxk_str){quoted, name.size + 2}),
                       dxki_text(dxki_str("a stage and one of its versions, up to 6.10")));
}

/* Why the metadata is refused, where the loader did not report it. */
static dxk_status report_missing(const job *j)
{
    const char *missing = NULL;

    if (j->d->entries.count > 1 && j->d->model.kind != DXK_SHADER_KIND_LIBRARY)
        return DXKI_REPORT(j->ctx, DXKI_RULE_DXIL_METADATA_COUNT, dxki_nowhere(), "!dx.entryPoints",
                           dxki_text(dxki_str("the number of operands")),
                           dxki_dec(j->d->entries.count), dxki_text(dxki_str("1")));
    if (j->d->version.head.md == 0)
        missing = dxki_dxil_md_name_text(DXKI_NAMED_VERSION);
    else if (j->d->model.kind == DXK_SHADER_KIND_INVALID)
        missing = dxki_dxil_md_name_text(DXKI_NAMED_SHADER_MODEL);
    else if (!dxki_dxil_first_entry(j->d))
        missing = dxki_dxil_md_name_text(DXKI_NAMED_ENTRY_POINTS);
    return missing ? DXKI_REPORT(j->ctx, DXKI_RULE_DXIL_METADATA_MISSING, dxki_nowhere(), NULL,
                                 dxki_text(dxki_str(missing)))
                   : DXK_OK;
}

static dxk_status refuse(const job *j, const char *words, dxk_str *refusal)
{
    size_t size = strlen(words);

    *refusal = (dxk_str){dxki_arena_strdup(&j->ctx->diag_arena, words, size), size};
    return refusal->data ? DXK_OK : dxki_nomem(j->ctx);
}

/* All entry points of a library but the first have a function. */
static dxk_status check_functions(const job *j)
{
    const dxki_dxil_list *list = &j->d->entries;

    for (uint32_t i = 1; i < list->count; i++) {
        if (((const dxki_dxil_entry *)list->items[i])->function == 0)
            return DXKI_REPORT(j->ctx, DXKI_RULE_DXIL_METADATA_KIND, dxki_nowhere(),
                               "!dx.entryPoints", dxki_text(dxki_str("a function")),
                               dxki_text(dxki_str("null")), dxki_text(dxki_str("there")));
    }
    return DXK_OK;
}

/* What a container cannot be made without. */
static dxk_status check_module(const job *j, dxk_str *refusal)
{
    if (!j->d->refusal) {
        dxk_status functions = check_functions(j);
        if (functions != DXK_OK)
            return functions;
        dxk_status calls = dxki_build_check_calls(j->m, &j->calls);
        dxk_status status = calls == DXK_OK ? DXK_OK : refuse(j, DXKI_CAST_REFUSAL, refusal);
        return status == DXK_OK ? calls : status;
    }
    dxk_status status = refuse(j, j->d->refusal, refusal);
    if (status == DXK_OK && j->d->model.is_whole && !j->d->model.is_known)
        status = report_model(j);
    else if (status == DXK_OK)
        status = report_missing(j);
    return status == DXK_OK ? DXK_E_INVALID : status;
}

#define CODE_BAD_CAST 0x80aa001du /* of the reference */

/* What the reference refuses and dxk makes a container of: annotations that are left out, debug
 * nodes that are written as they are. */
static dxk_status note_refused(const job *j, dxk_str *refusal, uint32_t *code)
{
    bool miscast = false;

    if (j->d->bad_annotations && j->d->annotation_refusal)
        return refuse(j, j->d->annotation_refusal, refusal);
    if (!code)
        return DXK_OK;
    if (!dxki_bc_find_miscast(j->m, &miscast))
        return dxki_nomem(j->ctx);
    *code = miscast ? CODE_BAD_CAST : 0;
    return DXK_OK;
}

/* Those of a library's functions. */
static dxk_status find_needs(job *j)
{
    dxki_dxil_module_requirements needs;
    if (j->d->model.kind != DXK_SHADER_KIND_LIBRARY)
        return DXK_OK;
    if (!dxki_dxil_find_requirements(j->d, &j->d->arena, &needs))
        return dxki_nomem(j->ctx);
    j->needs = needs.functions;
    j->d->atomic64 = needs.atomic64;
    return DXK_OK;
}

static dxk_status build(job *j, const dxk_build_options *options, dxk_str *refusal, uint32_t *code)
{
    dxk_status status = add_validator(j, options);

    if (status == DXK_OK && !dxki_dxil_find_calls(j->m, &j->calls))
        status = dxki_nomem(j->ctx);
    if (status == DXK_OK && !j->kept)
        status = dxki_dxil_refresh_ops(j->m, &j->calls);
    if (status == DXK_OK)
        status = dxk_dxil_load(j->m, &j->d);
    if (status == DXK_OK || (status == DXK_E_INVALID && j->d))
        status = check_module(j, refusal);
    if (status == DXK_OK && j->kept && j->d->subobjects.count == 0)
        j->d->subobjects = j->kept->subobjects;
    if (status == DXK_OK)
        status = note_refused(j, refusal, code);
    if (status == DXK_OK)
        status = find_needs(j);
    if (status == DXK_OK)
        status = write_modules(j);
    if (status == DXK_OK)
        dxk_md5(hashed_module(j), j->digest);
    if (status == DXK_OK)
        status = dxk_container_create(j->ctx, &j->container);
    return status == DXK_OK ? add_parts(j) : status;
}

/* The program of a new module without debug information says the same as the module. */
static void note_origin(const job *j)
{
    const dxk_part *program = dxki_container_first(j->container, DXK_PART_DXIL);

    if (program && is_new(j) && !j->is_stripped)
        j->container->origin =
            (dxki_container_origin){.content = program->content.data, .module = j->m};
}

dxk_status dxki_build_container(dxk_module *module, const dxk_build_options *given,
                                const dxki_build_kept *kept, dxk_container **out, dxk_str *refusal,
                                uint32_t *code)
{
    dxk_build_options options;
    job j = {.ctx = module->ctx, .m = module, .kept = kept, .calls = {.ctx = module->ctx}};

    *out = NULL;
    *refusal = (dxk_str){NULL, 0};
    if (code)
        *code = 0;
    if (!dxki_options_take(&options, sizeof options, given) ||
        (options.has_validator &&
         !dxki_dxil_is_validator(options.validator_major, options.validator_minor)))
        return DXK_E_ARGUMENT;
    dxk_buffer_init(&j.bitcode, j.ctx);
    dxk_buffer_init(&j.input, j.ctx);
    dxk_buffer_init(&j.program, j.ctx);
    dxk_buffer_init(&j.stat, j.ctx);
    dxk_status status = build(&j, &options, refusal, code);
    dxki_dxil_free_calls(&j.calls);
    dxk_buffer_free(&j.bitcode);
    dxk_buffer_free(&j.input);
    dxk_buffer_free(&j.program);
    dxk_buffer_free(&j.stat);
    dxk_dxil_free(j.d);
    if (status == DXK_OK) {
        note_origin(&j);
        *out = j.container;
    } else {
        dxk_container_free(j.container);
    }
    return status;
}

void dxki_build_leave(dxk_container *made, dxk_module *module)
{
    if (made && made->origin.module == module && module)
        made->origin.free = dxk_module_free;
    else
        dxk_module_free(module);
}

dxk_status dxk_compat_build(dxk_module *module, const dxk_build_options *options,
                            dxk_container **out, dxk_str *refusal, uint32_t *code)
{
    return dxki_build_container(module, options, NULL, out, refusal, code);
}

dxk_status dxk_container_build(dxk_module *module, const dxk_build_options *options,
                               dxk_container **out)
{
    dxk_str unused;
    return dxk_compat_build(module, options, out, &unused, NULL);
}
