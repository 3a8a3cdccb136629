/* SPDX-License-Identifier: MIT */
/*
 * dxk/edit.h - edits a module by hand: names values, replaces them and removes them. Values are
 * those of dxk/ir.h.
 *
 *     dxk_value_replace(m, call, zero);
 *     dxk_value_drop(m, call);
 *     dxk_container_rebuild(container, m, NULL);       (dxk/build.h)
 *
 * Edits that change both metadata and code are passes, which dxk_opt() runs (dxk/opt.h):
 *
 *     rename-entry<name=new,from=old>          rebind<map=t0=t5;u1=u0:space1>
 *     rename-resources<map=old=new>            rename-semantics<map=COLOR1=TEXCOORD0>
 *     rename-functions<map=old=new>            dead-resources
 *
 * Values keep their numbers, except for those that are removed. Objects made from the module
 * before an edit (dxk_uses, dxk_lines, dxk_dxil) must not be used after it. What follows from the
 * code, such as shader flags, is recomputed at the end of any dxk_opt() that is not `unfinished`.
 * Whether the result is valid is left to dxk_validate().
 *
 * Each function takes time in proportion to the function that contains the value, or to the
 * module.
 */
#ifndef DXK_EDIT_H
#define DXK_EDIT_H

#include "dxk/ir.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Names a variable, a function, a parameter, a block or an instruction. The name is copied. If
 * another value in the same function has it already, a number is appended. An empty name removes
 * the name, which is not possible for variables and functions.
 *
 * Errors: DXK_E_ARGUMENT if the value cannot have the name: it is of another kind, it is an
 * operation or an intrinsic, it has no result, or it is a variable or function and the name is
 * taken; DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_value_set_name(dxk_module *module, dxk_value value, dxk_str name);

/*
 * Replaces all uses of `old` by `with`. Whether `with` dominates the uses is not checked.
 *
 * Errors: DXK_E_ARGUMENT if there is no such value, if the types differ, or if a global or a
 * constant would be replaced by a value that is neither; DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_value_replace(dxk_module *module, dxk_value old, dxk_value with);

/*
 * Removes an instruction, a function with its body, or a variable, which must not be in use.
 * Metadata about an instruction is removed with it; a function or variable that metadata refers to
 * is in use.
 *
 * Errors: DXK_E_ARGUMENT if the value is in use, if it is the terminator of a block, or if it is
 * of another kind; DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_value_drop(dxk_module *module, dxk_value value);

#ifdef __cplusplus
}
#endif
#endif
