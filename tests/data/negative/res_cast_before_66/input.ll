target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%class.B = type { i32 }

@g = external constant %dx.types.Handle, align 4

define void @f() {
  %1 = load %dx.types.Handle, %dx.types.Handle* @g, align 4
  %2 = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %1)
  ret void
}

declare %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32, %dx.types.Handle) #0

attributes #0 = { nounwind readonly }

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.resources = !{!3}
!dx.entryPoints = !{!6}

!0 = !{i32 1, i32 5}
!1 = !{i32 1, i32 8}
!2 = !{!"lib", i32 6, i32 5}
!3 = !{!4, null, null, null}
!4 = !{!5}
!5 = !{i32 0, %class.B* bitcast (%dx.types.Handle* @g to %class.B*), !"g", i32 0, i32 0, i32 1, i32 11, i32 0, null}
!6 = !{null, !"", null, !3, null}
