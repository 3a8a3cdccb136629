// RUN: dxc -T cs_6_0 -E main -Zi -Qembed_debug
struct Particle {
    float3 position;
    uint id;
};
RWStructuredBuffer<Particle> Particles : register(u0);
Buffer<float> Speeds : register(t0);
groupshared uint Last;
[numthreads(4, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Last = i;
    GroupMemoryBarrierWithGroupSync();
    Particle p;
    p.position = float3(1, 2, 3) * Speeds[i];
    p.id = Last + i;
    Particles[i] = p;
    Particles[i + 100] = p;
}
