import type { Job } from '../../job/job.ts';
import { formatUsd } from '../../money.ts';
import { bindAnew } from '../bound-anew.ts';
import { failedLaunches } from '../breaker.ts';
import type { EventOf } from '../events.ts';
import { everyCellEnded, newCell } from '../fold-cell.ts';
import type { Footprint } from '../footprint.ts';
import { attemptsOf, type Run } from '../run.ts';
import { type Ignored, ofRecord, ofRun } from './entry.ts';
import { boolean, either, fields, listOf, number, object, oneOf, onlyTrue, optional, text } from './shape.ts';
import { LEDGER_VERSION } from './version.ts';

const budget = fields({
  usd: number,
  hours: number,
  usdPerHour: number,
  usdPerDay: optional(number),
  gpuHours: optional(number),
  usdRepositoryPerDay: optional(number),
  usdRepositoryPerMonth: optional(number),
});

/** A run as a whole: how it begins, stands still, goes on and ends. */
export const RUN_EVENTS = [
  /** First event of every run. The job travels by hash; the parts that later stages need are here. */
  ofRecord(
    'run-opened',
    {
      version: number,
      /** Its own id, and the repository that it belongs to: a record under another name is another run's. Absent before they were written. */
      run: optional(text),
      repository: optional(fields({ name: text, id: optional(text) })),
      job: text,
      /** `digestOf` everything that determines the computation: XC-06. */
      configHash: text,
      commit: text,
      /** Where in the repository the job file lies, `.` at its top: the root of the code that goes to the box. */
      folder: optional(text),
      /** Hash over path and content of every file pushed. */
      codeHash: text,
      /** Made from a work tree with uncommitted changes; shown for ever. */
      dirty: boolean,
      cells: listOf(text),
      budget,
      retryMax: number,
      onFinish: oneOf<'hold' | 'park'>(),
      /** Whether a run of this job continues from its checkpoint; without it a preemption ends the run. */
      resumes: boolean,
      /** Opened where the disk is thrown away: a seal counts only once its artifacts are in a store that was read back. */
      needsStore: optional(onlyTrue),
      /** Of a commit that a label on a pull request asked for: nothing is rented for it before a reviewer's word in advance. */
      change: optional(fields({ pullRequest: number })),
      /** This run is one part of a sweep; its cells are that part's. All parts have one configuration hash: that of the whole sweep. */
      sweep: optional(
        fields({
          id: text,
          /** Counted from 1. */
          part: number,
          of: number,
          /** `digestOf` the roster, so that parts of another division are never taken for its own. */
          division: text,
          /** In part 1 alone: the names of the cells of every part, which is what a sweep is reconciled with. */
          roster: optional(listOf(listOf(text))),
        }),
      ),
      /** The job as parsed, so that any later stage continues without the repository. Holds names of secrets, no values. */
      document: object<Job>(),
    },
    {
      apply: (run, event): Ignored => open(run, event),
      subject: (event) =>
        `opened ${event.job} at ${event.commit.slice(0, 10)}${event.dirty ? ' (dirty)' : ''}`,
      sentence: (event) =>
        `opened job ${event.job} at commit ${event.commit.slice(0, 8)}${event.dirty ? ' with uncommitted changes' : ''}, ${event.cells.length} cell(s)`,
    },
  ),

  ofRun(
    'smoke-passed',
    {
      commit: text,
      configHash: text,
      seconds: number,
      environment: object<{ os: string; arch: string; interpreter: string }>(),
      drill: either(oneOf<'none'>(), fields({ killedAtStep: number, resumedAtStep: number })),
      /** What a disk budget is reckoned from. Absent before it was measured. */
      footprint: optional(object<Footprint>()),
    },
    {
      apply(run, event): Ignored {
        if (event.commit !== run.opened.commit) return `evidence for commit ${event.commit}`;
        if (event.configHash !== run.opened.configHash) return 'evidence for another configuration';
        run.smoke = 'passed';
        run.footprint = event.footprint ?? run.footprint;
        return;
      },
      subject: ({ drill }) =>
        drill === 'none' ? 'smoke passed' : `smoke passed, resumed at step ${drill.resumedAtStep}`,
      sentence: ({ seconds, drill }) =>
        `smoke passed in ${seconds} s${drill === 'none' ? ', no drill' : `; killed at step ${drill.killedAtStep}, resumed at step ${drill.resumedAtStep}`}`,
    },
  ),

  /** The job says `smoke: none`. A warning wherever the run is shown. */
  ofRun(
    'smoke-waived',
    {},
    {
      apply(run): Ignored {
        run.smoke = run.smoke === 'passed' ? 'passed' : 'waived';
        return;
      },
      subject: () => 'smoke waived by the job',
      sentence: () => 'WARNING: no smoke, by the job file',
    },
  ),

  /** The run stopped itself and waits for a person; the box is held. */
  ofRun(
    'halted',
    { code: text, what: text, next: text },
    {
      apply(run, event): Ignored {
        // The first says why it stands; what was found while it stood comes after it.
        if (run.halted) run.haltedToo.push(event);
        else run.halted = event;
        return;
      },
      subject: (event) => `halted: ${event.code}`,
      sentence: (event) => `HALTED (${event.code}): ${event.what} Next: ${event.next}`,
    },
  ),

  /** A person looked at a halt and said go on (`gpu-lease resume`). */
  ofRun(
    'resolved',
    { how: text },
    {
      apply(run): Ignored {
        goOnAfter(run);
        // A person said go on, so one more death than the retries allow may be answered with a relaunch.
        run.relaunches = Math.min(run.relaunches, run.opened.retryMax);
        run.forgivenFailures = failedLaunches(run);
        return;
      },
      subject: () => 'resolved, going on',
      sentence: (event) => `resolved by ${event.how}`,
    },
  ),

  /** A person mended the job: it goes on on the box that it holds, by another commit (`gpu-lease retry`). */
  ofRun(
    'bound-anew',
    {
      person: text,
      configHash: text,
      commit: text,
      codeHash: text,
      dirty: boolean,
      cells: listOf(text),
      budget,
      retryMax: number,
      resumes: boolean,
      document: object<Job>(),
    },
    {
      apply: (run, event): Ignored => bindAnew(run, event),
      subject: (event) => `goes on with commit ${event.commit.slice(0, 10)}`,
      sentence: ({ person, commit, dirty }) =>
        `${person} bound it to commit ${commit.slice(0, 8)}${dirty ? ' with uncommitted changes' : ''}: it goes on on its box with that`,
    },
  ),

  /** The chain of bounded looks goes on in another workflow run. Written before the dispatch; again with its id after it. */
  ofRun(
    'continued',
    {
      how: oneOf<'dispatch' | 'rerun'>(),
      /** Counted from 1. */
      hop: number,
      workflowRun: optional(number),
      /** When it is due to look, by the wait that it was given: not later than that it is waited for. */
      lookAt: optional(text),
    },
    {
      apply: (run, event): Ignored => goOn(run, event),
      subject: (event) => `goes on elsewhere (${event.how}, hop ${event.hop})`,
      sentence: (event) =>
        `goes on in ${event.workflowRun === undefined ? 'another workflow run' : `workflow run ${event.workflowRun}`} (${event.how}, hop ${event.hop})`,
    },
  ),

  /** What a stage cost in runner time, which is money of another kind. */
  ofRun(
    'runner-used',
    {
      stage: text,
      seconds: number,
      /** As the runner names itself: `GitHub Actions 12`, or `self-hosted`. */
      runner: text,
      /** Id of the workflow's job that it was a part of. */
      job: optional(text),
    },
    {
      apply(run, event): Ignored {
        const seconds = Math.max(0, event.seconds);
        run.runnerSeconds += seconds;
        // An attempt of a workflow run has a job once; records from before jobs were written down count each stage as one.
        const key = `${event.by} ${event.job ?? event.stage}`;
        const before = run.runnerJobs.get(key)?.seconds ?? 0;
        const { runner, by } = event;
        run.runnerJobs.set(key, { workflowRun: workflowRunOf(by), seconds: before + seconds, runner });
        return;
      },
      subject: (event) => `${event.stage} used ${Math.round(event.seconds)} s of a runner`,
      sentence: (event) => `${event.stage} used ${Math.round(event.seconds)} s of ${event.runner}`,
    },
  ),

  /** What a workflow run of this run is billed so far, all jobs of all its attempts: GitHub told it to the last of them. */
  ofRun(
    'runners-billed',
    {
      workflowRun: number,
      bill: listOf(fields({ label: text, minutes: number })),
    },
    {
      apply(run, { workflowRun, bill }): Ignored {
        run.runnerBills.set(
          String(workflowRun),
          new Map(bill.map(({ label, minutes }) => [label, Math.max(0, minutes)])),
        );
        return;
      },
      subject: (event) => `workflow run ${event.workflowRun} is billed ${minutesOf(event)} min`,
      sentence: (event) =>
        `workflow run ${event.workflowRun} is billed ${minutesOf(event)} min of runners, each job rounded up`,
    },
  ),

  /**
   * After a time in which nobody wrote to the record, something outside its ref was asked whether the record is all there was,
   * and knew of nothing more (docs/lifecycle.md, "Absence proves nothing").
   */
  ofRun(
    'vouched',
    {
      /** Who was asked: "artifact 4001 of workflow run 7", "this machine". */
      witnesses: listOf(text),
      /** When, by the clock of whoever asked, where the record is ahead of it: `at` never goes back. */
      askedAt: optional(text),
    },
    {
      apply(run, { askedAt }): Ignored {
        run.askedAt = askedAt;
        return;
      },
      subject: (event) => `vouched for by ${event.witnesses.join(', ')}`,
      sentence: (event) =>
        `nothing is missing from the record, as far as ${event.witnesses.join(' and ')} can tell`,
    },
  ),

  /** A person was told of something that lasts (`concerns.ts`): in an issue, by an exit code, on the terminal. */
  ofRun(
    'told',
    {
      /** The concern's key. */
      of: text,
      /** Since when it lasts, as it was told: begun anew, it is told anew. */
      since: text,
    },
    {
      apply(run, event): Ignored {
        run.told.set(event.of, event.since);
        return;
      },
      subject: (event) => `told: ${event.of}`,
      sentence: (event) => `a person was told of ${event.of}`,
    },
  ),

  ofRun(
    'closed',
    { usd: number },
    {
      apply(run, event): Ignored {
        if (run.leases.some((lease) => lease.meters.some((meter) => !meter.stoppedAt)))
          return 'a meter is not proven stopped';
        run.closed = event;
        return;
      },
      subject: (event) => `closed at ${event.usd.toFixed(4)} USD`,
      sentence: (event) => `closed, ${formatUsd(event.usd)} in all`,
    },
  ),
] as const;

function open(run: Run, event: EventOf<'run-opened'>): Ignored {
  if (run.opened) return 'the run is open already';
  if (event.run !== undefined && event.run !== run.id) return `the record is that of run ${event.run}`;
  if (event.version > LEDGER_VERSION)
    return `ledger version ${event.version}, we read up to ${LEDGER_VERSION}`;
  run.opened = event;
  for (const name of event.cells) run.cells.set(name, newCell(name));
  return;
}

/** A person looked at the halt: what stood in the way of going on is taken to be put right, and looked at again. */
function goOnAfter(run: Run): void {
  const codes = [run.halted, ...run.haltedToo].map((halt) => halt?.code);
  run.halted = undefined;
  run.haltedToo = [];
  const attempt = attemptsOf(run);
  for (const cell of run.cells.values()) {
    // Why they died was mended (room was made, a path was put right): they go on from what they last wrote.
    if (codes.includes('cells-dead') && cell.ended?.verdict === 'dead') cell.ended = undefined;
    if (codes.includes('resumed-behind'))
      cell.resumedAttempt = Math.max(attempt, cell.begunAgain?.attempt ?? 0);
  }
  for (const lease of run.leases) {
    lease.unreached = undefined;
    // A box that was not fit may have been put right by hand: it is audited again.
    if (lease.state === 'unfit') lease.state = 'reachable';
    if (lease.state === 'ended' && !run.seal && !everyCellEnded(run)) lease.state = 'preempted';
    // Stopped by us or by its platform before its work was sealed: it goes on once somebody has started it again.
    // One that parked itself we start ourselves.
    if (lease.state === 'parked' && !run.seal && !lease.parkedItself)
      Object.assign(lease, { state: 'rented', clocks: [] });
  }
}

/** A hop belongs to the first workflow run that is written down for it. */
function goOn(run: Run, event: EventOf<'continued'>): Ignored {
  const known = run.continued;
  if (event.hop < (known?.hop ?? 0)) return `hop ${known?.hop} was taken already`;
  if (known?.hop === event.hop && known.workflowRun !== undefined && known.workflowRun !== event.workflowRun)
    return `hop ${event.hop} is workflow run ${known.workflowRun}`;
  run.continued = event;
  return;
}

/** Id of the workflow run that wrote an event; of whoever else wrote it the whole name. */
const workflowRunOf = (by: string): string => /^github:(\d+)\./.exec(by)?.[1] ?? by;

const minutesOf = ({ bill }: { bill: readonly { minutes: number }[] }): number =>
  bill.reduce((sum, { minutes }) => sum + minutes, 0);
