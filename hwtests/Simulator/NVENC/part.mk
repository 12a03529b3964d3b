# The NVENC pair. It has a folder of its own, so that LD_LIBRARY_PATH can choose it alone.

NVENC_OUT = $(OUT)/nvenc
NVENC_CUDA = NVENC/device.c NVENC/cuda_device.c NVENC/cuda_context.c NVENC/cuda_memory.c NVENC/cuda_streams.c \
	NVENC/cuda_missing.c
NVENC_ENCODE = NVENC/nvenc_table.c NVENC/nvenc_status.c NVENC/nvenc_query.c NVENC/nvenc_session.c \
	NVENC/nvenc_buffers.c NVENC/nvenc_encode.c NVENC/picture.c NVENC/bytes.c NVENC/bits.c NVENC/reorder.c \
	NVENC/inner_x264.c NVENC/inner_x265.c
# Counts of faults are per process, so the libraries stay where a client unloads and loads them again.
NVENC_LDFLAGS = -shared -Wl,-z,defs -Wl,-z,nodelete

all: $(NVENC_OUT)/libcuda.so.1 $(NVENC_OUT)/libnvidia-encode.so.1

$(NVENC_OUT):
	mkdir -p $@

$(NVENC_OUT)/libcuda.so.1: $(NVENC_CUDA) $(COMMON) $(COMMON_HEADERS) $(wildcard NVENC/*.h) | $(NVENC_OUT)
	$(CC) $(CFLAGS) $(NVENC_LDFLAGS) -Wl,-soname,libcuda.so.1 -o $@ $(NVENC_CUDA) $(COMMON) -lpthread

$(NVENC_OUT)/libnvidia-encode.so.1: $(NVENC_ENCODE) $(COMMON) $(COMMON_HEADERS) $(wildcard NVENC/*.h) \
		$(NVENC_OUT)/libcuda.so.1 | $(NVENC_OUT)
	$(CC) $(CFLAGS) $(NVENC_LDFLAGS) -Wl,-soname,libnvidia-encode.so.1 '-Wl,-rpath,$$ORIGIN' -o $@ \
		$(NVENC_ENCODE) $(COMMON) $(NVENC_OUT)/libcuda.so.1 -lx264 -lx265 -lm -lpthread
