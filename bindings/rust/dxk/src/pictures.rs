// SPDX-License-Identifier: MIT
//! Pictures of shaders, documents about them, and comparisons.
use std::ffi::CStr;
use std::mem::{size_of, zeroed};
use std::ptr;

use dxk_sys as sys;

use crate::context::{str_view, Context, Diagnostic, Error, Object, Result, Status};
use crate::{read, view, Handle};

/// Options of [`draw`] and [`report`]. Start with the default, and set what differs.
#[derive(Clone, Copy, Default)]
pub struct ShowOptions<'a> {
    /// The name of the shader, for titles.
    pub name: &'a str,
    /// The next stage for "linkage"; the other container for "diff" and reports.
    pub other: Option<&'a [u8]>,
    /// The name of the other shader.
    pub other_name: &'a str,
    /// A container whose root signature replaces the shader's.
    pub rootsig: Option<&'a [u8]>,
    /// Pictures of "flow": the function; empty for the entry point.
    pub function: &'a str,
    /// Pictures: width in pixels, 640 to 4000; 0 for 960.
    pub width: u32,
    /// Pictures of "flow", "calls" and "nodes": the graph for Graphviz instead of SVG.
    pub dot: bool,
    /// Reports: the PDB of the shader, which has sources and lines.
    pub pdb: Option<&'a [u8]>,
    /// Reports: nothing is shortened.
    pub full: bool,
}

fn wrong(status: Status) -> Error {
    Error { status, diagnostics: Vec::new() }
}

fn maybe<'a>(ctx: &'a Context, data: Option<&[u8]>) -> Result<Option<Handle<'a>>> {
    data.map(|data| read(ctx, data)).transpose()
}

fn pointer(container: &Option<Handle<'_>>) -> *const sys::dxk_container {
    container.as_ref().map_or(ptr::null(), |container| container.handle as *const sys::dxk_container)
}

/// The content of the part RTS0.
fn root_signature(container: &Option<Handle<'_>>) -> Result<sys::dxk_bytes> {
    let container = match container {
        Some(container) => container,
        None => return Ok(view(&[])),
    };
    // SAFETY: the container lives; the index that is found is one of its parts.
    unsafe {
        match sys::dxk_container_find(container.handle, sys::DXK_PART_RTS0, 0) {
            sys::DXK_NO_PART => Err(wrong(Status::NotFound)),
            index => Ok((*sys::dxk_container_part(container.handle, index)).content),
        }
    }
}

/// The kinds of pictures for [`draw`]: "parts", "bindings", ...
pub fn picture_kinds() -> Vec<&'static str> {
    (0..sys::DXK_PICTURE_KINDS)
        .map(|kind| {
            // SAFETY: a static text of a kind that is known.
            unsafe { CStr::from_ptr(sys::dxk_picture_name(kind)) }.to_str().unwrap_or_default()
        })
        .collect()
}

/// A picture of a kind as SVG, or as a graph.
pub fn draw(data: &[u8], kind: &str, options: ShowOptions<'_>) -> Result<String> {
    let number = picture_kinds().iter().position(|name| *name == kind).ok_or_else(|| wrong(Status::Argument))?;
    let ctx = Context::new()?;
    let (container, other) = (read(&ctx, data)?, maybe(&ctx, options.other)?);
    let signature = maybe(&ctx, options.rootsig)?;
    // SAFETY: all zero is a value of this plain structure: the defaults.
    let mut given: sys::dxk_picture_options = unsafe { zeroed() };
    given.struct_size = size_of::<sys::dxk_picture_options>();
    given.name = str_view(options.name);
    given.other = pointer(&other);
    given.other_name = str_view(options.other_name);
    given.root_signature = root_signature(&signature)?;
    given.function = str_view(options.function);
    given.width = options.width;
    given.dot = options.dot;
    // SAFETY: everything that is named lives until the call returns.
    ctx.printed(|sink| unsafe { sys::dxk_picture(container.handle, number as sys::dxk_picture_kind, &given, sink) })
}

/// Everything about a shader as one HTML document; for a damaged file, what can be read.
pub fn report(data: &[u8], options: ShowOptions<'_>) -> Result<String> {
    let ctx = Context::new()?;
    let container = salvage(&ctx, data)?;
    let (other, debug) = (maybe(&ctx, options.other)?, maybe(&ctx, options.pdb)?);
    let signature = maybe(&ctx, options.rootsig)?;
    // SAFETY: all zero is a value of this plain structure: the defaults.
    let mut given: sys::dxk_report_options = unsafe { zeroed() };
    given.struct_size = size_of::<sys::dxk_report_options>();
    given.name = str_view(options.name);
    given.debug = pointer(&debug);
    given.other = pointer(&other);
    given.other_name = str_view(options.other_name);
    given.root_signature = root_signature(&signature)?;
    given.full = options.full;
    // SAFETY: as above.
    ctx.printed(|sink| unsafe { sys::dxk_report(container.handle, &given, sink) })
}

/// Reads a container, also a damaged one, as far as that goes.
fn salvage<'a>(ctx: &'a Context, data: &[u8]) -> Result<Handle<'a>> {
    // SAFETY: all zero is a value of this plain structure: the defaults.
    let mut how: sys::dxk_read_options = unsafe { zeroed() };
    how.struct_size = size_of::<sys::dxk_read_options>();
    how.salvage = true;
    Object::make(ctx, sys::dxk_container_free, |out| {
        // SAFETY: `data` outlives the container; `out` receives it, or stays null.
        unsafe {
            match sys::dxk_container_read(ctx.handle, view(data), &how, out) {
                status if (*out).is_null() => status,
                _ => sys::DXK_OK,
            }
        }
    })
}

/// Checks the shaders of a pipeline, by name and in any order, against each other. Returns errors for what the runtime
/// rejects, and warnings for waste.
pub fn match_shaders(shaders: &[(&str, &[u8])]) -> Result<Vec<Diagnostic>> {
    let ctx = Context::new()?;
    let containers = shaders.iter().map(|(_, data)| read(&ctx, data)).collect::<Result<Vec<_>>>()?;
    let stages: Vec<sys::dxk_match_stage> = shaders
        .iter()
        .zip(&containers)
        .map(|((name, _), container)| sys::dxk_match_stage { container: container.handle, name: str_view(name) })
        .collect();
    // SAFETY: containers and names outlive the call.
    match unsafe { sys::dxk_match(ctx.handle, stages.as_ptr(), stages.len(), ptr::null()) } {
        sys::DXK_E_INVALID => {} // the diagnostics are what was asked for
        status => ctx.check(status)?,
    }
    Ok(ctx.diagnostics())
}

/// The differences between the programs of two containers as a unified diff; empty if there are none.
pub fn diff_programs(left: &[u8], right: &[u8]) -> Result<String> {
    let ctx = Context::new()?;
    let (left, right) = (read(&ctx, left)?, read(&ctx, right)?);
    // SAFETY: the containers outlive the object.
    let diff = Object::make(&ctx, sys::dxk_program_diff_free, |out| unsafe {
        sys::dxk_diff_programs(left.handle, right.handle, out)
    })?;
    // SAFETY: the object lives.
    ctx.printed(|sink| unsafe { sys::dxk_program_diff_print(diff.handle, ptr::null(), sink) })
}
