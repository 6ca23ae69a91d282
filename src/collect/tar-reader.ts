import {
  BLOCK,
  fieldsOf,
  hasChecksum,
  paddingOf,
  paxRecords,
  type TarFields,
  upToNul,
} from '../verify/codec/tar-block.ts';
import { printable } from './manifest.ts';

/** Long names and pax records are read into memory; more than this is no name. */
const MAX_META_BYTES = 64 * 1024;

export class MalformedTar extends Error {
  override readonly name = 'MalformedTar';
}

export interface TarWishes {
  /** Path to exact size in bytes. Nothing else is delivered, each at most once. */
  wanted: ReadonlyMap<string, number>;
  /** `content` is valid only during the call. */
  onFile(path: string, content: Uint8Array): void;
  /** A member that nobody asked for, of another kind or of another size; its bytes are skipped. */
  onRefused(path: string, why: string): void;
}

/**
 * Reads a tar stream of small files from a box that is not trusted: plain files only, only names that were asked for,
 * only with the size the manifest says. Understands ustar, GNU long names and pax `path` and `size`. Writes nothing.
 */
export class TarReader {
  readonly #wishes: TarWishes;
  readonly #received = new Set<string>();
  readonly #header = Buffer.alloc(BLOCK);
  #headerFilled = 0;
  #member: Member | undefined;
  #longName: string | undefined;
  #pax: { path?: string; size?: number } = {};
  #ended = false;

  constructor(wishes: TarWishes) {
    this.#wishes = wishes;
  }

  /** @throws MalformedTar when the stream is not tar; everything delivered before was complete. */
  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    let at = 0;
    while (at < bytes.length && !this.#ended) {
      at = this.#member ? this.#body(this.#member, bytes, at) : this.#head(bytes, at);
    }
  }

  #head(bytes: Buffer, at: number): number {
    if (this.#headerFilled === 0 && bytes.length - at >= BLOCK) {
      this.#begin(bytes.subarray(at, at + BLOCK));
      return at + BLOCK;
    }
    const copied = bytes.copy(this.#header, this.#headerFilled, at, at + BLOCK - this.#headerFilled);
    this.#headerFilled += copied;
    if (this.#headerFilled === BLOCK) {
      this.#headerFilled = 0;
      this.#begin(this.#header);
    }
    return at + copied;
  }

  #begin(header: Buffer): void {
    if (header[0] === 0 && header.every((byte) => byte === 0)) {
      this.#ended = true;
      return;
    }
    if (!hasChecksum(header)) throw new MalformedTar('a member header has a wrong checksum');
    const fields = fieldsOf(header);
    const { type } = fields;
    const meta = type === 'L' || type === 'x';
    const size = (meta ? undefined : this.#pax.size) ?? fields.sizeBytes;
    if (size === undefined) throw new MalformedTar('a member has no proper size');
    const padded = size + paddingOf(size);
    if (meta && size > MAX_META_BYTES) throw new MalformedTar(`a member's name takes ${size} bytes`);
    const path = meta || type === 'g' || type === 'K' ? '' : this.#takeName(fields);
    const wanted = meta || this.#isWanted(path, type, size);
    this.#member = { type, path, size, left: padded, filled: 0, content: wanted ? 'pending' : undefined };
    if (padded === 0) this.#finish(this.#member, Buffer.alloc(0));
  }

  #takeName(fields: TarFields): string {
    const [prefix, short] = [textOf(fields.prefix), textOf(fields.name)];
    const path = this.#pax.path ?? this.#longName ?? (prefix === '' ? short : `${prefix}/${short}`);
    this.#pax = {};
    this.#longName = undefined;
    return path.startsWith('./') ? path.slice(2) : path;
  }

  #isWanted(path: string, type: string, size: number): boolean {
    if (type === 'g' || type === 'K') return false;
    const why = this.#refusal(path, type, size);
    if (why !== undefined) this.#wishes.onRefused(printable(path), why);
    return why === undefined;
  }

  #refusal(path: string, type: string, size: number): string | undefined {
    const bytes = this.#wishes.wanted.get(path);
    if (bytes === undefined) return 'was not asked for';
    if (type !== '0' && type !== '\0') return `is not a plain file (tar type ${JSON.stringify(type)})`;
    if (this.#received.has(path)) return 'was sent twice';
    if (size !== bytes) return `has ${size} bytes, the manifest says ${bytes}`;
    return undefined;
  }

  #body(member: Member, bytes: Buffer, at: number): number {
    const take = Math.min(member.left, bytes.length - at);
    const wholeHere = member.filled === 0 && take === member.left;
    if (member.content !== undefined && !wholeHere) {
      if (member.content === 'pending') member.content = Buffer.allocUnsafe(member.size);
      bytes.copy(member.content, member.filled, at, at + take);
    }
    member.filled += take;
    member.left -= take;
    if (member.left === 0) {
      const content = wholeHere ? bytes.subarray(at, at + member.size) : member.content;
      this.#finish(member, content instanceof Buffer ? content : Buffer.alloc(0));
    }
    return at + take;
  }

  #finish(member: Member, content: Buffer): void {
    this.#member = undefined;
    if (member.content === undefined) return;
    if (member.type === 'L') this.#longName = textOf(upToNul(content));
    else if (member.type === 'x') this.#pax = paxOf(content);
    else {
      this.#received.add(member.path);
      this.#wishes.onFile(member.path, content);
    }
  }
}

interface Member {
  type: string;
  path: string;
  size: number;
  /** Bytes still to come, padding included. */
  left: number;
  filled: number;
  /** `undefined`: skipped. `pending`: wanted, no buffer made yet. */
  content: Buffer | 'pending' | undefined;
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

function paxOf(content: Buffer): { path?: string; size?: number } {
  const records = paxRecords(content);
  if (!records) throw new MalformedTar('a pax record is broken');
  const pax: { path?: string; size?: number } = {};
  for (const [key, value] of records) {
    if (key === 'path') pax.path = textOf(value);
    if (key === 'size') pax.size = Number(textOf(value));
  }
  if (pax.size !== undefined && !(Number.isSafeInteger(pax.size) && pax.size >= 0))
    throw new MalformedTar('a pax size is no number');
  return pax;
}
