import argparse
import os

import pytorch_lightning as pl
from pytorch_lightning.callbacks import ModelCheckpoint
from pytorch_lightning.loggers import CSVLogger

from parts import Net, batches

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", default="out")
    parser.add_argument("--epochs", type=int, default=10)
    args = parser.parse_args()
    folder = os.path.join(args.out, "checkpoints")
    trainer = pl.Trainer(
        max_epochs=args.epochs,
        logger=CSVLogger(args.out),
        callbacks=[ModelCheckpoint(dirpath=folder, save_last="link")],
    )
    trainer.fit(Net(), batches(), ckpt_path="last")
