#!/bin/bash
# Runs a small job thirty times under valgrind, then compares the plain command's peak memory on a short and a long input.
#
# Fails when valgrind finds an error or a definite leak in any run, or when the long input takes over 10 % more memory.
# valgrind 3.19 can't read DWARF 5, hence the flags of the build; it takes the Swift runtime's own metadata for
# uninitialised, hence no such errors. RUNS=3 makes it shorter.
set -euo pipefail
cd "$(dirname "$0")/.."

runs=${RUNS:-30}
scratch=.build/valgrind
swift build --product swage --scratch-path "$scratch" -Xswiftc -dwarf-version=4 -Xcc -gdwarf-4
swage="$(swift build --product swage --scratch-path "$scratch" --show-bin-path)/swage"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ffmpeg -v error -f lavfi -i testsrc2=size=320x180:rate=30:duration=1 -f lavfi -i sine=duration=1 \
  -c:v libx264 -preset ultrafast -crf 12 -pix_fmt yuv420p -c:a aac "$folder/in.mp4"

first=
for run in $(seq "$runs"); do
  # Odd runs go through x264 and the scaler, even ones through x265.
  options=(--codec hevc)
  [ $((run % 2)) -eq 0 ] || options=(--codec h264 --long-side 160 --audio aac)
  SWIFT_BACKTRACE=enable=no valgrind --quiet --undef-value-errors=no --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite \
    --show-leak-kinds=definite --suppressions=Scripts/x265.supp --log-file="$folder/log" \
    "$swage" compress "$folder/in.mp4" -o "$folder/out.mp4" --speed-preset fastest --allow-larger -q "${options[@]}" \
    || { cat "$folder/log" >&2; echo "run $run: valgrind found something" >&2; exit 1; }
  echo "run $run: clean"
done

# What is still reachable but grows with the length of the input shows here: one minute and ten minutes.
peak() {
  /usr/bin/env python3 - "$@" <<'PYTHON'
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
PYTHON
}
for minutes in 1 10; do
  ffmpeg -v error -stream_loop $((minutes * 60 - 1)) -i "$folder/in.mp4" -c copy "$folder/$minutes.mp4"
done
options=(--codec h264 --speed-preset fastest --allow-larger -q)
short=$(peak "$swage" compress "$folder/1.mp4" -o "$folder/s.mp4" "${options[@]}")
long=$(peak "$swage" compress "$folder/10.mp4" -o "$folder/l.mp4" "${options[@]}")
echo "peak memory: $short KiB for 1 minute, $long KiB for 10 minutes"
[ $((long * 100)) -le $((short * 110)) ] || { echo "memory grows with the length" >&2; exit 1; }
