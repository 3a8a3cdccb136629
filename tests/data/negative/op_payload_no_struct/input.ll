target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"



define void @main() {
  %r1 = call float @dx.op.getMeshPayload.f32(i32 170)
  ret void
}

declare float @dx.op.getMeshPayload.f32(i32) #2

attributes #0 = { nounwind readnone }
attributes #1 = { nounwind }
attributes #2 = { nounwind readonly }
attributes #3 = { noduplicate nounwind }

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.entryPoints = !{!18}

!0 = !{i32 1, i32 5}
!1 = !{i32 1, i32 10}
!2 = !{!"ms", i32 6, i32 5}
!3 = !{i32 0}
!4 = !{i32 3, i32 15}
!5 = !{i32 0, !"SV_Position", i8 9, i8 3, !3, i8 4, i32 1, i8 4, i32 0, i8 0, !4}
!6 = !{i32 0}
!7 = !{i32 3, i32 7}
!8 = !{i32 1, !"COLOR", i8 9, i8 0, !6, i8 2, i32 1, i8 3, i32 1, i8 0, !7}
!9 = !{!5, !8}
!10 = !{i32 0}
!11 = !{i32 3, i32 1}
!12 = !{i32 0, !"SV_PrimitiveID", i8 5, i8 10, !10, i8 1, i32 1, i8 1, i32 0, i8 0, !11}
!13 = !{!12}
!14 = !{null, !9, !13}
!15 = !{i32 32, i32 1, i32 1}
!16 = !{!15, i32 64, i32 126, i32 2, i32 8}
!17 = !{i32 9, !16}
!18 = !{void ()* @main, !"main", !14, null, !17}
