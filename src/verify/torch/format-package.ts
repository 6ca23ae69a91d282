import { tellCode } from '../archive/code-members.ts';
import type { ZipDirectory } from '../archive/zip-directory.ts';
import type { ZipKind } from '../archive/zip-kind.ts';
import { readMember } from '../archive/zip-member.ts';
import { overBudget, Unsettled } from '../contract/findings.ts';
import type { Subject, Walk } from '../contract/format.ts';
import type { TensorSummary } from '../contract/verdict.ts';
import { isInt, PyTuple } from '../pickle/value.ts';
import { type ProgramPlace, TorchArchive } from './archive.ts';
import { type StorageSpelling, storageOf } from './program.ts';

const EXTERN = /^[^/]+\/\.data\/extern_modules$/;
const PICKLE = /\.pkl$/;
/** Code and its kin, texts, and what the writer notes of its own modules and of their origin. */
const OTHER_MEMBER = /^(?!\.data\/[^/]*\.storage$).*(?<!\.pkl)$/s;
/** GLOBAL of the protocol that a package is written with. */
const GLOBAL = /c([\w.]+)\n(\w+)\n/g;

/** `torch.package`: pickles, the storages that they share, and the code of the classes that they ask for. */
export const torchPackage: ZipKind = {
  name: 'torch-package',
  proves:
    'as torch-zip, for every pickle and the storages that they share; a class that the archive brings the code of is walked as data; the code is listed and never run, so at best degraded',
  checksum: 'CRC-32 of every member',
  holds: ({ entries }) => entries.some(({ name }) => EXTERN.test(name)),

  async open(subject: Subject, directory: ZipDirectory): Promise<Walk> {
    const { findings } = subject;
    tellCode(directory, findings, 'brings code that is imported when it is loaded');
    const allowImports = [...subject.allowImports, ...(await ownClasses(subject, directory))];
    const archive = new TorchArchive({ ...subject, allowImports }, directory, undefined, {
      programs: directory.entries
        .map(({ name }) => inArchive(name))
        .filter((name) => PICKLE.test(name))
        .map(placeOf),
      alsoKnown: OTHER_MEMBER,
    });
    await archive.readProgram();
    let summary: TensorSummary = { count: 0, elements: 0, nonFinite: 0 };
    return {
      checksummed: !directory.crcOff,
      reaches: 'L3',
      regions: () => archive.spans(),
      finish() {
        summary = archive.settle();
      },
      tensors: () => summary,
    };
  },
};

const inArchive = (name: string): string => name.slice(name.indexOf('/') + 1);

const placeOf = (member: string): ProgramPlace => ({
  member,
  name: member.replace(PICKLE, '').replaceAll('/', '.'),
  folder: '.data/',
  suffix: '.storage',
  spelling,
});

/** `('storage', type, number, location, numel)`; an object may instead say how it is made anew, which is code. */
const spelling: StorageSpelling = (id, add) => {
  const items = id instanceof PyTuple ? id.items : [];
  const [word, type, key, ...rest] = items;
  if (word === 'reduce_package')
    throw new Unsettled('L2', 'package-reduce', 'holds an object that only its own code can make');
  if (items.length !== 5) return undefined;
  const named = isInt(key) ? new PyTuple([word ?? null, type ?? null, String(key), ...rest]) : id;
  const storage = storageOf(named);
  return storage === undefined ? undefined : add(storage);
};

/** Classes of modules whose code lies in the archive; what is not there must be on the allow-list. */
async function ownClasses(subject: Subject, { entries }: ZipDirectory): Promise<string[]> {
  const { reader, budgets } = subject;
  const modules = new Set(
    entries
      .map(({ name }) => inArchive(name))
      .filter((name) => name.endsWith('.py'))
      .map((name) => name.replace(/(\/__init__)?\.py$/, '').replaceAll('/', '.')),
  );
  const found = new Set<string>();
  for (const entry of entries) {
    if (!PICKLE.test(entry.name)) continue;
    if (entry.bytes > budgets.structureBytes)
      throw overBudget('structureBytes', budgets.structureBytes, entry.bytes, entry.offset);
    const pieces: Uint8Array[] = [];
    await readMember(reader, entry, (piece) => pieces.push(piece.slice()));
    for (const [, module = '', name] of Buffer.concat(pieces).toString('latin1').matchAll(GLOBAL))
      if (modules.has(module)) found.add(`${module}.${name}`);
  }
  return [...found];
}
