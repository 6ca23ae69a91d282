import { Broken } from '../contract/findings.ts';
import type { JsonScalar } from '../read/json-scanner.ts';

/** The file may well be right, but it uses a part of YAML that is not read here: it is then judged as text. */
export class OutsideSubset extends Error {
  override readonly name = 'OutsideSubset';
}

export const outside = (what: string): OutsideSubset => new OutsideSubset(what);

export const notYaml = (what: string, offset: number, found?: string): Broken =>
  new Broken('L1', 'yaml-syntax', `is not YAML: ${what}`, {
    offset,
    ...(found === undefined ? {} : { found: JSON.stringify(found.slice(0, 60)) }),
  });

const NUMBER = /^([-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?)$/;
const NON_FINITE = /^([-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$/;

/** A plain scalar by the core schema of YAML 1.2. */
export function resolvePlain(text: string): JsonScalar {
  if (/^(|~|null|Null|NULL)$/.test(text)) return { kind: 'literal', value: null };
  if (/^(true|True|TRUE|false|False|FALSE)$/.test(text)) return { kind: 'literal', value: /^t/i.test(text) };
  if (NON_FINITE.test(text)) return { kind: 'nonFinite', text };
  if (NUMBER.test(text)) return { kind: 'number', value: Number(text), text };
  return { kind: 'string', text };
}

/** What makes two keys of one mapping the same: the value, not how it is written. */
export function identityOf(key: JsonScalar): string {
  if (key.kind === 'nonFinite') throw outside('a key that is no finite number');
  return key.kind === 'string' ? `s:${key.text}` : `v:${String(key.value)}`;
}

export const keyText = (key: JsonScalar): string => (key.kind === 'literal' ? String(key.value) : key.text);

const ESCAPES: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  ' ': ' ',
  '"': '"',
  '/': '/',
  '\\': '\\',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
};
const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** @returns where the closing quote is, or -1 when this stretch does not hold it */
export function closingQuote(text: string, from: number, quote: string): number {
  for (let at = from; at < text.length; at += 1) {
    if (quote === '"' && text[at] === '\\') at += 1;
    else if (text[at] === quote) {
      if (quote === '"' || text[at + 1] !== "'") return at;
      at += 1;
    }
  }
  return -1;
}

/** The text between the quotes, line ends folded already. */
export function unquote(inner: string, quote: string, offset: number): string {
  if (quote === "'") return inner.replaceAll("''", "'");
  if (!inner.includes('\\')) return inner;
  let out = '';
  for (let at = 0; at < inner.length; at += 1) {
    const char = inner[at] as string;
    if (char !== '\\') {
      out += char;
      continue;
    }
    at += 1;
    const code = inner[at] ?? '';
    const digits = HEX_DIGITS[code];
    if (digits === undefined) {
      const meant = Object.hasOwn(ESCAPES, code) ? ESCAPES[code] : undefined;
      if (meant === undefined) throw notYaml('an escape that YAML does not know', offset, `\\${code}`);
      out += meant;
      continue;
    }
    const hex = inner.slice(at + 1, at + 1 + digits);
    if (!/^[0-9a-fA-F]+$/.test(hex) || hex.length < digits)
      throw notYaml('an escape that YAML does not know', offset, `\\${code}${hex}`);
    const point = Number.parseInt(hex, 16);
    if (point > 0x10ffff) throw outside('an escape beyond Unicode');
    out += String.fromCodePoint(point);
    at += digits;
  }
  return out;
}

/** A plain scalar of one line, without its comment. */
export function withoutComment(text: string): string {
  const at = text.search(/(^|\s)#/);
  return (at < 0 ? text : text.slice(0, at)).trimEnd();
}

export const isBlankOrComment = (text: string): boolean => /^( *| +#.*)$/.test(text);

/** Whether a plain scalar may begin so. */
export const startsPlain = (text: string): boolean =>
  !/^[,[\]{}#&*!|>'"%@`]/.test(text) && !/^[-?:]( |$)/.test(text);

export const duplicateKey = (name: string, offset: number): Broken =>
  new Broken('L2', 'duplicate-key', 'has one key twice in one mapping', {
    offset,
    found: JSON.stringify(name.slice(0, 80)),
  });
