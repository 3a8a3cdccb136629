/* SPDX-License-Identifier: MIT */
/*
 * load.h - little-endian loads and stores, byte by byte, so that alignment and the host's byte
 * order never matter. Compilers turn each into one instruction where they may.
 */
#ifndef DXKI_WIRE_LOAD_H
#define DXKI_WIRE_LOAD_H

#include <stdint.h>

static inline uint16_t dxki_load16(const uint8_t *p)
{
    return (uint16_t)(p[0] | p[1] << 8);
}

static inline uint32_t dxki_load32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t dxki_load64(const uint8_t *p)
{
    return (uint64_t)dxki_load32(p) | (uint64_t)dxki_load32(p + 4) << 32;
}

static inline void dxki_store16(uint8_t *p, uint16_t v)
{
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
}

static inline void dxki_store32(uint8_t *p, uint32_t v)
{
    dxki_store16(p, (uint16_t)v);
    dxki_store16(p + 2, (uint16_t)(v >> 16));
}

static inline void dxki_store64(uint8_t *p, uint64_t v)
{
    dxki_store32(p, (uint32_t)v);
    dxki_store32(p + 4, (uint32_t)(v >> 32));
}

#endif
