// RUN: dxc -T cs_6_0 -E main -Zi -Qembed_debug, with -Od and with -O3
struct Particle {
    float3 position;
    float mass;
    int2 cell;
};
RWStructuredBuffer<Particle> Particles : register(u0);
RWStructuredBuffer<float> Energy : register(u1);
cbuffer Params : register(b0) {
    float Step;
    float3 Wind;
    uint Rounds;
};
groupshared float Partial[8];
static float Total;

Particle Fetch(uint index) {
    return Particles[index];
}

float3 Push(float3 p, float amount) {
    float3 moved = p + Wind * amount;
    if (moved.x > 4.0)
        moved.x = 4.0 - moved.y;
    return moved;
}

float Work(Particle q) {
    float sum = 0;
    for (uint i = 0; i < Rounds; i++)
        sum += dot(q.position, q.position) * q.mass * Step;
    return sum;
}

[numthreads(8, 1, 1)]
void main(uint3 tid : SV_DispatchThreadID, uint gi : SV_GroupIndex) {
    Particle p = Fetch(tid.x);
    float weights[3] = {0.5, 0.25, p.mass};
    p.position = Push(p.position, weights[gi % 3]);
    p.cell = int2(gi, -1);
    float2x2 turn = float2x2(p.position.x, 1, 2, p.position.y);
    Total = Work(p) + determinant(turn);
    Partial[gi] = Total;
    GroupMemoryBarrierWithGroupSync();
    float sum = 0;
    for (uint k = 0; k <= gi; k++)
        sum += Partial[k];
    Particles[tid.x] = p;
    Energy[tid.x] = sum;
}
