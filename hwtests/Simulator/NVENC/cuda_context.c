// libcuda: contexts, of which each thread has a stack. Work without a current context fails as with a real driver,
// which is how missing pushes are found.
#include "cuda_context.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEVICES = 64, STACK_DEPTH = 64 };

struct CUctx_st {
  CUdevice device;
  bool primary;
  struct CUctx_st *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct CUctx_st *contexts;
static struct {
  CUcontext context;
  unsigned users, flags;
} primaries[MAX_DEVICES];

static __thread CUcontext stack[STACK_DEPTH];
static __thread int depth;

bool sim_cuda_context_exists(const void *context) {
  pthread_mutex_lock(&lock);
  struct CUctx_st *known = contexts;
  while (known && known != context) known = known->next;
  pthread_mutex_unlock(&lock);
  return known != NULL;
}

CUresult sim_cuda_needs_context(void) {
  if (!sim_cuda_initialized()) return (CUresult)SIM_CUDA_NOT_INITIALIZED;
  bool current = depth > 0 && sim_cuda_context_exists(stack[depth - 1]);
  return current ? CUDA_SUCCESS : (CUresult)SIM_CUDA_INVALID_CONTEXT;
}

bool sim_cuda_has_context(void) {
  return sim_cuda_needs_context() == CUDA_SUCCESS;
}

static CUcontext create(CUdevice device, bool primary) {
  CUcontext context = calloc(1, sizeof *context);
  if (!context) abort();
  context->device = device;
  context->primary = primary;
  pthread_mutex_lock(&lock);
  context->next = contexts;
  contexts = context;
  pthread_mutex_unlock(&lock);
  return context;
}

static void destroy(CUcontext context) {
  pthread_mutex_lock(&lock);
  struct CUctx_st **link = &contexts;
  while (*link && *link != context) link = &(*link)->next;
  if (*link) *link = context->next;
  pthread_mutex_unlock(&lock);
  free(context);
}

static CUresult push(CUcontext context) {
  if (depth == STACK_DEPTH) return (CUresult)SIM_CUDA_OUT_OF_MEMORY;
  stack[depth++] = context;
  return CUDA_SUCCESS;
}

CUDA_EXPORT CUresult cuCtxCreate_v2(CUcontext *context, unsigned int flags, CUdevice device) {
  (void)flags;
  CUDA_CALL("cuCtxCreate");
  if (!sim_cuda_initialized()) return (CUresult)SIM_CUDA_NOT_INITIALIZED;
  if (!sim_cuda_device_exists(device)) return (CUresult)SIM_CUDA_INVALID_DEVICE;
  *context = create(device, false);
  return push(*context);
}

CUDA_EXPORT CUresult cuCtxDestroy_v2(CUcontext context) {
  CUDA_CALL("cuCtxDestroy");
  if (!sim_cuda_context_exists(context) || context->primary) return (CUresult)SIM_CUDA_INVALID_CONTEXT;
  if (depth > 0 && stack[depth - 1] == context) depth--;
  destroy(context);
  return CUDA_SUCCESS;
}

CUDA_EXPORT CUresult cuCtxPushCurrent_v2(CUcontext context) {
  CUDA_CALL("cuCtxPushCurrent");
  if (!sim_cuda_context_exists(context)) return (CUresult)SIM_CUDA_INVALID_CONTEXT;
  return push(context);
}

CUDA_EXPORT CUresult cuCtxPopCurrent_v2(CUcontext *context) {
  CUDA_CALL("cuCtxPopCurrent");
  if (depth == 0) return (CUresult)SIM_CUDA_INVALID_CONTEXT;
  depth--;
  if (context) *context = stack[depth];
  return CUDA_SUCCESS;
}

// Not in the loader's list; applications that link CUDA directly use them.
CUDA_EXPORT CUresult cuCtxGetCurrent(CUcontext *context) {
  CUDA_CALL("cuCtxGetCurrent");
  *context = depth > 0 ? stack[depth - 1] : NULL;
  return CUDA_SUCCESS;
}

CUDA_EXPORT CUresult cuCtxSetCurrent(CUcontext context) {
  CUDA_CALL("cuCtxSetCurrent");
  if (depth > 0) depth--;
  return context ? push(context) : CUDA_SUCCESS;
}

CUDA_EXPORT CUresult cuCtxGetDevice(CUdevice *device) {
  CUDA_CALL_IN_CONTEXT("cuCtxGetDevice");
  *device = stack[depth - 1]->device;
  return CUDA_SUCCESS;
}

CUDA_EXPORT CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
  (void)limit, (void)value;
  CUDA_CALL_IN_CONTEXT("cuCtxSetLimit");
  return CUDA_SUCCESS;
}

static CUresult check_primary(CUdevice device) {
  if (!sim_cuda_initialized()) return (CUresult)SIM_CUDA_NOT_INITIALIZED;
  bool exists = sim_cuda_device_exists(device) && device < MAX_DEVICES;
  return exists ? CUDA_SUCCESS : (CUresult)SIM_CUDA_INVALID_DEVICE;
}

CUDA_EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  CUDA_CALL("cuDevicePrimaryCtxRetain");
  CUresult error = check_primary(device);
  if (error != CUDA_SUCCESS) return error;
  if (primaries[device].users++ == 0) primaries[device].context = create(device, true);
  *context = primaries[device].context;
  return CUDA_SUCCESS;
}

CUDA_EXPORT CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  CUDA_CALL("cuDevicePrimaryCtxRelease");
  CUresult error = check_primary(device);
  if (error != CUDA_SUCCESS) return error;
  if (primaries[device].users == 0) return (CUresult)SIM_CUDA_INVALID_CONTEXT;
  if (--primaries[device].users == 0) destroy(primaries[device].context);
  return CUDA_SUCCESS;
}

CUDA_EXPORT CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags) {
  CUDA_CALL("cuDevicePrimaryCtxSetFlags");
  CUresult error = check_primary(device);
  if (error == CUDA_SUCCESS) primaries[device].flags = flags;
  return error;
}

CUDA_EXPORT CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int *flags, int *active) {
  CUDA_CALL("cuDevicePrimaryCtxGetState");
  CUresult error = check_primary(device);
  if (error != CUDA_SUCCESS) return error;
  *flags = primaries[device].flags;
  *active = primaries[device].users > 0;
  return CUDA_SUCCESS;
}

CUDA_EXPORT CUresult cuDevicePrimaryCtxReset(CUdevice device) {
  CUDA_CALL("cuDevicePrimaryCtxReset");
  return check_primary(device);
}
