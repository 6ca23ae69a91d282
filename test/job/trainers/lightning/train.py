import argparse
import os

import lightning as L
import torch
from lightning.pytorch.callbacks import ModelCheckpoint
from lightning.pytorch.loggers import CSVLogger


class Digits(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(32, 2)

    def training_step(self, batch, _):
        loss = self.layer(batch).square().mean()
        self.log("train_loss", loss)
        return loss

    def configure_optimizers(self):
        return torch.optim.AdamW(self.parameters())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", default="runs")
    parser.add_argument("--max-steps", type=int, default=1000)
    parser.add_argument("--save-every", type=int, default=100)
    args = parser.parse_args()
    keep = ModelCheckpoint(
        dirpath=os.path.join(args.out, "checkpoints"), every_n_train_steps=args.save_every, save_last=True
    )
    trainer = L.Trainer(
        default_root_dir=args.out,
        max_steps=args.max_steps,
        callbacks=[keep],
        logger=CSVLogger(args.out),
        log_every_n_steps=1,
    )
    data = torch.utils.data.DataLoader(torch.randn(64, 32), batch_size=4)
    trainer.fit(Digits(), data, ckpt_path="last")


if __name__ == "__main__":
    main()
