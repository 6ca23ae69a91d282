"""Writes healthy files by their own producers, damages of them, and programs that would run something, into FOLDER, and lists them.

usage: python make.py FOLDER
Each line that is printed: kind (healthy, damaged, malicious), path, what it is; parted by tabs. Nothing here is ever loaded by a loader
that runs programs, and what they would run is `true`.
"""
import argparse
import builtins
import collections
import io
import json
import os
import pickle
import struct
import sys
import zipfile
import zlib

import numpy
import published
import safetensors.torch
import torch

root = sys.argv[1]
torch.manual_seed(1)


def write(kind, name, data):
    path = os.path.join(root, kind, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)
    return path


def put(kind, name, what, data):
    print(kind, write(kind, name, data), what, sep="\t")


def saved(value, **options):
    buffer = io.BytesIO()
    torch.save(value, buffer, **options)
    return buffer.getvalue()


def model():
    return torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.LayerNorm(64), torch.nn.Linear(64, 8))


def checkpoint():
    net = model()
    optimizer = torch.optim.AdamW(net.parameters())
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 10)
    for _ in range(3):
        optimizer.zero_grad()
        net(torch.randn(4, 64)).square().sum().backward()
        optimizer.step()
        scheduler.step()
    return {
        "model": net.state_dict(),
        "optimizer": optimizer.state_dict(),
        "scheduler": scheduler.state_dict(),
        "step": 3,
        "rng": torch.get_rng_state(),
        "args": argparse.Namespace(lr=1e-3, out="out"),
    }


def npz():
    buffer = io.BytesIO()
    numpy.savez(buffer, a=numpy.random.rand(64, 8), b=numpy.arange(12))
    return buffer.getvalue()


def npy(array, **options):
    buffer = io.BytesIO()
    numpy.save(buffer, array, **options)
    return buffer.getvalue()


def script():
    buffer = io.BytesIO()
    torch.jit.save(torch.jit.script(model()), buffer)
    return buffer.getvalue()


def keras(lambdas=False):
    os.environ.setdefault("KERAS_BACKEND", "torch")
    import keras as library

    layers = [library.layers.Input((8,)), library.layers.Dense(4)]
    if lambdas:
        layers.append(library.layers.Lambda(lambda x: x * 2))
    path = os.path.join(root, "model.keras")
    library.Sequential(layers).save(path)
    with open(path, "rb") as file:
        data = file.read()
    os.remove(path)
    return data


weights = {name: value.contiguous() for name, value in model().state_dict().items()}
healthy = {
    "state.pt": ("torch.save of a state dict", saved(weights)),
    "checkpoint.pt": ("a training checkpoint with argparse.Namespace", saved(checkpoint())),
    "legacy.pt": ("the format of torch before 1.6", saved(weights, _use_new_zipfile_serialization=False)),
    "half.pt": ("bfloat16", saved({k: v.to(torch.bfloat16) for k, v in weights.items()})),
    "module.pt": ("a whole nn.Module", saved(model())),
    "script.pt": ("TorchScript", script()),
    "model.safetensors": ("safetensors", safetensors.torch.save(weights)),
    "array.npy": ("NumPy array", npy(numpy.random.rand(32, 4))),
    "arrays.npz": ("NumPy archive", npz()),
    "objects.pkl": ("dict of NumPy arrays", pickle.dumps({"a": numpy.random.rand(8), "b": [1, 2]})),
    "ordered.pkl": ("OrderedDict", pickle.dumps(collections.OrderedDict(a=1, b="x"))),
    "model.keras": ("Keras", keras()),
}
for name, (what, data) in healthy.items():
    put("healthy", name, what, data)


def flipped(data, at, bit=0):
    changed = bytearray(data)
    changed[at] ^= 1 << bit
    return bytes(changed)


def with_hole(data, at, length=4096):
    return data[:at] + bytes(min(length, len(data) - at)) + data[at + length :]


def member_at(data, ending):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        info = next(each for each in archive.infolist() if each.filename.endswith(ending))
    name, extra = struct.unpack("<HH", data[info.header_offset + 26 : info.header_offset + 30])
    return info.header_offset + 30 + name + extra, info.file_size


for name in ["state.pt", "checkpoint.pt", "half.pt", "script.pt"]:
    data = healthy[name][1]
    at, size = member_at(data, "data/0")
    put("damaged", f"flip-{name}", "one bit of a tensor flipped", flipped(data, at + size // 2))
    put("damaged", f"hole-{name}", "zeros in the midst of a tensor", with_hole(data, at + size // 4, 64))
    put("damaged", f"cut-{name}", "the last third never arrived", data[: len(data) * 2 // 3])
    put("damaged", f"tail-{name}", "the last third reserved and never written", with_hole(data, len(data) * 2 // 3, len(data)))
    end = data.rindex(b"PK\x01\x02")
    first = data.index(b"PK\x01\x02")
    for position in [first, end]:
        put("damaged", f"folder-bit-{position}-{name}", "a member marked as a folder", flipped(data, position + 38, 4))
for name in ["legacy.pt", "model.safetensors", "array.npy", "arrays.npz", "model.keras"]:
    data = healthy[name][1]
    put("damaged", f"cut-{name}", "the last third never arrived", data[: len(data) * 2 // 3])
    put("damaged", f"tail-{name}", "the last third reserved and never written", with_hole(data, len(data) * 2 // 3, len(data)))
for name in ["arrays.npz", "model.keras"]:
    data = healthy[name][1]
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        info = max(archive.infolist(), key=lambda each: each.compress_size)
    put("damaged", f"flip-{name}", "one bit of a member flipped", flipped(data, info.header_offset + 60 + info.compress_size // 2))
bad = {k: v.clone() for k, v in weights.items()}
bad["0.weight"][3, 3] = float("nan")
put("damaged", "nan.pt", "a NaN that was trained in", saved(bad))
put("damaged", "nan.safetensors", "a NaN that was trained in", safetensors.torch.save(bad))
bad["0.weight"] = torch.zeros(64, 64)
put("damaged", "zero.pt", "a weight that is zero throughout", saved(bad))
put("damaged", "zero.safetensors", "a weight that is zero throughout", safetensors.torch.save(bad))
put("damaged", "empty.pt", "empty", b"")
put("damaged", "page.safetensors", "a saved error page", b"<!DOCTYPE html><html><body>403 Forbidden</body></html>")
put("damaged", "pointer.bin", "a Git LFS pointer", b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\nsize 12\n")


class Calls:
    def __init__(self, what, *args):
        self.what, self.args = what, args

    def __reduce__(self):
        return self.what, self.args


def asks(module, name, *args):
    """A program that calls what is asked for by these words, made by hand: nothing need be importable here."""
    body = b"".join(b"\x8c" + bytes([len(arg)]) + arg.encode() for arg in args)
    return b"\x80\x04\x8c" + bytes([len(module)]) + module.encode() + b"\x8c" + bytes([len(name)]) + name.encode() + b"\x93(" + body + b"tR."


def with_program(program, data=healthy["state.pt"][1], **changes):
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(buffer, "w") as target:
        for info in source.infolist():
            content = source.read(info)
            if info.filename.endswith("data.pkl"):
                content = program
            target.writestr(info.filename, content)
        for name, content in changes.items():
            target.writestr(name, content)
    return buffer.getvalue()


evil = pickle.dumps(Calls(os.system, "true"))
text = b"cos\nsystem\n(S'true'\ntR."
programs = {
    "system": ("os.system", evil),
    "eval": ("builtins.eval", pickle.dumps(Calls(builtins.eval, "1"))),
    "protocol-0": ("a program of printable characters", text),
    "getattr": ("builtins.getattr", asks("builtins", "getattr", "x", "y")),
    "runpy": ("runpy.run_path", asks("runpy", "run_path", "x")),
    "pip": ("pip.main", asks("pip", "main", "x")),
    "pdb": ("pdb.run", asks("pdb", "run", "1")),
    "profile": ("cProfile.run", asks("cProfile", "run", "1")),
    "timeit": ("timeit.timeit", asks("timeit", "timeit", "1")),
    "idlelib": ("idlelib.pyshell.ModifiedInterpreter.runcommand", asks("idlelib.pyshell", "ModifiedInterpreter.runcommand", "1")),
    "lib2to3": ("lib2to3.pgen2.pgen.ParserGenerator.make_label", asks("lib2to3.pgen2.pgen", "ParserGenerator.make_label", "1")),
    "numpy": ("numpy.testing._private.utils.runstring", asks("numpy.testing._private.utils", "runstring", "1", "x")),
    "torch-hub": ("torch.hub.load", asks("torch.hub", "load", "a/b", "c")),
    "collect-env": ("torch.utils.collect_env.run", asks("torch.utils.collect_env", "run", "true")),
    "bottleneck": ("torch.utils.bottleneck.__main__.run_cprofile", asks("torch.utils.bottleneck.__main__", "run_cprofile", "1")),
    "torch-jit": ("torch.jit.unsupported_tensor_ops.execWrapper", asks("torch.jit.unsupported_tensor_ops", "execWrapper", "1")),
    "asyncio": ("asyncio.unix_events._UnixSubprocessTransport._start", asks("asyncio.unix_events", "_UnixSubprocessTransport._start", "1")),
    "ctypes": ("ctypes.CDLL", asks("ctypes", "CDLL", "x.so")),
    "unknown": ("a class of nobody", asks("a_stranger", "Thing", "x")),
    "after-stop": ("a harmless program, and another behind it", pickle.dumps({"a": 1}) + evil),
    "broken": ("runs something, and breaks off", evil[:-1] + b"\xff"),
    "padded": ("a text of 100 KiB first", b"(S'" + b"x" * 100_000 + b"'\n0" + text),
}
for name, (what, program) in programs.items():
    put("malicious", f"{name}.pkl", what, program)
    put("malicious", f"{name}.pt", f"{what}, in a file of torch", with_program(program))
state = healthy["state.pt"][1]
evil_zip = with_program(evil)
at, _ = member_at(evil_zip, "data.pkl")
crc = evil_zip.index(struct.pack("<I", zlib.crc32(evil)))
put("malicious", "wrong-crc.pt", "a checksum that makes readers give up, and torch not", flipped(evil_zip, crc))
put("malicious", "flagged.pt", "a flag by which readers take it for encrypted", flipped(evil_zip, evil_zip.index(b"PK\x01\x02") + 8))
put("malicious", "second.pt", "a program in a member of its own", with_program(pickle.dumps({"a": 1}), **{"archive/extra.pkl": evil}))
put("malicious", "named.txt", "a program with the name of a text", evil)
put("malicious", "named.safetensors", "a program with the name of safetensors", evil)
inner = io.BytesIO()
with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as archive:
    archive.writestr("weights/model.bin", evil)
put("malicious", "plain.zip", "in a plain archive, as any member", inner.getvalue())
put("malicious", "objects.npy", "an array of objects", npy(numpy.array([Calls(os.system, "true")], dtype=object), allow_pickle=True))
put("malicious", "lambda.keras", "Keras with a Lambda layer", keras(lambdas=True))
published_files = {
    "healthy": published.whole(healthy["model.keras"][1]),
    "malicious": published.files(healthy["state.pt"][1], healthy["model.keras"][1], with_program),
}
for kind, files in published_files.items():
    for name, what, data, *more in files:
        put(kind, f"published/{name}", what, data)
        for beside, content in more[0] if more else []:
            write(kind, f"published/{beside}", content)
