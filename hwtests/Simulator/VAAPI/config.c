#include <stdlib.h>

#include "driver.h"

static VAStatus query_config_profiles(VADriverContextP va, VAProfile *profiles, int *count) {
  FAIL_IF_ASKED(va, "QueryConfigProfiles");
  *count = device_profiles(display_of(va)->device, profiles);
  return VA_STATUS_SUCCESS;
}

static VAStatus query_config_entrypoints(VADriverContextP va, VAProfile profile, VAEntrypoint *entrypoints,
                                         int *count) {
  FAIL_IF_ASKED(va, "QueryConfigEntrypoints");
  const device *device = display_of(va)->device;
  if (!device_has_profile(device, profile)) return VA_STATUS_ERROR_UNSUPPORTED_PROFILE;
  *count = device_entrypoints(device, profile, entrypoints);
  return VA_STATUS_SUCCESS;
}

static bool is_hevc(VAProfile profile) { return profile == VAProfileHEVCMain || profile == VAProfileHEVCMain10; }

static uint32_t rt_formats(const device *device, VAProfile profile) {
  uint32_t formats = device_has_depth(device, 8) ? VA_RT_FORMAT_YUV420 : 0;
  bool deep = device_has_depth(device, 10) && (profile == VAProfileHEVCMain10 || profile == VAProfileNone);
  return deep ? formats | VA_RT_FORMAT_YUV420_10 : formats;
}

// Few tools, so that the inner encoder is fast. Without this attribute an application assumes costly ones.
static uint32_t hevc_features(void) {
  VAConfigAttribValEncHEVCFeatures features = {0};
  features.bits.cu_qp_delta = VA_FEATURE_SUPPORTED;
  return features.value;
}

// Coding tree blocks of 32, coding blocks from 16, transforms of 4 to 32 that are not split further: what the inner
// encoder is fastest with.
static uint32_t hevc_block_sizes(void) {
  VAConfigAttribValEncHEVCBlockSizes sizes = {0};
  sizes.bits.log2_max_coding_tree_block_size_minus3 = 2;
  sizes.bits.log2_min_coding_tree_block_size_minus3 = 2;
  sizes.bits.log2_min_luma_coding_block_size_minus3 = 1;
  sizes.bits.log2_max_luma_transform_block_size_minus2 = 3;
  return sizes.value;
}

static uint32_t encode_attribute(const device *device, VAProfile profile, VAConfigAttribType type) {
  switch (type) {
    case VAConfigAttribRateControl: return device_rate_control(device);
    case VAConfigAttribEncMaxRefFrames: return device_has_b_frames(device) ? 0x10001 : 1;
    case VAConfigAttribEncPackedHeaders:
      return VA_ENC_PACKED_HEADER_SEQUENCE | VA_ENC_PACKED_HEADER_SLICE | VA_ENC_PACKED_HEADER_MISC |
             VA_ENC_PACKED_HEADER_RAW_DATA;
    case VAConfigAttribEncQualityRange: return 7;
    case VAConfigAttribEncMaxSlices: return 1;
    case VAConfigAttribEncHEVCFeatures: return is_hevc(profile) ? hevc_features() : VA_ATTRIB_NOT_SUPPORTED;
    case VAConfigAttribEncHEVCBlockSizes: return is_hevc(profile) ? hevc_block_sizes() : VA_ATTRIB_NOT_SUPPORTED;
    default: return VA_ATTRIB_NOT_SUPPORTED;
  }
}

static uint32_t attribute(const device *device, VAProfile profile, VAEntrypoint entrypoint, VAConfigAttribType type) {
  switch (type) {
    case VAConfigAttribRTFormat: return rt_formats(device, profile);
    case VAConfigAttribMaxPictureWidth: return device_limit(device, "max-width");
    case VAConfigAttribMaxPictureHeight: return device_limit(device, "max-height");
    case VAConfigAttribDecSliceMode:
      return entrypoint == VAEntrypointVLD ? VA_DEC_SLICE_MODE_NORMAL : VA_ATTRIB_NOT_SUPPORTED;
    default:
      if (entrypoint == VAEntrypointVLD || entrypoint == VAEntrypointVideoProc) return VA_ATTRIB_NOT_SUPPORTED;
      return encode_attribute(device, profile, type);
  }
}

static VAStatus check(const device *device, VAProfile profile, VAEntrypoint entrypoint) {
  if (!device_has_profile(device, profile)) return VA_STATUS_ERROR_UNSUPPORTED_PROFILE;
  if (!device_has_entrypoint(device, profile, entrypoint)) return VA_STATUS_ERROR_UNSUPPORTED_ENTRYPOINT;
  return VA_STATUS_SUCCESS;
}

static VAStatus get_config_attributes(VADriverContextP va, VAProfile profile, VAEntrypoint entrypoint,
                                      VAConfigAttrib *attributes, int count) {
  FAIL_IF_ASKED(va, "GetConfigAttributes");
  const device *device = display_of(va)->device;
  VAStatus status = check(device, profile, entrypoint);
  if (status != VA_STATUS_SUCCESS) return status;
  for (int i = 0; i < count; i++)
    attributes[i].value = attribute(device, profile, entrypoint, attributes[i].type);
  return VA_STATUS_SUCCESS;
}

static VAStatus create_config(VADriverContextP va, VAProfile profile, VAEntrypoint entrypoint,
                              VAConfigAttrib *attributes, int count, VAConfigID *id) {
  FAIL_IF_ASKED(va, "CreateConfig");
  display *display = display_of(va);
  const device *device = display->device;
  VAStatus status = check(device, profile, entrypoint);
  if (status != VA_STATUS_SUCCESS) return status;
  config chosen = {profile, entrypoint, rt_formats(device, profile), device_rate_control(device)};
  for (int i = 0; i < count; i++) {
    uint32_t value = attributes[i].value;
    if (attributes[i].type == VAConfigAttribRTFormat) {
      if (value == 0 || (value & ~chosen.rt_format)) return VA_STATUS_ERROR_UNSUPPORTED_RT_FORMAT;
      chosen.rt_format = value;
    } else if (attributes[i].type == VAConfigAttribRateControl) {
      if (value == 0 || (value & ~chosen.rate_control)) return VA_STATUS_ERROR_ATTR_NOT_SUPPORTED;
      chosen.rate_control = value;
    }
  }
  config *created = malloc(sizeof *created);
  if (!created) return VA_STATUS_ERROR_ALLOCATION_FAILED;
  *created = chosen;
  *id = objects_add(&display->objects, OBJECT_CONFIG, created);
  return VA_STATUS_SUCCESS;
}

static VAStatus destroy_config(VADriverContextP va, VAConfigID id) {
  FAIL_IF_ASKED(va, "DestroyConfig");
  config *taken = objects_take(&display_of(va)->objects, OBJECT_CONFIG, id);
  free(taken);
  return taken ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_CONFIG;
}

static VAStatus query_config_attributes(VADriverContextP va, VAConfigID id, VAProfile *profile,
                                        VAEntrypoint *entrypoint, VAConfigAttrib *attributes, int *count) {
  FAIL_IF_ASKED(va, "QueryConfigAttributes");
  static const VAConfigAttribType types[] = {
      VAConfigAttribRTFormat,          VAConfigAttribRateControl,     VAConfigAttribEncMaxRefFrames,
      VAConfigAttribEncPackedHeaders,  VAConfigAttribEncQualityRange, VAConfigAttribMaxPictureWidth,
      VAConfigAttribMaxPictureHeight,  VAConfigAttribEncMaxSlices,    VAConfigAttribEncHEVCFeatures,
      VAConfigAttribEncHEVCBlockSizes, VAConfigAttribDecSliceMode,
  };
  display *display = display_of(va);
  const config *found = objects_find(&display->objects, OBJECT_CONFIG, id);
  if (!found) return VA_STATUS_ERROR_INVALID_CONFIG;
  *profile = found->profile;
  *entrypoint = found->entrypoint;
  *count = 0;
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    uint32_t value = attribute(display->device, found->profile, found->entrypoint, types[i]);
    if (types[i] == VAConfigAttribRTFormat) value = found->rt_format;
    if (types[i] == VAConfigAttribRateControl && value != VA_ATTRIB_NOT_SUPPORTED) value = found->rate_control;
    if (value != VA_ATTRIB_NOT_SUPPORTED) attributes[(*count)++] = (VAConfigAttrib){types[i], value};
  }
  return VA_STATUS_SUCCESS;
}

void add_config_functions(struct VADriverVTable *table) {
  table->vaQueryConfigProfiles = query_config_profiles;
  table->vaQueryConfigEntrypoints = query_config_entrypoints;
  table->vaGetConfigAttributes = get_config_attributes;
  table->vaCreateConfig = create_config;
  table->vaDestroyConfig = destroy_config;
  table->vaQueryConfigAttributes = query_config_attributes;
}
