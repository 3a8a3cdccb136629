target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%"class.RWBuffer<float>" = type { float }

@"\01?tile@@3PAMA" = external addrspace(3) global [64 x float], align 4
@"\01?total@@3IA" = external addrspace(3) global i32, align 4
@"\01?cells@@3PAUCell@@A.0" = addrspace(3) global [8 x float] undef, align 4
@"\01?cells@@3PAUCell@@A.1.1dim" = addrspace(3) global [24 x i32] undef, align 4

define void @main() {
  %1 = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)  ; CreateHandle(resourceClass,rangeId,index,nonUniformIndex)
  %2 = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)  ; FlattenedThreadIdInGroup()
  %3 = call i32 @dx.op.groupId.i32(i32 94, i32 0)  ; GroupId(component)
  %4 = call i32 @dx.op.threadIdInGroup.i32(i32 95, i32 0)  ; ThreadIdInGroup(component)
  %5 = icmp eq i32 %2, 0
  br i1 %5, label %6, label %7

  store i32 0, i32 addrspace(3)* @"\01?total@@3IA", align 4, !tbaa !11
  br label %7

  %8 = uitofp i32 %3 to float
  %9 = fmul fast float %8, 2.000000e+00
  %10 = getelementptr [64 x float], [64 x float] addrspace(3)* @"\01?tile@@3PAMA", i32 0, i32 %2
  store float %9, float addrspace(3)* %10, align 4, !tbaa !15
  %11 = uitofp i32 %4 to float
  %12 = and i32 %2, 7
  %13 = getelementptr [8 x float], [8 x float] addrspace(3)* @"\01?cells@@3PAUCell@@A.0", i32 0, i32 %12
  store float %11, float addrspace(3)* %13, align 4, !tbaa !15
  %14 = mul i32 %12, 3
  %15 = add i32 1, %14
  %16 = getelementptr [24 x i32], [24 x i32] addrspace(3)* @"\01?cells@@3PAUCell@@A.1.1dim", i32 0, i32 %15
  store i32 %2, i32 addrspace(3)* %16, align 4, !tbaa !11
  call void @dx.op.barrier(i32 80, i32 9)  ; Barrier(barrierMode)
  %17 = atomicrmw add i32 addrspace(3)* @"\01?total@@3IA", i32 %2 seq_cst
  %18 = mul i32 %12, 3
  %19 = add i32 2, %18
  %20 = getelementptr [24 x i32], [24 x i32] addrspace(3)* @"\01?cells@@3PAUCell@@A.1.1dim", i32 0, i32 %19
  %21 = cmpxchg i32 addrspace(3)* %20, i32 1, i32 %2 seq_cst seq_cst
  %22 = extractvalue { i32, i1 } %21, 0
  call void @dx.op.barrier(i32 80, i32 2)  ; Barrier(barrierMode)
  call void @dx.op.barrier(i32 80, i32 11)  ; Barrier(barrierMode)
  %23 = xor i32 %2, 1
  %24 = getelementptr [64 x float], [64 x float] addrspace(3)* @"\01?tile@@3PAMA", i32 0, i32 %23
  %25 = load float, float addrspace(3)* %24, align 4, !tbaa !15
  %26 = load i32, i32 addrspace(3)* @"\01?total@@3IA", align 4, !tbaa !11
  %27 = uitofp i32 %26 to float
  %28 = uitofp i32 %22 to float
  %29 = add i32 %2, 1
  %30 = and i32 %29, 7
  %31 = getelementptr [8 x float], [8 x float] addrspace(3)* @"\01?cells@@3PAUCell@@A.0", i32 0, i32 %30
  %32 = load float, float addrspace(3)* %31, align 4, !tbaa !15
  %33 = load i32, i32 addrspace(3)* getelementptr inbounds ([24 x i32], [24 x i32] addrspace(3)* @"\01?cells@@3PAUCell@@A.1.1dim", i32 0, i32 10), align 4, !tbaa !11
  %34 = uitofp i32 %33 to float
  %35 = fadd fast float %25, %28
  %36 = fadd fast float %35, %27
  %37 = fadd fast float %36, %32
  %38 = fadd fast float %37, %34
  call void @dx.op.bufferStore.f32(i32 69, %dx.types.Handle %1, i32 %2, i32 undef, float %38, float %38, float %38, float %38, i8 15)  ; BufferStore(uav,coord0,coord1,value0,value1,value2,value3,mask)
  ret void
}

declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32) #0

declare i32 @dx.op.groupId.i32(i32, i32) #0

declare i32 @dx.op.threadIdInGroup.i32(i32, i32) #0

declare void @dx.op.barrier(i32, i32) #1

declare void @dx.op.bufferStore.f32(i32, %dx.types.Handle, i32, i32, float, float, float, float, i8) #2

declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1) #3

attributes #0 = { nounwind readnone }
attributes #1 = { noduplicate nounwind }
attributes #2 = { nounwind }
attributes #3 = { nounwind readonly }

!llvm.ident = !{!0}
!dx.version = !{!1}
!dx.valver = !{!2}
!dx.shaderModel = !{!3}
!dx.resources = !{!4}
!dx.entryPoints = !{!8}

!0 = !{!"dxc(private) 1.9.0.15466 (main, 9a3e225da-dirty)"}
!1 = !{i32 1, i32 0}
!2 = !{i32 1, i32 10}
!3 = !{!"cs", i32 6, i32 0}
!4 = !{null, !5, null, null}
!5 = !{!6}
!6 = !{i32 0, %"class.RWBuffer<float>"* undef, !"", i32 0, i32 0, i32 1, i32 10, i1 false, i1 false, i1 false, !7}
!7 = !{i32 0, i32 9}
!8 = !{void ()* @main, !"main", null, !4, !9}
!9 = !{i32 4, !10}
!10 = !{i32 64, i32 1, i32 1}
!11 = !{!12, !12, i64 0}
!12 = !{!"int", !13, i64 0}
!13 = !{!"b", !12, i64 0}
!14 = !{!"Simple C/C++ TBAA"}
!15 = !{!16, !16, i64 0}
!16 = !{!"float", !13, i64 0}
