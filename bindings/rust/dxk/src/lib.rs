// SPDX-License-Identifier: MIT
//! Inspect, edit, assemble, validate, sign, optimize, link, convert, compile and run DirectX shaders (DXIL, DXBC).
//!
//! Functions take the bytes of a shader and return bytes, text or plain data, or an [`Error`] with diagnostics. Every
//! call uses its own context, so calls on several threads are independent.
//!
//! ```no_run
//! let data = std::fs::read("shader.dxil")?;
//! print!("{}", dxk::disassemble(&data)?);
//! if dxk::validate(&data)?.valid {
//!     std::fs::write("signed.dxil", dxk::sign(&data)?)?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! JSON is returned as text, as described by schemas/ of the project; parse it with the library of your choice.
#![deny(missing_docs)]
#![warn(unsafe_op_in_unsafe_fn)]

mod container;
mod context;
mod hlsl;
mod pictures;
mod run;

use std::mem::size_of;
use std::ptr;

use dxk_sys as sys;

pub use container::{Container, Digest, Part};
pub use context::{Diagnostic, Error, Fix, Place, Range, Result, Severity, Status};
use context::{str_view, string, text, view, Context, Object};
pub use hlsl::{compile, CompileOptions, Compiled, Include};
pub use pictures::{diff_programs, draw, match_shaders, picture_kinds, report, ShowOptions};
pub use run::{run_job, JobResult};

type Handle<'a> = Object<'a, sys::dxk_container>;

/// "MAJOR.MINOR.PATCH" of the linked library.
pub fn version() -> String {
    // SAFETY: static text.
    text(unsafe { sys::dxk_version() })
}

fn read<'a>(ctx: &'a Context, data: &[u8]) -> Result<Handle<'a>> {
    Object::make(ctx, sys::dxk_container_free, |out| {
        // SAFETY: `data` outlives the container in every caller of this function.
        unsafe { sys::dxk_container_read(ctx.handle, view(data), ptr::null(), out) }
    })
}

fn write(ctx: &Context, container: &Handle<'_>) -> Result<Vec<u8>> {
    // SAFETY: the container lives.
    ctx.written(|sink| unsafe { sys::dxk_container_write(container.handle, ptr::null(), sink) })
}

// ---------------------------------------------------------------------------------------------
// Looking

/// A summary as JSON: schemas/info.schema.json.
pub fn info_json(data: &[u8]) -> Result<String> {
    let ctx = Context::new()?;
    let container = read(&ctx, data)?;
    // SAFETY: the container lives, here and in the calls below.
    ctx.printed(|sink| unsafe { sys::dxk_info_json(container.handle, sink) })
}

/// Every field of every part as JSON: schemas/dump.schema.json.
pub fn dump_json(data: &[u8]) -> Result<String> {
    let ctx = Context::new()?;
    let container = read(&ctx, data)?;
    // SAFETY: as above.
    ctx.printed(|sink| unsafe { sys::dxk_dump_json(container.handle, sink) })
}

/// Bindings, buffers, types and signatures of a shader as JSON: schemas/reflect.schema.json.
pub fn reflect_json(data: &[u8]) -> Result<String> {
    let ctx = Context::new()?;
    let container = read(&ctx, data)?;
    // SAFETY: as above; the reflection is dropped before the container.
    let reflection = Object::make(&ctx, sys::dxk_reflect_free, |out| unsafe {
        sys::dxk_reflect_load(container.handle, ptr::null(), out)
    })?;
    // SAFETY: as above.
    ctx.printed(|sink| unsafe { sys::dxk_reflect_json(reflection.handle, sink) })
}

/// The differences between two containers as JSON: schemas/diff.schema.json.
pub fn diff_json(left: &[u8], right: &[u8]) -> Result<String> {
    let ctx = Context::new()?;
    let (left, right) = (read(&ctx, left)?, read(&ctx, right)?);
    // SAFETY: as above.
    ctx.printed(|sink| unsafe { sys::dxk_diff_json(left.handle, right.handle, ptr::null(), sink) })
}

/// The table of DXIL operations as JSON: schemas/ops.schema.json.
pub fn operations_json() -> Result<String> {
    // SAFETY: it only writes to the sink.
    Context::new()?.printed(|sink| unsafe { sys::dxk_op_table_json(sink) })
}

// ---------------------------------------------------------------------------------------------
// Text

/// The listing of a shader of any model, as DXC or FXC prints it.
pub fn disassemble(data: &[u8]) -> Result<String> {
    let ctx = Context::new()?;
    let container = read(&ctx, data)?;
    // SAFETY: as above.
    ctx.printed(|sink| unsafe { sys::dxk_list(container.handle, ptr::null(), sink) })
}

/// The same, in pieces. `write` returns false to end the call with [`Status::Sink`].
pub fn disassemble_to(data: &[u8], write: &mut dyn FnMut(&[u8]) -> bool) -> Result<()> {
    let ctx = Context::new()?;
    let container = read(&ctx, data)?;
    // SAFETY: as above.
    ctx.write_to(write, |sink| unsafe { sys::dxk_list(container.handle, ptr::null(), sink) })
}

/// Assembles a listing, LLVM assembly or bitcode to a container, which is not signed.
pub fn assemble(input: &[u8]) -> Result<Vec<u8>> {
    let ctx = Context::new()?;
    // SAFETY: `input` outlives the container.
    let container = Object::make(&ctx, sys::dxk_container_free, |out| unsafe {
        sys::dxk_assemble(ctx.handle, view(input), ptr::null(), out)
    })?;
    write(&ctx, &container)
}

/// A document from which [`from_yaml`] makes the same bytes.
pub fn to_yaml(data: &[u8]) -> Result<String> {
    let ctx = Context::new()?;
    let container = read(&ctx, data)?;
    // SAFETY: as above.
    ctx.printed(|sink| unsafe { sys::dxk_yaml_write(container.handle, ptr::null(), sink) })
}

/// The container that a YAML or JSON document describes. [`Status::Unsupported`] if the library was built without
/// libyaml.
pub fn from_yaml(text: &str) -> Result<Vec<u8>> {
    let ctx = Context::new()?;
    // SAFETY: `text` outlives the call.
    ctx.written(|sink| unsafe { sys::dxk_yaml_read(ctx.handle, view(text.as_bytes()), sink) })
}

// ---------------------------------------------------------------------------------------------
// Validating

/// A finding of validation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// The rule, "INSTR.OPCONST"; `None` if it belongs to the preceding finding.
    pub rule: Option<String>,
    /// One line.
    pub message: String,
    /// The object, "@main/bb2/%17".
    pub path: String,
    /// The instruction, if the finding is about one.
    pub instruction: String,
    /// Location in the source: file, line, column.
    pub source: Option<(String, u32, u32)>,
}

/// The result of a validation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// True if there are no errors.
    pub valid: bool,
    /// The findings.
    pub findings: Vec<Finding>,
}

type Validation<'a> = Object<'a, sys::dxk_validation>;

fn validation<'a>(ctx: &'a Context, container: &Handle<'_>) -> Result<Validation<'a>> {
    // SAFETY: the container outlives the validation in every caller.
    Object::make(ctx, sys::dxk_validation_free, |out| unsafe {
        sys::dxk_validate(container.handle, ptr::null(), out)
    })
}

fn verdict(validation: *const sys::dxk_validation) -> Verdict {
    // SAFETY: the validation lives; indices are less than the count, so findings are not null.
    unsafe {
        let count = sys::dxk_validation_count(validation, ptr::null_mut());
        let findings = (0..count).map(|i| &*sys::dxk_validation_finding(validation, i));
        Verdict {
            valid: sys::dxk_validation_verdict(validation) == sys::DXK_VERDICT_VALID,
            findings: findings
                .filter(|f| !f.is_repeated)
                .map(|f| Finding {
                    severity: Severity::of(f.severity),
                    rule: if f.rule.is_null() { None } else { Some(text(f.rule)) },
                    message: string(sys::dxk_finding_message(f)),
                    path: string(f.path),
                    instruction: string(f.instruction),
                    source: if f.line > 0 { Some((string(f.file), f.line, f.column)) } else { None },
                })
                .collect(),
        }
    }
}

/// Validates a shader.
pub fn validate(data: &[u8]) -> Result<Verdict> {
    let ctx = Context::new()?;
    let container = read(&ctx, data)?;
    let result = validation(&ctx, &container)?;
    Ok(verdict(result.handle))
}

/// The same as JSON: schemas/val.schema.json.
pub fn validate_json(data: &[u8]) -> Result<String> {
    let ctx = Context::new()?;
    let container = read(&ctx, data)?;
    let result = validation(&ctx, &container)?;
    // SAFETY: the validation lives.
    ctx.printed(|sink| unsafe { sys::dxk_validation_json(result.handle, sink) })
}

/// The same as a SARIF 2.1.0 document about the file `name`, which has no NUL.
pub fn sarif(data: &[u8], name: &str) -> Result<String> {
    let ctx = Context::new()?;
    let container = read(&ctx, data)?;
    let result = validation(&ctx, &container)?;
    let name: Vec<u8> = name.bytes().filter(|&b| b != 0).chain([0]).collect();
    // SAFETY: the validation lives, the name is terminated.
    ctx.printed(|sink| unsafe { sys::dxk_validation_sarif(result.handle, name.as_ptr().cast(), sink) })
}

/// Validates a shader and returns it with its digest. If it is invalid, the error has the findings as diagnostics.
pub fn sign(data: &[u8]) -> Result<Vec<u8>> {
    let ctx = Context::new()?;
    let container = read(&ctx, data)?;
    sign_container(&ctx, &container)
}

fn sign_container(ctx: &Context, container: &Handle<'_>) -> Result<Vec<u8>> {
    let mut result = ptr::null_mut();
    // SAFETY: the container lives; `result` receives a validation or null, which is freed below.
    let signed = ctx.written(|sink| unsafe {
        sys::dxk_container_sign(container.handle, ptr::null(), sink, &mut result)
    });
    let found = if result.is_null() { Vec::new() } else { verdict(result).findings };
    // SAFETY: null is allowed.
    unsafe { sys::dxk_validation_free(result) };
    signed.map_err(|error| Error {
        diagnostics: if found.is_empty() { error.diagnostics } else { found.into_iter().map(diagnostic).collect() },
        ..error
    })
}

fn diagnostic(f: Finding) -> Diagnostic {
    Diagnostic {
        severity: f.severity,
        rule: f.rule.unwrap_or_default(),
        place: Place::Nowhere,
        source: None,
        path: f.path,
        message: f.message,
        ranges: Vec::new(),
        fixes: Vec::new(),
    }
}

// ---------------------------------------------------------------------------------------------
// Root signatures, debug information

type RootSignature<'a> = Object<'a, sys::dxk_root_signature>;

/// The root signature of a container, or of the content of a part RTS0, in the HLSL language for root signatures.
pub fn rootsig_text(data: &[u8]) -> Result<String> {
    let ctx = Context::new()?;
    // SAFETY: `data` outlives the signature.
    let signature: RootSignature<'_> = Object::make(&ctx, sys::dxk_rootsig_free, |out| unsafe {
        sys::dxk_rootsig_decode(ctx.handle, view(data), out)
    })?;
    // SAFETY: the signature lives.
    ctx.printed(|sink| unsafe { sys::dxk_rootsig_print(ctx.handle, signature.handle, ptr::null(), sink) })
}

/// Compiles a root signature in the HLSL language for root signatures to a container.
pub fn rootsig_parse(source: &str) -> Result<Vec<u8>> {
    let ctx = Context::new()?;
    // SAFETY: `source` outlives the signature.
    let signature: RootSignature<'_> = Object::make(&ctx, sys::dxk_rootsig_free, |out| unsafe {
        sys::dxk_rootsig_parse(ctx.handle, str_view(source), ptr::null(), out)
    })?;
    // SAFETY: the signature lives.
    ctx.written(|sink| unsafe { sys::dxk_rootsig_write(ctx.handle, signature.handle, sink) })
}

/// Sources from a PDB or a container with debug information: names and texts, the one that was compiled first. A text
/// that is missing is `None`.
pub fn sources(data: &[u8]) -> Result<Vec<(String, Option<String>)>> {
    let ctx = Context::new()?;
    // SAFETY: `data` outlives the object.
    let pdb = Object::make(&ctx, sys::dxk_pdb_free, |out| unsafe { sys::dxk_pdb_load(ctx.handle, view(data), out) })?;
    let mut files = Vec::new();
    let empty = sys::dxk_str { data: ptr::null(), size: 0 };
    let (mut name, mut source) = (empty, empty);
    // SAFETY: the object lives; both receive views of it.
    while unsafe { sys::dxk_pdb_file(pdb.handle, files.len(), &mut name, &mut source) } {
        files.push((string(name), if source.data.is_null() { None } else { Some(string(source)) }));
    }
    Ok(files)
}

/// The PDB of a container that has debug information.
pub fn pdb_write(data: &[u8]) -> Result<Vec<u8>> {
    let ctx = Context::new()?;
    let container = read(&ctx, data)?;
    // SAFETY: as above.
    ctx.written(|sink| unsafe { sys::dxk_pdb_write(container.handle, sink) })
}

/// A container without debug information, its PDB, and the name under which debuggers look for that.
pub struct Split {
    /// The container.
    pub data: Vec<u8>,
    /// The PDB.
    pub pdb: Vec<u8>,
    /// Its name.
    pub name: String,
}

/// Moves the debug information of a container to a PDB.
pub fn pdb_split(data: &[u8]) -> Result<Split> {
    let ctx = Context::new()?;
    let container = read(&ctx, data)?;
    let mut name = Buffer::new(&ctx);
    // SAFETY: the container and the buffer live.
    let pdb = ctx.written(|sink| unsafe { sys::dxk_pdb_split(container.handle, sink, &mut name.0) })?;
    Ok(Split { data: write(&ctx, &container)?, pdb, name: name.text() })
}

/// Memory of the library's.
struct Buffer(sys::dxk_buffer);

impl Buffer {
    fn new(ctx: &Context) -> Buffer {
        // SAFETY: all zero is a value of this plain structure, which the call sets.
        unsafe {
            let mut buffer = std::mem::zeroed();
            sys::dxk_buffer_init(&mut buffer, ctx.handle);
            Buffer(buffer)
        }
    }

    fn text(&self) -> String {
        string(sys::dxk_str { data: self.0.data.cast(), size: self.0.size })
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: it was initialized, and its context outlives it where it is used.
        unsafe { sys::dxk_buffer_free(&mut self.0) }
    }
}

// ---------------------------------------------------------------------------------------------
// Changing

/// What [`strip`] removes; combine with `|`.
pub mod groups {
    use dxk_sys as sys;
    /// Debug information.
    pub const DEBUG: u32 = sys::DXK_STRIP_DEBUG;
    /// Reflection: STAT, RDEF.
    pub const REFLECTION: u32 = sys::DXK_STRIP_REFLECTION;
    /// PRIV.
    pub const PRIVATE: u32 = sys::DXK_STRIP_PRIVATE;
    /// RTS0.
    pub const ROOT_SIGNATURE: u32 = sys::DXK_STRIP_ROOT_SIGNATURE;
    /// Sources and arguments.
    pub const SOURCE: u32 = sys::DXK_STRIP_SOURCE;
    /// Names within programs.
    pub const NAMES: u32 = sys::DXK_STRIP_NAMES;
}

/// Removes groups of parts or names.
pub fn strip(data: &[u8], groups: u32) -> Result<Vec<u8>> {
    let ctx = Context::new()?;
    let container = read(&ctx, data)?;
    // SAFETY: as above.
    ctx.check(unsafe { sys::dxk_container_strip(container.handle, groups) })?;
    write(&ctx, &container)
}

/// Runs passes ("O2", "sroa,gvn") over the program of a container, and updates its parts.
pub fn optimize(data: &[u8], passes: &str) -> Result<Vec<u8>> {
    let ctx = Context::new()?;
    let container = read(&ctx, data)?;
    // SAFETY: all zero is a value of this plain structure.
    let mut place: sys::dxk_program_place = unsafe { std::mem::zeroed() };
    // SAFETY: the container outlives the module, here and below.
    ctx.check(unsafe { sys::dxk_container_program(container.handle, sys::DXK_PROGRAM_LIST, &mut place) })?;
    let module = Object::make(&ctx, sys::dxk_module_free, |out| unsafe {
        sys::dxk_module_read(ctx.handle, place.program.bitcode, ptr::null(), out)
    })?;
    // SAFETY: as above.
    ctx.check(unsafe { sys::dxk_opt(module.handle, str_view(passes), ptr::null(), ptr::null_mut()) })?;
    // SAFETY: as above.
    ctx.check(unsafe { sys::dxk_container_rebuild(container.handle, module.handle, ptr::null()) })?;
    write(&ctx, &container)
}

/// Converts a program of shader model 4 or 5 to DXIL of shader model 6.`model_minor`.
pub fn convert(data: &[u8], model_minor: u32) -> Result<Vec<u8>> {
    let ctx = Context::new()?;
    let container = read(&ctx, data)?;
    // SAFETY: all zero is a value of this plain structure: the defaults.
    let mut options: sys::dxk_convert_options = unsafe { std::mem::zeroed() };
    options.struct_size = size_of::<sys::dxk_convert_options>();
    options.model_minor = model_minor;
    // SAFETY: as above.
    let made = Object::make(&ctx, sys::dxk_container_free, |out| unsafe {
        sys::dxk_convert(container.handle, &options, out)
    })?;
    write(&ctx, &made)
}

/// Links libraries, given as names and bytes, to a shader ("ps_6_0") or a library ("lib_6_3"). An empty `entry` is "main".
pub fn link(libraries: &[(&str, &[u8])], profile: &str, entry: &str) -> Result<Vec<u8>> {
    let ctx = Context::new()?;
    let containers = libraries.iter().map(|(_, data)| read(&ctx, data)).collect::<Result<Vec<_>>>()?;
    // SAFETY: the containers outlive the linker, which is dropped first.
    let linker = Object::make(&ctx, sys::dxk_linker_free, |out| unsafe { sys::dxk_linker_create(ctx.handle, out) })?;
    for ((name, _), container) in libraries.iter().zip(&containers) {
        // SAFETY: as above.
        ctx.check(unsafe { sys::dxk_linker_add(linker.handle, str_view(name), container.handle) })?;
    }
    // SAFETY: all zero is a value of this plain structure: the defaults.
    let mut options: sys::dxk_link_options = unsafe { std::mem::zeroed() };
    options.struct_size = size_of::<sys::dxk_link_options>();
    options.profile = str_view(profile);
    options.entry = str_view(entry);
    // SAFETY: as above; texts outlive the call.
    let made = Object::make(&ctx, sys::dxk_container_free, |out| unsafe {
        sys::dxk_linker_link(linker.handle, &options, out)
    })?;
    write(&ctx, &made)
}
