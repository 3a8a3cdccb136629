/* SPDX-License-Identifier: MIT */
/*
 * coherence.c - `globallycoherent` and `reordercoherent`: part of the type of what is written to,
 * which conversions change with a warning; see check.h.
 */
#include "sema/check.h"

#include "base/count.h"

#define MOD(m) DXKI_AST_MOD(m)

static const struct {
    uint64_t mod;
    uint8_t coherence;
    const char *word;
} words[] = {
    {MOD(GLOBALLYCOHERENT), DXKI_HLSL_GLOBALLY_COHERENT, "globallycoherent"},
    {MOD(REORDERCOHERENT), DXKI_HLSL_REORDER_COHERENT, "reordercoherent"},
};

static const dxki_hlsl_type *element_of(const dxki_hlsl_type *t)
{
    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    return t;
}

static bool is_resource(const dxki_hlsl_type *t, uint8_t cls)
{
    if (t->kind != DXKI_HLSL_TY_OBJECT)
        return false;
    const dxki_hlsl_object_info *info = dxki_hlsl_object_at((dxki_hlsl_object)t->object);
    return cls == DXK_RESOURCE_CLASS_INVALID ? info->cls != DXK_RESOURCE_CLASS_INVALID
                                             : info->cls == cls;
}

static bool is_record(const dxki_hlsl_type *t)
{
    return t->kind == DXKI_HLSL_TY_OBJECT && t->object == DXKI_HLSL_O_NODE_RW_DISPATCH_IN;
}

/* Can it have that one of `words`? */
static bool can_have(const dxki_hlsl_type *t, size_t word)
{
    return is_resource(t, DXK_RESOURCE_CLASS_UAV) || (is_record(t) && word == 0);
}

/* The wider one of two coherences. */
static uint8_t effective(const dxki_hlsl_type *t)
{
    uint8_t all = element_of(t)->coherence;

    return all & DXKI_HLSL_GLOBALLY_COHERENT ? DXKI_HLSL_GLOBALLY_COHERENT : all;
}

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

const dxki_hlsl_type *dxki_sema_cohere(dxki_hlsl *c, const dxki_ast_type *t,
                                       const dxki_hlsl_type *type)
{
    const uint8_t both = DXKI_HLSL_GLOBALLY_COHERENT | DXKI_HLSL_REORDER_COHERENT;
    /* the one that stands nearer to the type comes first */
    bool swapped = t->coherent[1].at > t->coherent[0].at;
    uint8_t has = element_of(type)->coherence;

    for (size_t k = 0; k < DXKI_COUNT(words); k++) {
        size_t i = swapped ? 1 - k : k;
        if (!(t->mods & words[i].mod) || !can_have(element_of(type), i))
            continue;
        if (has & words[i].coherence)
            DXKI_HLSL_REPORT(c, APPLIED_ALREADY, t->coherent[i],
                             dxki_text(dxki_str(words[i].word)));
        else if (has && has != both)
            DXKI_HLSL_SAY(c, COHERENT_IMPLIED, t->coherent[i]);
        has |= words[i].coherence;
    }
    return dxki_hlsl_type_coherent(c, type, has);
}

void dxki_sema_check_coherence(dxki_hlsl *c, const dxki_ast_decl *d, const dxki_hlsl_type *type)
{
    const dxki_hlsl_type *t = element_of(type);

    if (!d->type || dxki_hlsl_is_error(t))
        return;
    for (size_t i = 0; i < DXKI_COUNT(words); i++) {
        if (!(d->mods & words[i].mod) || can_have(t, i))
            continue;
        const dxki_arg word = dxki_text(dxki_str(words[i].word));
        DXKI_HLSL_REPORT(c, COHERENT_TYPE, d->type->coherent[i], word,
                         dxki_text(dxki_hlsl_type_text(c, t, true)));
        DXKI_HLSL_REPORT(c, COHERENT_APPLIES, d->type->coherent[i], word,
                         dxki_text(dxki_str(i ? "" : " or RWDispatchNodeInputRecord")));
    }
    if ((d->mods & words[0].mod) && (d->mods & words[1].mod) && d->name &&
        is_resource(t, DXK_RESOURCE_CLASS_UAV))
        DXKI_HLSL_REPORT(c, COHERENT_IGNORED, d->type->coherent[0], dxki_text(d->name->text));
}

/* ---------------------------------------------------------------------------------------- */
/* Conversions                                                                                */

static dxk_str text_of(dxki_hlsl *c, const dxki_hlsl_type *t, bool restricted)
{
    dxk_str text = dxki_hlsl_type_text(c, element_of(t), false);

    for (size_t i = 0; i < DXKI_COUNT(words); i++)
        if (effective(t) == words[i].coherence)
            text =
                dxki_hlsl_join(c, dxki_hlsl_join(c, dxki_str(words[i].word), dxki_str(" ")), text);
    if (restricted)
        text = dxki_hlsl_join(c, text, dxki_str(" __restrict"));
    else if (t->kind == DXKI_HLSL_TY_ARRAY)
        text = dxki_hlsl_join(c, text, dxki_str(" "));
    for (; t->kind == DXKI_HLSL_TY_ARRAY; t = t->element) {
        text = dxki_hlsl_join(c, dxki_hlsl_join(c, text, dxki_str("[")),
                              dxki_hlsl_decimal(c, t->count));
        text = dxki_hlsl_join(c, text, dxki_str("]"));
    }
    return text;
}

void dxki_sema_warn_coherence(dxki_hlsl *c, const dxki_hlsl_node *from, const dxki_hlsl_type *to,
                              dxki_hlsl_loc loc, bool restricted)
{
    static const char *const changes[3][3] = {
        {NULL, "adds globallycoherent", "adds reordercoherent"},
        {"loses globallycoherent", NULL, "demotes globallycoherent to reordercoherent"},
        {"loses reordercoherent", "promotes reordercoherent to globallycoherent", NULL},
    };
    const dxki_hlsl_type *t = element_of(from->type);

    for (const dxki_hlsl_node *n = from; !loc.at && n; n = n->a)
        if (n->kind != DXKI_HLSL_N_ELEMENT)
            loc = n->loc;
    bool resources = is_resource(t, DXK_RESOURCE_CLASS_INVALID) &&
                     is_resource(element_of(to), DXK_RESOURCE_CLASS_INVALID);
    if (from->kind == DXKI_HLSL_N_HEAP || !(resources || (is_record(t) && is_record(to))))
        return;
    const char *change = changes[effective(t)][effective(to)];
    if (change)
        DXKI_HLSL_REPORT(c, COHERENCE, loc, dxki_text(text_of(c, from->type, false)),
                         dxki_text(text_of(c, to, restricted)), dxki_text(dxki_str(change)));
}
