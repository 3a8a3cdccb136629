/* SPDX-License-Identifier: MIT */
/*
 * main.c - runs the unit tests.
 *
 *     dxk_tests [-l] [PATTERN...]
 *
 * A test's name is FILE/TEST: test_psv0/strides_are_kept. A pattern may have the wildcards of a
 * shell; one without a slash names files: test_psv0, 'test_yaml*'. Without patterns all tests are
 * run; -l lists their names instead. Exit status: 0 all passed, 1 some failed or a pattern matches
 * nothing, 2 usage.
 */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <fnmatch.h>
#include <unistd.h>

#define SUITE(name) extern const support_suite suite_##name;
#include "suites.def"
#undef SUITE

static const support_suite *const suites[] = {
#define SUITE(name) &suite_##name,
#include "suites.def"
#undef SUITE
};
#define SUITES (sizeof suites / sizeof *suites)

static bool matches(const support_suite *suite, const struct CMUnitTest *test, const char *pattern)
{
    char name[256];
    if (!strchr(pattern, '/'))
        return fnmatch(pattern, suite->name, 0) == 0;
    snprintf(name, sizeof name, "%s/%s", suite->name, test->name);
    return fnmatch(pattern, name, 0) == 0;
}

/* Copies the tests of a suite that match any of the patterns to `out`, which has room for all. */
static size_t choose(const support_suite *suite, char **patterns, struct CMUnitTest *out)
{
    size_t count = 0;
    for (size_t i = 0; i < suite->count; i++) {
        bool wanted = !*patterns;
        for (char **p = patterns; *p && !wanted; p++)
            wanted = matches(suite, &suite->tests[i], *p);
        if (wanted)
            out[count++] = suite->tests[i];
    }
    return count;
}

static bool run(const support_suite *suite, const struct CMUnitTest *tests, size_t count)
{
    if (suite->possible && !suite->possible()) {
        print_message("%s: passed over, this build cannot do it\n", suite->name);
        return true;
    }
    return _cmocka_run_group_tests(suite->name, tests, count, NULL, NULL) == 0;
}

static void list(const support_suite *suite, const struct CMUnitTest *tests, size_t count)
{
    for (size_t i = 0; i < count; i++)
        printf("%s/%s\n", suite->name, tests[i].name);
}

/* True if every pattern matches some test; names those that do not. */
static bool all_match(char **patterns)
{
    bool all = true;
    for (char **p = patterns; *p; p++) {
        bool found = false;
        for (size_t i = 0; i < SUITES; i++)
            for (size_t k = 0; k < suites[i]->count && !found; k++)
                found = matches(suites[i], &suites[i]->tests[k], *p);
        if (!found)
            fprintf(stderr, "dxk_tests: no test matches %s\n", *p);
        all = all && found;
    }
    return all;
}

int main(int argc, char **argv)
{
    bool only_list = false, passed = true;
    for (int option; (option = getopt(argc, argv, "l")) != -1;) {
        if (option != 'l') {
            fprintf(stderr, "usage: dxk_tests [-l] [PATTERN...]\n");
            return 2;
        }
        only_list = true;
    }
    char **patterns = argv + optind;
    if (!all_match(patterns))
        return 1;
    setenv("DXK_TEST_DATA", DEFAULT_DATA, 0);
    setenv("DXK_TEST_CORPUS", DEFAULT_CORPUS, 0);
    for (size_t i = 0; i < SUITES; i++) {
        struct CMUnitTest *tests = calloc(suites[i]->count, sizeof *tests);
        size_t count = tests ? choose(suites[i], patterns, tests) : 0;
        if (only_list)
            list(suites[i], tests, count);
        else if (count)
            passed = run(suites[i], tests, count) && passed;
        free(tests);
    }
    return passed ? 0 : 1;
}
