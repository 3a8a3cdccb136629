/* SPDX-License-Identifier: MIT */
/* svg.c - the elements of pictures and the frame around them. */
#include "picture/svg.h"

#include <string.h>

#define DXKI_COLOUR(name, lf, ls, df, ds) {#name, {lf, df}, {ls, ds}},
static const struct colour {
    const char *name;
    const char *fill[2], *stroke[2]; /* for light and dark pages */
} colours[DXKI_SVG_COLOURS] = {
#include "picture/theme.def"
};
#undef DXKI_COLOUR

#define DXKI_TONE(class, light, dark) {class, {light, dark}},
static const struct tone {
    const char *name;
    const char *style[2];
} tones[] = {
#include "picture/theme.def"
};
#undef DXKI_TONE

/* --- pieces --- */

static void put(dxki_svg *s, const char *text)
{
    dxki_out_text(&s->out, text);
}

/* A length in pixels, without a needless ".0". */
static void put_length(dxki_svg *s, int32_t tenths)
{
    uint32_t size = tenths < 0 ? 0u - (uint32_t)tenths : (uint32_t)tenths;
    if (tenths < 0)
        dxki_out_char(&s->out, '-');
    dxki_out_u64(&s->out, size / 10);
    if (size % 10) {
        dxki_out_char(&s->out, '.');
        dxki_out_char(&s->out, (char)('0' + size % 10));
    }
}

static void put_attribute(dxki_svg *s, const char *name, int32_t tenths)
{
    dxki_out_char(&s->out, ' ');
    put(s, name);
    put(s, "=\"");
    put_length(s, tenths);
    dxki_out_char(&s->out, '"');
}

static void put_classes(dxki_svg *s, const dxki_svg_look *look)
{
    put(s, " class=\"");
    if (!look->plain) {
        put(s, colours[look->colour].name);
        if (look->form) {
            dxki_out_char(&s->out, '-');
            dxki_out_char(&s->out, look->form);
        }
    }
    if (look->classes) {
        put(s, look->plain ? "" : " ");
        put(s, look->classes);
    }
    dxki_out_char(&s->out, '"');
}

/* The pattern is an attribute, as its name has the prefix: the class may not say what fills. */
static void put_hatching(dxki_svg *s, const dxki_svg_look *look)
{
    bool red = look->colour == DXKI_SVG_red;
    put(s, red ? " class=\"hr\" fill=\"url(#" : " class=\"hg\" fill=\"url(#");
    put(s, s->prefix);
    put(s, red ? "r)\"" : "h)\"");
}

static void put_look(dxki_svg *s, const dxki_svg_look *look)
{
    if (look->hatched)
        put_hatching(s, look);
    else if (!look->plain || look->classes)
        put_classes(s, look);
    else
        return;
    if (look->stroke)
        put_attribute(s, "stroke-width", look->stroke);
    if (look->dashed)
        put(s, " stroke-dasharray=\"4 3\"");
    if (look->opacity) {
        put(s, " fill-opacity=\".");
        dxki_out_char(&s->out, (char)('0' + look->opacity / 10 % 10));
        dxki_out_char(&s->out, (char)('0' + look->opacity % 10));
        dxki_out_char(&s->out, '"');
    }
}

/* --- texts that are put together --- */

/* A cut text does not end within a character. */
static size_t whole(const char *text, size_t size)
{
    size_t end = size;
    while (end && ((uint8_t)text[end - 1] & 0xc0) == 0x80)
        end--;
    return end && (uint8_t)text[end - 1] >= 0xc0 ? end - 1 : size;
}

dxk_str dxki_svg_format(dxki_svg *s, const char *pattern, const dxki_arg *args, size_t count)
{
    enum { LONGEST = 2000 };
    char text[LONGEST];
    size_t size = dxki_format(text, sizeof text, pattern, args, count);
    size_t kept = size > LONGEST ? whole(text, LONGEST) : size;
    char *copy = dxki_arena_strdup(&s->arena, text, kept);
    if (!copy)
        dxki_svg_fail(s, DXK_E_NOMEM);
    return (dxk_str){copy ? copy : "", copy ? kept : 0};
}

static void append(dxki_svg *s, dxk_buffer *to, const char *pattern, const dxki_arg *args,
                   size_t count)
{
    dxk_str text = dxki_svg_format(s, pattern, args, count);
    dxki_svg_fail(s, dxk_buffer_append(to, text.data, text.size));
}

void dxki_svg_title(dxki_svg *s, const char *pattern, const dxki_arg *args, size_t count)
{
    append(s, &s->title, pattern, args, count);
}

void dxki_svg_fact(dxki_svg *s, const char *pattern, const dxki_arg *args, size_t count)
{
    static const char dot[] = " \xc2\xb7 ";
    if (s->facts.size)
        dxki_svg_fail(s, dxk_buffer_append(&s->facts, dot, sizeof dot - 1));
    append(s, &s->facts, pattern, args, count);
}

static dxki_arg kept_number(dxki_svg *s, const char *text, size_t size)
{
    char *to = s->numbers[s->next_number++ % 8];
    memcpy(to, text, size);
    return dxki_raw((dxk_str){to, size});
}

dxki_arg dxki_svg_count(dxki_svg *s, uint64_t value)
{
    char digits[20], text[32];
    char *first = dxki_format_u64(digits + sizeof digits, value);
    size_t count = (size_t)(digits + sizeof digits - first), size = 0;
    for (size_t i = 0; i < count; i++) {
        if (i && (count - i) % 3 == 0)
            text[size++] = ',';
        text[size++] = first[i];
    }
    return kept_number(s, text, size);
}

dxki_arg dxki_svg_tenths(dxki_svg *s, uint64_t tenths)
{
    char text[32];
    size_t size = dxki_format(text, sizeof text, "%0.%1",
                              DXKI_ARGS(dxki_dec(tenths / 10), dxki_dec(tenths % 10)));
    return kept_number(s, text, size);
}

dxki_arg dxki_svg_word(const char *text)
{
    return dxki_raw(dxki_str(text));
}

dxki_arg dxki_svg_plural(uint64_t count)
{
    return dxki_svg_word(count == 1 ? "" : "s");
}

/* --- shapes --- */

static void reach(dxki_svg *s, int64_t right)
{
    if (right > s->right && right < INT32_MAX - DXKI_SVG_MARGIN)
        s->right = (int32_t)right;
}

void dxki_svg_rect(dxki_svg *s, dxki_svg_box box, const dxki_svg_look *look)
{
    s->marks++;
    reach(s, (int64_t)box.x + box.w);
    put(s, "<rect");
    put_attribute(s, "x", box.x);
    put_attribute(s, "y", box.y);
    put_attribute(s, "width", box.w > 0 ? box.w : 0);
    put_attribute(s, "height", box.h > 0 ? box.h : 0);
    if (look->radius)
        put_attribute(s, "rx", DXKI_PX(look->radius));
    put_look(s, look);
    put(s, "/>\n");
}

void dxki_svg_circle(dxki_svg *s, int32_t x, int32_t y, int32_t r, const dxki_svg_look *look)
{
    s->marks++;
    put(s, "<circle");
    put_attribute(s, "cx", x);
    put_attribute(s, "cy", y);
    put_attribute(s, "r", r);
    put_look(s, look);
    put(s, "/>\n");
}

void dxki_svg_path(dxki_svg *s)
{
    s->marks++;
    put(s, "<path d=\"");
}

void dxki_svg_to(dxki_svg *s, char command, int32_t x, int32_t y)
{
    dxki_out_char(&s->out, command);
    put_length(s, x);
    dxki_out_char(&s->out, ' ');
    put_length(s, y);
}

void dxki_svg_across(dxki_svg *s, char command, int32_t length)
{
    dxki_out_char(&s->out, command);
    put_length(s, length);
}

void dxki_svg_curve(dxki_svg *s, const int32_t points[6])
{
    for (int i = 0; i < 6; i++) {
        dxki_out_char(&s->out, i ? ' ' : 'C');
        put_length(s, points[i]);
    }
}

void dxki_svg_path_end(dxki_svg *s, bool closed, const dxki_svg_look *look)
{
    put(s, closed ? "z\"" : "\"");
    put_look(s, look);
    put(s, "/>\n");
}

void dxki_svg_line(dxki_svg *s, int32_t x1, int32_t y1, int32_t x2, int32_t y2,
                   const dxki_svg_look *look)
{
    dxki_svg_path(s);
    dxki_svg_to(s, 'M', x1, y1);
    dxki_svg_to(s, 'L', x2, y2);
    dxki_svg_path_end(s, false, look);
}

/* --- texts --- */

static void put_text(dxki_svg *s, const char *classes, dxk_str text)
{
    if (classes && classes[0]) {
        put(s, " class=\"");
        put(s, classes);
        dxki_out_char(&s->out, '"');
    }
    dxki_out_char(&s->out, '>');
    dxki_svg_escape(&s->out, text);
    put(s, "</text>\n");
}

static bool has_class(const char *classes, char one)
{
    for (const char *c = classes; c && *c; c++)
        if (*c == one && (c == classes || c[-1] == ' ') && (!c[1] || c[1] == ' '))
            return true;
    return false;
}

/* Where a text ends. */
static int64_t end_of(int32_t x, const char *classes, dxk_str text)
{
    unsigned size = has_class(classes, 'h')   ? 15
                    : has_class(classes, 'x') ? 11
                    : has_class(classes, 'y') ? 10
                                              : 12;
    int32_t width = dxki_svg_width(dxki_svg_columns(text), size);
    return has_class(classes, 'e') ? x : (int64_t)x + (has_class(classes, 'c') ? width / 2 : width);
}

void dxki_svg_text(dxki_svg *s, int32_t x, int32_t y, const char *classes, dxk_str text)
{
    if (!text.size)
        return;
    s->marks++;
    reach(s, end_of(x, classes, text));
    put(s, "<text");
    put_attribute(s, "x", x);
    put_attribute(s, "y", y);
    put_text(s, classes, text);
}

void dxki_svg_say(dxki_svg *s, int32_t x, int32_t y, const char *classes, const char *pattern,
                  const dxki_arg *args, size_t count)
{
    dxki_svg_text(s, x, y, classes, dxki_svg_format(s, pattern, args, count));
}

void dxki_svg_turned(dxki_svg *s, int32_t x, int32_t y, int degrees, const char *classes,
                     dxk_str text)
{
    s->marks++;
    put(s, "<text transform=\"translate(");
    put_length(s, x);
    dxki_out_char(&s->out, ' ');
    put_length(s, y);
    put(s, ") rotate(");
    dxki_out_i64(&s->out, degrees);
    put(s, ")\"");
    put_text(s, classes, text);
}

/* --- groups --- */

void dxki_svg_group(dxki_svg *s)
{
    put(s, "<g class=\"q\">\n");
}

void dxki_svg_group_end(dxki_svg *s)
{
    put(s, "</g>\n");
}

static bool has_links(const dxki_svg *s)
{
    return !s->options->no_links;
}

static void begin_link(dxki_svg *s, const char *kind)
{
    put(s, "<a href=\"#");
    put(s, s->options->link_prefix ? s->options->link_prefix : "");
    put(s, kind);
}

void dxki_svg_link(dxki_svg *s, const char *kind, uint64_t number)
{
    if (!has_links(s)) {
        dxki_svg_group(s);
        return;
    }
    begin_link(s, kind);
    dxki_out_u64(&s->out, number);
    put(s, "\" class=\"q\">\n");
}

void dxki_svg_link_name(dxki_svg *s, const char *kind, dxk_str name)
{
    if (!has_links(s)) {
        dxki_svg_group(s);
        return;
    }
    begin_link(s, kind);
    for (size_t i = 0; i < name.size; i++) { /* what is not a letter or digit as %NN */
        uint8_t c = (uint8_t)name.data[i];
        bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                     c == '_' || c == '.' || c == '-';
        dxki_out_char(&s->out, plain ? (char)c : '%');
        if (!plain)
            dxki_out_hex(&s->out, c, 2, true);
    }
    put(s, "\" class=\"q\">\n");
}

void dxki_svg_link_end(dxki_svg *s)
{
    put(s, has_links(s) ? "</a>\n" : "</g>\n");
}

void dxki_svg_tip(dxki_svg *s, const char *pattern, const dxki_arg *args, size_t count)
{
    put(s, "<title>");
    dxki_svg_escape(&s->out, dxki_svg_format(s, pattern, args, count));
    put(s, "</title>\n");
}

int32_t dxki_svg_legend(dxki_svg *s, int32_t x, int32_t y, const dxki_svg_look *look,
                        const char *text)
{
    dxki_svg_rect(s, (dxki_svg_box){x, y - DXKI_PX(10), DXKI_PX(12), DXKI_PX(12)}, look);
    dxki_svg_text(s, x + DXKI_PX(18), y, "s x m", dxki_str(text));
    return x + DXKI_PX(18 + 20) + dxki_svg_width(dxki_svg_columns(dxki_str(text)), 11);
}

/* --- the frame --- */

void dxki_svg_start(dxki_svg *s, dxk_ctx *ctx, const dxk_picture_options *options)
{
    *s = (dxki_svg){.ctx = ctx, .options = options};
    s->prefix = options->id_prefix ? options->id_prefix : "p-";
    s->width = DXKI_PX(options->width ? options->width : 960);
    s->max_marks = options->max_marks ? options->max_marks : 4000;
    dxki_arena_init(&s->arena, ctx);
    dxk_buffer_init(&s->body, ctx);
    dxk_buffer_init(&s->title, ctx);
    dxk_buffer_init(&s->facts, ctx);
    dxki_out_init(&s->out, dxk_buffer_sink(&s->body));
}

dxk_status dxki_svg_fail(dxki_svg *s, dxk_status status)
{
    if (s->status == DXK_OK)
        s->status = status;
    return status;
}

static void put_colours(dxki_svg *s, int dark)
{
    for (size_t i = 0; i < sizeof tones / sizeof tones[0]; i++) {
        put(s, tones[i].name);
        put(s, "{");
        put(s, tones[i].style[dark]);
        put(s, "}");
    }
    for (size_t i = 0; i < DXKI_SVG_COLOURS; i++) {
        const struct colour *c = &colours[i];
        const char *const words[] = {
            ".",
            c->name,
            "{fill:",
            c->fill[dark],
            ";stroke:",
            c->stroke[dark],
            "}",
            ".",
            c->name,
            "-t{fill:",
            c->stroke[dark],
            "}",
            ".",
            c->name,
            "-l{fill:none;stroke:",
            c->stroke[dark],
            "}",
            ".",
            c->name,
            "-f{fill:",
            c->stroke[dark],
            ";stroke:none}",
        };
        for (size_t k = 0; k < sizeof words / sizeof words[0]; k++)
            put(s, words[k]);
    }
}

/* Fonts and sizes, then the colours. */
static void put_rules(dxki_svg *s)
{
    put(s, "text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,\"DejaVu Sans Mono\","
           "monospace}\n.s{font-family:system-ui,-apple-system,\"Segoe UI\",Inter,\"DejaVu Sans\","
           "sans-serif}.h{font-size:15px;font-weight:600}.x{font-size:11px}.y{font-size:10px}"
           ".b{font-weight:600}.e{text-anchor:end}.c{text-anchor:middle}"
           ".row{opacity:0}.q:hover .row{opacity:1}.q:hover rect,.q:hover path{stroke-width:2.6}"
           "a{text-decoration:none}\n");
    put_colours(s, 0);
    put(s, "\n@media screen and (prefers-color-scheme:dark){");
    put_colours(s, 1);
    put(s, "}\n");
}

static void put_style(dxki_svg *s)
{
    put(s, "<style>");
    put_rules(s);
    put(s, "</style>\n");
}

dxk_status dxk_picture_style(dxk_sink sink)
{
    dxki_svg s = {.status = DXK_OK};
    dxki_out_init(&s.out, sink);
    put_rules(&s);
    return dxki_out_flush(&s.out);
}

static void put_pattern(dxki_svg *s, const char *id, const char *class)
{
    put(s, "<pattern id=\"");
    put(s, s->prefix);
    put(s, id);
    put(s, "\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
           "patternTransform=\"rotate(45)\"><path d=\"M0 0V6\" class=\"");
    put(s, class);
    put(s, "\" stroke-width=\"2.4\"/></pattern>");
}

static dxk_str view(const dxk_buffer *buffer)
{
    return (dxk_str){(const char *)buffer->data, buffer->size};
}

static void put_described(dxki_svg *s, const char *element, const char *id, dxk_str text)
{
    const char *const words[] = {"<", element, " id=\"", s->prefix, id, "\">"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        put(s, words[i]);
    dxki_svg_escape(&s->out, text);
    put(s, "</");
    put(s, element);
    put(s, ">\n");
}

static void put_head(dxki_svg *s, int32_t height)
{
    if (s->right > s->width)
        s->width = s->right + DXKI_SVG_MARGIN;
    put(s, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    put_attribute(s, "width", s->width);
    put_attribute(s, "height", height);
    put(s, " viewBox=\"0 0 ");
    put_length(s, s->width);
    dxki_out_char(&s->out, ' ');
    put_length(s, height);
    put(s, "\" role=\"img\" aria-labelledby=\"");
    put(s, s->prefix);
    put(s, "t ");
    put(s, s->prefix);
    put(s, "d\">\n");
    put_described(s, "title", "t", view(&s->title));
    put_described(s, "desc", "d", view(&s->facts));
    if (!s->options->bare)
        put_style(s);
    put(s, "<defs>");
    put_pattern(s, "h", "gr");
    put_pattern(s, "r", "red-l");
    put(s, "</defs>\n");
    if (!s->options->bare)
        put(s, "<rect width=\"100%\" height=\"100%\" class=\"bg\"/>\n");
    int32_t room = s->width - 2 * DXKI_SVG_MARGIN;
    dxki_svg_text(s, DXKI_SVG_MARGIN, DXKI_PX(26), "s h",
                  dxki_svg_fit(s, view(&s->title), room, 15));
    dxki_svg_text(s, DXKI_SVG_MARGIN, DXKI_PX(46), "s m",
                  dxki_svg_fit(s, view(&s->facts), room, 12));
}

dxk_status dxki_svg_end(dxki_svg *s, int32_t height, dxk_sink sink)
{
    dxki_svg_fail(s, dxki_out_flush(&s->out) == DXK_OK ? DXK_OK : DXK_E_NOMEM);
    if (s->status == DXK_OK) {
        dxki_out_init(&s->out, sink);
        if (!s->options->dot)
            put_head(s, height);
        dxki_out_write(&s->out, (const char *)s->body.data, s->body.size);
        if (!s->options->dot)
            put(s, "</svg>\n");
        dxki_svg_fail(s, dxki_out_flush(&s->out));
    }
    dxk_buffer_free(&s->body);
    dxk_buffer_free(&s->title);
    dxk_buffer_free(&s->facts);
    dxki_arena_free(&s->arena);
    return s->status;
}
