/* SPDX-License-Identifier: MIT */
/* subject.c - loading what is to be judged; see subject.h. */
#include "subject.h"

#include <dxk/build.h>
#include <dxk/dxbc.h>
#include <dxk/parts.h>
#include <dxk/yaml.h>

#include <string.h>

static void finish(subject *s, subject_state why, dxk_status status)
{
    bool about_input =
        status == DXK_E_INVALID || status == DXK_E_UNSUPPORTED || status == DXK_E_NOT_FOUND;
    s->status = status;
    s->state = status == DXK_OK ? SUBJECT_READY : about_input ? why : SUBJECT_FAILED;
}

/* The reference's assembler refuses some of what dxk makes a container of. */
static void check_refused(job *j, subject *s, uint32_t code)
{
    if (!code && !s->refusal.data)
        return;
    s->code = code;
    finish(s, SUBJECT_BAD_METADATA, DXK_E_INVALID);
    if (s->as_dxv)
        return;
    job_error(j, CLI_INVALID, "dxc does not assemble it: %s",
              code ? "the debug information has nodes of the wrong kind"
                   : "the annotations of types are malformed");
}

/* Reads what was assembled. */
static void read_assembled(job *j, subject *s, subject_state why, dxk_status status)
{
    if (status == DXK_OK)
        status = dxk_container_read(j->ctx, (dxk_bytes){s->bytes.data, s->bytes.size}, NULL,
                                    &s->container);
    finish(s, why, status);
}

/* The container of s->module. */
static void assemble(job *j, subject *s)
{
    uint32_t code = 0;
    const dxk_write_options how = {.digest = DXK_DIGEST_CLEAR, .as_container = true};
    dxk_container *built;
    dxk_status status = dxk_compat_build(s->module, NULL, &built, &s->refusal, &code);
    s->assembled = true;
    if (status == DXK_OK) {
        status = dxk_container_write(built, &how, dxk_buffer_sink(&s->bytes));
        dxk_container_free(built);
    }
    read_assembled(j, s, SUBJECT_BAD_METADATA, status);
    if (s->status == DXK_OK)
        check_refused(j, s, code);
}

static void load_bitcode(job *j, dxk_bytes bitcode, subject *s)
{
    dxk_status status = dxk_module_read(j->ctx, bitcode, NULL, &s->module);
    if (status == DXK_OK)
        status = dxk_module_upgrade(s->module);
    finish(s, SUBJECT_BAD_BITCODE, status);
    if (status == DXK_OK)
        assemble(j, s);
}

/* How texts begin, after blanks and comments. */
static const char *const yaml_beginnings[] = {"---", "Header:", NULL};
static const char *const module_beginnings[] = {
    "target", "source_filename", "module", "define", "declare", "attributes", "%", "@", "!",
    "$",      "uselistorder",    NULL};

static size_t skip_line(dxk_bytes b, size_t at)
{
    const uint8_t *end = memchr(b.data + at, '\n', b.size - at);
    return end ? (size_t)(end - b.data) + 1 : b.size;
}

/* Comments begin with ';' in modules, with '#' in YAML. */
static size_t skip_comments(dxk_bytes b)
{
    size_t at = 0;
    while (at < b.size && strchr(" \t\r\n;#", b.data[at]) && b.data[at])
        at = b.data[at] == ';' || b.data[at] == '#' ? skip_line(b, at) : at + 1;
    return at;
}

static bool begins_as(dxk_bytes b, const char *const *beginnings)
{
    size_t at = skip_comments(b);
    for (; *beginnings; beginnings++) {
        size_t size = strlen(*beginnings);
        if (b.size - at >= size && memcmp(b.data + at, *beginnings, size) == 0)
            return true;
    }
    return false;
}

static bool has_mark(dxk_bytes b)
{
    return (b.size >= 3 && memcmp(b.data, "\xef\xbb\xbf", 3) == 0) ||
           (b.size >= 2 &&
            (memcmp(b.data, "\xff\xfe", 2) == 0 || memcmp(b.data, "\xfe\xff", 2) == 0));
}

static bool is_utf8(dxk_bytes b)
{
    size_t i = 0, n = 1;
    for (; i < b.size && n; i += n)
        n = b.data[i] < 0x80 ? 1 : text_utf8_size((const char *)b.data + i, b.size - i);
    return n != 0;
}

/* What a C string has of it. */
static dxk_bytes up_to_nul(dxk_bytes b)
{
    const uint8_t *nul = b.size ? memchr(b.data, 0, b.size) : NULL;
    return nul ? (dxk_bytes){b.data, (size_t)(nul - b.data)} : b;
}

static void load_text(job *j, dxk_bytes text, subject *s)
{
    const dxk_parse_options how = {.places = true};
    if (!has_mark(text) && !is_utf8(text)) {
        finish(s, SUBJECT_NO_TEXT, DXK_E_INVALID);
        return;
    }
    dxk_status status = dxk_compat_parse(j->ctx, text, &how, &s->module, &s->error);
    finish(s, SUBJECT_BAD_TEXT, status);
    if (status == DXK_OK)
        assemble(j, s);
}

static void begin(job *j, subject *s, bool as_dxv)
{
    memset(s, 0, sizeof *s);
    s->as_dxv = as_dxv;
    dxk_buffer_init(&s->bytes, j->ctx);
}

/* dxv runs past the end of an empty text, into something that is none. */
static void refuse_empty(subject *s)
{
    static const char text[] = "expected top-level entity";
    s->error.message = (dxk_str){text, sizeof text - 1};
    finish(s, SUBJECT_BAD_TEXT, DXK_E_INVALID);
}

void subject_load_text(job *j, subject *s)
{
    dxk_bytes text = has_mark(j->input) ? j->input : up_to_nul(j->input);
    begin(j, s, true);
    if (text.size)
        load_text(j, text, s);
    else
        refuse_empty(s);
}

/* The container of a listing of shader model 4 or 5. */
static void assemble_legacy(job *j, dxk_str text, subject *s)
{
    const dxk_write_options how = {.digest = dxk_dxbc_digest(text)};
    dxk_container *built;
    dxk_status status = dxk_container_parse(j->ctx, text, &built);
    s->assembled = true;
    if (status == DXK_OK) {
        status = dxk_container_write(built, &how, dxk_buffer_sink(&s->bytes));
        dxk_container_free(built);
    }
    read_assembled(j, s, SUBJECT_NO_TEXT, status);
}

/* The container that a document describes. */
static void assemble_yaml(job *j, dxk_bytes text, subject *s)
{
    dxk_status status = dxk_yaml_read(j->ctx, text, dxk_buffer_sink(&s->bytes));
    s->assembled = true;
    read_assembled(j, s, SUBJECT_NO_TEXT, status);
}

/* Not one of the known kinds: text, when it looks like it. */
static void load_unknown(job *j, dxk_bytes input, subject *s)
{
    dxk_str text = {(const char *)input.data, input.size};
    if (input.size == 0)
        finish(s, SUBJECT_NO_TEXT, dxk_container_read(j->ctx, input, NULL, &s->container));
    else if (dxk_dxbc_is_listing(text))
        assemble_legacy(j, text, s);
    else if (begins_as(input, yaml_beginnings))
        assemble_yaml(j, input, s);
    else if (!has_mark(input) && up_to_nul(input).size != input.size)
        finish(s, SUBJECT_NO_TEXT, dxk_container_read(j->ctx, input, NULL, &s->container));
    else
        load_text(j, input, s);
    if (j->messages.size)
        finish(s, SUBJECT_NO_TEXT, DXK_E_INVALID);
}

/* A PDB has the module with debug information, of which the container can be made again. */
static void load_debug(job *j, subject *s)
{
    dxk_container *pdb = s->container;
    dxk_program_place place;
    dxk_status status = dxk_container_program(pdb, DXK_PROGRAM_DEBUG, &place);
    if (status == DXK_E_NOT_FOUND)
        return;
    s->container = NULL;
    s->source = pdb;
    finish(s, SUBJECT_DAMAGED, status);
    if (status == DXK_OK)
        load_bitcode(j, place.program.bitcode, s);
}

void subject_load(job *j, bool as_dxv, subject *s)
{
    dxk_input_kind kind = dxk_input_sniff(j->input);
    begin(j, s, as_dxv);
    if (kind == DXK_INPUT_BITCODE)
        load_bitcode(j, j->input, s);
    else if (as_dxv && kind != DXK_INPUT_CONTAINER)
        subject_load_text(j, s);
    else if (kind == DXK_INPUT_UNKNOWN)
        load_unknown(j, j->input, s);
    else
        finish(s, SUBJECT_DAMAGED, dxk_container_read(j->ctx, j->input, NULL, &s->container));
    if (s->container && kind == DXK_INPUT_PDB)
        load_debug(j, s);
}

bool subject_is_text(dxk_bytes text)
{
    return has_mark(text) || begins_as(text, module_beginnings) ||
           begins_as(text, yaml_beginnings) ||
           dxk_dxbc_is_listing((dxk_str){(const char *)text.data, text.size});
}

bool subject_may_be_text(dxk_bytes start)
{
    return subject_is_text(start) || skip_comments(start) == start.size;
}

int subject_assemble(job *j, dxk_bytes *text, dxk_buffer *made)
{
    if (!(j->app->command->flags & CLI_TEXT) || dxk_input_sniff(*text) != DXK_INPUT_UNKNOWN ||
        !subject_is_text(*text))
        return CLI_OK;
    subject s;
    begin(j, &s, false);
    load_unknown(j, *text, &s);
    int result = job_status(j, s.status);
    if (result == CLI_OK) {
        *made = s.bytes;
        *text = (dxk_bytes){made->data, made->size};
        dxk_buffer_init(&s.bytes, j->ctx);
    }
    subject_free(&s);
    return result;
}

void subject_free(subject *s)
{
    dxk_container_free(s->container);
    dxk_module_free(s->module);
    dxk_container_free(s->source);
    dxk_buffer_free(&s->bytes);
    s->container = NULL;
    s->module = NULL;
    s->source = NULL;
}
