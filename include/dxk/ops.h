/* SPDX-License-Identifier: MIT */
/*
 * dxk/ops.h - the operations of DXIL: numbers of dx.op functions.
 *
 * Each name is followed by its operands, the allowed overloads, and the first shader model
 * that has it, unless that is 6.0. Names are those of the specification.
 *
 * Made by tools/gen_headers.py from src/spec/dxil_ops.def; edit that instead.
 */
#ifndef DXK_OPS_H
#define DXK_OPS_H

#include "dxk/base.h"

/* An operation; see dxk_builder_op(). */
typedef uint32_t dxk_op;

#define DXK_OP_TempRegLoad 0u /* (index): half, float, i16, i32 */
#define DXK_OP_TempRegStore 1u /* (index, value): half, float, i16, i32 */
#define DXK_OP_MinPrecXRegLoad 2u /* (regIndex, index, component): half, i16 */
#define DXK_OP_MinPrecXRegStore 3u /* (regIndex, index, component, value): half, i16 */
/* (inputSigId, rowIndex, colIndex, gsVertexAxis): half, float, i16, i32 */
#define DXK_OP_LoadInput 4u
#define DXK_OP_StoreOutput 5u /* (outputSigId, rowIndex, colIndex, value): half, float, i16, i32 */
#define DXK_OP_FAbs 6u /* (value): half, float, double, vectors of half/float/double */
#define DXK_OP_Saturate 7u /* (value): half, float, double, vectors of half/float/double */
#define DXK_OP_IsNaN 8u /* (value): half, float, vectors of half/float */
#define DXK_OP_IsInf 9u /* (value): half, float, vectors of half/float */
#define DXK_OP_IsFinite 10u /* (value): half, float, vectors of half/float */
#define DXK_OP_IsNormal 11u /* (value): half, float, vectors of half/float */
#define DXK_OP_Cos 12u /* (value): half, float, vectors of half/float */
#define DXK_OP_Sin 13u /* (value): half, float, vectors of half/float */
#define DXK_OP_Tan 14u /* (value): half, float, vectors of half/float */
#define DXK_OP_Acos 15u /* (value): half, float, vectors of half/float */
#define DXK_OP_Asin 16u /* (value): half, float, vectors of half/float */
#define DXK_OP_Atan 17u /* (value): half, float, vectors of half/float */
#define DXK_OP_Hcos 18u /* (value): half, float, vectors of half/float */
#define DXK_OP_Hsin 19u /* (value): half, float, vectors of half/float */
#define DXK_OP_Htan 20u /* (value): half, float, vectors of half/float */
#define DXK_OP_Exp 21u /* (value): half, float, vectors of half/float */
#define DXK_OP_Frc 22u /* (value): half, float, vectors of half/float */
#define DXK_OP_Log 23u /* (value): half, float, vectors of half/float */
#define DXK_OP_Sqrt 24u /* (value): half, float, vectors of half/float */
#define DXK_OP_Rsqrt 25u /* (value): half, float, vectors of half/float */
#define DXK_OP_Round_ne 26u /* (value): half, float, vectors of half/float */
#define DXK_OP_Round_ni 27u /* (value): half, float, vectors of half/float */
#define DXK_OP_Round_pi 28u /* (value): half, float, vectors of half/float */
#define DXK_OP_Round_z 29u /* (value): half, float, vectors of half/float */
#define DXK_OP_Bfrev 30u /* (value): i16, i32, i64, vectors of i16/i32/i64 */
#define DXK_OP_Countbits 31u /* (value): i16, i32, i64, vectors of i16/i32/i64 */
#define DXK_OP_FirstbitLo 32u /* (value): i16, i32, i64, vectors of i16/i32/i64 */
#define DXK_OP_FirstbitHi 33u /* (value): i16, i32, i64, vectors of i16/i32/i64 */
#define DXK_OP_FirstbitSHi 34u /* (value): i16, i32, i64, vectors of i16/i32/i64 */
#define DXK_OP_FMax 35u /* (a, b): half, float, double, vectors of half/float/double */
#define DXK_OP_FMin 36u /* (a, b): half, float, double, vectors of half/float/double */
#define DXK_OP_IMax 37u /* (a, b): i16, i32, i64, vectors of i16/i32/i64 */
#define DXK_OP_IMin 38u /* (a, b): i16, i32, i64, vectors of i16/i32/i64 */
#define DXK_OP_UMax 39u /* (a, b): i16, i32, i64, vectors of i16/i32/i64 */
#define DXK_OP_UMin 40u /* (a, b): i16, i32, i64, vectors of i16/i32/i64 */
#define DXK_OP_IMul 41u /* (a, b): i32 */
#define DXK_OP_UMul 42u /* (a, b): i32 */
#define DXK_OP_UDiv 43u /* (a, b): i32 */
#define DXK_OP_UAddc 44u /* (a, b): i32 */
#define DXK_OP_USubb 45u /* (a, b): i32 */
#define DXK_OP_FMad 46u /* (a, b, c): half, float, double, vectors of half/float/double */
#define DXK_OP_Fma 47u /* (a, b, c): double, vectors of double */
#define DXK_OP_IMad 48u /* (a, b, c): i16, i32, i64, vectors of i16/i32/i64 */
#define DXK_OP_UMad 49u /* (a, b, c): i16, i32, i64, vectors of i16/i32/i64 */
#define DXK_OP_Msad 50u /* (a, b, c): i32 */
#define DXK_OP_Ibfe 51u /* (a, b, c): i32 */
#define DXK_OP_Ubfe 52u /* (a, b, c): i32 */
#define DXK_OP_Bfi 53u /* (width, offset, value, replacedValue): i32 */
#define DXK_OP_Dot2 54u /* (ax, ay, bx, by): half, float */
#define DXK_OP_Dot3 55u /* (ax, ay, az, bx, by, bz): half, float */
#define DXK_OP_Dot4 56u /* (ax, ay, az, aw, bx, by, bz, bw): half, float */
#define DXK_OP_CreateHandle 57u /* (resourceClass, rangeId, index, nonUniformIndex) */
/* (handle, byteOffset, alignment): half, float, double, i8, i16, i32, i64 */
#define DXK_OP_CBufferLoad 58u
#define DXK_OP_CBufferLoadLegacy 59u /* (handle, regIndex): half, float, double, i16, i32, i64 */
/* (srv, sampler, coord0, coord1, coord2, coord3, offset0, offset1, offset2, clamp): half, float,
 * i16, i32 */
#define DXK_OP_Sample 60u
/* (srv, sampler, coord0, coord1, coord2, coord3, offset0, offset1, offset2, bias, clamp): half,
 * float, i16, i32 */
#define DXK_OP_SampleBias 61u
/* (srv, sampler, coord0, coord1, coord2, coord3, offset0, offset1, offset2, LOD): half, float,
 * i16, i32 */
#define DXK_OP_SampleLevel 62u
/* (srv, sampler, coord0, coord1, coord2, coord3, offset0, offset1, offset2, ddx0, ddx1, ddx2,
 * ddy0, ddy1, ddy2, clamp): half, float, i16, i32 */
#define DXK_OP_SampleGrad 63u
/* (srv, sampler, coord0, coord1, coord2, coord3, offset0, offset1, offset2, compareValue,
 * clamp): half, float */
#define DXK_OP_SampleCmp 64u
/* (srv, sampler, coord0, coord1, coord2, coord3, offset0, offset1, offset2, compareValue): half,
 * float */
#define DXK_OP_SampleCmpLevelZero 65u
/* (srv, mipLevelOrSampleCount, coord0, coord1, coord2, offset0, offset1, offset2): half, float,
 * i16, i32 */
#define DXK_OP_TextureLoad 66u
/* (srv, coord0, coord1, coord2, value0, value1, value2, value3, mask): half, float, i16, i32 */
#define DXK_OP_TextureStore 67u
#define DXK_OP_BufferLoad 68u /* (srv, index, wot): half, float, i16, i32 */
/* (uav, coord0, coord1, value0, value1, value2, value3, mask): half, float, i16, i32 */
#define DXK_OP_BufferStore 69u
#define DXK_OP_BufferUpdateCounter 70u /* (uav, inc) */
#define DXK_OP_CheckAccessFullyMapped 71u /* (status): i32 */
#define DXK_OP_GetDimensions 72u /* (handle, mipLevel) */
/* (srv, sampler, coord0, coord1, coord2, coord3, offset0, offset1, channel): half, float, i16,
 * i32 */
#define DXK_OP_TextureGather 73u
/* (srv, sampler, coord0, coord1, coord2, coord3, offset0, offset1, channel, compareValue): half,
 * float, i16, i32 */
#define DXK_OP_TextureGatherCmp 74u
#define DXK_OP_Texture2DMSGetSamplePosition 75u /* (srv, index) */
#define DXK_OP_RenderTargetGetSamplePosition 76u /* (index) */
#define DXK_OP_RenderTargetGetSampleCount 77u /* () */
/* (handle, atomicOp, offset0, offset1, offset2, newValue): i64, i32 */
#define DXK_OP_AtomicBinOp 78u
/* (handle, offset0, offset1, offset2, compareValue, newValue): i64, i32 */
#define DXK_OP_AtomicCompareExchange 79u
#define DXK_OP_Barrier 80u /* (barrierMode) */
#define DXK_OP_CalculateLOD 81u /* (handle, sampler, coord0, coord1, coord2, clamped): float */
#define DXK_OP_Discard 82u /* (condition) */
#define DXK_OP_DerivCoarseX 83u /* (value): half, float, vectors of half/float */
#define DXK_OP_DerivCoarseY 84u /* (value): half, float, vectors of half/float */
#define DXK_OP_DerivFineX 85u /* (value): half, float, vectors of half/float */
#define DXK_OP_DerivFineY 86u /* (value): half, float, vectors of half/float */
/* (inputSigId, inputRowIndex, inputColIndex, offsetX, offsetY): half, float */
#define DXK_OP_EvalSnapped 87u
/* (inputSigId, inputRowIndex, inputColIndex, sampleIndex): half, float */
#define DXK_OP_EvalSampleIndex 88u
#define DXK_OP_EvalCentroid 89u /* (inputSigId, inputRowIndex, inputColIndex): half, float */
#define DXK_OP_SampleIndex 90u /* (): i32 */
#define DXK_OP_Coverage 91u /* (): i32 */
#define DXK_OP_InnerCoverage 92u /* (): i32 */
#define DXK_OP_ThreadId 93u /* (component): i32 */
#define DXK_OP_GroupId 94u /* (component): i32 */
#define DXK_OP_ThreadIdInGroup 95u /* (component): i32 */
#define DXK_OP_FlattenedThreadIdInGroup 96u /* (): i32 */
#define DXK_OP_EmitStream 97u /* (streamId) */
#define DXK_OP_CutStream 98u /* (streamId) */
#define DXK_OP_EmitThenCutStream 99u /* (streamId) */
#define DXK_OP_GSInstanceID 100u /* (): i32 */
#define DXK_OP_MakeDouble 101u /* (lo, hi): double */
#define DXK_OP_SplitDouble 102u /* (value): double */
/* (inputSigId, row, col, index): half, float, i16, i32 */
#define DXK_OP_LoadOutputControlPoint 103u
#define DXK_OP_LoadPatchConstant 104u /* (inputSigId, row, col): half, float, i16, i32 */
#define DXK_OP_DomainLocation 105u /* (component): float */
#define DXK_OP_StorePatchConstant 106u /* (outputSigID, row, col, value): half, float, i16, i32 */
#define DXK_OP_OutputControlPointID 107u /* (): i32 */
#define DXK_OP_PrimitiveID 108u /* (): i32 */
#define DXK_OP_CycleCounterLegacy 109u /* () */
#define DXK_OP_WaveIsFirstLane 110u /* () */
#define DXK_OP_WaveGetLaneIndex 111u /* () */
#define DXK_OP_WaveGetLaneCount 112u /* () */
#define DXK_OP_WaveAnyTrue 113u /* (cond) */
#define DXK_OP_WaveAllTrue 114u /* (cond) */
/* (value): half, float, double, i1, i8, i16, i32, i64, vectors of
 * half/float/double/i1/i8/i16/i32/i64 */
#define DXK_OP_WaveActiveAllEqual 115u
#define DXK_OP_WaveActiveBallot 116u /* (cond) */
/* (value, lane): half, float, double, i1, i8, i16, i32, i64, vectors of
 * half/float/double/i1/i8/i16/i32/i64 */
#define DXK_OP_WaveReadLaneAt 117u
/* (value): half, float, double, i1, i8, i16, i32, i64, vectors of
 * half/float/double/i1/i8/i16/i32/i64 */
#define DXK_OP_WaveReadLaneFirst 118u
/* (value, op, sop): half, float, double, i1, i8, i16, i32, i64, vectors of
 * half/float/double/i1/i8/i16/i32/i64 */
#define DXK_OP_WaveActiveOp 119u
#define DXK_OP_WaveActiveBit 120u /* (value, op): i8, i16, i32, i64, vectors of i8/i16/i32/i64 */
/* (value, op, sop): half, float, double, i8, i16, i32, i64, vectors of
 * half/float/double/i8/i16/i32/i64 */
#define DXK_OP_WavePrefixOp 121u
/* (value, quadLane): half, float, double, i1, i8, i16, i32, i64, vectors of
 * half/float/double/i1/i8/i16/i32/i64 */
#define DXK_OP_QuadReadLaneAt 122u
/* (value, op): half, float, double, i8, i16, i32, i64, vectors of
 * half/float/double/i8/i16/i32/i64 */
#define DXK_OP_QuadOp 123u
#define DXK_OP_BitcastI16toF16 124u /* (value) */
#define DXK_OP_BitcastF16toI16 125u /* (value) */
#define DXK_OP_BitcastI32toF32 126u /* (value) */
#define DXK_OP_BitcastF32toI32 127u /* (value) */
#define DXK_OP_BitcastI64toF64 128u /* (value) */
#define DXK_OP_BitcastF64toI64 129u /* (value) */
#define DXK_OP_LegacyF32ToF16 130u /* (value) */
#define DXK_OP_LegacyF16ToF32 131u /* (value) */
#define DXK_OP_LegacyDoubleToFloat 132u /* (value) */
#define DXK_OP_LegacyDoubleToSInt32 133u /* (value) */
#define DXK_OP_LegacyDoubleToUInt32 134u /* (value) */
#define DXK_OP_WaveAllBitCount 135u /* (value) */
#define DXK_OP_WavePrefixBitCount 136u /* (value) */
/* (inputSigId, inputRowIndex, inputColIndex, VertexID): half, float, i32, i16; 6.1 */
#define DXK_OP_AttributeAtVertex 137u
#define DXK_OP_ViewID 138u /* (): i32; 6.1 */
/* (srv, index, elementOffset, mask, alignment): half, float, i16, i32, double, i64; 6.2 */
#define DXK_OP_RawBufferLoad 139u
/* (uav, index, elementOffset, value0, value1, value2, value3, mask, alignment): half, float,
 * i16, i32, double, i64; 6.2 */
#define DXK_OP_RawBufferStore 140u
#define DXK_OP_InstanceID 141u /* (): i32; 6.3 */
#define DXK_OP_InstanceIndex 142u /* (): i32; 6.3 */
#define DXK_OP_HitKind 143u /* (): i32; 6.3 */
#define DXK_OP_RayFlags 144u /* (): i32; 6.3 */
#define DXK_OP_DispatchRaysIndex 145u /* (col): i32; 6.3 */
#define DXK_OP_DispatchRaysDimensions 146u /* (col): i32; 6.3 */
#define DXK_OP_WorldRayOrigin 147u /* (col): float; 6.3 */
#define DXK_OP_WorldRayDirection 148u /* (col): float; 6.3 */
#define DXK_OP_ObjectRayOrigin 149u /* (col): float; 6.3 */
#define DXK_OP_ObjectRayDirection 150u /* (col): float; 6.3 */
#define DXK_OP_ObjectToWorld 151u /* (row, col): float; 6.3 */
#define DXK_OP_WorldToObject 152u /* (row, col): float; 6.3 */
#define DXK_OP_RayTMin 153u /* (): float; 6.3 */
#define DXK_OP_RayTCurrent 154u /* (): float; 6.3 */
#define DXK_OP_IgnoreHit 155u /* (); 6.3 */
#define DXK_OP_AcceptHitAndEndSearch 156u /* (); 6.3 */
/* (AccelerationStructure, RayFlags, InstanceInclusionMask, RayContributionToHitGroupIndex,
 * MultiplierForGeometryContributionToShaderIndex, MissShaderIndex, Origin_X, Origin_Y, Origin_Z,
 * TMin, Direction_X, Direction_Y, Direction_Z, TMax, payload): struct pointer; 6.3 */
#define DXK_OP_TraceRay 157u
#define DXK_OP_ReportHit 158u /* (THit, HitKind, Attributes): struct pointer; 6.3 */
#define DXK_OP_CallShader 159u /* (ShaderIndex, Parameter): struct pointer; 6.3 */
#define DXK_OP_CreateHandleForLib 160u /* (Resource): object; 6.3 */
#define DXK_OP_PrimitiveIndex 161u /* (): i32; 6.3 */
#define DXK_OP_Dot2AddHalf 162u /* (acc, ax, ay, bx, by): float; 6.4 */
#define DXK_OP_Dot4AddI8Packed 163u /* (acc, a, b): i32; 6.4 */
#define DXK_OP_Dot4AddU8Packed 164u /* (acc, a, b): i32; 6.4 */
/* (value): half, float, double, i8, i16, i32, i64, vectors of half/float/double/i8/i16/i32/i64;
 * 6.5 */
#define DXK_OP_WaveMatch 165u
/* (value, mask0, mask1, mask2, mask3, op, sop): half, float, double, i8, i16, i32, i64, vectors
 * of half/float/double/i8/i16/i32/i64; 6.5 */
#define DXK_OP_WaveMultiPrefixOp 166u
#define DXK_OP_WaveMultiPrefixBitCount 167u /* (value, mask0, mask1, mask2, mask3); 6.5 */
#define DXK_OP_SetMeshOutputCounts 168u /* (numVertices, numPrimitives); 6.5 */
/* (PrimitiveIndex, VertexIndex0, VertexIndex1, VertexIndex2); 6.5 */
#define DXK_OP_EmitIndices 169u
#define DXK_OP_GetMeshPayload 170u /* (): struct pointer; 6.5 */
/* (outputSigId, rowIndex, colIndex, value, vertexIndex): half, float, i16, i32; 6.5 */
#define DXK_OP_StoreVertexOutput 171u
/* (outputSigId, rowIndex, colIndex, value, primitiveIndex): half, float, i16, i32; 6.5 */
#define DXK_OP_StorePrimitiveOutput 172u
/* (threadGroupCountX, threadGroupCountY, threadGroupCountZ, payload): struct pointer; 6.5 */
#define DXK_OP_DispatchMesh 173u
/* (feedbackTex, sampledTex, sampler, c0, c1, c2, c3, clamp); 6.5 */
#define DXK_OP_WriteSamplerFeedback 174u
/* (feedbackTex, sampledTex, sampler, c0, c1, c2, c3, bias, clamp); 6.5 */
#define DXK_OP_WriteSamplerFeedbackBias 175u
/* (feedbackTex, sampledTex, sampler, c0, c1, c2, c3, lod); 6.5 */
#define DXK_OP_WriteSamplerFeedbackLevel 176u
/* (feedbackTex, sampledTex, sampler, c0, c1, c2, c3, ddx0, ddx1, ddx2, ddy0, ddy1, ddy2, clamp);
 * 6.5 */
#define DXK_OP_WriteSamplerFeedbackGrad 177u
#define DXK_OP_AllocateRayQuery 178u /* (constRayFlags); 6.5 */
/* (rayQueryHandle, accelerationStructure, rayFlags, instanceInclusionMask, origin_X, origin_Y,
 * origin_Z, tMin, direction_X, direction_Y, direction_Z, tMax); 6.5 */
#define DXK_OP_RayQuery_TraceRayInline 179u
#define DXK_OP_RayQuery_Proceed 180u /* (rayQueryHandle): i1; 6.5 */
#define DXK_OP_RayQuery_Abort 181u /* (rayQueryHandle); 6.5 */
#define DXK_OP_RayQuery_CommitNonOpaqueTriangleHit 182u /* (rayQueryHandle); 6.5 */
#define DXK_OP_RayQuery_CommitProceduralPrimitiveHit 183u /* (rayQueryHandle, t); 6.5 */
#define DXK_OP_RayQuery_CommittedStatus 184u /* (rayQueryHandle): i32; 6.5 */
#define DXK_OP_RayQuery_CandidateType 185u /* (rayQueryHandle): i32; 6.5 */
#define DXK_OP_RayQuery_CandidateObjectToWorld3x4 186u /* (rayQueryHandle, row, col): float; 6.5 */
#define DXK_OP_RayQuery_CandidateWorldToObject3x4 187u /* (rayQueryHandle, row, col): float; 6.5 */
#define DXK_OP_RayQuery_CommittedObjectToWorld3x4 188u /* (rayQueryHandle, row, col): float; 6.5 */
#define DXK_OP_RayQuery_CommittedWorldToObject3x4 189u /* (rayQueryHandle, row, col): float; 6.5 */
#define DXK_OP_RayQuery_CandidateProceduralPrimitiveNonOpaque 190u /* (rayQueryHandle): i1; 6.5 */
#define DXK_OP_RayQuery_CandidateTriangleFrontFace 191u /* (rayQueryHandle): i1; 6.5 */
#define DXK_OP_RayQuery_CommittedTriangleFrontFace 192u /* (rayQueryHandle): i1; 6.5 */
/* (rayQueryHandle, component): float; 6.5 */
#define DXK_OP_RayQuery_CandidateTriangleBarycentrics 193u
/* (rayQueryHandle, component): float; 6.5 */
#define DXK_OP_RayQuery_CommittedTriangleBarycentrics 194u
#define DXK_OP_RayQuery_RayFlags 195u /* (rayQueryHandle): i32; 6.5 */
#define DXK_OP_RayQuery_WorldRayOrigin 196u /* (rayQueryHandle, component): float; 6.5 */
#define DXK_OP_RayQuery_WorldRayDirection 197u /* (rayQueryHandle, component): float; 6.5 */
#define DXK_OP_RayQuery_RayTMin 198u /* (rayQueryHandle): float; 6.5 */
#define DXK_OP_RayQuery_CandidateTriangleRayT 199u /* (rayQueryHandle): float; 6.5 */
#define DXK_OP_RayQuery_CommittedRayT 200u /* (rayQueryHandle): float; 6.5 */
#define DXK_OP_RayQuery_CandidateInstanceIndex 201u /* (rayQueryHandle): i32; 6.5 */
#define DXK_OP_RayQuery_CandidateInstanceID 202u /* (rayQueryHandle): i32; 6.5 */
#define DXK_OP_RayQuery_CandidateGeometryIndex 203u /* (rayQueryHandle): i32; 6.5 */
#define DXK_OP_RayQuery_CandidatePrimitiveIndex 204u /* (rayQueryHandle): i32; 6.5 */
#define DXK_OP_RayQuery_CandidateObjectRayOrigin 205u /* (rayQueryHandle, component): float; 6.5 */
/* (rayQueryHandle, component): float; 6.5 */
#define DXK_OP_RayQuery_CandidateObjectRayDirection 206u
#define DXK_OP_RayQuery_CommittedInstanceIndex 207u /* (rayQueryHandle): i32; 6.5 */
#define DXK_OP_RayQuery_CommittedInstanceID 208u /* (rayQueryHandle): i32; 6.5 */
#define DXK_OP_RayQuery_CommittedGeometryIndex 209u /* (rayQueryHandle): i32; 6.5 */
#define DXK_OP_RayQuery_CommittedPrimitiveIndex 210u /* (rayQueryHandle): i32; 6.5 */
#define DXK_OP_RayQuery_CommittedObjectRayOrigin 211u /* (rayQueryHandle, component): float; 6.5 */
/* (rayQueryHandle, component): float; 6.5 */
#define DXK_OP_RayQuery_CommittedObjectRayDirection 212u
#define DXK_OP_GeometryIndex 213u /* (): i32; 6.5 */
/* (rayQueryHandle): i32; 6.5 */
#define DXK_OP_RayQuery_CandidateInstanceContributionToHitGroupIndex 214u
/* (rayQueryHandle): i32; 6.5 */
#define DXK_OP_RayQuery_CommittedInstanceContributionToHitGroupIndex 215u
#define DXK_OP_AnnotateHandle 216u /* (res, props); 6.6 */
#define DXK_OP_CreateHandleFromBinding 217u /* (bind, index, nonUniformIndex); 6.6 */
#define DXK_OP_CreateHandleFromHeap 218u /* (index, samplerHeap, nonUniformIndex); 6.6 */
#define DXK_OP_Unpack4x8 219u /* (unpackMode, pk): i32, i16; 6.6 */
#define DXK_OP_Pack4x8 220u /* (packMode, x, y, z, w): i32, i16; 6.6 */
#define DXK_OP_IsHelperLane 221u /* (): i1; 6.6 */
#define DXK_OP_QuadVote 222u /* (cond, op): i1; 6.7 */
/* (srv, sampler, coord0, coord1, coord2, coord3, offset0, offset1): i16, i32, i64; 6.7 */
#define DXK_OP_TextureGatherRaw 223u
/* (srv, sampler, coord0, coord1, coord2, coord3, offset0, offset1, offset2, compareValue, lod):
 * half, float; 6.7 */
#define DXK_OP_SampleCmpLevel 224u
/* (srv, coord0, coord1, coord2, value0, value1, value2, value3, mask, sampleIdx): half, float,
 * i16, i32; 6.7 */
#define DXK_OP_TextureStoreSample 225u
#define DXK_OP_AllocateNodeOutputRecords 238u /* (output, numRecords, perThread); 6.8 */
#define DXK_OP_GetNodeRecordPtr 239u /* (recordhandle, arrayIndex): struct pointer; 6.8 */
#define DXK_OP_IncrementOutputCount 240u /* (output, count, perThread); 6.8 */
#define DXK_OP_OutputComplete 241u /* (output); 6.8 */
#define DXK_OP_GetInputRecordCount 242u /* (input); 6.8 */
#define DXK_OP_FinishedCrossGroupSharing 243u /* (input); 6.8 */
#define DXK_OP_BarrierByMemoryType 244u /* (MemoryTypeFlags, SemanticFlags); 6.8 */
#define DXK_OP_BarrierByMemoryHandle 245u /* (object, SemanticFlags); 6.8 */
#define DXK_OP_BarrierByNodeRecordHandle 246u /* (object, SemanticFlags); 6.8 */
#define DXK_OP_CreateNodeOutputHandle 247u /* (MetadataIdx); 6.8 */
#define DXK_OP_IndexNodeHandle 248u /* (NodeOutputHandle, ArrayIndex); 6.8 */
#define DXK_OP_AnnotateNodeHandle 249u /* (node, props); 6.8 */
#define DXK_OP_CreateNodeInputRecordHandle 250u /* (MetadataIdx); 6.8 */
#define DXK_OP_AnnotateNodeRecordHandle 251u /* (noderecord, props); 6.8 */
#define DXK_OP_NodeOutputIsValid 252u /* (output); 6.8 */
#define DXK_OP_GetRemainingRecursionLevels 253u /* (); 6.8 */
/* (srv, sampler, coord0, coord1, coord2, coord3, offset0, offset1, offset2, compareValue, ddx0,
 * ddx1, ddx2, ddy0, ddy1, ddy2, clamp): half, float; 6.8 */
#define DXK_OP_SampleCmpGrad 254u
/* (srv, sampler, coord0, coord1, coord2, coord3, offset0, offset1, offset2, compareValue, bias,
 * clamp): half, float; 6.8 */
#define DXK_OP_SampleCmpBias 255u
#define DXK_OP_StartVertexLocation 256u /* (): i32; 6.8 */
#define DXK_OP_StartInstanceLocation 257u /* (): i32; 6.8 */
#define DXK_OP_AllocateRayQuery2 258u /* (constRayFlags, constRayQueryFlags); 6.9 */
/* (accelerationStructure, rayFlags, instanceInclusionMask, rayContributionToHitGroupIndex,
 * multiplierForGeometryContributionToHitGroupIndex, missShaderIndex, Origin_X, Origin_Y,
 * Origin_Z, TMin, Direction_X, Direction_Y, Direction_Z, TMax, payload): struct pointer; 6.9 */
#define DXK_OP_HitObject_TraceRay 262u
#define DXK_OP_HitObject_FromRayQuery 263u /* (rayQueryHandle); 6.9 */
/* (rayQueryHandle, HitKind, CommittedAttribs): struct pointer; 6.9 */
#define DXK_OP_HitObject_FromRayQueryWithAttrs 264u
/* (RayFlags, MissShaderIndex, Origin_X, Origin_Y, Origin_Z, TMin, Direction_X, Direction_Y,
 * Direction_Z, TMax); 6.9 */
#define DXK_OP_HitObject_MakeMiss 265u
#define DXK_OP_HitObject_MakeNop 266u /* (); 6.9 */
#define DXK_OP_HitObject_Invoke 267u /* (hitObject, payload): struct pointer; 6.9 */
/* (hitObject, coherenceHint, numCoherenceHintBitsFromLSB); 6.9 */
#define DXK_OP_MaybeReorderThread 268u
#define DXK_OP_HitObject_IsMiss 269u /* (hitObject): i1; 6.9 */
#define DXK_OP_HitObject_IsHit 270u /* (hitObject): i1; 6.9 */
#define DXK_OP_HitObject_IsNop 271u /* (hitObject): i1; 6.9 */
#define DXK_OP_HitObject_RayFlags 272u /* (hitObject): i32; 6.9 */
#define DXK_OP_HitObject_RayTMin 273u /* (hitObject): float; 6.9 */
#define DXK_OP_HitObject_RayTCurrent 274u /* (hitObject): float; 6.9 */
#define DXK_OP_HitObject_WorldRayOrigin 275u /* (hitObject, component): float; 6.9 */
#define DXK_OP_HitObject_WorldRayDirection 276u /* (hitObject, component): float; 6.9 */
#define DXK_OP_HitObject_ObjectRayOrigin 277u /* (hitObject, component): float; 6.9 */
#define DXK_OP_HitObject_ObjectRayDirection 278u /* (hitObject, component): float; 6.9 */
#define DXK_OP_HitObject_ObjectToWorld3x4 279u /* (hitObject, row, col): float; 6.9 */
#define DXK_OP_HitObject_WorldToObject3x4 280u /* (hitObject, row, col): float; 6.9 */
#define DXK_OP_HitObject_GeometryIndex 281u /* (hitObject): i32; 6.9 */
#define DXK_OP_HitObject_InstanceIndex 282u /* (hitObject): i32; 6.9 */
#define DXK_OP_HitObject_InstanceID 283u /* (hitObject): i32; 6.9 */
#define DXK_OP_HitObject_PrimitiveIndex 284u /* (hitObject): i32; 6.9 */
#define DXK_OP_HitObject_HitKind 285u /* (hitObject): i32; 6.9 */
#define DXK_OP_HitObject_ShaderTableIndex 286u /* (hitObject): i32; 6.9 */
#define DXK_OP_HitObject_SetShaderTableIndex 287u /* (hitObject, shaderTableIndex); 6.9 */
#define DXK_OP_HitObject_LoadLocalRootTableConstant 288u /* (hitObject, offset); 6.9 */
#define DXK_OP_HitObject_Attributes 289u /* (hitObject, attributes): struct pointer; 6.9 */
/* (buf, index, elementOffset, alignment): half, float, i16, i32, double, i64, vectors of
 * half/float/i16/i32/double/i64; 6.9 */
#define DXK_OP_RawBufferVectorLoad 303u
/* (uav, index, elementOffset, value0, alignment): half, float, i16, i32, double, i64, vectors of
 * half/float/i16/i32/double/i64; 6.9 */
#define DXK_OP_RawBufferVectorStore 304u
#define DXK_OP_VectorReduceAnd 309u /* (a): vectors of i1/i8/i16/i32/i64 */
#define DXK_OP_VectorReduceOr 310u /* (a): vectors of i1/i8/i16/i32/i64 */
#define DXK_OP_FDot 311u /* (a, b): vectors of half/float */
#define DXK_OP_ExperimentalNop 0x80000000u /* (); 6.10 */
#define DXK_OP_GetGroupWaveIndex 0x80000001u /* (); 6.10 */
#define DXK_OP_GetGroupWaveCount 0x80000002u /* (); 6.10 */
#define DXK_OP_ClusterID 0x80000003u /* (); 6.10 */
#define DXK_OP_RayQuery_CandidateClusterID 0x80000004u /* (rayQueryHandle): i32; 6.10 */
#define DXK_OP_RayQuery_CommittedClusterID 0x80000005u /* (rayQueryHandle): i32; 6.10 */
#define DXK_OP_HitObject_ClusterID 0x80000006u /* (hitObject): i32; 6.10 */
#define DXK_OP_TriangleObjectPosition 0x80000007u /* (): float; 6.10 */
/* (rayQueryHandle): float; 6.10 */
#define DXK_OP_RayQuery_CandidateTriangleObjectPosition 0x80000008u
/* (rayQueryHandle): float; 6.10 */
#define DXK_OP_RayQuery_CommittedTriangleObjectPosition 0x80000009u
#define DXK_OP_HitObject_TriangleObjectPosition 0x8000000au /* (hitObject): float; 6.10 */
/* (matrixA, matrixB, matrixC): object; object; object; object; 6.10 */
#define DXK_OP_LinAlgMatrixMultiplyAccumulate 0x8000000bu
/* (value): object; half, float, double, i16, i32, i64; 6.10 */
#define DXK_OP_LinAlgFillMatrix 0x8000000cu
/* (srcMatrix, transpose): object; object; 6.10 */
#define DXK_OP_LinAlgCopyConvertMatrix 0x8000000du
/* (handle, offset, stride, layout, align): object; 6.10 */
#define DXK_OP_LinAlgMatrixLoadFromDescriptor 0x8000000eu
/* (memory, offset, stride, layout): object; half, float, double, i16, i32, i64, vectors of
 * half/float/double/i16/i32/i64; 6.10 */
#define DXK_OP_LinAlgMatrixLoadFromMemory 0x8000000fu
#define DXK_OP_LinAlgMatrixLength 0x80000010u /* (matrix): object; 6.10 */
#define DXK_OP_LinAlgMatrixGetCoordinate 0x80000011u /* (matrix, threadLocalIndex): object; 6.10 */
/* (matrix, threadLocalIndex): half, float, double, i16, i32, i64; object; 6.10 */
#define DXK_OP_LinAlgMatrixGetElement 0x80000012u
/* (matrix, threadLocalIndex, value): object; object; half, float, double, i16, i32, i64; 6.10 */
#define DXK_OP_LinAlgMatrixSetElement 0x80000013u
/* (matrix, handle, offset, stride, layout, align): object; 6.10 */
#define DXK_OP_LinAlgMatrixStoreToDescriptor 0x80000014u
/* (matrix, memory, offset, stride, layout): object; half, float, double, i16, i32, i64, vectors
 * of half/float/double/i16/i32/i64; 6.10 */
#define DXK_OP_LinAlgMatrixStoreToMemory 0x80000015u
#define DXK_OP_LinAlgMatrixQueryAccumulatorLayout 0x80000016u /* (); 6.10 */
/* (matrixA, matrixB): object; object; object; 6.10 */
#define DXK_OP_LinAlgMatrixMultiply 0x80000017u
/* (matrixLHS, matrixRHS): object; object; object; 6.10 */
#define DXK_OP_LinAlgMatrixAccumulate 0x80000018u
/* (matrix, isOutputSigned, inputVector, interpretation): vectors of
 * half/float/double/i16/i32/i64; object; vectors of half/float/double/i16/i32/i64; 6.10 */
#define DXK_OP_LinAlgMatVecMul 0x80000019u
/* (matrix, isOutputSigned, inputVector, inputInterpretation, biasVector): vectors of
 * half/float/double/i16/i32/i64; object; vectors of half/float/double/i16/i32/i64; vectors of
 * half/float/double/i16/i32/i64; 6.10 */
#define DXK_OP_LinAlgMatVecMulAdd 0x8000001au
/* (matrix, handle, offset, stride, layout, align): object; 6.10 */
#define DXK_OP_LinAlgMatrixAccumulateToDescriptor 0x8000001bu
/* (matrix, memory, targetType, offset, stride, layout): object; half, float, double, i16, i32,
 * i64, vectors of half/float/double/i16/i32/i64; 6.10 */
#define DXK_OP_LinAlgMatrixAccumulateToMemory 0x8000001cu
/* (vectorA, vectorB): object; vectors of half/float/double/i16/i32/i64; vectors of
 * half/float/double/i16/i32/i64; 6.10 */
#define DXK_OP_LinAlgMatrixOuterProduct 0x8000001du
/* (inputVector, inputInterpretation, outputInterpretation): vectors of
 * half/float/double/i16/i32/i64; vectors of half/float/double/i16/i32/i64; 6.10 */
#define DXK_OP_LinAlgConvert 0x8000001eu
/* (handle, offset, align, vector): vectors of half/float/double/i16/i32/i64; 6.10 */
#define DXK_OP_LinAlgVectorAccumulateToDescriptor 0x8000001fu
#define DXK_OP_DebugBreak 0x80000021u /* (); 6.10 */
#define DXK_OP_IsDebuggingEnabled 0x80000022u /* (); 6.10 */

#endif
