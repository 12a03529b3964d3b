#include "device.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Settings come from the environment variable SWAGE_SIM_VAAPI; where the node is a file with something in it, that is a
// text of the same kind and wins. Several files are several devices.
//
//   setting       | values                        | default                | meaning
//   --------------|-------------------------------|------------------------|------------------------------------------
//   codecs        | h264,hevc                     | h264,hevc              | what it encodes
//   depths        | 8,10                          | 8,10                   | 10: HEVC Main 10 and P010
//   max-width     | samples                       | 4096                   | largest picture
//   max-height    | samples                       | 4096                   |
//   min-width     | samples                       | 32                     | smallest picture
//   min-height    | samples                       | 32                     |
//   b-frames      | 0, 1                          | 0                      | whether it takes B-frames
//   entrypoints   | slice, slice-lp               | slice                  | EncSlice, EncSliceLP
//   rate-control  | cbr,vbr,cqp,icq,qvbr          | all                    | its modes
//   sync-buffer   | 0, 1                          | 0                      | whether vaSyncBuffer is implemented
//   derive-image  | 0, 1                          | 1                      | whether vaDeriveImage is implemented
//   vendor        | text                          | Swage simulator 1.0    | what vaQueryVendorString says
//   initialize    | ok, fail, crash, hang         | ok                     | what vaInitialize does
//   fault         | CALL@WHEN:ACTION              | none                   | see settings.h. CALL is a function without
//                 |                               |                        | "va"; ACTION also a status without
//                 |                               |                        | "VA_STATUS_ERROR_"; garbage, lost and
//                 |                               |                        | bad-bitstream at EndPicture only

struct device {
  char *key;
  sim_settings *settings;
  device *next;
};

static pthread_mutex_t devices_lock = PTHREAD_MUTEX_INITIALIZER;
static device *devices;

// Where a file descriptor leads, and what is there if it is a file with something in it. The path is part of it, so
// that two nodes of the same content are two devices.
static char *node_key(int file, const char *environment, char **content) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  path[length > 0 ? length : 0] = 0;
  struct stat status;
  *content = NULL;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
    *content = calloc(1, (size_t)status.st_size + 1);
    if (!*content || pread(file, *content, (size_t)status.st_size, 0) < 0) abort();
  }
  char *key;
  if (asprintf(&key, "%s\n%s\n%s", path, environment, *content ? *content : "") < 0) abort();
  return key;
}

device *device_of_node(int file) {
  const char *environment = getenv("SWAGE_SIM_VAAPI");
  if (!environment) environment = "";
  char *content, *key = node_key(file, environment, &content);
  pthread_mutex_lock(&devices_lock);
  device *found = devices;
  while (found && strcmp(found->key, key) != 0) found = found->next;
  if (found) {
    free(key);
  } else {
    found = calloc(1, sizeof *found);
    if (!found) abort();
    found->key = key;
    found->settings = sim_settings_create(environment);
    sim_settings_add(found->settings, content);
    found->next = devices;
    devices = found;
  }
  pthread_mutex_unlock(&devices_lock);
  free(content);
  return found;
}

sim_settings *device_settings(const device *device) { return device->settings; }

const char *device_vendor(const device *device) {
  return sim_setting_text(device->settings, "vendor", "Swage simulator 1.0");
}

bool device_has_depth(const device *device, int depth) {
  return sim_setting_has(device->settings, "depths", depth == 10 ? "10" : "8", "8,10");
}

static bool encodes(const device *device, const char *codec) {
  return sim_setting_has(device->settings, "codecs", codec, "h264,hevc");
}

int device_profiles(const device *device, VAProfile *profiles) {
  VAProfile list[DEVICE_MAX_PROFILES];
  int count = 0;
  if (encodes(device, "h264") && device_has_depth(device, 8)) {
    list[count++] = VAProfileH264ConstrainedBaseline;
    list[count++] = VAProfileH264Main;
    list[count++] = VAProfileH264High;
  }
  if (encodes(device, "hevc") && device_has_depth(device, 8)) list[count++] = VAProfileHEVCMain;
  if (encodes(device, "hevc") && device_has_depth(device, 10)) list[count++] = VAProfileHEVCMain10;
  if (profiles) memcpy(profiles, list, (size_t)count * sizeof *list);
  return count;
}

int device_entrypoints(const device *device, VAEntrypoint *entrypoints) {
  VAEntrypoint list[DEVICE_MAX_ENTRYPOINTS];
  int count = 0;
  if (sim_setting_has(device->settings, "entrypoints", "slice", "slice")) list[count++] = VAEntrypointEncSlice;
  if (sim_setting_has(device->settings, "entrypoints", "slice-lp", "slice")) list[count++] = VAEntrypointEncSliceLP;
  if (entrypoints) memcpy(entrypoints, list, (size_t)count * sizeof *list);
  return count;
}

bool device_has_profile(const device *device, VAProfile profile) {
  VAProfile list[DEVICE_MAX_PROFILES];
  int count = device_profiles(device, list);
  for (int i = 0; i < count; i++)
    if (list[i] == profile) return true;
  return false;
}

bool device_has_entrypoint(const device *device, VAEntrypoint entrypoint) {
  VAEntrypoint list[DEVICE_MAX_ENTRYPOINTS];
  int count = device_entrypoints(device, list);
  for (int i = 0; i < count; i++)
    if (list[i] == entrypoint) return true;
  return false;
}

uint32_t device_rate_control(const device *device) {
  static const struct {
    const char *name;
    uint32_t bit;
  } modes[] = {
      {"cbr", VA_RC_CBR}, {"vbr", VA_RC_VBR}, {"cqp", VA_RC_CQP}, {"icq", VA_RC_ICQ}, {"qvbr", VA_RC_QVBR},
  };
  uint32_t mask = 0;
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
    if (sim_setting_has(device->settings, "rate-control", modes[i].name, "cbr,vbr,cqp,icq,qvbr")) mask |= modes[i].bit;
  return mask;
}

bool device_has_b_frames(const device *device) { return sim_setting_number(device->settings, "b-frames", 0) != 0; }

unsigned device_limit(const device *device, const char *setting) {
  return (unsigned)sim_setting_number(device->settings, setting, strncmp(setting, "max", 3) == 0 ? 4096 : 32);
}
