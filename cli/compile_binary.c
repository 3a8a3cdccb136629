/* SPDX-License-Identifier: MIT */
/*
 * compile_binary.c - -dumpbin: a container is listed, or written again with other parts, instead of
 * compiled. See compile.h.
 */
#include "compile.h"
#include "rootsig.h"

#include <dxk/listing.h>

#include <string.h>

/* The root signature in another file is checked against the container. `quiet`: success is not told. */
static int check_root(job *j, const char *path, const dxk_container *shader, bool quiet)
{
    compile_root root;
    dxk_root_signature *signature = NULL;
    int code = compile_read_root(j, path, &root);
    if (code == CLI_OK)
        code = job_status(j, dxk_rootsig_decode(j->ctx, root.content, &signature));
    if (code == CLI_OK)
        code = rootsig_check(j, shader, signature, quiet);
    dxk_rootsig_free(signature);
    compile_free_root(&root);
    return code;
}

static dxk_status drop_part(dxk_container *container, uint32_t fourcc)
{
    size_t index = dxk_container_find(container, fourcc, 0);
    return index == DXK_NO_PART ? DXK_OK : dxk_container_remove(container, index);
}

/* Writes the container with what options take out of it, or put into it. */
static int write_edited(job *j, const compile_options *o, dxk_container *container)
{
    const struct {
        bool drops;
        uint32_t fourcc;
    } parts[] = {
        {o->strip_debug, DXK_PART_ILDB}, /* the name of the PDB stays */
        {o->strip_private, DXK_PART_PRIV},
        {o->strip_root, DXK_PART_RTS0},
    };
    int code = CLI_OK;
    for (size_t i = 0; i < sizeof parts / sizeof *parts && code == CLI_OK; i++) {
        if (parts[i].drops)
            code = job_status(j, drop_part(container, parts[i].fourcc));
    }
    if (code == CLI_OK && o->set_root)
        code = check_root(j, o->set_root, container, true);
    if (code == CLI_OK)
        code = compile_add_parts(j, o, container);
    return code == CLI_OK ? job_write_container(j, container, NULL, o->output) : code;
}

/* True if there is a listing, as when nothing else is asked for. */
static bool lists(const compile_options *o)
{
    return o->listing || (!o->output && !o->header && !o->private_file && !o->verify_root);
}

int compile_show(job *j)
{
    const compile_options *o = j->options;
    dxk_container *container = NULL;
    int code = job_load(j, false, &container);
    if (code == CLI_OK && lists(o))
        code = compile_write_listing(j, container, o->listing ? o->listing : "-");
    if (code == CLI_OK)
        code = compile_write_header(j, o, container, j->input);
    if (code == CLI_OK && o->verify_root)
        code = check_root(j, o->verify_root, container, false);
    if (code == CLI_OK)
        code = compile_write_private(j, container, o->private_file);
    if (code == CLI_OK && o->extracts_root)
        code = compile_extract_root(j, container, o->output);
    else if (code == CLI_OK && o->output)
        code = write_edited(j, o, container);
    dxk_container_free(container);
    return code;
}
