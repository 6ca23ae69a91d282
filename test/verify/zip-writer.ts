import { deflateRawSync } from 'node:zlib';
import { crc32 } from '../../src/verify/codec/crc32.ts';

/** Writes zip archives the way torch.save does, right or deliberately wrong. */
export interface Member {
  name: string;
  data: Uint8Array;
  deflate?: boolean;
  /** By another method, and what that made of the data. */
  packed?: { method: number; bytes: Uint8Array; flags?: number };
  /** What the local header or directory says instead of the truth. */
  local?: Partial<HeaderLies>;
  central?: Partial<HeaderLies>;
  /** Written after the data, before the descriptor. */
  descriptorCrc?: number;
  junkAfter?: Uint8Array;
}

interface HeaderLies {
  name: string;
  flags: number;
  method: number;
  crc: number;
  size: number;
  compressed: number;
  offset: number;
}

export interface ArchiveSpec {
  before?: Uint8Array;
  comment?: string;
  count?: number;
  /** Between the last directory entry and the end records. */
  directoryJunk?: Uint8Array;
}

const FLAGS = 0x0808;
const ALIGNMENT = 64;

export function zipFile(members: Member[], spec: ArchiveSpec = {}): Uint8Array {
  const parts: Buffer[] = [Buffer.from(spec.before ?? [])];
  const central: Buffer[] = [];
  let at = parts[0]?.length ?? 0;
  for (const member of members) {
    const data = packedData(member);
    const truth = {
      crc: crc32(member.data, 0),
      size: member.data.length,
      compressed: data.length,
      method: methodOf(member),
    };
    const local = localHeader(member, at);
    const descriptor = Buffer.alloc(16);
    descriptor.writeUInt32LE(0x08074b50, 0);
    descriptor.writeUInt32LE(member.descriptorCrc ?? truth.crc, 4);
    descriptor.writeUInt32LE(truth.compressed, 8);
    descriptor.writeUInt32LE(truth.size, 12);
    central.push(centralEntry(member, { ...truth, offset: at }));
    parts.push(local, data, descriptor, Buffer.from(member.junkAfter ?? []));
    at += local.length + data.length + 16 + (member.junkAfter?.length ?? 0);
  }
  const directory = Buffer.concat([...central, spec.directoryJunk ?? Buffer.alloc(0)]);
  return new Uint8Array(
    Buffer.concat([
      ...parts,
      directory,
      endRecords(at, directory.length, spec.count ?? members.length, spec.comment ?? ''),
    ]),
  );
}

const methodOf = ({ deflate, packed }: Member): number => packed?.method ?? (deflate === true ? 8 : 0);

const packedData = ({ deflate, packed, data }: Member): Buffer =>
  deflate === true ? deflateRawSync(data) : Buffer.from(packed?.bytes ?? data);

function localHeader(member: Member, at: number): Buffer {
  const name = Buffer.from(member.local?.name ?? member.name);
  const padding = (ALIGNMENT - ((at + 30 + name.length + 4) % ALIGNMENT)) % ALIGNMENT;
  const header = Buffer.alloc(30 + name.length + 4 + padding, 'Z');
  header.fill(0, 0, 30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(member.local?.flags ?? FLAGS | (member.packed?.flags ?? 0), 6);
  header.writeUInt16LE(member.local?.method ?? methodOf(member), 8);
  header.writeUInt32LE(member.local?.crc ?? 0, 14);
  header.writeUInt32LE(member.local?.compressed ?? 0, 18);
  header.writeUInt32LE(member.local?.size ?? 0, 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(4 + padding, 28);
  name.copy(header, 30);
  header.writeUInt16LE(0x4246, 30 + name.length);
  header.writeUInt16LE(padding, 32 + name.length);
  return header;
}

function centralEntry(
  member: Member,
  truth: { crc: number; size: number; compressed: number; method: number; offset: number },
): Buffer {
  const name = Buffer.from(member.central?.name ?? member.name);
  const entry = Buffer.alloc(46 + name.length);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(member.central?.flags ?? FLAGS | (member.packed?.flags ?? 0), 8);
  entry.writeUInt16LE(member.central?.method ?? truth.method, 10);
  entry.writeUInt32LE(member.central?.crc ?? truth.crc, 16);
  entry.writeUInt32LE(member.central?.compressed ?? truth.compressed, 20);
  entry.writeUInt32LE(member.central?.size ?? truth.size, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE(member.central?.offset ?? truth.offset, 42);
  name.copy(entry, 46);
  return entry;
}

/** torch writes the 64-bit records always. */
function endRecords(directoryAt: number, directoryBytes: number, count: number, comment: string): Buffer {
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(0x031e, 12);
  record.writeUInt16LE(45, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(directoryBytes), 40);
  record.writeBigUInt64LE(BigInt(directoryAt), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(directoryAt + directoryBytes), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.alloc(22 + comment.length);
  end.writeUInt32LE(0x06054b50, 0);
  // More do not fit here; the 64-bit record counts.
  end.writeUInt16LE(Math.min(count, 0xffff), 8);
  end.writeUInt16LE(Math.min(count, 0xffff), 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(directoryAt, 16);
  end.writeUInt16LE(comment.length, 20);
  end.write(comment, 22, 'latin1');
  return Buffer.concat([record, locator, end]);
}
