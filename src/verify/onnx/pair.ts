import { type ByteSink, startOfText } from '../codec/protobuf.ts';
import { KnownMessage, type SchemaWatch } from '../codec/protobuf-schema.ts';
import { PAIR } from './schema.ts';

/** Names, locations and the like; the longest that real writers make are a few hundred bytes. */
export const MOST_NAME_BYTES = 65_536;

/** One key and value. */
export class PairReader extends KnownMessage {
  readonly #take: (key: string, value: string) => void;
  #key = '';
  #value = '';

  constructor(watch: SchemaWatch, take: (key: string, value: string) => void) {
    super(PAIR, watch);
    this.#take = take;
  }

  protected override onDelimited(field: number, length: number): ByteSink {
    return startOfText(MOST_NAME_BYTES, length, (text) => {
      if (field === 1) this.#key = text;
      else this.#value = text;
    });
  }

  override end(): void {
    this.#take(this.#key, this.#value);
  }
}
