/**
 * Settings come from the environment, so that every cell of a sweep runs the same command. Unset means the default;
 * set and empty is a mistake, not a default.
 */
export const readSettings = (env) => ({
  /** What determines the result. Goes into the checkpoint. */
  result: {
    steps: whole(env, 'TINY_STEPS', 400, 1, 1_000_000),
    seed: whole(env, 'TINY_SEED', 1, 0, 2 ** 32 - 3),
    learningRate: number(env, 'TINY_LR', 0.02, 1e-6, 1),
    hidden: whole(env, 'TINY_HIDDEN', 32, 1, 512),
  },
  /** Steps between two checkpoints. */
  checkpointEvery: whole(env, 'TINY_CKPT_EVERY', 20, 1, 1_000_000),
  /** A step takes at least so many milliseconds: a demonstration needs something to watch. */
  stepMs: number(env, 'TINY_STEP_MS', 0, 0, 60_000),
});

function number(env, name, fallback, low, high) {
  const text = env[name];
  if (text === undefined) return fallback;
  const value = Number(text);
  if (text.trim() !== '' && value >= low && value <= high) return value;
  throw new Error(
    `${name} is ${JSON.stringify(text)}: give a number from ${low} to ${high}, or leave it unset`,
  );
}

function whole(env, name, fallback, low, high) {
  const value = number(env, name, fallback, low, high);
  if (Number.isInteger(value)) return value;
  throw new Error(`${name} is ${value}: give a whole number, or leave it unset`);
}
