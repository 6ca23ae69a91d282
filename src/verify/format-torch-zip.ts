import type { Subject, Walk } from './format.ts';
import { TorchArchive } from './torch-archive.ts';
import type { TensorSummary } from './verdict.ts';
import type { ZipDirectory } from './zip-directory.ts';
import type { ZipKind } from './zip-kind.ts';
import { ZipSpan } from './zip-span.ts';

const hasProgram = ({ entries }: ZipDirectory): boolean =>
  entries.some(({ name }) => /^[^/]+\/data\.pkl$/i.test(name));

/**
 * A checkpoint of `torch.save` since 1.6: stored members `<root>/data.pkl` and `<root>/data/<key>`, each with a CRC-32 that
 * torch.load never looks at (PyTorch builds its reader with the check switched off).
 */
export const torchZip: ZipKind = {
  name: 'torch-zip',
  proves:
    "strict zip directory; every member's local header, CRC-32 and descriptor; data.pkl walked opcode by opcode; every storage has exactly its size; every tensor lies inside its storage; values",
  checksum: 'CRC-32 of every member',
  holds: hasProgram,

  async open(subject: Subject, directory: ZipDirectory): Promise<Walk> {
    const archive = new TorchArchive(subject, directory);
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

/** TorchScript: the same container around code. CRCs are verified; the program in it is not judged by this version. */
export const torchScript: ZipKind = {
  name: 'torchscript',
  proves: 'CRCs of all members; holds code, so inconclusive as a model',
  checksum: 'CRC-32 of every member',
  holds: (directory) =>
    hasProgram(directory) &&
    directory.entries.some(({ name }) => /^[^/]+\/(constants\.pkl|code\/.*)$/i.test(name)),

  async open({ findings, budgets }: Subject, { entries, crcOff }: ZipDirectory): Promise<Walk> {
    const rules = { crcOff, findings, expansion: { bytes: 0, limit: budgets.expandedBytes } };
    const code = entries.filter(({ name }) => name.endsWith('.py')).map(({ name }) => name);
    findings.degraded('L2', 'executable-content', 'holds code that runs when it is loaded', {
      found: code.slice(0, 5).join(', ').slice(0, 200),
    });
    return {
      checksummed: !crcOff,
      reaches: 'L1',
      *regions() {
        for (const entry of entries) yield* new ZipSpan(entry, rules).regions();
      },
      finish: () => {},
    };
  },
};
