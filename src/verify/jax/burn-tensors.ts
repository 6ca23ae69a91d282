import { Broken, Unsettled } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import { DTYPES, type Dtype } from '../tensor/dtype.ts';
import { ElementScan } from '../tensor/element-scan.ts';
import { mayNotBeNegative } from '../tensor/judge.ts';
import type { TensorBook } from '../tensor/tensor-book.ts';
import type { MsgpackScalar } from './msgpack-stream.ts';

const KEPT_BYTES = 4 * 1024 ** 2;

/** Bytes whose shape and type come after them. */
interface Pending {
  path: string;
  bytes: number;
  offset: number;
  /** As the type that the file's head says of all floats. */
  scan: ElementScan;
  guessed: Dtype;
  /** Of a short one, should it be of another type. */
  kept: Uint8Array | undefined;
  shape: number[];
  typeName: string | undefined;
}

/**
 * Tensors as burn's recorders keep them in msgpack: a map of `bytes`, `shape` and `dtype` in that order, and before all of
 * them `metadata/float` (burn 0.18 as it writes, 2026-11-27).
 */
export class BurnTensors {
  declared = 0;
  readonly #subject: Subject;
  readonly #book: TensorBook;
  #float: Dtype = DTYPES.f32;
  #pending: Pending | undefined;

  constructor(subject: Subject, book: TensorBook) {
    this.#subject = subject;
    this.#book = book;
  }

  /** What takes these bytes as they go by, where they may be a tensor's. */
  binary(bytes: number, path: string, offset: number): { feed(piece: Uint8Array): void } | undefined {
    if (!path.endsWith('/bytes')) return undefined;
    const parent = path.slice(0, -'/bytes'.length);
    const guessed = this.#float;
    const scan = this.#scanOf(guessed, parent, bytes);
    const kept = bytes <= KEPT_BYTES ? new Uint8Array(bytes) : undefined;
    this.#pending = { path: parent, bytes, offset, scan, guessed, kept, shape: [], typeName: undefined };
    let taken = 0;
    return {
      feed(piece) {
        scan.feed(piece);
        kept?.set(piece, taken);
        taken += piece.length;
      },
    };
  }

  scalar(value: MsgpackScalar, path: string): void {
    if (path === 'metadata/float' && typeof value === 'string') this.#float = floatNamed(value);
    const pending = this.#pending;
    if (pending === undefined) return;
    if (path === `${pending.path}/dtype` && typeof value === 'string') pending.typeName = value;
    if (path === `${pending.path}/shape/${pending.shape.length}`) pending.shape.push(Number(value));
  }

  closed(path: string): void {
    const pending = this.#pending;
    if (pending?.path !== path) return;
    this.#pending = undefined;
    // Some other record with bytes in it.
    if (pending.typeName !== undefined) this.#take(pending, pending.typeName);
  }

  #take({ path, bytes, offset, scan, guessed, kept, shape }: Pending, typeName: string): void {
    const dtype = TYPES.get(typeName.toLowerCase());
    if (dtype === undefined || (dtype !== guessed && kept === undefined))
      throw new Unsettled('L2', 'unknown-dtype', `${quoted(path)} has an element type that we cannot read`, {
        offset,
        found: typeName.slice(0, 40),
      });
    const elements = shape.reduce((product, size) => product * size, 1);
    const wanted = elements * (dtype.bits / 8);
    if (wanted !== bytes)
      throw new Broken('L2', 'size-lies', `${quoted(path)} is not as long as its type and shape say`, {
        offset,
        expected: `${wanted} bytes (${dtype.name}[${shape.slice(0, 8).join(', ')}])`,
        found: `${bytes} bytes`,
      });
    const name = path.replace(/^item\//, '').replace(/\/param$/, '');
    this.declared += 1;
    this.#subject.keys.addTensor(name, name.split('/', 1)[0] ?? name);
    const other = dtype === guessed || kept === undefined ? scan : this.#scanOf(dtype, path, bytes);
    if (other !== scan && kept !== undefined) other.feed(kept);
    this.#book.take({
      ...{ names: [name], dtype, shape, elements, fileOffset: offset },
      ...{ scan: other.finish(), proven: this.#subject.digestGiven },
    });
  }

  #scanOf(dtype: Dtype, path: string, mostBytes: number): ElementScan {
    return new ElementScan(dtype, {
      ...{ ...this.#subject.scanning, littleEndian: true, mostBytes },
      countNegative: mayNotBeNegative([path.replace(/\/param$/, '').replaceAll('/', '.')]),
    });
  }
}

const floatNamed = (name: string): Dtype =>
  name.endsWith('bf16')
    ? DTYPES.bf16
    : name.endsWith('f16')
      ? DTYPES.f16
      : name === 'f64'
        ? DTYPES.f64
        : DTYPES.f32;

const TYPES: ReadonlyMap<string, Dtype> = new Map<string, Dtype>(
  [
    ...[DTYPES.f64, DTYPES.f32, DTYPES.f16, DTYPES.bf16, DTYPES.bool],
    ...[DTYPES.i8, DTYPES.i16, DTYPES.i32, DTYPES.i64, DTYPES.u8, DTYPES.u16, DTYPES.u32, DTYPES.u64],
  ].map((dtype) => [dtype.name, dtype]),
);
