// The one door to NVIDIA's libraries. They are opened at run time and never linked; these are their headers, and what
// Swift can't do with them as they stand.
#ifndef SWAGE_CNVENC_H
#define SWAGE_CNVENC_H

#include <ffnvcodec/dynlink_cuda.h>
#include <ffnvcodec/dynlink_cuviddec.h>
#include <ffnvcodec/nvEncodeAPI.h>

// The headers declare types of functions, not of pointers to them, and Swift takes those for closures of its own.
typedef struct swage_nvidia {
  tcuInit *init;
  tcuDeviceGetCount *device_count;
  tcuDeviceGet *device;
  tcuDeviceGetName *device_name;
  tcuDeviceGetAttribute *device_attribute;
  tcuCtxCreate_v2 *create_context;
  tcuCtxDestroy_v2 *destroy_context;
  tcuGetErrorName *error_name;
  tcuGetErrorString *error_text;
  CUresult(CUDAAPI *driver_version)(int *version);  // NULL where it is missing; it is only asked for a name
  NVENCSTATUS(NVENCAPI *encoder_version)(uint32_t *version);
  NVENCSTATUS(NVENCAPI *encoder_functions)(NV_ENCODE_API_FUNCTION_LIST *functions);
} swage_nvidia;

// Finds the functions in both libraries, as `dlopen` gave them; the name of the first that is missing, or NULL. In C
// for the reason above.
const char *swage_nvidia_find(swage_nvidia *functions, void *cuda, void *encoder);

// Finds cuvidGetDecoderCaps in the decoding library; NULL where it is missing, as in old drivers.
typedef tcuvidGetDecoderCaps *swage_nvdec_ask;
swage_nvdec_ask swage_nvdec_find(void *decoder);

// The version macros of NVENC's structs are casts and shifts, which aren't imported.
extern const uint32_t swage_nvenc_api_version;
extern const uint32_t swage_nvenc_functions_version;
extern const uint32_t swage_nvenc_session_version;
extern const uint32_t swage_nvenc_caps_version;

// A GUID ends in an array, which Swift makes a tuple of that compares only member by member.
int swage_nvenc_is_h264(const GUID *codec);
int swage_nvenc_is_hevc(const GUID *codec);

#endif
