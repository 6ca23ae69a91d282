"""Trains a small Keras model. BackupAndRestore lets it go on from the last finished epoch."""

import argparse
import os
import time

os.environ.setdefault("KERAS_BACKEND", "torch")

import keras
import numpy as np


class Waves(keras.utils.PyDataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        time.sleep(0.1)  # as long as reading and decoding a real batch takes
        x = np.linspace(-1, 1, 16)[None, :] * (np.arange(8)[:, None] + index + 1)
        return x.astype("float32"), np.sin(x).sum(axis=1, keepdims=True).astype("float32")


def build_model():
    model = keras.Sequential([
        keras.Input((16,)),
        keras.layers.Dense(32, activation="gelu"),
        keras.layers.Dense(1),
    ])
    schedule = keras.optimizers.schedules.CosineDecay(1e-2, decay_steps=240)
    model.compile(optimizer=keras.optimizers.AdamW(schedule), loss="mse")
    return model


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--output-dir", default="out")
    parser.add_argument("--epochs", type=int, default=30)
    args = parser.parse_args()
    os.makedirs(args.output_dir, exist_ok=True)
    keras.utils.set_random_seed(1)
    model = build_model()
    model.fit(
        Waves(),
        epochs=args.epochs,
        shuffle=False,
        verbose=2,
        callbacks=[
            keras.callbacks.BackupAndRestore(os.path.join(args.output_dir, "backup"), double_checkpoint=True, delete_checkpoint=False),
            keras.callbacks.CSVLogger(os.path.join(args.output_dir, "metrics.csv"), append=True),
        ],
    )
    model.save(os.path.join(args.output_dir, "model.keras"))


if __name__ == "__main__":
    main()
