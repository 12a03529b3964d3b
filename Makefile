# Swage on Debian 12: `make demo`, `make test`, `make install`. The Swift toolchain has to be in PATH already.

SHELL := /bin/bash
PREFIX ?= /usr/local
DESTDIR ?=

# What building needs, what running the tests needs beside it, and what the checks of memory need.
BUILD_PACKAGES = libncurses6 libsqlite3-0 libcurl4 libc6-dev libstdc++-12-dev binutils pkg-config libavformat-dev \
  libavcodec-dev libavutil-dev libswscale-dev libswresample-dev libavfilter-dev libva-dev libdrm-dev \
  libffmpeg-nvenc-dev libheif-dev liblcms2-dev libturbojpeg0-dev
TEST_PACKAGES = ffmpeg libimage-exiftool-perl gcc vainfo libx264-dev libx265-dev mediainfo libheif-examples imagemagick
LEAK_PACKAGES = valgrind

RELEASE = swift build -c release --product swage --static-swift-stdlib
BENCH = swift build -c release --product swage-bench
DEMO_CLIP = Examples/elephants-dream.mkv
DEMO_RESULT = .build/demo/elephants-dream.mp4

.PHONY: all build bench demo simulator test hwtests install uninstall lint format docs sanitize fuzz leaks clean \
  toolchain build-packages test-packages leak-packages

all: build

toolchain:
	@command -v swift >/dev/null || { \
	  echo "Swage needs the Swift toolchain, version 6.3 or newer: put 'swift' in PATH (see swift.org/install)." >&2; \
	  exit 1; }

build-packages: toolchain
	@Scripts/install-packages.sh $(BUILD_PACKAGES)

test-packages: toolchain
	@Scripts/install-packages.sh $(BUILD_PACKAGES) $(TEST_PACKAGES)

leak-packages: toolchain
	@Scripts/install-packages.sh $(BUILD_PACKAGES) $(TEST_PACKAGES) $(LEAK_PACKAGES)

# The command, optimised.
build: build-packages
	$(RELEASE)

# Compresses the bundled clip and prints the report.
demo: build
	@mkdir -p $(dir $(DEMO_RESULT))
	@echo
	@echo '$$ swage compress $(DEMO_CLIP) -o $(DEMO_RESULT)'
	@"$$($(RELEASE) --show-bin-path)/swage" compress $(DEMO_CLIP) -o $(DEMO_RESULT)

# Video units made of software, for the tests of hardware encoders.
simulator: test-packages
	@$(MAKE) --no-print-directory -C hwtests/Simulator

# Measures the command beside others in at most ten minutes; ARGUMENTS="--set full" takes more cases and pairs.
# Benchmarks/README.md describes it.
bench: build test-packages
	$(BENCH)
	@"$$($(BENCH) --show-bin-path)/swage-bench" $(or $(ARGUMENTS),--set short)

# Every test. SWAGE_CORPUS=/folder/of/films adds one test for each film in it.
test: simulator
	swift test --disable-xctest

# The tests of hardware encoders alone, with a table of devices; ARGUMENTS=--real runs them on those of this machine.
hwtests: test-packages
	@hwtests/run $(ARGUMENTS)

# To ask for another place: make install PREFIX=/opt/swage, or DESTDIR=/tmp/package for packagers.
install: build
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 -s "$$($(RELEASE) --show-bin-path)/swage" "$(DESTDIR)$(PREFIX)/bin/swage"

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/swage"

lint: toolchain
	swift format lint --strict --parallel --recursive Sources Tests Benchmarks hwtests Package.swift Fuzz/Package.swift Fuzz/Sources/HDRFuzz

format: toolchain
	swift format --in-place --parallel --recursive Sources Tests Benchmarks hwtests Package.swift Fuzz/Package.swift Fuzz/Sources/HDRFuzz

# The reference of the library, from the sources' comments (needs python3).
docs: toolchain
	Scripts/api-reference.py

# The tests under the thread sanitizer; its reports are failures.
sanitize: simulator
	TSAN_OPTIONS="halt_on_error=0 exitcode=66" swift test --disable-xctest --sanitize=thread --scratch-path .build/thread

# Whatever the bitstreams of films may hold: inputs of libFuzzer for the readers and writers of metadata, for this many
# seconds. Fuzz/Package.swift says what becomes of its findings. The kinds of coverage are named because SwiftPM hands the
# two sanitizers on in an order that changes, and the compiler forgets coverage in one of them.
SECONDS = 600
FUZZ = swift build --package-path Fuzz --scratch-path .build/fuzz/build -c release --product HDRFuzz \
  --sanitize=address --sanitize=fuzzer \
  -Xswiftc -sanitize-coverage=edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table

fuzz: toolchain
	$(FUZZ)
	@mkdir -p .build/fuzz/corpus .build/fuzz/findings
	SWIFT_BACKTRACE=enable=no nice "$$($(FUZZ) --show-bin-path)/HDRFuzz" -max_total_time=$(SECONDS) -max_len=4096 -print_final_stats=1 \
	  -artifact_prefix=.build/fuzz/findings/ .build/fuzz/corpus Tests/HDRTests/FuzzCorpus

# Thirty small jobs under valgrind: no definite leak, and no growth.
leaks: leak-packages
	Scripts/check-leaks.sh

clean:
	rm -rf .build
