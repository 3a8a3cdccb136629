/* SPDX-License-Identifier: MIT */
/*
 * dxk/edit.h - changing a module by hand: names, uses, what is not needed any more. Values are those
 * of dxk/ir.h.
 *
 *     dxk_value_replace(m, call, zero);
 *     dxk_value_drop(m, call);
 *     dxk_container_rebuild(container, m, NULL);       dxk/build.h
 *
 * Edits that concern metadata and code alike are passes, run by dxk_opt() (dxk/opt.h):
 *
 *     rename-entry<name=new,from=old>          rebind<map=t0=t5;u1=u0:space1>
 *     rename-resources<map=old=new>            rename-semantics<map=COLOR1=TEXCOORD0>
 *     rename-functions<map=old=new>            dead-resources
 *
 * Numbers of values stay what they are, but for what was dropped. Lists made of the module before
 * (dxk_uses, dxk_lines, dxk_dxil) are void. What follows from the code, such as shader flags, is
 * found out anew at the end of any dxk_opt() that is not `unfinished`; dxk_validate() judges.
 */
#ifndef DXK_EDIT_H
#define DXK_EDIT_H

#include "dxk/ir.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Gives a variable, function, parameter, block or instruction a name; an empty one takes it away,
 * but from variables and functions. The name is copied. A name that another value has gets a number
 * after it, except for functions and variables.
 *
 * DXK_E_ARGUMENT: the value cannot have the name: it is another kind of value, an operation or an
 * intrinsic, has no result, or a function or variable has the name already. DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_value_set_name(dxk_module *module, dxk_value value, dxk_str name);

/*
 * Puts `with` in the place of `old` wherever it is used. DXK_E_ARGUMENT: there is no such value, the
 * types differ, or a global or a constant would be replaced by a value that is none. Whether `with`
 * dominates the uses is left to dxk_validate(). DXK_E_NOMEM. Looks at the function, or the module.
 */
DXK_API dxk_status dxk_value_replace(dxk_module *module, dxk_value old, dxk_value with);

/*
 * Removes an instruction, a function with its body, or a variable that nothing uses. What metadata
 * says of an instruction goes with it; a function or variable that metadata names is used.
 * DXK_E_ARGUMENT: it is used, ends a block, or is no such value. DXK_E_NOMEM. Looks at the function,
 * or the module.
 */
DXK_API dxk_status dxk_value_drop(dxk_module *module, dxk_value value);

#ifdef __cplusplus
}
#endif
#endif
