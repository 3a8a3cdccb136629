/* SPDX-License-Identifier: MIT */
/* tracked.c - see tracked.h. */
#include "ir/edit_parts.h"

#include <string.h>

/* Grows an array of links or heads with zeros. */
#define GROW(m, vec, wanted)                                                                       \
    ((vec)->count >= (wanted) ||                                                                   \
     (dxki_vec_reserve((m)->ctx, (vec), (wanted) - (vec)->count) &&                                \
      (memset((vec)->items + (vec)->count, 0, ((wanted) - (vec)->count) * sizeof *(vec)->items),   \
       (vec)->count = (wanted), true)))

static bool link_word(dxk_module *m, uint32_t inst, uint32_t word)
{
    struct dxki_tracked *t = m->tracked;
    dxki_value value = m->words.items[word];
    uint32_t index = DXKI_INDEX(value), tag = (uint32_t)DXKI_TAG(value);
    if (!GROW(m, &t->heads[tag], (size_t)index + 1) || !GROW(m, &t->links, m->words.count))
        return false;
    uint32_t *head = &t->heads[tag].items[index];
    t->links.items[word] = (dxki_tracked_link){*head, 0, inst};
    if (*head)
        t->links.items[*head].prev = word;
    *head = word;
    return true;
}

static void unlink_word(dxk_module *m, uint32_t word)
{
    struct dxki_tracked *t = m->tracked;
    dxki_tracked_link *links = t->links.items;
    dxki_value value = m->words.items[word];
    if (word >= t->links.count || !links[word].user)
        return;
    dxki_tracked_link *link = &links[word];
    if (link->prev)
        links[link->prev].next = link->next;
    else
        t->heads[DXKI_TAG(value)].items[DXKI_INDEX(value)] = link->next;
    if (link->next)
        links[link->next].prev = link->prev;
    *link = (dxki_tracked_link){0, 0, 0};
}

bool dxki_tracked_add(dxk_module *m, uint32_t inst)
{
    const dxki_inst *in = &m->insts.items[inst];
    bool ok = true;
    for (uint32_t i = 0; m->tracked && ok && i < dxki_inst_value_words(in); i++)
        ok = link_word(m, inst, in->ops + i);
    return ok;
}

void dxki_tracked_drop(dxk_module *m, uint32_t inst)
{
    const dxki_inst *in = &m->insts.items[inst];
    for (uint32_t i = 0; m->tracked && i < dxki_inst_value_words(in); i++)
        unlink_word(m, in->ops + i);
}

bool dxki_tracked_set(dxk_module *m, uint32_t inst, uint32_t word, dxki_value value)
{
    if (m->tracked)
        unlink_word(m, word);
    m->words.items[word] = value;
    return !m->tracked || link_word(m, inst, word);
}

/* Links every instruction that is in a block. */
static bool add_all(dxk_module *m)
{
    DXKI_EACH_FUNCTION(m, fn)
        DXKI_EACH_BLOCK(m, fn, block)
            DXKI_EACH_INST(m, block, inst)
                if (!dxki_tracked_add(m, inst))
                    return false;
    return true;
}

bool dxki_tracked_begin(dxk_module *m)
{
    if (m->tracked)
        return true;
    m->tracked = dxki_realloc(m->ctx, NULL, 0, sizeof *m->tracked);
    if (!m->tracked)
        return false;
    memset(m->tracked, 0, sizeof *m->tracked);
    if (add_all(m))
        return true;
    dxki_tracked_end(m);
    return false;
}

void dxki_tracked_end(dxk_module *m)
{
    struct dxki_tracked *t = m->tracked;
    if (!t)
        return;
    dxki_vec_free(m->ctx, &t->links);
    for (size_t tag = 0; tag <= DXKI_V_FORWARD; tag++)
        dxki_vec_free(m->ctx, &t->heads[tag]);
    dxki_realloc(m->ctx, t, sizeof *t, 0);
    m->tracked = NULL;
}
