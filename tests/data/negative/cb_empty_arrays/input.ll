target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%struct.S = type { [0 x <4 x float>], [3 x float], float }
%struct.E = type { float, float }
%class.matrix = type { [2 x <2 x float>] }
%struct.M = type { %class.matrix, float }

define void @main() {
  ret void
}

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.resources = !{!3}
!dx.typeAnnotations = !{!11}
!dx.entryPoints = !{!4}

!0 = !{i32 1, i32 0}
!1 = !{i32 1, i32 8}
!2 = !{!"cs", i32 6, i32 0}
!3 = !{null, null, !7, null}
!4 = !{void ()* @main, !"main", null, !3, !5}
!5 = !{i32 4, !6}
!6 = !{i32 8, i32 1, i32 1}
!7 = !{!8, !9, !10}
!8 = !{i32 0, %struct.S* undef, !"s", i32 0, i32 0, i32 1, i32 64, null}
!9 = !{i32 1, %struct.E* undef, !"e", i32 0, i32 1, i32 1, i32 64, null}
!10 = !{i32 2, %struct.M* undef, !"m", i32 0, i32 2, i32 1, i32 64, null}
!11 = !{i32 0, %struct.S undef, !12, %struct.E undef, !16, %struct.M undef, !19}
!12 = !{i32 40, !13, !14, !15}
!13 = !{i32 6, !"a", i32 3, i32 0, i32 7, i32 9}
!14 = !{i32 6, !"b", i32 3, i32 0, i32 7, i32 9}
!15 = !{i32 6, !"c", i32 3, i32 36, i32 7, i32 9}
!16 = !{i32 0, !17, !18}
!17 = !{i32 6, !"a", i32 3, i32 0, i32 7, i32 9}
!18 = !{i32 6, !"b", i32 3, i32 99, i32 7, i32 9}
!19 = !{i32 4, !20, !22}
!20 = !{i32 6, !"a", i32 2, !21, i32 3, i32 0, i32 7, i32 9}
!21 = !{i32 4, i32 0, i32 1}
!22 = !{i32 6, !"b", i32 3, i32 0, i32 7, i32 9}
