# SPDX-License-Identifier: MIT
"""Return types: plain data, independent of the library."""
import enum
from dataclasses import dataclass, field
from typing import Any, Dict, Mapping, Optional, Tuple


class Status(enum.IntEnum):
    """Why a call failed."""
    OK = 0
    INVALID = 1
    NOMEM = 2
    LIMIT = 3
    ARGUMENT = 4
    NOT_FOUND = 5
    UNSUPPORTED = 6
    SINK = 7


@dataclass(frozen=True)
class Range:
    """A range of text: lines and columns from 1; `end_column` is the one after the last character."""
    line: int
    column: int
    end_line: int
    end_column: int


def _range(item: Mapping[str, Any]) -> Range:
    return Range(item['line'], item['column'], item['end_line'], item['end_column'])


@dataclass(frozen=True)
class Fix:
    """An edit that would correct an error: `text` replaces the range, which may be empty."""
    range: Range
    text: str


@dataclass(frozen=True)
class Diagnostic:
    """A diagnostic of a reader. `line` and `column` refer to the given text, or to the file `source`; so do `ranges`,
    which are related to the diagnostic, and `fixes`."""
    severity: str
    rule: str
    message: str
    path: str = ''
    offset: Optional[int] = None
    bit: Optional[int] = None
    line: Optional[int] = None
    column: Optional[int] = None
    source: Optional[str] = None
    ranges: Tuple[Range, ...] = ()
    fixes: Tuple[Fix, ...] = ()

    @classmethod
    def of(cls, item: Mapping[str, Any]) -> 'Diagnostic':
        members = {key: item[key] for key in cls.__dataclass_fields__ if key in item}
        members['ranges'] = tuple(_range(one) for one in item.get('ranges', ()))
        members['fixes'] = tuple(Fix(_range(one), one['text']) for one in item.get('fixes', ()))
        return cls(**members)

    def __str__(self) -> str:
        place = ('%s:%s: ' % (self.line, self.column) if self.line is not None else
                 '0x%x: ' % self.offset if self.offset is not None else
                 'bit %d: ' % self.bit if self.bit is not None else '')
        if self.source is not None:
            place = self.source + ':' + place
        path = self.path + ': ' if self.path else ''
        return '%s%s: %s%s [%s]' % (place, self.severity, path, self.message, self.rule)


class DxkError(Exception):
    """A call failed; `diagnostics` say where and how."""

    def __init__(self, status: Status, diagnostics: Tuple[Diagnostic, ...], message: str = '') -> None:
        self.status = status
        self.diagnostics = diagnostics
        lines = [str(item) for item in diagnostics if item.severity == 'error'] or [str(item) for item in diagnostics]
        super().__init__(message or '\n'.join(lines) or status.name)

    def __reduce__(self) -> Tuple[Any, ...]:
        return (DxkError, (self.status, self.diagnostics, str(self)))


@dataclass(frozen=True)
class Part:
    """A section of a container."""
    fourcc: str
    offset: int
    size: int
    title: str
    content: bytes = field(repr=False)


@dataclass(frozen=True)
class Finding:
    """A finding of validation. `data` has all members of the JSON (schemas/val.schema.json)."""
    severity: str
    message: str
    rule: Optional[str]
    path: str
    data: Mapping[str, Any] = field(repr=False)

    @classmethod
    def of(cls, item: Mapping[str, Any]) -> 'Finding':
        return cls(item['severity'], item['message'], item.get('rule'), item.get('path', ''), item)


@dataclass(frozen=True)
class Verdict:
    """The result of a validation; true if the shader is valid."""
    valid: bool
    findings: Tuple[Finding, ...]
    total: int
    judged: str

    def __bool__(self) -> bool:
        return self.valid


@dataclass(frozen=True)
class Difference:
    """A difference between two containers. `kind`: changed, removed, added or moved."""
    kind: str
    path: str
    left: str
    right: str


@dataclass(frozen=True)
class Pdb:
    """Information about the compilation from a PDB or a container."""
    entry: str
    target: str
    main_file: str
    name: str
    hash: Optional[bytes]
    origin: str
    compiler: str
    files: Mapping[str, Optional[str]] = field(repr=False)
    arguments: Tuple[Tuple[str, str], ...]
    defines: Tuple[str, ...]


@dataclass(frozen=True)
class Optimized:
    """An optimized shader, with statistics."""
    data: bytes = field(repr=False)
    steps: int
    changes: int
    before: int
    after: int


@dataclass(frozen=True)
class Compiled:
    """A compiled shader, with warnings."""
    data: bytes = field(repr=False)
    warnings: Tuple[Diagnostic, ...]


@dataclass(frozen=True)
class RunFinding:
    """A finding of the sanitizer."""
    id: str
    severity: str
    function: str
    instruction: Optional[int]
    file: str
    line: int
    column: int
    group: Tuple[int, int, int]
    thread: Tuple[int, int, int]
    count: int


@dataclass
class Binding:
    """Memory for a register. `register` is "t0", "u3" or "b1"; `data` of a u register is written. One of `stride`
    (structured buffer) and `format` (DXGI_FORMAT of a typed buffer) may be set; otherwise the buffer is raw."""
    register: str
    data: bytearray
    space: int = 0
    stride: int = 0
    format: int = 0


@dataclass(frozen=True)
class RunResult:
    """A completed run. The bindings hold the resulting memory."""
    findings: Tuple[RunFinding, ...]
    steps: int


@dataclass(frozen=True)
class JobResult:
    """A job after its run: its text with the final buffers, and whether each result is as expected."""
    text: str = field(repr=False)
    passed: Mapping[str, bool]
    differences: Mapping[str, str]
    findings: Tuple[RunFinding, ...]

    def __bool__(self) -> bool:
        return all(self.passed.values())


Json = Dict[str, Any]
