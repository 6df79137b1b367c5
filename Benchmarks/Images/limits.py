"""Prints what `ImageBenchmark limits` says of files of extreme sizes, which are made here.

usage: limits.py IMAGE_BENCHMARK [NAME …]

Fails when a file that is above the limits takes 50 ms or 30 MB to be refused.
"""
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

MODES = ["fit", "crop", "original", "upload"]
GREY, RGB, PALETTE, RGBA = 0, 2, 3, 6
ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def png(width, height, depth, color, interlaced=False, excess=0):
    """A picture of zeros, with all of its pixels, and `excess` bytes more."""
    bits = depth * {GREY: 1, RGB: 3, PALETTE: 1, RGBA: 4}[color]
    passes = ADAM7 if interlaced else [(0, 0, 1, 1)]
    count = excess
    for x, y, across, down in passes:
        columns, rows = -(-max(width - x, 0) // across), -(-max(height - y, 0) // down)
        count += rows * (1 + -(-columns * bits // 8)) if columns else 0
    packer = zlib.compressobj(9)
    zeros = bytes(1 << 20)
    pixels = b"".join(packer.compress(zeros[: min(len(zeros), count - at)]) for at in range(0, count, len(zeros)))
    header = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, int(interlaced))
    chunks = [(b"IHDR", header)] + ([(b"PLTE", bytes(6))] if color == PALETTE else [])
    chunks += [(b"IDAT", pixels + packer.flush()), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in chunks)


def gif(screen, frame, interlaced=False):
    """A frame on a screen, with a few bytes of pixels."""
    return (
        b"GIF89a" + struct.pack("<HHBBB", *screen, 0x80, 0, 0) + bytes(6)
        + b"\x2c" + struct.pack("<HHHHB", 0, 0, *frame, 0x40 if interlaced else 0) + b"\x02\x04\x84\x8f\xa9\x05\x00;")


def webp(kind, width, height):
    """A still picture, or an animation with a frame of at most 16 × 16, with a few bytes of pixels."""
    def chunk(name, body):
        return name + struct.pack("<I", len(body)) + body + bytes(len(body) % 2)

    def lossy(width, height):
        return chunk(b"VP8 ", b"\x10\x02\x00\x9d\x01\x2a" + struct.pack("<HH", width, height) + bytes(30))

    def side(value):
        return struct.pack("<I", value - 1)[:3]

    if kind == "lossy":
        body = lossy(width, height)
    elif kind == "lossless":
        body = chunk(b"VP8L", b"\x2f" + struct.pack("<I", width - 1 | height - 1 << 14) + bytes(30))
    else:
        part = min(16, width), min(16, height)
        frame = bytes(6) + side(part[0]) + side(part[1]) + bytes(4) + lossy(*part)
        body = chunk(b"VP8X", b"\x02\0\0\0" + side(width) + side(height)) + chunk(b"ANIM", bytes(6)) + chunk(b"ANMF", frame)
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def jpeg(width, height, progressive=False):
    """A grey picture, with a few bytes of pixels."""
    def segment(marker, body):
        return bytes([0xFF, marker]) + struct.pack(">H", len(body) + 2) + body

    frame = struct.pack(">BHHBBBB", 8, height, width, 1, 1, 0x11, 0)
    return (
        b"\xff\xd8" + segment(0xDB, bytes([0]) + bytes([16] * 64)) + segment(0xC2 if progressive else 0xC0, frame)
        + b"".join(segment(0xC4, bytes([kind, 1]) + bytes(15) + b"\0") for kind in (0x00, 0x10))
        + segment(0xDA, bytes([1, 1, 0, 0, 0 if progressive else 63, 0])) + bytes(200) + b"\xff\xd9")


LONG = 49_000_000
# Whether it is above the limits, and the file.
FILES = {
    **{
        f"PNG {width}×{height} {name}": (True, lambda w=width, h=height, a=arguments: png(w, h, *a))
        for width, height in ((LONG, 1), (1, LONG))
        for name, arguments in {
            "RGBA16": (16, RGBA), "grey": (8, GREY), "palette": (1, PALETTE), "RGBA interlaced": (8, RGBA, True)}.items()
        # What is one pixel wide holds a byte for each row, which is no longer small.
        if width > 1 or name in ("RGBA16", "grey")
    },
    "PNG 65536×700 RGBA16": (True, lambda: png(65_536, 700, 16, RGBA)),
    "PNG 65535×250 RGBA interlaced": (True, lambda: png(65_535, 250, 8, RGBA, True)),
    "PNG 65535×16 RGBA16": (False, lambda: png(65_535, 16, 16, RGBA)),
    "PNG 65535×762 RGBA16": (False, lambda: png(65_535, 762, 16, RGBA)),
    "PNG 16×65535 RGBA16": (False, lambda: png(16, 65_535, 16, RGBA)),
    "PNG 1×1 grey and 1 GB more": (False, lambda: png(1, 1, 8, GREY, excess=1 << 30)),
    "GIF screen 65535×65535": (True, lambda: gif((65_535, 65_535), (16, 16))),
    "GIF frame 65535×65535": (True, lambda: gif((16, 16), (65_535, 65_535))),
    "GIF frame 65535×762, 4 pixels": (False, lambda: gif((16, 16), (65_535, 762))),
    "GIF frame 65535×762 interlaced, 4 pixels": (False, lambda: gif((16, 16), (65_535, 762), True)),
    "WebP lossy 16383×16383": (True, lambda: webp("lossy", 16_383, 16_383)),
    "WebP lossless 16383×16383": (True, lambda: webp("lossless", 16_383, 16_383)),
    "WebP canvas 16777216×1": (True, lambda: webp("canvas", 1 << 24, 1)),
    "WebP canvas 1×16777216": (True, lambda: webp("canvas", 1, 1 << 24)),
    "WebP canvas 65535×762, frame 16×16": (False, lambda: webp("canvas", 65_535, 762)),
    "JPEG 65500×65500": (True, lambda: jpeg(65_500, 65_500)),
    "JPEG 65500×65500 progressive": (True, lambda: jpeg(65_500, 65_500, True)),
    "JPEG 65500×760 progressive": (True, lambda: jpeg(65_500, 760, True)),
    "JPEG 65500×1": (False, lambda: jpeg(65_500, 1)),
    "JPEG 1×65500 progressive": (False, lambda: jpeg(1, 65_500, True)),
    "JPEG 65500×760": (False, lambda: jpeg(65_500, 760)),
}


def main():
    benchmark, names = sys.argv[1], sys.argv[2:]
    missed = []
    print("| file | KB | " + " | ".join(MODES) + " |\n|---|---|" + "---|" * len(MODES))
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "file"
        for name, (is_above, make) in FILES.items():
            if names and not any(wanted in name for wanted in names):
                continue
            path.write_bytes(make())
            cells = []
            for mode in MODES:
                order = f"limits {path} {mode}\n"
                run = subprocess.run([benchmark], input=order, capture_output=True, text=True, check=True)
                outcome, time, memory = run.stdout.split()
                cells.append(f"{outcome} {float(time):.1f} ms {float(memory):.1f} MB")
                if is_above and (outcome != "tooLarge" or float(time) >= 50 or float(memory) >= 30):
                    missed.append(f"{name}, {mode}: {cells[-1]}")
            print(f"| {name} | {path.stat().st_size // 1024} | " + " | ".join(cells) + " |", flush=True)
    for line in missed:
        print("limits:", line, file=sys.stderr)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
