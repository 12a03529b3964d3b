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

// A coded picture of HEVC: NAL units without start codes, one behind the other.
struct swage_heif_units {
  const uint8_t *bytes;
  const size_t *sizes;
  size_t count;
};

// An encoder plugin is a struct of callbacks that return structs by value, which Swift can't give as C functions.
// Makes known to libheif an encoder that hands out pictures which were coded before. It comes behind every other one of
// HEVC, so that nobody gets it without asking for its name. Not to be called while another thread looks for an encoder.
struct heif_error swage_heif_register_coded(void);

// The name to ask for, and the one that is shown.
const char *swage_heif_coded_name(void);
const char *swage_heif_coded_title(void);

// As heif_context_encode_image, with what that encoder hands out: the callbacks have no way to be given it, but they are
// called on this thread before this returns. The image tells size and color only.
struct heif_error swage_heif_encode_coded(struct heif_context *context, const struct heif_image *image,
                                          struct heif_encoder *encoder, const struct heif_encoding_options *options,
                                          const struct swage_heif_units *units, struct heif_image_handle **made);

#endif
