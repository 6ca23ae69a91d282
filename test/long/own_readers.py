"""What the libraries return of a file of their own format, bit by bit, as one digest."""

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
import warnings
import zipfile

warnings.simplefilter("ignore")
os.environ.setdefault("KERAS_BACKEND", "torch")
os.environ.update(TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="")


def tell(value, into):
    """Feeds a value, bit by bit where it has bits, into a digest."""
    if hasattr(value, "untyped_storage"):
        plain = value.detach()
        into.update(f"{value.dtype} {tuple(value.shape)} {value.layout} {value.device.type} {value.requires_grad}".encode())
        if value.is_quantized:
            into.update(str(value.qscheme()).encode())
            plain = plain.dequantize()
        if str(value.layout) != "torch.strided":
            plain = plain.to_dense()
        if plain.device.type != "meta":
            into.update(bytes(plain.contiguous().clone().untyped_storage()))
    elif hasattr(value, "tobytes"):
        into.update(f"{value.dtype} {value.shape}".encode())
        if value.dtype.hasobject:
            tell(value.tolist(), into)
        else:
            into.update(value.tobytes())
    elif isinstance(value, dict):
        into.update(f"dict {len(value)}".encode())
        for key, each in value.items():
            tell(key, into)
            tell(each, into)
    elif isinstance(value, (list, tuple)):
        into.update(f"{type(value).__name__} {len(value)}".encode())
        for each in value:
            tell(each, into)
    elif isinstance(value, bytes):
        into.update(value)
    elif type(value).__module__.startswith("sklearn."):
        into.update(type(value).__name__.encode())
        tell(value.__getstate__(), into)
    else:
        into.update(repr(value).encode())


def safetensors(path):
    from safetensors import safe_open

    with safe_open(path, "pt") as file:
        for name in sorted(file.keys()):
            yield name
            yield file.get_tensor(name)
        yield sorted((file.metadata() or {}).items())


def sharded(path):
    """The index of a model in several files, with the files beside it."""
    from transformers import AutoModelForCausalLM

    model, found = AutoModelForCausalLM.from_pretrained(os.path.dirname(path), output_loading_info=True)
    if any(found.values()):
        raise ValueError(f"not loaded as it is: {found}")
    for name, value in sorted(model.state_dict().items()):
        yield name
        yield value


def npy(path):
    import numpy

    yield numpy.load(path)


def npz(path):
    import numpy

    with numpy.load(path, allow_pickle=True) as arrays:
        for name in arrays.files:
            yield name
            yield arrays[name]


def hdf5(path):
    import h5py

    with h5py.File(path, "r") as file:
        names = []
        file.visit(names.append)
        yield sorted((key, str(value)) for key, value in file.attrs.items())
        for name in names:
            each = file[name]
            yield name
            if isinstance(each, h5py.Dataset):
                yield each[()]
            yield sorted((key, str(value)) for key, value in each.attrs.items())


def gguf(path):
    from gguf import GGUFReader

    reader = GGUFReader(path)
    for field in reader.fields.values():
        yield field.name
        yield [bytes(part) for part in field.parts]
    for tensor in reader.tensors:
        yield tensor.name
        yield tensor.data


def parquet(path):
    import pyarrow.parquet

    yield str(pyarrow.parquet.read_table(path, use_threads=False).to_pydict())


def arrow(path):
    import pyarrow.ipc

    with pyarrow.OSFile(path) as file:
        yield str(pyarrow.ipc.open_file(file).read_all().to_pydict())


def arrow_stream(path):
    import pyarrow.ipc

    with pyarrow.OSFile(path) as file:
        yield str(pyarrow.ipc.open_stream(file).read_all().to_pydict())


def onnx(path):
    import onnx as library
    from onnx import numpy_helper

    model = library.load(path)
    library.checker.check_model(model)
    for each in model.graph.initializer:
        yield each.name
        yield numpy_helper.to_array(each)
    yield str(model.graph.node)


def torch_legacy(path):
    import torch

    yield torch.load(path, weights_only=True, map_location="cpu")


def torch(path):
    """Every way to load it: that one of them refuses is an answer, too."""
    import torch as library

    refused = []
    for weights_only in (True, False):
        for mmap in (False, True):
            try:
                yield library.load(path, weights_only=weights_only, mmap=mmap, map_location="cpu")
            except Exception as error:
                refused.append(error)
                yield f"refused: {type(error).__name__}"
    if len(refused) == 4:
        raise refused[0]


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


def joblib(path):
    import joblib as library

    yield library.load(path)


def tensorflow(path):
    import tensorflow as library

    reader = library.train.load_checkpoint(path.removesuffix(".index"))
    for name in sorted(reader.get_variable_to_shape_map()):
        yield name
        yield reader.get_tensor(name)


def keras(path):
    import keras as library

    # Not compiled: what keras.losses is called in an old file is not what its own reader looks for.
    model = library.saving.load_model(path, compile=not path.endswith(".h5"))
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
    each.__name__: each
    for each in (
        safetensors, sharded, npy, npz, hdf5, gguf, parquet, arrow, arrow_stream, onnx, torch_legacy, torch, script, exported, joblib,
        tensorflow, keras, plain_zip,
    )
}  # fmt: skip


def digest(kind, path):
    """Throws whatever the library throws."""
    into = hashlib.sha256()
    for value in READERS[kind](path):
        tell(value, into)
    return into.hexdigest()
