/* SPDX-License-Identifier: MIT */
/*
 * lowering.h - how calls of intrinsic functions and methods are lowered: the column `lowering` of
 * spec/hlsl_intrinsics.def. Each is a function in one of the files that codegen/emit.h names.
 */
#ifndef DXKI_SEMA_LOWERING_H
#define DXKI_SEMA_LOWERING_H

/* clang-format off */
#define DXKI_HLSL_LOWERINGS(X)          \
    X(ABS)                              \
    X(ADD64)                            \
    X(APPEND)                           \
    X(ASDOUBLE)                         \
    X(ATAN2)                            \
    X(ATOMIC)                           \
    X(ATOMIC_CAS)                       \
    X(BALLOT)                           \
    X(BARRIER)                          \
    X(BITCAST)                          \
    X(CALL_SHADER)                      \
    X(CLAMP)                            \
    X(CLIP)                             \
    X(COLOR)                            \
    X(COLUMNS)                          \
    X(CONSUME)                          \
    X(COUNTER)                          \
    X(CROSS)                            \
    X(DETERMINANT)                      \
    X(DIMENSIONS)                       \
    X(DISPATCH_MESH)                    \
    X(DISTANCE)                         \
    X(DOT)                              \
    X(DOT2)                             \
    X(DOT4)                             \
    X(DST)                              \
    X(EACH)                             \
    X(EACH_WITH)                        \
    X(END_HIT)                          \
    X(EVALUATE)                         \
    X(EXP)                              \
    X(FACEFORWARD)                      \
    X(FEEDBACK)                         \
    X(FIRSTBITHIGH)                     \
    X(FMOD)                             \
    X(FREXP)                            \
    X(FWIDTH)                           \
    X(GATHER)                           \
    X(GATHER_EACH)                      \
    X(GATHER_RAW)                       \
    X(HELPER)                           \
    X(HIT_ATTRIBUTES)                   \
    X(HIT_FROM_QUERY)                   \
    X(HIT_INVOKE)                       \
    X(HIT_MAKE)                         \
    X(HIT_SET)                          \
    X(KIND)                             \
    X(LDEXP)                            \
    X(LENGTH)                           \
    X(LERP)                             \
    X(LINALG)                           \
    X(LIT)                              \
    X(LOAD)                             \
    X(LOD)                              \
    X(LOG)                              \
    X(LOGIC)                            \
    X(MAPPED)                           \
    X(MATCH)                            \
    X(MODF)                             \
    X(MSAD)                             \
    X(MUL)                              \
    X(MULTI_COUNT)                      \
    X(MULTI_OP)                         \
    X(NODE_ALLOCATE)                    \
    X(NODE_BARRIER)                     \
    X(NODE_CALL)                        \
    X(NODE_CALL_BY)                     \
    X(NODE_INDEX)                       \
    X(NONUNIFORM)                       \
    X(NORMALIZE)                        \
    X(OBJECT_BARRIER)                   \
    X(PACK)                             \
    X(PLAIN)                            \
    X(POSITIONS)                        \
    X(POW)                              \
    X(QUERY)                            \
    X(QUERY_TRACE)                      \
    X(QUAD_VOTE)                        \
    X(RAW_ATOMIC)                       \
    X(RAW_CAS)                          \
    X(RAW_LOAD)                         \
    X(RAW_STORE)                        \
    X(RAY_MATRIX)                       \
    X(RCP)                              \
    X(REFLECT)                          \
    X(REFRACT)                          \
    X(REORDER)                          \
    X(REPORT_HIT)                       \
    X(SAMPLE)                           \
    X(REFUSED)                          \
    X(SAMPLE_PLACE)                     \
    X(SCALE)                            \
    X(SELECT)                           \
    X(SIGN)                             \
    X(SINCOS)                           \
    X(SMOOTHSTEP)                       \
    X(SPLIT)                            \
    X(STEP)                             \
    X(STREAM_APPEND)                    \
    X(STREAM_CUT)                       \
    X(STRUCT_LOAD)                      \
    X(TESS_FACTORS)                     \
    X(TESS_LINES)                       \
    X(TRACE_RAY)                        \
    X(TRANSPOSE)                        \
    X(TRUTH)                            \
    X(UNPACK)                           \
    X(WAVE_BIT)                         \
    X(WAVE_OP)
/* clang-format on */

typedef enum dxki_hlsl_lowering {
    DXKI_HLSL_LOWER_NONE, /* cannot be compiled yet */
#define DXKI_HLSL_LOWER(name) DXKI_HLSL_LOWER_##name,
    DXKI_HLSL_LOWERINGS(DXKI_HLSL_LOWER)
#undef DXKI_HLSL_LOWER
        DXKI_HLSL_LOWER_COUNT
} dxki_hlsl_lowering;

#endif
