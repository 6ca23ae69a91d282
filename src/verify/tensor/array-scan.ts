import { overBudget } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';
import { ElementScan, type ScanResult } from './element-scan.ts';
import { mayNotBeNegative } from './judge.ts';
import type { NumpyPart, NumpyType } from './numpy-type.ts';
import type { ScannedTensor } from './scanned-tensor.ts';
import type { TensorBook } from './tensor-book.ts';

/** An array whose elements come by one after another. */
export interface StreamedArray {
  type: NumpyType;
  shape: readonly number[];
  fortranOrder: boolean;
}

/** Where an array was found and what it is called; known at the latest when it has gone by. */
export interface ArrayPlace {
  /** At least one; from the file: untrusted text. */
  names: readonly string[];
  fileOffset: number;
  /** A checksum of the format vouches for the bytes; a manifest digest always does. */
  proven: boolean;
  /** They are columns of a table. */
  isTable?: boolean;
}

/** Of a structure with fields, which is taken apart in memory. */
const MOST_RECORD_BYTES = 1024 ** 2;

/** Looks at the elements of a NumPy array. The fields of a structure are judged one by one, as columns of their own. */
export class ArrayScan {
  readonly #subject: Subject;
  readonly #array: StreamedArray;
  readonly #count: number;
  readonly #columns: { part: NumpyPart; scan: ElementScan }[];
  /** The beginning of an element that is not all there yet. */
  #rest: Uint8Array = new Uint8Array(0);
  #results: ScanResult[] | undefined;

  /** @param names where they are known before: sums of squares are then looked at for negative numbers */
  constructor(subject: Subject, array: StreamedArray, names: readonly string[] = []) {
    const { type, shape } = array;
    if (type.parts[0]?.bytes !== type.bytes && type.bytes > MOST_RECORD_BYTES)
      throw overBudget('bytes of a record', MOST_RECORD_BYTES, type.bytes);
    this.#subject = subject;
    this.#array = array;
    this.#count = shape.reduce((product, size) => product * size, 1);
    this.#columns = type.parts.map((part) => ({
      part,
      scan: new ElementScan(part.dtype, {
        ...subject.scanning,
        littleEndian: part.littleEndian,
        countNegative: mayNotBeNegative(names.map((name) => nameOf(name, part))),
        mostBytes: part.bytes * this.#count,
        // A single number may be the step.
        firstBytes: this.#count === 1,
      }),
    }));
  }

  feed(piece: Uint8Array): void {
    const [only] = this.#columns;
    const { bytes } = this.#array.type;
    if (only !== undefined && only.part.bytes === bytes) only.scan.feed(piece);
    else if (bytes > 0) this.#feedRecords(piece, bytes);
  }

  /** Call once, after the last piece. */
  judge(book: TensorBook, place: ArrayPlace): void {
    for (const [i, { part }] of this.#columns.entries()) {
      const scan = this.#scanned()[i] as ScanResult;
      const names = place.names.map((name) => nameOf(name, part));
      const shape = [...this.#array.shape, ...part.shape];
      const isColumn = part.bytes !== this.#array.type.bytes;
      const tensor: ScannedTensor = {
        names,
        dtype: part.dtype,
        typeName: part.typeName,
        // In Fortran's order the first dimension is the one whose elements lie together.
        shape: this.#array.fortranOrder ? [...shape].reverse() : shape,
        shapes: names.map(() => shape),
        elements: shape.reduce((product, size) => product * size, 1),
        fileOffset: place.fileOffset,
        // A lost page is no stretch of one column.
        scan: isColumn ? { ...scan, zeroRuns: [], zerosAtEnd: 0 } : scan,
        proven: place.proven || this.#subject.digestGiven,
        ...(place.isTable === true && { isTable: true }),
      };
      book.take(tensor, part.littleEndian);
    }
  }

  #scanned(): ScanResult[] {
    this.#results ??= this.#columns.map(({ scan }) => scan.finish());
    return this.#results;
  }

  #feedRecords(piece: Uint8Array, bytes: number): void {
    let at = 0;
    if (this.#rest.length > 0) {
      at = Math.min(bytes - this.#rest.length, piece.length);
      this.#rest = joined(this.#rest, piece.subarray(0, at));
      if (this.#rest.length < bytes) return;
      this.#split(this.#rest, bytes);
      this.#rest = new Uint8Array(0);
    }
    const whole = piece.length - at - ((piece.length - at) % bytes);
    if (whole > 0) this.#split(piece.subarray(at, at + whole), bytes);
    this.#rest = piece.slice(at + whole);
  }

  #split(records: Uint8Array, bytes: number): void {
    const count = records.length / bytes;
    for (const { part, scan } of this.#columns) {
      const column = new Uint8Array(count * part.bytes);
      for (let i = 0; i < count; i += 1) {
        const from = i * bytes + part.offset;
        column.set(records.subarray(from, from + part.bytes), i * part.bytes);
      }
      scan.feed(column);
    }
  }
}

const nameOf = (name: string, part: NumpyPart): string =>
  part.field === '' ? name : `${name}.${part.field}`;

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
