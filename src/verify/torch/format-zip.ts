import type { ZipDirectory } from '../archive/zip-directory.ts';
import type { ZipKind } from '../archive/zip-kind.ts';
import type { Subject, Walk } from '../contract/format.ts';
import { TorchArchive } from './archive.ts';
import { judgeLoader } from './loader.ts';
import { walkOf } from './walk.ts';

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
    if (archive.program !== undefined) judgeLoader(subject, archive.program.opcodes);
    return walkOf(archive, !directory.crcOff);
  },
};
