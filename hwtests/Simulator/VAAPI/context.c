#include <stdlib.h>
#include <string.h>

#include "engine.h"

struct context {
  pthread_mutex_t lock;
  display *display;
  engine_kind kind;
  const engine *engine;
  void *state;
  bool in_picture;
};

static engine_kind kind_of(VAEntrypoint entrypoint) {
  switch (entrypoint) {
    case VAEntrypointVLD: return ENGINE_DECODE;
    case VAEntrypointVideoProc: return ENGINE_PROCESS;
    default: return ENGINE_ENCODE;
  }
}

static const engine *engine_of(engine_kind kind) {
  switch (kind) {
    case ENGINE_DECODE: return &decode_engine;
    case ENGINE_PROCESS: return &process_engine;
    default: return &encode_engine;
  }
}

static VAStatus create_context(VADriverContextP va, VAConfigID config_id, int width, int height, int flags,
                               VASurfaceID *targets, int target_count, VAContextID *id) {
  (void)flags;
  (void)targets;
  (void)target_count;
  display *display = display_of(va);
  const device *device = display->device;
  const config *config = objects_find(&display->objects, OBJECT_CONFIG, config_id);
  engine_kind kind = config ? kind_of(config->entrypoint) : ENGINE_ENCODE;
  FAIL_ENGINE_IF_ASKED(va, kind, "CreateContext");
  if (!config) return VA_STATUS_ERROR_INVALID_CONFIG;
  if (width < (int)device_limit(device, "min-width") || height < (int)device_limit(device, "min-height") ||
      width > (int)device_limit(device, "max-width") || height > (int)device_limit(device, "max-height"))
    return VA_STATUS_ERROR_RESOLUTION_NOT_SUPPORTED;
  context *created = calloc(1, sizeof *created);
  if (!created) return VA_STATUS_ERROR_ALLOCATION_FAILED;
  pthread_mutex_init(&created->lock, NULL);
  created->display = display;
  created->kind = kind;
  created->engine = engine_of(kind);
  created->state = created->engine->create(display, config);
  *id = objects_add(&display->objects, OBJECT_CONTEXT, created);
  return VA_STATUS_SUCCESS;
}

void context_free(context *context) {
  context->engine->destroy(context->state);
  pthread_mutex_destroy(&context->lock);
  free(context);
}

static context *find(VADriverContextP va, VAContextID id) {
  return objects_find(&display_of(va)->objects, OBJECT_CONTEXT, id);
}

// What an unknown context is counted for.
static engine_kind kind_or_encode(const context *context) { return context ? context->kind : ENGINE_ENCODE; }

static VAStatus destroy_context(VADriverContextP va, VAContextID id) {
  FAIL_ENGINE_IF_ASKED(va, kind_or_encode(find(va, id)), "DestroyContext");
  context *taken = objects_take(&display_of(va)->objects, OBJECT_CONTEXT, id);
  if (!taken) return VA_STATUS_ERROR_INVALID_CONTEXT;
  context_free(taken);
  return VA_STATUS_SUCCESS;
}

static VAStatus begin_picture(VADriverContextP va, VAContextID id, VASurfaceID target) {
  context *context = find(va, id);
  engine_kind kind = kind_or_encode(context);
  sim_picture_begins(device_faults(display_of(va)->device, kind));
  FAIL_ENGINE_IF_ASKED(va, kind, "BeginPicture");
  surface *surface = objects_find(&display_of(va)->objects, OBJECT_SURFACE, target);
  if (!context) return VA_STATUS_ERROR_INVALID_CONTEXT;
  if (!surface) return VA_STATUS_ERROR_INVALID_SURFACE;
  pthread_mutex_lock(&context->lock);
  surface->engine = kind;
  context->engine->begin(context->state, target, surface);
  context->in_picture = true;
  pthread_mutex_unlock(&context->lock);
  return VA_STATUS_SUCCESS;
}

static VAStatus render_picture(VADriverContextP va, VAContextID id, VABufferID *buffers, int count) {
  context *context = find(va, id);
  FAIL_ENGINE_IF_ASKED(va, kind_or_encode(context), "RenderPicture");
  if (!context) return VA_STATUS_ERROR_INVALID_CONTEXT;
  pthread_mutex_lock(&context->lock);
  VAStatus status = context->in_picture ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_OPERATION_FAILED;
  for (int i = 0; i < count && status == VA_STATUS_SUCCESS; i++) {
    const buffer *buffer = objects_find(&context->display->objects, OBJECT_BUFFER, buffers[i]);
    status = buffer ? context->engine->render(context->state, buffer) : VA_STATUS_ERROR_INVALID_BUFFER;
  }
  pthread_mutex_unlock(&context->lock);
  return status;
}

// Whether a comma-separated list has an item.
static bool has_item(const char *list, const char *item) {
  size_t length = strlen(item);
  for (const char *at = list; (at = strstr(at, item)); at += length)
    if ((at == list || at[-1] == ',') && (at[length] == ',' || at[length] == 0)) return true;
  return false;
}

static VAStatus end_picture(VADriverContextP va, VAContextID id) {
  context *context = find(va, id);
  engine_kind kind = kind_or_encode(context);
  char action[SIM_ACTION_LENGTH] = "";
  if (engine_action(va, kind, "EndPicture", action) && !has_item(engine_of(kind)->end_actions, action))
    return status_of_action("EndPicture", action);
  if (!context) return VA_STATUS_ERROR_INVALID_CONTEXT;
  pthread_mutex_lock(&context->lock);
  VAStatus status = VA_STATUS_ERROR_OPERATION_FAILED;
  if (context->in_picture) status = context->engine->end(context->state, action);
  context->in_picture = false;
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
