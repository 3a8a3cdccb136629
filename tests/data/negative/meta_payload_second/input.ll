target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%struct.Pl = type { <3 x float>, float, i32 }
%dx.types.ResourceProperties = type { i32, i32 }
%struct.BuiltInTriangleIntersectionAttributes = type { <2 x float> }
%struct.RaytracingAccelerationStructure = type { i32 }
%"class.RWBuffer<vector<float, 4> >" = type { <4 x float> }

@"\01?W@@3URaytracingAccelerationStructure@@A" = external constant %dx.types.Handle, align 4
@"\01?O@@3V?$RWBuffer@V?$vector@M$03@@@@A" = external constant %dx.types.Handle, align 4

define void @"\01?Gen@@YAXXZ"() #0 {
  %1 = load %dx.types.Handle, %dx.types.Handle* @"\01?W@@3URaytracingAccelerationStructure@@A", align 4
  %2 = load %dx.types.Handle, %dx.types.Handle* @"\01?O@@3V?$RWBuffer@V?$vector@M$03@@@@A", align 4
  %3 = alloca %struct.Pl, align 8
  %4 = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %1)  ; CreateHandleForLib(Resource)
  %5 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %4, %dx.types.ResourceProperties { i32 16, i32 0 })  ; AnnotateHandle(res,props)  resource: RTAccelerationStructure
  %6 = getelementptr inbounds %struct.Pl, %struct.Pl* %3, i32 0, i32 1
  store float 1.000000e+00, float* %6, align 4
  %7 = getelementptr inbounds %struct.Pl, %struct.Pl* %3, i32 0, i32 2
  store i32 3, i32* %7, align 8
  call void @dx.op.traceRay.struct.Pl(i32 157, %dx.types.Handle %5, i32 0, i32 255, i32 0, i32 1, i32 0, float 0.000000e+00, float 1.000000e+00, float 0.000000e+00, float 0x3FB99999A0000000, float 0.000000e+00, float -1.000000e+00, float 0.000000e+00, float 9.000000e+00, %struct.Pl* nonnull %3)  ; TraceRay(AccelerationStructure,RayFlags,InstanceInclusionMask,RayContributionToHitGroupIndex,MultiplierForGeometryContributionToShaderIndex,MissShaderIndex,Origin_X,Origin_Y,Origin_Z,TMin,Direction_X,Direction_Y,Direction_Z,TMax,payload)
  %8 = getelementptr inbounds %struct.Pl, %struct.Pl* %3, i32 0, i32 0
  %9 = load <3 x float>, <3 x float>* %8, align 8
  %10 = load float, float* %6, align 4
  %11 = extractelement <3 x float> %9, i64 0
  %12 = extractelement <3 x float> %9, i64 1
  %13 = extractelement <3 x float> %9, i64 2
  %14 = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %2)  ; CreateHandleForLib(Resource)
  %15 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %14, %dx.types.ResourceProperties { i32 4106, i32 1033 })  ; AnnotateHandle(res,props)  resource: RWTypedBuffer<4xF32>
  call void @dx.op.bufferStore.f32(i32 69, %dx.types.Handle %15, i32 0, i32 undef, float %11, float %12, float %13, float %10, i8 15)  ; BufferStore(uav,coord0,coord1,value0,value1,value2,value3,mask)
  ret void
}

define void @"\01?Hit@@YAXUPl@@UBuiltInTriangleIntersectionAttributes@@@Z"(%struct.Pl* noalias nocapture %p, %struct.BuiltInTriangleIntersectionAttributes* nocapture readonly %a) #0 {
  %1 = getelementptr inbounds %struct.BuiltInTriangleIntersectionAttributes, %struct.BuiltInTriangleIntersectionAttributes* %a, i32 0, i32 0
  %2 = load <2 x float>, <2 x float>* %1, align 4, !tbaa !32
  %3 = extractelement <2 x float> %2, i32 0
  %4 = extractelement <2 x float> %2, i32 1
  %5 = getelementptr inbounds %struct.Pl, %struct.Pl* %p, i32 0, i32 1
  %6 = load float, float* %5, align 4, !tbaa !35
  %7 = getelementptr inbounds %struct.Pl, %struct.Pl* %p, i32 0, i32 2
  %8 = load i32, i32* %7, align 4, !tbaa !37
  %9 = uitofp i32 %8 to float
  %10 = fmul fast float %9, %6
  %11 = fmul fast float %10, %3
  %12 = fmul fast float %10, %4
  %13 = insertelement <3 x float> undef, float %11, i32 0
  %14 = insertelement <3 x float> %13, float %12, i32 1
  %15 = insertelement <3 x float> %14, float %12, i32 2
  %16 = getelementptr inbounds %struct.Pl, %struct.Pl* %p, i32 0, i32 0
  store <3 x float> %15, <3 x float>* %16, align 4, !tbaa !32
  ret void
}

define void @"\01?Miss@@YAXUPl@@@Z"(%struct.Pl* noalias nocapture %p) #0 {
  %1 = getelementptr inbounds %struct.Pl, %struct.Pl* %p, i32 0, i32 2
  %2 = load i32, i32* %1, align 4, !tbaa !37
  %3 = uitofp i32 %2 to float
  %4 = insertelement <3 x float> undef, float %3, i32 0
  %5 = insertelement <3 x float> %4, float %3, i32 1
  %6 = insertelement <3 x float> %5, float %3, i32 2
  %7 = getelementptr inbounds %struct.Pl, %struct.Pl* %p, i32 0, i32 0
  store <3 x float> %6, <3 x float>* %7, align 4, !tbaa !32
  ret void
}

declare void @dx.op.bufferStore.f32(i32, %dx.types.Handle, i32, i32, float, float, float, float, i8) #0

declare void @dx.op.traceRay.struct.Pl(i32, %dx.types.Handle, i32, i32, i32, i32, i32, float, float, float, float, float, float, float, float, %struct.Pl*) #0

declare %dx.types.Handle @dx.op.annotateHandle(i32, %dx.types.Handle, %dx.types.ResourceProperties) #1

declare %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32, %dx.types.Handle) #2

attributes #0 = { nounwind }
attributes #1 = { nounwind readnone }
attributes #2 = { nounwind readonly }

!llvm.ident = !{!0}
!dx.version = !{!1}
!dx.valver = !{!2}
!dx.shaderModel = !{!3}
!dx.resources = !{!4}
!dx.typeAnnotations = !{!11}
!dx.dxrPayloadAnnotations = !{!19}
!dx.entryPoints = !{!24, !25, !28, !30}

!0 = !{!"dxc(private) 1.9.0.15466 (main, 9a3e225da-dirty)"}
!1 = !{i32 1, i32 6}
!2 = !{i32 1, i32 10}
!3 = !{!"lib", i32 6, i32 6}
!4 = !{!5, !8, null, null}
!5 = !{!6}
!6 = !{i32 0, %struct.RaytracingAccelerationStructure* bitcast (%dx.types.Handle* @"\01?W@@3URaytracingAccelerationStructure@@A" to %struct.RaytracingAccelerationStructure*), !"W", i32 0, i32 0, i32 1, i32 16, i32 0, !7}
!7 = !{i32 0, i32 4}
!8 = !{!9}
!9 = !{i32 0, %"class.RWBuffer<vector<float, 4> >"* bitcast (%dx.types.Handle* @"\01?O@@3V?$RWBuffer@V?$vector@M$03@@@@A" to %"class.RWBuffer<vector<float, 4> >"*), !"O", i32 0, i32 0, i32 1, i32 10, i1 false, i1 false, i1 false, !10}
!10 = !{i32 0, i32 9}
!11 = !{i32 1, void ()* @"\01?Gen@@YAXXZ", !12, void (%struct.Pl*, %struct.BuiltInTriangleIntersectionAttributes*)* @"\01?Hit@@YAXUPl@@UBuiltInTriangleIntersectionAttributes@@@Z", !15, void (%struct.Pl*)* @"\01?Miss@@YAXUPl@@@Z", !18}
!12 = !{!13}
!13 = !{i32 1, !14, !14}
!14 = !{}
!15 = !{!13, !16, !17}
!16 = !{i32 2, !14, !14}
!17 = !{i32 0, !14, !14}
!18 = !{!13, !16}
!19 = !{i32 0, %struct.Pl undef, !20, i32 0, i32 1}
!20 = !{!21, !22, !23}
!21 = !{i32 0, i32 545}
!22 = !{i32 0, i32 8211}
!23 = !{i32 0, i32 4370}
!24 = !{null, !"", null, !4, null}
!25 = !{void ()* @"\01?Gen@@YAXXZ", !"\01?Gen@@YAXXZ", null, null, !26}
!26 = !{i32 8, i32 7, i32 5, !27}
!27 = !{i32 0}
!28 = !{void (%struct.Pl*, %struct.BuiltInTriangleIntersectionAttributes*)* @"\01?Hit@@YAXUPl@@UBuiltInTriangleIntersectionAttributes@@@Z", !"\01?Hit@@YAXUPl@@UBuiltInTriangleIntersectionAttributes@@@Z", null, null, !29}
!29 = !{i32 8, i32 10, i32 6, i32 20, i32 7, i32 8, i32 5, !27}
!30 = !{void (%struct.Pl*)* @"\01?Miss@@YAXUPl@@@Z", !"\01?Miss@@YAXUPl@@@Z", null, null, !31}
!31 = !{i32 8, i32 11, i32 6, i32 20, i32 5, !27}
!32 = !{!33, !33, i64 0}
!33 = !{!"omnipotent char", !34, i64 0}
!34 = !{!"Simple C/C++ TBAA"}
!35 = !{!36, !36, i64 0}
!36 = !{!"float", !33, i64 0}
!37 = !{!38, !38, i64 0}
!38 = !{!"int", !33, i64 0}
