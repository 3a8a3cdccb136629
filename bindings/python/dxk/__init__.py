# SPDX-License-Identifier: MIT
"""Inspect, edit, assemble, validate, sign, optimize, link, convert, compile and run DirectX shaders (DXIL, DXBC).

Functions take the bytes of a shader and return bytes, text or plain data. Failures raise DxkError, which has the
diagnostics. Every call uses its own context and releases the GIL, so calls on several threads run in parallel.
"""
import ctypes
import json
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from . import _native as native
from ._library import Context, Sink, content, lib, parse_json, string
from ._types import (Binding, Compiled, Diagnostic, Difference, DxkError, Finding, Fix, JobResult, Json, Optimized,
                     Part, Pdb, Range, RunFinding, RunResult, Status, Verdict)
from .container import Container
from .hlsl import compile, preprocess
from .pictures import draw, picture_kinds, report
from .program import Function, Instruction, Operand, Program
from .run import run, run_job

__all__ = ['Binding', 'Compiled', 'Container', 'Diagnostic', 'Difference', 'DxkError', 'Finding', 'Fix', 'Function',
           'Instruction', 'JobResult', 'Operand', 'Optimized', 'Part', 'Pdb', 'Program', 'Range', 'RunFinding',
           'RunResult', 'Status', 'Verdict', 'assemble', 'compile', 'convert', 'diff', 'diff_programs',
           'digest_state', 'disassemble', 'draw', 'dump', 'from_yaml', 'info', 'link', 'match', 'operations',
           'optimize', 'parts', 'pdb', 'pdb_split', 'pdb_write', 'picture_kinds', 'preprocess', 'reflect', 'report',
           'rootsig_parse', 'rootsig_text', 'rootsig_verify', 'run', 'run_job', 'sarif', 'sign', 'strip', 'to_yaml',
           'validate', 'version']

Data = Union[bytes, bytearray, memoryview]

version: str = lib.dxk_version().decode()
__version__ = version


# ---------------------------------------------------------------------------------------------
# Looking

def _json(function: Any, data: Data) -> Json:
    """Calls a function that writes JSON about a container."""
    with Context() as ctx:
        return parse_json(ctx.written(function, ctx.container(data)))


def info(data: Data) -> Json:
    """A summary: schemas/info.schema.json."""
    return _json(lib.dxk_info_json, data)


def dump(data: Data) -> List[Json]:
    """Every field of every part: schemas/dump.schema.json, "parts"."""
    result: List[Json] = _json(lib.dxk_dump_json, data)['parts']
    return result


def reflect(data: Data) -> Json:
    """Bindings, buffers, types and signatures of a shader: schemas/reflect.schema.json."""
    with Context() as ctx:
        reflection = ctx.made(lib.dxk_reflect_free, lib.dxk_reflect_load, ctx.container(data), None)
        return parse_json(ctx.written(lib.dxk_reflect_json, reflection))


def parts(data: Data) -> List[Part]:
    """The parts of a container."""
    with Container(data) as container:
        return list(container.parts)


def digest_state(data: Data) -> str:
    """State of the digest: "retail", "debug", "unsigned", "bypass", "preview", "wrong" or "none"."""
    with Context() as ctx:
        name: bytes = lib.dxk_digest_state_name(lib.dxk_container_digest_state(ctx.container(data)))
        return name.decode()


def diff(left: Data, right: Data, layout: bool = False) -> List[Difference]:
    """The differences between two containers, by path; with `layout`, also derived sizes, offsets and tables."""
    with Context() as ctx:
        options = ctx.options(native.dxk_diff_options, layout=layout)
        sink = ctx.written(lib.dxk_diff_json, ctx.container(left), ctx.container(right), options)
        return [Difference(item['kind'], item['path'], item.get('left', ''), item.get('right', ''))
                for item in parse_json(sink)['differences']]


def diff_programs(left: Data, right: Data, context: int = 0, summary: bool = False) -> str:
    """The differences between the programs of two containers as a unified diff; empty if there are none. `context` is
    the number of lines around a difference; 0 means three."""
    with Context() as ctx:
        compared = ctx.made(lib.dxk_program_diff_free, lib.dxk_diff_programs, ctx.container(left), ctx.container(right))
        options = ctx.options(native.dxk_diff_print_options, context=context, summary_only=summary)
        return ctx.written(lib.dxk_program_diff_print, compared, options).text()


_TARGETS = {'none': native.DXK_MATCH_TARGET_NONE, 'float': native.DXK_MATCH_TARGET_FLOAT,
            'sint': native.DXK_MATCH_TARGET_SINT, 'uint': native.DXK_MATCH_TARGET_UINT}


def match(shaders: Mapping[str, Data], targets: Optional[Sequence[str]] = None,
          waste: bool = True) -> Tuple[Diagnostic, ...]:
    """Checks the shaders of a pipeline, by name and in any order, against each other. Returns errors for what the
    runtime rejects and, unless `waste` is false, warnings for waste. `targets` lists the types of up to eight render
    targets: "float", "sint", "uint", "none"."""
    with Context() as ctx:
        stages = ctx.keep((native.dxk_match_stage * len(shaders))(
            *[native.dxk_match_stage(ctx.container(data), ctx.text(name)) for name, data in shaders.items()]))
        options = native.dxk_match_options(struct_size=ctypes.sizeof(native.dxk_match_options), no_waste=not waste,
                                           has_targets=targets is not None)
        if targets is not None and len(targets) > len(options.targets):
            raise ValueError('there are at most %d render targets' % len(options.targets))
        for i, word in enumerate(targets or ()):
            options.targets[i] = _TARGETS[word]
        status = lib.dxk_match(ctx.handle, stages, len(shaders), ctypes.byref(options))
        if status != native.DXK_E_INVALID:
            ctx.check(status)
        return ctx.diagnostics()


def operations() -> List[Json]:
    """The table of DXIL operations: schemas/ops.schema.json."""
    with Context() as ctx:
        result: List[Json] = parse_json(ctx.written(lib.dxk_op_table_json))['operations']
        return result


# ---------------------------------------------------------------------------------------------
# Text

def disassemble(data: Data, header: bool = True) -> str:
    """The listing of a shader of any model, as DXC or FXC prints it."""
    with Context() as ctx:
        dxil = ctx.options(native.dxk_disassemble_options, no_header=not header)
        options = ctx.options(native.dxk_list_options, dxil=ctypes.pointer(dxil._obj))
        return ctx.written(lib.dxk_list, ctx.container(data), options).text()


def assemble(text: Union[str, Data]) -> bytes:
    """Assembles a listing, LLVM assembly or bitcode to a container, which is not signed."""
    with Context() as ctx:
        source = ctx.view(text.encode('utf-8') if isinstance(text, str) else text)
        container = ctx.made(lib.dxk_container_free, lib.dxk_assemble, ctx.handle, source, None)
        return ctx.write(container)


def to_yaml(data: Data, brief: bool = False, as_json: bool = False, salvage: bool = False) -> str:
    """A document from which from_yaml() makes the same bytes; with `salvage`, also for a damaged container."""
    with Context() as ctx:
        options = ctx.options(native.dxk_yaml_options, brief=brief, json=as_json)
        return ctx.written(lib.dxk_yaml_write, ctx.container(data, salvage), options).text()


def from_yaml(text: str) -> bytes:
    """The container that a YAML or JSON document describes."""
    with Context() as ctx:
        return ctx.written(lib.dxk_yaml_read, ctx.handle, ctx.view(text.encode('utf-8'))).joined()


# ---------------------------------------------------------------------------------------------
# Validating

def _validation(ctx: Context, data: Data, validator_minor: Optional[int]) -> Any:
    members = {} if validator_minor is None else {'has_validator': True, 'validator_minor': validator_minor}
    options = ctx.options(native.dxk_validate_options, **members)
    return ctx.made(lib.dxk_validation_free, lib.dxk_validate, ctx.container(data), options)


def validate(data: Data, validator_minor: Optional[int] = None) -> Verdict:
    """Validates a shader, as validator 1.`validator_minor` would."""
    with Context() as ctx:
        return ctx.verdict(_validation(ctx, data, validator_minor))


def sarif(data: Data, name: str, validator_minor: Optional[int] = None) -> str:
    """The same as a SARIF 2.1.0 document about the file `name`."""
    with Context() as ctx:
        validation = _validation(ctx, data, validator_minor)
        return ctx.written(lib.dxk_validation_sarif, validation, name.encode('utf-8')).text()


def sign(data: Data, validate: bool = True) -> bytes:
    """Validates a shader and returns it with its digest. If it is invalid, DxkError has the findings as diagnostics."""
    with Context() as ctx:
        return ctx.signed(ctx.container(data), validate)


# ---------------------------------------------------------------------------------------------
# Root signatures

def rootsig_text(data: Data, one_line: bool = False) -> str:
    """The root signature of a container, or of the content of a part RTS0, in the HLSL language for root signatures."""
    with Context() as ctx:
        signature = ctx.made(lib.dxk_rootsig_free, lib.dxk_rootsig_decode, ctx.handle, ctx.view(data))
        options = ctx.options(native.dxk_rootsig_print_options, one_line=one_line)
        return ctx.written(lib.dxk_rootsig_print, ctx.handle, signature, options).text()


def rootsig_parse(text: str, define: Optional[str] = None) -> bytes:
    """Compiles a root signature to a container. The text is in the HLSL language for root signatures, or HLSL with the
    macro `define`."""
    with Context() as ctx:
        members = {'define': define.encode('utf-8')} if define else {}
        options = ctx.options(native.dxk_rootsig_parse_options, **members)
        signature = ctx.made(lib.dxk_rootsig_free, lib.dxk_rootsig_parse, ctx.handle, ctx.text(text), options)
        return ctx.written(lib.dxk_rootsig_write, ctx.handle, signature).joined()


def rootsig_verify(data: Data, rootsig: Optional[Data] = None) -> None:
    """Checks that a root signature, by default the shader's own, provides the bindings of a shader; otherwise raises
    DxkError."""
    with Context() as ctx:
        container = ctx.container(data)
        signature = ctx.made(lib.dxk_rootsig_free, lib.dxk_rootsig_decode, ctx.handle,
                             ctx.view(data if rootsig is None else rootsig))
        psv = ctx.decoded(container, native.DXK_PART_PSV0)
        program = ctx.decoded(container, native.DXK_PART_DXIL)
        stage = getattr(program, 'as').program.contents.header.shader_kind if program else 0
        state = getattr(psv, 'as').psv0 if psv else None
        ctx.written(lib.dxk_rootsig_verify, ctx.handle, signature, state, stage)


# ---------------------------------------------------------------------------------------------
# Debug information

def pdb(data: Data) -> Pdb:
    """Sources, arguments and properties of the compilation, from a PDB or a container."""
    with Context() as ctx:
        handle = ctx.made(lib.dxk_pdb_free, lib.dxk_pdb_load, ctx.handle, ctx.view(data))
        facts = lib.dxk_pdb_facts_get(handle)
        name, text = native.dxk_str(), native.dxk_str()
        files: Dict[str, Optional[str]] = {}
        for i in range(lib.dxk_pdb_file_count(handle)):
            lib.dxk_pdb_file(handle, i, ctypes.byref(name), ctypes.byref(text))
            files[string(name)] = string(text) if text.data else None
        arguments, defines = [], []
        for i in range(lib.dxk_pdb_arg_count(handle)):
            lib.dxk_pdb_arg(handle, i, ctypes.byref(name), ctypes.byref(text))
            arguments.append((string(name), string(text)))
        for i in range(lib.dxk_pdb_define_count(handle)):
            lib.dxk_pdb_define(handle, i, ctypes.byref(name))
            defines.append(string(name))
        return Pdb(string(facts.entry), string(facts.target), string(facts.main_file), string(facts.name),
                   bytes(facts.hash) if facts.has_hash else None, lib.dxk_pdb_origin_name(facts.origin).decode(),
                   string(facts.custom_version), files, tuple(arguments), tuple(defines))


def pdb_write(data: Data) -> bytes:
    """The PDB of a container that has debug information."""
    with Context() as ctx:
        return ctx.written(lib.dxk_pdb_write, ctx.container(data)).joined()


def pdb_split(data: Data) -> Tuple[bytes, bytes, str]:
    """The container without debug information, its PDB, and the name under which debuggers look for that."""
    with Context() as ctx:
        container, sink, name = ctx.container(data), Sink(), native.dxk_buffer()
        lib.dxk_buffer_init(ctypes.byref(name), ctx.handle)
        try:
            ctx.check(lib.dxk_pdb_split(container, sink.value, ctypes.byref(name)), sink)
            text = content(name).decode('utf-8', 'replace')
        finally:
            lib.dxk_buffer_free(ctypes.byref(name))
        return ctx.write(container), sink.joined(), text


# ---------------------------------------------------------------------------------------------
# Changing

_GROUPS = {'debug': native.DXK_STRIP_DEBUG, 'reflection': native.DXK_STRIP_REFLECTION, 'private':
           native.DXK_STRIP_PRIVATE, 'root_signature': native.DXK_STRIP_ROOT_SIGNATURE, 'source':
           native.DXK_STRIP_SOURCE, 'names': native.DXK_STRIP_NAMES}


def strip(data: Data, groups: Iterable[str] = ('debug', 'reflection', 'private', 'source')) -> bytes:
    """Removes groups of parts or names: "debug", "reflection", "private", "root_signature", "source", "names"."""
    with Context() as ctx:
        container = ctx.container(data)
        ctx.check(lib.dxk_container_strip(container, sum({_GROUPS[name] for name in groups})))
        return ctx.write(container)


def optimize(data: Data, passes: str = 'O2') -> Optimized:
    """Runs passes over the program of a container, and updates its parts."""
    with Context() as ctx:
        container = ctx.container(data)
        module = ctx.module(container)
        stats = native.dxk_opt_stats()
        ctx.check(lib.dxk_opt(module, ctx.text(passes), None, ctypes.byref(stats)))
        ctx.check(lib.dxk_container_rebuild(container, module, None))
        return Optimized(ctx.write(container), stats.steps, stats.changes, stats.before, stats.after)


def link(libraries: Mapping[str, Data], profile: str, entry: str = '', exports: Sequence[str] = ()) -> bytes:
    """Links libraries to a shader ("ps_6_0") or a library ("lib_6_3")."""
    with Context() as ctx:
        linker = ctx.made(lib.dxk_linker_free, lib.dxk_linker_create, ctx.handle)
        for name, data in libraries.items():
            ctx.check(lib.dxk_linker_add(linker, ctx.text(name), ctx.container(data)))
        names = ctx.keep((native.dxk_str * len(exports))(*[ctx.text(name) for name in exports]))
        options = ctx.options(native.dxk_link_options, profile=ctx.text(profile), entry=ctx.text(entry),
                              exports=ctypes.cast(names, ctypes.POINTER(native.dxk_str)), export_count=len(exports))
        return ctx.write(ctx.made(lib.dxk_container_free, lib.dxk_linker_link, linker, options))


def convert(data: Data, model_minor: int = 0) -> bytes:
    """Converts a program of shader model 4 or 5 to DXIL of shader model 6.`model_minor`."""
    with Context() as ctx:
        options = ctx.options(native.dxk_convert_options, model_minor=model_minor)
        return ctx.write(ctx.made(lib.dxk_container_free, lib.dxk_convert, ctx.container(data), options))
