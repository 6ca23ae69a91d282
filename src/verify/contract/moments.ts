/** Least, greatest, mean and standard deviation of the finite elements of a tensor. */
export interface Moments {
  /** Finite elements; the rest are counted as `nonFinite`. */
  count: number;
  min: number;
  max: number;
  mean: number;
  /** Sum of squared distances from the mean; the variance is this over `count`. */
  squares: number;
}

export const NO_MOMENTS: Moments = {
  count: 0,
  min: Number.POSITIVE_INFINITY,
  max: Number.NEGATIVE_INFINITY,
  mean: 0,
  squares: 0,
};

/** Of two disjoint sets of elements together (Chan's formula, which does not cancel as sums of squares do). */
export function joinMoments(a: Moments, b: Moments): Moments {
  if (a.count === 0) return b;
  if (b.count === 0) return a;
  const count = a.count + b.count;
  const apart = b.mean - a.mean;
  return {
    count,
    min: Math.min(a.min, b.min),
    max: Math.max(a.max, b.max),
    mean: a.mean + (apart * b.count) / count,
    squares: a.squares + b.squares + (apart * apart * a.count * b.count) / count,
  };
}

/** Of the values from one place to another. */
export function momentsOf(values: Float64Array | Float32Array, from = 0, to = values.length): Moments {
  return momentsOfFinite(values, from, to) ?? momentsOfAny(values, from, to);
}

/**
 * Four sums side by side, because an addition waits for the one before it. @returns undefined where something is not finite, which
 * the sum tells, and where the sum is too large for a number
 */
function momentsOfFinite(values: Float64Array | Float32Array, from: number, to: number): Moments | undefined {
  const count = to - from;
  const whole = to - (count % 4);
  let [a, b, c, d] = [0, 0, 0, 0];
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = from; i < whole; i += 4) {
    const v = values[i] as number;
    const w = values[i + 1] as number;
    const x = values[i + 2] as number;
    const y = values[i + 3] as number;
    a += v;
    b += w;
    c += x;
    d += y;
    if (v < min) min = v;
    if (w < min) min = w;
    if (x < min) min = x;
    if (y < min) min = y;
    if (v > max) max = v;
    if (w > max) max = w;
    if (x > max) max = x;
    if (y > max) max = y;
  }
  for (let i = whole; i < to; i += 1) {
    const value = values[i] as number;
    a += value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const sum = a + b + (c + d);
  if (count === 0 || sum - sum !== 0) return undefined;
  const mean = sum / count;
  [a, b, c, d] = [0, 0, 0, 0];
  for (let i = from; i < whole; i += 4) {
    const v = (values[i] as number) - mean;
    const w = (values[i + 1] as number) - mean;
    const x = (values[i + 2] as number) - mean;
    const y = (values[i + 3] as number) - mean;
    a += v * v;
    b += w * w;
    c += x * x;
    d += y * y;
  }
  for (let i = whole; i < to; i += 1) a += ((values[i] as number) - mean) ** 2;
  return { count, ...unsigned(min, max), mean, squares: a + b + (c + d) };
}

function momentsOfAny(values: Float64Array | Float32Array, from: number, to: number): Moments {
  let count = 0;
  let sum = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i += 1) {
    const value = values[i] as number;
    // Of what is not finite this is no number: the quickest way to ask.
    if (value - value !== 0) continue;
    count += 1;
    sum += value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const mean = count === 0 ? 0 : sum / count;
  let squares = 0;
  for (let i = from; i < to; i += 1) {
    const value = values[i] as number;
    if (value - value === 0) squares += (value - mean) * (value - mean);
  }
  return { count, ...unsigned(min, max), mean, squares };
}

/** No zero has a sign, for which of two was met first is nothing to tell. */
const unsigned = (min: number, max: number) => ({ min: min + 0, max: max + 0 });

export const deviationOf = ({ count, squares }: Moments): number =>
  count === 0 ? 0 : Math.sqrt(squares / count);
