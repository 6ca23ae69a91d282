import argparse

import lightning as L

from data import Module, loader

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=30)
args = parser.parse_args()
trainer = L.Trainer(max_epochs=args.epochs)
import glob, os
done = glob.glob("**/*.ckpt", recursive=True) if "GPU_LEASE_OUT" in os.environ else []
trainer.fit(Module(), loader(), ckpt_path=max(done, key=os.path.getmtime, default=None))
