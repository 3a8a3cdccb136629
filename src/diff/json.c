/* SPDX-License-Identifier: MIT */
/* json.c - differences of programs as JSON; see dxk/diff.h. */
#include "diff/diff.h"
#include "dxk/json.h"

static const char *const kinds[] = {"changed", "removed", "added", "moved", "same"};
static const char *const areas[] = {"module",   "type",     "variable", "resource",   "entry",
                                    "metadata", "function", "block",    "instruction"};

static void put_pair(dxk_json *json, const char *name, const uint64_t numbers[2])
{
    dxk_json_array_line(json, name);
    dxk_json_u64(json, NULL, numbers[0]);
    dxk_json_u64(json, NULL, numbers[1]);
    dxk_json_end(json);
}

static void put_summary(dxk_json *json, const dxk_program_diff *diff)
{
    put_pair(json, "functions", diff->sum.functions);
    put_pair(json, "blocks", diff->sum.blocks);
    put_pair(json, "instructions", diff->sum.instructions);
    dxk_json_u64(json, "changed", diff->sum.changed);
    dxk_json_u64(json, "removed", diff->sum.removed);
    dxk_json_u64(json, "added", diff->sum.added);
    dxk_json_u64(json, "moved", diff->sum.moved);
    dxk_json_array(json, "counts");
    for (size_t i = 0; i < diff->counts.count; i++) {
        const dxk_diff_count *count = &diff->counts.items[i];
        dxk_json_object_line(json, NULL);
        dxk_json_str(json, "name", count->name);
        dxk_json_u64(json, "left", count->count[0]);
        dxk_json_u64(json, "right", count->count[1]);
        dxk_json_end(json);
    }
    dxk_json_end(json);
}

static void put_row(dxk_json *json, dxk_program_diff *diff, size_t index)
{
    dxk_diff_row row;
    if (!dxk_program_diff_row(diff, index, &row))
        return;
    dxk_json_object_line(json, NULL);
    dxk_json_text(json, "kind", kinds[row.kind]);
    dxk_json_text(json, "area", areas[row.area]);
    if (row.left.size)
        dxk_json_str(json, "left", row.left);
    if (row.right.size)
        dxk_json_str(json, "right", row.right);
    dxk_json_end(json);
}

/* Those that differ; a function in front of the first of them in it. */
static void put_rows(dxk_json *json, dxk_program_diff *diff)
{
    size_t function = diff->rows.count;
    dxk_json_array(json, "rows");
    for (size_t i = 0; i < diff->rows.count && !diff->no_memory; i++) {
        const dxki_diff_entry *row = &diff->rows.items[i];
        if (row->area == DXK_DIFF_FUNCTION)
            function = i;
        if (row->kind == DXK_DIFFERENCE_NONE)
            continue;
        if (function < i)
            put_row(json, diff, function);
        function = diff->rows.count;
        put_row(json, diff, i);
    }
    dxk_json_end(json);
}

dxk_status dxk_json_program_diff(dxk_json *json, dxk_program_diff *diff, bool summary_only)
{
    put_summary(json, diff);
    if (!summary_only)
        put_rows(json, diff);
    return diff->no_memory ? dxki_nomem(diff->ctx) : json->status;
}
