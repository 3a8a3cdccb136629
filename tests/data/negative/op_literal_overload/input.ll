target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"



define void @main() {
  %r1 = call { i32, { half, [2 x i32] } } @dx.op.tempRegLoad.x(i32 0, i32 0)
  ret void
}

declare { i32, { half, [2 x i32] } } @dx.op.tempRegLoad.x(i32, i32) #2

attributes #0 = { nounwind readnone }
attributes #1 = { nounwind }
attributes #2 = { nounwind readonly }
attributes #3 = { noduplicate nounwind }

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.entryPoints = !{!21}

!0 = !{i32 1, i32 0}
!1 = !{i32 1, i32 10}
!2 = !{!"ps", i32 6, i32 0}
!3 = !{i32 0}
!4 = !{i32 3, i32 15}
!5 = !{i32 0, !"SV_Position", i8 9, i8 3, !3, i8 4, i32 1, i8 4, i32 0, i8 0, !4}
!6 = !{i32 0}
!7 = !{i32 3, i32 3}
!8 = !{i32 1, !"B", i8 9, i8 0, !6, i8 2, i32 1, i8 2, i32 1, i8 0, !7}
!9 = !{i32 0}
!10 = !{i32 3, i32 7}
!11 = !{i32 2, !"N", i8 5, i8 0, !9, i8 1, i32 1, i8 3, i32 2, i8 0, !10}
!12 = !{i32 0}
!13 = !{i32 3, i32 15}
!14 = !{i32 3, !"CE", i8 9, i8 0, !12, i8 3, i32 1, i8 4, i32 3, i8 0, !13}
!15 = !{!5, !8, !11, !14}
!16 = !{i32 0}
!17 = !{i32 3, i32 15}
!18 = !{i32 0, !"SV_Target", i8 9, i8 16, !16, i8 0, i32 1, i8 4, i32 0, i8 0, !17}
!19 = !{!18}
!20 = !{!15, !19, null}
!21 = !{void ()* @main, !"main", !20, null, null}
