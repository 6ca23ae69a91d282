import { digestOf } from '../canonical.ts';
import type { Job } from '../job/job.ts';
import { LEDGER_VERSION } from '../lease/events/version.ts';
import type { RunOpened } from '../lease/events.ts';
import { fold } from '../lease/fold.ts';
import type { Run } from '../lease/run.ts';
import { stamped } from '../ledger/append-to-run.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { sharedRepositoryOf } from '../ledger/repository-name.ts';
import { Problem } from '../problem.ts';
import { partOfId } from '../sweep/division.ts';
import { readSweep } from '../sweep/record.ts';
import type { BoundJob } from './bound-job.ts';
import type { Here } from './here.ts';

/** Who opens a run, and what they call it where they do. */
export interface Opening extends Pick<Here, 'env' | 'cwd' | 'clock' | 'who'> {
  named: string | undefined;
  /** Number of the pull request whose commit this is, where a label asked for it. */
  pullRequest?: number | undefined;
}

/**
 * The run that this command means: the one that is named, else the one derived from the job and what started it. Opened
 * in the ledger if it is not there yet.
 */
export async function openRun(opening: Opening, ledger: Ledger, bound: BoundJob): Promise<Run> {
  const { clock, who } = opening;
  const id = await runIdOf(opening, ledger, bound);
  const record = await ledger.read(id);
  if (record.events.length > 0) return sameConfiguration(fold(id, record.events), bound, opening);
  await refusePart(ledger, id);
  const { events, summary } = stamped(
    record,
    id,
    [
      { ...openedBody(opening, bound), run: id },
      ...(bound.job.smoke === 'none' ? [{ type: 'smoke-waived' as const }] : []),
    ],
    { now: clock.now(), who },
  );
  // A lost race is fine where the other process opened the same run, and it need not have: of two jobs of one workflow run whose
  // files bear one name the ids are one, too.
  await ledger.append(id, record.tip, { events, summary });
  return sameConfiguration(fold(id, (await ledger.read(id)).events), bound, opening);
}

/** A part of a sweep is opened with its own cells and no others, which only the sweep knows. */
async function refusePart(ledger: Ledger, id: string): Promise<void> {
  const named = partOfId(id);
  const sweep = named && (await readSweep(ledger, named.sweep));
  if (!sweep) return;
  const isMissing = named.part <= sweep.roster.length;
  throw new Problem({
    code: 'no-such-part',
    kind: 'refused',
    what: isMissing
      ? `Part ${named.part} of sweep ${sweep.id} was never opened: its opening was cut short.`
      : `Sweep ${sweep.id} has ${sweep.roster.length} parts, and no part ${named.part}.`,
    next: `"gpu-lease sweep ${sweep.id}" opens what is missing and goes on with all parts.`,
  });
}

/** The id that `openRun` would take now. */
export async function runIdOf(opening: Opening, ledger: Ledger, bound: BoundJob): Promise<string> {
  const { env, named } = opening;
  if (named !== undefined) return named;
  const derived = derivedRunId(opening, bound);
  // A workflow run has its own, whatever the commit.
  if (env['GITHUB_RUN_ID']) return derived;
  const records = await ledger.list({ archived: true });
  const taken = new Set(records.filter((run) => run.archived).map((run) => run.run));
  return (await boundAnewTo(bound, ledger, records)) ?? firstFree(derived, taken);
}

/** Derived, never random: a re-run of the same workflow run, or the same command on the same code, is the same run. */
export function derivedRunId({ env }: Pick<Here, 'env'>, { job, configHash: hash }: BoundJob): string {
  const started = env['GITHUB_RUN_ID'] ?? digestOf({ job: job.name, configHash: hash }).slice(0, 8);
  return `${job.name}-${started}`;
}

/**
 * A run that a person has bound to this configuration (`retry`) has the name of its first one. Derived from the new one the name
 * would be another, and the same command would rent a second box beside the one that is held.
 */
async function boundAnewTo(
  { job, configHash }: BoundJob,
  ledger: Ledger,
  records: Awaited<ReturnType<Ledger['list']>>,
): Promise<string | undefined> {
  for (const { run: id, job: name, archived, sweep } of records) {
    // A part of a sweep is never bound anew, and of those there may be a thousand.
    if (archived || sweep || name !== job.name) continue;
    const run = fold(id, (await ledger.read(id)).events);
    if (run.bindings.length > 0 && !run.closed && run.opened?.configHash === configHash) return id;
  }
  return undefined;
}

/** A closed run is not opened again: the next one with the same derived id gets a number. */
function firstFree(base: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n += 1) {
    const id = n === 1 ? base : `${base}.${n}`;
    if (!taken.has(id)) return id;
  }
}

function sameConfiguration(run: Run, bound: BoundJob, { env, named }: Pick<Opening, 'env' | 'named'>): Run {
  if (!run.opened || run.opened.configHash === bound.configHash) return run;
  throw new Problem({
    code: 'other-configuration',
    kind: 'refused',
    what: `Run ${run.id} is bound to configuration ${run.opened.configHash.slice(0, 12)}; the job file and code here make ${bound.configHash.slice(0, 12)}.`,
    next:
      env['GITHUB_RUN_ID'] && named === undefined
        ? `A workflow run has one run of each job name. Where it has two job files that both say "name: ${bound.job.name}", as in a matrix, give each its own; where the commit is another one, start a new workflow run.`
        : 'Check out the commit of that run to go on with it, or let a new run id be derived (leave --run out).',
  });
}

/**
 * A runner's disk ends with its job, and no variable says of a self-hosted one whether its disk stays: in a workflow every
 * run needs a store, unless the job says that the disk is kept (`store: none`). Elsewhere only where the job names one.
 */
const needsStore = (job: Job, { env }: Pick<Here, 'env'>): boolean =>
  job.store !== 'none' && (job.store !== undefined || env['GITHUB_ACTIONS'] === 'true');

/** Whose the record is, where that is known: by a name that a clone of the same repository has as well. */
function belonging({ env, cwd }: Pick<Here, 'env' | 'cwd'>): Pick<RunOpened, 'repository'> {
  const name = env['GITHUB_REPOSITORY'] || env['GPU_LEASE_REPOSITORY'] || sharedRepositoryOf(cwd);
  if (!name) return {};
  const id = env['GITHUB_REPOSITORY_ID'];
  return { repository: { name, ...(id ? { id } : {}) } };
}

/** The first event of a run of this job. */
export const openedBody = (
  here: Pick<Here, 'env' | 'cwd'> & Pick<Opening, 'pullRequest'>,
  { job, code, configHash: hash, folder }: BoundJob,
): RunOpened => ({
  type: 'run-opened',
  version: LEDGER_VERSION,
  ...belonging(here),
  job: job.name,
  configHash: hash,
  commit: code.commit,
  ...(folder !== undefined && { folder }),
  codeHash: code.hash,
  dirty: code.dirty,
  cells: job.cells.map((cell) => cell.name),
  budget: job.budget,
  retryMax: job.retry.max,
  onFinish: job.onFinish,
  resumes: job.checkpoint?.resume === 'continues',
  ...(here.pullRequest !== undefined && { change: { pullRequest: here.pullRequest } }),
  ...(needsStore(job, here) && { needsStore: true as const }),
  document: job,
});
