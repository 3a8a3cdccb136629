/* SPDX-License-Identifier: MIT */
/*
 * files.h - files and folders, for the unit tests and the programs in tests/conformance.
 */
#ifndef TESTS_FILES_H
#define TESTS_FILES_H

#include "dxk/base.h"

/* A file's bytes, in memory exactly as large, so that a sanitizer sees a read past the end; NULL
 * when it cannot be read. Freed with free(). */
uint8_t *files_read(const char *path, dxk_bytes *bytes);

bool files_same(dxk_bytes a, dxk_bytes b);
bool files_ends(const char *name, const char *suffix);

/* Calls `each` for everything in `folder` whose name ends with `suffix`, sorted, hidden names left
 * out; returns how many, -1 when `folder` is none. */
long files_each(const char *folder, const char *suffix, void (*each)(void *user, const char *path),
                void *user);

#endif
