/* SPDX-License-Identifier: MIT */
/*
 * format.c - elements of DXGI formats to registers and back.
 *
 * An element of up to 64 bits is one little-endian number, of which components are bit fields; the
 * row of the format tells where. Longer ones have components of 32 bits and are copied, or are
 * compressed blocks (blocks.h).
 *
 * Each real is rounded once: it is the quotient of two integers of at most 24 bits. On the way back
 * the product of a binary32 and such an integer is exact in binary64.
 * Source: D3D11.3 functional specification, 3.2.3; 3.1.3 for small floats.
 */
#include "exec/format.h"
#include <stddef.h>
#include <string.h>
#include "dxk/run.h"
#include "exec/blocks.h"
#include "exec/math.h"
#include "exec/small_float.h"
#include "exec/srgb.h"

#define ONE 0x3F800000u /* 1.0 */

typedef struct format_row {
    const char *name;
    uint8_t size, block_x, block_y, coding;
    const char *components, *uses;
} format_row;

static const format_row rows[DXKI_EXEC_FORMATS] = {
#define DXKI_DXGI_FORMAT(number, name, size, x, y, coding, components, uses)                       \
    [number] = {name, size, x, y, DXKI_CODING_##coding, components, uses},
#include "spec/dxgi_formats.def"
#undef DXKI_DXGI_FORMAT
};

/* --- the row of a format --- */

static uint8_t parse_uses(const char *text)
{
    static const char letters[] = "BTSRD";
    uint8_t uses = 0;

    for (; *text; text++)
        uses = (uint8_t)(uses | 1u << (strchr(letters, *text) - letters));
    return uses;
}

/* Places the fields that a word such as "b5g6r5" names. */
static void parse_components(const char *text, dxki_exec_format *out)
{
    static const char letters[] = "rgba";
    unsigned shift = 0;

    while (*text) {
        const char *letter = strchr(letters, *text++);
        unsigned bits = 0;
        while (*text >= '0' && *text <= '9')
            bits = bits * 10 + (unsigned)(*text++ - '0');
        if (letter && !out->field[letter - letters].bits)
            out->field[letter - letters] = (dxki_exec_field){(uint8_t)shift, (uint8_t)bits};
        else if (letter || text[-2] == 'e')
            out->extra_shift = (uint8_t)shift;
        shift += bits;
    }
}

/* How many components of 32 bits an element is, if it is that and nothing else. */
static uint8_t count_plain(const dxki_exec_format *format)
{
    unsigned count = format->size / 4u;

    if (format->coding != DXKI_CODING_FLOAT && format->coding != DXKI_CODING_UINT &&
        format->coding != DXKI_CODING_SINT)
        return 0;
    for (unsigned i = 0; i < 4; i++) {
        if (format->field[i].bits != (i < count ? 32 : 0) ||
            format->field[i].shift != (i < count ? 32 * i : 0))
            return 0;
    }
    return (uint8_t)count;
}

bool dxki_exec_format_get(uint32_t number, dxki_exec_format *out)
{
    const format_row *row = number < DXKI_EXEC_FORMATS ? &rows[number] : &rows[0];

    memset(out, 0, sizeof *out);
    if (!row->name)
        return false;
    out->name = row->name;
    out->size = row->size;
    out->block_x = row->block_x;
    out->block_y = row->block_y;
    out->coding = row->coding;
    out->uses = parse_uses(row->uses);
    if (row->block_y > 1)
        out->compression = (uint8_t)(row->components[0] - '0');
    else
        parse_components(row->components, out);
    out->plain = count_plain(out);
    return true;
}

uint32_t dxki_exec_format_find(dxk_str name)
{
    for (uint32_t i = 1; i < DXKI_EXEC_FORMATS; i++) {
        const char *known = rows[i].name;
        if (known && strlen(known) == name.size && memcmp(known, name.data, name.size) == 0)
            return i;
    }
    return 0;
}

bool dxk_run_format_find(dxk_str name, dxk_run_format *out)
{
    uint32_t number = dxki_exec_format_find(name);
    const format_row *row = &rows[number];

    if (!number)
        return false;
    *out = (dxk_run_format){row->name, number, row->size, row->block_x, row->block_y};
    return true;
}

bool dxki_exec_format_is_int(const dxki_exec_format *format)
{
    return format->coding == DXKI_CODING_UINT || format->coding == DXKI_CODING_SINT;
}

void dxki_exec_format_default(const dxki_exec_format *format, dxki_exec_texel *out)
{
    bool has_alpha = format->compression ? dxki_exec_block_has_alpha(format->compression)
                                         : format->field[3].bits > 0;

    memset(out, 0, sizeof *out);
    if (!has_alpha)
        out->c[3] = dxki_exec_format_is_int(format) ? 1 : ONE;
}

/* --- components --- */

static uint64_t mask_of(unsigned bits)
{
    return bits < 64 ? ((uint64_t)1 << bits) - 1 : UINT64_MAX;
}

static int64_t sign_extend(uint64_t value, unsigned bits)
{
    uint64_t sign = (uint64_t)1 << (bits - 1);
    return (int64_t)((value ^ sign) - sign);
}

/* The bits of a quotient of integers of at most 24 bits, which binary32 holds. */
static uint32_t quotient(int64_t value, int64_t by)
{
    return dxki_exec_float_bits((float)value / (float)by);
}

static uint32_t load_snorm(uint64_t value, unsigned bits)
{
    int64_t most = (int64_t)mask_of(bits - 1), real = sign_extend(value, bits);
    return quotient(real < -most ? -most : real, most);
}

static uint32_t load_float(uint64_t value, unsigned bits)
{
    if (bits == 32)
        return (uint32_t)value;
    return bits == 16 ? dxki_exec_f16_to_f32((uint16_t)value)
                      : dxki_exec_float5_load((uint32_t)value, bits - 5);
}

/* Color components count from 0.75 below zero, in units of 1 / 510. */
static uint32_t load_xr_bias(uint64_t value, unsigned bits)
{
    return bits == 10 ? quotient((int64_t)value - 0x180, 510)
                      : quotient((int64_t)value, (int64_t)mask_of(bits));
}

static uint32_t load_component(const dxki_exec_format *format, uint64_t value, unsigned index)
{
    unsigned bits = format->field[index].bits;

    switch ((dxki_exec_coding)format->coding) {
    case DXKI_CODING_UNORM:
        return quotient((int64_t)value, (int64_t)mask_of(bits));
    case DXKI_CODING_SRGB:
        return index < 3 ? dxki_exec_srgb_decode((uint32_t)value)
                         : quotient((int64_t)value, (int64_t)mask_of(bits));
    case DXKI_CODING_SNORM:
        return load_snorm(value, bits);
    case DXKI_CODING_SINT:
        return (uint32_t)sign_extend(value, bits);
    case DXKI_CODING_FLOAT:
        return load_float(value, bits);
    case DXKI_CODING_XR_BIAS:
        return load_xr_bias(value, bits);
    default:
        return (uint32_t)value;
    }
}

/* Three mantissas without a leading one, times 2^(exponent - 24). */
static void load_shared(const dxki_exec_format *format, uint64_t element, dxki_exec_texel *out)
{
    unsigned exponent = (element >> format->extra_shift) & 31u;

    for (unsigned i = 0; i < 3; i++) {
        uint64_t mantissa = (element >> format->field[i].shift) & mask_of(format->field[i].bits);
        out->c[i] = dxki_exec_float_scaled((uint32_t)mantissa, (int)exponent - 24);
    }
}

static uint64_t load_element(const uint8_t *bytes, unsigned size)
{
    uint64_t element = 0;

    for (unsigned i = 0; i < size; i++)
        element |= (uint64_t)bytes[i] << (8 * i);
    return element;
}

static void load_plain(const dxki_exec_format *format, const uint8_t *bytes, dxki_exec_texel *out)
{
    for (unsigned i = 0; i < format->plain; i++)
        out->c[i] = (uint32_t)load_element(bytes + 4 * i, 4);
}

void dxki_exec_format_load(const dxki_exec_format *format, const uint8_t *bytes, uint32_t x,
                           uint32_t y, dxki_exec_texel *out)
{
    dxki_exec_format_default(format, out);
    if (format->coding == DXKI_CODING_NONE)
        return;
    if (format->plain) {
        load_plain(format, bytes, out);
        return;
    }
    if (format->compression) {
        dxki_exec_block_load(format, bytes, x & 3u, y & 3u, out);
        return;
    }
    uint64_t element = load_element(bytes, format->size);
    if (format->coding == DXKI_CODING_SHARED) {
        load_shared(format, element, out);
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        dxki_exec_field field = format->field[i];
        unsigned shift =
            i == 1 && x & 1u && format->block_x == 2 ? format->extra_shift : field.shift;
        if (field.bits)
            out->c[i] = load_component(format, element >> shift & mask_of(field.bits), i);
    }
}

/* --- the way back --- */

/* Not a number is 0. */
static uint64_t store_unorm(uint32_t bits, unsigned width)
{
    double real = dxki_exec_float(bits);
    uint64_t most = mask_of(width);

    if (!(real > 0))
        return 0;
    return real >= 1 ? most : (uint64_t)(real * (double)most + 0.5);
}

static uint64_t store_snorm(uint32_t bits, unsigned width)
{
    double real = dxki_exec_float(bits), most = (double)mask_of(width - 1);

    if (real != real)
        return 0;
    real = real > 1 ? 1 : real < -1 ? -1 : real;
    return (uint64_t)(int64_t)(real < 0 ? real * most - 0.5 : real * most + 0.5);
}

static uint64_t store_sint(uint32_t bits, unsigned width)
{
    int64_t value = (int32_t)bits, most = (int64_t)mask_of(width - 1);
    return (uint64_t)(value > most ? most : value < -most - 1 ? -most - 1 : value);
}

static uint64_t store_float(uint32_t bits, unsigned width)
{
    if (width == 32)
        return bits;
    return width == 16 ? dxki_exec_f32_to_f16_zero(bits) : dxki_exec_float5_store(bits, width - 5);
}

static uint64_t store_component(const dxki_exec_format *format, uint32_t bits, unsigned index)
{
    unsigned width = format->field[index].bits;
    uint64_t most = mask_of(width);

    switch ((dxki_exec_coding)format->coding) {
    case DXKI_CODING_UNORM:
        return store_unorm(bits, width);
    case DXKI_CODING_SRGB:
        return index < 3 ? dxki_exec_srgb_encode(bits) : store_unorm(bits, width);
    case DXKI_CODING_SNORM:
        return store_snorm(bits, width);
    case DXKI_CODING_SINT:
        return store_sint(bits, width);
    case DXKI_CODING_FLOAT:
        return store_float(bits, width);
    default:
        return bits > most ? most : bits;
    }
}

void dxki_exec_format_store(const dxki_exec_format *format, uint8_t *bytes,
                            const dxki_exec_texel *in)
{
    uint64_t element = 0;

    if (!(format->uses & (DXKI_USE_STORE | DXKI_USE_TARGET | DXKI_USE_DEPTH)))
        return;
    for (unsigned i = 0; i < 4; i++) {
        dxki_exec_field field = format->field[i];
        if (format->plain && i < format->plain) {
            for (unsigned k = 0; k < 4; k++)
                bytes[4 * i + k] = (uint8_t)(in->c[i] >> (8 * k));
        } else if (field.bits) {
            element |= (store_component(format, in->c[i], i) & mask_of(field.bits)) << field.shift;
        }
    }
    for (unsigned i = 0; !format->plain && i < format->size; i++)
        bytes[i] = (uint8_t)(element >> (8 * i));
}
