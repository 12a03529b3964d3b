#include <stdlib.h>
#include <string.h>

#include "driver.h"

static const VAImageFormat format_8 = {.fourcc = VA_FOURCC_NV12, .byte_order = VA_LSB_FIRST, .bits_per_pixel = 12};
static const VAImageFormat format_10 = {.fourcc = VA_FOURCC_P010, .byte_order = VA_LSB_FIRST, .bits_per_pixel = 24};

static VAStatus query_image_formats(VADriverContextP va, VAImageFormat *formats, int *count) {
  FAIL_IF_ASKED(va, "QueryImageFormats");
  const device *device = display_of(va)->device;
  *count = 0;
  if (device_has_depth(device, 8)) formats[(*count)++] = format_8;
  if (device_has_depth(device, 10)) formats[(*count)++] = format_10;
  return VA_STATUS_SUCCESS;
}

// Makes an image and its buffer of a frame, whose storage the image takes over.
static void publish(display *display, const frame *frame, VAImage *description) {
  image *created = calloc(1, sizeof *created);
  if (!created) abort();
  created->frame = *frame;
  buffer *data = buffer_create(VAImageBufferType, (unsigned)frame->storage->size, 1, storage_share(frame->storage));
  created->description = (VAImage){
      .format = frame_is_deep(frame) ? format_10 : format_8,
      .buf = objects_add(&display->objects, OBJECT_BUFFER, data),
      .width = (uint16_t)frame->width,
      .height = (uint16_t)frame->height,
      .data_size = (uint32_t)frame->storage->size,
      .num_planes = 2,
      .pitches = {(uint32_t)frame->pitch, (uint32_t)frame->pitch},
      .offsets = {0, (uint32_t)frame->chroma_offset},
  };
  created->description.image_id = objects_add(&display->objects, OBJECT_IMAGE, created);
  *description = created->description;
}

static VAStatus create_image(VADriverContextP va, VAImageFormat *format, int width, int height, VAImage *description) {
  FAIL_IF_ASKED(va, "CreateImage");
  const device *device = display_of(va)->device;
  bool known = (format->fourcc == VA_FOURCC_NV12 && device_has_depth(device, 8)) ||
               (format->fourcc == VA_FOURCC_P010 && device_has_depth(device, 10));
  if (!known) return VA_STATUS_ERROR_INVALID_IMAGE_FORMAT;
  if (width <= 0 || height <= 0 || width > UINT16_MAX || height > UINT16_MAX) return VA_STATUS_ERROR_INVALID_PARAMETER;
  frame frame;
  frame_create(&frame, format->fourcc, (unsigned)width, (unsigned)height);
  publish(display_of(va), &frame, description);
  return VA_STATUS_SUCCESS;
}

static VAStatus derive_image(VADriverContextP va, VASurfaceID id, VAImage *description) {
  FAIL_IF_ASKED(va, "DeriveImage");
  display *display = display_of(va);
  const surface *surface = objects_find(&display->objects, OBJECT_SURFACE, id);
  if (!surface) return VA_STATUS_ERROR_INVALID_SURFACE;
  if (sim_setting_number(device_settings(display->device), "derive-image", 1) == 0)
    return VA_STATUS_ERROR_UNIMPLEMENTED;
  frame shared = surface->frame;
  storage_share(shared.storage);
  publish(display, &shared, description);
  return VA_STATUS_SUCCESS;
}

void image_free(display *display, image *image) {
  buffer *data = objects_take(&display->objects, OBJECT_BUFFER, image->description.buf);
  if (data) buffer_free(data);
  storage_release(image->frame.storage);
  free(image);
}

static VAStatus destroy_image(VADriverContextP va, VAImageID id) {
  FAIL_IF_ASKED(va, "DestroyImage");
  image *taken = objects_take(&display_of(va)->objects, OBJECT_IMAGE, id);
  if (!taken) return VA_STATUS_ERROR_INVALID_IMAGE;
  image_free(display_of(va), taken);
  return VA_STATUS_SUCCESS;
}

typedef struct {
  int x, y;
  unsigned width, height;
} area;

static bool is_inside(const area *area, const frame *frame) {
  return area->x >= 0 && area->y >= 0 && (unsigned)area->x + area->width <= frame->width &&
         (unsigned)area->y + area->height <= frame->height;
}

// Scaling and conversion are no business of an encoder.
static VAStatus copy(const frame *to, const area *to_area, const frame *from, const area *from_area) {
  if (to->fourcc != from->fourcc) return VA_STATUS_ERROR_INVALID_IMAGE_FORMAT;
  if (!is_inside(to_area, to) || !is_inside(from_area, from) || to_area->width != from_area->width ||
      to_area->height != from_area->height)
    return VA_STATUS_ERROR_INVALID_PARAMETER;
  size_t sample = frame_is_deep(to) ? 2 : 1;
  for (unsigned plane = 0; plane < 2; plane++) {
    // Chroma has half the rows, and as many bytes in a row, for two samples lie side by side.
    const uint8_t *source = from->storage->data + plane * from->chroma_offset;
    uint8_t *target = to->storage->data + plane * to->chroma_offset;
    unsigned shift = plane, rows = (from_area->height + shift) >> shift;
    size_t length = (from_area->width + shift) / (shift + 1) * (shift + 1) * sample;
    for (unsigned row = 0; row < rows; row++)
      memcpy(target + ((unsigned)to_area->y / (shift + 1) + row) * to->pitch + (unsigned)to_area->x * sample,
             source + ((unsigned)from_area->y / (shift + 1) + row) * from->pitch + (unsigned)from_area->x * sample,
             length);
  }
  return VA_STATUS_SUCCESS;
}

static VAStatus get_image(VADriverContextP va, VASurfaceID surface_id, int x, int y, unsigned width, unsigned height,
                          VAImageID image_id) {
  FAIL_IF_ASKED(va, "GetImage");
  const surface *surface = objects_find(&display_of(va)->objects, OBJECT_SURFACE, surface_id);
  const image *image = objects_find(&display_of(va)->objects, OBJECT_IMAGE, image_id);
  if (!surface) return VA_STATUS_ERROR_INVALID_SURFACE;
  if (!image) return VA_STATUS_ERROR_INVALID_IMAGE;
  const area from = {x, y, width, height}, to = {0, 0, width, height};
  return copy(&image->frame, &to, &surface->frame, &from);
}

static VAStatus put_image(VADriverContextP va, VASurfaceID surface_id, VAImageID image_id, int from_x, int from_y,
                          unsigned from_width, unsigned from_height, int to_x, int to_y, unsigned to_width,
                          unsigned to_height) {
  FAIL_IF_ASKED(va, "PutImage");
  const surface *surface = objects_find(&display_of(va)->objects, OBJECT_SURFACE, surface_id);
  const image *image = objects_find(&display_of(va)->objects, OBJECT_IMAGE, image_id);
  if (!surface) return VA_STATUS_ERROR_INVALID_SURFACE;
  if (!image) return VA_STATUS_ERROR_INVALID_IMAGE;
  const area from = {from_x, from_y, from_width, from_height}, to = {to_x, to_y, to_width, to_height};
  return copy(&surface->frame, &to, &image->frame, &from);
}

static VAStatus set_image_palette(VADriverContextP va, VAImageID id, unsigned char *palette) {
  (void)id;
  (void)palette;
  FAIL_IF_ASKED(va, "SetImagePalette");
  return VA_STATUS_ERROR_UNIMPLEMENTED;
}

void add_image_functions(struct VADriverVTable *table) {
  table->vaQueryImageFormats = query_image_formats;
  table->vaCreateImage = create_image;
  table->vaDeriveImage = derive_image;
  table->vaDestroyImage = destroy_image;
  table->vaGetImage = get_image;
  table->vaPutImage = put_image;
  table->vaSetImagePalette = set_image_palette;
}
