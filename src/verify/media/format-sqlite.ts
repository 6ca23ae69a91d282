import { Broken } from '../contract/findings.ts';
import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { startsWith } from '../read/sniff.ts';

const MAGIC = new TextEncoder().encode('SQLite format 3\0');
const HEADER_BYTES = 100;

/** A database of trials or metrics. Whether a journal lies beside it only its folder tells. */
export const sqlite: Format = {
  name: 'sqlite',
  proves:
    'page size and page count make the size of the file; the fixed fields of its header; the type of its first page',
  checksum: 'none',

  recognises: ({ head }: Probe) => startsWith(head, MAGIC),

  async open(subject: Subject): Promise<Walk> {
    const { reader, sizeBytes, facts, findings } = subject;
    const bytes = await reader.read(0, Math.min(HEADER_BYTES + 8, sizeBytes));
    if (bytes.length < HEADER_BYTES + 8)
      throw new Broken('L1', 'cut-short', 'ends within its header', { offset: sizeBytes });
    const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const pageBytes = pageSize(header);
    judgeFixed(header);
    const pages = header.getUint32(28);
    // The count is only kept by writers that repeat the change counter behind it.
    const isCounted = pages > 0 && header.getUint32(24) === header.getUint32(92);
    if (isCounted ? pages * pageBytes !== sizeBytes : sizeBytes % pageBytes !== 0)
      throw new Broken('L1', 'sqlite-size', 'is not as long as its pages', {
        offset: 28,
        expected: isCounted ? `${pages * pageBytes} bytes` : `a multiple of ${pageBytes} bytes`,
        found: `${sizeBytes} bytes`,
      });
    if (!isCounted) findings.note('L1', 'sqlite-size', 'does not say how many pages it has', { offset: 28 });
    facts.scalars['pages'] = sizeBytes / pageBytes;
    return { checksummed: false, reaches: 'L2', regions: () => [], finish: () => {} };
  },
};

function pageSize(header: DataView): number {
  const stored = header.getUint16(16);
  const bytes = stored === 1 ? 65_536 : stored;
  if (bytes < 512 || (bytes & (bytes - 1)) !== 0)
    throw wrong('its page size is no power of two from 512 to 65536', 16, stored);
  return bytes;
}

/** By the file format's description: fields that have one right value, or a few. */
function judgeFixed(header: DataView): void {
  for (const [offset, most] of [
    [18, 2],
    [19, 2],
  ] as const) {
    const value = header.getUint8(offset);
    if (value < 1 || value > most) throw wrong('has an unknown version', offset, value);
  }
  for (const [offset, right] of [
    [21, 64],
    [22, 32],
    [23, 32],
  ] as const) {
    if (header.getUint8(offset) !== right)
      throw wrong('a fixed field of its header is another', offset, header.getUint8(offset));
  }
  // The first page is a leaf or an inner page of the schema's table.
  const type = header.getUint8(HEADER_BYTES);
  if (type !== 13 && type !== 5) throw wrong('its first page is no page of a table', HEADER_BYTES, type);
}

const wrong = (what: string, offset: number, found: number): Broken =>
  new Broken('L2', 'sqlite-header', what, { offset, found: String(found) });
