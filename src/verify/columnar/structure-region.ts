import type { Region } from '../tensor/pass.ts';

/** A small stretch that can only be judged whole: it is gathered and handed over at its end. The caller bounds its length. */
export class StructureRegion implements Region {
  readonly offset: number;
  readonly length: number;
  readonly #judge: (bytes: Uint8Array) => void;
  #bytes: Uint8Array | undefined;

  constructor(offset: number, length: number, judge: (bytes: Uint8Array) => void) {
    this.offset = offset;
    this.length = length;
    this.#judge = judge;
  }

  feed(piece: Uint8Array, fileOffset: number): void {
    this.#bytes ??= new Uint8Array(this.length);
    this.#bytes.set(piece, fileOffset - this.offset);
  }

  end(): void {
    this.#judge(this.#bytes ?? new Uint8Array(0));
    this.#bytes = undefined;
  }
}

/** Padding between structures: zeros and nothing else. `odd` is told the offset of the first other byte. */
export const zeros = (offset: number, length: number, odd: (offset: number) => void): Region => {
  let found = false;
  return {
    offset,
    length,
    feed(piece, fileOffset) {
      const at = found ? -1 : piece.findIndex((byte) => byte !== 0);
      if (at < 0) return;
      found = true;
      odd(fileOffset + at);
    },
    end: () => {},
  };
};
