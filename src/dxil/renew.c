/* SPDX-License-Identifier: MIT */
/* renew.c - the dependence of outputs on inputs and ViewID as metadata. See usage.h. */
#include "dxil/usage.h"

#include <string.h>

/* The words as a node, like those that compilers write. */
static dxki_md words_md(dxk_module *m, const dxk_buffer *words)
{
    dxki_type type = dxki_type_array(m, DXKI_TY_I32, words->size / 4);
    dxki_value value =
        type ? dxki_const_data(m, type, (dxk_str){(const char *)words->data, words->size}) : 0;
    dxki_md wrapped = value ? dxki_md_of_value(m, value) : 0;
    return wrapped ? dxki_md_tuple(m, &wrapped, 1, false) : 0;
}

/* Gives the view other words, unless there are none. */
static dxk_status put_words(dxk_module *m, dxk_dxil *d, const dxk_buffer *words, bool *differs)
{
    bool same = words->size == d->view_id.words.size &&
                (words->size == 0 || memcmp(words->data, d->view_id.words.data, words->size) == 0);
    if (same || !words->size)
        return DXK_OK;
    uint8_t *copy = dxki_arena_alloc(&d->arena, words->size);
    d->view_id.md = words_md(m, words);
    if (!copy || !d->view_id.md)
        return dxki_nomem(m->ctx);
    memcpy(copy, words->data, words->size);
    d->view_id.words = (dxk_bytes){copy, words->size};
    *differs = true;
    return DXK_OK;
}

static dxk_status renew(dxk_module *m, dxk_dxil *d, bool blank, bool *differs)
{
    dxk_buffer words;
    dxk_buffer_init(&words, m->ctx);
    dxk_status status =
        blank ? dxki_dxil_blank_dependence(d, &words) : dxki_dxil_find_dependence(d, &words);
    if (status == DXK_OK)
        status = put_words(m, d, &words, differs);
    dxk_buffer_free(&words);
    return status;
}

dxk_status dxki_dxil_put_blank_dependence(dxk_module *m, dxk_dxil *d)
{
    return renew(m, d, true, &(bool){false});
}

dxk_status dxki_dxil_renew_dependence(dxk_module *m, dxk_dxil *d, bool *differs)
{
    return renew(m, d, false, differs);
}
