// SPDX-License-Identifier: MIT
// Functions that are called by themselves.
export float3 scale(float3 v, float by)
{
    return v * by;
}

export uint collatz(uint n)
{
    uint steps = 0;
    while (n > 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    return steps;
}

export double twice(double x)
{
    return x + x;
}

export float both(float x, bool negate)
{
    return negate ? -x : x;
}

export float both(float2 x)
{
    return x.x + x.y;
}
