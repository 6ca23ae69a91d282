import type { JsonScalar } from '../read/json-scanner.ts';
import {
  closingQuote,
  isBlankOrComment,
  outside,
  resolvePlain,
  startsPlain,
  unquote,
} from './yaml-scalar.ts';

export interface Properties {
  anchor: string | undefined;
  tag: string | undefined;
}

const MOST_KEY_CHARACTERS = 1000;

/** A key and what follows its colon; `undefined` where the text begins with no key. */
export function cutKey(text: string): { key: JsonScalar; value: string } | undefined {
  const quote = text[0] ?? '';
  if (quote === '"' || quote === "'") {
    const end = closingQuote(text, 1, quote);
    const colon = /^ *:( +|$)/.exec(end < 0 ? '' : text.slice(end + 1));
    if (colon === null) return undefined;
    if (end > MOST_KEY_CHARACTERS) throw outside('a very long key');
    const key: JsonScalar = { kind: 'string', text: unquote(text.slice(1, end), quote, 0) };
    return { key, value: text.slice(end + 1 + colon[0].length) };
  }
  if (!startsPlain(text)) return undefined;
  const at = text.search(/:(\s|$)/);
  const plain = text.slice(0, Math.max(0, at)).trimEnd();
  if (at < 0 || /\s#/.test(plain)) return undefined;
  if (text[at + 1] === '\t' || plain.includes('\t')) throw outside('a tab beside a key');
  if (at > MOST_KEY_CHARACTERS || plain === '') throw outside('an unusual key');
  return { key: resolvePlain(plain), value: text.slice(at + 1).trimStart() };
}

/** The dashes that a line begins with (`at`: columns from each to what follows it), then a key or not, then a value. */
export function entriesOf(text: string): { dashes: number; at: number[]; key?: JsonScalar; value: string } {
  const at: number[] = [];
  let rest = text;
  for (let dash = /^-( +|$)/.exec(rest); dash !== null; dash = /^-( +|$)/.exec(rest)) {
    at.push(dash[0].length);
    rest = rest.slice(dash[0].length);
  }
  if (/^[-?:]\t/.test(rest)) throw outside('a tab behind an indicator');
  const cut = cutKey(rest);
  return { dashes: at.length, at, value: rest, ...cut };
}

const TAG = /^!!?[A-Za-z][\w/.:-]*(?= |$)/;
const ANCHOR = /^&([A-Za-z0-9_-]+)(?= |$)/;
const CORE_TAGS = ['!!str', '!!map', '!!seq', '!!int', '!!float', '!!bool', '!!null'];

/** Takes anchor and tag off a value, and a comment where nothing else is left. Tags of the core schema are left to others: the value must fit them. */
export function takeProperties(text: string): Properties & { value: string } {
  let value = text;
  let tag: string | undefined;
  let anchor: string | undefined;
  for (;;) {
    const tagged = TAG.exec(value)?.[0];
    const anchored = ANCHOR.exec(value);
    if (tagged !== undefined && tag === undefined) tag = tagged;
    else if (anchored !== null && anchor === undefined) anchor = anchored[1];
    else break;
    value = value.slice((tagged ?? anchored?.[0] ?? '').length).trimStart();
  }
  if (/^[!&]/.test(value)) throw outside('an unusual anchor or tag');
  if (tag !== undefined && CORE_TAGS.includes(tag)) throw outside('a tag of the core schema');
  return { anchor, tag, value: isBlankOrComment(` ${value}`) ? '' : value };
}
