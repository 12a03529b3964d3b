// Nothing to import: this target only carries the pkg-config flags of libva.
