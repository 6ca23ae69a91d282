import { type ByteSink, collectedText, type MessageVisitor } from '../codec/protobuf.ts';
import { KnownMessage, type SchemaWatch } from '../codec/protobuf-schema.ts';
import type { Varint } from '../codec/varint.ts';
import { plainDomain } from './operators.ts';
import { MOST_NAME_BYTES } from './pair.ts';
import { OPERATOR_SET } from './schema.ts';

/** The version of one domain's operator set; of two for the same domain readers take the last. */
export class ImportReader extends KnownMessage {
  readonly #into: Map<string, number>;
  #domain = '';
  #version = 0;

  constructor(watch: SchemaWatch, into: Map<string, number>) {
    super(OPERATOR_SET, watch);
    this.#into = into;
  }

  protected override onVarint(_field: number, value: Varint): void {
    this.#version = value.toNumber();
  }

  protected override onDelimited(_field: number, length: number, at: number): MessageVisitor | ByteSink {
    return collectedText(MOST_NAME_BYTES, length, at, (text) => {
      this.#domain = text;
    });
  }

  override end(): void {
    this.#into.set(plainDomain(this.#domain), this.#version);
  }
}
