target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%struct.Pl.1 = type { [4 x [3 x float]] }
%hostlayout.C = type { [4 x <4 x float>] }
%dx.types.Handle = type { i8* }
%struct.Pl.0 = type { [4 x [3 x float]] }
%dx.types.CBufRet.f32 = type { float, float, float, float }

@"\01?S@@3UPl@@A.1" = addrspace(3) global %struct.Pl.1 undef
@C_legacy = external global %hostlayout.C

define void @Amp() {
  %1 = call i32 @dx.op.groupId.i32(i32 94, i32 0)  ; GroupId(component)
  %2 = call i32 @dx.op.groupId.i32(i32 94, i32 1)  ; GroupId(component)
  %3 = call i32 @dx.op.groupId.i32(i32 94, i32 2)  ; GroupId(component)
  %4 = call i32 @dx.op.threadIdInGroup.i32(i32 95, i32 0)  ; ThreadIdInGroup(component)
  %5 = uitofp i32 %1 to float
  %6 = uitofp i32 %2 to float
  %7 = uitofp i32 %3 to float
  %8 = uitofp i32 %4 to float
  %9 = fadd fast float %8, %5
  %10 = fadd fast float %8, %6
  %11 = fadd fast float %8, %7
  %12 = getelementptr %struct.Pl.1, %struct.Pl.1 addrspace(3)* @"\01?S@@3UPl@@A.1", i32 0, i32 0, i32 %4, i32 0
  store float %9, float addrspace(3)* %12, align 4
  %13 = getelementptr %struct.Pl.1, %struct.Pl.1 addrspace(3)* @"\01?S@@3UPl@@A.1", i32 0, i32 0, i32 %4, i32 1
  store float %10, float addrspace(3)* %13, align 4
  %14 = getelementptr %struct.Pl.1, %struct.Pl.1 addrspace(3)* @"\01?S@@3UPl@@A.1", i32 0, i32 0, i32 %4, i32 2
  store float %11, float addrspace(3)* %14, align 4
  call void @dx.op.dispatchMesh.struct.Pl.1(i32 173, i32 4, i32 1, i32 1, %struct.Pl.1 addrspace(3)* nonnull @"\01?S@@3UPl@@A.1")  ; DispatchMesh(threadGroupCountX,threadGroupCountY,threadGroupCountZ,payload)
  ret void
}

define void @Mesh() {
  %1 = load %hostlayout.C, %hostlayout.C* @C_legacy
  %2 = call %dx.types.Handle @dx.op.createHandleForLib.hostlayout.C(i32 160, %hostlayout.C %1)  ; CreateHandleForLib(Resource)
  %3 = call i32 @dx.op.groupId.i32(i32 94, i32 0)  ; GroupId(component)
  %4 = call i32 @dx.op.threadIdInGroup.i32(i32 95, i32 0)  ; ThreadIdInGroup(component)
  %5 = call %struct.Pl.0* @dx.op.getMeshPayload.struct.Pl.0(i32 170)  ; GetMeshPayload()
  call void @dx.op.setMeshOutputCounts(i32 168, i32 3, i32 1)  ; SetMeshOutputCounts(numVertices,numPrimitives)
  %6 = call %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32 59, %dx.types.Handle %2, i32 0)  ; CBufferLoadLegacy(handle,regIndex)
  %7 = extractvalue %dx.types.CBufRet.f32 %6, 0
  %8 = extractvalue %dx.types.CBufRet.f32 %6, 1
  %9 = extractvalue %dx.types.CBufRet.f32 %6, 2
  %10 = extractvalue %dx.types.CBufRet.f32 %6, 3
  %11 = call %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32 59, %dx.types.Handle %2, i32 1)  ; CBufferLoadLegacy(handle,regIndex)
  %12 = extractvalue %dx.types.CBufRet.f32 %11, 0
  %13 = extractvalue %dx.types.CBufRet.f32 %11, 1
  %14 = extractvalue %dx.types.CBufRet.f32 %11, 2
  %15 = extractvalue %dx.types.CBufRet.f32 %11, 3
  %16 = call %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32 59, %dx.types.Handle %2, i32 2)  ; CBufferLoadLegacy(handle,regIndex)
  %17 = extractvalue %dx.types.CBufRet.f32 %16, 0
  %18 = extractvalue %dx.types.CBufRet.f32 %16, 1
  %19 = extractvalue %dx.types.CBufRet.f32 %16, 2
  %20 = extractvalue %dx.types.CBufRet.f32 %16, 3
  %21 = call %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32 59, %dx.types.Handle %2, i32 3)  ; CBufferLoadLegacy(handle,regIndex)
  %22 = extractvalue %dx.types.CBufRet.f32 %21, 0
  %23 = extractvalue %dx.types.CBufRet.f32 %21, 1
  %24 = extractvalue %dx.types.CBufRet.f32 %21, 2
  %25 = extractvalue %dx.types.CBufRet.f32 %21, 3
  %26 = getelementptr inbounds %struct.Pl.0, %struct.Pl.0* %5, i32 0, i32 0, i32 %3, i32 0
  %27 = load float, float* %26, align 4
  %28 = getelementptr inbounds %struct.Pl.0, %struct.Pl.0* %5, i32 0, i32 0, i32 %3, i32 1
  %29 = load float, float* %28, align 4
  %30 = getelementptr inbounds %struct.Pl.0, %struct.Pl.0* %5, i32 0, i32 0, i32 %3, i32 2
  %31 = load float, float* %30, align 4
  %32 = and i32 %4, 1
  %33 = uitofp i32 %32 to float
  %34 = lshr i32 %4, 1
  %35 = uitofp i32 %34 to float
  %36 = fadd fast float %27, %33
  %37 = fadd fast float %29, %35
  %38 = fmul fast float %36, %7
  %39 = call float @dx.op.tertiary.f32(i32 46, float %37, float %8, float %38)  ; FMad(a,b,c)
  %40 = call float @dx.op.tertiary.f32(i32 46, float %31, float %9, float %39)  ; FMad(a,b,c)
  %41 = fadd fast float %40, %10
  %42 = fmul fast float %36, %12
  %43 = call float @dx.op.tertiary.f32(i32 46, float %37, float %13, float %42)  ; FMad(a,b,c)
  %44 = call float @dx.op.tertiary.f32(i32 46, float %31, float %14, float %43)  ; FMad(a,b,c)
  %45 = fadd fast float %44, %15
  %46 = fmul fast float %36, %17
  %47 = call float @dx.op.tertiary.f32(i32 46, float %37, float %18, float %46)  ; FMad(a,b,c)
  %48 = call float @dx.op.tertiary.f32(i32 46, float %31, float %19, float %47)  ; FMad(a,b,c)
  %49 = fadd fast float %48, %20
  %50 = fmul fast float %36, %22
  %51 = call float @dx.op.tertiary.f32(i32 46, float %37, float %23, float %50)  ; FMad(a,b,c)
  %52 = call float @dx.op.tertiary.f32(i32 46, float %31, float %24, float %51)  ; FMad(a,b,c)
  %53 = fadd fast float %52, %25
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 0, i32 0, i8 0, float %41, i32 %4)  ; StoreVertexOutput(outputSigId,rowIndex,colIndex,value,vertexIndex)
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 0, i32 0, i8 1, float %45, i32 %4)  ; StoreVertexOutput(outputSigId,rowIndex,colIndex,value,vertexIndex)
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 0, i32 0, i8 2, float %49, i32 %4)  ; StoreVertexOutput(outputSigId,rowIndex,colIndex,value,vertexIndex)
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 0, i32 0, i8 3, float %53, i32 %4)  ; StoreVertexOutput(outputSigId,rowIndex,colIndex,value,vertexIndex)
  %54 = uitofp i32 %4 to float
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 1, i32 0, i8 0, float %54, i32 %4)  ; StoreVertexOutput(outputSigId,rowIndex,colIndex,value,vertexIndex)
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 1, i32 0, i8 1, float %54, i32 %4)  ; StoreVertexOutput(outputSigId,rowIndex,colIndex,value,vertexIndex)
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 1, i32 0, i8 2, float %54, i32 %4)  ; StoreVertexOutput(outputSigId,rowIndex,colIndex,value,vertexIndex)
  %55 = icmp eq i32 %4, 0
  br i1 %55, label %56, label %57

  call void @dx.op.emitIndices(i32 169, i32 0, i32 0, i32 1, i32 2)  ; EmitIndices(PrimitiveIndex,VertexIndex0,VertexIndex1,VertexIndex2)
  call void @dx.op.storePrimitiveOutput.i32(i32 172, i32 0, i32 0, i8 0, i32 %3, i32 0)  ; StorePrimitiveOutput(outputSigId,rowIndex,colIndex,value,primitiveIndex)
  br label %57

  ret void
}

declare i32 @dx.op.threadIdInGroup.i32(i32, i32) #0

declare i32 @dx.op.groupId.i32(i32, i32) #0

declare void @dx.op.emitIndices(i32, i32, i32, i32, i32) #1

declare %struct.Pl.0* @dx.op.getMeshPayload.struct.Pl.0(i32) #2

declare void @dx.op.storeVertexOutput.f32(i32, i32, i32, i8, float, i32) #1

declare void @dx.op.storePrimitiveOutput.i32(i32, i32, i32, i8, i32, i32) #1

declare void @dx.op.setMeshOutputCounts(i32, i32, i32) #1

declare %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32, %dx.types.Handle, i32) #2

declare void @dx.op.dispatchMesh.struct.Pl.1(i32, i32, i32, i32, %struct.Pl.1 addrspace(3)*) #1

declare float @dx.op.tertiary.f32(i32, float, float, float) #0

declare %dx.types.Handle @dx.op.createHandleForLib.hostlayout.C(i32, %hostlayout.C) #2

attributes #0 = { nounwind readnone }
attributes #1 = { nounwind }
attributes #2 = { nounwind readonly }

!llvm.ident = !{!0}
!dx.version = !{!1}
!dx.valver = !{!2}
!dx.shaderModel = !{!3}
!dx.resources = !{!4}
!dx.typeAnnotations = !{!7}
!dx.entryPoints = !{!11, !12, !17}

!0 = !{!"dxc(private) 1.9.0.15466 (main, 9a3e225da-dirty)"}
!1 = !{i32 1, i32 5}
!2 = !{i32 1, i32 10}
!3 = !{!"lib", i32 6, i32 5}
!4 = !{null, null, !5, null}
!5 = !{!6}
!6 = !{i32 0, %hostlayout.C* @C_legacy, !"C", i32 0, i32 0, i32 1, i32 64, null}
!7 = !{i32 1, void ()* @Amp, !8, void ()* @Mesh, !8}
!8 = !{!9}
!9 = !{i32 0, !10, !10}
!10 = !{}
!11 = !{null, !"", null, !4, null}
!12 = !{void ()* @Amp, !"Amp", null, null, !13}
!13 = !{i32 8, i32 14, i32 10, !14, i32 5, !16}
!14 = !{!15, i32 48}
!15 = !{i32 4, i32 1, i32 1}
!16 = !{i32 0}
!17 = !{void ()* @Mesh, !"Mesh", !18, null, !24}
!18 = !{null, !19, !22}
!19 = !{!20, !21}
!20 = !{i32 0, !"SV_Position", i8 9, i8 3, !16, i8 4, i32 1, i8 4, i32 0, i8 0, null}
!21 = !{i32 1, !"COLOR", i8 9, i8 0, !16, i8 2, i32 1, i8 3, i32 1, i8 0, null}
!22 = !{!23}
!23 = !{i32 0, !"SV_PrimitiveID", i8 5, i8 10, !16, i8 1, i32 1, i8 1, i32 0, i8 0, null}
!24 = !{i32 8, i32 13, i32 13, i32 3, i32 16, i32 -1, i32 9, !25, i32 5, !16}
!25 = !{!26, i32 3, i32 1, i32 2, i32 48}
!26 = !{i32 3, i32 1, i32 1}
