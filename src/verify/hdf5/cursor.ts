import { Broken } from '../contract/findings.ts';

/** How wide addresses and lengths are in one file. */
export interface Widths {
  offsets: number;
  lengths: number;
}

export const hdf5Broken = (
  what: string,
  offset: number,
  extra: { expected?: string; found?: string } = {},
): Broken => new Broken('L2', 'hdf5-structure', what, { offset, ...extra });

/** Reads the fields of one structure. All numbers of HDF5's metadata are little-endian. */
export class Cursor {
  at = 0;
  readonly bytes: Uint8Array;
  /** Of the first byte, in the file; for messages. */
  readonly fileOffset: number;
  readonly #view: DataView;
  readonly #widths: Widths;

  constructor(bytes: Uint8Array, fileOffset: number, widths: Widths) {
    this.bytes = bytes;
    this.fileOffset = fileOffset;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#widths = widths;
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  get place(): number {
    return this.fileOffset + this.at;
  }

  get widths(): Widths {
    return this.#widths;
  }

  u8(): number {
    return this.#view.getUint8(this.#step(1));
  }

  u16(): number {
    return this.#view.getUint16(this.#step(2), true);
  }

  u32(): number {
    return this.#view.getUint32(this.#step(4), true);
  }

  /** An unsigned number of 1 to 8 bytes; one that a double cannot hold exactly is refused. */
  uint(width: number): number {
    const from = this.#step(width);
    let value = 0n;
    for (let i = width - 1; i >= 0; i -= 1) value = (value << 8n) | BigInt(this.#view.getUint8(from + i));
    if (value > BigInt(Number.MAX_SAFE_INTEGER))
      throw hdf5Broken('a number is beyond reason', this.fileOffset + from, { found: String(value) });
    return Number(value);
  }

  /** An address relative to the file's base; `undefined` where the file says that there is none. */
  address(): number | undefined {
    const { offsets } = this.#widths;
    const field = this.bytes.subarray(this.at, this.at + offsets);
    if (field.length === offsets && field.every((byte) => byte === 0xff)) {
      this.at += offsets;
      return undefined;
    }
    return this.uint(offsets);
  }

  /** An address that must be there. */
  mustAddress(what: string): number {
    const from = this.place;
    const address = this.address();
    if (address === undefined) throw hdf5Broken(`${what} has no address`, from);
    return address;
  }

  length(): number {
    return this.uint(this.#widths.lengths);
  }

  /** A length that may be undefined (all ones). */
  maybeLength(): number | undefined {
    const field = this.bytes.subarray(this.at, this.at + this.#widths.lengths);
    if (field.length === this.#widths.lengths && field.every((byte) => byte === 0xff)) {
      this.at += field.length;
      return undefined;
    }
    return this.length();
  }

  take(length: number): Uint8Array {
    const from = this.#step(length);
    return this.bytes.subarray(from, from + length);
  }

  skip(length: number): void {
    this.#step(length);
  }

  /** The same place as a structure of its own. */
  part(length: number): Cursor {
    const place = this.place;
    return new Cursor(this.take(length), place, this.#widths);
  }

  signature(expected: string): void {
    const from = this.place;
    const found = Buffer.from(this.take(4)).toString('latin1');
    if (found === expected) return;
    throw hdf5Broken(`no ${expected} where the file points to one`, from, {
      expected,
      found: JSON.stringify(found),
    });
  }

  version(structure: string, ...known: number[]): number {
    const from = this.place;
    const version = this.u8();
    if (!known.includes(version))
      throw hdf5Broken(`${structure} has a version that does not exist`, from, {
        expected: known.join(' or '),
        found: String(version),
      });
    return version;
  }

  /** Text up to a NUL, which is taken too. */
  text(): Uint8Array {
    const end = this.bytes.indexOf(0, this.at);
    if (end < 0) throw hdf5Broken('a name does not end', this.place);
    const text = this.take(end - this.at);
    this.at += 1;
    return text;
  }

  #step(length: number): number {
    if (length < 0 || length > this.left)
      throw hdf5Broken('a structure is longer than its place', this.place, {
        expected: `at most ${this.left} bytes`,
        found: `${length} bytes`,
      });
    const from = this.at;
    this.at += length;
    return from;
  }
}

export const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8').decode(bytes);

/** Bytes that hold every number up to and including `most`, as HDF5 chooses the width of its variable fields. */
export function bytesFor(most: number): number {
  let bits = 0;
  for (let rest = most; rest > 1; rest = Math.floor(rest / 2)) bits += 1;
  return Math.floor(bits / 8) + 1;
}
