import { join } from 'node:path';
import type { ManifestEntry } from '../box/box-plan.ts';
import type { ArtifactRule } from '../job/job.ts';
import { verifyTreeApart } from '../verify/apart/apart.ts';
import type { Tree } from '../verify/contract/tree.ts';
import type { FileVerdict } from '../verify/contract/verdict.ts';
import { withChanges } from '../verify/engine/change.ts';
import type { Expectation } from '../verify/engine/verify-file.ts';
import type { FileTask } from '../verify/engine/verify-tree.ts';
import { openFileSource } from '../verify/read/file-source.ts';

/** A store is asked once for each chunk. */
const FAR_CHUNK_BYTES = 8 * 1024 ** 2;

/** One pulled file and what its roster row asks of it. */
export interface PulledFile {
  entry: ManifestEntry;
  rule: ArtifactRule;
  expectation?: Expectation;
  /** Nobody declared what it is: it is read as what its name says, and fails only where it is broken as that. */
  isGuessed?: true;
}

/** What was found: of each file by its path, and of each set that the files make. */
export interface Loaded {
  files: Map<string, FileVerdict>;
  sets: FileVerdict[];
}

export interface LoadOptions {
  signal: AbortSignal;
  /** We may have given the files another name ourselves (`KeptCopies`); never for what is sealed. */
  secondNames?: boolean;
  /** Where the files lie when not in a directory here; they are hashed as they are read, since nobody has compared them. */
  open?: Tree['open'] | undefined;
  /** Called as each file has been read. */
  onFile?(path: string): void;
}

/**
 * Loads the pulled files of one cell as their rules demand, and the sets that they make: a shard counts for nothing where
 * another is missing. Checkpoints of one rule are held against each other in the order of their steps. Digests were made on
 * the box and compared while the files were pulled; a third hashing proves nothing more (XC-10).
 */
export async function loadVerify(
  dir: string,
  files: readonly PulledFile[],
  { signal, secondNames = false, open, onFile }: LoadOptions,
): Promise<Loaded> {
  const tasks = new Map(files.map((file) => [file.entry.path, taskOf(file, open === undefined)]));
  const verdicts = await verifyTreeApart(treeOf(dir, files, { secondNames, open }), {
    taskOf: (path) => tasks.get(path),
    table: true,
    ...(open && { chunkBytes: FAR_CHUNK_BYTES }),
    signal,
    onVerdict: ({ label }) => {
      if (tasks.has(label)) onFile?.(label);
    },
  });
  const byPath = new Map(verdicts.files.map((verdict) => [verdict.label, verdict]));
  for (const rule of new Set(files.map((file) => file.rule))) {
    const own = files
      .filter((file) => file.rule === rule)
      .flatMap(({ entry }) => byPath.get(entry.path) ?? []);
    for (const verdict of withChanges(own)) byPath.set(verdict.label, verdict);
  }
  return { files: byPath, sets: verdicts.sets };
}

/** What the manifest lists is the tree; the pull saw to it that these are plain files of these sizes. */
function treeOf(
  dir: string,
  files: readonly PulledFile[],
  { secondNames, open }: { secondNames: boolean; open: LoadOptions['open'] },
): Tree {
  return {
    label: dir,
    files: files
      .map(({ entry }) => ({ path: entry.path, sizeBytes: entry.bytes }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
    open: (path) => (open ? open(path) : openFileSource(join(dir, path), { allowHardLinks: secondNames })),
  };
}

const taskOf = ({ entry, rule, expectation, isGuessed }: PulledFile, isHashed: boolean): FileTask => ({
  role: rule.role,
  ...(isGuessed && { roleFrom: 'guessed' }),
  contains: rule.contains,
  allowDegraded: rule.allowDegraded,
  sha256: entry.sha256,
  ...(isHashed && { alreadyHashed: entry.sha256 }),
  ...(expectation === undefined ? {} : { expectation }),
});
