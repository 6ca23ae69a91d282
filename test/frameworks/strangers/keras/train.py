import argparse
import os
import time

os.environ.setdefault("KERAS_BACKEND", "torch")

import keras
import numpy as np

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=40)
args = parser.parse_args()

keras.utils.set_random_seed(7)

rng = np.random.default_rng(7)
x = rng.normal(size=(256, 8)).astype("float32")
y = (x[:, 0] * x[:, 1] > 0).astype("float32")


class Batches(keras.utils.PyDataset):
    def __len__(self):
        return 8

    def __getitem__(self, i):
        time.sleep(0.2)  # augmentation
        return x[i * 32 : (i + 1) * 32], y[i * 32 : (i + 1) * 32]


model = keras.Sequential(
    [
        keras.layers.Input((8,)),
        keras.layers.Dense(32, activation="relu"),
        keras.layers.Dense(1, activation="sigmoid"),
    ]
)
model.compile(optimizer=keras.optimizers.Adam(1e-2), loss="binary_crossentropy", metrics=["accuracy"])

model.fit(
    Batches(),
    epochs=args.epochs,
    verbose=2,
    callbacks=[
        keras.callbacks.BackupAndRestore("backup"),
        keras.callbacks.CSVLogger("training.csv", append=True),
    ],
)
model.save("model.keras")
