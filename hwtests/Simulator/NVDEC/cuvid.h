#ifndef SWAGE_SIMULATOR_NVDEC_CUVID_H
#define SWAGE_SIMULATOR_NVDEC_CUVID_H

#include <ffnvcodec/dynlink_cuda.h>

// After dynlink_cuda.h, which it needs.
#include <ffnvcodec/dynlink_cuviddec.h>
#include <ffnvcodec/dynlink_nvcuvid.h>

#include "decode.h"
#include "settings.h"

// Errors that the public header leaves out.
enum {
  SIM_CUVID_INVALID_VALUE = 1,
  SIM_CUVID_OUT_OF_MEMORY = 2,
  SIM_CUVID_INVALID_CONTEXT = 201,
  SIM_CUVID_MAP_FAILED = 205,
  SIM_CUVID_INVALID_HANDLE = 400,
  SIM_CUVID_NOT_SUPPORTED = 801,
  SIM_CUVID_UNKNOWN = 999,
};

#define CUVID_EXPORT __attribute__((visibility("default")))

// The error that a fault wants of this call, or 0. Where the call may do worse than fail, `garbage` says that it is to.
CUresult sim_cuvid_fault(const char *call, bool *garbage);

// Every function begins with one of these: the faults come first, then what the real function demands.
#define CUVID_CALL(name)                                \
  do {                                                  \
    CUresult wanted = sim_cuvid_fault(name, NULL);      \
    if (wanted != CUDA_SUCCESS) return wanted;          \
  } while (0)

#define CUVID_CALL_IN_CONTEXT(name)                                                \
  do {                                                                             \
    CUVID_CALL(name);                                                              \
    if (!sim_cuda_has_context()) return (CUresult)SIM_CUVID_INVALID_CONTEXT;       \
  } while (0)

// What a picture has in common with those before it and doesn't say itself.
typedef struct {
  bool adaptive;  // H.264: frames may change between frame and field macroblocks
} sequence;

// Says in the words of VA-API what a picture is like; the slices are not part of it. False for what isn't decoded.
bool translate_h264(coded_picture *picture, sequence *sequence, const CUVIDPICPARAMS *from);
bool translate_hevc(coded_picture *picture, sequence *sequence, const CUVIDPICPARAMS *from);

#endif
