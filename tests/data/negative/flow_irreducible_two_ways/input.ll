target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"
define void @f(i1 %x) {
entry:
  ret void
a:
  br i1 %x, label %b, label %c
b:
  br i1 %x, label %c, label %a
c:
  br label %b
}

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.entryPoints = !{!3}

!0 = !{i32 1, i32 3}
!1 = !{i32 1, i32 8}
!2 = !{!"lib", i32 6, i32 3}
!3 = !{null, !"", null, null, null}
