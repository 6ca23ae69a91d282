import { Unsettled } from '../contract/findings.ts';
import { Cursor, hdf5Broken } from './cursor.ts';
import type { Hdf5File } from './file.ts';

/** The kinds of message in an object's header that we know. */
export const MESSAGE = {
  nil: 0x00,
  dataspace: 0x01,
  linkInfo: 0x02,
  datatype: 0x03,
  oldFillValue: 0x04,
  fillValue: 0x05,
  link: 0x06,
  externalFiles: 0x07,
  layout: 0x08,
  filters: 0x0b,
  attribute: 0x0c,
  sharedTable: 0x0f,
  continuation: 0x10,
  symbolTable: 0x11,
  treeRanks: 0x13,
  driver: 0x14,
  attributeInfo: 0x15,
  references: 0x16,
} as const;

const FLAG = {
  shared: 0x02,
  neverShared: 0x04,
  markIfUnknown: 0x10,
  wasUnknown: 0x20,
  mayBeShared: 0x40,
  refuseToWrite: 0x08,
} as const;
/** Kinds that other objects may refer to. */
const SHAREABLE: ReadonlySet<number> = new Set([
  MESSAGE.dataspace,
  MESSAGE.datatype,
  MESSAGE.oldFillValue,
  MESSAGE.fillValue,
  MESSAGE.filters,
  MESSAGE.attribute,
]);
const MODIFIED = 0x12;

/** Kinds that we need not understand: group info, comments, times, free-space info. */
const SKIPPED = new Set([0x0a, 0x0d, 0x0e, 0x12, 0x17, 0x18]);
const KNOWN = new Set<number>(Object.values(MESSAGE));
const CHUNKS = 10_000;

export interface Message {
  type: number;
  flags: number;
  bytes: Uint8Array;
  fileOffset: number;
}

export interface ObjectHeader {
  address: number;
  fileOffset: number;
  version: number;
  /** How many links lead here, by its own account. */
  references: number;
  messages: Message[];
}

interface Chunk {
  cursor: Cursor;
  /** Bytes of a message's own header. */
  prefix: number;
}

/** Reads every message of an object, over all its continuations. */
export async function readObject(file: Hdf5File, address: number): Promise<ObjectHeader> {
  file.count(1, file.base + address);
  const start = await file.read(address, 4);
  const newer = Buffer.from(start).toString('latin1') === 'OHDR';
  const header: ObjectHeader = {
    address,
    fileOffset: file.base + address,
    version: newer ? 2 : 1,
    references: 1,
    messages: [],
  };
  const first = newer ? await firstOfNewer(file, address) : await firstOfClassic(file, header);
  const known = await readChunks(file, header, first);
  if (!newer && known.messages !== first.declared)
    throw hdf5Broken('an object has another number of messages than it declares', header.fileOffset, {
      expected: String(first.declared),
      found: String(known.messages),
    });
  return header;
}

async function firstOfClassic(file: Hdf5File, header: ObjectHeader): Promise<Chunk & { declared: number }> {
  const cursor = await file.cursor(header.address, 16);
  cursor.version('an object header', 1);
  cursor.skip(1);
  const declared = cursor.u16();
  header.references = cursor.u32();
  const length = cursor.u32();
  file.hasUnguarded = true;
  file.claim(header.address, 16 + length, 'an object header');
  return { cursor: await file.cursor(header.address + 16, length), prefix: 8, declared };
}

async function firstOfNewer(file: Hdf5File, address: number): Promise<Chunk & { declared: number }> {
  const fixed = await file.cursor(address, 6);
  fixed.skip(4);
  fixed.version('an object header', 2);
  const flags = fixed.u8();
  if ((flags & 0xc0) !== 0)
    throw hdf5Broken('an object header has flags that do not exist', fixed.fileOffset);
  const width = 1 << (flags & 3);
  const before = 6 + (flags & 0x20 ? 16 : 0) + (flags & 0x10 ? 4 : 0);
  const size = await file.cursor(address + before, width);
  const length = size.uint(width);
  const whole = before + width + length + 4;
  file.claim(address, whole, 'an object header');
  const cursor = await file.checked(address, whole, 'an object header');
  cursor.skip(before + width);
  return { cursor, prefix: flags & 0x04 ? 6 : 4, declared: 0 };
}

async function readChunks(file: Hdf5File, header: ObjectHeader, first: Chunk): Promise<{ messages: number }> {
  const chunks: Chunk[] = [first];
  let messages = 0;
  for (let i = 0; i < chunks.length; i += 1) {
    const { cursor, prefix } = chunks[i] as Chunk;
    // What is too short for a message is a gap.
    while (cursor.left >= prefix) {
      const message = readMessage(cursor, prefix, header.version);
      messages += 1;
      if (message.type === MESSAGE.continuation) chunks.push(await continued(file, message, header, prefix));
      else if (message.type !== MESSAGE.nil) header.messages.push(message);
    }
    if (chunks.length > CHUNKS) throw hdf5Broken('an object header never ends', header.fileOffset);
  }
  return { messages };
}

function readMessage(cursor: Cursor, prefix: number, version: number): Message {
  const from = cursor.place;
  const type = version === 1 ? cursor.u16() : cursor.u8();
  const length = cursor.u16();
  const flags = cursor.u8();
  cursor.skip(prefix - (version === 1 ? 5 : 4));
  const fileOffset = cursor.place;
  const bytes = cursor.take(length);
  if (!KNOWN.has(type) && !SKIPPED.has(type))
    throw new Unsettled('L2', 'hdf5-message', 'an object says something that we cannot read', {
      offset: from,
      found: `message type ${type}`,
    });
  judgeFlags(type, flags, from);
  if (type === MODIFIED && bytes[0] !== 1)
    throw hdf5Broken('a time has a version that does not exist', fileOffset, { found: String(bytes[0]) });
  return { type, flags, bytes, fileOffset };
}

/** The library refuses an object whose messages have such flags, whatever they say. */
function judgeFlags(type: number, flags: number, from: number): void {
  const has = (...bits: number[]) => bits.every((bit) => (flags & bit) !== 0);
  const contradicts =
    has(FLAG.shared, FLAG.neverShared) ||
    has(FLAG.wasUnknown, FLAG.refuseToWrite) ||
    (has(FLAG.wasUnknown) && !has(FLAG.markIfUnknown)) ||
    ((has(FLAG.shared) || has(FLAG.mayBeShared)) && !SHAREABLE.has(type));
  if (contradicts)
    throw hdf5Broken('what an object says has flags that cannot be', from, {
      found: `flags ${flags} of message type ${type}`,
    });
}

async function continued(
  file: Hdf5File,
  message: Message,
  header: ObjectHeader,
  prefix: number,
): Promise<Chunk> {
  const where = new Cursor(message.bytes, message.fileOffset, file.widths);
  const address = where.mustAddress('the rest of an object header');
  const length = where.length();
  if (length === 0) throw hdf5Broken('the rest of an object header has no size', message.fileOffset);
  file.count(1, message.fileOffset);
  file.claim(address, length, 'an object header');
  if (header.version === 1) return { cursor: await file.cursor(address, length), prefix };
  if (length < 8) throw hdf5Broken('the rest of an object header is too short', message.fileOffset);
  const cursor = await file.checked(address, length, 'an object header');
  cursor.signature('OCHK');
  return { cursor, prefix };
}

/** The one message of its kind, or nothing; two of a kind contradict each other. */
export function only(header: ObjectHeader, type: number): Message | undefined {
  const found = header.messages.filter((message) => message.type === type);
  if (found.length > 1)
    throw hdf5Broken('an object says one thing twice', (found[1] as Message).fileOffset, {
      found: `message type ${type}`,
    });
  return found[0];
}

/**
 * A message that lies in another object's header (a committed type). Messages in the file's shared table are not read.
 * @returns the message itself, or the one that it stands for
 */
export async function resolved(file: Hdf5File, message: Message): Promise<Message> {
  if ((message.flags & FLAG.shared) === 0) return message;
  const cursor = new Cursor(message.bytes, message.fileOffset, file.widths);
  const version = cursor.version('a shared message', 1, 2, 3);
  const kind = cursor.u8();
  if (version === 3 && kind === 1)
    throw new Unsettled('L2', 'hdf5-shared', 'keeps messages in a table of the file, which we cannot read', {
      offset: message.fileOffset,
    });
  if (version === 1) cursor.skip(6);
  const address = cursor.mustAddress('a shared message');
  const owner = await file.withoutClaims(() => readObject(file, address));
  const found = owner.messages.find(
    ({ type, flags }) => type === message.type && (flags & FLAG.shared) === 0,
  );
  if (found === undefined) throw hdf5Broken('a shared message is not where it should be', message.fileOffset);
  return found;
}
