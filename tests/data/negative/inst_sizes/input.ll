target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"



define void @main() {
  %a = alloca half
  %b = alloca [0 x i32]
  %c = alloca i128
  %d = load i128, i128* %c
  %x = bitcast half* %a to <2 x half>*
  %y = getelementptr [0 x i32], [0 x i32]* %b, i32 0, i32 0
  %z = udiv i128 %d, 0
  %w = sdiv i128 %d, 0
  ret void
}


attributes #0 = { nounwind readnone }
attributes #1 = { nounwind }
attributes #2 = { nounwind readonly }
attributes #3 = { noduplicate nounwind }

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.entryPoints = !{!5}

!0 = !{i32 1, i32 0}
!1 = !{i32 1, i32 10}
!2 = !{!"cs", i32 6, i32 0}
!3 = !{i32 8, i32 8, i32 1}
!4 = !{i32 4, !3}
!5 = !{void ()* @main, !"main", null, null, !4}
