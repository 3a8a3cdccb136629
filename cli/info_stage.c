/* SPDX-License-Identifier: MIT */
/* info_stage.c - the line of `dxk info` that says what is particular to the stage. */
#include "info.h"
#include "reflect.h"

static void put_streams(text_out *out, const dxk_fact *f)
{
    text_put(out, f->words);
    for (unsigned i = 0; i < 32; i++)
        if (f->value >> i & 1)
            text_printf(out, " %u", i);
}

static void put_name(text_out *out, const dxk_fact *f)
{
    text_put(out, f->words);
    text_char(out, ' ');
    if (!f->name)
        text_u64(out, f->value);
    else if (f->prefix)
        reflect_put_lower(out, f->name, f->prefix);
    else
        info_put_lower(out, f->name);
}

static void put_waves(text_out *out, const dxk_fact *f)
{
    if (f->three[0] == f->three[1])
        text_printf(out, "waves of %u lanes", (unsigned)f->three[0]);
    else
        text_printf(out, "waves of %u to %u lanes", (unsigned)f->three[0], (unsigned)f->three[1]);
}

static void put_fact(text_out *out, const dxk_fact *f)
{
    switch (f->kind) {
    case DXK_FACT_NUMBER:
        text_u64(out, f->value);
        text_char(out, ' ');
        text_put(out, f->words);
        return;
    case DXK_FACT_NAME:
        put_name(out, f);
        return;
    case DXK_FACT_FLAG:
        text_put(out, f->words);
        return;
    case DXK_FACT_MASK:
        put_streams(out, f);
        return;
    case DXK_FACT_THREADS:
        text_printf(out, "%u x %u x %u threads", (unsigned)f->three[0], (unsigned)f->three[1],
                    (unsigned)f->three[2]);
        return;
    case DXK_FACT_WAVES:
        put_waves(out, f);
        return;
    }
}

/* Does the fact go without saying? */
static bool is_usual(const dxk_fact *f)
{
    switch (f->kind) {
    case DXK_FACT_NUMBER:
    case DXK_FACT_FLAG:
        return !f->words || !f->value;
    case DXK_FACT_MASK:
        return f->value == 1;
    case DXK_FACT_WAVES:
        return f->three[0] == 0 && f->three[1] == UINT32_MAX;
    case DXK_FACT_NAME:
    case DXK_FACT_THREADS:
        break;
    }
    return false;
}

void info_stage(info *in)
{
    dxk_fact facts[DXK_FACTS];
    size_t count = dxk_info_facts(in->read, facts);
    text_out *out = NULL;
    for (size_t i = 0; i < count; i++) {
        if (is_usual(&facts[i]))
            continue;
        if (out)
            text_put(out, ", ");
        else
            out = info_label(in, "stage");
        put_fact(out, &facts[i]);
    }
    if (out)
        text_char(out, '\n');
}
