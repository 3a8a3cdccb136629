target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"


define void @main() {
  call void @middle()
  %1 = call float @dx.op.unary.f32(i32 83, float 1.0)
  ret void
}

define void @middle() {
  call void @deep()
  ret void
}

define void @deep() {
  %1 = call float @dx.op.unary.f32(i32 83, float 1.0)
  ret void
}

declare float @dx.op.unary.f32(i32, float) #0


attributes #0 = { nounwind readnone }
attributes #1 = { nounwind }
attributes #2 = { nounwind readonly }
attributes #3 = { noduplicate nounwind }

!dx.version = !{!0}
!dx.valver = !{!0}
!dx.shaderModel = !{!1}
!dx.entryPoints = !{!2}

!0 = !{i32 1, i32 6}
!1 = !{!"vs", i32 6, i32 6}
!2 = !{void ()* @main, !"main", null, null, null}

