import { crc32 } from '../../src/verify/codec/crc32.ts';
import { joined } from './memory-source.ts';
import { narrowed, type Thrift, thriftStruct } from './thrift-writer.ts';

type Fields = { [id: number]: Thrift | undefined };

/** What the file says instead of the truth: fields by the ids of parquet.thrift. */
export interface ParquetLies {
  page?: Fields;
  meta?: Fields;
  chunk?: Fields;
  group?: Fields;
  file?: Fields;
  /** Bytes between the page and the footer. */
  gap?: Uint8Array;
  footerBytes?: number;
  footerTail?: Uint8Array;
  head?: string;
  tail?: string;
  pageBody?: Uint8Array;
  withoutCrc?: boolean;
}

export const ROWS = 10;

/** One column of ten i64, one page, plain and uncompressed. */
export function parquetFile(lies: ParquetLies = {}): Uint8Array {
  const values = new BigInt64Array(ROWS).map((_none, i) => BigInt(i + 1));
  const body = lies.pageBody ?? new Uint8Array(values.buffer);
  const header = thriftStruct(
    narrowed({
      1: 0,
      2: body.length,
      3: body.length,
      4: lies.withoutCrc === true ? undefined : crc32(new Uint8Array(values.buffer), 0) | 0,
      5: { 1: ROWS, 2: 0, 3: 3, 4: 3 },
      ...lies.page,
    }),
  );
  const bytes = header.length + body.length;
  const meta = { 1: 2, 2: [0], 3: ['x'], 4: 0, 5: ROWS, 6: bytes, 7: bytes, 9: 4, ...lies.meta };
  const group = {
    1: [{ 2: 0, 3: narrowed(meta, [1, 2, 4]), ...lies.chunk }],
    2: bytes,
    3: ROWS,
    ...lies.group,
  };
  const footer = thriftStruct(
    narrowed(
      {
        1: 2,
        2: [
          { 4: 'schema', 5: 1 },
          { 1: 2, 3: 0, 4: 'x' },
        ],
        3: ROWS,
        4: [group],
        6: 'test',
        ...lies.file,
      },
      [1, 2],
    ),
  );
  const whole = joined(footer, lies.footerTail ?? new Uint8Array(0));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, lies.footerBytes ?? whole.length, true);
  return joined(
    Buffer.from(lies.head ?? 'PAR1'),
    header,
    body,
    lies.gap ?? new Uint8Array(0),
    whole,
    length,
    Buffer.from(lies.tail ?? 'PAR1'),
  );
}
