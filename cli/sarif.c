/* SPDX-License-Identifier: MIT */
/* sarif.c - see sarif.h. */
#include "sarif.h"

#include <string.h>

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static void put_uri_byte(text_out *out, char character)
{
    static const char digits[] = "0123456789ABCDEF";
    unsigned char c = (unsigned char)(character == '\\' ? '/' : character);
    if (is_letter((char)c) || (c >= '0' && c <= '9') || (c && strchr("/-._~", c))) {
        text_char(out, (char)c);
    } else {
        text_char(out, '%');
        text_char(out, digits[c >> 4]);
        text_char(out, digits[c & 15]);
    }
}

void sarif_uri(json_writer *json, dxk_str path)
{
    dxk_buffer text;
    bool drive = path.size > 2 && is_letter(path.data[0]) && path.data[1] == ':' &&
                 (path.data[2] == '\\' || path.data[2] == '/');
    dxk_buffer_init(&text, json->out->buffer->ctx);
    text_out out = text_to_buffer(&text, false);
    if (drive)
        text_printf(&out, "file:///%c:", path.data[0]);
    else if (path.size && (path.data[0] == '/' || path.data[0] == '\\'))
        text_put(&out, "file://");
    for (size_t i = drive ? 2 : 0; i < path.size; i++)
        put_uri_byte(&out, path.data[i]);
    json_object(json, "artifactLocation");
    json_str(json, "uri", (dxk_str){(const char *)text.data, text.size});
    json_end(json);
    dxk_buffer_free(&text);
}
