/* SPDX-License-Identifier: MIT */
/*
 * simple.c - parts that are one record or plain bytes: SFI0, HASH, PRIV and what is not known.
 * Sources: DXContainer.rst; DXIL.rst for the feature flags.
 */
#include "parts/parts.h"

bool dxki_part_walk_raw(dxki_codec *c, void *part)
{
    dxk_raw_part *p = part;
    return dxki_codec_rest(c, "data", &p->data);
}

bool dxki_part_walk_features(dxki_codec *c, void *part)
{
    dxk_feature_part *p = part;
    return dxki_codec_record(c, "features", DXK_RECORD_ID_feature_info, &p->info, 0, NULL) &&
           dxki_codec_rest(c, "tail", &p->tail);
}

bool dxki_part_walk_hash(dxki_codec *c, void *part)
{
    dxk_hash_part *p = part;
    return dxki_codec_record(c, "hash", DXK_RECORD_ID_shader_hash, &p->hash, 0, NULL) &&
           dxki_codec_rest(c, "tail", &p->tail);
}
