target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"
define void @open() {
  call void @first()
  ret void
}

define internal void @first() {
  call void @second()
  ret void
}

define internal void @second() {
  call void @first()
  ret void
}

attributes #0 = { nounwind readnone }
attributes #1 = { nounwind }
attributes #2 = { nounwind readonly }
attributes #3 = { noduplicate nounwind }

!dx.version = !{!0}
!dx.valver = !{!3}
!dx.shaderModel = !{!1}
!dx.entryPoints = !{!2}
!0 = !{i32 1, i32 6}
!1 = !{!"lib", i32 6, i32 6}
!2 = !{null, !"", null, null, null}
!3 = !{i32 1, i32 10}
