/* SPDX-License-Identifier: MIT */
/* datalayout.h - is the text of a data layout one? */
#ifndef DXKI_IR_DATALAYOUT_H
#define DXKI_IR_DATALAYOUT_H

#include "dxk/base.h"

/* What is wrong with a data layout, in the reference's words; NULL: nothing. */
const char *dxki_layout_fault(dxk_str layout);

#endif
