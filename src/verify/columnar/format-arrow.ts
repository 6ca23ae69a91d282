import { FlatTable } from '../codec/flat-buffer.ts';
import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { startsWith } from '../read/sniff.ts';

const MAGIC = new TextEncoder().encode('ARROW1');
const SCHEMA = 1;

/** The file format, which Feather version 2 is too: messages between two magics, and a footer that lists them. */
export const arrowFile: Format = {
  name: 'arrow-file',
  proves:
    'both magics; every message and the footer as whole FlatBuffers: lengths, alignment, arrays and buffers as the schema needs them, inside the body; the footer lists exactly the messages; buffers unpack to their length, places ascend inside their content, views, lists and unions point inside theirs, runs ascend to the last row, texts are UTF-8, nulls are counted, indices have values, maps have keys. Not the numbers',
  checksum: 'none',

  recognises: ({ head }: Probe) => startsWith(head, MAGIC),

  async open(subject: Subject): Promise<Walk> {
    const { openArrowFile } = await import('./arrow-walk.ts');
    return openArrowFile(subject);
  },
};

/** The streaming format: the messages alone, and a mark at their end that a killed writer leaves out. */
export const arrowStream: Format = {
  name: 'arrow-stream',
  proves:
    'every message as a whole FlatBuffer: lengths, alignment, arrays and buffers as the schema needs them, inside the body; without an end mark degraded; what buffers hold as of a file',
  checksum: 'none',

  recognises: ({ head }: Probe) => beginsWithSchema(head),

  async open(subject: Subject): Promise<Walk> {
    const { openArrowStream } = await import('./arrow-walk.ts');
    return openArrowStream(subject);
  },
};

/** With the mark of Arrow since 0.15 before its length, or without. Only the root table must lie in the head. */
function beginsWithSchema(head: Uint8Array): boolean {
  if (head.length < 16) return false;
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  const from = view.getUint32(0, true) === 0xffffffff ? 8 : 4;
  const length = view.getUint32(from - 4, true);
  if (length < 16 || (length + from) % 8 !== 0 || length > 2 ** 30) return false;
  try {
    const message = FlatTable.root(head.subarray(from, from + length), from);
    return message.i16(0) <= 4 && message.u8(1) === SCHEMA && message.table(2) !== undefined;
  } catch {
    return false;
  }
}
