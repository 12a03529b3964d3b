#include "CHeif.h"

#include <libheif/heif_plugin.h>
#include <stdlib.h>

// What the picture that this thread is about to write is made of; none at all other times.
static _Thread_local const struct swage_heif_units *current;

// An opened encoder: what it still has to hand out.
struct outlet {
  const struct swage_heif_units *units;
  const uint8_t *next;
  size_t position;
};

static const struct heif_error done = {heif_error_Ok, heif_suberror_Unspecified, "Success"};
static const struct heif_error unsupported = {heif_error_Usage_error, heif_suberror_Unsupported_parameter,
                                              "A coded picture has no parameters"};

const char *swage_heif_coded_title(void) { return "Swage's writer of coded pictures"; }

static struct heif_error open_outlet(void **encoder) {
  *encoder = calloc(1, sizeof(struct outlet));
  if (*encoder) return done;
  return (struct heif_error){heif_error_Memory_allocation_error, heif_suberror_Unspecified, "no memory"};
}

static void close_outlet(void *encoder) { free(encoder); }

static struct heif_error set_number(void *encoder, int value) {
  (void)encoder, (void)value;
  return unsupported;
}

static struct heif_error get_number(void *encoder, int *value) {
  (void)encoder;
  *value = 0;
  return unsupported;
}

static struct heif_error set_logging(void *encoder, int level) {
  (void)encoder, (void)level;
  return done;
}

static const struct heif_encoder_parameter **list_parameters(void *encoder) {
  static const struct heif_encoder_parameter *none[] = {NULL};
  (void)encoder;
  return none;
}

static struct heif_error set_named_number(void *encoder, const char *parameter, int value) {
  (void)encoder, (void)parameter, (void)value;
  return unsupported;
}

static struct heif_error get_named_number(void *encoder, const char *parameter, int *value) {
  (void)encoder, (void)parameter;
  *value = 0;
  return unsupported;
}

static struct heif_error set_text(void *encoder, const char *parameter, const char *value) {
  (void)encoder, (void)parameter, (void)value;
  return unsupported;
}

static struct heif_error get_text(void *encoder, const char *parameter, char *value, int size) {
  (void)encoder, (void)parameter;
  if (size > 0) *value = 0;
  return unsupported;
}

// Whatever the picture is, it stays as it is: it is never looked at.
static void keep_colors(enum heif_colorspace *colorspace, enum heif_chroma *chroma) { (void)colorspace, (void)chroma; }

static void keep_colors_of(void *encoder, enum heif_colorspace *colorspace, enum heif_chroma *chroma) {
  (void)encoder, (void)colorspace, (void)chroma;
}

static struct heif_error take_picture(void *encoder, const struct heif_image *image,
                                      enum heif_image_input_class class) {
  (void)image;
  struct outlet *outlet = encoder;
  // Of a picture with transparency, libheif would ask for that as well.
  if (!current || class != heif_image_input_class_normal)
    return (struct heif_error){heif_error_Unsupported_feature, heif_suberror_Unsupported_codec,
                               "No coded picture was given"};
  outlet->units = current;
  outlet->next = current->bytes;
  outlet->position = 0;
  current = NULL;
  return done;
}

static struct heif_error hand_out(void *encoder, uint8_t **data, int *size, enum heif_encoded_data_type *type) {
  struct outlet *outlet = encoder;
  // libheif 1.15 looks at nothing but the pointer to see the end.
  *data = NULL;
  *size = 0;
  if (type) *type = heif_encoded_data_type_HEVC_image;
  if (!outlet->units || outlet->position == outlet->units->count) {
    outlet->units = NULL;
    return done;
  }
  size_t count = outlet->units->sizes[outlet->position++];
  // The pointer isn't to constants, but nothing is written.
  *data = (uint8_t *)outlet->next;
  *size = (int)count;
  outlet->next += count;
  return done;
}

static const struct heif_encoder_plugin plugin = {
    // Version 3 is that of libheif 1.15; later ones take it, too.
    .plugin_api_version = 3,
    .compression_format = heif_compression_HEVC,
    .id_name = "swage-coded",
    .priority = 1,
    .supports_lossy_compression = 1,
    .supports_lossless_compression = 0,
    .get_plugin_name = swage_heif_coded_title,
    .new_encoder = open_outlet,
    .free_encoder = close_outlet,
    .set_parameter_quality = set_number,
    .get_parameter_quality = get_number,
    .set_parameter_lossless = set_number,
    .get_parameter_lossless = get_number,
    .set_parameter_logging_level = set_logging,
    .get_parameter_logging_level = get_number,
    .list_parameters = list_parameters,
    .set_parameter_integer = set_named_number,
    .get_parameter_integer = get_named_number,
    .set_parameter_boolean = set_named_number,
    .get_parameter_boolean = get_named_number,
    .set_parameter_string = set_text,
    .get_parameter_string = get_text,
    .query_input_colorspace = keep_colors,
    .query_input_colorspace2 = keep_colors_of,
    .encode_image = take_picture,
    .get_compressed_data = hand_out,
};

struct heif_error swage_heif_register_coded(void) { return heif_register_encoder_plugin(&plugin); }

const char *swage_heif_coded_name(void) { return plugin.id_name; }

struct heif_error swage_heif_encode_coded(struct heif_context *context, const struct heif_image *image,
                                          struct heif_encoder *encoder, const struct heif_encoding_options *options,
                                          const struct swage_heif_units *units, struct heif_image_handle **made) {
  current = units;
  struct heif_error result = heif_context_encode_image(context, image, encoder, options, made);
  current = NULL;
  return result;
}
