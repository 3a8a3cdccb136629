/* SPDX-License-Identifier: MIT */
/*
 * metadata.c - sources and arguments in a debug module:
 *
 *     !dx.source.contents     = tuples of name and text
 *     !dx.source.mainFileName = a tuple of a name
 *     !dx.source.args         = a tuple of arguments, as they were typed
 *
 * Source: DirectXShaderCompiler's DxilMetadataHelper and DxcPdbUtils.
 */
#include "pdb/pdb.h"

#include "base/count.h"
#include "base/out.h"
#include "dxil/md.h"
#include "dxk/dxil.h"
#include "ir/ir.h"

#include <string.h>

typedef enum kind { SWITCH, SEPARATE, EITHER } kind;

typedef struct option {
    const char *name;
    kind kind;
} option;

static const option options[] = {
#define DXKI_PDB_OPTION(name, kind) {name, kind},
#include "pdb/options.def"
#undef DXKI_PDB_OPTION
};

/* ---------------------------------------------------------------------------------------- */
/* Arguments                                                                                  */

/* The option of an argument without its dash: the longest name that fits. */
static const option *find_option(dxk_str text)
{
    const option *best = NULL;
    for (size_t i = 0; i < DXKI_COUNT(options); i++) {
        const option *o = &options[i];
        size_t n = strlen(o->name);
        if (text.size < n || memcmp(text.data, o->name, n) != 0 ||
            (text.size > n && o->kind == SEPARATE))
            continue;
        if (!best || n > strlen(best->name))
            best = o;
    }
    return best;
}

/* Argument `i` of a tuple, with the next one when that is its value. */
static dxk_status add_arg(dxk_pdb *pdb, const dxki_md *ops, uint32_t count, uint32_t *i)
{
    dxk_str text = dxki_md_str(pdb->module, ops[(*i)++]);
    bool dash = text.size > 1 && (text.data[0] == '-' || text.data[0] == '/');
    if (!dash)
        return dxki_pdb_add_arg(pdb, (dxk_str){NULL, 0}, text);
    dxk_str name = {text.data + 1, text.size - 1}, value = {NULL, 0};
    const option *o = find_option(name);
    size_t n = o ? strlen(o->name) : 0;
    if (o && n == name.size && *i < count) {
        value = dxki_md_str(pdb->module, ops[(*i)++]);
    } else if (o && n < name.size) {
        value = (dxk_str){name.data + n, name.size - n};
        name.size = n;
    }
    return dxki_pdb_add_arg(pdb, name, value);
}

/* ---------------------------------------------------------------------------------------- */
/* Named nodes                                                                                */

/* The nodes of a named node, in either spelling; *count 0 when it is not there. */
static const dxki_md *named_nodes(const dxk_module *m, dxki_dxil_md_name_id name, const char *old,
                                  uint32_t *count)
{
    uint32_t index = dxki_named_md_find(m, dxki_dxil_md_name_text(name));
    if (index == UINT32_MAX)
        index = dxki_named_md_find(m, old);
    *count = 0;
    if (index == UINT32_MAX)
        return NULL;
    const dxki_named_md *named = &m->named_mds.items[index];
    *count = named->op_count;
    return m->words.items + named->ops;
}

static dxk_status read_files(dxk_pdb *pdb)
{
    uint32_t count, n;
    const dxki_md *nodes =
        named_nodes(pdb->module, DXKI_NAMED_SOURCE_CONTENTS, "llvm.dbg.contents", &count);
    dxk_status status = DXK_OK;
    for (uint32_t i = 0; i < count && status == DXK_OK; i++) {
        const dxki_md *ops = dxki_md_ops(pdb->module, nodes[i], &n);
        if (n >= 2)
            status = dxki_pdb_add_file(pdb, dxki_md_str(pdb->module, ops[0]),
                                       dxki_md_str(pdb->module, ops[1]));
    }
    return status;
}

static dxk_status read_args(dxk_pdb *pdb)
{
    uint32_t count, n;
    const dxki_md *nodes =
        named_nodes(pdb->module, DXKI_NAMED_SOURCE_ARGS, "llvm.dbg.args", &count);
    dxk_status status = DXK_OK;
    if (!count)
        return DXK_OK;
    const dxki_md *ops = dxki_md_ops(pdb->module, nodes[0], &n);
    for (uint32_t i = 0; i < n && status == DXK_OK;)
        status = add_arg(pdb, ops, n, &i);
    return status;
}

static void read_main_file(dxk_pdb *pdb)
{
    uint32_t count, n;
    const dxki_md *nodes =
        named_nodes(pdb->module, DXKI_NAMED_SOURCE_MAIN_FILE, "llvm.dbg.mainFileName", &count);
    const dxki_md *ops = count ? dxki_md_ops(pdb->module, nodes[0], &n) : NULL;
    if (ops && n)
        pdb->facts.main_file = dxki_md_str(pdb->module, ops[0]);
}

/* Profile and entry point that the module itself names; arguments may say otherwise. */
static dxk_status read_model(dxk_pdb *pdb)
{
    dxk_dxil *dxil = NULL;
    dxk_dxil_entry entry;
    dxk_status status = dxk_dxil_load(pdb->module, &dxil);
    if (dxil) {
        uint32_t count;
        const dxki_md *nodes =
            named_nodes(pdb->module, DXKI_NAMED_SHADER_MODEL, "dx.shaderModel", &count);
        const dxki_md *ops = count ? dxki_md_ops(pdb->module, nodes[0], &count) : NULL;
        dxk_dxil_info info = dxk_dxil_info_get(dxil);
        dxk_str stage = count ? dxki_md_str(pdb->module, ops[0]) : (dxk_str){NULL, 0};
        char *text = dxki_arena_alloc(&pdb->arena, stage.size + 24), digits[20];
        if (dxk_dxil_entry_get(dxil, 0, &entry))
            pdb->facts.entry = entry.name;
        if (!text)
            status = dxki_nomem(pdb->ctx);
        else if (stage.size) {
            const uint32_t numbers[] = {info.model_major, info.model_minor};
            size_t n = stage.size;
            memcpy(text, stage.data, n);
            for (size_t i = 0; i < 2; i++) {
                char *first = dxki_format_u64(digits + sizeof digits, numbers[i]);
                text[n++] = '_';
                memcpy(text + n, first, (size_t)(digits + sizeof digits - first));
                n += (size_t)(digits + sizeof digits - first);
            }
            pdb->facts.target = (dxk_str){text, n};
        }
    }
    dxk_dxil_free(dxil);
    return status;
}

dxk_status dxki_pdb_read_metadata(dxk_pdb *pdb)
{
    dxk_status status = read_model(pdb);
    dxk_status model = status == DXK_E_INVALID ? DXK_OK : status;
    if (model == DXK_OK)
        model = read_files(pdb);
    if (model == DXK_OK)
        model = read_args(pdb);
    if (model != DXK_OK)
        return model;
    read_main_file(pdb);
    if (pdb->files.count || pdb->args.count)
        pdb->facts.origin = DXK_PDB_METADATA;
    return status;
}
