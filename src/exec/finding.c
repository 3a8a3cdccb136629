/* SPDX-License-Identifier: MIT */
/*
 * finding.c - what running a shader finds: kept once for each kind and instruction, with the first
 * time and a count. Part of <dxk/run.h>.
 */
#include "exec/about.h"
#include "exec/build.h"
#include "ir/idset.h"

enum { ASKED, ALWAYS, BY_NAME };

typedef struct finding_kind {
    const char *id, *text, *message, *advice;
    uint8_t severity;
    uint8_t when; /* ASKED, ALWAYS, BY_NAME */
} finding_kind;

static const finding_kind kinds[DXKI_FOUND_COUNT] = {
#define DXKI_EXEC_FINDING(ident, id, severity, always, text, message, advice)                      \
    [DXKI_FOUND_##ident] = {id, text, message, advice, DXK_##severity, always},
#include "exec/findings.def"
#undef DXKI_EXEC_FINDING
};

size_t dxk_run_finding_id_count(void)
{
    return DXKI_FOUND_COUNT;
}

const char *dxk_run_finding_id(size_t index, const char **text)
{
    if (index >= DXKI_FOUND_COUNT)
        return NULL;
    if (text)
        *text = kinds[index].text;
    return kinds[index].id;
}

bool dxk_run_finding_is_default(size_t index)
{
    return index < DXKI_FOUND_COUNT && kinds[index].when != BY_NAME;
}

static const finding_kind *kind_of(const char *id)
{
    for (size_t n = 0; n < DXKI_FOUND_COUNT; n++) {
        if (strcmp(kinds[n].id, id) == 0)
            return &kinds[n];
    }
    return NULL;
}

const char *dxki_exec_finding_message(const char *id)
{
    const finding_kind *kind = kind_of(id);

    return kind ? kind->message : "";
}

const char *dxk_run_finding_advice(const char *id)
{
    const finding_kind *kind = kind_of(id);

    return kind ? kind->advice : "";
}

/* ---------------------------------------------------------------------------------------- */
/* Keeping                                                                                    */

static dxki_exec_found *find_known(dxk_run_worker *worker, dxki_exec_finding_id id, uint32_t at,
                                   dxk_severity severity, uint32_t hash)
{
    uint32_t pos = hash, known;

    while ((known = dxki_idset_next(&worker->found_set, hash, &pos)) != 0) {
        dxki_exec_found *found = &worker->found.items[known - 1];
        if (found->id == id && found->at == at && found->severity == severity)
            return found;
    }
    return NULL;
}

static bool keep(dxki_exec_wave *w, dxki_exec_found found, uint32_t hash)
{
    dxk_run_worker *worker = w->worker;
    uint32_t number = (uint32_t)worker->found.count + 1;

    if (!dxki_vec_push(worker->ctx, &worker->found, found))
        return false;
    if (!dxki_idset_add(worker->ctx, &worker->found_set, hash, number)) {
        worker->found.count--;
        return false;
    }
    return true;
}

/* Keeps a finding, or counts it; tells about new ones. */
static void note(dxki_exec_wave *w, const dxki_exec_found *found)
{
    dxk_run_worker *worker = w->worker;
    uint32_t hash = dxki_hash_end(dxki_hash_mix(found->id, found->at));
    dxki_exec_found *known =
        find_known(worker, found->id, found->at, (dxk_severity)found->severity, hash);

    if (known) {
        known->count++;
        return;
    }
    if (!keep(w, *found, hash)) {
        dxki_exec_stop(w, dxki_nomem(worker->ctx));
        return;
    }
    if (w->run->options.finding) {
        dxk_run_finding told;
        dxki_exec_found_tell(worker, found, &told);
        w->run->options.finding(w->run->options.finding_user, &told);
    }
}

static bool is_asked(const dxk_run_worker *worker, dxki_exec_finding_id id)
{
    return kinds[id].when == ALWAYS || worker->enabled >> id & 1;
}

static uint32_t place_of(const dxki_exec_wave *w, const dxki_exec_inst *i)
{
    return i ? (uint32_t)(i - w->program->code.items) : UINT32_MAX;
}

/* A finding of a lane, for the first time. */
static dxki_exec_found made_by(const dxki_exec_wave *w, dxki_exec_finding_id id,
                               dxk_severity severity, uint32_t lane)
{
    dxki_exec_found found = {.id = id,
                             .severity = severity,
                             .other = UINT32_MAX,
                             .thread = w->thread_of[lane],
                             .lane = lane,
                             .element = UINT64_MAX,
                             .count = 1};

    memcpy(found.group, w->group->id, sizeof found.group);
    return found;
}

void dxki_exec_finding_between(dxki_exec_wave *w, dxki_exec_finding_id id, uint32_t at,
                               uint32_t other, uint32_t lane)
{
    if (!is_asked(w->worker, id))
        return;
    dxki_exec_found found = made_by(w, id, (dxk_severity)kinds[id].severity, lane);
    found.at = at;
    found.other = other;
    note(w, &found);
}

static const dxki_exec_about about_nothing = {.element = UINT64_MAX};

void dxki_exec_finding(dxki_exec_wave *w, dxki_exec_finding_id id, const dxki_exec_inst *i,
                       uint32_t lane, uint64_t a, uint64_t b)
{
    dxki_exec_finding_about(w, id, i, lane, a, b, &about_nothing);
}

void dxki_exec_finding_in(dxki_exec_wave *w, dxki_exec_finding_id id, const dxki_exec_inst *i,
                          uint32_t lane, const dxki_exec_view *view, dxk_run_unit unit, uint64_t a,
                          uint64_t b)
{
    dxki_exec_about about = {.view = view, .unit = unit, .element = UINT64_MAX};

    dxki_exec_finding_about(w, id, i, lane, a, b, &about);
}

void dxki_exec_finding_about(dxki_exec_wave *w, dxki_exec_finding_id id, const dxki_exec_inst *i,
                             uint32_t lane, uint64_t a, uint64_t b, const dxki_exec_about *about)
{
    dxki_exec_finding_with(w, id, (dxk_severity)kinds[id].severity, i, NULL, lane, a, b, about);
}

void dxki_exec_finding_with(dxki_exec_wave *w, dxki_exec_finding_id id, dxk_severity severity,
                            const dxki_exec_inst *i, const dxki_exec_inst *other, uint32_t lane,
                            uint64_t a, uint64_t b, const dxki_exec_about *about)
{
    if (!is_asked(w->worker, id))
        return;
    dxki_exec_found found = made_by(w, id, severity, lane);
    found.at = place_of(w, i);
    found.other = place_of(w, other);
    found.values[0] = a;
    found.values[1] = b;
    found.view = about->view ? (uint32_t)(about->view - w->views->items) : 0;
    found.object = about->object;
    found.unit = (uint8_t)about->unit;
    found.element = about->element;
    note(w, &found);
}

void dxki_exec_stop(dxki_exec_wave *w, dxk_status status)
{
    if (w->worker->status == DXK_OK)
        w->worker->status = status;
}

/* ---------------------------------------------------------------------------------------- */
/* Telling                                                                                    */

/* The instruction of the module at a place of a finding; 0: none. */
static uint32_t inst_at(const dxk_run_program *p, uint32_t at)
{
    size_t code = p->code.count;

    if (at < code)
        return p->origin.items[at];
    return at - code < p->segments.count ? p->segments.items[at - code].inst : 0;
}

/* The number of that place for dxk_run_program_frame(). */
static uint32_t place_at(const dxk_run_program *p, uint32_t at)
{
    uint32_t inst = inst_at(p, at);

    return inst ? p->place_of[inst] - 1 : UINT32_MAX;
}

void dxki_exec_found_tell(const dxk_run_worker *worker, const dxki_exec_found *found,
                          dxk_run_finding *out)
{
    const dxk_run_program *p = worker->program;
    const uint32_t *n = p->info.num_threads;

    memset(out, 0, sizeof *out);
    out->id = kinds[found->id].id;
    out->severity = found->severity;
    out->instruction = UINT32_MAX;
    out->place = place_at(p, found->at);
    out->other_place = place_at(p, found->other);
    memcpy(out->group, found->group, sizeof out->group);
    if (found->thread != UINT32_MAX) {
        out->thread[0] = found->thread % n[0];
        out->thread[1] = found->thread / n[0] % n[1];
        out->thread[2] = found->thread / (n[0] * n[1]);
    }
    out->lane = found->lane;
    memcpy(out->values, found->values, sizeof out->values);
    out->count = found->count;
    dxki_exec_found_about(worker, found, out);
    if (out->place == UINT32_MAX)
        return;
    uint32_t inst = inst_at(p, found->at);
    uint32_t fn = p->m->blocks.items[p->m->insts.items[inst].block].function;
    out->function = dxki_string_get(p->m, p->m->globals.items[fn].name);
    out->instruction = p->places.items[out->place].number;
    dxk_run_frame frame;
    if (!dxk_run_program_frame(p, out->place, 0, &frame))
        return;
    out->file = frame.file;
    out->line = frame.line;
    out->column = frame.column;
}

size_t dxk_run_worker_finding_count(const dxk_run_worker *worker)
{
    return worker->found.count;
}

bool dxk_run_worker_finding(const dxk_run_worker *worker, size_t index, dxk_run_finding *out)
{
    if (index >= worker->found.count)
        return false;
    dxki_exec_found_tell(worker, &worker->found.items[index], out);
    return true;
}
