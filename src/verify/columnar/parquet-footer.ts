import type { Budgets } from '../contract/budgets.ts';
import { Broken, overBudget, Unsettled } from '../contract/findings.ts';
import { quoted } from '../contract/untrusted.ts';
import { type Shape, ThriftCompact, type ThriftStruct } from './thrift-compact.ts';

/** A column as the schema has it: one leaf of the tree. */
export interface Leaf {
  path: string;
  type: number;
  /** Lies in a list or map, so that a row has any number of its values. */
  repeated: boolean;
}

/** All pages of one column in one row group. Offsets in bytes of the file. */
export interface Chunk {
  leaf: Leaf;
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
}

// Field numbers from the format's parquet.thrift.
const SCHEMA_ELEMENT: Shape = {
  1: ['type', 'int'],
  3: ['repetition', 'int'],
  4: ['name', 'text'],
  5: ['children', 'int'],
};
const COLUMN_METADATA: Shape = {
  1: ['type', 'int'],
  2: ['encodings', { list: 'int' }],
  3: ['path', { list: 'text' }],
  4: ['codec', 'int'],
  5: ['values', 'int'],
  6: ['uncompressedBytes', 'int'],
  7: ['bytes', 'int'],
  9: ['dataPageOffset', 'int'],
  11: ['dictionaryOffset', 'int'],
  14: ['bloomOffset', 'int'],
  15: ['bloomBytes', 'int'],
};
const COLUMN_CHUNK: Shape = {
  1: ['file', 'text'],
  2: ['fileOffset', 'int'],
  3: ['meta', { struct: COLUMN_METADATA }],
  4: ['offsetIndexOffset', 'int'],
  5: ['offsetIndexBytes', 'int'],
  6: ['columnIndexOffset', 'int'],
  7: ['columnIndexBytes', 'int'],
  8: ['crypto', { struct: {} }],
};
const ROW_GROUP: Shape = {
  1: ['columns', { list: { struct: COLUMN_CHUNK } }],
  2: ['uncompressedBytes', 'int'],
  3: ['rows', 'int'],
  6: ['bytes', 'int'],
};
const FILE_METADATA: Shape = {
  1: ['version', 'int'],
  2: ['schema', { list: { struct: SCHEMA_ELEMENT } }],
  3: ['rows', 'int'],
  4: ['rowGroups', { list: { struct: ROW_GROUP } }],
  5: ['metadata', { list: { struct: { 1: ['key', 'text'] } } }],
  6: ['createdBy', 'text'],
  8: ['encryption', { struct: {} }],
};

/** UNCOMPRESSED, SNAPPY, GZIP, LZO, BROTLI, LZ4, ZSTD, LZ4_RAW. */
export const CODECS = ['none', 'snappy', 'gzip', 'lzo', 'brotli', 'lz4', 'zstd', 'lz4-raw'] as const;
const LAST_TYPE = 7;
const REPEATED = 2;

/** @param offset where the footer begins in the file; nothing of a column may lie behind it */
export function parseFooter(bytes: Uint8Array, offset: number, budgets: Budgets): ParquetFooter {
  const thrift = new ThriftCompact(bytes, offset);
  const footer = thrift.struct(FILE_METADATA);
  if (footer['encryption'] !== undefined)
    throw new Unsettled('L1', 'encrypted', 'has encrypted columns', { offset });
  if (thrift.at !== bytes.length) {
    throw new Broken('L1', 'parquet-footer', 'the footer is longer than its content', {
      offset: offset + thrift.at,
      expected: `${thrift.at} bytes`,
      found: `${bytes.length} bytes`,
    });
  }
  const reader = new FooterReader(offset, budgets);
  const leaves = reader.leavesOf(structs(footer, 'schema'));
  const rows = reader.count(footer, 'rows');
  const groups = structs(footer, 'rowGroups');
  const chunks = groups.flatMap((group) => reader.chunksOf(group, leaves));
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
    createdBy: footer['createdBy'] as string | undefined,
    metadataKeys: structs(footer, 'metadata').map(({ key }) => String(key)),
  };
}

const structs = (from: ThriftStruct, name: string): ThriftStruct[] => (from[name] ?? []) as ThriftStruct[];

class FooterReader {
  readonly #footer: number;
  readonly #mostChunks: number;
  #chunks = 0;
  elsewhere = 0;

  constructor(footerOffset: number, budgets: Budgets) {
    this.#footer = footerOffset;
    this.#mostChunks = budgets.objects;
  }

  count(from: ThriftStruct, name: string): number {
    const value = from[name];
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    throw this.#broken(`gives no proper ${name}`, value === undefined ? 'nothing' : String(value));
  }

  /** The tree is written depth first; a group says how many of the elements that follow are its own. */
  leavesOf(schema: ThriftStruct[]): Leaf[] {
    const [root, ...elements] = schema;
    if (root === undefined) throw this.#broken('has no schema');
    const open = [{ path: '', left: this.count(root, 'children'), repeated: false }];
    const leaves: Leaf[] = [];
    for (const element of elements) {
      while (open.at(-1)?.left === 0) open.pop();
      const parent = open.at(-1);
      if (parent === undefined) throw this.#broken('has schema elements that no group owns');
      parent.left -= 1;
      const name = typeof element['name'] === 'string' ? element['name'] : '';
      const path = parent.path === '' ? name : `${parent.path}.${name}`;
      const repeated = parent.repeated || element['repetition'] === REPEATED;
      if (element['type'] === undefined) {
        if (open.length > 100) throw this.#broken('has a schema nested more than 100 deep');
        open.push({ path, left: this.count(element, 'children'), repeated });
        continue;
      }
      const type = this.count(element, 'type');
      if (type > LAST_TYPE) throw this.#broken('has a column of a type that does not exist', String(type));
      leaves.push({ path, type, repeated });
    }
    if (open.some(({ left }) => left > 0)) throw this.#broken('has a schema that ends before its groups do');
    if (new Set(leaves.map(({ path }) => path)).size < leaves.length)
      throw this.#broken('has two columns of one name');
    return leaves;
  }

  chunksOf(group: ThriftStruct, leaves: Leaf[]): Chunk[] {
    const columns = structs(group, 'columns');
    const rows = this.count(group, 'rows');
    this.#chunks += columns.length;
    if (this.#chunks > this.#mostChunks)
      throw overBudget('objects', this.#mostChunks, this.#chunks, this.#footer);
    if (columns.length !== leaves.length) {
      throw this.#broken('has a row group without a chunk for each column', `${columns.length} chunks`);
    }
    return columns.flatMap((column, i) => this.#chunk(column, leaves[i] as Leaf, rows) ?? []);
  }

  #chunk(column: ThriftStruct, leaf: Leaf, rows: number): Chunk | undefined {
    if (column['crypto'] !== undefined)
      throw new Unsettled('L1', 'encrypted', `column ${quoted(leaf.path)} is encrypted`, {
        offset: this.#footer,
      });
    if (column['file'] !== undefined && column['file'] !== '') {
      this.elsewhere += 1;
      return undefined;
    }
    const meta = column['meta'] as ThriftStruct | undefined;
    if (meta === undefined) throw this.#broken(`says nothing of column ${quoted(leaf.path)}`);
    const path = ((meta['path'] ?? []) as string[]).join('.');
    if (path !== leaf.path || meta['type'] !== leaf.type)
      throw this.#broken('has a chunk that is not of the column the schema names', JSON.stringify(path));
    const codec = this.count(meta, 'codec');
    if (codec >= CODECS.length) throw this.#broken('names a codec that does not exist', String(codec));
    // Some writers give 0 where there is no page of the kind.
    const dataPage = this.count(meta, 'dataPageOffset') || undefined;
    const dictionary = this.#maybe(meta, 'dictionaryOffset') || undefined;
    const from = Math.min(dataPage ?? Infinity, dictionary ?? Infinity);
    const bytes = this.count(meta, 'bytes');
    if (from === Infinity && bytes > 0) throw this.#broken('does not say where a chunk begins');
    const copy = this.#maybe(column, 'fileOffset');
    const values = this.count(meta, 'values');
    if (!leaf.repeated && values !== rows) {
      throw this.#broken(`column ${quoted(leaf.path)} has another number of values than rows`);
    }
    return {
      leaf,
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

  #maybe(from: ThriftStruct, name: string): number | undefined {
    return from[name] === undefined ? undefined : this.count(from, name);
  }

  #extent(column: ThriftStruct, offset: string, bytes: string): Extent | undefined {
    if (column[offset] === undefined && column[bytes] === undefined) return undefined;
    return { from: this.count(column, offset), bytes: this.count(column, bytes) };
  }

  #broken(what: string, found?: string): Broken {
    return new Broken('L2', 'parquet-footer', `the footer ${what}`, {
      offset: this.#footer,
      ...(found === undefined ? {} : { found }),
    });
  }
}
