# SPDX-License-Identifier: MIT
"""Running shaders on the CPU."""
import ctypes
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from . import _native as native
from ._library import Context, Sink, lib, string
from ._types import Binding, JobResult, RunFinding, RunResult

_CLASSES = {'t': native.DXK_RESOURCE_CLASS_SRV, 'u': native.DXK_RESOURCE_CLASS_UAV, 'b':
            native.DXK_RESOURCE_CLASS_CBUFFER}
_NONE = 2 ** 32 - 1


def _program(ctx: Context, data: Any, entry: str, wave_size: int, options: Mapping[str, Any]) -> Any:
    given = ctx.options(native.dxk_run_program_options, entry=ctx.text(entry), wave_size=wave_size, **options)
    return ctx.made(lib.dxk_run_program_free, lib.dxk_run_program_create, ctx.handle, ctx.container(data), given)


def _run_options(ctx: Context, sanitize: bool) -> Any:
    kinds = sum(1 << i for i in range(lib.dxk_run_finding_id_count()) if lib.dxk_run_finding_is_default(i))
    return ctx.options(native.dxk_run_options, sanitize=kinds if sanitize else 0)


def _findings(worker: Any) -> Tuple[RunFinding, ...]:
    found = native.dxk_run_finding()
    result: List[RunFinding] = []
    for i in range(lib.dxk_run_worker_finding_count(worker)):
        lib.dxk_run_worker_finding(worker, i, ctypes.byref(found))
        result.append(RunFinding(found.id.decode(), lib.dxk_severity_name(found.severity).decode(),
                                 string(found.function), None if found.instruction == _NONE else found.instruction,
                                 string(found.file), found.line, found.column, (found.group[0], found.group[1], found.group[2]),
                                 (found.thread[0], found.thread[1], found.thread[2]), found.count))
    return tuple(result)


def _all_groups(ctx: Context, run: Any) -> Any:
    worker = ctx.made(lib.dxk_run_worker_free, lib.dxk_run_worker_create, run, ctx.handle)
    ctx.check(lib.dxk_run_groups(worker, 0, lib.dxk_run_group_count(run)))
    return worker


def _kind(binding: Binding) -> int:
    if binding.register[0] == 'b':
        return native.DXK_RESOURCE_KIND_CBUFFER
    if binding.stride:
        return native.DXK_RESOURCE_KIND_STRUCTURED_BUFFER
    return native.DXK_RESOURCE_KIND_TYPED_BUFFER if binding.format else native.DXK_RESOURCE_KIND_RAW_BUFFER


def _bind(ctx: Context, run: Any, binding: Binding) -> None:
    if binding.register[0] not in _CLASSES:
        raise ValueError('%r is no register such as t0, u3 or b1' % binding.register)
    memory = ctx.keep((ctypes.c_uint8 * len(binding.data)).from_buffer(binding.data))
    view = native.dxk_run_view(kind=_kind(binding), format=binding.format, stride=binding.stride,
                               data=ctypes.cast(memory, ctypes.c_void_p), size=len(binding.data))
    ctx.check(lib.dxk_run_bind(run, _CLASSES[binding.register[0]], binding.space, int(binding.register[1:]),
                               ctypes.byref(ctx.keep(view))))


def run(data: bytes, bindings: Sequence[Binding], groups: Tuple[int, int, int] = (1, 1, 1), entry: str = '',
        wave_size: int = 0, sanitize: bool = False, validate: bool = True) -> RunResult:
    """Runs a compute shader with buffers bound to registers. `sanitize` enables the sanitizer, which finds races,
    out-of-bounds accesses and more."""
    with Context() as ctx:
        program = _program(ctx, data, entry, wave_size, {'no_validate': not validate})
        handle = ctx.made(lib.dxk_run_free, lib.dxk_run_create, program, _run_options(ctx, sanitize))
        ctx.check(lib.dxk_run_set_grid(handle, *groups))
        for binding in bindings:
            _bind(ctx, handle, binding)
        worker = _all_groups(ctx, handle)
        return RunResult(_findings(worker), lib.dxk_run_worker_steps(worker))


def run_job(data: bytes, job: Union[str, bytes], sanitize: bool = False) -> JobResult:
    """Runs a compute shader as described by a job (docs/jobs.md)."""
    with Context() as ctx:
        handle = ctx.made(lib.dxk_job_free, lib.dxk_job_parse, ctx.handle, ctx.text(job))
        facts = lib.dxk_job_info_get(handle)
        shader = native.dxk_job_shader()
        entry = string(shader.entry) if lib.dxk_job_shader_get(handle, 0, ctypes.byref(shader)) else ''
        program = _program(ctx, data, entry, facts.wave_size, {'undef': facts.undef})
        run_handle = ctx.made(lib.dxk_run_free, lib.dxk_job_bind, handle, program, _run_options(ctx, sanitize))
        findings = _findings(_all_groups(ctx, run_handle))
        passed: Dict[str, bool] = {}
        differences: Dict[str, str] = {}
        for i in range(facts.result_count):
            name, good, sink = string(lib.dxk_job_result_name(handle, i)), ctypes.c_bool(), Sink()
            ctx.check(lib.dxk_job_compare(handle, i, sink.value, ctypes.byref(good)), sink)
            passed[name] = good.value
            if not good.value:
                differences[name] = sink.text()
        return JobResult(ctx.written(lib.dxk_job_print, handle).text(), passed, differences, findings)
