import type { Budgets } from '../contract/budgets.ts';
import { Broken, overBudget, Unsettled } from '../contract/findings.ts';
import { quoted } from '../contract/untrusted.ts';
import type { Extension } from './arrow-layout.ts';
import { ARROW_SCHEMA, readArrowSchema } from './arrow-schema-text.ts';
import { countOf, type Leaf, leavesOf } from './parquet-schema.ts';
import { FILE_METADATA } from './parquet-thrift.ts';
import { ThriftCompact, type ThriftStruct } from './thrift-compact.ts';

/** All pages of one column in one row group. Offsets in bytes of the file. */
export interface Chunk {
  leaf: Leaf;
  /** Which row group it is of, from 0. */
  rowGroup: number;
  from: number;
  bytes: number;
  uncompressedBytes: number;
  values: number;
  rows: number;
  codec: number;
  dataPageOffset: number | undefined;
  dictionaryOffset: number | undefined;
  /** Where older writers repeat the chunk's metadata, when that is right behind it. */
  copyOffset: number | undefined;
  offsetIndex: Extent | undefined;
  columnIndex: Extent | undefined;
  bloomOffset: number | undefined;
  bloomBytes: number | undefined;
}

export interface Extent {
  from: number;
  bytes: number;
}

export interface ParquetFooter {
  rows: number;
  rowGroups: number;
  leaves: Leaf[];
  chunks: Chunk[];
  createdBy: string | undefined;
  metadataKeys: string[];
  /** Column chunks that lie in other files, as in a `_metadata` summary. */
  elsewhere: number;
  /** What not every reader takes of its schema. */
  doubts: string[];
  /** Of the schema that Arrow keeps beside it, and what else is kept so. */
  extensions: Extension[];
}

/** UNCOMPRESSED, SNAPPY, GZIP, LZO, BROTLI, LZ4, ZSTD, LZ4_RAW. */
export const CODECS = ['none', 'snappy', 'gzip', 'lzo', 'brotli', 'lz4', 'zstd', 'lz4-raw'] as const;

/** @param offset where the footer begins in the file; nothing of a column may lie behind it */
export function parseFooter(bytes: Uint8Array, offset: number, budgets: Budgets): ParquetFooter {
  const thrift = new ThriftCompact(bytes, offset);
  const footer = thrift.struct(FILE_METADATA);
  if (footer['encryption'] !== undefined) throw encrypted(footer, offset);
  if (thrift.at !== bytes.length) {
    throw new Broken('L1', 'parquet-footer', 'the footer is longer than its content', {
      offset: offset + thrift.at,
      expected: `${thrift.at} bytes`,
      found: `${bytes.length} bytes`,
    });
  }
  const reader = new FooterReader(offset, budgets);
  const doubts: string[] = [];
  const leaves = leavesOf(
    structs(footer, 'schema'),
    (what, found) => reader.broken(what, found),
    (what) => doubts.push(what),
  );
  const orders = footer['orders'] as unknown[] | undefined;
  if (orders !== undefined && orders.length !== leaves.length)
    throw reader.broken('gives the order of another number of columns', String(orders.length));
  const extensions: Extension[] = [];
  for (const { key, value } of structs(footer, 'metadata')) {
    const text = String(value ?? '');
    if (key === ARROW_SCHEMA) extensions.push(...readArrowSchema(text, budgets.objects, offset).extensions);
    else extensions.push({ column: String(key), type: undefined, description: Buffer.from(text, 'latin1') });
  }
  const rows = reader.count(footer, 'rows');
  const groups = structs(footer, 'rowGroups');
  const chunks = groups.flatMap((group, i) => reader.chunksOf(group, i, leaves));
  const sum = groups.reduce((total, group) => total + reader.count(group, 'rows'), 0);
  if (sum !== rows) {
    throw new Broken('L2', 'row-count', 'the row groups do not have as many rows as the file', {
      offset,
      expected: String(rows),
      found: String(sum),
    });
  }
  return {
    rows,
    rowGroups: groups.length,
    leaves,
    chunks,
    elsewhere: reader.elsewhere,
    doubts,
    extensions,
    createdBy: footer['createdBy'] as string | undefined,
    metadataKeys: structs(footer, 'metadata').map(({ key }) => String(key)),
  };
}

const structs = (from: ThriftStruct, name: string): ThriftStruct[] => (from[name] ?? []) as ThriftStruct[];

const MOST_NAMED = 3;

/** Of a footer in plain text under a signature: which columns have keys of their own or the footer's. */
function encrypted(footer: ThriftStruct, offset: number): Unsettled {
  const columns = structs(footer, 'rowGroups').flatMap((group) => structs(group, 'columns'));
  const names = columns
    .filter((column) => column['crypto'] !== undefined)
    .map((column) => (column['meta'] as ThriftStruct | undefined)?.['path'])
    .map((path) => (Array.isArray(path) ? quoted(path.join('.')) : 'one without a name'));
  const known = [...new Set(names)];
  const more = known.length > MOST_NAMED ? ` and ${known.length - MOST_NAMED} more` : '';
  const which = known.length === 0 ? '' : `: ${known.slice(0, MOST_NAMED).join(', ')}${more}`;
  const what = `has encrypted columns, which only their keys open${which}`;
  return new Unsettled('L1', 'encrypted', what, { offset });
}

class FooterReader {
  readonly #footer: number;
  readonly #mostChunks: number;
  #chunks = 0;
  elsewhere = 0;

  constructor(footerOffset: number, budgets: Budgets) {
    this.#footer = footerOffset;
    this.#mostChunks = budgets.objects;
  }

  readonly count = countOf((what, found) => this.broken(what, found));

  chunksOf(group: ThriftStruct, rowGroup: number, leaves: Leaf[]): Chunk[] {
    const columns = structs(group, 'columns');
    const rows = this.count(group, 'rows');
    this.#chunks += columns.length;
    if (this.#chunks > this.#mostChunks)
      throw overBudget('objects', this.#mostChunks, this.#chunks, this.#footer);
    if (columns.length !== leaves.length) {
      throw this.broken('has a row group without a chunk for each column', `${columns.length} chunks`);
    }
    return columns.flatMap((column, i) => this.#chunk(column, leaves[i] as Leaf, rowGroup, rows) ?? []);
  }

  #chunk(column: ThriftStruct, leaf: Leaf, rowGroup: number, rows: number): Chunk | undefined {
    if (column['crypto'] !== undefined)
      throw new Unsettled('L1', 'encrypted', `column ${quoted(leaf.path)} is encrypted`, {
        offset: this.#footer,
      });
    if (column['file'] !== undefined && column['file'] !== '') {
      this.elsewhere += 1;
      return undefined;
    }
    const meta = column['meta'] as ThriftStruct | undefined;
    if (meta === undefined) throw this.broken(`says nothing of column ${quoted(leaf.path)}`);
    const path = ((meta['path'] ?? []) as string[]).join('.');
    if (path !== leaf.path || meta['type'] !== leaf.type)
      throw this.broken('has a chunk that is not of the column the schema names', JSON.stringify(path));
    this.#mustCount(meta['sizes'] as ThriftStruct | undefined, leaf);
    const codec = this.count(meta, 'codec');
    if (codec >= CODECS.length) throw this.broken('names a codec that does not exist', String(codec));
    // Some writers give 0 where there is no page of the kind.
    const dataPage = this.count(meta, 'dataPageOffset') || undefined;
    const dictionary = this.#maybe(meta, 'dictionaryOffset') || undefined;
    const from = Math.min(dataPage ?? Infinity, dictionary ?? Infinity);
    const bytes = this.count(meta, 'bytes');
    if (from === Infinity && bytes > 0) throw this.broken('does not say where a chunk begins');
    const copy = this.#maybe(column, 'fileOffset');
    const values = this.count(meta, 'values');
    if (leaf.mostRepeats === 0 && values !== rows) {
      throw this.broken(`column ${quoted(leaf.path)} has another number of values than rows`);
    }
    return {
      leaf,
      rowGroup,
      from: from === Infinity ? 0 : from,
      bytes,
      values,
      rows,
      codec,
      dataPageOffset: dataPage,
      uncompressedBytes: this.count(meta, 'uncompressedBytes'),
      dictionaryOffset: dictionary,
      // Polars counts from the data page also where a dictionary comes first (2.1.0, 2026-11-26).
      copyOffset: copy === from + bytes || copy === (dataPage ?? from) + bytes ? from + bytes : undefined,
      offsetIndex: this.#extent(column, 'offsetIndexOffset', 'offsetIndexBytes'),
      columnIndex: this.#extent(column, 'columnIndexOffset', 'columnIndexBytes'),
      bloomOffset: this.#maybe(meta, 'bloomOffset'),
      bloomBytes: this.#maybe(meta, 'bloomBytes'),
    };
  }

  /** How often each level occurs, where the writer counted. */
  #mustCount(sizes: ThriftStruct | undefined, { path, mostRepeats, mostDefined }: Leaf): void {
    for (const [name, most] of [
      ['repeatCounts', mostRepeats],
      ['levelCounts', mostDefined],
    ] as const) {
      const counts = (sizes?.[name] ?? []) as unknown[];
      if (counts.length > 0 && counts.length !== most + 1)
        throw this.broken(`counts other levels of column ${quoted(path)} than it has`, String(counts.length));
    }
  }

  #maybe(from: ThriftStruct, name: string): number | undefined {
    return from[name] === undefined ? undefined : this.count(from, name);
  }

  #extent(column: ThriftStruct, offset: string, bytes: string): Extent | undefined {
    if (column[offset] === undefined && column[bytes] === undefined) return undefined;
    return { from: this.count(column, offset), bytes: this.count(column, bytes) };
  }

  broken(what: string, found?: string): Broken {
    return new Broken('L2', 'parquet-footer', `the footer ${what}`, {
      offset: this.#footer,
      ...(found === undefined ? {} : { found }),
    });
  }
}
