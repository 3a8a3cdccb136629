/* SPDX-License-Identifier: MIT */
/* foreign.c - what the files of other tools begin with; see foreign.h. */
#include "foreign.h"

#include <string.h>

#define SCAN     "; 'dxk scan' finds the shaders in it"
#define UNPACK   "; unpack it first"
#define LANGUAGE ", which is not supported; dxk compiles HLSL"

#define LONGEST_ENDING 16u

/* How files begin. */
static const struct {
    const char *magic;
    size_t size;
    const char *words;
} kinds[] = {
#define KIND(magic, words)                                                                         \
    {                                                                                              \
        magic, sizeof(magic) - 1, words                                                            \
    }
    KIND("\x03\x02\x23\x07", "SPIR-V, which is not supported"),
    KIND("\x07\x23\x02\x03", "SPIR-V, which is not supported"),
    KIND("; SPIR-V", "a listing of SPIR-V, which is not supported"),
    KIND("MZ", "a PE file (a Windows program or library)" SCAN),
    KIND("\x7f"
         "ELF",
         "an ELF file (a program or library)" SCAN),
    KIND("\xfe\xed\xfa\xce", "a Mach-O file (a program or library)" SCAN),
    KIND("\xfe\xed\xfa\xcf", "a Mach-O file (a program or library)" SCAN),
    KIND("\xce\xfa\xed\xfe", "a Mach-O file (a program or library)" SCAN),
    KIND("\xcf\xfa\xed\xfe", "a Mach-O file (a program or library)" SCAN),
    KIND("\xca\xfe\xba\xbe", "a Mach-O file (a program or library)" SCAN),
    KIND("!<arch>\n", "an archive of object files" SCAN),
    KIND("PK\x03\x04", "a zip archive" UNPACK),
    KIND("PK\x05\x06", "a zip archive" UNPACK),
    KIND("\x1f\x8b", "compressed with gzip" UNPACK),
    KIND("\xfd"
         "7zXZ",
         "compressed with xz" UNPACK),
    KIND("\x28\xb5\x2f\xfd", "compressed with zstd" UNPACK),
    KIND("7z\xbc\xaf\x27\x1c", "a 7z archive" UNPACK),
    KIND("\x89PNG", "a PNG picture, not a shader"),
    KIND("\xff\xd8\xff", "a JPEG picture, not a shader"),
    KIND("GIF8", "a GIF picture, not a shader"),
    KIND("DDS ", "a DDS texture, not a shader"),
    KIND("\xabKTX ", "a KTX texture, not a shader"),
    KIND(("\0"
          "asm"),
         "a WebAssembly module, not a shader"),
    KIND("MTLB", "a Metal library, which is not supported"),
    KIND("%PDF", "a PDF document, not a shader"),
#undef KIND
};

/* Languages by the ending of the file, and by how texts begin. */
static const struct {
    const char *endings, *beginnings;
    const char *words;
} languages[] = {
    {"|glsl|vert|frag|comp|geom|tesc|tese|rgen|rchit|rmiss|rahit|", "#version", "GLSL" LANGUAGE},
    {"|wgsl|", "@group(|@binding(|@compute|@vertex|@fragment|enable |fn |var<|override ",
     "WGSL" LANGUAGE},
    {"|metal|", "#include <metal|using namespace metal", "Metal source" LANGUAGE},
    {"|slang|", "import |__import |__exported |implementing ",
     "Slang source, which is not supported; slangc makes DXIL or HLSL of it"},
};

bool foreign_has_ending(const char *name, const char *endings)
{
    const char *dot = strrchr(name, '.');
    char word[LONGEST_ENDING + 3] = "|";
    size_t size = dot ? strlen(dot + 1) : 0;
    if (!size || size > LONGEST_ENDING)
        return false;
    for (size_t i = 0; i < size; i++)
        word[i + 1] = (char)(dot[i + 1] >= 'A' && dot[i + 1] <= 'Z' ? dot[i + 1] + 32 : dot[i + 1]);
    word[size + 1] = '|';
    word[size + 2] = 0;
    return strstr(endings, word) != NULL;
}

/* The place after a comment that begins at `at`; `at` if none does. */
static size_t skip_comment(dxk_bytes text, size_t at)
{
    if (text.size - at < 2 || text.data[at] != '/')
        return at;
    if (text.data[at + 1] == '/') {
        const uint8_t *end = memchr(text.data + at, '\n', text.size - at);
        return end ? (size_t)(end - text.data) : text.size;
    }
    if (text.data[at + 1] != '*')
        return at;
    for (size_t i = at + 2; i + 1 < text.size; i++) {
        if (text.data[i] == '*' && text.data[i + 1] == '/')
            return i + 2;
    }
    return text.size;
}

size_t foreign_text_start(dxk_bytes text)
{
    size_t at = text.size >= 3 && memcmp(text.data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    for (size_t next = at;; at = next) {
        while (next < text.size && strchr(" \t\r\n", text.data[next]) && text.data[next])
            next++;
        next = skip_comment(text, next);
        if (next == at)
            return at;
    }
}

/* True if the text goes on with one of the words, "a|b". */
static bool begins_with(dxk_bytes text, const char *words)
{
    while (*words) {
        size_t size = strcspn(words, "|");
        if (text.size >= size && memcmp(text.data, words, size) == 0)
            return true;
        words += size + (words[size] != 0);
    }
    return false;
}

/* Bytecode of shader models 1 to 3: the version, and whether it is for pixels or vertices. */
static bool is_direct3d_9(dxk_bytes b)
{
    return b.size >= 4 && b.data[3] == 0xff && b.data[2] >= 0xfe && b.data[1] >= 1 &&
           b.data[1] <= 3 && b.data[0] <= 4;
}

const char *foreign_words(const char *name, dxk_bytes bytes)
{
    if (!bytes.size)
        return NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (bytes.size >= kinds[i].size && memcmp(bytes.data, kinds[i].magic, kinds[i].size) == 0)
            return kinds[i].words;
    }
    if (is_direct3d_9(bytes))
        return "a shader for Direct3D 9, which is not supported";
    size_t start = foreign_text_start(bytes);
    const dxk_bytes rest = {bytes.data + start, bytes.size - start};
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++) {
        if (foreign_has_ending(name, languages[i].endings) ||
            begins_with(rest, languages[i].beginnings))
            return languages[i].words;
    }
    return NULL;
}
