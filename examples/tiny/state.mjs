import { newAdam, newNetwork, parametersOf } from './network.mjs';
import { Random } from './random.mjs';
import { decodeSafetensors, encodeSafetensors } from './safetensors.mjs';

/**
 * Everything that a step reads and changes. What is not in here must follow from the configuration and the step alone
 * (the data, the learning rate), or a resumed run would differ from one that was left alone.
 */
export function freshState({ seed, hidden }, trainPoints) {
  const random = Random.seeded(seed);
  const network = newNetwork([2, hidden, hidden, 1], random);
  return {
    step: 0,
    epoch: 0,
    network,
    adam: newAdam(parametersOf(network)),
    random,
    /** The epoch's order of the training points, and how many of them are used up. */
    order: Uint32Array.from({ length: trainPoints }, (_, i) => i),
    position: trainPoints,
    /** The last validation, and the best one; step 0 = not yet. */
    validation: { loss: 0, accuracy: 0 },
    best: { step: 0, loss: 0, accuracy: 0 },
  };
}

/** The arrays of the state by their names in a checkpoint, in one place for saving and restoring. */
function tensorsOf(state) {
  const tensors = {};
  for (const [p, { name, shape, values }] of parametersOf(state.network).entries()) {
    tensors[`model.${name}`] = { shape, values };
    tensors[`optimizer.exp_avg.${name}`] = { shape, values: state.adam.expAvg[p] };
    tensors[`optimizer.exp_avg_sq.${name}`] = { shape, values: state.adam.expAvgSq[p] };
  }
  tensors['sampler.order'] = { shape: [state.order.length], values: state.order };
  tensors['rng.state'] = { shape: [4], values: state.random.state };
  return tensors;
}

const COUNTERS = { step: 'step', epoch: 'epoch', 'sampler.position': 'position' };

/** @returns {Buffer} a safetensors file; equal states give equal bytes */
export function encodeState(state, settings) {
  const tensors = tensorsOf(state);
  for (const [name, field] of Object.entries(COUNTERS)) {
    tensors[name] = { shape: [], values: BigInt64Array.of(BigInt(state[field])) };
  }
  const { best, validation } = state;
  tensors.validation = { shape: [2], values: Float64Array.of(validation.loss, validation.accuracy) };
  tensors.best = { shape: [3], values: Float64Array.of(best.step, best.loss, best.accuracy) };
  return encodeSafetensors(tensors, {
    format: 'tiny',
    step: String(state.step),
    settings: JSON.stringify(settings),
  });
}

/** Fills a fresh state. Refuses a checkpoint of other settings: going on from it would be neither run. */
export function restoreState(state, bytes, settings, path) {
  const { tensors, metadata } = decodeSafetensors(bytes);
  if (metadata.settings !== JSON.stringify(settings)) {
    throw new Error(
      `${path} was written with ${metadata.settings}, and this run has ${JSON.stringify(settings)}. ` +
        'Use the same settings, or another output directory.',
    );
  }
  for (const [name, { values }] of Object.entries(tensorsOf(state))) values.set(tensors[name].values);
  for (const [name, field] of Object.entries(COUNTERS)) state[field] = Number(tensors[name].values[0]);
  const [loss, accuracy] = tensors.validation.values;
  const [bestStep, bestLoss, bestAccuracy] = tensors.best.values;
  state.validation = { loss, accuracy };
  state.best = { step: bestStep, loss: bestLoss, accuracy: bestAccuracy };
}
