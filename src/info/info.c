/* SPDX-License-Identifier: MIT */
/* info.c - reads what is known of a container; see dxk/info.h. */
#include "info/info.h"

#include <string.h>

#include "base/out.h"
#include "container/container.h"
#include "dxk/digest.h"

/* Where each part goes, and the kinds that it may be of: the first that is there and decodes. */
static const struct slot {
    size_t member;
    uint32_t kinds[3];
} slots[] = {
    {offsetof(dxk_info, program), {DXK_PART_DXIL, DXK_PART_ILDB}},
    {offsetof(dxk_info, features), {DXK_PART_SFI0}},
    {offsetof(dxk_info, hash), {DXK_PART_HASH}},
    {offsetof(dxk_info, psv), {DXK_PART_PSV0}},
    {offsetof(dxk_info, rdat), {DXK_PART_RDAT}},
    {offsetof(dxk_info, rootsig), {DXK_PART_RTS0}},
    {offsetof(dxk_info, signatures[0]), {DXK_PART_ISG1, DXK_PART_ISGN}},
    {offsetof(dxk_info, signatures[1]), {DXK_PART_OSG1, DXK_PART_OSGN, DXK_PART_OSG5}},
    {offsetof(dxk_info, signatures[2]), {DXK_PART_PSG1, DXK_PART_PCSG}},
    {offsetof(dxk_info, rdef), {DXK_PART_RDEF}},
    {offsetof(dxk_info, counters), {DXK_PART_STAT}},
};

static dxk_decoded **part_of(dxk_info *info, const struct slot *slot)
{
    return (dxk_decoded **)(void *)((char *)info + slot->member);
}

/* A failure that stops the reading goes before damage, and damage before none. */
static void note(dxk_status *worst, dxk_status status)
{
    bool fatal = status != DXK_OK && status != DXK_E_INVALID;
    if (*worst == DXK_OK || (fatal && *worst == DXK_E_INVALID))
        *worst = status;
}

/* ---------------------------------------------------------------------------------------- */
/* Parts                                                                                      */

/* Decodes the first part of a kind; damage is reported and noted. */
static dxk_decoded *decode(dxki_info *in, uint32_t fourcc, dxk_status *status)
{
    dxk_decoded *part = NULL;
    size_t index = dxk_container_find(in->shown.container, fourcc, 0);
    if (index == DXK_NO_PART)
        return NULL;
    dxk_bytes content = dxk_container_part(in->shown.container, index)->content;
    note(status, dxk_part_decode(in->ctx, fourcc, content, &part));
    return part;
}

static dxk_status decode_all(dxki_info *in)
{
    dxk_info *info = &in->shown;
    dxk_status status = DXK_OK;
    for (size_t i = 0; i < sizeof slots / sizeof *slots; i++) {
        dxk_decoded **part = part_of(info, &slots[i]);
        if (part == &info->counters && info->program) /* STAT is a module then */
            continue;
        for (size_t k = 0; k < 3 && slots[i].kinds[k] && !*part; k++)
            *part = decode(in, slots[i].kinds[k], &status);
    }
    if (info->counters && info->counters->type != DXK_PART_TYPE_COUNTERS) {
        dxk_decoded_free(info->counters);
        info->counters = NULL;
    }
    return status;
}

/* ---------------------------------------------------------------------------------------- */
/* Programs                                                                                   */

/* Finds a program; false: there is none, or it is damaged, which was reported. */
static bool find(const dxk_container *container, dxk_program_choice choice,
                 dxk_program_place *place, dxk_status *worst)
{
    dxk_status status = dxk_container_program(container, choice, place);
    if (status != DXK_OK && status != DXK_E_NOT_FOUND && status != DXK_E_INVALID)
        note(worst, status);
    return status == DXK_OK;
}

static dxk_status read_modules(dxki_info *in)
{
    const dxk_container *container = in->shown.container;
    dxk_program_place names;
    dxk_status status = DXK_OK;
    if (in->shown.program)
        status = dxki_info_module_read(in, in->shown.program->as.program->bitcode, &in->code);
    else if (dxk_container_kind(container) == DXK_INPUT_BITCODE)
        status = dxki_info_module_read(in, dxk_container_input(container), &in->code);
    if (find(container, DXK_PROGRAM_NAMES, &names, &status)) {
        dxk_status named = dxki_info_module_read(in, names.program.bitcode, &in->names);
        if (named != DXK_E_INVALID) /* which is reported; the names are less than the rest */
            note(&status, named);
    }
    in->shown.dxil = in->code.dxil;
    if (in->code.dxil && status == DXK_OK)
        status = dxk_dxil_count(in->code.dxil);
    dxk_status indexed = dxki_info_module_index(in, &in->code);
    if (indexed == DXK_OK)
        indexed = dxki_info_module_index(in, &in->names);
    return indexed == DXK_OK ? status : indexed;
}

/* The reflection of a damaged container would report the damage again. */
static dxk_status read_tokens(dxki_info *in, bool damaged)
{
    dxk_program_place place;
    dxk_status status = DXK_OK;
    if (!find(in->shown.container, DXK_PROGRAM_TOKENS, &place, &status))
        return status;
    status = dxk_dxbc_decode(in->ctx, place.program.bitcode, &in->shown.tokens);
    if (status == DXK_OK && !damaged)
        status = dxk_reflect_load(in->shown.container, NULL, &in->shown.reflection);
    return status;
}

/* Does the HASH part agree with the bitcode? It may be over the debug module. */
static bool hash_is_right(const dxk_container *container, const uint8_t digest[16],
                          dxk_status *status)
{
    static const dxk_program_choice choices[] = {DXK_PROGRAM_RUN, DXK_PROGRAM_DEBUG};
    for (size_t i = 0; i < 2; i++) {
        dxk_program_place place;
        uint8_t md5[16];
        if (!find(container, choices[i], &place, status))
            continue;
        dxk_md5(place.program.bitcode, md5);
        if (memcmp(md5, digest, 16) == 0)
            return true;
    }
    return false;
}

/* A PDB has the hash of the shader that it belongs to, not of its own debug module. */
static void judge_hash(dxk_info *info, dxk_status *status)
{
    if (!info->hash || !info->program || dxk_container_kind(info->container) == DXK_INPUT_PDB)
        return;
    info->hash_judged = true;
    info->hash_matches = hash_is_right(info->container, info->hash->as.hash->hash.digest, status);
}

dxk_status dxk_info_load(const dxk_container *container, dxk_info **out)
{
    dxki_info *in = dxki_realloc(container->ctx, NULL, 0, sizeof *in);
    *out = NULL;
    if (!in)
        return dxki_nomem(container->ctx);
    memset(in, 0, sizeof *in);
    in->ctx = container->ctx;
    in->shown.container = container;
    dxk_status status = decode_all(in);
    bool damaged = status != DXK_OK;
    note(&status, read_modules(in));
    note(&status, read_tokens(in, damaged));
    judge_hash(&in->shown, &status);
    *out = &in->shown;
    return status;
}

void dxk_info_free(dxk_info *info)
{
    dxki_info *in = (dxki_info *)(void *)info;
    if (!info)
        return;
    for (size_t i = 0; i < sizeof slots / sizeof *slots; i++)
        dxk_decoded_free(*part_of(info, &slots[i]));
    dxk_dxbc_program_free(info->tokens);
    dxk_reflect_free(info->reflection);
    dxki_info_module_free(in, &in->code);
    dxki_info_module_free(in, &in->names);
    dxki_realloc(in->ctx, in, sizeof *in, 0);
}

/* ---------------------------------------------------------------------------------------- */

static size_t put_number(char *text, size_t used, uint32_t value)
{
    char digits[20], *end = digits + sizeof digits, *start = dxki_format_u64(end, value);
    memcpy(text + used, start, (size_t)(end - start));
    return used + (size_t)(end - start);
}

dxk_str dxk_profile_text(uint32_t kind, uint32_t major, uint32_t minor, char text[DXK_PROFILE_SIZE])
{
    const char *profile = dxk_enum_text(DXK_ENUM_ID_shader_profile, kind);
    size_t used = profile ? strlen(profile) : 0;
    if (profile)
        memcpy(text, profile, used);
    else
        used = put_number(text, used, kind);
    text[used++] = '_';
    used = put_number(text, used, major);
    text[used++] = '_';
    if (minor == 15)
        text[used++] = 'x';
    else
        used = put_number(text, used, minor);
    text[used] = 0;
    return (dxk_str){text, used};
}
