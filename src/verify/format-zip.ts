import { Broken } from './findings.ts';
import type { Format, Probe, Subject, Walk } from './format.ts';
import { npz } from './format-npz.ts';
import { torchScript, torchZip } from './format-torch-zip.ts';
import { startsWith } from './sniff.ts';
import { readZipDirectory, type ZipDirectory } from './zip-directory.ts';
import type { ZipKind } from './zip-kind.ts';
import { ZipSpan } from './zip-span.ts';

/** In the order in which they are asked; what none of them knows is a plain archive. */
export const KINDS: readonly ZipKind[] = [torchScript, torchZip, npz];

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

/** Every member's CRC; what the members hold is their own matter. */
function openArchive({ findings, budgets, keys }: Subject, { entries, crcOff }: ZipDirectory): Walk {
  const rules = { crcOff, findings, expansion: { bytes: 0, limit: budgets.expandedBytes } };
  for (const { name } of entries) if (!name.endsWith('/')) keys.addValue(name, name);
  return {
    checksummed: !crcOff,
    reaches: 'L2',
    *regions() {
      for (const entry of entries) yield* new ZipSpan(entry, rules).regions();
    },
    finish: () => {},
  };
}
