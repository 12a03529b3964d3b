// libcuda: streams and events. Every call is done when it returns, so there is nothing to wait for.
#include "cuda.h"

#include <stdlib.h>

struct CUstream_st {
  unsigned flags;
};

struct CUevent_st {
  unsigned flags;
};

CUDA_EXPORT CUresult cuStreamCreate(CUstream *stream, unsigned int flags) {
  CUDA_CALL_IN_CONTEXT("cuStreamCreate");
  *stream = calloc(1, sizeof **stream);
  if (!*stream) return (CUresult)SIM_CUDA_OUT_OF_MEMORY;
  (*stream)->flags = flags;
  return CUDA_SUCCESS;
}

CUDA_EXPORT CUresult cuStreamDestroy_v2(CUstream stream) {
  CUDA_CALL("cuStreamDestroy");
  free(stream);
  return CUDA_SUCCESS;
}

CUDA_EXPORT CUresult cuStreamQuery(CUstream stream) {
  (void)stream;
  CUDA_CALL_IN_CONTEXT("cuStreamQuery");
  return CUDA_SUCCESS;
}

CUDA_EXPORT CUresult cuStreamSynchronize(CUstream stream) {
  (void)stream;
  CUDA_CALL_IN_CONTEXT("cuStreamSynchronize");
  return CUDA_SUCCESS;
}

CUDA_EXPORT CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback *callback, void *data, unsigned int flags) {
  (void)flags;
  CUDA_CALL_IN_CONTEXT("cuStreamAddCallback");
  callback(stream, CUDA_SUCCESS, data);
  return CUDA_SUCCESS;
}

CUDA_EXPORT CUresult cuEventCreate(CUevent *event, unsigned int flags) {
  CUDA_CALL_IN_CONTEXT("cuEventCreate");
  *event = calloc(1, sizeof **event);
  if (!*event) return (CUresult)SIM_CUDA_OUT_OF_MEMORY;
  (*event)->flags = flags;
  return CUDA_SUCCESS;
}

CUDA_EXPORT CUresult cuEventDestroy_v2(CUevent event) {
  CUDA_CALL("cuEventDestroy");
  free(event);
  return CUDA_SUCCESS;
}

CUDA_EXPORT CUresult cuEventSynchronize(CUevent event) {
  (void)event;
  CUDA_CALL_IN_CONTEXT("cuEventSynchronize");
  return CUDA_SUCCESS;
}

CUDA_EXPORT CUresult cuEventQuery(CUevent event) {
  (void)event;
  CUDA_CALL_IN_CONTEXT("cuEventQuery");
  return CUDA_SUCCESS;
}

CUDA_EXPORT CUresult cuEventRecord(CUevent event, CUstream stream) {
  (void)event, (void)stream;
  CUDA_CALL_IN_CONTEXT("cuEventRecord");
  return CUDA_SUCCESS;
}

// Required by loaders since version 12 of NVIDIA's headers, so it is declared here for older ones.
CUDA_EXPORT CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags);
CUDA_EXPORT CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags) {
  (void)stream, (void)event, (void)flags;
  CUDA_CALL_IN_CONTEXT("cuStreamWaitEvent");
  return CUDA_SUCCESS;
}
