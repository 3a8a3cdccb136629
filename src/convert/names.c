/* SPDX-License-Identifier: MIT */
/*
 * names.c - names of blocks and registers, for those who read the result beside the listing of the
 * program: those that dxilconv gives.
 *
 *     if0.then  if0.else  if0.end      loop0  loop0.breakc0  loop0.continue1  loop0.end
 *     switch0.casegroup0  switch0.default  switch0.end
 *     dx.v32.r5                        component y of r1
 */
#include "convert/code.h"

#include "base/out.h"
#include "dxk/convert.h"

#include <string.h>

#define NAME_SIZE 64u

bool dxki_convert_names(const dxki_convert *c)
{
    return c->options->keep_names || c->dxilconv;
}

static void append(char name[NAME_SIZE], const char *text)
{
    strncat(name, text, NAME_SIZE - 1 - strlen(name));
}

static void append_number(char name[NAME_SIZE], uint32_t number)
{
    char digits[24], *end = digits + sizeof digits - 1;

    *end = 0;
    append(name, dxki_format_u64(end, number));
}

static const char *kind_text(dxki_convert_scope_kind kind)
{
    static const char *const texts[] = {
        [DXKI_CONVERT_BODY] = "body",     [DXKI_CONVERT_IF] = "if",
        [DXKI_CONVERT_ELSE] = "if",       [DXKI_CONVERT_LOOP] = "loop",
        [DXKI_CONVERT_SWITCH] = "switch", [DXKI_CONVERT_CHOICE] = "fcall",
    };
    return texts[kind];
}

void dxki_convert_name(dxki_convert *c, dxk_block block, const dxki_convert_scope *scope,
                       const char *what)
{
    char name[NAME_SIZE] = "";

    if (!dxki_convert_names(c) || !block || !dxki_convert_ready(c))
        return;
    append(name, kind_text(scope->kind));
    append_number(name, scope->number);
    append(name, what);
    dxk_builder_name(c->b, block, name);
}

void dxki_convert_name_next(dxki_convert *c, dxk_block block, dxki_convert_scope *scope,
                            const char *what, uint32_t counted)
{
    char text[NAME_SIZE] = "";

    append(text, what);
    append_number(text, scope->leaves[counted]++);
    dxki_convert_name(c, block, scope, text);
}

void dxki_convert_name_number(dxki_convert *c, dxk_value value, const char *text, uint32_t number)
{
    char name[NAME_SIZE] = "";

    if (!dxki_convert_names(c) || !value || !dxki_convert_ready(c))
        return;
    append(name, text);
    append_number(name, number);
    dxk_builder_name(c->b, value, name);
}
