#ifndef SWAGE_SIMULATOR_CUDA_CONTEXT_H
#define SWAGE_SIMULATOR_CUDA_CONTEXT_H

#include "cuda.h"

bool sim_cuda_initialized(void);
bool sim_cuda_device_exists(CUdevice device);

#endif
