/* SPDX-License-Identifier: MIT */
/* content.c - what a buffer holds at first: Data, or FillSize and FillValue. */
#include "job/number.h"
#include "job/schema.h"
#include "spec/reader_rules.h"

#define ROUND      256                 /* constant buffers are bound in such steps */
#define MOST       ((uint64_t)1 << 30) /* bytes of a buffer and all its array */
#define LONGEST    (1u << 16)          /* bytes of a structure */
#define MOST_ARRAY (1u << 20)

static dxk_status report(dxk_job *job, const dxki_job_node *node, const dxki_rule *rule,
                         const dxki_arg *args, size_t count)
{
    return dxki_report(job->ctx, rule, dxki_job_node_where(node), NULL, args, count);
}

#define REPORT(job, node, rule, ...) report(job, node, rule, DXKI_ARGS(__VA_ARGS__))

static const dxki_job_format *format_of(const dxki_job_buffer *buffer)
{
    return &dxki_job_formats[buffer->format];
}

static dxk_status allocate(dxk_job *job, const dxki_job_node *node, dxki_job_buffer *buffer)
{
    if (buffer->size > MOST)
        return REPORT(job, node, DXKI_RULE_LIMIT_JOB_SIZE, dxki_dec(MOST));
    buffer->capacity = (buffer->size + ROUND - 1) / ROUND * ROUND;
    uint64_t all = buffer->capacity * buffer->array_size;
    if (all > MOST || all > SIZE_MAX)
        return REPORT(job, node, DXKI_RULE_LIMIT_JOB_SIZE, dxki_dec(MOST));
    buffer->data = dxki_arena_zalloc(&job->arena, (size_t)all, 1);
    return buffer->data ? DXK_OK : dxki_nomem(job->ctx);
}

static dxk_status load_number(dxk_job *job, const dxki_job_format *format,
                              const dxki_job_node *node, uint64_t *bits)
{
    if (node->kind == DXKI_JOB_SCALAR && dxki_job_number_parse(format, node->text, bits))
        return DXK_OK;
    dxk_str text = node->kind == DXKI_JOB_SCALAR ? node->text : dxki_str("a list");
    return REPORT(job, node, DXKI_RULE_JOB_NUMBER, dxki_text(text),
                  dxki_text(dxki_str(format->name)));
}

static dxk_status load_numbers(dxk_job *job, dxki_job_buffer *buffer, const dxki_job_node *list,
                               uint32_t index)
{
    uint8_t *to = buffer->data + index * buffer->capacity;
    uint64_t bits, i = 0;
    for (const dxki_job_node *n = list->first; n; n = n->next, i++) {
        dxk_status status = load_number(job, format_of(buffer), n, &bits);
        if (status != DXK_OK)
            return status;
        dxki_job_put_element(format_of(buffer), to, i, bits);
    }
    return DXK_OK;
}

/* A list of numbers, given as "[]" or, empty, as nothing. */
static bool is_list(const dxki_job_node *node)
{
    return node->kind == DXKI_JOB_LIST || (node->kind == DXKI_JOB_SCALAR && !node->text.size);
}

static dxk_status load_data(dxk_job *job, dxki_job_buffer *buffer, dxki_job_node *data)
{
    const dxki_job_node *list = buffer->array_size > 1 ? data->first : data;
    if (!is_list(data))
        return REPORT(job, data, DXKI_RULE_JOB_TYPE, dxki_text(dxki_str("a list")));
    if (buffer->array_size > 1 && data->count != buffer->array_size)
        return REPORT(job, data, DXKI_RULE_JOB_BUFFERS, dxki_dec(buffer->array_size),
                      dxki_dec(data->count));
    buffer->size = (uint64_t)list->count * format_of(buffer)->size;
    dxk_status status = allocate(job, data, buffer);
    size_t count = list->count;
    for (uint32_t i = 0; status == DXK_OK && i < buffer->array_size; i++, list = list->next) {
        if (!is_list(list))
            return REPORT(job, list, DXKI_RULE_JOB_TYPE, dxki_text(dxki_str("a list of numbers")));
        if (list->count != count)
            return report(job, list, DXKI_RULE_JOB_SIZES, NULL, 0);
        status = load_numbers(job, buffer, list, i);
    }
    return status;
}

static dxk_status fill(dxk_job *job, dxki_job_buffer *buffer, const dxki_job_node *size,
                       const dxki_job_node *value)
{
    const dxki_job_format *format = format_of(buffer);
    uint64_t bits = 0;
    dxk_status status = load_number(job, &dxki_job_formats[DXKI_JOB_UINT64], size, &buffer->size);
    if (status == DXK_OK && value)
        status = load_number(job, format, value, &bits);
    if (status == DXK_OK && buffer->size % format->size)
        status = REPORT(job, size, DXKI_RULE_JOB_FILL_SIZE, dxki_dec(buffer->size),
                        dxki_dec(format->size));
    if (status == DXK_OK)
        status = allocate(job, size, buffer);
    for (uint32_t i = 0; bits && status == DXK_OK && i < buffer->array_size; i++) {
        for (uint64_t k = 0; k < buffer->size / format->size; k++)
            dxki_job_put_element(format, buffer->data + i * buffer->capacity, k, bits);
    }
    return status;
}

static dxk_status check_layout(dxk_job *job, const dxki_job_buffer *buffer,
                               const dxki_job_node *map)
{
    const struct {
        const char *key;
        uint32_t value, least, most;
    } bounds[] = {{"Channels", buffer->channels, 1, 4},
                  {"Stride", buffer->stride, 0, LONGEST},
                  {"ArraySize", buffer->array_size, 1, MOST_ARRAY}};
    if (buffer->channels > 1 && buffer->stride)
        return report(job, map, DXKI_RULE_JOB_STRIDE, NULL, 0);
    for (size_t i = 0; i < 3; i++) {
        if (bounds[i].value < bounds[i].least || bounds[i].value > bounds[i].most)
            return REPORT(job, map, DXKI_RULE_JOB_ELEMENT, dxki_text(dxki_str(bounds[i].key)),
                          dxki_dec(bounds[i].least), dxki_dec(bounds[i].most));
    }
    return DXK_OK;
}

static dxki_job_node *take(const dxki_job_node *map, const char *key)
{
    dxki_job_node *node = dxki_job_node_find(map, key);
    if (node)
        node->used = true;
    return node;
}

dxk_status dxki_job_load_content(dxk_job *job, dxki_job_buffer *buffer, dxki_job_node *map)
{
    dxki_job_node *data = dxki_job_node_find(map, "Data"), *old = take(map, "ZeroInitSize");
    dxki_job_node *size = take(map, "FillSize"), *value = take(map, "FillValue");
    dxk_status status = check_layout(job, buffer, map);
    if (status != DXK_OK)
        return status;
    if (old)
        return report(job, old, DXKI_RULE_JOB_ZERO_INIT, NULL, 0);
    if (value && !size)
        return report(job, value, DXKI_RULE_JOB_FILL, NULL, 0);
    if (size) /* a key Data beside it is unknown then */
        return fill(job, buffer, size, value);
    if (!data)
        return REPORT(job, map, DXKI_RULE_JOB_MISSING, dxki_text(dxki_str("Data")));
    data->used = true;
    return load_data(job, buffer, data);
}
