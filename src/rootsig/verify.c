/* SPDX-License-Identifier: MIT */
/* verify.c - checks for callers, and root signatures as parts and containers. */
#include "rootsig/check.h"

#include "dxk/parts.h"

#include <string.h>

/* Where in a file a fault is, for people: "RTS0/parameters[1]/ranges[0]". */
static void put_index(char *path, const char *name, uint32_t index)
{
    char digits[10];
    size_t n = strlen(path), k = 0;
    if (index == DXKI_RS_NOWHERE)
        return;
    memcpy(path + n, name, strlen(name));
    n += strlen(name);
    path[n++] = '[';
    do
        digits[k++] = (char)('0' + index % 10);
    while (index /= 10);
    while (k)
        path[n++] = digits[--k];
    path[n++] = ']';
    path[n] = 0;
}

dxk_status dxk_rootsig_verify(dxk_ctx *ctx, const dxk_root_signature *signature,
                              const dxk_psv0 *psv, uint32_t stage, dxk_sink text)
{
    dxki_rootsig_fault fault;
    bool found;
    char path[80] = "";
    dxk_status status = dxki_rootsig_check(ctx, signature, psv, stage, &fault, &found);
    if (status != DXK_OK || !found)
        return status;
    if (text.write && text.write(text.user, fault.text, fault.size) != DXK_OK)
        return DXK_E_SINK;
    if (fault.resource != DXKI_RS_NOWHERE) {
        put_index(path, "PSV0/resources", fault.resource);
    } else {
        put_index(path, "RTS0/parameters", fault.parameter);
        put_index(path, "RTS0/samplers", fault.sampler);
        put_index(path, "/ranges", fault.range);
    }
    return DXKI_REPORT(ctx, fault.rule, dxki_nowhere(), path,
                       dxki_text(dxki_rootsig_fault_message(&fault)));
}

dxk_status dxk_rootsig_encode(dxk_ctx *ctx, const dxk_root_signature *signature, dxk_sink sink)
{
    dxk_root_signature copy = *signature; /* encoding reads only, but takes what can be changed */
    dxk_decoded part = {DXK_PART_RTS0, DXK_PART_TYPE_ROOT_SIGNATURE, {NULL}};
    part.as.root_signature = &copy;
    return dxk_part_encode(ctx, &part, sink);
}

dxk_status dxk_rootsig_write(dxk_ctx *ctx, const dxk_root_signature *signature, dxk_sink sink)
{
    const dxk_write_options options = {.digest = DXK_DIGEST_FIX};
    dxk_container *container;
    dxk_buffer bytes;
    dxk_buffer_init(&bytes, ctx);
    dxk_status status = dxk_container_create(ctx, &container);
    if (status == DXK_OK)
        status = dxk_rootsig_encode(ctx, signature, dxk_buffer_sink(&bytes));
    if (status == DXK_OK)
        status =
            dxk_container_insert(container, 0, DXK_PART_RTS0, (dxk_bytes){bytes.data, bytes.size});
    if (status == DXK_OK)
        status = dxk_container_write(container, &options, sink);
    dxk_container_free(container);
    dxk_buffer_free(&bytes);
    return status;
}
