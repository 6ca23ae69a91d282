"""TensorFlow, and Keras on each backend. A process takes one backend, so each of these starts its own."""

import os
import subprocess
import sys

from zoo import SEED, maker

KERAS = """
import os, sys
place, seed = sys.argv[1], int(sys.argv[2])
import numpy as np
import keras
keras.utils.set_random_seed(seed)
model = keras.Sequential([keras.layers.Input((8,)), keras.layers.Dense(16, activation="relu"), keras.layers.BatchNormalization(), keras.layers.Dropout(0.1), keras.layers.Dense(1)])
model.compile(optimizer=keras.optimizers.AdamW(keras.optimizers.schedules.CosineDecay(1e-3, 100)), loss="mse", metrics=["mae"])
x = np.random.default_rng(seed).normal(size=(64, 8)).astype("f4")
model.fit(x, x.sum(1), epochs=2, verbose=0, callbacks=[keras.callbacks.BackupAndRestore(os.path.join(place, "backup"), delete_checkpoint=False), keras.callbacks.CSVLogger(os.path.join(place, "history.csv"))])
model.save(os.path.join(place, "model.keras"))
model.save(os.path.join(place, "model.h5"))
model.save_weights(os.path.join(place, "model.weights.h5"))
tokens = keras.Sequential([keras.layers.Input((6,), dtype="int32"), keras.layers.Embedding(20, 8, mask_zero=True), keras.layers.LSTM(8), keras.layers.Dense(2, activation="softmax")])
tokens.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"], jit_compile=False)
tokens.fit(np.ones((8, 6), "int32"), np.zeros(8), verbose=0)
tokens.save(os.path.join(place, "tokens.keras"))
images = keras.applications.MobileNetV2(input_shape=(32, 32, 3), weights=None, classes=3, alpha=0.35)
images.save(os.path.join(place, "images.keras"))
fresh = keras.Sequential([keras.layers.Input((4,)), keras.layers.Dense(2)])
fresh.compile("sgd", keras.losses.Huber())
fresh.save(os.path.join(place, "fresh.keras"))
"""


def keras_of(backend, *needs):
    @maker("folder", f"keras-{backend}", "keras", *needs)
    def make(place):
        environment = {**os.environ, "KERAS_BACKEND": backend}
        subprocess.run([sys.executable, "-c", KERAS, str(place), str(SEED)], check=True, env=environment, timeout=200)


keras_of("torch", "torch")
keras_of("jax", "jax")
keras_of("tensorflow", "tensorflow")


@maker("folder", "tensorflow-saved-model", "tensorflow")
def tensorflow_saved_model(place):
    import tensorflow as tf

    class Model(tf.Module):
        def __init__(self):
            super().__init__()
            self.w = tf.Variable(tf.random.normal((4, 2), seed=SEED))

        @tf.function(input_signature=[tf.TensorSpec((None, 4))])
        def __call__(self, x):
            return x @ self.w

    tf.saved_model.save(Model(), str(place / "saved"))


def keras_model():
    import keras

    keras.utils.set_random_seed(SEED)
    model = keras.Sequential([keras.layers.Input((8,)), keras.layers.Dense(16), keras.layers.BatchNormalization(), keras.layers.Dense(1)])
    model.compile("adam", "mse")
    return model


@maker("folder", "tensorflow-keras-export", "tensorflow", "keras")
def tensorflow_keras_export(place):
    keras_model().export(str(place / "exported"), verbose=False)


@maker("folder", "tensorflow-checkpoints", "tensorflow", "keras")
def tensorflow_checkpoints(place):
    import tensorflow as tf

    model = keras_model()
    step = tf.Variable(0, dtype=tf.int64)
    manager = tf.train.CheckpointManager(tf.train.Checkpoint(model=model, optimizer=model.optimizer, step=step), str(place / "checkpoints"), 2)
    for _ in range(3):
        x = tf.random.normal((16, 8))
        model.fit(x, tf.reduce_sum(x, 1), verbose=0)
        step.assign_add(1)
        manager.save(step)


@maker("files", "tensorflow-graph", "tensorflow")
def tensorflow_graph(place):
    import tensorflow as tf

    graph = tf.function(lambda x: x @ tf.ones((4, 2))).get_concrete_function(tf.TensorSpec((None, 4))).graph
    tf.io.write_graph(graph, str(place), "graph.pb", as_text=False)
    tf.io.write_graph(graph, str(place), "graph.pbtxt")


@maker("files", "tensorflow-lite", "tensorflow", "keras")
def tensorflow_lite(place):
    import tensorflow as tf

    (place / "model.tflite").write_bytes(tf.lite.TFLiteConverter.from_keras_model(keras_model()).convert())


@maker("files", "tensorflow-summary", "tensorflow", "tensorboard")
def tensorflow_summary(place):
    import tensorflow as tf

    writer = tf.summary.create_file_writer(str(place))
    with writer.as_default():
        for step in range(5):
            tf.summary.scalar("loss", 1 / (step + 1), step)
    writer.close()


@maker("files", "tfrecords", "tensorflow")
def tfrecords(place):
    import tensorflow as tf

    for name, kind in {"train.tfrecord": "", "train.tfrecord.gz": "GZIP"}.items():
        with tf.io.TFRecordWriter(str(place / name), tf.io.TFRecordOptions(compression_type=kind)) as writer:
            for i in range(20):
                writer.write(tf.train.Example(features=tf.train.Features(feature={"x": tf.train.Feature(int64_list=tf.train.Int64List(value=[i]))})).SerializeToString())
