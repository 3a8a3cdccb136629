/* SPDX-License-Identifier: MIT */
/*
 * load.c - gathers what is known of a compilation: parts first, then the metadata of the debug
 * module when no part has sources.
 */
#include "pdb/pdb.h"

#include "base/count.h"
#include "base/diag.h"
#include "base/out.h"
#include "base/str.h"
#include "spec/reader_rules.h"

#include <string.h>

/* ---------------------------------------------------------------------------------------- */
/* Files and arguments                                                                        */

dxk_status dxki_pdb_add_file(dxk_pdb *pdb, dxk_str name, dxk_str text)
{
    dxki_pdb_pair file = {name, text, {NULL, 0}};
    return dxki_vec_push(pdb->ctx, &pdb->files, file) ? DXK_OK : dxki_nomem(pdb->ctx);
}

dxk_status dxki_pdb_add_arg(dxk_pdb *pdb, dxk_str name, dxk_str value)
{
    if (dxki_str_is(name, "<input>"))
        name.size = 0;
    if (dxki_str_is(name, "D") && value.size == 0)
        return DXK_OK; /* a define of nothing */
    dxki_pdb_pair arg = {name, value, {NULL, 0}};
    if (!dxki_vec_push(pdb->ctx, &pdb->args, arg))
        return dxki_nomem(pdb->ctx);
    if (dxki_str_is(name, "E"))
        pdb->facts.entry = value;
    else if (dxki_str_is(name, "T"))
        pdb->facts.target = value;
    else if (dxki_str_is(name, "D") && !dxki_vec_push(pdb->ctx, &pdb->defines, value))
        return dxki_nomem(pdb->ctx);
    return DXK_OK;
}

/* Names without texts: not there, or compressed and the build lacks zlib, or it is not that. */
static dxk_status tell_compressed(dxk_pdb *pdb)
{
    return dxki_report(pdb->ctx, DXKI_RULE_PDB_COMPRESSED, dxki_nowhere(), NULL, NULL, 0);
}

static dxk_status take_source_info(dxk_pdb *pdb)
{
    const dxk_source_info *info = pdb->source->as.source;
    dxk_str a, b;
    dxk_status status = DXK_OK;
    for (uint32_t i = 0; status == DXK_OK && dxk_source_arg_get(info, i, &a, &b); i++)
        status = dxki_pdb_add_arg(pdb, a, b);
    for (uint32_t i = 0; status == DXK_OK && dxk_source_file(info, i, &a, &b); i++)
        status = dxki_pdb_add_file(pdb, a, b);
    pdb->facts.origin = DXK_PDB_SRCI;
    dxk_str *text = pdb->files.count ? &pdb->files.items[0].second : NULL;
    return status == DXK_OK && text && !text->data ? tell_compressed(pdb) : status;
}

/* The record of PDBI has facts of its own, for containers that lack the parts. */
static void take_record(dxk_pdb *pdb, const dxk_rdat *rdat)
{
    const dxk_rdat_pdb_info *record = dxk_rdat_pdb_info_at(rdat, 0);
    dxk_shader_hash parts;
    dxk_bytes hash;
    if (!record)
        return;
    if (!pdb->facts.name.size)
        dxk_rdat_string(rdat, record->pdb_name, &pdb->facts.name);
    if (pdb->facts.has_hash || !dxk_rdat_bytes(rdat, record->hash, record->hash_size, &hash) ||
        dxk_record_load(DXK_RECORD_ID_shader_hash, hash, &parts) < DXK_WIRE_SIZE_shader_hash)
        return;
    pdb->facts.has_hash = true;
    pdb->facts.hash_flags = parts.flags;
    memcpy(pdb->facts.hash, parts.digest, sizeof parts.digest);
}

static dxk_status take_pdb_info(dxk_pdb *pdb)
{
    const dxk_pdb_info_part *info = pdb->info->as.pdb_info;
    dxk_str a, b;
    dxk_status status = DXK_OK;
    for (uint32_t i = 0; status == DXK_OK && dxk_pdb_info_file(info, i, &a, &b); i++)
        status = dxki_pdb_add_file(pdb, a, b.data ? b : dxki_str(""));
    for (uint32_t i = 0; status == DXK_OK && dxk_pdb_info_arg(info, i, &a, &b); i++)
        status = dxki_pdb_add_arg(pdb, a, b);
    if (info->rdat)
        take_record(pdb, info->rdat);
    else if (status == DXK_OK && info->header.stored_size)
        status = tell_compressed(pdb);
    pdb->facts.origin = DXK_PDB_PDBI;
    return status;
}

/* ---------------------------------------------------------------------------------------- */
/* Parts                                                                                      */

/* Notes damage and goes on; other failures end the call. */
static dxk_status tolerate(dxk_pdb *pdb, dxk_status status)
{
    if (status != DXK_E_INVALID)
        return status;
    pdb->damage = status;
    return DXK_OK;
}

/* Decodes the first part of a kind, if there is one. */
static dxk_status decode(dxk_pdb *pdb, uint32_t fourcc, dxk_decoded **part)
{
    size_t index = dxk_container_find(pdb->container, fourcc, 0);
    if (index == DXK_NO_PART)
        return DXK_OK;
    dxk_bytes content = dxk_container_part(pdb->container, index)->content;
    return tolerate(pdb, dxk_part_decode(pdb->ctx, fourcc, content, part));
}

static dxk_str text_of(dxk_bytes bytes)
{
    return (dxk_str){(const char *)bytes.data, bytes.size};
}

static dxk_status read_parts(dxk_pdb *pdb)
{
    const struct {
        uint32_t fourcc;
        dxk_decoded **part;
    } parts[] = {{DXK_PART_PDBI, &pdb->info},
                 {DXK_PART_SRCI, &pdb->source},
                 {DXK_PART_ILDN, &pdb->name},
                 {DXK_PART_HASH, &pdb->hash},
                 {DXK_PART_VERS, &pdb->version}};
    for (size_t i = 0; i < DXKI_COUNT(parts); i++) {
        dxk_status status = decode(pdb, parts[i].fourcc, parts[i].part);
        if (status != DXK_OK)
            return status;
    }
    return DXK_OK;
}

static void take_facts(dxk_pdb *pdb)
{
    dxk_pdb_facts *f = &pdb->facts;
    f->has_debug_module = dxk_container_find(pdb->container, DXK_PART_ILDB, 0) != DXK_NO_PART;
    if (pdb->name)
        f->name = text_of(pdb->name->as.debug_name->name);
    if (pdb->hash) {
        f->has_hash = true;
        f->hash_flags = pdb->hash->as.hash->hash.flags;
        memcpy(f->hash, pdb->hash->as.hash->hash.digest, 16);
    }
    if (pdb->version) {
        f->has_version = true;
        f->version = pdb->version->as.version->version;
        f->commit = dxk_version_commit(pdb->version->as.version);
        f->custom_version = dxk_version_custom(pdb->version->as.version);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Debug module                                                                               */

/* Reads the metadata of the debug module; for all that is known, a bare program is one. */
static dxk_status read_module(dxk_pdb *pdb)
{
    bool is_program = dxk_container_kind(pdb->container) == DXK_INPUT_PROGRAM;
    dxk_program_place place;
    dxk_status status = dxk_container_program(
        pdb->container, is_program ? DXK_PROGRAM_RUN : DXK_PROGRAM_DEBUG, &place);
    if (status == DXK_E_NOT_FOUND)
        return DXK_OK;
    if (status == DXK_OK)
        status = dxk_module_read(pdb->ctx, place.program.bitcode, NULL, &pdb->module);
    if (status == DXK_OK)
        status = dxki_pdb_read_metadata(pdb);
    return tolerate(pdb, status);
}

/* ---------------------------------------------------------------------------------------- */
/* The whole                                                                                  */

/* What is left out and known all the same. */
static dxk_status fill_in(dxk_pdb *pdb)
{
    dxk_pdb_facts *f = &pdb->facts;
    bool library = dxki_str_starts(f->target, "lib");
    if (!f->entry.size && pdb->args.count && !library)
        f->entry = dxki_str("main");
    if (!f->main_file.size && pdb->files.count)
        f->main_file = pdb->files.items[0].first;
    if (!f->main_file.size)
        return DXK_OK;
    f->main_file = dxki_pdb_normal_name(&pdb->arena, f->main_file);
    return f->main_file.data ? DXK_OK : dxki_nomem(pdb->ctx);
}

/* Strings may be shared without end: what they add up to, when each use counts, is bounded. */
static dxk_status check_total(dxk_pdb *pdb)
{
    uint64_t most = 64 * (uint64_t)dxk_container_input(pdb->container).size, total = 0;
    most = most > pdb->ctx->limits.inflated ? most : pdb->ctx->limits.inflated;
    for (size_t i = 0; i < pdb->files.count; i++)
        total += pdb->files.items[i].first.size + pdb->files.items[i].second.size;
    for (size_t i = 0; i < pdb->args.count; i++)
        total += pdb->args.items[i].first.size + pdb->args.items[i].second.size;
    if (total <= most)
        return DXK_OK;
    return DXKI_REPORT(pdb->ctx, DXKI_RULE_LIMIT_TEXT, dxki_nowhere(), NULL,
                       dxki_text(dxki_str("sources and arguments are used over and over")));
}

/* Names as they are shown; a run of the same string shares its copy. */
static dxk_status normalise(dxk_pdb *pdb)
{
    for (size_t i = 0; i < pdb->files.count; i++) {
        dxki_pdb_pair *file = &pdb->files.items[i];
        if (i && file->first.data == file[-1].first.data && file->first.size == file[-1].first.size)
            file->shown = file[-1].shown;
        else
            file->shown = dxki_pdb_normal_name(&pdb->arena, file->first);
        if (!file->shown.data)
            return dxki_nomem(pdb->ctx);
    }
    return DXK_OK;
}

static dxk_status gather(dxk_pdb *pdb)
{
    dxk_status status = read_parts(pdb);
    if (status != DXK_OK)
        return status;
    take_facts(pdb);
    if (pdb->info)
        status = take_pdb_info(pdb);
    else if (pdb->source)
        status = take_source_info(pdb);
    if (status == DXK_OK && !pdb->facts.has_hash)
        status = dxki_pdb_identity(pdb->container, pdb->facts.hash, &pdb->facts.has_hash);
    if (status == DXK_OK && pdb->files.count == 0)
        status = read_module(pdb);
    if (status == DXK_OK)
        status = check_total(pdb);
    if (status == DXK_OK)
        status = normalise(pdb);
    return status == DXK_OK ? fill_in(pdb) : status;
}

dxk_status dxki_pdb_of_container(dxk_ctx *ctx, dxk_container *container, dxk_pdb **out)
{
    *out = NULL;
    dxk_pdb *pdb = dxki_realloc(ctx, NULL, 0, sizeof *pdb);
    if (!pdb)
        return dxki_nomem(ctx);
    memset(pdb, 0, sizeof *pdb);
    pdb->ctx = ctx;
    pdb->container = container;
    dxki_arena_init(&pdb->arena, ctx);
    dxk_status status = gather(pdb);
    if (status != DXK_OK) {
        dxk_pdb_free(pdb);
        return status;
    }
    *out = pdb;
    return pdb->damage;
}

dxk_status dxk_pdb_load(dxk_ctx *ctx, dxk_bytes input, dxk_pdb **out)
{
    dxk_container *container;
    *out = NULL;
    dxk_status status =
        dxk_container_read(ctx, input, &(dxk_read_options){.salvage = true}, &container);
    if (!container)
        return status;
    dxk_status gathered = dxki_pdb_of_container(ctx, container, out);
    if (*out)
        (*out)->own_container = true;
    else
        dxk_container_free(container);
    return gathered != DXK_OK ? gathered : status;
}

void dxk_pdb_free(dxk_pdb *pdb)
{
    if (!pdb)
        return;
    dxk_ctx *ctx = pdb->ctx;
    dxk_decoded_free(pdb->source);
    dxk_decoded_free(pdb->info);
    dxk_decoded_free(pdb->name);
    dxk_decoded_free(pdb->hash);
    dxk_decoded_free(pdb->version);
    dxk_module_free(pdb->module);
    if (pdb->own_container)
        dxk_container_free(pdb->container);
    dxki_vec_free(ctx, &pdb->files);
    dxki_vec_free(ctx, &pdb->args);
    dxki_vec_free(ctx, &pdb->defines);
    dxki_arena_free(&pdb->arena);
    dxki_realloc(ctx, pdb, sizeof *pdb, 0);
}

/* ---------------------------------------------------------------------------------------- */
/* Questions                                                                                  */

const char *dxk_pdb_origin_name(dxk_pdb_origin origin)
{
    static const char *const names[] = {"none", "PDBI", "SRCI", "metadata"};
    return (unsigned)origin < DXKI_COUNT(names) ? names[origin] : "unknown";
}

dxk_pdb_facts dxk_pdb_facts_get(const dxk_pdb *pdb)
{
    return pdb->facts;
}

size_t dxk_pdb_file_count(const dxk_pdb *pdb)
{
    return pdb->files.count;
}

bool dxk_pdb_file(const dxk_pdb *pdb, size_t index, dxk_str *name, dxk_str *text)
{
    if (index >= pdb->files.count)
        return false;
    *name = pdb->files.items[index].shown;
    *text = pdb->files.items[index].second;
    return true;
}

size_t dxk_pdb_arg_count(const dxk_pdb *pdb)
{
    return pdb->args.count;
}

bool dxk_pdb_arg(const dxk_pdb *pdb, size_t index, dxk_str *name, dxk_str *value)
{
    if (index >= pdb->args.count)
        return false;
    *name = pdb->args.items[index].first;
    *value = pdb->args.items[index].second;
    return true;
}

size_t dxk_pdb_define_count(const dxk_pdb *pdb)
{
    return pdb->defines.count;
}

bool dxk_pdb_define(const dxk_pdb *pdb, size_t index, dxk_str *define)
{
    if (index >= pdb->defines.count)
        return false;
    *define = pdb->defines.items[index];
    return true;
}
