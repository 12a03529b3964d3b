#include <string.h>

#include "encode.h"

// Rows and columns count in units of `unit` bytes: a sample, or a pair of chroma samples.
static void pad_plane(uint8_t *plane, size_t pitch, unsigned unit, unsigned width, unsigned height, unsigned to_width,
                      unsigned to_height) {
  for (unsigned y = 0; y < height && to_width > width; y++) {
    uint8_t *row = plane + y * pitch;
    for (unsigned x = width; x < to_width; x++) memcpy(row + x * unit, row + (width - 1) * unit, unit);
  }
  for (unsigned y = height; y < to_height; y++)
    memcpy(plane + y * pitch, plane + (height - 1) * pitch, (size_t)to_width * unit);
}

bool frame_pad(const frame *frame, unsigned width, unsigned height) {
  unsigned sample = frame_is_deep(frame) ? 2 : 1;
  if (width * sample > frame->pitch || height > frame->rows) return false;
  uint8_t *luma = frame->storage->data, *chroma = luma + frame->chroma_offset;
  pad_plane(luma, frame->pitch, sample, frame->width, frame->height, width, height);
  pad_plane(chroma, frame->pitch, 2 * sample, (frame->width + 1) / 2, (frame->height + 1) / 2, width / 2, height / 2);
  return true;
}

source_picture frame_samples(const frame *frame) {
  return (source_picture){
      .luma = frame->storage->data,
      .chroma = frame->storage->data + frame->chroma_offset,
      .pitch = frame->pitch,
      .sixteen_bit = frame_is_deep(frame),
  };
}
