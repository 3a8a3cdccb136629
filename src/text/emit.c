/* SPDX-License-Identifier: MIT */
/* emit.c - see emit.h. */
#include "text/emit.h"

dxk_status dxki_emit_flush(dxki_emit *e)
{
    size_t used = (size_t)(e->next - e->buffer);
    if (used && e->status == DXK_OK) {
        dxk_status status = e->sink.write(e->sink.user, e->buffer, used);
        if (status != DXK_OK)
            e->status = status == DXK_E_NOMEM || status == DXK_E_LIMIT ? status : DXK_E_SINK;
        else if (e->flushed + used > DXKI_EMIT_MAX)
            e->status = DXK_E_LIMIT;
    }
    e->flushed += used;
    e->next = e->buffer;
    return e->status;
}

void dxki_emit_long(dxki_emit *e, const char *text, size_t size)
{
    while (size > 0) {
        if (e->next == e->end)
            dxki_emit_flush(e);
        size_t room = (size_t)(e->end - e->next);
        size_t n = size < room ? size : room;
        memcpy(e->next, text, n);
        e->next += n;
        text += n;
        size -= n;
    }
}

void dxki_emit_u64(dxki_emit *e, uint64_t value)
{
    static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                                "25262728293031323334353637383940414243444546474849"
                                "50515253545556575859606162636465666768697071727374"
                                "75767778798081828384858687888990919293949596979899";
    char digits[20];
    char *end = digits + sizeof digits, *first = end;
    while (value >= 100) {
        first -= 2;
        memcpy(first, pairs + 2 * (value % 100), 2);
        value /= 100;
    }
    if (value >= 10) {
        first -= 2;
        memcpy(first, pairs + 2 * value, 2);
    } else {
        *--first = (char)('0' + value);
    }
    dxki_emit_mem(e, first, (size_t)(end - first));
}

void dxki_emit_i64(dxki_emit *e, int64_t value)
{
    if (value < 0)
        dxki_emit_char(e, '-');
    dxki_emit_u64(e, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

void dxki_emit_spaces(dxki_emit *e, uint64_t count)
{
    static const char blanks[] = "                                                            ";
    while (count > 0) {
        size_t n = count < sizeof blanks - 1 ? (size_t)count : sizeof blanks - 1;
        dxki_emit_mem(e, blanks, n);
        count -= n;
    }
}

void dxki_emit_hex(dxki_emit *e, uint64_t value, int digits)
{
    char text[16];
    int n = 0;
    do {
        text[15 - n++] = "0123456789ABCDEF"[value & 15];
        value >>= 4;
    } while (value || (n < digits && n < 16));
    dxki_emit_mem(e, text + 16 - n, (size_t)n);
}
