# SPDX-License-Identifier: MIT
"""Compiling HLSL."""
import ctypes
from types import MappingProxyType
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Union

from . import _native as native
from ._library import Bytes, Context, Sink, lib, string
from ._types import Compiled

Text = Union[str, bytes]
Include = Union[Mapping[str, Text], Callable[[str], Optional[Text]]]


def _bytes(text: Text) -> bytes:
    return text.encode('utf-8') if isinstance(text, str) else text


class _Files:
    """Included files, for a callback of the library: they stay where they are until its call returns. What the
    caller's function raises ends the call, and is raised again by raise_error()."""

    def __init__(self, include: Include) -> None:
        self._find = include if callable(include) else include.get
        self._kept: List[Bytes] = []
        self._error: Optional[BaseException] = None

    def __call__(self, _user: Any, path: Any, out: Any) -> int:
        try:
            text = self._find(string(path))
            if text is None:
                return native.DXK_E_NOT_FOUND
            self._kept.append(Bytes(_bytes(text)))
            out[0] = self._kept[-1].value
            return native.DXK_OK
        except BaseException as error:  # it must not pass through C
            self._error = error
            return native.DXK_E_SINK

    def raise_error(self) -> None:
        if self._error is not None:
            raise self._error


def _strings(ctx: Context, texts: Sequence[str]) -> Any:
    return ctx.keep((ctypes.c_char_p * len(texts))(*[text.encode('utf-8') for text in texts]))


class _Source:
    """A source with its options, in a context. Flags are members of dxk_hlsl_options."""

    FLAGS = frozenset(('native_16bit', 'row_major', 'strict_ieee', 'warnings_are_errors', 'no_warnings', 'no_optimize',
                       'ignore_line_directives', 'legacy_macros', 'all_resources_bound'))

    def __init__(self, ctx: Context, text: Text, name: str, include: Optional[Include], lists: Mapping[str, Sequence[str]],
                 members: Mapping[str, Any], flags: Mapping[str, bool]) -> None:
        unknown = set(flags) - self.FLAGS
        if unknown:
            raise TypeError('there is no option %s' % ', '.join(sorted(unknown)))
        given: Dict[str, Any] = dict(members, **flags)
        for key, texts in lists.items():
            given[key] = ctypes.cast(_strings(ctx, texts), ctypes.POINTER(ctypes.c_char_p))
            given[_COUNTS[key]] = len(texts)
        self._files = None if include is None else _Files(include)
        if self._files:
            given['include'] = ctx.keep(_INCLUDE(self._files))
        self.text = ctx.view(_bytes(text))
        self.options = ctx.options(native.dxk_hlsl_options, name=ctx.text(name), **given)

    def check(self, ctx: Context, status: int) -> None:
        if self._files:
            self._files.raise_error()
        ctx.check(status)


_INCLUDE: Any = next(field[1] for field in native.dxk_hlsl_options._fields_ if field[0] == 'include')
_COUNTS = {'defines': 'define_count', 'directories': 'directory_count', 'silent': 'silent_count'}


def _macros(defines: Mapping[str, object]) -> Sequence[str]:
    return ['%s=%s' % item for item in defines.items()]


def compile(source: Text, target: str, entry: str = 'main', *, name: str = '',
            defines: Mapping[str, object] = MappingProxyType({}), include: Optional[Include] = None,
            directories: Sequence[str] = (), silent: Sequence[str] = (), optimize: int = 3, version: int = 0,
            validate: bool = True, **flags: bool) -> Compiled:
    """Compiles an entry point of an HLSL source for a profile such as "ps_6_0". The shader is validated and signed
    unless `validate` is false.

    `include` maps the path of a file to its text, as a mapping or as a function that returns None if there is none. Names
    are searched beside the including file, then in `directories`. `optimize` is 0 to 3, `version` that of the
    language, `silent` are groups of warnings that are not reported. `flags`: native_16bit, row_major, strict_ieee,
    warnings_are_errors, no_warnings, no_optimize, ignore_line_directives, legacy_macros, all_resources_bound.
    """
    with Context() as ctx:
        members = {'target': target.encode('utf-8'), 'entry': entry.encode('utf-8'), 'optimize': optimize,
                   'version': version}
        lists = {'defines': _macros(defines), 'directories': directories, 'silent': silent}
        given = _Source(ctx, source, name, include, lists, members, flags)
        module = ctypes.c_void_p()
        status = lib.dxk_hlsl_compile(ctx.handle, given.text, given.options, ctypes.byref(module))
        if module:
            ctx.own(lib.dxk_module_free, module)
        given.check(ctx, status)
        warnings = ctx.diagnostics()
        made = ctx.made(lib.dxk_container_free, lib.dxk_container_build, module, None)
        return Compiled(ctx.signed(made) if validate else ctx.write(made), warnings)


def preprocess(source: Text, *, name: str = '', defines: Mapping[str, object] = MappingProxyType({}),
               include: Optional[Include] = None, directories: Sequence[str] = (), version: int = 0,
               **flags: bool) -> str:
    """Preprocesses a source. Parameters as for compile()."""
    with Context() as ctx:
        lists = {'defines': _macros(defines), 'directories': directories}
        given = _Source(ctx, source, name, include, lists, {'version': version}, flags)
        sink = Sink()
        given.check(ctx, lib.dxk_hlsl_preprocess(ctx.handle, given.text, given.options, sink.value))
        return sink.text()
