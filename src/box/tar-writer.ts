import { BLOCK, paddingOf } from '../verify/codec/tar-block.ts';

export interface TarMember {
  /** Relative, forward slashes. */
  path: string;
  content: Uint8Array;
  executable?: boolean;
  /** A symbolic link to this; `content` is then ignored. */
  link?: string;
}

/** 2001-09-09. Not 1970: building a Python wheel refuses times that a zip cannot hold. */
const MODIFIED_AT = 1_000_000_000;

/**
 * A tar stream of plain files and symbolic links: ustar with GNU long names, which GNU and busybox tar both read. Equal
 * members give equal bytes: no times, owners or modes of this machine. A member is in memory, so far below ustar's 8 GiB.
 */
export function writeTar(members: readonly TarMember[]): Buffer {
  const parts: Buffer[] = [];
  for (const member of members) {
    if (Buffer.byteLength(member.path) > 100) parts.push(...longText('L', member.path));
    if (member.link !== undefined && Buffer.byteLength(member.link) > 100)
      parts.push(...longText('K', member.link));
    const content = member.link === undefined ? Buffer.from(member.content) : Buffer.alloc(0);
    parts.push(header(member, content.length), content, padding(content.length));
  }
  parts.push(Buffer.alloc(2 * BLOCK));
  return Buffer.concat(parts);
}

function longText(type: 'L' | 'K', text: string): Buffer[] {
  const content = Buffer.from(`${text}\0`);
  return [rawHeader({ name: '././@LongLink', type, size: content.length }), content, padding(content.length)];
}

function header({ path, link, executable }: TarMember, size: number): Buffer {
  return rawHeader({ name: path, type: link === undefined ? '0' : '2', size, link, executable });
}

interface Header {
  name: string;
  type: string;
  size: number;
  executable?: boolean | undefined;
  link?: string | undefined;
}

function rawHeader({ name, type, size, executable, link = '' }: Header): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, width: number) =>
    block.write(`${value.toString(8).padStart(width - 1, '0')}\0`, at, 'latin1');
  Buffer.from(name).copy(block, 0, 0, 100);
  octal(executable ? 0o755 : 0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(MODIFIED_AT, 136, 12);
  block.write(type, 156, 'latin1');
  Buffer.from(link).copy(block, 157, 0, 100);
  block.write('ustar  \0', 257, 'latin1');
  block.fill(0x20, 148, 156);
  octal(
    block.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  );
  block[155] = 0x20;
  return block;
}

const padding = (size: number): Buffer => Buffer.alloc(paddingOf(size));
