/**
 * A multilayer perceptron for two classes: tanh layers, one logit, binary cross-entropy, gradients by backpropagation,
 * Adam. Everything that lasts from one step to the next is a Float32Array, so saving it loses nothing.
 */

/** @param {number[]} sizes units per layer, inputs first, one output last */
export function newNetwork(sizes, random) {
  const layers = [];
  for (let l = 1; l < sizes.length; l++) {
    const [inputs, outputs] = [sizes[l - 1], sizes[l]];
    const scale = Math.sqrt(1 / inputs);
    const weight = Float32Array.from({ length: inputs * outputs }, () => scale * random.normal());
    // Spread biases move the tanh kinks off the origin, where all of them would start otherwise.
    const bias = Float32Array.from({ length: outputs }, () => (l === sizes.length - 1 ? 0 : random.normal()));
    layers.push({ inputs, outputs, weight, bias });
  }
  return layers;
}

/** The network's parameters by name, in a fixed order: what optimizer and checkpoint go through. */
export function parametersOf(layers) {
  return layers.flatMap(({ inputs, outputs, weight, bias }, l) => [
    { name: `layers.${l}.weight`, shape: [outputs, inputs], values: weight },
    { name: `layers.${l}.bias`, shape: [outputs], values: bias },
  ]);
}

/** Activations of every layer for one point; the last entry is the logit, without tanh. */
function forward(layers, input) {
  const activations = [input];
  for (const [l, { inputs, outputs, weight, bias }] of layers.entries()) {
    const from = activations[l];
    const to = new Float64Array(outputs);
    for (let o = 0; o < outputs; o++) {
      let sum = bias[o];
      for (let i = 0; i < inputs; i++) sum += weight[o * inputs + i] * from[i];
      to[o] = l === layers.length - 1 ? sum : Math.tanh(sum);
    }
    activations.push(to);
  }
  return activations;
}

const sigmoid = (logit) => 1 / (1 + Math.exp(-logit));
/** Cross-entropy of one point, in the form that does not overflow for large logits. */
const crossEntropy = (logit, label) =>
  Math.max(logit, 0) - logit * label + Math.log1p(Math.exp(-Math.abs(logit)));

/**
 * Mean loss, accuracy and gradients over a batch.
 *
 * @param {{ input: Float64Array, label: number }[]} batch
 * @returns {{ loss: number, accuracy: number, gradients: Float64Array[] }} gradients in the order of `parametersOf`
 */
export function backpropagate(layers, batch) {
  const gradients = parametersOf(layers).map(({ values }) => new Float64Array(values.length));
  let loss = 0;
  let right = 0;
  for (const { input, label } of batch) {
    const activations = forward(layers, input);
    const logit = activations.at(-1)[0];
    loss += crossEntropy(logit, label);
    right += logit > 0 === (label === 1) ? 1 : 0;

    let delta = Float64Array.of((sigmoid(logit) - label) / batch.length);
    for (let l = layers.length - 1; l >= 0; l--) {
      const { inputs, outputs, weight } = layers[l];
      const from = activations[l];
      const back = new Float64Array(inputs);
      for (let o = 0; o < outputs; o++) {
        gradients[2 * l + 1][o] += delta[o];
        for (let i = 0; i < inputs; i++) {
          gradients[2 * l][o * inputs + i] += delta[o] * from[i];
          back[i] += delta[o] * weight[o * inputs + i];
        }
      }
      // The derivative of tanh, from its value.
      for (let i = 0; i < inputs; i++) back[i] *= 1 - from[i] * from[i];
      delta = back;
    }
  }
  return { loss: loss / batch.length, accuracy: right / batch.length, gradients };
}

/** Mean loss and accuracy over a whole set, without gradients. */
export function evaluate(layers, { x, y, count }) {
  let loss = 0;
  let right = 0;
  for (let n = 0; n < count; n++) {
    const logit = forward(layers, [x[2 * n], x[2 * n + 1]]).at(-1)[0];
    loss += crossEntropy(logit, y[n]);
    right += logit > 0 === (y[n] === 1) ? 1 : 0;
  }
  return { loss: loss / count, accuracy: right / count };
}

export const newAdam = (parameters) => ({
  expAvg: parameters.map(({ values }) => new Float32Array(values.length)),
  expAvgSq: parameters.map(({ values }) => new Float32Array(values.length)),
});

/** One Adam step in place. @param {number} step from 1, for the bias correction */
export function adamStep(adam, parameters, gradients, learningRate, step) {
  const [beta1, beta2, epsilon] = [0.9, 0.99, 1e-8];
  const [correct1, correct2] = [1 - beta1 ** step, 1 - beta2 ** step];
  for (const [p, { values }] of parameters.entries()) {
    const [m, v, g] = [adam.expAvg[p], adam.expAvgSq[p], gradients[p]];
    for (let i = 0; i < values.length; i++) {
      m[i] = beta1 * m[i] + (1 - beta1) * g[i];
      v[i] = beta2 * v[i] + (1 - beta2) * g[i] * g[i];
      values[i] -= (learningRate * (m[i] / correct1)) / (Math.sqrt(v[i] / correct2) + epsilon);
    }
  }
}
