import type { Dtype } from './dtype.ts';
import type { WordTotals } from './word-scan.ts';

/** A stretch of whole units, little-endian. */
export interface Block {
  bytes: Uint8Array;
  from: number;
  to: number;
}

/** The part of each unit that holds its sign and exponent, as an unsigned number. */
export function topsOf(
  { bytes, from, to }: Block,
  unitBytes: number,
): Uint8Array | Uint16Array | Uint32Array {
  const count = Math.floor((to - from) / unitBytes);
  const part = bytes.subarray(from, from + count * unitBytes);
  if (unitBytes === 1) return part;
  const own = part.byteOffset % 4 === 0 ? part : new Uint8Array(part);
  if (unitBytes === 2) return new Uint16Array(own.buffer, own.byteOffset, count);
  const words = new Uint32Array(own.buffer, own.byteOffset, part.length / 4);
  return unitBytes === 4 ? words : words.filter((_word, i) => i % 2 === 1);
}

/** The lower word of a 64-bit float; shorter units have no rest. */
export function restIsZero({ bytes, from }: Block, unit: number, unitBytes: number): boolean {
  if (unitBytes !== 8) return true;
  const at = from + unit * 8;
  return bytes[at] === 0 && bytes[at + 1] === 0 && bytes[at + 2] === 0 && bytes[at + 3] === 0;
}

export function swapped(bytes: Uint8Array, unitBytes: number): Uint8Array {
  const own = new Uint8Array(bytes);
  for (let at = 0; at + unitBytes <= own.length; at += unitBytes) own.subarray(at, at + unitBytes).reverse();
  return own;
}

/** Fills the end of a block with units that were already there. */
export function pad(block: Uint8Array, from: number, step: number): void {
  for (let i = from; i < block.length; i += 1) block[i] = block[i - step] ?? block[i % from] ?? 0;
}

/** Elements below zero: minus zero is not, and a NaN is nowhere, whatever its sign. */
export function countBelowZero({ unitBytes, count }: Dtype, block: Block): number {
  if (count === undefined) return 0;
  const tops = topsOf(block, unitBytes);
  let negative = 0;
  for (let i = 0; i < tops.length; i += 1) {
    const bits = tops[i] as number;
    const size = bits & count.absMask;
    const restZero = restIsZero(block, i, unitBytes);
    const isNan =
      count.infinity === 0
        ? size >= count.from
        : size > count.infinity || (size === count.infinity && !restZero);
    const isSigned = size !== bits;
    if (isSigned && !isNan && (size !== 0 || !restZero)) negative += 1;
  }
  return negative;
}

/** Minus zero is zero; the lower word of a 64-bit float has no sign. */
export function isZero({ word, unitBytes }: Dtype, { orEven, orOdd }: WordTotals): boolean {
  const even = unitBytes === 8 ? orEven : orEven & ~word.sign;
  return (even | (orOdd & ~word.sign)) === 0;
}

/** Whether every element has the same bits. */
export function isConstant({ bits }: Dtype, totals: WordTotals, totalBytes: number): boolean {
  const bytes = bits / 8;
  const { orEven, orOdd, andEven, andOdd } = totals;
  if (totalBytes <= bytes || !Number.isInteger(bytes) || bytes >= 16) return false;
  if (orEven !== andEven || orOdd !== andOdd) return false;
  if (bytes === 8) return true;
  if (orEven !== orOdd) return false;
  const twoAlike = orEven >>> 16 === (orEven & 0xffff);
  if (bytes === 2) return twoAlike;
  return bytes === 1 ? twoAlike && ((orEven >>> 8) & 0xff) === (orEven & 0xff) : true;
}
