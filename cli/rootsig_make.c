/* SPDX-License-Identifier: MIT */
/* rootsig_make.c - `dxk rootsig make`: the cheapest root signature for given shaders. */
#include <dxk/rootsig_make.h>

#include "rootsig.h"
#include "source.h"

#include <stdlib.h>
#include <string.h>

/* A shader that stays open while names of its resources are looked at. */
typedef struct shader {
    io_file file;
    dxk_container *container;
} shader;

/* What the options say, in the form of the library. */
typedef struct choices {
    dxk_rootsig_make_options how;
    dxk_str *descriptors, *constants, *tables;
    dxk_rootsig_sampler_choice *samplers;
} choices;

static dxk_str text_of(const char *text)
{
    return (dxk_str){text, strlen(text)};
}

/* "linear=filter=..., addressU=..." */
static dxk_rootsig_sampler_choice sampler_of(const char *value)
{
    const char *equals = strchr(value, '=');
    dxk_rootsig_sampler_choice made = {text_of(value), {NULL, 0}};
    if (equals) {
        made.name.size = (size_t)(equals - value);
        made.fields = text_of(equals + 1);
    }
    return made;
}

static bool read_choices(const rootsig_options *o, choices *c)
{
    size_t count = o->choices.count + 1;
    c->how = (dxk_rootsig_make_options){.struct_size = sizeof c->how,
                                        .version = (uint32_t)o->version,
                                        .by_stage = o->by_stage,
                                        .deny = o->deny};
    c->descriptors = calloc(count, sizeof *c->descriptors);
    c->constants = calloc(count, sizeof *c->constants);
    c->samplers = calloc(count, sizeof *c->samplers);
    c->tables = calloc(count, sizeof *c->tables);
    if (!c->descriptors || !c->constants || !c->samplers || !c->tables)
        return false;
    for (size_t i = 0; i < o->choices.count; i++) {
        const opt_item *item = &o->choices.items[i];
        if (strcmp(item->option->name, "static") == 0)
            c->samplers[c->how.sampler_count++] = sampler_of(item->value);
        else if (strcmp(item->option->name, "table") == 0)
            c->tables[c->how.table_count++] = text_of(item->value);
        else if (strcmp(item->option->name, "constants") == 0)
            c->constants[c->how.constants_count++] = text_of(item->value);
        else
            c->descriptors[c->how.descriptor_count++] = text_of(item->value);
    }
    c->how.descriptors = c->descriptors;
    c->how.constants = c->constants;
    c->how.samplers = c->samplers;
    c->how.tables = c->tables;
    return true;
}

static void free_choices(choices *c)
{
    free(c->descriptors);
    free(c->constants);
    free(c->samplers);
    free(c->tables);
}

static int make_from(job *j, shader *list, const dxk_container **containers)
{
    const rootsig_options *o = j->options;
    choices c = {.descriptors = NULL};
    dxk_root_signature *signature = NULL;
    int status = read_choices(o, &c) ? CLI_OK : job_status(j, DXK_E_NOMEM);
    for (size_t i = 0; i < o->shader_count && status == CLI_OK; i++) {
        status = source_read(j, o->shaders[i], &list[i].file);
        if (status == CLI_OK)
            status = job_load_other(j, o->shaders[i], list[i].file.bytes, &list[i].container);
        containers[i] = list[i].container;
    }
    if (status == CLI_OK)
        status = job_status(
            j, dxk_rootsig_make(j->ctx, containers, o->shader_count, &c.how, &signature));
    free_choices(&c);
    if (status != CLI_OK)
        return status;
    if (o->output)
        return rootsig_put(j, signature);
    status = rootsig_show(j, signature);
    dxk_rootsig_free(signature);
    return status;
}

int rootsig_make(job *j)
{
    const rootsig_options *o = j->options;
    shader *list = calloc(o->shader_count + 1, sizeof *list);
    const dxk_container **containers = calloc(o->shader_count + 1, sizeof *containers);
    int status = list && containers ? make_from(j, list, containers) : job_status(j, DXK_E_NOMEM);
    for (size_t i = 0; list && i < o->shader_count; i++) {
        dxk_container_free(list[i].container);
        io_close(&list[i].file);
    }
    free(list);
    free(containers);
    return status;
}
