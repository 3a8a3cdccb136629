target triple = "dxil-ms-dx"

declare void @h(i32, ...)
declare void @k(i32* inalloca)

define void @f(i32* %p, void ()** %q) {
  %a = alloca i32
  call void (i32, ...) @h(i32 1, i32* sret %p)
  call void (i32, ...) @h(i32 1, i32* nest %p, i32* nest %p)
  call void @k(i32* inalloca %a)
  store void ()* asm "nop", "", void ()** %q
  ret void
}

define void @m(i32* byval %p) {
  musttail call void @n(i32* %p)
  ret void
}

declare void @n(i32*)

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.entryPoints = !{!3}
!0 = !{i32 1, i32 3}
!1 = !{i32 1, i32 8}
!2 = !{!"lib", i32 6, i32 3}
!3 = !{null, !"", null, null, null}
