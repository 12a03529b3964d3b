#ifndef SWAGE_SIMULATOR_DECODE_HEVC_H
#define SWAGE_SIMULATOR_DECODE_HEVC_H

#include "decode.h"

// Append parameter sets. The sequence's has no sets of reference pictures, because they are not passed on: each slice
// has to say its own.
void hevc_write_vps(bytes *unit, const VAPictureParameterBufferHEVC *from);
void hevc_write_sps(bytes *unit, const VAPictureParameterBufferHEVC *from);
// `padding` are further bits in the header of each slice that names it.
void hevc_write_pps(bytes *unit, const VAPictureParameterBufferHEVC *from, const VAIQMatrixBufferHEVC *scaling,
                    unsigned id, unsigned padding);

enum { HEVC_ANY_PADDING = -1 };

// Appends a slice with the reference pictures written out, and says which parameter set it names. Where its header ends
// isn't always passed on, and the data after it begins with a byte: so the header gets `padding` bits to end at the same
// bit of a byte as before. False where it makes no sense.
bool hevc_write_slice(bytes *unit, const VAPictureParameterBufferHEVC *from, const coded_slice *slice, unsigned *pps,
                      int *padding);

#endif
