@a = global i32 5

!x = !{!0}
!0 = !{!"café 😀", i32 1}
