/* SPDX-License-Identifier: MIT */
/* sarif.c - see sarif.h. */
#include "sarif.h"

void sarif_uri(json_writer *json, dxk_str path)
{
    json_object(json, "artifactLocation");
    json_uri(json, "uri", path);
    json_end(json);
}
