#include "CHeif.h"

struct sink {
  int (*append)(const void *data, size_t size, void *box);
  void *box;
};

static struct heif_error write_bytes(struct heif_context *context, const void *data, size_t size, void *user) {
  (void)context;
  struct sink *sink = user;
  struct heif_error done = {heif_error_Ok, heif_suberror_Unspecified, "Success"};
  struct heif_error failed = {heif_error_Encoding_error, heif_suberror_Cannot_write_output_data, "Can't take the data"};
  return sink->append(data, size, sink->box) ? done : failed;
}

struct heif_error swage_heif_write(struct heif_context *context, int (*append)(const void *, size_t, void *),
                                   void *box) {
  struct sink sink = {append, box};
  struct heif_writer writer = {.writer_api_version = 1, .write = write_bytes};
  return heif_context_write(context, &writer, &sink);
}
