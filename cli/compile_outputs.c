/* SPDX-License-Identifier: MIT */
/* compile_outputs.c - see compile.h. */
#include "compile.h"
#include "diag.h"

#include <dxk/build.h>
#include <dxk/container.h>
#include <dxk/listing.h>
#include <dxk/parts.h>
#include <dxk/pdb.h>

#include <stdlib.h>
#include <string.h>

/* The content of a part; `framed`: with FourCC and size in front. Nothing if there is no such part. */
static dxk_status append_part(dxk_buffer *bytes, const dxk_container *made, uint32_t fourcc,
                              bool framed)
{
    size_t index = dxk_container_find(made, fourcc, 0);
    if (index == DXK_NO_PART)
        return DXK_OK;
    dxk_bytes content = dxk_container_part(made, index)->content;
    const uint32_t words[2] = {fourcc, (uint32_t)content.size};
    dxk_status status = DXK_OK;
    for (unsigned i = 0; framed && i < 8 && status == DXK_OK; i++) {
        uint8_t byte = (uint8_t)(words[i / 4] >> i % 4 * 8);
        status = dxk_buffer_append(bytes, &byte, 1);
    }
    return status == DXK_OK ? dxk_buffer_append(bytes, content.data, content.size) : status;
}

/* Writes what was gathered, if it is anything. */
static int write_bytes(job *j, dxk_status status, dxk_buffer *bytes, const char *path)
{
    int code = job_status(j, status);
    if (code == CLI_OK && bytes->size)
        code = job_write(j, path, bytes);
    dxk_buffer_free(bytes);
    return code;
}

/* The reflection part, and what describes the functions of a library. */
static int write_reflection(job *j, const dxk_container *made, const char *path)
{
    dxk_buffer bytes;
    if (!path)
        return CLI_OK;
    dxk_buffer_init(&bytes, j->ctx);
    dxk_status status = append_part(&bytes, made, DXK_PART_STAT, true);
    if (status == DXK_OK)
        status = append_part(&bytes, made, DXK_PART_RDAT, true);
    return write_bytes(j, status, &bytes, path);
}

static int write_hash(job *j, const dxk_container *made, const char *path)
{
    dxk_buffer bytes;
    if (!path)
        return CLI_OK;
    dxk_buffer_init(&bytes, j->ctx);
    return write_bytes(j, append_part(&bytes, made, DXK_PART_HASH, false), &bytes, path);
}

int compile_write_listing(job *j, const dxk_container *made, const char *path)
{
    dxk_buffer text;
    if (!path)
        return CLI_OK;
    dxk_buffer_init(&text, j->ctx);
    text_out out = text_to_buffer(&text, false);
    dxk_status status = dxk_list(made, NULL, text_sink(&out));
    if (status == DXK_OK)
        return compile_write_text(j, path, &out, &text);
    dxk_buffer_free(&text);
    return job_status(j, status);
}

/* A container with nothing but the root signature; it has a digest if the shader was validated. */
static int write_root_signature(job *j, const dxk_container *made, bool is_signed, const char *path)
{
    const dxk_write_options how = {.digest = is_signed ? DXK_DIGEST_FIX : DXK_DIGEST_CLEAR};
    size_t index = dxk_container_find(made, DXK_PART_RTS0, 0);
    dxk_container *alone = NULL;
    if (!path || index == DXK_NO_PART)
        return CLI_OK;
    dxk_status status = dxk_container_create(j->ctx, &alone);
    if (status == DXK_OK)
        status =
            dxk_container_insert(alone, 0, DXK_PART_RTS0, dxk_container_part(made, index)->content);
    int code = status == DXK_OK ? job_write_container(j, alone, &how, path) : job_status(j, status);
    dxk_container_free(alone);
    return code;
}

char *compile_beside(const char *name, const char *ending)
{
    const char *dot = strrchr(name, '.'), *slash = strrchr(name, '/');
    size_t size = dot && (!slash || dot > slash) ? (size_t)(dot - name) : strlen(name);
    char *made = malloc(size + strlen(ending) + 1);
    if (made) {
        memcpy(made, name, size);
        strcpy(made + size, ending);
    }
    return made;
}

int compile_extract_root(job *j, const dxk_container *made, const char *path)
{
    if (dxk_container_find(made, DXK_PART_RTS0, 0) == DXK_NO_PART)
        return job_error(j, CLI_INVALID, "there is no root signature");
    return write_root_signature(j, made, false, path);
}

int compile_write_private(job *j, const dxk_container *made, const char *path)
{
    dxk_buffer bytes;
    if (!path)
        return CLI_OK;
    if (dxk_container_find(made, DXK_PART_PRIV, 0) == DXK_NO_PART)
        return job_error(j, CLI_INVALID, "there is no private data");
    dxk_buffer_init(&bytes, j->ctx);
    return write_bytes(j, append_part(&bytes, made, DXK_PART_PRIV, false), &bytes, path);
}

bool compile_is_directory(const char *path)
{
    size_t size = strlen(path);
    return size && (path[size - 1] == '/' || path[size - 1] == '\\');
}

/* ---------------------------------------------------------------------------------------- */
/* The PDB                                                                                    */

/* Puts the part SRCI of a PDB, in `bytes`, into the container, and takes its debug information out: a PDB
 * of the container has sources alone then. */
static dxk_status leave_sources(job *j, dxk_container *made, dxk_bytes bytes)
{
    dxk_container *pdb = NULL;
    dxk_status status = dxk_container_read(j->ctx, bytes, NULL, &pdb);
    size_t from = status == DXK_OK ? dxk_container_find(pdb, DXK_PART_SRCI, 0) : DXK_NO_PART;
    if (status == DXK_OK)
        status = dxk_container_strip(made, DXK_STRIP_DEBUG);
    if (status == DXK_OK && from != DXK_NO_PART)
        status = dxk_container_insert(made, dxk_container_part_count(made), DXK_PART_SRCI,
                                      dxk_container_part(pdb, from)->content);
    dxk_container_free(pdb);
    return status;
}

static dxk_status keep_sources(job *j, dxk_container *made)
{
    dxk_buffer bytes;
    dxk_buffer_init(&bytes, j->ctx);
    dxk_status status = dxk_pdb_write(made, dxk_buffer_sink(&bytes));
    if (status == DXK_OK)
        status = leave_sources(j, made, (dxk_bytes){bytes.data, bytes.size});
    dxk_buffer_free(&bytes);
    return status;
}

/* FILE, or DIR/ and the PDB's own name; NULL: out of memory. */
static char *pdb_path(const char *path, const dxk_buffer *name)
{
    size_t folder = strlen(path), size = compile_is_directory(path) ? name->size : 0;
    char *made = malloc(folder + size + 1);
    if (!made)
        return NULL;
    memcpy(made, path, folder);
    if (size)
        memcpy(made + folder, name->data, size);
    made[folder + size] = 0;
    return made;
}

/* Does debug information stay in the container? It does if that is asked for, or if there is no other
 * place for it and it is not to be removed. */
static bool stays(const compile_options *o)
{
    return o->debug && (o->embeds || (!o->pdb && !o->strip_debug));
}

/* Writes a PDB that has no part for sources: that of the container without its program. */
static dxk_status write_module_alone(job *j, const dxk_container *made, dxk_sink sink)
{
    dxk_container *bare = NULL;
    dxk_status status = dxk_container_create(j->ctx, &bare);
    for (size_t i = 0; i < dxk_container_part_count(made) && status == DXK_OK; i++) {
        const dxk_part *part = dxk_container_part(made, i);
        if (part->fourcc != DXK_PART_DXIL)
            status = dxk_container_insert(bare, dxk_container_part_count(bare), part->fourcc,
                                          part->content);
    }
    if (status == DXK_OK)
        status = dxk_pdb_write(bare, sink);
    dxk_container_free(bare);
    return status;
}

/* Tells the file name of a PDB. */
static dxk_status name_of_pdb(job *j, const dxk_buffer *bytes, dxk_buffer *name)
{
    dxk_pdb_id id;
    dxk_status status = dxk_pdb_identify(j->ctx, (dxk_bytes){bytes->data, bytes->size}, &id);
    return status == DXK_OK ? dxk_buffer_append(name, id.name, strlen(id.name)) : status;
}

/* Takes debug information out of the container, whose PDB is there already. */
static dxk_status drop_debug(job *j, dxk_container *made, dxk_buffer *name)
{
    dxk_buffer again;
    dxk_buffer_init(&again, j->ctx);
    dxk_status status = dxk_pdb_split(made, dxk_buffer_sink(&again), name);
    dxk_buffer_free(&again);
    return status;
}

/* Writes a PDB, tells its file name, and leaves in the container what stays there. */
static dxk_status make_pdb(job *j, const compile_options *o, dxk_container *made, dxk_buffer *bytes,
                           dxk_buffer *name)
{
    dxk_sink sink = dxk_buffer_sink(bytes);
    if (!o->keeps_sources && !stays(o))
        return dxk_pdb_split(made, sink, name);
    dxk_status status =
        o->keeps_sources ? write_module_alone(j, made, sink) : dxk_pdb_write(made, sink);
    if (status != DXK_OK)
        return status;
    return stays(o) ? name_of_pdb(j, bytes, name) : drop_debug(j, made, name);
}

/* The PDB goes to a file, or under its own name into a directory, or into the container. */
static int write_pdb(job *j, const compile_options *o, dxk_container *made)
{
    dxk_buffer bytes, name;
    bool has_debug = o->debug || o->sources_only || o->pdb;
    if (!has_debug || (stays(o) && !o->pdb && !o->pdb_in_private))
        return CLI_OK;
    dxk_buffer_init(&bytes, j->ctx);
    dxk_buffer_init(&name, j->ctx);
    dxk_status status = o->sources_only ? keep_sources(j, made) : DXK_OK;
    if (status == DXK_OK)
        status = make_pdb(j, o, made, &bytes, &name);
    if (status == DXK_OK && o->pdb_in_private)
        status = dxk_container_insert(made, dxk_container_part_count(made), DXK_PART_PRIV,
                                      (dxk_bytes){bytes.data, bytes.size});
    char *path = status == DXK_OK && o->pdb ? pdb_path(o->pdb, &name) : NULL;
    if (status == DXK_OK && o->pdb && !path)
        status = DXK_E_NOMEM;
    int code = job_status(j, status);
    if (code == CLI_OK && path && compile_is_directory(o->pdb))
        code = job_make_directories(j, "", path);
    if (code == CLI_OK && path)
        code = job_write(j, path, &bytes);
    free(path);
    dxk_buffer_free(&name);
    dxk_buffer_free(&bytes);
    return code;
}

/* ---------------------------------------------------------------------------------------- */
/* Parts                                                                                      */

/* The part of a kind becomes `content`, after all others if it is not there. */
static dxk_status put_part(dxk_container *made, uint32_t fourcc, dxk_bytes content)
{
    size_t index = dxk_container_find(made, fourcc, 0);
    return index == DXK_NO_PART
               ? dxk_container_insert(made, dxk_container_part_count(made), fourcc, content)
               : dxk_container_replace(made, index, content);
}

int compile_read_root(job *j, const char *path, compile_root *root)
{
    *root = (compile_root){0};
    int code = job_read(j, path, &root->file);
    if (code != CLI_OK)
        return code;
    code = job_load_other(j, path, root->file.bytes, &root->container);
    size_t index =
        code == CLI_OK ? dxk_container_find(root->container, DXK_PART_RTS0, 0) : DXK_NO_PART;
    if (code == CLI_OK && index == DXK_NO_PART)
        code = job_error(j, CLI_INVALID, "%.200s has no root signature", path);
    if (code == CLI_OK)
        root->content = dxk_container_part(root->container, index)->content;
    return code;
}

void compile_free_root(compile_root *root)
{
    dxk_container_free(root->container);
    io_close(&root->file);
}

/* The root signature of another container. */
static int put_root_signature(job *j, const char *path, dxk_container *made)
{
    compile_root root;
    int code = compile_read_root(j, path, &root);
    if (code == CLI_OK)
        code = job_status(j, put_part(made, DXK_PART_RTS0, root.content));
    compile_free_root(&root);
    return code;
}

int compile_add_parts(job *j, const compile_options *o, dxk_container *made)
{
    io_file file;
    int code = o->set_root ? put_root_signature(j, o->set_root, made) : CLI_OK;
    if (code != CLI_OK || !o->private_data)
        return code;
    code = job_read(j, o->private_data, &file);
    if (code != CLI_OK)
        return code;
    code = job_status(j, put_part(made, DXK_PART_PRIV, file.bytes));
    io_close(&file);
    return code;
}

bool compile_is_signed(const compile_options *o)
{
    return !o->no_validate && !(o->target && strcmp(o->target, "lib_6_x") == 0);
}

int compile_write_files(job *j, const compile_options *o, const dxk_container *made)
{
    int code = compile_write_listing(j, made, o->listing);
    if (code == CLI_OK)
        code = write_reflection(j, made, o->reflection);
    if (code == CLI_OK)
        code = write_hash(j, made, o->hash);
    if (code == CLI_OK)
        code = write_root_signature(j, made, compile_is_signed(o), o->root_file);
    if (code == CLI_OK)
        code = compile_write_private(j, made, o->private_file);
    if (code == CLI_OK && o->extracts_root)
        code = compile_extract_root(j, made, o->output);
    return code;
}

int compile_strip_parts(job *j, const compile_options *o, dxk_container *made)
{
    uint32_t groups = (o->strip_reflection ? (uint32_t)DXK_STRIP_REFLECTION : 0) |
                      (o->strip_root ? (uint32_t)DXK_STRIP_ROOT_SIGNATURE : 0);
    int code = write_pdb(j, o, made);
    if (code == CLI_OK && groups)
        code = job_status(j, dxk_container_strip(made, groups));
    return code;
}

/* ---------------------------------------------------------------------------------------- */
/* Texts                                                                                      */

int compile_write_text(job *j, const char *path, const text_out *out, dxk_buffer *text)
{
    bool to_stdout = !path || strcmp(path, "-") == 0;
    int code = out->error ? job_status(j, DXK_E_NOMEM) : CLI_OK;
    if (code == CLI_OK && to_stdout && !j->json) /* which may be a terminal */
        text_str(&j->out, (dxk_str){(const char *)text->data, text->size});
    else if (code == CLI_OK)
        code = job_write(j, path, text);
    dxk_buffer_free(text);
    return code;
}

/* The bytes, twelve to a line. */
static void put_bytes(text_out *out, dxk_bytes bytes)
{
    for (size_t i = 0; i < bytes.size; i++)
        text_printf(out, "%s0x%02x%s", i % 12 ? " " : "\n  ", bytes.data[i],
                    i + 1 < bytes.size ? "," : "\n");
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* The array's name: that of -Vn, or of the entry point, as far as it can be one. */
static void put_variable(text_out *out, const compile_options *o)
{
    const char *entry = o->entry ? o->entry : "main";
    if (o->variable) {
        text_put(out, o->variable);
        return;
    }
    text_put(out, "g_");
    for (; *entry; entry++)
        text_char(out, is_word(*entry) ? *entry : '_');
}

int compile_write_header(job *j, const compile_options *o, const dxk_container *made,
                         dxk_bytes bytes)
{
    dxk_buffer text;
    if (!o->header)
        return CLI_OK;
    dxk_buffer_init(&text, j->ctx);
    text_out out = text_to_buffer(&text, false);
    text_put(&out, "#if 0\n");
    dxk_status status = dxk_list(made, NULL, text_sink(&out));
    text_put(&out, "\n#endif\n\nconst unsigned char ");
    put_variable(&out, o);
    text_put(&out, "[] = {");
    put_bytes(&out, bytes);
    text_put(&out, "};\n");
    if (status == DXK_OK)
        return compile_write_text(j, o->header, &out, &text);
    dxk_buffer_free(&text);
    return job_status(j, status);
}

int compile_write_messages(job *j, const char *path)
{
    dxk_buffer text;
    dxk_buffer_init(&text, j->ctx);
    text_out out = text_to_buffer(&text, false);
    diag_print_all(&out, strcmp(j->name, "-") == 0 ? "<stdin>" : j->name, j->ctx, j->input);
    return compile_write_text(j, path, &out, &text);
}
