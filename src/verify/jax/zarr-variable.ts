import { utf8 } from '../codec/utf8.ts';
import { Broken } from '../contract/findings.ts';
import type { ElementType } from './zarr-types.ts';

interface Place {
  /** For messages. */
  name: string;
  offset: number;
}

/** A count, and then a length and so many bytes for each element, as numcodecs writes what has no length of its own. */
export function mustBeVariable(
  bytes: Uint8Array,
  elements: number,
  { name, offset, variable }: Place & Pick<ElementType, 'variable'>,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const wrong = (what: string, found: string) =>
    new Broken('L2', 'size-lies', `${name} ${what}`, { offset, found, expected: `${elements} elements` });
  const count = bytes.length < 4 ? -1 : view.getUint32(0, true);
  if (count !== elements) throw wrong('does not hold as many elements as its shape says', String(count));
  let at = 4;
  for (let i = 0; i < elements; i += 1) {
    const length = at + 4 > bytes.length ? Number.POSITIVE_INFINITY : view.getUint32(at, true);
    if (at + 4 + length > bytes.length) throw wrong('ends inside an element', `${i} elements`);
    if (variable === 'text' && utf8(bytes.subarray(at + 4, at + 4 + length)) === undefined)
      throw new Broken('L2', 'not-utf8', `${name} has a text that is not UTF-8`, { offset });
    at += 4 + length;
  }
  if (at !== bytes.length) throw wrong('goes on behind its last element', `${bytes.length - at} bytes more`);
}

/** How many bits of the last byte are padding, and the bits, the highest first: one byte for each. */
export function unpackedBits(bytes: Uint8Array, elements: number, { name, offset }: Place): Uint8Array {
  const padding = (8 - (elements % 8)) % 8;
  if (bytes.length !== 1 + (elements + padding) / 8 || bytes[0] !== padding)
    throw new Broken('L2', 'size-lies', `${name} does not hold as many bits as its shape says`, {
      offset,
      expected: `${elements} bits`,
      found: `${8 * (bytes.length - 1) - (bytes[0] ?? 0)} bits`,
    });
  return Uint8Array.from(
    { length: elements },
    (_none, i) => ((bytes[1 + (i >> 3)] as number) >> (7 - (i & 7))) & 1,
  );
}
