import { overBudget } from '../contract/findings.ts';
import type { PickleStream } from './stream.ts';
import type { PyValue } from './value.ts';

const exact = (value: bigint): number | bigint =>
  value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(value)
    : value;

/** Python itself converts no more than 4300 digits; what is longer takes quadratic time wherever it is shown. */
const MOST_LONG_BYTES = 2048;

/** INT and LONG in decimal. `01` and `00` are the booleans of protocol 1, except where `plain`. */
export function parseDecimal(text: string, input: PickleStream, plain = false): PyValue {
  if (!plain && text === '01') return true;
  if (!plain && text === '00') return false;
  if (!/^[+-]?[0-9]{1,4300}$/.test(text))
    throw input.broken(`a decimal that is none: ${JSON.stringify(text.slice(0, 40))}`);
  return exact(BigInt(text.replace(/^\+/, '')));
}

/** LONG1 and LONG4: little-endian two's complement of any length. */
export function parseLong(bytes: Uint8Array): number | bigint {
  if (bytes.length === 0) return 0;
  if (bytes.length > MOST_LONG_BYTES) throw overBudget('bytes of an integer', MOST_LONG_BYTES, bytes.length);
  const hex = Buffer.from(bytes).reverse().toString('hex');
  return exact(BigInt.asIntN(bytes.length * 8, BigInt(`0x${hex}`)));
}

export function parsePyFloat(text: string, input: PickleStream): number {
  const word = /^[+-]?(inf(inity)?|nan)$/i.exec(text);
  if (word !== null)
    return text.toLowerCase().includes('nan')
      ? Number.NaN
      : (text[0] === '-' ? -1 : 1) * Number.POSITIVE_INFINITY;
  if (!/^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(text))
    throw input.broken('a float that is none');
  return Number(text);
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' };

/** STRING: a quoted Python 2 literal with its escapes. Bytes become the characters of the same number. */
export function parseQuoted(line: Uint8Array, input: PickleStream): string {
  const text = Buffer.from(line).toString('latin1');
  const quote = text[0];
  if (text.length < 2 || (quote !== '"' && quote !== "'") || !text.endsWith(quote))
    throw input.broken('a string without its quotes');
  return text
    .slice(1, -1)
    .replace(/\\(x[0-9a-fA-F]{2}|[0-7]{1,3}|[\s\S])?/g, (_all, code: string | undefined) => {
      if (code === undefined || code === 'x') throw input.broken('a string with a broken escape');
      if (/^x[0-9a-fA-F]{2}$/.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
      if (/^[0-7]+$/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & 0xff);
      return ESCAPES[code] ?? code;
    });
}

/** UNICODE: Python's raw-unicode-escape, where only \u and \U mean anything. */
export function parseRawUnicode(line: Uint8Array, input: PickleStream): string {
  const text = Buffer.from(line).toString('latin1');
  return text.replace(/\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|u|U)/g, (_all, sequence: string) => {
    const code = Number.parseInt(sequence.slice(1), 16);
    if (sequence.length === 1 || code > 0x10ffff) throw input.broken('text with a broken escape');
    return String.fromCodePoint(code);
  });
}
