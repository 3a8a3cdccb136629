/* SPDX-License-Identifier: MIT */
/*
 * place.c - x and y of what stands in the ranks, the ports of nodes, the ways of edges. In a rank x is
 * where the sum of the squares of the distances to what the items want is least while they keep apart,
 * which pooling of neighbours finds exactly.
 */
#include "base/sort.h"
#include "picture/layout.h"

enum {
    SWEEPS = 48,
    BOTH = 32, /* from this sweep on neighbours on both sides count */
    LANE = 120,
    BORDER = 140, /* from the border of a loop to what is in it */
    RANK_GAP = 340,
    HEAD = 220, /* of a loop, above its first rank */
    FOOT = 120,
    PORT = 260 /* most between two ports */
};

/* --- x --- */

/* Items pooled because they want to be nearer than they may. */
typedef struct pool {
    int64_t sum, weight; /* of what they want, and by which weight */
    uint32_t first;
} pool;

typedef struct placer {
    dxki_layout *l;
    pool *pools;
    int64_t *offsets; /* by place: least distance from the first of the rank */
    int64_t *wants, *weights;
} placer;

static int32_t gap_between(const dxki_layout *l, const dxki_layered_item *a,
                           const dxki_layered_item *b)
{
    const dxki_layered_loop *loops = l->g->loops;
    if (a->kind == DXKI_LAYERED_LEFT)
        return BORDER + (int32_t)loops[a->loop].lanes * LANE;
    if (b->kind == DXKI_LAYERED_RIGHT)
        return BORDER;
    if (a->kind == DXKI_LAYERED_RIGHT || b->kind == DXKI_LAYERED_LEFT)
        return DXKI_PX(10);
    if (a->kind == DXKI_LAYERED_NODE && b->kind == DXKI_LAYERED_NODE)
        return DXKI_LAYERED_GAP;
    return DXKI_PX(16);
}

static int64_t distance(const dxki_layout *l, uint32_t left, uint32_t right)
{
    const dxki_layered_item *a = &l->items[left], *b = &l->items[right];
    int64_t half = ((int64_t)a->width + b->width) / 2;
    return (half + gap_between(l, a, b)) * DXKI_LAYERED_ONE;
}

static void add_wishes(placer *p, uint32_t item, const dxki_layered_links *links, int64_t *sum,
                       int64_t *weight)
{
    for (uint32_t e = links->start[item]; e < links->start[item + 1]; e++) {
        *sum += p->l->items[links->to[e]].x * links->weight[e];
        *weight += links->weight[e];
    }
}

static void collect_wishes(placer *p, uint32_t rank, bool up, bool down)
{
    dxki_layout *l = p->l;
    uint32_t first = l->rank_start[rank], count = l->rank_start[rank + 1] - first;
    int64_t offset = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t item = l->order[first + i];
        int64_t sum = 0, weight = 0;
        if (up)
            add_wishes(p, item, &l->up, &sum, &weight);
        if (down)
            add_wishes(p, item, &l->down, &sum, &weight);
        if (i)
            offset += distance(l, l->order[first + i - 1], item);
        p->offsets[i] = offset;
        p->wants[i] = (weight ? sum / weight : l->items[item].x) - offset;
        p->weights[i] = weight ? weight : 1;
    }
}

/* Is the left one wanted right of the right one? */
static bool overlaps(const pool *left, const pool *right)
{
    return left->sum / left->weight > right->sum / right->weight;
}

static void place_rank(placer *p, uint32_t rank, bool up, bool down)
{
    dxki_layout *l = p->l;
    uint32_t first = l->rank_start[rank], count = l->rank_start[rank + 1] - first, pools = 0;
    collect_wishes(p, rank, up, down);
    for (uint32_t i = 0; i < count; i++) {
        p->pools[pools++] = (pool){p->wants[i] * p->weights[i], p->weights[i], i};
        while (pools > 1 && overlaps(&p->pools[pools - 2], &p->pools[pools - 1])) {
            p->pools[pools - 2].sum += p->pools[pools - 1].sum;
            p->pools[pools - 2].weight += p->pools[pools - 1].weight;
            pools--;
        }
    }
    for (uint32_t k = 0; k < pools; k++) {
        uint32_t end = k + 1 < pools ? p->pools[k + 1].first : count;
        for (uint32_t i = p->pools[k].first; i < end; i++)
            l->items[l->order[first + i]].x = p->pools[k].sum / p->pools[k].weight + p->offsets[i];
    }
}

static bool place_items(dxki_layout *l)
{
    placer p = {.l = l};
    p.pools = dxki_layout_alloc(l, l->item_count, sizeof *p.pools);
    p.offsets = dxki_layout_alloc(l, l->item_count, sizeof *p.offsets);
    p.wants = dxki_layout_alloc(l, l->item_count, sizeof *p.wants);
    p.weights = dxki_layout_alloc(l, l->item_count, sizeof *p.weights);
    if (!p.pools || !p.offsets || !p.wants || !p.weights)
        return false;
    for (uint32_t rank = 0; rank < l->rank_count; rank++)
        place_rank(&p, rank, true, false);
    for (int i = 1; i <= SWEEPS; i++) {
        bool down = i % 2 == 0;
        for (uint32_t k = 0; k < l->rank_count; k++)
            place_rank(&p, down ? k : l->rank_count - 1 - k, down || i >= BOTH, !down || i >= BOTH);
    }
    return true;
}

/* The room of an item between its neighbours in the rank. */
static void narrow(const dxki_layout *l, uint32_t item, int64_t *low, int64_t *high)
{
    const dxki_layered_item *i = &l->items[item];
    uint32_t first = l->rank_start[i->rank], at = first + i->place;
    if (i->place) {
        int64_t least = l->items[l->order[at - 1]].x + distance(l, l->order[at - 1], item);
        *low = least > *low ? least : *low;
    }
    if (at + 1 < l->rank_start[i->rank + 1]) {
        int64_t most = l->items[l->order[at + 1]].x - distance(l, item, l->order[at + 1]);
        *high = most < *high ? most : *high;
    }
}

/* Gives `count` items, `step` apart, one x if there is room for that. `side`: -1, 1: the outermost of
 * theirs; 0: the mean. */
static void straighten(dxki_layout *l, uint32_t first, uint32_t count, uint32_t step, int side)
{
    int64_t low = INT64_MIN, high = INT64_MAX, sum = 0, least = INT64_MAX, most = INT64_MIN;
    for (uint32_t k = 0; k < count; k++) {
        int64_t x = l->items[first + k * step].x;
        narrow(l, first + k * step, &low, &high);
        sum += x;
        least = x < least ? x : least;
        most = x > most ? x : most;
    }
    if (!count || low > high)
        return;
    int64_t x = side < 0 ? least : side > 0 ? most : sum / (int64_t)count;
    x = x < low ? low : x > high ? high : x;
    for (uint32_t k = 0; k < count; k++)
        l->items[first + k * step].x = x;
}

/* Borders of loops and long edges become straight where there is room. */
static void straighten_all(dxki_layout *l)
{
    const dxki_layered *g = l->g;
    for (uint32_t i = g->loop_count; i-- > 1;) {
        uint32_t ranks = l->last_rank[i] - l->first_rank[i] + 1;
        if (!l->left[i])
            continue;
        straighten(l, l->left[i], ranks, 2, -1);
        straighten(l, l->left[i] + 1, ranks, 2, 1);
    }
    for (uint32_t i = 0; i < g->edge_count; i++)
        if (l->first_point[i])
            straighten(l, l->first_point[i],
                       g->nodes[g->edges[i].to].rank - g->nodes[g->edges[i].from].rank - 1, 1, 0);
}

static int32_t middle_of(const dxki_layout *l, uint32_t item)
{
    return (int32_t)(l->items[item].x / DXKI_LAYERED_ONE);
}

/* Moves everything so that the leftmost is at 0. */
static void settle_x(dxki_layout *l)
{
    dxki_layered *g = l->g;
    int64_t least = INT64_MAX;
    for (uint32_t i = 0; i < l->item_count; i++) {
        int64_t left = l->items[i].x - (int64_t)l->items[i].width * DXKI_LAYERED_ONE / 2;
        least = left < least ? left : least;
    }
    least -= (int64_t)g->loops[0].lanes * LANE * DXKI_LAYERED_ONE;
    for (uint32_t i = 0; i < l->item_count; i++) {
        l->items[i].x -= least;
        int32_t right = middle_of(l, i) + l->items[i].width / 2;
        g->width = right > g->width ? right : g->width;
    }
    for (uint32_t i = 0; i < g->node_count; i++)
        g->nodes[i].x = middle_of(l, i) - g->nodes[i].w / 2;
}

/* --- y --- */

typedef struct heights {
    int32_t *above,
        *below;            /* by loop: of its head and those of loops that begin in the same rank */
    int32_t *top, *bottom; /* by rank */
    int32_t *opens, *closes;
    int32_t *labels; /* by rank: room for texts at the beginning of edges */
} heights;

static void stack_loops(const dxki_layout *l, heights *h)
{
    const dxki_layered *g = l->g;
    for (uint32_t i = g->loop_count; i-- > 1;) {
        uint32_t parent = g->loops[i].parent, first = l->first_rank[i], last = l->last_rank[i];
        if (!l->left[i])
            continue;
        h->above[i] += HEAD;
        h->below[i] += FOOT;
        h->opens[first] = h->above[i] > h->opens[first] ? h->above[i] : h->opens[first];
        h->closes[last] = h->below[i] > h->closes[last] ? h->below[i] : h->closes[last];
        if (first == l->first_rank[parent] && h->above[i] > h->above[parent])
            h->above[parent] = h->above[i];
        if (last == l->last_rank[parent] && h->below[i] > h->below[parent])
            h->below[parent] = h->below[i];
    }
}

static void place_ranks(dxki_layout *l, heights *h)
{
    dxki_layered *g = l->g;
    int32_t y = 0;
    for (uint32_t i = 0; i < g->edge_count; i++)
        if (g->edges[i].label_width && dxki_layered_leads_down(g, &g->edges[i]))
            h->labels[g->nodes[g->edges[i].from].rank] = DXKI_LAYERED_STUB;
    for (uint32_t i = 0; i < g->node_count; i++) {
        const dxki_layered_node *n = &g->nodes[i];
        h->bottom[n->rank] = n->h > h->bottom[n->rank] ? n->h : h->bottom[n->rank];
    }
    for (uint32_t rank = 0; rank < l->rank_count; rank++) {
        y += (rank ? RANK_GAP : DXKI_PX(4)) + h->opens[rank];
        h->top[rank] = y;
        y += h->bottom[rank];
        h->bottom[rank] = y;
        y += h->closes[rank] + h->labels[rank];
    }
    g->height = y;
    for (uint32_t i = 0; i < g->node_count; i++)
        g->nodes[i].y = h->top[g->nodes[i].rank];
}

static void place_boxes(dxki_layout *l, const heights *h)
{
    for (uint32_t i = 1; i < l->g->loop_count; i++) {
        int32_t left = INT32_MAX, right = 0;
        uint32_t first = l->first_rank[i], last = l->last_rank[i];
        if (!l->left[i])
            continue;
        for (uint32_t k = 0; k <= last - first; k++) {
            int32_t x1 = middle_of(l, l->left[i] + 2 * k),
                    x2 = middle_of(l, l->left[i] + 2 * k + 1);
            left = x1 < left ? x1 : left;
            right = x2 > right ? x2 : right;
        }
        int32_t top = h->top[first] - h->above[i], bottom = h->bottom[last] + h->below[i];
        l->g->loops[i].box = (dxki_svg_box){left, top, right - left, bottom - top};
    }
}

static bool place_y(dxki_layout *l, heights *h)
{
    h->above = dxki_layout_alloc(l, l->g->loop_count, sizeof *h->above);
    h->below = dxki_layout_alloc(l, l->g->loop_count, sizeof *h->below);
    h->top = dxki_layout_alloc(l, l->rank_count, sizeof *h->top);
    h->bottom = dxki_layout_alloc(l, l->rank_count, sizeof *h->bottom);
    h->opens = dxki_layout_alloc(l, l->rank_count, sizeof *h->opens);
    h->closes = dxki_layout_alloc(l, l->rank_count, sizeof *h->closes);
    h->labels = dxki_layout_alloc(l, l->rank_count, sizeof *h->labels);
    if (!h->above || !h->below || !h->top || !h->bottom || !h->opens || !h->closes || !h->labels)
        return false;
    stack_loops(l, h);
    place_ranks(l, h);
    place_boxes(l, h);
    return true;
}

/* --- edges --- */

/* The end of an edge at a node, and where the edge comes from or goes to. */
typedef struct port {
    uint32_t node, edge;
    int32_t toward;
} port;

static bool port_after(const void *user, const void *left, const void *right)
{
    const port *a = left, *b = right;
    (void)user;
    if (a->node != b->node)
        return a->node > b->node;
    return a->toward != b->toward ? a->toward > b->toward : a->edge > b->edge;
}

static int32_t spread(const dxki_layered_node *n, uint32_t count)
{
    int32_t step = (n->w - n->aside) / (int32_t)(count + 1);
    return step < PORT ? step : PORT;
}

/* Room that the ports of a node take when their labels stand beside one another. */
static void place_ports(dxki_layered *g, const port *ports, uint32_t count, bool out)
{
    const dxki_layered_node *n = &g->nodes[ports[0].node];
    int32_t step = spread(n, count), all = 0, x;
    bool wide = false;
    for (uint32_t i = 0; i < count && out; i++) {
        all += g->edges[ports[i].edge].label_width + DXKI_PX(12);
        wide = wide || (count > 2 && g->edges[ports[i].edge].label_width);
    }
    wide = wide || (out && count == 2 && all / 2 - DXKI_PX(4) > step);
    x = n->x + (n->w - n->aside) / 2 - (wide ? all / 2 : step * (int32_t)(count - 1) / 2);
    for (uint32_t i = 0; i < count; i++) {
        dxki_layered_edge *e = &g->edges[ports[i].edge];
        int32_t half = (e->label_width + DXKI_PX(12)) / 2;
        x += wide ? half : 0;
        if (out) {
            e->x1 = x;
            e->y1 = n->y + n->h;
        } else {
            e->x2 = x;
            e->y2 = n->y;
        }
        x += wide ? half : step;
    }
}

static int32_t toward(const dxki_layout *l, uint32_t edge, bool out)
{
    const dxki_layered_edge *e = &l->g->edges[edge];
    uint32_t point = l->first_point[edge];
    if (!dxki_layered_leads_down(l->g, e))
        return INT32_MIN; /* edges back go left */
    if (!point)
        return middle_of(l, out ? e->to : e->from);
    uint32_t span = l->g->nodes[e->to].rank - l->g->nodes[e->from].rank;
    return middle_of(l, out ? point : point + span - 2);
}

static dxk_status place_all_ports(dxki_layout *l, port *ports, bool out)
{
    dxki_layered *g = l->g;
    for (uint32_t i = 0; i < g->edge_count; i++)
        ports[i] = (port){out ? g->edges[i].from : g->edges[i].to, i, toward(l, i, out)};
    if (!dxki_sort(l->ctx, ports, g->edge_count, sizeof *ports, port_after, NULL))
        return DXK_E_NOMEM;
    for (uint32_t first = 0, end; first < g->edge_count; first = end) {
        for (end = first + 1; end < g->edge_count && ports[end].node == ports[first].node; end++) {
        }
        place_ports(g, ports + first, end - first, out);
    }
    return DXK_OK;
}

/* The loop with a box, or the whole graph, at whose left side an edge back goes up. */
static uint32_t lane_loop(const dxki_layout *l, const dxki_layered_edge *e)
{
    uint32_t a = l->g->nodes[e->from].loop, b = l->g->nodes[e->to].loop;
    while (a != b || (a && !l->left[a])) {
        if (l->depth[a] >= l->depth[b] && a)
            a = l->g->loops[a].parent;
        else
            b = l->g->loops[b].parent;
        if (!a && !b)
            break;
    }
    return a == b ? a : 0;
}

static void count_lanes(dxki_layout *l)
{
    for (uint32_t i = 0; i < l->g->edge_count; i++) {
        dxki_layered_edge *e = &l->g->edges[i];
        if (!dxki_layered_leads_down(l->g, e))
            e->lane = (int32_t)l->g->loops[lane_loop(l, e)].lanes++;
    }
}

static bool route(dxki_layout *l, uint32_t number, const heights *h)
{
    dxki_layered_edge *e = &l->g->edges[number];
    e->clear = h->bottom[l->g->nodes[e->from].rank];
    if (!dxki_layered_leads_down(l->g, e)) {
        const dxki_layered_loop *loop = &l->g->loops[lane_loop(l, e)];
        e->lane = loop->box.x + DXKI_PX(8) + e->lane * LANE;
        return true;
    }
    uint32_t rank = l->g->nodes[e->from].rank + 1;
    e->bend_count = l->g->nodes[e->to].rank - rank;
    e->bends = dxki_layout_alloc(l, e->bend_count, sizeof *e->bends);
    for (uint32_t i = 0; e->bends && i < e->bend_count; i++)
        e->bends[i] = (dxki_layered_bend){middle_of(l, l->first_point[number] + i),
                                          h->top[rank + i], h->bottom[rank + i]};
    return e->bends != NULL;
}

dxk_status dxki_layout_place(dxki_layout *l)
{
    heights h;
    port *ports = dxki_layout_alloc(l, l->g->edge_count, sizeof *ports);
    count_lanes(l);
    if (!ports || !place_items(l))
        return DXK_E_NOMEM;
    for (int i = 0; i < 4; i++) /* what became straight makes room for others */
        straighten_all(l);
    settle_x(l);
    if (!place_y(l, &h))
        return DXK_E_NOMEM;
    dxk_status status = place_all_ports(l, ports, true);
    if (status == DXK_OK)
        status = place_all_ports(l, ports, false);
    for (uint32_t i = 0; i < l->g->edge_count && status == DXK_OK; i++)
        if (!route(l, i, &h))
            status = DXK_E_NOMEM;
    return status;
}
