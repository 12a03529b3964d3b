#include "hevc_syntax.h"

#include <stdlib.h>

static void skip_profile_tier_level(bit_reader *r, unsigned sub_layers) {
  skip_bits(r, 88 + 8);  // general profile, tier, constraints; level
  bool profile[8] = {false}, level[8] = {false};
  for (unsigned i = 0; i < sub_layers; i++) {
    profile[i] = read_flag(r);
    level[i] = read_flag(r);
  }
  if (sub_layers > 0) skip_bits(r, 2 * (8 - sub_layers));
  for (unsigned i = 0; i < sub_layers; i++) skip_bits(r, (profile[i] ? 88 : 0) + (level[i] ? 8 : 0));
}

static bool parse_rps(bit_reader *r, hevc_rps *rps, unsigned index) {
  *rps = (hevc_rps){0};
  if (index > 0 && read_flag(r)) return false;  // a set predicted from another: neither side writes those
  unsigned negative = read_ue(r), positive = read_ue(r);
  if (negative + positive > HEVC_MAX_REFS) return false;
  for (unsigned i = 0; i < negative + positive; i++) {
    read_ue(r);  // the distance
    rps->used += read_flag(r);
  }
  return !r->overrun;
}

bool hevc_parse_sps(hevc_sets *sets, const bytes *payload) {
  bit_reader r = bits_of(payload);
  hevc_tools *tools = &sets->tools;
  skip_bits(&r, 4);
  unsigned sub_layers = read_bits(&r, 3);
  skip_bits(&r, 1);
  skip_profile_tier_level(&r, sub_layers);
  read_ue(&r);                         // sps_seq_parameter_set_id
  if (read_ue(&r) != 1) return false;  // chroma_format_idc: 4:2:0 only
  tools->width = read_ue(&r);
  tools->height = read_ue(&r);
  if (read_flag(&r))  // conformance window
    for (int i = 0; i < 4; i++) read_ue(&r);
  tools->bit_depth = read_ue(&r) + 8;
  if (read_ue(&r) + 8 != tools->bit_depth) return false;
  sets->poc_lsb_bits = read_ue(&r) + 4;
  for (unsigned i = read_flag(&r) ? 0 : sub_layers; i <= sub_layers; i++)
    for (int k = 0; k < 3; k++) read_ue(&r);
  tools->log2_min_cb = read_ue(&r) + 3;
  tools->log2_ctb = tools->log2_min_cb + read_ue(&r);
  tools->log2_min_tb = read_ue(&r) + 2;
  tools->log2_max_tb = tools->log2_min_tb + read_ue(&r);
  tools->depth_inter = read_ue(&r);
  tools->depth_intra = read_ue(&r);
  if (read_flag(&r)) return false;  // scaling_list_enabled_flag
  tools->amp = read_flag(&r);
  tools->sao = read_flag(&r);
  tools->pcm = read_flag(&r);
  if (tools->pcm) return false;
  sets->rps_count = read_ue(&r);
  if (sets->rps_count > HEVC_MAX_RPS) return false;
  for (unsigned i = 0; i < sets->rps_count; i++)
    if (!parse_rps(&r, &sets->rps[i], i)) return false;
  sets->long_term = read_flag(&r);
  sets->long_term_count = 0;
  if (sets->long_term) {
    sets->long_term_count = read_ue(&r);
    skip_bits(&r, (size_t)sets->long_term_count * (sets->poc_lsb_bits + 1));
  }
  tools->temporal_mvp = read_flag(&r);
  tools->strong_intra = read_flag(&r);
  sets->has_sps = !r.overrun;
  return sets->has_sps;
}

bool hevc_parse_pps(hevc_sets *sets, const bytes *payload) {
  bit_reader r = bits_of(payload);
  hevc_tools *tools = &sets->tools;
  read_ue(&r);  // pps_pic_parameter_set_id
  read_ue(&r);  // pps_seq_parameter_set_id
  sets->dependent_slices = read_flag(&r);
  sets->output_flag = read_flag(&r);
  sets->extra_bits = read_bits(&r, 3);
  tools->sign_hiding = read_flag(&r);
  sets->cabac_init_present = read_flag(&r);
  sets->refs_l0 = read_ue(&r) + 1;
  sets->refs_l1 = read_ue(&r) + 1;
  sets->init_qp = 26 + read_se(&r);
  tools->constrained_intra = read_flag(&r);
  tools->transform_skip = read_flag(&r);
  tools->cu_qp_delta = read_flag(&r);
  tools->cu_qp_delta_depth = tools->cu_qp_delta ? read_ue(&r) : 0;
  tools->cb_qp_offset = read_se(&r);
  tools->cr_qp_offset = read_se(&r);
  sets->slice_chroma_offsets = read_flag(&r);
  tools->weighted = read_flag(&r);
  tools->weighted_bipred = read_flag(&r);
  tools->transquant_bypass = read_flag(&r);
  if (read_flag(&r)) return false;  // tiles_enabled_flag
  tools->wavefront = read_flag(&r);
  sets->loop_filter_across_slices = read_flag(&r);
  sets->deblocking_override = sets->deblocking_off = false;
  sets->deblocking_beta = sets->deblocking_tc = 0;
  if (read_flag(&r)) {  // deblocking_filter_control_present_flag
    sets->deblocking_override = read_flag(&r);
    sets->deblocking_off = read_flag(&r);
    if (!sets->deblocking_off) {
      sets->deblocking_beta = read_se(&r);
      sets->deblocking_tc = read_se(&r);
    }
  }
  if (read_flag(&r)) return false;  // pps_scaling_list_data_present_flag
  sets->lists_modification = read_flag(&r);
  tools->log2_parallel_merge = read_ue(&r) + 2;
  sets->slice_extension = read_flag(&r);
  sets->has_pps = !r.overrun;
  return sets->has_pps;
}

static unsigned bits_for(unsigned count) {
  unsigned bits = 0;
  while ((1u << bits) < count) bits++;
  return bits;
}

// What follows the picture order count; answers how many references the picture may use.
static bool parse_references(bit_reader *r, const hevc_sets *sets, unsigned *used) {
  hevc_rps rps;
  if (!read_flag(r)) {  // short_term_ref_pic_set_sps_flag
    if (!parse_rps(r, &rps, sets->rps_count)) return false;
  } else {
    unsigned index = read_bits(r, bits_for(sets->rps_count));
    if (index >= sets->rps_count) return false;
    rps = sets->rps[index];
  }
  *used = rps.used;
  if (!sets->long_term) return true;
  unsigned from_sps = sets->long_term_count > 0 ? read_ue(r) : 0;
  return read_ue(r) == 0 && from_sps == 0;  // long-term references themselves are not known here
}

static bool parse_inter(bit_reader *r, hevc_slice *slice, const hevc_sets *sets, unsigned used) {
  unsigned refs_l1 = sets->refs_l1;
  slice->refs_l0 = sets->refs_l0;
  if (read_flag(r)) {  // num_ref_idx_active_override_flag
    slice->refs_l0 = read_ue(r) + 1;
    if (slice->type == 0) refs_l1 = read_ue(r) + 1;
  }
  if (sets->lists_modification && used > 1) {
    if (read_flag(r)) skip_bits(r, (size_t)slice->refs_l0 * bits_for(used));
    if (slice->type == 0 && read_flag(r)) skip_bits(r, (size_t)refs_l1 * bits_for(used));
  }
  if (slice->type == 0) skip_bits(r, 1);  // mvd_l1_zero_flag
  if (sets->cabac_init_present) slice->cabac_init = read_flag(r);
  if (slice->temporal_mvp) {
    bool from_l0 = slice->type == 0 ? read_flag(r) : true;
    if ((from_l0 ? slice->refs_l0 : refs_l1) > 1) read_ue(r);
  }
  if (slice->type == 1 ? sets->tools.weighted : sets->tools.weighted_bipred) return false;
  slice->merge_candidates = 5 - read_ue(r);
  return true;
}

bool hevc_parse_slice(hevc_slice *slice, const hevc_sets *sets, unsigned nal_type, const bytes *payload) {
  bit_reader r = bits_of(payload);
  *slice = (hevc_slice){0};
  if (!read_flag(&r)) return false;  // first_slice_segment_in_pic_flag: one slice a picture
  if (nal_type >= HEVC_NAL_FIRST_IRAP && nal_type <= HEVC_NAL_LAST_IRAP) skip_bits(&r, 1);
  read_ue(&r);  // slice_pic_parameter_set_id
  skip_bits(&r, sets->extra_bits);
  slice->type_at = r.at;
  slice->type = read_ue(&r);
  slice->type_end = r.at;
  if (slice->type > 2) return false;
  if (sets->output_flag) skip_bits(&r, 1);
  unsigned used = 0;
  if (nal_type != HEVC_NAL_IDR_W_RADL && nal_type != HEVC_NAL_IDR_N_LP) {
    skip_bits(&r, sets->poc_lsb_bits);
    if (!parse_references(&r, sets, &used)) return false;
    if (sets->tools.temporal_mvp) slice->temporal_mvp = read_flag(&r);
  }
  if (sets->tools.sao) {
    slice->sao_luma = read_flag(&r);
    slice->sao_chroma = read_flag(&r);
  }
  slice->inter_at = r.at;
  if (slice->type != 2 && !parse_inter(&r, slice, sets, used)) return false;
  slice->inter_end = slice->qp_at = r.at;
  slice->qp_delta = read_se(&r);
  slice->qp_end = r.at;
  if (sets->slice_chroma_offsets) {
    slice->cb_qp_offset = read_se(&r);
    slice->cr_qp_offset = read_se(&r);
  }
  slice->deblocking_off = sets->deblocking_off;
  slice->deblocking_beta = sets->deblocking_beta;
  slice->deblocking_tc = sets->deblocking_tc;
  if (sets->deblocking_override && read_flag(&r)) {
    slice->deblocking_off = read_flag(&r);
    if (!slice->deblocking_off) {
      slice->deblocking_beta = read_se(&r);
      slice->deblocking_tc = read_se(&r);
    }
  }
  if (sets->loop_filter_across_slices && (slice->sao_luma || slice->sao_chroma || !slice->deblocking_off))
    skip_bits(&r, 1);
  if (sets->tools.wavefront && read_ue(&r) != 0) return false;  // entry points
  if (sets->slice_extension) skip_bits(&r, (size_t)read_ue(&r) * 8);
  slice->end = r.at;
  return !r.overrun;
}

const char *hevc_tools_difference(const hevc_tools *a, const hevc_tools *b) {
#define COMPARE(field) \
  if (a->field != b->field) return #field
  COMPARE(width);
  COMPARE(height);
  COMPARE(bit_depth);
  COMPARE(log2_min_cb);
  COMPARE(log2_ctb);
  COMPARE(log2_min_tb);
  COMPARE(log2_max_tb);
  COMPARE(depth_inter);
  COMPARE(depth_intra);
  COMPARE(amp);
  COMPARE(sign_hiding);
  COMPARE(constrained_intra);
  COMPARE(transform_skip);
  COMPARE(transquant_bypass);
  COMPARE(cu_qp_delta);
  COMPARE(cu_qp_delta_depth);
  COMPARE(cb_qp_offset);
  COMPARE(cr_qp_offset);
  COMPARE(wavefront);
  COMPARE(strong_intra);
  COMPARE(log2_parallel_merge);
#undef COMPARE
  return NULL;
}
