#include "CColorConversion.h"

#include <string.h>

#define SWAGE_INLINE static inline __attribute__((always_inline))

/// Luma samples that are worked on at a time, so that all that is known of them stays in the processor's nearest cache.
enum { CHUNK = 256 };

/// Samples that vector instructions take at once, of any set; chunks are filled up to whole multiples.
enum { LANES = 16 };

typedef float vector __attribute__((vector_size(32)));

/// What is known of some samples of a row.
typedef struct {
  /// Luma in indices of light, later luma of the target.
  float luma[CHUNK];
  float cb[CHUNK], cr[CHUNK];
  /// A row of chroma with one sample more on each side.
  float narrow_cb[CHUNK + LANES], narrow_cr[CHUNK + LANES];
  /// How far blue and red are from luma.
  float blue[CHUNK], red[CHUNK];
} samples;

SWAGE_INLINE int at_least(int a, int b) { return a > b ? a : b; }
SWAGE_INLINE int at_most(int a, int b) { return a < b ? a : b; }
// The second number where the first is none.
SWAGE_INLINE float lower(float a, float b) { return a < b ? a : b; }
SWAGE_INLINE float upper(float a, float b) { return a > b ? a : b; }

/// A table's value for a number of 0 or more.
SWAGE_INLINE float value_of(const swage_number_table *table, float number) {
  int32_t bits;
  memcpy(&bits, &number, sizeof bits);
  int32_t index = (bits >> table->shift) - table->first;
  index = index < 0 ? 0 : index;
  return table->values[index < table->count ? index : table->count - 1];
}

/// Reads a run of samples of two rows, mixed; positions beyond the ends read the sample at the end.
SWAGE_INLINE void mix_rows(const swage_source_picture *picture, int plane, int upper_row, int lower_row,
                           float upper_weight, float lower_weight, float middle, int from, int count,
                           float *restrict mixed) {
  const int width = picture->chroma_width;
  const int step = picture->step;
  // The part that needs no care at the ends.
  const int first = at_most(at_least(0, -from), count), end = at_least(at_most(count, width - from), first);
  const char *base = picture->plane[plane];
  if (picture->is_wide) {
    const uint16_t *a = (const uint16_t *)(base + upper_row * picture->stride[plane]) + (ptrdiff_t)from * step;
    const uint16_t *b = (const uint16_t *)(base + lower_row * picture->stride[plane]) + (ptrdiff_t)from * step;
    const int shift = picture->shift;
    if (step == 1) {
      for (int i = first; i < end; i++)
        mixed[i] = upper_weight * ((float)(a[i] >> shift) - middle) + lower_weight * ((float)(b[i] >> shift) - middle);
    } else {
      for (int i = first; i < end; i++)
        mixed[i] =
            upper_weight * ((float)(a[2 * i] >> shift) - middle) + lower_weight * ((float)(b[2 * i] >> shift) - middle);
    }
  } else {
    const uint8_t *a = (const uint8_t *)(base + upper_row * picture->stride[plane]) + (ptrdiff_t)from * step;
    const uint8_t *b = (const uint8_t *)(base + lower_row * picture->stride[plane]) + (ptrdiff_t)from * step;
    for (int i = first; i < end; i++)
      mixed[i] = upper_weight * ((float)a[i * step] - middle) + lower_weight * ((float)b[i * step] - middle);
  }
  for (int i = 0; i < first; i++) mixed[i] = mixed[first];
  for (int i = end; i < count; i++) mixed[i] = mixed[end - 1];
}

/// Puts sums of neighboring samples beside one another: for each sample one of it and those before and behind it, and
/// then another.
SWAGE_INLINE void interleave(const float *restrict narrow, float left, float middle, float right, float next_middle,
                             float next_right, float *restrict spread) {
  for (int i = 0; i < CHUNK / 2; i += 8) {
    vector before, at, behind, first, second;
    memcpy(&before, narrow + i, sizeof before);
    memcpy(&at, narrow + i + 1, sizeof at);
    memcpy(&behind, narrow + i + 2, sizeof behind);
    first = before * left + at * middle + behind * right;
    second = at * next_middle + behind * next_right;
    const vector low = __builtin_shufflevector(first, second, 0, 8, 1, 9, 2, 10, 3, 11);
    const vector high = __builtin_shufflevector(first, second, 4, 12, 5, 13, 6, 14, 7, 15);
    memcpy(spread + 2 * i, &low, sizeof low);
    memcpy(spread + 2 * i + 8, &high, sizeof high);
  }
}

/// Chroma for each luma sample of a part of a row, between the samples that there are.
SWAGE_INLINE void spread_chroma(const swage_color_conversion *conversion, const swage_source_picture *picture, int row,
                                int from, int count, samples *work) {
  int upper_row = row, lower_row = row;
  float lower_weight = 0;
  if (picture->is_half_down) {
    const int near = row / 2, isSecond = row & 1;
    upper_row = lower_row = near;
    if (picture->down_offset) {
      lower_weight = 0.25f;
      lower_row = isSecond ? near + 1 : near - 1;
    } else if (isSecond) {
      lower_weight = 0.5f;
      lower_row = near + 1;
    }
  }
  upper_row = at_most(upper_row, picture->chroma_height - 1);
  lower_row = at_most(at_least(lower_row, 0), picture->chroma_height - 1);
  const float upper_weight = 1 - lower_weight;
  for (int plane = 1; plane < 3; plane++) {
    float *restrict spread = plane == 1 ? work->cb : work->cr;
    float *restrict narrow = plane == 1 ? work->narrow_cb : work->narrow_cr;
    if (!picture->is_half_across) {
      mix_rows(picture, plane, upper_row, lower_row, upper_weight, lower_weight, conversion->chroma_middle, from, count,
               spread);
      continue;
    }
    mix_rows(picture, plane, upper_row, lower_row, upper_weight, lower_weight, conversion->chroma_middle, from / 2 - 1,
             (count + 1) / 2 + 2, narrow);
    if (picture->across_offset)
      interleave(narrow, 0.25f, 0.75f, 0, 0.75f, 0.25f, spread);
    else
      interleave(narrow, 0, 1, 0, 0.5f, 0.5f, spread);
  }
}

/// Reads a part of a row of luma, in indices of light.
SWAGE_INLINE void read_luma(const swage_color_conversion *conversion, const swage_source_picture *picture, int row,
                            int from, int count, float *restrict luma) {
  const float scale = conversion->luma_scale, offset = conversion->luma_offset;
  const char *line = (const char *)picture->plane[0] + row * picture->stride[0];
  if (picture->is_wide) {
    const uint16_t *restrict samples = (const uint16_t *)line + from;
    const int shift = picture->shift;
    for (int i = 0; i < count; i++) luma[i] = scale * (float)(samples[i] >> shift) + offset;
  } else {
    const uint8_t *restrict samples = (const uint8_t *)line + from;
    for (int i = 0; i < count; i++) luma[i] = scale * (float)samples[i] + offset;
  }
}

/// The steps that a conversion has, known when the loop is compiled.
enum { DISPLAY_GAIN = 1, TONE_GAIN = 2, SCENE_GAIN = 4, PRIMARIES = 8 };

/// Converts a part of a row: luma and chroma become light, light becomes the target's, and that luma again and how far
/// blue and red are from it.
SWAGE_INLINE void convert(const swage_color_conversion *conversion, int steps, int count, samples *work) {
  // Known to be no part of what is written.
  const swage_color_conversion c = *conversion;
  float *restrict luma = work->luma;
  const float *restrict cb = work->cb, *restrict cr = work->cr;
  float *restrict blue_difference = work->blue, *restrict red_difference = work->red;
  const float last = (float)(c.light_count - 1);
  // Filled up to whole vectors; what is worked on beyond the samples isn't used.
  const int filled = (count + LANES - 1) & -LANES;
#pragma clang loop vectorize(assume_safety)
  for (int i = 0; i < filled; i++) {
    const float position = luma[i];
    float r = c.light[(int32_t)lower(upper(position + c.cr_red * cr[i], 0), last)];
    float g = c.light[(int32_t)lower(upper(position + (c.cb_green * cb[i] + c.cr_green * cr[i]), 0), last)];
    float b = c.light[(int32_t)lower(upper(position + c.cb_blue * cb[i], 0), last)];
    if (steps & DISPLAY_GAIN) {
      const float gain = value_of(&c.display_gain, g + (c.source_red * (r - g) + c.source_blue * (b - g)));
      r *= gain;
      g *= gain;
      b *= gain;
    }
    if (steps & PRIMARIES) {
      const float red = r + (c.red_green * (g - r) + c.red_blue * (b - r));
      const float green = g + (c.green_red * (r - g) + c.green_blue * (b - g));
      const float blue = b + (c.blue_red * (r - b) + c.blue_green * (g - b));
      // A color outside the target's triangle has less than nothing of a component: it is brought towards grey of its
      // luminance until it hasn't. The quotient of a grey is no number, which leaves it as it is.
      const float luminance = green + (c.target_red * (red - green) + c.target_blue * (blue - green));
      const float share = lower(luminance / (luminance - lower(lower(red, green), blue)), 1);
      r = luminance + share * (red - luminance);
      g = luminance + share * (green - luminance);
      b = luminance + share * (blue - luminance);
    }
    if (steps & TONE_GAIN) {
      const float gain = value_of(&c.tone_gain, upper(upper(r, g), b));
      r *= gain;
      g *= gain;
      b *= gain;
    }
    if (steps & SCENE_GAIN) {
      const float gain = value_of(&c.scene_gain, g + (c.target_red * (r - g) + c.target_blue * (b - g)));
      r *= gain;
      g *= gain;
      b *= gain;
      // A scene's light may have more of a component than a signal can name, where a display has less luminance for it.
      const float luminance = lower(g + (c.target_red * (r - g) + c.target_blue * (b - g)), 1);
      const float share = lower((1 - luminance) / (upper(upper(r, g), b) - luminance), 1);
      r = luminance + share * (r - luminance);
      g = luminance + share * (g - luminance);
      b = luminance + share * (b - luminance);
    }
    r = value_of(&c.signal, upper(r, 0));
    g = value_of(&c.signal, upper(g, 0));
    b = value_of(&c.signal, upper(b, 0));
    const float signal = g + (c.luma_red * (r - g) + c.luma_blue * (b - g));
    luma[i] = signal;
    blue_difference[i] = b - signal;
    red_difference[i] = r - signal;
  }
}

/// Chooses the loop that was compiled for a conversion's steps.
SWAGE_INLINE void convert_by_steps(const swage_color_conversion *conversion, int count, samples *work) {
  const int steps = (conversion->display_gain.values ? DISPLAY_GAIN : 0) |
                    (conversion->tone_gain.values ? TONE_GAIN : 0) | (conversion->scene_gain.values ? SCENE_GAIN : 0) |
                    (conversion->changes_primaries ? PRIMARIES : 0);
  switch (steps) {
  case DISPLAY_GAIN | TONE_GAIN | PRIMARIES: return convert(conversion, DISPLAY_GAIN | TONE_GAIN | PRIMARIES, count, work);
  case TONE_GAIN | PRIMARIES: return convert(conversion, TONE_GAIN | PRIMARIES, count, work);
  case TONE_GAIN | SCENE_GAIN: return convert(conversion, TONE_GAIN | SCENE_GAIN, count, work);
  case SCENE_GAIN: return convert(conversion, SCENE_GAIN, count, work);
  case DISPLAY_GAIN: return convert(conversion, DISPLAY_GAIN, count, work);
  // Films with uncommon primaries.
  default: return convert(conversion, steps, count, work);
  }
}

/// Writes a part of a row of luma.
SWAGE_INLINE void write_luma(const swage_color_conversion *conversion, const swage_target_picture *target, int row,
                             int from, int count, const float *restrict luma) {
  const float *restrict pattern = conversion->dither + (row % SWAGE_DITHER_SIDE) * SWAGE_DITHER_SIDE;
  const float scale = conversion->white_scale, offset = conversion->black_offset;
  float dither[LANES];
  for (int i = 0; i < LANES; i++) dither[i] = offset + pattern[i % SWAGE_DITHER_SIDE];
  char *line = (char *)target->plane[0] + row * target->stride[0];
  const int whole = count & -LANES;
  if (target->is_wide) {
    uint16_t *restrict samples = (uint16_t *)line + from;
    for (int i = 0; i < whole; i += LANES)
      for (int k = 0; k < LANES; k++) samples[i + k] = (uint16_t)(int32_t)(scale * luma[i + k] + dither[k]);
    for (int i = whole; i < count; i++) samples[i] = (uint16_t)(int32_t)(scale * luma[i] + dither[i % LANES]);
  } else {
    uint8_t *restrict samples = (uint8_t *)line + from;
    for (int i = 0; i < whole; i += LANES)
      for (int k = 0; k < LANES; k++) samples[i + k] = (uint8_t)(int32_t)(scale * luma[i + k] + dither[k]);
    for (int i = whole; i < count; i++) samples[i] = (uint8_t)(int32_t)(scale * luma[i] + dither[i % LANES]);
  }
}

/// The sample of chroma between three differences, of which the middle one counts twice.
SWAGE_INLINE int32_t chroma_sample(const float *three, float part, float offset) {
  return (int32_t)(part * (three[0] + three[2] + 2 * three[1]) + offset);
}

/// Writes a row of one component of chroma: of each three differences around its place a mean that counts the middle one
/// twice. There is one more difference at each end.
SWAGE_INLINE void write_chroma(const swage_color_conversion *conversion, const swage_target_picture *target, int plane,
                               int row, int count, const float *restrict sum, float scale) {
  // Another part of the pattern than luma's, so that their errors don't add up.
  const float *restrict pattern =
      conversion->dither + ((row + 3 * plane) % SWAGE_DITHER_SIDE) * SWAGE_DITHER_SIDE;
  const float part = 0.25f * scale;
  float offset[SWAGE_DITHER_SIDE];
  for (int k = 0; k < SWAGE_DITHER_SIDE; k++) offset[k] = conversion->middle_offset + pattern[k];
  char *line = (char *)target->plane[plane] + row * target->stride[plane];
  uint8_t *restrict narrow = (uint8_t *)line;
  uint16_t *restrict wide = (uint16_t *)line;
  const int whole = count & -SWAGE_DITHER_SIDE;
  for (int i = 0; i < whole; i += SWAGE_DITHER_SIDE) {
    int32_t samples[SWAGE_DITHER_SIDE];
    for (int k = 0; k < SWAGE_DITHER_SIDE; k++) samples[k] = chroma_sample(sum + 2 * (i + k), part, offset[k]);
    if (target->is_wide)
      for (int k = 0; k < SWAGE_DITHER_SIDE; k++) wide[i + k] = (uint16_t)samples[k];
    else
      for (int k = 0; k < SWAGE_DITHER_SIDE; k++) narrow[i + k] = (uint8_t)samples[k];
  }
  for (int i = whole; i < count; i++) {
    const int32_t sample = chroma_sample(sum + 2 * i, part, offset[i % SWAGE_DITHER_SIDE]);
    if (target->is_wide)
      wide[i] = (uint16_t)sample;
    else
      narrow[i] = (uint8_t)sample;
  }
}

/// Adds a share of numbers to sums, or begins sums.
SWAGE_INLINE void gather(const float *restrict numbers, float share, int isFirst, int count, float *restrict sum) {
  if (isFirst)
    for (int i = 0; i < count; i++) sum[i] = share * numbers[i];
  else
    for (int i = 0; i < count; i++) sum[i] += share * numbers[i];
}

/// The differences of a row with one more on each side.
SWAGE_INLINE size_t differences(int width) { return (size_t)width + 2; }

size_t swage_conversion_scratch(int width) { return 2 * differences(width); }

/// All pairs; built for each set of instructions.
SWAGE_INLINE void convert_rows(const swage_color_conversion *conversion, const swage_source_picture *source,
                        const swage_target_picture *target, int first_pair, int end_pair, float *scratch) {
  samples work;
  memset(&work, 0, sizeof work);
  const int width = source->width, height = source->height;
  float *blue = scratch + 1, *red = scratch + differences(width) + 1;
  for (int pair = first_pair; pair < end_pair; pair++) {
    const int rows = at_most(2, height - 2 * pair);
    const float share = 1.0f / (float)rows;
    for (int row = 2 * pair; row < 2 * pair + rows; row++) {
      for (int from = 0; from < width; from += CHUNK) {
        const int count = at_most(CHUNK, width - from);
        spread_chroma(conversion, source, row, from, count, &work);
        read_luma(conversion, source, row, from, count, work.luma);
        convert_by_steps(conversion, count, &work);
        write_luma(conversion, target, row, from, count, work.luma);
        gather(work.blue, share, row == 2 * pair, count, blue + from);
        gather(work.red, share, row == 2 * pair, count, red + from);
      }
    }
    blue[-1] = blue[0];
    red[-1] = red[0];
    // The last place of chroma of an odd width is the last sample's own.
    blue[width] = blue[width - 1];
    red[width] = red[width - 1];
    write_chroma(conversion, target, 1, pair, (width + 1) / 2, blue - 1, conversion->blue_scale);
    write_chroma(conversion, target, 2, pair, (width + 1) / 2, red - 1, conversion->red_scale);
  }
}

typedef void converter(const swage_color_conversion *, const swage_source_picture *, const swage_target_picture *, int,
                       int, float *);

static void convert_plainly(const swage_color_conversion *conversion, const swage_source_picture *source,
                            const swage_target_picture *target, int first_pair, int end_pair, float *scratch) {
  convert_rows(conversion, source, target, first_pair, end_pair, scratch);
}

#if defined(__x86_64__)
// Not by `target_clones`: that can't say that tables are worth to be looked up by vector instructions, without which the
// second takes half as long again.
__attribute__((target("arch=x86-64-v3,tune=skylake"))) static void
convert_by_8(const swage_color_conversion *conversion, const swage_source_picture *source,
             const swage_target_picture *target, int first_pair, int end_pair, float *scratch) {
  convert_rows(conversion, source, target, first_pair, end_pair, scratch);
}

__attribute__((target("arch=x86-64-v4,tune=icelake-server"))) static void
convert_by_16(const swage_color_conversion *conversion, const swage_source_picture *source,
              const swage_target_picture *target, int first_pair, int end_pair, float *scratch) {
  convert_rows(conversion, source, target, first_pair, end_pair, scratch);
}
#endif

/// The fastest that this processor can run.
static converter *chosen(void) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("x86-64-v4")) return convert_by_16;
  if (__builtin_cpu_supports("x86-64-v3")) return convert_by_8;
#endif
  return convert_plainly;
}

void swage_convert_rows(const swage_color_conversion *conversion, const swage_source_picture *source,
                        const swage_target_picture *target, int first_pair, int end_pair, float *scratch) {
  chosen()(conversion, source, target, first_pair, end_pair, scratch);
}
