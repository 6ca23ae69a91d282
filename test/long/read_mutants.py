"""Reads damaged copies of a file with the library whose format it is, and says of each whether it reads as before.

usage: read_mutants.py KIND FILE < lines of "flip OFFSET BIT" or "cut LENGTH"; prints one word a line: same, other, refused or died.
A library that crashes or hangs takes only its own child with it.
"""

import hashlib
import os
import select
import shutil
import signal
import sys
import tempfile
import warnings

warnings.simplefilter("ignore")
os.environ.update(TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="")

SECONDS = 10


def safetensors(path):
    from safetensors import safe_open
    from safetensors.numpy import load_file

    for name, value in sorted(load_file(path).items()):
        yield name, value
    with safe_open(path, "np") as file:
        yield "metadata", sorted((file.metadata() or {}).items())


def npy(path):
    import numpy

    yield "array", numpy.load(path)


def hdf5(path):
    import h5py

    with h5py.File(path, "r") as file:
        names = []
        file.visit(names.append)
        for name in names:
            each = file[name]
            if isinstance(each, h5py.Dataset):
                yield name, each[()]
            yield name, sorted((key, str(value)) for key, value in each.attrs.items())


def gguf(path):
    from gguf import GGUFReader

    reader = GGUFReader(path)
    for field in reader.fields.values():
        yield field.name, [bytes(part) for part in field.parts]
    for tensor in reader.tensors:
        yield tensor.name, tensor.data


def parquet(path):
    import pyarrow.parquet

    yield "table", str(pyarrow.parquet.read_table(path, use_threads=False).to_pydict())


def arrow(path):
    import pyarrow.ipc

    with pyarrow.OSFile(path) as file:
        yield "table", str(pyarrow.ipc.open_file(file).read_all().to_pydict())


def onnx(path):
    import onnx as library
    from onnx import numpy_helper

    model = library.load(path)
    library.checker.check_model(model)
    for each in model.graph.initializer:
        yield each.name, numpy_helper.to_array(each)
    yield "graph", str(model.graph.node)


def torch(path):
    import torch as library

    for name, value in library.load(path, weights_only=True).items():
        yield name, str(value.tolist()) if hasattr(value, "tolist") else str(value)


def joblib(path):
    import joblib as library
    import numpy

    numpy.set_printoptions(threshold=10**9)
    value = library.load(path)
    yield "value", repr(getattr(value, "__dict__", value))


def tensorflow(path):
    import tensorflow as library

    reader = library.train.load_checkpoint(path.removesuffix(".index"))
    for name in sorted(reader.get_variable_to_shape_map()):
        yield name, str(reader.get_tensor(name))


def keras(path):
    import keras as library

    model = library.saving.load_model(path)
    for n, value in enumerate(model.get_weights()):
        yield n, value


READERS = {each.__name__: each for each in (safetensors, npy, hdf5, gguf, parquet, arrow, onnx, torch, joblib, tensorflow, keras)}


def digest(kind, path):
    into = hashlib.sha256()
    for name, value in READERS[kind](path):
        into.update(repr(name).encode())
        if hasattr(value, "tobytes") and not value.dtype.hasobject:
            into.update(f"{value.dtype} {value.shape}".encode() + value.tobytes())
        else:
            into.update(repr(value).encode())
    return into.hexdigest()


def damaged(base, line):
    kind, *numbers = line.split()
    if kind == "cut":
        return base[: int(numbers[0])]
    copy = bytearray(base)
    copy[int(numbers[0])] ^= 1 << int(numbers[1])
    return bytes(copy)


def child(kind, copy, base, lines, expected, out):
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    for line in lines:
        # Another name each time: some libraries keep what they have mapped.
        os.path.exists(copy) and os.unlink(copy)
        with open(copy, "wb") as file:
            file.write(damaged(base, line))
        try:
            word = "same" if digest(kind, copy) == expected else "other"
        except BaseException:  # noqa: BLE001: whatever it throws, it did not read the file
            word = "refused"
        os.write(out, f"{word}\n".encode())
    os._exit(0)


def main():
    kind, path = sys.argv[1:]
    with open(path, "rb") as file:
        base = file.read()
    lines = sys.stdin.read().splitlines()
    with tempfile.TemporaryDirectory() as place:
        copy = os.path.join(place, os.path.basename(path))
        for each in os.listdir(os.path.dirname(path)):
            if kind == "tensorflow":
                shutil.copy(os.path.join(os.path.dirname(path), each), place)
        shutil.copy(path, copy)
        expected = digest(kind, copy)
        at = 0
        while at < len(lines):
            reading, writing = os.pipe()
            process = os.fork()
            if process == 0:
                os.close(reading)
                child(kind, copy, base, lines[at:], expected, writing)
            os.close(writing)
            rest = b""
            while at < len(lines):
                ready, _, _ = select.select([reading], [], [], SECONDS)
                chunk = os.read(reading, 65536) if ready else b""
                if not chunk:
                    break
                *words, rest = (rest + chunk).split(b"\n")
                for word in words:
                    print(word.decode())
                at += len(words)
            os.close(reading)
            if at < len(lines):
                print("died")
                at += 1
                os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)


main()
