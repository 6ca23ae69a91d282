import { overBudget } from './findings.ts';
import type { Subject, Walk } from './format.ts';
import { TorchArchive } from './torch-archive.ts';
import type { TensorSummary } from './verdict.ts';
import type { ZipDirectory, ZipEntry } from './zip-directory.ts';
import type { ZipKind } from './zip-kind.ts';
import { readMember } from './zip-member.ts';

const NAMES_SHOWN = 5;
/** Code, its tables for messages, constants, and files that a caller added. */
const PROGRAM_MEMBER = /^(code\/|extra\/|traced_inputs(\.pkl$|\/[0-9]+$)|constants(\.pkl$|\/[0-9]+$))/;
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
    'as torch-zip, for the parameters and buffers of data.pkl; the code is listed and never run, so at best degraded; a model whose weights are constants of its code is inconclusive',
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
    const allowImports = [...subject.allowImports, ...(await ownTypes(subject, directory))];
    const archive = new TorchArchive({ ...subject, allowImports }, directory, undefined, PROGRAM_MEMBER);
    await archive.readProgram();
    const holdsConstants = directory.entries.some(({ name }) => /^[^/]+\/constants\/[0-9]+$/.test(name));
    let summary: TensorSummary = { count: 0, elements: 0, nonFinite: 0 };
    return {
      checksummed: !directory.crcOff,
      reaches: 'L3',
      regions: () => archive.spans(),
      finish() {
        // Constants of the code have no place in the program that we walk: their CRCs hold, their values are unknown.
        if (holdsConstants)
          findings.inconclusive(
            'L3',
            'torchscript-constants',
            'holds tensors that are constants of its code',
          );
        if (holdsConstants && archive.program?.storages.size === 0) return;
        summary = archive.settle();
      },
      tensors: () => summary,
    };
  },
};

async function ownTypes(subject: Subject, { entries }: ZipDirectory): Promise<string[]> {
  const entry = entries.find(({ name }) => /^[^/]+\/data\.pkl$/.test(name));
  if (entry === undefined) return [];
  const text = await textOf(subject, entry);
  const found = [...text.matchAll(OWN_TYPE)].map(([, module, name]) => `${module}.${name}`);
  return [...new Set(found), ...TYPED_LISTS.map((name) => `torch.jit._pickle.${name}`)];
}

async function textOf({ reader, budgets }: Subject, entry: ZipEntry): Promise<string> {
  if (entry.bytes > budgets.structureBytes)
    throw overBudget('structureBytes', budgets.structureBytes, entry.bytes, entry.offset);
  const pieces: Uint8Array[] = [];
  await readMember(reader, entry, (piece) => pieces.push(piece.slice()));
  return Buffer.concat(pieces).toString('latin1');
}
