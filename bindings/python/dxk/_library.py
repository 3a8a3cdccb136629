# SPDX-License-Identifier: MIT
"""The shared library: found, loaded, and called with contexts whose diagnostics become exceptions."""
import ctypes
import ctypes.util
import json
import os
import sys
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

from . import _native as native
from ._types import Diagnostic, DxkError, Finding, Status, Verdict

_NAMES = {'win32': ('dxk.dll', 'libdxk.dll'), 'darwin': ('libdxk.dylib',)}


def _candidates() -> Iterator[str]:
    """DXK_LIBRARY, the file beside this one, what the system has."""
    given = os.environ.get('DXK_LIBRARY')
    if given:
        yield given
        return
    folder = os.path.dirname(os.path.abspath(__file__))
    for name in _NAMES.get(sys.platform, ('libdxk.so',)):
        path = os.path.join(folder, name)
        if os.path.exists(path):
            yield path
    found = ctypes.util.find_library('dxk')
    if found:
        yield found


def _load() -> Any:
    library = None
    for path in _candidates():
        library = ctypes.CDLL(path)
        break
    if library is None:
        raise ImportError('libdxk was not found: install it, or set DXK_LIBRARY to its path')
    for name, (result, parameters) in native.FUNCTIONS.items():
        function = getattr(library, name, None)
        if function is None:  # of a newer version; calls that need it say so
            continue
        function.restype = result
        function.argtypes = parameters
    return library


lib = _load()

_WRITE = ctypes.CFUNCTYPE(ctypes.c_uint, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)


class Bytes:
    """Bytes that the library may look at for as long as this object lives."""

    def __init__(self, data: Any) -> None:
        self._kept = bytes(data)
        self._chars = ctypes.c_char_p(self._kept)
        self.value = native.dxk_bytes(ctypes.cast(self._chars, ctypes.c_void_p), len(self._kept))


class Text:
    """The same as a dxk_str."""

    def __init__(self, text: Any) -> None:
        self._kept = text.encode('utf-8') if isinstance(text, str) else bytes(text)
        self._chars = ctypes.c_char_p(self._kept)
        self.value = native.dxk_str(ctypes.cast(self._chars, ctypes.c_void_p), len(self._kept))


def string(text: Any) -> str:
    """A dxk_str of the library's."""
    return ctypes.string_at(text.data, text.size).decode('utf-8', 'replace') if text.size else ''


def content(view: Any) -> bytes:
    """A dxk_bytes of the library's."""
    return ctypes.string_at(view.data, view.size) if view.size else b''


class Sink:
    """Collects what the library writes, or hands it to a function of the caller's. What that raises ends the
    call, and is raised again by Context.check()."""

    def __init__(self, write: Optional[Callable[[bytes], object]] = None) -> None:
        self.pieces: List[bytes] = []
        self.error: Optional[BaseException] = None
        self._write = write or self.pieces.append

        def callback(_user: Any, data: Any, size: int) -> int:
            try:
                self._write(ctypes.string_at(data, size))
            except BaseException as error:  # it must not pass through C
                self.error = error
                return native.DXK_E_SINK
            return native.DXK_OK

        self._callback = _WRITE(callback)
        self.value = native.dxk_sink()
        field: Any = native.dxk_sink._fields_[0][1]
        self.value.write = ctypes.cast(self._callback, field)

    def joined(self) -> bytes:
        return b''.join(self.pieces)

    def text(self) -> str:
        return self.joined().decode('utf-8', 'replace')


class Context:
    """A context of the library with the objects that were made with it; a call of this package has its own, so that
    calls on several threads never meet."""

    def __init__(self) -> None:
        self._owned: List[Tuple[Any, Any]] = []
        self._kept: List[Any] = []
        self.handle = ctypes.c_void_p()
        status = lib.dxk_ctx_create(None, ctypes.byref(self.handle))
        if status != native.DXK_OK:
            raise DxkError(Status(status), ())

    def __enter__(self) -> 'Context':
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Frees everything, newest first. May be called again."""
        while self._owned:
            free, handle = self._owned.pop()
            free(handle)
        if self.handle:
            lib.dxk_ctx_free(self.handle)
            self.handle = ctypes.c_void_p()
        self._kept.clear()

    def keep(self, thing: Any) -> Any:
        """Keeps a Python object alive as long as the context."""
        self._kept.append(thing)
        return thing

    def own(self, free: Any, handle: Any) -> Any:
        """Frees an object with the context."""
        self._owned.append((free, handle))
        return handle

    def diagnostics(self) -> Tuple[Diagnostic, ...]:
        sink = Sink()
        lib.dxk_diags_json(self.handle, sink.value)
        return tuple(Diagnostic.of(item) for item in json.loads(sink.text() or '[]'))

    def check(self, status: int, sink: Optional[Sink] = None) -> None:
        """Raises what a status says."""
        if sink is not None and sink.error is not None:
            error, sink.error = sink.error, None
            raise error
        if status != native.DXK_OK:
            raise DxkError(Status(status), self.diagnostics())

    def view(self, data: Any) -> Any:
        return self.keep(Bytes(data)).value

    def text(self, text: Any) -> Any:
        return self.keep(Text(text)).value

    def container(self, data: Any, salvage: bool = False) -> Any:
        """Reads a container."""
        handle = ctypes.c_void_p()
        options = native.dxk_read_options(struct_size=ctypes.sizeof(native.dxk_read_options), salvage=salvage)
        status = lib.dxk_container_read(self.handle, self.view(data), ctypes.byref(options), ctypes.byref(handle))
        if handle:
            self.own(lib.dxk_container_free, handle)
        if status != native.DXK_OK and not (salvage and handle):
            self.check(status)
        return handle

    def written(self, function: Any, *arguments: Any) -> Sink:
        """Calls a function whose last parameter is a sink."""
        sink = Sink()
        self.check(function(*arguments, sink.value), sink)
        return sink

    def made(self, free: Any, function: Any, *arguments: Any) -> Any:
        """Calls a function whose last parameter receives an object."""
        handle = function.argtypes[-1]._type_()
        status = function(*arguments, ctypes.byref(handle))
        if handle:
            self.own(free, handle)
        self.check(status)
        return handle

    def module(self, container: Any) -> Any:
        """The module that tells most: that with debug information, else that which runs."""
        place = native.dxk_program_place()
        self.check(lib.dxk_container_program(container, native.DXK_PROGRAM_LIST, ctypes.byref(place)))
        return self.made(lib.dxk_module_free, lib.dxk_module_read, self.handle, place.program.bitcode, None)

    def decoded(self, container: Any, fourcc: int) -> Any:
        """The structure of the first part of a kind (a dxk_decoded); None: there is none."""
        index = lib.dxk_container_find(container, fourcc, 0)
        if index == native.DXK_NO_PART:
            return None
        handle = ctypes.POINTER(native.dxk_decoded)()
        part = lib.dxk_container_part(container, index).contents
        self.check(lib.dxk_part_decode(self.handle, fourcc, part.content, ctypes.byref(handle)))
        return self.own(lib.dxk_decoded_free, handle).contents

    def write(self, container: Any, digest: int = native.DXK_DIGEST_AUTO, as_container: bool = False) -> bytes:
        """Writes a container."""
        options = self.options(native.dxk_write_options, digest=digest, as_container=as_container)
        return self.written(lib.dxk_container_write, container, options).joined()

    def verdict(self, validation: Any) -> Verdict:
        """What a validation came to."""
        result = parse_json(self.written(lib.dxk_validation_json, validation))
        return Verdict(result['valid'], tuple(Finding.of(item) for item in result['findings']), result['total'],
                       result['judged'])

    def signed(self, container: Any, validate: bool = True) -> bytes:
        """Validates a container and writes it with its digest."""
        sink, validation = Sink(), ctypes.c_void_p()
        options = self.options(native.dxk_sign_options, no_validate=not validate)
        status = lib.dxk_container_sign(container, options, sink.value, ctypes.byref(validation))
        if validation:
            self.own(lib.dxk_validation_free, validation)
        if status == native.DXK_E_INVALID and validation:
            found = self.verdict(validation).findings
            raise DxkError(Status.INVALID, tuple(Diagnostic.of(dict(item.data, rule=item.rule or ''))
                                                 for item in found))
        self.check(status, sink)
        return sink.joined()

    def options(self, kind: Any, **members: Any) -> Any:
        """A structure of options, by reference."""
        value = self.keep(kind(struct_size=ctypes.sizeof(kind), **members))
        return ctypes.byref(value)


def parse_json(sink: Sink) -> Dict[str, Any]:
    value: Dict[str, Any] = json.loads(sink.text())
    return value
