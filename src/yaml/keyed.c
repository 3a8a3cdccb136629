/* SPDX-License-Identifier: MIT */
/* keyed.c - walking over mappings in both directions; see keyed.h. */
#include "yaml/keyed.h"
#include "yaml/keyed_internal.h"

#include "base/count.h"
#include "base/out.h"
#include "spec/reader_rules.h"

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

enum { MAY, MUST, LATE };

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
#define NAMES (DXKI_COUNT(names))

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
        if (names[i].set != set || !dxki_yaml_str_equal(text, dxki_str(names[i].text)))
            continue;
        *value = names[i].value;
        return true;
    }
    if (dxk_enum_find(set, text, value))
        return true;
    for (size_t i = 0; camel && dxk_enum_value(set, i, value, &name); i++) {
        dxki_yaml_camel(name, spelled, sizeof spelled);
        if (dxki_yaml_str_equal(text, dxki_str(spelled)))
            return true;
    }
    return false;
}

/* "DataStatic" as "DATA_STATIC", after a prefix. */
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

static const dxki_field *field_of(const dxki_record_desc *r, uint16_t mem)
{
    for (uint16_t i = 0; i < r->field_count; i++)
        if (r->fields[i].mem == mem)
            return &r->fields[i];
    return &r->fields[0];
}

/* ---------------------------------------------------------------------------------------- */
/* Status                                                                                     */

bool dxki_yaml_keyed_check(dxki_yaml_keyed *k, dxk_status status)
{
    if (k->status == DXK_OK)
        k->status = status;
    return k->status == DXK_OK;
}

bool dxki_yaml_keyed_report(dxki_yaml_keyed *k, const dxki_yaml_node *node, const dxki_rule *rule,
                            const dxki_arg *args, size_t count)
{
    return dxki_yaml_keyed_check(k, dxki_yaml_node_report(k->ctx, node, rule, args, count));
}

bool dxki_yaml_keyed_expected(dxki_yaml_keyed *k, const dxki_yaml_node *node, const char *what)
{
    dxki_arg args[] = {dxki_text(dxki_str(what))};
    return dxki_yaml_keyed_report(k, node, DXKI_RULE_YAML_TYPE, args, 1);
}

bool dxki_yaml_keyed_no_memory(dxki_yaml_keyed *k)
{
    return dxki_yaml_keyed_check(k, dxki_nomem(k->ctx));
}

/* ---------------------------------------------------------------------------------------- */
/* Members                                                                                    */

dxki_yaml_node *dxki_yaml_keyed_find(dxki_yaml_keyed *k, const char *key, bool must)
{
    if (k->status != DXK_OK)
        return NULL;
    dxki_yaml_node *node = dxki_yaml_node_find(k->map, dxki_str(key), k->found);
    if (node) {
        k->found = node;
    } else if (must) {
        dxki_yaml_keyed_check(k, dxki_yaml_node_missing(k->ctx, k->map, dxki_str(key)));
    }
    return node;
}

/* SHOW: puts a node under a key, which is static or in the arena. */
bool dxki_yaml_keyed_put(dxki_yaml_keyed *k, dxk_str key, dxki_yaml_node *node)
{
    if (!node)
        return dxki_yaml_keyed_no_memory(k);
    dxki_yaml_node_append(k->map, key, node);
    return k->status == DXK_OK;
}

dxki_yaml_node *dxki_yaml_keyed_number_node(dxki_yaml_keyed *k, uint64_t number, unsigned flags)
{
    dxki_yaml_node *node = dxki_yaml_node_new(k->arena, DXKI_NODE_NUMBER, flags);
    if (node)
        node->as.number = number;
    return node;
}

dxki_yaml_node *dxki_yaml_keyed_text_node(dxki_yaml_keyed *k, dxk_str text, unsigned flags)
{
    dxki_yaml_node *node = dxki_yaml_node_new(k->arena, DXKI_NODE_TEXT, flags);
    if (node)
        node->as.text = text;
    return node;
}

static dxki_yaml_node *bool_node(dxki_yaml_keyed *k, bool value)
{
    return dxki_yaml_keyed_text_node(k, dxki_str(value ? "true" : "false"), DXKI_NODE_PLAIN);
}

bool dxki_yaml_keyed_read_number(dxki_yaml_keyed *k, const dxki_yaml_node *node, unsigned bits,
                                 uint64_t *value)
{
    bool negative;
    uint64_t most = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
    if (!dxki_yaml_node_number(node, value, &negative))
        return dxki_yaml_keyed_expected(k, node, "a number");
    if (negative && 0 - *value <= most / 2 + 1)
        *value &= most;
    if (*value <= most)
        return true;
    dxki_arg args[] = {dxki_dec(*value), dxki_dec(bits)};
    return dxki_yaml_keyed_report(k, node, DXKI_RULE_YAML_RANGE, args, 2);
}

static bool read_bool(dxki_yaml_keyed *k, const dxki_yaml_node *node, bool *value)
{
    uint64_t number;
    bool negative;
    if (!dxki_yaml_node_number(node, &number, &negative) || number > 1)
        return dxki_yaml_keyed_expected(k, node, "true or false");
    *value = number != 0;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Flags with keys of their own                                                               */

static void copy_key(const char *text, char key[KEY_MOST])
{
    size_t n = 0;
    for (; text[n] && n + 1 < KEY_MOST; n++)
        key[n] = text[n];
    key[n] = 0;
}

/* The key of bit `i` of a set; false after the last. */
static bool flag_key(const row *r, dxk_enum_id set, size_t i, uint64_t *bit, char key[KEY_MOST])
{
    const char *text;
    if (!dxk_enum_value(set, i, bit, &text))
        return false;
    text = name_of(set, *bit) ? name_of(set, *bit) : text;
    if (r->form == FORM_UPPER)
        upper(r->key, text, key, KEY_MOST);
    else
        copy_key(text, key);
    return true;
}

static bool show_flag(dxki_yaml_keyed *k, const char *key, bool value)
{
    dxk_str copy = {dxki_arena_strdup(k->arena, key, strlen(key)), strlen(key)};
    return copy.data ? dxki_yaml_keyed_put(k, copy, bool_node(k, value))
                     : dxki_yaml_keyed_no_memory(k);
}

/* Keys for the bits; all of them when `every`, else those that are set. */
static bool flag_keys(dxki_yaml_keyed *k, const row *r, dxk_enum_id set, bool every,
                      uint64_t *flags)
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
        const dxki_yaml_node *node = k->load ? dxki_yaml_keyed_find(k, key, false) : NULL;
        if (node && !read_bool(k, node, &value))
            return false;
        if (value)
            *flags |= bit;
    }
    return k->status == DXK_OK;
}

/* Keys that stand for no flag at all. */
static void skip_none(dxki_yaml_keyed *k, const row *r)
{
    static const char *const none[] = {"None", "NONE", "SAMPLER_FLAG_NONE"};
    (void)r;
    for (size_t i = 0; k->load && i < 3; i++)
        (void)dxki_yaml_node_find(k->map, dxki_str(none[i]), NULL);
}

static bool show_flag_map(dxki_yaml_keyed *k, const row *r, dxk_enum_id set, uint64_t flags)
{
    uint64_t known = 0, bit;
    const char *text;
    for (size_t i = 0; dxk_enum_value(set, i, &bit, &text); i++)
        known |= bit;
    if (k->schema >= DXK_YAML_LLVM21 || (k->extras && flags & ~known))
        return dxki_yaml_keyed_put(k, dxki_str(r->key), dxki_yaml_keyed_number_node(k, flags, 0));
    dxki_yaml_node *back = k->map, *map = dxki_yaml_node_new(k->arena, DXKI_NODE_MAP, 0);
    const row inner = {"", 0, 0, FORM_KEYS, MAY, 0};
    if (!dxki_yaml_keyed_put(k, dxki_str(r->key), map))
        return false;
    k->map = map;
    bool ok = flag_keys(k, &inner, set, true, &flags);
    k->map = back;
    return ok;
}

static bool load_flag_map(dxki_yaml_keyed *k, const row *r, const dxki_field *f, uint64_t *flags)
{
    const row inner = {"", 0, 0, FORM_KEYS, MAY, 0};
    dxki_yaml_node *node = dxki_yaml_keyed_find(k, r->key, r->need == MUST);
    if (!node || node->kind != DXKI_NODE_MAP)
        return node ? dxki_yaml_keyed_read_number(k, node, f->bits, flags) : k->status == DXK_OK;
    dxki_yaml_node *back = k->map, *found = k->found;
    k->map = node;
    k->found = NULL;
    bool ok =
        flag_keys(k, &inner, (dxk_enum_id)f->names, true, flags) && dxki_yaml_keyed_unused(k, node);
    k->map = back;
    k->found = found;
    return ok;
}

bool dxki_yaml_keyed_features(dxki_yaml_keyed *k, uint64_t *flags)
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
        if (!k->load && (*flags & bit || !k->brief) && !show_flag(k, key, (*flags & bit) != 0))
            return false;
        const dxki_yaml_node *node = k->load ? dxki_yaml_keyed_find(k, key, false) : NULL;
        newer = newer || (node && bit >> OLD);
        value = false;
        if (node && !read_bool(k, node, &value))
            return false;
        *flags |= value ? bit : 0;
    }
    if (!k->load)
        return (k->brief && !(*flags & next)) ||
               show_flag(k, "NextUnusedBit", (*flags & next) != 0);
    const dxki_yaml_node *node = dxki_yaml_keyed_find(k, "NextUnusedBit", false);
    value = false;
    if (node && !read_bool(k, node, &value))
        return false;
    if (value) /* a document without the newer keys means the bit that was unused then */
        *flags |= newer ? UINT64_C(1) << NEWEST : UINT64_C(1) << OLD;
    return k->status == DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Records                                                                                    */

/* A key as LLVM speaks of it: "ParameterType" is the "parameter type" of a root signature. */
static const char *words_of(const row *r)
{
    static const struct {
        const char *key, *words;
    } spoken[] = {{"ParameterType", "parameter type"},
                  {"ShaderVisibility", "shader visibility"},
                  {"RangeType", "descriptor range type"}};
    for (size_t i = 0; i < DXKI_COUNT(spoken); i++)
        if (strcmp(spoken[i].key, r->key) == 0)
            return spoken[i].words;
    return r->key;
}

static bool show_name(dxki_yaml_keyed *k, const row *r, dxk_enum_id set, uint64_t value)
{
    const char *text = name_of(set, value);
    bool number = r->form != FORM_NAME && k->schema >= DXK_YAML_LLVM20;
    char spelled[KEY_MOST];
    if (!text && k->schema == DXK_YAML_LLVM)
        return dxki_yaml_keyed_check(
            k, dxki_yaml_llvm_refuses(k->ctx, "Invalid value for ", words_of(r)));
    if (!text || number)
        return dxki_yaml_keyed_put(k, dxki_str(r->key), dxki_yaml_keyed_number_node(k, value, 0));
    dxk_str name = dxki_str(text);
    if (r->form == FORM_CAMEL) {
        name.size = dxki_yaml_camel(text, spelled, sizeof spelled);
        name.data = dxki_arena_strdup(k->arena, spelled, name.size);
        if (!name.data)
            return dxki_yaml_keyed_no_memory(k);
    }
    return dxki_yaml_keyed_put(k, dxki_str(r->key), dxki_yaml_keyed_text_node(k, name, 0));
}

static bool show_row(dxki_yaml_keyed *k, const row *r, const dxki_field *f, uint64_t value)
{
    dxk_str key = dxki_str(r->key);
    char real[DXKI_FLOAT_TEXT];
    switch (r->form) {
    case FORM_HEX:
        return dxki_yaml_keyed_put(k, key, dxki_yaml_keyed_number_node(k, value, DXKI_NODE_HEX));
    case FORM_BOOL:
        return value > 1 ? dxki_yaml_keyed_put(k, key, dxki_yaml_keyed_number_node(k, value, 0))
                         : dxki_yaml_keyed_put(k, key, bool_node(k, value != 0));
    case FORM_NAME:
    case FORM_NEW_NAME:
    case FORM_CAMEL:
        return show_name(k, r, (dxk_enum_id)f->names, value);
    case FORM_INT:
        return dxki_yaml_keyed_put(
            k, key,
            dxki_yaml_keyed_number_node(k, (uint64_t)(int64_t)(int32_t)(uint32_t)value,
                                        DXKI_NODE_MINUS));
    case FORM_REAL:
        dxki_yaml_float_text((uint32_t)value, real);
        key.data = dxki_arena_strdup(k->arena, real, strlen(real));
        return key.data ? dxki_yaml_keyed_put(
                              k, dxki_str(r->key),
                              dxki_yaml_keyed_text_node(k, dxki_str(key.data), DXKI_NODE_PLAIN))
                        : dxki_yaml_keyed_no_memory(k);
    case FORM_TEXT: /* what is not UTF-8 cannot be said; the part is then shown otherwise */
        return dxki_yaml_is_text(k->text)
                   ? dxki_yaml_keyed_put(k, key, dxki_yaml_keyed_text_node(k, k->text, 0))
                   : dxki_yaml_keyed_check(k, DXK_E_UNSUPPORTED);
    case FORM_BIT:
        return dxki_yaml_keyed_put(k, key, bool_node(k, (value & r->value) != 0));
    case FORM_FLAGMAP:
        return show_flag_map(k, r, (dxk_enum_id)f->names, value);
    default:
        return dxki_yaml_keyed_put(k, key, dxki_yaml_keyed_number_node(k, value, 0));
    }
}

static bool load_name(dxki_yaml_keyed *k, const row *r, const dxki_field *f,
                      const dxki_yaml_node *node, uint64_t *value)
{
    dxk_enum_id set = (dxk_enum_id)f->names;
    bool negative;
    if (node->kind == DXKI_NODE_TEXT && value_of(set, node->as.text, r->form == FORM_CAMEL, value))
        return true;
    if (dxki_yaml_node_number(node, value, &negative) || node->kind != DXKI_NODE_TEXT)
        return dxki_yaml_keyed_read_number(k, node, f->bits, value);
    dxki_arg args[] = {dxki_text(node->as.text), dxki_text(dxki_str(dxk_enum_name(set)))};
    return dxki_yaml_keyed_report(k, node, DXKI_RULE_YAML_NAME, args, 2);
}

static bool load_row(dxki_yaml_keyed *k, const row *r, const dxki_field *f, uint64_t *value)
{
    uint32_t bits;
    bool set = false;
    if (r->form == FORM_FLAGMAP)
        return load_flag_map(k, r, f, value);
    const dxki_yaml_node *node = dxki_yaml_keyed_find(k, r->key, r->need == MUST);
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
        if (!dxki_yaml_float_bits(node, &bits))
            return dxki_yaml_keyed_expected(k, node, "a number");
        *value = bits;
        return true;
    case FORM_TEXT:
        if (node->kind != DXKI_NODE_TEXT)
            return dxki_yaml_keyed_expected(k, node, "a string");
        k->text = node->as.text;
        k->text_node = node;
        return true;
    case FORM_BIT:
        if (!read_bool(k, node, &set))
            return false;
        *value = (*value & ~(uint64_t)r->value) | (set ? r->value : 0);
        return true;
    default:
        return dxki_yaml_keyed_read_number(k, node, f->bits, value) &&
               (r->need != LATE || dxki_yaml_keyed_late(k, r->key, (uint32_t)*value));
    }
}

/* SHOW: loading makes the same of it when it is left out. What a build of dxk writes of its own is
 * not the same for all of them. */
static bool is_spare(const dxki_yaml_keyed *k, const row *r, uint64_t value)
{
    if (k->module != DXKI_MODULE_BYTES && r->value == DXKI_COMPUTED)
        return true;
    if (!k->brief || r->need == MUST || r->form == FORM_KEYS || r->form == FORM_UPPER)
        return false;
    if (r->record == DXK_RECORD_ID_compiler_version && r->value != DXKI_COMPUTED)
        return false;
    if (r->value == DXKI_COMPUTED) /* DXC leaves one of these at 0 */
        return value || strcmp(r->key, "AlignedSizeInBytes") != 0;
    return value == r->value;
}

dxki_yaml_keys_id dxki_yaml_keyed_list_of(dxk_record_id record)
{
    size_t list = 0, first = 0;
    while (list + 1 < DXKI_KEYS_ID_COUNT && (!counts[list] || rows[first].record != record))
        first += counts[list++];
    return (dxki_yaml_keys_id)list;
}

bool dxki_yaml_keyed_record(dxki_yaml_keyed *k, dxki_yaml_keys_id list, void *record)
{
    size_t first = 0;
    for (size_t i = 0; i < (size_t)list; i++)
        first += counts[i];
    for (size_t i = first; i < first + counts[list] && k->status == DXK_OK; i++) {
        const row *r = &rows[i];
        const dxki_field *f = field_of(dxki_record_get((dxk_record_id)r->record), r->mem);
        uint64_t value = dxki_field_get(f, record);
        if (!k->load && is_spare(k, r, value))
            continue;
        bool keys = r->form == FORM_KEYS || r->form == FORM_UPPER;
        if (keys ? !flag_keys(k, r, (dxk_enum_id)f->names, false, &value)
                 : !(k->load ? load_row(k, r, f, &value) : show_row(k, r, f, value)))
            return false;
        if (keys)
            skip_none(k, r);
        if (k->load && r->form != FORM_TEXT)
            dxki_codec_member_set(f, record, value);
    }
    return k->status == DXK_OK;
}
