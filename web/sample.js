// SPDX-License-Identifier: MIT
// sample.js - a small compute shader for those who have none at hand: each thread adds up some neighbours.
export const sample = `target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%dx.types.ResRet.f32 = type { float, float, float, float, i32 }
%"class.RWBuffer<float>" = type { float }

define void @main() {
  %1 = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)
  %2 = call i32 @dx.op.threadId.i32(i32 93, i32 0)
  br label %3

; <label>:3                                       ; preds = %3, %0
  %4 = phi i32 [ 0, %0 ], [ %10, %3 ]
  %5 = phi float [ 0.000000e+00, %0 ], [ %9, %3 ]
  %6 = add i32 %4, %2
  %7 = call %dx.types.ResRet.f32 @dx.op.bufferLoad.f32(i32 68, %dx.types.Handle %1, i32 %6, i32 undef)
  %8 = extractvalue %dx.types.ResRet.f32 %7, 0
  %9 = fadd fast float %8, %5
  %10 = add nuw nsw i32 %4, 1
  %11 = icmp eq i32 %10, 5
  br i1 %11, label %12, label %3

; <label>:12                                      ; preds = %3
  %13 = icmp ult i32 %2, 60
  br i1 %13, label %14, label %15

; <label>:14                                      ; preds = %12
  call void @dx.op.bufferStore.f32(i32 69, %dx.types.Handle %1, i32 %2, i32 undef, float %9, float %9, float %9, float %9, i8 15)
  br label %15

; <label>:15                                      ; preds = %14, %12
  ret void
}

declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1) #1
declare i32 @dx.op.threadId.i32(i32, i32) #0
declare %dx.types.ResRet.f32 @dx.op.bufferLoad.f32(i32, %dx.types.Handle, i32, i32) #1
declare void @dx.op.bufferStore.f32(i32, %dx.types.Handle, i32, i32, float, float, float, float, i8) #2

attributes #0 = { nounwind readnone }
attributes #1 = { nounwind readonly }
attributes #2 = { nounwind }

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.resources = !{!3}
!dx.entryPoints = !{!7}

!0 = !{i32 1, i32 0}
!1 = !{i32 1, i32 8}
!2 = !{!"cs", i32 6, i32 0}
!3 = !{null, !4, null, null}
!4 = !{!5}
!5 = !{i32 0, %"class.RWBuffer<float>"* undef, !"Values", i32 0, i32 0, i32 1, i32 10, i1 false, i1 false, i1 false, !6}
!6 = !{i32 0, i32 9}
!7 = !{void ()* @main, !"main", null, !3, !8}
!8 = !{i32 4, !9}
!9 = !{i32 64, i32 1, i32 1}
`;
