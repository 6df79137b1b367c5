#!/usr/bin/env python3
"""Makes photo-like test pictures, always the same:  make_pictures.py FOLDER

Noise with the 1/f spectrum of natural images, a gradient, objects with sharp edges, bars like printed text, and
the noise of a sensor; saved by Pillow as cameras and web sites do (JPEG of quality 85, 4:2:0), two also with the
profile of Display P3.
"""
import pathlib
import sys

import numpy
from PIL import Image

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import color_profiles  # noqa: E402


def noise(random, height, width, exponent):
    down = numpy.fft.fftfreq(height)[:, None]
    across = numpy.fft.rfftfreq(width)[None, :]
    frequency = numpy.sqrt(down**2 + across**2)
    frequency[0, 0] = 1
    spectrum = frequency**-exponent * numpy.exp(-((frequency / 0.38) ** 2))  # a lens blurs the finest
    spectrum[0, 0] = 0
    phase = numpy.exp(2j * numpy.pi * random.random(spectrum.shape))
    field = numpy.fft.irfft2(spectrum * phase, s=(height, width))
    return (field / field.std()).astype(numpy.float32)


def photo(seed, width, height):
    random = numpy.random.default_rng(seed)
    y, x = numpy.mgrid[0:height, 0:width].astype(numpy.float32)
    light = 120 + 50 * (x / width - 0.5) + 60 * (y / height - 0.5) + 26 * noise(random, height, width, 1.15)
    blue = 10 * noise(random, height, width, 1.7) + 18 * (y / height - 0.5)
    red = 10 * noise(random, height, width, 1.7) - 18 * (x / width - 0.5)
    texture = noise(random, height, width, 1.0)
    unit = width / 1000
    for _ in range(24):
        cx, cy = random.uniform(0, width), random.uniform(0, height)
        rx, ry = random.uniform(25, 170, 2) * unit
        u, v = (x - cx) / rx, (y - cy) / ry
        distance = numpy.hypot(u, v) if random.random() < 0.5 else numpy.maximum(abs(u), abs(v))
        inside = numpy.clip((1 - distance) * min(rx, ry) + 0.5, 0, 1)
        shade = random.uniform(30, 225) + 30 * u + random.uniform(0, 14) * texture
        light = light * (1 - inside) + shade * inside
        blue = blue * (1 - inside) + random.uniform(-45, 45) * inside
        red = red * (1 - inside) + random.uniform(-45, 45) * inside
    for _ in range(8):
        w, h = int(120 * unit), int(40 * unit)
        left, top = int(random.uniform(0, width - w)), int(random.uniform(0, height - h))
        part = (slice(top, top + h), slice(left, left + w))
        period = random.uniform(3, 12) * max(unit / 1.2, 1)
        light[part] = numpy.where(numpy.sin(x[part] * 2 * numpy.pi / period) > 0.2, 35, 225)
    light += random.normal(0, 2.4, light.shape)
    channels = [light + 1.402 * red, light - 0.344 * blue - 0.714 * red, light + 1.772 * blue]
    return numpy.clip(numpy.stack(channels, -1) + 0.5, 0, 255).astype(numpy.uint8)


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, seed, width, height in [("12mp", 1, 4032, 3024), ("1mp", 2, 1200, 900), ("1mp-b", 3, 1200, 900)]:
        pixels = photo(seed, width, height)
        picture = Image.fromarray(pixels)
        picture.save(folder / f"{name}.jpg", quality=85, subsampling="4:2:0")
        picture.save(
            folder / f"{name}-p3.jpg", quality=85, subsampling="4:2:0", icc_profile=color_profiles.display_p3())
        picture.save(folder / f"{name}-progressive.jpg", quality=85, subsampling="4:2:0", progressive=True)
        picture.save(folder / f"{name}.webp", quality=80, method=4)
        if name == "12mp":
            y, x = numpy.mgrid[0:height, 0:width].astype(numpy.float32)
            distance = ((x / width - 0.5) / 0.48) ** 2 + ((y / height - 0.5) / 0.48) ** 2
            alpha = (numpy.clip((1.05 - distance) * width * 0.05, 0, 1) * 255).astype(numpy.uint8)
            Image.fromarray(numpy.dstack([pixels, alpha])).save(folder / f"{name}.png", compress_level=6)
    # Stripes near the finest that a picture holds, for moiré.
    y, x = numpy.mgrid[0:900, 0:1200].astype(numpy.float32)
    rings = 128 + 110 * numpy.sin(((x - 600) ** 2 + (y - 450) ** 2) / 420)
    Image.fromarray(numpy.dstack([rings] * 3).astype(numpy.uint8)).save(folder / "moire.jpg", quality=95)
    Image.new("RGB", (8, 8)).save(folder / "tiny.jpg")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
