/* SPDX-License-Identifier: MIT */
/* number.h - elements of buffers as text: in the words of a job, of C's printf, as hexadecimal. */
#ifndef DXKI_JOB_NUMBER_H
#define DXKI_JOB_NUMBER_H

#include "base/out.h"
#include "job/model.h"

/* The bits of a number in a format. Integers are decimal, 0x, 0o or 0b, or true and false; reals
 * are as C's strtod takes them; a half is an integer, its bits, or has a point. False when it is
 * none, or out of range. */
bool dxki_job_number_parse(const dxki_job_format *format, dxk_str text, uint64_t *bits);

/* As a dump of a job has it. */
void dxki_job_number_print(dxki_out *out, const dxki_job_format *format, uint64_t bits);

/* As printf has it for %g, with 6 digits. */
void dxki_job_print_real(dxki_out *out, double value);

/* As printf has it for %a. */
void dxki_job_print_hexreal(dxki_out *out, double value);

/* An element in memory: little-endian. */
uint64_t dxki_job_element(const dxki_job_format *format, const uint8_t *data, uint64_t index);
void dxki_job_put_element(const dxki_job_format *format, uint8_t *data, uint64_t index,
                          uint64_t bits);

/* The real that bits of Float32, Float64 or Depth32 are. */
double dxki_job_real(const dxki_job_format *format, uint64_t bits);

#endif
