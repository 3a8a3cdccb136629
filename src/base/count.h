/* SPDX-License-Identifier: MIT */
/* count.h - the number of elements of an array. */
#ifndef DXKI_BASE_COUNT_H
#define DXKI_BASE_COUNT_H

#define DXKI_COUNT(array) (sizeof(array) / sizeof *(array))

#endif
