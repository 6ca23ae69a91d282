import type { ZipDirectory } from '../archive/zip-directory.ts';
import type { ZipKind } from '../archive/zip-kind.ts';
import { readWhole } from '../archive/zip-member.ts';
import type { Subject, Walk } from '../contract/format.ts';
import { OBJECT, type ProgramPlace, TorchArchive } from './archive.ts';
import { walkOf } from './walk.ts';

const NAMES_SHOWN = 5;
/** Code, its tables for messages, and files that a caller added. */
const PROGRAM_MEMBER = /^(code\/|extra\/|traced_inputs(\.pkl$|\/[0-9]+$))/;
/** What the code calls `CONSTANTS.c0` and so on: the weights of a frozen model. */
const CONSTANTS: ProgramPlace = { member: 'constants.pkl', name: 'CONSTANTS', folder: 'constants/' };
/** How TorchScript spells lists whose element type it must keep, from PyTorch's source. */
const TYPED_LISTS = [
  'build_intlist',
  'build_tensorlist',
  'build_doublelist',
  'build_boollist',
  'restore_type_tag',
];
/** A type that the archive's own code declares: never imported, its state is walked as data. */
const OWN_TYPE = /c(__torch__(?:\.\w+)*)\n(\w+)\n/g;

/** TorchScript: a checkpoint's container around code. */
export const torchScript: ZipKind = {
  name: 'torchscript',
  proves:
    'as torch-zip, for the parameters and buffers of data.pkl and the constants of the code; the code is listed and never run, so at best degraded',
  checksum: 'CRC-32 of every member',
  holds: ({ entries }) =>
    entries.some(({ name }) => /^[^/]+\/data\.pkl$/i.test(name)) &&
    entries.some(({ name }) => /^[^/]+\/(constants\.pkl|code\/.*)$/i.test(name)),

  async open(subject: Subject, directory: ZipDirectory): Promise<Walk> {
    const { findings } = subject;
    const code = directory.entries.filter(({ name }) => name.endsWith('.py'));
    findings.degraded('L2', 'executable-content', 'holds code that runs when it is loaded', {
      found: code
        .slice(0, NAMES_SHOWN)
        .map(({ name }) => name)
        .join(', ')
        .slice(0, 200),
    });
    const isThere = ({ member }: ProgramPlace) =>
      directory.entries.some(({ name }) => name.slice(name.indexOf('/') + 1) === member);
    const allowImports = [...subject.allowImports, ...(await ownTypes(subject, directory))];
    const archive = new TorchArchive({ ...subject, allowImports }, directory, {
      programs: isThere(CONSTANTS) ? [OBJECT, CONSTANTS] : [OBJECT],
      alsoKnown: PROGRAM_MEMBER,
    });
    await archive.readProgram();
    return walkOf(archive, !directory.crcOff);
  },
};

async function ownTypes({ reader, budgets }: Subject, { entries }: ZipDirectory): Promise<string[]> {
  const found: string[] = [];
  for (const entry of entries.filter(({ name }) => /^[^/]+\/(data|constants)\.pkl$/.test(name))) {
    const text = (await readWhole(reader, entry, budgets)).toString('latin1');
    for (const [, module, name] of text.matchAll(OWN_TYPE)) found.push(`${module}.${name}`);
  }
  return [...new Set(found), ...TYPED_LISTS.map((name) => `torch.jit._pickle.${name}`)];
}
