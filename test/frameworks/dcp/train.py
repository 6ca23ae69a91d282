"""Trains a sharded model: torchrun --standalone --nproc_per_node=2 train.py. Goes on from the newest step-N of the distributed checkpoints."""

import argparse
import json
import os
import re
import sys
import time

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch import nn
from torch.distributed.checkpoint.state_dict import get_state_dict, set_state_dict
from torch.distributed.checkpoint.stateful import Stateful
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard


class AppState(Stateful):
    """Model, optimizer, scheduler and step, as the checkpoint holds them."""

    def __init__(self, model, optimizer, scheduler, step=0):
        self.model, self.optimizer, self.scheduler, self.step = model, optimizer, scheduler, step

    def state_dict(self):
        model, optimizer = get_state_dict(self.model, self.optimizer)
        return {"model": model, "optimizer": optimizer, "scheduler": self.scheduler.state_dict(), "step": self.step}

    def load_state_dict(self, state):
        set_state_dict(self.model, self.optimizer, model_state_dict=state["model"], optim_state_dict=state["optimizer"])
        self.scheduler.load_state_dict(state["scheduler"])
        self.step = state["step"]


def newest(folder):
    """A save that was cut short has no .metadata: that file is written last."""
    steps = [int(name[5:]) for name in os.listdir(folder) if re.fullmatch(r"step-\d+", name) and os.path.exists(os.path.join(folder, name, ".metadata"))]
    return max(steps, default=None)


def batch_of(step, rank):
    generator = torch.Generator().manual_seed(1000 * step + rank)
    x = torch.randn(8, 16, generator=generator)
    return x, torch.sin(x).sum(dim=1, keepdim=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--output_dir", default="out")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--save_every", type=int, default=5)
    args = parser.parse_args()
    os.makedirs(args.output_dir, exist_ok=True)
    has_gpu = torch.cuda.is_available()
    dist.init_process_group(backend="nccl" if has_gpu else "gloo")
    mesh = init_device_mesh("cuda" if has_gpu else "cpu", (dist.get_world_size(),))
    torch.manual_seed(11)
    model = nn.Sequential(nn.Linear(16, 64), nn.GELU(), nn.Linear(64, 64), nn.GELU(), nn.Linear(64, 1))
    for layer in model:
        if isinstance(layer, nn.Linear):
            fully_shard(layer, mesh=mesh)
    fully_shard(model, mesh=mesh)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=200)
    app = AppState(model, optimizer, scheduler)

    resumed = newest(args.output_dir)
    if resumed is not None:
        dcp.load({"app": app}, checkpoint_id=os.path.join(args.output_dir, f"step-{resumed}"))
    metrics = open(os.path.join(args.output_dir, "metrics.jsonl"), "a") if dist.get_rank() == 0 else None
    while app.step < args.steps:
        time.sleep(0.05)  # as long as a step of a real model takes
        x, y = batch_of(app.step, dist.get_rank())
        loss = nn.functional.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()
        app.step += 1
        if metrics:
            print(json.dumps({"step": app.step, "loss": loss.item(), "lr": scheduler.get_last_lr()[0]}), file=metrics, flush=True)
        if app.step % args.save_every == 0:
            dcp.save({"app": app}, checkpoint_id=os.path.join(args.output_dir, f"step-{app.step}"))
    dist.barrier()
    dist.destroy_process_group()
    # gloo's threads outlive the group, and one of them may abort the process while Python is being closed.
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
