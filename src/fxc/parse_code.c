/* SPDX-License-Identifier: MIT */
/*
 * parse_code.c - instructions: the reverse of print_code.c. The mnemonic is the longest name of
 * an opcode that the word begins with; what follows it are suffixes.
 *
 * A line may end with "// tokens: 0x... 0x...": then these are the instruction, and the text
 * before it is not looked at. Listings have them where the text does not say everything.
 */
#include "fxc/parse.h"

#include "wire/words.h"

#include <string.h>

#define EXACT   "// tokens:"
#define NOT_SET UINT32_MAX

bool dxki_fxc_push_word(dxki_fxc_parser *p, uint32_t word)
{
    return dxki_vec_push(p->ctx, &p->words, word) || dxki_fxc_parse_check(p, dxki_nomem(p->ctx));
}

/* ---------------------------------------------------------------------------------------- */
/* Mnemonics                                                                                  */

static int compare(dxk_str a, const dxki_dxbc_opcode *op)
{
    size_t least = a.size < op->text_size ? a.size : op->text_size;
    int order = memcmp(a.data, op->text, least);
    return order ? order : a.size < op->text_size ? -1 : a.size > op->text_size;
}

/* Sorts the opcodes by name: they are few. */
static void order_opcodes(dxki_fxc_parser *p)
{
    for (uint32_t code = 0; code < DXKI_SM4_COUNT; code++) {
        const dxki_dxbc_opcode *op = dxki_dxbc_opcode_get(code);
        uint32_t i = p->order_count;
        if (!op->text)
            continue;
        dxk_str name = {op->text, op->text_size};
        for (; i > 0 && compare(name, dxki_dxbc_opcode_get(p->order[i - 1])) < 0; i--)
            p->order[i] = p->order[i - 1];
        p->order[i] = (uint8_t)code;
        p->order_count++;
    }
}

static bool find_exact(const dxki_fxc_parser *p, dxk_str name, uint32_t *code)
{
    uint32_t low = 0, high = p->order_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        int order = compare(name, dxki_dxbc_opcode_get(p->order[middle]));
        *code = p->order[middle];
        if (order == 0)
            return true;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return false;
}

/* The opcode that the word at the current place begins with; steps over its name. */
static bool parse_mnemonic(dxki_fxc_parser *p, uint32_t *code)
{
    const char *start = p->at;
    dxk_str word = dxki_fxc_parse_word(p);
    while (word.size && !find_exact(p, word, code)) {
        do
            word.size--;
        while (word.size && word.data[word.size] != '_');
    }
    p->at = start + word.size;
    return word.size > 0 || dxki_fxc_parse_expected(p, "an instruction");
}

/* ---------------------------------------------------------------------------------------- */
/* Suffixes                                                                                   */

/* What the suffixes say. */
typedef struct suffixes {
    bool offsets, dimension, returns;
    uint32_t controls, dimension_token, return_token;
} suffixes;

/* " [precise(xy)]" */
static bool parse_precise(dxki_fxc_parser *p, uint32_t *token)
{
    uint32_t mask = 0;
    if (!dxki_fxc_accept(p, " [precise"))
        return true;
    if (dxki_fxc_accept(p, "(")) {
        const char *found;
        for (; p->at < p->end && (found = strchr("xyzw", *p->at)) != NULL && *found; p->at++)
            mask |= 1u << (found - "xyzw");
        if (!dxki_fxc_expect(p, ")"))
            return false;
    } else {
        mask = 15;
    }
    *token |= mask << 19;
    return dxki_fxc_expect(p, "]");
}

/* "(1,-1,0)" */
static bool parse_offsets(dxki_fxc_parser *p, suffixes *s)
{
    s->controls = DXKI_EXT_SAMPLE_CONTROLS;
    s->offsets = true;
    for (unsigned i = 0; i < 3; i++) {
        int64_t offset;
        if (!dxki_fxc_expect(p, i ? "," : "(") ||
            !dxki_fxc_parse_within(p, -8, 7, "an offset from -8 to 7", &offset))
            return false;
        s->controls |= ((uint32_t)offset & 15) << (9 + 4 * i);
    }
    return dxki_fxc_expect(p, ")");
}

/* "(texture2d)", "(structured_buffer, stride=16)" */
static bool parse_dimension(dxki_fxc_parser *p, suffixes *s)
{
    uint32_t dimension;
    int64_t stride = 0;
    s->dimension = true;
    if (!dxki_fxc_expect(p, "(") ||
        !dxki_fxc_parse_enum(p, DXK_ENUM_ID_dxbc_dimension, "a dimension", &dimension))
        return false;
    if (dxki_fxc_accept(p, ", stride=") &&
        !dxki_fxc_parse_within(p, 0, 0xfff, "a stride below 4096", &stride))
        return false;
    s->dimension_token = DXKI_EXT_RESOURCE_DIM | dimension << 6 | (uint32_t)stride << 11;
    return dxki_fxc_expect(p, ")");
}

static bool parse_brackets(dxki_fxc_parser *p, suffixes *s)
{
    while (p->at < p->end && *p->at == '(') {
        char next = p->at + 1 < p->end ? p->at[1] : 0;
        bool number = next == '-' || (next >= '0' && next <= '9');
        if (number && !s->offsets) {
            if (!parse_offsets(p, s))
                return false;
        } else if (!s->dimension) {
            if (!parse_dimension(p, s))
                return false;
        } else if (!s->returns) {
            uint32_t types;
            s->returns = true;
            if (!dxki_fxc_parse_return_types(p, &types))
                return false;
            s->return_token = DXKI_EXT_RESOURCE_RETURN | types << 6;
        } else {
            return dxki_fxc_parse_expected(p, "operands");
        }
    }
    return true;
}

static bool parse_suffixes(dxki_fxc_parser *p, const dxki_dxbc_opcode *op, uint32_t code,
                           uint32_t *token, suffixes *s)
{
    if (op->traits & DXKI_SM4_IS_TEST) {
        bool nonzero = dxki_fxc_accept(p, "_nz");
        if (!nonzero && !dxki_fxc_accept(p, "_z"))
            nonzero = code == DXKI_SM4_DISCARD; /* as the oldest compiler says it */
        *token |= (uint32_t)nonzero << 18;
    }
    if (dxki_fxc_accept(p, "_sat"))
        *token |= 1u << 13;
    dxki_fxc_accept(p, "_aoffimmi");
    bool indexable = dxki_fxc_accept(p, "_indexable");
    if (!parse_precise(p, token) || !parse_brackets(p, s))
        return false;
    if (indexable != s->dimension)
        return dxki_fxc_parse_expected(p, "a dimension with _indexable");
    if (op->form == DXKI_FORM_INFO) {
        uint32_t type = dxki_fxc_accept(p, "_uint") ? 2 : dxki_fxc_accept(p, "_rcpfloat") ? 1 : 0;
        if (code == DXKI_SM4_SAMPLEINFO)
            type /= 2;
        *token |= type << 11;
    }
    return true;
}

/* The extended tokens, each but the last marked as followed by another. */
static bool push_extended(dxki_fxc_parser *p, const suffixes *s, dxk_dxbc_instruction *in)
{
    uint32_t tokens[3], count = 0;
    if (s->offsets)
        tokens[count++] = s->controls;
    if (s->dimension)
        tokens[count++] = s->dimension_token;
    if (s->returns)
        tokens[count++] = s->return_token;
    in->extended = (uint8_t)count;
    if (count)
        in->token |= DXKI_TOKEN_EXTENDED;
    for (uint32_t i = 0; i < count; i++)
        if (!dxki_fxc_push_word(p, tokens[i] | (i + 1 < count ? DXKI_TOKEN_EXTENDED : 0)))
            return false;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Instructions                                                                               */

/* "sync_uglobal_g_t" */
static void parse_sync(dxki_fxc_parser *p, uint32_t *token)
{
    dxki_fxc_accept(p, "_sat");
    if (dxki_fxc_accept(p, "_ugroup"))
        *token |= 1u << 13;
    if (dxki_fxc_accept(p, "_uglobal"))
        *token |= 1u << 14;
    if (dxki_fxc_accept(p, "_g"))
        *token |= 1u << 12;
    if (dxki_fxc_accept(p, "_t"))
        *token |= 1u << 11;
}

/* "fcall fp0[1][2]": the last index is a word of its own. */
static bool parse_fcall(dxki_fxc_parser *p, dxk_dxbc_instruction *in)
{
    const char *back, *end = p->end;
    uint32_t site;
    dxki_fxc_skip_blanks(p);
    const char *start = p->at;
    while (p->end > start && p->end[-1] != '[')
        p->end--;
    if (p->end == start) {
        p->end = end;
        return dxki_fxc_parse_expected(p, "a call site in brackets");
    }
    back = p->end - 1;
    p->at = p->end;
    p->end = end;
    if (!dxki_fxc_parse_u32(p, &site) || !dxki_fxc_expect(p, "]"))
        return false;
    const char *behind = p->at;
    if (!dxki_fxc_push_word(p, site))
        return false;
    in->lead = 1;
    p->at = start;
    p->end = back;
    bool ok = dxki_fxc_parse_operand(p, in->operands, 'o', 0);
    p->end = end;
    p->at = behind;
    return ok;
}

/* Cube textures take no offsets. */
static bool takes_offsets(uint32_t dimension_token)
{
    uint32_t dimension = dxki_dxbc_bits(dimension_token, 6, 5);
    return dimension != DXK_DXBC_DIMENSION_TEXTURE_CUBE &&
           dimension != DXK_DXBC_DIMENSION_TEXTURE_CUBE_ARRAY;
}

/* Compilers leave a word after some instructions: where offsets could have been, and after
 * samplepos of a texture. It is 0, and 0x2000 after sample_d_cl_s. */
#define SURPLUS_OF_SAMPLE_D 0x2000u

static bool has_surplus(const dxki_fxc_parser *p, const dxk_dxbc_instruction *in, uint32_t code,
                        const suffixes *s)
{
    switch (code) {
    case DXKI_SM4_SAMPLE_L_S:
    case DXKI_SM4_SAMPLE_C_LZ_S:
    case DXKI_SM4_SAMPLE_CL_S:
    case DXKI_SM4_SAMPLE_B_CL_S:
    case DXKI_SM4_SAMPLE_D_CL_S:
    case DXKI_SM4_SAMPLE_C_CL_S:
        return !s->offsets && takes_offsets(s->dimension_token);
    case DXKI_SM4_SAMPLEPOS:
        return dxk_dxbc_register_kind(&p->operands.items[in->operands + 1]) ==
               DXK_DXBC_REGISTER_RESOURCE;
    default:
        return false;
    }
}

static bool parse_plain(dxki_fxc_parser *p, const dxki_dxbc_opcode *op, uint32_t code,
                        dxk_dxbc_instruction *in)
{
    suffixes s = {.offsets = false};
    if (!parse_suffixes(p, op, code, &in->token, &s) || !push_extended(p, &s, in))
        return false;
    for (uint32_t i = 0; i < in->operand_count; i++) {
        if (i && !dxki_fxc_expect(p, ","))
            return false;
        dxki_fxc_skip_blanks(p);
        char letter = op->operands[i];
        if (letter == 'U' && i) /* it is read here */
            letter = 'R';
        if (!dxki_fxc_parse_operand(p, in->operands + i, letter, 0))
            return false;
    }
    in->tail = (uint32_t)p->words.count;
    return !has_surplus(p, in, code, &s) ||
           dxki_fxc_push_word(p, code == DXKI_SM4_SAMPLE_D_CL_S ? SURPLUS_OF_SAMPLE_D : 0);
}

/* Room for `count` operands, so that those of an instruction stand together. */
static bool reserve_operands(dxki_fxc_parser *p, uint32_t count)
{
    dxk_dxbc_operand empty = {.token = 0};
    while (count--)
        if (!dxki_vec_push(p->ctx, &p->operands, empty))
            return dxki_fxc_parse_check(p, dxki_nomem(p->ctx));
    return true;
}

static bool parse_by_form(dxki_fxc_parser *p, const dxki_dxbc_opcode *op, uint32_t code,
                          dxk_dxbc_instruction *in)
{
    if (op->form == DXKI_FORM_SYNC) {
        parse_sync(p, &in->token);
        return true;
    }
    if (op->form == DXKI_FORM_FCALL)
        return parse_fcall(p, in);
    if (op->form < DXKI_FORM_DECLARATION)
        return parse_plain(p, op, code, in);
    if (!dxki_fxc_parse_declaration(p, op, &in->token, in->operands))
        return false;
    in->tail = in->words;
    if (in->operand_count) /* its words came first */
        in->tail =
            p->operands.items[in->operands].words + p->operands.items[in->operands].word_count;
    return true;
}

static bool finish_instruction(dxki_fxc_parser *p, dxk_dxbc_instruction *in)
{
    if (in->tail == NOT_SET)
        in->tail = (uint32_t)p->words.count;
    in->tail_count = (uint32_t)p->words.count - in->tail;
    return dxki_vec_push(p->ctx, &p->instructions, *in) ||
           dxki_fxc_parse_check(p, dxki_nomem(p->ctx));
}

/* ---------------------------------------------------------------------------------------- */
/* Instructions given by their tokens                                                         */

/* Steps after the last "// tokens:" when the rest of the line has one; the text of a message may
 * have another. */
static bool find_tokens(dxki_fxc_parser *p)
{
    const size_t size = sizeof EXACT - 1;
    const char *at = p->at, *found = NULL;
    while ((size_t)(p->end - at) >= size) {
        at = memchr(at, '/', (size_t)(p->end - at));
        if (!at || (size_t)(p->end - at) < size)
            break;
        if (memcmp(at, EXACT, size) == 0)
            found = at + size;
        at++;
    }
    if (found)
        p->at = found;
    return found != NULL;
}

/* Takes over the instructions of a program, whose indices count from the parser's arrays on. */
static bool append(dxki_fxc_parser *p, const dxk_dxbc_program *from)
{
    uint32_t words = (uint32_t)p->words.count, operands = (uint32_t)p->operands.count;
    for (size_t i = 0; i < from->word_count; i++)
        if (!dxki_fxc_push_word(p, from->words[i]))
            return false;
    for (size_t i = 0; i < from->operand_count; i++) {
        dxk_dxbc_operand operand = from->operands[i];
        operand.words += words;
        uint32_t *word = p->words.items + operand.words + operand.extended;
        for (uint32_t k = 0; k < dxk_dxbc_index_count(&operand); k++) {
            uint32_t form = dxki_dxbc_bits(operand.token, 22 + 3 * k, 3);
            word += dxki_dxbc_index_words(form);
            if (dxki_dxbc_index_relative(form))
                *word++ += operands;
        }
        if (!dxki_vec_push(p->ctx, &p->operands, operand))
            return dxki_fxc_parse_check(p, dxki_nomem(p->ctx));
    }
    for (size_t i = 0; i < from->instruction_count; i++) {
        dxk_dxbc_instruction in = from->instructions[i];
        in.words += words;
        in.tail += words;
        in.operands += operands;
        if (!dxki_vec_push(p->ctx, &p->instructions, in))
            return dxki_fxc_parse_check(p, dxki_nomem(p->ctx));
    }
    return true;
}

/* Tokens up to the end of the line, after a program's header, as bytes. */
static bool parse_tokens(dxki_fxc_parser *p, dxk_buffer *bytes)
{
    uint8_t raw[4];
    uint32_t head[2] = {p->version, 0};
    for (int i = 0; i < 2; i++) {
        dxki_word_put(raw, 0, head[i]);
        if (!dxki_fxc_parse_check(p, dxk_buffer_append(bytes, raw, 4)))
            return false;
    }
    for (dxki_fxc_skip_blanks(p); p->at < p->end; dxki_fxc_skip_blanks(p)) {
        uint32_t token;
        if (!dxki_fxc_parse_u32(p, &token))
            return false;
        dxki_word_put(raw, 0, token);
        if (!dxki_fxc_parse_check(p, dxk_buffer_append(bytes, raw, 4)))
            return false;
    }
    dxki_word_put(bytes->data, 1, (uint32_t)(bytes->size / 4));
    return true;
}

static bool parse_exact(dxki_fxc_parser *p)
{
    dxk_buffer bytes;
    dxk_dxbc_program *program = NULL;
    dxk_buffer_init(&bytes, p->ctx);
    bool ok = parse_tokens(p, &bytes);
    if (ok) {
        dxk_status status = dxk_dxbc_decode(p->ctx, (dxk_bytes){bytes.data, bytes.size}, &program);
        ok = status == DXK_E_INVALID ? dxki_fxc_parse_expected(p, "tokens of an instruction")
                                     : dxki_fxc_parse_check(p, status);
    }
    ok = ok && append(p, program);
    dxk_dxbc_program_free(program);
    dxk_buffer_free(&bytes);
    return ok;
}

/* ---------------------------------------------------------------------------------------- */

/* "dcl_immediateConstantBuffer ..." of which the name is read. */
static bool parse_constant_buffer(dxki_fxc_parser *p)
{
    dxk_dxbc_instruction in = {.words = (uint32_t)p->words.count,
                               .operands = (uint32_t)p->operands.count,
                               .tail = (uint32_t)p->words.count};
    in.token = DXKI_SM4_CUSTOMDATA | (uint32_t)DXK_DXBC_CUSTOM_IMMEDIATE_CONSTANT_BUFFER << 11;
    if (!dxki_fxc_parse_constants(p))
        return false;
    if (find_tokens(p)) {
        p->words.count = in.words;
        return parse_exact(p);
    }
    return finish_instruction(p, &in);
}

/* "printf ..." or "errorf ..." of which the name is read. */
static bool parse_message(dxki_fxc_parser *p, bool error)
{
    dxk_dxbc_instruction in = {.words = (uint32_t)p->words.count,
                               .operands = (uint32_t)p->operands.count,
                               .tail = (uint32_t)p->words.count};
    in.token = DXKI_SM4_CUSTOMDATA | (uint32_t)DXK_DXBC_CUSTOM_SHADER_MESSAGE << 11;
    return dxki_fxc_parse_message(p, error) && finish_instruction(p, &in);
}

static bool parse_instruction(dxki_fxc_parser *p)
{
    uint32_t code = 0;
    dxk_dxbc_instruction in = {.words = (uint32_t)p->words.count,
                               .operands = (uint32_t)p->operands.count,
                               .tail = NOT_SET};
    if (!parse_mnemonic(p, &code))
        return false;
    const dxki_dxbc_opcode *op = dxki_dxbc_opcode_get(code);
    in.token = code;
    in.operand_count = op->operand_count;
    if (!reserve_operands(p, op->operand_count) || !parse_by_form(p, op, code, &in))
        return false;
    dxki_fxc_skip_blanks(p);
    if (p->at < p->end && !dxki_fxc_accept(p, "//"))
        return dxki_fxc_parse_expected(p, "the end of the line");
    return finish_instruction(p, &in);
}

/* ---------------------------------------------------------------------------------------- */
/* The code                                                                                   */

/* "ps_5_0" */
static bool parse_version(dxki_fxc_parser *p)
{
    static const char what[] = "a version like ps_5_0";
    uint32_t stage;
    int64_t major, minor;
    dxki_fxc_skip_blanks(p);
    const char *start = p->at;
    dxk_str word = dxki_fxc_parse_word(p);
    const char *name = memchr(word.data, '_', word.size);
    uint64_t number;
    p->at = start;
    if (!name ||
        !dxk_enum_find(DXK_ENUM_ID_dxbc_stage, (dxk_str){start, (size_t)(name - start)}, &number))
        return dxki_fxc_parse_expected(p, what);
    stage = (uint32_t)number;
    p->at = name + 1;
    if (!dxki_fxc_parse_within(p, 4, 5, what, &major) || !dxki_fxc_expect(p, "_") ||
        !dxki_fxc_parse_within(p, 0, 15, what, &minor))
        return false;
    p->version = stage << 16 | (uint32_t)major << 4 | (uint32_t)minor;
    p->sm51 = major == 5 && minor == 1;
    return true;
}

/* True when nothing but a comment or a source line directive is left of the line. */
static bool is_comment(dxki_fxc_parser *p)
{
    dxki_fxc_skip_blanks(p);
    return p->at == p->end || *p->at == '#' ||
           (p->end - p->at >= 2 && p->at[0] == '/' && p->at[1] == '/');
}

bool dxki_fxc_parse_code_line(dxki_fxc_parser *p)
{
    if (p->order_count == 0) {
        order_opcodes(p);
        if (!dxki_vec_reserve(p->ctx, &p->words, 16)) /* never NULL from here on */
            return dxki_fxc_parse_check(p, dxki_nomem(p->ctx));
    }
    if (find_tokens(p))
        return parse_exact(p);
    if (is_comment(p))
        return true;
    if (dxki_fxc_accept(p, "dcl_immediateConstantBuffer"))
        return parse_constant_buffer(p);
    if (dxki_fxc_accept(p, "printf "))
        return parse_message(p, false);
    if (dxki_fxc_accept(p, "errorf "))
        return parse_message(p, true);
    return parse_instruction(p);
}

/* "// parts:", after the code of an exact listing. */
static bool starts_parts(const dxki_fxc_parser *p)
{
    return (size_t)(p->end - p->at) >= sizeof DXKI_PARTS - 1 &&
           memcmp(p->at, DXKI_PARTS, sizeof DXKI_PARTS - 1) == 0;
}

bool dxki_fxc_parse_code(dxki_fxc_parser *p)
{
    if (!parse_version(p))
        return false;
    while (dxki_fxc_parse_line(p)) {
        dxki_fxc_skip_blanks(p);
        if (starts_parts(p))
            return true;
        if (!dxki_fxc_parse_code_line(p))
            return false;
    }
    p->over = true;
    return true;
}
