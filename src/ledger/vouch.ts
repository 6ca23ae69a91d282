import { drivenBy } from '../lease/driven.ts';
import type { EventBody, LedgerEvent } from '../lease/events.ts';
import { type Lease, openMeters, type Run } from '../lease/run.ts';
import { isLateEffect } from '../lease/surfaced.ts';
import type { Held, Resource } from '../platforms/driver.ts';
import { Problem } from '../problem.ts';
import { markedBy, sameSignature } from '../secret/keys.ts';
import type { CopyElsewhere, World } from '../world.ts';
import { refuseDoubtfulClock } from './doubtful-clock.ts';
import { rewritten } from './git-problems.ts';
import { hearTheTime } from './hear-the-time.ts';
import type { Ledger, RunRecord } from './ledger.ts';
import { whyNotFromMark } from './record-mark.ts';

/**
 * A record in which nobody wrote for a while: asks what lies outside of its ref whether it is all there was. Nothing answers for
 * it by saying nothing: where nobody can be asked, a person is.
 *
 * @throws Problem `history-rewritten` when somebody knows more than the record
 */
export async function vouch(world: World, run: Run): Promise<EventBody[]> {
  // A word of a clock that is wrong would close the record to every right one.
  await hearTheTime(world, run);
  const record = await world.ledger.read(run.id);
  for (const lease of run.leases) {
    await refuseOtherMark(world, run, lease, record);
    await refuseUnsigned(world, run, lease, record);
  }
  // Where it might rent next, an account that does not answer speaks for itself when it is asked to.
  for (const candidate of candidatesOf(run))
    await refuseUnknownBoxes(world, run, candidate, record).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.code === 'history-rewritten') throw error;
    });
  const witnesses = [
    ...thisMachine(record),
    ...(await askElsewhere(world, record, attendedEvents(run, record))),
  ];
  if (witnesses.length > 0) return [{ type: 'vouched', witnesses, ...askedBehind(run, world.clock.now()) }];
  return [
    {
      type: 'halted',
      code: 'not-vouched',
      what: `Nobody wrote to the record of ${run.id} since ${run.unattendedSince ?? run.updatedAt}, this machine did not follow it, and nothing outside of it can say that it is whole. Nothing is rented or given back on its strength alone.`,
      next: `Look at it ("gpu-lease events ${run.id}") and at the platform's console: if that is all there was, "gpu-lease resume ${run.id}" goes on.`,
    },
  ];
}

/** A machine whose clock was wrong may have put the record ahead of every right one; then `at` does not tell when this was asked. */
const askedBehind = ({ updatedAt }: Run, now: Date): { askedAt?: string } =>
  updatedAt !== undefined && new Date(updatedAt) > now ? { askedAt: now.toISOString() } : {};

/**
 * Before anything is created or destroyed, however fresh the record looks: does anybody who can be asked know more than it says?
 *
 * @param lease the one that is meant, where it has a box
 * @throws Problem `history-rewritten`
 */
export async function refuseRewritten(world: World, run: Run, lease: Lease): Promise<void> {
  const record = await world.ledger.read(run.id);
  await refuseOtherMark(world, run, lease, record);
  await refuseUnsigned(world, run, lease, record);
  await refuseOtherCopies(world, record);
  if (lease.boxId === undefined && lease.intent.attach === undefined)
    await refuseUnknownBoxes(world, run, lease.intent, record);
  // Who was asked said what time it is as well.
  refuseDoubtfulClock(world.clock, run);
}

/** A machine that saw the run being opened, or being vouched for, and every event since. */
function thisMachine({ events, metHereAt }: RunRecord): string[] {
  const anchor = events.findLastIndex(isAnchor);
  return metHereAt !== undefined && metHereAt <= anchor ? ['this machine, which has followed it'] : [];
}

const isAnchor = ({ type }: LedgerEvent): boolean =>
  type === 'run-opened' || type === 'vouched' || type === 'resolved';

/**
 * How much of a record somebody must have seen to vouch for it: all up to where nobody wrote for a while. A copy that ends before
 * says nothing of what came behind its end.
 */
function attendedEvents({ unattendedSince }: Run, { events }: RunRecord): number {
  const last = events.findLastIndex(({ at }) => at === unattendedSince);
  return unattendedSince === undefined || last < 0 ? events.length : last + 1;
}

/**
 * Whether somebody outside of the ledger knows more of a record than it says, or another one.
 *
 * @throws Problem `history-rewritten`
 */
export async function refuseOtherCopies(
  world: World,
  record: RunRecord,
  among: 'all' | 'shared' = 'all',
): Promise<void> {
  await askElsewhere(world, record, 0, among);
}

/** @returns who has a copy of it that is no longer than the record and has at least so many events */
async function askElsewhere(
  world: World,
  record: RunRecord,
  least: number,
  among: 'all' | 'shared' = 'all',
): Promise<string[]> {
  const witnesses: string[] = [];
  for (const copy of (await world.copiesElsewhere?.(record.run, among)) ?? [])
    if (await isWitness(world.ledger, record, copy, least)) witnesses.push(copy.source);
  return witnesses;
}

/**
 * Whether a copy speaks for a record. One without signatures speaks only against it: whoever may push could have made it as well.
 *
 * @throws Problem `history-rewritten` where it speaks against it
 */
export async function isWitness(
  ledger: Pick<Ledger, 'weigh'>,
  record: RunRecord,
  { source, text, amongUnread }: CopyElsewhere,
  least: number,
): Promise<boolean> {
  const weight = await ledger.weigh(record.run, text);
  const count = text.split('\n').length - 1;
  if (weight === 'ahead' || weight === 'apart')
    throw rewritten(
      record.run,
      weight === 'ahead'
        ? `it has ${record.events.length} events, and ${source} has ${count}`
        : `${source} has another record of it (${count} events)`,
      record.tip ?? undefined,
    );
  return weight !== 'unreadable' && record.trust !== 'plain' && !amongUnread && count >= least;
}

const candidatesOf = (run: Run): { platform: string; queue?: string }[] => [
  ...new Map(
    [...(run.opened?.document.candidates ?? []).filter(({ attach }) => attach === undefined)].map((each) => [
      `${each.platform} ${each.queue ?? ''}`,
      each,
    ]),
  ).values(),
];

/**
 * Every box has its intent in the record before it is made. One of this run, with our mark, whose lease the record does not know, or
 * had given up long before, was made by a record that went on from here: the platform's own list remembers what was taken out of
 * the ledger.
 *
 * @throws Problem `history-rewritten`; what the platform throws
 */
async function refuseUnknownBoxes(
  world: World,
  run: Run,
  candidate: { platform: string },
  record: RunRecord,
): Promise<void> {
  const driver = await world.driver(candidate);
  const seenAt = world.clock.now().toISOString();
  const leases = new Map(run.leases.map((lease) => [lease.name, lease]));
  const isKnown = ({ name, createdAt }: Resource): boolean => {
    const lease = leases.get(name);
    return lease !== undefined && (lease.state !== 'refused' || isLateEffect(lease, createdAt ?? seenAt));
  };
  const isOurs = ({ kind, name, owner }: Resource): boolean =>
    kind === 'instance' &&
    name.replace(/-\d+$/, '') === run.id &&
    owner !== undefined &&
    sameSignature(world.ownerMark(name), owner);
  const unknown = (await driver.inventory()).find((each) => isOurs(each) && !isKnown(each));
  if (!unknown) return;
  const lease = leases.get(unknown.name);
  const why = lease
    ? madeLater(lease, unknown.id, unknown.createdAt)
    : `${candidate.platform} has its box ${unknown.name} (${unknown.id}), of which it says nothing`;
  throw rewritten(run.id, why, record.tip ?? undefined);
}

/**
 * Before a box is taken for the late effect of a create that was given up, on which nothing can have been begun.
 *
 * @throws Problem `history-rewritten`; what the platform throws
 */
export async function refuseMadeLater(
  world: World,
  run: Run,
  lease: Lease,
  { boxId, since }: Held,
): Promise<void> {
  // What was made before it was seen was made in time where it is seen in time.
  if (isLateEffect(lease, since ?? world.clock.now().toISOString())) return;
  const madeAt = since ?? (await listedAt(world, lease, boxId));
  if (isLateEffect(lease, madeAt)) return;
  const { tip } = await world.ledger.read(run.id);
  throw rewritten(run.id, madeLater(lease, boxId, madeAt), tip ?? undefined);
}

async function listedAt(world: World, lease: Lease, boxId: string): Promise<string | undefined> {
  const list = await (await world.driver(drivenBy(lease))).inventory();
  return list.find(({ kind, id }) => kind === 'instance' && id === boxId)?.createdAt;
}

const madeLater = ({ name, platform, refusal }: Lease, boxId: string, madeAt: string | undefined): string =>
  `${platform} has its box ${name} (${boxId}), ${madeAt === undefined ? 'which does not say when it was made' : `made ${madeAt}`}, and by the record its create was given up ${refusal?.at ?? ''}; where no better copy is known, look at the box and end it in the console`;

/**
 * A record without signatures, of a box that one with signatures rented: whoever may push took them away, so that a machine without
 * the secret takes the rest for true. The box's owner mark says it, on every platform.
 *
 * @throws Problem `history-rewritten`; what the platform throws
 */
async function refuseUnsigned(
  world: World,
  run: Run,
  lease: Lease,
  { trust, tip }: RunRecord,
): Promise<void> {
  if (trust !== 'plain' || !isRentedHere(lease)) return;
  const driver = await world.driver(drivenBy(lease));
  const box = (await driver.inventory()).find(({ kind, id }) => kind === 'instance' && id === lease.boxId);
  if (box?.owner !== undefined && markedBy(box.owner) === 'shared')
    throw rewritten(
      run.id,
      `it has no signatures, and ${lease.name} at ${lease.platform} was rented by a record that has them`,
      tip ?? undefined,
    );
}

const isRentedHere = (lease: Lease): lease is Lease & { boxId: string } =>
  lease.boxId !== undefined && lease.intent.attach === undefined && openMeters(lease).length > 0;

/** What the platform shows on a box that we hold, where it keeps labels. */
async function refuseOtherMark(world: World, run: Run, lease: Lease, record: RunRecord): Promise<void> {
  if (!isRentedHere(lease)) return;
  await refuseMarked(world, run, lease, { boxId: lease.boxId, known: record });
}

/**
 * A box whose label says that work was begun on it, of which the record knows nothing, or by another record than this.
 *
 * @throws Problem `history-rewritten`
 */
export async function refuseMarked(
  world: World,
  run: Run,
  lease: Lease,
  box: { boxId: string; known?: RunRecord },
): Promise<void> {
  const unsaid = lease.started === undefined ? 'it does not say that work was begun' : undefined;
  await refuseLabel(world, run, lease, { ...box, unsaid });
}

/**
 * Before work is begun on a box, and its label written: one on which another record began work would get the label of a record
 * that was put back, and from then on the true one would be taken for the wrong one. A start that was killed before it was written
 * down has left a label that fits.
 *
 * @throws Problem `history-rewritten`
 */
export async function refuseBegunElsewhere(world: World, run: Run, lease: Lease): Promise<void> {
  if (lease.started || lease.boxId === undefined || lease.intent.attach !== undefined) return;
  await refuseLabel(world, run, lease, { boxId: lease.boxId });
}

async function refuseLabel(
  world: World,
  run: Run,
  lease: Lease,
  { boxId, unsaid, known }: { boxId: string; unsaid?: string | undefined; known?: RunRecord },
): Promise<void> {
  const driver = await world.driver(drivenBy(lease));
  if (!driver.mark) return;
  const { mark } = await driver.describe(boxId);
  if (mark === undefined) return;
  const record = known ?? (await world.ledger.read(run.id));
  const why = whyNotFromMark(record, mark) ?? unsaid;
  if (why !== undefined)
    throw rewritten(run.id, `${why} (label of ${lease.name} at ${lease.platform})`, record.tip ?? undefined);
}
