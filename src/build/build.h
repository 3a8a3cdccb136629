/* SPDX-License-Identifier: MIT */
/*
 * build.h - parts of a container derived from a module, each by itself. This is the one place
 * that derives them: the builder of containers writes them, the validator compares with them.
 *
 *   build.c             the container: which parts, in which order; programs, hash, debug name
 *   signature.c   SFI0, ISG1, OSG1, PSG1         psv0.c    PSV0
 *   dependencies.c                               PSV0: who depends on what
 *   rdat.c        RDAT: its content              rdat_tables.c   RDAT: strings, lists, tables
 *   rdat_links.c        RDAT: who uses what            dxil/requirements.h  what functions need
 *   subobjects.c  sub-objects out of RDAT            rebuild.c     a container whose module changed
 *   calls.c       operations that do not fit their functions
 *   strip.c       a module without debug information, root signature, bodies
 *   emit.c, emit_*.c    the metadata of a module written anew, in its canonical form
 *
 * Each function appends the content of its part to `out`. What a part cannot hold is reported and
 * DXK_E_INVALID is returned. Source: DXIL.rst, DXContainer.rst; DirectXShaderCompiler for the
 * dependence on the version of the validator that the module names.
 */
#ifndef DXKI_BUILD_BUILD_H
#define DXKI_BUILD_BUILD_H

#include "dxil/dxil.h"
#include "dxil/requirements.h"
#include "dxk/build.h"
#include "dxk/parts.h"

/* DXK_E_INVALID (reported): an operation is called through a function that does not fit. */
dxk_status dxki_build_check_calls(const dxk_module *m, const dxki_dxil_calls *calls);

/* The component type of an element as the signature parts store it. */
uint32_t dxki_build_component(const dxk_dxil *d, const dxki_dxil_sig_element *e);

/* Last register of a resource; UINT32_MAX: unbounded. */
uint32_t dxki_build_upper_bound(const dxki_dxil_resource *resource);

/* Bytes of group-shared memory in the module. */
dxk_status dxki_build_group_shared(const dxk_dxil *d, uint32_t *bytes);

/* Feature bits (SFI0) for shader flags. */
uint64_t dxki_build_feature_bits(uint64_t shader_flags);

dxk_status dxki_build_features(const dxk_dxil *d, dxk_buffer *out);
dxk_status dxki_build_signature_part(const dxk_dxil *d, uint32_t which, dxk_buffer *out);
/* PSV0 in the version (0 to 4) that the module asks for, or in a given one. */
uint32_t dxki_build_psv0_version(const dxk_dxil *d);
dxk_status dxki_build_psv0(const dxk_dxil *d, dxk_buffer *out);
dxk_status dxki_build_psv0_as(const dxk_dxil *d, uint32_t version, dxk_buffer *out);
/* Masks and tables of `psv`, whose counts are there; they live in the arena. */
dxk_status dxki_build_dependencies(const dxk_dxil *d, dxki_arena *arena, dxk_psv0 *psv);
/* Does the module's state end before what PSV0 takes from it? */
bool dxki_build_lacks_dependencies(const dxk_dxil *d, const dxk_psv0 *psv);
/* `needs`: by index in globals. */
dxk_status dxki_build_rdat(const dxk_dxil *d, const dxki_dxil_requirements *needs, dxk_buffer *out);
/* What an older container of the program has and the module has not. */
typedef struct dxki_build_kept {
    dxki_dxil_list subobjects; /* out of RDAT */
    dxk_bytes names;           /* bitcode of STAT; empty: there is none */
    bool hash_of_program;      /* HASH, and the name of the PDB, are those of the program that runs,
                                * also if there is another one with debug information */
    bool nameless_values;      /* in the DXIL part values have no names */
    bool nameless_types;       /* nor resources, nor structures annotations */
    bool is_new;          /* nothing is older: the program is bare as those of the compiler are,
                                * and the module is not needed any more: it may change, and goes to
                                * dxki_build_leave() next */
    bool names_pdb;       /* a PDB is named also if there is no debug information */
    const char *pdb_name; /* NULL: it follows from the digest */
    bool finds_constants; /* reflection says which constants the code reads */
    bool keeps_types;     /* of a new program: it has the names that reflection has, too */
} dxki_build_kept;

/* dxk_compat_build() with what is kept; `kept` may be NULL. */
dxk_status dxki_build_container(dxk_module *module, const dxk_build_options *options,
                                const dxki_build_kept *kept, dxk_container **out, dxk_str *refusal,
                                uint32_t *code);

/* Leaves a new module to the container that was built of it, or frees it. `made` may be NULL. */
void dxki_build_leave(dxk_container *made, dxk_module *module);

/* Takes names of instructions and blocks out of a module; annotations of types, and if it is no
 * library names of resources, out of its view. */
void dxki_build_drop_value_names(dxk_module *m);
void dxki_build_drop_type_names(dxk_dxil *d);
/* True if the program of a shader has none of the latter. */
bool dxki_build_has_no_type_names(const dxk_dxil *d);

/* Writes the reflection module `made`, which follows from the module `code`, with the names and
 * types that `names`, an older one of the program, has for the same things. Nothing is written if
 * `names` cannot be read, or is of something else. */
dxk_status dxki_build_keep_names(const dxk_module *code, dxk_bytes names, dxk_bytes made,
                                 dxk_buffer *out);

/* The sub-objects of an RDAT of `size` bytes, as a module would have them. DXK_E_INVALID, not
 * reported: no module could. */
dxk_status dxki_build_take_subobjects(const dxk_rdat *rdat, size_t size, dxki_arena *arena,
                                      dxki_dxil_list *list);
dxk_status dxki_build_program(const dxk_dxil *d, dxk_bytes bitcode, dxk_buffer *out);
dxk_status dxki_build_hash(const dxk_dxil *d, const uint8_t digest[16], bool with_source,
                           dxk_buffer *out);
/* ILDN with the name of a PDB; `given` NULL: the digest and ".pdb". DXK_E_LIMIT: too long. */
dxk_status dxki_build_debug_name(const dxk_dxil *d, const uint8_t digest[16], const char *given,
                                 dxk_buffer *out);

#endif
