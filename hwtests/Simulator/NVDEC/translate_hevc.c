#include <string.h>

#include "cuvid.h"

enum { MAX_REFERENCES = 15 };

static void mark(VAPictureParameterBufferHEVC *to, const unsigned char *indices, int count, uint32_t flag) {
  for (int i = 0; i < count && i < 8; i++)
    if (indices[i] < MAX_REFERENCES) to->ReferenceFrames[indices[i]].flags |= flag;
}

static void translate_references(VAPictureParameterBufferHEVC *to, const CUVIDHEVCPICPARAMS *from) {
  for (size_t i = 0; i < MAX_REFERENCES; i++) {
    bool valid = from->RefPicIdx[i] >= 0;
    to->ReferenceFrames[i] = (VAPictureHEVC){
        .picture_id = valid ? (VASurfaceID)from->RefPicIdx[i] : VA_INVALID_ID,
        .pic_order_cnt = from->PicOrderCntVal[i],
        .flags = !valid               ? VA_PICTURE_HEVC_INVALID
                 : from->IsLongTerm[i] ? VA_PICTURE_HEVC_LONG_TERM_REFERENCE
                                       : 0,
    };
  }
  mark(to, from->RefPicSetStCurrBefore, from->NumPocStCurrBefore, VA_PICTURE_HEVC_RPS_ST_CURR_BEFORE);
  mark(to, from->RefPicSetStCurrAfter, from->NumPocStCurrAfter, VA_PICTURE_HEVC_RPS_ST_CURR_AFTER);
  mark(to, from->RefPicSetLtCurr, from->NumPocLtCurr, VA_PICTURE_HEVC_RPS_LT_CURR);
}

static void translate_tiles(VAPictureParameterBufferHEVC *to, const CUVIDHEVCPICPARAMS *from) {
  to->num_tile_columns_minus1 = from->num_tile_columns_minus1;
  to->num_tile_rows_minus1 = from->num_tile_rows_minus1;
  for (size_t i = 0; i < sizeof to->column_width_minus1 / sizeof *to->column_width_minus1; i++)
    to->column_width_minus1[i] = from->column_width_minus1[i];
  for (size_t i = 0; i < sizeof to->row_height_minus1 / sizeof *to->row_height_minus1; i++)
    to->row_height_minus1[i] = from->row_height_minus1[i];
}

static VAPictureParameterBufferHEVC parameters_of(const CUVIDPICPARAMS *picture) {
  const CUVIDHEVCPICPARAMS *from = &picture->CodecSpecific.hevc;
  VAPictureParameterBufferHEVC to = {
      .CurrPic = {.picture_id = (VASurfaceID)picture->CurrPicIdx, .pic_order_cnt = from->CurrPicOrderCntVal},
      .pic_width_in_luma_samples = (uint16_t)from->pic_width_in_luma_samples,
      .pic_height_in_luma_samples = (uint16_t)from->pic_height_in_luma_samples,
      .pic_fields.bits =
          {
              .chroma_format_idc = 1,
              .separate_colour_plane_flag = from->separate_colour_plane_flag,
              .pcm_enabled_flag = from->pcm_enabled_flag,
              .scaling_list_enabled_flag = from->scaling_list_enable_flag,
              .transform_skip_enabled_flag = from->transform_skip_enabled_flag,
              .amp_enabled_flag = from->amp_enabled_flag,
              .strong_intra_smoothing_enabled_flag = from->strong_intra_smoothing_enabled_flag,
              .sign_data_hiding_enabled_flag = from->sign_data_hiding_enabled_flag,
              .constrained_intra_pred_flag = from->constrained_intra_pred_flag,
              .cu_qp_delta_enabled_flag = from->cu_qp_delta_enabled_flag,
              .weighted_pred_flag = from->weighted_pred_flag,
              .weighted_bipred_flag = from->weighted_bipred_flag,
              .transquant_bypass_enabled_flag = from->transquant_bypass_enabled_flag,
              .tiles_enabled_flag = from->tiles_enabled_flag,
              .entropy_coding_sync_enabled_flag = from->entropy_coding_sync_enabled_flag,
              .pps_loop_filter_across_slices_enabled_flag = from->loop_filter_across_slices_enabled_flag,
              .loop_filter_across_tiles_enabled_flag = from->loop_filter_across_tiles_enabled_flag,
              .pcm_loop_filter_disabled_flag = from->pcm_loop_filter_disabled_flag,
          },
      // Not passed on; the most there can be.
      .sps_max_dec_pic_buffering_minus1 = 15,
      .bit_depth_luma_minus8 = from->bit_depth_luma_minus8,
      .bit_depth_chroma_minus8 = from->bit_depth_chroma_minus8,
      .pcm_sample_bit_depth_luma_minus1 = from->pcm_sample_bit_depth_luma_minus1,
      .pcm_sample_bit_depth_chroma_minus1 = from->pcm_sample_bit_depth_chroma_minus1,
      .log2_min_luma_coding_block_size_minus3 = from->log2_min_luma_coding_block_size_minus3,
      .log2_diff_max_min_luma_coding_block_size = from->log2_diff_max_min_luma_coding_block_size,
      .log2_min_transform_block_size_minus2 = from->log2_min_transform_block_size_minus2,
      .log2_diff_max_min_transform_block_size = from->log2_diff_max_min_transform_block_size,
      .log2_min_pcm_luma_coding_block_size_minus3 = from->log2_min_pcm_luma_coding_block_size_minus3,
      .log2_diff_max_min_pcm_luma_coding_block_size = from->log2_diff_max_min_pcm_luma_coding_block_size,
      .max_transform_hierarchy_depth_intra = from->max_transform_hierarchy_depth_intra,
      .max_transform_hierarchy_depth_inter = from->max_transform_hierarchy_depth_inter,
      .init_qp_minus26 = from->init_qp_minus26,
      .diff_cu_qp_delta_depth = from->diff_cu_qp_delta_depth,
      .pps_cb_qp_offset = from->pps_cb_qp_offset,
      .pps_cr_qp_offset = from->pps_cr_qp_offset,
      .log2_parallel_merge_level_minus2 = from->log2_parallel_merge_level_minus2,
      .slice_parsing_fields.bits =
          {
              .lists_modification_present_flag = from->lists_modification_present_flag,
              .long_term_ref_pics_present_flag = from->long_term_ref_pics_present_flag,
              .sps_temporal_mvp_enabled_flag = from->sps_temporal_mvp_enabled_flag,
              .cabac_init_present_flag = from->cabac_init_present_flag,
              .output_flag_present_flag = from->output_flag_present_flag,
              .dependent_slice_segments_enabled_flag = from->dependent_slice_segments_enabled_flag,
              .pps_slice_chroma_qp_offsets_present_flag = from->pps_slice_chroma_qp_offsets_present_flag,
              .sample_adaptive_offset_enabled_flag = from->sample_adaptive_offset_enabled_flag,
              .deblocking_filter_override_enabled_flag = from->deblocking_filter_override_enabled_flag,
              .pps_disable_deblocking_filter_flag = from->pps_deblocking_filter_disabled_flag,
              .slice_segment_header_extension_present_flag = from->slice_segment_header_extension_present_flag,
              .RapPicFlag = from->IrapPicFlag,
              .IdrPicFlag = from->IdrPicFlag,
          },
      .log2_max_pic_order_cnt_lsb_minus4 = from->log2_max_pic_order_cnt_lsb_minus4,
      .num_short_term_ref_pic_sets = from->num_short_term_ref_pic_sets,
      .num_long_term_ref_pic_sps = from->num_long_term_ref_pics_sps,
      .num_ref_idx_l0_default_active_minus1 = from->num_ref_idx_l0_default_active_minus1,
      .num_ref_idx_l1_default_active_minus1 = from->num_ref_idx_l1_default_active_minus1,
      .pps_beta_offset_div2 = from->pps_beta_offset_div2,
      .pps_tc_offset_div2 = from->pps_tc_offset_div2,
      .num_extra_slice_header_bits = from->num_extra_slice_header_bits,
      .st_rps_bits = (uint32_t)from->NumBitsForShortTermRPSInSlice,
  };
  translate_tiles(&to, from);
  translate_references(&to, from);
  return to;
}

// From the order in which they are coded into rows.
static void translate_lists(uint8_t *to, const unsigned char *from, unsigned side, unsigned count) {
  uint8_t order[64];
  scan_order(side, false, order);
  for (unsigned list = 0; list < count; list++)
    for (unsigned i = 0; i < side * side; i++) to[list * side * side + order[i]] = from[list * side * side + i];
}

bool translate_hevc(coded_picture *picture, sequence *sequence, const CUVIDPICPARAMS *from) {
  (void)sequence;
  const CUVIDHEVCPICPARAMS *own = &from->CodecSpecific.hevc;
  if (own->sps_range_extension_flag || own->pps_range_extension_flag)
    return report_failure("HEVC of a profile that isn't decoded");
  VAPictureParameterBufferHEVC parameters = parameters_of(from);
  bytes_append(&picture->parameters, &parameters, sizeof parameters);

  VAIQMatrixBufferHEVC scaling = {0};
  translate_lists(&scaling.ScalingList4x4[0][0], &own->ScalingList4x4[0][0], 4, 6);
  translate_lists(&scaling.ScalingList8x8[0][0], &own->ScalingList8x8[0][0], 8, 6);
  translate_lists(&scaling.ScalingList16x16[0][0], &own->ScalingList16x16[0][0], 8, 6);
  translate_lists(&scaling.ScalingList32x32[0][0], &own->ScalingList32x32[0][0], 8, 2);
  memcpy(scaling.ScalingListDC16x16, own->ScalingListDCCoeff16x16, sizeof scaling.ScalingListDC16x16);
  memcpy(scaling.ScalingListDC32x32, own->ScalingListDCCoeff32x32, sizeof scaling.ScalingListDC32x32);
  bytes_append(&picture->scaling, &scaling, sizeof scaling);

  const VASliceParameterBufferHEVC slice = {0};
  for (unsigned i = 0; i < from->nNumSlices; i++) bytes_append(&picture->slice_parameters, &slice, sizeof slice);
  return true;
}
