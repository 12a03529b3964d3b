#include "inner.h"

#include <stdlib.h>
#include <string.h>
#include <x264.h>

typedef struct {
  inner_encoder base;
  x264_t *encoder;
  bool constant_qp;
  int64_t pictures;
} x264_inner;

// Only what the outer headers say may differ from picture to picture: one reference, one slice, nothing held back.
static void follow_headers(x264_param_t *param, const h264_sets *outer) {
  param->i_width = (int)outer->width;
  param->i_height = (int)outer->height;
  param->i_csp = X264_CSP_NV12;
  param->b_cabac = outer->cabac;
  param->analyse.b_transform_8x8 = outer->transform_8x8;
  param->analyse.i_weighted_pred = X264_WEIGHTP_NONE;
  param->analyse.i_chroma_qp_offset = outer->chroma_qp_offset;
  param->analyse.b_psy = 0;  // it would move the chroma offset
  param->b_constrained_intra = outer->constrained_intra;
  param->b_deblocking_filter = 1;
  param->i_deblocking_filter_alphac0 = param->i_deblocking_filter_beta = 0;
  param->i_frame_reference = 1;
  param->i_bframe = 0;
  param->i_keyint_max = X264_KEYINT_MAX_INFINITE;
  param->i_scenecut_threshold = 0;
  param->i_threads = 1;
  param->b_sliced_threads = 0;
  param->i_slice_count = 1;
  param->b_repeat_headers = 0;
  param->b_annexb = 1;
  param->i_log_level = X264_LOG_NONE;
}

static void set_rate(x264_param_t *param, const rate_control *rate) {
  param->i_fps_num = rate->fps_numerator;
  param->i_fps_den = rate->fps_denominator;
  param->b_vfr_input = 0;
  param->rc.i_rc_method = rate->mode == RATE_VBR || rate->mode == RATE_CBR ? X264_RC_ABR : X264_RC_CRF;
  param->rc.i_bitrate = (int)(rate->target_rate / 1000);
  if (rate->mode == RATE_ICQ || rate->mode == RATE_QVBR) param->rc.f_rf_constant = (float)rate->quality;
  if (rate->mode == RATE_CQP) param->rc.i_aq_mode = X264_AQ_NONE;
  if (rate->mode != RATE_CQP && rate->mode != RATE_ICQ && rate->max_rate > 0) {
    param->rc.i_vbv_max_bitrate = (int)(rate->max_rate / 1000);
    param->rc.i_vbv_buffer_size = (int)((rate->buffer_bits ? rate->buffer_bits : rate->max_rate) / 1000);
  }
}

static bool encode(inner_encoder *base, const source_picture *source, bool intra, bool idr, int qp,
                   uint8_t nal_header[2], bytes *payload) {
  x264_inner *inner = (x264_inner *)base;
  x264_picture_t input, output;
  x264_picture_init(&input);
  input.img.i_csp = X264_CSP_NV12;
  input.img.i_plane = 2;
  input.img.plane[0] = (uint8_t *)source->luma;
  input.img.plane[1] = (uint8_t *)source->chroma;
  input.img.i_stride[0] = input.img.i_stride[1] = (int)source->pitch;
  input.i_pts = inner->pictures++;
  input.i_type = idr ? X264_TYPE_IDR : intra ? X264_TYPE_I : X264_TYPE_P;
  if (inner->constant_qp) input.i_qpplus1 = (qp < 0 ? 0 : qp > 51 ? 51 : qp) + 1;
  x264_nal_t *nals;
  int count;
  if (x264_encoder_encode(inner->encoder, &nals, &count, &input, &output) <= 0) return false;
  bool found = false;
  for (int i = 0; i < count; i++) {
    if (nals[i].i_type != NAL_SLICE && nals[i].i_type != NAL_SLICE_IDR) continue;
    if (found) return false;
    const uint8_t *nal;
    size_t size, position = 0;
    if (!next_nal(nals[i].p_payload, (size_t)nals[i].i_payload, &position, &nal, &size)) return false;
    nal_header[0] = nal[0];
    append_unescaped(payload, nal, size, 1);
    found = true;
  }
  return found;
}

static void close_encoder(inner_encoder *base) {
  x264_inner *inner = (x264_inner *)base;
  if (inner->encoder) x264_encoder_close(inner->encoder);
  free(inner);
}

static bool read_own_sets(x264_t *encoder, h264_sets *own) {
  x264_nal_t *nals;
  int count;
  memset(own, 0, sizeof *own);
  if (x264_encoder_headers(encoder, &nals, &count) < 0) return false;
  for (int i = 0; i < count; i++) {
    const uint8_t *nal;
    size_t size, position = 0;
    bytes payload = {0};
    if (!next_nal(nals[i].p_payload, (size_t)nals[i].i_payload, &position, &nal, &size)) continue;
    append_unescaped(&payload, nal, size, 1);
    if (nals[i].i_type == NAL_SPS) h264_parse_sps(own, &payload);
    if (nals[i].i_type == NAL_PPS) h264_parse_pps(own, &payload);
    bytes_free(&payload);
  }
  return own->has_sps && own->has_pps;
}

inner_encoder *inner_x264_open(const h264_sets *outer, const rate_control *rate, h264_sets *own) {
  x264_inner *inner = calloc(1, sizeof *inner);
  if (!inner) abort();
  inner->base = (inner_encoder){.encode = encode, .close = close_encoder};
  inner->constant_qp = rate->mode == RATE_CQP;
  x264_param_t param;
  x264_param_default_preset(&param, "superfast", "zerolatency");
  follow_headers(&param, outer);
  set_rate(&param, rate);
  inner->encoder = x264_encoder_open(&param);
  if (!inner->encoder || !read_own_sets(inner->encoder, own)) {
    close_encoder(&inner->base);
    return NULL;
  }
  return &inner->base;
}
