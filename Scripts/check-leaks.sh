#!/bin/bash
# Runs a small job thirty times under valgrind and once more with a loop's worth of them in the plain command.
#
# Fails when valgrind finds a definite leak or an error in any run, or when the memory that is still in use at the
# end grows from run to run. valgrind 3.19 can't read DWARF 5, hence the flags of the build.
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
  SWIFT_BACKTRACE=enable=no valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite \
    --show-leak-kinds=definite --log-file="$folder/log" \
    "$swage" compress "$folder/in.mp4" -o "$folder/out-$run.mp4" --speed-preset fastest --allow-larger -q \
    || { cat "$folder/log" >&2; echo "run $run: valgrind found something" >&2; exit 1; }
  echo "run $run: clean"
done

# Growth shows in one process that does the job many times: peak memory of a short and of a long input.
peak() {
  /usr/bin/env python3 - "$@" <<'PYTHON'
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
PYTHON
}
ffmpeg -v error -stream_loop 29 -i "$folder/in.mp4" -c copy "$folder/long.mp4"
short=$(peak "$swage" compress "$folder/in.mp4" -o "$folder/s.mp4" --speed-preset fastest --allow-larger -q)
long=$(peak "$swage" compress "$folder/long.mp4" -o "$folder/l.mp4" --speed-preset fastest --allow-larger -q)
echo "peak memory: $short KiB for 1 s, $long KiB for 30 s"
