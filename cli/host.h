/* SPDX-License-Identifier: MIT */
/*
 * host.h - what the command needs of the system under it: files, folders, the terminal, threads, a clock,
 * memory in large pieces. host_posix.c, host_windows.c and host_web.c do the same things each in its way,
 * and a build has one of them; host_pages.c has the memory of all. Nothing else of the command includes a
 * header of a system.
 *
 * Paths and names are UTF-8, with '/' between folders. Functions that return int and can fail return 0 or an
 * errno value. Descriptors 0, 1 and 2 are the standard ones and carry bytes as they are.
 */
#ifndef HOST_H
#define HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- the program --- */

/* Makes the arguments UTF-8 and the standard descriptors binary. Called once, first; false: no memory. */
bool host_begin(int *argc, char ***argv);

/* Calls `run` while signals that end a program wait, thus what it does is done whole or not at all. */
int host_uninterrupted(int (*run)(void *user), void *user);

/* What an errno value means, in `text`. */
void host_error_text(int error, char *text, size_t size);

/* A number that tells the file of the running program from earlier builds of it; 0: nobody knows. */
uint64_t host_program_stamp(void);

/* Nanoseconds from some moment on; never goes back. */
uint64_t host_clock(void);

/* --- files --- */

typedef enum host_kind { HOST_FILE, HOST_DIRECTORY, HOST_LINK, HOST_OTHER } host_kind;

typedef struct host_facts {
    host_kind kind;
    uint64_t size;      /* of a file */
    bool several_names; /* it is a file, and other names lead to it */
    bool read_only;     /* nobody may write to it */
    unsigned mode;      /* for host_set_mode() */
    uint64_t changed;   /* when its content was last; grows; 0: nobody knows */
} host_facts;

/* What is at a path; `follow`: at the end of links, else HOST_LINK. */
int host_look(const char *path, bool follow, host_facts *facts);
int host_look_at(int fd, host_facts *facts);

/* May the file be opened for reading? */
bool host_can_read(const char *path);

int host_open(const char *path, int *fd);       /* for reading */
int host_open_write(const char *path, int *fd); /* what exists, for writing from its start */
int host_create(const char *path, int *fd);     /* what does not exist; else EEXIST */
int host_close(int fd);

/* Reads what there is, at most `size` bytes; *got is 0 at the end only. */
int host_read(int fd, void *data, size_t size, size_t *got);
/* Writes at least a byte. */
int host_write(int fd, const void *data, size_t size, size_t *put);

/* A read-only view of a file of `size` bytes that was not read from yet; ENOTSUP: read it. */
int host_map(int fd, size_t size, void **view);
void host_unmap(void *view, size_t size);

int host_truncate(int fd, uint64_t size);
void host_set_mode(int fd, unsigned mode); /* as near as the system allows */
int host_replace(const char *from, const char *to);
void host_remove(const char *path);
void host_touch(const char *path); /* as if its content had been changed now */

/* A number that no other program that runs now gives; for names of temporary files. */
unsigned long host_own_number(void);

/* The path without links, or behind the working folder, for free(); the second is NULL when that has no name. */
int host_resolve(const char *path, char **resolved);
char *host_absolute(const char *path);

/* --- folders --- */

/* EEXIST: there is something of that name. */
int host_make_directory(const char *path);

/* Calls `each` for the entries of a folder in no order, "." and ".." left out, until it returns an errno value. */
int host_list(const char *path, int (*each)(void *user, const char *name), void *user);

/* --- standard input and output --- */

bool host_is_terminal(int fd);

/* Columns of the terminal that standard output is; 0: nobody knows. */
size_t host_terminal_width(void);

/* Would host_read() of standard input return at once? */
bool host_input_ready(void);

/* --- memory --- */

/* Addresses for `size` bytes at a multiple of `page`, a power of two, on pages of that size where the system has
 * them; NULL: they are not to be had. Memory is taken where they are used. */
void *host_reserve(size_t size, size_t page);
void host_unreserve(void *at, size_t size);
void host_discard(void *at, size_t size); /* whole pages; zero when they are used again */

/* --- threads --- */

/* As strict in its alignment as any standard type; C11's own is not in all libraries. */
typedef union host_aligned {
    long long integer;
    long double real;
    void *data;
    void (*code)(void);
} host_aligned;

typedef union host_word {
    host_aligned align;
    unsigned char bytes[80];
} host_word;

typedef struct host_lock {
    host_word word;
} host_lock;

typedef struct host_event {
    host_word word;
} host_event;

typedef struct host_thread {
    void (*run)(void *user);
    void *user;
    host_word word;
} host_thread;

size_t host_processors(void);

/* Bytes of stack of a thread, which some systems would give far less: what the depth to which inputs may nest
 * needs, with room to spare. */
#define HOST_STACK_SIZE (8u << 20)

/* False: the system gives no thread (more). `thread` stays where it is until it is joined. The new thread sees
 * no signals. */
bool host_thread_start(host_thread *thread, void (*run)(void *user), void *user);
void host_thread_join(host_thread *thread);

void host_lock_init(host_lock *lock);
void host_lock_destroy(host_lock *lock);
void host_lock_take(host_lock *lock);
void host_lock_give(host_lock *lock);

void host_event_init(host_event *event);
void host_event_destroy(host_event *event);
/* Gives the lock while it waits; false: `milliseconds`, unless 0, went by. May wake without cause. */
bool host_event_wait(host_event *event, host_lock *lock, unsigned milliseconds);
void host_event_wake_one(host_event *event);
void host_event_wake_all(host_event *event);

#endif
