#ifndef SWAGE_SIMULATOR_H264_SYNTAX_H
#define SWAGE_SIMULATOR_H264_SYNTAX_H

#include "bits.h"

enum { H264_NAL_SLICE = 1, H264_NAL_IDR = 5, H264_NAL_SPS = 7, H264_NAL_PPS = 8 };

// What the sequence and picture parameter sets say as far as slices depend on it.
typedef struct {
  bool has_sps, has_pps;
  unsigned profile_idc;
  unsigned width, height;  // coded, in samples
  unsigned frame_num_bits;
  unsigned poc_type;
  unsigned poc_lsb_bits;
  bool poc_delta_always_zero;
  bool frames_only;

  bool cabac;
  bool poc_in_bottom_field;
  unsigned refs_l0, refs_l1;
  bool weighted;
  unsigned weighted_bipred;
  int init_qp;
  int chroma_qp_offset, second_chroma_qp_offset;
  bool deblocking_control;
  bool constrained_intra;
  bool redundant_pictures;
  bool transform_8x8;
} h264_sets;

// A slice header, and where in its payload (in bits) the parts are that a splice replaces.
typedef struct {
  unsigned type;  // 0 P, 1 B, 2 I
  unsigned refs_l0;
  unsigned cabac_init;
  int qp_delta;
  unsigned deblocking_off;
  int deblocking_alpha, deblocking_beta;

  size_t type_at, type_end;    // slice_type
  size_t inter_at, inter_end;  // what only P and B slices have, except
  size_t cabac_at;             // cabac_init_idc, which ends at qp_at
  size_t qp_at, qp_end;        // slice_qp_delta
  size_t end;                  // first bit after the header; alignment bits follow in CABAC
} h264_slice;

// Both take a payload without NAL header and answer false for what they do not know (interlace, scaling lists ...).
bool h264_parse_sps(h264_sets *sets, const bytes *payload);
bool h264_parse_pps(h264_sets *sets, const bytes *payload);
bool h264_parse_slice(h264_slice *slice, const h264_sets *sets, uint8_t nal_header, const bytes *payload);

#endif
