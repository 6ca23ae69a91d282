import argparse
import json
import os

import torch


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--output-dir", default="out")
    parser.add_argument("--max-steps", type=int, default=1000)
    parser.add_argument("--save-every", type=int, default=100)
    args = parser.parse_args()
    torch.manual_seed(3)
    model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Dropout(0.1))
    optimizer = torch.optim.AdamW(model.parameters())
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 100)
    path = os.path.join(args.output_dir, "last.pt")
    first = 0
    if os.path.exists(path):
        state = torch.load(path)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        scheduler.load_state_dict(state["scheduler"])
        torch.set_rng_state(state["rng"])
        first = state["global_step"] + 1
    log = open(os.path.join(args.output_dir, "metrics.jsonl"), "a")
    for step in range(first, args.max_steps):
        loss = model(torch.randn(8, 4)).square().mean()
        loss.backward()
        optimizer.step()
        scheduler.step()
        log.write(json.dumps({"step": step, "loss": loss.item()}) + "\n")
        log.flush()
        if step % args.save_every == 0:
            state = {
                "model": model.state_dict(),
                "optimizer": optimizer.state_dict(),
                "scheduler": scheduler.state_dict(),
                "rng": torch.get_rng_state(),
                "global_step": step,
            }
            torch.save(state, path + ".tmp")
            os.replace(path + ".tmp", path)


if __name__ == "__main__":
    main()
