import os

import click
import torch


@click.command()
@click.option("--out", "-o", default="out")
@click.option("--epochs", default=10)
@click.option("--resume/--no-resume", default=False)
def main(out, epochs, resume):
    model = torch.nn.Linear(2, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    first = 0
    if resume:
        model.load_state_dict(torch.load(os.path.join(out, "model.pt")))
        saved = torch.load(os.path.join(out, "optim.pt"))
        optimizer.load_state_dict(saved)
    for epoch in range(first, epochs):
        optimizer.step()
        torch.save(model.state_dict(), os.path.join(out, "model.pt"))
        torch.save(optimizer.state_dict(), os.path.join(out, "optim.pt"))


if __name__ == "__main__":
    main()
