#include <stdlib.h>
#include <string.h>

#include "driver.h"

buffer *buffer_create(VABufferType type, unsigned element_size, unsigned element_count, storage *storage) {
  buffer *created = calloc(1, sizeof *created);
  if (!created) abort();
  created->type = type;
  created->element_size = element_size;
  created->element_count = element_count;
  created->storage = storage;
  created->segment.buf = storage->data;
  return created;
}

void buffer_free(buffer *buffer) {
  storage_release(buffer->storage);
  free(buffer);
}

static buffer *find(VADriverContextP va, VABufferID id) {
  return objects_find(&display_of(va)->objects, OBJECT_BUFFER, id);
}

static VAStatus create_buffer(VADriverContextP va, VAContextID context, VABufferType type, unsigned size,
                              unsigned count, void *data, VABufferID *id) {
  FAIL_IF_ASKED(va, "CreateBuffer");
  display *display = display_of(va);
  if (!objects_find(&display->objects, OBJECT_CONTEXT, context)) return VA_STATUS_ERROR_INVALID_CONTEXT;
  size_t total = (size_t)size * count;
  if (total == 0 || total > INT32_MAX) return VA_STATUS_ERROR_INVALID_PARAMETER;
  storage *storage = storage_create(total);
  if (data) memcpy(storage->data, data, total);
  *id = objects_add(&display->objects, OBJECT_BUFFER, buffer_create(type, size, count, storage));
  return VA_STATUS_SUCCESS;
}

static VAStatus buffer_set_num_elements(VADriverContextP va, VABufferID id, unsigned count) {
  FAIL_IF_ASKED(va, "BufferSetNumElements");
  buffer *buffer = find(va, id);
  if (!buffer) return VA_STATUS_ERROR_INVALID_BUFFER;
  if ((size_t)count * buffer->element_size > buffer->storage->size) return VA_STATUS_ERROR_NOT_ENOUGH_BUFFER;
  buffer->element_count = count;
  return VA_STATUS_SUCCESS;
}

static VAStatus map_buffer(VADriverContextP va, VABufferID id, void **data) {
  FAIL_IF_ASKED(va, "MapBuffer");
  buffer *buffer = find(va, id);
  if (!buffer) return VA_STATUS_ERROR_INVALID_BUFFER;
  *data = buffer->type == VAEncCodedBufferType ? (void *)&buffer->segment : buffer->storage->data;
  return VA_STATUS_SUCCESS;
}

static VAStatus unmap_buffer(VADriverContextP va, VABufferID id) {
  FAIL_IF_ASKED(va, "UnmapBuffer");
  return find(va, id) ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_BUFFER;
}

static VAStatus destroy_buffer(VADriverContextP va, VABufferID id) {
  FAIL_IF_ASKED(va, "DestroyBuffer");
  buffer *taken = objects_take(&display_of(va)->objects, OBJECT_BUFFER, id);
  if (!taken) return VA_STATUS_ERROR_INVALID_BUFFER;
  buffer_free(taken);
  return VA_STATUS_SUCCESS;
}

static VAStatus buffer_info(VADriverContextP va, VABufferID id, VABufferType *type, unsigned *size, unsigned *count) {
  FAIL_IF_ASKED(va, "BufferInfo");
  const buffer *buffer = find(va, id);
  if (!buffer) return VA_STATUS_ERROR_INVALID_BUFFER;
  *type = buffer->type;
  *size = buffer->element_size;
  *count = buffer->element_count;
  return VA_STATUS_SUCCESS;
}

// Where this is not implemented, applications wait for the surface instead.
static VAStatus sync_buffer(VADriverContextP va, VABufferID id, uint64_t timeout) {
  (void)timeout;
  if (sim_setting_number(device_settings(display_of(va)->device), "sync-buffer", 0) == 0)
    return VA_STATUS_ERROR_UNIMPLEMENTED;
  FAIL_IF_ASKED(va, "SyncBuffer");
  return find(va, id) ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_BUFFER;
}

void add_buffer_functions(struct VADriverVTable *table) {
  table->vaCreateBuffer = create_buffer;
  table->vaBufferSetNumElements = buffer_set_num_elements;
  table->vaMapBuffer = map_buffer;
  table->vaUnmapBuffer = unmap_buffer;
  table->vaDestroyBuffer = destroy_buffer;
  table->vaBufferInfo = buffer_info;
  table->vaSyncBuffer = sync_buffer;
}
