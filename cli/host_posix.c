/* SPDX-License-Identifier: MIT */
/* host_posix.c - the system under the command, where it is POSIX; see host.h. */
#define _XOPEN_SOURCE 700 /* realpath() */
#include "host.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

#define MODE_ALL 0666
#define MODE_DIR 0777

/* ---------------------------------------------------------------------------------------- */
/* The program                                                                                */

bool host_begin(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like a full disk */
    return true;
}

int host_uninterrupted(int (*run)(void *user), void *user)
{
    sigset_t ending, before;
    sigemptyset(&ending);
    sigaddset(&ending, SIGHUP);
    sigaddset(&ending, SIGINT);
    sigaddset(&ending, SIGTERM);
    sigprocmask(SIG_BLOCK, &ending, &before);
    int result = run(user);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return result;
}

void host_error_text(int error, char *text, size_t size)
{
    if (strerror_r(error, text, size) != 0)
        snprintf(text, size, "error %d", error);
}

uint64_t host_program_stamp(void)
{
    struct stat st;
#ifdef __APPLE__
    char path[PATH_MAX];
    uint32_t size = sizeof path;
    if (_NSGetExecutablePath(path, &size) != 0)
        return 0;
#else
    static const char path[] = "/proc/self/exe";
#endif
    if (stat(path, &st) != 0)
        return 0;
    return (uint64_t)st.st_size * 0x9e3779b97f4a7c15u ^ (uint64_t)st.st_mtime;
}

uint64_t host_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* ---------------------------------------------------------------------------------------- */
/* Files                                                                                      */

static int facts_of(int failed, const struct stat *st, host_facts *facts)
{
    if (failed)
        return errno;
    *facts = (host_facts){
        .kind = S_ISDIR(st->st_mode)   ? HOST_DIRECTORY
                : S_ISLNK(st->st_mode) ? HOST_LINK
                : S_ISREG(st->st_mode) ? HOST_FILE
                                       : HOST_OTHER,
        .size = st->st_size > 0 ? (uint64_t)st->st_size : 0,
        .several_names = S_ISREG(st->st_mode) && st->st_nlink > 1,
        .read_only = !(st->st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)),
        .mode = st->st_mode & 07777,
        .changed = st->st_mtime > 0 ? (uint64_t)st->st_mtime : 0,
    };
    return 0;
}

int host_look(const char *path, bool follow, host_facts *facts)
{
    struct stat st;
    return facts_of(follow ? stat(path, &st) : lstat(path, &st), &st, facts);
}

int host_look_at(int fd, host_facts *facts)
{
    struct stat st;
    return facts_of(fstat(fd, &st), &st, facts);
}

bool host_can_read(const char *path)
{
    return access(path, R_OK) == 0;
}

static int opened(int result, int *fd)
{
    *fd = result;
    return result < 0 ? errno : 0;
}

int host_open(const char *path, int *fd)
{
    return opened(open(path, O_RDONLY | O_CLOEXEC), fd);
}

int host_open_write(const char *path, int *fd)
{
    return opened(open(path, O_WRONLY | O_CLOEXEC), fd);
}

int host_create(const char *path, int *fd)
{
    return opened(open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, MODE_ALL), fd);
}

int host_close(int fd)
{
    return close(fd) != 0 ? errno : 0;
}

int host_read(int fd, void *data, size_t size, size_t *got)
{
    ssize_t n;
    do {
        n = read(fd, data, size);
    } while (n < 0 && errno == EINTR);
    *got = n > 0 ? (size_t)n : 0;
    return n < 0 ? errno : 0;
}

int host_write(int fd, const void *data, size_t size, size_t *put)
{
    ssize_t n;
    do {
        n = write(fd, data, size);
    } while (n < 0 && errno == EINTR);
    *put = n > 0 ? (size_t)n : 0;
    return n < 0 ? errno : 0;
}

int host_map(int fd, size_t size, void **view)
{
    if (lseek(fd, 0, SEEK_CUR) != 0)
        return ENOTSUP;
    *view = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    return *view == MAP_FAILED ? ENOTSUP : 0;
}

void host_unmap(void *view, size_t size)
{
    munmap(view, size);
}

int host_truncate(int fd, uint64_t size)
{
    return ftruncate(fd, (off_t)size) != 0 ? errno : 0;
}

void host_set_mode(int fd, unsigned mode)
{
    (void)fchmod(fd, (mode_t)mode);
}

int host_replace(const char *from, const char *to)
{
    return rename(from, to) != 0 ? errno : 0;
}

void host_remove(const char *path)
{
    unlink(path);
}

void host_touch(const char *path)
{
    (void)utimensat(AT_FDCWD, path, NULL, 0);
}

unsigned long host_own_number(void)
{
    return (unsigned long)getpid();
}

int host_resolve(const char *path, char **resolved)
{
    *resolved = realpath(path, NULL);
    return *resolved ? 0 : errno;
}

char *host_absolute(const char *path)
{
    char folder[PATH_MAX];
    bool relative = path[0] != '/';
    if (relative && !getcwd(folder, sizeof folder))
        return NULL;
    size_t size = (relative ? strlen(folder) + 1 : 0) + strlen(path) + 1;
    char *whole = malloc(size);
    if (whole)
        snprintf(whole, size, "%s%s%s", relative ? folder : "", relative ? "/" : "", path);
    return whole;
}

/* ---------------------------------------------------------------------------------------- */
/* Folders                                                                                    */

int host_make_directory(const char *path)
{
    return mkdir(path, MODE_DIR) != 0 ? errno : 0;
}

int host_list(const char *path, int (*each)(void *user, const char *name), void *user)
{
    DIR *dir = opendir(path);
    int error = 0;
    if (!dir)
        return errno;
    struct dirent *entry;
    while (!error && (entry = readdir(dir)) != NULL) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            error = each(user, entry->d_name);
    }
    closedir(dir);
    return error;
}

/* ---------------------------------------------------------------------------------------- */
/* Standard input and output                                                                  */

bool host_is_terminal(int fd)
{
    return isatty(fd) != 0;
}

size_t host_terminal_width(void)
{
    struct winsize size = {.ws_col = 0};
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool host_input_ready(void)
{
    struct pollfd fd = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&fd, 1, 0) > 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Threads                                                                                    */

_Static_assert(sizeof(pthread_mutex_t) <= sizeof(host_word), "memory for a mutex");
_Static_assert(sizeof(pthread_cond_t) <= sizeof(host_word), "memory for a condition");
_Static_assert(sizeof(pthread_t) <= sizeof(host_word), "memory for a thread");

static pthread_mutex_t *mutex_of(host_lock *lock)
{
    return (void *)&lock->word;
}

static pthread_cond_t *cond_of(host_event *event)
{
    return (void *)&event->word;
}

size_t host_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (size_t)count : 1;
}

static void *enter(void *user)
{
    host_thread *thread = user;
    thread->run(thread->user);
    return NULL;
}

bool host_thread_start(host_thread *thread, void (*run)(void *user), void *user)
{
    sigset_t all, before;
    thread->run = run;
    thread->user = user;
    pthread_attr_t attr;
    if (pthread_attr_init(&attr) != 0)
        return false;
    pthread_attr_setstacksize(&attr, HOST_STACK_SIZE);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create((void *)&thread->word, &attr, enter, thread) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attr);
    return started;
}

void host_thread_join(host_thread *thread)
{
    pthread_t *id = (void *)&thread->word;
    pthread_join(*id, NULL);
}

void host_lock_init(host_lock *lock)
{
    pthread_mutex_init(mutex_of(lock), NULL);
}

void host_lock_destroy(host_lock *lock)
{
    pthread_mutex_destroy(mutex_of(lock));
}

void host_lock_take(host_lock *lock)
{
    pthread_mutex_lock(mutex_of(lock));
}

void host_lock_give(host_lock *lock)
{
    pthread_mutex_unlock(mutex_of(lock));
}

void host_event_init(host_event *event)
{
    pthread_cond_init(cond_of(event), NULL);
}

void host_event_destroy(host_event *event)
{
    pthread_cond_destroy(cond_of(event));
}

bool host_event_wait(host_event *event, host_lock *lock, unsigned milliseconds)
{
    if (!milliseconds)
        return pthread_cond_wait(cond_of(event), mutex_of(lock)) == 0;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)(milliseconds % 1000u) * 1000000;
    until.tv_sec += (time_t)(milliseconds / 1000u) + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    return pthread_cond_timedwait(cond_of(event), mutex_of(lock), &until) != ETIMEDOUT;
}

void host_event_wake_one(host_event *event)
{
    pthread_cond_signal(cond_of(event));
}

void host_event_wake_all(host_event *event)
{
    pthread_cond_broadcast(cond_of(event));
}
