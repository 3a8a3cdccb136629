// SPDX-License-Identifier: MIT
//! Running shaders on the CPU.
use std::mem::{size_of, zeroed};
use std::ptr;

use dxk_sys as sys;

use crate::context::{str_view, string, Context, Object, Result};
use crate::read;

/// A job after its run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobResult {
    /// The job with the final buffers.
    pub text: String,
    /// The name of each result, and its differences from the expectation; empty if there are none.
    pub results: Vec<(String, String)>,
}

impl JobResult {
    /// All results are as expected.
    pub fn passed(&self) -> bool {
        self.results.iter().all(|(_, difference)| difference.is_empty())
    }
}

/// Runs a compute shader as described by a job (docs/jobs.md of the project).
pub fn run_job(data: &[u8], job: &str) -> Result<JobResult> {
    let ctx = Context::new()?;
    let container = read(&ctx, data)?;
    // SAFETY: `job` outlives the object. Objects are dropped in the reverse order of their making, as the library
    // asks for: worker, run, program, job, container.
    let job = Object::make(&ctx, sys::dxk_job_free, |out| unsafe {
        sys::dxk_job_parse(ctx.handle, str_view(job), out)
    })?;
    // SAFETY: the job lives.
    let facts = unsafe { sys::dxk_job_info_get(job.handle) };
    // SAFETY: all zero is a value of this plain structure: the defaults.
    let mut options: sys::dxk_run_program_options = unsafe { zeroed() };
    options.struct_size = size_of::<sys::dxk_run_program_options>();
    options.wave_size = facts.wave_size;
    options.undef = facts.undef;
    // SAFETY: as said above.
    let program = Object::make(&ctx, sys::dxk_run_program_free, |out| unsafe {
        sys::dxk_run_program_create(ctx.handle, container.handle, &options, out)
    })?;
    // SAFETY: as said above.
    let run = Object::make(&ctx, sys::dxk_run_free, |out| unsafe {
        sys::dxk_job_bind(job.handle, program.handle, ptr::null(), out)
    })?;
    // SAFETY: as said above.
    let worker = Object::make(&ctx, sys::dxk_run_worker_free, |out| unsafe {
        sys::dxk_run_worker_create(run.handle, ctx.handle, out)
    })?;
    // SAFETY: as said above.
    ctx.check(unsafe { sys::dxk_run_groups(worker.handle, 0, sys::dxk_run_group_count(run.handle)) })?;
    let mut results = Vec::new();
    for i in 0..facts.result_count {
        let mut passed = false;
        // SAFETY: the job lives; `passed` receives the verdict.
        let difference =
            ctx.printed(|sink| unsafe { sys::dxk_job_compare(job.handle, i, sink, &mut passed) })?;
        // SAFETY: the job lives.
        let name = string(unsafe { sys::dxk_job_result_name(job.handle, i) });
        results.push((name, if passed { String::new() } else { difference }));
    }
    // SAFETY: the job lives.
    let text = ctx.printed(|sink| unsafe { sys::dxk_job_print(job.handle, sink) })?;
    Ok(JobResult { text, results })
}
