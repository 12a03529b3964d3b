#ifndef SWAGE_SIMULATOR_INNER_H
#define SWAGE_SIMULATOR_INNER_H

#include "bits.h"
#include "h264_syntax.h"
#include "hevc_syntax.h"

// The software encoders inside: they turn a picture into one coded slice, and that is all a splice takes of them.

typedef enum { RATE_CQP, RATE_ICQ, RATE_QVBR, RATE_VBR, RATE_CBR } rate_mode;

// What the application asked for, bit rates in bits a second.
typedef struct {
  rate_mode mode;
  unsigned target_rate, max_rate;
  unsigned buffer_bits;
  unsigned quality;  // of ICQ and QVBR, on the scale of QP
  unsigned fps_numerator, fps_denominator;
} rate_control;

// Samples with chroma interleaved: NV12, or P010 where they are 16 bits wide. Covers the coded size.
typedef struct {
  const uint8_t *luma, *chroma;
  size_t pitch;
  bool sixteen_bit;
} source_picture;

typedef struct inner_encoder inner_encoder;
struct inner_encoder {
  // Codes a picture: `intra` without references, `idr` as the beginning of a sequence, `qp` where the mode is CQP.
  // Answers the parts of the NAL unit of its slice.
  bool (*encode)(inner_encoder *, const source_picture *, bool intra, bool idr, int qp, uint8_t nal_header[2],
                 bytes *payload);
  void (*close)(inner_encoder *);
};

// Both follow the sets of the stream they are to be spliced into, and answer their own, for comparison.
inner_encoder *inner_x264_open(const h264_sets *outer, const rate_control *rate, h264_sets *own);
inner_encoder *inner_x265_open(const hevc_sets *outer, const rate_control *rate, hevc_sets *own);

#endif
