#ifndef SWAGE_SIMULATOR_DECODE_H
#define SWAGE_SIMULATOR_DECODE_H

#include <va/va.h>

#include "bits.h"
#include "frame.h"

// A picture to decode, or one of its fields, in the words of VA-API: what an application renders between vaBeginPicture
// and vaEndPicture. Other interfaces are translated into them.
typedef struct {
  bytes parameters;        // the codec's picture parameter structure
  bytes scaling;           // its scaling lists; empty where there are none
  bytes slice_parameters;  // its slice parameter structures; the last ones may still wait for their data
  bytes slices;            // where in `data` each slice is: a slice_place
  bytes data;              // NAL units without start codes
} coded_picture;

typedef struct {
  size_t at, size;
} slice_place;

typedef struct {
  const void *parameters;
  const uint8_t *nal;
  size_t nal_size;
} coded_slice;

enum { DECODED_PICTURES = 64 };

// The latest pictures that the inner decoder has seen.
typedef struct {
  struct {
    VASurfaceID id;
    int order_count;
  } list[DECODED_PICTURES];
  unsigned count;
} decoded_pictures;

// The part of a codec. It writes the parameter sets anew, of which an application passes on only what they say.
typedef struct {
  bool hevc;
  size_t picture_size, scaling_size, slice_size;  // of the parameter structures
  bool (*is_field)(const coded_picture *picture);
  // Whether the picture refers to nothing that was decoded, as after a seek, so that the decoder must forget it all.
  // Takes note of the picture.
  bool (*begins_anew)(const coded_picture *picture, decoded_pictures *decoded);
  // Appends parameter sets and slices as a byte stream. Says on standard error why it can't.
  bool (*assemble)(const coded_picture *picture, bytes *unit);
} decode_codec;

extern const decode_codec h264_decode_codec, hevc_decode_codec;

size_t slice_count(const coded_picture *picture);
coded_slice slice_at(const coded_picture *picture, size_t slice_size, size_t index);

// The order in which scaling lists are coded, as indices of the square in rows: the zigzag of H.264, or HEVC's
// diagonals, which all run upwards.
void scan_order(unsigned side, bool zigzag, uint8_t *order);
// A coefficient as its difference from the one before.
void write_scaling_difference(bit_writer *writer, unsigned value, unsigned before);
// Ends the payload with a one and zeros, and appends it as a NAL unit.
void append_set(bytes *unit, bit_writer *writer, const uint8_t *nal_header, size_t nal_header_size);

// Appends a start code and a NAL unit whose emulation prevention bytes are in place.
void append_unit(bytes *target, const uint8_t *nal, size_t nal_size);

// A decoder in software. It gives up each picture at once, whatever the order of output.
typedef struct inner_decoder inner_decoder;
inner_decoder *inner_decoder_open(bool hevc);
// Forgets all pictures.
void inner_decoder_reset(inner_decoder *decoder);
// Decodes a picture or a field; where it is the second field of a frame, inner_decoder_copy still answers that frame.
bool inner_decoder_decode(inner_decoder *decoder, const bytes *unit, bool second_field);
bool inner_decoder_copy(const inner_decoder *decoder, const frame *target);
void inner_decoder_close(inner_decoder *decoder);

#endif
