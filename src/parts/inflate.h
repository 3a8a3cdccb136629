/* SPDX-License-Identifier: MIT */
/* inflate.h - zlib streams inside of parts. */
#ifndef DXKI_PARTS_INFLATE_H
#define DXKI_PARTS_INFLATE_H

#include "wire/codec.h"

/* False when the library was built without zlib. */
bool dxki_part_can_inflate(void);

/*
 * Decompresses `stored`, which lies at c->pos, into `size` bytes of c->arena. Damage, another
 * size than declared and sizes past limits.inflated are reported for the field `name`.
 */
bool dxki_part_walk_inflate(dxki_codec *c, const char *name, dxk_bytes stored, uint32_t size,
                            dxk_bytes *out);

#endif
