// The one door to libva. Swift can call all that is needed of it as it stands, but for what follows the includes.
#ifndef SWAGE_CVA_H
#define SWAGE_CVA_H

#include <va/va.h>
#include <va/va_drm.h>
#include <va/va_vpp.h>

// VA_VERSION_S is a macro of an optional suffix, and says what the headers were, which is what the cache wants.
const char *swage_va_version(void);

// VAGenericValue holds a union beside its kind; Swift would read whichever member it is asked for. 0 when it's no number.
int swage_va_attribute_number(const VASurfaceAttrib *attribute, int32_t *number);

#endif
