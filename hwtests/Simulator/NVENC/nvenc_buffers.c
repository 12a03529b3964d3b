// libnvidia-encode: buffers for pictures and packets, and memory of the client's that is registered as a picture.
#include "session.h"

#include <stdlib.h>
#include <string.h>

// Like the rows of a surface in video memory.
enum { PITCH_ALIGNMENT = 256 };

static input *find_input(session *self, const void *handle) {
  input *found = self->inputs;
  while (found && found != handle) found = found->next;
  return found;
}

static output *find_output(session *self, const void *handle) {
  output *found = self->outputs;
  while (found && found != handle) found = found->next;
  return found;
}

static void free_input(session *self, input *freed) {
  input **link = &self->inputs;
  while (*link != freed) link = &(*link)->next;
  *link = freed->next;
  if (!freed->registered) free(freed->memory);
  free(freed);
}

void session_free_buffers(session *self) {
  while (self->inputs) free_input(self, self->inputs);
  while (self->outputs) {
    output *freed = self->outputs;
    self->outputs = freed->next;
    bytes_free(&freed->packet);
    free(freed);
  }
}

static NVENCSTATUS check_format(session *self, NV_ENC_BUFFER_FORMAT format) {
  if (picture_format_size(format, 16, 16) == 0)
    return session_error(self, NV_ENC_ERR_UNSUPPORTED_PARAM, "input format 0x%x is not supported", (unsigned)format);
  if (picture_format_depth(format) > 8 && !sim_nvenc_capability(self->hevc, NV_ENC_CAPS_SUPPORT_10BIT_ENCODE))
    return session_error(self, NV_ENC_ERR_UNSUPPORTED_PARAM, "10 bits are not supported");
  return NV_ENC_SUCCESS;
}

NVENCSTATUS sim_create_input(void *encoder, NV_ENC_CREATE_INPUT_BUFFER *parameters) {
  SESSION_CALL("CreateInputBuffer", encoder);
  CHECK_REVISION(parameters, NV_ENC_CREATE_INPUT_BUFFER_VER);
  if (!self->initialized) return NV_ENC_ERR_ENCODER_NOT_INITIALIZED;
  NVENCSTATUS status = check_format(self, parameters->bufferFmt);
  if (status != NV_ENC_SUCCESS) return status;
  if (parameters->width < self->parameters.encodeWidth || parameters->height < self->parameters.encodeHeight)
    return session_error(self, NV_ENC_ERR_INVALID_PARAM, "input buffer smaller than the video");
  input *made = calloc(1, sizeof *made);
  if (!made) return NV_ENC_ERR_OUT_OF_MEMORY;
  made->width = parameters->width;
  made->height = parameters->height;
  made->format = parameters->bufferFmt;
  size_t row = picture_format_row(made->format, made->width);
  made->pitch = (row + PITCH_ALIGNMENT - 1) / PITCH_ALIGNMENT * PITCH_ALIGNMENT;
  made->memory = calloc(1, picture_format_size(made->format, made->pitch, made->height));
  if (!made->memory) {
    free(made);
    return NV_ENC_ERR_OUT_OF_MEMORY;
  }
  made->next = self->inputs;
  self->inputs = made;
  parameters->inputBuffer = made;
  return NV_ENC_SUCCESS;
}

NVENCSTATUS sim_destroy_input(void *encoder, NV_ENC_INPUT_PTR buffer) {
  SESSION_CALL("DestroyInputBuffer", encoder);
  input *found = find_input(self, buffer);
  if (!found || found->registered) return session_error(self, NV_ENC_ERR_INVALID_PARAM, "no such input buffer");
  free_input(self, found);
  return NV_ENC_SUCCESS;
}

NVENCSTATUS sim_lock_input(void *encoder, NV_ENC_LOCK_INPUT_BUFFER *parameters) {
  SESSION_CALL("LockInputBuffer", encoder);
  CHECK_REVISION(parameters, NV_ENC_LOCK_INPUT_BUFFER_VER);
  input *found = find_input(self, parameters->inputBuffer);
  if (!found || found->registered) return session_error(self, NV_ENC_ERR_INVALID_PARAM, "no such input buffer");
  if (found->locked) return session_error(self, NV_ENC_ERR_INVALID_CALL, "the input buffer is locked already");
  found->locked = true;
  parameters->bufferDataPtr = found->memory;
  parameters->pitch = (uint32_t)found->pitch;
  return NV_ENC_SUCCESS;
}

NVENCSTATUS sim_unlock_input(void *encoder, NV_ENC_INPUT_PTR buffer) {
  SESSION_CALL("UnlockInputBuffer", encoder);
  input *found = find_input(self, buffer);
  if (!found || !found->locked) return session_error(self, NV_ENC_ERR_INVALID_PARAM, "the input buffer is not locked");
  found->locked = false;
  return NV_ENC_SUCCESS;
}

NVENCSTATUS sim_register_resource(void *encoder, NV_ENC_REGISTER_RESOURCE *parameters) {
  SESSION_CALL("RegisterResource", encoder);
  CHECK_REVISION(parameters, NV_ENC_REGISTER_RESOURCE_VER);
  if (parameters->resourceType != NV_ENC_INPUT_RESOURCE_TYPE_CUDADEVICEPTR)
    return session_error(self, NV_ENC_ERR_UNIMPLEMENTED, "only CUDA device pointers can be registered");
  if (parameters->bufferUsage != NV_ENC_INPUT_IMAGE)
    return session_error(self, NV_ENC_ERR_UNIMPLEMENTED, "only input pictures can be registered");
  NVENCSTATUS status = check_format(self, parameters->bufferFormat);
  if (status != NV_ENC_SUCCESS) return status;
  if (!parameters->resourceToRegister || parameters->width < self->parameters.encodeWidth ||
      parameters->height < self->parameters.encodeHeight ||
      parameters->pitch < picture_format_row(parameters->bufferFormat, parameters->width))
    return session_error(self, NV_ENC_ERR_RESOURCE_REGISTER_FAILED, "the resource does not hold a picture");
  input *made = calloc(1, sizeof *made);
  if (!made) return NV_ENC_ERR_OUT_OF_MEMORY;
  made->registered = true;
  made->memory = parameters->resourceToRegister;
  made->pitch = parameters->pitch;
  made->width = parameters->width;
  made->height = parameters->height;
  made->format = parameters->bufferFormat;
  made->next = self->inputs;
  self->inputs = made;
  parameters->registeredResource = made;
  return NV_ENC_SUCCESS;
}

NVENCSTATUS sim_unregister_resource(void *encoder, NV_ENC_REGISTERED_PTR resource) {
  SESSION_CALL("UnregisterResource", encoder);
  input *found = find_input(self, resource);
  if (!found || !found->registered) return NV_ENC_ERR_RESOURCE_NOT_REGISTERED;
  if (found->mapped) return session_error(self, NV_ENC_ERR_INVALID_CALL, "the resource is still mapped");
  free_input(self, found);
  return NV_ENC_SUCCESS;
}

NVENCSTATUS sim_map_input(void *encoder, NV_ENC_MAP_INPUT_RESOURCE *parameters) {
  SESSION_CALL("MapInputResource", encoder);
  CHECK_REVISION(parameters, NV_ENC_MAP_INPUT_RESOURCE_VER);
  input *found = find_input(self, parameters->registeredResource);
  if (!found || !found->registered) return NV_ENC_ERR_RESOURCE_NOT_REGISTERED;
  if (found->mapped) return session_error(self, NV_ENC_ERR_MAP_FAILED, "the resource is mapped already");
  found->mapped = true;
  parameters->mappedResource = found;
  parameters->mappedBufferFmt = found->format;
  return NV_ENC_SUCCESS;
}

NVENCSTATUS sim_unmap_input(void *encoder, NV_ENC_INPUT_PTR buffer) {
  SESSION_CALL("UnmapInputResource", encoder);
  input *found = find_input(self, buffer);
  if (!found || !found->mapped) return NV_ENC_ERR_RESOURCE_NOT_MAPPED;
  found->mapped = false;
  return NV_ENC_SUCCESS;
}

NVENCSTATUS sim_create_bitstream(void *encoder, NV_ENC_CREATE_BITSTREAM_BUFFER *parameters) {
  SESSION_CALL("CreateBitstreamBuffer", encoder);
  CHECK_REVISION(parameters, NV_ENC_CREATE_BITSTREAM_BUFFER_VER);
  if (!self->initialized) return NV_ENC_ERR_ENCODER_NOT_INITIALIZED;
  output *made = calloc(1, sizeof *made);
  if (!made) return NV_ENC_ERR_OUT_OF_MEMORY;
  made->next = self->outputs;
  self->outputs = made;
  parameters->bitstreamBuffer = made;
  return NV_ENC_SUCCESS;
}

NVENCSTATUS sim_destroy_bitstream(void *encoder, NV_ENC_OUTPUT_PTR buffer) {
  SESSION_CALL("DestroyBitstreamBuffer", encoder);
  output *found = find_output(self, buffer);
  if (!found) return session_error(self, NV_ENC_ERR_INVALID_PARAM, "no such bitstream buffer");
  if (found->promised) return session_error(self, NV_ENC_ERR_INVALID_CALL, "the bitstream buffer is in use");
  output **link = &self->outputs;
  while (*link != found) link = &(*link)->next;
  *link = found->next;
  bytes_free(&found->packet);
  free(found);
  return NV_ENC_SUCCESS;
}

NVENCSTATUS sim_lock_bitstream(void *encoder, NV_ENC_LOCK_BITSTREAM *parameters) {
  spoiling spoilt;
  NVENCSTATUS wanted = sim_nvenc_packet_fault("LockBitstream", &spoilt);
  if (wanted != NV_ENC_SUCCESS) return wanted;
  session *self = session_of(encoder);
  if (!self) return NV_ENC_ERR_INVALID_PTR;
  CHECK_REVISION(parameters, NV_ENC_LOCK_BITSTREAM_VER);
  output *found = find_output(self, parameters->outputBitstream);
  if (!found) return session_error(self, NV_ENC_ERR_INVALID_PARAM, "no such bitstream buffer");
  if (!found->ready && parameters->doNotWait) return NV_ENC_ERR_LOCK_BUSY;
  // A real device would wait for ever.
  if (!found->ready) return session_error(self, NV_ENC_ERR_INVALID_CALL, "the bitstream buffer has no picture yet");
  if (found->lost || spoilt == LOST) {
    found->lost = false;
    return session_error(self, NV_ENC_ERR_LOCK_BUSY, "the packet is lost");
  }
  if (spoilt == GARBAGE) bytes_make_garbage(&found->packet, self->hevc, found->index);
  if (spoilt == BAD_BITSTREAM) found->packet.size /= 2;
  found->locked = true;
  parameters->bitstreamBufferPtr = found->packet.data;
  parameters->bitstreamSizeInBytes = (uint32_t)found->packet.size;
  parameters->outputTimeStamp = found->timestamp;
  parameters->outputDuration = found->duration;
  parameters->frameIdx = found->index;
  parameters->pictureType = found->type;
  parameters->pictureStruct = NV_ENC_PIC_STRUCT_FRAME;
  parameters->frameAvgQP = found->quantizer;
  parameters->numSlices = 1;
  parameters->hwEncodeStatus = 2;
  return NV_ENC_SUCCESS;
}

NVENCSTATUS sim_unlock_bitstream(void *encoder, NV_ENC_OUTPUT_PTR buffer) {
  SESSION_CALL("UnlockBitstream", encoder);
  output *found = find_output(self, buffer);
  if (!found || !found->locked) return session_error(self, NV_ENC_ERR_INVALID_PARAM, "the buffer is not locked");
  found->locked = found->ready = false;
  return NV_ENC_SUCCESS;
}
