#include "bits.h"

#include <stdlib.h>
#include <string.h>

void bytes_append(bytes *target, const void *data, size_t size) {
  if (size == 0) return;
  if (target->size + size > target->capacity) {
    target->capacity = (target->size + size) * 2;
    target->data = realloc(target->data, target->capacity);
    if (!target->data) abort();
  }
  memcpy(target->data + target->size, data, size);
  target->size += size;
}

void bytes_clear(bytes *target) { target->size = 0; }

void bytes_free(bytes *target) {
  free(target->data);
  *target = (bytes){0};
}

bit_reader bits_of(const bytes *payload) {
  return (bit_reader){.data = payload->data, .bit_count = payload->size * 8};
}

uint32_t read_bits(bit_reader *reader, unsigned count) {
  uint32_t value = 0;
  for (; count > 0; count--) {
    value <<= 1;
    if (reader->at >= reader->bit_count) {
      reader->overrun = true;
    } else {
      value |= reader->data[reader->at / 8] >> (7 - reader->at % 8) & 1;
      reader->at++;
    }
  }
  return value;
}

bool read_flag(bit_reader *reader) { return read_bits(reader, 1) != 0; }

void skip_bits(bit_reader *reader, size_t count) {
  if (count > reader->bit_count - reader->at) {
    count = reader->bit_count - reader->at;
    reader->overrun = true;
  }
  reader->at += count;
}

uint32_t read_ue(bit_reader *reader) {
  unsigned zeros = 0;
  while (!read_flag(reader)) {
    if (reader->overrun || ++zeros > 31) {
      reader->overrun = true;
      return 0;
    }
  }
  return ((uint32_t)1 << zeros) - 1 + read_bits(reader, zeros);
}

int32_t read_se(bit_reader *reader) {
  uint32_t code = read_ue(reader);
  return code & 1 ? (int32_t)((code + 1) / 2) : -(int32_t)(code / 2);
}

void write_bits(bit_writer *writer, uint32_t value, unsigned count) {
  while (count > 0) {
    count--;
    if (writer->bit_count % 8 == 0) bytes_append(&writer->payload, "", 1);
    uint8_t *last = &writer->payload.data[writer->bit_count / 8];
    *last |= (value >> count & 1) << (7 - writer->bit_count % 8);
    writer->bit_count++;
  }
}

void write_ue(bit_writer *writer, uint32_t value) {
  unsigned length = 32 - (unsigned)__builtin_clz(value + 1);
  write_bits(writer, 0, length - 1);
  write_bits(writer, value + 1, length);
}

void write_se(bit_writer *writer, int32_t value) {
  write_ue(writer, value > 0 ? (uint32_t)value * 2 - 1 : (uint32_t)-value * 2);
}

void write_range(bit_writer *writer, const bytes *source, size_t from_bit, size_t to_bit) {
  bit_reader reader = bits_of(source);
  reader.at = from_bit;
  if (writer->bit_count % 8 == 0 && from_bit % 8 == 0) {
    size_t whole = (to_bit - from_bit) / 8;
    bytes_append(&writer->payload, source->data + from_bit / 8, whole);
    writer->bit_count += whole * 8;
    reader.at += whole * 8;
  }
  while (reader.at < to_bit) {
    unsigned count = to_bit - reader.at < 24 ? (unsigned)(to_bit - reader.at) : 24;
    write_bits(writer, read_bits(&reader, count), count);
  }
}

// The index of the next 00 00 01, or `size`.
static size_t find_start_code(const uint8_t *data, size_t size, size_t from) {
  for (size_t i = from; i + 3 <= size; i++)
    if (data[i] == 0 && data[i + 1] == 0 && data[i + 2] == 1) return i;
  return size;
}

bool next_nal(const uint8_t *data, size_t size, size_t *position, const uint8_t **nal, size_t *nal_size) {
  size_t start = find_start_code(data, size, *position);
  if (start == size) return false;
  start += 3;
  size_t end = find_start_code(data, size, start);
  *position = end;
  while (end > start && data[end - 1] == 0) end--;
  *nal = data + start;
  *nal_size = end - start;
  return end > start;
}

size_t last_nal(const uint8_t *data, size_t size, const uint8_t **nal, size_t *nal_size) {
  size_t position = 0;
  *nal = NULL;
  while (next_nal(data, size, &position, nal, nal_size)) continue;
  if (!*nal) return 0;
  size_t before = (size_t)(*nal - data) - 3;
  while (before > 0 && data[before - 1] == 0) before--;
  return before;
}

void append_unescaped(bytes *target, const uint8_t *nal, size_t nal_size, size_t header_size) {
  unsigned zeros = 0;
  size_t from = header_size;
  for (size_t i = header_size; i < nal_size; i++) {
    if (zeros >= 2 && nal[i] == 3) {
      bytes_append(target, nal + from, i - from);
      from = i + 1;
      zeros = 0;
    } else {
      zeros = nal[i] == 0 ? zeros + 1 : 0;
    }
  }
  if (from < nal_size) bytes_append(target, nal + from, nal_size - from);
}

void append_nal(bytes *target, const uint8_t *header, size_t header_size, const uint8_t *payload, size_t size) {
  static const uint8_t start_code[] = {0, 0, 0, 1}, prevention = 3;
  bytes_append(target, start_code, sizeof start_code);
  bytes_append(target, header, header_size);
  unsigned zeros = 0;
  size_t from = 0;
  for (size_t i = 0; i < size; i++) {
    if (zeros >= 2 && payload[i] <= 3) {
      bytes_append(target, payload + from, i - from);
      bytes_append(target, &prevention, 1);
      from = i;
      zeros = 0;
    }
    zeros = payload[i] == 0 ? zeros + 1 : 0;
  }
  if (from < size) bytes_append(target, payload + from, size - from);
  // A NAL unit must not end in zeros.
  if (zeros > 0) bytes_append(target, &prevention, 1);
}
