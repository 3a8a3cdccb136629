// SPDX-License-Identifier: MIT
//! Contexts, errors and sinks, which every call uses.
use std::any::Any;
use std::ffi::{c_void, CStr};
use std::fmt;
use std::marker::PhantomData;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::ptr;

use dxk_sys as sys;

/// Why a call failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// The input breaks its format.
    Invalid,
    /// Memory ran out.
    OutOfMemory,
    /// A limit was exceeded.
    Limit,
    /// An invalid argument.
    Argument,
    /// The input does not have the requested item.
    NotFound,
    /// Valid, but not supported by this build.
    Unsupported,
    /// The caller refused the output.
    Sink,
    /// A status from a newer library.
    Unknown(u32),
}

impl Status {
    fn of(status: u32) -> Status {
        match status {
            sys::DXK_E_INVALID => Status::Invalid,
            sys::DXK_E_NOMEM => Status::OutOfMemory,
            sys::DXK_E_LIMIT => Status::Limit,
            sys::DXK_E_ARGUMENT => Status::Argument,
            sys::DXK_E_NOT_FOUND => Status::NotFound,
            sys::DXK_E_UNSUPPORTED => Status::Unsupported,
            sys::DXK_E_SINK => Status::Sink,
            other => Status::Unknown(other),
        }
    }

    /// The number in the C API.
    pub fn code(self) -> u32 {
        match self {
            Status::Invalid => sys::DXK_E_INVALID,
            Status::OutOfMemory => sys::DXK_E_NOMEM,
            Status::Limit => sys::DXK_E_LIMIT,
            Status::Argument => sys::DXK_E_ARGUMENT,
            Status::NotFound => sys::DXK_E_NOT_FOUND,
            Status::Unsupported => sys::DXK_E_UNSUPPORTED,
            Status::Sink => sys::DXK_E_SINK,
            Status::Unknown(code) => code,
        }
    }
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Explains the preceding diagnostic.
    Note,
    /// Odd, but not wrong.
    Warning,
    /// Wrong.
    Error,
}

impl Severity {
    pub(crate) fn of(severity: u32) -> Severity {
        match severity {
            sys::DXK_NOTE => Severity::Note,
            sys::DXK_WARNING => Severity::Warning,
            _ => Severity::Error,
        }
    }
}

/// Where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Unknown.
    Nowhere,
    /// A byte of the input.
    Byte(u64),
    /// A bit of the bitcode.
    Bit(u64),
    /// Line and column of a text, from 1.
    Line(u32, u32),
}

/// A range of text. Lines and columns count from 1, columns in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// Line of the first character.
    pub line: u32,
    /// Column of the first character.
    pub column: u32,
    /// Line in which the range ends.
    pub end_line: u32,
    /// Column after the last character.
    pub end_column: u32,
}

impl Range {
    fn of(range: &sys::dxk_diag_range) -> Range {
        Range { line: range.line, column: range.column, end_line: range.end_line, end_column: range.end_column }
    }
}

/// An edit that would correct an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What to replace; may be empty.
    pub range: Range,
    /// The replacement; empty to delete the range.
    pub text: String,
}

/// A diagnostic of a reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The rule, "CONTAINER.PART_BOUNDS".
    pub rule: String,
    /// Where it is.
    pub place: Place,
    /// The file of the line, if it is not the given text.
    pub source: Option<String>,
    /// The object, "PSV0/resources[3].flags"; may be empty.
    pub path: String,
    /// One sentence.
    pub message: String,
    /// Further ranges to mark, in the same file.
    pub ranges: Vec<Range>,
    /// Edits that would correct the error, in the same file.
    pub fixes: Vec<Fix>,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(source) = &self.source {
            write!(f, "{source}:")?;
        }
        match self.place {
            Place::Nowhere => (),
            Place::Byte(offset) => write!(f, "{offset:#x}: ")?,
            Place::Bit(bit) => write!(f, "bit {bit}: ")?,
            Place::Line(line, column) => write!(f, "{line}:{column}: ")?,
        }
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        write!(f, "{} [{}]", self.message, self.rule)
    }
}

/// The failure of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Why.
    pub status: Status,
    /// Where and how.
    pub diagnostics: Vec<Diagnostic>,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.diagnostics.iter().find(|d| d.severity == Severity::Error) {
            Some(diagnostic) => diagnostic.fmt(f),
            None => write!(f, "{:?}", self.status),
        }
    }
}

impl std::error::Error for Error {}

/// The result of a call.
pub type Result<T> = std::result::Result<T, Error>;

/// Text of the library's that ends with a NUL.
pub(crate) fn text(pointer: *const std::ffi::c_char) -> String {
    if pointer.is_null() {
        return String::new();
    }
    // SAFETY: the library's strings are terminated and live as long as what they were taken from.
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
}

/// Text of the library's with a length.
pub(crate) fn string(view: sys::dxk_str) -> String {
    String::from_utf8_lossy(bytes(view.data.cast(), view.size)).into_owned()
}

/// Bytes of the library's, borrowed for as long as the caller says.
pub(crate) fn bytes<'a>(data: *const u8, size: usize) -> &'a [u8] {
    if data.is_null() || size == 0 {
        return &[];
    }
    // SAFETY: the library gives the bounds of bytes that it holds; callers copy before it lets go.
    unsafe { std::slice::from_raw_parts(data, size) }
}

/// A list of the library's, borrowed for as long as the caller says.
fn list<'a, T>(data: *const T, count: usize) -> &'a [T] {
    if data.is_null() || count == 0 {
        return &[];
    }
    // SAFETY: the library gives the bounds of lists that it holds; callers copy before it lets go.
    unsafe { std::slice::from_raw_parts(data, count) }
}

pub(crate) fn view(data: &[u8]) -> sys::dxk_bytes {
    sys::dxk_bytes { data: data.as_ptr(), size: data.len() }
}

pub(crate) fn str_view(text: &str) -> sys::dxk_str {
    sys::dxk_str { data: text.as_ptr().cast(), size: text.len() }
}

/// A context. Only one thread at a time may use it: it is `Send`, not `Sync`.
pub(crate) struct Context {
    pub handle: *mut sys::dxk_ctx,
}

// SAFETY: a context has no ties to the thread that made it.
unsafe impl Send for Context {}

impl Context {
    pub fn new() -> Result<Context> {
        let mut handle = ptr::null_mut();
        // SAFETY: no options; `handle` receives the context.
        let status = unsafe { sys::dxk_ctx_create(ptr::null(), &mut handle) };
        match status {
            sys::DXK_OK => Ok(Context { handle }),
            other => Err(Error { status: Status::of(other), diagnostics: Vec::new() }),
        }
    }

    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        // SAFETY: the context lives; the library checks the index.
        let count = unsafe { sys::dxk_ctx_diag_count(self.handle) };
        (0..count)
            .map(|i| {
                // SAFETY: `i` is less than the count, so the pointer is not null.
                let d = unsafe { &*sys::dxk_ctx_diag(self.handle, i) };
                Diagnostic {
                    severity: Severity::of(d.severity),
                    rule: text(d.rule),
                    place: match d.place {
                        sys::DXK_PLACE_BYTE => Place::Byte(d.position),
                        sys::DXK_PLACE_BIT => Place::Bit(d.position),
                        sys::DXK_PLACE_LINE => Place::Line(d.line, d.column),
                        _ => Place::Nowhere,
                    },
                    source: (!d.file.is_null()).then(|| text(d.file)),
                    path: text(d.path),
                    message: text(d.message),
                    ranges: list(d.ranges, d.range_count).iter().map(Range::of).collect(),
                    fixes: list(d.fixes, d.fix_count)
                        .iter()
                        .map(|fix| Fix { range: Range::of(&fix.range), text: text(fix.text) })
                        .collect(),
                }
            })
            .collect()
    }

    pub fn check(&self, status: sys::dxk_status) -> Result<()> {
        match status {
            sys::DXK_OK => Ok(()),
            other => Err(Error { status: Status::of(other), diagnostics: self.diagnostics() }),
        }
    }

    /// Calls what writes to a sink; `write` returns false to end the call.
    pub fn write_to(&self, write: &mut dyn FnMut(&[u8]) -> bool,
                    call: impl FnOnce(sys::dxk_sink) -> sys::dxk_status) -> Result<()> {
        let mut target = Target { write, panic: None };
        let user: *mut Target<'_> = &mut target;
        let status = call(sys::dxk_sink { write: Some(take), user: user.cast() });
        if let Some(panic) = target.panic {
            resume_unwind(panic);
        }
        self.check(status)
    }

    /// The same into memory.
    pub fn written(&self, call: impl FnOnce(sys::dxk_sink) -> sys::dxk_status) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        self.write_to(
            &mut |data| {
                out.extend_from_slice(data);
                true
            },
            call,
        )?;
        Ok(out)
    }

    /// The same as text.
    pub fn printed(&self, call: impl FnOnce(sys::dxk_sink) -> sys::dxk_status) -> Result<String> {
        let out = self.written(call)?;
        Ok(String::from_utf8(out).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned()))
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: objects of the context were dropped before: they borrow it.
        unsafe { sys::dxk_ctx_free(self.handle) }
    }
}

struct Target<'a> {
    write: &'a mut dyn FnMut(&[u8]) -> bool,
    panic: Option<Box<dyn Any + Send>>,
}

/// A panic must not pass through C: it is kept, and goes on after the call.
unsafe extern "C" fn take(user: *mut c_void, data: *const c_void, size: usize) -> sys::dxk_status {
    // SAFETY: `user` is the Target of write_to(), which waits for the call.
    let target = unsafe { &mut *user.cast::<Target<'_>>() };
    let data = bytes(data.cast(), size);
    match catch_unwind(AssertUnwindSafe(|| (target.write)(data))) {
        Ok(true) => sys::DXK_OK,
        Ok(false) => sys::DXK_E_SINK,
        Err(panic) => {
            target.panic = Some(panic);
            sys::DXK_E_SINK
        }
    }
}

/// An object of the library's, freed with this one. It borrows the context, and the input if it looks into that.
pub(crate) struct Object<'a, T> {
    pub handle: *mut T,
    free: unsafe extern "C" fn(*mut T),
    _context: PhantomData<&'a Context>,
}

impl<'a, T> Object<'a, T> {
    /// Calls what makes an object.
    pub fn make(ctx: &'a Context, free: unsafe extern "C" fn(*mut T),
                call: impl FnOnce(*mut *mut T) -> sys::dxk_status) -> Result<Object<'a, T>> {
        let mut handle = ptr::null_mut();
        let status = call(&mut handle);
        let object = Object { handle, free, _context: PhantomData };
        ctx.check(status)?;
        Ok(object)
    }
}

impl<T> Drop for Object<'_, T> {
    fn drop(&mut self) {
        if !self.handle.is_null() {
            // SAFETY: it was made for this function to free, and is freed once.
            unsafe { (self.free)(self.handle) }
        }
    }
}
