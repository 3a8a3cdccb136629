target triple = "dxil-ms-dx"

!llvm.module.flags = !{!10, !11, !12, !13}
!10 = !{i32 5, !"a", i32 1}
!11 = !{i32 1, !"a", i32 2}
!12 = !{i32 2, !"a", i32 3}
!13 = !{i32 9, !"b", i32 3}

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.entryPoints = !{!3}
!0 = !{i32 1, i32 3}
!1 = !{i32 1, i32 8}
!2 = !{!"lib", i32 6, i32 3}
!3 = !{null, !"", null, null, null}
