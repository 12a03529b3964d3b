#include "inner.h"

#include <stdlib.h>
#include <string.h>
#include <x264.h>

struct inner_encoder {
  x264_t *x264;
  x264_param_t parameters;
  bytes headers;
  int64_t count;
};

static void set_rate(x264_param_t *parameters, const inner_config *config) {
  if (config->rate.constant_quantizer) {
    parameters->rc.i_rc_method = X264_RC_CQP;
    parameters->rc.i_qp_constant = 24;
  } else if (config->rate.quality > 0 || config->rate.average == 0) {
    parameters->rc.i_rc_method = X264_RC_CRF;
    parameters->rc.f_rf_constant = config->rate.quality > 0 ? (float)config->rate.quality : 23;
  } else {
    parameters->rc.i_rc_method = X264_RC_ABR;
    parameters->rc.i_bitrate = (int)((config->rate.average + 999) / 1000);
  }
  if (!config->rate.constant_quantizer && config->rate.maximum > 0) {
    uint32_t buffer = config->rate.buffer ? config->rate.buffer : config->rate.maximum;
    parameters->rc.i_vbv_max_bitrate = (int)((config->rate.maximum + 999) / 1000);
    parameters->rc.i_vbv_buffer_size = (int)((buffer + 999) / 1000);
    parameters->rc.b_filler = config->rate.filler && config->rate.maximum == config->rate.average;
    if (parameters->rc.b_filler) parameters->i_nal_hrd = X264_NAL_HRD_CBR;
  }
  if (config->rate.min_quantizer >= 0) parameters->rc.i_qp_min = config->rate.min_quantizer;
  if (config->rate.max_quantizer >= 0) parameters->rc.i_qp_max = config->rate.max_quantizer;
}

static void read_headers(x264_t *x264, bytes *out) {
  x264_nal_t *units;
  int count;
  if (x264_encoder_headers(x264, &units, &count) < 0) return;
  for (int i = 0; i < count; i++)
    if (units[i].i_type == NAL_SPS || units[i].i_type == NAL_PPS)
      bytes_append(out, units[i].p_payload, (size_t)units[i].i_payload);
}

static inner_encoder *open_encoder(const inner_config *config) {
  inner_encoder *encoder = calloc(1, sizeof *encoder);
  if (!encoder) abort();
  x264_param_t *parameters = &encoder->parameters;
  x264_param_default_preset(parameters, "superfast", "zerolatency");
  parameters->i_log_level = X264_LOG_ERROR;
  // One thread: sliced threads would make several slices, others a delay.
  parameters->i_threads = 1;
  parameters->b_sliced_threads = 0;
  parameters->i_csp = X264_CSP_I420;
  parameters->i_width = config->width;
  parameters->i_height = config->height;
  parameters->i_fps_num = config->fps_num;
  parameters->i_fps_den = config->fps_den;
  parameters->vui.i_sar_width = (int)config->sar_width;
  parameters->vui.i_sar_height = (int)config->sar_height;
  parameters->vui.i_vidformat = config->colour.format;
  parameters->vui.b_fullrange = config->colour.full_range;
  parameters->vui.i_colorprim = config->colour.primaries;
  parameters->vui.i_transfer = config->colour.transfer;
  parameters->vui.i_colmatrix = config->colour.matrix;
  if (config->colour.has_chroma_location) parameters->vui.i_chroma_loc = config->colour.chroma_location;

  // The kinds of pictures are decided outside.
  parameters->i_keyint_max = X264_KEYINT_MAX_INFINITE;
  parameters->i_scenecut_threshold = 0;
  parameters->i_frame_reference = 1;
  parameters->analyse.i_weighted_pred = X264_WEIGHTP_NONE;
  // Pictures that wait to be shown need their place, also those that are no longer referred to.
  if (config->reordered > 0) parameters->i_dpb_size = config->reordered + 2;
  parameters->b_repeat_headers = 0;
  parameters->b_annexb = 1;
  if (config->slices > 1) parameters->i_slice_count = config->slices;
  if (config->level > 0) parameters->i_level_idc = config->level;
  if (config->cavlc) parameters->b_cabac = 0;
  set_rate(parameters, config);
  const char *profile = config->baseline_profile ? "baseline" : config->main_profile ? "main" : "high";
  bool opened = x264_param_apply_profile(parameters, profile) == 0;
  // Only an encoder that may make B-frames announces pictures out of order, so the headers are of such a one. That one
  // could not hand out each picture as it comes. See reorder.h.
  if (opened && config->reordered > 0) {
    x264_param_t other = *parameters;
    other.i_bframe = config->reordered;
    other.i_bframe_adaptive = X264_B_ADAPT_NONE;
    other.i_bframe_pyramid = X264_B_PYRAMID_NONE;
    x264_t *example = x264_encoder_open(&other);
    if (example) read_headers(example, &encoder->headers);
    if (example) x264_encoder_close(example);
  }
  if (opened) encoder->x264 = x264_encoder_open(parameters);
  if (!encoder->x264) {
    bytes_free(&encoder->headers);
    free(encoder);
    return NULL;
  }
  if (encoder->headers.size == 0) read_headers(encoder->x264, &encoder->headers);
  return encoder;
}

static void append_headers(inner_encoder *encoder, bytes *out) {
  bytes_append(out, encoder->headers.data, encoder->headers.size);
}

static bool encode(inner_encoder *encoder, const picture *source, bytes *out, int *quantizer) {
  x264_picture_t in, done;
  x264_picture_init(&in);
  in.img.i_csp = X264_CSP_I420;
  in.img.i_plane = 3;
  for (int i = 0; i < 3; i++) {
    in.img.plane[i] = source->planes[i];
    in.img.i_stride[i] = (int)source->strides[i];
  }
  in.i_pts = encoder->count++;
  in.i_type = source->type == NV_ENC_PIC_TYPE_IDR ? X264_TYPE_IDR
              : source->type == NV_ENC_PIC_TYPE_I ? X264_TYPE_I
                                                  : X264_TYPE_P;
  if (source->quantizer >= 0) in.i_qpplus1 = source->quantizer + 1;
  x264_nal_t *units;
  int count;
  int size = x264_encoder_encode(encoder->x264, &units, &count, &in, &done);
  if (size <= 0) return false;
  for (int i = 0; i < count; i++)
    if (units[i].i_type == NAL_SLICE || units[i].i_type == NAL_SLICE_IDR || units[i].i_type == NAL_FILLER)
      bytes_append(out, units[i].p_payload, (size_t)units[i].i_payload);
  *quantizer = done.i_qpplus1 - 1;
  return true;
}

static void close_encoder(inner_encoder *encoder) {
  if (!encoder) return;
  x264_encoder_close(encoder->x264);
  bytes_free(&encoder->headers);
  x264_param_cleanup(&encoder->parameters);
  free(encoder);
}

const inner_interface inner_x264 = {open_encoder, append_headers, encode, close_encoder};
