/* SPDX-License-Identifier: MIT */
/*
 * library.c - a library to link: its module, which entry points and constructors it has. See link.h.
 */
#include "link/link.h"

#include "analysis/uses.h"
#include "base/str.h"
#include "dxk/parts.h"
#include "ir/find.h"
#include "verify/verify.h"

#define CONSTRUCTORS "llvm.global_ctors"

void dxki_link_library_free(dxk_ctx *ctx, dxki_link_library *library)
{
    if (!library)
        return;
    dxki_link_needs_end(library);
    dxki_vec_free(ctx, &library->constructors);
    dxki_bc_lazy_free(library->bodies);
    dxk_dxil_free(library->d);
    dxk_module_free(library->m);
}

/* ---------------------------------------------------------------------------------------- */
/* Entry points and constructors                                                              */

static bool find_entries(dxki_link_library *library, dxki_arena *arena)
{
    const dxki_dxil_list *entries = &library->d->entries;
    library->entry_of = DXKI_NEW_ARRAY(arena, uint32_t, library->m->globals.count);
    if (!library->entry_of)
        return false;
    for (uint32_t i = 0; i < entries->count; i++) {
        const dxki_dxil_entry *entry = entries->items[i];
        if (entry->function)
            library->entry_of[entry->function] = i + 1;
    }
    return true;
}

/* Constructors are the second members of an array of structures. */
static bool find_constructors(dxki_link_library *library)
{
    dxk_module *m = library->m;
    uint32_t list = dxki_global_find(m, dxki_str(CONSTRUCTORS));
    if (!list || m->globals.items[list].kind != DXKI_G_VARIABLE || !m->globals.items[list].init)
        return true;
    dxki_value init = m->globals.items[list].init;
    uint32_t count = dxki_uses_operand_count(m, init);
    for (uint32_t i = 0; i < count; i++) {
        dxki_value element = dxki_uses_operand(m, init, i);
        if (dxki_uses_operand_count(m, element) < 2)
            continue;
        dxki_value function = dxki_uses_operand(m, element, 1);
        if (DXKI_TAG(function) == DXKI_V_GLOBAL &&
            m->globals.items[DXKI_INDEX(function)].kind == DXKI_G_FUNCTION &&
            !dxki_vec_push(m->ctx, &library->constructors, DXKI_INDEX(function)))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Reading                                                                                    */

/* The linker's own constants keep their names, so that they stay one. */
static bool is_opaque_constant(dxk_str name)
{
    return dxki_str_starts(name, "dx.") || dxki_str_starts(name, "llvm.");
}

/* What is local to a library gets the library's name before its own. */
static bool prefix_locals(dxki_link_library *library)
{
    dxk_module *m = library->m;
    if (!dxki_module_touch(m))
        return false;
    for (uint32_t g = 1; g < m->globals.count; g++) {
        const dxki_global *global = &m->globals.items[g];
        dxk_str name = dxki_string_get(m, global->name);
        bool local = global->linkage == DXKI_LINK_INTERNAL || global->linkage == DXKI_LINK_PRIVATE;
        if (global->kind == DXKI_G_REMOVED || !local || !name.size || is_opaque_constant(name))
            continue;
        size_t size = library->name.size + 1 + name.size;
        char *text = dxki_string_space(m, size);
        if (!text)
            return false;
        memcpy(text, library->name.data, library->name.size);
        text[library->name.size] = '.';
        memcpy(text + library->name.size + 1, name.data, name.size);
        dxki_string renamed = dxki_string_add_view(m, (dxk_str){text, size});
        if (renamed == UINT32_MAX)
            return false;
        m->globals.items[g].name = renamed;
    }
    return true;
}

static dxk_status refuse(dxk_linker *linker, const dxki_rule *rule, dxk_str name, dxk_str what)
{
    return DXKI_REPORT(linker->ctx, rule, dxki_nowhere(), "", dxki_text(name), dxki_text(what));
}

/* The module that tells most, without bodies. */
static dxk_status read_module(dxk_linker *linker, dxki_link_library *library)
{
    dxk_program_place place;
    dxk_status status = dxk_container_program(library->container, DXK_PROGRAM_LIST, &place);
    if (status != DXK_OK)
        return status;
    return dxki_bc_lazy_read(linker->ctx, place.program.bitcode, &library->bodies, &library->m);
}

static dxk_status load(dxki_link_library *library)
{
    return dxk_dxil_load(library->m, &library->d);
}

dxk_status dxki_link_name_file(dxk_ctx *ctx, const dxki_link_library *library, size_t before,
                               dxk_status status)
{
    dxki_marks marks = {.file = library->name.data};
    for (size_t i = before; library->name.size && i < dxk_ctx_diag_count(ctx); i++) {
        const dxk_diag *diag = dxk_ctx_diag(ctx, i);
        dxk_status named = diag->place != DXK_PLACE_NONE && !diag->file
                               ? dxki_report_marks(ctx, i, &marks)
                               : DXK_OK;
        if (named != DXK_OK)
            return named;
    }
    return status;
}

/* A program that is the only input has no name: what LLVM's verifier found first says more. */
static dxk_status refuse_module(dxk_linker *linker, const dxki_link_library *library,
                                const dxki_verify_result *result)
{
    if (library->name.size)
        return refuse(linker, DXKI_RULE_LINK_MALFORMED, library->name, dxki_str(""));
    dxk_str words = result->complaints.count ? dxki_verify_words(result, 0) : dxki_str("");
    const char *end = words.size ? memchr(words.data, '\n', words.size) : NULL;
    words.size = end ? (size_t)(end - words.data) : words.size;
    return DXKI_REPORT(linker->ctx, DXKI_RULE_LINK_MODULE, dxki_nowhere(), NULL, dxki_text(words));
}

dxk_status dxki_link_library_verify(dxk_linker *linker, dxki_link_library *library)
{
    static const dxki_verify_options how = {.any_debug = true};
    dxki_verify_result result = {.complaints = {NULL, 0, 0}};
    size_t before = dxk_ctx_diag_count(linker->ctx);
    dxk_status status = dxki_bc_lazy_rest(library->bodies);
    bool read = status == DXK_OK;
    dxk_buffer_init(&result.text, linker->ctx);
    if (status == DXK_OK)
        status = dxk_module_upgrade(library->m);
    if (status == DXK_OK)
        status = dxki_verify_module(library->m, &how, &result);
    if (status == DXK_E_INVALID && !read)
        status = dxki_link_name_file(linker->ctx, library, before, status);
    if (status == DXK_E_INVALID && (read || library->name.size))
        status = refuse_module(linker, library, &result);
    dxki_verify_free(&result);
    return status;
}

static dxk_status check_kind(dxk_linker *linker, dxki_link_library *library)
{
    const dxk_dxil *d = library->d;
    if (!d->refusal && d->model.kind == DXK_SHADER_KIND_LIBRARY)
        return DXK_OK;
    dxk_status status = dxki_link_library_verify(linker, library);
    if (status != DXK_OK)
        return status;
    return d->refusal ? refuse(linker, DXKI_RULE_LINK_MALFORMED, library->name, dxki_str(""))
                      : refuse(linker, DXKI_RULE_LINK_NOT_LIBRARY, library->name, d->model.name);
}

static void find_version(dxki_link_library *library)
{
    size_t part = dxk_container_find(library->container, DXK_PART_VERS, 0);
    if (part != DXK_NO_PART)
        library->version = dxk_container_part(library->container, part)->content;
}

/* Entry points, constructors; room for what functions need. */
static bool look(dxk_linker *linker, dxki_link_library *library)
{
    return dxki_link_needs_begin(library, &linker->arena) &&
           find_entries(library, &linker->arena) && find_constructors(library);
}

static dxki_link_library *create(dxk_linker *linker, dxk_str name, const dxk_container *container)
{
    dxki_link_library *library = DXKI_NEW(&linker->arena, dxki_link_library);
    char *copy = dxki_arena_strdup(&linker->arena, name.size ? name.data : "", name.size);
    if (!library || !copy)
        return NULL;
    library->name = (dxk_str){copy, name.size};
    library->container = container;
    return library;
}

static dxk_status finish(dxk_linker *linker, dxki_link_library *library, dxk_status status,
                         dxki_link_library **out)
{
    if (status == DXK_OK)
        *out = library;
    else
        dxki_link_library_free(linker->ctx, library);
    return status;
}

dxk_status dxki_link_library_read(dxk_linker *linker, dxk_str name, const dxk_container *container,
                                  dxki_link_library **out)
{
    dxki_link_library *library = create(linker, name, container);
    *out = NULL;
    if (!library)
        return dxki_nomem(linker->ctx);
    size_t before = dxk_ctx_diag_count(linker->ctx);
    dxk_status status =
        dxki_link_name_file(linker->ctx, library, before, read_module(linker, library));
    if (status == DXK_E_NOT_FOUND)
        status = refuse(linker, DXKI_RULE_LINK_NOT_DXIL, library->name, dxki_str(""));
    if (status == DXK_OK)
        status = load(library);
    if (status == DXK_OK)
        status = check_kind(linker, library);
    if (status == DXK_OK) {
        find_version(library);
        library->native_16bit = !dxki_dxil_min_precision(library->d);
        if (!prefix_locals(library) || !look(linker, library))
            status = dxki_nomem(linker->ctx);
    }
    return finish(linker, library, status, out);
}

dxk_status dxki_link_library_open(dxk_linker *linker, const dxk_container *container,
                                  dxki_link_library **out)
{
    dxki_link_library *library = create(linker, dxki_str(""), container);
    *out = NULL;
    if (!library)
        return dxki_nomem(linker->ctx);
    dxk_status status = read_module(linker, library);
    if (status == DXK_OK)
        status = dxki_link_library_verify(linker, library);
    if (status == DXK_OK)
        status = load(library);
    if (status == DXK_OK && !look(linker, library))
        status = dxki_nomem(linker->ctx);
    if (status == DXK_OK)
        DXKI_EACH_FUNCTION(library->m, f)
            status = status == DXK_OK ? dxki_link_needs_find(library, f) : status;
    return finish(linker, library, status, out);
}
