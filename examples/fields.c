/* SPDX-License-Identifier: MIT */
/* fields.c - reads a part in two ways: as a C structure, and field by field with a visitor. */
#include <stdio.h>
#include <stdlib.h>

#include <dxk/dxk.h>

/* PSV0 as a structure: the inputs of the shader and their registers. */
static dxk_status print_inputs(dxk_ctx *ctx, const dxk_part *part)
{
    dxk_decoded *decoded;
    dxk_status status = dxk_part_decode(ctx, part->fourcc, part->content, &decoded);
    if (status != DXK_OK)
        return status;
    const dxk_psv0 *psv = decoded->as.psv0;
    for (uint32_t i = 0; i < dxk_psv0_element_count(psv, DXK_PSV_INPUT); i++) {
        const dxk_psv_element *element = dxk_psv0_element(psv, DXK_PSV_INPUT, i);
        dxk_str name = dxk_psv0_element_name(psv, element);
        printf("input %u: %.*s in register %u\n", (unsigned)i, (int)name.size, name.data,
               (unsigned)element->start_row); /* system values are not named */
    }
    dxk_decoded_free(decoded);
    return DXK_OK;
}

/* Called for each field of a part, in file order. */
static dxk_status print_field(void *user, const dxk_visit_field *field)
{
    (void)user;
    printf("%08llx  %2u bytes  %s", (unsigned long long)field->offset, (unsigned)field->size,
           field->name);
    if (field->size <= 8)
        printf(" = %llu", (unsigned long long)field->number);
    putchar('\n');
    return DXK_OK;
}

static dxk_status look(dxk_ctx *ctx, const dxk_container *container)
{
    const dxk_visitor visitor = {.field = print_field};
    size_t hash = dxk_container_find(container, DXK_PART_HASH, 0);
    size_t psv = dxk_container_find(container, DXK_PART_PSV0, 0);
    if (hash == DXK_NO_PART || psv == DXK_NO_PART)
        return DXK_E_NOT_FOUND;
    dxk_status status = dxk_container_visit_part(container, hash, &visitor);
    if (status == DXK_OK)
        status = print_inputs(ctx, dxk_container_part(container, psv));
    return status;
}

int main(int argc, char **argv)
{
    static uint8_t data[1 << 22];
    dxk_ctx *ctx;
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!file || dxk_ctx_create(NULL, &ctx) != DXK_OK)
        return 2;
    dxk_bytes input = {data, fread(data, 1, sizeof data, file)};
    fclose(file);

    dxk_container *container = NULL;
    dxk_status status = dxk_container_read(ctx, input, NULL, &container);
    if (status == DXK_OK)
        status = look(ctx, container);
    if (status != DXK_OK)
        fprintf(stderr, "%s\n", dxk_status_text(status));
    dxk_container_free(container);
    dxk_ctx_free(ctx);
    return status == DXK_OK ? 0 : 1;
}
