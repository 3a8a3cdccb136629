target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%struct.Rec = type { i32 }
%"struct.DispatchNodeInputRecord<Rec>" = type { i32 }
%"struct.NodeOutput_slice_type" = type { i32 }
%struct.Outer = type { [2 x %"struct.DispatchNodeInputRecord<Rec>"] }

define void @record(%"struct.DispatchNodeInputRecord<Rec>"* %r) {
  ret void
}

define void @inside(%struct.Outer* %r) {
  ret void
}

define void @plain(%struct.Rec* %r, %"struct.NodeOutput_slice_type"* %s) {
  ret void
}

!dx.version = !{!0}
!dx.valver = !{!0}
!dx.shaderModel = !{!1}
!dx.entryPoints = !{!2}

!0 = !{i32 1, i32 8}
!1 = !{!"lib", i32 6, i32 8}
!2 = !{null, !"", null, null, null}
