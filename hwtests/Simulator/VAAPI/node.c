#include <xf86drm.h>

// To be preloaded: makes any file that opens for reading and writing pass for a render node, which libva asks of it.
__attribute__((visibility("default"))) int drmGetNodeTypeFromFd(int fd);

int drmGetNodeTypeFromFd(int fd) {
  (void)fd;
  return DRM_NODE_RENDER;
}
