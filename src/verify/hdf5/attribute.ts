import { Cursor, hdf5Broken, textOf } from './cursor.ts';
import { type Dataspace, readDataspace } from './dataspace.ts';
import { type Datatype, readDatatype } from './datatype.ts';
import { type DenseKind, denseObjects } from './dense-index.ts';
import type { Hdf5File } from './file.ts';
import type { GlobalHeap } from './heap.ts';
import { lookup3 } from './lookup3.ts';
import { MESSAGE, type ObjectHeader, only, resolved } from './object.ts';

export interface Attribute {
  name: string;
  type: Datatype;
  space: Dataspace;
  data: Uint8Array;
  place: number;
}

const DENSE: DenseKind = {
  owner: 'an object',
  things: 'attributes',
  orderBytes: 2,
  byName: 8,
  byOrder: 9,
  read(record) {
    const id = record.part(8);
    record.skip(5);
    return { id, hash: record.u32() };
  },
};
const SHARED_TYPE = 1;
const SHARED_SPACE = 2;

/** All attributes of an object: in its header, or in a heap when there are many. */
export async function* attributesOf(file: Hdf5File, header: ObjectHeader): AsyncGenerator<Attribute> {
  for (const message of header.messages) {
    if (message.type !== MESSAGE.attribute) continue;
    const { bytes, fileOffset } = await resolved(file, message);
    yield await parseAttribute(file, new Cursor(bytes, fileOffset, file.widths));
  }
  const info = only(header, MESSAGE.attributeInfo);
  if (info === undefined) return;
  const cursor = new Cursor(info.bytes, info.fileOffset, file.widths);
  cursor.version('attribute info', 0);
  for await (const { object, hash } of denseObjects(file, cursor, DENSE))
    yield await parseAttribute(file, object, hash);
}

async function parseAttribute(file: Hdf5File, cursor: Cursor, hash?: number): Promise<Attribute> {
  const place = cursor.place;
  const version = cursor.version('an attribute', 1, 2, 3);
  const flags = cursor.u8();
  const [nameBytes, typeBytes, spaceBytes] = [cursor.u16(), cursor.u16(), cursor.u16()];
  if (version === 3) cursor.skip(1);
  const part = (length: number) => {
    const own = cursor.part(length);
    if (version === 1) cursor.skip((8 - (length % 8)) % 8);
    return own;
  };
  const name = part(nameBytes).text();
  if (hash !== undefined && lookup3(name) !== hash)
    throw hdf5Broken('the index of attributes has another name for one', place);
  const shared = async (own: Cursor, flag: number, message: number) =>
    version > 1 && (flags & flag) !== 0 ? await sharedPart(file, own, message) : own;
  const type = readDatatype(await shared(part(typeBytes), SHARED_TYPE, MESSAGE.datatype));
  const space = readDataspace(await shared(part(spaceBytes), SHARED_SPACE, MESSAGE.dataspace));
  const needed = type.bytes * space.elements;
  if (needed > cursor.left)
    throw hdf5Broken('an attribute is shorter than its type and shape say', place, {
      expected: `${needed} bytes`,
      found: `${cursor.left} bytes`,
    });
  return { name: textOf(name), type, space, data: cursor.take(needed), place };
}

async function sharedPart(file: Hdf5File, part: Cursor, type: number): Promise<Cursor> {
  const { bytes, fileOffset } = await resolved(file, {
    type,
    flags: 2,
    bytes: part.bytes,
    fileOffset: part.fileOffset,
  });
  return new Cursor(bytes, fileOffset, file.widths);
}

/** The texts of an attribute, up to `most`; `undefined` where it holds none. */
export async function textsOf(
  attribute: Attribute,
  heap: GlobalHeap,
  file: Hdf5File,
): Promise<string[] | undefined> {
  const { type, data, place } = attribute;
  if (type.text === undefined) return undefined;
  const texts: string[] = [];
  for (let at = 0; at < data.length; at += type.bytes) {
    const element = data.subarray(at, at + type.bytes);
    const bytes =
      type.text === 'fixed' ? element : await variableBytes(file, heap, { element, itemBytes: 1, place });
    const end = bytes.indexOf(0);
    texts.push(textOf(end < 0 ? bytes : bytes.subarray(0, end)));
  }
  return texts;
}

/** What one reference of variable length stands for: a count of items, the collection's address, a number in it. */
export async function variableBytes(
  file: Hdf5File,
  heap: GlobalHeap,
  { element, itemBytes, place }: { element: Uint8Array; itemBytes: number; place: number },
): Promise<Uint8Array> {
  const cursor = new Cursor(element, place, file.widths);
  const items = cursor.u32();
  const address = cursor.address();
  const index = cursor.u32();
  if (address === undefined || address === 0) {
    // None, beside an empty value, which has a place of no bytes.
    if (items === 0) return new Uint8Array(0);
    throw hdf5Broken('a value of variable length leads nowhere', place);
  }
  return await heap.object(address, index, items * itemBytes, place);
}

/** Follows every reference in elements of a type, so that what they stand for is known to be there. */
export async function followVariable(
  file: Hdf5File,
  heap: GlobalHeap,
  { type, data, place }: { type: Datatype; data: Uint8Array; place: number },
  tell?: (value: Uint8Array, place: number) => void,
): Promise<void> {
  const size = 8 + file.widths.offsets;
  for (let from = 0; from + type.bytes <= data.length; from += type.bytes) {
    for (const { at, itemBytes } of type.variable ?? []) {
      const element = data.subarray(from + at, from + at + size);
      const value = await variableBytes(file, heap, { element, itemBytes, place: place + from + at });
      tell?.(value, place + from + at);
    }
  }
}
