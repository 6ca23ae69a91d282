import argparse
import os

import torch

from .loop import steps


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out-dir", default="out")
    parser.add_argument("--steps", type=int, default=100)
    args = parser.parse_args()
    pretrained = torch.load("pretrained.pt")
    for step in steps(args.steps, pretrained):
        torch.save({"model": {}, "optimizer": {}, "step": step}, os.path.join(args.out_dir, f"ckpt-{step:06d}.pt"))
