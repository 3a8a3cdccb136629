target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%"class.s_t2" = type { i32 }
%dx.types.Handle = type { i8* }
%dx.types.ResRet.f32 = type { float, float, float, float, i32 }


define void @main() {
  %h_s_t2 = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 0, i32 0, i1 false)
  %av32 = alloca i32
  %v32 = load i32, i32* %av32
  %r1 = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %h_s_t2, i32 1, i32 1, i32 1, i32 undef, i32 0, i32 %v32, i32 undef)
  ret void
}

declare %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i32) #2
declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1) #2

attributes #0 = { nounwind readnone }
attributes #1 = { nounwind }
attributes #2 = { nounwind readonly }
attributes #3 = { noduplicate nounwind }

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.resources = !{!6}
!dx.entryPoints = !{!25}

!0 = !{i32 1, i32 0}
!1 = !{i32 1, i32 10}
!2 = !{!"ps", i32 6, i32 0}
!3 = !{i32 0, i32 9}
!4 = !{i32 0, %"class.s_t2"* undef, !"s_t2", i32 0, i32 0, i32 1, i32 2, i32 0, !3}
!5 = !{!4}
!6 = !{!5, null, null, null}
!7 = !{i32 0}
!8 = !{i32 3, i32 15}
!9 = !{i32 0, !"SV_Position", i8 9, i8 3, !7, i8 4, i32 1, i8 4, i32 0, i8 0, !8}
!10 = !{i32 0}
!11 = !{i32 3, i32 3}
!12 = !{i32 1, !"B", i8 9, i8 0, !10, i8 2, i32 1, i8 2, i32 1, i8 0, !11}
!13 = !{i32 0}
!14 = !{i32 3, i32 7}
!15 = !{i32 2, !"N", i8 5, i8 0, !13, i8 1, i32 1, i8 3, i32 2, i8 0, !14}
!16 = !{i32 0}
!17 = !{i32 3, i32 15}
!18 = !{i32 3, !"CE", i8 9, i8 0, !16, i8 3, i32 1, i8 4, i32 3, i8 0, !17}
!19 = !{!9, !12, !15, !18}
!20 = !{i32 0}
!21 = !{i32 3, i32 15}
!22 = !{i32 0, !"SV_Target", i8 9, i8 16, !20, i8 0, i32 1, i8 4, i32 0, i8 0, !21}
!23 = !{!22}
!24 = !{!19, !23, null}
!25 = !{void ()* @main, !"main", !24, !6, null}
