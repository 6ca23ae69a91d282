import { computing, type Lease, openMeters, type Run } from '../../src/lease/run.ts';
import { TELL_AFTER } from '../../src/lease/tell-after.ts';
import { type Box, isBilling, usdBetween } from './accounts.ts';
import { strayKey } from './issues.ts';
import type { LongWorld } from './long-world.ts';
import { HOUR } from './weather.ts';

/** Something that costs money and of which a person has to be told. From the world as it is, not from what was written of it. */
export interface Duty {
  id: string;
  box: Box;
  what: string;
  /** From this moment on it is due to be shown. */
  dueAt: number;
  /** Beginnings of the keys of problems that say so. */
  saidBy: string[];
  /** Nobody believes it at the first look: a second one is needed, so many milliseconds later. */
  secondLookAfter?: number;
  /** Nobody can see it now: its platform lets nobody in. */
  hidden?: boolean;
}

const { unreachableSeconds, uncollectedSeconds, unreleasedSeconds, heldSeconds } = TELL_AFTER;
/** A box that nobody reached may boot for so long, by the slowest profile, and the way back has its own promise. */
const BOOT_SECONDS = 3600;
/** What is in no record is believed after two looks with so much time between them. */
const STRAY_SECONDS = 600;
/** An account that lets nobody in is told of after so long. */
const UNLOOKED_SECONDS = 3600;

/** A box that stands stopped is looked at so often. */
const RECHECK_SECONDS = 1800;

/** Counted as running all along, or taken up again, or on its way out. */
const isGoingOn = (run: Run, lease: Lease): boolean =>
  lease.verbsDone.length > 0 ||
  lease.state === 'abandoned' ||
  (lease.ranAgain === undefined && computing(lease).every(({ stoppedAt }) => stoppedAt === undefined)) ||
  (!run.halted && !run.seal && !lease.evicted);

/** Everything that is owed to a person now, by box. */
export async function dutiesOf(world: LongWorld, lives: ReadonlyMap<string, Life>): Promise<Duty[]> {
  const duties: Duty[] = [];
  for (const box of world.accounts.boxes) {
    if (!isBilling(box)) continue;
    const life = lives.get(box.run);
    const isDark = !world.accounts.answers(box.platform);
    if (!life) continue;
    const spentAt = budgetSpentAt(world, life);
    // Started again while its account lets nobody in: all that anybody can be told is that nobody can look.
    const isUnseen = isDark && world.accounts.ofRun(box.run).some(({ againAt }) => againAt !== undefined);
    const spent = spentAt === undefined ? undefined : { at: spentAt, isUnseen };
    duties.push(...dutiesOfBox(box, life, spent, isDark));
  }
  return duties;
}

/** What the judge knows of a run beside its boxes. */
export interface Life {
  run: Run;
  budgetUsd: number;
  stallSeconds: number;
  /** When the money was used up, by the books. */
  spentAt: number | undefined;
}

function budgetSpentAt(world: LongWorld, life: Life): number | undefined {
  if (life.spentAt !== undefined) return life.spentAt;
  // What no lease holds is owed to a person as a stray, and no part of the run's budget before it is.
  const usd = world.accounts
    .ofRun(life.run.id)
    .filter(({ id }) => life.run.leases.some(({ boxId }) => boxId === id))
    .reduce((sum, box) => sum + usdBetween(box, 0, world.now), 0);
  // A record may be seconds behind the books.
  if (usd > life.budgetUsd * 1.02 + 0.1) life.spentAt = world.now;
  return life.spentAt;
}

function dutiesOfBox(
  box: Box,
  { run, stallSeconds }: Life,
  spent: { at: number; isUnseen: boolean } | undefined,
  isDark: boolean,
): Duty[] {
  const lease = run.leases.find(({ boxId }) => boxId === box.id);
  const duty = (what: string, since: number, seconds: number, ...saidBy: string[]): Duty => ({
    id: `${what} ${box.id}`,
    box,
    what,
    dueAt: since + seconds * 1000,
    saidBy,
  });
  const of = (kind: string, ...rest: string[]) => [kind, run.id, ...rest].join(':');
  const stopped = [of('halted'), of('debt'), of('stuck')];
  if (!lease || (openMeters(lease).length === 0 && !run.closed) || run.closed)
    return [
      {
        ...duty('stray', box.shownAt, STRAY_SECONDS, strayKey(box)),
        secondLookAfter: STRAY_SECONDS * 1000,
        hidden: isDark,
      },
      // What cannot be seen cannot be told, but that nobody can look.
      ...(isDark
        ? [
            {
              ...duty('unlooked', box.shownAt, 0, `unlooked:${box.platform}`),
              secondLookAfter: UNLOOKED_SECONDS * 1000,
            },
          ]
        : []),
    ];
  const found: Duty[] = [];
  // Whatever it stands at: what nobody here started is told by itself.
  if (box.againAt !== undefined && !isGoingOn(run, lease))
    found.push({
      ...duty('runs again', box.againAt, RECHECK_SECONDS, of('concern', 'runs-again', lease.name)),
      hidden: isDark,
    });
  if (spent) {
    const said = [of('concern', 'over-budget'), of('concern', 'over-time'), ...stopped];
    const unlooked = spent.isUnseen ? [`unlooked:${box.platform}`] : [];
    found.push(duty('over budget', spent.at, 0, ...said, ...unlooked));
  }
  const halted = run.halted?.at ?? undefined;
  if (halted !== undefined && !run.seal) found.push(duty('halted', Date.parse(halted), 0, ...stopped));
  if (run.seal) {
    found.push(
      duty('unreleased', Date.parse(run.seal.at), unreleasedSeconds, of('concern', 'unreleased'), ...stopped),
    );
    return found;
  }
  if (box.attempt === 0) {
    found.push(
      duty(
        'never used',
        box.bornAt,
        BOOT_SECONDS + heldSeconds,
        of('concern', 'unused-held'),
        of('concern', 'not-started'),
        of('concern', 'taken-away'),
        ...stopped,
      ),
    );
    return found;
  }
  if (lease.state === 'parked') return found;
  if (lease.evicted && lease.lostAt !== undefined)
    found.push(
      duty('taken away', Date.parse(lease.lostAt), heldSeconds, of('concern', 'taken-away'), ...stopped),
    );
  // How it is with the work is only seen where the box answers, which has its own promise.
  const { state: work, since, metAt, exitCode } = box.work;
  if (work === 'ended' && exitCode === 0 && metAt !== undefined) {
    // A look that met it and could not write it down, since GitHub went away under it, told nobody: the next one meets it anew.
    const since = lease.endedAt === undefined ? metAt : Math.max(metAt, Date.parse(lease.endedAt));
    found.push(duty('not sealed', since, uncollectedSeconds, of('concern', 'unsealed'), ...stopped));
  }
  if (work === 'silent' && metAt !== undefined && box.deafSince === undefined)
    found.push(
      duty(
        'silent',
        Math.max(since + stallSeconds * 1000, metAt),
        0,
        of('concern', 'stalled'),
        of('concern', 'unreachable'),
        ...stopped,
      ),
    );
  const unseen = box.seenAt ?? box.bornAt;
  if (box.state === 'running' && lease.state === 'running')
    found.push(
      duty(
        'unseen',
        unseen,
        unreachableSeconds,
        of('concern', 'unreachable'),
        of('concern', 'stopped'),
        ...stopped,
      ),
    );
  if (box.state === 'stopped' && lease.state === 'running')
    found.push(
      duty(
        'stopped',
        unseen,
        unreachableSeconds,
        of('concern', 'stopped'),
        of('concern', 'unreachable'),
        ...stopped,
      ),
    );
  return found;
}

export const isShown = ({ saidBy }: Duty, open: ReadonlySet<string>): boolean =>
  [...open].some((key) => saidBy.some((word) => key === word || key.startsWith(`${word}:`)));

export interface Verdict {
  /** USD that went on costing after a look that should have told and did not. */
  unseenUsd: number;
  /** USD between a promise's end and the first look that GitHub let through. */
  waitedUsd: number;
  /** What was told at the first look after its time, or later; by what it was. */
  told: Map<string, number>;
  missed: {
    what: string;
    box: string;
    run: string;
    platform: string;
    at: number;
    hours: number;
    usd: number;
  }[];
}

/** Compares at each look what is owed with what is shown. */
export class Judge {
  readonly verdict: Verdict = { unseenUsd: 0, waitedUsd: 0, told: new Map(), missed: [] };
  readonly #silent = new Map<string, { duty: Duty; since: number }>();
  readonly #waited = new Set<string>();
  readonly #met = new Map<string, number>();

  /** @param before what was owed when the look began */
  look(
    began: number,
    now: number,
    before: readonly Duty[],
    after: readonly Duty[],
    open: ReadonlySet<string>,
  ): void {
    // Whose platform let nobody in when the look came by is seen at the next one.
    const due = new Set(before.filter(({ dueAt, hidden }) => dueAt <= began && !hidden).map(({ id }) => id));
    const still = new Map(after.map((duty) => [duty.id, duty]));
    // An account that answered in between is dark anew.
    for (const id of this.#met.keys()) if (id.startsWith('unlooked ') && !still.has(id)) this.#met.delete(id);
    for (const [id, { duty, since }] of this.#silent) {
      const isOver = !still.has(id);
      const isTold = !isOver && (isShown(duty, open) || (still.get(id)?.dueAt ?? 0) > began);
      if (!isOver && !isTold) continue;
      this.#charge(duty, since, now);
      this.#silent.delete(id);
    }
    for (const duty of after) {
      // What was seen to in this very look begins anew.
      if (!due.has(duty.id) || duty.dueAt > began || duty.hidden) continue;
      // What needs two looks is seen somewhere within the first, and the time between counts from there.
      const first = this.#met.get(duty.id) ?? now;
      this.#met.set(duty.id, first);
      if (duty.secondLookAfter !== undefined && began - first < duty.secondLookAfter) continue;
      if (!this.#waited.has(duty.id)) {
        this.#waited.add(duty.id);
        this.verdict.waitedUsd += usdBetween(duty.box, duty.dueAt, now);
      }
      if (isShown(duty, open)) this.verdict.told.set(duty.what, (this.verdict.told.get(duty.what) ?? 0) + 1);
      else if (!this.#silent.has(duty.id)) this.#silent.set(duty.id, { duty, since: now });
    }
  }

  /** The end of all days: what is silent still is counted up to now. */
  end(now: number): Verdict {
    for (const { duty, since } of this.#silent.values()) this.#charge(duty, since, now);
    return this.verdict;
  }

  #charge({ what, box }: Duty, since: number, now: number): void {
    const usd = usdBetween(box, since, now);
    this.verdict.unseenUsd += usd;
    const { id, run, platform } = box;
    this.verdict.missed.push({ what, box: id, run, platform, at: since, hours: (now - since) / HOUR, usd });
  }
}
