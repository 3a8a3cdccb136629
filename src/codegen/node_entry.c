/* SPDX-License-Identifier: MIT */
/*
 * node_entry.c - properties of a node of a work graph: what its attributes say, and the records
 * of its inputs and outputs. See emit.h.
 */
#include "codegen/node.h"

#include "builder/builder.h"

/* ---------------------------------------------------------------------------------------- */
/* Records                                                                                    */

/* Looks for the member that says how many groups are launched; false: there is none. */
static bool find_grid(dxki_emit *e, const dxki_hlsl_type *t, uint32_t offset,
                      dxki_dxil_dispatch_grid *grid)
{
    bool found = false;

    if (!dxki_hlsl_enter(e->c, t->record->loc))
        return false;
    for (size_t i = 0; i < t->record->field_count && !found; i++) {
        const dxki_hlsl_field *f = &t->record->fields[i];
        uint32_t at = offset + f->packed_offset;
        if (f->type->kind == DXKI_HLSL_TY_RECORD) {
            found = find_grid(e, f->type, at, grid);
        } else if (dxki_sema_grid_note(f)) {
            bool narrow = dxki_hlsl_scalar_size(e->c, dxki_hlsl_leaf_scalar(f->type, 0)) == 2;
            grid->offset = at;
            grid->component_type = narrow ? DXK_COMPONENT_TYPE_U16 : DXK_COMPONENT_TYPE_U32;
            grid->components = f->type->leaves;
            found = true;
        }
    }
    dxki_hlsl_leave(e->c);
    return found;
}

static void read_record(dxki_emit *e, const dxki_hlsl_type *t, dxki_dxil_node_io *io)
{
    if (dxki_sema_tracks_sharing(t))
        io->flags |= DXK_NODE_IO_FLAG_TRACK_RW_INPUT_SHARING;
    io->record.size = dxki_emit_node_size(e, t, &io->record.alignment);
    find_grid(e, t, 0, &io->record.grid);
}

/* ---------------------------------------------------------------------------------------- */
/* Inputs and outputs                                                                         */

static void add(dxki_emit *e, const dxki_hlsl_function *f, size_t param, uint32_t counts[2])
{
    const dxki_hlsl_node_io *from = &f->node->ios[param];
    const dxki_hlsl_var *v = f->params[param];
    dxki_emit_node_io *own = &e->node->ios[param];
    dxki_dxil_node_io *io = &own->io;

    if (!from->info)
        return;
    own->var = v;
    own->info = from->info;
    own->id = counts[dxki_hlsl_node_is_output(from->info)]++;
    io->flags = from->info->flags;
    if (v->type->coherence & DXKI_HLSL_GLOBALLY_COHERENT)
        io->flags |= DXK_NODE_IO_FLAG_GLOBALLY_COHERENT;
    if (v->type->element)
        read_record(e, v->type->element, io);
    io->max_records = from->max_records;
    io->array_size = from->array_size;
    io->allow_sparse = from->allow_sparse;
    io->id.name = from->id.name;
    io->id.index = from->id.index;
}

/* An output has its records in common with one that may come later. */
static void share(dxki_emit *e, const dxki_hlsl_function *f, size_t param)
{
    uint32_t other = f->node->ios[param].shared_with;

    if (!other)
        return;
    dxki_dxil_node_io *io = &e->node->ios[param].io;
    io->head.present |= 1u << DXKI_MD_NODE_IO_SHARED_WITH;
    io->max_records_shared_with = (int32_t)e->node->ios[other - 1].id;
}

/* The inputs, or the outputs. */
static dxki_dxil_list list_of(dxki_emit *e, const dxki_hlsl_function *f, bool outputs)
{
    const void **items = DXKI_NEW_ARRAY(&e->c->arena, const void *, f->param_count + 1);
    dxki_dxil_list list = {.items = items};

    if (!items) {
        dxki_hlsl_nomem(e->c);
        return list;
    }
    for (size_t i = 0; i < f->param_count; i++) {
        const dxki_emit_node_io *io = &e->node->ios[i];
        if (io->var && dxki_hlsl_node_is_output(io->info) == outputs)
            items[list.count++] = &io->io;
    }
    return list;
}

/* ---------------------------------------------------------------------------------------- */
/* All                                                                                        */

static void copy_properties(const dxki_hlsl_node_entry *from, dxki_dxil_node_props *to)
{
    to->launch_type = from->launch;
    to->is_program_entry = from->is_program_entry;
    to->id.name = from->id.name;
    to->id.index = from->id.index;
    to->local_root_index = from->local_root;
    to->shares_input_of.name = from->shares_input_of.name;
    to->shares_input_of.index = from->shares_input_of.index;
    memcpy(to->grid, from->grid, sizeof to->grid);
    memcpy(to->max_grid, from->max_grid, sizeof to->max_grid);
    to->max_recursion = from->max_recursion;
}

void dxki_emit_node_begin(dxki_emit *e, const dxki_hlsl_function *f, dxk_entry_desc *d)
{
    uint32_t counts[2] = {0, 0};

    if (e->c->model_minor < DXKI_EMIT_NODE_MODEL) {
        DXKI_HLSL_SAY(e->c, NODE_MODEL, f->loc);
        return;
    }
    e->node = DXKI_HLSL_NEW(e->c, dxki_emit_node);
    if (!dxki_emit_ready(e))
        return;
    e->node->ios = dxki_arena_zalloc(&e->c->arena, f->param_count + 1, sizeof *e->node->ios);
    if (!e->node->ios) {
        dxki_hlsl_nomem(e->c);
        return;
    }
    copy_properties(f->node, &e->node->props);
    for (size_t i = 0; i < f->param_count && dxki_emit_ready(e); i++)
        add(e, f, i, counts);
    for (size_t i = 0; i < f->param_count; i++)
        share(e, f, i);
    e->node->props.inputs = list_of(e, f, false);
    e->node->props.outputs = list_of(e, f, true);
    if (f->node->launch == DXK_NODE_LAUNCH_TYPE_THREAD && !d->num_threads[0])
        d->num_threads[0] = d->num_threads[1] = d->num_threads[2] = 1;
}

void dxki_emit_node_end(dxki_emit *e)
{
    if (dxki_emit_ready(e))
        dxki_builder_node(e->b, &e->node->props);
}
