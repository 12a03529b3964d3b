#ifndef SWAGE_SIMULATOR_ENCODE_H
#define SWAGE_SIMULATOR_ENCODE_H

#include "driver.h"

typedef enum { PICTURE_I, PICTURE_P, PICTURE_B } picture_kind;

// What the application rendered between vaBeginPicture and vaEndPicture.
typedef struct picture {
  frame source;  // shares the surface's storage, should the application destroy that before its time
  VABufferID coded;
  picture_kind kind;
  bool idr;
  int init_qp, qp_delta;
  bool has_parameters, has_slice;
  bytes headers;       // packed parameter sets and SEI in their order, as a byte stream
  bytes slice_header;  // the packed one, as a byte stream
} picture;

// The part of a codec: reads its parameters, and splices packed headers with what its inner encoder codes.
typedef struct coder coder;
typedef struct {
  size_t sequence_size, picture_size, slice_size;  // of its parameter structures
  unsigned nal_header_size;
  unsigned (*sequence_bit_rate)(const void *parameters);
  void (*read_picture)(const void *parameters, picture *picture);
  void (*read_slice)(const void *parameters, picture *picture);
  coder *(*create)(void);
  // Appends the access unit. Says on standard error why it can't.
  bool (*encode)(coder *coder, const rate_control *rate, const picture *picture, bytes *unit);
  void (*destroy)(coder *coder);
} codec;

extern const codec h264_codec, hevc_codec;

// Repeats the last column and row until a frame covers the coded size; false where it has no room for it.
bool frame_pad(const frame *frame, unsigned width, unsigned height);
source_picture frame_samples(const frame *frame);

#endif
