# Swage on Debian 12: `make demo`, `make test`, `make install`. The Swift toolchain has to be in PATH already.

SHELL := /bin/bash
PREFIX ?= /usr/local
DESTDIR ?=
ZSH_COMPLETIONS ?= $(PREFIX)/share/zsh/site-functions

# What building needs, what running the tests needs beside it, and what the checks of memory need.
BUILD_PACKAGES = libncurses6 libsqlite3-0 libcurl4 libc6-dev libstdc++-12-dev binutils pkg-config libavformat-dev \
  libavcodec-dev libavutil-dev libswscale-dev libswresample-dev libavfilter-dev libva-dev libdrm-dev \
  libffmpeg-nvenc-dev libheif-dev liblcms2-dev libturbojpeg0-dev
TEST_PACKAGES = ffmpeg libimage-exiftool-perl gcc vainfo libx264-dev libx265-dev mediainfo libheif-examples imagemagick \
  libgs-common mandoc gdb
LEAK_PACKAGES = valgrind
DEB_PACKAGES = debhelper
CHROOT_PACKAGES = debootstrap ffmpeg

RELEASE = swift build -c release --product swage --static-swift-stdlib
BENCH = swift build -c release --product swage-bench
DEMO_CLIP = Examples/elephants-dream.mkv
DEMO_RESULT = .build/demo/elephants-dream.mp4

.PHONY: all build bench demo simulator test hwtests install uninstall deb test-deb test-trixie lint format docs sanitize \
  fuzz fuzz-metadata fuzz-pictures fuzz-mutations leaks clean toolchain build-packages test-packages leak-packages \
  deb-packages chroot-packages

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

deb-packages: toolchain
	@Scripts/install-packages.sh $(BUILD_PACKAGES) $(DEB_PACKAGES)

chroot-packages: toolchain
	@Scripts/install-packages.sh $(CHROOT_PACKAGES)

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

# Where the command, its manual page and what shells complete it with go. To ask for another place:
# make install PREFIX=/opt/swage, or DESTDIR=/tmp/package for packagers.
INSTALLED = $(PREFIX)/bin/swage
INSTALLED_MANUAL = $(PREFIX)/share/man/man1/swage.1
INSTALLED_BASH = $(PREFIX)/share/bash-completion/completions/swage
INSTALLED_ZSH = $(ZSH_COMPLETIONS)/_swage
INSTALLED_FISH = $(PREFIX)/share/fish/vendor_completions.d/swage.fish

install: build
	@set -o pipefail -o errexit; \
	swage="$$($(RELEASE) --show-bin-path)/swage"; \
	place() { echo "$(DESTDIR)$$2"; install -D -m "$$1" $$3 -- "$$4" "$(DESTDIR)$$2"; }; \
	place 755 "$(INSTALLED)" -s "$$swage"; \
	"$$swage" help --man | place 644 "$(INSTALLED_MANUAL)" "" /dev/stdin; \
	"$$swage" completions bash | place 644 "$(INSTALLED_BASH)" "" /dev/stdin; \
	"$$swage" completions zsh | place 644 "$(INSTALLED_ZSH)" "" /dev/stdin; \
	"$$swage" completions fish | place 644 "$(INSTALLED_FISH)" "" /dev/stdin

uninstall:
	rm -f "$(DESTDIR)$(INSTALLED)" "$(DESTDIR)$(INSTALLED_MANUAL)" "$(DESTDIR)$(INSTALLED_BASH)" \
	  "$(DESTDIR)$(INSTALLED_ZSH)" "$(DESTDIR)$(INSTALLED_FISH)"

# The Debian package, in .build: swage_VERSION_amd64.deb.
deb: deb-packages
	@rm -f .build/swage_*.deb
	debian/rules binary
	@ls -l .build/swage_*.deb

# The package in a Debian 12 made for it, which has nothing else: installs it, compresses a film and a picture, removes
# it. Needs root, because it makes a system to chroot into.
test-deb: deb chroot-packages
	Scripts/test-deb.sh

# The tests on Debian 13, with its FFmpeg 7.1, in a system to chroot into; needs root. FILTER='a|b' runs the tests whose
# names match it.
test-trixie: chroot-packages
	Scripts/test-suite.sh trixie "$(FILTER)" $(subst libstdc++-12-dev,libstdc++-14-dev,$(BUILD_PACKAGES)) $(TEST_PACKAGES)

FORMATTED = Sources Tests Benchmarks hwtests Package.swift Fuzz/Package.swift Fuzz/Sources

lint: toolchain
	swift format lint --strict --parallel --recursive $(FORMATTED)

format: toolchain
	swift format --in-place --parallel --recursive $(FORMATTED)

# The reference of the library, from the sources' comments (needs python3).
docs: toolchain
	Scripts/api-reference.py

# The tests under the thread sanitizer; its reports are failures.
sanitize: simulator
	TSAN_OPTIONS="halt_on_error=0 exitcode=66" swift test --disable-xctest --sanitize=thread --scratch-path .build/thread

# Whatever files may hold, for this many seconds each: inputs of libFuzzer for the readers and writers of metadata
# (TARGET=metadata) and for the reader of pictures (TARGET=pictures), and the command itself on damaged pictures
# (TARGET=mutations, whose findings are of SEED). Fuzz/Package.swift and Scripts/mutate-pictures.py say what becomes of
# findings. The kinds of coverage are named because SwiftPM hands the two sanitizers on in an order that changes, and the
# compiler forgets coverage in one of them.
SECONDS = 600
SEED = 1
TARGET = metadata pictures mutations
FUZZ = swift build --package-path Fuzz --scratch-path .build/fuzz/build -c release \
  --sanitize=address --sanitize=fuzzer \
  -Xswiftc -sanitize-coverage=edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table
FUZZ_RUN = SWIFT_BACKTRACE=enable=no nice "$$($(FUZZ) --show-bin-path)"
FUZZ_OPTIONS = -max_total_time=$(SECONDS) -print_final_stats=1 -artifact_prefix=.build/fuzz/findings/

fuzz: $(TARGET:%=fuzz-%)

fuzz-metadata: toolchain
	$(FUZZ) --product HDRFuzz
	@mkdir -p .build/fuzz/corpus .build/fuzz/findings
	$(FUZZ_RUN)/HDRFuzz $(FUZZ_OPTIONS) -max_len=4096 .build/fuzz/corpus Tests/HDRTests/FuzzCorpus

# libheif and FFmpeg's decoders aren't built for the sanitizer, so what they ask for at once is limited.
fuzz-pictures: build-packages
	$(FUZZ) --product PictureFuzz
	@mkdir -p .build/fuzz/pictures .build/fuzz/findings
	$(FUZZ_RUN)/PictureFuzz $(FUZZ_OPTIONS) -max_len=300000 -timeout=25 -malloc_limit_mb=512 -rss_limit_mb=2048 \
	  .build/fuzz/pictures Tests/ImageCompressionTests/FuzzCorpus $(SWAGE_CORPUS)

fuzz-mutations: build test-packages
	Scripts/mutate-pictures.py "$$($(RELEASE) --show-bin-path)/swage" --seconds $(SECONDS) --seed $(SEED) \
	  --keep .build/fuzz/findings

# Thirty small jobs under valgrind: no definite leak, and no growth.
leaks: leak-packages
	Scripts/check-leaks.sh

clean:
	rm -rf .build
