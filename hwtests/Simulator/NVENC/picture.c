#include "picture.h"

#include <stdlib.h>
#include <string.h>

size_t picture_format_size(NV_ENC_BUFFER_FORMAT format, size_t pitch, size_t height) {
  switch (format) {
    case NV_ENC_BUFFER_FORMAT_NV12:
    case NV_ENC_BUFFER_FORMAT_YV12:
    case NV_ENC_BUFFER_FORMAT_IYUV:
    case NV_ENC_BUFFER_FORMAT_YUV420_10BIT: return pitch * height + pitch * ((height + 1) / 2);
    default: return 0;
  }
}

size_t picture_format_row(NV_ENC_BUFFER_FORMAT format, size_t width) {
  return format == NV_ENC_BUFFER_FORMAT_YUV420_10BIT ? width * 2 : width;
}

int picture_format_depth(NV_ENC_BUFFER_FORMAT format) {
  return format == NV_ENC_BUFFER_FORMAT_YUV420_10BIT ? 10 : 8;
}

static void copy_rows(uint8_t *to, size_t to_stride, const uint8_t *from, size_t from_stride, size_t size, int rows) {
  for (int row = 0; row < rows; row++) memcpy(to + (size_t)row * to_stride, from + (size_t)row * from_stride, size);
}

static void split_8(picture *made, const uint8_t *chroma, size_t pitch) {
  for (int row = 0; row < made->height / 2; row++) {
    const uint8_t *from = chroma + (size_t)row * pitch;
    uint8_t *u = made->planes[1] + (size_t)row * made->strides[1];
    uint8_t *v = made->planes[2] + (size_t)row * made->strides[2];
    for (int column = 0; column < made->width / 2; column++) {
      u[column] = from[column * 2];
      v[column] = from[column * 2 + 1];
    }
  }
}

// Samples of 10 bits are in the upper bits of 16.
static void copy_10(picture *made, const uint8_t *luma, const uint8_t *chroma, size_t pitch) {
  for (int row = 0; row < made->height; row++) {
    const uint16_t *from = (const uint16_t *)(luma + (size_t)row * pitch);
    uint16_t *to = (uint16_t *)(made->planes[0] + (size_t)row * made->strides[0]);
    for (int column = 0; column < made->width; column++) to[column] = from[column] >> 6;
  }
  for (int row = 0; row < made->height / 2; row++) {
    const uint16_t *from = (const uint16_t *)(chroma + (size_t)row * pitch);
    uint16_t *u = (uint16_t *)(made->planes[1] + (size_t)row * made->strides[1]);
    uint16_t *v = (uint16_t *)(made->planes[2] + (size_t)row * made->strides[2]);
    for (int column = 0; column < made->width / 2; column++) {
      u[column] = from[column * 2] >> 6;
      v[column] = from[column * 2 + 1] >> 6;
    }
  }
}

picture *picture_create(NV_ENC_BUFFER_FORMAT format, const void *memory, size_t pitch, size_t rows, int width,
                        int height) {
  picture *made = calloc(1, sizeof *made);
  if (!made) abort();
  made->width = width;
  made->height = height;
  made->depth = picture_format_depth(format);
  made->quantizer = -1;
  size_t sample = made->depth > 8 ? 2 : 1;
  size_t luma_size = (size_t)width * (size_t)height * sample;
  made->strides[0] = (size_t)width * sample;
  made->strides[1] = made->strides[2] = made->strides[0] / 2;
  made->planes[0] = malloc(luma_size * 3 / 2);
  if (!made->planes[0]) abort();
  made->planes[1] = made->planes[0] + luma_size;
  made->planes[2] = made->planes[1] + luma_size / 4;

  const uint8_t *luma = memory, *chroma = luma + pitch * rows;
  if (made->depth > 8) {
    copy_10(made, luma, chroma, pitch);
    return made;
  }
  copy_rows(made->planes[0], made->strides[0], luma, pitch, made->strides[0], height);
  if (format == NV_ENC_BUFFER_FORMAT_NV12) {
    split_8(made, chroma, pitch);
    return made;
  }
  // In YV12 the plane of V comes first.
  const uint8_t *second = chroma + pitch / 2 * (rows / 2);
  bool swapped = format == NV_ENC_BUFFER_FORMAT_YV12;
  copy_rows(made->planes[1], made->strides[1], swapped ? second : chroma, pitch / 2, made->strides[1], height / 2);
  copy_rows(made->planes[2], made->strides[2], swapped ? chroma : second, pitch / 2, made->strides[2], height / 2);
  return made;
}

void picture_free(picture *freed) {
  if (!freed) return;
  bytes_free(&freed->messages);
  free(freed->planes[0]);
  free(freed);
}
