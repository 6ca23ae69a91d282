import argparse
from pathlib import Path

import torch


def increment_path(path):
    numbers = (Path(f"{path}{n}") for n in range(2, 999))
    return path if not path.exists() else next(each for each in numbers if not each.exists())


def main(opt):
    save_dir = Path(opt.resume).parent.parent if opt.resume else None
    if save_dir is None:
        save_dir = increment_path(Path(opt.project) / opt.name)
    w = save_dir / "weights"
    w.mkdir(parents=True, exist_ok=True)
    last, best = w / "last.pt", w / "best.pt"
    model = torch.nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    start, best_loss = 0, float("inf")
    if opt.resume:
        ckpt = torch.load(opt.resume)
        model.load_state_dict(ckpt["model"])
        optimizer.load_state_dict(ckpt["optimizer"])
        start = ckpt["epoch"] + 1
    for epoch in range(start, opt.epochs):
        loss = model(torch.ones(8, 4)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        head = "" if (save_dir / "results.csv").exists() else "%12s,%12s\n" % ("epoch", "train/box_loss")
        with open(save_dir / "results.csv", "a") as rows:
            rows.write(head + "%12g,%12g\n" % (epoch, loss.item()))
        ckpt = {"epoch": epoch, "model": model.state_dict(), "optimizer": optimizer.state_dict()}
        torch.save(ckpt, last)
        if loss.item() < best_loss:
            best_loss = loss.item()
            torch.save(ckpt, best)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=100)
    parser.add_argument("--project", default="runs/train")
    parser.add_argument("--name", default="exp")
    parser.add_argument("--resume", default=None)
    main(parser.parse_args())
