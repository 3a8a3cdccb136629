/* SPDX-License-Identifier: MIT */
/*
 * listing.c - the listing: what is where in it, then its lines with colours and links.
 *
 * What a name in it refers to is found by the text: in LLVM's form a line that begins with a name and "="
 * defines it, as do "define", "declare" and labels. Lines of instructions are those indented by two
 * blanks; cases of a switch are indented more.
 */
#include "report/report.h"

#include "dxk/listing.h"

#include <string.h>

/* --- letters --- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_name(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '.' || c == '-' || c == '$';
}

static dxk_str rest(dxk_str text, size_t from)
{
    return from < text.size ? (dxk_str){text.data + from, text.size - from} : (dxk_str){"", 0};
}

/* Length of the text in quotes that begins at `at`, with them. */
static size_t quoted(dxk_str text, size_t at)
{
    size_t end = at + 1;
    while (end < text.size && text.data[end] != '"')
        end++;
    return (end < text.size ? end + 1 : end) - at;
}

/* Length of a name that begins at `at` with % @ ! or #; 0: none does. */
static size_t name_size(dxk_str text, size_t at)
{
    char sign = text.data[at], first = at + 1 < text.size ? text.data[at + 1] : 0;
    if (sign != '%' && sign != '@' && sign != '!' && sign != '#')
        return 0;
    if ((sign == '!' || sign == '#') && !is_digit(first))
        return 0;
    if (first == '"')
        return 1 + quoted(text, at + 1);
    size_t end = at + 1;
    while (end < text.size && is_name(text.data[end]))
        end++;
    return end - at > 1 ? end - at : 0;
}

/* --- names --- */

static uint32_t hash(dxk_str text, uint32_t function)
{
    uint32_t h = 2166136261u ^ function;
    for (size_t i = 0; i < text.size; i++)
        h = (h ^ (uint8_t)text.data[i]) * 16777619u;
    return h;
}

/* The slot of a name, or the free one where it would be. */
static size_t slot_of(const dxki_doc_listing *l, dxk_str text, uint32_t function)
{
    size_t mask = l->slot_count - 1, at = hash(text, function) & mask;
    for (; l->slots[at]; at = (at + 1) & mask) {
        const dxki_doc_name *n = &l->names.items[l->slots[at] - 1];
        if (n->function == function && dxki_str_same(n->text, text))
            break;
    }
    return at;
}

uint32_t dxki_doc_find(const dxki_doc_listing *l, dxk_str name, uint32_t function)
{
    uint32_t found = l->slot_count ? l->slots[slot_of(l, name, function)] : 0;
    return found ? l->names.items[found - 1].line : UINT32_MAX;
}

static void index_names(dxki_doc *r)
{
    dxki_doc_listing *l = &r->listing;
    size_t slots = 16;
    while (slots < l->names.count * 2)
        slots *= 2;
    l->slots = dxki_arena_zalloc(&r->arena, slots, sizeof *l->slots);
    if (!l->slots) {
        dxki_doc_fail(r, DXK_E_NOMEM);
        return;
    }
    l->slot_count = slots;
    for (size_t i = 0; i < l->names.count; i++) {
        size_t at = slot_of(l, l->names.items[i].text, l->names.items[i].function);
        if (!l->slots[at])
            l->slots[at] = (uint32_t)i + 1;
    }
}

/* --- what is where --- */

/* Where the lines are read. */
typedef struct reading {
    dxki_doc *r;
    dxki_doc_listing *l;
    uint32_t function, block; /* from 1; 0: none */
    bool entered;             /* the function's first block is known */
} reading;

static void define(reading *at, dxk_str name, uint32_t function)
{
    const dxki_doc_name n = {name, function, (uint32_t)at->l->lines.count};
    if (!dxki_vec_push(at->r->ctx, &at->l->names, n))
        dxki_doc_fail(at->r, DXK_E_NOMEM);
}

/* The first name of the text that begins with `sign`, of a definition or declaration. */
static void define_first(reading *at, dxk_str text, char sign)
{
    for (size_t i = 0; i < text.size; i++) {
        size_t size = text.data[i] == sign ? name_size(text, i) : 0;
        if (size) {
            define(at, (dxk_str){text.data + i, size}, 0);
            return;
        }
        if (text.data[i] == '"')
            i += quoted(text, i) - 1;
    }
}

/* A label: the name that it defines, with %, in the arena; empty: it is none. */
static dxk_str label_of(reading *at, dxk_str text)
{
    static const char unnamed[] = "; <label>:";
    size_t start = 0, end;
    if (dxki_str_starts(text, unnamed)) {
        start = sizeof unnamed - 1;
        for (end = start; end < text.size && is_digit(text.data[end]);)
            end++;
    } else if (text.data[0] == '"') {
        end = quoted(text, 0);
    } else {
        for (end = 0; end < text.size && is_name(text.data[end]);)
            end++;
    }
    bool label = end > start && (start || (end < text.size && text.data[end] == ':'));
    char *name = label ? dxki_arena_alloc(&at->r->arena, end - start + 1) : NULL;
    if (!name) {
        if (label)
            dxki_doc_fail(at->r, DXK_E_NOMEM);
        return (dxk_str){"", 0};
    }
    name[0] = '%';
    memcpy(name + 1, text.data + start, end - start);
    return (dxk_str){name, end - start + 1};
}

/* The place of the next block; a function's first one is at its definition unless it has a label. */
static void enter_block(reading *at, dxki_doc_line *line)
{
    if (at->entered)
        at->block++;
    else
        at->l->lines.items[at->l->functions.items[at->function - 1]].block = 0;
    line->block = at->block;
}

static void read_instruction(reading *at, dxk_str text, dxki_doc_line *line)
{
    size_t size = name_size(text, 2);
    bool debug = dxki_str_starts(rest(text, 2), "call void @llvm.dbg.") ||
                 dxki_str_starts(rest(text, 2), "tail call void @llvm.dbg.");
    at->entered = true;
    if (size && text.data[2] == '%')
        define(at, (dxk_str){text.data + 2, size}, at->function);
    if (debug)
        return;
    line->inst = (uint32_t)at->l->insts.count + 1;
    if (!dxki_vec_push(at->r->ctx, &at->l->insts, (uint32_t)at->l->lines.count))
        dxki_doc_fail(at->r, DXK_E_NOMEM);
}

static void read_body(reading *at, dxk_str text, dxki_doc_line *line)
{
    dxk_str label;
    if (text.data[0] == '}') {
        at->function = 0;
    } else if (text.size > 2 && text.data[0] == ' ' && text.data[1] == ' ') {
        if (text.data[2] != ' ' && text.data[2] != ']' && text.data[2] != ';')
            read_instruction(at, text, line);
    } else if ((label = label_of(at, text)).size) {
        define(at, label, at->function);
        enter_block(at, line);
        at->entered = true;
    }
}

static void read_top(reading *at, dxk_str text, dxki_doc_line *line)
{
    size_t size = name_size(text, 0);
    if (dxki_str_starts(text, "define ")) {
        define_first(at, text, '@');
        if (!dxki_vec_push(at->r->ctx, &at->l->functions, (uint32_t)at->l->lines.count))
            dxki_doc_fail(at->r, DXK_E_NOMEM);
        at->function = (uint32_t)at->l->functions.count;
        at->block = 1;
        at->entered = false;
        line->function = at->function;
        line->block = 1;
    } else if (dxki_str_starts(text, "declare ")) {
        define_first(at, text, '@');
    } else if (dxki_str_starts(text, "attributes #")) {
        define_first(at, text, '#');
    } else if (size && dxki_str_starts(rest(text, size), " =")) {
        define(at, (dxk_str){text.data, size}, 0);
    }
}

static void read_line(reading *at, dxk_str text, size_t start)
{
    dxki_doc_line line = {.start = start, .size = text.size, .function = at->function};
    if (text.size && !at->l->legacy) {
        if (at->function)
            read_body(at, text, &line);
        else
            read_top(at, text, &line);
    }
    if (!dxki_vec_push(at->r->ctx, &at->l->lines, line))
        dxki_doc_fail(at->r, DXK_E_NOMEM);
}

void dxki_doc_listing_make(dxki_doc *r)
{
    dxki_doc_listing *l = &r->listing;
    const dxk_disassemble_options dxil = {.debug = r->options->debug, .salvage = true};
    const dxk_list_options how = {.dxil = &dxil};
    reading at = {.r = r, .l = l};
    size_t start = 0;
    dxk_buffer_init(&l->text, r->ctx);
    dxk_status status = dxk_list(r->container, &how, dxk_buffer_sink(&l->text));
    dxki_doc_note(r, status);
    l->legacy = dxk_container_find_program(r->container, DXK_PROGRAM_TOKENS) != DXK_NO_PART;
    while (start < l->text.size && r->status == DXK_OK && l->lines.count < UINT32_MAX - 1) {
        const char *text = (const char *)l->text.data + start;
        const char *end = memchr(text, '\n', l->text.size - start);
        size_t size = end ? (size_t)(end - text) : l->text.size - start;
        read_line(&at, (dxk_str){text, size}, start);
        start += size + 1;
    }
    if (r->status == DXK_OK)
        index_names(r);
}

void dxki_doc_listing_free(dxki_doc *r)
{
    dxki_doc_listing *l = &r->listing;
    dxki_vec_free(r->ctx, &l->lines);
    dxki_vec_free(r->ctx, &l->names);
    dxki_vec_free(r->ctx, &l->insts);
    dxki_vec_free(r->ctx, &l->functions);
    if (l->text.ctx)
        dxk_buffer_free(&l->text);
}
