#ifndef SWAGE_SIMULATOR_NVENC_PICTURE_H
#define SWAGE_SIMULATOR_NVENC_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ffnvcodec/nvEncodeAPI.h>

#include "bytes.h"

// A picture on its way through the encoder, as planar 4:2:0 with 8 bits or 10 bits (in 16) a sample.
typedef struct picture {
  uint8_t *planes[3];
  size_t strides[3];
  int width, height, depth;

  // What the client gave with it and gets back with its packet.
  uint64_t timestamp, duration;
  uint32_t index, flags;
  // Supplemental messages, already as NAL units.
  bytes messages;

  // Decided by the encoder.
  NV_ENC_PIC_TYPE type;
  // The quantizer demanded, or -1 where rate control chooses.
  int quantizer;
  // Pictures since the last IDR picture in display order, 0 for that itself.
  uint32_t order;

  // How its packet is to misbehave.
  bool garbage, truncated, lost;
} picture;

// The memory that a picture of a format takes; the second plane begins at pitch * height. 0 for formats there are not.
size_t picture_format_size(NV_ENC_BUFFER_FORMAT format, size_t pitch, size_t height);
// The bytes of a row.
size_t picture_format_row(NV_ENC_BUFFER_FORMAT format, size_t width);
int picture_format_depth(NV_ENC_BUFFER_FORMAT format);

// Copies a picture of width x height out of memory in which the planes are `rows` high.
picture *picture_create(NV_ENC_BUFFER_FORMAT format, const void *memory, size_t pitch, size_t rows, int width,
                        int height);
void picture_free(picture *freed);

#endif
