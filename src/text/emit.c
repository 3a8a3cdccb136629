/* SPDX-License-Identifier: MIT */
/* emit.c - see emit.h. */
#include "text/emit.h"

#include "text/counter.h"

#include "base/out.h"

dxk_status dxki_text_emit_flush(dxki_text_emit *e)
{
    size_t used = (size_t)(e->next - e->buffer);
    if (used && e->status == DXK_OK) {
        e->status = dxki_out_send(e->sink, e->buffer, used);
        if (e->status == DXK_OK && e->flushed + used > DXKI_EMIT_MAX)
            e->status = DXK_E_LIMIT;
    }
    e->flushed += used;
    e->next = e->buffer;
    return e->status;
}

void dxki_text_emit_long(dxki_text_emit *e, const char *text, size_t size)
{
    while (size > 0) {
        if (e->next == e->end)
            dxki_text_emit_flush(e);
        size_t room = (size_t)(e->end - e->next);
        size_t n = size < room ? size : room;
        memcpy(e->next, text, n);
        e->next += n;
        text += n;
        size -= n;
    }
}

const char dxki_text_digit_pairs[201] = "00010203040506070809101112131415161718192021222324"
                                        "25262728293031323334353637383940414243444546474849"
                                        "50515253545556575859606162636465666768697071727374"
                                        "75767778798081828384858687888990919293949596979899";

static void emit_large(dxki_text_emit *e, uint64_t value)
{
    char digits[20];
    char *end = digits + sizeof digits, *first = end;
    do {
        *--first = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    dxki_text_emit_mem(e, first, (size_t)(end - first));
}

void dxki_text_emit_u64(dxki_text_emit *e, uint64_t value)
{
    if (e->end - e->next < 6 || value >= DXKI_PUT_MAX) {
        emit_large(e, value);
        return;
    }
    e->next = dxki_text_put_number(e->next, (uint32_t)value);
}

void dxki_text_emit_i64(dxki_text_emit *e, int64_t value)
{
    if (value < 0)
        dxki_text_emit_char(e, '-');
    dxki_text_emit_u64(e, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

void dxki_text_emit_spaces(dxki_text_emit *e, uint64_t count)
{
    static const char blanks[] = "                                                            ";
    while (count > 0) {
        size_t n = count < sizeof blanks - 1 ? (size_t)count : sizeof blanks - 1;
        dxki_text_emit_mem(e, blanks, n);
        count -= n;
    }
}

void dxki_text_emit_hex(dxki_text_emit *e, uint64_t value, int digits)
{
    char text[16];
    uint32_t n = 0, least = digits > 0 ? (uint32_t)digits : 0;
    do {
        text[15 - n++] = "0123456789ABCDEF"[value & 15];
        value >>= 4;
    } while ((value || n < least) && n < 16);
    dxki_text_emit_mem(e, text + 16 - n, n);
}

dxki_text_counter dxki_text_count_from(uint32_t number)
{
    uint8_t bytes[sizeof(dxki_text_number)] = {0};
    uint8_t *size = &bytes[offsetof(dxki_text_number, size)];
    char text[8];
    if (number >= DXKI_PUT_MAX) {
        *size = DXKI_NUMBER_LONG;
        memcpy(bytes, &number, sizeof number);
        return (dxki_text_counter){number, DXKI_NUMBER_LONG, dxki_word_pair(bytes, 0)};
    }
    *size = (uint8_t)(dxki_text_put_number(text, number) - text);
    memcpy(bytes, text, *size);
    return (dxki_text_counter){number, 8u * *size - 8u, dxki_word_pair(bytes, 0)};
}
