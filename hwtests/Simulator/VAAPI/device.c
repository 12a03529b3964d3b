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
//   decode        | h264,hevc                     | none                   | what it decodes
//   scale         | 0, 1                          | 0                      | whether it scales
//   tone-map      | 0, 1                          | 0                      | whether what scales tone-maps HDR10, too
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
//
// CreateContext, DestroyContext, BeginPicture, RenderPicture, EndPicture and SyncSurface are meant of encoders. Those
// of decoders and scalers have "Decode" or "Process" before their names, and `frameN` then counts their pictures:
// fault=DecodeEndPicture@frame25:garbage. Of the special actions they know garbage, at EndPicture only, which leaves
// noise in the surface. A surface belongs to what last began a picture on it.

struct device {
  char *key;
  // The same text for each engine, for the counting.
  sim_settings *settings[ENGINE_COUNT];
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
    for (int kind = 0; kind < ENGINE_COUNT; kind++) {
      found->settings[kind] = sim_settings_create(environment);
      sim_settings_add(found->settings[kind], content);
    }
    found->next = devices;
    devices = found;
  }
  pthread_mutex_unlock(&devices_lock);
  free(content);
  return found;
}

sim_settings *device_settings(const device *device) { return device->settings[ENGINE_ENCODE]; }

sim_settings *device_faults(const device *device, engine_kind kind) { return device->settings[kind]; }

const char *device_vendor(const device *device) {
  return sim_setting_text(device_settings(device), "vendor", "Swage simulator 1.0");
}

bool device_has_depth(const device *device, int depth) {
  return sim_setting_has(device_settings(device), "depths", depth == 10 ? "10" : "8", "8,10");
}

static const char *codec_of(VAProfile profile) {
  return profile == VAProfileHEVCMain || profile == VAProfileHEVCMain10 ? "hevc" : "h264";
}

static bool encodes(const device *device, VAProfile profile) {
  return profile != VAProfileNone &&
         sim_setting_has(device_settings(device), "codecs", codec_of(profile), "h264,hevc");
}

static bool decodes(const device *device, VAProfile profile) {
  return profile != VAProfileNone && sim_setting_has(device_settings(device), "decode", codec_of(profile), "");
}

static bool scales(const device *device) { return sim_setting_number(device_settings(device), "scale", 0) != 0; }

bool device_tone_maps(const device *device) {
  return scales(device) && sim_setting_number(device_settings(device), "tone-map", 0) != 0;
}

int device_profiles(const device *device, VAProfile *profiles) {
  static const struct {
    VAProfile profile;
    int depth;
  } all[] = {
      {VAProfileH264ConstrainedBaseline, 8}, {VAProfileH264Main, 8},    {VAProfileH264High, 8},
      {VAProfileHEVCMain, 8},                {VAProfileHEVCMain10, 10},
  };
  VAProfile list[DEVICE_MAX_PROFILES];
  int count = 0;
  if (scales(device)) list[count++] = VAProfileNone;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (device_has_depth(device, all[i].depth) &&
        (encodes(device, all[i].profile) || decodes(device, all[i].profile)))
      list[count++] = all[i].profile;
  if (profiles) memcpy(profiles, list, (size_t)count * sizeof *list);
  return count;
}

int device_entrypoints(const device *device, VAProfile profile, VAEntrypoint *entrypoints) {
  const sim_settings *settings = device_settings(device);
  VAEntrypoint list[DEVICE_MAX_ENTRYPOINTS];
  int count = 0;
  if (profile == VAProfileNone && scales(device)) list[count++] = VAEntrypointVideoProc;
  if (decodes(device, profile)) list[count++] = VAEntrypointVLD;
  if (encodes(device, profile)) {
    if (sim_setting_has(settings, "entrypoints", "slice", "slice")) list[count++] = VAEntrypointEncSlice;
    if (sim_setting_has(settings, "entrypoints", "slice-lp", "slice")) list[count++] = VAEntrypointEncSliceLP;
  }
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

bool device_has_entrypoint(const device *device, VAProfile profile, VAEntrypoint entrypoint) {
  VAEntrypoint list[DEVICE_MAX_ENTRYPOINTS];
  int count = device_entrypoints(device, profile, list);
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
    if (sim_setting_has(device_settings(device), "rate-control", modes[i].name, "cbr,vbr,cqp,icq,qvbr"))
      mask |= modes[i].bit;
  return mask;
}

bool device_has_b_frames(const device *device) {
  return sim_setting_number(device_settings(device), "b-frames", 0) != 0;
}

unsigned device_limit(const device *device, const char *setting) {
  return (unsigned)sim_setting_number(device_settings(device), setting, strncmp(setting, "max", 3) == 0 ? 4096 : 32);
}
