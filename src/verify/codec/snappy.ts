import { Broken } from '../contract/findings.ts';
import { readVarint } from './top-fields.ts';

const broken = (what: string, offset: number): Broken => new Broken('L1', 'snappy-broken', what, { offset });

/** Up to so many are copied sooner one by one. */
const FEW_BYTES = 24;

/** The length a Snappy block says it unpacks to, and where its elements begin. */
export function snappyLength(packed: Uint8Array, offset: number): { value: number; end: number } {
  const length = readVarint(packed, 0);
  if (length === undefined || length.value > 0xffffffff)
    throw broken('a compressed block has no length', offset);
  return length;
}

/**
 * Unpacks one Snappy block (facts from the format description: literals, and copies from what was already unpacked). The
 * caller has compared the claimed length with a budget.
 *
 * @param offset of the block in the file, for messages
 */
export function unsnappy(packed: Uint8Array, offset: number): Uint8Array {
  const { value: length, end } = snappyLength(packed, offset);
  const out = new Uint8Array(length);
  let to = 0;
  let at = end;
  const number = (bytes: number): number => {
    if (bytes > packed.length - at) throw broken('a compressed block ends inside an element', offset);
    let value = 0;
    for (let i = 0; i < bytes; i += 1) value += (packed[at + i] as number) * 2 ** (8 * i);
    at += bytes;
    return value;
  };
  while (at < packed.length) {
    const tag = packed[at] as number;
    at += 1;
    const kind = tag & 3;
    if (kind === 0) {
      const short = tag >>> 2;
      const count = (short < 60 ? short : number(short - 59)) + 1;
      if (count > packed.length - at || count > length - to)
        throw broken('a compressed block holds more than it says', offset);
      if (count > FEW_BYTES) out.set(packed.subarray(at, at + count), to);
      else for (let i = 0; i < count; i += 1) out[to + i] = packed[at + i] as number;
      at += count;
      to += count;
      continue;
    }
    const count = kind === 1 ? ((tag >>> 2) & 7) + 4 : (tag >>> 2) + 1;
    const back = kind === 1 ? ((tag >>> 5) << 8) + number(1) : number(kind === 2 ? 2 : 4);
    if (back === 0 || back > to || count > length - to)
      throw broken('a compressed block points outside itself', offset);
    if (count > FEW_BYTES && back >= count) out.copyWithin(to, to - back, to - back + count);
    // One by one: a copy may overlap what it writes.
    else for (let i = to; i < to + count; i += 1) out[i] = out[i - back] as number;
    to += count;
  }
  if (to !== length) throw broken('a compressed block holds less than it says', offset);
  return out;
}
