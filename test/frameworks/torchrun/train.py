"""Trains with DistributedDataParallel: torchrun --standalone --nproc_per_node=2 train.py. Goes on from out/snapshot.pt."""

import argparse
import json
import os
import time

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, Dataset
from torch.utils.data.distributed import DistributedSampler


class Waves(Dataset):
    def __len__(self):
        return 320

    def __getitem__(self, index):
        time.sleep(0.005)  # as long as reading and decoding a real sample takes
        x = torch.linspace(-1, 1, 16) * (index % 9 + 1)
        return x, torch.sin(x).sum().view(1)


class Trainer:
    def __init__(self, args):
        self.args = args
        self.rank = dist.get_rank()
        self.snapshot_path = os.path.join(args.output_dir, "snapshot.pt")
        torch.manual_seed(args.seed)
        net = nn.Sequential(nn.Linear(16, 64), nn.GELU(), nn.Dropout(0.1), nn.Linear(64, 1))
        self.sampler = DistributedSampler(Waves(), seed=args.seed)
        self.loader = DataLoader(Waves(), batch_size=8, sampler=self.sampler)
        self.optimizer = torch.optim.SGD(net.parameters(), lr=1e-2, momentum=0.9)
        self.scheduler = torch.optim.lr_scheduler.StepLR(self.optimizer, step_size=2, gamma=0.8)
        self.epochs_run = 0
        self.step = 0
        torch.manual_seed(args.seed + self.rank)  # another dropout on every rank
        if os.path.exists(self.snapshot_path):
            self.load_snapshot(net)
        self.model = DistributedDataParallel(net)

    def load_snapshot(self, net):
        snapshot = torch.load(self.snapshot_path, map_location="cpu", weights_only=True)
        net.load_state_dict(snapshot["model"])
        self.optimizer.load_state_dict(snapshot["optimizer"])
        self.scheduler.load_state_dict(snapshot["scheduler"])
        torch.set_rng_state(snapshot["rng"][self.rank])
        self.epochs_run = snapshot["epochs_run"]
        self.step = snapshot["step"]
        print(f"[rank {self.rank}] resuming from epoch {self.epochs_run}", flush=True)

    def save_snapshot(self):
        rng = [None] * dist.get_world_size()
        dist.all_gather_object(rng, torch.get_rng_state())
        if self.rank != 0:
            return
        snapshot = {
            "model": self.model.module.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "scheduler": self.scheduler.state_dict(),
            "rng": rng,
            "epochs_run": self.epochs_run,
            "step": self.step,
        }
        torch.save(snapshot, self.snapshot_path + ".tmp")
        os.replace(self.snapshot_path + ".tmp", self.snapshot_path)

    def train(self):
        metrics = open(os.path.join(self.args.output_dir, "metrics.jsonl"), "a") if self.rank == 0 else None
        for epoch in range(self.epochs_run, self.args.epochs):
            self.sampler.set_epoch(epoch)
            for x, y in self.loader:
                loss = nn.functional.mse_loss(self.model(x), y)
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
                self.step += 1
                if metrics:
                    row = {"step": self.step, "epoch": epoch, "loss": loss.item(), "lr": self.scheduler.get_last_lr()[0]}
                    print(json.dumps(row), file=metrics, flush=True)
            self.scheduler.step()
            self.epochs_run = epoch + 1
            self.save_snapshot()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--output-dir", default="out")
    parser.add_argument("--epochs", type=int, default=16)
    parser.add_argument("--seed", type=int, default=5)
    args = parser.parse_args()
    os.makedirs(args.output_dir, exist_ok=True)
    dist.init_process_group(backend="nccl" if torch.cuda.is_available() else "gloo")
    Trainer(args).train()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
