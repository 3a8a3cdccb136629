/* SPDX-License-Identifier: MIT */
/*
 * resources.c - resources of several libraries that have one name are one resource; the first that
 * is met counts. See link.h.
 *
 * Types are compared in the new module, where equal structures are one. Two resources fit if what
 * their variables point to does: structures by name without a number after it, then member by
 * member; everything else must be the same. What types do not tell, members.c compares.
 */
#include "link/link.h"

#include "base/sort.h"
#include "base/str.h"

#define NESTING 64u /* of structures in structures that are compared */

/* The name of a structure without ".digits". */
static dxk_str plain_name(dxk_str name)
{
    size_t size = name.size;
    while (size && name.data[size - 1] >= '0' && name.data[size - 1] <= '9')
        size--;
    if (size && size < name.size && name.data[size - 1] == '.')
        name.size = size - 1;
    return name;
}

static bool fits(const dxk_module *m, dxki_type a, dxki_type b, uint32_t depth);

static bool structs_fit(const dxk_module *m, dxki_type a, dxki_type b, uint32_t depth)
{
    uint32_t count, other;
    const dxki_type *x = dxki_type_list(m, a, &count), *y = dxki_type_list(m, b, &other);
    dxk_str left = plain_name(dxki_string_get(m, dxki_type_get(m, a)->c));
    dxk_str right = plain_name(dxki_string_get(m, dxki_type_get(m, b)->c));
    if (count != other || !dxki_str_same(left, right))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!fits(m, x[i], y[i], depth + 1))
            return false;
    return true;
}

static bool fits(const dxk_module *m, dxki_type a, dxki_type b, uint32_t depth)
{
    if (a == b)
        return true;
    dxki_type_kind kind = dxki_type_kind_of(m, a);
    if (depth >= NESTING || kind != dxki_type_kind_of(m, b))
        return false;
    if (kind == DXKI_T_STRUCT)
        return structs_fit(m, a, b, depth);
    if (kind == DXKI_T_ARRAY)
        return dxki_type_count(m, a) == dxki_type_count(m, b) &&
               fits(m, dxki_type_element(m, a, 0), dxki_type_element(m, b, 0), depth + 1);
    return false;
}

/* "texture" for each SRV, as the reference says it. */
static dxk_str class_word(uint32_t cls)
{
    static const char *const words[DXKI_RESOURCE_CLASSES] = {"texture", "UAV", "cbuffer",
                                                             "sampler"};
    return dxki_str(words[cls]);
}

/* ---------------------------------------------------------------------------------------- */
/* Collecting                                                                                 */

typedef struct collection {
    dxki_link *link;
    uint32_t **of;        /* by library, by global: its resource, class in the low two bits, + 1 */
    dxki_link_names made; /* numbers: index in link->resources[class], class in the low two bits */
} collection;

/* The resource that a variable is; NULL: it is none. */
static const dxki_dxil_resource *resource_of(const collection *c, uint32_t l, uint32_t global)
{
    uint32_t number = c->of[l][global];
    const dxk_dxil *d = dxki_link_library_of(c->link, l)->d;
    return number ? d->resources[(number - 1) & 3].items[(number - 1) >> 2] : NULL;
}

static bool list_variables(collection *c, uint32_t l)
{
    const dxki_link_library *library = dxki_link_library_of(c->link, l);
    uint32_t *of = DXKI_NEW_ARRAY(&c->link->arena, uint32_t, library->m->globals.count);
    c->of[l] = of;
    for (uint32_t cls = 0; of && cls < DXKI_RESOURCE_CLASSES; cls++) {
        const dxki_dxil_list *list = &library->d->resources[cls];
        for (uint32_t i = 0; i < list->count; i++) {
            dxki_value symbol = dxki_dxil_symbol(library->d, list->items[i]);
            if (DXKI_TAG(symbol) == DXKI_V_GLOBAL)
                of[DXKI_INDEX(symbol)] = (i << 2 | cls) + 1;
        }
    }
    c->link->work[l].resource = DXKI_NEW_ARRAY(&c->link->arena, uint8_t, library->m->globals.count);
    return of && c->link->work[l].resource;
}

static bool join(collection *c, uint32_t l, uint32_t global, const dxki_link_resource *first);

/* The variable of a resource that a linked function uses. */
static bool meet(collection *c, uint32_t l, uint32_t global)
{
    dxki_link *link = c->link;
    const dxki_dxil_resource *r = resource_of(c, l, global);
    if (!r || link->work[l].resource[global])
        return true;
    link->work[l].resource[global] = 1;
    uint32_t cls = r->cls, next = (uint32_t)link->resources[cls].count << 2 | cls;
    uint32_t number = dxki_link_names_enter(&c->made, r->name, next);
    if (number != next)
        return join(c, l, global, &link->resources[number & 3].items[number >> 2]);
    dxki_link_resource made = {.of = r, .library = l};
    made.type = r->hlsl_type ? dxki_import_type(&link->work[l].im, r->hlsl_type) : 0;
    return (made.type || !r->hlsl_type) && dxki_vec_push(link->ctx, &link->resources[cls], made);
}

/* Members of the same types that are not the same. False: out of memory. */
static bool check_members(dxki_link *link, const dxki_link_library *library,
                          const dxki_dxil_resource *r, const dxki_link_library *owner,
                          const dxki_dxil_resource *other)
{
    dxki_link_unlike unlike;
    if (!dxki_link_compare_members(link, library, r, owner, other, &unlike))
        return false;
    if (!unlike.words.size)
        return true;
    DXKI_LINK_COMPLAIN(
        link, unlike.is_layout ? DXKI_RULE_LINK_RESOURCE : DXKI_RULE_LINK_RESOURCE_MEMBERS, library,
        NULL, dxki_text(class_word(r->cls)), dxki_text(r->name), dxki_text(owner->name),
        dxki_text(class_word(other->cls)), dxki_text(unlike.words));
    return true;
}

/* Another one of that name: it becomes the first one's variable, if it fits. */
static bool join(collection *c, uint32_t l, uint32_t global, const dxki_link_resource *first)
{
    dxki_link *link = c->link;
    const dxki_link_library *library = dxki_link_library_of(link, l);
    const dxki_link_library *owner = dxki_link_library_of(link, first->library);
    const dxki_dxil_resource *r = resource_of(c, l, global);
    const dxki_dxil_resource *other = first->of;
    dxki_type type = r->hlsl_type ? dxki_import_type(&link->work[l].im, r->hlsl_type) : 0;
    dxki_type value =
        dxki_import_type(&link->work[l].im, library->m->globals.items[global].value_type);
    dxki_value symbol = dxki_dxil_symbol(owner->d, other);
    uint32_t to = dxki_import_global(&link->work[first->library].im, DXKI_INDEX(symbol));
    if ((r->hlsl_type && !type) || !value || !to)
        return false;
    if (!fits(link->to, first->type, type, 0) || link->to->globals.items[to].value_type != value) {
        DXKI_LINK_COMPLAIN(
            link, DXKI_RULE_LINK_RESOURCE, library, "error: Resource already exists as %0 for %1",
            dxki_text(class_word(r->cls)), dxki_text(r->name), dxki_text(owner->name),
            dxki_text(class_word(other->cls)),
            dxki_text(dxki_link_difference(link, r->cls == other->cls ? type : 0, first->type)));
        return true;
    }
    if (!check_members(link, library, r, owner, other))
        return false;
    if (r->lower_bound != other->lower_bound || r->space != other->space)
        DXKI_LINK_COMPLAIN(link, DXKI_RULE_LINK_BINDING, library, NULL, dxki_text(r->name),
                           dxki_dec(r->lower_bound), dxki_dec(r->space), dxki_text(owner->name),
                           dxki_dec(other->lower_bound), dxki_dec(other->space));
    dxki_import_map(&link->work[l].im, global, to);
    return true;
}

static bool by_name(const void *user, const void *left, const void *right)
{
    const dxki_link_resource *a = left, *b = right;
    dxk_str x = a->of->name, y = b->of->name;
    size_t common = x.size < y.size ? x.size : y.size;
    int order = common ? memcmp(x.data, y.data, common) : 0;
    (void)user;
    return order ? order > 0 : x.size > y.size;
}

static bool begin(collection *c)
{
    dxki_link *link = c->link;
    size_t libraries = link->linker->libraries.count, total = 0;
    c->of = DXKI_NEW_ARRAY(&link->arena, uint32_t *, libraries + 1);
    for (uint32_t l = 0; c->of && l < libraries; l++) {
        for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++)
            total += dxki_link_library_of(link, l)->d->resources[cls].count;
        if (!list_variables(c, l))
            return false;
    }
    return c->of && dxki_link_names_begin(&c->made, &link->arena, total);
}

bool dxki_link_collect_resources(dxki_link *link)
{
    collection c = {.link = link};
    bool good = begin(&c);
    for (size_t p = 0; p < link->picks.count && good; p++) {
        const dxki_link_pick *pick = &link->picks.items[p];
        const dxki_link_library *library = dxki_link_library_of(link, pick->library);
        DXKI_LINK_EACH_VARIABLE(library, pick->function, variable)
        good = good && meet(&c, pick->library, variable);
    }
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES && good; cls++)
        good = dxki_sort(link->ctx, link->resources[cls].items, link->resources[cls].count,
                         sizeof *link->resources[cls].items, by_name, NULL);
    return (good || dxki_link_nomem(link)) && link->status == DXK_OK;
}
