import { fieldsOf, hasChecksum, paxRecords, upToNul } from '../codec/tar-block.ts';
import { utf8 } from '../codec/utf8.ts';
import { Broken, Unsettled } from '../contract/findings.ts';

export type TarKind =
  | 'file'
  | 'hard-link'
  | 'symlink'
  | 'folder'
  | 'pax'
  | 'pax-global'
  | 'long-name'
  | 'long-link';

export interface TarHeader {
  kind: TarKind;
  name: string;
  link: string;
  sizeBytes: number;
}

/** What the extended headers before a member say of it. */
export interface TarOverrides {
  name?: string;
  link?: string;
  sizeBytes?: number;
}

const KINDS: Record<string, TarKind> = {
  '\0': 'file',
  '0': 'file',
  '7': 'file',
  '1': 'hard-link',
  '2': 'symlink',
  '5': 'folder',
  x: 'pax',
  X: 'pax',
  g: 'pax-global',
  L: 'long-name',
  K: 'long-link',
};
const SPECIAL: Record<string, string> = {
  '3': 'a character device',
  '4': 'a block device',
  '6': 'a named pipe',
};
/** Sparse files, parts of several volumes, volume labels, dumped folders: GNU extensions that hardly anyone writes. */
const GNU_ONLY = 'SMVDN';

/** One header, whose name, kind and size must be what two programs would read in one way. */
export function readTarHeader(block: Uint8Array, offset: number): TarHeader {
  if (!hasChecksum(block))
    throw new Broken('L1', 'tar-checksum', 'a header is not of its checksum', { offset });
  const fields = fieldsOf(block);
  const kind = kindOf(fields.type, offset);
  const prefix = text(fields.prefix, offset);
  const name = text(fields.name, offset);
  const link = text(fields.link, offset);
  if (fields.sizeBytes === undefined)
    throw new Broken('L1', 'tar-size', 'a member has no proper size', {
      offset: offset + 124,
      found: JSON.stringify(Buffer.from(block.subarray(124, 136)).toString('latin1')),
    });
  return { kind, name: prefix === '' ? name : `${prefix}/${name}`, link, sizeBytes: fields.sizeBytes };
}

function kindOf(flag: string, offset: number): TarKind {
  const kind = KINDS[flag];
  if (kind !== undefined) return kind;
  const special = SPECIAL[flag];
  if (special !== undefined)
    throw new Broken('L2', 'tar-special', `holds ${special}, which no artifact needs`, { offset });
  const extra = { offset, found: JSON.stringify(flag) };
  if (GNU_ONLY.includes(flag))
    throw new Unsettled('L1', 'tar-kind', 'holds a sparse file or a part of several volumes', extra);
  throw new Unsettled('L1', 'tar-kind', 'holds a member of a kind that we do not know', extra);
}

/** Up to the first NUL; strict UTF-8, because two readers would guess two names. */
export function text(bytes: Uint8Array, offset: number): string {
  const name = utf8(upToNul(bytes));
  if (name === undefined) throw new Broken('L1', 'member-name', "a member's name is not UTF-8", { offset });
  return name;
}

/** @returns what the records say of the next member */
export function readPax(bytes: Uint8Array, offset: number, isGlobal: boolean): TarOverrides {
  const records = paxRecords(bytes);
  if (!records) throw new Broken('L1', 'tar-pax', 'an extended header is not made of records', { offset });
  const found: TarOverrides = {};
  for (const record of records) take(found, record, { offset, isGlobal });
  return found;
}

function take(
  found: TarOverrides,
  [key, value]: [key: string, value: Uint8Array],
  { offset, isGlobal }: { offset: number; isGlobal: boolean },
): void {
  const matters = key === 'path' || key === 'linkpath' || key === 'size';
  if (/^(GNU\.sparse\.|hdrcharset$)/.test(key) || (isGlobal && matters)) {
    throw new Unsettled('L1', 'tar-pax', 'has an extended header that changes how members are read', {
      offset,
      found: key.slice(0, 40),
    });
  }
  if (!matters) return;
  if (value.includes(0))
    throw new Broken('L1', 'tar-pax', 'an extended header has a NUL in a name', { offset });
  const plain = text(value, offset);
  if (key === 'path') found.name = plain;
  else if (key === 'linkpath') found.link = plain;
  else if (/^[0-9]{1,16}$/.test(plain)) found.sizeBytes = Number(plain);
  else throw new Broken('L1', 'tar-size', 'an extended header gives no proper size', { offset });
}
