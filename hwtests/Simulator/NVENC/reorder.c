#include "reorder.h"

#include "bits.h"

// Only what the inner encoders write needs to be understood: 4:2:0, frames, one temporal layer, no scaling lists, no
// reference sets in the parameter sets, no dependent slices, no tiles.
typedef struct {
  // Lengths of fields of fixed length.
  int frame_number_bits, order_bits, address_bits;
  // Of the H.264 picture parameter set.
  bool arithmetic, deblocking_control;
  // Of the HEVC picture parameter set.
  bool cabac_init, chroma_offsets, weighted, across_slices, deblocking_override, deblocking_off, rows_in_parallel;
  bool sample_offsets;
  uint32_t references;
} stream_format;

static void read_h264_sequence(bit_reader *reader, stream_format *format) {
  bits_read(reader, 8);
  uint32_t profile = bits_read(reader, 8);
  bits_read(reader, 16);
  bits_read_unsigned(reader);
  if (profile >= 100) {
    // Chroma format, two depths, lossless bypass, scaling.
    for (int i = 0; i < 3; i++) bits_read_unsigned(reader);
    bits_read(reader, 2);
  }
  format->frame_number_bits = (int)bits_read_unsigned(reader) + 4;
  bits_read_unsigned(reader);
  format->order_bits = (int)bits_read_unsigned(reader) + 4;
}

static void read_h264_picture(bit_reader *reader, stream_format *format) {
  bits_read(reader, 8);
  for (int i = 0; i < 2; i++) bits_read_unsigned(reader);
  format->arithmetic = bits_read(reader, 1);
  // Order of the second field, slice groups.
  bits_read(reader, 1);
  bits_read_unsigned(reader);
  format->references = bits_read_unsigned(reader) + 1;
  bits_read_unsigned(reader);
  format->weighted = bits_read(reader, 1);
  bits_read(reader, 2);
  for (int i = 0; i < 3; i++) bits_read_signed(reader);
  format->deblocking_control = bits_read(reader, 1);
}

static void read_hevc_sequence(bit_reader *reader, stream_format *format) {
  bits_read(reader, 16 + 8);
  // Profile, tier and level.
  for (int i = 0; i < 3; i++) bits_read(reader, 32);
  for (int i = 0; i < 2; i++) bits_read_unsigned(reader);
  uint32_t width = bits_read_unsigned(reader), height = bits_read_unsigned(reader);
  if (bits_read(reader, 1))
    for (int i = 0; i < 4; i++) bits_read_unsigned(reader);
  for (int i = 0; i < 2; i++) bits_read_unsigned(reader);
  format->order_bits = (int)bits_read_unsigned(reader) + 4;
  bits_read(reader, 1);
  for (int i = 0; i < 3; i++) bits_read_unsigned(reader);
  uint32_t smallest = bits_read_unsigned(reader) + 3, block = 1u << (smallest + bits_read_unsigned(reader));
  uint32_t blocks = (width + block - 1) / block * ((height + block - 1) / block);
  while ((1u << format->address_bits) < blocks) format->address_bits++;
  // Sizes and depths of transforms, scaling lists, asymmetric partitions.
  for (int i = 0; i < 4; i++) bits_read_unsigned(reader);
  bits_read(reader, 2);
  format->sample_offsets = bits_read(reader, 1);
}

static void read_hevc_picture(bit_reader *reader, stream_format *format) {
  bits_read(reader, 16);
  for (int i = 0; i < 2; i++) bits_read_unsigned(reader);
  // Dependent slices, output flag, extra bits, sign hiding.
  bits_read(reader, 1 + 1 + 3 + 1);
  format->cabac_init = bits_read(reader, 1);
  format->references = bits_read_unsigned(reader) + 1;
  bits_read_unsigned(reader);
  bits_read_signed(reader);
  bits_read(reader, 2);
  if (bits_read(reader, 1)) bits_read_unsigned(reader);
  for (int i = 0; i < 2; i++) bits_read_signed(reader);
  format->chroma_offsets = bits_read(reader, 1);
  format->weighted = bits_read(reader, 1);
  // Weights of B, bypass, tiles.
  bits_read(reader, 3);
  format->rows_in_parallel = bits_read(reader, 1);
  format->across_slices = bits_read(reader, 1);
  if (!bits_read(reader, 1)) return;
  format->deblocking_override = bits_read(reader, 1);
  format->deblocking_off = bits_read(reader, 1);
}

static stream_format read_format(bool hevc, const bytes *headers) {
  stream_format format = {0};
  size_t position = 0;
  bytes unit;
  while (bits_next_unit(headers, &position, &unit)) {
    bit_reader reader = {unit.data, unit.size, 0};
    int type = hevc ? unit.data[0] >> 1 & 0x3f : unit.data[0] & 0x1f;
    if (!hevc && type == 7) read_h264_sequence(&reader, &format);
    if (!hevc && type == 8) read_h264_picture(&reader, &format);
    if (hevc && type == 33) read_hevc_sequence(&reader, &format);
    if (hevc && type == 34) read_hevc_picture(&reader, &format);
    bytes_free(&unit);
  }
  return format;
}

static void copy_bits(bit_reader *reader, bit_writer *writer, size_t until) {
  while (reader->position < until) bits_write(writer, bits_read(reader, 1), 1);
}

// Adds what follows a header and takes the place of the unit; `data` is where that begins, at a whole byte.
static bool replace_unit(bytes *unit, bit_writer *writer, size_t data, bool understood) {
  if (!understood || data > unit->size) {
    bytes_free(&writer->out);
    return false;
  }
  bytes_append(&writer->out, unit->data + data, unit->size - data);
  bytes_free(unit);
  *unit = writer->out;
  return true;
}

// Reads from behind the order to where the header ends.
static bool skip_h264_rest(const stream_format *format, bit_reader *reader, bool intra, bool idr) {
  if (!intra) {
    uint32_t references = format->references;
    if (bits_read(reader, 1)) references = bits_read_unsigned(reader) + 1;
    bool reordered_list = bits_read(reader, 1);
    if (references != 1 || reordered_list || format->weighted) return false;
  }
  // What is kept for reference; the inner encoder leaves it to the rule, the last ones.
  uint32_t marking = bits_read(reader, idr ? 2 : 1);
  if (!idr && marking) return false;
  if (!intra && format->arithmetic) bits_read_unsigned(reader);
  bits_read_signed(reader);
  if (format->deblocking_control && bits_read_unsigned(reader) != 1)
    for (int i = 0; i < 2; i++) bits_read_signed(reader);
  return true;
}

// The slices come from an encoder whose order is that of decoding and is not written; the parameter sets say that it
// is. So the order is put in. Arithmetic coding begins at a whole byte behind the header, other coding right behind it.
static bool reorder_h264(const stream_format *format, bytes *unit, uint32_t order) {
  int type = unit->data[0] & 0x1f;
  if (type != 1 && type != 5) return true;
  bit_reader reader = {unit->data, unit->size, 8}, copied = {unit->data, unit->size, 0};
  bit_writer writer = {0};
  bits_read_unsigned(&reader);
  bool intra = bits_read_unsigned(&reader) % 5 == 2;
  bits_read_unsigned(&reader);
  bits_read(&reader, format->frame_number_bits);
  if (type == 5) bits_read_unsigned(&reader);
  copy_bits(&copied, &writer, reader.position);
  // Two for each frame, because fields are counted.
  bits_write(&writer, order * 2 & ((1u << format->order_bits) - 1), format->order_bits);
  if (!skip_h264_rest(format, &reader, intra, type == 5)) return replace_unit(unit, &writer, 0, false);
  if (format->arithmetic) {
    copy_bits(&copied, &writer, reader.position);
    while (writer.position % 8) bits_write(&writer, 1, 1);
    return replace_unit(unit, &writer, (reader.position + 7) / 8, true);
  }
  // The one that ends the data is the last one there is.
  size_t end = unit->size * 8;
  while (!(unit->data[(end - 1) / 8] >> (7 - (end - 1) % 8) & 1)) end--;
  copy_bits(&copied, &writer, end);
  return replace_unit(unit, &writer, unit->size, true);
}

// Reads from behind the reference set to where the header ends.
static bool skip_hevc_rest(const stream_format *format, bit_reader *reader, bool intra) {
  bool luma_offsets = false, chroma_offsets = false;
  if (format->sample_offsets) {
    luma_offsets = bits_read(reader, 1);
    chroma_offsets = bits_read(reader, 1);
  }
  if (!intra) {
    uint32_t references = format->references;
    if (bits_read(reader, 1)) references = bits_read_unsigned(reader) + 1;
    if (references != 1 || format->weighted) return false;
    if (format->cabac_init) bits_read(reader, 1);
    bits_read_unsigned(reader);
  }
  bits_read_signed(reader);
  if (format->chroma_offsets)
    for (int i = 0; i < 2; i++) bits_read_signed(reader);
  bool deblocking_off = format->deblocking_off;
  if (format->deblocking_override && bits_read(reader, 1)) {
    deblocking_off = bits_read(reader, 1);
    if (!deblocking_off)
      for (int i = 0; i < 2; i++) bits_read_signed(reader);
  }
  if (format->across_slices && (luma_offsets || chroma_offsets || !deblocking_off)) bits_read(reader, 1);
  if (format->rows_in_parallel) {
    uint32_t entries = bits_read_unsigned(reader);
    if (entries > 0) {
      int length = (int)bits_read_unsigned(reader) + 1;
      for (uint32_t i = 0; i < entries; i++) bits_read(reader, length);
    }
  }
  return true;
}

// In HEVC each picture also names the pictures it refers to by the distance in that order. Here this is always the one
// decoded before. The header changes its length, and the data behind it begin at a whole byte.
static bool reorder_hevc(const stream_format *format, bytes *unit, uint32_t order, uint32_t previous) {
  int type = unit->data[0] >> 1 & 0x3f;
  // Pictures that are not IDR; IDR pictures have order 0 without saying so.
  if (type > 9) return true;
  bit_reader reader = {unit->data, unit->size, 16};
  bool first = bits_read(&reader, 1);
  bits_read_unsigned(&reader);
  if (!first) bits_read(&reader, format->address_bits);
  bool intra = bits_read_unsigned(&reader) == 2;
  size_t until = reader.position;
  bit_writer writer = {0};
  bit_reader copied = {unit->data, unit->size, 0};
  copy_bits(&copied, &writer, until);

  bits_read(&reader, format->order_bits);
  bool in_parameter_set = bits_read(&reader, 1);
  uint32_t before = bits_read_unsigned(&reader), after = bits_read_unsigned(&reader);
  for (uint32_t i = 0; i < before + after && i < 16; i++) {
    bits_read_unsigned(&reader);
    bits_read(&reader, 1);
  }
  bits_write(&writer, order & ((1u << format->order_bits) - 1), format->order_bits);
  bits_write(&writer, 0, 1);
  bool backward = previous < order;
  bits_write_unsigned(&writer, backward);
  bits_write_unsigned(&writer, !backward);
  bits_write_unsigned(&writer, (backward ? order - previous : previous - order) - 1);
  bits_write(&writer, 1, 1);

  copied.position = reader.position;
  bool understood = !in_parameter_set && previous != order && skip_hevc_rest(format, &reader, intra);
  copy_bits(&copied, &writer, reader.position);
  // The alignment: a one, then zeros.
  bits_write(&writer, 1, 1);
  return replace_unit(unit, &writer, (reader.position + 1 + 7) / 8, understood);
}

bool reorder_slices(bool hevc, const bytes *headers, const bytes *slices, uint32_t order, uint32_t previous,
                    bytes *out) {
  stream_format format = read_format(hevc, headers);
  size_t position = 0;
  bytes unit;
  bool understood = true;
  while (bits_next_unit(slices, &position, &unit)) {
    bool done = hevc ? reorder_hevc(&format, &unit, order, previous) : reorder_h264(&format, &unit, order);
    understood = understood && done;
    bytes_append_unit(out, unit.data, unit.size);
    bytes_free(&unit);
  }
  return understood;
}
