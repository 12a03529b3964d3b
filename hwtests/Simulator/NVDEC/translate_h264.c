#include <string.h>

#include "cuvid.h"

static void translate_references(VAPictureParameterBufferH264 *to, const CUVIDH264PICPARAMS *from) {
  for (size_t i = 0; i < sizeof to->ReferenceFrames / sizeof *to->ReferenceFrames; i++) {
    const CUVIDH264DPBENTRY *entry = &from->dpb[i];
    bool valid = entry->PicIdx >= 0 && entry->used_for_reference;
    to->ReferenceFrames[i] = (VAPictureH264){
        .picture_id = valid ? (VASurfaceID)entry->PicIdx : VA_INVALID_ID,
        .frame_idx = (uint32_t)entry->FrameIdx,
        .flags = !valid               ? VA_PICTURE_H264_INVALID
                 : entry->is_long_term ? VA_PICTURE_H264_LONG_TERM_REFERENCE
                                       : VA_PICTURE_H264_SHORT_TERM_REFERENCE,
        .TopFieldOrderCnt = entry->FieldOrderCnt[0],
        .BottomFieldOrderCnt = entry->FieldOrderCnt[1],
    };
  }
}

static VAPictureParameterBufferH264 parameters_of(const CUVIDPICPARAMS *picture, bool adaptive) {
  const CUVIDH264PICPARAMS *from = &picture->CodecSpecific.h264;
  VAPictureParameterBufferH264 to = {
      .CurrPic =
          {
              .picture_id = (VASurfaceID)picture->CurrPicIdx,
              .frame_idx = (uint32_t)from->frame_num,
              .flags = !picture->field_pic_flag     ? 0
                       : picture->bottom_field_flag ? VA_PICTURE_H264_BOTTOM_FIELD
                                                    : VA_PICTURE_H264_TOP_FIELD,
              .TopFieldOrderCnt = from->CurrFieldOrderCnt[0],
              .BottomFieldOrderCnt = from->CurrFieldOrderCnt[1],
          },
      .picture_width_in_mbs_minus1 = (uint16_t)(picture->PicWidthInMbs - 1),
      .picture_height_in_mbs_minus1 = (uint16_t)(picture->FrameHeightInMbs - 1),
      .bit_depth_luma_minus8 = from->bit_depth_luma_minus8,
      .bit_depth_chroma_minus8 = from->bit_depth_chroma_minus8,
      .num_ref_frames = (uint8_t)from->num_ref_frames,
      .seq_fields.bits =
          {
              .chroma_format_idc = 1,
              // Not passed on. Where it isn't so, there are no gaps.
              .gaps_in_frame_num_value_allowed_flag = 1,
              .frame_mbs_only_flag = (uint32_t)from->frame_mbs_only_flag,
              .mb_adaptive_frame_field_flag = adaptive,
              .direct_8x8_inference_flag = (uint32_t)from->direct_8x8_inference_flag,
              .log2_max_frame_num_minus4 = (uint32_t)from->log2_max_frame_num_minus4,
              .pic_order_cnt_type = (uint32_t)from->pic_order_cnt_type,
              .log2_max_pic_order_cnt_lsb_minus4 = (uint32_t)from->log2_max_pic_order_cnt_lsb_minus4,
              .delta_pic_order_always_zero_flag = (uint32_t)from->delta_pic_order_always_zero_flag,
          },
      .pic_init_qp_minus26 = (int8_t)from->pic_init_qp_minus26,
      .pic_init_qs_minus26 = from->pic_init_qs_minus26,
      .chroma_qp_index_offset = (int8_t)from->chroma_qp_index_offset,
      .second_chroma_qp_index_offset = (int8_t)from->second_chroma_qp_index_offset,
      .pic_fields.bits =
          {
              .entropy_coding_mode_flag = (uint32_t)from->entropy_coding_mode_flag,
              .weighted_pred_flag = (uint32_t)from->weighted_pred_flag,
              .weighted_bipred_idc = (uint32_t)from->weighted_bipred_idc,
              .transform_8x8_mode_flag = (uint32_t)from->transform_8x8_mode_flag,
              .field_pic_flag = (uint32_t)picture->field_pic_flag,
              .constrained_intra_pred_flag = (uint32_t)from->constrained_intra_pred_flag,
              .pic_order_present_flag = (uint32_t)from->pic_order_present_flag,
              .deblocking_filter_control_present_flag = (uint32_t)from->deblocking_filter_control_present_flag,
              .redundant_pic_cnt_present_flag = (uint32_t)from->redundant_pic_cnt_present_flag,
              .reference_pic_flag = (uint32_t)from->ref_pic_flag,
          },
      .frame_num = (uint16_t)from->frame_num,
  };
  translate_references(&to, from);
  return to;
}

bool translate_h264(coded_picture *picture, sequence *sequence, const CUVIDPICPARAMS *from) {
  const CUVIDH264PICPARAMS *own = &from->CodecSpecific.h264;
  // Its slices would have to be written anew, and where their headers end isn't passed on.
  if (own->pic_order_cnt_type == 1) return report_failure("H.264 with picture order counts of type 1");
  if (own->fmo_aso_enable || own->qpprime_y_zero_transform_bypass_flag)
    return report_failure("H.264 of a profile that isn't decoded");
  // A field doesn't say it.
  if (!from->field_pic_flag) sequence->adaptive = own->MbaffFrameFlag;
  VAPictureParameterBufferH264 parameters = parameters_of(from, sequence->adaptive);
  bytes_append(&picture->parameters, &parameters, sizeof parameters);

  VAIQMatrixBufferH264 scaling = {0};
  _Static_assert(sizeof scaling.ScalingList4x4 == sizeof own->WeightScale4x4, "lists of the same kind");
  _Static_assert(sizeof scaling.ScalingList8x8 == sizeof own->WeightScale8x8, "lists of the same kind");
  memcpy(scaling.ScalingList4x4, own->WeightScale4x4, sizeof own->WeightScale4x4);
  memcpy(scaling.ScalingList8x8, own->WeightScale8x8, sizeof own->WeightScale8x8);
  bytes_append(&picture->scaling, &scaling, sizeof scaling);

  const VASliceParameterBufferH264 slice = {
      .num_ref_idx_l0_active_minus1 = (uint8_t)own->num_ref_idx_l0_active_minus1,
      .num_ref_idx_l1_active_minus1 = (uint8_t)own->num_ref_idx_l1_active_minus1,
  };
  for (unsigned i = 0; i < from->nNumSlices; i++) bytes_append(&picture->slice_parameters, &slice, sizeof slice);
  return true;
}
