target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"


define void @f() {
  call void @dx.op.barrierByMemoryType(i32 244, i32 1, i32 0)
  ret void
}

define void @g() {
  %1 = call float @dx.op.unary.f32(i32 12, float 1.0)
  %2 = call i32 @dx.op.waveGetLaneIndex(i32 111)
  ret void
}

declare void @dx.op.barrierByMemoryType(i32, i32, i32) #3

declare float @dx.op.unary.f32(i32, float) #0

declare i32 @dx.op.waveGetLaneIndex(i32) #2


attributes #0 = { nounwind readnone }
attributes #1 = { nounwind }
attributes #2 = { nounwind readonly }
attributes #3 = { noduplicate nounwind }

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.entryPoints = !{!4, !6, !9}

!0 = !{i32 1, i32 6}
!1 = !{i32 1, i32 10}
!2 = !{!"lib", i32 6, i32 6}
!3 = !{i32 0, i64 524288}
!4 = !{null, !"", null, null, !3}
!5 = !{i32 8, i32 7}
!6 = !{void ()* @f, !"f", null, null, !5}
!7 = !{i32 0}
!8 = !{i32 5, !7}
!9 = !{void ()* @g, !"g", null, null, !8}

