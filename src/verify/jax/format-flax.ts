import type { Role } from '../../evidence-level.ts';
import { utf8 } from '../codec/utf8.ts';
import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { PushParser } from '../read/push-parser.ts';
import { MOST_DEPTH, MsgpackStream } from './msgpack-stream.ts';

/**
 * What `flax.serialization.to_bytes` writes: one msgpack value, its arrays as extension types between the other values. It
 * has no magic: a map whose first key is a plausible text, or a bare array. Facts from Flax's source. Other msgpack is read
 * beside it: maps and lists, also in a row.
 */
export const flax: Format = {
  name: 'flax-msgpack',
  proves:
    'one msgpack value covers the file, or maps and lists in a row do; no key twice; every array and every piece of a chunked one, and every tensor of a record of burn, has the bytes of its shape and type; values',
  checksum: 'none',

  recognises: ({ head, sizeBytes, role }: Probe): boolean =>
    beginsMapOfTexts(head) || beginsArray(head) || isCollection(head, sizeBytes, role),

  async open(subject: Subject): Promise<Walk> {
    const { openFlax } = await import('./flax-walk.ts');
    return openFlax(subject);
  },
};

/** A map that is not empty; texts in UTF-8 begin otherwise, or cannot go on like this. */
function beginsMapOfTexts(head: Uint8Array): boolean {
  const [first = 0] = head;
  const keyAt = first >= 0x81 && first <= 0x8f ? 1 : first === 0xde ? 3 : first === 0xdf ? 5 : -1;
  const word = keyAt < 0 ? 0 : (head[keyAt] ?? 0);
  const isShort = word > 0xa0 && word < 0xc0;
  if (!isShort && word !== 0xd9) return false;
  const textAt = keyAt + (isShort ? 1 : 2);
  const length = isShort ? word & 31 : (head[keyAt + 1] ?? 0);
  const key = head.subarray(textAt, textAt + length);
  if (key.length === 0) return false;
  const text = utf8(key);
  return text !== undefined && !/[\u0000-\u001f\u007f]/.test(text);
}

const LEAST_LIST_BYTES = 16;

/** An extension of type 1 that holds a triple. */
function beginsArray(head: Uint8Array): boolean {
  const [first = 0] = head;
  if (first < 0xc7 || first > 0xc9) return false;
  const typeAt = 1 + (1 << (first - 0xc7));
  return head[typeAt] === 1 && head[typeAt + 1] === 0x93;
}

/** A map of any keys, as spaCy keeps its tables in, or a list, that is one as far as it can be seen. */
function isCollection(head: Uint8Array, sizeBytes: number, role: Role): boolean {
  const [first = 0] = head;
  const isMap = (first >= 0x80 && first <= 0x8f) || first === 0xde || first === 0xdf;
  const isList = (first >= 0x90 && first <= 0x9f) || first === 0xdc || first === 0xdd;
  // A few bytes of anything may be a list.
  if (role === 'log' || !(isMap || (isList && sizeBytes >= LEAST_LIST_BYTES))) return false;
  const events = { opened() {}, closed() {}, scalar() {}, *ext() {} };
  const limits = { depth: MOST_DEPTH, keys: head.length, sizeBytes };
  const parser = new PushParser(new MsgpackStream(events, limits).readAll(() => {}));
  try {
    parser.feed(head, 0);
    if (head.length === sizeBytes) parser.end(sizeBytes);
    return true;
  } catch {
    return false;
  }
}
