// The one door to libjpeg-turbo, by its TurboJPEG functions, which end with a code where libjpeg's end the process.
#ifndef SWAGE_CTURBOJPEG_H
#define SWAGE_CTURBOJPEG_H

#include <turbojpeg.h>

#endif
