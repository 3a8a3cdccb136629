/* SPDX-License-Identifier: MIT */
/* hint.c - what the source asks of branches and loops, see <dxk/builder.h>, and of functions. */
#include "builder/builder.h"
#include "ir/attrs.h"
#include "ir/edit.h"
#include "ir/metadata.h"

/* Whether a hint is about the loop that a branch closes. */
static bool is_of_loop(dxk_flow_hint hint)
{
    return hint == DXK_FLOW_HINT_LOOP || hint == DXK_FLOW_HINT_UNROLL;
}

static dxki_md number(dxk_module *m, uint64_t value)
{
    dxki_value made = dxki_const_int(m, DXKI_TY_I32, value);

    return made ? dxki_md_of_value(m, made) : 0;
}

/* !{!"name"}, or with a number after it. */
static dxki_md property(dxk_module *m, const char *name, const uint32_t *value)
{
    const dxki_md ops[] = {dxki_md_string(m, dxki_str(name)), value ? number(m, *value) : 0};

    if (!ops[0] || (value && !ops[1]))
        return 0;
    return dxki_md_tuple(m, ops, value ? 2 : 1, false);
}

/* A distinct node that begins with itself. */
static dxki_md self_and(dxk_module *m, const dxki_md *behind, uint32_t count)
{
    dxki_md ops[4] = {0};

    memcpy(ops + 1, behind, count * sizeof *behind);
    dxki_md made = dxki_md_tuple(m, ops, count + 1, true);
    if (made)
        m->words.items[m->mds.items[made].ops] = made;
    return made;
}

static dxki_md loop_node(dxk_module *m, dxk_flow_hint hint, uint32_t count, uint32_t id)
{
    const char *name = hint == DXK_FLOW_HINT_LOOP ? "llvm.loop.unroll.disable"
                       : count                    ? "llvm.loop.unroll.count"
                                                  : "llvm.loop.unroll.full";
    const dxki_md ops[] = {property(m, name, count ? &count : NULL),
                           id ? property(m, DXKI_BUILDER_LOOP_ID, &id) : 0};

    if (!ops[0] || (id && !ops[1]))
        return 0;
    return self_and(m, ops, id ? 2 : 1);
}

static dxki_md flow_node(dxk_module *m, dxk_flow_hint hint)
{
    const dxki_md ops[] = {dxki_md_string(m, dxki_str("dx.controlflow.hints")),
                           number(m, (uint64_t)hint)};

    return ops[0] && ops[1] ? self_and(m, ops, 2) : 0;
}

void dxki_builder_hint(dxk_builder *b, dxk_flow_hint hint, uint32_t count, uint32_t id)
{
    if (!dxki_builder_ready(b))
        return;
    dxk_module *m = b->m;
    uint32_t end = b->block ? m->blocks.items[b->block].last_inst : 0;
    if (!end || dxki_op_class_of((dxki_op)m->insts.items[end].op) != DXKI_OC_TERM) {
        DXKI_BFAIL(b, PLACE, dxki_builder_text("hint"),
                   dxki_builder_text("the block has no terminator"));
        return;
    }
    bool loop = is_of_loop(hint);
    dxki_md node = loop ? loop_node(m, hint, count, id) : flow_node(m, hint);
    uint32_t kind = dxki_md_kind_index(m, dxki_str(loop ? "llvm.loop" : "dx.controlflow.hints"));
    if (!node || kind == UINT32_MAX || !dxki_inst_set_attachment(m, end, kind, node))
        dxki_builder_nomem(b);
}

void dxk_builder_hint(dxk_builder *b, dxk_flow_hint hint, uint32_t count)
{
    dxki_builder_hint(b, hint, hint == DXK_FLOW_HINT_UNROLL ? count : 0, 0);
}

void dxki_builder_denormals(dxk_builder *b, const char *mode)
{
    dxki_attr attr = {.kind = DXKI_AT_STRING};

    if (!dxki_builder_ready(b))
        return;
    attr.key = dxki_string_add(b->m, dxki_str("fp32-denorm-mode"));
    attr.string = dxki_string_add(b->m, dxki_str(mode));
    const dxki_attr_slot slot = {DXKI_ATTR_SLOT_FUNCTION, dxki_attr_make_set(b->m, &attr, 1)};
    uint32_t list = slot.set == UINT32_MAX ? slot.set : dxki_attr_make_list(b->m, &slot, 1);
    if (!attr.key || !attr.string || list == UINT32_MAX) {
        dxki_builder_nomem(b);
        return;
    }
    DXKI_EACH_FUNCTION(b->m, function) {
        dxki_global *g = &b->m->globals.items[function];
        if (g->first_block && !g->attrs)
            g->attrs = list;
    }
}
