import type { CheckpointSet } from '../job/checkpoint-sets.ts';
import type { Job } from '../job/job.ts';
import type { RosterEntry } from '../job/roster.ts';
import { attemptsOf, type Run } from '../lease/run.ts';
import { keysInFile, sourcesOf } from '../metrics/rule.ts';
import type { Tree } from '../verify/contract/tree.ts';
import { claimsOf, verdictRowsOf } from './claims.ts';
import type { Gathering } from './gathering.ts';
import { type Loaded, loadVerify, type PulledFile } from './load-verify.ts';
import type { ManifestRow } from './manifest.ts';
import type { VerdictRow } from './seal.ts';
import { holdsNothing, judgeSet, pulledOf } from './set-verdict.ts';

/** A checkpoint that was collected and is not whole, and the file that shows it. */
export interface BrokenSet {
  cell: string;
  set: CheckpointSet;
  path: string;
  why: string;
}

export interface AllVerified {
  rows: VerdictRow[];
  /** Checkpoints of which a file that no row of the roster names is broken: the others are judged by their rows. */
  broken: BrokenSet[];
}

/** Opens a file where it lies when that is not in a directory here. */
export type OpenAfar = (cell: string, path: string) => ReturnType<Tree['open']>;

/** Every file that a row claims, by the first row that does, and the files of the checkpoint that none claims; cell by cell. */
export async function verifyAll(
  gathering: Gathering,
  files: readonly ManifestRow[],
  open?: OpenAfar,
): Promise<AllVerified> {
  const { world, job } = gathering;
  const own = job.cells.map(({ name }) => ofCell(gathering, name, files));
  const total = own.reduce((sum, { pulled }) => sum + pulled.length, 0);
  const all: AllVerified = { rows: [], broken: [] };
  let done = 0;
  for (const cell of own) {
    const loaded = await load(gathering, cell, open, (path) => {
      done += 1;
      world.face.progress('verify', { label: 'verify', done, total, unit: 'files', note: path });
    });
    all.rows.push(...cell.pulled.flatMap((file) => verdictRowsOf(cell.name, file, loaded)));
    all.broken.push(...brokenOf(cell, loaded));
  }
  world.face.settle('verify');
  return all;
}

interface CellFiles {
  name: string;
  set: CheckpointSet | undefined;
  pulled: PulledFile[];
  /** Of them, those that no row claims. */
  unclaimed: PulledFile[];
}

function ofCell({ run, job, sets }: Gathering, name: string, files: readonly ManifestRow[]): CellFiles {
  const here = files.filter(({ cell }) => cell === name);
  const set = sets.get(name);
  const inSet = new Set(set?.files.map(({ path }) => path));
  const claims = claimsOf(job, name, here, (entry, file) =>
    expectationOf({ run, job }, entry, set === undefined || inSet.has(file.path)),
  );
  const unclaimed = here.flatMap((entry) =>
    set && inSet.has(entry.path) && !claims.has(entry.path) ? [pulledOf(job, set, entry)] : [],
  );
  return { name, set, pulled: [...claims.values(), ...unclaimed], unclaimed };
}

const load = (
  { world, store }: Gathering,
  { name, pulled }: CellFiles,
  open: OpenAfar | undefined,
  onFile: (path: string) => void,
): Promise<Loaded> =>
  loadVerify(
    store.cellDir(name),
    pulled.filter((file) => !holdsNothing(file)),
    { signal: world.signal, ...(open && { open: (path) => open(name, path) }), onFile },
  );

function brokenOf({ name, set, pulled, unclaimed }: CellFiles, loaded: Loaded): BrokenSet[] {
  if (!set || unclaimed.length === 0) return [];
  const inSet = new Set(set.files.map(({ path }) => path));
  const verdict = judgeSet(
    set,
    pulled.filter(({ entry }) => inSet.has(entry.path)),
    loaded,
  );
  return verdict.isWhole ? [] : [{ cell: name, set, path: verdict.path, why: verdict.why }];
}

/** What the run's record says that the file must say, too. Only of the newest checkpoint: the earlier ones beside it are earlier. */
function expectationOf({ run, job }: { run: Run; job: Job }, entry: RosterEntry, isNewest: boolean) {
  const { checkpoint } = job;
  const metrics = sourcesOf(job).find(({ path }) => path === entry.path);
  if (entry.role === 'metrics' && metrics) {
    return { ...keysInFile(metrics), restarts: Math.max(0, attemptsOf(run) - 1) };
  }
  if (entry.role !== 'checkpoint' || !checkpoint) return {};
  const verifiedStep = run.cells.get(entry.cell)?.verifiedStep;
  const isAnchor = isNewest && entry.keep === 'last' && entry.path === checkpoint.path;
  return {
    stepKey: checkpoint.stepKey,
    ...(isAnchor && verifiedStep !== undefined ? { minStep: verifiedStep } : {}),
  };
}
