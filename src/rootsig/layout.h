/* SPDX-License-Identifier: MIT */
/* layout.h - where writers put what a root signature consists of. */
#ifndef DXKI_ROOTSIG_LAYOUT_H
#define DXKI_ROOTSIG_LAYOUT_H

#include "dxk/rootsig.h"

/* Sets all places and the size, for parameters of known types. False when they pass 4 GiB. */
bool dxki_rootsig_lay_out(dxk_root_signature *signature);

/* True when everything lies where the function above puts it, and nothing else is there. */
bool dxki_rootsig_is_laid_out(const dxk_root_signature *signature);

#endif
