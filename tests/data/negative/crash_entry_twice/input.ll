target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%struct.RaytracingAccelerationStructure = type { i32 }
%"class.RWStructuredBuffer<vector<float, 4> >" = type { <4 x float> }
%struct.Pl = type { <4 x float> }
%dx.types.Handle = type { i8* }

@"\01?Tlas@@3URaytracingAccelerationStructure@@A" = external constant %struct.RaytracingAccelerationStructure, align 4
@"\01?O@@3V?$RWStructuredBuffer@V?$vector@M$03@@@@A" = external constant %"class.RWStructuredBuffer<vector<float, 4> >", align 4

define void @"\01?Gen@@YAXXZ"() #0 {
  %1 = load %struct.RaytracingAccelerationStructure, %struct.RaytracingAccelerationStructure* @"\01?Tlas@@3URaytracingAccelerationStructure@@A", align 4
  %2 = load %"class.RWStructuredBuffer<vector<float, 4> >", %"class.RWStructuredBuffer<vector<float, 4> >"* @"\01?O@@3V?$RWStructuredBuffer@V?$vector@M$03@@@@A", align 4
  %3 = alloca %struct.Pl, align 8
  %4 = call %dx.types.Handle @dx.op.createHandleForLib.struct.RaytracingAccelerationStructure(i32 160, %struct.RaytracingAccelerationStructure %1)  ; CreateHandleForLib(Resource)
  %5 = getelementptr inbounds %struct.Pl, %struct.Pl* %3, i32 0, i32 0
  store <4 x float> zeroinitializer, <4 x float>* %5, align 8
  call void @dx.op.traceRay.struct.Pl(i32 157, %dx.types.Handle %4, i32 0, i32 1, i32 0, i32 0, i32 0, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 1.000000e+00, float 1.000000e+02, %struct.Pl* nonnull %3)  ; TraceRay(AccelerationStructure,RayFlags,InstanceInclusionMask,RayContributionToHitGroupIndex,MultiplierForGeometryContributionToShaderIndex,MissShaderIndex,Origin_X,Origin_Y,Origin_Z,TMin,Direction_X,Direction_Y,Direction_Z,TMax,payload)
  %6 = load <4 x float>, <4 x float>* %5, align 8
  %7 = call i32 @dx.op.dispatchRaysIndex.i32(i32 145, i8 0)  ; DispatchRaysIndex(col)
  %8 = call %dx.types.Handle @"dx.op.createHandleForLib.class.RWStructuredBuffer<vector<float, 4> >"(i32 160, %"class.RWStructuredBuffer<vector<float, 4> >" %2)  ; CreateHandleForLib(Resource)
  %9 = extractelement <4 x float> %6, i64 0
  %10 = extractelement <4 x float> %6, i64 1
  %11 = extractelement <4 x float> %6, i64 2
  %12 = extractelement <4 x float> %6, i64 3
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %8, i32 %7, i32 0, float %9, float %10, float %11, float %12, i8 15, i32 4)  ; RawBufferStore(uav,index,elementOffset,value0,value1,value2,value3,mask,alignment)
  ret void
}

define void @"\01?MissA@@YAXUPl@@@Z"(%struct.Pl* noalias nocapture %p) #0 {
  %1 = call float @dx.op.worldRayOrigin.f32(i32 147, i8 0)  ; WorldRayOrigin(col)
  %2 = call float @dx.op.worldRayOrigin.f32(i32 147, i8 1)  ; WorldRayOrigin(col)
  %3 = call float @dx.op.worldRayOrigin.f32(i32 147, i8 2)  ; WorldRayOrigin(col)
  %4 = call i32 @dx.op.rayFlags.i32(i32 144)  ; RayFlags()
  %5 = uitofp i32 %4 to float
  %6 = insertelement <4 x float> undef, float %1, i64 0
  %7 = insertelement <4 x float> %6, float %2, i64 1
  %8 = insertelement <4 x float> %7, float %3, i64 2
  %9 = insertelement <4 x float> %8, float %5, i64 3
  %10 = getelementptr inbounds %struct.Pl, %struct.Pl* %p, i32 0, i32 0
  store <4 x float> %9, <4 x float>* %10, align 4
  ret void
}

define void @"\01?MissB@@YAXUPl@@@Z"(%struct.Pl* noalias nocapture %p) #0 {
  %1 = call float @dx.op.worldRayDirection.f32(i32 148, i8 0)  ; WorldRayDirection(col)
  %2 = call float @dx.op.worldRayDirection.f32(i32 148, i8 1)  ; WorldRayDirection(col)
  %3 = call float @dx.op.worldRayDirection.f32(i32 148, i8 2)  ; WorldRayDirection(col)
  %4 = call float @dx.op.rayTMin.f32(i32 153)  ; RayTMin()
  %5 = insertelement <4 x float> undef, float %1, i64 0
  %6 = insertelement <4 x float> %5, float %2, i64 1
  %7 = insertelement <4 x float> %6, float %3, i64 2
  %8 = insertelement <4 x float> %7, float %4, i64 3
  %9 = getelementptr inbounds %struct.Pl, %struct.Pl* %p, i32 0, i32 0
  store <4 x float> %8, <4 x float>* %9, align 4
  ret void
}

declare void @dx.op.rawBufferStore.f32(i32, %dx.types.Handle, i32, i32, float, float, float, float, i8, i32) #0

declare i32 @dx.op.dispatchRaysIndex.i32(i32, i8) #1

declare float @dx.op.worldRayDirection.f32(i32, i8) #1

declare float @dx.op.worldRayOrigin.f32(i32, i8) #1

declare i32 @dx.op.rayFlags.i32(i32) #1

declare float @dx.op.rayTMin.f32(i32) #1

declare void @dx.op.traceRay.struct.Pl(i32, %dx.types.Handle, i32, i32, i32, i32, i32, float, float, float, float, float, float, float, float, %struct.Pl*) #0

declare %dx.types.Handle @dx.op.createHandleForLib.struct.RaytracingAccelerationStructure(i32, %struct.RaytracingAccelerationStructure) #2

declare %dx.types.Handle @"dx.op.createHandleForLib.class.RWStructuredBuffer<vector<float, 4> >"(i32, %"class.RWStructuredBuffer<vector<float, 4> >") #2

attributes #0 = { nounwind }
attributes #1 = { nounwind readnone }
attributes #2 = { nounwind readonly }

!llvm.ident = !{!0}
!dx.version = !{!1}
!dx.valver = !{!2}
!dx.shaderModel = !{!3}
!dx.resources = !{!4}
!dx.typeAnnotations = !{!11}
!dx.entryPoints = !{!17, !17, !19, !22, !24}

!0 = !{!"dxc(private) 1.9.0.15466 (main, 9a3e225da-dirty)"}
!1 = !{i32 1, i32 3}
!2 = !{i32 1, i32 5}
!3 = !{!"lib", i32 6, i32 3}
!4 = !{!5, !8, null, null}
!5 = !{!6}
!6 = !{i32 0, %struct.RaytracingAccelerationStructure* @"\01?Tlas@@3URaytracingAccelerationStructure@@A", !"Tlas", i32 0, i32 0, i32 1, i32 16, i32 0, !7}
!7 = !{i32 0, i32 4}
!8 = !{!9}
!9 = !{i32 0, %"class.RWStructuredBuffer<vector<float, 4> >"* @"\01?O@@3V?$RWStructuredBuffer@V?$vector@M$03@@@@A", !"O", i32 0, i32 0, i32 1, i32 12, i1 false, i1 false, i1 false, !10}
!10 = !{i32 1, i32 16}
!11 = !{i32 1, void ()* @"\01?Gen@@YAXXZ", !12, void (%struct.Pl*)* @"\01?MissA@@YAXUPl@@@Z", !15, void (%struct.Pl*)* @"\01?MissB@@YAXUPl@@@Z", !15}
!12 = !{!13}
!13 = !{i32 1, !14, !14}
!14 = !{}
!15 = !{!13, !16}
!16 = !{i32 2, !14, !14}
!17 = !{null, !"", null, !4, !18}
!18 = !{i32 0, i64 65552}
!19 = !{void ()* @"\01?Gen@@YAXXZ", !"\01?Gen@@YAXXZ", null, null, !20}
!20 = !{i32 8, i32 7, i32 5, !21}
!21 = !{i32 0}
!22 = !{void (%struct.Pl*)* @"\01?MissA@@YAXUPl@@@Z", !"\01?MissA@@YAXUPl@@@Z", null, null, !23}
!23 = !{i32 8, i32 11, i32 6, i32 16, i32 5, !21}
!24 = !{void (%struct.Pl*)* @"\01?MissB@@YAXUPl@@@Z", !"\01?MissB@@YAXUPl@@@Z", null, null, !23}
