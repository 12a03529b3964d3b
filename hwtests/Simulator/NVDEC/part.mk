# The decoding library of NVIDIA. It lies beside the NVENC pair and shares their settings.
NVDEC_SOURCES = $(wildcard NVDEC/*.c)
NVDEC_HEADERS = $(wildcard NVDEC/*.h) NVENC/device.h
NVDEC_PACKAGES = libavcodec libavutil

all: $(NVENC_OUT)/libnvcuvid.so.1

$(NVENC_OUT)/libnvcuvid.so.1: $(NVDEC_SOURCES) $(NVDEC_HEADERS) $(CODEC) $(CODEC_HEADERS) $(COMMON) $(COMMON_HEADERS) \
		$(NVENC_OUT)/libcuda.so.1 | $(NVENC_OUT)
	$(CC) $(CFLAGS) $$(pkg-config --cflags $(NVDEC_PACKAGES)) $(NVENC_LDFLAGS) -Wl,-soname,libnvcuvid.so.1 \
		'-Wl,-rpath,$$ORIGIN' -ICodec -INVENC -o $@ $(NVDEC_SOURCES) $(CODEC) $(COMMON) $(NVENC_OUT)/libcuda.so.1 \
		$$(pkg-config --libs $(NVDEC_PACKAGES)) -lpthread
