#include <stdlib.h>
#include <string.h>

#include "encode.h"
#include "engine.h"

typedef struct {
  display *display;
  const codec *codec;
  coder *coder;
  rate_control rate;
  picture picture;
  // The packed header that the next data buffer is.
  VAEncPackedHeaderParameterBuffer packed;
} encoder;

static rate_mode mode_of(uint32_t rate_control) {
  switch (rate_control) {
    case VA_RC_ICQ: return RATE_ICQ;
    case VA_RC_QVBR: return RATE_QVBR;
    case VA_RC_VBR: return RATE_VBR;
    case VA_RC_CBR: return RATE_CBR;
    default: return RATE_CQP;
  }
}

static void *create(display *display, const config *config) {
  encoder *created = calloc(1, sizeof *created);
  if (!created) abort();
  created->display = display;
  created->codec = config->profile == VAProfileHEVCMain || config->profile == VAProfileHEVCMain10 ? &hevc_codec
                                                                                                    : &h264_codec;
  created->coder = created->codec->create();
  if (!created->coder) abort();
  created->rate = (rate_control){
      .mode = mode_of(config->rate_control), .quality = 26, .fps_numerator = 25, .fps_denominator = 1};
  return created;
}

// Lets go of the picture, but not of the room for its headers.
static void forget_picture(encoder *encoder) {
  picture *picture = &encoder->picture;
  storage_release(picture->source.storage);
  bytes_clear(&picture->headers);
  bytes_clear(&picture->slice_header);
  *picture = (struct picture){
      .coded = VA_INVALID_ID,
      .headers = picture->headers,
      .slice_header = picture->slice_header,
  };
}

static void destroy(void *engine) {
  encoder *encoder = engine;
  forget_picture(encoder);
  encoder->codec->destroy(encoder->coder);
  bytes_free(&encoder->picture.headers);
  bytes_free(&encoder->picture.slice_header);
  free(encoder);
}

static void begin(void *engine, VASurfaceID id, const surface *target) {
  (void)id;
  encoder *encoder = engine;
  forget_picture(encoder);
  encoder->picture.source = target->frame;
  storage_share(target->frame.storage);
}

static void take_rate_control(rate_control *rate, const VAEncMiscParameterRateControl *from) {
  rate->max_rate = from->bits_per_second;
  unsigned percentage = from->target_percentage;
  if (rate->mode == RATE_CBR || percentage == 0 || percentage > 100) percentage = 100;
  rate->target_rate = (unsigned)((uint64_t)from->bits_per_second * percentage / 100);
  unsigned quality = rate->mode == RATE_ICQ ? from->ICQ_quality_factor : from->quality_factor;
  if (quality > 0) rate->quality = quality > 51 ? 51 : quality;
}

static bool take_misc(rate_control *rate, const VAEncMiscParameterBuffer *misc, size_t size) {
  size_t length = size - sizeof *misc;
  if (misc->type == VAEncMiscParameterTypeRateControl) {
    if (length < sizeof(VAEncMiscParameterRateControl)) return false;
    take_rate_control(rate, (const void *)misc->data);
  } else if (misc->type == VAEncMiscParameterTypeHRD) {
    if (length < sizeof(VAEncMiscParameterHRD)) return false;
    rate->buffer_bits = ((const VAEncMiscParameterHRD *)(const void *)misc->data)->buffer_size;
  } else if (misc->type == VAEncMiscParameterTypeFrameRate) {
    if (length < sizeof(VAEncMiscParameterFrameRate)) return false;
    uint32_t framerate = ((const VAEncMiscParameterFrameRate *)(const void *)misc->data)->framerate;
    if ((framerate & 0xffff) == 0) return false;
    rate->fps_numerator = framerate & 0xffff;
    rate->fps_denominator = framerate >> 16 ? framerate >> 16 : 1;
  }
  return true;  // the others only advise
}

static VAStatus take_packed_data(encoder *encoder, const buffer *data) {
  size_t size = encoder->packed.bit_length ? (encoder->packed.bit_length + 7) / 8 : data->storage->size;
  if (size > data->storage->size) return VA_STATUS_ERROR_INVALID_PARAMETER;
  picture *picture = &encoder->picture;
  bytes *target = encoder->packed.type == VAEncPackedHeaderSlice ? &picture->slice_header : &picture->headers;
  if (encoder->packed.has_emulation_bytes) {
    bytes_append(target, data->storage->data, size);
    return VA_STATUS_SUCCESS;
  }
  const uint8_t *nal;
  size_t nal_size, position = 0, header_size = encoder->codec->nal_header_size;
  if (!next_nal(data->storage->data, size, &position, &nal, &nal_size) || nal_size < header_size)
    return VA_STATUS_ERROR_INVALID_PARAMETER;
  append_nal(target, nal, header_size, nal + header_size, nal_size - header_size);
  return VA_STATUS_SUCCESS;
}

static VAStatus render(void *engine, const buffer *buffer) {
  encoder *encoder = engine;
  const codec *codec = encoder->codec;
  const uint8_t *data = buffer->storage->data;
  size_t size = buffer->storage->size;
  switch ((int)buffer->type) {
    case VAEncSequenceParameterBufferType: {
      if (size < codec->sequence_size) return VA_STATUS_ERROR_INVALID_PARAMETER;
      unsigned rate = codec->sequence_bit_rate(data);
      if (encoder->rate.target_rate == 0) encoder->rate.target_rate = rate;
      return VA_STATUS_SUCCESS;
    }
    case VAEncPictureParameterBufferType:
      if (size < codec->picture_size) return VA_STATUS_ERROR_INVALID_PARAMETER;
      codec->read_picture(data, &encoder->picture);
      encoder->picture.has_parameters = true;
      return VA_STATUS_SUCCESS;
    case VAEncSliceParameterBufferType:
      if (size < codec->slice_size || buffer->element_count != 1 || encoder->picture.has_slice)
        return VA_STATUS_ERROR_INVALID_PARAMETER;
      codec->read_slice(data, &encoder->picture);
      encoder->picture.has_slice = true;
      return VA_STATUS_SUCCESS;
    case VAEncPackedHeaderParameterBufferType:
      if (size < sizeof encoder->packed) return VA_STATUS_ERROR_INVALID_PARAMETER;
      memcpy(&encoder->packed, data, sizeof encoder->packed);
      return VA_STATUS_SUCCESS;
    case VAEncPackedHeaderDataBufferType: return take_packed_data(encoder, buffer);
    case VAEncMiscParameterBufferType:
      if (size < sizeof(VAEncMiscParameterBuffer) || !take_misc(&encoder->rate, (const void *)data, size))
        return VA_STATUS_ERROR_INVALID_PARAMETER;
      return VA_STATUS_SUCCESS;
    default: return VA_STATUS_ERROR_UNSUPPORTED_BUFFERTYPE;
  }
}

// Bytes that look like a slice, so that muxers keep them, and mean nothing. The first after the NAL unit's header asks
// for a slice type (H.264) or a parameter set (HEVC) that does not exist; random ones would now and then begin a slice
// that decoders believe, with effects on all that follow.
static void make_garbage(bytes *unit, const picture *picture, size_t header_size) {
  const uint8_t *nal;
  size_t size;
  uint32_t random = 2463534242u;
  for (size_t i = 0; i < unit->size; i++) {
    random ^= random << 13;
    random ^= random >> 17;
    random ^= random << 5;
    unit->data[i] = (uint8_t)(random >> 8) | 1;  // odd, thus no start code
  }
  last_nal(picture->slice_header.data, picture->slice_header.size, &nal, &size);
  if (!nal || size < header_size) return;
  bytes beginning = {0};
  append_nal(&beginning, nal, header_size, (const uint8_t[]){0x81}, 1);
  if (unit->size > beginning.size) memcpy(unit->data, beginning.data, beginning.size);
  bytes_free(&beginning);
}

// Puts an access unit into the coded buffer, the worse for what is asked.
static VAStatus deliver(const encoder *encoder, buffer *coded, bytes *unit, const char *action) {
  if (unit->size > coded->storage->size) return VA_STATUS_ERROR_NOT_ENOUGH_BUFFER;
  coded->segment = (VACodedBufferSegment){.buf = coded->storage->data};
  if (strcmp(action, "garbage") == 0) make_garbage(unit, &encoder->picture, encoder->codec->nal_header_size);
  if (strcmp(action, "lost") == 0) bytes_clear(unit);
  if (strcmp(action, "bad-bitstream") == 0) {
    unit->size /= 2;
    coded->segment.status |= VA_CODED_BUF_STATUS_BAD_BITSTREAM;
  }
  if (unit->size > 0) memcpy(coded->storage->data, unit->data, unit->size);
  coded->segment.size = (uint32_t)unit->size;
  return VA_STATUS_SUCCESS;
}

static VAStatus encode_picture(encoder *encoder, const char *action) {
  const picture *picture = &encoder->picture;
  if (!picture->has_parameters || !picture->has_slice) return VA_STATUS_ERROR_OPERATION_FAILED;
  buffer *coded = objects_find(&encoder->display->objects, OBJECT_BUFFER, picture->coded);
  if (!coded || coded->type != VAEncCodedBufferType) return VA_STATUS_ERROR_INVALID_BUFFER;
  bytes unit = {0};
  VAStatus status = VA_STATUS_ERROR_ENCODING_ERROR;
  if (encoder->codec->encode(encoder->coder, &encoder->rate, picture, &unit))
    status = deliver(encoder, coded, &unit, action);
  bytes_free(&unit);
  return status;
}

static VAStatus end(void *engine, const char *action) {
  encoder *encoder = engine;
  VAStatus status = encode_picture(encoder, action);
  forget_picture(encoder);
  return status;
}

const engine encode_engine = {
    .end_actions = "garbage,lost,bad-bitstream",
    .create = create,
    .begin = begin,
    .render = render,
    .end = end,
    .destroy = destroy,
};
