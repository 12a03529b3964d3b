#ifndef SWAGE_SIMULATOR_TONE_MAP_H
#define SWAGE_SIMULATOR_TONE_MAP_H

#include "driver.h"

// Brings a picture of HDR10 (P010) to BT.709 (NV12). Any curve would do: that of a real device is its driver's own.
void tone_map(const frame *source, const frame *target, unsigned width, unsigned height);

#endif
