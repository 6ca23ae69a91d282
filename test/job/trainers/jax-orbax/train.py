import jax
import orbax.checkpoint as ocp
from absl import app, flags
from flax.training import train_state

_OUT = flags.DEFINE_string("workdir", None, "directory for checkpoints")
_STEPS = flags.DEFINE_integer("num_steps", 1000, "how long")


def main(_):
    state = train_state.TrainState.create(apply_fn=None, params={}, tx=None)
    manager = ocp.CheckpointManager(_OUT.value + "/ckpt", options=ocp.CheckpointManagerOptions(max_to_keep=3))
    first = 0
    if manager.latest_step() is not None:
        state = manager.restore(manager.latest_step(), args=ocp.args.StandardRestore(state))
        first = manager.latest_step() + 1
    for step in range(first, _STEPS.value):
        state = jax.jit(lambda s: s)(state)
        manager.save(step, args=ocp.args.StandardSave(state))
    manager.wait_until_finished()


if __name__ == "__main__":
    app.run(main)
