import { FlatTable } from '../codec/flat-buffer.ts';
import { checkFlat } from '../codec/flat-check.ts';
import { Broken } from '../contract/findings.ts';
import { type ArrowSchema, readSchema } from './arrow-layout.ts';
import { MESSAGE } from './arrow-shapes.ts';

/** Under this key of a Parquet footer Arrow's writers keep the schema as it was in memory: a message of Arrow's, in base64. */
export const ARROW_SCHEMA = 'ARROW:schema';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const CONTINUATION = 0xffffffff;
const SCHEMA = 1;
/** Of the metadata: V4 and V5, as its readers still take them. */
const VERSIONS = [3, 4];

/**
 * Arrow's readers refuse a file whose kept schema they cannot read.
 *
 * @param offset of the footer in the file
 * @throws Broken when it is none
 */
export function readArrowSchema(text: string, mostArrays: number, offset: number): ArrowSchema {
  const broken = (what: string) =>
    new Broken('L2', 'parquet-arrow-schema', `the schema that Arrow keeps in the footer ${what}`, { offset });
  if (text.length % 4 !== 0 || !BASE64.test(text)) throw broken('is no base64');
  const bytes = new Uint8Array(Buffer.from(text, 'base64'));
  if (bytes.length < 16) throw broken('is too short');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const from = view.getUint32(0, true) === CONTINUATION ? 8 : 4;
  const length = view.getUint32(from - 4, true);
  if (length > bytes.length - from) throw broken('is not all there');
  const message = bytes.subarray(from, from + length);
  checkFlat(message, MESSAGE, offset);
  const table = FlatTable.root(message, offset);
  const header = table.table(2);
  if (!VERSIONS.includes(table.i16(0))) throw broken('is of a version that there is not');
  if (table.u8(1) !== SCHEMA || header === undefined) throw broken('is a message of another kind');
  return readSchema(header, table.i16(0), mostArrays, offset);
}
