import { Broken, Unsettled } from '../contract/findings.ts';

export const BLOCK = 512;

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

const CHECKSUM_AT = 148;
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

/** The sum of the block's bytes, the field itself counted as spaces. Some old programs added them with their sign. */
export function hasChecksum(block: Uint8Array): boolean {
  let unsigned = 0;
  let signed = 0;
  for (let i = 0; i < BLOCK; i += 1) {
    const byte = i >= CHECKSUM_AT && i < CHECKSUM_AT + 8 ? 0x20 : (block[i] as number);
    unsigned += byte;
    signed += (byte << 24) >> 24;
  }
  const claimed = octal(block.subarray(CHECKSUM_AT, CHECKSUM_AT + 8));
  return claimed !== undefined && (claimed === unsigned || claimed === signed);
}

/** One header of 512 bytes: ustar, GNU and what was before them, from POSIX and the manual of GNU tar. */
export function readTarHeader(block: Uint8Array, offset: number): TarHeader {
  if (!hasChecksum(block))
    throw new Broken('L1', 'tar-checksum', 'a header is not of its checksum', { offset });
  const kind = kindOf(String.fromCharCode(block[156] as number), offset);
  const magic = latin1(block.subarray(257, 265));
  // Only POSIX has a prefix; GNU keeps times there.
  const prefix = magic.startsWith('ustar\0') ? text(block.subarray(345, 500), offset) : '';
  const name = text(block.subarray(0, 100), offset);
  return {
    kind,
    name: prefix === '' ? name : `${prefix}/${name}`,
    link: text(block.subarray(157, 257), offset),
    sizeBytes: sizeOf(block.subarray(124, 136), offset),
  };
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

/** Octal digits, or for what is larger base 256: the first bit set, the rest a big-endian number. */
function sizeOf(field: Uint8Array, offset: number): number {
  const first = field[0] as number;
  const size =
    (first & 0x80) === 0 ? octal(field) : first === 0x80 ? bigEndian(field.subarray(1)) : undefined;
  if (size !== undefined && Number.isSafeInteger(size)) return size;
  throw new Broken('L1', 'tar-size', 'a member has no proper size', {
    offset: offset + 124,
    found: JSON.stringify(latin1(field)),
  });
}

const bigEndian = (field: Uint8Array): number => {
  const value = field.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.NaN : Number(value);
};

function octal(field: Uint8Array): number | undefined {
  const match = /^ *([0-7]*)[ \0]*$/.exec(latin1(field));
  return match === null ? undefined : Number.parseInt(match[1] || '0', 8);
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** Up to the first NUL; strict UTF-8, because two readers would guess two names. */
export function text(bytes: Uint8Array, offset: number): string {
  const end = bytes.indexOf(0);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      end < 0 ? bytes : bytes.subarray(0, end),
    );
  } catch {
    throw new Broken('L1', 'member-name', "a member's name is not UTF-8", { offset });
  }
}

/** Records `LENGTH KEY=VALUE\n`, where LENGTH counts the whole record. @returns what they say of the next member */
export function readPax(bytes: Uint8Array, offset: number, isGlobal: boolean): TarOverrides {
  const found: TarOverrides = {};
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at);
    const digits = space < 0 || space - at > 9 ? '' : latin1(bytes.subarray(at, space));
    const length = /^[1-9][0-9]*$/.test(digits) ? Number(digits) : 0;
    const record = bytes.subarray(space + 1, at + length);
    const equals = record.indexOf(0x3d);
    const fits = at + length <= bytes.length && record.at(-1) === 0x0a && equals > 0;
    if (!fits) throw new Broken('L1', 'tar-pax', 'an extended header is not made of records', { offset });
    const key = latin1(record.subarray(0, equals));
    take(found, key, record.subarray(equals + 1, -1), offset, isGlobal);
    at += length;
  }
  return found;
}

function take(found: TarOverrides, key: string, value: Uint8Array, offset: number, isGlobal: boolean): void {
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
