"""JAX and Zarr."""

from zoo import SEED, maker


@maker("files", "flax", "flax", "jax")
def flax_files(place):
    import flax.serialization
    import jax
    import jax.numpy as jnp
    import numpy as np

    key = jax.random.PRNGKey(SEED)
    params = {"Dense_0": {"kernel": np.asarray(jax.random.normal(key, (8, 4))), "bias": np.zeros(4, np.float32)}, "scale": np.asarray(jnp.ones(4, jnp.bfloat16))}
    (place / "params.msgpack").write_bytes(flax.serialization.msgpack_serialize(params))
    (place / "state.msgpack").write_bytes(flax.serialization.to_bytes({"step": 3, "params": params, "opt_state": {"0": {"mu": params, "count": np.int32(3)}}}))


@maker("folder", "orbax", "orbax.checkpoint", "jax")
def orbax_folder(place):
    import jax.numpy as jnp
    import numpy as np
    import orbax.checkpoint as ocp

    state = {"params": {"w": jnp.asarray(np.random.default_rng(SEED).normal(size=(16, 8)).astype("f4")), "b": jnp.ones(8)}, "step": 3}
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
    state = {"w": jnp.asarray(np.random.default_rng(SEED).normal(size=(16, 8)).astype("f4")), "step": 3}
    with ocp.Checkpointer(handler) as checkpointer:
        checkpointer.save(place / "checkpoint", args=ocp.args.PyTreeSave(state))


@maker("folder", "zarr", "zarr", "numpy")
def zarr_folder(place):
    import numpy as np
    import zarr

    rng = np.random.default_rng(SEED)
    root = zarr.open_group(str(place / "v3.zarr"), mode="w", zarr_format=3)
    root.create_array("x", data=rng.normal(size=(50, 20)), chunks=(16, 20))
    root.create_array("grow", shape=(100,), chunks=(10,), dtype="f4")[:35] = 1.5
    root.create_array("y", data=np.arange(50, dtype="i4"))


@maker("folder", "zarr-v2", "zarr", "numpy")
def zarr_v2_folder(place):
    import numpy as np
    import zarr

    root = zarr.open_group(str(place / "v2.zarr"), mode="w", zarr_format=2)
    root.create_array("x", data=np.random.default_rng(SEED).normal(size=(50, 20)), chunks=(16, 20))


@maker("folder", "zarr-sharded", "zarr", "numpy")
def zarr_sharded(place):
    import numpy as np
    import zarr

    zarr.create_array(str(place / "a.zarr"), data=np.random.default_rng(SEED).normal(size=(64, 64)), chunks=(8, 8), shards=(32, 32))
