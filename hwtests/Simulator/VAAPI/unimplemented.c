#include "driver.h"

// libva demands these of every driver; an encoder has nothing to answer.

static VAStatus query_surface_error(VADriverContextP va, VASurfaceID id, VAStatus status, void **info) {
  (void)id, (void)status, (void)info;
  FAIL_IF_ASKED(va, "QuerySurfaceError");
  return VA_STATUS_ERROR_UNIMPLEMENTED;
}

static VAStatus put_surface(VADriverContextP va, VASurfaceID id, void *draw, short from_x, short from_y,
                            unsigned short from_width, unsigned short from_height, short to_x, short to_y,
                            unsigned short to_width, unsigned short to_height, VARectangle *clips, unsigned count,
                            unsigned flags) {
  (void)id, (void)draw, (void)from_x, (void)from_y, (void)from_width, (void)from_height;
  (void)to_x, (void)to_y, (void)to_width, (void)to_height, (void)clips, (void)count, (void)flags;
  FAIL_IF_ASKED(va, "PutSurface");
  return VA_STATUS_ERROR_UNIMPLEMENTED;
}

static VAStatus query_subpicture_formats(VADriverContextP va, VAImageFormat *formats, unsigned *flags,
                                         unsigned *count) {
  (void)formats, (void)flags;
  FAIL_IF_ASKED(va, "QuerySubpictureFormats");
  *count = 0;
  return VA_STATUS_SUCCESS;
}

static VAStatus create_subpicture(VADriverContextP va, VAImageID image, VASubpictureID *id) {
  (void)image, (void)id;
  FAIL_IF_ASKED(va, "CreateSubpicture");
  return VA_STATUS_ERROR_UNIMPLEMENTED;
}

static VAStatus destroy_subpicture(VADriverContextP va, VASubpictureID id) {
  (void)id;
  FAIL_IF_ASKED(va, "DestroySubpicture");
  return VA_STATUS_ERROR_UNIMPLEMENTED;
}

static VAStatus set_subpicture_image(VADriverContextP va, VASubpictureID id, VAImageID image) {
  (void)id, (void)image;
  FAIL_IF_ASKED(va, "SetSubpictureImage");
  return VA_STATUS_ERROR_UNIMPLEMENTED;
}

static VAStatus set_subpicture_chromakey(VADriverContextP va, VASubpictureID id, unsigned least, unsigned most,
                                         unsigned mask) {
  (void)id, (void)least, (void)most, (void)mask;
  FAIL_IF_ASKED(va, "SetSubpictureChromakey");
  return VA_STATUS_ERROR_UNIMPLEMENTED;
}

static VAStatus set_subpicture_global_alpha(VADriverContextP va, VASubpictureID id, float alpha) {
  (void)id, (void)alpha;
  FAIL_IF_ASKED(va, "SetSubpictureGlobalAlpha");
  return VA_STATUS_ERROR_UNIMPLEMENTED;
}

static VAStatus associate_subpicture(VADriverContextP va, VASubpictureID id, VASurfaceID *targets, int count,
                                     short from_x, short from_y, unsigned short from_width, unsigned short from_height,
                                     short to_x, short to_y, unsigned short to_width, unsigned short to_height,
                                     unsigned flags) {
  (void)id, (void)targets, (void)count, (void)from_x, (void)from_y, (void)from_width, (void)from_height;
  (void)to_x, (void)to_y, (void)to_width, (void)to_height, (void)flags;
  FAIL_IF_ASKED(va, "AssociateSubpicture");
  return VA_STATUS_ERROR_UNIMPLEMENTED;
}

static VAStatus deassociate_subpicture(VADriverContextP va, VASubpictureID id, VASurfaceID *targets, int count) {
  (void)id, (void)targets, (void)count;
  FAIL_IF_ASKED(va, "DeassociateSubpicture");
  return VA_STATUS_ERROR_UNIMPLEMENTED;
}

static VAStatus query_display_attributes(VADriverContextP va, VADisplayAttribute *attributes, int *count) {
  (void)attributes;
  FAIL_IF_ASKED(va, "QueryDisplayAttributes");
  *count = 0;
  return VA_STATUS_SUCCESS;
}

static VAStatus get_display_attributes(VADriverContextP va, VADisplayAttribute *attributes, int count) {
  (void)attributes, (void)count;
  FAIL_IF_ASKED(va, "GetDisplayAttributes");
  return VA_STATUS_ERROR_UNIMPLEMENTED;
}

static VAStatus set_display_attributes(VADriverContextP va, VADisplayAttribute *attributes, int count) {
  (void)attributes, (void)count;
  FAIL_IF_ASKED(va, "SetDisplayAttributes");
  return VA_STATUS_ERROR_UNIMPLEMENTED;
}

static VAStatus lock_surface(VADriverContextP va, VASurfaceID id, unsigned *fourcc, unsigned *luma_stride,
                             unsigned *u_stride, unsigned *v_stride, unsigned *luma_offset, unsigned *u_offset,
                             unsigned *v_offset, unsigned *name, void **data) {
  (void)id, (void)fourcc, (void)luma_stride, (void)u_stride, (void)v_stride;
  (void)luma_offset, (void)u_offset, (void)v_offset, (void)name, (void)data;
  FAIL_IF_ASKED(va, "LockSurface");
  return VA_STATUS_ERROR_UNIMPLEMENTED;
}

static VAStatus unlock_surface(VADriverContextP va, VASurfaceID id) {
  (void)id;
  FAIL_IF_ASKED(va, "UnlockSurface");
  return VA_STATUS_ERROR_UNIMPLEMENTED;
}

void add_unimplemented_functions(struct VADriverVTable *table) {
  table->vaQuerySurfaceError = query_surface_error;
  table->vaPutSurface = put_surface;
  table->vaQuerySubpictureFormats = query_subpicture_formats;
  table->vaCreateSubpicture = create_subpicture;
  table->vaDestroySubpicture = destroy_subpicture;
  table->vaSetSubpictureImage = set_subpicture_image;
  table->vaSetSubpictureChromakey = set_subpicture_chromakey;
  table->vaSetSubpictureGlobalAlpha = set_subpicture_global_alpha;
  table->vaAssociateSubpicture = associate_subpicture;
  table->vaDeassociateSubpicture = deassociate_subpicture;
  table->vaQueryDisplayAttributes = query_display_attributes;
  table->vaGetDisplayAttributes = get_display_attributes;
  table->vaSetDisplayAttributes = set_display_attributes;
  table->vaLockSurface = lock_surface;
  table->vaUnlockSurface = unlock_surface;
}
