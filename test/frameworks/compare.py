"""compare.py ONE OTHER: what differs between the tensors of two files or folders, as JSON: {tensors, equal, largest, first}.

`largest` is the largest difference of two values, `first` the name of the first tensor that is not the same to the bit.
"""

import json
import os
import sys

import torch


def tensors_of(path):
    if os.path.isdir(path):
        from torch.distributed.checkpoint import FileSystemReader
        from torch.distributed.checkpoint.default_planner import _EmptyStateDictLoadPlanner
        from torch.distributed.checkpoint.state_dict_loader import _load_state_dict

        state = {}
        _load_state_dict(state, storage_reader=FileSystemReader(path), planner=_EmptyStateDictLoadPlanner(), no_dist=True)
        return dict(flat(state, ""))
    if path.endswith(".safetensors"):
        from safetensors.torch import load_file

        return load_file(path)
    if path.endswith(".keras"):
        return dict(of_keras(path))
    state = torch.load(path, map_location="cpu", weights_only=False)
    state.pop("callbacks", None)  # of Lightning: it names folders, which are not the same
    return dict(flat(state, ""))


def flat(value, name):
    if isinstance(value, torch.Tensor):
        yield name, value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from flat(each, f"{name}/{key}")
    elif isinstance(value, (list, tuple)):
        for at, each in enumerate(value):
            yield from flat(each, f"{name}/{at}")


def of_keras(path):
    import io
    import zipfile

    import h5py

    found = []
    with zipfile.ZipFile(path) as archive, h5py.File(io.BytesIO(archive.read("model.weights.h5"))) as weights:
        weights.visititems(lambda name, node: found.append((name, torch.tensor(node[()]))) if isinstance(node, h5py.Dataset) else None)
    return found


def main():
    one, other = (tensors_of(path) for path in sys.argv[1:3])
    assert one.keys() == other.keys(), sorted(one.keys() ^ other.keys())
    apart = [name for name in one if not torch.equal(one[name], other[name])]
    largest = max((float((one[name].double() - other[name].double()).abs().max()) for name in apart), default=0.0)
    print(json.dumps({"tensors": len(one), "equal": len(one) - len(apart), "largest": largest, "first": apart[0] if apart else None}))


main()
