#include "bits.h"

uint32_t bits_read(bit_reader *reader, int count) {
  uint32_t value = 0;
  for (; count > 0; count--, reader->position++) {
    size_t index = reader->position / 8;
    uint32_t bit = index < reader->size ? reader->data[index] >> (7 - reader->position % 8) & 1u : 0;
    value = value << 1 | bit;
  }
  return value;
}

uint32_t bits_read_unsigned(bit_reader *reader) {
  int zeros = 0;
  while (zeros < 32 && bits_read(reader, 1) == 0) zeros++;
  return zeros == 32 ? UINT32_MAX : (1u << zeros) - 1 + bits_read(reader, zeros);
}

int32_t bits_read_signed(bit_reader *reader) {
  uint32_t code = bits_read_unsigned(reader);
  return code & 1 ? (int32_t)(code / 2 + 1) : -(int32_t)(code / 2);
}

void bits_write(bit_writer *writer, uint32_t value, int count) {
  for (count--; count >= 0; count--, writer->position++) {
    if (writer->position % 8 == 0) bytes_append(&writer->out, &(uint8_t){0}, 1);
    if (value >> count & 1) writer->out.data[writer->position / 8] |= (uint8_t)(0x80 >> writer->position % 8);
  }
}

void bits_write_unsigned(bit_writer *writer, uint32_t value) {
  int length = 0;
  while ((value + 1) >> length > 1) length++;
  bits_write(writer, 0, length);
  bits_write(writer, value + 1, length + 1);
}

// Where the next start code begins, or the end.
static size_t find_start(const bytes *stream, size_t from) {
  for (size_t i = from; i + 2 < stream->size; i++)
    if (stream->data[i] == 0 && stream->data[i + 1] == 0 && stream->data[i + 2] == 1) return i;
  return stream->size;
}

bool bits_next_unit(const bytes *stream, size_t *position, bytes *unit) {
  size_t start = find_start(stream, *position);
  if (start == stream->size) return false;
  start += 3;
  size_t end = find_start(stream, start);
  *position = end;
  // The zero of a long start code belongs to what follows; a unit never ends with one.
  while (end > start && stream->data[end - 1] == 0) end--;
  *unit = (bytes){0};
  int zeros = 0;
  size_t done = start;
  for (size_t i = start; i < end; i++) {
    if (zeros == 2 && stream->data[i] == 3) {
      bytes_append(unit, stream->data + done, i - done);
      done = i + 1;
      zeros = 0;
      continue;
    }
    zeros = stream->data[i] == 0 ? zeros + 1 : 0;
  }
  bytes_append(unit, stream->data + done, end - done);
  return true;
}
