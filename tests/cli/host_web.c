/* SPDX-License-Identifier: MIT */
/*
 * host_web.c - a test of files in memory (cli/host_web.c, cli/web_files.c) as a program of this system, where
 * sanitizers see it. The surroundings have one file, "outside".
 */
#include "../../cli/host.h"
#include "../../cli/surroundings.h"
#include "../../cli/web.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

#define CHECK(condition)                                                                           \
    ((condition) ? (void)0                                                                         \
                 : (void)(failures++, fprintf(stderr, "line %d: %s\n", __LINE__, #condition)))

/* --- the surroundings --- */

static const char outside[] = "from outside";
static uint32_t outside_at;
static int open_files;

int32_t surroundings_look(const char *path, int32_t follow, surroundings_facts *facts)
{
    (void)follow;
    *facts = (surroundings_facts){0, sizeof outside - 1, 2};
    return strcmp(path, "outside") == 0 ? 0 : ENOENT;
}

int32_t surroundings_open(const char *path)
{
    (void)path;
    outside_at = 0;
    open_files++;
    return 7;
}

int32_t surroundings_read(int32_t fd, void *data, uint32_t size)
{
    uint32_t left = (uint32_t)sizeof outside - 1 - outside_at, count = size < left ? size : left;
    if (fd != 7)
        return -EBADF;
    memcpy(data, outside + outside_at, count);
    outside_at += count;
    return (int32_t)count;
}

int32_t surroundings_write(int32_t fd, const void *data, uint32_t size)
{
    (void)fd;
    (void)data;
    return (int32_t)size;
}

void surroundings_close(int32_t fd)
{
    open_files -= fd == 7;
}

int32_t surroundings_list(const char *path, surroundings_names *names)
{
    static const char in_root[] = "outside\0d";
    if (*path && strcmp(path, ".") != 0)
        return ENOENT;
    names->names = malloc(sizeof in_root);
    if (names->names)
        memcpy(names->names, in_root, sizeof in_root);
    names->size = sizeof in_root;
    return 0;
}

double surroundings_now(void)
{
    return 1;
}

/* --- the tests --- */

static void put(const char *path, const char *text)
{
    web_file *file = web_make(path);
    CHECK(file && web_bytes_write(&file->bytes, 0, text, strlen(text)));
}

static int note(void *user, const char *name)
{
    strcat(user, name);
    strcat(user, " ");
    return 0;
}

static const char *list(const char *path)
{
    static char names[200];
    names[0] = 0;
    return host_list(path, note, names) == 0 ? names : "none";
}

static const char *read_whole(const char *path)
{
    static char text[64];
    size_t size = 0, got = 1;
    int fd;
    if (host_open(path, &fd) != 0)
        return NULL;
    while (got && host_read(fd, text + size, 5, &got) == 0)
        size += got;
    text[size] = 0;
    CHECK(host_close(fd) == 0);
    return text;
}

static void paths_have_one_form(void)
{
    put("./a//b/./c", "1");
    CHECK(web_find("a/b/c") && web_find("a//b/c") && !web_find("a/b") && !web_find("/a/b/c"));
    put("/a", "2");
    CHECK(strcmp(read_whole("//a"), "2") == 0);
    CHECK(web_memory()->count == 2);
}

static void folders_follow_from_paths(void)
{
    host_facts facts;
    put("d/e/f", "1");
    put("d.x", "2");
    put("d/e.x", "3");
    put("de", "4");
    CHECK(host_look("d", true, &facts) == 0 && facts.kind == HOST_DIRECTORY);
    CHECK(host_look("d/", true, &facts) == 0 && facts.kind == HOST_DIRECTORY);
    CHECK(host_look("d/e/f", true, &facts) == 0 && facts.kind == HOST_FILE && facts.size == 1);
    CHECK(host_look("e", true, &facts) == ENOENT && host_look("", true, &facts) == ENOENT);
    CHECK(host_make_directory("d") == EEXIST && host_make_directory("n/m") == ENOENT);
    CHECK(host_make_directory("n") == 0 && host_make_directory("n/m") == 0);
    CHECK(strcmp(list("d"), "e.x e ") == 0 && strcmp(list("n"), "m ") == 0);
    CHECK(strcmp(list("n/m"), "") == 0 && strcmp(list("nowhere"), "none") == 0);
    CHECK(strcmp(list("."), "outside d.x d de n ") ==
          0); /* the folder d of the surroundings is hidden */
}

static void files_are_replaced(void)
{
    host_facts facts;
    size_t size;
    int fd;
    put("old", "old text");
    CHECK(host_create("old", &fd) == EEXIST && host_create("nowhere/x", &fd) == ENOENT);
    CHECK(host_create("new", &fd) == 0 && host_write(fd, "new", 3, &size) == 0 && size == 3);
    CHECK(host_close(fd) == 0 && host_close(fd) == EBADF);
    CHECK(host_replace("new", "old") == 0 && host_look("new", true, &facts) == ENOENT);
    CHECK(strcmp(read_whole("old"), "new") == 0 && web_find("old")->kind == WEB_WRITTEN);
    CHECK(host_replace("new", "old") == ENOENT);
    host_remove("old");
    CHECK(!read_whole("old"));
}

static void files_may_go_while_they_are_open(void)
{
    char byte;
    size_t got;
    int fd;
    put("a", "1");
    CHECK(host_open("a", &fd) == 0);
    host_remove("a");
    CHECK(host_read(fd, &byte, 1, &got) == EBADF);
    web_close_all();
    CHECK(host_read(fd, &byte, 1, &got) == EBADF);
}

static void what_is_outside_is_read_and_never_written(void)
{
    size_t put_size;
    int fd;
    CHECK(strcmp(read_whole("outside"), outside) == 0 && open_files == 0);
    CHECK(host_create("outside", &fd) == EEXIST && host_open_write("outside", &fd) == 0);
    CHECK(host_write(fd, "mine", 4, &put_size) == 0);
    web_close_all();
    CHECK(strcmp(read_whole("outside"), "mine") == 0);
}

static void input_is_a_file_called_minus(void)
{
    char text[8] = "";
    size_t got;
    put("-", "typed");
    CHECK(host_read(0, text, sizeof text, &got) == 0 && got == 5 && memcmp(text, "typed", 5) == 0);
    CHECK(host_read(0, text, sizeof text, &got) == 0 && got == 0);
    web_close_all();
    CHECK(host_read(0, text, sizeof text, &got) == 0 && got == 5);
}

static void descriptors_run_out(void)
{
    int fd, error = 0;
    put("a", "1");
    for (int i = 0; i < 100 && !error; i++)
        error = host_open("a", &fd);
    CHECK(error == EMFILE);
}

int main(void)
{
    static void (*const tests[])(void) = {
        paths_have_one_form,          folders_follow_from_paths,
        files_are_replaced,           files_may_go_while_they_are_open,
        descriptors_run_out,          what_is_outside_is_read_and_never_written,
        input_is_a_file_called_minus,
    };
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        tests[i]();
        web_close_all();
        while (web_memory()->count)
            web_drop(&web_memory()->files[0]);
    }
    free(web_memory()->files);
    return failures != 0;
}
