import { type ByteSink, collectedText, type MessageVisitor } from '../codec/protobuf.ts';
import { KnownMessage, type MessageShape, type SchemaWatch } from '../codec/protobuf-schema.ts';
import { MOST_NAME_BYTES } from './pair.ts';
import { TYPE, VALUE_INFO } from './schema.ts';

type Target = MessageVisitor | ByteSink | undefined;

/** An input or output of a graph. */
export class ValueReader extends KnownMessage {
  readonly #take: (name: string, hasType: boolean) => void;
  #name = '';
  #hasType = false;

  /** @param take whether it has a type that says of what it is */
  constructor(watch: SchemaWatch, take: (name: string, hasType: boolean) => void) {
    super(VALUE_INFO, watch);
    this.#take = take;
  }

  protected override onDelimited(field: number, length: number, at: number): Target {
    if (field === 1)
      return collectedText(MOST_NAME_BYTES, length, at, (text) => {
        this.#name = text;
      });
    if (field !== 2) return undefined;
    return new TypeReader(this.watch, (hasType) => {
      this.#hasType = hasType;
    });
  }

  override end(): void {
    this.#take(this.#name, this.#hasType);
  }
}

/** Fields of each kind of type, without which it says nothing; of a tensor's shape nothing need be known. */
const NEEDED: Readonly<Record<number, readonly number[]>> = {
  1: [1],
  4: [1],
  5: [1, 2],
  7: [2],
  8: [1],
  9: [1],
};

class TypeReader extends KnownMessage {
  readonly #take: (hasType: boolean) => void;
  #hasType = false;

  constructor(watch: SchemaWatch, take: (hasType: boolean) => void) {
    super(TYPE, watch);
    this.#take = take;
  }

  protected override onDelimited(field: number): Target {
    const kind = TYPE.fields[field]?.message;
    if (kind === undefined) return undefined;
    return new Fields(kind(), this.watch, (fields) => {
      this.#hasType = (NEEDED[field] ?? []).every((needed) => fields.has(needed));
    });
  }

  override end(): void {
    this.#take(this.#hasType);
  }
}

/** Tells which fields a message has. */
class Fields extends KnownMessage {
  readonly #fields = new Set<number>();
  readonly #take: (fields: ReadonlySet<number>) => void;

  constructor(shape: MessageShape, watch: SchemaWatch, take: (fields: ReadonlySet<number>) => void) {
    super(shape, watch);
    this.#take = take;
  }

  protected override onVarint(field: number): void {
    this.#fields.add(field);
  }

  protected override onDelimited(field: number): undefined {
    this.#fields.add(field);
  }

  override end(): void {
    this.#take(this.#fields);
  }
}
