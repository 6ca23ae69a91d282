import type { PyTensor } from './value.ts';

/** The first index that points outside, and where it stands among the elements of its storage. */
export interface StrayIndex {
  name: string;
  element: number;
  value: bigint;
  /** What it should have been. */
  expected: string;
}

/**
 * Whether the indices of sparse tensors stay inside of them, as their storage goes by. PyTorch's loader refuses those that do not (2.15);
 * before it looked, they led to memory of others.
 */
export class IndexBounds {
  readonly #tensors: readonly { name: string; tensor: PyTensor }[];
  readonly #width: 4 | 8;
  readonly #littleEndian: boolean;
  #rest: Uint8Array = new Uint8Array(0);
  #element = 0;
  /** Of tensors whose numbers climb: the one before. */
  readonly #before = new Map<PyTensor, bigint>();
  stray: StrayIndex | undefined;

  /** @param width of an index, in bytes */
  constructor(tensors: readonly { name: string; tensor: PyTensor }[], width: 4 | 8, littleEndian: boolean) {
    this.#tensors = tensors;
    this.#width = width;
    this.#littleEndian = littleEndian;
  }

  feed(piece: Uint8Array): void {
    if (this.stray !== undefined) return;
    const bytes = this.#rest.length === 0 ? piece : new Uint8Array(Buffer.concat([this.#rest, piece]));
    const whole = bytes.length - (bytes.length % this.#width);
    const view = new DataView(bytes.buffer, bytes.byteOffset, whole);
    for (let at = 0; at < whole && this.stray === undefined; at += this.#width) {
      const value =
        this.#width === 8
          ? view.getBigInt64(at, this.#littleEndian)
          : BigInt(view.getInt32(at, this.#littleEndian));
      this.#judge(value);
      this.#element += 1;
    }
    // The chunk's memory is used again.
    this.#rest = bytes.slice(whole);
  }

  #judge(value: bigint): void {
    for (const { name, tensor } of this.#tensors) {
      const place = placeOf(tensor, this.#element);
      if (place === undefined) continue;
      const expected = this.#judgeBelow(tensor, place, value) ?? this.#judgeClimb(tensor, place, value);
      if (expected === undefined) continue;
      this.stray = { name, element: this.#element, value, expected };
      return;
    }
  }

  /** @returns what is expected instead */
  #judgeBelow({ below = [] }: PyTensor, { first }: Place, value: bigint): string | undefined {
    const limit = below.length === 1 ? below[0] : below[first];
    return limit === undefined || (value >= 0n && value < BigInt(limit)) ? undefined : `0 to ${limit - 1}`;
  }

  #judgeClimb(tensor: PyTensor, { last }: Place, value: bigint): string | undefined {
    const { climbs, shape } = tensor;
    if (climbs === undefined) return undefined;
    const before = last === 0 ? 0n : (this.#before.get(tensor) ?? 0n);
    this.#before.set(tensor, value);
    if (last === 0 && value !== 0n) return '0';
    if (last === (shape.at(-1) ?? 0) - 1 && value !== BigInt(climbs.last)) return String(climbs.last);
    const most = before + BigInt(climbs.most);
    return value < before || value > most ? `${before} to ${most}` : undefined;
  }
}

/** Of an element's index in its tensor, the first number and the last one. */
interface Place {
  first: number;
  last: number;
}

/** `undefined` where the tensor does not reach the element. */
function placeOf({ shape, stride, offset }: PyTensor, element: number): Place | undefined {
  if (shape.includes(0)) return undefined;
  const order = shape.map((_size, i) => i).sort((a, b) => (stride[b] ?? 0) - (stride[a] ?? 0));
  let rest = element - offset;
  const place = { first: 0, last: 0 };
  for (const i of order) {
    const step = stride[i] ?? 0;
    if (step === 0 || rest < 0) continue;
    const index = Math.min(Math.floor(rest / step), (shape[i] ?? 1) - 1);
    rest -= index * step;
    if (i === 0) place.first = index;
    if (i === shape.length - 1) place.last = index;
  }
  return rest === 0 ? place : undefined;
}
