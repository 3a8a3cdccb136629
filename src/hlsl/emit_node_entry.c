/* SPDX-License-Identifier: MIT */
/*
 * emit_node_entry.c - attributes of a node of a work graph, and of its parameters; what they must
 * not say. See emit.h. Source: the work graphs specification of DirectX-Specs.
 */
#include "hlsl/emit_node.h"

#include "base/count.h"
#include "builder/builder.h"

/* ---------------------------------------------------------------------------------------- */
/* Attributes                                                                                 */

static const dxki_ast_attr *find(const dxki_ast_attrs *attrs, const char *name)
{
    for (size_t i = 0; i < attrs->count; i++) {
        const dxki_ast_attr *a = &attrs->items[i];
        if (!a->scope && dxki_str_same_fold(a->name->text, dxki_str(name)))
            return a;
    }
    return NULL;
}

/* Reads whole numbers, from argument `first` on. */
static void read_numbers(dxki_emit *e, const dxki_ast_attr *a, size_t first, uint32_t *out,
                         size_t count)
{
    for (size_t i = 0; a && first + i < a->args.count && i < count; i++) {
        int64_t value;
        if (dxki_sema_integer(e->c, a->args.items[first + i], &value))
            out[i] = (uint32_t)value;
    }
}

/* ("name"), or ("name", index) */
static bool read_id(dxki_emit *e, const dxki_ast_attr *a, dxki_dxil_node_id *id)
{
    if (!a || !a->args.count)
        return false;
    const dxki_ast_expr *name = a->args.items[0];
    if (name->kind != DXKI_AST_STRING) {
        DXKI_HLSL_REPORT(e->c, ATTRIBUTE_STRING, name->loc, dxki_text(a->name->text));
        return false;
    }
    id->name = name->text;
    read_numbers(e, a, 1, &id->index, 1);
    return true;
}

static uint32_t launch_of(dxki_emit *e, const dxki_ast_attr *a)
{
    static const struct {
        const char *name;
        dxk_node_launch_type type;
    } rows[] = {
        {"broadcasting", DXK_NODE_LAUNCH_TYPE_BROADCASTING},
        {"coalescing", DXK_NODE_LAUNCH_TYPE_COALESCING},
        {"thread", DXK_NODE_LAUNCH_TYPE_THREAD},
    };

    if (!a || !a->args.count)
        return DXK_NODE_LAUNCH_TYPE_BROADCASTING;
    for (size_t i = 0; i < DXKI_COUNT(rows); i++)
        if (dxki_str_same_fold(a->args.items[0]->text, dxki_str(rows[i].name)))
            return rows[i].type;
    DXKI_HLSL_REPORT(e->c, ATTRIBUTE_WORD, a->args.items[0]->loc, dxki_text(a->name->text),
                     dxki_text(dxki_str("broadcasting,coalescing,thread")));
    return DXK_NODE_LAUNCH_TYPE_BROADCASTING;
}

static void read_function(dxki_emit *e, const dxki_hlsl_function *f, dxki_dxil_node_props *p)
{
    const dxki_ast_attrs *attrs = &f->decl->attrs;

    p->launch_type = launch_of(e, find(attrs, "NodeLaunch"));
    p->is_program_entry = find(attrs, "NodeIsProgramEntry") != NULL;
    if (!read_id(e, find(attrs, "NodeID"), &p->id))
        p->id.name = f->name->text;
    p->local_root_index = UINT32_MAX;
    read_numbers(e, find(attrs, "NodeLocalRootArgumentsTableIndex"), 0, &p->local_root_index, 1);
    read_id(e, find(attrs, "NodeShareInputOf"), &p->shares_input_of);
    read_numbers(e, find(attrs, "NodeDispatchGrid"), 0, p->grid, 3);
    read_numbers(e, find(attrs, "NodeMaxDispatchGrid"), 0, p->max_grid, 3);
    read_numbers(e, find(attrs, "NodeMaxRecursionDepth"), 0, &p->max_recursion, 1);
}

/* ---------------------------------------------------------------------------------------- */
/* Records                                                                                    */

static bool is_grid(const dxki_hlsl_field *f)
{
    for (size_t i = 0; f->decl && i < f->decl->notes.count; i++) {
        const dxki_ast_note *n = &f->decl->notes.items[i];
        if (n->kind == DXKI_AST_SEMANTIC &&
            dxki_str_same_fold(n->name->text, dxki_str("SV_DispatchGrid")))
            return true;
    }
    return false;
}

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
        } else if (is_grid(f)) {
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

static bool tracks_sharing(const dxki_hlsl_type *record)
{
    const dxki_ast_decl *d = record->record->decl;

    return d && find(&d->attrs, "NodeTrackRWInputSharing");
}

static void read_record(dxki_emit *e, const dxki_hlsl_type *t, dxki_dxil_node_io *io)
{
    if (!t || t->kind != DXKI_HLSL_TY_RECORD)
        return;
    if (tracks_sharing(t))
        io->flags |= DXK_NODE_IO_FLAG_TRACK_RW_INPUT_SHARING;
    io->record.size = dxki_emit_node_size(e, t, &io->record.alignment);
    find_grid(e, t, 0, &io->record.grid);
}

/* ---------------------------------------------------------------------------------------- */
/* Inputs and outputs                                                                         */

/* The output whose records are those of this one, too. */
static void read_shared(dxki_emit *e, const dxki_hlsl_function *f, size_t param)
{
    dxki_emit_node_io *own = &e->node->ios[param];
    const dxki_ast_attr *a = find(&own->var->decl->attrs, "MaxRecordsSharedWith");

    if (!a || !a->args.count || a->args.items[0]->kind != DXKI_AST_NAME)
        return;
    const dxki_ast_path *path = &a->args.items[0]->path;
    for (size_t i = 0; i < f->param_count; i++) {
        const dxki_emit_node_io *io = &e->node->ios[i];
        if (!io->var || !dxki_hlsl_node_is_output(io->info) || path->count != 1 ||
            io->var->name != path->parts[0])
            continue;
        if (i == param) {
            DXKI_HLSL_SAY(e->c, NODE_SHARES_ITSELF, a->loc);
            return;
        }
        own->io.head.present |= 1u << DXKI_MD_NODE_IO_SHARED_WITH;
        own->io.max_records_shared_with = (int32_t)io->id;
        return;
    }
    DXKI_HLSL_SAY(e->c, NODE_SHARES_NOTHING, a->loc);
}

static void read_output(dxki_emit *e, const dxki_hlsl_function *f, size_t param)
{
    dxki_emit_node_io *own = &e->node->ios[param];
    const dxki_ast_attrs *attrs = &own->var->decl->attrs;

    own->io.allow_sparse = find(attrs, "AllowSparseNodes") != NULL;
    read_numbers(e, find(attrs, "NodeArraySize"), 0, &own->io.array_size, 1);
    if (find(attrs, "UnboundedSparseNodes")) {
        own->io.allow_sparse = true;
        own->io.array_size = UINT32_MAX;
    }
    if (!read_id(e, find(attrs, "NodeID"), &own->io.id) && own->var->name)
        own->io.id.name = own->var->name->text;
    read_shared(e, f, param);
}

static void add(dxki_emit *e, const dxki_hlsl_var *v, dxki_emit_node_io *own, uint32_t counts[2])
{
    const dxki_hlsl_node_info *info =
        v->type->kind == DXKI_HLSL_TY_OBJECT ? dxki_hlsl_node_at(v->type->object) : NULL;

    if (!info)
        return;
    own->var = v;
    own->info = info;
    own->id = counts[dxki_hlsl_node_is_output(info)]++;
    own->io.flags = info->flags;
    if (v->type->coherence & DXKI_HLSL_GLOBALLY_COHERENT)
        own->io.flags |= DXK_NODE_IO_FLAG_GLOBALLY_COHERENT;
    read_record(e, v->type->element, &own->io);
    read_numbers(e, find(&v->decl->attrs, "MaxRecords"), 0, &own->io.max_records, 1);
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

void dxki_emit_node_begin(dxki_emit *e, const dxki_hlsl_function *f, dxk_entry_desc *d)
{
    uint32_t counts[2] = {0, 0};

    e->node = DXKI_HLSL_NEW(e->c, dxki_emit_node);
    if (!dxki_emit_ready(e))
        return;
    e->node->ios = dxki_arena_zalloc(&e->c->arena, f->param_count + 1, sizeof *e->node->ios);
    if (!e->node->ios) {
        dxki_hlsl_nomem(e->c);
        return;
    }
    read_function(e, f, &e->node->props);
    for (size_t i = 0; i < f->param_count && dxki_emit_ready(e); i++)
        add(e, f->params[i], &e->node->ios[i], counts);
    for (size_t i = 0; i < f->param_count && dxki_emit_ready(e); i++)
        if (e->node->ios[i].var && dxki_hlsl_node_is_output(e->node->ios[i].info))
            read_output(e, f, i);
    e->node->props.inputs = list_of(e, f, false);
    e->node->props.outputs = list_of(e, f, true);
    if (e->node->props.launch_type == DXK_NODE_LAUNCH_TYPE_THREAD && !d->num_threads[0])
        d->num_threads[0] = d->num_threads[1] = d->num_threads[2] = 1;
}

void dxki_emit_node_end(dxki_emit *e)
{
    if (dxki_emit_ready(e))
        dxki_builder_node(e->b, &e->node->props);
}
