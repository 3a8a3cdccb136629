// SPDX-License-Identifier: MIT
// Structures, numbers and functions of the C API. Made by tools/gen_bindings.py from include/dxk; edit those
// instead. Enumerations are numbers: values that are read from files may be none of the known ones.

use core::ffi::{c_char, c_int, c_uint, c_void};

pub type dxk_status = c_uint;
pub type dxk_severity = c_uint;
pub type dxk_place = c_uint;
pub type dxk_input_kind = c_uint;
pub type dxk_digest_state = c_uint;
pub type dxk_digest_mode = c_uint;
pub type dxk_use_lists = c_uint;
pub type dxk_shader_kind = c_uint;
pub type dxk_shader_profile = c_uint;
pub type dxk_resource_class = c_uint;
pub type dxk_resource_kind = c_uint;
pub type dxk_component_type = c_uint;
pub type dxk_semantic_kind = c_uint;
pub type dxk_interpolation_mode = c_uint;
pub type dxk_sig_system_value = c_uint;
pub type dxk_sig_component_type = c_uint;
pub type dxk_sig_min_precision = c_uint;
pub type dxk_psv_resource_type = c_uint;
pub type dxk_psv_resource_flag = c_uint;
pub type dxk_tessellator_domain = c_uint;
pub type dxk_tessellator_output = c_uint;
pub type dxk_input_primitive = c_uint;
pub type dxk_primitive_topology = c_uint;
pub type dxk_mesh_topology = c_uint;
pub type dxk_rdat_part_type = c_uint;
pub type dxk_rdat_resource_flag = c_uint;
pub type dxk_rdat_stage_flag = c_uint;
pub type dxk_rdat_feature2_flag = c_uint;
pub type dxk_rdat_shader_flag = c_uint;
pub type dxk_node_func_attrib_kind = c_uint;
pub type dxk_node_attrib_kind = c_uint;
pub type dxk_node_launch_type = c_uint;
pub type dxk_node_io_flag = c_uint;
pub type dxk_subobject_kind = c_uint;
pub type dxk_hit_group_type = c_uint;
pub type dxk_raytracing_pipeline_flag = c_uint;
pub type dxk_state_object_flag = c_uint;
pub type dxk_rs_version = c_uint;
pub type dxk_rs_parameter_type = c_uint;
pub type dxk_rs_visibility = c_uint;
pub type dxk_rs_range_type = c_uint;
pub type dxk_rs_range_flag = c_uint;
pub type dxk_rs_descriptor_flag = c_uint;
pub type dxk_rs_sampler_flag = c_uint;
pub type dxk_filter = c_uint;
pub type dxk_address_mode = c_uint;
pub type dxk_comparison_func = c_uint;
pub type dxk_border_color = c_uint;
pub type dxk_hash_flag = c_uint;
pub type dxk_compiler_flag = c_uint;
pub type dxk_source_section = c_uint;
pub type dxk_source_compression = c_uint;
pub type dxk_pdb_compression = c_uint;
pub type dxk_rdef_program = c_uint;
pub type dxk_rdef_flag = c_uint;
pub type dxk_rdef_binding_kind = c_uint;
pub type dxk_rdef_return_type = c_uint;
pub type dxk_rdef_dimension = c_uint;
pub type dxk_rdef_binding_flag = c_uint;
pub type dxk_rdef_buffer_kind = c_uint;
pub type dxk_rdef_buffer_flag = c_uint;
pub type dxk_rdef_variable_flag = c_uint;
pub type dxk_rdef_class = c_uint;
pub type dxk_rdef_base = c_uint;
pub type dxk_parameter_flag = c_uint;
pub type dxk_tessellator_partitioning = c_uint;
pub type dxk_dxbc_stage = c_uint;
pub type dxk_dxbc_register = c_uint;
pub type dxk_dxbc_dimension = c_uint;
pub type dxk_dxbc_return_type = c_uint;
pub type dxk_dxbc_interpolation = c_uint;
pub type dxk_dxbc_name = c_uint;
pub type dxk_dxbc_topology = c_uint;
pub type dxk_dxbc_primitive = c_uint;
pub type dxk_dxbc_domain = c_uint;
pub type dxk_dxbc_partitioning = c_uint;
pub type dxk_dxbc_output_primitive = c_uint;
pub type dxk_dxbc_sampler_mode = c_uint;
pub type dxk_dxbc_precision = c_uint;
pub type dxk_dxbc_global_flag = c_uint;
pub type dxk_dxbc_custom = c_uint;
pub type dxk_atomic_op = c_uint;
pub type dxk_barrier_mode = c_uint;
pub type dxk_memory_type_flag = c_uint;
pub type dxk_barrier_semantic_flag = c_uint;
pub type dxk_wave_op = c_uint;
pub type dxk_signed_op = c_uint;
pub type dxk_wave_bit_op = c_uint;
pub type dxk_wave_multi_prefix_op = c_uint;
pub type dxk_quad_op = c_uint;
pub type dxk_quad_vote_op = c_uint;
pub type dxk_pack_mode = c_uint;
pub type dxk_unpack_mode = c_uint;
pub type dxk_ray_flag = c_uint;
pub type dxk_hit_kind = c_uint;
pub type dxk_enum_id = c_uint;
pub type dxk_packing_strategy = c_uint;
pub type dxk_signature_kind = c_uint;
pub type dxk_binary = c_uint;
pub type dxk_compare = c_uint;
pub type dxk_cast = c_uint;
pub type dxk_atomic = c_uint;
pub type dxk_flow_hint = c_uint;
pub type dxk_record_id = c_uint;
pub type dxk_show = c_uint;
pub type dxk_psv_signature = c_uint;
pub type dxk_psv_dependency = c_uint;
pub type dxk_psv_print_flag = c_uint;
pub type dxk_finding_place = c_uint;
pub type dxk_verdict = c_uint;
pub type dxk_convert_format = c_uint;
pub type dxk_difference_kind = c_uint;
pub type dxk_diff_area = c_uint;
pub type dxk_digest_variant = c_uint;
pub type dxk_run_denormals = c_uint;
pub type dxk_run_schedule = c_uint;
pub type dxk_run_unit = c_uint;
pub type dxk_run_address = c_uint;
pub type dxk_run_signature = c_uint;
pub type dxk_run_spot = c_uint;
pub type dxk_draw_topology = c_uint;
pub type dxk_draw_cull = c_uint;
pub type dxk_draw_compare = c_uint;
pub type dxk_draw_stencil_op = c_uint;
pub type dxk_draw_blend_factor = c_uint;
pub type dxk_draw_blend_op = c_uint;
pub type dxk_fxc_version = c_uint;
pub type dxk_opcode = c_uint;
pub type dxk_type_kind = c_uint;
pub type dxk_value_kind = c_uint;
pub type dxk_constant_kind = c_uint;
pub type dxk_metadata_kind = c_uint;
pub type dxk_handle_source = c_uint;
pub type dxk_part_type = c_uint;
pub type dxk_strip_group = c_uint;
pub type dxk_program_choice = c_uint;
pub type dxk_reflect_enum = c_uint;
pub type dxk_fact_kind = c_uint;
pub type dxk_inspect_kind = c_uint;
pub type dxk_inspect_number = c_uint;
pub type dxk_inspect_scope = c_uint;
pub type dxk_inspect_when = c_uint;
pub type dxk_inspect_doing = c_uint;
pub type dxk_inspect_content = c_uint;
pub type dxk_match_target = c_uint;
pub type dxk_pdb_origin = c_uint;
pub type dxk_picture_kind = c_uint;
pub type dxk_report_verdict = c_uint;
pub type dxk_symbol_kind = c_uint;
pub type dxk_yaml_schema = c_uint;
pub type dxk_yaml_module = c_uint;
pub const DXK_VERSION_MAJOR: u32 = 0;
pub const DXK_VERSION_MINOR: u32 = 2;
pub const DXK_VERSION_PATCH: u32 = 0;
pub const DXK_OK: u32 = 0;
pub const DXK_E_INVALID: u32 = 1;
pub const DXK_E_NOMEM: u32 = 2;
pub const DXK_E_LIMIT: u32 = 3;
pub const DXK_E_ARGUMENT: u32 = 4;
pub const DXK_E_NOT_FOUND: u32 = 5;
pub const DXK_E_UNSUPPORTED: u32 = 6;
pub const DXK_E_SINK: u32 = 7;
pub const DXK_NOTE: u32 = 0;
pub const DXK_WARNING: u32 = 1;
pub const DXK_ERROR: u32 = 2;
pub const DXK_PLACE_NONE: u32 = 0;
pub const DXK_PLACE_BYTE: u32 = 1;
pub const DXK_PLACE_BIT: u32 = 2;
pub const DXK_PLACE_LINE: u32 = 3;
pub const DXK_INPUT_UNKNOWN: u32 = 0;
pub const DXK_INPUT_CONTAINER: u32 = 1;
pub const DXK_INPUT_PDB: u32 = 2;
pub const DXK_INPUT_REFLECTION: u32 = 3;
pub const DXK_INPUT_PROGRAM: u32 = 4;
pub const DXK_INPUT_BITCODE: u32 = 5;
pub const DXK_DIGEST_NONE: u32 = 0;
pub const DXK_DIGEST_ZERO: u32 = 1;
pub const DXK_DIGEST_BYPASS: u32 = 2;
pub const DXK_DIGEST_PREVIEW: u32 = 3;
pub const DXK_DIGEST_RETAIL: u32 = 4;
pub const DXK_DIGEST_DEBUG: u32 = 5;
pub const DXK_DIGEST_WRONG: u32 = 6;
pub const DXK_DIGEST_AUTO: u32 = 0;
pub const DXK_DIGEST_KEEP: u32 = 1;
pub const DXK_DIGEST_FIX: u32 = 2;
pub const DXK_DIGEST_CLEAR: u32 = 3;
pub const DXK_DIGEST_MARK_PREVIEW: u32 = 4;
pub const DXK_DIGEST_FIX_DEBUG: u32 = 5;
pub const DXK_METADATA_KINDS_FIXED: u32 = 14;
pub const DXK_TYPE_VOID: u32 = 1;
pub const DXK_TYPE_HALF: u32 = 2;
pub const DXK_TYPE_FLOAT: u32 = 3;
pub const DXK_TYPE_DOUBLE: u32 = 4;
pub const DXK_TYPE_I1: u32 = 11;
pub const DXK_TYPE_I8: u32 = 12;
pub const DXK_TYPE_I16: u32 = 13;
pub const DXK_TYPE_I32: u32 = 14;
pub const DXK_TYPE_I64: u32 = 15;
pub const DXK_USE_LISTS_AUTO: u32 = 0;
pub const DXK_USE_LISTS_KEEP: u32 = 1;
pub const DXK_USE_LISTS_DROP: u32 = 2;
pub const DXK_OP_TempRegLoad: u32 = 0;
pub const DXK_OP_TempRegStore: u32 = 1;
pub const DXK_OP_MinPrecXRegLoad: u32 = 2;
pub const DXK_OP_MinPrecXRegStore: u32 = 3;
pub const DXK_OP_LoadInput: u32 = 4;
pub const DXK_OP_StoreOutput: u32 = 5;
pub const DXK_OP_FAbs: u32 = 6;
pub const DXK_OP_Saturate: u32 = 7;
pub const DXK_OP_IsNaN: u32 = 8;
pub const DXK_OP_IsInf: u32 = 9;
pub const DXK_OP_IsFinite: u32 = 10;
pub const DXK_OP_IsNormal: u32 = 11;
pub const DXK_OP_Cos: u32 = 12;
pub const DXK_OP_Sin: u32 = 13;
pub const DXK_OP_Tan: u32 = 14;
pub const DXK_OP_Acos: u32 = 15;
pub const DXK_OP_Asin: u32 = 16;
pub const DXK_OP_Atan: u32 = 17;
pub const DXK_OP_Hcos: u32 = 18;
pub const DXK_OP_Hsin: u32 = 19;
pub const DXK_OP_Htan: u32 = 20;
pub const DXK_OP_Exp: u32 = 21;
pub const DXK_OP_Frc: u32 = 22;
pub const DXK_OP_Log: u32 = 23;
pub const DXK_OP_Sqrt: u32 = 24;
pub const DXK_OP_Rsqrt: u32 = 25;
pub const DXK_OP_Round_ne: u32 = 26;
pub const DXK_OP_Round_ni: u32 = 27;
pub const DXK_OP_Round_pi: u32 = 28;
pub const DXK_OP_Round_z: u32 = 29;
pub const DXK_OP_Bfrev: u32 = 30;
pub const DXK_OP_Countbits: u32 = 31;
pub const DXK_OP_FirstbitLo: u32 = 32;
pub const DXK_OP_FirstbitHi: u32 = 33;
pub const DXK_OP_FirstbitSHi: u32 = 34;
pub const DXK_OP_FMax: u32 = 35;
pub const DXK_OP_FMin: u32 = 36;
pub const DXK_OP_IMax: u32 = 37;
pub const DXK_OP_IMin: u32 = 38;
pub const DXK_OP_UMax: u32 = 39;
pub const DXK_OP_UMin: u32 = 40;
pub const DXK_OP_IMul: u32 = 41;
pub const DXK_OP_UMul: u32 = 42;
pub const DXK_OP_UDiv: u32 = 43;
pub const DXK_OP_UAddc: u32 = 44;
pub const DXK_OP_USubb: u32 = 45;
pub const DXK_OP_FMad: u32 = 46;
pub const DXK_OP_Fma: u32 = 47;
pub const DXK_OP_IMad: u32 = 48;
pub const DXK_OP_UMad: u32 = 49;
pub const DXK_OP_Msad: u32 = 50;
pub const DXK_OP_Ibfe: u32 = 51;
pub const DXK_OP_Ubfe: u32 = 52;
pub const DXK_OP_Bfi: u32 = 53;
pub const DXK_OP_Dot2: u32 = 54;
pub const DXK_OP_Dot3: u32 = 55;
pub const DXK_OP_Dot4: u32 = 56;
pub const DXK_OP_CreateHandle: u32 = 57;
pub const DXK_OP_CBufferLoad: u32 = 58;
pub const DXK_OP_CBufferLoadLegacy: u32 = 59;
pub const DXK_OP_Sample: u32 = 60;
pub const DXK_OP_SampleBias: u32 = 61;
pub const DXK_OP_SampleLevel: u32 = 62;
pub const DXK_OP_SampleGrad: u32 = 63;
pub const DXK_OP_SampleCmp: u32 = 64;
pub const DXK_OP_SampleCmpLevelZero: u32 = 65;
pub const DXK_OP_TextureLoad: u32 = 66;
pub const DXK_OP_TextureStore: u32 = 67;
pub const DXK_OP_BufferLoad: u32 = 68;
pub const DXK_OP_BufferStore: u32 = 69;
pub const DXK_OP_BufferUpdateCounter: u32 = 70;
pub const DXK_OP_CheckAccessFullyMapped: u32 = 71;
pub const DXK_OP_GetDimensions: u32 = 72;
pub const DXK_OP_TextureGather: u32 = 73;
pub const DXK_OP_TextureGatherCmp: u32 = 74;
pub const DXK_OP_Texture2DMSGetSamplePosition: u32 = 75;
pub const DXK_OP_RenderTargetGetSamplePosition: u32 = 76;
pub const DXK_OP_RenderTargetGetSampleCount: u32 = 77;
pub const DXK_OP_AtomicBinOp: u32 = 78;
pub const DXK_OP_AtomicCompareExchange: u32 = 79;
pub const DXK_OP_Barrier: u32 = 80;
pub const DXK_OP_CalculateLOD: u32 = 81;
pub const DXK_OP_Discard: u32 = 82;
pub const DXK_OP_DerivCoarseX: u32 = 83;
pub const DXK_OP_DerivCoarseY: u32 = 84;
pub const DXK_OP_DerivFineX: u32 = 85;
pub const DXK_OP_DerivFineY: u32 = 86;
pub const DXK_OP_EvalSnapped: u32 = 87;
pub const DXK_OP_EvalSampleIndex: u32 = 88;
pub const DXK_OP_EvalCentroid: u32 = 89;
pub const DXK_OP_SampleIndex: u32 = 90;
pub const DXK_OP_Coverage: u32 = 91;
pub const DXK_OP_InnerCoverage: u32 = 92;
pub const DXK_OP_ThreadId: u32 = 93;
pub const DXK_OP_GroupId: u32 = 94;
pub const DXK_OP_ThreadIdInGroup: u32 = 95;
pub const DXK_OP_FlattenedThreadIdInGroup: u32 = 96;
pub const DXK_OP_EmitStream: u32 = 97;
pub const DXK_OP_CutStream: u32 = 98;
pub const DXK_OP_EmitThenCutStream: u32 = 99;
pub const DXK_OP_GSInstanceID: u32 = 100;
pub const DXK_OP_MakeDouble: u32 = 101;
pub const DXK_OP_SplitDouble: u32 = 102;
pub const DXK_OP_LoadOutputControlPoint: u32 = 103;
pub const DXK_OP_LoadPatchConstant: u32 = 104;
pub const DXK_OP_DomainLocation: u32 = 105;
pub const DXK_OP_StorePatchConstant: u32 = 106;
pub const DXK_OP_OutputControlPointID: u32 = 107;
pub const DXK_OP_PrimitiveID: u32 = 108;
pub const DXK_OP_CycleCounterLegacy: u32 = 109;
pub const DXK_OP_WaveIsFirstLane: u32 = 110;
pub const DXK_OP_WaveGetLaneIndex: u32 = 111;
pub const DXK_OP_WaveGetLaneCount: u32 = 112;
pub const DXK_OP_WaveAnyTrue: u32 = 113;
pub const DXK_OP_WaveAllTrue: u32 = 114;
pub const DXK_OP_WaveActiveAllEqual: u32 = 115;
pub const DXK_OP_WaveActiveBallot: u32 = 116;
pub const DXK_OP_WaveReadLaneAt: u32 = 117;
pub const DXK_OP_WaveReadLaneFirst: u32 = 118;
pub const DXK_OP_WaveActiveOp: u32 = 119;
pub const DXK_OP_WaveActiveBit: u32 = 120;
pub const DXK_OP_WavePrefixOp: u32 = 121;
pub const DXK_OP_QuadReadLaneAt: u32 = 122;
pub const DXK_OP_QuadOp: u32 = 123;
pub const DXK_OP_BitcastI16toF16: u32 = 124;
pub const DXK_OP_BitcastF16toI16: u32 = 125;
pub const DXK_OP_BitcastI32toF32: u32 = 126;
pub const DXK_OP_BitcastF32toI32: u32 = 127;
pub const DXK_OP_BitcastI64toF64: u32 = 128;
pub const DXK_OP_BitcastF64toI64: u32 = 129;
pub const DXK_OP_LegacyF32ToF16: u32 = 130;
pub const DXK_OP_LegacyF16ToF32: u32 = 131;
pub const DXK_OP_LegacyDoubleToFloat: u32 = 132;
pub const DXK_OP_LegacyDoubleToSInt32: u32 = 133;
pub const DXK_OP_LegacyDoubleToUInt32: u32 = 134;
pub const DXK_OP_WaveAllBitCount: u32 = 135;
pub const DXK_OP_WavePrefixBitCount: u32 = 136;
pub const DXK_OP_AttributeAtVertex: u32 = 137;
pub const DXK_OP_ViewID: u32 = 138;
pub const DXK_OP_RawBufferLoad: u32 = 139;
pub const DXK_OP_RawBufferStore: u32 = 140;
pub const DXK_OP_InstanceID: u32 = 141;
pub const DXK_OP_InstanceIndex: u32 = 142;
pub const DXK_OP_HitKind: u32 = 143;
pub const DXK_OP_RayFlags: u32 = 144;
pub const DXK_OP_DispatchRaysIndex: u32 = 145;
pub const DXK_OP_DispatchRaysDimensions: u32 = 146;
pub const DXK_OP_WorldRayOrigin: u32 = 147;
pub const DXK_OP_WorldRayDirection: u32 = 148;
pub const DXK_OP_ObjectRayOrigin: u32 = 149;
pub const DXK_OP_ObjectRayDirection: u32 = 150;
pub const DXK_OP_ObjectToWorld: u32 = 151;
pub const DXK_OP_WorldToObject: u32 = 152;
pub const DXK_OP_RayTMin: u32 = 153;
pub const DXK_OP_RayTCurrent: u32 = 154;
pub const DXK_OP_IgnoreHit: u32 = 155;
pub const DXK_OP_AcceptHitAndEndSearch: u32 = 156;
pub const DXK_OP_TraceRay: u32 = 157;
pub const DXK_OP_ReportHit: u32 = 158;
pub const DXK_OP_CallShader: u32 = 159;
pub const DXK_OP_CreateHandleForLib: u32 = 160;
pub const DXK_OP_PrimitiveIndex: u32 = 161;
pub const DXK_OP_Dot2AddHalf: u32 = 162;
pub const DXK_OP_Dot4AddI8Packed: u32 = 163;
pub const DXK_OP_Dot4AddU8Packed: u32 = 164;
pub const DXK_OP_WaveMatch: u32 = 165;
pub const DXK_OP_WaveMultiPrefixOp: u32 = 166;
pub const DXK_OP_WaveMultiPrefixBitCount: u32 = 167;
pub const DXK_OP_SetMeshOutputCounts: u32 = 168;
pub const DXK_OP_EmitIndices: u32 = 169;
pub const DXK_OP_GetMeshPayload: u32 = 170;
pub const DXK_OP_StoreVertexOutput: u32 = 171;
pub const DXK_OP_StorePrimitiveOutput: u32 = 172;
pub const DXK_OP_DispatchMesh: u32 = 173;
pub const DXK_OP_WriteSamplerFeedback: u32 = 174;
pub const DXK_OP_WriteSamplerFeedbackBias: u32 = 175;
pub const DXK_OP_WriteSamplerFeedbackLevel: u32 = 176;
pub const DXK_OP_WriteSamplerFeedbackGrad: u32 = 177;
pub const DXK_OP_AllocateRayQuery: u32 = 178;
pub const DXK_OP_RayQuery_TraceRayInline: u32 = 179;
pub const DXK_OP_RayQuery_Proceed: u32 = 180;
pub const DXK_OP_RayQuery_Abort: u32 = 181;
pub const DXK_OP_RayQuery_CommitNonOpaqueTriangleHit: u32 = 182;
pub const DXK_OP_RayQuery_CommitProceduralPrimitiveHit: u32 = 183;
pub const DXK_OP_RayQuery_CommittedStatus: u32 = 184;
pub const DXK_OP_RayQuery_CandidateType: u32 = 185;
pub const DXK_OP_RayQuery_CandidateObjectToWorld3x4: u32 = 186;
pub const DXK_OP_RayQuery_CandidateWorldToObject3x4: u32 = 187;
pub const DXK_OP_RayQuery_CommittedObjectToWorld3x4: u32 = 188;
pub const DXK_OP_RayQuery_CommittedWorldToObject3x4: u32 = 189;
pub const DXK_OP_RayQuery_CandidateProceduralPrimitiveNonOpaque: u32 = 190;
pub const DXK_OP_RayQuery_CandidateTriangleFrontFace: u32 = 191;
pub const DXK_OP_RayQuery_CommittedTriangleFrontFace: u32 = 192;
pub const DXK_OP_RayQuery_CandidateTriangleBarycentrics: u32 = 193;
pub const DXK_OP_RayQuery_CommittedTriangleBarycentrics: u32 = 194;
pub const DXK_OP_RayQuery_RayFlags: u32 = 195;
pub const DXK_OP_RayQuery_WorldRayOrigin: u32 = 196;
pub const DXK_OP_RayQuery_WorldRayDirection: u32 = 197;
pub const DXK_OP_RayQuery_RayTMin: u32 = 198;
pub const DXK_OP_RayQuery_CandidateTriangleRayT: u32 = 199;
pub const DXK_OP_RayQuery_CommittedRayT: u32 = 200;
pub const DXK_OP_RayQuery_CandidateInstanceIndex: u32 = 201;
pub const DXK_OP_RayQuery_CandidateInstanceID: u32 = 202;
pub const DXK_OP_RayQuery_CandidateGeometryIndex: u32 = 203;
pub const DXK_OP_RayQuery_CandidatePrimitiveIndex: u32 = 204;
pub const DXK_OP_RayQuery_CandidateObjectRayOrigin: u32 = 205;
pub const DXK_OP_RayQuery_CandidateObjectRayDirection: u32 = 206;
pub const DXK_OP_RayQuery_CommittedInstanceIndex: u32 = 207;
pub const DXK_OP_RayQuery_CommittedInstanceID: u32 = 208;
pub const DXK_OP_RayQuery_CommittedGeometryIndex: u32 = 209;
pub const DXK_OP_RayQuery_CommittedPrimitiveIndex: u32 = 210;
pub const DXK_OP_RayQuery_CommittedObjectRayOrigin: u32 = 211;
pub const DXK_OP_RayQuery_CommittedObjectRayDirection: u32 = 212;
pub const DXK_OP_GeometryIndex: u32 = 213;
pub const DXK_OP_RayQuery_CandidateInstanceContributionToHitGroupIndex: u32 = 214;
pub const DXK_OP_RayQuery_CommittedInstanceContributionToHitGroupIndex: u32 = 215;
pub const DXK_OP_AnnotateHandle: u32 = 216;
pub const DXK_OP_CreateHandleFromBinding: u32 = 217;
pub const DXK_OP_CreateHandleFromHeap: u32 = 218;
pub const DXK_OP_Unpack4x8: u32 = 219;
pub const DXK_OP_Pack4x8: u32 = 220;
pub const DXK_OP_IsHelperLane: u32 = 221;
pub const DXK_OP_QuadVote: u32 = 222;
pub const DXK_OP_TextureGatherRaw: u32 = 223;
pub const DXK_OP_SampleCmpLevel: u32 = 224;
pub const DXK_OP_TextureStoreSample: u32 = 225;
pub const DXK_OP_AllocateNodeOutputRecords: u32 = 238;
pub const DXK_OP_GetNodeRecordPtr: u32 = 239;
pub const DXK_OP_IncrementOutputCount: u32 = 240;
pub const DXK_OP_OutputComplete: u32 = 241;
pub const DXK_OP_GetInputRecordCount: u32 = 242;
pub const DXK_OP_FinishedCrossGroupSharing: u32 = 243;
pub const DXK_OP_BarrierByMemoryType: u32 = 244;
pub const DXK_OP_BarrierByMemoryHandle: u32 = 245;
pub const DXK_OP_BarrierByNodeRecordHandle: u32 = 246;
pub const DXK_OP_CreateNodeOutputHandle: u32 = 247;
pub const DXK_OP_IndexNodeHandle: u32 = 248;
pub const DXK_OP_AnnotateNodeHandle: u32 = 249;
pub const DXK_OP_CreateNodeInputRecordHandle: u32 = 250;
pub const DXK_OP_AnnotateNodeRecordHandle: u32 = 251;
pub const DXK_OP_NodeOutputIsValid: u32 = 252;
pub const DXK_OP_GetRemainingRecursionLevels: u32 = 253;
pub const DXK_OP_SampleCmpGrad: u32 = 254;
pub const DXK_OP_SampleCmpBias: u32 = 255;
pub const DXK_OP_StartVertexLocation: u32 = 256;
pub const DXK_OP_StartInstanceLocation: u32 = 257;
pub const DXK_OP_AllocateRayQuery2: u32 = 258;
pub const DXK_OP_HitObject_TraceRay: u32 = 262;
pub const DXK_OP_HitObject_FromRayQuery: u32 = 263;
pub const DXK_OP_HitObject_FromRayQueryWithAttrs: u32 = 264;
pub const DXK_OP_HitObject_MakeMiss: u32 = 265;
pub const DXK_OP_HitObject_MakeNop: u32 = 266;
pub const DXK_OP_HitObject_Invoke: u32 = 267;
pub const DXK_OP_MaybeReorderThread: u32 = 268;
pub const DXK_OP_HitObject_IsMiss: u32 = 269;
pub const DXK_OP_HitObject_IsHit: u32 = 270;
pub const DXK_OP_HitObject_IsNop: u32 = 271;
pub const DXK_OP_HitObject_RayFlags: u32 = 272;
pub const DXK_OP_HitObject_RayTMin: u32 = 273;
pub const DXK_OP_HitObject_RayTCurrent: u32 = 274;
pub const DXK_OP_HitObject_WorldRayOrigin: u32 = 275;
pub const DXK_OP_HitObject_WorldRayDirection: u32 = 276;
pub const DXK_OP_HitObject_ObjectRayOrigin: u32 = 277;
pub const DXK_OP_HitObject_ObjectRayDirection: u32 = 278;
pub const DXK_OP_HitObject_ObjectToWorld3x4: u32 = 279;
pub const DXK_OP_HitObject_WorldToObject3x4: u32 = 280;
pub const DXK_OP_HitObject_GeometryIndex: u32 = 281;
pub const DXK_OP_HitObject_InstanceIndex: u32 = 282;
pub const DXK_OP_HitObject_InstanceID: u32 = 283;
pub const DXK_OP_HitObject_PrimitiveIndex: u32 = 284;
pub const DXK_OP_HitObject_HitKind: u32 = 285;
pub const DXK_OP_HitObject_ShaderTableIndex: u32 = 286;
pub const DXK_OP_HitObject_SetShaderTableIndex: u32 = 287;
pub const DXK_OP_HitObject_LoadLocalRootTableConstant: u32 = 288;
pub const DXK_OP_HitObject_Attributes: u32 = 289;
pub const DXK_OP_RawBufferVectorLoad: u32 = 303;
pub const DXK_OP_RawBufferVectorStore: u32 = 304;
pub const DXK_OP_VectorReduceAnd: u32 = 309;
pub const DXK_OP_VectorReduceOr: u32 = 310;
pub const DXK_OP_FDot: u32 = 311;
pub const DXK_OP_ExperimentalNop: u32 = 2147483648;
pub const DXK_OP_GetGroupWaveIndex: u32 = 2147483649;
pub const DXK_OP_GetGroupWaveCount: u32 = 2147483650;
pub const DXK_OP_ClusterID: u32 = 2147483651;
pub const DXK_OP_RayQuery_CandidateClusterID: u32 = 2147483652;
pub const DXK_OP_RayQuery_CommittedClusterID: u32 = 2147483653;
pub const DXK_OP_HitObject_ClusterID: u32 = 2147483654;
pub const DXK_OP_TriangleObjectPosition: u32 = 2147483655;
pub const DXK_OP_RayQuery_CandidateTriangleObjectPosition: u32 = 2147483656;
pub const DXK_OP_RayQuery_CommittedTriangleObjectPosition: u32 = 2147483657;
pub const DXK_OP_HitObject_TriangleObjectPosition: u32 = 2147483658;
pub const DXK_OP_LinAlgMatrixMultiplyAccumulate: u32 = 2147483659;
pub const DXK_OP_LinAlgFillMatrix: u32 = 2147483660;
pub const DXK_OP_LinAlgCopyConvertMatrix: u32 = 2147483661;
pub const DXK_OP_LinAlgMatrixLoadFromDescriptor: u32 = 2147483662;
pub const DXK_OP_LinAlgMatrixLoadFromMemory: u32 = 2147483663;
pub const DXK_OP_LinAlgMatrixLength: u32 = 2147483664;
pub const DXK_OP_LinAlgMatrixGetCoordinate: u32 = 2147483665;
pub const DXK_OP_LinAlgMatrixGetElement: u32 = 2147483666;
pub const DXK_OP_LinAlgMatrixSetElement: u32 = 2147483667;
pub const DXK_OP_LinAlgMatrixStoreToDescriptor: u32 = 2147483668;
pub const DXK_OP_LinAlgMatrixStoreToMemory: u32 = 2147483669;
pub const DXK_OP_LinAlgMatrixQueryAccumulatorLayout: u32 = 2147483670;
pub const DXK_OP_LinAlgMatrixMultiply: u32 = 2147483671;
pub const DXK_OP_LinAlgMatrixAccumulate: u32 = 2147483672;
pub const DXK_OP_LinAlgMatVecMul: u32 = 2147483673;
pub const DXK_OP_LinAlgMatVecMulAdd: u32 = 2147483674;
pub const DXK_OP_LinAlgMatrixAccumulateToDescriptor: u32 = 2147483675;
pub const DXK_OP_LinAlgMatrixAccumulateToMemory: u32 = 2147483676;
pub const DXK_OP_LinAlgMatrixOuterProduct: u32 = 2147483677;
pub const DXK_OP_LinAlgConvert: u32 = 2147483678;
pub const DXK_OP_LinAlgVectorAccumulateToDescriptor: u32 = 2147483679;
pub const DXK_OP_DebugBreak: u32 = 2147483681;
pub const DXK_OP_IsDebuggingEnabled: u32 = 2147483682;
pub const DXK_RDAT_FEATURE1_FLAG_DOUBLES: u32 = 1;
pub const DXK_RDAT_FEATURE1_FLAG_RAW_AND_STRUCTURED_BUFFERS_4X: u32 = 2;
pub const DXK_RDAT_FEATURE1_FLAG_UAVS_AT_EVERY_STAGE: u32 = 4;
pub const DXK_RDAT_FEATURE1_FLAG_64_UAVS: u32 = 8;
pub const DXK_RDAT_FEATURE1_FLAG_MINIMUM_PRECISION: u32 = 16;
pub const DXK_RDAT_FEATURE1_FLAG_11_1_DOUBLE_EXTENSIONS: u32 = 32;
pub const DXK_RDAT_FEATURE1_FLAG_11_1_SHADER_EXTENSIONS: u32 = 64;
pub const DXK_RDAT_FEATURE1_FLAG_LEVEL9_COMPARISON_FILTERING: u32 = 128;
pub const DXK_RDAT_FEATURE1_FLAG_TILED_RESOURCES: u32 = 256;
pub const DXK_RDAT_FEATURE1_FLAG_STENCIL_REF: u32 = 512;
pub const DXK_RDAT_FEATURE1_FLAG_INNER_COVERAGE: u32 = 1024;
pub const DXK_RDAT_FEATURE1_FLAG_TYPED_UAV_LOAD_FORMATS: u32 = 2048;
pub const DXK_RDAT_FEATURE1_FLAG_ROVS: u32 = 4096;
pub const DXK_RDAT_FEATURE1_FLAG_VIEWPORT_AND_RT_INDEX: u32 = 8192;
pub const DXK_RDAT_FEATURE1_FLAG_WAVE_OPS: u32 = 16384;
pub const DXK_RDAT_FEATURE1_FLAG_INT64_OPS: u32 = 32768;
pub const DXK_RDAT_FEATURE1_FLAG_VIEW_ID: u32 = 65536;
pub const DXK_RDAT_FEATURE1_FLAG_BARYCENTRICS: u32 = 131072;
pub const DXK_RDAT_FEATURE1_FLAG_NATIVE_LOW_PRECISION: u32 = 262144;
pub const DXK_RDAT_FEATURE1_FLAG_SHADING_RATE: u32 = 524288;
pub const DXK_RDAT_FEATURE1_FLAG_RAYTRACING_TIER_1_1: u32 = 1048576;
pub const DXK_RDAT_FEATURE1_FLAG_SAMPLER_FEEDBACK: u32 = 2097152;
pub const DXK_RDAT_FEATURE1_FLAG_ATOMIC_INT64_ON_TYPED_RESOURCE: u32 = 4194304;
pub const DXK_RDAT_FEATURE1_FLAG_ATOMIC_INT64_ON_GROUP_SHARED: u32 = 8388608;
pub const DXK_RDAT_FEATURE1_FLAG_DERIVATIVES_IN_MESH_AND_AMP_SHADERS: u32 = 16777216;
pub const DXK_RDAT_FEATURE1_FLAG_RESOURCE_DESCRIPTOR_HEAP_INDEXING: u32 = 33554432;
pub const DXK_RDAT_FEATURE1_FLAG_SAMPLER_DESCRIPTOR_HEAP_INDEXING: u32 = 67108864;
pub const DXK_RDAT_FEATURE1_FLAG_RESERVED: u32 = 134217728;
pub const DXK_RDAT_FEATURE1_FLAG_ATOMIC_INT64_ON_HEAP_RESOURCE: u32 = 268435456;
pub const DXK_RDAT_FEATURE1_FLAG_ADVANCED_TEXTURE_OPS: u32 = 536870912;
pub const DXK_RDAT_FEATURE1_FLAG_WRITEABLE_MSAA: u32 = 1073741824;
pub const DXK_RDAT_FEATURE1_FLAG_SAMPLE_CMP_GRADIENT_OR_BIAS: u32 = 2147483648;
pub const DXK_RS_FLAG_ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT: u32 = 1;
pub const DXK_RS_FLAG_DENY_VERTEX_SHADER_ROOT_ACCESS: u32 = 2;
pub const DXK_RS_FLAG_DENY_HULL_SHADER_ROOT_ACCESS: u32 = 4;
pub const DXK_RS_FLAG_DENY_DOMAIN_SHADER_ROOT_ACCESS: u32 = 8;
pub const DXK_RS_FLAG_DENY_GEOMETRY_SHADER_ROOT_ACCESS: u32 = 16;
pub const DXK_RS_FLAG_DENY_PIXEL_SHADER_ROOT_ACCESS: u32 = 32;
pub const DXK_RS_FLAG_ALLOW_STREAM_OUTPUT: u32 = 64;
pub const DXK_RS_FLAG_LOCAL_ROOT_SIGNATURE: u32 = 128;
pub const DXK_RS_FLAG_DENY_AMPLIFICATION_SHADER_ROOT_ACCESS: u32 = 256;
pub const DXK_RS_FLAG_DENY_MESH_SHADER_ROOT_ACCESS: u32 = 512;
pub const DXK_RS_FLAG_CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED: u32 = 1024;
pub const DXK_RS_FLAG_SAMPLER_HEAP_DIRECTLY_INDEXED: u32 = 2048;
pub const DXK_RS_FLAG_ALLOW_LOW_TIER_RESERVED_HW_CB_LIMIT: u32 = 2147483648;
pub const DXK_FEATURE_FLAG_DOUBLES: u32 = 1;
pub const DXK_FEATURE_FLAG_RAW_AND_STRUCTURED_BUFFERS_4X: u32 = 2;
pub const DXK_FEATURE_FLAG_UAVS_AT_EVERY_STAGE: u32 = 4;
pub const DXK_FEATURE_FLAG_64_UAVS: u32 = 8;
pub const DXK_FEATURE_FLAG_MINIMUM_PRECISION: u32 = 16;
pub const DXK_FEATURE_FLAG_11_1_DOUBLE_EXTENSIONS: u32 = 32;
pub const DXK_FEATURE_FLAG_11_1_SHADER_EXTENSIONS: u32 = 64;
pub const DXK_FEATURE_FLAG_LEVEL9_COMPARISON_FILTERING: u32 = 128;
pub const DXK_FEATURE_FLAG_TILED_RESOURCES: u32 = 256;
pub const DXK_FEATURE_FLAG_STENCIL_REF: u32 = 512;
pub const DXK_FEATURE_FLAG_INNER_COVERAGE: u32 = 1024;
pub const DXK_FEATURE_FLAG_TYPED_UAV_LOAD_FORMATS: u32 = 2048;
pub const DXK_FEATURE_FLAG_ROVS: u32 = 4096;
pub const DXK_FEATURE_FLAG_VIEWPORT_AND_RT_INDEX: u32 = 8192;
pub const DXK_FEATURE_FLAG_WAVE_OPS: u32 = 16384;
pub const DXK_FEATURE_FLAG_INT64_OPS: u32 = 32768;
pub const DXK_FEATURE_FLAG_VIEW_ID: u32 = 65536;
pub const DXK_FEATURE_FLAG_BARYCENTRICS: u32 = 131072;
pub const DXK_FEATURE_FLAG_NATIVE_LOW_PRECISION: u32 = 262144;
pub const DXK_FEATURE_FLAG_SHADING_RATE: u32 = 524288;
pub const DXK_FEATURE_FLAG_RAYTRACING_TIER_1_1: u32 = 1048576;
pub const DXK_FEATURE_FLAG_SAMPLER_FEEDBACK: u32 = 2097152;
pub const DXK_FEATURE_FLAG_ATOMIC_INT64_ON_TYPED_RESOURCE: u32 = 4194304;
pub const DXK_FEATURE_FLAG_ATOMIC_INT64_ON_GROUP_SHARED: u32 = 8388608;
pub const DXK_FEATURE_FLAG_DERIVATIVES_IN_MESH_AND_AMP_SHADERS: u32 = 16777216;
pub const DXK_FEATURE_FLAG_RESOURCE_DESCRIPTOR_HEAP_INDEXING: u32 = 33554432;
pub const DXK_FEATURE_FLAG_SAMPLER_DESCRIPTOR_HEAP_INDEXING: u32 = 67108864;
pub const DXK_FEATURE_FLAG_RESERVED: u32 = 134217728;
pub const DXK_FEATURE_FLAG_ATOMIC_INT64_ON_HEAP_RESOURCE: u32 = 268435456;
pub const DXK_FEATURE_FLAG_ADVANCED_TEXTURE_OPS: u32 = 536870912;
pub const DXK_FEATURE_FLAG_WRITEABLE_MSAA: u32 = 1073741824;
pub const DXK_FEATURE_FLAG_SAMPLE_CMP_GRADIENT_OR_BIAS: u32 = 2147483648;
pub const DXK_FEATURE_FLAG_EXTENDED_COMMAND_INFO: u64 = 4294967296;
pub const DXK_FEATURE_FLAG_OPT_USES_DERIVATIVES: u64 = 1099511627776;
pub const DXK_FEATURE_FLAG_OPT_REQUIRES_GROUP: u64 = 2199023255552;
pub const DXK_SHADER_KIND_PIXEL: u32 = 0;
pub const DXK_SHADER_KIND_VERTEX: u32 = 1;
pub const DXK_SHADER_KIND_GEOMETRY: u32 = 2;
pub const DXK_SHADER_KIND_HULL: u32 = 3;
pub const DXK_SHADER_KIND_DOMAIN: u32 = 4;
pub const DXK_SHADER_KIND_COMPUTE: u32 = 5;
pub const DXK_SHADER_KIND_LIBRARY: u32 = 6;
pub const DXK_SHADER_KIND_RAY_GENERATION: u32 = 7;
pub const DXK_SHADER_KIND_INTERSECTION: u32 = 8;
pub const DXK_SHADER_KIND_ANY_HIT: u32 = 9;
pub const DXK_SHADER_KIND_CLOSEST_HIT: u32 = 10;
pub const DXK_SHADER_KIND_MISS: u32 = 11;
pub const DXK_SHADER_KIND_CALLABLE: u32 = 12;
pub const DXK_SHADER_KIND_MESH: u32 = 13;
pub const DXK_SHADER_KIND_AMPLIFICATION: u32 = 14;
pub const DXK_SHADER_KIND_NODE: u32 = 15;
pub const DXK_SHADER_KIND_INVALID: u32 = 16;
pub const DXK_SHADER_PROFILE_PIXEL: u32 = 0;
pub const DXK_SHADER_PROFILE_VERTEX: u32 = 1;
pub const DXK_SHADER_PROFILE_GEOMETRY: u32 = 2;
pub const DXK_SHADER_PROFILE_HULL: u32 = 3;
pub const DXK_SHADER_PROFILE_DOMAIN: u32 = 4;
pub const DXK_SHADER_PROFILE_COMPUTE: u32 = 5;
pub const DXK_SHADER_PROFILE_LIBRARY: u32 = 6;
pub const DXK_SHADER_PROFILE_MESH: u32 = 13;
pub const DXK_SHADER_PROFILE_AMPLIFICATION: u32 = 14;
pub const DXK_RESOURCE_CLASS_SRV: u32 = 0;
pub const DXK_RESOURCE_CLASS_UAV: u32 = 1;
pub const DXK_RESOURCE_CLASS_CBUFFER: u32 = 2;
pub const DXK_RESOURCE_CLASS_SAMPLER: u32 = 3;
pub const DXK_RESOURCE_CLASS_INVALID: u32 = 4;
pub const DXK_RESOURCE_KIND_INVALID: u32 = 0;
pub const DXK_RESOURCE_KIND_TEXTURE1D: u32 = 1;
pub const DXK_RESOURCE_KIND_TEXTURE2D: u32 = 2;
pub const DXK_RESOURCE_KIND_TEXTURE2DMS: u32 = 3;
pub const DXK_RESOURCE_KIND_TEXTURE3D: u32 = 4;
pub const DXK_RESOURCE_KIND_TEXTURE_CUBE: u32 = 5;
pub const DXK_RESOURCE_KIND_TEXTURE1D_ARRAY: u32 = 6;
pub const DXK_RESOURCE_KIND_TEXTURE2D_ARRAY: u32 = 7;
pub const DXK_RESOURCE_KIND_TEXTURE2DMS_ARRAY: u32 = 8;
pub const DXK_RESOURCE_KIND_TEXTURE_CUBE_ARRAY: u32 = 9;
pub const DXK_RESOURCE_KIND_TYPED_BUFFER: u32 = 10;
pub const DXK_RESOURCE_KIND_RAW_BUFFER: u32 = 11;
pub const DXK_RESOURCE_KIND_STRUCTURED_BUFFER: u32 = 12;
pub const DXK_RESOURCE_KIND_CBUFFER: u32 = 13;
pub const DXK_RESOURCE_KIND_SAMPLER: u32 = 14;
pub const DXK_RESOURCE_KIND_TBUFFER: u32 = 15;
pub const DXK_RESOURCE_KIND_RT_ACCELERATION_STRUCTURE: u32 = 16;
pub const DXK_RESOURCE_KIND_FEEDBACK_TEXTURE2D: u32 = 17;
pub const DXK_RESOURCE_KIND_FEEDBACK_TEXTURE2D_ARRAY: u32 = 18;
pub const DXK_COMPONENT_TYPE_INVALID: u32 = 0;
pub const DXK_COMPONENT_TYPE_I1: u32 = 1;
pub const DXK_COMPONENT_TYPE_I16: u32 = 2;
pub const DXK_COMPONENT_TYPE_U16: u32 = 3;
pub const DXK_COMPONENT_TYPE_I32: u32 = 4;
pub const DXK_COMPONENT_TYPE_U32: u32 = 5;
pub const DXK_COMPONENT_TYPE_I64: u32 = 6;
pub const DXK_COMPONENT_TYPE_U64: u32 = 7;
pub const DXK_COMPONENT_TYPE_F16: u32 = 8;
pub const DXK_COMPONENT_TYPE_F32: u32 = 9;
pub const DXK_COMPONENT_TYPE_F64: u32 = 10;
pub const DXK_COMPONENT_TYPE_SNORM_F16: u32 = 11;
pub const DXK_COMPONENT_TYPE_UNORM_F16: u32 = 12;
pub const DXK_COMPONENT_TYPE_SNORM_F32: u32 = 13;
pub const DXK_COMPONENT_TYPE_UNORM_F32: u32 = 14;
pub const DXK_COMPONENT_TYPE_SNORM_F64: u32 = 15;
pub const DXK_COMPONENT_TYPE_UNORM_F64: u32 = 16;
pub const DXK_COMPONENT_TYPE_PACKED_S8X32: u32 = 17;
pub const DXK_COMPONENT_TYPE_PACKED_U8X32: u32 = 18;
pub const DXK_COMPONENT_TYPE_I8: u32 = 19;
pub const DXK_COMPONENT_TYPE_U8: u32 = 20;
pub const DXK_COMPONENT_TYPE_F8_E4M3FN: u32 = 21;
pub const DXK_COMPONENT_TYPE_F8_E5M2: u32 = 22;
pub const DXK_COMPONENT_TYPE_BFLOAT16: u32 = 23;
pub const DXK_SEMANTIC_KIND_ARBITRARY: u32 = 0;
pub const DXK_SEMANTIC_KIND_VERTEX_ID: u32 = 1;
pub const DXK_SEMANTIC_KIND_INSTANCE_ID: u32 = 2;
pub const DXK_SEMANTIC_KIND_POSITION: u32 = 3;
pub const DXK_SEMANTIC_KIND_RENDER_TARGET_ARRAY_INDEX: u32 = 4;
pub const DXK_SEMANTIC_KIND_VIEWPORT_ARRAY_INDEX: u32 = 5;
pub const DXK_SEMANTIC_KIND_CLIP_DISTANCE: u32 = 6;
pub const DXK_SEMANTIC_KIND_CULL_DISTANCE: u32 = 7;
pub const DXK_SEMANTIC_KIND_OUTPUT_CONTROL_POINT_ID: u32 = 8;
pub const DXK_SEMANTIC_KIND_DOMAIN_LOCATION: u32 = 9;
pub const DXK_SEMANTIC_KIND_PRIMITIVE_ID: u32 = 10;
pub const DXK_SEMANTIC_KIND_GS_INSTANCE_ID: u32 = 11;
pub const DXK_SEMANTIC_KIND_SAMPLE_INDEX: u32 = 12;
pub const DXK_SEMANTIC_KIND_IS_FRONT_FACE: u32 = 13;
pub const DXK_SEMANTIC_KIND_COVERAGE: u32 = 14;
pub const DXK_SEMANTIC_KIND_INNER_COVERAGE: u32 = 15;
pub const DXK_SEMANTIC_KIND_TARGET: u32 = 16;
pub const DXK_SEMANTIC_KIND_DEPTH: u32 = 17;
pub const DXK_SEMANTIC_KIND_DEPTH_LESS_EQUAL: u32 = 18;
pub const DXK_SEMANTIC_KIND_DEPTH_GREATER_EQUAL: u32 = 19;
pub const DXK_SEMANTIC_KIND_STENCIL_REF: u32 = 20;
pub const DXK_SEMANTIC_KIND_DISPATCH_THREAD_ID: u32 = 21;
pub const DXK_SEMANTIC_KIND_GROUP_ID: u32 = 22;
pub const DXK_SEMANTIC_KIND_GROUP_INDEX: u32 = 23;
pub const DXK_SEMANTIC_KIND_GROUP_THREAD_ID: u32 = 24;
pub const DXK_SEMANTIC_KIND_TESS_FACTOR: u32 = 25;
pub const DXK_SEMANTIC_KIND_INSIDE_TESS_FACTOR: u32 = 26;
pub const DXK_SEMANTIC_KIND_VIEW_ID: u32 = 27;
pub const DXK_SEMANTIC_KIND_BARYCENTRICS: u32 = 28;
pub const DXK_SEMANTIC_KIND_SHADING_RATE: u32 = 29;
pub const DXK_SEMANTIC_KIND_CULL_PRIMITIVE: u32 = 30;
pub const DXK_SEMANTIC_KIND_START_VERTEX_LOCATION: u32 = 31;
pub const DXK_SEMANTIC_KIND_START_INSTANCE_LOCATION: u32 = 32;
pub const DXK_SEMANTIC_KIND_INVALID: u32 = 33;
pub const DXK_INTERPOLATION_MODE_UNDEFINED: u32 = 0;
pub const DXK_INTERPOLATION_MODE_CONSTANT: u32 = 1;
pub const DXK_INTERPOLATION_MODE_LINEAR: u32 = 2;
pub const DXK_INTERPOLATION_MODE_LINEAR_CENTROID: u32 = 3;
pub const DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE: u32 = 4;
pub const DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE_CENTROID: u32 = 5;
pub const DXK_INTERPOLATION_MODE_LINEAR_SAMPLE: u32 = 6;
pub const DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE_SAMPLE: u32 = 7;
pub const DXK_INTERPOLATION_MODE_INVALID: u32 = 8;
pub const DXK_SIG_SYSTEM_VALUE_UNDEFINED: u32 = 0;
pub const DXK_SIG_SYSTEM_VALUE_POSITION: u32 = 1;
pub const DXK_SIG_SYSTEM_VALUE_CLIP_DISTANCE: u32 = 2;
pub const DXK_SIG_SYSTEM_VALUE_CULL_DISTANCE: u32 = 3;
pub const DXK_SIG_SYSTEM_VALUE_RENDER_TARGET_ARRAY_INDEX: u32 = 4;
pub const DXK_SIG_SYSTEM_VALUE_VIEWPORT_ARRAY_INDEX: u32 = 5;
pub const DXK_SIG_SYSTEM_VALUE_VERTEX_ID: u32 = 6;
pub const DXK_SIG_SYSTEM_VALUE_PRIMITIVE_ID: u32 = 7;
pub const DXK_SIG_SYSTEM_VALUE_INSTANCE_ID: u32 = 8;
pub const DXK_SIG_SYSTEM_VALUE_IS_FRONT_FACE: u32 = 9;
pub const DXK_SIG_SYSTEM_VALUE_SAMPLE_INDEX: u32 = 10;
pub const DXK_SIG_SYSTEM_VALUE_FINAL_QUAD_EDGE_TESS_FACTOR: u32 = 11;
pub const DXK_SIG_SYSTEM_VALUE_FINAL_QUAD_INSIDE_TESS_FACTOR: u32 = 12;
pub const DXK_SIG_SYSTEM_VALUE_FINAL_TRI_EDGE_TESS_FACTOR: u32 = 13;
pub const DXK_SIG_SYSTEM_VALUE_FINAL_TRI_INSIDE_TESS_FACTOR: u32 = 14;
pub const DXK_SIG_SYSTEM_VALUE_FINAL_LINE_DETAIL_TESS_FACTOR: u32 = 15;
pub const DXK_SIG_SYSTEM_VALUE_FINAL_LINE_DENSITY_TESS_FACTOR: u32 = 16;
pub const DXK_SIG_SYSTEM_VALUE_BARYCENTRICS: u32 = 23;
pub const DXK_SIG_SYSTEM_VALUE_SHADING_RATE: u32 = 24;
pub const DXK_SIG_SYSTEM_VALUE_CULL_PRIMITIVE: u32 = 25;
pub const DXK_SIG_SYSTEM_VALUE_TARGET: u32 = 64;
pub const DXK_SIG_SYSTEM_VALUE_DEPTH: u32 = 65;
pub const DXK_SIG_SYSTEM_VALUE_COVERAGE: u32 = 66;
pub const DXK_SIG_SYSTEM_VALUE_DEPTH_GREATER_EQUAL: u32 = 67;
pub const DXK_SIG_SYSTEM_VALUE_DEPTH_LESS_EQUAL: u32 = 68;
pub const DXK_SIG_SYSTEM_VALUE_STENCIL_REF: u32 = 69;
pub const DXK_SIG_SYSTEM_VALUE_INNER_COVERAGE: u32 = 70;
pub const DXK_SIG_COMPONENT_TYPE_UNKNOWN: u32 = 0;
pub const DXK_SIG_COMPONENT_TYPE_UINT32: u32 = 1;
pub const DXK_SIG_COMPONENT_TYPE_SINT32: u32 = 2;
pub const DXK_SIG_COMPONENT_TYPE_FLOAT32: u32 = 3;
pub const DXK_SIG_COMPONENT_TYPE_UINT16: u32 = 4;
pub const DXK_SIG_COMPONENT_TYPE_SINT16: u32 = 5;
pub const DXK_SIG_COMPONENT_TYPE_FLOAT16: u32 = 6;
pub const DXK_SIG_COMPONENT_TYPE_UINT64: u32 = 7;
pub const DXK_SIG_COMPONENT_TYPE_SINT64: u32 = 8;
pub const DXK_SIG_COMPONENT_TYPE_FLOAT64: u32 = 9;
pub const DXK_SIG_MIN_PRECISION_DEFAULT: u32 = 0;
pub const DXK_SIG_MIN_PRECISION_FLOAT16: u32 = 1;
pub const DXK_SIG_MIN_PRECISION_FLOAT2_8: u32 = 2;
pub const DXK_SIG_MIN_PRECISION_RESERVED: u32 = 3;
pub const DXK_SIG_MIN_PRECISION_SINT16: u32 = 4;
pub const DXK_SIG_MIN_PRECISION_UINT16: u32 = 5;
pub const DXK_SIG_MIN_PRECISION_ANY16: u32 = 240;
pub const DXK_SIG_MIN_PRECISION_ANY10: u32 = 241;
pub const DXK_PSV_RESOURCE_TYPE_INVALID: u32 = 0;
pub const DXK_PSV_RESOURCE_TYPE_SAMPLER: u32 = 1;
pub const DXK_PSV_RESOURCE_TYPE_CBV: u32 = 2;
pub const DXK_PSV_RESOURCE_TYPE_SRV_TYPED: u32 = 3;
pub const DXK_PSV_RESOURCE_TYPE_SRV_RAW: u32 = 4;
pub const DXK_PSV_RESOURCE_TYPE_SRV_STRUCTURED: u32 = 5;
pub const DXK_PSV_RESOURCE_TYPE_UAV_TYPED: u32 = 6;
pub const DXK_PSV_RESOURCE_TYPE_UAV_RAW: u32 = 7;
pub const DXK_PSV_RESOURCE_TYPE_UAV_STRUCTURED: u32 = 8;
pub const DXK_PSV_RESOURCE_TYPE_UAV_STRUCTURED_WITH_COUNTER: u32 = 9;
pub const DXK_PSV_RESOURCE_FLAG_USED_BY_ATOMIC64: u32 = 1;
pub const DXK_TESSELLATOR_DOMAIN_UNDEFINED: u32 = 0;
pub const DXK_TESSELLATOR_DOMAIN_ISOLINE: u32 = 1;
pub const DXK_TESSELLATOR_DOMAIN_TRI: u32 = 2;
pub const DXK_TESSELLATOR_DOMAIN_QUAD: u32 = 3;
pub const DXK_TESSELLATOR_OUTPUT_UNDEFINED: u32 = 0;
pub const DXK_TESSELLATOR_OUTPUT_POINT: u32 = 1;
pub const DXK_TESSELLATOR_OUTPUT_LINE: u32 = 2;
pub const DXK_TESSELLATOR_OUTPUT_TRIANGLE_CW: u32 = 3;
pub const DXK_TESSELLATOR_OUTPUT_TRIANGLE_CCW: u32 = 4;
pub const DXK_INPUT_PRIMITIVE_UNDEFINED: u32 = 0;
pub const DXK_INPUT_PRIMITIVE_POINT: u32 = 1;
pub const DXK_INPUT_PRIMITIVE_LINE: u32 = 2;
pub const DXK_INPUT_PRIMITIVE_TRIANGLE: u32 = 3;
pub const DXK_INPUT_PRIMITIVE_RESERVED4: u32 = 4;
pub const DXK_INPUT_PRIMITIVE_RESERVED5: u32 = 5;
pub const DXK_INPUT_PRIMITIVE_LINE_WITH_ADJACENCY: u32 = 6;
pub const DXK_INPUT_PRIMITIVE_TRIANGLE_WITH_ADJACENCY: u32 = 7;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH1: u32 = 8;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH2: u32 = 9;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH3: u32 = 10;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH4: u32 = 11;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH5: u32 = 12;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH6: u32 = 13;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH7: u32 = 14;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH8: u32 = 15;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH9: u32 = 16;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH10: u32 = 17;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH11: u32 = 18;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH12: u32 = 19;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH13: u32 = 20;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH14: u32 = 21;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH15: u32 = 22;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH16: u32 = 23;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH17: u32 = 24;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH18: u32 = 25;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH19: u32 = 26;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH20: u32 = 27;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH21: u32 = 28;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH22: u32 = 29;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH23: u32 = 30;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH24: u32 = 31;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH25: u32 = 32;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH26: u32 = 33;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH27: u32 = 34;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH28: u32 = 35;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH29: u32 = 36;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH30: u32 = 37;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH31: u32 = 38;
pub const DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH32: u32 = 39;
pub const DXK_PRIMITIVE_TOPOLOGY_UNDEFINED: u32 = 0;
pub const DXK_PRIMITIVE_TOPOLOGY_POINT_LIST: u32 = 1;
pub const DXK_PRIMITIVE_TOPOLOGY_LINE_LIST: u32 = 2;
pub const DXK_PRIMITIVE_TOPOLOGY_LINE_STRIP: u32 = 3;
pub const DXK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST: u32 = 4;
pub const DXK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP: u32 = 5;
pub const DXK_MESH_TOPOLOGY_UNDEFINED: u32 = 0;
pub const DXK_MESH_TOPOLOGY_LINE: u32 = 1;
pub const DXK_MESH_TOPOLOGY_TRIANGLE: u32 = 2;
pub const DXK_RDAT_PART_TYPE_INVALID: u32 = 0;
pub const DXK_RDAT_PART_TYPE_STRING_BUFFER: u32 = 1;
pub const DXK_RDAT_PART_TYPE_INDEX_ARRAYS: u32 = 2;
pub const DXK_RDAT_PART_TYPE_RESOURCE_TABLE: u32 = 3;
pub const DXK_RDAT_PART_TYPE_FUNCTION_TABLE: u32 = 4;
pub const DXK_RDAT_PART_TYPE_RAW_BYTES: u32 = 5;
pub const DXK_RDAT_PART_TYPE_SUBOBJECT_TABLE: u32 = 6;
pub const DXK_RDAT_PART_TYPE_NODE_ID_TABLE: u32 = 7;
pub const DXK_RDAT_PART_TYPE_NODE_SHADER_IO_ATTRIB_TABLE: u32 = 8;
pub const DXK_RDAT_PART_TYPE_NODE_SHADER_FUNC_ATTRIB_TABLE: u32 = 9;
pub const DXK_RDAT_PART_TYPE_IO_NODE_TABLE: u32 = 10;
pub const DXK_RDAT_PART_TYPE_NODE_SHADER_INFO_TABLE: u32 = 11;
pub const DXK_RDAT_PART_TYPE_RESERVED_MESH_NODES_PREVIEW_INFO_TABLE: u32 = 12;
pub const DXK_RDAT_PART_TYPE_SIGNATURE_ELEMENT_TABLE: u32 = 13;
pub const DXK_RDAT_PART_TYPE_VS_INFO_TABLE: u32 = 14;
pub const DXK_RDAT_PART_TYPE_PS_INFO_TABLE: u32 = 15;
pub const DXK_RDAT_PART_TYPE_HS_INFO_TABLE: u32 = 16;
pub const DXK_RDAT_PART_TYPE_DS_INFO_TABLE: u32 = 17;
pub const DXK_RDAT_PART_TYPE_GS_INFO_TABLE: u32 = 18;
pub const DXK_RDAT_PART_TYPE_CS_INFO_TABLE: u32 = 19;
pub const DXK_RDAT_PART_TYPE_MS_INFO_TABLE: u32 = 20;
pub const DXK_RDAT_PART_TYPE_AS_INFO_TABLE: u32 = 21;
pub const DXK_RDAT_PART_TYPE_DXIL_PDB_INFO_TABLE: u32 = 65537;
pub const DXK_RDAT_PART_TYPE_DXIL_PDB_INFO_SOURCE_TABLE: u32 = 65538;
pub const DXK_RDAT_PART_TYPE_DXIL_PDB_INFO_LIBRARY_TABLE: u32 = 65539;
pub const DXK_RDAT_RESOURCE_FLAG_NONE: u32 = 0;
pub const DXK_RDAT_RESOURCE_FLAG_UAV_GLOBALLY_COHERENT: u32 = 1;
pub const DXK_RDAT_RESOURCE_FLAG_UAV_COUNTER: u32 = 2;
pub const DXK_RDAT_RESOURCE_FLAG_UAV_RASTERIZER_ORDERED_VIEW: u32 = 4;
pub const DXK_RDAT_RESOURCE_FLAG_DYNAMIC_INDEXING: u32 = 8;
pub const DXK_RDAT_RESOURCE_FLAG_ATOMIC64_USE: u32 = 16;
pub const DXK_RDAT_RESOURCE_FLAG_UAV_REORDER_COHERENT: u32 = 32;
pub const DXK_RDAT_STAGE_FLAG_PIXEL: u32 = 1;
pub const DXK_RDAT_STAGE_FLAG_VERTEX: u32 = 2;
pub const DXK_RDAT_STAGE_FLAG_GEOMETRY: u32 = 4;
pub const DXK_RDAT_STAGE_FLAG_HULL: u32 = 8;
pub const DXK_RDAT_STAGE_FLAG_DOMAIN: u32 = 16;
pub const DXK_RDAT_STAGE_FLAG_COMPUTE: u32 = 32;
pub const DXK_RDAT_STAGE_FLAG_LIBRARY: u32 = 64;
pub const DXK_RDAT_STAGE_FLAG_RAY_GENERATION: u32 = 128;
pub const DXK_RDAT_STAGE_FLAG_INTERSECTION: u32 = 256;
pub const DXK_RDAT_STAGE_FLAG_ANY_HIT: u32 = 512;
pub const DXK_RDAT_STAGE_FLAG_CLOSEST_HIT: u32 = 1024;
pub const DXK_RDAT_STAGE_FLAG_MISS: u32 = 2048;
pub const DXK_RDAT_STAGE_FLAG_CALLABLE: u32 = 4096;
pub const DXK_RDAT_STAGE_FLAG_MESH: u32 = 8192;
pub const DXK_RDAT_STAGE_FLAG_AMPLIFICATION: u32 = 16384;
pub const DXK_RDAT_STAGE_FLAG_NODE: u32 = 32768;
pub const DXK_RDAT_FEATURE2_FLAG_EXTENDED_COMMAND_INFO: u32 = 1;
pub const DXK_RDAT_FEATURE2_FLAG_OPT_USES_DERIVATIVES: u32 = 256;
pub const DXK_RDAT_FEATURE2_FLAG_OPT_REQUIRES_GROUP: u32 = 512;
pub const DXK_RDAT_SHADER_FLAG_NONE: u32 = 0;
pub const DXK_RDAT_SHADER_FLAG_NODE_PROGRAM_ENTRY: u32 = 1;
pub const DXK_RDAT_SHADER_FLAG_OUTPUT_POSITION_PRESENT: u32 = 2;
pub const DXK_RDAT_SHADER_FLAG_DEPTH_OUTPUT: u32 = 4;
pub const DXK_RDAT_SHADER_FLAG_SAMPLE_FREQUENCY: u32 = 8;
pub const DXK_RDAT_SHADER_FLAG_USES_VIEW_ID: u32 = 16;
pub const DXK_NODE_FUNC_ATTRIB_KIND_NONE: u32 = 0;
pub const DXK_NODE_FUNC_ATTRIB_KIND_ID: u32 = 1;
pub const DXK_NODE_FUNC_ATTRIB_KIND_NUM_THREADS: u32 = 2;
pub const DXK_NODE_FUNC_ATTRIB_KIND_SHARE_INPUT_OF: u32 = 3;
pub const DXK_NODE_FUNC_ATTRIB_KIND_DISPATCH_GRID: u32 = 4;
pub const DXK_NODE_FUNC_ATTRIB_KIND_MAX_RECURSION_DEPTH: u32 = 5;
pub const DXK_NODE_FUNC_ATTRIB_KIND_LOCAL_ROOT_ARGUMENTS_TABLE_INDEX: u32 = 6;
pub const DXK_NODE_FUNC_ATTRIB_KIND_MAX_DISPATCH_GRID: u32 = 7;
pub const DXK_NODE_FUNC_ATTRIB_KIND_RESERVED_MESH_NODE_PREVIEW1: u32 = 8;
pub const DXK_NODE_FUNC_ATTRIB_KIND_RESERVED_MESH_NODE_PREVIEW2: u32 = 9;
pub const DXK_NODE_ATTRIB_KIND_NONE: u32 = 0;
pub const DXK_NODE_ATTRIB_KIND_OUTPUT_ID: u32 = 1;
pub const DXK_NODE_ATTRIB_KIND_MAX_RECORDS: u32 = 2;
pub const DXK_NODE_ATTRIB_KIND_MAX_RECORDS_SHARED_WITH: u32 = 3;
pub const DXK_NODE_ATTRIB_KIND_RECORD_SIZE_IN_BYTES: u32 = 4;
pub const DXK_NODE_ATTRIB_KIND_RECORD_DISPATCH_GRID: u32 = 5;
pub const DXK_NODE_ATTRIB_KIND_OUTPUT_ARRAY_SIZE: u32 = 6;
pub const DXK_NODE_ATTRIB_KIND_ALLOW_SPARSE_NODES: u32 = 7;
pub const DXK_NODE_ATTRIB_KIND_RECORD_ALIGNMENT_IN_BYTES: u32 = 8;
pub const DXK_NODE_LAUNCH_TYPE_INVALID: u32 = 0;
pub const DXK_NODE_LAUNCH_TYPE_BROADCASTING: u32 = 1;
pub const DXK_NODE_LAUNCH_TYPE_COALESCING: u32 = 2;
pub const DXK_NODE_LAUNCH_TYPE_THREAD: u32 = 3;
pub const DXK_NODE_LAUNCH_TYPE_RESERVED_MESH: u32 = 4;
pub const DXK_NODE_IO_FLAG_INPUT: u32 = 1;
pub const DXK_NODE_IO_FLAG_OUTPUT: u32 = 2;
pub const DXK_NODE_IO_FLAG_READ_WRITE: u32 = 4;
pub const DXK_NODE_IO_FLAG_EMPTY_RECORD: u32 = 8;
pub const DXK_NODE_IO_FLAG_NODE_ARRAY: u32 = 16;
pub const DXK_NODE_IO_FLAG_DISPATCH_RECORD: u32 = 96;
pub const DXK_NODE_IO_FLAG_THREAD_RECORD: u32 = 32;
pub const DXK_NODE_IO_FLAG_GROUP_RECORD: u32 = 64;
pub const DXK_NODE_IO_FLAG_TRACK_RW_INPUT_SHARING: u32 = 256;
pub const DXK_NODE_IO_FLAG_GLOBALLY_COHERENT: u32 = 512;
pub const DXK_SUBOBJECT_KIND_STATE_OBJECT_CONFIG: u32 = 0;
pub const DXK_SUBOBJECT_KIND_GLOBAL_ROOT_SIGNATURE: u32 = 1;
pub const DXK_SUBOBJECT_KIND_LOCAL_ROOT_SIGNATURE: u32 = 2;
pub const DXK_SUBOBJECT_KIND_SUBOBJECT_TO_EXPORTS_ASSOCIATION: u32 = 8;
pub const DXK_SUBOBJECT_KIND_RAYTRACING_SHADER_CONFIG: u32 = 9;
pub const DXK_SUBOBJECT_KIND_RAYTRACING_PIPELINE_CONFIG: u32 = 10;
pub const DXK_SUBOBJECT_KIND_HIT_GROUP: u32 = 11;
pub const DXK_SUBOBJECT_KIND_RAYTRACING_PIPELINE_CONFIG1: u32 = 12;
pub const DXK_HIT_GROUP_TYPE_TRIANGLE: u32 = 0;
pub const DXK_HIT_GROUP_TYPE_PROCEDURAL_PRIMITIVE: u32 = 1;
pub const DXK_RAYTRACING_PIPELINE_FLAG_NONE: u32 = 0;
pub const DXK_RAYTRACING_PIPELINE_FLAG_SKIP_TRIANGLES: u32 = 256;
pub const DXK_RAYTRACING_PIPELINE_FLAG_SKIP_PROCEDURAL_PRIMITIVES: u32 = 512;
pub const DXK_RAYTRACING_PIPELINE_FLAG_ALLOW_OPACITY_MICROMAPS: u32 = 1024;
pub const DXK_STATE_OBJECT_FLAG_ALLOW_LOCAL_DEPENDENCIES_ON_EXTERNAL_DEFINITIONS: u32 = 1;
pub const DXK_STATE_OBJECT_FLAG_ALLOW_EXTERNAL_DEPENDENCIES_ON_LOCAL_DEFINITIONS: u32 = 2;
pub const DXK_STATE_OBJECT_FLAG_ALLOW_STATE_OBJECT_ADDITIONS: u32 = 4;
pub const DXK_RS_VERSION_1_0: u32 = 1;
pub const DXK_RS_VERSION_1_1: u32 = 2;
pub const DXK_RS_VERSION_1_2: u32 = 3;
pub const DXK_RS_PARAMETER_TYPE_DESCRIPTOR_TABLE: u32 = 0;
pub const DXK_RS_PARAMETER_TYPE_CONSTANTS: u32 = 1;
pub const DXK_RS_PARAMETER_TYPE_CBV: u32 = 2;
pub const DXK_RS_PARAMETER_TYPE_SRV: u32 = 3;
pub const DXK_RS_PARAMETER_TYPE_UAV: u32 = 4;
pub const DXK_RS_VISIBILITY_ALL: u32 = 0;
pub const DXK_RS_VISIBILITY_VERTEX: u32 = 1;
pub const DXK_RS_VISIBILITY_HULL: u32 = 2;
pub const DXK_RS_VISIBILITY_DOMAIN: u32 = 3;
pub const DXK_RS_VISIBILITY_GEOMETRY: u32 = 4;
pub const DXK_RS_VISIBILITY_PIXEL: u32 = 5;
pub const DXK_RS_VISIBILITY_AMPLIFICATION: u32 = 6;
pub const DXK_RS_VISIBILITY_MESH: u32 = 7;
pub const DXK_RS_RANGE_TYPE_SRV: u32 = 0;
pub const DXK_RS_RANGE_TYPE_UAV: u32 = 1;
pub const DXK_RS_RANGE_TYPE_CBV: u32 = 2;
pub const DXK_RS_RANGE_TYPE_SAMPLER: u32 = 3;
pub const DXK_RS_RANGE_FLAG_DESCRIPTORS_VOLATILE: u32 = 1;
pub const DXK_RS_RANGE_FLAG_DATA_VOLATILE: u32 = 2;
pub const DXK_RS_RANGE_FLAG_DATA_STATIC_WHILE_SET_AT_EXECUTE: u32 = 4;
pub const DXK_RS_RANGE_FLAG_DATA_STATIC: u32 = 8;
pub const DXK_RS_RANGE_FLAG_DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS: u32 = 65536;
pub const DXK_RS_DESCRIPTOR_FLAG_DATA_VOLATILE: u32 = 2;
pub const DXK_RS_DESCRIPTOR_FLAG_DATA_STATIC_WHILE_SET_AT_EXECUTE: u32 = 4;
pub const DXK_RS_DESCRIPTOR_FLAG_DATA_STATIC: u32 = 8;
pub const DXK_RS_SAMPLER_FLAG_UINT_BORDER_COLOR: u32 = 1;
pub const DXK_RS_SAMPLER_FLAG_NON_NORMALIZED_COORDINATES: u32 = 2;
pub const DXK_FILTER_MIN_MAG_MIP_POINT: u32 = 0;
pub const DXK_FILTER_MIN_MAG_POINT_MIP_LINEAR: u32 = 1;
pub const DXK_FILTER_MIN_POINT_MAG_LINEAR_MIP_POINT: u32 = 4;
pub const DXK_FILTER_MIN_POINT_MAG_MIP_LINEAR: u32 = 5;
pub const DXK_FILTER_MIN_LINEAR_MAG_MIP_POINT: u32 = 16;
pub const DXK_FILTER_MIN_LINEAR_MAG_POINT_MIP_LINEAR: u32 = 17;
pub const DXK_FILTER_MIN_MAG_LINEAR_MIP_POINT: u32 = 20;
pub const DXK_FILTER_MIN_MAG_MIP_LINEAR: u32 = 21;
pub const DXK_FILTER_ANISOTROPIC: u32 = 85;
pub const DXK_FILTER_COMPARISON_MIN_MAG_MIP_POINT: u32 = 128;
pub const DXK_FILTER_COMPARISON_MIN_MAG_POINT_MIP_LINEAR: u32 = 129;
pub const DXK_FILTER_COMPARISON_MIN_POINT_MAG_LINEAR_MIP_POINT: u32 = 132;
pub const DXK_FILTER_COMPARISON_MIN_POINT_MAG_MIP_LINEAR: u32 = 133;
pub const DXK_FILTER_COMPARISON_MIN_LINEAR_MAG_MIP_POINT: u32 = 144;
pub const DXK_FILTER_COMPARISON_MIN_LINEAR_MAG_POINT_MIP_LINEAR: u32 = 145;
pub const DXK_FILTER_COMPARISON_MIN_MAG_LINEAR_MIP_POINT: u32 = 148;
pub const DXK_FILTER_COMPARISON_MIN_MAG_MIP_LINEAR: u32 = 149;
pub const DXK_FILTER_COMPARISON_ANISOTROPIC: u32 = 213;
pub const DXK_FILTER_MINIMUM_MIN_MAG_MIP_POINT: u32 = 256;
pub const DXK_FILTER_MINIMUM_MIN_MAG_POINT_MIP_LINEAR: u32 = 257;
pub const DXK_FILTER_MINIMUM_MIN_POINT_MAG_LINEAR_MIP_POINT: u32 = 260;
pub const DXK_FILTER_MINIMUM_MIN_POINT_MAG_MIP_LINEAR: u32 = 261;
pub const DXK_FILTER_MINIMUM_MIN_LINEAR_MAG_MIP_POINT: u32 = 272;
pub const DXK_FILTER_MINIMUM_MIN_LINEAR_MAG_POINT_MIP_LINEAR: u32 = 273;
pub const DXK_FILTER_MINIMUM_MIN_MAG_LINEAR_MIP_POINT: u32 = 276;
pub const DXK_FILTER_MINIMUM_MIN_MAG_MIP_LINEAR: u32 = 277;
pub const DXK_FILTER_MINIMUM_ANISOTROPIC: u32 = 341;
pub const DXK_FILTER_MAXIMUM_MIN_MAG_MIP_POINT: u32 = 384;
pub const DXK_FILTER_MAXIMUM_MIN_MAG_POINT_MIP_LINEAR: u32 = 385;
pub const DXK_FILTER_MAXIMUM_MIN_POINT_MAG_LINEAR_MIP_POINT: u32 = 388;
pub const DXK_FILTER_MAXIMUM_MIN_POINT_MAG_MIP_LINEAR: u32 = 389;
pub const DXK_FILTER_MAXIMUM_MIN_LINEAR_MAG_MIP_POINT: u32 = 400;
pub const DXK_FILTER_MAXIMUM_MIN_LINEAR_MAG_POINT_MIP_LINEAR: u32 = 401;
pub const DXK_FILTER_MAXIMUM_MIN_MAG_LINEAR_MIP_POINT: u32 = 404;
pub const DXK_FILTER_MAXIMUM_MIN_MAG_MIP_LINEAR: u32 = 405;
pub const DXK_FILTER_MAXIMUM_ANISOTROPIC: u32 = 469;
pub const DXK_ADDRESS_MODE_WRAP: u32 = 1;
pub const DXK_ADDRESS_MODE_MIRROR: u32 = 2;
pub const DXK_ADDRESS_MODE_CLAMP: u32 = 3;
pub const DXK_ADDRESS_MODE_BORDER: u32 = 4;
pub const DXK_ADDRESS_MODE_MIRROR_ONCE: u32 = 5;
pub const DXK_COMPARISON_FUNC_NONE: u32 = 0;
pub const DXK_COMPARISON_FUNC_NEVER: u32 = 1;
pub const DXK_COMPARISON_FUNC_LESS: u32 = 2;
pub const DXK_COMPARISON_FUNC_EQUAL: u32 = 3;
pub const DXK_COMPARISON_FUNC_LESS_EQUAL: u32 = 4;
pub const DXK_COMPARISON_FUNC_GREATER: u32 = 5;
pub const DXK_COMPARISON_FUNC_NOT_EQUAL: u32 = 6;
pub const DXK_COMPARISON_FUNC_GREATER_EQUAL: u32 = 7;
pub const DXK_COMPARISON_FUNC_ALWAYS: u32 = 8;
pub const DXK_BORDER_COLOR_TRANSPARENT_BLACK: u32 = 0;
pub const DXK_BORDER_COLOR_OPAQUE_BLACK: u32 = 1;
pub const DXK_BORDER_COLOR_OPAQUE_WHITE: u32 = 2;
pub const DXK_BORDER_COLOR_OPAQUE_BLACK_UINT: u32 = 3;
pub const DXK_BORDER_COLOR_OPAQUE_WHITE_UINT: u32 = 4;
pub const DXK_HASH_FLAG_INCLUDES_SOURCE: u32 = 1;
pub const DXK_COMPILER_FLAG_DEBUG: u32 = 1;
pub const DXK_COMPILER_FLAG_INTERNAL: u32 = 2;
pub const DXK_SOURCE_SECTION_CONTENTS: u32 = 0;
pub const DXK_SOURCE_SECTION_NAMES: u32 = 1;
pub const DXK_SOURCE_SECTION_ARGS: u32 = 2;
pub const DXK_SOURCE_COMPRESSION_NONE: u32 = 0;
pub const DXK_SOURCE_COMPRESSION_ZLIB: u32 = 1;
pub const DXK_PDB_COMPRESSION_UNCOMPRESSED: u32 = 0;
pub const DXK_PDB_COMPRESSION_ZLIB: u32 = 1;
pub const DXK_RDEF_PROGRAM_PIXEL: u32 = 65535;
pub const DXK_RDEF_PROGRAM_VERTEX: u32 = 65534;
pub const DXK_RDEF_PROGRAM_GEOMETRY: u32 = 18259;
pub const DXK_RDEF_PROGRAM_HULL: u32 = 18515;
pub const DXK_RDEF_PROGRAM_DOMAIN: u32 = 17491;
pub const DXK_RDEF_PROGRAM_COMPUTE: u32 = 17235;
pub const DXK_RDEF_PROGRAM_LIBRARY: u32 = 19526;
pub const DXK_RDEF_FLAG_DEBUG: u32 = 1;
pub const DXK_RDEF_FLAG_SKIP_VALIDATION: u32 = 2;
pub const DXK_RDEF_FLAG_SKIP_OPTIMIZATION: u32 = 4;
pub const DXK_RDEF_FLAG_PACK_MATRIX_ROW_MAJOR: u32 = 8;
pub const DXK_RDEF_FLAG_PACK_MATRIX_COLUMN_MAJOR: u32 = 16;
pub const DXK_RDEF_FLAG_PARTIAL_PRECISION: u32 = 32;
pub const DXK_RDEF_FLAG_FORCE_VS_SOFTWARE_NO_OPT: u32 = 64;
pub const DXK_RDEF_FLAG_FORCE_PS_SOFTWARE_NO_OPT: u32 = 128;
pub const DXK_RDEF_FLAG_NO_PRESHADER: u32 = 256;
pub const DXK_RDEF_FLAG_AVOID_FLOW_CONTROL: u32 = 512;
pub const DXK_RDEF_FLAG_PREFER_FLOW_CONTROL: u32 = 1024;
pub const DXK_RDEF_FLAG_ENABLE_STRICTNESS: u32 = 2048;
pub const DXK_RDEF_FLAG_ENABLE_BACKWARDS_COMPATIBILITY: u32 = 4096;
pub const DXK_RDEF_FLAG_IEEE_STRICTNESS: u32 = 8192;
pub const DXK_RDEF_FLAG_OPTIMIZATION_LOW: u32 = 16384;
pub const DXK_RDEF_FLAG_OPTIMIZATION_HIGH: u32 = 32768;
pub const DXK_RDEF_FLAG_WARNINGS_ARE_ERRORS: u32 = 262144;
pub const DXK_RDEF_FLAG_RESOURCES_MAY_ALIAS: u32 = 524288;
pub const DXK_RDEF_FLAG_ENABLE_UNBOUNDED_DESCRIPTOR_TABLES: u32 = 1048576;
pub const DXK_RDEF_FLAG_ALL_RESOURCES_BOUND: u32 = 2097152;
pub const DXK_RDEF_BINDING_KIND_CBUFFER: u32 = 0;
pub const DXK_RDEF_BINDING_KIND_TBUFFER: u32 = 1;
pub const DXK_RDEF_BINDING_KIND_TEXTURE: u32 = 2;
pub const DXK_RDEF_BINDING_KIND_SAMPLER: u32 = 3;
pub const DXK_RDEF_BINDING_KIND_UAV_TYPED: u32 = 4;
pub const DXK_RDEF_BINDING_KIND_STRUCTURED: u32 = 5;
pub const DXK_RDEF_BINDING_KIND_UAV_STRUCTURED: u32 = 6;
pub const DXK_RDEF_BINDING_KIND_BYTE_ADDRESS: u32 = 7;
pub const DXK_RDEF_BINDING_KIND_UAV_BYTE_ADDRESS: u32 = 8;
pub const DXK_RDEF_BINDING_KIND_UAV_APPEND: u32 = 9;
pub const DXK_RDEF_BINDING_KIND_UAV_CONSUME: u32 = 10;
pub const DXK_RDEF_BINDING_KIND_UAV_STRUCTURED_WITH_COUNTER: u32 = 11;
pub const DXK_RDEF_RETURN_TYPE_NONE: u32 = 0;
pub const DXK_RDEF_RETURN_TYPE_UNORM: u32 = 1;
pub const DXK_RDEF_RETURN_TYPE_SNORM: u32 = 2;
pub const DXK_RDEF_RETURN_TYPE_SINT: u32 = 3;
pub const DXK_RDEF_RETURN_TYPE_UINT: u32 = 4;
pub const DXK_RDEF_RETURN_TYPE_FLOAT: u32 = 5;
pub const DXK_RDEF_RETURN_TYPE_MIXED: u32 = 6;
pub const DXK_RDEF_RETURN_TYPE_DOUBLE: u32 = 7;
pub const DXK_RDEF_RETURN_TYPE_CONTINUED: u32 = 8;
pub const DXK_RDEF_DIMENSION_UNKNOWN: u32 = 0;
pub const DXK_RDEF_DIMENSION_BUFFER: u32 = 1;
pub const DXK_RDEF_DIMENSION_TEXTURE1D: u32 = 2;
pub const DXK_RDEF_DIMENSION_TEXTURE1D_ARRAY: u32 = 3;
pub const DXK_RDEF_DIMENSION_TEXTURE2D: u32 = 4;
pub const DXK_RDEF_DIMENSION_TEXTURE2D_ARRAY: u32 = 5;
pub const DXK_RDEF_DIMENSION_TEXTURE2DMS: u32 = 6;
pub const DXK_RDEF_DIMENSION_TEXTURE2DMS_ARRAY: u32 = 7;
pub const DXK_RDEF_DIMENSION_TEXTURE3D: u32 = 8;
pub const DXK_RDEF_DIMENSION_TEXTURE_CUBE: u32 = 9;
pub const DXK_RDEF_DIMENSION_TEXTURE_CUBE_ARRAY: u32 = 10;
pub const DXK_RDEF_DIMENSION_BUFFER_EX: u32 = 11;
pub const DXK_RDEF_BINDING_FLAG_USER_PACKED: u32 = 1;
pub const DXK_RDEF_BINDING_FLAG_COMPARISON_SAMPLER: u32 = 2;
pub const DXK_RDEF_BINDING_FLAG_TEXTURE_COMPONENT_0: u32 = 4;
pub const DXK_RDEF_BINDING_FLAG_TEXTURE_COMPONENT_1: u32 = 8;
pub const DXK_RDEF_BUFFER_KIND_CBUFFER: u32 = 0;
pub const DXK_RDEF_BUFFER_KIND_TBUFFER: u32 = 1;
pub const DXK_RDEF_BUFFER_KIND_INTERFACE_POINTERS: u32 = 2;
pub const DXK_RDEF_BUFFER_KIND_RESOURCE_BIND_INFO: u32 = 3;
pub const DXK_RDEF_BUFFER_FLAG_USER_PACKED: u32 = 1;
pub const DXK_RDEF_VARIABLE_FLAG_USER_PACKED: u32 = 1;
pub const DXK_RDEF_VARIABLE_FLAG_USED: u32 = 2;
pub const DXK_RDEF_VARIABLE_FLAG_INTERFACE_POINTER: u32 = 4;
pub const DXK_RDEF_VARIABLE_FLAG_INTERFACE_PARAMETER: u32 = 8;
pub const DXK_RDEF_CLASS_SCALAR: u32 = 0;
pub const DXK_RDEF_CLASS_VECTOR: u32 = 1;
pub const DXK_RDEF_CLASS_MATRIX_ROWS: u32 = 2;
pub const DXK_RDEF_CLASS_MATRIX_COLUMNS: u32 = 3;
pub const DXK_RDEF_CLASS_OBJECT: u32 = 4;
pub const DXK_RDEF_CLASS_STRUCT: u32 = 5;
pub const DXK_RDEF_CLASS_INTERFACE_CLASS: u32 = 6;
pub const DXK_RDEF_CLASS_INTERFACE_POINTER: u32 = 7;
pub const DXK_RDEF_BASE_VOID: u32 = 0;
pub const DXK_RDEF_BASE_BOOL: u32 = 1;
pub const DXK_RDEF_BASE_INT: u32 = 2;
pub const DXK_RDEF_BASE_FLOAT: u32 = 3;
pub const DXK_RDEF_BASE_STRING: u32 = 4;
pub const DXK_RDEF_BASE_TEXTURE: u32 = 5;
pub const DXK_RDEF_BASE_TEXTURE1D: u32 = 6;
pub const DXK_RDEF_BASE_TEXTURE2D: u32 = 7;
pub const DXK_RDEF_BASE_TEXTURE3D: u32 = 8;
pub const DXK_RDEF_BASE_TEXTURE_CUBE: u32 = 9;
pub const DXK_RDEF_BASE_SAMPLER: u32 = 10;
pub const DXK_RDEF_BASE_SAMPLER1D: u32 = 11;
pub const DXK_RDEF_BASE_SAMPLER2D: u32 = 12;
pub const DXK_RDEF_BASE_SAMPLER3D: u32 = 13;
pub const DXK_RDEF_BASE_SAMPLER_CUBE: u32 = 14;
pub const DXK_RDEF_BASE_PIXEL_SHADER: u32 = 15;
pub const DXK_RDEF_BASE_VERTEX_SHADER: u32 = 16;
pub const DXK_RDEF_BASE_UINT: u32 = 19;
pub const DXK_RDEF_BASE_UINT8: u32 = 20;
pub const DXK_RDEF_BASE_INTERFACE_POINTER: u32 = 37;
pub const DXK_RDEF_BASE_DOUBLE: u32 = 39;
pub const DXK_RDEF_BASE_OLD_MIN16_FLOAT: u32 = 51;
pub const DXK_RDEF_BASE_OLD_MIN16_INT: u32 = 53;
pub const DXK_RDEF_BASE_MIN16_FLOAT: u32 = 54;
pub const DXK_RDEF_BASE_MIN12_INT: u32 = 55;
pub const DXK_RDEF_BASE_MIN16_INT: u32 = 56;
pub const DXK_RDEF_BASE_MIN16_UINT: u32 = 57;
pub const DXK_PARAMETER_FLAG_IN: u32 = 1;
pub const DXK_PARAMETER_FLAG_OUT: u32 = 2;
pub const DXK_TESSELLATOR_PARTITIONING_UNDEFINED: u32 = 0;
pub const DXK_TESSELLATOR_PARTITIONING_INTEGER: u32 = 1;
pub const DXK_TESSELLATOR_PARTITIONING_POW2: u32 = 2;
pub const DXK_TESSELLATOR_PARTITIONING_FRACTIONAL_ODD: u32 = 3;
pub const DXK_TESSELLATOR_PARTITIONING_FRACTIONAL_EVEN: u32 = 4;
pub const DXK_DXBC_STAGE_PIXEL: u32 = 0;
pub const DXK_DXBC_STAGE_VERTEX: u32 = 1;
pub const DXK_DXBC_STAGE_GEOMETRY: u32 = 2;
pub const DXK_DXBC_STAGE_HULL: u32 = 3;
pub const DXK_DXBC_STAGE_DOMAIN: u32 = 4;
pub const DXK_DXBC_STAGE_COMPUTE: u32 = 5;
pub const DXK_DXBC_STAGE_LIBRARY: u32 = 65520;
pub const DXK_DXBC_REGISTER_TEMP: u32 = 0;
pub const DXK_DXBC_REGISTER_INPUT: u32 = 1;
pub const DXK_DXBC_REGISTER_OUTPUT: u32 = 2;
pub const DXK_DXBC_REGISTER_INDEXABLE_TEMP: u32 = 3;
pub const DXK_DXBC_REGISTER_IMMEDIATE32: u32 = 4;
pub const DXK_DXBC_REGISTER_IMMEDIATE64: u32 = 5;
pub const DXK_DXBC_REGISTER_SAMPLER: u32 = 6;
pub const DXK_DXBC_REGISTER_RESOURCE: u32 = 7;
pub const DXK_DXBC_REGISTER_CONSTANT_BUFFER: u32 = 8;
pub const DXK_DXBC_REGISTER_IMMEDIATE_CONSTANT_BUFFER: u32 = 9;
pub const DXK_DXBC_REGISTER_LABEL: u32 = 10;
pub const DXK_DXBC_REGISTER_PRIMITIVE_ID: u32 = 11;
pub const DXK_DXBC_REGISTER_OUTPUT_DEPTH: u32 = 12;
pub const DXK_DXBC_REGISTER_NULL: u32 = 13;
pub const DXK_DXBC_REGISTER_RASTERIZER: u32 = 14;
pub const DXK_DXBC_REGISTER_OUTPUT_COVERAGE_MASK: u32 = 15;
pub const DXK_DXBC_REGISTER_STREAM: u32 = 16;
pub const DXK_DXBC_REGISTER_FUNCTION_BODY: u32 = 17;
pub const DXK_DXBC_REGISTER_FUNCTION_TABLE: u32 = 18;
pub const DXK_DXBC_REGISTER_INTERFACE: u32 = 19;
pub const DXK_DXBC_REGISTER_FUNCTION_INPUT: u32 = 20;
pub const DXK_DXBC_REGISTER_FUNCTION_OUTPUT: u32 = 21;
pub const DXK_DXBC_REGISTER_OUTPUT_CONTROL_POINT_ID: u32 = 22;
pub const DXK_DXBC_REGISTER_FORK_INSTANCE_ID: u32 = 23;
pub const DXK_DXBC_REGISTER_JOIN_INSTANCE_ID: u32 = 24;
pub const DXK_DXBC_REGISTER_INPUT_CONTROL_POINT: u32 = 25;
pub const DXK_DXBC_REGISTER_OUTPUT_CONTROL_POINT: u32 = 26;
pub const DXK_DXBC_REGISTER_PATCH_CONSTANT: u32 = 27;
pub const DXK_DXBC_REGISTER_DOMAIN_POINT: u32 = 28;
pub const DXK_DXBC_REGISTER_THIS_POINTER: u32 = 29;
pub const DXK_DXBC_REGISTER_UAV: u32 = 30;
pub const DXK_DXBC_REGISTER_GROUP_SHARED: u32 = 31;
pub const DXK_DXBC_REGISTER_THREAD_ID: u32 = 32;
pub const DXK_DXBC_REGISTER_THREAD_GROUP_ID: u32 = 33;
pub const DXK_DXBC_REGISTER_THREAD_ID_IN_GROUP: u32 = 34;
pub const DXK_DXBC_REGISTER_COVERAGE_MASK: u32 = 35;
pub const DXK_DXBC_REGISTER_THREAD_ID_IN_GROUP_FLATTENED: u32 = 36;
pub const DXK_DXBC_REGISTER_GS_INSTANCE_ID: u32 = 37;
pub const DXK_DXBC_REGISTER_OUTPUT_DEPTH_GREATER_EQUAL: u32 = 38;
pub const DXK_DXBC_REGISTER_OUTPUT_DEPTH_LESS_EQUAL: u32 = 39;
pub const DXK_DXBC_REGISTER_CYCLE_COUNTER: u32 = 40;
pub const DXK_DXBC_REGISTER_OUTPUT_STENCIL_REF: u32 = 41;
pub const DXK_DXBC_REGISTER_INNER_COVERAGE: u32 = 42;
pub const DXK_DXBC_DIMENSION_UNKNOWN: u32 = 0;
pub const DXK_DXBC_DIMENSION_BUFFER: u32 = 1;
pub const DXK_DXBC_DIMENSION_TEXTURE1D: u32 = 2;
pub const DXK_DXBC_DIMENSION_TEXTURE2D: u32 = 3;
pub const DXK_DXBC_DIMENSION_TEXTURE2DMS: u32 = 4;
pub const DXK_DXBC_DIMENSION_TEXTURE3D: u32 = 5;
pub const DXK_DXBC_DIMENSION_TEXTURE_CUBE: u32 = 6;
pub const DXK_DXBC_DIMENSION_TEXTURE1D_ARRAY: u32 = 7;
pub const DXK_DXBC_DIMENSION_TEXTURE2D_ARRAY: u32 = 8;
pub const DXK_DXBC_DIMENSION_TEXTURE2DMS_ARRAY: u32 = 9;
pub const DXK_DXBC_DIMENSION_TEXTURE_CUBE_ARRAY: u32 = 10;
pub const DXK_DXBC_DIMENSION_RAW_BUFFER: u32 = 11;
pub const DXK_DXBC_DIMENSION_STRUCTURED_BUFFER: u32 = 12;
pub const DXK_DXBC_RETURN_TYPE_UNORM: u32 = 1;
pub const DXK_DXBC_RETURN_TYPE_SNORM: u32 = 2;
pub const DXK_DXBC_RETURN_TYPE_SINT: u32 = 3;
pub const DXK_DXBC_RETURN_TYPE_UINT: u32 = 4;
pub const DXK_DXBC_RETURN_TYPE_FLOAT: u32 = 5;
pub const DXK_DXBC_RETURN_TYPE_MIXED: u32 = 6;
pub const DXK_DXBC_RETURN_TYPE_DOUBLE: u32 = 7;
pub const DXK_DXBC_RETURN_TYPE_CONTINUED: u32 = 8;
pub const DXK_DXBC_RETURN_TYPE_UNUSED: u32 = 9;
pub const DXK_DXBC_INTERPOLATION_UNDEFINED: u32 = 0;
pub const DXK_DXBC_INTERPOLATION_CONSTANT: u32 = 1;
pub const DXK_DXBC_INTERPOLATION_LINEAR: u32 = 2;
pub const DXK_DXBC_INTERPOLATION_LINEAR_CENTROID: u32 = 3;
pub const DXK_DXBC_INTERPOLATION_LINEAR_NOPERSPECTIVE: u32 = 4;
pub const DXK_DXBC_INTERPOLATION_LINEAR_NOPERSPECTIVE_CENTROID: u32 = 5;
pub const DXK_DXBC_INTERPOLATION_LINEAR_SAMPLE: u32 = 6;
pub const DXK_DXBC_INTERPOLATION_LINEAR_NOPERSPECTIVE_SAMPLE: u32 = 7;
pub const DXK_DXBC_NAME_UNDEFINED: u32 = 0;
pub const DXK_DXBC_NAME_POSITION: u32 = 1;
pub const DXK_DXBC_NAME_CLIP_DISTANCE: u32 = 2;
pub const DXK_DXBC_NAME_CULL_DISTANCE: u32 = 3;
pub const DXK_DXBC_NAME_RENDER_TARGET_ARRAY_INDEX: u32 = 4;
pub const DXK_DXBC_NAME_VIEWPORT_ARRAY_INDEX: u32 = 5;
pub const DXK_DXBC_NAME_VERTEX_ID: u32 = 6;
pub const DXK_DXBC_NAME_PRIMITIVE_ID: u32 = 7;
pub const DXK_DXBC_NAME_INSTANCE_ID: u32 = 8;
pub const DXK_DXBC_NAME_IS_FRONT_FACE: u32 = 9;
pub const DXK_DXBC_NAME_SAMPLE_INDEX: u32 = 10;
pub const DXK_DXBC_NAME_FINAL_QUAD_U_EQ_0_EDGE: u32 = 11;
pub const DXK_DXBC_NAME_FINAL_QUAD_V_EQ_0_EDGE: u32 = 12;
pub const DXK_DXBC_NAME_FINAL_QUAD_U_EQ_1_EDGE: u32 = 13;
pub const DXK_DXBC_NAME_FINAL_QUAD_V_EQ_1_EDGE: u32 = 14;
pub const DXK_DXBC_NAME_FINAL_QUAD_U_INSIDE: u32 = 15;
pub const DXK_DXBC_NAME_FINAL_QUAD_V_INSIDE: u32 = 16;
pub const DXK_DXBC_NAME_FINAL_TRI_U_EQ_0_EDGE: u32 = 17;
pub const DXK_DXBC_NAME_FINAL_TRI_V_EQ_0_EDGE: u32 = 18;
pub const DXK_DXBC_NAME_FINAL_TRI_W_EQ_0_EDGE: u32 = 19;
pub const DXK_DXBC_NAME_FINAL_TRI_INSIDE: u32 = 20;
pub const DXK_DXBC_NAME_FINAL_LINE_DETAIL: u32 = 21;
pub const DXK_DXBC_NAME_FINAL_LINE_DENSITY: u32 = 22;
pub const DXK_DXBC_TOPOLOGY_UNDEFINED: u32 = 0;
pub const DXK_DXBC_TOPOLOGY_POINT_LIST: u32 = 1;
pub const DXK_DXBC_TOPOLOGY_LINE_LIST: u32 = 2;
pub const DXK_DXBC_TOPOLOGY_LINE_STRIP: u32 = 3;
pub const DXK_DXBC_TOPOLOGY_TRIANGLE_LIST: u32 = 4;
pub const DXK_DXBC_TOPOLOGY_TRIANGLE_STRIP: u32 = 5;
pub const DXK_DXBC_TOPOLOGY_LINE_LIST_ADJ: u32 = 10;
pub const DXK_DXBC_TOPOLOGY_LINE_STRIP_ADJ: u32 = 11;
pub const DXK_DXBC_TOPOLOGY_TRIANGLE_LIST_ADJ: u32 = 12;
pub const DXK_DXBC_TOPOLOGY_TRIANGLE_STRIP_ADJ: u32 = 13;
pub const DXK_DXBC_PRIMITIVE_UNDEFINED: u32 = 0;
pub const DXK_DXBC_PRIMITIVE_POINT: u32 = 1;
pub const DXK_DXBC_PRIMITIVE_LINE: u32 = 2;
pub const DXK_DXBC_PRIMITIVE_TRIANGLE: u32 = 3;
pub const DXK_DXBC_PRIMITIVE_LINE_ADJ: u32 = 6;
pub const DXK_DXBC_PRIMITIVE_TRIANGLE_ADJ: u32 = 7;
pub const DXK_DXBC_DOMAIN_UNDEFINED: u32 = 0;
pub const DXK_DXBC_DOMAIN_ISOLINE: u32 = 1;
pub const DXK_DXBC_DOMAIN_TRI: u32 = 2;
pub const DXK_DXBC_DOMAIN_QUAD: u32 = 3;
pub const DXK_DXBC_PARTITIONING_UNDEFINED: u32 = 0;
pub const DXK_DXBC_PARTITIONING_INTEGER: u32 = 1;
pub const DXK_DXBC_PARTITIONING_POW2: u32 = 2;
pub const DXK_DXBC_PARTITIONING_FRACTIONAL_ODD: u32 = 3;
pub const DXK_DXBC_PARTITIONING_FRACTIONAL_EVEN: u32 = 4;
pub const DXK_DXBC_OUTPUT_PRIMITIVE_UNDEFINED: u32 = 0;
pub const DXK_DXBC_OUTPUT_PRIMITIVE_POINT: u32 = 1;
pub const DXK_DXBC_OUTPUT_PRIMITIVE_LINE: u32 = 2;
pub const DXK_DXBC_OUTPUT_PRIMITIVE_TRIANGLE_CW: u32 = 3;
pub const DXK_DXBC_OUTPUT_PRIMITIVE_TRIANGLE_CCW: u32 = 4;
pub const DXK_DXBC_SAMPLER_MODE_DEFAULT: u32 = 0;
pub const DXK_DXBC_SAMPLER_MODE_COMPARISON: u32 = 1;
pub const DXK_DXBC_SAMPLER_MODE_MONO: u32 = 2;
pub const DXK_DXBC_PRECISION_DEFAULT: u32 = 0;
pub const DXK_DXBC_PRECISION_FLOAT16: u32 = 1;
pub const DXK_DXBC_PRECISION_FLOAT2_8: u32 = 2;
pub const DXK_DXBC_PRECISION_SINT16: u32 = 4;
pub const DXK_DXBC_PRECISION_UINT16: u32 = 5;
pub const DXK_DXBC_GLOBAL_FLAG_REFACTORING_ALLOWED: u32 = 2048;
pub const DXK_DXBC_GLOBAL_FLAG_ENABLE_DOUBLES: u32 = 4096;
pub const DXK_DXBC_GLOBAL_FLAG_FORCE_EARLY_DEPTH_STENCIL: u32 = 8192;
pub const DXK_DXBC_GLOBAL_FLAG_ENABLE_RAW_AND_STRUCTURED_BUFFERS: u32 = 16384;
pub const DXK_DXBC_GLOBAL_FLAG_SKIP_OPTIMIZATION: u32 = 32768;
pub const DXK_DXBC_GLOBAL_FLAG_ENABLE_MINIMUM_PRECISION: u32 = 65536;
pub const DXK_DXBC_GLOBAL_FLAG_ENABLE_11_1_DOUBLE_EXTENSIONS: u32 = 131072;
pub const DXK_DXBC_GLOBAL_FLAG_ENABLE_11_1_SHADER_EXTENSIONS: u32 = 262144;
pub const DXK_DXBC_GLOBAL_FLAG_ALL_RESOURCES_BOUND: u32 = 524288;
pub const DXK_DXBC_CUSTOM_COMMENT: u32 = 0;
pub const DXK_DXBC_CUSTOM_DEBUG_INFO: u32 = 1;
pub const DXK_DXBC_CUSTOM_OPAQUE: u32 = 2;
pub const DXK_DXBC_CUSTOM_IMMEDIATE_CONSTANT_BUFFER: u32 = 3;
pub const DXK_DXBC_CUSTOM_SHADER_MESSAGE: u32 = 4;
pub const DXK_DXBC_CUSTOM_CLIP_PLANE_MAPPING: u32 = 5;
pub const DXK_ATOMIC_OP_ADD: u32 = 0;
pub const DXK_ATOMIC_OP_AND: u32 = 1;
pub const DXK_ATOMIC_OP_OR: u32 = 2;
pub const DXK_ATOMIC_OP_XOR: u32 = 3;
pub const DXK_ATOMIC_OP_IMIN: u32 = 4;
pub const DXK_ATOMIC_OP_IMAX: u32 = 5;
pub const DXK_ATOMIC_OP_UMIN: u32 = 6;
pub const DXK_ATOMIC_OP_UMAX: u32 = 7;
pub const DXK_ATOMIC_OP_EXCHANGE: u32 = 8;
pub const DXK_BARRIER_MODE_SYNC_THREAD_GROUP: u32 = 1;
pub const DXK_BARRIER_MODE_UAV_FENCE_GLOBAL: u32 = 2;
pub const DXK_BARRIER_MODE_UAV_FENCE_THREAD_GROUP: u32 = 4;
pub const DXK_BARRIER_MODE_TGSM_FENCE: u32 = 8;
pub const DXK_MEMORY_TYPE_FLAG_UAV: u32 = 1;
pub const DXK_MEMORY_TYPE_FLAG_GROUP_SHARED: u32 = 2;
pub const DXK_MEMORY_TYPE_FLAG_NODE_INPUT: u32 = 4;
pub const DXK_MEMORY_TYPE_FLAG_NODE_OUTPUT: u32 = 8;
pub const DXK_BARRIER_SEMANTIC_FLAG_GROUP_SYNC: u32 = 1;
pub const DXK_BARRIER_SEMANTIC_FLAG_GROUP_SCOPE: u32 = 2;
pub const DXK_BARRIER_SEMANTIC_FLAG_DEVICE_SCOPE: u32 = 4;
pub const DXK_BARRIER_SEMANTIC_FLAG_REORDER_SCOPE: u32 = 8;
pub const DXK_WAVE_OP_SUM: u32 = 0;
pub const DXK_WAVE_OP_PRODUCT: u32 = 1;
pub const DXK_WAVE_OP_MIN: u32 = 2;
pub const DXK_WAVE_OP_MAX: u32 = 3;
pub const DXK_SIGNED_OP_SIGNED: u32 = 0;
pub const DXK_SIGNED_OP_UNSIGNED: u32 = 1;
pub const DXK_WAVE_BIT_OP_AND: u32 = 0;
pub const DXK_WAVE_BIT_OP_OR: u32 = 1;
pub const DXK_WAVE_BIT_OP_XOR: u32 = 2;
pub const DXK_WAVE_MULTI_PREFIX_OP_SUM: u32 = 0;
pub const DXK_WAVE_MULTI_PREFIX_OP_AND: u32 = 1;
pub const DXK_WAVE_MULTI_PREFIX_OP_OR: u32 = 2;
pub const DXK_WAVE_MULTI_PREFIX_OP_XOR: u32 = 3;
pub const DXK_WAVE_MULTI_PREFIX_OP_PRODUCT: u32 = 4;
pub const DXK_QUAD_OP_READ_ACROSS_X: u32 = 0;
pub const DXK_QUAD_OP_READ_ACROSS_Y: u32 = 1;
pub const DXK_QUAD_OP_READ_ACROSS_DIAGONAL: u32 = 2;
pub const DXK_QUAD_VOTE_OP_ANY: u32 = 0;
pub const DXK_QUAD_VOTE_OP_ALL: u32 = 1;
pub const DXK_PACK_MODE_TRUNC: u32 = 0;
pub const DXK_PACK_MODE_UCLAMP: u32 = 1;
pub const DXK_PACK_MODE_SCLAMP: u32 = 2;
pub const DXK_UNPACK_MODE_UNSIGNED: u32 = 0;
pub const DXK_UNPACK_MODE_SIGNED: u32 = 1;
pub const DXK_RAY_FLAG_FORCE_OPAQUE: u32 = 1;
pub const DXK_RAY_FLAG_FORCE_NON_OPAQUE: u32 = 2;
pub const DXK_RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH: u32 = 4;
pub const DXK_RAY_FLAG_SKIP_CLOSEST_HIT_SHADER: u32 = 8;
pub const DXK_RAY_FLAG_CULL_BACK_FACING_TRIANGLES: u32 = 16;
pub const DXK_RAY_FLAG_CULL_FRONT_FACING_TRIANGLES: u32 = 32;
pub const DXK_RAY_FLAG_CULL_OPAQUE: u32 = 64;
pub const DXK_RAY_FLAG_CULL_NON_OPAQUE: u32 = 128;
pub const DXK_RAY_FLAG_SKIP_TRIANGLES: u32 = 256;
pub const DXK_RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES: u32 = 512;
pub const DXK_RAY_FLAG_FORCE_OMM_2_STATE: u32 = 1024;
pub const DXK_HIT_KIND_NONE: u32 = 0;
pub const DXK_HIT_KIND_TRIANGLE_FRONT_FACE: u32 = 254;
pub const DXK_HIT_KIND_TRIANGLE_BACK_FACE: u32 = 255;
pub const DXK_ENUM_ID_none: u32 = 0;
pub const DXK_ENUM_ID_shader_kind: u32 = 1;
pub const DXK_ENUM_ID_shader_profile: u32 = 2;
pub const DXK_ENUM_ID_resource_class: u32 = 3;
pub const DXK_ENUM_ID_resource_kind: u32 = 4;
pub const DXK_ENUM_ID_component_type: u32 = 5;
pub const DXK_ENUM_ID_semantic_kind: u32 = 6;
pub const DXK_ENUM_ID_interpolation_mode: u32 = 7;
pub const DXK_ENUM_ID_sig_system_value: u32 = 8;
pub const DXK_ENUM_ID_sig_component_type: u32 = 9;
pub const DXK_ENUM_ID_sig_min_precision: u32 = 10;
pub const DXK_ENUM_ID_psv_resource_type: u32 = 11;
pub const DXK_ENUM_ID_psv_resource_flag: u32 = 12;
pub const DXK_ENUM_ID_tessellator_domain: u32 = 13;
pub const DXK_ENUM_ID_tessellator_output: u32 = 14;
pub const DXK_ENUM_ID_input_primitive: u32 = 15;
pub const DXK_ENUM_ID_primitive_topology: u32 = 16;
pub const DXK_ENUM_ID_mesh_topology: u32 = 17;
pub const DXK_ENUM_ID_rdat_part_type: u32 = 18;
pub const DXK_ENUM_ID_rdat_resource_flag: u32 = 19;
pub const DXK_ENUM_ID_rdat_stage_flag: u32 = 20;
pub const DXK_ENUM_ID_rdat_feature1_flag: u32 = 21;
pub const DXK_ENUM_ID_rdat_feature2_flag: u32 = 22;
pub const DXK_ENUM_ID_rdat_shader_flag: u32 = 23;
pub const DXK_ENUM_ID_node_func_attrib_kind: u32 = 24;
pub const DXK_ENUM_ID_node_attrib_kind: u32 = 25;
pub const DXK_ENUM_ID_node_launch_type: u32 = 26;
pub const DXK_ENUM_ID_node_io_flag: u32 = 27;
pub const DXK_ENUM_ID_subobject_kind: u32 = 28;
pub const DXK_ENUM_ID_hit_group_type: u32 = 29;
pub const DXK_ENUM_ID_raytracing_pipeline_flag: u32 = 30;
pub const DXK_ENUM_ID_state_object_flag: u32 = 31;
pub const DXK_ENUM_ID_rs_version: u32 = 32;
pub const DXK_ENUM_ID_rs_flag: u32 = 33;
pub const DXK_ENUM_ID_rs_parameter_type: u32 = 34;
pub const DXK_ENUM_ID_rs_visibility: u32 = 35;
pub const DXK_ENUM_ID_rs_range_type: u32 = 36;
pub const DXK_ENUM_ID_rs_range_flag: u32 = 37;
pub const DXK_ENUM_ID_rs_descriptor_flag: u32 = 38;
pub const DXK_ENUM_ID_rs_sampler_flag: u32 = 39;
pub const DXK_ENUM_ID_filter: u32 = 40;
pub const DXK_ENUM_ID_address_mode: u32 = 41;
pub const DXK_ENUM_ID_comparison_func: u32 = 42;
pub const DXK_ENUM_ID_border_color: u32 = 43;
pub const DXK_ENUM_ID_hash_flag: u32 = 44;
pub const DXK_ENUM_ID_compiler_flag: u32 = 45;
pub const DXK_ENUM_ID_source_section: u32 = 46;
pub const DXK_ENUM_ID_source_compression: u32 = 47;
pub const DXK_ENUM_ID_pdb_compression: u32 = 48;
pub const DXK_ENUM_ID_feature_flag: u32 = 49;
pub const DXK_ENUM_ID_rdef_program: u32 = 50;
pub const DXK_ENUM_ID_rdef_flag: u32 = 51;
pub const DXK_ENUM_ID_rdef_binding_kind: u32 = 52;
pub const DXK_ENUM_ID_rdef_return_type: u32 = 53;
pub const DXK_ENUM_ID_rdef_dimension: u32 = 54;
pub const DXK_ENUM_ID_rdef_binding_flag: u32 = 55;
pub const DXK_ENUM_ID_rdef_buffer_kind: u32 = 56;
pub const DXK_ENUM_ID_rdef_buffer_flag: u32 = 57;
pub const DXK_ENUM_ID_rdef_variable_flag: u32 = 58;
pub const DXK_ENUM_ID_rdef_class: u32 = 59;
pub const DXK_ENUM_ID_rdef_base: u32 = 60;
pub const DXK_ENUM_ID_parameter_flag: u32 = 61;
pub const DXK_ENUM_ID_tessellator_partitioning: u32 = 62;
pub const DXK_ENUM_ID_dxbc_stage: u32 = 63;
pub const DXK_ENUM_ID_dxbc_register: u32 = 64;
pub const DXK_ENUM_ID_dxbc_dimension: u32 = 65;
pub const DXK_ENUM_ID_dxbc_return_type: u32 = 66;
pub const DXK_ENUM_ID_dxbc_interpolation: u32 = 67;
pub const DXK_ENUM_ID_dxbc_name: u32 = 68;
pub const DXK_ENUM_ID_dxbc_topology: u32 = 69;
pub const DXK_ENUM_ID_dxbc_primitive: u32 = 70;
pub const DXK_ENUM_ID_dxbc_domain: u32 = 71;
pub const DXK_ENUM_ID_dxbc_partitioning: u32 = 72;
pub const DXK_ENUM_ID_dxbc_output_primitive: u32 = 73;
pub const DXK_ENUM_ID_dxbc_sampler_mode: u32 = 74;
pub const DXK_ENUM_ID_dxbc_precision: u32 = 75;
pub const DXK_ENUM_ID_dxbc_global_flag: u32 = 76;
pub const DXK_ENUM_ID_dxbc_custom: u32 = 77;
pub const DXK_ENUM_ID_atomic_op: u32 = 78;
pub const DXK_ENUM_ID_barrier_mode: u32 = 79;
pub const DXK_ENUM_ID_memory_type_flag: u32 = 80;
pub const DXK_ENUM_ID_barrier_semantic_flag: u32 = 81;
pub const DXK_ENUM_ID_wave_op: u32 = 82;
pub const DXK_ENUM_ID_signed_op: u32 = 83;
pub const DXK_ENUM_ID_wave_bit_op: u32 = 84;
pub const DXK_ENUM_ID_wave_multi_prefix_op: u32 = 85;
pub const DXK_ENUM_ID_quad_op: u32 = 86;
pub const DXK_ENUM_ID_quad_vote_op: u32 = 87;
pub const DXK_ENUM_ID_pack_mode: u32 = 88;
pub const DXK_ENUM_ID_unpack_mode: u32 = 89;
pub const DXK_ENUM_ID_ray_flag: u32 = 90;
pub const DXK_ENUM_ID_hit_kind: u32 = 91;
pub const DXK_ENUM_ID_COUNT: u32 = 92;
pub const DXK_SIGNATURE_REGISTERS: u32 = 32;
pub const DXK_PACKING_PREFIX_STABLE: u32 = 0;
pub const DXK_PACKING_OPTIMIZED: u32 = 1;
pub const DXK_SIGNATURE_INPUT: u32 = 0;
pub const DXK_SIGNATURE_OUTPUT: u32 = 1;
pub const DXK_SIGNATURE_PATCH_CONSTANT: u32 = 2;
pub const DXK_NONE: u32 = 0;
pub const DXK_SPACE_DEFAULT: u32 = 0;
pub const DXK_SPACE_SHARED: u32 = 3;
pub const DXK_SPACE_RECORD: u32 = 6;
pub const DXK_BINARY_ADD: u32 = 0;
pub const DXK_BINARY_SUB: u32 = 1;
pub const DXK_BINARY_MUL: u32 = 2;
pub const DXK_BINARY_UDIV: u32 = 3;
pub const DXK_BINARY_SDIV: u32 = 4;
pub const DXK_BINARY_UREM: u32 = 5;
pub const DXK_BINARY_SREM: u32 = 6;
pub const DXK_BINARY_SHL: u32 = 7;
pub const DXK_BINARY_LSHR: u32 = 8;
pub const DXK_BINARY_ASHR: u32 = 9;
pub const DXK_BINARY_AND: u32 = 10;
pub const DXK_BINARY_OR: u32 = 11;
pub const DXK_BINARY_XOR: u32 = 12;
pub const DXK_BINARY_FADD: u32 = 13;
pub const DXK_BINARY_FSUB: u32 = 14;
pub const DXK_BINARY_FMUL: u32 = 15;
pub const DXK_BINARY_FDIV: u32 = 16;
pub const DXK_BINARY_FREM: u32 = 17;
pub const DXK_FLAG_NUW: u32 = 1;
pub const DXK_FLAG_NSW: u32 = 2;
pub const DXK_FLAG_EXACT: u32 = 1;
pub const DXK_FLAG_FAST: u32 = 31;
pub const DXK_COMPARE_EQ: u32 = 32;
pub const DXK_COMPARE_NE: u32 = 33;
pub const DXK_COMPARE_UGT: u32 = 34;
pub const DXK_COMPARE_UGE: u32 = 35;
pub const DXK_COMPARE_ULT: u32 = 36;
pub const DXK_COMPARE_ULE: u32 = 37;
pub const DXK_COMPARE_SGT: u32 = 38;
pub const DXK_COMPARE_SGE: u32 = 39;
pub const DXK_COMPARE_SLT: u32 = 40;
pub const DXK_COMPARE_SLE: u32 = 41;
pub const DXK_COMPARE_OEQ: u32 = 1;
pub const DXK_COMPARE_OGT: u32 = 2;
pub const DXK_COMPARE_OGE: u32 = 3;
pub const DXK_COMPARE_OLT: u32 = 4;
pub const DXK_COMPARE_OLE: u32 = 5;
pub const DXK_COMPARE_ONE: u32 = 6;
pub const DXK_COMPARE_ORD: u32 = 7;
pub const DXK_COMPARE_UNO: u32 = 8;
pub const DXK_COMPARE_UEQ: u32 = 9;
pub const DXK_COMPARE_FUGT: u32 = 10;
pub const DXK_COMPARE_FUGE: u32 = 11;
pub const DXK_COMPARE_FULT: u32 = 12;
pub const DXK_COMPARE_FULE: u32 = 13;
pub const DXK_COMPARE_UNE: u32 = 14;
pub const DXK_CAST_TRUNC: u32 = 0;
pub const DXK_CAST_ZEXT: u32 = 1;
pub const DXK_CAST_SEXT: u32 = 2;
pub const DXK_CAST_FPTOUI: u32 = 3;
pub const DXK_CAST_FPTOSI: u32 = 4;
pub const DXK_CAST_UITOFP: u32 = 5;
pub const DXK_CAST_SITOFP: u32 = 6;
pub const DXK_CAST_FPTRUNC: u32 = 7;
pub const DXK_CAST_FPEXT: u32 = 8;
pub const DXK_CAST_BITCAST: u32 = 9;
pub const DXK_ATOMIC_EXCHANGE: u32 = 0;
pub const DXK_ATOMIC_ADD: u32 = 1;
pub const DXK_ATOMIC_SUB: u32 = 2;
pub const DXK_ATOMIC_AND: u32 = 3;
pub const DXK_ATOMIC_NAND: u32 = 4;
pub const DXK_ATOMIC_OR: u32 = 5;
pub const DXK_ATOMIC_XOR: u32 = 6;
pub const DXK_ATOMIC_MAX: u32 = 7;
pub const DXK_ATOMIC_MIN: u32 = 8;
pub const DXK_ATOMIC_UMAX: u32 = 9;
pub const DXK_ATOMIC_UMIN: u32 = 10;
pub const DXK_FLOW_HINT_BRANCH: u32 = 1;
pub const DXK_FLOW_HINT_FLATTEN: u32 = 2;
pub const DXK_FLOW_HINT_FORCECASE: u32 = 5;
pub const DXK_FLOW_HINT_LOOP: u32 = 16;
pub const DXK_FLOW_HINT_UNROLL: u32 = 17;
pub const DXK_WIRE_SIZE_file_header: u32 = 32;
pub const DXK_WIRE_SIZE_part_header: u32 = 8;
pub const DXK_WIRE_SIZE_program_header: u32 = 24;
pub const DXK_WIRE_SIZE_signature_header: u32 = 8;
pub const DXK_WIRE_SIZE_signature_element: u32 = 32;
pub const DXK_WIRE_SIZE_feature_info: u32 = 8;
pub const DXK_WIRE_SIZE_shader_hash: u32 = 20;
pub const DXK_WIRE_SIZE_psv_runtime_info: u32 = 56;
pub const DXK_WIRE_SIZE_psv_vs_info: u32 = 1;
pub const DXK_WIRE_SIZE_psv_hs_info: u32 = 16;
pub const DXK_WIRE_SIZE_psv_ds_info: u32 = 12;
pub const DXK_WIRE_SIZE_psv_gs_info: u32 = 13;
pub const DXK_WIRE_SIZE_psv_ps_info: u32 = 2;
pub const DXK_WIRE_SIZE_psv_ms_info: u32 = 16;
pub const DXK_WIRE_SIZE_psv_as_info: u32 = 4;
pub const DXK_WIRE_SIZE_psv_gs_extra: u32 = 2;
pub const DXK_WIRE_SIZE_psv_patch_extra: u32 = 1;
pub const DXK_WIRE_SIZE_psv_ms_extra: u32 = 2;
pub const DXK_WIRE_SIZE_psv_resource: u32 = 24;
pub const DXK_WIRE_SIZE_psv_element: u32 = 16;
pub const DXK_WIRE_SIZE_compiler_version: u32 = 16;
pub const DXK_WIRE_SIZE_debug_name: u32 = 4;
pub const DXK_WIRE_SIZE_source_header: u32 = 8;
pub const DXK_WIRE_SIZE_source_section_header: u32 = 8;
pub const DXK_WIRE_SIZE_source_names_header: u32 = 10;
pub const DXK_WIRE_SIZE_source_name_entry: u32 = 16;
pub const DXK_WIRE_SIZE_source_contents_header: u32 = 20;
pub const DXK_WIRE_SIZE_source_content_entry: u32 = 12;
pub const DXK_WIRE_SIZE_source_args_header: u32 = 12;
pub const DXK_WIRE_SIZE_pdb_info_header: u32 = 12;
pub const DXK_WIRE_SIZE_rdat_header: u32 = 8;
pub const DXK_WIRE_SIZE_rdat_part_header: u32 = 8;
pub const DXK_WIRE_SIZE_rdat_table_header: u32 = 8;
pub const DXK_WIRE_SIZE_rdat_resource: u32 = 32;
pub const DXK_WIRE_SIZE_rdat_function: u32 = 52;
pub const DXK_WIRE_SIZE_rdat_dispatch_grid: u32 = 4;
pub const DXK_WIRE_SIZE_rdat_node_id: u32 = 8;
pub const DXK_WIRE_SIZE_rdat_func_attrib: u32 = 8;
pub const DXK_WIRE_SIZE_rdat_io_attrib: u32 = 8;
pub const DXK_WIRE_SIZE_rdat_io_node: u32 = 8;
pub const DXK_WIRE_SIZE_rdat_node: u32 = 20;
pub const DXK_WIRE_SIZE_rdat_signature_element: u32 = 16;
pub const DXK_WIRE_SIZE_rdat_vs_info: u32 = 16;
pub const DXK_WIRE_SIZE_rdat_ps_info: u32 = 8;
pub const DXK_WIRE_SIZE_rdat_hs_info: u32 = 48;
pub const DXK_WIRE_SIZE_rdat_ds_info: u32 = 40;
pub const DXK_WIRE_SIZE_rdat_gs_info: u32 = 28;
pub const DXK_WIRE_SIZE_rdat_cs_info: u32 = 8;
pub const DXK_WIRE_SIZE_rdat_ms_info: u32 = 48;
pub const DXK_WIRE_SIZE_rdat_as_info: u32 = 12;
pub const DXK_WIRE_SIZE_rdat_state_object_config: u32 = 4;
pub const DXK_WIRE_SIZE_rdat_root_signature: u32 = 8;
pub const DXK_WIRE_SIZE_rdat_association: u32 = 8;
pub const DXK_WIRE_SIZE_rdat_raytracing_shader_config: u32 = 8;
pub const DXK_WIRE_SIZE_rdat_raytracing_pipeline_config: u32 = 4;
pub const DXK_WIRE_SIZE_rdat_hit_group: u32 = 16;
pub const DXK_WIRE_SIZE_rdat_raytracing_pipeline_config1: u32 = 8;
pub const DXK_WIRE_SIZE_rdat_subobject: u32 = 24;
pub const DXK_WIRE_SIZE_rdat_pdb_library: u32 = 12;
pub const DXK_WIRE_SIZE_rdat_pdb_source: u32 = 8;
pub const DXK_WIRE_SIZE_rdat_pdb_info: u32 = 44;
pub const DXK_WIRE_SIZE_rs_header: u32 = 24;
pub const DXK_WIRE_SIZE_rs_parameter: u32 = 12;
pub const DXK_WIRE_SIZE_rs_constants: u32 = 12;
pub const DXK_WIRE_SIZE_rs_descriptor: u32 = 12;
pub const DXK_WIRE_SIZE_rs_table: u32 = 8;
pub const DXK_WIRE_SIZE_rs_range_1_0: u32 = 20;
pub const DXK_WIRE_SIZE_rs_range: u32 = 24;
pub const DXK_WIRE_SIZE_rs_sampler: u32 = 56;
pub const DXK_WIRE_SIZE_signature_element4: u32 = 24;
pub const DXK_WIRE_SIZE_signature_element5: u32 = 28;
pub const DXK_WIRE_SIZE_rdef_header: u32 = 28;
pub const DXK_WIRE_SIZE_rdef_sizes: u32 = 32;
pub const DXK_WIRE_SIZE_rdef_binding: u32 = 40;
pub const DXK_WIRE_SIZE_rdef_buffer: u32 = 24;
pub const DXK_WIRE_SIZE_rdef_variable: u32 = 40;
pub const DXK_WIRE_SIZE_rdef_type: u32 = 36;
pub const DXK_WIRE_SIZE_rdef_member: u32 = 12;
pub const DXK_WIRE_SIZE_counters: u32 = 148;
pub const DXK_WIRE_SIZE_ifce_header: u32 = 36;
pub const DXK_WIRE_SIZE_ifce_slot: u32 = 16;
pub const DXK_WIRE_SIZE_ifce_type: u32 = 12;
pub const DXK_WIRE_SIZE_ifce_instance: u32 = 16;
pub const DXK_WIRE_SIZE_level9_header: u32 = 36;
pub const DXK_WIRE_SIZE_level9_constant: u32 = 12;
pub const DXK_WIRE_SIZE_level9_sampler: u32 = 4;
pub const DXK_WIRE_SIZE_level9_runtime: u32 = 4;
pub const DXK_WIRE_SIZE_library_header: u32 = 20;
pub const DXK_WIRE_SIZE_library_function: u32 = 8;
pub const DXK_WIRE_SIZE_function_header: u32 = 8;
pub const DXK_WIRE_SIZE_function_parameter: u32 = 48;
pub const DXK_WIRE_SIZE_level9_debug: u32 = 40;
pub const DXK_WIRE_SIZE_level9_line: u32 = 8;
pub const DXK_WIRE_SIZE_level9_variable: u32 = 20;
pub const DXK_WIRE_SIZE_level9_place: u32 = 12;
pub const DXK_WIRE_SIZE_pdb_identity: u32 = 56;
pub const DXK_RECORD_ID_none: u32 = 0;
pub const DXK_RECORD_ID_file_header: u32 = 1;
pub const DXK_RECORD_ID_part_header: u32 = 2;
pub const DXK_RECORD_ID_program_header: u32 = 3;
pub const DXK_RECORD_ID_signature_header: u32 = 4;
pub const DXK_RECORD_ID_signature_element: u32 = 5;
pub const DXK_RECORD_ID_feature_info: u32 = 6;
pub const DXK_RECORD_ID_shader_hash: u32 = 7;
pub const DXK_RECORD_ID_psv_runtime_info: u32 = 8;
pub const DXK_RECORD_ID_psv_vs_info: u32 = 9;
pub const DXK_RECORD_ID_psv_hs_info: u32 = 10;
pub const DXK_RECORD_ID_psv_ds_info: u32 = 11;
pub const DXK_RECORD_ID_psv_gs_info: u32 = 12;
pub const DXK_RECORD_ID_psv_ps_info: u32 = 13;
pub const DXK_RECORD_ID_psv_ms_info: u32 = 14;
pub const DXK_RECORD_ID_psv_as_info: u32 = 15;
pub const DXK_RECORD_ID_psv_gs_extra: u32 = 16;
pub const DXK_RECORD_ID_psv_patch_extra: u32 = 17;
pub const DXK_RECORD_ID_psv_ms_extra: u32 = 18;
pub const DXK_RECORD_ID_psv_resource: u32 = 19;
pub const DXK_RECORD_ID_psv_element: u32 = 20;
pub const DXK_RECORD_ID_compiler_version: u32 = 21;
pub const DXK_RECORD_ID_debug_name: u32 = 22;
pub const DXK_RECORD_ID_source_header: u32 = 23;
pub const DXK_RECORD_ID_source_section_header: u32 = 24;
pub const DXK_RECORD_ID_source_names_header: u32 = 25;
pub const DXK_RECORD_ID_source_name_entry: u32 = 26;
pub const DXK_RECORD_ID_source_contents_header: u32 = 27;
pub const DXK_RECORD_ID_source_content_entry: u32 = 28;
pub const DXK_RECORD_ID_source_args_header: u32 = 29;
pub const DXK_RECORD_ID_pdb_info_header: u32 = 30;
pub const DXK_RECORD_ID_rdat_header: u32 = 31;
pub const DXK_RECORD_ID_rdat_part_header: u32 = 32;
pub const DXK_RECORD_ID_rdat_table_header: u32 = 33;
pub const DXK_RECORD_ID_rdat_resource: u32 = 34;
pub const DXK_RECORD_ID_rdat_function: u32 = 35;
pub const DXK_RECORD_ID_rdat_dispatch_grid: u32 = 36;
pub const DXK_RECORD_ID_rdat_node_id: u32 = 37;
pub const DXK_RECORD_ID_rdat_func_attrib: u32 = 38;
pub const DXK_RECORD_ID_rdat_io_attrib: u32 = 39;
pub const DXK_RECORD_ID_rdat_io_node: u32 = 40;
pub const DXK_RECORD_ID_rdat_node: u32 = 41;
pub const DXK_RECORD_ID_rdat_signature_element: u32 = 42;
pub const DXK_RECORD_ID_rdat_vs_info: u32 = 43;
pub const DXK_RECORD_ID_rdat_ps_info: u32 = 44;
pub const DXK_RECORD_ID_rdat_hs_info: u32 = 45;
pub const DXK_RECORD_ID_rdat_ds_info: u32 = 46;
pub const DXK_RECORD_ID_rdat_gs_info: u32 = 47;
pub const DXK_RECORD_ID_rdat_cs_info: u32 = 48;
pub const DXK_RECORD_ID_rdat_ms_info: u32 = 49;
pub const DXK_RECORD_ID_rdat_as_info: u32 = 50;
pub const DXK_RECORD_ID_rdat_state_object_config: u32 = 51;
pub const DXK_RECORD_ID_rdat_root_signature: u32 = 52;
pub const DXK_RECORD_ID_rdat_association: u32 = 53;
pub const DXK_RECORD_ID_rdat_raytracing_shader_config: u32 = 54;
pub const DXK_RECORD_ID_rdat_raytracing_pipeline_config: u32 = 55;
pub const DXK_RECORD_ID_rdat_hit_group: u32 = 56;
pub const DXK_RECORD_ID_rdat_raytracing_pipeline_config1: u32 = 57;
pub const DXK_RECORD_ID_rdat_subobject: u32 = 58;
pub const DXK_RECORD_ID_rdat_pdb_library: u32 = 59;
pub const DXK_RECORD_ID_rdat_pdb_source: u32 = 60;
pub const DXK_RECORD_ID_rdat_pdb_info: u32 = 61;
pub const DXK_RECORD_ID_rs_header: u32 = 62;
pub const DXK_RECORD_ID_rs_parameter: u32 = 63;
pub const DXK_RECORD_ID_rs_constants: u32 = 64;
pub const DXK_RECORD_ID_rs_descriptor: u32 = 65;
pub const DXK_RECORD_ID_rs_table: u32 = 66;
pub const DXK_RECORD_ID_rs_range_1_0: u32 = 67;
pub const DXK_RECORD_ID_rs_range: u32 = 68;
pub const DXK_RECORD_ID_rs_sampler: u32 = 69;
pub const DXK_RECORD_ID_signature_element4: u32 = 70;
pub const DXK_RECORD_ID_signature_element5: u32 = 71;
pub const DXK_RECORD_ID_rdef_header: u32 = 72;
pub const DXK_RECORD_ID_rdef_sizes: u32 = 73;
pub const DXK_RECORD_ID_rdef_binding: u32 = 74;
pub const DXK_RECORD_ID_rdef_buffer: u32 = 75;
pub const DXK_RECORD_ID_rdef_variable: u32 = 76;
pub const DXK_RECORD_ID_rdef_type: u32 = 77;
pub const DXK_RECORD_ID_rdef_member: u32 = 78;
pub const DXK_RECORD_ID_counters: u32 = 79;
pub const DXK_RECORD_ID_ifce_header: u32 = 80;
pub const DXK_RECORD_ID_ifce_slot: u32 = 81;
pub const DXK_RECORD_ID_ifce_type: u32 = 82;
pub const DXK_RECORD_ID_ifce_instance: u32 = 83;
pub const DXK_RECORD_ID_level9_header: u32 = 84;
pub const DXK_RECORD_ID_level9_constant: u32 = 85;
pub const DXK_RECORD_ID_level9_sampler: u32 = 86;
pub const DXK_RECORD_ID_level9_runtime: u32 = 87;
pub const DXK_RECORD_ID_library_header: u32 = 88;
pub const DXK_RECORD_ID_library_function: u32 = 89;
pub const DXK_RECORD_ID_function_header: u32 = 90;
pub const DXK_RECORD_ID_function_parameter: u32 = 91;
pub const DXK_RECORD_ID_level9_debug: u32 = 92;
pub const DXK_RECORD_ID_level9_line: u32 = 93;
pub const DXK_RECORD_ID_level9_variable: u32 = 94;
pub const DXK_RECORD_ID_level9_place: u32 = 95;
pub const DXK_RECORD_ID_pdb_identity: u32 = 96;
pub const DXK_RECORD_ID_COUNT: u32 = 97;
pub const DXK_SHOW_DEC: u32 = 0;
pub const DXK_SHOW_HEX: u32 = 1;
pub const DXK_SHOW_BOOL: u32 = 2;
pub const DXK_SHOW_ENUM: u32 = 3;
pub const DXK_SHOW_FLAGS: u32 = 4;
pub const DXK_SHOW_FLOAT: u32 = 5;
pub const DXK_SHOW_FOURCC: u32 = 6;
pub const DXK_SHOW_MASK: u32 = 7;
pub const DXK_SHOW_BYTES: u32 = 8;
pub const DXK_SHOW_PAD: u32 = 9;
pub const DXK_SHOW_STR: u32 = 10;
pub const DXK_SHOW_STRS: u32 = 11;
pub const DXK_SHOW_INTS: u32 = 12;
pub const DXK_SHOW_REF: u32 = 13;
pub const DXK_SHOW_REFS: u32 = 14;
pub const DXK_SHOW_BLOB: u32 = 15;
pub const DXK_SHOW_TEXT: u32 = 16;
pub const DXK_SHOW_SIZE: u32 = 17;
pub const DXK_SHOW_TABLE: u32 = 18;
pub const DXK_SHOW_SET: u32 = 19;
pub const DXK_PSV_STREAMS: u32 = 4;
pub const DXK_PSV_SIGNATURES: u32 = 3;
pub const DXK_PSV_PRINT_ALL: u32 = 31;
pub const DXK_PSV_INPUT: u32 = 0;
pub const DXK_PSV_OUTPUT: u32 = 1;
pub const DXK_PSV_PATCH_OR_PRIM: u32 = 2;
pub const DXK_PSV_VIEW_ID_TO_OUTPUT: u32 = 0;
pub const DXK_PSV_VIEW_ID_TO_PATCH_OR_PRIM: u32 = 1;
pub const DXK_PSV_INPUT_TO_OUTPUT: u32 = 2;
pub const DXK_PSV_INPUT_TO_PATCH: u32 = 3;
pub const DXK_PSV_PATCH_TO_OUTPUT: u32 = 4;
pub const DXK_PSV_PRINT_TITLE: u32 = 1;
pub const DXK_PSV_PRINT_INFO: u32 = 2;
pub const DXK_PSV_PRINT_RESOURCES: u32 = 4;
pub const DXK_PSV_PRINT_ELEMENTS: u32 = 8;
pub const DXK_PSV_PRINT_DEPENDENCIES: u32 = 16;
pub const DXK_JSON_DEPTH: u32 = 600;
pub const DXK_RS_UNBOUNDED: u32 = 4294967295;
pub const DXK_RS_APPEND: u32 = 4294967295;
pub const DXK_RESOURCE_TEXT_SIZE: u32 = 96;
pub const DXK_HLSL_KEY_SIZE: u32 = 32;
pub const DXK_HLSL_GUESS_NAME: u32 = 256;
pub const DXK_FINDING_NOWHERE: u32 = 0;
pub const DXK_FINDING_FUNCTION: u32 = 1;
pub const DXK_FINDING_SOURCE: u32 = 2;
pub const DXK_FINDING_RAW: u32 = 3;
pub const DXK_FINDING_OWN: u32 = 4;
pub const DXK_VERDICT_VALID: u32 = 0;
pub const DXK_VERDICT_INVALID: u32 = 1;
pub const DXK_CONVERT_FORMAT_DXK: u32 = 0;
pub const DXK_CONVERT_FORMAT_DXILCONV: u32 = 1;
pub const DXK_DIFFERENCE_CHANGED: u32 = 0;
pub const DXK_DIFFERENCE_REMOVED: u32 = 1;
pub const DXK_DIFFERENCE_ADDED: u32 = 2;
pub const DXK_DIFFERENCE_MOVED: u32 = 3;
pub const DXK_DIFFERENCE_NONE: u32 = 4;
pub const DXK_DIFF_MODULE: u32 = 0;
pub const DXK_DIFF_TYPE: u32 = 1;
pub const DXK_DIFF_VARIABLE: u32 = 2;
pub const DXK_DIFF_RESOURCE: u32 = 3;
pub const DXK_DIFF_ENTRY: u32 = 4;
pub const DXK_DIFF_METADATA: u32 = 5;
pub const DXK_DIFF_FUNCTION: u32 = 6;
pub const DXK_DIFF_BLOCK: u32 = 7;
pub const DXK_DIFF_INST: u32 = 8;
pub const DXK_DIGEST_SKIP: u32 = 20;
pub const DXK_DIGEST_VARIANT_RETAIL: u32 = 0;
pub const DXK_DIGEST_VARIANT_DEBUG: u32 = 1;
pub const DXK_RUN_ALL: u32 = 4294967295;
pub const DXK_RUN_DENORMALS_AS_WRITTEN: u32 = 0;
pub const DXK_RUN_DENORMALS_FLUSH: u32 = 1;
pub const DXK_RUN_DENORMALS_PRESERVE: u32 = 2;
pub const DXK_RUN_LOCKSTEP: u32 = 0;
pub const DXK_RUN_INDEPENDENT: u32 = 1;
pub const DXK_RUN_SHUFFLE: u32 = 2;
pub const DXK_RUN_UNIT_NONE: u32 = 0;
pub const DXK_RUN_UNIT_ELEMENTS: u32 = 1;
pub const DXK_RUN_UNIT_BYTES: u32 = 2;
pub const DXK_RUN_UNIT_MEMBER: u32 = 3;
pub const DXK_RUN_UNIT_MIPS: u32 = 4;
pub const DXK_RUN_UNIT_SAMPLES: u32 = 5;
pub const DXK_RUN_UNIT_SLICES: u32 = 6;
pub const DXK_RUN_UNIT_X: u32 = 7;
pub const DXK_RUN_UNIT_Y: u32 = 8;
pub const DXK_RUN_UNIT_Z: u32 = 9;
pub const DXK_RUN_UNIT_VARIABLE: u32 = 10;
pub const DXK_RUN_ADDRESS_WRAP: u32 = 1;
pub const DXK_RUN_ADDRESS_MIRROR: u32 = 2;
pub const DXK_RUN_ADDRESS_CLAMP: u32 = 3;
pub const DXK_RUN_ADDRESS_BORDER: u32 = 4;
pub const DXK_RUN_ADDRESS_MIRROR_ONCE: u32 = 5;
pub const DXK_RUN_STREAM: u32 = 3;
pub const DXK_RUN_BEGINS: u32 = 128;
pub const DXK_RUN_INPUT: u32 = 0;
pub const DXK_RUN_OUTPUT: u32 = 1;
pub const DXK_RUN_PATCH: u32 = 2;
pub const DXK_RUN_AT_VERTEX: u32 = 0;
pub const DXK_RUN_AT_SAMPLE: u32 = 1;
pub const DXK_RUN_AT_CENTROID: u32 = 2;
pub const DXK_RUN_AT_OFFSET: u32 = 3;
pub const DXK_DRAW_TARGETS: u32 = 8;
pub const DXK_DRAW_WORKERS: u32 = 64;
pub const DXK_DRAW_VIEWPORTS: u32 = 16;
pub const DXK_DRAW_CUT: u32 = 4294967295;
pub const DXK_DRAW_TRIANGLES: u32 = 0;
pub const DXK_DRAW_POINTS: u32 = 1;
pub const DXK_DRAW_LINES: u32 = 2;
pub const DXK_DRAW_PATCHES: u32 = 3;
pub const DXK_DRAW_LINE_STRIP: u32 = 4;
pub const DXK_DRAW_TRIANGLE_STRIP: u32 = 5;
pub const DXK_DRAW_LINES_ADJACENT: u32 = 6;
pub const DXK_DRAW_LINE_STRIP_ADJACENT: u32 = 7;
pub const DXK_DRAW_TRIANGLES_ADJACENT: u32 = 8;
pub const DXK_DRAW_TRIANGLE_STRIP_ADJACENT: u32 = 9;
pub const DXK_DRAW_CULL_NONE: u32 = 0;
pub const DXK_DRAW_CULL_FRONT: u32 = 1;
pub const DXK_DRAW_CULL_BACK: u32 = 2;
pub const DXK_DRAW_NEVER: u32 = 1;
pub const DXK_DRAW_LESS: u32 = 2;
pub const DXK_DRAW_EQUAL: u32 = 3;
pub const DXK_DRAW_LESS_EQUAL: u32 = 4;
pub const DXK_DRAW_GREATER: u32 = 5;
pub const DXK_DRAW_NOT_EQUAL: u32 = 6;
pub const DXK_DRAW_GREATER_EQUAL: u32 = 7;
pub const DXK_DRAW_ALWAYS: u32 = 8;
pub const DXK_DRAW_STENCIL_KEEP: u32 = 1;
pub const DXK_DRAW_STENCIL_ZERO: u32 = 2;
pub const DXK_DRAW_STENCIL_REPLACE: u32 = 3;
pub const DXK_DRAW_STENCIL_INCREMENT_CLAMP: u32 = 4;
pub const DXK_DRAW_STENCIL_DECREMENT_CLAMP: u32 = 5;
pub const DXK_DRAW_STENCIL_INVERT: u32 = 6;
pub const DXK_DRAW_STENCIL_INCREMENT: u32 = 7;
pub const DXK_DRAW_STENCIL_DECREMENT: u32 = 8;
pub const DXK_DRAW_BLEND_ZERO: u32 = 1;
pub const DXK_DRAW_BLEND_ONE: u32 = 2;
pub const DXK_DRAW_BLEND_SOURCE: u32 = 3;
pub const DXK_DRAW_BLEND_INV_SOURCE: u32 = 4;
pub const DXK_DRAW_BLEND_SOURCE_ALPHA: u32 = 5;
pub const DXK_DRAW_BLEND_INV_SOURCE_ALPHA: u32 = 6;
pub const DXK_DRAW_BLEND_TARGET_ALPHA: u32 = 7;
pub const DXK_DRAW_BLEND_INV_TARGET_ALPHA: u32 = 8;
pub const DXK_DRAW_BLEND_TARGET: u32 = 9;
pub const DXK_DRAW_BLEND_INV_TARGET: u32 = 10;
pub const DXK_DRAW_BLEND_SATURATED: u32 = 11;
pub const DXK_DRAW_BLEND_CONSTANT: u32 = 14;
pub const DXK_DRAW_BLEND_INV_CONSTANT: u32 = 15;
pub const DXK_DRAW_BLEND_SECOND: u32 = 16;
pub const DXK_DRAW_BLEND_INV_SECOND: u32 = 17;
pub const DXK_DRAW_BLEND_SECOND_ALPHA: u32 = 18;
pub const DXK_DRAW_BLEND_INV_SECOND_ALPHA: u32 = 19;
pub const DXK_DRAW_BLEND_ADD: u32 = 1;
pub const DXK_DRAW_BLEND_SUBTRACT: u32 = 2;
pub const DXK_DRAW_BLEND_SUBTRACT_FROM: u32 = 3;
pub const DXK_DRAW_BLEND_MIN: u32 = 4;
pub const DXK_DRAW_BLEND_MAX: u32 = 5;
pub const DXK_FXC_AUTO: u32 = 0;
pub const DXK_FXC_9_29: u32 = 1;
pub const DXK_FXC_9_30: u32 = 2;
pub const DXK_FXC_6_3: u32 = 3;
pub const DXK_FXC_10_0: u32 = 4;
pub const DXK_FXC_10_1: u32 = 5;
pub const DXK_INST_NONE: u32 = 0;
pub const DXK_INST_RET: u32 = 1;
pub const DXK_INST_BR: u32 = 2;
pub const DXK_INST_SWITCH: u32 = 3;
pub const DXK_INST_INDIRECTBR: u32 = 4;
pub const DXK_INST_INVOKE: u32 = 5;
pub const DXK_INST_RESUME: u32 = 6;
pub const DXK_INST_UNREACHABLE: u32 = 7;
pub const DXK_INST_ADD: u32 = 8;
pub const DXK_INST_FADD: u32 = 9;
pub const DXK_INST_SUB: u32 = 10;
pub const DXK_INST_FSUB: u32 = 11;
pub const DXK_INST_MUL: u32 = 12;
pub const DXK_INST_FMUL: u32 = 13;
pub const DXK_INST_UDIV: u32 = 14;
pub const DXK_INST_SDIV: u32 = 15;
pub const DXK_INST_FDIV: u32 = 16;
pub const DXK_INST_UREM: u32 = 17;
pub const DXK_INST_SREM: u32 = 18;
pub const DXK_INST_FREM: u32 = 19;
pub const DXK_INST_SHL: u32 = 20;
pub const DXK_INST_LSHR: u32 = 21;
pub const DXK_INST_ASHR: u32 = 22;
pub const DXK_INST_AND: u32 = 23;
pub const DXK_INST_OR: u32 = 24;
pub const DXK_INST_XOR: u32 = 25;
pub const DXK_INST_TRUNC: u32 = 26;
pub const DXK_INST_ZEXT: u32 = 27;
pub const DXK_INST_SEXT: u32 = 28;
pub const DXK_INST_FPTOUI: u32 = 29;
pub const DXK_INST_FPTOSI: u32 = 30;
pub const DXK_INST_UITOFP: u32 = 31;
pub const DXK_INST_SITOFP: u32 = 32;
pub const DXK_INST_FPTRUNC: u32 = 33;
pub const DXK_INST_FPEXT: u32 = 34;
pub const DXK_INST_PTRTOINT: u32 = 35;
pub const DXK_INST_INTTOPTR: u32 = 36;
pub const DXK_INST_BITCAST: u32 = 37;
pub const DXK_INST_ADDRSPACECAST: u32 = 38;
pub const DXK_INST_ICMP: u32 = 39;
pub const DXK_INST_FCMP: u32 = 40;
pub const DXK_INST_ALLOCA: u32 = 41;
pub const DXK_INST_LOAD: u32 = 42;
pub const DXK_INST_STORE: u32 = 43;
pub const DXK_INST_GEP: u32 = 44;
pub const DXK_INST_FENCE: u32 = 45;
pub const DXK_INST_CMPXCHG: u32 = 46;
pub const DXK_INST_ATOMICRMW: u32 = 47;
pub const DXK_INST_PHI: u32 = 48;
pub const DXK_INST_SELECT: u32 = 49;
pub const DXK_INST_CALL: u32 = 50;
pub const DXK_INST_VAARG: u32 = 51;
pub const DXK_INST_EXTRACTELEMENT: u32 = 52;
pub const DXK_INST_INSERTELEMENT: u32 = 53;
pub const DXK_INST_SHUFFLEVECTOR: u32 = 54;
pub const DXK_INST_EXTRACTVALUE: u32 = 55;
pub const DXK_INST_INSERTVALUE: u32 = 56;
pub const DXK_INST_LANDINGPAD: u32 = 57;
pub const DXK_NO_RESOURCE: u32 = 4294967295;
pub const DXK_TYPE_KIND_NONE: u32 = 0;
pub const DXK_TYPE_KIND_VOID: u32 = 1;
pub const DXK_TYPE_KIND_HALF: u32 = 2;
pub const DXK_TYPE_KIND_FLOAT: u32 = 3;
pub const DXK_TYPE_KIND_DOUBLE: u32 = 4;
pub const DXK_TYPE_KIND_X86_FP80: u32 = 5;
pub const DXK_TYPE_KIND_FP128: u32 = 6;
pub const DXK_TYPE_KIND_PPC_FP128: u32 = 7;
pub const DXK_TYPE_KIND_LABEL: u32 = 8;
pub const DXK_TYPE_KIND_METADATA: u32 = 9;
pub const DXK_TYPE_KIND_X86_MMX: u32 = 10;
pub const DXK_TYPE_KIND_INT: u32 = 11;
pub const DXK_TYPE_KIND_POINTER: u32 = 12;
pub const DXK_TYPE_KIND_ARRAY: u32 = 13;
pub const DXK_TYPE_KIND_VECTOR: u32 = 14;
pub const DXK_TYPE_KIND_FUNCTION: u32 = 15;
pub const DXK_TYPE_KIND_STRUCTURE: u32 = 16;
pub const DXK_VALUE_NONE: u32 = 0;
pub const DXK_VALUE_VARIABLE: u32 = 1;
pub const DXK_VALUE_FUNCTION: u32 = 2;
pub const DXK_VALUE_ALIAS: u32 = 3;
pub const DXK_VALUE_CONSTANT: u32 = 4;
pub const DXK_VALUE_PARAMETER: u32 = 5;
pub const DXK_VALUE_INST: u32 = 6;
pub const DXK_VALUE_BLOCK: u32 = 7;
pub const DXK_VALUE_METADATA: u32 = 8;
pub const DXK_CONSTANT_NONE: u32 = 0;
pub const DXK_CONSTANT_NULL: u32 = 1;
pub const DXK_CONSTANT_UNDEF: u32 = 2;
pub const DXK_CONSTANT_INT: u32 = 3;
pub const DXK_CONSTANT_REAL: u32 = 4;
pub const DXK_CONSTANT_WIDE: u32 = 5;
pub const DXK_CONSTANT_DATA: u32 = 6;
pub const DXK_CONSTANT_AGGREGATE: u32 = 7;
pub const DXK_CONSTANT_EXPRESSION: u32 = 8;
pub const DXK_CONSTANT_BLOCK_ADDRESS: u32 = 9;
pub const DXK_CONSTANT_ASSEMBLY: u32 = 10;
pub const DXK_METADATA_NONE: u32 = 0;
pub const DXK_METADATA_STRING: u32 = 1;
pub const DXK_METADATA_VALUE: u32 = 2;
pub const DXK_METADATA_TUPLE: u32 = 3;
pub const DXK_METADATA_NODE: u32 = 4;
pub const DXK_MEMORY_REGISTERS: u32 = 1;
pub const DXK_MEMORY_OUTPUTS: u32 = 2;
pub const DXK_MEMORY_UAV: u32 = 4;
pub const DXK_MEMORY_COUNTERS: u32 = 8;
pub const DXK_MEMORY_SHARED: u32 = 16;
pub const DXK_MEMORY_RECORDS: u32 = 32;
pub const DXK_MEMORY_POINTER: u32 = 64;
pub const DXK_MEMORY_QUERIES: u32 = 128;
pub const DXK_MEMORY_RAY: u32 = 256;
pub const DXK_MEMORY_LANES: u32 = 512;
pub const DXK_MEMORY_FEEDBACK: u32 = 1024;
pub const DXK_MEMORY_OUTSIDE: u32 = 2048;
pub const DXK_HANDLE_NONE: u32 = 0;
pub const DXK_HANDLE_RANGE: u32 = 1;
pub const DXK_HANDLE_BINDING: u32 = 2;
pub const DXK_HANDLE_LIBRARY: u32 = 3;
pub const DXK_HANDLE_HEAP: u32 = 4;
pub const DXK_PART_SFI0: u32 = 810108499;
pub const DXK_PART_RDAT: u32 = 1413563474;
pub const DXK_PART_ISG1: u32 = 826757961;
pub const DXK_PART_OSG1: u32 = 826757967;
pub const DXK_PART_PSG1: u32 = 826757968;
pub const DXK_PART_PSV0: u32 = 810963792;
pub const DXK_PART_RTS0: u32 = 810767442;
pub const DXK_PART_ILDB: u32 = 1111772233;
pub const DXK_PART_STAT: u32 = 1413567571;
pub const DXK_PART_ILDN: u32 = 1313098825;
pub const DXK_PART_HASH: u32 = 1213415752;
pub const DXK_PART_DXIL: u32 = 1279875140;
pub const DXK_PART_VERS: u32 = 1397900630;
pub const DXK_PART_SRCI: u32 = 1229148755;
pub const DXK_PART_PDBI: u32 = 1229079632;
pub const DXK_PART_PRIV: u32 = 1447645776;
pub const DXK_PART_RDEF: u32 = 1178944594;
pub const DXK_PART_ISGN: u32 = 1313297225;
pub const DXK_PART_OSGN: u32 = 1313297231;
pub const DXK_PART_OSG5: u32 = 893866831;
pub const DXK_PART_PCSG: u32 = 1196639056;
pub const DXK_PART_SHDR: u32 = 1380206675;
pub const DXK_PART_SHEX: u32 = 1480935507;
pub const DXK_PART_IFCE: u32 = 1162036809;
pub const DXK_PART_Aon9: u32 = 963538753;
pub const DXK_PART_XNAS: u32 = 1396788824;
pub const DXK_PART_XNAP: u32 = 1346457176;
pub const DXK_PART_LIBF: u32 = 1178749260;
pub const DXK_PART_LIBH: u32 = 1212303692;
pub const DXK_PART_LFS0: u32 = 810763852;
pub const DXK_PART_FX10: u32 = 808540230;
pub const DXK_PART_SDBG: u32 = 1195525203;
pub const DXK_PART_SPDB: u32 = 1111773267;
pub const DXK_PART_TYPE_RAW: u32 = 0;
pub const DXK_PART_TYPE_PROGRAM: u32 = 1;
pub const DXK_PART_TYPE_SIGNATURE: u32 = 2;
pub const DXK_PART_TYPE_FEATURES: u32 = 3;
pub const DXK_PART_TYPE_HASH: u32 = 4;
pub const DXK_PART_TYPE_PSV0: u32 = 5;
pub const DXK_PART_TYPE_VERSION: u32 = 6;
pub const DXK_PART_TYPE_DEBUG_NAME: u32 = 7;
pub const DXK_PART_TYPE_SOURCE: u32 = 8;
pub const DXK_PART_TYPE_PDB_INFO: u32 = 9;
pub const DXK_PART_TYPE_RDAT: u32 = 10;
pub const DXK_PART_TYPE_ROOT_SIGNATURE: u32 = 11;
pub const DXK_PART_TYPE_RDEF: u32 = 16;
pub const DXK_PART_TYPE_COUNTERS: u32 = 17;
pub const DXK_PART_TYPE_IFCE: u32 = 18;
pub const DXK_PART_TYPE_LEVEL9: u32 = 19;
pub const DXK_PART_TYPE_LIBRARY: u32 = 20;
pub const DXK_PART_TYPE_FUNCTION_SIGNATURE: u32 = 21;
pub const DXK_PART_TYPE_DXBC: u32 = 22;
pub const DXK_RDAT_NULL: u32 = 4294967295;
pub const DXK_STRIP_NONE: u32 = 0;
pub const DXK_STRIP_DEBUG: u32 = 1;
pub const DXK_STRIP_REFLECTION: u32 = 2;
pub const DXK_STRIP_PRIVATE: u32 = 4;
pub const DXK_STRIP_ROOT_SIGNATURE: u32 = 8;
pub const DXK_STRIP_SOURCE: u32 = 16;
pub const DXK_STRIP_NAMES: u32 = 32;
pub const DXK_PROGRAM_RUN: u32 = 0;
pub const DXK_PROGRAM_DEBUG: u32 = 1;
pub const DXK_PROGRAM_LIST: u32 = 2;
pub const DXK_PROGRAM_NAMES: u32 = 3;
pub const DXK_PROGRAM_REFLECT: u32 = 4;
pub const DXK_PROGRAM_TOKENS: u32 = 5;
pub const DXK_REFLECT_BUFFER_TYPE: u32 = 0;
pub const DXK_REFLECT_BUFFER_FLAG: u32 = 1;
pub const DXK_REFLECT_VARIABLE_FLAG: u32 = 2;
pub const DXK_REFLECT_VARIABLE_CLASS: u32 = 3;
pub const DXK_REFLECT_VARIABLE_TYPE: u32 = 4;
pub const DXK_REFLECT_INPUT_TYPE: u32 = 5;
pub const DXK_REFLECT_INPUT_FLAG: u32 = 6;
pub const DXK_REFLECT_RETURN_TYPE: u32 = 7;
pub const DXK_REFLECT_DIMENSION: u32 = 8;
pub const DXK_REFLECT_SYSTEM_VALUE: u32 = 9;
pub const DXK_REFLECT_COMPONENT_TYPE: u32 = 10;
pub const DXK_REFLECT_MIN_PRECISION: u32 = 11;
pub const DXK_REFLECT_PRIMITIVE: u32 = 12;
pub const DXK_REFLECT_TOPOLOGY: u32 = 13;
pub const DXK_REFLECT_TESS_OUTPUT: u32 = 14;
pub const DXK_REFLECT_TESS_PARTITIONING: u32 = 15;
pub const DXK_REFLECT_TESS_DOMAIN: u32 = 16;
pub const DXK_REFLECT_ENUM_COUNT: u32 = 17;
pub const DXK_REFLECT_INPUT: u32 = 0;
pub const DXK_REFLECT_OUTPUT: u32 = 1;
pub const DXK_REFLECT_PATCH_CONSTANT: u32 = 2;
pub const DXK_REFLECT_SIGNATURES: u32 = 3;
pub const DXK_PROFILE_SIZE: u32 = 48;
pub const DXK_FACTS: u32 = 24;
pub const DXK_FACT_NUMBER: u32 = 0;
pub const DXK_FACT_NAME: u32 = 1;
pub const DXK_FACT_FLAG: u32 = 2;
pub const DXK_FACT_MASK: u32 = 3;
pub const DXK_FACT_THREADS: u32 = 4;
pub const DXK_FACT_WAVES: u32 = 5;
pub const DXK_INSPECT_OTHER: u32 = 0;
pub const DXK_INSPECT_NUMBER: u32 = 1;
pub const DXK_INSPECT_VECTOR: u32 = 2;
pub const DXK_INSPECT_MATRIX: u32 = 3;
pub const DXK_INSPECT_ARRAY: u32 = 4;
pub const DXK_INSPECT_STRUCT: u32 = 5;
pub const DXK_INSPECT_BITS: u32 = 0;
pub const DXK_INSPECT_SIGNED: u32 = 1;
pub const DXK_INSPECT_UNSIGNED: u32 = 2;
pub const DXK_INSPECT_REAL: u32 = 3;
pub const DXK_INSPECT_BOOL: u32 = 4;
pub const DXK_INSPECT_LOCAL: u32 = 0;
pub const DXK_INSPECT_ARGUMENT: u32 = 1;
pub const DXK_INSPECT_STATIC: u32 = 2;
pub const DXK_INSPECT_SHARED: u32 = 3;
pub const DXK_INSPECT_CONSTANT: u32 = 4;
pub const DXK_INSPECT_RESOURCE: u32 = 5;
pub const DXK_INSPECT_BEFORE: u32 = 1;
pub const DXK_INSPECT_AFTER: u32 = 2;
pub const DXK_INSPECT_ASSIGN: u32 = 4;
pub const DXK_INSPECT_RUNS: u32 = 0;
pub const DXK_INSPECT_WAITS: u32 = 1;
pub const DXK_INSPECT_BARRIER: u32 = 2;
pub const DXK_INSPECT_READY: u32 = 3;
pub const DXK_INSPECT_DONE: u32 = 4;
pub const DXK_INSPECT_I1: u32 = 0;
pub const DXK_INSPECT_I8: u32 = 1;
pub const DXK_INSPECT_I16: u32 = 2;
pub const DXK_INSPECT_I32: u32 = 3;
pub const DXK_INSPECT_I64: u32 = 4;
pub const DXK_INSPECT_F16: u32 = 5;
pub const DXK_INSPECT_F32: u32 = 6;
pub const DXK_INSPECT_F64: u32 = 7;
pub const DXK_INSPECT_HANDLE: u32 = 8;
pub const DXK_INSPECT_POINTER: u32 = 9;
pub const DXK_MATCH_TARGET_NONE: u32 = 0;
pub const DXK_MATCH_TARGET_FLOAT: u32 = 1;
pub const DXK_MATCH_TARGET_SINT: u32 = 2;
pub const DXK_MATCH_TARGET_UINT: u32 = 3;
pub const DXK_PDB_NOWHERE: u32 = 0;
pub const DXK_PDB_PDBI: u32 = 1;
pub const DXK_PDB_SRCI: u32 = 2;
pub const DXK_PDB_METADATA: u32 = 3;
pub const DXK_PICTURE_KINDS: u32 = 11;
pub const DXK_PICTURE_PARTS: u32 = 0;
pub const DXK_PICTURE_ROOTSIG: u32 = 1;
pub const DXK_PICTURE_BINDINGS: u32 = 2;
pub const DXK_PICTURE_SIGNATURES: u32 = 3;
pub const DXK_PICTURE_LINKAGE: u32 = 4;
pub const DXK_PICTURE_BUFFERS: u32 = 5;
pub const DXK_PICTURE_DEPENDS: u32 = 6;
pub const DXK_PICTURE_FLOW: u32 = 7;
pub const DXK_PICTURE_CALLS: u32 = 8;
pub const DXK_PICTURE_NODES: u32 = 9;
pub const DXK_PICTURE_DIFF: u32 = 10;
pub const DXK_REPORT_PARTS: u32 = 24;
pub const DXK_REPORT_UNCHECKED: u32 = 0;
pub const DXK_REPORT_VALID: u32 = 1;
pub const DXK_REPORT_INVALID: u32 = 2;
pub const DXK_UNBOUNDED: u32 = 4294967295;
pub const DXK_UNASSIGNED: u32 = 4294967295;
pub const DXK_SYMBOL_ENTRY: u32 = 0;
pub const DXK_SYMBOL_DEFINED: u32 = 1;
pub const DXK_SYMBOL_INTERNAL: u32 = 2;
pub const DXK_SYMBOL_CONSTRUCTOR: u32 = 3;
pub const DXK_SYMBOL_UNDEFINED: u32 = 4;
pub const DXK_YAML_DXK: u32 = 0;
pub const DXK_YAML_LLVM: u32 = 1;
pub const DXK_YAML_LLVM22: u32 = 2;
pub const DXK_YAML_LLVM21: u32 = 3;
pub const DXK_YAML_LLVM20: u32 = 4;
pub const DXK_YAML_LLVM19: u32 = 5;
pub const DXK_YAML_MODULE_BYTES: u32 = 0;
pub const DXK_YAML_MODULE_TEXT: u32 = 1;
pub const DXK_YAML_MODULE_LOSSY: u32 = 2;
pub const DXK_NO_PART: usize = usize::MAX;
pub const DXK_NO_INDEX: usize = usize::MAX;
pub const DXK_NO_ENTRY: usize = usize::MAX;
pub type dxk_alloc_fn = Option<unsafe extern "C" fn(*mut c_void, *mut c_void, usize, usize) -> *mut c_void>;
pub type dxk_type = u32;
pub type dxk_value = u32;
pub type dxk_op = u32;
pub type dxk_block = u32;
pub type dxk_run_finding_fn = Option<unsafe extern "C" fn(*mut c_void, *const dxk_run_finding)>;
pub type dxk_run_input_fn = Option<unsafe extern "C" fn(*mut c_void, u32, u32, dxk_run_spot, i32, i32) -> u32>;
pub type dxk_metadata = u32;
pub type dxk_inspect_type = u32;
pub type dxk_inspect_fn = Option<unsafe extern "C" fn(*mut c_void, *const dxk_inspect_state) -> dxk_status>;
pub type dxk_element = u32;
pub type dxk_resource = u32;
#[repr(C)]
pub struct dxk_ctx {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}
#[repr(C)]
pub struct dxk_container {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}
#[repr(C)]
pub struct dxk_module {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}
#[repr(C)]
pub struct dxk_builder {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}
#[repr(C)]
pub struct dxk_validation {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}
#[repr(C)]
pub struct dxk_program_diff {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}
#[repr(C)]
pub struct dxk_run_program {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}
#[repr(C)]
pub struct dxk_run {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}
#[repr(C)]
pub struct dxk_run_worker {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}
#[repr(C)]
pub struct dxk_dxil {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}
#[repr(C)]
pub struct dxk_lines {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}
#[repr(C)]
pub struct dxk_uses {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}
#[repr(C)]
pub struct dxk_inspect {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}
#[repr(C)]
pub struct dxk_inspect_state {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}
#[repr(C)]
pub struct dxk_job {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}
#[repr(C)]
pub struct dxk_linker {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}
#[repr(C)]
pub struct dxk_pdb {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}
#[repr(C)]
pub struct dxk_picture_tree {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}
#[repr(C)]
pub struct dxk_report_collection {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}
#[repr(C)]
pub struct dxk_symbols {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_bytes {
    pub data: *const u8,
    pub size: usize,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_str {
    pub data: *const c_char,
    pub size: usize,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_limits {
    pub memory: usize,
    pub inflated: usize,
    pub depth: u32,
    pub diagnostics: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_ctx_options {
    pub struct_size: usize,
    pub alloc: dxk_alloc_fn,
    pub alloc_user: *mut c_void,
    pub limits: dxk_limits,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_diag_range {
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_diag_fix {
    pub range: dxk_diag_range,
    pub text: *const c_char,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_diag {
    pub severity: dxk_severity,
    pub place: dxk_place,
    pub rule: *const c_char,
    pub position: u64,
    pub line: u32,
    pub column: u32,
    pub path: *const c_char,
    pub message: *const c_char,
    pub file: *const c_char,
    pub excerpt: *const c_char,
    pub ranges: *const dxk_diag_range,
    pub range_count: usize,
    pub fixes: *const dxk_diag_fix,
    pub fix_count: usize,
    pub group: *const c_char,
    pub is_raised: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_sink {
    pub write: Option<unsafe extern "C" fn(*mut c_void, *const c_void, usize) -> dxk_status>,
    pub user: *mut c_void,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_buffer {
    pub data: *mut u8,
    pub size: usize,
    pub capacity: usize,
    pub ctx: *mut dxk_ctx,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_diag_print_options {
    pub struct_size: usize,
    pub file: *const c_char,
    pub input: dxk_bytes,
    pub color: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_bitcode_dump_options {
    pub struct_size: usize,
    pub name: *const c_char,
    pub no_records: bool,
    pub no_summary: bool,
    pub offsets: bool,
    pub json: bool,
    pub file_offset: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_container_header {
    pub digest: [u8; 16],
    pub major: u16,
    pub minor: u16,
    pub size: u32,
    pub part_count: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_part {
    pub fourcc: u32,
    pub size: u32,
    pub offset: usize,
    pub content: dxk_bytes,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_read_options {
    pub struct_size: usize,
    pub salvage: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_write_options {
    pub struct_size: usize,
    pub digest: dxk_digest_mode,
    pub as_container: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_module_read_options {
    pub struct_size: usize,
    pub salvage: bool,
    pub offsets: bool,
    pub no_bodies: bool,
    pub file_offset: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_module_write_options {
    pub struct_size: usize,
    pub use_lists: dxk_use_lists,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_build_options {
    pub struct_size: usize,
    pub has_validator: bool,
    pub override_validator: bool,
    pub validator_major: u32,
    pub validator_minor: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_pack_element {
    pub semantic: u32,
    pub semantic_index: u32,
    pub component_type: u32,
    pub interpolation: u32,
    pub rows: u32,
    pub columns: u32,
    pub stream: u32,
    pub start_row: i32,
    pub start_column: i32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_pack_options {
    pub struct_size: usize,
    pub strategy: dxk_packing_strategy,
    pub native_16bit: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_builder_options {
    pub struct_size: usize,
    pub kind: dxk_shader_kind,
    pub model_minor: u32,
    pub has_validator: bool,
    pub validator_major: u32,
    pub validator_minor: u32,
    pub native_16bit: bool,
    pub all_resources_bound: bool,
    pub disable_optimizations: bool,
    pub disable_math_refactoring: bool,
    pub resources_may_alias: bool,
    pub packing: dxk_packing_strategy,
    pub root_signature: dxk_bytes,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_file_header {
    pub magic: u32,
    pub digest: [u8; 16],
    pub major: u16,
    pub minor: u16,
    pub size: u32,
    pub part_count: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_part_header {
    pub fourcc: u32,
    pub size: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_program_header {
    pub minor_version: u8,
    pub major_version: u8,
    pub unused: u8,
    pub shader_kind: u16,
    pub size_in_dwords: u32,
    pub magic: u32,
    pub dxil_minor: u8,
    pub dxil_major: u8,
    pub dxil_unused: u16,
    pub bitcode_offset: u32,
    pub bitcode_size: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_signature_header {
    pub count: u32,
    pub offset: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_signature_element {
    pub stream: u32,
    pub name: u32,
    pub semantic_index: u32,
    pub system_value: u32,
    pub component_type: u32,
    pub register_index: u32,
    pub mask: u8,
    pub rw_mask: u8,
    pub unused: u16,
    pub min_precision: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_feature_info {
    pub flags: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_shader_hash {
    pub flags: u32,
    pub digest: [u8; 16],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_psv_runtime_info {
    pub stage_info: [u8; 16],
    pub minimum_wave_lanes: u32,
    pub maximum_wave_lanes: u32,
    pub shader_stage: u8,
    pub uses_view_id: u8,
    pub stage_extra: [u8; 2],
    pub sig_input_elements: u8,
    pub sig_output_elements: u8,
    pub sig_patch_or_prim_elements: u8,
    pub sig_input_vectors: u8,
    pub sig_output_vectors0: u8,
    pub sig_output_vectors1: u8,
    pub sig_output_vectors2: u8,
    pub sig_output_vectors3: u8,
    pub threads_x: u32,
    pub threads_y: u32,
    pub threads_z: u32,
    pub entry_name: u32,
    pub group_shared_bytes: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_psv_vs_info {
    pub output_position_present: u8,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_psv_hs_info {
    pub input_control_points: u32,
    pub output_control_points: u32,
    pub tessellator_domain: u32,
    pub tessellator_output: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_psv_ds_info {
    pub input_control_points: u32,
    pub output_position_present: u8,
    pub unused: [u8; 3],
    pub tessellator_domain: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_psv_gs_info {
    pub input_primitive: u32,
    pub output_topology: u32,
    pub output_stream_mask: u32,
    pub output_position_present: u8,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_psv_ps_info {
    pub depth_output: u8,
    pub sample_frequency: u8,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_psv_ms_info {
    pub group_shared_bytes: u32,
    pub group_shared_bytes_of_view_id: u32,
    pub payload_bytes: u32,
    pub max_output_vertices: u16,
    pub max_output_primitives: u16,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_psv_as_info {
    pub payload_bytes: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_psv_gs_extra {
    pub max_vertex_count: u16,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_psv_patch_extra {
    pub patch_vectors: u8,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_psv_ms_extra {
    pub primitive_vectors: u8,
    pub output_topology: u8,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_psv_resource {
    pub r#type: u32,
    pub space: u32,
    pub lower_bound: u32,
    pub upper_bound: u32,
    pub kind: u32,
    pub flags: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_psv_element {
    pub name: u32,
    pub indices: u32,
    pub rows: u8,
    pub start_row: u8,
    pub cols: u8,
    pub start_col: u8,
    pub allocated: u8,
    pub unused_bit: u8,
    pub semantic_kind: u8,
    pub component_type: u8,
    pub interpolation: u8,
    pub dynamic_mask: u8,
    pub stream: u8,
    pub unused_bits: u8,
    pub reserved: u8,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_compiler_version {
    pub major: u16,
    pub minor: u16,
    pub flags: u32,
    pub commit_count: u32,
    pub strings_size: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_debug_name {
    pub flags: u16,
    pub name_length: u16,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_source_header {
    pub size: u32,
    pub flags: u16,
    pub section_count: u16,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_source_section_header {
    pub size: u32,
    pub flags: u16,
    pub r#type: u16,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_source_names_header {
    pub flags: u32,
    pub count: u32,
    pub entries_size: u16,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_source_name_entry {
    pub size: u32,
    pub flags: u32,
    pub name_size: u32,
    pub content_size: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_source_contents_header {
    pub size: u32,
    pub flags: u16,
    pub compression: u16,
    pub stored_size: u32,
    pub inflated_size: u32,
    pub count: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_source_content_entry {
    pub size: u32,
    pub flags: u32,
    pub content_size: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_source_args_header {
    pub flags: u32,
    pub size: u32,
    pub count: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_pdb_info_header {
    pub version: u16,
    pub compression: u16,
    pub stored_size: u32,
    pub inflated_size: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_header {
    pub version: u32,
    pub part_count: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_part_header {
    pub r#type: u32,
    pub size: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_table_header {
    pub count: u32,
    pub stride: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_resource {
    pub resource_class: u32,
    pub kind: u32,
    pub id: u32,
    pub space: u32,
    pub lower_bound: u32,
    pub upper_bound: u32,
    pub name: u32,
    pub flags: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_function {
    pub name: u32,
    pub unmangled_name: u32,
    pub resources: u32,
    pub function_dependencies: u32,
    pub shader_kind: u32,
    pub payload_size_in_bytes: u32,
    pub attribute_size_in_bytes: u32,
    pub feature_info1: u32,
    pub feature_info2: u32,
    pub shader_stage_flag: u32,
    pub min_shader_target: u32,
    pub minimum_expected_wave_lane_count: u8,
    pub maximum_expected_wave_lane_count: u8,
    pub shader_flags: u16,
    pub shader_ref: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_dispatch_grid {
    pub byte_offset: u16,
    pub component_num_and_type: u16,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_node_id {
    pub name: u32,
    pub index: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_func_attrib {
    pub attrib_kind: u32,
    pub value: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_io_attrib {
    pub attrib_kind: u32,
    pub value: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_io_node {
    pub io_flags_and_kind: u32,
    pub attribs: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_node {
    pub launch_type: u32,
    pub group_shared_bytes_used: u32,
    pub attribs: u32,
    pub outputs: u32,
    pub inputs: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_signature_element {
    pub semantic_name: u32,
    pub semantic_indices: u32,
    pub semantic_kind: u8,
    pub component_type: u8,
    pub interpolation_mode: u8,
    pub start_row: u8,
    pub cols_and_stream: u8,
    pub usage_and_dyn_index_masks: u8,
    pub padding: [u8; 2],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_vs_info {
    pub sig_input_elements: u32,
    pub sig_output_elements: u32,
    pub view_id_output_mask: u32,
    pub view_id_output_mask_size: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_ps_info {
    pub sig_input_elements: u32,
    pub sig_output_elements: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_hs_info {
    pub sig_input_elements: u32,
    pub sig_output_elements: u32,
    pub sig_patch_const_output_elements: u32,
    pub view_id_output_mask: u32,
    pub view_id_output_mask_size: u32,
    pub view_id_patch_const_output_mask: u32,
    pub view_id_patch_const_output_mask_size: u32,
    pub input_to_output_masks: u32,
    pub input_to_output_masks_size: u32,
    pub input_to_patch_const_output_masks: u32,
    pub input_to_patch_const_output_masks_size: u32,
    pub input_control_point_count: u8,
    pub output_control_point_count: u8,
    pub tessellator_domain: u8,
    pub tessellator_output_primitive: u8,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_ds_info {
    pub sig_input_elements: u32,
    pub sig_output_elements: u32,
    pub sig_patch_const_input_elements: u32,
    pub view_id_output_mask: u32,
    pub view_id_output_mask_size: u32,
    pub input_to_output_masks: u32,
    pub input_to_output_masks_size: u32,
    pub patch_const_input_to_output_masks: u32,
    pub patch_const_input_to_output_masks_size: u32,
    pub input_control_point_count: u8,
    pub tessellator_domain: u8,
    pub padding: [u8; 2],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_gs_info {
    pub sig_input_elements: u32,
    pub sig_output_elements: u32,
    pub view_id_output_mask: u32,
    pub view_id_output_mask_size: u32,
    pub input_to_output_masks: u32,
    pub input_to_output_masks_size: u32,
    pub input_primitive: u8,
    pub output_topology: u8,
    pub max_vertex_count: u8,
    pub output_stream_mask: u8,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_cs_info {
    pub num_threads: u32,
    pub group_shared_bytes_used: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_ms_info {
    pub sig_output_elements: u32,
    pub sig_prim_output_elements: u32,
    pub view_id_output_mask: u32,
    pub view_id_output_mask_size: u32,
    pub view_id_prim_output_mask: u32,
    pub view_id_prim_output_mask_size: u32,
    pub num_threads: u32,
    pub group_shared_bytes_used: u32,
    pub group_shared_bytes_dependent_on_view_id: u32,
    pub payload_size_in_bytes: u32,
    pub max_output_vertices: u16,
    pub max_output_primitives: u16,
    pub mesh_output_topology: u8,
    pub padding: [u8; 3],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_as_info {
    pub num_threads: u32,
    pub group_shared_bytes_used: u32,
    pub payload_size_in_bytes: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_state_object_config {
    pub flags: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_root_signature {
    pub data: u32,
    pub data_size: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_association {
    pub subobject: u32,
    pub exports: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_raytracing_shader_config {
    pub max_payload_size_in_bytes: u32,
    pub max_attribute_size_in_bytes: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_raytracing_pipeline_config {
    pub max_trace_recursion_depth: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_hit_group {
    pub r#type: u32,
    pub any_hit: u32,
    pub closest_hit: u32,
    pub intersection: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_raytracing_pipeline_config1 {
    pub max_trace_recursion_depth: u32,
    pub flags: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_subobject {
    pub kind: u32,
    pub name: u32,
    pub value: [u8; 16],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_pdb_library {
    pub name: u32,
    pub data: u32,
    pub data_size: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_pdb_source {
    pub name: u32,
    pub content: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_pdb_info {
    pub sources: u32,
    pub libraries: u32,
    pub arg_pairs: u32,
    pub hash: u32,
    pub hash_size: u32,
    pub pdb_name: u32,
    pub custom_toolchain_id: u32,
    pub custom_toolchain_data: u32,
    pub custom_toolchain_data_size: u32,
    pub whole_dxil: u32,
    pub whole_dxil_size: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rs_header {
    pub version: u32,
    pub parameter_count: u32,
    pub parameter_offset: u32,
    pub sampler_count: u32,
    pub sampler_offset: u32,
    pub flags: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rs_parameter {
    pub r#type: u32,
    pub visibility: u32,
    pub offset: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rs_constants {
    pub shader_register: u32,
    pub register_space: u32,
    pub value_count: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rs_descriptor {
    pub shader_register: u32,
    pub register_space: u32,
    pub flags: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rs_table {
    pub range_count: u32,
    pub range_offset: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rs_range_1_0 {
    pub r#type: u32,
    pub count: u32,
    pub shader_register: u32,
    pub register_space: u32,
    pub table_offset: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rs_range {
    pub r#type: u32,
    pub count: u32,
    pub shader_register: u32,
    pub register_space: u32,
    pub flags: u32,
    pub table_offset: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rs_sampler {
    pub filter: u32,
    pub address_u: u32,
    pub address_v: u32,
    pub address_w: u32,
    pub mip_lod_bias: f32,
    pub max_anisotropy: u32,
    pub comparison_func: u32,
    pub border_color: u32,
    pub min_lod: f32,
    pub max_lod: f32,
    pub shader_register: u32,
    pub register_space: u32,
    pub visibility: u32,
    pub flags: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_signature_element4 {
    pub name: u32,
    pub semantic_index: u32,
    pub system_value: u32,
    pub component_type: u32,
    pub register_index: u32,
    pub mask: u8,
    pub rw_mask: u8,
    pub unused: u16,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_signature_element5 {
    pub stream: u32,
    pub name: u32,
    pub semantic_index: u32,
    pub system_value: u32,
    pub component_type: u32,
    pub register_index: u32,
    pub mask: u8,
    pub rw_mask: u8,
    pub unused: u16,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdef_header {
    pub buffer_count: u32,
    pub buffers: u32,
    pub binding_count: u32,
    pub bindings: u32,
    pub minor_version: u8,
    pub major_version: u8,
    pub program: u16,
    pub flags: u32,
    pub creator: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdef_sizes {
    pub magic: u32,
    pub header_size: u32,
    pub buffer_size: u32,
    pub binding_size: u32,
    pub variable_size: u32,
    pub type_size: u32,
    pub member_size: u32,
    pub interface_slots: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdef_binding {
    pub name: u32,
    pub kind: u32,
    pub return_type: u32,
    pub dimension: u32,
    pub samples: u32,
    pub bind_point: u32,
    pub bind_count: u32,
    pub flags: u32,
    pub space: u32,
    pub id: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdef_buffer {
    pub name: u32,
    pub variable_count: u32,
    pub variables: u32,
    pub size: u32,
    pub flags: u32,
    pub kind: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdef_variable {
    pub name: u32,
    pub start: u32,
    pub size: u32,
    pub flags: u32,
    pub r#type: u32,
    pub default_value: u32,
    pub first_texture: u32,
    pub texture_count: u32,
    pub first_sampler: u32,
    pub sampler_count: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdef_type {
    pub type_class: u16,
    pub base: u16,
    pub rows: u16,
    pub columns: u16,
    pub elements: u16,
    pub member_count: u16,
    pub members: u32,
    pub sub_type: u32,
    pub base_class: u32,
    pub interface_count: u32,
    pub interfaces: u32,
    pub name: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdef_member {
    pub name: u32,
    pub r#type: u32,
    pub start: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_counters {
    pub instructions: u32,
    pub temps: u32,
    pub definitions: u32,
    pub declarations: u32,
    pub float_instructions: u32,
    pub int_instructions: u32,
    pub uint_instructions: u32,
    pub static_flow_control: u32,
    pub dynamic_flow_control: u32,
    pub macro_instructions: u32,
    pub temp_arrays: u32,
    pub array_instructions: u32,
    pub cut_instructions: u32,
    pub emit_instructions: u32,
    pub texture_normal: u32,
    pub texture_load: u32,
    pub texture_comparison: u32,
    pub texture_bias: u32,
    pub texture_gradient: u32,
    pub mov_instructions: u32,
    pub movc_instructions: u32,
    pub conversion_instructions: u32,
    pub bitwise_instructions: u32,
    pub input_primitive: u32,
    pub output_topology: u32,
    pub max_output_vertices: u32,
    pub gather_instructions: u32,
    pub lod_instructions: u32,
    pub sample_frequency: u32,
    pub gs_instances: u32,
    pub control_points: u32,
    pub hs_output_primitive: u32,
    pub hs_partitioning: u32,
    pub tessellator_domain: u32,
    pub barrier_instructions: u32,
    pub interlocked_instructions: u32,
    pub texture_store: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_ifce_header {
    pub instance_count: u32,
    pub type_count: u32,
    pub slot_records: u32,
    pub slot_count: u32,
    pub instances: u32,
    pub types: u32,
    pub slots: u32,
    pub unused: [u8; 8],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_ifce_slot {
    pub slots: u32,
    pub type_count: u32,
    pub types: u32,
    pub tables: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_ifce_type {
    pub name: u32,
    pub id: u16,
    pub buffer_stride: u16,
    pub textures: u16,
    pub samplers: u16,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_ifce_instance {
    pub name: u32,
    pub r#type: u16,
    pub unused: u16,
    pub buffer: u16,
    pub buffer_offset: u16,
    pub texture: u16,
    pub sampler: u16,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_level9_header {
    pub size: u32,
    pub version: u32,
    pub code_size: u32,
    pub code: u32,
    pub constant_count: u16,
    pub constants: u16,
    pub integer_count: u16,
    pub integers: u16,
    pub boolean_count: u16,
    pub booleans: u16,
    pub sampler_count: u16,
    pub samplers: u16,
    pub runtime_count: u16,
    pub runtimes: u16,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_level9_constant {
    pub buffer: u16,
    pub start: u16,
    pub count: u16,
    pub target: u16,
    pub conversion: [u8; 4],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_level9_sampler {
    pub texture: u8,
    pub sampler: u8,
    pub target: u8,
    pub unused: u8,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_level9_runtime {
    pub kind: u16,
    pub target: u16,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_library_header {
    pub version: u32,
    pub creator: u32,
    pub flags: u32,
    pub function_count: u32,
    pub functions: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_library_function {
    pub kind: u32,
    pub name: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_function_header {
    pub parameter_count: u32,
    pub parameters: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_function_parameter {
    pub name: u32,
    pub semantic: u32,
    pub r#type: u32,
    pub type_class: u32,
    pub rows: u32,
    pub columns: u32,
    pub interpolation: u32,
    pub flags: u32,
    pub in_register: u32,
    pub in_component: u32,
    pub out_register: u32,
    pub out_component: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_level9_debug {
    pub size: u32,
    pub compiler: u32,
    pub unknown: u32,
    pub file_count: u32,
    pub files: u32,
    pub line_count: u32,
    pub lines: u32,
    pub variable_count: u32,
    pub variables: u32,
    pub entry: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_level9_line {
    pub line: u16,
    pub file: u16,
    pub place: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_level9_variable {
    pub scope: u32,
    pub name: u32,
    pub r#type: u32,
    pub place_count: u32,
    pub places: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_level9_place {
    pub line: u32,
    pub x: u16,
    pub y: u16,
    pub z: u16,
    pub w: u16,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_pdb_identity {
    pub version: u32,
    pub signature: u32,
    pub age: u32,
    pub guid: [u8; 16],
    pub names_size: u32,
    pub names_used: u32,
    pub names_capacity: u32,
    pub names: [u8; 16],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_psv0 {
    pub info_size: u32,
    pub info: dxk_psv_runtime_info,
    pub info_tail: dxk_bytes,
    pub resource_count: u32,
    pub resource_stride: u32,
    pub resources: *mut dxk_psv_resource,
    pub resource_bytes: dxk_bytes,
    pub strings_size: u32,
    pub strings: dxk_bytes,
    pub index_count: u32,
    pub indices: *mut u32,
    pub element_stride: u32,
    pub elements: [*mut dxk_psv_element; 3],
    pub element_bytes: [dxk_bytes; 3],
    pub view_id_to_output: [*mut u32; 4],
    pub view_id_to_patch_or_prim: *mut u32,
    pub input_to_output: [*mut u32; 4],
    pub input_to_patch: *mut u32,
    pub patch_to_output: *mut u32,
    pub rest: dxk_bytes,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub union dxk_psv_stage_info_as {
    pub vs: dxk_psv_vs_info,
    pub hs: dxk_psv_hs_info,
    pub ds: dxk_psv_ds_info,
    pub gs: dxk_psv_gs_info,
    pub ps: dxk_psv_ps_info,
    pub ms: dxk_psv_ms_info,
    pub r#as: dxk_psv_as_info,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_psv_stage_info {
    pub stage: u32,
    pub r#as: dxk_psv_stage_info_as,
    pub max_vertex_count: u32,
    pub patch_vectors: u32,
    pub primitive_vectors: u32,
    pub mesh_output_topology: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_psv_table {
    pub words: *const u32,
    pub rows: u32,
    pub columns: u32,
    pub row_words: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_psv_print_options {
    pub struct_size: usize,
    pub pieces: u32,
    pub stage_known: bool,
    pub stage: u32,
    pub prefix: *const c_char,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_json {
    pub sink: dxk_sink,
    pub status: dxk_status,
    pub depth: usize,
    pub dropped: usize,
    pub inline_from: usize,
    pub empty: bool,
    pub close: [c_char; 600],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_slack {
    pub offset: usize,
    pub bytes: dxk_bytes,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_visit_node {
    pub name: *const c_char,
    pub index: usize,
    pub record: *const c_char,
    pub list: bool,
    pub offset: u64,
    pub inflated: bool,
    pub size: u64,
    pub count: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_visit_field {
    pub name: *const c_char,
    pub index: usize,
    pub offset: u64,
    pub inflated: bool,
    pub size: u32,
    pub bit: u8,
    pub bits: u8,
    pub show: dxk_show,
    pub names: dxk_enum_id,
    pub number: u64,
    pub real: f64,
    pub bytes: dxk_bytes,
    pub text: dxk_str,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_visitor {
    pub user: *mut c_void,
    pub enter: Option<unsafe extern "C" fn(*mut c_void, *const dxk_visit_node) -> dxk_status>,
    pub field: Option<unsafe extern "C" fn(*mut c_void, *const dxk_visit_field) -> dxk_status>,
    pub leave: Option<unsafe extern "C" fn(*mut c_void, *const dxk_visit_node) -> dxk_status>,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_root_parameter_table {
    pub header: dxk_rs_table,
    pub ranges: *mut dxk_rs_range,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub union dxk_root_parameter_as {
    pub table: dxk_root_parameter_table,
    pub constants: dxk_rs_constants,
    pub descriptor: dxk_rs_descriptor,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_root_parameter {
    pub header: dxk_rs_parameter,
    pub r#as: dxk_root_parameter_as,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_root_signature {
    pub header: dxk_rs_header,
    pub parameters: *mut dxk_root_parameter,
    pub samplers: *mut dxk_rs_sampler,
    pub raw_samplers: dxk_bytes,
    pub slack: *mut dxk_slack,
    pub slack_count: usize,
    pub size: usize,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rootsig_print_options {
    pub struct_size: usize,
    pub define: *const c_char,
    pub one_line: bool,
    pub all: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rootsig_parse_options {
    pub struct_size: usize,
    pub version: u32,
    pub define: *const c_char,
    pub unchecked: bool,
    pub is_global: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_line_source {
    pub line: Option<unsafe extern "C" fn(*mut c_void, dxk_str, u32, *mut dxk_str) -> bool>,
    pub user: *mut c_void,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_print_options {
    pub struct_size: usize,
    pub no_comments: bool,
    pub offsets: bool,
    pub raw_ids: bool,
    pub color: bool,
    pub source: *const dxk_line_source,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_resource_properties {
    pub kind: dxk_resource_kind,
    pub resource_class: dxk_resource_class,
    pub align_log2: u8,
    pub rasterizer_ordered: bool,
    pub globally_coherent: bool,
    pub reorder_coherent: bool,
    pub counter_or_comparison: bool,
    pub component: dxk_component_type,
    pub component_count: u8,
    pub sample_count: u8,
    pub size: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_parse_options {
    pub struct_size: usize,
    pub as_written: bool,
    pub places: bool,
    pub kinds: *const dxk_str,
    pub kind_count: usize,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_hlsl_options {
    pub struct_size: usize,
    pub name: dxk_str,
    pub target: *const c_char,
    pub entry: *const c_char,
    pub defines: *const *const c_char,
    pub define_count: usize,
    pub directories: *const *const c_char,
    pub directory_count: usize,
    pub silent: *const *const c_char,
    pub silent_count: usize,
    pub loud: *const *const c_char,
    pub loud_count: usize,
    pub version: u32,
    pub optimize: u32,
    pub debug: bool,
    pub arguments: *const *const c_char,
    pub argument_count: usize,
    pub no_optimize: bool,
    pub native_16bit: bool,
    pub row_major: bool,
    pub strict_ieee: bool,
    pub warnings_are_errors: bool,
    pub no_warnings: bool,
    pub ignore_line_directives: bool,
    pub legacy_macros: bool,
    pub all_resources_bound: bool,
    pub export_all: bool,
    pub export_shaders_only: bool,
    pub payload_qualifiers: bool,
    pub has_binding_space: bool,
    pub binding_space: u32,
    pub exports: *const *const c_char,
    pub export_count: usize,
    pub keep_names: bool,
    pub validator_major: u32,
    pub validator_minor: u32,
    pub include: Option<unsafe extern "C" fn(*mut c_void, dxk_str, *mut dxk_bytes) -> dxk_status>,
    pub user: *mut c_void,
    pub denormals: *const c_char,
    pub root_signature_define: *const c_char,
    pub root_signature_version: u32,
    pub export_marked: bool,
    pub any_validator: bool,
    pub fatal: *const *const c_char,
    pub fatal_count: usize,
    pub harmless: *const *const c_char,
    pub harmless_count: usize,
    pub resources_may_alias: bool,
    pub pack_optimized: bool,
    pub hash_source: bool,
    pub direct3d_9: bool,
    pub no_payload_qualifiers: bool,
    pub reserve_registers: bool,
    pub registers_may_overlap: bool,
    pub precise_outputs: *const *const c_char,
    pub precise_output_count: usize,
    pub prefer_flow_control: bool,
    pub avoid_flow_control: bool,
    pub pdb_name: *const c_char,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_hlsl_guess_result {
    pub target: [c_char; 32],
    pub entry: [c_char; 256],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_validate_options {
    pub struct_size: usize,
    pub has_validator: bool,
    pub validator_minor: u32,
    pub max_findings: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_finding {
    pub rule: *const c_char,
    pub severity: dxk_severity,
    pub place: dxk_finding_place,
    pub message: dxk_str,
    pub function: dxk_str,
    pub file: dxk_str,
    pub line: u32,
    pub column: u32,
    pub instruction: dxk_str,
    pub block: dxk_str,
    pub block_index: u32,
    pub bit_offset: u32,
    pub offset: u64,
    pub note: dxk_str,
    pub summary: dxk_str,
    pub path: dxk_str,
    pub subject: dxk_str,
    pub instruction_index: u32,
    pub is_repeated: bool,
    pub is_excused: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_sign_options {
    pub struct_size: usize,
    pub no_validate: bool,
    pub validate: *const dxk_validate_options,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rule_info {
    pub index: usize,
    pub id: *const c_char,
    pub text: *const c_char,
    pub explanation: *const c_char,
    pub fix: *const c_char,
    pub example: *const c_char,
    pub is_validation: bool,
    pub since_minor: u32,
    pub is_checked: bool,
    pub severity: dxk_severity,
    pub is_hlsl: bool,
    pub group: *const c_char,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_text_error {
    pub line: u32,
    pub column: u32,
    pub message: dxk_str,
    pub source_line: dxk_str,
    pub is_fatal: bool,
    pub code: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_convert_options {
    pub struct_size: usize,
    pub model_minor: u32,
    pub has_validator: bool,
    pub validator_major: u32,
    pub validator_minor: u32,
    pub passes: dxk_str,
    pub plain_casts: bool,
    pub pack: bool,
    pub keep_names: bool,
    pub format: dxk_convert_format,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_difference {
    pub kind: dxk_difference_kind,
    pub path: *const c_char,
    pub left: dxk_str,
    pub right: dxk_str,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_diff_options {
    pub struct_size: usize,
    pub layout: bool,
    pub content: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_diff_row {
    pub area: dxk_diff_area,
    pub kind: dxk_difference_kind,
    pub left: dxk_str,
    pub right: dxk_str,
    pub left_value: dxk_value,
    pub right_value: dxk_value,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_diff_summary {
    pub differences: usize,
    pub functions: [u64; 2],
    pub blocks: [u64; 2],
    pub instructions: [u64; 2],
    pub changed: u64,
    pub removed: u64,
    pub added: u64,
    pub moved: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_diff_count {
    pub name: dxk_str,
    pub count: [u64; 2],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_diff_print_options {
    pub struct_size: usize,
    pub context: u32,
    pub summary_only: bool,
    pub color: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_run_program_options {
    pub struct_size: usize,
    pub entry: dxk_str,
    pub wave_size: u32,
    pub undef: u32,
    pub denormals: dxk_run_denormals,
    pub no_validate: bool,
    pub no_sharing: bool,
    pub for_invoke: bool,
    pub debug: *const dxk_container,
    pub for_debug: bool,
    pub names: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_run_program_info {
    pub entry: dxk_str,
    pub kind: dxk_shader_kind,
    pub num_threads: [u32; 3],
    pub wave_size: u32,
    pub shared_bytes: u32,
    pub private_bytes: u32,
    pub register_count: u32,
    pub instructions: u32,
    pub resource_count: usize,
    pub input_words: u32,
    pub output_words: u32,
    pub place_count: u32,
    pub has_lines: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_run_resource {
    pub cls: dxk_resource_class,
    pub kind: dxk_resource_kind,
    pub name: dxk_str,
    pub space: u32,
    pub first: u32,
    pub count: u32,
    pub element: dxk_component_type,
    pub components: u32,
    pub stride: u32,
    pub size: u32,
    pub has_counter: bool,
    pub is_comparison: bool,
    pub samples: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_run_place {
    pub function: dxk_str,
    pub instruction: u32,
    pub block: u32,
    pub levels: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_run_frame {
    pub function: dxk_str,
    pub file: dxk_str,
    pub line: u32,
    pub column: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_run_finding {
    pub id: *const c_char,
    pub severity: dxk_severity,
    pub function: dxk_str,
    pub instruction: u32,
    pub file: dxk_str,
    pub line: u32,
    pub column: u32,
    pub group: [u32; 3],
    pub thread: [u32; 3],
    pub lane: u32,
    pub values: [u64; 2],
    pub count: u64,
    pub place: u32,
    pub other_place: u32,
    pub resource: u32,
    pub register_number: u32,
    pub heap_slot: u32,
    pub variable: u32,
    pub unit: dxk_run_unit,
    pub element: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_run_options {
    pub struct_size: usize,
    pub schedule: dxk_run_schedule,
    pub seed: u64,
    pub max_steps: u64,
    pub sanitize: u64,
    pub finding: dxk_run_finding_fn,
    pub finding_user: *mut c_void,
    pub profile: bool,
    pub goes_on: Option<unsafe extern "C" fn(*mut c_void) -> bool>,
    pub goes_on_user: *mut c_void,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_run_format {
    pub name: *const c_char,
    pub number: u32,
    pub size: u32,
    pub block_width: u32,
    pub block_height: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_run_view {
    pub kind: dxk_resource_kind,
    pub format: u32,
    pub data: *mut c_void,
    pub size: u64,
    pub first: u64,
    pub count: u32,
    pub stride: u32,
    pub counter: *mut u32,
    pub width: u32,
    pub height: u32,
    pub depth: u32,
    pub slices: u32,
    pub mips: u32,
    pub samples: u32,
    pub first_mip: u32,
    pub view_mips: u32,
    pub first_slice: u32,
    pub view_slices: u32,
    pub is_tiled: bool,
    pub mapped_tiles: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_run_sampler {
    pub filter: u32,
    pub address: [dxk_run_address; 3],
    pub mip_bias: f32,
    pub max_anisotropy: u32,
    pub comparison: u32,
    pub border: [u32; 4],
    pub min_lod: f32,
    pub max_lod: f32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_run_counts {
    pub runs: u64,
    pub lanes: u64,
    pub read: u64,
    pub written: u64,
    pub shared_read: u64,
    pub shared_written: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_run_element {
    pub name: dxk_str,
    pub index: u32,
    pub kind: dxk_semantic_kind,
    pub component: dxk_component_type,
    pub interpolation: dxk_interpolation_mode,
    pub rows: u32,
    pub columns: u32,
    pub word: u32,
    pub stream: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_run_stage {
    pub patch_words: u32,
    pub input_points: u32,
    pub output_points: u32,
    pub instances: u32,
    pub max_vertices: u32,
    pub max_primitives: u32,
    pub payload_size: u32,
    pub streams: u32,
    pub primitive: dxk_input_primitive,
    pub topology: dxk_primitive_topology,
    pub domain: dxk_tessellator_domain,
    pub partitioning: dxk_tessellator_partitioning,
    pub tessellator: dxk_tessellator_output,
    pub max_factor: f32,
    pub at_samples: bool,
    pub early_depth: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_run_invocations {
    pub count: u32,
    pub inputs: *const u32,
    pub outputs: *mut u32,
    pub view: u32,
    pub start_vertex: u32,
    pub start_instance: u32,
    pub live: *mut u8,
    pub coverage: *const u32,
    pub samples: *const u8,
    pub sample_count: u32,
    pub input: dxk_run_input_fn,
    pub user: *mut c_void,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_run_patches {
    pub count: u32,
    pub inputs: *const u32,
    pub outputs: *mut u32,
    pub constants: *mut u32,
    pub first: u32,
    pub view: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_run_points {
    pub count: u32,
    pub locations: *const f32,
    pub patches: *const u32,
    pub inputs: *const u32,
    pub constants: *const u32,
    pub outputs: *mut u32,
    pub first: u32,
    pub view: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_tessellation {
    pub point_count: u32,
    pub index_count: u32,
    pub points: *const f32,
    pub indices: *const u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_tessellate {
    pub domain: dxk_tessellator_domain,
    pub partitioning: dxk_tessellator_partitioning,
    pub output: dxk_tessellator_output,
    pub edges: [f32; 4],
    pub inside: [f32; 2],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_run_primitives {
    pub count: u32,
    pub inputs: *const u32,
    pub first: u32,
    pub numbers: *const u32,
    pub view: u32,
    pub outputs: *mut u32,
    pub marks: *mut u8,
    pub vertex_counts: *mut u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_run_amplified {
    pub group: [u32; 3],
    pub view: u32,
    pub payload: *mut c_void,
    pub grid: [u32; 3],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_run_meshlet {
    pub group: [u32; 3],
    pub view: u32,
    pub payload: *const c_void,
    pub vertices: *mut u32,
    pub primitives: *mut u32,
    pub indices: *mut u32,
    pub vertex_count: u32,
    pub primitive_count: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_run_parameter {
    pub component: dxk_component_type,
    pub count: u32,
    pub word: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_run_calls {
    pub count: u32,
    pub arguments: *const u32,
    pub results: *mut u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_draw_target {
    pub data: *mut c_void,
    pub size: u64,
    pub format: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_draw_viewport {
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
    pub min_depth: f32,
    pub max_depth: f32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_draw_rectangle {
    pub left: u32,
    pub top: u32,
    pub right: u32,
    pub bottom: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_draw_blend {
    pub enable: bool,
    pub source: u8,
    pub target: u8,
    pub op: u8,
    pub source_alpha: u8,
    pub target_alpha: u8,
    pub op_alpha: u8,
    pub kept: u8,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_draw_stencil_face {
    pub compare: u8,
    pub fail: u8,
    pub depth_fail: u8,
    pub pass: u8,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_draw_stencil {
    pub data: *mut u8,
    pub reference: u8,
    pub read_mask: u8,
    pub write_mask: u8,
    pub front: dxk_draw_stencil_face,
    pub back: dxk_draw_stencil_face,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_draw_threads {
    pub count: u32,
    pub vertex: *const *mut dxk_run_worker,
    pub pixel: *const *mut dxk_run_worker,
    pub run: Option<unsafe extern "C" fn(*mut c_void, Option<unsafe extern "C" fn(*mut c_void, u32)>, *mut c_void, u32)>,
    pub user: *mut c_void,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_draw_pipeline {
    pub vertex: *mut dxk_run_worker,
    pub hull: *mut dxk_run_worker,
    pub domain: *mut dxk_run_worker,
    pub geometry: *mut dxk_run_worker,
    pub amplification: *mut dxk_run_worker,
    pub mesh: *mut dxk_run_worker,
    pub pixel: *mut dxk_run_worker,
    pub threads: *const dxk_draw_threads,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_draw {
    pub topology: dxk_draw_topology,
    pub patch_points: u32,
    pub vertex_count: u32,
    pub instance_count: u32,
    pub vertices: *const u32,
    pub indices: *const u32,
    pub index_count: u32,
    pub groups: [u32; 3],
    pub start_vertex: u32,
    pub start_instance: u32,
    pub view: u32,
    pub width: u32,
    pub height: u32,
    pub slices: u32,
    pub samples: u32,
    pub sample_mask: u32,
    pub targets: [dxk_draw_target; 8],
    pub blends: [dxk_draw_blend; 8],
    pub blend_constant: [f32; 4],
    pub depth: *mut f32,
    pub depth_compare: u8,
    pub depth_is_kept: bool,
    pub stencil: dxk_draw_stencil,
    pub viewports: [dxk_draw_viewport; 16],
    pub viewport_count: u32,
    pub scissors: [dxk_draw_rectangle; 16],
    pub scissor_count: u32,
    pub front_clockwise: bool,
    pub cull: dxk_draw_cull,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_placed {
    pub offset: usize,
    pub bytes: dxk_bytes,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_strings {
    pub runs: *mut dxk_placed,
    pub count: usize,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdef_buffer_part {
    pub head: dxk_rdef_buffer,
    pub tail: dxk_bytes,
    pub variables: *mut dxk_rdef_variable,
    pub variable_bytes: dxk_bytes,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdef_type_part {
    pub offset: u32,
    pub head: dxk_rdef_type,
    pub tail: dxk_bytes,
    pub members: *mut dxk_rdef_member,
    pub member_bytes: dxk_bytes,
    pub interfaces: *mut u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdef {
    pub header: dxk_rdef_header,
    pub has_sizes: bool,
    pub sizes: dxk_rdef_sizes,
    pub bindings: *mut dxk_rdef_binding,
    pub binding_bytes: dxk_bytes,
    pub buffers: *mut dxk_rdef_buffer_part,
    pub types: *mut dxk_rdef_type_part,
    pub type_count: usize,
    pub values: *mut dxk_placed,
    pub value_count: usize,
    pub strings: dxk_strings,
    pub slack: *mut dxk_slack,
    pub slack_count: usize,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_counter_part {
    pub counters: dxk_counters,
    pub size: usize,
    pub tail: dxk_bytes,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_ifce_slot_part {
    pub head: dxk_ifce_slot,
    pub types: *mut u16,
    pub tables: *mut u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_ifce {
    pub header: dxk_ifce_header,
    pub slots: *mut dxk_ifce_slot_part,
    pub types: *mut dxk_ifce_type,
    pub type_bytes: dxk_bytes,
    pub instances: *mut dxk_ifce_instance,
    pub instance_bytes: dxk_bytes,
    pub strings: dxk_strings,
    pub slack: *mut dxk_slack,
    pub slack_count: usize,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_level9 {
    pub header: dxk_level9_header,
    pub constants: *mut dxk_level9_constant,
    pub integers: *mut dxk_level9_constant,
    pub booleans: *mut dxk_level9_constant,
    pub samplers: *mut dxk_level9_sampler,
    pub runtimes: *mut dxk_level9_runtime,
    pub bytes: [dxk_bytes; 5],
    pub code: dxk_bytes,
    pub slack: *mut dxk_slack,
    pub slack_count: usize,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_library {
    pub header: dxk_library_header,
    pub functions: *mut dxk_library_function,
    pub function_bytes: dxk_bytes,
    pub strings: dxk_strings,
    pub slack: *mut dxk_slack,
    pub slack_count: usize,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_function_signature {
    pub header: dxk_function_header,
    pub parameters: *mut dxk_function_parameter,
    pub parameter_bytes: dxk_bytes,
    pub strings: dxk_strings,
    pub slack: *mut dxk_slack,
    pub slack_count: usize,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_dxbc_operand {
    pub token: u32,
    pub words: u32,
    pub word_count: u16,
    pub extended: u8,
    pub value: u8,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_dxbc_instruction {
    pub token: u32,
    pub offset: u32,
    pub words: u32,
    pub operands: u32,
    pub tail: u32,
    pub tail_count: u32,
    pub extended: u8,
    pub lead: u8,
    pub operand_count: u16,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_dxbc_program {
    pub version: u32,
    pub instructions: *mut dxk_dxbc_instruction,
    pub instruction_count: usize,
    pub operands: *mut dxk_dxbc_operand,
    pub operand_count: usize,
    pub words: *mut u32,
    pub word_count: usize,
    pub rest: dxk_bytes,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_dxbc_index {
    pub number: u64,
    pub has_number: bool,
    pub relative: bool,
    pub operand: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_dxbc_options {
    pub struct_size: usize,
    pub fxc: dxk_fxc_version,
    pub generator: dxk_str,
    pub exact: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_dxil_info {
    pub is_dxil: bool,
    pub dxil_major: u32,
    pub dxil_minor: u32,
    pub validator_major: u32,
    pub validator_minor: u32,
    pub shader_kind: dxk_shader_kind,
    pub model_major: u32,
    pub model_minor: u32,
    pub shader_flags: u64,
    pub resource_counts: [u32; 4],
    pub subobject_count: u32,
    pub unknown_tags: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_dxil_entry {
    pub name: dxk_str,
    pub function: dxk_str,
    pub kind: dxk_shader_kind,
    pub shader_flags: u64,
    pub signature_counts: [u32; 3],
    pub num_threads: [u32; 3],
    pub wave_lanes: [u32; 3],
    pub input_control_points: u32,
    pub output_control_points: u32,
    pub tessellator_domain: u32,
    pub tessellator_output: u32,
    pub input_primitive: u32,
    pub output_topology: u32,
    pub instances: u32,
    pub max_vertices: u32,
    pub max_primitives: u32,
    pub payload_size: u32,
    pub attribute_size: u32,
    pub launch_type: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_dxil_resource {
    pub cls: dxk_resource_class,
    pub kind: u32,
    pub id: u32,
    pub name: dxk_str,
    pub space: u32,
    pub lower_bound: u32,
    pub count: u32,
    pub element_type: u32,
    pub stride: u32,
    pub cbuffer_size: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_dxil_op_count {
    pub opcode: u32,
    pub count: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_dxil_inst_count {
    pub name: *const c_char,
    pub count: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_dxil_export {
    pub name: dxk_str,
    pub plain_name: dxk_str,
    pub kind: dxk_shader_kind,
    pub entry: usize,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_line {
    pub function: dxk_str,
    pub instruction: u32,
    pub block: u32,
    pub bit: u64,
    pub levels: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_line_frame {
    pub function: dxk_str,
    pub file: dxk_str,
    pub line: u32,
    pub column: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_type_info {
    pub kind: dxk_type_kind,
    pub bits: u32,
    pub space: u32,
    pub element: dxk_type,
    pub count: u64,
    pub name: dxk_str,
    pub is_named: bool,
    pub is_packed: bool,
    pub is_opaque: bool,
    pub is_variadic: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_value_info {
    pub kind: dxk_value_kind,
    pub r#type: dxk_type,
    pub name: dxk_str,
    pub function: dxk_value,
    pub block: dxk_value,
    pub metadata: dxk_metadata,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_function_info {
    pub name: dxk_str,
    pub r#type: dxk_type,
    pub parameter_count: u32,
    pub block_count: u32,
    pub linkage: u32,
    pub convention: u32,
    pub is_declaration: bool,
    pub is_operation: bool,
    pub is_intrinsic: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_variable_info {
    pub name: dxk_str,
    pub r#type: dxk_type,
    pub space: u32,
    pub linkage: u32,
    pub align: u32,
    pub initial: dxk_value,
    pub is_constant: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_inst_info {
    pub opcode: dxk_opcode,
    pub name: *const c_char,
    pub r#type: dxk_type,
    pub operand_count: u32,
    pub flags: u32,
    pub predicate: u32,
    pub align: u32,
    pub index_count: u32,
    pub element: dxk_type,
    pub callee: dxk_value,
    pub argument_count: u32,
    pub is_terminator: bool,
    pub bit: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_constant_info {
    pub kind: dxk_constant_kind,
    pub r#type: dxk_type,
    pub bits: u64,
    pub element_count: u64,
    pub operand_count: u32,
    pub opcode: dxk_opcode,
    pub element: dxk_type,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_metadata_info {
    pub kind: dxk_metadata_kind,
    pub name: *const c_char,
    pub text: dxk_str,
    pub value: dxk_value,
    pub operand_count: u32,
    pub field_count: u32,
    pub is_distinct: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_metadata_field {
    pub name: *const c_char,
    pub is_metadata: bool,
    pub metadata: dxk_metadata,
    pub number: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_attachment {
    pub kind: dxk_str,
    pub metadata: dxk_metadata,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_use {
    pub user: dxk_value,
    pub operand: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_op_info {
    pub op: dxk_op,
    pub name: *const c_char,
    pub cls: *const c_char,
    pub operand_count: u32,
    pub overload_count: u32,
    pub model_minor: u32,
    pub stages: u32,
    pub reads: u32,
    pub writes: u32,
    pub is_removable: bool,
    pub is_convergent: bool,
    pub is_derivative: bool,
    pub is_wave: bool,
    pub is_barrier: bool,
    pub is_commutative: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_handle_info {
    pub source: dxk_handle_source,
    pub cls: dxk_resource_class,
    pub kind: u32,
    pub resource: u32,
    pub name: dxk_str,
    pub space: u32,
    pub lower_bound: u32,
    pub count: u32,
    pub index: dxk_value,
    pub call: dxk_value,
    pub is_nonuniform: bool,
    pub is_sampler_heap: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_feature_part {
    pub info: dxk_feature_info,
    pub tail: dxk_bytes,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_hash_part {
    pub hash: dxk_shader_hash,
    pub tail: dxk_bytes,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub union dxk_part_structure {
    pub raw: *mut dxk_raw_part,
    pub program: *mut dxk_program,
    pub signature: *mut dxk_signature,
    pub features: *mut dxk_feature_part,
    pub hash: *mut dxk_hash_part,
    pub psv0: *mut dxk_psv0,
    pub version: *mut dxk_version_part,
    pub debug_name: *mut dxk_debug_name_part,
    pub source: *mut dxk_source_info,
    pub pdb_info: *mut dxk_pdb_info_part,
    pub rdat: *mut dxk_rdat,
    pub root_signature: *mut dxk_root_signature,
    pub rdef: *mut dxk_rdef,
    pub counters: *mut dxk_counter_part,
    pub ifce: *mut dxk_ifce,
    pub level9: *mut dxk_level9,
    pub library: *mut dxk_library,
    pub function_signature: *mut dxk_function_signature,
    pub dxbc: *mut dxk_dxbc_program,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_part {
    pub header: dxk_rdat_part_header,
    pub table: dxk_rdat_table_header,
    pub records: *mut c_void,
    pub raw: dxk_bytes,
    pub tail: dxk_bytes,
    pub data: dxk_bytes,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_table {
    pub record: dxk_record_id,
    pub count: u32,
    pub stride: u32,
    pub records: *const c_void,
    pub raw: dxk_bytes,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat {
    pub header: dxk_rdat_header,
    pub offsets: *mut u32,
    pub parts: *mut dxk_rdat_part,
    pub slack: *mut dxk_slack,
    pub slack_count: usize,
    pub size: usize,
    pub strings: dxk_bytes,
    pub indices: dxk_bytes,
    pub raw_bytes: dxk_bytes,
    pub tables: *mut dxk_rdat_table,
    pub string_ends: *const u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_list {
    pub data: *const u8,
    pub count: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_subobject_info_association {
    pub subobject: dxk_str,
    pub exports: dxk_rdat_list,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_subobject_info_hit_group {
    pub r#type: u32,
    pub any_hit: dxk_str,
    pub closest_hit: dxk_str,
    pub intersection: dxk_str,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub union dxk_rdat_subobject_info_as {
    pub state_object_config: dxk_rdat_state_object_config,
    pub root_signature: dxk_bytes,
    pub association: dxk_rdat_subobject_info_association,
    pub raytracing_shader_config: dxk_rdat_raytracing_shader_config,
    pub raytracing_pipeline_config: dxk_rdat_raytracing_pipeline_config1,
    pub hit_group: dxk_rdat_subobject_info_hit_group,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rdat_subobject_info {
    pub kind: u32,
    pub name: dxk_str,
    pub record: *const dxk_rdat_subobject,
    pub r#as: dxk_rdat_subobject_info_as,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_pdb_info_part {
    pub header: dxk_pdb_info_header,
    pub stored: dxk_bytes,
    pub rdat: *mut dxk_rdat,
    pub tail: dxk_bytes,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_version_part {
    pub version: dxk_compiler_version,
    pub commit: dxk_bytes,
    pub custom_version: dxk_bytes,
    pub more: dxk_bytes,
    pub tail: dxk_bytes,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_debug_name_part {
    pub header: dxk_debug_name,
    pub name: dxk_bytes,
    pub tail: dxk_bytes,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_source_name {
    pub head: dxk_source_name_entry,
    pub name: dxk_bytes,
    pub tail: dxk_bytes,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_source_names {
    pub header: dxk_source_names_header,
    pub entries: *mut dxk_source_name,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_source_content {
    pub head: dxk_source_content_entry,
    pub text: dxk_bytes,
    pub tail: dxk_bytes,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_source_contents {
    pub header: dxk_source_contents_header,
    pub stored: dxk_bytes,
    pub entries: *mut dxk_source_content,
    pub entry_count: u32,
    pub rest: dxk_bytes,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_source_arg {
    pub name: dxk_bytes,
    pub value: dxk_bytes,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_source_args {
    pub header: dxk_source_args_header,
    pub args: *mut dxk_source_arg,
    pub arg_count: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub union dxk_source_info_section_as {
    pub contents: *mut dxk_source_contents,
    pub names: *mut dxk_source_names,
    pub args: *mut dxk_source_args,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_source_info_section {
    pub header: dxk_source_section_header,
    pub r#as: dxk_source_info_section_as,
    pub tail: dxk_bytes,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_source_info {
    pub header: dxk_source_header,
    pub sections: *mut dxk_source_info_section,
    pub rest: dxk_bytes,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_raw_part {
    pub data: dxk_bytes,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_program {
    pub header: dxk_program_header,
    pub before: dxk_bytes,
    pub bitcode: dxk_bytes,
    pub after: dxk_bytes,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_signature {
    pub header: dxk_signature_header,
    pub element_size: u32,
    pub before: dxk_bytes,
    pub elements: *mut dxk_signature_element,
    pub raw: dxk_bytes,
    pub strings: dxk_bytes,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_decoded {
    pub fourcc: u32,
    pub r#type: dxk_part_type,
    pub r#as: dxk_part_structure,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_program_place {
    pub part: usize,
    pub program: dxk_program,
    pub offset: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_reflect_type {
    pub name: dxk_str,
    pub var_class: u32,
    pub r#type: u32,
    pub rows: u32,
    pub columns: u32,
    pub elements: u32,
    pub members: u32,
    pub offset: u32,
    pub size: u32,
    pub member_list: *const dxk_reflect_member,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_reflect_member {
    pub name: dxk_str,
    pub r#type: dxk_reflect_type,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_reflect_variable {
    pub name: dxk_str,
    pub start_offset: u32,
    pub size: u32,
    pub flags: u32,
    pub default_value: dxk_bytes,
    pub start_texture: u32,
    pub texture_size: u32,
    pub start_sampler: u32,
    pub sampler_size: u32,
    pub r#type: dxk_reflect_type,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_reflect_buffer {
    pub name: dxk_str,
    pub r#type: u32,
    pub size: u32,
    pub flags: u32,
    pub variable_count: u32,
    pub variables: *const dxk_reflect_variable,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_reflect_binding {
    pub name: dxk_str,
    pub r#type: u32,
    pub bind_point: u32,
    pub bind_count: u32,
    pub flags: u32,
    pub return_type: u32,
    pub dimension: u32,
    pub num_samples: u32,
    pub space: u32,
    pub id: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_reflect_parameter {
    pub semantic_name: dxk_str,
    pub semantic_index: u32,
    pub register_index: u32,
    pub system_value_type: u32,
    pub component_type: u32,
    pub mask: u8,
    pub read_write_mask: u8,
    pub stream: u32,
    pub min_precision: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_reflect_parameters {
    pub count: u32,
    pub items: *const dxk_reflect_parameter,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_reflect_node_io {
    pub name: dxk_str,
    pub index: u32,
    pub flags: u32,
    pub record_size: u32,
    pub record_alignment: u32,
    pub dispatch_grid_offset: u32,
    pub dispatch_grid_type: u32,
    pub dispatch_grid_count: u32,
    pub max_records: u32,
    pub max_records_shared_with: i32,
    pub array_size: u32,
    pub allow_sparse_nodes: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_reflect_node {
    pub launch_type: u32,
    pub is_program_entry: bool,
    pub name: dxk_str,
    pub index: u32,
    pub local_root_table_index: u32,
    pub shared_input_name: dxk_str,
    pub shared_input_index: u32,
    pub dispatch_grid: [u32; 3],
    pub max_dispatch_grid: [u32; 3],
    pub max_recursion_depth: u32,
    pub input_count: u32,
    pub inputs: *const dxk_reflect_node_io,
    pub output_count: u32,
    pub outputs: *const dxk_reflect_node_io,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_reflect_stage {
    pub kind: dxk_shader_kind,
    pub major: u32,
    pub minor: u32,
    pub requires_flags: u64,
    pub num_threads: [u32; 3],
    pub wave_size: [u32; 3],
    pub gs_instance_count: u32,
    pub gs_max_output_vertices: u32,
    pub gs_output_topology: u32,
    pub gs_stream_mask: u32,
    pub input_primitive: u32,
    pub control_points: u32,
    pub input_control_points: u32,
    pub hs_output_primitive: u32,
    pub hs_partitioning: u32,
    pub tessellator_domain: u32,
    pub max_tess_factor: f32,
    pub max_vertex_count: u32,
    pub max_primitive_count: u32,
    pub mesh_output_topology: u32,
    pub payload_size: u32,
    pub attribute_size: u32,
    pub root_signature_size: u32,
    pub early_depth_stencil: bool,
    pub is_sample_frequency: bool,
    pub node: *const dxk_reflect_node,
    pub parameters: [dxk_reflect_parameters; 3],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_reflect_counters {
    pub instruction_count: u32,
    pub temp_register_count: u32,
    pub temp_array_count: u32,
    pub def_count: u32,
    pub dcl_count: u32,
    pub texture_normal_instructions: u32,
    pub texture_load_instructions: u32,
    pub texture_comp_instructions: u32,
    pub texture_bias_instructions: u32,
    pub texture_gradient_instructions: u32,
    pub float_instruction_count: u32,
    pub int_instruction_count: u32,
    pub uint_instruction_count: u32,
    pub static_flow_control_count: u32,
    pub dynamic_flow_control_count: u32,
    pub macro_instruction_count: u32,
    pub array_instruction_count: u32,
    pub cut_instruction_count: u32,
    pub emit_instruction_count: u32,
    pub barrier_instructions: u32,
    pub interlocked_instructions: u32,
    pub texture_store_instructions: u32,
    pub mov_instruction_count: u32,
    pub movc_instruction_count: u32,
    pub conversion_instruction_count: u32,
    pub bitwise_instruction_count: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_reflect_function {
    pub name: dxk_str,
    pub plain_name: dxk_str,
    pub stage: dxk_reflect_stage,
    pub required_feature_flags: u64,
    pub min_shader_target: u32,
    pub shader_stages: u32,
    pub buffer_count: u32,
    pub buffers: *const u32,
    pub binding_count: u32,
    pub bindings: *const u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_reflect {
    pub is_library: bool,
    pub is_legacy: bool,
    pub creator: dxk_str,
    pub flags: u32,
    pub min_feature_level: u32,
    pub stage: dxk_reflect_stage,
    pub counters: dxk_reflect_counters,
    pub interface_slots: u32,
    pub buffer_count: u32,
    pub buffers: *const dxk_reflect_buffer,
    pub binding_count: u32,
    pub bindings: *const dxk_reflect_binding,
    pub function_count: u32,
    pub functions: *const dxk_reflect_function,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_reflect_options {
    pub struct_size: usize,
    pub as_reference: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_info {
    pub container: *const dxk_container,
    pub program: *mut dxk_decoded,
    pub features: *mut dxk_decoded,
    pub hash: *mut dxk_decoded,
    pub psv: *mut dxk_decoded,
    pub rdat: *mut dxk_decoded,
    pub rootsig: *mut dxk_decoded,
    pub signatures: [*mut dxk_decoded; 3],
    pub rdef: *mut dxk_decoded,
    pub counters: *mut dxk_decoded,
    pub tokens: *mut dxk_dxbc_program,
    pub reflection: *mut dxk_reflect,
    pub dxil: *mut dxk_dxil,
    pub hash_judged: bool,
    pub hash_matches: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_info_element {
    pub semantic: dxk_str,
    pub index: u32,
    pub register_index: u32,
    pub mask: u32,
    pub used: u32,
    pub r#type: u32,
    pub min_precision: u32,
    pub system_value: u32,
    pub interpolation: i32,
    pub stream: u32,
    pub is_repeated: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_fact {
    pub kind: dxk_fact_kind,
    pub key: *const c_char,
    pub words: *const c_char,
    pub name: *const c_char,
    pub prefix: *const c_char,
    pub value: u64,
    pub three: [u32; 3],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_inspect_options {
    pub struct_size: usize,
    pub row_major: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_inspect_type_info {
    pub kind: dxk_inspect_kind,
    pub number: dxk_inspect_number,
    pub name: dxk_str,
    pub bits: u64,
    pub count: u64,
    pub rows: u32,
    pub columns: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_inspect_member {
    pub name: dxk_str,
    pub r#type: dxk_inspect_type,
    pub offset: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_inspect_variable {
    pub name: dxk_str,
    pub scope: dxk_inspect_scope,
    pub r#type: dxk_inspect_type,
    pub bits: u64,
    pub argument: u32,
    pub file: dxk_str,
    pub line: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_inspect_watch_options {
    pub struct_size: usize,
    pub call: dxk_inspect_fn,
    pub user: *mut c_void,
    pub when: u32,
    pub places: *const u8,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_inspect_moment {
    pub when: dxk_inspect_when,
    pub place: u32,
    pub group: [u32; 3],
    pub threads: u32,
    pub wave: u32,
    pub lanes: u32,
    pub active: [u64; 2],
    pub variable: u32,
    pub offset: u64,
    pub bits: u64,
    pub first: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_inspect_thread {
    pub doing: dxk_inspect_doing,
    pub wave: u32,
    pub lane: u32,
    pub frames: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_inspect_frame {
    pub place: u32,
    pub level: u32,
    pub depth: u32,
    pub r#where: dxk_run_frame,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_inspect_value {
    pub content: dxk_inspect_content,
    pub parts: u32,
    pub bits: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_job_info {
    pub shader_count: usize,
    pub buffer_count: usize,
    pub result_count: usize,
    pub groups: [u32; 3],
    pub wave_size: u32,
    pub undef: u32,
    pub schedule: dxk_run_schedule,
    pub seed: u32,
    pub shader: dxk_str,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_job_shader {
    pub kind: dxk_shader_kind,
    pub entry: dxk_str,
    pub file: dxk_str,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_job_buffer {
    pub name: dxk_str,
    pub format: dxk_str,
    pub array_size: u32,
    pub size: u64,
    pub pitch: u64,
    pub data: *mut u8,
    pub counters: *mut u32,
    pub width: u32,
    pub height: u32,
    pub channels: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_link_options {
    pub struct_size: usize,
    pub profile: dxk_str,
    pub entry: dxk_str,
    pub exports: *const dxk_str,
    pub export_count: usize,
    pub shaders_only: bool,
    pub has_validator: bool,
    pub validator_major: u32,
    pub validator_minor: u32,
    pub pipeline: dxk_str,
    pub dry_run: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_linked {
    pub name: dxk_str,
    pub library: dxk_str,
    pub user: dxk_str,
    pub user_library: dxk_str,
    pub is_constructor: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_disassemble_options {
    pub struct_size: usize,
    pub print: *const dxk_print_options,
    pub no_header: bool,
    pub salvage: bool,
    pub debug: *const dxk_container,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_list_options {
    pub struct_size: usize,
    pub dxil: *const dxk_disassemble_options,
    pub dxbc: *const dxk_dxbc_options,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_listing_options {
    pub struct_size: usize,
    pub reflection: *const dxk_module,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_assemble_options {
    pub struct_size: usize,
    pub parse: *const dxk_parse_options,
    pub build: *const dxk_build_options,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_match_stage {
    pub container: *const dxk_container,
    pub name: dxk_str,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_match_options {
    pub struct_size: usize,
    pub root_signature: dxk_bytes,
    pub has_targets: bool,
    pub targets: [dxk_match_target; 8],
    pub no_waste: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_pass_info {
    pub name: *const c_char,
    pub help: *const c_char,
    pub is_edit: bool,
    pub on_module: bool,
    pub option_count: usize,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_pass_option {
    pub name: dxk_str,
    pub is_text: bool,
    pub value: i64,
    pub low: i64,
    pub high: i64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_pipeline_info {
    pub name: *const c_char,
    pub text: *const c_char,
    pub help: *const c_char,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_opt_step {
    pub number: u64,
    pub pass: *const c_char,
    pub pass_index: usize,
    pub function: dxk_str,
    pub function_index: usize,
    pub changed: bool,
    pub before: u64,
    pub after: u64,
    pub nanoseconds: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_opt_options {
    pub struct_size: usize,
    pub until: u64,
    pub budget: u64,
    pub unfinished: bool,
    pub keep_resources: bool,
    pub after: Option<unsafe extern "C" fn(*mut c_void, *const dxk_module, *const dxk_opt_step) -> dxk_status>,
    pub clock: Option<unsafe extern "C" fn(*mut c_void) -> u64>,
    pub user: *mut c_void,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_opt_stats {
    pub steps: u64,
    pub changes: u64,
    pub before: u64,
    pub after: u64,
    pub out_of_budget: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_pdb_facts {
    pub origin: dxk_pdb_origin,
    pub entry: dxk_str,
    pub target: dxk_str,
    pub main_file: dxk_str,
    pub name: dxk_str,
    pub has_hash: bool,
    pub hash: [u8; 16],
    pub hash_flags: u32,
    pub has_version: bool,
    pub version: dxk_compiler_version,
    pub commit: dxk_str,
    pub custom_version: dxk_str,
    pub has_debug_module: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_pdb_id {
    pub hash: [u8; 16],
    pub name: [c_char; 256],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_picture_options {
    pub struct_size: usize,
    pub name: dxk_str,
    pub other: *const dxk_container,
    pub other_name: dxk_str,
    pub root_signature: dxk_bytes,
    pub function: dxk_str,
    pub title: *const c_char,
    pub id_prefix: *const c_char,
    pub width: u32,
    pub max_marks: usize,
    pub dot: bool,
    pub bare: bool,
    pub no_links: bool,
    pub link_prefix: *const c_char,
    pub subobject: *const c_char,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_picture_share {
    pub fourcc: u32,
    pub size: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_report_options {
    pub struct_size: usize,
    pub name: dxk_str,
    pub debug: *const dxk_container,
    pub other: *const dxk_container,
    pub other_name: dxk_str,
    pub root_signature: dxk_bytes,
    pub full: bool,
    pub bare: bool,
    pub prefix: *const c_char,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_report_summary_parts {
    pub fourcc: u32,
    pub size: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_report_summary {
    pub size: u64,
    pub kind: dxk_input_kind,
    pub model: [c_char; 32],
    pub digest: dxk_digest_state,
    pub verdict: dxk_report_verdict,
    pub errors: u64,
    pub warnings: u64,
    pub rule: *const c_char,
    pub instructions: u64,
    pub program: [u8; 16],
    pub part_count: u32,
    pub parts: [dxk_report_summary_parts; 24],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rootsig_sampler_choice {
    pub name: dxk_str,
    pub fields: dxk_str,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_rootsig_make_options {
    pub struct_size: usize,
    pub version: u32,
    pub descriptors: *const dxk_str,
    pub descriptor_count: usize,
    pub constants: *const dxk_str,
    pub constants_count: usize,
    pub samplers: *const dxk_rootsig_sampler_choice,
    pub sampler_count: usize,
    pub tables: *const dxk_str,
    pub table_count: usize,
    pub by_stage: bool,
    pub deny: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_element_desc {
    pub semantic: *const c_char,
    pub r#type: dxk_component_type,
    pub columns: u32,
    pub rows: u32,
    pub indices: *const u32,
    pub interpolation: dxk_interpolation_mode,
    pub stream: u32,
    pub whole_name: bool,
    pub placed: bool,
    pub first_register: u32,
    pub first_component: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_resource_desc {
    pub name: *const c_char,
    pub cls: dxk_resource_class,
    pub kind: dxk_resource_kind,
    pub space: u32,
    pub first: u32,
    pub count: u32,
    pub element: dxk_component_type,
    pub components: u32,
    pub samples: u32,
    pub stride: u32,
    pub size: u32,
    pub r#type: dxk_type,
    pub feedback: u32,
    pub globally_coherent: bool,
    pub has_counter: bool,
    pub rasterizer_ordered: bool,
    pub comparison: bool,
    pub reorder_coherent: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_field_desc {
    pub name: *const c_char,
    pub offset: u32,
    pub r#type: dxk_component_type,
    pub matrix_rows: u32,
    pub matrix_columns: u32,
    pub row_major: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_entry_desc {
    pub name: *const c_char,
    pub function: dxk_value,
    pub kind: dxk_shader_kind,
    pub early_depth: bool,
    pub num_threads: [u32; 3],
    pub wave_lanes: [u32; 3],
    pub group_shared_limit: u32,
    pub patch_function: dxk_value,
    pub input_points: u32,
    pub output_points: u32,
    pub domain: dxk_tessellator_domain,
    pub partitioning: dxk_tessellator_partitioning,
    pub tessellator_output: dxk_tessellator_output,
    pub max_tess_factor: f32,
    pub input_primitive: dxk_input_primitive,
    pub topology: dxk_primitive_topology,
    pub instances: u32,
    pub max_vertices: u32,
    pub max_primitives: u32,
    pub mesh_topology: dxk_mesh_topology,
    pub payload_size: u32,
    pub attribute_size: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_symbol {
    pub kind: dxk_symbol_kind,
    pub name: dxk_str,
    pub declaration: dxk_str,
    pub stage: u32,
    pub instructions: usize,
    pub resource_count: usize,
    pub caller_count: usize,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dxk_yaml_options {
    pub struct_size: usize,
    pub schema: dxk_yaml_schema,
    pub json: bool,
    pub module: dxk_yaml_module,
    pub brief: bool,
}

extern "C" {
    pub fn dxk_version() -> *const c_char;
    pub fn dxk_status_text(status: dxk_status) -> *const c_char;
    pub fn dxk_ctx_create(options: *const dxk_ctx_options, out: *mut *mut dxk_ctx) -> dxk_status;
    pub fn dxk_ctx_free(ctx: *mut dxk_ctx);
    pub fn dxk_ctx_memory(ctx: *const dxk_ctx, current: *mut usize, peak: *mut usize);
    pub fn dxk_severity_name(severity: dxk_severity) -> *const c_char;
    pub fn dxk_ctx_diag_count(ctx: *const dxk_ctx) -> usize;
    pub fn dxk_ctx_error_count(ctx: *const dxk_ctx) -> usize;
    pub fn dxk_ctx_diag(ctx: *const dxk_ctx, index: usize) -> *const dxk_diag;
    pub fn dxk_ctx_clear_diags(ctx: *mut dxk_ctx);
    pub fn dxk_buffer_init(buffer: *mut dxk_buffer, ctx: *mut dxk_ctx);
    pub fn dxk_buffer_free(buffer: *mut dxk_buffer);
    pub fn dxk_buffer_append(buffer: *mut dxk_buffer, data: *const c_void, size: usize) -> dxk_status;
    pub fn dxk_buffer_sink(buffer: *mut dxk_buffer) -> dxk_sink;
    pub fn dxk_diag_print(diag: *const dxk_diag, options: *const dxk_diag_print_options, sink: dxk_sink) -> dxk_status;
    pub fn dxk_bitcode_dump(ctx: *mut dxk_ctx, bytes: dxk_bytes, options: *const dxk_bitcode_dump_options, sink: dxk_sink) -> dxk_status;
    pub fn dxk_input_sniff(input: dxk_bytes) -> dxk_input_kind;
    pub fn dxk_input_kind_name(kind: dxk_input_kind) -> *const c_char;
    pub fn dxk_container_read(ctx: *mut dxk_ctx, input: dxk_bytes, options: *const dxk_read_options, out: *mut *mut dxk_container) -> dxk_status;
    pub fn dxk_container_create(ctx: *mut dxk_ctx, out: *mut *mut dxk_container) -> dxk_status;
    pub fn dxk_container_free(container: *mut dxk_container);
    pub fn dxk_container_kind(container: *const dxk_container) -> dxk_input_kind;
    pub fn dxk_container_input(container: *const dxk_container) -> dxk_bytes;
    pub fn dxk_container_header_get(container: *const dxk_container) -> dxk_container_header;
    pub fn dxk_container_part_count(container: *const dxk_container) -> usize;
    pub fn dxk_container_part(container: *const dxk_container, index: usize) -> *const dxk_part;
    pub fn dxk_container_find(container: *const dxk_container, fourcc: u32, from: usize) -> usize;
    pub fn dxk_container_insert(container: *mut dxk_container, index: usize, fourcc: u32, content: dxk_bytes) -> dxk_status;
    pub fn dxk_container_replace(container: *mut dxk_container, index: usize, content: dxk_bytes) -> dxk_status;
    pub fn dxk_container_remove(container: *mut dxk_container, index: usize) -> dxk_status;
    pub fn dxk_container_move(container: *mut dxk_container, from: usize, to: usize) -> dxk_status;
    pub fn dxk_container_select(container: *mut dxk_container, indices: *const usize, count: usize) -> dxk_status;
    pub fn dxk_container_digest_state(container: *const dxk_container) -> dxk_digest_state;
    pub fn dxk_digest_state_name(state: dxk_digest_state) -> *const c_char;
    pub fn dxk_container_write(container: *const dxk_container, options: *const dxk_write_options, sink: dxk_sink) -> dxk_status;
    pub fn dxk_module_read(ctx: *mut dxk_ctx, bytes: dxk_bytes, options: *const dxk_module_read_options, out: *mut *mut dxk_module) -> dxk_status;
    pub fn dxk_module_write(module: *const dxk_module, options: *const dxk_module_write_options, sink: dxk_sink) -> dxk_status;
    pub fn dxk_module_upgrade(module: *mut dxk_module) -> dxk_status;
    pub fn dxk_module_free(module: *mut dxk_module);
    pub fn dxk_module_is_salvaged(module: *const dxk_module) -> bool;
    pub fn dxk_module_triple(module: *const dxk_module) -> dxk_str;
    pub fn dxk_module_datalayout(module: *const dxk_module) -> dxk_str;
    pub fn dxk_module_function_count(module: *const dxk_module) -> usize;
    pub fn dxk_module_function_name(module: *const dxk_module, index: usize) -> dxk_str;
    pub fn dxk_module_function_is_declaration(module: *const dxk_module, index: usize) -> bool;
    pub fn dxk_module_metadata_kind_count(module: *const dxk_module) -> usize;
    pub fn dxk_module_metadata_kind(module: *const dxk_module, index: usize) -> dxk_str;
    pub fn dxk_module_variable_count(module: *const dxk_module) -> usize;
    pub fn dxk_module_variable_name(module: *const dxk_module, index: usize) -> dxk_str;
    pub fn dxk_container_build(module: *mut dxk_module, options: *const dxk_build_options, out: *mut *mut dxk_container) -> dxk_status;
    pub fn dxk_container_rebuild(container: *mut dxk_container, module: *mut dxk_module, options: *const dxk_build_options) -> dxk_status;
    pub fn dxk_container_strip(container: *mut dxk_container, groups: u32) -> dxk_status;
    pub fn dxk_container_reencode_modules(container: *mut dxk_container) -> dxk_status;
    pub fn dxk_enum_text(id: dxk_enum_id, number: u64) -> *const c_char;
    pub fn dxk_enum_find(id: dxk_enum_id, text: dxk_str, number: *mut u64) -> bool;
    pub fn dxk_enum_value(id: dxk_enum_id, index: usize, number: *mut u64, text: *mut *const c_char) -> bool;
    pub fn dxk_enum_is_flags(id: dxk_enum_id) -> bool;
    pub fn dxk_enum_name(id: dxk_enum_id) -> *const c_char;
    pub fn dxk_signature_pack(ctx: *mut dxk_ctx, stage: dxk_shader_kind, which: dxk_signature_kind, options: *const dxk_pack_options, elements: *mut dxk_pack_element, count: usize, registers: *mut u32) -> dxk_status;
    pub fn dxk_builder_create(ctx: *mut dxk_ctx, options: *const dxk_builder_options, out: *mut *mut dxk_builder) -> dxk_status;
    pub fn dxk_builder_free(b: *mut dxk_builder);
    pub fn dxk_builder_status(b: *const dxk_builder) -> dxk_status;
    pub fn dxk_builder_finish(b: *mut dxk_builder, out: *mut *mut dxk_module) -> dxk_status;
    pub fn dxk_builder_container(b: *mut dxk_builder, out: *mut *mut dxk_container) -> dxk_status;
    pub fn dxk_builder_pointer(b: *mut dxk_builder, pointee: dxk_type, space: u32) -> dxk_type;
    pub fn dxk_builder_array(b: *mut dxk_builder, element: dxk_type, count: u32) -> dxk_type;
    pub fn dxk_builder_vector(b: *mut dxk_builder, element: dxk_type, count: u32) -> dxk_type;
    pub fn dxk_builder_struct(b: *mut dxk_builder, name: *const c_char, elements: *const dxk_type, count: usize) -> dxk_type;
    pub fn dxk_builder_function_type(b: *mut dxk_builder, result: dxk_type, params: *const dxk_type, count: usize) -> dxk_type;
    pub fn dxk_builder_type_of(b: *const dxk_builder, value: dxk_value) -> dxk_type;
    pub fn dxk_builder_name(b: *mut dxk_builder, value: dxk_value, name: *const c_char);
    pub fn dxk_builder_int(b: *mut dxk_builder, r#type: dxk_type, value: u64) -> dxk_value;
    pub fn dxk_builder_i1(b: *mut dxk_builder, value: bool) -> dxk_value;
    pub fn dxk_builder_i8(b: *mut dxk_builder, value: c_int) -> dxk_value;
    pub fn dxk_builder_i32(b: *mut dxk_builder, value: i64) -> dxk_value;
    pub fn dxk_builder_real(b: *mut dxk_builder, r#type: dxk_type, value: f64) -> dxk_value;
    pub fn dxk_builder_float(b: *mut dxk_builder, value: f64) -> dxk_value;
    pub fn dxk_builder_null(b: *mut dxk_builder, r#type: dxk_type) -> dxk_value;
    pub fn dxk_builder_undef(b: *mut dxk_builder, r#type: dxk_type) -> dxk_value;
    pub fn dxk_builder_aggregate(b: *mut dxk_builder, r#type: dxk_type, elements: *const dxk_value, count: usize) -> dxk_value;
    pub fn dxk_builder_variable(b: *mut dxk_builder, name: *const c_char, r#type: dxk_type, space: u32, init: dxk_value) -> dxk_value;
    pub fn dxk_builder_function(b: *mut dxk_builder, name: *const c_char, r#type: dxk_type) -> dxk_value;
    pub fn dxk_builder_param(b: *mut dxk_builder, function: dxk_value, index: u32) -> dxk_value;
    pub fn dxk_builder_block(b: *mut dxk_builder, function: dxk_value) -> dxk_block;
    pub fn dxk_builder_at(b: *mut dxk_builder, block: dxk_block);
    pub fn dxk_builder_binary(b: *mut dxk_builder, op: dxk_binary, left: dxk_value, right: dxk_value, flags: u32) -> dxk_value;
    pub fn dxk_builder_compare(b: *mut dxk_builder, op: dxk_compare, left: dxk_value, right: dxk_value, flags: u32) -> dxk_value;
    pub fn dxk_builder_cast(b: *mut dxk_builder, op: dxk_cast, value: dxk_value, r#type: dxk_type) -> dxk_value;
    pub fn dxk_builder_select(b: *mut dxk_builder, condition: dxk_value, yes: dxk_value, no: dxk_value) -> dxk_value;
    pub fn dxk_builder_phi(b: *mut dxk_builder, r#type: dxk_type) -> dxk_value;
    pub fn dxk_builder_phi_add(b: *mut dxk_builder, phi: dxk_value, value: dxk_value, from: dxk_block);
    pub fn dxk_builder_extract(b: *mut dxk_builder, aggregate: dxk_value, index: u32) -> dxk_value;
    pub fn dxk_builder_insert(b: *mut dxk_builder, aggregate: dxk_value, member: dxk_value, index: u32) -> dxk_value;
    pub fn dxk_builder_extract_element(b: *mut dxk_builder, vector: dxk_value, index: dxk_value) -> dxk_value;
    pub fn dxk_builder_insert_element(b: *mut dxk_builder, vector: dxk_value, element: dxk_value, index: dxk_value) -> dxk_value;
    pub fn dxk_builder_shuffle(b: *mut dxk_builder, first: dxk_value, second: dxk_value, mask: dxk_value) -> dxk_value;
    pub fn dxk_builder_alloca(b: *mut dxk_builder, r#type: dxk_type) -> dxk_value;
    pub fn dxk_builder_load(b: *mut dxk_builder, pointer: dxk_value) -> dxk_value;
    pub fn dxk_builder_store(b: *mut dxk_builder, value: dxk_value, pointer: dxk_value);
    pub fn dxk_builder_gep(b: *mut dxk_builder, pointer: dxk_value, indices: *const dxk_value, count: usize) -> dxk_value;
    pub fn dxk_builder_atomic(b: *mut dxk_builder, op: dxk_atomic, pointer: dxk_value, value: dxk_value) -> dxk_value;
    pub fn dxk_builder_compare_exchange(b: *mut dxk_builder, pointer: dxk_value, expected: dxk_value, value: dxk_value) -> dxk_value;
    pub fn dxk_builder_call(b: *mut dxk_builder, function: dxk_value, args: *const dxk_value, count: usize) -> dxk_value;
    pub fn dxk_builder_ret(b: *mut dxk_builder, value: dxk_value);
    pub fn dxk_builder_br(b: *mut dxk_builder, to: dxk_block);
    pub fn dxk_builder_cond_br(b: *mut dxk_builder, condition: dxk_value, yes: dxk_block, no: dxk_block);
    pub fn dxk_builder_unreachable(b: *mut dxk_builder);
    pub fn dxk_builder_hint(b: *mut dxk_builder, hint: dxk_flow_hint, count: u32);
    pub fn dxk_builder_switch(b: *mut dxk_builder, value: dxk_value, other: dxk_block, values: *const dxk_value, blocks: *const dxk_block, count: usize);
    pub fn dxk_builder_op(b: *mut dxk_builder, op: dxk_op, overload: dxk_type, args: *const dxk_value, count: usize) -> dxk_value;
    pub fn dxk_builder_op_operand_type(b: *mut dxk_builder, op: dxk_op, overload: dxk_type, index: u32) -> dxk_type;
    pub fn dxk_record_name(id: dxk_record_id) -> *const c_char;
    pub fn dxk_record_wire_size(id: dxk_record_id) -> usize;
    pub fn dxk_record_load(id: dxk_record_id, bytes: dxk_bytes, record: *mut c_void) -> usize;
    pub fn dxk_record_store(id: dxk_record_id, record: *const c_void, out: *mut u8, size: usize) -> usize;
    pub fn dxk_psv0_version(psv: *const dxk_psv0) -> u32;
    pub fn dxk_psv0_stage(psv: *const dxk_psv0) -> u32;
    pub fn dxk_psv0_stage_info(psv: *const dxk_psv0, stage: u32, out: *mut dxk_psv_stage_info) -> bool;
    pub fn dxk_psv0_input_vectors(psv: *const dxk_psv0) -> u32;
    pub fn dxk_psv0_output_vectors(psv: *const dxk_psv0, stream: u32) -> u32;
    pub fn dxk_psv0_patch_or_prim_vectors(psv: *const dxk_psv0) -> u32;
    pub fn dxk_psv0_element_count(psv: *const dxk_psv0, signature: dxk_psv_signature) -> u32;
    pub fn dxk_psv0_element(psv: *const dxk_psv0, signature: dxk_psv_signature, index: u32) -> *const dxk_psv_element;
    pub fn dxk_psv0_element_name(psv: *const dxk_psv0, element: *const dxk_psv_element) -> dxk_str;
    pub fn dxk_psv0_element_indices(psv: *const dxk_psv0, element: *const dxk_psv_element, indices: *mut *const u32) -> u32;
    pub fn dxk_psv0_entry_name(psv: *const dxk_psv0) -> dxk_str;
    pub fn dxk_psv0_table(psv: *const dxk_psv0, kind: dxk_psv_dependency, stream: u32) -> dxk_psv_table;
    pub fn dxk_psv_table_depends(table: *const dxk_psv_table, input: u32, output: u32) -> bool;
    pub fn dxk_psv0_print(psv: *const dxk_psv0, options: *const dxk_psv_print_options, sink: dxk_sink) -> dxk_status;
    pub fn dxk_psv0_print_resource(psv: *const dxk_psv0, index: u32, sink: dxk_sink) -> dxk_status;
    pub fn dxk_psv0_print_element(psv: *const dxk_psv0, signature: dxk_psv_signature, index: u32, sink: dxk_sink) -> dxk_status;
    pub fn dxk_json_init(json: *mut dxk_json, sink: dxk_sink);
    pub fn dxk_json_object(json: *mut dxk_json, key: *const c_char);
    pub fn dxk_json_array(json: *mut dxk_json, key: *const c_char);
    pub fn dxk_json_end(json: *mut dxk_json);
    pub fn dxk_json_object_line(json: *mut dxk_json, key: *const c_char);
    pub fn dxk_json_array_line(json: *mut dxk_json, key: *const c_char);
    pub fn dxk_json_end_to(json: *mut dxk_json, depth: usize);
    pub fn dxk_json_text(json: *mut dxk_json, key: *const c_char, value: *const c_char);
    pub fn dxk_json_str(json: *mut dxk_json, key: *const c_char, value: dxk_str);
    pub fn dxk_json_pieces(json: *mut dxk_json, key: *const c_char, pieces: *const dxk_str, count: usize);
    pub fn dxk_json_u64(json: *mut dxk_json, key: *const c_char, value: u64);
    pub fn dxk_json_i64(json: *mut dxk_json, key: *const c_char, value: i64);
    pub fn dxk_json_real(json: *mut dxk_json, key: *const c_char, value: f64);
    pub fn dxk_json_bool(json: *mut dxk_json, key: *const c_char, value: bool);
    pub fn dxk_json_null(json: *mut dxk_json, key: *const c_char);
    pub fn dxk_json_fourcc(json: *mut dxk_json, key: *const c_char, fourcc: u32);
    pub fn dxk_json_hex(json: *mut dxk_json, key: *const c_char, bytes: dxk_bytes);
    pub fn dxk_json_uri(json: *mut dxk_json, key: *const c_char, path: dxk_str);
    pub fn dxk_json_raw(json: *mut dxk_json, key: *const c_char, value: dxk_str);
    pub fn dxk_json_diag(json: *mut dxk_json, diag: *const dxk_diag);
    pub fn dxk_diags_json(ctx: *const dxk_ctx, sink: dxk_sink) -> dxk_status;
    pub fn dxk_json_diags(json: *mut dxk_json, ctx: *const dxk_ctx);
    pub fn dxk_container_visit_part(container: *const dxk_container, index: usize, visitor: *const dxk_visitor) -> dxk_status;
    pub fn dxk_container_visit_header(container: *const dxk_container, visitor: *const dxk_visitor) -> dxk_status;
    pub fn dxk_container_visit(container: *const dxk_container, visitor: *const dxk_visitor) -> dxk_status;
    pub fn dxk_dump_json(container: *const dxk_container, sink: dxk_sink) -> dxk_status;
    pub fn dxk_json_fields(json: *mut dxk_json, container: *const dxk_container, part: usize) -> dxk_status;
    pub fn dxk_rootsig_decode(ctx: *mut dxk_ctx, bytes: dxk_bytes, out: *mut *mut dxk_root_signature) -> dxk_status;
    pub fn dxk_rootsig_free(signature: *mut dxk_root_signature);
    pub fn dxk_rootsig_cost(signature: *const dxk_root_signature) -> u64;
    pub fn dxk_rootsig_encode(ctx: *mut dxk_ctx, signature: *const dxk_root_signature, sink: dxk_sink) -> dxk_status;
    pub fn dxk_rootsig_write(ctx: *mut dxk_ctx, signature: *const dxk_root_signature, sink: dxk_sink) -> dxk_status;
    pub fn dxk_rootsig_print(ctx: *mut dxk_ctx, signature: *const dxk_root_signature, options: *const dxk_rootsig_print_options, sink: dxk_sink) -> dxk_status;
    pub fn dxk_rootsig_parse(ctx: *mut dxk_ctx, text: dxk_str, options: *const dxk_rootsig_parse_options, out: *mut *mut dxk_root_signature) -> dxk_status;
    pub fn dxk_rootsig_verify(ctx: *mut dxk_ctx, signature: *const dxk_root_signature, psv: *const dxk_psv0, stage: u32, text: dxk_sink) -> dxk_status;
    pub fn dxk_module_print(module: *const dxk_module, options: *const dxk_print_options, sink: dxk_sink) -> dxk_status;
    pub fn dxk_resource_properties_decode(word0: u32, word1: u32) -> dxk_resource_properties;
    pub fn dxk_resource_properties_text(properties: *const dxk_resource_properties, buffer: *mut c_char) -> dxk_str;
    pub fn dxk_module_parse(ctx: *mut dxk_ctx, text: dxk_bytes, options: *const dxk_parse_options, out: *mut *mut dxk_module) -> dxk_status;
    pub fn dxk_module_text_place(module: *const dxk_module, function: dxk_str, instruction: u32, line: *mut u32, column: *mut u32) -> bool;
    pub fn dxk_hlsl_preprocess(ctx: *mut dxk_ctx, source: dxk_bytes, options: *const dxk_hlsl_options, sink: dxk_sink) -> dxk_status;
    pub fn dxk_hlsl_key(ctx: *mut dxk_ctx, source: dxk_bytes, options: *const dxk_hlsl_options, key: *mut u8, asked: *mut usize, asked_count: *mut usize) -> dxk_status;
    pub fn dxk_hlsl_compile(ctx: *mut dxk_ctx, source: dxk_bytes, options: *const dxk_hlsl_options, out: *mut *mut dxk_module) -> dxk_status;
    pub fn dxk_hlsl_build(ctx: *mut dxk_ctx, source: dxk_bytes, options: *const dxk_hlsl_options, out: *mut *mut dxk_container) -> dxk_status;
    pub fn dxk_hlsl_check(ctx: *mut dxk_ctx, source: dxk_bytes, options: *const dxk_hlsl_options) -> dxk_status;
    pub fn dxk_hlsl_guess(ctx: *mut dxk_ctx, source: dxk_bytes, options: *const dxk_hlsl_options, out: *mut dxk_hlsl_guess_result) -> dxk_status;
    pub fn dxk_hlsl_group_within(group: *const c_char, whole: *const c_char) -> bool;
    pub fn dxk_hlsl_group_at(index: usize, is_quiet: *mut bool) -> *const c_char;
    pub fn dxk_validate(container: *const dxk_container, options: *const dxk_validate_options, out: *mut *mut dxk_validation) -> dxk_status;
    pub fn dxk_validate_module(module: *const dxk_module, options: *const dxk_validate_options, out: *mut *mut dxk_validation) -> dxk_status;
    pub fn dxk_validation_free(validation: *mut dxk_validation);
    pub fn dxk_validation_report(validation: *mut dxk_validation, source: dxk_bytes, options: *const dxk_hlsl_options) -> dxk_status;
    pub fn dxk_validation_verdict(validation: *const dxk_validation) -> dxk_verdict;
    pub fn dxk_validation_count(validation: *const dxk_validation, total: *mut u64) -> usize;
    pub fn dxk_validation_finding(validation: *const dxk_validation, index: usize) -> *const dxk_finding;
    pub fn dxk_finding_message(finding: *const dxk_finding) -> dxk_str;
    pub fn dxk_finding_print(finding: *const dxk_finding, file: *const c_char, color: bool, sink: dxk_sink) -> dxk_status;
    pub fn dxk_validation_json(validation: *const dxk_validation, sink: dxk_sink) -> dxk_status;
    pub fn dxk_json_finding(json: *mut dxk_json, finding: *const dxk_finding);
    pub fn dxk_validation_sarif(validation: *const dxk_validation, name: *const c_char, sink: dxk_sink) -> dxk_status;
    pub fn dxk_sarif_begin(json: *mut dxk_json);
    pub fn dxk_sarif_open(json: *mut dxk_json);
    pub fn dxk_sarif_tool(json: *mut dxk_json, key: *const c_char, rules: *const *const c_char, count: usize);
    pub fn dxk_sarif_finding(json: *mut dxk_json, name: dxk_str, finding: *const dxk_finding, notes: *const dxk_finding, note_count: usize);
    pub fn dxk_sarif_diag(json: *mut dxk_json, name: dxk_str, diag: *const dxk_diag);
    pub fn dxk_container_sign(container: *const dxk_container, options: *const dxk_sign_options, sink: dxk_sink, validation: *mut *mut dxk_validation) -> dxk_status;
    pub fn dxk_rule_find(id: *const c_char, out: *mut dxk_rule_info) -> bool;
    pub fn dxk_rule_at(index: usize, out: *mut dxk_rule_info) -> bool;
    pub fn dxk_compat_parse(ctx: *mut dxk_ctx, text: dxk_bytes, options: *const dxk_parse_options, out: *mut *mut dxk_module, error: *mut dxk_text_error) -> dxk_status;
    pub fn dxk_text_error_print(error: *const dxk_text_error, name: *const c_char, sink: dxk_sink) -> dxk_status;
    pub fn dxk_compat_build(module: *mut dxk_module, options: *const dxk_build_options, out: *mut *mut dxk_container, refusal: *mut dxk_str, code: *mut u32) -> dxk_status;
    pub fn dxk_rootsig_print_dxa(signature: *const dxk_root_signature, sink: dxk_sink) -> dxk_status;
    pub fn dxk_compat_validate(container: *const dxk_container, options: *const dxk_validate_options, out: *mut *mut dxk_validation) -> dxk_status;
    pub fn dxk_validate_unreadable(ctx: *mut dxk_ctx, out: *mut *mut dxk_validation) -> dxk_status;
    pub fn dxk_validation_code(validation: *const dxk_validation) -> u32;
    pub fn dxk_validation_print_dxv(validation: *const dxk_validation, sink: dxk_sink) -> dxk_status;
    pub fn dxk_convert_module(container: *const dxk_container, options: *const dxk_convert_options, out: *mut *mut dxk_module) -> dxk_status;
    pub fn dxk_convert(container: *const dxk_container, options: *const dxk_convert_options, out: *mut *mut dxk_container) -> dxk_status;
    pub fn dxk_convert_pipeline(stages: *const *const dxk_container, count: usize, options: *const dxk_convert_options, out: *mut *mut dxk_container) -> dxk_status;
    pub fn dxk_convert_refuse(container: *const dxk_container, rule: dxk_str) -> dxk_status;
    pub fn dxk_convert_applies(container: *const dxk_container) -> bool;
    pub fn dxk_diff(left: *const dxk_container, right: *const dxk_container, options: *const dxk_diff_options, each: Option<unsafe extern "C" fn(*mut c_void, *const dxk_difference) -> dxk_status>, user: *mut c_void, count: *mut usize) -> dxk_status;
    pub fn dxk_diff_json(left: *const dxk_container, right: *const dxk_container, options: *const dxk_diff_options, sink: dxk_sink) -> dxk_status;
    pub fn dxk_json_difference(json: *mut dxk_json, difference: *const dxk_difference) -> dxk_status;
    pub fn dxk_diff_modules(left: *const dxk_module, right: *const dxk_module, out: *mut *mut dxk_program_diff) -> dxk_status;
    pub fn dxk_diff_programs(left: *const dxk_container, right: *const dxk_container, out: *mut *mut dxk_program_diff) -> dxk_status;
    pub fn dxk_program_diff_free(diff: *mut dxk_program_diff);
    pub fn dxk_program_diff_row_count(diff: *const dxk_program_diff) -> usize;
    pub fn dxk_program_diff_row(diff: *mut dxk_program_diff, index: usize, out: *mut dxk_diff_row) -> bool;
    pub fn dxk_program_diff_summary(diff: *const dxk_program_diff) -> dxk_diff_summary;
    pub fn dxk_program_diff_count_count(diff: *const dxk_program_diff) -> usize;
    pub fn dxk_program_diff_count(diff: *const dxk_program_diff, index: usize, out: *mut dxk_diff_count) -> bool;
    pub fn dxk_program_diff_print(diff: *mut dxk_program_diff, options: *const dxk_diff_print_options, sink: dxk_sink) -> dxk_status;
    pub fn dxk_json_program_diff(json: *mut dxk_json, diff: *mut dxk_program_diff, summary_only: bool) -> dxk_status;
    pub fn dxk_digest_compute(data: dxk_bytes, variant: dxk_digest_variant, out: *mut u8);
    pub fn dxk_digest_compute_both(data: dxk_bytes, retail: *mut u8, debug: *mut u8);
    pub fn dxk_md5(data: dxk_bytes, out: *mut u8);
    pub fn dxk_run_program_create(ctx: *mut dxk_ctx, container: *const dxk_container, options: *const dxk_run_program_options, out: *mut *mut dxk_run_program) -> dxk_status;
    pub fn dxk_run_program_create_module(module: *const dxk_module, options: *const dxk_run_program_options, out: *mut *mut dxk_run_program) -> dxk_status;
    pub fn dxk_run_program_free(program: *mut dxk_run_program);
    pub fn dxk_run_program_info_get(program: *const dxk_run_program) -> dxk_run_program_info;
    pub fn dxk_run_program_resource(program: *const dxk_run_program, index: usize, out: *mut dxk_run_resource) -> bool;
    pub fn dxk_run_program_place(program: *const dxk_run_program, index: u32, out: *mut dxk_run_place) -> bool;
    pub fn dxk_run_program_frame(program: *const dxk_run_program, index: u32, level: u32, out: *mut dxk_run_frame) -> bool;
    pub fn dxk_run_finding_id_count() -> usize;
    pub fn dxk_run_finding_advice(id: *const c_char) -> *const c_char;
    pub fn dxk_run_finding_id(index: usize, text: *mut *const c_char) -> *const c_char;
    pub fn dxk_run_finding_is_default(index: usize) -> bool;
    pub fn dxk_run_create(program: *const dxk_run_program, options: *const dxk_run_options, out: *mut *mut dxk_run) -> dxk_status;
    pub fn dxk_run_free(run: *mut dxk_run);
    pub fn dxk_run_set_grid(run: *mut dxk_run, x: u32, y: u32, z: u32) -> dxk_status;
    pub fn dxk_run_set_grid_indirect(run: *mut dxk_run, arguments: dxk_bytes, offset: u64) -> dxk_status;
    pub fn dxk_run_group_count(run: *const dxk_run) -> u64;
    pub fn dxk_run_format_find(name: dxk_str, out: *mut dxk_run_format) -> bool;
    pub fn dxk_run_bind(run: *mut dxk_run, cls: dxk_resource_class, space: u32, index: u32, view: *const dxk_run_view) -> dxk_status;
    pub fn dxk_run_bind_sampler(run: *mut dxk_run, space: u32, index: u32, sampler: *const dxk_run_sampler) -> dxk_status;
    pub fn dxk_run_heap_set(run: *mut dxk_run, slot: u32, cls: dxk_resource_class, view: *const dxk_run_view) -> dxk_status;
    pub fn dxk_run_heap_set_sampler(run: *mut dxk_run, slot: u32, sampler: *const dxk_run_sampler) -> dxk_status;
    pub fn dxk_run_root_signature(run: *mut dxk_run, rts0: dxk_bytes) -> dxk_status;
    pub fn dxk_run_root_parameter_count(run: *const dxk_run) -> usize;
    pub fn dxk_run_root_constants(run: *mut dxk_run, parameter: u32, values: dxk_bytes) -> dxk_status;
    pub fn dxk_run_root_descriptor(run: *mut dxk_run, parameter: u32, view: *const dxk_run_view) -> dxk_status;
    pub fn dxk_run_root_table(run: *mut dxk_run, parameter: u32, slot: u32) -> dxk_status;
    pub fn dxk_run_worker_create(run: *const dxk_run, ctx: *mut dxk_ctx, out: *mut *mut dxk_run_worker) -> dxk_status;
    pub fn dxk_run_worker_free(worker: *mut dxk_run_worker);
    pub fn dxk_run_groups(worker: *mut dxk_run_worker, first: u64, count: u64) -> dxk_status;
    pub fn dxk_run_worker_finding_count(worker: *const dxk_run_worker) -> usize;
    pub fn dxk_run_worker_finding(worker: *const dxk_run_worker, index: usize, out: *mut dxk_run_finding) -> bool;
    pub fn dxk_run_worker_steps(worker: *const dxk_run_worker) -> u64;
    pub fn dxk_run_worker_counts(worker: *const dxk_run_worker, place: u32, out: *mut dxk_run_counts) -> bool;
    pub fn dxk_run_program_element(program: *const dxk_run_program, signature: dxk_run_signature, index: usize, out: *mut dxk_run_element) -> bool;
    pub fn dxk_run_program_stage(program: *const dxk_run_program) -> dxk_run_stage;
    pub fn dxk_run_worker_program(worker: *const dxk_run_worker) -> *const dxk_run_program;
    pub fn dxk_run_invoke(worker: *mut dxk_run_worker, what: *const dxk_run_invocations) -> dxk_status;
    pub fn dxk_run_hull(worker: *mut dxk_run_worker, what: *const dxk_run_patches) -> dxk_status;
    pub fn dxk_run_domain(worker: *mut dxk_run_worker, what: *const dxk_run_points) -> dxk_status;
    pub fn dxk_tessellation_create(ctx: *mut dxk_ctx, what: *const dxk_tessellate, out: *mut *mut dxk_tessellation) -> dxk_status;
    pub fn dxk_tessellation_free(ctx: *mut dxk_ctx, tessellation: *mut dxk_tessellation);
    pub fn dxk_run_geometry(worker: *mut dxk_run_worker, what: *const dxk_run_primitives) -> dxk_status;
    pub fn dxk_run_amplify(worker: *mut dxk_run_worker, what: *mut dxk_run_amplified) -> dxk_status;
    pub fn dxk_run_mesh(worker: *mut dxk_run_worker, what: *mut dxk_run_meshlet) -> dxk_status;
    pub fn dxk_run_program_parameter(program: *const dxk_run_program, index: usize, out: *mut dxk_run_parameter) -> bool;
    pub fn dxk_run_program_result(program: *const dxk_run_program, out: *mut dxk_run_parameter) -> bool;
    pub fn dxk_run_call(worker: *mut dxk_run_worker, what: *const dxk_run_calls) -> dxk_status;
    pub fn dxk_run_draw(pipeline: *const dxk_draw_pipeline, draw: *const dxk_draw) -> dxk_status;
    pub fn dxk_draw_resolve(from: *const dxk_draw_target, samples: u32, to: *const dxk_draw_target, pixels: u64) -> dxk_status;
    pub fn dxk_strings_at(strings: *const dxk_strings, offset: u64) -> dxk_str;
    pub fn dxk_rdef_type_at(rdef: *const dxk_rdef, offset: u32) -> *const dxk_rdef_type_part;
    pub fn dxk_rdef_default(rdef: *const dxk_rdef, variable: *const dxk_rdef_variable) -> dxk_bytes;
    pub fn dxk_dxbc_major(program: *const dxk_dxbc_program) -> u32;
    pub fn dxk_dxbc_minor(program: *const dxk_dxbc_program) -> u32;
    pub fn dxk_dxbc_program_stage(program: *const dxk_dxbc_program) -> u32;
    pub fn dxk_dxbc_opcode(instruction: *const dxk_dxbc_instruction) -> u32;
    pub fn dxk_dxbc_opcode_name(opcode: u32) -> *const c_char;
    pub fn dxk_dxbc_register_kind(operand: *const dxk_dxbc_operand) -> u32;
    pub fn dxk_dxbc_index_count(operand: *const dxk_dxbc_operand) -> u32;
    pub fn dxk_dxbc_index_get(program: *const dxk_dxbc_program, operand: *const dxk_dxbc_operand, which: u32) -> dxk_dxbc_index;
    pub fn dxk_dxbc_decode(ctx: *mut dxk_ctx, content: dxk_bytes, out: *mut *mut dxk_dxbc_program) -> dxk_status;
    pub fn dxk_dxbc_program_free(program: *mut dxk_dxbc_program);
    pub fn dxk_dxbc_encode(ctx: *mut dxk_ctx, program: *const dxk_dxbc_program, sink: dxk_sink) -> dxk_status;
    pub fn dxk_dxbc_print(container: *const dxk_container, options: *const dxk_dxbc_options, sink: dxk_sink) -> dxk_status;
    pub fn dxk_dxbc_count(program: *const dxk_dxbc_program, fxc: dxk_fxc_version, counters: *mut dxk_counters);
    pub fn dxk_dxbc_compiler(rdef: *const dxk_rdef) -> dxk_fxc_version;
    pub fn dxk_container_parse(ctx: *mut dxk_ctx, text: dxk_str, out: *mut *mut dxk_container) -> dxk_status;
    pub fn dxk_dxbc_digest(text: dxk_str) -> dxk_digest_mode;
    pub fn dxk_dxbc_check(container: *const dxk_container) -> dxk_status;
    pub fn dxk_dxbc_is_legacy(container: *const dxk_container) -> bool;
    pub fn dxk_dxbc_present(container: *const dxk_container) -> bool;
    pub fn dxk_dxbc_is_listing(text: dxk_str) -> bool;
    pub fn dxk_dxil_load(module: *const dxk_module, out: *mut *mut dxk_dxil) -> dxk_status;
    pub fn dxk_dxil_free(dxil: *mut dxk_dxil);
    pub fn dxk_dxil_info_get(dxil: *const dxk_dxil) -> dxk_dxil_info;
    pub fn dxk_dxil_shader_flag_name(bit: c_uint) -> *const c_char;
    pub fn dxk_dxil_entry_count(dxil: *const dxk_dxil) -> usize;
    pub fn dxk_dxil_entry_get(dxil: *const dxk_dxil, index: usize, out: *mut dxk_dxil_entry) -> bool;
    pub fn dxk_dxil_resource_get(dxil: *const dxk_dxil, cls: dxk_resource_class, index: usize, out: *mut dxk_dxil_resource) -> bool;
    pub fn dxk_dxil_count(dxil: *mut dxk_dxil) -> dxk_status;
    pub fn dxk_dxil_op_name(opcode: u32) -> *const c_char;
    pub fn dxk_dxil_op_counts(dxil: *const dxk_dxil, count: *mut usize) -> *const dxk_dxil_op_count;
    pub fn dxk_dxil_inst_counts(dxil: *const dxk_dxil, count: *mut usize, total: *mut u64) -> *const dxk_dxil_inst_count;
    pub fn dxk_dxil_export_count(dxil: *const dxk_dxil) -> usize;
    pub fn dxk_dxil_export_get(dxil: *const dxk_dxil, index: usize, out: *mut dxk_dxil_export) -> bool;
    pub fn dxk_lines_load(module: *const dxk_module, out: *mut *mut dxk_lines) -> dxk_status;
    pub fn dxk_lines_free(lines: *mut dxk_lines);
    pub fn dxk_lines_count(lines: *const dxk_lines) -> usize;
    pub fn dxk_lines_get(lines: *const dxk_lines, index: usize, out: *mut dxk_line) -> bool;
    pub fn dxk_lines_frame(lines: *const dxk_lines, index: usize, level: u32, out: *mut dxk_line_frame) -> bool;
    pub fn dxk_lines_at(lines: *const dxk_lines, bit: u64, index: *mut usize) -> bool;
    pub fn dxk_lines_find(lines: *const dxk_lines, function: dxk_str, instruction: u32, index: *mut usize) -> bool;
    pub fn dxk_type_count(module: *const dxk_module) -> usize;
    pub fn dxk_type_get(module: *const dxk_module, r#type: dxk_type, out: *mut dxk_type_info) -> bool;
    pub fn dxk_type_member(module: *const dxk_module, r#type: dxk_type, index: u64) -> dxk_type;
    pub fn dxk_value_get(module: *const dxk_module, value: dxk_value, out: *mut dxk_value_info) -> bool;
    pub fn dxk_value_int(module: *const dxk_module, value: dxk_value, number: *mut u64) -> bool;
    pub fn dxk_value_real(module: *const dxk_module, value: dxk_value, number: *mut f64) -> bool;
    pub fn dxk_module_function(module: *const dxk_module, index: usize) -> dxk_value;
    pub fn dxk_module_function_find(module: *const dxk_module, name: dxk_str) -> dxk_value;
    pub fn dxk_function_get(module: *const dxk_module, function: dxk_value, out: *mut dxk_function_info) -> bool;
    pub fn dxk_function_param(module: *const dxk_module, function: dxk_value, index: u32) -> dxk_value;
    pub fn dxk_module_variable(module: *const dxk_module, index: usize) -> dxk_value;
    pub fn dxk_variable_get(module: *const dxk_module, variable: dxk_value, out: *mut dxk_variable_info) -> bool;
    pub fn dxk_block_first(module: *const dxk_module, function: dxk_value) -> dxk_value;
    pub fn dxk_block_next(module: *const dxk_module, block: dxk_value) -> dxk_value;
    pub fn dxk_inst_first(module: *const dxk_module, block: dxk_value) -> dxk_value;
    pub fn dxk_inst_last(module: *const dxk_module, block: dxk_value) -> dxk_value;
    pub fn dxk_inst_next(module: *const dxk_module, inst: dxk_value) -> dxk_value;
    pub fn dxk_block_successor_count(module: *const dxk_module, block: dxk_value) -> u32;
    pub fn dxk_block_successor(module: *const dxk_module, block: dxk_value, index: u32) -> dxk_value;
    pub fn dxk_inst_get(module: *const dxk_module, inst: dxk_value, out: *mut dxk_inst_info) -> bool;
    pub fn dxk_opcode_name(opcode: dxk_opcode) -> *const c_char;
    pub fn dxk_inst_operand(module: *const dxk_module, inst: dxk_value, index: u32) -> dxk_value;
    pub fn dxk_inst_incoming(module: *const dxk_module, phi: dxk_value, index: u32) -> dxk_value;
    pub fn dxk_inst_index(module: *const dxk_module, inst: dxk_value, index: u32) -> u32;
    pub fn dxk_constant_get(module: *const dxk_module, constant: dxk_value, out: *mut dxk_constant_info) -> bool;
    pub fn dxk_constant_operand(module: *const dxk_module, constant: dxk_value, index: u32) -> dxk_value;
    pub fn dxk_constant_bits(module: *const dxk_module, constant: dxk_value, index: u64, bits: *mut u64) -> bool;
    pub fn dxk_metadata_count(module: *const dxk_module) -> usize;
    pub fn dxk_metadata_get(module: *const dxk_module, metadata: dxk_metadata, out: *mut dxk_metadata_info) -> bool;
    pub fn dxk_metadata_operand(module: *const dxk_module, metadata: dxk_metadata, index: u32) -> dxk_metadata;
    pub fn dxk_metadata_field_get(module: *const dxk_module, metadata: dxk_metadata, index: u32, out: *mut dxk_metadata_field) -> bool;
    pub fn dxk_metadata_field_find(module: *const dxk_module, metadata: dxk_metadata, name: *const c_char, out: *mut dxk_metadata_field) -> bool;
    pub fn dxk_module_named_metadata_count(module: *const dxk_module) -> usize;
    pub fn dxk_module_named_metadata_name(module: *const dxk_module, index: usize, operand_count: *mut u32) -> dxk_str;
    pub fn dxk_module_named_metadata_operand(module: *const dxk_module, index: usize, operand: u32) -> dxk_metadata;
    pub fn dxk_attachment_get(module: *const dxk_module, value: dxk_value, index: u32, out: *mut dxk_attachment) -> bool;
    pub fn dxk_inst_location(module: *const dxk_module, inst: dxk_value) -> dxk_metadata;
    pub fn dxk_inst_frame(module: *const dxk_module, inst: dxk_value, level: u32, out: *mut dxk_line_frame) -> bool;
    pub fn dxk_uses_load(module: *const dxk_module, out: *mut *mut dxk_uses) -> dxk_status;
    pub fn dxk_uses_free(uses: *mut dxk_uses);
    pub fn dxk_uses_count(uses: *const dxk_uses, value: dxk_value) -> u32;
    pub fn dxk_uses_first(uses: *const dxk_uses, value: dxk_value) -> u32;
    pub fn dxk_uses_next(uses: *const dxk_uses, at: u32) -> u32;
    pub fn dxk_uses_get(uses: *const dxk_uses, at: u32, out: *mut dxk_use) -> bool;
    pub fn dxk_inst_op(module: *const dxk_module, inst: dxk_value, op: *mut dxk_op) -> bool;
    pub fn dxk_inst_op_operand(module: *const dxk_module, inst: dxk_value, index: u32) -> dxk_value;
    pub fn dxk_op_get(op: dxk_op, out: *mut dxk_op_info) -> bool;
    pub fn dxk_op_count() -> usize;
    pub fn dxk_op_at(index: usize, out: *mut dxk_op_info) -> bool;
    pub fn dxk_op_operand_name(op: dxk_op, index: u32) -> dxk_str;
    pub fn dxk_handle_get(dxil: *const dxk_dxil, handle: dxk_value, out: *mut dxk_handle_info) -> bool;
    pub fn dxk_value_set_name(module: *mut dxk_module, value: dxk_value, name: dxk_str) -> dxk_status;
    pub fn dxk_value_replace(module: *mut dxk_module, old: dxk_value, with: dxk_value) -> dxk_status;
    pub fn dxk_value_drop(module: *mut dxk_module, value: dxk_value) -> dxk_status;
    pub fn dxk_rdat_string(rdat: *const dxk_rdat, offset: u32, out: *mut dxk_str) -> bool;
    pub fn dxk_rdat_list_at(rdat: *const dxk_rdat, index: u32, out: *mut dxk_rdat_list) -> bool;
    pub fn dxk_rdat_list_item(list: dxk_rdat_list, i: u32) -> u32;
    pub fn dxk_rdat_bytes(rdat: *const dxk_rdat, offset: u32, size: u32, out: *mut dxk_bytes) -> bool;
    pub fn dxk_rdat_table_of(rdat: *const dxk_rdat, record: dxk_record_id) -> *const dxk_rdat_table;
    pub fn dxk_rdat_record(rdat: *const dxk_rdat, record: dxk_record_id, index: u32) -> *const c_void;
    pub fn dxk_rdat_resource_at(rdat: *const dxk_rdat, index: u32) -> *const dxk_rdat_resource;
    pub fn dxk_rdat_function_at(rdat: *const dxk_rdat, index: u32) -> *const dxk_rdat_function;
    pub fn dxk_rdat_subobject_at(rdat: *const dxk_rdat, index: u32) -> *const dxk_rdat_subobject;
    pub fn dxk_rdat_node_at(rdat: *const dxk_rdat, index: u32) -> *const dxk_rdat_node;
    pub fn dxk_rdat_node_id_at(rdat: *const dxk_rdat, index: u32) -> *const dxk_rdat_node_id;
    pub fn dxk_rdat_func_attrib_at(rdat: *const dxk_rdat, index: u32) -> *const dxk_rdat_func_attrib;
    pub fn dxk_rdat_io_node_at(rdat: *const dxk_rdat, index: u32) -> *const dxk_rdat_io_node;
    pub fn dxk_rdat_io_attrib_at(rdat: *const dxk_rdat, index: u32) -> *const dxk_rdat_io_attrib;
    pub fn dxk_rdat_pdb_info_at(rdat: *const dxk_rdat, index: u32) -> *const dxk_rdat_pdb_info;
    pub fn dxk_rdat_pdb_source_at(rdat: *const dxk_rdat, index: u32) -> *const dxk_rdat_pdb_source;
    pub fn dxk_rdat_pdb_library_at(rdat: *const dxk_rdat, index: u32) -> *const dxk_rdat_pdb_library;
    pub fn dxk_rdat_subobject_get(rdat: *const dxk_rdat, index: u32, out: *mut dxk_rdat_subobject_info) -> bool;
    pub fn dxk_rdat_print(ctx: *mut dxk_ctx, rdat: *const dxk_rdat, sink: dxk_sink) -> dxk_status;
    pub fn dxk_pdb_info_file_count(part: *const dxk_pdb_info_part) -> u32;
    pub fn dxk_pdb_info_file(part: *const dxk_pdb_info_part, index: u32, name: *mut dxk_str, text: *mut dxk_str) -> bool;
    pub fn dxk_pdb_info_arg_count(part: *const dxk_pdb_info_part) -> u32;
    pub fn dxk_pdb_info_arg(part: *const dxk_pdb_info_part, index: u32, name: *mut dxk_str, value: *mut dxk_str) -> bool;
    pub fn dxk_version_commit(part: *const dxk_version_part) -> dxk_str;
    pub fn dxk_version_custom(part: *const dxk_version_part) -> dxk_str;
    pub fn dxk_source_file_count(info: *const dxk_source_info) -> u32;
    pub fn dxk_source_file(info: *const dxk_source_info, index: u32, name: *mut dxk_str, text: *mut dxk_str) -> bool;
    pub fn dxk_source_arg_count(info: *const dxk_source_info) -> u32;
    pub fn dxk_source_arg_get(info: *const dxk_source_info, index: u32, name: *mut dxk_str, value: *mut dxk_str) -> bool;
    pub fn dxk_part_decode(ctx: *mut dxk_ctx, fourcc: u32, content: dxk_bytes, out: *mut *mut dxk_decoded) -> dxk_status;
    pub fn dxk_part_encode(ctx: *mut dxk_ctx, part: *const dxk_decoded, sink: dxk_sink) -> dxk_status;
    pub fn dxk_decoded_free(part: *mut dxk_decoded);
    pub fn dxk_part_title(fourcc: u32, content: dxk_bytes) -> *const c_char;
    pub fn dxk_part_strip_group(fourcc: u32) -> dxk_strip_group;
    pub fn dxk_container_reencode(container: *mut dxk_container) -> dxk_status;
    pub fn dxk_signature_name(signature: *const dxk_signature, index: usize) -> dxk_str;
    pub fn dxk_program_read(ctx: *mut dxk_ctx, content: dxk_bytes, out: *mut dxk_program) -> dxk_status;
    pub fn dxk_container_find_program(container: *const dxk_container, choice: dxk_program_choice) -> usize;
    pub fn dxk_container_program(container: *const dxk_container, choice: dxk_program_choice, out: *mut dxk_program_place) -> dxk_status;
    pub fn dxk_reflect_name(set: dxk_reflect_enum, number: u32) -> *const c_char;
    pub fn dxk_reflect_is_flags(set: dxk_reflect_enum) -> bool;
    pub fn dxk_reflect_load(container: *const dxk_container, options: *const dxk_reflect_options, out: *mut *mut dxk_reflect) -> dxk_status;
    pub fn dxk_reflect_json(reflection: *const dxk_reflect, sink: dxk_sink) -> dxk_status;
    pub fn dxk_json_reflect(json: *mut dxk_json, reflection: *const dxk_reflect) -> bool;
    pub fn dxk_reflect_free(reflect: *mut dxk_reflect);
    pub fn dxk_reflect_find_buffer(reflect: *const dxk_reflect, name: dxk_str) -> *const dxk_reflect_buffer;
    pub fn dxk_reflect_find_variable(buffer: *const dxk_reflect_buffer, name: dxk_str) -> *const dxk_reflect_variable;
    pub fn dxk_reflect_find_binding(reflect: *const dxk_reflect, name: dxk_str) -> *const dxk_reflect_binding;
    pub fn dxk_reflect_find_function(reflect: *const dxk_reflect, name: dxk_str) -> *const dxk_reflect_function;
    pub fn dxk_reflect_print(container: *const dxk_container, sink: dxk_sink) -> dxk_status;
    pub fn dxk_reflect_print_header(reflect: *const dxk_reflect, guard: *const c_char, sink: dxk_sink) -> dxk_status;
    pub fn dxk_info_load(container: *const dxk_container, out: *mut *mut dxk_info) -> dxk_status;
    pub fn dxk_info_free(info: *mut dxk_info);
    pub fn dxk_info_resource_name(info: *const dxk_info, cls: dxk_resource_class, space: u32, lower_bound: u32) -> dxk_str;
    pub fn dxk_info_element_get(info: *const dxk_info, which: usize, index: usize, out: *mut dxk_info_element) -> bool;
    pub fn dxk_profile_text(kind: u32, major: u32, minor: u32, text: *mut c_char) -> dxk_str;
    pub fn dxk_info_facts(info: *const dxk_info, facts: *mut dxk_fact) -> usize;
    pub fn dxk_info_json(container: *const dxk_container, sink: dxk_sink) -> dxk_status;
    pub fn dxk_json_info(json: *mut dxk_json, info: *const dxk_info);
    pub fn dxk_inspect_create(program: *const dxk_run_program, options: *const dxk_inspect_options, out: *mut *mut dxk_inspect) -> dxk_status;
    pub fn dxk_inspect_free(inspect: *mut dxk_inspect);
    pub fn dxk_inspect_text(inspect: *mut dxk_inspect, place: u32) -> dxk_str;
    pub fn dxk_inspect_type_get(inspect: *const dxk_inspect, r#type: dxk_inspect_type, out: *mut dxk_inspect_type_info) -> bool;
    pub fn dxk_inspect_type_member(inspect: *const dxk_inspect, r#type: dxk_inspect_type, index: u64, out: *mut dxk_inspect_member) -> bool;
    pub fn dxk_inspect_enumerator(inspect: *const dxk_inspect, r#type: dxk_inspect_type, value: i64, name: *mut dxk_str) -> bool;
    pub fn dxk_inspect_variable_get(inspect: *const dxk_inspect, index: u32, out: *mut dxk_inspect_variable) -> bool;
    pub fn dxk_inspect_finding_message(inspect: *mut dxk_inspect, finding: *const dxk_run_finding, sink: dxk_sink) -> dxk_status;
    pub fn dxk_inspect_finding_subject(inspect: *mut dxk_inspect, finding: *const dxk_run_finding, sink: dxk_sink) -> dxk_status;
    pub fn dxk_inspect_watch(inspect: *const dxk_inspect, worker: *mut dxk_run_worker, options: *const dxk_inspect_watch_options, out: *mut *mut dxk_inspect_state) -> dxk_status;
    pub fn dxk_inspect_pause(state: *mut dxk_inspect_state, paused: bool);
    pub fn dxk_inspect_state_free(state: *mut dxk_inspect_state);
    pub fn dxk_inspect_moment_get(state: *const dxk_inspect_state) -> dxk_inspect_moment;
    pub fn dxk_inspect_thread_get(state: *const dxk_inspect_state, thread: u32, out: *mut dxk_inspect_thread) -> bool;
    pub fn dxk_inspect_thread_at(state: *const dxk_inspect_state, wave: u32, lane: u32) -> u32;
    pub fn dxk_inspect_frame_get(state: *const dxk_inspect_state, thread: u32, index: u32, out: *mut dxk_inspect_frame) -> bool;
    pub fn dxk_inspect_value_get(state: *const dxk_inspect_state, thread: u32, place: u32, part: u32, out: *mut dxk_inspect_value) -> bool;
    pub fn dxk_inspect_visible(state: *const dxk_inspect_state, thread: u32, frame: u32, list: *mut u32, room: usize) -> usize;
    pub fn dxk_inspect_read(state: *const dxk_inspect_state, thread: u32, variable: u32, offset: u64, size: u32, bits: *mut u64, known: *mut u64);
    pub fn dxk_job_parse(ctx: *mut dxk_ctx, text: dxk_str, out: *mut *mut dxk_job) -> dxk_status;
    pub fn dxk_job_free(job: *mut dxk_job);
    pub fn dxk_job_info_get(job: *const dxk_job) -> dxk_job_info;
    pub fn dxk_job_shader_get(job: *const dxk_job, index: usize, out: *mut dxk_job_shader) -> bool;
    pub fn dxk_job_buffer_get(job: *const dxk_job, index: usize, out: *mut dxk_job_buffer) -> bool;
    pub fn dxk_job_bind(job: *mut dxk_job, program: *const dxk_run_program, options: *const dxk_run_options, out: *mut *mut dxk_run) -> dxk_status;
    pub fn dxk_job_draw(job: *mut dxk_job, pipeline: *const dxk_draw_pipeline) -> dxk_status;
    pub fn dxk_job_write_png(job: *const dxk_job, index: usize, sink: dxk_sink) -> dxk_status;
    pub fn dxk_png_read(ctx: *mut dxk_ctx, png: dxk_bytes, width: *mut u32, height: *mut u32, rgba: *mut dxk_buffer) -> dxk_status;
    pub fn dxk_job_print(job: *const dxk_job, sink: dxk_sink) -> dxk_status;
    pub fn dxk_job_compare(job: *const dxk_job, index: usize, sink: dxk_sink, passed: *mut bool) -> dxk_status;
    pub fn dxk_job_result_name(job: *const dxk_job, index: usize) -> dxk_str;
    pub fn dxk_linker_create(ctx: *mut dxk_ctx, out: *mut *mut dxk_linker) -> dxk_status;
    pub fn dxk_linker_free(linker: *mut dxk_linker);
    pub fn dxk_linker_add(linker: *mut dxk_linker, name: dxk_str, container: *const dxk_container) -> dxk_status;
    pub fn dxk_linker_link(linker: *mut dxk_linker, options: *const dxk_link_options, out: *mut *mut dxk_container) -> dxk_status;
    pub fn dxk_linker_explain(linker: *mut dxk_linker) -> dxk_status;
    pub fn dxk_linker_linked_count(linker: *const dxk_linker) -> usize;
    pub fn dxk_linker_linked(linker: *const dxk_linker, index: usize, out: *mut dxk_linked) -> bool;
    pub fn dxk_linker_words(linker: *const dxk_linker) -> dxk_str;
    pub fn dxk_disassemble(container: *const dxk_container, options: *const dxk_disassemble_options, sink: dxk_sink) -> dxk_status;
    pub fn dxk_list(container: *const dxk_container, options: *const dxk_list_options, sink: dxk_sink) -> dxk_status;
    pub fn dxk_listing_print_header(container: *const dxk_container, module: *const dxk_module, options: *const dxk_listing_options, sink: dxk_sink) -> dxk_status;
    pub fn dxk_assemble(ctx: *mut dxk_ctx, input: dxk_bytes, options: *const dxk_assemble_options, out: *mut *mut dxk_container) -> dxk_status;
    pub fn dxk_match_target_find(name: dxk_str, out: *mut dxk_match_target) -> dxk_status;
    pub fn dxk_match(ctx: *mut dxk_ctx, stages: *const dxk_match_stage, count: usize, options: *const dxk_match_options) -> dxk_status;
    pub fn dxk_match_root(ctx: *mut dxk_ctx, shader: *const dxk_match_stage, signature: *const dxk_root_signature) -> dxk_status;
    pub fn dxk_op_table_find(name: dxk_str, opcode: *mut u32) -> bool;
    pub fn dxk_op_print(opcode: u32, details: bool, sink: dxk_sink) -> dxk_status;
    pub fn dxk_json_op(json: *mut dxk_json, opcode: u32);
    pub fn dxk_op_table_json(sink: dxk_sink) -> dxk_status;
    pub fn dxk_pass_count() -> usize;
    pub fn dxk_pass_get(index: usize, out: *mut dxk_pass_info) -> bool;
    pub fn dxk_pass_option_get(pass: usize, index: usize, out: *mut dxk_pass_option) -> bool;
    pub fn dxk_pipeline_count() -> usize;
    pub fn dxk_pipeline_get(index: usize, out: *mut dxk_pipeline_info) -> bool;
    pub fn dxk_opt(module: *mut dxk_module, passes: dxk_str, options: *const dxk_opt_options, stats: *mut dxk_opt_stats) -> dxk_status;
    pub fn dxk_opt_check(ctx: *mut dxk_ctx, passes: dxk_str) -> dxk_status;
    pub fn dxk_pdb_origin_name(origin: dxk_pdb_origin) -> *const c_char;
    pub fn dxk_pdb_load(ctx: *mut dxk_ctx, input: dxk_bytes, out: *mut *mut dxk_pdb) -> dxk_status;
    pub fn dxk_pdb_free(pdb: *mut dxk_pdb);
    pub fn dxk_pdb_facts_get(pdb: *const dxk_pdb) -> dxk_pdb_facts;
    pub fn dxk_pdb_file_count(pdb: *const dxk_pdb) -> usize;
    pub fn dxk_pdb_file(pdb: *const dxk_pdb, index: usize, name: *mut dxk_str, text: *mut dxk_str) -> bool;
    pub fn dxk_source_name_compare(a: dxk_str, b: dxk_str) -> c_int;
    pub fn dxk_pdb_arg_count(pdb: *const dxk_pdb) -> usize;
    pub fn dxk_pdb_arg(pdb: *const dxk_pdb, index: usize, name: *mut dxk_str, value: *mut dxk_str) -> bool;
    pub fn dxk_pdb_define_count(pdb: *const dxk_pdb) -> usize;
    pub fn dxk_pdb_define(pdb: *const dxk_pdb, index: usize, define: *mut dxk_str) -> bool;
    pub fn dxk_pdb_identify(ctx: *mut dxk_ctx, input: dxk_bytes, out: *mut dxk_pdb_id) -> dxk_status;
    pub fn dxk_pdb_safe_path(name: dxk_str, out: *mut dxk_buffer) -> dxk_status;
    pub fn dxk_pdb_write(container: *const dxk_container, sink: dxk_sink) -> dxk_status;
    pub fn dxk_pdb_split(container: *mut dxk_container, pdb: dxk_sink, name: *mut dxk_buffer) -> dxk_status;
    pub fn dxk_picture_name(kind: dxk_picture_kind) -> *const c_char;
    pub fn dxk_picture_about(kind: dxk_picture_kind) -> *const c_char;
    pub fn dxk_picture(container: *const dxk_container, kind: dxk_picture_kind, options: *const dxk_picture_options, sink: dxk_sink) -> dxk_status;
    pub fn dxk_picture_style(sink: dxk_sink) -> dxk_status;
    pub fn dxk_picture_tree_create(ctx: *mut dxk_ctx, out: *mut *mut dxk_picture_tree) -> dxk_status;
    pub fn dxk_picture_tree_free(tree: *mut dxk_picture_tree);
    pub fn dxk_picture_tree_add(tree: *mut dxk_picture_tree, name: dxk_str, shares: *const dxk_picture_share, count: usize) -> dxk_status;
    pub fn dxk_picture_tree_write(tree: *const dxk_picture_tree, options: *const dxk_picture_options, sink: dxk_sink) -> dxk_status;
    pub fn dxk_report(container: *const dxk_container, options: *const dxk_report_options, sink: dxk_sink) -> dxk_status;
    pub fn dxk_report_summarize(container: *const dxk_container, out: *mut dxk_report_summary) -> dxk_status;
    pub fn dxk_report_collection_create(ctx: *mut dxk_ctx, out: *mut *mut dxk_report_collection) -> dxk_status;
    pub fn dxk_report_collection_free(collection: *mut dxk_report_collection);
    pub fn dxk_report_collection_add(collection: *mut dxk_report_collection, name: dxk_str, summary: *const dxk_report_summary, report: dxk_bytes, prefix: *const c_char) -> dxk_status;
    pub fn dxk_report_collection_write(collection: *const dxk_report_collection, title: dxk_str, sink: dxk_sink) -> dxk_status;
    pub fn dxk_rootsig_make(ctx: *mut dxk_ctx, shaders: *const *const dxk_container, count: usize, options: *const dxk_rootsig_make_options, out: *mut *mut dxk_root_signature) -> dxk_status;
    pub fn dxk_builder_element(b: *mut dxk_builder, which: dxk_signature_kind, desc: *const dxk_element_desc) -> dxk_element;
    pub fn dxk_builder_element_id(b: *const dxk_builder, element: dxk_element) -> u32;
    pub fn dxk_builder_load_input(b: *mut dxk_builder, element: dxk_element, row: u32, column: u32) -> dxk_value;
    pub fn dxk_builder_store_output(b: *mut dxk_builder, element: dxk_element, row: u32, column: u32, value: dxk_value);
    pub fn dxk_builder_resource(b: *mut dxk_builder, desc: *const dxk_resource_desc) -> dxk_resource;
    pub fn dxk_builder_handle(b: *mut dxk_builder, resource: dxk_resource, index: dxk_value, non_uniform: bool) -> dxk_value;
    pub fn dxk_builder_layout(b: *mut dxk_builder, structure: dxk_type, size: u32, fields: *const dxk_field_desc, count: usize);
    pub fn dxk_builder_entry(b: *mut dxk_builder, desc: *const dxk_entry_desc);
    pub fn dxk_symbols_load(container: *const dxk_container, out: *mut *mut dxk_symbols) -> dxk_status;
    pub fn dxk_symbols_free(symbols: *mut dxk_symbols);
    pub fn dxk_symbols_count(symbols: *const dxk_symbols) -> usize;
    pub fn dxk_symbols_get(symbols: *const dxk_symbols, index: usize, out: *mut dxk_symbol) -> bool;
    pub fn dxk_symbol_resource(symbols: *const dxk_symbols, index: usize, which: usize) -> dxk_str;
    pub fn dxk_demangle(name: dxk_str, out: *mut dxk_buffer) -> dxk_status;
    pub fn dxk_yaml_write(container: *const dxk_container, options: *const dxk_yaml_options, sink: dxk_sink) -> dxk_status;
    pub fn dxk_yaml_read(ctx: *mut dxk_ctx, text: dxk_bytes, sink: dxk_sink) -> dxk_status;
    pub fn dxk_yaml_can_read() -> bool;
}

/// Sizes of the structures, for a test against the C compiler.
pub const SIZES: &[(&str, usize)] = &[
    ("dxk_bytes", core::mem::size_of::<dxk_bytes>()),
    ("dxk_str", core::mem::size_of::<dxk_str>()),
    ("dxk_limits", core::mem::size_of::<dxk_limits>()),
    ("dxk_ctx_options", core::mem::size_of::<dxk_ctx_options>()),
    ("dxk_diag_range", core::mem::size_of::<dxk_diag_range>()),
    ("dxk_diag_fix", core::mem::size_of::<dxk_diag_fix>()),
    ("dxk_diag", core::mem::size_of::<dxk_diag>()),
    ("dxk_sink", core::mem::size_of::<dxk_sink>()),
    ("dxk_buffer", core::mem::size_of::<dxk_buffer>()),
    ("dxk_diag_print_options", core::mem::size_of::<dxk_diag_print_options>()),
    ("dxk_bitcode_dump_options", core::mem::size_of::<dxk_bitcode_dump_options>()),
    ("dxk_container_header", core::mem::size_of::<dxk_container_header>()),
    ("dxk_part", core::mem::size_of::<dxk_part>()),
    ("dxk_read_options", core::mem::size_of::<dxk_read_options>()),
    ("dxk_write_options", core::mem::size_of::<dxk_write_options>()),
    ("dxk_module_read_options", core::mem::size_of::<dxk_module_read_options>()),
    ("dxk_module_write_options", core::mem::size_of::<dxk_module_write_options>()),
    ("dxk_build_options", core::mem::size_of::<dxk_build_options>()),
    ("dxk_pack_element", core::mem::size_of::<dxk_pack_element>()),
    ("dxk_pack_options", core::mem::size_of::<dxk_pack_options>()),
    ("dxk_builder_options", core::mem::size_of::<dxk_builder_options>()),
    ("dxk_file_header", core::mem::size_of::<dxk_file_header>()),
    ("dxk_part_header", core::mem::size_of::<dxk_part_header>()),
    ("dxk_program_header", core::mem::size_of::<dxk_program_header>()),
    ("dxk_signature_header", core::mem::size_of::<dxk_signature_header>()),
    ("dxk_signature_element", core::mem::size_of::<dxk_signature_element>()),
    ("dxk_feature_info", core::mem::size_of::<dxk_feature_info>()),
    ("dxk_shader_hash", core::mem::size_of::<dxk_shader_hash>()),
    ("dxk_psv_runtime_info", core::mem::size_of::<dxk_psv_runtime_info>()),
    ("dxk_psv_vs_info", core::mem::size_of::<dxk_psv_vs_info>()),
    ("dxk_psv_hs_info", core::mem::size_of::<dxk_psv_hs_info>()),
    ("dxk_psv_ds_info", core::mem::size_of::<dxk_psv_ds_info>()),
    ("dxk_psv_gs_info", core::mem::size_of::<dxk_psv_gs_info>()),
    ("dxk_psv_ps_info", core::mem::size_of::<dxk_psv_ps_info>()),
    ("dxk_psv_ms_info", core::mem::size_of::<dxk_psv_ms_info>()),
    ("dxk_psv_as_info", core::mem::size_of::<dxk_psv_as_info>()),
    ("dxk_psv_gs_extra", core::mem::size_of::<dxk_psv_gs_extra>()),
    ("dxk_psv_patch_extra", core::mem::size_of::<dxk_psv_patch_extra>()),
    ("dxk_psv_ms_extra", core::mem::size_of::<dxk_psv_ms_extra>()),
    ("dxk_psv_resource", core::mem::size_of::<dxk_psv_resource>()),
    ("dxk_psv_element", core::mem::size_of::<dxk_psv_element>()),
    ("dxk_compiler_version", core::mem::size_of::<dxk_compiler_version>()),
    ("dxk_debug_name", core::mem::size_of::<dxk_debug_name>()),
    ("dxk_source_header", core::mem::size_of::<dxk_source_header>()),
    ("dxk_source_section_header", core::mem::size_of::<dxk_source_section_header>()),
    ("dxk_source_names_header", core::mem::size_of::<dxk_source_names_header>()),
    ("dxk_source_name_entry", core::mem::size_of::<dxk_source_name_entry>()),
    ("dxk_source_contents_header", core::mem::size_of::<dxk_source_contents_header>()),
    ("dxk_source_content_entry", core::mem::size_of::<dxk_source_content_entry>()),
    ("dxk_source_args_header", core::mem::size_of::<dxk_source_args_header>()),
    ("dxk_pdb_info_header", core::mem::size_of::<dxk_pdb_info_header>()),
    ("dxk_rdat_header", core::mem::size_of::<dxk_rdat_header>()),
    ("dxk_rdat_part_header", core::mem::size_of::<dxk_rdat_part_header>()),
    ("dxk_rdat_table_header", core::mem::size_of::<dxk_rdat_table_header>()),
    ("dxk_rdat_resource", core::mem::size_of::<dxk_rdat_resource>()),
    ("dxk_rdat_function", core::mem::size_of::<dxk_rdat_function>()),
    ("dxk_rdat_dispatch_grid", core::mem::size_of::<dxk_rdat_dispatch_grid>()),
    ("dxk_rdat_node_id", core::mem::size_of::<dxk_rdat_node_id>()),
    ("dxk_rdat_func_attrib", core::mem::size_of::<dxk_rdat_func_attrib>()),
    ("dxk_rdat_io_attrib", core::mem::size_of::<dxk_rdat_io_attrib>()),
    ("dxk_rdat_io_node", core::mem::size_of::<dxk_rdat_io_node>()),
    ("dxk_rdat_node", core::mem::size_of::<dxk_rdat_node>()),
    ("dxk_rdat_signature_element", core::mem::size_of::<dxk_rdat_signature_element>()),
    ("dxk_rdat_vs_info", core::mem::size_of::<dxk_rdat_vs_info>()),
    ("dxk_rdat_ps_info", core::mem::size_of::<dxk_rdat_ps_info>()),
    ("dxk_rdat_hs_info", core::mem::size_of::<dxk_rdat_hs_info>()),
    ("dxk_rdat_ds_info", core::mem::size_of::<dxk_rdat_ds_info>()),
    ("dxk_rdat_gs_info", core::mem::size_of::<dxk_rdat_gs_info>()),
    ("dxk_rdat_cs_info", core::mem::size_of::<dxk_rdat_cs_info>()),
    ("dxk_rdat_ms_info", core::mem::size_of::<dxk_rdat_ms_info>()),
    ("dxk_rdat_as_info", core::mem::size_of::<dxk_rdat_as_info>()),
    ("dxk_rdat_state_object_config", core::mem::size_of::<dxk_rdat_state_object_config>()),
    ("dxk_rdat_root_signature", core::mem::size_of::<dxk_rdat_root_signature>()),
    ("dxk_rdat_association", core::mem::size_of::<dxk_rdat_association>()),
    ("dxk_rdat_raytracing_shader_config", core::mem::size_of::<dxk_rdat_raytracing_shader_config>()),
    ("dxk_rdat_raytracing_pipeline_config", core::mem::size_of::<dxk_rdat_raytracing_pipeline_config>()),
    ("dxk_rdat_hit_group", core::mem::size_of::<dxk_rdat_hit_group>()),
    ("dxk_rdat_raytracing_pipeline_config1", core::mem::size_of::<dxk_rdat_raytracing_pipeline_config1>()),
    ("dxk_rdat_subobject", core::mem::size_of::<dxk_rdat_subobject>()),
    ("dxk_rdat_pdb_library", core::mem::size_of::<dxk_rdat_pdb_library>()),
    ("dxk_rdat_pdb_source", core::mem::size_of::<dxk_rdat_pdb_source>()),
    ("dxk_rdat_pdb_info", core::mem::size_of::<dxk_rdat_pdb_info>()),
    ("dxk_rs_header", core::mem::size_of::<dxk_rs_header>()),
    ("dxk_rs_parameter", core::mem::size_of::<dxk_rs_parameter>()),
    ("dxk_rs_constants", core::mem::size_of::<dxk_rs_constants>()),
    ("dxk_rs_descriptor", core::mem::size_of::<dxk_rs_descriptor>()),
    ("dxk_rs_table", core::mem::size_of::<dxk_rs_table>()),
    ("dxk_rs_range_1_0", core::mem::size_of::<dxk_rs_range_1_0>()),
    ("dxk_rs_range", core::mem::size_of::<dxk_rs_range>()),
    ("dxk_rs_sampler", core::mem::size_of::<dxk_rs_sampler>()),
    ("dxk_signature_element4", core::mem::size_of::<dxk_signature_element4>()),
    ("dxk_signature_element5", core::mem::size_of::<dxk_signature_element5>()),
    ("dxk_rdef_header", core::mem::size_of::<dxk_rdef_header>()),
    ("dxk_rdef_sizes", core::mem::size_of::<dxk_rdef_sizes>()),
    ("dxk_rdef_binding", core::mem::size_of::<dxk_rdef_binding>()),
    ("dxk_rdef_buffer", core::mem::size_of::<dxk_rdef_buffer>()),
    ("dxk_rdef_variable", core::mem::size_of::<dxk_rdef_variable>()),
    ("dxk_rdef_type", core::mem::size_of::<dxk_rdef_type>()),
    ("dxk_rdef_member", core::mem::size_of::<dxk_rdef_member>()),
    ("dxk_counters", core::mem::size_of::<dxk_counters>()),
    ("dxk_ifce_header", core::mem::size_of::<dxk_ifce_header>()),
    ("dxk_ifce_slot", core::mem::size_of::<dxk_ifce_slot>()),
    ("dxk_ifce_type", core::mem::size_of::<dxk_ifce_type>()),
    ("dxk_ifce_instance", core::mem::size_of::<dxk_ifce_instance>()),
    ("dxk_level9_header", core::mem::size_of::<dxk_level9_header>()),
    ("dxk_level9_constant", core::mem::size_of::<dxk_level9_constant>()),
    ("dxk_level9_sampler", core::mem::size_of::<dxk_level9_sampler>()),
    ("dxk_level9_runtime", core::mem::size_of::<dxk_level9_runtime>()),
    ("dxk_library_header", core::mem::size_of::<dxk_library_header>()),
    ("dxk_library_function", core::mem::size_of::<dxk_library_function>()),
    ("dxk_function_header", core::mem::size_of::<dxk_function_header>()),
    ("dxk_function_parameter", core::mem::size_of::<dxk_function_parameter>()),
    ("dxk_level9_debug", core::mem::size_of::<dxk_level9_debug>()),
    ("dxk_level9_line", core::mem::size_of::<dxk_level9_line>()),
    ("dxk_level9_variable", core::mem::size_of::<dxk_level9_variable>()),
    ("dxk_level9_place", core::mem::size_of::<dxk_level9_place>()),
    ("dxk_pdb_identity", core::mem::size_of::<dxk_pdb_identity>()),
    ("dxk_psv0", core::mem::size_of::<dxk_psv0>()),
    ("dxk_psv_stage_info", core::mem::size_of::<dxk_psv_stage_info>()),
    ("dxk_psv_table", core::mem::size_of::<dxk_psv_table>()),
    ("dxk_psv_print_options", core::mem::size_of::<dxk_psv_print_options>()),
    ("dxk_json", core::mem::size_of::<dxk_json>()),
    ("dxk_slack", core::mem::size_of::<dxk_slack>()),
    ("dxk_visit_node", core::mem::size_of::<dxk_visit_node>()),
    ("dxk_visit_field", core::mem::size_of::<dxk_visit_field>()),
    ("dxk_visitor", core::mem::size_of::<dxk_visitor>()),
    ("dxk_root_parameter", core::mem::size_of::<dxk_root_parameter>()),
    ("dxk_root_signature", core::mem::size_of::<dxk_root_signature>()),
    ("dxk_rootsig_print_options", core::mem::size_of::<dxk_rootsig_print_options>()),
    ("dxk_rootsig_parse_options", core::mem::size_of::<dxk_rootsig_parse_options>()),
    ("dxk_line_source", core::mem::size_of::<dxk_line_source>()),
    ("dxk_print_options", core::mem::size_of::<dxk_print_options>()),
    ("dxk_resource_properties", core::mem::size_of::<dxk_resource_properties>()),
    ("dxk_parse_options", core::mem::size_of::<dxk_parse_options>()),
    ("dxk_hlsl_options", core::mem::size_of::<dxk_hlsl_options>()),
    ("dxk_hlsl_guess_result", core::mem::size_of::<dxk_hlsl_guess_result>()),
    ("dxk_validate_options", core::mem::size_of::<dxk_validate_options>()),
    ("dxk_finding", core::mem::size_of::<dxk_finding>()),
    ("dxk_sign_options", core::mem::size_of::<dxk_sign_options>()),
    ("dxk_rule_info", core::mem::size_of::<dxk_rule_info>()),
    ("dxk_text_error", core::mem::size_of::<dxk_text_error>()),
    ("dxk_convert_options", core::mem::size_of::<dxk_convert_options>()),
    ("dxk_difference", core::mem::size_of::<dxk_difference>()),
    ("dxk_diff_options", core::mem::size_of::<dxk_diff_options>()),
    ("dxk_diff_row", core::mem::size_of::<dxk_diff_row>()),
    ("dxk_diff_summary", core::mem::size_of::<dxk_diff_summary>()),
    ("dxk_diff_count", core::mem::size_of::<dxk_diff_count>()),
    ("dxk_diff_print_options", core::mem::size_of::<dxk_diff_print_options>()),
    ("dxk_run_program_options", core::mem::size_of::<dxk_run_program_options>()),
    ("dxk_run_program_info", core::mem::size_of::<dxk_run_program_info>()),
    ("dxk_run_resource", core::mem::size_of::<dxk_run_resource>()),
    ("dxk_run_place", core::mem::size_of::<dxk_run_place>()),
    ("dxk_run_frame", core::mem::size_of::<dxk_run_frame>()),
    ("dxk_run_finding", core::mem::size_of::<dxk_run_finding>()),
    ("dxk_run_options", core::mem::size_of::<dxk_run_options>()),
    ("dxk_run_format", core::mem::size_of::<dxk_run_format>()),
    ("dxk_run_view", core::mem::size_of::<dxk_run_view>()),
    ("dxk_run_sampler", core::mem::size_of::<dxk_run_sampler>()),
    ("dxk_run_counts", core::mem::size_of::<dxk_run_counts>()),
    ("dxk_run_element", core::mem::size_of::<dxk_run_element>()),
    ("dxk_run_stage", core::mem::size_of::<dxk_run_stage>()),
    ("dxk_run_invocations", core::mem::size_of::<dxk_run_invocations>()),
    ("dxk_run_patches", core::mem::size_of::<dxk_run_patches>()),
    ("dxk_run_points", core::mem::size_of::<dxk_run_points>()),
    ("dxk_tessellation", core::mem::size_of::<dxk_tessellation>()),
    ("dxk_tessellate", core::mem::size_of::<dxk_tessellate>()),
    ("dxk_run_primitives", core::mem::size_of::<dxk_run_primitives>()),
    ("dxk_run_amplified", core::mem::size_of::<dxk_run_amplified>()),
    ("dxk_run_meshlet", core::mem::size_of::<dxk_run_meshlet>()),
    ("dxk_run_parameter", core::mem::size_of::<dxk_run_parameter>()),
    ("dxk_run_calls", core::mem::size_of::<dxk_run_calls>()),
    ("dxk_draw_target", core::mem::size_of::<dxk_draw_target>()),
    ("dxk_draw_viewport", core::mem::size_of::<dxk_draw_viewport>()),
    ("dxk_draw_rectangle", core::mem::size_of::<dxk_draw_rectangle>()),
    ("dxk_draw_blend", core::mem::size_of::<dxk_draw_blend>()),
    ("dxk_draw_stencil_face", core::mem::size_of::<dxk_draw_stencil_face>()),
    ("dxk_draw_stencil", core::mem::size_of::<dxk_draw_stencil>()),
    ("dxk_draw_threads", core::mem::size_of::<dxk_draw_threads>()),
    ("dxk_draw_pipeline", core::mem::size_of::<dxk_draw_pipeline>()),
    ("dxk_draw", core::mem::size_of::<dxk_draw>()),
    ("dxk_placed", core::mem::size_of::<dxk_placed>()),
    ("dxk_strings", core::mem::size_of::<dxk_strings>()),
    ("dxk_rdef_buffer_part", core::mem::size_of::<dxk_rdef_buffer_part>()),
    ("dxk_rdef_type_part", core::mem::size_of::<dxk_rdef_type_part>()),
    ("dxk_rdef", core::mem::size_of::<dxk_rdef>()),
    ("dxk_counter_part", core::mem::size_of::<dxk_counter_part>()),
    ("dxk_ifce_slot_part", core::mem::size_of::<dxk_ifce_slot_part>()),
    ("dxk_ifce", core::mem::size_of::<dxk_ifce>()),
    ("dxk_level9", core::mem::size_of::<dxk_level9>()),
    ("dxk_library", core::mem::size_of::<dxk_library>()),
    ("dxk_function_signature", core::mem::size_of::<dxk_function_signature>()),
    ("dxk_dxbc_operand", core::mem::size_of::<dxk_dxbc_operand>()),
    ("dxk_dxbc_instruction", core::mem::size_of::<dxk_dxbc_instruction>()),
    ("dxk_dxbc_program", core::mem::size_of::<dxk_dxbc_program>()),
    ("dxk_dxbc_index", core::mem::size_of::<dxk_dxbc_index>()),
    ("dxk_dxbc_options", core::mem::size_of::<dxk_dxbc_options>()),
    ("dxk_dxil_info", core::mem::size_of::<dxk_dxil_info>()),
    ("dxk_dxil_entry", core::mem::size_of::<dxk_dxil_entry>()),
    ("dxk_dxil_resource", core::mem::size_of::<dxk_dxil_resource>()),
    ("dxk_dxil_op_count", core::mem::size_of::<dxk_dxil_op_count>()),
    ("dxk_dxil_inst_count", core::mem::size_of::<dxk_dxil_inst_count>()),
    ("dxk_dxil_export", core::mem::size_of::<dxk_dxil_export>()),
    ("dxk_line", core::mem::size_of::<dxk_line>()),
    ("dxk_line_frame", core::mem::size_of::<dxk_line_frame>()),
    ("dxk_type_info", core::mem::size_of::<dxk_type_info>()),
    ("dxk_value_info", core::mem::size_of::<dxk_value_info>()),
    ("dxk_function_info", core::mem::size_of::<dxk_function_info>()),
    ("dxk_variable_info", core::mem::size_of::<dxk_variable_info>()),
    ("dxk_inst_info", core::mem::size_of::<dxk_inst_info>()),
    ("dxk_constant_info", core::mem::size_of::<dxk_constant_info>()),
    ("dxk_metadata_info", core::mem::size_of::<dxk_metadata_info>()),
    ("dxk_metadata_field", core::mem::size_of::<dxk_metadata_field>()),
    ("dxk_attachment", core::mem::size_of::<dxk_attachment>()),
    ("dxk_use", core::mem::size_of::<dxk_use>()),
    ("dxk_op_info", core::mem::size_of::<dxk_op_info>()),
    ("dxk_handle_info", core::mem::size_of::<dxk_handle_info>()),
    ("dxk_feature_part", core::mem::size_of::<dxk_feature_part>()),
    ("dxk_hash_part", core::mem::size_of::<dxk_hash_part>()),
    ("dxk_rdat_part", core::mem::size_of::<dxk_rdat_part>()),
    ("dxk_rdat_table", core::mem::size_of::<dxk_rdat_table>()),
    ("dxk_rdat", core::mem::size_of::<dxk_rdat>()),
    ("dxk_rdat_list", core::mem::size_of::<dxk_rdat_list>()),
    ("dxk_rdat_subobject_info", core::mem::size_of::<dxk_rdat_subobject_info>()),
    ("dxk_pdb_info_part", core::mem::size_of::<dxk_pdb_info_part>()),
    ("dxk_version_part", core::mem::size_of::<dxk_version_part>()),
    ("dxk_debug_name_part", core::mem::size_of::<dxk_debug_name_part>()),
    ("dxk_source_name", core::mem::size_of::<dxk_source_name>()),
    ("dxk_source_names", core::mem::size_of::<dxk_source_names>()),
    ("dxk_source_content", core::mem::size_of::<dxk_source_content>()),
    ("dxk_source_contents", core::mem::size_of::<dxk_source_contents>()),
    ("dxk_source_arg", core::mem::size_of::<dxk_source_arg>()),
    ("dxk_source_args", core::mem::size_of::<dxk_source_args>()),
    ("dxk_source_info_section", core::mem::size_of::<dxk_source_info_section>()),
    ("dxk_source_info", core::mem::size_of::<dxk_source_info>()),
    ("dxk_raw_part", core::mem::size_of::<dxk_raw_part>()),
    ("dxk_program", core::mem::size_of::<dxk_program>()),
    ("dxk_signature", core::mem::size_of::<dxk_signature>()),
    ("dxk_decoded", core::mem::size_of::<dxk_decoded>()),
    ("dxk_program_place", core::mem::size_of::<dxk_program_place>()),
    ("dxk_reflect_type", core::mem::size_of::<dxk_reflect_type>()),
    ("dxk_reflect_member", core::mem::size_of::<dxk_reflect_member>()),
    ("dxk_reflect_variable", core::mem::size_of::<dxk_reflect_variable>()),
    ("dxk_reflect_buffer", core::mem::size_of::<dxk_reflect_buffer>()),
    ("dxk_reflect_binding", core::mem::size_of::<dxk_reflect_binding>()),
    ("dxk_reflect_parameter", core::mem::size_of::<dxk_reflect_parameter>()),
    ("dxk_reflect_parameters", core::mem::size_of::<dxk_reflect_parameters>()),
    ("dxk_reflect_node_io", core::mem::size_of::<dxk_reflect_node_io>()),
    ("dxk_reflect_node", core::mem::size_of::<dxk_reflect_node>()),
    ("dxk_reflect_stage", core::mem::size_of::<dxk_reflect_stage>()),
    ("dxk_reflect_counters", core::mem::size_of::<dxk_reflect_counters>()),
    ("dxk_reflect_function", core::mem::size_of::<dxk_reflect_function>()),
    ("dxk_reflect", core::mem::size_of::<dxk_reflect>()),
    ("dxk_reflect_options", core::mem::size_of::<dxk_reflect_options>()),
    ("dxk_info", core::mem::size_of::<dxk_info>()),
    ("dxk_info_element", core::mem::size_of::<dxk_info_element>()),
    ("dxk_fact", core::mem::size_of::<dxk_fact>()),
    ("dxk_inspect_options", core::mem::size_of::<dxk_inspect_options>()),
    ("dxk_inspect_type_info", core::mem::size_of::<dxk_inspect_type_info>()),
    ("dxk_inspect_member", core::mem::size_of::<dxk_inspect_member>()),
    ("dxk_inspect_variable", core::mem::size_of::<dxk_inspect_variable>()),
    ("dxk_inspect_watch_options", core::mem::size_of::<dxk_inspect_watch_options>()),
    ("dxk_inspect_moment", core::mem::size_of::<dxk_inspect_moment>()),
    ("dxk_inspect_thread", core::mem::size_of::<dxk_inspect_thread>()),
    ("dxk_inspect_frame", core::mem::size_of::<dxk_inspect_frame>()),
    ("dxk_inspect_value", core::mem::size_of::<dxk_inspect_value>()),
    ("dxk_job_info", core::mem::size_of::<dxk_job_info>()),
    ("dxk_job_shader", core::mem::size_of::<dxk_job_shader>()),
    ("dxk_job_buffer", core::mem::size_of::<dxk_job_buffer>()),
    ("dxk_link_options", core::mem::size_of::<dxk_link_options>()),
    ("dxk_linked", core::mem::size_of::<dxk_linked>()),
    ("dxk_disassemble_options", core::mem::size_of::<dxk_disassemble_options>()),
    ("dxk_list_options", core::mem::size_of::<dxk_list_options>()),
    ("dxk_listing_options", core::mem::size_of::<dxk_listing_options>()),
    ("dxk_assemble_options", core::mem::size_of::<dxk_assemble_options>()),
    ("dxk_match_stage", core::mem::size_of::<dxk_match_stage>()),
    ("dxk_match_options", core::mem::size_of::<dxk_match_options>()),
    ("dxk_pass_info", core::mem::size_of::<dxk_pass_info>()),
    ("dxk_pass_option", core::mem::size_of::<dxk_pass_option>()),
    ("dxk_pipeline_info", core::mem::size_of::<dxk_pipeline_info>()),
    ("dxk_opt_step", core::mem::size_of::<dxk_opt_step>()),
    ("dxk_opt_options", core::mem::size_of::<dxk_opt_options>()),
    ("dxk_opt_stats", core::mem::size_of::<dxk_opt_stats>()),
    ("dxk_pdb_facts", core::mem::size_of::<dxk_pdb_facts>()),
    ("dxk_pdb_id", core::mem::size_of::<dxk_pdb_id>()),
    ("dxk_picture_options", core::mem::size_of::<dxk_picture_options>()),
    ("dxk_picture_share", core::mem::size_of::<dxk_picture_share>()),
    ("dxk_report_options", core::mem::size_of::<dxk_report_options>()),
    ("dxk_report_summary", core::mem::size_of::<dxk_report_summary>()),
    ("dxk_rootsig_sampler_choice", core::mem::size_of::<dxk_rootsig_sampler_choice>()),
    ("dxk_rootsig_make_options", core::mem::size_of::<dxk_rootsig_make_options>()),
    ("dxk_element_desc", core::mem::size_of::<dxk_element_desc>()),
    ("dxk_resource_desc", core::mem::size_of::<dxk_resource_desc>()),
    ("dxk_field_desc", core::mem::size_of::<dxk_field_desc>()),
    ("dxk_entry_desc", core::mem::size_of::<dxk_entry_desc>()),
    ("dxk_symbol", core::mem::size_of::<dxk_symbol>()),
    ("dxk_yaml_options", core::mem::size_of::<dxk_yaml_options>()),
];
