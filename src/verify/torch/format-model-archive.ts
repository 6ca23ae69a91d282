import { ArchiveMembers } from '../archive/archive-members.ts';
import { tellCode } from '../archive/code-members.ts';
import type { ZipDirectory, ZipEntry } from '../archive/zip-directory.ts';
import { openMember } from '../archive/zip-examine.ts';
import type { ZipKind } from '../archive/zip-kind.ts';
import { readMember } from '../archive/zip-member.ts';
import { ZipSpan } from '../archive/zip-span.ts';
import { expansionLimit } from '../contract/expansion.ts';
import { Broken, overBudget } from '../contract/findings.ts';
import type { Subject, Walk } from '../contract/format.ts';
import type { Level } from '../contract/verdict.ts';

const MANIFEST = 'MAR-INF/MANIFEST.json';
/** What `torch.export.save` wrote before its archives had a folder for everything. */
const OLD_PROGRAM = 'serialized_exported_program.json';
const OLD_WEIGHTS = /^serialized_(state_dict|constants)\.(pt|json)$/;

const has = ({ entries }: ZipDirectory, wanted: string): boolean =>
  entries.some(({ name }) => name === wanted);

/** TorchServe's model archive: a manifest, the code that serves the model, and the file with its weights. */
export const modelArchive: ZipKind = {
  name: 'model-archive',
  proves:
    'CRC-32 of every member; the manifest names a file of weights that is there; that file by its own type; the code is listed and never run, so at best degraded',
  checksum: 'CRC-32 of every member',
  holds: (directory) => has(directory, MANIFEST),

  async open(subject: Subject, directory: ZipDirectory): Promise<Walk> {
    tellCode(directory, subject.findings, 'brings code that runs when the model is served');
    const weights = await weightsOf(subject, directory);
    return openAround(subject, directory, (name) => name === weights);
  },
};

/** A program of `torch.export` of the releases before 2.8: files of torch.save around a graph. */
export const oldExport: ZipKind = {
  name: 'torch-export-old',
  proves:
    'CRC-32 of every member; weights and constants by their own type; the graph is code and never run, so at best degraded',
  checksum: 'CRC-32 of every member',
  holds: (directory) => has(directory, OLD_PROGRAM),

  async open(subject: Subject, directory: ZipDirectory): Promise<Walk> {
    tellCode(directory, subject.findings, 'holds a program that runs when it is called');
    return openAround(subject, directory, (name) => OLD_WEIGHTS.test(name));
  },
};

/** @returns nothing where the model is made by code alone, or its weights are not one file */
async function weightsOf({ reader, budgets }: Subject, directory: ZipDirectory): Promise<string | undefined> {
  const entry = directory.entries.find(({ name }) => name === MANIFEST) as ZipEntry;
  if (entry.bytes > budgets.structureBytes)
    throw overBudget('structureBytes', budgets.structureBytes, entry.bytes, entry.offset);
  const pieces: Uint8Array[] = [];
  await readMember(reader, entry, (piece) => pieces.push(piece.slice()));
  const file = serializedFile(Buffer.concat(pieces).toString('utf8'), entry.offset);
  if (typeof file === 'string' && !has(directory, file))
    throw new Broken('L2', 'weights-missing', 'the manifest names a file of weights that is not there', {
      expected: JSON.stringify(file.slice(0, 120)),
    });
  return typeof file === 'string' ? file : undefined;
}

function serializedFile(manifest: string, offset: number): unknown {
  try {
    const { model } = JSON.parse(manifest) as { model?: { serializedFile?: unknown } };
    if (typeof model === 'object' && model !== null) return model.serializedFile;
  } catch {
    // As malformed as one that describes no model.
  }
  throw new Broken('L2', 'manifest-malformed', 'the manifest describes no model', { offset });
}

/** Values are proven where every file of weights is; what else is there only has its CRC and its own type. */
function openAround(
  subject: Subject,
  { entries, crcOff }: ZipDirectory,
  isWeights: (name: string) => boolean,
): Walk {
  const { findings } = subject;
  const rules = { crcOff, findings, expansion: { bytes: 0, limit: expansionLimit(subject) } };
  const members = new ArchiveMembers(subject);
  const levels: Level[] = [];
  return {
    checksummed: !crcOff,
    get reaches(): Level {
      return levels.length > 0 && levels.every((level) => level === 'L3') ? 'L3' : 'L2';
    },
    *regions() {
      for (const entry of entries) yield* new ZipSpan(entry, rules).regions();
    },
    async inside() {
      for (const entry of entries) {
        const opened =
          entry.bytes === 0 || members.isFull ? undefined : await openMember(subject, entry, crcOff);
        const verdict =
          opened === undefined ? undefined : await members.examine(opened.source, opened.options);
        if (isWeights(entry.name)) levels.push(verdict?.level ?? 'L0');
        else if (opened === undefined && entry.bytes > 0) members.leaveOut();
      }
    },
    finish() {
      members.settle(entries.filter(({ name }) => !name.endsWith('/')).length);
    },
    tensors: () => members.tensors ?? { count: 0, elements: 0, nonFinite: 0 },
  };
}
