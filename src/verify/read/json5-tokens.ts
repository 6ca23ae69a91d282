/**
 * What JSON5 1.0 writes otherwise than JSON. Of its blanks only those of one byte are known, and a line that goes on behind a
 * backslash must end in one byte too.
 */

const NUMBER = /^[+-]?(0[xX][0-9a-fA-F]+|((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?)$/;
const NAME = /^[$_\p{ID_Start}]([$\p{ID_Continue}]|\u200c|\u200d)*$/u;
const ESCAPE = /\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[ux1-9]|0[0-9]|[\s\S])/gu;
const LETTERS: Readonly<Record<string, string>> = {
  ...{ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', 0: '\0' },
  // The line goes on.
  ...{ '\n': '', '\r': '', '\u2028': '', '\u2029': '' },
};

/** Bytes of names without quotes: `$`, `_`, a backslash of an escape, and letters beyond ASCII. */
export const isNameByte = (byte: number): boolean =>
  byte === 0x24 || byte === 0x5f || byte === 0x5c || byte >= 0x80;

/** @returns `undefined` for what is no number; NaN and infinities are not asked for here */
export function json5Number(text: string): number | undefined {
  if (!NUMBER.test(text)) return undefined;
  const isNegative = text.startsWith('-');
  const size = Number(text.replace(/^[+-]/, ''));
  return isNegative ? -size : size;
}

/** @returns `undefined` for what is no name of ECMAScript 5.1 */
export function json5Name(text: string): string | undefined {
  const name = text.replace(/\\u([0-9a-fA-F]{4})/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return NAME.test(name) ? name : undefined;
}

/** @returns `undefined` where an escape is none */
export function json5Text(raw: string): string | undefined {
  let isSound = true;
  const text = raw.replace(ESCAPE, (_all, behind: string) => {
    if (behind.length > 2) return String.fromCharCode(Number.parseInt(behind.slice(1), 16));
    if (/^([ux1-9]|0[0-9])$/.test(behind)) isSound = false;
    return LETTERS[behind] ?? behind;
  });
  return isSound ? text : undefined;
}
