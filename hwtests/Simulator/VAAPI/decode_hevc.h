#ifndef SWAGE_SIMULATOR_DECODE_HEVC_H
#define SWAGE_SIMULATOR_DECODE_HEVC_H

#include "decode.h"

// Append parameter sets. The sequence's has no sets of reference pictures, because they are not passed on: each slice
// has to say its own.
void hevc_write_vps(bytes *unit, const VAPictureParameterBufferHEVC *from);
void hevc_write_sps(bytes *unit, const VAPictureParameterBufferHEVC *from);
void hevc_write_pps(bytes *unit, const VAPictureParameterBufferHEVC *from, const VAIQMatrixBufferHEVC *scaling,
                    unsigned id);

// Appends a slice with the reference pictures written out. False where its header makes no sense.
bool hevc_write_slice(bytes *unit, const VAPictureParameterBufferHEVC *from, const coded_slice *slice);
// The parameter set that a slice names.
bool hevc_slice_pps(const coded_slice *slice, unsigned *id);

#endif
