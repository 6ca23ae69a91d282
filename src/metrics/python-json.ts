/**
 * JSON as Python writes it: NaN and Infinity as bare words, which JSON does not have; they become texts.
 * @returns `undefined` where it is none
 */
export function parsePythonJson(text: string): unknown {
  for (const each of [() => text, () => withWordsAsTexts(text)]) {
    try {
      return JSON.parse(each());
    } catch {}
  }
  return undefined;
}

const withWordsAsTexts = (text: string): string =>
  // The word first, then what stands before it: the other way round, a long run of blanks costs its square.
  text.replaceAll(/(-?(?:Infinity|NaN))(?<=[:[,]\s*-?(?:Infinity|NaN))(?=\s*[,}\]])/g, '"$1"');

/** A Map, because the keys are a stranger's and `__proto__` is one of the things they may be called. */
export function asRecord(value: unknown): Map<string, unknown> | undefined {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? new Map(Object.entries(value)) : undefined;
}

/** NaN has many spellings on its way: Python's bare word, a text of it, JavaScript's null, C's `1.#QNAN`. */
export function isNonFinite(value: unknown): boolean {
  if (value === null) return true;
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'string' && /^[+-]?(?:nan(?:\(\w*\))?|inf(?:inity)?|1\.#\w+)$/i.test(value.trim());
}
