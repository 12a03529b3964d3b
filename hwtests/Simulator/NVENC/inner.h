#ifndef SWAGE_SIMULATOR_NVENC_INNER_H
#define SWAGE_SIMULATOR_NVENC_INNER_H

#include "picture.h"

// The software encoder inside the device. It makes I and P pictures only, one packet for each picture as it comes.
typedef struct {
  int width, height, depth;
  uint32_t fps_num, fps_den, sar_width, sar_height;
  // Pictures that may be decoded before and shown after another one; the headers make room for them.
  int reordered;
  // Slices are of H.264 only: x265 makes them with a pool of threads only.
  int slices, level;
  bool high_tier, main_profile, baseline_profile, cavlc;

  struct {
    int format, primaries, transfer, matrix, chroma_location;
    bool full_range, has_chroma_location;
  } colour;

  struct {
    // Constant quantizers come with the pictures; else a target quality above 0, else bits per second.
    bool constant_quantizer, filler;
    double quality;
    // In bits, 0 where there is none.
    uint32_t average, maximum, buffer;
    int min_quantizer, max_quantizer;
  } rate;
} inner_config;

typedef struct inner_encoder inner_encoder;

typedef struct {
  // NULL where the encoder will not have it.
  inner_encoder *(*open)(const inner_config *config);
  // Appends the parameter sets.
  void (*headers)(inner_encoder *encoder, bytes *out);
  // Appends the NAL units of the picture (of the slices only) and stores the quantizer used.
  bool (*encode)(inner_encoder *encoder, const picture *source, bytes *out, int *quantizer);
  void (*close)(inner_encoder *encoder);
} inner_interface;

extern const inner_interface inner_x264, inner_x265;

#endif
