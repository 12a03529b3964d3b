#!/usr/bin/env python3
"""Holds swage against the ffmpeg command: same job, same encoder settings, paired runs that alternate in order.

Prints the medians and the ratios of wall-clock time, processor time and peak memory, and exits with 1 when a ratio
exceeds its limit. See README.md beside this file.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
CLIP = os.path.join(HERE, "..", "Examples", "elephants-dream.mkv")

# Input size, seconds of input, what swage and ffmpeg are told, and the limit of the wall-clock ratio.
CASES = {
    "1080p to 720p veryfast": {
        "size": "1920:1080", "seconds": 10,
        "swage": ["--long-side", "1280", "--speed-preset", "fast"],
        "ffmpeg": ["-vf", "scale=1280:720", "-preset", "veryfast"],
        "limit": 0.97,
    },
    "720p medium": {
        "size": "1280:720", "seconds": 10,
        "swage": ["--speed-preset", "balanced"],
        "ffmpeg": ["-preset", "medium"],
        "limit": 1.00,
    },
}
# The chain of filters that ffmpeg users write for high dynamic range, with the same reference white.
TONE_MAPPING = ("zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,tonemap=tonemap=mobius:desat=0,"
                "zscale=t=bt709:m=bt709:r=tv,format=yuv420p")
CASES["1080p HDR to SDR"] = {
    "size": "1920:1080", "seconds": 10, "hdr": True,
    "swage": ["--color", "sdr", "--speed-preset", "fastest"],
    "ffmpeg": ["-vf", TONE_MAPPING, "-preset", "ultrafast"],
    "limit": 0.65,
}
CPU_LIMIT = 1.02
MEMORY_LIMIT = 1.15
GROWTH_LIMIT = 1.10


def make_input(folder, size, seconds, hdr=False):
    """A film of real pictures: the bundled clip over and over, enlarged; on wish as HDR10 in HEVC."""
    path = os.path.join(folder, f"in-{size.replace(':', 'x')}-{seconds}{'-hdr' if hdr else ''}.mp4")
    if hdr and not os.path.exists(path):
        plain = make_input(folder, size, seconds)
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", "-i", plain, "-vf",
             "zscale=tin=bt709:pin=bt709:min=bt709:rin=tv:t=smpte2084:p=bt2020:m=bt2020nc:r=tv:npl=203,"
             "format=yuv420p10le", "-c:v", "libx265", "-preset", "ultrafast", "-crf", "28", "-tag:v", "hvc1",
             "-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc", "-x265-params",
             "log-level=none:hdr10=1:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:max-cll=1000,400",
             "-c:a", "copy", path], check=True)
    if not os.path.exists(path):
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", "-stream_loop", "-1", "-i", CLIP, "-t", str(seconds), "-map", "0:v:0",
             "-map", "0:a:0", "-vf", f"scale={size}", "-r", "30", "-c:v", "libx264", "-preset", "veryfast", "-crf",
             "16", "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "128k", "-movflags", "+faststart", path], check=True)
    return path


def measure(command):
    """Wall-clock seconds, processor seconds and peak memory in MiB of one run."""
    with open(os.devnull, "r+b") as nothing:
        begin = time.monotonic()
        process = subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=subprocess.PIPE)
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - begin
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)}\nended with {process.returncode}: {said.decode(errors='replace')[-2000:]}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def swage_command(swage, source, output, options):
    # Quality 0.7 is a constant rate factor of 23 in x264. --allow-larger takes off the cap at the source's bit rate,
    # which the ffmpeg command doesn't have.
    return [swage, "compress", source, "-o", output, "--codec", "h264", "--backend", "software", "--quality", "0.7",
            "--allow-larger", "-q"] + options


def ffmpeg_command(source, output, options):
    return ["ffmpeg", "-v", "error", "-nostdin", "-y", "-i", source, "-map", "0:v:0", "-map", "0:a?", "-c:v",
            "libx264", "-crf", "23", "-c:a", "copy", "-movflags", "+faststart"] + options + [output]


def show(name, runs):
    wall, cpu, memory = (statistics.median(run[i] for run in runs) for i in range(3))
    low, high = min(run[0] for run in runs), max(run[0] for run in runs)
    print(f"  {name:8} wall {wall:7.3f} s ({low:.3f} to {high:.3f})  cpu {cpu:7.3f} s  memory {memory:6.1f} MiB")
    return wall, cpu, memory


def compare(name, case, arguments, folder):
    source = arguments.input or make_input(folder, case["size"], case["seconds"], case.get("hdr", False))
    output = os.path.join(folder, "out.mp4")
    commands = {
        "ffmpeg": ffmpeg_command(source, output, case["ffmpeg"]),
        "swage": swage_command(arguments.swage, source, output, case["swage"]),
    }
    runs = {key: [] for key in commands}
    sizes = {}
    for pair in range(arguments.pairs + 1):
        for key in ["ffmpeg", "swage"] if pair % 2 == 0 else ["swage", "ffmpeg"]:
            result = measure(commands[key])
            sizes[key] = os.path.getsize(output)
            os.remove(output)
            # The first pair only warms the file cache.
            if pair > 0:
                runs[key].append(result)
    print(f"{name}, {arguments.pairs} pairs")
    theirs, ours = show("ffmpeg", runs["ffmpeg"]), show("swage", runs["swage"])
    # The median of the ratios within pairs, so that a slow minute of the machine counts for both.
    ratios = [statistics.median(b[i] / a[i] for a, b in zip(runs["ffmpeg"], runs["swage"])) for i in range(3)]
    limits = [case["limit"], CPU_LIMIT, MEMORY_LIMIT]
    words = [f"{what} x{ratio:.3f} (limit {limit:.2f}{'' if ratio <= limit else ', EXCEEDED'})"
             for what, ratio, limit in zip(["wall", "cpu", "memory"], ratios, limits)]
    print(f"  ratio    {'  '.join(words)}  bytes x{sizes['swage'] / sizes['ffmpeg']:.3f}")
    return all(ratio <= limit for ratio, limit in zip(ratios, limits))


def growth(arguments, folder):
    output = os.path.join(folder, "out.mp4")
    minute = make_input(folder, "320:180", 60)
    ten = os.path.join(folder, "ten-minutes.mp4")
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-stream_loop", "9", "-i", minute, "-c", "copy", ten], check=True)
    peaks = [measure(swage_command(arguments.swage, source, output, ["--speed-preset", "fast"]))[2]
             for source in [minute, ten]]
    ratio = peaks[1] / peaks[0]
    print(f"peak memory: {peaks[0]:.1f} MiB for 1 minute, {peaks[1]:.1f} MiB for 10 minutes, x{ratio:.3f} "
          f"(limit {GROWTH_LIMIT:.2f}{'' if ratio <= GROWTH_LIMIT else ', EXCEEDED'})")
    return ratio <= GROWTH_LIMIT


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--swage", default=os.path.join(HERE, "..", ".build", "release", "swage"))
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--case", action="append", choices=list(CASES) + ["memory"], help="repeatable; all without it")
    parser.add_argument("--input", help="a film of yours instead of the made one")
    arguments = parser.parse_args()
    if not os.access(arguments.swage, os.X_OK):
        sys.exit(f"{arguments.swage} isn't there: run 'make build' first, or name it with --swage")
    wanted = arguments.case or list(CASES) + ["memory"]
    with tempfile.TemporaryDirectory() as folder:
        passed = [compare(name, CASES[name], arguments, folder) for name in CASES if name in wanted]
        if "memory" in wanted:
            passed.append(growth(arguments, folder))
    sys.exit(0 if all(passed) else 1)


if __name__ == "__main__":
    main()
