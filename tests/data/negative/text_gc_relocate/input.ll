target triple = "dxil-ms-dx"

declare void @callee()
declare i32 @llvm.experimental.gc.statepoint.p0f_isVoidf(i64, i32, void ()*, i32, i32, ...)
declare i8 addrspace(1)* @llvm.experimental.gc.relocate.p1i8(i32, i32, i32)

define void @f(i8 addrspace(1)* %p, i8 addrspace(1)* %q) {
  %t = call i32 (i64, i32, void ()*, i32, i32, ...) @llvm.experimental.gc.statepoint.p0f_isVoidf(i64 0, i32 0, void ()* @callee, i32 0, i32 0, i32 0, i32 0, i8 addrspace(1)* %p, i8 addrspace(1)* %q)
  %r = call i8 addrspace(1)* @llvm.experimental.gc.relocate.p1i8(i32 %t, i32 0, i32 8)

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
