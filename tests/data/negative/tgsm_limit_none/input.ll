target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"


@g = external addrspace(3) global [8193 x i32], align 4
define void @main() {
  store i32 0, i32 addrspace(3)* getelementptr inbounds ([8193 x i32], [8193 x i32] addrspace(3)* @g, i32 0, i32 0), align 4
  ret void
}


attributes #0 = { nounwind readnone }
attributes #1 = { nounwind }
attributes #2 = { nounwind readonly }
attributes #3 = { noduplicate nounwind }
attributes #4 = { nounwind argmemonly }

!dx.version = !{!1}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.entryPoints = !{!4}

!0 = !{i32 4, i32 1, i32 1}
!1 = !{i32 1, i32 10}
!2 = !{!"cs", i32 6, i32 10}
!3 = !{i32 4, !0, i32 24, i32 -1}
!4 = !{void ()* @main, !"main", null, null, !3}

