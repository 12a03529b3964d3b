#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "engine.h"

typedef struct {
  const decode_codec *codec;
  inner_decoder *inner;
  decoded_pictures decoded;
  VASurfaceID target_id, last_target_id;
  frame target;  // shares the surface's storage
  coded_picture picture;
} decoder;

static void forget_picture(decoder *decoder) {
  coded_picture *picture = &decoder->picture;
  bytes_clear(&picture->parameters);
  bytes_clear(&picture->scaling);
  bytes_clear(&picture->slice_parameters);
  bytes_clear(&picture->slices);
  bytes_clear(&picture->data);
  storage_release(decoder->target.storage);
  decoder->target = (frame){0};
}

static void *create(display *display, const config *config) {
  (void)display;
  decoder *created = calloc(1, sizeof *created);
  if (!created) abort();
  bool hevc = config->profile == VAProfileHEVCMain || config->profile == VAProfileHEVCMain10;
  created->codec = hevc ? &hevc_decode_codec : &h264_decode_codec;
  created->inner = inner_decoder_open(hevc);
  if (!created->inner) abort();
  created->last_target_id = VA_INVALID_ID;
  return created;
}

static void destroy(void *engine) {
  decoder *decoder = engine;
  forget_picture(decoder);
  bytes_free(&decoder->picture.parameters);
  bytes_free(&decoder->picture.scaling);
  bytes_free(&decoder->picture.slice_parameters);
  bytes_free(&decoder->picture.slices);
  bytes_free(&decoder->picture.data);
  inner_decoder_close(decoder->inner);
  free(decoder);
}

static void begin(void *engine, VASurfaceID id, const surface *target) {
  decoder *decoder = engine;
  forget_picture(decoder);
  decoder->target_id = id;
  decoder->target = target->frame;
  storage_share(target->frame.storage);
}

// Gives each of the slices that wait for it its part of the data.
static VAStatus take_slices(const decode_codec *codec, coded_picture *picture, const storage *data) {
  size_t index = slice_count(picture), count = picture->slice_parameters.size / codec->slice_size;
  if (index == count) return VA_STATUS_ERROR_INVALID_PARAMETER;
  for (; index < count; index++) {
    const VASliceParameterBufferBase *slice =
        (const void *)(picture->slice_parameters.data + index * codec->slice_size);
    if (slice->slice_data_flag != VA_SLICE_DATA_FLAG_ALL || slice->slice_data_size < 3 ||
        (uint64_t)slice->slice_data_offset + slice->slice_data_size > data->size)
      return VA_STATUS_ERROR_INVALID_PARAMETER;
    const slice_place place = {picture->data.size, slice->slice_data_size};
    bytes_append(&picture->slices, &place, sizeof place);
    bytes_append(&picture->data, data->data + slice->slice_data_offset, slice->slice_data_size);
  }
  return VA_STATUS_SUCCESS;
}

static VAStatus take_structure(bytes *target, const storage *from, size_t size) {
  if (from->size < size) return VA_STATUS_ERROR_INVALID_PARAMETER;
  bytes_clear(target);
  bytes_append(target, from->data, size);
  return VA_STATUS_SUCCESS;
}

static VAStatus render(void *engine, const buffer *buffer) {
  decoder *decoder = engine;
  const decode_codec *codec = decoder->codec;
  coded_picture *picture = &decoder->picture;
  switch ((int)buffer->type) {
    case VAPictureParameterBufferType:
      return take_structure(&picture->parameters, buffer->storage, codec->picture_size);
    case VAIQMatrixBufferType: return take_structure(&picture->scaling, buffer->storage, codec->scaling_size);
    case VASliceParameterBufferType:
      // A longer structure would be one of the range extensions.
      if (buffer->element_size != codec->slice_size) return VA_STATUS_ERROR_INVALID_PARAMETER;
      bytes_append(&picture->slice_parameters, buffer->storage->data,
                   (size_t)buffer->element_size * buffer->element_count);
      return VA_STATUS_SUCCESS;
    case VASliceDataBufferType: return take_slices(codec, picture, buffer->storage);
    default: return VA_STATUS_ERROR_UNSUPPORTED_BUFFERTYPE;
  }
}

static bool decode_picture(decoder *decoder) {
  const coded_picture *picture = &decoder->picture;
  if (picture->parameters.size == 0 || slice_count(picture) == 0) return false;
  bool second_field = decoder->codec->is_field(picture) && decoder->target_id == decoder->last_target_id;
  if (!second_field && decoder->codec->begins_anew(picture, &decoder->decoded)) inner_decoder_reset(decoder->inner);
  bytes unit = {0};
  bool good =
      decoder->codec->assemble(picture, &unit) && inner_decoder_decode(decoder->inner, &unit, second_field);
  bytes_free(&unit);
  return good && inner_decoder_copy(decoder->inner, &decoder->target);
}

static VAStatus end(void *engine, const char *action) {
  decoder *decoder = engine;
  bool good = decode_picture(decoder);
  if (good && strcmp(action, "garbage") == 0) frame_fill_with_noise(&decoder->target);
  decoder->last_target_id = decoder->target_id;
  forget_picture(decoder);
  return good ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_DECODING_ERROR;
}

const engine decode_engine = {
    .end_actions = "garbage",
    .create = create,
    .begin = begin,
    .render = render,
    .end = end,
    .destroy = destroy,
};
