#ifndef SWAGE_SIMULATOR_ENGINE_H
#define SWAGE_SIMULATOR_ENGINE_H

#include "driver.h"

// The part of a context that works on pictures: it encodes, decodes or scales. The context locks around each call.
typedef struct {
  // What an action of vaEndPicture may be, besides a status: a comma-separated list.
  const char *end_actions;
  void *(*create)(display *display, const config *config);
  // Begins a picture and forgets one that was not ended.
  void (*begin)(void *engine, VASurfaceID id, const surface *target);
  VAStatus (*render)(void *engine, const buffer *buffer);
  // Ends the picture, whether this succeeds or not.
  VAStatus (*end)(void *engine, const char *action);
  void (*destroy)(void *engine);
} engine;

extern const engine encode_engine, decode_engine, process_engine;

#endif
