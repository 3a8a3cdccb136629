/* SPDX-License-Identifier: MIT */
/* dxk/dxk.h - all of the library's API. */
#ifndef DXK_DXK_H
#define DXK_DXK_H

#include "dxk/base.h"
#include "dxk/container.h"
#include "dxk/diff.h"
#include "dxk/digest.h"
#include "dxk/enums.h"
#include "dxk/parts.h"
#include "dxk/records.h"
#include "dxk/visit.h"

#endif
