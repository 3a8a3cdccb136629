/* SPDX-License-Identifier: MIT */
/*
 * host_web.c - the system under the command, where it is a WebAssembly module; see host.h and web.h.
 *
 * Files are in memory, or with the surroundings, which are asked only for what memory does not have and are never
 * written to. There are no links, devices and signals, and one thread.
 */
#include "host.h"

#include "surroundings.h"
#include "web.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_FD 3
#define MOST_FDS 64

/* A descriptor in use. */
typedef struct handle {
    bool open;
    char *path;       /* of a file in memory, which is found anew each time; NULL: it is outside */
    size_t at;        /* next byte of it */
    int outside;      /* descriptor of the surroundings */
    host_facts facts; /* of what is outside */
} handle;

static handle *handles(void)
{
    static handle all[MOST_FDS]; /* [0] is standard input */
    return all;
}

static void end_handle(handle *h)
{
    free(h->path);
    if (h->outside > 2)
        surroundings_close(h->outside);
    *h = (handle){.open = false};
}

void web_close_all(void)
{
    for (size_t i = 0; i < MOST_FDS; i++)
        end_handle(&handles()[i]);
}

/* NULL: no descriptor of a file. */
static handle *handle_of(int fd)
{
    handle *h = fd >= FIRST_FD && fd < MOST_FDS ? &handles()[fd] : NULL;
    return h && h->open ? h : NULL;
}

/* The bytes behind a descriptor; NULL: they are not in memory. */
static web_bytes *bytes_of(const handle *h)
{
    web_file *file = h->path ? web_find(h->path) : NULL;
    return file ? &file->bytes : NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* The program                                                                                */

bool host_begin(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return true;
}

int host_uninterrupted(int (*run)(void *user), void *user)
{
    return run(user);
}

void host_error_text(int error, char *text, size_t size)
{
    snprintf(text, size, "%s", strerror(error));
}

uint64_t host_clock(void)
{
    double now = surroundings_now() * 1e6;
    return now > 0 ? (uint64_t)now : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Files                                                                                      */

/* Is there a file in memory that is below the path? */
static bool is_folder(const char *path)
{
    size_t prefix;
    const web_state *state = web_memory();
    return state->count && web_find_below(path, &prefix) < state->count;
}

int host_look(const char *path, bool follow, host_facts *facts)
{
    const web_file *file = web_find(path);
    surroundings_facts outside;
    if (!*path)
        return ENOENT;
    *facts = (host_facts){.kind = HOST_DIRECTORY};
    if (file && file->kind != WEB_FOLDER)
        *facts = (host_facts){.kind = HOST_FILE, .size = file->bytes.size};
    if (file || is_folder(path))
        return 0;
    int error = surroundings_look(path, follow, &outside);
    if (!error)
        *facts = (host_facts){.kind = (host_kind)outside.kind,
                              .size = outside.size,
                              .several_names = outside.flags & 1,
                              .read_only = outside.flags & 2};
    return error;
}

int host_look_at(int fd, host_facts *facts)
{
    const handle *h = handle_of(fd);
    const web_bytes *bytes = h ? bytes_of(h) : NULL;
    *facts = (host_facts){.kind = HOST_OTHER};
    if (bytes)
        *facts = (host_facts){.kind = HOST_FILE, .size = bytes->size};
    else if (h && !h->path)
        *facts = h->facts;
    return h && h->path && !bytes ? ENOENT : 0;
}

bool host_can_read(const char *path)
{
    host_facts facts;
    return host_look(path, true, &facts) == 0;
}

/* A descriptor for a file in memory or, without a path, for one outside. */
static int new_handle(const char *path, int *fd)
{
    for (*fd = FIRST_FD; *fd < MOST_FDS; ++*fd) {
        handle *h = &handles()[*fd];
        if (h->open)
            continue;
        *h = (handle){.open = true, .path = path ? strdup(path) : NULL};
        h->open = !path || h->path;
        return h->open ? 0 : ENOMEM;
    }
    return EMFILE;
}

int host_open(const char *path, int *fd)
{
    host_facts facts;
    if (web_find(path))
        return new_handle(path, fd);
    int error = host_look(path, true, &facts);
    if (!error && facts.kind == HOST_DIRECTORY)
        error = EISDIR;
    int outside = error ? 0 : surroundings_open(path);
    if (outside < 0)
        error = -outside;
    if (!error)
        error = new_handle(NULL, fd);
    if (!error) {
        handles()[*fd].outside = outside;
        handles()[*fd].facts = facts;
    } else if (outside > 2) {
        surroundings_close(outside);
    }
    return error;
}

/* An empty file in memory, which hides what was there. */
static int write_anew(const char *path, int *fd)
{
    web_file *file = web_make(path);
    if (!file)
        return ENOMEM;
    file->kind = WEB_WRITTEN;
    file->bytes.size = 0;
    return new_handle(path, fd);
}

int host_open_write(const char *path, int *fd)
{
    host_facts facts;
    int error = host_look(path, true, &facts);
    return error ? error : write_anew(path, fd);
}

/* Is there the folder that the file would be in? */
static int check_folder(const char *path)
{
    host_facts facts;
    const char *slash = strrchr(path, '/');
    char *folder = slash && slash != path ? strdup(path) : NULL;
    if (!folder)
        return slash && slash != path ? ENOMEM : 0;
    folder[slash - path] = 0;
    int error = host_look(folder, true, &facts);
    free(folder);
    return error ? error : facts.kind == HOST_DIRECTORY ? 0 : ENOTDIR;
}

int host_create(const char *path, int *fd)
{
    host_facts facts;
    int error = host_look(path, false, &facts);
    if (error != ENOENT)
        return error ? error : EEXIST;
    error = check_folder(path);
    return error ? error : write_anew(path, fd);
}

int host_close(int fd)
{
    handle *h = handle_of(fd);
    if (h)
        end_handle(h);
    return h ? 0 : EBADF;
}

/* What a call of the surroundings came to. */
static int outcome(int32_t result, size_t *done)
{
    *done = result > 0 ? (size_t)result : 0;
    return result < 0 ? -result : 0;
}

static uint32_t piece(size_t size)
{
    return size < INT32_MAX ? (uint32_t)size : INT32_MAX;
}

/* Standard input is the file "-", if it is in memory. */
static handle *input(void)
{
    handle *h = &handles()[0];
    if (!h->open && web_find("-"))
        h->path = strdup("-");
    h->open = true;
    return h;
}

int host_read(int fd, void *data, size_t size, size_t *got)
{
    handle *h = fd == 0 ? input() : handle_of(fd);
    const web_bytes *bytes = h ? bytes_of(h) : NULL;
    *got = 0;
    if (!h || (h->path && !bytes))
        return EBADF;
    if (!bytes)
        return outcome(surroundings_read(h->outside, data, piece(size)), got);
    size_t left = bytes->size > h->at ? bytes->size - h->at : 0;
    *got = size < left ? size : left;
    if (*got)
        memcpy(data, bytes->data + h->at, *got);
    h->at += *got;
    return 0;
}

int host_write(int fd, const void *data, size_t size, size_t *put)
{
    handle *h = handle_of(fd);
    web_bytes *bytes = h ? bytes_of(h) : NULL;
    *put = 0;
    if (fd == 1 || fd == 2)
        return outcome(surroundings_write(fd, data, piece(size)), put);
    if (!bytes)
        return EBADF;
    if (!web_bytes_write(bytes, h->at, data, size))
        return ENOMEM;
    h->at += size;
    *put = size;
    return 0;
}

int host_map(int fd, size_t size, void **view)
{
    (void)fd;
    (void)size;
    (void)view;
    return ENOTSUP;
}

void host_unmap(void *view, size_t size)
{
    (void)view;
    (void)size;
}

int host_truncate(int fd, uint64_t size)
{
    handle *h = handle_of(fd);
    web_bytes *bytes = h ? bytes_of(h) : NULL;
    if (bytes && size < bytes->size)
        bytes->size = (size_t)size;
    return bytes ? 0 : EBADF;
}

void host_set_mode(int fd, unsigned mode)
{
    (void)fd;
    (void)mode;
}

int host_replace(const char *from, const char *to)
{
    web_file *old = web_find(from);
    if (!old)
        return ENOENT;
    web_bytes bytes = old->bytes;
    old->bytes = (web_bytes){NULL, 0, 0};
    web_drop(old);
    web_file *new = web_make(to);
    if (!new) {
        web_bytes_free(&bytes);
        return ENOMEM;
    }
    web_bytes_free(&new->bytes);
    new->bytes = bytes;
    new->kind = WEB_WRITTEN;
    return 0;
}

void host_touch(const char *path)
{
    (void)path;
}

uint64_t host_program_stamp(void)
{
    return 0;
}

void host_remove(const char *path)
{
    web_file *file = web_find(path);
    if (file)
        web_drop(file);
}

unsigned long host_own_number(void)
{
    return 1;
}

int host_resolve(const char *path, char **resolved)
{
    *resolved = strdup(path);
    return *resolved ? 0 : ENOMEM;
}

char *host_absolute(const char *path)
{
    return strdup(path);
}

/* ---------------------------------------------------------------------------------------- */
/* Folders                                                                                    */

int host_make_directory(const char *path)
{
    host_facts facts;
    int error = host_look(path, true, &facts);
    if (error != ENOENT)
        return error ? error : EEXIST;
    error = check_folder(path);
    web_file *file = error ? NULL : web_make(path);
    if (file)
        file->kind = WEB_FOLDER;
    return error ? error : file ? 0 : ENOMEM;
}

typedef int on_name(void *user, const char *name);

/* Is the folder there by itself, and not only in the paths of files? */
static bool is_made(const char *path, size_t size)
{
    char *folder = strndup(path, size);
    bool made = folder && web_find(folder);
    free(folder);
    return made;
}

/* The names in memory: of files right below the folder, and of folders that are only parts of paths. */
static int list_memory(const char *path, on_name *each, void *user)
{
    size_t prefix, size = 0;
    const web_state *state = web_memory();
    const size_t first = web_find_below(path, &prefix);
    const char *last = ""; /* path of the folder before */
    int error = 0;
    for (size_t i = first; i < state->count && !error; i++) {
        const char *at = state->files[i].path;
        if (strncmp(at, state->files[first].path, prefix) != 0)
            break;
        const char *slash = strchr(at + prefix, '/');
        if (slash && ((size && strncmp(at, last, size) == 0) || is_made(at, (size_t)(slash - at))))
            continue;
        last = at;
        size = slash ? (size_t)(slash - at) + 1 : 0;
        char *name = slash ? strndup(at + prefix, size - prefix - 1) : strdup(at + prefix);
        error = name ? each(user, name) : ENOMEM;
        free(name);
    }
    return error;
}

/* Names that memory does not have as well. */
static int list_outside(const char *path, const surroundings_names *names, on_name *each,
                        void *user)
{
    const char *name = names->names, *end = name + names->size;
    int error = 0;
    for (; name < end && !error; name += strlen(name) + 1) {
        char *whole = malloc(strlen(path) + strlen(name) + 2);
        if (!whole)
            return ENOMEM;
        sprintf(whole, "%s/%s", path, name);
        bool seen = web_find(whole) || is_folder(whole);
        free(whole);
        if (!seen)
            error = each(user, name);
    }
    return error;
}

int host_list(const char *path, int (*each)(void *user, const char *name), void *user)
{
    surroundings_names names = {NULL, 0};
    const web_file *file = web_find(path);
    bool inside = is_folder(path) || (file && file->kind == WEB_FOLDER);
    int error = surroundings_list(path, &names);
    if (!error)
        error = list_outside(path, &names, each, user);
    else if (inside)
        error = 0;
    free(names.names);
    return error || !inside ? error : list_memory(path, each, user);
}

/* ---------------------------------------------------------------------------------------- */
/* Standard input and output                                                                  */

bool host_is_terminal(int fd)
{
    return fd >= 0 && fd <= 2 && web_memory()->terminals >> fd & 1;
}

size_t host_terminal_width(void)
{
    return web_memory()->columns;
}

bool host_input_ready(void)
{
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Threads: there is one                                                                      */

size_t host_processors(void)
{
    return 1;
}

bool host_thread_start(host_thread *thread, void (*run)(void *user), void *user)
{
    (void)thread;
    (void)run;
    (void)user;
    return false;
}

void host_thread_join(host_thread *thread)
{
    (void)thread;
}

void host_lock_init(host_lock *lock)
{
    (void)lock;
}

void host_lock_destroy(host_lock *lock)
{
    (void)lock;
}

void host_lock_take(host_lock *lock)
{
    (void)lock;
}

void host_lock_give(host_lock *lock)
{
    (void)lock;
}

void host_event_init(host_event *event)
{
    (void)event;
}

void host_event_destroy(host_event *event)
{
    (void)event;
}

bool host_event_wait(host_event *event, host_lock *lock, unsigned milliseconds)
{
    (void)event;
    (void)lock;
    (void)milliseconds;
    return true;
}

void host_event_wake_one(host_event *event)
{
    (void)event;
}

void host_event_wake_all(host_event *event)
{
    (void)event;
}
