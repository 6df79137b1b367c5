"""ICC profiles put together by hand, as cameras, screens and printers have them: bytes, for test pictures."""
import itertools
import struct

WHITE = (0.9642, 1, 0.8249)
# Adapted to the white of profiles.
DISPLAY_P3 = [(0.51512, 0.24120, -0.00105), (0.29198, 0.69225, 0.04189), (0.15710, 0.06657, 0.78407)]
ADOBE_RGB = [(0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457)]
PROPHOTO_RGB = [(0.79767, 0.28804, 0), (0.13519, 0.71188, 0), (0.03134, 0.00009, 0.82491)]


def fixed(*values):
    return b"".join(struct.pack(">i", round(value * 65536)) for value in values)


def xyz(values):
    return b"XYZ \0\0\0\0" + fixed(*values)


def srgb_curve():
    return b"para\0\0\0\0\0\3\0\0" + fixed(2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)


def gamma(value):
    return b"curv\0\0\0\0" + struct.pack(">IHxx", 1, round(value * 256))


def profile(space, elements, kind=b"mntr", connection=b"XYZ ", version=0x04200000):
    elements = {**elements, b"wtpt": xyz(WHITE)}
    start = 132 + 12 * len(elements)
    directory, body, places = struct.pack(">I", len(elements)), b"", {}
    for name, data in elements.items():
        if data not in places:
            places[data] = start + len(body)
            body += data + bytes(-len(data) % 4)
        directory += name + struct.pack(">II", places[data], len(data))
    head = struct.pack(">I4xI4s4s4s12x4s", start + len(body), version, kind, space, connection, b"acsp").ljust(68, b"\0")
    return (head + fixed(*WHITE)).ljust(128, b"\0") + directory + body


def rgb(primaries, curve):
    columns = zip((b"rXYZ", b"gXYZ", b"bXYZ"), map(xyz, primaries))
    return profile(b"RGB ", {**dict(columns), b"rTRC": curve, b"gTRC": curve, b"bTRC": curve})


def grey(curve):
    return profile(b"GRAY", {b"kTRC": curve})


def table(space, inputs, grid, lab):
    """A table (`lut8Type`) to CIELAB in bytes: from inks, or from colours where a formula says too little."""
    identity = bytes(range(256))
    element = b"mft1\0\0\0\0" + bytes([inputs, 3, grid, 0]) + fixed(1, 0, 0, 0, 1, 0, 0, 0, 1) + identity * inputs
    for point in itertools.product(range(grid), repeat=inputs):
        element += bytes(round(max(0, min(255, value))) for value in lab(*(index / (grid - 1) for index in point)))
    element += identity * 3
    return profile(space, {b"A2B0": element}, b"prtr", b"Lab ", 0x02400000)


def display_p3():
    return rgb(DISPLAY_P3, srgb_curve())


def ink():
    return table(b"CMYK", 4, 9, lambda c, m, y, k: (
        255 * (1 - 0.9 * k) * (1 - 0.4 * c) * (1 - 0.5 * m) * (1 - 0.08 * y),
        128 + (1 - k) * (70 * m - 30 * c - 5 * y), 128 + (1 - k) * (85 * y - 45 * c - 5 * m)))


def scanner():
    return table(b"RGB ", 3, 17, lambda r, g, b: (
        255 * (0.3 * r + 0.6 * g + 0.1 * b), 128 + 60 * r - 50 * g - 8 * b, 128 + 30 * r + 35 * g - 65 * b))
