import pytorch_lightning as pl

from data import Module, loader

if __name__ == "__main__":
    trainer = pl.Trainer(max_epochs=10, accelerator="auto")
    trainer.fit(Module(), loader(), ckpt_path="last")
