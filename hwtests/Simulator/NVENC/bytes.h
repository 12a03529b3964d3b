#ifndef SWAGE_SIMULATOR_NVENC_BYTES_H
#define SWAGE_SIMULATOR_NVENC_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Bytes that grow, and the little of the H.264 and HEVC byte stream format that the simulator writes itself.
typedef struct {
  uint8_t *data;
  size_t size, room;
} bytes;

void bytes_append(bytes *target, const void *data, size_t size);
void bytes_free(bytes *target);

// An access unit delimiter that allows every kind of picture.
void bytes_append_delimiter(bytes *target, bool hevc);
// A supplemental enhancement information message, as a NAL unit of its own before the picture.
void bytes_append_sei(bytes *target, bool hevc, uint32_t type, const uint8_t *payload, size_t size);
// Adds a NAL unit, of which `unit` is everything after the start code without emulation prevention.
void bytes_append_unit(bytes *target, const uint8_t *unit, size_t size);
// Keeps what says "a picture" (start code and header of the last unit) and makes noise of the rest.
void bytes_make_garbage(bytes *target, bool hevc, uint64_t seed);

#endif
