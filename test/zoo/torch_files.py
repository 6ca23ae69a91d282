"""What torch.save, TorchScript, torch.export, safetensors and distributed checkpoints leave, with everything odd that is healthy."""

import copy
import math
import random

from zoo import SEED, maker


def net(width=16):
    import torch
    from torch import nn

    torch.manual_seed(SEED)
    return nn.Sequential(nn.Linear(8, width), nn.BatchNorm1d(width), nn.ReLU(), nn.Linear(width, 4))


def trained(model, optimizer, steps=3):
    import torch

    for _ in range(steps):
        loss = model(torch.randn(16, 8)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


@maker("files", "torch-state", "torch")
def torch_state(place):
    import torch

    model = net()
    optimizer = torch.optim.AdamW(model.parameters(), 1e-3)
    loss = trained(model, optimizer)
    torch.save(model.state_dict(), place / "state.pt")
    torch.save(model.state_dict(), place / "legacy.pth", _use_new_zipfile_serialization=False)
    torch.save(torch.compile(model).state_dict(), place / "compiled.pt")
    torch.save({f"module.{name}": value for name, value in model.state_dict().items()}, place / "ddp.pt")
    torch.save({f"module._orig_mod.{name}": value for name, value in model.state_dict().items()}, place / "ddp-compiled.pt")
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "model_args": {"n_layer": 2, "bias": False}, "iter_num": 3, "best_val_loss": torch.tensor(loss), "config": {"lr": 1e-3, "out_dir": "out"}}, place / "nanogpt.pt")
    torch.save({"state_dict": model.state_dict(), "epoch": 3, "best_acc1": torch.tensor(71.3), "arch": "resnet18", "optimizer": optimizer.state_dict(), "scheduler": torch.optim.lr_scheduler.StepLR(optimizer, 30).state_dict()}, place / "checkpoint.pth.tar")
    torch.save(model, place / "whole-module.pt")
    torch.save(optimizer.state_dict(), place / "optimizer.pt")
    torch.save({"model": model.state_dict(), "loss": float("inf"), "best": -math.inf, "step": 3}, place / "no-best-yet.pt")
    torch.save({"model": {k: v.half() for k, v in model.state_dict().items()}, "step": 3}, place / "half.pt")
    torch.save(copy.deepcopy(model).bfloat16().state_dict(), place / "bf16.pt")
    torch.save(list(model.parameters()), place / "list.pt")
    torch.save(torch.randn(64, 32), place / "tensor.pt")
    torch.save({"pred": torch.rand(10), "target": torch.zeros(10, dtype=torch.long)}, place / "predictions.pt")
    torch.save(model.state_dict(), place / "protocol4.pt", pickle_protocol=4)


@maker("files", "torch-by-pickle", "torch", "joblib")
def torch_by_pickle(place):
    import pickle

    import joblib
    import torch

    model = net()
    optimizer = torch.optim.AdamW(model.parameters(), 1e-3)
    trained(model, optimizer)
    state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": 3}
    for name, value, protocol in [("state", state, 4), ("state-p2", state, 2), ("module", model, 5), ("embeddings", {"ids": [1, 2], "vectors": next(model.parameters()).detach()}, 4)]:
        (place / f"{name}.pkl").write_bytes(pickle.dumps(value, protocol))
    joblib.dump(state, place / "state.joblib")
    joblib.dump(state, place / "state.joblib.gz", compress=3)


@maker("files", "torch-averages", "torch")
def torch_averages(place):
    import torch
    from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

    model = net()
    optimizer = torch.optim.SGD(model.parameters(), 1e-2, momentum=0.9)
    ema = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.99))
    trained(model, optimizer)
    ema.update_parameters(model)
    torch.save(ema.state_dict(), place / "ema.pt")
    torch.save({"model": model.state_dict(), "model_ema": ema.state_dict(), "optimizer": optimizer.state_dict(), "epoch": 1}, place / "with-ema.pt")
    torch.save({"model": model.state_dict(), "ema": {k: v.clone() for k, v in model.state_dict().items()}, "step": 3}, place / "with-plain-ema.pt")


@maker("files", "torch-optimizers", "torch")
def torch_optimizers(place):
    import torch

    for name in ["SGD", "Adam", "AdamW", "NAdam", "RAdam", "Adamax", "Adagrad", "Adadelta", "RMSprop", "Rprop", "ASGD", "LBFGS", "Adafactor", "Muon"]:
        kind = getattr(torch.optim, name, None)
        if kind is None:
            continue
        model = net() if name != "Muon" else torch.nn.Linear(8, 8, bias=False)
        optimizer = kind(model.parameters(), lr=1e-3)
        loss = lambda: model(torch.randn(16, 8)).pow(2).mean()  # noqa: E731
        for _ in range(2):
            optimizer.zero_grad()
            value = loss()
            value.backward()
            optimizer.step(loss) if name == "LBFGS" else optimizer.step()
        torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": 2}, place / f"{name.lower()}.pt")
    model = net()
    fresh = torch.optim.AdamW(model.parameters())
    torch.save({"model": model.state_dict(), "optimizer": fresh.state_dict(), "step": 0}, place / "before-first-step.pt")
    frozen = net()
    frozen[0].requires_grad_(False)
    partly = torch.optim.Adam([each for each in frozen.parameters() if each.requires_grad], amsgrad=True)
    trained(frozen, partly)
    torch.save({"model": frozen.state_dict(), "optimizer": partly.state_dict(), "epoch": 1}, place / "frozen.pt")
    from torch.optim import lr_scheduler as schedules

    optimizer = torch.optim.SGD(net().parameters(), 0.1)
    made = {
        "plateau": schedules.ReduceLROnPlateau(optimizer),
        "cosine": schedules.CosineAnnealingLR(optimizer, 10),
        "onecycle": schedules.OneCycleLR(optimizer, 0.1, 10),
        "sequential": schedules.SequentialLR(optimizer, [schedules.ConstantLR(optimizer), schedules.ExponentialLR(optimizer, 0.9)], [2]),
        "lambda": schedules.LambdaLR(optimizer, lambda step: 1.0),
        "multistep": schedules.MultiStepLR(optimizer, [3, 6]),
    }
    for name, schedule in made.items():
        torch.save(schedule.state_dict(), place / f"scheduler-{name}.pt")
    torch.save(torch.amp.GradScaler("cpu").state_dict(), place / "scaler.pt")


@maker("files", "torch-random-states", "torch", "numpy")
def torch_random_states(place):
    import numpy as np
    import torch

    torch.save({"python": random.getstate(), "numpy": np.random.get_state(), "cpu": torch.random.get_rng_state()}, place / "rng_state.pth")
    torch.save(torch.get_rng_state(), place / "rng.pt")
    model = net()
    torch.save({"model": model.state_dict(), "rng_state": torch.get_rng_state(), "cuda_rng_state": [], "step": 5}, place / "with-rng.pt")


@maker("files", "torch-dtypes", "torch")
def torch_dtypes(place):
    import torch
    from safetensors.torch import save_file

    def of(dtype):
        if dtype.is_complex:
            return torch.randn(8, 8, dtype=torch.complex64).to(dtype)
        if dtype.is_floating_point:
            try:
                return torch.randn(8, 8).to(dtype)
            except (RuntimeError, NotImplementedError):
                return torch.randint(0, 255, (8, 8), dtype=torch.uint8).view(dtype)
        return torch.randint(0, 2, (8, 8)).to(dtype)

    names = ["float64", "float32", "float16", "bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu", "float4_e2m1fn_x2", "complex32", "complex64", "complex128", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool"]
    every = {name: getattr(torch, name) for name in names if hasattr(torch, name)}
    made = {}
    for name, dtype in every.items():
        made[name] = of(dtype)
        torch.save({"weight": made[name]}, place / f"{name}.pt")
    for name, tensor in made.items():
        try:
            save_file({"weight": tensor}, place / f"{name}.safetensors")
        except (KeyError, ValueError):
            # Not every type has a name there.
            (place / f"{name}.safetensors").unlink(missing_ok=True)


@maker("files", "torch-shapes", "torch")
def torch_shapes(place):
    import torch
    from safetensors.torch import save_file

    base = torch.randn(100, 16)
    torch.save({"view": base[3:7], "whole": base, "t": base.t(), "expanded": torch.randn(1, 4).expand(5, 4), "channels": torch.randn(2, 3, 4, 4).to(memory_format=torch.channels_last)}, place / "views.pt")
    torch.save({"row": torch.randn(1000, 8)[0]}, place / "slice-of-more.pt")
    torch.save({"sparse": torch.randn(6, 6).relu().to_sparse(), "csr": torch.eye(5).to_sparse_csr()}, place / "sparse.pt")
    torch.save({"empty": torch.zeros(0, 4), "scalar": torch.tensor(2.5), "parameter": torch.nn.Parameter(torch.randn(3))}, place / "small.pt")
    torch.save({"nested": torch.nested.nested_tensor([torch.randn(2, 3), torch.randn(4, 3)], layout=torch.jagged)}, place / "nested.pt")
    torch.save({"meta": torch.empty(4, 4, device="meta"), "w": torch.randn(2, 2)}, place / "meta.pt")
    torch.save({"conj": torch.randn(3, dtype=torch.complex64).conj(), "neg": torch.randn(3, dtype=torch.complex64).imag}, place / "lazy.pt")
    save_file({"w": torch.randn(4, 4), "empty": torch.zeros(0, 3), "scalar": torch.tensor(1.5)}, place / "small.safetensors", metadata={"format": "pt", "note": "é"})
    save_file({"step": torch.tensor(5)}, place / "one.safetensors")


@maker("files", "zeros-on-purpose", "torch")
def zeros_on_purpose(place):
    import torch
    from safetensors.torch import save_file
    from torch import nn

    torch.manual_seed(SEED)
    w = lambda *shape: torch.randn(*shape) * 0.02  # noqa: E731
    zero = torch.zeros
    base = {"blocks.0.attn.qkv.weight": w(48, 16), "blocks.0.attn.qkv.bias": w(48)}
    both = {
        "dit-adaln": {**base, "blocks.0.adaLN_modulation.1.weight": zero(96, 16), "blocks.0.adaLN_modulation.1.bias": zero(96), "final_layer.linear.weight": zero(8, 16), "final_layer.adaLN_modulation.1.weight": zero(32, 16), "x_embedder.proj.weight": w(16, 4, 2, 2)},
        "controlnet": {**base, "controlnet_down_blocks.0.weight": zero(16, 16, 1, 1), "controlnet_down_blocks.0.bias": zero(16), "controlnet_mid_block.weight": zero(16, 16, 1, 1), "controlnet_cond_embedding.conv_out.weight": zero(16, 8, 3, 3)},
        "controlnet-original": {**base, "zero_convs.0.0.weight": zero(16, 16, 1, 1), "zero_convs.0.0.bias": zero(16), "middle_block_out.0.weight": zero(16, 16, 1, 1), "input_hint_block.14.weight": zero(8, 8, 3, 3)},
        "unet-guided": {**base, "out.2.weight": zero(3, 16, 3, 3), "input_blocks.1.0.out_layers.3.weight": zero(16, 16, 3, 3), "middle_block.1.proj_out.weight": zero(16, 16, 1)},
        "vit-fresh": {"cls_token": zero(1, 1, 16), "pos_embed": zero(1, 5, 16), "patch_embed.proj.weight": w(16, 3, 4, 4), "head.weight": zero(10, 16), "head.bias": zero(10), **base},
        "resnet-zero-init": {"conv1.weight": w(8, 3, 3, 3), "layer1.0.bn3.weight": zero(8), "layer1.0.bn3.bias": zero(8), "fc.weight": w(10, 8)},
        "lora-step-0": {"base_model.model.q_proj.lora_A.weight": w(4, 16), "base_model.model.q_proj.lora_B.weight": zero(16, 4), "base_model.model.v_proj.lora_A.weight": w(4, 16), "base_model.model.v_proj.lora_B.weight": zero(16, 4)},
        "padding-row": {"embed_tokens.weight": torch.cat([zero(1, 16), w(99, 16)]), **base},
        "relative-bias": {"layers.0.attn.relative_position_bias_table": zero(49, 4), "rel_pos_h": zero(27, 16), "rel_pos_w": zero(27, 16), **base},
        "rezero": {**base, "blocks.0.alpha": zero(1), "blocks.0.gamma_1": zero(16), "gate_attn.weight": zero(16, 16)},
        "zero-head": {**base, "score.weight": zero(1, 16), "v_head.summary.weight": zero(1, 16)},
        "perceiver": {**base, "resampler.latents": zero(1, 8, 16)},
        "zero-buffers": {**base, "kv_cache.k_cache": zero(1, 4, 8, 16), "hidden_state": zero(2, 16), "queue": w(16, 32), "memory_bank.mask": zero(4, 4)},
        "ip-adapter": {**base, "ip_adapter.0.to_k_ip.weight": w(16, 16), "image_proj.proj.weight": zero(16, 16)},
        "mup-readout": {**base, "lm_head.weight": zero(100, 16)},
    }
    for name, state in both.items():
        torch.save(state, place / f"{name}.pt")
        save_file(state, place / f"{name}.safetensors")
    slopes = torch.tensor([2 ** -(i + 1) for i in range(4)])
    masks = {
        "alibi": {**base, "transformer.alibi": slopes[:, None, None] * torch.arange(-7.0, 1)[None, None], "attn.alibi_bias": (torch.full((8, 8), -math.inf).triu(1))[None]},
        "causal": {**base, "h.0.attn.bias": torch.full((8, 8), -math.inf).triu(1), "h.0.attn.masked_bias": torch.tensor(-1e9), "decoder.mask": torch.full((8, 8), -math.inf).triu(1), "_future_mask": torch.full((8, 8), -math.inf).triu(1)},
        "causal-f16": {**base, "h.0.attn.mask": torch.full((8, 8), -math.inf).triu(1).half(), "causal_mask": torch.full((1, 1, 8, 8), -math.inf).triu(1)},
        "log-priors": {**base, "log_prior": torch.tensor([-math.inf, 0.0]), "logit_mask": torch.tensor([0.0, -math.inf])},
    }
    for name, state in masks.items():
        torch.save(state, place / f"{name}.pt")
        save_file(state, place / f"{name}.safetensors")
    running = nn.BatchNorm1d(4)
    torch.save(running.state_dict(), place / "fresh-norm.pt")


@maker("files", "torch-observers", "torch")
def torch_observers(place):
    import torch
    from torch.ao.quantization import MinMaxObserver, PerChannelMinMaxObserver, QConfig, FakeQuantize, HistogramObserver

    class Watched(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = torch.nn.Linear(4, 4)
            self.activation_post_process = MinMaxObserver()
            self.weight_observer = PerChannelMinMaxObserver()
            self.fake = FakeQuantize()
            self.histogram = HistogramObserver()

    torch.save(Watched().state_dict(), place / "observers-fresh.pt")
    used = Watched()
    used.activation_post_process(torch.randn(8, 4))
    torch.save(used.state_dict(), place / "observers-used.pt")
    assert QConfig


@maker("files", "torch-quantized", "torch")
def torch_quantized(place):
    import torch

    x = torch.randn(8, 8)
    torch.save({"q": torch.quantize_per_tensor(x, 0.1, 0, torch.qint8), "c": torch.quantize_per_channel(x, torch.full((8,), 0.1), torch.zeros(8), 0, torch.qint8)}, place / "qtensors.pt")
    torch.save(torch.ao.quantization.quantize_dynamic(torch.nn.Sequential(torch.nn.Linear(8, 4)), {torch.nn.Linear}).state_dict(), place / "dynamic.pt")


@maker("files", "torch-programs", "torch")
def torch_programs(place):
    import torch

    model = net().eval()
    example = torch.randn(2, 8)
    torch.jit.trace(model, example).save(place / "traced.pt")
    torch.jit.script(model).save(place / "scripted.pt")


@maker("files", "torch-export", "torch")
def torch_export(place):
    import torch

    torch.export.save(torch.export.export(net().eval(), (torch.randn(2, 8),)), place / "exported.pt2")


@maker("files", "onnx-of-torch", "torch", "onnx", "onnxscript")
def onnx_of_torch(place):
    import torch

    torch.onnx.export(net().eval(), (torch.randn(2, 8),), place / "exported.onnx", dynamo=True, external_data=False, verbose=False)


@maker("folder", "onnx-external", "torch", "onnx", "onnxscript")
def onnx_external(place):
    import torch

    torch.onnx.export(net(64).eval(), (torch.randn(2, 8),), place / "model.onnx", dynamo=True, external_data=True, verbose=False)


def with_group(work):
    import os

    import torch.distributed as dist

    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(29700 + os.getpid() % 200), RANK="0", WORLD_SIZE="1", LOCAL_RANK="0")
    dist.init_process_group("gloo", rank=0, world_size=1)
    try:
        work()
    finally:
        dist.destroy_process_group()


@maker("files", "torch-dtensor", "torch")
def torch_dtensor(place):
    import torch
    from torch.distributed.device_mesh import init_device_mesh
    from torch.distributed.tensor import Replicate, Shard, distribute_tensor

    def work():
        mesh = init_device_mesh("cpu", (1,))
        torch.save({"model": {"w": distribute_tensor(torch.randn(8, 4), mesh, [Shard(0)]), "b": distribute_tensor(torch.randn(4), mesh, [Replicate()])}, "step": 5}, place / "dtensor.pt")

    with_group(work)


@maker("folder", "dcp", "torch")
def dcp_folder(place):
    import torch
    import torch.distributed.checkpoint as dcp

    model = net()
    optimizer = torch.optim.AdamW(model.parameters())
    trained(model, optimizer)
    dcp.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": 3, "lr": 1e-3}, checkpoint_id=place / "step-3")


@maker("folder", "dcp-dtensor", "torch")
def dcp_dtensor(place):
    import torch
    import torch.distributed.checkpoint as dcp
    from torch.distributed.checkpoint.state_dict import get_state_dict
    from torch.distributed.device_mesh import init_device_mesh
    from torch.distributed.fsdp import fully_shard

    def work():
        model = net()
        fully_shard(model, mesh=init_device_mesh("cpu", (1,)))
        optimizer = torch.optim.AdamW(model.parameters())
        trained(model, optimizer)
        weights, state = get_state_dict(model, optimizer)
        dcp.save({"model": weights, "optim": state, "dataloader": {"epoch": 1}}, checkpoint_id=place / "step-3")

    with_group(work)


@maker("folder", "dcp-safetensors", "torch", "safetensors")
def dcp_safetensors(place):
    import torch.distributed.checkpoint as dcp
    from torch.distributed.checkpoint import HuggingFaceStorageWriter

    dcp.save(net().state_dict(), storage_writer=HuggingFaceStorageWriter(path=str(place / "out"), fqn_to_index_mapping={name: 1 + i % 2 for i, name in enumerate(net().state_dict())}))


@maker("folder", "dcp-async", "torch")
def dcp_async(place):
    import torch.distributed.checkpoint as dcp

    with_group(lambda: dcp.async_save({"app": net().state_dict()}, checkpoint_id=place / "step-1").result())


@maker("folder", "rank-files", "torch")
def rank_files(place):
    import torch

    for rank in range(2):
        torch.save({"model": net().state_dict(), "step": 4, "rank": rank, "world_size": 2}, place / f"ckpt_rank{rank}.pt")


@maker("folder", "nanogpt-out", "torch")
def nanogpt_out(place):
    import numpy as np
    import torch

    model = net()
    optimizer = torch.optim.AdamW(model.parameters())
    trained(model, optimizer)
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "iter_num": 3, "best_val_loss": 1.5, "config": {}, "model_args": {}}, place / "ckpt.pt")
    (place / "train.log").write_text("iter 0: loss 4.2\niter 1: loss 4.1\n")
    np.arange(4000, dtype=np.uint16).tofile(place / "train.bin")
