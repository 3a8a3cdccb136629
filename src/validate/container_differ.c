/* SPDX-License-Identifier: MIT */
/*
 * container_differ.c - what differs between a part and what is made of the module, which the
 * reference does not say: fields by their paths, or else where the bytes begin to differ.
 */
#include "base/out.h"
#include "dxk/diff.h"
#include "validate/container.h"

#define MOST_SHOWN 3u

typedef struct differences {
    dxki_val *v;
    dxk_str text;
    size_t count;
} differences;

static dxk_str value_text(dxki_val *v, dxk_str value)
{
    return value.size ? value : dxki_val_join(v, dxki_str("nothing"), value);
}

static dxk_status add(void *user, const dxk_difference *d)
{
    differences *list = user;
    dxki_val *v = list->v;
    dxk_str path = dxki_str(d->path), one;
    if (list->count++ == MOST_SHOWN) {
        list->text = dxki_val_join(v, list->text, dxki_str("; and more"));
        return DXK_E_SINK; /* ends the comparison */
    }
    if (d->kind == DXK_DIFFERENCE_REMOVED) {
        one = dxki_val_join(v, path, dxki_str(" is too much"));
    } else if (d->kind == DXK_DIFFERENCE_ADDED) {
        one = dxki_val_join(v, path, dxki_str(" is missing"));
    } else {
        one = dxki_val_join(v, path, dxki_str(" is "));
        one =
            dxki_val_join(v, dxki_val_join(v, one, value_text(v, d->left)), dxki_str(", must be "));
        one = dxki_val_join(v, one, value_text(v, d->right));
    }
    if (list->text.size)
        list->text = dxki_val_join(v, list->text, dxki_str("; "));
    list->text = dxki_val_join(v, list->text, one);
    return DXK_OK;
}

/* A container with this part alone. */
static dxk_container *wrap(dxki_val *v, uint32_t fourcc, dxk_bytes content)
{
    dxk_container *container = NULL;
    if (dxk_container_create(v->ctx, &container) != DXK_OK)
        return NULL;
    if (dxk_container_insert(container, 0, fourcc, content) == DXK_OK)
        return container;
    dxk_container_free(container);
    return NULL;
}

static dxk_str compare_fields(dxki_val *v, dxk_bytes have, dxk_bytes want)
{
    differences list = {.v = v};
    dxk_container *left = wrap(v, v->part->fourcc, have);
    dxk_container *right = wrap(v, v->part->fourcc, want);
    v->ctx->muted++;
    if (!left || !right || dxk_diff(left, right, NULL, add, &list, NULL) == DXK_E_NOMEM)
        v->failed = true;
    v->ctx->muted--;
    dxk_container_free(left);
    dxk_container_free(right);
    return list.text;
}

static dxk_str compare_bytes(dxki_val *v, dxk_bytes have, dxk_bytes want)
{
    size_t at = 0, most = have.size < want.size ? have.size : want.size;
    while (at < most && have.data[at] == want.data[at])
        at++;
    if (at == most)
        return dxki_val_format(v, "it has %0 bytes, it must have %1",
                               DXKI_ARGS(dxki_dec(have.size), dxki_dec(want.size)));
    return dxki_val_format(
        v, "byte %0 is %1, must be %2",
        DXKI_ARGS(dxki_dec(at), dxki_dec(have.data[at]), dxki_dec(want.data[at])));
}

void dxki_val_hint_difference(dxki_val *v, dxk_bytes have, dxk_bytes want)
{
    if (!v->part || v->failed)
        return;
    dxk_str text = compare_fields(v, have, want);
    dxki_val_hint(v, text.size ? text : compare_bytes(v, have, want));
}
