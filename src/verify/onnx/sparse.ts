import type { ByteSink, MessageVisitor } from '../codec/protobuf.ts';
import { KnownMessage } from '../codec/protobuf-schema.ts';
import type { Varint } from '../codec/varint.ts';
import { SPARSE_TENSOR } from './schema.ts';
import { type OnnxTensors, type TensorPlace, TensorReader } from './tensor.ts';

type Target = MessageVisitor | ByteSink | undefined;

/** Of one, as i64. */
const INDEX_BYTES = 8;
/** Indices of more bytes are counted and not looked at. */
const MOST_INDEX_BYTES = 1024 ** 2;

/** Values and where they stand; indices are counted or are one coordinate for each dimension. */
export class SparseReader extends KnownMessage {
  readonly #all: OnnxTensors;
  readonly #place: TensorPlace;
  readonly #dims: number[] = [];
  readonly #held: Uint8Array[] = [];
  #heldBytes = 0;
  #values: { name: string; shape: readonly number[] } | undefined;
  #indices: { shape: readonly number[]; dtype: string } | undefined;

  constructor(all: OnnxTensors, place: TensorPlace) {
    super(SPARSE_TENSOR, all.watch);
    this.#all = all;
    this.#place = place;
  }

  protected override onVarint(_field: number, value: Varint): void {
    this.#dims.push(Number(value.toSigned()));
  }

  protected override onDelimited(field: number, _length: number, at: number): Target {
    if (field === 1)
      return new TensorReader(
        this.#all,
        {
          ...this.#place,
          whenRead: (tensor) => {
            this.#values = tensor;
          },
        },
        at,
      );
    const name = `${this.#values?.name ?? this.#place.prefix}.indices`;
    const place: TensorPlace = {
      prefix: '',
      name,
      literal: true,
      whenFed: (bytes) => {
        this.#heldBytes += bytes.length;
        if (this.#heldBytes <= MOST_INDEX_BYTES) this.#held.push(bytes.slice());
      },
      whenRead: (tensor) => {
        this.#indices = tensor;
      },
    };
    return field === 2 ? new TensorReader(this.#all, place, at) : undefined;
  }

  override end(at: number): void {
    const { findings } = this.#all.subject;
    const fault = this.#countFault() ?? this.#placeFault();
    if (fault !== undefined) {
      const { what, ...extra } = fault;
      findings.fail('L2', 'sparse-indices', what, { offset: at, ...extra });
    }
  }

  #countFault(): SparseFault | undefined {
    const shape = this.#values?.shape ?? [];
    const [count] = shape;
    const has = this.#indices?.shape ?? [];
    if (count !== undefined && shape.length === 1 && this.#indices?.dtype === 'i64' && has[0] === count) {
      if (has.length === 1 || (has.length === 2 && has[1] === this.#dims.length)) return undefined;
    }
    return {
      what: 'a sparse tensor does not have one index for each value',
      expected: `${count ?? 'some'} indices of i64`,
      found: this.#indices === undefined ? 'none' : `${has.join(' x ')} of ${this.#indices.dtype}`,
    };
  }

  /** Each index is inside the tensor, and they ascend. */
  #placeFault(): SparseFault | undefined {
    const dims = this.#dims;
    const shape = dims.join(' x ').slice(0, 100);
    if (dims.length === 0 || dims.some((size) => size <= 0))
      return { what: 'a sparse tensor has no size', found: shape || 'no dimensions' };
    // Where indices stand there twice, which is told as that, they need not be whole numbers.
    if (this.#heldBytes > MOST_INDEX_BYTES || this.#heldBytes % INDEX_BYTES > 0) return undefined;
    const numbers = new BigInt64Array(Uint8Array.from(Buffer.concat(this.#held)).buffer);
    const sizes =
      this.#indices?.shape.length === 2 ? dims.map(BigInt) : [dims.map(BigInt).reduce((a, b) => a * b)];
    let last = -1n;
    for (let at = 0; at < numbers.length; at += sizes.length) {
      const indices = numbers.subarray(at, at + sizes.length);
      const isInside = indices.every((index, n) => index >= 0n && index < (sizes[n] ?? 0n));
      const place = indices.reduce((sum, index, n) => sum * (sizes[n] ?? 1n) + index, 0n);
      if (!isInside || place <= last)
        return {
          what: isInside
            ? 'the indices of a sparse tensor do not ascend'
            : 'a sparse tensor has an index outside of it',
          expected: `within ${shape}`,
          found: indices.join(', ').slice(0, 100),
        };
      last = place;
    }
    return undefined;
  }
}

interface SparseFault {
  what: string;
  expected?: string;
  found?: string;
}
