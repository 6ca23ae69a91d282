/** A stretch of a zip archive that holds one field of one of its records. */
export interface ZipField {
  name: string;
  from: number;
  to: number;
  /** Of a member's content: not packed, so that its own bytes are what its CRC-32 is of. */
  stored?: true;
}

type Layout = readonly (readonly [string, number])[];

const LOCAL: Layout = [
  ['signature', 4],
  ['version needed', 2],
  ['flags', 2],
  ['method', 2],
  ['time and date', 4],
  ['crc', 4],
  ['compressed size', 4],
  ['size', 4],
  ['name length', 2],
  ['extra length', 2],
];
const CENTRAL: Layout = [
  ['signature', 4],
  ['version made by', 2],
  ...LOCAL.slice(1, 10),
  ['comment length', 2],
  ['disk', 2],
  ['internal attributes', 2],
  ['external attributes', 4],
  ['offset', 4],
];
const END64: Layout = [
  ['signature', 4],
  ['size', 8],
  ['version made by', 2],
  ['version needed', 2],
  ['disks', 8],
  ['count on disk', 8],
  ['count', 8],
  ['directory size', 8],
  ['directory offset', 8],
];
const LOCATOR: Layout = [
  ['signature', 4],
  ['disk', 4],
  ['offset', 8],
  ['disks', 4],
];
const END: Layout = [
  ['signature', 4],
  ['disks', 4],
  ['count on disk', 2],
  ['count', 2],
  ['directory size', 4],
  ['directory offset', 4],
  ['comment length', 2],
];

/** Every field of every record of an archive that is whole, and what lies between: its contents. */
export function zipFields(archive: Uint8Array): ZipField[] {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.length);
  const fields: ZipField[] = [];
  const take = (record: string, layout: Layout, at: number): number =>
    layout.reduce((from, [name, length]) => {
      fields.push({ name: `${record}: ${name}`, from, to: from + length });
      return from + length;
    }, at);
  const rest = (name: string, from: number, length: number): number => {
    if (length > 0) fields.push({ name, from, to: from + length });
    return from + length;
  };
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  take('end', END, end);
  const has64 = end >= 20 && bytes.readUInt32LE(end - 20) === 0x07064b50;
  if (has64) {
    take('locator', LOCATOR, end - 20);
    take('end64', END64, end - 76);
  }
  let at = has64 ? Number(bytes.readBigUInt64LE(end - 76 + 48)) : bytes.readUInt32LE(end + 16);
  const count = has64 ? Number(bytes.readBigUInt64LE(end - 76 + 32)) : bytes.readUInt16LE(end + 10);
  for (let i = 0; i < count; i += 1) {
    const lengths = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const [size, local] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)];
    const [flags, method] = [bytes.readUInt16LE(at + 8), bytes.readUInt16LE(at + 10)];
    at = take('central', CENTRAL, at);
    for (const [j, name] of ['name', 'extra', 'comment'].entries())
      at = rest(`central: ${name}`, at, lengths[j] ?? 0);
    let inside = take('local', LOCAL, local);
    inside = rest('local: name', inside, bytes.readUInt16LE(local + 26));
    inside = rest('local: extra', inside, bytes.readUInt16LE(local + 28));
    if (size > 0)
      fields.push({
        name: 'content',
        from: inside,
        to: inside + size,
        ...(method === 0 && { stored: true }),
      });
    inside += size;
    if ((flags & 8) !== 0) rest('descriptor', inside, 16);
  }
  return fields;
}
