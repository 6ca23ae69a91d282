import { unpackedInMemory } from '../contract/expansion.ts';
import type { InnerOptions, Subject } from '../contract/format.ts';
import type { RangeSource } from '../contract/source.ts';
import { bytesSource, windowSource } from '../read/window-source.ts';
import type { ZipEntry } from './zip-directory.ts';
import { dataOffsetOf, readMember } from './zip-member.ts';

export interface OpenMember {
  source: RangeSource;
  options: Pick<InnerOptions, 'fileOffset' | 'expansion'>;
}

/**
 * A member as a file of its own: a stored one lies in the archive as it is, any other is unpacked into memory.
 *
 * @param mostBytes that may be unpacked
 * @returns nothing for one that is too long for that
 */
export async function openMember(
  subject: Subject,
  entry: ZipEntry,
  mostBytes = unpackedInMemory(subject),
): Promise<OpenMember | undefined> {
  const { reader, budgets } = subject;
  const { name, bytes, compressedBytes, method } = entry;
  if (method === 'stored') {
    const fileOffset = await dataOffsetOf(reader, entry);
    return { source: windowSource(reader, fileOffset, bytes, name), options: { fileOffset } };
  }
  if (bytes > mostBytes) return undefined;
  const content = Buffer.alloc(bytes);
  let at = 0;
  await readMember(reader, entry, budgets, (piece) => {
    content.set(piece, at);
    at += piece.length;
  });
  const expansion = Math.max(1, bytes / Math.max(1, compressedBytes));
  return { source: bytesSource(content.subarray(0, at), name), options: { expansion } };
}
