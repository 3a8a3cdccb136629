/* SPDX-License-Identifier: MIT */
/* rdat_record.c - one record of RDAT as bytes, by its description in spec/records.def. */
#include "dxk/rdat.h"
#include "wire/codec.h"

dxk_status dxki_build_rdat_encode(dxk_ctx *ctx, dxk_record_id id, void *record, uint32_t stride,
                                  dxk_buffer *out);

dxk_status dxki_build_rdat_encode(dxk_ctx *ctx, dxk_record_id id, void *record, uint32_t stride,
                                  dxk_buffer *out)
{
    dxki_codec c;

    dxki_codec_init_write(&c, ctx, out);
    dxki_codec_record(&c, "record", id, record, stride, NULL);
    dxki_codec_finish(&c);
    return c.status;
}
