#include "decode.h"

void scan_order(unsigned side, bool zigzag, uint8_t *order) {
  for (unsigned diagonal = 0; diagonal < 2 * side - 1; diagonal++)
    for (unsigned step = 0; step <= diagonal; step++) {
      bool upwards = !zigzag || diagonal % 2 == 0;
      unsigned x = upwards ? step : diagonal - step, y = diagonal - x;
      if (x < side && y < side) *order++ = (uint8_t)(y * side + x);
    }
}

void write_scaling_difference(bit_writer *writer, unsigned value, unsigned before) {
  write_se(writer, (int8_t)(uint8_t)(value - before));
}

void append_set(bytes *unit, bit_writer *writer, const uint8_t *nal_header, size_t nal_header_size) {
  write_bits(writer, 1, 1);
  append_nal(unit, nal_header, nal_header_size, writer->payload.data, writer->payload.size);
  bytes_free(&writer->payload);
  *writer = (bit_writer){0};
}

void append_unit(bytes *target, const uint8_t *nal, size_t nal_size) {
  bytes_append(target, (const uint8_t[]){0, 0, 0, 1}, 4);
  bytes_append(target, nal, nal_size);
}

size_t slice_count(const coded_picture *picture) { return picture->slices.size / sizeof(slice_place); }

coded_slice slice_at(const coded_picture *picture, size_t slice_size, size_t index) {
  const slice_place *place = &((const slice_place *)(const void *)picture->slices.data)[index];
  return (coded_slice){
      .parameters = picture->slice_parameters.data + index * slice_size,
      .nal = picture->data.data + place->at,
      .nal_size = place->size,
  };
}
