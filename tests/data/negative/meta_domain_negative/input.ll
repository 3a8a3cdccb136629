target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

define void @main() {
  %1 = call float @dx.op.domainLocation.f32(i32 105, i8 0)
  %2 = call float @dx.op.domainLocation.f32(i32 105, i8 2)
  %3 = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 0, i32 3)
  %4 = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 1, i32 3)
  %5 = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 2, i32 3)
  %6 = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 3, i32 3)
  %7 = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 0, i32 0)
  %8 = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 1, i32 0)
  %9 = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 2, i32 0)
  %10 = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 3, i32 0)
  %11 = fsub fast float %3, %7
  %12 = fsub fast float %4, %8
  %13 = fsub fast float %5, %9
  %14 = fsub fast float %6, %10
  %15 = fmul fast float %11, %1
  %16 = fmul fast float %12, %1
  %17 = fmul fast float %13, %1
  %18 = fmul fast float %14, %1
  %19 = fadd fast float %15, %7
  %20 = fadd fast float %16, %8
  %21 = fadd fast float %17, %9
  %22 = fadd fast float %18, %10
  %23 = fmul fast float %19, %2
  %24 = fmul fast float %20, %2
  %25 = fmul fast float %21, %2
  %26 = fmul fast float %22, %2
  %27 = call float @dx.op.loadPatchConstant.f32(i32 104, i32 0, i32 2, i8 0)
  %28 = fadd fast float %23, %27
  %29 = fadd fast float %24, %27
  %30 = fadd fast float %25, %27
  %31 = fadd fast float %26, %27
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float %28)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 1, float %29)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 2, float %30)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 3, float %31)
  ret void
}

declare float @dx.op.domainLocation.f32(i32, i8) #0

declare float @dx.op.loadInput.f32(i32, i32, i32, i8, i32) #0

declare void @dx.op.storeOutput.f32(i32, i32, i32, i8, float) #1

declare float @dx.op.loadPatchConstant.f32(i32, i32, i32, i8) #0

attributes #0 = { nounwind readnone }
attributes #1 = { nounwind }

!llvm.ident = !{!0}
!dx.version = !{!1}
!dx.valver = !{!2}
!dx.shaderModel = !{!3}
!dx.viewIdState = !{!4}
!dx.entryPoints = !{!5}

!0 = !{!"dxc(private) 1.9.0.15466 (main, 9a3e225da-dirty)"}
!1 = !{i32 1, i32 0}
!2 = !{i32 1, i32 10}
!3 = !{!"ds", i32 6, i32 0}
!4 = !{[31 x i32] [i32 4, i32 4, i32 1, i32 2, i32 4, i32 8, i32 24, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 15, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0]}
!5 = !{void ()* @main, !"main", !6, null, !17}
!6 = !{!7, !7, !11}
!7 = !{!8}
!8 = !{i32 0, !"SV_Position", i8 9, i8 3, !9, i8 4, i32 1, i8 4, i32 0, i8 0, !10}
!9 = !{i32 0}
!10 = !{i32 3, i32 15}
!11 = !{!12, !15}
!12 = !{i32 0, !"SV_TessFactor", i8 9, i8 25, !13, i8 0, i32 4, i8 1, i32 0, i8 3, !14}
!13 = !{i32 0, i32 1, i32 2, i32 3}
!14 = !{i32 3, i32 1}
!15 = !{i32 1, !"SV_InsideTessFactor", i8 9, i8 26, !16, i8 0, i32 2, i8 1, i32 4, i8 3, null}
!16 = !{i32 0, i32 1}
!17 = !{i32 2, !18}
!18 = !{i32 -2, i32 4}
