import type { IndexRule, PyTensor } from './value.ts';

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
  readonly #tensors: readonly Indices[];
  readonly #width: 4 | 8;
  readonly #littleEndian: boolean;
  #rest: Uint8Array = new Uint8Array(0);
  #element = 0;
  stray: StrayIndex | undefined;

  /** @param width of an index, in bytes */
  constructor(tensors: readonly { name: string; tensor: PyTensor }[], width: 4 | 8, littleEndian: boolean) {
    // One that has two names is looked at once.
    const named = new Map(tensors.map(({ name, tensor }) => [tensor, name]));
    this.#tensors = [...named].flatMap(([tensor, name]) => (tensor.rule ? [indicesOf(name, tensor)] : []));
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
    for (const indices of this.#tensors) {
      if (!isPlaced(indices, this.#element)) continue;
      const expected = judgeBelow(indices, value) ?? judgeClimb(indices, value);
      indices.rule.order?.take(indices.index, value);
      if (expected === undefined) continue;
      this.stray = { name: indices.name, element: this.#element, value, expected };
      return;
    }
  }
}

/** @returns what is expected instead */
function judgeBelow({ rule: { below }, index }: Indices, value: bigint): string | undefined {
  const limit = below.length === 1 ? below[0] : below[index[0] ?? 0];
  return limit === undefined || (value >= 0n && value < BigInt(limit)) ? undefined : `0 to ${limit - 1}`;
}

function judgeClimb(indices: Indices, value: bigint): string | undefined {
  const { rule, index, shape } = indices;
  const { climbs } = rule;
  if (climbs === undefined) return undefined;
  const last = index.at(-1) ?? 0;
  const before = last === 0 ? 0n : indices.before;
  indices.before = value;
  if (last === 0 && value !== 0n) return '0';
  if (last === (shape.at(-1) ?? 0) - 1 && value !== BigInt(climbs.last)) return String(climbs.last);
  const most = before + BigInt(climbs.most);
  return value < before || value > most ? `${before} to ${most}` : undefined;
}

/** A tensor of indices, and where in it the element lies that goes by. */
interface Indices {
  name: string;
  rule: IndexRule;
  shape: readonly number[];
  offset: number;
  /** Its dimensions, the one with the widest steps first. */
  steps: readonly { axis: number; size: number; step: number }[];
  index: number[];
  /** The number before, of those that climb. */
  before: bigint;
}

function indicesOf(name: string, { shape, stride, offset, rule = { below: [] } }: PyTensor): Indices {
  const steps = shape
    .map((size, axis) => ({ axis, size, step: stride[axis] ?? 0 }))
    .sort((a, b) => b.step - a.step);
  return { name, rule, shape, offset, steps, index: shape.map(() => 0), before: 0n };
}

/** @returns false where the tensor does not reach the element; else `index` says where */
function isPlaced({ shape, offset, steps, index }: Indices, element: number): boolean {
  if (shape.includes(0)) return false;
  let rest = element - offset;
  for (const { axis, size, step } of steps) {
    index[axis] = 0;
    if (step === 0 || rest < 0) continue;
    const at = Math.min(Math.floor(rest / step), size - 1);
    rest -= at * step;
    index[axis] = at;
  }
  return rest === 0;
}
