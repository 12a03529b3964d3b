#include "bytes.h"

#include <stdlib.h>
#include <string.h>

static const uint8_t start_code[] = {0, 0, 0, 1};

void bytes_append(bytes *target, const void *data, size_t size) {
  if (target->room - target->size < size) {
    target->room = (target->size + size) * 2;
    target->data = realloc(target->data, target->room);
    if (!target->data) abort();
  }
  if (size > 0) memcpy(target->data + target->size, data, size);
  target->size += size;
}

void bytes_free(bytes *target) {
  free(target->data);
  memset(target, 0, sizeof *target);
}

void bytes_append_delimiter(bytes *target, bool hevc) {
  static const uint8_t avc_unit[] = {0, 0, 0, 1, 0x09, 0xf0}, hevc_unit[] = {0, 0, 0, 1, 0x46, 0x01, 0x50};
  if (hevc)
    bytes_append(target, hevc_unit, sizeof hevc_unit);
  else
    bytes_append(target, avc_unit, sizeof avc_unit);
}

void bytes_append_unit(bytes *target, const uint8_t *unit, size_t size) {
  static const uint8_t prevention = 3;
  bytes_append(target, start_code, sizeof start_code);
  size_t done = 0;
  int zeros = 0;
  for (size_t i = 0; i < size; i++) {
    if (zeros == 2 && unit[i] <= 3) {
      bytes_append(target, unit + done, i - done);
      bytes_append(target, &prevention, 1);
      done = i;
      zeros = 0;
    }
    zeros = unit[i] == 0 ? zeros + 1 : 0;
  }
  bytes_append(target, unit + done, size - done);
}

// Types and sizes of messages are written as 255s and a rest.
static void append_number(bytes *target, size_t number) {
  for (; number >= 255; number -= 255) bytes_append(target, &(uint8_t){255}, 1);
  bytes_append(target, &(uint8_t){(uint8_t)number}, 1);
}

void bytes_append_sei(bytes *target, bool hevc, uint32_t type, const uint8_t *payload, size_t size) {
  static const uint8_t avc_header[] = {0x06}, hevc_header[] = {0x4e, 0x01}, end = 0x80;
  bytes unit = {0};
  if (hevc)
    bytes_append(&unit, hevc_header, sizeof hevc_header);
  else
    bytes_append(&unit, avc_header, sizeof avc_header);
  append_number(&unit, type);
  append_number(&unit, size);
  bytes_append(&unit, payload, size);
  bytes_append(&unit, &end, 1);
  bytes_append_unit(target, unit.data, unit.size);
  bytes_free(&unit);
}

void bytes_make_garbage(bytes *target, bool hevc, uint64_t seed) {
  size_t unit = 0;
  for (size_t i = 0; i + 3 < target->size; i++)
    if (target->data[i] == 0 && target->data[i + 1] == 0 && target->data[i + 2] == 1) unit = i + 3;
  uint64_t state = seed * 6364136223846793005u + 1442695040888963407u;
  for (size_t i = unit + (hevc ? 2 : 1); i < target->size; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    uint8_t noise = (uint8_t)(state >> 56);
    // Never 0, so that no start code appears by chance.
    target->data[i] = noise ? noise : 0xa5;
  }
}
