#include "driver.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <va/va_drmcommon.h>

bool engine_action(VADriverContextP va, engine_kind kind, const char *call, char action[SIM_ACTION_LENGTH]) {
  static const char *const prefixes[] = {
      [ENGINE_ENCODE] = "", [ENGINE_DECODE] = "Decode", [ENGINE_PROCESS] = "Process"};
  char name[64];
  snprintf(name, sizeof name, "%s%s", prefixes[kind], call);
  return sim_fault(device_faults(display_of(va)->device, kind), name, action);
}

bool call_fails(VADriverContextP va, engine_kind kind, const char *call, VAStatus *status) {
  char action[SIM_ACTION_LENGTH];
  if (!engine_action(va, kind, call, action)) return false;
  *status = status_of_action(call, action);
  return true;
}

VAStatus status_of_action(const char *call, const char *action) {
#define STATUS(name) {#name, VA_STATUS_ERROR_##name}
  static const struct {
    const char *name;
    VAStatus status;
  } statuses[] = {
      STATUS(OPERATION_FAILED),        STATUS(ALLOCATION_FAILED),      STATUS(INVALID_DISPLAY),
      STATUS(INVALID_CONFIG),          STATUS(INVALID_CONTEXT),        STATUS(INVALID_SURFACE),
      STATUS(INVALID_BUFFER),          STATUS(INVALID_IMAGE),          STATUS(INVALID_PARAMETER),
      STATUS(INVALID_VALUE),           STATUS(INVALID_IMAGE_FORMAT),   STATUS(ATTR_NOT_SUPPORTED),
      STATUS(MAX_NUM_EXCEEDED),        STATUS(UNSUPPORTED_PROFILE),    STATUS(UNSUPPORTED_ENTRYPOINT),
      STATUS(UNSUPPORTED_RT_FORMAT),   STATUS(UNSUPPORTED_BUFFERTYPE), STATUS(UNSUPPORTED_MEMORY_TYPE),
      STATUS(FLAG_NOT_SUPPORTED),      STATUS(SURFACE_BUSY),           STATUS(SURFACE_IN_DISPLAYING),
      STATUS(RESOLUTION_NOT_SUPPORTED), STATUS(UNIMPLEMENTED),         STATUS(ENCODING_ERROR),
      STATUS(DECODING_ERROR),          STATUS(HW_BUSY),                STATUS(NOT_ENOUGH_BUFFER),
      STATUS(TIMEDOUT),                STATUS(UNKNOWN),
  };
#undef STATUS
  for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
    if (strcmp(statuses[i].name, action) == 0) return statuses[i].status;
  fprintf(stderr, "simulator: %s knows no action %s\n", call, action);
  abort();
}

static VAStatus terminate(VADriverContextP va) {
  FAIL_IF_ASKED(va, "Terminate");
  display *display = display_of(va);
  void *object;
  while ((object = objects_take_any(&display->objects, OBJECT_IMAGE))) image_free(display, object);
  while ((object = objects_take_any(&display->objects, OBJECT_CONTEXT))) context_free(object);
  while ((object = objects_take_any(&display->objects, OBJECT_BUFFER))) buffer_free(object);
  while ((object = objects_take_any(&display->objects, OBJECT_SURFACE))) surface_free(object);
  while ((object = objects_take_any(&display->objects, OBJECT_CONFIG))) free(object);
  pthread_mutex_destroy(&display->objects.lock);
  free(display->objects.slots);
  free(display);
  va->pDriverData = NULL;
  return VA_STATUS_SUCCESS;
}

// What a broken driver does to vaInitialize.
static VAStatus misbehave_at_start(const device *device) {
  const char *how = sim_setting_text(device_settings(device), "initialize", "ok");
  if (strcmp(how, "ok") == 0) return VA_STATUS_SUCCESS;
  if (strcmp(how, "fail") == 0) return VA_STATUS_ERROR_UNKNOWN;
  if (strcmp(how, "hang") == 0)
    for (;;) pause();
  if (strcmp(how, "crash") == 0) {
    volatile int *nowhere = NULL;
    *nowhere = 1;
  }
  fprintf(stderr, "simulator: initialize is ok, fail, crash or hang, not %s\n", how);
  abort();
}

// The one name that libva looks up: for its interface version 1.0 and up.
__attribute__((visibility("default"))) VAStatus __vaDriverInit_1_0(VADriverContextP va);

VAStatus __vaDriverInit_1_0(VADriverContextP va) {
  const struct drm_state *drm = va->drm_state;
  device *device = device_of_node(drm ? drm->fd : -1);
  VAStatus status = misbehave_at_start(device);
  if (status != VA_STATUS_SUCCESS) return status;

  display *created = calloc(1, sizeof *created);
  if (!created) return VA_STATUS_ERROR_ALLOCATION_FAILED;
  created->device = device;
  pthread_mutex_init(&created->objects.lock, NULL);
  va->pDriverData = created;
  va->version_major = VA_MAJOR_VERSION;
  va->version_minor = VA_MINOR_VERSION;
  va->max_profiles = DEVICE_MAX_PROFILES;
  va->max_entrypoints = DEVICE_MAX_ENTRYPOINTS;
  va->max_attributes = 32;
  va->max_image_formats = 2;
  // libva refuses a driver without; vaQuerySubpictureFormats answers none.
  va->max_subpic_formats = 1;
  va->str_vendor = device_vendor(device);
  add_config_functions(va->vtable);
  add_surface_functions(va->vtable);
  add_image_functions(va->vtable);
  add_buffer_functions(va->vtable);
  add_context_functions(va->vtable);
  add_process_functions(va->vtable_vpp);
  add_unimplemented_functions(va->vtable);
  va->vtable->vaTerminate = terminate;
  return VA_STATUS_SUCCESS;
}
