/* SPDX-License-Identifier: MIT */
/*
 * tree.c - what many containers consist of: a box for each kind of part, in it one for each file, areas
 * as bytes. Boxes are packed in rows that keep them near square.
 *
 * Only the largest files of a kind are remembered, so that memory does not grow with the number of files.
 */
#include "picture/picture.h"

#include "base/ctx.h"
#include "base/options.h"
#include "base/sort.h"

enum {
    MOST_KINDS = 64,
    LARGEST = 120, /* files of a kind that have boxes */
    LEAST_AREA = 60 * 100,
    HEIGHT = 5180
};

typedef struct file {
    char *name;
    size_t name_size;
    uint64_t size;
} file;

typedef struct kind {
    uint32_t fourcc; /* 0: of several */
    uint64_t size, files;
    uint32_t kept; /* a heap in `largest`, the smallest on top */
    file largest[LARGEST];
} kind;

struct dxk_picture_tree {
    dxk_ctx *ctx;
    uint64_t containers, size;
    uint32_t kind_count;
    kind *kinds[MOST_KINDS];
};

/* --- collecting --- */

dxk_status dxk_picture_tree_create(dxk_ctx *ctx, dxk_picture_tree **out)
{
    *out = dxki_realloc(ctx, NULL, 0, sizeof **out);
    if (!*out)
        return dxki_nomem(ctx);
    memset(*out, 0, sizeof **out);
    (*out)->ctx = ctx;
    return DXK_OK;
}

void dxk_picture_tree_free(dxk_picture_tree *tree)
{
    if (!tree)
        return;
    for (uint32_t i = 0; i < tree->kind_count; i++) {
        for (uint32_t k = 0; k < tree->kinds[i]->kept; k++)
            dxki_realloc(tree->ctx, tree->kinds[i]->largest[k].name,
                         tree->kinds[i]->largest[k].name_size + 1, 0);
        dxki_realloc(tree->ctx, tree->kinds[i], sizeof(kind), 0);
    }
    dxki_realloc(tree->ctx, tree, sizeof *tree, 0);
}

/* The kind, made if there is room; else the last, which is of several then. */
static kind *kind_of(dxk_picture_tree *tree, uint32_t fourcc)
{
    for (uint32_t i = 0; i < tree->kind_count; i++)
        if (tree->kinds[i]->fourcc == fourcc)
            return tree->kinds[i];
    if (tree->kind_count == MOST_KINDS) {
        tree->kinds[MOST_KINDS - 1]->fourcc = 0;
        return tree->kinds[MOST_KINDS - 1];
    }
    kind *k = dxki_realloc(tree->ctx, NULL, 0, sizeof *k);
    if (!k)
        return NULL;
    memset(k, 0, sizeof *k);
    k->fourcc = fourcc;
    tree->kinds[tree->kind_count++] = k;
    return k;
}

static void sift_down(kind *k)
{
    for (uint32_t at = 0;;) {
        uint32_t least = at;
        for (uint32_t child = 2 * at + 1; child <= 2 * at + 2 && child < k->kept; child++)
            if (k->largest[child].size < k->largest[least].size)
                least = child;
        if (least == at)
            return;
        file moved = k->largest[at];
        k->largest[at] = k->largest[least];
        k->largest[least] = moved;
        at = least;
    }
}

static void sift_up(kind *k, uint32_t at)
{
    for (; at && k->largest[(at - 1) / 2].size > k->largest[at].size; at = (at - 1) / 2) {
        file moved = k->largest[at];
        k->largest[at] = k->largest[(at - 1) / 2];
        k->largest[(at - 1) / 2] = moved;
    }
}

static bool keep(dxk_picture_tree *tree, kind *k, dxk_str name, uint64_t size)
{
    if (k->kept == LARGEST && size <= k->largest[0].size)
        return true;
    char *copy = dxki_realloc(tree->ctx, NULL, 0, name.size + 1);
    if (!copy)
        return false;
    if (name.size)
        memcpy(copy, name.data, name.size);
    file one = {copy, name.size, size};
    if (k->kept == LARGEST) {
        dxki_realloc(tree->ctx, k->largest[0].name, k->largest[0].name_size + 1, 0);
        k->largest[0] = one;
        sift_down(k);
    } else {
        k->largest[k->kept++] = one;
        sift_up(k, k->kept - 1);
    }
    return true;
}

dxk_status dxk_picture_tree_add(dxk_picture_tree *tree, dxk_str name,
                                const dxk_picture_share *shares, size_t count)
{
    tree->containers++;
    for (size_t i = 0; i < count; i++) {
        kind *k = kind_of(tree, shares[i].fourcc);
        if (!k || !keep(tree, k, name, shares[i].size))
            return dxki_nomem(tree->ctx);
        k->size += shares[i].size;
        k->files++;
        tree->size += shares[i].size;
    }
    return DXK_OK;
}

/* --- packing --- */

/* How far the boxes of a row are from squares, in 1/256: `sum` of their areas lies along `side`. */
static uint64_t worst(uint64_t least, uint64_t most, uint64_t sum, uint64_t side)
{
    uint64_t thick = sum / side ? sum / side : 1;
    uint64_t longest = most / thick ? most / thick : 1,
             shortest = least / thick ? least / thick : 1;
    uint64_t a = (longest > thick ? longest : thick) * 256 / (longest > thick ? thick : longest);
    uint64_t b =
        (shortest > thick ? shortest : thick) * 256 / (shortest > thick ? thick : shortest);
    return a > b ? a : b;
}

/* Lays a row of areas along the shorter side of `room`, and takes it away from there. */
static void lay(const uint64_t *areas, size_t count, uint64_t sum, bool last, dxki_svg_box *room,
                dxki_svg_box *boxes)
{
    bool upright = room->w >= room->h; /* the row stands at the left */
    int32_t side = upright ? room->h : room->w, depth = upright ? room->w : room->h;
    int32_t thick = last || !side ? depth : (int32_t)(sum / (uint64_t)side);
    uint64_t before = 0;
    thick = thick > depth ? depth : thick;
    for (size_t i = 0; i < count; i++) {
        int32_t from = sum ? (int32_t)((uint64_t)side * before / sum) : 0;
        before += areas[i];
        int32_t to = sum ? (int32_t)((uint64_t)side * before / sum) : 0;
        boxes[i] = upright ? (dxki_svg_box){room->x, room->y + from, thick, to - from}
                           : (dxki_svg_box){room->x + from, room->y, to - from, thick};
    }
    room->x += upright ? thick : 0;
    room->w -= upright ? thick : 0;
    room->y += upright ? 0 : thick;
    room->h -= upright ? 0 : thick;
}

/* Fills `room` with boxes whose areas are as the sizes; larger ones come first. */
static void pack(const uint64_t *sizes, uint64_t *areas, size_t count, dxki_svg_box room,
                 dxki_svg_box *boxes)
{
    uint64_t all = 0, area = (uint64_t)room.w * (uint64_t)room.h;
    for (size_t i = 0; i < count; i++)
        all += sizes[i];
    for (size_t i = 0; i < count; i++) /* sizes are of files: products fit when halved a bit */
        areas[i] = all >> 32 ? area * (sizes[i] >> 16) / ((all >> 16) + 1)
                             : area * sizes[i] / (all ? all : 1);
    for (size_t first = 0; first < count;) {
        uint64_t side = (uint64_t)(room.w < room.h ? room.w : room.h), sum = areas[first];
        uint64_t least = sum, most = sum, now = worst(least, most, sum, side ? side : 1);
        size_t end = first + 1;
        for (; end < count; end++) {
            uint64_t a = areas[end], low = a < least ? a : least, high = a > most ? a : most;
            uint64_t next = worst(low, high, sum + a, side ? side : 1);
            if (next > now)
                break;
            now = next;
            least = low;
            most = high;
            sum += a;
        }
        lay(areas + first, end - first, sum, end == count, &room, boxes + first);
        first = end;
    }
}

/* --- drawing --- */

static bool smaller(const void *user, const void *a, const void *b)
{
    const file *x = a, *y = b;
    (void)user;
    if (x->size != y->size)
        return x->size < y->size;
    size_t shared = x->name_size < y->name_size ? x->name_size : y->name_size;
    int order = memcmp(x->name, y->name, shared);
    return order ? order > 0 : x->name_size > y->name_size;
}

static bool smaller_kind(const void *user, const void *a, const void *b)
{
    const kind *const *x = a, *const *y = b;
    (void)user;
    return (*x)->size != (*y)->size ? (*x)->size < (*y)->size : (*x)->fourcc > (*y)->fourcc;
}

static dxk_str fourcc_text(const kind *k, char text[4])
{
    return k->fourcc ? dxki_picture_fourcc(k->fourcc, text) : dxki_str("others");
}

static dxki_svg_colour kind_colour(const kind *k)
{
    if (dxk_part_strip_group(k->fourcc) == DXK_STRIP_REFLECTION)
        return DXKI_SVG_yellow; /* STAT of either meaning */
    return k->fourcc ? dxki_picture_part_colour(k->fourcc, (dxk_bytes){NULL, 0}) : DXKI_SVG_grey;
}

/* The last component of a path. */
static dxk_str base_name(dxk_str path)
{
    for (size_t i = path.size; i > 0; i--)
        if (path.data[i - 1] == '/')
            return (dxk_str){path.data + i, path.size - i};
    return path;
}

/* A file's box, or that of the smaller ones when `one` is NULL. */
static void draw_file(dxki_svg *s, const kind *k, const file *one, uint64_t rest, uint64_t bytes,
                      dxki_svg_box box)
{
    char text[4];
    dxk_str name = one ? (dxk_str){one->name, one->name_size}
                       : dxki_svg_format(s, "%0 smaller", DXKI_ARGS(dxki_svg_count(s, rest)));
    dxki_svg_group(s);
    dxki_svg_tip(
        s, "%0\n%1: %2 bytes",
        DXKI_ARGS(dxki_raw(name), dxki_raw(fourcc_text(k, text)), dxki_svg_count(s, bytes)));
    box.x += 5;
    box.y += 5;
    box.w -= 10;
    box.h -= 10;
    dxki_svg_rect(
        s, box,
        DXKI_LOOK(.colour = kind_colour(k), .radius = 1, .stroke = 6, .opacity = one ? 0 : 30));
    if (box.h > DXKI_PX(14) && box.w > DXKI_PX(26))
        dxki_svg_text(s, box.x + DXKI_PX(4), box.y + DXKI_PX(11), "y",
                      dxki_svg_fit(s, base_name(name), box.w - DXKI_PX(6), 10));
    dxki_svg_group_end(s);
}

/* The files of a kind: those that are large enough to be seen, and one box for the others. */
static void draw_files(dxki_svg *s, const kind *k, dxki_svg_box room)
{
    file files[LARGEST];
    uint64_t sizes[LARGEST + 1], areas[LARGEST + 1], shown = 0;
    dxki_svg_box boxes[LARGEST + 1];
    uint32_t count = 0;
    memcpy(files, k->largest, sizeof files);
    if (!dxki_sort(s->ctx, files, k->kept, sizeof(file), smaller, NULL)) {
        dxki_svg_fail(s, dxki_nomem(s->ctx));
        return;
    }
    uint64_t area = (uint64_t)room.w * (uint64_t)room.h, per = k->size / (area / LEAST_AREA + 1);
    while (count < k->kept && files[count].size > per && files[count].size) {
        sizes[count] = files[count].size;
        shown += files[count++].size;
    }
    bool more = shown < k->size;
    sizes[count] = k->size - shown;
    pack(sizes, areas, count + more, room, boxes);
    for (uint32_t i = 0; i < count && s->marks < s->max_marks; i++)
        draw_file(s, k, &files[i], 0, files[i].size, boxes[i]);
    if (more)
        draw_file(s, k, NULL, k->files - count, k->size - shown, boxes[count]);
}

static void draw_kind(dxki_svg *s, const kind *k, uint64_t total, dxki_svg_box box)
{
    char text[4];
    dxk_str name = fourcc_text(k, text);
    dxki_svg_box room = {box.x + 25, box.y + 25, box.w - 50, box.h - 50};
    dxk_str share =
        dxki_svg_format(s, "%0 B, %1 %",
                        DXKI_ARGS(dxki_svg_count(s, k->size),
                                  dxki_svg_tenths(s, total ? k->size * 1000 / total : 0)));
    dxki_svg_rect(s, (dxki_svg_box){box.x + 10, box.y + 10, box.w - 20, box.h - 20},
                  DXKI_LOOK(.colour = kind_colour(k), .form = 'l', .radius = 3, .stroke = 20));
    if (room.h > DXKI_PX(30) && room.w > DXKI_PX(34)) {
        dxki_svg_text(s, room.x + DXKI_PX(4), room.y + DXKI_PX(13), "b x", name);
        if (room.w > dxki_svg_width(name.size + share.size + 3, 11))
            dxki_svg_text(s, room.x + room.w - DXKI_PX(4), room.y + DXKI_PX(13), "x m e", share);
        room.y += DXKI_PX(18);
        room.h -= DXKI_PX(18);
    }
    if (room.w > 0 && room.h > 0)
        draw_files(s, k, room);
}

static int32_t draw_legend(dxki_svg *s, int32_t y)
{
    static const struct {
        const char *text;
        uint8_t colour;
    } roles[] = {{"program", DXKI_SVG_blue},          {"signatures", DXKI_SVG_green},
                 {"runtime data", DXKI_SVG_purple},   {"reflection", DXKI_SVG_yellow},
                 {"root signature", DXKI_SVG_orange}, {"identity", DXKI_SVG_teal},
                 {"sources, private", DXKI_SVG_pink}, {"others", DXKI_SVG_grey}};
    int32_t x = DXKI_SVG_MARGIN;
    for (size_t i = 0; i < sizeof roles / sizeof roles[0]; i++)
        x = dxki_svg_legend(s, x, y,
                            DXKI_LOOK(.colour = (dxki_svg_colour)roles[i].colour, .radius = 2),
                            roles[i].text);
    return y + DXKI_PX(20);
}

static int32_t draw(dxki_svg *s, const dxk_picture_tree *tree)
{
    kind *kinds[MOST_KINDS];
    uint64_t sizes[MOST_KINDS], areas[MOST_KINDS];
    dxki_svg_box boxes[MOST_KINDS];
    const dxki_svg_box room = {DXKI_SVG_MARGIN, DXKI_SVG_TOP, s->width - 2 * DXKI_SVG_MARGIN,
                               HEIGHT};
    memcpy(kinds, tree->kinds, sizeof kinds);
    if (!dxki_sort(s->ctx, kinds, tree->kind_count, sizeof(kind *), smaller_kind, NULL)) {
        dxki_svg_fail(s, dxki_nomem(s->ctx));
        return 0;
    }
    for (uint32_t i = 0; i < tree->kind_count; i++)
        sizes[i] = kinds[i]->size;
    pack(sizes, areas, tree->kind_count, room, boxes);
    for (uint32_t i = 0; i < tree->kind_count; i++)
        if (boxes[i].w > 40 && boxes[i].h > 40)
            draw_kind(s, kinds[i], tree->size, boxes[i]);
    return draw_legend(s, DXKI_SVG_TOP + HEIGHT + DXKI_PX(24));
}

dxk_status dxk_picture_tree_write(const dxk_picture_tree *tree, const dxk_picture_options *options,
                                  dxk_sink sink)
{
    dxk_picture_options own;
    dxki_svg s;
    if (!dxki_options_take(&own, sizeof own, options) || !dxki_picture_takes(&own) || own.dot)
        return DXK_E_ARGUMENT;
    dxki_svg_start(&s, tree->ctx, &own);
    if (own.title)
        dxki_svg_title(&s, "%0", DXKI_ARGS(dxki_svg_word(own.title)));
    else if (own.name.size)
        dxki_svg_title(&s, "Contents of %0", DXKI_ARGS(dxki_raw(own.name)));
    else
        dxki_svg_title(&s, "Contents of the shaders", DXKI_ARGS(dxki_svg_word("")));
    dxki_svg_fact(
        &s, "%0 container%1",
        DXKI_ARGS(dxki_svg_count(&s, tree->containers), dxki_svg_plural(tree->containers)));
    dxki_svg_fact(&s, "%0 bytes in %1 kind%2 of parts",
                  DXKI_ARGS(dxki_svg_count(&s, tree->size), dxki_svg_count(&s, tree->kind_count),
                            dxki_svg_plural(tree->kind_count)));
    dxki_svg_fact(&s, "area is bytes", DXKI_ARGS(dxki_svg_word("")));
    int32_t height = draw(&s, tree);
    return dxki_svg_end(&s, height, sink);
}
