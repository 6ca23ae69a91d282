import type { TarMember } from '../box/tar-writer.ts';

const BLOCK = 512;

/** Members of a tar that `git archive` wrote: plain files, symbolic links and directories, long names in pax records. */
export function readGitArchive(tar: Buffer): TarMember[] {
  const members: TarMember[] = [];
  let pax: Record<string, string> = {};
  for (let at = 0; at + BLOCK <= tar.length; ) {
    const header = tar.subarray(at, at + BLOCK);
    if (header[0] === 0) break;
    const size = pax['size'] === undefined ? Number.parseInt(text(header, 124, 12), 8) : Number(pax['size']);
    const body = tar.subarray(at + BLOCK, at + BLOCK + size);
    if (!Number.isFinite(size) || body.length < size)
      throw new Error('git archive wrote a tar that ends early');
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    const type = text(header, 156, 1);
    if (type === 'x') {
      pax = readPax(body);
      continue;
    }
    const prefix = text(header, 345, 155);
    const path = pax['path'] ?? (prefix === '' ? '' : `${prefix}/`) + text(header, 0, 100);
    if (type === '0' || type === '') {
      const executable = (Number.parseInt(text(header, 100, 8), 8) & 0o100) !== 0;
      members.push({ path, content: body, executable });
    } else if (type === '2') {
      members.push({ path, content: Buffer.alloc(0), link: pax['linkpath'] ?? text(header, 157, 100) });
    }
    // Directories come with their files, and `g` holds the commit, which we know.
    pax = {};
  }
  return members;
}

function text(header: Buffer, at: number, width: number): string {
  const field = header.subarray(at, at + width);
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? width : end).toString();
}

/** "LENGTH KEY=VALUE\n" records; the length counts itself. */
function readPax(body: Buffer): Record<string, string> {
  const records: Record<string, string> = Object.create(null);
  for (let at = 0; at < body.length; ) {
    const space = body.indexOf(0x20, at);
    const length = Number(body.subarray(at, space).toString());
    if (space < 0 || !(length > 0)) break;
    const record = body.subarray(space + 1, at + length - 1).toString();
    const equals = record.indexOf('=');
    records[record.slice(0, equals)] = record.slice(equals + 1);
    at += length;
  }
  return records;
}
