"""Reads a file with one bit flipped, for each of many bits, and says which of them read as something else.

usage: read_flipped.py KIND FILE < lines of "OFFSET BIT"; prints one JSON object.
"""

import contextlib
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import warnings
import zipfile

warnings.simplefilter("ignore")
os.environ["KERAS_BACKEND"] = "torch"


def tell(value, into):
    """Feeds a value, bit by bit where it has bits, into a digest."""
    if hasattr(value, "detach"):
        plain = value.detach()
        plain = plain.dequantize() if plain.is_quantized else plain
        into.update(f"{value.dtype} {tuple(value.shape)} {value.layout}".encode())
        plain = plain if str(value.layout) == "torch.strided" else plain.to_dense()
        if plain.device.type != "meta":
            into.update(bytes(plain.contiguous().clone().untyped_storage()))
    elif hasattr(value, "tobytes"):
        into.update(f"{value.dtype} {value.shape}".encode())
        if value.dtype.hasobject:
            into.update(repr(value.tolist()).encode())
        else:
            into.update(value.tobytes())
    elif isinstance(value, dict):
        for key, each in value.items():
            into.update(repr(key).encode())
            tell(each, into)
    elif isinstance(value, (list, tuple)):
        into.update(type(value).__name__.encode())
        for each in value:
            tell(each, into)
    elif isinstance(value, bytes):
        into.update(value)
    else:
        into.update(repr(value).encode())


def torch_zip(path):
    import torch

    for weights_only in (True, False):
        for mmap in (False, True):
            try:
                yield torch.load(path, weights_only=weights_only, mmap=mmap, map_location="cpu")
            except Exception as error:
                yield f"refused: {type(error).__name__}"


def script(path):
    import torch

    module = torch.jit.load(path, map_location="cpu")
    yield dict(module.state_dict())
    yield module.code
    yield str(module.graph)


def exported(path):
    import torch

    program = torch.export.load(path)
    yield dict(program.state_dict)
    yield dict(program.constants)
    yield str(program.graph)


def npz(path):
    import numpy

    with numpy.load(path, allow_pickle=True) as arrays:
        for name in arrays.files:
            yield name
            yield arrays[name]


def keras(path):
    import keras

    model = keras.saving.load_model(path)
    yield model.get_weights()
    yield json.dumps(model.get_config(), sort_keys=True, default=str)


def plain_zip(path):
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            yield name
            yield archive.read(name)
    if shutil.which("unzip") is None:
        return
    with tempfile.TemporaryDirectory() as place:
        subprocess.run(["unzip", "-qq", "-o", path, "-d", place], stdin=subprocess.DEVNULL, capture_output=True)
        for folder, folders, files in os.walk(place):
            folders.sort()
            for name in sorted(files):
                full = os.path.join(folder, name)
                yield os.path.relpath(full, place)
                if os.path.islink(full):
                    yield "a link"
                elif os.stat(full).st_mode & 0o400 == 0:
                    yield "not to be read"
                else:
                    with open(full, "rb") as file:
                        yield file.read()


READERS = {
    "torch": torch_zip,
    "script": script,
    "exported": exported,
    "npz": npz,
    "keras": keras,
    "zip": plain_zip,
}


def answer(kind, path):
    into = hashlib.sha256()
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            for value in READERS[kind](path):
                tell(value, into)
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:200]}"
    return into.hexdigest()


def main():
    kind, path = sys.argv[1:]
    with open(path, "rb") as file:
        base = file.read()
    with tempfile.TemporaryDirectory() as place:
        copy = os.path.join(place, os.path.basename(path))

        def read(content):
            with open(copy, "wb") as file:
                file.write(content)
            return answer(kind, copy)

        expected = read(base)
        differing = []
        count = 0
        for line in sys.stdin:
            offset, bit = map(int, line.split())
            flipped = bytearray(base)
            flipped[offset] ^= 1 << bit
            found = read(bytes(flipped))
            count += 1
            if found != expected:
                differing.append({"offset": offset, "bit": bit, "found": found})
    print(json.dumps({"expected": expected, "read": count, "differing": differing}))


main()
