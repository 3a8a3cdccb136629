/* SPDX-License-Identifier: MIT */
/*
 * cmd_scan.c - `dxk scan`: containers inside other files: executables, archives, caches, memory dumps.
 *
 * Every place that begins like a container is tried; one that can be read is listed, and the search
 * goes on after it. Each try takes a time that is bounded by the parts that it may have, so that
 * a file made of beginnings is scanned in time that grows with its size.
 */
#include <dxk/digest.h>
#include <dxk/parts.h>

#include "job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER_BYTES 32u
#define MOST_PARTS   1024u /* real containers have less than twenty */
#define MAGIC        "DXBC"

typedef struct scan_options {
    const char *extract;
    bool unique;
} scan_options;

static const opt_spec specs[] = {
    {'x', "extract", OPT_TEXT, offsetof(scan_options, extract), "DIRECTORY",
     "write each container to a file in DIRECTORY",
     "The name is FILE-OFFSET.dxil, or .dxbc for shader models 4 and 5, with\n"
     "the last component of the input name and the offset in hexadecimal."},
    {0, "unique", OPT_FLAG, offsetof(scan_options, unique), NULL, "list equal containers once",
     "If an input has several containers with the same bytes, list only the\n"
     "first."},
    {0},
};

/* A container that was found. */
typedef struct found {
    uint64_t offset;
    dxk_bytes bytes;
    uint8_t digest[16]; /* as stored */
    dxk_digest_state state;
    size_t parts;
    char profile[24]; /* "ps_6_0"; empty: no program */
    bool is_legacy;
} found;

/* What was found; for --unique by content, too: open addressing. */
typedef struct found_set {
    found *items;
    size_t count, capacity;
    size_t *slots; /* index + 1 */
    size_t slot_count;
} found_set;

typedef struct scanner {
    job *j;
    const scan_options *o;
    dxk_ctx *ctx; /* of what is tried */
    found_set all;
} scanner;

/* ---------------------------------------------------------------------------------------- */
/* Trying                                                                                     */

static uint32_t load32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* The bytes of a container that seems to begin at `p`, `left` bytes in front of the end; none: it
 * does not. Looks at the header and the directory. */
static dxk_bytes candidate(const uint8_t *p, size_t left)
{
    const dxk_bytes none = {NULL, 0};
    if (left < HEADER_BYTES || load32(p + 20) != 1)
        return none;
    uint32_t size = load32(p + 24), count = load32(p + 28);
    if (size > left || count > MOST_PARTS || size < HEADER_BYTES + 4 * count)
        return none;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t offset = load32(p + HEADER_BYTES + 4 * i);
        if (offset > size || size - offset < 8 || load32(p + offset + 4) > size - offset - 8)
            return none;
    }
    return (dxk_bytes){p, size};
}

static void put_profile(found *f, const dxk_container *container)
{
    dxk_program_place place;
    const char *stage = NULL;
    unsigned major = 0, minor = 0;
    if (dxk_container_program(container, DXK_PROGRAM_LIST, &place) == DXK_OK) {
        const dxk_program_header *h = &place.program.header;
        stage = dxk_enum_text(DXK_ENUM_ID_shader_profile, h->shader_kind);
        major = h->major_version;
        minor = h->minor_version;
    } else if (dxk_container_program(container, DXK_PROGRAM_TOKENS, &place) == DXK_OK &&
               place.program.bitcode.size >= 4) {
        uint32_t version = load32(place.program.bitcode.data);
        stage = dxk_enum_text(DXK_ENUM_ID_dxbc_stage, version >> 16);
        major = version >> 4 & 15;
        minor = version & 15;
        f->is_legacy = true;
    }
    if (stage)
        snprintf(f->profile, sizeof f->profile, "%.12s_%u_%u", stage, major, minor);
}

/* Reads a candidate; false: it is none. */
static bool try_read(scanner *s, dxk_bytes bytes, found *f)
{
    dxk_container *container = NULL;
    bool good = dxk_container_read(s->ctx, bytes, NULL, &container) == DXK_OK;
    if (good) {
        dxk_container_header header = dxk_container_header_get(container);
        memcpy(f->digest, header.digest, sizeof f->digest);
        f->state = dxk_container_digest_state(container);
        f->parts = dxk_container_part_count(container);
        put_profile(f, container);
    }
    dxk_container_free(container);
    dxk_ctx_clear_diags(s->ctx);
    return good;
}

/* ---------------------------------------------------------------------------------------- */
/* Keeping                                                                                    */

static bool is_same(const found *a, const found *b)
{
    return a->bytes.size == b->bytes.size && memcmp(a->digest, b->digest, sizeof a->digest) == 0 &&
           memcmp(a->bytes.data, b->bytes.data, a->bytes.size) == 0;
}

/* Digests are zero in unsigned containers: the end tells them apart, which is code. */
static uint32_t hash_of(const found *f)
{
    enum { SAMPLE = 512 };
    size_t size = f->bytes.size < SAMPLE ? f->bytes.size : SAMPLE;
    uint32_t hash = load32(f->digest) ^ (uint32_t)f->bytes.size;
    for (size_t i = f->bytes.size - size; i < f->bytes.size; i++)
        hash = (hash ^ f->bytes.data[i]) * 16777619u;
    return hash;
}

/* The slot of an equal container, or the first free one; NULL: none near by, it is not noted. */
static size_t *find_slot(const found_set *set, const found *f)
{
    enum { PROBES = 64 }; /* more would be somebody's wish */
    size_t at = hash_of(f) % set->slot_count;
    for (size_t i = 0; i < PROBES; i++, at = (at + 1) % set->slot_count) {
        if (!set->slots[at] || is_same(&set->items[set->slots[at] - 1], f))
            return &set->slots[at];
    }
    return NULL;
}

static bool grow_slots(found_set *set)
{
    size_t slot_count = set->capacity * 2;
    size_t *slots = calloc(slot_count, sizeof *slots);
    if (!slots)
        return false;
    free(set->slots);
    set->slots = slots;
    set->slot_count = slot_count;
    for (size_t i = 0; i < set->count; i++) {
        size_t *slot = find_slot(set, &set->items[i]);
        if (slot)
            *slot = i + 1;
    }
    return true;
}

static bool grow(scanner *s)
{
    found_set *set = &s->all;
    size_t capacity = set->capacity ? set->capacity * 2 : 64;
    found *items = realloc(set->items, capacity * sizeof *items);
    if (!items)
        return false;
    set->items = items;
    set->capacity = capacity;
    return !s->o->unique || grow_slots(set);
}

/* Adds it, unless an equal one is there and --unique is given. False: out of memory. */
static bool keep(scanner *s, const found *f)
{
    found_set *set = &s->all;
    if (set->count == set->capacity && !grow(s))
        return false;
    size_t *slot = s->o->unique ? find_slot(set, f) : NULL;
    if (slot && *slot)
        return true;
    set->items[set->count++] = *f;
    if (slot)
        *slot = set->count;
    return true;
}

static int scan(scanner *s)
{
    if (!s->j->input.size)
        return CLI_OK;
    const uint8_t *data = s->j->input.data, *end = data + s->j->input.size, *p = data;
    while (p && p < end && (p = memchr(p, MAGIC[0], (size_t)(end - p))) != NULL) {
        size_t left = (size_t)(end - p);
        found f = {.offset = (uint64_t)(p - data)};
        bool magic = left >= HEADER_BYTES && memcmp(p, MAGIC, 4) == 0;
        f.bytes = magic ? candidate(p, left) : (dxk_bytes){NULL, 0};
        bool good = f.bytes.size && try_read(s, f.bytes, &f);
        if (good && !keep(s, &f))
            return job_status(s->j, DXK_E_NOMEM);
        p += good ? f.bytes.size : 1;
    }
    return CLI_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Showing                                                                                    */

/* DIRECTORY/FILE-OFFSET.dxil; NULL: out of memory. */
static char *file_name(const scanner *s, const found *f)
{
    const char *slash = strrchr(s->j->name, '/');
    const char *name = slash ? slash + 1 : strcmp(s->j->name, "-") == 0 ? "stdin" : s->j->name;
    size_t size = strlen(s->o->extract) + strlen(name) + 40;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s-%llx.%s", s->o->extract, name, (unsigned long long)f->offset,
                 f->is_legacy ? "dxbc" : "dxil");
    return path;
}

static int extract(scanner *s)
{
    int status = job_make_directory(s->j, s->o->extract);
    for (size_t i = 0; i < s->all.count && status == CLI_OK; i++) {
        const found *f = &s->all.items[i];
        char *path = file_name(s, f);
        dxk_buffer bytes;
        dxk_buffer_init(&bytes, s->j->ctx);
        status = path ? job_status(s->j, dxk_buffer_append(&bytes, f->bytes.data, f->bytes.size))
                      : job_status(s->j, DXK_E_NOMEM);
        if (status == CLI_OK)
            status = job_write(s->j, path, &bytes);
        dxk_buffer_free(&bytes);
        free(path);
    }
    return status;
}

static void print_table(scanner *s)
{
    static const char *const heads[] = {"offset", "size", "parts", "program", "digest", "state"};
    text_table table;
    if (!s->all.count) {
        text_put(&s->j->out, "no containers\n");
        return;
    }
    text_table_init(&table, s->j->ctx, &s->j->out, "rrrlll", 0);
    text_table_head(&table, heads);
    for (size_t i = 0; i < s->all.count; i++) {
        const found *f = &s->all.items[i];
        text_hex(text_cell(&table), f->offset, 1);
        text_u64(text_cell(&table), f->bytes.size);
        text_u64(text_cell(&table), f->parts);
        text_put(text_cell(&table), f->profile);
        text_hex_bytes(text_cell(&table), (dxk_bytes){f->digest, sizeof f->digest});
        text_put(text_cell(&table), dxk_digest_state_name(f->state));
    }
    text_table_print(&table);
}

static void print_json(scanner *s)
{
    dxk_json *json = s->j->json;
    dxk_json_array(json, "containers");
    for (size_t i = 0; i < s->all.count; i++) {
        const found *f = &s->all.items[i];
        dxk_json_object_line(json, NULL);
        dxk_json_u64(json, "offset", f->offset);
        dxk_json_u64(json, "size", f->bytes.size);
        dxk_json_u64(json, "parts", f->parts);
        if (*f->profile)
            dxk_json_text(json, "program", f->profile);
        dxk_json_hex(json, "digest", (dxk_bytes){f->digest, sizeof f->digest});
        dxk_json_text(json, "state", dxk_digest_state_name(f->state));
        dxk_json_end(json);
    }
    dxk_json_end(json);
}

static int run(job *j)
{
    scanner s = {.j = j, .o = j->options};
    int status = job_status(j, dxk_ctx_create(NULL, &s.ctx));
    if (status == CLI_OK)
        status = scan(&s);
    if (status == CLI_OK && j->json)
        print_json(&s);
    else if (status == CLI_OK)
        print_table(&s);
    if (status == CLI_OK && s.o->extract && s.all.count)
        status = extract(&s);
    free(s.all.items);
    free(s.all.slots);
    dxk_ctx_free(s.ctx);
    return status;
}

/* Containers may be in any file. */
static bool wants(const char *name, dxk_bytes bytes)
{
    (void)name;
    return bytes.size != 0;
}

static int prepare(cli_app *app)
{
    app->any_input = true;
    return CLI_OK;
}

const cli_command cmd_scan = {
    .name = "scan",
    .summary = "find containers inside other files",
    .operands = "[FILE...]",
    .about =
        "Finds containers in files of any kind: executables, archives, pipeline caches, memory\n"
        "dumps. For each container, prints its offset, its size in bytes, the number of parts,\n"
        "stage, shader model, and the digest with its state (see dxk hash).\n"
        "\n"
        "Compressed containers and containers inside other containers are not found.",
    .examples = "dxk scan game.exe\n"
                "dxk scan --unique -x shaders cache.bin\n"
                "dxk scan -r --json install | jq '.[].containers[].program'",
    .options = specs,
    .options_size = sizeof(scan_options),
    .flags = CLI_MANY,
    .wants = wants,
    .prepare = prepare,
    .run = run,
};
