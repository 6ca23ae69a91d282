"""A classifier on made-up points: one file an epoch, the best beside them, a table of epochs."""
import argparse
import csv
import os
import random
import time

import numpy as np
import torch
from torch import nn
from torch.nn.functional import binary_cross_entropy_with_logits as loss_of

p = argparse.ArgumentParser()
p.add_argument("--epochs", type=int, default=60)
p.add_argument("--out", default="runs/exp1")
p.add_argument("--resume", default=None, help="path of a checkpoint")
p.add_argument("--seed", type=int, default=0)
a = p.parse_args()

random.seed(a.seed)
np.random.seed(a.seed)
torch.manual_seed(a.seed)
os.makedirs(os.path.join(a.out, "ckpts"), exist_ok=True)

x = torch.randn(2000, 16)
y = (x[:, :4].sum(1, keepdim=True) > 0).float()
net = nn.Sequential(nn.Linear(16, 64), nn.ReLU(), nn.Dropout(0.1), nn.Linear(64, 1))
opt = torch.optim.AdamW(net.parameters(), lr=1e-3)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=60)
start, best = 0, 1e9
if a.resume:
    c = torch.load(a.resume)
    net.load_state_dict(c["net"])
    opt.load_state_dict(c["opt"])
    sched.load_state_dict(c["sched"])
    torch.set_rng_state(c["rng"])
    start, best = c["epoch"] + 1, c["best"]

log = open(a.out + "/log.csv", "a", newline="")
w = csv.writer(log)
if start == 0:
    w.writerow(["epoch", "train_loss", "val_loss"])

for e in range(start, a.epochs):
    perm, total = torch.randperm(1600), 0.0
    for i in range(0, 1600, 64):
        batch = perm[i : i + 64]
        loss = loss_of(net(x[batch]), y[batch])
        opt.zero_grad()
        loss.backward()
        opt.step()
        total += loss.item()
    sched.step()
    net.eval()
    with torch.no_grad():
        val = loss_of(net(x[1600:]), y[1600:]).item()
    net.train()
    w.writerow([e, total / 25, val])
    log.flush()
    state = {
        "net": net.state_dict(),
        "opt": opt.state_dict(),
        "sched": sched.state_dict(),
        "rng": torch.get_rng_state(),
        "epoch": e,
        "best": min(best, val),
    }
    torch.save(state, f"{a.out}/ckpts/epoch_{e:03d}.pt")
    if val < best:
        best = val
        torch.save(state, a.out + "/ckpts/best.pt")
    print(f"epoch {e} train {total / 25:.4f} val {val:.4f}", flush=True)
    time.sleep(1.5)
torch.save(net.state_dict(), a.out + "/final.pt")
