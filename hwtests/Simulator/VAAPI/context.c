#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "encode.h"

struct context {
  pthread_mutex_t lock;
  display *display;
  const codec *codec;
  coder *coder;
  rate_control rate;
  bool in_picture;
  picture picture;
  // The packed header that the next data buffer is.
  VAEncPackedHeaderParameterBuffer packed;
};

bool encoding_failure(const char *reason) {
  fprintf(stderr, "simulator: %s\n", reason);
  return false;
}

static rate_mode mode_of(uint32_t rate_control) {
  switch (rate_control) {
    case VA_RC_ICQ: return RATE_ICQ;
    case VA_RC_QVBR: return RATE_QVBR;
    case VA_RC_VBR: return RATE_VBR;
    case VA_RC_CBR: return RATE_CBR;
    default: return RATE_CQP;
  }
}

static VAStatus create_context(VADriverContextP va, VAConfigID config_id, int width, int height, int flags,
                               VASurfaceID *targets, int target_count, VAContextID *id) {
  (void)flags;
  (void)targets;
  (void)target_count;
  FAIL_IF_ASKED(va, "CreateContext");
  display *display = display_of(va);
  const device *device = display->device;
  const config *config = objects_find(&display->objects, OBJECT_CONFIG, config_id);
  if (!config) return VA_STATUS_ERROR_INVALID_CONFIG;
  if (width < (int)device_limit(device, "min-width") || height < (int)device_limit(device, "min-height") ||
      width > (int)device_limit(device, "max-width") || height > (int)device_limit(device, "max-height"))
    return VA_STATUS_ERROR_RESOLUTION_NOT_SUPPORTED;
  context *created = calloc(1, sizeof *created);
  if (!created) return VA_STATUS_ERROR_ALLOCATION_FAILED;
  pthread_mutex_init(&created->lock, NULL);
  created->display = display;
  created->codec = config->profile == VAProfileHEVCMain || config->profile == VAProfileHEVCMain10 ? &hevc_codec
                                                                                                    : &h264_codec;
  created->coder = created->codec->create();
  if (!created->coder) abort();
  created->rate = (rate_control){
      .mode = mode_of(config->rate_control), .quality = 26, .fps_numerator = 25, .fps_denominator = 1};
  *id = objects_add(&display->objects, OBJECT_CONTEXT, created);
  return VA_STATUS_SUCCESS;
}

// Lets go of the picture, but not of the room for its headers.
static void forget_picture(context *context) {
  picture *picture = &context->picture;
  storage_release(picture->source.storage);
  bytes_clear(&picture->headers);
  bytes_clear(&picture->slice_header);
  *picture = (struct picture){
      .coded = VA_INVALID_ID,
      .headers = picture->headers,
      .slice_header = picture->slice_header,
  };
  context->in_picture = false;
}

void context_free(context *context) {
  forget_picture(context);
  context->codec->destroy(context->coder);
  bytes_free(&context->picture.headers);
  bytes_free(&context->picture.slice_header);
  pthread_mutex_destroy(&context->lock);
  free(context);
}

static context *find(VADriverContextP va, VAContextID id) {
  return objects_find(&display_of(va)->objects, OBJECT_CONTEXT, id);
}

static VAStatus destroy_context(VADriverContextP va, VAContextID id) {
  FAIL_IF_ASKED(va, "DestroyContext");
  context *taken = objects_take(&display_of(va)->objects, OBJECT_CONTEXT, id);
  if (!taken) return VA_STATUS_ERROR_INVALID_CONTEXT;
  context_free(taken);
  return VA_STATUS_SUCCESS;
}

static VAStatus begin_picture(VADriverContextP va, VAContextID id, VASurfaceID target) {
  sim_picture_begins(device_settings(display_of(va)->device));
  FAIL_IF_ASKED(va, "BeginPicture");
  context *context = find(va, id);
  surface *surface = objects_find(&display_of(va)->objects, OBJECT_SURFACE, target);
  if (!context) return VA_STATUS_ERROR_INVALID_CONTEXT;
  if (!surface) return VA_STATUS_ERROR_INVALID_SURFACE;
  pthread_mutex_lock(&context->lock);
  forget_picture(context);
  context->picture.source = surface->frame;
  storage_share(surface->frame.storage);
  context->in_picture = true;
  pthread_mutex_unlock(&context->lock);
  return VA_STATUS_SUCCESS;
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

static VAStatus take_packed_data(context *context, const buffer *data) {
  size_t size = context->packed.bit_length ? (context->packed.bit_length + 7) / 8 : data->storage->size;
  if (size > data->storage->size) return VA_STATUS_ERROR_INVALID_PARAMETER;
  picture *picture = &context->picture;
  bytes *target = context->packed.type == VAEncPackedHeaderSlice ? &picture->slice_header : &picture->headers;
  if (context->packed.has_emulation_bytes) {
    bytes_append(target, data->storage->data, size);
    return VA_STATUS_SUCCESS;
  }
  const uint8_t *nal;
  size_t nal_size, position = 0, header_size = context->codec->nal_header_size;
  if (!next_nal(data->storage->data, size, &position, &nal, &nal_size) || nal_size < header_size)
    return VA_STATUS_ERROR_INVALID_PARAMETER;
  append_nal(target, nal, header_size, nal + header_size, nal_size - header_size);
  return VA_STATUS_SUCCESS;
}

static VAStatus take_buffer(context *context, const buffer *buffer) {
  const codec *codec = context->codec;
  const uint8_t *data = buffer->storage->data;
  size_t size = buffer->storage->size;
  switch ((int)buffer->type) {
    case VAEncSequenceParameterBufferType: {
      if (size < codec->sequence_size) return VA_STATUS_ERROR_INVALID_PARAMETER;
      unsigned rate = codec->sequence_bit_rate(data);
      if (context->rate.target_rate == 0) context->rate.target_rate = rate;
      return VA_STATUS_SUCCESS;
    }
    case VAEncPictureParameterBufferType:
      if (size < codec->picture_size) return VA_STATUS_ERROR_INVALID_PARAMETER;
      codec->read_picture(data, &context->picture);
      context->picture.has_parameters = true;
      return VA_STATUS_SUCCESS;
    case VAEncSliceParameterBufferType:
      if (size < codec->slice_size || buffer->element_count != 1 || context->picture.has_slice)
        return VA_STATUS_ERROR_INVALID_PARAMETER;
      codec->read_slice(data, &context->picture);
      context->picture.has_slice = true;
      return VA_STATUS_SUCCESS;
    case VAEncPackedHeaderParameterBufferType:
      if (size < sizeof context->packed) return VA_STATUS_ERROR_INVALID_PARAMETER;
      memcpy(&context->packed, data, sizeof context->packed);
      return VA_STATUS_SUCCESS;
    case VAEncPackedHeaderDataBufferType: return take_packed_data(context, buffer);
    case VAEncMiscParameterBufferType:
      if (size < sizeof(VAEncMiscParameterBuffer) || !take_misc(&context->rate, (const void *)data, size))
        return VA_STATUS_ERROR_INVALID_PARAMETER;
      return VA_STATUS_SUCCESS;
    default: return VA_STATUS_ERROR_UNSUPPORTED_BUFFERTYPE;
  }
}

static VAStatus render_picture(VADriverContextP va, VAContextID id, VABufferID *buffers, int count) {
  FAIL_IF_ASKED(va, "RenderPicture");
  context *context = find(va, id);
  if (!context) return VA_STATUS_ERROR_INVALID_CONTEXT;
  pthread_mutex_lock(&context->lock);
  VAStatus status = context->in_picture ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_OPERATION_FAILED;
  for (int i = 0; i < count && status == VA_STATUS_SUCCESS; i++) {
    const buffer *buffer = objects_find(&context->display->objects, OBJECT_BUFFER, buffers[i]);
    status = buffer ? take_buffer(context, buffer) : VA_STATUS_ERROR_INVALID_BUFFER;
  }
  pthread_mutex_unlock(&context->lock);
  return status;
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
static VAStatus deliver(const context *context, buffer *coded, bytes *unit, const char *action) {
  if (unit->size > coded->storage->size) return VA_STATUS_ERROR_NOT_ENOUGH_BUFFER;
  coded->segment = (VACodedBufferSegment){.buf = coded->storage->data};
  if (strcmp(action, "garbage") == 0) make_garbage(unit, &context->picture, context->codec->nal_header_size);
  if (strcmp(action, "lost") == 0) bytes_clear(unit);
  if (strcmp(action, "bad-bitstream") == 0) {
    unit->size /= 2;
    coded->segment.status |= VA_CODED_BUF_STATUS_BAD_BITSTREAM;
  }
  if (unit->size > 0) memcpy(coded->storage->data, unit->data, unit->size);
  coded->segment.size = (uint32_t)unit->size;
  return VA_STATUS_SUCCESS;
}

static VAStatus encode_picture(context *context, const char *action) {
  const picture *picture = &context->picture;
  if (!context->in_picture || !picture->has_parameters || !picture->has_slice) return VA_STATUS_ERROR_OPERATION_FAILED;
  buffer *coded = objects_find(&context->display->objects, OBJECT_BUFFER, picture->coded);
  if (!coded || coded->type != VAEncCodedBufferType) return VA_STATUS_ERROR_INVALID_BUFFER;
  bytes unit = {0};
  VAStatus status = VA_STATUS_ERROR_ENCODING_ERROR;
  if (context->codec->encode(context->coder, &context->rate, picture, &unit))
    status = deliver(context, coded, &unit, action);
  bytes_free(&unit);
  return status;
}

static VAStatus end_picture(VADriverContextP va, VAContextID id) {
  char action[SIM_ACTION_LENGTH] = "";
  if (call_action(va, "EndPicture", action) && strcmp(action, "garbage") != 0 && strcmp(action, "lost") != 0 &&
      strcmp(action, "bad-bitstream") != 0)
    return status_of_action("EndPicture", action);
  context *context = find(va, id);
  if (!context) return VA_STATUS_ERROR_INVALID_CONTEXT;
  pthread_mutex_lock(&context->lock);
  VAStatus status = encode_picture(context, action);
  forget_picture(context);
  pthread_mutex_unlock(&context->lock);
  return status;
}

void add_context_functions(struct VADriverVTable *table) {
  table->vaCreateContext = create_context;
  table->vaDestroyContext = destroy_context;
  table->vaBeginPicture = begin_picture;
  table->vaRenderPicture = render_picture;
  table->vaEndPicture = end_picture;
}
