target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.LinAlgMatrixC9M16N16U2S1 = type { i8* }

define void @main() {
  %1 = call i32 @dx.op.loadInput.i32(i32 4, i32 2, i32 0, i8 0, i32 undef)
  %2 = call i32 @dx.op.loadInput.i32(i32 4, i32 2, i32 0, i8 1, i32 undef)
  %3 = call i32 @dx.op.loadInput.i32(i32 4, i32 1, i32 0, i8 0, i32 undef)
  %4 = call i32 @dx.op.loadInput.i32(i32 4, i32 1, i32 0, i8 1, i32 undef)
  %5 = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 0, i32 undef)
  %6 = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 1, i32 undef)
  %7 = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 2, i32 undef)
  %8 = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 3, i32 undef)
  %9 = call float @dx.op.unary.f32(i32 23, float %5)
  %10 = call float @dx.op.unary.f32(i32 16, float %6)
  %11 = fadd fast float %10, %9
  %12 = call float @dx.op.unary.f32(i32 15, float %7)
  %13 = fadd fast float %11, %12
  %14 = call float @dx.op.unary.f32(i32 83, float %5)
  %15 = call float @dx.op.unary.f32(i32 84, float %6)
  %16 = fadd fast float %15, %14
  %17 = call float @dx.op.unary.f32(i32 85, float %7)
  %18 = fadd fast float %16, %17
  %19 = call float @dx.op.unary.f32(i32 86, float %8)
  %20 = fadd fast float %18, %19
  %21 = sdiv i32 %3, %4
  %22 = udiv i32 %1, %2
  %23 = sitofp i32 %21 to float
  %24 = uitofp i32 %22 to float
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float %13)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 1, float %20)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 2, float %23)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 3, float %24)
  %fm = call %dx.types.LinAlgMatrixC9M16N16U2S1 @dx.op.linAlgFillMatrix.mC9M16N16U2S1.f32(i32 -2147483636, float 1.0)
  ret void
}

declare float @dx.op.loadInput.f32(i32, i32, i32, i8, i32) #0

declare i32 @dx.op.loadInput.i32(i32, i32, i32, i8, i32) #0

declare void @dx.op.storeOutput.f32(i32, i32, i32, i8, float) #1

declare float @dx.op.unary.f32(i32, float) #0

declare %dx.types.LinAlgMatrixC9M16N16U2S1 @dx.op.linAlgFillMatrix.mC9M16N16U2S1.f32(i32, float)

attributes #0 = { nounwind readnone }
attributes #1 = { nounwind }

!llvm.ident = !{!0}
!dx.version = !{!1}
!dx.valver = !{!2}
!dx.shaderModel = !{!3}
!dx.viewIdState = !{!4}
!dx.entryPoints = !{!5}

!0 = !{!"dxc(private) 1.9.0.15466 (main, 9a3e225da-dirty)"}
!1 = !{i32 1, i32 10}
!2 = !{i32 1, i32 10}
!3 = !{!"ps", i32 6, i32 10}
!4 = !{[10 x i32] [i32 8, i32 4, i32 3, i32 3, i32 3, i32 2, i32 4, i32 4, i32 8, i32 8]}
!5 = !{void ()* @main, !"main", !6, null, null}
!6 = !{!7, !14, null}
!7 = !{!8, !11, !13}
!8 = !{i32 0, !"VALUE", i8 9, i8 0, !9, i8 2, i32 1, i8 4, i32 0, i8 0, !10}
!9 = !{i32 0}
!10 = !{i32 3, i32 15}
!11 = !{i32 1, !"COUNT", i8 4, i8 0, !9, i8 1, i32 1, i8 2, i32 1, i8 0, !12}
!12 = !{i32 3, i32 3}
!13 = !{i32 2, !"UCOUNT", i8 5, i8 0, !9, i8 1, i32 1, i8 2, i32 1, i8 2, !12}
!14 = !{!15}
!15 = !{i32 0, !"SV_Target", i8 9, i8 16, !9, i8 0, i32 1, i8 4, i32 0, i8 0, !10}
!dx.targetTypes = !{!980}
!980 = !{%dx.types.LinAlgMatrixC9M16N16U2S1 undef, null, i32 16, i32 16, i32 2, i32 1}
