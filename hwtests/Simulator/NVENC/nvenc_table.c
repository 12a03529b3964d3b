// libnvidia-encode: the two exported functions, and what is in the table but not in the device.
#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NVENC_EXPORT __attribute__((visibility("default")))

static NVENCSTATUS missing_stats(void *encoder, NV_ENC_STAT *stats) {
  (void)encoder, (void)stats;
  NVENC_CALL("GetEncodeStats");
  return NV_ENC_ERR_UNIMPLEMENTED;
}

static NVENCSTATUS missing_register_event(void *encoder, NV_ENC_EVENT_PARAMS *event) {
  (void)encoder, (void)event;
  NVENC_CALL("RegisterAsyncEvent");
  return NV_ENC_ERR_UNIMPLEMENTED;
}

static NVENCSTATUS missing_unregister_event(void *encoder, NV_ENC_EVENT_PARAMS *event) {
  (void)encoder, (void)event;
  NVENC_CALL("UnregisterAsyncEvent");
  return NV_ENC_ERR_UNIMPLEMENTED;
}

static NVENCSTATUS missing_invalidate(void *encoder, uint64_t timestamp) {
  (void)encoder, (void)timestamp;
  NVENC_CALL("InvalidateRefFrames");
  return NV_ENC_ERR_UNIMPLEMENTED;
}

static NVENCSTATUS missing_create_mv(void *encoder, NV_ENC_CREATE_MV_BUFFER *parameters) {
  (void)encoder, (void)parameters;
  NVENC_CALL("CreateMVBuffer");
  return NV_ENC_ERR_UNIMPLEMENTED;
}

static NVENCSTATUS missing_destroy_mv(void *encoder, NV_ENC_OUTPUT_PTR buffer) {
  (void)encoder, (void)buffer;
  NVENC_CALL("DestroyMVBuffer");
  return NV_ENC_ERR_UNIMPLEMENTED;
}

static NVENCSTATUS missing_motion(void *encoder, NV_ENC_MEONLY_PARAMS *parameters) {
  (void)encoder, (void)parameters;
  NVENC_CALL("RunMotionEstimationOnly");
  return NV_ENC_ERR_UNIMPLEMENTED;
}

static NVENCSTATUS missing_sequence_ex(void *encoder, NV_ENC_INITIALIZE_PARAMS *parameters,
                                       NV_ENC_SEQUENCE_PARAM_PAYLOAD *payload) {
  (void)encoder, (void)parameters, (void)payload;
  NVENC_CALL("GetSequenceParamEx");
  return NV_ENC_ERR_UNIMPLEMENTED;
}

NVENC_EXPORT NVENCSTATUS NvEncodeAPIGetMaxSupportedVersion(uint32_t *version) {
  sim_nvenc_refresh_settings();
  NVENC_CALL("GetMaxSupportedVersion");
  if (!version) return NV_ENC_ERR_INVALID_PTR;
  const char *text = sim_setting_text(sim_nvenc_settings(), "api-version", NULL);
  uint32_t major = NVENCAPI_MAJOR_VERSION, minor = NVENCAPI_MINOR_VERSION;
  if (text && sscanf(text, "%u.%u", &major, &minor) != 2) {
    fprintf(stderr, "simulator: api-version is like 11.1, not %s\n", text);
    abort();
  }
  *version = major << 4 | minor;
  return NV_ENC_SUCCESS;
}

NVENC_EXPORT NVENCSTATUS NvEncodeAPICreateInstance(NV_ENCODE_API_FUNCTION_LIST *list) {
  NVENC_CALL("CreateInstance");
  if (!list) return NV_ENC_ERR_INVALID_PTR;
  if (((list->version ^ NV_ENCODE_API_FUNCTION_LIST_VER) >> 16 & 0xff) != 0) return NV_ENC_ERR_INVALID_VERSION;
  uint32_t version = list->version;
  *list = (NV_ENCODE_API_FUNCTION_LIST){
      .version = version,
      .nvEncOpenEncodeSession = sim_open_session,
      .nvEncOpenEncodeSessionEx = sim_open_session_ex,
      .nvEncGetEncodeGUIDCount = sim_codec_count,
      .nvEncGetEncodeProfileGUIDCount = sim_profile_count,
      .nvEncGetEncodeProfileGUIDs = sim_profiles,
      .nvEncGetEncodeGUIDs = sim_codecs,
      .nvEncGetInputFormatCount = sim_format_count,
      .nvEncGetInputFormats = sim_formats,
      .nvEncGetEncodeCaps = sim_capabilities,
      .nvEncGetEncodePresetCount = sim_preset_count,
      .nvEncGetEncodePresetGUIDs = sim_presets,
      .nvEncGetEncodePresetConfig = sim_preset_config,
      .nvEncGetEncodePresetConfigEx = sim_preset_config_ex,
      .nvEncInitializeEncoder = sim_initialize,
      .nvEncReconfigureEncoder = sim_reconfigure,
      .nvEncCreateInputBuffer = sim_create_input,
      .nvEncDestroyInputBuffer = sim_destroy_input,
      .nvEncLockInputBuffer = sim_lock_input,
      .nvEncUnlockInputBuffer = sim_unlock_input,
      .nvEncRegisterResource = sim_register_resource,
      .nvEncUnregisterResource = sim_unregister_resource,
      .nvEncMapInputResource = sim_map_input,
      .nvEncUnmapInputResource = sim_unmap_input,
      .nvEncCreateBitstreamBuffer = sim_create_bitstream,
      .nvEncDestroyBitstreamBuffer = sim_destroy_bitstream,
      .nvEncLockBitstream = sim_lock_bitstream,
      .nvEncUnlockBitstream = sim_unlock_bitstream,
      .nvEncEncodePicture = sim_encode_picture,
      .nvEncGetSequenceParams = sim_sequence_params,
      .nvEncSetIOCudaStreams = sim_set_streams,
      .nvEncGetLastErrorString = sim_last_error,
      .nvEncDestroyEncoder = sim_destroy,
      .nvEncGetEncodeStats = missing_stats,
      .nvEncRegisterAsyncEvent = missing_register_event,
      .nvEncUnregisterAsyncEvent = missing_unregister_event,
      .nvEncInvalidateRefFrames = missing_invalidate,
      .nvEncCreateMVBuffer = missing_create_mv,
      .nvEncDestroyMVBuffer = missing_destroy_mv,
      .nvEncRunMotionEstimationOnly = missing_motion,
      .nvEncGetSequenceParamEx = missing_sequence_ex,
  };
  return NV_ENC_SUCCESS;
}
