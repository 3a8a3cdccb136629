target triple = "dxil-ms-dx"

declare i32 @llvm.bswap.i64(i32)
declare float @llvm.sqrt.f32(double)
declare i32 @llvm.ctpop.i32(i32, ...)
declare void @llvm.localescape()
declare void @llvm.memcpy.p0i8.p0i8.i32(i8*, i8*, i64, i32, i1)
declare i32 @llvm.ctlz.i32(i32, i1)

define void @f(i32 %a, double %d, i8* %p, i1 %b) {
  %x = call i32 @llvm.bswap.i64(i32 %a)
  %y = call float @llvm.sqrt.f32(double %d)
  %z = call i32 (i32, ...) @llvm.ctpop.i32(i32 %a)
  call void @llvm.localescape()
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %p, i8* %p, i64 4, i32 1, i1 false)
  %c = call i32 @llvm.ctlz.i32(i32 %a, i1 %b)
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
