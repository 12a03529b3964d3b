#include <math.h>
#include <pthread.h>

#include "tone_map.h"

// Light by code value of SMPTE ST 2084, with 203 cd/m2 as 1, and codes of BT.1886 by light.
static float light[1024];
static uint8_t code[4096];
static pthread_once_t tables_once = PTHREAD_ONCE_INIT;

static void fill_tables(void) {
  for (int i = 0; i < 1024; i++) {
    double e = pow(fmin(fmax((i - 64) / 876.0, 0), 1), 32 / 2523.0);
    light[i] = (float)(10000 / 203.0 * pow(fmax(e - 0.8359375, 0) / (18.8515625 - 18.6875 * e), 16384 / 2610.0));
  }
  for (int i = 0; i < 4096; i++) code[i] = (uint8_t)lround(255 * pow(i / 4095.0, 1 / 2.4));
}

static float clamped(float value, float low, float high) { return fminf(fmaxf(value, low), high); }

// Reinhard's curve with a peak of 1000 cd/m2, on the brightest of the three.
static void map(float rgb[3]) {
  float peak = 1000 / 203.0f, most = fmaxf(fmaxf(rgb[0], rgb[1]), rgb[2]);
  float gain = (1 + most / (peak * peak)) / (1 + most);
  float r = rgb[0] * gain, g = rgb[1] * gain, b = rgb[2] * gain;
  rgb[0] = 1.6605f * r - 0.5876f * g - 0.0728f * b;
  rgb[1] = -0.1246f * r + 1.1329f * g - 0.0083f * b;
  rgb[2] = -0.0182f * r - 0.1006f * g + 1.1187f * b;
  for (int i = 0; i < 3; i++) rgb[i] = code[(int)(clamped(rgb[i], 0, 1) * 4095)] / 255.0f;
}

static float light_of(float value) { return light[(int)clamped(value + 0.5f, 0, 1023)]; }

void tone_map(const frame *source, const frame *target, unsigned width, unsigned height) {
  pthread_once(&tables_once, fill_tables);
  for (unsigned row = 0; row < height; row++) {
    const uint16_t *luma = (const void *)(source->storage->data + row * source->pitch);
    const uint16_t *chroma = (const void *)(source->storage->data + source->chroma_offset + row / 2 * source->pitch);
    uint8_t *to_luma = target->storage->data + row * target->pitch;
    uint8_t *to_chroma = target->storage->data + target->chroma_offset + row / 2 * target->pitch;
    for (unsigned x = 0; x < width; x++) {
      float y = luma[x] >> 6, u = (float)(chroma[x & ~1u] >> 6) - 512, v = (float)(chroma[x | 1] >> 6) - 512;
      u *= 876 / 896.0f, v *= 876 / 896.0f;
      float rgb[3] = {light_of(y + 1.4746f * v), light_of(y - 0.16455f * u - 0.57135f * v),
                      light_of(y + 1.8814f * u)};
      map(rgb);
      float grey = 0.2126f * rgb[0] + 0.7152f * rgb[1] + 0.0722f * rgb[2];
      to_luma[x] = (uint8_t)lroundf(16 + 219 * grey);
      if (row % 2 || x % 2) continue;
      to_chroma[x] = (uint8_t)lroundf(128 + 224 * (rgb[2] - grey) / 1.8556f);
      to_chroma[x + 1] = (uint8_t)lroundf(128 + 224 * (rgb[0] - grey) / 1.5748f);
    }
  }
}
