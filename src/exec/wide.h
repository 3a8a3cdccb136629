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

#if defined(DXKI_WIDER_VECTORS) && defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
#define DXKI_EXEC_HAS_WIDTHS 1
#else
#define DXKI_EXEC_HAS_WIDTHS 0
#endif

typedef enum dxki_exec_vectors {
    DXKI_EXEC_VECTORS_PLAIN, /* what every processor of the kind has */
    DXKI_EXEC_VECTORS_256,
    DXKI_EXEC_VECTORS_512,
} dxki_exec_vectors;

/* The widest ones of the processor for which there are functions. */
dxki_exec_vectors dxki_exec_widest_vectors(void);

/*
 * Before the body of a static function that has the wave as its parameter `w`: the function is there for
 * wider vectors, too, and w->vectors chooses. DXKI_EXEC_LANES is for functions that return nothing,
 * DXKI_EXEC_LANES_TEST for those that return a truth value. The linker could choose as well, but at the
 * start of every program, also of those that never run a shader. Only functions that take several steps
 * for each number gain from the widest vectors: files that have such define DXKI_EXEC_WIDEST.
 */
#define DXKI_EXEC_LANES(name, params, args)      DXKI_EXEC_WIDTHS(void, , name, params, args)
#define DXKI_EXEC_LANES_TEST(name, params, args) DXKI_EXEC_WIDTHS(bool, return, name, params, args)

#if DXKI_EXEC_HAS_WIDTHS
#ifdef DXKI_EXEC_WIDEST
#define DXKI_EXEC_IF_WIDEST(...) __VA_ARGS__
#else
#define DXKI_EXEC_IF_WIDEST(...)
#endif
#define DXKI_EXEC_FOR(isa, type, give, name, params, call)                                         \
    __attribute__((target(isa))) static type name params                                           \
    {                                                                                              \
        give call;                                                                                 \
    }
#define DXKI_EXEC_WIDTHS(type, give, name, params, args)                                           \
    static inline __attribute__((always_inline)) type name##_plain params;                         \
    DXKI_EXEC_IF_WIDEST(                                                                           \
        DXKI_EXEC_FOR("avx512f", type, give, name##_512, params, name##_plain args))               \
    DXKI_EXEC_FOR("avx2", type, give, name##_256, params, name##_plain args)                       \
    static type name params                                                                        \
    {                                                                                              \
        switch (w->vectors) {                                                                      \
        case DXKI_EXEC_VECTORS_PLAIN:                                                              \
            give name##_plain args;                                                                \
            break;                                                                                 \
            DXKI_EXEC_IF_WIDEST(case DXKI_EXEC_VECTORS_512 : give name##_512 args; break;)         \
        default:                                                                                   \
            give name##_256 args;                                                                  \
        }                                                                                          \
    }                                                                                              \
    static inline type name##_plain params
#else
#define DXKI_EXEC_WIDTHS(type, give, name, params, args) static type name params
#endif

#if defined(__GNUC__)
#define DXKI_EXEC_RESTRICT __restrict__
#else
#define DXKI_EXEC_RESTRICT
#endif

#endif
