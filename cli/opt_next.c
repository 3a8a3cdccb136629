/* SPDX-License-Identifier: MIT */
/* opt_next.c - `dxk opt --next`: outputs that the shader of the next stage does not have as inputs. */
#include <dxk/parts.h>

#include "passes.h"
#include "source.h"

#include <string.h>

/* The option's end, also of an empty list: then nothing is read. */
static const char list_start[] = "dead-outputs<read=", list_end[] = ";>";

/* Appends "NAME0;" for each element of a signature part, if the container has it. */
static dxk_status append_elements(dxk_ctx *ctx, const dxk_container *container, uint32_t fourcc,
                                  dxk_buffer *list)
{
    dxk_decoded *part;
    size_t index = dxk_container_find(container, fourcc, 0);
    if (index == DXK_NO_PART)
        return DXK_OK;
    dxk_status status =
        dxk_part_decode(ctx, fourcc, dxk_container_part(container, index)->content, &part);
    if (status != DXK_OK)
        return status;
    const dxk_signature *signature = part->as.signature;
    text_out out = text_to_buffer(list, false);
    for (size_t i = 0; i < signature->header.count; i++) {
        text_str(&out, dxk_signature_name(signature, i));
        text_u64(&out, signature->elements[i].semantic_index);
        text_char(&out, ';');
    }
    dxk_decoded_free(part);
    return out.error ? DXK_E_NOMEM : DXK_OK;
}

/* Writes the list of passes: one pass, with what the container's shader reads. */
static dxk_status write_list(dxk_ctx *ctx, const dxk_container *container, dxk_buffer *list)
{
    dxk_status status = dxk_buffer_append(list, list_start, sizeof list_start - 1);
    if (status == DXK_OK)
        status = append_elements(ctx, container, DXK_PART_ISG1, list);
    if (status == DXK_OK)
        status = append_elements(ctx, container, DXK_PART_PSG1, list);
    return status == DXK_OK ? dxk_buffer_append(list, list_end, sizeof list_end - 1) : status;
}

int opt_drop_unread(job *j, dxk_module *module, const char *next)
{
    io_file file;
    dxk_container *container = NULL;
    dxk_buffer list;
    int code = source_read(j, next, &file);
    if (code != CLI_OK)
        return code;
    dxk_buffer_init(&list, j->ctx);
    code = job_load_other(j, next, file.bytes, &container);
    if (code == CLI_OK)
        code = job_status(j, write_list(j->ctx, container, &list));
    if (code == CLI_OK)
        code = passes_run(j, module, (dxk_str){(const char *)list.data, list.size}, true);
    dxk_buffer_free(&list);
    dxk_container_free(container);
    io_close(&file);
    return code;
}
