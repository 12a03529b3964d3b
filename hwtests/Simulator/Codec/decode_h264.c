#include <string.h>

#include "decode.h"
#include "h264_syntax.h"

enum { MAX_PPS = 256, SP_SLICE = 3, SI_SLICE = 4, ORDER_BITS = 16 };

typedef VAPictureParameterBufferH264 parameters;
typedef VASliceParameterBufferH264 slice_parameters;

static const parameters *parameters_of(const coded_picture *picture) {
  return (const void *)picture->parameters.data;
}

static bool is_field(const coded_picture *picture) {
  return parameters_of(picture)->pic_fields.bits.field_pic_flag;
}

static bool begins_anew(const coded_picture *picture, decoded_pictures *decoded) {
  (void)decoded;
  const parameters *from = parameters_of(picture);
  for (size_t i = 0; i < sizeof from->ReferenceFrames / sizeof *from->ReferenceFrames; i++)
    if (!(from->ReferenceFrames[i].flags & VA_PICTURE_H264_INVALID)) return false;
  return true;
}

static void write_sps(bytes *unit, const parameters *from) {
  bit_writer writer = {0}, *w = &writer;
  write_bits(w, 100, 8);  // profile_idc: High has all that the others have, but for what no slice shows
  write_bits(w, 0, 8);    // constraints
  write_bits(w, 62, 8);   // level_idc
  write_ue(w, 0);         // seq_parameter_set_id
  write_ue(w, from->seq_fields.bits.chroma_format_idc);
  write_ue(w, from->bit_depth_luma_minus8);
  write_ue(w, from->bit_depth_chroma_minus8);
  write_bits(w, 0, 2);  // qpprime_y_zero_transform_bypass_flag, seq_scaling_matrix_present_flag
  write_ue(w, from->seq_fields.bits.log2_max_frame_num_minus4);
  // Type 1 needs a table that is not passed on; its slices are written anew for type 0.
  unsigned order_type = from->seq_fields.bits.pic_order_cnt_type;
  write_ue(w, order_type == 2 ? 2 : 0);
  if (order_type == 0) write_ue(w, from->seq_fields.bits.log2_max_pic_order_cnt_lsb_minus4);
  if (order_type == 1) write_ue(w, ORDER_BITS - 4);
  write_ue(w, from->num_ref_frames);
  write_bits(w, from->seq_fields.bits.gaps_in_frame_num_value_allowed_flag, 1);
  bool frames_only = from->seq_fields.bits.frame_mbs_only_flag;
  write_ue(w, from->picture_width_in_mbs_minus1);
  write_ue(w, (from->picture_height_in_mbs_minus1 + 1u) / (frames_only ? 1 : 2) - 1);
  write_bits(w, frames_only, 1);
  if (!frames_only) write_bits(w, from->seq_fields.bits.mb_adaptive_frame_field_flag, 1);
  write_bits(w, from->seq_fields.bits.direct_8x8_inference_flag, 1);
  write_bits(w, 0, 2);  // frame_cropping_flag, vui_parameters_present_flag
  append_set(unit, w, (const uint8_t[]){0x60 | H264_NAL_SPS}, 1);
}

static void write_list(bit_writer *w, const uint8_t *list, unsigned side) {
  uint8_t order[64];
  scan_order(side, true, order);
  write_bits(w, 1, 1);  // scaling_list_present_flag
  unsigned before = 8;
  for (unsigned i = 0; i < side * side; i++) {
    write_scaling_difference(w, list[order[i]], before);
    before = list[order[i]];
  }
}

static bool is_flat(const VAIQMatrixBufferH264 *scaling) {
  for (size_t i = 0; i < sizeof scaling->ScalingList4x4; i++)
    if ((&scaling->ScalingList4x4[0][0])[i] != 16) return false;
  for (size_t i = 0; i < sizeof scaling->ScalingList8x8; i++)
    if ((&scaling->ScalingList8x8[0][0])[i] != 16) return false;
  return true;
}

static void write_pps(bytes *unit, const parameters *from, const VAIQMatrixBufferH264 *scaling, unsigned id,
                      const unsigned refs[2]) {
  bit_writer writer = {0}, *w = &writer;
  write_ue(w, id);
  write_ue(w, 0);  // seq_parameter_set_id
  write_bits(w, from->pic_fields.bits.entropy_coding_mode_flag, 1);
  write_bits(w, from->pic_fields.bits.pic_order_present_flag, 1);
  write_ue(w, 0);  // num_slice_groups_minus1
  write_ue(w, refs[0]);
  write_ue(w, refs[1]);
  write_bits(w, from->pic_fields.bits.weighted_pred_flag, 1);
  write_bits(w, from->pic_fields.bits.weighted_bipred_idc, 2);
  write_se(w, from->pic_init_qp_minus26);
  write_se(w, from->pic_init_qs_minus26);
  write_se(w, from->chroma_qp_index_offset);
  write_bits(w, from->pic_fields.bits.deblocking_filter_control_present_flag, 1);
  write_bits(w, from->pic_fields.bits.constrained_intra_pred_flag, 1);
  write_bits(w, from->pic_fields.bits.redundant_pic_cnt_present_flag, 1);
  write_bits(w, from->pic_fields.bits.transform_8x8_mode_flag, 1);
  bool has_lists = scaling && !is_flat(scaling);
  write_bits(w, has_lists, 1);
  for (unsigned i = 0; has_lists && i < 6; i++) write_list(w, scaling->ScalingList4x4[i], 4);
  for (unsigned i = 0; has_lists && from->pic_fields.bits.transform_8x8_mode_flag && i < 2; i++)
    write_list(w, scaling->ScalingList8x8[i], 8);
  write_se(w, from->second_chroma_qp_index_offset);
  append_set(unit, w, (const uint8_t[]){0x60 | H264_NAL_PPS}, 1);
}

// The beginning of a slice header.
typedef struct {
  unsigned type, pps;
  bool field, overrides_refs;
  size_t order_at, order_end;  // in bits, after the NAL unit's header: what it says of the picture order count
  bool good;
} header;

static header read_header(const parameters *from, uint8_t nal_header, const bytes *payload) {
  bit_reader reader = bits_of(payload), *r = &reader;
  header header = {0};
  read_ue(r);  // first_mb_in_slice
  header.type = read_ue(r) % 5;
  header.pps = read_ue(r);
  skip_bits(r, from->seq_fields.bits.log2_max_frame_num_minus4 + 4);
  if (!from->seq_fields.bits.frame_mbs_only_flag) {
    header.field = read_flag(r);
    if (header.field) skip_bits(r, 1);  // bottom_field_flag
  }
  if ((nal_header & 31) == H264_NAL_IDR) read_ue(r);  // idr_pic_id
  header.order_at = r->at;
  bool both = from->pic_fields.bits.pic_order_present_flag && !header.field;
  unsigned order_type = from->seq_fields.bits.pic_order_cnt_type;
  if (order_type == 0) {
    skip_bits(r, from->seq_fields.bits.log2_max_pic_order_cnt_lsb_minus4 + 4);
    if (both) read_se(r);
  } else if (order_type == 1 && !from->seq_fields.bits.delta_pic_order_always_zero_flag) {
    read_se(r);
    if (both) read_se(r);
  }
  header.order_end = r->at;
  if (from->pic_fields.bits.redundant_pic_cnt_present_flag) read_ue(r);
  bool b = header.type == 1, inter = b || header.type == 0 || header.type == SP_SLICE;
  if (b) skip_bits(r, 1);  // direct_spatial_mv_pred_flag
  header.overrides_refs = !inter || read_flag(r);
  header.good = !r->overrun && header.pps < MAX_PPS;
  return header;
}

// Puts the picture order count of type 0 into a slice of type 1.
static void write_with_order_count(bytes *unit, const parameters *from, const header *header,
                                   const slice_parameters *slice, uint8_t nal_header, const bytes *payload) {
  bit_writer writer = {0}, *w = &writer;
  bool bottom = from->CurrPic.flags & VA_PICTURE_H264_BOTTOM_FIELD;
  int top_count = from->CurrPic.TopFieldOrderCnt, bottom_count = from->CurrPic.BottomFieldOrderCnt;
  write_range(w, payload, 0, header->order_at);
  write_bits(w, (uint32_t)(header->field && bottom ? bottom_count : top_count) & ((1u << ORDER_BITS) - 1),
             ORDER_BITS);
  if (from->pic_fields.bits.pic_order_present_flag && !header->field) write_se(w, bottom_count - top_count);
  size_t data_at = slice->slice_data_bit_offset - 8u, all = payload->size * 8;
  if (from->pic_fields.bits.entropy_coding_mode_flag) {
    // The offset may be the one before or the one after the alignment, which is all ones.
    write_range(w, payload, header->order_end, data_at);
    while (w->bit_count % 8 != 0) write_bits(w, 1, 1);
    write_range(w, payload, (data_at + 7) / 8 * 8, all);
  } else {
    // Up to the stop bit: what follows it could become a byte of zeros, which must not end a NAL unit.
    while (all > 0 && !(payload->data[(all - 1) / 8] >> (7 - (all - 1) % 8) & 1)) all--;
    write_range(w, payload, header->order_end, all);
  }
  append_nal(unit, &nal_header, 1, w->payload.data, w->payload.size);
  bytes_free(&w->payload);
}

static bool assemble_slices(const coded_picture *picture, bytes *slices, unsigned refs[MAX_PPS][2], bool *used) {
  const parameters *from = parameters_of(picture);
  for (size_t i = 0; i < slice_count(picture); i++) {
    coded_slice slice = slice_at(picture, sizeof(slice_parameters), i);
    const slice_parameters *own = slice.parameters;
    bytes payload = {0};
    append_unescaped(&payload, slice.nal, slice.nal_size, 1);
    header header = read_header(from, slice.nal[0], &payload);
    if (header.good) {
      used[header.pps] = true;
      // A slice that has no number of references of its own has the set's.
      if (!header.overrides_refs) refs[header.pps][0] = own->num_ref_idx_l0_active_minus1;
      if (!header.overrides_refs && header.type == 1) refs[header.pps][1] = own->num_ref_idx_l1_active_minus1;
      if (from->seq_fields.bits.pic_order_cnt_type == 1)
        write_with_order_count(slices, from, &header, own, slice.nal[0], &payload);
      else
        append_unit(slices, slice.nal, slice.nal_size);
    }
    bytes_free(&payload);
    if (!header.good) return report_failure("unknown H.264 slice header");
  }
  return true;
}

static bool assemble(const coded_picture *picture, bytes *unit) {
  const parameters *from = parameters_of(picture);
  if (from->seq_fields.bits.chroma_format_idc != 1 || from->bit_depth_luma_minus8 || from->bit_depth_chroma_minus8)
    return report_failure("H.264 that is not 4:2:0 of 8 bits");
  unsigned refs[MAX_PPS][2] = {{0}};
  bool used[MAX_PPS] = {false};
  bytes slices = {0};
  bool good = assemble_slices(picture, &slices, refs, used);
  if (good) {
    write_sps(unit, from);
    const void *scaling = picture->scaling.size > 0 ? picture->scaling.data : NULL;
    for (unsigned id = 0; id < MAX_PPS; id++)
      if (used[id]) write_pps(unit, from, scaling, id, refs[id]);
    bytes_append(unit, slices.data, slices.size);
  }
  bytes_free(&slices);
  return good;
}

const decode_codec h264_decode_codec = {
    .hevc = false,
    .picture_size = sizeof(parameters),
    .scaling_size = sizeof(VAIQMatrixBufferH264),
    .slice_size = sizeof(slice_parameters),
    .is_field = is_field,
    .begins_anew = begins_anew,
    .assemble = assemble,
};
