// SPDX-License-Identifier: MIT
//! The C API of libdxk, as `include/dxk` declares and documents it. The crate `dxk` is the safe form.
#![no_std]
#![allow(non_camel_case_types, non_upper_case_globals)]

mod bindings;
pub use bindings::*;
