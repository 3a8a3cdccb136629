/* SPDX-License-Identifier: MIT */
/*
 * diff_blocks.c - the programs of two containers, block by block: a bar to the left for what the first has, one
 * to the right for the second, cut at what is alike, changed, moved, and on one side only.
 */
#include "picture/picture.h"

#include "base/vec.h"
#include "dxk/diff.h"

enum {
    MOST_STRIPS = 80, /* rows of the picture */
    MOST_LINES = 6,   /* differences in a tooltip */
    LONGEST_LINE = 120,
    MIDDLE = 900, /* width of the column of names */
    STRIP = 220,
    BAR = 150,
    KINDS = DXK_DIFFERENCE_NONE + 1
};

/* A block of both programs, or of one; or several in a row that are alike. */
typedef struct strip {
    dxk_str function;    /* its name, of the first strip of a function */
    dxk_str left, right; /* name of the block */
    uint32_t blocks;     /* more than one: all alike */
    uint64_t count[KINDS];
    size_t lines;
    dxk_str tip; /* the first differences, a line each */
} strip;

typedef struct blocks {
    dxki_picture *p;
    dxki_svg *s;
    DXKI_VEC(strip) strips;
    size_t left_out; /* blocks that have no strip */
    uint64_t most;   /* instructions of the largest strip, on one side */
} blocks;

/* How differences look, in the order in which they stand in a bar, from the middle outward. */
static const struct look {
    dxk_difference_kind kind;
    dxki_svg_colour colour;
    const char *word;
    bool left, right;
} looks[] = {
    {DXK_DIFFERENCE_NONE, DXKI_SVG_grey, "alike", true, true},
    {DXK_DIFFERENCE_MOVED, DXKI_SVG_purple, "moved", true, true},
    {DXK_DIFFERENCE_CHANGED, DXKI_SVG_blue, "changed", true, true},
    {DXK_DIFFERENCE_REMOVED, DXKI_SVG_orange, "only in A", true, false},
    {DXK_DIFFERENCE_ADDED, DXKI_SVG_green, "only in B", false, true},
};
enum { LOOKS = sizeof looks / sizeof looks[0] };

/* --- strips --- */

static bool is_alike(const strip *one)
{
    for (int k = 0; k < DXK_DIFFERENCE_NONE; k++)
        if (one->count[k])
            return false;
    return true;
}

static uint64_t size_of(const strip *one, bool left)
{
    uint64_t sum = 0;
    for (int i = 0; i < LOOKS; i++)
        if (left ? looks[i].left : looks[i].right)
            sum += one->count[looks[i].kind];
    return sum;
}

/* The last strip is complete: one without instructions goes, one that is alike joins that before. */
static void settle(blocks *b)
{
    if (!b->strips.count)
        return;
    strip *last = &b->strips.items[b->strips.count - 1], *before = last - 1;
    uint64_t left = size_of(last, true), right = size_of(last, false);
    if (!left && !right && !last->function.size) {
        b->strips.count--;
        return;
    }
    if (b->strips.count > 1 && !last->function.size && is_alike(last) && is_alike(before)) {
        before->count[DXK_DIFFERENCE_NONE] += last->count[DXK_DIFFERENCE_NONE];
        before->blocks++;
        b->strips.count--;
        left = size_of(before, true);
        right = size_of(before, false);
    }
    b->most = left > b->most ? left : b->most;
    b->most = right > b->most ? right : b->most;
}

static dxk_str kept(blocks *b, dxk_str text)
{
    dxki_str_cut(&text, "label ");
    if (text.size > LONGEST_LINE)
        text.size = LONGEST_LINE;
    return dxki_svg_format(b->s, "%0", DXKI_ARGS(dxki_raw(text)));
}

/* The name of a function as its source has it, of "void ()* @name": after the last @ that is not in quotes. Of
 * tokens: all of the text. */
static dxk_str function_name(blocks *b, dxk_str text)
{
    size_t start = 0;
    bool quoted = false;
    for (size_t i = 0; i < text.size; i++) {
        quoted = quoted != (text.data[i] == '"');
        if (text.data[i] == '@' && !quoted)
            start = i + 1;
    }
    dxk_str name = {text.data + start, text.size - start}, inner = name;
    if (dxki_str_cut(&inner, "\"\\01") && inner.size) {
        inner.size--; /* the quote after it */
        dxk_str raw =
            dxki_svg_format(b->s, "%0%1", DXKI_ARGS(dxki_svg_word("\1"), dxki_raw(inner)));
        dxk_str plain = dxki_picture_plain_name(b->s, raw);
        name = dxki_str_same(plain, raw) ? name : plain;
    }
    return kept(b, name);
}

/* Begins a strip; false when out of memory, or when there are enough. */
static bool begin(blocks *b, const dxk_diff_row *row)
{
    settle(b);
    strip one = {.blocks = 1};
    if (row->area == DXK_DIFF_FUNCTION) {
        one.function = function_name(b, row->right.size ? row->right : row->left);
    } else {
        one.left = kept(b, row->left);
        one.right = kept(b, row->right);
        /* The first block of a function goes on what the function began. */
        strip *last = b->strips.count ? &b->strips.items[b->strips.count - 1] : NULL;
        if (last && last->function.size && !size_of(last, true) && !size_of(last, false)) {
            last->left = one.left;
            last->right = one.right;
            return true;
        }
    }
    if (b->strips.count == MOST_STRIPS)
        return false;
    if (dxki_vec_push(b->s->ctx, &b->strips, one))
        return true;
    dxki_svg_fail(b->s, DXK_E_NOMEM);
    return false;
}

static void note_line(blocks *b, strip *one, const dxk_diff_row *row)
{
    if (row->kind == DXK_DIFFERENCE_NONE || one->lines++ >= MOST_LINES)
        return;
    dxk_str left = kept(b, row->left), right = kept(b, row->right);
    one->tip = dxki_svg_format(b->s, "%0%1%2%3%4",
                               DXKI_ARGS(dxki_raw(one->tip), dxki_svg_word(left.size ? "\n- " : ""),
                                         dxki_raw(left), dxki_svg_word(right.size ? "\n+ " : ""),
                                         dxki_raw(right)));
}

static void collect(blocks *b, dxk_program_diff *diff)
{
    size_t count = dxk_program_diff_row_count(diff);
    bool full = false;
    dxk_diff_row row;
    for (size_t i = 0; i < count && b->s->status == DXK_OK; i++) {
        if (!dxk_program_diff_row(diff, i, &row) || row.area < DXK_DIFF_FUNCTION)
            continue;
        if (row.area != DXK_DIFF_INST)
            full = full || !begin(b, &row);
        if (full) {
            b->left_out += row.area == DXK_DIFF_BLOCK;
        } else if (row.area == DXK_DIFF_INST && b->strips.count) {
            strip *one = &b->strips.items[b->strips.count - 1];
            one->count[row.kind]++;
            note_line(b, one, &row);
        }
    }
    settle(b);
}

/* --- drawing --- */

/* The pieces of one side's bar, outward from `x`. */
static void draw_bar(blocks *b, const strip *one, int32_t x, int32_t y, bool left)
{
    int32_t room = (b->s->width - MIDDLE) / 2 - DXKI_SVG_MARGIN - DXKI_PX(44);
    uint64_t size = size_of(one, left), done = 0;
    int32_t at = x;
    for (int i = 0; i < LOOKS; i++) {
        uint64_t n = (left ? looks[i].left : looks[i].right) ? one->count[looks[i].kind] : 0;
        if (!n)
            continue;
        done += n;
        int32_t reach = (int32_t)((uint64_t)room * done / b->most);
        int32_t end = left ? x - reach : x + reach;
        if (end == at)
            continue;
        dxki_svg_rect(b->s, (dxki_svg_box){left ? end : at, y, left ? at - end : end - at, BAR},
                      DXKI_LOOK(.colour = looks[i].colour, .radius = 1));
        at = end;
    }
    if (size)
        dxki_svg_say(b->s, left ? at - DXKI_PX(6) : at + DXKI_PX(6), y + DXKI_PX(12),
                     left ? "x m e" : "x m", "%0", DXKI_ARGS(dxki_svg_count(b->s, size)));
}

static dxk_str name_of(blocks *b, const strip *one)
{
    dxki_svg *s = b->s;
    if (one->blocks > 1)
        return dxki_svg_format(s, "%0 blocks", DXKI_ARGS(dxki_svg_count(s, one->blocks)));
    if (!one->left.size && !one->right.size)
        return one->function.size ? dxki_str("start") : dxki_str("");
    if (!one->left.size || !one->right.size || dxki_str_same(one->left, one->right))
        return one->left.size ? one->left : one->right;
    return dxki_svg_format(s, "%0 \xe2\x86\x92 %1",
                           DXKI_ARGS(dxki_raw(one->left), dxki_raw(one->right)));
}

static void tell(blocks *b, const strip *one, dxk_str name)
{
    dxki_svg *s = b->s;
    dxk_str counts = {"", 0};
    for (int i = 0; i < LOOKS; i++)
        if (one->count[looks[i].kind])
            counts = dxki_svg_format(s, "%0%1%2 %3",
                                     DXKI_ARGS(dxki_raw(counts),
                                               dxki_svg_word(counts.size ? ", " : ": "),
                                               dxki_svg_count(s, one->count[looks[i].kind]),
                                               dxki_svg_word(looks[i].word)));
    dxki_svg_tip(s, "%0%1%2%3",
                 DXKI_ARGS(dxki_raw(name), dxki_raw(counts), dxki_raw(one->tip),
                           dxki_svg_word(one->lines > MOST_LINES ? "\n\xe2\x80\xa6" : "")));
}

static int32_t draw_strip(blocks *b, const strip *one, int32_t y)
{
    dxki_svg *s = b->s;
    int32_t centre = s->width / 2;
    if (one->function.size) {
        dxki_svg_text(s, DXKI_SVG_MARGIN, y + DXKI_PX(12), "b",
                      dxki_svg_fit(s, one->function, s->width - 2 * DXKI_SVG_MARGIN, 12));
        y += DXKI_PX(22);
    }
    if (!size_of(one, true) && !size_of(one, false))
        return y;
    dxk_str name = name_of(b, one);
    dxki_svg_group(s);
    tell(b, one, name);
    dxki_svg_rect(s, (dxki_svg_box){DXKI_SVG_MARGIN, y, s->width - 2 * DXKI_SVG_MARGIN, STRIP - 20},
                  DXKI_LOOK(.plain = true, .classes = "pn row"));
    dxki_svg_text(s, centre, y + DXKI_PX(14), is_alike(one) ? "c m" : "c b",
                  dxki_svg_fit(s, name, MIDDLE - DXKI_PX(8), 12));
    draw_bar(b, one, centre - MIDDLE / 2, y + DXKI_PX(2), true);
    draw_bar(b, one, centre + MIDDLE / 2, y + DXKI_PX(2), false);
    dxki_svg_group_end(s);
    return y + STRIP;
}

static int32_t draw_head(blocks *b, const dxk_diff_summary *sum, int32_t y)
{
    dxki_svg *s = b->s;
    static const char tokens[] = "%2 \xe2\x86\x92 %3 instructions"; /* which know no blocks */
    static const char module[] = "%0 \xe2\x86\x92 %1 blocks, %2 \xe2\x86\x92 %3 instructions";
    dxki_svg_text(s, DXKI_SVG_MARGIN, y, "s b", dxki_str("Programs, block by block"));
    dxki_svg_say(s, DXKI_PX(210), y, "s m", sum->blocks[0] || sum->blocks[1] ? module : tokens,
                 DXKI_ARGS(dxki_svg_count(s, sum->blocks[0]), dxki_svg_count(s, sum->blocks[1]),
                           dxki_svg_count(s, sum->instructions[0]),
                           dxki_svg_count(s, sum->instructions[1])));
    int32_t x = DXKI_SVG_MARGIN;
    for (int i = 0; i < LOOKS; i++)
        x = dxki_svg_legend(s, x, y + DXKI_PX(24),
                            DXKI_LOOK(.colour = looks[i].colour, .radius = 2), looks[i].word);
    dxki_svg_text(s, x, y + DXKI_PX(24), "s x m", dxki_str("in instructions; A left, B right"));
    return y + DXKI_PX(40);
}

static int32_t draw(blocks *b, dxk_program_diff *diff, int32_t y)
{
    dxk_diff_summary sum = dxk_program_diff_summary(diff);
    y = draw_head(b, &sum, y);
    for (size_t i = 0; i < b->strips.count && b->s->marks < b->s->max_marks; i++)
        y = draw_strip(b, &b->strips.items[i], y);
    if (b->left_out) {
        dxki_svg_say(b->s, b->s->width / 2, y + DXKI_PX(14), "s x m c", "and %0 more blocks",
                     DXKI_ARGS(dxki_svg_count(b->s, b->left_out)));
        y += STRIP;
    }
    return y + DXKI_PX(10);
}

int32_t dxki_picture_diff_blocks(dxki_picture *p, const dxk_container *other, int32_t y)
{
    blocks b = {.p = p, .s = &p->svg, .most = 1};
    dxk_program_diff *diff = NULL;
    dxk_status status = dxk_diff_programs(p->container, other, &diff);
    if (status == DXK_E_NOT_FOUND || !dxki_picture_damage(p, status) || !diff)
        return y;
    if (dxk_program_diff_summary(diff).differences) {
        collect(&b, diff);
        if (b.s->status == DXK_OK)
            y = draw(&b, diff, y);
    }
    dxki_vec_free(b.s->ctx, &b.strips);
    dxk_program_diff_free(diff);
    return y;
}
