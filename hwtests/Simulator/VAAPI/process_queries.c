#include "driver.h"

// A scaler, which on some devices has one filter: it brings HDR10 to the standard range.

static VAStatus query_filters(VADriverContextP va, VAContextID id, VAProcFilterType *filters, unsigned *count) {
  (void)id;
  FAIL_IF_ASKED(va, "QueryVideoProcFilters");
  bool has_filter = device_tone_maps(display_of(va)->device);
  if (has_filter && *count < 1) return VA_STATUS_ERROR_MAX_NUM_EXCEEDED;
  if (has_filter) filters[0] = VAProcFilterHighDynamicRangeToneMapping;
  *count = has_filter;
  return VA_STATUS_SUCCESS;
}

static VAStatus query_filter_caps(VADriverContextP va, VAContextID id, VAProcFilterType type, void *caps,
                                  unsigned *count) {
  FAIL_IF_ASKED(va, "QueryVideoProcFilterCaps");
  if (!objects_find(&display_of(va)->objects, OBJECT_CONTEXT, id)) return VA_STATUS_ERROR_INVALID_CONTEXT;
  bool has_filter = type == VAProcFilterHighDynamicRangeToneMapping && device_tone_maps(display_of(va)->device);
  if (has_filter && *count < 1) return VA_STATUS_ERROR_MAX_NUM_EXCEEDED;
  *count = has_filter;
  if (!has_filter) return VA_STATUS_ERROR_UNSUPPORTED_FILTER;
  *(VAProcFilterCapHighDynamicRange *)caps = (VAProcFilterCapHighDynamicRange){
      .metadata_type = VAProcHighDynamicRangeMetadataHDR10, .caps_flag = VA_TONE_MAPPING_HDR_TO_SDR};
  return VA_STATUS_SUCCESS;
}

static VAStatus query_pipeline_caps(VADriverContextP va, VAContextID id, VABufferID *filters, unsigned filter_count,
                                    VAProcPipelineCaps *caps) {
  (void)filters;
  FAIL_IF_ASKED(va, "QueryVideoProcPipelineCaps");
  display *display = display_of(va);
  const device *device = display->device;
  if (!objects_find(&display->objects, OBJECT_CONTEXT, id)) return VA_STATUS_ERROR_INVALID_CONTEXT;
  if (filter_count > (device_tone_maps(device) ? 1 : 0)) return VA_STATUS_ERROR_UNSUPPORTED_FILTER;
  *caps = (VAProcPipelineCaps){
      .filter_flags = VA_FILTER_SCALING_DEFAULT | VA_FILTER_SCALING_FAST | VA_FILTER_SCALING_HQ,
      .max_input_width = device_limit(device, "max-width"),
      .max_input_height = device_limit(device, "max-height"),
      .min_input_width = device_limit(device, "min-width"),
      .min_input_height = device_limit(device, "min-height"),
      .max_output_width = device_limit(device, "max-width"),
      .max_output_height = device_limit(device, "max-height"),
      .min_output_width = device_limit(device, "min-width"),
      .min_output_height = device_limit(device, "min-height"),
  };
  return VA_STATUS_SUCCESS;
}

void add_process_functions(struct VADriverVTableVPP *table) {
  table->vaQueryVideoProcFilters = query_filters;
  table->vaQueryVideoProcFilterCaps = query_filter_caps;
  table->vaQueryVideoProcPipelineCaps = query_pipeline_caps;
}
