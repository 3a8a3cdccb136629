target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%struct.Pay.0 = type { [4 x float], [4 x i32] }

@"\01?scratch@@3PAMA" = external addrspace(3) global [32 x float], align 4

define void @main() {
  %1 = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %2 = call %struct.Pay.0* @dx.op.getMeshPayload.struct.Pay.0(i32 170)
  %3 = getelementptr inbounds %struct.Pay.0, %struct.Pay.0* %2, i32 0, i32 0, i32 0
  %4 = load float, float* %3, align 4
  %5 = getelementptr [32 x float], [32 x float] addrspace(3)* @"\01?scratch@@3PAMA", i32 0, i32 %1
  store float %4, float addrspace(3)* %5, align 4, !tbaa !20
  call void @dx.op.barrier(i32 80, i32 9)
  %6 = load float, float* %3, align 4
  %7 = getelementptr inbounds %struct.Pay.0, %struct.Pay.0* %2, i32 0, i32 0, i32 1
  %8 = load float, float* %7, align 4
  %9 = getelementptr inbounds %struct.Pay.0, %struct.Pay.0* %2, i32 0, i32 0, i32 2
  %10 = load float, float* %9, align 4
  %11 = getelementptr inbounds %struct.Pay.0, %struct.Pay.0* %2, i32 0, i32 0, i32 3
  %12 = load float, float* %11, align 4
  %13 = xor i32 %1, 1
  %14 = getelementptr [32 x float], [32 x float] addrspace(3)* @"\01?scratch@@3PAMA", i32 0, i32 %13
  %15 = load float, float addrspace(3)* %14, align 4, !tbaa !20
  %16 = fadd fast float %15, %6
  %17 = fadd fast float %15, %8
  %18 = fadd fast float %15, %10
  %19 = fadd fast float %15, %12
  %20 = uitofp i32 %1 to float
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 0, i32 0, i8 0, float %16, i32 %1)
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 0, i32 0, i8 1, float %17, i32 %1)
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 0, i32 0, i8 2, float %18, i32 %1)
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 0, i32 0, i8 3, float %19, i32 %1)
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 1, i32 0, i8 0, float %20, i32 %1)
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 1, i32 0, i8 1, float %20, i32 %1)
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 1, i32 0, i8 2, float %20, i32 %1)
  %21 = icmp ult i32 %1, 30
  br i1 %21, label %22, label %30

  %23 = add i32 %1, 1
  %24 = add i32 %1, 2
  call void @dx.op.emitIndices(i32 169, i32 %1, i32 %1, i32 %23, i32 %24)
  %25 = and i32 %1, 3
  %26 = getelementptr %struct.Pay.0, %struct.Pay.0* %2, i32 0, i32 1, i32 %25
  %27 = load i32, i32* %26, align 4, !tbaa !24
  %28 = icmp ugt i32 %1, 20
  %29 = zext i1 %28 to i32
  call void @dx.op.storePrimitiveOutput.i32(i32 172, i32 0, i32 0, i8 0, i32 %27, i32 %1)
  call void @dx.op.storePrimitiveOutput.i32(i32 172, i32 1, i32 0, i8 0, i32 %29, i32 %1)
  br label %30

  ret void
}

declare void @dx.op.emitIndices(i32, i32, i32, i32, i32) #0

declare %struct.Pay.0* @dx.op.getMeshPayload.struct.Pay.0(i32) #1

declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32) #2

declare void @dx.op.storeVertexOutput.f32(i32, i32, i32, i8, float, i32) #0

declare void @dx.op.storePrimitiveOutput.i32(i32, i32, i32, i8, i32, i32) #0

declare void @dx.op.barrier(i32, i32) #3

attributes #0 = { nounwind }
attributes #1 = { nounwind readonly }
attributes #2 = { nounwind readnone }
attributes #3 = { noduplicate nounwind }

!llvm.ident = !{!0}
!dx.version = !{!1}
!dx.valver = !{!2}
!dx.shaderModel = !{!3}
!dx.viewIdState = !{!4}
!dx.entryPoints = !{!5}

!0 = !{!"dxc(private) 1.9.0.15466 (main, 9a3e225da-dirty)"}
!1 = !{i32 1, i32 5}
!2 = !{i32 1, i32 10}
!3 = !{!"ms", i32 6, i32 5}
!4 = !{[3 x i32] [i32 0, i32 7, i32 1]}
!5 = !{void ()* @main, !"main", !6, null, !17}
!6 = !{null, !7, !13}
!7 = !{!8, !11}
!8 = !{i32 0, !"SV_Position", i8 9, i8 3, !9, i8 4, i32 1, i8 4, i32 0, i8 0, !10}
!9 = !{i32 0}
!10 = !{i32 3, i32 15}
!11 = !{i32 1, !"NORM", i8 9, i8 0, !9, i8 2, i32 1, i8 3, i32 1, i8 0, !12}
!12 = !{i32 3, i32 7}
!13 = !{!14, !16}
!14 = !{i32 0, !"IDENT", i8 5, i8 0, !9, i8 1, i32 1, i8 1, i32 0, i8 0, !15}
!15 = !{i32 3, i32 1}
!16 = !{i32 1, !"SV_CullPrimitive", i8 1, i8 30, !9, i8 1, i32 1, i8 1, i32 -1, i8 -1, !15}
!17 = !{i32 9, !18, i32 4, !990}
!18 = !{!19, i32 64, i32 40, i32 2, i32 32}
!19 = !{i32 32, i32 1, i32 1}
!20 = !{!21, !21, i64 0}
!21 = !{!"float", !22, i64 0}
!22 = !{!"omnipotent char", !23, i64 0}
!23 = !{!"Simple C/C++ TBAA"}
!24 = !{!25, !25, i64 0}
!25 = !{!"int", !22, i64 0}
!990 = !{i32 0, i32 200, i32 1}
