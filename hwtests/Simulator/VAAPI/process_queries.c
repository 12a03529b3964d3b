#include "driver.h"

// A scaler without filters.

static VAStatus query_filters(VADriverContextP va, VAContextID id, VAProcFilterType *filters, unsigned *count) {
  (void)id, (void)filters;
  FAIL_IF_ASKED(va, "QueryVideoProcFilters");
  *count = 0;
  return VA_STATUS_SUCCESS;
}

static VAStatus query_filter_caps(VADriverContextP va, VAContextID id, VAProcFilterType type, void *caps,
                                  unsigned *count) {
  (void)id, (void)type, (void)caps;
  FAIL_IF_ASKED(va, "QueryVideoProcFilterCaps");
  *count = 0;
  return VA_STATUS_ERROR_UNSUPPORTED_FILTER;
}

static VAStatus query_pipeline_caps(VADriverContextP va, VAContextID id, VABufferID *filters, unsigned filter_count,
                                    VAProcPipelineCaps *caps) {
  (void)filters;
  FAIL_IF_ASKED(va, "QueryVideoProcPipelineCaps");
  display *display = display_of(va);
  const device *device = display->device;
  if (!objects_find(&display->objects, OBJECT_CONTEXT, id)) return VA_STATUS_ERROR_INVALID_CONTEXT;
  if (filter_count > 0) return VA_STATUS_ERROR_UNSUPPORTED_FILTER;
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
