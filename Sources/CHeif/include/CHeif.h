// The one door to libheif. What follows the include is what Swift can't call as it stands; each function says why.
#ifndef SWAGE_CHEIF_H
#define SWAGE_CHEIF_H

#include <libheif/heif.h>

// A constant of the enumeration in libheif 1.15, a macro for another one since, which Swift doesn't import.
static const enum heif_chroma swage_heif_chroma_monochrome = heif_chroma_monochrome;

// The writer is a struct of callbacks that returns a struct by value with a C string, which a Swift closure can't own.
// Appends what libheif writes through `append`, which says whether it could.
struct heif_error swage_heif_write(struct heif_context *context, int (*append)(const void *data, size_t size, void *box),
                                   void *box);

#endif
