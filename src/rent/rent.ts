import { secondsBetween } from '../clock.ts';
import { constraintFor } from '../job/cuda.ts';
import type { Candidate, Job } from '../job/job.ts';
import { drivenBy } from '../lease/driven.ts';
import type { EventBody } from '../lease/events.ts';
import { type MayCreate, mayCreate } from '../lease/may-create.ts';
import { pricedMeters } from '../lease/meter-price.ts';
import type { Lease, Run } from '../lease/run.ts';
import { surfaced } from '../lease/surfaced.ts';
import { secondsLeft } from '../lease/time-left.ts';
import { refuseMarked, refuseRewritten } from '../ledger/vouch.ts';
import { type Held, type PlatformDriver, RentFailed, type RentIntent } from '../platforms/driver.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';
import { refuseHeldElsewhere } from './held-elsewhere.ts';
import { twinsOf } from './twins.ts';

/** How long a platform's list may lag behind a create whose answer was lost, where the profile does not say. */
const SETTLE_SECONDS = 30;

/**
 * Turns a written intent into exactly one box: finds it by name first, so that a crash after an earlier create adopts
 * that box; creates only under its own claim; and when the create failed looks again, over the time that the platform's
 * list may lag, before calling it refused.
 */
export async function rent(world: World, run: Run, lease: Lease): Promise<EventBody[]> {
  const events = await adoptOrCreate(world, run, lease);
  for (const event of events) if (event.type === 'rented') warnOfEnd(world, run, lease, event);
  return events;
}

function warnOfEnd(world: World, run: Run, { name }: Lease, { endsAt, untimed }: Rented): void {
  if (untimed !== undefined)
    world.face.warn(`${name} has no end at the platform, so only its keeper and the tick end it: ${untimed}`);
  const now = world.clock.now();
  if (endsAt === undefined) return;
  // The platform's own timer is set to the budget's hours, and rounds them.
  if (secondsBetween(now, new Date(endsAt)) < 0.9 * secondsLeft(run, jobOf(run).budget.hours, now))
    world.face.warn(
      `${name} ends at the platform at ${endsAt}, before budget.hours are over: what is not collected by then may be deleted.`,
    );
}

type Rented = Extract<EventBody, { type: 'rented' }>;

async function adoptOrCreate(world: World, run: Run, lease: Lease): Promise<EventBody[]> {
  await refuseHeldElsewhere(world, run, lease);
  const driver = await world.driver(drivenBy(lease));
  const found = await findIntended(world, run, lease);
  if (found.length > 0) return found;
  const { find } = (await world.profile(lease.platform)).rent;
  const isOnce = find.unique === 'yes' || driver.createsOnce === true;
  const may = mayCreate(lease, world.claim, world.clock.now(), isOnce);
  if (may.now === 'wait') return takeOver(world, driver, lease, may);
  if (may.now === 'claim') return [claimed(world, lease)];
  await refuseRewritten(world, run, lease);
  const intent = await intentOf(world, run, lease);
  try {
    const held = await driver.create(intent);
    return [rented(lease, held, false), ...(await twinsOf(driver, lease, held.boxId))];
  } catch (error) {
    if (!(error instanceof RentFailed)) throw error;
    return afterFailure(world, driver, lease, error);
  }
}

/** Holds the box that an earlier create of this intent made, if the platform shows one; creates nothing. */
export async function findIntended(world: World, run: Run, lease: Lease): Promise<EventBody[]> {
  const driver = await world.driver(drivenBy(lease));
  const found = await driver.find(lease.name);
  for (const { boxId } of found) await refuseMarked(world, run, lease, { boxId });
  return adopted(lease, found);
}

/** An intent that is given up: the box that an interrupted create may have left behind is held after all. */
export async function giveUpIntent(world: World, lease: Lease): Promise<EventBody[]> {
  const driver = await world.driver(drivenBy(lease));
  const left = await driver.find(lease.name);
  if (left.length > 0) return adopted(lease, left);
  // "Unclear", because a create may be under way: it is looked for again before the run closes.
  return [
    { type: 'rent-refused', lease: lease.name, reason: 'unclear', what: 'given up before it was rented' },
  ];
}

/** The oldest box of the name is the lease's; what else has that name goes back. */
function adopted(lease: Lease, [first, ...others]: Held[]): EventBody[] {
  if (!first) return [];
  const twins = others.map((held, i) => surfaced(`${lease.name}~${i + 2}`, lease, held));
  return [rented(lease, first, true), ...twins];
}

const claimed = ({ claim }: World, { name }: Lease): EventBody => ({ type: 'claimed', lease: name, claim });

/**
 * The process that wrote the intent is gone or slow. Its create may be under way, so nothing is created before its time is
 * over and the platform's list has had time to show what it made; then the claim changes hands, in the ledger first.
 */
async function takeOver(
  world: World,
  driver: PlatformDriver,
  lease: Lease,
  { seconds, claimedSecondsAgo }: Extract<MayCreate, { now: 'wait' }>,
): Promise<EventBody[]> {
  world.face.line(
    `${lease.name}: another process began to rent it ${Math.round(claimedSecondsAgo)} s ago and nothing is to be seen yet; waiting`,
  );
  await world.clock.sleep(seconds, world.signal);
  if (world.signal.aborted) return [];
  const late = await driver.find(lease.name);
  return late.length > 0 ? adopted(lease, late) : [claimed(world, lease)];
}

async function afterFailure(
  world: World,
  driver: PlatformDriver,
  lease: Lease,
  error: RentFailed,
): Promise<EventBody[]> {
  const settle = error.reason === 'unclear' ? await settleSeconds(world, lease) : 0;
  for (const wait of settle > 0 ? [0, settle / 3, (2 * settle) / 3] : [0, 0]) {
    if (wait > 0) await world.clock.sleep(wait, world.signal);
    // Looks without time between them prove nothing: the intent stays, and the next run looks by its name.
    if (world.signal.aborted) return [];
    const left = await driver.find(lease.name);
    if (left.length > 0) return adopted(lease, left);
  }
  world.face.warn(`${lease.platform} did not rent out ${lease.offer}: ${error.message}`);
  return [
    { type: 'rent-refused', lease: lease.name, reason: error.reason, what: error.message.slice(0, 300) },
  ];
}

async function settleSeconds(world: World, lease: Lease): Promise<number> {
  const { rent: facts } = await world.profile(lease.platform);
  if (facts.find.by === 'none') return 0;
  return facts.find.settle?.seconds ?? SETTLE_SECONDS;
}

async function intentOf(world: World, run: Run, lease: Lease): Promise<RentIntent> {
  const { intent } = lease;
  const login = await world.loginKey(run.id);
  const host = await world.hostKey(lease.name);
  const job = jobOf(run);
  const candidate = candidateOf(job, lease);
  const lifetimeSeconds = lifetimeOf(run, job, world.clock.now());
  return {
    name: lease.name,
    owner: world.ownerMark(lease.name),
    want: constraintFor(job, candidate),
    candidate,
    ...(job.image === undefined ? {} : { image: job.image }),
    ...loginOf(world, job, candidate),
    lifetimeSeconds,
    offer: {
      id: intent.offer,
      platform: intent.platform,
      summary: intent.summary,
      usdPerHour: intent.usdPerHour,
      market: intent.market,
      ...(intent.region === undefined ? {} : { region: intent.region }),
      ...(intent.host === undefined ? {} : { hostId: intent.host }),
    },
    authorizedKey: login.publicOpenSsh,
    hostKey: host.privateOpenSsh,
    ...(intent.attach === undefined ? {} : { attach: intent.attach }),
    ...(intent.queue === undefined ? {} : { queue: intent.queue }),
    ...(intent.tasks === undefined ? {} : { tasks: intent.tasks }),
  };
}

/** @throws Problem `secret-unset`: a box whose image cannot be pulled would wait for it, and bill */
function loginOf(
  world: World,
  { registry, image }: Job,
  { attach, queue }: Candidate,
): Pick<RentIntent, 'login'> {
  if (registry === undefined || image === undefined || attach !== undefined || queue !== undefined) return {};
  const [user = '', password = ''] = [world.secret(registry.user), world.secret(registry.password)];
  if (user !== '' && password !== '') return { login: { user, password } };
  throw new Problem({
    code: 'secret-unset',
    kind: 'usage',
    what: `The login of the image's registry (${registry.user}, ${registry.password}) is not set here. Nothing was rented.`,
    next: 'Set both in the environment of this command; in a workflow pass them under "env:" from secrets.',
  });
}

function jobOf(run: Run): Job {
  if (!run.opened) throw new Error(`run ${run.id} was never opened`);
  return run.opened.document;
}

/** Records from before candidates were numbered know only the platform. */
function candidateOf(job: Job, { intent, platform }: Lease): Candidate {
  const numbered = intent.candidate === undefined ? undefined : job.candidates[intent.candidate];
  return numbered ?? job.candidates.find((each) => each.platform === platform) ?? { platform };
}

/**
 * What is left of the run's hours, which every dead-man layer counts down from. A box without an end is never rented.
 * @throws Problem `no-lifetime`
 */
function lifetimeOf(run: Run, job: Job, now: Date): number {
  const left = secondsLeft(run, job.budget.hours, now);
  if (Number.isFinite(left) && left > 0) return left;
  throw new Problem({
    code: 'no-lifetime',
    kind: 'refused',
    what: `A box may only be rented with an end: of budget.hours ${job.budget.hours} h nothing is left.`,
    next: 'Set `budget.hours` to what the whole run may take and start a new run.',
  });
}

const rented = (lease: Lease, held: Held, isAdopted: boolean): EventBody => ({
  type: 'rented',
  lease: lease.name,
  boxId: held.boxId,
  meters: pricedMeters(held.meters, lease.usdPerHour),
  adopted: isAdopted,
  ...(held.hostId === undefined ? {} : { host: held.hostId }),
  ...(held.since === undefined ? {} : { since: held.since }),
  ...(held.endsAt === undefined ? {} : { endsAt: held.endsAt }),
  ...(held.untimed === undefined ? {} : { untimed: held.untimed.slice(0, 300) }),
  ...(held.traffic === undefined ? {} : { traffic: held.traffic }),
});
