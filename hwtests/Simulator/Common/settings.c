#include "settings.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_LENGTH = 48, VALUE_LENGTH = 192, MAX_ENTRIES = 64, MAX_FAULTS = 16 };

typedef struct {
  char name[NAME_LENGTH];
  char value[VALUE_LENGTH];
} entry;

typedef struct {
  char call[NAME_LENGTH];
  char action[SIM_ACTION_LENGTH];
  long when;
  bool counts_pictures;
  bool done;
  long calls;
} fault;

struct sim_settings {
  entry entries[MAX_ENTRIES];
  int entry_count;
  fault faults[MAX_FAULTS];
  int fault_count;
  long pictures;
  pthread_mutex_t lock;
};

static char *trimmed(char *text) {
  while (*text == ' ' || *text == '\t' || *text == '\r') text++;
  size_t length = strlen(text);
  while (length > 0 && strchr(" \t\r", text[length - 1])) text[--length] = 0;
  return text;
}

// A typing error in a fault must not pass for a device without faults.
static void refuse(const char *what, const char *text) {
  fprintf(stderr, "simulator: %s: %s\n", what, text);
  abort();
}

static void copy(char *target, size_t size, const char *text) {
  if (strlen(text) >= size) refuse("entry too long", text);
  strcpy(target, text);
}

static void add_fault(sim_settings *settings, char *text) {
  char *at = strchr(text, '@');
  char *colon = at ? strchr(at, ':') : NULL;
  if (!colon) refuse("a fault is CALL@WHEN:ACTION", text);
  if (settings->fault_count == MAX_FAULTS) refuse("too many faults", text);
  *at = *colon = 0;
  fault *added = &settings->faults[settings->fault_count++];
  memset(added, 0, sizeof *added);
  copy(added->call, sizeof added->call, trimmed(text));
  copy(added->action, sizeof added->action, trimmed(colon + 1));
  const char *when = trimmed(at + 1);
  added->counts_pictures = strncmp(when, "frame", 5) == 0;
  added->when = strtol(when + (added->counts_pictures ? 5 : 0), NULL, 10);
  if (added->when < 1) refuse("a fault needs a number from 1", when);
}

static void add_entry(sim_settings *settings, char *text) {
  char *comment = strchr(text, '#');
  if (comment) *comment = 0;
  text = trimmed(text);
  if (!*text) return;
  char *equals = strchr(text, '=');
  if (!equals) refuse("an entry is name=value", text);
  *equals = 0;
  const char *name = trimmed(text);
  char *value = trimmed(equals + 1);
  if (strcmp(name, "fault") == 0) {
    add_fault(settings, value);
    return;
  }
  int index = 0;
  while (index < settings->entry_count && strcmp(settings->entries[index].name, name) != 0) index++;
  if (index == MAX_ENTRIES) refuse("too many entries", name);
  if (index == settings->entry_count) settings->entry_count++;
  copy(settings->entries[index].name, NAME_LENGTH, name);
  copy(settings->entries[index].value, VALUE_LENGTH, value);
}

sim_settings *sim_settings_create(const char *text) {
  sim_settings *settings = calloc(1, sizeof *settings);
  if (!settings) abort();
  pthread_mutex_init(&settings->lock, NULL);
  sim_settings_add(settings, text);
  return settings;
}

void sim_settings_add(sim_settings *settings, const char *text) {
  if (!text) return;
  char *own = strdup(text);
  if (!own) abort();
  char *rest = own;
  for (char *part; (part = strsep(&rest, ";\n"));) add_entry(settings, part);
  free(own);
}

void sim_settings_destroy(sim_settings *settings) {
  if (!settings) return;
  pthread_mutex_destroy(&settings->lock);
  free(settings);
}

const char *sim_setting_text(const sim_settings *settings, const char *name, const char *otherwise) {
  for (int i = 0; i < settings->entry_count; i++)
    if (strcmp(settings->entries[i].name, name) == 0) return settings->entries[i].value;
  return otherwise;
}

long sim_setting_number(const sim_settings *settings, const char *name, long otherwise) {
  const char *text = sim_setting_text(settings, name, NULL);
  return text ? strtol(text, NULL, 0) : otherwise;
}

bool sim_setting_has(const sim_settings *settings, const char *name, const char *item, const char *otherwise) {
  const char *list = sim_setting_text(settings, name, otherwise);
  size_t length = strlen(item);
  while (list && *list) {
    while (*list == ' ') list++;
    size_t end = strcspn(list, ",");
    size_t used = end;
    while (used > 0 && list[used - 1] == ' ') used--;
    if (used == length && strncmp(list, item, length) == 0) return true;
    list += end + (list[end] == ',');
  }
  return false;
}

void sim_picture_begins(sim_settings *settings) {
  pthread_mutex_lock(&settings->lock);
  settings->pictures++;
  pthread_mutex_unlock(&settings->lock);
}

bool sim_fault(sim_settings *settings, const char *call, char action[SIM_ACTION_LENGTH]) {
  bool found = false;
  pthread_mutex_lock(&settings->lock);
  for (int i = 0; i < settings->fault_count; i++) {
    fault *candidate = &settings->faults[i];
    if (candidate->done || strcmp(candidate->call, call) != 0) continue;
    candidate->calls++;
    long reached = candidate->counts_pictures ? settings->pictures : candidate->calls;
    if (found || reached != candidate->when) continue;
    candidate->done = true;
    found = true;
    strcpy(action, candidate->action);
  }
  pthread_mutex_unlock(&settings->lock);
  if (!found) return false;
  if (strcmp(action, "hang") == 0)
    for (;;) pause();
  if (strcmp(action, "crash") == 0) {
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
  }
  return true;
}
