import type { EventOf } from '../events.ts';
import { endCell, fallBack, quiet, withCell } from '../fold-cell.ts';
import { attemptsOf, type Lease, type Run } from '../run.ts';
import { countFetched } from './data.ts';
import { type Ignored, ofLease, ofRun } from './entry.ts';
import { either, fields, listOf, nothing, number, oneOf, onlyTrue, optional, text } from './shape.ts';

/** The work on a box: its start, each cell on its way, and its end. */
export const CELL_EVENTS = [
  /** The keeper was told to start attempt `attempt`. */
  ofLease(
    'started',
    {
      lease: text,
      attempt: number,
      configHash: text,
      /** As proven on the box. */
      codeHash: text,
      keeper: text,
      /** Where the run lies on the box, and the keeper in it. */
      dir: fields({ base: text, keeper: text }),
      launcher: text,
      /** Of the box right after the start: another boot id later means a reboot, more kills an OOM. */
      bootId: text,
      oomKills: either(number, nothing),
      /** How far the starter's clock was ahead of the box's. */
      aheadOfBoxSeconds: optional(number),
      /** The box was told to park itself by what does as this verb, so long after its last cell and its last visitor. */
      parksItself: optional(fields({ verb: text, afterSeconds: number })),
      /** What each cell continues from; absent cells start fresh. Earlier versions called the same disk `durable-tier`, too. */
      from: listOf(
        fields({
          cell: text,
          step: number,
          source: oneOf<'same-disk' | 'durable-tier' | 'our-copy' | 'store'>(),
        }),
      ),
      /** As of `reachable`; absent: from here on the box does not end itself, only its keeper ends the cells. */
      endsItselfAt: optional(text),
    },
    {
      isSight: true,
      apply(run, lease, event): Ignored {
        const why = start(run, lease, event);
        if (!why) fallBack(run, event);
        return why;
      },
      subject: (event) => `started attempt ${event.attempt} on ${event.lease}`,
      sentence: (event) =>
        `started attempt ${event.attempt} on ${event.lease}${event.from.map((from) => `; ${from.cell} continues from step ${from.step} (${from.source})`).join('')}`,
    },
  ),

  /** The first step seen after a resume, and that it is not behind what was verified. */
  ofRun(
    'resumed',
    { lease: text, cell: text, attempt: number, firstStep: number, verifiedStep: number },
    {
      isSight: true,
      apply: (run, event): Ignored =>
        withCell(run, event.cell, (cell) => {
          cell.resumedAt.push(event.firstStep);
          cell.resumedAttempt = event.attempt;
        }),
      subject: (event) => `${event.cell} resumed at step ${event.firstStep}`,
      sentence: (event) =>
        `${event.cell} resumed at step ${event.firstStep} on ${event.lease} (verified: ${event.verifiedStep})`,
    },
  ),

  /** The engine of a queue ran the task of one cell once more, by itself: an attempt of that cell alone. */
  ofRun(
    'begun-again',
    { lease: text, cell: text, attempt: number },
    {
      isSight: true,
      apply: (run, event): Ignored =>
        withCell(run, event.cell, (cell) => {
          cell.begunAgain = { attempt: event.attempt, step: cell.verifiedStep };
        }),
      subject: (event) => `${event.cell} was begun again`,
      sentence: (event) =>
        `${event.cell} on ${event.lease} was begun again by its engine (attempt ${event.attempt})`,
    },
  ),

  /** Alive, and no new byte for longer than the job allows. */
  ofRun(
    'stalled',
    {
      lease: text,
      cell: text,
      /** How long it had been silent then, by the box's clock. */
      quietSeconds: number,
    },
    {
      isSight: true,
      apply: (run, event): Ignored =>
        withCell(run, event.cell, (cell) => {
          const at = Date.parse(event.at) - event.quietSeconds * 1000;
          cell.stalledSince ??= new Date(at).toISOString();
        }),
      subject: (event) => `${event.cell} is silent for ${Math.round(event.quietSeconds)} s`,
      sentence: (event) =>
        `${event.cell} on ${event.lease} is STALLED, silent for ${Math.round(event.quietSeconds)} s`,
    },
  ),

  /** A cell that was stalled writes again. */
  ofRun(
    'moving',
    { lease: text, cell: text },
    {
      isSight: true,
      apply: (run, event): Ignored =>
        withCell(run, event.cell, (cell) => {
          cell.stalledSince = undefined;
        }),
      subject: (event) => `${event.cell} goes on`,
      sentence: (event) => `${event.cell} on ${event.lease} goes on`,
    },
  ),

  /** The command returned, and what it started in the background goes on: followed, and not finished. */
  ofRun(
    'detached',
    {
      lease: text,
      cell: text,
      attempt: number,
      /** Processes that carry the cell's mark; 0 where only files changed behind its back. */
      processes: number,
    },
    {
      isSight: true,
      apply: (run, event): Ignored =>
        withCell(run, event.cell, (cell) => {
          cell.detached ??= { at: event.at, processes: event.processes };
          cell.detached.processes = event.processes;
        }),
      subject: (event) => `${event.cell} went into the background`,
      sentence: (event) =>
        `${event.cell} on ${event.lease} WENT INTO THE BACKGROUND: its command returned, ${event.processes} process(es) go on`,
    },
  ),

  /** A text of the box, or of its platform, shows something that the profile of the platform knows. */
  ofRun(
    'recognized',
    {
      lease: text,
      /** Whose log shows it; absent where it is no cell's. */
      cell: optional(text),
      /** Of the gotcha in the profile. */
      id: text,
      cause: text,
      fix: text,
    },
    {
      apply(run, event): Ignored {
        const key = `${event.lease}:${event.id}`;
        if (run.recognized.has(key)) return 'it is known already';
        run.recognized.set(key, event);
        return;
      },
      subject: (event) => `${event.id} recognised on ${event.lease}`,
      sentence: (event) =>
        `${event.cell ?? event.lease} shows ${event.id}, known of its platform: ${event.cause} ${event.fix}`,
    },
  ),

  ofRun(
    'cell-ended',
    {
      lease: text,
      cell: text,
      attempt: number,
      verdict: oneOf<'finished' | 'dead'>(),
      exitCode: number,
      /** Failure class of `src/watch/failures`, such as `CODE_BUG`; absent for `finished`. */
      failureClass: optional(text),
      /** For a full disk before it began: how much room is missing, and what takes it. */
      shortage: optional(text),
      lastStep: optional(number),
      /** Loss of that step, where the metrics have one: what a pull request is compared by. */
      lastLoss: optional(number),
      /** Steps between the last two points of its metrics: how much further than `lastStep` it may have come. */
      stride: optional(number),
      /** Its command, from its start to its end by the box's clock, setup not counted. */
      ranSeconds: optional(number),
      /** The command had returned long before: what it left in the background ended then, or was still. */
      background: optional(onlyTrue),
    },
    {
      isSight: true,
      apply: (run, event): Ignored => endCell(run, event),
      subject: (event) => `${event.cell} ${event.verdict} with exit code ${event.exitCode}`,
      sentence: (event) =>
        `${event.cell} ${event.verdict}, exit ${event.exitCode}${event.failureClass ? `, ${event.failureClass}` : ''}${event.lastStep === undefined ? '' : `, last step ${event.lastStep}`}${event.background ? ', its work had gone into the background' : ''}`,
    },
  ),
] as const;

function start(run: Run, lease: Lease, event: EventOf<'started'>): Ignored {
  if (event.configHash !== run.opened?.configHash)
    return 'another configuration: only the identical one may be retried';
  // Numbers only rise, over all boxes: a number that was used is an attempt that the keeper will not start again.
  if (event.attempt <= attemptsOf(run)) return `attempt ${event.attempt} was started already`;
  const revived = lease.state === 'preempted' && !lease.boxGone && !lease.evicted;
  // An older program goes on with a box that a newer one would have given back: what was started on it decides.
  const wasFailed = lease.state === 'failed' && lease.verbsDone.length === 0;
  if (lease.state !== 'audited' && lease.state !== 'running' && !revived && !wasFailed)
    return `lease is ${lease.state}`;
  lease.state = 'running';
  lease.failure = undefined;
  lease.ranAgain = undefined;
  for (const cell of run.cells.values()) quiet(cell);
  lease.started = event;
  lease.startedAt = event.at;
  lease.endsItselfAt = event.endsItselfAt;
  lease.overAt = undefined;
  // Of later boxes nobody writes down again that they fetched the same data.
  if (lease.firstStartedAt === undefined) countFetched(run, lease, event.at);
  lease.firstStartedAt ??= event.at;
  lease.begunInVain += 1;
  return;
}
