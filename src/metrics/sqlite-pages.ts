import type { Piece } from './row.ts';

/** What a column of a row may hold here; `undefined` for a float, and for what continues on another page. */
export type Column = null | number | Uint8Array | undefined;

export interface TableRow {
  rowId: number;
  columns: Column[];
}

const HEADER_OF_FILE = 'SQLite format 3\0';
/** Of a write-ahead log: its header, and the one of each page in it. */
const LOG_MAGIC = 0x377f0682;
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const LEAF_OF_TABLE = 0x0d;
const MOST_COLUMNS = 64;

/**
 * Rows of the tables of an SQLite database, or of its write-ahead log, page by page and so from any part of the file (facts from the
 * database file format, sqlite.org/fileformat2.html). Which table a page belongs to is not known, pages that were freed are read as
 * well, and a row may come several times: the caller knows its rows by their shape and their number. `start` tells what the file is.
 */
export function* tableRows(piece: Piece): Generator<TableRow> {
  for (const page of pagesOf(piece)) yield* rowsOnPage(page);
}

function* pagesOf({ bytes, at, start }: Piece): Generator<DataView> {
  const head = viewOf(at === 0 ? bytes : (start ?? new Uint8Array()));
  if (head.byteLength < LOG_HEADER_BYTES) return;
  const isLog = (head.getUint32(0) | 1) >>> 0 === (LOG_MAGIC | 1);
  const isDatabase =
    Buffer.from(head.buffer, head.byteOffset, HEADER_OF_FILE.length).toString('latin1') === HEADER_OF_FILE;
  if (!isLog && !isDatabase) return;
  // The largest size does not fit into its two bytes.
  const said = isLog ? head.getUint32(8) : head.getUint16(16);
  const pageBytes = said === 1 ? 65_536 : said;
  if (pageBytes < 512 || pageBytes > 65_536) return;
  const [first, before] = isLog ? [LOG_HEADER_BYTES, FRAME_HEADER_BYTES] : [0, 0];
  const stride = before + pageBytes;
  for (let frame = Math.max(0, Math.ceil((at - first) / stride)); ; frame += 1) {
    const from = first + frame * stride + before - at;
    if (from + pageBytes > bytes.length) return;
    yield viewOf(bytes.subarray(from, from + pageBytes));
  }
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

function* rowsOnPage(page: DataView): Generator<TableRow> {
  if (page.getUint8(0) !== LEAF_OF_TABLE) return;
  const cells = Math.min(page.getUint16(3), Math.floor((page.byteLength - 8) / 2));
  // Cells made to lie on one another would cost the square of the page.
  let left = page.byteLength;
  for (let cell = 0; cell < cells && left > 0; cell += 1) {
    const cursor = new Cursor(page, page.getUint16(8 + 2 * cell));
    const from = cursor.at;
    const row = rowAt(cursor);
    left -= Math.max(1, cursor.at - from);
    if (row) yield row;
  }
}

/** `undefined` where the bytes make no row that lies on this page alone. */
function rowAt(cursor: Cursor): TableRow | undefined {
  const payloadBytes = cursor.varint();
  const rowId = cursor.varint();
  const headerAt = cursor.at;
  const headerBytes = cursor.varint();
  const end = headerAt + payloadBytes;
  if (end > cursor.page.byteLength || headerBytes > payloadBytes) return;
  const types: number[] = [];
  while (cursor.at < headerAt + headerBytes && types.length < MOST_COLUMNS) types.push(cursor.varint());
  cursor.at = headerAt + headerBytes;
  const columns: Column[] = [];
  for (const type of types) {
    if (cursor.at + sizeOf(type) > end) return;
    columns.push(cursor.column(type));
  }
  return { rowId, columns };
}

const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8];

function sizeOf(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2);
  return type === 7 ? 8 : (INTEGER_BYTES[type] ?? 0);
}

class Cursor {
  readonly page: DataView;
  at: number;

  constructor(page: DataView, at: number) {
    this.page = page;
    this.at = at;
  }

  /** Seven bits a byte, most significant first; the ninth byte has eight. Beyond 2^53 only good enough to be too large. */
  varint(): number {
    let value = 0;
    for (let n = 0; n < 9 && this.at < this.page.byteLength; n += 1) {
      const byte = this.page.getUint8(this.at);
      this.at += 1;
      if (n === 8) return value * 256 + byte;
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) break;
    }
    return value;
  }

  column(type: number): Column {
    const from = this.at;
    const bytes = sizeOf(type);
    this.at += bytes;
    if (type === 0) return null;
    if (type === 8 || type === 9) return type - 8;
    if (type >= 12) return new Uint8Array(this.page.buffer, this.page.byteOffset + from, bytes);
    if (type === 7 || type === 10 || type === 11) return;
    let value = this.page.getInt8(from);
    for (let n = 1; n < bytes; n += 1) value = value * 256 + this.page.getUint8(from + n);
    return value;
  }
}
