/** How values lie along one side of a chart. */
export interface Axis {
  isLog: boolean;
  /** @returns 0 at the beginning of the axis, 1 at its end */
  at(value: number): number;
  ticks: { at: number; words: string }[];
}

/** Most of a curve lies in the lowest tenth of an even scale, and its ends are that far apart: it is told by its powers of ten. */
const FAR_APART = 20;
const LOWEST = 0.1;
const MOST_TICKS = 6;

/** For values: from a round number below the least to one above the most. */
export function valueAxis(values: readonly number[]): Axis {
  const low = Math.min(...values);
  const high = Math.max(...values);
  if (isSquashed(values, low, high)) return logAxis(low, high);
  if (low === high) {
    const room = Math.abs(low) * 0.1 || 1;
    return roundedOut(low - room, high + room);
  }
  return roundedOut(low, high);
}

/** For steps: from the first to the last, with a tick at each round number between. */
export function stepAxis(from: number, to: number): Axis {
  const step = roundStep(to - from, MOST_TICKS - 1);
  const at = (value: number) => (value - from) / (to - from);
  return { isLog: false, at, ticks: evenTicks(Math.ceil(from / step), Math.floor(to / step), step, at) };
}

function isSquashed(values: readonly number[], low: number, high: number): boolean {
  if (low <= 0 || high / low < FAR_APART) return false;
  const border = low + LOWEST * (high - low);
  return values.filter((value) => value <= border).length * 2 > values.length;
}

function roundedOut(low: number, high: number): Axis {
  const step = roundStep(high - low, MOST_TICKS - 2);
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  // Of values that differ in their last digits alone the round numbers may be one and the same, or lie within them.
  const [bottom, top] = [Math.min(first * step, low), Math.max(last * step, high)];
  const at = (value: number) => (top > bottom ? (value - bottom) / (top - bottom) : 0.5);
  return { isLog: false, at, ticks: evenTicks(first, last, step, at) };
}

function evenTicks(first: number, last: number, step: number, at: (value: number) => number) {
  const count = Math.min(2 * MOST_TICKS, last - first + 1);
  const ticks = Array.from({ length: Math.max(0, count) }, (_, index) => {
    const value = (first + index) * step;
    return { at: at(value), words: tickWords(value, step) };
  });
  return ticks.filter(({ words }, index) => words !== ticks[index - 1]?.words);
}

/** The least of 1, 2 and 5 with any number of noughts that cuts `span` into at most so many parts. */
function roundStep(span: number, parts: number): number {
  // Ten to the power of less is nothing at all.
  const least = Math.max(1e-300, span / parts);
  const power = 10 ** Math.floor(Math.log10(least));
  const times = [1, 2, 5].find((each) => each * power >= least * 0.999_999) ?? 10;
  return times * power;
}

function logAxis(low: number, high: number): Axis {
  const [bottom, top] = [Math.log10(low), Math.log10(high)];
  const at = (value: number) => (Math.log10(value) - bottom) / (top - bottom);
  const powers = span(Math.floor(bottom), Math.ceil(top)).map((power) => 10 ** power);
  const isIn = (value: number) => value >= low && value <= high;
  const finer = powers.flatMap((power) => [power, 2 * power, 5 * power]).filter(isIn);
  const coarser = powers.filter(isIn);
  const chosen = finer.length <= MOST_TICKS || coarser.length < 2 ? finer : coarser;
  const every = Math.ceil(chosen.length / MOST_TICKS);
  const ticks = chosen.filter((_, index) => index % every === 0);
  return {
    isLog: true,
    at,
    ticks: ticks.map((value) => ({ at: at(value), words: tickWords(value, value) })),
  };
}

const span = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

const UNITS: readonly [number, string][] = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
];

/** As short as it can be told from its neighbours. @param step between two of them */
function tickWords(value: number, step: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e12 || step < 1e-5) return Number(value.toPrecision(4)).toExponential().replace('e+', 'e');
  const [unit, word] = UNITS.find(([least]) => size >= 1e5 && size >= least) ?? [1, ''];
  const decimals = Math.max(0, -Math.floor(Math.log10(step / unit) + 1e-9));
  return `${(value / unit).toFixed(Math.min(decimals, 12))}${word}`;
}
