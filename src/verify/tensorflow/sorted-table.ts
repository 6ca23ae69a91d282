import { sumDiffers } from '../codec/checksum.ts';
import { crc32c, masked } from '../codec/crc32c.ts';
import { snappyLength, unsnappy } from '../codec/snappy.ts';
import { readVarint } from '../codec/top-fields.ts';
import { Broken, overBudget, Unsettled } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';

const FOOTER_BYTES = 48;
const HANDLES_BYTES = 40;
/** After each block: how it is compressed, and its masked CRC-32C. */
const TRAILER_BYTES = 5;
export const TABLE_MAGIC = Uint8Array.of(0x57, 0xfb, 0x80, 0x8b, 0x24, 0x75, 0x47, 0xdb);

interface Handle {
  offset: number;
  size: number;
}

/**
 * Reads an immutable table of sorted keys (facts from LevelDB's table format, which TensorFlow's checkpoint index uses):
 * blocks with a CRC each, an index of them, a footer. Every byte must belong to one of these; keys ascend strictly.
 */
export async function readTable(
  subject: Subject,
  take: (key: Uint8Array, value: Uint8Array, blockAt: number) => void,
): Promise<void> {
  const { sizeBytes } = subject;
  const { metaIndex, index } = await readFooter(subject);
  const order = new KeyOrder();
  let covered = 0;
  let last: Uint8Array | undefined;
  for (const [separator, value] of entriesOf(await readBlock(subject, index), index.offset)) {
    const handle = readHandle(value, 0, index.offset).handle;
    mustFollow(handle, covered);
    const block = await readBlock(subject, handle);
    for (const [key, content] of entriesOf(block, handle.offset)) {
      order.follow(key, handle.offset);
      last = key;
      take(key, content, handle.offset);
    }
    if (last !== undefined && Buffer.compare(separator, last) < 0)
      throw new Broken('L2', 'table-index', 'the index places a block before its own keys', {
        offset: index.offset,
      });
    order.raise(separator);
    covered = handle.offset + handle.size + TRAILER_BYTES;
  }
  // Nothing reads the second index here, but it is under a CRC and has its place.
  mustFollow(metaIndex, covered);
  await readBlock(subject, metaIndex);
  mustFollow(index, metaIndex.offset + metaIndex.size + TRAILER_BYTES);
  const end = index.offset + index.size + TRAILER_BYTES + FOOTER_BYTES;
  if (end !== sizeBytes) {
    throw new Broken('L1', 'table-extent', 'bytes belong to no block', {
      offset: end - FOOTER_BYTES,
      expected: `${end} bytes`,
      found: `${sizeBytes} bytes`,
    });
  }
}

async function readFooter({ reader, sizeBytes }: Subject): Promise<{ metaIndex: Handle; index: Handle }> {
  if (sizeBytes < FOOTER_BYTES) throw new Broken('L1', 'cut-short', 'is shorter than the footer of a table');
  const at = sizeBytes - FOOTER_BYTES;
  const footer = await reader.read(at, FOOTER_BYTES);
  if (!TABLE_MAGIC.every((byte, i) => footer[HANDLES_BYTES + i] === byte)) {
    const what = 'does not end with the mark of a table: its end is missing or damaged';
    throw new Broken('L1', 'table-magic', what, {
      offset: at + HANDLES_BYTES,
      expected: Buffer.from(TABLE_MAGIC).toString('hex'),
      found: Buffer.from(footer.subarray(HANDLES_BYTES)).toString('hex'),
    });
  }
  const metaIndex = readHandle(footer, 0, at);
  const index = readHandle(footer, metaIndex.end, at);
  if (footer.subarray(index.end, HANDLES_BYTES).some((byte) => byte !== 0))
    throw new Broken('L1', 'table-footer', 'the footer holds something that belongs to nothing', {
      offset: at,
    });
  return { metaIndex: metaIndex.handle, index: index.handle };
}

function readHandle(bytes: Uint8Array, from: number, fileOffset: number): { handle: Handle; end: number } {
  const offset = readVarint(bytes, from);
  const size = offset === undefined ? undefined : readVarint(bytes, offset.end);
  if (offset === undefined || size === undefined)
    throw new Broken('L2', 'table-handle', 'a reference to a block cannot be read', { offset: fileOffset });
  return { handle: { offset: offset.value, size: size.value }, end: size.end };
}

function mustFollow({ offset }: Handle, covered: number): void {
  if (offset === covered) return;
  throw new Broken('L2', 'table-extent', 'a block does not begin where the one before it ended', {
    offset,
    expected: String(covered),
    found: String(offset),
  });
}

async function readBlock({ reader, budgets }: Subject, { offset, size }: Handle): Promise<Uint8Array> {
  if (size > budgets.structureBytes) throw overBudget('structureBytes', budgets.structureBytes, size, offset);
  const bytes = await reader.read(offset, size + TRAILER_BYTES);
  const stored = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(size + 1, true);
  const found = masked(crc32c(bytes.subarray(0, size + 1), 0));
  if (stored !== found) {
    throw sumDiffers('a block of the index does not have the CRC it carries', offset, { stored, found });
  }
  const content = bytes.subarray(0, size);
  const kind = bytes[size];
  if (kind === 0) return content;
  if (kind !== 1)
    throw new Unsettled('L2', 'table-compression', 'a block is compressed in a way we do not read', {
      offset,
      found: String(kind),
    });
  const { value: length } = snappyLength(content, offset);
  if (length > budgets.structureBytes)
    throw overBudget('structureBytes', budgets.structureBytes, length, offset);
  return unsnappy(content, offset);
}

/** Keys share beginnings with the key before; at restart points they stand whole. Copies the keys. */
function* entriesOf(block: Uint8Array, offset: number): Generator<[key: Uint8Array, value: Uint8Array]> {
  const broken = (what: string) => new Broken('L2', 'table-block', what, { offset });
  if (block.length < 4) throw broken('a block is too short');
  const view = new DataView(block.buffer, block.byteOffset, block.length);
  const restarts = view.getUint32(block.length - 4, true);
  const end = block.length - 4 - 4 * restarts;
  if (end < 0) throw broken('a block has more restart points than bytes');
  let key: Uint8Array = new Uint8Array(0);
  let next = 0;
  for (let at = 0; at < end; ) {
    const isRestart = next < restarts && view.getUint32(end + 4 * next, true) === at;
    if (isRestart) next += 1;
    const shared = readVarint(block, at);
    const own = shared === undefined ? undefined : readVarint(block, shared.end);
    const length = own === undefined ? undefined : readVarint(block, own.end);
    if (shared === undefined || own === undefined || length === undefined)
      throw broken('an entry cannot be read');
    const valueAt = length.end + own.value;
    if (shared.value > key.length || (isRestart && shared.value !== 0) || valueAt + length.value > end)
      throw broken('an entry does not fit into its block');
    const whole = new Uint8Array(shared.value + own.value);
    whole.set(key.subarray(0, shared.value));
    whole.set(block.subarray(length.end, valueAt), shared.value);
    key = whole;
    at = valueAt + length.value;
    yield [key, block.subarray(valueAt, at)];
  }
  // An empty block still has one restart point, at 0.
  const all = next === restarts || (end === 0 && restarts === 1 && view.getUint32(0, true) === 0);
  if (!all) throw broken('a restart point is where no entry begins');
}

class KeyOrder {
  #last: Uint8Array | undefined;
  #floor: Uint8Array | undefined;

  follow(key: Uint8Array, offset: number): void {
    const ascends =
      (this.#last === undefined || Buffer.compare(this.#last, key) < 0) &&
      (this.#floor === undefined || Buffer.compare(this.#floor, key) < 0);
    if (!ascends) throw new Broken('L2', 'table-order', 'keys do not ascend', { offset });
    this.#last = key;
  }

  /** The key that the index puts between one block and the next. */
  raise(separator: Uint8Array): void {
    this.#floor = separator;
  }
}
