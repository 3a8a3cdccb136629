/* SPDX-License-Identifier: MIT */
/* hash_canonical.c - see hash_canonical.h. */
#include "hash_canonical.h"

#include <dxk/digest.h>
#include <dxk/opt.h>
#include <dxk/parts.h>

#include "val.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------- */
/* A key                                                                                      */

/* The canonical form of a module, and after it the root signature of its container. */
static dxk_status write_form(const dxk_container *container, dxk_module *module, dxk_buffer *form)
{
    static const char canonical[] = "canonical";
    dxk_status status = dxk_opt(module, (dxk_str){canonical, sizeof canonical - 1}, NULL, NULL);
    if (status == DXK_OK)
        status = dxk_module_write(module, NULL, dxk_buffer_sink(form));
    size_t part = dxk_container_find(container, DXK_PART_RTS0, 0);
    if (status == DXK_OK && part != DXK_NO_PART) {
        dxk_bytes content = dxk_container_part(container, part)->content;
        status = dxk_buffer_append(form, content.data, content.size);
    }
    return status;
}

static int hash_form(job *j, const dxk_container *container, uint8_t key[KEY_SIZE])
{
    dxk_program_place place;
    dxk_module *module = NULL;
    dxk_buffer form;
    dxk_status status = dxk_container_program(container, DXK_PROGRAM_LIST, &place);
    if (status == DXK_E_NOT_FOUND)
        return job_error(j, CLI_INVALID, "has no DXIL program");
    dxk_buffer_init(&form, j->ctx);
    if (status == DXK_OK)
        status = dxk_module_read(j->ctx, place.program.bitcode, NULL, &module);
    if (status == DXK_OK)
        status = write_form(container, module, &form);
    if (status == DXK_OK)
        dxk_md5((dxk_bytes){form.data, form.size}, key);
    dxk_module_free(module);
    dxk_buffer_free(&form);
    return job_status(j, status);
}

int hash_canonical_key(job *j, uint8_t key[KEY_SIZE])
{
    subject s;
    dxk_validation *result = NULL;
    subject_load(j, false, &s);
    int code = s.state == SUBJECT_READY ? job_status(j, dxk_validate(s.container, NULL, &result))
                                        : job_status(j, s.status);
    if (code == CLI_OK && !val_is_valid(result))
        code = val_refuse(j, &s, result, "no key is computed");
    if (code == CLI_OK)
        code = hash_form(j, s.container, key);
    dxk_validation_free(result);
    subject_free(&s);
    return code;
}

/* ---------------------------------------------------------------------------------------- */
/* Many keys                                                                                  */

static bool add_row(key_list *list, const char *name)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 64;
        struct key_row *rows = realloc(list->rows, capacity * sizeof *rows);
        if (!rows)
            return false;
        list->rows = rows;
        list->capacity = capacity;
    }
    size_t size = strlen(name) + 1;
    char *copy = malloc(size);
    if (!copy)
        return false;
    memcpy(copy, name, size);
    list->rows[list->count++].name = copy;
    return true;
}

static uint8_t digit(uint8_t c)
{
    return (uint8_t)(c <= '9' ? c - '0' : c - 'a' + 10);
}

void hash_add_key(key_list *list, const char *name, dxk_buffer *printed)
{
    if (printed->size >= 2 * KEY_SIZE) {
        if (!add_row(list, name))
            list->failed = true;
        else
            for (size_t i = 0; i < KEY_SIZE; i++)
                list->rows[list->count - 1].key[i] =
                    (uint8_t)(digit(printed->data[2 * i]) << 4 | digit(printed->data[2 * i + 1]));
    }
    printed->size = 0;
}

/* By key, and those of a key in the order of the inputs. */
static int compare_rows(const void *a, const void *b)
{
    const struct key_row *const *x = a, *const *y = b;
    int order = memcmp((*x)->key, (*y)->key, KEY_SIZE);
    return order ? order : (*x > *y) - (*x < *y);
}

/* Groups in the order of the first input of each. */
static int compare_groups(const void *a, const void *b)
{
    const struct key_row *const *const *x = a, *const *const *y = b;
    return (**x > **y) - (**x < **y);
}

static void print_group(text_out *out, const struct key_row *const *rows, size_t count, bool first)
{
    text_put(out, first ? "" : "\n");
    text_hex_bytes(out, (dxk_bytes){rows[0]->key, KEY_SIZE});
    text_printf(out, "  %zu inputs\n", count);
    for (size_t i = 0; i < count; i++) {
        text_put(out, "  ");
        text_safe(out, (dxk_str){rows[i]->name, strlen(rows[i]->name)});
        text_char(out, '\n');
    }
}

static size_t group_size(const struct key_row *const *rows, size_t left)
{
    size_t count = 1;
    while (count < left && memcmp(rows[0]->key, rows[count]->key, KEY_SIZE) == 0)
        count++;
    return count;
}

static void print_groups(const struct key_row **rows, const struct key_row *const **groups,
                         size_t count, text_out *out)
{
    size_t found = 0;
    qsort(rows, count, sizeof *rows, compare_rows);
    for (size_t i = 0, size; i < count; i += size) {
        size = group_size(rows + i, count - i);
        if (size > 1)
            groups[found++] = rows + i;
    }
    qsort(groups, found, sizeof *groups, compare_groups);
    for (size_t i = 0; i < found; i++)
        print_group(out, groups[i], group_size(groups[i], (size_t)(rows + count - groups[i])),
                    i == 0);
}

void hash_print_duplicates(key_list *list, text_out *out)
{
    const struct key_row **rows = calloc(list->count + 1, sizeof *rows);
    const struct key_row *const **groups = calloc(list->count + 1, sizeof *groups);
    for (size_t i = 0; rows && i < list->count; i++)
        rows[i] = &list->rows[i];
    if (!list->failed && rows && groups)
        print_groups(rows, groups, list->count, out);
    else
        out->error = ENOMEM;
    free(rows);
    free(groups);
    for (size_t i = 0; i < list->count; i++)
        free(list->rows[i].name);
    free(list->rows);
    *list = (key_list){0};
}
