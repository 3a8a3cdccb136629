target triple = "dxil-ms-dx"

declare void @llvm.donothing()

define void @f(void ()** %q) {
  store void ()* @llvm.donothing, void ()** %q
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
