#ifndef SWAGE_SIMULATOR_BITS_H
#define SWAGE_SIMULATOR_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A growing run of bytes. Starts as all zeros, ends with bytes_free.
typedef struct {
  uint8_t *data;
  size_t size;
  size_t capacity;
} bytes;

void bytes_append(bytes *target, const void *data, size_t size);
void bytes_clear(bytes *target);
void bytes_free(bytes *target);

// Reads a raw byte sequence payload (a NAL unit without its emulation prevention bytes). Past the end it reads zeros
// and says so in `overrun`, so that a parser checks once, at its end.
typedef struct {
  const uint8_t *data;
  size_t bit_count;
  size_t at;
  bool overrun;
} bit_reader;

bit_reader bits_of(const bytes *payload);
uint32_t read_bits(bit_reader *reader, unsigned count);
bool read_flag(bit_reader *reader);
void skip_bits(bit_reader *reader, size_t count);
// ue(v) and se(v) of both standards.
uint32_t read_ue(bit_reader *reader);
int32_t read_se(bit_reader *reader);

// Writes a raw byte sequence payload.
typedef struct {
  bytes payload;
  size_t bit_count;
} bit_writer;

void write_bits(bit_writer *writer, uint32_t value, unsigned count);
void write_ue(bit_writer *writer, uint32_t value);
void write_se(bit_writer *writer, int32_t value);
void write_range(bit_writer *writer, const bytes *source, size_t from_bit, size_t to_bit);

// Finds the next NAL unit of a byte stream with start codes; `position` begins at 0. The unit excludes its start code
// and the zeros that follow it.
bool next_nal(const uint8_t *data, size_t size, size_t *position, const uint8_t **nal, size_t *nal_size);
// Finds the last NAL unit, NULL where there is none, and answers how many bytes are before its start code.
size_t last_nal(const uint8_t *data, size_t size, const uint8_t **nal, size_t *nal_size);
// Appends what a NAL unit says after its header of `header_size` bytes, without emulation prevention bytes.
void append_unescaped(bytes *target, const uint8_t *nal, size_t nal_size, size_t header_size);
// Appends a start code, the NAL unit's header and a payload with emulation prevention bytes.
void append_nal(bytes *target, const uint8_t *header, size_t header_size, const uint8_t *payload, size_t size);

#endif
