target triple = "dxil-ms-dx"

declare void @llvm.memset.p0i8.i32(i8*, i8, i32, i32, i1)
declare void @llvm.prefetch(i8*, i32, i32, i32)
declare void @llvm.stackprotector(i8*, i8**)
declare void @llvm.init.trampoline(i8*, i8*, i8*)
declare void @llvm.lifetime.start(i64, i8*)
declare void @llvm.gcroot(i8**, i8*)
declare void @llvm.localescape(...)
declare i8* @llvm.localrecover(i8*, i8*, i32)

define void @f(i8* %p, i8** %q, i32 %a, i64 %l, i1 %b) {
  %v = alloca i8
  call void @llvm.memset.p0i8.i32(i8* %p, i8 0, i32 4, i32 %a, i1 false)
  call void @llvm.memset.p0i8.i32(i8* %p, i8 0, i32 4, i32 3, i1 false)
  call void @llvm.memset.p0i8.i32(i8* %p, i8 0, i32 4, i32 4, i1 %b)
  call void @llvm.prefetch(i8* %p, i32 2, i32 0, i32 1)
  call void @llvm.stackprotector(i8* %p, i8** %q)
  call void @llvm.init.trampoline(i8* %p, i8* %p, i8* %p)
  call void @llvm.lifetime.start(i64 %l, i8* %p)
  call void @llvm.gcroot(i8** %q, i8* null)
  call void (...) @llvm.localescape(i8* %v)
  call void (...) @llvm.localescape(i8* %v)
  %r = call i8* @llvm.localrecover(i8* bitcast (void (i8*, i8**, i32, i64, i1)* @f to i8*), i8* %p, i32 1)
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
