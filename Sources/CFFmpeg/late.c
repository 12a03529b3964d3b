#define _GNU_SOURCE
#include "Late.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const swage_libavformat = LATE_FORMAT;
const char *const swage_libavcodec = LATE_CODEC;
const char *const swage_libavfilter = LATE_FILTER;

void *swage_late_function(const char *library, const char *name) {
  // Asked again for each function, the loader counts and gives the same; it locks by itself.
  void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
  void *function = handle ? dlsym(handle, name) : NULL;
  if (!function) {
    fprintf(stderr, "swage: %s\n", dlerror());
    _exit(127);
  }
  return function;
}

int swage_library_version(const char *library, char *version, size_t size) {
  Dl_info neighbour;
  char path[PATH_MAX], file[PATH_MAX];
  if (!dladdr(av_version_info(), &neighbour)) return -1;
  const char *end = strrchr(neighbour.dli_fname, '/');
  int length = end ? (int)(end - neighbour.dli_fname) : 0;
  if (snprintf(path, sizeof path, "%.*s/%s", length, neighbour.dli_fname, library) >= (int)sizeof path) return -1;
  if (!realpath(path, file)) return -1;
  const char *found = strstr(file, ".so.");
  int major, minor, micro, used = 0;
  if (!found || sscanf(found, ".so.%d.%d.%d%n", &major, &minor, &micro, &used) != 3 || found[used]) return -1;
  snprintf(version, size, "%d.%d.%d", major, minor, micro);
  return 0;
}
