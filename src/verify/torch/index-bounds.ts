import type { PyTensor } from '../pickle/value.ts';

/** The first index that points outside, and where it stands among the elements of its storage. */
export interface StrayIndex {
  name: string;
  element: number;
  value: bigint;
  below: number;
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
      const row = rowOf(tensor, this.#element);
      const below = row === undefined ? undefined : tensor.below?.[row];
      if (below === undefined || (value >= 0n && value < BigInt(below))) continue;
      this.stray = { name, element: this.#element, value, below };
      return;
    }
  }
}

/** Of the element's index, its first number: 0 of a vector; `undefined` where the tensor does not reach it. */
function rowOf({ shape, stride, offset }: PyTensor, element: number): number | undefined {
  if (shape.includes(0)) return undefined;
  const order = shape.map((_size, i) => i).sort((a, b) => (stride[b] ?? 0) - (stride[a] ?? 0));
  let rest = element - offset;
  let row = 0;
  for (const i of order) {
    const step = stride[i] ?? 0;
    if (step === 0 || rest < 0) continue;
    const index = Math.min(Math.floor(rest / step), (shape[i] ?? 1) - 1);
    rest -= index * step;
    if (i === 0 && shape.length > 1) row = index;
  }
  return rest === 0 ? row : undefined;
}
