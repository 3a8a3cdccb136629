# SPDX-License-Identifier: MIT
"""Read access to programs: functions, blocks, instructions and their operands."""
import ctypes
from dataclasses import dataclass
from typing import Any, Iterator, Optional, Tuple, Type, Union
from types import TracebackType

from . import _native as native
from ._library import Context, lib, string


@dataclass(frozen=True)
class Function:
    """A function. `value` is its value number."""
    value: int
    name: str
    parameter_count: int
    block_count: int
    is_declaration: bool
    is_operation: bool
    is_intrinsic: bool


@dataclass(frozen=True)
class Operand:
    """An operand of an instruction. `kind`: "constant", "instruction", "parameter", "block", "function", "variable",
    "metadata" or "alias"; `number` if it is a constant number."""
    value: int
    kind: str
    name: str
    number: Union[int, float, None]


@dataclass(frozen=True)
class Instruction:
    """An instruction. `opcode` is its word in text, "fadd"; `operation` the name of the operation that it calls,
    "BufferLoad"; `callee` the function that it calls."""
    value: int
    opcode: str
    operation: Optional[str]
    callee: Optional[int]
    operand_count: int
    argument_count: int
    is_terminator: bool


_KINDS = {native.DXK_VALUE_VARIABLE: 'variable', native.DXK_VALUE_FUNCTION: 'function', native.DXK_VALUE_ALIAS: 'alias',
          native.DXK_VALUE_CONSTANT: 'constant', native.DXK_VALUE_PARAMETER: 'parameter', native.DXK_VALUE_INST:
          'instruction', native.DXK_VALUE_BLOCK: 'block', native.DXK_VALUE_METADATA: 'metadata'}


class Program:
    """The program of a container, read. A context manager.

        with dxk.Program(data) as program:
            for function in program.functions():
                for block in program.blocks(function):
                    for instruction in program.instructions(block):
                        print(instruction.operation or instruction.opcode)
    """

    def __init__(self, data: Union[bytes, bytearray, memoryview]) -> None:
        self._context = Context()
        try:
            self._module = self._context.module(self._context.container(data))
        except BaseException:
            self._context.close()
            raise

    def __enter__(self) -> 'Program':
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()

    def close(self) -> None:
        """Frees the program. May be called again; no other method may be called afterwards."""
        self._context.close()

    def __del__(self) -> None:
        if hasattr(self, '_context'):
            self._context.close()

    @property
    def _open(self) -> Any:
        if not self._context.handle:
            raise ValueError('the program is closed')
        return self._module

    def functions(self) -> Iterator[Function]:
        """All functions, including declarations."""
        info = native.dxk_function_info()
        for i in range(lib.dxk_module_function_count(self._open)):
            value = lib.dxk_module_function(self._open, i)
            lib.dxk_function_get(self._open, value, ctypes.byref(info))
            yield Function(value, string(info.name), info.parameter_count, info.block_count, info.is_declaration,
                           info.is_operation, info.is_intrinsic)

    def blocks(self, function: Function) -> Iterator[int]:
        """The blocks of a function, as numbers."""
        block = lib.dxk_block_first(self._open, function.value)
        while block:
            yield block
            block = lib.dxk_block_next(self._open, block)

    def successors(self, block: int) -> Tuple[int, ...]:
        """The successors of a block."""
        count = lib.dxk_block_successor_count(self._open, block)
        return tuple(lib.dxk_block_successor(self._open, block, i) for i in range(count))

    def instructions(self, block: int) -> Iterator[Instruction]:
        """The instructions of a block."""
        value = lib.dxk_inst_first(self._open, block)
        while value:
            yield self.instruction(value)
            value = lib.dxk_inst_next(self._open, value)

    def instruction(self, value: int) -> Instruction:
        """The instruction of that number."""
        info, op, described = native.dxk_inst_info(), native.dxk_op(), native.dxk_op_info()
        if not lib.dxk_inst_get(self._open, value, ctypes.byref(info)):
            raise KeyError(value)
        operation = None
        if lib.dxk_inst_op(self._open, value, ctypes.byref(op)) and lib.dxk_op_get(op, ctypes.byref(described)):
            operation = described.name.decode()
        return Instruction(value, info.name.decode(), operation, info.callee or None, info.operand_count,
                           info.argument_count, info.is_terminator)

    def operands(self, instruction: Instruction) -> Tuple[Operand, ...]:
        """The operands of an instruction, in LLVM's order: for a call, the arguments, then the callee."""
        return tuple(self._operand(lib.dxk_inst_operand(self._open, instruction.value, i))
                     for i in range(instruction.operand_count))

    def _operand(self, value: int) -> Operand:
        info, integer, real = native.dxk_value_info(), ctypes.c_uint64(), ctypes.c_double()
        lib.dxk_value_get(self._open, value, ctypes.byref(info))
        number: Union[int, float, None] = None
        if lib.dxk_value_int(self._open, value, ctypes.byref(integer)):
            number = integer.value
        elif lib.dxk_value_real(self._open, value, ctypes.byref(real)):
            number = real.value
        return Operand(value, _KINDS.get(info.kind, ''), string(info.name), number)
