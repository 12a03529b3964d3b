#ifndef SWAGE_COLOR_CONVERSION_H
#define SWAGE_COLOR_CONVERSION_H

// The loops that bring pictures of high dynamic range into another system of color, sample by sample.
//
// In C because debug builds, in which the tests run, take tens of times as long for the same loops in Swift, and because
// C compilers build a function for several instruction sets and choose one at run time.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The side of the pattern of dither.
enum { SWAGE_DITHER_SIDE = 8 };

/// A picture of luma and chroma that is read.
typedef struct {
  /// Luma, Cb and Cr; Cr of an interleaved picture is one sample behind Cb.
  const void *plane[3];
  /// Bytes from one row to the next.
  ptrdiff_t stride[3];
  /// Luma samples.
  int width, height;
  /// Chroma samples.
  int chroma_width, chroma_height;
  /// Whether samples are 16-bit words of the machine's order rather than bytes.
  int is_wide;
  /// Bits below the sample in its word.
  int shift;
  /// Samples from one of Cb to the next: 1, or 2 where Cb and Cr are interleaved.
  int step;
  /// Whether chroma is halved across and down.
  int is_half_across, is_half_down;
  /// Where a halved chroma sample lies behind the first of its two luma samples, in halves of their distance: 0 on it,
  /// 1 in the middle.
  int across_offset, down_offset;
} swage_source_picture;

/// A picture of 4:2:0 in three planes, chroma on every second luma sample across and between two rows, that is written.
typedef struct {
  void *plane[3];
  ptrdiff_t stride[3];
  /// Whether samples are 16-bit words of the machine's order rather than bytes.
  int is_wide;
} swage_target_picture;

/// A table of a function of a positive number, indexed by the number's exponent and the upper bits of its fraction.
typedef struct {
  /// A value for each index; `NULL` where the function isn't used.
  const float *values;
  /// The first index, which stands for everything below it, too.
  int32_t first;
  /// How many values there are; the last stands for everything above it, too.
  int32_t count;
  /// Lower bits of the fraction that don't matter.
  int32_t shift;
} swage_number_table;

/// A conversion in numbers. Light is linear, and 1 is the brightest that the target can show.
typedef struct {
  /// What a luma sample adds to the index of each of red, green and blue: `luma_scale * sample + luma_offset`.
  float luma_scale, luma_offset;
  /// The chroma sample that means no color.
  float chroma_middle;
  /// What a step of Cr or Cb away from that adds to the indices.
  float cr_red, cb_green, cr_green, cb_blue;
  /// Light by index, of a color's component.
  const float *light;
  int32_t light_count;
  /// Weights of red and blue in luminance before the change of primaries, and after it; green has the rest to 1.
  float source_red, source_blue, target_red, target_blue;
  /// The gain of the source's display, by the luminance of the scene.
  swage_number_table display_gain;
  /// Whether primaries change, and by what: each row gives a component as a sum of itself and of the differences of the
  /// other two from it, which keeps grey exactly as it is.
  int changes_primaries;
  float red_green, red_blue, green_red, green_blue, blue_red, blue_green;
  /// The gain of the tone curve, by the brightest of red, green and blue.
  swage_number_table tone_gain;
  /// The gain that turns light of the target's display into light of a scene, by its luminance.
  swage_number_table scene_gain;
  /// The signal by light, from 0 to 1.
  swage_number_table signal;
  /// Weights of red and blue in luma; green has the rest to 1.
  float luma_red, luma_blue;
  /// Steps from black to white, and black with half a step.
  float white_scale, black_offset;
  /// Steps for a difference of 1 of blue or red from luma, and no color with half a step.
  float blue_scale, red_scale, middle_offset;
  /// Fractions of a step that are added before rounding down, row by row, between -0.5 and 0.5.
  const float *dither;
} swage_color_conversion;

/// Floats of memory that a call of `swage_convert_rows` uses.
size_t swage_conversion_scratch(int width);

/// Converts pairs of rows of a picture, from one up to another that isn't included.
///
/// The chroma rows that the pairs need are read from their neighbors, so calls for different pairs may run at once, each
/// with memory of its own.
void swage_convert_rows(const swage_color_conversion *conversion, const swage_source_picture *source,
                        const swage_target_picture *target, int first_pair, int end_pair, float *scratch);

#ifdef __cplusplus
}
#endif

#endif
