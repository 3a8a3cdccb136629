target triple = "dxil-ms-dx"

declare i32 @personality(...)
declare i32 @g()

define void @no_pad() personality i32 (...)* @personality {
  %r = invoke i32 @g() to label %ok unwind label %bad
ok:
  ret void
bad:
  %s = add i32 %r, 1
  ret void
}

define void @not_unwound() personality i32 (...)* @personality {
  br label %pad
pad:
  %l = landingpad { i8*, i32 } cleanup
  ret void
}

define void @no_personality() {
  %r = invoke i32 @g() to label %ok unwind label %pad
ok:
  ret void
pad:
  %l = landingpad { i8*, i32 } catch i32 7
  ret void
}

define void @late() personality i32 (...)* @personality {
  %r = invoke i32 @g() to label %ok unwind label %pad
ok:
  ret void
pad:
  %a = add i32 1, 2
  %l = landingpad { i8*, i32 } filter [1 x i32] [i32 1]
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
