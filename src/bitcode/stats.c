/* SPDX-License-Identifier: MIT */
/* stats.c - see stats.h. The layout is that of LLVM 3.7's llvm-bcanalyzer. */
#include "bitcode/stats.h"
#include "base/sort.h"
#include "spec/bitcode.h"

#include <string.h>

void dxki_bc_stats_init(dxki_bc_stats *stats, dxk_ctx *ctx)
{
    memset(stats, 0, sizeof *stats);
    stats->ctx = ctx;
}

void dxki_bc_stats_free(dxki_bc_stats *stats)
{
    dxki_vec_free(stats->ctx, &stats->blocks);
    dxki_vec_free(stats->ctx, &stats->records);
    dxki_idset_free(stats->ctx, &stats->block_set);
    dxki_idset_free(stats->ctx, &stats->record_set);
}

uint32_t dxki_bc_stats_block(dxki_bc_stats *stats, uint32_t block_id)
{
    uint32_t hash = dxki_hash_end(dxki_hash_mix(1, block_id)), pos = hash, id;
    while ((id = dxki_idset_next(&stats->block_set, hash, &pos)) != 0) {
        if (stats->blocks.items[id - 1].id == block_id)
            return id - 1;
    }
    dxki_bc_block_stats fresh = {.id = block_id};
    if (!dxki_vec_push(stats->ctx, &stats->blocks, fresh))
        return UINT32_MAX;
    id = (uint32_t)stats->blocks.count;
    return dxki_idset_add(stats->ctx, &stats->block_set, hash, id) ? id - 1 : UINT32_MAX;
}

static dxki_bc_record_stats *record_entry(dxki_bc_stats *stats, uint32_t block, uint32_t code)
{
    uint32_t hash = dxki_hash_end(dxki_hash_mix(block, code)), pos = hash, id;
    while ((id = dxki_idset_next(&stats->record_set, hash, &pos)) != 0) {
        dxki_bc_record_stats *old = &stats->records.items[id - 1];
        if (old->block == block && old->code == code)
            return old;
    }
    dxki_bc_record_stats fresh = {.block = block, .code = code};
    if (!dxki_vec_push(stats->ctx, &stats->records, fresh))
        return NULL;
    id = (uint32_t)stats->records.count;
    return dxki_idset_add(stats->ctx, &stats->record_set, hash, id) ? &stats->records.items[id - 1]
                                                                    : NULL;
}

bool dxki_bc_stats_record(dxki_bc_stats *stats, uint32_t block, uint32_t code, bool abbreviated,
                          uint64_t bits)
{
    dxki_bc_record_stats *record = record_entry(stats, block, code);
    if (!record)
        return false;
    dxki_bc_block_stats *home = &stats->blocks.items[block];
    home->records++;
    home->abbreviated += abbreviated;
    record->count++;
    record->abbreviated += abbreviated;
    record->bits += bits;
    return true;
}

/* --- numbers --- */

/* a / b with `decimals` digits after the point, ties to even. */
static void put_ratio(dxki_out *out, uint64_t a, uint64_t b, int decimals, int width)
{
    uint64_t whole = a / b, rest = a % b, fraction = 0, scale = 1;
    for (int i = 0; i < decimals; i++) {
        rest *= 10;
        fraction = fraction * 10 + rest / b;
        rest %= b;
        scale *= 10;
    }
    if (rest > b - rest || (rest == b - rest && (fraction & 1)))
        fraction++;
    if (fraction == scale) {
        fraction = 0;
        whole++;
    }
    char text[48], *end = text + sizeof text, *digits = dxki_format_u64(end, fraction + scale);
    *digits = '.'; /* the 1 of `scale` makes room and keeps leading zeros */
    digits = dxki_format_u64(digits, whole);
    dxki_out_field(out, (dxk_str){digits, (size_t)(end - digits)}, width);
}

/* a / b in the form d.dddddde+xx. */
static void put_scientific(dxki_out *out, uint64_t a, uint64_t b)
{
    int exponent = 0;
    uint64_t top = b, digits = 0;
    while (a >= top && a / 10 >= top) {
        top *= 10;
        exponent++;
    }
    while (a && a < top) {
        a *= 10;
        exponent--;
    }
    for (int i = 0; i < 7; i++) {
        digits = digits * 10 + a / top;
        a = a % top * 10;
    }
    if (a / 10 > top - a / 10 || (a / 10 == top - a / 10 && (digits & 1)))
        digits++;
    if (digits == 10000000) {
        digits = 1000000;
        exponent++;
    }
    dxki_out_u64(out, digits / 1000000);
    char text[24], *start = dxki_format_u64(text + sizeof text, digits % 1000000 + 1000000);
    *start = '.';
    dxki_out_write(out, start, 7);
    dxki_out_text(out, exponent < 0 ? "e-" : "e+");
    uint64_t size = (uint64_t)(exponent < 0 ? -exponent : exponent);
    if (size < 10)
        dxki_out_char(out, '0');
    dxki_out_u64(out, size);
}

static void put_size(dxki_out *out, uint64_t bits)
{
    dxki_out_u64(out, bits);
    dxki_out_text(out, "b/");
    put_ratio(out, bits, 8, 2, 0);
    dxki_out_text(out, "B/");
    dxki_out_u64(out, bits / 32);
    dxki_out_text(out, "W\n");
}

static void put_average_size(dxki_out *out, uint64_t bits, uint64_t count)
{
    put_ratio(out, bits, count, 2, 0);
    dxki_out_char(out, '/');
    put_ratio(out, bits, count * 8, 2, 0);
    dxki_out_text(out, "B/");
    dxki_out_u64(out, bits / count / 32);
    dxki_out_text(out, "W\n");
}

static void put_count(dxki_out *out, const char *label, uint64_t count)
{
    dxki_out_text(out, label);
    dxki_out_u64(out, count);
    dxki_out_char(out, '\n');
}

static void put_average(dxki_out *out, const char *label, uint64_t count, uint64_t instances)
{
    dxki_out_text(out, label);
    dxki_out_u64(out, count);
    dxki_out_char(out, '/');
    put_scientific(out, count, instances);
    dxki_out_char(out, '\n');
}

static void put_percent(dxki_out *out, const char *label, uint64_t part, uint64_t total)
{
    dxki_out_text(out, label);
    put_ratio(out, part * 100, total, 4, 0);
    dxki_out_text(out, "%\n");
}

/* --- the summary --- */

static void put_block_counts(dxki_out *out, const dxki_bc_block_stats *b, uint64_t total_bits)
{
    put_count(out, "      Num Instances: ", b->instances);
    dxki_out_text(out, "         Total Size: ");
    put_size(out, b->bits);
    put_percent(out, "    Percent of file: ", b->bits, total_bits);
    if (b->instances > 1) {
        dxki_out_text(out, "       Average Size: ");
        put_average_size(out, b->bits, b->instances);
        put_average(out, "  Tot/Avg SubBlocks: ", b->sub_blocks, b->instances);
        put_average(out, "    Tot/Avg Abbrevs: ", b->abbrevs, b->instances);
        put_average(out, "    Tot/Avg Records: ", b->records, b->instances);
    } else {
        put_count(out, "      Num SubBlocks: ", b->sub_blocks);
        put_count(out, "        Num Abbrevs: ", b->abbrevs);
        put_count(out, "        Num Records: ", b->records);
    }
    if (b->records)
        put_percent(out, "    Percent Abbrevs: ", b->abbreviated, b->records);
    dxki_out_char(out, '\n');
}

static void put_record_name(dxki_out *out, uint32_t block_id, uint32_t code)
{
    const dxki_bc_record_spec *spec = dxki_record_spec_get(block_id, code);
    if (spec && spec->shown[0]) {
        dxki_out_text(out, spec->shown);
    } else {
        dxki_out_text(out, "UnknownCode");
        dxki_out_u64(out, code);
    }
}

static void put_histogram(dxki_out *out, uint32_t block_id, const dxki_bc_record_stats *records,
                          size_t count)
{
    dxki_out_text(out, "\tRecord Histogram:\n\t\t  Count    # Bits   %% Abv  Record Kind\n");
    for (size_t i = 0; i < count; i++) {
        const dxki_bc_record_stats *r = &records[i];
        dxki_out_text(out, "\t\t");
        dxki_out_u64_field(out, r->count, 7);
        dxki_out_char(out, ' ');
        dxki_out_u64_field(out, r->bits, 9);
        if (r->abbreviated)
            put_ratio(out, (uint64_t)r->abbreviated * 100, r->count, 2, 7);
        dxki_out_text(out, r->abbreviated ? "  " : "         ");
        put_record_name(out, block_id, r->code);
        dxki_out_char(out, '\n');
    }
    dxki_out_char(out, '\n');
}

/* Records of a block together, then the most frequent first, then the higher code first. */
static bool is_later_record(const void *user, const void *left, const void *right)
{
    const dxki_bc_record_stats *a = left, *b = right;
    (void)user;
    if (a->block != b->block)
        return a->block > b->block;
    return a->count != b->count ? a->count < b->count : a->code < b->code;
}

static bool is_later_block(const void *user, const void *left, const void *right)
{
    const dxki_bc_block_stats *a = left, *b = right;
    (void)user;
    return a->id > b->id;
}

/* Sorts blocks by id and the records in the order of the blocks. */
static bool sort_entries(dxki_bc_stats *stats)
{
    for (size_t i = 0; i < stats->records.count; i++)
        stats->records.items[i].block = stats->blocks.items[stats->records.items[i].block].id;
    return dxki_sort(stats->ctx, stats->records.items, stats->records.count,
                     sizeof *stats->records.items, is_later_record, NULL) &&
           dxki_sort(stats->ctx, stats->blocks.items, stats->blocks.count,
                     sizeof *stats->blocks.items, is_later_block, NULL);
}

/* Prints one block; returns the first record after its own ones. */
static size_t put_block(const dxki_bc_stats *stats, dxki_out *out, const dxki_bc_block_stats *b,
                        size_t first, uint64_t total_bits)
{
    const char *name = dxki_bc_block_name(b->id);
    dxki_out_text(out, "  Block ID #");
    dxki_out_u64(out, b->id);
    if (name) {
        dxki_out_text(out, " (");
        dxki_out_text(out, name);
        dxki_out_char(out, ')');
    }
    dxki_out_text(out, ":\n");
    put_block_counts(out, b, total_bits);
    size_t end = first;
    while (end < stats->records.count && stats->records.items[end].block == b->id)
        end++;
    if (end > first)
        put_histogram(out, b->id, stats->records.items + first, end - first);
    return end;
}

dxk_status dxki_bc_stats_print(dxki_bc_stats *stats, dxki_out *out, const char *name,
                               uint64_t total_bits)
{
    if (!sort_entries(stats))
        return dxki_nomem(stats->ctx);
    dxki_out_text(out, "Summary of ");
    dxki_out_text(out, name);
    dxki_out_text(out, ":\n         Total size: ");
    put_size(out, total_bits);
    dxki_out_text(out, "        Stream type: LLVM IR\n");
    put_count(out, "  # Toplevel Blocks: ", stats->top_level);
    dxki_out_text(out, "\nPer-block Summary:\n");
    size_t record = 0;
    for (size_t i = 0; i < stats->blocks.count; i++)
        record = put_block(stats, out, &stats->blocks.items[i], record, total_bits);
    return DXK_OK;
}
