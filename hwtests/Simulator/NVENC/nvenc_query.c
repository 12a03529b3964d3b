// libnvidia-encode: what the device can do.
#include "session.h"

#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

bool sim_nvenc_same(GUID one, GUID other) {
  return memcmp(&one, &other, sizeof one) == 0;
}

bool sim_nvenc_has_codec(GUID codec, bool *hevc) {
  *hevc = sim_nvenc_same(codec, NV_ENC_CODEC_HEVC_GUID);
  if (!*hevc && !sim_nvenc_same(codec, NV_ENC_CODEC_H264_GUID)) return false;
  return sim_setting_has(sim_nvenc_settings(), "codecs", *hevc ? "hevc" : "h264", "h264,hevc");
}

static bool ten_bits(bool hevc) {
  return hevc && sim_setting_has(sim_nvenc_settings(), "depths", "10", "8,10");
}

static bool rate_control(const char *mode) {
  return sim_setting_has(sim_nvenc_settings(), "rate-control", mode, "constqp,vbr,cbr");
}

static int number(const char *name, int otherwise) {
  return (int)sim_setting_number(sim_nvenc_settings(), name, otherwise);
}

int sim_nvenc_capability(bool hevc, NV_ENC_CAPS capability) {
  int width = number("max-width", 4096), height = number("max-height", 4096);
  switch (capability) {
    case NV_ENC_CAPS_NUM_MAX_BFRAMES: return number("b-frames", 0);
    case NV_ENC_CAPS_SUPPORTED_RATECONTROL_MODES:
      // A constant quantizer is 0 and has no bit.
      return (rate_control("vbr") ? NV_ENC_PARAMS_RC_VBR : 0) | (rate_control("cbr") ? NV_ENC_PARAMS_RC_CBR : 0);
    case NV_ENC_CAPS_WIDTH_MAX: return width;
    case NV_ENC_CAPS_HEIGHT_MAX: return height;
    case NV_ENC_CAPS_WIDTH_MIN: return number("min-width", 145);
    case NV_ENC_CAPS_HEIGHT_MIN: return number("min-height", 49);
    case NV_ENC_CAPS_MB_NUM_MAX: return (width + 15) / 16 * ((height + 15) / 16);
    case NV_ENC_CAPS_MB_PER_SEC_MAX: return 983040;
    case NV_ENC_CAPS_LEVEL_MAX: return hevc ? NV_ENC_LEVEL_HEVC_62 : NV_ENC_LEVEL_H264_52;
    case NV_ENC_CAPS_LEVEL_MIN: return hevc ? NV_ENC_LEVEL_HEVC_1 : NV_ENC_LEVEL_H264_1;
    case NV_ENC_CAPS_SUPPORT_10BIT_ENCODE: return ten_bits(hevc);
    case NV_ENC_CAPS_SUPPORT_LOOKAHEAD: return number("lookahead", 0) != 0;
    case NV_ENC_CAPS_SUPPORT_CABAC:
    case NV_ENC_CAPS_SUPPORT_ADAPTIVE_TRANSFORM: return !hevc;
    case NV_ENC_CAPS_SUPPORT_QPELMV:
    case NV_ENC_CAPS_SUPPORT_DYN_BITRATE_CHANGE:
    case NV_ENC_CAPS_SUPPORT_CUSTOM_VBV_BUF_SIZE:
    case NV_ENC_CAPS_NUM_MAX_TEMPORAL_LAYERS:
    case NV_ENC_CAPS_NUM_ENCODER_ENGINES: return 1;
    default: return 0;
  }
}

// Copies as much of a list as there is room for.
static NVENCSTATUS answer(const void *list, size_t item, size_t length, void *target, uint32_t room, uint32_t *count) {
  if (!count || (target == NULL && room > 0)) return NV_ENC_ERR_INVALID_PTR;
  *count = (uint32_t)(room < length ? room : length);
  if (*count > 0) memcpy(target, list, *count * item);
  return NV_ENC_SUCCESS;
}

static size_t list_codecs(GUID list[2]) {
  const GUID all[] = {NV_ENC_CODEC_H264_GUID, NV_ENC_CODEC_HEVC_GUID};
  size_t length = 0;
  bool hevc;
  for (size_t i = 0; i < COUNT(all); i++)
    if (sim_nvenc_has_codec(all[i], &hevc)) list[length++] = all[i];
  return length;
}

NVENCSTATUS sim_codec_count(void *encoder, uint32_t *count) {
  SESSION_CALL("GetEncodeGUIDCount", encoder);
  (void)self;
  GUID list[2];
  *count = (uint32_t)list_codecs(list);
  return NV_ENC_SUCCESS;
}

NVENCSTATUS sim_codecs(void *encoder, GUID *codecs, uint32_t size, uint32_t *count) {
  SESSION_CALL("GetEncodeGUIDs", encoder);
  (void)self;
  GUID list[2];
  return answer(list, sizeof *list, list_codecs(list), codecs, size, count);
}

#define NEEDS_CODEC(codec)                                                                       \
  bool hevc;                                                                                     \
  if (!sim_nvenc_has_codec(codec, &hevc))                                                        \
  return session_error(self, NV_ENC_ERR_UNSUPPORTED_PARAM, "the device does not encode this codec")

static size_t list_profiles(bool hevc, GUID list[8]) {
  size_t length = 0;
  list[length++] = NV_ENC_CODEC_PROFILE_AUTOSELECT_GUID;
  if (hevc) {
    list[length++] = NV_ENC_HEVC_PROFILE_MAIN_GUID;
    if (ten_bits(hevc)) list[length++] = NV_ENC_HEVC_PROFILE_MAIN10_GUID;
    return length;
  }
  list[length++] = NV_ENC_H264_PROFILE_BASELINE_GUID;
  list[length++] = NV_ENC_H264_PROFILE_MAIN_GUID;
  list[length++] = NV_ENC_H264_PROFILE_HIGH_GUID;
  return length;
}

NVENCSTATUS sim_profile_count(void *encoder, GUID codec, uint32_t *count) {
  SESSION_CALL("GetEncodeProfileGUIDCount", encoder);
  NEEDS_CODEC(codec);
  GUID list[8];
  *count = (uint32_t)list_profiles(hevc, list);
  return NV_ENC_SUCCESS;
}

NVENCSTATUS sim_profiles(void *encoder, GUID codec, GUID *profiles, uint32_t size, uint32_t *count) {
  SESSION_CALL("GetEncodeProfileGUIDs", encoder);
  NEEDS_CODEC(codec);
  GUID list[8];
  return answer(list, sizeof *list, list_profiles(hevc, list), profiles, size, count);
}

// The last one is for 10 bits.
static const NV_ENC_BUFFER_FORMAT formats[] = {NV_ENC_BUFFER_FORMAT_NV12, NV_ENC_BUFFER_FORMAT_YV12,
                                               NV_ENC_BUFFER_FORMAT_IYUV, NV_ENC_BUFFER_FORMAT_YUV420_10BIT};

NVENCSTATUS sim_format_count(void *encoder, GUID codec, uint32_t *count) {
  SESSION_CALL("GetInputFormatCount", encoder);
  NEEDS_CODEC(codec);
  *count = COUNT(formats) - !ten_bits(hevc);
  return NV_ENC_SUCCESS;
}

NVENCSTATUS sim_formats(void *encoder, GUID codec, NV_ENC_BUFFER_FORMAT *target, uint32_t size, uint32_t *count) {
  SESSION_CALL("GetInputFormats", encoder);
  NEEDS_CODEC(codec);
  return answer(formats, sizeof *formats, COUNT(formats) - !ten_bits(hevc), target, size, count);
}

NVENCSTATUS sim_capabilities(void *encoder, GUID codec, NV_ENC_CAPS_PARAM *asked, int *value) {
  SESSION_CALL("GetEncodeCaps", encoder);
  CHECK_REVISION(asked, NV_ENC_CAPS_PARAM_VER);
  NEEDS_CODEC(codec);
  *value = sim_nvenc_capability(hevc, asked->capsToQuery);
  return NV_ENC_SUCCESS;
}

static int preset_number(GUID preset) {
  const GUID presets[] = {NV_ENC_PRESET_P1_GUID, NV_ENC_PRESET_P2_GUID, NV_ENC_PRESET_P3_GUID, NV_ENC_PRESET_P4_GUID,
                          NV_ENC_PRESET_P5_GUID, NV_ENC_PRESET_P6_GUID, NV_ENC_PRESET_P7_GUID};
  for (size_t i = 0; i < COUNT(presets); i++)
    if (sim_nvenc_same(presets[i], preset)) return (int)i + 1;
  return 0;
}

bool sim_nvenc_is_preset(GUID preset) {
  return preset_number(preset) > 0;
}

NVENCSTATUS sim_preset_count(void *encoder, GUID codec, uint32_t *count) {
  SESSION_CALL("GetEncodePresetCount", encoder);
  NEEDS_CODEC(codec);
  *count = 7;
  return NV_ENC_SUCCESS;
}

NVENCSTATUS sim_presets(void *encoder, GUID codec, GUID *target, uint32_t size, uint32_t *count) {
  SESSION_CALL("GetEncodePresetGUIDs", encoder);
  NEEDS_CODEC(codec);
  const GUID presets[] = {NV_ENC_PRESET_P1_GUID, NV_ENC_PRESET_P2_GUID, NV_ENC_PRESET_P3_GUID, NV_ENC_PRESET_P4_GUID,
                          NV_ENC_PRESET_P5_GUID, NV_ENC_PRESET_P6_GUID, NV_ENC_PRESET_P7_GUID};
  return answer(presets, sizeof *presets, COUNT(presets), target, size, count);
}

// B-frames are on by default in the better presets where the device has them, as the header of the interface says.
static int default_b_frames(bool hevc, int preset, NV_ENC_TUNING_INFO tuning) {
  int most = sim_nvenc_capability(hevc, NV_ENC_CAPS_NUM_MAX_BFRAMES);
  bool wanted = tuning == NV_ENC_TUNING_INFO_HIGH_QUALITY && preset >= (hevc ? 2 : 3);
  return !wanted ? 0 : most < 2 ? most : 2;
}

static NVENCSTATUS fill_preset(session *self, GUID codec, GUID preset, NV_ENC_TUNING_INFO tuning,
                               NV_ENC_PRESET_CONFIG *config) {
  CHECK_REVISION(config, NV_ENC_PRESET_CONFIG_VER);
  NEEDS_CODEC(codec);
  if (!sim_nvenc_is_preset(preset)) return session_error(self, NV_ENC_ERR_UNSUPPORTED_PARAM, "unknown preset");
  if (tuning > NV_ENC_TUNING_INFO_LOSSLESS) return session_error(self, NV_ENC_ERR_INVALID_PARAM, "unknown tuning");
  if (tuning == NV_ENC_TUNING_INFO_LOSSLESS)
    return session_error(self, NV_ENC_ERR_UNSUPPORTED_PARAM, "the device does not encode without loss");
  NV_ENC_CONFIG *filled = &config->presetCfg;
  memset(filled, 0, sizeof *filled);
  filled->version = NV_ENC_CONFIG_VER;
  filled->profileGUID = NV_ENC_CODEC_PROFILE_AUTOSELECT_GUID;
  filled->gopLength = NVENC_INFINITE_GOPLENGTH;
  filled->frameIntervalP = 1 + default_b_frames(hevc, preset_number(preset), tuning);
  filled->frameFieldMode = NV_ENC_PARAMS_FRAME_FIELD_MODE_FRAME;
  filled->mvPrecision = NV_ENC_MV_PRECISION_QUARTER_PEL;
  filled->rcParams.version = NV_ENC_RC_PARAMS_VER;
  filled->rcParams.rateControlMode = NV_ENC_PARAMS_RC_CONSTQP;
  filled->rcParams.constQP = (NV_ENC_QP){28, 31, 25};
  if (hevc) {
    NV_ENC_CONFIG_HEVC *own = &filled->encodeCodecConfig.hevcConfig;
    own->idrPeriod = NVENC_INFINITE_GOPLENGTH;
    own->chromaFormatIDC = 1;
    own->hevcVUIParameters.videoFormat = 5;
  } else {
    NV_ENC_CONFIG_H264 *own = &filled->encodeCodecConfig.h264Config;
    own->idrPeriod = NVENC_INFINITE_GOPLENGTH;
    own->chromaFormatIDC = 1;
    own->h264VUIParameters.videoFormat = 5;
  }
  return NV_ENC_SUCCESS;
}

NVENCSTATUS sim_preset_config(void *encoder, GUID codec, GUID preset, NV_ENC_PRESET_CONFIG *config) {
  SESSION_CALL("GetEncodePresetConfig", encoder);
  return fill_preset(self, codec, preset, NV_ENC_TUNING_INFO_UNDEFINED, config);
}

NVENCSTATUS sim_preset_config_ex(void *encoder, GUID codec, GUID preset, NV_ENC_TUNING_INFO tuning,
                                 NV_ENC_PRESET_CONFIG *config) {
  SESSION_CALL("GetEncodePresetConfigEx", encoder);
  return fill_preset(self, codec, preset, tuning, config);
}
