// libcuda: initialization, devices and error texts.
#include "cuda.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cuda_context.h"

static atomic_bool initialized;

CUresult sim_cuda_fault(const char *call) {
  char action[SIM_ACTION_LENGTH];
  if (!sim_fault(sim_nvenc_settings(), call, action)) return CUDA_SUCCESS;
  char *end;
  long error = strtol(action, &end, 10);
  if (error < 1 || *end) {
    fprintf(stderr, "simulator: a fault of %s needs the number of a CUDA error, not %s\n", call, action);
    abort();
  }
  return (CUresult)error;
}

bool sim_cuda_initialized(void) {
  return atomic_load(&initialized);
}

static int device_count(void) {
  return (int)sim_setting_number(sim_nvenc_settings(), "devices", 1);
}

bool sim_cuda_device_exists(CUdevice device) {
  return device >= 0 && device < device_count();
}

static void capability(int *major, int *minor) {
  const char *text = sim_setting_text(sim_nvenc_settings(), "compute-capability", "8.6");
  *major = atoi(text);
  const char *point = strchr(text, '.');
  *minor = point ? atoi(point + 1) : 0;
}

CUDA_EXPORT CUresult cuInit(unsigned int flags) {
  (void)flags;
  sim_nvenc_refresh_settings();
  CUDA_CALL("cuInit");
  const char *how = sim_setting_text(sim_nvenc_settings(), "cuda-init", "ok");
  if (strcmp(how, "fail") == 0) return (CUresult)SIM_CUDA_NO_DEVICE;
  if (strcmp(how, "hang") == 0)
    for (;;) pause();
  if (strcmp(how, "crash") == 0) {
    signal(SIGSEGV, SIG_DFL);
    *(volatile int *)NULL = 0;
  }
  if (strcmp(how, "ok") != 0) {
    fprintf(stderr, "simulator: cuda-init is ok, fail, crash or hang, not %s\n", how);
    abort();
  }
  atomic_store(&initialized, true);
  return CUDA_SUCCESS;
}

#define CUDA_CALL_INITIALIZED(name)                                              \
  do {                                                                           \
    CUDA_CALL(name);                                                             \
    if (!sim_cuda_initialized()) return (CUresult)SIM_CUDA_NOT_INITIALIZED;      \
  } while (0)

// Not in the loader's list, but `nvidia-smi` and others ask for it.
CUDA_EXPORT CUresult cuDriverGetVersion(int *version) {
  CUDA_CALL("cuDriverGetVersion");
  if (!version) return (CUresult)SIM_CUDA_INVALID_VALUE;
  *version = (int)sim_setting_number(sim_nvenc_settings(), "driver-version", 11040);
  return CUDA_SUCCESS;
}

CUDA_EXPORT CUresult cuDeviceGetCount(int *count) {
  CUDA_CALL_INITIALIZED("cuDeviceGetCount");
  *count = device_count();
  return CUDA_SUCCESS;
}

CUDA_EXPORT CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  CUDA_CALL_INITIALIZED("cuDeviceGet");
  if (!sim_cuda_device_exists(ordinal)) return (CUresult)SIM_CUDA_INVALID_DEVICE;
  *device = ordinal;
  return CUDA_SUCCESS;
}

CUDA_EXPORT CUresult cuDeviceGetName(char *name, int length, CUdevice device) {
  CUDA_CALL_INITIALIZED("cuDeviceGetName");
  if (!sim_cuda_device_exists(device)) return (CUresult)SIM_CUDA_INVALID_DEVICE;
  snprintf(name, (size_t)length, "%s", sim_setting_text(sim_nvenc_settings(), "name", "Swage Simulated GPU"));
  return CUDA_SUCCESS;
}

CUDA_EXPORT CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device) {
  CUDA_CALL_INITIALIZED("cuDeviceGetUuid");
  if (!sim_cuda_device_exists(device)) return (CUresult)SIM_CUDA_INVALID_DEVICE;
  memcpy(uuid->bytes, "SwageSimulated", 15);
  uuid->bytes[15] = (char)device;
  return CUDA_SUCCESS;
}

CUDA_EXPORT CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device) {
  CUDA_CALL_INITIALIZED("cuDeviceComputeCapability");
  if (!sim_cuda_device_exists(device)) return (CUresult)SIM_CUDA_INVALID_DEVICE;
  capability(major, minor);
  return CUDA_SUCCESS;
}

CUDA_EXPORT CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
  CUDA_CALL_INITIALIZED("cuDeviceGetAttribute");
  if (!sim_cuda_device_exists(device)) return (CUresult)SIM_CUDA_INVALID_DEVICE;
  int major, minor;
  capability(&major, &minor);
  switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT: *value = 512; break;
    case CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT: *value = 32; break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: *value = major; break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: *value = minor; break;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: *value = 8; break;
    case CU_DEVICE_ATTRIBUTE_CLOCK_RATE: *value = 1000000; break;
    case CU_DEVICE_ATTRIBUTE_PCI_BUS_ID: *value = 1 + device; break;
    case CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING:
    case CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY:
    case CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY: *value = 1; break;
    default: *value = 0;
  }
  return CUDA_SUCCESS;
}

static const struct {
  int error;
  const char *name, *text;
} errors[] = {
    {0, "CUDA_SUCCESS", "no error"},
    {SIM_CUDA_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {SIM_CUDA_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {SIM_CUDA_NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {SIM_CUDA_NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {SIM_CUDA_INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {SIM_CUDA_INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {600, "CUDA_ERROR_NOT_READY", "device not ready"},
    {700, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {702, "CUDA_ERROR_LAUNCH_TIMEOUT", "the launch timed out and was terminated"},
    {SIM_CUDA_NOT_SUPPORTED, "CUDA_ERROR_NOT_SUPPORTED", "operation not supported"},
    {803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", "system has unsupported display driver / cuda driver combination"},
    {999, "CUDA_ERROR_UNKNOWN", "unknown error"},
};

static CUresult describe(CUresult error, const char **answer, bool name) {
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (errors[i].error == (int)error) {
      *answer = name ? errors[i].name : errors[i].text;
      return CUDA_SUCCESS;
    }
  *answer = NULL;
  return (CUresult)SIM_CUDA_INVALID_VALUE;
}

CUDA_EXPORT CUresult cuGetErrorName(CUresult error, const char **name) {
  CUDA_CALL("cuGetErrorName");
  return describe(error, name, true);
}

CUDA_EXPORT CUresult cuGetErrorString(CUresult error, const char **text) {
  CUDA_CALL("cuGetErrorString");
  return describe(error, text, false);
}
