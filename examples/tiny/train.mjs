/**
 * Trains a small network to tell two spirals apart, on one CPU core, with nothing but Node (>= 20).
 *
 * It does what every job that may be interrupted should do: one command starts or resumes, a checkpoint holds the whole
 * state and is published atomically, metrics hold one line a step, SIGTERM ends it with a checkpoint. Killed anywhere
 * and started again, it ends with the same bytes as a run that was left alone.
 *
 * Results go to $GPU_LEASE_OUT (unset: `out`). Settings: see settings.mjs.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openMetrics, publish, readIfThere } from './files.mjs';
import { adamStep, backpropagate, evaluate, parametersOf } from './network.mjs';
import { readSettings } from './settings.mjs';
import { spirals } from './spirals.mjs';
import { encodeState, freshState, restoreState } from './state.mjs';

const TRAIN_POINTS = 640;
const VALIDATION_POINTS = 400;
const BATCH = 64;
/** Standard deviation of the noise added to each input: augmentation, and the reason that the generator's state matters. */
const JITTER = 0.01;

const settings = readSettings(process.env);
const { steps, seed } = settings.result;
const out = process.env.GPU_LEASE_OUT ?? 'out';
const LAST = join(out, 'checkpoints', 'last.safetensors');
const BEST = join(out, 'checkpoints', 'best.safetensors');

const training = spirals(TRAIN_POINTS, seed + 1);
const heldOut = spirals(VALIDATION_POINTS, seed + 2);

/** The state to go on from: the last checkpoint where there is one. There is no flag for it to forget. */
function loadOrStart() {
  const state = freshState(settings.result, TRAIN_POINTS);
  const saved = readIfThere(LAST);
  if (saved) {
    restoreState(state, saved, settings.result, LAST);
    console.log(`resumed at step ${state.step} of ${steps}`);
  } else {
    state.validation = evaluate(state.network, heldOut);
    console.log(`starting at step 0 of ${steps}`);
  }
  return state;
}

const save = (path, state) => publish(path, encodeState(state, settings.result));
const saveJson = (name, value) =>
  publish(join(out, name), Buffer.from(`${JSON.stringify(value, null, 2)}\n`));

/** Warm-up over the first twentieth, then half a cosine. A function of the step alone, so it needs no state. */
function learningRateAt(step) {
  const warmup = Math.max(1, Math.floor(steps / 20));
  if (step <= warmup) return (settings.result.learningRate * step) / warmup;
  const done = (step - warmup) / (steps - warmup + 1);
  return (settings.result.learningRate * (1 + Math.cos(Math.PI * done))) / 2;
}

/** The next batch, jittered. When all points are used up a new epoch begins, in a new order. */
function nextBatch(state) {
  if (state.position >= TRAIN_POINTS) {
    state.random.shuffle(state.order);
    state.position = 0;
    state.epoch += 1;
  }
  const chosen = state.order.subarray(state.position, state.position + BATCH);
  state.position += BATCH;
  const jittered = (value) => value + JITTER * state.random.normal();
  return Array.from(chosen, (n) => ({
    input: [jittered(training.x[2 * n]), jittered(training.x[2 * n + 1])],
    label: training.y[n],
  }));
}

function trainOneStep(state) {
  const { loss, accuracy, gradients } = backpropagate(state.network, nextBatch(state));
  state.step += 1;
  const lr = learningRateAt(state.step);
  adamStep(state.adam, parametersOf(state.network), gradients, lr, state.step);
  return { step: state.step, epoch: state.epoch, loss, lr, accuracy };
}

/** Validates at the end of each epoch and of the run, and keeps the best state. */
function validate(state) {
  if (state.position < TRAIN_POINTS && state.step < steps) return;
  state.validation = evaluate(state.network, heldOut);
  const isBest = state.best.step === 0 || state.validation.loss < state.best.loss;
  if (!isBest) return;
  state.best = { step: state.step, ...state.validation };
  save(BEST, state);
}

/** A box that takes over may have been given the last checkpoint alone. What is gone cannot be the best any more. */
function replaceLostBest(state) {
  if (state.best.step === 0 || existsSync(BEST)) return;
  state.best = { step: state.step, ...evaluate(state.network, heldOut) };
  save(BEST, state);
}

async function train(state, shouldStop) {
  const metrics = openMetrics(join(out, 'metrics.jsonl'), state.step);
  const startedAt = performance.now();
  for (let done = 1; state.step < steps && !shouldStop(); done++) {
    const line = trainOneStep(state);
    validate(state);
    const { loss: val_loss, accuracy: val_accuracy } = state.validation;
    // Always at least one turn of the event loop: a signal is only seen between turns.
    await pause(Math.max(0, startedAt + done * settings.stepMs - performance.now()));
    const seconds = Math.round(performance.now() - startedAt) / 1000;
    metrics.append({ ...line, val_loss, val_accuracy, seconds });

    if (state.step % settings.checkpointEvery === 0 || state.step === steps || shouldStop()) {
      // The metrics first: a checkpoint never knows of a step that they do not.
      metrics.flush();
      save(LAST, state);
      console.log(
        `step ${state.step}/${steps} loss ${line.loss.toFixed(4)} lr ${line.lr.toFixed(5)} ` +
          `val_loss ${val_loss.toFixed(4)} val_accuracy ${val_accuracy.toFixed(3)}`,
      );
    }
  }
}

// Whoever reads our log may go away; that is no reason to stop training.
process.stdout.on('error', () => {});
let stopping = false;
process.on('SIGTERM', () => {
  stopping = true;
});

saveJson('config.json', settings.result);
const state = loadOrStart();
replaceLostBest(state);
await train(state, () => stopping);

if (state.step < steps) {
  console.log(`stopped by SIGTERM after step ${state.step}, which is in the checkpoint`);
  process.exit(143);
}
saveJson('summary.json', { steps, epochs: state.epoch, validation: state.validation, best: state.best });
console.log(
  `finished: validation loss ${state.validation.loss.toFixed(4)}, accuracy ${state.validation.accuracy.toFixed(3)}`,
);
