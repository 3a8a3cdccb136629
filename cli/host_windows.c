/* SPDX-License-Identifier: MIT */
/*
 * host_windows.c - the system under the command, where it is Windows; see host.h.
 *
 * Names are UTF-8 outside and UTF-16 inside, whatever the code page. Descriptors are those of the C runtime, all
 * of them binary.
 *
 * Source: Microsoft, Windows API and C runtime documentation.
 */
#define WIN32_LEAN_AND_MEAN
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0600 /* Vista: condition variables */
#endif
#include "host.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <process.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <windows.h>

#include <shellapi.h> /* needs what windows.h declares */

#define WHOLE_PATH  32768u /* units that the system takes at most */
#define PIPE_CLOSED 141    /* exit status of who writes where nobody reads */

/* ---------------------------------------------------------------------------------------- */
/* Names                                                                                      */

/* UTF-16, '\' between folders; NULL: no memory, or no UTF-8. */
static wchar_t *wide_path(const char *path)
{
    int size = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, NULL, 0);
    wchar_t *wide = size > 0 ? malloc((size_t)size * sizeof *wide) : NULL;
    if (!wide) {
        errno = size > 0 ? ENOMEM : ENOENT;
        return NULL;
    }
    MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide, size);
    for (wchar_t *p = wide; *p; p++)
        if (*p == L'/')
            *p = L'\\';
    return wide;
}

/* UTF-8; NULL: no memory. What is no UTF-16 becomes U+FFFD. */
static char *narrow(const wchar_t *wide)
{
    int size = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *text = size > 0 ? malloc((size_t)size) : NULL;
    if (text)
        WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, size, NULL, NULL);
    else
        errno = ENOMEM;
    return text;
}

static char *narrow_path(const wchar_t *wide)
{
    char *path = narrow(wide);
    for (char *p = path; p && *p; p++)
        if (*p == '\\')
            *p = '/';
    return path;
}

static int last_error(void)
{
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_PATHNAME:
    case ERROR_NOT_READY:
        return ENOENT;
    case ERROR_ALREADY_EXISTS:
    case ERROR_FILE_EXISTS:
        return EEXIST;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
        return EACCES;
    case ERROR_NOT_ENOUGH_MEMORY:
        return ENOMEM;
    case ERROR_DISK_FULL:
        return ENOSPC;
    case ERROR_DIRECTORY:
        return ENOTDIR;
    default:
        return EIO;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* The program                                                                                */

bool host_begin(int *argc, char ***argv)
{
    int count;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &count);
    char **words = wide ? calloc((size_t)count + 1, sizeof *words) : NULL;
    for (int fd = 0; fd <= 2; fd++)
        _setmode(fd, _O_BINARY);
    for (int i = 0; words && i < count; i++) {
        words[i] = narrow(wide[i]);
        if (!words[i])
            return false;
    }
    LocalFree(wide);
    *argc = count;
    *argv = words; /* for as long as the program runs */
    return words != NULL;
}

/* Ctrl-C ends the process from a thread of its own, which waits for the lock. */
static CRITICAL_SECTION ending;
static INIT_ONCE ending_made = INIT_ONCE_STATIC_INIT;

static BOOL WINAPI wait_to_end(DWORD event)
{
    (void)event;
    EnterCriticalSection(&ending);
    LeaveCriticalSection(&ending);
    return FALSE; /* go on and end */
}

static BOOL CALLBACK make_ending(PINIT_ONCE made, void *user, void **value)
{
    (void)made;
    (void)user;
    (void)value;
    InitializeCriticalSection(&ending);
    return SetConsoleCtrlHandler(wait_to_end, TRUE) || true;
}

int host_uninterrupted(int (*run)(void *user), void *user)
{
    InitOnceExecuteOnce(&ending_made, make_ending, NULL, NULL);
    EnterCriticalSection(&ending);
    int result = run(user);
    LeaveCriticalSection(&ending);
    return result;
}

void host_error_text(int error, char *text, size_t size)
{
    if (strerror_s(text, size, error) != 0)
        snprintf(text, size, "error %d", error);
}

uint64_t host_clock(void)
{
    LARGE_INTEGER now, rate;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&rate);
    uint64_t ticks = (uint64_t)now.QuadPart, second = (uint64_t)rate.QuadPart;
    return ticks / second * 1000000000u + ticks % second * 1000000000u / second;
}

/* ---------------------------------------------------------------------------------------- */
/* Files                                                                                      */

static bool is_link(const wchar_t *path, DWORD attributes)
{
    WIN32_FIND_DATAW found;
    if (!(attributes & FILE_ATTRIBUTE_REPARSE_POINT))
        return false;
    HANDLE find = FindFirstFileW(path, &found);
    if (find == INVALID_HANDLE_VALUE)
        return false;
    FindClose(find);
    return found.dwReserved0 == IO_REPARSE_TAG_SYMLINK ||
           found.dwReserved0 == IO_REPARSE_TAG_MOUNT_POINT;
}

static int facts_of_handle(HANDLE handle, host_facts *facts)
{
    BY_HANDLE_FILE_INFORMATION info;
    *facts = (host_facts){.kind = HOST_OTHER};
    /* A handle that was inherited may tell nothing, but can be read. */
    if (GetFileType(handle) != FILE_TYPE_DISK || !GetFileInformationByHandle(handle, &info))
        return 0;
    bool folder = info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY;
    facts->kind = folder ? HOST_DIRECTORY : HOST_FILE;
    facts->size = (uint64_t)info.nFileSizeHigh << 32 | info.nFileSizeLow;
    facts->several_names = !folder && info.nNumberOfLinks > 1;
    facts->read_only = info.dwFileAttributes & FILE_ATTRIBUTE_READONLY;
    facts->changed =
        (uint64_t)info.ftLastWriteTime.dwHighDateTime << 32 | info.ftLastWriteTime.dwLowDateTime;
    return 0;
}

static int look_at_path(const wchar_t *path, bool follow, host_facts *facts)
{
    DWORD attributes = GetFileAttributesW(path);
    if (attributes == INVALID_FILE_ATTRIBUTES)
        return last_error();
    if (!follow && is_link(path, attributes)) {
        *facts = (host_facts){.kind = HOST_LINK};
        return 0;
    }
    HANDLE handle = CreateFileW(path, FILE_READ_ATTRIBUTES,
                                FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                                OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return last_error();
    int error = facts_of_handle(handle, facts);
    CloseHandle(handle);
    return error;
}

int host_look(const char *path, bool follow, host_facts *facts)
{
    wchar_t *wide = wide_path(path);
    if (!wide)
        return errno;
    int error = look_at_path(wide, follow, facts);
    free(wide);
    return error;
}

int host_look_at(int fd, host_facts *facts)
{
    HANDLE handle = (HANDLE)_get_osfhandle(fd);
    return handle == INVALID_HANDLE_VALUE ? EBADF : facts_of_handle(handle, facts);
}

static int open_as(const char *path, int flags, int *fd)
{
    host_facts facts;
    wchar_t *wide = wide_path(path);
    *fd = -1;
    if (!wide)
        return errno;
    if (!(flags & _O_CREAT) && look_at_path(wide, true, &facts) == 0 &&
        facts.kind == HOST_DIRECTORY) {
        free(wide);
        return EISDIR;
    }
    *fd = _wopen(wide, flags | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
    int error = *fd < 0 ? errno : 0;
    free(wide);
    return error;
}

bool host_can_read(const char *path)
{
    wchar_t *wide = wide_path(path);
    bool can = wide && _waccess(wide, 4) == 0;
    free(wide);
    return can;
}

int host_open(const char *path, int *fd)
{
    return open_as(path, _O_RDONLY, fd);
}

int host_open_write(const char *path, int *fd)
{
    return open_as(path, _O_WRONLY, fd);
}

int host_create(const char *path, int *fd)
{
    return open_as(path, _O_WRONLY | _O_CREAT | _O_EXCL, fd);
}

int host_close(int fd)
{
    return _close(fd) != 0 ? errno : 0;
}

static unsigned piece(size_t size)
{
    return size < INT_MAX ? (unsigned)size : INT_MAX;
}

int host_read(int fd, void *data, size_t size, size_t *got)
{
    int n = _read(fd, data, piece(size));
    *got = n > 0 ? (size_t)n : 0;
    return n < 0 && errno != EPIPE ? errno : 0;
}

static bool is_pipe(int fd)
{
    return GetFileType((HANDLE)_get_osfhandle(fd)) == FILE_TYPE_PIPE;
}

int host_write(int fd, const void *data, size_t size, size_t *put)
{
    int n = _write(fd, data, piece(size));
    *put = n > 0 ? (size_t)n : 0;
    if (n < 0 && is_pipe(fd)) /* nobody reads on: where there are signals, one ends the program */
        _exit(PIPE_CLOSED);
    if (n == 0 && size)
        return ENOSPC;
    return n < 0 ? errno : 0;
}

/* A file with a view cannot be replaced, and outputs may have the names of inputs. */
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
    return _chsize_s(fd, (int64_t)size);
}

/* A new file has what its folder gives it. */
void host_set_mode(int fd, unsigned mode)
{
    (void)fd;
    (void)mode;
}

int host_replace(const char *from, const char *to)
{
    wchar_t *old = wide_path(from), *new = old ? wide_path(to) : NULL;
    int error = new ? 0 : errno;
    if (!error && !MoveFileExW(old, new, MOVEFILE_REPLACE_EXISTING))
        error = last_error();
    free(old);
    free(new);
    return error;
}

void host_touch(const char *path)
{
    wchar_t *wide = wide_path(path);
    FILETIME now;
    HANDLE handle = wide ? CreateFileW(wide, FILE_WRITE_ATTRIBUTES,
                                       FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                                       OPEN_EXISTING, 0, NULL)
                         : INVALID_HANDLE_VALUE;
    if (handle != INVALID_HANDLE_VALUE) {
        GetSystemTimeAsFileTime(&now);
        SetFileTime(handle, NULL, NULL, &now);
        CloseHandle(handle);
    }
    free(wide);
}

uint64_t host_program_stamp(void)
{
    wchar_t path[1024];
    host_facts facts;
    DWORD size = GetModuleFileNameW(NULL, path, 1024);
    if (!size || size >= 1024 || look_at_path(path, true, &facts))
        return 0;
    return facts.size * 0x9e3779b97f4a7c15u ^ facts.changed;
}

void host_remove(const char *path)
{
    wchar_t *wide = wide_path(path);
    if (wide)
        DeleteFileW(wide);
    free(wide);
}

unsigned long host_own_number(void)
{
    return GetCurrentProcessId();
}

/* The name after the links of a handle, without the prefix that asks for long names. */
static int name_of_handle(HANDLE handle, char **name)
{
    wchar_t *wide = malloc(WHOLE_PATH * sizeof *wide);
    DWORD size = wide ? GetFinalPathNameByHandleW(handle, wide, WHOLE_PATH, 0) : 0;
    int error = !wide ? ENOMEM : size == 0 || size >= WHOLE_PATH ? last_error() : 0;
    if (!error) {
        bool share = wcsncmp(wide, L"\\\\?\\UNC\\", 8) == 0;
        wchar_t *first = wide + (share ? 6 : wcsncmp(wide, L"\\\\?\\", 4) == 0 ? 4 : 0);
        if (share)
            *first = L'\\';
        *name = narrow_path(first);
        error = *name ? 0 : ENOMEM;
    }
    free(wide);
    return error;
}

int host_resolve(const char *path, char **resolved)
{
    wchar_t *wide = wide_path(path);
    if (!wide)
        return errno;
    HANDLE handle = CreateFileW(wide, FILE_READ_ATTRIBUTES,
                                FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                                OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    int error = handle == INVALID_HANDLE_VALUE ? last_error() : name_of_handle(handle, resolved);
    if (handle != INVALID_HANDLE_VALUE)
        CloseHandle(handle);
    free(wide);
    return error;
}

char *host_absolute(const char *path)
{
    wchar_t *wide = wide_path(path), *whole = malloc(WHOLE_PATH * sizeof *whole);
    DWORD size = wide && whole ? GetFullPathNameW(wide, WHOLE_PATH, whole, NULL) : 0;
    char *name = size && size < WHOLE_PATH ? narrow_path(whole) : NULL;
    free(wide);
    free(whole);
    return name;
}

/* ---------------------------------------------------------------------------------------- */
/* Folders                                                                                    */

int host_make_directory(const char *path)
{
    wchar_t *wide = wide_path(path);
    if (!wide)
        return errno;
    int error = CreateDirectoryW(wide, NULL) ? 0 : last_error();
    free(wide);
    return error;
}

static int list_wide(const wchar_t *pattern, int (*each)(void *user, const char *name), void *user)
{
    WIN32_FIND_DATAW found;
    HANDLE find = FindFirstFileW(pattern, &found);
    int error = 0;
    if (find == INVALID_HANDLE_VALUE)
        return last_error();
    do {
        if (wcscmp(found.cFileName, L".") == 0 || wcscmp(found.cFileName, L"..") == 0)
            continue;
        char *name = narrow(found.cFileName);
        error = name ? each(user, name) : ENOMEM;
        free(name);
    } while (!error && FindNextFileW(find, &found));
    FindClose(find);
    return error;
}

int host_list(const char *path, int (*each)(void *user, const char *name), void *user)
{
    size_t size = strlen(path);
    char *pattern = malloc(size + 3);
    if (!pattern)
        return ENOMEM;
    memcpy(pattern, path, size);
    memcpy(pattern + size, "/*", 3);
    wchar_t *wide = wide_path(pattern);
    int error = wide ? list_wide(wide, each, user) : errno;
    free(wide);
    free(pattern);
    return error;
}

/* ---------------------------------------------------------------------------------------- */
/* Standard input and output                                                                  */

/* A console that understands the escapes for colours; older ones count as none. */
bool host_is_terminal(int fd)
{
    DWORD mode;
    HANDLE handle = (HANDLE)_get_osfhandle(fd);
    if (!_isatty(fd) || !GetConsoleMode(handle, &mode))
        return false;
    if (fd == 0)
        return true;
    SetConsoleOutputCP(CP_UTF8);
    return SetConsoleMode(handle, mode | 0x4 /* ENABLE_VIRTUAL_TERMINAL_PROCESSING */);
}

size_t host_terminal_width(void)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    if (!GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &info))
        return 0;
    return (size_t)(info.srWindow.Right - info.srWindow.Left + 1);
}

bool host_input_ready(void)
{
    HANDLE handle = GetStdHandle(STD_INPUT_HANDLE);
    DWORD waiting;
    if (GetFileType(handle) != FILE_TYPE_PIPE)
        return true;
    return !PeekNamedPipe(handle, NULL, 0, NULL, &waiting, NULL) || waiting > 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Threads                                                                                    */

_Static_assert(sizeof(SRWLOCK) <= sizeof(host_word), "memory for a lock");
_Static_assert(sizeof(CONDITION_VARIABLE) <= sizeof(host_word), "memory for a condition");

static SRWLOCK *lock_of(host_lock *lock)
{
    return (void *)&lock->word;
}

static CONDITION_VARIABLE *condition_of(host_event *event)
{
    return (void *)&event->word;
}

size_t host_processors(void)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwNumberOfProcessors ? info.dwNumberOfProcessors : 1;
}

static unsigned __stdcall enter(void *user)
{
    host_thread *thread = user;
    thread->run(thread->user);
    return 0;
}

bool host_thread_start(host_thread *thread, void (*run)(void *user), void *user)
{
    thread->run = run;
    thread->user = user;
    HANDLE handle = (HANDLE)_beginthreadex(NULL, HOST_STACK_SIZE, enter, thread,
                                           STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    memcpy(&thread->word, &handle, sizeof handle);
    return handle != NULL;
}

void host_thread_join(host_thread *thread)
{
    HANDLE handle;
    memcpy(&handle, &thread->word, sizeof handle);
    WaitForSingleObject(handle, INFINITE);
    CloseHandle(handle);
}

void host_lock_init(host_lock *lock)
{
    InitializeSRWLock(lock_of(lock));
}

void host_lock_destroy(host_lock *lock)
{
    (void)lock;
}

void host_lock_take(host_lock *lock)
{
    AcquireSRWLockExclusive(lock_of(lock));
}

void host_lock_give(host_lock *lock)
{
    ReleaseSRWLockExclusive(lock_of(lock));
}

void host_event_init(host_event *event)
{
    InitializeConditionVariable(condition_of(event));
}

void host_event_destroy(host_event *event)
{
    (void)event;
}

bool host_event_wait(host_event *event, host_lock *lock, unsigned milliseconds)
{
    DWORD most = milliseconds ? milliseconds : INFINITE;
    return SleepConditionVariableSRW(condition_of(event), lock_of(lock), most, 0) ||
           GetLastError() != ERROR_TIMEOUT;
}

void host_event_wake_one(host_event *event)
{
    WakeConditionVariable(condition_of(event));
}

void host_event_wake_all(host_event *event)
{
    WakeAllConditionVariable(condition_of(event));
}
