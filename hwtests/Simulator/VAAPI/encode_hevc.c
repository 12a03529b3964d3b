#include <stdio.h>
#include <stdlib.h>

#include "encode.h"

struct coder {
  hevc_sets outer;  // of the packed headers
  // As in encode_h264.c: the second codes what is to pass for B-frames, without references.
  inner_encoder *inner, *inner_b;
  hevc_sets own, own_b;
  int last_qp;
};

static unsigned sequence_bit_rate(const void *parameters) {
  return ((const VAEncSequenceParameterBufferHEVC *)parameters)->bits_per_second;
}

static void read_picture(const void *parameters, picture *picture) {
  const VAEncPictureParameterBufferHEVC *from = parameters;
  picture->coded = from->coded_buf;
  picture->idr = from->pic_fields.bits.idr_pic_flag;
  picture->init_qp = from->pic_init_qp;
}

static void read_slice(const void *parameters, picture *picture) {
  const VAEncSliceParameterBufferHEVC *from = parameters;
  picture->kind = from->slice_type == 1 ? PICTURE_P : from->slice_type == 0 ? PICTURE_B : PICTURE_I;
  picture->qp_delta = from->slice_qp_delta;
}

static coder *create(void) { return calloc(1, sizeof(coder)); }

static void destroy(coder *coder) {
  if (coder->inner) coder->inner->close(coder->inner);
  if (coder->inner_b) coder->inner_b->close(coder->inner_b);
  free(coder);
}

static unsigned nal_type(const uint8_t *header) { return header[0] >> 1 & 63; }

static bool read_sets(coder *coder, const bytes *headers) {
  const uint8_t *nal;
  size_t size, position = 0;
  bool good = true;
  while (next_nal(headers->data, headers->size, &position, &nal, &size)) {
    bytes payload = {0};
    append_unescaped(&payload, nal, size, 2);
    if (nal_type(nal) == HEVC_NAL_SPS) good = hevc_parse_sps(&coder->outer, &payload) && good;
    if (nal_type(nal) == HEVC_NAL_PPS) good = hevc_parse_pps(&coder->outer, &payload) && good;
    bytes_free(&payload);
  }
  return good && coder->outer.has_sps && coder->outer.has_pps;
}

// Tools that a slice can decline are compared here, not in the parameter sets.
static bool same_slice_tools(const hevc_slice *outer, const hevc_slice *own, bool intra) {
  bool common = !outer->sao_luma && !outer->sao_chroma && !own->sao_luma && !own->sao_chroma &&
                outer->deblocking_off == own->deblocking_off && outer->deblocking_beta == own->deblocking_beta &&
                outer->deblocking_tc == own->deblocking_tc && outer->cb_qp_offset == own->cb_qp_offset &&
                outer->cr_qp_offset == own->cr_qp_offset;
  return common && (intra || (outer->refs_l0 == own->refs_l0 && outer->cabac_init == own->cabac_init &&
                              outer->merge_candidates == own->merge_candidates && !outer->temporal_mvp &&
                              !own->temporal_mvp));
}

// The outer header up to and after slice_qp_delta, then the inner slice's data. With `intra`, whatever type the header
// had becomes I.
static void splice(const bytes *outer_payload, const hevc_slice *outer, const bytes *own_payload,
                   const hevc_slice *own, bool intra, int qp_delta, bit_writer *writer) {
  write_range(writer, outer_payload, 0, outer->type_at);
  write_ue(writer, intra ? 2 : 1);
  write_range(writer, outer_payload, outer->type_end, outer->inter_at);
  if (!intra) write_range(writer, outer_payload, outer->inter_at, outer->inter_end);
  write_se(writer, qp_delta);
  write_range(writer, outer_payload, outer->qp_end, outer->end);
  write_bits(writer, 1, 1);
  while (writer->bit_count % 8 != 0) write_bits(writer, 0, 1);
  size_t data_at = own->end / 8 * 8 + 8;
  write_range(writer, own_payload, data_at, own_payload->size * 8);
}

static bool follows(const hevc_sets *outer, const hevc_sets *own) {
  const char *difference = hevc_tools_difference(&outer->tools, &own->tools);
  if (!difference) return true;
  char text[96];
  snprintf(text, sizeof text, "x265 does not follow the HEVC parameter sets in %s", difference);
  return report_failure(text);
}

static bool open_inner(coder *coder, const rate_control *rate, bool b) {
  inner_encoder **inner = b ? &coder->inner_b : &coder->inner;
  hevc_sets *own = b ? &coder->own_b : &coder->own;
  if (!*inner) {
    rate_control chosen = *rate;
    if (b) chosen.mode = RATE_CQP;  // only the first controls the rate
    *inner = inner_x265_open(&coder->outer, &chosen, own);
    if (!*inner) return report_failure("x265 does not open");
  }
  return follows(&coder->outer, own);
}

static bool encode_slice(coder *coder, const rate_control *rate, const picture *picture, const uint8_t *outer_header,
                         const bytes *outer_payload, bytes *own_payload, bytes *unit) {
  bool b = picture->kind == PICTURE_B, intra = picture->kind != PICTURE_P;
  const hevc_tools *tools = &coder->outer.tools;
  hevc_slice outer, own;
  if (!hevc_parse_slice(&outer, &coder->outer, nal_type(outer_header), outer_payload))
    return report_failure("unknown HEVC slice header");
  if ((tools->bit_depth > 8) != frame_is_deep(&picture->source))
    return report_failure("surface of another bit depth than the HEVC parameter sets");
  if (!open_inner(coder, rate, b)) return false;
  if (!frame_pad(&picture->source, tools->width, tools->height))
    return report_failure("surface smaller than the coded picture");
  source_picture source = frame_samples(&picture->source);
  int qp = rate->mode == RATE_CQP ? picture->init_qp + picture->qp_delta : coder->last_qp + 2;
  inner_encoder *inner = b ? coder->inner_b : coder->inner;
  const hevc_sets *own_sets = b ? &coder->own_b : &coder->own;
  uint8_t own_header[2];
  if (!inner->encode(inner, &source, intra, picture->idr || b, qp, own_header, own_payload))
    return report_failure("x265 answers no slice");
  if (!hevc_parse_slice(&own, own_sets, nal_type(own_header), own_payload) || (own.type == 2) != intra ||
      !same_slice_tools(&outer, &own, intra))
    return report_failure("x265's slice does not follow the HEVC headers");
  int own_qp = own_sets->init_qp + own.qp_delta;
  if (!b) coder->last_qp = own_qp;
  bit_writer writer = {0};
  splice(outer_payload, &outer, own_payload, &own, intra, own_qp - coder->outer.init_qp, &writer);
  append_nal(unit, outer_header, 2, writer.payload.data, writer.payload.size);
  bytes_free(&writer.payload);
  return true;
}

static bool encode(coder *coder, const rate_control *rate, const picture *picture, bytes *unit) {
  if (!read_sets(coder, &picture->headers)) return report_failure("no or unknown HEVC parameter sets");
  // An access unit delimiter may come before the slice header, in the same buffer.
  const bytes *header = &picture->slice_header;
  const uint8_t *nal;
  size_t size, before = last_nal(header->data, header->size, &nal, &size);
  if (!nal || size < 2) return report_failure("no packed slice header");
  bytes outer_payload = {0}, own_payload = {0};
  append_unescaped(&outer_payload, nal, size, 2);
  bytes_append(unit, picture->headers.data, picture->headers.size);
  bytes_append(unit, header->data, before);
  bool good = encode_slice(coder, rate, picture, nal, &outer_payload, &own_payload, unit);
  bytes_free(&outer_payload);
  bytes_free(&own_payload);
  return good;
}

const codec hevc_codec = {
    .sequence_size = sizeof(VAEncSequenceParameterBufferHEVC),
    .picture_size = sizeof(VAEncPictureParameterBufferHEVC),
    .slice_size = sizeof(VAEncSliceParameterBufferHEVC),
    .nal_header_size = 2,
    .sequence_bit_rate = sequence_bit_rate,
    .read_picture = read_picture,
    .read_slice = read_slice,
    .create = create,
    .encode = encode,
    .destroy = destroy,
};
