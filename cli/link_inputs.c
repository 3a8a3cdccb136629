/* SPDX-License-Identifier: MIT */
/* link_inputs.c - the libraries of `dxk link`: files, and all libraries in folders. */
#include "link.h"
#include "source.h"

#include <dxk/parts.h>

#include <stdlib.h>
#include <string.h>

/* True if a file holds a library. */
static bool is_library(const dxk_container *container)
{
    dxk_program_place place;
    return dxk_container_kind(container) == DXK_INPUT_CONTAINER &&
           dxk_container_program(container, DXK_PROGRAM_LIST, &place) == DXK_OK &&
           place.program.header.shader_kind == DXK_SHADER_KIND_LIBRARY;
}

int link_add(job *j, dxk_linker *linker, link_library *l, const char *path)
{
    int result = source_read(j, path, &l->file);
    if (result != CLI_OK)
        return result;
    result = job_load_other(j, path, l->file.bytes, &l->container);
    if (result != CLI_OK) {
        return result == CLI_INVALID ? job_error(j, result, "%s cannot be linked", path) : result;
    }
    return job_status(j, dxk_linker_add(linker, (dxk_str){path, strlen(path)}, l->container));
}

/* A file that was met in a folder is taken if it is a library; *taken says so. */
static int add_found(job *j, dxk_linker *linker, link_library *l, const char *path, bool *taken)
{
    int result = job_read(j, path, &l->file);
    *taken = false;
    if (result != CLI_OK)
        return result;
    if (dxk_input_sniff(l->file.bytes) == DXK_INPUT_CONTAINER &&
        dxk_container_read(j->ctx, l->file.bytes, NULL, &l->container) == DXK_OK)
        *taken = is_library(l->container);
    if (*taken)
        return job_status(j, dxk_linker_add(linker, (dxk_str){path, strlen(path)}, l->container));
    link_close(l);
    dxk_ctx_clear_diags(j->ctx);
    return CLI_OK;
}

void link_close(link_library *l)
{
    dxk_container_free(l->container);
    io_close(&l->file);
    *l = (link_library){.container = NULL};
}

/* What stands in a folder, in the order of names. */
static int add_all(job *j, dxk_linker *linker, const input_list *inputs, link_libraries *list)
{
    int status = CLI_OK;
    for (size_t i = 0; i < inputs->count && status == CLI_OK; i++) {
        bool taken = true;
        const input *in = &inputs->items[i];
        link_library *l = &list->items[list->count];
        status = in->found ? add_found(j, linker, l, in->name, &taken)
                           : link_add(j, linker, l, in->name);
        list->count += taken;
    }
    if (status == CLI_OK && list->count == 0)
        status = job_error(j, CLI_INVALID, "there are no libraries in the folders");
    return status;
}

int link_open(job *j, dxk_linker *linker, link_libraries *list)
{
    const link_options *o = j->options;
    input_list inputs = {NULL, 0, 0};
    int error = 0;
    for (size_t i = 0; i < o->library_count && !error; i++)
        error = inputs_add(&inputs, o->libraries[i], true);
    list->items = error ? NULL : calloc(inputs.count + 1, sizeof *list->items);
    int status = list->items ? add_all(j, linker, &inputs, list) : job_status(j, DXK_E_NOMEM);
    inputs_free(&inputs);
    return status;
}

void link_close_all(link_libraries *list)
{
    for (size_t i = 0; i < list->count; i++)
        link_close(&list->items[i]);
    free(list->items);
}
