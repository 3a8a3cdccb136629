/* SPDX-License-Identifier: MIT */
/* info.h - inside of dxk_info: the modules, and where their resources begin. */
#ifndef DXKI_INFO_INFO_H
#define DXKI_INFO_INFO_H

#include "base/vec.h"
#include "dxk/info.h"

typedef struct dxki_info_place {
    uint32_t space, lower_bound;
    size_t index; /* among the resources of the class */
} dxki_info_place;

/* A module, and its resources of each class by space and register. */
typedef struct dxki_info_module {
    dxk_module *module;
    dxk_dxil *dxil;
    DXKI_VEC(dxki_info_place) places[4];
} dxki_info_module;

typedef struct dxki_info {
    dxk_info shown; /* first: the caller has a pointer to it */
    dxk_ctx *ctx;
    dxki_info_module code;  /* of DXIL, ILDB or bare bitcode */
    dxki_info_module names; /* of STAT, which has the names */
} dxki_info;

/* Reads a module; finds the name of a resource. modules.c */
dxk_status dxki_info_module_read(dxki_info *in, dxk_bytes bitcode, dxki_info_module *m);
dxk_status dxki_info_module_index(dxki_info *in, dxki_info_module *m);
void dxki_info_module_free(dxki_info *in, dxki_info_module *m);

/* Sections of the JSON object. */
void dxki_info_json_legacy(dxk_json *json, const dxk_info *info);
void dxki_info_json_resources(dxk_json *json, const dxk_info *info);
void dxki_info_json_module(dxk_json *json, const dxk_info *info);

#endif
