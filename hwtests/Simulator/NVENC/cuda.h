#ifndef SWAGE_SIMULATOR_CUDA_H
#define SWAGE_SIMULATOR_CUDA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ffnvcodec/dynlink_cuda.h>

#include "device.h"

// Errors that the public header leaves out.
enum {
  SIM_CUDA_INVALID_VALUE = 1,
  SIM_CUDA_OUT_OF_MEMORY = 2,
  SIM_CUDA_NOT_INITIALIZED = 3,
  SIM_CUDA_NO_DEVICE = 100,
  SIM_CUDA_INVALID_DEVICE = 101,
  SIM_CUDA_INVALID_CONTEXT = 201,
  SIM_CUDA_NOT_SUPPORTED = 801,
};

#define CUDA_EXPORT __attribute__((visibility("default")))

// The error a fault wants of this call, or 0.
CUresult sim_cuda_fault(const char *call);

// The device must have been initialized and a context be current on this thread, else the error is returned.
CUresult sim_cuda_needs_context(void);

// Every function begins with one of these: the faults come first, then what the real function demands.
#define CUDA_CALL(name)                           \
  do {                                            \
    CUresult wanted = sim_cuda_fault(name);       \
    if (wanted != CUDA_SUCCESS) return wanted;    \
  } while (0)

#define CUDA_CALL_IN_CONTEXT(name)                \
  do {                                            \
    CUDA_CALL(name);                              \
    CUresult missing = sim_cuda_needs_context();  \
    if (missing != CUDA_SUCCESS) return missing;  \
  } while (0)

#endif
