/* SPDX-License-Identifier: MIT */
/*
 * wide.h - what loops over lanes are marked with, so that compilers make vector code of them. The
 * loops are plain; what they compute is the same with any width, each operation is rounded as written.
 */
#ifndef DXKI_EXEC_WIDE_H
#define DXKI_EXEC_WIDE_H

/* Before a loop: its rounds do not depend on each other. */
#if defined(__GNUC__) && !defined(__clang__)
#define DXKI_EXEC_WIDE _Pragma("GCC ivdep")
#else
#define DXKI_EXEC_WIDE
#endif

/* Before a function: where the linker can choose at run time, it is there for wider vectors, too. Only
 * functions that take several steps for each number gain from the widest. Static ones only. */
#if defined(DXKI_TARGET_CLONES) && defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
#ifdef DXKI_EXEC_WIDEST
#define DXKI_EXEC_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define DXKI_EXEC_CLONES __attribute__((target_clones("avx2", "default")))
#endif
#else
#define DXKI_EXEC_CLONES
#endif

#if defined(__GNUC__)
#define DXKI_EXEC_RESTRICT __restrict__
#else
#define DXKI_EXEC_RESTRICT
#endif

#endif
