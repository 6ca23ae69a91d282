"""Trains a small network with DistributedDataParallel, started by torchrun, and can be killed anywhere.

One machine:     torchrun --standalone --nproc-per-node=gpu train.py        (without a GPU: --nproc-per-node=2)
Several nodes:   torchrun --nnodes=$GPU_LEASE_NODES --nproc-per-node=gpu --max-restarts=3 --rdzv-backend=c10d \
                   --rdzv-id=$GPU_LEASE_RUN --rdzv-endpoint=$MASTER_ADDR:$MASTER_PORT train.py

Needs torch (1.13 or newer) and nothing else: nccl where each process has a GPU of its own, gloo elsewhere. One command starts
or resumes: every process loads the newest checkpoint in $GPU_LEASE_OUT (unset: out), and process 0 alone writes it, atomically.

Settings by environment: STEPS, SEED, BATCH (of all processes together), LEARNING_RATE, CKPT_EVERY, STEP_MS.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.elastic.multiprocessing.errors import record
from torch.nn.parallel import DistributedDataParallel

WEIGHTS_ONLY = int(torch.__version__.split(".")[0]) >= 2
FEATURES = 20
CLASSES = 4


def setting(name, default, kind=int):
    """A setting from the environment. Set and empty is a mistake, not a default."""
    text = os.environ.get(name)
    return default if text is None else kind(text)


STEPS = setting("STEPS", 300)
SEED = setting("SEED", 1)
BATCH = setting("BATCH", 64)
LEARNING_RATE = setting("LEARNING_RATE", 1e-2, float)
CKPT_EVERY = setting("CKPT_EVERY", 25)
STEP_MS = setting("STEP_MS", 0)

OUT = Path(os.environ.get("GPU_LEASE_OUT", "out"))
LAST = OUT / "checkpoints" / "last.pt"
METRICS = OUT / "metrics.jsonl"


def batch_of(step, rank, world):
    """The share of this process in the batch of a step: the same data for any number of processes, and for any restart."""
    centres = 2 * torch.randn(CLASSES, FEATURES, generator=torch.Generator().manual_seed(7))
    generator = torch.Generator().manual_seed(SEED * 1_000_003 + step)
    labels = torch.randint(CLASSES, (BATCH,), generator=generator)
    images = centres[labels] + torch.randn(BATCH, FEATURES, generator=generator)
    return images[rank::world], labels[rank::world]


def publish(path, write):
    """Puts a file at `path` so that a kill at any instant leaves the old one or the new one, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".partial")
    with open(partial, "wb") as file:
        write(file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(partial, path)


def open_metrics(step):
    """To append to, without the lines of steps that will be done again, or were half written."""
    keep = 0
    if METRICS.exists():
        for line in METRICS.read_bytes().splitlines(keepends=True):
            if not line.endswith(b"\n") or json.loads(line)["step"] > step:
                break
            keep += len(line)
    file = open(METRICS, "ab", buffering=0)
    file.truncate(keep)
    return file


def device_and_backend():
    """A GPU of its own for each process of this machine, or the processor for all."""
    local = int(os.environ["LOCAL_RANK"])
    if torch.cuda.is_available() and torch.cuda.device_count() >= int(os.environ["LOCAL_WORLD_SIZE"]):
        torch.cuda.set_device(local)
        return torch.device("cuda", local), "nccl"
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    return torch.device("cpu"), "gloo"


def any_says(flag, device):
    """Whether one of all processes says so: a signal may reach some of them a step earlier."""
    seen = torch.tensor([1.0 if flag else 0.0], device=device)
    dist.all_reduce(seen)
    return seen.item() > 0


# What ends a process is written to the file that torchrun names, and torchrun then says which process failed first.
@record
def main():
    stopping = []
    signal.signal(signal.SIGTERM, lambda *_: stopping.append(True))
    device, backend = device_and_backend()
    dist.init_process_group(backend)
    rank, world = dist.get_rank(), dist.get_world_size()

    torch.manual_seed(SEED)
    model = nn.Sequential(nn.Linear(FEATURES, 64), nn.ReLU(), nn.Linear(64, CLASSES)).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=LEARNING_RATE)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, STEPS)
    step = 0
    if LAST.exists():
        state = torch.load(LAST, map_location="cpu", weights_only=WEIGHTS_ONLY)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        scheduler.load_state_dict(state["scheduler"])
        step = state["step"]
    # All of them have loaded before anybody writes again.
    cards = [device.index] if device.type == "cuda" else None
    dist.barrier(device_ids=cards)
    trained = DistributedDataParallel(model, device_ids=cards)
    how = f"process {rank} of {world} on {device} with {backend}"
    print(f"{'resumed' if step > 0 else 'starting'} at step {step} of {STEPS}, {how}", flush=True)

    metrics = open_metrics(step) if rank == 0 else None
    loss_of = nn.CrossEntropyLoss(reduction="sum")
    while step < STEPS:
        began = time.monotonic()
        images, labels = (each.to(device) for each in batch_of(step, rank, world))
        # DDP takes the mean over processes, whose shares may differ by one: so the sums are divided by what all have together.
        share = loss_of(trained(images), labels) * world / BATCH
        optimizer.zero_grad()
        share.backward()
        optimizer.step()
        scheduler.step()
        step += 1
        total = share.detach().clone()
        dist.all_reduce(total)
        loss = total.item() / world
        ends = any_says(stopping, device)
        saves = step % CKPT_EVERY == 0 or step == STEPS or ends
        if rank == 0:
            line = {"step": step, "loss": loss, "lr": scheduler.get_last_lr()[0], "world": world}
            metrics.write((json.dumps(line, allow_nan=False) + "\n").encode())
        if rank == 0 and saves:
            # The metrics first: a checkpoint never knows of a step that they do not.
            os.fsync(metrics.fileno())
            state = {
                "model": model.state_dict(),
                "optimizer": optimizer.state_dict(),
                "scheduler": scheduler.state_dict(),
                "step": step,
            }
            publish(LAST, lambda file: torch.save(state, file))
            print(f"step {step}/{STEPS} loss {loss:.4f} world {world}", flush=True)
        if ends:
            break
        time.sleep(max(0.0, began + STEP_MS / 1000 - time.monotonic()))

    dist.barrier(device_ids=cards)
    dist.destroy_process_group()
    if step < STEPS:
        print(f"stopped by SIGTERM after step {step}, which is in the checkpoint", flush=True)
    elif rank == 0:
        print(f"finished {STEPS} steps", flush=True)
    sys.stdout.flush()
    # gloo's threads may outlive the group and abort a process that ends in the usual way.
    os._exit(0 if step >= STEPS else 143)


if __name__ == "__main__":
    main()
