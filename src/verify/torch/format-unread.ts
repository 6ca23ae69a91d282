import type { ZipKind } from '../archive/zip-kind.ts';
import { notRead } from '../contract/findings.ts';

/** Archives of pickles and of code that runs when they are loaded: whatever lies beside these, none is called safe. */
const unread = (name: string, what: string, mark: RegExp): ZipKind => ({
  name,
  proves: 'not read: it holds pickles or code and is inconclusive in every row but an opaque one',
  checksum: 'CRC-32 of every member',
  holds: ({ entries }) => entries.some((entry) => mark.test(entry.name)),
  async open(): Promise<never> {
    throw notRead(what);
  },
});

export const torchPackage = unread(
  'torch-package',
  'a package of torch.package',
  /^[^/]+\/\.data\/extern_modules$/,
);
export const modelArchive = unread('model-archive', 'an archive for TorchServe', /^MAR-INF\/MANIFEST\.json$/);
/** Of the releases before 2.8, whose archives had no folder for everything. */
export const oldExport = unread(
  'torch-export-old',
  'a program of an old torch.export',
  /^serialized_exported_program\.json$/,
);
