/* SPDX-License-Identifier: MIT */
/*
 * dxk/opcodes.h - the instructions of LLVM 3.7, as numbers.
 *
 * Constant expressions use the same numbers. They are dxk's own and stay as they are.
 *
 * Made by tools/gen_headers.py from src/spec/llvm_ops.def; edit that instead.
 */
#ifndef DXK_OPCODES_H
#define DXK_OPCODES_H

#include "dxk/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An instruction; see dxk_inst_get(). */
typedef enum dxk_opcode {
    DXK_INST_NONE = 0, /* no instruction */
    DXK_INST_RET = 1, /* "ret" */
    DXK_INST_BR = 2, /* "br" */
    DXK_INST_SWITCH = 3, /* "switch" */
    DXK_INST_INDIRECTBR = 4, /* "indirectbr" */
    DXK_INST_INVOKE = 5, /* "invoke" */
    DXK_INST_RESUME = 6, /* "resume" */
    DXK_INST_UNREACHABLE = 7, /* "unreachable" */
    DXK_INST_ADD = 8, /* "add" */
    DXK_INST_FADD = 9, /* "fadd" */
    DXK_INST_SUB = 10, /* "sub" */
    DXK_INST_FSUB = 11, /* "fsub" */
    DXK_INST_MUL = 12, /* "mul" */
    DXK_INST_FMUL = 13, /* "fmul" */
    DXK_INST_UDIV = 14, /* "udiv" */
    DXK_INST_SDIV = 15, /* "sdiv" */
    DXK_INST_FDIV = 16, /* "fdiv" */
    DXK_INST_UREM = 17, /* "urem" */
    DXK_INST_SREM = 18, /* "srem" */
    DXK_INST_FREM = 19, /* "frem" */
    DXK_INST_SHL = 20, /* "shl" */
    DXK_INST_LSHR = 21, /* "lshr" */
    DXK_INST_ASHR = 22, /* "ashr" */
    DXK_INST_AND = 23, /* "and" */
    DXK_INST_OR = 24, /* "or" */
    DXK_INST_XOR = 25, /* "xor" */
    DXK_INST_TRUNC = 26, /* "trunc" */
    DXK_INST_ZEXT = 27, /* "zext" */
    DXK_INST_SEXT = 28, /* "sext" */
    DXK_INST_FPTOUI = 29, /* "fptoui" */
    DXK_INST_FPTOSI = 30, /* "fptosi" */
    DXK_INST_UITOFP = 31, /* "uitofp" */
    DXK_INST_SITOFP = 32, /* "sitofp" */
    DXK_INST_FPTRUNC = 33, /* "fptrunc" */
    DXK_INST_FPEXT = 34, /* "fpext" */
    DXK_INST_PTRTOINT = 35, /* "ptrtoint" */
    DXK_INST_INTTOPTR = 36, /* "inttoptr" */
    DXK_INST_BITCAST = 37, /* "bitcast" */
    DXK_INST_ADDRSPACECAST = 38, /* "addrspacecast" */
    DXK_INST_ICMP = 39, /* "icmp" */
    DXK_INST_FCMP = 40, /* "fcmp" */
    DXK_INST_ALLOCA = 41, /* "alloca" */
    DXK_INST_LOAD = 42, /* "load" */
    DXK_INST_STORE = 43, /* "store" */
    DXK_INST_GEP = 44, /* "getelementptr" */
    DXK_INST_FENCE = 45, /* "fence" */
    DXK_INST_CMPXCHG = 46, /* "cmpxchg" */
    DXK_INST_ATOMICRMW = 47, /* "atomicrmw" */
    DXK_INST_PHI = 48, /* "phi" */
    DXK_INST_SELECT = 49, /* "select" */
    DXK_INST_CALL = 50, /* "call" */
    DXK_INST_VAARG = 51, /* "va_arg" */
    DXK_INST_EXTRACTELEMENT = 52, /* "extractelement" */
    DXK_INST_INSERTELEMENT = 53, /* "insertelement" */
    DXK_INST_SHUFFLEVECTOR = 54, /* "shufflevector" */
    DXK_INST_EXTRACTVALUE = 55, /* "extractvalue" */
    DXK_INST_INSERTVALUE = 56, /* "insertvalue" */
    DXK_INST_LANDINGPAD = 57 /* "landingpad" */
} dxk_opcode;

#ifdef __cplusplus
}
#endif
#endif
