"""Trains a small classifier with Lightning. Goes on from out/checkpoints/last.ckpt where there is one."""

import argparse
import os
import time

import lightning as L
import torch
from lightning.pytorch.callbacks import LearningRateMonitor, ModelCheckpoint
from lightning.pytorch.loggers import CSVLogger
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Rings(Dataset):
    """Points in the plane; the class of one is the ring that it lies in."""

    def __init__(self):
        generator = torch.Generator().manual_seed(7)
        self.points = torch.randn(160, 2, generator=generator)
        self.labels = (self.points.norm(dim=1) * 1.5).long().clamp(max=3)

    def __len__(self):
        return len(self.points)

    def __getitem__(self, index):
        time.sleep(0.005)  # as long as reading and decoding a real sample takes
        return self.points[index], self.labels[index]


class Classifier(L.LightningModule):
    def __init__(self, lr=1e-2):
        super().__init__()
        self.save_hyperparameters()
        self.net = nn.Sequential(nn.Linear(2, 32), nn.ReLU(), nn.Dropout(0.1), nn.Linear(32, 4))

    def training_step(self, batch, _):
        points, labels = batch
        loss = nn.functional.cross_entropy(self.net(points), labels)
        self.log("train_loss", loss, on_step=True, on_epoch=False)
        return loss

    def configure_optimizers(self):
        optimizer = torch.optim.AdamW(self.parameters(), lr=self.hparams.lr)
        scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=40)
        return {"optimizer": optimizer, "lr_scheduler": scheduler}

    def on_save_checkpoint(self, checkpoint):
        checkpoint["rng_state"] = torch.get_rng_state()

    def on_load_checkpoint(self, checkpoint):
        torch.set_rng_state(checkpoint["rng_state"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--output-dir", default="out")
    parser.add_argument("--max-epochs", type=int, default=30)
    args = parser.parse_args()
    L.seed_everything(42)
    checkpoints = os.path.join(args.output_dir, "checkpoints")
    trainer = L.Trainer(
        max_epochs=args.max_epochs,
        accelerator="auto",
        devices=1,
        log_every_n_steps=1,
        enable_progress_bar=False,
        logger=CSVLogger(args.output_dir, name="logs", version=0),
        callbacks=[ModelCheckpoint(dirpath=checkpoints, save_last=True, save_top_k=2, monitor="step", mode="max", enable_version_counter=False), LearningRateMonitor()],
    )
    loader = DataLoader(Rings(), batch_size=16, shuffle=True)
    last = os.path.join(checkpoints, "last.ckpt")
    trainer.fit(Classifier(), loader, ckpt_path=last if os.path.exists(last) else None)


if __name__ == "__main__":
    main()
