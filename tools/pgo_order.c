/* SPDX-License-Identifier: MIT */
/*
 * pgo_order.c - linked to a command that writes profiles with gcc: functions of later runs come later.
 *
 * gcc places functions in the order of their first calls (-fprofile-reorder-functions), of which each
 * process counts its own, and of several profiles the least number counts. Functions that all
 * compilations call would lie among those that one run of another command called as early. With the
 * number of calls before the process in DXK_PGO_FIRST, those that no earlier process called follow.
 */
#include <stdint.h>
#include <stdlib.h>

extern int64_t __gcov_time_profiler_counter; /* of libgcov, which keeps it out of shared libraries */

__attribute__((constructor)) static void begin_order(void)
{
    const char *first = getenv("DXK_PGO_FIRST");

    if (first)
        __gcov_time_profiler_counter = strtoll(first, NULL, 10);
}
