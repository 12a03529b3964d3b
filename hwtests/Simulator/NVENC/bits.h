#ifndef SWAGE_SIMULATOR_NVENC_BITS_H
#define SWAGE_SIMULATOR_NVENC_BITS_H

#include "bytes.h"

// Reads the bits of a NAL unit from which the emulation prevention is taken out. Beyond the end there are zeros.
typedef struct {
  const uint8_t *data;
  size_t size, position;
} bit_reader;

uint32_t bits_read(bit_reader *reader, int count);
// Exp-Golomb codes.
uint32_t bits_read_unsigned(bit_reader *reader);
int32_t bits_read_signed(bit_reader *reader);

typedef struct {
  bytes out;
  size_t position;
} bit_writer;

void bits_write(bit_writer *writer, uint32_t value, int count);
void bits_write_unsigned(bit_writer *writer, uint32_t value);

// Walks through the NAL units of a byte stream; `position` begins at 0. The unit comes without its start code and
// without emulation prevention and is to be freed.
bool bits_next_unit(const bytes *stream, size_t *position, bytes *unit);

#endif
