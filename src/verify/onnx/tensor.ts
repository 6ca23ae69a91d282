import { type ByteSink, collectedText, type MessageVisitor } from '../codec/protobuf.ts';
import { KnownMessage, type SchemaWatch } from '../codec/protobuf-schema.ts';
import type { Varint } from '../codec/varint.ts';
import { Broken, Unsettled } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import { DTYPES, type Dtype } from '../tensor/dtype.ts';
import { ElementScan } from '../tensor/element-scan.ts';
import { mayNotBeNegative } from '../tensor/judge.ts';
import type { TensorBook } from '../tensor/tensor-book.ts';
import {
  containerBytes,
  fitsInto,
  type OnnxDtype,
  onnxDtype,
  storedBytes,
  type TypedField,
  unpackedBytes,
} from './dtype.ts';
import { MOST_NAME_BYTES, PairReader } from './pair.ts';
import { TENSOR } from './schema.ts';

const MOST_DIMS = 64;
const BUFFER_BYTES = 4096;

/** A tensor whose elements lie in another file. Strings are from the model: untrusted text. */
export interface ExternalTensor {
  name: string;
  dtype: Dtype;
  shape: readonly number[];
  elements: number;
  bytes: number;
  /** Keys of `external_data` as they stand there: `location`, `offset`, `length`, `checksum`. */
  entries: ReadonlyMap<string, string>;
  /** Where the model says so. */
  at: number;
  literal: boolean;
}

/** What all tensors of one model share. */
export interface OnnxTensors {
  readonly subject: Subject;
  readonly watch: SchemaWatch;
  readonly book: TensorBook;
  readonly externals: ExternalTensor[];
  count: number;
}

export interface TensorPlace {
  /** Before the tensor's own name: the path of sub-graphs to it. */
  prefix: string;
  /** Instead of its own name, for what has none that matters. */
  name?: string;
  /** Written into the program rather than trained: its infinities and zeros are meant. */
  literal: boolean;
  /** Called with its name and path, whatever else is wrong with it. */
  whenNamed?: (name: string) => void;
  /** Called with its elements, piece by piece. */
  whenFed?: (bytes: Uint8Array) => void;
  /** Called with the shape and type once the tensor is known to hold together. */
  whenRead?: (tensor: { name: string; shape: readonly number[]; dtype: string }) => void;
}

const FIELD_OF: Record<number, TypedField | 'raw_data'> = {
  4: 'float_data',
  5: 'int32_data',
  6: 'string_data',
  7: 'int64_data',
  9: 'raw_data',
  10: 'double_data',
  11: 'uint64_data',
};

/** Reads one `TensorProto`; its elements are scanned as they go by and never held. */
export class TensorReader extends KnownMessage {
  readonly #all: OnnxTensors;
  readonly #place: TensorPlace;
  readonly #at: number;
  readonly #dims: number[] = [];
  readonly #entries = new Map<string, string>();
  #typeId = 0;
  #name = '';
  #external = false;
  #segmented = false;
  #carrier: TypedField | 'raw_data' | undefined;
  #scan: ElementScan | undefined;
  #dataAt = 0;
  #fedBytes = 0;
  #mostBytes = 0;
  #strings = 0;
  readonly #buffer = new Uint8Array(8);
  #pending: Uint8Array | undefined;
  #pendingBytes = 0;

  constructor(all: OnnxTensors, place: TensorPlace, at: number) {
    super(TENSOR, all.watch);
    this.#all = all;
    this.#place = place;
    this.#at = at;
  }

  protected override onVarint(field: number, value: Varint, at: number): void {
    if (field === 1) this.#addDim(value, at);
    else if (field === 2) this.#typeId = value.low32;
    else if (field === 14) this.#external = value.low32 === 1;
    else this.#number(field, value, at);
  }

  protected override onFixed(field: number, bytes: Uint8Array, at: number): void {
    this.#begin(field, at);
    this.#feed(bytes);
  }

  protected override onPacked(field: number, length: number, at: number): ByteSink | undefined {
    if (field !== 4 && field !== 10) return undefined;
    const size = field === 4 ? 4 : 8;
    if (length % size !== 0)
      throw new Broken('L2', 'protobuf-length', 'a packed field ends inside a number', { offset: at });
    return this.#stretch(field, length, at);
  }

  protected override onDelimited(
    field: number,
    length: number,
    at: number,
  ): MessageVisitor | ByteSink | undefined {
    if (field === 3) this.#segmented = true;
    if (field === 6) return this.#string(length, at);
    if (field === 8) return collectedText(MOST_NAME_BYTES, length, at, (name) => this.#rename(name));
    if (field === 9) return this.#stretch(field, length, at);
    if (field === 13) return new PairReader(this.watch, (key, value) => this.#entry(key, value, at));
    return undefined;
  }

  override end(): void {
    this.#flush();
    const { findings } = this.#all.subject;
    const type = onnxDtype(this.#typeId);
    const name = this.#fullName();
    const shown = quoted(name);
    this.#place.whenNamed?.(name);
    this.#all.count += 1;
    this.#all.subject.keys.addTensor(name, name);
    if (type === undefined) {
      const what = `${shown} is of an element type that we do not know`;
      const where = { offset: this.#at, found: String(this.#typeId) };
      if (this.#typeId === 0) findings.fail('L2', 'dtype-missing', `${shown} has no element type`, where);
      else findings.inconclusive('L2', 'dtype-unknown', what, where);
      return;
    }
    if (this.#segmented) {
      findings.inconclusive('L2', 'tensor-segment', `${shown} is a segment of a tensor`, {
        offset: this.#at,
      });
      return;
    }
    if (this.#external) this.#endExternal(name, type);
    else if (this.#holdsItsElements(shown, type)) this.#judge(name, type);
    this.#place.whenRead?.({ name, shape: this.#dims, dtype: type.name });
  }

  #addDim(value: Varint, at: number): void {
    const size = value.toSafeInteger();
    if (size === undefined || size < 0) {
      throw new Broken('L2', 'shape-not-a-size', 'a tensor has a size that cannot be', {
        offset: at,
        found: String(value.toSigned()),
      });
    }
    if (this.#carrier !== undefined) throw this.#outOfOrder(at);
    if (this.#dims.length >= MOST_DIMS)
      throw new Broken('L2', 'shape-rank', `a tensor has more than ${MOST_DIMS} dimensions`, { offset: at });
    this.#dims.push(size);
  }

  #rename(name: string): void {
    this.#name = name;
  }

  #entry(key: string, value: string, at: number): void {
    if (this.#entries.has(key) || this.#entries.size >= 64) {
      const what = `external_data has ${JSON.stringify(key.slice(0, 40))} twice`;
      throw new Broken('L2', 'external-entry', what, { offset: at });
    }
    this.#entries.set(key, value);
  }

  get #elements(): number {
    const elements = this.#dims.reduce((product, size) => product * size, 1);
    if (Number.isSafeInteger(elements * 16)) return elements;
    throw new Broken('L2', 'shape-overflow', 'a tensor is larger than can be', {
      offset: this.#at,
      found: this.#dims.join(' x ').slice(0, 120),
    });
  }

  #begin(field: number, at: number): void {
    const carrier = FIELD_OF[field];
    if (this.#carrier === carrier) return;
    if (this.#carrier !== undefined) {
      throw new Broken('L2', 'tensor-carriers', 'a tensor has its elements in two fields', {
        offset: at,
        expected: this.#carrier,
        found: `${carrier} too`,
      });
    }
    const type = onnxDtype(this.#typeId);
    if (this.#typeId === 0) throw this.#outOfOrder(at);
    this.#carrier = carrier;
    this.#dataAt = at;
    const fits =
      type === undefined || carrier === type.typed || (carrier === 'raw_data' && type.dtype !== undefined);
    if (!fits) {
      const what = `a tensor of ${type.name} has its elements in a field for other types`;
      throw new Broken('L2', 'tensor-carrier', what, {
        offset: at,
        expected: type.dtype === undefined ? type.typed : `raw_data or ${type.typed}`,
        found: String(carrier),
      });
    }
    if (type === undefined) return;
    this.#mostBytes =
      type.dtype === undefined ? Number.MAX_SAFE_INTEGER : unpackedBytes(type.dtype, this.#elements);
    this.#scan = new ElementScan(type.dtype ?? BYTES, {
      ...this.#all.subject.scanning,
      littleEndian: true,
      // The name may come after the numbers; what was counted in vain is thrown away.
      countNegative: true,
      mostBytes: this.#mostBytes,
      firstBytes: this.#dims.every((size) => size === 1),
    });
  }

  #outOfOrder(at: number): Unsettled {
    const what =
      'a tensor has its elements before its type or shape, which protobuf allows and no writer does';
    return new Unsettled('L2', 'tensor-field-order', what, { offset: at });
  }

  #stretch(field: number, length: number, at: number): ByteSink | undefined {
    if (length === 0) return undefined;
    if (field === 9 && this.#carrier === 'raw_data') return undefined;
    this.#begin(field, at);
    return { bytes: (piece) => this.#feed(piece) };
  }

  #string(length: number, at: number): ByteSink {
    this.#begin(6, at);
    this.#strings += 1;
    // With its length before it, so that the boundaries are part of the fingerprint.
    const prefix: number[] = [];
    for (let rest = length; ; rest >>>= 7) {
      prefix.push(rest > 0x7f ? (rest & 0x7f) | 0x80 : rest);
      if (rest <= 0x7f) break;
    }
    this.#feed(Uint8Array.from(prefix));
    return { bytes: (piece) => this.#feed(piece) };
  }

  /** One number of `int32_data`, `int64_data` or `uint64_data`. */
  #number(field: number, value: Varint, at: number): void {
    this.#begin(field, at);
    const dtype = onnxDtype(this.#typeId)?.dtype;
    if (dtype === undefined) return;
    const size = containerBytes(dtype);
    const mayBeSigned = dtype.name.startsWith('i');
    const isSixBits = dtype.bits === 6;
    if ((size < 8 && !fitsInto(value, size, mayBeSigned)) || (isSixBits && value.low32 > 0x3f)) {
      throw new Broken('L2', 'number-too-large', `a number does not fit into ${dtype.name}`, {
        offset: at,
        found: String(value.toSigned()),
      });
    }
    const view = new DataView(this.#buffer.buffer);
    view.setUint32(0, value.low32, true);
    view.setUint32(4, value.high32, true);
    this.#collect(this.#buffer.subarray(0, size));
  }

  /** A scan wants more than a byte at a time. */
  #collect(bytes: Uint8Array): void {
    this.#pending ??= new Uint8Array(BUFFER_BYTES);
    if (this.#pendingBytes + bytes.length > BUFFER_BYTES) this.#flush();
    this.#pending.set(bytes, this.#pendingBytes);
    this.#pendingBytes += bytes.length;
  }

  #flush(): void {
    if (this.#pending === undefined || this.#pendingBytes === 0) return;
    this.#feed(this.#pending.subarray(0, this.#pendingBytes));
    this.#pendingBytes = 0;
  }

  #feed(bytes: Uint8Array): void {
    // What goes beyond the tensor's size is only counted.
    this.#scan?.feed(bytes.subarray(0, Math.max(0, this.#mostBytes - this.#fedBytes)));
    this.#fedBytes += bytes.length;
    this.#place.whenFed?.(bytes);
  }

  #fullName(): string {
    return this.#place.prefix + (this.#place.name ?? this.#name);
  }

  #holdsItsElements(shown: string, { dtype }: OnnxDtype): boolean {
    const { findings } = this.#all.subject;
    const elements = this.#elements;
    if (this.#carrier === undefined && elements > 0) {
      findings.fail('L2', 'tensor-without-data', `${shown} has a shape and no elements`, {
        offset: this.#at,
        expected: `${elements} elements`,
      });
      return false;
    }
    const isTyped = this.#carrier !== 'raw_data';
    const expected =
      dtype === undefined
        ? elements
        : isTyped
          ? unpackedBytes(dtype, elements)
          : storedBytes(dtype, elements);
    const found = dtype === undefined ? this.#strings : this.#fedBytes;
    if (expected === found) return true;
    const unit = dtype === undefined ? 'strings' : 'bytes';
    findings.fail('L2', 'tensor-size', `${shown} does not have the size of its shape and type`, {
      offset: this.#dataAt,
      expected: `${expected} ${unit}`,
      found: `${found} ${unit}`,
    });
    return false;
  }

  #judge(name: string, type: OnnxDtype): void {
    const { subject, book } = this.#all;
    const scan = (this.#scan ?? emptyScan(type.dtype ?? BYTES, subject)).finish();
    const shape = this.#dims;
    const { dtype } = type;
    if (dtype === undefined) {
      subject.table.add({ name, dtype: type.name, shape, fingerprint: scan.fingerprint, nonFinite: 0 });
      return;
    }
    book.take({
      names: [name],
      dtype,
      shape,
      elements: this.#elements,
      fileOffset: this.#dataAt,
      scan: mayNotBeNegative([name]) ? scan : { ...scan, negative: 0 },
      proven: subject.digestGiven,
      literal: this.#place.literal || shape.length === 0,
    });
  }

  #endExternal(name: string, { dtype, name: word }: OnnxDtype): void {
    const { findings } = this.#all.subject;
    const shown = quoted(name);
    if (this.#carrier !== undefined) {
      findings.fail('L2', 'tensor-carriers', `${shown} has its elements here and in another file`, {
        offset: this.#at,
      });
    } else if (dtype === undefined) {
      findings.fail('L2', 'external-type', `${shown} holds ${word}s, which cannot lie in another file`, {
        offset: this.#at,
      });
    } else {
      const elements = this.#elements;
      this.#all.externals.push({
        name,
        dtype,
        shape: this.#dims,
        elements,
        bytes: storedBytes(dtype, elements),
        entries: this.#entries,
        at: this.#at,
        literal: this.#place.literal || this.#dims.length === 0,
      });
    }
  }
}

/** Strings are scanned for their fingerprint alone. */
const BYTES = DTYPES.u8;

const emptyScan = (dtype: Dtype, { scanning }: Subject): ElementScan =>
  new ElementScan(dtype, { ...scanning, littleEndian: true, countNegative: false, mostBytes: 0 });
