#!/bin/bash
# Builds Swage and runs its tests on another Debian: test-suite.sh SUITE FILTER PACKAGE...
#
# The packages are what building and testing need there. An empty filter means all tests. The Swift toolchain is this
# machine's. Needs root and debootstrap.
set -euo pipefail
cd "$(dirname "$0")/.."

suite=$1 filter=$2
shift 2
root=.build/chroot/$suite
toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")
SHARED=$toolchain TOOLS=$toolchain/bin
export SHARED TOOLS

Scripts/chroot.sh "$suite" "$root" apt-get -q update
# Encoders of pictures are plug-ins of libheif since Debian 13.
Scripts/chroot.sh "$suite" "$root" apt-get -q install -y --no-install-recommends \
  make libheif-plugin-x265 libheif-plugin-aomenc "$@"

# The sources as they are here, and what was built there before.
mkdir -p "$root/swage"
find "$root/swage" -mindepth 1 -maxdepth 1 ! -name .build -exec rm -rf {} +
tar --create --exclude=./.build --exclude=./.git . | tar --extract --directory "$root/swage"

Scripts/chroot.sh "$suite" "$root" bash -euc '
  cd /swage
  make --no-print-directory -C hwtests/Simulator
  swift build
  .build/debug/swage --version
  .build/debug/swage compress Examples/elephants-dream.mkv -o /tmp/elephants-dream.mp4
  swift test --disable-xctest --filter "$1"
' bash "${filter:-.}"
