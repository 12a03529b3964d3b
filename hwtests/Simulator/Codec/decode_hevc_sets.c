#include "decode_hevc.h"
#include "hevc_syntax.h"

enum { HEVC_NAL_VPS = 32 };

static void append_hevc_set(bytes *unit, bit_writer *writer, unsigned type) {
  append_set(unit, writer, (const uint8_t[]){(uint8_t)(type << 1), 1}, 2);
}

static void write_profile_tier_level(bit_writer *w, const VAPictureParameterBufferHEVC *from) {
  unsigned profile = from->bit_depth_luma_minus8 > 0 ? 2 : 1;
  write_bits(w, profile, 8);  // general_profile_space, general_tier_flag, general_profile_idc
  write_bits(w, 3u << 29 >> (profile - 1), 32);  // general_profile_compatibility_flag
  write_bits(w, 0, 32);
  write_bits(w, 0, 16);  // general_progressive_source_flag and the other constraints
  write_bits(w, 186, 8);  // general_level_idc
}

// Output in the order of decoding, so that nothing waits.
static void write_buffering(bit_writer *w, const VAPictureParameterBufferHEVC *from) {
  write_bits(w, 1, 1);  // ..._sub_layer_ordering_info_present_flag
  write_ue(w, from->sps_max_dec_pic_buffering_minus1);
  write_ue(w, 0);  // ..._max_num_reorder_pics
  write_ue(w, 0);  // ..._max_latency_increase_plus1
}

void hevc_write_vps(bytes *unit, const VAPictureParameterBufferHEVC *from) {
  bit_writer writer = {0}, *w = &writer;
  write_bits(w, 0, 4);  // vps_video_parameter_set_id
  write_bits(w, 3, 2);  // vps_base_layer_internal_flag, vps_base_layer_available_flag
  write_bits(w, 0, 9);  // vps_max_layers_minus1, vps_max_sub_layers_minus1
  write_bits(w, 1, 1);  // vps_temporal_id_nesting_flag
  write_bits(w, 0xffff, 16);
  write_profile_tier_level(w, from);
  write_buffering(w, from);
  write_bits(w, 0, 6);  // vps_max_layer_id
  write_ue(w, 0);       // vps_num_layer_sets_minus1
  write_bits(w, 0, 2);  // vps_timing_info_present_flag, vps_extension_flag
  append_hevc_set(unit, w, HEVC_NAL_VPS);
}

static void write_pcm(bit_writer *w, const VAPictureParameterBufferHEVC *from) {
  write_bits(w, from->pcm_sample_bit_depth_luma_minus1, 4);
  write_bits(w, from->pcm_sample_bit_depth_chroma_minus1, 4);
  write_ue(w, from->log2_min_pcm_luma_coding_block_size_minus3);
  write_ue(w, from->log2_diff_max_min_pcm_luma_coding_block_size);
  write_bits(w, from->pic_fields.bits.pcm_loop_filter_disabled_flag, 1);
}

void hevc_write_sps(bytes *unit, const VAPictureParameterBufferHEVC *from) {
  bit_writer writer = {0}, *w = &writer;
  write_bits(w, 0, 7);  // sps_video_parameter_set_id, sps_max_sub_layers_minus1
  write_bits(w, 1, 1);  // sps_temporal_id_nesting_flag
  write_profile_tier_level(w, from);
  write_ue(w, 0);  // sps_seq_parameter_set_id
  write_ue(w, from->pic_fields.bits.chroma_format_idc);
  write_ue(w, from->pic_width_in_luma_samples);
  write_ue(w, from->pic_height_in_luma_samples);
  write_bits(w, 0, 1);  // conformance_window_flag
  write_ue(w, from->bit_depth_luma_minus8);
  write_ue(w, from->bit_depth_chroma_minus8);
  write_ue(w, from->log2_max_pic_order_cnt_lsb_minus4);
  write_buffering(w, from);
  write_ue(w, from->log2_min_luma_coding_block_size_minus3);
  write_ue(w, from->log2_diff_max_min_luma_coding_block_size);
  write_ue(w, from->log2_min_transform_block_size_minus2);
  write_ue(w, from->log2_diff_max_min_transform_block_size);
  write_ue(w, from->max_transform_hierarchy_depth_inter);
  write_ue(w, from->max_transform_hierarchy_depth_intra);
  write_bits(w, from->pic_fields.bits.scaling_list_enabled_flag, 1);
  // The picture's set has the lists.
  if (from->pic_fields.bits.scaling_list_enabled_flag) write_bits(w, 0, 1);
  write_bits(w, from->pic_fields.bits.amp_enabled_flag, 1);
  write_bits(w, from->slice_parsing_fields.bits.sample_adaptive_offset_enabled_flag, 1);
  write_bits(w, from->pic_fields.bits.pcm_enabled_flag, 1);
  if (from->pic_fields.bits.pcm_enabled_flag) write_pcm(w, from);
  write_ue(w, 0);  // num_short_term_ref_pic_sets
  write_bits(w, from->slice_parsing_fields.bits.long_term_ref_pics_present_flag, 1);
  if (from->slice_parsing_fields.bits.long_term_ref_pics_present_flag) write_ue(w, 0);  // num_long_term_ref_pics_sps
  write_bits(w, from->slice_parsing_fields.bits.sps_temporal_mvp_enabled_flag, 1);
  write_bits(w, from->pic_fields.bits.strong_intra_smoothing_enabled_flag, 1);
  write_bits(w, 0, 2);  // vui_parameters_present_flag, sps_extension_present_flag
  append_hevc_set(unit, w, HEVC_NAL_SPS);
}

static void write_list(bit_writer *w, const uint8_t *list, unsigned side, const uint8_t *dc) {
  uint8_t order[64];
  scan_order(side, false, order);
  write_bits(w, 1, 1);  // scaling_list_pred_mode_flag
  unsigned before = 8;
  if (dc) {
    write_se(w, *dc - 8);
    before = *dc;
  }
  for (unsigned i = 0; i < side * side; i++) {
    write_scaling_difference(w, list[order[i]], before);
    before = list[order[i]];
  }
}

static void write_scaling(bit_writer *w, const VAIQMatrixBufferHEVC *scaling) {
  for (unsigned i = 0; i < 6; i++) write_list(w, scaling->ScalingList4x4[i], 4, NULL);
  for (unsigned i = 0; i < 6; i++) write_list(w, scaling->ScalingList8x8[i], 8, NULL);
  for (unsigned i = 0; i < 6; i++) write_list(w, scaling->ScalingList16x16[i], 8, &scaling->ScalingListDC16x16[i]);
  for (unsigned i = 0; i < 2; i++) write_list(w, scaling->ScalingList32x32[i], 8, &scaling->ScalingListDC32x32[i]);
}

static void write_tiles(bit_writer *w, const VAPictureParameterBufferHEVC *from) {
  write_ue(w, from->num_tile_columns_minus1);
  write_ue(w, from->num_tile_rows_minus1);
  write_bits(w, 0, 1);  // uniform_spacing_flag
  for (unsigned i = 0; i < from->num_tile_columns_minus1; i++) write_ue(w, from->column_width_minus1[i]);
  for (unsigned i = 0; i < from->num_tile_rows_minus1; i++) write_ue(w, from->row_height_minus1[i]);
  write_bits(w, from->pic_fields.bits.loop_filter_across_tiles_enabled_flag, 1);
}

static void write_deblocking(bit_writer *w, const VAPictureParameterBufferHEVC *from) {
  write_bits(w, 1, 1);  // deblocking_filter_control_present_flag
  write_bits(w, from->slice_parsing_fields.bits.deblocking_filter_override_enabled_flag, 1);
  write_bits(w, from->slice_parsing_fields.bits.pps_disable_deblocking_filter_flag, 1);
  if (from->slice_parsing_fields.bits.pps_disable_deblocking_filter_flag) return;
  write_se(w, from->pps_beta_offset_div2);
  write_se(w, from->pps_tc_offset_div2);
}

void hevc_write_pps(bytes *unit, const VAPictureParameterBufferHEVC *from, const VAIQMatrixBufferHEVC *scaling,
                    unsigned id, unsigned padding) {
  bit_writer writer = {0}, *w = &writer;
  write_ue(w, id);
  write_ue(w, 0);  // pps_seq_parameter_set_id
  write_bits(w, from->slice_parsing_fields.bits.dependent_slice_segments_enabled_flag, 1);
  write_bits(w, from->slice_parsing_fields.bits.output_flag_present_flag, 1);
  write_bits(w, from->num_extra_slice_header_bits + padding, 3);
  write_bits(w, from->pic_fields.bits.sign_data_hiding_enabled_flag, 1);
  write_bits(w, from->slice_parsing_fields.bits.cabac_init_present_flag, 1);
  write_ue(w, from->num_ref_idx_l0_default_active_minus1);
  write_ue(w, from->num_ref_idx_l1_default_active_minus1);
  write_se(w, from->init_qp_minus26);
  write_bits(w, from->pic_fields.bits.constrained_intra_pred_flag, 1);
  write_bits(w, from->pic_fields.bits.transform_skip_enabled_flag, 1);
  write_bits(w, from->pic_fields.bits.cu_qp_delta_enabled_flag, 1);
  if (from->pic_fields.bits.cu_qp_delta_enabled_flag) write_ue(w, from->diff_cu_qp_delta_depth);
  write_se(w, from->pps_cb_qp_offset);
  write_se(w, from->pps_cr_qp_offset);
  write_bits(w, from->slice_parsing_fields.bits.pps_slice_chroma_qp_offsets_present_flag, 1);
  write_bits(w, from->pic_fields.bits.weighted_pred_flag, 1);
  write_bits(w, from->pic_fields.bits.weighted_bipred_flag, 1);
  write_bits(w, from->pic_fields.bits.transquant_bypass_enabled_flag, 1);
  write_bits(w, from->pic_fields.bits.tiles_enabled_flag, 1);
  write_bits(w, from->pic_fields.bits.entropy_coding_sync_enabled_flag, 1);
  if (from->pic_fields.bits.tiles_enabled_flag) write_tiles(w, from);
  write_bits(w, from->pic_fields.bits.pps_loop_filter_across_slices_enabled_flag, 1);
  write_deblocking(w, from);
  bool has_lists = scaling && from->pic_fields.bits.scaling_list_enabled_flag;
  write_bits(w, has_lists, 1);
  if (has_lists) write_scaling(w, scaling);
  write_bits(w, from->slice_parsing_fields.bits.lists_modification_present_flag, 1);
  write_ue(w, from->log2_parallel_merge_level_minus2);
  write_bits(w, from->slice_parsing_fields.bits.slice_segment_header_extension_present_flag, 1);
  write_bits(w, 0, 1);  // pps_extension_present_flag
  append_hevc_set(unit, w, HEVC_NAL_PPS);
}
