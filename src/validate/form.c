/* SPDX-License-Identifier: MIT */
/*
 * form.c - what LLVM's verifier complains about, as findings (BITCODE.VALID): one with all of its
 * text, which dxv shows, then each complaint with its place.
 */
#include "base/out.h"
#include "validate/access.h"
#include "validate/families.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/text.h"
#include "verify/verify.h"

/* A function that the reference makes for calls of an operation takes what it is overloaded by,
 * which a wrong call may say is nothing. The number of such a parameter; 0: there is none. */
static uint32_t void_param(const dxki_val_op_function *fn)
{
    const dxki_dxop_info *op = dxki_dxop_get((dxki_dxop)fn->cls);
    if (!fn->is_invented || fn->overloads.types[0] != DXKI_TY_VOID ||
        dxki_dxop_overload_count(op) == 0)
        return 0;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        uint8_t type = op->operands[i].type;
        if (type == DXKI_OT_OVERLOAD || type == DXKI_OT_OVERLOAD_0)
            return i + 1;
    }
    return 0;
}

static size_t list_void_params(const dxki_val *v, uint32_t *params)
{
    size_t count = 0;
    for (size_t i = 1; i < v->ops.opfns.count; i++) {
        uint32_t number = void_param(&v->ops.opfns.items[i]);
        if (number)
            params[count++] = number;
    }
    return count;
}

/* Sets the place of a complaint; `rest` loses the instruction that it shows, too. */
static void locate(dxki_val *v, const dxki_verify_complaint *c, dxk_str *rest)
{
    dxki_text_snippets *snippets = dxki_val_snippets(v);
    uint32_t index = DXKI_INDEX(c->value), tag = c->value ? DXKI_TAG(c->value) : DXKI_V_BLOCK + 1;
    if (tag == DXKI_V_INST && snippets && dxki_val_inst(v, index)->block) {
        dxk_str text = dxki_text_snippet_inst(snippets, index);
        dxki_val_at_inst(v, index);
        if (rest->size >= text.size + 2 && memcmp(rest->data + 2, text.data, text.size) == 0)
            *rest = (dxk_str){rest->data + 2 + text.size, rest->size - 2 - text.size};
    } else if (tag == DXKI_V_GLOBAL) {
        dxki_val_at_global(v, index);
    } else if (c->fn) {
        dxki_val_at_global(v, c->fn);
    } else if (c->md && snippets && dxki_md_get(v->m, c->md)->kind >= DXKI_M_TUPLE) {
        dxki_val_at_name(v,
                         dxki_val_join(v, dxki_text_snippet_md_ref(snippets, c->md), dxki_str("")));
    } else {
        dxki_val_at_name(v, dxki_str("module"));
    }
}

/* Takes the first line off a text, without its end. */
static dxk_str cut_line(dxk_str *text)
{
    const char *end = text->size ? memchr(text->data, '\n', text->size) : NULL;
    size_t size = end ? (size_t)(end - text->data) : text->size;
    dxk_str line = {text->data, size};
    *text = (dxk_str){text->data + size, text->size - size};
    return line;
}

static void skip_line_ends(dxk_str *text, bool blanks)
{
    while (text->size && (*text->data == '\n' || (blanks && *text->data == ' ')))
        *text = (dxk_str){text->data + 1, text->size - 1};
}

/* One complaint as a finding of its own. */
static void tell(dxki_val *v, const dxki_verify_result *result, size_t index)
{
    dxk_str rest = dxki_verify_words(result, index), message = cut_line(&rest);
    skip_line_ends(&rest, false);
    locate(v, &result->complaints.items[index], &rest);
    skip_line_ends(&rest, true);
    dxki_val_complain(v, DXKI_VR_BITCODE_VALID, message, rest);
    dxki_val_at_end(v);
}

static void tell_all(dxki_val *v, const dxki_verify_result *result)
{
    dxki_val_error(v, DXKI_VR_BITCODE_VALID, NULL, 0);
    dxki_val_mark_compat_only(v);
    dxki_val_plain(v, (dxk_str){(const char *)result->text.data, result->text.size});
    dxki_val_mark_compat_only(v);
    for (size_t i = 0; i < result->complaints.count && !v->failed; i++)
        tell(v, result, i);
}

void dxki_val_check_form(dxki_val *v)
{
    uint32_t *params = DXKI_VNEW(v, uint32_t, v->ops.opfns.count);
    if (!params)
        return;
    dxki_verify_options options = {.uses = &v->subject.uses,
                                   .names = v->ops.has_new_names ? v->ops.new_names : NULL,
                                   .void_params = params,
                                   .void_param_count = list_void_params(v, params)};
    dxki_verify_result result;
    if (dxki_verify_module(v->m, &options, &result) == DXK_E_NOMEM)
        v->failed = true;
    if (result.ends)
        dxki_val_give_up(v);
    if (!v->failed && result.complaints.count)
        tell_all(v, &result);
    dxki_verify_free(&result);
}
