#include <stdlib.h>
#include <string.h>

#include "driver.h"

enum { LARGEST_SURFACE = 16384 };

void surface_free(surface *surface) {
  storage_release(surface->frame.storage);
  free(surface);
}

// Chooses the layout; only what can be coded is known.
static VAStatus choose_format(const device *device, unsigned rt_format, const VASurfaceAttrib *attributes,
                              unsigned count, uint32_t *fourcc) {
  if (rt_format == VA_RT_FORMAT_YUV420 && device_has_depth(device, 8))
    *fourcc = VA_FOURCC_NV12;
  else if (rt_format == VA_RT_FORMAT_YUV420_10 && device_has_depth(device, 10))
    *fourcc = VA_FOURCC_P010;
  else
    return VA_STATUS_ERROR_UNSUPPORTED_RT_FORMAT;
  for (unsigned i = 0; i < count; i++) {
    if (!(attributes[i].flags & VA_SURFACE_ATTRIB_SETTABLE)) continue;
    uint32_t value = (uint32_t)attributes[i].value.value.i;
    if (attributes[i].type == VASurfaceAttribPixelFormat && value != *fourcc)
      return VA_STATUS_ERROR_INVALID_IMAGE_FORMAT;
    if (attributes[i].type == VASurfaceAttribMemoryType && value != VA_SURFACE_ATTRIB_MEM_TYPE_VA)
      return VA_STATUS_ERROR_UNSUPPORTED_MEMORY_TYPE;
  }
  return VA_STATUS_SUCCESS;
}

static VAStatus create(VADriverContextP va, unsigned rt_format, unsigned width, unsigned height, VASurfaceID *ids,
                       unsigned count, const VASurfaceAttrib *attributes, unsigned attribute_count) {
  FAIL_IF_ASKED(va, "CreateSurfaces");
  display *display = display_of(va);
  uint32_t fourcc;
  VAStatus status = choose_format(display->device, rt_format, attributes, attribute_count, &fourcc);
  if (status != VA_STATUS_SUCCESS) return status;
  if (width == 0 || height == 0 || width > LARGEST_SURFACE || height > LARGEST_SURFACE)
    return VA_STATUS_ERROR_RESOLUTION_NOT_SUPPORTED;
  for (unsigned i = 0; i < count; i++) {
    surface *created = calloc(1, sizeof *created);
    if (!created) abort();
    frame_create(&created->frame, fourcc, width, height);
    ids[i] = objects_add(&display->objects, OBJECT_SURFACE, created);
  }
  return VA_STATUS_SUCCESS;
}

static VAStatus create_surfaces(VADriverContextP va, int width, int height, int format, int count, VASurfaceID *ids) {
  return create(va, (unsigned)format, (unsigned)width, (unsigned)height, ids, (unsigned)count, NULL, 0);
}

static VAStatus create_surfaces2(VADriverContextP va, unsigned format, unsigned width, unsigned height,
                                 VASurfaceID *ids, unsigned count, VASurfaceAttrib *attributes,
                                 unsigned attribute_count) {
  return create(va, format, width, height, ids, count, attributes, attribute_count);
}

static VAStatus destroy_surfaces(VADriverContextP va, VASurfaceID *ids, int count) {
  FAIL_IF_ASKED(va, "DestroySurfaces");
  VAStatus status = VA_STATUS_SUCCESS;
  for (int i = 0; i < count; i++) {
    surface *taken = objects_take(&display_of(va)->objects, OBJECT_SURFACE, ids[i]);
    if (taken)
      surface_free(taken);
    else
      status = VA_STATUS_ERROR_INVALID_SURFACE;
  }
  return status;
}

static VASurfaceAttrib integer_attribute(VASurfaceAttribType type, unsigned flags, uint32_t value) {
  return (VASurfaceAttrib){
      .type = type,
      .flags = flags,
      .value = {.type = VAGenericValueTypeInteger, .value = {.i = (int)value}},
  };
}

static VAStatus query_surface_attributes(VADriverContextP va, VAConfigID id, VASurfaceAttrib *attributes,
                                         unsigned *count) {
  FAIL_IF_ASKED(va, "QuerySurfaceAttributes");
  display *display = display_of(va);
  const device *device = display->device;
  const config *config = objects_find(&display->objects, OBJECT_CONFIG, id);
  if (!config) return VA_STATUS_ERROR_INVALID_CONFIG;
  const unsigned settable = VA_SURFACE_ATTRIB_GETTABLE | VA_SURFACE_ATTRIB_SETTABLE;
  const unsigned gettable = VA_SURFACE_ATTRIB_GETTABLE;
  VASurfaceAttrib all[8];
  unsigned used = 0;
  if (config->rt_format & VA_RT_FORMAT_YUV420)
    all[used++] = integer_attribute(VASurfaceAttribPixelFormat, settable, VA_FOURCC_NV12);
  if (config->rt_format & VA_RT_FORMAT_YUV420_10)
    all[used++] = integer_attribute(VASurfaceAttribPixelFormat, settable, VA_FOURCC_P010);
  all[used++] = integer_attribute(VASurfaceAttribMinWidth, gettable, device_limit(device, "min-width"));
  all[used++] = integer_attribute(VASurfaceAttribMaxWidth, gettable, device_limit(device, "max-width"));
  all[used++] = integer_attribute(VASurfaceAttribMinHeight, gettable, device_limit(device, "min-height"));
  all[used++] = integer_attribute(VASurfaceAttribMaxHeight, gettable, device_limit(device, "max-height"));
  all[used++] = integer_attribute(VASurfaceAttribMemoryType, settable, VA_SURFACE_ATTRIB_MEM_TYPE_VA);
  unsigned room = *count;
  *count = used;
  if (!attributes) return VA_STATUS_SUCCESS;  // asks for the count only
  if (room < used) return VA_STATUS_ERROR_MAX_NUM_EXCEEDED;
  memcpy(attributes, all, used * sizeof *all);
  return VA_STATUS_SUCCESS;
}

// Pictures are coded, decoded and scaled within vaEndPicture, so no surface is ever busy.
static VAStatus find_surface(VADriverContextP va, VASurfaceID id) {
  return objects_find(&display_of(va)->objects, OBJECT_SURFACE, id) ? VA_STATUS_SUCCESS
                                                                    : VA_STATUS_ERROR_INVALID_SURFACE;
}

static engine_kind last_engine(VADriverContextP va, VASurfaceID id) {
  const surface *surface = objects_find(&display_of(va)->objects, OBJECT_SURFACE, id);
  return surface ? surface->engine : ENGINE_ENCODE;
}

static VAStatus sync_surface(VADriverContextP va, VASurfaceID id) {
  FAIL_ENGINE_IF_ASKED(va, last_engine(va, id), "SyncSurface");
  return find_surface(va, id);
}

static VAStatus sync_surface2(VADriverContextP va, VASurfaceID id, uint64_t timeout) {
  (void)timeout;
  FAIL_ENGINE_IF_ASKED(va, last_engine(va, id), "SyncSurface2");
  return find_surface(va, id);
}

static VAStatus query_surface_status(VADriverContextP va, VASurfaceID id, VASurfaceStatus *status) {
  FAIL_IF_ASKED(va, "QuerySurfaceStatus");
  *status = VASurfaceReady;
  return find_surface(va, id);
}

void add_surface_functions(struct VADriverVTable *table) {
  table->vaCreateSurfaces = create_surfaces;
  table->vaCreateSurfaces2 = create_surfaces2;
  table->vaDestroySurfaces = destroy_surfaces;
  table->vaQuerySurfaceAttributes = query_surface_attributes;
  table->vaSyncSurface = sync_surface;
  table->vaSyncSurface2 = sync_surface2;
  table->vaQuerySurfaceStatus = query_surface_status;
}
