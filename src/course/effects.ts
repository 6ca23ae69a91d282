import { approveByStanding } from '../approval/request.ts';
import { secondsBetween } from '../clock.ts';
import type { Collected } from '../collect/gathering.ts';
import { Keeping } from '../collect/keep.ts';
import { LogKeeping } from '../collect/keep-logs.ts';
import { newerOnTier } from '../collect/newer-on-tier.ts';
import { pushKept } from '../collect/push-kept.ts';
import type { Job } from '../job/job.ts';
import { auditLease, candidateOf } from '../launch/audit-lease.ts';
import { leftThere, type StartOrder, start } from '../launch/start.ts';
import { usdSoFar } from '../lease/cost.ts';
import { endsAll, isWorking } from '../lease/endings.ts';
import type { EventBody } from '../lease/events.ts';
import { isQueued } from '../lease/fold-queue.ts';
import { newsToTell } from '../lease/news.ts';
import { next } from '../lease/next.ts';
import { jobOf, type Lease, leaseOf, type Run } from '../lease/run.ts';
import { isBeside, isBesideLook } from '../lease/stage-steps.ts';
import type { Plans, Step } from '../lease/step.ts';
import { hearTheTime } from '../ledger/hear-the-time.ts';
import { vouch } from '../ledger/vouch.ts';
import type { Profile } from '../profile/schema.ts';
import { type ByHand, isByHand, proveByHand } from '../release/by-hand.ts';
import { forgetSubmissions } from '../release/forget.ts';
import { parkClocks, plansOf, stayStopped, verbFacts } from '../release/lease-plans.ts';
import { prove, recheck } from '../release/prove.ts';
import { discardVerb, keepStopped, park, releaseVerb } from '../release/release.ts';
import { lookForLate } from '../rent/close.ts';
import { waitForBox } from '../rent/intend.ts';
import { reach } from '../rent/reach.ts';
import { findIntended, rent } from '../rent/rent.ts';
import { wake } from '../rent/wake.ts';
import { boxStorage } from '../storage/box-storage.ts';
import { type SelfPark, selfParkOf } from '../storage/self-park.ts';
import { look } from '../watch/look.ts';
import { newWatching, type Watching } from '../watch/watching.ts';
import type { World } from '../world.ts';
import { refuseWithoutBeginning } from './begin.ts';
import type { BoundJob } from './bound-job.ts';
import { boundData, boxData } from './data.ts';
import { dataRoutes } from './data-routes.ts';
import { laidAtContact, laidAtStart, laidToCollect, seenAtAudit } from './dead-man.ts';
import { inOrder } from './in-order.ts';
import { withKnown } from './known-there.ts';
import { evicted, reported } from './lost-or-unreached.ts';
import { mendBeforeStart } from './mend-before-start.ts';
import { overAnyLine } from './over-any-line.ts';
import { collectAlone, keepNew } from './pulling.ts';
import { restoringOf, sealedNow, storeSealed, type Uploading, unseal } from './store.ts';
import { KeptStoring } from './store-kept.ts';
import { Telling } from './telling.ts';
import { wantBox } from './want-box.ts';
import { endWork, salvage } from './wind-down.ts';

/** Of one thing in a stage that has no time of its own. */
const MOST_SIGHTINGS = 4;
/** Between two looks at an end that is too young to be believed. */
const SETTLE_SECONDS = 2;

/** A debt at another box, or a box that stands stopped, is asked after so often while work is watched. */
const BESIDE_EVERY_SECONDS = 60;

/** What one stage of one run knows beside the world. */
export interface Stage {
  world: World;
  /** Reads the job and its code from the repository; only `start` and `smoke` need it. */
  bound(): Promise<BoundJob>;
  smoke(run: Run): Promise<EventBody[]>;
  /** Who says, with this command, that a box which only a person can end was ended. */
  word: ByHand['word'];
  startedAt: Date;
  boundSeconds: number;
  watching: Watching;
  keeping: Keeping;
  logs: LogKeeping;
  /** Copies on a durable tier that were looked into. */
  askedOnTier: Set<string>;
  storing: KeptStoring;
  telling: Telling;
  pollSeconds: number;
  uploading: Uploading;
}

export const newStage = (
  world: World,
  parts: Pick<Stage, 'bound' | 'smoke' | 'boundSeconds'> &
    Partial<Pick<Stage, 'word' | 'uploading' | 'storing'>>,
): Stage => ({
  world,
  word: async () => undefined,
  uploading: { step: undefined, wish: undefined },
  storing: new KeptStoring(),
  telling: new Telling(),
  ...parts,
  startedAt: world.clock.now(),
  watching: newWatching(),
  keeping: new Keeping(),
  logs: new LogKeeping(),
  askedOnTier: new Set(),
  pollSeconds: 1,
});

/** Does the one effect of a step, with the function of the stage that it belongs to. */
export async function perform(stage: Stage, run: Run, step: Step): Promise<EventBody[]> {
  const { world } = stage;
  const job = jobOf(run);
  switch (step.do) {
    case 'smoke':
      world.face.heading('smoke');
      return stage.smoke(run);
    case 'intend':
      return wantBox(world, { run, job, n: step.n }, until(stage));
    case 'wait':
      return waitForBox(world, run, step, { startedAt: stage.startedAt, until: until(stage) });
    case 'halt':
      await hearTheTime(world, run);
      return [{ type: 'halted', code: step.code, what: step.what, next: step.next }];
    case 'tell': {
      await hearTheTime(world, run);
      const price = step.usdPerHour > 0 ? ` It costs ${step.usdPerHour} USD per hour.` : '';
      world.face.warn(`${step.what}${price} Next: ${step.next}`);
      return [{ type: 'told', of: step.of, since: step.since }];
    }
    case 'notify':
      return stage.telling.perform(world, run, step.due);
    case 'vouch':
      return vouch(world, run);
    case 'look-for-late':
      return lookForLate(world, run, new Date(step.until));
    case 'close':
      await forgetSubmissions(world, run);
      return [{ type: 'closed', usd: usdSoFar(run, world.clock.now()) }];
    case 'store-kept':
      return stage.storing.whenDue(world, run, job);
    case 'drop-kept':
      return stage.storing.drop(world, run, step.marks);
    case 'store':
      return storeSealed(world, run, job, stage.uploading);
    case 'unseal':
      return unseal(world, run, step.seal);
    case 'ask':
    case 'nothing':
      return [];
    default:
      return onLease({ stage, run, lease: leaseOf(run, step.lease), job }, step);
  }
}

type LeaseStep = Extract<Step, { lease: string }>;

/** One lease of a run, and the stage that has to do with it. */
interface OfLease {
  stage: Stage;
  run: Run;
  lease: Lease;
  job: Job;
}

/** From the create to the collected work. */
async function onLease(of: OfLease, step: LeaseStep): Promise<EventBody[]> {
  const { stage, run, lease, job } = of;
  const { world } = stage;
  const patient = (during: 'audit' | 'start' | 'collect', work: () => Promise<EventBody[]>) =>
    overAnyLine(stage, {
      run,
      lease,
      during,
      work: () => reported(world, run, lease, work),
      instead: (other) => perform(stage, run, other),
    });
  switch (step.do) {
    case 'rent':
      return withKnown(world, run, lease, await rent(world, run, lease));
    case 'find':
      return findIntended(world, run, lease);
    case 'reach':
      return evicted(
        world,
        lease,
        await laidAtContact(
          world,
          of,
          await withKnown(world, run, lease, await reach(world, run, lease, until(stage))),
        ),
      );
    case 'audit':
      return patient('audit', () =>
        auditLease(world, {
          run,
          lease,
          job,
          deadMan: (channel) => seenAtAudit(world, of, channel),
          routes: (channel, placed) => dataRoutes(world, of, channel, placed),
        }),
      );
    case 'start':
      return patient('start', () => startAttempt(of, step.attempt));
    case 'look':
      return reported(world, run, lease, () => lookUntilSomething(stage, run, lease, job));
    case 'collect':
      world.face.heading('collect and verify');
      return patient('collect', async () => {
        await laidToCollect(world, of);
        return collectAlone(world, run, lease, job);
      });
    default:
      return towardsTheEnd(of, step);
  }
}

/** Stopping it, giving it back, and the proof of both. */
async function towardsTheEnd(of: OfLease, step: LeaseStep): Promise<EventBody[]> {
  const { stage, run, lease, job } = of;
  const { world } = stage;
  switch (step.do) {
    case 'park': {
      const saved = await windDown(stage, run, lease, job);
      if (saved.length > 0) return saved;
      const plan = (await planFor(world, run, lease)).park ?? [];
      const why = run.halted && `the run stands halted (${run.halted.code})`;
      return park(world, { run, lease, plan, clocks: await parkClocks(world, lease), why });
    }
    case 'wake':
      return reported(world, run, lease, async () =>
        laidAtContact(world, of, await wake(world, run, lease, until(stage))),
      );
    case 'approve-standing': {
      await hearTheTime(world, run);
      const plan = (await planFor(world, run, lease)).zero;
      const approved = approveByStanding({ run, lease, plan }, step, world.clock.now());
      for (const { person } of approved)
        world.face.line(`approved in advance by ${person}: release of ${lease.name}`);
      return approved;
    }
    case 'release': {
      world.face.heading(`release: ${step.verb} ${lease.name}`);
      const evidence = () => sealedNow(world, run);
      return releaseVerb(world, await byHand(stage, run, lease), step.verb, evidence);
    }
    case 'discard':
      return discardVerb(world, await byHand(stage, run, lease), step.verb);
    case 'prove': {
      if (isByHand(lease)) return proveByHand(world, await byHand(stage, run, lease));
      const facts = await verbFacts(world, lease);
      // Without a time of its own a stage does not wait for what is not gone yet; the next one looks again.
      return prove(world, lease, step.meters, stage.boundSeconds === 0 ? { ...facts, once: true } : facts);
    }
    case 'recheck':
      return reported(world, run, lease, async () => {
        const seen = await recheck(world, lease, step.meters);
        // It may come back by itself, and was told to stay stopped once before.
        if (lease.evicted && seen.some(({ type }) => type === 'runs-again'))
          await keepStopped(world, lease, await stayStopped(world, lease));
        return seen;
      });
    case 'mark-released':
      return [{ type: 'released', lease: lease.name, usd: usdSoFar(run, world.clock.now()) }];
    default:
      return [];
  }
}

/** When the stage's own bound is over; `undefined` for a stage that goes to the end. */
const until = ({ startedAt, boundSeconds }: Stage): Date | undefined =>
  Number.isFinite(boundSeconds) ? new Date(startedAt.getTime() + boundSeconds * 1000) : undefined;

const planFor = async (world: World, run: Run, lease: Lease): Promise<Plans> =>
  (await plansOf(world, run))(lease);

/** Everything of its release, as it may come to a person's hand. */
const byHand = async ({ world, word }: Stage, run: Run, lease: Lease): Promise<ByHand> => ({
  run,
  lease,
  plan: (await planFor(world, run, lease)).zero,
  word,
});

async function startAttempt({ stage, run, lease, job }: OfLease, attempt: number): Promise<EventBody[]> {
  const { world } = stage;
  refuseWithoutBeginning(run);
  const { code, requirements } = await stage.bound();
  const profile = await world.profile(lease.platform);
  const bound = await boundData(world, run, job, profile);
  if ('halted' in bound) return [bound.halted];
  const newer = await newerCheckpoints(stage, { world, run, lease, job });
  if (newer.length > 0) return newer;
  const mended = await mendBeforeStart(stage, { world, run, lease, job }, attempt);
  if (mended.length > 0) return mended;
  const order = {
    run,
    lease,
    job,
    code,
    requirements,
    attempt,
    data: boxData(world, run, bound.sources),
    launchers: profile.drive.launchers,
    hooks: hooksOf(profile),
    storage: boxStorage(job, profile, candidateOf(job, lease), lease.placed),
    isRented: lease.intent.attach === undefined && !isQueued(lease) && profile.environment.kind !== 'host',
    parksItself: parksItselfOn(job, profile, lease),
    pushBack: (channel, dir) => pushKept({ ...restoringOf(world, run, job), lease }, channel, dir),
  } satisfies StartOrder;
  return laidAtStart(world, { run, lease, job }, (selfStop) => start(world, { ...order, selfStop }));
}

function parksItselfOn(job: Job, profile: Profile, lease: Lease): SelfPark | undefined {
  const parks = selfParkOf(job, profile, { ...candidateOf(job, lease), market: lease.intent.market });
  return parks && 'line' in parks ? parks : undefined;
}

/** The shell of a transfer ends with it, so nothing has to undo its hooks. */
function hooksOf({ hooks }: Profile) {
  const [transfer, whole] = [true, false].map((is) =>
    hooks.filter(({ scope }) => (scope === 'transfer') === is),
  );
  return {
    enter: (whole ?? []).flatMap(({ enter }) => enter),
    leave: (whole ?? []).flatMap(({ leave }) => leave),
    transfer: (transfer ?? []).flatMap(({ enter }) => enter),
  };
}

/** What a box that is gone left on the durable tier; a box that still has its own disk goes on from that. */
async function newerCheckpoints(stage: Stage, of: Collected): Promise<EventBody[]> {
  const { world, lease } = of;
  if (lease.placed?.durable === undefined) return [];
  if (await leftThere(await world.channel(lease), lease)) return [];
  return newerOnTier(of, stage.askedOnTier);
}

/** Work that is cut short by a park is asked to save and to end, and what it has is brought here, before the box is stopped. */
async function windDown(stage: Stage, run: Run, lease: Lease, job: Job): Promise<EventBody[]> {
  const { world } = stage;
  if (!isWorking(run, lease)) return [];
  await endWork(world, lease);
  return salvage(stage, { world, run, lease, job });
}

/** Looks, keeps new checkpoints, waits, until something is worth an event or the stage's bound is over. */
async function lookUntilSomething(stage: Stage, run: Run, lease: Lease, job: Job): Promise<EventBody[]> {
  const { world } = stage;
  // Whoever came to this look has just been through what stands before it.
  let besideAt = world.clock.now();
  for (;;) {
    const seen = await look(world, { run, lease, job }, stage.watching);
    const isEnd = seen.probe?.queue !== 'running' || endsAll(run, seen.events);
    const kept = seen.probe ? await keepNew(stage, { world, run, lease, job }, seen.probe, isEnd) : [];
    const events = inOrder(seen.events, kept);
    if (events.length > 0) return events;
    // Time alone may have brought something: a budget that is used up, somebody who has to be told.
    const steps = next(run, await plansOf(world, run), world.clock.now());
    const told = await stage.telling.perform(world, run, newsToTell(run, steps, world.clock.now()));
    if (told.length > 0) return told;
    const first = steps.find((step) => !isBesideLook(step));
    if (first && first.do !== 'look') return perform(stage, run, first);
    if (secondsBetween(besideAt, world.clock.now()) >= BESIDE_EVERY_SECONDS) {
      besideAt = world.clock.now();
      for (const step of steps.filter(isBeside)) {
        const brought = await perform(stage, run, step);
        if (brought.length > 0) return brought;
      }
    }
    const spent = secondsBetween(stage.startedAt, world.clock.now());
    // A box that was shown gone once, or an end that is too young, is looked at once more: stages of one look each would never
    // see it twice.
    const { gone, settling } = stage.watching;
    const isOpen = (gone > 0 && gone < MOST_SIGHTINGS) || (settling > 0 && settling < MOST_SIGHTINGS);
    if ((spent >= stage.boundSeconds && !isOpen) || world.signal.aborted) return [];
    await world.clock.sleep(settling > 0 ? SETTLE_SECONDS : stage.pollSeconds, world.signal);
  }
}
