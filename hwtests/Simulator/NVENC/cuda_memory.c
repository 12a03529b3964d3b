// libcuda: memory and copies. Device memory is host memory, and every copy is done when the call returns.
#include "cuda.h"

#include <stdlib.h>
#include <string.h>

// The pitch of cuMemAllocPitch on the devices of today.
enum { PITCH_ALIGNMENT = 512 };

static CUresult allocate(CUdeviceptr *pointer, size_t size) {
  void *memory;
  if (size == 0) return (CUresult)SIM_CUDA_INVALID_VALUE;
  if (posix_memalign(&memory, PITCH_ALIGNMENT, size) != 0) return (CUresult)SIM_CUDA_OUT_OF_MEMORY;
  *pointer = (CUdeviceptr)(uintptr_t)memory;
  return CUDA_SUCCESS;
}

static void *host(CUdeviceptr pointer) {
  return (void *)(uintptr_t)pointer;
}

CUDA_EXPORT CUresult cuMemAlloc_v2(CUdeviceptr *pointer, size_t size) {
  CUDA_CALL_IN_CONTEXT("cuMemAlloc");
  return allocate(pointer, size);
}

CUDA_EXPORT CUresult cuMemAllocPitch_v2(CUdeviceptr *pointer, size_t *pitch, size_t width, size_t height,
                                        unsigned int element) {
  (void)element;
  CUDA_CALL_IN_CONTEXT("cuMemAllocPitch");
  *pitch = (width + PITCH_ALIGNMENT - 1) / PITCH_ALIGNMENT * PITCH_ALIGNMENT;
  return allocate(pointer, *pitch * height);
}

CUDA_EXPORT CUresult cuMemAllocManaged(CUdeviceptr *pointer, size_t size, unsigned int flags) {
  (void)flags;
  CUDA_CALL_IN_CONTEXT("cuMemAllocManaged");
  return allocate(pointer, size);
}

CUDA_EXPORT CUresult cuMemFree_v2(CUdeviceptr pointer) {
  CUDA_CALL_IN_CONTEXT("cuMemFree");
  free(host(pointer));
  return CUDA_SUCCESS;
}

CUDA_EXPORT CUresult cuMemsetD8Async(CUdeviceptr target, unsigned char value, size_t size, CUstream stream) {
  (void)stream;
  CUDA_CALL_IN_CONTEXT("cuMemsetD8Async");
  memset(host(target), value, size);
  return CUDA_SUCCESS;
}

#define COPY(name, symbol, target, source, ...)  \
  CUDA_EXPORT CUresult symbol(__VA_ARGS__) {     \
    CUDA_CALL_IN_CONTEXT(name);                  \
    memmove(target, source, size);               \
    return CUDA_SUCCESS;                         \
  }

#define UNUSED __attribute__((unused))

COPY("cuMemcpy", cuMemcpy, host(to), host(from), CUdeviceptr to, CUdeviceptr from, size_t size)
COPY("cuMemcpyAsync", cuMemcpyAsync, host(to), host(from), CUdeviceptr to, CUdeviceptr from, size_t size,
     CUstream stream UNUSED)
COPY("cuMemcpyHtoD", cuMemcpyHtoD_v2, host(to), from, CUdeviceptr to, const void *from, size_t size)
COPY("cuMemcpyHtoDAsync", cuMemcpyHtoDAsync_v2, host(to), from, CUdeviceptr to, const void *from, size_t size,
     CUstream stream UNUSED)
COPY("cuMemcpyDtoH", cuMemcpyDtoH_v2, to, host(from), void *to, CUdeviceptr from, size_t size)
COPY("cuMemcpyDtoHAsync", cuMemcpyDtoHAsync_v2, to, host(from), void *to, CUdeviceptr from, size_t size,
     CUstream stream UNUSED)
COPY("cuMemcpyDtoD", cuMemcpyDtoD_v2, host(to), host(from), CUdeviceptr to, CUdeviceptr from, size_t size)
COPY("cuMemcpyDtoDAsync", cuMemcpyDtoDAsync_v2, host(to), host(from), CUdeviceptr to, CUdeviceptr from, size_t size,
     CUstream stream UNUSED)

static CUresult copy_2d(const CUDA_MEMCPY2D *copy) {
  if (copy->srcMemoryType == CU_MEMORYTYPE_ARRAY || copy->dstMemoryType == CU_MEMORYTYPE_ARRAY)
    return (CUresult)SIM_CUDA_NOT_SUPPORTED;
  const uint8_t *source =
      copy->srcMemoryType == CU_MEMORYTYPE_HOST ? copy->srcHost : (const uint8_t *)host(copy->srcDevice);
  uint8_t *target = copy->dstMemoryType == CU_MEMORYTYPE_HOST ? copy->dstHost : (uint8_t *)host(copy->dstDevice);
  if (!source || !target) return (CUresult)SIM_CUDA_INVALID_VALUE;
  // A pitch of 0 stands for rows without gaps.
  size_t source_pitch = copy->srcPitch ? copy->srcPitch : copy->WidthInBytes;
  size_t target_pitch = copy->dstPitch ? copy->dstPitch : copy->WidthInBytes;
  if (source_pitch < copy->WidthInBytes || target_pitch < copy->WidthInBytes) return (CUresult)SIM_CUDA_INVALID_VALUE;
  source += copy->srcY * source_pitch + copy->srcXInBytes;
  target += copy->dstY * target_pitch + copy->dstXInBytes;
  for (size_t row = 0; row < copy->Height; row++)
    memmove(target + row * target_pitch, source + row * source_pitch, copy->WidthInBytes);
  return CUDA_SUCCESS;
}

CUDA_EXPORT CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D *copy) {
  CUDA_CALL_IN_CONTEXT("cuMemcpy2D");
  return copy_2d(copy);
}

CUDA_EXPORT CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *copy, CUstream stream) {
  (void)stream;
  CUDA_CALL_IN_CONTEXT("cuMemcpy2DAsync");
  return copy_2d(copy);
}
