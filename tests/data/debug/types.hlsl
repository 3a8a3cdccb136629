// RUN: dxc -T cs_6_2 -Od -Zi -Qembed_debug -enable-16bit-types
enum Color { Red, Green = 5 };
struct Base {
    int first;
};
struct Mixed : Base {
    row_major float2x3 rows;
    half small;
    bool flag;
    double large;
    int64_t wide;
    float2 pairs[2];
    int16_t grid[2][3];
};
RWStructuredBuffer<float> Out : register(u0);

[numthreads(2, 1, 1)]
void main(uint gi : SV_GroupIndex) {
    float2x3 m = float2x3(Out[0], Out[1], Out[2], Out[3], Out[4], Out[5]);
    Mixed s;
    s.first = -7;
    s.rows = m;
    s.small = 1.5h;
    s.flag = gi > 0;
    s.large = 2.5L;
    s.wide = -(int64_t)gi;
    s.pairs[0] = float2(1, Out[1]);
    s.pairs[1] = float2(Out[2], 4);
    for (int i = 0; i < 6; i++)
        s.grid[i / 3][i % 3] = (int16_t)(i * 10);
    Color c = gi ? Green : Red;
    half4 h = half4(m._11, m._12, m._13, 1);
    uint2 u = uint2(gi, 4000000000u);
    Out[gi] = s.rows[1].z + s.pairs[gi].y + (float)s.large + s.wide + s.grid[gi][2] + h[gi] + u.y + c + s.flag +
              s.first + s.small;
}
