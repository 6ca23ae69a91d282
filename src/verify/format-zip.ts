import { ArchiveMembers } from './archive-members.ts';
import { expansionLimit, unpackedInMemory } from './expansion.ts';
import { Broken } from './findings.ts';
import type { Format, Probe, Subject, Walk } from './format.ts';
import { keras } from './format-keras.ts';
import { npz } from './format-npz.ts';
import { torchZip } from './format-torch-zip.ts';
import { torchScript } from './format-torchscript.ts';
import { startsWith } from './sniff.ts';
import { bytesSource, windowSource } from './window-source.ts';
import { readZipDirectory, type ZipDirectory, type ZipEntry } from './zip-directory.ts';
import type { ZipKind } from './zip-kind.ts';
import { dataOffsetOf, readMember } from './zip-member.ts';
import { ZipSpan } from './zip-span.ts';

/** In the order in which they are asked; what none of them knows is a plain archive. */
export const KINDS: readonly ZipKind[] = [torchScript, torchZip, npz, keras];

const LOCAL = Uint8Array.of(0x50, 0x4b, 0x03, 0x04);
const EMPTY = Uint8Array.of(0x50, 0x4b, 0x05, 0x06);

/** Any zip archive: its directory is read once, strictly, and the kind of content decided from the names in it. */
export const zip: Format = {
  name: 'zip',
  proves: 'strict directory, local headers, descriptors and CRC-32 of every member',
  checksum: 'CRC-32 of every member',

  recognises: ({ head }: Probe) => startsWith(head, LOCAL) || startsWith(head, EMPTY),

  async open(subject: Subject): Promise<Walk> {
    const directory = await readZipDirectory(subject.reader, subject.budgets);
    if (directory.entries.length === 0)
      throw new Broken('L1', 'zip-empty', 'is an archive of nothing', { offset: 0 });
    const kind = KINDS.find((each) => each.holds(directory));
    return kind === undefined
      ? openArchive(subject, directory)
      : { format: kind.name, ...(await kind.open(subject, directory)) };
  },
};

/** Every member's CRC, and each member by its own type as far as the budgets go. */
function openArchive(subject: Subject, { entries, crcOff }: ZipDirectory): Walk {
  const { findings, keys } = subject;
  const rules = { crcOff, findings, expansion: { bytes: 0, limit: expansionLimit(subject) } };
  for (const { name } of entries) if (!name.endsWith('/')) keys.addValue(name, name);
  const members = new ArchiveMembers(subject);
  return {
    checksummed: !crcOff,
    get reaches() {
      return members.reaches;
    },
    *regions() {
      for (const entry of entries) yield* new ZipSpan(entry, rules).regions();
    },
    async inside() {
      for (const entry of entries) if (entry.bytes > 0) await examineMember(subject, members, entry, crcOff);
    },
    finish() {
      members.settle(entries.filter(({ name }) => !name.endsWith('/')).length);
    },
    tensors: () => members.tensors ?? { count: 0, elements: 0, nonFinite: 0 },
  };
}

/** A stored member lies in the file as it is; a deflated one is unpacked into memory when it is small enough for that. */
async function examineMember(
  subject: Subject,
  members: ArchiveMembers,
  entry: ZipEntry,
  crcOff: boolean,
): Promise<void> {
  const { reader } = subject;
  const { name, bytes, compressedBytes, method } = entry;
  const isTooLong = method === 'deflated' && bytes > unpackedInMemory(subject);
  if (members.isFull || isTooLong) {
    members.leaveOut();
    return;
  }
  if (method === 'stored') {
    const fileOffset = await dataOffsetOf(reader, entry);
    const source = windowSource(reader, fileOffset, bytes, name);
    await members.examine(source, { fileOffset, proven: !crcOff });
    return;
  }
  const content = Buffer.alloc(bytes);
  let at = 0;
  await readMember(reader, entry, (piece) => {
    content.set(piece, at);
    at += piece.length;
  });
  const expansion = bytes / Math.max(1, compressedBytes);
  await members.examine(bytesSource(content.subarray(0, at), name), {
    proven: !crcOff,
    expansion: Math.max(1, expansion),
  });
}
