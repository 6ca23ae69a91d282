import type { Probe, ProbeCell } from '../box/box-plan.ts';
import { withoutTerminalCodes } from '../box/stranger-text.ts';
import type { Job } from '../job/job.ts';
import { type MetricsRule, sourcesOf } from '../metrics/rule.ts';
import { sightingOf } from '../metrics/sighting.ts';
import { type Diagnosis, diagnose } from './diagnose.ts';
import type { Remains } from './failures/failure.ts';

export interface Baseline {
  /** Of the probe right after the start; a different one now means a reboot. */
  bootId: string;
  oomKills: number | null;
}

/** What of the job helps to read what a cell left behind. */
export interface OfJob {
  sources?: readonly MetricsRule[];
  /** It asks for a card. Absent: not known. */
  cardAsked?: boolean;
}

export const ruleOf = (job: Job): Job['watch'] & Required<OfJob> => ({
  ...job.watch,
  sources: sourcesOf(job),
  cardAsked: job.resources.gpu !== undefined,
});

export type CellVerdict =
  | { verdict: 'finished'; exitCode: 0; fast: boolean }
  | { verdict: 'dead'; exitCode: number; diagnosis: Diagnosis }
  | { verdict: 'stalled'; quietSeconds: number }
  | { verdict: 'running' }
  /** Its command returned, and what it left behind goes on: followed like one that runs. */
  | { verdict: 'background'; processes: number }
  /** Over by its own record, so lately that what it left behind could not show itself yet; or that was not told yet. */
  | { verdict: 'settling' }
  | { verdict: 'waiting' };

/** After an end by the keeper's record, before it is believed: what writes on shows itself within that. By the box's clock. */
const SETTLE_SECONDS = 3;

/**
 * Distinct outcomes (P4-03). Finished is exit code 0, nothing of the cell's mark alive, and its files still. Completion is our own exit record and nothing the payload printed; the alarm is
 * liveness and the age of the newest byte anywhere. The two share no test, so that no one fault of ours silences both.
 */
export function judgeCell(
  cell: ProbeCell,
  probe: Probe,
  baseline: Baseline,
  rule: { stallSeconds: number; expectedSeconds?: number } & OfJob,
): CellVerdict {
  if (cell.state === 'waiting') return { verdict: 'waiting' };
  if (cell.state === 'exited') {
    const code = cell.exitCode ?? -1;
    if (cell.reason === 'dead-man') return { verdict: 'dead', exitCode: code, diagnosis: WALLTIME };
    if (cell.reason === 'taken') return { verdict: 'dead', exitCode: code, diagnosis: TAKEN };
    if (cell.reason === 'node-lost') return { verdict: 'dead', exitCode: code, diagnosis: NODE_LOST };
    if (cell.reason === 'signal') return { verdict: 'dead', exitCode: code, diagnosis: STOPPED };
    if (code === 0 && (cell.syncExitCode ?? 0) === 0)
      return goesOn(cell, probe, rule.stallSeconds) ?? finished(cell, rule.expectedSeconds);
    // What it died of stands in what did not come with this answer.
    if (cell.more) return { verdict: 'settling' };
    if (code === 0)
      return { verdict: 'dead', exitCode: cell.syncExitCode ?? -1, diagnosis: syncFailed(cell.syncExitCode) };
    return {
      verdict: 'dead',
      exitCode: code,
      diagnosis: diagnose(remainsOf(cell, probe, baseline, rule)),
    };
  }
  if (cell.state === 'lost') {
    return {
      verdict: 'dead',
      exitCode: -1,
      diagnosis: diagnose(remainsOf(cell, probe, baseline, rule)),
    };
  }
  if (cell.background > 0) return { verdict: 'background', processes: cell.background };
  const quiet = cell.quietSeconds ?? 0;
  if (quiet > rule.stallSeconds) return { verdict: 'stalled', quietSeconds: quiet };
  return { verdict: 'running' };
}

const finished = (cell: ProbeCell, expectedSeconds: number | undefined): CellVerdict => ({
  verdict: 'finished',
  exitCode: 0,
  fast: isFast(cell, expectedSeconds),
});

/** Exit code 0 is a claim: who put its work into the background returns it at once. */
function goesOn(cell: ProbeCell, { boxTime }: Probe, stallSeconds: number): CellVerdict | undefined {
  const { background: processes, changedAfterEnd, changedAgoSeconds, endedAt } = cell;
  const writes = changedAfterEnd > 0 && (changedAgoSeconds ?? 0) < stallSeconds;
  if (processes > 0 || writes) return { verdict: 'background', processes };
  const ago = endedAt === null ? SETTLE_SECONDS : boxTime - endedAt;
  // A clock that was set back since says nothing.
  return ago >= 0 && ago < SETTLE_SECONDS ? { verdict: 'settling' } : undefined;
}

/** Ended in less than half of what was expected: success to be looked at before it is believed (P4-06). */
function isFast(cell: ProbeCell, expectedSeconds: number | undefined): boolean {
  if (expectedSeconds === undefined || cell.startedAt === null || cell.endedAt === null) return false;
  return cell.endedAt - cell.startedAt < expectedSeconds / 2;
}

/** What a cell that is over, or gone, left behind. */
export function remainsOf(
  cell: ProbeCell,
  probe: Probe,
  baseline: Baseline,
  { sources = [], cardAsked }: OfJob = {},
): Remains {
  const now = probe.memory.oomKills;
  return {
    exitCode: cell.state === 'exited' ? (cell.exitCode ?? -1) : -1,
    logTail: withoutTerminalCodes(cell.logTail),
    cardAsked,
    oomKillsSinceStart: now === null || baseline.oomKills === null ? null : now - baseline.oomKills,
    // A boot id that cannot be read, then or now, proves nothing.
    rebooted: baseline.bootId !== '' && probe.bootId !== '' && probe.bootId !== baseline.bootId,
    diskFreeBytes: probe.disk.freeBytes,
    diskFreeInodes: probe.disk.freeInodes,
    vanished: cell.state === 'lost',
    lastStep: sightingOf(cell.metrics, sources)?.last.step,
  };
}

/** Our own timer on the box, so nothing that a relaunch could cure: it would be paid for beyond the budget. */
const WALLTIME: Diagnosis = {
  failureClass: 'WALLTIME',
  signature: 'dead-man',
  cause: 'the run was ended on the box because budget.hours was over',
  fix: 'its checkpoints are kept; a longer run needs a new one with a larger budget',
  probabilistic: false,
};

/** Whatever the trainer makes of it, exit 0 included: it did not come to its end. */
const STOPPED: Diagnosis = {
  failureClass: 'STOPPED',
  signature: 'signal',
  cause: 'the run was ended on the box by our own order',
  fix: 'its checkpoints are kept; start a new run, or give the box back',
  probabilistic: false,
};

/** By a signal that the keeper got and nobody here sent. */
const TAKEN: Diagnosis = {
  failureClass: 'PREEMPTED',
  signature: 'taken',
  cause: 'whoever runs the box told it that it is taken away, and the command was asked to save and to end',
  fix: 'it goes on from its newest verified checkpoint',
  probabilistic: true,
};

/** One of several machines, by the keeper that lost its connection to it. */
const NODE_LOST: Diagnosis = {
  failureClass: 'NODE_LOST',
  signature: 'node-lost',
  cause:
    'the connection to one of its nodes ended without a word, and the others were asked to save and to end',
  fix: 'all of them begin again from the newest checkpoint, where each answers; its log names the node',
  probabilistic: true,
};

const syncFailed = (exitCode: number | null): Diagnosis => ({
  failureClass: 'SYNC_FAILED',
  signature: 'F-D10',
  cause: `training ended well, but its copy to the durable tier failed (exit ${exitCode})`,
  fix: 'the files on the data disk are the truth: repair the durable tier and copy again before anything is released',
  probabilistic: false,
});
