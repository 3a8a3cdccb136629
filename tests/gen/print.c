/* SPDX-License-Identifier: MIT */
/* print.c - a tree as text that one can read, in the manner of HLSL. */
#include "print.h"

static void print_list(FILE *out, const gen_function *f, const gen_stmt *list, int depth);

static const char *const type_names[GEN_TYPES] = {
    "void", "bool", "int16_t", "int", "int64", "float", "double", "small float", "small half"};

static void print_const(FILE *out, const gen_expr *e)
{
    union {
        uint32_t word;
        float value;
    } narrow = {(uint32_t)e->bits};
    union {
        uint64_t bits;
        double value;
    } wide = {e->bits};

    if (e->type == GEN_F64)
        fprintf(out, "%.17gL", wide.value);
    else if (e->type >= GEN_F32)
        fprintf(out, "%.9gf", (double)narrow.value);
    else if (e->type == GEN_I1)
        fprintf(out, e->bits ? "true" : "false");
    else
        fprintf(out, e->bits < 10 ? "%llu" : "0x%llx", (unsigned long long)e->bits);
}

static void print_expr(FILE *out, const gen_expr *e);

static void print_call(FILE *out, const char *name, const gen_expr *e)
{
    fprintf(out, "%s%s%s(", name, e->fast ? "'" : "", e->raw ? "!" : "");
    for (uint32_t k = 0; k < GEN_OPERANDS && e->args[k]; k++) {
        fprintf(out, k ? ", " : "");
        print_expr(out, e->args[k]);
    }
    fprintf(out, ")");
}

static void print_apply(FILE *out, const gen_expr *e)
{
    const gen_op_info *info = &gen_ops[e->index];
    char first = info->text[0];
    bool is_word = (first >= 'a' && first <= 'z') || e->args[1] == NULL;

    if (is_word) {
        print_call(out, info->text, e);
        return;
    }
    fprintf(out, "(");
    print_expr(out, e->args[0]);
    fprintf(out, " %s%s%s ", info->text, e->fast ? "'" : "", e->raw ? "!" : "");
    print_expr(out, e->args[1]);
    fprintf(out, ")");
}

static void print_subscripted(FILE *out, const char *name, const gen_expr *e)
{
    fprintf(out, "%s%u[", name, e->index);
    if (e->args[0])
        print_expr(out, e->args[0]);
    else
        fprintf(out, "own");
    fprintf(out, "].%u", e->which);
    if (e->args[1]) {
        fprintf(out, e->fast ? " of any " : " of ");
        print_expr(out, e->args[1]);
    }
}

static void print_expr(FILE *out, const gen_expr *e)
{
    static const char *const ids[] = {"tid.x",   "tid.y",  "tid.z",  "group.x", "group.y",
                                      "group.z", "gtid.x", "gtid.y", "gtid.z",  "flat"};
    switch (e->kind) {
    case GEN_CONST:
        print_const(out, e);
        break;
    case GEN_VAR:
        fprintf(out, "v%u", e->index);
        break;
    case GEN_ID:
        fprintf(out, "%s", ids[e->index]);
        break;
    case GEN_APPLY:
        print_apply(out, e);
        break;
    case GEN_WAVE:
        print_call(out, gen_waves[e->index].text, e);
        if (gen_waves[e->index].flags & (GEN_PARTS | GEN_HAS_LANE | GEN_IN_QUADS))
            fprintf(out, ".%u", e->which);
        break;
    case GEN_ELEMENT:
        print_subscripted(out, "a", e);
        break;
    case GEN_SHARED:
        print_subscripted(out, "shared", e);
        break;
    case GEN_LOAD:
        print_subscripted(out, "In", e);
        break;
    case GEN_LENGTH:
        fprintf(out, "length(In%u)", e->index);
        break;
    case GEN_LOAD_OWN:
        print_subscripted(out, "Out", e);
        break;
    default:
        print_subscripted(out, "Constants", e);
    }
}

/* --- statements --- */

static void indent(FILE *out, int depth)
{
    fprintf(out, "%*s", 4 * depth, "");
}

static void print_exprs(FILE *out, const gen_stmt *s, const char *end)
{
    for (uint32_t k = 0; k < GEN_EXPRS; k++) {
        if (!s->e[k])
            continue;
        fprintf(out, k ? ", " : "");
        print_expr(out, s->e[k]);
    }
    fprintf(out, "%s", end);
}

static void print_block(FILE *out, const gen_function *f, const gen_stmt *list, int depth)
{
    fprintf(out, " {\n");
    print_list(out, f, list, depth + 1);
    indent(out, depth);
    fprintf(out, "}");
}

static void print_loop(FILE *out, const gen_function *f, const gen_stmt *s, int depth)
{
    static const char *const forms[] = {"for", "rotated", "do"};
    fprintf(out, "%s (v%u < ", forms[s->form], s->index);
    print_exprs(out, s, ")");
    print_block(out, f, s->body, depth);
    fprintf(out, "\n");
}

static void print_switch(FILE *out, const gen_function *f, const gen_stmt *s, int depth)
{
    fprintf(out, "switch (");
    print_exprs(out, s, ") {\n");
    for (const gen_case *c = s->cases; c; c = c->next) {
        indent(out, depth);
        fprintf(out, c->value_count ? "case" : "default");
        for (uint32_t i = 0; i < c->value_count; i++)
            fprintf(out, " %u", c->values[i]);
        fprintf(out, ":\n");
        print_list(out, f, c->body, depth + 1);
        indent(out, depth + 1);
        fprintf(out, c->falls ? "fall through\n" : "end\n");
    }
    indent(out, depth);
    fprintf(out, "}\n");
}

static void print_atomic(FILE *out, const gen_stmt *s)
{
    static const char *const places[] = {"totals", "totals64", "shared", "own shared", "own word"};
    static const char *const kinds[] = {"add",  "and",  "or",   "xor",      "imin",
                                        "imax", "umin", "umax", "exchange", "compare"};
    if (s->result != GEN_NONE)
        fprintf(out, "v%u = ", s->result);
    fprintf(out, "atomic %s %s%u.%u(", kinds[s->which], places[s->place], s->index, s->count);
    print_exprs(out, s, ")\n");
}

static void print_stmt(FILE *out, const gen_function *f, const gen_stmt *s, int depth)
{
    switch (s->kind) {
    case GEN_ASSIGN:
        fprintf(out, "v%u = ", s->index);
        print_exprs(out, s, "\n");
        break;
    case GEN_SET_ELEMENT:
    case GEN_SET_SHARED:
        fprintf(out, "%s%u.%u <- ", s->kind == GEN_SET_SHARED ? "shared" : "a", s->index, s->which);
        print_exprs(out, s, "\n");
        break;
    case GEN_STORE:
        fprintf(out, "Out%u.%u <- ", s->index, s->which);
        print_exprs(out, s, "\n");
        break;
    case GEN_ATOMIC:
        print_atomic(out, s);
        break;
    case GEN_COUNT_UP:
        fprintf(out, "Out%u counts\n", s->index);
        break;
    case GEN_BARRIER:
        fprintf(out, "barrier\n");
        break;
    case GEN_IF:
        fprintf(out, "if (");
        print_exprs(out, s, ")");
        print_block(out, f, s->body, depth);
        if (s->other) {
            fprintf(out, " else");
            print_block(out, f, s->other, depth);
        }
        fprintf(out, "\n");
        break;
    case GEN_LOOP:
        print_loop(out, f, s, depth);
        break;
    case GEN_SWITCH:
        print_switch(out, f, s, depth);
        break;
    case GEN_CALL_FUNCTION:
        if (s->result != GEN_NONE)
            fprintf(out, "v%u = ", s->result);
        fprintf(out, "f%u(a%u; ", s->index, s->which);
        print_exprs(out, s, ")\n");
        break;
    default:
        fprintf(out,
                s->kind == GEN_BREAK      ? "break%u "
                : s->kind == GEN_CONTINUE ? "continue%u "
                                          : "return%u ",
                s->which);
        print_exprs(out, s, "\n");
    }
}

static void print_list(FILE *out, const gen_function *f, const gen_stmt *list, int depth)
{
    for (const gen_stmt *s = list; s; s = s->next) {
        indent(out, depth);
        print_stmt(out, f, s, depth);
    }
}

/* --- programs --- */

static void print_buffers(FILE *out, const char *name, const gen_buffer *list, uint32_t count)
{
    static const char *const kinds[] = {"raw", "structured", "typed"};
    for (uint32_t i = 0; i < count; i++)
        fprintf(out, "%s%u: %s, stride %u, %s%u, %u words\n", name, i, kinds[list[i].kind],
                list[i].stride, type_names[list[i].component], list[i].components, list[i].words);
}

void gen_print(FILE *out, const gen_program *p)
{
    fprintf(out, "seed %llu, model 6.%u%s%s%s%s, threads %u %u %u, groups %u %u %u\n",
            (unsigned long long)p->seed, p->model, p->native_16bit ? ", native 16 bit" : "",
            p->strict ? ", strict" : "", p->marks ? ", marks" : "",
            p->handles_everywhere ? ", handles everywhere" : "", p->threads[0], p->threads[1],
            p->threads[2], p->groups[0], p->groups[1], p->groups[2]);
    print_buffers(out, "In", p->inputs, p->input_count);
    print_buffers(out, "Out", p->outputs, p->output_count);
    for (uint32_t i = 0; i < p->shared_count; i++)
        fprintf(out, "shared%u: %s[%u], %u own\n", i, type_names[p->shareds[i].type],
                p->shareds[i].size, p->shareds[i].own);
    for (uint32_t i = 0; i < p->function_count; i++) {
        const gen_function *f = &p->functions[i];
        fprintf(out, "\n%s f%u(%u)%s%s\n", type_names[f->result], i, f->param_count,
                f->no_inline ? " noinline" : "", f->one_exit ? " one exit" : "");
        for (uint32_t k = 0; k < f->var_count; k++)
            fprintf(out, "    %s v%u%s\n", type_names[f->vars[k].type], k,
                    f->vars[k].in_memory      ? " in memory"
                    : f->vars[k].is_temporary ? " temporary"
                                              : "");
        for (uint32_t k = 0; k < f->array_count; k++)
            fprintf(out, "    %s a%u[%u]%s\n", type_names[f->arrays[k].type], k, f->arrays[k].size,
                    f->arrays[k].is_param   ? " of the caller"
                    : f->arrays[k].is_table ? " table"
                                            : "");
        print_list(out, f, f->body, 1);
    }
}
