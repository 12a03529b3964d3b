# What makes the processor's encoder of HEVC hang; it is preloaded.
all: $(OUT)/libswage_sim_x265.so

$(OUT)/libswage_sim_x265.so: X265/hang.c | $(OUT)
	$(CC) $(CFLAGS) $$(pkg-config --cflags x265) -shared -o $@ X265/hang.c -ldl
