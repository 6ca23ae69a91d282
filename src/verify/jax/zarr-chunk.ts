import { gunzipSync, inflateSync } from 'node:zlib';
import { bzip2Decompress } from '../archive/bzip2-streams.ts';
import { xzDecompress } from '../archive/xz-streams.ts';
import { adler32 } from '../codec/adler32.ts';
import { bloscDecompress } from '../codec/blosc.ts';
import { sumDiffers } from '../codec/checksum.ts';
import { crc32 } from '../codec/crc32.ts';
import { crc32c } from '../codec/crc32c.ts';
import { lz4Block } from '../codec/lz4-block.ts';
import { unshuffled } from '../codec/shuffle.ts';
import { zstdDecompress } from '../codec/zstd.ts';
import { Broken, overBudget } from '../contract/findings.ts';
import { ElementScan, type ScanOptions, type ScanResult } from '../tensor/element-scan.ts';
import type { Consumer } from '../tensor/pass.ts';
import type { ByteCodec } from './zarr-filters.ts';
import type { ChunkCodec } from './zarr-metadata.ts';
import type { ElementType } from './zarr-types.ts';
import { mustBeVariable, unpackedBits } from './zarr-variable.ts';

export interface ChunkJob {
  /** For messages. */
  name: string;
  type: ElementType;
  codec: ChunkCodec;
  chunk: readonly number[];
  /** How much of the chunk lies inside the array; the rest is padding. */
  extent: readonly number[];
  offset: number;
  storedBytes: number;
  scanning: Pick<ScanOptions, 'moments' | 'countNegative'>;
  /** What a compressed chunk may take, before and after. */
  mostBytes: number;
  done(result: ScanResult): void;
}

/** With `info: true` Node also tells how much of the input was used; what follows the end it ignores. */
type WithInfo = (
  bytes: Uint8Array,
  options: object,
) => { buffer: Uint8Array; engine: { bytesWritten: number } };

/** Undoes the codecs of one chunk, holds its length against its shape and scans what lies inside the array. */
export class ZarrChunk implements Consumer {
  readonly #job: ChunkJob;
  readonly #scan: ElementScan;
  readonly #expected: number;
  /** For what one codec gives back. */
  readonly #room: number;
  readonly #gathered: Uint8Array | undefined;
  readonly #run: number;
  readonly #stride: number;
  #have = 0;
  #at = 0;

  constructor(job: ChunkJob) {
    this.#job = job;
    const { type, chunk, extent, codec, storedBytes, mostBytes, offset } = job;
    const { dtype, bytes: elementBytes, variable } = type;
    const bytes = chunk.reduce((product, size) => product * BigInt(size), BigInt(elementBytes));
    this.#expected = Number(bytes);
    const isAsIs = codec.undo.length === 0 && variable === undefined;
    if (isAsIs && bytes !== BigInt(storedBytes)) throw this.#length(storedBytes);
    this.#room = variable === undefined ? this.#expected + 64 : mostBytes;
    const needed = isAsIs ? 0 : Math.max(this.#expected, storedBytes);
    if (needed > mostBytes) throw overBudget('structureBytes', mostBytes, needed, offset);
    this.#gathered = isAsIs ? undefined : new Uint8Array(storedBytes);
    const cut = extent.findLastIndex((size, i) => size !== chunk[i]);
    const inner = chunk.slice(cut + 1).reduce((product, size) => product * size, elementBytes);
    this.#run = inner * (extent[cut] ?? 1);
    this.#stride = inner * (chunk[cut] ?? 1);
    this.#scan = new ElementScan(dtype, {
      ...job.scanning,
      littleEndian: codec.littleEndian,
      mostBytes: variable === undefined ? this.#expected : mostBytes,
      firstBytes: true,
    });
  }

  feed(piece: Uint8Array): void {
    if (this.#gathered === undefined) this.#take(piece);
    else this.#gathered.set(piece, this.#have);
    this.#have += piece.length;
  }

  end(): void {
    if (this.#gathered !== undefined) {
      let bytes: Uint8Array = this.#gathered;
      for (const codec of this.#job.codec.undo) bytes = this.#undo(codec, bytes);
      const { type, chunk, name, offset } = this.#job;
      if (type.variable !== undefined) {
        mustBeVariable(
          bytes,
          chunk.reduce((product, size) => product * size, 1),
          { ...type, name, offset },
        );
        this.#scan.feed(bytes);
      } else {
        if (bytes.length !== this.#expected) throw this.#length(bytes.length);
        this.#take(bytes);
      }
    }
    this.#job.done(this.#scan.finish());
  }

  #undo(codec: ByteCodec, bytes: Uint8Array): Uint8Array {
    const { offset, name, chunk } = this.#job;
    if (typeof codec === 'object') return unshuffled(bytes, codec.shuffledBytes);
    if (codec === 'zstd') return zstdDecompress(bytes, this.#room, offset);
    if (codec === 'blosc') return bloscDecompress(bytes, this.#room, offset);
    if (codec === 'bz2') return bzip2Decompress(bytes, this.#room, offset);
    if (codec === 'lzma') return xzDecompress(bytes, this.#room, offset);
    if (codec === 'crc32' || codec === 'adler32') return this.#behindSum(codec, bytes);
    if (codec === 'packbits')
      return unpackedBits(
        bytes,
        chunk.reduce((product, size) => product * size, 1),
        { name, offset },
      );
    if (codec === 'lz4') return this.#lz4(bytes);
    if (codec === 'crc32c') {
      const at = bytes.length - 4;
      const given = at < 0 ? undefined : new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);
      if (given !== undefined && crc32c(bytes.subarray(0, at), 0) === given) return bytes.subarray(0, at);
      const what = `${name} is not what was written: its CRC-32C differs`;
      throw new Broken('L1', 'crc-mismatch', what, { offset });
    }
    try {
      const options = { maxOutputLength: this.#room, info: true };
      const inflate = (codec === 'gzip' ? gunzipSync : inflateSync) as unknown as WithInfo;
      const { buffer, engine } = inflate(bytes, options);
      if (engine.bytesWritten === bytes.length) return buffer;
      throw new Error(`${bytes.length - engine.bytesWritten} bytes follow its end`);
    } catch (error) {
      const what = `${name} cannot be inflated: ${String(error).slice(0, 120)}`;
      throw new Broken('L1', 'deflate-broken', what, { offset });
    }
  }

  /** As numcodecs writes it: four bytes, and what they are the sum of. */
  #behindSum(kind: 'crc32' | 'adler32', bytes: Uint8Array): Uint8Array {
    const { offset, name } = this.#job;
    if (bytes.length < 4) throw this.#length(bytes.length);
    const stored = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(0, true);
    const rest = bytes.subarray(4);
    const found = kind === 'crc32' ? crc32(rest, 0) : adler32(rest);
    if (found === stored) return rest;
    throw sumDiffers(`${name} is not what was written: its ${kind} differs`, offset, { stored, found });
  }

  /** As numcodecs writes it: the length of what is packed, then one block. */
  #lz4(bytes: Uint8Array): Uint8Array {
    const { offset, name } = this.#job;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const length = bytes.length < 4 ? -1 : view.getUint32(0, true);
    if (length < 0 || length > this.#room) throw this.#length(length);
    const out = new Uint8Array(length);
    if (lz4Block(bytes.subarray(4), out, 0, offset) === length) return out;
    throw new Broken('L1', 'lz4-broken', `${name} does not unpack to the length that it says`, { offset });
  }

  /** Hands on what lies inside the array, run by run. */
  #take(piece: Uint8Array): void {
    const { chunk, extent } = this.#job;
    if (this.#run === this.#stride && chunk.every((size, i) => size === extent[i])) {
      this.#scan.feed(piece);
      return;
    }
    for (let at = 0; at < piece.length; ) {
      const within = this.#at % this.#stride;
      const inRun = within < this.#run;
      const length = Math.min((inRun ? this.#run : this.#stride) - within, piece.length - at);
      if (inRun && this.#isInside(Math.floor(this.#at / this.#stride)))
        this.#scan.feed(piece.subarray(at, at + length));
      at += length;
      this.#at += length;
    }
  }

  /** Whether the outer indexes of a run lie inside. */
  #isInside(run: number): boolean {
    const { chunk, extent } = this.#job;
    const cut = extent.findLastIndex((size, i) => size !== chunk[i]);
    let rest = run;
    for (let i = cut - 1; i >= 0; i -= 1) {
      const size = chunk[i] ?? 1;
      if (rest % size >= (extent[i] ?? 0)) return false;
      rest = Math.floor(rest / size);
    }
    return true;
  }

  #length(found: number): Broken {
    return new Broken('L2', 'size-lies', `${this.#job.name} is not as long as its type and shape say`, {
      offset: this.#job.offset,
      expected: `${this.#expected} bytes`,
      found: `${found} bytes`,
    });
  }
}
