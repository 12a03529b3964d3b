#define _GNU_SOURCE
#include "CFDKAAC.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

// Facts of the library's public interface: numbers of parameters, codes and the layout of what it reads and fills.
enum {
  OBJECT_TYPE = 0x0100,
  BIT_RATE = 0x0101,
  SAMPLE_RATE = 0x0103,
  CHANNEL_MODE = 0x0106,
  CHANNEL_ORDER = 0x0107,
  AFTERBURNER = 0x0200,
  TRANSPORT = 0x0300,
  SIGNALING = 0x0302,
};
enum { INPUT_SAMPLES = 0, OUTPUT_PACKET = 3 };
enum { END_OF_FILE = 0x0080, NO_MODE = 0x0023 };

struct swage_fdk_info {
  unsigned largest_packet, largest_ancillary, fill, channels, frame_length, delay, core_delay;
  unsigned char configuration[64];
  unsigned configuration_size;
};
struct buffers {
  int count;
  void **addresses;
  int *kinds, *sizes, *element_sizes;
};
struct arguments {
  int samples, ancillary_bytes;
};
struct results {
  int bytes, samples, ancillary_bytes, reservoir;
};

struct swage_fdk {
  int (*open)(swage_fdk_encoder **encoder, unsigned modules, unsigned channels);
  int (*close)(swage_fdk_encoder **encoder);
  int (*encode)(
      swage_fdk_encoder *encoder, const struct buffers *input, const struct buffers *output,
      const struct arguments *arguments, struct results *results);
  int (*info)(swage_fdk_encoder *encoder, struct swage_fdk_info *info);
  int (*set)(swage_fdk_encoder *encoder, unsigned parameter, unsigned value);
  unsigned (*get)(swage_fdk_encoder *encoder, unsigned parameter);
};

const swage_fdk *swage_fdk_find(void *library, const char **missing) {
  static swage_fdk functions;
  const struct {
    const char *name;
    void *place;
  } wanted[] = {
      {"aacEncOpen", &functions.open},           {"aacEncClose", &functions.close},
      {"aacEncEncode", &functions.encode},       {"aacEncInfo", &functions.info},
      {"aacEncoder_SetParam", &functions.set},   {"aacEncoder_GetParam", &functions.get},
  };
  for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
    void *function = dlsym(library, wanted[i].name);
    if (!function) {
      *missing = wanted[i].name;
      return NULL;
    }
    memcpy(wanted[i].place, &function, sizeof function);
  }
  return &functions;
}

int swage_fdk_open(
    const swage_fdk *library, const swage_fdk_settings *settings, swage_fdk_encoder **encoder, swage_fdk_facts *facts,
    const char **step) {
  // The library's numbers of arrangements of loudspeakers; 0 where it has none.
  static const unsigned modes[] = {0, 1, 2, 3, 4, 5, 6, 0, 12};
  unsigned mode = settings->channels < sizeof modes / sizeof modes[0] ? modes[settings->channels] : 0;
  *step = "channels";
  if (!mode) return NO_MODE;
  *step = "aacEncOpen";
  int code = library->open(encoder, 0, settings->channels);
  if (code) return code;
  const struct {
    const char *name;
    unsigned parameter, value;
  } wishes[] = {
      {"AACENC_AOT", OBJECT_TYPE, settings->object_type},
      {"AACENC_SAMPLERATE", SAMPLE_RATE, settings->sample_rate},
      {"AACENC_CHANNELMODE", CHANNEL_MODE, mode},
      {"AACENC_CHANNELORDER", CHANNEL_ORDER, 1},
      {"AACENC_BITRATE", BIT_RATE, settings->bit_rate},
      {"AACENC_AFTERBURNER", AFTERBURNER, 1},
      {"AACENC_TRANSMUX", TRANSPORT, 0},
      {"AACENC_SIGNALING_MODE", SIGNALING, 2},
  };
  for (size_t i = 0; i < sizeof wishes / sizeof wishes[0] && !code; i++) {
    *step = wishes[i].name;
    code = library->set(*encoder, wishes[i].parameter, wishes[i].value);
  }
  if (!code) {
    *step = "aacEncEncode";
    code = library->encode(*encoder, NULL, NULL, NULL, NULL);
  }
  struct swage_fdk_info info = {0};
  if (!code) {
    *step = "aacEncInfo";
    code = library->info(*encoder, &info);
  }
  if (!code && info.configuration_size > sizeof facts->configuration) code = NO_MODE;
  if (code) {
    library->close(encoder);
    return code;
  }
  facts->frame_length = info.frame_length;
  facts->delay = info.delay;
  facts->core_delay = info.core_delay;
  facts->bit_rate = library->get(*encoder, BIT_RATE);
  facts->largest_packet = info.largest_packet;
  facts->configuration_size = info.configuration_size;
  memcpy(facts->configuration, info.configuration, sizeof facts->configuration);
  return 0;
}

void swage_fdk_close(const swage_fdk *library, swage_fdk_encoder *encoder) { library->close(&encoder); }

int swage_fdk_encode(
    const swage_fdk *library, swage_fdk_encoder *encoder, const int16_t *samples, int32_t *count, uint8_t *packet,
    int32_t *size) {
  void *source = (void *)samples, *target = packet;
  int source_kind = INPUT_SAMPLES, source_size = *count < 0 ? 0 : *count * 2, source_element = 2;
  int target_kind = OUTPUT_PACKET, target_size = *size, target_element = 1;
  struct buffers input = {1, &source, &source_kind, &source_size, &source_element};
  struct buffers output = {1, &target, &target_kind, &target_size, &target_element};
  struct arguments arguments = {*count < 0 ? -1 : *count, 0};
  struct results results = {0};
  int code = library->encode(encoder, &input, &output, &arguments, &results);
  *count = results.samples;
  *size = results.bytes;
  return code == END_OF_FILE ? 1 : code;
}
