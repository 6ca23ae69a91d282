import { HostKeyChanged, LoginRefused, TransportFailed } from '../box/channel.ts';
import { copyIdWords } from '../box/ssh-target.ts';
import { formatSeconds, secondsBetween } from '../clock.ts';
import { drivenBy } from '../lease/driven.ts';
import { submissionEnded, submissionLost } from '../lease/ended-in-queue.ts';
import type { EventBody } from '../lease/events.ts';
import { isQueued } from '../lease/fold-queue.ts';
import { endedItself, lossOf, ownEndWords } from '../lease/loss.ts';
import { costing, type Lease, type Run } from '../lease/run.ts';
import type { Description } from '../platforms/driver.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';
import { lateBoxes, twinsOf } from './twins.ts';

/** After so long a rented box counts as broken, where the profile does not say. */
const BOOT_DEADLINE_SECONDS = 900;
/** An attached box is there already. */
const ATTACH_DEADLINE_SECONDS = 30;
/** Soon at first, because some boxes are up at once; then rarely, because most take minutes. */
const LOOK_AGAIN_SECONDS = { first: 0.2, most: 5 };

/** A stage that comes late to a box waits at least so long itself before it gives the box up. */
const LEAST_WAIT_SECONDS = 60;

/** Looks in a row, with a pause between them, that make it a fact that the box is gone. */
const GONE_LOOKS = 2;

/**
 * Waits, bounded, until the box answers with a host key that we may pin. A rented box that does not come up in time, or
 * says that it never will, has failed: it goes back and its host is not taken again.
 *
 * @param until when the stage's own bound is over; the box is then still awaited by the next stage, unless its own time is over
 */
export async function reach(world: World, run: Run, lease: Lease, until?: Date): Promise<EventBody[]> {
  const driver = await world.driver(drivenBy(lease));
  const deadlineSeconds = await bootDeadline(world, run, lease);
  const began = world.clock.now();
  let lost = 0;
  let stopped = 0;
  let refused: unknown;
  for (let pause = LOOK_AGAIN_SECONDS.first; ; pause = Math.min(pause * 1.5, LOOK_AGAIN_SECONDS.most)) {
    const seen = await driver.describe(lease.boxId ?? '');
    const loss = lossOf(run, lease, seen, world.clock.now());
    const isOver = isQueued(lease) && seen.queue?.phase === 'over';
    // A list that lags may not show a new box yet.
    lost = loss || isOver ? lost + 1 : 0;
    if (isOver && lost >= GONE_LOOKS) return overBefore(run, lease, seen);
    if (loss && lost >= GONE_LOOKS)
      return [lostBefore(lease, loss, isPastDeadline(lease, world.clock.now(), deadlineSeconds))];
    if (seen.hopeless !== undefined && isNew(lease)) return [bootFailed(world, lease, seen.hopeless)];
    stopped = seen.state === 'stopped' && !loss ? stopped + 1 : 0;
    if (
      stopped >= GONE_LOOKS &&
      lease.wakes === undefined &&
      secondsBetween(began, world.clock.now()) > 2 * pause
    )
      return standsStopped(run, lease, world.clock.now());
    // A submission is reached by its place, whatever it waits for.
    const isThere = seen.state === 'running' || (isQueued(lease) && !isOver && seen.endpoint !== undefined);
    const reached = isThere ? await connect(world, run, lease, seen) : undefined;
    if (reached && !(reached instanceof Error))
      return [
        reached,
        ...(await twinsOf(driver, lease, lease.boxId ?? '')),
        ...(await lateBoxes(world, run)),
      ];
    refused = reached;
    if (world.signal.aborted) return [];
    const now = world.clock.now();
    if (isOverdue(lease, began, now, deadlineSeconds))
      return overdue(world, run, lease, { now, seen, refused });
    // What decides about the box is not put off: stages of one look each would never come to it.
    const mustDecide =
      lost > 0 || (stopped > 0 && lease.wakes === undefined) || isPastDeadline(lease, now, deadlineSeconds);
    if (until && now >= until && !mustDecide) return [];
    await world.clock.sleep(pause, world.signal);
  }
}

/** Submitted, and ended before we let it go: whoever did that is asked, and nothing is submitted again on our own word. */
function overBefore(run: Run, lease: Lease, { queue, native = '' }: Description): EventBody[] {
  const why = queue?.why ?? (native || 'its engine does not say how');
  if (lease.queue?.to === 'over') return [submissionLost(lease, why)];
  return [
    { type: 'queue-moved', lease: lease.name, to: 'over', why },
    submissionEnded(run, lease, { cancelled: /^CANCELLED\b/.test(native), why }),
  ];
}

/** Rented, and nothing was ever started on it: only such a box can be one that never came up. */
const isNew = (lease: Lease): boolean => lease.intent.attach === undefined && lease.started === undefined;

/**
 * Stopped, and not by the platform for its own reasons: by us, in a record that is shorter than the world, or by a person. What is on
 * it nobody here can tell, so it is no box that never came up.
 */
const standsStopped = (run: Run, lease: Lease, now: Date): EventBody[] => [
  ...(lease.unreached?.shown === 'stopped'
    ? []
    : [{ type: 'unreached', lease: lease.name, shown: 'stopped' } as const]),
  {
    type: 'halted',
    code: 'box-stopped',
    what: endedItself(lease, now.toISOString())
      ? `${lease.platform} shows ${lease.name} stopped: ${ownEndWords(lease.endsItselfAt)}.`
      : `${lease.platform} shows ${lease.name} stopped. The record does not say that anybody stopped it${lease.started ? '' : ', nor that it ever ran'}.`,
    next: `Look at it in the console of ${lease.platform}, and whether the record is whole ("gpu-lease events ${run.id}", "gpu-lease restore ${run.id}"). Start it there and "gpu-lease resume ${run.id}" to go on, or "gpu-lease abandon ${run.id}".`,
  },
];

async function bootDeadline(world: World, run: Run, lease: Lease): Promise<number> {
  if (lease.intent.attach !== undefined) return ATTACH_DEADLINE_SECONDS;
  const { boot } = (await world.profile(lease.platform)).rent;
  const { 'many-gpus': many, within } = boot ?? {};
  const isLarge = many !== undefined && (run.opened?.document.resources.gpu?.count ?? 0) >= many.from;
  return (isLarge ? many.within : within)?.seconds ?? BOOT_DEADLINE_SECONDS;
}

/** Counted from the rental, so that a killed stage does not begin anew; but never on the word of one look alone. */
function isOverdue(lease: Lease, began: Date, now: Date, deadlineSeconds: number): boolean {
  const here = secondsBetween(began, now);
  if (lease.intent.attach !== undefined) return here > deadlineSeconds;
  return isPastDeadline(lease, now, deadlineSeconds) && here > Math.min(deadlineSeconds, LEAST_WAIT_SECONDS);
}

function isPastDeadline(lease: Lease, now: Date, deadlineSeconds: number): boolean {
  const since = bootsSince(lease);
  return since !== undefined && secondsBetween(new Date(since), now) > deadlineSeconds;
}

/** Rented, or started again. */
const bootsSince = ({ rentedAt, wakes }: Lease): string | undefined => wakes ?? rentedAt;

/**
 * What was stopped before it ever let us in holds nothing, and its disk is paid for until it is given back. Longer after its rental
 * than it may boot nobody here can tell whether it never did: then it is kept, and a person is told.
 */
const lostBefore = (lease: Lease, what: 'box' | 'evicted', isLate: boolean): EventBody => ({
  type: 'preempted',
  lease: lease.name,
  what,
  ...(what === 'evicted' &&
    isNew(lease) &&
    lease.pin === undefined &&
    !isLate && { goesBack: true as const }),
  why: what === 'evicted' ? 'stopped by the platform before it answered' : 'gone before it answered',
});

function bootFailed(world: World, lease: Lease, why: string): EventBody {
  const hours = secondsBetween(new Date(lease.rentedAt ?? world.clock.now()), world.clock.now()) / 3600;
  const wasted = hours * lease.meters.reduce((sum, meter) => sum + meter.usdPerHour, 0);
  world.face.warn(
    `${lease.name} on ${lease.platform} goes back unused: ${why}. Wasted: about ${wasted.toFixed(4)} USD.`,
  );
  return {
    type: 'boot-failed',
    lease: lease.name,
    why: why.slice(0, 300),
    ...(lease.host === undefined ? {} : { host: lease.host }),
  };
}

/** When the box was last looked at, what its platform said of it, and what kept us from it. */
interface LastLook {
  now: Date;
  seen: Description;
  refused: unknown;
}

function overdue(world: World, run: Run, lease: Lease, { now, seen, refused }: LastLook): EventBody[] {
  const waitedSeconds = secondsBetween(new Date(bootsSince(lease) ?? now), now);
  // Another key than the one we installed is a question of identity: for a person, whatever it costs.
  if (refused instanceof HostKeyChanged) throw asProblem(refused, run, lease);
  if (!isNew(lease))
    throw refused ? asProblem(refused, run, lease) : neverAnswered(run, lease, waitedSeconds, seen.state);
  const why =
    refused instanceof LoginRefused
      ? 'it does not accept our key'
      : `the platform calls it ${seen.native ?? seen.state}`;
  return [bootFailed(world, lease, `no login within ${formatSeconds(waitedSeconds)}; ${why}`)];
}

/**
 * @returns the event, nothing when nobody answers yet, or what a rented box that is still starting may say for a while: a
 * refused login or a first host key of its own, before its start script has put ours in place
 */
async function connect(
  world: World,
  run: Run,
  lease: Lease,
  { endpoint }: Description,
): Promise<EventBody | Error | undefined> {
  try {
    const channel = await world.channel(lease);
    const vouched = endpoint?.hostKeySha256;
    const pin =
      vouched === channel.hostKeySha256 ? 'platform' : await pinOf(world, lease, channel.hostKeySha256);
    return { type: 'reachable', lease: lease.name, hostKeySha256: channel.hostKeySha256, pin };
  } catch (error) {
    if (error instanceof TransportFailed) return;
    const mayPass = error instanceof LoginRefused || error instanceof HostKeyChanged;
    if (mayPass && lease.intent.attach === undefined) {
      await world.hangUp(lease.name);
      return error;
    }
    throw asProblem(error, run, lease);
  }
}

const pinOf = async (world: World, lease: Lease, sha256: string): Promise<'derived' | 'first-contact'> =>
  lease.intent.attach === undefined && (await world.hostKey(lease.name)).sha256 === sha256
    ? 'derived'
    : 'first-contact';

/** Identity and login failures are for a person; they are never retried. */
export function asProblem(error: unknown, run: Run, lease: Lease): unknown {
  if (error instanceof HostKeyChanged) {
    return new Problem(
      {
        code: 'host-key-changed',
        kind: 'identity',
        what: `${lease.name}: ${error.message}. Either the box was rebuilt or somebody is in between; nothing was sent.`,
        next: `Compare the key with the platform's console. A rebuilt box is another box: "gpu-lease abandon ${run.id}" and start a new run.`,
        costing: costing(run),
      },
      { cause: error },
    );
  }
  if (error instanceof LoginRefused) {
    return new Problem(
      {
        code: 'login-refused',
        kind: 'unreachable',
        what: `${lease.name} does not accept our key: ${error.message}.`,
        next:
          lease.intent.attach === undefined
            ? 'Check that GPU_LEASE_SECRET is the one the box was rented with.'
            : `Put your public key into its authorized_keys (\`ssh-copy-id ${copyIdWords(lease.intent.attach)}\` asks for the password once), or name the right IdentityFile in ~/.ssh/config; "ssh -v" to the same target shows the same.`,
        costing: costing(run),
      },
      { cause: error },
    );
  }
  return error;
}

function neverAnswered(run: Run, lease: Lease, waitedSeconds: number, state: string): Problem {
  return new Problem({
    code: 'box-never-answered',
    kind: 'unreachable',
    what: `${lease.name} on ${lease.platform} did not answer within ${formatSeconds(waitedSeconds)}; the platform calls it ${state}.`,
    next: `Run the same command to go on waiting, or "gpu-lease abandon ${run.id}" to give the box back.`,
    costing: costing(run),
  });
}
