/* SPDX-License-Identifier: MIT */
/* opened.c - see opened.h. */
#include <dxk/parts.h>

#include "opened.h"
#include "source.h"
#include "subject.h"

int opened_read(job *j, opened *f, const char *path)
{
    int result = source_read(j, path, &f->file);
    if (result != CLI_OK)
        return result;
    dxk_bytes bytes = f->file.bytes;
    dxk_buffer_init(&f->assembled, j->ctx);
    size_t before = dxk_ctx_diag_count(j->ctx);
    result = subject_assemble(j, &bytes, &f->assembled);
    if (result == CLI_OK)
        return job_load_other(j, path, bytes, &f->container);
    job_blame(j, path, before);
    return result;
}

void opened_close(opened *f)
{
    dxk_container_free(f->container);
    if (f->assembled.data)
        dxk_buffer_free(&f->assembled);
    io_close(&f->file);
}

int opened_root_signature(job *j, const opened *f, const char *option, dxk_bytes *content)
{
    size_t part = dxk_container_find(f->container, DXK_PART_RTS0, 0);
    if (part == DXK_NO_PART)
        return job_error(j, CLI_INVALID, "%s: there is no part RTS0", option);
    *content = dxk_container_part(f->container, part)->content;
    return CLI_OK;
}
