"""Packs its standard input in every way that Python's own modules know, and prints each as one line: name, file in base64."""

import base64
import bz2
import lzma
import sys
import zlib

content = sys.stdin.buffer.read()
half = len(content) // 2
xz = lambda of, **over: lzma.compress(of, **over)  # noqa: E731
small_window = {"preset": 6, "dict_size": 4096}

WAYS = {
    "bzip2 1": bz2.compress(content, 1),
    "bzip2 9": bz2.compress(content, 9),
    "bzip2 two": bz2.compress(content[:half]) + bz2.compress(content[half:]),
    "xz none": xz(content, check=lzma.CHECK_NONE),
    "xz crc32": xz(content, check=lzma.CHECK_CRC32, preset=0),
    "xz crc64": xz(content, check=lzma.CHECK_CRC64, preset=9),
    "xz sha256": xz(content, check=lzma.CHECK_SHA256),
    "xz two": xz(content[:half]) + bytes(8) + xz(content[half:]),
    "xz odd": xz(content, filters=[{"id": lzma.FILTER_LZMA2, "lc": 0, "lp": 3, "pb": 4, **small_window}]),
    "xz delta": xz(content, filters=[{"id": lzma.FILTER_DELTA, "dist": 4}, {"id": lzma.FILTER_LZMA2, "preset": 6}]),
    "lzma": lzma.compress(content, format=lzma.FORMAT_ALONE),
    "lzma odd": lzma.compress(content, format=lzma.FORMAT_ALONE, filters=[{"id": lzma.FILTER_LZMA1, "lc": 1, "lp": 2, "pb": 0, **small_window}]),
    "zlib": zlib.compress(content),
}
for name, packed in WAYS.items():
    print(name, base64.b64encode(packed).decode(), sep="\t")
