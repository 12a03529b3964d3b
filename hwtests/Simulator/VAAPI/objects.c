#include "objects.h"

#include <stdlib.h>

enum { KIND_SHIFT = 24, INDEX_MASK = (1 << KIND_SHIFT) - 1 };

uint32_t objects_add(object_table *table, object_kind kind, void *object) {
  pthread_mutex_lock(&table->lock);
  size_t index = 0;
  while (index < table->count && table->slots[index].kind != 0) index++;
  if (index == table->count) {
    table->slots = realloc(table->slots, ++table->count * sizeof *table->slots);
    if (!table->slots) abort();
  }
  table->slots[index] = (struct object_slot){kind, object};
  pthread_mutex_unlock(&table->lock);
  return (uint32_t)kind << KIND_SHIFT | (uint32_t)(index + 1);
}

static void *find(object_table *table, object_kind kind, uint32_t id, int take) {
  size_t index = (id & INDEX_MASK) - 1;
  void *object = NULL;
  pthread_mutex_lock(&table->lock);
  if (id >> KIND_SHIFT == kind && index < table->count && table->slots[index].kind == kind) {
    object = table->slots[index].object;
    if (take) table->slots[index] = (struct object_slot){0};
  }
  pthread_mutex_unlock(&table->lock);
  return object;
}

void *objects_find(object_table *table, object_kind kind, uint32_t id) { return find(table, kind, id, 0); }

void *objects_take(object_table *table, object_kind kind, uint32_t id) { return find(table, kind, id, 1); }

void *objects_take_any(object_table *table, object_kind kind) {
  for (size_t i = 0; i < table->count; i++)
    if (table->slots[i].kind == kind)
      return objects_take(table, kind, (uint32_t)kind << KIND_SHIFT | (uint32_t)(i + 1));
  return NULL;
}
