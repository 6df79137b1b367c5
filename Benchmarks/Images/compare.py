#!/usr/bin/env python3
"""Compares the image decoder with libvips, Pillow and djpeg:  compare.py FOLDER IMAGE-BENCHMARK [ROUNDS]

User CPU, one thread each, the files in memory (djpeg: its whole process, less that of a tiny file), interleaved:
in each round every program decodes every file once. Printed are medians over the rounds of the ratios within a
round, and how near a result is to a full decode with a Lanczos filter (libjpeg, then numpy with 64 bits).
"""
import ctypes
import functools
import io
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

os.environ["VIPS_CONCURRENCY"] = "1"
import numpy  # noqa: E402
from PIL import Image  # noqa: E402

folder = pathlib.Path(sys.argv[1])
rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 7
bytes_of = {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix in (".jpg", ".png", ".webp")}


def user_time(who=resource.RUSAGE_SELF):
    return 1000 * resource.getrusage(who).ru_utime


def timed(name, work):
    """The mean of as many runs as ours get: the shorter a run, the less the system's clock says about one."""
    start = user_time()
    for _ in range(runs(name)):
        work()
    return (user_time() - start) / runs(name)


def runs(name):
    return 1 if "12mp" in name else 4


class Ours:
    """Our decoder, in a process that reads one line of orders and prints one line of results."""

    def __init__(self):
        self.process = subprocess.Popen([sys.argv[2]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, *words):
        print(*words, file=self.process.stdin, flush=True)
        return self.process.stdout.readline().split()

    def time(self, name, side, quality):
        return float(self.ask("time", folder / name, side, quality, runs(name))[0])

    def pixels(self, name, side, quality):
        with tempfile.NamedTemporaryFile(suffix=".png") as file:
            self.ask("write", folder / name, side, quality, file.name)
            return numpy.asarray(Image.open(file.name))


class Vips:
    """libvips in this process: `vips_thumbnail_buffer`, as its manual recommends."""

    def __init__(self):
        self.library = ctypes.CDLL("libvips.so.42")
        self.glib = ctypes.CDLL("libglib-2.0.so.0")
        self.gobject = ctypes.CDLL("libgobject-2.0.so.0")
        self.library.vips_init(b"compare")
        self.library.vips_concurrency_set(1)
        self.library.vips_cache_set_max(0)
        self.library.vips_image_write_to_memory.restype = ctypes.c_void_p

    def decode(self, name, side, keep=False):
        data, image, count = bytes_of[name], ctypes.c_void_p(), ctypes.c_size_t()
        failed = self.library.vips_thumbnail_buffer(
            data, ctypes.c_size_t(len(data)), ctypes.byref(image), ctypes.c_int(side), b"height", ctypes.c_int(side), None)
        assert not failed, name
        memory = self.library.vips_image_write_to_memory(image, ctypes.byref(count))
        result = None
        if keep:
            shape = (self.library.vips_image_get_height(image), self.library.vips_image_get_width(image), -1)
            result = numpy.frombuffer(ctypes.string_at(memory, count.value), numpy.uint8).reshape(shape)
        self.glib.g_free(ctypes.c_void_p(memory))
        self.gobject.g_object_unref(image)
        return result

    def time(self, name, side):
        return timed(name, lambda: self.decode(name, side))


def pillow(name, side):
    image = Image.open(io.BytesIO(bytes_of[name]))
    image.thumbnail((side, side), Image.LANCZOS, reducing_gap=2.0)
    return image


def full(name, side):
    """Everything decoded, then resized: what a program without downsampling does."""
    image = Image.open(io.BytesIO(bytes_of[name]))
    image.load()
    return image.resize(fitted(image.size, side), Image.LANCZOS)


def djpeg(name):
    def run(path, times=6):
        # The system tells what a short process took by ticks of 4 ms: only the mean of several says anything.
        start = user_time(resource.RUSAGE_CHILDREN)
        for _ in range(times):
            subprocess.run(["djpeg", "-scale", "1/8", "-outfile", "/dev/null", path], check=True)
        return (user_time(resource.RUSAGE_CHILDREN) - start) / times

    return run(folder / name) - run(folder / "tiny.jpg")


def fitted(size, side):
    scale = min(1, side / max(size))
    return tuple(max(1, round(length * scale)) for length in size)


def lanczos(pixels, axis, count):
    """One axis, by the definition, in 64 bits."""
    step = pixels.shape[axis] / count
    centers = (numpy.arange(count) + 0.5) * step
    x = (numpy.arange(pixels.shape[axis]) + 0.5 - centers[:, None]) / max(step, 1)
    weights = numpy.where(abs(x) < 3, numpy.sinc(x) * numpy.sinc(x / 3), 0)
    weights /= weights.sum(1, keepdims=True)
    return numpy.moveaxis(numpy.tensordot(weights, pixels, (1, axis)), 0, axis)


@functools.cache
def reference(name, side):
    picture = Image.open(folder / name)
    pixels = numpy.asarray(picture).astype(float)
    if pixels.shape[2] == 4:
        pixels[..., :3] *= pixels[..., 3:] / 255
    width, height = fitted(picture.size, side)
    return numpy.clip(numpy.round(lanczos(lanczos(pixels, 0, height), 1, width)), 0, 255)


def psnr(one, other):
    return 10 * numpy.log10(255**2 / numpy.mean((one.astype(float) - other) ** 2))


def ssim(one, other):
    """Wang et al. 2004 on luma: Gaussian window of 11 pixels, sigma 1.5."""
    luma = numpy.array([0.299, 0.587, 0.114])
    a, b = one.astype(float) @ luma, other.astype(float) @ luma
    window = numpy.exp(-((numpy.arange(11) - 5) ** 2) / 4.5)
    window /= window.sum()

    def blur(field):
        for axis in (0, 1):
            field = numpy.apply_along_axis(lambda line: numpy.convolve(line, window, "valid"), axis, field)
        return field

    ma, mb = blur(a), blur(b)
    va, vb, both = blur(a * a) - ma**2, blur(b * b) - mb**2, blur(a * b) - ma * mb
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    return numpy.mean((2 * ma * mb + c1) * (2 * both + c2) / ((ma**2 + mb**2 + c1) * (va + vb + c2)))


# file, side, quality, {peer: ours may take so many times its CPU}, least dB, and dB beside libvips
CASES = [
    ("12mp.jpg", 300, "good", {"libvips": 0.85, "Pillow": 0.9, "djpeg": 1.4, "full": 1 / 5}, 50),
    ("12mp.jpg", 300, "fast", {"djpeg": 1.1}, 43),
    ("12mp.jpg", 600, "good", {"full": 1 / 3.3}, 0),
    ("12mp-progressive.jpg", 300, "good", {"libvips": 0.3}, 50),
    ("12mp-progressive.jpg", 600, "fast", {"libvips": 0.45}, 47),
    ("12mp-progressive.jpg", 600, "good", {"libvips": 1.05}, 0),
    ("1mp.jpg", 300, "good", {"libvips": 0.55, "Pillow": 0.55, "full": 1 / 3.3}, 47),
    ("1mp.jpg", 600, "good", {"full": 1 / 1.5}, 0),
    ("1mp-progressive.jpg", 300, "fast", {"libvips": 0.3}, 41),
    ("1mp-progressive.jpg", 300, "good", {"libvips": 0.8}, 0),
    ("12mp.png", 300, "good", {"libvips": 0.92}, 0),
    ("12mp.webp", 300, "good", {"libvips": 1.05, "Pillow": 0.75}, 46),
    ("1mp-b.jpg", 300, "good", {"libvips": 0.55}, 47),
    ("moire.jpg", 300, "good", {"libvips": 0.55}, 0),
]
# Files in Display P3, beside the same in sRGB.
PROFILES = [("12mp-p3.jpg", 300), ("1mp-p3.jpg", 300), ("1mp-p3.jpg", 600), ("1mp-p3.jpg", 1200)]
MEMORY = [("12mp.jpg", 3), ("12mp-progressive.jpg", 42), ("12mp.png", 4), ("12mp.webp", 5.5)]


def compare_profiles(ours):
    """Prints the time of files with a profile beside that of the same files without."""
    times = {case: [] for case in PROFILES}
    for turn in range(rounds + 1):
        for name, side in PROFILES:
            pair = ours.time(name, side, "good"), ours.time(name.replace("-p3", ""), side, "good")
            if turn > 0:  # the first only warms up
                times[name, side].append(pair)
    print("\n| Display P3 → side | ms | sRGB, ms | ratio |\n|---|---|---|---|")
    for (name, side), pairs in times.items():
        p3, plain = (statistics.median(column) for column in zip(*pairs))
        ratio = statistics.median(one / other for one, other in pairs)
        print(f"| {name} → {side} `.good` | {p3:.1f} | {plain:.1f} | **{ratio:.2f}** |")


def main():
    ours, vips = Ours(), Vips()
    peers = {
        "libvips": vips.time,
        "Pillow": lambda name, side: timed(name, lambda: pillow(name, side)),
        "full": lambda name, side: timed(name, lambda: full(name, side)),
        "djpeg": lambda name, side: djpeg(name),
    }
    times = {(index, who): [] for index in range(len(CASES)) for who in ["ours", *peers]}
    for turn in range(rounds + 1):
        for index, (name, side, quality, limits, _) in enumerate(CASES):
            results = {"ours": ours.time(name, side, quality)}
            results |= {peer: peers[peer](name, side) for peer in limits}
            for who, result in results.items():
                if turn > 0:  # the first only warms up
                    times[index, who].append(result)
    missed = 0
    print("| file → side, quality | ours, ms | ÷ peer, must | dB | libvips dB | SSIM |\n|---|---|---|---|---|---|")
    for index, (name, side, quality, limits, least) in enumerate(CASES):
        cells = []
        for peer, limit in limits.items():
            ratio = statistics.median(a / b for a, b in zip(times[index, "ours"], times[index, peer]))
            is_met = ratio <= 1.05 * limit
            missed += not is_met
            cells.append(f"{peer} {'' if is_met else '✗ '}**{ratio:.2f}** ≤ {limit:.2f}")
        wanted = reference(name, side)
        got = ours.pixels(name, side, quality)
        if got.shape[2] == 4:
            got = numpy.dstack([numpy.round(got[..., :3] * (got[..., 3:] / 255.0)), got[..., 3]])
        mine, theirs = psnr(got, wanted), psnr(premultiplied(vips.decode(name, side, keep=True)), wanted)
        similar = ssim(got[..., :3], wanted[..., :3])
        wrong = mine < least or (quality == "good" and (mine < theirs - 0.5 or similar < 0.997))
        missed += wrong
        print(
            f"| {name} → {side} `.{quality}` | {statistics.median(times[index, 'ours']):.1f} | {', '.join(cells)} "
            f"| {'✗ ' if wrong else ''}{mine:.1f}{f' ≥ {least}' if least else ''} | {theirs:.1f} | {similar:.4f} |")
    compare_profiles(ours)
    print("\n| extra memory of one decode → 300 | MB | must |\n|---|---|---|")
    for name, limit in MEMORY:
        process = Ours()
        process.ask("time", folder / "tiny.jpg", 300, "good", 1)
        process.ask("time", folder / "1mp.jpg", 30, "good", 1)
        grown = float(process.ask("memory", folder / name, 300, "good")[0])
        process.process.stdin.close()
        missed += grown > 1.05 * limit
        print(f"| {name} | {'' if grown <= 1.05 * limit else '✗ '}**{grown:.1f}** | ≤ {limit} |")
    print(f"\n{missed} of the musts missed" if missed else "\nall musts met")


def premultiplied(pixels):
    if pixels.shape[2] == 4:
        return numpy.dstack([numpy.round(pixels[..., :3] * (pixels[..., 3:] / 255.0)), pixels[..., 3]])
    return pixels


if __name__ == "__main__":
    main()
