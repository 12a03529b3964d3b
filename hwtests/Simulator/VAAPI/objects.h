#ifndef SWAGE_SIMULATOR_OBJECTS_H
#define SWAGE_SIMULATOR_OBJECTS_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

// Destroyed at the end of a display in this order: what is later in it may be used by what is earlier.
typedef enum { OBJECT_IMAGE = 1, OBJECT_CONTEXT, OBJECT_BUFFER, OBJECT_SURFACE, OBJECT_CONFIG } object_kind;

// The objects of a display by their ids. An id says its kind, so one of another kind is not found.
typedef struct {
  pthread_mutex_t lock;
  struct object_slot {
    object_kind kind;  // 0: free
    void *object;
  } *slots;
  size_t count;
} object_table;

uint32_t objects_add(object_table *table, object_kind kind, void *object);
void *objects_find(object_table *table, object_kind kind, uint32_t id);
// Takes it out and answers it, or NULL.
void *objects_take(object_table *table, object_kind kind, uint32_t id);
// Takes out any object of a kind, or answers NULL.
void *objects_take_any(object_table *table, object_kind kind);

#endif
