import type { Instead } from './read.ts';

/** What YAML 1.1 took for true and false, and people still write. */
const WORDS: Readonly<Record<string, boolean>> = {
  yes: true,
  on: true,
  y: true,
  no: false,
  off: false,
  n: false,
};

/**
 * A number or a truth value in one of the ways in which people write them as text: `"5"`, `$20`, `24h`, `1_000`, `40k`, `yes`.
 *
 * @param expected what the schema wants there, in zod's words
 * @param key of the entry; of an item of a list there is none
 */
export function plainForm(
  expected: string,
  key: string | number | undefined,
  value: unknown,
): Instead | undefined {
  if (typeof value !== 'string') return;
  const found = expected === 'boolean' ? truthIn(value) : isNumber(expected) ? numberIn(value) : undefined;
  if (!found || (expected === 'int' && !Number.isInteger(found.plain))) return;
  const line = typeof key === 'string' ? `${key}: ${found.plain}` : String(found.plain);
  const note = found.note && { note: found.note };
  return { line, ...note, isSure: found.note === undefined };
}

const isNumber = (expected: string): boolean => expected === 'number' || expected === 'int';

interface Found {
  plain: number | boolean;
  /** What its writer has to know of it. */
  note?: string;
}

function truthIn(text: string): Found | undefined {
  const plain = WORDS[text.trim().toLowerCase()];
  return plain === undefined ? undefined : { plain };
}

const FACTORS: Readonly<Record<string, number>> = { k: 1000 };
const OTHER_MONEY = ['€', '£', '¥', 'eur', 'euro', 'euros', 'gbp', 'cny', 'rmb'];
const UNITS = ['', '$', 'usd', 'k', 'h', 'hour', 'hours', 'step', 'steps', ...OTHER_MONEY];

/** Beside a unit that the key itself names. */
function numberIn(text: string): Found | undefined {
  const [, before = '', digits = '', after = ''] =
    /^([$€£¥]?)\s*(-?\d[\d_,]*(?:\.\d+)?|-?\.\d+)\s*(\p{L}*|[$€£¥])$/u.exec(text.trim()) ?? [];
  const unit = (before || after).toLowerCase();
  const number = Number(digits.replace(/[_,]/g, ''));
  if (digits === '' || !Number.isFinite(number) || !UNITS.includes(unit)) return;
  const plain = number * (FACTORS[unit] ?? 1);
  return { plain, ...(OTHER_MONEY.includes(unit) && { note: 'with the amount in US dollars' }) };
}
