target triple = "dxil-ms-dx"

@a = external global i32
@b = external global i32

define void @f() prefix i32* @a {
  ret void
}

define void @g() prologue i32* @b {
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
