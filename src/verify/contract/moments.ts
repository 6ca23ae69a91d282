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

export function momentsOf(values: Float64Array | Float32Array): Moments {
  const { length } = values;
  let count = 0;
  let sum = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < length; i += 1) {
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
  for (let i = 0; i < length; i += 1) {
    const value = values[i] as number;
    if (value - value === 0) squares += (value - mean) * (value - mean);
  }
  return { count, min, max, mean, squares };
}

export const deviationOf = ({ count, squares }: Moments): number =>
  count === 0 ? 0 : Math.sqrt(squares / count);
