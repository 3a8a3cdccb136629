target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"
%dx.types.NodeRecordHandle = type { i8* }
%dx.types.NodeRecordInfo = type { i32, i32 }
%dx.types.NodeHandle = type { i8* }
%dx.types.NodeInfo = type { i32, i32 }

define void @main() {
  %1 = call %dx.types.NodeHandle @dx.op.createNodeOutputHandle(i32 247, i32 0)
  %2 = call %dx.types.NodeHandle @dx.op.annotateNodeHandle(i32 249, %dx.types.NodeHandle %1, %dx.types.NodeInfo { i32 6, i32 16 })
  %3 = call %dx.types.NodeRecordHandle @dx.op.allocateNodeOutputRecords(i32 238, %dx.types.NodeHandle %2, i32 1, i1 false)
  %4 = call %dx.types.NodeRecordHandle @dx.op.annotateNodeRecordHandle(i32 251, %dx.types.NodeRecordHandle %3, %dx.types.NodeRecordInfo { i32 38, i32 16 })
  %5 = call %dx.types.NodeRecordHandle @dx.op.allocateNodeOutputRecords(i32 238, %dx.types.NodeHandle %2, i32 1, i1 false)
  %6 = call %dx.types.NodeRecordHandle @dx.op.annotateNodeRecordHandle(i32 251, %dx.types.NodeRecordHandle %5, %dx.types.NodeRecordInfo { i32 38, i32 16 })
  call void @dx.op.outputComplete(i32 241, %dx.types.NodeRecordHandle %4)
  call void @dx.op.outputComplete(i32 241, %dx.types.NodeRecordHandle %6)
  call void @dx.op.outputComplete(i32 241, %dx.types.NodeRecordHandle %4)
  call void @dx.op.outputComplete(i32 241, %dx.types.NodeRecordHandle %6)
  ret void
}

declare %dx.types.NodeHandle @dx.op.createNodeOutputHandle(i32, i32) #0
declare %dx.types.NodeHandle @dx.op.annotateNodeHandle(i32, %dx.types.NodeHandle, %dx.types.NodeInfo) #0
declare %dx.types.NodeRecordHandle @dx.op.allocateNodeOutputRecords(i32, %dx.types.NodeHandle, i32, i1) #1
declare %dx.types.NodeRecordHandle @dx.op.annotateNodeRecordHandle(i32, %dx.types.NodeRecordHandle, %dx.types.NodeRecordInfo) #0
declare void @dx.op.outputComplete(i32, %dx.types.NodeRecordHandle) #1

attributes #0 = { nounwind readnone }
attributes #1 = { nounwind }

!dx.version = !{!0}
!dx.valver = !{!0}
!dx.shaderModel = !{!1}
!dx.entryPoints = !{!2, !3}

!0 = !{i32 1, i32 8}
!1 = !{!"lib", i32 6, i32 8}
!2 = !{null, !"", null, null, null}
!3 = !{void ()* @main, !"main", null, null, !4}
!4 = !{i32 8, i32 15, i32 13, i32 1, i32 15, !5, i32 16, i32 -1, i32 22, !6, i32 20, !7, i32 21, !10, i32 4, !6, i32 5, !13}
!5 = !{!"main", i32 0}
!6 = !{i32 8, i32 1, i32 1}
!7 = !{!8}
!8 = !{i32 1, i32 97, i32 2, !9}
!9 = !{i32 0, i32 16, i32 2, i32 4}
!10 = !{!11}
!11 = !{i32 1, i32 6, i32 2, !9, i32 3, i32 4, i32 0, !12}
!12 = !{!"other", i32 0}
!13 = !{i32 0}
