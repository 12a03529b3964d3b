#ifndef SWAGE_SIMULATOR_FRAME_H
#define SWAGE_SIMULATOR_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Memory that a surface and the images derived from it share.
typedef struct {
  int references;
  uint8_t *data;
  size_t size;
} storage;

storage *storage_create(size_t size);
storage *storage_share(storage *storage);
void storage_release(storage *storage);

// Two planes: luma, then chroma interleaved.
typedef struct {
  uint32_t fourcc;
  unsigned width, height;
  size_t pitch;          // bytes
  size_t chroma_offset;  // bytes
  unsigned rows;         // of luma; at least the height
  storage *storage;
} frame;

// Room for any coded size: width and height are rounded up to 64.
void frame_create(frame *frame, uint32_t fourcc, unsigned width, unsigned height);
bool frame_is_deep(const frame *frame);
void frame_fill_with_noise(const frame *frame);

// Says on standard error what is wrong and answers false.
bool report_failure(const char *reason);

#endif
