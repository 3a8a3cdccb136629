#define CAT(a, b) a##b
#define STR(x) #x
#define VAR(n, ...) float4 CAT(v, n) = float4(__VA_ARGS__);
#define REPEAT(m) m(0) m(1) m(2)
#define ADD(i) + CAT(x, i)
#if defined(STR) && !defined(NONE) && (__HLSL_VERSION >= 2018 || 0x10u > 3 << 1)
#pragma pack_matrix(row_major)
#line 40 "other.hlsl"
#elif 1 / 1
#error never
#else
#endif
#ifndef NONE
#define NONE
#include "a.hlsl"
#endif
#undef CAT
#define CAT(a, b) a ## b
float4 main(float x0 : A, float x1 : B, nointerpolation uint x2 : C) : SV_Target
{
    VAR(1, 1, 2.5e-1f, .5h, 0x1F) // end \
    of comment
    return v1 /* in between */ REPEAT(ADD);
}


