target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%dx.types.ResBind = type { i32, i32, i32, i8 }
%dx.types.ResourceProperties = type { i32, i32 }
%dx.types.ResRet.v4f32 = type { <4 x float>, i32 }
%dx.types.ResRet.v8f32 = type { <8 x float>, i32 }
%dx.types.LinAlgMatrixC9M8N4U0S1 = type { i8* }
%dx.types.LinAlgMatrixC9M8N4U2S0 = type { i8* }
%struct.ByteAddressBuffer = type { i32 }
%struct.RWByteAddressBuffer = type { i32 }

define void @main() {
  %1 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 1 }, i32 0, i1 false)
  %2 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind zeroinitializer, i32 0, i1 false)
  %3 = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %4 = shl i32 %3, 4
  %5 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %2, %dx.types.ResourceProperties { i32 11, i32 0 })
  %6 = call %dx.types.ResRet.v4f32 @dx.op.rawBufferVectorLoad.v4f32(i32 303, %dx.types.Handle %5, i32 %4, i32 undef, i32 4)
  %7 = extractvalue %dx.types.ResRet.v4f32 %6, 0
  %8 = shl i32 %3, 5
  %9 = call %dx.types.ResRet.v8f32 @dx.op.rawBufferVectorLoad.v8f32(i32 303, %dx.types.Handle %5, i32 %8, i32 undef, i32 4)
  %10 = extractvalue %dx.types.ResRet.v8f32 %9, 0
  %11 = call %dx.types.LinAlgMatrixC9M8N4U0S1 @dx.op.linAlgMatrixLoadFromDescriptor.mC9M8N4U0S1(i32 -2147483634, %dx.types.Handle %5, i32 0, i32 0, i32 2, i32 128)
  %12 = call <8 x float> @dx.op.linAlgMatVecMul.v8f32.mC9M8N4U0S1.v4f32(i32 -2147483623, %dx.types.LinAlgMatrixC9M8N4U0S1 %11, i1 true, <4 x float> %7, i32 9)
  %13 = call <8 x float> @dx.op.linAlgMatVecMulAdd.v8f32.mC9M8N4U0S1.v4f32.v8f32(i32 -2147483622, %dx.types.LinAlgMatrixC9M8N4U0S1 %11, i1 true, <4 x float> %7, i32 9, <8 x float> %10)
  %14 = call %dx.types.LinAlgMatrixC9M8N4U2S0 @dx.op.linAlgMatrixOuterProduct.mC9M8N4U2S0.v8f32.v4f32(i32 -2147483619, <8 x float> %12, <4 x float> %7)
  %15 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %1, %dx.types.ResourceProperties { i32 4107, i32 0 })
  call void @dx.op.linAlgMatrixAccumulateToDescriptor.mC9M8N4U2S0(i32 -2147483621, %dx.types.LinAlgMatrixC9M8N4U2S0 %14, %dx.types.Handle %15, i32 4096, i32 0, i32 4, i32 128)
  %16 = fadd fast <8 x float> %13, %12
  %17 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %1, %dx.types.ResourceProperties { i32 4107, i32 0 })
  call void @dx.op.rawBufferVectorStore.v8f32(i32 304, %dx.types.Handle %17, i32 %8, i32 undef, <8 x float> %16, i32 4)
  ret void
}

declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32) #0

declare %dx.types.ResRet.v4f32 @dx.op.rawBufferVectorLoad.v4f32(i32, %dx.types.Handle, i32, i32, i32) #1

declare %dx.types.ResRet.v8f32 @dx.op.rawBufferVectorLoad.v8f32(i32, %dx.types.Handle, i32, i32, i32) #1

declare %dx.types.LinAlgMatrixC9M8N4U0S1 @dx.op.linAlgMatrixLoadFromDescriptor.mC9M8N4U0S1(i32, %dx.types.Handle, i32, i32, i32, i32) #2

declare <8 x float> @dx.op.linAlgMatVecMul.v8f32.mC9M8N4U0S1.v4f32(i32, %dx.types.LinAlgMatrixC9M8N4U0S1, i1, <4 x float>, i32) #2

declare <8 x float> @dx.op.linAlgMatVecMulAdd.v8f32.mC9M8N4U0S1.v4f32.v8f32(i32, %dx.types.LinAlgMatrixC9M8N4U0S1, i1, <4 x float>, i32, <8 x float>) #2

declare %dx.types.LinAlgMatrixC9M8N4U2S0 @dx.op.linAlgMatrixOuterProduct.mC9M8N4U2S0.v8f32.v4f32(i32, <8 x float>, <4 x float>) #2

declare void @dx.op.linAlgMatrixAccumulateToDescriptor.mC9M8N4U2S0(i32, %dx.types.LinAlgMatrixC9M8N4U2S0, %dx.types.Handle, i32, i32, i32, i32) #2

declare void @dx.op.rawBufferVectorStore.v8f32(i32, %dx.types.Handle, i32, i32, <8 x float>, i32) #2

declare %dx.types.Handle @dx.op.annotateHandle(i32, %dx.types.Handle, %dx.types.ResourceProperties) #0

declare %dx.types.Handle @dx.op.createHandleFromBinding(i32, %dx.types.ResBind, i32, i1) #0

attributes #0 = { nounwind readnone }
attributes #1 = { nounwind readonly }
attributes #2 = { nounwind }

!dx.targetTypes = !{!0, !1}
!llvm.ident = !{!2}
!dx.version = !{!3}
!dx.valver = !{!3}
!dx.shaderModel = !{!4}
!dx.resources = !{!5}
!dx.entryPoints = !{!10}

!0 = !{%dx.types.LinAlgMatrixC9M8N4U0S1 undef, i32 9, i32 8, i32 8, i32 0, i32 1}
!1 = !{%dx.types.LinAlgMatrixC9M8N4U2S0 undef, i32 9, i32 8, i32 4, i32 2, i32 0}
!2 = !{!"dxc(private) 1.9.0.15466 (main, 9a3e225da-dirty)"}
!3 = !{i32 1, i32 10}
!4 = !{!"cs", i32 6, i32 10}
!5 = !{!6, !8, null, null}
!6 = !{!7}
!7 = !{i32 0, %struct.ByteAddressBuffer* undef, !"", i32 0, i32 0, i32 1, i32 11, i32 0, null}
!8 = !{!9}
!9 = !{i32 0, %struct.RWByteAddressBuffer* undef, !"", i32 0, i32 0, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!10 = !{void ()* @main, !"main", null, !5, !11}
!11 = !{i32 0, i64 8589934608, i32 4, !12}
!12 = !{i32 32, i32 1, i32 1}

