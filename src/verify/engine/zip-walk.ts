import { ArchiveMembers } from '../archive/archive-members.ts';
import { readZipDirectory, structure, type ZipDirectory, type ZipEntry } from '../archive/zip-directory.ts';
import { openMember } from '../archive/zip-examine.ts';
import { judgeMethods, type ZipKind } from '../archive/zip-kind.ts';
import { ZipSpan } from '../archive/zip-span.ts';
import { expansionLimit, unpackedInMemory } from '../contract/expansion.ts';
import { Broken } from '../contract/findings.ts';
import type { Subject, Walk } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import { keras } from '../hdf5/format-keras.ts';
import { areZarrNames } from '../jax/zarr-store-names.ts';
import { npz } from '../numpy/format-npz.ts';
import { strayPickle } from '../pickle/stray-pickle.ts';
import { pt2 } from '../torch/format-pt2.ts';
import { torchScript } from '../torch/format-script.ts';
import { modelArchive, oldExport, torchPackage } from '../torch/format-unread.ts';
import { torchZip } from '../torch/format-zip.ts';

/** In the order in which they are asked; what none of them knows is a plain archive. */
export const KINDS: readonly ZipKind[] = [
  torchPackage,
  torchScript,
  torchZip,
  pt2,
  oldExport,
  modelArchive,
  npz,
  keras,
];

export async function openZip(subject: Subject): Promise<Walk> {
  const directory = await readZipDirectory(subject.reader, subject.budgets, areZarrNames);
  if (directory.entries.length === 0)
    throw new Broken('L1', 'zip-empty', 'is an archive of nothing', { offset: 0 });
  const kind = KINDS.find((each) => each.holds(directory));
  if (kind === undefined) return openArchive(subject, directory);
  if (directory.again !== undefined)
    throw structure(`${quoted(directory.again.name)} is there twice`, directory.again.offset);
  judgeMethods(subject, kind, directory);
  const walk = await kind.open(subject, directory);
  walk.format ??= kind.name;
  return walk;
}

/** Every member's CRC, and each member by its own type as far as the budgets go. */
function openArchive(subject: Subject, { entries, crcOff, again }: ZipDirectory): Walk {
  const { findings, keys } = subject;
  if (again !== undefined) {
    const what = `${quoted(again.name)} stands there twice: zarr and Python read the last copy, other readers may read the first`;
    findings.degraded('L1', 'zip-name-again', what, { offset: again.offset });
  }
  const rules = { crcOff, subject, expansion: { bytes: 0, limit: expansionLimit(subject) } };
  for (const { name } of entries) if (!name.endsWith('/')) keys.addValue(name, name);
  const members = new ArchiveMembers(subject);
  return {
    checksummed: !crcOff,
    get reaches() {
      return members.reaches;
    },
    *regions() {
      const filled = entries.filter(({ bytes }) => bytes > 0);
      const late = new Set(filled.slice(subject.budgets.membersExamined));
      for (const entry of entries) {
        const isLeftOut = late.has(entry) || isTooLong(subject, entry);
        const sink = isLeftOut ? strayPickle(subject, entry) : undefined;
        yield* new ZipSpan(entry, rules, sink).regions();
      }
    },
    async inside() {
      for (const entry of entries) if (entry.bytes > 0) await examineMember(subject, members, entry, crcOff);
    },
    finish() {
      members.settle(entries.filter(({ name }) => !name.endsWith('/')).length);
    },
    tensors: () => members.tensors,
  };
}

/** To be unpacked into memory, and so to be looked into. */
const isTooLong = (subject: Subject, { method, bytes }: ZipEntry): boolean =>
  method !== 'stored' && bytes > unpackedInMemory(subject);

async function examineMember(
  subject: Subject,
  members: ArchiveMembers,
  entry: ZipEntry,
  crcOff: boolean,
): Promise<void> {
  const opened = members.isFull ? undefined : await openMember(subject, entry);
  if (opened === undefined) members.leaveOut();
  else await members.examine(opened.source, { ...opened.options, proven: !crcOff });
}
