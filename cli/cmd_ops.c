/* SPDX-License-Identifier: MIT */
/* cmd_ops.c - `dxk ops`: the table of DXIL operations. */
#include <dxk/ir.h>
#include <dxk/op_table.h>
#include <string.h>

#include "job.h"

typedef struct ops_options {
    const char *name; /* taken off the operands */
} ops_options;

static const opt_spec specs[] = {{0}};

static int prepare(cli_app *app)
{
    ops_options *o = app->options;
    o->name = cli_take_operand(app);
    app->no_input = true;
    if (app->operand_count > 0)
        return cli_usage(app, "only one operation is allowed");
    return CLI_OK;
}

static int show_one(job *j, uint32_t opcode)
{
    if (!j->json)
        return job_status(j, dxk_op_print(opcode, true, text_sink(&j->out)));
    dxk_json_op(j->json, opcode);
    return CLI_OK;
}

static int list_all(job *j)
{
    dxk_op_info op;
    dxk_status status = DXK_OK;
    if (j->json)
        dxk_json_array(j->json, "operations");
    for (size_t i = 0; status == DXK_OK && dxk_op_at(i, &op); i++) {
        if (j->json) {
            dxk_json_object(j->json, NULL);
            dxk_json_op(j->json, op.op);
            dxk_json_end(j->json);
        } else {
            text_printf(&j->out, "%10lu  ", (unsigned long)op.op);
            status = dxk_op_print(op.op, false, text_sink(&j->out));
            text_char(&j->out, '\n');
        }
    }
    if (j->json)
        dxk_json_end(j->json);
    return job_status(j, status);
}

static int run(job *j)
{
    const ops_options *o = j->options;
    uint32_t opcode;
    if (!o->name)
        return list_all(j);
    if (!dxk_op_table_find((dxk_str){o->name, strlen(o->name)}, &opcode))
        return job_error(j, CLI_USAGE,
                         "there is no operation '%.80s'; 'dxk ops' lists all operations", o->name);
    return show_one(j, opcode);
}

static void put_words(text_out *out)
{
    dxk_op_info op;
    for (size_t i = 0; dxk_op_at(i, &op); i++)
        text_printf(out, " %s", op.name);
}

const cli_command cmd_ops = {
    .name = "ops",
    .summary = "show the table of DXIL operations",
    .operands = "[NAME]",
    .put_words = put_words,
    .about =
        "Prints the number, name, result and operands of every operation. The first operand of\n"
        "a call, which is the number, is omitted. With NAME, or a number, prints everything\n"
        "about one operation: function, shader model, overloads, stages, rules for operands,\n"
        "and the effects that optimizers must respect. `overload` stands for the overloaded\n"
        "type.",
    .examples = "dxk ops BufferLoad\n"
                "dxk ops 68\n"
                "dxk ops --json | jq '.operations[] | select(.effects.writes != []) | .name'",
    .options = specs,
    .options_size = sizeof(ops_options),
    .prepare = prepare,
    .run = run,
};
