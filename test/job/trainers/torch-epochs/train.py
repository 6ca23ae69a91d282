import argparse
import csv
import os

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=30)
parser.add_argument("--out", default="runs/first")
parser.add_argument("--resume", default=None)
args = parser.parse_args()

os.makedirs(args.out + "/ckpts", exist_ok=True)
net = torch.nn.Linear(16, 1)
opt = torch.optim.AdamW(net.parameters(), lr=1e-3)
start, best = 0, float("inf")
if args.resume:
    state = torch.load(args.resume)
    net.load_state_dict(state["net"])
    opt.load_state_dict(state["opt"])
    start, best = state["epoch"] + 1, state["best"]

log = open(args.out + "/log.csv", "a", newline="")
rows = csv.writer(log)
if start == 0:
    rows.writerow(["epoch", "train_loss", "val_loss"])

for epoch in range(start, args.epochs):
    inputs = torch.randn(64, 16)
    loss = (net(inputs) - inputs.sum(1, keepdim=True)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    rows.writerow([epoch, loss.item(), loss.item()])
    log.flush()
    state = {"net": net.state_dict(), "opt": opt.state_dict(), "epoch": epoch, "best": min(best, loss.item())}
    torch.save(state, f"{args.out}/ckpts/epoch_{epoch:03d}.pt")
    if loss.item() < best:
        best = loss.item()
        torch.save(state, args.out + "/ckpts/best.pt")

torch.save(net.state_dict(), args.out + "/final.pt")
