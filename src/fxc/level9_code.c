/* SPDX-License-Identifier: MIT */
/*
 * level9_code.c - tokens of shader models 2 and 3 as text.
 *
 *   version | comment ... | instruction | instruction | ... | 0x0000ffff
 *   instruction: opcode 15:0, control 23:16, parameters 27:24; then the parameters
 *   parameter:   register 10:0, type 12:11 and 30:28, relative 13; mask and shift of a
 *                destination, or swizzle and modifier of a source, in 27:16
 *
 * A comment that starts with DBUG holds source lines and variables of the instructions. Source:
 * the Direct3D 9 driver documentation, "Shader Code Format"; DBUG was read off compiled shaders.
 */
#include "fxc/level9.h"

#include "base/count.h"
#include "base/diag.h"
#include "base/sort.h"
#include "base/vec.h"
#include "spec/reader_rules.h"
#include "wire/codec.h"
#include "wire/words.h"

#include <string.h>

typedef enum shape {
    KIND_NONE,
    KIND_DST,
    KIND_SRC,
    KIND_TEXLD,
    KIND_COMPARE,
    KIND_SETP,
    KIND_OPEN,
    KIND_OPEN_COMPARE,
    KIND_CLOSE,
    KIND_ELSE,
    KIND_DCL,
    KIND_DEF,
    KIND_DEFI,
    KIND_DEFB
} shape;

typedef struct opcode {
    const char *text;
    uint8_t kind, vs_slots, ps_slots;
    char texture;
} opcode;

#define OPCODES 97u
static const opcode opcodes[OPCODES] = {
#define DXKI_OPCODE2(code, text, kind, vs_slots, ps_slots, texture)                                \
    [code] = {text, KIND_##kind, vs_slots, ps_slots, #texture[0]},
#include "spec/sm2_opcodes.def"
#undef DXKI_OPCODE2
};

#define END          0xffffu
#define COMMENT      0xfffeu
#define PHASE        0xfffdu
#define DBUG         DXK_FOURCC('D', 'B', 'U', 'G')
#define NO_FILE      0xffffu
#define NO_ELEMENT   0xffffu
#define LONGEST_NAME 512u /* bytes of a name that are looked at */
#define NEAR         2u   /* lines that need no mention */
#define SOFTWARE     255u /* minor version without limits */

/* Kinds of programs, in the upper half of the version; functions are those of libraries. */
enum { VERTEX = 0xfffe, PIXEL = 0xffff, VERTEX_FUNCTION = 0x4c56, PIXEL_FUNCTION = 0x4c50 };

/* Registers. */
enum { TYPE_ADDR = 3, TYPE_RAST = 4, TYPE_TEXCOORD_OUT = 6, TYPE_SAMPLER = 10, TYPE_MISC = 17 };

/* A variable that an instruction writes. */
typedef struct held {
    uint32_t index;    /* of the instruction */
    uint32_t variable; /* its record in DBUG */
    uint32_t place;    /* the elements of it that are written */
} held;

typedef struct code9 {
    dxki_fxc_printer *pr;
    dxki_out *out;
    dxk_ctx *ctx;
    const uint8_t *data;
    uint32_t count; /* tokens */
    uint32_t pos;
    uint32_t end;       /* of the instruction */
    uint32_t predicate; /* its token that is the predicate; 0: it has none */
    bool pixel;
    uint32_t major;
    int indent;
    uint32_t arithmetic, texture; /* slots */

    dxk_bytes debug; /* DBUG, without its name; empty when there is none */
    dxk_level9_debug header;
    uint32_t index; /* of the instruction, comments not counted */
    uint32_t file, line;
    DXKI_VEC(held) held;
    size_t next; /* in `held` */
} code9;

static uint32_t token_at(const code9 *c, uint32_t pos)
{
    return dxki_word_get(c->data, pos);
}

static void text(const code9 *c, const char *words)
{
    dxki_out_text(c->out, words);
}

static void number(const code9 *c, uint32_t value)
{
    dxki_out_u64(c->out, value);
}

/* ---------------------------------------------------------------------------------------- */
/* Registers                                                                                  */

static uint32_t type_of(uint32_t token)
{
    return dxki_dxbc_bits(token, 28, 3) | dxki_dxbc_bits(token, 11, 2) << 3;
}

static void print_name(const code9 *c, uint32_t token)
{
    static const char *const names[] = {"r", "v", "c", "a", "o", "oD", "oT", "i", "oC", "oDepth",
                                        "s", "c", "c", "c", "b", "aL", "r",  "v", "l",  "p"};
    static const char *const rast[] = {"oPos", "oFog", "oPts"};
    static const char *const misc[] = {"vPos", "vFace"};
    uint32_t type = type_of(token), which = dxki_dxbc_bits(token, 0, 11);
    if (type == TYPE_RAST || type == TYPE_MISC) {
        uint32_t known = type == TYPE_RAST ? 3 : 2;
        text(c, which >= known ? "?" : type == TYPE_RAST ? rast[which] : misc[which]);
        return;
    }
    if (type == TYPE_ADDR && c->pixel)
        text(c, "t");
    else if (type == TYPE_TEXCOORD_OUT && c->major >= 3)
        text(c, "o");
    else
        text(c, type < DXKI_COUNT(names) ? names[type] : "?");
    if (type >= 11 && type <= 13)
        which += 2048 * (type - 10);
    if (type != 9 && type != 15) /* oDepth, aL */
        number(c, which);
}

static void print_mask(const code9 *c, uint32_t token)
{
    uint32_t mask = dxki_dxbc_bits(token, 16, 4);
    if (mask == 15 || mask == 0)
        return;
    dxki_out_char(c->out, '.');
    for (unsigned i = 0; i < 4; i++)
        if (mask >> i & 1)
            dxki_out_char(c->out, "xyzw"[i]);
}

static void print_swizzle(const code9 *c, uint32_t token)
{
    uint32_t swizzle = dxki_dxbc_bits(token, 16, 8);
    if (swizzle == 0xe4)
        return;
    dxki_out_char(c->out, '.');
    int letters = swizzle == (swizzle & 3) * 0x55 ? 1 : 4;
    for (int i = 0; i < letters; i++)
        dxki_out_char(c->out, "xyzw"[swizzle >> (2 * i) & 3]);
}

/* "[a0.x]" after a register that is addressed relatively; the address is the next token. */
static void print_relative(code9 *c, uint32_t token)
{
    if (!dxki_dxbc_bits(token, 13, 1))
        return;
    text(c, "[");
    if (c->major >= 2 && c->pos < c->end) {
        uint32_t address = token_at(c, c->pos++);
        print_name(c, address);
        print_swizzle(c, address);
    } else {
        text(c, "a0.x");
    }
    text(c, "]");
}

static void print_source(code9 *c, uint32_t token)
{
    static const char *const before[] = {"",  "-", "", "-", "",  "-", "1-", "",
                                         "-", "",  "", "",  "-", "!", "",   ""};
    static const char *const behind[] = {"",    "",    "_bias", "_bias", "_bx2", "_bx2", "", "_x2",
                                         "_x2", "_dz", "_dw",   "_abs",  "_abs", "",     "", ""};
    uint32_t modifier = dxki_dxbc_bits(token, 24, 4);
    text(c, before[modifier]);
    print_name(c, token);
    print_relative(c, token);
    text(c, behind[modifier]);
    print_swizzle(c, token);
}

static void print_destination(code9 *c, uint32_t token)
{
    print_name(c, token);
    print_relative(c, token);
    print_mask(c, token);
}

/* ---------------------------------------------------------------------------------------- */
/* Instructions                                                                               */

static void print_sources(code9 *c, const char *before)
{
    while (c->pos < c->end) {
        if (c->pos == c->predicate) { /* was printed in front */
            c->pos++;
            continue;
        }
        text(c, before);
        before = ", ";
        print_source(c, token_at(c, c->pos++));
    }
}

static void print_comparison(const code9 *c, uint32_t token)
{
    static const char *const words[] = {"", "_gt", "_eq", "_ge", "_lt", "_ne", "_le", ""};
    text(c, words[dxki_dxbc_bits(token, 16, 3)]);
}

/* _sat, _pp, _centroid of the destination that follows, and its shift. */
static void print_modifiers(const code9 *c)
{
    static const char *const shifts[] = {"", "_x2", "_x4", "_x8", "", "",    "",    "",
                                         "", "",    "",    "",    "", "_d8", "_d4", "_d2"};
    if (c->pos >= c->end)
        return;
    uint32_t token = token_at(c, c->pos);
    text(c, shifts[dxki_dxbc_bits(token, 24, 4)]);
    text(c, dxki_dxbc_bits(token, 20, 1) ? "_sat" : "");
    text(c, dxki_dxbc_bits(token, 21, 1) ? "_pp" : "");
    text(c, dxki_dxbc_bits(token, 22, 1) ? "_centroid" : "");
}

static void print_operation(code9 *c)
{
    print_modifiers(c);
    if (c->pos >= c->end)
        return;
    text(c, " ");
    print_destination(c, token_at(c, c->pos++));
    print_sources(c, ", ");
}

/* dcl_2d s0, dcl_texcoord1 v1, dcl t0.xy */
static void print_declaration(code9 *c)
{
    static const char *const usages[] = {
        "position", "blendweight", "blendindices", "normal", "psize", "texcoord", "tangent",
        "binormal", "tessfactor",  "positiont",    "color",  "fog",   "depth",    "sample"};
    static const char *const textures[] = {"", "", "_2d", "_cube", "_volume"};
    if (c->end - c->pos < 2)
        return;
    uint32_t what = token_at(c, c->pos++);
    uint32_t target = token_at(c, c->pos);
    uint32_t usage = dxki_dxbc_bits(what, 0, 5), which = dxki_dxbc_bits(what, 16, 4);
    if (type_of(target) == TYPE_SAMPLER) {
        uint32_t dimension = dxki_dxbc_bits(what, 27, 4);
        text(c, dimension < 5 ? textures[dimension] : "");
    } else if ((!c->pixel || c->major >= 3) && type_of(target) != TYPE_MISC) {
        text(c, "_");
        text(c, usage < DXKI_COUNT(usages) ? usages[usage] : "?");
        if (which)
            number(c, which);
    }
    print_operation(c);
}

/* def c0, 1, 0.5, 0, 0 */
static void print_definition(code9 *c, shape kind)
{
    if (c->pos >= c->end)
        return;
    text(c, " ");
    print_name(c, token_at(c, c->pos++));
    while (c->pos < c->end) {
        uint32_t value = token_at(c, c->pos++);
        text(c, ", ");
        if (kind == KIND_DEF)
            dxki_fxc_put_general(c->out, value, c->pr->style.rounding);
        else if (kind == KIND_DEFB)
            text(c, value ? "true" : "false");
        else
            dxki_out_i64(c->out, value > INT32_MAX ? (int64_t)value - ((int64_t)1 << 32) : value);
    }
}

static void count_slots(code9 *c, const opcode *op)
{
    if (!c->pixel)
        c->arithmetic += op->vs_slots;
    else if (op->texture == 'T')
        c->texture += op->ps_slots;
    else
        c->arithmetic += op->ps_slots;
}

/* "(!p0.x) ": the token after the destination, which has one more when it is relative. */
static void print_predicate(code9 *c)
{
    uint32_t start = c->pos;
    if (c->end - start < 2)
        return;
    uint32_t at = start + 1 + (c->major >= 2 && dxki_dxbc_bits(token_at(c, start), 13, 1));
    if (at >= c->end)
        return;
    c->pos = at + 1;
    text(c, "(");
    print_source(c, token_at(c, at));
    text(c, ") ");
    c->pos = start;
    c->predicate = at;
}

static void print_known(code9 *c, uint32_t token, const opcode *op)
{
    shape kind = (shape)op->kind;
    dxki_out_spaces(c->out, 4 + 2 * c->indent);
    if (dxki_dxbc_bits(token, 28, 1))
        print_predicate(c);
    text(c, op->text);
    switch (kind) {
    case KIND_DCL:
        print_declaration(c);
        return;
    case KIND_DEF:
    case KIND_DEFI:
    case KIND_DEFB:
        print_definition(c, kind);
        return;
    case KIND_COMPARE:
    case KIND_OPEN_COMPARE:
        print_comparison(c, token);
        print_sources(c, " ");
        return;
    case KIND_SETP:
        print_comparison(c, token);
        print_operation(c);
        return;
    case KIND_TEXLD:
        if (dxki_dxbc_bits(token, 16, 2))
            text(c, dxki_dxbc_bits(token, 16, 1) ? "p" : "b");
        print_operation(c);
        return;
    case KIND_DST:
        print_operation(c);
        return;
    default:
        print_sources(c, " ");
        return;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Debug information                                                                          */

/* Loads a record of DBUG; what lies past the end is zero. */
static void load_debug(const code9 *c, dxk_record_id id, uint64_t offset, void *record)
{
    dxk_bytes left = {NULL, 0};
    if (offset < c->debug.size)
        left = (dxk_bytes){c->debug.data + offset, c->debug.size - (size_t)offset};
    dxk_record_load(id, left, record);
}

static dxk_str debug_string(const code9 *c, uint32_t offset)
{
    dxk_str string = {"", 0};
    dxk_bytes rest = c->debug;
    if (rest.size > (uint64_t)offset + LONGEST_NAME)
        rest.size = (size_t)offset + LONGEST_NAME;
    if (offset)
        dxki_codec_string_at(rest, offset, &string);
    return string;
}

/* "#line 12 "file"" before an instruction that stands further than two lines from the one before.
 */
static void print_line(code9 *c)
{
    if (c->index >= c->header.line_count)
        return;
    dxk_level9_line at;
    uint32_t name;
    load_debug(c, DXK_RECORD_ID_level9_line,
               c->header.lines + (uint64_t)DXK_WIRE_SIZE_level9_line * c->index, &at);
    uint32_t line = at.line, file = at.file;
    if (file == NO_FILE)
        return;
    if (file == c->file && line + NEAR >= c->line && line <= c->line + NEAR) {
        c->line = line;
        return;
    }
    text(c, "\n#line ");
    number(c, line);
    if (file != c->file && file < c->header.file_count) {
        bool named = dxki_word_at(c->debug, c->header.files + 4ull * file, &name);
        text(c, " \"");
        dxki_out_str(c->out, debug_string(c, named ? name : 0));
        text(c, "\"");
    }
    text(c, "\n");
    c->file = file;
    c->line = line;
}

/* "  // scope::name<0,1>" */
static void print_variable(const code9 *c, const held *h)
{
    dxk_level9_variable variable;
    dxk_level9_place place;
    load_debug(c, DXK_RECORD_ID_level9_variable, h->variable, &variable);
    load_debug(c, DXK_RECORD_ID_level9_place, h->place, &place);
    text(c, "  // ");
    if (variable.scope != c->header.entry) {
        dxki_out_str(c->out, debug_string(c, variable.scope));
        text(c, "::");
    }
    dxki_out_str(c->out, debug_string(c, variable.name));
    const uint16_t elements[4] = {place.x, place.y, place.z, place.w};
    const char *before = "<";
    for (unsigned i = 0; i < 4; i++) {
        if (elements[i] == NO_ELEMENT)
            continue;
        text(c, before);
        number(c, elements[i]);
        before = ",";
    }
    text(c, ">");
}

static bool later(const void *user, const void *a, const void *b)
{
    (void)user;
    return ((const held *)a)->index > ((const held *)b)->index;
}

/* Notes which instruction writes what, by rising index. Places that overlap so that there are
 * more than fit in the part are left out. */
static dxk_status find_variables(code9 *c)
{
    enum { VARIABLE = DXK_WIRE_SIZE_level9_variable, PLACE = DXK_WIRE_SIZE_level9_place };
    size_t most = c->debug.size / PLACE;
    for (uint32_t i = 0; i < c->header.variable_count; i++) {
        uint64_t at = c->header.variables + (uint64_t)VARIABLE * i;
        dxk_level9_variable variable;
        if (at + VARIABLE > c->debug.size)
            break;
        load_debug(c, DXK_RECORD_ID_level9_variable, at, &variable);
        for (uint32_t k = 0; k < variable.place_count && c->held.count < most; k++) {
            uint64_t where = variable.places + (uint64_t)PLACE * k;
            dxk_level9_place place;
            if (where + PLACE > c->debug.size)
                break;
            load_debug(c, DXK_RECORD_ID_level9_place, where, &place);
            held h = {place.line, (uint32_t)at, (uint32_t)where};
            if (!dxki_vec_push(c->ctx, &c->held, h))
                return dxki_nomem(c->ctx);
        }
    }
    if (!dxki_sort(c->ctx, c->held.items, c->held.count, sizeof *c->held.items, later, NULL))
        return dxki_nomem(c->ctx);
    return DXK_OK;
}

static void print_variables(code9 *c)
{
    while (c->next < c->held.count && c->held.items[c->next].index < c->index)
        c->next++;
    while (c->next < c->held.count && c->held.items[c->next].index == c->index)
        print_variable(c, &c->held.items[c->next++]);
}

/* ---------------------------------------------------------------------------------------- */
/* The program                                                                                */

static void print_version(code9 *c, uint32_t token)
{
    uint32_t minor = dxki_dxbc_bits(token, 0, 8);
    uint32_t kind = token >> 16;
    c->pixel = kind == PIXEL || kind == PIXEL_FUNCTION;
    c->major = dxki_dxbc_bits(token, 8, 8);
    text(c, kind == VERTEX_FUNCTION || kind == PIXEL_FUNCTION ? "    lib_4_0_" : "    ");
    text(c, c->pixel ? "ps_" : "vs_");
    number(c, c->major);
    text(c, "_");
    if (c->major == 2 && minor == 1)
        text(c, "x");
    else if (minor == SOFTWARE)
        text(c, "sw");
    else
        number(c, minor);
    text(c, "\n");
}

/* Parameters of an instruction; shader model 1 does not store their number. */
static uint32_t parameter_count(const code9 *c, uint32_t token)
{
    uint32_t n = 0;
    if (c->major >= 2)
        return dxki_dxbc_bits(token, 24, 4);
    while (c->pos + n < c->count && token_at(c, c->pos + n) & 0x80000000u)
        n++;
    return n;
}

static dxk_status skip_comment(code9 *c, uint32_t token)
{
    dxk_status status = DXK_OK;
    uint32_t size = dxki_dxbc_bits(token, 16, 15);
    if (size > c->count - c->pos)
        size = c->count - c->pos;
    if (size && token_at(c, c->pos) == DBUG && c->debug.size == 0) {
        c->debug = (dxk_bytes){c->data + 4 * ((size_t)c->pos + 1), 4 * ((size_t)size - 1)};
        load_debug(c, DXK_RECORD_ID_level9_debug, 0, &c->header);
        status = find_variables(c);
    }
    c->pos += size;
    return status;
}

static void print_instruction(code9 *c, uint32_t token)
{
    uint32_t code = token & 0xffff;
    const opcode *op = code < OPCODES && opcodes[code].text ? &opcodes[code] : NULL;
    uint32_t count = parameter_count(c, token);
    c->predicate = 0;
    c->end = count > c->count - c->pos ? c->count : c->pos + count;
    uint32_t end = c->end;
    if (c->debug.size)
        print_line(c);
    if (op && (op->kind == KIND_CLOSE || op->kind == KIND_ELSE) && c->indent > 0)
        c->indent--;
    if (op) {
        print_known(c, token, op);
        count_slots(c, op);
    } else {
        text(c, code == PHASE ? "    phase" : "    // unknown opcode ");
        if (code != PHASE)
            number(c, code);
    }
    if (op && (op->kind == KIND_OPEN || op->kind == KIND_OPEN_COMPARE || op->kind == KIND_ELSE))
        c->indent += c->indent < 64;
    if (c->debug.size)
        print_variables(c);
    text(c, "\n");
    c->pos = end;
    c->index++;
}

static void print_slots(const code9 *c)
{
    text(c, "\n// approximately ");
    number(c, c->arithmetic + c->texture);
    text(c, c->arithmetic + c->texture == 1 ? " instruction slot used" : " instruction slots used");
    if (c->texture) {
        text(c, " (");
        number(c, c->texture);
        text(c, " texture, ");
        number(c, c->arithmetic);
        text(c, " arithmetic)");
    }
    text(c, "\n");
}

dxk_status dxki_fxc_print_level9_code(dxki_fxc_printer *pr, dxk_ctx *ctx, dxk_bytes code)
{
    code9 c = {.pr = pr, .out = pr->out, .ctx = ctx, .data = code.data, .file = NO_FILE};
    dxk_status status = DXK_OK;
    c.count = code.size / 4 > UINT32_MAX / 8 ? UINT32_MAX / 8 : (uint32_t)(code.size / 4);
    if (c.count == 0)
        return DXKI_REPORT(ctx, DXKI_RULE_DXBC_SHORT, dxki_nowhere(), "Aon9", dxki_dec(code.size));
    print_version(&c, token_at(&c, c.pos++));
    while (c.pos < c.count && status == DXK_OK) {
        uint32_t token = token_at(&c, c.pos++);
        if ((token & 0xffff) == COMMENT)
            status = skip_comment(&c, token);
        else if ((token & 0xffff) == END)
            break;
        else
            print_instruction(&c, token);
    }
    print_slots(&c);
    dxki_vec_free(ctx, &c.held);
    return status;
}

size_t dxki_fxc_level9_fault(dxk_bytes code)
{
    code9 c = {.data = code.data, .pos = 1};
    c.count = code.size / 4 > UINT32_MAX / 8 ? UINT32_MAX / 8 : (uint32_t)(code.size / 4);
    uint32_t kind = c.count ? token_at(&c, 0) >> 16 : 0;
    if (kind != VERTEX && kind != PIXEL && kind != VERTEX_FUNCTION && kind != PIXEL_FUNCTION)
        return 0;
    c.pixel = kind == PIXEL || kind == PIXEL_FUNCTION;
    c.major = token_at(&c, 0) >> 8 & 0xff;
    while (c.pos < c.count) {
        uint32_t at = c.pos, token = token_at(&c, c.pos++), operation = token & 0xffff;
        if (operation == END)
            return SIZE_MAX;
        uint32_t size =
            operation == COMMENT ? dxki_dxbc_bits(token, 16, 15) : parameter_count(&c, token);
        if (size > c.count - c.pos)
            return at;
        c.pos += size;
    }
    return c.count;
}
