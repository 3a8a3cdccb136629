struct Payload { uint first[4]; min16float scale; };
groupshared Payload shared_;
RWStructuredBuffer<double> o;
[numthreads(32, 1, 1)]
void main(uint id : SV_GroupThreadID)
{
    half2x3 m = { 1, 2, 3, 4, 5, 6 };
    int64_t big = (int64_t)id << 33;
    vector<int, 4> v = { id.xx, 1 ? 2 : 3, -1 };
    matrix<float, 3, 2> t = transpose(m);
    [loop] for (int i = 0, n = 4; i < n; ++i, n--) { if (i == 2) continue; shared_.first[i & 3] = v[i] ^ (uint)big; }
    do { v.xz -= v.y; [branch] if (v.x < -3) break; } while (all(v != 0));
    precise float p = dot(t[0], t._m10_m11) + determinant((float2x2)m);
    shared_.scale = saturate(lerp(p, frac(p), 0.25)) ? 1 : (min16float)sqrt(abs(p));
    o[0] += fma((double)p, 2.0L, o[1]);
    DispatchMesh(countbits(id), firstbithigh(v.x), reversebits(1u), shared_);
}



