/* SPDX-License-Identifier: MIT */
/* rootsig.h - the root signature that a picture is about. */
#ifndef DXKI_PICTURE_ROOTSIG_H
#define DXKI_PICTURE_ROOTSIG_H

#include "dxk/rootsig.h"
#include "picture/picture.h"

typedef struct dxki_picture_rs {
    const dxk_root_signature *signature; /* NULL: there is none */
    dxk_decoded *part;                   /* what it is in: RTS0, or RDAT of a library */
    dxk_root_signature *own;             /* decoded from the options, or from a sub-object */
    dxk_str subobject;                   /* name of that */
    uint32_t library_count;              /* root signatures among the sub-objects */
} dxki_picture_rs;

/* Finds the root signature: that of the options, else the container's. False: there is none, or it is
 * damaged (noted). To be closed in any case. */
bool dxki_picture_rootsig_open(dxki_picture *p, dxki_picture_rs *rs);
void dxki_picture_rootsig_close(dxki_picture_rs *rs);

/* "t8-71, space1"; a count of DXK_RS_UNBOUNDED has no end. */
dxk_str dxki_picture_registers(dxki_svg *s, char letter, uint32_t first, uint32_t count,
                               uint32_t space);

#endif
