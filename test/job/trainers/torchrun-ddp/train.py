import argparse
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--save-dir", default="ckpt")
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--save-every", type=int, default=50)
    args = parser.parse_args()
    dist.init_process_group("nccl")
    rank = dist.get_rank()
    model = DDP(torch.nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    snapshot = os.path.join(args.save_dir, "snapshot.pt")
    first = 0
    if os.path.exists(snapshot):
        state = torch.load(snapshot, map_location="cpu")
        model.module.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        first = state["step"] + 1
    for step in range(first, args.steps):
        epoch = step // 100
        loss = model(torch.ones(4, 8)).sum()
        loss.backward()
        optimizer.step()
        if rank == 0:
            print(f"[{rank}] epoch {epoch} step {step}/{args.steps}: train loss {loss.item():.4f} ({args.save_every})")
        if rank == 0 and step % args.save_every == 0:
            state = {"model": model.module.state_dict(), "optimizer": optimizer.state_dict(), "step": step}
            torch.save(state, snapshot + ".tmp")
            os.replace(snapshot + ".tmp", snapshot)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
