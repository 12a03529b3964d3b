// libcuda: what the simulated device cannot do. The functions must exist, because a loader refuses a library that lacks
// one of them; called, they answer CUDA_ERROR_NOT_SUPPORTED. A caller's arguments are of no interest, so they are
// declared without.
#include "cuda.h"

#define MISSING(name) MISSING_AS(name, #name)

#define MISSING_AS(symbol, name)               \
  CUDA_EXPORT CUresult symbol(void);           \
  CUDA_EXPORT CUresult symbol(void) {          \
    CUDA_CALL(name);                           \
    return (CUresult)SIM_CUDA_NOT_SUPPORTED;   \
  }

// Programs of the device.
MISSING(cuLaunchKernel)
MISSING(cuLinkCreate)
MISSING(cuLinkAddData)
MISSING(cuLinkComplete)
MISSING(cuLinkDestroy)
MISSING(cuModuleLoadData)
MISSING(cuModuleUnload)
MISSING(cuModuleGetFunction)
MISSING(cuModuleGetGlobal)
MISSING(cuTexObjectCreate)
MISSING(cuTexObjectDestroy)

// OpenGL and EGL.
MISSING_AS(cuGLGetDevices_v2, "cuGLGetDevices")
MISSING(cuGraphicsGLRegisterImage)
MISSING(cuGraphicsUnregisterResource)
MISSING(cuGraphicsMapResources)
MISSING(cuGraphicsUnmapResources)
MISSING(cuGraphicsSubResourceGetMappedArray)
MISSING_AS(cuGraphicsResourceGetMappedPointer_v2, "cuGraphicsResourceGetMappedPointer")
MISSING(cuEGLStreamProducerConnect)
MISSING(cuEGLStreamProducerDisconnect)
MISSING(cuEGLStreamConsumerDisconnect)
MISSING(cuEGLStreamProducerPresentFrame)
MISSING(cuEGLStreamProducerReturnFrame)

// Memory of other interfaces, and arrays.
MISSING(cuImportExternalMemory)
MISSING(cuDestroyExternalMemory)
MISSING(cuExternalMemoryGetMappedBuffer)
MISSING(cuExternalMemoryGetMappedMipmappedArray)
MISSING(cuMipmappedArrayGetLevel)
MISSING(cuMipmappedArrayDestroy)
MISSING(cuImportExternalSemaphore)
MISSING(cuDestroyExternalSemaphore)
MISSING(cuSignalExternalSemaphoresAsync)
MISSING(cuWaitExternalSemaphoresAsync)
MISSING_AS(cuArrayCreate_v2, "cuArrayCreate")
MISSING_AS(cuArray3DCreate_v2, "cuArray3DCreate")
MISSING(cuArrayDestroy)
