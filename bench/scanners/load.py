"""Asks a reader about each file: 0 it reads it, 1 it refuses it, 3 it is none of its files; one number a line.

usage: python load.py weights_only|safetensors PATH...
"""
import sys


def weights_only(path):
    if not path.endswith((".pt", ".pth", ".bin", ".ckpt")):
        return 3
    import torch

    torch.load(path, map_location="cpu", weights_only=True)
    return 0


def safetensors(path):
    if not path.endswith(".safetensors"):
        return 3
    from safetensors import safe_open

    with safe_open(path, "pt") as file:
        for name in file.keys():
            file.get_tensor(name)
    return 0


reader = {"weights_only": weights_only, "safetensors": safetensors}[sys.argv[1]]
for path in sys.argv[2:]:
    try:
        print(reader(path))
    except Exception:
        print(1)
