import { formatUsd } from '../money.ts';
import { isGivenUp, unaskedNext } from './asking.ts';
import { isUseless, usdUnseen } from './comes-back.ts';
import { mendedWords } from './events/mended.ts';
import { dueAfter, idle } from './idle-concerns.ts';
import { logOf } from './log-of.ts';
import { endedItself, ownEndWords } from './loss.ts';
import { failingTargets } from './notices.ts';
import { budgetUse, KEPT } from './over-budget.ts';
import { concernsInQueue } from './queue-concerns.ts';
import { type Cell, computing, doubtsOf, type Lease, openMeters, type Run } from './run.ts';
import { standingGaps } from './standing.ts';
import { type TellAfter, tellAfterOf } from './tell-after.ts';

/**
 * Something that lasts and costs money, or soon will. No step fails of it, so nothing else would tell of it. Each has an age
 * that only the record knows, an age from which on a person is told, once, and an end to which `next.ts` brings it.
 */
export interface Concern {
  /** Names it within the run: `unreached:tiny-1`. */
  key: string;
  /** Since when it lasts, ISO 8601. */
  since: string;
  /** Old enough to be told. */
  due: boolean;
  /** From when on it is, ISO 8601, where time alone makes it so. */
  dueAt?: string;
  /** A sentence that stays the same while it lasts. */
  what: string;
  next: string;
  /** What it costs while it lasts. */
  usdPerHour: number;
}

/** Every concern of a run, told or not. A run that is closed has none, and one that holds nothing none of its boxes. */
export function concernsOf(run: Run, now: Date): Concern[] {
  if (run.closed || !run.opened) return [];
  const held = run.leases.filter((lease) => openMeters(lease).length > 0);
  const unkept = [...notKept(run), ...notTold(run)];
  const [first] = held;
  if (!first) return unkept;
  const after = tellAfterOf(run);
  return [
    ...money(run, held, now),
    ...held.flatMap((lease) => [
      ...sight(run, lease, after, now),
      ...idle(run, lease, { after, usdPerHour: usdPerHourOf([lease]), now }),
      ...startedAgain(run, lease),
      ...concernsInQueue(run, lease, usdPerHourOf([lease])),
    ]),
    ...unkept,
    ...silences(run, held),
    ...knownThere(run, held),
    ...endings(run, held, after, now),
  ];
}

/** Those that a person has to be told of now: old enough, and not told since they began. */
export const toTell = (run: Run, now: Date): Concern[] =>
  concernsOf(run, now).filter(({ key, since, due }) => due && run.told.get(key) !== since);

/** What whoever looks at a run is shown, told before or not: concerns that are old enough, and how it ended otherwise than its job says. */
export const attentionOf = (run: Run, now: Date): { what: string; next: string }[] => [
  ...doubtsOf(run).map((doubt) => ({
    what: `${doubt}.`,
    next: 'Look at its log and metrics before its release is approved; an approval in advance does not cover it.',
  })),
  ...mendedOf(run),
  ...concernsOf(run, now)
    .filter(({ due, key }) => due && key !== run.halted?.code)
    .map(({ what, next, usdPerHour }) => ({
      what: usdPerHour > 0 ? `${what} It costs ${usdPerHour} USD per hour.` : what,
      next,
    })),
];

/** What lies beside the outputs is shown for as long as somebody can look at it. */
const mendedOf = (run: Run): { what: string; next: string }[] =>
  [...run.cells.values()].flatMap(({ mended }) => {
    const lease = run.leases.find(({ name }) => name === mended?.lease);
    if (!mended || !lease || lease.boxGone || openMeters(lease).length === 0) return [];
    const next =
      mended.aside.length > 0
        ? 'Nothing has to be done. What was set aside goes with the box: look at it before, if it is of use.'
        : 'Nothing has to be done.';
    return [{ what: `${mended.cell}: ${mendedWords(mended)}.`, next }];
  });

const usdPerHourOf = (leases: readonly Lease[]): number => {
  const usd = leases.flatMap(openMeters).reduce((sum, { usdPerHour }) => sum + usdPerHour, 0);
  return Number(usd.toFixed(6));
};

/** Whatever the run is at: halted, sealed, waiting. That it soon will be is told while it can still be helped. */
function money(run: Run, held: readonly Lease[], now: Date): Concern[] {
  const usdPerHour = usdPerHourOf(held);
  const since = run.leases.find(({ rentedAt }) => rentedAt)?.rentedAt;
  const { over, nearly } = budgetUse(run, now);
  if (usdPerHour === 0 || since === undefined) return [];
  // What is sealed needs nobody to give anything up, and nothing of it ends by itself.
  const release = run.seal && `It is sealed: "gpu-lease release ${run.id}" gives the box back.`;
  if (over) {
    const { code, stable, next } = over;
    return [{ key: code, since, due: true, what: stable, next: release ?? `${KEPT} ${next}`, usdPerHour }];
  }
  if (nearly === undefined) return [];
  const next =
    release ??
    `If it needs no more than that, nothing. Then the run is halted. ${KEPT} "gpu-lease status ${run.id}" shows how far it is.`;
  return [{ key: 'budget-nearly', since, due: true, what: nearly, next, usdPerHour }];
}

/** A box that does not answer, or that its platform shows stopped without our asking. */
function sight(run: Run, lease: Lease, { unreachableSeconds }: TellAfter, now: Date): Concern[] {
  const { unreached, name, platform } = lease;
  if (!unreached || run.seal || lease.state === 'parked') return [];
  const since = lease.seenAt ?? lease.rentedAt ?? unreached.at;
  const usdPerHour = usdPerHourOf([lease]);
  if (unreached.shown === 'stopped') {
    return [
      {
        key: `stopped:${name}`,
        since: unreached.at,
        due: true,
        what: `${platform} shows ${name} stopped, and ${endedItself(lease, unreached.at) ? ownEndWords(lease.endsItselfAt) : 'nobody here stopped it'}. What that ended is not proven, so all of its meters are counted on.`,
        next: `Start it in the console of ${platform} if its work should go on there, then "gpu-lease resume ${run.id}"; or "gpu-lease abandon ${run.id}".`,
        usdPerHour,
      },
    ];
  }
  return [
    {
      key: `unreachable:${name}`,
      since,
      ...dueAfter(since, unreachableSeconds, now),
      what: `${name} on ${platform} does not answer since ${since}; ${shownWords(unreached.shown)}. That says nothing about its work.`,
      next: `Look at it in the console of ${platform}: a firewall, a full disk, a dead sshd. It is looked at again by itself; "gpu-lease abandon ${run.id}" gives it back.`,
      usdPerHour,
    },
  ];
}

const shownWords = (shown: string): string =>
  shown === 'unknown' ? 'its platform does not say for certain what it is' : `its platform calls it ${shown}`;

/** Proven stopped once, and computing again although nobody here has any use of it. */
function startedAgain(run: Run, lease: Lease): Concern[] {
  const { ranAgain, name, platform } = lease;
  if (!ranAgain || !isUseless(run, lease) || lease.verbsDone.length > 0) return [];
  const { at, countedFrom, stoppedSeenAt } = ranAgain;
  const unseenUsd = usdUnseen(computing(lease), stoppedSeenAt, countedFrom);
  const unseen =
    unseenUsd > 0
      ? ` It was last seen stopped at ${stoppedSeenAt}; what it cost before ${countedFrom} is not counted, up to ${formatUsd(unseenUsd)}: look at the bill.`
      : '';
  return [
    {
      key: `runs-again:${name}`,
      since: at,
      due: true,
      what: `${platform} shows ${name} running again since ${at} at the latest, and nobody here started it.${unseen}`,
      next: startedAgainNext(run, lease),
      usdPerHour: usdPerHourOf([lease]),
    },
  ];
}

function startedAgainNext(run: Run, { evicted, platform }: Lease): string {
  if (evicted)
    return `Stop it in the console of ${platform}; the run goes on elsewhere and has no use of it.`;
  if (run.seal)
    return `It is sealed: "gpu-lease release ${run.id}" gives the box back. Else it is stopped again later where its platform can.`;
  return `"gpu-lease resume ${run.id}" goes on with it. Else it is stopped again later where its platform can, and "gpu-lease abandon ${run.id}" gives it back.`;
}

/** Checkpoints that lie on their box alone, as long as it is there: what costs money here is its loss. */
function notKept(run: Run): Concern[] {
  if (run.seal) return [];
  return [...run.cells.values()].flatMap(({ name, unkept, verifiedStep }): Concern[] => {
    const lease = run.leases.find((each) => each.name === unkept?.lease);
    if (!unkept || !lease || lease.boxGone || !WITH_WORK.includes(lease.state)) return [];
    const { at, bytes, freeBytes, why } = unkept;
    const since = verifiedStep === undefined ? 'everything' : `everything since step ${verifiedStep}`;
    return [
      {
        key: `not-kept:${name}`,
        since: at,
        due: true,
        what: `The newest checkpoint of ${name} (${bytes} bytes) lies on ${lease.name} alone: ${freeBytes} bytes are free on this side${why.map((each) => `; ${each}`).join('')}. If the box is lost, ${since} is lost.`,
        next: `Free ${gbFor(bytes)} GB here, or look at it from a machine that has as much ("gpu-lease watch ${run.id}"), or give the missing key to this step: else it cannot be sealed at the end, and the box is paid for until it is. For the next run name a store that the box can send to ("store" with "kind: s3") or a durable directory ("storage: durable").`,
        usdPerHour: usdPerHourOf([lease]),
      },
    ];
  });
}

/** On the box, and not sealed: trained or training. */
const WITH_WORK: readonly Lease['state'][] = ['running', 'ended'];

/** Whom the job names to be told, and who takes no message. */
const notTold = (run: Run): Concern[] =>
  failingTargets(run).map(({ id, since, why }) => ({
    key: `not-told:${id}`,
    since,
    due: true,
    what: `Messages to ${id} of \`notify\` are not taken (${why}).`,
    next: `"gpu-lease notify --test" sends one and says what happens; a secret that was changed counts from the next look on.`,
    usdPerHour: 0,
  }));

/** As much as whoever pulls leaves free. */
const ROOM_BESIDE_BYTES = 1024 ** 3;
const gbFor = (bytes: number): number => Math.ceil((bytes + ROOM_BESIDE_BYTES) / 1e9);

/** What a person can do where a result has no room here; nothing where its newest checkpoint is here or in a store. */
function roomWords(run: Run): string {
  const large = [...run.cells.values()].filter(
    ({ keptIn, unkept }) => unkept ?? (keptIn && 'durable' in keptIn),
  );
  const bytes = large.reduce((sum, cell) => sum + newestBytes(cell), 0);
  return bytes === 0
    ? ''
    : ` What it made had no room here while it trained: free ${gbFor(bytes)} GB here, or collect from a machine that has as much; the next run may name a store ("store" with "kind: s3").`;
}

const newestBytes = ({ unkept, sets }: Cell): number =>
  unkept?.bytes ?? (sets.at(-1)?.files ?? []).reduce((sum, { bytes }) => sum + bytes, 0);

/** Cells that are alive and say nothing, or whose command returned while its work goes on. */
function silences(run: Run, held: readonly Lease[]): Concern[] {
  const usdPerHour = usdPerHourOf(held);
  return [...run.cells.values()].flatMap(({ name, stalledSince, detached }): Concern[] => [
    ...(stalledSince === undefined
      ? []
      : [
          {
            key: `stalled:${name}`,
            since: stalledSince,
            due: true,
            what: `${name} is alive and has written nothing since ${stalledSince}: no log, no metrics, no checkpoint.`,
            next: `Look at ${logOf(run, name)}: a hung collective, a data loader, a full disk. It is not touched before its budget is used up; "gpu-lease abandon ${run.id}" ends it.`,
            usdPerHour,
          },
        ]),
    ...(detached === undefined
      ? []
      : [
          {
            key: `detached:${name}`,
            since: detached.at,
            due: true,
            what: `The command of ${name} returned, and its work goes on in the background. It is followed and not taken for finished.`,
            next: 'Let the command of the job file wait for its work (no "&", no nohup, no daemon): how it ends is then known.',
            usdPerHour,
          },
        ]),
  ]);
}

/** What a held box shows that its platform is known for, until the cell that showed it has ended well. */
function knownThere(run: Run, held: readonly Lease[]): Concern[] {
  const names = new Set(held.map(({ name }) => name));
  return [...run.recognized.values()].flatMap(({ at, lease, cell, id, cause, fix }): Concern[] =>
    !names.has(lease) || (cell !== undefined && run.cells.get(cell)?.ended?.verdict === 'finished')
      ? []
      : [
          {
            key: `known:${lease}:${id}`,
            since: at,
            due: true,
            what: `${cell ?? lease} shows ${id}, which is known of its platform: ${cause}`,
            next: fix,
            usdPerHour: 0,
          },
        ],
  );
}

/** Somebody counts on a release that nobody need approve, and it does not come: they are told at once, and of every word why. */
function notCovered(run: Run, seal: { at: string }, held: readonly Lease[], now: Date): Concern[] {
  const waiting = held.filter(({ state }) => state === 'ended' || state === 'parked');
  return waiting.flatMap((lease): Concern[] => {
    const words = run.standing.map((standing) => ({
      person: standing.person,
      gaps: standingGaps({ run, lease, plan: [] }, standing, now),
    }));
    if (words.length === 0 || words.some(({ gaps }) => gaps.length === 0)) return [];
    const why = words.map(({ person, gaps }) => `that of ${person}: ${gaps.join('; ')}`);
    return [
      {
        key: `not-covered:${lease.name}`,
        since: seal.at,
        due: true,
        what: `No approval in advance covers the release of ${lease.name} (${why.join(' / ')}).`,
        next: `Look at what was sealed and approve its release: "gpu-lease release ${run.id}".`,
        usdPerHour: usdPerHourOf([lease]),
      },
    ];
  });
}

/** Sealed, and nobody was asked although it was tried: no reviewer knows of it. */
const notAsked = (run: Run, { seal }: { seal: string }, held: readonly Lease[]): Concern[] =>
  held.flatMap((lease): Concern[] => {
    const { asking, name } = lease;
    if (asking?.seal !== seal || !isGivenUp(asking)) return [];
    return [
      {
        key: `not-asked:${name}`,
        since: asking.at,
        due: true,
        what: `Nobody was asked for the release of ${name}: ${asking.nth} workflow runs were to, and the last one${asking.workflowRun === undefined ? '' : `, ${asking.workflowRun},`} is over (${asking.ended}).`,
        next: unaskedNext(run.id),
        usdPerHour: usdPerHourOf([lease]),
      },
    ];
  });

/** Over, and the box is still paid for. */
function endings(run: Run, held: readonly Lease[], after: TellAfter, now: Date): Concern[] {
  const usdPerHour = usdPerHourOf(held);
  if (usdPerHour === 0) return [];
  if (run.seal) {
    const since = run.seal.at;
    return [
      ...notCovered(run, run.seal, held, now),
      ...notAsked(run, run.seal, held),
      {
        key: 'unreleased',
        since,
        ...dueAfter(since, after.unreleasedSeconds, now),
        what: `The run is sealed (${run.seal.seal.slice(0, 8)}) since ${since} and its box is still paid for.`,
        next: `Approve its release: "gpu-lease release ${run.id}".`,
        usdPerHour,
      },
    ];
  }
  return held.flatMap(({ name, state, endedAt }): Concern[] =>
    state !== 'ended' || endedAt === undefined
      ? []
      : [
          {
            key: `unsealed:${name}`,
            since: endedAt,
            ...dueAfter(endedAt, after.uncollectedSeconds, now),
            what: `The work on ${name} ended at ${endedAt}, and what it made is not sealed yet; the box is still paid for.`,
            next: `"gpu-lease collect ${run.id}" says what is missing.${roomWords(run)}`,
            usdPerHour,
          },
        ],
  );
}
