groupshared float4x4 mats[2];
groupshared float4 cols[4];
RWStructuredBuffer<float> Out : register(u0);
[numthreads(4,1,1)] void main(uint i : SV_GroupIndex) {
  mats[1][1][2] = 3;
  cols[i].z = i + 1;
  GroupMemoryBarrierWithGroupSync();
  Out[i] = mats[1][1][i] + cols[3 - i].z;
}
