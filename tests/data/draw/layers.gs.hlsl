// SPDX-License-Identifier: MIT
// gs_6_0 main: triangle n goes to slice n % 3, through viewport n % 2.
struct In {
    float4 position : SV_Position;
    float4 color : COLOR;
};

struct Out {
    float4 position : SV_Position;
    float4 color : COLOR;
    uint slice : SV_RenderTargetArrayIndex;
    uint viewport : SV_ViewportArrayIndex;
};

[maxvertexcount(3)] void main(triangle In vertices[3], uint number : SV_PrimitiveID,
                              inout TriangleStream<Out> stream) {
    Out o;
    for (uint i = 0; i < 3; i++) {
        o.position = vertices[i].position;
        o.color = vertices[i].color;
        o.slice = number % 3;
        o.viewport = number % 2;
        stream.Append(o);
    }
}
