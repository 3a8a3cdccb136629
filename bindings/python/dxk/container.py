# SPDX-License-Identifier: MIT
"""Containers, edited part by part."""
import ctypes
from typing import Any, Optional, Tuple, Type, Union
from types import TracebackType

from . import _native as native
from ._library import Context, content, lib
from ._types import Part

_DIGESTS = {'auto': native.DXK_DIGEST_AUTO, 'keep': native.DXK_DIGEST_KEEP, 'fix': native.DXK_DIGEST_FIX,
            'clear': native.DXK_DIGEST_CLEAR, 'debug': native.DXK_DIGEST_FIX_DEBUG}


def _fourcc(name: str) -> int:
    code = name.encode('latin-1')
    if len(code) != 4:
        raise ValueError('%r is no FourCC' % name)
    return int.from_bytes(code, 'little')


class Container:
    """A container in memory. A context manager; what its members return is copied and outlives it.

        with dxk.Container(data) as c:
            c.remove('STAT')
            data = c.write()
    """

    def __init__(self, data: Union[bytes, bytearray, memoryview, None] = None, salvage: bool = False) -> None:
        self._context = Context()
        try:
            self._handle = (self._context.container(data, salvage) if data is not None else
                            self._context.made(lib.dxk_container_free, lib.dxk_container_create, self._context.handle))
        except BaseException:
            self._context.close()
            raise

    def __enter__(self) -> 'Container':
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()

    def close(self) -> None:
        """Frees the container. May be called again; no other method may be called afterwards."""
        self._context.close()

    def __del__(self) -> None:
        if hasattr(self, '_context'):
            self._context.close()

    @property
    def _open(self) -> Any:
        if not self._context.handle:
            raise ValueError('the container is closed')
        return self._handle

    def __len__(self) -> int:
        return int(lib.dxk_container_part_count(self._open))

    @property
    def kind(self) -> str:
        """Kind of input: "container", "PDB", "bitcode" ..."""
        name: bytes = lib.dxk_input_kind_name(lib.dxk_container_kind(self._open))
        return name.decode()

    @property
    def parts(self) -> Tuple[Part, ...]:
        """The parts in their order."""
        return tuple(self._part(i) for i in range(len(self)))

    def _part(self, index: int) -> Part:
        part = lib.dxk_container_part(self._open, index).contents
        return Part(part.fourcc.to_bytes(4, 'little').decode('latin-1'), part.offset, part.size,
                    lib.dxk_part_title(part.fourcc, part.content).decode(), content(part.content))

    def find(self, fourcc: str) -> Optional[int]:
        """Index of the first part of a kind."""
        index: int = lib.dxk_container_find(self._open, _fourcc(fourcc), 0)
        return None if index == native.DXK_NO_PART else index

    def _index(self, part: Union[int, str]) -> int:
        index = self.find(part) if isinstance(part, str) else part
        if index is None:
            raise KeyError(part)
        return index

    def part(self, part: Union[int, str]) -> bytes:
        """Content of a part, by index or kind. Raises KeyError or IndexError if there is none."""
        index = self._index(part)
        if not 0 <= index < len(self):
            raise IndexError(index)
        return self._part(index).content

    def insert(self, index: int, fourcc: str, data: bytes) -> None:
        """Inserts a part before another, or after the last."""
        self._context.check(lib.dxk_container_insert(self._open, index, _fourcc(fourcc), self._context.view(data)))

    def replace(self, part: Union[int, str], data: bytes) -> None:
        """Replaces the content of a part."""
        self._context.check(lib.dxk_container_replace(self._open, self._index(part), self._context.view(data)))

    def remove(self, part: Union[int, str]) -> None:
        """Removes a part."""
        self._context.check(lib.dxk_container_remove(self._open, self._index(part)))

    def move(self, part: Union[int, str], to: int) -> None:
        """Moves a part."""
        self._context.check(lib.dxk_container_move(self._open, self._index(part), to))

    def write(self, digest: str = 'auto') -> bytes:
        """The bytes. `digest`: "auto" (recomputed if it was correct), "keep", "fix", "clear", "debug"."""
        return self._context.write(self._open, _DIGESTS[digest], as_container=self.kind == 'PDB')
