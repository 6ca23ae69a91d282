import { crc32c } from '../codec/crc32c.ts';
import { takeVarint } from '../codec/varint.ts';
import { zstdDecompress } from '../codec/zstd.ts';
import { Broken, Unsettled } from '../contract/findings.ts';

/** Facts from the format's specification (TensorStore, kvstore/ocdbt). */
export const MANIFEST = 0x0cdb3a2a;
export const BTREE_NODE = 0x0cdb20de;

/** u32 magic, u64 length, version, compression. */
const LEAST_BYTES = 4 + 8 + 1 + 1 + 4;

/** 2^64 - 1, as nearly as a number can say it. */
const ALL_ONES = 2 ** 64;
const NOWHERE = -1;

export interface FileName {
  /** Part of the path that also stands before the files named by the node that lies in this file. */
  base: string;
  path: string;
}

export interface Place {
  file: FileName;
  offset: number;
  bytes: number;
}

export interface Child {
  place: Place;
  height: number;
  /** Stands before every key below the child. */
  prefix: string;
}

export interface Leaf {
  key: string;
  value: Uint8Array | Place;
}

/** Fields of a node's body. Every read is held against what is left. */
class Body {
  readonly #bytes: Uint8Array;
  readonly #offset: number;
  #at = 0;

  constructor(bytes: Uint8Array, offset: number) {
    this.#bytes = bytes;
    this.#offset = offset;
  }

  u8(): number {
    return this.take(1)[0] ?? 0;
  }

  varint(): number {
    const value = takeVarint(() => this.u8());
    if (value === undefined || !Number.isSafeInteger(value)) throw this.malformed('a number is too large');
    return value;
  }

  /** Where the tree of a version that holds no keys would lie is said by all ones. */
  varintsOrNowhere(count: number): number[] {
    return Array.from({ length: count }, () => {
      const value = takeVarint(() => this.u8());
      if (value === ALL_ONES) return NOWHERE;
      if (value === undefined || !Number.isSafeInteger(value)) throw this.malformed('a number is too large');
      return value;
    });
  }

  /** A count of things that take a byte each at least. */
  count(): number {
    const count = this.varint();
    if (count > this.#bytes.length - this.#at) throw this.malformed('a count is larger than the node');
    return count;
  }

  varints(count: number): number[] {
    return Array.from({ length: count }, () => this.varint());
  }

  take(count: number): Uint8Array {
    if (count > this.#bytes.length - this.#at) throw this.malformed('it ends too early');
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  mustEnd(): void {
    if (this.#at !== this.#bytes.length) throw this.malformed('bytes follow its content');
  }

  malformed(what: string): Broken {
    return new Broken('L2', 'ocdbt-malformed', `a node of the index: ${what}`, { offset: this.#offset });
  }
}

/** Header and CRC-32C of a manifest or node; gives its body. */
export function openNode(bytes: Uint8Array, magic: number, offset: number, mostBytes: number): Body {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const broken = (code: string, what: string) => new Broken('L1', code, what, { offset });
  if (bytes.length < LEAST_BYTES || view.getUint32(0, false) !== magic)
    throw broken('ocdbt-magic', 'here lies no node of the index');
  if (view.getBigUint64(4, true) !== BigInt(bytes.length))
    throw new Broken('L1', 'cut-short', 'a node of the index is not as long as it says', {
      offset,
      expected: `${view.getBigUint64(4, true)} bytes`,
      found: `${bytes.length} bytes`,
    });
  const end = bytes.length - 4;
  if (crc32c(bytes.subarray(0, end), 0) !== view.getUint32(end, true))
    throw broken('crc-mismatch', 'a node of the index is not what was written: its CRC-32C differs');
  const [version = 0, compression = 0] = bytes.subarray(12, 14);
  if (version !== 0 || compression > 1)
    throw new Unsettled('L2', 'ocdbt-version', 'an index of a version that we do not know', { offset });
  const stored = bytes.subarray(14, end);
  return new Body(compression === 0 ? stored : zstdDecompress(stored, mostBytes, offset), offset);
}

/** Names are bytes; latin1 keeps each apart and our paths are compared as text later. */
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function readFiles(body: Body, transitive: string): FileName[] {
  const count = body.count();
  if (count === 0) return [];
  const prefixes = [0, ...body.varints(count - 1)];
  const suffixes = body.varints(count);
  const bases = body.varints(count);
  let before = new Uint8Array(0);
  return prefixes.map((prefix, i) => {
    const path = joined(body, before, prefix, suffixes[i] ?? 0);
    before = path;
    if ((bases[i] ?? 0) > path.length) throw body.malformed('a base path is longer than its path');
    return { base: transitive + text(path.subarray(0, bases[i])), path: transitive + text(path) };
  });
}

/** The next of a list of names of which each gives how much it shares with the one before. */
function joined(body: Body, before: Uint8Array, prefix: number, suffix: number): Uint8Array<ArrayBuffer> {
  if (prefix > before.length || prefix + suffix > 65_535)
    throw body.malformed('a name shares more than there is');
  const path = new Uint8Array(prefix + suffix);
  path.set(before.subarray(0, prefix));
  path.set(body.take(suffix), prefix);
  return path;
}

/** Where things lie, column by column, as the format keeps it. */
interface Columns {
  ids: readonly number[];
  offsets: readonly number[];
  lengths: readonly number[];
}

const readColumns = (body: Body, count: number): Columns => ({
  ids: body.varints(count),
  offsets: body.varints(count),
  lengths: body.varints(count),
});

function placeOf(
  body: Body,
  files: readonly FileName[],
  { ids, offsets, lengths }: Columns,
  i: number,
): Place {
  const file = files[ids[i] ?? 0];
  if (file === undefined) throw body.malformed('it names a file that its table does not have');
  return { file, offset: offsets[i] ?? 0, bytes: lengths[i] ?? 0 };
}

export interface Manifest {
  /** 1: the versions lie in numbered files beside this one. */
  kind: number;
  /** The newest version's tree; absent in a store that is empty. */
  root?: Child & { keys: number };
  mostNodeBytes: number;
}

/** The newest version is the last of those in the manifest itself; older ones are not asked for. */
export function readManifest(bytes: Uint8Array, mostBytes: number): Manifest {
  const body = openNode(bytes, MANIFEST, 0, mostBytes);
  body.take(16);
  const kind = body.varint();
  body.varint();
  const mostNodeBytes = body.varint();
  body.u8();
  const method = body.varint();
  if (method > 1) throw new Unsettled('L2', 'ocdbt-version', 'an index of a compression that we do not know');
  if (method === 1) body.take(4);
  if (kind !== 0) return { kind, mostNodeBytes };
  const files = readFiles(body, '');
  const count = body.count();
  if (count === 0) return { kind, mostNodeBytes };
  body.varints(count);
  const heights = Array.from({ length: count }, () => body.u8());
  const columns = {
    ids: body.varints(count),
    offsets: body.varintsOrNowhere(count),
    lengths: body.varintsOrNowhere(count),
  };
  const keys = body.varints(count);
  const last = count - 1;
  // An empty tree has no root: its reference is all zeros or ones, its keys none.
  if (keys[last] === 0) return { kind, mostNodeBytes };
  const place = placeOf(body, files, columns, last);
  if (place.offset === NOWHERE || place.bytes === NOWHERE)
    throw body.malformed('the tree of a version with keys lies nowhere');
  return {
    kind,
    mostNodeBytes,
    root: { place, height: heights[last] ?? 0, prefix: '', keys: keys[last] ?? 0 },
  };
}

/** One node of the tree: its children, or its keys with their values. */
export function readTreeNode(
  bytes: Uint8Array,
  { place, height, prefix }: Child,
  mostBytes: number,
): { children: Child[]; leaves: Leaf[] } {
  const body = openNode(bytes, BTREE_NODE, place.offset, mostBytes);
  if (body.u8() !== height) throw body.malformed('it has another height than its parent says');
  const files = readFiles(body, place.file.base);
  const count = body.count();
  if (count === 0) throw body.malformed('it has no entries');
  const prefixes = [0, ...body.varints(count - 1)];
  const suffixes = body.varints(count);
  const shared = height > 0 ? body.varints(count) : [];
  const keys: Uint8Array[] = [];
  for (let i = 0; i < count; i += 1)
    keys.push(joined(body, keys[i - 1] ?? new Uint8Array(0), prefixes[i] ?? 0, suffixes[i] ?? 0));
  if (height > 0) {
    const columns = readColumns(body, count);
    body.varints(3 * count);
    body.mustEnd();
    const children = keys.map((key, i) => ({
      place: placeOf(body, files, columns, i),
      height: height - 1,
      prefix: prefix + text(key.subarray(0, shared[i])),
    }));
    return { children, leaves: [] };
  }
  const lengths = body.varints(count);
  const kinds = body.varints(count);
  if (kinds.some((kind) => kind > 1)) throw body.malformed('a value is of no kind that the format has');
  const outside = kinds.flatMap((kind, i) => (kind === 1 ? [i] : []));
  const columns = {
    ids: body.varints(outside.length),
    offsets: body.varints(outside.length),
    lengths: outside.map((i) => lengths[i] ?? 0),
  };
  const places = new Map(outside.map((i, k) => [i, placeOf(body, files, columns, k)] as const));
  const leaves = keys.map((key, i) => ({
    key: prefix + text(key),
    value: places.get(i) ?? body.take(lengths[i] ?? 0).slice(),
  }));
  body.mustEnd();
  return { children: [], leaves };
}
