target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%"class.RWBuffer<float>" = type { float }

@tile = internal addrspace(3) global [4 x float] undef, align 4

define void @main() {
  %u = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)
  %t = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %f = uitofp i32 %t to float
  %s = fadd float %f, 1.000000e+00
  %p2 = getelementptr [4 x float], [4 x float] addrspace(3)* @tile, i32 0, i32 0
  %pi = bitcast float addrspace(3)* %p2 to i32 addrspace(3)*
  %l = load i32, i32 addrspace(3)* %pi, align 4, !range !20
  %q = getelementptr [4 x float], [4 x float] addrspace(3)* @tile, i32 0, i32 %t
  store float %s, float addrspace(3)* %q, align 4
  call void @dx.op.bufferStore.f32(i32 69, %dx.types.Handle %u, i32 %t, i32 undef, float %s, float %s, float %s, float %s, i8 15)
  ret void
}

declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32) #0
declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1) #1
declare void @dx.op.bufferStore.f32(i32, %dx.types.Handle, i32, i32, float, float, float, float, i8) #2

attributes #0 = { nounwind readnone }
attributes #1 = { nounwind readonly }
attributes #2 = { nounwind }

!llvm.ident = !{!0}
!dx.version = !{!1}
!dx.valver = !{!2}
!dx.shaderModel = !{!3}
!dx.resources = !{!4}
!dx.entryPoints = !{!7}

!0 = !{!"dxk"}
!1 = !{i32 1, i32 0}
!2 = !{i32 1, i32 8}
!3 = !{!"cs", i32 6, i32 0}
!4 = !{null, !5, null, null}
!5 = !{!6}
!6 = !{i32 0, %"class.RWBuffer<float>"* undef, !"out", i32 0, i32 0, i32 1, i32 10, i1 false, i1 false, i1 false, !8}
!7 = !{void ()* @main, !"main", null, !4, !9}
!8 = !{i32 0, i32 9}
!9 = !{i32 4, !10}
!10 = !{i32 4, i32 1, i32 1}
!20 = !{i32 6, i32 8, i32 0, i32 3}
