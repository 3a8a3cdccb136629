/* SPDX-License-Identifier: MIT */
/* link.c - the steps of linking, and the public functions. See link.h, dxk/link.h. */
#include "link/link.h"

#include "base/options.h"
#include "base/str.h"
#include "build/build.h"
#include "dxil/validator.h"
#include "opt/run.h"
#include "verify/verify.h"

#define DEFAULT_VALIDATOR_MAJOR 1u
#define PIPELINE                "O2"
#define NO_PIPELINE             "none"
#define NEEDED                  "legalize" /* before handles can be made */
/* The same for a shader, whose static variables may hold resources. */
#define NEEDED_BY_SHADER "always-inline, globaldce, static-global-to-alloca, " NEEDED
#define LEFT             "dce, globaldce" /* what they leave of variables */
/* The same for a library, whose static variables may have lost the functions that read them. */
#define LEFT_IN_LIBRARY "write-only-statics, dce, write-only-statics, globaldce, dead-resources"

/* ---------------------------------------------------------------------------------------- */
/* The linker                                                                                 */

dxk_status dxk_linker_create(dxk_ctx *ctx, dxk_linker **out)
{
    dxk_linker *linker = dxki_realloc(ctx, NULL, 0, sizeof *linker);
    *out = linker;
    if (!linker)
        return dxki_nomem(ctx);
    *linker = (dxk_linker){.ctx = ctx};
    dxki_arena_init(&linker->arena, ctx);
    dxk_buffer_init(&linker->words, ctx);
    return DXK_OK;
}

void dxk_linker_free(dxk_linker *linker)
{
    if (!linker)
        return;
    dxk_ctx *ctx = linker->ctx;
    for (size_t i = 0; i < linker->libraries.count; i++)
        dxki_link_library_free(ctx, linker->libraries.items[i]);
    dxki_vec_free(ctx, &linker->libraries);
    dxki_idset_free(ctx, &linker->names);
    dxk_buffer_free(&linker->words);
    dxki_vec_free(ctx, &linker->linked);
    dxki_vec_free(ctx, &linker->picks);
    dxki_arena_free(&linker->arena);
    dxki_realloc(ctx, linker, sizeof *linker, 0);
}

dxk_status dxk_linker_add(dxk_linker *linker, dxk_str name, const dxk_container *container)
{
    dxki_link_library *library;
    uint32_t hash = dxki_hash_end(dxki_hash_bytes(0, name)), pos = hash, id;
    while ((id = dxki_idset_next(&linker->names, hash, &pos)) != 0)
        if (dxki_str_same(linker->libraries.items[id - 1]->name, name))
            return DXKI_REPORT(linker->ctx, DXKI_RULE_LINK_SAME_NAME, dxki_nowhere(), "",
                               dxki_text(name));
    dxk_status status = dxki_link_library_read(linker, name, container, &library);
    if (status != DXK_OK)
        return status;
    if (!dxki_vec_push(linker->ctx, &linker->libraries, library)) {
        dxki_link_library_free(linker->ctx, library);
        return dxki_nomem(linker->ctx);
    }
    if (dxki_idset_add(linker->ctx, &linker->names, hash, (uint32_t)linker->libraries.count))
        return DXK_OK;
    dxki_link_library_free(linker->ctx, linker->libraries.items[--linker->libraries.count]);
    return dxki_nomem(linker->ctx);
}

dxk_str dxk_linker_words(const dxk_linker *linker)
{
    return (dxk_str){(const char *)linker->words.data, linker->words.size};
}

size_t dxk_linker_linked_count(const dxk_linker *linker)
{
    return linker->linked.count;
}

bool dxk_linker_linked(const dxk_linker *linker, size_t index, dxk_linked *out)
{
    bool known = index < linker->linked.count;
    *out = known ? linker->linked.items[index] : (dxk_linked){.is_constructor = false};
    return known;
}

/* ---------------------------------------------------------------------------------------- */
/* The target                                                                                 */

/* "ps_6_0", "lib_6_x". */
static bool read_profile(dxki_link *link)
{
    dxk_str rest = link->options->profile;
    bool found = false;
    for (uint32_t kind = 0; kind < DXK_SHADER_KIND_INVALID && !found; kind++) {
        const char *stage = dxk_enum_text(DXK_ENUM_ID_shader_profile, kind);
        dxk_str left = rest;
        if (stage && dxki_str_cut(&left, stage) && dxki_str_cut(&left, "_6_")) {
            found = true;
            rest = left;
            link->kind = kind;
        }
    }
    link->is_library = link->kind == DXK_SHADER_KIND_LIBRARY;
    if (!found || rest.size == 0 || rest.size > 2)
        return false;
    if (link->is_library && dxki_str_is(rest, "x")) {
        link->minor = DXKI_OFFLINE_MINOR;
        return true;
    }
    for (size_t i = 0; i < rest.size; i++) {
        if (rest.data[i] < '0' || rest.data[i] > '9' ||
            (i == 0 && rest.size > 1 && rest.data[0] == '0'))
            return false;
        link->minor = link->minor * 10 + (uint32_t)(rest.data[i] - '0');
    }
    return link->minor <= DXKI_NEWEST_MINOR;
}

/* Offline libraries are made for no validator. */
static bool choose_validator(dxki_link *link)
{
    const dxk_link_options *o = link->options;
    bool offline = link->minor == DXKI_OFFLINE_MINOR;
    link->validator_major = o->has_validator ? o->validator_major : DEFAULT_VALIDATOR_MAJOR;
    link->validator_minor = o->has_validator ? o->validator_minor : DXKI_NEWEST_MINOR;
    if (offline)
        link->validator_major = link->validator_minor = 0;
    if (offline || link->validator_major > 1 ||
        (link->validator_major == 1 && link->validator_minor >= link->minor))
        return true;
    DXKI_LINK_COMPLAIN(link, DXKI_RULE_LINK_VALIDATOR, NULL,
                       "error: Validator version does not support target profile %0",
                       dxki_text(link->options->profile), dxki_dec(link->validator_major),
                       dxki_dec(link->validator_minor));
    return false;
}

/* ---------------------------------------------------------------------------------------- */
/* Steps                                                                                      */

static bool begin_work(dxki_link *link)
{
    size_t count = link->linker->libraries.count;
    link->work = DXKI_NEW_ARRAY(&link->arena, dxki_link_work, count + 1);
    for (uint32_t l = 0; link->work && l < count; l++) {
        size_t globals = dxki_link_library_of(link, l)->m->globals.count;
        link->work[l].used = DXKI_NEW_ARRAY(&link->arena, uint8_t, globals);
        link->work[l].met = DXKI_NEW_ARRAY(&link->arena, uint8_t, globals);
        if (!link->work[l].used || !link->work[l].met)
            return dxki_link_nomem(link);
    }
    return link->work || dxki_link_nomem(link);
}

/* Functions come as they were read: older forms are brought up to date, and LLVM's rules hold from
 * here on. A library that breaks them is named. */
static bool check_merged(dxki_link *link)
{
    static const dxki_verify_options how = {.any_debug = true};
    link->status = dxk_module_upgrade(link->to);
    if (link->status == DXK_OK)
        link->status = dxki_verify_module(link->to, &how, NULL);
    if (link->status != DXK_E_INVALID)
        return link->status == DXK_OK;
    dxki_link_say(link, "error: validation errors\nerror: Module bitcode is invalid.", NULL, 0);
    for (uint32_t l = 0; l < link->linker->libraries.count; l++) {
        dxki_link_library *library = link->linker->libraries.items[l];
        dxk_status status =
            link->work[l].reached ? dxki_link_library_verify(link->linker, library) : DXK_OK;
        if (status != DXK_OK) {
            link->status = status;
            return false;
        }
    }
    link->status = dxk_opt(link->to, dxki_str(""), NULL, NULL); /* says what is wrong */
    return link->status == DXK_OK;
}

/* Everything that can be refused is, before anything is made. */
static bool make_module(dxki_link *link)
{
    return begin_work(link) && choose_validator(link) && dxki_link_read_exports(link) &&
           dxki_link_define(link) && dxki_link_check_compilers(link) && dxki_link_select(link) &&
           dxki_link_merge_begin(link) && dxki_link_collect_resources(link) &&
           dxki_link_merge(link) && check_merged(link) &&
           (!link->is_library || dxki_link_rename_exports(link)) && dxki_link_describe(link);
}

/* Runs passes over the new module. */
static bool run_passes(dxki_link *link, dxk_str passes, bool unfinished)
{
    dxk_opt_options how = {.unfinished = unfinished};
    dxk_status status = dxki_opt_verified(link->to, passes, &how, NULL);
    if (link->status == DXK_OK)
        link->status = status;
    return status == DXK_OK;
}

/* Keeps what was picked, for who asks. */
static bool keep_picks(dxki_link *link)
{
    link->linker->kind = link->kind;
    link->linker->minor = link->minor;
    for (uint32_t p = 0; p < link->picks.count; p++) {
        const dxki_link_pick *pick = &link->picks.items[p], *user = &link->picks.items[pick->user];
        const dxki_link_library *l = dxki_link_library_of(link, pick->library);
        const dxki_link_library *by = dxki_link_library_of(link, user->library);
        dxk_linked made = {.name = dxki_link_name(l->m, pick->function),
                           .library = l->name,
                           .is_constructor = pick->is_constructor};
        if (pick->user != p) {
            made.user = dxki_link_name(by->m, user->function);
            made.user_library = by->name;
        }
        if (!dxki_vec_push(link->ctx, &link->linker->linked, made) ||
            !dxki_vec_push(link->ctx, &link->linker->picks, *pick))
            return dxki_link_nomem(link);
    }
    return true;
}

/* The compiler's version, which all libraries share, stays with a library after its features. */
static dxk_status keep_version(const dxki_link *link, dxk_container *made)
{
    dxk_bytes version = dxki_link_library_of(link, 0)->version;
    size_t features = dxk_container_find(made, DXK_PART_SFI0, 0);
    if (!link->is_library || !version.size)
        return DXK_OK;
    return dxk_container_insert(made, features == DXK_NO_PART ? 0 : features + 1, DXK_PART_VERS,
                                version);
}

/* A shader is one function, whose handles are made from registers; then it can be optimized. */
static bool finish(dxki_link *link, dxk_container **out)
{
    dxk_str passes = link->options->pipeline.size ? link->options->pipeline : dxki_str(PIPELINE);
    link->to->is_passing = true;
    if (dxki_str_is(passes, NO_PIPELINE))
        passes = dxki_str(link->is_library ? LEFT_IN_LIBRARY : LEFT);
    if (!run_passes(link, dxki_str(link->is_library ? NEEDED : NEEDED_BY_SHADER), true) ||
        (link->is_library && link->minor != DXKI_OFFLINE_MINOR &&
         !dxki_link_settle_choices(link)) ||
        !(link->is_library ? dxki_link_settle_handles(link) : dxki_link_lower_handles(link)) ||
        !run_passes(link, passes, false) ||
        (!link->is_library && !dxki_link_put_root_signature(link)))
        return false;
    dxki_build_kept kept = {.is_new = true, .names_pdb = true};
    if (link->is_library && !dxki_link_merge_subobjects(link, &kept.subobjects))
        return false;
    dxk_str refusal;
    dxk_status status = dxki_build_container(link->to, NULL, &kept, out, &refusal, NULL);
    if (status == DXK_OK)
        status = keep_version(link, *out);
    if (status != DXK_OK) {
        dxk_container_free(*out);
        *out = NULL;
    }
    if (link->status == DXK_OK)
        link->status = status;
    return status == DXK_OK;
}

dxk_status dxk_linker_link(dxk_linker *linker, const dxk_link_options *options, dxk_container **out)
{
    dxk_link_options own;
    dxki_link link = {.linker = linker, .ctx = linker->ctx, .options = &own};
    *out = NULL;
    linker->words.size = 0;
    linker->linked.count = linker->picks.count = 0;
    if (!dxki_options_take(&own, sizeof own, options) || !read_profile(&link) ||
        (own.has_validator && !dxki_dxil_is_validator(own.validator_major, own.validator_minor)))
        return DXK_E_ARGUMENT;
    dxki_arena_init(&link.arena, link.ctx);
    if (make_module(&link) && keep_picks(&link) && !own.dry_run)
        finish(&link, out);
    dxki_link_merge_end(&link);
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++)
        dxki_vec_free(link.ctx, &link.resources[cls]);
    dxki_vec_free(link.ctx, &link.exports);
    dxki_vec_free(link.ctx, &link.defined);
    dxki_vec_free(link.ctx, &link.picks);
    dxki_vec_free(link.ctx, &link.copies);
    dxki_build_leave(*out, link.to);
    dxki_arena_free(&link.arena);
    return link.status;
}
