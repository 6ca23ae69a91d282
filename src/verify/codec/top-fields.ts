import { takeVarint } from './varint.ts';

/** One field at the top of a message, seen in the head of a file. */
export interface TopField {
  field: number;
  wire: number;
  /** Where its value begins, and how many bytes it has. */
  at: number;
  length: number;
}

const MOST_FIELDS = 64;

/** The fields of a message as far as the head shows them, for recognition; stops at the first that cannot be. The last may be cut. */
export function topFields(head: Uint8Array, sizeBytes: number): TopField[] {
  const fields: TopField[] = [];
  let at = 0;
  while (at < head.length && fields.length < MOST_FIELDS) {
    const tag = readVarint(head, at);
    if (tag === undefined || tag.value < 8) break;
    const [field, wire] = [Math.floor(tag.value / 8), tag.value % 8];
    const place = placeOf(head, tag.end, wire);
    if (place === undefined) break;
    fields.push({ field, wire, ...place });
    if (place.at + place.length > sizeBytes) break;
    at = place.at + place.length;
  }
  return fields;
}

function placeOf(head: Uint8Array, at: number, wire: number): { at: number; length: number } | undefined {
  if (wire === 1) return { at, length: 8 };
  if (wire === 5) return { at, length: 4 };
  const number = readVarint(head, at);
  if (number === undefined) return undefined;
  if (wire === 0) return { at, length: number.end - at };
  return wire === 2 ? { at: number.end, length: number.value } : undefined;
}

/** An unsigned number of up to 53 bits; `undefined` where it is longer or cut by the end of the head. */
export function readVarint(bytes: Uint8Array, from: number): { value: number; end: number } | undefined {
  let end = from;
  // Past the end of the head stands a byte that never ends a number.
  const value = takeVarint(() => bytes[end++] ?? 0x80);
  return Number.isSafeInteger(value) ? { value: value as number, end } : undefined;
}
