import type { Candidate, CheckpointRule, Job } from '../job/job.ts';
import type { Run } from '../lease/run.ts';
import { tiersAt } from '../profile/placement.ts';
import type { Profile } from '../profile/schema.ts';
import { lookAt, wantedPlaces } from './wanted-places.ts';

/** Room of a file system, in bytes and in inodes: either of them empty is "no space left". */
export interface Need {
  bytes: number;
  inodes: number;
}

/** Directories of a box that may lie on three mounts, or on one. */
export type PlaceName = 'run' | 'data' | 'durable';

export interface BudgetRow {
  what: 'checkpoints' | 'being written' | 'data' | 'setup' | 'floor' | 'durable copies';
  place: PlaceName;
  /** `null`: nobody has said or measured it. */
  bytes: number | null;
  inodes: number;
  /** Where the number comes from, and what is assumed. */
  how: string;
}

export interface DiskBudget {
  platform: string;
  rows: BudgetRow[];
  /** Whether the size of a checkpoint is known; else the floor alone is asked for it. */
  isKnown: boolean;
  /** The data has no mount of its own, as far as the profile tells. */
  dataIsBesideRun: boolean;
}

/** What every run needs beside its files: its log, its metrics, code and plan. */
export const DISK_FLOOR: Need = { bytes: 200_000_000, inodes: 1000 };

/**
 * Of requirements that are installed, unless the image's PyTorch is kept: the CUDA wheels of PyTorch and the libraries that they
 * bring take 5 to 6 GB unpacked, and pip holds some of them twice meanwhile.
 */
const SETUP_BYTES = { 'as-pinned': 8e9, 'keep-image': 2e9 };
const SETUP_FILES = 60_000;

/** Of a trainer that names each set anew and does not say how many it keeps: the newest, and the one before it. */
const ASSUMED_SETS = 2;

/** Of which a budget is made: what the job says, what its smoke measured, and what its data were resolved to. */
export interface Budgeted {
  job: Job;
  profile: Profile;
  candidate: Candidate;
  known: Pick<Run, 'footprint' | 'data'>;
}

export function diskBudget({ job, profile, candidate, known }: Budgeted): DiskBudget {
  const set = sizeOfSet(job, known);
  const wanted = wantedPlaces(job, profile, candidate);
  return {
    platform: profile.id,
    rows: [
      ...ofCheckpoints(job, set),
      ...dataRows(known),
      ...setupRows(job),
      {
        what: 'floor',
        place: 'run',
        bytes: DISK_FLOOR.bytes,
        inodes: DISK_FLOOR.inodes,
        how: 'log, metrics, code',
      },
      ...(wanted.durable && set ? durableRows(job, set) : []),
    ],
    isKnown: set !== undefined || !job.checkpoint,
    dataIsBesideRun: isBesideRun(profile, candidate, wanted, job.storage?.data),
  };
}

export interface SetSize extends Need {
  how: string;
}

/** Of one checkpoint set; the job's word before the smoke's. */
export function sizeOfSet(
  { checkpoint }: Pick<Job, 'checkpoint'>,
  { footprint }: Pick<Run, 'footprint'>,
): SetSize | undefined {
  if (!checkpoint) return;
  const measured = footprint?.checkpoint;
  // Each file, and the folder that they may lie in.
  const inodes = (measured?.files ?? 1) + 1;
  if (checkpoint.sizeBytes !== undefined)
    return { bytes: checkpoint.sizeBytes, inodes, how: '`checkpoint.size` of the job file' };
  return (
    measured && {
      bytes: measured.bytes,
      inodes,
      how: 'measured in the smoke; say `checkpoint.size` where its model is smaller than the real one',
    }
  );
}

/** Whole sets that lie on the box at once beside the one that is being written. */
export function setsOnBox({ path, retain }: CheckpointRule): { sets: number; how: string } {
  if (retain?.onBox) {
    const every =
      retain.every === undefined ? '' : '; those of `retain.every` come on top and are not counted';
    return { sets: (retain.last ?? 1) + (retain.best ? 1 : 0), how: `\`checkpoint.retain\`${every}` };
  }
  if (Array.isArray(path) || !/[*?[]/.test(path)) return { sets: 1, how: 'written over each time' };
  return {
    sets: ASSUMED_SETS,
    how: `${ASSUMED_SETS} are assumed; a trainer that keeps more needs more, and \`retain: {on-box: true}\` bounds them`,
  };
}

function ofCheckpoints({ checkpoint, cells }: Job, set: SetSize | undefined): BudgetRow[] {
  if (!checkpoint) return [];
  const { sets, how } = setsOnBox(checkpoint);
  const times = sets * Math.max(1, cells.length);
  const of = cells.length > 1 ? ` in each of ${cells.length} cells` : '';
  return [
    {
      what: 'checkpoints',
      place: 'run',
      bytes: set ? set.bytes * times : null,
      inodes: (set?.inodes ?? 0) * times,
      how: set
        ? `${sets} sets${of} (${how}), ${set.bytes} bytes each: ${set.how}`
        : 'unknown: no smoke measured one; say `checkpoint.size`',
    },
    {
      what: 'being written',
      place: 'run',
      bytes: set ? set.bytes : null,
      inodes: set?.inodes ?? 0,
      how: 'one set more while it is saved',
    },
  ];
}

function dataRows({ data }: Pick<Run, 'data'>): BudgetRow[] {
  const all = [...data.values()];
  if (all.length === 0) return [];
  const sum = (of: 'bytes' | 'files') => all.reduce((total, each) => total + each[of], 0);
  return [
    { what: 'data', place: 'data', bytes: sum('bytes'), inodes: sum('files'), how: 'as its sources say now' },
  ];
}

function setupRows({ requirements }: Job): BudgetRow[] {
  if (!requirements) return [];
  return [
    {
      what: 'setup',
      place: 'run',
      bytes: SETUP_BYTES[requirements.torch],
      inodes: SETUP_FILES,
      how: `an estimate for ${requirements.file} with torch ${requirements.torch}`,
    },
  ];
}

/** The newest two of each cell are kept there, where there is room; one has to fit while the next comes. */
function durableRows({ cells }: Job, { bytes, inodes }: SetSize): BudgetRow[] {
  const times = Math.max(1, cells.length) + 1;
  return [
    {
      what: 'durable copies',
      place: 'durable',
      bytes: bytes * times,
      inodes: inodes * times,
      how: 'the newest set of each cell, and one that is being copied',
    },
  ];
}

function isBesideRun(
  profile: Profile,
  candidate: Candidate,
  { work, data, workNeedsData }: ReturnType<typeof wantedPlaces>,
  ofJob: string | undefined,
): boolean {
  const dir = ofJob ?? data;
  if (dir === undefined || (workNeedsData && ofJob === undefined)) return true;
  const options = lookAt(profile, candidate);
  const [ofData] = tiersAt(profile, dir, options);
  const [ofRun] = tiersAt(profile, work, options);
  return ofData === undefined || ofData === ofRun;
}

/** What must be free at these places together. */
export function needAt(budget: DiskBudget, places: readonly PlaceName[], isSure = false): Need {
  const rows = budget.rows.filter(
    // An estimate is no reason to call a box unfit that was measured.
    ({ place, what }) => places.includes(place) && !(isSure && what === 'setup'),
  );
  return {
    bytes: rows.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
    inodes: rows.reduce((sum, { inodes }) => sum + inodes, 0),
  };
}

/** What a rented disk has to hold: the run, and the data where they lie beside it. Whole GB. */
export const needGb = (budget: DiskBudget): number =>
  Math.ceil(needAt(budget, budget.dataIsBesideRun ? ['run', 'data'] : ['run']).bytes / 1e9);

/** Where the job says nothing of the disk, every driver asks its platform for this much at least. */
const ASKED_FOR_ANYWAY_GB = 40;

/** Why the disk that the job asks for cannot hold it, with the line to paste; `undefined` where it can, or nobody rents one. */
export function askedTooLittle(
  { resources }: Job,
  { kind }: Profile,
  candidate: Candidate,
  budget: DiskBudget,
): { what: string; next: string } | undefined {
  if (candidate.attach !== undefined || kind === 'loopback') return;
  const need = needGb(budget);
  const { min, max } = resources.diskGb ?? {};
  const asked = min ?? Math.min(max ?? ASKED_FOR_ANYWAY_GB, ASKED_FOR_ANYWAY_GB);
  if (need <= asked) return;
  const isSilent = min === undefined && max === undefined;
  const rows = budget.rows
    .filter(({ place, bytes }) => bytes && (place === 'run' || (place === 'data' && budget.dataIsBesideRun)))
    .map(({ what, bytes }) => `${what} ${gb(bytes ?? 0)}`);
  const says = isSilent
    ? `the job file names no disk, and ${asked} GB would be rented`
    : `the job file asks for ${asked} GB`;
  return {
    what: `The disk budget on ${budget.platform} is ${need} GB (${rows.join(', ')}); ${says}: ${need - asked} GB are missing.`,
    next: `Write \`disk: ${need}GB+\` under \`resources\`, or keep fewer sets (\`checkpoint.retain\` with \`on-box: true\`). Nothing was rented.`,
  };
}

const gb = (bytes: number): string => `${(bytes / 1e9).toFixed(bytes < 1e10 ? 2 : 0)} GB`;

/** Before each cell: what must be free whatever lies there, and the sets of which those that lie there already count. */
export function cellGate(job: Job, known: Pick<Run, 'footprint'>): { floor: Need; sets: number } {
  const set = sizeOfSet(job, known);
  if (!set || !job.checkpoint) return { floor: DISK_FLOOR, sets: 0 };
  return {
    floor: { bytes: DISK_FLOOR.bytes + set.bytes, inodes: DISK_FLOOR.inodes + set.inodes },
    sets: set.bytes * setsOnBox(job.checkpoint).sets,
  };
}
