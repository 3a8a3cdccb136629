// SPDX-License-Identifier: MIT
//! Containers, edited part by part.
use std::marker::PhantomData;
use std::ptr;

use dxk_sys as sys;

use crate::context::{bytes, text, view, Context, Result};

/// A section of a container; borrowed from it.
#[derive(Clone, Copy, Debug)]
pub struct Part<'c> {
    /// Its kind, `*b"DXIL"`.
    pub fourcc: [u8; 4],
    /// Offset of its header in the container as read; 0 if it was added.
    pub offset: usize,
    /// The content.
    pub content: &'c [u8],
}

/// Which digest to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digest {
    /// Recomputed if it was correct, otherwise kept.
    Auto,
    /// Unchanged.
    Keep,
    /// Computed.
    Fix,
    /// Zero.
    Clear,
}

/// A container in memory, which borrows the bytes it was read from.
///
/// ```compile_fail
/// let container = {
///     let data = std::fs::read("shader.dxil").unwrap();
///     dxk::Container::read(&data).unwrap() // does not outlive `data`
/// };
/// container.parts();
/// ```
pub struct Container<'a> {
    handle: *mut sys::dxk_container,
    ctx: Context,
    _input: PhantomData<&'a [u8]>,
}

// SAFETY: the container is used through its one owner; nothing ties it to a thread.
unsafe impl Send for Container<'_> {}

impl<'a> Container<'a> {
    /// Reads a container, PDB, program or bitcode.
    pub fn read(data: &'a [u8]) -> Result<Container<'a>> {
        let ctx = Context::new()?;
        let mut handle = ptr::null_mut();
        // SAFETY: `data` lives for 'a, and so long at most does the container.
        let status = unsafe { sys::dxk_container_read(ctx.handle, view(data), ptr::null(), &mut handle) };
        ctx.check(status)?;
        Ok(Container { handle, ctx, _input: PhantomData })
    }

    /// Number of parts.
    pub fn len(&self) -> usize {
        // SAFETY: the container lives, here and below.
        unsafe { sys::dxk_container_part_count(self.handle) }
    }

    /// True if there are no parts.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Part `index`.
    pub fn part(&self, index: usize) -> Option<Part<'_>> {
        // SAFETY: past the end the pointer is null; parts live until the next edit, which needs `&mut self`.
        let part = unsafe { sys::dxk_container_part(self.handle, index).as_ref() }?;
        Some(Part {
            fourcc: part.fourcc.to_le_bytes(),
            offset: part.offset,
            content: bytes(part.content.data, part.content.size),
        })
    }

    /// All parts in their order.
    pub fn parts(&self) -> Vec<Part<'_>> {
        (0..self.len()).filter_map(|i| self.part(i)).collect()
    }

    /// Index of the first part of a kind.
    pub fn find(&self, fourcc: [u8; 4]) -> Option<usize> {
        // SAFETY: as above.
        let index = unsafe { sys::dxk_container_find(self.handle, u32::from_le_bytes(fourcc), 0) };
        if index == sys::DXK_NO_PART { None } else { Some(index) }
    }

    /// Inserts a part before another, or after the last.
    pub fn insert(&mut self, index: usize, fourcc: [u8; 4], content: &[u8]) -> Result<()> {
        // SAFETY: the content is copied.
        let status =
            unsafe { sys::dxk_container_insert(self.handle, index, u32::from_le_bytes(fourcc), view(content)) };
        self.ctx.check(status)
    }

    /// Replaces the content of a part.
    pub fn replace(&mut self, index: usize, content: &[u8]) -> Result<()> {
        // SAFETY: the content is copied.
        self.ctx.check(unsafe { sys::dxk_container_replace(self.handle, index, view(content)) })
    }

    /// Removes a part.
    pub fn remove(&mut self, index: usize) -> Result<()> {
        // SAFETY: as above.
        self.ctx.check(unsafe { sys::dxk_container_remove(self.handle, index) })
    }

    /// State of the digest: "retail", "unsigned", "wrong" ...
    pub fn digest_state(&self) -> String {
        // SAFETY: as above; the name is static.
        text(unsafe { sys::dxk_digest_state_name(sys::dxk_container_digest_state(self.handle)) })
    }

    /// The bytes.
    pub fn write(&self, digest: Digest) -> Result<Vec<u8>> {
        // SAFETY: all zero is a value of this plain structure: the defaults.
        let mut options: sys::dxk_write_options = unsafe { std::mem::zeroed() };
        options.struct_size = std::mem::size_of::<sys::dxk_write_options>();
        options.digest = match digest {
            Digest::Auto => sys::DXK_DIGEST_AUTO,
            Digest::Keep => sys::DXK_DIGEST_KEEP,
            Digest::Fix => sys::DXK_DIGEST_FIX,
            Digest::Clear => sys::DXK_DIGEST_CLEAR,
        };
        // SAFETY: as above.
        self.ctx.written(|sink| unsafe { sys::dxk_container_write(self.handle, &options, sink) })
    }
}

impl Drop for Container<'_> {
    fn drop(&mut self) {
        // SAFETY: it is freed once, and the context after it.
        unsafe { sys::dxk_container_free(self.handle) }
    }
}
