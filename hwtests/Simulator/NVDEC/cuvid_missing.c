// libnvcuvid: faults, and what libavcodec's loader wants to find and its decoders with FFmpeg's own parsers never call.
#include "cuvid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"

CUresult sim_cuvid_fault(const char *call, bool *garbage) {
  char action[SIM_ACTION_LENGTH];
  if (!sim_fault(sim_nvdec_settings(), call, action)) return CUDA_SUCCESS;
  if (garbage && strcmp(action, "garbage") == 0) {
    *garbage = true;
    return CUDA_SUCCESS;
  }
  char *end;
  long error = strtol(action, &end, 10);
  if (error < 1 || *end) {
    fprintf(stderr, "simulator: %s cannot misbehave by %s\n", call, action);
    abort();
  }
  return (CUresult)error;
}

#define MISSING(name) \
  CUVID_EXPORT CUresult name(void) { return (CUresult)SIM_CUVID_NOT_SUPPORTED; }

// Without the headers' declarations they may all be of one type, which no caller of theirs minds.
MISSING(cuvidCtxLockCreate)
MISSING(cuvidCtxLockDestroy)
MISSING(cuvidCtxLock)
MISSING(cuvidCtxUnlock)
MISSING(cuvidCreateVideoSource)
MISSING(cuvidCreateVideoSourceW)
MISSING(cuvidDestroyVideoSource)
MISSING(cuvidSetVideoSourceState)
MISSING(cuvidGetVideoSourceState)
MISSING(cuvidGetSourceVideoFormat)
MISSING(cuvidGetSourceAudioFormat)
MISSING(cuvidCreateVideoParser)
MISSING(cuvidParseVideoData)
MISSING(cuvidDestroyVideoParser)
