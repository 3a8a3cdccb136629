target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%"class.m_def" = type { i32 }
%"class.s_t2" = type { i32 }
%dx.types.Handle = type { i8* }
%dx.types.ResRet.f32 = type { float, float, float, float, i32 }


define void @main() {
  %h_s_t2 = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 0, i32 0, i1 false)
  %h_m_def = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 3, i32 0, i32 0, i1 false)
  %r1 = call %dx.types.ResRet.f32 @dx.op.sampleBias.f32(i32 61, %dx.types.Handle %h_s_t2, %dx.types.Handle %h_m_def, float 1.0, float 1.0, float undef, float undef, i32 1, i32 1, i32 undef, float 0x46293E5940000000, float 1.0)
  %r2 = call %dx.types.ResRet.f32 @dx.op.sampleBias.f32(i32 61, %dx.types.Handle %h_s_t2, %dx.types.Handle %h_m_def, float 1.0, float 1.0, float undef, float undef, i32 1, i32 1, i32 undef, float 0xFFF0000000000000, float 1.0)
  %r3 = call %dx.types.ResRet.f32 @dx.op.sampleBias.f32(i32 61, %dx.types.Handle %h_s_t2, %dx.types.Handle %h_m_def, float 1.0, float 1.0, float undef, float undef, i32 1, i32 1, i32 undef, float 0x4030020000000000, float 1.0)
  %r4 = call %dx.types.ResRet.f32 @dx.op.sampleBias.f32(i32 61, %dx.types.Handle %h_s_t2, %dx.types.Handle %h_m_def, float 1.0, float 1.0, float undef, float undef, i32 1, i32 1, i32 undef, float 0xC031800000000000, float 1.0)
  %r5 = call %dx.types.ResRet.f32 @dx.op.sampleBias.f32(i32 61, %dx.types.Handle %h_s_t2, %dx.types.Handle %h_m_def, float 1.0, float 1.0, float undef, float undef, i32 1, i32 1, i32 undef, float 0x7FF8000000000000, float 1.0)
  ret void
}

declare %dx.types.ResRet.f32 @dx.op.sampleBias.f32(i32, %dx.types.Handle, %dx.types.Handle, float, float, float, float, i32, i32, i32, float, float) #2
declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1) #2

attributes #0 = { nounwind readnone }
attributes #1 = { nounwind }
attributes #2 = { nounwind readonly }
attributes #3 = { noduplicate nounwind }

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.resources = !{!8}
!dx.entryPoints = !{!27}

!0 = !{i32 1, i32 0}
!1 = !{i32 1, i32 10}
!2 = !{!"ps", i32 6, i32 0}
!3 = !{i32 0, i32 9}
!4 = !{i32 0, %"class.s_t2"* undef, !"s_t2", i32 0, i32 0, i32 1, i32 2, i32 0, !3}
!5 = !{i32 0, %"class.m_def"* undef, !"m_def", i32 0, i32 0, i32 1, i32 0, null}
!6 = !{!4}
!7 = !{!5}
!8 = !{!6, null, null, !7}
!9 = !{i32 0}
!10 = !{i32 3, i32 15}
!11 = !{i32 0, !"SV_Position", i8 9, i8 3, !9, i8 4, i32 1, i8 4, i32 0, i8 0, !10}
!12 = !{i32 0}
!13 = !{i32 3, i32 3}
!14 = !{i32 1, !"B", i8 9, i8 0, !12, i8 2, i32 1, i8 2, i32 1, i8 0, !13}
!15 = !{i32 0}
!16 = !{i32 3, i32 7}
!17 = !{i32 2, !"N", i8 5, i8 0, !15, i8 1, i32 1, i8 3, i32 2, i8 0, !16}
!18 = !{i32 0}
!19 = !{i32 3, i32 15}
!20 = !{i32 3, !"CE", i8 9, i8 0, !18, i8 3, i32 1, i8 4, i32 3, i8 0, !19}
!21 = !{!11, !14, !17, !20}
!22 = !{i32 0}
!23 = !{i32 3, i32 15}
!24 = !{i32 0, !"SV_Target", i8 9, i8 16, !22, i8 0, i32 1, i8 4, i32 0, i8 0, !23}
!25 = !{!24}
!26 = !{!21, !25, null}
!27 = !{void ()* @main, !"main", !26, !8, null}
