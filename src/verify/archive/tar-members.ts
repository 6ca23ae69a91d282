import { Broken } from '../contract/findings.ts';
import { BLOCK, readPax, readTarHeader, type TarHeader, type TarOverrides } from './tar-header.ts';

/** A block-sized stretch of the archive, or less where it ends. */
export type ReadBlock = (offset: number, length: number) => Promise<Uint8Array>;

export interface NamedMember {
  name: string;
  offset: number;
  sizeBytes: number;
}

const LONGEST_PAX = 65_536;
const padded = (sizeBytes: number): number => Math.ceil(sizeBytes / BLOCK) * BLOCK;
const isPax = ({ kind }: TarHeader): boolean => kind === 'pax' || kind === 'pax-global';

/**
 * The regular files of an archive of few members, ahead of the pass: from header to header. The pass follows every byte
 * later (`TarWalk`), so an archive that ends too early is no news here.
 *
 * @throws Broken for a header that is none, and for more members than `most`
 */
export async function tarMembers(read: ReadBlock, sizeBytes: number, most: number): Promise<NamedMember[]> {
  const members: NamedMember[] = [];
  let overrides: TarOverrides = {};
  for (let at = 0; at + BLOCK <= sizeBytes; ) {
    const block = await read(at, BLOCK);
    if (block.every((byte) => byte === 0)) return members;
    const header = readTarHeader(block, at);
    const from = at + BLOCK;
    const bytes = overrides.sizeBytes ?? header.sizeBytes;
    at = from + padded(bytes);
    if (isPax(header) && bytes <= LONGEST_PAX && at <= sizeBytes) {
      overrides = readPax(await read(from, bytes), from, header.kind === 'pax-global');
      continue;
    }
    if (header.kind !== 'file')
      throw new Broken('L2', 'torch-layout', 'holds something else than files', { offset: from - BLOCK });
    members.push({ name: overrides.name ?? header.name, offset: from, sizeBytes: bytes });
    overrides = {};
    if (members.length > most)
      throw new Broken('L2', 'torch-layout', 'holds more members than such a checkpoint has', {
        offset: from,
      });
  }
  return members;
}

/** The name of the first file, as far as the start of the archive tells; extended headers before it are stepped over. */
export function firstTarName(head: Uint8Array): string | undefined {
  for (let at = 0; at + BLOCK <= head.length; ) {
    const block = head.subarray(at, at + BLOCK);
    const type = block[156] as number;
    const name = Buffer.from(block.subarray(0, 100)).toString('latin1').replace(/\0.*$/s, '');
    if (type !== 0x78 && type !== 0x67) return name;
    const size = Number.parseInt(Buffer.from(block.subarray(124, 135)).toString('latin1'), 8);
    if (!Number.isSafeInteger(size) || size < 0) return undefined;
    at += BLOCK + padded(size);
  }
  return undefined;
}
