/* SPDX-License-Identifier: MIT */
/*
 * link.h - libraries made into one program.
 *
 *   library.c     a library: its module, entry points, constructors
 *   needs.c       what its functions call and use, once they are looked at
 *   exports.c     exports: which functions a library shows, and under which names
 *   select.c      from an entry point, or from exports, to all functions that are needed
 *   order.c       the order of the functions of a library
 *   resources.c   resources of several libraries that are one
 *   merge.c       the new module: functions, variables, constructors
 *   describe.c    its metadata: entry points, resources, annotations
 *   named.c       its metadata: what libraries bring along
 *   subobjects.c  sub-objects of libraries
 *   registers.c   registers given out             handles.c   handles of a finished shader
 *   origin.c      which resources they are of       local.c      those in variables of functions
 *   unset.c       resources that were never set
 *   link.c        the steps in order; the public functions (dxk/link.h)
 *   symbols.c     the functions of a program (dxk/symbols.h)     demangle.c   their names
 *   used.c        the resources that they use
 *   explain.c     how what cannot be valid came into a program
 *   words.c       messages, also in the reference's words      differ.c      what they show
 *
 * The modules that are linked stay as they are, so that a linker can be used again.
 *
 * Functions return false when out of memory or, where it says so, when something was refused;
 * dxki_link.status tells. Source: DirectXShaderCompiler for what is linked and what is refused.
 */
#ifndef DXKI_LINK_LINK_H
#define DXKI_LINK_LINK_H

#include "base/diag.h"
#include "bitcode/lazy.h"
#include "dxil/dxil.h"
#include "dxk/link.h"
#include "dxk/parts.h"
#include "ir/idset.h"
#include "ir/import.h"
#include "spec/reader_rules.h"

/* What a function needs: rows of two lists. */
typedef struct dxki_link_needs {
    bool known;
    uint32_t first_variable, variable_count; /* in dxki_link_library.variables */
    uint32_t first_function, function_count; /* in dxki_link_library.functions */
} dxki_link_needs;

/* A walk over the operands of functions. */
typedef struct dxki_link_walk {
    DXKI_VEC(uint32_t) const_seen; /* by constant: the function that met it last */
    uint32_t *global_seen;         /* by global: the same */
    DXKI_VEC(dxki_value) stack;    /* constants that are to be looked into */
} dxki_link_walk;

typedef struct dxki_link_library {
    dxk_str name; /* as it was given */
    const dxk_container *container;
    dxk_module *m;
    dxk_dxil *d;
    bool native_16bit;
    dxk_bytes version; /* its VERS part; NULL: it has none */

    dxki_bc_lazy *bodies;
    dxki_link_needs *needs;          /* by global: of functions */
    DXKI_VEC(uint32_t) variables;    /* that functions use: globals, each once in a row */
    DXKI_VEC(uint32_t) functions;    /* that functions call, or name otherwise, likewise */
    dxki_link_walk walk;             /* that finds them */
    uint32_t *entry_of;              /* by global: index in d->entries + 1; 0: no entry point */
    DXKI_VEC(uint32_t) constructors; /* functions that run before each entry point */
} dxki_link_library;

/* Names and a number for each, of which there are as many as was said at the beginning. */
typedef struct dxki_link_names {
    struct dxki_link_names_slot {
        dxk_str name;
        uint32_t number; /* + 1; 0: free */
    } * slots;
    uint32_t mask;
} dxki_link_names;

/* A function that is linked. */
typedef struct dxki_link_pick {
    uint32_t library, function; /* of the linker; in its globals */
    uint32_t user;              /* the pick that needed it first; itself: nobody */
    uint32_t to;                /* in the new module */
    bool is_constructor;
} dxki_link_pick;

/* A definition of exports taken apart: a function, and one of the names that it gets. */
typedef struct dxki_link_export {
    dxk_str function, name;
} dxki_link_export;

struct dxk_linker {
    dxk_ctx *ctx;
    dxki_arena arena;
    DXKI_VEC(dxki_link_library *) libraries;
    dxki_idset names; /* of libraries: index + 1 */
    dxk_buffer words;
    DXKI_VEC(dxk_linked) linked; /* by the last call */
    DXKI_VEC(dxki_link_pick) picks;
    uint32_t kind, minor; /* of its profile */
};

/* A library at work. */
typedef struct dxki_link_work {
    dxki_importer im;
    bool begun;
    uint8_t *used;     /* by global: a function that is linked, and no constructor, uses it */
    uint8_t *met;      /* by global: a function that is linked needs it */
    uint8_t *resource; /* by global: it is the variable of a resource */
    bool reached;      /* a function of it is linked */
    dxk_decoded *rdat; /* its RDAT, which sub-objects point into; NULL: not read */
} dxki_link_work;

/* A resource that is linked, and where it came from. */
typedef struct dxki_link_resource {
    const dxki_dxil_resource *of;
    uint32_t library;
    dxki_type type; /* HLSL's, in the new module; 0: unknown */
} dxki_link_resource;

/* A function of the new module that another one is a copy of, under a further name. */
typedef struct dxki_link_copy {
    uint32_t from, to;
} dxki_link_copy;

/* A call of dxk_linker_link(). */
typedef struct dxki_link {
    dxk_linker *linker;
    dxk_ctx *ctx;
    dxki_arena arena;
    const dxk_link_options *options;
    dxk_status status; /* the first thing that went wrong */

    uint32_t kind, minor; /* of the profile */
    bool is_library;
    bool native_16bit; /* of the new module */
    uint32_t validator_major, validator_minor;

    DXKI_VEC(dxki_link_export) exports;
    dxki_link_names functions;        /* numbers are indices in `defined` */
    DXKI_VEC(dxki_link_pick) defined; /* by library; `user`, `to` unused */
    DXKI_VEC(dxki_link_pick) picks;   /* in the order in which they were found */
    uint32_t *pick_of;                /* by `defined`: index in picks + 1 */
    uint32_t entry;                   /* pick of the entry point; UINT32_MAX: a library */

    dxki_link_work *work; /* by library */
    DXKI_VEC(dxki_link_resource) resources[DXKI_RESOURCE_CLASSES];
    DXKI_VEC(dxki_link_copy) copies;
    dxk_module *to;
    dxki_import_target target; /* of `to`, for all importers */
} dxki_link;

static inline const dxki_link_library *dxki_link_library_of(const dxki_link *link, uint32_t index)
{
    return link->linker->libraries.items[index];
}

static inline dxk_str dxki_link_name(const dxk_module *m, uint32_t global)
{
    return dxki_string_get(m, m->globals.items[global].name);
}

/* --- names.c --- */

bool dxki_link_names_begin(dxki_link_names *names, dxki_arena *arena, size_t count);
/* The number of a name; UINT32_MAX: it is not there. */
uint32_t dxki_link_names_find(const dxki_link_names *names, dxk_str name);
/* The number that a name has already, or else the one given now. The text must stay. */
uint32_t dxki_link_names_enter(dxki_link_names *names, dxk_str name, uint32_t number);

/* --- words.c --- */

/* Reports a rule, and adds what the reference says: `words` with the same arguments, NULL: it says
 * nothing. `where`: the library that is meant, NULL: none. Errors make the call fail. */
void dxki_link_complain(dxki_link *link, const dxki_rule *rule, const dxki_link_library *where,
                        const char *words, const dxki_arg *args, size_t count);
#define DXKI_LINK_COMPLAIN(link, rule, where, words, ...)                                          \
    dxki_link_complain((link), (rule), (where), (words), DXKI_ARGS(__VA_ARGS__))

/* Adds only what the reference says. */
void dxki_link_say(dxki_link *link, const char *words, const dxki_arg *args, size_t count);
#define DXKI_LINK_SAY(link, words, ...) dxki_link_say((link), (words), DXKI_ARGS(__VA_ARGS__))

/* Says that memory ran out; always false. */
bool dxki_link_nomem(dxki_link *link);

/* --- differ.c --- */

/* A function for people: "'float f(float)' (\1?f@@YAMM@Z)". Empty when out of memory. */
dxk_str dxki_link_symbol(dxki_link *link, dxk_str name);
/* What differs between two types of the new module: ": member 2 is float here, i32 there". Empty if it is
 * not known. */
dxk_str dxki_link_difference(dxki_link *link, dxki_type here, dxki_type there);

/* --- members.c --- */

/* How the members of two resources of one type differ. */
typedef struct dxki_link_unlike {
    dxk_str words;  /* ": member 'm' is row-major here, column-major there"; empty: not at all */
    bool is_layout; /* not by names or signs alone, which would only be confusing */
} dxki_link_unlike;

/* Compares the members of two resources. False: out of memory. */
bool dxki_link_compare_members(dxki_link *link, const dxki_link_library *here,
                               const dxki_dxil_resource *a, const dxki_link_library *there,
                               const dxki_dxil_resource *b, dxki_link_unlike *out);

/* --- library.c --- */

/* Reads a library, its functions as they are needed; reports what is wrong with it. */
dxk_status dxki_link_library_read(dxk_linker *linker, dxk_str name, const dxk_container *container,
                                  dxki_link_library **out);
/* Reads any program, a finished shader too, with all functions. Its names stay. */
dxk_status dxki_link_library_open(dxk_linker *linker, const dxk_container *container,
                                  dxki_link_library **out);
void dxki_link_library_free(dxk_ctx *ctx, dxki_link_library *library);
/* Names the library as the file that was meant by what was reported after the first `before`
 * diagnostics. The status, unless memory ran out. */
dxk_status dxki_link_name_file(dxk_ctx *ctx, const dxki_link_library *library, size_t before,
                               dxk_status status);
/* Refuses a library whose module is not valid, in functions that nobody needs, too. DXK_OK: it is. */
dxk_status dxki_link_library_verify(dxk_linker *linker, dxki_link_library *library);

/* --- needs.c --- */

bool dxki_link_needs_begin(dxki_link_library *library, dxki_arena *arena);
void dxki_link_needs_end(dxki_link_library *library);
/* Reads a function, and finds what it needs. Failures are reported. */
dxk_status dxki_link_needs_find(dxki_link_library *library, uint32_t function);

/* Each variable that a function uses, once dxki_link_needs_find() has looked at it. */
#define DXKI_LINK_EACH_VARIABLE(library, function, index)                                          \
    for (uint32_t index##_at = (library)->needs[function].first_variable,                          \
                  index##_end = index##_at + (library)->needs[function].variable_count, index;     \
         index##_at < index##_end && (index = (library)->variables.items[index##_at], true);       \
         index##_at++)

/* True if a function is defined, read or not. */
static inline bool dxki_link_defines(const dxki_link_library *library, uint32_t function)
{
    return dxki_bc_lazy_has_body(library->bodies, function);
}

/* --- exports.c --- */

/* Reads the definitions of exports; a bad one is reported. */
bool dxki_link_read_exports(dxki_link *link);
/* The export of a function is found by its name: plain "f" stands for the entry point f and for each
 * overload "\1?f@@...", unless the exact name is there. Index in link->exports; UINT32_MAX: none. */
uint32_t dxki_link_find_export(const dxki_link *link, dxk_str function);
/* Gives the functions of a library their names, and hides the others. */
bool dxki_link_rename_exports(dxki_link *link);

/* --- compilers.c --- */

/* Libraries made by different compilers are refused. */
bool dxki_link_check_compilers(dxki_link *link);

/* --- select.c --- */

/* Enters the functions of all libraries, those of one name are reported. */
bool dxki_link_define(dxki_link *link);
/* Index in link->defined; UINT32_MAX: no library defines it. */
uint32_t dxki_link_find(const dxki_link *link, dxk_str name);
/* Picks all functions that are needed. */
bool dxki_link_select(dxki_link *link);

/* --- resources.c --- */

/* Collects the resources that picked functions use, those of one name as one. */
bool dxki_link_collect_resources(dxki_link *link);

/* --- merge.c --- */

/* Makes an empty module, to which the importers of all libraries that were reached lead. */
bool dxki_link_merge_begin(dxki_link *link);
/* Brings over what was picked. */
bool dxki_link_merge(dxki_link *link);
void dxki_link_merge_end(dxki_link *link);

/* --- named.c --- */

/* Brings the lists of metadata over that libraries have beside the description of their program. */
bool dxki_link_import_named(dxki_link *link);

/* --- describe.c --- */

/* Gives it the metadata of a DXIL program, from that of the libraries. */
bool dxki_link_describe(dxki_link *link);
/* The root signature of a shader's entry point is the module's: said at the end, since it is lost when
 * metadata is written anew. */
bool dxki_link_put_root_signature(dxki_link *link);

/* --- registers.c --- */

/* Gives registers to those resources of a class that have none yet. */
bool dxki_link_give_registers(dxki_link *link, dxki_dxil_resource **list, uint32_t count);

/* --- subobjects.c --- */

/* Lists the sub-objects of all libraries; two of one name that differ are reported. */
bool dxki_link_merge_subobjects(dxki_link *link, dxki_dxil_list *out);

/* --- unset.c --- */

/* True if a call makes a handle from a resource that was never set. */
bool dxki_link_is_unset(const dxk_module *m, uint32_t call);
/* Names each of those in the libraries once more. */
void dxki_link_mention_unset(dxki_link *link);

/* --- handles.c --- */

/* Turns handles made from variables into handles made from registers, drops the resources that
 * nothing uses, and gives registers to those left. */
bool dxki_link_lower_handles(dxki_link *link);
/* Makes each handle of a library from what was loaded of one variable. */
bool dxki_link_settle_choices(dxki_link *link);
/* Gives handles in a library the form of its shader model. */
bool dxki_link_settle_handles(dxki_link *link);

#endif
