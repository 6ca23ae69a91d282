/** Evidence that stands in several lines: where in a text it is complete, or -1. Time grows with the text and no faster. */
export type Sees = (text: string) => number;

/** A number that a text says, and where. */
export interface Said {
  at: number;
  value: number;
}

/** Each after the one before it; the last is where it shows. */
export const inOrder =
  (...patterns: readonly RegExp[]): Sees =>
  (text) => {
    let from = 0;
    let at = -1;
    for (const pattern of patterns) {
      const match = pattern.exec(text.slice(from));
      if (!match) return -1;
      at = from + match.index;
      from = at + match[0].length;
    }
    return at;
  };

/** All of them, in any order; the first named is where it shows. */
export const allOf =
  (...patterns: readonly RegExp[]): Sees =>
  (text) =>
    patterns.every((pattern) => pattern.test(text)) && patterns[0] ? text.search(patterns[0]) : -1;

/** Of what is followed up to the end of the text, only so many are tried. */
const MOST_TRIED = 20;

export const firstOf = (text: string, pattern: RegExp): RegExpExecArray[] => {
  const found: RegExpExecArray[] = [];
  for (const match of text.matchAll(pattern)) if (found.push(match) === MOST_TRIED) break;
  return found;
};

/** What the first group of a pattern says, each time. */
export const numbersIn = (text: string, pattern: RegExp): Said[] =>
  [...text.matchAll(pattern)].map(({ index, 1: digits }) => ({ at: index, value: Number(digits) }));

/** Two lines of one key with a second word that is the same, or different, as `isIt` wants. */
export function twoOfAKind(
  text: string,
  pattern: RegExp,
  isIt: (one: string, other: string) => boolean,
): number {
  const known = new Map<string, string>();
  for (const { index, 1: key = '', 2: word = '' } of text.matchAll(pattern)) {
    const before = known.get(key);
    if (before !== undefined && isIt(before, word)) return index;
    if (before === undefined) known.set(key, word);
  }
  return -1;
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
