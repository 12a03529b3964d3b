// libnvidia-encode: statuses by name, for faults, and the last error of a session.
#include "session.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STATUS(name) {#name, NV_ENC_ERR_##name}

static const struct {
  const char *name;
  NVENCSTATUS status;
} statuses[] = {
    STATUS(NO_ENCODE_DEVICE),
    STATUS(UNSUPPORTED_DEVICE),
    STATUS(INVALID_ENCODERDEVICE),
    STATUS(INVALID_DEVICE),
    STATUS(DEVICE_NOT_EXIST),
    STATUS(INVALID_PTR),
    STATUS(INVALID_EVENT),
    STATUS(INVALID_PARAM),
    STATUS(INVALID_CALL),
    STATUS(OUT_OF_MEMORY),
    STATUS(ENCODER_NOT_INITIALIZED),
    STATUS(UNSUPPORTED_PARAM),
    STATUS(LOCK_BUSY),
    STATUS(NOT_ENOUGH_BUFFER),
    STATUS(INVALID_VERSION),
    STATUS(MAP_FAILED),
    STATUS(NEED_MORE_INPUT),
    STATUS(ENCODER_BUSY),
    STATUS(EVENT_NOT_REGISTERD),
    STATUS(GENERIC),
    STATUS(INCOMPATIBLE_CLIENT_KEY),
    STATUS(UNIMPLEMENTED),
    STATUS(RESOURCE_REGISTER_FAILED),
    STATUS(RESOURCE_NOT_REGISTERED),
    STATUS(RESOURCE_NOT_MAPPED),
};

NVENCSTATUS sim_nvenc_packet_fault(const char *call, spoiling *spoilt) {
  char action[SIM_ACTION_LENGTH];
  if (spoilt) *spoilt = UNSPOILT;
  if (!sim_fault(sim_nvenc_settings(), call, action)) return NV_ENC_SUCCESS;
  for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
    if (strcmp(statuses[i].name, action) == 0) return statuses[i].status;
  if (spoilt && strcmp(action, "garbage") == 0)
    *spoilt = GARBAGE;
  else if (spoilt && strcmp(action, "bad-bitstream") == 0)
    *spoilt = BAD_BITSTREAM;
  else if (spoilt && strcmp(action, "lost") == 0)
    *spoilt = LOST;
  else {
    fprintf(stderr, "simulator: %s cannot misbehave by %s\n", call, action);
    abort();
  }
  return NV_ENC_SUCCESS;
}

NVENCSTATUS sim_nvenc_fault(const char *call) {
  return sim_nvenc_packet_fault(call, NULL);
}

NVENCSTATUS session_error(session *failed, NVENCSTATUS status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(failed->error, sizeof failed->error, format, arguments);
  va_end(arguments);
  return status;
}

const char *sim_last_error(void *encoder) {
  session *self = session_of(encoder);
  return self ? self->error : "no such session";
}
