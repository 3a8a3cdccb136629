// SPDX-License-Identifier: MIT
//! Compiling HLSL.
use std::any::Any;
use std::ffi::{c_char, c_void, CString};
use std::mem::{size_of, zeroed};
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::ptr;

use dxk_sys as sys;

use crate::context::{str_view, string, view, Context, Diagnostic, Error, Object, Result, Status};
use crate::{sign_container, write};

/// Returns an included file by its path; `None` if there is none.
pub type Include<'a> = dyn FnMut(&str) -> Option<Vec<u8>> + 'a;

/// How to compile. Begin with the default, then set what differs.
pub struct CompileOptions<'a> {
    /// The name of the source, for messages, `__FILE__` and relative includes.
    pub name: &'a str,
    /// Macros, as "NAME" or "NAME=VALUE".
    pub defines: &'a [&'a str],
    /// Directories that are searched for included files after those of the including files.
    pub directories: &'a [&'a str],
    /// Groups of warnings that are not reported: "conversion".
    pub silent: &'a [&'a str],
    /// Optimization level, 0 to 3.
    pub optimize: u32,
    /// Language version: 2016, 2017, 2018 or 2021.
    pub version: u32,
    /// Do not optimize at all.
    pub no_optimize: bool,
    /// Make 16-bit types exactly 16 bits wide.
    pub native_16bit: bool,
    /// Make matrices row_major by default.
    pub row_major: bool,
    /// Compute floating point exactly as written.
    pub strict_ieee: bool,
    /// Treat warnings as errors.
    pub warnings_are_errors: bool,
    /// Assume that the root signature binds all descriptors.
    pub all_resources_bound: bool,
    /// Do not validate or sign the result.
    pub no_validate: bool,
    /// Finds included files; `None` if there are none.
    pub include: Option<&'a mut Include<'a>>,
}

impl Default for CompileOptions<'_> {
    fn default() -> Self {
        CompileOptions {
            name: "",
            defines: &[],
            directories: &[],
            silent: &[],
            optimize: 3,
            version: 2021,
            no_optimize: false,
            native_16bit: false,
            row_major: false,
            strict_ieee: false,
            warnings_are_errors: false,
            all_resources_bound: false,
            no_validate: false,
            include: None,
        }
    }
}

/// A compiled shader.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The container.
    pub data: Vec<u8>,
    /// The warnings.
    pub warnings: Vec<Diagnostic>,
}

/// Included files: they stay where they are until the call of the library returns.
struct Files<'a> {
    find: Option<&'a mut Include<'a>>,
    kept: Vec<Vec<u8>>,
    panic: Option<Box<dyn Any + Send>>,
}

/// A panic must not pass through C: it is kept, and goes on after the call.
unsafe extern "C" fn include(user: *mut c_void, path: sys::dxk_str, out: *mut sys::dxk_bytes) -> sys::dxk_status {
    // SAFETY: `user` is the Files of compile(), which waits for the call.
    let files = unsafe { &mut *user.cast::<Files<'_>>() };
    let path = string(path);
    let find = match files.find.as_mut() {
        Some(find) => find,
        None => return sys::DXK_E_NOT_FOUND,
    };
    match catch_unwind(AssertUnwindSafe(|| find(&path))) {
        Ok(Some(text)) => {
            files.kept.push(text);
            // SAFETY: the library gives a place; what a vector holds stays when the vector itself moves.
            unsafe { *out = view(&files.kept[files.kept.len() - 1]) };
            sys::DXK_OK
        }
        Ok(None) => sys::DXK_E_NOT_FOUND,
        Err(panic) => {
            files.panic = Some(panic);
            sys::DXK_E_SINK
        }
    }
}

/// Texts that end with NUL, and pointers to them.
struct Strings {
    _texts: Vec<CString>,
    pointers: Vec<*const c_char>,
}

fn terminated(text: &str) -> Result<CString> {
    CString::new(text).map_err(|_| Error { status: Status::Argument, diagnostics: Vec::new() })
}

impl Strings {
    fn new(texts: &[&str]) -> Result<Strings> {
        let texts = texts.iter().map(|text| terminated(text)).collect::<Result<Vec<_>>>()?;
        let pointers = texts.iter().map(|text| text.as_ptr()).collect();
        Ok(Strings { _texts: texts, pointers })
    }
}

/// Compiles an entry point of a source for a profile ("ps_6_0"), validates the shader and signs it.
pub fn compile(source: &str, target: &str, entry: &str, options: CompileOptions<'_>) -> Result<Compiled> {
    let ctx = Context::new()?;
    let (target, entry) = (terminated(target)?, terminated(entry)?);
    let lists = [options.defines, options.directories, options.silent];
    let [defines, directories, silent] = [Strings::new(lists[0])?, Strings::new(lists[1])?, Strings::new(lists[2])?];
    let mut files = Files { find: options.include, kept: Vec::new(), panic: None };
    let user: *mut Files<'_> = &mut files;
    // SAFETY: all zero is a value of this plain structure: the defaults.
    let mut given: sys::dxk_hlsl_options = unsafe { zeroed() };
    given.struct_size = size_of::<sys::dxk_hlsl_options>();
    given.name = str_view(options.name);
    given.target = target.as_ptr();
    given.entry = entry.as_ptr();
    (given.defines, given.define_count) = (defines.pointers.as_ptr(), defines.pointers.len());
    (given.directories, given.directory_count) = (directories.pointers.as_ptr(), directories.pointers.len());
    (given.silent, given.silent_count) = (silent.pointers.as_ptr(), silent.pointers.len());
    (given.version, given.optimize) = (options.version, options.optimize);
    given.no_optimize = options.no_optimize;
    given.native_16bit = options.native_16bit;
    given.row_major = options.row_major;
    given.strict_ieee = options.strict_ieee;
    given.warnings_are_errors = options.warnings_are_errors;
    given.all_resources_bound = options.all_resources_bound;
    given.include = Some(include);
    given.user = user.cast();
    // SAFETY: source, options and files outlive the call.
    let module = Object::make(&ctx, sys::dxk_module_free, |out| unsafe {
        sys::dxk_hlsl_compile(ctx.handle, view(source.as_bytes()), &given, out)
    });
    if let Some(panic) = files.panic {
        resume_unwind(panic);
    }
    let module = module?;
    let warnings = ctx.diagnostics();
    // SAFETY: the module lives.
    let made = Object::make(&ctx, sys::dxk_container_free, |out| unsafe {
        sys::dxk_container_build(module.handle, ptr::null(), out)
    })?;
    let data = if options.no_validate { write(&ctx, &made)? } else { sign_container(&ctx, &made)? };
    Ok(Compiled { data, warnings })
}
