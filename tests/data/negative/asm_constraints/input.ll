target triple = "dxil-ms-dx"

define void @f(i32* %p) {
  %a = call i32 asm "", "=r,0,~{memory}"(i32 1)
  call void asm "", "=*r|m,r|m"(i32* %p, i32 %a)
  %b = call { i32, i32 } asm "", "={ax},=&r,r,~{flags}"(i32 %a)
  %c = call i32 asm "", "=r,=r"()
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
