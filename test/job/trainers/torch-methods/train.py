import os
from pathlib import Path

import torch

OUT = Path(os.environ.get("GPU_LEASE_OUT", "out"))
LAST = OUT / "last.pt"
STEPS = int(os.environ.get("STEPS", 300))


class Run:
    def __init__(self):
        self.model = torch.nn.Linear(2, 2)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)
        self.scheduler = torch.optim.lr_scheduler.StepLR(self.optimizer, 10)
        self.step = 0

    def state(self):
        return {
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "scheduler": self.scheduler.state_dict(),
            "step": self.step,
        }

    def save(self, path):
        torch.save(self.state(), f"{path}.tmp")
        os.replace(f"{path}.tmp", path)

    def load(self, path):
        state = torch.load(path)
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.scheduler.load_state_dict(state["scheduler"])
        self.step = state["step"]

    def train_one_step(self):
        self.optimizer.step()
        self.scheduler.step()
        self.step += 1


def main():
    run = Run()
    if LAST.exists():
        run.load(LAST)
    while run.step < STEPS:
        run.train_one_step()
        run.save(LAST)


if __name__ == "__main__":
    main()
