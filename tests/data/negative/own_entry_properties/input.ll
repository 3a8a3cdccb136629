target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%"class.RayQuery<0>" = type { i32 }

define void @shade() {
  ret void
}

define void @ask(%"class.RayQuery<0>"* %q) {
  ret void
}

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.entryPoints = !{!3, !4}

!0 = !{i32 1, i32 5}
!1 = !{i32 1, i32 8}
!2 = !{!"lib", i32 6, i32 5}
!3 = !{null, !"", null, null, null}
!4 = !{void ()* @shade, !"shade", null, null, null}
!5 = !{i32 8, i32 5, i32 4, !6, i32 5, !7}
!6 = !{i32 1, i32 1, i32 1}
!7 = !{i32 0}
