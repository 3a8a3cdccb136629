target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%dx.types.LinAlgMatrix = type { i8* }


define void @main() {
  %r1 = call i32 @dx.op.linAlgMatrixLength.dx.types.Handle(i32 -2147483632, %dx.types.Handle undef)
  %r2 = call %dx.types.LinAlgMatrix @dx.op.linAlgFillMatrix.m.i32(i32 -2147483636, i32 1)
  ret void
}

declare i32 @dx.op.linAlgMatrixLength.dx.types.Handle(i32, %dx.types.Handle) #1
declare %dx.types.LinAlgMatrix @dx.op.linAlgFillMatrix.m.i32(i32, i32) #1

attributes #0 = { nounwind readnone }
attributes #1 = { nounwind }
attributes #2 = { nounwind readonly }
attributes #3 = { noduplicate nounwind }

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.entryPoints = !{!5}

!0 = !{i32 1, i32 10}
!1 = !{i32 1, i32 10}
!2 = !{!"cs", i32 6, i32 10}
!3 = !{i32 8, i32 8, i32 1}
!4 = !{i32 4, !3}
!5 = !{void ()* @main, !"main", null, null, !4}
