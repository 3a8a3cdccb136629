/* SPDX-License-Identifier: MIT */
/* dxk/dxk.h - all of the library's API. */
#ifndef DXK_DXK_H
#define DXK_DXK_H

#include "dxk/base.h"
#include "dxk/bitcode.h"
#include "dxk/build.h"
#include "dxk/builder.h"
#include "dxk/compat.h"
#include "dxk/container.h"
#include "dxk/diff.h"
#include "dxk/digest.h"
#include "dxk/dxbc.h"
#include "dxk/dxil.h"
#include "dxk/enums.h"
#include "dxk/legacy.h"
#include "dxk/listing.h"
#include "dxk/module.h"
#include "dxk/ops.h"
#include "dxk/packing.h"
#include "dxk/part_kinds.h"
#include "dxk/parts.h"
#include "dxk/pdb.h"
#include "dxk/pdbi.h"
#include "dxk/psv0.h"
#include "dxk/rdat.h"
#include "dxk/records.h"
#include "dxk/reflect.h"
#include "dxk/rootsig.h"
#include "dxk/run.h"
#include "dxk/shader.h"
#include "dxk/source.h"
#include "dxk/text.h"
#include "dxk/validate.h"
#include "dxk/visit.h"
#include "dxk/yaml.h"

#endif
