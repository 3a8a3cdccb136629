struct [raypayload] Payload { float3 color : write(caller, closesthit, miss) : read(caller); };
struct Hit { float2 uv; };
RaytracingAccelerationStructure scene : register(t0);
RWTexture2D<float4> image : register(u0);
GlobalRootSignature root = { "DescriptorTable(SRV(t0), UAV(u0))" };
TriangleHitGroup group = { "any", "closest" };
[shader("raygeneration")] void gen()
{
    RayDesc r = { float3(DispatchRaysIndex().xy, 0), 0.01, float3(0, 0, 1), 1e3 };
    Payload p = (Payload)0;
    TraceRay(scene, RAY_FLAG_CULL_BACK_FACING_TRIANGLES, ~0, 0, 1, 0, r, p);
    RayQuery<RAY_FLAG_NONE> q;
    q.TraceRayInline(scene, 0, 0xff, r);
    while (q.Proceed()) if (q.CandidateType() == CANDIDATE_NON_OPAQUE_TRIANGLE) q.CommitNonOpaqueTriangleHit();
    image[DispatchRaysIndex().xy] = float4(p.color, q.CommittedRayT());
}
[shader("closesthit")] void closest(inout Payload p, in BuiltInTriangleIntersectionAttributes a) { p.color = float3(a.barycentrics, RayTCurrent()); }
[shader("anyhit")] void any_(inout Payload p, in BuiltInTriangleIntersectionAttributes a) { if (a.barycentrics.x > 0.5) IgnoreHit(); }
[shader("intersection")] void cut() { Hit h = { float2(1, 2) }; ReportHit(1, 0, h); }
[shader("miss")] void miss(inout Payload p) { p.color = 0; }
[shader("callable")] void call(inout Hit h) { CallShader(1, h); }
export float4 shared_(float4 v, out int n) { n = (int)v.x; return v.wzyx; }
float lib2(int i);
[noinline] export float lib(int i) { return i ? lib2(i) : 0; }




