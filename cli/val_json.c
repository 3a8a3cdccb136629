/* SPDX-License-Identifier: MIT */
/* val_json.c - findings as members of a JSON document; the man page of dxk-val has the keys. */
#include "val.h"

/* With the places that mean something to who has the input. */
dxk_finding val_placed(const subject *s, const dxk_finding *f)
{
    dxk_finding placed = *f;
    val_line line;
    if (!val_has_bit(s, f))
        placed.bit_offset = UINT32_MAX;
    if (!val_has_offset(s, f))
        placed.offset = UINT64_MAX;
    if (val_text_line(s, f, &line)) {
        placed.file = (dxk_str){NULL, 0};
        placed.line = line.line;
        placed.column = line.column;
    }
    return placed;
}

void val_print_findings(job *j, const subject *s, const val_filter *filter,
                        const dxk_validation *result)
{
    val_walk walk = {.result = result, .filter = filter};
    const dxk_finding *f;
    dxk_json_array(j->json, "findings");
    while ((f = val_next(&walk)) != NULL) {
        dxk_finding placed = val_placed(s, f);
        dxk_json_finding(j->json, &placed);
    }
    dxk_json_end(j->json);
}

void val_print_json(job *j, const subject *s, const val_filter *filter,
                    const dxk_validation *result)
{
    uint64_t total = 0;
    if (result)
        dxk_validation_count(result, &total);
    dxk_json_bool(j->json, "valid", val_is_valid(result));
    dxk_json_text(j->json, "judged", val_is_form(s) ? "form" : "rules");
    dxk_json_u64(j->json, "total", total);
    val_print_findings(j, s, filter, result);
}
