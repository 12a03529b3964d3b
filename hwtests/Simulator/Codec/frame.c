#include "frame.h"

#include <stdio.h>
#include <stdlib.h>
#include <va/va.h>

enum { ROUNDING = 64 };

bool report_failure(const char *reason) {
  fprintf(stderr, "simulator: %s\n", reason);
  return false;
}

storage *storage_create(size_t size) {
  storage *created = calloc(1, sizeof *created);
  // calloc, so that pages nobody writes (those of reconstructed pictures) cost nothing; a little more than asked for,
  // because swscale reads and writes whole vectors.
  if (!created || !(created->data = calloc(1, size + 64))) abort();
  created->references = 1;
  created->size = size;
  return created;
}

storage *storage_share(storage *storage) {
  __atomic_add_fetch(&storage->references, 1, __ATOMIC_RELAXED);
  return storage;
}

void storage_release(storage *storage) {
  if (!storage || __atomic_sub_fetch(&storage->references, 1, __ATOMIC_ACQ_REL) > 0) return;
  free(storage->data);
  free(storage);
}

static size_t rounded(size_t value) { return (value + ROUNDING - 1) / ROUNDING * ROUNDING; }

bool frame_is_deep(const frame *frame) { return frame->fourcc == VA_FOURCC_P010; }

void frame_create(frame *frame, uint32_t fourcc, unsigned width, unsigned height) {
  frame->fourcc = fourcc;
  frame->width = width;
  frame->height = height;
  frame->rows = (unsigned)rounded(height);
  frame->pitch = rounded(width) * (frame_is_deep(frame) ? 2 : 1);
  frame->chroma_offset = frame->pitch * frame->rows;
  frame->storage = storage_create(frame->chroma_offset * 3 / 2);
}

void frame_fill_with_noise(const frame *frame) {
  uint32_t random = 2463534242u;
  for (size_t i = 0; i < frame->storage->size; i++) {
    random ^= random << 13;
    random ^= random >> 17;
    random ^= random << 5;
    frame->storage->data[i] = (uint8_t)(random >> 8);
  }
}
