/* SPDX-License-Identifier: MIT */
/* main.c - a user of the library, as packages are tested with. */
#include <dxk/dxk.h>

#include <stdio.h>

int main(void)
{
    dxk_ctx *ctx;

    if (dxk_ctx_create(NULL, &ctx) != DXK_OK)
        return 1;
    dxk_ctx_free(ctx);
    return puts(dxk_version()) < 0;
}
