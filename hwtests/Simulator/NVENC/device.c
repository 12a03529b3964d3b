#include "device.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// Settings of an earlier text stay: a call of another thread may be using them.
enum { MAX_TEXTS = 256 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
  sim_settings *encoders, *decoders;
} all[MAX_TEXTS];
static int count;
static char *text_in_use;

static int current(bool refresh) {
  pthread_mutex_lock(&lock);
  if (refresh || count == 0) {
    const char *text = getenv("SWAGE_SIM_NVENC");
    if (!text) text = "";
    if (count == 0 || strcmp(text, text_in_use) != 0) {
      if (count == MAX_TEXTS) abort();
      free(text_in_use);
      text_in_use = strdup(text);
      if (!text_in_use) abort();
      all[count].encoders = sim_settings_create(text);
      all[count++].decoders = sim_settings_create(text);
    }
  }
  int index = count - 1;
  pthread_mutex_unlock(&lock);
  return index;
}

sim_settings *sim_nvenc_settings(void) {
  return all[current(false)].encoders;
}

sim_settings *sim_nvdec_settings(void) {
  return all[current(false)].decoders;
}

void sim_nvenc_refresh_settings(void) {
  current(true);
}

__attribute__((destructor)) static void free_settings(void) {
  while (count > 0) {
    sim_settings_destroy(all[--count].encoders);
    sim_settings_destroy(all[count].decoders);
  }
  free(text_in_use);
  text_in_use = NULL;
}
