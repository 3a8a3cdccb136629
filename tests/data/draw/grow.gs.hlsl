// SPDX-License-Identifier: MIT
// Two squares of each point, by instances: one as it is, one a quarter further to the right.
struct Vertex {
    float4 position : SV_Position;
    float4 color : COLOR;
};

[maxvertexcount(4)]
[instance(2)]
void main(point Vertex points[1], inout TriangleStream<Vertex> stream, uint instance : SV_GSInstanceID,
          uint id : SV_PrimitiveID)
{
    for (uint i = 0; i < 4; i++) {
        Vertex v = points[0];
        v.position.xy += float2(i & 1, i >> 1) * 0.125 + float2(instance * 0.25, 0);
        v.color = float4(id, instance, i, 1);
        stream.Append(v);
    }
    stream.RestartStrip();
}
