# A detector-like loop: a folder of its own for every start (exp, exp2, ...), weights/last.pt and best.pt, results.csv with padded names
import argparse, math, os, time
from pathlib import Path
import torch
import yaml
from torch import nn

def increment_path(path):
    path = Path(path)
    if not path.exists():
        return path
    for n in range(2, 9999):
        p = Path(f"{path}{n}")
        if not p.exists():
            return p

class EMA:
    def __init__(self, model):
        import copy
        self.ema, self.updates = copy.deepcopy(model).eval(), 0
    def update(self, model):
        self.updates += 1
        d = 0.99 * (1 - math.exp(-self.updates / 50))
        msd = model.state_dict()
        for k, v in self.ema.state_dict().items():
            if v.dtype.is_floating_point:
                v.mul_(d).add_(msd[k].detach(), alpha=1 - d)

def main(opt):
    torch.manual_seed(opt.seed)
    ckpt = None
    if opt.resume:
        last = opt.resume if isinstance(opt.resume, str) and opt.resume != "True" else sorted(Path(opt.project).rglob("last.pt"), key=os.path.getmtime)[-1]
        save_dir = Path(last).parent.parent
        ckpt = torch.load(last, weights_only=False)
    else:
        save_dir = increment_path(Path(opt.project) / opt.name)
    w = save_dir / "weights"
    w.mkdir(parents=True, exist_ok=True)
    last, best = w / "last.pt", w / "best.pt"
    (save_dir / "opt.yaml").write_text(yaml.safe_dump(vars(opt)))
    model = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 4))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9, nesterov=True)
    ema = EMA(model)
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda x: 1 - x / 60 * 0.9)
    start_epoch, best_fitness = 0, 0.0
    if ckpt:
        model.load_state_dict(ckpt["model"])
        optimizer.load_state_dict(ckpt["optimizer"])
        ema.ema.load_state_dict(ckpt["ema"]); ema.updates = ckpt["updates"]
        start_epoch, best_fitness = ckpt["epoch"] + 1, ckpt["best_fitness"]
        scheduler.last_epoch = start_epoch
    for epoch in range(start_epoch, opt.epochs):
        g = torch.Generator().manual_seed(opt.seed * 1000 + epoch)
        mloss = 0.0
        for _ in range(8):
            imgs = torch.randn(16, 3, 16, 16, generator=g)
            target = imgs.mean((1, 2, 3)).gt(0).long() + 2 * imgs.std((1, 2, 3)).gt(1).long()
            loss = nn.functional.cross_entropy(model(imgs), target)
            optimizer.zero_grad(); loss.backward(); optimizer.step(); ema.update(model)
            mloss += loss.item() / 8
        scheduler.step()
        fi = 1 / (1 + mloss)
        s = "" if (save_dir / "results.csv").exists() else "%20s,%20s,%20s,%20s\n" % ("epoch", "train/box_loss", "metrics/mAP_0.5", "x/lr0")
        with open(save_dir / "results.csv", "a") as f:
            f.write(s + "%20g,%20g,%20g,%20g\n" % (epoch, mloss, fi, scheduler.get_last_lr()[0]))
        if fi > best_fitness:
            best_fitness = fi
        c = {"epoch": epoch, "best_fitness": best_fitness, "model": model.state_dict(), "ema": ema.ema.state_dict(), "updates": ema.updates,
             "optimizer": optimizer.state_dict(), "opt": vars(opt), "date": time.strftime("%Y-%m-%d")}
        torch.save(c, last)
        if best_fitness == fi:
            torch.save(c, best)
        print(f"{epoch}/{opt.epochs - 1} loss {mloss:.4g} fitness {fi:.4g}", flush=True)
        time.sleep(1.5)

if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=60)
    p.add_argument("--project", default="runs/train")
    p.add_argument("--name", default="exp")
    p.add_argument("--resume", nargs="?", const=True, default=False)
    p.add_argument("--seed", type=int, default=0)
    main(p.parse_args())
