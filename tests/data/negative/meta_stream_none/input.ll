target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

define void @main() {
  %1 = call i32 @dx.op.primitiveID.i32(i32 108)  ; PrimitiveID()
  %2 = call i32 @dx.op.gsInstanceID.i32(i32 100)  ; GSInstanceID()
  %3 = uitofp i32 %2 to float
  %4 = fmul fast float %3, 2.500000e-01
  %5 = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 0, i32 1)  ; LoadInput(inputSigId,rowIndex,colIndex,gsVertexAxis)
  %6 = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 1, i32 1)  ; LoadInput(inputSigId,rowIndex,colIndex,gsVertexAxis)
  %7 = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 2, i32 1)  ; LoadInput(inputSigId,rowIndex,colIndex,gsVertexAxis)
  %8 = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 3, i32 1)  ; LoadInput(inputSigId,rowIndex,colIndex,gsVertexAxis)
  %9 = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 0, i32 0)  ; LoadInput(inputSigId,rowIndex,colIndex,gsVertexAxis)
  %10 = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 1, i32 0)  ; LoadInput(inputSigId,rowIndex,colIndex,gsVertexAxis)
  %11 = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 2, i32 0)  ; LoadInput(inputSigId,rowIndex,colIndex,gsVertexAxis)
  %12 = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 3, i32 0)  ; LoadInput(inputSigId,rowIndex,colIndex,gsVertexAxis)
  %13 = fsub fast float %5, %9
  %14 = fsub fast float %6, %10
  %15 = fsub fast float %7, %11
  %16 = fsub fast float %8, %12
  %17 = fmul fast float %13, %4
  %18 = fmul fast float %14, %4
  %19 = fmul fast float %15, %4
  %20 = fmul fast float %16, %4
  %21 = fadd fast float %17, %9
  %22 = fadd fast float %18, %10
  %23 = fadd fast float %19, %11
  %24 = fadd fast float %20, %12
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float %21)  ; StoreOutput(outputSigId,rowIndex,colIndex,value)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 1, float %22)  ; StoreOutput(outputSigId,rowIndex,colIndex,value)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 2, float %23)  ; StoreOutput(outputSigId,rowIndex,colIndex,value)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 3, float %24)  ; StoreOutput(outputSigId,rowIndex,colIndex,value)
  call void @dx.op.emitStream(i32 97, i8 0)  ; EmitStream(streamId)
  %25 = call float @dx.op.loadInput.f32(i32 4, i32 1, i32 0, i8 0, i32 0)  ; LoadInput(inputSigId,rowIndex,colIndex,gsVertexAxis)
  %26 = call float @dx.op.loadInput.f32(i32 4, i32 1, i32 0, i8 1, i32 0)  ; LoadInput(inputSigId,rowIndex,colIndex,gsVertexAxis)
  %27 = call float @dx.op.loadInput.f32(i32 4, i32 1, i32 0, i8 2, i32 0)  ; LoadInput(inputSigId,rowIndex,colIndex,gsVertexAxis)
  %28 = call float @dx.op.loadInput.f32(i32 4, i32 1, i32 0, i8 0, i32 1)  ; LoadInput(inputSigId,rowIndex,colIndex,gsVertexAxis)
  %29 = call float @dx.op.loadInput.f32(i32 4, i32 1, i32 0, i8 1, i32 1)  ; LoadInput(inputSigId,rowIndex,colIndex,gsVertexAxis)
  %30 = call float @dx.op.loadInput.f32(i32 4, i32 1, i32 0, i8 2, i32 1)  ; LoadInput(inputSigId,rowIndex,colIndex,gsVertexAxis)
  %31 = fsub fast float %25, %28
  %32 = fsub fast float %26, %29
  %33 = fsub fast float %27, %30
  %34 = fmul fast float %31, %31
  %35 = fmul fast float %32, %32
  %36 = fadd fast float %35, %34
  %37 = fmul fast float %33, %33
  %38 = fadd fast float %36, %37
  %39 = call float @dx.op.unary.f32(i32 24, float %38)  ; Sqrt(value)
  call void @dx.op.storeOutput.f32(i32 5, i32 1, i32 0, i8 0, float %31)  ; StoreOutput(outputSigId,rowIndex,colIndex,value)
  call void @dx.op.storeOutput.f32(i32 5, i32 1, i32 0, i8 1, float %32)  ; StoreOutput(outputSigId,rowIndex,colIndex,value)
  call void @dx.op.storeOutput.f32(i32 5, i32 1, i32 0, i8 2, float %33)  ; StoreOutput(outputSigId,rowIndex,colIndex,value)
  call void @dx.op.storeOutput.f32(i32 5, i32 2, i32 0, i8 0, float %39)  ; StoreOutput(outputSigId,rowIndex,colIndex,value)
  call void @dx.op.emitStream(i32 97, i8 1)  ; EmitStream(streamId)
  call void @dx.op.cutStream(i32 98, i8 1)  ; CutStream(streamId)
  call void @dx.op.storeOutput.i32(i32 5, i32 3, i32 0, i8 0, i32 %2)  ; StoreOutput(outputSigId,rowIndex,colIndex,value)
  call void @dx.op.storeOutput.i32(i32 5, i32 3, i32 0, i8 1, i32 %1)  ; StoreOutput(outputSigId,rowIndex,colIndex,value)
  call void @dx.op.emitStream(i32 97, i8 2)  ; EmitStream(streamId)
  %40 = and i32 %1, 1
  %41 = icmp eq i32 %40, 0
  br i1 %41, label %43, label %42

  call void @dx.op.storeOutput.f32(i32 5, i32 4, i32 0, i8 0, float %31)  ; StoreOutput(outputSigId,rowIndex,colIndex,value)
  call void @dx.op.storeOutput.f32(i32 5, i32 4, i32 1, i8 0, float %32)  ; StoreOutput(outputSigId,rowIndex,colIndex,value)
  call void @dx.op.storeOutput.f32(i32 5, i32 4, i32 2, i8 0, float %33)  ; StoreOutput(outputSigId,rowIndex,colIndex,value)
  call void @dx.op.storeOutput.i32(i32 5, i32 5, i32 0, i8 0, i32 -1)  ; StoreOutput(outputSigId,rowIndex,colIndex,value)
  call void @dx.op.emitStream(i32 97, i8 3)  ; EmitStream(streamId)
  br label %43

  ret void
}

declare i32 @dx.op.gsInstanceID.i32(i32) #0

declare i32 @dx.op.primitiveID.i32(i32) #0

declare float @dx.op.loadInput.f32(i32, i32, i32, i8, i32) #0

declare void @dx.op.storeOutput.f32(i32, i32, i32, i8, float) #1

declare void @dx.op.storeOutput.i32(i32, i32, i32, i8, i32) #1

declare void @dx.op.emitStream(i32, i8) #1

declare void @dx.op.cutStream(i32, i8) #1

declare float @dx.op.unary.f32(i32, float) #0

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
!3 = !{!"gs", i32 6, i32 0}
!4 = !{[33 x i32] [i32 7, i32 4, i32 1, i32 2, i32 4, i32 8, i32 0, i32 0, i32 0, i32 4, i32 0, i32 0, i32 0, i32 0, i32 9, i32 10, i32 12, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 13, i32 0, i32 0, i32 0, i32 0, i32 1, i32 16, i32 256]}
!5 = !{void ()* @main, !"main", !6, null, !25}
!6 = !{!7, !14, null}
!7 = !{!8, !11, !13}
!8 = !{i32 0, !"SV_Position", i8 9, i8 3, !9, i8 4, i32 1, i8 4, i32 0, i8 0, !10}
!9 = !{i32 0}
!10 = !{i32 3, i32 15}
!11 = !{i32 1, !"VEL", i8 9, i8 0, !9, i8 2, i32 1, i8 3, i32 1, i8 0, !12}
!12 = !{i32 3, i32 7}
!13 = !{i32 2, !"SV_PrimitiveID", i8 5, i8 10, !9, i8 0, i32 1, i8 1, i32 -1, i8 -1, null}
!14 = !{!8, !15, !17, !19, !21, !24}
!15 = !{i32 1, !"VEL", i8 9, i8 0, !9, i8 2, i32 1, i8 3, i32 0, i8 0, !16}
!16 = !{i32 0, i32 1, i32 3, i32 7}
!17 = !{i32 2, !"MASS", i8 9, i8 0, !9, i8 2, i32 1, i8 1, i32 0, i8 3, !18}
!18 = !{i32 0, i32 1, i32 3, i32 1}
!19 = !{i32 3, !"IDS", i8 5, i8 0, !9, i8 1, i32 1, i8 2, i32 0, i8 0, !20}
!20 = !{i32 0, i32 2, i32 3, i32 3}
!21 = !{i32 4, !"MOM", i8 9, i8 0, !22, i8 2, i32 3, i8 1, i32 0, i8 0, !23}
!22 = !{i32 0, i32 1, i32 2}
!23 = !{i32 0, i32 3, i32 3, i32 1}
!24 = !{i32 5, !"KIND", i8 4, i8 0, !9, i8 1, i32 1, i8 1, i32 3, i8 0, !23}
!25 = !{i32 1, !26}
!26 = !{i32 2, i32 8, i32 -128, i32 1, i32 4}
