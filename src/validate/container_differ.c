/* SPDX-License-Identifier: MIT */
/*
 * container_differ.c - what is said of parts: errors that name them, and what differs between a part
 * and what is made of the module, which the reference does not say: fields by their paths, or else
 * where the bytes begin to differ.
 */
#include "base/out.h"
#include "dxk/diff.h"
#include "parts/parts.h"
#include "dxk/parts.h"
#include "validate/container.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/text.h"

#define MOST_SHOWN 3u

void dxki_val_part_error(dxki_val *v, dxki_vrule rule, uint32_t fourcc)
{
    const char *name = dxki_part_kind_find(fourcc)->name;
    if (fourcc == DXK_PART_PSG1 && v->subject.kind == DXK_SHADER_KIND_MESH &&
        rule == DXKI_VR_CONTAINER_PARTMATCHES)
        name = "Program Primitive Signature";
    dxki_val_error(v, rule, DXKI_ARGS(dxki_val_arg_text_z(name)));
}

void dxki_val_psv0_differs(dxki_val *v, const char *what, dxki_arg part, dxki_arg module)
{
    dxki_val_error(v, DXKI_VR_CONTAINER_CONTENTMATCHES,
                   DXKI_ARGS(dxki_val_arg_text_z(what), dxki_val_arg_text_z("PSV0"), part, module));
}

void dxki_val_psv0_invalid(dxki_val *v, const char *where, const char *what)
{
    const dxki_arg args[] = {dxki_val_arg_text_z(where),
                             what ? dxki_val_arg_text_z(what) : dxki_dec(0)};
    dxki_val_error(v, DXKI_VR_CONTAINER_CONTENTINVALID, args, what ? 2 : 1);
}

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
    dxk_container *left = wrap(v, v->report.part->fourcc, have);
    dxk_container *right = wrap(v, v->report.part->fourcc, want);
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
    if (!v->report.part || v->failed)
        return;
    dxk_str text = compare_fields(v, have, want);
    dxki_val_hint(v, text.size ? text : compare_bytes(v, have, want));
}
