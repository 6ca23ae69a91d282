import type { TarMember } from '../box/tar-writer.ts';
import { BLOCK, fieldsOf, paddingOf, paxRecords } from '../verify/codec/tar-block.ts';

/** Plain files and symbolic links of a tar that `git archive` wrote, with long names in pax records, or `tar-writer.ts`, in members before theirs. */
export function readGitArchive(tar: Buffer): TarMember[] {
  const members: TarMember[] = [];
  let pax: Record<string, string> = {};
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const fields = fieldsOf(tar.subarray(at, at + BLOCK));
    const size = pax['size'] === undefined ? fields.sizeBytes : Number(pax['size']);
    const from = at + BLOCK;
    if (size === undefined || !(from + size <= tar.length))
      throw new Error('git archive wrote a tar that ends early');
    const body = tar.subarray(from, from + size);
    at = from + size + paddingOf(size);
    if (fields.type === 'x') {
      pax = Object.fromEntries((paxRecords(body) ?? []).map(([key, value]) => [key, textOf(value)]));
      continue;
    }
    if (fields.type === 'L' || fields.type === 'K') {
      pax = { ...pax, [fields.type === 'L' ? 'path' : 'linkpath']: textOf(body).replace(/\0.*$/s, '') };
      continue;
    }
    const prefix = textOf(fields.prefix);
    const path = pax['path'] ?? (prefix === '' ? '' : `${prefix}/`) + textOf(fields.name);
    if (fields.type === '0' || fields.type === '\0') {
      members.push({ path, content: body, executable: ((fields.mode ?? 0) & 0o100) !== 0 });
    } else if (fields.type === '2') {
      members.push({ path, content: Buffer.alloc(0), link: pax['linkpath'] ?? textOf(fields.link) });
    }
    // Directories come with their files, and `g` holds the commit, which we know.
    pax = {};
  }
  return members;
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');
