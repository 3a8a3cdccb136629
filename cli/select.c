/* SPDX-License-Identifier: MIT */
/* select.c - see select.h. */
#include "select.h"

#include <string.h>

bool select_fourcc(const char *text, size_t size, uint32_t *fourcc)
{
    if (size != 4)
        return false;
    *fourcc = DXK_FOURCC(text[0], text[1], text[2], text[3]);
    return true;
}

bool select_index(const char *text, uint64_t *index)
{
    if (text[0] == '#')
        return opt_number(text + 1, index);
    return strlen(text) < 4 && opt_number(text, index);
}

static int missing(job *j, const dxk_container *container, const char *what)
{
    return job_error(j, CLI_INVALID, "there is no part '%s' among the %zu parts", what,
                     dxk_container_part_count(container));
}

int select_part(job *j, const dxk_container *container, const char *what, size_t *index)
{
    uint64_t number;
    uint32_t fourcc;
    if (select_index(what, &number)) {
        if (number >= dxk_container_part_count(container))
            return missing(j, container, what);
        *index = (size_t)number;
        return CLI_OK;
    }
    if (!select_fourcc(what, strlen(what), &fourcc))
        return job_error(j, CLI_USAGE, "'%s' is neither a FourCC nor an index like '#3'", what);
    *index = dxk_container_find(container, fourcc, 0);
    if (*index == DXK_NO_PART)
        return missing(j, container, what);
    if (dxk_container_find(container, fourcc, *index + 1) != DXK_NO_PART)
        job_warn(j, "there are several parts '%s'; using the first, '#%zu'", what, *index);
    return CLI_OK;
}

bool select_matches(const dxk_container *container, size_t index, const char *what)
{
    uint64_t number;
    uint32_t fourcc;
    if (select_index(what, &number))
        return number == index;
    return select_fourcc(what, strlen(what), &fourcc) &&
           dxk_container_part(container, index)->fourcc == fourcc;
}
