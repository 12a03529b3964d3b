#include "CNVENC.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

const uint32_t swage_nvenc_api_version = NVENCAPI_VERSION;
const uint32_t swage_nvenc_functions_version = NV_ENCODE_API_FUNCTION_LIST_VER;
const uint32_t swage_nvenc_session_version = NV_ENC_OPEN_ENCODE_SESSION_EX_PARAMS_VER;
const uint32_t swage_nvenc_caps_version = NV_ENC_CAPS_PARAM_VER;

const char *swage_nvidia_find(swage_nvidia *functions, void *cuda, void *encoder) {
  const struct {
    void **place;
    void *library;
    const char *name;
  } wanted[] = {
    {(void **)&functions->init, cuda, "cuInit"},
    {(void **)&functions->device_count, cuda, "cuDeviceGetCount"},
    {(void **)&functions->device, cuda, "cuDeviceGet"},
    {(void **)&functions->device_name, cuda, "cuDeviceGetName"},
    {(void **)&functions->device_attribute, cuda, "cuDeviceGetAttribute"},
    {(void **)&functions->create_context, cuda, "cuCtxCreate_v2"},
    {(void **)&functions->destroy_context, cuda, "cuCtxDestroy_v2"},
    {(void **)&functions->error_name, cuda, "cuGetErrorName"},
    {(void **)&functions->error_text, cuda, "cuGetErrorString"},
    {(void **)&functions->encoder_version, encoder, "NvEncodeAPIGetMaxSupportedVersion"},
    {(void **)&functions->encoder_functions, encoder, "NvEncodeAPICreateInstance"},
  };
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    *wanted[i].place = dlsym(wanted[i].library, wanted[i].name);
    if (!*wanted[i].place) return wanted[i].name;
  }
  *(void **)&functions->driver_version = dlsym(cuda, "cuDriverGetVersion");
  return NULL;
}

swage_nvdec_ask swage_nvdec_find(void *decoder) {
  swage_nvdec_ask ask;
  *(void **)&ask = dlsym(decoder, "cuvidGetDecoderCaps");
  return ask;
}

int swage_nvenc_is_h264(const GUID *codec) { return !memcmp(codec, &NV_ENC_CODEC_H264_GUID, sizeof *codec); }
int swage_nvenc_is_hevc(const GUID *codec) { return !memcmp(codec, &NV_ENC_CODEC_HEVC_GUID, sizeof *codec); }
