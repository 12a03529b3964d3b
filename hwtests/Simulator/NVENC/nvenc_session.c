// libnvidia-encode: sessions: opening, setting up, parameter sets, closing.
#include "session.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x5344454e };

// Real drivers count sessions of the whole machine; here those of the process.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long open_sessions;

session *session_of(void *encoder) {
  session *found = encoder;
  return found && found->magic == MAGIC ? found : NULL;
}

static NVENCSTATUS open_session(void *device, NV_ENC_DEVICE_TYPE type, void **encoder) {
  if (!encoder) return NV_ENC_ERR_INVALID_PTR;
  *encoder = NULL;
  if (type != NV_ENC_DEVICE_TYPE_CUDA) return NV_ENC_ERR_UNSUPPORTED_DEVICE;
  if (!sim_cuda_context_exists(device)) return NV_ENC_ERR_NO_ENCODE_DEVICE;
  long limit = sim_setting_number(sim_nvenc_settings(), "session-limit", 0);
  pthread_mutex_lock(&lock);
  bool allowed = limit == 0 || open_sessions < limit;
  if (allowed) open_sessions++;
  pthread_mutex_unlock(&lock);
  if (!allowed) return NV_ENC_ERR_OUT_OF_MEMORY;
  session *made = calloc(1, sizeof *made);
  if (!made) abort();
  made->magic = MAGIC;
  *encoder = made;
  return NV_ENC_SUCCESS;
}

NVENCSTATUS sim_open_session(void *device, uint32_t type, void **encoder) {
  NVENC_CALL("OpenEncodeSession");
  return open_session(device, (NV_ENC_DEVICE_TYPE)type, encoder);
}

NVENCSTATUS sim_open_session_ex(NV_ENC_OPEN_ENCODE_SESSION_EX_PARAMS *parameters, void **encoder) {
  NVENC_CALL("OpenEncodeSessionEx");
  if (!parameters) return NV_ENC_ERR_INVALID_PTR;
  if ((parameters->apiVersion & 0xff) > NVENCAPI_MAJOR_VERSION) return NV_ENC_ERR_INVALID_VERSION;
  return open_session(parameters->device, parameters->deviceType, encoder);
}

static uint32_t common_divisor(uint32_t one, uint32_t other) {
  while (other) {
    uint32_t rest = one % other;
    one = other;
    other = rest;
  }
  return one ? one : 1;
}

// The shape of a sample follows from that of the picture.
static void set_sample_shape(inner_config *inner, const NV_ENC_INITIALIZE_PARAMS *parameters) {
  inner->sar_width = inner->sar_height = 1;
  if (parameters->darWidth == 0 || parameters->darHeight == 0) return;
  uint64_t width = (uint64_t)parameters->darWidth * parameters->encodeHeight;
  uint64_t height = (uint64_t)parameters->darHeight * parameters->encodeWidth;
  while (width > UINT32_MAX || height > UINT32_MAX) width /= 2, height /= 2;
  uint32_t divisor = common_divisor((uint32_t)width, (uint32_t)height);
  width /= divisor;
  height /= divisor;
  // There are 16 bits for each in the stream.
  while (width > UINT16_MAX || height > UINT16_MAX) width /= 2, height /= 2;
  if (width == 0 || height == 0) return;
  inner->sar_width = (uint32_t)width;
  inner->sar_height = (uint32_t)height;
}

static void set_colour(inner_config *inner, const NV_ENC_CONFIG_H264_VUI_PARAMETERS *vui) {
  bool signalled = vui->videoSignalTypePresentFlag, described = signalled && vui->colourDescriptionPresentFlag;
  inner->colour.format = signalled ? (int)vui->videoFormat : 5;
  inner->colour.full_range = signalled && vui->videoFullRangeFlag;
  inner->colour.primaries = described ? (int)vui->colourPrimaries : 2;
  inner->colour.transfer = described ? (int)vui->transferCharacteristics : 2;
  inner->colour.matrix = described ? (int)vui->colourMatrix : 2;
  inner->colour.has_chroma_location = vui->chromaSampleLocationFlag;
  inner->colour.chroma_location = (int)vui->chromaSampleLocationTop;
}

// The deprecated modes, which the interface had until 12.0, are VBR or CBR with refinements.
static bool is_cbr(NV_ENC_PARAMS_RC_MODE mode) {
#if NVENCAPI_MAJOR_VERSION < 12 || NVENCAPI_MAJOR_VERSION == 12 && NVENCAPI_MINOR_VERSION == 0
  if (mode & (NV_ENC_PARAMS_RC_CBR_LOWDELAY_HQ | NV_ENC_PARAMS_RC_CBR_HQ)) return true;
#endif
  return mode & NV_ENC_PARAMS_RC_CBR;
}

static void set_rate(inner_config *inner, const NV_ENC_RC_PARAMS *rate) {
  inner->rate.min_quantizer = rate->enableMinQP ? (int)rate->minQP.qpInterP : -1;
  inner->rate.max_quantizer = rate->enableMaxQP ? (int)rate->maxQP.qpInterP : -1;
  inner->rate.constant_quantizer = rate->rateControlMode == NV_ENC_PARAMS_RC_CONSTQP;
  inner->rate.quality = rate->targetQuality + rate->targetQualityLSB / 256.0;
  inner->rate.average = rate->averageBitRate;
  inner->rate.maximum = rate->maxBitRate;
  inner->rate.buffer = rate->vbvBufferSize;
  if (is_cbr(rate->rateControlMode)) {
    inner->rate.quality = 0;
    inner->rate.maximum = rate->averageBitRate;
    if (inner->rate.buffer == 0) inner->rate.buffer = rate->averageBitRate;
  } else if (inner->rate.maximum > 0 && inner->rate.maximum < inner->rate.average) {
    inner->rate.maximum = inner->rate.average;
  }
}

static bool open_inner(session *self) {
  const NV_ENC_INITIALIZE_PARAMS *parameters = &self->parameters;
  const NV_ENC_CONFIG *config = &self->config;
  inner_config inner = {0};
  inner.width = (int)parameters->encodeWidth;
  inner.height = (int)parameters->encodeHeight;
  inner.depth = self->depth;
  inner.fps_num = parameters->frameRateNum ? parameters->frameRateNum : 25;
  inner.fps_den = parameters->frameRateDen ? parameters->frameRateDen : 1;
  inner.reordered = self->b_frames;
  set_sample_shape(&inner, parameters);
  set_rate(&inner, &config->rcParams);
  if (self->hevc) {
    const NV_ENC_CONFIG_HEVC *own = &config->encodeCodecConfig.hevcConfig;
    set_colour(&inner, &own->hevcVUIParameters);
    inner.level = (int)own->level / 3;
    inner.high_tier = own->tier == NV_ENC_TIER_HEVC_HIGH;
  } else {
    const NV_ENC_CONFIG_H264 *own = &config->encodeCodecConfig.h264Config;
    set_colour(&inner, &own->h264VUIParameters);
    inner.level = (int)own->level;
    inner.slices = own->sliceMode == 3 ? (int)own->sliceModeData : 1;
    inner.cavlc = own->entropyCodingMode == NV_ENC_H264_ENTROPY_CODING_MODE_CAVLC;
    inner.rate.filler = own->enableFillerDataInsertion;
    inner.baseline_profile = sim_nvenc_same(config->profileGUID, NV_ENC_H264_PROFILE_BASELINE_GUID);
    inner.main_profile = sim_nvenc_same(config->profileGUID, NV_ENC_H264_PROFILE_MAIN_GUID);
  }
  self->inner = self->hevc ? &inner_x265 : &inner_x264;
  self->encoder = self->inner->open(&inner);
  if (!self->encoder) return false;
  self->headers.size = 0;
  self->inner->headers(self->encoder, &self->headers);
  self->headers_written = false;
  return true;
}

static NVENCSTATUS check_size(session *self, const NV_ENC_INITIALIZE_PARAMS *parameters) {
  int width = (int)parameters->encodeWidth, height = (int)parameters->encodeHeight;
  if (width < sim_nvenc_capability(self->hevc, NV_ENC_CAPS_WIDTH_MIN) ||
      height < sim_nvenc_capability(self->hevc, NV_ENC_CAPS_HEIGHT_MIN))
    return session_error(self, NV_ENC_ERR_INVALID_PARAM, "Frame Dimension less than the minimum supported value.");
  if (width > sim_nvenc_capability(self->hevc, NV_ENC_CAPS_WIDTH_MAX) ||
      height > sim_nvenc_capability(self->hevc, NV_ENC_CAPS_HEIGHT_MAX))
    return session_error(self, NV_ENC_ERR_INVALID_PARAM, "Frame Dimension greater than the maximum supported value.");
  // 4:2:0 has no half samples; the inner encoders refuse odd sizes.
  if (width % 2 || height % 2) return session_error(self, NV_ENC_ERR_INVALID_PARAM, "Frame Dimension is odd.");
  return NV_ENC_SUCCESS;
}

static NVENCSTATUS check_rate_control(session *self, NV_ENC_PARAMS_RC_MODE mode) {
  const char *name = mode == NV_ENC_PARAMS_RC_CONSTQP ? "constqp" : is_cbr(mode) ? "cbr" : "vbr";
  if (sim_setting_has(sim_nvenc_settings(), "rate-control", name, "constqp,vbr,cbr")) return NV_ENC_SUCCESS;
  return session_error(self, NV_ENC_ERR_UNSUPPORTED_PARAM, "rate control %s is not supported", name);
}

// Takes over what is to be encoded; the session is as before where this fails.
static NVENCSTATUS take_config(session *self, const NV_ENC_INITIALIZE_PARAMS *parameters, const NV_ENC_CONFIG *config) {
  NVENCSTATUS status = check_size(self, parameters);
  if (status == NV_ENC_SUCCESS) status = check_rate_control(self, config->rcParams.rateControlMode);
  if (status != NV_ENC_SUCCESS) return status;
  int b_frames = config->frameIntervalP > 1 ? config->frameIntervalP - 1 : 0;
  // There are none in this profile; the presets ask for some all the same.
  if (sim_nvenc_same(config->profileGUID, NV_ENC_H264_PROFILE_BASELINE_GUID)) b_frames = 0;
  if (b_frames > MAX_B_FRAMES || b_frames > sim_nvenc_capability(self->hevc, NV_ENC_CAPS_NUM_MAX_BFRAMES))
    return session_error(self, NV_ENC_ERR_INVALID_PARAM, "%d B frames are too many", b_frames);
  int depth = self->hevc ? 8 + config->encodeCodecConfig.hevcConfig.pixelBitDepthMinus8 : 8;
  if (depth != 8 && (depth != 10 || !sim_nvenc_capability(self->hevc, NV_ENC_CAPS_SUPPORT_10BIT_ENCODE)))
    return session_error(self, NV_ENC_ERR_UNSUPPORTED_PARAM, "%d bits are not supported", depth);
  uint32_t lookahead = config->rcParams.enableLookahead ? config->rcParams.lookaheadDepth : 0;
  if (lookahead > 0 && !sim_nvenc_capability(self->hevc, NV_ENC_CAPS_SUPPORT_LOOKAHEAD))
    return session_error(self, NV_ENC_ERR_UNSUPPORTED_PARAM, "lookahead is not supported");
  if (lookahead >= MAX_WAITING) return session_error(self, NV_ENC_ERR_INVALID_PARAM, "lookahead is too long");
  self->parameters = *parameters;
  self->config = *config;
  self->parameters.encodeConfig = &self->config;
  self->b_frames = b_frames;
  self->depth = depth;
  self->lookahead = lookahead;
  return NV_ENC_SUCCESS;
}

NVENCSTATUS sim_initialize(void *encoder, NV_ENC_INITIALIZE_PARAMS *parameters) {
  SESSION_CALL("InitializeEncoder", encoder);
  CHECK_REVISION(parameters, NV_ENC_INITIALIZE_PARAMS_VER);
  if (self->initialized) return session_error(self, NV_ENC_ERR_INVALID_CALL, "initialized already");
  if (!sim_nvenc_has_codec(parameters->encodeGUID, &self->hevc))
    return session_error(self, NV_ENC_ERR_UNSUPPORTED_PARAM, "the device does not encode this codec");
  if (!sim_nvenc_is_preset(parameters->presetGUID))
    return session_error(self, NV_ENC_ERR_UNSUPPORTED_PARAM, "unknown preset");
  if (!parameters->enablePTD)
    return session_error(self, NV_ENC_ERR_UNIMPLEMENTED, "picture types cannot be decided by the client");
  if (parameters->enableEncodeAsync)
    return session_error(self, NV_ENC_ERR_INVALID_PARAM, "asynchronous encoding is for Windows");
  NV_ENC_PRESET_CONFIG preset = {.version = NV_ENC_PRESET_CONFIG_VER};
  if (!parameters->encodeConfig) {
    NVENCSTATUS status = sim_preset_config_ex(encoder, parameters->encodeGUID, parameters->presetGUID,
                                              parameters->tuningInfo, &preset);
    if (status != NV_ENC_SUCCESS) return status;
  }
  NVENCSTATUS status = take_config(self, parameters, parameters->encodeConfig ? parameters->encodeConfig
                                                                              : &preset.presetCfg);
  if (status != NV_ENC_SUCCESS) return status;
  if (!open_inner(self)) return session_error(self, NV_ENC_ERR_INVALID_PARAM, "the settings do not go together");
  self->initialized = true;
  return NV_ENC_SUCCESS;
}

// Whatever changes, the stream goes on with a new IDR picture.
NVENCSTATUS sim_reconfigure(void *encoder, NV_ENC_RECONFIGURE_PARAMS *parameters) {
  SESSION_CALL("ReconfigureEncoder", encoder);
  CHECK_REVISION(parameters, NV_ENC_RECONFIGURE_PARAMS_VER);
  if (!self->initialized) return NV_ENC_ERR_ENCODER_NOT_INITIALIZED;
  const NV_ENC_INITIALIZE_PARAMS *asked = &parameters->reInitEncodeParams;
  NV_ENC_CONFIG config = asked->encodeConfig ? *asked->encodeConfig : self->config;
  if (!session_finish_pictures(self)) return session_error(self, NV_ENC_ERR_GENERIC, "encoding failed");
  NVENCSTATUS status = take_config(self, asked, &config);
  if (status != NV_ENC_SUCCESS) return status;
  self->inner->close(self->encoder);
  if (!open_inner(self)) return session_error(self, NV_ENC_ERR_INVALID_PARAM, "the settings do not go together");
  self->force_idr = true;
  return NV_ENC_SUCCESS;
}

NVENCSTATUS sim_sequence_params(void *encoder, NV_ENC_SEQUENCE_PARAM_PAYLOAD *payload) {
  SESSION_CALL("GetSequenceParams", encoder);
  CHECK_REVISION(payload, NV_ENC_SEQUENCE_PARAM_PAYLOAD_VER);
  if (!self->initialized) return NV_ENC_ERR_ENCODER_NOT_INITIALIZED;
  if (!payload->spsppsBuffer || !payload->outSPSPPSPayloadSize) return NV_ENC_ERR_INVALID_PTR;
  if (payload->inBufferSize < self->headers.size) return NV_ENC_ERR_NOT_ENOUGH_BUFFER;
  memcpy(payload->spsppsBuffer, self->headers.data, self->headers.size);
  *payload->outSPSPPSPayloadSize = (uint32_t)self->headers.size;
  return NV_ENC_SUCCESS;
}

NVENCSTATUS sim_set_streams(void *encoder, NV_ENC_CUSTREAM_PTR in, NV_ENC_CUSTREAM_PTR out) {
  (void)in, (void)out;
  SESSION_CALL("SetIOCudaStreams", encoder);
  return self->initialized ? NV_ENC_SUCCESS : NV_ENC_ERR_ENCODER_NOT_INITIALIZED;
}

NVENCSTATUS sim_destroy(void *encoder) {
  SESSION_CALL("DestroyEncoder", encoder);
  session_drop_pictures(self);
  if (self->encoder) self->inner->close(self->encoder);
  session_free_buffers(self);
  bytes_free(&self->headers);
  self->magic = 0;
  free(self);
  pthread_mutex_lock(&lock);
  open_sessions--;
  pthread_mutex_unlock(&lock);
  return NV_ENC_SUCCESS;
}
