/* SPDX-License-Identifier: MIT */
/* sarif.h - what commands that print SARIF 2.1.0 (OASIS) share. */
#ifndef CLI_SARIF_H
#define CLI_SARIF_H

#include "json.h"

/* An "artifactLocation": a path as a relative or file URI; backslashes are slashes. */
void sarif_uri(json_writer *json, dxk_str path);

#endif
