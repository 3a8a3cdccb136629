target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"
@g = external addrspace(3) global [8193 x i32], align 4

define void @main() {
  store i32 1, i32 addrspace(3)* getelementptr inbounds ([8193 x i32], [8193 x i32] addrspace(3)* @g, i32 0, i32 0)
  ret void
}

define void @hull() {
  ret void
}

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.entryPoints = !{!3, !4, !9}

!0 = !{i32 1, i32 6}
!1 = !{i32 1, i32 8}
!2 = !{!"lib", i32 6, i32 6}
!3 = !{null, !"", null, null, null}
!4 = !{void ()* @main, !"main", null, null, !5}
!5 = !{i32 8, i32 5, i32 4, !6, i32 5, !7}
!6 = !{i32 8, i32 1, i32 1}
!7 = !{i32 0}
!8 = !{void ()* @main, i32 3, i32 3, i32 2, i32 3, i32 3, float 3.200000e+01}
!9 = !{void ()* @hull, !"hull", null, null, !10}
!10 = !{i32 8, i32 3, i32 3, !8, i32 5, !7}
