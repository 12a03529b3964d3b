// libavformat, libavcodec and libavfilter are loaded when the first function of theirs is called, because they bring a
// hundred and sixty libraries with them, which takes longer than all of what `swage --help` has to do.
//
// Each function that is used has a definition here under its own name and with its own type, which hands its arguments
// on. It is hidden, so that the libraries themselves never see it. The linker tells of a function that isn't here.
#ifndef SWAGE_LATE_H
#define SWAGE_LATE_H

#include "CFFmpeg.h"

#include <stdatomic.h>

// The function of a library, which is loaded if it isn't yet. If there is no such library or function, the process ends
// with the loader's message and the status 127, as it would have before it began if the library were linked.
void *swage_late_function(const char *library, const char *name);

// The name under which the headers' version of a library is found, such as libavcodec.so.59.
#define LATE_FORMAT "libavformat.so." AV_STRINGIFY(LIBAVFORMAT_VERSION_MAJOR)
#define LATE_CODEC "libavcodec.so." AV_STRINGIFY(LIBAVCODEC_VERSION_MAJOR)
#define LATE_FILTER "libavfilter.so." AV_STRINGIFY(LIBAVFILTER_VERSION_MAJOR)

#define LATE(library, result, name, parameters, arguments)                        \
  __attribute__((visibility("hidden"))) result name parameters {                  \
    static _Atomic(void *) found;                                                 \
    void *function = atomic_load_explicit(&found, memory_order_acquire);          \
    if (!function) {                                                              \
      function = swage_late_function(library, #name);                             \
      atomic_store_explicit(&found, function, memory_order_release);              \
    }                                                                             \
    return ((__typeof__(&name))function) arguments;                               \
  }

#endif
