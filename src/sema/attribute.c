/* SPDX-License-Identifier: MIT */
/* attribute.c - attributes of functions that contradict one another or mean nothing; see check.h.
 * What attributes of an entry point say is read when it is emitted. */
#include "hlsl/source.h"
#include "sema/check.h"

#include "base/count.h"

static bool is_named(const dxki_ast_attr *a, const char *name)
{
    return !a->scope && dxki_str_same_fold(a->name->text, dxki_str(name));
}

dxk_str dxki_sema_stage_named(const dxki_ast_attr *a)
{
    bool names =
        is_named(a, "shader") && a->args.count == 1 && a->args.items[0]->kind == DXKI_AST_STRING;

    return names ? a->args.items[0]->text : dxki_str("");
}

static bool is_of_rays(const dxki_ast_attr *shader)
{
    uint32_t kind;

    return dxki_hlsl_stage_of(dxki_sema_stage_named(shader), &kind) && dxki_hlsl_is_ray_stage(kind);
}

#define ANY_COUNT 0, UINT8_MAX

/* Attributes that only entry points have. */
static const struct {
    const char *name;
    uint8_t least, most; /* arguments; ANY_COUNT: they are not counted here */
    const char *texts;   /* what the first one may say, empty: anything; NULL: it is no string */
    bool of_nodes;       /* nodes alone have it */
} of_entries[] = {
    {"clipplanes", 1, 6, NULL, false},
    {"domain", 1, 1, "tri,quad,isoline", false},
    {"earlydepthstencil", 0, 0, NULL, false},
    {"instance", 1, 1, NULL, false},
    {"maxtessfactor", 1, 1, NULL, false},
    {"numthreads", 3, 3, NULL, false},
    {"RootSignature", 1, 1, "", false},
    {"outputcontrolpoints", 1, 1, NULL, false},
    {"outputtopology", 1, 1, "point,line,triangle,triangle_cw,triangle_ccw", false},
    {"partitioning", 1, 1, "integer,fractional_even,fractional_odd,pow2", false},
    {"patchconstantfunc", 1, 1, "", false},
    {"maxvertexcount", 1, 1, NULL, false},
    {"wavesize", 1, 3, NULL, false},
    {"nodelaunch", 1, 1, "broadcasting,coalescing,thread", true},
    {"nodeisprogramentry", 0, 0, NULL, true},
    {"nodeid", 1, 2, "", true},
    {"nodelocalrootargumentstableindex", 1, 1, NULL, true},
    {"nodeshareinputof", 1, 2, "", true},
    {"nodedispatchgrid", 3, 3, NULL, true},
    {"nodemaxdispatchgrid", 3, 3, NULL, true},
    {"nodemaxrecursiondepth", 1, 1, NULL, true},
};

/* Attributes that neither statements nor entry points alone have. */
static const struct {
    const char *name;
    uint8_t least, most;
} of_others[] = {
    {"AllowSparseNodes", ANY_COUNT},
    {"GroupSharedLimit", 1, 1},
    {"MaxRecords", 1, 1},
    {"MaxRecordsSharedWith", 1, 1},
    {"NodeArraySize", 1, 1},
    {"NodeTrackRWInputSharing", ANY_COUNT},
    {"UnboundedSparseNodes", ANY_COUNT},
    {"WaveOpsIncludeHelperLanes", ANY_COUNT},
    {"WaveSensitive", ANY_COUNT},
    {"__LinAlgMatrix_Attributes", ANY_COUNT},
    {"carries_dependency", ANY_COUNT},
    {"deprecated", ANY_COUNT},
    {"experimental", ANY_COUNT},
    {"export", ANY_COUNT},
    {"hlsl_vk_buffer_pointer", ANY_COUNT},
    {"intrinsic", ANY_COUNT},
    {"maybe_unused", ANY_COUNT},
    {"nodiscard", ANY_COUNT},
    {"noinline", 0, 0},
    {"noreturn", ANY_COUNT},
    {"payload", ANY_COUNT},
    {"raypayload", ANY_COUNT},
    {"shader", 1, 1},
};

/* The row of an attribute, or the number of rows if there is none for it. */
static size_t row_of(const dxki_ast_attr *a)
{
    size_t i = 0;

    while (i < DXKI_COUNT(of_entries) && !is_named(a, of_entries[i].name))
        i++;
    return i;
}

const char *dxki_sema_node_attribute(size_t number)
{
    for (size_t i = 0; i < DXKI_COUNT(of_entries); i++)
        if (of_entries[i].of_nodes && number-- == 0)
            return of_entries[i].name;
    return NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* Stages                                                                                     */

/* A function is of one stage. */
static void check_stages(dxki_hlsl *c, const dxki_ast_attrs *all, const dxki_ast_attr *last)
{
    for (size_t i = 0; i < all->count; i++) {
        const dxki_ast_attr *a = &all->items[i];
        dxk_str stage = dxki_sema_stage_named(a);
        if (!stage.size || dxki_str_same(stage, dxki_sema_stage_named(last)))
            continue;
        DXKI_HLSL_REPORT(c, STAGES_DIFFER, a->loc, dxki_text(stage),
                         dxki_text(dxki_sema_stage_named(last)));
        DXKI_HLSL_SAY(c, STAGES_DIFFER_HERE, last->loc);
    }
}

/* The entry point that is asked for must be of the stage that is asked for. */
static void check_entry(dxki_hlsl *c, const dxki_ast_decl *d, const dxki_ast_attr *shader)
{
    dxk_str entry = dxki_str(c->options.entry ? c->options.entry : "main");
    dxk_str stage = dxki_hlsl_stage_words(c->kind);

    if (!c->has_target || c->kind == DXK_SHADER_KIND_LIBRARY || !d->name ||
        !dxki_str_same(d->name->text, entry) || dxki_str_same(stage, dxki_sema_stage_named(shader)))
        return;
    DXKI_HLSL_REPORT(c, ENTRY_STAGE, shader->loc, dxki_text(stage),
                     dxki_text(dxki_str(c->options.target)),
                     dxki_text(dxki_sema_stage_named(shader)), dxki_text(entry));
}

/* ---------------------------------------------------------------------------------------- */
/* Arguments                                                                                  */

static bool is_listed(dxk_str text, dxk_str list)
{
    while (list.size) {
        const char *comma = memchr(list.data, ',', list.size);
        dxk_str one = {list.data, comma ? (size_t)(comma - list.data) : list.size};
        if (dxki_str_same(one, text))
            return true;
        list.data += one.size + (comma != NULL);
        list.size -= one.size + (comma != NULL);
    }
    return false;
}

static void check_text(dxki_hlsl *c, const dxki_ast_attr *a)
{
    static const char stages[] = "compute,vertex,pixel,hull,domain,geometry,raygeneration,"
                                 "intersection,anyhit,closesthit,miss,callable,mesh,"
                                 "amplification,node";
    const dxki_ast_expr *arg = a->args.count ? a->args.items[0] : NULL;
    const size_t row = row_of(a);
    const dxk_str stage = dxki_sema_stage_named(a);
    uint32_t kind;

    if (stage.size && !dxki_hlsl_stage_of(stage, &kind))
        DXKI_HLSL_REPORT(c, ATTRIBUTE_WORD, a->loc, dxki_text(a->name->text),
                         dxki_text(dxki_str(stages)));

    if (!arg || row == DXKI_COUNT(of_entries) || !of_entries[row].texts)
        return;
    const dxk_str texts = dxki_str(of_entries[row].texts);
    if (arg->kind != DXKI_AST_STRING)
        DXKI_HLSL_REPORT(c, ATTRIBUTE_STRING, arg->loc, dxki_text(a->name->text));
    else if (texts.size && !is_listed(arg->text, texts))
        DXKI_HLSL_REPORT(c, ATTRIBUTE_WORD, arg->loc, dxki_text(a->name->text), dxki_text(texts));
}

/* How many arguments an attribute may have. */
static void counts_of(const dxki_ast_attr *a, uint8_t *least, uint8_t *most)
{
    const size_t row = row_of(a);

    *least = 0;
    *most = UINT8_MAX;
    if (row < DXKI_COUNT(of_entries)) {
        *least = of_entries[row].least;
        *most = of_entries[row].most;
    }
    for (size_t i = 0; i < DXKI_COUNT(of_others); i++) {
        if (!is_named(a, of_others[i].name))
            continue;
        *least = of_others[i].least;
        *most = of_others[i].most;
    }
}

/* False: an attribute has too few arguments or too many, which is reported. */
static bool check_count(dxki_hlsl *c, const dxki_ast_attr *a)
{
    uint8_t least, most;

    counts_of(a, &least, &most);
    if (a->args.count >= least && (a->args.count <= most || most == UINT8_MAX))
        return true;
    const char *wants = most == 0               ? "takes no arguments"
                        : least == 3            ? "requires exactly 3 arguments"
                        : least == most         ? "takes one argument"
                        : a->args.count < least ? "takes at least 1 argument"
                        : most == 3             ? "takes no more than 3 arguments"
                                                : "takes no more than 2 arguments";
    DXKI_HLSL_REPORT(c, ATTRIBUTE_COUNT, a->loc, dxki_text(a->name->text),
                     dxki_text(dxki_str(wants)));
    return false;
}

static dxki_arg signed_number(dxki_hlsl *c, int64_t value)
{
    dxk_str digits = dxki_hlsl_decimal(c, (uint64_t)(value < 0 ? -value : value));

    return dxki_text(value < 0 ? dxki_hlsl_join(c, dxki_str("-"), digits) : digits);
}

void dxki_sema_mark_attribute(dxki_hlsl *c, const dxki_ast_attr *a)
{
    dxki_hlsl_mark_span(c, (dxki_hlsl_span){a->loc, a->end});
}

/* The initialiser of the variable that an argument names, which counts whether the variable may change or
 * not; NULL: it is another thing's name, or nothing's. */
static dxki_hlsl_node *value_of_name(dxki_hlsl *c, const dxki_ast_expr *e)
{
    const dxki_hlsl_symbol *symbol = dxki_sema_find(c, e->path.parts[0]);
    const dxki_hlsl_var *v = symbol && symbol->kind == DXKI_HLSL_SYM_VAR ? symbol->var : NULL;

    return v && v->init ? dxki_sema_fold(c, v->init) : NULL;
}

static bool is_plain_name(const dxki_ast_expr *e)
{
    return e->kind == DXKI_AST_NAME && !e->in_parens && e->path.count == 1 && !e->path.global &&
           !e->path.args.given;
}

/* A number as an attribute takes it: truth is a sign alone, and no real number counts. */
static int64_t number_of(dxki_hlsl *c, const dxki_hlsl_node *n)
{
    const uint8_t kind = (uint8_t)dxki_hlsl_scalar_at((dxki_hlsl_scalar)n->type->scalar)->number;

    if (kind == DXKI_HLSL_REAL)
        return 0;
    if (kind == DXKI_HLSL_BOOL)
        return n->bits[0] ? -1 : 0;
    return (int32_t)dxki_sema_convert_bits(c, n->bits[0], n->type->scalar, DXKI_HLSL_S_LITERAL_INT);
}

bool dxki_sema_attribute_number(dxki_hlsl *c, const dxki_ast_attr *a, size_t index, bool named,
                                int64_t *value)
{
    const dxki_ast_expr *e = a->args.items[index];
    const dxki_arg name = dxki_text(a->name->text);
    dxki_hlsl_node *n = NULL;

    *value = 0;
    named = named && is_plain_name(e);
    if (named && !(n = value_of_name(c, e))) {
        DXKI_HLSL_REPORT(c, ATTRIBUTE_UINT, a->loc, name);
        return true;
    }
    if (e->kind == DXKI_AST_STRING) {
        DXKI_HLSL_REPORT(c, ATTRIBUTE_INTEGER, a->loc, name);
        return false;
    }
    n = named ? n : dxki_sema_fold(c, dxki_sema_expr(c, e));
    if (dxki_hlsl_is_error(n->type))
        return false;
    const bool is_single =
        n->type->kind == DXKI_HLSL_TY_SCALAR || n->type->kind == DXKI_HLSL_TY_ENUM;
    if (!is_single || !dxki_sema_is_constant(c, e, n)) {
        DXKI_HLSL_REPORT(c, ATTRIBUTE_INTEGER, a->loc, name);
        return false;
    }
    *value = number_of(c, n);
    if (*value < 0 || dxki_hlsl_info(n->type)->number == DXKI_HLSL_REAL)
        DXKI_HLSL_REPORT(c, ATTRIBUTE_UINT, a->loc, name);
    return true;
}

/* A group has 1 to 1024 threads; the attribute does not count otherwise. */
static bool check_threads(dxki_hlsl *c, const dxki_ast_attr *a)
{
    int64_t size[3] = {0, 0, 0}, all;

    for (size_t i = 0; i < 3; i++)
        dxki_sema_attribute_number(c, a, i, false, &size[i]);
    all = (int32_t)(uint32_t)((uint64_t)size[0] * (uint64_t)size[1] * (uint64_t)size[2]);
    if (all >= 1 && all <= 1024)
        return true;
    dxki_sema_mark_attribute(c, a);
    DXKI_HLSL_REPORT(c, GROUP_SIZE, a->loc, signed_number(c, all), signed_number(c, size[0]),
                     signed_number(c, size[1]), signed_number(c, size[2]));
    return false;
}

/* The same of the control points that a hull shader makes. */
static bool check_points(dxki_hlsl *c, const dxki_ast_attr *a)
{
    int64_t count;

    count = 0;
    dxki_sema_attribute_number(c, a, 0, false, &count);
    if (count >= 1 && count <= 32)
        return true;
    DXKI_HLSL_REPORT(c, CONTROL_POINTS, a->loc, signed_number(c, count));
    return false;
}

bool dxki_sema_is_ignored(dxki_hlsl *c, const dxki_ast_attr *a)
{
    bool ignored = false;

    c->quiet++;
    if (is_named(a, "numthreads"))
        ignored = a->args.count != 3 || !check_threads(c, a);
    else if (is_named(a, "outputcontrolpoints"))
        ignored = a->args.count != 1 || !check_points(c, a);
    c->quiet--;
    return ignored;
}

/* A factor must be a number as it is written. */
static void check_factor(dxki_hlsl *c, const dxki_ast_attr *a)
{
    const dxki_ast_expr *e = a->args.items[0];
    const bool is_text = e->kind == DXKI_AST_STRING;

    if (e->kind == DXKI_AST_NUMBER && !e->in_parens)
        return;
    if (is_text || !dxki_hlsl_is_error(dxki_sema_expr(c, e)->type))
        DXKI_HLSL_REPORT(c, ATTRIBUTE_FLOAT, e->span.from, dxki_text(a->name->text));
}

/* Numbers of an attribute; those of nodes are read elsewhere. False: it does not count. */
static bool check_numbers(dxki_hlsl *c, const dxki_ast_attrs *all, const dxki_ast_attr *a)
{
    static const char *const names[] = {"instance", "maxvertexcount", "GroupSharedLimit"};
    int64_t value;

    for (size_t i = 0; i < DXKI_COUNT(names); i++) {
        if (is_named(a, names[i]))
            dxki_sema_attribute_number(c, a, 0, false, &value);
    }
    if (is_named(a, "maxtessfactor"))
        check_factor(c, a);
    if (is_named(a, "clipplanes"))
        dxki_sema_check_planes(c, a);
    if (is_named(a, "wavesize"))
        dxki_sema_check_lanes(c, all, a);
    if (is_named(a, "numthreads"))
        return check_threads(c, a);
    return !is_named(a, "outputcontrolpoints") || check_points(c, a);
}

/* Attributes of statements, and what is said where they mean nothing. */
static const struct {
    const char *name;
    dxki_hlsl_diag which;
} of_statements[] = {
    {"unroll", DXKI_HLSL_D_ATTRIBUTE_LOOPS},
    {"loop", DXKI_HLSL_D_ATTRIBUTE_LOOPS},
    {"fastopt", DXKI_HLSL_D_ATTRIBUTE_LOOPS},
    {"allow_uav_condition", DXKI_HLSL_D_ATTRIBUTE_LOOPS},
    {"branch", DXKI_HLSL_D_ATTRIBUTE_BRANCHES},
    {"flatten", DXKI_HLSL_D_ATTRIBUTE_BRANCHES},
    {"forcecase", DXKI_HLSL_D_ATTRIBUTE_SWITCH},
    {"call", DXKI_HLSL_D_ATTRIBUTE_SWITCH},
};

/* False: it is no attribute of statements. */
static bool check_statement(dxki_hlsl *c, const dxki_ast_attr *a)
{
    const dxki_arg name = dxki_text(a->name->text);

    for (size_t i = 0; i < DXKI_COUNT(of_statements); i++) {
        if (!is_named(a, of_statements[i].name))
            continue;
        dxki_hlsl_report(c, of_statements[i].which, a->loc, &name, 1);
        return true;
    }
    return false;
}

void dxki_sema_check_hints(dxki_hlsl *c, const dxki_ast_attrs *attrs, bool is_loop, bool is_if,
                           bool is_switch)
{
    for (size_t i = 0; i < attrs->count; i++) {
        for (size_t k = 0; k < DXKI_COUNT(of_statements); k++) {
            const dxki_hlsl_diag which = of_statements[k].which;
            const bool good = which == DXKI_HLSL_D_ATTRIBUTE_LOOPS      ? is_loop
                              : which == DXKI_HLSL_D_ATTRIBUTE_BRANCHES ? is_if || is_switch
                                                                        : is_switch;
            if (!good && is_named(&attrs->items[i], of_statements[k].name))
                check_statement(c, &attrs->items[i]);
        }
    }
}

static bool is_known(const dxki_ast_attr *a)
{
    for (size_t i = 0; i < DXKI_COUNT(of_others); i++) {
        if (is_named(a, of_others[i].name))
            return true;
    }
    return a->scope || row_of(a) < DXKI_COUNT(of_entries);
}

/* The names of all attributes. */
static const char *attribute_word(size_t number)
{
    static const char *const shown[] = {"WaveSize", "RootSignature"}; /* as they are written */
    const size_t statements = DXKI_COUNT(of_statements), entries = DXKI_COUNT(of_entries);

    if (number < DXKI_COUNT(shown))
        return shown[number];
    number -= DXKI_COUNT(shown);
    if (number < statements)
        return of_statements[number].name;
    number -= statements;
    if (number < entries)
        return of_entries[number].name;
    number -= entries;
    return number < DXKI_COUNT(of_others) ? of_others[number].name : NULL;
}

void dxki_sema_warn_attribute(dxki_hlsl *c, const dxki_ast_attr *a)
{
    const dxk_str meant = dxki_sema_suggest_word(a->name->text, attribute_word);

    if (is_known(a))
        DXKI_HLSL_REPORT(c, ATTRIBUTE_OF_STATEMENT, a->loc, dxki_text(a->name->text));
    else if (meant.size && !dxki_str_same_fold(meant, a->name->text))
        DXKI_HLSL_REPORT(c, UNKNOWN_ATTRIBUTE_MEANT, a->loc, dxki_text(a->name->text),
                         dxki_text(meant));
    else
        DXKI_HLSL_REPORT(c, UNKNOWN_ATTRIBUTE, a->loc, dxki_text(a->name->text));
}

/* Has it been reported already? A declaration may have several names, a template several instances. */
static bool is_told(dxki_hlsl *c, const dxki_ast_attr *a)
{
    const dxki_hlsl_loc shown = dxki_hlsl_shown(c, a->loc);

    for (size_t i = c->said.count; i-- > 0;) {
        if (c->said.items[i].loc.at == shown.at)
            return true;
    }
    return false;
}

/* An attribute of functions, or of other declarations, that stands elsewhere. */
static void check_misplaced(dxki_hlsl *c, const dxki_ast_attr *a, dxki_sema_attribute_place place)
{
    const dxki_arg name = dxki_text(a->name->text);

    if (a->scope)
        return;
    if (place == DXKI_SEMA_OF_STATEMENT)
        dxki_hlsl_report(c, DXKI_HLSL_D_ATTRIBUTE_OF_STATEMENT, a->loc, &name, 1);
    else if (row_of(a) < DXKI_COUNT(of_entries) && !is_named(a, "nodeid"))
        DXKI_HLSL_SAY(c, FUNCTION_ATTRIBUTE, a->loc);
    else if (is_named(a, "noinline"))
        DXKI_HLSL_REPORT(c, ATTRIBUTE_APPLIES, a->loc, name, dxki_text(dxki_str("functions")));
    else
        dxki_sema_check_node_place(c, a, place);
}

void dxki_sema_check_strange(dxki_hlsl *c, const dxki_ast_attrs *attrs,
                             dxki_sema_attribute_place place)
{
    for (size_t i = 0; i < attrs->count; i++) {
        const dxki_ast_attr *a = &attrs->items[i];
        if (is_told(c, a))
            continue;
        check_count(c, a);
        if (check_statement(c, a))
            continue;
        if (is_known(a))
            check_misplaced(c, a, place);
        else
            dxki_sema_warn_attribute(c, a);
    }
}

/* False: it does not count, which is reported. */
static bool check_arguments(dxki_hlsl *c, const dxki_ast_attrs *all, const dxki_ast_attr *a)
{
    if (!check_count(c, a))
        return false;
    for (size_t i = 0; i < a->args.count; i++) {
        if (a->args.items[i]->kind == DXKI_AST_BROKEN)
            return false;
    }
    check_text(c, a);
    return check_numbers(c, all, a);
}

/* Attributes of entry points, from the last one on: the function is none. */
static void warn_without_stage(dxki_hlsl *c, size_t mark)
{
    size_t count;
    void **all = dxki_sema_take(c, mark, &count);

    while (count-- > 0) {
        const dxki_ast_attr *a = all[count];
        DXKI_HLSL_REPORT(c, NO_STAGE, a->loc, dxki_text(dxki_str(of_entries[row_of(a)].name)));
    }
}

void dxki_sema_check_attributes(dxki_hlsl *c, const dxki_ast_decl *d)
{
    const size_t mark = c->sema->stack.count;
    const bool needs_stage =
        d->body && c->sema->scope->kind != DXKI_HLSL_MEMBERS && c->kind == DXK_SHADER_KIND_LIBRARY;
    const dxki_ast_attr *shader = NULL;

    for (size_t i = 0; i < d->attrs.count; i++) {
        if (dxki_sema_stage_named(&d->attrs.items[i]).size)
            shader = &d->attrs.items[i];
    }
    if (shader) {
        check_stages(c, &d->attrs, shader);
        check_entry(c, d, shader);
    }
    for (size_t i = 0; i < d->attrs.count; i++) {
        const dxki_ast_attr *a = &d->attrs.items[i];
        const bool good = check_arguments(c, &d->attrs, a);
        if (!check_statement(c, a) && !is_known(a))
            dxki_sema_warn_attribute(c, a);
        else if (is_named(a, "maybe_unused"))
            DXKI_HLSL_REPORT(c, ATTRIBUTE_APPLIES, a->loc, dxki_text(a->name->text),
                             dxki_text(dxki_str("parameters")));
        else
            dxki_sema_check_node_place(c, a, DXKI_SEMA_OF_FUNCTION);
        if (shader && is_of_rays(shader) && is_named(a, "rootsignature"))
            DXKI_HLSL_SAY(c, RAY_ROOT, a->loc);
        else if (good && needs_stage && !shader && row_of(a) < DXKI_COUNT(of_entries))
            dxki_sema_push(c, &d->attrs.items[i]);
    }
    warn_without_stage(c, mark);
}
