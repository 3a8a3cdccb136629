/* SPDX-License-Identifier: MIT */
/*
 * imgdiff.c - compares two PNG files as imgdiff of LLVM's offload-test-suite does.
 *
 *     conformance-imgdiff EXPECTED ACTUAL [-rules FILE]
 *
 * Colours are compared by CIE76; rules say how much may differ: Furthest, RMS, DiffRMS, PixelPercent,
 * Intervals. Without rules no pixel may be visibly different. The suite scales colours by a white
 * point of 100 where they reach 1, so that distances are smaller than CIE76 has them; so they are here.
 * Exit status 1 if images differ, 2 if they cannot be read.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <dxk/job.h>

#include "../files.h"

#define VISIBLE   2.3
#define INTERVALS 10
#define MOST      64 /* rules */

typedef struct image {
    uint32_t width, height;
    dxk_buffer texels; /* red, green, blue, alpha */
} image;

typedef struct rule {
    char kind[32];
    double value, values[INTERVALS];
} rule;

/* What rules ask for of all distances. */
typedef struct measure {
    double furthest, sum, sum_seen, count, seen, intervals[INTERVALS];
} measure;

static int read_image(dxk_ctx *ctx, const char *path, image *to)
{
    dxk_bytes png;
    uint8_t *bytes = files_read(path, &png);
    dxk_status status = DXK_E_INVALID;

    memset(to, 0, sizeof *to);
    dxk_buffer_init(&to->texels, ctx);
    if (bytes)
        status = dxk_png_read(ctx, png, &to->width, &to->height, &to->texels);
    free(bytes);
    if (status != DXK_OK)
        printf("imgdiff: cannot read %s\n", path);
    return status == DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Distances                                                                                  */

static double curve(double v)
{
    return v > 216.0 / 24389 ? cbrt(v) : (24389.0 / 27 * v + 16) / 116;
}

static void to_lab(const uint8_t *rgb, double lab[3])
{
    static const double matrix[3][3] = {{0.4124564, 0.3575761, 0.1804375},
                                        {0.2126729, 0.7151522, 0.0721750},
                                        {0.0193339, 0.1191920, 0.9503041}};
    static const double white[3] = {95.047, 100.0, 108.883};
    double xyz[3];

    for (int i = 0; i < 3; i++)
        xyz[i] = curve((matrix[i][0] * rgb[0] + matrix[i][1] * rgb[1] + matrix[i][2] * rgb[2]) /
                       255.0 / white[i]);
    lab[0] = fmax(0.0, 116 * xyz[1] - 16);
    lab[1] = 500 * (xyz[0] - xyz[1]);
    lab[2] = 200 * (xyz[1] - xyz[2]);
}

static double distance(const uint8_t *a, const uint8_t *b)
{
    double p[3], q[3];

    if (memcmp(a, b, 3) == 0)
        return 0;
    to_lab(a, p);
    to_lab(b, q);
    return sqrt((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) +
                (p[2] - q[2]) * (p[2] - q[2]));
}

static measure measure_images(const image *a, const image *b)
{
    measure m = {.count = (double)a->width * a->height};

    for (size_t n = 0; n < (size_t)a->width * a->height; n++) {
        double d = distance(a->texels.data + 4 * n, b->texels.data + 4 * n);
        m.furthest = fmax(m.furthest, d);
        m.sum += d;
        if (d > VISIBLE) {
            m.seen++;
            m.sum_seen += d;
            m.intervals[(int)fmin(d - VISIBLE, INTERVALS - 1)]++;
        }
    }
    return m;
}

/* ---------------------------------------------------------------------------------------- */
/* Rules                                                                                      */

/* The key of a line of YAML and what follows it; NULL: there is none. `begins` is set where it is the
 * first of an item. */
static char *take_key(char *line, char *key, size_t room, int *begins)
{
    size_t n = 0;

    line[strcspn(line, "#\n")] = 0;
    while (isspace((unsigned char)*line))
        line++;
    *begins = *line == '-' && line[1] != '-';
    while (*line == '-' || isspace((unsigned char)*line))
        line++;
    while (isalpha((unsigned char)line[n]) && n + 1 < room) {
        key[n] = line[n];
        n++;
    }
    key[n] = 0;
    return n && line[n] == ':' ? line + n + 1 : NULL;
}

static void take_values(char *at, rule *r)
{
    for (size_t n = 0; n < INTERVALS; n++) {
        char *end;
        at += strspn(at, " \t[,-") /* they are not negative */;
        r->values[n] = strtod(at, &end);
        if (end == at)
            return;
        at = end;
    }
}

/* The values may be one to a line, after "Vals: [" or with a dash. */
static size_t read_rules(const char *path, rule *rules)
{
    FILE *f = fopen(path, "r");
    char line[1024], key[32], all[4096] = "";
    size_t count = 0;
    int begins, listing = 0;

    while (f && fgets(line, sizeof line, f)) {
        char *rest = take_key(line, key, sizeof key, &begins);
        if (rest && begins && count < MOST)
            rules[count++] = (rule){.value = 0};
        if (!rest && listing && strlen(all) + strlen(line) < sizeof all)
            strcat(all, line);
        if (listing && count)
            take_values(all, &rules[count - 1]);
        if (!rest || !count)
            continue;
        rule *r = &rules[count - 1];
        listing = strcmp(key, "Vals") == 0;
        snprintf(all, sizeof all, "%s", rest);
        if (strcmp(key, "Type") == 0)
            sscanf(rest, "%31s", r->kind);
        else if (strcmp(key, "Val") == 0)
            r->value = strtod(rest, NULL);
        else if (listing)
            take_values(all, r);
    }
    if (f)
        fclose(f);
    return count;
}

static int judge_intervals(const rule *r, const measure *m)
{
    for (int n = 0; n < INTERVALS; n++) {
        if (m->intervals[n] * 100 / m->count <= r->values[n])
            continue;
        printf("imgdiff: interval %d\n", n);
        return 0;
    }
    return 1;
}

static int judge(const rule *r, const measure *m)
{
    const struct {
        const char *kind;
        double value;
    } values[] = {{"Furthest", m->furthest},
                  {"RMS", sqrt(m->sum / m->count)},
                  {"DiffRMS", m->seen > 0 ? sqrt(m->sum_seen / m->seen) : 0},
                  {"PixelPercent", m->seen * 100 / m->count}};

    if (strcmp(r->kind, "Intervals") == 0)
        return judge_intervals(r, m);
    for (size_t n = 0; n < sizeof values / sizeof values[0]; n++) {
        if (strcmp(values[n].kind, r->kind) != 0)
            continue;
        if (values[n].value <= r->value)
            return 1;
        printf("imgdiff: %s is %g, not below %g\n", r->kind, values[n].value, r->value);
        return 0;
    }
    printf("imgdiff: what is '%s'?\n", r->kind);
    return 0;
}

static int compare(const image *a, const image *b, const char *path)
{
    rule rules[MOST] = {{.kind = "Furthest", .value = VISIBLE}};
    size_t count = path ? read_rules(path, rules) : 1;
    int same = count != 0;

    if (a->width != b->width || a->height != b->height) {
        printf("imgdiff: sizes do not match\n");
        return 1;
    }
    measure m = measure_images(a, b);
    for (size_t n = 0; n < count; n++)
        same &= judge(&rules[n], &m);
    return !same;
}

int main(int argc, char **argv)
{
    const char *paths[2] = {NULL, NULL}, *rules = NULL;
    image images[2];
    dxk_ctx *ctx;
    size_t count = 0;
    int status = 2;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-rules") == 0 && i + 1 < argc)
            rules = argv[++i];
        else if (count < 2)
            paths[count++] = argv[i];
    }
    if (count != 2 || dxk_ctx_create(NULL, &ctx) != DXK_OK)
        return 2;
    int read = read_image(ctx, paths[0], &images[0]);
    read &= read_image(ctx, paths[1], &images[1]);
    if (read)
        status = compare(&images[0], &images[1], rules);
    dxk_buffer_free(&images[0].texels);
    dxk_buffer_free(&images[1].texels);
    dxk_ctx_free(ctx);
    return status;
}
