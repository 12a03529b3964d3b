#ifndef SWAGE_SIMULATOR_NVENC_REORDER_H
#define SWAGE_SIMULATOR_NVENC_REORDER_H

#include "bytes.h"

// The inner encoders cannot hand out a group of B-frames at once, as NVENC does, without being closed. So they get the
// pictures in the order of decoding, each predicted from the one before, and take that for the order of showing. Here
// the order in the slice headers is corrected: pictures of a group are shown out of the order of decoding, as with
// B-frames.
//
// Appends the units of `slices` to `out`. `order` counts pictures from the last IDR picture in the order of showing;
// `previous` is that of the picture decoded before. `headers` are the parameter sets.
bool reorder_slices(bool hevc, const bytes *headers, const bytes *slices, uint32_t order, uint32_t previous,
                    bytes *out);

#endif
