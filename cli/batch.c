/* SPDX-License-Identifier: MIT */
/*
 * batch.c - many inputs; see batch.h.
 *
 * Input i is worked on in slot i mod W. Workers take inputs in order and may run ahead of the
 * output by W slots; the main thread empties the slots in order, so it alone prints, writes files
 * and sees signals (workers block them all).
 *
 *   inputs   0 1 2 3 | 4 5 6 7 8 | 9 ...
 *            printed | slots     | waiting
 */
#include "batch.h"

#include "diag.h"
#include "host.h"
#include "inputs.h"
#include "job.h"

#include <stdlib.h>
#include <string.h>

#define MAX_THREADS      256u
#define SLOTS_PER_THREAD 8u
#define PROGRESS_AFTER   0.5  /* seconds until the progress line appears */
#define PROGRESS_EVERY   0.1  /* seconds between two of them */
#define LOOK_EVERY       100u /* milliseconds until it is looked whether to show one */

typedef struct slot {
    job job;
    bool done; /* the worker has finished with it */
} slot;

typedef struct batch {
    const cli_app *app;
    input_list inputs;
    slot *slots;
    size_t slot_count;
    host_lock lock;   /* guards next, printed, waiting, stop, slot.done */
    host_event room;  /* a slot became free */
    host_event ready; /* a slot is done */
    size_t next;      /* input to be started next */
    size_t printed;   /* inputs whose output is out */
    size_t waiting;   /* workers that wait for room */
    bool stop;        /* output failed: start no more */

    text_out err; /* main thread only, from here on */
    dxk_buffer err_buffer;
    bool shown_one; /* an input's output was printed */
    bool progress;  /* a progress line makes sense */
    bool line_up;   /* it is on the screen */
    double started, last;
    size_t judged, bad; /* inputs that the command ran on, and those among them with a status */
    int status;
    int out_error; /* errno of standard output */
} batch;

/* ---------------------------------------------------------------------------------------- */
/* Progress                                                                                   */

static double now(void)
{
    return (double)host_clock() / 1e9;
}

static void clear_progress(batch *b)
{
    if (b->line_up)
        text_put(&b->err, "\r\033[K");
    b->line_up = false;
}

static void show_progress(batch *b)
{
    double t = b->progress ? now() : 0;
    if (!b->progress || t - b->started < PROGRESS_AFTER || t - b->last < PROGRESS_EVERY)
        return;
    double rate = (double)b->printed / (t - b->started);
    size_t left = b->inputs.count - b->printed;
    b->last = t;
    text_printf(&b->err, "\r\033[K%zu of %zu, %.0f/s", b->printed, b->inputs.count, rate);
    if (rate > 0)
        text_printf(&b->err, ", %.0f s left", (double)left / rate);
    b->line_up = true;
    text_flush(&b->err);
}

/* ---------------------------------------------------------------------------------------- */
/* Output                                                                                     */

/* Are the outputs elements of one JSON document? */
static bool is_array(const batch *b)
{
    return b->app->several && b->app->common.json && !b->app->common.jsonl;
}

/* What separates one input's output from the one before. */
static void print_head(batch *b, const job *j, text_out *out)
{
    if (b->app->frame) {
        if (b->shown_one)
            text_put(out, b->app->frame->between);
        b->shown_one = true;
        return;
    }
    if (!b->app->several || b->app->common.jsonl || (b->app->no_heads && !b->app->common.json))
        return;
    if (b->app->common.json) {
        text_put(out, b->shown_one ? ",\n" : "[\n");
    } else {
        text_put(out, b->shown_one ? "\n" : "");
        text_style(out, TEXT_TITLE);
        text_safe(out, (dxk_str){j->name, strlen(j->name)});
        text_style(out, TEXT_PLAIN);
        text_put(out, ":\n");
    }
    b->shown_one = true;
}

static void print_output(batch *b, job *j)
{
    if (b->app->frame && b->app->frame->each)
        b->app->frame->each(b->app, j->name, &j->out_buffer);
    dxk_bytes bytes = {j->out_buffer.data, j->out_buffer.size};
    if (is_array(b) && bytes.size)
        bytes.size--; /* the comma comes before the line feed */
    if (bytes.size) {
        dxk_buffer buffer;
        dxk_buffer_init(&buffer, j->ctx);
        text_out head = text_to_buffer(&buffer, b->app->color_out);
        print_head(b, j, &head);
        if (!b->out_error)
            b->out_error = head.error;
        if (!b->out_error)
            b->out_error = io_write_all(IO_STDOUT, buffer.data, buffer.size);
        dxk_buffer_free(&buffer);
        if (!b->out_error)
            b->out_error = io_write_all(IO_STDOUT, bytes.data, bytes.size);
    }
}

/* Prints everything about a job whose command has run. */
static void emit(batch *b, job *j)
{
    clear_progress(b);
    if (j->out.fd < 0) {
        job_finish(j, &b->err);
        print_output(b, j);
    } else {
        job_finish(j, &b->err);
        text_flush(&j->out);
        b->out_error = j->out.error;
    }
    text_flush(&b->err);
    b->judged += !j->skipped;
    b->bad += !j->skipped && j->status != CLI_OK;
    if (j->status > b->status)
        b->status = j->status;
    job_reset(j);
}

static void print_framing(batch *b, bool head)
{
    const cli_frame *frame = b->app->frame;
    bool to_file = !head && b->app->output;
    text_out out = text_to_buffer(&b->err_buffer, false);
    out.fd = to_file ? -1 : IO_STDOUT;
    text_flush(&b->err);
    if (head && frame->head)
        frame->head(b->app, &out);
    if (!head && frame->tail)
        frame->tail(b->app, &out, b->judged, b->bad, b->status);
    text_flush(&out);
    if (to_file && !out.error)
        out.error =
            io_write_file(b->app->output, (dxk_bytes){b->err_buffer.data, b->err_buffer.size});
    if (to_file)
        b->err_buffer.size = 0;
    if (!b->out_error)
        b->out_error = out.error;
}

static void print_summary(batch *b)
{
    double seconds = now() - b->started;
    double rate = seconds > 0 ? (double)b->judged / seconds : 0;
    if (b->app->summarize)
        b->app->summarize(b->app, &b->err);
    text_printf(&b->err, "%zu input%s, %zu failed, in %.2f s: %.0f/s\n", b->judged,
                b->judged == 1 ? "" : "s", b->bad, seconds, rate);
}

static void end_output(batch *b)
{
    char why[IO_MESSAGE];
    char message[IO_MESSAGE + 40];
    const char *file = b->app->frame ? b->app->output : NULL;
    strcpy(message, file ? "cannot be written: " : "cannot write standard output: ");
    clear_progress(b);
    if (b->app->frame && !b->out_error)
        print_framing(b, false);
    if (is_array(b) && !b->out_error) {
        const char *end = b->shown_one ? "\n]\n" : "[]\n";
        b->out_error = io_write_all(IO_STDOUT, end, strlen(end));
    }
    if (b->out_error) {
        int status = cli_io_status(b->out_error);
        strcat(message, io_message(b->out_error, why));
        diag_print_message(&b->err, file, DXK_ERROR, message);
        if (b->status < status)
            b->status = status;
    }
    if (b->app->summary)
        print_summary(b);
    text_flush(&b->err);
}

/* ---------------------------------------------------------------------------------------- */
/* One after the other                                                                        */

/* Runs the command on an input. */
static void run_input(const batch *b, job *j, size_t index)
{
    const input *in = &b->inputs.items[index];
    if (b->app->input_options)
        j->options = b->app->input_options[index];
    job_run(j, in->name, in->found);
}

static void run_serial(batch *b)
{
    job *j = &b->slots[0].job;
    if (!b->app->several && !b->app->frame)
        j->out.fd = IO_STDOUT; /* long output need not be kept */
    for (size_t i = 0; i < b->inputs.count && !b->out_error; i++) {
        run_input(b, j, i);
        emit(b, j);
        b->printed = i + 1;
        show_progress(b);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* On threads                                                                                 */

static void work(void *user)
{
    batch *b = user;
    host_lock_take(&b->lock);
    for (;;) {
        while (!b->stop && b->next < b->inputs.count && b->next >= b->printed + b->slot_count) {
            b->waiting++;
            host_event_wait(&b->room, &b->lock, 0);
            b->waiting--;
        }
        if (b->stop || b->next >= b->inputs.count)
            break;
        size_t index = b->next++;
        slot *s = &b->slots[index % b->slot_count];
        host_lock_give(&b->lock);
        run_input(b, &s->job, index);
        host_lock_take(&b->lock);
        s->done = true;
        if (index == b->printed) /* the one that the main thread waits for */
            host_event_wake_one(&b->ready);
    }
    host_lock_give(&b->lock);
}

/* Waits for a slot, keeping the progress line alive. The lock is held. */
static void wait_for(batch *b, const slot *s)
{
    while (!s->done) {
        if (!host_event_wait(&b->ready, &b->lock, b->progress ? LOOK_EVERY : 0))
            show_progress(b);
    }
}

/* Room for workers once half of the slots are free: waking them for each would cost more than a
 * small input takes. The lock is held. */
static void make_room(batch *b)
{
    bool half = b->next - b->printed <= b->slot_count / 2;
    if (b->waiting && (half || b->stop))
        host_event_wake_all(&b->room);
}

static void print_in_order(batch *b)
{
    host_lock_take(&b->lock);
    for (size_t i = 0; i < b->inputs.count && !b->out_error; i++) {
        slot *s = &b->slots[i % b->slot_count];
        wait_for(b, s);
        host_lock_give(&b->lock);
        emit(b, &s->job);
        show_progress(b);
        host_lock_take(&b->lock);
        s->done = false;
        b->printed = i + 1;
        make_room(b);
    }
    b->stop = true;
    make_room(b);
    host_lock_give(&b->lock);
}

/* False when not even one thread could be started. */
static bool run_threads(batch *b, size_t count)
{
    host_thread threads[MAX_THREADS];
    size_t started = 0;
    host_lock_init(&b->lock);
    host_event_init(&b->room);
    host_event_init(&b->ready);
    while (started < count && host_thread_start(&threads[started], work, b))
        started++;
    if (started)
        print_in_order(b);
    for (size_t i = 0; i < started; i++)
        host_thread_join(&threads[i]);
    host_event_destroy(&b->ready);
    host_event_destroy(&b->room);
    host_lock_destroy(&b->lock);
    return started > 0;
}

/* ---------------------------------------------------------------------------------------- */

static size_t thread_count(const batch *b)
{
    uint64_t wanted = b->app->common.jobs;
    if (b->inputs.count < 2)
        return 1;
    if (!wanted)
        wanted = host_processors();
    if (wanted > b->inputs.count)
        wanted = b->inputs.count;
    return wanted < MAX_THREADS ? (size_t)wanted : MAX_THREADS;
}

static int collect(batch *b)
{
    const cli_app *app = b->app;
    int error = 0;
    if (app->operand_count == 0 || app->no_input)
        error = inputs_add(&b->inputs, "-", false);
    else
        for (size_t i = 0; i < app->operand_count && !error; i++)
            error = inputs_add(&b->inputs, app->operands[i], app->common.recursive);
    return error;
}

/* Allocates the slots for `threads` threads. */
static bool make_slots(batch *b, size_t threads)
{
    size_t count = threads > 1 ? threads * SLOTS_PER_THREAD : 1;
    b->slots = calloc(count, sizeof *b->slots);
    for (size_t i = 0; b->slots && i < count; i++, b->slot_count++)
        if (job_init(&b->slots[i].job, b->app) != CLI_OK)
            return false;
    return b->slots != NULL;
}

static void free_batch(batch *b)
{
    for (size_t i = 0; i < b->slot_count; i++)
        job_free(&b->slots[i].job);
    free(b->slots);
    inputs_free(&b->inputs);
}

int batch_run(const cli_app *app)
{
    batch b = {.app = app, .started = 0};
    dxk_ctx *ctx;
    if (dxk_ctx_create(NULL, &ctx) != DXK_OK)
        return CLI_LIMIT;
    dxk_buffer_init(&b.err_buffer, ctx);
    b.err = text_to_buffer(&b.err_buffer, app->color_err);
    b.err.fd = IO_STDERR;
    size_t threads = 0;
    if (collect(&b) == 0) {
        threads = thread_count(&b);
        b.progress = b.inputs.count > 1 && io_is_terminal(IO_STDERR);
        b.started = b.progress || app->summary ? now() : 0;
    }
    if (threads && app->frame)
        print_framing(&b, true);
    if (threads && make_slots(&b, threads)) {
        if (threads == 1 || !run_threads(&b, threads))
            run_serial(&b);
        end_output(&b);
    } else {
        diag_print_message(&b.err, NULL, DXK_ERROR, "out of memory");
        b.status = CLI_LIMIT;
    }
    text_flush(&b.err);
    free_batch(&b);
    dxk_buffer_free(&b.err_buffer);
    dxk_ctx_free(ctx);
    return b.status;
}
