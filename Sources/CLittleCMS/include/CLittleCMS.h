// The one door to Little CMS. The formats of pixels are macros that compute a number, which Swift can't import.
#ifndef SWAGE_CLITTLECMS_H
#define SWAGE_CLITTLECMS_H

#include <lcms2.h>

static const cmsUInt32Number swage_format_cmyk8_inverted = TYPE_CMYK_8_REV;
static const cmsUInt32Number swage_format_gray8 = TYPE_GRAY_8;
static const cmsUInt32Number swage_format_rgb8 = TYPE_RGB_8;

#endif
