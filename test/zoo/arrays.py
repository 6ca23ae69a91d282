"""JAX, Zarr, TensorFlow and Keras. The backend of Keras is that of $KERAS_BACKEND; the makers of other backends start a process."""

import os
import subprocess
import sys

from zoo import is_there, maker


@maker("files", "flax", "flax", "jax")
def flax_files(place):
    import flax.serialization
    import jax
    import jax.numpy as jnp
    import numpy as np

    key = jax.random.PRNGKey(7)
    params = {"Dense_0": {"kernel": np.asarray(jax.random.normal(key, (8, 4))), "bias": np.zeros(4, np.float32)}, "scale": np.asarray(jnp.ones(4, jnp.bfloat16))}
    (place / "params.msgpack").write_bytes(flax.serialization.msgpack_serialize(params))
    (place / "state.msgpack").write_bytes(flax.serialization.to_bytes({"step": 3, "params": params, "opt_state": {"0": {"mu": params, "count": np.int32(3)}}}))


@maker("folder", "orbax", "orbax.checkpoint", "jax")
def orbax_folder(place):
    import jax.numpy as jnp
    import numpy as np
    import orbax.checkpoint as ocp

    state = {"params": {"w": jnp.asarray(np.random.default_rng(7).normal(size=(16, 8)).astype("f4")), "b": jnp.ones(8)}, "step": 3}
    with ocp.StandardCheckpointer() as checkpointer:
        checkpointer.save(place / "checkpoint", state)


@maker("folder", "orbax-manager", "orbax.checkpoint", "jax")
def orbax_manager(place):
    import jax.numpy as jnp
    import numpy as np
    import orbax.checkpoint as ocp

    with ocp.CheckpointManager(place / "checkpoints", options=ocp.CheckpointManagerOptions(max_to_keep=2)) as manager:
        for step in [1, 2]:
            w = np.random.default_rng(step).normal(size=(16, 8)).astype("f4")
            manager.save(step, args=ocp.args.Composite(state=ocp.args.StandardSave({"w": jnp.asarray(w), "step": step}), config=ocp.args.JsonSave({"lr": 0.1})))
        manager.wait_until_finished()


@maker("folder", "orbax-zarr", "orbax.checkpoint", "jax")
def orbax_zarr(place):
    import jax.numpy as jnp
    import numpy as np
    import orbax.checkpoint as ocp

    handler = ocp.PyTreeCheckpointHandler(use_ocdbt=False)
    state = {"w": jnp.asarray(np.random.default_rng(7).normal(size=(16, 8)).astype("f4")), "step": 3}
    with ocp.Checkpointer(handler) as checkpointer:
        checkpointer.save(place / "checkpoint", args=ocp.args.PyTreeSave(state))


@maker("folder", "zarr", "zarr", "numpy")
def zarr_folder(place):
    import numpy as np
    import zarr

    rng = np.random.default_rng(7)
    root = zarr.open_group(str(place / "v3.zarr"), mode="w", zarr_format=3)
    root.create_array("x", data=rng.normal(size=(50, 20)), chunks=(16, 20))
    root.create_array("grow", shape=(100,), chunks=(10,), dtype="f4")[:35] = 1.5
    root.create_array("y", data=np.arange(50, dtype="i4"))


@maker("folder", "zarr-v2", "zarr", "numpy")
def zarr_v2_folder(place):
    import numpy as np
    import zarr

    root = zarr.open_group(str(place / "v2.zarr"), mode="w", zarr_format=2)
    root.create_array("x", data=np.random.default_rng(7).normal(size=(50, 20)), chunks=(16, 20))


@maker("folder", "zarr-sharded", "zarr", "numpy")
def zarr_sharded(place):
    import numpy as np
    import zarr

    zarr.create_array(str(place / "a.zarr"), data=np.random.default_rng(7).normal(size=(64, 64)), chunks=(8, 8), shards=(32, 32))


KERAS = """
import os, sys
place = sys.argv[1]
import numpy as np
import keras
keras.utils.set_random_seed(7)
model = keras.Sequential([keras.layers.Input((8,)), keras.layers.Dense(16, activation="relu"), keras.layers.BatchNormalization(), keras.layers.Dropout(0.1), keras.layers.Dense(1)])
model.compile(optimizer=keras.optimizers.AdamW(keras.optimizers.schedules.CosineDecay(1e-3, 100)), loss="mse", metrics=["mae"])
x = np.random.default_rng(7).normal(size=(64, 8)).astype("f4")
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
        subprocess.run([sys.executable, "-c", KERAS, str(place)], check=True, env=environment, timeout=200)


keras_of("torch", "torch")
keras_of("jax", "jax")
keras_of("tensorflow", "tensorflow")


@maker("folder", "tensorflow-saved-model", "tensorflow")
def tensorflow_saved_model(place):
    import tensorflow as tf

    class Model(tf.Module):
        def __init__(self):
            super().__init__()
            self.w = tf.Variable(tf.random.normal((4, 2)))

        @tf.function(input_signature=[tf.TensorSpec((None, 4))])
        def __call__(self, x):
            return x @ self.w

    model = Model()
    tf.saved_model.save(model, str(place / "saved"))
    manager = tf.train.CheckpointManager(tf.train.Checkpoint(model=model, step=tf.Variable(3)), str(place / "checkpoints"), 2)
    manager.save()
    manager.save()


@maker("files", "tfrecords", "tensorflow")
def tfrecords(place):
    import tensorflow as tf

    with tf.io.TFRecordWriter(str(place / "train.tfrecord")) as writer:
        for i in range(20):
            writer.write(tf.train.Example(features=tf.train.Features(feature={"x": tf.train.Feature(int64_list=tf.train.Int64List(value=[i]))})).SerializeToString())


assert is_there
