#include <libavutil/pixfmt.h>
#include <libswscale/swscale.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "tone_map.h"

typedef struct {
  display *display;
  struct SwsContext *scaler;
  frame source, target;  // share the surfaces' storage
  VARectangle from, to;
  bool tone_maps;
} processor;

static void forget_picture(processor *processor) {
  storage_release(processor->source.storage);
  storage_release(processor->target.storage);
  processor->source = processor->target = (frame){0};
  processor->tone_maps = false;
}

static void *create(display *display, const config *config) {
  (void)config;
  processor *created = calloc(1, sizeof *created);
  if (!created) abort();
  created->display = display;
  return created;
}

static void destroy(void *engine) {
  processor *processor = engine;
  forget_picture(processor);
  sws_freeContext(processor->scaler);
  free(processor);
}

static void begin(void *engine, VASurfaceID id, const surface *target) {
  (void)id;
  processor *processor = engine;
  forget_picture(processor);
  processor->target = target->frame;
  storage_share(target->frame.storage);
}

// A part of a surface, all of it where none is given. Chroma has half the columns and rows, so it begins at even ones.
static bool take_region(VARectangle *region, const VARectangle *asked, const frame *frame) {
  *region = asked ? *asked : (VARectangle){0, 0, (uint16_t)frame->width, (uint16_t)frame->height};
  region->x &= ~1;
  region->y &= ~1;
  return region->x >= 0 && region->y >= 0 && region->width > 0 && region->height > 0 &&
         (unsigned)region->x + region->width <= frame->width && (unsigned)region->y + region->height <= frame->height;
}

static bool changes_colors(const VAProcPipelineParameterBuffer *from) {
  unsigned source = from->input_color_properties.color_range, target = from->output_color_properties.color_range;
  return from->surface_color_standard != from->output_color_standard ||
         (source != VA_SOURCE_RANGE_UNKNOWN && target != VA_SOURCE_RANGE_UNKNOWN && source != target);
}

// Whether the one filter that there may be is asked for, with all that it needs.
static VAStatus take_filter(processor *processor, const VAProcPipelineParameterBuffer *from, const surface *source) {
  if (from->num_filters == 0) return VA_STATUS_SUCCESS;
  if (from->num_filters > 1 || !device_tone_maps(processor->display->device))
    return VA_STATUS_ERROR_UNSUPPORTED_FILTER;
  const buffer *found = objects_find(&processor->display->objects, OBJECT_BUFFER, from->filters[0]);
  if (!found || found->type != VAProcFilterParameterBufferType) return VA_STATUS_ERROR_INVALID_BUFFER;
  if (found->storage->size < sizeof(VAProcFilterParameterBufferHDRToneMapping)) return VA_STATUS_ERROR_INVALID_PARAMETER;
  const VAProcFilterParameterBufferHDRToneMapping *filter = (const void *)found->storage->data;
  if (filter->type != VAProcFilterHighDynamicRangeToneMapping) return VA_STATUS_ERROR_UNSUPPORTED_FILTER;
  if (filter->data.metadata_type != VAProcHighDynamicRangeMetadataHDR10 || !filter->data.metadata)
    return VA_STATUS_ERROR_INVALID_PARAMETER;
  if (!frame_is_deep(&source->frame) || frame_is_deep(&processor->target)) return VA_STATUS_ERROR_INVALID_SURFACE;
  processor->tone_maps = true;
  return VA_STATUS_SUCCESS;
}

static VAStatus render(void *engine, const buffer *buffer) {
  processor *processor = engine;
  if (buffer->type != VAProcPipelineParameterBufferType) return VA_STATUS_ERROR_UNSUPPORTED_BUFFERTYPE;
  if (buffer->storage->size < sizeof(VAProcPipelineParameterBuffer)) return VA_STATUS_ERROR_INVALID_PARAMETER;
  const VAProcPipelineParameterBuffer *from = (const void *)buffer->storage->data;
  const surface *source = objects_find(&processor->display->objects, OBJECT_SURFACE, from->surface);
  if (!source) return VA_STATUS_ERROR_INVALID_SURFACE;
  VAStatus filtering = take_filter(processor, from, source);
  if (filtering != VA_STATUS_SUCCESS) return filtering;
  if (from->rotation_state != VA_ROTATION_NONE || from->mirror_state != VA_MIRROR_NONE || from->blend_state ||
      from->num_additional_outputs > 0 || (changes_colors(from) && !processor->tone_maps))
    return VA_STATUS_ERROR_FLAG_NOT_SUPPORTED;
  if (processor->source.storage) return VA_STATUS_ERROR_INVALID_PARAMETER;  // one source, nothing laid over it
  if (!take_region(&processor->from, from->surface_region, &source->frame) ||
      !take_region(&processor->to, from->output_region, &processor->target))
    return VA_STATUS_ERROR_INVALID_PARAMETER;
  processor->source = source->frame;
  storage_share(source->frame.storage);
  return VA_STATUS_SUCCESS;
}

static enum AVPixelFormat format_of(const frame *frame) {
  return frame_is_deep(frame) ? AV_PIX_FMT_P010 : AV_PIX_FMT_NV12;
}

static void planes_of(const frame *frame, const VARectangle *region, uint8_t *planes[2], int pitches[2]) {
  size_t column = (size_t)region->x * (frame_is_deep(frame) ? 2 : 1), row = (size_t)region->y;
  planes[0] = frame->storage->data + row * frame->pitch + column;
  planes[1] = frame->storage->data + frame->chroma_offset + row / 2 * frame->pitch + column;
  pitches[0] = pitches[1] = (int)frame->pitch;
}

static VAStatus end(void *engine, const char *action) {
  processor *processor = engine;
  const frame *source = &processor->source, *target = &processor->target;
  const VARectangle *from = &processor->from, *to = &processor->to;
  if (!source->storage) return VA_STATUS_ERROR_OPERATION_FAILED;
  if (processor->tone_maps) {
    bool is_whole = from->width == to->width && from->height == to->height && from->x == 0 && from->y == 0 &&
                    to->x == 0 && to->y == 0;
    if (is_whole) tone_map(source, target, from->width, from->height);
    if (is_whole && strcmp(action, "garbage") == 0) frame_fill_with_noise(target);
    forget_picture(processor);
    return is_whole ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_UNIMPLEMENTED;
  }
  processor->scaler = sws_getCachedContext(processor->scaler, from->width, from->height, format_of(source), to->width,
                                           to->height, format_of(target), SWS_BICUBIC | SWS_ACCURATE_RND, NULL, NULL,
                                           NULL);
  VAStatus status = VA_STATUS_ERROR_OPERATION_FAILED;
  if (processor->scaler) {
    uint8_t *source_planes[4] = {NULL}, *target_planes[4] = {NULL};
    int source_pitches[4] = {0}, target_pitches[4] = {0};
    planes_of(source, from, source_planes, source_pitches);
    planes_of(target, to, target_planes, target_pitches);
    int rows = sws_scale(processor->scaler, (const uint8_t *const *)source_planes, source_pitches, 0, from->height,
                         target_planes, target_pitches);
    if (rows == to->height) status = VA_STATUS_SUCCESS;
    if (status == VA_STATUS_SUCCESS && strcmp(action, "garbage") == 0) frame_fill_with_noise(target);
  }
  forget_picture(processor);
  return status;
}

const engine process_engine = {
    .end_actions = "garbage",
    .create = create,
    .begin = begin,
    .render = render,
    .end = end,
    .destroy = destroy,
};
