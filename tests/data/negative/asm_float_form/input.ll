target triple = "dxil-ms-dx"

@a = internal constant x86_fp80 0xK3FFF8000000000000000
@b = internal constant float 0xK3FFF8000000000000000

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.entryPoints = !{!3}
!0 = !{i32 1, i32 3}
!1 = !{i32 1, i32 8}
!2 = !{!"lib", i32 6, i32 3}
!3 = !{null, !"", null, null, null}
