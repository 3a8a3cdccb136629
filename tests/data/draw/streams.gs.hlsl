// SPDX-License-Identifier: MIT
// gs_6_0 main: of two streams of points the first is drawn.
struct In {
    float4 position : SV_Position;
    float4 color : COLOR;
};

struct Other {
    float4 position : SV_Position;
    float2 text : TEXCOORD;
};

[maxvertexcount(4)] void main(point In vertices[1], inout PointStream<In> drawn,
                              inout PointStream<Other> other) {
    for (uint i = 0; i < 2; i++) {
        Other o = {vertices[0].position + float4(0.5, 0, 0, 0), vertices[0].color.xy};
        other.Append(o);
        In v = vertices[0];
        v.position.x += i * 0.25;
        v.color.w = i;
        drawn.Append(v);
    }
}
