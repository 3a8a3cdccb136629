/* SPDX-License-Identifier: MIT */
/*
 * registers.c - registers for resources that have none: in each class and space, those that were
 * placed by hand stay, the others take the lowest gap in the order of the list; one without an end
 * goes after those that are placed then. See link.h.
 */
#include "link/link.h"

#include "base/sort.h"

#define NONE      UINT32_MAX
#define UNBOUNDED UINT32_MAX

/* A row of registers that is taken. */
typedef struct range {
    uint64_t first, last; /* last: UINT32_MAX for one without an end */
    const dxki_dxil_resource *of;
} range;

typedef struct placing {
    dxki_link *link;
    uint32_t space;
    DXKI_VEC(range) taken;             /* by first register */
    size_t dense;                      /* so many of them follow each other from register 0 on */
    const dxki_dxil_resource *endless; /* in this space; NULL: none */
    uint8_t *fixed;                    /* by place in the list: it has a register already */
} placing;

static bool has_register(const dxki_dxil_resource *r)
{
    return r->lower_bound != NONE;
}

static uint32_t space_of(const dxki_dxil_resource *r)
{
    return r->space == NONE ? 0 : r->space;
}

static bool is_unbounded(const dxki_dxil_resource *r)
{
    return r->range_size == UNBOUNDED;
}

static uint64_t size_of(const dxki_dxil_resource *r)
{
    return r->range_size ? r->range_size : 1;
}

/* The place in the list where a range that begins there goes. */
static size_t place_of(const placing *p, uint64_t first)
{
    size_t low = 0, high = p->taken.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (p->taken.items[middle].first <= first)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool take(placing *p, const dxki_dxil_resource *r, uint64_t first)
{
    range made = {first, is_unbounded(r) ? UINT32_MAX : first + size_of(r) - 1, r};
    size_t at = place_of(p, first);
    if (!dxki_vec_push(p->link->ctx, &p->taken, made))
        return dxki_link_nomem(p->link);
    memmove(p->taken.items + at + 1, p->taken.items + at,
            (p->taken.count - 1 - at) * sizeof *p->taken.items);
    p->taken.items[at] = made;
    return true;
}

#define OVERLAP "%0 at register %1 overlaps with resource %2 at register %3, space %4"

/* Two resources were given the same register by hand. */
static void complain_overlap(placing *p, const dxki_dxil_resource *r, const range *other)
{
    DXKI_LINK_COMPLAIN(p->link, DXKI_RULE_LINK_OVERLAP, NULL,
                       is_unbounded(r) ? "error: unbounded resource " OVERLAP
                                       : "error: resource " OVERLAP,
                       dxki_text(r->name), dxki_dec(r->lower_bound), dxki_text(other->of->name),
                       dxki_dec(other->first), dxki_dec(p->space));
}

static bool place_fixed(placing *p, const dxki_dxil_resource *r)
{
    uint64_t first = r->lower_bound;
    uint64_t last = is_unbounded(r) ? UINT32_MAX : first + size_of(r) - 1;
    size_t at = place_of(p, first);
    if (at && p->taken.items[at - 1].last >= first)
        complain_overlap(p, r, &p->taken.items[at - 1]);
    else if (at < p->taken.count && p->taken.items[at].first <= last)
        complain_overlap(p, r, &p->taken.items[at]);
    else if (is_unbounded(r))
        p->endless = r;
    return take(p, r, first);
}

/* The first register after the first `count` ranges. */
static uint64_t end_of(const placing *p, size_t count)
{
    return count ? p->taken.items[count - 1].last + 1 : 0;
}

/* The lowest gap that is large enough; UINT64_MAX: there is none. */
static uint64_t find_gap(placing *p, const dxki_dxil_resource *r)
{
    uint64_t next = 0;
    while (p->dense < p->taken.count && p->taken.items[p->dense].first <= end_of(p, p->dense))
        p->dense++;
    next = end_of(p, p->dense);
    for (size_t i = p->dense; i < p->taken.count; i++) {
        if (!is_unbounded(r) && next + size_of(r) <= p->taken.items[i].first)
            return next;
        if (p->taken.items[i].last + 1 > next)
            next = p->taken.items[i].last + 1;
    }
    uint64_t last = is_unbounded(r) ? next : next + size_of(r) - 1;
    return last <= UINT32_MAX - 1 ? next : UINT64_MAX;
}

static bool place_free(placing *p, dxki_dxil_resource *r)
{
    uint64_t first = find_gap(p, r);
    if (first == UINT64_MAX) {
        DXKI_LINK_COMPLAIN(p->link, DXKI_RULE_LINK_NO_ROOM, NULL,
                           is_unbounded(r) ? "error: unbounded resource %0 could not be allocated"
                                           : "error: resource %0 could not be allocated",
                           dxki_text(r->name));
        return true;
    }
    r->lower_bound = (uint32_t)first;
    r->space = p->space;
    if (is_unbounded(r))
        p->endless = r;
    return take(p, r, first);
}

/* A space has room for one resource without an end. */
static bool is_second_endless(placing *p, const dxki_dxil_resource *r)
{
    if (!is_unbounded(r) || !p->endless)
        return false;
    DXKI_LINK_COMPLAIN(p->link, DXKI_RULE_LINK_UNBOUNDED, NULL,
                       "error: more than one unbounded resource (%0 and %1) in space %2",
                       dxki_text(p->endless->name), dxki_text(r->name), dxki_dec(p->space));
    return true;
}

/* The resources of a class that are in one space: those with registers, then the others in their
 * order. After one without an end no register is left. */
static bool place_space(placing *p, dxki_dxil_resource **list, uint32_t count)
{
    p->taken.count = p->dense = 0;
    p->endless = NULL;
    for (int fixed = 1; fixed >= 0; fixed--)
        for (uint32_t i = 0; i < count; i++) {
            if (p->fixed[i] != fixed || is_second_endless(p, list[i]))
                continue;
            if (!(fixed ? place_fixed(p, list[i]) : place_free(p, list[i])))
                return false;
        }
    return true;
}

static bool in_later_space(const void *user, const void *left, const void *right)
{
    const dxki_dxil_resource *const *a = left, *const *b = right;
    (void)user;
    return space_of(*a) > space_of(*b);
}

bool dxki_link_give_registers(dxki_link *link, dxki_dxil_resource **list, uint32_t count)
{
    dxki_dxil_resource **sorted = DXKI_NEW_ARRAY(&link->arena, dxki_dxil_resource *, count + 1u);
    placing p = {.link = link};
    if (!sorted)
        return dxki_link_nomem(link);
    memcpy(sorted, list, count * sizeof *list);
    uint8_t *fixed = DXKI_NEW_ARRAY(&link->arena, uint8_t, count + 1u);
    bool good = fixed && dxki_sort(link->ctx, sorted, count, sizeof *sorted, in_later_space, NULL);
    for (uint32_t i = 0; i < count && good; i++)
        fixed[i] = has_register(sorted[i]);
    for (uint32_t i = 0, end; i < count && good; i = end) {
        p.space = space_of(sorted[i]);
        for (end = i; end < count && space_of(sorted[end]) == p.space;)
            end++;
        p.fixed = fixed + i;
        good = place_space(&p, sorted + i, end - i);
    }
    dxki_vec_free(link->ctx, &p.taken);
    return good || dxki_link_nomem(link);
}
