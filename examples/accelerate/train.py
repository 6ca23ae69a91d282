"""Trains a small regression with Accelerate. Goes on from the newest step_N folder in its output directory."""

import argparse
import os
import time

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Waves(Dataset):
    def __len__(self):
        return 80

    def __getitem__(self, index):
        time.sleep(0.005)  # as long as reading and decoding a real sample takes
        x = torch.linspace(-1, 1, 16) * (index % 9 + 1)
        return x, torch.sin(x).sum().view(1)


def newest(folder):
    steps = [int(name.removeprefix("step_")) for name in os.listdir(folder) if name.startswith("step_")]
    return max(steps, default=None)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--output_dir", default="out")
    parser.add_argument("--num_epochs", type=int, default=24)
    args = parser.parse_args()
    os.makedirs(args.output_dir, exist_ok=True)
    accelerator = Accelerator(log_with="tensorboard", project_dir=args.output_dir)
    accelerator.init_trackers("logs")
    set_seed(3)

    model = nn.Sequential(nn.Linear(16, 64), nn.GELU(), nn.Dropout(0.1), nn.Linear(64, 1))
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    scheduler = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.1, total_iters=240)
    loader = DataLoader(Waves(), batch_size=8, shuffle=True)
    model, optimizer, loader, scheduler = accelerator.prepare(model, optimizer, loader, scheduler)

    step = 0
    resumed = newest(args.output_dir)
    if resumed is not None:
        accelerator.print(f"Resumed from checkpoint: step_{resumed}")
        accelerator.load_state(os.path.join(args.output_dir, f"step_{resumed}"))
        step = resumed
    for _ in range(step // len(loader), args.num_epochs):
        model.train()
        for x, y in loader:
            loss = nn.functional.mse_loss(model(x), y)
            accelerator.backward(loss)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            step += 1
            accelerator.log({"loss": loss.item(), "lr": scheduler.get_last_lr()[0]}, step=step)
        accelerator.save_state(os.path.join(args.output_dir, f"step_{step}"))
    accelerator.save_model(model, args.output_dir)
    accelerator.end_training()


if __name__ == "__main__":
    main()
