target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"


define void @main() {
  ret void
}


attributes #0 = { nounwind readnone }
attributes #1 = { nounwind }
attributes #2 = { nounwind readonly }
attributes #3 = { noduplicate nounwind }
attributes #4 = { nounwind argmemonly }

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.entryPoints = !{!9}

!0 = !{i32 1, i32 6}
!1 = !{i32 1, i32 10}
!2 = !{!"vs", i32 6, i32 6}
!3 = !{i32 0}
!4 = !{i32 0, !"SV_VertexID", i8 18, i8 1, !3, i8 0, i32 1, i8 1, i32 0, i8 0, null}
!5 = !{!4}
!6 = !{i32 0, !"A", i8 17, i8 0, !3, i8 2, i32 1, i8 4, i32 0, i8 0, null}
!7 = !{!6}
!8 = !{!5, !7, null}
!9 = !{void ()* @main, !"main", !8, null, null}

