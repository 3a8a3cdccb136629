target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%dx.types.NodeHandle = type { i8* }
%dx.types.NodeInfo = type { i32, i32 }
%dx.types.NodeRecordHandle = type { i8* }
%dx.types.NodeRecordInfo = type { i32, i32 }
%struct.Seed = type { i32 }
%struct.Job.0 = type { [4 x float], i32 }
%dx.types.ResourceProperties = type { i32, i32 }
%"class.RWStructuredBuffer<vector<float, 4> >" = type { <4 x float> }

@"\01?O@@3V?$RWStructuredBuffer@V?$vector@M$03@@@@A" = external constant %dx.types.Handle, align 4

define void @Route() {
  %1 = call %dx.types.NodeHandle @dx.op.createNodeOutputHandle(i32 247, i32 1)  ; CreateNodeOutputHandle(MetadataIdx)
  %2 = call %dx.types.NodeHandle @dx.op.annotateNodeHandle(i32 249, %dx.types.NodeHandle %1, %dx.types.NodeInfo { i32 22, i32 20 })  ; AnnotateNodeHandle(node,props)
  %3 = call %dx.types.NodeHandle @dx.op.createNodeOutputHandle(i32 247, i32 0)  ; CreateNodeOutputHandle(MetadataIdx)
  %4 = call %dx.types.NodeHandle @dx.op.annotateNodeHandle(i32 249, %dx.types.NodeHandle %3, %dx.types.NodeInfo { i32 22, i32 20 })  ; AnnotateNodeHandle(node,props)
  %5 = call %dx.types.NodeRecordHandle @dx.op.createNodeInputRecordHandle(i32 250, i32 0)  ; CreateNodeInputRecordHandle(MetadataIdx)
  %6 = call %dx.types.NodeRecordHandle @dx.op.annotateNodeRecordHandle(i32 251, %dx.types.NodeRecordHandle %5, %dx.types.NodeRecordInfo { i32 33, i32 4 })  ; AnnotateNodeRecordHandle(noderecord,props)
  %7 = call %struct.Seed addrspace(6)* @dx.op.getNodeRecordPtr.struct.Seed(i32 239, %dx.types.NodeRecordHandle %6, i32 0)  ; GetNodeRecordPtr(recordhandle,arrayIndex)
  %8 = getelementptr %struct.Seed, %struct.Seed addrspace(6)* %7, i32 0, i32 0
  %9 = load i32, i32 addrspace(6)* %8, align 4
  %10 = urem i32 %9, 5
  %11 = call %dx.types.NodeHandle @dx.op.indexNodeHandle(i32 248, %dx.types.NodeHandle %4, i32 %10)  ; IndexNodeHandle(NodeOutputHandle,ArrayIndex)
  %12 = call %dx.types.NodeHandle @dx.op.annotateNodeHandle(i32 249, %dx.types.NodeHandle %11, %dx.types.NodeInfo { i32 22, i32 20 })  ; AnnotateNodeHandle(node,props)
  %13 = call %dx.types.NodeRecordHandle @dx.op.allocateNodeOutputRecords(i32 238, %dx.types.NodeHandle %12, i32 2, i1 true)  ; AllocateNodeOutputRecords(output,numRecords,perThread)
  %14 = call %dx.types.NodeRecordHandle @dx.op.annotateNodeRecordHandle(i32 251, %dx.types.NodeRecordHandle %13, %dx.types.NodeRecordInfo { i32 38, i32 20 })  ; AnnotateNodeRecordHandle(noderecord,props)
  %15 = load i32, i32 addrspace(6)* %8, align 4
  %16 = call %struct.Job.0 addrspace(6)* @dx.op.getNodeRecordPtr.struct.Job.0(i32 239, %dx.types.NodeRecordHandle %14, i32 0)  ; GetNodeRecordPtr(recordhandle,arrayIndex)
  %17 = getelementptr %struct.Job.0, %struct.Job.0 addrspace(6)* %16, i32 0, i32 1
  store i32 %15, i32 addrspace(6)* %17, align 4
  %18 = getelementptr inbounds %struct.Job.0, %struct.Job.0 addrspace(6)* %16, i32 0, i32 0, i32 0
  store float 1.000000e+00, float addrspace(6)* %18, align 4
  %19 = getelementptr inbounds %struct.Job.0, %struct.Job.0 addrspace(6)* %16, i32 0, i32 0, i32 1
  store float 1.000000e+00, float addrspace(6)* %19, align 4
  %20 = getelementptr inbounds %struct.Job.0, %struct.Job.0 addrspace(6)* %16, i32 0, i32 0, i32 2
  store float 1.000000e+00, float addrspace(6)* %20, align 4
  %21 = getelementptr inbounds %struct.Job.0, %struct.Job.0 addrspace(6)* %16, i32 0, i32 0, i32 3
  store float 1.000000e+00, float addrspace(6)* %21, align 4
  %22 = call %struct.Job.0 addrspace(6)* @dx.op.getNodeRecordPtr.struct.Job.0(i32 239, %dx.types.NodeRecordHandle %14, i32 1)  ; GetNodeRecordPtr(recordhandle,arrayIndex)
  %23 = getelementptr inbounds %struct.Job.0, %struct.Job.0 addrspace(6)* %22, i32 0, i32 0, i32 0
  store float 1.000000e+00, float addrspace(6)* %23, align 4
  %24 = getelementptr inbounds %struct.Job.0, %struct.Job.0 addrspace(6)* %22, i32 0, i32 0, i32 1
  store float 1.000000e+00, float addrspace(6)* %24, align 4
  %25 = getelementptr inbounds %struct.Job.0, %struct.Job.0 addrspace(6)* %22, i32 0, i32 0, i32 2
  store float 1.000000e+00, float addrspace(6)* %25, align 4
  %26 = getelementptr inbounds %struct.Job.0, %struct.Job.0 addrspace(6)* %22, i32 0, i32 0, i32 3
  store float 1.000000e+00, float addrspace(6)* %26, align 4
  %27 = getelementptr %struct.Job.0, %struct.Job.0 addrspace(6)* %22, i32 0, i32 1
  %28 = load i32, i32 addrspace(6)* %17, align 4
  %29 = add i32 %28, 1
  store i32 %29, i32 addrspace(6)* %27, align 4
  call void @dx.op.outputComplete(i32 241, %dx.types.NodeRecordHandle %14)  ; OutputComplete(output)
  %30 = urem i32 %10, 3
  %31 = call %dx.types.NodeHandle @dx.op.indexNodeHandle(i32 248, %dx.types.NodeHandle %2, i32 %30)  ; IndexNodeHandle(NodeOutputHandle,ArrayIndex)
  %32 = call %dx.types.NodeHandle @dx.op.annotateNodeHandle(i32 249, %dx.types.NodeHandle %31, %dx.types.NodeInfo { i32 22, i32 20 })  ; AnnotateNodeHandle(node,props)
  %33 = call i1 @dx.op.nodeOutputIsValid(i32 252, %dx.types.NodeHandle %32)  ; NodeOutputIsValid(output)
  %34 = zext i1 %33 to i32
  %35 = call %dx.types.NodeRecordHandle @dx.op.allocateNodeOutputRecords(i32 238, %dx.types.NodeHandle %32, i32 %34, i1 true)  ; AllocateNodeOutputRecords(output,numRecords,perThread)
  %36 = call %dx.types.NodeRecordHandle @dx.op.annotateNodeRecordHandle(i32 251, %dx.types.NodeRecordHandle %35, %dx.types.NodeRecordInfo { i32 38, i32 20 })  ; AnnotateNodeRecordHandle(noderecord,props)
  br i1 %33, label %37, label %45

  %38 = call %struct.Job.0 addrspace(6)* @dx.op.getNodeRecordPtr.struct.Job.0(i32 239, %dx.types.NodeRecordHandle %36, i32 0)  ; GetNodeRecordPtr(recordhandle,arrayIndex)
  %39 = getelementptr %struct.Job.0, %struct.Job.0 addrspace(6)* %38, i32 0, i32 1
  store i32 9, i32 addrspace(6)* %39, align 4
  %40 = uitofp i32 %10 to float
  %41 = getelementptr inbounds %struct.Job.0, %struct.Job.0 addrspace(6)* %38, i32 0, i32 0, i32 0
  store float %40, float addrspace(6)* %41, align 4
  %42 = getelementptr inbounds %struct.Job.0, %struct.Job.0 addrspace(6)* %38, i32 0, i32 0, i32 1
  store float 0.000000e+00, float addrspace(6)* %42, align 4
  %43 = getelementptr inbounds %struct.Job.0, %struct.Job.0 addrspace(6)* %38, i32 0, i32 0, i32 2
  store float 0.000000e+00, float addrspace(6)* %43, align 4
  %44 = getelementptr inbounds %struct.Job.0, %struct.Job.0 addrspace(6)* %38, i32 0, i32 0, i32 3
  store float 0.000000e+00, float addrspace(6)* %44, align 4
  br label %45

  call void @dx.op.outputComplete(i32 241, %dx.types.NodeRecordHandle %36)  ; OutputComplete(output)
  ret void
}

define void @Class0() {
  %1 = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)  ; FlattenedThreadIdInGroup()
  %2 = call %dx.types.NodeRecordHandle @dx.op.createNodeInputRecordHandle(i32 250, i32 0)  ; CreateNodeInputRecordHandle(MetadataIdx)
  %3 = call %dx.types.NodeRecordHandle @dx.op.annotateNodeRecordHandle(i32 251, %dx.types.NodeRecordHandle %2, %dx.types.NodeRecordInfo { i32 69, i32 20 })  ; AnnotateNodeRecordHandle(noderecord,props)
  %4 = call i32 @dx.op.getInputRecordCount(i32 242, %dx.types.NodeRecordHandle %3)  ; GetInputRecordCount(input)
  %5 = icmp ult i32 %1, %4
  br i1 %5, label %6, label %25

  %7 = load %dx.types.Handle, %dx.types.Handle* @"\01?O@@3V?$RWStructuredBuffer@V?$vector@M$03@@@@A", align 4
  %8 = call %struct.Job.0 addrspace(6)* @dx.op.getNodeRecordPtr.struct.Job.0(i32 239, %dx.types.NodeRecordHandle %3, i32 %1)  ; GetNodeRecordPtr(recordhandle,arrayIndex)
  %9 = getelementptr inbounds %struct.Job.0, %struct.Job.0 addrspace(6)* %8, i32 0, i32 0, i32 0
  %10 = load float, float addrspace(6)* %9, align 4
  %11 = getelementptr inbounds %struct.Job.0, %struct.Job.0 addrspace(6)* %8, i32 0, i32 0, i32 1
  %12 = load float, float addrspace(6)* %11, align 4
  %13 = getelementptr inbounds %struct.Job.0, %struct.Job.0 addrspace(6)* %8, i32 0, i32 0, i32 2
  %14 = load float, float addrspace(6)* %13, align 4
  %15 = getelementptr inbounds %struct.Job.0, %struct.Job.0 addrspace(6)* %8, i32 0, i32 0, i32 3
  %16 = load float, float addrspace(6)* %15, align 4
  %17 = fmul fast float %10, 2.000000e+00
  %18 = fmul fast float %12, 2.000000e+00
  %19 = fmul fast float %14, 2.000000e+00
  %20 = fmul fast float %16, 2.000000e+00
  store float %17, float addrspace(6)* %9, align 4
  store float %18, float addrspace(6)* %11, align 4
  store float %19, float addrspace(6)* %13, align 4
  store float %20, float addrspace(6)* %15, align 4
  %21 = getelementptr %struct.Job.0, %struct.Job.0 addrspace(6)* %8, i32 0, i32 1
  %22 = load i32, i32 addrspace(6)* %21, align 4
  %23 = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %7)  ; CreateHandleForLib(Resource)
  %24 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %23, %dx.types.ResourceProperties { i32 4108, i32 16 })  ; AnnotateHandle(res,props)  resource: RWStructuredBuffer<stride=16>
  call void @dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %24, i32 %22, i32 0, float %17, float %18, float %19, float %20, i8 15, i32 4)  ; RawBufferStore(uav,index,elementOffset,value0,value1,value2,value3,mask,alignment)
  br label %25

  ret void
}

declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32) #0

declare %struct.Seed addrspace(6)* @dx.op.getNodeRecordPtr.struct.Seed(i32, %dx.types.NodeRecordHandle, i32) #0

declare %struct.Job.0 addrspace(6)* @dx.op.getNodeRecordPtr.struct.Job.0(i32, %dx.types.NodeRecordHandle, i32) #0

declare %dx.types.NodeRecordHandle @dx.op.allocateNodeOutputRecords(i32, %dx.types.NodeHandle, i32, i1) #1

declare void @dx.op.outputComplete(i32, %dx.types.NodeRecordHandle) #1

declare i1 @dx.op.nodeOutputIsValid(i32, %dx.types.NodeHandle) #2

declare i32 @dx.op.getInputRecordCount(i32, %dx.types.NodeRecordHandle) #2

declare void @dx.op.rawBufferStore.f32(i32, %dx.types.Handle, i32, i32, float, float, float, float, i8, i32) #1

declare %dx.types.NodeHandle @dx.op.indexNodeHandle(i32, %dx.types.NodeHandle, i32) #0

declare %dx.types.NodeHandle @dx.op.annotateNodeHandle(i32, %dx.types.NodeHandle, %dx.types.NodeInfo) #0

declare %dx.types.NodeRecordHandle @dx.op.annotateNodeRecordHandle(i32, %dx.types.NodeRecordHandle, %dx.types.NodeRecordInfo) #0

declare %dx.types.Handle @dx.op.annotateHandle(i32, %dx.types.Handle, %dx.types.ResourceProperties) #0

declare %dx.types.NodeRecordHandle @dx.op.createNodeInputRecordHandle(i32, i32) #0

declare %dx.types.NodeHandle @dx.op.createNodeOutputHandle(i32, i32) #0

declare %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32, %dx.types.Handle) #2

attributes #0 = { nounwind readnone }
attributes #1 = { nounwind }
attributes #2 = { nounwind readonly }

!llvm.ident = !{!0}
!dx.version = !{!1}
!dx.valver = !{!2}
!dx.shaderModel = !{!3}
!dx.resources = !{!4}
!dx.typeAnnotations = !{!8}
!dx.entryPoints = !{!12, !14, !22}

!0 = !{!"dxc(private) 1.9.0.15466 (main, 9a3e225da-dirty)"}
!1 = !{i32 1, i32 8}
!2 = !{i32 1, i32 10}
!3 = !{!"lib", i32 6, i32 8}
!4 = !{null, !5, null, null}
!5 = !{!6}
!6 = !{i32 0, %"class.RWStructuredBuffer<vector<float, 4> >"* bitcast (%dx.types.Handle* @"\01?O@@3V?$RWStructuredBuffer@V?$vector@M$03@@@@A" to %"class.RWStructuredBuffer<vector<float, 4> >"*), !"O", i32 0, i32 0, i32 1, i32 12, i1 false, i1 false, i1 false, !7}
!7 = !{i32 1, i32 16}
!8 = !{i32 1, void ()* @Route, !9, void ()* @Class0, !9}
!9 = !{!10}
!10 = !{i32 0, !11, !11}
!11 = !{}
!12 = !{null, !"", null, !4, !13}
!13 = !{i32 0, i64 8589934608}
!14 = !{void ()* @Class0, !"Class0", null, null, !15}
!15 = !{i32 8, i32 15, i32 13, i32 2, i32 15, !16, i32 16, i32 -1, i32 20, !17, i32 20, !99, i32 4, !20, i32 5, !21}
!16 = !{!"Class", i32 0}
!17 = !{!18}
!18 = !{i32 1, i32 69, i32 2, !19, i32 3, i32 8}
!19 = !{i32 0, i32 20, i32 2, i32 4}
!20 = !{i32 8, i32 4, i32 1}
!21 = !{i32 0}
!22 = !{void ()* @Route, !"Route", null, null, !23}
!23 = !{i32 8, i32 15, i32 13, i32 3, i32 14, i1 true, i32 15, !24, i32 16, i32 -1, i32 20, !25, i32 21, !28, i32 4, !32, i32 5, !21}
!24 = !{!"Route", i32 0}
!25 = !{!26}
!26 = !{i32 1, i32 33, i32 2, !27}
!27 = !{i32 0, i32 4, i32 2, i32 4}
!28 = !{!29, !30}
!29 = !{i32 1, i32 22, i32 2, !19, i32 3, i32 2, i32 5, i32 5, i32 0, !16}
!30 = !{i32 1, i32 22, i32 2, !19, i32 3, i32 1, i32 5, i32 3, i32 6, i1 true, i32 0, !31}
!31 = !{!"Other", i32 0}
!32 = !{i32 1, i32 1, i32 1}
!99 = !{!98, !98}
!98 = !{i32 1, i32 97, i32 2, !19, i32 3, i32 8}
