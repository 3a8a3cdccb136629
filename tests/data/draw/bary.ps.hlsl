// SPDX-License-Identifier: MIT
// ps_6_1 main: how much of each vertex is in a pixel, and an input at the vertices.
struct In {
    float4 position : SV_Position;
    float3 weights : SV_Barycentrics;
    noperspective float3 plain : SV_Barycentrics1;
    nointerpolation float4 color : COLOR;
};

struct Out {
    float4 weights : SV_Target0;
    float4 plain : SV_Target1;
};

Out main(In i) {
    Out o;
    o.weights = float4(i.weights, GetAttributeAtVertex(i.color, 1).x);
    o.plain = float4(i.plain, GetAttributeAtVertex(i.color, 2).y);
    return o;
}
