# SPDX-License-Identifier: MIT
"""Pictures of shaders, and documents about them."""
import ctypes
from typing import Any, Dict, Optional, Tuple, Union

from . import _native as native
from ._library import Context, lib
from ._types import DxkError, Status

Data = Union[bytes, bytearray, memoryview]


def picture_kinds() -> Tuple[str, ...]:
    """The kinds of pictures for draw(): "parts", "bindings", ..."""
    return tuple(lib.dxk_picture_name(kind).decode() for kind in range(native.DXK_PICTURE_KINDS))


def _root_signature(ctx: Context, data: Data) -> Any:
    """The content of the part RTS0 of a container."""
    container = ctx.container(data)
    index = lib.dxk_container_find(container, native.DXK_PART_RTS0, 0)
    if index == native.DXK_NO_PART:
        raise DxkError(Status.NOT_FOUND, (), 'there is no part RTS0')
    return lib.dxk_container_part(container, index).contents.content


def _members(ctx: Context, name: str, other: Optional[Data], other_name: str, rootsig: Optional[Data]) -> Dict[str, Any]:
    """What the options of both have in common."""
    members: Dict[str, Any] = {'name': ctx.text(name), 'other_name': ctx.text(other_name)}
    if other is not None:
        members['other'] = ctx.container(other)
    if rootsig is not None:
        members['root_signature'] = _root_signature(ctx, rootsig)
    return members


def draw(data: Data, kind: str = 'parts', *, name: str = '', other: Optional[Data] = None, other_name: str = '',
         rootsig: Optional[Data] = None, function: str = '', title: Optional[str] = None, width: int = 0,
         subobject: Optional[str] = None, dot: bool = False) -> str:
    """A picture as SVG or, with `dot`, the graph of "flow", "calls" or "nodes" for Graphviz. `other` is the next stage for
    "linkage", and the other container for "diff". `rootsig` is a container whose root signature replaces the shader's."""
    kinds = picture_kinds()
    if kind not in kinds:
        raise ValueError('there is no picture %r: %s' % (kind, ', '.join(kinds)))
    with Context() as ctx:
        members = _members(ctx, name, other, other_name, rootsig)
        for key, text in (('title', title), ('subobject', subobject)):
            if text is not None:
                members[key] = ctx.keep(ctypes.c_char_p(text.encode('utf-8')))
        options = ctx.options(native.dxk_picture_options, function=ctx.text(function), width=width, dot=dot, **members)
        return ctx.written(lib.dxk_picture, ctx.container(data), kinds.index(kind), options).text()


def report(data: Data, name: str = '', *, other: Optional[Data] = None, other_name: str = '', pdb: Optional[Data] = None,
           rootsig: Optional[Data] = None, full: bool = False) -> str:
    """Everything about a shader as one HTML document: verdict, pictures, listing, sources, fields. For a damaged file,
    what can be read. `other` is a container to compare with, and `pdb` has sources and lines. `full` shortens nothing."""
    with Context() as ctx:
        members = _members(ctx, name, other, other_name, rootsig)
        if pdb is not None:
            members['debug'] = ctx.container(pdb)
        options = ctx.options(native.dxk_report_options, full=full, **members)
        return ctx.written(lib.dxk_report, ctx.container(data, salvage=True), options).text()
