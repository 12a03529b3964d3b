#ifndef SWAGE_SIMULATOR_HEVC_SYNTAX_H
#define SWAGE_SIMULATOR_HEVC_SYNTAX_H

#include "bits.h"

enum { HEVC_NAL_FIRST_IRAP = 16, HEVC_NAL_LAST_IRAP = 23, HEVC_NAL_IDR_W_RADL = 19, HEVC_NAL_IDR_N_LP = 20,
       HEVC_NAL_SPS = 33, HEVC_NAL_PPS = 34, HEVC_MAX_RPS = 64, HEVC_MAX_REFS = 16 };

// A set of reference pictures: of them, only how many the picture itself may use matters here.
typedef struct {
  unsigned used;
} hevc_rps;

// What must be the same in two streams for the data of one's slices to mean the same in the other.
typedef struct {
  unsigned width, height;  // coded
  unsigned bit_depth;
  unsigned log2_min_cb, log2_ctb, log2_min_tb, log2_max_tb;
  unsigned depth_inter, depth_intra;
  bool amp, sao, pcm, temporal_mvp, strong_intra;
  bool sign_hiding, constrained_intra, transform_skip, transquant_bypass;
  bool cu_qp_delta;
  unsigned cu_qp_delta_depth;
  int cb_qp_offset, cr_qp_offset;
  bool weighted, weighted_bipred, wavefront;
  unsigned log2_parallel_merge;
} hevc_tools;

// What the parameter sets say as far as slices depend on it.
typedef struct {
  bool has_sps, has_pps;
  hevc_tools tools;

  unsigned poc_lsb_bits;
  unsigned rps_count;
  hevc_rps rps[HEVC_MAX_RPS];
  bool long_term;
  unsigned long_term_count;

  bool dependent_slices, output_flag;
  unsigned extra_bits;
  bool cabac_init_present;
  unsigned refs_l0, refs_l1;
  int init_qp;
  bool slice_chroma_offsets;
  bool loop_filter_across_slices;
  bool deblocking_override, deblocking_off;
  int deblocking_beta, deblocking_tc;
  bool lists_modification;
  bool slice_extension;
} hevc_sets;

// A slice header, and where in its payload (in bits) the parts are that a splice replaces.
typedef struct {
  unsigned type;  // 0 B, 1 P, 2 I
  unsigned refs_l0;
  bool temporal_mvp, sao_luma, sao_chroma, cabac_init;
  unsigned merge_candidates;
  int qp_delta;
  int cb_qp_offset, cr_qp_offset;
  bool deblocking_off;
  int deblocking_beta, deblocking_tc;

  size_t type_at, type_end;    // slice_type
  size_t inter_at, inter_end;  // what only P and B slices have
  size_t qp_at, qp_end;        // slice_qp_delta; inter_end == qp_at
  size_t end;                  // first bit after the header; alignment bits follow
} hevc_slice;

// All take a payload without NAL header and answer false for what they do not know (tiles, scaling lists ...).
bool hevc_parse_sps(hevc_sets *sets, const bytes *payload);
bool hevc_parse_pps(hevc_sets *sets, const bytes *payload);
bool hevc_parse_slice(hevc_slice *slice, const hevc_sets *sets, unsigned nal_type, const bytes *payload);

// The name of the first tool that differs, or NULL.
const char *hevc_tools_difference(const hevc_tools *a, const hevc_tools *b);

#endif
