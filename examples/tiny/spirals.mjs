import { Random } from './random.mjs';

/** Half turns of each spiral's arm; 2 is a full turn. */
const HALF_TURNS = 2.5;
const NOISE = 0.02;

/**
 * Two interleaved spirals in the unit square: the classic set that no straight line separates.
 *
 * @param {number} count points, half of each class
 * @param {number} seed other seeds give other points of the same spirals
 * @returns {{ x: Float32Array, y: Uint8Array, count: number }} x holds two coordinates a point, y its class
 */
export function spirals(count, seed) {
  const random = Random.seeded(seed);
  const x = new Float32Array(2 * count);
  const y = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const label = i % 2;
    const along = Math.sqrt(random.uniform());
    const angle = along * HALF_TURNS * Math.PI + label * Math.PI;
    x[2 * i] = along * Math.cos(angle) + NOISE * random.normal();
    x[2 * i + 1] = along * Math.sin(angle) + NOISE * random.normal();
    y[i] = label;
  }
  return { x, y, count };
}
