target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%dx.types.ResBind = type { i32, i32, i32, i8 }
%dx.types.ResourceProperties = type { i32, i32 }
%"class.RWBuffer<unsigned int>" = type { i32 }

define void @main() {
  %1 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 1 }, i32 0, i1 false)
  %2 = call i32 @dx.op.threadId.i32(i32 93, i32 0)
  %3 = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 %2, i8 0, i8 1)
  %4 = call i32 @dx.op.wavePrefixOp.i32(i32 121, i32 %2, i8 0, i8 1)
  %5 = add i32 %4, %3
  %6 = call i32 @dx.op.waveReadLaneFirst.i32(i32 118, i32 %2)
  %7 = add i32 %5, %6
  %8 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %1, %dx.types.ResourceProperties { i32 4106, i32 261 })
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %8, i32 %2, i32 undef, i32 %7, i32 %7, i32 %7, i32 %7, i8 15)
  ret void
}

declare i32 @dx.op.threadId.i32(i32, i32) #0

declare i32 @dx.op.waveReadLaneFirst.i32(i32, i32) #1

declare i32 @dx.op.wavePrefixOp.i32(i32, i32, i8, i8) #1

declare i32 @dx.op.waveActiveOp.i32(i32, i32, i8, i8) #1

declare void @dx.op.bufferStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i8) #1

declare %dx.types.Handle @dx.op.annotateHandle(i32, %dx.types.Handle, %dx.types.ResourceProperties) #0

declare %dx.types.Handle @dx.op.createHandleFromBinding(i32, %dx.types.ResBind, i32, i1) #0

attributes #0 = { nounwind readnone }
attributes #1 = { nounwind }

!llvm.ident = !{!0}
!dx.version = !{!1}
!dx.valver = !{!2}
!dx.shaderModel = !{!3}
!dx.resources = !{!4}
!dx.entryPoints = !{!8}

!0 = !{!"dxc(private) 1.9.0.15466 (main, 9a3e225da-dirty)"}
!1 = !{i32 1, i32 8}
!2 = !{i32 1, i32 10}
!3 = !{!"cs", i32 6, i32 8}
!4 = !{null, !5, null, i1 true}
!5 = !{!6}
!6 = !{i32 0, %"class.RWBuffer<unsigned int>"* undef, !"", i32 0, i32 0, i32 1, i32 10, i1 false, i1 false, !7, !7}
!7 = !{i32 0, i32 5}
!8 = !{void ()* @main, !"main", null, !4, !9}
!9 = !{i32 0, i64 8590458880, i32 4, !10, i32 23, !11, i32 11, !951}
!10 = !{i32 64, i32 1, i32 1}
!11 = !{i32 16, i32 64, i32 32}
!951 = !{i32 32}
