# The VA-API driver, and what makes any file pass for a render node.
VAAPI_SOURCES = $(wildcard VAAPI/*.c)
VAAPI_DRIVER_SOURCES = $(filter-out VAAPI/node.c, $(VAAPI_SOURCES))
VAAPI_HEADERS = $(wildcard VAAPI/*.h)
# The software decoders (of CODEC) and the scaler inside.
VAAPI_DECODER_PACKAGES = libavcodec libavutil libswscale

all: $(OUT)/swage_sim_drv_video.so $(OUT)/libswage_sim_node.so

$(OUT)/swage_sim_drv_video.so: $(VAAPI_DRIVER_SOURCES) $(VAAPI_HEADERS) $(CODEC) $(CODEC_HEADERS) $(COMMON) $(COMMON_HEADERS) | $(OUT)
	$(CC) $(CFLAGS) $$(pkg-config --cflags $(VAAPI_DECODER_PACKAGES)) -D_GNU_SOURCE -shared -Wl,--no-undefined \
	    -ICodec -o $@ $(VAAPI_DRIVER_SOURCES) $(CODEC) $(COMMON) -lx264 -lx265 $$(pkg-config --libs $(VAAPI_DECODER_PACKAGES)) -lpthread -lm

$(OUT)/libswage_sim_node.so: VAAPI/node.c | $(OUT)
	$(CC) $(CFLAGS) $$(pkg-config --cflags libdrm) -shared -o $@ $<
