"""Trains a small network on images that it draws itself, and can be killed anywhere.

Needs torch (1.13 or newer) and nothing else; takes a GPU when there is one. One command starts or resumes: it always
loads the newest checkpoint in $GPU_LEASE_OUT (unset: out). The checkpoint holds the whole state and is written
atomically, so a run that was killed ends with the same weights as one that was left alone on the same machine.

Settings by environment: STEPS, SEED, BATCH, LEARNING_RATE, CKPT_EVERY, STEP_MS.
"""

import json
import math
import os
import random
import signal
import sys
import time
from pathlib import Path

# cuBLAS reads this when CUDA starts, so it must stand before torch is imported.
os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")

import torch
from torch import nn

try:
    import numpy
except ImportError:
    numpy = None

# Nothing in a checkpoint of ours needs more, but the weights-only loader of torch 1.13 does not know floats yet.
WEIGHTS_ONLY = int(torch.__version__.split(".")[0]) >= 2
CLASSES = 10
SIDE = 12
TRAIN_IMAGES = 2000
VALIDATION_IMAGES = 500
NOISE = 0.4


def setting(name, default, kind=int):
    """A setting from the environment. Set and empty is a mistake, not a default."""
    text = os.environ.get(name)
    return default if text is None else kind(text)


STEPS = setting("STEPS", 300)
SEED = setting("SEED", 1)
BATCH = setting("BATCH", 32)
LEARNING_RATE = setting("LEARNING_RATE", 1e-2, float)
CKPT_EVERY = setting("CKPT_EVERY", 25)
STEP_MS = setting("STEP_MS", 0)
# What determines the result; pace and cadence do not.
CONFIG = {"steps": STEPS, "seed": SEED, "batch": BATCH, "learning_rate": LEARNING_RATE}

OUT = Path(os.environ.get("GPU_LEASE_OUT", "out"))
LAST = OUT / "checkpoints" / "last.pt"
BEST = OUT / "checkpoints" / "best.pt"
METRICS = OUT / "metrics.jsonl"


def make_deterministic(seed):
    """One seed everywhere, and kernels that add up in the same order each time."""
    random.seed(seed)
    if numpy is not None:
        numpy.random.seed(seed % 2**32)
    torch.manual_seed(seed)
    torch.use_deterministic_algorithms(True)
    torch.backends.cudnn.benchmark = False


def draw_images(count, seed):
    """Noisy pictures of ten fixed patterns, shifted by up to one pixel: (images, labels)."""
    patterns = torch.rand(CLASSES, SIDE, SIDE, generator=torch.Generator().manual_seed(7)).gt(0.6).float()
    generator = torch.Generator().manual_seed(seed)
    labels = torch.randint(CLASSES, (count,), generator=generator)
    shifts = torch.randint(-1, 2, (count, 2), generator=generator).tolist()
    images = torch.stack([patterns[k].roll(shift, (0, 1)) for k, shift in zip(labels.tolist(), shifts)])
    images += NOISE * torch.randn(images.shape, generator=generator)
    return images.unsqueeze(1), labels


def make_model():
    return nn.Sequential(
        # A stride and no pooling: the gradient of max pooling is not deterministic on a GPU.
        nn.Conv2d(1, 24, 5, stride=3, padding=2),
        nn.BatchNorm2d(24),
        nn.ReLU(),
        nn.Flatten(),
        nn.Dropout(0.2),
        nn.Linear(24 * (SIDE // 3) ** 2, CLASSES),
    )


def schedule(step):
    """Factor on the learning rate: warm-up over a twentieth, then half a cosine."""
    warmup = max(1, STEPS // 20)
    if step < warmup:
        return (step + 1) / warmup
    return (1 + math.cos(math.pi * (step - warmup) / max(1, STEPS - warmup))) / 2


def random_state():
    """The state of every generator, in tensors and plain containers so that a weights-only load accepts it."""
    return {
        "python": random.getstate(),
        "numpy": plain_numpy_state(),
        "torch": torch.get_rng_state(),
        "cuda": torch.cuda.get_rng_state_all() if torch.cuda.is_available() else [],
    }


def plain_numpy_state():
    if numpy is None:
        return None
    name, keys, position, has_gauss, cached = numpy.random.get_state()
    return [name, [int(key) for key in keys], position, has_gauss, cached]


def restore_random_state(state):
    version, words, gauss = state["python"]
    random.setstate((version, tuple(words), gauss))
    if numpy is not None and state["numpy"] is not None:
        name, keys, position, has_gauss, cached = state["numpy"]
        numpy.random.set_state((name, numpy.array(keys, dtype=numpy.uint32), position, has_gauss, cached))
    torch.set_rng_state(state["torch"])
    # A checkpoint of another number of devices has no state for ours; those keep what the seed gave them.
    if torch.cuda.is_available() and len(state["cuda"]) == torch.cuda.device_count():
        torch.cuda.set_rng_state_all(state["cuda"])


def publish(path, write):
    """Puts a file at `path` so that a kill at any instant leaves the old one or the new one, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".partial")
    with open(partial, "wb") as file:
        write(file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(partial, path)
    folder = os.open(path.parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)


def publish_json(path, value):
    publish(path, lambda file: file.write((json.dumps(value, indent=2) + "\n").encode()))


class Run:
    """The state of a training run: everything that a step reads and changes."""

    def __init__(self, device):
        make_deterministic(SEED)
        self.device = device
        self.model = make_model().to(device)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=LEARNING_RATE)
        self.scheduler = torch.optim.lr_scheduler.LambdaLR(self.optimizer, schedule)
        self.step = 0
        self.epoch = 0
        self.order = torch.arange(TRAIN_IMAGES)
        self.position = TRAIN_IMAGES
        self.validation = {"loss": 0.0, "accuracy": 0.0}
        self.best = {"step": 0, "loss": 0.0, "accuracy": 0.0}

    def state(self):
        return {
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "scheduler": self.scheduler.state_dict(),
            "step": self.step,
            "epoch": self.epoch,
            "rng": random_state(),
            "sampler": {"order": self.order, "position": self.position},
            "validation": self.validation,
            "best": self.best,
            "config": CONFIG,
        }

    def save(self, path):
        publish(path, lambda file: torch.save(self.state(), file))

    def load(self, path):
        state = torch.load(path, map_location="cpu", weights_only=WEIGHTS_ONLY)
        if state["config"] != CONFIG:
            sys.exit(f"{path} was written with {state['config']}, this run has {CONFIG}: use another output directory")
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.scheduler.load_state_dict(state["scheduler"])
        self.step, self.epoch = state["step"], state["epoch"]
        self.order, self.position = state["sampler"]["order"], state["sampler"]["position"]
        self.validation, self.best = state["validation"], state["best"]
        restore_random_state(state["rng"])

    def next_batch(self, images, labels):
        if self.position >= TRAIN_IMAGES:
            self.order = torch.randperm(TRAIN_IMAGES)
            self.position = 0
            self.epoch += 1
        chosen = self.order[self.position : self.position + BATCH]
        self.position += BATCH
        return images[chosen].to(self.device), labels[chosen].to(self.device)

    def train_one_step(self, images, labels):
        batch, wanted = self.next_batch(images, labels)
        self.model.train()
        scores = self.model(batch)
        loss = nn.functional.cross_entropy(scores, wanted)
        self.optimizer.zero_grad()
        loss.backward()
        lr = self.optimizer.param_groups[0]["lr"]
        self.optimizer.step()
        self.scheduler.step()
        self.step += 1
        accuracy = scores.argmax(1).eq(wanted).float().mean().item()
        return {"step": self.step, "epoch": self.epoch, "loss": loss.item(), "lr": lr, "accuracy": accuracy}

    @torch.no_grad()
    def validate(self, images, labels):
        """At the end of each epoch and of the run. Keeps the best state."""
        if self.position < TRAIN_IMAGES and self.step < STEPS:
            return
        self.model.eval()
        scores = self.model(images.to(self.device)).cpu()
        loss = nn.functional.cross_entropy(scores, labels).item()
        self.validation = {"loss": loss, "accuracy": scores.argmax(1).eq(labels).float().mean().item()}
        # The file too: a box that took over may have been given the last checkpoint alone.
        if self.best["step"] == 0 or loss < self.best["loss"] or not BEST.exists():
            self.best = {"step": self.step, **self.validation}
            self.save(BEST)


def open_metrics(step):
    """Opens the metrics to append to, without the lines of steps that will be done again, or were half written."""
    keep = 0
    if METRICS.exists():
        for line in METRICS.read_bytes().splitlines(keepends=True):
            if not line.endswith(b"\n") or json.loads(line)["step"] > step:
                break
            keep += len(line)
    file = open(METRICS, "ab", buffering=0)
    file.truncate(keep)
    return file


def main():
    stopping = []
    signal.signal(signal.SIGTERM, lambda *_: stopping.append(True))
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    OUT.mkdir(parents=True, exist_ok=True)
    run = Run(torch.device("cuda" if torch.cuda.is_available() else "cpu"))
    training = draw_images(TRAIN_IMAGES, SEED + 1)
    held_out = draw_images(VALIDATION_IMAGES, SEED + 2)
    publish_json(OUT / "config.json", CONFIG)
    if LAST.exists():
        run.load(LAST)
        print(f"resumed at step {run.step} of {STEPS} on {run.device}", flush=True)
    else:
        print(f"starting at step 0 of {STEPS} on {run.device}", flush=True)

    metrics = open_metrics(run.step)
    started = time.monotonic()
    done = 0
    while run.step < STEPS and not stopping:
        line = run.train_one_step(*training)
        run.validate(*held_out)
        done += 1
        time.sleep(max(0.0, started + done * STEP_MS / 1000 - time.monotonic()))
        if run.validation["loss"] > 0:
            line.update(val_loss=run.validation["loss"], val_accuracy=run.validation["accuracy"])
        line["seconds"] = round(time.monotonic() - started, 3)
        metrics.write((json.dumps(line, allow_nan=False) + "\n").encode())
        if run.step % CKPT_EVERY == 0 or run.step == STEPS or stopping:
            # The metrics first: a checkpoint never knows of a step that they do not.
            os.fsync(metrics.fileno())
            run.save(LAST)
            print(f"step {run.step}/{STEPS} loss {line['loss']:.4f} lr {line['lr']:.6f}", flush=True)

    if run.step < STEPS:
        print(f"stopped by SIGTERM after step {run.step}, which is in the checkpoint", flush=True)
        sys.exit(143)
    publish_json(OUT / "summary.json", {"steps": STEPS, "epochs": run.epoch, "validation": run.validation, "best": run.best})
    print(f"finished: validation loss {run.validation['loss']:.4f}, accuracy {run.validation['accuracy']:.3f}", flush=True)


if __name__ == "__main__":
    main()
