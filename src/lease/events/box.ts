import { comeBack, runAgain, standsStopped } from '../comes-back.ts';
import type { EventOf } from '../events.ts';
import { everyCellEnded, forgetEnds } from '../fold-cell.ts';
import { move, PARKABLE } from '../fold-lease.ts';
import { isQueued, queueMoved } from '../fold-queue.ts';
import type { Lease, LeaseState, Run } from '../run.ts';
import { attemptsIn, attemptsOf } from '../task-ranges.ts';
import { type Ignored, ofLease } from './entry.ts';
import { boolean, fields, listOf, number, object, oneOf, onlyTrue, optional, text } from './shape.ts';

const IN_QUEUE = {
  waiting: 'waits in its queue',
  running: 'has its allocation',
  over: 'is over at its queue',
} as const;

/** When the box ends its own meter if nobody comes before: so it was laid down on it. Absent: it does not. */
export const endsItselfAt = optional(text);

export const clocks = listOf(fields({ id: text, effect: text, at: text }));

/**
 * What was seen of a box. Sight has an age, and only the record knows it: whoever looks next is another process on another
 * machine.
 */
export const BOX_EVENTS = [
  ofLease(
    'reachable',
    {
      lease: text,
      /** Pinned from here on. */
      hostKeySha256: text,
      /** Who vouches for it. */
      pin: oneOf<'platform' | 'derived' | 'first-contact' | 'user'>(),
      endsItselfAt,
    },
    {
      isSight: true,
      apply: (run, lease, event): Ignored =>
        // It was stopped when its work was over, and somebody started it: what is left is to collect, not to train again.
        move(lease, ['rented'], afterReach(run, lease), () => {
          lease.wakes = undefined;
          lease.endsItselfAt = event.endsItselfAt;
          lease.pin ??= { sha256: event.hostKeySha256, by: event.pin };
          // The place of a submission answers whether or not anything of it runs.
          if (!isQueued(lease)) runAgain(lease, lease.meters, event.at);
        }),
      subject: (event) => `${event.lease} answers`,
      sentence: (event) => `reached ${event.lease}, host key SHA256:${event.hostKeySha256} (${event.pin})`,
    },
  ),

  ofLease(
    'audited',
    {
      lease: text,
      fit: boolean,
      /** Unfit, rented, and nothing was ever started on it: it is given back, and neither its offer nor its host is taken again. */
      goesBack: optional(onlyTrue),
      /** Of a queue: what the machine that began this attempt saw of itself. What runs there runs on, fit or not. */
      attempt: optional(number),
      /** Of several tasks: of which ones, by the places of their cells in the run (`attemptsOf`); `findings` name the cells. */
      tasks: optional(text),
      findings: listOf(fields({ id: text, level: oneOf<'info' | 'warn' | 'fail'>(), what: text })),
      /** Numbers worth keeping: `diskFreeBytes`, `memoryMaxBytes`, `cpuQuota`, `gpuCount`. */
      measured: object<Record<string, number | string | boolean>>(),
      /** Directories of the job or its platform's profile that the box was seen to have. Absent before they were looked for. */
      placed: optional(fields({ work: optional(text), durable: optional(text), data: optional(text) })),
      endsItselfAt,
    },
    {
      isSight: true,
      apply: (_run, lease, event): Ignored => audit(lease, event),
      subject: (event) => (event.fit ? `${event.lease} is fit` : `${event.lease} is not fit`),
      sentence: ({ lease, fit, findings, tasks }) => {
        const count = tasks === undefined ? 0 : attemptsIn(tasks).size;
        const bad = findings.filter(({ level }) => level !== 'info');
        const told = bad.map(({ level, id, what }) => `${level} ${id}: ${what}`).join('; ');
        return `audited ${lease}${count > 0 ? `, ${count} of its tasks` : ''}: ${fit ? 'fit' : 'NOT FIT'}${told && `; ${told}`}`;
      },
    },
  ),

  /** The box answered. Written when the record's last word of it has grown old, not at every look. */
  ofLease(
    'seen',
    {
      lease: text,
      /** When the work on it is expected to be over, by the pace that was seen. Absent where nobody can tell. */
      overAt: optional(text),
    },
    {
      isSight: true,
      apply(_run, lease, { overAt }): Ignored {
        if (lease.boxId === undefined) return 'it has no box';
        if (overAt !== undefined) lease.overAt = overAt;
        return;
      },
      subject: (event) => `${event.lease} was seen`,
      sentence: ({ lease, overAt }) =>
        `${lease} was seen${overAt === undefined ? '' : `; its work is expected to be over at ${overAt}`}`,
    },
  ),

  /** The box did not answer, for the first time since it last did. */
  ofLease(
    'unreached',
    {
      lease: text,
      /** The platform's word for its state at that moment. */
      shown: text,
    },
    {
      apply(_run, lease, event): Ignored {
        if (lease.boxId === undefined) return 'it has no box';
        lease.unreached ??= { at: event.at, shown: event.shown };
        lease.unreached.shown = event.shown;
        return;
      },
      subject: (event) => `${event.lease} does not answer`,
      sentence: (event) => `${event.lease} DOES NOT ANSWER; its platform calls it ${event.shown}`,
    },
  ),

  /** A submission to a queue has its allocation, waits for one again, or is over: by the word of the engine. */
  ofLease(
    'queue-moved',
    {
      lease: text,
      to: oneOf<'waiting' | 'running' | 'over'>(),
      /** In words: why it waits, or how it ended. */
      why: optional(text),
      /** It waits, and does not start by itself: somebody holds it, or nothing that it waits for comes. */
      stuck: optional(oneOf<'held' | 'never'>()),
      /** Of a submission of several tasks that runs: how many of them have an allocation. */
      tasks: optional(number),
    },
    {
      apply: (_run, lease, event): Ignored => queueMoved(lease, event),
      subject: (event) => `${event.lease} is ${event.to}`,
      sentence: ({ lease, to, why, tasks }) =>
        `${lease} ${IN_QUEUE[to]}${tasks === undefined ? '' : `, ${tasks} of its tasks at once`}${why === undefined ? '' : `: ${why}`}`,
    },
  ),

  /** Stopped, its meters of computing proven so, and its platform shows them stopped still. Written rarely, as `seen` is. */
  ofLease(
    'stands-stopped',
    { lease: text },
    {
      apply(_run, lease, event): Ignored {
        if (!standsStopped(lease)) return `lease is ${lease.state}`;
        lease.stoppedSeenAt = event.at;
        return;
      },
      subject: (event) => `${event.lease} is stopped still`,
      sentence: (event) => `${event.lease} is stopped still`,
    },
  ),

  /** A box that was proven stopped computes again, and nobody here started it: shown so twice. */
  ofLease(
    'runs-again',
    {
      lease: text,
      /** Ids of the meters that run. */
      meters: listOf(text),
    },
    {
      apply: (run, lease, event): Ignored => comeBack(run, lease, event),
      subject: (event) => `${event.lease} runs again`,
      sentence: (event) =>
        `${event.lease} RUNS AGAIN, and nobody here started it: ${event.meters.join(', ')}`,
    },
  ),

  ofLease(
    'preempted',
    {
      lease: text,
      /**
       * `box`: gone at the platform, twice. `process`: dead for a probabilistic reason on a living box. `evicted`: stopped by
       * the platform without our asking; the box is lost to the run, its disk may bill until it is released. `disk`: the box
       * answers, and nothing of what was laid down on it is there any more.
       */
      what: oneOf<'box' | 'process' | 'evicted' | 'disk'>(),
      why: text,
      /** Evicted before it ever answered, rented, and nothing was ever started on it: it is given back as one that never came up. */
      goesBack: optional(onlyTrue),
      /** Of an evicted box: profile clocks that now run against what it still holds, as in `parked`. */
      clocks: optional(clocks),
    },
    {
      apply: (run, lease, event): Ignored => preempt(run, lease, event),
      subject: (event) => `preempted on ${event.lease}: ${event.what} lost`,
      sentence: (event) => `PREEMPTED ${event.lease} (${event.what}): ${event.why}`,
    },
  ),
] as const;

function audit(lease: Lease, event: EventOf<'audited'>): Ignored {
  if (event.attempt !== undefined) return auditOfAttempt(lease, event, event.attempt);
  const goesBack = event.goesBack === true && lease.started === undefined;
  const to = event.fit ? 'audited' : goesBack ? 'failed' : 'unfit';
  return move(lease, ['reachable', 'unfit', 'audited'], to, () => {
    lease.placed = event.placed;
    lease.gpus = cardsIn(event.measured);
    lease.endsItselfAt = event.endsItselfAt ?? lease.endsItselfAt;
    if (to !== 'failed') return;
    const bad = event.findings.filter(({ level }) => level === 'fail').map(({ what }) => what);
    lease.failedAt = event.at;
    lease.unfit = true;
    lease.failure = `not fit: ${bad.join('; ') || 'its audit says so'}`.slice(0, 300);
  });
}

/** Of one kind; a box of several says nothing of either. */
function cardsIn({ gpuName: name, gpuCount: count }: EventOf<'audited'>['measured']): Lease['gpus'] {
  if (typeof name !== 'string' || typeof count !== 'number') return;
  return name === '' || name.includes(';') || count < 1 ? undefined : { name, count };
}

function auditOfAttempt(lease: Lease, event: EventOf<'audited'>, attempt: number): Ignored {
  if (!isQueued(lease) || lease.started === undefined) return 'it is no submission that was begun';
  const bad = event.findings.filter(({ level }) => level === 'fail').map(({ what }) => what);
  if (event.tasks !== undefined) return auditOfTasks(lease, { ...event, attempt }, event.tasks, bad);
  lease.allocation = { attempt, at: event.at, ...(event.fit ? {} : { unfit: bad.join(' ').slice(0, 500) }) };
  return;
}

/** Each task has a machine of its own: what is known of the others stays. */
function auditOfTasks(
  lease: Lease,
  { attempt, at, fit }: { attempt: number; at: string; fit: boolean },
  tasks: string,
  bad: readonly string[],
): Ignored {
  const known = lease.allocation?.attempt === attempt ? lease.allocation : undefined;
  const unfit = [...(known?.unfit === undefined ? [] : [known.unfit]), ...(fit ? [] : bad)].join(' ');
  lease.allocation = {
    attempt,
    at: known?.unfit === undefined ? at : known.at,
    tasks: attemptsOf(new Map([...attemptsIn(known?.tasks ?? ''), ...attemptsIn(tasks)])),
    ...(unfit === '' ? {} : { unfit: unfit.slice(0, 500) }),
  };
  return;
}

const PROCESS: readonly LeaseState[] = ['running', 'preempted'];
const LOSABLE: readonly LeaseState[] = [...PARKABLE, 'parked'];

function preempt(run: Run, lease: Lease, event: EventOf<'preempted'>): Ignored {
  // A process dies only where one was started; a box can be taken away as soon as it is held.
  const from = event.what === 'process' ? PROCESS : LOSABLE;
  if (!from.includes(lease.state)) return `lease is ${lease.state}`;
  if (event.what === 'disk') return wipe(run, lease, event.at);
  // An end that was only on the lost box counts for nothing unless its artifacts are already sealed.
  if (!run.seal) forgetEnds(run, event.what !== 'process');
  if (event.what === 'process' && lease.state !== 'preempted') {
    run.relaunches += 1;
    lease.setBackAt = event.at;
  }
  if (event.what !== 'process') lease.lostAt ??= event.at;
  lease.boxGone ||= event.what === 'box';
  lease.evicted ||= event.what === 'evicted';
  const goesBack = event.goesBack === true && event.what === 'evicted' && neverLetUsIn(lease);
  lease.state = goesBack ? 'failed' : 'preempted';
  if (goesBack) {
    lease.failure = event.why;
    lease.failedAt = event.at;
  }
  if (event.clocks) {
    lease.clocks = event.clocks;
    lease.clocksSince = event.at;
  }
  return;
}

/** Stopped before it let anybody in: nothing of ours can be on it. */
const neverLetUsIn = ({ state, started, pin, intent }: Lease): boolean =>
  state === 'rented' && started === undefined && pin === undefined && intent.attach === undefined;

/** One that parked itself is asked what it has done before anything is begun on it. */
function afterReach(run: Run, lease: Lease): LeaseState {
  if (wasOver(run, lease)) return 'ended';
  return lease.wakes !== undefined && lease.started !== undefined ? 'running' : 'reachable';
}

const wasOver = (run: Run, { started, endedAt }: Lease): boolean =>
  started !== undefined && endedAt !== undefined && everyCellEnded(run);

/** It lives and holds nothing: looked over like a new one, and what was kept is brought back to it. */
function wipe(run: Run, lease: Lease, at: string): Ignored {
  if (run.seal) return 'what it held is sealed';
  if (!lease.started || lease.boxGone || lease.evicted) return `lease is ${lease.state}`;
  forgetEnds(run, true);
  lease.wipes += 1;
  lease.setBackAt = at;
  lease.endedAt = undefined;
  lease.state = 'reachable';
  return;
}
