/* SPDX-License-Identifier: MIT */
/* passes_list.c - `dxk opt --list-passes`. */
#include "passes.h"

static void print_pass_options(job *j, size_t pass)
{
    dxk_pass_option option;
    for (size_t i = 0; dxk_pass_option_get(pass, i, &option); i++) {
        text_put(&j->out, "      ");
        text_write(&j->out, option.name.data, option.name.size);
        if (option.is_text)
            text_put(&j->out, "=TEXT\n");
        else
            text_printf(&j->out, "=%lld (%lld to %lld)\n", (long long)option.value,
                        (long long)option.low, (long long)option.high);
    }
}

static void json_passes(job *j)
{
    dxk_pass_info pass;
    dxk_pass_option option;
    dxk_json_array(j->json, "passes");
    for (size_t i = 0; dxk_pass_get(i, &pass); i++) {
        dxk_json_object(j->json, NULL);
        dxk_json_text(j->json, "name", pass.name);
        dxk_json_text(j->json, "help", pass.help);
        dxk_json_bool(j->json, "onModule", pass.on_module);
        dxk_json_bool(j->json, "edit", pass.is_edit);
        dxk_json_array(j->json, "options");
        for (size_t k = 0; dxk_pass_option_get(i, k, &option); k++) {
            dxk_json_object_line(j->json, NULL);
            dxk_json_str(j->json, "name", option.name);
            if (!option.is_text) {
                dxk_json_i64(j->json, "default", option.value);
                dxk_json_i64(j->json, "least", option.low);
                dxk_json_i64(j->json, "greatest", option.high);
            }
            dxk_json_end(j->json);
        }
        dxk_json_end(j->json);
        dxk_json_end(j->json);
    }
    dxk_json_end(j->json);
}

static void json_pipelines(job *j)
{
    dxk_pipeline_info pipeline;
    dxk_json_array(j->json, "lists");
    for (size_t i = 0; dxk_pipeline_get(i, &pipeline); i++) {
        dxk_json_object(j->json, NULL);
        dxk_json_text(j->json, "name", pipeline.name);
        dxk_json_text(j->json, "help", pipeline.help);
        dxk_json_text(j->json, "passes", pipeline.text);
        dxk_json_end(j->json);
    }
    dxk_json_end(j->json);
}

int passes_list(job *j)
{
    dxk_pass_info pass;
    dxk_pipeline_info pipeline;
    if (j->json) {
        json_passes(j);
        json_pipelines(j);
        return CLI_OK;
    }
    for (size_t i = 0; dxk_pass_get(i, &pass); i++) {
        text_styled(&j->out, TEXT_TITLE, pass.name);
        text_printf(&j->out, "\n    %s\n", pass.help);
        print_pass_options(j, i);
    }
    text_put(&j->out, "\npipelines:\n");
    for (size_t i = 0; dxk_pipeline_get(i, &pipeline); i++) {
        text_styled(&j->out, TEXT_TITLE, pipeline.name);
        text_printf(&j->out, "\n    %s\n    %s\n", pipeline.help, pipeline.text);
    }
    return CLI_OK;
}
