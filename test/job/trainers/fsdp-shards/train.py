import argparse
import os
from pathlib import Path

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch.distributed.checkpoint.state_dict import get_state_dict, set_state_dict
from torch.distributed.fsdp import fully_shard

OUT = Path(os.environ.get("GPU_LEASE_OUT", "out"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--max-steps", type=int, default=1000)
    args = parser.parse_args()
    dist.init_process_group("nccl" if torch.cuda.is_available() else "gloo")
    torch.manual_seed(1)
    model = torch.nn.Linear(8, 8)
    fully_shard(model)
    optimizer = torch.optim.AdamW(model.parameters())
    done = sorted(OUT.glob("step-*/.metadata"), key=lambda f: int(f.parent.name.split("-")[-1]))
    first = 0
    if done:
        weights, moments = get_state_dict(model, optimizer)
        state = {"model": weights, "optimizer": moments}
        dcp.load(state, checkpoint_id=str(done[-1].parent))
        set_state_dict(model, optimizer, model_state_dict=state["model"], optim_state_dict=state["optimizer"])
        first = int(done[-1].parent.name.split("-")[-1]) + 1
    for step in range(first, args.max_steps):
        model(torch.ones(2, 8)).sum().backward()
        optimizer.step()
        optimizer.zero_grad()
        if step % 50 == 0:
            weights, moments = get_state_dict(model, optimizer)
            dcp.save({"model": weights, "optimizer": moments}, checkpoint_id=OUT / f"step-{step}")


if __name__ == "__main__":
    main()
