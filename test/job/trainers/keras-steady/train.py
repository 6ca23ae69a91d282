import argparse
import os

import keras
import numpy as np

parser = argparse.ArgumentParser()
parser.add_argument("--output-dir", default="out")
parser.add_argument("--epochs", type=int, default=20)
args = parser.parse_args()

keras.utils.set_random_seed(1)
x = np.random.default_rng(1).normal(size=(64, 4))
model = keras.Sequential([keras.layers.Input((4,)), keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(
    x,
    x.sum(axis=1),
    epochs=args.epochs,
    shuffle=False,
    callbacks=[
        keras.callbacks.BackupAndRestore(os.path.join(args.output_dir, "backup"), delete_checkpoint=False),
        keras.callbacks.CSVLogger(os.path.join(args.output_dir, "log.csv"), append=True),
    ],
)
model.save(os.path.join(args.output_dir, "final.keras"))
