import argparse
import os

import torch

from snapshots import newest, write


class Trainer:
    def __init__(self, args):
        self.args = args
        self.prefix = os.path.join(args.out, "snapshot-")
        self.model = torch.nn.Linear(2, 2)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)
        self.step = 0
        found = newest(args.out)
        if found is not None:
            self.load(found)

    def load(self, path):
        state = torch.load(path)
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.step = state["step"]

    def train(self):
        for _ in range(self.args.epochs):
            self.optimizer.step()
            self.step += 1
            state = {"model": self.model.state_dict(), "optimizer": self.optimizer.state_dict(), "step": self.step}
            write(state, f"{self.step}.pt", self.prefix)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", default="out")
    parser.add_argument("--epochs", type=int, default=10)
    Trainer(parser.parse_args()).train()


if __name__ == "__main__":
    main()
