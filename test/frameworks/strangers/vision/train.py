import datetime
import os
import time

import torch
import torch.utils.data
import utils
from torch import nn


class Shapes(torch.utils.data.Dataset):
    """Squares and discs."""

    def __init__(self, n=64):
        g = torch.Generator().manual_seed(1)
        self.images = torch.rand(n, 3, 16, 16, generator=g)
        self.targets = torch.arange(n) % 2
        self.images[self.targets == 1, :, 4:12, 4:12] += 1.0

    def __len__(self):
        return len(self.images)

    def __getitem__(self, i):
        time.sleep(0.015)  # decoding
        return self.images[i], self.targets[i]


def train_one_epoch(model, criterion, optimizer, data_loader, device, epoch, args):
    model.train()
    for i, (image, target) in enumerate(data_loader):
        start_time = time.time()
        image, target = image.to(device), target.to(device)
        output = model(image)
        loss = criterion(output, target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if i % args.print_freq == 0:
            print(f"Epoch: [{epoch}]  [{i}/{len(data_loader)}]  lr: {optimizer.param_groups[0]['lr']:.6f}  loss: {loss.item():.4f}  img/s: {len(image) / (time.time() - start_time):.1f}")


def main(args):
    if args.output_dir:
        utils.mkdir(args.output_dir)
    print(args)
    device = torch.device(args.device)

    dataset = Shapes()
    data_loader = torch.utils.data.DataLoader(dataset, batch_size=args.batch_size, shuffle=True)

    print("Creating model")
    model = nn.Sequential(
        nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 2)
    )
    model.to(device)
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr, momentum=args.momentum, weight_decay=args.weight_decay)
    lr_scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=args.lr_step_size, gamma=args.lr_gamma)

    if args.resume:
        checkpoint = torch.load(args.resume, map_location="cpu", weights_only=False)
        model.load_state_dict(checkpoint["model"])
        optimizer.load_state_dict(checkpoint["optimizer"])
        lr_scheduler.load_state_dict(checkpoint["lr_scheduler"])
        args.start_epoch = checkpoint["epoch"] + 1

    print("Start training")
    start_time = time.time()
    for epoch in range(args.start_epoch, args.epochs):
        train_one_epoch(model, criterion, optimizer, data_loader, device, epoch, args)
        lr_scheduler.step()
        if args.output_dir:
            checkpoint = {
                "model": model.state_dict(),
                "optimizer": optimizer.state_dict(),
                "lr_scheduler": lr_scheduler.state_dict(),
                "epoch": epoch,
                "args": args,
            }
            utils.save_on_master(checkpoint, os.path.join(args.output_dir, f"model_{epoch}.pth"))
            utils.save_on_master(checkpoint, os.path.join(args.output_dir, "checkpoint.pth"))

    total_time_str = str(datetime.timedelta(seconds=int(time.time() - start_time)))
    print(f"Training time {total_time_str}")


def get_args_parser(add_help=True):
    import argparse

    parser = argparse.ArgumentParser(description="Classification Training", add_help=add_help)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu", type=str, help="device (cuda or cpu)")
    parser.add_argument("-b", "--batch-size", default=16, type=int, help="images per gpu")
    parser.add_argument("--epochs", default=90, type=int, metavar="N", help="number of total epochs to run")
    parser.add_argument("--lr", default=0.01, type=float, help="initial learning rate")
    parser.add_argument("--momentum", default=0.9, type=float, metavar="M", help="momentum")
    parser.add_argument("--wd", "--weight-decay", default=1e-4, type=float, metavar="W", dest="weight_decay")
    parser.add_argument("--lr-step-size", default=20, type=int, help="decrease lr every step-size epochs")
    parser.add_argument("--lr-gamma", default=0.1, type=float, help="decrease lr by a factor of lr-gamma")
    parser.add_argument("--print-freq", default=1, type=int, help="print frequency")
    parser.add_argument("--output-dir", default=".", type=str, help="path to save outputs")
    parser.add_argument("--resume", default="", type=str, help="path of checkpoint")
    parser.add_argument("--start-epoch", default=0, type=int, metavar="N", help="start epoch")
    return parser


if __name__ == "__main__":
    args = get_args_parser().parse_args()
    main(args)
