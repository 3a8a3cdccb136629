/* SPDX-License-Identifier: MIT */
/* guess_file.c - the stage that the name of a source tells; see sema.h. */
#include "base/count.h"
#include "sema/sema.h"

/* Words for stages in names of files. */
static const struct {
    const char *word;
    uint32_t stage;
} hints[] = {
    {"ps", DXK_SHADER_KIND_PIXEL},           {"pixel", DXK_SHADER_KIND_PIXEL},
    {"frag", DXK_SHADER_KIND_PIXEL},         {"fragment", DXK_SHADER_KIND_PIXEL},
    {"vs", DXK_SHADER_KIND_VERTEX},          {"vert", DXK_SHADER_KIND_VERTEX},
    {"vertex", DXK_SHADER_KIND_VERTEX},      {"cs", DXK_SHADER_KIND_COMPUTE},
    {"comp", DXK_SHADER_KIND_COMPUTE},       {"compute", DXK_SHADER_KIND_COMPUTE},
    {"gs", DXK_SHADER_KIND_GEOMETRY},        {"geom", DXK_SHADER_KIND_GEOMETRY},
    {"geometry", DXK_SHADER_KIND_GEOMETRY},  {"hs", DXK_SHADER_KIND_HULL},
    {"hull", DXK_SHADER_KIND_HULL},          {"tesc", DXK_SHADER_KIND_HULL},
    {"ds", DXK_SHADER_KIND_DOMAIN},          {"domain", DXK_SHADER_KIND_DOMAIN},
    {"tese", DXK_SHADER_KIND_DOMAIN},        {"ms", DXK_SHADER_KIND_MESH},
    {"mesh", DXK_SHADER_KIND_MESH},          {"as", DXK_SHADER_KIND_AMPLIFICATION},
    {"task", DXK_SHADER_KIND_AMPLIFICATION}, {"lib", DXK_SHADER_KIND_LIBRARY},
};

static uint32_t stage_of_word(dxk_str word)
{
    for (size_t i = 0; i < DXKI_COUNT(hints); i++) {
        if (dxki_str_same_fold(word, dxki_str(hints[i].word)))
            return hints[i].stage;
    }
    return DXK_SHADER_KIND_INVALID;
}

static bool is_upper(char ch)
{
    return ch >= 'A' && ch <= 'Z';
}

/* "PS" of "LightPS" */
static uint32_t stage_of_capitals(dxk_str word)
{
    const char *end = word.data + word.size;

    if (word.size < 3 || !is_upper(end[-1]) || !is_upper(end[-2]) || is_upper(end[-3]))
        return DXK_SHADER_KIND_INVALID;
    return stage_of_word((dxk_str){end - 2, 2});
}

uint32_t dxki_hlsl_stage_of_file(dxk_str name)
{
    size_t start = name.size, end;
    uint32_t stage = DXK_SHADER_KIND_INVALID;

    while (start && name.data[start - 1] != '/' && name.data[start - 1] != '\\')
        start--;
    for (end = name.size; end > start && name.data[end - 1] != '.';)
        end--;
    while (end > start && stage == DXK_SHADER_KIND_INVALID) {
        size_t from = --end;
        while (from > start && !strchr(".-_", name.data[from - 1]))
            from--;
        const dxk_str word = {name.data + from, end - from};
        stage = stage_of_word(word);
        if (stage == DXK_SHADER_KIND_INVALID)
            stage = stage_of_capitals(word);
        end = from;
    }
    return stage;
}
