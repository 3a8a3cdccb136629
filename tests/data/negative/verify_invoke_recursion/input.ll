target triple = "dxil-ms-dx"

declare i32 @personality(...)

define i32 @f() personality i32 (...)* @personality {
  %r = invoke i32 @f() to label %ok unwind label %pad
ok:
  ret i32 %r
pad:
  %l = landingpad { i8*, i32 } cleanup
  ret i32 0
}

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.entryPoints = !{!3}
!0 = !{i32 1, i32 3}
!1 = !{i32 1, i32 8}
!2 = !{!"lib", i32 6, i32 3}
!3 = !{null, !"", null, null, null}
