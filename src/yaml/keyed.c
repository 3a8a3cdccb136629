/* SPDX-License-Identifier: MIT */
/* keyed.c - walking over mappings in both directions; see keyed.h. */
#include "yaml/keyed.h"

#include "base/out.h"
#include "wire/load.h"

#include <stddef.h>
#include <string.h>

#define KEY_MOST 96u

/* ---------------------------------------------------------------------------------------- */
/* Tables                                                                                     */

typedef enum form {
    FORM_DEC,
    FORM_HEX,
    FORM_BOOL,
    FORM_NAME,
    FORM_NEW_NAME,
    FORM_CAMEL,
    FORM_INT,
    FORM_REAL,
    FORM_TEXT,
    FORM_BIT,
    FORM_KEYS,
    FORM_UPPER,
    FORM_FLAGMAP
} form;

enum { MAY, MUST };

typedef struct row {
    const char *key;
    uint16_t record, mem;
    uint8_t form, need;
    uint32_t value;
} row;

static const row rows[] = {
#define DXKI_KEYS(list)
#define DXKI_KEY(list, record, field, key, form, need, value)                                      \
    {key, DXK_RECORD_ID_##record, offsetof(dxk_##record, field), FORM_##form, need, value},
#define DXKI_KEYS_END(list)
#include "yaml/keys.def"
#undef DXKI_KEYS
#undef DXKI_KEY
#undef DXKI_KEYS_END
};

static const uint8_t counts[] = {
#define DXKI_KEYS(list)                                       0
#define DXKI_KEY(list, record, field, key, form, need, value) +1
#define DXKI_KEYS_END(list)                                   ,
#include "yaml/keys.def"
#undef DXKI_KEYS
#undef DXKI_KEY
#undef DXKI_KEYS_END
};

enum { BOTH, READ, NONE };

static const struct {
    uint16_t set;
    uint8_t use;
    uint64_t value;
    const char *text;
} names[] = {
#define DXKI_NAME(set, value, text, use) {DXK_ENUM_ID_##set, use, value, text},
#include "yaml/names.def"
#undef DXKI_NAME
};
#define NAMES (sizeof names / sizeof *names)

/* LLVM's name of a value; NULL when it has none. */
static const char *name_of(dxk_enum_id set, uint64_t value)
{
    for (size_t i = 0; i < NAMES; i++)
        if (names[i].set == set && names[i].value == value && names[i].use != READ)
            return names[i].use == BOTH ? names[i].text : NULL;
    return dxk_enum_text(set, value);
}

static bool value_of(dxk_enum_id set, dxk_str text, bool camel, uint64_t *value)
{
    const char *name;
    char spelled[KEY_MOST];
    for (size_t i = 0; i < NAMES; i++) {
        if (names[i].set != set || !dxki_str_equal(text, dxki_str(names[i].text)))
            continue;
        *value = names[i].value;
        return true;
    }
    if (dxk_enum_find(set, text, value))
        return true;
    for (size_t i = 0; camel && dxk_enum_value(set, i, value, &name); i++) {
        dxki_camel(name, spelled, sizeof spelled);
        if (dxki_str_equal(text, dxki_str(spelled)))
            return true;
    }
    return false;
}

/* "DataStatic" as "DATA_STATIC", behind a prefix. */
static size_t upper(const char *prefix, const char *name, char *out, size_t room)
{
    size_t n = 0;
    for (; *prefix && n + 2 < room; prefix++)
        out[n++] = *prefix;
    for (const char *c = name; *c && n + 2 < room; c++) {
        bool capital = *c >= 'A' && *c <= 'Z';
        if (capital && c != name)
            out[n++] = '_';
        out[n++] = *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c;
    }
    out[n] = 0;
    return n;
}

static const dxki_field *field_of(const dxki_record *r, uint16_t mem)
{
    for (uint16_t i = 0; i < r->field_count; i++)
        if (r->fields[i].mem == mem)
            return &r->fields[i];
    return &r->fields[0];
}

/* ---------------------------------------------------------------------------------------- */
/* Status                                                                                     */

bool dxki_keyed_check(dxki_keyed *k, dxk_status status)
{
    if (k->status == DXK_OK)
        k->status = status;
    return k->status == DXK_OK;
}

bool dxki_keyed_report(dxki_keyed *k, const dxki_node *node, dxki_rule_id rule,
                       const dxki_arg *args, size_t count)
{
    return dxki_keyed_check(k, dxki_node_report(k->ctx, node, rule, args, count));
}

static bool expected(dxki_keyed *k, const dxki_node *node, const char *what)
{
    dxki_arg args[] = {dxki_text(dxki_str(what))};
    return dxki_keyed_report(k, node, DXKI_RULE_YAML_TYPE, args, 1);
}

static bool no_memory(dxki_keyed *k)
{
    return dxki_keyed_check(k, dxki_nomem(k->ctx));
}

/* ---------------------------------------------------------------------------------------- */
/* Members                                                                                    */

dxki_node *dxki_keyed_find(dxki_keyed *k, const char *key, bool must)
{
    if (k->status != DXK_OK)
        return NULL;
    dxki_node *node = dxki_node_find(k->map, dxki_str(key), k->found);
    if (node) {
        k->found = node;
    } else if (must) {
        dxki_arg args[] = {dxki_text(dxki_str(key))};
        dxki_keyed_report(k, k->map, DXKI_RULE_YAML_MISSING, args, 1);
    }
    return node;
}

/* SHOW: puts a node under a key, which is static or in the arena. */
static bool show(dxki_keyed *k, dxk_str key, dxki_node *node)
{
    if (!node)
        return no_memory(k);
    dxki_node_append(k->map, key, node);
    return k->status == DXK_OK;
}

static dxki_node *number_node(dxki_keyed *k, uint64_t number, unsigned flags)
{
    dxki_node *node = dxki_node_new(k->arena, DXKI_NODE_NUMBER, flags);
    if (node)
        node->as.number = number;
    return node;
}

static dxki_node *text_node(dxki_keyed *k, dxk_str text, unsigned flags)
{
    dxki_node *node = dxki_node_new(k->arena, DXKI_NODE_TEXT, flags);
    if (node)
        node->as.text = text;
    return node;
}

static dxki_node *bool_node(dxki_keyed *k, bool value)
{
    return text_node(k, dxki_str(value ? "true" : "false"), DXKI_NODE_PLAIN);
}

static bool read_number(dxki_keyed *k, const dxki_node *node, unsigned bits, uint64_t *value)
{
    bool negative;
    uint64_t most = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
    if (!dxki_node_number(node, value, &negative))
        return expected(k, node, "a number");
    if (negative && 0 - *value <= most / 2 + 1)
        *value &= most;
    if (*value <= most)
        return true;
    dxki_arg args[] = {dxki_dec(*value), dxki_dec(bits)};
    return dxki_keyed_report(k, node, DXKI_RULE_YAML_RANGE, args, 2);
}

static bool read_bool(dxki_keyed *k, const dxki_node *node, bool *value)
{
    uint64_t number;
    bool negative;
    if (!dxki_node_number(node, &number, &negative) || number > 1)
        return expected(k, node, "true or false");
    *value = number != 0;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Flags with keys of their own                                                               */

/* The key of bit `i` of a set; false behind the last. */
static bool flag_key(const row *r, dxk_enum_id set, size_t i, uint64_t *bit, char key[KEY_MOST])
{
    const char *text;
    if (!dxk_enum_value(set, i, bit, &text))
        return false;
    text = name_of(set, *bit) ? name_of(set, *bit) : text;
    if (r->form == FORM_UPPER)
        upper(r->key, text, key, KEY_MOST);
    else
        upper("", "", key, KEY_MOST), strncat(key, text, KEY_MOST - 1);
    return true;
}

static bool show_flag(dxki_keyed *k, const char *key, bool value)
{
    dxk_str copy = {dxki_arena_strdup(k->arena, key, strlen(key)), strlen(key)};
    return copy.data ? show(k, copy, bool_node(k, value)) : no_memory(k);
}

/* Keys for the bits; all of them when `every`, else those that are set. */
static bool flag_keys(dxki_keyed *k, const row *r, dxk_enum_id set, bool every, uint64_t *flags)
{
    char key[KEY_MOST];
    uint64_t bit;
    if (k->load)
        *flags = 0;
    for (size_t i = 0; flag_key(r, set, i, &bit, key); i++) {
        bool value = false;
        if (bit == 0)
            continue;
        if (!k->load && (every || *flags & bit) && !show_flag(k, key, (*flags & bit) != 0))
            return false;
        const dxki_node *node = k->load ? dxki_keyed_find(k, key, false) : NULL;
        if (node && !read_bool(k, node, &value))
            return false;
        if (value)
            *flags |= bit;
    }
    return k->status == DXK_OK;
}

/* Keys that stand for no flag at all. */
static void skip_none(dxki_keyed *k, const row *r)
{
    static const char *const none[] = {"None", "NONE", "SAMPLER_FLAG_NONE"};
    (void)r;
    for (size_t i = 0; k->load && i < 3; i++)
        (void)dxki_node_find(k->map, dxki_str(none[i]), NULL);
}

static bool show_flag_map(dxki_keyed *k, const row *r, dxk_enum_id set, uint64_t flags)
{
    uint64_t known = 0, bit;
    const char *text;
    for (size_t i = 0; dxk_enum_value(set, i, &bit, &text); i++)
        known |= bit;
    if (k->schema >= DXK_YAML_LLVM20 || (k->extras && flags & ~known))
        return show(k, dxki_str(r->key), number_node(k, flags, 0));
    dxki_node *back = k->map, *map = dxki_node_new(k->arena, DXKI_NODE_MAP, 0);
    const row inner = {"", 0, 0, FORM_KEYS, MAY, 0};
    if (!show(k, dxki_str(r->key), map))
        return false;
    k->map = map;
    bool ok = flag_keys(k, &inner, set, true, &flags);
    k->map = back;
    return ok;
}

static bool load_flag_map(dxki_keyed *k, const row *r, const dxki_field *f, uint64_t *flags)
{
    const row inner = {"", 0, 0, FORM_KEYS, MAY, 0};
    dxki_node *node = dxki_keyed_find(k, r->key, r->need == MUST);
    if (!node || node->kind != DXKI_NODE_MAP)
        return node ? read_number(k, node, f->bits, flags) : k->status == DXK_OK;
    dxki_node *back = k->map, *found = k->found;
    k->map = node;
    k->found = NULL;
    bool ok =
        flag_keys(k, &inner, (dxk_enum_id)f->names, true, flags) && dxki_keyed_unused(k, node);
    k->map = back;
    k->found = found;
    return ok;
}

bool dxki_keyed_features(dxki_keyed *k, uint64_t *flags)
{
    enum { NEWEST = 33, OLD = 31 };
    const row r = {"", 0, 0, FORM_KEYS, MAY, 0};
    uint64_t bit, next = UINT64_C(1) << (k->schema >= DXK_YAML_LLVM20 ? OLD : NEWEST);
    bool value = false, newer = false;
    char key[KEY_MOST];
    if (k->load)
        *flags = 0;
    for (size_t i = 0; flag_key(&r, DXK_ENUM_ID_feature_flag, i, &bit, key); i++) {
        if (bit >= next)
            continue;
        if (!k->load && !show_flag(k, key, (*flags & bit) != 0))
            return false;
        const dxki_node *node = k->load ? dxki_keyed_find(k, key, false) : NULL;
        newer = newer || (node && bit >> OLD);
        value = false;
        if (node && !read_bool(k, node, &value))
            return false;
        *flags |= value ? bit : 0;
    }
    if (!k->load)
        return show_flag(k, "NextUnusedBit", (*flags & next) != 0);
    const dxki_node *node = dxki_keyed_find(k, "NextUnusedBit", false);
    value = false;
    if (node && !read_bool(k, node, &value))
        return false;
    if (value) /* a document without the newer keys means the bit that was unused then */
        *flags |= newer ? UINT64_C(1) << NEWEST : UINT64_C(1) << OLD;
    return k->status == DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Records                                                                                    */

static void put_member(const dxki_field *f, void *record, uint64_t value)
{
    uint8_t *p = (uint8_t *)record + f->mem;
    uint16_t v16 = (uint16_t)value;
    uint32_t v32 = (uint32_t)value;
    if (f->type == DXKI_TYPE_BITS || f->bits == 8)
        *p = (uint8_t)value;
    else if (f->bits == 16)
        memcpy(p, &v16, sizeof v16);
    else if (f->bits == 32)
        memcpy(p, &v32, sizeof v32);
    else
        memcpy(p, &value, sizeof value);
}

static bool show_name(dxki_keyed *k, const row *r, dxk_enum_id set, uint64_t value)
{
    const char *text = name_of(set, value);
    bool number = r->form != FORM_NAME && k->schema >= DXK_YAML_LLVM20;
    char spelled[KEY_MOST];
    if (!text || number)
        return show(k, dxki_str(r->key), number_node(k, value, 0));
    dxk_str name = dxki_str(text);
    if (r->form == FORM_CAMEL) {
        name.size = dxki_camel(text, spelled, sizeof spelled);
        name.data = dxki_arena_strdup(k->arena, spelled, name.size);
        if (!name.data)
            return no_memory(k);
    }
    return show(k, dxki_str(r->key), text_node(k, name, 0));
}

static bool show_row(dxki_keyed *k, const row *r, const dxki_field *f, uint64_t value)
{
    dxk_str key = dxki_str(r->key);
    char real[48];
    switch (r->form) {
    case FORM_HEX:
        return show(k, key, number_node(k, value, DXKI_NODE_HEX));
    case FORM_BOOL:
        return value > 1 ? show(k, key, number_node(k, value, 0))
                         : show(k, key, bool_node(k, value != 0));
    case FORM_NAME:
    case FORM_NEW_NAME:
    case FORM_CAMEL:
        return show_name(k, r, (dxk_enum_id)f->names, value);
    case FORM_INT:
        return show(k, key,
                    number_node(k, (uint64_t)(int64_t)(int32_t)(uint32_t)value, DXKI_NODE_MINUS));
    case FORM_REAL:
        if (!dxki_float_text((uint32_t)value, real, sizeof real))
            return show(k, key, number_node(k, value, DXKI_NODE_HEX));
        key.data = dxki_arena_strdup(k->arena, real, strlen(real));
        return key.data
                   ? show(k, dxki_str(r->key), text_node(k, dxki_str(key.data), DXKI_NODE_PLAIN))
                   : no_memory(k);
    case FORM_TEXT: /* what is not UTF-8 cannot be said; the part is then shown otherwise */
        return dxki_is_text(k->text) ? show(k, key, text_node(k, k->text, 0))
                                     : dxki_keyed_check(k, DXK_E_UNSUPPORTED);
    case FORM_BIT:
        return show(k, key, bool_node(k, (value & r->value) != 0));
    case FORM_FLAGMAP:
        return show_flag_map(k, r, (dxk_enum_id)f->names, value);
    default:
        return show(k, key, number_node(k, value, 0));
    }
}

static bool load_name(dxki_keyed *k, const row *r, const dxki_field *f, const dxki_node *node,
                      uint64_t *value)
{
    dxk_enum_id set = (dxk_enum_id)f->names;
    bool negative;
    if (node->kind == DXKI_NODE_TEXT && value_of(set, node->as.text, r->form == FORM_CAMEL, value))
        return true;
    if (dxki_node_number(node, value, &negative) || node->kind != DXKI_NODE_TEXT)
        return read_number(k, node, f->bits, value);
    dxki_arg args[] = {dxki_text(node->as.text), dxki_text(dxki_str(dxk_enum_name(set)))};
    return dxki_keyed_report(k, node, DXKI_RULE_YAML_NAME, args, 2);
}

static bool load_row(dxki_keyed *k, const row *r, const dxki_field *f, uint64_t *value)
{
    uint32_t bits;
    bool set = false;
    if (r->form == FORM_FLAGMAP)
        return load_flag_map(k, r, f, value);
    const dxki_node *node = dxki_keyed_find(k, r->key, r->need == MUST);
    if (!node) {
        if (r->form != FORM_BIT)
            *value = r->value;
        return k->status == DXK_OK;
    }
    switch (r->form) {
    case FORM_NAME:
    case FORM_NEW_NAME:
    case FORM_CAMEL:
        return load_name(k, r, f, node, value);
    case FORM_REAL:
        if (!dxki_float_bits(node, &bits))
            return expected(k, node, "a number");
        *value = bits;
        return true;
    case FORM_TEXT:
        if (node->kind != DXKI_NODE_TEXT)
            return expected(k, node, "a string");
        k->text = node->as.text;
        k->text_node = node;
        return true;
    case FORM_BIT:
        if (!read_bool(k, node, &set))
            return false;
        *value = (*value & ~(uint64_t)r->value) | (set ? r->value : 0);
        return true;
    default:
        return read_number(k, node, f->bits, value);
    }
}

bool dxki_keyed_record(dxki_keyed *k, dxki_keys_id list, void *record)
{
    size_t first = 0;
    for (size_t i = 0; i < (size_t)list; i++)
        first += counts[i];
    for (size_t i = first; i < first + counts[list] && k->status == DXK_OK; i++) {
        const row *r = &rows[i];
        const dxki_field *f = field_of(dxki_record_get((dxk_record_id)r->record), r->mem);
        uint64_t value = dxki_field_get(f, record);
        bool keys = r->form == FORM_KEYS || r->form == FORM_UPPER;
        if (keys ? !flag_keys(k, r, (dxk_enum_id)f->names, false, &value)
                 : !(k->load ? load_row(k, r, f, &value) : show_row(k, r, f, value)))
            return false;
        if (keys)
            skip_none(k, r);
        if (k->load && r->form != FORM_TEXT)
            put_member(f, record, value);
    }
    return k->status == DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Single keys                                                                                */

bool dxki_keyed_number(dxki_keyed *k, const char *key, uint32_t *value, unsigned bits, bool must)
{
    uint64_t wide = *value;
    if (k->status != DXK_OK)
        return false;
    if (!k->load)
        return show(k, dxki_str(key), number_node(k, wide, 0));
    const dxki_node *node = dxki_keyed_find(k, key, must);
    if (!node)
        return k->status == DXK_OK;
    bool ok = read_number(k, node, bits, &wide);
    *value = (uint32_t)wide;
    return ok;
}

bool dxki_keyed_text(dxki_keyed *k, const char *key, dxk_str *text, bool must)
{
    if (k->status != DXK_OK)
        return false;
    if (!k->load) /* what is not UTF-8 cannot be said; the part is then shown in another form */
        return dxki_is_text(*text) ? show(k, dxki_str(key), text_node(k, *text, 0))
                                   : dxki_keyed_check(k, DXK_E_UNSUPPORTED);
    const dxki_node *node = dxki_keyed_find(k, key, must);
    if (node && node->kind != DXKI_NODE_TEXT)
        return expected(k, node, "a string");
    if (node)
        *text = node->as.text;
    return k->status == DXK_OK;
}

bool dxki_keyed_bytes(dxki_keyed *k, const char *key, dxk_bytes *bytes, bool must)
{
    if (k->status != DXK_OK)
        return false;
    if (!k->load) {
        dxki_node *node = dxki_node_new(k->arena, DXKI_NODE_BYTES, DXKI_NODE_HEX);
        if (node)
            node->as.bytes = *bytes;
        return show(k, dxki_str(key), node);
    }
    dxki_node *node = dxki_keyed_find(k, key, must);
    if (!node || dxki_node_is_empty(node))
        return k->status == DXK_OK;
    if (node->kind == DXKI_NODE_BYTES) {
        *bytes = node->as.bytes;
        return true;
    }
    if (node->kind != DXKI_NODE_LIST)
        return expected(k, node, "a list of bytes");
    uint8_t *out = dxki_arena_alloc(k->arena, node->as.list.count);
    if (!out)
        return no_memory(k);
    *bytes = (dxk_bytes){out, node->as.list.count};
    for (const dxki_node *n = node->as.list.first; n; n = n->next) {
        uint64_t value;
        if (!read_number(k, n, 8, &value))
            return false;
        *out++ = (uint8_t)value;
    }
    return true;
}

static dxki_node *words_node(dxki_keyed *k, const uint32_t *words, size_t count, bool hex)
{
    dxki_node *list = dxki_node_new(k->arena, DXKI_NODE_LIST, DXKI_NODE_FLOW);
    for (size_t i = 0; list && i < count; i++) {
        dxki_node *node = number_node(k, words[i], hex ? DXKI_NODE_HEX : 0);
        if (!node)
            return NULL;
        dxki_node_append(list, (dxk_str){NULL, 0}, node);
    }
    return list;
}

static bool read_words(dxki_keyed *k, dxki_node *node, uint32_t **words, size_t *count)
{
    size_t i = 0;
    if (!dxki_node_spread(k->arena, node))
        return no_memory(k);
    if (node->kind != DXKI_NODE_LIST && !dxki_node_is_empty(node))
        return expected(k, node, "a list of numbers");
    *count = dxki_node_count(node);
    *words = DXKI_NEW_ARRAY(k->arena, uint32_t, *count);
    if (!*words)
        return no_memory(k);
    for (const dxki_node *n = *count ? node->as.list.first : NULL; n; n = n->next) {
        uint64_t value;
        if (!read_number(k, n, 32, &value))
            return false;
        (*words)[i++] = (uint32_t)value;
    }
    return true;
}

bool dxki_keyed_words(dxki_keyed *k, const char *key, uint32_t **words, size_t *count, bool hex,
                      bool must)
{
    if (k->status != DXK_OK)
        return false;
    if (!k->load)
        return show(k, dxki_str(key), words_node(k, *words, *count, hex));
    dxki_node *node = dxki_keyed_find(k, key, must);
    return node ? read_words(k, node, words, count) : k->status == DXK_OK;
}

bool dxki_keyed_words_element(dxki_keyed *k, dxki_node *list, size_t index, uint32_t **words,
                              size_t *count)
{
    if (k->status != DXK_OK)
        return false;
    if (!k->load) {
        dxki_node *node = words_node(k, *words, *count, true);
        if (!node)
            return no_memory(k);
        dxki_node_append(list, (dxk_str){NULL, 0}, node);
        return true;
    }
    dxki_node *node = list ? dxki_node_at(list, index) : NULL;
    return node ? read_words(k, node, words, count) : true;
}

/* ---------------------------------------------------------------------------------------- */
/* Groups                                                                                     */

bool dxki_keyed_enter(dxki_keyed *k, const char *key, bool must, dxki_node **back)
{
    if (k->status != DXK_OK)
        return false;
    dxki_node *map = dxki_node_new(k->arena, DXKI_NODE_MAP, 0);
    if (!map)
        return no_memory(k);
    if (!k->load && !show(k, dxki_str(key), map))
        return false;
    if (k->load) {
        dxki_node *node = dxki_keyed_find(k, key, must);
        if (k->status != DXK_OK)
            return false;
        if (node && node->kind != DXKI_NODE_MAP && !dxki_node_is_empty(node))
            return expected(k, node, "a mapping");
        map->parent = k->map;
        map->key = dxki_str(key);
        if (node) {
            map->line = node->line;
            map->column = node->column;
        }
        map = node && node->kind == DXKI_NODE_MAP ? node : map;
    }
    *back = k->map;
    k->map = map;
    k->found = NULL;
    return true;
}

bool dxki_keyed_leave(dxki_keyed *k, dxki_node *back)
{
    bool ok = k->status == DXK_OK && (!k->load || dxki_keyed_unused(k, k->map));
    k->element = k->map; /* the list goes on behind it */
    k->map = back;
    k->found = NULL;
    return ok;
}

bool dxki_keyed_list(dxki_keyed *k, const char *key, size_t *count, bool must, dxki_node **list)
{
    *list = NULL;
    if (k->status != DXK_OK)
        return false;
    if (!k->load) {
        *list = dxki_node_new(k->arena, DXKI_NODE_LIST, 0);
        return show(k, dxki_str(key), *list);
    }
    *count = 0;
    dxki_node *node = dxki_keyed_find(k, key, must);
    if (!node || dxki_node_is_empty(node))
        return k->status == DXK_OK;
    if (!dxki_node_spread(k->arena, node))
        return no_memory(k);
    if (node->kind != DXKI_NODE_LIST)
        return expected(k, node, "a list");
    *count = node->as.list.count;
    *list = node;
    return true;
}

bool dxki_keyed_next(dxki_keyed *k, dxki_node *list, size_t index, dxki_node **back)
{
    dxki_node *map;
    if (k->status != DXK_OK)
        return false;
    if (!k->load) {
        map = dxki_node_new(k->arena, DXKI_NODE_MAP, 0);
        if (!map)
            return no_memory(k);
        dxki_node_append(list, (dxk_str){NULL, 0}, map);
    } else {
        map = index && k->element ? k->element->next : list->as.list.first;
        if (!map || map->kind != DXKI_NODE_MAP)
            return expected(k, map ? map : list, "a mapping");
        map->flags |= DXKI_NODE_USED;
    }
    *back = k->map;
    k->map = map;
    k->found = NULL;
    k->element = NULL;
    return true;
}

uint32_t dxki_keyed_obey(dxki_keyed *k, const char *key, uint32_t given, uint64_t computed)
{
    if (given == DXKI_COMPUTED)
        return (uint32_t)computed;
    if (given != computed && k->load) {
        dxki_arg args[] = {dxki_text(dxki_str(key)), dxki_dec(given), dxki_dec(computed)};
        dxki_keyed_report(k, k->map, DXKI_RULE_YAML_OBEYED, args, 3);
    }
    return given;
}

bool dxki_keyed_unused(dxki_keyed *k, const dxki_node *map)
{
    for (const dxki_node *n = map->as.list.first; n && k->status == DXK_OK; n = n->next) {
        dxki_arg args[] = {dxki_text(n->key)};
        if (!(n->flags & DXKI_NODE_USED))
            return dxki_keyed_report(k, n, DXKI_RULE_YAML_KEY, args, 1);
    }
    return k->status == DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Parts                                                                                      */

static const dxki_keyed_part parts[] = {
#define PART(a, b, c, d, key, since, extras, walk)                                                 \
    {                                                                                              \
        DXK_FOURCC(a, b, c, d), key, since, extras, walk                                           \
    }
    PART('D', 'X', 'I', 'L', "Program", 19, 0, dxki_keyed_program),
    PART('I', 'L', 'D', 'B', "Program", 21, 0, dxki_keyed_program),
    PART('S', 'F', 'I', '0', "Flags", 19, 0, dxki_keyed_feature_part),
    PART('H', 'A', 'S', 'H', "Hash", 19, 0, dxki_keyed_hash),
    PART('P', 'S', 'V', '0', "PSVInfo", 19, 3, dxki_keyed_psv0),
    PART('I', 'S', 'G', '1', "Signature", 19, 2, dxki_keyed_signature),
    PART('O', 'S', 'G', '1', "Signature", 19, 2, dxki_keyed_signature),
    PART('P', 'S', 'G', '1', "Signature", 19, 2, dxki_keyed_signature),
    PART('R', 'T', 'S', '0', "RootSignature", 20, 0, dxki_keyed_root_signature),
    PART('I', 'L', 'D', 'N', "DebugName", 21, 0, dxki_keyed_debug_name),
    PART('V', 'E', 'R', 'S', "CompilerVersion", 21, 0, dxki_keyed_version),
    PART('S', 'R', 'C', 'I', "SourceInfo", 21, 0, dxki_keyed_source),
    PART('P', 'R', 'I', 'V', "PrivateData", 21, 0, NULL),
#undef PART
};

const dxki_keyed_part *dxki_keyed_part_of(uint32_t fourcc, dxk_yaml_schema schema)
{
    unsigned version = schema == DXK_YAML_LLVM19 ? 19 : schema == DXK_YAML_LLVM20 ? 20 : 21;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].fourcc == fourcc)
            return parts[i].since <= version ? &parts[i] : NULL;
    return NULL;
}

bool dxki_keyed_is_payload(dxk_str key)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (dxki_str_equal(key, dxki_str(parts[i].key)))
            return true;
    return false;
}
