import { Broken, type Findings } from '../contract/findings.ts';
import { type ByteSink, type MessageVisitor, packedVarints } from './protobuf.ts';
import type { Varint } from './varint.ts';

export type WireKind = 'varint' | 'fixed64' | 'fixed32' | 'delimited';

/** One field of a message, as its schema has it. */
export interface FieldShape {
  wire: WireKind;
  /** `repeated`; numbers may then be packed into one delimited field or stand alone. */
  many: boolean;
  /** For messages; a function, because messages hold each other. */
  message?: () => MessageShape;
}

export interface MessageShape {
  name: string;
  fields: Readonly<Record<number, FieldShape>>;
}

export const one = (wire: WireKind): FieldShape => ({ wire, many: false });
export const many = (wire: WireKind): FieldShape => ({ wire, many: true });
export const oneOf = (message: () => MessageShape): FieldShape => ({
  wire: 'delimited',
  many: false,
  message,
});
export const manyOf = (message: () => MessageShape): FieldShape => ({
  wire: 'delimited',
  many: true,
  message,
});

/** Remembers which unknown fields were told, so that a thousand nodes tell of one new field once. */
export class SchemaWatch {
  readonly #findings: Findings;
  readonly #told = new Set<string>();

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  /** What a newer schema may have put there we cannot know, so nothing is said for the whole. */
  unknown(message: string, field: number, at: number): void {
    const key = `${message}.${field}`;
    if (this.#told.has(key) || this.#told.size >= 100) return;
    this.#told.add(key);
    const what = `${message} has a field that we do not know`;
    this.#findings.inconclusive('L2', 'protobuf-unknown-field', what, {
      offset: at,
      found: `field ${field}`,
    });
  }

  /** Of a field that can only stand once, readers take the last and writers write none twice: two files were joined. */
  twice(message: string, field: number, at: number): void {
    const what = `${message} has a field twice that can stand there once`;
    this.#findings.fail('L1', 'protobuf-field-twice', what, { offset: at, found: `field ${field}` });
  }
}

/** Walks a message by its schema: every field must be of its type. What a subclass does not look at is walked all the same. */
export class KnownMessage implements MessageVisitor {
  readonly #shape: MessageShape;
  readonly #seen = new Set<number>();
  protected readonly watch: SchemaWatch;

  constructor(shape: MessageShape, watch: SchemaWatch) {
    this.#shape = shape;
    this.watch = watch;
  }

  varint(field: number, value: Varint, at: number): void {
    if (this.#admits(field, 'varint', at) !== undefined) this.onVarint(field, value, at);
  }

  fixed(field: number, bytes: Uint8Array, at: number): void {
    const wire = bytes.length === 4 ? 'fixed32' : 'fixed64';
    if (this.#admits(field, wire, at) !== undefined) this.onFixed(field, bytes, at);
  }

  delimited(field: number, length: number, at: number): MessageVisitor | ByteSink | undefined {
    const shape = this.#admits(field, 'delimited', at);
    if (shape === undefined) return undefined;
    if (shape.wire !== 'delimited')
      return this.onPacked(field, length, at) ?? this.#packed(field, shape, length, at);
    const target = this.onDelimited(field, length, at);
    if (target !== undefined || shape.message === undefined) return target;
    return new KnownMessage(shape.message(), this.watch);
  }

  protected onVarint(_field: number, _value: Varint, _at: number): void {}
  protected onFixed(_field: number, _bytes: Uint8Array, _at: number): void {}
  protected onPacked(_field: number, _length: number, _at: number): ByteSink | undefined {
    return undefined;
  }
  protected onDelimited(_field: number, _length: number, _at: number): MessageVisitor | ByteSink | undefined {
    return undefined;
  }
  end(_at: number): void {}

  #packed(field: number, shape: FieldShape, length: number, at: number): ByteSink | undefined {
    if (shape.wire === 'varint') return packedVarints((value) => this.onVarint(field, value, at));
    const size = shape.wire === 'fixed32' ? 4 : 8;
    if (length % size !== 0)
      throw new Broken('L2', 'protobuf-length', 'a packed field ends inside a number', { offset: at });
    return undefined;
  }

  #admits(field: number, wire: WireKind, at: number): FieldShape | undefined {
    const shape = this.#shape.fields[field];
    if (shape === undefined) {
      this.watch.unknown(this.#shape.name, field, at);
      return undefined;
    }
    const packed = shape.many && wire === 'delimited';
    if (shape.wire !== wire && !packed) {
      const what = `${this.#shape.name} has a field of another type than its schema`;
      throw new Broken('L2', 'protobuf-wire-type', what, {
        offset: at,
        expected: shape.wire,
        found: `${wire} (field ${field})`,
      });
    }
    if (!shape.many) {
      if (this.#seen.has(field)) this.watch.twice(this.#shape.name, field, at);
      this.#seen.add(field);
    }
    return shape;
  }
}
