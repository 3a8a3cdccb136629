/* SPDX-License-Identifier: MIT */
/*
 * node_entry.c - a function that is a node of a work graph: what its attributes and those of
 * its parameters say, and must not say. See sema.h. Source: the work graphs specification of
 * DirectX-Specs.
 */
#include "base/count.h"
#include "hlsl/node.h"
#include "sema/check.h"

#define MOST_GROUPS    UINT16_MAX                /* along each axis */
#define MOST_PRODUCT   (((uint32_t)1 << 24) - 1) /* of all axes */
#define MOST_RECURSION 32u
#define MOST_THREADS   1024u

/* A node that is being read. */
typedef struct reading {
    dxki_hlsl *c;
    const dxki_hlsl_function *f;
    dxki_hlsl_node_entry *node;
    const dxki_ast_attr *launch;
} reading;

/* ---------------------------------------------------------------------------------------- */
/* Attributes                                                                                 */

const dxki_ast_attr *dxki_sema_attribute(const dxki_ast_attrs *attrs, const char *name)
{
    for (size_t i = 0; i < attrs->count; i++) {
        const dxki_ast_attr *a = &attrs->items[i];
        if (!a->scope && dxki_str_same_fold(a->name->text, dxki_str(name)))
            return a;
    }
    return NULL;
}

static const dxki_ast_attr *of_function(const reading *r, const char *name)
{
    return dxki_sema_attribute(&r->f->decl->attrs, name);
}

/* Reads numbers, from argument `first` on. Those of a group of threads were complained of already. */
static void read_numbers(dxki_hlsl *c, const dxki_ast_attr *a, size_t first, uint32_t *out,
                         size_t count)
{
    for (size_t i = 0; a && first + i < a->args.count && i < count; i++) {
        int64_t value;
        const bool is_told = dxki_str_same_fold(a->name->text, dxki_str("numthreads"));
        c->quiet += is_told;
        if (dxki_sema_attribute_number(c, a, first + i, false, &value))
            out[i] = (uint32_t)value;
        c->quiet -= is_told;
    }
}

/* ("name"), or ("name", index) */
static void read_id(dxki_hlsl *c, const dxki_ast_attr *a, dxki_hlsl_node_id *id)
{
    if (!a || !a->args.count)
        return;
    const dxki_ast_expr *name = a->args.items[0];
    if (name->kind != DXKI_AST_STRING)
        return; /* which is reported */
    id->name = name->text;
    read_numbers(c, a, 1, &id->index, 1);
}

/* Groups along three axes. */
static void read_grid(dxki_hlsl *c, const dxki_ast_attr *a, uint32_t grid[3])
{
    static const char *const axes[] = {"X", "Y", "Z"};
    uint64_t product = 1;

    if (!a)
        return;
    read_numbers(c, a, 0, grid, 3);
    for (size_t i = 0; i < 3 && i < a->args.count; i++) {
        bool good = grid[i] >= 1 && grid[i] <= MOST_GROUPS;
        if (!good)
            dxki_sema_mark_attribute(c, a);
        if (!good)
            DXKI_HLSL_REPORT(c, NODE_GRID, a->args.items[i]->loc, dxki_text(a->name->text),
                             dxki_text(dxki_str(axes[i])));
        product *= good ? grid[i] : 0;
    }
    if (product > MOST_PRODUCT)
        DXKI_HLSL_REPORT(c, NODE_GRID_PRODUCT, a->loc, dxki_text(a->name->text));
}

/* ---------------------------------------------------------------------------------------- */
/* Launches                                                                                   */

static const struct {
    const char *name, *word;
    uint8_t type; /* dxk_node_launch_type */
    const char *inputs;
} launches[] = {
    {"invalid", "Invalid", DXK_NODE_LAUNCH_TYPE_INVALID, ""},
    {"broadcasting", "Broadcasting", DXK_NODE_LAUNCH_TYPE_BROADCASTING,
     "DispatchNodeInputRecord or RWDispatchNodeInputRecord"},
    {"coalescing", "Coalescing", DXK_NODE_LAUNCH_TYPE_COALESCING,
     "GroupNodeInputRecords, RWGroupNodeInputRecords, or EmptyNodeInput"},
    {"thread", "Thread", DXK_NODE_LAUNCH_TYPE_THREAD,
     "ThreadNodeInputRecord or RWThreadNodeInputRecord"},
};

static void read_launch(reading *r)
{
    const dxki_ast_attr *a = of_function(r, "NodeLaunch");

    r->launch = a;
    r->node->launch = DXK_NODE_LAUNCH_TYPE_BROADCASTING;
    if (!a || !a->args.count)
        return;
    r->node->launch = DXK_NODE_LAUNCH_TYPE_INVALID; /* another word is reported */
    for (size_t i = 1; i < DXKI_COUNT(launches); i++)
        if (dxki_str_is(a->args.items[0]->text, launches[i].name))
            r->node->launch = launches[i].type;
}

static void note_launch(const reading *r)
{
    if (r->launch)
        DXKI_HLSL_REPORT(r->c, DEFINED_HERE, r->launch->loc, dxki_text(dxki_str("Launch type")));
}

static void check_threads(const reading *r)
{
    const dxki_ast_attr *a = of_function(r, "NumThreads");
    uint32_t threads[3] = {1, 1, 1};

    read_numbers(r->c, a, 0, threads, 3);
    uint64_t all = (uint64_t)threads[0] * threads[1] * threads[2];
    if (r->node->launch != DXK_NODE_LAUNCH_TYPE_THREAD) {
        if (!a || !all || all > MOST_THREADS)
            DXKI_HLSL_REPORT(r->c, NODE_NEEDS, r->f->loc, dxki_text(r->f->name->text),
                             dxki_text(dxki_str(launches[r->node->launch].name)),
                             dxki_text(dxki_str("numthreads")));
        return;
    }
    if (threads[0] == 1 && threads[1] == 1 && threads[2] == 1)
        return;
    DXKI_HLSL_SAY(r->c, NODE_ONE_THREAD, a->loc);
    note_launch(r);
}

/* Grids belong to broadcasting nodes, which have one of them. */
static void check_grids(const reading *r, const dxki_ast_attr *grid, const dxki_ast_attr *most)
{
    dxki_arg broadcasting = dxki_text(dxki_str("broadcasting"));
    dxki_arg words[] = {dxki_text(dxki_str("nodedispatchgrid")),
                        dxki_text(dxki_str("nodemaxdispatchgrid"))};
    const dxki_ast_attr *given[] = {grid, most};

    if (r->node->launch != DXK_NODE_LAUNCH_TYPE_BROADCASTING) {
        for (size_t i = 0; i < 2; i++) {
            if (!given[i])
                continue;
            dxki_sema_mark_attribute(r->c, given[i]);
            DXKI_HLSL_REPORT(r->c, NODE_LAUNCH_ONLY, given[i]->loc, words[i], broadcasting);
            note_launch(r);
        }
        return;
    }
    if (!grid && !most)
        DXKI_HLSL_REPORT(r->c, NODE_NO_GRID, r->f->loc, dxki_text(r->f->name->text));
    if (!grid || !most)
        return;
    DXKI_HLSL_REPORT(r->c, NODE_TWO_GRIDS, most->loc, dxki_text(r->f->name->text), words[1],
                     words[0]);
    DXKI_HLSL_REPORT(r->c, DEFINED_HERE, grid->loc, words[0]);
}

static void read_function(reading *r)
{
    dxki_hlsl_node_entry *node = r->node;
    const dxki_ast_attr *grid = of_function(r, "NodeDispatchGrid");
    const dxki_ast_attr *most = of_function(r, "NodeMaxDispatchGrid");
    const dxki_ast_attr *depth = of_function(r, "NodeMaxRecursionDepth");

    read_launch(r);
    node->is_program_entry = of_function(r, "NodeIsProgramEntry") != NULL;
    node->id.name = r->f->name->text;
    read_id(r->c, of_function(r, "NodeID"), &node->id);
    node->local_root = UINT32_MAX;
    read_numbers(r->c, of_function(r, "NodeLocalRootArgumentsTableIndex"), 0, &node->local_root, 1);
    read_id(r->c, of_function(r, "NodeShareInputOf"), &node->shares_input_of);
    read_grid(r->c, grid, node->grid);
    read_grid(r->c, most, node->max_grid);
    read_numbers(r->c, depth, 0, &node->max_recursion, 1);
    if (node->max_recursion > MOST_RECURSION)
        DXKI_HLSL_SAY(r->c, NODE_RECURSION, depth->loc);
    check_threads(r);
    check_grids(r, grid, most);
}

/* ---------------------------------------------------------------------------------------- */
/* Records                                                                                    */

const dxki_ast_note *dxki_sema_grid_note(const dxki_hlsl_field *f)
{
    for (size_t i = 0; f->decl && i < f->decl->notes.count; i++) {
        const dxki_ast_note *n = &f->decl->notes.items[i];
        if (n->kind == DXKI_AST_SEMANTIC &&
            dxki_str_same_fold(n->name->text, dxki_str("SV_DispatchGrid")))
            return n;
    }
    return NULL;
}

bool dxki_sema_tracks_sharing(const dxki_hlsl_type *record)
{
    const dxki_ast_decl *d = record->record->decl;

    return d && dxki_sema_attribute(&d->attrs, "NodeTrackRWInputSharing");
}

/* Up to three whole numbers without a sign. */
static bool is_grid(const dxki_hlsl_type *t)
{
    const dxki_hlsl_type *number = t->kind == DXKI_HLSL_TY_ARRAY ? t->element : t;

    if (t->leaves > 3 ||
        (number->kind != DXKI_HLSL_TY_SCALAR && (number != t || t->kind != DXKI_HLSL_TY_VECTOR)))
        return false;
    return number->scalar == DXKI_HLSL_S_UINT || number->scalar == DXKI_HLSL_S_UINT16;
}

/* One member at most says how many groups are launched; *found is where. */
static void check_record(const reading *r, const dxki_hlsl_type *t, dxki_hlsl_loc param,
                         const dxki_ast_note **found)
{
    if (t->kind != DXKI_HLSL_TY_RECORD || !dxki_hlsl_enter(r->c, param))
        return;
    for (size_t i = 0; i < t->record->field_count; i++) {
        const dxki_hlsl_field *f = &t->record->fields[i];
        const dxki_ast_note *n = dxki_sema_grid_note(f);
        if (n && *found) {
            DXKI_HLSL_SAY(r->c, NODE_GRID_AGAIN, n->loc);
            DXKI_HLSL_REPORT(r->c, DEFINED_HERE, (*found)->loc,
                             dxki_text(dxki_str("other SV_DispatchGrid")));
        } else if (n) {
            *found = n;
            if (!is_grid(f->type)) {
                DXKI_HLSL_REPORT(r->c, NODE_GRID_TYPE, n->loc,
                                 dxki_text(dxki_sema_decl_told(r->c, f->type, f->decl, true)));
                DXKI_HLSL_REPORT(r->c, DEFINED_HERE, param,
                                 dxki_text(dxki_str("NodeInput/Output record")));
            }
        }
        check_record(r, f->type, param, found);
    }
    dxki_hlsl_leave(r->c);
}

/* The record type of an input (`outputs` false) or output; NULL: it is none, or has none. */
static const dxki_hlsl_type *record_of(const dxki_hlsl_var *v, bool outputs)
{
    const dxki_hlsl_node_info *info =
        v->type->kind == DXKI_HLSL_TY_OBJECT ? dxki_hlsl_node_at(v->type->object) : NULL;

    return info && dxki_hlsl_node_is_output(info) == outputs ? v->type->element : NULL;
}

static void check_records(const reading *r)
{
    const dxki_ast_note *grid = NULL;

    for (size_t i = 0; i < r->f->param_count; i++) {
        const dxki_hlsl_var *v = r->f->params[i];
        const dxki_hlsl_type *t = record_of(v, false);
        if (t && r->node->launch == DXK_NODE_LAUNCH_TYPE_BROADCASTING)
            check_record(r, t, v->loc, &grid);
    }
    if (r->node->launch == DXK_NODE_LAUNCH_TYPE_BROADCASTING && !grid &&
        of_function(r, "NodeMaxDispatchGrid"))
        DXKI_HLSL_REPORT(r->c, NODE_GRID_MISSING, r->f->loc, dxki_text(r->f->name->text));
    for (size_t i = 0; i < r->f->param_count; i++) {
        const dxki_hlsl_var *v = r->f->params[i];
        const dxki_ast_note *own = NULL;
        if (record_of(v, true))
            check_record(r, record_of(v, true), v->loc, &own);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Parameters                                                                                 */

/* The name that is the argument of an attribute; NULL: it is none. */
static const dxki_hlsl_name *named_by(const dxki_ast_attr *a)
{
    const dxki_ast_expr *e = a->args.count ? a->args.items[0] : NULL;

    return e && e->kind == DXKI_AST_NAME && e->path.count == 1 ? e->path.parts[0] : NULL;
}

static bool is_sharing(const dxki_ast_attr *a)
{
    return dxki_str_same_fold(a->name->text, dxki_str("MaxRecordsSharedWith"));
}

static bool same_limit(dxki_hlsl *c, const dxki_ast_attr *a, const dxki_ast_attr *b)
{
    uint32_t first = 0, second = 0;

    if (is_sharing(a) || is_sharing(b))
        return is_sharing(a) && is_sharing(b) && named_by(a) == named_by(b);
    read_numbers(c, a, 0, &first, 1);
    read_numbers(c, b, 0, &second, 1);
    return first == second;
}

/* MaxRecords and MaxRecordsSharedWith of a parameter of any function: one of them, the last one, and if
 * it stands twice it says the same. False: something is wrong, which is reported. */
static bool check_limits(dxki_hlsl *c, const dxki_hlsl_var *v)
{
    const dxki_ast_attrs *attrs = &v->decl->attrs;
    const dxki_ast_attr *last = NULL;
    bool good = true;

    for (size_t i = attrs->count; i-- > 0;) {
        const dxki_ast_attr *a = &attrs->items[i];
        if (a->scope ||
            (!is_sharing(a) && !dxki_str_same_fold(a->name->text, dxki_str("MaxRecords"))))
            continue;
        bool again = last && !same_limit(c, last, a);
        bool itself = !again && is_sharing(a) && v->name && named_by(a) == v->name;
        if (again) {
            DXKI_HLSL_SAY(c, NODE_LIMITS, a->loc);
            DXKI_HLSL_SAY(c, CONFLICTING_ATTRIBUTE, last->loc);
        } else if (itself) {
            DXKI_HLSL_SAY(c, NODE_SHARES_ITSELF, a->loc);
        }
        good = good && !again && !itself;
        last = last ? last : a;
    }
    return good;
}

/* The parameter that MaxRecordsSharedWith names; a number outside of all: it is no output. */
static size_t shared_with(const reading *r, const dxki_ast_attr *a)
{
    const dxki_hlsl_name *name = named_by(a);

    for (size_t i = 0; name && i < r->f->param_count; i++) {
        const dxki_hlsl_node_io *io = &r->node->ios[i];
        if (io->info && dxki_hlsl_node_is_output(io->info) && r->f->params[i]->name == name)
            return i;
    }
    return r->f->param_count;
}

/* Attributes that outputs alone may have, as messages call them. */
static const struct {
    const char *name;
    bool of_arrays;
} output_attributes[] = {
    {"maxrecordssharedwith", false},
    {"allowsparsenodes", false},
    {"NodeArraySize", true},
    {"unboundedsparsenodes", true},
};

static void check_places(const reading *r, const dxki_ast_attrs *attrs,
                         const dxki_hlsl_node_info *info)
{
    const dxki_ast_attr *most = dxki_sema_attribute(attrs, "MaxRecords");
    bool output = info && dxki_hlsl_node_is_output(info);

    for (size_t i = 0; i < DXKI_COUNT(output_attributes); i++) {
        const dxki_ast_attr *a = dxki_sema_attribute(attrs, output_attributes[i].name);
        dxki_arg name = dxki_text(dxki_str(output_attributes[i].name));
        if (a && !output)
            dxki_sema_mark_attribute(r->c, a);
        if (a && !output)
            DXKI_HLSL_REPORT(r->c, NODE_OUTPUT_ONLY, a->loc, name);
        else if (a && output_attributes[i].of_arrays &&
                 !(info->flags & DXK_NODE_IO_FLAG_NODE_ARRAY))
            DXKI_HLSL_REPORT(r->c, NODE_ARRAY_ONLY, a->loc, name);
    }
    if (most && !info)
        DXKI_HLSL_REPORT(r->c, NODE_IO_ONLY, most->loc, dxki_text(dxki_str("MaxRecords")));
    else if (most && !output && r->node->launch != DXK_NODE_LAUNCH_TYPE_COALESCING)
        DXKI_HLSL_SAY(r->c, NODE_LIMIT_LAUNCH, most->loc);
}

static void check_input(const reading *r, const dxki_hlsl_var *v, const dxki_hlsl_node_info *info,
                        unsigned *inputs)
{
    dxki_hlsl *c = r->c;

    if (r->node->launch && info->launch != r->node->launch) {
        DXKI_HLSL_REPORT(
            c, NODE_INPUT_LAUNCH, v->loc,
            dxki_text(dxki_str(dxki_hlsl_object_at((dxki_hlsl_object)info->object)->name)),
            dxki_text(dxki_str(launches[r->node->launch].name)),
            dxki_text(dxki_str(launches[r->node->launch].inputs)));
        note_launch(r);
    }
    if (++*inputs > 1)
        DXKI_HLSL_REPORT(c, NODE_INPUTS, v->loc, dxki_text(r->f->name->text));
    if (v->type->element && dxki_sema_tracks_sharing(v->type->element) &&
        info->object != DXKI_HLSL_O_NODE_RW_DISPATCH_IN)
        DXKI_HLSL_SAY(c, NODE_TRACKS, v->loc);
}

static void read_output(const reading *r, const dxki_hlsl_var *v, dxki_hlsl_node_io *io)
{
    const dxki_ast_attrs *attrs = &v->decl->attrs;
    const dxki_ast_attr *size = dxki_sema_attribute(attrs, "NodeArraySize");
    const dxki_ast_attr *all = dxki_sema_attribute(attrs, "UnboundedSparseNodes");

    io->allow_sparse = all || dxki_sema_attribute(attrs, "AllowSparseNodes");
    read_numbers(r->c, size, 0, &io->array_size, 1);
    if (all && size && io->array_size != UINT32_MAX) {
        DXKI_HLSL_REPORT(r->c, NODE_ARRAY_SIZE, size->loc, dxki_dec(io->array_size));
        DXKI_HLSL_SAY(r->c, CONFLICTING_ATTRIBUTE, all->loc);
    }
    if (all)
        io->array_size = UINT32_MAX;
    if (v->name)
        io->id.name = v->name->text;
    read_id(r->c, dxki_sema_attribute(attrs, "NodeID"), &io->id);
}

/* Whose records an output shares. */
static void read_shared(const reading *r, size_t param)
{
    const dxki_ast_attr *a =
        dxki_sema_attribute(&r->f->params[param]->decl->attrs, "MaxRecordsSharedWith");

    if (!a)
        return;
    size_t other = shared_with(r, a);
    if (other == r->f->param_count)
        DXKI_HLSL_SAY(r->c, NODE_SHARES_NOTHING, a->loc);
    else
        r->node->ios[param].shared_with = (uint32_t)other + 1;
}

/* Arrays are objects of their own. */
static bool check_array(const reading *r, const dxki_hlsl_var *v)
{
    const dxki_hlsl_type *t = v->type;

    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    const dxki_hlsl_node_info *info =
        t != v->type && t->kind == DXKI_HLSL_TY_OBJECT ? dxki_hlsl_node_at(t->object) : NULL;
    if (!info)
        return true;
    DXKI_HLSL_REPORT(r->c, NODE_PARAM_ARRAY, v->loc,
                     dxki_text(dxki_hlsl_type_text(r->c, v->type, true)));
    if (info->object == DXKI_HLSL_O_NODE_OUT || info->object == DXKI_HLSL_O_NODE_EMPTY_OUT)
        DXKI_HLSL_REPORT(
            r->c, NODE_ARRAY_MEANT, v->loc,
            dxki_text(dxki_str(dxki_hlsl_object_at((dxki_hlsl_object)info->object)->name)));
    return false;
}

/* System values that a launch does not have. */
static void check_semantics(const reading *r, const dxki_hlsl_var *v)
{
    static const char *const coalescing[] = {"SV_GroupIndex", "SV_GroupThreadID"};
    const dxki_ast_notes *notes = &v->decl->notes;

    for (size_t i = 0; i < notes->count; i++) {
        dxk_str name = notes->items[i].name ? notes->items[i].name->text : dxki_str("");
        bool known = r->node->launch <= DXK_NODE_LAUNCH_TYPE_BROADCASTING;
        if (notes->items[i].kind != DXKI_AST_SEMANTIC)
            continue;
        if (r->node->launch == DXK_NODE_LAUNCH_TYPE_COALESCING)
            for (size_t k = 0; k < DXKI_COUNT(coalescing); k++)
                known |= dxki_str_same_fold(name, dxki_str(coalescing[k]));
        else if (name.size < 3 || !dxki_str_same_fold((dxk_str){name.data, 3}, dxki_str("SV_")))
            known = true;
        if (!known)
            DXKI_HLSL_REPORT(r->c, NODE_SEMANTIC, v->loc, dxki_text(name),
                             dxki_text(dxki_str(launches[r->node->launch].word)));
    }
}

static void read_param(const reading *r, size_t i, unsigned *inputs)
{
    const dxki_hlsl_var *v = r->f->params[i];
    dxki_hlsl_node_io *io = &r->node->ios[i];

    if (!v->decl)
        return;
    bool limited = check_limits(r->c, v);
    check_places(r, &v->decl->attrs, io->info);
    if (check_array(r, v))
        check_semantics(r, v);
    if (!io->info)
        return;
    read_numbers(r->c, dxki_sema_attribute(&v->decl->attrs, "MaxRecords"), 0, &io->max_records, 1);
    if (dxki_hlsl_node_is_output(io->info)) {
        read_output(r, v, io);
        if (limited)
            read_shared(r, i);
    } else {
        check_input(r, v, io->info, inputs);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* All                                                                                        */

static void check_no_node(dxki_hlsl *c, const dxki_hlsl_function *f)
{
    const char *name;

    for (size_t i = 0; (name = dxki_sema_node_attribute(i)) != NULL; i++) {
        const dxki_ast_attr *a = dxki_sema_attribute(&f->decl->attrs, name);
        if (a)
            DXKI_HLSL_REPORT(c, ATTRIBUTE_ONLY, a->loc, dxki_text(dxki_str(name)),
                             dxki_text(dxki_str("node")));
    }
}

static void read_node(dxki_hlsl *c, dxki_hlsl_function *f)
{
    reading r = {.c = c, .f = f, .node = DXKI_HLSL_NEW(c, dxki_hlsl_node_entry)};
    unsigned inputs = 0;

    r.node->ios = dxki_arena_zalloc(&c->arena, f->param_count + 1, sizeof *r.node->ios);
    if (!r.node->ios)
        dxki_hlsl_nomem(c);
    if (!dxki_hlsl_ready(c))
        return;
    for (size_t i = 0; i < f->param_count; i++)
        if (f->params[i]->type->kind == DXKI_HLSL_TY_OBJECT)
            r.node->ios[i].info = dxki_hlsl_node_at(f->params[i]->type->object);
    read_function(&r);
    check_records(&r);
    if (f->result->kind != DXKI_HLSL_TY_VOID && !dxki_hlsl_is_error(f->result))
        DXKI_HLSL_REPORT(c, RETURN_VOID, f->loc, dxki_text(dxki_str("node")));
    for (size_t i = 0; i < f->param_count && dxki_hlsl_ready(c); i++)
        read_param(&r, i, &inputs);
    f->node = r.node;
}

/* The entry point of a shader that is no library is of the target's stage. */
static bool is_entry(const dxki_hlsl *c, const dxki_hlsl_function *f)
{
    return c->has_target && c->kind != DXK_SHADER_KIND_LIBRARY && f->scope == c->sema->unit &&
           dxki_str_same(f->name->text, dxki_str(c->options.entry ? c->options.entry : "main"));
}

/* The stage that the last [shader("...")] names, or that of the target; empty: neither. */
static dxk_str stage_of(const dxki_hlsl *c, const dxki_hlsl_function *f)
{
    dxk_str stage = is_entry(c, f) ? dxki_hlsl_stage_words(c->kind) : dxki_str("");

    for (size_t i = 0; i < f->decl->attrs.count; i++) {
        dxk_str named = dxki_sema_stage_named(&f->decl->attrs.items[i]);
        if (named.size)
            stage = named;
    }
    return stage;
}

void dxki_sema_check_node(dxki_hlsl *c, dxki_hlsl_function *f)
{
    dxk_str stage = stage_of(c, f);

    if (dxki_str_is(stage, "node")) {
        read_node(c, f);
        return;
    }
    if (stage.size)
        check_no_node(c, f);
    for (size_t i = 0; i < f->param_count; i++) {
        dxki_sema_check_node_param(c, f->params[i]);
        if (f->params[i]->decl)
            check_limits(c, f->params[i]);
    }
}
