#include <stdlib.h>

#include "encode.h"

struct coder {
  h264_sets outer;  // of the packed headers
  // The second codes what is to pass for B-frames, without references. Its pictures begin sequences of their own, so
  // that the first, which only sees the others, always refers to the one that the outer headers name.
  inner_encoder *inner, *inner_b;
  h264_sets own, own_b;
  int last_qp;
};

static unsigned sequence_bit_rate(const void *parameters) {
  return ((const VAEncSequenceParameterBufferH264 *)parameters)->bits_per_second;
}

static void read_picture(const void *parameters, picture *picture) {
  const VAEncPictureParameterBufferH264 *from = parameters;
  picture->coded = from->coded_buf;
  picture->idr = from->pic_fields.bits.idr_pic_flag;
  picture->init_qp = from->pic_init_qp;
}

static void read_slice(const void *parameters, picture *picture) {
  const VAEncSliceParameterBufferH264 *from = parameters;
  unsigned type = from->slice_type % 5;
  picture->kind = type == 0 ? PICTURE_P : type == 1 ? PICTURE_B : PICTURE_I;
  picture->qp_delta = from->slice_qp_delta;
}

static coder *create(void) { return calloc(1, sizeof(coder)); }

static void destroy(coder *coder) {
  if (coder->inner) coder->inner->close(coder->inner);
  if (coder->inner_b) coder->inner_b->close(coder->inner_b);
  free(coder);
}

static bool read_sets(coder *coder, const bytes *headers) {
  const uint8_t *nal;
  size_t size, position = 0;
  bool good = true;
  while (next_nal(headers->data, headers->size, &position, &nal, &size)) {
    bytes payload = {0};
    append_unescaped(&payload, nal, size, 1);
    if ((nal[0] & 31) == H264_NAL_SPS) good = h264_parse_sps(&coder->outer, &payload) && good;
    if ((nal[0] & 31) == H264_NAL_PPS) good = h264_parse_pps(&coder->outer, &payload) && good;
    bytes_free(&payload);
  }
  return good && coder->outer.has_sps && coder->outer.has_pps;
}

// What must be the same for the data of a slice to mean the same under other headers.
static bool same_tools(const h264_sets *a, const h264_sets *b) {
  return a->width == b->width && a->height == b->height && a->cabac == b->cabac &&
         a->transform_8x8 == b->transform_8x8 && a->chroma_qp_offset == b->chroma_qp_offset &&
         a->second_chroma_qp_offset == b->second_chroma_qp_offset && a->constrained_intra == b->constrained_intra;
}

static bool same_slice_tools(const h264_slice *outer, const h264_slice *own, bool intra) {
  bool filters = outer->deblocking_off == 0 && outer->deblocking_alpha == 0 && outer->deblocking_beta == 0;
  // x264 switches the filter off where QP is so low that it would do nothing.
  return filters && own->deblocking_alpha == 0 && own->deblocking_beta == 0 &&
         (intra || (outer->cabac_init == own->cabac_init && outer->refs_l0 == own->refs_l0));
}

// The outer header up to and after slice_qp_delta, then the inner slice's data. With `intra`, whatever type the header
// had becomes I.
static void splice(const bytes *outer_payload, const h264_slice *outer, const bytes *own_payload,
                   const h264_slice *own, bool cabac, bool intra, int qp_delta, bit_writer *writer) {
  write_range(writer, outer_payload, 0, outer->type_at);
  write_ue(writer, intra ? 7 : 5);  // all slices of the picture are of that type
  write_range(writer, outer_payload, outer->type_end, outer->inter_at);
  if (!intra) write_range(writer, outer_payload, outer->inter_at, outer->inter_end);
  write_range(writer, outer_payload, outer->inter_end, outer->cabac_at);
  if (!intra) write_range(writer, outer_payload, outer->cabac_at, outer->qp_at);
  write_se(writer, qp_delta);
  write_range(writer, outer_payload, outer->qp_end, outer->end);
  size_t data_at = own->end;
  if (cabac) {
    while (writer->bit_count % 8 != 0) write_bits(writer, 1, 1);
    data_at = (data_at + 7) / 8 * 8;
  }
  write_range(writer, own_payload, data_at, own_payload->size * 8);
}

static bool open_inner(coder *coder, const rate_control *rate, bool b) {
  inner_encoder **inner = b ? &coder->inner_b : &coder->inner;
  h264_sets *own = b ? &coder->own_b : &coder->own;
  if (*inner) return same_tools(&coder->outer, own) || report_failure("H.264 parameter sets changed");
  rate_control chosen = *rate;
  if (b) chosen.mode = RATE_CQP;  // only the first controls the rate
  *inner = inner_x264_open(&coder->outer, &chosen, own);
  if (!*inner) return report_failure("x264 does not open");
  return same_tools(&coder->outer, own) || report_failure("x264 does not follow the H.264 parameter sets");
}

static bool encode_slice(coder *coder, const rate_control *rate, const picture *picture, uint8_t outer_header,
                         const bytes *outer_payload, bytes *own_payload, bytes *unit) {
  bool b = picture->kind == PICTURE_B, intra = picture->kind != PICTURE_P;
  h264_slice outer, own;
  if (!h264_parse_slice(&outer, &coder->outer, outer_header, outer_payload))
    return report_failure("unknown H.264 slice header");
  if (!open_inner(coder, rate, b)) return false;
  if (!frame_pad(&picture->source, coder->outer.width, coder->outer.height))
    return report_failure("surface smaller than the coded picture");
  source_picture source = frame_samples(&picture->source);
  int qp = rate->mode == RATE_CQP ? picture->init_qp + picture->qp_delta : coder->last_qp + 2;
  inner_encoder *inner = b ? coder->inner_b : coder->inner;
  const h264_sets *own_sets = b ? &coder->own_b : &coder->own;
  uint8_t own_header[2];
  if (!inner->encode(inner, &source, intra, picture->idr || b, qp, own_header, own_payload))
    return report_failure("x264 answers no slice");
  if (!h264_parse_slice(&own, own_sets, own_header[0], own_payload) || (own.type == 2) != intra ||
      !same_slice_tools(&outer, &own, intra))
    return report_failure("x264's slice does not follow the H.264 headers");
  int own_qp = own_sets->init_qp + own.qp_delta;
  if (!b) coder->last_qp = own_qp;
  bit_writer writer = {0};
  splice(outer_payload, &outer, own_payload, &own, own_sets->cabac, intra, own_qp - coder->outer.init_qp, &writer);
  append_nal(unit, &outer_header, 1, writer.payload.data, writer.payload.size);
  bytes_free(&writer.payload);
  return true;
}

static bool encode(coder *coder, const rate_control *rate, const picture *picture, bytes *unit) {
  if (!read_sets(coder, &picture->headers)) return report_failure("no or unknown H.264 parameter sets");
  // An access unit delimiter may come before the slice header, in the same buffer.
  const bytes *header = &picture->slice_header;
  const uint8_t *nal;
  size_t size, before = last_nal(header->data, header->size, &nal, &size);
  if (!nal || size < 1) return report_failure("no packed slice header");
  bytes outer_payload = {0}, own_payload = {0};
  append_unescaped(&outer_payload, nal, size, 1);
  bytes_append(unit, picture->headers.data, picture->headers.size);
  bytes_append(unit, header->data, before);
  bool good = encode_slice(coder, rate, picture, nal[0], &outer_payload, &own_payload, unit);
  bytes_free(&outer_payload);
  bytes_free(&own_payload);
  return good;
}

const codec h264_codec = {
    .sequence_size = sizeof(VAEncSequenceParameterBufferH264),
    .picture_size = sizeof(VAEncPictureParameterBufferH264),
    .slice_size = sizeof(VAEncSliceParameterBufferH264),
    .nal_header_size = 1,
    .sequence_bit_rate = sequence_bit_rate,
    .read_picture = read_picture,
    .read_slice = read_slice,
    .create = create,
    .encode = encode,
    .destroy = destroy,
};
