import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/verify/contract/moments.ts
var NO_MOMENTS = {
  count: 0,
  min: Number.POSITIVE_INFINITY,
  max: Number.NEGATIVE_INFINITY,
  mean: 0,
  squares: 0
};
function joinMoments(a, b) {
  if (a.count === 0) return b;
  if (b.count === 0) return a;
  const count = a.count + b.count;
  const apart = b.mean - a.mean;
  return {
    count,
    min: Math.min(a.min, b.min),
    max: Math.max(a.max, b.max),
    mean: a.mean + apart * b.count / count,
    squares: a.squares + b.squares + apart * apart * a.count * b.count / count
  };
}
function momentsOf(values) {
  const { length } = values;
  let count = 0;
  let sum = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < length; i += 1) {
    const value = values[i];
    if (value - value !== 0) continue;
    count += 1;
    sum += value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const mean = count === 0 ? 0 : sum / count;
  let squares = 0;
  for (let i = 0; i < length; i += 1) {
    const value = values[i];
    if (value - value === 0) squares += (value - mean) * (value - mean);
  }
  return { count, min, max, mean, squares };
}
var deviationOf = ({ count, squares }) => count === 0 ? 0 : Math.sqrt(squares / count);

export {
  NO_MOMENTS,
  joinMoments,
  momentsOf,
  deviationOf
};
