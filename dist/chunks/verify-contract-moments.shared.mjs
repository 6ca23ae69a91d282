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
function momentsOf(values, from = 0, to = values.length) {
  return momentsOfFinite(values, from, to) ?? momentsOfAny(values, from, to);
}
function momentsOfFinite(values, from, to) {
  const count = to - from;
  const whole = to - count % 4;
  let [a, b, c, d] = [0, 0, 0, 0];
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = from; i < whole; i += 4) {
    const v = values[i];
    const w = values[i + 1];
    const x = values[i + 2];
    const y = values[i + 3];
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
    const value = values[i];
    a += value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const sum = a + b + (c + d);
  if (count === 0 || sum - sum !== 0) return void 0;
  const mean = sum / count;
  [a, b, c, d] = [0, 0, 0, 0];
  for (let i = from; i < whole; i += 4) {
    const v = values[i] - mean;
    const w = values[i + 1] - mean;
    const x = values[i + 2] - mean;
    const y = values[i + 3] - mean;
    a += v * v;
    b += w * w;
    c += x * x;
    d += y * y;
  }
  for (let i = whole; i < to; i += 1) a += (values[i] - mean) ** 2;
  return { count, ...unsigned(min, max), mean, squares: a + b + (c + d) };
}
function momentsOfAny(values, from, to) {
  let count = 0;
  let sum = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i += 1) {
    const value = values[i];
    if (value - value !== 0) continue;
    count += 1;
    sum += value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const mean = count === 0 ? 0 : sum / count;
  let squares = 0;
  for (let i = from; i < to; i += 1) {
    const value = values[i];
    if (value - value === 0) squares += (value - mean) * (value - mean);
  }
  return { count, ...unsigned(min, max), mean, squares };
}
var unsigned = (min, max) => ({ min: min + 0, max: max + 0 });
var deviationOf = ({ count, squares }) => count === 0 ? 0 : Math.sqrt(squares / count);

export {
  joinMoments,
  momentsOf,
  deviationOf
};
