#include "h264_syntax.h"

static bool has_chroma_format(unsigned profile_idc) {
  return profile_idc == 100 || profile_idc == 110 || profile_idc == 122 || profile_idc == 244;
}

bool h264_parse_sps(h264_sets *sets, const bytes *payload) {
  bit_reader r = bits_of(payload);
  sets->profile_idc = read_bits(&r, 8);
  skip_bits(&r, 16);  // constraints, level
  read_ue(&r);        // seq_parameter_set_id
  if (has_chroma_format(sets->profile_idc)) {
    if (read_ue(&r) != 1) return false;                  // chroma_format_idc: 4:2:0 only
    if (read_ue(&r) != 0 || read_ue(&r) != 0) return false;  // 8 bits only
    skip_bits(&r, 1);                                    // qpprime_y_zero_transform_bypass_flag
    if (read_flag(&r)) return false;                     // seq_scaling_matrix_present_flag
  }
  sets->frame_num_bits = read_ue(&r) + 4;
  sets->poc_type = read_ue(&r);
  sets->poc_lsb_bits = 0;
  if (sets->poc_type == 0) sets->poc_lsb_bits = read_ue(&r) + 4;
  if (sets->poc_type == 1) {
    sets->poc_delta_always_zero = read_flag(&r);
    read_se(&r);
    read_se(&r);
    for (unsigned cycle = read_ue(&r); cycle > 0 && !r.overrun; cycle--) read_se(&r);
  }
  read_ue(&r);       // max_num_ref_frames
  skip_bits(&r, 1);  // gaps_in_frame_num_value_allowed_flag
  sets->width = (read_ue(&r) + 1) * 16;
  sets->height = (read_ue(&r) + 1) * 16;
  sets->frames_only = read_flag(&r);
  sets->has_sps = !r.overrun;
  return sets->has_sps && sets->frames_only;
}

// Whether anything but the trailing bits follows.
static bool more_data(const bit_reader *reader) {
  bit_reader rest = *reader;
  size_t last_one = 0;
  while (rest.at < rest.bit_count) {
    size_t at = rest.at;
    if (read_flag(&rest)) last_one = at;
  }
  return last_one > reader->at;
}

bool h264_parse_pps(h264_sets *sets, const bytes *payload) {
  bit_reader r = bits_of(payload);
  read_ue(&r);  // pic_parameter_set_id
  read_ue(&r);  // seq_parameter_set_id
  sets->cabac = read_flag(&r);
  sets->poc_in_bottom_field = read_flag(&r);
  if (read_ue(&r) != 0) return false;  // slice groups
  sets->refs_l0 = read_ue(&r) + 1;
  sets->refs_l1 = read_ue(&r) + 1;
  sets->weighted = read_flag(&r);
  sets->weighted_bipred = read_bits(&r, 2);
  sets->init_qp = 26 + read_se(&r);
  read_se(&r);  // pic_init_qs
  sets->chroma_qp_offset = sets->second_chroma_qp_offset = read_se(&r);
  sets->deblocking_control = read_flag(&r);
  sets->constrained_intra = read_flag(&r);
  sets->redundant_pictures = read_flag(&r);
  sets->transform_8x8 = false;
  if (more_data(&r)) {
    sets->transform_8x8 = read_flag(&r);
    if (read_flag(&r)) return false;  // pic_scaling_matrix_present_flag
    sets->second_chroma_qp_offset = read_se(&r);
  }
  sets->has_pps = !r.overrun;
  return sets->has_pps;
}

static void skip_list_modification(bit_reader *r) {
  if (!read_flag(r)) return;
  while (read_ue(r) != 3 && !r->overrun) read_ue(r);
}

static void skip_marking(bit_reader *r, bool idr) {
  if (idr) {
    skip_bits(r, 2);
    return;
  }
  if (!read_flag(r)) return;
  for (uint32_t operation; (operation = read_ue(r)) != 0 && !r->overrun;) {
    if (operation != 5) read_ue(r);
    if (operation == 3) read_ue(r);
  }
}

bool h264_parse_slice(h264_slice *slice, const h264_sets *sets, uint8_t nal_header, const bytes *payload) {
  bit_reader r = bits_of(payload);
  bool idr = (nal_header & 31) == H264_NAL_IDR, reference = (nal_header >> 5 & 3) != 0;
  *slice = (h264_slice){0};
  if (read_ue(&r) != 0) return false;  // first_mb_in_slice: one slice a picture
  slice->type_at = r.at;
  slice->type = read_ue(&r) % 5;
  slice->type_end = r.at;
  if (slice->type > 2) return false;
  read_ue(&r);  // pic_parameter_set_id
  skip_bits(&r, sets->frame_num_bits);
  if (idr) read_ue(&r);  // idr_pic_id
  if (sets->poc_type == 0) {
    skip_bits(&r, sets->poc_lsb_bits);
    if (sets->poc_in_bottom_field) read_se(&r);
  } else if (sets->poc_type == 1 && !sets->poc_delta_always_zero) {
    read_se(&r);
    if (sets->poc_in_bottom_field) read_se(&r);
  }
  if (sets->redundant_pictures) read_ue(&r);

  slice->inter_at = r.at;
  slice->refs_l0 = slice->type == 2 ? 0 : sets->refs_l0;
  if (slice->type == 1) skip_bits(&r, 1);  // direct_spatial_mv_pred_flag
  if (slice->type != 2) {
    if (read_flag(&r)) {  // num_ref_idx_active_override_flag
      slice->refs_l0 = read_ue(&r) + 1;
      if (slice->type == 1) read_ue(&r);
    }
    skip_list_modification(&r);
    if (slice->type == 1) skip_list_modification(&r);
    if (slice->type == 0 ? sets->weighted : sets->weighted_bipred == 1) return false;
  }
  slice->inter_end = r.at;

  if (reference) skip_marking(&r, idr);
  slice->cabac_at = r.at;
  if (sets->cabac && slice->type != 2) slice->cabac_init = read_ue(&r);
  slice->qp_at = r.at;
  slice->qp_delta = read_se(&r);
  slice->qp_end = r.at;
  if (sets->deblocking_control) {
    slice->deblocking_off = read_ue(&r);
    if (slice->deblocking_off != 1) {
      slice->deblocking_alpha = read_se(&r);
      slice->deblocking_beta = read_se(&r);
    }
  }
  slice->end = r.at;
  return !r.overrun;
}
