import { secondsOf } from '../duration.ts';
import type { Range } from './constraint.ts';

/** A reading of what a person typed, or why it cannot be read, as the end of a sentence. */
export type Reading<T> = { ok: true; value: T } | { ok: false; why: string };

const read = <T>(value: T): Reading<T> => ({ ok: true, value });
const refuse = (why: string): Reading<never> => ({ ok: false, why });

export const DURATION = /^(\d{1,9}(?:\.\d{1,3})?) ?(s|min|h|d)$/;
const LONGEST_SECONDS = 90 * 86_400;

/** `90s`, `10min`, `1.5h`, `2d` to seconds: above 0, at most 90 days. */
export function readDuration(text: string): Reading<number> {
  const seconds = DURATION.test(text) ? secondsOf(text) : undefined;
  if (seconds === undefined) return refuse('is not a duration such as 90s, 10min, 2h or 1d');
  if (seconds <= 0) return refuse('is no time at all');
  if (seconds > LONGEST_SECONDS) return refuse('is longer than 90 days');
  return read(seconds);
}

const BYTES: ReadonlyMap<string, number> = new Map([
  ['MB', 1e6],
  ['MiB', 2 ** 20],
  ['GB', 1e9],
  ['GiB', 2 ** 30],
  ['TB', 1e12],
  ['TiB', 2 ** 40],
]);

const SIZE_TEXT = `\\d{1,9}(?:\\.\\d{1,3})? ?(?:${[...BYTES.keys()].join('|')})`;
const BARE = '\\d{1,9}(?:\\.\\d{1,3})?';
export const SIZE = new RegExp(`^${SIZE_TEXT}$`);
/** `40GB+`, `24GB..48GB`, `24..48GB`, `..48GB`. */
export const SIZE_RANGE = new RegExp(
  `^(?:${SIZE_TEXT} ?\\+|(?:${SIZE_TEXT}|${BARE})? ?\\.\\. ?${SIZE_TEXT})$`,
);
export const COUNT_RANGE = /^(\d{1,6} ?\+|(\d{1,6})? ?\.\. ?\d{1,6})$/;
const LARGEST_BYTES = 1e15;

/** `4GB`, `512MiB` to bytes. GB is 10^9 and GiB is 2^30, as disks and `free` mean them. */
export function readSize(text: string): Reading<number> {
  const [, digits = '', unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?) ?([KMGT]i?B)$/.exec(text) ?? [];
  const factor = BYTES.get(unit);
  if (factor === undefined) return refuse('is not a size such as 512MB, 40GB or 16GiB');
  const bytes = Number(digits) * factor;
  if (bytes <= 0) return refuse('is no size at all');
  return bytes > LARGEST_BYTES ? refuse('is more than 1,000 TB') : read(bytes);
}

/** `40GB+`, `24GB..48GB`, `24..48GB` or `..48GB`, to inclusive bounds in GB (10^9 bytes). */
export function readSizeRange(text: string): Reading<Range> {
  const bounds = splitRange(text);
  if (!bounds) {
    return readSize(text).ok
      ? refuse(
          `could mean "exactly" or "at least"; write ${text}+ for at least, or a range such as ${text}..${text}`,
        )
      : refuse('is not a bound such as 40GB+ (at least) or 24GB..48GB');
  }
  const unit = /[KMGT]i?B$/.exec(bounds.max ?? '')?.[0] ?? '';
  const min = bounds.min && (/\d$/.test(bounds.min) ? `${bounds.min}${unit}` : bounds.min);
  return readBounds({ min, max: bounds.max }, (each) => {
    const size = readSize(each);
    return size.ok ? read(size.value / 1e9) : size;
  });
}

/** `8+`, `4..16` or `..16` to inclusive bounds. */
export function readCountRange(text: string): Reading<Range> {
  const bounds = splitRange(text);
  if (!bounds) return refuse('is not a bound such as 8+ (at least) or 8..16');
  return readBounds(bounds, (each) =>
    /^\d{1,6}$/.test(each) && Number(each) > 0 ? read(Number(each)) : refuse('is not a whole number above 0'),
  );
}

interface TypedBounds {
  min: string | undefined;
  max: string | undefined;
}

function splitRange(text: string): TypedBounds | undefined {
  const [, atLeast] = /^(.+?) ?\+$/.exec(text) ?? [];
  if (atLeast) return { min: atLeast, max: undefined };
  const [, min, max] = /^(.*?) ?\.\. ?(.+)$/.exec(text) ?? [];
  return max === undefined ? undefined : { min: min || undefined, max };
}

function readBounds(typed: TypedBounds, readOne: (text: string) => Reading<number>): Reading<Range> {
  const range: Range = {};
  for (const end of ['min', 'max'] as const) {
    const text = typed[end];
    if (text === undefined) continue;
    const bound = readOne(text);
    if (!bound.ok) return refuse(`has the bound ${JSON.stringify(text)}, which ${bound.why}`);
    range[end] = bound.value;
  }
  if (range.min !== undefined && range.max !== undefined && range.min > range.max) {
    return refuse('has its lower bound above its upper bound');
  }
  return read(range);
}
