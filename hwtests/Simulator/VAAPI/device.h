#ifndef SWAGE_SIMULATOR_DEVICE_H
#define SWAGE_SIMULATOR_DEVICE_H

#include <va/va.h>

#include "inner.h"
#include "settings.h"

// A simulated device: what its settings make of it. It lives as long as the process, so that its faults happen once
// however often a display on it is opened.
typedef struct device device;

// What works on pictures. Each counts its pictures and calls for itself, as far as faults are concerned.
typedef enum { ENGINE_ENCODE, ENGINE_DECODE, ENGINE_PROCESS, ENGINE_COUNT } engine_kind;

// The device behind an open node.
device *device_of_node(int file);

sim_settings *device_settings(const device *device);
sim_settings *device_faults(const device *device, engine_kind kind);
const char *device_vendor(const device *device);
// Fills `profiles` (or counts only, where it is NULL).
int device_profiles(const device *device, VAProfile *profiles);
int device_entrypoints(const device *device, VAProfile profile, VAEntrypoint *entrypoints);
bool device_has_profile(const device *device, VAProfile profile);
bool device_has_entrypoint(const device *device, VAProfile profile, VAEntrypoint entrypoint);
bool device_has_depth(const device *device, int depth);
// VA_RC_... bits.
uint32_t device_rate_control(const device *device);
bool device_has_b_frames(const device *device);
bool device_tone_maps(const device *device);
unsigned device_limit(const device *device, const char *setting);

enum { DEVICE_MAX_PROFILES = 6, DEVICE_MAX_ENTRYPOINTS = 3 };

#endif
