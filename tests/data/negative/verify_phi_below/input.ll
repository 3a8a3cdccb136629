target triple = "dxil-ms-dx"

define void @f(i32 %n) {
entry:
  br label %loop
loop:
  %a = add i32 %n, 1
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, %a
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.entryPoints = !{!3}
!0 = !{i32 1, i32 3}
!1 = !{i32 1, i32 8}
!2 = !{!"lib", i32 6, i32 3}
!3 = !{null, !"", null, null, null}
