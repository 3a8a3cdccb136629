/* SPDX-License-Identifier: MIT */
/* words.c - see words.h. */
#include "text/words.h"
#include "base/count.h"

#include <string.h>

typedef struct word {
    uint32_t number;
    const char *text;
} word;

static const word linkage[] = {
    {2, "appending"},     {3, "internal"},  {7, "extern_weak"},
    {8, "common"},        {9, "private"},   {12, "available_externally"},
    {16, "weak"},         {17, "weak_odr"}, {18, "linkonce"},
    {19, "linkonce_odr"},
};
static const word visibility[] = {{1, "hidden"}, {2, "protected"}};
static const word dll[] = {{1, "dllimport"}, {2, "dllexport"}};
static const word tls[] = {{1, ""}, {2, "localdynamic"}, {3, "initialexec"}, {4, "localexec"}};
static const word cc[] = {
    {8, "fastcc"},          {9, "coldcc"},
    {10, "ghccc"},          {12, "webkit_jscc"},
    {13, "anyregcc"},       {14, "preserve_mostcc"},
    {15, "preserve_allcc"}, {64, "x86_stdcallcc"},
    {65, "x86_fastcallcc"}, {66, "arm_apcscc"},
    {67, "arm_aapcscc"},    {68, "arm_aapcs_vfpcc"},
    {69, "msp430_intrcc"},  {70, "x86_thiscallcc"},
    {71, "ptx_kernel"},     {72, "ptx_device"},
    {75, "spir_func"},      {76, "spir_kernel"},
    {77, "intel_ocl_bicc"}, {78, "x86_64_sysvcc"},
    {79, "x86_64_win64cc"}, {80, "x86_vectorcallcc"},
};
static const word icmp[] = {{32, "eq"},  {33, "ne"},  {34, "ugt"}, {35, "uge"}, {36, "ult"},
                            {37, "ule"}, {38, "sgt"}, {39, "sge"}, {40, "slt"}, {41, "sle"}};
static const word fcmp[] = {{0, "false"}, {1, "oeq"},  {2, "ogt"},  {3, "oge"},
                            {4, "olt"},   {5, "ole"},  {6, "one"},  {7, "ord"},
                            {8, "uno"},   {9, "ueq"},  {10, "ugt"}, {11, "uge"},
                            {12, "ult"},  {13, "ule"}, {14, "une"}, {15, "true"}};
static const word rmw[] = {{0, "xchg"}, {1, "add"}, {2, "sub"}, {3, "and"},  {4, "nand"}, {5, "or"},
                           {6, "xor"},  {7, "max"}, {8, "min"}, {9, "umax"}, {10, "umin"}};
static const word ordering[] = {{1, "unordered"}, {2, "monotonic"}, {3, "acquire"},
                                {4, "release"},   {5, "acq_rel"},   {6, "seq_cst"}};
static const word comdat[] = {
    {1, "any"}, {2, "exactmatch"}, {3, "largest"}, {4, "noduplicates"}, {5, "samesize"}};

#define SET(words)                                                                                 \
    {                                                                                              \
        words, DXKI_COUNT(words)                                                                   \
    }
static const struct set {
    const word *words;
    size_t count;
} sets[DXKI_W_COUNT] = {
    [DXKI_W_LINKAGE] = SET(linkage),
    [DXKI_W_VISIBILITY] = SET(visibility),
    [DXKI_W_DLL] = SET(dll),
    [DXKI_W_TLS] = SET(tls),
    [DXKI_W_CC] = SET(cc),
    [DXKI_W_ICMP] = SET(icmp),
    [DXKI_W_FCMP] = SET(fcmp),
    [DXKI_W_RMW] = SET(rmw),
    [DXKI_W_ORDERING] = SET(ordering),
    [DXKI_W_COMDAT] = SET(comdat),
};

const char *dxki_text_word(dxki_text_word_set set, uint32_t number)
{
    for (size_t i = 0; i < sets[set].count; i++)
        if (sets[set].words[i].number == number)
            return sets[set].words[i].text;
    return NULL;
}

const char *dxki_text_word_row(dxki_text_word_set set, size_t row, uint32_t *number)
{
    if (row >= sets[set].count)
        return NULL;
    *number = sets[set].words[row].number;
    return sets[set].words[row].text;
}

bool dxki_text_word_find(dxki_text_word_set set, dxk_str text, uint32_t *number)
{
    for (size_t i = 0; i < sets[set].count; i++) {
        const char *candidate = sets[set].words[i].text;
        if (strlen(candidate) == text.size && memcmp(candidate, text.data, text.size) == 0) {
            *number = sets[set].words[i].number;
            return true;
        }
    }
    return false;
}

const char *dxki_text_diflag_row(uint32_t row, uint32_t *value)
{
    static const char *const words[] = {
        "Private",           "Protected",     "Public",     "FwdDecl",      "AppleBlock",
        "BlockByrefStruct",  "Virtual",       "Artificial", "Explicit",     "Prototyped",
        "ObjcClassComplete", "ObjectPointer", "Vector",     "StaticMember", "LValueReference",
        "RValueReference"};
    if (row >= DXKI_COUNT(words))
        return NULL;
    *value = row < 3 ? row + 1 : 1u << (row - 1);
    return words[row];
}
