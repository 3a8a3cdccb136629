target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%class.B = type { i32 }

define void @main() {
  ret void
}

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.resources = !{!3}
!dx.entryPoints = !{!4}

!0 = !{i32 1, i32 0}
!1 = !{i32 1, i32 8}
!2 = !{!"cs", i32 6, i32 0}
!3 = !{!7, null, null, null}
!4 = !{void ()* @main, !"main", null, !3, !5}
!5 = !{i32 4, !6}
!6 = !{i32 8, i32 1, i32 1}
!7 = !{!8, !9, !10, !11}
!8 = !{i32 0, %class.B* undef, !"a", i32 0, i32 2, i32 4, i32 11, i32 0, null}
!9 = !{i32 1, %class.B* undef, !"b", i32 0, i32 10, i32 0, i32 11, i32 0, null}
!10 = !{i32 2, %class.B* undef, !"c", i32 0, i32 8, i32 4, i32 11, i32 0, null}
!11 = !{i32 3, %class.B* undef, !"d", i32 0, i32 4, i32 8, i32 11, i32 0, null}
