#ifndef SWAGE_SIMULATOR_DRIVER_H
#define SWAGE_SIMULATOR_DRIVER_H

#include <va/va.h>

// After va.h, which it needs.
#include <va/va_backend.h>
#include <va/va_backend_vpp.h>

#include "device.h"
#include "frame.h"
#include "objects.h"

// An initialized display: what a VADriverContext's pDriverData points to.
typedef struct {
  device *device;
  object_table objects;
} display;

static inline display *display_of(VADriverContextP va) { return va->pDriverData; }

// Whether a call is to fail now. One on a context that decodes or scales is known to faults by another name; one that
// may do worse than fail asks `engine_action` instead.
bool call_fails(VADriverContextP va, engine_kind kind, const char *call, VAStatus *status);
bool engine_action(VADriverContextP va, engine_kind kind, const char *call, char action[SIM_ACTION_LENGTH]);
// The status an action names; an unknown one ends the process, because a typing error must not pass for a good device.
VAStatus status_of_action(const char *call, const char *action);

// One of the two stands at the beginning of every function of the driver.
#define FAIL_ENGINE_IF_ASKED(va, kind, call)                            \
  do {                                                                  \
    VAStatus asked_status;                                              \
    if (call_fails(va, kind, call, &asked_status)) return asked_status; \
  } while (0)
#define FAIL_IF_ASKED(va, call) FAIL_ENGINE_IF_ASKED(va, ENGINE_ENCODE, call)

typedef struct {
  VAProfile profile;
  VAEntrypoint entrypoint;
  uint32_t rt_format;
  uint32_t rate_control;
} config;

typedef struct {
  frame frame;
  engine_kind engine;  // of the last picture begun on it
} surface;

typedef struct {
  VABufferType type;
  unsigned element_size, element_count;
  storage *storage;
  // Of a coded buffer: what vaMapBuffer shows.
  VACodedBufferSegment segment;
} buffer;

typedef struct {
  VAImage description;
  frame frame;
} image;

buffer *buffer_create(VABufferType type, unsigned element_size, unsigned element_count, storage *storage);

// Destroy what objects of a kind are; the table no longer knows them.
void buffer_free(buffer *buffer);
void surface_free(surface *surface);
void image_free(display *display, image *image);
typedef struct context context;
void context_free(context *context);

// Each puts the functions of its part into the table.
void add_config_functions(struct VADriverVTable *table);
void add_surface_functions(struct VADriverVTable *table);
void add_image_functions(struct VADriverVTable *table);
void add_buffer_functions(struct VADriverVTable *table);
void add_context_functions(struct VADriverVTable *table);
void add_process_functions(struct VADriverVTableVPP *table);
void add_unimplemented_functions(struct VADriverVTable *table);

#endif
