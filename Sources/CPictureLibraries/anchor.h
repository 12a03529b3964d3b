// Nothing to import: this target only carries the pkg-config flags of the libraries for pictures.
