#!/usr/bin/env python3
"""Runs `swage image` on damaged pictures, each in a process of its own, and judges how it ends.

    Scripts/mutate-pictures.py SWAGE [--seconds N] [--seed N] [--keep FOLDER] [PICTURE...]

Sources are the pictures named, those in the folder SWAGE_CORPUS, and small ones of every format that are made first
(needs ffmpeg). Each turn damages one of them as the seed says: cuts it off, flips bits, writes numbers over its headers,
moves pieces about. The same seed gives the same files as long as the sources are the same.

A turn is a finding when the process
- is ended by a signal, or takes longer than a minute,
- ends with another status than 0 (done), 3 (no picture), 4 (not supported), 5 (damaged), 7 (the result isn't like the
  source, which happens where a decoder makes samples of damage that are no color), or with 1 and no message,
- took more memory than --memory, or prints no JSON,
- changed its source, or left a file behind beside the result,
- ends with 0, and its result doesn't decode with ffmpeg or heif-convert.
Findings are written to the folder --keep; the script's status is 1 when there is one.
"""
import argparse
import collections
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SUFFIXES = {".jpg", ".jpeg", ".heic", ".heif", ".hif", ".avif", ".png", ".webp", ".tif", ".tiff", ".bmp", ".gif"}
# More than the largest of the usual sources; what promises more is refused.
PIXEL_LIMIT = 16_000_000
SECONDS_EACH = 60

MADE = {
    "rgb.png": ["-pix_fmt", "rgb24"],
    "alpha.png": ["-vf", "format=rgba,colorchannelmixer=aa=0.5"],
    "palette.png": ["-pix_fmt", "pal8"],
    "deep.png": ["-pix_fmt", "rgb48be"],
    "lossy.webp": ["-c:v", "libwebp"],
    "lossless.webp": ["-c:v", "libwebp", "-lossless", "1", "-pix_fmt", "bgra"],
    "packed.tiff": ["-c:v", "tiff", "-pix_fmt", "rgb24"],
    "deflated.tiff": ["-c:v", "tiff", "-compression_algo", "deflate", "-pix_fmt", "rgba64le"],
    "lzw.tiff": ["-c:v", "tiff", "-compression_algo", "lzw", "-pix_fmt", "gray"],
    "planar.tiff": ["-c:v", "tiff", "-compression_algo", "raw", "-pix_fmt", "yuv420p"],
    "plain.bmp": ["-pix_fmt", "bgr24"],
    "palette.bmp": ["-pix_fmt", "pal8"],
    "one.gif": [],
    "baseline.jpg": ["-q:v", "5"],
    "full.jpg": ["-q:v", "5", "-pix_fmt", "yuvj444p"],
}


def make_sources(folder, swage):
    """Small pictures of every format."""
    for name, options in MADE.items():
        command = ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=200x152", "-frames:v", "1"]
        subprocess.run(command + options + [str(folder / name)], check=True)
    for name, source, options in [
        ("photo.heic", "rgb.png", []), ("alpha.heic", "alpha.png", []), ("deep.heic", "deep.png", ["--depth", "10"]),
        ("lossless.heic", "rgb.png", ["--lossless"]), ("photo.avif", "rgb.png", []), ("alpha.avif", "alpha.png", []),
    ]:
        subprocess.run(
            [swage, "image", str(folder / source), "-o", str(folder / name), "--allow-larger", "-q"] + options,
            check=True)
    return sorted(folder.iterdir())


def damage(data, others, chance):
    """Damages a file in one to four ways."""
    data = bytearray(data)
    for _ in range(chance.choice([1, 1, 1, 2, 4])):
        if len(data) < 16:
            break
        # Headers are where the sizes are.
        end = min(len(data), 1500) if chance.random() < 0.5 else len(data)
        place = chance.randrange(end)
        kind = chance.randrange(8)
        if kind == 0:
            del data[chance.randrange(8, len(data)):]
        elif kind == 1:
            for _ in range(chance.choice([1, 3, 16])):
                data[chance.randrange(end)] ^= 1 << chance.randrange(8)
        elif kind == 2:
            width = chance.choice([1, 2, 4, 8])
            value = chance.choice([0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, 1 << 31, 1 << 63])
            order = chance.choice(["big", "little"])
            data[place:place + width] = (value % (1 << 8 * width)).to_bytes(width, order)
        elif kind == 3:
            count = chance.choice([4, 40, 400])
            data[place:place + count] = chance.randbytes(min(count, len(data) - place))
        elif kind == 4:
            del data[place:place + chance.choice([1, 4, 100])]
        elif kind == 5:
            data[place:place] = chance.randbytes(chance.choice([1, 4, 100]))
        elif kind == 6:
            start, count = chance.randrange(len(data)), chance.choice([4, 64, 1000])
            data[place:place + count] = data[start:start + count]
        else:
            other = chance.choice(others)
            start, count = chance.randrange(len(other)), chance.choice([16, 256, 4096])
            data[place:place + count] = other[start:start + count]
    return bytes(data)


class Run:
    """One process: how it ended, what it printed, and the most memory it took."""

    def __init__(self, command, folder, address_space):
        def limit():
            os.nice(10)
            resource.setrlimit(resource.RLIMIT_AS, (address_space, address_space))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        environment = dict(os.environ, SWIFT_BACKTRACE="enable=no", SWAGE_VAAPI_DEVICES="", SWAGE_CACHE_DIR=str(folder))
        with open(folder / "stdout", "w+b") as out, open(folder / "stderr", "w+b") as err:
            began = time.monotonic()
            process = subprocess.Popen(command, stdout=out, stderr=err, preexec_fn=limit, env=environment)
            self.timed_out = False
            while True:
                pid, status, usage = os.wait4(process.pid, os.WNOHANG)
                if pid:
                    break
                if time.monotonic() - began > SECONDS_EACH and not self.timed_out:
                    self.timed_out = True
                    process.send_signal(signal.SIGKILL)
                time.sleep(0.003)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.status = process.returncode
            self.seconds = time.monotonic() - began
            self.peak = usage.ru_maxrss * 1024
            out.seek(0)
            err.seek(0)
            self.output = out.read()
            self.errors = err.read().decode(errors="replace")


def decodes(path):
    """Whether programs of others decode a result."""
    if path.suffix == ".heic":
        command = ["heif-convert", str(path), str(path) + ".png"]
    else:
        command = ["ffmpeg", "-v", "error", "-xerror", "-i", str(path), "-f", "null", "-"]
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120).returncode == 0


def judge(run, source, before, results, target, memory):
    """What is wrong with a run; None when nothing is."""
    if run.timed_out:
        return f"took longer than {SECONDS_EACH} s"
    if run.status < 0:
        return f"ended by signal {-run.status}"
    if run.status not in (0, 1, 3, 4, 5, 7):
        return f"status {run.status}: {run.errors.strip()[:300]}"
    if run.status == 1 and len(run.errors.strip()) < 20:
        return "status 1 without a message"
    if run.peak > memory:
        return f"took {run.peak >> 20} MiB"
    try:
        json.loads(run.output)
    except ValueError:
        return "printed no JSON"
    if source.read_bytes() != before:
        return "changed its source"
    left = [path.name for path in results.iterdir()]
    if run.status != 0:
        return f"left {left}" if left else None
    if left != [target.name]:
        return f"made {left}"
    # A source that is kept is as damaged as it was.
    if target.read_bytes() != before and not decodes(target):
        return "made a file that doesn't decode"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("swage")
    parser.add_argument("pictures", nargs="*", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--memory", type=int, default=1024, help="MiB that a process may have resident")
    parser.add_argument("--address-space", type=int, default=3072, help="MiB that a process may map")
    parser.add_argument("--keep", type=pathlib.Path, default=pathlib.Path(".build/fuzz/findings"))
    arguments = parser.parse_args()

    chance = random.Random(arguments.seed)
    counts, peaks, findings, slowest = collections.Counter(), collections.Counter(), 0, 0.0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "sources").mkdir()
        paths = list(arguments.pictures) + make_sources(folder / "sources", arguments.swage)
        if corpus := os.environ.get("SWAGE_CORPUS"):
            paths += sorted(path for path in pathlib.Path(corpus).iterdir() if path.suffix.lower() in SUFFIXES)
        sources = [(path, path.read_bytes()) for path in paths]
        contents = [data for _, data in sources]
        # Small ones are done sooner, so they come more often.
        weights = [1 / (50_000 + len(data)) for data in contents]
        print(f"{len(sources)} sources", flush=True)
        began = time.monotonic()
        while time.monotonic() - began < arguments.seconds:
            path, whole = chance.choices(sources, weights)[0]
            source = folder / ("in" + path.suffix.lower())
            bytes_ = damage(whole, contents, chance)
            source.write_bytes(bytes_)
            results = folder / "results"
            shutil.rmtree(results, ignore_errors=True)
            results.mkdir()
            format_ = chance.choice(["jpg"] * 8 + ["heic", "avif"])
            target = results / f"out.{format_}"
            run = Run(
                [arguments.swage, "image", str(source), "-o", str(target), "--json", "--allow-larger",
                 "--max-pixels", str(PIXEL_LIMIT), "--long-side", "320"],
                folder, arguments.address_space << 20)
            source_of = path.suffix.lower()
            counts[f"status {run.status}"] += 1
            peaks[source_of] = max(peaks[source_of], run.peak)
            slowest = max(slowest, run.seconds)
            if fault := judge(run, source, bytes_, results, target, arguments.memory << 20):
                findings += 1
                arguments.keep.mkdir(parents=True, exist_ok=True)
                kept = arguments.keep / f"{arguments.seed}-{sum(counts.values())}-to-{format_}{path.suffix.lower()}"
                kept.write_bytes(bytes_)
                print(f"finding: {path.name}: {fault}: {kept}", flush=True)
                print(run.errors.strip()[:500], flush=True)
            source.unlink()
    print(f"{sum(counts.values())} runs: " + ", ".join(f"{key}: {value}" for key, value in sorted(counts.items())))
    print("peak memory: " + ", ".join(f"{key} {value >> 20} MiB" for key, value in sorted(peaks.items())))
    print(f"slowest run: {slowest:.1f} s; findings: {findings}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
