/* SPDX-License-Identifier: MIT */
/* flags.c - see flags.h. */
#include "ir/flags.h"

#include "base/str.h"

bool dxki_module_flag_read(const dxk_module *m, dxki_md node, dxki_module_flag *flag)
{
    uint32_t count;
    uint64_t behavior;
    const dxki_md *ops = dxki_md_ops(m, node, &count);
    if (count < 3 || !dxki_value_as_int(m, dxki_md_value(m, ops[0]), &behavior) ||
        behavior < DXKI_FLAG_ERROR || behavior > DXKI_FLAG_APPEND_UNIQUE ||
        dxki_md_get(m, ops[1])->kind != DXKI_M_STRING)
        return false;
    *flag = (dxki_module_flag){count, (uint32_t)behavior, ops[1], ops[2]};
    return true;
}

uint64_t dxki_module_debug_version(const dxk_module *m)
{
    uint32_t index = dxki_named_md_find(m, DXKI_MODULE_FLAGS);
    if (index == UINT32_MAX)
        return 0;
    const dxki_named_md *list = &m->named_mds.items[index];
    for (uint32_t i = 0; i < list->op_count; i++) {
        dxki_module_flag flag;
        uint64_t version;
        if (dxki_module_flag_read(m, m->words.items[list->ops + i], &flag) &&
            dxki_str_is(dxki_md_str(m, flag.key), DXKI_FLAG_DEBUG_VERSION))
            return dxki_value_as_int(m, dxki_md_value(m, flag.value), &version) ? version : 0;
    }
    return 0;
}
