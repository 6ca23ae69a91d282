import { BLOCK, paddingOf } from '../codec/tar-block.ts';
import { Broken, type Findings, overBudget } from '../contract/findings.ts';
import { readPax, readTarHeader, type TarHeader, type TarOverrides, text } from './tar-header.ts';
import { TarTree } from './tar-tree.ts';

export interface TarMember {
  name: string;
  offset: number;
  sizeBytes: number;
}

/** Takes a member's content as it goes by. */
export interface ContentSink {
  feed(piece: Uint8Array): void;
  end(): void;
}

type OnMember = (member: TarMember) => ContentSink | undefined;

/** An extended header says a name or a few; nobody needs a megabyte for that. */
const MOST_EXTENDED_BYTES = 1024 ** 2;

/** Programs fill their last record; twenty blocks unless they were told otherwise. */
const RECORD = 20 * BLOCK;

/** Follows a tar archive block by block as the bytes go by. Calls `onMember` for each regular file, in order. */
export class TarWalk {
  readonly #findings: Findings;
  readonly #sizeBytes: number;
  readonly #mostMembers: number;
  readonly #onMember: OnMember;
  #sink: ContentSink | undefined;
  readonly #tree = new TarTree();
  readonly #block = new Uint8Array(BLOCK);
  #kept = 0;
  #members = 0;
  #zeroBlocks = 0;
  #endMark = 0;
  #skip = 0;
  #padding = 0;
  #extended: { kind: TarHeader['kind']; bytes: Uint8Array; left: number; offset: number } | undefined;
  #overrides: TarOverrides = {};

  constructor(
    { findings, sizeBytes, mostMembers }: { findings: Findings; sizeBytes: number; mostMembers: number },
    onMember: OnMember,
  ) {
    this.#findings = findings;
    this.#sizeBytes = sizeBytes;
    this.#mostMembers = mostMembers;
    this.#onMember = onMember;
  }

  feed(piece: Uint8Array, fileOffset: number): void {
    for (let at = 0; at < piece.length; ) {
      const rest = piece.subarray(at);
      at += this.#take(rest, fileOffset + at);
    }
  }

  end(): void {
    const offset = this.#sizeBytes;
    const isInside = this.#kept > 0 || this.#skip > 0 || this.#padding > 0 || this.#extended !== undefined;
    if (isInside || this.#zeroBlocks === 0 || this.#sizeBytes % BLOCK !== 0)
      throw new Broken('L1', 'cut-short', 'does not end with whole blocks of zeros', { offset });
    if (Object.keys(this.#overrides).length > 0)
      throw new Broken('L1', 'tar-pax', 'an extended header is followed by no member', { offset });
    if (this.#zeroBlocks === 1) {
      const what = 'ends with one block of zeros where two belong';
      this.#findings.degraded('L1', 'tar-end', what, { offset });
    }
  }

  /** A tail that never arrived looks like an end mark, and what lay in it is not missed by anyone. */
  get hasLongTail(): boolean {
    return this.#sizeBytes - this.#endMark > RECORD;
  }

  /** @returns bytes taken, at least one */
  #take(rest: Uint8Array, offset: number): number {
    if (this.#zeroBlocks >= 2) return this.#afterEnd(rest, offset);
    if (this.#skip > 0) {
      const taken = Math.min(this.#skip, rest.length);
      this.#skip -= taken;
      this.#sink?.feed(rest.subarray(0, taken));
      if (this.#skip === 0) this.#sink?.end();
      return taken;
    }
    if (this.#extended !== undefined) return this.#gather(this.#extended, rest);
    if (this.#padding > 0) return this.#pad(rest, offset);
    const taken = rest.subarray(0, BLOCK - this.#kept);
    this.#block.set(taken, this.#kept);
    this.#kept += taken.length;
    if (this.#kept === BLOCK) {
      this.#kept = 0;
      this.#header(offset + taken.length - BLOCK);
    }
    return taken.length;
  }

  #afterEnd(rest: Uint8Array, offset: number): number {
    const at = rest.findIndex((byte) => byte !== 0);
    if (at < 0) return rest.length;
    throw new Broken('L1', 'trailing-bytes', 'bytes follow the end mark', { offset: offset + at });
  }

  #pad(rest: Uint8Array, offset: number): number {
    const taken = rest.subarray(0, this.#padding);
    this.#padding -= taken.length;
    if (taken.some((byte) => byte !== 0))
      this.#findings.degraded('L1', 'tar-padding', 'has content where a member is padded', { offset });
    return taken.length;
  }

  #header(offset: number): void {
    if (this.#block.every((byte) => byte === 0)) {
      this.#zeroBlocks += 1;
      this.#endMark = offset + BLOCK;
      return;
    }
    if (this.#zeroBlocks > 0) throw new Broken('L1', 'tar-end', 'goes on after a block of zeros', { offset });
    const header = readTarHeader(this.#block, offset);
    const isExtended = !['file', 'hard-link', 'symlink', 'folder'].includes(header.kind);
    if (isExtended) this.#beginExtended(header, offset);
    else this.#member(header, offset);
  }

  #beginExtended({ kind, sizeBytes }: TarHeader, offset: number): void {
    this.#mustFit(sizeBytes, offset);
    if (sizeBytes > MOST_EXTENDED_BYTES)
      throw overBudget('extendedHeaderBytes', MOST_EXTENDED_BYTES, sizeBytes, offset);
    this.#padding = paddingOf(sizeBytes);
    if (sizeBytes === 0) return;
    this.#extended = { kind, bytes: new Uint8Array(sizeBytes), left: sizeBytes, offset: offset + BLOCK };
  }

  #gather(
    extended: { kind: TarHeader['kind']; bytes: Uint8Array; left: number; offset: number },
    rest: Uint8Array,
  ) {
    const taken = rest.subarray(0, extended.left);
    extended.bytes.set(taken, extended.bytes.length - extended.left);
    extended.left -= taken.length;
    if (extended.left > 0) return taken.length;
    this.#extended = undefined;
    const { kind, bytes, offset } = extended;
    const said: TarOverrides =
      kind === 'long-name'
        ? { name: text(bytes, offset) }
        : kind === 'long-link'
          ? { link: text(bytes, offset) }
          : readPax(bytes, offset, kind === 'pax-global');
    const twice = Object.keys(said).some((key) => key in this.#overrides);
    if (twice)
      throw new Broken('L1', 'tar-pax', 'two extended headers say the same of one member', { offset });
    this.#overrides = { ...this.#overrides, ...said };
    return taken.length;
  }

  #member(header: TarHeader, offset: number): void {
    const { kind, name, link, sizeBytes } = { ...header, ...this.#overrides };
    this.#overrides = {};
    this.#members += 1;
    if (this.#members > this.#mostMembers)
      throw overBudget('zipMembers', this.#mostMembers, this.#members, offset);
    // Old programs mark a folder by its name alone.
    const isFolder = kind === 'folder' || (kind === 'file' && name.endsWith('/') && sizeBytes === 0);
    const plain = this.#tree.enter(isFolder ? 'folder' : kind, name, link, offset);
    if (kind !== 'file') {
      if (sizeBytes > 0 && kind !== 'hard-link')
        throw new Broken('L1', 'tar-size', 'a folder or link has content', { offset });
      if (kind === 'hard-link' && sizeBytes > 0) this.#hardLinkWithContent(offset);
      return;
    }
    this.#mustFit(sizeBytes, offset);
    this.#skip = sizeBytes;
    this.#padding = paddingOf(sizeBytes);
    this.#sink = isFolder ? undefined : this.#onMember({ name: plain, offset: offset + BLOCK, sizeBytes });
  }

  /** Some programs give the size of the file it names, others its content: they would go on at two places. */
  #hardLinkWithContent(offset: number): never {
    throw new Broken('L1', 'tar-size', 'a hard link has a size, which programs understand in two ways', {
      offset,
    });
  }

  #mustFit(sizeBytes: number, offset: number): void {
    const left = this.#sizeBytes - offset - BLOCK;
    if (sizeBytes + paddingOf(sizeBytes) <= left) return;
    throw new Broken('L1', 'cut-short', 'a member is longer than what is left of the file', {
      offset,
      expected: `at most ${left} bytes`,
      found: `${sizeBytes} bytes`,
    });
  }
}
