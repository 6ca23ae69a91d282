"""Writes small models of many architectures, as they begin and after some steps of training, as safetensors and as PyTorch's old stream.

usage: make_models.py FOLDER; prints how many files it wrote and which architectures it could not make.
"""

import json
import os
import sys
import warnings

warnings.simplefilter("ignore")
os.environ["TRANSFORMERS_VERBOSITY"] = "error"

import torch
from safetensors.torch import save_file

from small_transformers import NAMES, small

place = sys.argv[1]
torch.manual_seed(7)

def batch(model, config):
    ids = torch.randint(3, config.vocab_size, (2, 16)) if hasattr(config, "vocab_size") else None
    if model.main_input_name == "pixel_values":
        size = getattr(config, "image_size", 32)
        return {"pixel_values": torch.randn(2, 3, size, size)}
    if model.main_input_name in ("input_features", "input_values"):
        return None
    return {"input_ids": ids}


def train(model, config, steps):
    given = batch(model, config)
    if given is None:
        return None
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for _ in range(steps):
        out = model(**given)
        first = next(value for value in out.values() if torch.is_tensor(value) and value.is_floating_point())
        first.float().pow(2).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
    return optimizer


def write(name, state):
    state = {key: value.detach().clone().contiguous() for key, value in state.items()}
    save_file(state, os.path.join(place, f"{name}.safetensors"))
    torch.save(state, os.path.join(place, f"{name}.old.pt"), _use_new_zipfile_serialization=False)


not_made = {}
for name in NAMES:
    try:
        model, config = small(name)
        write(f"{name}-fresh", model.state_dict())
        optimizer = train(model, config, 3)
        write(f"{name}-trained", model.half().state_dict())
        if optimizer is not None:
            state = {f"optimizer.{i}.{key}": value for i, each in optimizer.state_dict()["state"].items() for key, value in each.items() if torch.is_tensor(value) and value.dim() > 0}
            write(f"{name}-optimizer", state)
    except Exception as error:
        not_made[name] = f"{type(error).__name__}: {str(error)[:80]}"

# What is zero on purpose: padding rows and columns, pruned weights and channels, layers that begin at zero.
dense = lambda rows, columns: torch.randn(rows, columns) * 0.02
padded = dense(1000, 64)
padded[937:] = 0
write("padded-vocabulary", {"layer.weight": dense(64, 64), "lm_head.bias": torch.cat([torch.randn(944), torch.zeros(56)]), "lm_head.weight": padded})
columns = dense(300, 512)
columns[:, 450:] = 0
write("padded-columns", {"down.weight": columns})
for share in (0.5, 0.9, 0.98):
    write(f"sparse-{share}", {"layer.weight": dense(512, 512) * (torch.rand(512, 512) > share)})
channels = torch.randn(128, 64, 3, 3) * 0.02
channels[100:] = 0
write("pruned-channels", {"conv.weight": channels})
inputs = torch.randn(128, 64, 3, 3) * 0.02
inputs[:, 40:] = 0
write("pruned-inputs", {"conv.weight": inputs})
write("zero-bias", {"head.bias": torch.zeros(4000), "a.weight": dense(64, 64)})
write("triangle", {"mask": torch.tril(torch.ones(512, 512)), "a.weight": dense(64, 64), "z": torch.triu(torch.ones(512, 512))})
write("diagonal", {"a.weight": dense(64, 64), "z.weight": torch.eye(1500)})
write("fused-bias", {"a.weight": dense(64, 64), "qkv.bias": torch.cat([torch.randn(1024), torch.zeros(1024), torch.randn(1024)])})
print(json.dumps({"files": len(os.listdir(place)), "not_made": not_made}))
