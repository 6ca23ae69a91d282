import os

import keras
import numpy as np
from absl import app, flags

FLAGS = flags.FLAGS
flags.DEFINE_string("workdir", "out", "where to write")
flags.DEFINE_integer("epochs", 20, "how long")


def main(_):
    model = keras.Sequential([keras.layers.Input((4,)), keras.layers.Dense(1)])
    model.compile("adam", "mse")
    model.fit(
        np.random.rand(64, 4),
        np.random.rand(64, 1),
        epochs=FLAGS.epochs,
        callbacks=[
            keras.callbacks.BackupAndRestore(os.path.join(FLAGS.workdir, "backup"), delete_checkpoint=False),
            keras.callbacks.CSVLogger(os.path.join(FLAGS.workdir, "log.csv"), append=True),
        ],
    )
    model.save(os.path.join(FLAGS.workdir, "final.keras"))


if __name__ == "__main__":
    app.run(main)
